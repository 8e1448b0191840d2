//! The reader of instructions: what they compute, where results come from, what a launch fixes.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod reader;
mod thread;
