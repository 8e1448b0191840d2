//! States: what a run has reach.
//!
//! What a state is made of is data, with the rules by which it changes: [`memory`], byte by byte, and the named
//! [`barrier`]s of a CTA.

pub mod barrier;
pub mod memory;
