//! What contracts ask for: values that no instruction of the kernel computes, and that a method may know.

use crate::entity::Value;
use crate::inst::{InstKind, Values};
use crate::marker::Marker;

/// What is asked, of which arguments. Each has one result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ask {
    /// The value of its argument in the other thread.
    Other,
    /// The value of its argument at the start of the kernel.
    Old,
    /// Whether its first argument also holds after the next barrier, for the thread with the number of its second.
    Instance,
    /// The same for the two threads with the numbers of its second and third.
    PairInstance,
    /// Its argument, of which nothing says that it holds.
    Candidate,
    /// Whether both threads are of one CTA.
    SameGroup,
    /// Whether an atomic on the array that its first argument names has found its second.
    Taken,
    /// Of the log of accesses: what, and the first byte of the array.
    Log,
    /// The same of the log of any thread, wherever it is.
    LogEverywhere,
    /// Of a pointer: its offset in bytes (0) or its array (1), and the first byte that it points to.
    Pointer,
    /// Whether an array holds what another one held at the start: the first byte of each.
    Snapshot,
    /// An array that a function says it reads or writes: the kind, the size of an element in bytes, and the first byte.
    Footprint,
    /// A part of what a function returns: where it begins, in bytes; after [`leave`](super::leave), its number.
    Returned,
    /// A statement, the number of the postcondition that it is, and what it reads through pointers.
    Stated,
    /// A return: the number of a postcondition, and the parts of the result that it asks for.
    Ensured,
    /// Something that no method follows.
    Unsupported,
}

impl Ask {
    /// Its name among the functions of the header, after `__raddle_contract_`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Old => "old",
            Self::Instance => "instance",
            Self::PairInstance => "pair_instance",
            Self::Candidate => "candidate",
            Self::SameGroup => "same_group",
            Self::Taken => "taken",
            Self::Log => "log",
            Self::LogEverywhere => "log_everywhere",
            Self::Pointer => "pointer",
            Self::Snapshot => "snapshot",
            Self::Footprint => "footprint",
            Self::Returned => "returned",
            Self::Stated => "stated",
            Self::Ensured => "ensured",
            Self::Unsupported => "unsupported",
        }
    }
}

impl InstKind {
    /// An instruction that asks.
    #[must_use]
    pub fn ask(what: Ask, args: Values) -> Self {
        Self::Marker { marker: Marker::Ask(what), args }
    }

    /// What nothing is known of.
    #[must_use]
    pub fn unsupported() -> Self {
        Self::ask(Ask::Unsupported, Values::new())
    }

    /// What an instruction asks, and of what.
    #[must_use]
    pub fn asked(&self) -> Option<(Ask, &[Value])> {
        match self {
            Self::Marker { marker: Marker::Ask(what), args } => Some((*what, args)),
            _ => None,
        }
    }

    /// Nothing is known of what it asks, of the same arguments.
    pub fn give_up(&mut self) {
        if let Self::Marker { marker: marker @ Marker::Ask(_), .. } = self {
            *marker = Marker::Ask(Ask::Unsupported);
        }
    }

    /// Does it ask this?
    #[must_use]
    pub fn asks(&self, what: Ask) -> bool {
        self.as_marker() == Some(Marker::Ask(what))
    }
}
