//! The static happens-before relation `R`: lines 3 to 17 of figure 4, as vector clocks over classes.
//!
//! `R` is the transitive closure of: successive commands of a thread; an `arrive` before each `sync` of
//! its generation; the `sync`s of a generation before each other, both ways (they end at the same time). So a path
//! from one thread to another leaves its first thread through a registration and enters each next
//! one through a `sync`. Everything that reaches a `sync` of a dynamic barrier reaches all its `sync`s; hence one
//! clock for each dynamic barrier holds all of `R`:
//!
//! > `clock[d][c]` = how many registrations of the threads of class `c` are `R`-before the `sync`s of `d`.
//!
//! The ones that are before are always the first ones. The clock of `d` is the join, over its participants,
//! of the participant itself and of the clock of the last dynamic barrier that the participant's class
//! has *passed* (left through a `sync`). A command of a thread of class `c` with `q` registrations before it
//! is `R`-before a command of another thread if the last dynamic barrier `d` which that thread passed by then has
//! `clock[d][c] > q`: registration number `q` is the first way out of its thread from the command. Threads of one class have
//! equal entries ([`crate::class`]); so an entry for each class is enough, and the rule holds for two
//! threads of one class as well.
//!
//! A dynamic barrier without `sync`, or one that never completes, is passed by no thread and has no clock.
//!
//! `R` is exactly definition 4's relation (lemma 1), *if* the CTA is well-synchronised; `tests/judge` compares
//! the two on every pair of commands. As in figure 4 it is strict but for `sync`s, which are
//! simultaneous with themselves: [`crate::wellsync`] says what that is good for.
//!
//! Time O(D·P·p) and memory O(D·P) for D dynamic barriers, P classes, and p different
//! barriers that the participants of one passed last (usually one or two).

use crate::class::{ClassId, Classes};
use crate::generation::{NodeId, Passage};
use crate::program::{How, Point, ThreadId};
use crate::trace::Trace;
use crate::warps::{Action, Edge, Event, Warps, lanes};
use std::fmt;

/// A place in a class between two registrations: happens-before between threads distinguishes no finer places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Interval {
    /// The class.
    pub class: ClassId,
    /// How many registrations it has executed before.
    pub ordinal: u32,
}

/// What is known of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    /// The dynamic barrier that was passed last.
    passed: Option<NodeId>,
    /// When it began: the number of the registration that let it.
    time: u32,
    /// The lock-step run that it lies in: the dynamic barrier that opens it.
    run: Option<NodeId>,
}

/// The relation `R`.
#[derive(Clone, Debug)]
pub struct HappensBefore {
    classes: usize,
    /// A row of `classes` numbers for each dynamic barrier that some thread passes.
    clocks: Vec<u32>,
    /// The row of a dynamic barrier.
    rows: Vec<Option<u32>>,
    /// By class and ordinal.
    starts: Vec<Vec<Start>>,
}

/// The clocks would need too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// How many dynamic barriers there are.
    pub nodes: usize,
    /// How many classes.
    pub classes: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { nodes, classes } = self;
        write!(
            f,
            "{nodes} dynamic barriers of {classes} kinds of threads need more than {} MiB of clocks: \
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
    /// If dynamic barriers times classes exceed 2^28.
    pub fn new(warps: &Warps, classes: &Classes, trace: &Trace) -> Result<Self, TooLarge> {
        let passable = |node: NodeId| trace.node(node).syncs().next().is_some();
        let nodes = trace.completed.iter().filter(|&&node| passable(node)).count();
        if nodes.saturating_mul(classes.len()) > MOST_CELLS {
            return Err(TooLarge { nodes, classes: classes.len() });
        }
        let mut hb = Self {
            classes: classes.len(),
            clocks: Vec::with_capacity(nodes * classes.len()),
            rows: vec![None; trace.nodes.len()],
            starts: starts(warps, classes, trace),
        };
        for &node in trace.completed.iter().filter(|&&node| passable(node)) {
            hb.add(node, trace);
        }
        Ok(hb)
    }

    /// Gives `node` its clock. The nodes that happen before it have theirs.
    fn add(&mut self, node: NodeId, trace: &Trace) {
        let start = self.clocks.len();
        self.rows[node.index()] = Some((start / self.classes) as u32);
        self.clocks.resize(start + self.classes, 0);
        let participants = &trace.node(node).participants;
        let mut before: Vec<NodeId> = participants
            .iter()
            .filter_map(|p| self.passed(Interval { class: p.class, ordinal: p.ordinal }))
            .collect();
        before.sort_unstable();
        before.dedup();
        let (done, clock) = self.clocks.split_at_mut(start);
        for earlier in before {
            let row = self.rows[earlier.index()].map_or(0, |row| row as usize) * self.classes;
            for (mine, theirs) in clock.iter_mut().zip(&done[row..]) {
                *mine = (*mine).max(*theirs);
            }
        }
        for participant in participants {
            let mine = &mut clock[participant.class as usize];
            *mine = (*mine).max(participant.ordinal + 1);
        }
    }

    fn start(&self, interval: Interval) -> &Start {
        &self.starts[interval.class as usize][interval.ordinal as usize]
    }

    /// The dynamic barrier that the class has passed last when it is in `interval`.
    pub fn passed(&self, interval: Interval) -> Option<NodeId> {
        self.start(interval).passed
    }

    /// When the interval begins in the trace. What happens before begins earlier.
    pub fn time(&self, interval: Interval) -> u32 {
        self.start(interval).time
    }

    /// The lock-step run that it lies in. Within one, lanes of a warp are ordered by the order of the events.
    pub fn run(&self, interval: Interval) -> Option<NodeId> {
        self.start(interval).run
    }

    /// For each class, how many of its registrations happen before all that follows `node`.
    /// `None` if no thread passes it.
    pub fn clock(&self, node: NodeId) -> Option<&[u32]> {
        let row = self.rows[node.index()]? as usize;
        Some(&self.clocks[row * self.classes..][..self.classes])
    }

    /// For each class, how many of its registrations happen before whatever is in `interval`, of another thread. `None`:
    /// none at all.
    pub fn known_to(&self, interval: Interval) -> Option<&[u32]> {
        self.passed(interval).and_then(|node| self.clock(node))
    }

    /// How many registrations of `class` happen before whatever is in `interval`, of another thread.
    pub fn known(&self, interval: Interval, class: ClassId) -> u32 {
        self.known_to(interval).map_or(0, |clock| clock[class as usize])
    }

    /// Whether what is in `a` happens before what is in `b`, of another thread.
    pub fn before(&self, a: Interval, b: Interval) -> bool {
        self.known(b, a.class) > a.ordinal
    }
}

fn starts(warps: &Warps, classes: &Classes, trace: &Trace) -> Vec<Vec<Start>> {
    // When a dynamic barrier completes: with the last registration.
    let mut ends = vec![0_u32; trace.nodes.len()];
    for passage in trace.passages.iter().flatten() {
        let end = &mut ends[passage.node.index()];
        *end = (*end).max(passage.time);
    }
    let start = |passages: &Vec<Passage>, events: &[Event]| {
        let mut last = Start { passed: None, time: 0, run: None };
        let mut by_ordinal = Vec::with_capacity(passages.len() + 1);
        by_ordinal.push(last);
        for passage in passages {
            last.time = passage.time;
            if passage.how == How::Sync && trace.node(passage.node).complete {
                last.passed = Some(passage.node);
                last.time = ends[passage.node.index()];
            }
            if let Action::Register(id) = events[passage.position as usize].action() {
                match warps.registrations[id as usize].edge {
                    Some(Edge::Opens) => last.run = Some(passage.node),
                    Some(Edge::Closes) => last.run = None,
                    None => {}
                }
            }
            by_ordinal.push(last);
        }
        by_ordinal
    };
    let events = |class: usize| &warps.warps[classes.all[class].warp as usize].events[..];
    (trace.passages.iter().enumerate()).map(|(class, passages)| start(passages, events(class))).collect()
}

/// `R` with all that it is computed from: questions about single commands, for explanations and tests.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The CTA.
    pub warps: &'a Warps,
    /// Its classes.
    pub classes: &'a Classes,
    /// The run.
    pub trace: &'a Trace,
    /// Its relation.
    pub relation: &'a HappensBefore,
}

impl Order<'_> {
    /// The class of a command's thread, and where the command stands in its warp.
    fn place(&self, at: Point) -> Option<(ClassId, u32)> {
        let (warp, position, lane) = self.warps.position(at)?;
        Some((self.classes.of_lane(warp, lane), position))
    }

    /// The interval that a command lies in; a registration lies in the one that it ends. `None`: there is no such
    /// command, or the run does not reach it.
    pub fn interval(&self, at: Point) -> Option<Interval> {
        let (class, position) = self.place(at)?;
        let ordinal = self.classes.get(class).ordinal(position);
        let reached = ordinal as usize <= self.trace.passages[class as usize].len();
        reached.then_some(Interval { class, ordinal })
    }

    /// The generation that a registration took part in. `None` for other commands.
    pub fn node_of(&self, at: Point) -> Option<NodeId> {
        let (class, position) = self.place(at)?;
        self.trace.passage(class, position).map(|passage| passage.node)
    }

    /// `R(c1, c2)`.
    pub fn ordered(&self, c1: Point, c2: Point) -> bool {
        let is_sync = |at: Point| {
            self.place(at)
                .and_then(|(class, position)| self.trace.passage(class, position))
                .is_some_and(|passage| passage.how == How::Sync)
        };
        if c1.thread == c2.thread {
            return c1.index < c2.index || (c1.index == c2.index && is_sync(c1));
        }
        let (Some(start), Some(mut end)) = (self.interval(c1), self.interval(c2)) else { return false };
        let same_run = self.relation.run(start).is_some_and(|run| self.relation.run(end) == Some(run));
        if same_run {
            let position = |at| self.place(at).map(|(_, position)| position);
            return position(c1) < position(c2);
        }
        // A sync ends when its generation does: it comes after all that its generation comes after.
        end.ordinal += u32::from(is_sync(c2));
        self.relation.before(start, end)
    }

    /// For each thread the number of its first commands that happen before `at`: running these, and
    /// no others, is the shortest schedule after which `at` is next in its thread.
    ///
    /// This makes witnesses. If x and y race, these prefixes for y leave x unexecuted, and the
    /// other way round: two schedules, one for each order. And for the first of
    /// [`crate::wellsync::violations`] the prefixes for its `early` command lead to a state in which
    /// that registers in an earlier generation than it should.
    pub fn prefixes_before(&self, at: Point) -> Vec<(ThreadId, u32)> {
        let clock = self.interval(at).and_then(|interval| self.relation.known_to(interval));
        let mut prefixes = Vec::new();
        for (id, class) in self.classes.all.iter().enumerate() {
            let known = clock.map_or(0, |clock| clock[id]) as usize;
            for lane in lanes(class.lanes) {
                let last = known.checked_sub(1).map(|last| self.trace.passages[id][last].position);
                let first = self.warps.warps[class.warp as usize].first;
                let thread = ThreadId(first + lane);
                let length = last.map_or(0, |p| self.warps.point(class.warp as usize, p, lane).index + 1);
                prefixes.push((thread, if thread == at.thread { at.index } else { length }));
            }
        }
        prefixes.sort_unstable();
        prefixes
    }
}
