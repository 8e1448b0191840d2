//! Which parts race at a location, and which of their accesses first.
//!
//! The lanes of a part have all their times in common, so two parts race with all pairs of their threads or with none; and
//! they do so at each location where they meet. So it is found out once for each pair of parts.

use super::locations::{Cell, Racy};
use super::parts::{Part, Parts, Time};
use super::{Sites, class};
use crate::happens_before::{HappensBefore, Interval};
use crate::program::{Access, Scope};
use crate::{Stop, TimeLimit};
use rustc_hash::{FxHashMap, FxHashSet};

/// An access of a race.
#[derive(Clone, Copy, Debug)]
pub struct One {
    /// Its part.
    pub part: u32,
    /// Its lane.
    pub lane: u32,
    /// When it happens.
    pub time: Time,
    /// What it is.
    pub access: Access,
}

/// The races of two sites and a class.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The first in time: the access of the smaller site …
    pub first: One,
    /// … and the other.
    pub second: One,
    /// How many pairs of threads, place by place.
    pub count: u64,
    /// When the first becomes possible.
    began: (u32, u32),
}

/// A thread, by class and lane, and what it accesses.
type Party = ((u32, u32), Access);

impl Pair {
    /// The two threads and what they access, whenever.
    fn identity(&self, parts: &Parts<'_>) -> [Party; 2] {
        [self.first, self.second].map(|one| ((parts.all[one.part as usize].class, one.lane), one.access))
    }
}

/// What was found.
pub struct Found {
    /// By sites and class.
    pub races: Vec<(Sites, Pair)>,
    /// There were too many to look at all.
    pub truncated: bool,
}

/// After so many pairs of accesses counting stops.
const MOST_PAIRS: u64 = 20_000_000;

/// Finds the races of the locations that have some.
///
/// # Errors
/// When it takes too long.
pub fn pairs(parts: &Parts<'_>, hb: &HappensBefore, racy: &[Racy], stop: &Stop) -> Result<Found, TimeLimit> {
    let mut found: FxHashMap<Sites, Pair> = FxHashMap::default();
    let mut unordered: FxHashMap<(u32, u32), Option<(Time, Time)>> = FxHashMap::default();
    let mut looked_at = 0;
    let mut counted = FxHashSet::default();
    'all: for location in racy {
        let by_part: Vec<&[Cell]> = location.cells.chunk_by(|a, b| a.part == b.part).collect();
        counted.clear();
        let repeats = repeats(parts, &by_part);
        for (n, a) in by_part.iter().enumerate() {
            stop.check()?;
            for b in &by_part[n..] {
                let (p, q) = (a[0].part, b[0].part);
                if !(parts.footprint(p).access.kind.writes() || parts.footprint(q).access.kind.writes()) {
                    continue;
                }
                let times = *unordered.entry((p, q)).or_insert_with(|| first_unordered(parts, hb, p, q));
                let Some(times) = times else { continue };
                for x in *a {
                    for y in *b {
                        looked_at += 1;
                        let Some(race) = race(parts, hb, (x, y), location.start, times) else { continue };
                        let new = !repeats || counted.insert(race.identity(parts));
                        add(&mut found, race, new);
                    }
                }
                if looked_at > MOST_PAIRS {
                    break 'all;
                }
            }
        }
    }
    let mut races: Vec<(Sites, Pair)> = found.into_iter().collect();
    races.sort_unstable_by_key(|&(sites, _)| sites);
    Ok(Found { races, truncated: looked_at > MOST_PAIRS })
}

/// Do threads make one access in several parts, because others take part in one and not in the other?
fn repeats(parts: &Parts<'_>, by_part: &[&[Cell]]) -> bool {
    let mut seen = FxHashSet::default();
    by_part.iter().any(|cells| {
        let part = cells[0].part;
        !seen.insert((parts.all[part as usize].class, parts.footprint(part).access.site))
    })
}

/// The race of two lanes, if it is one and begins at this location.
fn race(
    parts: &Parts<'_>,
    hb: &HappensBefore,
    (x, y): (&Cell, &Cell),
    start: u64,
    times: (Time, Time),
) -> Option<Pair> {
    let [class_x, class_y] = [x, y].map(|cell| parts.all[cell.part as usize].class);
    // Within a part each pair comes twice.
    let one_thread = class_x == class_y && x.lane == y.lane;
    if one_thread || (x.part == y.part && x.lane > y.lane) || start != x.offset.max(y.offset) {
        return None;
    }
    let [a, b] = [x, y].map(|cell| parts.footprint(cell.part).access(cell.lane));
    if !a.conflicts(&b, Scope::Cta) {
        return None;
    }
    let first = One { part: x.part, lane: x.lane, time: times.0, access: a };
    let second = One { part: y.part, lane: y.lane, time: times.1, access: b };
    let in_order = (a.site, class_x, x.lane) <= (b.site, class_y, y.lane);
    let (first, second) = if in_order { (first, second) } else { (second, first) };
    let time = |one: &One| hb.time(parts.interval(one.part, one.time));
    let (t, u) = (time(&first), time(&second));
    Some(Pair { first, second, count: 0, began: (t.max(u), t.min(u)) })
}

/// Counts a race with those of its sites and class; the first in time stands for them.
fn add(found: &mut FxHashMap<Sites, Pair>, race: Pair, new: bool) {
    let (a, b) = (&race.first.access, &race.second.access);
    let known = found.entry((a.site, b.site, class(a, b))).or_insert(race);
    let count = known.count + u64::from(new);
    if race.began < known.began {
        *known = race;
    }
    known.count = count;
}

/// The first times of two parts that nothing orders, for different threads.
fn first_unordered(parts: &Parts<'_>, hb: &HappensBefore, p: u32, q: u32) -> Option<(Time, Time)> {
    let [a, b] = [p, q].map(|part| &parts.all[part as usize]);
    let interval = |part: &Part, time: Time| Interval { class: part.class, ordinal: time.ordinal };
    let mut best: Option<((u32, u32), (Time, Time))> = None;
    let mut from = 0;
    for &s in &a.times {
        let x = interval(a, s);
        // What is before s, in the other part, are its first times; and what s is before, its last.
        let known = hb.known(x, b.class);
        while from < b.times.len() && b.times[from].ordinal < known {
            from += 1;
        }
        for &t in &b.times[from..] {
            let y = interval(b, t);
            if hb.before(x, y) {
                break;
            }
            let in_step = hb.run(x).is_some() && hb.run(x) == hb.run(y) && s.position != t.position;
            if in_step {
                continue;
            }
            let (u, v) = (hb.time(x), hb.time(y));
            let began = (u.max(v), u.min(v));
            if best.is_none_or(|(earliest, _)| began < earliest) {
                best = Some((began, (s, t)));
            }
            break;
        }
        // Later times of the first part begin later still.
        if best.is_some_and(|((latest, _), _)| hb.time(x) > latest) {
            break;
        }
    }
    best.map(|(_, times)| times)
}
