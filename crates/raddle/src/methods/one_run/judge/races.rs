//! Races within a CTA: those that the machine can show, those that only a wait without order of memory hides, and
//! why races cannot be excluded.

use super::found::{self, Found};
use super::ordering::{Ordering, pair};
use super::programs::hold;
use super::{Answer, Judge, WantsValues};
use crate::confirm::replay::wanted;
use crate::methods::one_run::limits::MOST_RACES_REPORTED;
use crate::running::programs::Programs;
use crate::subject::taint;
use crate::words::explain::MOST_EXPLAINED;
use crate::words::findings::Told;
use crate::words::unknown::races as open;
use crate::words::weak;
use raddle_ir::Inst;
use raddle_machine::domain::Cause;
use raddle_machine::monitor::Issue;
use raddle_machine::slice::Stores;
use raddle_report::{Diagnostic, Unknown};
use raddle_sync::program::{Access, Kind};
use raddle_sync::race::{Class, Race};
use raddle_sync::{Analysis, RaceVerdict};
use std::collections::BTreeSet;

/// Do such races take place in this launch?
fn is_certain(class: Class) -> bool {
    matches!(class, Class::Harmful | Class::Benign)
}

impl Judge<'_> {
    /// Races that the machine can show first; then those that only a wait without order of memory hides.
    pub(super) fn decide_races(
        &mut self,
        told: &Told<'_>,
        analysis: &Analysis,
        recorded: &Programs,
    ) -> Result<(), WantsValues> {
        let weaker: Vec<_> =
            recorded.weaker.iter().map(|weaker| (weaker, self.analyse(&weaker.warps))).collect();
        let analyses = || std::iter::once(analysis).chain(weaker.iter().map(|(_, analysis)| analysis));
        let is_free = |analysis: &Analysis| matches!(&analysis.races, RaceVerdict::Decided(races) if races.races.is_empty());
        if !analyses().all(is_free)
            && !self.is_one_execution()
            && let Some(unknown) = self.waits_on_volatile()
            && self.prove_shared(recorded, analyses()).is_none()
        {
            self.race = Answer::Unknown(unknown);
            return Ok(());
        }
        if self.run.values == Stores::None {
            self.values_matter(recorded, analyses())?;
        }
        let mut doubts = Vec::new();
        let found = self.races(told, analysis, &mut doubts, MOST_EXPLAINED);
        let mut found: Vec<Diagnostic> = found.into_iter().map(|race| self.told(race)).collect();
        for (weaker, analysis) in &weaker {
            let told = Told::new(told.kernel, &weaker.warps, analysis, told.sites);
            let mut unordered = Vec::new();
            let hidden = self.races(&told, analysis, &mut unordered, 0);
            doubts.extend(
                unordered
                    .into_iter()
                    .map(|unknown| unknown.note(weak::why(weaker.weak, self.kernel.terms()))),
            );
            let first = hidden.first().map(|race| Diagnostic::race(race.told.clone(), self.kernel.terms()));
            doubts.extend(first.map(|race| self.hidden(&race, weaker)));
            found.extend(self.unfenced(hidden, weaker, &found));
        }
        let unmodelled = || self.unmodelled_memory().or_else(|| self.aliased_reads());
        let doubt = self.waits_in_memory().or_else(unmodelled).or(doubts.into_iter().next());
        let trapped = self.traps_by_schedule().filter(|_| !found.is_empty());
        self.race = match (self.waits_in_memory().or(trapped), doubt) {
            // Order through memory is not modelled: what looks like a race may be none.
            (Some(unknown), _) => Answer::Unknown(unknown),
            _ if !found.is_empty() => Answer::Found(found),
            (None, Some(unknown)) => Answer::Unknown(unknown),
            (None, None) => Answer::Proved,
        };
        if matches!(self.race, Answer::Unknown(_)) {
            self.in_shared = self.prove_shared(recorded, analyses());
        }
        Ok(())
    }

    /// Is the run one whole execution of the kernel, in which nothing but barriers orders accesses, and no thread waits in a loop for what another one writes? Its races are
    /// races whatever other schedules do. (Who waits for a volatile flag means it to order what follows.)
    fn is_one_execution(&self) -> bool {
        let function = self.kernel.function;
        let is_chosen = self.kernel.launch.chosen.as_ref().is_some_and(|chosen| chosen.atomics);
        is_chosen && !function.orders_memory() && taint::waits_without_races(function).is_none()
    }

    /// Asks for the values of the stores that race with each other.
    fn values_matter<'a>(
        &self,
        recorded: &Programs,
        analyses: impl Iterator<Item = &'a Analysis>,
    ) -> Result<(), WantsValues> {
        let mut sites = BTreeSet::new();
        for analysis in analyses {
            let RaceVerdict::Decided(races) = &analysis.races else { continue };
            // For accesses that perhaps do not meet, equal values say nothing; for others they are known.
            let open = |race: &&Race| !matches!(race.class, Class::Unplaced | Class::Benign);
            for race in races.races.iter().filter(open) {
                let sides = [&race.first.access, &race.second.access];
                if sides.iter().all(|access| access.kind == Kind::Write) {
                    sites.extend(sides.map(|access| access.site));
                }
            }
        }
        let stores: BTreeSet<Inst> = recorded.instructions(&sites).collect();
        if stores.is_empty() { Ok(()) } else { Err(WantsValues(stores)) }
    }

    /// The harmful races of an analysis as findings; benign ones are kept apart, and what is not decided is a doubt. Those
    /// that are to be explained are replayed.
    fn races(
        &mut self,
        told: &Told<'_>,
        analysis: &Analysis,
        doubts: &mut Vec<Unknown>,
        most_explained: usize,
    ) -> Vec<Found> {
        let races = match &analysis.races {
            RaceVerdict::Decided(races) => races,
            RaceVerdict::TimeLimit => {
                doubts.push(open::late());
                return Vec::new();
            }
            RaceVerdict::Undecided => {
                doubts.push(open::no_order());
                return Vec::new();
            }
        };
        let mut found: Vec<Found> = Vec::new();
        if races.truncated {
            doubts.push(open::too_many_equal());
        }
        // The bad ones first; of a group the first is enough.
        let mut all: Vec<&Race> = races.races.iter().collect();
        all.sort_by_key(|race| race.class);
        let more = all.len().saturating_sub(MOST_RACES_REPORTED);
        all.truncate(MOST_RACES_REPORTED);
        let truncated = races.truncated || more > 0;
        let mut ordering = Ordering::new(told, analysis, self.options.time.deadline, most_explained);
        // Those that may take place come last, before the benign ones, and cannot be shown.
        let certain: Vec<&Race> = all.iter().copied().filter(|race| is_certain(race.class)).collect();
        let shown = if most_explained > 0 { self.replay_races(&certain) } else { vec![false; certain.len()] };
        let mut shown = shown.into_iter();
        for race in all {
            let shown = is_certain(race.class) && shown.next().unwrap_or(false);
            let holds = [race.first.at, race.second.at].map(hold);
            let places = || {
                let sides = [&race.first, &race.second];
                sides.map(|side| self.kernel.place(told.sites.loc(side.access.site)))
            };
            let diagnostic = || Diagnostic::race(told.race(race, truncated), self.kernel.terms());
            match race.class {
                Class::Possible => doubts.push(open::possible(self.kernel, places(), &self.stepped_over())),
                Class::Unplaced => doubts.push(self.unplaced(told, race)),
                Class::Benign if !self.options.ask.strict_benign => {
                    // What takes place for some inputs only cannot be shown by the machine.
                    let may = [&race.first, &race.second].iter().any(|side| side.access.uncertain);
                    let benign = match may {
                        true => diagnostic(),
                        false => self.with_race_witness(diagnostic(), holds, shown),
                    };
                    if !self.benign.iter().any(|d| d.labels == benign.labels) {
                        self.benign.push(benign);
                    }
                }
                Class::Harmful if !self.options.ask.strict_benign && self.depends(told, race) => {
                    doubts.push(open::equal_writes(places(), self.kernel.terms()));
                }
                Class::Benign | Class::Harmful => {
                    let mut new = Found::new(told.race(race, truncated), holds, shown, pair(race));
                    let like = found.iter_mut().find(|known| known.told.is_like(&new.told));
                    if like.as_ref().is_none_or(|known| shown && !known.shown) {
                        new.settles = ordering.explain(self, race, &mut new.told);
                    }
                    match like {
                        Some(known) => known.join(new),
                        None => found.push(new),
                    }
                }
            }
        }
        let mut found = found::by_cause(found);
        // What is known of the others says more.
        if more > 0 {
            doubts.push(open::more(more));
            if let Some(last) = found.last_mut() {
                last.more = more;
            }
        }
        found
    }

    /// What the branches depend on that were stepped over: whether the accesses after them happen.
    fn stepped_over(&self) -> Vec<Cause> {
        let mut all: Vec<Cause> = Vec::new();
        for issue in &self.run.recording.issues {
            if let Issue::SteppedOver { causes, .. } = issue {
                let new = causes.iter().filter(|c| !all.iter().any(|known| known.reason == c.reason));
                all.extend(new.cloned().collect::<Vec<Cause>>());
            }
        }
        all
    }

    /// Is it unknown whether two written values differ? If some inputs make them differ, these are kept.
    fn depends(&mut self, told: &Told<'_>, race: &Race) -> bool {
        let place = |access: &Access| self.kernel.place(told.sites.loc(access.site));
        let wanted = wanted::depends(self.domain, [&race.first.access, &race.second.access], place);
        wanted.map(|wanted| self.wanted.extend(wanted)).is_some()
    }
}
