//! Branches that make no difference.
//!
//! Around the slow case of a division lies a branch on the data. Where nothing between it and the place where its sides
//! meet again is left, and what is needed there does not depend on the side, it is unknown which way control
//! went: the branch becomes a jump, and its condition is not needed. A cycle, an end or a trap between is a difference.

use super::Slicer;
use crate::programs::flow::Region;
use crate::programs::program::{Edge, Program, Reg, Step};

/// A branch whose sides meet again, with no cycle and no end between.
pub(super) struct Detour {
    region: Region,
    /// Where the sides meet.
    stop: usize,
    /// The one way from the branch to there, once it is known that the sides do not differ.
    pub(super) through: Option<Edge>,
}

impl Slicer<'_, '_> {
    /// A branch is needed where something between it and the place where its sides meet is, or where what is
    /// needed there depends on the side; until no branch is added.
    pub(super) fn settle_branches(&mut self) {
        loop {
            let mut changed = false;
            for block in 0..self.detours.len() {
                let Some(mut detour) = self.detours[block].take() else { continue };
                detour.through = self.through(block, &detour);
                if detour.through.is_some() {
                    self.detours[block] = Some(detour);
                    continue;
                }
                changed = true;
                if let Step::Branch { cond: value, .. } | Step::Switch { value, .. } =
                    &self.program.steps[last_step(self.program, block)]
                {
                    self.need(*value);
                }
            }
            if !changed {
                return;
            }
            self.settle();
        }
    }

    /// The one edge by which all ways from a branch arrive where they meet, if they cannot be distinguished.
    fn through(&self, branch: usize, detour: &Detour) -> Option<Edge> {
        let program = self.program;
        let mut way: Option<Edge> = None;
        for &block in detour.region.blocks.iter().chain([&branch]) {
            let end = last_step(program, block);
            let mut steps = program.starts[block] as usize..end;
            if block != branch && steps.any(|n| self.keeps(n)) {
                return None;
            }
            for edge in program.steps[end].edges() {
                let moves = edge.moves.iter().copied().filter(|&(to, _)| self.needed[to as usize]);
                let moves: Box<[(Reg, Reg)]> = moves.collect();
                if edge.block as usize != detour.stop {
                    if !moves.is_empty() || !edge.left.is_empty() || edge.entered.is_some() {
                        return None;
                    }
                    continue;
                }
                let in_order = Edge::may_go_in_order(&moves);
                let edge = Edge { moves, in_order, ..edge.clone() };
                if way.get_or_insert_with(|| edge.clone()) != &edge {
                    return None;
                }
            }
        }
        way
    }
}

/// The last step of a block: its terminator.
fn last_step(program: &Program<'_>, block: usize) -> usize {
    program.starts.get(block + 1).map_or(program.steps.len(), |&start| start as usize) - 1
}

/// The branch at the end of a block, if its sides meet again, with no cycle and no end between.
pub(super) fn detour(program: &Program<'_>, block: usize) -> Option<Detour> {
    let (Step::Branch { .. } | Step::Switch { .. }) = &program.steps[last_step(program, block)] else {
        return None;
    };
    let region = program.flow.region(block)?;
    let stop = region.stop?;
    let goes_on = |&b: &usize| match &program.steps[last_step(program, b)] {
        Step::Jump(_) | Step::Branch { .. } | Step::Switch { .. } => b != block,
        _ => false,
    };
    let simple = !region.cyclic && region.blocks.iter().all(goes_on);
    simple.then_some(Detour { region, stop, through: None })
}
