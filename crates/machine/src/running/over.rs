//! Stepping over a branch on an unknown condition (paper 001, footnote 3).
//!
//! Between such a branch and its immediate post-dominator lies a *region*. If nothing in it synchronises,
//! then what the region does to the rest of the kernel can be had without knowing which way control goes: its
//! blocks are run for these lanes under both outcomes, every event *may* happen, every written place holds either the old or
//! the new value, and where two ways meet, what differs is unknown. Then the lanes continue after the region.
//!
//! # Collectives in a region
//!
//! A shuffle without a member mask waits for no thread, so it is in no thread's way. One with a mask makes lanes wait for each other: it
//! is in the way, unless *all members come or none*. Then no thread waits for one who stays away, and the wait is not reported: as it
//! may not happen, nothing may be concluded from the order that it makes, and that is what a stream without it says.
//!
//! When do lanes come together? Let a region have no cycle, and a block B in it be control dependent, directly or by way of others, on the
//! branches D ([`Flow::deciders`](crate::programs::flow::Flow::deciders)). Lanes that are at the region's branch and take the same way at each
//! branch of D that they reach either all reach B, once, or none of them does. For suppose that one reaches B and another does not. Of the
//! first one's way, let X be the last block that B does not post-dominate: there is one, as B does not post-dominate the region's branch, and B is
//! control dependent on it. Both reach X, by induction along the order of blocks (the branches that X depends on are in D). Both go the same
//! way there, to a block that B post-dominates, or B itself; so the other one reaches B too. (Or it traps, and there is no launch any more.) Lanes take the same way at a branch
//! if its condition is one number in all of them, or unknown and one value, by its name: the result of a vote is that. A name that stands
//! for many values is not. So where the members of a mask are lanes that come together, the results are those that they
//! would have outside. The same holds for a collective without a mask, in lock-step, if all lanes that live come together;
//! otherwise its results are unknown.
//!
//! # Cycles
//!
//! A region with a cycle is run again until nothing changes: block parameters, mutable scalars and memory only
//! ever go from a value to "anything", so this ends. Loads from what the region writes are then unknown, as one
//! load stands for many. That such a loop ends is an assumption, which is reported
//! ([`Issue::SteppedOver`]); termination has a method of its own.

use crate::limits::SWEEPS;
use crate::programs::flow::Region;
use crate::programs::passage::Passage;
use crate::programs::program::{Edge, Step};
use crate::running::exec::Active;
use crate::running::machine::{Machine, Once, Stop};
use crate::running::open::Open;
use crate::states::state::Group;
use crate::values::domain::{Domain, ObjectId, Site};
use crate::watching::buffer::{Buffer, Kept};
use crate::watching::monitor::{Issue, Monitor, lanes};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What is kept while a region is stepped over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Over {
    /// Did a place become less known?
    changed: bool,
    cyclic: bool,
    written: BTreeSet<ObjectId>,
    forgotten: BTreeSet<ObjectId>,
    /// What was reported for the first time in this sweep: the next one is to report it again.
    told: Vec<(Once, Site)>,
}

impl<D: Domain> Machine<'_, D> {
    /// Runs both sides of a branch, as what may happen, and takes the lanes to where they meet.
    pub(crate) fn step_over(
        &mut self,
        open: &Open<'_, D::Value>,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let passage = self.passage(open.block);
        let Some(region) = passage.free() else {
            self.give_up(open, open.lanes, passage.obstacle);
            return Ok(());
        };
        let mut buffer = Buffer::of(monitor);
        self.over = Some(Over { cyclic: region.cyclic, ..Over::default() });
        let through = self.sweep(open, &passage, region, &mut buffer);
        let over = self.over.take();
        let through = match through {
            Ok(through) => through,
            Err(obstacle) => {
                // Nothing of it is reported.
                for told in over.into_iter().flat_map(|over| over.told) {
                    self.told.remove(&told);
                }
                self.give_up(open, open.lanes, obstacle);
                return Ok(());
            }
        };
        let (warp, site) = (open.warp, open.site);
        if self.first_time(Once::SteppedOver, site) {
            let causes = open.by.first().map_or(Vec::new(), |&value| self.domain.causes(value));
            monitor.issue(Issue::SteppedOver { warp: warp as u32, site, cyclic: region.cyclic, causes });
        }
        self.flush(warp, buffer, monitor);
        // Who does not come through traps or never ends, whatever the condition is.
        self.give_up(open, open.lanes & !through, None);
        match region.stop {
            Some(stop) => {
                let pc = self.program.starts[stop];
                self.join(warp, Group { pc, lanes: through });
                Ok(())
            }
            None => self.exit(warp, through, monitor),
        }
    }

    /// The way from the branch at the end of a block to where its sides meet.
    pub(crate) fn passage(&mut self, block: u32) -> Rc<Passage> {
        let program = self.program;
        let known = &mut self.passages[block as usize];
        Rc::clone(known.get_or_insert_with(|| Rc::new(program.passage(block as usize))))
    }

    /// Runs the blocks of a region until nothing changes. The lanes that come through.
    ///
    /// # Errors
    /// The collective that lanes may reach without others that they wait for; none if it takes too long.
    fn sweep(
        &mut self,
        open: &Open<'_, D::Value>,
        passage: &Passage,
        region: &Region,
        buffer: &mut Buffer,
    ) -> Result<u32, Option<Site>> {
        let &Open { warp, block: branch, lanes: mask, by: from, site, .. } = open;
        let program = self.program;
        let blocks = program.starts.len();
        // By block: the lanes that may reach it; and those whose parameters are set. The last is the stop.
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
        let mut ways_taken: Vec<Option<Decision<D::Value>>> = vec![None; blocks];
        ways_taken[branch as usize] = Some(Decision::new(mask, from.iter().copied()));
        let mut through = 0;
        for _ in 0..SWEEPS {
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
                    if let Step::Collective { .. } = &program.steps[pc] {
                        let of = |all: &Vec<usize>| all.iter().map(|&d| &ways_taken[d]).collect::<Vec<_>>();
                        let deciders = passage.meetings.get(&b).map(of);
                        self.meet(warp, pc, here, deciders.as_deref()).map_err(Some)?;
                        continue;
                    }
                    // Lanes on two sides do not reach a place together, whichever lane is on which side.
                    let group = if region.one_way { here } else { 0 };
                    // Only an assumption ends a run here, and in doubt it is none.
                    let _ = self.effect(warp, pc, Active { lanes: here, may: here, group }, buffer);
                }
                if !passage.meetings.is_empty() {
                    ways_taken[b] = match &program.steps[end] {
                        Step::Branch { cond: by, .. } | Step::Switch { value: by, .. } => {
                            Some(Decision::new(here, lanes(here).map(|lane| self.get(warp, *by, lane))))
                        }
                        Step::Choice { .. } => Some(Decision::new(here, std::iter::empty())),
                        _ => None,
                    };
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
                return Ok(through | state.reach[blocks]);
            }
        }
        Err(None)
    }

    /// A collective in a region. `deciders`: the ways that lanes take at the branches that decide who comes; none if that is
    /// not known.
    ///
    /// # Errors
    /// When lanes may wait for one who does not come: the collective.
    fn meet(
        &mut self,
        warp: usize,
        pc: usize,
        here: u32,
        deciders: Option<&[&Option<Decision<D::Value>>]>,
    ) -> Result<(), Site> {
        let (program, pc) = (self.program, pc);
        let Step::Collective { guard, mask, .. } = &program.steps[pc] else { return Ok(()) };
        let site = program.sites[pc];
        let on = self.guarded(warp, Active::sure(here), *guard);
        let together = |set: u32| {
            let Some(deciders) = deciders else { return false };
            deciders.iter().all(|d| d.as_ref().is_none_or(|decision| decision.is_one_for::<D>(set)))
        };
        let Some(mask) = *mask else {
            let all = on.may == 0 && on.lanes == self.living(warp);
            let sure = self.in_step() && all && together(on.lanes);
            self.perform(warp, on.lanes, pc as u32, sure);
            return Ok(());
        };
        if on.may != 0 {
            return Err(site);
        }
        let existing = self.existing(warp);
        let mut rest = on.lanes;
        while rest != 0 {
            let lane = rest.trailing_zeros();
            let given = |lane| D::get(self.get(warp, mask, lane)).map(|bits| bits as u32 & existing);
            let members = given(lane).filter(|m| m >> lane & 1 == 1 && m & !rest == 0).ok_or(site)?;
            if !lanes(members).all(|l| given(l) == Some(members)) || !together(members) {
                return Err(site);
            }
            self.perform(warp, members, pc as u32, true);
            rest &= !members;
        }
        Ok(())
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
                    let value = self.domain.merged(ways.site, to, &[old, new], ways.from.first());
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
}

/// What steps ask, and note, as they may be taken while a branch is stepped over.
impl<D: Domain> Machine<'_, D> {
    /// Is it uncertain whether what is done now happens?
    pub(crate) fn is_stepping_over(&self) -> bool {
        self.over.is_some()
    }

    /// Does what is done now stand for many such?
    pub(crate) fn is_repeated(&self) -> bool {
        self.over.as_ref().is_some_and(|over| over.cyclic)
    }

    /// Does a load from the object stand for many that may differ?
    pub(crate) fn blurs(&self, id: ObjectId) -> bool {
        self.over.as_ref().is_some_and(|over| over.cyclic && over.written.contains(&id))
    }

    /// A place became less known.
    pub(crate) fn note_change(&mut self) {
        if let Some(over) = &mut self.over {
            over.changed = true;
        }
    }

    /// A place in the object became less known. That is no change where all of it is forgotten in every sweep.
    pub(crate) fn note_change_in(&mut self, id: ObjectId) {
        if let Some(over) = &mut self.over {
            over.changed |= !over.forgotten.contains(&id);
        }
    }

    /// The object was written.
    pub(crate) fn note_write(&mut self, id: ObjectId) {
        if let Some(over) = &mut self.over {
            over.changed |= over.written.insert(id);
        }
    }

    /// All of the object became unknown.
    pub(crate) fn note_forgotten(&mut self, id: ObjectId) {
        self.note_write(id);
        if let Some(over) = &mut self.over {
            over.changed |= over.forgotten.insert(id);
        }
    }

    /// Is this reported of this instruction for the first time?
    pub(crate) fn first_time(&mut self, what: Once, site: Site) -> bool {
        let first = self.told.insert((what, site));
        if first && let Some(over) = &mut self.over {
            over.told.push((what, site));
        }
        first
    }
}

struct Ways<'a, V> {
    reach: &'a mut [u32],
    set: &'a mut [u32],
    stop: Option<usize>,
    site: Site,
    from: &'a [V],
}

/// The ways that lanes take at a branch.
#[derive(Clone, Debug)]
struct Decision<V> {
    /// Who reaches it.
    lanes: u32,
    /// What decides, by lane from the lowest one that comes; empty where nothing does.
    by: Vec<V>,
}

impl<V: Copy + Eq> Decision<V> {
    fn new(lanes: u32, by: impl Iterator<Item = V>) -> Self {
        Self { lanes, by: by.collect() }
    }

    /// Do the lanes of a set take the same way, whichever that is, or not come here at all?
    fn is_one_for<D: Domain<Value = V>>(&self, set: u32) -> bool {
        if set & self.lanes == 0 || set.count_ones() == 1 {
            return true;
        }
        let mut by =
            lanes(self.lanes).zip(&self.by).filter(|(lane, _)| set >> lane & 1 == 1).map(|(_, by)| *by);
        let Some(first) = by.next() else { return false };
        set & !self.lanes == 0 && D::is_one(first) && by.all(|other| other == first)
    }
}
