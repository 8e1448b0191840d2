//! Running: from a program and a launch to an [`outcome`].
//!
//! A [`machine`] takes groups of lanes of a warp step by step: [`exec`] computes and branches, [`access`] goes to the [`place`] of
//! an access, [`sync`] and [`collective`] let threads wait for each other by the rules of the [barriers](crate::barrier), [`over`] steps
//! over a branch on an unknown condition, and [`schedule`] says who is next. [`replay`] holds threads at events, [`release`] looks
//! beyond a deadlock, and [`mod@explore`] tries all schedules of a small launch.

pub(crate) mod access;
pub(crate) mod collective;
pub(crate) mod converge;
pub(crate) mod exec;
pub mod explore;
pub(crate) mod group;
pub mod machine;
pub mod outcome;
pub(crate) mod over;
pub(crate) mod place;
pub(crate) mod release;
pub mod replay;
pub(crate) mod schedule;
pub(crate) mod sync;
