//! The accesses to one location, in an order that happens-before respects, each against the last before it.
//!
//! For each class, and each kind of access, the *frontier* remembers the last access, and the last one by
//! another thread than that. An access that comes later in the order cannot be before any of them. If it is after
//! the last one of a class, it is after all earlier ones of that class and kind, because they are in an earlier
//! interval, or the same; so the last one is enough. A plain write that races with nothing is after all that
//! came before, so whatever races with something before the write also races with the write, or comes after it: the
//! frontier begins anew. So where there is no race, each access is compared with at most as many as there were reads
//! since the last write, and each of those is dropped by the next write: time near-linear in the accesses.

use super::parts::{Parts, Time};
use crate::class::ClassId;
use crate::happens_before::{HappensBefore, Interval};

/// Which thread of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// One, by its number among those that access the location.
    One(u32),
    /// Several.
    Many,
}

impl Who {
    /// Is there a thread in the one that is another than one in the other?
    fn differs(self, other: Self) -> bool {
        self == Self::Many || self != other
    }
}

/// What an access does, as far as conflicts go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Does it write?
    pub writes: bool,
    /// If atomic: to which bytes, seen from the location. Atomics to the same bytes do not conflict.
    pub atomic: Option<(i64, u32)>,
}

impl Manner {
    /// Do two threads' accesses of these kinds conflict?
    pub fn conflicts(self, other: Self) -> bool {
        (self.writes || other.writes) && (self.atomic.is_none() || self.atomic != other.atomic)
    }
}

/// Lanes of a part that access a location.
#[derive(Clone, Copy, Debug)]
pub struct Visitor {
    /// The part.
    pub part: u32,
    /// Its threads.
    pub who: Who,
    /// What they do.
    pub manner: Manner,
}

/// The last accesses of a class in one manner.
struct Last {
    class: ClassId,
    manner: Manner,
    newest: (Time, Who),
    /// The newest by another thread.
    other: Option<(Time, Who)>,
}

/// Do the visitors of a location race?
pub fn race(
    parts: &Parts<'_>,
    hb: &HappensBefore,
    visitors: &[Visitor],
    scratch: &mut Vec<(u64, u32, Time)>,
) -> bool {
    // Several threads at once, and not only reading or atomic.
    let by_itself = |v: &Visitor| v.who == Who::Many && v.manner.conflicts(v.manner);
    if visitors.iter().any(by_itself) {
        return true;
    }
    let first = visitors.first().map(|v| (parts.all[v.part as usize].class, v.who));
    if visitors.iter().all(|v| Some((parts.all[v.part as usize].class, v.who)) == first && v.who != Who::Many)
    {
        return false;
    }
    let pairs_conflict = |n: usize| visitors[n + 1..].iter().any(|v| v.manner.conflicts(visitors[n].manner));
    let writes = visitors.iter().any(|v| v.manner.writes);
    if !writes
        || !(0..visitors.len()).any(|n| visitors[n].manner.conflicts(visitors[n].manner) || pairs_conflict(n))
    {
        return false;
    }
    scratch.clear();
    for (n, visitor) in (0..).zip(visitors) {
        let part = &parts.all[visitor.part as usize];
        scratch.extend(part.times.iter().map(|&time| {
            let began = hb.time(Interval { class: part.class, ordinal: time.ordinal });
            (u64::from(began) << 32 | u64::from(time.position), n, time)
        }));
    }
    scratch.sort_unstable_by_key(|&(key, visitor, _)| (key, visitor));
    let mut frontier: Vec<Last> = Vec::new();
    for &(_, n, time) in scratch.iter() {
        let visitor = &visitors[n as usize];
        let class = parts.all[visitor.part as usize].class;
        let now = Interval { class, ordinal: time.ordinal };
        let clock = hb.known_to(now);
        let run = hb.run(now);
        let unordered = |class: ClassId, before: Time| {
            let known = clock.map_or(0, |clock| clock[class as usize]);
            let in_step = || {
                before.position != time.position
                    && run.is_some()
                    && run == hb.run(Interval { class, ordinal: before.ordinal })
            };
            known <= before.ordinal && !in_step()
        };
        let mut own = None;
        for (at, last) in frontier.iter().enumerate() {
            if last.class == class && last.manner == visitor.manner {
                own = Some(at);
            }
            if !last.manner.conflicts(visitor.manner) {
                continue;
            }
            let before = if last.class != class || last.newest.1.differs(visitor.who) {
                Some(last.newest)
            } else {
                last.other
            };
            if before.is_some_and(|(before, _)| unordered(last.class, before)) {
                return true;
            }
        }
        if visitor.manner == (Manner { writes: true, atomic: None }) {
            frontier.clear();
            own = None;
        }
        let newest = (time, visitor.who);
        match own {
            Some(at) => {
                let last = &mut frontier[at];
                if last.newest.1.differs(visitor.who) {
                    last.other = Some(last.newest);
                }
                last.newest = newest;
            }
            None => frontier.push(Last { class, manner: visitor.manner, newest, other: None }),
        }
    }
    false
}
