//! Which CTAs are run, and what their verdicts say of the launch.
//!
//! - Where `%ctaid`, run as an unknown, reaches no branch, barrier or shared address, one CTA stands for all.
//! - Otherwise CTA (0,0,0) is run, for what it shows, or the one that the user asks about. The same for races alone, where only
//!   addresses in global memory depend on the CTA. A proof about (0,0,0) is none about the grid.
//! - Where a grid is given (or with `--cta all`) each CTA of the grid is run, and accesses to global memory are compared between them,
//!   unless `--within-cta` is set.

mod across;
mod between;
mod cases;
pub(crate) mod checked;
mod grid;
mod grid_run;
mod judge;
pub(crate) mod limits;
mod look;
mod representative;
mod stepped;

use crate::confirm::replay::wanted;
use crate::evidence::{Evidence, Ledger};
use crate::methods::one_run::cases::Checking;
use crate::methods::one_run::checked::Checked;
use crate::methods::one_run::grid_run::GridRun;
use crate::methods::one_run::limits::{MOST_ATTEMPTS, MOST_CTAS, NAMES_SHARED, STEPS_WITH_INPUTS};
use crate::methods::one_run::look::{Look, is_cut, is_undefined, leaves_objects};
use crate::methods::one_run::stepped::cyclic;
use crate::observe::Observer;
use crate::options::{CtaChoice, Options};
use crate::running::contracts::relies;
use crate::subject::ends::Ends;
use crate::subject::input::{Input, place};
use crate::words::grid::{needs_size, one_alone, one_of_many, seen_in, too_large};
use crate::words::unknown::memory;
use raddle_ir::Function;
use raddle_machine::Partial;
use raddle_machine::domain::Domain;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Ctas, Diagnostic, Exception, Portion, Property, Scope, Severity};
use raddle_verdict::Discount;
use std::collections::BTreeSet;
use std::sync::Mutex;

/// Checks a kernel at a launch, in cases where that helps.
///
/// # Errors
/// When the CTAs asked for do not exist.
pub(crate) fn check(
    input: &Input,
    function: &Function,
    launch: &Launch,
    options: &Options,
    properties: &[Property],
    observer: &Observer,
    ends: &Ends<'_>,
) -> Result<Checked, Vec<Diagnostic>> {
    let check = |launch: &Launch, options: &Options| {
        let look = Look { input, function, options, properties, observer, ends, wanted: Mutex::default() };
        look.check(launch)
    };
    // The graph is that of one run.
    if observer.graph_limit().is_some() {
        return check(launch, options);
    }
    let launch_of = |options: &Options| {
        crate::subject::launch::launch_of(&input.module, function, launch.block, &options.launch)
    };
    Checking { function, options, check: &check, launch: &launch_of }.in_cases(launch)
}

impl Look<'_> {
    /// Checks a launch as it is.
    fn check(&self, launch: &Launch) -> Result<Checked, Vec<Diagnostic>> {
        let mut checked = self.launch(launch)?;
        self.discount_behind_grid(launch, &mut checked.ledger);
        self.with_inputs(launch, &mut checked);
        Ok(checked)
    }

    /// The launch, with what is not given left open.
    fn launch(&self, launch: &Launch) -> Result<Checked, Vec<Diagnostic>> {
        let single = launch.grid == Some([1; 3]);
        match self.options.launch.cta {
            CtaChoice::One(cta) => Ok(self.one(launch, cta, Ctas::One(cta))),
            _ if single => Ok(self.one(launch, [0; 3], Ctas::All)),
            CtaChoice::Default => Ok(self.of_whole_grid(self.representative(launch))),
            CtaChoice::All => {
                let Some(grid) = launch.grid else {
                    return Err(vec![needs_size(self.input.terms())]);
                };
                Ok(self.all(launch, grid))
            }
        }
    }

    /// What a run of one CTA says of the whole grid: a proof about that one is none of the others, and races between CTAs are left open.
    fn of_whole_grid(&self, mut checked: Checked) -> Checked {
        let terms = self.input.terms();
        if let Ctas::One(at) = checked.ctas {
            let gap = one_of_many(at, terms);
            checked.ledger.discount(&Discount::Proofs { but: Vec::new() }, &gap);
        }
        if let Some(scope) = checked.ledger.entry(Property::Race).and_then(|entry| entry.scope().cloned())
            && !self.options.ask.within_cta
            && scope.is_within_ctas()
        {
            let within = Scope {
                up_to: scope.up_to.iter().filter(|one| **one != Exception::BetweenCtas).cloned().collect(),
                ..scope
            };
            let gap = one_alone(terms).but_proved(Portion::WithinCta, within);
            let but = Property::ALL.into_iter().filter(|&property| property != Property::Race).collect();
            checked.ledger.discount(&Discount::Proofs { but }, &gap);
        }
        checked
    }

    /// Adds the races that exist for some inputs only. Only a run with these inputs shows whether a kernel reaches the writes with inputs
    /// that make what they write differ, and ends well.
    fn with_inputs(&self, launch: &Launch, checked: &mut Checked) {
        let wanted = self.take_wanted();
        let Some(race) = checked.ledger.entry(Property::Race) else { return };
        // A bug is known already: one more run is enough.
        let is_refuted = race.standing.is_shown();
        let most = if is_refuted { 1 } else { MOST_ATTEMPTS };
        let mut options = self.options.clone();
        options.run.limit(STEPS_WITH_INPUTS);
        let observer = Observer::default();
        for attempt in wanted::attempts(&wanted).into_iter().take(most) {
            let look = Look {
                properties: &[Property::Race],
                options: &options,
                observer: &observer,
                wanted: Mutex::default(),
                ..*self
            };
            let launch = wanted::choose(
                &self.input.module,
                self.function,
                (launch, self.options.launch.grid),
                attempt,
            );
            // A grid that was chosen need not have the CTA that is asked for.
            if let (CtaChoice::One(cta), Some(grid)) = (options.launch.cta, launch.grid)
                && (0..3).any(|dim| cta[dim] >= grid[dim])
            {
                continue;
            }
            let seen = match (options.launch.cta, launch.grid) {
                (CtaChoice::All, Some(grid)) if launch.chosen.as_ref().is_some_and(|c| !c.grid) => {
                    look.all(&launch, grid)
                }
                (CtaChoice::One(cta), _) => look.one(&launch, cta, checked.ctas),
                _ => look.one(&launch, [0; 3], checked.ctas),
            };
            if seen.takes_for_granted || seen.out_of_bounds {
                continue;
            }
            let found: Vec<Diagnostic> = seen.ledger.entries().flat_map(|entry| entry.findings).collect();
            let found: Vec<Diagnostic> = wanted::shown(&wanted, self.function, found.iter());
            if !found.iter().any(|one| one.severity == Severity::Error) {
                continue;
            }
            checked.ledger.record(Property::Race, Evidence::Shown { findings: found });
            // With these inputs every assumption held.
            if !is_refuted {
                checked.certain.push(Property::Race);
            }
            return;
        }
    }

    /// Each CTA of the grid, and their accesses to global memory against each other.
    fn all(&self, launch: &Launch, grid: [u32; 3]) -> Checked {
        let count = launch.ctas().unwrap_or(1);
        if count > MOST_CTAS {
            let mut checked = self.of_whole_grid(self.representative(launch));
            let gap = too_large(count, MOST_CTAS, self.input.terms());
            if !self.options.ask.within_cta {
                self.add_between(&mut checked.ledger, Evidence::open(gap));
            }
            return checked;
        }
        let mut domain = Partial::default();
        let mut ledger = Ledger::new(&[]);
        let mut grid_run = GridRun::default();
        let (mut out_of_bounds, mut takes_for_granted, mut undefined) = (false, false, false);
        let (mut outside, mut misaligned) = (None, None);
        let mut cut = false;
        let mut chosen = None;
        let mut branches = BTreeSet::new();
        for z in 0..grid[2] {
            for y in 0..grid[1] {
                for x in 0..grid[0] {
                    let at = [x, y, z];
                    let names = std::mem::take(&mut domain);
                    let (launch, run, next) = self.run(launch, WhichCta::At(at), &Stores::All, names);
                    domain = next;
                    out_of_bounds |= leaves_objects(&run);
                    outside = outside.or_else(|| self.outside(&launch, &run));
                    misaligned = misaligned.or_else(|| run.recording.misaligned());
                    // No launch has a block that does not meet what it assumes.
                    let is_excluded = matches!(run.outcome, Outcome::Infeasible { .. });
                    takes_for_granted |= is_excluded || relies(&run.recording.issues);
                    undefined |= is_undefined(self.function, &run);
                    cut |= is_cut(&run.outcome);
                    branches.extend(cyclic(&run.recording.issues));
                    match self.judged(&launch, &run, &domain, Ctas::All) {
                        Ok(part) => ledger.add_part(&seen_in(at, part, self.input.terms())),
                        Err(_) => unreachable!("all values are there"),
                    }
                    grid_run.add((&self.input.module, self.function), at, &run);
                    if launch.chosen.is_some() {
                        wanted::join(&mut chosen, wanted::listed(&launch, &run).chosen);
                    }
                    // The next block might run out of names: it begins with none.
                    if domain.footprint() > NAMES_SHARED {
                        domain = Partial::default();
                        grid_run.nameless = true;
                    }
                }
            }
        }
        if grid_run.nameless {
            grid_run.forget_values();
        }
        let launch = Launch { chosen, ..launch.clone() };
        self.waits_across(&launch, &grid_run, &mut ledger);
        if !self.options.ask.within_cta && self.asks_between(&launch, &ledger) {
            let between = self.between(&launch, &grid_run, &domain);
            self.add_between(&mut ledger, between);
        }
        self.weigh(&mut ledger, &branches);
        // A GPU stops there: what is found between blocks may lie after that.
        if let Some(site) = misaligned {
            let gap = memory::misaligned(place(self.input, site.loc));
            ledger.discount(&Discount::Witnesses { but: Vec::new() }, &gap);
        }
        // For a finding that stands for several CTAs this is not known here.
        let certain = Vec::new();
        let (ctas, open) = (Ctas::All, None);
        Checked { ctas, ledger, out_of_bounds, outside, takes_for_granted, certain, undefined, cut, open }
    }
}
