//! One CTA for all, and what that leaves open of races: CTA (0,0,0), run and judged beside it.

use super::{Checked, Look, RunOf, proved_part, run, stopped_by_cta};
use raddle_ir::{Function, InstKind, Special};
use raddle_machine::Partial;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Ctas, Property, PropertyResult, StageName, Verdict};
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
        let undecided = |r: &PropertyResult| matches!(r.verdict, Verdict::Unknown(_));
        let ran_out = any.2.ran_out();
        let one_ran_out = matches!(&beside, Beside::Run(one) if one.2.ran_out());
        // What comes of the other look counts only if it is asked for.
        let observer = self.observer.beside();
        let side = Look { observer: &observer, wanted: Mutex::default(), ..*self };
        let ((mut run, mut results), beside) = match beside {
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
            let is_enough = |one: &Checked| !one_ran_out || !one.results.iter().any(undecided);
            one.filter(is_enough).unwrap_or_else(|| self.one(launch, [0; 3], Ctas::One([0; 3])))
        };
        if stopped_by_cta(&run.outcome) {
            return first();
        }
        // What barriers order is a question about accesses, too.
        let of_accesses =
            |r: &PropertyResult| matches!(r.property, Property::Race | Property::RedundantBarrier);
        if ran_out && results.iter().any(|r| !of_accesses(r) && undecided(r)) {
            let again = self.run(launch, WhichCta::Any, &Stores::None, Partial::default());
            (run, results) = self.judge(again, ctas);
        }
        let limited = matches!(
            run.outcome,
            Outcome::StepLimit { .. } | Outcome::MemoryLimit { .. } | Outcome::TimeLimit { .. }
        );
        if !limited && results.iter().any(|r| of_accesses(r) && undecided(r)) {
            // Which bytes of global memory it accesses depends on the CTA: look at one. If that one is not decided either,
            // its reason is the better one.
            let one = first();
            for (result, of_one) in results.iter_mut().zip(one.results) {
                if of_accesses(result) && undecided(result) {
                    // What is known of all CTAs says more than what is known of that one.
                    let known = proved_part(result);
                    *result = of_one;
                    if let (Verdict::Unknown(unknown), Some(known)) = (&mut result.verdict, known) {
                        unknown.proved = Some(known);
                    }
                }
            }
        }
        Checked::of_run(ctas, results, &run, self)
    }

    /// Judges CTA (0,0,0), unless it has to be run again for that.
    fn judge_now(&self, one: RunOf) -> Beside {
        let ctas = Ctas::One([0; 3]);
        match self.results(&one.0, &one.1, &one.2, ctas) {
            Ok(results) => Beside::Judged(Checked::of_run(ctas, results, &one.1, self)),
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
