//! Statements about what is any value until it is chosen: which accesses the logs of threads hold, and what is read where nothing was
//! written. One that holds does so whatever the choice is, so a run with one choice can refute it.

use super::{Asked, of_contracts};
use crate::contracts;
use crate::ctas::{self, Checked, MOST_STEPS};
use crate::evidence::{Entry, Evidence, Standing};
use crate::inputs::{self, Logged};
use crate::options::{CtaChoice, Options};
use raddle_ir::{Function, InstKind, Space};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::launch::Launch;
use raddle_machine::logs::Choice;
use raddle_report::{Diagnostic, Dim3, Property};

/// Of a grid of so many CTAs all are run.
const MOST_CTAS: u64 = 16;

/// What is chosen in a run.
#[derive(Clone, Copy)]
struct Chance {
    logs: Option<Choice>,
    uninitialised: Option<Attempt>,
    /// The inputs that nobody gave; they stay open without.
    inputs: Option<Attempt>,
}

impl Asked<'_> {
    /// Refutes statements that are not proved, or were left out of a proof.
    pub(super) fn with_choices(&self, checked: &mut Checked, left_out: bool) {
        let stated = contracts::properties(self.function, self.options).iter().any(|&p| of_contracts(p));
        let with_logs =
            stated.then(|| contracts::with_logs(self.input, self.function, self.options)).flatten();
        let chances = self.chances(with_logs.is_some());
        if chances.is_empty() || checked.out_of_bounds || checked.takes_for_granted {
            return;
        }
        let needed = self.needed(&checked.ledger);
        let asked = |entry: &Entry| match entry.standing {
            Standing::Open(_) | Standing::Silent => {
                of_contracts(entry.property)
                    || entry.property == Property::Race && needed.contains(&Property::Race)
            }
            Standing::Proved(_) => left_out && entry.property == Property::Contract,
            Standing::Shown => false,
        };
        let open: Vec<Property> =
            checked.ledger.entries().filter(asked).map(|entry| entry.property).collect();
        for property in open {
            // Races are not about logs.
            let about = |one: &&Chance| of_contracts(property) || one.uninitialised.is_some();
            let mut chances = chances.iter().filter(about);
            let run = |chance: &Chance| {
                let whole = with_logs.as_ref().filter(|_| chance.logs.is_some());
                self.seen_with(chance, whole.unwrap_or(self.function), property)
            };
            if let Some(findings) = chances.find_map(run) {
                checked.ledger.record(property, Evidence::Shown { findings });
            }
        }
    }

    fn chances(&self, about_logs: bool) -> Vec<Chance> {
        let unwritten = |kind: &InstKind| match kind {
            InstKind::Uninitialised => true,
            // A counter, perhaps, that nobody has set.
            InstKind::Atomic { addr, .. } => addr.space == Space::Shared,
            _ => false,
        };
        let uninitialised = self.insts().any(unwritten);
        let mut chances = Vec::new();
        for inputs in [None, Some(Attempt(0)), Some(Attempt(1))] {
            if about_logs {
                let logs = Choice::ALL.into_iter();
                chances.extend(logs.map(|logs| Chance { logs: Some(logs), uninitialised: None, inputs }));
            }
            if uninitialised {
                chances.push(Chance {
                    logs: None,
                    uninitialised: Some(inputs.unwrap_or(Attempt(0))),
                    inputs,
                });
            }
        }
        chances
    }

    fn seen_with(&self, chance: &Chance, function: &Function, property: Property) -> Option<Vec<Diagnostic>> {
        let mut options =
            Options { step_limit: self.options.step_limit.min(MOST_STEPS), ..self.options.clone() };
        // Where a CTA lies in the grid, its accesses have known places. Contracts are about one thread.
        let few = self.launch.ctas().is_some_and(|count| count <= MOST_CTAS);
        let all = options.cta == CtaChoice::All && few && property == Property::Race;
        if !all && !matches!(options.cta, CtaChoice::One(_)) {
            options.cta = CtaChoice::One([0; 3]);
        }
        let open = || Launch { chosen: Some(Chosen::default()), ..self.launch.clone() };
        let choose = |attempt| inputs::choose(&self.input.module, function, self.launch, attempt);
        let mut launch = chance.inputs.map_or_else(open, choose);
        let chosen = launch.chosen.get_or_insert_default();
        (chosen.logs, chosen.uninitialised) = (chance.logs, chance.uninitialised);
        // Each CTA is run alone, so what an atomic finds in one says nothing of the others, unless they have it for themselves.
        let in_global =
            |kind: &InstKind| matches!(kind, InstKind::Atomic { addr, .. } if addr.space != Space::Shared);
        chosen.atomics = !all || !self.insts().any(in_global);
        let checked =
            ctas::check(self.input, function, &launch, &options, &[property], self.observer).ok()?;
        if checked.out_of_bounds || checked.takes_for_granted {
            return None;
        }
        let mut seen = checked.shown(property)?;
        let note = match chance.logs {
            Some(choice) => format!("this is with logs that hold {}", Logged::from(choice).words()),
            None => "this is with values for what nothing has written, which may be any".to_owned(),
        };
        let free = self.space.has_free_block();
        let block = free.then(|| format!(", and --block {}", Dim3::fixed(self.launch.block)));
        let note = note + &block.unwrap_or_default();
        seen.iter_mut().for_each(|one| one.notes.insert(0, note.clone()));
        Some(seen)
    }
}
