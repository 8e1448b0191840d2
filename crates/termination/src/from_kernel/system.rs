//! A kernel as a rewrite system (paper 004, §5, figure 6), for reading.
//!
//! Rules that follow each other within a round are one rule here, so that only loop heads are left as locations. Variables are those of
//! the loops around; what is constant for a launch is written by its name, and values that may be anything are called what they are.
//!
//! Read over mathematical integers, a rule is that of the machine where the side conditions (`wraps`) after `where` hold: nothing wraps around. Where one does
//! not, the number is reduced modulo `2^w`. The proofs need none of them, as they are about machine integers.

use super::model::Model;
use super::wraps::Readings;
use raddle_smt::{Op, Term};
use std::fmt::Write;

/// The rules, one a line.
#[must_use]
pub fn system(model: &Model<'_>) -> String {
    if model.heads.is_empty() {
        return "start -> end\n".to_owned();
    }
    let readings = Readings::of(model);
    let mut text = String::new();
    for number in 0..model.heads.len() {
        let parent = model.loops.all()[number].parent;
        let outside = parent.map_or_else(|| "start".to_owned(), |parent| location(model, parent));
        let around = parent.map_or_else(Vec::new, |parent| entered(model, parent));
        let (here, known) = (location(model, number), entered(model, number));
        let vars: Vec<Term> = model.heads[number].params.iter().map(|(_, var)| *var).collect();
        let ways = model.heads[number].entries.iter().map(|edge| (&outside, &around, edge));
        for (from, known, edge) in ways.chain(model.heads[number].backs.iter().map(|e| (&here, &known, e))) {
            let to = applied(model, number, &edge.args);
            let demanded = demanded(model, edge.condition, known);
            let within = readings.conditions(model, &demanded, &vars, &edge.args);
            let _ = writeln!(text, "{from} -> {to}{}", guard(model, &demanded, &within));
        }
        let to = parent.map_or_else(|| "end".to_owned(), |parent| format!("{}'", location(model, parent)));
        for exit in &model.heads[number].exits {
            let demanded = demanded(model, *exit, &known);
            let within = readings.conditions(model, &demanded, &[], &[]);
            let _ = writeln!(text, "{here} -> {to}{}", guard(model, &demanded, &within));
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
fn demanded(model: &Model<'_>, condition: Term, known: &[Term]) -> Vec<Term> {
    let all = parts(model, condition).into_iter();
    all.filter(|c| !known.contains(c) && !model.terms.is_true(*c)).collect()
}

/// The same as text, and when its arithmetic is that of mathematical integers.
fn guard(model: &Model<'_>, demanded: &[Term], within: &[String]) -> String {
    let all: Vec<String> = demanded.iter().map(|&c| model.show(c)).collect();
    let mut text = if all.is_empty() { String::new() } else { format!(" [ {} ]", all.join(" && ")) };
    if !within.is_empty() {
        text.push_str(&format!(" where {}", within.join(" && ")));
    }
    text
}

fn location(model: &Model<'_>, number: usize) -> String {
    let vars: Vec<Term> = model.heads[number].params.iter().map(|(_, var)| *var).collect();
    applied(model, number, &vars)
}

fn applied(model: &Model<'_>, number: usize, args: &[Term]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| model.show(arg)).collect();
    format!("loop{}({})", number + 1, args.join(", "))
}
