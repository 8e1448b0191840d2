//! The limits of languages and hardware that a proof for free sizes depends on, as assumptions.

use crate::options::{Extent, Sizes};
use crate::subject::input::terms;
use raddle_ir::{Function, Language};
use raddle_launch::{LaunchSpace, Limits};
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

/// What the language says of a block of this size, if it does not allow it.
pub(crate) fn too_large(language: Language, block: Extent) -> Option<String> {
    let limits = Limits::of(language);
    let threads = terms(language).threads;
    let text =
        format!("GPUs allow at most {} {threads}, and at most {} in z", limits.threads, limits.block[2]);
    (!limits.allow_block(block)).then_some(text)
}

/// What the kernel itself says of a block of this size, if it does not allow it.
pub(crate) fn ruled_out(language: Language, function: &Function, block: Extent) -> Option<String> {
    let bounds = &function.bounds;
    let threads: u64 = block.iter().fold(1, |all, &size| all.saturating_mul(size.into()));
    if let Some(required) = bounds.required.filter(|&required| required != block) {
        let by = if language == Language::OpenCl { "`reqd_work_group_size`" } else { "`.reqntid`" };
        return Some(format!("the kernel requires {} ({by})", Dim3::fixed(required)));
    }
    let most = bounds.max_threads.filter(|&most| threads > most)?;
    Some(format!("the kernel allows at most {most} {} ({})", terms(language).threads, bound(language)))
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
