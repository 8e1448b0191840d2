//! The limits of languages and hardware that a proof for free sizes stands on, as assumptions.

use crate::options::Sizes;
use raddle_ir::Language;
use raddle_launch::LaunchSpace;
use raddle_report::{Assumption, Dim3, Size};

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
    let text = match space.language {
        _ if most < limits.threads => format!(
            "a block has at most {most} threads{deep}, as the kernel demands (`.maxntid`, or `__launch_bounds__` in CUDA)"
        ),
        Language::Cuda => format!("a block has at most {most} threads{deep} (CUDA)"),
        Language::Ptx => format!("a CTA has at most {most} threads{deep} (PTX)"),
        Language::OpenCl => format!("a work-group has at most {most} work-items (OpenCL has no limit)"),
    };
    Assumption::BlockLimit { text }
}

/// What a proof for grids of any size assumes where the kernel looks at y or z: the limit of the language.
#[must_use]
pub fn grid_limit(space: &LaunchSpace) -> Assumption {
    let [_, y, z] = space.limits().grid;
    let text = match space.language {
        Language::Ptx => format!("a grid has at most {y} CTAs in y, and {z} in z (PTX)"),
        _ => format!("a grid has at most {y} blocks in y, and {z} in z (CUDA)"),
    };
    Assumption::GridLimit { text }
}
