//! Barriers, happens-before and races.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod graph;
mod judge;
mod paper;
