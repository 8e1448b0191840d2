//! Floats, as their bits: exact where that takes no arithmetic, functions otherwise.
//!
//! A comparison goes through *keys*: the magnitude's bits, read as a number, with the float's sign. They are in the order of the
//! floats, the two zeros have one key, and what `.ftz` flushes has the key of zero.

use super::{constant, sort};
use raddle_ir::text::op_name;
use raddle_ir::{FloatCond, PureOp, Testp, Type, eval};
use raddle_smt::{Format, Term, Terms};

/// A float's sign, comparison or class.
pub(super) fn exact(t: &mut Terms, op: PureOp, operand: Type, args: &[Term]) -> Option<Term> {
    let format = format(operand)?;
    let (sign, w) = (format.sign(), format.bits());
    let (sign, magnitude) = (t.bits(w, sign), t.bits(w, sign - 1));
    Some(match op {
        PureOp::FNeg | PureOp::FAbs => {
            let number = match op {
                PureOp::FNeg => t.bvxor(args[0], sign),
                _ => t.bvand(args[0], magnitude),
            };
            let (nan, other) = (is_nan(t, format, args[0]), function(t, op, operand, operand, args)?);
            t.ite(nan, other, number)
        }
        PureOp::FCopysign => {
            let (sign, rest) = (t.bvand(args[0], sign), t.bvand(args[1], magnitude));
            t.bvor(rest, sign)
        }
        PureOp::Testp(what) => class(t, format, what, args[0]),
        PureOp::Fcmp(cond, ftz) => compare(t, format, cond, ftz, args[0], args[1]),
        _ => return None,
    })
}

/// A function of the bits, of which nothing else is known.
pub(super) fn function(
    t: &mut Terms,
    op: PureOp,
    result: Type,
    operand: Type,
    args: &[Term],
) -> Option<Term> {
    use PureOp as P;
    let fits = match op {
        P::UToF(_) | P::SToF(_) => operand.is_int() && result.is_float(),
        P::FToU(_) | P::FToS(_) => operand.is_float() && result.is_int(),
        P::FToF(_) => operand.is_float() && result.is_float(),
        _ => operand.is_float() && result == operand,
    };
    if !fits {
        return None;
    }
    let mut args = args.to_vec();
    if op.commutes(operand) {
        args[..2].sort_unstable();
    }
    let sorts: Vec<_> = args.iter().map(|a| t.sort(*a)).collect();
    let name = format!("{} {operand} {result}", op_name(op));
    let symbol = t.function(name, &sorts, sort(result)?);
    Some(t.apply(symbol, &args))
}

/// The float of a number of one bit: one of two constants.
pub(super) fn of_bit(t: &mut Terms, op: PureOp, result: Type, bit: Term) -> Option<Term> {
    let of = |n| eval(op, result, Type::I1, &[n]);
    let (one, zero) = (constant(t, result, of(1)?)?, constant(t, result, of(0)?)?);
    Some(t.ite(bit, one, zero))
}

fn format(ty: Type) -> Option<Format> {
    Format::ALL.into_iter().find(|f| f.ir() == ty)
}

/// The bits without that of the sign.
fn magnitude(t: &mut Terms, format: Format, a: Term) -> Term {
    t.extract(0, format.bits() - 1, a)
}

/// The magnitude of the smallest normal number.
fn smallest(t: &mut Terms, format: Format) -> Term {
    t.bits(format.bits() - 1, 1 << (format.significand() - 1))
}

fn is_nan(t: &mut Terms, format: Format, a: Term) -> Term {
    let (infinity, magnitude) = (t.bits(format.bits() - 1, format.infinity()), magnitude(t, format, a));
    t.bvult(infinity, magnitude)
}

fn class(t: &mut Terms, format: Format, what: Testp, a: Term) -> Term {
    let size = magnitude(t, format, a);
    let infinity = t.bits(format.bits() - 1, format.infinity());
    let smallest = smallest(t, format);
    match what {
        Testp::Finite => t.bvult(size, infinity),
        Testp::Infinite => t.eq(size, infinity),
        Testp::Number => t.bvule(size, infinity),
        Testp::NotANumber => t.bvult(infinity, size),
        Testp::Normal => {
            let (above, below) = (t.bvule(smallest, size), t.bvult(size, infinity));
            let (number, nonzero) = (t.and(above, below), t.nonzero(size));
            let zero = t.not(nonzero);
            t.or(number, zero)
        }
        Testp::Subnormal => {
            let (below, nonzero) = (t.bvult(size, smallest), t.nonzero(size));
            t.and(below, nonzero)
        }
    }
}

/// The place of a number in the order of all numbers.
fn key(t: &mut Terms, format: Format, ftz: bool, a: Term) -> Term {
    let w = format.bits();
    let mut size = magnitude(t, format, a);
    if ftz {
        let smallest = smallest(t, format);
        let (flushed, zero) = (t.bvult(size, smallest), t.bits(w - 1, 0));
        size = t.ite(flushed, zero, size);
    }
    let (size, zero) = (t.zext(w, size), t.bits(w, 0));
    let (negative, below) = (t.bvslt(a, zero), t.bvneg(size));
    t.ite(negative, below, size)
}

fn compare(t: &mut Terms, format: Format, cond: FloatCond, ftz: bool, a: Term, b: Term) -> Term {
    use FloatCond as C;
    let nans = [a, b].map(|x| is_nan(t, format, x));
    let unordered = t.any(&nans);
    let ordered = t.not(unordered);
    let [a, b] = [a, b].map(|x| key(t, format, ftz, x));
    let holds = match cond {
        C::Num => return ordered,
        C::Nan => return unordered,
        C::Eq | C::Equ => t.eq(a, b),
        C::Ne | C::Neu => {
            let equal = t.eq(a, b);
            t.not(equal)
        }
        C::Lt | C::Ltu => t.bvslt(a, b),
        C::Le | C::Leu => t.bvsle(a, b),
        C::Gt | C::Gtu => t.bvslt(b, a),
        C::Ge | C::Geu => t.bvsle(b, a),
    };
    match cond {
        C::Eq | C::Ne | C::Lt | C::Le | C::Gt | C::Ge => t.and(ordered, holds),
        _ => t.or(unordered, holds),
    }
}
