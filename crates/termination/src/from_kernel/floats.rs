//! Counters that are floating-point numbers (paper 004, figure 9a).
//!
//! Only what counters need is followed: sums, differences, products and quotients, rounded to nearest, and integers that become floats. Everything else
//! that is computed from floats is any value. Proofs know [something](facts) of sums and differences with a constant; where a launch is given, all are computed. Arithmetic is IEEE 754's, so `i + 1` is `i` from 2^24 on: that a counter moves is an
//! invariant or a condition, not an assumption.

use super::conditions::Condition;
use super::measures::arguments;
use super::model::Model;
use raddle_ir::{
    FloatCond, FloatMode, Function, InstKind, PureOp, Rounding, Terminator, Type, Value, ValueDef, eval,
};
use raddle_smt::{Format, Op, Sort, Term, Terms};
use std::collections::BTreeSet;

/// Is it an operation on floats that is followed?
#[must_use]
pub fn is_followed(function: &Function, op: PureOp, args: &[Value]) -> bool {
    let plain = |mode: FloatMode| mode == FloatMode::default();
    let usual = args.iter().all(|&a| !function.ty(a).is_float() || format(function.ty(a)).is_some());
    usual
        && match op {
            PureOp::FAdd(mode) | PureOp::FSub(mode) | PureOp::FMul(mode) | PureOp::FDiv(mode) => plain(mode),
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
        PureOp::FDiv(_) => terms.fp_div(Rounding::Nearest, a, b),
        _ => return None,
    };
    Some(terms.fp_to_bits(result))
}

/// A variable for the bits of a floating-point result, and what is known of it. Solvers for bit-vectors are fast, those for floats are not.
///
/// Of a sum with a constant `c > 0`, rounded to nearest, of a finite `x`: it is no smaller than `x`, as rounding keeps the order; it is finite if `c` is small against
/// the largest number; and it is larger than `x` if `|x| < 2^p * 2^k`, where `2^k <= c` and `p` is the number of digits: the next float above `x` is
/// at most `x + 2^k` there. The same the other way round for `c < 0`. Nothing is known of other results.
pub fn facts(terms: &mut Terms, result: Term) -> (Term, Vec<Term>) {
    let width = terms.width(result);
    let variable = terms.var(format!("float {result:?}"), Sort::Bits(width));
    let facts = sum(terms, result).map(|(x, c)| of_sum(terms, variable, x, c)).unwrap_or_default();
    (variable, facts)
}

/// What a result is a sum of: bits and a number.
fn sum(terms: &Terms, result: Term) -> Option<(Term, f64)> {
    let &[sum] = terms.args(result) else { return None };
    let (op, &[a, b]) = (terms.op(sum), terms.args(sum)) else { return None };
    let Sort::Float(format) = terms.sort(sum) else { return None };
    let number = |t: Term| match terms.op(t) {
        Op::Const(bits) => Some(eval::to_f64(format.ir(), bits)),
        Op::FpFromBits => terms.constant(terms.args(t)[0]).map(|bits| eval::to_f64(format.ir(), bits)),
        _ => None,
    };
    let bits = |t: Term| (terms.op(t) == Op::FpFromBits).then(|| terms.args(t)[0]);
    match op {
        Op::FpAdd(Rounding::Nearest) => {
            number(b).and_then(|c| Some((bits(a)?, c))).or_else(|| Some((bits(b)?, number(a)?)))
        }
        Op::FpSub(Rounding::Nearest) => Some((bits(a)?, -number(b)?)),
        _ => None,
    }
}

fn of_sum(terms: &mut Terms, y: Term, x: Term, c: f64) -> Vec<Term> {
    let width = terms.width(x);
    let (digits, largest, ty) = if width == 32 { (24, 127, Type::F32) } else { (53, 1023, Type::F64) };
    // The exponent of the highest power of two that is at most |c|, as its bits have it; c is far from the ends of the format.
    let size = (c.abs().to_bits() >> 52) as i32 - 1023;
    if c == 0.0 || size.abs() > largest - digits - 3 {
        return Vec::new();
    }
    let magnitude = |terms: &mut Terms, bits: Term| {
        let mask = terms.bits(width, raddle_smt::sort::mask(width) >> 1);
        terms.bvand(bits, mask)
    };
    let number = |terms: &mut Terms, x: f64| terms.bits(width, eval::from_f64(ty, x, Rounding::Nearest));
    let infinite = number(terms, f64::INFINITY);
    let limit = number(terms, 2f64.powi(digits + size));
    let (of_x, of_y) = (magnitude(terms, x), magnitude(terms, y));
    let (x_finite, y_finite) = (terms.bvult(of_x, infinite), terms.bvult(of_y, infinite));
    let (from, to) = (ordered(terms, x), ordered(terms, y));
    let (from, to) = if c > 0.0 { (from, to) } else { (to, from) };
    let (stays, moves) = (terms.bvsle(from, to), terms.bvslt(from, to));
    let near = terms.bvult(of_x, limit);
    vec![terms.implies(x_finite, y_finite), terms.implies(x_finite, stays), terms.implies(near, moves)]
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
                    all.push(Condition {
                        number,
                        terms,
                        bound: (bound, bits(end)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_smt::{Model as Values, Op, Value as Number};

    /// What is said of sums holds of sums.
    #[test]
    fn facts_of_sums() {
        let mut bits: u32 = 1;
        let mut checked = 0;
        for c in [1.0, -1.0, 0.5, 3.0, -0.1, 1e6, 16_777_216.0, f64::from(f32::MIN_POSITIVE)] {
            let mut terms = Terms::new();
            let x = terms.var("x", Sort::Bits(32));
            let c = terms.bits(32, eval::from_f64(Type::F32, c, Rounding::Nearest));
            let sum = arithmetic(&mut terms, PureOp::FAdd(FloatMode::default()), Type::F32, &[x, c])
                .expect("a sum");
            let (y, facts) = super::facts(&mut terms, sum);
            let (Op::Var(of_x), Op::Var(of_y)) = (terms.op(x), terms.op(y)) else { panic!("variables") };
            for n in 0..4_000u32 {
                bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Small numbers, powers of two and their neighbours, and anything.
                let number = match n % 4 {
                    0 => (n as f32 - 2_000.0).to_bits(),
                    1 => (2f32.powi((n % 60) as i32).to_bits()).wrapping_add(n % 5).wrapping_sub(2),
                    2 => (-(2f32.powi((n % 60) as i32))).to_bits().wrapping_add(n % 5).wrapping_sub(2),
                    _ => bits,
                };
                let values = Values::default().with(of_x, Number::Scalar(number.into()));
                let result = values.value(&terms, sum).and_then(|v| v.scalar()).expect("a float");
                let values = values.with(of_y, Number::Scalar(result));
                for &fact in &facts {
                    assert_eq!(
                        values.holds(&terms, fact),
                        Some(true),
                        "{} + {:?}",
                        f32::from_bits(number),
                        terms.constant(c)
                    );
                    checked += 1;
                }
            }
        }
        assert!(checked > 50_000, "{checked} facts");
    }
}
