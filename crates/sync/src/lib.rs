//! Producer/consumer synchronisation: dynamic barriers, happens-before and races.
//!
//! The method of paper 001 (*Verification of Producer-Consumer Synchronization in GPU Programs*,
//! §3 to §5). A kernel whose barriers and shared addresses are the same in every run
//! is, thread by thread, a straight line of accesses and of registrations at barriers ([`program`]).
//! For such a CTA one run tells everything about all runs:
//!
//! 1. [`class`]: threads of a warp that synchronise alike are one.
//! 2. [`trace`] runs the CTA under *one* schedule (up to three, if it fails). A deadlock
//!    ([`deadlock`]) or an error is a bug found.
//! 3. Each completed barrier is a *dynamic barrier* with a [`generation`].
//! 4. [`happens_before`] computes from them the relation `R` that every schedule must respect, if
//!    generations are the same in every schedule.
//! 5. [`wellsync`] checks just that: each generation of a barrier is over before a thread registers for
//!    the next. If so, the CTA is *well-synchronised*: no schedule deadlocks, errs, or mixes generations.
//! 6. [`race`] looks for conflicting accesses that `R` leaves unordered.
//!
//! [`analyse`] does all six; [`graph`] draws what it found. [`cross_cta`] compares several CTAs, which nothing orders.
//!
//! The paper speaks of threads, and so does [`program`]; the input is given warp by warp ([`warps`]).
//!
//! The answers are sound and complete for well-synchronisation and races: `tests/judge` compares them with all interleavings of random
//! CTAs, and with the paper's own algorithm, thread by thread and pair by pair, on larger ones. What a run that reads schedule-dependent
//! values means is for the maker of the thread programs to decide.
//!
//! # Invariants
//!
//! - Nothing here knows PTX, the IR or a source file: a command has a [`program::Site`], a number.
//! - Generations count from 1; [`trace::Trace::completed`] is a topological order of happens-before.
//! - The result depends on the CTA only, and on the time where a limit is given: no hash order reaches it.

pub mod class;
pub mod cross_cta;
pub mod deadlock;
pub mod explain;
mod findings;
pub mod generation;
pub mod graph;
pub mod happens_before;
pub mod program;
pub mod race;
pub mod redundant;
pub mod trace;
pub mod warps;
pub mod wellsync;

pub use findings::{Analysis, Failure, RaceVerdict, Reason, Statistics, Synchronisation, analyse};

use std::fmt;
use std::time::Instant;

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stop {
    /// At this time; never, when none.
    pub deadline: Option<Instant>,
}

impl Stop {
    /// Is there time left?
    ///
    /// # Errors
    /// When there is none.
    pub fn check(&self) -> Result<(), TimeLimit> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) { Err(TimeLimit) } else { Ok(()) }
    }
}

/// It took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit;

impl fmt::Display for TimeLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the analysis of the synchronisation took longer than the time limit")
    }
}
