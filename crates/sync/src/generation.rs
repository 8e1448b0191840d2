//! Dynamic barriers: one node for each generation of a barrier (paper 001 §5.2).
//!
//! Generations are numbered from 1 as in figure 3: one more than the number of recyclings of the
//! barrier before the registration, for `sync` and `arrive` alike. (Definition 5, read to the letter,
//! gives an `arrive` the number of recyclings up to its own step, which is one less than what the
//! `sync`s get that it meets; figure 3, and lines 7 to 9 of figure 4, mean this numbering.)
//!
//! A generation that too few threads register in is *dangling*: it exists, its registrations have
//! its number, and it orders nothing, because no thread passes it. Only `arrive`s can dangle in a run that ends.

use crate::class::ClassId;
use crate::program::{BarrierId, How};

/// A dynamic barrier of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// As an index into [`crate::trace::Trace::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One generation of one barrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DynamicBarrier {
    /// The barrier.
    pub barrier: BarrierId,
    /// Which generation, counted from 1.
    pub generation: u32,
    /// How many threads it expects.
    pub count: u32,
    /// Whether that many registered.
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

/// The registration of a class, seen from its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Whose.
    pub class: ClassId,
    /// How many registrations the class executed before.
    pub ordinal: u32,
    /// `sync` or `arrive`.
    pub how: How,
}

/// A registration, seen from its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where it stands in the events of the warp.
    pub position: u32,
    /// The generation.
    pub node: NodeId,
    /// `sync` or `arrive`.
    pub how: How,
    /// Which registration of the run it is, counted from 1.
    pub time: u32,
}
