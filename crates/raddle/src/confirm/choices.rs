//! Statements about what may be any value until it is chosen: which accesses the logs of threads hold, and what is read where nothing was
//! written. A statement that holds does so for every choice, so a run with one choice can refute it.

use crate::confirm::limits::MOST_CTAS;
use crate::confirm::replay::inputs::Logged;
use crate::confirm::replay::wanted;
use crate::evidence::{Entry, Evidence, Standing};
use crate::methods::one_run;
use crate::methods::one_run::checked::Checked;
use crate::methods::one_run::limits::STEPS_WITH_INPUTS;
use crate::methods::two_threads::{Asked, of_contracts};
use crate::options::CtaChoice;
use crate::subject::contracts;
use crate::subject::ends::{Ends, heads};
use raddle_ir::{Function, InstKind, Space};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::launch::Launch;
use raddle_machine::logs::Choice;
use raddle_report::{Diagnostic, Dim3, Property};
use std::collections::BTreeSet;

/// What is chosen in a run.
#[derive(Clone, Copy)]
struct Chance {
    logs: Option<Choice>,
    uninitialised: Option<Attempt>,
    /// The inputs that are not given; without it they stay open.
    inputs: Option<Attempt>,
}

/// Refutes statements that are not proved, or were left out of a proof.
pub(crate) fn with_choices(
    asked: &Asked<'_>,
    needed: &BTreeSet<Property>,
    checked: &mut Checked,
    left_out: bool,
) {
    let stated = contracts::properties(asked.function, &asked.options.ask).iter().any(|&p| of_contracts(p));
    let with_logs =
        stated.then(|| contracts::with_logs(asked.input, asked.function, asked.options)).flatten();
    let chances = chances(asked, with_logs.is_some());
    if chances.is_empty() || checked.out_of_bounds || checked.takes_for_granted {
        return;
    }
    let is_asked = |entry: &Entry| match entry.standing {
        Standing::Open(_) | Standing::Silent => {
            of_contracts(entry.property)
                || entry.property == Property::Race && needed.contains(&Property::Race)
        }
        Standing::Proved(_) => left_out && entry.property == Property::Contract,
        Standing::Shown => false,
    };
    let open: Vec<Property> = checked.ledger.entries().filter(is_asked).map(|entry| entry.property).collect();
    for property in open {
        // Races are not about logs.
        let about = |one: &&Chance| of_contracts(property) || one.uninitialised.is_some();
        let mut chances = chances.iter().filter(about);
        let run = |chance: &Chance| {
            let whole = with_logs.as_ref().filter(|_| chance.logs.is_some());
            seen_with(asked, chance, whole.unwrap_or(asked.function), property)
        };
        if let Some(findings) = chances.find_map(run) {
            checked.ledger.record(property, Evidence::Shown { findings });
        }
    }
}

fn chances(asked: &Asked<'_>, about_logs: bool) -> Vec<Chance> {
    let unwritten = |kind: &InstKind| match kind {
        InstKind::Uninitialised => true,
        // A counter, perhaps, that was never set.
        InstKind::Atomic { addr, .. } => addr.space == Space::Shared,
        _ => false,
    };
    let uninitialised = asked.insts().any(unwritten);
    let mut chances = Vec::new();
    for inputs in [None, Some(Attempt(0)), Some(Attempt(1))] {
        if about_logs {
            let logs = Choice::ALL.into_iter();
            chances.extend(logs.map(|logs| Chance { logs: Some(logs), uninitialised: None, inputs }));
        }
        if uninitialised {
            chances.push(Chance { logs: None, uninitialised: Some(inputs.unwrap_or(Attempt(0))), inputs });
        }
    }
    chances
}

fn seen_with(
    asked: &Asked<'_>,
    chance: &Chance,
    function: &Function,
    property: Property,
) -> Option<Vec<Diagnostic>> {
    let mut options = asked.options.clone();
    options.run.limit(STEPS_WITH_INPUTS);
    // Where a CTA lies in the grid, its accesses have known places. Contracts are about one thread.
    let few = asked.launch.ctas().is_some_and(|count| count <= MOST_CTAS);
    let all = options.launch.cta == CtaChoice::All && few && property == Property::Race;
    if !all && !matches!(options.launch.cta, CtaChoice::One(_)) {
        options.launch.cta = CtaChoice::One([0; 3]);
    }
    let open = || Launch { chosen: Some(Chosen::default()), ..asked.launch.clone() };
    let choose = |attempt| {
        wanted::choose(&asked.input.module, function, (asked.launch, asked.options.launch.grid), attempt)
    };
    let mut launch = chance.inputs.map_or_else(open, choose);
    let chosen = launch.chosen.get_or_insert_default();
    (chosen.logs, chosen.uninitialised) = (chance.logs, chance.uninitialised);
    // Each CTA is run alone, so what an atomic finds in one says nothing of the others, unless each CTA has that memory for itself.
    let in_global =
        |kind: &InstKind| matches!(kind, InstKind::Atomic { addr, .. } if addr.space != Space::Shared);
    chosen.atomics = !all || !asked.insts().any(in_global);
    // With logs it is another function.
    let ends = Ends::by(|| heads(function));
    let checked =
        one_run::check(asked.input, function, &launch, &options, &[property], asked.observer, &ends).ok()?;
    if checked.out_of_bounds || checked.takes_for_granted {
        return None;
    }
    let mut seen = checked.shown(property)?;
    let note = match chance.logs {
        Some(choice) => format!("this is for logs that hold {}", Logged::from(choice).words()),
        None => "this is for arbitrary values of memory that was never written".to_owned(),
    };
    let free = asked.space.has_free_block();
    let block =
        free.then(|| format!(", and {} {}", asked.input.terms().block_size, Dim3::fixed(asked.launch.block)));
    let note = note + &block.unwrap_or_default();
    seen.iter_mut().for_each(|one| one.notes.insert(0, note.clone()));
    Some(seen)
}
