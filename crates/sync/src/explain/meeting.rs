//! Where a barrier of the CTA would order a race.
//!
//! The programs do not say where threads that skip an access pass, so in them a new barrier is for those that make it: in its n-th round
//! for the threads that make the access n times. In the source it stands where all threads pass, which orders no less.

use super::{Change, Explain, Fix, NEW, Way, pair, with_events};
use crate::program::{BarrierId, How, Point, Registration, Site};
use crate::race::{Race, Side};
use crate::warps::{Action, Event, LANES, WarpRegistration, Warps, lanes};
use std::collections::BTreeMap;

/// A place for a barrier of the CTA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Next to this access, wherever its site makes such an access.
    pub at: Point,
    /// On this side.
    pub way: Way,
    /// Do all threads pass there, whole warps together?
    pub whole: bool,
}

/// Next to accesses of a site, of those that write or of those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    site: Site,
    writes: bool,
    way: Way,
}

impl Place {
    fn of(side: &Side, way: Way) -> Self {
        Self { site: side.access.site, writes: side.access.kind.writes(), way }
    }

    fn is_at(self, warps: &Warps, event: Event) -> bool {
        let Action::Access(id) = event.action() else { return false };
        let access = &warps.footprints[id as usize].access;
        (access.site, access.kind.writes()) == (self.site, self.writes)
    }
}

impl Explain<'_> {
    /// Where barriers of the CTA order a race: at one place, or else at two.
    pub fn meeting(&self, race: &Race) -> Option<Fix<Vec<Meeting>>> {
        let (first, second) = (&race.first, &race.second);
        // As a rule what is read was written before.
        let (from, to) = if first.access.kind.writes() { (first, second) } else { (second, first) };
        if from.access.uncertain || to.access.uncertain {
            return None;
        }
        let (before, after) = (Way::Before, Way::After);
        let one = [(to, before), (from, before), (to, after), (from, after)];
        let single = one.into_iter().map(|one| vec![one]);
        let both = [(before, before), (after, after), (after, before), (before, after)];
        let both = both.into_iter().map(|(a, b)| vec![(from, a), (to, b)]);
        let around = [to, from].map(|at| vec![(at, before), (at, after)]);
        let differ = Place::of(from, before) != Place::of(to, before);
        let change = |places: Vec<(&Side, Way)>| {
            let change = places.iter().map(|&(side, way)| Place::of(side, way));
            let places = places.iter().map(|&(side, way)| Meeting {
                at: side.at,
                way,
                whole: self.all_come(Place::of(side, way)),
            });
            (Change::Meet(change.collect()), places.collect::<Vec<Meeting>>())
        };
        let single = self.best(single.map(change), pair(race));
        let found = single.or_else(|| {
            let both = both.filter(|_| differ).chain(around);
            self.best(both.map(change), pair(race))
        })?;
        // Where groups of threads have barriers of their own, there may be no place where all come.
        let named = |registration: &WarpRegistration| matches!(registration.registration.barrier, BarrierId::Named(id) if id > 0);
        let groups = self.warps.registrations.iter().any(named);
        (!groups || found.how.iter().all(|place| place.whole)).then_some(found)
    }

    /// Do all threads pass there equally often, whole warps together?
    fn all_come(&self, place: Place) -> bool {
        let threads = self.warps.threads() as u32;
        let mut events = self.warps.warps.iter().flat_map(|warp| {
            warp.events
                .iter()
                .filter(|event| place.is_at(self.warps, **event))
                .map(move |event| (event, warp))
        });
        events.all(|(event, warp)| event.lanes == warp.lanes)
            && rounds(self.warps, place).iter().all(|&n| n == threads)
    }
}

/// By round: how many threads pass there once more.
fn rounds(warps: &Warps, place: Place) -> Vec<u32> {
    let mut rounds: Vec<u32> = Vec::new();
    for warp in &warps.warps {
        let mut passed = [0; LANES as usize];
        let events = warp.events.iter().filter(|event| place.is_at(warps, **event));
        for lane in events.flat_map(|event| lanes(event.lanes)) {
            let round: usize = passed[lane as usize];
            passed[lane as usize] += 1;
            match rounds.get_mut(round) {
                Some(count) => *count += 1,
                None => rounds.push(1),
            }
        }
    }
    rounds
}

/// The same with a new barrier, which gets a number beyond those of PTX.
pub(super) fn with_meeting(warps: &Warps, place: Place, number: u32) -> Warps {
    let rounds = rounds(warps, place);
    let mut registrations = warps.registrations.clone();
    let mut known: BTreeMap<u32, u32> = BTreeMap::new();
    let mut register = |count: u32| {
        *known.entry(count).or_insert_with(|| {
            let barrier = BarrierId::Named(16 + number);
            let registration = Registration { how: How::Sync, barrier, count, weight: 1, site: NEW };
            registrations.push(WarpRegistration { registration, extra: (LANES, 0), edge: None });
            registrations.len() as u32 - 1
        })
    };
    let changed: Vec<Vec<Event>> = warps
        .warps
        .iter()
        .map(|warp| {
            let mut passed = [0; LANES as usize];
            let mut new = Vec::new();
            for (at, event) in warp.events.iter().enumerate().filter(|(_, event)| place.is_at(warps, **event))
            {
                let mut by_round: BTreeMap<usize, u32> = BTreeMap::new();
                for lane in lanes(event.lanes) {
                    *by_round.entry(passed[lane as usize]).or_default() |= 1 << lane;
                    passed[lane as usize] += 1;
                }
                new.extend(
                    by_round.into_iter().map(|(round, mask)| {
                        (at, Event::new(mask, Action::Register(register(rounds[round]))))
                    }),
                );
            }
            with_events(warps, warp, |_| true, &new, place.way)
        })
        .collect();
    let mut all = Warps { registrations, ..warps.clone() };
    for (warp, events) in all.warps.iter_mut().zip(changed) {
        warp.events = events;
    }
    all
}
