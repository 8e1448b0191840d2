//! Transition systems, proofs and endless runs.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod formats;
mod judge;
mod proofs;
