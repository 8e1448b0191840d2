//! The accesses of warps in a record, in little memory.
//!
//! Where the lanes of a warp access places at equal distances, as they mostly do, three numbers are enough. Footprints are interned, so the
//! choice of their hash matters: it covers what distinguishes them.

use crate::objects::ABSOLUTE;
use crate::values::domain::{ObjectId, Site, ValueId};
use crate::values::intern::hash_of;
use crate::watching::monitor::{AccessKind, Event, Target, lanes};
use raddle_ir::{Access, Space};
use std::hash::{Hash, Hasher};

/// Where the lanes of a warp access.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Targets {
    /// All in one object, at equal distances: lane `l` at byte `start + stride * l`, modulo two to the 64. Of a single
    /// lane, or of lanes at one place, the stride is 0.
    Affine {
        /// The object.
        object: ObjectId,
        /// Where lane 0 accesses, or would.
        start: u64,
        /// From lane to lane, in bytes.
        stride: i64,
    },
    /// All are equal, and not a known place.
    Same(Target),
    /// One by one, for the lanes of the mask in order.
    Table(u32, Box<[Target]>),
}

/// What the lanes of a warp write.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Values {
    /// Nothing, or nothing that has an identity.
    None,
    /// All are equal.
    Same(ValueId),
    /// One by one, for the lanes of the mask in order.
    Table(u32, Box<[Option<ValueId>]>),
}

/// The access of a warp: everything recorded of it but which warp and lanes make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// The instruction.
    pub site: Site,
    /// What it does.
    pub kind: AccessKind,
    /// Volatility, order and scope, as declared.
    pub access: Access,
    /// The space: shared or global; generic where the target is unknown.
    pub space: Space,
    /// How many bytes each lane accesses.
    pub size: u32,
    /// The lanes that only may access.
    pub may: u32,
    /// Where to.
    pub targets: Targets,
    /// What is written.
    pub values: Values,
}

/// By what distinguishes footprints; the rest mostly follows from the instruction.
impl Hash for Footprint {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(match &self.targets {
            Targets::Table(mask, all) => hash_of_table(self.site, *mask, all.iter().copied()),
            other => hash_of(&(self.site, other)),
        });
        self.values.hash(state);
    }
}

/// A mixture of the places of a table.
pub(super) fn hash_of_table(site: Site, mask: u32, targets: impl Iterator<Item = Target>) -> usize {
    let mut sum = u64::from(mask);
    for target in targets {
        let place = match target {
            Target::At(object, at) => at ^ u64::from(object.0) << 48,
            Target::Within(object) => !u64::from(object.0),
            Target::Near { group, offset, .. } => u64::from(offset as u32) | u64::from(!group) << 32,
            Target::Unknown => u64::MAX,
        };
        sum = (sum.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    hash_of(&(site, sum))
}

/// The place of a lane in the table of a mask.
fn rank(mask: u32, lane: u32) -> Option<usize> {
    (mask >> lane & 1 == 1).then(|| (mask & ((1 << lane) - 1)).count_ones() as usize)
}

impl Targets {
    /// The compact form of the targets of some lanes; none where that is a table.
    pub(super) fn simple(mask: u32, by_lane: &[Target]) -> Option<Self> {
        let mut all = lanes(mask);
        let Some(one) = all.next() else { return Some(Self::Same(Target::Unknown)) };
        let Target::At(object, first) = by_lane[one as usize] else {
            let target = by_lane[one as usize];
            return all.all(|lane| by_lane[lane as usize] == target).then_some(Self::Same(target));
        };
        let stride = match all.next() {
            None => 0,
            Some(two) => {
                let Target::At(_, second) = by_lane[two as usize] else { return None };
                let (gap, distance) = (second.wrapping_sub(first) as i64, i64::from(two - one));
                if gap % distance != 0 {
                    return None;
                }
                gap / distance
            }
        };
        let start = first.wrapping_sub((stride as u64).wrapping_mul(u64::from(one)));
        let there = |lane: u32| start.wrapping_add((stride as u64).wrapping_mul(u64::from(lane)));
        let affine = lanes(mask).all(|lane| by_lane[lane as usize] == Target::At(object, there(lane)));
        affine.then_some(Self::Affine { object, start, stride })
    }

    pub(super) fn table(mask: u32, by_lane: &[Target]) -> Self {
        Self::Table(mask, lanes(mask).map(|lane| by_lane[lane as usize]).collect())
    }

    #[cfg(test)]
    fn new(mask: u32, by_lane: &[Target]) -> Self {
        Self::simple(mask, by_lane).unwrap_or_else(|| Self::table(mask, by_lane))
    }

    /// Where a lane that takes part accesses.
    #[must_use]
    pub fn get(&self, lane: u32) -> Target {
        match self {
            Self::Affine { object, start, stride } => {
                let by = (*stride as u64).wrapping_mul(u64::from(lane));
                Target::At(*object, start.wrapping_add(by))
            }
            Self::Same(target) => *target,
            Self::Table(mask, all) => {
                rank(*mask, lane).and_then(|n| all.get(n)).copied().unwrap_or(Target::Unknown)
            }
        }
    }

    /// Bytes on the heap.
    pub(super) fn heap(&self) -> usize {
        match self {
            Self::Table(_, all) => size_of_val(&all[..]),
            _ => 0,
        }
    }
}

impl Values {
    pub(super) fn new(mask: u32, by_lane: &[Option<ValueId>]) -> Self {
        let get = |lane: u32| by_lane.get(lane as usize).copied().flatten();
        let Some(one) = lanes(mask).next() else { return Self::None };
        let first = get(one);
        if lanes(mask).all(|lane| get(lane) == first) {
            return first.map_or(Self::None, Self::Same);
        }
        Self::Table(mask, lanes(mask).map(get).collect())
    }

    /// What a lane that takes part writes, where it has an identity.
    #[must_use]
    pub fn get(&self, lane: u32) -> Option<ValueId> {
        match self {
            Self::None => None,
            Self::Same(id) => Some(*id),
            Self::Table(mask, all) => rank(*mask, lane).and_then(|n| all.get(n)).copied().flatten(),
        }
    }

    pub(super) fn heap(&self) -> usize {
        match self {
            Self::Table(_, all) => size_of_val(&all[..]),
            _ => 0,
        }
    }
}

impl Footprint {
    /// Are they equal but for targets and values?
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let rest = |f: &Self| (f.site, f.kind, f.access, f.space, f.size, f.may);
        rest(self) == rest(other)
    }

    /// Where a lane that takes part accesses.
    #[must_use]
    pub fn target(&self, lane: u32) -> Target {
        self.targets.get(lane)
    }

    /// Does a lane that takes part access a known place in an object that is no multiple of the access' size? Objects begin at multiples of every
    /// such size (PTX ISA, "Addresses as Operands": an address must be naturally aligned to a multiple of the access size).
    #[must_use]
    pub fn is_misaligned(&self, lane: u32) -> bool {
        let size = u64::from(self.size);
        matches!(self.target(lane), Target::At(object, at) if object != ABSOLUTE && !at.is_multiple_of(size))
            && size.is_power_of_two()
    }

    /// What a lane that takes part writes, where it has an identity.
    #[must_use]
    pub fn value(&self, lane: u32) -> Option<ValueId> {
        self.values.get(lane)
    }

    /// The event of a lane that takes part.
    #[must_use]
    pub fn event(&self, lane: u32) -> Event {
        Event::Access {
            space: self.space,
            target: self.target(lane),
            size: self.size,
            kind: self.kind,
            access: self.access,
            value: self.value(lane),
            may: self.may >> lane & 1 == 1,
            site: self.site,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_come_back_as_they_were() {
        let at = |n: u64| Target::At(ObjectId(7), n);
        let even: Vec<Target> = (0..32).map(|l| at(100 + 4 * l)).collect();
        let down: Vec<Target> = (0..32).map(|l| at(1000 - 8 * l)).collect();
        let mut mixed = even.clone();
        mixed[3] = Target::Within(ObjectId(7));
        let mut odd = even.clone();
        odd[2] = at(109);
        let unknown = vec![Target::Unknown; 32];
        let mut other = even.clone();
        other[1] = Target::At(ObjectId(8), 104);
        for (all, affine) in
            [(&even, true), (&down, true), (&mixed, false), (&odd, false), (&unknown, false), (&other, false)]
        {
            for mask in [u32::MAX, 1, 8, 0x8000_0000, 0b1011, 0xf0f0, 0b110] {
                let targets = Targets::new(mask, all);
                for lane in lanes(mask) {
                    assert_eq!(targets.get(lane), all[lane as usize], "{mask:#x}");
                }
                if affine {
                    assert_eq!(targets.heap(), 0, "{mask:#x}: {targets:?}");
                }
            }
        }
        assert_eq!(Targets::new(!0, &down), Targets::Affine { object: ObjectId(7), start: 1000, stride: -8 });
        assert_eq!(Targets::new(8, &down), Targets::Affine { object: ObjectId(7), start: 976, stride: 0 });
    }

    #[test]
    fn values_come_back_as_they_were() {
        let ids: Vec<Option<ValueId>> = (0..32).map(|l| (l % 3 != 0).then_some(ValueId(l / 2))).collect();
        for mask in [u32::MAX, 1, 2, 0b1010, 0b110] {
            let values = Values::new(mask, &ids);
            assert!(lanes(mask).all(|lane| values.get(lane) == ids[lane as usize]), "{mask:#x}");
        }
        assert_eq!(Values::new(2, &ids), Values::Same(ValueId(0)));
        assert_eq!(Values::new(1, &ids), Values::None);
    }
}
