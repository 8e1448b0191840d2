//! The verdicts on one CTA: run, generations, happens-before, reuse, races, in this order.
//!
//! A run that fails may be the work of barriers reused too early; so other schedules are tried, and if
//! one ends, its generations tell what went wrong ([`Synchronisation::Reuse`]).
//!
//! Each verdict stands on the one before: happens-before means something only for a run that reaches
//! `done`, and it is all of definition 4's relation only if the CTA is well-synchronised. So a CTA
//! that is not has its violation reported, and its races stay [`RaceVerdict::Undecided`].

use crate::deadlock::{self, Deadlock};
use crate::happens_before::HappensBefore;
use crate::program::{Command, Cta, Point, ThreadId};
use crate::race::{self, Races};
use crate::trace::{self, Outcome, Schedule, Trace};
use crate::wellsync::{self, Reuse};
use raddle_machine::barrier::BarrierError;
use std::fmt;

/// A way in which a schedule can fail to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No thread can go on.
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
        /// Who does not wait for whom, first to last. Not empty.
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
}

/// How large the problem was (the columns of figures 9 and 10 of paper 001).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Threads.
    pub threads: usize,
    /// Commands of all threads.
    pub commands: usize,
    /// Those that are accesses.
    pub accesses: usize,
    /// Dynamic barriers, complete or not.
    pub dynamic_barriers: usize,
}

/// The result of [`analyse`].
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Deadlock, errors and reuse.
    pub synchronisation: Synchronisation,
    /// Races.
    pub races: RaceVerdict,
    /// Sizes.
    pub statistics: Statistics,
    /// The run that it stands on: one that reaches `done`, or the one that fails.
    pub trace: Trace,
    /// Happens-before of that run, if the run reached `done`. Exact only if the CTA is well-synchronised.
    pub happens_before: Option<HappensBefore>,
}

/// Checks one CTA.
pub fn analyse(cta: &Cta) -> Analysis {
    let is_access = |command: &&Command| matches!(command, Command::Access(_));
    let (trace, other) = runs(cta);
    let mut analysis = Analysis {
        synchronisation: Synchronisation::Well,
        races: RaceVerdict::Undecided,
        statistics: Statistics {
            threads: cta.threads.len(),
            commands: cta.threads.iter().map(|program| program.commands.len()).sum(),
            accesses: cta
                .threads
                .iter()
                .map(|program| program.commands.iter().filter(is_access).count())
                .sum(),
            dynamic_barriers: trace.nodes.len(),
        },
        trace,
        happens_before: None,
    };
    let trace = &analysis.trace;
    if let Some(failure) = failure(cta, trace) {
        analysis.synchronisation = Synchronisation::Failed(failure);
        return analysis;
    }
    if let Outcome::Cut(thread) = trace.outcome {
        analysis.synchronisation = Synchronisation::Unknown(Reason::Cut(thread));
        return analysis;
    }
    let hb = match HappensBefore::new(cta, trace) {
        Ok(hb) => hb,
        Err(size) => {
            analysis.synchronisation = Synchronisation::Unknown(Reason::TooLarge(size));
            return analysis;
        }
    };
    let violations = wellsync::violations(cta, trace, &hb);
    if violations.is_empty() {
        analysis.races = RaceVerdict::Decided(race::races(cta, trace, &hb));
    } else {
        let tried = [Schedule::InTurnFromTheLast, Schedule::ToTheBlock];
        let others = tried.into_iter().map(|schedule| (schedule, trace::run(cta, schedule)));
        let consequence = (other.into_iter().chain(others))
            .find_map(|(schedule, run)| failure(cta, &run).map(|failure| (schedule, failure)));
        analysis.synchronisation = Synchronisation::Reuse { violations, consequence };
    }
    analysis.happens_before = Some(hb);
    analysis
}

/// A run to build on: the first that reaches `done`, or else the first that fails, or else the first. And the
/// first that fails, if that is another.
fn runs(cta: &Cta) -> (Trace, Option<(Schedule, Trace)>) {
    let mut failed = None;
    let mut cut = None;
    for schedule in [Schedule::InTurn, Schedule::InTurnFromTheLast, Schedule::ToTheBlock] {
        let trace = trace::run(cta, schedule);
        match trace.outcome {
            Outcome::Done => return (trace, failed),
            Outcome::Deadlock(_) | Outcome::Error { .. } => failed = failed.or(Some((schedule, trace))),
            Outcome::Cut(_) => cut = cut.or(Some(trace)),
        }
    }
    match (failed, cut) {
        (Some((_, trace)), _) | (None, Some(trace)) => (trace, None),
        (None, None) => (trace::run(cta, Schedule::InTurn), None),
    }
}

fn failure(cta: &Cta, trace: &Trace) -> Option<Failure> {
    match &trace.outcome {
        Outcome::Deadlock(stuck) => Some(Failure::Deadlock(deadlock::explain(cta, trace, stuck))),
        &Outcome::Error { at, error } => Some(Failure::Error { at, error }),
        Outcome::Done | Outcome::Cut(_) => None,
    }
}
