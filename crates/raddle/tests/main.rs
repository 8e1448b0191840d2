//! The library as a whole, and the judges that compare its verdicts with runs.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod alike;
mod altered;
#[path = "../../ir/tests/cases.rs"]
mod cases;
mod common;
mod fences;
mod judge;
mod locks;
mod mutants;
mod reuse;
mod session;
mod strides;
mod termination;
mod tickets;
mod verdicts;
mod without;
