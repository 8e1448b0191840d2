//! From the instructions of the kernel IR to terms of logic: the one reader, which methods share.
//!
//! Methods that ask a solver use terms: what a register holds, where an access goes, what a launch fixes. Such a term depends on the
//! instruction alone, not on the method, so it is defined here, once.
//!
//! | module | contents |
//! | --- | --- |
//! | [`reader`] | what an instruction computes, and where it accesses memory, given what registers hold |
//! | [`mod@pure`] | the meaning of every pure operation |
//! | [`thread`] | what a launch fixes: the place of a thread, sizes, special registers |
//! | [`parameter`] | what the kernel's parameters hold |
//! | [`address`] | where objects and functions lie |
//! | [`region`] | what memory an access goes to |
//! | [`access`] | the elements of an access |
//!
//! # Invariants
//! * A term means what [`mod@raddle_ir::eval`] computes; where the IR leaves a result open, so does the term.
//! * What is not modelled is said so, by `None`, and never guessed.
//! * This crate knows no method, no schedule and no solver, and of threads only that their symbols may need names of their own.

pub mod access;
pub mod address;
pub mod parameter;
pub mod pure;
pub mod reader;
pub mod region;
pub mod thread;

pub use reader::Environment;
pub use region::Region;
pub use thread::Thread;
