//! A barrier guarded by a condition on the arguments: both cases are checked.
//!
//! Where nothing is known of a scalar parameter, a run stops at a branch on it that has a barrier after it. If the condition is one for all
//! threads of the launch, the kernel is run twice instead, once for each [way](raddle_machine::cases). What is proved in all cases is
//! proved. What is refuted in one is not refuted yet, as perhaps no arguments lead there: the kernel is tried with a few values of the
//! parameter, and a bug that is seen with one of them is reported with that value.

use crate::evidence::{Evidence, Ledger};
use crate::methods::one_run::checked::{Checked, Open};
use crate::methods::one_run::limits::{MOST_CONDITIONS, TRIED_VALUES};
use crate::options::{Key, Options};
use crate::words::notes::for_value;
use raddle_ir::Function;
use raddle_machine::cases::{Case, is_of_launch};
use raddle_machine::domain::{Cause, Reason};
use raddle_machine::launch::Launch;
use raddle_machine::outcome::{Outcome, StuckAt};
use raddle_report::{Ctas, Diagnostic, Property, Rule, Unknown};

/// The first branch that threads have stopped at, if all that could not be followed have stopped at such branches.
pub(crate) fn open(outcome: &Outcome) -> Option<Open> {
    let Outcome::Unknown(unknown) = outcome else { return None };
    let may_help = unknown.stuck.iter().all(|stuck| {
        let of_launch = stuck.causes.iter().all(|cause| is_of_launch(&cause.reason));
        stuck.what == StuckAt::Branch && of_launch && !stuck.causes.is_empty()
    });
    let first = unknown.stuck.first().filter(|_| may_help)?;
    Some(Open { branch: first.site, causes: first.causes.clone() })
}

/// Checks a launch with some options.
type Check<'a> = dyn Fn(&Launch, &Options) -> Result<Checked, Vec<Diagnostic>> + 'a;

/// What a kernel is checked with.
pub(crate) struct Checking<'a> {
    pub(crate) function: &'a Function,
    pub(crate) options: &'a Options,
    /// Checks a launch, as it is.
    pub(crate) check: &'a Check<'a>,
    /// The launch by the options.
    pub(crate) launch: &'a dyn Fn(&Options) -> Result<Launch, Vec<Diagnostic>>,
}

impl Checking<'_> {
    /// What is known of a launch from all cases of the conditions that stop its run.
    ///
    /// # Errors
    /// As those of checking.
    pub(crate) fn in_cases(&self, launch: &Launch) -> Result<Checked, Vec<Diagnostic>> {
        let whole = (self.check)(launch, self.options)?;
        let Some(open) = &whole.open else { return Ok(whole) };
        let mut conditions = Vec::new();
        let mut leaves = Vec::new();
        if !self.split(launch, open, &mut conditions, &mut leaves)? {
            return Ok(whole);
        }
        self.together(whole, &leaves, &conditions)
    }

    /// Adds the results of all cases after a branch. Are all of them decided?
    fn split(
        &self,
        launch: &Launch,
        open: &Open,
        conditions: &mut Vec<Open>,
        leaves: &mut Vec<Checked>,
    ) -> Result<bool, Vec<Diagnostic>> {
        // A branch that stops the run again is that of a loop, or not one for all threads.
        if launch.cases.len() == MOST_CONDITIONS || launch.cases.iter().any(|case| case.branch == open.branch)
        {
            return Ok(false);
        }
        if !conditions.contains(open) {
            conditions.push(open.clone());
        }
        for taken in [true, false] {
            let mut launch = launch.clone();
            launch.cases.push(Case { branch: open.branch, taken });
            let checked = (self.check)(&launch, self.options)?;
            match &checked.open {
                Some(next) if !self.split(&launch, next, conditions, leaves)? => return Ok(false),
                Some(_) => {}
                None => leaves.push(checked),
            }
        }
        Ok(true)
    }

    /// One result of those of all cases.
    fn together(
        &self,
        mut whole: Checked,
        leaves: &[Checked],
        conditions: &[Open],
    ) -> Result<Checked, Vec<Diagnostic>> {
        // A replay knows of no cases, so what they show is no witness.
        let cases: Vec<Ledger> = leaves
            .iter()
            .map(|leaf| leaf.ledger.clone().retold(|remark| remark.witness = None, |_| ()))
            .collect();
        // A barrier that one case needs is needed.
        let is_asked = |property: Property| property != Property::RedundantBarrier;
        // A gap that depends on another property of one case, as on its deadlock, says nothing of all.
        let rank = |gap: &Unknown| match gap.rule {
            Rule::UnknownOutOfBounds => Some(0),
            Rule::UnknownPrerequisite => None,
            _ => Some(1),
        };
        let shown = |&property: &Property| {
            is_asked(property) && cases.iter().any(|case| case.standing(property).is_shown())
        };
        let doubted: Vec<Property> = whole.ledger.properties().filter(shown).collect();
        whole.ledger = whole.ledger.by_cases(&cases, is_asked, rank);
        whole.out_of_bounds |= leaves.iter().any(|leaf| leaf.out_of_bounds);
        whole.outside = whole.outside.or_else(|| leaves.iter().find_map(|leaf| leaf.outside.clone()));
        whole.takes_for_granted |= leaves.iter().any(|leaf| leaf.takes_for_granted);
        whole.undefined |= leaves.iter().any(|leaf| leaf.undefined);
        // In one case the place of the CTA may matter: then the others have shown more CTAs than that one.
        if let Some(leaf) = leaves.iter().find(|leaf| matches!(leaf.ctas, Ctas::One(_))) {
            whole.ctas = leaf.ctas;
        }
        if !doubted.is_empty() {
            self.try_values(&mut whole, &doubted, conditions)?;
        }
        whole.open = None;
        Ok(whole)
    }

    /// Tries values of the parameter that all conditions depend on.
    fn try_values(
        &self,
        whole: &mut Checked,
        doubted: &[Property],
        conditions: &[Open],
    ) -> Result<(), Vec<Diagnostic>> {
        let mut params: Vec<usize> = conditions
            .iter()
            .flat_map(|open| &open.causes)
            .filter_map(|cause| self.parameter(cause))
            .collect();
        params.sort_unstable();
        params.dedup();
        let [param] = params[..] else { return Ok(()) };
        let data = &self.function.params[param];
        let name = crate::subject::names::variable_name(crate::subject::params::param_name(data));
        for value in TRIED_VALUES {
            let mut options = self.options.clone();
            options.launch.args.push((Key::Name(data.name.clone()), value.to_string()));
            // A value that does not fit the parameter's type.
            let Ok(launch) = (self.launch)(&options) else { continue };
            let seen = (self.check)(&launch, &options)?;
            if seen.takes_for_granted || seen.out_of_bounds {
                continue;
            }
            for &property in doubted {
                if let Some(mut findings) = seen.shown(property)
                    && !whole.ledger.standing(property).is_shown()
                {
                    let note = for_value(&name, value);
                    findings.iter_mut().for_each(|one| one.notes.insert(0, note.clone()));
                    whole.ledger.record(property, Evidence::Shown { findings });
                }
            }
            if doubted.iter().all(|&property| whole.ledger.standing(property).is_shown()) {
                break;
            }
        }
        Ok(())
    }

    /// The parameter that is a cause.
    fn parameter(&self, cause: &Cause) -> Option<usize> {
        let Reason::Parameter { offset } = cause.reason else { return None };
        self.function.params.iter().position(|p| (p.offset..p.offset + p.size).contains(&offset))
    }
}
