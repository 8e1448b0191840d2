//! Races that are found: of those of the same lines, and of those of the same cause, one is reported, and replayed.

use super::Judge;
use super::programs::hold;
use crate::confirm::replay::schedule::{Schedule, Show, Stop};
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::witness;
use crate::methods::one_run::limits::MOST_ALONE;
use crate::running::exec;
use crate::subject::kernel::Kernel;
use crate::words::notes::more_races;
use raddle_machine::machine::Hold;
use raddle_report::{Diagnostic, Race, SameCause, Severity, StageName, Unordered, WarpWait};
use raddle_sync::program::Site;
use raddle_sync::race;
use std::collections::BTreeSet;

/// A harmful race.
pub(super) struct Found {
    pub(super) told: Race,
    /// Its threads just before their accesses.
    pub(super) holds: [Hold; 2],
    /// Could both be held there at one time?
    pub(super) shown: bool,
    /// The number of others that are not reported.
    pub(super) more: usize,
    /// The sites of its races.
    pub(super) sites: BTreeSet<(Site, Site)>,
    /// The sites of all races that the advised change settles.
    pub(super) settles: BTreeSet<(Site, Site)>,
}

impl Found {
    /// One race.
    pub(super) fn new(told: Race, holds: [Hold; 2], shown: bool, sites: (Site, Site)) -> Self {
        let settles = BTreeSet::new();
        Self { told, holds, shown, more: 0, sites: BTreeSet::from([sites]), settles }
    }

    /// Merges another race of the same lines and the same array; it replaces this one if only it can be shown. Its threads race there, too.
    pub(super) fn join(&mut self, other: Self) {
        let pairs = [self.told.pairs, other.told.pairs];
        let sites = self.sites.union(&other.sites).copied().collect();
        if other.shown && !self.shown {
            *self = other;
        }
        self.sites = sites;
        self.told.pairs = pairs[0].plus(pairs[1]);
    }

    /// Has another one the cause of this one? The change that is advised here settles it, too, or a warp in lock-step would order both.
    fn explains(&self, other: &Self) -> bool {
        let lock_step = |found: &Self| {
            let why = found.told.explanation.as_ref();
            let has_other_advice =
                why.is_some_and(|why| why.moved.is_some() || !why.cta_waits.is_empty() || why.updates);
            found.told.unordered == Unordered::OnlyLockStep && !has_other_advice
        };
        self.shown && (other.sites.is_subset(&self.settles) || lock_step(self) && lock_step(other))
    }

    /// Reports another one with this one.
    fn absorb(&mut self, other: Self) {
        let settled = other.sites.is_subset(&self.settles);
        let mut told = other.told;
        let explanation = told.explanation.take();
        self.told.same_cause.push(SameCause::of(told));
        if settled {
            return;
        }
        // All of the waits are needed; where those of one are not known, none can be named.
        let waits = explanation.map(|why| why.warp_waits).filter(|waits| !waits.is_empty());
        if let Some(own) = &mut self.told.explanation {
            match waits {
                Some(waits) if !own.warp_waits.is_empty() => {
                    let new: Vec<WarpWait> =
                        waits.into_iter().filter(|wait| !own.warp_waits.contains(wait)).collect();
                    own.warp_waits.extend(new);
                }
                _ => own.warp_waits.clear(),
            }
        }
    }
}

/// One finding for each cause.
pub(super) fn by_cause(found: Vec<Found>) -> Vec<Found> {
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        match kept.iter_mut().find(|known| known.explains(&one)) {
            Some(known) => known.absorb(one),
            None => kept.push(one),
        }
    }
    kept
}

impl Judge<'_> {
    /// The finding, with its witness.
    pub(super) fn told(&self, Found { told, holds, shown, more, .. }: Found) -> Diagnostic {
        let mut race = Diagnostic::race(told, self.kernel.terms());
        race.severity = Severity::Error;
        if more > 0 {
            race = race.note(more_races(more));
        }
        self.with_race_witness(race, holds, shown)
    }

    pub(super) fn with_race_witness(
        &self,
        diagnostic: Diagnostic,
        holds: [Hold; 2],
        shown: bool,
    ) -> Diagnostic {
        let schedule = self.race_schedule(holds);
        diagnostic.witness(self.witness(&holds.map(|h| h.thread), &schedule, shown))
    }

    fn race_schedule(&self, holds: [Hold; 2]) -> Schedule {
        witness::schedule(
            self.kernel,
            exec::first_scheduler(&self.options.launch),
            Show::Race(holds.map(Stop::from)),
        )
    }

    /// Which races does the machine show? One run shows most of them; some of those that it does not reach are held alone.
    pub(super) fn replay_races(&self, races: &[&race::Race]) -> Vec<bool> {
        let Some(first) = races.first() else { return Vec::new() };
        let holds: Vec<[Hold; 2]> =
            races.iter().map(|race| [race.first.at, race.second.at].map(hold)).collect();
        let Kernel { input, function, launch, .. } = *self.kernel;
        let stage = Stage { input, function, launch, options: self.options };
        self.observer.measure(StageName::Replays, || {
            let together = self.race_schedule([first.first.at, first.second.at].map(hold));
            let mut shown = together.play_races(stage, &holds);
            let others = shown.iter_mut().zip(&holds).filter(|(shown, _)| !**shown);
            for (shown, &holds) in others.take(MOST_ALONE) {
                *shown = self.race_schedule(holds).play(stage).shows;
            }
            shown
        })
    }
}
