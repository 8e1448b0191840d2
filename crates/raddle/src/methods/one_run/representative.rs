//! One CTA for all, and what that leaves open of races: CTA (0,0,0), run and judged beside it.

use crate::evidence::{Entry, Ledger, Standing};
use crate::methods::one_run::checked::Checked;
use crate::methods::one_run::limits::{FEW_NAMES, SOME_NAMES};
use crate::methods::one_run::look::{Look, RunOf, run};
use crate::words::grid::proved_alone;
use raddle_ir::{Function, InstKind, Special};
use raddle_machine::Partial;
use raddle_machine::domain::Reason;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Assumption, Ctas, Property, StageName, Unknown};
use std::sync::Mutex;

/// May what a CTA does depend on its place in the grid?
fn reads_cta(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(&function.insts[inst].kind, InstKind::Special(special) if is_place(*special)))
}

fn is_place(special: Special) -> bool {
    matches!(
        special,
        Special::Ctaid(_) | Special::ClusterId(_) | Special::ClusterCtaid(_) | Special::ClusterCtarank
    )
}

/// What is known of CTA (0,0,0) by then.
enum Beside {
    Nothing,
    Run(Box<RunOf>),
    Judged(Checked),
}

impl Look<'_> {
    /// One CTA for all, or (0,0,0) for what depends on the place of the CTA.
    pub(super) fn representative(&self, launch: &Launch) -> Checked {
        let ctas = Ctas::OneForAll([0; 3]);
        // Few names are enough, unless more than addresses in global memory is at stake, and for that one CTA shows more anyway.
        let few = Partial::with_names(FEW_NAMES);
        let asked = |property| self.properties.contains(&property);
        let (any, beside) = if asked(Property::Race) && reads_cta(self.function) {
            let (any, one) = self.run_both(launch, few);
            (any, Beside::Run(Box::new(one)))
        } else {
            (self.run(launch, WhichCta::Any, &Stores::None, few), Beside::Nothing)
        };
        let undecided = |entry: &Entry| matches!(entry.standing, Standing::Open(_));
        let ran_out = any.2.ran_out();
        // Every grid has that CTA: what it accesses out of bounds is so in each launch.
        let outside = match &beside {
            Beside::Run(one) => self.outside(launch, &one.1),
            Beside::Nothing | Beside::Judged(_) => None,
        };
        let one_ran_out = matches!(&beside, Beside::Run(one) if one.2.ran_out());
        // The results of the other run count only if they are asked for.
        let observer = self.observer.beside();
        let side = Look { observer: &observer, wanted: Mutex::default(), ..*self };
        let ((mut run, mut ledger), beside) = match beside {
            Beside::Run(one) if rayon::current_num_threads() > 1 && self.observer.graph_limit().is_none() => {
                rayon::join(|| self.judge(any, ctas), || side.judge_now(launch, *one))
            }
            beside => (self.judge(any, ctas), beside),
        };
        let first = || {
            let one = match beside {
                Beside::Nothing => None,
                Beside::Run(one) => Some(self.one_of(launch, *one, Ctas::One([0; 3]))),
                Beside::Judged(one) => {
                    self.want(side.take_wanted());
                    self.observer.take(&observer);
                    Some(one)
                }
            };
            let is_enough =
                |one: &Checked| !one_ran_out || !one.ledger.entries().any(|entry| undecided(&entry));
            one.filter(is_enough).unwrap_or_else(|| self.one(launch, [0; 3], Ctas::One([0; 3])))
        };
        if stopped_by_cta(&run.outcome) {
            return first();
        }
        // What barriers order is a question about accesses, too.
        let of_accesses = |property| matches!(property, Property::Race | Property::RedundantBarrier);
        if ran_out && ledger.entries().any(|entry| !of_accesses(entry.property) && undecided(&entry)) {
            let again = self.run(launch, WhichCta::Any, &Stores::None, Partial::default());
            (run, ledger) = self.judge(again, ctas);
        }
        let limited = matches!(
            run.outcome,
            Outcome::StepLimit { .. } | Outcome::MemoryLimit { .. } | Outcome::TimeLimit { .. }
        );
        let is_open = ledger.entries().any(|entry| of_accesses(entry.property) && undecided(&entry));
        // In one CTA its bug has places: `data[65]`, not one of which only the distance from others is known.
        let is_shown = |ledger: &Ledger| ledger.standing(Property::Race).is_shown();
        let is_told = reads_cta(self.function) && is_shown(&ledger);
        if !limited && (is_open || is_told) {
            let first = first();
            if is_told && is_shown(&first.ledger) {
                ledger = with_race_of(&ledger, &first.ledger);
            }
            if is_open {
                // Which bytes of global memory it accesses depends on the CTA: look at one.
                let alone = |gap: Unknown| gap.note(proved_alone([0; 3], self.input.terms()));
                ledger = ledger.with_instance(&first.ledger, of_accesses, alone);
            }
        }
        if let Some(why) = &outside {
            ledger.doubt(Assumption::InBounds, why.clone());
        }
        let mut checked = self.checked(ctas, ledger, (launch, &run));
        checked.outside = checked.outside.or(outside);
        checked
    }

    /// Judges CTA (0,0,0), unless it has to be run again for that.
    fn judge_now(&self, launch: &Launch, one: RunOf) -> Beside {
        let ctas = Ctas::One([0; 3]);
        match self.judged(&one.0, &one.1, &one.2, ctas) {
            Ok(ledger) => Beside::Judged(self.checked(ctas, ledger, (launch, &one.1))),
            Err(_) => Beside::Run(Box::new(one)),
        }
    }

    /// Runs any CTA, and (0,0,0) beside it, on two processors.
    fn run_both(&self, launch: &Launch, few: Partial) -> (RunOf, RunOf) {
        let what = (&self.input.module, self.function, self.options);
        self.observer.measure(StageName::Run, || {
            rayon::join(
                || run(what, launch, WhichCta::Any, &Stores::None, few),
                || run(what, launch, WhichCta::At([0; 3]), &Stores::None, Partial::with_names(SOME_NAMES)),
            )
        })
    }
}

/// What is known, with what another ledger knows of races.
fn with_race_of(ledger: &Ledger, other: &Ledger) -> Ledger {
    let mut joined = Ledger::new(&ledger.properties().collect::<Vec<Property>>());
    let of = |entry: Entry| {
        let race = (entry.property == Property::Race).then(|| other.entry(Property::Race)).flatten();
        race.unwrap_or(entry)
    };
    joined.doubt_as(ledger);
    ledger.entries().map(of).for_each(|entry| joined.record_entry(entry));
    joined
}

/// Could the run not be followed because the place of the CTA was not known?
fn stopped_by_cta(outcome: &Outcome) -> bool {
    let Outcome::Unknown(unknown) = outcome else { return false };
    let mut causes = unknown.stuck.iter().flat_map(|s| &s.causes);
    causes.any(|cause| matches!(cause.reason, Reason::Special(special) if is_place(special)))
}
