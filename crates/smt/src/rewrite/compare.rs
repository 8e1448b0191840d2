//! Comparisons: decided where they can be, otherwise `=` or `bvult` of the smallest terms that say the same.
//!
//! Equality looks at the difference of the two sides, a [sum](super::sum). Modulo 2^width it is 0 just if, read over the
//! integers, it is a multiple of 2^width. The steps are the lemmas `eq-…` of `compare.rules`; those about the integers are
//! proved by `tests/integers`.

use super::sum::{Integer, Sum};
use crate::op::Op;
use crate::sort::{Sort, mask, signed};
use crate::terms::{Term, Terms};

/// More multiples of 2^width than this are not tried one by one.
const MULTIPLES: i128 = 16;

impl Terms {
    /// Are two terms of one sort equal whatever the values of variables? Some(true) for always, Some(false) for never,
    /// none where it is not known without a solver.
    #[must_use]
    pub fn same(&self, a: Term, b: Term) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return Some(x == y);
        }
        let width = self.sort(a).width()?;
        if self.is_plain() {
            return None;
        }
        if !self.facts(a).may_equal(&self.facts(b)) {
            return Some(false);
        }
        let mut difference = Sum::of(self, a);
        difference.add(&Sum::of(self, b), mask(width));
        self.is_zero(&difference)
    }

    fn is_zero(&self, sum: &Sum) -> Option<bool> {
        if sum.parts.is_empty() {
            return Some(sum.constant == 0);
        }
        // Lemma eq-shifted-odd.
        if sum.constant.trailing_zeros() < sum.shift().min(sum.width) {
            return Some(false);
        }
        for as_signed in [false, true] {
            if let Some(range) = sum.integer(self, as_signed)
                && never_zero(sum, &range)
            {
                return Some(false);
            }
        }
        None
    }

    /// `=`.
    pub(crate) fn equality(&mut self, a: Term, b: Term) -> Term {
        if let Some(known) = self.same(a, b) {
            return self.truth(known);
        }
        let sort = self.sort(a);
        let Sort::Bits(width) = sort else {
            let (a, b) = if a < b { (a, b) } else { (b, a) };
            return self.ruled(Op::Eq, Sort::Bool, &[a, b]);
        };
        let mut difference = Sum::of(self, a);
        difference.add(&Sum::of(self, b), mask(width));
        self.zero(difference)
    }

    /// Is the sum 0? It is not decided.
    fn zero(&mut self, mut sum: Sum) -> Term {
        // Lemma eq-shifted: a power of two that is in all is taken out.
        let shift = sum.shift().min(sum.constant.trailing_zeros());
        if shift > 0 {
            let width = sum.width - shift;
            let mut short = Sum::constant(width, sum.constant >> shift);
            for &(term, factor) in &sum.parts {
                let part = self.extract(0, width, term);
                short.add(&Sum::of(self, part), factor >> shift);
            }
            return self.zero_again(short);
        }
        // An odd number that divides all is taken out (lemmas inverse-start, inverse-step).
        let number = |value: u128| signed(value, sum.width);
        let divisor = sum.parts.iter().fold(number(sum.constant).unsigned_abs(), |d, (_, factor)| {
            gcd(d, number(*factor).unsigned_abs())
        });
        let divisor = (divisor >> divisor.trailing_zeros()) as i128;
        if divisor > 1 && sum.parts.len() > 1 {
            let divided = |value: u128| (number(value) / divisor) as u128 & mask(sum.width);
            let parts = sum.parts.iter().map(|(term, factor)| (*term, divided(*factor))).collect();
            sum = Sum { width: sum.width, constant: divided(sum.constant), parts };
        }
        if let Some(both) = self.layers(&sum) {
            return both;
        }
        if let Some(short) = self.narrowed(&sum) {
            return self.zero_again(short);
        }
        // A single term gets the factor 1, by the factor's inverse (lemmas inverse-start, inverse-step).
        if let [(term, factor)] = sum.parts[..] {
            let value = sum.constant.wrapping_neg().wrapping_mul(inverse(factor)) & mask(sum.width);
            let value = self.scalar(Sort::Bits(sum.width), value);
            // What is known of the term may decide it now.
            return match self.same(term, value) {
                Some(known) => self.truth(known),
                None => self.ruled(Op::Eq, Sort::Bool, &[term, value]),
            };
        }
        // Lemma eq-negative: the first term is positive. Then each goes to the side where it is. Half of 2^width is its own
        // negative.
        let half = 1 << (sum.width - 1);
        let first = sum.parts.iter().find(|(_, factor)| *factor != half);
        if first.is_some_and(|(_, factor)| signed(*factor, sum.width) < 0) {
            let mut negative = Sum::constant(sum.width, 0);
            negative.add(&sum, mask(sum.width));
            sum = negative;
        }
        let mut left = Sum::constant(sum.width, 0);
        let mut right = Sum::constant(sum.width, sum.constant.wrapping_neg());
        for &(term, factor) in &sum.parts {
            if signed(factor, sum.width) > 0 || factor == half {
                left.parts.push((term, factor));
            } else {
                right.parts.push((term, factor.wrapping_neg() & mask(sum.width)));
            }
        }
        let (left, right) = (self.of_sum(left), self.of_sum(right));
        self.ruled(Op::Eq, Sort::Bool, &[left, right])
    }

    fn zero_again(&mut self, sum: Sum) -> Term {
        match self.is_zero(&sum) {
            Some(known) => self.truth(known),
            None => self.zero(sum),
        }
    }

    /// Lemma eq-layers: a sum of multiples of 2^k, and of the rest, which stays between -2^k and 2^k, is 0 if both are.
    fn layers(&mut self, sum: &Sum) -> Option<Term> {
        let mut shifts: smallvec::SmallVec<[u32; 6]> =
            sum.parts.iter().map(|(_, factor)| factor.trailing_zeros()).filter(|k| *k > 0).collect();
        shifts.sort_unstable();
        shifts.dedup();
        for k in shifts {
            let mut low = Sum::constant(sum.width, 0);
            let mut high = Sum::constant(sum.width, 0);
            for &(term, factor) in &sum.parts {
                let side = if factor.trailing_zeros() >= k { &mut high } else { &mut low };
                side.parts.push((term, factor));
            }
            if low.parts.is_empty() {
                continue;
            }
            // The constant's remainder modulo 2^k goes down, and with it the multiple that brings the rest nearest to 0.
            let Some(step) = 1i128.checked_shl(k).filter(|_| k < 120) else { continue };
            let remainder = (sum.constant & mask(k)) as i128;
            for as_signed in [false, true] {
                let Some(range) = low.integer(self, as_signed) else { continue };
                let Some(room) = (-step - remainder).checked_sub(range.least) else { continue };
                let below = remainder + (((room >> k) + 1) << k);
                if range.most.checked_add(below).is_none_or(|most| most >= step) {
                    continue;
                }
                low.constant = below as u128 & mask(sum.width);
                high.constant = sum.constant.wrapping_sub(low.constant) & mask(sum.width);
                let (low, high) = (self.zero_again(low), self.zero_again(high));
                return Some(self.and(low, high));
            }
        }
        None
    }

    /// A difference of zero extensions that is small enough to be compared at a smaller width.
    fn narrowed(&mut self, sum: &Sum) -> Option<Sum> {
        // Not below what is extended: it is compared as it is.
        let mut width = 1;
        for &(term, _) in &sum.parts {
            let (Op::Zext, &[inner]) = (self.op(term), self.args(term)) else { return None };
            width = width.max(self.width(inner));
        }
        let range = sum.integer(self, false)?;
        let reach = range.least.checked_neg()?.max(range.most);
        let width = width.max(128 - reach.leading_zeros());
        if width >= sum.width {
            return None;
        }
        let mut short = Sum::constant(width, sum.constant);
        for &(term, factor) in &sum.parts {
            let part = self.extract(0, width, term);
            short.add(&Sum::of(self, part), factor);
        }
        Some(short)
    }

    /// `bvult`.
    pub(crate) fn less(&mut self, a: Term, b: Term) -> Term {
        if let Some(known) = self.below(a, b) {
            return self.truth(known);
        }
        if let Some(narrow) = self.less_extended(a, b) {
            return narrow;
        }
        self.ruled(Op::BvUlt, Sort::Bool, &[a, b])
    }

    /// Is one unsigned number less than another one, whatever the values of variables?
    #[must_use]
    pub fn below(&self, a: Term, b: Term) -> Option<bool> {
        let (x, y) = (self.facts(a), self.facts(b));
        if x.most.value() < y.least.value() {
            return Some(true);
        }
        if x.least.value() >= y.most.value() || a == b {
            return Some(false);
        }
        if self.is_plain() {
            return None;
        }
        // Both are sums over the integers: then their difference, in which common terms cancel, decides.
        let (left, right) = (Sum::of(self, a), Sum::of(self, b));
        for as_signed in [false, true] {
            let (Some(x), Some(y)) =
                (self.unsigned_form(&left, as_signed), self.unsigned_form(&right, as_signed))
            else {
                continue;
            };
            let mut difference = left.clone();
            difference.constant = 0;
            difference.add(&Sum { constant: 0, ..right.clone() }, mask(left.width));
            // Factors that left the width would mean another number.
            let small = |sum: &Sum| {
                sum.parts.iter().all(|(_, f)| {
                    signed(*f, sum.width).unsigned_abs() < 1 << (sum.width.min(127) - 1).saturating_sub(1)
                })
            };
            if !small(&left) || !small(&right) {
                continue;
            }
            let Some(range) = difference.integer(self, as_signed) else { continue };
            let Some(offset) = x.constant.checked_sub(y.constant) else { continue };
            let (Some(least), Some(most)) = (range.least.checked_add(offset), range.most.checked_add(offset))
            else {
                continue;
            };
            if most < 0 {
                return Some(true);
            }
            if least >= 0 {
                return Some(false);
            }
        }
        None
    }

    /// The sum over the integers, if that is the unsigned number.
    fn unsigned_form(&self, sum: &Sum, as_signed: bool) -> Option<Integer> {
        if !as_signed {
            return sum.exact(self, false);
        }
        let whole = 1i128.checked_shl(sum.width).filter(|_| sum.width < 126)?;
        let Integer { constant, least, most } = sum.integer(self, true)?;
        let by = (least >> sum.width) << sum.width;
        let (least, most) = (least - by, most.checked_sub(by)?);
        (most < whole).then(|| Integer { constant: constant - by, least, most })
    }

    /// A signed comparison of sign extensions: `bvult` of sums with 2^(width-1).
    fn less_extended(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let sign = 1u128 << (width - 1);
        // What a side extends, with its width; a constant's signed number.
        let side = |terms: &Self, t: Term| -> Option<Result<Term, i128>> {
            let sum = Sum::of(terms, t);
            match (&sum.parts[..], sum.constant) {
                ([], constant) => Some(Err(signed(constant ^ sign, width))),
                ([(term, 1)], constant) if constant == sign => match (terms.op(*term), terms.args(*term)) {
                    (Op::Sext, &[inner]) => Some(Ok(inner)),
                    _ => None,
                },
                _ => None,
            }
        };
        let (x, y) = (side(self, a)?, side(self, b)?);
        let narrow = match (x, y) {
            (Ok(x), _) | (_, Ok(x)) => self.width(x),
            _ => return None,
        };
        let limit = 1i128.checked_shl(narrow - 1).filter(|l| *l > 0)?;
        let mut made = [a, b];
        for (n, side) in [x, y].into_iter().enumerate() {
            made[n] = match side {
                Ok(term) if self.width(term) == narrow => term,
                Err(value) if (-limit..limit).contains(&value) => self.bits(narrow, value as u128),
                _ => return None,
            };
        }
        Some(self.bvslt(made[0], made[1]))
    }
}

/// Is no number that the sum may be a multiple of 2^width?
fn never_zero(sum: &Sum, range: &Integer) -> bool {
    let Some(whole) = 1i128.checked_shl(sum.width).filter(|_| sum.width < 126) else { return false };
    let (first, last) = (range.least >> sum.width, range.most >> sum.width);
    let first = if first * whole < range.least { first + 1 } else { first };
    if first > last {
        return true;
    }
    if last - first >= MULTIPLES {
        return false;
    }
    // The sum is its constant modulo the greatest common divisor of its factors.
    let divisor =
        sum.parts.iter().fold(0, |d, (_, factor)| gcd(d, signed(*factor, sum.width).unsigned_abs()));
    let Ok(divisor) = i128::try_from(divisor) else { return false };
    divisor > 1 && (first..=last).all(|n| (n * whole - range.constant) % divisor != 0)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The number with which an odd one gives 1, modulo every power of two.
fn inverse(odd: u128) -> u128 {
    // Each step doubles the number of right bits; the first three are right at once.
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}
