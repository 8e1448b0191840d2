//! Accesses whose bytes are not known: somewhere in an [`Area`](crate::warps::Area).
//!
//! Such an access may meet any other in its area, and no location shows whether it does. So each is compared with all others that
//! go there: whatever could conflict with it has to be ordered with it. If it is not, that is not certainly a race; it is one
//! that [cannot be excluded](Class::Unplaced).
//!
//! Two things are known without the places. Places in one group, whose distances are known, are compared by location, like
//! known ones. And two atomics of one size are to the same bytes or to none in common, because an access is aligned to its
//! size (PTX ISA, *alignment*): so they never race.
//!
//! Accesses of one kind are searched together: what is unordered with one of them lies together in each class (`meets`), so the
//! work is that of sorting them and of the pairs that are unordered.

use super::meets::{Meet, Meets};
use super::pairs::{One, Pair};
use super::parts::{Part, Parts};
use super::{Class, Sites};
use crate::happens_before::HappensBefore;
use crate::program::{Site, Space};
use crate::warps::lanes;
use crate::{Stop, TimeLimit};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What decides with which others an access may conflict, besides its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Manner {
    writes: bool,
    /// If atomic, how many bytes.
    atomic: Option<u32>,
    /// If the place is not known: the object by which it can be compared with others, if there is one.
    unplaced: Option<Option<u32>>,
}

impl Manner {
    fn may_conflict(self, other: Self) -> bool {
        let unplaced = self.unplaced.is_some() || other.unplaced.is_some();
        let comparable = matches!(self.unplaced, Some(Some(_))) && self.unplaced == other.unplaced;
        let atomic = self.atomic.is_some() && self.atomic == other.atomic;
        unplaced && !comparable && !atomic && (self.writes || other.writes)
    }
}

/// Accesses of one manner to one area; of those whose places are known, to all bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Kind {
    manner: Manner,
    bytes: Bytes,
}

/// The first byte, and the first after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Bytes(u64, u64);

impl Bytes {
    const ALL: Self = Self(0, u64::MAX);

    fn meet(self, other: Self) -> bool {
        self.0 < other.1 && other.0 < self.1
    }
}

/// A part, and the bytes that it may touch.
#[derive(Clone, Copy, Debug)]
struct Reach {
    part: u32,
    bytes: Bytes,
}

impl Kind {
    fn may_conflict(self, other: Self) -> bool {
        self.manner.may_conflict(other.manner) && self.bytes.meet(other.bytes)
    }
}

/// The parts of an object, by kind.
type Members = BTreeMap<Kind, Vec<Reach>>;

/// The most pairs of sites that are reported, besides one of each two kinds.
const MOST_SITES: usize = 256;
/// The most pairs that are searched.
const MOST_SEEN: usize = 1 << 20;

/// The races that cannot be excluded, one for each pair of sites.
///
/// # Errors
/// When it takes too long.
pub fn races(parts: &Parts<'_>, hb: &HappensBefore, stop: &Stop) -> Result<Vec<(Sites, Pair)>, TimeLimit> {
    let mut found: BTreeMap<Sites, Pair> = BTreeMap::new();
    for members in objects(parts).values() {
        let alike = alike(parts, members);
        let both = (0..alike.len()).flat_map(|n| (n..alike.len()).map(move |m| (n, m)));
        // By kind, and what of the bytes matters: at least one of two has an area, the other's places may be known.
        let mut known: FxHashMap<(Kind, Bytes), Rc<Meets>> = FxHashMap::default();
        for (n, m) in both {
            let wanted = Wanted { sites: [&alike[n].sites, &alike[m].sites] };
            if wanted.are_found(&found) {
                continue;
            }
            let (these, those) = (&alike[n].kinds, &alike[m].kinds);
            let pairs = these.iter().enumerate().flat_map(|(at, &one)| {
                let those = if n == m { &those[at..] } else { those };
                those.iter().map(move |&other| (one, other))
            });
            for (one, other) in pairs.filter(|(one, other)| one.may_conflict(*other)) {
                let mut meets_of = |kind: Kind, area: Bytes| {
                    let area = if kind.bytes == Bytes::ALL { area } else { kind.bytes };
                    let new = || Rc::new(meets(parts, hb, &members[&kind], area));
                    Rc::clone(known.entry((kind, area)).or_insert_with(new))
                };
                let (these, those) = (meets_of(one, other.bytes), meets_of(other, one.bytes));
                let before = found.len();
                unordered(parts, hb, [&these, &those], &wanted, &mut found, stop)?;
                if found.len() > before && wanted.are_found(&found) {
                    break;
                }
            }
        }
    }
    Ok(found.into_iter().collect())
}

/// Kinds that differ only in their bytes and the group of their places, with the sites of their accesses. There may be as many as threads,
/// and two of them are not searched further once a race of each pair of their sites is known.
struct Alike {
    kinds: Vec<Kind>,
    sites: BTreeSet<Site>,
}

fn alike(parts: &Parts<'_>, members: &Members) -> Vec<Alike> {
    let mut alike: BTreeMap<(bool, Option<u32>, BTreeSet<Site>), Vec<Kind>> = BTreeMap::new();
    for (&kind, reaches) in members {
        let sites = reaches.iter().map(|reach| parts.footprint(reach.part).access.site).collect();
        alike.entry((kind.manner.writes, kind.manner.atomic, sites)).or_default().push(kind);
    }
    alike.into_iter().map(|((_, _, sites), kinds)| Alike { kinds, sites }).collect()
}

/// Pairs of sites: each of these with each of those.
struct Wanted<'a> {
    sites: [&'a BTreeSet<Site>; 2],
}

impl Wanted<'_> {
    fn are_found(&self, found: &BTreeMap<Sites, Pair>) -> bool {
        let [these, those] = self.sites;
        these
            .iter()
            .all(|&a| those.iter().all(|&b| found.contains_key(&(a.min(b), a.max(b), Class::Unplaced))))
    }
}

/// The parts that may touch some of these bytes, with their times. Of what one class does again and again at a site in one interval,
/// once is enough, unless lanes run in step there.
fn meets<'a>(
    parts: &Parts<'_>,
    hb: &HappensBefore,
    of: impl IntoIterator<Item = &'a Reach>,
    area: Bytes,
) -> Meets {
    let mut all = Vec::new();
    for &Reach { part, .. } in of.into_iter().filter(|reach| reach.bytes.meet(area)) {
        let Part { class, lanes, ref times, .. } = parts.all[part as usize];
        let lane = (lanes.count_ones() == 1).then(|| lanes.trailing_zeros());
        let site = parts.footprint(part).access.site;
        all.extend(times.iter().map(|&time| {
            let meet = Meet { class, lane, time, place: part };
            let position = if hb.run(meet.interval()).is_some() { time.position } else { 0 };
            ((class, time.ordinal, position, site, lane), meet)
        }));
    }
    all.sort_unstable();
    all.dedup_by_key(|(key, _)| *key);
    Meets::new(all.into_iter().map(|(_, meet)| meet))
}

/// Finds pairs of sites of two kinds of accesses of which different threads have some that nothing orders: not all if there are
/// very many, but one at least if there is one.
fn unordered(
    parts: &Parts<'_>,
    hb: &HappensBefore,
    [these, those]: [&Meets; 2],
    wanted: &Wanted<'_>,
    found: &mut BTreeMap<Sites, Pair>,
    stop: &Stop,
) -> Result<(), TimeLimit> {
    let (few, many) = if these.all().len() <= those.all().len() { (these, those) } else { (those, these) };
    let part = |meet: &Meet| &parts.all[meet.place as usize];
    let site = |meet: &Meet| parts.footprint(meet.place).access.site;
    let mut seen = 0;
    for &x in few.all() {
        stop.check()?;
        for &y in many.unordered(hb, x).filter(|y| two_threads(part(&x), part(y)).is_some()) {
            let (a, b) = (site(&x), site(&y));
            let before = found.len();
            found.entry((a.min(b), a.max(b), Class::Unplaced)).or_insert_with(|| pair(parts, hb, x, y));
            seen += 1;
            let is_new = found.len() > before;
            if found.len() >= MOST_SITES || seen >= MOST_SEEN || is_new && wanted.are_found(found) {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The objects that an access goes to whose bytes are not known, with all that goes there; but for those that are only read.
fn objects(parts: &Parts<'_>) -> BTreeMap<(Space, u32), Members> {
    let area = |part: u32| {
        let footprint = parts.footprint(part);
        footprint.area.map(|area| (footprint.access.space, area))
    };
    let all = 0..parts.all.len() as u32;
    let mut concerned: BTreeSet<(Space, u32)> =
        all.clone().filter_map(area).map(|(space, area)| (space, area.object)).collect();
    let mut objects: BTreeMap<(Space, u32), Members> = BTreeMap::new();
    if concerned.is_empty() {
        return objects;
    }
    let mut written = BTreeSet::new();
    for part in all.clone().filter(|&part| parts.footprint(part).access.kind.writes()) {
        let space = parts.footprint(part).access.space;
        match area(part) {
            Some((_, area)) => written.extend([(space, area.object)]),
            None => written.extend(parts.ranges(part).into_iter().map(|(object, ..)| (space, object))),
        }
    }
    concerned.retain(|object| written.contains(object));
    if concerned.is_empty() {
        return objects;
    }
    for part in all {
        let access = &parts.footprint(part).access;
        let atomic = access.scope.map(|_| access.size);
        let mut add = |object: u32, unplaced, (start, end)| {
            let place = (access.space, object);
            if concerned.contains(&place) {
                let manner = Manner { writes: access.kind.writes(), atomic, unplaced };
                let bytes = Bytes(start, end);
                let kind = Kind { manner, bytes: if unplaced.is_some() { bytes } else { Bytes::ALL } };
                let members = objects.entry(place).or_default();
                members.entry(kind).or_default().push(Reach { part, bytes });
            }
        };
        match area(part) {
            Some((_, area)) => {
                let one = parts.all[part as usize].lanes.trailing_zeros();
                let comparable = (!parts.is_unplaced(part)).then(|| parts.footprint(part).place(one).0);
                add(area.object, Some(comparable), (area.start, area.end));
            }
            None => {
                parts
                    .ranges(part)
                    .into_iter()
                    .for_each(|(object, start, end)| add(object, None, (start, end)));
            }
        }
    }
    objects
}

/// The race of two meetings of different threads.
fn pair(parts: &Parts<'_>, hb: &HappensBefore, x: Meet, y: Meet) -> Pair {
    let lanes = two_threads(&parts.all[x.place as usize], &parts.all[y.place as usize]);
    let (l, m) = lanes.unwrap_or_default();
    let one = |meet: Meet, lane: u32| One {
        part: meet.place,
        lane,
        time: meet.time,
        access: parts.footprint(meet.place).access(lane),
    };
    let (mut first, mut second) = (one(x, l), one(y, m));
    if first.access.site > second.access.site {
        std::mem::swap(&mut first, &mut second);
    }
    let mut pair = Pair::of(parts, hb, first, second);
    pair.count = 1;
    pair
}

/// A lane of each that are two threads.
fn two_threads(a: &Part, b: &Part) -> Option<(u32, u32)> {
    let x = a.lanes.trailing_zeros();
    let other = lanes(b.lanes).find(|&lane| a.class != b.class || lane != x);
    match other {
        Some(y) => Some((x, y)),
        None => lanes(a.lanes).nth(1).map(|lane| (lane, x)),
    }
}

#[cfg(test)]
mod tests {
    use crate::program::{Access, BarrierId, How, Kind, Registration, Scope, Site};
    use crate::race::Class;
    use crate::warps::{
        Action, Area, Event, Footprint, Places, Twins, UNPLACED, Values, Warp, WarpRegistration, Warps,
    };
    use crate::{RaceVerdict, Stop, analyse};

    const WHOLE: Option<Area> = Some(Area { object: 0, start: 0, end: u64::MAX });

    fn at(kind: Kind, site: u32, start: u64) -> Footprint {
        let access = Access { scope: None, ..Access::shared(kind, 0, 4, site) };
        let places = Places::Affine { object: 0, start, stride: 4 };
        Footprint { access, places, values: Values::None, twins: Twins::default(), uncertain: 0, area: None }
    }

    fn somewhere(kind: Kind, site: u32) -> Footprint {
        let places = Places::Affine { object: UNPLACED, start: 0, stride: 0 };
        Footprint { places, area: WHOLE, ..at(kind, site, 0) }
    }

    fn atomic(footprint: Footprint) -> Footprint {
        let access = Access { kind: Kind::Update, scope: Some(Scope::Cta), ..footprint.access };
        Footprint { access, ..footprint }
    }

    /// Two warps of two lanes that do the same; `None` is a barrier of all.
    fn races_of(program: &[Option<Footprint>]) -> Vec<(u32, u32)> {
        let barrier = Registration {
            how: How::Sync,
            barrier: BarrierId::Named(0),
            count: 4,
            weight: 1,
            site: Site(99),
        };
        let mut all = Warps {
            registrations: vec![WarpRegistration { registration: barrier, extra: (0, 0), edge: None }],
            ..Warps::default()
        };
        let events: Vec<Event> = program
            .iter()
            .map(|step| match step {
                None => Event::new(3, Action::Register(0)),
                Some(footprint) => {
                    all.footprints.push(footprint.clone());
                    Event::new(3, Action::Access(all.footprints.len() as u32 - 1))
                }
            })
            .collect();
        all.warps = [0, 2].map(|first| Warp { first, lanes: 3, events: events.clone(), blocked: 0 }).into();
        let analysis = analyse(&all, &Stop::default());
        let RaceVerdict::Decided(races) = analysis.races else { panic!("it is well-synchronised") };
        let unplaced = races.races.iter().filter(|race| race.class == Class::Unplaced);
        unplaced.map(|race| (race.first.access.site.0, race.second.access.site.0)).collect()
    }

    #[test]
    fn a_histogram_between_barriers() {
        let (clear, count, read) =
            (at(Kind::Write, 1, 0), atomic(somewhere(Kind::Update, 2)), at(Kind::Read, 3, 0));
        let program = |barriers: [bool; 2]| {
            let mut steps = vec![Some(clear.clone())];
            steps.extend(barriers[0].then_some(None));
            steps.push(Some(count.clone()));
            steps.extend(barriers[1].then_some(None));
            steps.push(Some(read.clone()));
            races_of(&steps)
        };
        assert_eq!(program([true, true]), []);
        assert_eq!(program([false, true]), [(1, 2)]);
        assert_eq!(program([true, false]), [(2, 3)]);
    }

    #[test]
    fn plain_accesses_at_unknown_places_meet_each_other() {
        let (write, read) = (somewhere(Kind::Write, 1), somewhere(Kind::Read, 2));
        assert_eq!(races_of(&[Some(write.clone())]), [(1, 1)]);
        assert_eq!(races_of(&[Some(read.clone())]), []);
        assert_eq!(races_of(&[Some(write.clone()), None, Some(read.clone())]), [(1, 1)]);
        assert_eq!(races_of(&[Some(write), Some(read)]), [(1, 1), (1, 2)]);
    }

    #[test]
    fn atomics_of_two_sizes_may_overlap() {
        let wide = atomic(somewhere(Kind::Update, 2));
        let wide = Footprint { access: Access { size: 8, ..wide.access }, ..wide };
        let narrow = atomic(somewhere(Kind::Update, 1));
        assert_eq!(races_of(&[Some(narrow.clone()), Some(narrow.clone())]), []);
        assert_eq!(races_of(&[Some(narrow.clone()), Some(wide.clone())]), [(1, 2)]);
        assert_eq!(races_of(&[Some(narrow), None, Some(wide)]), []);
    }

    #[test]
    fn other_bytes_and_places_of_one_group_do_not_meet() {
        let area = Some(Area { object: 0, start: 256, end: 512 });
        let write = Footprint { area, ..somewhere(Kind::Write, 1) };
        let write = Footprint { access: Access { scope: Some(Scope::Cta), ..write.access }, ..write };
        assert_eq!(races_of(&[Some(write.clone()), Some(at(Kind::Read, 2, 0))]), []);
        assert_eq!(races_of(&[Some(write), Some(at(Kind::Read, 2, 252))]), [(1, 2)]);
        let of_group = |kind, site, object| Footprint {
            places: Places::Affine { object, start: 0, stride: 4 },
            area: WHOLE,
            ..at(kind, site, 0)
        };
        let [a, b, c] = [of_group(Kind::Write, 1, 7), of_group(Kind::Read, 2, 7), of_group(Kind::Read, 3, 8)];
        // What two warps do to one place of a group is a race like others; here only the unknown places count.
        assert_eq!(races_of(&[Some(a.clone()), None, Some(b)]), []);
        assert_eq!(races_of(&[Some(a), Some(c)]), [(1, 3)]);
    }
}
