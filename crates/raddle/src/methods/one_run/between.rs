//! Races between the CTAs of a grid.

use crate::confirm::replay::wanted;
use crate::evidence::{Evidence, Ledger, Standing, of_findings};
use crate::methods::one_run::across::CrossRace;
use crate::methods::one_run::grid;
use crate::methods::one_run::grid_run::GridRun;
use crate::methods::one_run::look::Look;
use crate::subject::input::place;
use crate::words::launch::reported;
use crate::words::unknown::{between, perhaps_traps};
use raddle_machine::Partial;
use raddle_machine::launch::Launch;
use raddle_report::{
    Ctas, Diagnostic, Exception, Portion, Property, Race, Rule, SameCause, Scope, Severity, StageName,
};
use raddle_sync::Stop;
use raddle_sync::program::Access;
use raddle_sync::race::Class;

impl Look<'_> {
    /// Are races between CTAs worth checking? Where those within a CTA are open, they stay so; unless the run is of one CTA only, and
    /// others wait for it.
    pub(super) fn asks_between(&self, launch: &Launch, ledger: &Ledger) -> bool {
        match ledger.standing(Property::Race) {
            Standing::Open(_) => grid::waits(self.function, launch),
            Standing::Proved(_) | Standing::Shown => true,
            Standing::Silent => false,
        }
    }

    /// Adds what is known of races between CTAs, a part of all races: what is proved within each CTA stays known.
    pub(super) fn add_between(&self, ledger: &mut Ledger, between: Evidence) {
        let within = ledger.entry(Property::Race).and_then(|entry| entry.scope().cloned());
        let between = match (between, within) {
            (Evidence::Open { gap, remarks }, Some(scope)) => {
                Evidence::Open { gap: gap.but_proved(Portion::WithinCta, scope), remarks }
            }
            // Only runs of each CTA show which code no thread reaches.
            (Evidence::Proved { scope, remarks }, Some(within)) => {
                Evidence::Proved { scope: Scope { dead_code: within.dead_code, ..scope }, remarks }
            }
            (between, _) => between,
        };
        let mut part = Ledger::new(&[Property::Race]);
        part.record(Property::Race, between);
        ledger.add_part(&part);
    }

    /// Races between the CTAs of the grid.
    pub(super) fn between(&self, launch: &Launch, grid: &GridRun, domain: &Partial) -> Evidence {
        let terms = self.input.terms();
        let place = |loc| place(self.input, loc);
        if let Some(loc) = grid.may_trap {
            return Evidence::open(perhaps_traps(place(loc), terms));
        }
        if grid.too_many {
            return Evidence::open(between::too_many_accesses(terms));
        }
        if let Some(loc) = grid.unplaced() {
            return Evidence::open(between::unplaced(place(loc), terms));
        }
        if self.options.launch.may_alias && grid.objects.len() > 1 {
            return Evidence::open(between::aliased(terms));
        }
        let stop = Stop { deadline: self.options.time.deadline };
        let search = || raddle_sync::cross_cta::races(&grid.programs, &stop);
        let Ok(all) = self.observer.measure(StageName::Races, search) else {
            return Evidence::open(between::late(terms));
        };
        // By lines and array, with others that have the same cause: threads of different CTAs use the array as if it were their own.
        let mut between_ctas: Vec<(Race, Diagnostic, Vec<SameCause>)> = Vec::new();
        let mut possible = None;
        let mut perhaps_equal = None;
        for race in all {
            let sides = [&race.first, &race.second];
            if matches!(race.class, Class::Possible | Class::Unplaced) {
                possible.get_or_insert(grid.sites.loc(race.first.access.site));
                continue;
            }
            if race.class == Class::Harmful
                && !self.options.ask.strict_benign
                && self.depends(domain, grid, sides.map(|s| &s.access))
            {
                perhaps_equal.get_or_insert(grid.sites.loc(race.first.access.site));
                continue;
            }
            let cross = CrossRace {
                input: self.input,
                function: self.function,
                launch,
                grid,
                sites: &grid.sites,
                options: self.options,
            };
            let benign = race.class == Class::Benign && !self.options.ask.strict_benign;
            let told = cross.race(sides, benign);
            let reports = |(known, _, others): &&mut (Race, Diagnostic, Vec<SameCause>)| {
                known.is_like(&told) || others.iter().any(|other| other.is_at(&told))
            };
            if let Some((_, one, _)) = between_ctas.iter_mut().find(reports).filter(|_| !benign) {
                // A finding that is shown says more.
                if one.severity != Severity::Error {
                    *one = cross.diagnostic(told, sides);
                }
                continue;
            }
            let same_cause = |(known, one, _): &&mut (Race, Diagnostic, Vec<SameCause>)| {
                one.severity == Severity::Error && known.has_cause_of(&told)
            };
            match between_ctas.iter_mut().find(same_cause) {
                Some((.., others)) => others.push(SameCause::of(told)),
                None => between_ctas.push((told.clone(), cross.diagnostic(told, sides), Vec::new())),
            }
        }
        let with_others =
            |(_, one, others): (Race, Diagnostic, Vec<SameCause>)| one.with_same_cause(others, terms);
        let found: Vec<Diagnostic> = between_ctas.into_iter().map(with_others).collect();
        if found.iter().any(|one| one.severity == Severity::Error) {
            return of_findings(found);
        }
        let possible = possible.map(|loc| between::possible(place(loc), terms));
        let perhaps_equal = perhaps_equal.map(|loc| between::equal_writes(place(loc), terms));
        if let Some(gap) = possible.or(perhaps_equal) {
            return Evidence::Open { gap, remarks: found };
        }
        let reported = reported(self.function, launch, Ctas::All, self.options);
        let benign = |one: &Diagnostic| one.rule == Rule::RaceBenign;
        if !found.iter().all(benign) {
            return of_findings(found);
        }
        let mut scope = Scope::every_input(&reported);
        for location in found.iter().filter_map(Diagnostic::location).cloned() {
            scope = scope.up_to(Exception::EqualWrites { location });
        }
        Evidence::Proved { scope, remarks: found }
    }

    /// As within a CTA.
    fn depends(&self, domain: &Partial, grid: &GridRun, accesses: [&Access; 2]) -> bool {
        let place = |access: &Access| place(self.input, grid.sites.loc(access.site));
        wanted::depends(domain, accesses, place).map(|wanted| self.want(wanted)).is_some()
    }
}
