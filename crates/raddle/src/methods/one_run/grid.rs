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
use crate::words::grid::{grid_deadlock, grid_divergence, waits_for_ctas};
use crate::words::launch::reported;
use crate::words::unknown::perhaps_traps;
use raddle_ir::Function;
use raddle_machine::launch::Launch;
use raddle_report::{Ctas, Diagnostic, Property, Thread};
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
        let sides = [waits, ends];
        let at = place(self.input, loc);
        let terms = self.input.terms();
        if ledger.entry(Property::Deadlock).is_some() {
            let found = self.at_grid(launch, sides, grid_deadlock(sides, at.clone(), terms));
            ledger.record(Property::Deadlock, of_findings(vec![found]));
        }
        if ledger.entry(Property::Divergence).is_some() {
            let found = self.at_grid(launch, sides, grid_divergence(sides, at, terms));
            ledger.record(Property::Divergence, of_findings(vec![found]));
        }
    }

    /// A finding about a CTA that waits and one that ends, replayed.
    fn at_grid(&self, launch: &Launch, [waits, ends]: [[u32; 3]; 2], mut found: Diagnostic) -> Diagnostic {
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
