//! A kernel as a rewrite system (paper 004, §5, figure 6), for reading.
//!
//! Rules that follow each other within a round are one rule here, so that only loop heads are left as locations. Variables are those of
//! the loops around; what is constant for a launch is written by its name, and values that may be anything are called what they are. The numbers
//! are machine integers, as everywhere in [`super`].

use super::model::Model;
use raddle_smt::{Op, Term};
use std::fmt::Write;

/// The rules, one a line.
#[must_use]
pub fn system(model: &Model<'_>) -> String {
    if model.heads.is_empty() {
        return "start -> end\n".to_owned();
    }
    let mut text = String::new();
    for number in 0..model.heads.len() {
        let parent = model.loops.all()[number].parent;
        let from = parent.map_or_else(|| "start".to_owned(), |parent| location(model, parent));
        let known = parent.map_or_else(Vec::new, |parent| entered(model, parent));
        for edge in &model.heads[number].entries {
            let to = applied(model, number, &edge.args);
            let _ = writeln!(text, "{from} -> {to}{}", guard(model, edge.condition, &known));
        }
        let (from, known) = (location(model, number), entered(model, number));
        for edge in &model.heads[number].backs {
            let to = applied(model, number, &edge.args);
            let _ = writeln!(text, "{from} -> {to}{}", guard(model, edge.condition, &known));
        }
        let to = parent.map_or_else(|| "end".to_owned(), |parent| format!("{}'", location(model, parent)));
        for exit in &model.heads[number].exits {
            let _ = writeln!(text, "{from} -> {to}{}", guard(model, *exit, &known));
        }
    }
    text
}

/// The conditions under which a loop is entered: they hold in it too.
fn entered(model: &Model<'_>, number: usize) -> Vec<Term> {
    match model.heads[number].entries.as_slice() {
        [entry] => parts(model, entry.condition),
        _ => Vec::new(),
    }
}

fn parts(model: &Model<'_>, condition: Term) -> Vec<Term> {
    match model.terms.op(condition) {
        Op::And => model.terms.args(condition).to_vec(),
        _ => vec![condition],
    }
}

/// What a rule demands beyond what holds anyway.
fn guard(model: &Model<'_>, condition: Term, known: &[Term]) -> String {
    let all = parts(model, condition).into_iter().filter(|c| !known.contains(c) && !model.terms.is_true(*c));
    let all: Vec<String> = all.map(|c| model.show(c)).collect();
    if all.is_empty() { String::new() } else { format!(" [ {} ]", all.join(" && ")) }
}

fn location(model: &Model<'_>, number: usize) -> String {
    let vars: Vec<Term> = model.heads[number].params.iter().map(|(_, var)| *var).collect();
    applied(model, number, &vars)
}

fn applied(model: &Model<'_>, number: usize, args: &[Term]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| model.show(arg)).collect();
    format!("loop{}({})", number + 1, args.join(", "))
}
