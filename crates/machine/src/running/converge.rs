//! Where lanes that took different ways meet again, in lock-step.
//!
//! Without lock-step lanes are run together as soon as they stand at one place, which is only a schedule's doing. In lock-step
//! ([`Scheduler::WarpSynchronous`]) the sides of a branch are run one after the other, and meet at its immediate post-dominator, not at
//! a block that both sides reach on the way there, as the body of `if (a || b)` is. So each lane knows its *way*: the last branch at
//! which its group parted and has not met yet. Lanes run together only if they stand at one place, on one way.
//!
//! A way ends where the sides meet: there a lane continues on the way that it was on before. Where a group parts again on the way to the
//! same place, as in a loop that lanes leave one after another, the new way leads to the same one as the old one did. The post-dominator
//! of a branch lies on the way to that of any branch before it, so the ways of a lane end one after another, the last one first.
//! Sides of which one returns meet at the end of the kernel only. Who continues together is reported
//! ([`Monitor::together`](crate::monitor::Monitor::together)).

use crate::running::machine::{Machine, Scheduler};
use crate::states::state::Group;
use crate::states::ways::{Way, Ways};
use crate::values::domain::Domain;
use crate::watching::monitor::lanes;
use std::collections::BTreeMap;
use std::sync::Arc;

impl<D: Domain> Machine<'_, D> {
    /// Do the lanes of a warp run in lock-step?
    pub(crate) fn in_step(&self) -> bool {
        self.options.scheduler == Scheduler::WarpSynchronous
    }

    /// A group reaches the end of a block. It may part there: by edge, which step that leads to, and who takes it.
    pub(crate) fn part(&mut self, warp: usize, block: u32, edges: impl Iterator<Item = (u32, u32)>) {
        if !self.in_step() {
            return;
        }
        let mut sides: BTreeMap<u32, u32> = BTreeMap::new();
        edges.filter(|(_, mask)| *mask != 0).for_each(|(to, mask)| *sides.entry(to).or_default() |= mask);
        if sides.len() < 2 {
            return;
        }
        let end = self.program.flow.meeting(block as usize).flatten().map(|stop| self.program.starts[stop]);
        let Ways(ways) = &mut self.state.cta.warps[warp].ways;
        for side in sides.into_values() {
            let from = &ways[side.trailing_zeros() as usize];
            let next = match from {
                _ if end.is_none() => None,
                Some(way) if way.end == end => way.next.clone(),
                _ => from.clone(),
            };
            let way = Arc::new(Way { end, next });
            lanes(side).for_each(|lane| ways[lane as usize] = Some(Arc::clone(&way)));
        }
    }

    /// Lanes reach a place: ways end there.
    pub(crate) fn arrive(&mut self, warp: usize, pc: u32, mask: u32) {
        if !self.in_step() {
            return;
        }
        let Ways(ways) = &mut self.state.cta.warps[warp].ways;
        for lane in lanes(mask) {
            let of = &mut ways[lane as usize];
            while let Some(way) = of.take_if(|way| way.end == Some(pc)) {
                of.clone_from(&way.next);
            }
        }
    }

    /// Puts lanes at a place, together with those that stand there already.
    pub(crate) fn join(&mut self, warp: usize, group: Group) {
        if group.lanes == 0 {
            return;
        }
        if self.exploring {
            let groups = &mut self.state.cta.warps[warp].groups;
            groups.extend(lanes(group.lanes).map(|lane| Group { pc: group.pc, lanes: 1 << lane }));
            return;
        }
        if !self.in_step() {
            let groups = &mut self.state.cta.warps[warp].groups;
            match groups.iter_mut().find(|there| there.pc == group.pc) {
                Some(there) => there.lanes |= group.lanes,
                None => groups.push(group),
            }
            return;
        }
        self.arrive(warp, group.pc, group.lanes);
        let mut rest = group.lanes;
        while rest != 0 {
            let one = self.on_one_way(warp, rest);
            rest &= !one;
            let groups = 0..self.state.cta.warps[warp].groups.len();
            let there = groups.into_iter().find(|&n| {
                let there = self.state.cta.warps[warp].groups[n];
                there.pc == group.pc && self.on_one_way(warp, there.lanes | one) == there.lanes | one
            });
            let groups = &mut self.state.cta.warps[warp].groups;
            match there {
                Some(n) => groups[n].lanes |= one,
                None => groups.push(Group { pc: group.pc, lanes: one }),
            }
        }
    }

    /// Those of some lanes that are on the way of the first of them.
    fn on_one_way(&self, warp: usize, mask: u32) -> u32 {
        let (ways, first) = (&self.state.cta.warps[warp].ways, mask.trailing_zeros());
        lanes(mask).filter(|&lane| ways.are_one(first, lane)).fold(0, |all, lane| all | 1 << lane)
    }
}
