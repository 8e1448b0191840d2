//! What is known of a bit-vector without asking a solver: single bits, and an interval of unsigned numbers.
//!
//! Each function below is a *transfer function*: from facts of the arguments it makes facts of the result. They are
//! written over any [`Word`], without branches, so that `tests/rules` proves for each of them, with the very code that
//! runs: if the arguments are as their facts say, the result is as its facts say.

use crate::word::{Bits, Word};

/// Facts of a bit-vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts<W> {
    /// Bits that are 0.
    pub zeros: W,
    /// Bits that are 1.
    pub ones: W,
    /// The least unsigned number that it may be.
    pub least: W,
    /// The greatest unsigned number that it may be.
    pub most: W,
}

impl Facts<Bits> {
    /// About a bit-vector of this width of which nothing is known.
    #[must_use]
    pub const fn nothing(width: u32) -> Self {
        let zero = Bits::new(width, 0);
        Self { zeros: zero, ones: zero, least: zero, most: Bits::new(width, u128::MAX) }
    }

    /// Of a number between two.
    #[must_use]
    pub fn between(least: Bits, most: Bits) -> Self {
        reduce(&Self { least, most, ..Self::nothing(least.width()) })
    }

    /// The number, if only one is possible.
    #[must_use]
    #[inline]
    pub fn fixed(&self) -> Option<u128> {
        let width = self.ones.width();
        if self.least == self.most {
            return Some(self.least.value());
        }
        let known = self.zeros.or(&self.ones);
        (known == Bits::new(width, u128::MAX)).then(|| self.ones.value())
    }

    /// Can a number be both?
    #[must_use]
    pub fn may_equal(&self, other: &Self) -> bool {
        self.ones.and(&other.zeros).value() == 0
            && self.zeros.and(&other.ones).value() == 0
            && self.least.value() <= other.most.value()
            && other.least.value() <= self.most.value()
    }

    /// How many of the lowest bits are 0.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        self.zeros.value().trailing_ones().min(self.zeros.width())
    }
}

/// Of a constant.
#[must_use]
pub fn constant<W: Word>(value: &W) -> Facts<W> {
    Facts { zeros: value.not(), ones: value.clone(), least: value.clone(), most: value.clone() }
}

/// No fact, at the width of this word.
fn nothing<W: Word>(like: &W) -> Facts<W> {
    let zero = like.constant(0);
    Facts { zeros: zero.clone(), ones: zero, least: like.constant(0), most: like.constant(u128::MAX) }
}

/// Facts from two sources, both of which hold.
#[must_use]
pub fn meet<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    Facts {
        zeros: a.zeros.or(&b.zeros),
        ones: a.ones.or(&b.ones),
        least: a.least.max(&b.least),
        most: a.most.min(&b.most),
    }
}

/// Bits from the interval and the interval from bits.
#[must_use]
pub fn reduce<W: Word>(a: &Facts<W>) -> Facts<W> {
    // The bits above the highest one in which the ends differ are those of both.
    let mut below = a.least.xor(&a.most);
    let mut by = 1;
    while by < below.width() {
        below = below.or(&below.lshr(by));
        by *= 2;
    }
    let fixed = below.not();
    let zeros = a.zeros.or(&fixed.and(&a.least.not()));
    let ones = a.ones.or(&fixed.and(&a.least));
    Facts { least: a.least.max(&ones), most: a.most.min(&zeros.not()), zeros, ones }
}

/// Of `ite`, without its condition.
#[must_use]
pub fn either<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    Facts {
        zeros: a.zeros.and(&b.zeros),
        ones: a.ones.and(&b.ones),
        least: a.least.min(&b.least),
        most: a.most.max(&b.most),
    }
}

/// Of `bvnot`.
#[must_use]
pub fn not<W: Word>(a: &Facts<W>) -> Facts<W> {
    Facts { zeros: a.ones.clone(), ones: a.zeros.clone(), least: a.most.not(), most: a.least.not() }
}

/// Of `bvand`.
#[must_use]
pub fn and<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    Facts {
        zeros: a.zeros.or(&b.zeros),
        ones: a.ones.and(&b.ones),
        least: a.least.constant(0),
        most: a.most.min(&b.most),
    }
}

/// Of `bvor`.
#[must_use]
pub fn or<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    not(&and(&not(a), &not(b)))
}

/// Of `bvxor`.
#[must_use]
pub fn xor<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    Facts {
        zeros: a.zeros.and(&b.zeros).or(&a.ones.and(&b.ones)),
        ones: a.zeros.and(&b.ones).or(&a.ones.and(&b.zeros)),
        ..nothing(&a.zeros)
    }
}

/// Of `bvadd`.
#[must_use]
pub fn add<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    // The sums with every unknown bit 1, and with every one 0: where they agree on a carry, it is known.
    let high = a.zeros.not().add(&b.zeros.not());
    let low = a.ones.add(&b.ones);
    let no_carry = high.xor(&a.zeros.not()).xor(&b.zeros.not()).not();
    let carry = low.xor(&a.ones).xor(&b.ones);
    let known = a.zeros.or(&a.ones).and(&b.zeros.or(&b.ones)).and(&no_carry.or(&carry));
    // The interval is the sum of intervals where none of the sums leaves the width, or all do.
    let none = a.most.le(&b.most.not());
    let all = a.least.constant(1).le(&a.least);
    let beyond = b.least.not().le(&a.least.sub(&a.least.constant(1)));
    let all = a.least.both(&all, &beyond);
    let free = nothing(&a.least);
    let (least, most) = (a.least.add(&b.least), a.most.add(&b.most));
    Facts {
        zeros: known.and(&high.not()),
        ones: known.and(&low),
        least: W::choose(&none, &least, &W::choose(&all, &least, &free.least)),
        most: W::choose(&none, &most, &W::choose(&all, &most, &free.most)),
    }
}

/// Of a shift to the left by a number below the width.
#[must_use]
pub fn shl<W: Word>(a: &Facts<W>, by: u32) -> Facts<W> {
    let fits = a.most.le(&a.most.constant(u128::MAX).lshr(by));
    let free = nothing(&a.most);
    Facts {
        zeros: a.zeros.not().shl(by).not(),
        ones: a.ones.shl(by),
        least: W::choose(&fits, &a.least.shl(by), &free.least),
        most: W::choose(&fits, &a.most.shl(by), &free.most),
    }
}

/// Of `extract`.
#[must_use]
pub fn extract<W: Word>(a: &Facts<W>, low: u32, width: u32) -> Facts<W> {
    // The interval stays one where no bit above the extracted ones is ever 1.
    let greatest = a.most.lshr(low);
    let fits = greatest.le(&greatest.constant(crate::sort::mask(width)));
    let free = nothing(&a.most.extract(low, width));
    Facts {
        zeros: a.zeros.extract(low, width),
        ones: a.ones.extract(low, width),
        least: W::choose(&fits, &a.least.extract(low, width), &free.least),
        most: W::choose(&fits, &a.most.extract(low, width), &free.most),
    }
}

/// Of `zext`.
#[must_use]
pub fn zext<W: Word>(a: &Facts<W>, width: u32) -> Facts<W> {
    Facts {
        zeros: a.zeros.not().zext(width).not(),
        ones: a.ones.zext(width),
        least: a.least.zext(width),
        most: a.most.zext(width),
    }
}

/// Of `sext`.
#[must_use]
pub fn sext<W: Word>(a: &Facts<W>, width: u32) -> Facts<W> {
    // All numbers have the same sign, or the interval goes around.
    let positive = a.most.le(&a.most.constant(u128::MAX).lshr(1));
    let negative = a.most.constant(1).shl(a.most.width() - 1).le(&a.least);
    let (least, most) = (a.least.sext(width), a.most.sext(width));
    let free = nothing(&least);
    Facts {
        zeros: a.zeros.sext(width),
        ones: a.ones.sext(width),
        least: W::choose(&positive, &least, &W::choose(&negative, &least, &free.least)),
        most: W::choose(&positive, &most, &W::choose(&negative, &most, &free.most)),
    }
}

/// Of `bvlshr` by a number that is not known: it becomes no greater.
#[must_use]
pub fn lshr<W: Word>(a: &Facts<W>) -> Facts<W> {
    Facts { most: a.most.clone(), ..nothing(&a.most) }
}

/// Of `bvurem`: not above the dividend, and below a divisor that is not 0.
#[must_use]
pub fn urem<W: Word>(a: &Facts<W>, b: &Facts<W>) -> Facts<W> {
    let one = b.least.constant(1);
    let below = W::choose(&one.le(&b.least), &b.most.sub(&one), &b.most.constant(u128::MAX));
    Facts { most: a.most.min(&below), ..nothing(&a.most) }
}
