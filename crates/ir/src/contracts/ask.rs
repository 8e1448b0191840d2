//! Queries in contracts: values that no instruction of the kernel computes but that a method may know.

use crate::entity::Value;
use crate::inst::{InstKind, Values};
use crate::marker::Marker;

/// What is asked, about which arguments. Each query has one result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ask {
    /// The value of its argument in the other thread.
    Other,
    /// The value of its argument at the start of the kernel.
    Old,
    /// Its first argument; it is claimed to hold also after the next barrier, for the thread numbered by the second.
    Instance,
    /// The same for the two threads numbered by the second and the third.
    PairInstance,
    /// Its argument, which is a candidate: it need not hold.
    Candidate,
    /// Whether both threads are of one CTA.
    SameGroup,
    /// Whether an atomic on the array named by its first argument has returned the second.
    Taken,
    /// About the log of accesses: what is asked, and the first byte of the array.
    Log,
    /// The same about the log of any thread, wherever the thread is.
    LogEverywhere,
    /// About a pointer: its offset in bytes (0) or its array (1), and the first byte that it points to.
    Pointer,
    /// Whether an array now holds what another held at the start: the first byte of each.
    Snapshot,
    /// An array that a function declares to read or write: the kind, the size of an element in bytes, and the first byte.
    Footprint,
    /// A part of a function's result: its offset in bytes; after [`leave`](super::leave), its number.
    Returned,
    /// A statement, the number of its postcondition, and what it reads through pointers.
    Stated,
    /// A return: the number of a postcondition, and the parts of the result that it uses.
    Ensured,
    /// Something that no method supports.
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
    /// A query instruction.
    #[must_use]
    pub fn ask(what: Ask, args: Values) -> Self {
        Self::Marker { marker: Marker::Ask(what), args }
    }

    /// An unknown value.
    #[must_use]
    pub fn unsupported() -> Self {
        Self::ask(Ask::Unsupported, Values::new())
    }

    /// What an instruction asks, and about which values.
    #[must_use]
    pub fn asked(&self) -> Option<(Ask, &[Value])> {
        match self {
            Self::Marker { marker: Marker::Ask(what), args } => Some((*what, args)),
            _ => None,
        }
    }

    /// Makes the result of a query unknown; the arguments stay.
    pub fn give_up(&mut self) {
        if let Self::Marker { marker: marker @ Marker::Ask(_), .. } = self {
            *marker = Marker::Ask(Ask::Unsupported);
        }
    }

    /// Is it this query?
    #[must_use]
    pub fn asks(&self, what: Ask) -> bool {
        self.as_marker() == Some(Marker::Ask(what))
    }
}
