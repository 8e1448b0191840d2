//! Integers, as bit-vectors of their width.
//!
//! Amounts and positions may be of another width than what they are applied to; from the width on they all mean the same, so they
//! are clamped to it.

use raddle_ir::{IntCond, PureOp};
use raddle_smt::{Term, Terms};

/// The result of an integer operation, `result` bits wide; `x` are its arguments.
pub(super) fn integer(t: &mut Terms, op: PureOp, result: u32, x: &[Term]) -> Option<Term> {
    use PureOp as P;
    let w = t.width(x[0]);
    Some(match op {
        P::Not => t.bvnot(x[0]),
        P::Neg => t.bvneg(x[0]),
        P::Abs => {
            let (negative, less) = (is_negative(t, x[0]), t.bvneg(x[0]));
            t.ite(negative, less, x[0])
        }
        P::Popc => {
            let zero = t.bits(result, 0);
            (0..w).fold(zero, |sum, i| {
                let one = t.extract(i, 1, x[0]);
                let one = t.zext(result, one);
                t.bvadd(sum, one)
            })
        }
        P::Clz => highest(t, result, x[0], w.into(), |i| (w - 1 - i).into()),
        P::BfindU => highest(t, result, x[0], u128::MAX, u128::from),
        P::BfindS => {
            let (negative, inverted) = (is_negative(t, x[0]), t.bvnot(x[0]));
            let bits = t.ite(negative, inverted, x[0]);
            highest(t, result, bits, u128::MAX, u128::from)
        }
        P::Brev => {
            let lowest = t.extract(0, 1, x[0]);
            (1..w).fold(lowest, |high, i| {
                let bit = t.extract(i, 1, x[0]);
                t.concat(high, bit)
            })
        }

        P::Add => t.bvadd(x[0], x[1]),
        P::Sub => t.bvsub(x[0], x[1]),
        P::Mul => t.bvmul(x[0], x[1]),
        P::MulHiU => high_product(t, x[0], x[1], false),
        P::MulHiS => high_product(t, x[0], x[1], true),
        P::DivU => t.bvudiv(x[0], x[1]),
        P::DivS => t.bvsdiv(x[0], x[1]),
        P::RemU => t.bvurem(x[0], x[1]),
        P::RemS => t.bvsrem(x[0], x[1]),
        P::And => t.bvand(x[0], x[1]),
        P::Or => t.bvor(x[0], x[1]),
        P::Xor => t.bvxor(x[0], x[1]),
        P::Shl => shift(t, Terms::bvshl, x[0], x[1]),
        P::ShrU => shift(t, Terms::bvlshr, x[0], x[1]),
        P::ShrS => shift(t, Terms::bvashr, x[0], x[1]),
        P::MinU => choose(t, Terms::bvult, x, [x[0], x[1]]),
        P::MaxU => choose(t, Terms::bvult, x, [x[1], x[0]]),
        P::MinS => choose(t, Terms::bvslt, x, [x[0], x[1]]),
        P::MaxS => choose(t, Terms::bvslt, x, [x[1], x[0]]),
        P::AddSatS | P::SubSatS => saturated(t, op == P::SubSatS, x[0], x[1]),

        P::BfeU => {
            let (at, len) = (position(t, x[1]), position(t, x[2]));
            let (field, mask) = (shift(t, Terms::bvlshr, x[0], at), low_ones(t, w, len));
            t.bvand(field, mask)
        }
        P::BfeS => signed_field(t, x[0], x[1], x[2]),
        P::Bfi => {
            let (at, len) = (position(t, x[2]), position(t, x[3]));
            let ones = low_ones(t, w, len);
            // From the width on nothing is left of the field.
            let field = shift(t, Terms::bvshl, ones, at);
            let put = shift(t, Terms::bvshl, x[0], at);
            merge(t, field, put, x[1])
        }
        P::ShfLWrap | P::ShfLClamp | P::ShfRWrap | P::ShfRClamp | P::Prmt if w != 32 => return None,
        P::ShfLWrap => funnel(t, x, true, true),
        P::ShfLClamp => funnel(t, x, true, false),
        P::ShfRWrap => funnel(t, x, false, true),
        P::ShfRClamp => funnel(t, x, false, false),
        P::Prmt => permute(t, x[0], x[1], x[2]),
        P::Lop3(table) => lookup(t, table, x, w),

        P::Trunc if result <= w => t.extract(0, result, x[0]),
        P::Zext if result >= w => t.zext(result, x[0]),
        P::Sext if result >= w => t.sext(result, x[0]),
        _ => return None,
    })
}

/// When a quotient or remainder is specified.
pub(super) fn divides(t: &mut Terms, op: PureOp, args: &[Term]) -> Term {
    let (a, b) = (super::word(t, args[0]), super::word(t, args[1]));
    let w = t.width(a);
    let nonzero = t.nonzero(b);
    if matches!(op, PureOp::DivU | PureOp::RemU) {
        return nonzero;
    }
    let (least, less_one) = (t.bits(w, 1 << (w - 1)), t.bits(w, u128::MAX));
    let (a, b) = (t.eq(a, least), t.eq(b, less_one));
    let leaves = t.and(a, b);
    let stays = t.not(leaves);
    t.and(nonzero, stays)
}

/// A comparison of two bit-vectors.
pub(super) fn compare(t: &mut Terms, cond: IntCond, a: Term, b: Term) -> Term {
    match cond {
        IntCond::Eq => t.eq(a, b),
        IntCond::Ne => {
            let equal = t.eq(a, b);
            t.not(equal)
        }
        IntCond::LtU => t.bvult(a, b),
        IntCond::LeU => t.bvule(a, b),
        IntCond::GtU => t.bvult(b, a),
        IntCond::GeU => t.bvule(b, a),
        IntCond::LtS => t.bvslt(a, b),
        IntCond::LeS => t.bvsle(a, b),
        IntCond::GtS => t.bvslt(b, a),
        IntCond::GeS => t.bvsle(b, a),
    }
}

fn is_negative(t: &mut Terms, a: Term) -> Term {
    let zero = t.bits(t.width(a), 0);
    t.bvslt(a, zero)
}

/// `number` of the highest one bit, `none` where there is none.
fn highest(t: &mut Terms, result: u32, a: Term, none: u128, number: impl Fn(u32) -> u128) -> Term {
    let none = t.bits(result, none);
    (0..t.width(a)).fold(none, |below, i| {
        let bit = t.extract(i, 1, a);
        let (set, here) = (t.nonzero(bit), t.bits(result, number(i)));
        t.ite(set, here, below)
    })
}

type Binary = fn(&mut Terms, Term, Term) -> Term;

/// The first of `of` where the arguments are in order, else the second.
fn choose(t: &mut Terms, less: Binary, x: &[Term], of: [Term; 2]) -> Term {
    let first = less(t, x[0], x[1]);
    t.ite(first, of[0], of[1])
}

/// The unsigned minimum.
fn least(t: &mut Terms, a: Term, b: Term) -> Term {
    choose(t, Terms::bvult, &[a, b], [a, b])
}

/// Shifts by an amount of any width.
fn shift(t: &mut Terms, op: Binary, a: Term, by: Term) -> Term {
    let (w, from) = (t.width(a), t.width(by));
    let by = if from <= w {
        t.zext(w, by)
    } else {
        let (end, most) = (t.bits(from, w.into()), t.bits(w, w.into()));
        let (within, low) = (t.bvult(by, end), t.extract(0, w, by));
        t.ite(within, low, most)
    };
    op(t, a, by)
}

/// A position or length in a field: the low byte, with room for a sum of two.
fn position(t: &mut Terms, a: Term) -> Term {
    let byte = t.resize(8, a);
    t.zext(16, byte)
}

/// This many ones, in the lowest bits of this many.
fn low_ones(t: &mut Terms, width: u32, len: Term) -> Term {
    let ones = t.bits(width, u128::MAX);
    let above = shift(t, Terms::bvshl, ones, len);
    t.bvnot(above)
}

/// `bfe.s`: the field goes up to the highest bit, and comes down again with its sign.
fn signed_field(t: &mut Terms, a: Term, at: Term, len: Term) -> Term {
    let w = t.width(a);
    let (at, len) = (position(t, at), position(t, len));
    let (width, zero) = (t.bits(16, w.into()), t.bits(16, 0));
    let end = t.bvadd(at, len);
    // A field that leaves the word has the word's sign; one that lies beyond it is nothing but signs.
    let end = least(t, end, width);
    let up = t.bvsub(width, end);
    let down = t.bvadd(up, at);
    let high = shift(t, Terms::bvshl, a, up);
    let field = shift(t, Terms::bvashr, high, down);
    let (empty, nothing) = (t.eq(len, zero), t.bits(w, 0));
    t.ite(empty, nothing, field)
}

/// The bits of `a` where the mask has ones, of `b` elsewhere.
fn merge(t: &mut Terms, mask: Term, a: Term, b: Term) -> Term {
    let rest = t.bvnot(mask);
    let (a, b) = (t.bvand(mask, a), t.bvand(rest, b));
    t.bvor(a, b)
}

/// The sum or difference, clamped: it left the range where its sign is not that of `a`, though `b` does not pull it over.
fn saturated(t: &mut Terms, subtract: bool, a: Term, b: Term) -> Term {
    let w = t.width(a);
    let exact = if subtract { t.bvsub(a, b) } else { t.bvadd(a, b) };
    let [minus_a, minus_b, minus] = [a, b, exact].map(|x| is_negative(t, x));
    let mut apart = t.xor(minus_a, minus_b);
    if !subtract {
        apart = t.not(apart);
    }
    let turned = t.xor(minus_a, minus);
    let over = t.and(apart, turned);
    let (least, most) = (t.bits(w, 1 << (w - 1)), t.bits(w, (1 << (w - 1)) - 1));
    let end = t.ite(minus_a, least, most);
    t.ite(over, end, exact)
}

/// The high half of a product.
fn high_product(t: &mut Terms, a: Term, b: Term, signed: bool) -> Term {
    let w = t.width(a);
    if w <= 64 {
        let [a, b] = [a, b].map(|x| if signed { t.sext(2 * w, x) } else { t.zext(2 * w, x) });
        let product = t.bvmul(a, b);
        return t.extract(w, w, product);
    }
    let high = high_product_by_halves(t, a, b);
    if !signed {
        return high;
    }
    // The unsigned product counts each negative factor 2^w too high.
    let zero = t.bits(w, 0);
    let (minus_a, minus_b) = (is_negative(t, a), is_negative(t, b));
    let (less_b, less_a) = (t.ite(minus_a, b, zero), t.ite(minus_b, a, zero));
    let high = t.bvsub(high, less_b);
    t.bvsub(high, less_a)
}

/// Four products of halves, which a term of twice the width would not have room for.
fn high_product_by_halves(t: &mut Terms, a: Term, b: Term) -> Term {
    let w = t.width(a);
    let h = w / 2;
    let half = |t: &mut Terms, low: u32, x: Term| {
        let half = t.extract(low, h, x);
        t.zext(w, half)
    };
    let [al, bl] = [a, b].map(|x| half(t, 0, x));
    let [ah, bh] = [a, b].map(|x| half(t, h, x));
    let (low, one, two, high) = (t.bvmul(al, bl), t.bvmul(ah, bl), t.bvmul(al, bh), t.bvmul(ah, bh));
    let carried = half(t, h, low);
    let [one_low, two_low] = [one, two].map(|x| half(t, 0, x));
    let middle = t.bvadd(carried, one_low);
    let middle = t.bvadd(middle, two_low);
    [one, two, middle].into_iter().fold(high, |sum, x| {
        let part = half(t, h, x);
        t.bvadd(sum, part)
    })
}

/// `shf`: 32 bits of `x1:x0`, from bit `c` on, or 32 - `c` where it shifts to the left.
fn funnel(t: &mut Terms, x: &[Term], left: bool, wrap: bool) -> Term {
    let (both, word) = (t.concat(x[1], x[0]), t.bits(32, 32));
    let mut from = if wrap {
        let by = t.extract(0, 5, x[2]);
        t.zext(32, by)
    } else {
        least(t, x[2], word)
    };
    if left {
        from = t.bvsub(word, from);
    }
    let shifted = shift(t, Terms::bvlshr, both, from);
    t.extract(0, 32, shifted)
}

/// `prmt`: each four bits of the selector pick a byte of `b:a`, or copies of its sign.
fn permute(t: &mut Terms, a: Term, b: Term, selector: Term) -> Term {
    let both = t.concat(b, a);
    let bytes = [0, 4, 8, 12].map(|at| {
        let number = t.extract(at, 3, selector);
        let (number, eight) = (t.zext(8, number), t.bits(8, 8));
        let low = t.bvmul(number, eight);
        let byte = shift(t, Terms::bvlshr, both, low);
        let byte = t.extract(0, 8, byte);
        let (sign, replicate) = (t.extract(7, 1, byte), t.extract(at + 3, 1, selector));
        let (signs, replicate) = (t.sext(8, sign), t.nonzero(replicate));
        t.ite(replicate, signs, byte)
    });
    let [first, rest @ ..] = bytes;
    rest.into_iter().fold(first, |low, byte| t.concat(byte, low))
}

/// `lop3`: the row of the truth table that each bit of the three arguments names.
fn lookup(t: &mut Terms, table: u8, x: &[Term], w: u32) -> Term {
    let mut rows: Vec<Term> =
        (0..8).map(|row| t.bits(w, if table >> row & 1 == 1 { u128::MAX } else { 0 })).collect();
    // The last argument is the lowest bit of a row's number.
    for &arg in x[..3].iter().rev() {
        rows = rows.chunks(2).map(|pair| pick(t, arg, pair[1], pair[0])).collect();
    }
    rows[0]
}

/// The bits of `a` where `mask` has ones, of `b` elsewhere; simple where the two are.
fn pick(t: &mut Terms, mask: Term, a: Term, b: Term) -> Term {
    if a == b {
        return a;
    }
    if t.bvnot(b) == a {
        return t.bvxor(mask, b);
    }
    merge(t, mask, a, b)
}
