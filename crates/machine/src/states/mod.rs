//! States: where a run stands.
//!
//! What a [`state`] is made of is data, with the rules by which it changes: [`memory`], byte by byte, and the named
//! [`barrier`]s of a CTA. A state is cloned without being copied, as long as its [`part`]s are not written.

pub mod barrier;
pub mod memory;
pub(crate) mod part;
pub mod state;
pub(crate) mod ways;
