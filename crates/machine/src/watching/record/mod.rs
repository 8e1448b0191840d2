//! A run recorded warp by warp.
//!
//! A [`Recorder`] keeps an [`Event`] of 80 bytes for each thread. A kernel with a loop makes tens of millions of
//! them, and nearly all are the same: a warp reaches one instruction again and again, and its lanes go to places at one
//! distance from each other. Here an event of a warp takes eight bytes, an [`Entry`]: which lanes, and the number of what
//! they did. What they did is interned: the access of a warp (a [`Footprint`]), its registration at one generation of a
//! barrier, or its wait for lanes, together with the lanes that executed the instruction (an [`Act`]). So a loop's
//! thousandth iteration costs a lookup, in time and in memory.
//!
//! # Invariants
//!
//! - Expanded by thread ([`WarpRecorder::expand`]), the record equals a [`Recorder`]'s, event by event.
//! - Equal acts have equal numbers, and numbers are given in the order of the run.
//! - A footprint holds for any of its warps: its warp and its lanes stand in the entry.

use crate::states::barrier::How;
use crate::values::domain::Site;
use crate::values::intern::Interner;
use crate::watching::meetings::Meetings;
use crate::watching::monitor::{
    BarrierEvent, Event, Issue, Monitor, Recorder, Target, WarpAccess, WarpSyncEvent, lanes,
};
use footprint::hash_of_table;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

pub use footprint::{Footprint, Targets, Values};

mod footprint;

/// An event of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The lanes whose event it is.
    pub lanes: u32,
    /// What they did: the number of an [`Act`].
    pub what: u32,
}

/// What lanes did, and which lanes executed it with them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// What they did.
    pub what: What,
    /// The lanes that executed the instruction together, before its guard.
    pub group: u32,
}

/// What lanes did, by its number in one of the tables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// A [`Footprint`].
    Access(u32),
    /// A [`Registration`].
    Barrier(u32),
    /// A [`Wait`].
    WarpSync(u32),
}

/// A registration at a generation of a named barrier: everything recorded of it but which warp and lanes make it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Registration {
    /// The instruction.
    pub site: Site,
    /// `sync` or `arrive`.
    pub how: How,
    /// The barrier.
    pub id: u32,
    /// How many threads the generation expects.
    pub count: u32,
    /// Does the instruction give the count?
    pub explicit: bool,
    /// The generation in this run, counted from 1.
    pub generation: u32,
    /// The lane that counts for those that the last warp lacks, and for how many besides itself.
    pub extra: (u32, u32),
}

/// A wait of lanes of a warp for each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wait {
    /// The instruction.
    pub site: Site,
    /// All that take part.
    pub mask: u32,
    /// Does it order memory accesses?
    pub memory: bool,
    /// Does it wait for lanes of the mask that have ended?
    pub ended: bool,
}

impl Registration {
    /// By how much a lane raises the count.
    #[must_use]
    pub fn weight(&self, lane: u32) -> u32 {
        if lane == self.extra.0 { 1 + self.extra.1 } else { 1 }
    }

    /// The event of a lane that takes part.
    #[must_use]
    pub fn event(&self, lane: u32) -> Event {
        let Self { site, how, id, count, generation, .. } = *self;
        Event::Barrier { how, id, count, weight: self.weight(lane), generation, site }
    }
}

/// Keeps the events of a run by warp.
#[derive(Clone, Debug)]
pub struct WarpRecorder {
    warp_size: u32,
    warps: Vec<Vec<Entry>>,
    meetings: Vec<Meetings>,
    acts: Interner<Act>,
    footprints: Interner<Footprint>,
    registrations: Interner<Registration>,
    waits: Interner<Wait>,
    /// Has the thread returned, by its linear number?
    pub exited: Vec<bool>,
    /// What was wrong or unknown, in the order of the run.
    pub issues: Vec<Issue>,
    values: bool,
    /// Bytes in the tables of footprints.
    heap: usize,
}

impl WarpRecorder {
    /// A recorder for a CTA of this many threads, in warps of this many (at least 1). `values`: are the identities of
    /// written values asked for? They cost time and memory.
    #[must_use]
    pub fn new(threads: u32, warp_size: u32, values: bool) -> Self {
        let warp_size = warp_size.max(1);
        Self {
            warp_size,
            warps: vec![Vec::new(); threads.div_ceil(warp_size) as usize],
            meetings: vec![Meetings::default(); threads.div_ceil(warp_size) as usize],
            acts: Interner::default(),
            footprints: Interner::default(),
            registrations: Interner::default(),
            waits: Interner::default(),
            exited: vec![false; threads as usize],
            issues: Vec::new(),
            values,
            heap: 0,
        }
    }

    /// How many threads a warp has.
    #[must_use]
    pub fn warp_size(&self) -> u32 {
        self.warp_size
    }

    /// How many threads the CTA has.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.exited.len() as u32
    }

    /// The events of each warp, in the order of the run: for each of its threads, in program order.
    #[must_use]
    pub fn warps(&self) -> &[Vec<Entry>] {
        &self.warps
    }

    /// In lock-step: where lanes of a warp were together so that it makes a difference, in order. Each is the number of the entry that it
    /// precedes, and the lanes.
    #[must_use]
    pub fn meetings(&self, warp: u32) -> &[(usize, u32)] {
        self.meetings.get(warp as usize).map_or(&[], |meetings| &meetings.all)
    }

    /// What happened, by number: an [`Entry::what`] is an index.
    #[must_use]
    pub fn acts(&self) -> &[Act] {
        &self.acts.all
    }

    /// The distinct accesses, by number.
    #[must_use]
    pub fn footprints(&self) -> &[Footprint] {
        &self.footprints.all
    }

    /// The distinct registrations, by number.
    #[must_use]
    pub fn registrations(&self) -> &[Registration] {
        &self.registrations.all
    }

    /// The distinct waits, by number.
    #[must_use]
    pub fn waits(&self) -> &[Wait] {
        &self.waits.all
    }

    /// What an entry stands for.
    #[must_use]
    pub fn act(&self, entry: Entry) -> Act {
        self.acts.all[entry.what as usize]
    }

    /// The event of a lane that an entry stands for.
    #[must_use]
    pub fn event(&self, entry: Entry, lane: u32) -> Event {
        self.event_of(self.act(entry).what, lane)
    }

    fn event_of(&self, what: What, lane: u32) -> Event {
        match what {
            What::Access(n) => self.footprints.all[n as usize].event(lane),
            What::Barrier(n) => self.registrations.all[n as usize].event(lane),
            What::WarpSync(n) => {
                let Wait { site, mask, memory, .. } = self.waits.all[n as usize];
                Event::WarpSync { mask, memory, site }
            }
        }
    }

    /// The entries of a thread, in program order.
    pub fn thread_entries(&self, thread: u32) -> impl Iterator<Item = Entry> + '_ {
        let (warp, lane) = (thread / self.warp_size, thread % self.warp_size);
        let entries = self.warps.get(warp as usize).map_or(&[][..], Vec::as_slice);
        entries.iter().copied().filter(move |entry| entry.lanes >> lane & 1 == 1)
    }

    /// The events of a thread, in program order: as a [`Recorder`] keeps them.
    pub fn thread_events(&self, thread: u32) -> impl Iterator<Item = Event> + '_ {
        let lane = thread % self.warp_size;
        self.thread_entries(thread).map(move |entry| self.event(entry, lane))
    }

    /// How many events a thread has.
    #[must_use]
    pub fn thread_len(&self, thread: u32) -> usize {
        self.thread_entries(thread).count()
    }

    /// Each distinct event once, as one of its threads sees it: for what depends only on which instruction and which object. Where lanes
    /// access several objects, there is one for each.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.acts.all.iter().flat_map(move |act| {
            let lanes = match act.what {
                What::Access(n) => match &self.footprints.all[n as usize].targets {
                    Targets::Table(mask, _) => *mask,
                    Targets::Affine { .. } | Targets::Same(_) => 1,
                },
                What::Barrier(_) | What::WarpSync(_) => 1,
            };
            let what = act.what;
            crate::watching::monitor::lanes(lanes).map(move |lane| self.event_of(what, lane))
        })
    }

    /// An instruction by which a thread certainly makes an access that is [misaligned](Footprint::is_misaligned).
    #[must_use]
    pub fn misaligned(&self) -> Option<Site> {
        let lanes_off = |footprint: &Footprint| {
            let off = lanes(!footprint.may).filter(|&lane| footprint.is_misaligned(lane));
            off.fold(0_u32, |mask, lane| mask | 1 << lane)
        };
        let all = self.footprints.all.iter().map(lanes_off).enumerate();
        let off: Vec<(usize, u32)> = all.filter(|(_, lanes)| *lanes != 0).collect();
        if off.is_empty() {
            return None;
        }
        // A footprint says where lanes would access that take no part.
        let makers = self.makers();
        let is_made =
            |&&(n, lanes): &&(usize, u32)| makers[n].iter().any(|(_, of_warp)| of_warp & lanes != 0);
        off.iter().find(is_made).map(|&(n, _)| self.footprints.all[n].site)
    }

    /// By footprint: the warps that made it, in order, each with those of its lanes that made it at least once.
    #[must_use]
    pub fn makers(&self) -> Vec<Vec<(u32, u32)>> {
        let mut makers: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.footprints.all.len()];
        for (entries, warp) in self.warps.iter().zip(0..) {
            for &entry in entries {
                let What::Access(n) = self.act(entry).what else { continue };
                match makers[n as usize].last_mut() {
                    Some((last, lanes)) if *last == warp => *lanes |= entry.lanes,
                    _ => makers[n as usize].push((warp, entry.lanes)),
                }
            }
        }
        makers
    }

    /// How many events there are, those of each thread counted.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.warps.iter().flatten().map(|entry| u64::from(entry.lanes.count_ones())).sum()
    }

    /// Was there no event?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.warps.iter().all(Vec::is_empty)
    }

    /// The same, thread by thread.
    #[must_use]
    pub fn expand(&self) -> Recorder {
        Recorder {
            threads: (0..self.threads()).map(|thread| self.thread_events(thread).collect()).collect(),
            exited: self.exited.clone(),
            issues: self.issues.clone(),
        }
    }

    fn push(&mut self, warp: u32, lanes: u32, group: u32, what: What) {
        let what = self.acts.number(Act { what, group });
        if let Some(entries) = self.warps.get_mut(warp as usize) {
            entries.push(Entry { lanes, what });
        }
    }
}

impl Monitor for WarpRecorder {
    fn access(&mut self, a: &WarpAccess<'_>) {
        let values = if a.values.is_empty() { Values::None } else { Values::new(a.lanes, a.values) };
        let footprint = |targets, values| Footprint {
            site: a.site,
            kind: a.kind,
            access: a.access,
            space: a.space,
            size: a.size,
            may: a.may,
            targets,
            values,
        };
        let n = match Targets::simple(a.lanes, a.targets) {
            Some(targets) => {
                let heap = values.heap();
                let known = self.footprints.all.len();
                let n = self.footprints.number(footprint(targets, values));
                self.heap += if self.footprints.all.len() > known { heap } else { 0 };
                n
            }
            // A table is made only when it is new.
            None => {
                let there = || lanes(a.lanes).map(|lane| a.targets[lane as usize]);
                let mut hasher = FxHasher::default();
                hasher.write_usize(hash_of_table(a.site, a.lanes, there()));
                values.hash(&mut hasher);
                let like = footprint(Targets::Same(Target::Unknown), Values::None);
                let (n, place) = self.footprints.find(hasher.finish() as usize, |known| {
                    let Targets::Table(mask, all) = &known.targets else { return false };
                    *mask == a.lanes
                        && known.values == values
                        && known.is_alike(&like)
                        && all.iter().copied().eq(there())
                });
                if let Some(at) = place {
                    let targets = Targets::table(a.lanes, a.targets);
                    self.heap += targets.heap() + values.heap();
                    self.footprints.add(at, footprint(targets, values));
                }
                n
            }
        };
        self.push(a.warp, a.lanes, a.group, What::Access(n));
        if let Some(meetings) = self.meetings.get_mut(a.warp as usize) {
            meetings.access(a.lanes, a.group);
        }
    }

    fn barrier(&mut self, b: &BarrierEvent) {
        let n = self.registrations.number(Registration {
            site: b.site,
            how: b.how,
            id: b.id,
            count: b.count,
            explicit: b.explicit,
            generation: b.generation,
            extra: b.extra,
        });
        self.push(b.warp, b.lanes, b.group, What::Barrier(n));
    }

    fn warp_sync(&mut self, w: &WarpSyncEvent) {
        let n = self.waits.number(Wait { site: w.site, mask: w.mask, memory: w.memory, ended: w.ended });
        self.push(w.warp, w.lanes, w.group, What::WarpSync(n));
    }

    fn together(&mut self, warp: u32, lanes: u32) {
        let before = self.warps.get(warp as usize).map_or(0, Vec::len);
        if let Some(meetings) = self.meetings.get_mut(warp as usize) {
            meetings.meet(before, lanes);
        }
    }

    fn exit(&mut self, _warp: u32, first_thread: u32, mask: u32) {
        for lane in lanes(mask) {
            if let Some(exited) = self.exited.get_mut((first_thread + lane) as usize) {
                *exited = true;
            }
        }
    }

    fn issue(&mut self, issue: Issue) {
        self.issues.push(issue);
    }

    fn wants_values(&self) -> bool {
        self.values
    }

    fn footprint(&self) -> u64 {
        let entries: usize = self.warps.iter().map(|w| w.capacity() * size_of::<Entry>()).sum();
        let meetings: usize =
            self.meetings.iter().map(|m| m.all.capacity() * size_of::<(usize, u32)>()).sum();
        let tables = self.acts.footprint()
            + self.footprints.footprint()
            + self.registrations.footprint()
            + self.waits.footprint();
        (entries + meetings + tables + self.heap + self.issues.len() * size_of::<Issue>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_one_number() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for n in 0..1000u64 {
                assert_eq!(interner.number(n * n), n as u32, "round {round}");
            }
        }
        assert_eq!(interner.all.len(), 1000);
    }
}
