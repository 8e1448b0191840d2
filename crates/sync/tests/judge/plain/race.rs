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

use super::happens_before::{HappensBefore, Interval};
use super::trace::Trace;
use raddle_sync::program::{Access, Command, Cta, Point, Scope, ThreadId};
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;

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
