//! Locations: bytes that the same accesses meet at.
//!
//! Ranges of parts that hang together make a *cluster*; a cluster of one part, whose lanes keep apart, is done with. The lanes
//! of the others become [`Cell`]s, sorted by address; where the cells that overlap are not all of the same bytes, the
//! bytes are cut at their ends. What meets at such a piece is a list of (part, which of its threads, which bytes), and
//! the list, with the threads of each class numbered as they come, is its *signature*. Whether there is a race depends on
//! nothing else.

use super::pairs::{Pairs, RacingParts};
use super::parts::{Part, Parts};
use super::sweep::{self, Manner, Visitor, Who};
use crate::happens_before::HappensBefore;
use crate::program::Space;
use crate::{Stop, TimeLimit};
use rustc_hash::FxHashMap;

/// A lane's access, as the search sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The first byte, in its object.
    pub offset: u64,
    /// How many.
    pub size: u32,
    /// The part.
    pub part: u32,
    /// The lane.
    pub lane: u32,
}

impl Cell {
    fn end(&self) -> u64 {
        self.offset.saturating_add(u64::from(self.size))
    }
}

/// About this number of cells is laid out at once: a cluster with more of them is searched slab by slab.
pub const SLAB: u64 = 1 << 19;

/// How much was searched.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched {
    /// Locations of shared memory.
    pub shared_locations: u64,
    /// Different signatures.
    pub signatures: u64,
}

/// A range of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    space: Space,
    object: u32,
    start: u64,
    end: u64,
    part: u32,
}

/// Searches all locations, by object and address, about `slab` cells at a time; those with a race go to `pairs`.
///
/// # Errors
/// When it takes too long.
pub fn search<'a>(
    parts: &'a Parts<'a>,
    hb: &'a HappensBefore,
    pairs: &mut Pairs<'a>,
    slab: u64,
    stop: &Stop,
) -> Result<Searched, TimeLimit> {
    let mut ranges: Vec<Range> = Vec::with_capacity(parts.all.len());
    for part in 0..parts.all.len() as u32 {
        if parts.is_unplaced(part) {
            continue;
        }
        let space = parts.footprint(part).access.space;
        ranges.extend(parts.ranges(part).into_iter().map(|(object, start, end)| Range {
            space,
            object,
            start,
            end,
            part,
        }));
    }
    ranges.sort_unstable();
    let mut state = State {
        parts,
        hb,
        shared_locations: 0,
        pairs,
        slab,
        known: FxHashMap::default(),
        scratch: Scratch::new(parts),
    };
    let mut rest = &ranges[..];
    while let Some(first) = rest.first() {
        let mut end = first.end;
        let mut size = 1;
        for next in &rest[1..] {
            if (next.space, next.object) != (first.space, first.object) || next.start >= end {
                break;
            }
            end = end.max(next.end);
            size += 1;
        }
        state.cluster(&rest[..size], stop)?;
        rest = &rest[size..];
    }
    Ok(Searched { shared_locations: state.shared_locations, signatures: state.known.len() as u64 })
}

/// Reused from location to location.
struct Scratch {
    /// By class and lane: in which location it was seen last, and as which number.
    seen: Vec<(u64, u32)>,
    /// By class: the same for how many there were.
    counts: Vec<(u64, u32)>,
    /// The number of the location.
    stamp: u64,
    visitors: Vec<Visitor>,
    signature: Vec<u32>,
    times: Vec<(u64, u32, super::parts::Time)>,
}

impl Scratch {
    fn new(parts: &Parts<'_>) -> Self {
        let classes = parts.all.iter().map(|part| part.class as usize + 1).max().unwrap_or(0);
        Self {
            seen: vec![(0, 0); classes * 32],
            counts: vec![(0, 0); classes],
            stamp: 0,
            visitors: Vec::new(),
            signature: Vec::new(),
            times: Vec::new(),
        }
    }

    /// Numbers a thread among those of its class that access the location.
    fn number(&mut self, class: u32, lane: u32) -> u32 {
        let count = &mut self.counts[class as usize];
        if count.0 != self.stamp {
            *count = (self.stamp, 0);
        }
        let seen = &mut self.seen[class as usize * 32 + lane as usize];
        if seen.0 != self.stamp {
            *seen = (self.stamp, count.1);
            count.1 += 1;
        }
        seen.1
    }
}

struct State<'s, 'a> {
    parts: &'a Parts<'a>,
    hb: &'a HappensBefore,
    shared_locations: u64,
    pairs: &'s mut Pairs<'a>,
    slab: u64,
    /// By signature: the parts that race there, if any do.
    known: FxHashMap<Box<[u32]>, Option<RacingParts>>,
    scratch: Scratch,
}

impl State<'_, '_> {
    /// Ranges that hang together.
    fn cluster(&mut self, ranges: &[Range], stop: &Stop) -> Result<(), TimeLimit> {
        let shared = ranges[0].space == Space::Shared;
        let writes = ranges.iter().any(|r| self.parts.footprint(r.part).access.kind.writes());
        let alone = ranges.len() == 1 && self.parts.is_alone_harmless(ranges[0].part);
        if (alone || !writes) && !shared {
            return Ok(());
        }
        let start = ranges[0].start;
        let end = ranges.iter().map(|range| range.end).max().unwrap_or(start);
        let lanes_of = |range: &Range| u64::from(self.parts.all[range.part as usize].lanes.count_ones());
        let slabs = ranges.iter().map(lanes_of).sum::<u64>().div_ceil(self.slab).max(1);
        let width = (end - start).div_ceil(slabs);
        let mut cells = Vec::new();
        for n in 0..slabs {
            let from = start.saturating_add(n.saturating_mul(width));
            let to = if n + 1 == slabs { u64::MAX } else { from.saturating_add(width) };
            let before = cells.len();
            for range in ranges.iter().filter(|range| range.start < to && range.end > from) {
                self.cells_of(range, (from, to), &mut cells);
            }
            cells[before..].sort_unstable();
            let done = self.groups(&cells, to, shared, stop)?;
            cells.drain(..done);
        }
        Ok(())
    }

    /// The cells of a range that begin in a slab.
    fn cells_of(&self, range: &Range, (from, to): (u64, u64), cells: &mut Vec<Cell>) {
        let Part { lanes, .. } = self.parts.all[range.part as usize];
        let footprint = self.parts.footprint(range.part);
        let size = footprint.access.size;
        for lane in crate::warps::lanes(lanes) {
            let (object, offset) = footprint.place(lane);
            if object == range.object && (from..to).contains(&offset) {
                cells.push(Cell { offset, size, part: range.part, lane });
            }
        }
    }

    /// Sorted cells, in groups that hang together, up to the first that what begins at `to` may belong to. How many cells
    /// that were.
    fn groups(&mut self, cells: &[Cell], to: u64, shared: bool, stop: &Stop) -> Result<usize, TimeLimit> {
        let mut rest = cells;
        while let Some(first) = rest.first() {
            stop.check()?;
            let mut end = first.end();
            let mut size = 1;
            let mut uniform = true;
            for next in &rest[1..] {
                if next.offset >= end {
                    break;
                }
                uniform &= (next.offset, next.size) == (first.offset, first.size);
                end = end.max(next.end());
                size += 1;
            }
            if end > to {
                break;
            }
            let group = &rest[..size];
            if uniform {
                self.location(first.offset, group, shared);
            } else {
                self.pieces(group, shared);
            }
            rest = &rest[size..];
        }
        Ok(cells.len() - rest.len())
    }

    /// Cells that hang together, cut at their ends.
    fn pieces(&mut self, group: &[Cell], shared: bool) {
        let mut cuts: Vec<u64> = group.iter().flat_map(|cell| [cell.offset, cell.end()]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts.pop();
        let mut open: Vec<Cell> = Vec::new();
        let mut next = 0;
        for cut in cuts {
            open.retain(|cell| cell.end() > cut);
            while next < group.len() && group[next].offset <= cut {
                open.push(group[next]);
                next += 1;
            }
            // The order of a signature.
            open.sort_unstable_by_key(|cell| (cell.part, cell.lane));
            self.location(cut, &open, shared);
        }
    }

    /// Bytes that all of these cells cover, sorted by part and lane.
    fn location(&mut self, start: u64, cells: &[Cell], shared: bool) {
        self.shared_locations += u64::from(shared);
        let scratch = &mut self.scratch;
        scratch.stamp += 1;
        scratch.visitors.clear();
        scratch.signature.clear();
        for of_part in cells.chunk_by(|a, b| a.part == b.part) {
            let part = of_part[0].part;
            let access = &self.parts.footprint(part).access;
            let who = match of_part {
                [one] => Who::One(scratch.number(self.parts.all[part as usize].class, one.lane)),
                _ => Who::Many,
            };
            // Lanes of one part may overlap without going to the same bytes: then no atomic protects them.
            let from = of_part[0].offset;
            let same_bytes = of_part.iter().all(|cell| cell.offset == from);
            let atomic = (access.scope.is_some() && same_bytes)
                .then_some((from.wrapping_sub(start) as i64, access.size));
            let manner = Manner { writes: access.kind.writes(), atomic };
            scratch.visitors.push(Visitor { part, who, manner });
            let who = match who {
                Who::One(number) => number,
                Who::Many => 32,
            };
            scratch.signature.extend([part, who | u32::from(atomic.is_some()) << 31]);
            scratch.signature.extend(atomic.map(|(from, _)| from as u32));
        }
        if !self.known.contains_key(&scratch.signature[..]) {
            let race = sweep::race(self.parts, self.hb, &scratch.visitors, &mut scratch.times);
            let racing = race.then(|| self.pairs.racing_parts(cells));
            self.known.insert(scratch.signature.clone().into(), racing);
        }
        if let Some(racing) = &self.known[&scratch.signature[..]] {
            self.pairs.location(start, cells, racing);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::Classes;
    use crate::program::{Access, Command, Cta, Kind};
    use crate::trace::{self, Schedule};
    use crate::warps::Warps;

    /// Threads that access a few bytes, in pieces of all sizes.
    fn cta(seed: u64) -> Cta {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let thread = |thread: u64| {
            let access = |n| {
                let kind = if below(3) == 0 { Kind::Write } else { Kind::Read };
                Command::Access(Access::shared(kind, below(60), 1 << below(4), (thread * 8 + n) as u32))
            };
            (0..8).map(access).collect::<Vec<_>>()
        };
        Cta::new((0..4).map(thread).collect())
    }

    #[test]
    fn slabs_hide_nothing() {
        for seed in 0..200 {
            let warps = Warps::from_threads(&cta(seed), 2);
            let classes = Classes::coarsest(&warps);
            let trace = trace::run(&warps, &classes, Schedule::InTurn).expect("no thread waits");
            let hb = HappensBefore::new(&warps, &classes, &trace).expect("it is small");
            let parts = Parts::new(&warps, &classes, &trace);
            let found = |slab| {
                let mut pairs = Pairs::new(&parts, &hb);
                let searched = search(&parts, &hb, &mut pairs, slab, &Stop::default()).expect("no limit");
                let races: Vec<_> = pairs.found().iter().map(|(sites, pair)| (*sites, pair.count)).collect();
                (searched.shared_locations, searched.signatures, races)
            };
            let whole = found(SLAB);
            assert!(!whole.2.is_empty(), "seed {seed}");
            assert_eq!(found(3), whole, "seed {seed}");
        }
    }
}
