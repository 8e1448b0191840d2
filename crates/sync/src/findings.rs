//! The verdicts on one CTA: run, generations, happens-before, reuse, races, in this order.
//!
//! A run that fails may be the work of barriers reused too early; so other schedules are tried, and if
//! one ends, its generations tell what went wrong ([`Synchronisation::Reuse`]).
//!
//! Each verdict depends on the one before: happens-before means something only for a run that reaches `done`, and it is all of definition
//! 4's relation only if the CTA is well-synchronised. So a CTA that is not has its violation reported, and its races stay
//! [`RaceVerdict::Undecided`].

use crate::class::Classes;
use crate::deadlock::{self, Deadlock};
use crate::happens_before::{HappensBefore, Order};
use crate::program::{Point, ThreadId};
use crate::race::{self, Races, Sizes};
use crate::trace::{self, Outcome, Schedule, Trace};
use crate::warps::{Action, Event, Warps};
use crate::wellsync::{self, Reuse};
use crate::{Stop, TimeLimit};
use raddle_machine::barrier::BarrierError;
use std::fmt;
use std::time::{Duration, Instant};

/// A way in which a schedule can fail to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No thread can continue.
    Deadlock(Deadlock),
    /// A registration leads to `err`: a count mismatch or an over-arrival.
    Error {
        /// The failing registration.
        at: Point,
        /// What it violates.
        error: BarrierError,
    },
}

/// What is known about the synchronisation of a CTA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Synchronisation {
    /// Definition 6 holds: in every schedule all threads return, and the same commands synchronise
    /// together. No deadlock, no error, no unsafe reuse.
    Well,
    /// The schedules tried fail; this is how the first does. (Others may end well.)
    Failed(Failure),
    /// A schedule ends well, but the generations of a barrier can mix.
    Reuse {
        /// Which registrations do not wait for which, first to last. Not empty.
        violations: Vec<Reuse>,
        /// What a mixing schedule that was tried leads to, if it fails; the [`Schedule`] is the one named.
        consequence: Option<(Schedule, Failure)>,
    },
    /// It cannot be decided.
    Unknown(Reason),
}

/// Why synchronisation is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The program of this thread was recorded up to a block only, and the run gets past it.
    Cut(ThreadId),
    /// Too many dynamic barriers and threads.
    TooLarge(crate::happens_before::TooLarge),
    /// It took too long.
    TimeLimit,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut(thread) => {
                write!(
                    f,
                    "{thread} was recorded up to a barrier where it blocked, but it can get past that barrier"
                )
            }
            Self::TooLarge(size) => size.fmt(f),
            Self::TimeLimit => TimeLimit.fmt(f),
        }
    }
}

/// What is known about races inside a CTA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RaceVerdict {
    /// The races are exactly these.
    Decided(Races),
    /// The CTA is not known to be well-synchronised, and races are defined for those that are only (definition 8).
    Undecided,
    /// It took too long.
    TimeLimit,
}

/// How large the problem was (the columns of figures 9 and 10 of paper 001), and how long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Threads.
    pub threads: u64,
    /// Classes of threads that synchronise alike.
    pub classes: u64,
    /// Commands of all threads.
    pub commands: u64,
    /// Those that are accesses.
    pub accesses: u64,
    /// Dynamic barriers, complete or not.
    pub dynamic_barriers: u64,
    /// What the search for races covered.
    pub sizes: Sizes,
    /// Classes, the run and the clocks.
    pub ordering: Duration,
    /// The check for safe reuse.
    pub reuse: Duration,
    /// The search for races.
    pub races: Duration,
}

/// The result of [`analyse`].
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Deadlock, errors and reuse.
    pub synchronisation: Synchronisation,
    /// Races.
    pub races: RaceVerdict,
    /// Sizes and times.
    pub statistics: Statistics,
    /// The classes of threads.
    pub classes: Classes,
    /// The run that it is based on: one that reaches `done`, or the one that fails.
    pub trace: Trace,
    /// Happens-before of that run, if the run reached `done`. Exact only if the CTA is well-synchronised.
    pub happens_before: Option<HappensBefore>,
}

impl Analysis {
    /// Happens-before, to ask about single commands of the CTA that was analysed.
    pub fn order<'a>(&'a self, warps: &'a Warps) -> Option<Order<'a>> {
        let relation = self.happens_before.as_ref()?;
        Some(Order { warps, classes: &self.classes, trace: &self.trace, relation })
    }
}

/// Checks one CTA.
pub fn analyse(warps: &Warps, stop: &Stop) -> Analysis {
    let began = Instant::now();
    let Runs { classes, trace, other } = runs(warps);
    let mut analysis = Analysis {
        synchronisation: Synchronisation::Well,
        races: RaceVerdict::Undecided,
        statistics: sizes(warps, &classes, &trace),
        classes,
        trace,
        happens_before: None,
    };
    let (classes, trace) = (&analysis.classes, &analysis.trace);
    if let Some(failure) = failure(warps, classes, trace) {
        analysis.synchronisation = Synchronisation::Failed(failure);
        return analysis;
    }
    if let Outcome::Cut(thread) = trace.outcome {
        analysis.synchronisation = Synchronisation::Unknown(Reason::Cut(thread));
        return analysis;
    }
    let hb = match HappensBefore::new(warps, classes, trace) {
        Ok(hb) => hb,
        Err(size) => {
            analysis.synchronisation = Synchronisation::Unknown(Reason::TooLarge(size));
            return analysis;
        }
    };
    if stop.check().is_err() {
        analysis.synchronisation = Synchronisation::Unknown(Reason::TimeLimit);
        return analysis;
    }
    let ordered = Instant::now();
    let violations = wellsync::violations(warps, classes, trace, &hb);
    let checked = Instant::now();
    if violations.is_empty() {
        analysis.races = match race::races(warps, classes, trace, &hb, stop) {
            Ok(races) => {
                analysis.statistics.sizes = races.sizes;
                RaceVerdict::Decided(races)
            }
            Err(TimeLimit) => RaceVerdict::TimeLimit,
        };
    } else {
        let tried = [Schedule::InTurnFromTheLast, Schedule::ToTheBlock];
        let others = tried
            .into_iter()
            .filter_map(|schedule| Some((schedule, trace::run(warps, classes, schedule).ok()?)));
        let consequence = (other.into_iter().chain(others))
            .find_map(|(schedule, run)| failure(warps, classes, &run).map(|failure| (schedule, failure)));
        analysis.synchronisation = Synchronisation::Reuse { violations, consequence };
    }
    let statistics = &mut analysis.statistics;
    (statistics.ordering, statistics.reuse) = (ordered - began, checked - ordered);
    statistics.races = checked.elapsed();
    analysis.happens_before = Some(hb);
    analysis
}

fn sizes(warps: &Warps, classes: &Classes, trace: &Trace) -> Statistics {
    let count = |what: fn(&Warps, Event) -> bool| {
        let events = warps.warps.iter().flat_map(|warp| &warp.events);
        events.filter(|&&event| what(warps, event)).map(|event| u64::from(event.lanes.count_ones())).sum()
    };
    let edge = |warps: &Warps, event: Event| match event.action() {
        Action::Register(id) => warps.registrations[id as usize].edge.is_some(),
        Action::Access(_) | Action::Nothing => false,
    };
    let edges: u64 = count(edge);
    let all: u64 = count(|_, event| event.action() != Action::Nothing);
    let own =
        |barrier: &crate::program::BarrierId| !matches!(barrier, crate::program::BarrierId::Step { .. });
    Statistics {
        threads: warps.threads() as u64,
        classes: classes.len() as u64,
        commands: all - edges,
        accesses: count(|_, event| matches!(event.action(), Action::Access(_))),
        dynamic_barriers: trace.nodes.iter().filter(|node| own(&node.barrier)).count() as u64,
        ..Statistics::default()
    }
}

struct Runs {
    classes: Classes,
    /// The run to build on: the first that reaches `done`, or else the first that fails, or else the first.
    trace: Trace,
    /// The first that fails, if that is another.
    other: Option<(Schedule, Trace)>,
}

fn runs(warps: &Warps) -> Runs {
    let classes = Classes::coarsest(warps);
    let found = match runs_of(warps, &classes) {
        Ok((trace, other)) => Some((trace, other)),
        Err(crate::class::Split) => None,
    };
    if let Some((trace, other)) = found {
        return Runs { classes, trace, other };
    }
    let classes = Classes::finest(warps);
    match runs_of(warps, &classes) {
        Ok((trace, other)) => Runs { classes, trace, other },
        Err(crate::class::Split) => unreachable!("a class of one thread has no midst"),
    }
}

type Tried = (Trace, Option<(Schedule, Trace)>);

fn runs_of(warps: &Warps, classes: &Classes) -> Result<Tried, crate::class::Split> {
    let mut failed = None;
    let mut cut = None;
    for schedule in [Schedule::InTurn, Schedule::InTurnFromTheLast, Schedule::ToTheBlock] {
        let trace = trace::run(warps, classes, schedule)?;
        match trace.outcome {
            Outcome::Done => return Ok((trace, failed)),
            Outcome::Deadlock(_) | Outcome::Error { .. } => failed = failed.or(Some((schedule, trace))),
            Outcome::Cut(_) => cut = cut.or(Some(trace)),
        }
    }
    match (failed, cut) {
        (Some((_, trace)), _) | (None, Some(trace)) => Ok((trace, None)),
        (None, None) => Ok((trace::run(warps, classes, Schedule::InTurn)?, None)),
    }
}

fn failure(warps: &Warps, classes: &Classes, trace: &Trace) -> Option<Failure> {
    match &trace.outcome {
        Outcome::Deadlock(stuck) => Some(Failure::Deadlock(deadlock::explain(warps, classes, trace, stuck))),
        &Outcome::Error { at, error } => Some(Failure::Error { at, error }),
        Outcome::Done | Outcome::Cut(_) => None,
    }
}
