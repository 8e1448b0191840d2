//! Sums: a constant plus multiples of different terms, modulo 2^width.
//!
//! `bvadd`, `bvsub`, `bvneg`, `bvnot`, `concat`, shifts to the left by numbers and products with numbers are all sums, so
//! two addresses that are computed differently from the same parts are one term. The steps are the lemmas of `sums.rules`.
//!
//! In a term, a sum is `bvadd` of the constant, if it is not 0, and of the parts in the order of their terms' numbers; a part
//! is a term or `bvmul` of a constant and a term. A product of terms that are no constants is `bvmul` of them, sorted.

use crate::facts::{self, Facts};
use crate::op::Op;
use crate::sort::{Sort, mask, signed};
use crate::terms::{Few, Term, Terms};
use crate::word::Bits;
use smallvec::SmallVec;

/// A product of sums is multiplied out when that gives no more parts than this.
const MULTIPLIED_OUT: usize = 6;

/// A constant plus multiples of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    pub width: u32,
    pub constant: u128,
    /// Terms, which are no sums and no constants, in the order of their numbers, with factors that are not 0.
    pub parts: SmallVec<[(Term, u128); 6]>,
}

/// A sum read over the integers: constant and signed factors, and between which numbers it lies.
#[derive(Clone, Debug)]
pub(crate) struct Integer {
    pub constant: i128,
    pub least: i128,
    pub most: i128,
}

impl Sum {
    pub fn constant(width: u32, constant: u128) -> Self {
        Self { width, constant: constant & mask(width), parts: SmallVec::new() }
    }

    /// The sum that a term is.
    pub fn of(terms: &Terms, term: Term) -> Self {
        let width = terms.width(term);
        match terms.op(term) {
            Op::BvAdd => Self::of_args(terms, width, terms.args(term)),
            _ => Self::of_args(terms, width, &[term]),
        }
    }

    /// The sum of these arguments of a term.
    pub fn of_args(terms: &Terms, width: u32, args: &[Term]) -> Self {
        let mut sum = Self::constant(width, 0);
        for &arg in args {
            match (terms.op(arg), terms.args(arg)) {
                (Op::Const(value), _) => sum.constant = sum.constant.wrapping_add(value) & mask(width),
                (Op::BvMul, &[factor, term]) => match terms.constant(factor) {
                    Some(factor) => sum.parts.push((term, factor)),
                    None => sum.parts.push((arg, 1)),
                },
                _ => sum.parts.push((arg, 1)),
            }
        }
        sum.parts.sort_unstable_by_key(|(term, _)| *term);
        sum
    }

    /// Adds a multiple of a sum.
    pub fn add(&mut self, other: &Self, factor: u128) {
        let ones = mask(self.width);
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(factor)) & ones;
        if self.parts.is_empty() && factor == 1 {
            self.parts.clone_from(&other.parts);
            return;
        }
        for &(term, by) in &other.parts {
            self.add_part(term, by.wrapping_mul(factor));
        }
    }

    /// Adds a multiple of a term that is no sum.
    pub fn add_part(&mut self, term: Term, factor: u128) {
        let ones = mask(self.width);
        match self.parts.binary_search_by_key(&term, |(t, _)| *t) {
            Ok(at) => {
                let sum = self.parts[at].1.wrapping_add(factor) & ones;
                if sum == 0 {
                    self.parts.remove(at);
                } else {
                    self.parts[at].1 = sum;
                }
            }
            Err(at) if factor & ones != 0 => self.parts.insert(at, (term, factor & ones)),
            Err(_) => {}
        }
    }

    /// How many of the lowest bits are 0 in every factor.
    pub fn shift(&self) -> u32 {
        self.parts.iter().map(|(_, factor)| factor.trailing_zeros()).min().unwrap_or(128)
    }

    /// The sum over the integers, with signed factors, of unsigned (or signed) numbers for the terms.
    pub fn integer(&self, terms: &Terms, as_signed: bool) -> Option<Integer> {
        let constant = signed(self.constant, self.width);
        let (mut least, mut most) = (constant, constant);
        for &(term, factor) in &self.parts {
            let factor = signed(factor, self.width);
            let (low, high) = if as_signed { terms.signed_range(term) } else { terms.unsigned_range(term) }?;
            let (a, b) = (factor.checked_mul(low)?, factor.checked_mul(high)?);
            least = least.checked_add(a.min(b))?;
            most = most.checked_add(a.max(b))?;
        }
        Some(Integer { constant, least, most })
    }

    /// As [`Sum::integer`], moved by a multiple of 2^width so that it is the number that the bits mean (unsigned, or
    /// signed), if it is for all values.
    pub fn exact(&self, terms: &Terms, as_signed: bool) -> Option<Integer> {
        let whole = 1i128.checked_shl(self.width).filter(|_| self.width < 126)?;
        let start = if as_signed { -(whole / 2) } else { 0 };
        let Integer { constant, least, most } = self.integer(terms, as_signed)?;
        // Rounded down to a multiple of 2^width.
        let by = (least.checked_sub(start)? >> self.width) << self.width;
        let (least, most) = (least.checked_sub(by)?, most.checked_sub(by)?);
        (most < start + whole).then_some(Integer { constant: constant.checked_sub(by)?, least, most })
    }
}

impl Terms {
    /// The least and the greatest unsigned number of a bit-vector.
    pub(crate) fn unsigned_range(&self, term: Term) -> Option<(i128, i128)> {
        let facts = self.facts(term);
        Some((i128::try_from(facts.least.value()).ok()?, i128::try_from(facts.most.value()).ok()?))
    }

    /// The least and the greatest signed number of a bit-vector.
    pub(crate) fn signed_range(&self, term: Term) -> Option<(i128, i128)> {
        let width = self.width(term);
        if let (Op::Sext, &[inner]) = (self.op(term), self.args(term)) {
            return self.signed_range(inner);
        }
        let facts = self.facts(term);
        let (least, most) = (signed(facts.least.value(), width), signed(facts.most.value(), width));
        // The interval goes around where it holds numbers of both signs.
        Some(if least <= most {
            (least, most)
        } else {
            (signed(1 << (width - 1), width), (mask(width) >> 1) as i128)
        })
    }

    /// The term of a sum.
    pub(crate) fn of_sum(&mut self, mut sum: Sum) -> Term {
        self.join(&mut sum);
        let sort = Sort::Bits(sum.width);
        let mut args: SmallVec<[Term; 8]> = SmallVec::new();
        let mut constant = sum.constant;
        for &(term, factor) in &sum.parts {
            let multiple = self.multiple(term, factor);
            match self.constant(multiple) {
                // Facts may leave one number only.
                Some(value) => constant = constant.wrapping_add(value) & mask(sum.width),
                None => args.push(multiple),
            }
        }
        if constant != 0 || args.is_empty() {
            args.insert(0, self.scalar(sort, constant));
        }
        match args[..] {
            [one] => one,
            _ => self.kept(Op::BvAdd, sort, &args),
        }
    }

    fn multiple(&mut self, term: Term, factor: u128) -> Term {
        if factor == 1 {
            return term;
        }
        let sort = self.sort(term);
        let factor = self.scalar(sort, factor);
        self.kept(Op::BvMul, sort, &[factor, term])
    }

    /// `bvadd`, `bvsub`, `bvneg`, `bvnot`, `bvmul`.
    pub(crate) fn arithmetic(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let width = sort.width().unwrap_or(1);
        let minus = mask(width);
        let first = Sum::of(self, args[0]);
        let mut sum = Sum::constant(width, 0);
        match op {
            Op::BvNeg => sum.add(&first, minus),
            Op::BvNot => {
                sum.constant = minus;
                sum.add(&first, minus);
            }
            Op::BvSub => {
                sum.add(&first, 1);
                sum.add(&Sum::of(self, args[1]), minus);
            }
            Op::BvMul => {
                sum = first;
                for &arg in &args[1..] {
                    sum = self.product(&sum, &Sum::of(self, arg));
                }
            }
            _ => {
                sum = first;
                for &arg in &args[1..] {
                    sum.add(&Sum::of(self, arg), 1);
                }
            }
        }
        self.of_sum(sum)
    }

    /// Lemmas sum-scale, product-sum.
    fn product(&mut self, a: &Sum, b: &Sum) -> Sum {
        let mut sum = Sum::constant(a.width, 0);
        let size = |s: &Sum| s.parts.len() + usize::from(s.constant != 0);
        if a.parts.is_empty() {
            sum.add(b, a.constant);
        } else if b.parts.is_empty() {
            sum.add(a, b.constant);
        } else if size(a) * size(b) <= MULTIPLIED_OUT {
            sum.constant = a.constant.wrapping_mul(b.constant) & mask(a.width);
            sum.add(&Sum { constant: 0, ..a.clone() }, b.constant);
            sum.add(&Sum { constant: 0, ..b.clone() }, a.constant);
            for &(x, by) in &a.parts {
                for &(y, times) in &b.parts {
                    let product = self.monomial(x, y);
                    sum.add(&Sum::of(self, product), by.wrapping_mul(times));
                }
            }
        } else {
            let (x, y) = (self.of_sum(a.clone()), self.of_sum(b.clone()));
            let product = self.monomial(x, y);
            sum.add(&Sum::of(self, product), 1);
        }
        sum
    }

    /// The product of two terms, each of which may be one. Lemmas product-order, product-flat.
    fn monomial(&mut self, a: Term, b: Term) -> Term {
        let mut factors = Few::new();
        for term in [a, b] {
            if self.op(term) == Op::BvMul && self.constant(self.args(term)[0]).is_none() {
                factors.extend_from_slice(self.args(term));
            } else {
                factors.push(term);
            }
        }
        factors.sort_unstable();
        self.kept(Op::BvMul, self.sort(a), &factors)
    }

    /// Lemma sum-concat.
    pub(crate) fn concatenated(&mut self, sort: Sort, a: Term, b: Term) -> Term {
        let width = sort.width().unwrap_or(1);
        let low = self.width(b);
        let (a, b) = (self.zext(width, a), self.zext(width, b));
        let mut sum = Sum::of(self, b);
        sum.add(&Sum::of(self, a), 1 << low);
        self.of_sum(sum)
    }

    /// Neighbouring parts of one term become one part (lemma sum-join); a term without its higher part is its lower part
    /// (lemma sum-rest).
    fn join(&mut self, sum: &mut Sum) {
        if !sum.parts.iter().any(|(term, _)| self.op(*term) == Op::Zext) {
            return;
        }
        while let Some((gone, other, term, factor)) = self.joint(sum) {
            sum.parts.retain(|(t, _)| *t != gone && *t != other);
            let joined = Sum::of(self, term);
            sum.add(&joined, factor);
        }
    }

    /// Two parts that are one: their terms, the one term, its factor.
    fn joint(&mut self, sum: &Sum) -> Option<(Term, Term, Term, u128)> {
        for &(high, factor) in &sum.parts {
            let Some((whole, low, length)) = self.piece(high) else { continue };
            for &(other, by) in &sum.parts {
                if other == high {
                    continue;
                }
                if let Some((same, start, below)) = self.piece(other) {
                    let shifted = by.wrapping_shl(below) & mask(sum.width);
                    if same == whole && start + below == low && below < sum.width && factor == shifted {
                        // Bits that the shift pushes out are not there.
                        let length = length.min(sum.width - below);
                        let joined = self.extract(start, below + length, whole);
                        return Some((high, other, self.zext(sum.width, joined), by));
                    }
                }
                let top = other == whole && low + length == sum.width && low > 0;
                if top && factor == by.wrapping_shl(low).wrapping_neg() & mask(sum.width) {
                    let rest = self.extract(0, low, whole);
                    return Some((high, other, self.zext(sum.width, rest), by));
                }
            }
        }
        None
    }

    /// A zero extension of some bits of a term: the term, from which bit on, how many.
    fn piece(&self, term: Term) -> Option<(Term, u32, u32)> {
        let (Op::Zext, &[inner]) = (self.op(term), self.args(term)) else { return None };
        match (self.op(inner), self.args(inner)) {
            (Op::Extract(low), &[whole]) => Some((whole, low, self.width(inner))),
            _ => None,
        }
    }

    /// `extract`.
    pub(crate) fn part(&mut self, low: u32, width: u32, term: Term) -> Term {
        let key = (term, low, width);
        if let Some(&known) = self.extracted.get(&key) {
            return known;
        }
        let made = self.part_of(low, width, term);
        self.extracted.insert(key, made);
        made
    }

    fn part_of(&mut self, low: u32, width: u32, term: Term) -> Term {
        let sort = Sort::Bits(width);
        match self.op(term) {
            Op::BvAdd => {}
            Op::BvMul if self.constant(self.args(term)[0]).is_some() => {}
            // Lemma product-low.
            Op::BvMul if low == 0 => {
                let factors: Few = Few::from_slice(self.args(term));
                let factors: Few = factors.iter().map(|f| self.extract(0, width, *f)).collect();
                return self.make(Op::BvMul, sort, &factors);
            }
            Op::BvAnd | Op::BvOr | Op::BvXor => {
                let op = self.op(term);
                let args = Few::from_slice(self.args(term));
                let args: Few = args.iter().map(|a| self.extract(low, width, *a)).collect();
                return self.make(op, sort, &args);
            }
            _ => return self.ruled(Op::Extract(low), sort, &[term]),
        }
        let top = low + width;
        if top < self.width(term) {
            let short = self.extract_low(top, term);
            return self.extract(low, width, short);
        }
        if low == 0 {
            return term;
        }
        // The multiples of 2^low add to the part of the rest, without a carry.
        let sum = Sum::of(self, term);
        let mut high = Sum::constant(width, sum.constant >> low);
        let mut rest = Sum::constant(sum.width, sum.constant & mask(low));
        for &(part, factor) in &sum.parts {
            if factor.trailing_zeros() >= low {
                let part = self.extract_or_all(width, part);
                high.add(&Sum::of(self, part), factor >> low);
            } else {
                rest.parts.push((part, factor));
            }
        }
        if high.parts.is_empty() && high.constant == 0 {
            return self.ruled(Op::Extract(low), sort, &[term]);
        }
        let rest = self.of_sum(rest);
        let rest = self.ruled(Op::Extract(low), sort, &[rest]);
        high.add(&Sum::of(self, rest), 1);
        self.of_sum(high)
    }

    fn extract_or_all(&mut self, width: u32, term: Term) -> Term {
        if width == self.width(term) { term } else { self.extract(0, width, term) }
    }

    /// Lemma sum-low.
    fn extract_low(&mut self, width: u32, term: Term) -> Term {
        let sum = Sum::of(self, term);
        let mut low = Sum::constant(width, sum.constant);
        for &(part, factor) in &sum.parts {
            if factor & mask(width) != 0 {
                let part = self.extract(0, width, part);
                low.add(&Sum::of(self, part), factor);
            }
        }
        self.of_sum(low)
    }

    /// `zext` or `sext` of a sum that never leaves the width. Lemmas sum-zext, sum-zext-sub, sum-sext.
    pub(crate) fn extended_sum(&mut self, op: Op, width: u32, term: Term) -> Option<Term> {
        let sum = Sum::of(self, term);
        let as_signed = op == Op::Sext;
        let exact = sum.exact(self, as_signed)?;
        let mut wide = Sum::constant(width, exact.constant as u128);
        for &(part, factor) in &sum.parts {
            let factor = signed(factor, sum.width) as u128;
            // A single product stays inside.
            if sum.parts.len() == 1 && sum.constant == 0 && factor == 1 {
                return None;
            }
            let part = if as_signed { self.sext(width, part) } else { self.zext(width, part) };
            wide.add(&Sum::of(self, part), factor);
        }
        Some(self.of_sum(wide))
    }

    /// Facts of a sum: those of the parts added up, and its interval over the integers.
    pub(crate) fn sum_facts(&self, sum: &Sum) -> Facts<Bits> {
        let ones = mask(sum.width);
        if let ([(term, factor)], true) = (&sum.parts[..], sum.constant == ones)
            && *factor == ones
        {
            return facts::not(&self.facts(*term));
        }
        let start = facts::constant(&Bits::new(sum.width, sum.constant));
        let added = sum.parts.iter().fold(start, |all, (term, factor)| {
            facts::reduce(&facts::add(&all, &self.multiple_facts(*term, *factor)))
        });
        match sum.exact(self, false) {
            Some(range) => {
                let between = |n: i128| Bits::new(sum.width, n as u128);
                facts::meet(&added, &Facts::between(between(range.least), between(range.most)))
            }
            None => added,
        }
    }

    /// Facts of a multiple: shifted and added as the factor's ones say, if they are few; lemma product-shift otherwise.
    pub(crate) fn multiple_facts(&self, term: Term, factor: u128) -> Facts<Bits> {
        let own = self.facts(term);
        let width = self.width(term);
        let factor = Bits::new(width, factor).value();
        if factor.count_ones() <= 3 {
            let mut all: Option<Facts<Bits>> = None;
            let mut left = factor;
            while left != 0 {
                let by = left.trailing_zeros();
                left &= left - 1;
                let shifted = facts::shl(&own, by);
                all = Some(all.map_or(shifted, |all| facts::reduce(&facts::add(&all, &shifted))));
            }
            return all.unwrap_or_else(|| facts::constant(&Bits::new(width, 0)));
        }
        if factor == mask(width) {
            let one = facts::constant(&Bits::new(width, 1));
            return facts::reduce(&facts::add(&facts::not(&own), &one));
        }
        let zeros = own.trailing_zeros() + factor.trailing_zeros();
        self.low_zeros(width, zeros)
    }

    fn low_zeros(&self, width: u32, zeros: u32) -> Facts<Bits> {
        Facts { zeros: Bits::new(width, mask(zeros.min(width))), ..Facts::nothing(width) }
    }

    /// Facts of a product of terms: lemma product-shift, and products of the ends where they fit the width.
    pub(crate) fn product_facts(&self, width: u32, factors: &[Term]) -> Facts<Bits> {
        let zeros = factors.iter().map(|f| self.facts(*f).trailing_zeros()).sum();
        let ends = factors.iter().try_fold((1u128, 1u128), |(least, most), f| {
            let facts = self.facts(*f);
            let most = most.checked_mul(facts.most.value()).filter(|m| *m <= mask(width))?;
            Some((least * facts.least.value(), most))
        });
        let low = self.low_zeros(width, zeros);
        match ends {
            Some((least, most)) => {
                facts::meet(&low, &Facts::between(Bits::new(width, least), Bits::new(width, most)))
            }
            None => low,
        }
    }
}
