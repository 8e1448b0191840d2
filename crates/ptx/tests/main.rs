//! PTX text to IR.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod fuzz;
mod lower;
#[path = "../../ir/tests/proptests.rs"]
mod proptests;
mod ptxas;
mod robust;
