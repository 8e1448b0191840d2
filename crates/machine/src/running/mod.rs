//! Running: from a program and a launch to an [`outcome`].
//!
//! A run begins at [`start`]. A [`machine`] takes groups of lanes of a warp step by step: [`exec`] says where control goes, [`open`] what
//! lanes do at a branch whose condition is unknown (mostly, [`over`] it), and [`effect`] does the rest: it computes ([`group`],
//! [`compute`]) and goes to the [`place`] of an [`access`]. [`sync`] and [`collective`] let threads wait for each other by the rules of
//! the [barriers](crate::barrier); [`schedule`] says who is next, and [`converge`] who continues together. [`replay`] holds threads at
//! events, [`release`] looks beyond a deadlock, and [`mod@explore`] tries all schedules of a small launch.

pub(crate) mod access;
pub(crate) mod collective;
pub(crate) mod compute;
pub(crate) mod converge;
pub(crate) mod effect;
pub(crate) mod exec;
pub mod explore;
pub(crate) mod group;
pub mod machine;
pub mod open;
pub mod outcome;
pub(crate) mod over;
pub(crate) mod place;
pub(crate) mod release;
pub mod replay;
pub(crate) mod schedule;
pub(crate) mod start;
pub(crate) mod sync;
