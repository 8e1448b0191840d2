//! From the instructions of the kernel IR to terms of logic: the one reader, which methods share.
//!
//! Methods that ask a solver speak of terms: what a register holds, where an access goes, what a launch fixes. What such a term is depends on the
//! instruction alone, not on the method, so it is written down here, once.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@pure`] | the meaning of every pure operation |
//! | [`region`] | what an access goes to |
//!
//! # Invariants
//! * A term means what [`mod@raddle_ir::eval`] computes; where the IR leaves a result open, so does the term.
//! * This crate knows one thread. It knows no method, no other thread, no schedule and no solver.

pub mod pure;
pub mod region;

pub use region::Region;
