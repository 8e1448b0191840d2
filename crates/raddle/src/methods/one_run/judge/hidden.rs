//! Races that only waits hide which do not order memory.

use super::Judge;
use super::found::Found;
use crate::confirm::replay::schedule::{Show, Stop};
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::witness;
use crate::methods::one_run::limits::MOST_ALONE;
use crate::running::programs::Weaker;
use crate::subject::kernel::Kernel;
use crate::words::weak;
use raddle_ir::{Inst, InstKind};
use raddle_report::{Diagnostic, Facts, Location, StageName, Unknown};

impl Judge<'_> {
    /// The races hidden only by barriers that leave out a flag, as far as a run shows them, without those that show in any case.
    pub(super) fn unfenced(
        &self,
        hidden: Vec<Found>,
        weaker: &Weaker,
        found: &[Diagnostic],
    ) -> Vec<Diagnostic> {
        let Some(flag) = weaker.flag else { return Vec::new() };
        let Kernel { input, function, launch, .. } = *self.kernel;
        let stage = Stage { input, function, launch, options: self.options };
        let waits = self.waits_of(weaker);
        let told = hidden.into_iter().map(|Found { told, holds, .. }| {
            (weak::unfenced(told, flag, weaker.weak, &waits, self.kernel.terms()), holds)
        });
        let is_known = |race: &Diagnostic| {
            let Some(Facts::Race(race)) = &race.facts else { return false };
            found.iter().any(|known| matches!(&known.facts, Some(Facts::Race(known)) if known.reports(race)))
        };
        let new = told.filter(|(race, _)| !is_known(race));
        let told = new.take(MOST_ALONE).filter_map(|(race, holds)| {
            let show = Show::Unfenced(holds.map(Stop::from));
            let schedule = witness::schedule(self.kernel, self.run.scheduler, show);
            let shows = self.observer.measure(StageName::Replays, || schedule.play(stage).shows);
            let witness = self.witness(&holds.map(|hold| hold.thread), &schedule, shows);
            shows.then(|| race.witness(witness))
        });
        told.collect()
    }

    /// The reason for a race that such waits hide, and that no run shows.
    pub(super) fn hidden(&self, race: &Diagnostic, weaker: &Weaker) -> Unknown {
        let Kernel { function, .. } = *self.kernel;
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let is_fence = |inst: &&Inst| matches!(function.insts[**inst].kind, InstKind::Fence { .. });
        let fences = insts.filter(is_fence).map(|&inst| self.kernel.place(function.insts[inst].loc));
        let fences: Vec<Location> = fences.collect();
        weak::hidden(race, weaker.weak, (&self.waits_of(weaker), &fences), self.kernel.terms())
    }

    /// The waits that order no memory. Of many, the race does not say which one it is.
    fn waits_of(&self, weaker: &Weaker) -> Vec<Location> {
        let mut places: Vec<Location> = weaker.waits.iter().map(|&loc| self.kernel.place(loc)).collect();
        places.dedup_by(|a, b| a.same_place(b));
        if places.len() > 3 {
            places.clear();
        }
        places
    }
}
