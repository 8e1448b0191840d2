//! A set of launches.

use crate::given::{Arg, Buffer};
use crate::limits::{IN_A_DIMENSION, Limits, WARP};
use raddle_ir::{Function, InstKind, Language, LaunchBounds, Special};

/// A size of a block or a grid.
pub type Extent = [u32; 3];

/// A size of a block or a grid, in which `None` is free.
pub type Sizes = [Option<u32>; 3];

/// The launches that are meant: those that agree with what is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchSpace {
    /// The language, whose [limits](Limits) hold for what is free.
    pub language: Language,
    /// What the kernel itself demands.
    pub bounds: LaunchBounds,
    /// The size of a block, by dimension.
    pub block: Sizes,
    /// The size of the grid, by dimension.
    pub grid: Sizes,
    /// The place in the grid of the block that is meant; all of its blocks where none is given.
    pub cta: Option<Extent>,
    /// How many threads a warp has.
    pub warp_size: u32,
    /// Are warps in lock-step?
    pub warp_synchronous: bool,
    /// Does a thread that has ended count as arrived at each barrier of its whole block? Otherwise others wait for it forever.
    pub exited_arrive: bool,
    /// The parameters that are given.
    pub args: Vec<Arg>,
    /// The buffers that are described.
    pub buffers: Vec<Buffer>,
    /// The size of dynamic shared memory in bytes, where given.
    pub dynamic_shared: Option<u64>,
    /// May pointer parameters point into the same buffer?
    pub may_alias: bool,
}

impl Default for LaunchSpace {
    fn default() -> Self {
        Self::of(Language::default(), LaunchBounds::default())
    }
}

impl LaunchSpace {
    /// All launches of a kernel: nothing is given.
    #[must_use]
    pub fn of(language: Language, bounds: LaunchBounds) -> Self {
        Self {
            language,
            bounds,
            block: [None; 3],
            grid: [None; 3],
            cta: None,
            warp_size: WARP,
            warp_synchronous: false,
            exited_arrive: false,
            args: Vec::new(),
            buffers: Vec::new(),
            dynamic_shared: None,
            may_alias: false,
        }
    }

    /// The limits of the language.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::of(self.language)
    }

    /// Is the size of a block free in some dimension?
    #[must_use]
    pub fn has_free_block(&self) -> bool {
        self.block.contains(&None)
    }

    /// How many threads a block has, where its size is given.
    #[must_use]
    pub fn threads(&self) -> Option<u32> {
        self.block.iter().try_fold(1, |product: u32, &size| product.checked_mul(size?))
    }

    /// The most threads of a block, where its size is free: as the kernel and the language allow.
    #[must_use]
    pub fn most_threads(&self) -> u32 {
        let most = u64::from(self.limits().threads);
        self.bounds.max_threads.map_or(most, |own| own.min(most)) as u32
    }

    /// The most threads of a block in one dimension: the given size, or what the other dimensions leave.
    #[must_use]
    pub fn most_in_block(&self, dim: usize) -> u32 {
        let given = self.block.iter().flatten().fold(1, |all: u32, &size| all.saturating_mul(size));
        let most = self.limits().block[dim].min(self.most_threads() / given.max(1));
        self.block[dim].unwrap_or(most).max(1)
    }

    /// The most blocks of the grid in one dimension: the given size, or the most with fewer than 2^31 threads.
    #[must_use]
    pub fn most_in_grid(&self, dim: usize) -> u32 {
        let most = self.limits().grid[dim].min(IN_A_DIMENSION / self.block[dim].unwrap_or(1).max(1));
        self.grid[dim].unwrap_or(most).max(1)
    }

    /// Do the limits leave a size for the free dimensions of a block?
    #[must_use]
    pub fn leaves_a_block(&self) -> bool {
        let least = self.least_block();
        let threads = least.iter().fold(1, |all: u64, &size| all.saturating_mul(size.into()));
        !self.has_free_block()
            || threads <= self.most_threads().into()
                && least.iter().zip(self.limits().block).all(|(&size, most)| size <= most)
    }

    /// The smallest block.
    #[must_use]
    pub fn least_block(&self) -> Extent {
        self.block.map(|size| size.unwrap_or(1))
    }

    /// The size of the grid, where all of it is given.
    #[must_use]
    pub fn fixed_grid(&self) -> Option<Extent> {
        let [x, y, z] = self.grid;
        Some([x?, y?, z?])
    }

    /// Is there one block only?
    #[must_use]
    pub fn is_one_block(&self) -> bool {
        self.grid == [Some(1); 3]
    }

    /// Does the limit of the language bound the grid in a dimension? (In x it is no stricter than that there are fewer than 2^31 threads.)
    #[must_use]
    pub fn bounds_grid(&self, dim: usize) -> bool {
        self.grid[dim].is_none() && self.limits().grid[dim] < IN_A_DIMENSION
    }

    /// Does it in a dimension that the kernel reads?
    #[must_use]
    pub fn is_bounded_in_grid(&self, function: &Function) -> bool {
        (0..3).any(|dim| self.bounds_grid(dim) && looks_at_grid(function, dim))
    }

    /// The launches with one block in every free dimension beyond the first that the kernel never reads; a dimension in which the block that is
    /// meant is not the first stays free.
    #[must_use]
    pub fn looked_at(mut self, function: &Function) -> Self {
        for dim in 1..3 {
            let is_first = self.cta.is_none_or(|cta| cta[dim] == 0);
            if self.grid[dim].is_none() && is_first && !looks_at_grid(function, dim) {
                self.grid[dim] = Some(1);
            }
        }
        self
    }

    /// The number in these bytes of the parameters, 16 at most, if all of them are given: the lowest byte lies first.
    #[must_use]
    pub fn number_at(&self, function: &Function, at: u64, bytes: u32) -> Option<u128> {
        let given = |at: u64| {
            self.args.iter().find_map(|arg| {
                let within = at.checked_sub(function.params.get(arg.param)?.offset)?;
                arg.bytes.get(usize::try_from(within).ok()?).copied()
            })
        };
        let end = at.checked_add(bytes.into()).filter(|_| bytes <= 16)?;
        (at..end).rev().try_fold(0, |all, at| Some(all << 8 | u128::from(given(at)?)))
    }

    /// The size of a buffer in bytes, if it is given.
    #[must_use]
    pub fn buffer_size(&self, param: u32) -> Option<u64> {
        self.buffers.iter().find(|buffer| buffer.param == param as usize).map(|buffer| buffer.content.size())
    }
}

/// Does a kernel read its block's place in the grid, or the grid's size, in a dimension?
fn looks_at_grid(function: &Function, dim: usize) -> bool {
    let looks = |kind: &InstKind| matches!(kind, InstKind::Special(Special::Ctaid(d) | Special::Nctaid(d)) if usize::from(*d) == dim);
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| looks(&function.insts[inst].kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::{Entity, FunctionKind, KernelParam, LocId};

    fn space(language: Language, block: Sizes) -> LaunchSpace {
        LaunchSpace { block, ..LaunchSpace::of(language, LaunchBounds::default()) }
    }

    #[test]
    fn what_is_free_has_what_the_given_sizes_leave() {
        let cuda = |block| space(Language::Cuda, block);
        assert_eq!([0, 1, 2].map(|dim| cuda([None; 3]).most_in_block(dim)), [1024, 1024, 64]);
        assert_eq!([0, 1, 2].map(|dim| cuda([Some(32), None, None]).most_in_block(dim)), [32, 32, 32]);
        assert!(cuda([Some(1024), None, Some(1)]).leaves_a_block());
        assert!(!cuda([Some(1025), None, Some(1)]).leaves_a_block());
        assert!(!cuda([None, Some(1), Some(65)]).leaves_a_block());
        // A size that is given is asked about as it is.
        assert!(cuda([Some(2048), Some(1), Some(1)]).leaves_a_block());
        let opencl = space(Language::OpenCl, [Some(1), Some(1), None]);
        assert_eq!(opencl.most_in_block(2), 1 << 16);
    }

    #[test]
    fn the_kernel_may_allow_less() {
        let bounds = LaunchBounds { max_threads: Some(64), ..LaunchBounds::default() };
        let bounded = |block| LaunchSpace { block, ..LaunchSpace::of(Language::Cuda, bounds) };
        assert_eq!(bounded([None, Some(1), Some(1)]).most_in_block(0), 64);
        assert!(!bounded([Some(128), None, Some(1)]).leaves_a_block());
        let more = LaunchBounds { max_threads: Some(1 << 40), ..LaunchBounds::default() };
        assert_eq!(LaunchSpace::of(Language::Cuda, more).most_threads(), 1024);
    }

    #[test]
    fn a_free_grid_has_fewer_than_2_to_the_31_threads_in_a_dimension() {
        let cuda = space(Language::Cuda, [Some(256), Some(1), Some(1)]);
        assert_eq!([0, 1, 2].map(|dim| cuda.most_in_grid(dim)), [i32::MAX as u32 / 256, 65_535, 65_535]);
        let opencl = space(Language::OpenCl, [Some(256), Some(1), Some(1)]);
        assert_eq!(opencl.most_in_grid(1), i32::MAX as u32);
    }

    #[test]
    fn a_number_may_lie_in_several_parameters() {
        let mut function = Function::new("k", FunctionKind::Kernel, LocId::new(0));
        for (offset, size) in [(0, 2), (2, 2), (8, 32)] {
            function.params.push(KernelParam {
                name: String::new(),
                source_name: None,
                source_type: None,
                pointee: None,
                members: Vec::new(),
                of: None,
                offset,
                size,
                align: 1,
                ty: None,
                signed: false,
                pointer: None,
            });
        }
        let args = vec![Arg { param: 0, bytes: vec![1, 2] }, Arg { param: 1, bytes: vec![3, 4] }];
        let space = LaunchSpace { args, ..LaunchSpace::default() };
        let passed = |at, bytes| space.number_at(&function, at, bytes);
        assert_eq!([passed(0, 2), passed(0, 4), passed(1, 2)], [Some(0x201), Some(0x0403_0201), Some(0x302)]);
        assert_eq!([passed(2, 4), passed(8, 1), passed(0, 17), passed(u64::MAX, 2)], [None; 4]);
    }
}
