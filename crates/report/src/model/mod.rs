//! The data model: everything that raddle can say, as plain data.
//!
//! Methods find, the crate `raddle` fills this model, renderers read it. Nothing in it is text for a
//! terminal: a race is two accesses, a deadlock a list of waits, a scope a list of assumptions. The
//! sentences come from [`crate::words`], so that every format says the same.
//!
//! Invariants:
//! - everything serialises and deserialises without loss;
//! - lists keep the order in which they were filled: whoever fills them does so deterministically;
//! - lines and columns count from 1, columns in characters; thread numbers count from 0;
//! - sizes and addresses are in bytes unless a name says otherwise.

pub mod diagnostic;
pub mod explain;
pub mod facts;
pub mod reasoning;
pub mod report;
pub mod statistics;
pub mod thread;
pub mod verdict;
