//! Races that are found: of those of the same lines one is reported, and replayed.

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
use raddle_report::{Count, Diagnostic, Severity, StageName};
use raddle_sync::race::Race;

/// A harmful race.
pub(super) struct Found {
    pub(super) told: raddle_report::Race,
    /// Its threads just before their accesses.
    pub(super) holds: [Hold; 2],
    /// Could both be held there at one time?
    pub(super) shown: bool,
    /// The number of further pairs of accesses of the same lines that race for the same array.
    pub(super) alike: u64,
    /// The number of others that are not reported.
    pub(super) more: usize,
}

impl Found {
    /// Merges another race of the same lines and the same array; it replaces this one if only it can be shown. Its threads race there, too.
    pub(super) fn join(&mut self, other: Self) {
        let pairs = [self.told.pairs, other.told.pairs];
        let alike = self.alike + 1;
        if other.shown && !self.shown {
            *self = other;
        }
        self.alike = alike;
        self.told.pairs = Count {
            number: pairs[0].number.saturating_add(pairs[1].number),
            or_more: pairs.iter().any(|count| count.or_more),
        };
    }
}

impl Judge<'_> {
    /// The finding, with its witness.
    pub(super) fn told(&self, Found { told, holds, shown, alike, more }: Found) -> Diagnostic {
        let mut race = Diagnostic::race(told, self.kernel.terms());
        race.severity = Severity::Error;
        if alike > 0 {
            race = race.note(Diagnostic::more_accesses(alike));
        }
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
    pub(super) fn replay_races(&self, races: &[&Race]) -> Vec<bool> {
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
