//! The limits of the languages and of the hardware, each with its source.
//!
//! | limit | CUDA | PTX | OpenCL |
//! | --- | --- | --- | --- |
//! | threads of a block, by dimension | 1024, 1024, 64 | the same | the device's (`CL_DEVICE_MAX_WORK_ITEM_SIZES`) |
//! | threads of a block, together | 1024 | the same | the device's (`CL_DEVICE_MAX_WORK_GROUP_SIZE`) |
//! | blocks of a grid, by dimension | 2^31 - 1, 65535, 65535 | the same | none |
//! | shared memory of a block | 227 KiB | the same | the device's (`CL_DEVICE_LOCAL_MEM_SIZE`) |
//!
//! Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; PTX ISA, "Special Registers", `%ntid` and
//! `%nctaid`, and "Performance-Tuning Directives"; OpenCL API specification, `clGetDeviceInfo` and `clEnqueueNDRangeKernel`.

use crate::space::Extent;
use raddle_ir::Language;

/// The most threads of a warp: its lanes are the bits of a mask of 32 (PTX ISA, `WARP_SZ` and `%lanemask_eq`).
pub const WARP: u32 = 32;

/// The barriers of a block (PTX ISA, `bar`): 0 to 15.
pub const NAMED_BARRIERS: u32 = 16;

/// The most threads that a barrier can wait for, however few the block has (PTX ISA, `bar`: as many as a block can have).
pub const REGISTERED: u32 = CUDA.threads;

/// The most threads of a block that is run. Work-groups whose size is left free are considered up to this size: OpenCL itself sets no
/// limit, and known devices stay far below.
pub const RUN: u32 = 1 << 16;

/// The most threads in one dimension of a launch, since thread numbers are signed. The languages do not state this limit, so every use of
/// it is an assumption.
pub const IN_A_DIMENSION: u32 = i32::MAX as u32;

/// The most threads of a block whose size is given.
pub const OF_A_BLOCK: u32 = i32::MAX as u32;

/// The shared memory of a multiprocessor, 228 KiB since compute capability 9.0 (same table as for a block, which gets one KiB less): where
/// the size of dynamic shared memory is not given, addresses up to here are followed.
pub const SHARED_WINDOW: u64 = 228 << 10;

/// The most shared memory of a block that is followed, whether some GPU has it or not.
pub const SHARED_FOLLOWED: u64 = 64 << 20;

/// No object in memory has more bytes: addresses have at most 47 bits (the user's half of the 48 bits of a virtual address, which hosts and GPUs
/// share).
pub const OBJECT: u64 = 1 << 47;

/// What a language says of the size of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most threads of a block, by dimension.
    pub block: Extent,
    /// The most threads of a block, together.
    pub threads: u32,
    /// The most blocks of a grid, by dimension.
    pub grid: Extent,
    /// The most bytes of shared memory of a block, if the language says so.
    pub shared: Option<u64>,
    /// Does the language set these limits? If not, given sizes may exceed them, and free sizes are considered up to them.
    pub of_language: bool,
}

const CUDA: Limits = Limits {
    block: [1024, 1024, 64],
    threads: 1024,
    grid: [i32::MAX as u32, 65_535, 65_535],
    shared: Some(227 << 10),
    of_language: true,
};

const OPENCL: Limits =
    Limits { block: [RUN; 3], threads: RUN, grid: [IN_A_DIMENSION; 3], shared: None, of_language: false };

impl Limits {
    /// The limits of a language.
    #[must_use]
    pub const fn of(language: Language) -> Self {
        match language {
            Language::Cuda | Language::Ptx => CUDA,
            Language::OpenCl => OPENCL,
        }
    }

    /// Does the language allow blocks of this size?
    #[must_use]
    pub fn allow_block(&self, block: Extent) -> bool {
        let threads = block.iter().fold(1, |all: u64, &size| all.saturating_mul(size.into()));
        !self.of_language || threads <= self.threads.into() && within(block, self.block)
    }

    /// Does the language allow grids of this size?
    #[must_use]
    pub fn allow_grid(&self, grid: Extent) -> bool {
        !self.of_language || within(grid, self.grid)
    }
}

fn within(sizes: Extent, most: Extent) -> bool {
    sizes.iter().zip(most).all(|(&size, most)| size <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuda_and_ptx_have_the_limits_of_the_hardware() {
        for language in [Language::Cuda, Language::Ptx] {
            let limits = Limits::of(language);
            assert!(limits.allow_block([1024, 1, 1]) && limits.allow_block([4, 4, 64]));
            assert!(!limits.allow_block([1025, 1, 1]) && !limits.allow_block([1, 1, 65]));
            assert!(!limits.allow_block([u32::MAX; 3]));
            assert!(limits.allow_grid([i32::MAX as u32, 65_535, 65_535]));
            assert!(!limits.allow_grid([1, 65_536, 1]) && !limits.allow_grid([1 << 31, 1, 1]));
        }
    }

    #[test]
    fn opencl_leaves_them_to_the_device() {
        let limits = Limits::of(Language::OpenCl);
        assert!(limits.allow_block([1, 1, 65]) && limits.allow_block([4096, 1, 1]));
        assert!(limits.allow_grid([1, 70_000, 1]) && limits.shared.is_none());
    }
}
