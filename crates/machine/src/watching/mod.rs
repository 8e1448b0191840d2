//! Watching: what a run tells, and who listens.
//!
//! A [`monitor`] is called at each event. [`record`] keeps the events warp by warp, [`races`] looks for races while a run
//! continues, [`visits`] keeps what variables were whenever threads reached a block.

pub(crate) mod buffer;
pub(crate) mod meetings;
pub mod monitor;
pub mod races;
pub mod record;
pub mod visits;
