//! What is unordered with an access.
//!
//! What a class does is in the order of its registrations. So of what it does, that which nothing orders with an access of another thread
//! lies together: after the registrations that are known to the access, and up to the first that knows of it.

use super::parts::Time;
use crate::class::ClassId;
use crate::generation::NodeId;
use crate::happens_before::{HappensBefore, Interval};
use std::ops::Range;

/// Threads of a class that are somewhere, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meet {
    /// The class.
    pub class: ClassId,
    /// Which lane of it, if it is one alone.
    pub lane: Option<u32>,
    /// When.
    pub time: Time,
    /// A number that identifies its origin.
    pub place: u32,
}

impl Meet {
    /// The interval.
    pub fn interval(&self) -> Interval {
        Interval { class: self.class, ordinal: self.time.ordinal }
    }

    fn party(&self) -> Party {
        (self.class, self.lane)
    }

    /// Are the two in order because their lanes run in step?
    fn is_in_step(&self, hb: &HappensBefore, run: Option<NodeId>, other: &Self) -> bool {
        run.is_some() && run == hb.run(other.interval()) && self.time.position != other.time.position
    }
}

/// All that are somewhere, by class, thread and time.
pub struct Meets {
    all: Vec<Meet>,
    /// Where each class stands in them, and within it each thread that is there alone.
    parties: Vec<(Party, Range<usize>)>,
}

/// A thread, by class and lane, or several of a class.
type Party = (ClassId, Option<u32>);

impl Meets {
    /// Sorts them.
    pub fn new(all: impl IntoIterator<Item = Meet>) -> Self {
        let mut all: Vec<Meet> = all.into_iter().collect();
        all.sort_unstable();
        let mut parties = Vec::new();
        let mut end = 0;
        for of_party in all.chunk_by(|a, b| a.party() == b.party()) {
            let start = end;
            end += of_party.len();
            parties.push((of_party[0].party(), start..end));
        }
        Self { all, parties }
    }

    /// All of them.
    pub fn all(&self) -> &[Meet] {
        &self.all
    }

    /// Those that nothing orders with an access of another thread.
    pub fn unordered(&self, hb: &HappensBefore, x: Meet) -> impl Iterator<Item = &Meet> {
        let (now, run) = (x.interval(), hb.run(x.interval()));
        let others = self.parties.iter().filter(move |(party, _)| party.1.is_none() || *party != x.party());
        others.flat_map(move |((class, _), range)| {
            let of_party = &self.all[range.clone()];
            let known = hb.known(now, *class);
            // Lanes of one class that run in step are unordered only where they execute one instruction.
            let one = run.is_some() && *class == x.class;
            let from = match one {
                true => of_party.partition_point(|meet| meet.time < x.time),
                false => of_party.partition_point(|meet| meet.time.ordinal < known),
            };
            let rest = of_party[from..].iter();
            let until =
                move |meet: &&Meet| if one { meet.time == x.time } else { !hb.before(now, meet.interval()) };
            rest.take_while(until).filter(move |meet| !x.is_in_step(hb, run, meet))
        })
    }
}
