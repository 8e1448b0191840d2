//! PTX text to IR.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod fuzz;
mod lower;
mod ptxas;
mod robust;
