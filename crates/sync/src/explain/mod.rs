//! Why two accesses race, and what would order them.
//!
//! Questions about a race of a well-synchronised CTA, answered on the thread programs alone:
//!
//! - [`Explain::missing`]: which order is missing? Two accesses race if neither thread, at its access, knows of the other's. How
//!   far one does know the other, and where it learns of the access too late follows from the clocks.
//! - [`Explain::nearest_move`]: is there a barrier that would order them, if it stood on the other side of one of the accesses?
//!   (Paper 001, listing 3: an `arrive` before the read that it announces.)
//! - [`Explain::warp_sync`]: where would a `__syncwarp()` order them, if the two are of one warp?
//! - [`Explain::meeting`]: where would a barrier of the CTA order them?
//! - [`Explain::is_update`]: do both change what they have read, so that one change is lost?
//!
//! Of several changes that order a race the one is best that settles most of the CTA's races: one missing barrier is one bug.
//!
//! The moves and the waits are never guessed. The programs are changed as the source would be, at each place where the two lines meet, and
//! analysed again: the CTA must stay well-synchronised, this race must be gone, and no other may appear. A registration is moved over an
//! access only if every thread that registers reaches that access, too (perhaps in a loop, all of which it is moved over): otherwise
//! threads would be missing at the barrier. Candidates are tried on programs that are left with the accesses of the two lines, so most cost
//! little.
//!
//! [`mixing`] does the same for a barrier that is reused too early: the shortest schedule in which its generations mix.

use crate::generation::NodeId;
use crate::happens_before::{Interval, Order};
use crate::program::{BarrierId, How, Point, Registration, Site, ThreadId};
use crate::race::{Race, Races, Side};
use crate::warps::{Action, Edge, Event, Warp, WarpRegistration, Warps};
use crate::wellsync::Reuse;
use crate::{Analysis, RaceVerdict, Stop, analyse};
use meeting::{Place, with_meeting};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

pub mod meeting;
pub mod update;

/// On which side of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// Before it.
    Before,
    /// After it.
    After,
}

/// A registration that orders a race, if it is moved in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The registration that is nearest to the race; all of its site move.
    pub registration: Point,
    /// The access that it is moved over.
    pub over: Point,
    /// To which side.
    pub way: Way,
}

/// A place for a `__syncwarp()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// Next to this access, wherever its site accesses memory.
    pub at: Point,
    /// On this side.
    pub way: Way,
    /// The lanes that are there, if they are the same everywhere; else each time those that make the access.
    pub lanes: Option<u32>,
    /// Are they all lanes of their warps?
    pub whole: bool,
    /// Do lanes of several warps make the access?
    pub in_warps: bool,
}

/// An order that would settle a race: from after one access to before the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The access that would come first.
    pub from: Point,
    /// The access that would come later.
    pub to: Point,
    /// The last registration of `from`'s thread that happens before `to`, and its dynamic barrier. `None`: nothing
    /// of that thread does.
    pub known: Option<(NodeId, Point)>,
    /// The first registration of `to`'s thread after which it is known that `from` is over. `None`: there is none.
    pub learns: Option<(NodeId, Point)>,
}

/// A change that orders a race, with all that it orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix<T> {
    /// The change.
    pub how: T,
    /// The sites of the races that are gone with it.
    pub settles: BTreeSet<(Site, Site)>,
}

/// How many registrations of its thread a moved one may get past besides the access.
const MOST_CROSSED: usize = 2;

/// The number of commands of threads that are analysed for the explanations of a CTA's races together; then no more changes are tried.
const MOST_WORK: u64 = 4_000_000;

/// A CTA whose races are to be explained.
#[derive(Clone, Debug)]
pub struct Explain<'a> {
    warps: &'a Warps,
    order: Order<'a>,
    races: &'a Races,
    stop: Stop,
    /// How many commands may still be analysed.
    work: Cell<u64>,
    /// The races after changes that were tried on all of the CTA: one may fix several.
    known: RefCell<BTreeMap<Change, BTreeSet<(Site, Site)>>>,
}

impl<'a> Explain<'a> {
    /// For the races of an analysis of these warps. `None` if it found none.
    pub fn new(warps: &'a Warps, analysis: &'a Analysis, stop: Stop) -> Option<Self> {
        let RaceVerdict::Decided(races) = &analysis.races else { return None };
        let order = analysis.order(warps)?;
        Some(Self { warps, order, races, stop, work: Cell::new(MOST_WORK), known: RefCell::default() })
    }

    /// The orders that are missing: either of them would be enough.
    pub fn missing(&self, race: &Race) -> Option<[Missing; 2]> {
        Some([self.edge(&race.first, &race.second)?, self.edge(&race.second, &race.first)?])
    }

    fn edge(&self, from: &Side, to: &Side) -> Option<Missing> {
        let Order { classes, trace, relation, .. } = self.order;
        let (a, b) = (self.order.interval(from.at)?, self.order.interval(to.at)?);
        let point = |interval: Interval, thread: ThreadId| {
            let passage = &trace.passages[interval.class as usize][interval.ordinal as usize];
            let warp = classes.get(interval.class).warp as usize;
            let lane = thread.0 - self.warps.warps[warp].first;
            let edge = self.warps.is_edge(warp, passage.position);
            (!edge).then(|| (passage.node, self.warps.point(warp, passage.position, lane)))
        };
        let before = relation.known(b, a.class);
        let known = (0..before).rev().find_map(|ordinal| point(Interval { ordinal, ..a }, from.at.thread));
        let end = trace.passages[b.class as usize].len() as u32;
        let mut later = (b.ordinal + 1..=end).map(|ordinal| Interval { ordinal, ..b });
        let learned = later.find(|&then| relation.known(then, a.class) > a.ordinal);
        let learns =
            learned.and_then(|then| point(Interval { ordinal: then.ordinal - 1, ..b }, to.at.thread));
        Some(Missing { from: from.at, to: to.at, known, learns })
    }

    /// The smallest move of a registration over one of the two accesses that orders the race.
    pub fn nearest_move(&self, race: &Race) -> Option<Fix<Move>> {
        let mut candidates: Vec<(usize, u32, Move)> = Vec::new();
        for (side, other) in [(&race.first, &race.second), (&race.second, &race.first)] {
            let interval = self.order.interval(other.at)?;
            let (warp, position, lane) = self.warps.position(side.at)?;
            let class = self.order.classes.get(self.order.classes.of_lane(warp, lane));
            let here = class.ordinal(position) as usize;
            let id = self.order.classes.of_lane(warp, lane);
            // A move brings no new way out of a registration that is moved after the access, nor into one that is moved before it:
            // the other access must be at the end of one, or the beginning, already.
            let known = self.order.relation.known(interval, id);
            let leads = |&at: &u32, way| match way {
                Way::After => known > class.ordinal(at),
                Way::Before => self.order.trace.passage(id, at).is_some_and(|passage| {
                    let clock = self.order.relation.clock(passage.node).filter(|_| passage.how == How::Sync);
                    clock.is_some_and(|clock| clock[interval.class as usize] > interval.ordinal)
                }),
            };
            let own = |&at: &u32| !self.warps.is_edge(warp, at);
            let after =
                class.registrations[..here].iter().rev().copied().filter(own).map(|at| (at, Way::After));
            let before = class.registrations[here..].iter().copied().filter(own).map(|at| (at, Way::Before));
            let near =
                after.take(MOST_CROSSED + 1).enumerate().chain(before.take(MOST_CROSSED + 1).enumerate());
            let near = near.filter(|(_, (at, way))| leads(at, *way));
            candidates.extend(near.map(|(crossed, (at, way))| {
                let registration = self.warps.point(warp, at, lane);
                (crossed, at.abs_diff(position), Move { registration, over: side.at, way })
            }));
        }
        candidates.sort_by_key(|&(crossed, distance, _)| (crossed, distance));
        let changes = candidates.into_iter().filter_map(|(crossed, _, found)| {
            let (registration, over) = (self.site(found.registration)?, self.site(found.over)?);
            Some((Change::Move(registration, over, found.way, crossed), found))
        });
        self.best(changes, pair(race))
    }

    /// Where warp-wide waits order a race within a warp: one place, or else two.
    pub fn warp_sync(&self, race: &Race) -> Option<Fix<Vec<Insertion>>> {
        let (first, second) = (self.warps.position(race.first.at)?, self.warps.position(race.second.at)?);
        if first.0 != second.0 {
            return None;
        }
        let in_order = if first.1 <= second.1 {
            [race.first.at, race.second.at]
        } else {
            [race.second.at, race.first.at]
        };
        let [earlier, later] = in_order;
        let one = [(later, Way::Before), (earlier, Way::Before), (earlier, Way::After), (later, Way::After)];
        let single = one.iter().map(|&place| vec![place]);
        let ways = [
            (Way::Before, Way::Before),
            (Way::After, Way::After),
            (Way::After, Way::Before),
            (Way::Before, Way::After),
        ];
        let both = ways.into_iter().map(|(a, b)| vec![(earlier, a), (later, b)]);
        let around = [later, earlier].map(|at| vec![(at, Way::Before), (at, Way::After)]);
        let same_site = self.site(earlier) == self.site(later);
        let change = |places: Vec<(Point, Way)>| {
            let sites = places.iter().map(|&(at, way)| Some((self.site(at)?, way)));
            Some((Change::Waits(sites.collect::<Option<_>>()?), places))
        };
        let single = self.best(single.filter_map(change), pair(race));
        let found = single.or_else(|| {
            let both = both.filter(|_| !same_site).chain(around);
            self.best(both.filter_map(change), pair(race))
        })?;
        let mut places: Vec<Insertion> =
            found.how.into_iter().map(|(at, way)| self.insertion(at, way)).collect::<Option<_>>()?;
        places.sort_by_key(|place| self.site(place.at));
        Some(Fix { how: places, settles: found.settles })
    }

    /// The sites of all races.
    pub fn all(&self) -> BTreeSet<(Site, Site)> {
        self.races.races.iter().map(pair).collect()
    }

    fn insertion(&self, at: Point, way: Way) -> Option<Insertion> {
        let site = self.site(at)?;
        let mut masks = BTreeSet::new();
        let mut whole = true;
        let mut warps = 0;
        for warp in &self.warps.warps {
            warps += u32::from(warp.events.iter().any(|event| accesses(self.warps, *event, site)));
            for event in warp.events.iter().filter(|event| accesses(self.warps, **event, site)) {
                masks.insert(event.lanes);
                whole &= event.lanes == warp.lanes;
            }
        }
        let lanes = masks.first().copied().filter(|_| masks.len() == 1);
        Some(Insertion { at, way, lanes, whole, in_warps: warps > 1 })
    }

    fn site(&self, at: Point) -> Option<Site> {
        self.warps.command(at).map(|command| command.site())
    }

    /// Of the changes after which the accesses of two sites are ordered, and nothing else is worse: the first of those that settle
    /// most races.
    fn best<T>(&self, candidates: impl Iterator<Item = (Change, T)>, sites: (Site, Site)) -> Option<Fix<T>> {
        if self.races.truncated {
            return None;
        }
        let sketch = only(self.warps, sites);
        let all = self.all();
        let allowed: BTreeSet<(Site, Site)> = all.iter().copied().filter(|&pair| pair != sites).collect();
        let rest = |change: &Change| {
            let known = self.known.borrow().get(change).cloned();
            let races = known.or_else(|| {
                // A change that fails on the two lines alone is not tried on all.
                self.races_after(&sketch, change).filter(|races| races.is_subset(&allowed))?;
                let races = self.races_after(self.warps, change);
                races.inspect(|races| drop(self.known.borrow_mut().insert(change.clone(), races.clone())))
            });
            races.filter(|races| races.is_subset(&allowed))
        };
        let mut best: Option<Fix<T>> = None;
        for (change, how) in candidates.take_while(|_| self.stop.check().is_ok()) {
            let Some(rest) = rest(&change) else { continue };
            let settles: BTreeSet<(Site, Site)> = all.difference(&rest).copied().collect();
            if best.as_ref().is_none_or(|best| best.settles.len() < settles.len()) {
                best = Some(Fix { how, settles });
            }
            if rest.is_empty() {
                break;
            }
        }
        best
    }

    /// The sites of the races after a change, if the CTA is well-synchronised then.
    fn races_after(&self, warps: &Warps, change: &Change) -> Option<BTreeSet<(Site, Site)>> {
        self.work.set(self.work.get().checked_sub(commands(warps))?);
        let analysis = analyse(&change.on(warps)?, &self.stop);
        match analysis.races {
            RaceVerdict::Decided(races) if !races.truncated => Some(races.races.iter().map(pair).collect()),
            _ => None,
        }
    }
}

/// A change of the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    /// The registrations of the first site are moved over the accesses of the second, and at most this number of registrations.
    Move(Site, Site, Way, usize),
    /// The lanes that make the accesses of these sites wait for each other.
    Waits(Vec<(Site, Way)>),
    /// The threads that reach these places wait for each other, in each round those that reach them that often.
    Meet(Vec<Place>),
}

impl Change {
    /// The programs with it, if the source can be changed so.
    fn on(&self, warps: &Warps) -> Option<Warps> {
        match self {
            &Self::Move(registration, over, way, crossed) => moved(warps, registration, over, way, crossed),
            Self::Waits(places) => {
                let mut warps = warps.clone();
                for &(site, way) in places {
                    warps = with_warp_sync(&warps, site, way);
                }
                Some(warps)
            }
            Self::Meet(places) => {
                let mut warps = warps.clone();
                for (number, &place) in (0..).zip(places) {
                    warps = with_meeting(&warps, place, number);
                }
                Some(warps)
            }
        }
    }
}

/// How many commands of threads there are.
fn commands(warps: &Warps) -> u64 {
    let events = warps.warps.iter().flat_map(|warp| &warp.events);
    events.map(|event| u64::from(event.lanes.count_ones())).sum()
}

fn pair(race: &Race) -> (Site, Site) {
    (race.first.access.site, race.second.access.site)
}

fn accesses(warps: &Warps, event: Event, site: Site) -> bool {
    matches!(event.action(), Action::Access(id) if warps.footprints[id as usize].access.site == site)
}

/// The registration that an event is, if it is a command.
fn registers(warps: &Warps, event: Event) -> Option<&WarpRegistration> {
    let Action::Register(id) = event.action() else { return None };
    Some(&warps.registrations[id as usize]).filter(|registration| registration.edge.is_none())
}

/// The same with the accesses of two sites only.
fn only(warps: &Warps, (one, other): (Site, Site)) -> Warps {
    let mut sketch = warps.clone();
    for warp in &mut sketch.warps {
        let stays = |event: &Event| match event.action() {
            Action::Access(_) => accesses(warps, *event, one) || accesses(warps, *event, other),
            Action::Register(_) => true,
            Action::Nothing => false,
        };
        warp.events.retain(stays);
    }
    sketch
}

/// The same with all registrations of a site moved over the accesses of another one that they meet before they would get past
/// more than this number of registrations. `None` if some lane that registers meets none.
fn moved(warps: &Warps, site: Site, over: Site, way: Way, most_crossed: usize) -> Option<Warps> {
    let mut changed = warps.clone();
    for (from, to) in warps.warps.iter().zip(&mut changed.warps) {
        let target = |position: usize| -> Option<usize> {
            let registration = from.events[position];
            let mut crossed = 0;
            let mut target = None;
            let mut met = 0;
            let meets = |event: Event| event.lanes & registration.lanes != 0;
            let mut look = |at: usize| -> bool {
                let event = from.events[at];
                if !meets(event) {
                    return true;
                }
                if let Some(other) = registers(warps, event) {
                    crossed += 1;
                    return other.registration.site != site && crossed <= most_crossed;
                }
                if accesses(warps, event, over) {
                    target = Some(at);
                    met |= event.lanes;
                }
                true
            };
            match way {
                Way::After => drop((position + 1..from.events.len()).all(&mut look)),
                Way::Before => drop((0..position).rev().all(&mut look)),
            }
            let lanes = registration.lanes;
            target.filter(|_| lanes & !met == 0)
        };
        let of_site = |&position: &usize| {
            registers(warps, from.events[position]).is_some_and(|r| r.registration.site == site)
        };
        let positions = (0..from.events.len()).filter(of_site);
        let moves: Vec<(usize, usize)> =
            positions.map(|position| Some((position, target(position)?))).collect::<Option<_>>()?;
        let mut gone = moves.iter().map(|&(position, _)| position).peekable();
        let mut by_target: Vec<(usize, Event)> =
            moves.iter().map(|&(position, target)| (target, from.events[position])).collect();
        by_target.sort_by_key(|&(target, _)| target);
        to.events = with_events(warps, from, |at| gone.next_if_eq(&at).is_none(), &by_target, way);
    }
    Some(changed)
}

/// The same with a `sync` of the lanes that access memory at a site, each time on one side of the access.
fn with_warp_sync(warps: &Warps, site: Site, way: Way) -> Warps {
    let mut changed = warps.clone();
    for (number, (from, to)) in (0..).zip(warps.warps.iter().zip(&mut changed.warps)) {
        let mut new = Vec::new();
        for (at, event) in from.events.iter().enumerate().filter(|(_, event)| accesses(warps, **event, site))
        {
            let mask = event.lanes;
            let registration = Registration {
                how: How::Sync,
                barrier: BarrierId::Warp { warp: number, mask },
                count: mask.count_ones(),
                weight: 1,
                site: NEW,
            };
            let registration = WarpRegistration { registration, extra: (0, 0), edge: None };
            let known =
                changed.registrations[warps.registrations.len()..].iter().position(|r| *r == registration);
            let id = known.map_or(changed.registrations.len(), |known| warps.registrations.len() + known);
            if known.is_none() {
                changed.registrations.push(registration);
            }
            new.push((at, Event::new(mask, Action::Register(id as u32))));
        }
        to.events = with_events(warps, from, |_| true, &new, way);
    }
    changed
}

/// The site of what is not in the source.
const NEW: Site = Site(u32::MAX);

/// The events of a warp that stay, and new ones, each before or after the event at its position. A lock-step run in which
/// one is inserted is cut in two.
fn with_events(
    warps: &Warps,
    warp: &Warp,
    mut stays: impl FnMut(usize) -> bool,
    new: &[(usize, Event)],
    way: Way,
) -> Vec<Event> {
    let edge = |event: Event| match event.action() {
        Action::Register(id) => warps.registrations[id as usize].edge,
        Action::Access(_) | Action::Nothing => None,
    };
    // The edges of the run that is open.
    let mut run: Option<(Event, Event)> = None;
    let mut events = Vec::with_capacity(warp.events.len() + new.len());
    let mut rest = new;
    for (at, &event) in warp.events.iter().enumerate() {
        match edge(event) {
            Some(Edge::Opens) => {
                let closes = warp.events[at..].iter().find(|other| edge(**other) == Some(Edge::Closes));
                run = closes.map(|&closes| (event, closes));
            }
            Some(Edge::Closes) => run = None,
            None => {}
        }
        let here = rest.partition_point(|&(position, _)| position <= at);
        let (now, later) = rest.split_at(here);
        rest = later;
        let add = |events: &mut Vec<Event>| {
            if now.is_empty() {
                return;
            }
            events.extend(run.map(|(_, closes)| closes));
            events.extend(now.iter().map(|&(_, event)| event));
            events.extend(run.map(|(opens, _)| opens));
        };
        if way == Way::Before {
            add(&mut events);
        }
        if stays(at) {
            events.push(event);
        }
        if way == Way::After {
            add(&mut events);
        }
    }
    events
}

/// Threads that have reached the same place of their programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Who.
    pub threads: Vec<ThreadId>,
    /// The last command that they execute, a registration; of the first of them.
    pub last: Point,
}

/// The shortest schedule after which a registration that comes too early is next: which other threads run, and how far. It then gets into
/// an earlier generation than it should, and threads that are not named here may lag.
pub fn mixing(order: &Order<'_>, reuse: &Reuse) -> Vec<Reached> {
    let mut reached: Vec<(Option<Site>, Reached)> = Vec::new();
    for (thread, length) in order.prefixes_before(reuse.early) {
        let Some(index) = length.checked_sub(1).filter(|_| thread != reuse.early.thread) else { continue };
        let last = Point { thread, index };
        let site = order.warps.command(last).map(|command| command.site());
        match reached.iter_mut().find(|(at, _)| *at == site) {
            Some((_, group)) => group.threads.push(thread),
            None => reached.push((site, Reached { threads: vec![thread], last })),
        }
    }
    reached.into_iter().map(|(_, reached)| reached).collect()
}

#[cfg(test)]
mod tests;
