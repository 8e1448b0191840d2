//! Programs: what the machine runs.
//!
//! IR is decoded, once, into a list of steps over dense registers ([`program`]); [`slice`] removes the steps that a
//! method cannot observe.

pub(crate) mod decode;
pub(crate) mod flow;
pub(crate) mod outputs;
pub(crate) mod padding;
pub(crate) mod passage;
pub mod program;
pub mod slice;
