//! Races between CTAs on global memory.
//!
//! Nothing but a barrier of the whole grid orders the accesses of two CTAs of a launch (other barriers are per CTA, and order through
//! atomics is not modelled), so two accesses race iff they conflict and as many barriers of the grid lie before the one as before the
//! other; atomics must reach beyond the CTA to be atomic to each other. Accesses that differ only in who makes them are one *class*: a class
//! needs only two witnesses, from different CTAs, and the number of its CTAs does not matter for
//! the time, O(A log A + pairs of classes that share bytes).

use crate::program::{Access, Scope, Site, Space, ThreadId};
use crate::race::{Class, class};
use crate::warps::{Action, LANES, Warps, lanes};
use crate::{Stop, TimeLimit};
use rustc_hash::FxHashMap;

/// An access by a thread of a CTA of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridAccess {
    /// The CTA, by its index in the slice given.
    pub cta: u32,
    /// The warp in it, by index.
    pub warp: u32,
    /// The lane.
    pub lane: u32,
    /// What it accesses.
    pub access: Access,
}

impl GridAccess {
    /// The thread in its CTA.
    pub fn thread(&self, ctas: &[Warps]) -> ThreadId {
        ThreadId(ctas[self.cta as usize].warps[self.warp as usize].first + self.lane)
    }
}

/// The races between accesses of two sites from different CTAs that are of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridRace {
    /// How bad.
    pub class: Class,
    /// An access of the site with the smaller number.
    pub first: GridAccess,
    /// One of the other site, from another CTA.
    pub second: GridAccess,
}

/// The races on global memory between different CTAs of `ctas`, one for each pair of sites and class, by
/// sites. Objects, and [`crate::program::ValueId`]s, must mean the same in all CTAs. Registrations in `ctas` are those at barriers of the
/// grid; no thread gets past the last one that all CTAs reach.
///
/// # Errors
/// When the time is over.
pub fn races(ctas: &[Warps], stop: &Stop) -> Result<Vec<GridRace>, TimeLimit> {
    let mut found: FxHashMap<(Site, Site, Class), GridRace> = FxHashMap::default();
    let classes = classes(ctas, stop)?;
    let mut open: Vec<&Shared> = Vec::new();
    for (n, new) in classes.iter().enumerate() {
        if n.is_multiple_of(OFTEN) {
            stop.check()?;
        }
        let place = &new.first.access;
        open.retain(|old| {
            let at = &old.first.access;
            (at.space, at.object) == (place.space, place.object) && at.end() > place.offset
        });
        open.push(new);
        for old in &open {
            if old.passed != new.passed || !old.first.access.conflicts(place, Scope::Gpu) {
                continue;
            }
            let Some((a, b)) = witnesses(old, new) else { continue };
            let (first, second) = if a.access.site <= b.access.site { (a, b) } else { (b, a) };
            let class = class(&first.access, &second.access);
            found.entry((first.access.site, second.access.site, class)).or_insert(GridRace {
                class,
                first,
                second,
            });
        }
    }
    let mut races: Vec<_> = found.into_iter().collect();
    races.sort_unstable_by_key(|&(key, _)| key);
    Ok(races.into_iter().map(|(_, race)| race).collect())
}

/// After this number of accesses the clock is read.
const OFTEN: usize = 1 << 10;

/// An access that one or more CTAs make.
struct Shared {
    /// The number of barriers of the grid before it.
    passed: u32,
    first: GridAccess,
    /// One from another CTA than `first`, if there is.
    second: Option<GridAccess>,
}

/// The classes of accesses to global memory, sorted by place.
fn classes(ctas: &[Warps], stop: &Stop) -> Result<Vec<Shared>, TimeLimit> {
    let mut classes: Vec<Shared> = Vec::new();
    let mut index: FxHashMap<(Access, u32), usize> = FxHashMap::default();
    let most = ctas.iter().map(barriers).min().unwrap_or(0);
    for (cta, warps) in (0..).zip(ctas) {
        stop.check()?;
        let (mut passed, mut of) = ([0; LANES as usize], 0);
        for (warp, event) in
            warps.warps.iter().enumerate().flat_map(|(n, warp)| warp.events.iter().map(move |e| (n, e)))
        {
            if warp != of {
                (passed, of) = ([0; LANES as usize], warp);
            }
            let footprint = match event.action() {
                Action::Access(footprint) => footprint,
                Action::Nothing => continue,
                Action::Register(_) => {
                    lanes(event.lanes).for_each(|lane| passed[lane as usize] += 1);
                    continue;
                }
            };
            let footprint = &warps.footprints[footprint as usize];
            if footprint.access.space != Space::Global || footprint.access.size == 0 {
                continue;
            }
            for lane in lanes(event.lanes).filter(|&lane| passed[lane as usize] <= most) {
                let passed = passed[lane as usize];
                let access = footprint.access(lane);
                let this = GridAccess { cta, warp: warp as u32, lane, access };
                let class = *index.entry((access, passed)).or_insert_with(|| {
                    classes.push(Shared { passed, first: this, second: None });
                    classes.len() - 1
                });
                if classes[class].first.cta != cta {
                    classes[class].second.get_or_insert(this);
                }
            }
        }
    }
    classes.sort_unstable_by_key(|class| {
        (class.first.access.object, class.first.access.offset, class.first.access)
    });
    Ok(classes)
}

/// The number of grid barriers that the threads of a CTA reach: all reach the same number, as these are barriers of the CTA too.
fn barriers(cta: &Warps) -> u32 {
    let Some(warp) = cta.warps.first() else { return 0 };
    let of_first =
        |event: &&crate::warps::Event| event.lanes & 1 == 1 && matches!(event.action(), Action::Register(_));
    warp.events.iter().filter(of_first).count() as u32
}

/// Members of the two classes from different CTAs.
fn witnesses(a: &Shared, b: &Shared) -> Option<(GridAccess, GridAccess)> {
    if a.first.cta != b.first.cta {
        return Some((a.first, b.first));
    }
    match (a.second, b.second) {
        (_, Some(second)) => Some((a.first, second)),
        (Some(second), None) => Some((second, b.first)),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{BarrierId, Command, Cta, How, Kind, Registration, ValueId};

    fn global(kind: Kind, offset: u64, size: u32, site: u32) -> Access {
        Access { space: Space::Global, ..Access::shared(kind, offset, size, site) }
    }

    fn cta(accesses: &[Access]) -> Warps {
        let program = accesses.iter().map(|&access| Command::Access(access)).collect();
        Warps::from_threads(&Cta::new(vec![program]), 32)
    }

    fn sites(ctas: &[Warps]) -> Vec<(u32, u32, Class)> {
        let races = races(ctas, &Stop::default()).expect("there is no time limit");
        races.iter().map(|r| (r.first.access.site.0, r.second.access.site.0, r.class)).collect()
    }

    #[test]
    fn no_time_is_no_answer() {
        let over = Stop { deadline: Some(std::time::Instant::now()) };
        assert_eq!(races(&[cta(&[])], &over), Err(TimeLimit));
    }

    #[test]
    fn each_cta_its_own_slice_is_no_race() {
        let ctas: Vec<Warps> = (0..4).map(|i| cta(&[global(Kind::Write, 64 * i, 64, 1)])).collect();
        assert_eq!(sites(&ctas), []);
    }

    #[test]
    fn overlap_of_one_byte_is_a_race_between_ctas_but_not_within_one() {
        let [a, b] = [global(Kind::Write, 0, 8, 1), global(Kind::Read, 7, 2, 2)];
        assert_eq!(sites(&[cta(&[a]), cta(&[b])]), [(1, 2, Class::Harmful)]);
        assert_eq!(sites(&[cta(&[a, b])]), []);
        assert_eq!(sites(&[cta(&[a, b]), cta(&[]), cta(&[b])]), [(1, 2, Class::Harmful)]);
    }

    #[test]
    fn one_site_races_with_itself() {
        let plain = global(Kind::Write, 0, 4, 1);
        assert_eq!(sites(&[cta(&[plain]), cta(&[plain])]), [(1, 1, Class::Harmful)]);
        let same = Access { value: Some(ValueId(7)), ..plain };
        assert_eq!(sites(&[cta(&[same]), cta(&[same])]), [(1, 1, Class::Benign)]);
    }

    #[test]
    fn a_barrier_of_the_grid_orders_what_it_lies_between() {
        let [a, b] = [global(Kind::Write, 0, 4, 1), global(Kind::Read, 0, 4, 2)];
        let at =
            Registration { how: How::Sync, barrier: BarrierId::Named(0), count: 1, weight: 1, site: Site(9) };
        let program = |before: &[Access], after: &[Access]| {
            let access = |&access: &Access| Command::Access(access);
            let sync = [Command::Register(at)];
            let all = before.iter().map(access).chain(sync).chain(after.iter().map(access));
            Warps::from_threads(&Cta::new(vec![all.collect()]), 32)
        };
        assert_eq!(sites(&[program(&[a], &[]), program(&[], &[b])]), []);
        assert_eq!(sites(&[program(&[], &[a]), program(&[], &[b])]), [(1, 2, Class::Harmful)]);
        // One CTA never arrives: the others wait forever.
        assert_eq!(sites(&[program(&[], &[a]), program(&[], &[b]), cta(&[])]), []);
    }

    #[test]
    fn atomics_need_the_scope_of_the_device() {
        let atomic = |scope| Access { scope: Some(scope), ..global(Kind::Update, 0, 4, 1) };
        assert_eq!(sites(&[cta(&[atomic(Scope::Gpu)]), cta(&[atomic(Scope::System)])]), []);
        let narrow = [cta(&[atomic(Scope::Gpu)]), cta(&[atomic(Scope::Cta)])];
        assert_eq!(sites(&narrow), [(1, 1, Class::Harmful)]);
    }

    #[test]
    fn shared_memory_is_not_shared_between_ctas() {
        let own = Access::shared(Kind::Write, 0, 4, 1);
        assert_eq!(sites(&[cta(&[own]), cta(&[own])]), []);
    }
}
