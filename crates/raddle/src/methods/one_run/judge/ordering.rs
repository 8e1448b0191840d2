//! What would order the races that are found.

use super::Judge;
use crate::running::programs::{Making, programs};
use crate::words::findings::Told;
use raddle_machine::machine::Scheduler;
use raddle_report::{Explanation, Race, Unordered};
use raddle_sync::explain::Explain;
use raddle_sync::program::Site;
use raddle_sync::{Analysis, RaceVerdict, Stop, Synchronisation, race};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::Instant;

/// Explains the races of an analysis, the first ones in detail.
pub(super) struct Ordering<'a> {
    told: &'a Told<'a>,
    explain: Option<Explain<'a>>,
    /// The pairs of sites that race even in lock-step, computed on demand.
    in_lock_step: OnceCell<Option<BTreeSet<(Site, Site)>>>,
    /// For how many races it is explained what would order them; for the others only whether lock-step would.
    most: usize,
    /// How many of these are left.
    rest: usize,
}

impl<'a> Ordering<'a> {
    /// For at most this many.
    pub(super) fn new(
        told: &'a Told<'a>,
        analysis: &'a Analysis,
        deadline: Option<Instant>,
        most: usize,
    ) -> Self {
        let explain = Explain::new(told.cta, analysis, Stop { deadline });
        Self { told, explain, in_lock_step: OnceCell::new(), most, rest: most }
    }

    /// Adds the explanation to a race; with the sites of all races that the advised change settles.
    pub(super) fn explain(
        &mut self,
        judge: &Judge<'_>,
        race: &race::Race,
        told: &mut Race,
    ) -> BTreeSet<(Site, Site)> {
        if self.most == 0 {
            return BTreeSet::new();
        }
        let same_warp = told.first.thread.warp == told.second.thread.warp;
        let only_lock_step = same_warp && self.ordered_in_lock_step(judge, race);
        if only_lock_step {
            told.unordered = Unordered::OnlyLockStep;
        }
        let Some(explain) = &self.explain else { return BTreeSet::new() };
        let Some(rest) = self.rest.checked_sub(1) else {
            told.explanation = self
                .told
                .is_update(explain, race)
                .then(|| Box::new(Explanation { updates: true, ..Explanation::default() }));
            return BTreeSet::new();
        };
        self.rest = rest;
        let explained = self.told.explanation(explain, race, only_lock_step);
        told.explanation = Some(Box::new(explained.explanation));
        explained.settles
    }

    /// Would a warp in lock-step order all pairs of accesses that race at these sites? The record is one of such an execution:
    /// the schedule is the same.
    fn ordered_in_lock_step(&self, judge: &Judge<'_>, race: &race::Race) -> bool {
        let Judge { kernel, run, options, .. } = judge;
        if options.launch.warp_synchronous || run.scheduler != Scheduler::Independent {
            return false;
        }
        let races = self.in_lock_step.get_or_init(|| {
            let making = Making {
                function: kernel.function,
                sources: &kernel.input.module.sources,
                objects: kernel.objects,
                warp_synchronous: true,
                unplaced: true,
            };
            let mut sites = self.told.sites.clone();
            let analysis = judge.analyse(&programs(&run.recording, making, &mut sites).waits);
            let RaceVerdict::Decided(races) = &analysis.races else { return None };
            let known = analysis.synchronisation == Synchronisation::Well && !races.truncated;
            known.then(|| races.races.iter().map(pair).collect())
        });
        races.as_ref().is_some_and(|races| !races.contains(&pair(race)))
    }
}

/// The sites of a race.
pub(super) fn pair(race: &race::Race) -> (Site, Site) {
    (race.first.access.site, race.second.access.site)
}
