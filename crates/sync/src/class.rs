//! Threads that synchronise alike.
//!
//! Two lanes of a warp are of one *class* if they take part in the same registrations. Then whatever happens
//! before, or after, the n-th registration of one does so for the other: by induction over the dynamic
//! barriers, in the order in which they complete, a clock ([`crate::happens_before`]) has the same number for both,
//! because each dynamic barrier has either both as participants, with registrations of the same
//! number, or neither. So the run, the clocks, and the check for safe reuse need one program for each class, and
//! usually a class is a warp. What differs within a class: its threads are ordered with *each other* by a `sync` only, not
//! by program order.
//!
//! It holds as long as the threads of a class get into the same generation. A class registers as a whole, which is a schedule like any
//! other, unless the generation completes within it; where that happens ([`Split`]), every thread becomes a class of its own.

use crate::program::ThreadEnd;
use crate::warps::{Action, Warps, lanes};

/// The number of a class.
pub type ClassId = u32;

/// Threads of a warp that take part in the same registrations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The index of their warp.
    pub warp: u32,
    /// Their lanes.
    pub lanes: u32,
    /// The positions of their registrations in the events of the warp.
    pub registrations: Vec<u32>,
    /// What comes after.
    pub end: ThreadEnd,
}

impl Class {
    /// How many registrations lie before this position of the warp: what [`crate::happens_before`] calls an ordinal.
    pub fn ordinal(&self, position: u32) -> u32 {
        self.registrations.partition_point(|&at| at < position) as u32
    }

    /// Its first lane.
    pub fn first_lane(&self) -> u32 {
        self.lanes.trailing_zeros()
    }

    /// Has it more than one thread?
    pub fn is_shared(&self) -> bool {
        self.lanes.count_ones() > 1
    }
}

/// A generation completes within a class: classes of single threads are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split;

/// The classes of a CTA, sorted by warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// All of them.
    pub all: Vec<Class>,
    /// By warp: the first of its classes; and the number of classes at the end.
    starts: Vec<u32>,
}

impl Classes {
    /// The coarsest classes.
    pub fn coarsest(warps: &Warps) -> Self {
        Self::new(warps, |warp| {
            let warp = &warps.warps[warp];
            let mut masks: Vec<u32> = Vec::new();
            let mut last = 0;
            for event in &warp.events {
                if let Action::Register(_) = event.action()
                    && event.lanes != last
                {
                    last = event.lanes;
                    if !masks.contains(&last) {
                        masks.push(last);
                    }
                }
            }
            masks.push(warp.blocked);
            let mut parts = vec![warp.lanes];
            for mask in masks {
                parts =
                    parts.iter().flat_map(|&part| [part & mask, part & !mask]).filter(|&p| p != 0).collect();
            }
            parts.sort_unstable_by_key(|part| part.trailing_zeros());
            parts
        })
    }

    /// A class for each thread.
    pub fn finest(warps: &Warps) -> Self {
        Self::new(warps, |warp| lanes(warps.warps[warp].lanes).map(|lane| 1 << lane).collect())
    }

    fn new(warps: &Warps, parts: impl Fn(usize) -> Vec<u32>) -> Self {
        let mut all: Vec<Class> = Vec::new();
        let mut starts = vec![0];
        for (n, warp) in warps.warps.iter().enumerate() {
            let start = all.len();
            for lanes in parts(n) {
                let blocked = warp.blocked & lanes != 0;
                let end = if blocked { ThreadEnd::Blocked } else { ThreadEnd::Exited };
                all.push(Class { warp: n as u32, lanes, registrations: Vec::new(), end });
            }
            for (position, event) in (0..).zip(&warp.events) {
                if let Action::Register(_) = event.action() {
                    for class in &mut all[start..] {
                        if class.lanes & event.lanes != 0 {
                            class.registrations.push(position);
                        }
                    }
                }
            }
            starts.push(all.len() as u32);
        }
        Self { all, starts }
    }

    /// A class.
    pub fn get(&self, id: ClassId) -> &Class {
        &self.all[id as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Is there no thread at all?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The classes of a warp, with their numbers.
    pub fn of_warp(&self, warp: usize) -> impl Iterator<Item = (ClassId, &Class)> {
        let range = self.starts[warp]..self.starts[warp + 1];
        range.map(|id| (id, &self.all[id as usize]))
    }

    /// The class of a lane.
    pub fn of_lane(&self, warp: usize, lane: u32) -> ClassId {
        let found = self.of_warp(warp).find(|(_, class)| class.lanes >> lane & 1 == 1);
        found.map_or(0, |(id, _)| id)
    }
}
