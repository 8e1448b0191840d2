//! Conditions on sizes under which no threads race, in words.

use raddle_lockstep::prove::{Otherwise, Provided};
use raddle_report::{Diagnostic, Location, Rule, Terms};

/// The warning about a condition that the proof of two accesses needs.
pub(crate) fn conditional(condition: &Provided, accesses: [Location; 2], terms: &Terms) -> Diagnostic {
    let Provided { text, otherwise, violated_by } = condition;
    let [first, second] = accesses;
    let one = first == second;
    let title = format!("no {} race here if `{text}`; otherwise they may", terms.threads);
    let mut found = Diagnostic::new(Rule::RaceSizes, title).primary(first, "");
    if !one {
        found = found.secondary(second, "the other access");
    }
    let values: Vec<String> = violated_by.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let with = if values.is_empty() { String::new() } else { format!("with {}, ", values.join(" and ")) };
    found
        .note(match otherwise {
            Otherwise::Wraps => {
                format!("{with}an index may wrap around, and two {} access one element", terms.threads)
            }
            Otherwise::Overlaps | Otherwise::Empty => {
                format!("{with}rows overlap, and two {} may access one element", terms.threads)
            }
        })
        .help(format!("if no other sizes occur, say so with --require '{text}'"))
        .help("with --strict-wrap, a proof under such a condition does not count")
}
