//! Transition systems, proofs and endless runs.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod formats;
mod judge;
mod proofs;
