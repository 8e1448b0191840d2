//! Where the two accesses of a race stand in their threads.

use super::Side;
use crate::class::Classes;
use crate::generation::Passage;
use crate::happens_before::Interval;
use crate::program::{Access, How, Point, ThreadId};
use crate::trace::Trace;
use crate::warps::Warps;
use rustc_hash::FxHashMap;

/// The number of events between two counts that are kept.
const STEP: usize = 256;

/// Describes sides of races. A command's number in its thread is counted from the last count that is kept: a CTA may
/// have thousands of racing pairs of sites, and a thread millions of events.
pub struct Sides<'a> {
    warps: &'a Warps,
    classes: &'a Classes,
    trace: &'a Trace,
    /// By warp and lane: its commands before each multiple of [`STEP`] events.
    counts: FxHashMap<(usize, u32), Vec<u32>>,
}

impl<'a> Sides<'a> {
    /// For a run.
    pub fn new(warps: &'a Warps, classes: &'a Classes, trace: &'a Trace) -> Self {
        Self { warps, classes, trace, counts: FxHashMap::default() }
    }

    /// An access that a lane makes at a position of its warp's events, in an interval.
    pub fn side(&mut self, interval: Interval, position: u32, lane: u32, access: Access) -> Side {
        let (warps, trace) = (self.warps, self.trace);
        let warp = self.classes.get(interval.class).warp as usize;
        let (before, after) = trace.passages[interval.class as usize].split_at(interval.ordinal as usize);
        // The edges of lock-step runs are no barriers of the kernel.
        let own = |passage: &&Passage| !warps.is_edge(warp, passage.position);
        let mut point = |passage: &Passage| (passage.node, self.point(warp, passage.position, lane));
        Side {
            passed: before.iter().rev().filter(own).find(|passage| passage.how == How::Sync).map(&mut point),
            registers: after.iter().find(own).map(&mut point),
            at: self.point(warp, position, lane),
            access,
        }
    }

    /// As [`Warps::point`].
    fn point(&mut self, warp: usize, position: u32, lane: u32) -> Point {
        let events = &self.warps.warps[warp].events;
        let own = |events: &[_]| {
            events.iter().filter(|&&event| self.warps.is_command_of(event, lane)).count() as u32
        };
        let counts = self.counts.entry((warp, lane)).or_insert_with(|| {
            let before = events.chunks(STEP).scan(0, |sum, chunk| {
                let before = *sum;
                *sum += own(chunk);
                Some(before)
            });
            before.collect()
        });
        let at = position as usize / STEP;
        let index = counts[at] + own(&events[at * STEP..position as usize]);
        Point { thread: ThreadId(self.warps.warps[warp].first + lane), index }
    }
}
