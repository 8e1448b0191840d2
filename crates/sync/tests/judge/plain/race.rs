//! Data races inside a CTA: definition 8 of paper 001, on a well-synchronised CTA.
//!
//! Two accesses of different threads race iff they conflict ([`Access::conflicts`]) and neither is
//! `R`-before the other. `R` is exact (lemma 1), so the set of races is too.
//!
//! Between threads `R` sees an access only through its [`Interval`]. So accesses that agree in
//! thread, interval and everything else but their place in the program are one (a *merged* access). Merged
//! accesses are sorted by place in memory and cut into groups that share no byte. Within a group,
//! those of one thread are sorted by interval, and for one access x the accesses of another thread fall into three
//! runs: those before x, those unordered with x, those after x, because what a thread knows and what is
//! known of it only grows. Two binary searches find the middle one. So the cost is
//! O(A log A + Σ over groups of writes × threads × log) and one step for each race found, instead of one
//! test for each pair.

use super::generation::{NodeId, Passage};
use super::happens_before::{HappensBefore, Interval};
use super::trace::Trace;
use raddle_sync::program::{Access, Command, Cta, How, Point, Scope, Site, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::ControlFlow;

/// Which way a race is bad. Worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A race that takes place in every launch like this one.
    Harmful,
    /// As harmful, but it is not known whether both accesses take place.
    Possible,
    /// Both write the same value: it does not matter who is last.
    Benign,
}

/// One of the two accesses of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The command.
    pub at: Point,
    /// What it accesses.
    pub access: Access,
    /// The dynamic barrier that the thread passed last before the access, and with which command.
    /// `None`: no barrier before.
    pub passed: Option<(NodeId, Point)>,
    /// The dynamic barrier at which the thread registers next, and with which command. `None`: the
    /// access is after its last.
    pub registers: Option<(NodeId, Point)>,
}

/// The races between two source sites that are of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// How bad.
    pub class: Class,
    /// The first such race: the access of the site with the smaller number, …
    pub first: Side,
    /// … and the other.
    pub second: Side,
    /// How many pairs of merged accesses race so.
    pub count: u64,
}

impl Race {
    /// Whether the two threads passed the same dynamic barrier last: one phase, and not two phases
    /// that nothing orders.
    pub fn same_phase(&self) -> bool {
        self.first.passed.map(|(node, _)| node) == self.second.passed.map(|(node, _)| node)
    }
}

/// All races of a CTA.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// One for each pair of sites and class, by sites.
    pub races: Vec<Race>,
    /// There are so many that counting stopped: the counts are lower bounds, and pairs of sites may be missing.
    pub truncated: bool,
    /// How many accesses were left after merging equal ones.
    pub merged: usize,
}

/// An access as the search sees it. Sorted by place, then thread, then interval.
#[derive(Clone, Copy, Debug)]
pub struct Merged {
    /// The first of the equal accesses.
    pub at: Point,
    /// Between which registrations.
    pub interval: Interval,
    /// What it accesses.
    pub access: Access,
}

/// After this many racing pairs counting stops.
const MOST_PAIRS: u64 = 50_000_000;

/// Finds and groups the races of a well-synchronised CTA.
pub fn races(cta: &Cta, trace: &Trace, hb: &HappensBefore) -> Races {
    let merged = merged_accesses(cta, trace);
    let mut found: FxHashMap<(Site, Site, Class), (Merged, Merged, u64)> = FxHashMap::default();
    let mut pairs = 0;
    let flow = for_each_race(&merged, hb, &mut |a, b| {
        let (a, b) = if a.access.site <= b.access.site { (a, b) } else { (b, a) };
        found.entry((a.access.site, b.access.site, class(&a.access, &b.access))).or_insert((*a, *b, 0)).2 +=
            1;
        pairs += 1;
        if pairs < MOST_PAIRS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_unstable_by_key(|&(key, _)| key);
    let races = found
        .into_iter()
        .map(|((_, _, class), (a, b, count))| Race {
            class,
            first: side(&a, trace),
            second: side(&b, trace),
            count,
        })
        .collect();
    Races { races, truncated: flow.is_break(), merged: merged.len() }
}

/// The class of a race of the two.
pub fn class(a: &Access, b: &Access) -> Class {
    if a.same_store(b) {
        Class::Benign
    } else if a.uncertain || b.uncertain {
        Class::Possible
    } else {
        Class::Harmful
    }
}

fn side(merged: &Merged, trace: &Trace) -> Side {
    let passages = &trace.passages[merged.at.thread.index()];
    let (before, after) = passages.split_at(merged.interval.ordinal as usize);
    let point = |passage: &Passage| (passage.node, Point { index: passage.index, ..merged.at });
    let passed = before.iter().rev().find(|passage| passage.how == How::Sync);
    Side {
        at: merged.at,
        access: merged.access,
        passed: passed.map(point),
        registers: after.first().map(point),
    }
}

/// All accesses of the CTA, equal ones of one interval merged, in the order that [`for_each_race`] wants.
pub fn merged_accesses(cta: &Cta, trace: &Trace) -> Vec<Merged> {
    let mut all = Vec::new();
    for (thread, program) in cta.iter() {
        let mut seen: FxHashSet<(u32, Access)> = FxHashSet::default();
        let mut interval = Interval { thread: thread.0, ordinal: 0 };
        let executed = trace.passages[thread.index()].len() as u32;
        for (index, command) in (0..).zip(&program.commands) {
            match command {
                Command::Register(_) => interval.ordinal = (interval.ordinal + 1).min(executed),
                Command::Access(access) if access.size > 0 && seen.insert((interval.ordinal, *access)) => {
                    all.push(Merged { at: Point { thread, index }, interval, access: *access });
                }
                Command::Access(_) => {}
            }
        }
    }
    all.sort_unstable_by_key(|m| (m.access.space, m.access.object, m.access.offset, m.interval, m.at));
    all
}

/// Calls `visit` for each pair of merged accesses that race, until it breaks.
pub fn for_each_race(
    merged: &[Merged],
    hb: &HappensBefore,
    visit: &mut dyn FnMut(&Merged, &Merged) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rest = merged;
    let mut group = Vec::new();
    while let Some(first) = rest.first() {
        let object = (first.access.space, first.access.object);
        let mut end = first.access.end();
        let mut size = 1;
        for next in &rest[1..] {
            if (next.access.space, next.access.object) != object || next.access.offset >= end {
                break;
            }
            end = end.max(next.access.end());
            size += 1;
        }
        group.clear();
        group.extend_from_slice(&rest[..size]);
        group_races(&mut group, hb, visit)?;
        rest = &rest[size..];
    }
    ControlFlow::Continue(())
}

/// The races within accesses that hang together by the bytes they share.
fn group_races(
    group: &mut [Merged],
    hb: &HappensBefore,
    visit: &mut dyn FnMut(&Merged, &Merged) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let one_thread = group.iter().all(|m| m.at.thread == group[0].at.thread);
    if one_thread || group.iter().all(|m| !m.access.kind.writes()) {
        return ControlFlow::Continue(());
    }
    group.sort_unstable_by_key(|m| (m.interval, m.at));
    let threads: Vec<&[Merged]> = group.chunk_by(|a, b| a.at.thread == b.at.thread).collect();
    for x in group.iter().filter(|m| m.access.kind.writes()) {
        for others in &threads {
            let thread = others[0].at.thread;
            if thread == x.at.thread {
                continue;
            }
            for y in unordered(x, others, thread, hb) {
                // A pair of writes is met from both sides; take it from one.
                let mine = !y.access.kind.writes() || x.at.thread < thread;
                if mine && x.access.conflicts(&y.access, Scope::Cta) {
                    visit(x, y)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The accesses in `others`, all of `thread` and sorted by interval, that are unordered with `x`.
fn unordered<'a>(x: &Merged, others: &'a [Merged], thread: ThreadId, hb: &HappensBefore) -> &'a [Merged] {
    let known = hb.known(x.interval, thread.0);
    let from = others.partition_point(|y| y.interval.ordinal < known);
    let to = others.partition_point(|y| !hb.before(x.interval, y.interval));
    &others[from..to.max(from)]
}
