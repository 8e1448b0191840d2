//! Watching: what a run reports, and to whom.
//!
//! A [`monitor`] is called at each event. [`record`] keeps the events warp by warp, [`races`] looks for races during a run, [`visits`]
//! keeps the values of variables whenever threads reach a block.

pub(crate) mod buffer;
pub(crate) mod meetings;
pub mod monitor;
pub mod races;
pub mod record;
pub mod visits;
