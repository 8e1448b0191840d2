//! Lock-step verification: normal form, program, judge.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod figures;
mod judge;
mod normal;
mod uniform;
