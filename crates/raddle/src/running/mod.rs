//! Runs on the reference machine, and what they record.

pub(crate) mod contracts;
pub(crate) mod exec;
pub(crate) mod limits;
mod lockstep;
pub(crate) mod places;
pub(crate) mod programs;
