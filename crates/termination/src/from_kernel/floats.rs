//! Counters that are floating-point numbers (paper 004, figure 9a).
//!
//! Only what counters need is followed: sums, differences, products and quotients, rounded to nearest, and conversions of integers and
//! floats to floats. Everything else that is computed from floats is any value. Proofs know some facts (`rounding.rs`) about sums and
//! differences with a constant, and about conversions; where a launch is given, all are computed. Arithmetic is IEEE 754's, so `i + 1` is
//! `i` from 2^24 on: that a counter moves is an invariant or a condition, not an assumption.

use super::conditions::Condition;
use super::measures::arguments;
use super::model::Model;
use super::rounding;
use super::show::Place;
use raddle_ir::{
    FloatCond, FloatMode, Function, InstKind, PureOp, Rounding, Terminator, Type, Value, ValueDef, eval,
};
use raddle_smt::{Format, Sort, Term, Terms};
use std::collections::BTreeSet;

/// Is it an operation on floats that is followed?
#[must_use]
pub fn is_followed(function: &Function, op: PureOp, args: &[Value]) -> bool {
    let plain = |mode: FloatMode| mode == FloatMode::default();
    let usual = args.iter().all(|&a| !function.ty(a).is_float() || format(function.ty(a)).is_some());
    usual
        && match op {
            PureOp::FAdd(mode) | PureOp::FSub(mode) | PureOp::FMul(mode) | PureOp::FDiv(mode) => plain(mode),
            PureOp::FToF(mode) => plain(mode),
            PureOp::FNeg | PureOp::FAbs | PureOp::Bitcast | PureOp::Select => true,
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

/// The bits of a sum, difference, product or quotient, or of a number that becomes a float or one of another format; `None` for other operations.
pub fn arithmetic(terms: &mut Terms, op: PureOp, (ty, from): (Type, Type), args: &[Term]) -> Option<Term> {
    let to = format(ty)?;
    let rounding = Rounding::Nearest;
    let result = match (op, args) {
        (PureOp::SToF(mode) | PureOp::UToF(mode), &[a])
            if mode == FloatMode::default() && matches!(terms.sort(a), Sort::Bits(_)) && from.is_int() =>
        {
            match op {
                PureOp::SToF(_) => terms.fp_from_signed(rounding, to, a),
                _ => terms.fp_from_unsigned(rounding, to, a),
            }
        }
        (PureOp::FToF(_), &[a]) => {
            let a = terms.fp_from_bits(format(from).filter(|from| *from != to)?, a);
            terms.fp_to_fp(rounding, to, a)
        }
        (PureOp::FAdd(_) | PureOp::FSub(_) | PureOp::FMul(_) | PureOp::FDiv(_), &[a, b]) => {
            let [a, b] = [a, b].map(|bits| terms.fp_from_bits(to, bits));
            match op {
                PureOp::FAdd(_) => terms.fp_add(rounding, a, b),
                PureOp::FSub(_) => terms.fp_sub(rounding, a, b),
                PureOp::FMul(_) => terms.fp_mul(rounding, a, b),
                _ => terms.fp_div(rounding, a, b),
            }
        }
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
pub fn ordered(terms: &mut Terms, bits: Term) -> Term {
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

/// What floats may satisfy at the loop's head: they are numbers, and on one side of their first value.
pub fn guesses(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    for (place, var, ty) in variables(model, number) {
        let first = super::invariants::first(model, number, place);
        let terms = &mut model.terms;
        let finite = rounding::is_finite(terms, var);
        let (above, below) = (rounding::at_most(terms, first, var), rounding::at_most(terms, var, first));
        let text = |model: &Model<'_>, bits: Term| match model.terms.constant(bits) {
            Some(bits) => eval::to_f64(ty, bits).to_string(),
            None => model.show(bits),
        };
        let (name, of_first) = (text(model, var), text(model, first));
        let mut names = vec![
            (finite, format!("isfinite({name})")),
            (above, format!("{of_first} <= {name}")),
            (below, format!("{name} <= {of_first}")),
        ];
        // Up to where its steps move it.
        for edge in model.heads[number].backs.clone() {
            if let Some((of, step)) = rounding::sum(&model.terms, edge.args[place])
                && of == var
                && let Some(limit) = rounding::limit(ty.bits(), step)
            {
                let terms = &mut model.terms;
                let limit = terms.bits(ty.bits(), eval::from_f64(ty, limit, Rounding::Nearest));
                let (low, high) = if step > 0.0 { (var, limit) } else { (limit, var) };
                let within = rounding::at_most(terms, low, high);
                names.push((within, format!("{} <= {}", text(model, low), text(model, high))));
            }
        }
        for (guess, text) in names {
            all.push(guess);
            model.names.entry(guess).or_insert(text);
        }
    }
    all
}

/// Bounds up to which a counter moves at each step.
pub fn conditions(model: &mut Model<'_>, number: usize) -> Vec<Condition> {
    let mut all = Vec::new();
    for Comparison { cond, left, right, ty } in comparisons(model, number) {
        let ordering = !matches!(cond, FloatCond::Num | FloatCond::Nan);
        if !ordering || format(ty).is_none() {
            continue;
        }
        for (counter, bound) in [(left, right), (right, left)] {
            if model.outside(number, counter, false) || !model.of_launch(bound) {
                continue;
            }
            // Steps of at least 1 are exact below this; smaller ones have smaller bounds.
            let counted = rounding::widened(&model.terms, counter).unwrap_or(counter);
            let digits = rounding::digits(model.terms.width(counted));
            for less in [0, 1, 4, 8, 12] {
                let limit = 2f64.powi(digits - less);
                let bits = |x: f64| eval::from_f64(ty, x, Rounding::Nearest);
                let terms = &mut model.terms;
                let [most, least] = [limit, -limit].map(|x| terms.bits(ty.bits(), bits(x)));
                let below = rounding::at_most(terms, bound, most);
                let above = rounding::at_most(terms, least, bound);
                // The ends of what the bound may be: of an integer, if it is one.
                let integer = rounding::integer(&model.terms, bound);
                let whole = integer.map_or(bound, |(of, _)| of);
                let ends = match integer {
                    None => [f64::INFINITY, f64::NEG_INFINITY].map(bits),
                    Some((of, signed)) => {
                        let ones = raddle_smt::sort::mask(model.terms.width(of));
                        if signed { [ones >> 1, ones ^ ones >> 1] } else { [ones, 0] }
                    }
                };
                let name = match integer {
                    Some((of, signed)) if ty == Type::F32 => {
                        format!("(float) {}", model.operand(of, signed, Place::Operand))
                    }
                    Some((of, signed)) => format!("(double) {}", model.operand(of, signed, Place::Operand)),
                    None => model.show(rounding::widened(&model.terms, bound).unwrap_or(bound)),
                };
                for (holds, text, end) in [
                    (below, format!("{name} <= {limit}"), ends[0]),
                    (above, format!("{name} >= -{limit}"), ends[1]),
                ] {
                    let terms = vec![(holds, text)];
                    all.push(Condition {
                        number,
                        terms,
                        bound: (whole, end),
                        step: None,
                        exact: false,
                        read: None,
                    });
                }
            }
        }
    }
    all
}
