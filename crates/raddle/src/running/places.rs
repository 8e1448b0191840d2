//! Accesses at places that are not known: whether they could race.
//!
//! An access at an address of which nothing is known may meet any access in its space. Order is not considered: if two such accesses could
//! conflict, the race verdict is unknown. (Accesses to a known object are [compared with all others there](raddle_sync::warps::Area).) The
//! same question is asked of all accesses at unknown places before a barrier is reported as ordering nothing.

use raddle_ir::{Inst, LocId, Scope, Space};
use raddle_machine::domain::{ObjectId, Site};
use raddle_machine::monitor::{AccessKind, Event, Target, lanes};
use raddle_machine::objects::SHARED;
use raddle_machine::record::{Footprint, Targets, WarpRecorder};
use std::collections::{BTreeMap, BTreeSet};

/// Up to two different threads, or CTAs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Two([Option<u32>; 2]);

impl Two {
    pub(crate) fn add(&mut self, thread: u32) {
        match self.0 {
            [None, _] => self.0[0] = Some(thread),
            [Some(first), None] if first != thread => self.0[1] = Some(thread),
            _ => {}
        }
    }

    fn other_than(&self, thread: u32) -> bool {
        self.0.iter().flatten().any(|&t| t != thread)
    }

    /// Is there one of each that differs from the other?
    pub(crate) fn differ(&self, other: &Self) -> bool {
        self.0.iter().flatten().any(|&t| other.other_than(t))
    }
}

/// Who accesses an object, and how.
#[derive(Clone, Copy, Debug, Default)]
struct Use {
    reads: Two,
    writes: Two,
    atomics: Two,
}

impl Use {
    fn add(&mut self, kind: Kind, thread: u32) {
        match kind {
            Kind::Read => self.reads.add(thread),
            Kind::Write => self.writes.add(thread),
            Kind::Atomic => self.atomics.add(thread),
        }
    }

    /// Does another thread access it so that the two conflict?
    fn conflicts(&self, kind: Kind, thread: u32) -> bool {
        let writes = self.writes.other_than(thread);
        match kind {
            Kind::Read => writes || self.atomics.other_than(thread),
            Kind::Write => writes || self.atomics.other_than(thread) || self.reads.other_than(thread),
            Kind::Atomic => writes || self.reads.other_than(thread),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Read,
    Write,
    Atomic,
}

impl Kind {
    fn of(kind: AccessKind) -> Self {
        match kind {
            AccessKind::Read => Self::Read,
            AccessKind::Write => Self::Write,
            AccessKind::Atomic(_) => Self::Atomic,
        }
    }
}

/// The threads of a footprint, with their lanes; two of each warp where all lanes go to one object, as it does not matter
/// how many more there are.
fn some_of<'a>(
    recorder: &'a WarpRecorder,
    footprint: &'a Footprint,
    makers: &'a [(u32, u32)],
) -> impl Iterator<Item = (u32, u32)> + 'a {
    let most = if matches!(footprint.targets, Targets::Table(..)) { usize::MAX } else { 2 };
    makers.iter().flat_map(move |&(warp, mask)| {
        lanes(mask).take(most).map(move |lane| (warp * recorder.warp_size() + lane, lane))
    })
}

/// Where an access may go: into one object, or anywhere in a space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    Object(ObjectId),
    /// At known distances from the other places of a group.
    Group(ObjectId, u32),
    Shared,
    Global,
    Anywhere,
}

/// The instruction of the first access at an address of which nothing is known that may conflict with another thread's
/// access.
#[must_use]
pub fn possible_conflict(recorder: &WarpRecorder) -> Option<Site> {
    conflict_of(recorder, Kind::of, |place| matches!(place, Where::Shared | Where::Global | Where::Anywhere))
}

/// The same for all accesses at unknown places, and with atomics as writes like others: they do not race, but which of them comes first may
/// matter.
#[must_use]
pub fn possible_order(recorder: &WarpRecorder) -> Option<Site> {
    let of = |kind| if kind == AccessKind::Read { Kind::Read } else { Kind::Write };
    conflict_of(recorder, of, |_| true)
}

fn conflict_of(
    recorder: &WarpRecorder,
    of: impl Fn(AccessKind) -> Kind,
    asked: impl Fn(Where) -> bool,
) -> Option<Site> {
    // By object, and by group there.
    let mut objects: BTreeMap<(ObjectId, Option<u32>), Use> = BTreeMap::new();
    let mut anywhere: BTreeMap<Where, Use> = BTreeMap::new();
    let mut unplaced: BTreeMap<(Where, Kind, u32), Site> = BTreeMap::new();
    for (footprint, makers) in recorder.footprints().iter().zip(recorder.makers()) {
        let kind = of(footprint.kind);
        for (thread, lane) in some_of(recorder, footprint, &makers) {
            let place = match footprint.target(lane) {
                Target::At(object, _) => {
                    objects.entry((object, None)).or_default().add(kind, thread);
                    continue;
                }
                Target::Within(object) => {
                    objects.entry((object, None)).or_default().add(kind, thread);
                    Where::Object(object)
                }
                Target::Near { object, group, .. } => {
                    objects.entry((object, Some(group))).or_default().add(kind, thread);
                    Where::Group(object, group)
                }
                Target::Unknown => {
                    let place = match footprint.space {
                        Space::Shared => Where::Shared,
                        Space::Global => Where::Global,
                        _ => Where::Anywhere,
                    };
                    anywhere.entry(place).or_default().add(kind, thread);
                    place
                }
            };
            if asked(place) {
                unplaced.entry((place, kind, thread)).or_insert(footprint.site);
            }
        }
    }
    // Places of one group are compared where order is known.
    let meets = |place: Where, object: ObjectId, group: Option<u32>| match place {
        Where::Object(o) => o == object,
        Where::Group(o, g) => o == object && group != Some(g),
        Where::Shared => object == SHARED,
        Where::Global => object != SHARED,
        Where::Anywhere => true,
    };
    let wide = |place: Where, other: Where| match (place, other) {
        (Where::Object(o) | Where::Group(o, _), Where::Shared) => o == SHARED,
        (Where::Object(o) | Where::Group(o, _), Where::Global) => o != SHARED,
        (Where::Shared, Where::Global) | (Where::Global, Where::Shared) => false,
        _ => true,
    };
    unplaced.iter().find_map(|(&(place, kind, thread), &site)| {
        let known = objects.iter().any(|(&(o, g), u)| meets(place, o, g) && u.conflicts(kind, thread));
        let unknown = anywhere.iter().any(|(&w, u)| wide(place, w) && u.conflicts(kind, thread));
        (known || unknown).then_some(site)
    })
}

/// May an access go to shared memory of which nothing is known?
#[must_use]
pub fn perhaps_shared(recorder: &WarpRecorder) -> bool {
    recorder.footprints().iter().any(|footprint| footprint.space != Space::Global && !targets(footprint).1)
}

/// The loads, by instruction, from objects that no thread writes.
#[must_use]
pub fn steady_loads(recorder: &WarpRecorder) -> BTreeSet<Inst> {
    let mut written = BTreeSet::new();
    let (mut steady, mut others) = (BTreeSet::new(), BTreeSet::new());
    for footprint in recorder.footprints().iter().filter(|footprint| footprint.kind != AccessKind::Read) {
        let (objects, known) = targets(footprint);
        if !known {
            return steady;
        }
        written.extend(objects);
    }
    for footprint in recorder.footprints().iter().filter(|footprint| footprint.kind == AccessKind::Read) {
        let Some(inst) = footprint.site.inst else { continue };
        let (objects, known) = targets(footprint);
        if known && objects.is_disjoint(&written) {
            steady.insert(inst);
        } else {
            others.insert(inst);
        }
    }
    &steady - &others
}

/// The objects that an access goes to, and whether these are all.
fn targets(footprint: &Footprint) -> (BTreeSet<ObjectId>, bool) {
    let object = |target: &Target| match *target {
        Target::At(object, _) | Target::Within(object) | Target::Near { object, .. } => Some(object),
        Target::Unknown => None,
    };
    let all: Vec<Option<ObjectId>> = match &footprint.targets {
        Targets::Affine { object, .. } => vec![Some(*object)],
        Targets::Same(target) => vec![object(target)],
        Targets::Table(mask, all) => lanes(*mask).zip(all).map(|(_, target)| object(target)).collect(),
    };
    (all.iter().flatten().copied().collect(), all.iter().all(Option::is_some))
}

/// What accesses of a CTA to global memory have in common, as far as it matters whether another CTA's may meet them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GlobalUse {
    /// The object that they go to, if that is known.
    pub object: Option<ObjectId>,
    /// Are their places in it known? Another CTA's places are not of a group with these.
    pub placed: bool,
    /// Do they write?
    pub writes: bool,
    /// If they are atomic to other CTAs: how many bytes.
    pub atomic: Option<u32>,
}

impl GlobalUse {
    /// May accesses of two CTAs conflict although it is not known that they go to the same bytes? An access is aligned to its
    /// size, so two atomics of one size are to the same bytes or to none in common.
    #[must_use]
    pub fn may_conflict(&self, other: &Self) -> bool {
        let meet = self.object.is_none() || other.object.is_none() || self.object == other.object;
        let atomic = self.atomic.is_some() && self.atomic == other.atomic;
        meet && !(self.placed && other.placed) && (self.writes || other.writes) && !atomic
    }
}

/// How a CTA uses global memory, with the location of an access for each use.
#[must_use]
pub fn global_uses(recorder: &WarpRecorder) -> BTreeMap<GlobalUse, LocId> {
    let mut uses = BTreeMap::new();
    for event in recorder.events() {
        let scope = event.atomic_scope();
        let Event::Access { target, kind, space, size, site, .. } = event else { continue };
        let object = match target {
            Target::At(object, _) | Target::Within(object) | Target::Near { object, .. } => Some(object),
            Target::Unknown if space == Space::Shared => continue,
            Target::Unknown => None,
        };
        if object != Some(SHARED) {
            let placed = matches!(target, Target::At(..));
            let atomic = scope.filter(|scope| matches!(scope, Scope::Gpu | Scope::Sys)).map(|_| size);
            let writes = kind != AccessKind::Read;
            uses.entry(GlobalUse { object, placed, writes, atomic }).or_insert(site.loc);
        }
    }
    uses
}

/// With `--may-alias`: the instruction of a write to one buffer whose bytes another thread may access
/// through another buffer.
#[must_use]
pub fn possible_alias(recorder: &WarpRecorder) -> Option<Site> {
    let mut used: BTreeMap<ObjectId, (Use, Option<Site>)> = BTreeMap::new();
    for (footprint, makers) in recorder.footprints().iter().zip(recorder.makers()) {
        let kind = Kind::of(footprint.kind);
        for (thread, lane) in some_of(recorder, footprint, &makers) {
            let (Target::At(object, _) | Target::Within(object) | Target::Near { object, .. }) =
                footprint.target(lane)
            else {
                continue;
            };
            if object == SHARED {
                continue;
            }
            let entry = used.entry(object).or_default();
            entry.0.add(kind, thread);
            if kind != Kind::Read {
                entry.1.get_or_insert(footprint.site);
            }
        }
    }
    used.iter().find_map(|(object, (u, site))| {
        let writers = u.writes.0.iter().chain(&u.atomics.0).flatten();
        let mut writers = writers.copied().collect::<Vec<u32>>().into_iter();
        let meets = |thread: u32| {
            used.iter().any(|(other, (v, _))| other != object && v.conflicts(Kind::Write, thread))
        };
        writers.any(meets).then_some(*site).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ir::Entity;
    use raddle_machine::monitor::{Monitor, WarpAccess};

    fn nowhere() -> Site {
        Site { inst: None, loc: raddle_ir::LocId::new(0) }
    }

    /// One access of a thread.
    type Act = (Target, AccessKind);

    fn event(target: Target, kind: AccessKind) -> Act {
        (target, kind)
    }

    fn recorded(threads: Vec<Vec<Act>>) -> WarpRecorder {
        let mut recorder = WarpRecorder::new(threads.len() as u32, 32, false);
        for (lane, events) in (0..).zip(threads) {
            for (target, kind) in events {
                let mut targets = [Target::Unknown; 32];
                targets[lane] = target;
                recorder.access(&WarpAccess {
                    warp: 0,
                    first_thread: 0,
                    lanes: 1 << lane,
                    group: 1 << lane,
                    may: 0,
                    site: nowhere(),
                    kind,
                    access: raddle_ir::Access::default(),
                    space: if matches!(target, Target::At(SHARED, _)) {
                        Space::Shared
                    } else {
                        Space::Global
                    },
                    size: 4,
                    targets: &targets,
                    values: &[],
                });
            }
        }
        recorder
    }

    #[test]
    fn reads_at_unknown_places_of_a_buffer_that_nobody_writes() {
        let gather = vec![event(Target::Within(ObjectId(6)), AccessKind::Read)];
        let out = |n: u64| event(Target::At(ObjectId(7), 4 * n), AccessKind::Write);
        let mut threads = vec![gather.clone(), gather];
        threads[0].push(out(0));
        threads[1].push(out(1));
        assert_eq!(possible_order(&recorded(threads.clone())), None);
        assert!(possible_alias(&recorded(threads.clone())).is_some());
        threads[1].push(event(Target::At(ObjectId(6), 0), AccessKind::Write));
        assert!(possible_order(&recorded(threads.clone())).is_some());
        assert_eq!(possible_conflict(&recorded(threads)), None);
    }

    #[test]
    fn a_scatter_conflicts_with_itself_even_if_atomic_unless_alone() {
        let write = vec![event(Target::Within(ObjectId(6)), AccessKind::Write)];
        assert!(possible_order(&recorded(vec![write.clone(), write.clone()])).is_some());
        assert_eq!(possible_order(&recorded(vec![write, Vec::new()])), None);
        let atomic = vec![event(Target::Within(ObjectId(6)), AccessKind::Atomic(raddle_ir::AtomicOp::Add))];
        assert!(possible_order(&recorded(vec![atomic.clone(), atomic])).is_some());
    }

    #[test]
    fn an_unknown_address_meets_everything_in_its_space() {
        let unknown = vec![event(Target::Unknown, AccessKind::Write)];
        let known = vec![event(Target::At(ObjectId(6), 0), AccessKind::Read)];
        assert!(possible_conflict(&recorded(vec![unknown.clone(), known])).is_some());
        let shared = vec![event(Target::At(SHARED, 0), AccessKind::Read)];
        assert_eq!(possible_conflict(&recorded(vec![unknown, shared])), None);
    }
}
