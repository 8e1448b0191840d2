//! Runs of a kernel, judged.

use crate::confirm::replay::wanted;
use crate::confirm::replay::wanted::Wanted;
use crate::evidence::{Evidence, Ledger};
use crate::methods::one_run::checked::Checked;
use crate::methods::one_run::judge::WantsValues;
use crate::methods::one_run::limits::MANY_NAMES;
use crate::methods::one_run::stepped::{Stepped, cyclic};
use crate::methods::one_run::{cases, judge};
use crate::observe::Observer;
use crate::options::Options;
use crate::running::contracts::{certain, certainly_refuted, of_operands, relies};
use crate::running::exec;
use crate::running::exec::Run;
use crate::subject::ends::Ends;
use crate::subject::input::Input;
use crate::subject::kernel::Kernel;
use crate::words::bounds::outside;
use crate::words::launch::reported;
use crate::words::unknown::inputs_leave_open;
use raddle_ir::contracts::depend_on_block;
use raddle_ir::{Function, LocId, Module};
use raddle_machine::Partial;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::monitor::Issue;
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Ctas, Property, StageName, Unknown};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A run with its launch and the names of its unknown values.
pub(super) type RunOf = (Launch, Run, Partial);

pub(super) fn run(
    (module, function, options): (&Module, &Function, &Options),
    launch: &Launch,
    cta: WhichCta,
    values: &Stores,
    domain: Partial,
) -> RunOf {
    let launch = Launch { cta, ..launch.clone() };
    let (run, domain) = exec::run(module, function, &launch, options, values, domain);
    (launch, run, domain)
}

pub(super) struct Look<'a> {
    pub(super) input: &'a Input,
    pub(super) function: &'a Function,
    pub(super) options: &'a Options,
    pub(super) properties: &'a [Property],
    pub(super) observer: &'a Observer,
    pub(super) ends: &'a Ends<'a>,
    /// Inputs with which there may be races.
    pub(super) wanted: Mutex<Vec<Wanted>>,
}

impl Look<'_> {
    pub(super) fn want(&self, wanted: Vec<Wanted>) {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner).extend(wanted);
    }

    pub(super) fn take_wanted(&self) -> Vec<Wanted> {
        std::mem::take(&mut *self.wanted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn run(&self, launch: &Launch, cta: WhichCta, values: &Stores, domain: Partial) -> RunOf {
        let what = (&self.input.module, self.function, self.options);
        self.observer.measure(StageName::Run, || run(what, launch, cta, values, domain))
    }

    /// Judges a run without values. What is written matters only where two threads write the same bytes unordered: then
    /// the CTA is run again, with the values of these stores.
    pub(super) fn judge(&self, (at, run, domain): RunOf, ctas: Ctas) -> (Run, Ledger) {
        match self.judged(&at, &run, &domain, ctas) {
            Ok(ledger) => (run, ledger),
            Err(WantsValues(stores)) => {
                let stores = Stores::At(stores);
                let (at, run, domain) = self.run(&at, at.cta, &stores, Partial::with_names(MANY_NAMES));
                match self.judged(&at, &run, &domain, ctas) {
                    Ok(ledger) => (run, ledger),
                    Err(_) => unreachable!("values are asked for once"),
                }
            }
        }
    }

    /// The issues of a run that may affect what is asked: if that is refuted before anything is assumed, those up to that point.
    pub(super) fn that_count<'r>(&self, run: &'r Run) -> &'r [Issue] {
        let issues = run.recording.issues.as_slice();
        let certain = match self.properties {
            &[one] => certain(issues, one, &self.options.ask),
            _ => &[],
        };
        if certain.is_empty() { issues } else { certain }
    }

    pub(super) fn judged(
        &self,
        launch: &Launch,
        run: &Run,
        domain: &Partial,
        ctas: Ctas,
    ) -> Result<Ledger, WantsValues> {
        let cta = match launch.cta {
            WhichCta::At(cta) => cta,
            WhichCta::Any => [0; 3],
        };
        let listed = launch.chosen.is_some().then(|| wanted::listed(launch, run));
        let issues = self.that_count(run);
        let of_inputs = launch.chosen.as_ref().is_some_and(|chosen| !chosen.is_of_grid_only());
        if of_inputs && !wanted::is_settled(run, issues, self.properties == [Property::Bounds]) {
            let unknown = inputs_leave_open();
            let mut ledger = Ledger::new(self.properties);
            for &property in self.properties {
                ledger.record(property, Evidence::open(unknown.clone()));
            }
            return Ok(ledger);
        }
        let launch = listed.as_ref().unwrap_or(launch);
        let kernel =
            Kernel { input: self.input, function: self.function, launch, cta, objects: &run.objects };
        let reported = reported(self.function, launch, ctas, self.options);
        let judged =
            judge::judge(&kernel, run, domain, &reported, self.options, self.properties, self.observer)?;
        self.want(judged.wanted);
        let mut ledger = judged.ledger;
        self.weigh(&mut ledger, &cyclic(&run.recording.issues).collect());
        Ok(ledger)
    }

    /// Takes back what was found after loops that were stepped over at these branches, where it is not known that they end.
    pub(super) fn weigh(&self, ledger: &mut Ledger, branches: &BTreeSet<LocId>) {
        if !ledger.entries().any(|entry| entry.standing.is_shown()) {
            return;
        }
        if let Some(stepped) = Stepped::at(branches, (self.input, self.function), self.ends) {
            ledger.weigh(|property, findings| stepped.weigh(property, findings));
        }
    }

    pub(super) fn one(&self, launch: &Launch, cta: [u32; 3], ctas: Ctas) -> Checked {
        let run = self.run(launch, WhichCta::At(cta), &Stores::None, Partial::default());
        let mut checked = self.one_of(launch, run, ctas);
        // What the other blocks assume, they were not run to see.
        let is_alone = launch.grid == Some([1; 3]) || self.options.launch.cta.one().is_some();
        checked.takes_for_granted |= !is_alone && depend_on_block(self.function);
        checked
    }

    pub(super) fn one_of(&self, launch: &Launch, run: RunOf, ctas: Ctas) -> Checked {
        let (run, ledger) = self.judge(run, ctas);
        self.checked(ctas, ledger, (launch, &run))
    }

    /// What a run of a launch has shown, with its ledger.
    pub(super) fn checked(&self, ctas: Ctas, ledger: Ledger, (launch, run): (&Launch, &Run)) -> Checked {
        let (out_of_bounds, takes_for_granted) = (leaves_objects(run), relies(&run.recording.issues));
        let certain = certainly_refuted(&run.recording.issues, &self.options.ask);
        let undefined = is_undefined(self.function, run);
        let open = cases::open(&run.outcome);
        let cut = is_cut(&run.outcome);
        let outside = self.outside(launch, run);
        Checked { ctas, ledger, out_of_bounds, outside, takes_for_granted, certain, undefined, cut, open }
    }

    /// The first access of a run that leaves its object, or may, in words.
    pub(super) fn outside(&self, launch: &Launch, run: &Run) -> Option<Unknown> {
        let (input, function, objects) = (self.input, self.function, &run.objects);
        let kernel = Kernel { input, function, launch, cta: [0; 3], objects };
        run.recording.issues.iter().find_map(|issue| Some(outside(&kernel, issue)?.unknown))
    }
}

/// Did the run take too many steps?
pub(super) fn is_cut(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::StepLimit { .. })
}

/// Does the run give a built-in function operands that it is not defined for?
pub(super) fn is_undefined(function: &Function, run: &Run) -> bool {
    matches!(run.outcome, Outcome::Infeasible { site, .. } if of_operands(function, site))
}

/// Does an access leave its object, or may it?
pub(super) fn leaves_objects(run: &Run) -> bool {
    run.recording
        .issues
        .iter()
        .any(|issue| matches!(issue, Issue::OutOfBounds { .. } | Issue::LeavesArray { .. }))
}
