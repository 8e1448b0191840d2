//! How two threads were compared, after the table of a kernel.

use super::paint::{clean, wrap};
use crate::model::reasoning::{
    Agreement, BarrierReasoning, Held, Lacking, LoopReasoning, Reasoning, UserInvariant,
};
use crate::words;
use raddle_verdict::Location;

/// So many guesses are listed; JSON has all.
const MOST_GUESSES: usize = 8;

/// A paragraph for each loop and barrier, and what proofs lacked.
pub(super) fn render(reasoning: &Reasoning, file: &str, width: usize) -> String {
    let mut out = String::from("\n  comparing two threads for all inputs:\n");
    if reasoning.loops.is_empty() && reasoning.barriers.is_empty() {
        out.push_str("  no loops, and no barriers but the end\n");
    }
    let mut line =
        |text: String, indent: usize| out.push_str(&wrap(&clean(&text), indent, indent + 2, width));
    for of in &reasoning.loops {
        line(format!("loop at {}: {}", place(&of.location, file), left(of.left_by)), 2);
        lines(of, file).into_iter().for_each(|text| line(text, 4));
    }
    for of in &reasoning.barriers {
        line(barrier(of, file), 2);
        for condition in &of.conditions {
            let by = agreed(condition.agreed_by);
            line(format!("`{}` at {}: {by}", condition.text, place(&condition.location, file)), 4);
        }
    }
    reasoning.lacking.iter().for_each(|lacking| line(lacks(lacking, file), 2));
    out
}

fn left(by: Agreement) -> &'static str {
    match by {
        Agreement::Launch => "all threads of the launch leave it in the same round",
        Agreement::Cta => "the threads of a CTA leave it in the same round",
        Agreement::None => "each thread leaves it in a round of its own",
    }
}

fn agreed(by: Agreement) -> &'static str {
    match by {
        Agreement::Launch => "the same for all threads of the launch",
        Agreement::Cta => "the same for all threads of a CTA",
        Agreement::None => "threads may differ",
    }
}

fn lines(of: &LoopReasoning, file: &str) -> Vec<String> {
    let mut all = Vec::new();
    let quoted = |texts: &[String]| {
        let mut shown: Vec<String> = texts.iter().take(MOST_GUESSES).map(|t| format!("`{t}`")).collect();
        if texts.len() > MOST_GUESSES {
            shown.push(format!("{} more", texts.len() - MOST_GUESSES));
        }
        words::list(&shown)
    };
    for variable in &of.variables {
        let name = &variable.name;
        all.push(match &variable.formula {
            Some(formula) => format!("`{name}` is `{formula}`"),
            None => format!("`{name}` has no closed form"),
        });
    }
    if !of.invariants.is_empty() {
        all.push(format!("guessed and proved: {}", quoted(&of.invariants)));
    }
    if !of.given_up.is_empty() {
        all.push(format!("guessed and given up: {}", quoted(&of.given_up)));
    }
    all.extend(of.contracts.iter().map(|one| contract(one, file)));
    all
}

fn contract(of: &UserInvariant, file: &str) -> String {
    let what = match of.held {
        Held::Proved => "holds, and is used",
        Held::FailsOnEntry => "may fail where the loop is entered: not used",
        Held::FailsAfterRound => "may fail after a round that began with it: not used",
        Held::Unknown => "is not known to hold: not used",
        Held::LeftOut => "speaks of a log of accesses, of which there is none: left out",
    };
    let why = of.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
    format!("the invariant at {} {what}{why}", place(&of.location, file))
}

/// A place; its line in the file of the kernel.
fn place(location: &Location, file: &str) -> String {
    if location.file == file { format!("line {}", location.line) } else { location.short() }
}

fn barrier(of: &BarrierReasoning, file: &str) -> String {
    let at = place(&of.location, file);
    match (of.agreed_by, of.conditions.is_empty()) {
        (_, true) => format!("barrier at {at}: on no condition"),
        (Agreement::None, false) => format!("barrier at {at}: terms and solver compare who comes to it"),
        (_, false) => {
            format!("barrier at {at}: threads agree on all it depends on, so they come to it together")
        }
    }
}

fn lacks(lacking: &Lacking, file: &str) -> String {
    format!(
        "{} lacks an invariant: as far as is known, in some round of the loop at {} `{}` may be {}, and then something may go wrong",
        lacking.property,
        place(&lacking.location, file),
        lacking.variable,
        lacking.value
    )
}
