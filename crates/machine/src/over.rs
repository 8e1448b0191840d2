//! Stepping over a branch on an unknown condition (paper 001, footnote 3).
//!
//! Between such a branch and its immediate post-dominator lies a *region*. If nothing in it synchronises,
//! then what the region does to the rest of the kernel can be had without knowing which way control goes: its
//! blocks are run for these lanes under both outcomes, every event *may* happen, every written place holds either the old or
//! the new value, and where two ways meet, what differs is unknown. Then the lanes go on behind the region.
//!
//! A region with a cycle is run again until nothing changes: block parameters, mutable scalars and memory only
//! ever go from a value to "anything", so this ends. Loads from what the region writes are then unknown, as one
//! load stands for many. That such a loop ends is an assumption, which is told
//! ([`Issue::SteppedOver`]); termination has a method of its own.

use crate::domain::{Domain, ObjectId, Site};
use crate::exec::Active;
use crate::flow::Region;
use crate::launch::WhichCta;
use crate::machine::{Group, Machine, Stop};
use crate::monitor::{AccessKind, BarrierEvent, Issue, Monitor, Target, WarpAccess, WarpSyncEvent, lanes};
use crate::outcome::StuckAt;
use crate::program::{Edge, Reg, Step};
use raddle_ir::{Access, Space};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is kept while a region is stepped over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Over {
    /// Did a place become less known?
    pub(crate) changed: bool,
    cyclic: bool,
    written: BTreeSet<ObjectId>,
    forgotten: BTreeSet<ObjectId>,
    /// What was told of for the first time in this sweep: the next one is to tell it again.
    pub(crate) told: Vec<(u8, Site)>,
}

impl Over {
    /// Does a load from the object stand for many that may differ?
    pub(crate) fn blurs(&self, id: ObjectId) -> bool {
        self.cyclic && self.written.contains(&id)
    }

    /// All of an object became unknown.
    pub(crate) fn forgot(&mut self, id: ObjectId) {
        self.wrote(id);
        if self.forgotten.insert(id) {
            self.changed = true;
        }
    }

    /// May a place in the object still become less known? Not where all of it is forgotten in every sweep.
    pub(crate) fn keeps(&self, id: ObjectId) -> bool {
        !self.forgotten.contains(&id)
    }

    pub(crate) fn wrote(&mut self, id: ObjectId) {
        if self.written.insert(id) {
            self.changed = true;
        }
    }
}

/// The way from a branch to where its sides meet: its region, and what is in the way.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    region: Option<Region>,
    obstacle: Option<Site>,
}

/// A region is run at most so often. Every run but the last makes something less known.
const MOST_SWEEPS: u32 = 200;

impl<D: Domain> Machine<'_, D> {
    /// Takes lanes whose condition is unknown out of the group: over the region, or out of the run.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn leave(
        &mut self,
        warp: usize,
        block: u32,
        mask: u32,
        condition: Reg,
        what: StuckAt,
        site: Site,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let from: Vec<D::Value> = lanes(mask).map(|l| self.get(warp, condition, l)).collect();
        self.pass(warp, block, mask, &from, what, site, monitor)
    }

    /// The same at a choice that the program leaves open.
    pub(crate) fn leave_choice(
        &mut self,
        warp: usize,
        block: u32,
        mask: u32,
        site: Site,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        if D::CONCRETE {
            self.stick(warp, mask, site, StuckAt::Choice, None, &[]);
            return Ok(());
        }
        self.pass(warp, block, mask, &[], StuckAt::Choice, site, monitor)
    }

    #[allow(clippy::too_many_arguments)]
    fn pass(
        &mut self,
        warp: usize,
        block: u32,
        mask: u32,
        from: &[D::Value],
        what: StuckAt,
        site: Site,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let passage = self.passage(block);
        let (Some(region), None) = (&passage.region, passage.obstacle) else {
            self.stick(warp, mask, site, what, passage.obstacle, &from[..from.len().min(4)]);
            return Ok(());
        };
        let mut buffer = Buffer { events: Vec::new(), values: monitor.wants_values() };
        self.over = Some(Over { cyclic: region.cyclic, ..Over::default() });
        let through = self.sweep(warp, block, region, mask, from, site, &mut buffer);
        self.over = None;
        let Some(through) = through else {
            self.stick(warp, mask, site, what, None, &from[..from.len().min(4)]);
            return Ok(());
        };
        if self.first_time(9, site) {
            let causes = from.first().map_or(Vec::new(), |&value| self.domain.causes(value));
            monitor.issue(Issue::SteppedOver { warp: warp as u32, site, cyclic: region.cyclic, causes });
        }
        self.flush(warp, buffer, monitor);
        // Who does not come through traps or never ends, whatever the condition is.
        self.stick(warp, mask & !through, site, what, None, &from[..from.len().min(4)]);
        match region.stop {
            Some(stop) => {
                let pc = self.program.starts[stop];
                self.join(warp, Group { pc, lanes: through });
                Ok(())
            }
            None => self.exit(warp, through, monitor),
        }
    }

    fn passage(&mut self, block: u32) -> Rc<Passage> {
        if let Some(known) = &self.regions[block as usize] {
            return Rc::clone(known);
        }
        let region = self.program.flow.region(block as usize);
        let obstacle = region.as_ref().and_then(|region| {
            region.blocks.iter().find_map(|&b| {
                let start = self.program.starts[b] as usize;
                let end = self.program.starts.get(b + 1).map_or(self.program.steps.len(), |&s| s as usize);
                (start..end)
                    .find(|&pc| synchronises(&self.program.steps[pc]))
                    .map(|pc| self.program.sites[pc])
            })
        });
        let passage = Rc::new(Passage { region, obstacle });
        self.regions[block as usize] = Some(Rc::clone(&passage));
        passage
    }

    /// Runs the blocks of a region until nothing changes. The lanes that come through; none if that takes too long.
    #[allow(clippy::too_many_arguments)]
    fn sweep(
        &mut self,
        warp: usize,
        branch: u32,
        region: &Region,
        mask: u32,
        from: &[D::Value],
        site: Site,
        buffer: &mut Buffer,
    ) -> Option<u32> {
        let program = self.program;
        let blocks = program.starts.len();
        // By block: the lanes that may come there; and those whose parameters are set. The last is the stop.
        let mut reach = vec![0u32; blocks + 1];
        let mut set = vec![0u32; blocks + 1];
        for &b in &region.blocks {
            // On a cycle back to the branch, the blocks up to it have run: their parameters hold values.
            if region.cyclic && b <= branch as usize {
                set[b] = mask;
            }
        }
        let mut state = Ways { reach: &mut reach, set: &mut set, stop: region.stop, site, from };
        let last = |b: usize| program.starts.get(b + 1).map_or(program.steps.len(), |&s| s as usize) - 1;
        for edge in program.steps[last(branch as usize)].edges() {
            self.enter(warp, edge, mask, branch as usize, &mut state);
        }
        let mut through = 0;
        for _ in 0..MOST_SWEEPS {
            buffer.events.clear();
            if let Some(over) = &mut self.over {
                over.changed = false;
                for told in over.told.drain(..) {
                    self.told.remove(&told);
                }
            }
            for &b in &region.blocks {
                let here = state.reach[b];
                if here == 0 {
                    continue;
                }
                let end = last(b);
                for pc in program.starts[b] as usize..end {
                    // Only an assumption ends a run here, and in doubt it is none.
                    let _ = self.effect(warp, pc, Active { lanes: here, may: here, group: here }, buffer);
                }
                match &program.steps[end] {
                    Step::Branch { cond, then, other, .. } => {
                        for lane in lanes(here) {
                            let known = D::get(self.get(warp, *cond, lane)).map(|bits| bits & 1 == 1);
                            if known != Some(false) {
                                self.enter(warp, then, 1 << lane, b, &mut state);
                            }
                            if known != Some(true) {
                                self.enter(warp, other, 1 << lane, b, &mut state);
                            }
                        }
                    }
                    Step::Switch { value, edges, .. } => {
                        for lane in lanes(here) {
                            let known = D::get(self.get(warp, *value, lane));
                            for (n, edge) in edges.iter().enumerate() {
                                if known.is_none_or(|k| (k as usize).min(edges.len() - 1) == n) {
                                    self.enter(warp, edge, 1 << lane, b, &mut state);
                                }
                            }
                        }
                    }
                    Step::Jump(edge) => self.enter(warp, edge, here, b, &mut state),
                    Step::Choice { edges, .. } => {
                        for edge in edges {
                            self.enter(warp, edge, here, b, &mut state);
                        }
                    }
                    Step::Exit => through |= here,
                    Step::Trap => {
                        let site = program.sites[end];
                        buffer.issue(Issue::MayTrap { warp: warp as u32, lanes: here, site });
                    }
                    _ => {}
                }
            }
            let changed = self.over.as_ref().is_some_and(|over| over.changed);
            if !region.cyclic || !changed {
                return Some(through | state.reach[blocks]);
            }
        }
        None
    }

    /// Moves lanes along an edge: a parameter that was set before, to something else, becomes anything.
    fn enter(&mut self, warp: usize, edge: &Edge, mask: u32, at: usize, ways: &mut Ways<'_, D::Value>) {
        let target = edge.block as usize;
        let index = if Some(target) == ways.stop { ways.reach.len() - 1 } else { target };
        for lane in lanes(mask) {
            let bit = 1 << lane;
            let values: smallvec::SmallVec<[D::Value; 8]> =
                edge.moves.iter().map(|&(_, from)| self.get(warp, from, lane)).collect();
            for (&(to, _), new) in edge.moves.iter().zip(values) {
                let old = self.get(warp, to, lane);
                if ways.set[index] & bit == 0 {
                    self.set(warp, to, lane, new);
                } else if old != new && !D::is_anything(old) {
                    let mut from: smallvec::SmallVec<[D::Value; 4]> =
                        smallvec::SmallVec::from_slice(&[old, new]);
                    from.extend(ways.from.first().copied());
                    let value = self.domain.merged(ways.site, to, &from);
                    if value != old {
                        self.set(warp, to, lane, value);
                        self.note_change();
                    }
                }
            }
            ways.set[index] |= bit;
            if ways.reach[index] & bit == 0 {
                ways.reach[index] |= bit;
                if index == ways.reach.len() - 1 {
                    self.count_loops(warp, edge, bit);
                }
                if target <= at {
                    self.note_change();
                }
            }
        }
    }

    fn note_change(&mut self) {
        if let Some(over) = &mut self.over {
            over.changed = true;
        }
    }

    /// Tells what happened in a region.
    fn flush(&mut self, warp: usize, buffer: Buffer, monitor: &mut dyn Monitor) {
        for event in buffer.events {
            match event {
                Kept::Access(kept) => {
                    monitor.access(&kept.as_access());
                    self.count_events(warp, kept.lanes);
                }
                Kept::Issue(issue) => monitor.issue(issue),
            }
        }
    }

    /// Which CTA runs.
    #[must_use]
    pub fn cta(&self) -> WhichCta {
        self.cta.at
    }
}

struct Ways<'a, V> {
    reach: &'a mut [u32],
    set: &'a mut [u32],
    stop: Option<usize>,
    site: Site,
    from: &'a [V],
}

fn synchronises(step: &Step) -> bool {
    match step {
        Step::Barrier { .. } | Step::WarpSync { .. } | Step::Collective { .. } => true,
        Step::Opaque { effects, .. } => effects.synchronises,
        _ => false,
    }
}

/// An access that waits to be told.
#[derive(Clone, Debug)]
struct KeptAccess {
    warp: u32,
    first_thread: u32,
    lanes: u32,
    group: u32,
    may: u32,
    site: Site,
    kind: AccessKind,
    access: Access,
    space: Space,
    size: u32,
    targets: Vec<Target>,
    values: Vec<Option<crate::domain::ValueId>>,
}

impl KeptAccess {
    fn as_access(&self) -> WarpAccess<'_> {
        WarpAccess {
            warp: self.warp,
            first_thread: self.first_thread,
            lanes: self.lanes,
            group: self.group,
            may: self.may,
            site: self.site,
            kind: self.kind,
            access: self.access,
            space: self.space,
            size: self.size,
            targets: &self.targets,
            values: &self.values,
        }
    }
}

enum Kept {
    Access(KeptAccess),
    Issue(Issue),
}

/// Keeps the events of one sweep: only those of the last are told.
struct Buffer {
    events: Vec<Kept>,
    values: bool,
}

impl Monitor for Buffer {
    fn access(&mut self, a: &WarpAccess<'_>) {
        self.events.push(Kept::Access(KeptAccess {
            warp: a.warp,
            first_thread: a.first_thread,
            lanes: a.lanes,
            group: a.group,
            may: a.may,
            site: a.site,
            kind: a.kind,
            access: a.access,
            space: a.space,
            size: a.size,
            targets: a.targets.to_vec(),
            values: a.values.to_vec(),
        }));
    }
    fn barrier(&mut self, _: &BarrierEvent) {}
    fn warp_sync(&mut self, _: &WarpSyncEvent) {}
    fn issue(&mut self, issue: Issue) {
        self.events.push(Kept::Issue(issue));
    }
    fn wants_values(&self) -> bool {
        self.values
    }
}
