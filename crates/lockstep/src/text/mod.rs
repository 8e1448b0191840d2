//! Lock-step programs as text: [`rir`] in the notation of the paper's figures 5 and 7, with the IR's names of operations;
//! [`boogie`] for a number of threads, as input for the verifier of that name.
//!
//! A program's statements are three-address code: one instruction of the IR each. Both texts put pure values that are used
//! once, and constants, into the expressions that use them, so that what is printed looks like the paper's figures.

pub mod boogie;
mod expr;
mod names;
pub mod rir;
