//! Relations between two variables of a loop: guesses for where [those of each variable](super::invariants) are not enough.
//!
//! - Octagons, `±x ± y <= c`: the loop is read as a [system](super::linear::system) of mathematical integers, and what
//!   [abstract interpretation](crate::invariants) finds for it is guessed of the bit-vectors.
//! - Linear equalities: variables that step by `c` and `d` go from where they began in that proportion, `d * (x - x0) == c * (y - y0)`, modulo the width.
//! - Comparisons that the loop may be left by, of a sum or another expression: `x + y <= n`.
//!
//! They are guesses like all others: what is used is inductive, and is asked about again.

use super::invariants::first;
use super::linear;
use super::measures::{Comparison, comparisons};
use super::model::Model;
use crate::limits::kernels;
use raddle_smt::{Op, Sort, Term};
use std::collections::BTreeSet;

/// The guesses about a loop.
pub(super) fn relations(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = proportions(model, number);
    let own: Vec<Term> = model.heads[number].params.iter().map(|(_, var)| *var).collect();
    let is_expression = |model: &Model<'_>, t: Term| !own.contains(&t) && !model.outside(number, t, false);
    for Comparison { left, right, .. } in comparisons(model, number) {
        if ![left, right].iter().any(|&side| is_expression(model, side)) {
            continue;
        }
        let terms = &mut model.terms;
        all.extend([terms.bvsle(left, right), terms.bvsle(right, left)]);
        all.extend([terms.bvule(left, right), terms.bvule(right, left)]);
    }
    all.extend(linear::octagonal(model, number));
    all
}

/// Linear equalities of pairs of variables.
fn proportions(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let head = model.heads[number].clone();
    let floats = super::floats::kinds(model, number);
    let mut stepping = Vec::new();
    for (place, &(_, var)) in head.params.iter().enumerate() {
        if floats[place].is_some() || !matches!(model.terms.sort(var), Sort::Bits(w) if w <= 64) {
            continue;
        }
        let mut steps = Vec::new();
        for edge in &head.backs {
            of_step(model, var, edge.args[place], &mut steps);
        }
        let distance = first(model, number, place);
        let distance = model.terms.bvsub(var, distance);
        stepping.push((distance, steps));
    }
    let mut all = Vec::new();
    for (n, (x, by)) in stepping.iter().enumerate() {
        for (y, other) in &stepping[n + 1..] {
            if model.terms.width(*x) != model.terms.width(*y) {
                continue;
            }
            for (&c, &d) in by.iter().flat_map(|c| other.iter().map(move |d| (c, d))) {
                let (left, right) = (model.terms.bvmul(d, *x), model.terms.bvmul(c, *y));
                all.push(model.terms.eq(left, right));
            }
        }
    }
    all
}

/// The numbers, other than 0, by which a variable changes, case by case.
fn of_step(model: &mut Model<'_>, var: Term, next: Term, into: &mut Vec<Term>) {
    let step = model.terms.bvsub(next, var);
    let width = model.terms.width(step);
    let mask = raddle_smt::sort::mask(width);
    for step in numbers(model, step).unwrap_or_default() {
        let small = step <= kernels::STEP_IN_PROPORTION || step >= mask - kernels::STEP_IN_PROPORTION;
        let step_term = model.terms.bits(width, step);
        if step != 0 && small && !into.contains(&step_term) {
            into.push(step_term);
        }
    }
}

/// The numbers that a term is, case by case; `None` if it is something else, or too many.
fn numbers(model: &Model<'_>, term: Term) -> Option<BTreeSet<u128>> {
    let terms = &model.terms;
    if let Some(number) = terms.constant(term) {
        return Some([number].into());
    }
    let args = terms.args(term);
    let all: BTreeSet<u128> = match terms.op(term) {
        Op::Ite => &numbers(model, args[1])? | &numbers(model, args[2])?,
        Op::BvAdd => {
            let mask = raddle_smt::sort::mask(terms.width(term));
            let mut sums: BTreeSet<u128> = [0].into();
            for &arg in args {
                let more = numbers(model, arg)?;
                sums = sums.iter().flat_map(|a| more.iter().map(move |b| (a + b) & mask)).collect();
            }
            sums
        }
        _ => return None,
    };
    (all.len() <= kernels::STEPS_TOLD_APART).then_some(all)
}
