//! Races (definition 8 of paper 001): conflicting accesses of two threads that `R` leaves unordered.
//!
//! Pairs of accesses are not enumerated, as WEFT does, but for those that race. In three steps:
//!
//! 1. `parts`: accesses that differ in nothing but the time at which they happen are one *part*: the lanes of one
//!    class that make one footprint, with the list of the intervals in which they do. An access that a loop makes a
//!    thousand times is one part with a thousand numbers.
//! 2. `locations`: parts that share bytes are laid over each other, and each place at which the same accesses meet is a
//!    *location*. Locations with the same parts, in which threads of one class meet in the same way, look
//!    alike: one of them is searched for all.
//! 3. `sweep`: the accesses to one location in the order of happens-before, each against the last ones that it
//!    could race with. So a location without race costs its accesses, not their square.
//!
//! Where a location has a race, `pairs` finds which parts race there, for the report. Accesses that go to an unknown place of
//! an object lie at no location: `areas` compares them with whatever they may meet.

mod areas;
mod locations;
mod meets;
mod pairs;
mod parts;
mod sides;
mod sweep;

use crate::Stop;
use crate::class::Classes;
use crate::generation::NodeId;
use crate::happens_before::HappensBefore;
use crate::program::{Access, Point, Site};
use crate::trace::Trace;
use crate::warps::Warps;
use pairs::{One, Pairs};
use parts::Parts;
use sides::Sides;

/// Which way a race is bad. Worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A race that takes place in every launch like this one.
    Harmful,
    /// As harmful, but it is not known whether both accesses take place.
    Possible,
    /// It is not known whether the two meet: of one of them the place is known up to an [area](crate::warps::Area) only.
    Unplaced,
    /// Both write the same value: it does not matter who is last.
    Benign,
}

/// One of the two accesses of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The command.
    pub at: Point,
    /// What it accesses.
    pub access: Access,
    /// The dynamic barrier that the thread passed last before the access, and with which command.
    /// `None`: no barrier before.
    pub passed: Option<(NodeId, Point)>,
    /// The dynamic barrier at which the thread registers next, and with which command. `None`: the
    /// access is after its last.
    pub registers: Option<(NodeId, Point)>,
}

/// The races between two source sites that are of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// How bad.
    pub class: Class,
    /// The first such race: the access of the site with the smaller number, …
    pub first: Side,
    /// … and the other.
    pub second: Side,
    /// How many pairs of accesses race so; two threads that do so to the same bytes again and again count once.
    pub count: u64,
}

impl Race {
    /// Whether the two threads passed the same dynamic barrier last: one phase, and not two phases
    /// that nothing orders.
    pub fn same_phase(&self) -> bool {
        self.first.passed.map(|(node, _)| node) == self.second.passed.map(|(node, _)| node)
    }
}

/// All races of a CTA.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// One for each pair of sites and class, by sites.
    pub races: Vec<Race>,
    /// Counting stopped at a limit: the counts are lower bounds, and pairs of sites may be missing.
    pub truncated: bool,
    /// Sizes of the search.
    pub sizes: Sizes,
}

/// How large the search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Accesses of threads, those of one thread to the same bytes in one interval, of one kind and site, counted once.
    pub merged: u64,
    /// Lanes of a class that make one footprint.
    pub parts: u64,
    /// Places in shared memory that are distinguished by who accesses them how: the paper's shared addresses.
    pub shared_locations: u64,
    /// Ways in which locations of any memory are accessed; the number that was searched.
    pub signatures: u64,
}

/// Finds and groups the races of a well-synchronised CTA.
///
/// # Errors
/// When it takes too long.
pub fn races(
    warps: &Warps,
    classes: &Classes,
    trace: &Trace,
    hb: &HappensBefore,
    stop: &Stop,
) -> Result<Races, crate::TimeLimit> {
    let parts = Parts::new(warps, classes, trace);
    let mut pairs = Pairs::new(&parts, hb);
    let searched = locations::search(&parts, hb, &mut pairs, locations::SLAB, stop)?;
    let sizes = Sizes {
        merged: parts.merged(),
        parts: parts.all.len() as u64,
        shared_locations: searched.shared_locations,
        signatures: searched.signatures,
    };
    let truncated = pairs.truncated;
    let unplaced = areas::races(&parts, hb, stop)?;
    let mut sides = Sides::new(warps, classes, trace);
    let mut side =
        |one: One| sides.side(parts.interval(one.part, one.time), one.time.position, one.lane, one.access);
    let races = pairs
        .found()
        .into_iter()
        .chain(unplaced)
        .map(|((_, _, class), race)| Race {
            class,
            first: side(race.first),
            second: side(race.second),
            count: race.count,
        })
        .collect();
    Ok(Races { races, truncated, sizes })
}

/// The class of a race of the two.
pub fn class(a: &Access, b: &Access) -> Class {
    if a.same_store(b) {
        Class::Benign
    } else if a.uncertain || b.uncertain {
        Class::Possible
    } else {
        Class::Harmful
    }
}

/// A pair of sites with the class of their race, the smaller site first.
type Sites = (Site, Site, Class);
