//! A monitor that sees races while CTAs run.
//!
//! It keeps, for each byte, who accessed it in the present *interval*: a barrier of all threads that orders the byte's space begins a new one. Two
//! accesses of one interval by different threads race unless something within their warp orders them (a wait for its lanes; in lock-step, another
//! instruction of lanes that continue together), both read, both are atomic on the same bytes, or both write one value: that is a *benign* race. Between CTAs nothing
//! orders anything. So a race is seen whatever the schedule, as long as the schedule does not change what threads do.
//!
//! It shares nothing with the methods that prove kernels free of races: it judges them (`crates/raddle/examples/hunt`).

use crate::launches::objects::SHARED;
use crate::states::barrier::How;
use crate::values::domain::{ObjectId, Site, ValueId};
use crate::watching::monitor::{
    AccessKind, BarrierEvent, Issue, Monitor, Target, WarpAccess, WarpSyncEvent, lanes,
};
use raddle_ir::{FenceFlags, Function, InstKind, Scope, Space};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// This many threads are kept for a byte: one more than a warp has, so that one of them is of another warp.
const KEPT: usize = 33;

/// Two accesses that race: the instructions, the smaller one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    /// The one.
    pub first: Site,
    /// The other.
    pub second: Site,
    /// Are the threads of different CTAs?
    pub between_ctas: bool,
    /// Do both write one value?
    pub benign: bool,
}

/// Where a pair was seen first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The CTAs and the linear numbers of the threads, in the order of the run.
    pub threads: [(u32, u32); 2],
    /// The object.
    pub object: ObjectId,
    /// A byte that both access.
    pub byte: u64,
}

/// What one thread did with a byte in the present interval. What it did last stands for what it did before.
#[derive(Clone, Copy, Debug)]
struct Done {
    cta: u32,
    thread: u32,
    /// By the thread's own clock.
    time: u32,
    site: Site,
    /// How far it is atomic, and where the access begins and how long it is.
    atomic: Option<(Scope, u64, u32)>,
    /// What was written; nothing where several values were, or one without an identity.
    value: Option<(ValueId, u64, u32)>,
}

/// Who did what with a byte since the last barrier, or, between CTAs, since the start.
#[derive(Clone, Debug, Default)]
struct Byte {
    interval: u32,
    reads: SmallVec<[Done; 1]>,
    writes: SmallVec<[Done; 1]>,
}

/// The order within a warp: for each lane, up to which time it is ordered after each of the others.
#[derive(Clone, Debug)]
struct Clocks {
    known: Vec<[u32; 32]>,
    /// Lanes that wait for each other, by their mask: those that have come.
    coming: BTreeMap<u32, u32>,
    /// Lanes that have ended, or that there are not: no other one waits for them.
    ended: u32,
}

impl Clocks {
    fn new() -> Self {
        let mut known = vec![[0; 32]; 32];
        for (lane, row) in known.iter_mut().enumerate() {
            row[lane] = 1;
        }
        Self { known, coming: BTreeMap::new(), ended: 0 }
    }

    /// The lanes of a mask that wait for each other meet, if all have come that have not ended.
    fn complete(&mut self, mask: u32) {
        let come = self.coming.get(&mask).copied().unwrap_or(0);
        if come != 0 && mask & !self.ended & !come == 0 {
            self.coming.remove(&mask);
            self.meet(come);
        }
    }

    /// What these lanes did comes before what they will do.
    fn meet(&mut self, mask: u32) {
        let mut all = [0; 32];
        for lane in lanes(mask) {
            for (most, &time) in all.iter_mut().zip(&self.known[lane as usize]) {
                *most = time.max(*most);
            }
        }
        for lane in lanes(mask) {
            self.known[lane as usize] = all;
            self.known[lane as usize][lane as usize] += 1;
        }
    }
}

/// Sees races. See the [module](self).
#[derive(Clone, Debug)]
pub struct Races {
    fences: FxHashMap<Site, FenceFlags>,
    warp_size: u32,
    in_step: bool,
    cta: u32,
    /// By thread: the number of barriers passed that order shared memory, and global memory.
    passed: Vec<[u32; 2]>,
    warps: Vec<Clocks>,
    here: FxHashMap<(ObjectId, u64), Byte>,
    everywhere: FxHashMap<(ObjectId, u64), Byte>,
    /// The races.
    pub found: BTreeMap<Pair, Seen>,
    /// What was wrong or unknown, in the order of the run.
    pub issues: Vec<Issue>,
    /// How many accesses were left out, as their place is unknown or they may not happen.
    pub unsure: u64,
    /// A barrier of some threads only, or one at which threads do not wait: intervals do not say what it orders.
    pub partial_barrier: bool,
}

impl Races {
    /// A monitor for the CTAs of a launch with this many threads, whose warps go in lock-step or do not.
    #[must_use]
    pub fn new(function: &Function, threads: u32, warp_size: u32, in_step: bool) -> Self {
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let fence = |&inst| match &function.insts[inst].kind {
            InstKind::Barrier(barrier) => {
                Some((Site { inst: Some(inst), loc: function.insts[inst].loc }, barrier.fence))
            }
            _ => None,
        };
        Self {
            fences: insts.filter_map(fence).collect(),
            warp_size,
            in_step,
            cta: 0,
            passed: vec![[0; 2]; threads as usize],
            warps: Vec::new(),
            here: FxHashMap::default(),
            everywhere: FxHashMap::default(),
            found: BTreeMap::new(),
            issues: Vec::new(),
            unsure: 0,
            partial_barrier: false,
        }
    }

    /// The CTA with this number runs next.
    pub fn begin(&mut self, cta: u32) {
        self.cta = cta;
        self.passed.fill([0; 2]);
        self.warps.clear();
        self.here.clear();
    }

    fn clocks(&mut self, warp: u32) -> &mut Clocks {
        let warp = warp as usize;
        if self.warps.len() <= warp {
            self.warps.resize(warp + 1, Clocks::new());
        }
        &mut self.warps[warp]
    }

    fn note(&mut self, before: &Done, now: &Done, between_ctas: bool, object: ObjectId, byte: u64) {
        let benign = before.value.is_some() && before.value == now.value;
        let (first, second) = (before.site.min(now.site), before.site.max(now.site));
        let threads = [(before.cta, before.thread), (now.cta, now.thread)];
        let pair = Pair { first, second, between_ctas, benign };
        self.found.entry(pair).or_insert(Seen { threads, object, byte });
    }

    /// An access to one byte.
    fn touch(&mut self, object: ObjectId, byte: u64, interval: u32, now: Done, writes: bool) {
        let (warps, warp_size) = (&self.warps, self.warp_size);
        let mut racing: SmallVec<[(Done, bool); 2]> = SmallVec::new();
        let here = self.here.entry((object, byte)).or_default();
        if here.interval != interval {
            *here = Byte { interval, ..Byte::default() };
        }
        racing.extend(here.meeting(writes).filter_map(|before| {
            let apart = before.thread != now.thread && !in_order(warps, warp_size, before, &now);
            (apart && !both_atomic(before, &now, Scope::Cta)).then_some((*before, false))
        }));
        keep(here.of(writes), now, |a, b| a.thread == b.thread);
        if object != SHARED {
            let all = self.everywhere.entry((object, byte)).or_default();
            racing.extend(all.meeting(writes).filter_map(|before| {
                let apart = before.cta != now.cta && !both_atomic(before, &now, Scope::Gpu);
                apart.then_some((*before, true))
            }));
            keep(all.of(writes), now, |a, b| a.cta == b.cta);
        }
        for (before, between_ctas) in racing {
            self.note(&before, &now, between_ctas, object, byte);
        }
    }
}

impl Byte {
    /// What a read, or a write, may race with.
    fn meeting(&self, writes: bool) -> impl Iterator<Item = &Done> {
        self.writes.iter().chain(self.reads.iter().filter(move |_| writes))
    }

    fn of(&mut self, writes: bool) -> &mut SmallVec<[Done; 1]> {
        if writes { &mut self.writes } else { &mut self.reads }
    }
}

/// Is one ordered before the other by something within their warp?
fn in_order(warps: &[Clocks], warp_size: u32, before: &Done, now: &Done) -> bool {
    let warp = now.thread / warp_size;
    let [from, to] = [before, now].map(|done| (done.thread % warp_size) as usize);
    let clocks = warps.get(warp as usize).filter(|_| before.thread / warp_size == warp);
    clocks.is_some_and(|clocks| clocks.known[to][from] >= before.time)
}

/// Are both atomic, far enough, and on the same bytes?
fn both_atomic(a: &Done, b: &Done, needed: Scope) -> bool {
    match (a.atomic, b.atomic) {
        (Some((s, i, m)), Some((t, j, n))) => s >= needed && t >= needed && (i, m) == (j, n),
        _ => false,
    }
}

/// Adds what was done, replacing what the same thread did before.
fn keep(all: &mut SmallVec<[Done; 1]>, mut now: Done, same: impl Fn(&Done, &Done) -> bool) {
    let Some(before) = all.iter_mut().find(|before| same(before, &now)) else {
        if all.len() < KEPT {
            all.push(now);
        }
        return;
    };
    now.value = now.value.filter(|_| before.value == now.value);
    now.atomic = now.atomic.filter(|_| before.atomic.is_some());
    *before = now;
}

impl Monitor for Races {
    fn access(&mut self, a: &WarpAccess<'_>) {
        let global = usize::from(a.space != Space::Shared);
        let is_atomic = a.access.is_strong() || matches!(a.kind, AccessKind::Atomic(_));
        for lane in lanes(a.lanes) {
            let Target::At(object, start) = a.targets[lane as usize] else {
                self.unsure += 1;
                continue;
            };
            if a.may >> lane & 1 == 1 {
                self.unsure += 1;
                continue;
            }
            let thread = a.first_thread + lane;
            let time = self.clocks(a.warp).known[lane as usize][lane as usize];
            let value = a.values.get(lane as usize).copied().flatten();
            let done = Done {
                cta: self.cta,
                thread,
                time,
                site: a.site,
                atomic: is_atomic.then_some((a.access.scope, start, a.size)),
                value: value.map(|value| (value, start, a.size)),
            };
            let interval = self.passed[thread as usize][global];
            for byte in start..start + u64::from(a.size) {
                self.touch(object, byte, interval, done, a.kind != AccessKind::Read);
            }
        }
        if self.in_step {
            self.clocks(a.warp).meet(a.group);
        }
    }

    fn barrier(&mut self, event: &BarrierEvent) {
        let fence = self.fences.get(&event.site).copied().unwrap_or(FenceFlags::BOTH);
        self.partial_barrier |= event.explicit || event.how == How::Arrive || event.id != 0;
        for lane in lanes(event.lanes) {
            let [shared, global] = &mut self.passed[(event.first_thread + lane) as usize];
            *shared += u32::from(fence.shared);
            *global += u32::from(fence.global);
        }
    }

    fn warp_sync(&mut self, event: &WarpSyncEvent) {
        if !event.memory {
            return;
        }
        let clocks = self.clocks(event.warp);
        clocks.ended |= !event.existing;
        *clocks.coming.entry(event.mask).or_default() |= event.lanes;
        clocks.complete(event.mask);
    }

    fn exit(&mut self, warp: u32, _first_thread: u32, lanes: u32) {
        let clocks = self.clocks(warp);
        clocks.ended |= lanes;
        let masks: Vec<u32> = clocks.coming.keys().copied().collect();
        masks.into_iter().for_each(|mask| clocks.complete(mask));
    }

    fn together(&mut self, warp: u32, lanes: u32) {
        if self.in_step {
            self.clocks(warp).meet(lanes);
        }
    }

    fn issue(&mut self, issue: Issue) {
        self.issues.push(issue);
    }

    fn wants_values(&self) -> bool {
        true
    }

    fn footprint(&self) -> u64 {
        (self.here.len() + self.everywhere.len()) as u64 * 400
    }
}
