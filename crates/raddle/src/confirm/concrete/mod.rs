//! What a plain run shows: launches with all inputs chosen, where the methods leave something open.
//!
//! Most bugs show with any reasonable launch: a few iterations of a loop, a block that is partly beyond the end of the data. So such launches
//! are run: scalar parameters get sizes around those of the block, buffers hold small numbers, floats, zeros or numbers that
//! increase. What a run shows is replayed and reported with its inputs; that runs show nothing proves nothing.

mod trial;

use crate::confirm::candidates::note_inputs;
use crate::confirm::limits::UNSETTLED;
use crate::evidence::{Entry, Evidence};
use crate::methods::one_run;
use crate::methods::one_run::checked::Checked;
use crate::methods::two_threads::Asked;
use crate::options::CtaChoice;
use raddle_ir::contracts::depend_on_block;
use raddle_machine::chosen::Nearly;
use raddle_machine::launch::MOST_RUN;
use raddle_report::{Access, Diagnostic, Facts, Property};
use std::collections::BTreeSet;
use trial::{Trial, is_near, trials};

/// What a launch shows.
struct Ran {
    /// What is known; none if that leaves all properties open.
    seen: Option<Checked>,
    /// Was it cut off, as it took too many steps?
    cut: bool,
}

/// Refutes what is open and `needed`, where one of a few launches shows it.
pub(crate) fn show(asked: &Asked<'_>, needed: &BTreeSet<Property>, checked: &mut Checked) {
    let is_run = asked.launch.threads() <= MOST_RUN && !asked.space.has_free_block();
    // Blocks of a cluster start together.
    let has_clusters = asked.function.bounds.cluster.is_some();
    if !is_run || asked.options.launch.may_alias || checked.undefined || has_clusters {
        return;
    }
    let is_open = |entry: &Entry| {
        needed.contains(&entry.property) && entry.standing.is_open() && is_seen(entry.property)
    };
    let mut open: Vec<Property> =
        checked.ledger.entries().filter(is_open).map(|entry| entry.property).collect();
    let (mut unsettled, mut long) = (0, None);
    for trial in trials(asked) {
        if open.is_empty() || unsettled == UNSETTLED {
            break;
        }
        // A second block is there for races with it.
        let is_free = asked.space.grid[0].is_none() && asked.options.launch.cta.one().is_none();
        if trial.blocks > 1 && !(is_free && open.contains(&Property::Race)) {
            continue;
        }
        let Ran { seen, cut } = trial.run(asked, &open);
        if cut {
            long.get_or_insert_with(|| trial.long());
        }
        let Some(seen) = seen else {
            unsettled += 1;
            continue;
        };
        for property in open.clone() {
            if trial.shows(asked, property, &seen, checked) {
                open.retain(|&one| one != property);
            }
        }
    }
    // A long run is tried for races alone.
    if open.contains(&Property::Race)
        && let Some(trial) = long
        && let Some(seen) = trial.run(asked, &[Property::Race]).seen
    {
        trial.shows(asked, Property::Race, &seen, checked);
    }
}

/// What a run shows of a property. One that leaves an object shows nothing else, nor does one with a misaligned access.
fn shown(seen: &Checked, property: Property) -> Option<Vec<Diagnostic>> {
    let counts = !seen.out_of_bounds || property == Property::Bounds;
    let findings = seen.shown(property).filter(|_| counts)?;
    let is_aligned = |access: &Access| access.address.byte.is_multiple_of(access.bytes.max(1));
    let is_defined = |one: &Diagnostic| match &one.facts {
        Some(Facts::Race(race)) => is_aligned(&race.first) && is_aligned(&race.second),
        _ => true,
    };
    findings.iter().all(is_defined).then_some(findings)
}

/// Does a run show it where it happens?
const fn is_seen(property: Property) -> bool {
    matches!(
        property,
        Property::Race
            | Property::Divergence
            | Property::Deadlock
            | Property::BarrierReuse
            | Property::Bounds
            | Property::Assert
            | Property::Contract
    )
}

impl Trial {
    /// The launch, checked for these properties.
    fn run(&self, asked: &Asked<'_>, properties: &[Property]) -> Ran {
        let (launch, options) = self.launch(asked);
        let (input, function) = (asked.input, asked.function);
        // What is assumed of each block only a run of all of them shows.
        let is_one_of_many = options.launch.cta != CtaChoice::All && asked.options.launch.cta.one().is_none();
        if is_one_of_many && depend_on_block(function) {
            return Ran { seen: None, cut: false };
        }
        // Graphs are of the launch that was asked about.
        let observer = asked.observer.beside();
        let seen = one_run::check(input, function, &launch, &options, properties, &observer, asked.ends);
        asked.observer.take(&observer);
        let is_open = |seen: &Checked| seen.ledger.entries().all(|entry| entry.standing.is_open());
        let cut = seen.as_ref().is_ok_and(|seen| seen.cut);
        Ran { seen: seen.ok().filter(|seen| !seen.takes_for_granted && !is_open(seen)), cut }
    }

    /// Refutes a property, if the run does.
    fn shows(&self, asked: &Asked<'_>, property: Property, seen: &Checked, checked: &mut Checked) -> bool {
        let Some(mut findings) = shown(seen, property) else { return false };
        if !self.shows_nearby(asked, property, &findings) {
            return false;
        }
        note_inputs(&mut findings, &self.note(asked), self.chooses_numbers(asked));
        checked.ledger.record(property, Evidence::Shown { findings });
        true
    }

    /// Is the same shown if functions that are known up to an error give other numbers nearby?
    fn shows_nearby(&self, asked: &Asked<'_>, property: Property, findings: &[Diagnostic]) -> bool {
        let place = |findings: &[Diagnostic]| findings.first().and_then(Diagnostic::location).cloned();
        let shows = |nearly| {
            let Ran { seen, .. } = self.nearby(nearly).run(asked, &[property]);
            seen.and_then(|seen| shown(&seen, property)).is_some_and(|seen| place(&seen) == place(findings))
        };
        !asked.insts().any(is_near) || Nearly::ALL[1..].iter().all(|&nearly| shows(nearly))
    }
}
