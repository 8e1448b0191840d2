//! Conditions on sizes under which no threads race, or nothing else goes wrong, in words.

use crate::subject::names;
use crate::subject::params::param_name;
use raddle_ir::Function;
use raddle_lockstep::prove::{Otherwise, Provided, Violation};
use raddle_report::{Diagnostic, Location, Rule, Terms};
use std::collections::BTreeSet;

/// The warning about a condition that the proof of two accesses needs.
pub(crate) fn conditional(
    (condition, violated_by): (&Provided, &Violation),
    accesses: [Location; 2],
    terms: &Terms,
) -> Diagnostic {
    let Provided { text, otherwise } = condition;
    let [first, second] = accesses;
    let one = first == second;
    let here = if *otherwise == Otherwise::Overruns { "" } else { " here" };
    let title = format!("the proof that no {} race{here} requires `{text}`", terms.threads);
    let mut found = Diagnostic::new(Rule::RaceSizes, title).primary(first, "");
    if !one {
        found = found.secondary(second, "the other access");
    }
    let values: Vec<String> = violated_by.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let with = match values.is_empty() {
        true => "otherwise".to_owned(),
        false => format!("with {}", values.join(" and ")),
    };
    let may = match otherwise {
        Otherwise::Wraps => "an index may wrap around, and",
        Otherwise::Overruns => "the counter of this loop may wrap around, and",
        Otherwise::Overlaps => "rows may overlap, and",
        Otherwise::Empty => "it is not proved that no",
    };
    found
        .note(match otherwise {
            Otherwise::Empty => format!("{with}, {may} two {} access one element", terms.threads),
            _ => format!("{with}, {may} two {} may access one element", terms.threads),
        })
        .help(format!("if no other sizes occur, say so with --require '{text}'"))
        .help("with --strict-wrap, a proof under such a condition does not count")
}

/// That a bug is excluded if these parameters are at least 1.
pub(crate) fn excluded_if(function: &Function, params: &BTreeSet<u32>) -> String {
    let all = params.iter().filter_map(|&param| function.params.get(param as usize));
    let conditions: Vec<String> =
        all.map(|data| format!("{} >= 1", names::variable_name(param_name(data)))).collect();
    let shown: Vec<String> = conditions.iter().map(|one| format!("`{one}`")).collect();
    let options: Vec<String> = conditions.iter().map(|one| format!("--require '{one}'")).collect();
    format!(
        "this is excluded if {}: where nothing else occurs, say so with {}",
        shown.join(" and "),
        options.join(" ")
    )
}
