//! The meaning of every [`PureOp`], in one place: folding, the reference machine and the tests of
//! every method evaluate here.
//!
//! Bits in, bits out: a value of type `T` is a `u128` whose bits beyond `T`'s width are zero, and so
//! is the result. `None` says that the operation has no result that raddle may rely on: division by
//! zero and `MIN / -1` (PTX ISA, `div`: "unspecified, machine-specific"), functions known only up to an error
//! ([`PureOp::Approx`]), opaque fragments, and address-space conversions, which need to know where
//! memory lies and are the machine's business.
//!
//! Floats are computed natively where the host's arithmetic *is* IEEE to nearest (`f32`, `f64`), and with
//! `rustc_apfloat` in every other direction and format. Which NaN an operation makes is not specified: [`canonical_nan`] stands for
//! it, and [`makes_nan`] says where.

mod float;
mod int;
#[cfg(test)]
mod tests;

use crate::op::PureOp;
use crate::types::Type;

pub use float::{approximate, canonical_nan, from_f64, makes_nan, to_f64};

/// The result of `op`, of type `result`, for `args`; `operand` is the type of the first argument
/// (of the second for [`PureOp::Select`], which all but the condition have).
///
/// Shift amounts and bit positions may be of any integer type: they are read as unsigned numbers.
///
/// Returns `None` when the result is not specified, when the type is not one that the operation
/// takes, or when `args` is shorter than the operation's arity.
#[must_use]
pub fn eval(op: PureOp, result: Type, operand: Type, args: &[u128]) -> Option<u128> {
    if args.len() < op.arity() || result == Type::Opaque || operand == Type::Opaque {
        return None;
    }
    use PureOp as P;
    match op {
        P::Select => Some(if args[0] & 1 == 1 { args[1] } else { args[2] }),
        P::Bitcast => (result.bits() == operand.bits()).then_some(args[0]),
        P::UToF(_) | P::SToF(_) | P::FToU(_) | P::FToS(_) | P::Fcmp(..) | P::FCopysign | P::Testp(_) => {
            float::eval(op, result, operand, args)
        }
        _ if op.makes_nans() => float::eval(op, result, operand, args),
        P::Approx(_) | P::ToGeneric(_) | P::FromGeneric(_) | P::IsSpace(_) => None,
        _ => int::eval(op, result, operand, args),
    }
}

/// As [`eval`] for values of at most 64 bits, and fast for the operations that kernels are made of.
///
/// Returns `None` also when the operation needs more than 64 bits.
#[must_use]
#[inline]
pub fn eval64(op: PureOp, result: Type, operand: Type, args: &[u64]) -> Option<u64> {
    use PureOp as P;
    let bits = operand.bits();
    if bits == 0 || bits > 64 || result.bits() > 64 || args.len() < op.arity() {
        return None;
    }
    let mask = u64::MAX >> (64 - bits);
    let signed = |v: u64| ((v << (64 - bits)) as i64) >> (64 - bits);
    Some(match op {
        P::Add => args[0].wrapping_add(args[1]) & mask,
        P::Sub => args[0].wrapping_sub(args[1]) & mask,
        P::Mul => args[0].wrapping_mul(args[1]) & mask,
        P::And => args[0] & args[1],
        P::Or => args[0] | args[1],
        P::Xor => args[0] ^ args[1],
        P::Not => !args[0] & mask,
        P::Shl if args[1] < u64::from(bits) => (args[0] << args[1]) & mask,
        P::ShrU if args[1] < u64::from(bits) => args[0] >> args[1],
        P::ShrS => (signed(args[0]) >> args[1].min(63)) as u64 & mask,
        P::Select => {
            if args[0] & 1 == 1 {
                args[1]
            } else {
                args[2]
            }
        }
        P::Icmp(cond) => u64::from(int::compare64(cond, args[0], args[1], signed(args[0]), signed(args[1]))),
        P::Trunc => args[0] & result.mask() as u64,
        P::Zext | P::Bitcast => args[0],
        P::Sext => signed(args[0]) as u64 & result.mask() as u64,
        P::FAdd(m) | P::FMul(m) | P::Fma(m) if m == crate::op::FloatMode::default() => match (op, operand) {
            (P::FAdd(_), Type::F32) => float::f32_bits(float::f32_of(args[0]) + float::f32_of(args[1])),
            (P::FMul(_), Type::F32) => float::f32_bits(float::f32_of(args[0]) * float::f32_of(args[1])),
            (P::Fma(_), Type::F32) => float::f32_bits(
                float::f32_of(args[0]).mul_add(float::f32_of(args[1]), float::f32_of(args[2])),
            ),
            _ => return wide(op, result, operand, args),
        },
        _ => return wide(op, result, operand, args),
    })
}

fn wide(op: PureOp, result: Type, operand: Type, args: &[u64]) -> Option<u64> {
    let mut wide = [0u128; 4];
    for (wide, &narrow) in wide.iter_mut().zip(args) {
        *wide = u128::from(narrow);
    }
    eval(op, result, operand, &wide[..args.len().min(4)]).map(|bits| bits as u64)
}
