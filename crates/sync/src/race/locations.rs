//! Locations: bytes that the same accesses meet at.
//!
//! Ranges of parts that hang together make a *cluster*; a cluster of one part, whose lanes keep apart, is done with. The lanes
//! of the others become [`Cell`]s, sorted by address; where the cells that overlap are not all of the same bytes, the
//! bytes are cut at their ends. What meets at such a piece is a list of (part, which of its threads, which bytes), and
//! the list, with the threads of each class numbered as they come, is its *signature*. Whether there is a race depends on
//! nothing else.

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

/// A location with a race: where it begins, and the cells that meet there.
#[derive(Clone, Debug)]
pub struct Racy {
    /// The first byte.
    pub start: u64,
    /// All cells that cover it.
    pub cells: Vec<Cell>,
}

/// What the search found.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The locations with a race, by object and address.
    pub racy: Vec<Racy>,
    /// How many cells they have; beyond a limit locations are left out.
    racy_cells: usize,
    /// Locations of shared memory.
    pub shared_locations: u64,
    /// Different signatures.
    pub signatures: u64,
}

impl Search {
    /// Were there more locations with a race than are kept?
    pub fn truncated(&self) -> bool {
        self.racy_cells > MOST_CELLS
    }
}

/// After so many cells at locations with a race, no more are kept.
const MOST_CELLS: usize = 4_000_000;

/// A range of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Range {
    space: Space,
    object: u32,
    start: u64,
    end: u64,
    part: u32,
}

/// Searches all locations.
///
/// # Errors
/// When it takes too long.
pub fn search(parts: &Parts<'_>, hb: &HappensBefore, stop: &Stop) -> Result<Search, TimeLimit> {
    let mut ranges: Vec<Range> = Vec::with_capacity(parts.all.len());
    for part in 0..parts.all.len() as u32 {
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
        found: Search::default(),
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
    state.found.signatures = state.known.len() as u64;
    Ok(state.found)
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

struct State<'a> {
    parts: &'a Parts<'a>,
    hb: &'a HappensBefore,
    found: Search,
    /// By signature: is there a race?
    known: FxHashMap<Box<[u32]>, bool>,
    scratch: Scratch,
}

impl State<'_> {
    /// Ranges that hang together.
    fn cluster(&mut self, ranges: &[Range], stop: &Stop) -> Result<(), TimeLimit> {
        let shared = ranges[0].space == Space::Shared;
        let writes = ranges.iter().any(|r| self.parts.footprint(r.part).access.kind.writes());
        let alone = ranges.len() == 1 && self.parts.is_alone_harmless(ranges[0].part);
        if (alone || !writes) && !shared {
            return Ok(());
        }
        let mut cells = Vec::new();
        for range in ranges {
            let Part { lanes, .. } = self.parts.all[range.part as usize];
            let footprint = self.parts.footprint(range.part);
            let size = footprint.access.size;
            for lane in crate::warps::lanes(lanes) {
                let (object, offset) = footprint.place(lane);
                if object == range.object {
                    cells.push(Cell { offset, size, part: range.part, lane });
                }
            }
        }
        cells.sort_unstable();
        let mut rest = &cells[..];
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
            let group = &rest[..size];
            if uniform {
                self.location(first.offset, group, shared);
            } else {
                self.pieces(group, shared);
            }
            rest = &rest[size..];
        }
        Ok(())
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
        self.found.shared_locations += u64::from(shared);
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
        let race = match self.known.get(&scratch.signature[..]) {
            Some(&race) => race,
            None => {
                let race = sweep::race(self.parts, self.hb, &scratch.visitors, &mut scratch.times);
                self.known.insert(scratch.signature.clone().into(), race);
                race
            }
        };
        if race && self.found.racy_cells <= MOST_CELLS {
            self.found.racy_cells += cells.len();
            self.found.racy.push(Racy { start, cells: cells.to_vec() });
        }
    }
}
