//! What is unordered with an access.
//!
//! What a class does is in the order of its registrations. So of what it does, that which nothing orders with an access of another thread
//! lies together: behind the registrations that are known to the access, and up to the first that knows of it.

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
    /// When.
    pub time: Time,
    /// A number that tells who or what it is.
    pub place: u32,
}

impl Meet {
    /// The interval.
    pub fn interval(&self) -> Interval {
        Interval { class: self.class, ordinal: self.time.ordinal }
    }

    /// Are the two in order because their lanes run in step?
    fn is_in_step(&self, hb: &HappensBefore, run: Option<NodeId>, other: &Self) -> bool {
        run.is_some() && run == hb.run(other.interval()) && self.time.position != other.time.position
    }
}

/// All that are somewhere, by class and time.
pub struct Meets {
    all: Vec<Meet>,
    /// Where each class stands in them.
    classes: Vec<(ClassId, Range<usize>)>,
}

impl Meets {
    /// Sorts them.
    pub fn new(all: impl IntoIterator<Item = Meet>) -> Self {
        let mut all: Vec<Meet> = all.into_iter().collect();
        all.sort_unstable();
        let mut classes = Vec::new();
        let mut end = 0;
        for of_class in all.chunk_by(|a, b| a.class == b.class) {
            let start = end;
            end += of_class.len();
            classes.push((of_class[0].class, start..end));
        }
        Self { all, classes }
    }

    /// All of them.
    pub fn all(&self) -> &[Meet] {
        &self.all
    }

    /// Those that nothing orders with an access of another thread.
    pub fn unordered(&self, hb: &HappensBefore, x: Meet) -> impl Iterator<Item = &Meet> {
        let (now, run) = (x.interval(), hb.run(x.interval()));
        self.classes.iter().flat_map(move |(class, range)| {
            let of_class = &self.all[range.clone()];
            let known = hb.known(now, *class);
            // Lanes of one class that run in step are unordered only where they execute one instruction.
            let one = run.is_some() && *class == x.class;
            let from = match one {
                true => of_class.partition_point(|meet| meet.time < x.time),
                false => of_class.partition_point(|meet| meet.time.ordinal < known),
            };
            let rest = of_class[from..].iter();
            let until =
                move |meet: &&Meet| if one { meet.time == x.time } else { !hb.before(now, meet.interval()) };
            rest.take_while(until).filter(move |meet| !x.is_in_step(hb, run, meet))
        })
    }
}
