//! How two threads were compared, after the table of a kernel.

use super::paint::{clean, wrap};
use crate::model::reasoning::{
    Agreement, BarrierReasoning, Held, Lacking, LoopReasoning, Reasoning, UserInvariant,
};
use crate::model::report::KernelReport;
use crate::terms::Terms;
use crate::words;
use raddle_verdict::Location;

/// The number of guesses that are listed; JSON has all.
const MOST_GUESSES: usize = 8;

/// A paragraph for each loop and barrier, and what proofs lacked.
pub(super) fn render(reasoning: &Reasoning, kernel: &KernelReport, width: usize) -> String {
    let (file, terms) = (&kernel.file, kernel.terms());
    let mut out = format!("\n  comparing two {} for all inputs:\n", terms.threads);
    if reasoning.loops.is_empty() && reasoning.barriers.is_empty() {
        out.push_str("  no loops and no barriers, except the end of the kernel\n");
    }
    let mut line =
        |text: String, indent: usize| out.push_str(&wrap(&clean(&text), indent, indent + 2, width));
    for of in &reasoning.loops {
        line(format!("loop at {}: {}", place(&of.location, file), left(of.left_by, terms)), 2);
        lines(of, file).into_iter().for_each(|text| line(text, 4));
    }
    for of in &reasoning.barriers {
        line(barrier(of, file, terms), 2);
        for condition in &of.conditions {
            let by = agreed(condition.agreed_by, terms);
            line(format!("`{}` at {}: {by}", condition.text, place(&condition.location, file)), 4);
        }
    }
    reasoning.lacking.iter().for_each(|lacking| line(lacks(lacking, file), 2));
    out
}

fn left(by: Agreement, terms: &Terms) -> String {
    let Terms { threads, block, .. } = terms;
    match by {
        Agreement::Launch => format!("all {threads} of the launch leave it in the same iteration"),
        Agreement::Cta => format!("all {threads} of a {block} leave it in the same iteration"),
        Agreement::None => format!("{threads} may leave it in different iterations"),
    }
}

fn agreed(by: Agreement, terms: &Terms) -> String {
    let Terms { threads, block, .. } = terms;
    match by {
        Agreement::Launch => format!("the same for all {threads} of the launch"),
        Agreement::Cta => format!("the same for all {threads} of a {block}"),
        Agreement::None => format!("may differ between {threads}"),
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
        all.push(format!("guessed and discarded: {}", quoted(&of.given_up)));
    }
    all.extend(of.contracts.iter().map(|one| contract(one, file)));
    all
}

fn contract(of: &UserInvariant, file: &str) -> String {
    let what = match of.held {
        Held::Proved => "holds, and is used",
        Held::FailsOnEntry => "may fail where the loop is entered: not used",
        Held::FailsAfterRound => "may fail after an iteration that began with it: not used",
        Held::Unknown => "is not known to hold: not used",
        Held::LeftOut => "refers to a log of accesses, which this method does not keep: left out",
    };
    let why = of.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
    format!("the invariant at {} {what}{why}", place(&of.location, file))
}

/// A place; its line in the file of the kernel.
fn place(location: &Location, file: &str) -> String {
    if location.file == file { format!("line {}", location.line) } else { location.short() }
}

fn barrier(of: &BarrierReasoning, file: &str, terms: &Terms) -> String {
    let threads = terms.threads;
    let at = place(&of.location, file);
    match (of.agreed_by, of.conditions.is_empty()) {
        (_, true) => format!("barrier at {at}: unconditional"),
        (Agreement::None, false) => format!("barrier at {at}: the solver compares which {threads} reach it"),
        (_, false) => {
            format!("barrier at {at}: {threads} agree on all its conditions, so they reach it together")
        }
    }
}

fn lacks(lacking: &Lacking, file: &str) -> String {
    format!(
        "{} lacks an invariant: as far as raddle knows, `{2}` may be {3} in some iteration of the loop at {1}, and then the property may fail",
        lacking.property,
        place(&lacking.location, file),
        lacking.variable,
        lacking.value
    )
}
