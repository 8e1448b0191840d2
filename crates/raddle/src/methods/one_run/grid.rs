//! Barriers of the whole grid. A run is of one CTA, which passes them like its own barriers, after which others may have written anything;
//! the barriers that each CTA reaches are counted, and compared.

use crate::confirm::replay::inputs::Inputs;
use crate::confirm::replay::schedule::{Schedule, Show};
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::witness;
use crate::evidence::{Evidence, Ledger, of_findings};
use crate::methods::one_run::grid_run::GridRun;
use crate::methods::one_run::look::Look;
use crate::running::exec;
use crate::subject::input::place;
use crate::words::launch::reported;
use crate::words::unknown::{perhaps_traps, waits_for_ctas};
use raddle_ir::{Function, LocId};
use raddle_machine::launch::Launch;
use raddle_report::{Ctas, Diagnostic, Property, Rule, Thread};
use raddle_verdict::Discount;

/// Do CTAs of the launch wait for each other?
pub(super) fn waits(function: &Function, launch: &Launch) -> bool {
    launch.grid != Some([1; 3]) && function.grid_syncs().next().is_some()
}

impl Look<'_> {
    /// That one CTA reaches a barrier of the grid does not mean that it gets past it.
    pub(super) fn discount_behind_grid(&self, launch: &Launch, ledger: &mut Ledger) {
        if !waits(self.function, launch) {
            return;
        }
        let Some(first) = self.function.grid_syncs().next() else { return };
        let at = place(self.input, self.function.insts[first].loc);
        let of_threads = |property| {
            matches!(
                property,
                Property::Deadlock | Property::BarrierReuse | Property::Divergence | Property::Race
            )
        };
        let but = Property::ALL.into_iter().filter(|&property| !of_threads(property)).collect();
        ledger.discount(&Discount::Proofs { but }, &waits_for_ctas(at, self.input.terms()));
    }

    /// Does a CTA reach a barrier of the grid that another one does not reach?
    pub(super) fn waits_across(&self, launch: &Launch, grid: &GridRun, ledger: &mut Ledger) {
        if !waits(self.function, launch) {
            return;
        }
        let ended =
            || grid.places.iter().zip(&grid.comes).filter_map(|(&at, comes)| Some((at, comes.as_ref()?)));
        let least = ended().min_by_key(|(_, comes)| comes.len());
        let most = ended().max_by_key(|(_, comes)| comes.len());
        let (Some((ends, few)), Some((waits, many))) = (least, most) else { return };
        let Some(&loc) = many.get(few.len()) else { return };
        if let Some(trap) = grid.may_trap {
            let unknown = perhaps_traps(place(self.input, trap), self.input.terms());
            let mut part = Ledger::new(&[Property::Deadlock, Property::Divergence]);
            part.record(Property::Deadlock, Evidence::open(unknown.clone()));
            part.record(Property::Divergence, Evidence::open(unknown));
            ledger.add_part(&part);
            return;
        }
        for (property, rule) in
            [(Property::Deadlock, Rule::DeadlockGrid), (Property::Divergence, Rule::DivergenceGrid)]
        {
            if ledger.entry(property).is_some() {
                let found = self.at_grid(launch, rule, (waits, ends), loc);
                ledger.record(property, of_findings(vec![found]));
            }
        }
    }

    fn at_grid(
        &self,
        launch: &Launch,
        rule: Rule,
        (waits, ends): ([u32; 3], [u32; 3]),
        loc: LocId,
    ) -> Diagnostic {
        let terms = self.input.terms();
        let name = |cta| terms.block_at(cta);
        let title = match rule {
            Rule::DeadlockGrid => {
                format!(
                    "deadlock: {} waits at a grid-wide barrier that {} never reaches",
                    name(waits),
                    name(ends)
                )
            }
            _ => format!(
                "barrier divergence: {} reaches a grid-wide barrier, {} does not",
                name(waits),
                name(ends)
            ),
        };
        let stage = Stage { input: self.input, function: self.function, launch, options: self.options };
        let schedule = Schedule {
            cta: None,
            scheduler: exec::first_scheduler(&self.options.launch).into(),
            show: Show::GridBarrier { waits, ends },
            inputs: Inputs::of(launch),
        };
        let played = schedule.play(stage);
        let threads = [waits, ends].map(|cta| Thread::new(0, cta, launch.block, launch.warp_size));
        let reported = reported(self.function, launch, Ctas::All, self.options);
        let mut found = Diagnostic::new(rule, title)
            .primary(place(self.input, loc), format!("{} waits here", name(waits)))
            .help(format!("let all {} of all {} reach it, or none", terms.threads, terms.blocks));
        found.notes.extend(played.seen);
        found.witness(witness::make(
            self.input,
            self.function,
            &reported,
            threads.to_vec(),
            &schedule,
            played.shows,
        ))
    }
}
