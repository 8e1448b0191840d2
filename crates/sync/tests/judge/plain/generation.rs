//! Dynamic barriers: one node for each generation of a barrier (paper 001 §5.2).
//!
//! Generations are numbered from 1 as in figure 3: one more than the number of recyclings of the
//! barrier before the registration, for `sync` and `arrive` alike. (Definition 5, read to the letter,
//! gives an `arrive` the number of recyclings up to its own step, which is one less than what the
//! `sync`s get that it meets; figure 3, and lines 7 to 9 of figure 4, mean this numbering.)
//!
//! A generation that too few threads register in is *dangling*: it exists, its registrations have
//! its number, and it orders nothing, because no thread passes it. Only `arrive`s can dangle in a run that ends.

use raddle_sync::program::{BarrierId, How, Point};

pub use raddle_sync::generation::NodeId;

/// One generation of one barrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicBarrier {
    /// The barrier.
    pub barrier: BarrierId,
    /// Which generation, counted from 1.
    pub generation: u32,
    /// How many threads it expects.
    pub count: u32,
    /// Whether they came.
    pub complete: bool,
    /// Who registered, in the order of the trace.
    pub participants: Vec<Participant>,
}

impl DynamicBarrier {
    /// The participants that block.
    pub fn syncs(&self) -> impl DoubleEndedIterator<Item = &Participant> {
        self.participants.iter().filter(|participant| participant.how == How::Sync)
    }
}

/// A registration, seen from its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The command.
    pub at: Point,
    /// How many registrations its thread executed before.
    pub ordinal: u32,
    /// `sync` or `arrive`.
    pub how: How,
}

/// A registration, seen from its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The index of the command in the thread's program.
    pub index: u32,
    /// The generation.
    pub node: NodeId,
    /// `sync` or `arrive`.
    pub how: How,
    /// How many registrations of any thread the trace has before.
    pub time: u32,
}
