//! Where threads leave that never reach a barrier.

use crate::subject::kernel::Kernel;
use raddle_ir::cfg::Cfg;
use raddle_ir::{Block, Inst, InstKind, SecondaryMap};
use raddle_report::Location;

impl Kernel<'_> {
    /// The branch that leads away from the barriers at these places for good; `None`: there is none, or more than one. A barrier with a count may have
    /// let threads pass before.
    pub(crate) fn parting(&self, barriers: &[&Location]) -> Option<Location> {
        let function = self.function;
        let cfg = Cfg::new(function);
        let is_wanted = |&inst: &Inst| {
            let data = &function.insts[inst];
            let is_at = || barriers.iter().any(|at| at.same_place(&self.place(data.loc)));
            let counts = matches!(data.kind, InstKind::Barrier(_)) && !data.kind.is_barrier_of_all();
            data.kind.effects().synchronises() && !counts && is_at()
        };
        // From where one of them can be reached.
        let mut reaches: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut work: Vec<Block> = cfg.rpo().to_vec();
        work.retain(|&block| function.blocks[block].insts.iter().any(is_wanted));
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reaches[block], true) {
                work.extend_from_slice(cfg.preds(block));
            }
        }
        let parts = |block: &Block| {
            let ways = || cfg.succs(*block).iter();
            ways().any(|&way| reaches[way]) && ways().any(|&way| !reaches[way])
        };
        let mut partings = cfg.rpo().iter().filter(|block| parts(block));
        let at = |block: &Block| self.place(function.blocks[*block].term_loc);
        let first = at(partings.next()?);
        partings.all(|block| at(block).same_line(&first)).then_some(first)
    }
}
