//! What is known of results that are rounded: solvers for bit-vectors are fast, those for floats are not.
//!
//! - *A sum* of a finite `x` with a constant `c > 0`, rounded to nearest, is no smaller than `x`, as rounding keeps the order. It is finite if `c` is small against
//!   the largest number. It is larger than `x` if `|x| < 2^p * 2^k`, where `2^k <= c` and `p` is the number of digits: the next float above `x` is
//!   at most `x + 2^k` there. And it is at most `2^p * 2^k` if `x` is, where `c = 2^k`: that number and `c` lie in the middle between two floats, of which
//!   it is the even one. The same holds in reverse for `c < 0`. All of this also holds where `x` is made wider, the sum is taken in the
//!   wider format, and its result made narrow again (`i += 1.0` for `float i`): each of the steps keeps the order, and what has `p` digits
//!   stays unchanged.
//! - *An integer* that becomes a float is on the same side of [some powers](POWERS) of two as before, and of 0; or it is the power itself.
//! - *A float that is made wider* is the same number.
//!
//! Nothing is known of other results.

use super::floats::ordered;
use raddle_ir::{Rounding, Type, eval};
use raddle_smt::sort::mask;
use raddle_smt::{Format, Op, Sort, Term, Terms};

/// A variable for the bits of a floating-point result, and what is known of it.
pub fn facts(terms: &mut Terms, result: Term) -> (Term, Vec<Term>) {
    let width = terms.width(result);
    let variable = terms.var(format!("float {result:?}"), Sort::Bits(width));
    let facts = if let Some((x, c)) = sum(terms, result) {
        of_sum(terms, variable, x, c)
    } else if let Some((integer, signed)) = integer(terms, result) {
        of_integer(terms, variable, integer, signed)
    } else if let Some(narrow) = widened(terms, result).filter(|_| width == 64) {
        vec![of_wider(terms, variable, narrow)]
    } else {
        Vec::new()
    };
    (variable, facts)
}

/// What a result is a sum of: bits, of its own width, and a number.
pub fn sum(terms: &Terms, result: Term) -> Option<(Term, f64)> {
    let &[sum] = terms.args(result) else { return None };
    // A sum in the wider format.
    if let (Op::FpToFp(Rounding::Nearest), &[wide], Sort::Float(Format::F32)) =
        (terms.op(sum), terms.args(sum), terms.sort(sum))
    {
        return sum_in(terms, meant(terms, wide), true);
    }
    sum_in(terms, sum, false)
}

/// The same for the sum itself, of a widened number or of another.
fn sum_in(terms: &Terms, sum: Term, wide: bool) -> Option<(Term, f64)> {
    let (op, &[a, b]) = (terms.op(sum), terms.args(sum)) else { return None };
    let Sort::Float(format) = terms.sort(sum) else { return None };
    let number = |t: Term| match terms.op(t) {
        Op::Const(bits) => Some(eval::to_f64(format.ir(), bits)),
        Op::FpFromBits => terms.constant(terms.args(t)[0]).map(|bits| eval::to_f64(format.ir(), bits)),
        _ => None,
    };
    let bits = |t: Term| match wide {
        true => narrow(terms, meant(terms, t)),
        false => (terms.op(t) == Op::FpFromBits).then(|| terms.args(t)[0]),
    };
    match op {
        Op::FpAdd(Rounding::Nearest) => {
            number(b).and_then(|c| Some((bits(a)?, c))).or_else(|| Some((bits(b)?, number(a)?)))
        }
        Op::FpSub(Rounding::Nearest) => Some((bits(a)?, -number(b)?)),
        _ => None,
    }
}

/// What a float is that is made of a result's bits.
fn meant(terms: &Terms, float: Term) -> Term {
    match (terms.op(float), terms.args(float)) {
        (Op::FpFromBits, &[bits]) if terms.op(bits) == Op::FpToBits => terms.args(bits)[0],
        _ => float,
    }
}

/// The bits of the narrower float that a result is.
pub fn widened(terms: &Terms, result: Term) -> Option<Term> {
    (terms.op(result) == Op::FpToBits).then(|| narrow(terms, terms.args(result)[0])).flatten()
}

/// The bits of the narrower float that a float of the wider format is.
fn narrow(terms: &Terms, wide: Term) -> Option<Term> {
    let (Op::FpToFp(_), &[inner], Sort::Float(Format::F64)) =
        (terms.op(wide), terms.args(wide), terms.sort(wide))
    else {
        return None;
    };
    let is_narrow = terms.op(inner) == Op::FpFromBits && terms.sort(inner) == Sort::Float(Format::F32);
    is_narrow.then(|| terms.args(inner)[0])
}

/// The integer that a result is made of, and whether it is a signed one.
pub fn integer(terms: &Terms, result: Term) -> Option<(Term, bool)> {
    if terms.op(result) != Op::FpToBits {
        return None;
    }
    let &[float] = terms.args(result) else { return None };
    match terms.op(float) {
        Op::FpFromSigned(Rounding::Nearest) => Some((terms.args(float)[0], true)),
        Op::FpFromUnsigned(Rounding::Nearest) => Some((terms.args(float)[0], false)),
        _ => None,
    }
}

/// Powers of two that integers are compared with.
const POWERS: [u32; 19] = [0, 7, 8, 12, 15, 16, 20, 23, 24, 30, 31, 32, 41, 45, 49, 52, 53, 62, 63];

/// The bits of a number in the format of this many bits.
fn number(terms: &mut Terms, width: u32, x: f64) -> Term {
    let ty = if width == 32 { Type::F32 } else { Type::F64 };
    terms.bits(width, eval::from_f64(ty, x, Rounding::Nearest))
}

/// Is it neither infinite nor NaN?
pub fn is_finite(terms: &mut Terms, x: Term) -> Term {
    let width = terms.width(x);
    let others = terms.bits(width, mask(width) >> 1);
    let size = terms.bvand(x, others);
    let infinite = number(terms, width, f64::INFINITY);
    terms.bvult(size, infinite)
}

/// Are both numbers, and is one at most the other? Here -0 is less than +0.
pub fn at_most(terms: &mut Terms, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    let others = terms.bits(width, mask(width) >> 1);
    let infinite = number(terms, width, f64::INFINITY);
    let mut all = Vec::new();
    for x in [a, b] {
        let size = terms.bvand(x, others);
        all.push(terms.bvule(size, infinite));
    }
    let [a, b] = [a, b].map(|x| ordered(terms, x));
    all.push(terms.bvsle(a, b));
    terms.all(&all)
}

/// The digits of floats of this many bits.
pub fn digits(width: u32) -> i32 {
    if width == 32 { 24 } else { 53 }
}

/// The exponent of the highest power of two that is at most `|c|`, as its bits have it.
fn exponent(c: f64) -> i32 {
    (c.abs().to_bits() >> 52) as i32 - 1023
}

/// Up to where steps of `c` move a counter of this many bits, if `c` is a power of two: there it stops.
pub fn limit(width: u32, c: f64) -> Option<f64> {
    let size = exponent(c);
    (2f64.powi(size) == c.abs() && size.abs() < 60).then(|| 2f64.powi(digits(width) + size).copysign(c))
}

fn of_sum(terms: &mut Terms, y: Term, x: Term, c: f64) -> Vec<Term> {
    let width = terms.width(x);
    let (digits, largest) = (digits(width), if width == 32 { 127 } else { 1023 });
    // It is far from the ends of the format.
    let size = exponent(c);
    if c == 0.0 || size.abs() > largest - digits - 3 {
        return Vec::new();
    }
    let magnitude = |terms: &mut Terms, bits: Term| {
        let others = terms.bits(width, mask(width) >> 1);
        terms.bvand(bits, others)
    };
    let infinite = number(terms, width, f64::INFINITY);
    let near = number(terms, width, 2f64.powi(digits + size));
    let (of_x, of_y) = (magnitude(terms, x), magnitude(terms, y));
    let (x_finite, y_finite) = (terms.bvult(of_x, infinite), terms.bvult(of_y, infinite));
    let (from, to) = (ordered(terms, x), ordered(terms, y));
    let (from, to) = if c > 0.0 { (from, to) } else { (to, from) };
    let (stays, moves) = (terms.bvsle(from, to), terms.bvslt(from, to));
    let near = terms.bvult(of_x, near);
    let mut all =
        vec![terms.implies(x_finite, y_finite), terms.implies(x_finite, stays), terms.implies(near, moves)];
    if let Some(limit) = limit(width, c) {
        let limit = number(terms, width, limit);
        let limit = ordered(terms, limit);
        let within = |terms: &mut Terms, bits: Term| {
            let bits = ordered(terms, bits);
            if c > 0.0 { terms.bvsle(bits, limit) } else { terms.bvsle(limit, bits) }
        };
        let (before, after) = (within(terms, x), within(terms, y));
        let before = terms.and(x_finite, before);
        all.push(terms.implies(before, after));
    }
    all
}

fn of_integer(terms: &mut Terms, y: Term, x: Term, signed: bool) -> Vec<Term> {
    let (width, to) = (terms.width(x), terms.width(y));
    if width > 64 {
        return Vec::new();
    }
    let y = ordered(terms, y);
    let mut all = Vec::new();
    let most = if signed { width - 1 } else { width };
    // The numbers that are compared with, each a float too.
    let mut places: Vec<(u128, f64)> = vec![(0, 0.0)];
    for power in POWERS.into_iter().filter(|power| *power < most) {
        places.push((1 << power, 2f64.powi(power as i32)));
    }
    if signed {
        for power in POWERS.into_iter().filter(|power| *power < width) {
            places.push(((1u128 << power).wrapping_neg() & mask(width), -2f64.powi(power as i32)));
        }
    }
    for (place, float) in places {
        let (place, float) = (terms.bits(width, place), number(terms, to, float));
        let float = ordered(terms, float);
        let (from_above, from_below) = match signed {
            true => (terms.bvsle(place, x), terms.bvsle(x, place)),
            false => (terms.bvule(place, x), terms.bvule(x, place)),
        };
        let (above, below) = (terms.bvsle(float, y), terms.bvsle(y, float));
        all.extend([terms.implies(from_above, above), terms.implies(from_below, below)]);
    }
    // No larger than the power of two that is after all of them.
    let end = number(terms, to, 2f64.powi(most as i32));
    let end = ordered(terms, end);
    all.push(terms.bvsle(y, end));
    all
}

/// The bits of a float in the wider format. For a number that is too small to have all digits the order against 0 and the others is known.
fn of_wider(terms: &mut Terms, y: Term, x: Term) -> Term {
    let sign = terms.extract(31, 1, x);
    let of_y = terms.extract(63, 1, y);
    let same_sign = terms.eq(sign, of_y);
    let (size, of_y) = (terms.extract(0, 31, x), terms.extract(0, 63, y));
    let wide = terms.zext(63, size);
    let by = terms.bits(63, 29);
    let shifted = terms.bvshl(wide, by);
    let bias = terms.bits(63, (1023 - 127) << 52);
    let normal = terms.bvadd(shifted, bias);
    let [smallest, infinite] = [1 << 23, 0xff << 23].map(|bits: u128| terms.bits(31, bits));
    let (is_small, is_normal) = (terms.bvult(size, smallest), terms.bvult(size, infinite));
    let zero = terms.bits(31, 0);
    let is_zero = terms.eq(size, zero);
    let is_infinite = terms.eq(size, infinite);
    let [zero, infinite] = [0, 0x7ff << 52].map(|bits: u128| terms.bits(63, bits));
    let least = terms.bits(63, (1023 - 127 + 1) << 52);
    let (above, below) = (terms.bvult(zero, of_y), terms.bvult(of_y, least));
    let small = terms.and(above, below);
    let (to_zero, to_normal) = (terms.eq(of_y, zero), terms.eq(of_y, normal));
    let (to_infinite, to_nan) = (terms.eq(of_y, infinite), terms.bvult(infinite, of_y));
    let special = terms.ite(is_infinite, to_infinite, to_nan);
    let number = terms.ite(is_normal, to_normal, special);
    let number = terms.ite(is_small, small, number);
    let number = terms.ite(is_zero, to_zero, number);
    // NaN has no sign.
    let has_sign = terms.or(is_normal, is_infinite);
    let signed = terms.implies(has_sign, same_sign);
    terms.and(signed, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_kernel::floats::arithmetic;
    use raddle_ir::{FloatMode, PureOp};
    use raddle_smt::{Model as Values, Value};

    /// Small numbers, powers of two and their neighbours, and anything.
    fn bits(n: u32, random: u32) -> u32 {
        match n % 4 {
            0 => (n as f32 - 2_000.0).to_bits(),
            1 => (2f32.powi((n % 60) as i32).to_bits()).wrapping_add(n % 5).wrapping_sub(2),
            2 => (-(2f32.powi((n % 60) as i32))).to_bits().wrapping_add(n % 5).wrapping_sub(2),
            _ => random,
        }
    }

    /// The facts about a result hold for these values of its operands; returns how many facts there are.
    fn check(terms: &mut Terms, x: Term, result: Term, all: &mut dyn Iterator<Item = u128>) -> usize {
        let (y, facts) = facts(terms, result);
        let (Op::Var(of_x), Op::Var(of_y)) = (terms.op(x), terms.op(y)) else { panic!("variables") };
        let mut checked = 0;
        for number in all {
            let values = Values::default().with(of_x, Value::Scalar(number));
            let result = values.value(terms, result).and_then(|v| v.scalar()).expect("a float");
            let values = values.with(of_y, Value::Scalar(result));
            for &fact in &facts {
                assert_eq!(values.holds(terms, fact), Some(true), "{number:#x} becomes {result:#x}");
                checked += 1;
            }
        }
        checked
    }

    fn samples() -> impl Iterator<Item = u128> {
        let mut random: u32 = 1;
        (0..4_000u32).map(move |n| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u128::from(bits(n, random))
        })
    }

    const STEPS: [f64; 10] = [
        1.0,
        -1.0,
        0.5,
        3.0,
        -0.1,
        1e6,
        16_777_216.0,
        1.175_494_350_822_287_5e-38,
        0.1,
        -1_099_511_627_776.0,
    ];

    #[test]
    fn sums() {
        let mode = FloatMode::default();
        let mut checked = 0;
        for c in STEPS {
            let mut terms = Terms::new();
            let x = terms.var("x", Sort::Bits(32));
            let narrow = number(&mut terms, 32, c);
            let add = PureOp::FAdd(mode);
            let sum = arithmetic(&mut terms, add, (Type::F32, Type::F32), &[x, narrow]).expect("a sum");
            let plain = check(&mut terms, x, sum, &mut samples());
            // The same as in C with a constant that is a double.
            let c = number(&mut terms, 64, c);
            let convert = PureOp::FToF(mode);
            let wide = arithmetic(&mut terms, convert, (Type::F64, Type::F32), &[x]).expect("a double");
            let sum = arithmetic(&mut terms, add, (Type::F64, Type::F64), &[wide, c]).expect("a sum");
            let sum = arithmetic(&mut terms, convert, (Type::F32, Type::F64), &[sum]).expect("a float");
            let some = check(&mut terms, x, sum, &mut samples());
            assert_eq!(plain > 0, some > 0, "{plain} and {some} facts");
            checked += plain + some;
        }
        assert!(checked > 200_000, "{checked} facts");
    }

    #[test]
    fn conversions() {
        let mode = FloatMode::default();
        let mut terms = Terms::new();
        let x = terms.var("x", Sort::Bits(32));
        let mut checked = 0;
        let wide =
            arithmetic(&mut terms, PureOp::FToF(mode), (Type::F64, Type::F32), &[x]).expect("a double");
        let special = [
            0,
            1,
            0x8000_0000,
            0x8000_0001,
            0x7f_ffff,
            0x7f80_0000,
            0xff80_0000,
            0x7f80_0001,
            u128::from(u32::MAX),
        ];
        checked += check(&mut terms, x, wide, &mut samples().chain(special));
        for op in [PureOp::SToF(mode), PureOp::UToF(mode)] {
            for to in [Type::F32, Type::F64] {
                let float = arithmetic(&mut terms, op, (to, Type::I32), &[x]).expect("a float");
                let powers = (0..32).flat_map(|n| [(1u32 << n) - 1, 1 << n, (1 << n) + 1]);
                let powers = powers.flat_map(|n| [n, n.wrapping_neg()]).map(u128::from);
                checked += check(&mut terms, x, float, &mut powers.chain(samples()));
            }
        }
        assert!(checked > 100_000, "{checked} facts");
    }
}
