//! Terms, rewrite rules, facts and solvers.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

#[path = "../../ir/tests/cases.rs"]
mod cases;
mod divisions;
mod facts;
mod integers;
mod linking;
mod meaning;
mod normal_forms;
mod pitches;
mod random;
mod rows;
mod rules;
mod solvers;
