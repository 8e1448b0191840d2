//! Producer/consumer synchronisation: dynamic barriers, happens-before and races.
//!
//! The method of paper 001 (*Verification of Producer-Consumer Synchronization in GPU Programs*,
//! §3 to §5). A kernel whose barriers and shared addresses are the same in every run
//! is, thread by thread, a straight line of accesses and of registrations at barriers ([`program`]).
//! For such a CTA one run tells everything about all runs:
//!
//! 1. [`trace`] runs the CTA under *one* schedule (up to three, if it fails). A deadlock
//!    ([`deadlock`]) or an error is a bug found.
//! 2. Each completed barrier is a *dynamic barrier* with a [`generation`].
//! 3. [`happens_before`] computes from them the relation `R` that every schedule must respect, if
//!    generations are the same in every schedule.
//! 4. [`wellsync`] checks just that: each generation of a barrier is over before a thread registers for
//!    the next. If so, the CTA is *well-synchronised*: no schedule deadlocks, errs, or mixes generations.
//! 5. [`race`] looks for conflicting accesses that `R` leaves unordered.
//!
//! [`analyse`] does all five. [`cross_cta`] looks at several CTAs, which nothing orders.
//!
//! The answers are sound and complete for well-synchronisation and races: `tests/judge` compares them with
//! all interleavings of random CTAs. What a run that reads schedule-dependent values means is
//! the business of whoever makes the thread programs.
//!
//! # Invariants
//!
//! - Nothing here knows PTX, the IR or a source file: a command has a [`program::Site`], a number.
//! - Generations count from 1; [`trace::Trace::completed`] is a topological order of happens-before.
//! - The result depends on the CTA only: no hash order reaches it.

pub mod cross_cta;
pub mod deadlock;
mod findings;
pub mod generation;
pub mod happens_before;
pub mod program;
pub mod race;
pub mod trace;
pub mod wellsync;

pub use findings::{Analysis, Failure, RaceVerdict, Reason, Statistics, Synchronisation, analyse};
