//! What is demanded of a launch with which a loop may not terminate.
//!
//! A solver chooses some launch; with most of them the loop ends. These are tried: one for which a round may change nothing, any, one for
//! which some rounds go back, one for which a round changes nothing that decides whether to continue, bounds at the ends of their ranges,
//! sides of an equation that just miss each other, and special floats. [`super::endless`] decides the result.

use super::endless::symbol_term;
use super::measures::{Comparison, all_comparisons};
use super::model::{Edge, Input, Model, Origin};
use crate::limits::kernels;
use raddle_ir::{IntCond, Rounding, eval};
use raddle_smt::{Sort, Term};

/// Floats for which sums and products often stay the same. A solver that knows nothing of float arithmetic does not choose them.
const SPECIAL: [f64; 5] = [0.0, 1.0, -1.0, 1e30, f64::INFINITY];
/// What is demanded, one after the other.
pub(super) fn attempts(model: &mut Model<'_>, number: usize, entry: &Edge) -> Vec<Term> {
    let mut all = model.again.get(&number).cloned().unwrap_or_default();
    all.extend([stands(model, number), model.terms.truth(true), rounds(model, number, entry)]);
    all.push(super::standing::undecided(model, number));
    all.extend(extremes(model, number, entry));
    all.extend(special_floats(model, number));
    all
}

/// That a bound that a launch fixes is at the end of its range, or that the sides of an equation miss each other by one.
fn extremes(model: &mut Model<'_>, number: usize, entry: &Edge) -> Vec<Term> {
    let mut all = Vec::new();
    for Comparison { cond, left, right } in all_comparisons(model, number) {
        let Sort::Bits(width) = model.terms.sort(left) else { continue };
        if width > 64 {
            continue;
        }
        let ones = raddle_smt::sort::mask(width);
        if matches!(cond, IntCond::Eq | IntCond::Ne) {
            let [a, b] = [left, right].map(|side| model.after(number, entry, side));
            let distance = model.terms.bvsub(a, b);
            for off in [1, ones] {
                let off = model.terms.bits(width, off);
                all.push(model.terms.eq(distance, off));
            }
        }
        for side in [left, right] {
            if !model.outside(number, side, false) || model.terms.constant(side).is_some() {
                continue;
            }
            for end in [ones >> 1, ones, (ones >> 1) + 1] {
                let end = model.terms.bits(width, end);
                all.push(model.terms.eq(side, end));
            }
        }
    }
    all.truncate(kernels::EXTREMES);
    all.retain(|&term| !model.terms.is_false(term));
    all
}

/// That the floats of a launch that a loop depends on are [special](SPECIAL), in each way.
fn special_floats(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let relevant = relevant(model, number);
    let mut floats = Vec::new();
    for symbol in model.terms.variables(&relevant) {
        if let Origin::Input(Input::Param(param, 0, bits)) = model.origins[&symbol]
            && let Some(ty) = model.function.params[param as usize].ty
            && ty.is_float()
            && ty.bits() == bits
        {
            floats.push((symbol, ty));
        }
    }
    let count = u32::try_from(floats.len()).unwrap_or(u32::MAX);
    if count == 0 || count > kernels::SPECIAL_FLOATS {
        return Vec::new();
    }
    let mut ways = Vec::new();
    for way in 0..SPECIAL.len().pow(count) {
        let mut equal = Vec::new();
        for (n, &(symbol, ty)) in (0..).zip(&floats) {
            let value = SPECIAL[way / SPECIAL.len().pow(n) % SPECIAL.len()];
            let var = symbol_term(model, symbol);
            let number = model.terms.bits(ty.bits(), eval::from_f64(ty, value, Rounding::Nearest));
            equal.push(model.terms.eq(var, number));
        }
        ways.push(model.terms.all(&equal));
    }
    ways
}

/// What a loop does, as far as it is followed.
pub(super) fn relevant(model: &Model<'_>, number: usize) -> Vec<Term> {
    let edges = || model.heads[number].entries.iter().chain(&model.heads[number].backs);
    edges().flat_map(|edge| std::iter::once(edge.condition).chain(edge.args.iter().copied())).collect()
}

/// That the first few rounds after a way into a loop go back.
fn rounds(model: &mut Model<'_>, number: usize, entry: &Edge) -> Term {
    let head = model.heads[number].clone();
    let mut state = entry.clone();
    let mut all = Vec::new();
    for _ in 0..kernels::ROUNDS_AHEAD {
        let ways: Vec<Term> =
            head.backs.iter().map(|edge| model.after(number, &state, edge.condition)).collect();
        all.push(model.terms.any(&ways));
        let mut args = Vec::new();
        for place in 0..head.params.len() {
            let mut ends: Vec<Term> = Vec::new();
            for edge in &head.backs {
                ends.push(model.after(number, &state, edge.args[place]));
            }
            let Some(mut arg) = ends.pop() else { return model.terms.truth(false) };
            for (&way, end) in ways.iter().zip(ends).rev() {
                arg = model.terms.ite(way, end, arg);
            }
            args.push(arg);
        }
        state.args = args;
    }
    model.terms.all(&all)
}

/// That a round changes nothing, from a state that may be one of any round.
fn stands(model: &mut Model<'_>, number: usize) -> Term {
    let head = model.heads[number].clone();
    let mut all = Vec::new();
    for edge in &head.backs {
        let mut same = vec![edge.condition];
        for ((_, var), &after) in head.params.iter().zip(&edge.args) {
            same.push(model.terms.eq(*var, after));
        }
        all.push(model.terms.all(&same));
    }
    model.terms.any(&all)
}
