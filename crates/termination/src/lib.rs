//! Termination of transition systems over integers (paper 004): proved for every input, or refuted by an endless run.
//!
//! ```
//! use raddle_termination::decide::{Verdict, decide};
//! use raddle_termination::its::text::{Format, read};
//! use raddle_termination::solver::Deadline;
//!
//! let system = read("f(x, y) -> f(x - y, y) [ x > 0 /\\ y > 0 ]", Format::Kittel).unwrap();
//! assert!(matches!(decide(&system, Deadline::after(None)), Verdict::Terminates(_)));
//! let system = read("f(x, y) -> f(x - y, y) [ x > 0 ]", Format::Kittel).unwrap();
//! assert!(matches!(decide(&system, Deadline::after(None)), Verdict::Runs(_)));
//! ```
//!
//! # The way
//!
//! 1. [`its`]: what a system is and means, its readers, and machine integers said in mathematical ones.
//! 2. [`prepare`]: everything that termination does not depend on is removed.
//! 3. [`invariants`]: bounds on variables and on sums and differences of two, by abstract interpretation.
//! 4. [`ranking`]: functions that fall, found by Farkas' lemma and a solver for linear constraints.
//! 5. Where none is found: [`search`] runs the system, and [`recurrence`] looks for closed sets.
//!
//! # What is trusted
//!
//! The way above is not. A proof is a [`certificate::Certificate`], and [`check`](mod@check) asks about the system itself whether its
//! invariants are inductive and its functions fall; an endless run is an [`endless::Endless`], which is run, or confirmed to be closed. What is
//! trusted is the meaning of systems ([`its::run`]), [`its::words`], these two checkers and the solver's answers; `tests/judge.rs` compares the verdicts with
//! exhaustive search.
//!
//! Kernels go [another way](from_kernel): one thread as terms over bit-vectors.

pub mod certificate;
pub mod check;
pub mod decide;
pub mod endless;
pub mod from_kernel;
pub mod graph;
pub mod invariants;
pub mod its;
mod limits;
pub mod path;
pub mod prepare;
pub mod ranking;
pub mod recurrence;
pub mod search;
pub mod solver;
