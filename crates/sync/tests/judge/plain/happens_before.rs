//! The static happens-before relation `R`: lines 3 to 17 of figure 4, as vector clocks.
//!
//! `R` is the transitive closure of: successive commands of a thread; an `arrive` before each `sync` of
//! its generation; the `sync`s of a generation before each other, both ways (they end at the same time). So a path
//! from one thread to another leaves its first thread through a registration and enters each next
//! one through a `sync`. Everything that reaches a `sync` of a dynamic barrier reaches all its `sync`s; hence one
//! clock for each dynamic barrier holds all of `R`:
//!
//! > `clock[d][t]` = how many registrations of thread `t` are `R`-before the `sync`s of `d`.
//!
//! The ones that are before are always the first ones. The clock of `d` is the join, over its participants,
//! of the participant itself and of the clock of the last dynamic barrier that the participant's thread
//! has *passed* (left through a `sync`). A command `c` of thread `t` with `q` registrations before it
//! is `R`-before a command of another thread if the last dynamic barrier `d` which that thread passed by then has
//! `clock[d][t] > q`: registration number `q` is the first way out of `t` from `c`.
//!
//! A dynamic barrier without `sync`, or one that never completes, is passed by no thread and has no clock.
//!
//! `R` is exactly definition 4's relation (lemma 1), *if* the CTA is well-synchronised; `tests/judge` compares
//! the two on every pair of commands. As in figure 4 it is strict but for `sync`s, which are
//! simultaneous with themselves: [`wellsync`] says what that is good for.
//!
//! Time O(D·N·p) and memory O(D·N) for D dynamic barriers, N threads, and p different
//! barriers that the participants of one passed last.

use super::generation::NodeId;
use super::trace::Trace;
use raddle_sync::program::{Cta, How, Point};
use std::fmt;

/// A place in a thread between two registrations: happens-before between threads distinguishes no finer places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interval {
    /// The index of the thread.
    pub thread: u32,
    /// How many registrations the thread has executed before.
    pub ordinal: u32,
}

/// The relation `R`.
#[derive(Clone, Debug)]
pub struct HappensBefore {
    threads: usize,
    /// A row of `threads` numbers for each dynamic barrier that some thread passes.
    clocks: Vec<u32>,
    /// The row of a dynamic barrier.
    rows: Vec<Option<u32>>,
    /// For thread and ordinal: the dynamic barrier passed last by then.
    passed: Vec<Vec<Option<NodeId>>>,
}

/// The clocks would need too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many dynamic barriers there are.
    pub nodes: usize,
    /// How many threads.
    pub threads: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, threads } = self;
        write!(
            f,
            "{nodes} dynamic barriers of {threads} threads need more than {} MiB of clocks: \
             check a smaller launch or fewer iterations",
            (MOST_CELLS * size_of::<u32>()) >> 20
        )
    }
}

/// The largest number of clock entries: 1 GiB.
const MOST_CELLS: usize = 1 << 28;

impl HappensBefore {
    /// Computes `R` from the generations of `trace`.
    ///
    /// # Errors
    /// If dynamic barriers times threads exceed 2^28.
    pub fn new(cta: &Cta, trace: &Trace) -> Result<Self, TooLarge> {
        let threads = cta.threads.len();
        let passable = |node: NodeId| trace.node(node).syncs().next().is_some();
        let nodes = trace.completed.iter().filter(|&&node| passable(node)).count();
        if nodes.saturating_mul(threads) > MOST_CELLS {
            return Err(TooLarge { nodes, threads });
        }
        let passed = trace
            .passages
            .iter()
            .map(|passages| {
                let mut last = None;
                let mut by_ordinal = vec![None];
                for passage in passages {
                    if passage.how == How::Sync && trace.node(passage.node).complete {
                        last = Some(passage.node);
                    }
                    by_ordinal.push(last);
                }
                by_ordinal
            })
            .collect();
        let mut hb = Self {
            threads,
            clocks: Vec::with_capacity(nodes * threads),
            rows: vec![None; trace.nodes.len()],
            passed,
        };
        for &node in trace.completed.iter().filter(|&&node| passable(node)) {
            hb.add(node, trace);
        }
        Ok(hb)
    }

    /// Gives `node` its clock. The nodes that happen before it have theirs.
    fn add(&mut self, node: NodeId, trace: &Trace) {
        let start = self.clocks.len();
        self.rows[node.index()] = Some((start / self.threads) as u32);
        self.clocks.resize(start + self.threads, 0);
        let participants = &trace.node(node).participants;
        let mut before: Vec<NodeId> = participants
            .iter()
            .filter_map(|participant| {
                self.passed[participant.at.thread.index()][participant.ordinal as usize]
            })
            .collect();
        before.sort_unstable();
        before.dedup();
        let (done, clock) = self.clocks.split_at_mut(start);
        for earlier in before {
            let row = self.rows[earlier.index()].map_or(0, |row| row as usize) * self.threads;
            for (mine, theirs) in clock.iter_mut().zip(&done[row..]) {
                *mine = (*mine).max(*theirs);
            }
        }
        for participant in participants {
            let mine = &mut clock[participant.at.thread.index()];
            *mine = (*mine).max(participant.ordinal + 1);
        }
    }

    /// The interval that a command lies in; a registration lies in the one that it ends.
    pub fn interval(&self, trace: &Trace, at: Point) -> Interval {
        let ordinal = trace.passages[at.thread.index()].partition_point(|passage| passage.index < at.index);
        Interval { thread: at.thread.0, ordinal: ordinal as u32 }
    }

    /// The dynamic barrier that the thread has passed last when it is in `interval`.
    pub fn passed(&self, interval: Interval) -> Option<NodeId> {
        self.passed[interval.thread as usize][interval.ordinal as usize]
    }

    /// For each thread, how many of its registrations happen before all that follows `node`.
    /// `None` if no thread passes it.
    pub fn clock(&self, node: NodeId) -> Option<&[u32]> {
        let row = self.rows[node.index()]? as usize;
        Some(&self.clocks[row * self.threads..][..self.threads])
    }

    /// How many registrations of `thread` happen before whatever is in `interval` (of another thread).
    pub fn known(&self, interval: Interval, thread: u32) -> u32 {
        self.passed(interval).and_then(|node| self.clock(node)).map_or(0, |clock| clock[thread as usize])
    }

    /// Whether the accesses in `a` happen before those in `b`, an interval of another thread.
    pub fn before(&self, a: Interval, b: Interval) -> bool {
        self.known(b, a.thread) > a.ordinal
    }

    /// `R(c1, c2)`.
    pub fn ordered(&self, trace: &Trace, c1: Point, c2: Point) -> bool {
        let is_sync = |at| trace.passage(at).is_some_and(|passage| passage.how == How::Sync);
        if c1.thread == c2.thread {
            return c1.index < c2.index || (c1.index == c2.index && is_sync(c1));
        }
        let mut end = self.interval(trace, c2);
        // A sync ends when its generation does: it comes after all that its generation comes after.
        end.ordinal += u32::from(is_sync(c2));
        self.before(self.interval(trace, c1), end)
    }

    /// For each thread the number of its first commands that happen before `at`: running these, and
    /// no others, is the shortest schedule after which `at` is next in its thread.
    ///
    /// This makes witnesses. If x and y race, these prefixes for y leave x unexecuted, and the
    /// other way round: two schedules, one for each order. And for the first of
    /// [`wellsync::violations`] the prefixes for its `early` command lead to a state in which
    /// that registers in an earlier generation than it should.
    pub fn prefixes_before(&self, trace: &Trace, at: Point) -> Vec<u32> {
        let interval = self.interval(trace, at);
        let clock = self.passed(interval).and_then(|node| self.clock(node));
        let mut prefixes: Vec<u32> = (trace.passages.iter().zip(0..))
            .map(|(passages, thread)| match clock.map_or(0, |clock| clock[thread]) {
                0 => 0,
                known => passages[known as usize - 1].index + 1,
            })
            .collect();
        prefixes[at.thread.index()] = at.index;
        prefixes
    }
}
