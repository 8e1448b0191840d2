//! A run recorded warp by warp.
//!
//! A [`Recorder`] keeps an [`Event`] of 80 bytes for each thread. A kernel with a loop makes tens of millions of
//! them, and nearly all are the same: a warp comes to one instruction again and again, and its lanes go to places at one
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

use crate::barrier::How;
use crate::domain::{ObjectId, Site, ValueId};
use crate::intern::{Interner, hash_of};
use crate::monitor::{
    AccessKind, BarrierEvent, Event, Issue, Monitor, Recorder, Target, WarpAccess, WarpSyncEvent, lanes,
};
use raddle_ir::{Access, Space};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// An event of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The lanes whose event it is.
    pub lanes: u32,
    /// What they did: the number of an [`Act`].
    pub what: u32,
}

/// What lanes did, and who executed it with them.
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

/// Where the lanes of a warp access.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Targets {
    /// All in one object, at equal distances: lane `l` at byte `start + stride * l`, modulo two to the 64. Of a single
    /// lane, or of lanes at one place, the stride is 0.
    Affine {
        /// The object.
        object: ObjectId,
        /// Where lane 0 accesses, or would.
        start: u64,
        /// From lane to lane, in bytes.
        stride: i64,
    },
    /// All the same, and not a known place.
    Same(Target),
    /// One by one, for the lanes of the mask in order.
    Table(u32, Box<[Target]>),
}

/// What the lanes of a warp write.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// Nothing, or nothing that has an identity.
    None,
    /// All the same.
    Same(ValueId),
    /// One by one, for the lanes of the mask in order.
    Table(u32, Box<[Option<ValueId>]>),
}

/// The access of a warp: all that is told of it but which warp and lanes make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// The instruction.
    pub site: Site,
    /// What it does.
    pub kind: AccessKind,
    /// Volatility, order and scope, as declared.
    pub access: Access,
    /// The space: shared or global; generic where the target is unknown.
    pub space: Space,
    /// How many bytes each lane accesses.
    pub size: u32,
    /// The lanes of which it is not sure.
    pub may: u32,
    /// Where to.
    pub targets: Targets,
    /// What is written.
    pub values: Values,
}

/// By what tells footprints apart; the rest follows from the instruction, mostly.
impl Hash for Footprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(match &self.targets {
            Targets::Table(mask, all) => hash_of_table(self.site, *mask, all.iter().copied()),
            other => hash_of(&(self.site, other)),
        });
        self.values.hash(state);
    }
}

/// A mixture of the places of a table.
fn hash_of_table(site: Site, mask: u32, targets: impl Iterator<Item = Target>) -> usize {
    let mut sum = u64::from(mask);
    for target in targets {
        let place = match target {
            Target::At(object, at) => at ^ u64::from(object.0) << 48,
            Target::Within(object) => !u64::from(object.0),
            Target::Near { group, offset, .. } => u64::from(offset as u32) | u64::from(!group) << 32,
            Target::Unknown => u64::MAX,
        };
        sum = (sum.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash_of(&(site, sum))
}

/// A registration at a generation of a named barrier: all that is told of it but which warp and lanes make it.
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
}

/// The place of a lane in the table of a mask.
fn rank(mask: u32, lane: u32) -> Option<usize> {
    (mask >> lane & 1 == 1).then(|| (mask & ((1 << lane) - 1)).count_ones() as usize)
}

impl Targets {
    /// The compact form of the targets of some lanes; none where that is a table.
    fn simple(mask: u32, by_lane: &[Target]) -> Option<Self> {
        let mut all = lanes(mask);
        let Some(one) = all.next() else { return Some(Self::Same(Target::Unknown)) };
        let Target::At(object, first) = by_lane[one as usize] else {
            let target = by_lane[one as usize];
            return all.all(|lane| by_lane[lane as usize] == target).then_some(Self::Same(target));
        };
        let stride = match all.next() {
            None => 0,
            Some(two) => {
                let Target::At(_, second) = by_lane[two as usize] else { return None };
                let (gap, distance) = (second.wrapping_sub(first) as i64, i64::from(two - one));
                if gap % distance != 0 {
                    return None;
                }
                gap / distance
            }
        };
        let start = first.wrapping_sub((stride as u64).wrapping_mul(u64::from(one)));
        let there = |lane: u32| start.wrapping_add((stride as u64).wrapping_mul(u64::from(lane)));
        let affine = lanes(mask).all(|lane| by_lane[lane as usize] == Target::At(object, there(lane)));
        affine.then_some(Self::Affine { object, start, stride })
    }

    fn table(mask: u32, by_lane: &[Target]) -> Self {
        Self::Table(mask, lanes(mask).map(|lane| by_lane[lane as usize]).collect())
    }

    #[cfg(test)]
    fn new(mask: u32, by_lane: &[Target]) -> Self {
        Self::simple(mask, by_lane).unwrap_or_else(|| Self::table(mask, by_lane))
    }

    /// Where a lane that takes part accesses.
    #[must_use]
    pub fn get(&self, lane: u32) -> Target {
        match self {
            Self::Affine { object, start, stride } => {
                let by = (*stride as u64).wrapping_mul(u64::from(lane));
                Target::At(*object, start.wrapping_add(by))
            }
            Self::Same(target) => *target,
            Self::Table(mask, all) => {
                rank(*mask, lane).and_then(|n| all.get(n)).copied().unwrap_or(Target::Unknown)
            }
        }
    }

    /// Bytes on the heap.
    fn heap(&self) -> usize {
        match self {
            Self::Table(_, all) => size_of_val(&all[..]),
            _ => 0,
        }
    }
}

impl Values {
    fn new(mask: u32, by_lane: &[Option<ValueId>]) -> Self {
        let get = |lane: u32| by_lane.get(lane as usize).copied().flatten();
        let Some(one) = lanes(mask).next() else { return Self::None };
        let first = get(one);
        if lanes(mask).all(|lane| get(lane) == first) {
            return first.map_or(Self::None, Self::Same);
        }
        Self::Table(mask, lanes(mask).map(get).collect())
    }

    /// What a lane that takes part writes, where it has an identity.
    #[must_use]
    pub fn get(&self, lane: u32) -> Option<ValueId> {
        match self {
            Self::None => None,
            Self::Same(id) => Some(*id),
            Self::Table(mask, all) => rank(*mask, lane).and_then(|n| all.get(n)).copied().flatten(),
        }
    }

    fn heap(&self) -> usize {
        match self {
            Self::Table(_, all) => size_of_val(&all[..]),
            _ => 0,
        }
    }
}

impl Footprint {
    /// Are they equal but for targets and values?
    fn is_alike(&self, other: &Self) -> bool {
        let rest = |f: &Self| (f.site, f.kind, f.access, f.space, f.size, f.may);
        rest(self) == rest(other)
    }

    /// Where a lane that takes part accesses.
    #[must_use]
    pub fn target(&self, lane: u32) -> Target {
        self.targets.get(lane)
    }

    /// What a lane that takes part writes, where it has an identity.
    #[must_use]
    pub fn value(&self, lane: u32) -> Option<ValueId> {
        self.values.get(lane)
    }

    /// The event of a lane that takes part.
    #[must_use]
    pub fn event(&self, lane: u32) -> Event {
        Event::Access {
            space: self.space,
            target: self.target(lane),
            size: self.size,
            kind: self.kind,
            access: self.access,
            value: self.value(lane),
            may: self.may >> lane & 1 == 1,
            site: self.site,
        }
    }
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
                let Wait { site, mask, memory } = self.waits.all[n as usize];
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

    /// Each distinct event once, as one of its threads sees it: for what does not depend on who and where, but on
    /// which instruction and which object. Where lanes access several objects, each comes.
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
            crate::monitor::lanes(lanes).map(move |lane| self.event_of(what, lane))
        })
    }

    /// By footprint: who made it, as warps in order and those of their lanes that made it at least once.
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
        let n = self.waits.number(Wait { site: w.site, mask: w.mask, memory: w.memory });
        self.push(w.warp, w.lanes, w.group, What::WarpSync(n));
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
        let tables = self.acts.footprint()
            + self.footprints.footprint()
            + self.registrations.footprint()
            + self.waits.footprint();
        (entries + tables + self.heap + self.issues.len() * size_of::<Issue>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_come_back_as_they_were() {
        let at = |n: u64| Target::At(ObjectId(7), n);
        let even: Vec<Target> = (0..32).map(|l| at(100 + 4 * l)).collect();
        let down: Vec<Target> = (0..32).map(|l| at(1000 - 8 * l)).collect();
        let mut mixed = even.clone();
        mixed[3] = Target::Within(ObjectId(7));
        let mut odd = even.clone();
        odd[2] = at(109);
        let unknown = vec![Target::Unknown; 32];
        let mut other = even.clone();
        other[1] = Target::At(ObjectId(8), 104);
        for (all, affine) in
            [(&even, true), (&down, true), (&mixed, false), (&odd, false), (&unknown, false), (&other, false)]
        {
            for mask in [u32::MAX, 1, 8, 0x8000_0000, 0b1011, 0xf0f0, 0b110] {
                let targets = Targets::new(mask, all);
                for lane in lanes(mask) {
                    assert_eq!(targets.get(lane), all[lane as usize], "{mask:#x}");
                }
                if affine {
                    assert_eq!(targets.heap(), 0, "{mask:#x}: {targets:?}");
                }
            }
        }
        assert_eq!(Targets::new(!0, &down), Targets::Affine { object: ObjectId(7), start: 1000, stride: -8 });
        assert_eq!(Targets::new(8, &down), Targets::Affine { object: ObjectId(7), start: 976, stride: 0 });
    }

    #[test]
    fn values_come_back_as_they_were() {
        let ids: Vec<Option<ValueId>> = (0..32).map(|l| (l % 3 != 0).then_some(ValueId(l / 2))).collect();
        for mask in [u32::MAX, 1, 2, 0b1010, 0b110] {
            let values = Values::new(mask, &ids);
            assert!(lanes(mask).all(|lane| values.get(lane) == ids[lane as usize]), "{mask:#x}");
        }
        assert_eq!(Values::new(2, &ids), Values::Same(ValueId(0)));
        assert_eq!(Values::new(1, &ids), Values::None);
    }

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
