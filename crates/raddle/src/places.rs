//! Accesses at places that are not known: whether they could race.
//!
//! An access somewhere in a buffer may meet any other access to that buffer; one at an address of which nothing is
//! known may meet any access in its space. Order is not looked at: if two such accesses could conflict, the race
//! verdict is unknown.

use raddle_ir::Space;
use raddle_machine::domain::{ObjectId, Site};
use raddle_machine::monitor::{AccessKind, Event, Recorder, Target};
use raddle_machine::objects::SHARED;
use std::collections::{BTreeMap, BTreeSet};

/// Up to two different threads.
#[derive(Clone, Copy, Debug, Default)]
struct Two([Option<u32>; 2]);

impl Two {
    fn add(&mut self, thread: u32) {
        match self.0 {
            [None, _] => self.0[0] = Some(thread),
            [Some(first), None] if first != thread => self.0[1] = Some(thread),
            _ => {}
        }
    }

    fn other_than(&self, thread: u32) -> bool {
        self.0.iter().flatten().any(|&t| t != thread)
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

/// Where an access may go: into one object, or anywhere in a space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Where {
    Object(ObjectId),
    Shared,
    Global,
    Anywhere,
}

/// The instruction of the first access at an unknown place that may conflict with another thread's access.
#[must_use]
pub fn possible_conflict(recorder: &Recorder) -> Option<Site> {
    let mut objects: BTreeMap<ObjectId, Use> = BTreeMap::new();
    let mut anywhere: BTreeMap<Where, Use> = BTreeMap::new();
    let mut unplaced: BTreeMap<(Where, Kind, u32), Site> = BTreeMap::new();
    for (thread, events) in (0..).zip(&recorder.threads) {
        for event in events {
            let Event::Access { space, target, kind, site, .. } = event else { continue };
            let kind = match kind {
                AccessKind::Read => Kind::Read,
                AccessKind::Write => Kind::Write,
                AccessKind::Atomic(_) => Kind::Atomic,
            };
            let place = match target {
                Target::At(object, _) => {
                    objects.entry(*object).or_default().add(kind, thread);
                    continue;
                }
                Target::Within(object) => {
                    objects.entry(*object).or_default().add(kind, thread);
                    Where::Object(*object)
                }
                Target::Unknown => {
                    let place = match space {
                        Space::Shared => Where::Shared,
                        Space::Global => Where::Global,
                        _ => Where::Anywhere,
                    };
                    anywhere.entry(place).or_default().add(kind, thread);
                    place
                }
            };
            unplaced.entry((place, kind, thread)).or_insert(*site);
        }
    }
    let meets = |place: Where, object: ObjectId| match place {
        Where::Object(o) => o == object,
        Where::Shared => object == SHARED,
        Where::Global => object != SHARED,
        Where::Anywhere => true,
    };
    let wide = |place: Where, other: Where| match (place, other) {
        (Where::Object(o), Where::Shared) => o == SHARED,
        (Where::Object(o), Where::Global) => o != SHARED,
        (Where::Shared, Where::Global) | (Where::Global, Where::Shared) => false,
        _ => true,
    };
    unplaced.iter().find_map(|(&(place, kind, thread), &site)| {
        let known = objects.iter().any(|(&o, u)| meets(place, o) && u.conflicts(kind, thread));
        let unknown = anywhere.iter().any(|(&w, u)| wide(place, w) && u.conflicts(kind, thread));
        (known || unknown).then_some(site)
    })
}

/// The location of a write to an unknown place of global memory that is not atomic, if there is one, or of a read
/// from an unknown place of an object that is written: another CTA's access may meet it.
#[must_use]
pub fn unplaced_in_global(recorder: &Recorder) -> Option<raddle_ir::LocId> {
    let events = || recorder.threads.iter().flatten();
    let mut written: BTreeSet<ObjectId> = BTreeSet::new();
    for event in events() {
        if let Event::Access { target: Target::At(o, _) | Target::Within(o), kind, .. } = event
            && *kind != AccessKind::Read
        {
            written.insert(*o);
        }
    }
    events().find_map(|event| {
        let Event::Access { target, kind, space, site, .. } = event else { return None };
        let meets = match (target, kind) {
            (Target::At(..), _) | (Target::Within(SHARED), _) => false,
            (Target::Within(_), AccessKind::Atomic(_)) => false,
            (Target::Within(_), AccessKind::Write) => true,
            (Target::Within(object), AccessKind::Read) => written.contains(object),
            (Target::Unknown, _) => *space != Space::Shared,
        };
        meets.then_some(site.loc)
    })
}

/// With `--may-alias`: the instruction of a write to one buffer whose bytes another thread may access
/// through another buffer.
#[must_use]
pub fn possible_alias(recorder: &Recorder) -> Option<Site> {
    let mut used: BTreeMap<ObjectId, (Use, Option<Site>)> = BTreeMap::new();
    for (thread, events) in (0..).zip(&recorder.threads) {
        for event in events {
            let Event::Access { target: Target::At(object, _) | Target::Within(object), kind, site, .. } =
                event
            else {
                continue;
            };
            if *object == SHARED {
                continue;
            }
            let entry = used.entry(*object).or_default();
            let kind = match kind {
                AccessKind::Read => Kind::Read,
                AccessKind::Write => Kind::Write,
                AccessKind::Atomic(_) => Kind::Atomic,
            };
            entry.0.add(kind, thread);
            if kind != Kind::Read {
                entry.1.get_or_insert(*site);
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

    fn nowhere() -> Site {
        Site { inst: None, loc: raddle_ir::LocId::new(0) }
    }

    fn event(target: Target, kind: AccessKind) -> Event {
        let space = Space::Global;
        let access = raddle_ir::Access::default();
        Event::Access { space, target, size: 4, kind, access, value: None, may: false, site: nowhere() }
    }

    fn recorded(threads: Vec<Vec<Event>>) -> Recorder {
        let n = threads.len();
        Recorder { threads, exited: vec![true; n], issues: Vec::new() }
    }

    #[test]
    fn reads_at_unknown_places_of_a_buffer_that_nobody_writes() {
        let gather = vec![event(Target::Within(ObjectId(6)), AccessKind::Read)];
        let out = |n: u64| event(Target::At(ObjectId(7), 4 * n), AccessKind::Write);
        let mut threads = vec![gather.clone(), gather];
        threads[0].push(out(0));
        threads[1].push(out(1));
        assert_eq!(possible_conflict(&recorded(threads.clone())), None);
        assert!(possible_alias(&recorded(threads.clone())).is_some());
        threads[1].push(event(Target::At(ObjectId(6), 0), AccessKind::Write));
        assert!(possible_conflict(&recorded(threads)).is_some());
    }

    #[test]
    fn a_scatter_conflicts_with_itself_unless_atomic_or_alone() {
        let write = vec![event(Target::Within(ObjectId(6)), AccessKind::Write)];
        assert!(possible_conflict(&recorded(vec![write.clone(), write.clone()])).is_some());
        assert_eq!(possible_conflict(&recorded(vec![write, Vec::new()])), None);
        let atomic = vec![event(Target::Within(ObjectId(6)), AccessKind::Atomic(raddle_ir::AtomicOp::Add))];
        assert_eq!(possible_conflict(&recorded(vec![atomic.clone(), atomic])), None);
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
