//! The limits of languages and hardware that a proof for free sizes depends on, as assumptions.

use crate::options::Sizes;
use crate::subject::input::terms;
use raddle_ir::Language;
use raddle_launch::LaunchSpace;
use raddle_report::{Assumption, Dim3, Size, Terms};

/// The size as the report states it.
#[must_use]
pub fn sizes(sizes: Sizes) -> Dim3 {
    Dim3(sizes.map(|size| size.map_or(Size::Free, Size::Fixed)))
}

/// What a proof for blocks of any size assumes: the limit of the language, or the kernel's own.
#[must_use]
pub fn block_limit(space: &LaunchSpace) -> Assumption {
    let (most, limits) = (space.most_threads(), space.limits());
    let deep = if limits.block[2] < most { format!(", and {} in z", limits.block[2]) } else { String::new() };
    let Terms { block, threads, .. } = terms(space.language);
    let text = match space.language {
        _ if most < limits.threads => format!(
            "a {block} has at most {most} {threads}{deep}, as the kernel requires ({})",
            bound(space.language)
        ),
        Language::Cuda => format!("a {block} has at most {most} {threads}{deep} (CUDA)"),
        Language::Ptx => format!("a {block} has at most {most} {threads}{deep} (PTX)"),
        Language::OpenCl => format!("a {block} has at most {most} {threads} (OpenCL has no limit)"),
    };
    Assumption::BlockLimit { text }
}

/// How a kernel limits the size of its blocks.
pub(crate) const fn bound(language: Language) -> &'static str {
    match language {
        Language::Cuda => "`__launch_bounds__`",
        Language::OpenCl => "an attribute",
        Language::Ptx => "`.maxntid`",
    }
}

/// What a proof for grids of any size assumes where the kernel reads y or z: the limit of the language.
#[must_use]
pub fn grid_limit(space: &LaunchSpace) -> Assumption {
    let [_, y, z] = space.limits().grid;
    let Terms { grid, blocks, .. } = terms(space.language);
    let of = if space.language == Language::Ptx { "PTX" } else { "CUDA" };
    let text = format!("a {grid} has at most {y} {blocks} in y, and {z} in z ({of})");
    Assumption::GridLimit { text }
}
