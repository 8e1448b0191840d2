//! Floating-point operations in the formats `f16`, `bf16`, `f32` and `f64`.
//!
//! Every value of every format is a value of `f64` too, so comparisons, minima, and conversions to
//! integers go through `f64` without loss; only rounding needs the format's own arithmetic.

use super::int::{sign_extend, signed_range};
use crate::op::{ApproxFn, FloatCond, FloatMode, PureOp, Rounding, Testp};
use crate::types::Type;
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// The NaN that stands for those that operations make ([`makes_nan`]): for `f16`, `bf16` and `f32` the one that the PTX ISA calls
/// canonical, for `f64` the quiet NaN without sign and with an empty payload.
///
/// 0 for a type that is not a float.
#[must_use]
pub const fn canonical_nan(ty: Type) -> u128 {
    match ty {
        Type::F16 | Type::Bf16 => 0x7fff,
        Type::F32 => 0x7fff_ffff,
        Type::F64 => 0x7ff8_0000_0000_0000,
        _ => 0,
    }
}

/// Is this result a NaN whose bits are not specified? "Single-precision instructions return an unspecified NaN", half-precision ones, too,
/// and double-precision ones keep the payload of a NaN that they are given, of one of them (PTX ISA, "Floating Point Instructions").
/// What [`super::eval`] returns then stands for any NaN: it tells how the result compares and converts, and not which bits it has.
#[must_use]
#[inline]
pub fn makes_nan(op: PureOp, result: Type, bits: u128) -> bool {
    op.makes_nans() && to_f64(result, bits).is_nan()
}

/// The number that `bits` means in the format `ty`, exactly. NaN for a type that is not a float.
#[must_use]
pub fn to_f64(ty: Type, bits: u128) -> f64 {
    match ty {
        Type::F16 => widen(Half::from_bits(bits & 0xffff)),
        Type::Bf16 => f64::from(f32::from_bits((bits as u32) << 16)),
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        Type::F64 => f64::from_bits(bits as u64),
        _ => f64::NAN,
    }
}

/// The bits of `x` in the format `ty`, rounded in the given direction; NaN becomes the canonical one.
#[must_use]
pub fn from_f64(ty: Type, x: f64, rounding: Rounding) -> u128 {
    if x.is_nan() {
        return canonical_nan(ty);
    }
    let wide = Double::from_bits(u128::from(x.to_bits()));
    let round = direction(rounding);
    let mut loses = false;
    match ty {
        Type::F16 => FloatConvert::<Half>::convert_r(wide, round, &mut loses).value.to_bits(),
        Type::Bf16 => FloatConvert::<BFloat>::convert_r(wide, round, &mut loses).value.to_bits(),
        Type::F32 if rounding == Rounding::Nearest => u128::from((x as f32).to_bits()),
        Type::F32 => FloatConvert::<Single>::convert_r(wide, round, &mut loses).value.to_bits(),
        _ => u128::from(x.to_bits()),
    }
}

/// What an approximation of PTX comes near to: the function's value in `f64` as the host computes it, rounded to `ty`. A device
/// may give another number within the error that the PTX ISA bounds, so nothing may be concluded from this one: it
/// serves a run whose numbers a person looks at.
///
/// `None` for a type that is not a float, and for too few arguments.
#[must_use]
pub fn approximate(function: ApproxFn, ty: Type, args: &[u128]) -> Option<u128> {
    if !ty.is_float() {
        return None;
    }
    let x = to_f64(ty, *args.first()?);
    let value = match function {
        ApproxFn::Rcp => 1.0 / x,
        ApproxFn::Sqrt => x.sqrt(),
        ApproxFn::Rsqrt => 1.0 / x.sqrt(),
        ApproxFn::Sin => x.sin(),
        ApproxFn::Cos => x.cos(),
        ApproxFn::Lg2 => x.log2(),
        ApproxFn::Ex2 => x.exp2(),
        ApproxFn::Tanh => x.tanh(),
        ApproxFn::Div => x / to_f64(ty, *args.get(1)?),
    };
    Some(from_f64(ty, value, Rounding::Nearest))
}

fn widen(x: Half) -> f64 {
    let mut loses = false;
    let wide: Double = x.convert_r(Round::NearestTiesToEven, &mut loses).value;
    f64::from_bits(wide.to_bits() as u64)
}

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::Zero => Round::TowardZero,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
    }
}

#[inline]
pub(super) fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[inline]
pub(super) fn f32_bits(x: f32) -> u64 {
    if x.is_nan() { 0x7fff_ffff } else { u64::from(x.to_bits()) }
}

/// The result of a floating-point operation; see [`super::eval`].
pub(super) fn eval(op: PureOp, result: Type, operand: Type, args: &[u128]) -> Option<u128> {
    use PureOp as P;
    if let P::UToF(mode) | P::SToF(mode) = op {
        let value = operand.is_int().then_some(args[0])?;
        let signed = matches!(op, P::SToF(_));
        return Some(finish(result, mode, from_int(result, operand, value, signed, mode.rounding)?));
    }
    if !operand.is_float() {
        return None;
    }
    let sign = 1u128 << (operand.bits() - 1);
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let read = |mode| to_f64(operand, flush(operand, converts(mode, operand).ftz, a));
    Some(match op {
        P::FNeg => a ^ sign,
        P::FAbs => a & !sign,
        P::FCopysign => (b & !sign) | (a & sign),
        P::Testp(what) => u128::from(test(what, operand, a)),
        P::Fcmp(cond, ftz) => {
            let value = |bits| to_f64(operand, flush(operand, ftz, bits));
            u128::from(compare(cond, value(a), value(b)))
        }
        P::FMin { nan, ftz } => extremum(operand, nan, flush(operand, ftz, a), flush(operand, ftz, b), true),
        P::FMax { nan, ftz } => extremum(operand, nan, flush(operand, ftz, a), flush(operand, ftz, b), false),
        P::FToU(mode) => to_int(result, operand, read(mode), mode.rounding, false)?,
        P::FToS(mode) => to_int(result, operand, read(mode), mode.rounding, true)?,
        P::FToF(mode) => {
            let x = read(mode);
            let bits = from_f64(result, x, mode.rounding);
            let mode = converts(mode, result);
            finish(result, mode, flush_tiny(result, mode, bits, || Some(narrowed(x, mode.rounding))))
        }
        P::FRound(mode) => {
            let x = integral(read(mode), mode.rounding);
            finish(result, converts(mode, result), from_f64(result, x, Rounding::Nearest))
        }
        P::FAdd(m) | P::FSub(m) | P::FMul(m) | P::FDiv(m) | P::FRcp(m) | P::FSqrt(m) | P::Fma(m) => {
            let mut flushed = [0; 3];
            for (to, &from) in flushed.iter_mut().zip(args) {
                *to = flush(operand, m.ftz, from);
            }
            if let P::FRcp(_) = op {
                flushed = [from_f64(operand, 1.0, Rounding::Nearest), flushed[0], 0];
            }
            let bits = arithmetic(op, operand, m.rounding, flushed)?;
            let wide = || with_more_exponents(op, operand, m.rounding, flushed);
            finish(result, m, flush_tiny(result, m, bits, wide))
        }
        _ => return None,
    })
}

/// Subnormals become zero of the same sign when `ftz` is set.
fn flush(ty: Type, ftz: bool, bits: u128) -> u128 {
    if ftz && is_subnormal(ty, bits) { bits & (1 << (ty.bits() - 1)) } else { bits }
}

/// The mode of a conversion on the side that has this type: `.ftz` "applies only to single precision" (PTX ISA, `cvt`).
fn converts(mode: FloatMode, ty: Type) -> FloatMode {
    FloatMode { ftz: mode.ftz && ty == Type::F32, ..mode }
}

/// Zero in place of a result that is the least normal number only because it was rounded as the subnormal numbers are: `.ftz` flushes what is subnormal
/// after it is rounded as if the exponent had no bound, as an H100 does. `wide` is that result.
fn flush_tiny(ty: Type, mode: FloatMode, bits: u128, wide: impl FnOnce() -> Option<f64>) -> u128 {
    let (least, sign) = (1 << fraction_bits(ty), 1 << (ty.bits() - 1));
    let is_tiny =
        mode.ftz && bits & !sign == least && wide().is_some_and(|wide| wide.abs() < to_f64(ty, least));
    if is_tiny { bits & sign } else { bits }
}

/// A format with the precision of another one, and with the exponents of `f64` or more.
struct Wide<const BITS: usize, const EXPONENT: usize>;

impl<const BITS: usize, const EXPONENT: usize> Semantics for Wide<BITS, EXPONENT> {
    const BITS: usize = BITS;
    const EXP_BITS: usize = EXPONENT;
}

type WideHalf = IeeeFloat<Wide<22, 11>>;
type WideSingle = IeeeFloat<Wide<35, 11>>;

/// The result of an operation, rounded to the precision of the format, whatever its exponent. The other formats have no `.ftz`.
fn with_more_exponents(op: PureOp, ty: Type, rounding: Rounding, args: [u128; 3]) -> Option<f64> {
    fn soft_in<F>(op: PureOp, ty: Type, rounding: Rounding, args: [u128; 3]) -> Option<f64>
    where
        Double: FloatConvert<F>,
        F: Float + FloatConvert<Double>,
    {
        let mut loses = false;
        let args = args.map(|bits| {
            let wide = Double::from_bits(u128::from(to_f64(ty, bits).to_bits()));
            FloatConvert::<F>::convert_r(wide, Round::NearestTiesToEven, &mut loses).value.to_bits()
        });
        let result = F::from_bits(soft::<F>(op, rounding, args)?);
        let wide: Double = result.convert_r(Round::NearestTiesToEven, &mut loses).value;
        Some(f64::from_bits(wide.to_bits() as u64))
    }
    match ty {
        Type::F16 => soft_in::<WideHalf>(op, ty, rounding, args),
        Type::F32 => soft_in::<WideSingle>(op, ty, rounding, args),
        _ => None,
    }
}

/// A number, rounded to the precision of `f32`, whatever its exponent.
fn narrowed(x: f64, rounding: Rounding) -> f64 {
    let mut loses = false;
    let number = Double::from_bits(u128::from(x.to_bits()));
    let narrow: WideSingle = number.convert_r(direction(rounding), &mut loses).value;
    let wide: Double = narrow.convert_r(Round::NearestTiesToEven, &mut loses).value;
    f64::from_bits(wide.to_bits() as u64)
}

/// The number of bits of the fraction.
fn fraction_bits(ty: Type) -> u32 {
    match ty {
        Type::F16 => 10,
        Type::Bf16 => 7,
        Type::F32 => 23,
        _ => 52,
    }
}

fn is_subnormal(ty: Type, bits: u128) -> bool {
    let magnitude = bits & (ty.mask() >> 1);
    magnitude != 0 && magnitude >> fraction_bits(ty) == 0
}

/// What is done to every result: `.ftz`, one NaN for all, `.sat`, `.relu`.
fn finish(ty: Type, mode: FloatMode, bits: u128) -> u128 {
    let bits = flush(ty, mode.ftz, bits);
    let x = to_f64(ty, bits);
    if x.is_nan() {
        return if mode.sat { 0 } else { canonical_nan(ty) };
    }
    let negative = bits >> (ty.bits() - 1) & 1 == 1;
    if mode.sat && x > 1.0 {
        from_f64(ty, 1.0, Rounding::Nearest)
    } else if (mode.sat || mode.relu) && negative {
        0
    } else {
        bits
    }
}

fn arithmetic(op: PureOp, ty: Type, rounding: Rounding, args: [u128; 3]) -> Option<u128> {
    if let PureOp::FSqrt(_) = op {
        return Some(square_root(ty, rounding, args[0]));
    }
    let nearest = rounding == Rounding::Nearest;
    match ty {
        Type::F32 if nearest => {
            let [a, b, c] = args.map(|bits| f32::from_bits(bits as u32));
            Some(u128::from(native(op, a, b, || a.mul_add(b, c))?.to_bits()))
        }
        Type::F64 if nearest => {
            let [a, b, c] = args.map(|bits| f64::from_bits(bits as u64));
            Some(u128::from(native(op, a, b, || a.mul_add(b, c))?.to_bits()))
        }
        Type::F16 => soft::<Half>(op, rounding, args),
        Type::Bf16 => soft::<BFloat>(op, rounding, args),
        Type::F32 => soft::<Single>(op, rounding, args),
        Type::F64 => soft::<Double>(op, rounding, args),
        _ => None,
    }
}

fn native<T>(op: PureOp, a: T, b: T, fused: impl FnOnce() -> T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>,
{
    Some(match op {
        PureOp::FAdd(_) => a + b,
        PureOp::FSub(_) => a - b,
        PureOp::FMul(_) => a * b,
        PureOp::FDiv(_) | PureOp::FRcp(_) => a / b,
        PureOp::Fma(_) => fused(),
        _ => return None,
    })
}

fn soft<F: Float>(op: PureOp, rounding: Rounding, args: [u128; 3]) -> Option<u128> {
    let [a, b, c] = args.map(F::from_bits);
    let round = direction(rounding);
    Some(
        match op {
            PureOp::FAdd(_) => a.add_r(b, round),
            PureOp::FSub(_) => a.sub_r(b, round),
            PureOp::FMul(_) => a.mul_r(b, round),
            PureOp::FDiv(_) | PureOp::FRcp(_) => a.div_r(b, round),
            PureOp::Fma(_) => a.mul_add_r(b, c, round),
            _ => return None,
        }
        .value
        .to_bits(),
    )
}

/// The square root: the root to nearest in `f64`, corrected by the sign of its residual.
///
/// In the formats below `f64` a root in `f64` that is rounded once more is right: a root that is not
/// exact is at least 2^-50 (relatively) away from every number, and every middle of two, of the format.
fn square_root(ty: Type, rounding: Rounding, bits: u128) -> u128 {
    let x = to_f64(ty, bits);
    let root = x.sqrt();
    if ty != Type::F64 || rounding == Rounding::Nearest || !root.is_finite() || root == 0.0 {
        return from_f64(ty, root, rounding);
    }
    // Scaled, so that the residual of a small number does not underflow.
    let (x, scaled) = if x < 1e-200 { (x * 2f64.powi(216), root * 2f64.powi(108)) } else { (x, root) };
    let residual = (-scaled).mul_add(scaled, x);
    // The root is a positive number, so its neighbours are those of its bits.
    let root = match rounding {
        Rounding::Up if residual > 0.0 => f64::from_bits(root.to_bits() + 1),
        Rounding::Down | Rounding::Zero if residual < 0.0 => f64::from_bits(root.to_bits() - 1),
        _ => root,
    };
    u128::from(root.to_bits())
}

fn integral(x: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::NearestAway => x.round(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}

/// PTX ISA, `cvt`: clamped to the range of the result; NaN is 0, but the highest bit alone where the
/// source is `f64` or the result has 64 bits.
fn to_int(result: Type, operand: Type, x: f64, rounding: Rounding, signed: bool) -> Option<u128> {
    let width = result.is_int().then_some(result.bits())?;
    if x.is_nan() {
        let top = operand == Type::F64 || width >= 64;
        return Some(if top { 1 << (width - 1) } else { 0 });
    }
    let x = integral(x, rounding);
    // `as` clamps to the range of the 128-bit type.
    Some(if signed {
        let (least, most) = signed_range(width);
        (x as i128).clamp(least, most) as u128 & result.mask()
    } else {
        (x as u128).min(result.mask())
    })
}

fn from_int(result: Type, operand: Type, value: u128, signed: bool, rounding: Rounding) -> Option<u128> {
    fn rounded<F: Float>(value: u128, bits: u32, signed: bool, rounding: Rounding) -> u128 {
        let round = direction(rounding);
        let number = if signed {
            F::from_i128_r(sign_extend(value, bits), round)
        } else {
            F::from_u128_r(value, round)
        };
        number.value.to_bits()
    }
    let bits = operand.bits();
    Some(match result {
        Type::F16 => rounded::<Half>(value, bits, signed, rounding),
        Type::Bf16 => rounded::<BFloat>(value, bits, signed, rounding),
        Type::F32 => rounded::<Single>(value, bits, signed, rounding),
        Type::F64 => rounded::<Double>(value, bits, signed, rounding),
        _ => return None,
    })
}

fn compare(cond: FloatCond, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match cond {
        FloatCond::Eq => a == b,
        FloatCond::Ne => !unordered && a != b,
        FloatCond::Lt => a < b,
        FloatCond::Le => a <= b,
        FloatCond::Gt => a > b,
        FloatCond::Ge => a >= b,
        FloatCond::Equ => unordered || a == b,
        FloatCond::Neu => unordered || a != b,
        FloatCond::Ltu => unordered || a < b,
        FloatCond::Leu => unordered || a <= b,
        FloatCond::Gtu => unordered || a > b,
        FloatCond::Geu => unordered || a >= b,
        FloatCond::Num => !unordered,
        FloatCond::Nan => unordered,
    }
}

/// PTX ISA, `min` and `max`: -0 is below +0; a NaN loses against a number unless `.NaN` is given.
fn extremum(ty: Type, nan: bool, a: u128, b: u128, least: bool) -> u128 {
    let (x, y) = (to_f64(ty, a), to_f64(ty, b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => canonical_nan(ty),
        (true, false) | (false, true) if nan => canonical_nan(ty),
        (true, false) => b,
        (false, true) => a,
        _ => {
            let first = if x == y { (x.is_sign_negative()) == least } else { (x < y) == least };
            if first { a } else { b }
        }
    }
}

fn test(what: Testp, ty: Type, bits: u128) -> bool {
    let x = to_f64(ty, bits);
    match what {
        Testp::Finite => x.is_finite(),
        Testp::Infinite => x.is_infinite(),
        Testp::Number => !x.is_nan(),
        Testp::NotANumber => x.is_nan(),
        // "As a special case, positive and negative zero are considered normal numbers" (PTX ISA, `testp`).
        Testp::Normal => x.is_finite() && !is_subnormal(ty, bits),
        Testp::Subnormal => is_subnormal(ty, bits),
    }
}
