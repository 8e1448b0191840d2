//! Counters that are floating-point numbers (paper 004, figure 9a).
//!
//! Only what counters need is followed: sums, differences and products with a constant, rounded to nearest, and integers that become floats. Everything else
//! that is computed from floats is any value. Arithmetic is IEEE 754's, so `i + 1` is `i` from 2^24 on: that a counter moves is an
//! invariant or a condition, not an assumption.

use super::conditions::Condition;
use super::measures::arguments;
use super::model::Model;
use raddle_ir::{
    FloatCond, FloatMode, Function, InstKind, PureOp, Rounding, Terminator, Type, Value, ValueDef, eval,
};
use raddle_smt::{Format, Term, Terms};
use std::collections::BTreeSet;

/// Is it an operation on floats that is followed?
#[must_use]
pub fn is_followed(function: &Function, op: PureOp, args: &[Value]) -> bool {
    let plain = |mode: FloatMode| mode == FloatMode::default();
    let by_constant = || args.iter().any(|&a| function.as_const(a).is_some());
    let usual = args.iter().all(|&a| !function.ty(a).is_float() || format(function.ty(a)).is_some());
    usual
        && match op {
            PureOp::FAdd(mode) | PureOp::FSub(mode) | PureOp::FMul(mode) => plain(mode) && by_constant(),
            PureOp::FNeg | PureOp::Bitcast | PureOp::Select => true,
            PureOp::Fcmp(_, ftz) => !ftz,
            _ => false,
        }
}

/// The format of a type, if counters have it.
#[must_use]
pub fn format(ty: Type) -> Option<Format> {
    match ty {
        Type::F32 => Some(Format::F32),
        Type::F64 => Some(Format::F64),
        _ => None,
    }
}

/// The bits of a sum, difference or product; `None` for other operations.
pub fn arithmetic(terms: &mut Terms, op: PureOp, ty: Type, args: &[Term]) -> Option<Term> {
    let format = format(ty)?;
    let &[a, b] = args else { return None };
    let [a, b] = [a, b].map(|bits| terms.fp_from_bits(format, bits));
    let result = match op {
        PureOp::FAdd(_) => terms.fp_add(Rounding::Nearest, a, b),
        PureOp::FSub(_) => terms.fp_sub(Rounding::Nearest, a, b),
        PureOp::FMul(_) => terms.fp_mul(Rounding::Nearest, a, b),
        _ => return None,
    };
    Some(terms.fp_to_bits(result))
}

/// A comparison of floats that a loop may be left by.
struct Comparison {
    cond: FloatCond,
    left: Term,
    right: Term,
    ty: Type,
}

fn comparisons(model: &mut Model<'_>, number: usize) -> Vec<Comparison> {
    let function = model.function;
    let mut open: Vec<Value> = Vec::new();
    for &block in &model.loops.all()[number].blocks {
        if let Terminator::Branch { cond, .. } = &function.blocks[block].term {
            open.push(*cond);
        }
    }
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) || !model.needed.values[value] || function.ty(value) != Type::I1 {
            continue;
        }
        match function.values[value].def {
            ValueDef::Param(block, place) if model.loops.contains(number, block) => {
                open.extend(arguments(function, model, block, usize::from(place)));
            }
            ValueDef::Param(..) => {}
            ValueDef::Result(inst, _) => {
                let InstKind::Pure { op, args } = &function.insts[inst].kind else { continue };
                if let PureOp::Fcmp(cond, _) = op {
                    let (left, right) = (model.value(args[0]), model.value(args[1]));
                    if [left, right].iter().all(|&t| model.outside(number, t, true)) {
                        found.push(Comparison { cond: *cond, left, right, ty: function.ty(args[0]) });
                    }
                } else {
                    open.extend(args.iter().copied());
                }
            }
        }
    }
    found
}

/// The variables of a loop that are floats.
fn variables(model: &Model<'_>, number: usize) -> Vec<(usize, Term, Type)> {
    let kinds = kinds(model, number);
    let params = model.heads[number].params.iter().enumerate();
    params.filter_map(|(place, &(_, var))| Some((place, var, kinds[place]?))).collect()
}

/// Which of a loop's variables are floats. In PTX registers have bits only: one that is used as a float is one.
pub fn kinds(model: &Model<'_>, number: usize) -> Vec<Option<Type>> {
    let function = model.function;
    let params = &model.heads[number].params;
    let of = |ty: Type| format(ty).map(|_| ty);
    let mut kinds: Vec<Option<Type>> = params.iter().map(|(value, _)| of(function.ty(*value))).collect();
    for &block in &model.loops.all()[number].blocks {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            if let InstKind::Pure { op: PureOp::Bitcast, args } = &data.kind
                && let Some(place) = params.iter().position(|(value, _)| *value == args[0])
            {
                kinds[place] = kinds[place].or(of(function.ty(data.results[0])));
            }
        }
    }
    kinds
}

/// A float as a number that is ordered as floats are, -0 below +0.
fn ordered(terms: &mut Terms, bits: Term) -> Term {
    let width = terms.width(bits);
    let zero = terms.bits(width, 0);
    let negative = terms.bvslt(bits, zero);
    let others = terms.bits(width, raddle_smt::sort::mask(width) >> 1);
    let turned = terms.bvxor(bits, others);
    let ordered = terms.ite(negative, turned, bits);
    terms.sext(width + 2, ordered)
}

/// The variables of a loop, as what may fall.
pub fn measures(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    for (_, var, _) in variables(model, number) {
        let (up, name) = (ordered(&mut model.terms, var), model.show(var));
        let down = model.terms.bvneg(up);
        model.names.extend([(up, name.clone()), (down, format!("-{name}"))]);
        all.extend([down, up]);
    }
    all
}

/// What floats may satisfy at the loop's head: they are numbers, and on one side of where they begin.
pub fn guesses(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    for (place, var, ty) in variables(model, number) {
        let first = super::invariants::first(model, number, place);
        let Some(format) = format(ty) else { continue };
        let terms = &mut model.terms;
        let [x, first] = [var, first].map(|bits| terms.fp_from_bits(format, bits));
        let (infinite, nan) = (terms.fp_is_inf(x), terms.fp_is_nan(x));
        let either = terms.or(infinite, nan);
        all.extend([terms.not(either), terms.fp_le(first, x), terms.fp_le(x, first)]);
    }
    all
}

/// Bounds up to which a counter moves at each step.
pub fn conditions(model: &mut Model<'_>, number: usize) -> Vec<Condition> {
    let mut all = Vec::new();
    for Comparison { cond, left, right, ty } in comparisons(model, number) {
        let ordering = !matches!(cond, FloatCond::Num | FloatCond::Nan);
        let Some(format) = format(ty).filter(|_| ordering) else { continue };
        // Steps of at least 1 are exact below this; smaller ones have smaller bounds.
        let digits = if ty == Type::F32 { 24 } else { 53 };
        for (counter, bound) in [(left, right), (right, left)] {
            if model.outside(number, counter, false) || !model.of_launch(bound) {
                continue;
            }
            for less in [0, 1, 4, 8, 12] {
                let limit = 2f64.powi(digits - less);
                let bits = |x: f64| eval::from_f64(ty, x, Rounding::Nearest);
                let terms = &mut model.terms;
                let (most, least) = (terms.float(format, bits(limit)), terms.float(format, bits(-limit)));
                let value = terms.fp_from_bits(format, bound);
                let (below, above) = (terms.fp_le(value, most), terms.fp_le(least, value));
                let name = model.show(bound);
                for (holds, text, end) in [
                    (below, format!("{name} <= {limit}"), f64::INFINITY),
                    (above, format!("{name} >= -{limit}"), f64::NEG_INFINITY),
                ] {
                    let terms = vec![(holds, text)];
                    all.push(Condition { number, terms, bound: (bound, bits(end)), step: None, read: None });
                }
            }
        }
    }
    all
}
