//! The meaning of every operator, on values: SMT-LIB's, at every width.
//!
//! Scalars are numbers: a Boolean is 0 or 1, a bit-vector its unsigned number, a float its bits, with one NaN. Floats
//! are computed by [`mod@raddle_ir::eval`], as everywhere in raddle.

use crate::op::Op;
use crate::sort::{Format, Sort, mask, signed};
use raddle_ir::Type;
use raddle_ir::eval::{eval, to_f64};
use raddle_ir::{FloatMode, PureOp, Rounding};

/// The value of an operator on scalars. None for what has none here: variables, functions, arrays, and conversions of
/// floats that are out of range.
#[must_use]
pub fn meaning(op: Op, sort: Sort, args: &[(Sort, u128)]) -> Option<u128> {
    use Op as O;
    let value = |i: usize| args.get(i).map(|(_, v)| *v);
    let width = args.first().and_then(|(s, _)| s.width()).unwrap_or(1);
    let bits = mask(width);
    let number = |i: usize| value(i).map(|v| signed(v, width));
    let truth = |b: bool| Some(u128::from(b));
    match op {
        O::Bool(b) => truth(b),
        O::Const(value) => Some(value),
        O::Not => Some(value(0)? ^ 1),
        O::And => Some(args.iter().fold(1, |all, (_, v)| all & v)),
        O::Or => Some(args.iter().fold(0, |all, (_, v)| all | v)),
        O::Xor => Some(value(0)? ^ value(1)?),
        O::Implies => Some(value(0)? ^ 1 | value(1)?),
        // There is one NaN, so equality of floats is equality of bits.
        O::Eq => truth(value(0)? == value(1)?),
        O::Ite => {
            if value(0)? == 1 {
                value(1)
            } else {
                value(2)
            }
        }
        O::BvNot => Some(!value(0)? & bits),
        O::BvNeg => Some(value(0)?.wrapping_neg() & bits),
        O::BvSub => Some(value(0)?.wrapping_sub(value(1)?) & bits),
        O::BvAdd => Some(args.iter().fold(0u128, |sum, (_, v)| sum.wrapping_add(*v)) & bits),
        O::BvMul => Some(args.iter().fold(1u128, |product, (_, v)| product.wrapping_mul(*v)) & bits),
        O::BvAnd => Some(args.iter().fold(bits, |all, (_, v)| all & v)),
        O::BvOr => Some(args.iter().fold(0, |all, (_, v)| all | v)),
        O::BvXor => Some(args.iter().fold(0, |all, (_, v)| all ^ v)),
        O::BvUdiv => Some(value(0)?.checked_div(value(1)?).unwrap_or(bits)),
        O::BvUrem => Some(value(0)?.checked_rem(value(1)?).unwrap_or(value(0)?)),
        O::BvSdiv => {
            let (a, b) = (number(0)?, number(1)?);
            let quotient = if b == 0 { if a < 0 { 1 } else { -1 } } else { a.wrapping_div(b) };
            Some(quotient as u128 & bits)
        }
        O::BvSrem => {
            let (a, b) = (number(0)?, number(1)?);
            Some(if b == 0 { a } else { a.wrapping_rem(b) } as u128 & bits)
        }
        O::BvShl => {
            let by = value(1)?;
            Some(if by < u128::from(width) { value(0)? << by & bits } else { 0 })
        }
        O::BvLshr => {
            let by = value(1)?;
            Some(if by < u128::from(width) { value(0)? >> by } else { 0 })
        }
        O::BvAshr => {
            let by = value(1)?.min(u128::from(width) - 1);
            Some((number(0)? >> by) as u128 & bits)
        }
        O::Concat => Some(value(0)? << args.get(1)?.0.width()? | value(1)?),
        O::Extract(low) => Some(value(0)? >> low & mask(sort.width()?)),
        O::Zext => value(0),
        O::Sext => Some(number(0)? as u128 & mask(sort.width()?)),
        O::BvUlt => truth(value(0)? < value(1)?),
        O::BvUle => truth(value(0)? <= value(1)?),
        O::BvSlt => truth(number(0)? < number(1)?),
        O::BvSle => truth(number(0)? <= number(1)?),
        O::Var(_) | O::Apply(_) | O::ConstArray | O::Select | O::Store => None,
        O::FpFromBits => {
            let Sort::Float(format) = sort else { return None };
            value(0).map(|bits| canonical(format, bits))
        }
        _ => float(op, sort, args),
    }
}

fn canonical(format: Format, bits: u128) -> u128 {
    if format.is_nan(bits) { format.nan() } else { bits }
}

/// Operators whose first argument or result is a float.
fn float(op: Op, sort: Sort, args: &[(Sort, u128)]) -> Option<u128> {
    use Op as O;
    let &(first, a) = args.first()?;
    if let (Sort::Float(format), O::FpFromUnsigned(_) | O::FpFromSigned(_)) = (sort, op) {
        let mode = mode(op.rounding()?);
        // At 128 bits, whatever the width: the number is the same.
        return if let O::FpFromSigned(_) = op {
            let wide = signed(a, first.width()?) as u128;
            eval(PureOp::SToF(mode), format.ir(), Type::I128, &[wide])
        } else {
            eval(PureOp::UToF(mode), format.ir(), Type::I128, &[a])
        };
    }
    let Sort::Float(format) = first else { return None };
    let number = |bits| to_f64(format.ir(), bits);
    let truth = |b: bool| Some(u128::from(b));
    let same = |pure| {
        let bits: smallvec::SmallVec<[u128; 3]> = args.iter().map(|(_, v)| *v).collect();
        eval(pure, format.ir(), format.ir(), &bits).map(|bits| canonical(format, bits))
    };
    let m = mode(op.rounding().unwrap_or_default());
    match op {
        O::FpToBits => Some(a),
        O::FpNeg => Some(canonical(format, a ^ format.sign())),
        O::FpAbs => Some(canonical(format, a & !format.sign())),
        O::FpAdd(_) => same(PureOp::FAdd(m)),
        O::FpSub(_) => same(PureOp::FSub(m)),
        O::FpMul(_) => same(PureOp::FMul(m)),
        O::FpDiv(_) => same(PureOp::FDiv(m)),
        O::FpFma(_) => same(PureOp::Fma(m)),
        O::FpSqrt(_) => same(PureOp::FSqrt(m)),
        O::FpRound(_) => same(PureOp::FRound(m)),
        O::FpEq => truth(number(a) == number(args.get(1)?.1)),
        O::FpLt => truth(number(a) < number(args.get(1)?.1)),
        O::FpLe => truth(number(a) <= number(args.get(1)?.1)),
        O::FpIsNan => truth(number(a).is_nan()),
        O::FpIsInf => truth(number(a).is_infinite()),
        O::FpIsZero => truth(number(a) == 0.0),
        O::FpIsSubnormal => {
            let magnitude = a & !format.sign();
            truth(magnitude != 0 && magnitude >> (format.significand() - 1) == 0)
        }
        O::FpIsNegative => truth(!format.is_nan(a) && a & format.sign() != 0),
        O::FpToFp(_) => {
            let Sort::Float(to) = sort else { return None };
            eval(PureOp::FToF(m), to.ir(), format.ir(), &[a])
        }
        O::FpToUnsigned(_) | O::FpToSigned(_) => to_integer(op, sort.width()?, format, a, m),
        _ => None,
    }
}

fn to_integer(op: Op, width: u32, format: Format, a: u128, m: FloatMode) -> Option<u128> {
    let x = to_f64(format.ir(), eval(PureOp::FRound(m), format.ir(), format.ir(), &[a])?);
    let limit = 2f64.powi(width as i32);
    let (least, end) = match op {
        Op::FpToUnsigned(_) => (0.0, limit),
        _ => (-limit / 2.0, limit / 2.0),
    };
    if !(x >= least && x < end) {
        return None;
    }
    Some(if x < 0.0 { x as i128 as u128 } else { x as u128 } & mask(width))
}

fn mode(rounding: Rounding) -> FloatMode {
    FloatMode { rounding, ..FloatMode::default() }
}
