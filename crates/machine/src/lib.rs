//! The reference machine: the executable semantics of kernel IR.
//!
//! One interpreter for a whole grid. It is generic over the *value domain* ([`domain`]: plain bits, or known
//! bits and named unknowns), and takes a *scheduler* ([`machine::Scheduler`]), a *monitor* ([`monitor`]) and
//! a warp size. What it does is what a kernel means (docs/semantics.md): the methods of the
//! other crates are tested against it, and every witness is replayed on it before it is shown.
//!
//! # The way of a kernel
//!
//! [`program::Program::decode`] turns IR into a list of steps over dense registers, once. A
//! [`machine::Machine`] holds a launch ([`launch`]), its memory objects ([`objects`], [`memory`]) and one CTA; it runs
//! groups of lanes of a warp that stand at the same place, step by step (`exec`, `access`, `sync`,
//! `collective`), and ends in an [`outcome::Outcome`]. [`replay`] holds threads at events; [`mod@explore`]
//! tries all schedules of a small launch.
//!
//! # Unknowns
//!
//! A launch rarely says everything. In the domain [`partial::Partial`] what is not given is an unknown with a name
//! and a cause. An unknown condition of a branch around code that does not synchronise is stepped over
//! (`over`); at any other place that control or synchronisation needs, the threads concerned are given up, and the outcome is
//! [`Unknown`](outcome::Outcome::Unknown), with the chain of causes. Nothing is guessed.
//!
//! # Invariants
//!
//! - Memory is sequentially consistent; a kernel in which this could be noticed has a race.
//! - Runs are deterministic: the same program, launch, options and seed give the same events in the same order.
//! - For each thread, the events come in program order.
//! - A value that is known is right for every input that is not given; equal names are equal values.
//!   In what depends on the schedule this holds for the schedule that was run, and the value is marked.
//! - This crate knows nothing of PTX, of verdicts, or of any method.

mod launches;
pub mod limits;
mod programs;
mod running;
mod states;
mod values;
mod watching;

pub use launches::{cases, chosen, constants, images, launch, logs, objects, variables};
pub use programs::{program, slice};
pub use running::{explore, machine, open, outcome, replay};
pub use states::{barrier, memory, state};
pub use values::{concrete, differ, domain, linear, partial, term};
pub use watching::{monitor, races, record, visits};

pub use concrete::Concrete;
pub use differ::{Differ, Written};
pub use domain::{Cause, Domain, ObjectId, Reason, Site, ValueId};
pub use explore::{Ending, Exploration, ExploreOptions, explore};
pub use launch::{Arg, Buffer, BufferContent, Launch, LaunchError, WhichCta, parse_arg};
pub use machine::{Hold, Machine, Options, Scheduler};
pub use monitor::{AccessKind, Event, Issue, Monitor, Recorder, Target, Unwatched};
pub use open::AtOpen;
pub use outcome::{Deadlock, Outcome, Stuck, StuckAt, Unknown, Waiting, WaitingFor};
pub use partial::{PValue, Partial};
pub use program::{DecodeError, Program};
pub use record::WarpRecorder;
pub use replay::HoldReport;
pub use slice::{Buffers, Loads, Stores, Wanted};
pub use state::State;
