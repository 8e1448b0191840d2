//! Parts: accesses that differ only in when they happen.

use crate::class::{ClassId, Classes};
use crate::happens_before::Interval;
use crate::trace::Trace;
use crate::warps::{Action, Footprint, Places, UNPLACED, Warps, lanes};
use rustc_hash::FxHashMap;

/// When a class makes an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Time {
    /// How many registrations of the class lie before.
    pub ordinal: u32,
    /// Where it stands in the events of the warp.
    pub position: u32,
}

/// Lanes of a class that make an access.
#[derive(Clone, Debug)]
pub struct Part {
    /// What they do: an index into the footprints.
    pub footprint: u32,
    /// Who.
    pub class: ClassId,
    /// Which lanes of the class.
    pub lanes: u32,
    /// When, in order. Outside of lock-step runs the first time in each interval.
    pub times: Vec<Time>,
    /// Is it made again in some interval, which `times` does not tell?
    pub repeats: bool,
}

/// All parts of a CTA.
pub struct Parts<'a> {
    /// The footprints that they refer to.
    pub footprints: &'a [Footprint],
    /// By first appearance.
    pub all: Vec<Part>,
}

impl<'a> Parts<'a> {
    /// Collects the accesses that the run reaches.
    pub fn new(warps: &'a Warps, classes: &Classes, trace: &Trace) -> Self {
        let mut all: Vec<Part> = Vec::new();
        for (n, warp) in warps.warps.iter().enumerate() {
            let of_warp: Vec<(ClassId, u32)> =
                classes.of_warp(n).map(|(id, class)| (id, class.lanes)).collect();
            let mut ordinals = vec![0_u32; of_warp.len()];
            let mut in_run = vec![false; of_warp.len()];
            let mut index: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
            for (position, &event) in (0..).zip(&warp.events) {
                match event.action() {
                    Action::Nothing => {}
                    Action::Register(id) => {
                        for (k, &(class, lanes)) in of_warp.iter().enumerate() {
                            let executed = trace.passages[class as usize].len() as u32;
                            if lanes & event.lanes != 0 && ordinals[k] < executed {
                                ordinals[k] += 1;
                                if let Some(edge) = warps.registrations[id as usize].edge {
                                    in_run[k] = edge == crate::warps::Edge::Opens;
                                }
                            }
                        }
                    }
                    Action::Access(footprint) => {
                        if warps.footprints[footprint as usize].access.size == 0 {
                            continue;
                        }
                        for (k, &(class, lanes)) in of_warp.iter().enumerate() {
                            let lanes = lanes & event.lanes;
                            if lanes == 0 {
                                continue;
                            }
                            let part = *index.entry((footprint, class, lanes)).or_insert_with(|| {
                                all.push(Part { footprint, class, lanes, times: Vec::new(), repeats: false });
                                all.len() as u32 - 1
                            });
                            let Part { times, repeats, .. } = &mut all[part as usize];
                            let again = times.last().is_some_and(|last| last.ordinal == ordinals[k]);
                            if !again || in_run[k] {
                                times.push(Time { ordinal: ordinals[k], position });
                            } else {
                                *repeats = true;
                            }
                        }
                    }
                }
            }
        }
        Self { footprints: &warps.footprints, all }
    }

    /// The footprint of a part.
    pub fn footprint(&self, part: u32) -> &'a Footprint {
        &self.footprints[self.all[part as usize].footprint as usize]
    }

    /// The interval of one of its times.
    pub fn interval(&self, part: u32, time: Time) -> Interval {
        Interval { class: self.all[part as usize].class, ordinal: time.ordinal }
    }

    /// How many accesses of threads they are.
    pub fn merged(&self) -> u64 {
        self.all.iter().map(|part| u64::from(part.lanes.count_ones()) * part.times.len() as u64).sum()
    }

    /// The bytes that a part touches, as far as they lie in one object: the object, the first, and the first after them.
    /// Several ranges where lanes go to several objects.
    pub fn ranges(&self, part: u32) -> Vec<(u32, u64, u64)> {
        let footprint = self.footprint(part);
        let size = u64::from(footprint.access.size);
        let mask = self.all[part as usize].lanes;
        let mut ranges: Vec<(u32, u64, u64)> = Vec::new();
        let mut add = |(object, start): (u32, u64)| {
            let end = start.saturating_add(size);
            match ranges.iter_mut().find(|range| range.0 == object) {
                Some(range) => *range = (object, range.1.min(start), range.2.max(end)),
                None => ranges.push((object, start, end)),
            }
        };
        match footprint.places {
            Places::Affine { .. } => {
                add(footprint.place(mask.trailing_zeros()));
                add(footprint.place(31 - mask.leading_zeros()));
            }
            Places::Table(_) => lanes(mask).for_each(|lane| add(footprint.place(lane))),
        }
        ranges
    }

    /// Can its places be compared with no others?
    pub fn is_unplaced(&self, part: u32) -> bool {
        let one = self.all[part as usize].lanes.trailing_zeros();
        self.footprint(part).place(one).0 == UNPLACED
    }

    /// Can no two lanes of a part conflict with each other?
    pub fn is_alone_harmless(&self, part: u32) -> bool {
        let Part { lanes: mask, .. } = self.all[part as usize];
        let footprint = self.footprint(part);
        let access = &footprint.access;
        if !access.kind.writes() || mask.count_ones() == 1 {
            return true;
        }
        matches!(footprint.places, Places::Affine { stride, .. } if stride.unsigned_abs() >= u64::from(access.size))
    }
}
