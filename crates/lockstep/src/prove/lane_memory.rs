//! Memory that lanes of a warp share in lock-step (`--warp-synchronous`).
//!
//! A walk sees the memory of an execution in which other threads wait from one barrier to the next. In lock-step, lanes read what other lanes of their warp have just
//! written. So the contents of a region have *versions* here. A new, unknown version begins
//! 1. after each store to the region, whether or not the thread itself stores,
//! 2. where the sides of a branch meet, if a side may store to the region,
//! 3. at the head of a loop in which something may store to it,
//! 4. after barriers, as always.
//!
//! Lanes of one warp that are in the same iteration share the symbol of a version; for threads of two warps each has its own.
//!
//! # Why two lanes read the same in one version
//! Let `A` and `B` read one place in one version, and a lane `C` write it in between, without a race. Had `B` been with `C`, a new version would have begun for `B`, by 1. So a branch
//! had parted them. If `B` read before they met again, the write and that read were on two sides of the branch, which
//! [orders nothing](super::lanes): a race. If it read after that, a new version had begun there, by 2, which `A` did not read; or `A` reached that place earlier, parted from `B`, and
//! its read and the write were on two sides of the branch that had parted these two.

use super::lanes::behind;
use crate::normal::Normal;
use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, InstKind, Module};
use raddle_symbolic::Region;
use std::collections::{BTreeMap, BTreeSet};

/// Where lanes that went different ways meet, and what either way may have written.
#[derive(Clone, Debug, Default)]
pub struct LaneMemory {
    meets: BTreeMap<Block, BTreeSet<Region>>,
}

impl LaneMemory {
    /// Looks at a kernel.
    #[must_use]
    pub fn new(module: &Module, kernel: &Normal) -> Self {
        let function = kernel.function();
        let cfg = Cfg::new(function);
        let post = PostDominators::new(&cfg);
        let stored = |block: Block| {
            let insts = function.blocks[block].insts.iter().map(|&inst| &function.insts[inst].kind);
            insts.filter_map(|kind| match kind {
                InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
                    Some(Region::of(module, function, addr))
                }
                InstKind::VarSet(var, _) => function.vars[*var].shared.map(Region::Scalar),
                _ => None,
            })
        };
        let mut meets: BTreeMap<Block, BTreeSet<Region>> = BTreeMap::new();
        for &block in kernel.order() {
            if let Some(meet) = post.ipdom(block)
                && cfg.succs(block).len() > 1
            {
                let sides = cfg.succs(block).iter().flat_map(|&side| behind(&cfg, side, Some(meet)));
                meets.entry(meet).or_default().extend(sides.flat_map(stored));
            }
        }
        Self { meets }
    }

    /// What may have been written on the ways that meet in front of a block.
    pub fn changed_before(&self, block: Block) -> impl Iterator<Item = Region> {
        self.meets.get(&block).into_iter().flatten().copied()
    }
}
