//! Which parts race at a location, and which of their accesses first.
//!
//! The lanes of a part have all their times in common, so two parts race with all pairs of their threads or with none; and
//! they do so at each location where they meet. So it is found out once for each pair of parts.

use super::locations::Cell;
use super::meets::{Meet, Meets};
use super::parts::{Part, Parts, Time};
use super::{Class, Sites, class};
use crate::happens_before::HappensBefore;
use crate::program::{Access, Scope};
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
    /// How bad.
    pub class: Class,
    /// How many pairs of threads, place by place.
    pub count: u64,
    /// When the first becomes possible.
    began: (u32, u32),
}

/// A thread, by class and lane, and what it accesses.
type Party = ((u32, u32), Access);

impl Pair {
    /// Two accesses, nothing counted yet.
    pub fn of(parts: &Parts<'_>, hb: &HappensBefore, first: One, second: One) -> Self {
        let [t, u] = [first, second].map(|one| hb.time(parts.interval(one.part, one.time)));
        let class = class(&first.access, &second.access);
        Self { first, second, class, count: 0, began: (t.max(u), t.min(u)) }
    }

    /// The two threads and what they access, whenever.
    fn identity(&self, parts: &Parts<'_>) -> [Party; 2] {
        [self.first, self.second].map(|one| ((parts.all[one.part as usize].class, one.lane), one.access))
    }
}

/// After this number of pairs of accesses counting stops.
const MOST_PAIRS: u64 = 1_000_000;

/// The number of pairs of parts that are distinguished among those that meet at locations of one signature.
const MOST_RACING: usize = 100_000;

/// Two parts that race, by their places among those that meet at a location, and when first.
#[derive(Clone, Copy, Debug)]
struct Racing {
    places: (u32, u32),
    times: (Time, Time),
    /// Do they race only where the lanes of one part make its access together?
    at_once: bool,
}

/// When the first race of two parts begins, their times, and whether all races are at one time.
type First = ((u32, u32), (Time, Time), bool);

/// The parts that race at all locations of one signature.
#[derive(Clone, Debug)]
pub struct RacingParts {
    racing: Vec<Racing>,
    /// Do threads make one access in several parts?
    repeats: bool,
}

/// Collects the races of the locations that have some.
pub struct Pairs<'a> {
    parts: &'a Parts<'a>,
    hb: &'a HappensBefore,
    found: FxHashMap<Sites, Pair>,
    /// What was counted at this location.
    counted: FxHashSet<[Party; 2]>,
    looked_at: u64,
    /// Were there too many to search all?
    pub truncated: bool,
}

impl<'a> Pairs<'a> {
    /// Nothing found yet.
    pub fn new(parts: &'a Parts<'a>, hb: &'a HappensBefore) -> Self {
        Self {
            parts,
            hb,
            found: FxHashMap::default(),
            counted: FxHashSet::default(),
            looked_at: 0,
            truncated: false,
        }
    }

    /// Which parts race where these cells meet, and wherever cells of the same signature do.
    ///
    /// What one access of a class races with in another class lies together, in the order of that class: after the
    /// registrations that are known before the access, and up to the first that knows of it. So the work is that of
    /// sorting, and of the pairs that are unordered.
    pub fn racing_parts(&mut self, cells: &[Cell]) -> RacingParts {
        let Self { parts, hb, .. } = *self;
        let by_part: Vec<&[Cell]> = by_part(cells).collect();
        let writes: Vec<bool> =
            by_part.iter().map(|c| parts.footprint(c[0].part).access.kind.writes()).collect();
        let meets_of = |place: usize| {
            let cells = by_part[place];
            let Part { class, times, .. } = &parts.all[cells[0].part as usize];
            let lane = if let [one] = cells { Some(one.lane) } else { None };
            times.iter().map(move |&time| Meet { class: *class, lane, time, place: place as u32 })
        };
        let meets = Meets::new((0..by_part.len()).flat_map(meets_of));
        let mut racing = Vec::new();
        // Of one part, by the place of the other: when they race first, and when that begins.
        let mut row: Vec<Option<First>> = vec![None; by_part.len()];
        let mut found = Vec::new();
        for n in (0..by_part.len()).filter(|&n| writes[n]) {
            for x in meets_of(n) {
                let (s, u) = (x.time, hb.time(x.interval()));
                for meet in meets.unordered(hb, x) {
                    let m = meet.place as usize;
                    let at_once = m == n && meet.time == s;
                    if let Some((_, _, all_at_once)) = &mut row[m] {
                        *all_at_once &= at_once;
                    }
                    let known = row[m];
                    // Two that write find each other twice.
                    if known.is_some_and(|((latest, _), ..)| u > latest) || (writes[m] && m < n) {
                        continue;
                    }
                    let v = hb.time(meet.interval());
                    let began = (u.max(v), u.min(v));
                    if known.is_none() {
                        found.push(m);
                    }
                    if known.is_none_or(|(earliest, ..)| began < earliest) {
                        row[m] = Some((began, (s, meet.time), known.is_none_or(|known| known.2) && at_once));
                    }
                }
            }
            for m in found.drain(..) {
                let (_, (s, t), at_once) = row[m].take().expect("it was found");
                let (places, times) = if n <= m { ((n, m), (s, t)) } else { ((m, n), (t, s)) };
                let at_once = at_once && !parts.all[by_part[n][0].part as usize].repeats;
                racing.push(Racing { places: (places.0 as u32, places.1 as u32), times, at_once });
            }
            if racing.len() > MOST_RACING {
                self.truncated = true;
                break;
            }
        }
        racing.sort_unstable_by_key(|racing| racing.places);
        RacingParts { racing, repeats: repeats(parts, &by_part) }
    }

    /// Counts the races of a location that begins at `start`.
    pub fn location(&mut self, start: u64, cells: &[Cell], of: &RacingParts) {
        let by_part: Vec<&[Cell]> = by_part(cells).collect();
        self.counted.clear();
        for racing @ Racing { places: (n, m), .. } in &of.racing {
            if self.looked_at > MOST_PAIRS {
                self.truncated = true;
                return;
            }
            for x in by_part[*n as usize] {
                for y in by_part[*m as usize] {
                    self.looked_at += 1;
                    let Some(race) = race(self.parts, self.hb, (x, y), start, racing) else { continue };
                    let new = !of.repeats || self.counted.insert(race.identity(self.parts));
                    add(&mut self.found, race, new);
                }
            }
        }
    }

    /// What was found, by sites and class.
    pub fn found(self) -> Vec<(Sites, Pair)> {
        let mut races: Vec<(Sites, Pair)> = self.found.into_iter().collect();
        races.sort_unstable_by_key(|&(sites, _)| sites);
        races
    }
}

/// Cells by part.
fn by_part(cells: &[Cell]) -> impl Iterator<Item = &[Cell]> {
    cells.chunk_by(|a, b| a.part == b.part)
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
    racing: &Racing,
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
    let first = One { part: x.part, lane: x.lane, time: racing.times.0, access: a };
    let second = One { part: y.part, lane: y.lane, time: racing.times.1, access: b };
    let in_order = (a.site, class_x, x.lane) <= (b.site, class_y, y.lane);
    let (first, second) = if in_order { (first, second) } else { (second, first) };
    let mut pair = Pair::of(parts, hb, first, second);
    let twins = || parts.footprint(x.part).twins.are(x.lane, y.lane);
    if racing.at_once && a.is_store_to_place_of(&b) && twins() {
        pair.class = Class::Benign;
    }
    Some(pair)
}

/// Counts a race with those of its sites and class; the first in time stands for them.
fn add(found: &mut FxHashMap<Sites, Pair>, race: Pair, new: bool) {
    let (a, b) = (&race.first.access, &race.second.access);
    let known = found.entry((a.site, b.site, race.class)).or_insert(race);
    let count = known.count + u64::from(new);
    if race.began < known.began {
        *known = race;
    }
    known.count = count;
}
