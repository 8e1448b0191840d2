//! One CTA for all, and what that leaves open of races: CTA (0,0,0), run and judged beside it.

use super::{Checked, Look, RunOf, run, stopped_by_cta};
use crate::evidence::{Entry, Evidence, Ledger, Standing};
use raddle_ir::{Function, InstKind, Special};
use raddle_machine::Partial;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Ctas, Property, StageName};
use std::sync::Mutex;

/// How many unknown values get a name in the run that stands for all CTAs.
const FEW_NAMES: usize = 1 << 15;
/// How many in the run of one CTA beside it, at first.
const SOME_NAMES: usize = 1 << 17;

/// May what a CTA does depend on its place in the grid?
fn reads_cta(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(&function.insts[inst].kind, InstKind::Special(special) if is_place(*special)))
}

pub(super) fn is_place(special: Special) -> bool {
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
        // Few names will do, unless it is about more than addresses in global memory, of which one CTA tells more anyway.
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
        let one_ran_out = matches!(&beside, Beside::Run(one) if one.2.ran_out());
        // What comes of the other look counts only if it is asked for.
        let observer = self.observer.beside();
        let side = Look { observer: &observer, wanted: Mutex::default(), ..*self };
        let ((mut run, mut ledger), beside) = match beside {
            Beside::Run(one) if rayon::current_num_threads() > 1 && self.observer.graph_limit().is_none() => {
                rayon::join(|| self.judge(any, ctas), || side.judge_now(*one))
            }
            beside => (self.judge(any, ctas), beside),
        };
        let first = || {
            let one = match beside {
                Beside::Nothing => None,
                Beside::Run(one) => Some(self.one_of(*one, Ctas::One([0; 3]))),
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
        let of_accesses =
            |entry: &Entry| matches!(entry.property, Property::Race | Property::RedundantBarrier);
        if ran_out && ledger.entries().any(|entry| !of_accesses(&entry) && undecided(&entry)) {
            let again = self.run(launch, WhichCta::Any, &Stores::None, Partial::default());
            (run, ledger) = self.judge(again, ctas);
        }
        let limited = matches!(
            run.outcome,
            Outcome::StepLimit { .. } | Outcome::MemoryLimit { .. } | Outcome::TimeLimit { .. }
        );
        if !limited && ledger.entries().any(|entry| of_accesses(&entry) && undecided(&entry)) {
            // Which bytes of global memory it accesses depends on the CTA: look at one.
            ledger = with_one(&ledger, &first().ledger, of_accesses);
        }
        Checked::of_run(ctas, ledger, &run, self)
    }

    /// Judges CTA (0,0,0), unless it has to be run again for that.
    fn judge_now(&self, one: RunOf) -> Beside {
        let ctas = Ctas::One([0; 3]);
        match self.judged(&one.0, &one.1, &one.2, ctas) {
            Ok(ledger) => Beside::Judged(Checked::of_run(ctas, ledger, &one.1, self)),
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

/// What is known of all CTAs, with what is known of one where that is open: its bugs are bugs, and if it is open there too, its reason is the
/// better one. A proof about it is none of the others.
fn with_one(all: &Ledger, one: &Ledger, of_accesses: impl Fn(&Entry) -> bool) -> Ledger {
    let properties: Vec<Property> = all.properties().collect();
    let mut ledger = Ledger::new(&properties);
    for entry in all.entries() {
        let property = entry.property;
        let open = of_accesses(&entry) && matches!(entry.standing, Standing::Open(_));
        match one.entry(property).filter(|_| open).map(|of_one| (of_one.standing, of_one.findings)) {
            Some((Standing::Shown, findings)) => ledger.record(property, Evidence::Shown { findings }),
            Some((Standing::Open(mut gap), remarks)) => {
                // What is known of all CTAs says more than what is known of that one.
                if let Some(known) = entry.gap().and_then(|gap| gap.proved.clone()) {
                    gap.proved = Some(known);
                }
                ledger.record(property, Evidence::Open { gap, remarks });
            }
            Some((Standing::Proved(_), _)) => {
                let text = "it is proved of block (0,0,0) alone";
                let remarks = entry.findings;
                if let Standing::Open(gap) = entry.standing {
                    ledger.record(property, Evidence::Open { gap: gap.note(text), remarks });
                }
            }
            _ => ledger.record_entry(entry),
        }
    }
    ledger
}
