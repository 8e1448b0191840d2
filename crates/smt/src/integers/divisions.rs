//! Quotients and remainders by terms.
//!
//! The quotient is an unknown, and the remainder is the dividend less the quotient times the divisor: so `at / m * m + at % m` is `at`, as polynomials, and nothing has to be
//! known of either. What else is true of them is stated as lemmas.
//!
//! Sizes of tensors divide one number several times: `at / (n * m)` is `at / n / m`, and `(at - planes * (n * m)) / n` is `at / n - planes * m`, where nothing is negative and nothing
//! wraps around. Such quotients are read by the others, plus a difference that is 0 then ([`Usual`]), so what they are taken apart into goes together again as polynomials.

use super::Signs;
use super::formula::Question;
use super::lemmas::{DEGREE, Lemmas, multiple, without};
use super::reading::{MOST_PARTS, Number, Reading, whole};
use crate::op::Op;
use crate::poly::{Poly, Var};
use crate::terms::{Term, Terms};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// A division, rounded towards 0.
#[derive(Clone, Debug)]
pub(super) struct Division {
    pub dividend: Poly,
    pub divisor: Poly,
    pub quotient: Var,
    /// The quotient is this division's where these are at least 0, too.
    provided: Vec<Poly>,
}

impl Division {
    fn remainder(&self) -> Poly {
        self.dividend.minus(&Poly::var(self.quotient).product(&self.divisor))
    }
}

/// By what a quotient differs from another way to write it: by 0 where these are at least 0.
#[derive(Clone, Debug)]
pub(super) struct Usual {
    when: Vec<Poly>,
    difference: Var,
}

/// Is a number divided by one that is unknown?
pub(super) fn is_division(terms: &Terms, term: Term) -> bool {
    let is_quotient = matches!(terms.op(term), Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem);
    is_quotient && terms.constant(terms.args(term)[1]).is_none()
}

/// What divides what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Divisor {
    /// A term.
    Term(Term),
    /// 2 to this power.
    Power(u32),
}

/// The dividend and the divisor of a quotient, and how they are read.
#[must_use]
pub fn quotient(terms: &Terms, term: Term) -> Option<(Term, Divisor, Signs)> {
    match (terms.op(term), terms.args(term)) {
        (Op::BvUdiv, &[a, by]) => Some((a, Divisor::Term(by), Signs::Unsigned)),
        (Op::BvSdiv, &[a, by]) => Some((a, Divisor::Term(by), Signs::Signed)),
        (Op::Zext, &[high]) => match (terms.op(high), terms.args(high)) {
            (Op::Extract(low), &[a])
                if low > 0
                    && low + terms.width(high) == terms.width(a)
                    && terms.width(a) == terms.width(term) =>
            {
                Some((a, Divisor::Power(low), Signs::Unsigned))
            }
            _ => None,
        },
        _ => None,
    }
}

impl Reading<'_> {
    /// Reads what is divided, by fewer factors first: `at / (n * m)` is read by `at / n`.
    pub fn divisions_first(&mut self, order: &[Term]) {
        let terms = self.terms;
        let factors = |term: Term| match terms.op(terms.args(term)[1]) {
            Op::BvMul => terms.args(terms.args(term)[1]).len(),
            _ => 1,
        };
        let mut all: Vec<Term> = order.iter().copied().filter(|&term| is_division(terms, term)).collect();
        if all.iter().any(|&term| factors(term) > 1) {
            all.sort_by_key(|&term| factors(term));
            // Parts come first, so no recursion is deep.
            let parts = all.into_iter().flat_map(|term| terms.post_order(&[term], |_| false));
            for part in parts.filter(|&part| terms.sort(part).width().is_some()) {
                self.residue(part);
            }
        }
    }

    /// The quotient of two terms, or the remainder: `which` is 0 or 1. The `term` itself if they are too large.
    pub fn divided_by(&mut self, term: Term, [a, by]: [Term; 2], signs: Signs, which: usize) -> Number {
        let (dividend, divisor) = (self.number(a, signs), self.number(by, signs));
        if divisor.poly.len() * 2 + dividend.poly.len() > MOST_PARTS {
            return self.unknown(term);
        }
        if let Some(known) = self.divided.get(&(a, by, signs)) {
            return known[which].clone();
        }
        let how = How::of_term(&dividend, &divisor, (self.terms.width(term), signs));
        let made = self.division(&dividend, &divisor, &how);
        self.divided.insert((a, by, signs), made.clone());
        made[which].clone()
    }

    /// Quotient and remainder of bit-vectors of a width. By 0 the quotient has all bits, or is 1 or -1, and the remainder is the dividend: in each case the dividend
    /// is the quotient times the divisor, and the remainder. Modulo 2^width that is so of the least number and -1, too.
    fn division(&mut self, dividend: &Number, divisor: &Number, how: &How) -> [Number; 2] {
        let other_way = self.shifted(dividend, divisor, how).or_else(|| self.in_turn(dividend, divisor, how));
        let other_way = other_way.or_else(|| self.of_quotient(dividend, divisor, how));
        if let Some(made) = other_way.or_else(|| self.in_other_order(dividend, divisor, how)) {
            return made;
        }
        let (least, most) = how.range.clone();
        let quotient = self.fresh(least.clone(), most.clone());
        let made = Division {
            dividend: dividend.poly.clone(),
            divisor: divisor.poly.clone(),
            quotient,
            provided: Vec::new(),
        };
        let quotient = Number { poly: Poly::var(quotient), least, most };
        let rest = self.remainder(dividend, &quotient, divisor, how);
        self.divisions.push(made);
        [quotient, rest]
    }

    /// The same where the dividend differs from another number by multiples of the divisor that quotients of that number say:
    /// `(at - planes * (n * m)) / n` is `at / n - planes * m`.
    fn shifted(&mut self, dividend: &Number, divisor: &Number, how: &How) -> Option<[Number; 2]> {
        let factors = self.product_in(&divisor.poly).filter(|by| !by.is_empty())?;
        let (mut base, mut times) = (Poly::default(), Poly::default());
        for (monomial, factor) in self.without_usually_zero(&dividend.poly).terms() {
            match without_all(monomial, &factors) {
                Some(rest) => times.add_term(rest, factor),
                None => base.add_term(monomial.to_vec(), factor),
            }
        }
        // Quotients of the same number by more factors.
        let nested: Vec<(Division, Vec<Var>)> = times
            .terms()
            .map(|(product, _)| {
                let of = self.divisions.iter().find(|of| {
                    let all =
                        without_all(product, &[of.quotient]).map(|rest| [rest, factors.clone()].concat());
                    let of_base =
                        || of.provided.is_empty() && self.without_usually_zero(&of.dividend) == base;
                    all.map(sorted).is_some_and(|all| self.product_in(&of.divisor) == Some(all)) && of_base()
                })?;
                Some((of.clone(), without(product, of.quotient)))
            })
            .collect::<Option<_>>()?;
        if nested.is_empty() || base.is_empty() {
            return None;
        }
        let inner = self.quotient_of(&base, divisor);
        let by = multiple(&Poly::constant(1), &factors);
        for (both, rest) in nested {
            let rest = multiple(&Poly::constant(1), &rest);
            let zeros =
                [both.dividend.minus(&base), divisor.poly.minus(&by), both.divisor.minus(&by.product(&rest))];
            let provided = where_zero(vec![base.clone(), less_one(&divisor.poly)], zeros);
            let dividend = inner.poly.clone();
            self.divisions.push(Division { dividend, divisor: rest, quotient: both.quotient, provided });
        }
        let zeros = [dividend.poly.minus(&base).minus(&times.product(&by)), divisor.poly.minus(&by)];
        let when = where_zero(vec![base, dividend.poly.clone(), less_one(&divisor.poly)], zeros);
        let guess = inner.plus(&self.number_of(&times));
        Some(self.as_a_rule(&guess, when, (dividend, divisor), how))
    }

    /// The same where the number was divided by some of the factors before: `at / (n * m)` is `at / n / m`.
    fn in_turn(&mut self, dividend: &Number, divisor: &Number, how: &How) -> Option<[Number; 2]> {
        let factors = self.product_in(&divisor.poly).filter(|by| by.len() > 1)?;
        let base = self.without_usually_zero(&dividend.poly);
        let before = self.divisions.iter().filter_map(|of| {
            let own = self.product_in(&of.divisor).filter(|own| !own.is_empty())?;
            let rest = without_all(&factors, &own).filter(|rest| !rest.is_empty())?;
            let is_alike = of.provided.is_empty() && self.without_usually_zero(&of.dividend) == base;
            is_alike.then_some((own.len(), of, own, rest))
        });
        let (_, of, own, rest) = before.max_by_key(|(factors, ..)| *factors)?;
        let of = of.clone();
        let [by, own, rest] = [factors, own, rest].map(|factors| multiple(&Poly::constant(1), &factors));
        let zeros = [dividend.poly.minus(&of.dividend), divisor.poly.minus(&by), of.divisor.minus(&own)];
        let positive = vec![dividend.poly.clone(), less_one(&of.divisor), less_one(&rest)];
        let when = where_zero(positive, zeros);
        let rest = self.number_of(&rest);
        let guess = self.quotient_of(&Poly::var(of.quotient), &rest);
        if let Some(quotient) = guess.poly.as_var() {
            let (dividend, divisor) = (dividend.poly.clone(), divisor.poly.clone());
            self.divisions.push(Division { dividend, divisor, quotient, provided: when.clone() });
        }
        Some(self.as_a_rule(&guess, when, (dividend, divisor), how))
    }

    /// The same where the dividend is a quotient as a rule.
    fn of_quotient(&mut self, dividend: &Number, divisor: &Number, how: &How) -> Option<[Number; 2]> {
        let base = self.without_usually_zero(&dividend.poly);
        let var = base.as_var().filter(|var| self.divisions.iter().any(|of| of.quotient == *var))?;
        if base == dividend.poly {
            return None;
        }
        let when = where_zero(vec![less_one(&divisor.poly)], [dividend.poly.minus(&base)]);
        let guess = self.quotient_of(&Poly::var(var), divisor);
        Some(self.as_a_rule(&guess, when, (dividend, divisor), how))
    }

    /// The same where a number is divided by the same two in the other order: `at / n / m` is `at / m / n`.
    fn in_other_order(&mut self, dividend: &Number, divisor: &Number, how: &How) -> Option<[Number; 2]> {
        let var = dividend.poly.as_var()?;
        let quotient_of = |of: &Poly, by: &Poly| {
            let is_it =
                |one: &&Division| one.provided.is_empty() && one.dividend == *of && one.divisor == *by;
            self.divisions.iter().find(is_it).map(|one| one.quotient)
        };
        let inner = self.divisions.iter().find(|of| of.quotient == var && of.provided.is_empty())?;
        let other = quotient_of(&inner.dividend, &divisor.poly).filter(|other| *other != var)?;
        let known = quotient_of(&Poly::var(other), &inner.divisor)?;
        let when = vec![inner.dividend.clone(), less_one(&inner.divisor), less_one(&divisor.poly)];
        let guess = self.number_of(&Poly::var(known));
        Some(self.as_a_rule(&guess, when, (dividend, divisor), how))
    }

    /// The quotient of two numbers, as it is known or as a new one.
    fn quotient_of(&mut self, dividend: &Poly, divisor: &Number) -> Number {
        let is_it =
            |of: &&Division| of.provided.is_empty() && of.dividend == *dividend && of.divisor == divisor.poly;
        match self.divisions.iter().find(is_it).map(|of| of.quotient) {
            Some(quotient) => self.number_of(&Poly::var(quotient)),
            None => {
                let dividend = self.number_of(dividend);
                let how = How::of_integers(&dividend, divisor);
                let [quotient, _] = self.division(&dividend, divisor, &how);
                quotient
            }
        }
    }

    /// Quotient and remainder, where the quotient is known as a rule.
    fn as_a_rule(
        &mut self,
        guess: &Number,
        when: Vec<Poly>,
        (dividend, divisor): (&Number, &Number),
        how: &How,
    ) -> [Number; 2] {
        let (least, most) = how.range.clone();
        let difference = self.fresh(&least - &guess.most, &most - &guess.least);
        self.usually_zero.insert(difference);
        self.usual.push(Usual { when, difference });
        let quotient = self.in_range(guess.poly.plus(&Poly::var(difference)), (least, most));
        let rest = self.remainder(dividend, &quotient, divisor, how);
        [quotient, rest]
    }

    /// The remainder: the number itself, as a rule, and not only modulo 2^width.
    fn remainder(&mut self, dividend: &Number, quotient: &Number, divisor: &Number, how: &How) -> Number {
        let rest = dividend.minus(&quotient.product(divisor));
        if !how.is_exact {
            return rest;
        }
        self.in_range(rest.poly, towards_zero(dividend))
    }

    /// A polynomial with the interval that those of its variables give.
    fn number_of(&self, poly: &Poly) -> Number {
        let of = |&var: &Var| {
            let (least, most) = self.ranges[var].clone();
            Number { poly: Poly::var(var), least, most }
        };
        poly.terms().fold(Number::constant(0), |sum, (monomial, factor)| {
            let product = monomial.iter().map(of).fold(Number::constant(1), |all, one| all.product(&one));
            sum.plus(&product.times(factor))
        })
    }

    /// A division, or another number in some cases, as by 0: it plus a difference, which is 0 as a rule.
    pub fn or_other(&mut self, division: Term) -> Number {
        let (number, whole) = (self.residue(division), whole(self.terms.width(division)));
        let least = if self.signs == Signs::Signed { -&whole / BigInt::from(2) } else { BigInt::ZERO };
        let most = &least + whole - BigInt::from(1);
        let difference = self.fresh(&least - &number.most, &most - &number.least);
        self.usually_zero.insert(difference);
        self.in_range(number.poly.plus(&Poly::var(difference)), (least, most))
    }

    /// A polynomial that lies in a range.
    fn in_range(&mut self, poly: Poly, (least, most): (BigInt, BigInt)) -> Number {
        self.facts.push(poly.minus(&Poly::constant(least.clone())));
        self.facts.push(Poly::constant(most.clone()).minus(&poly));
        Number { poly, least, most }
    }
}

fn less_one(poly: &Poly) -> Poly {
    poly.minus(&Poly::constant(1))
}

/// The conditions that some are not negative, and others 0.
fn where_zero(mut not_negative: Vec<Poly>, zeros: impl IntoIterator<Item = Poly>) -> Vec<Poly> {
    for zero in zeros.into_iter().filter(|zero| !zero.is_empty()) {
        not_negative.extend([zero.times(&BigInt::from(-1)), zero]);
    }
    not_negative
}

/// From 0 to a number, whatever that is.
fn towards_zero(number: &Number) -> (BigInt, BigInt) {
    (number.least.clone().min(BigInt::ZERO), number.most.clone().max(BigInt::ZERO))
}

/// What is known of a quotient before all else.
struct How {
    /// Between what it lies.
    range: (BigInt, BigInt),
    /// Is the dividend the quotient times the divisor, and the remainder, as integers?
    is_exact: bool,
}

impl How {
    /// Of bit-vectors of a width.
    fn of_term(dividend: &Number, divisor: &Number, (width, signs): (u32, Signs)) -> Self {
        let half = whole(width) / BigInt::from(2);
        // The least number divided by -1 leaves the width.
        let is_exact =
            signs == Signs::Unsigned || divisor.least >= BigInt::ZERO || dividend.least > -half.clone();
        let range = match signs {
            // As far from 0 as the dividend, at most.
            _ if divisor.least > BigInt::ZERO => towards_zero(dividend),
            Signs::Unsigned => (BigInt::ZERO, whole(width) - BigInt::from(1)),
            Signs::Signed => (-&half, half - BigInt::from(1)),
        };
        Self { range, is_exact }
    }

    /// Of integers that no term may be: as far from 0 as the dividend, at most, and 0 by 0.
    fn of_integers(dividend: &Number, divisor: &Number) -> Self {
        let (least, most) = towards_zero(dividend);
        let range = match divisor.least >= BigInt::ZERO {
            true => (least, most),
            false => {
                let far = most.max(-least);
                (-&far, far)
            }
        };
        Self { range, is_exact: true }
    }
}

impl Lemmas<'_> {
    /// What is true of quotients and remainders where the dividend is not negative and the divisor is at least 1.
    pub fn of_divisions(&mut self, units: &[Poly], products: &BTreeSet<Vec<Var>>) {
        let one = Poly::constant(1);
        let all = &self.question.reading.divisions;
        for (at, of) in all.iter().enumerate() {
            let quotient = Poly::var(of.quotient);
            let when = || [of.provided.as_slice(), &[of.dividend.clone(), of.divisor.minus(&one)]].concat();
            let remainder = of.remainder();
            self.state(when(), &[], remainder.clone());
            self.state(when(), &[], of.divisor.minus(&one).minus(&remainder));
            self.state(when(), &[], quotient.clone());
            self.state(when(), &[], of.dividend.minus(&quotient));
            for other in all[..at].iter().filter(|other| other.divisor == of.divisor) {
                let apart = quotient.minus(&Poly::var(other.quotient));
                self.of_rows(&apart.product(&of.divisor), DEGREE);
            }
            self.below(of, units, products);
            self.multiplied(of, products);
            // What is a quotient under conditions only is related to others by those.
            let always = || all.iter().filter(|one| one.provided.is_empty());
            let divides = |inner: &&Division| {
                of.provided.is_empty() && self.question.product_in(&of.dividend) == Some(vec![inner.quotient])
            };
            for inner in always().filter(divides).collect::<Vec<_>>() {
                for both in always().filter(|both| both.dividend == inner.dividend) {
                    self.in_turn(inner, of, both);
                }
            }
        }
    }

    /// Where quotients do not differ from other ways to write them.
    pub fn of_usual(&mut self) {
        for Usual { when, difference } in &self.question.reading.usual {
            let difference = Poly::var(*difference);
            self.state(when.clone(), &[], difference.times(&BigInt::from(-1)));
            self.state(when.clone(), &[], difference);
        }
    }

    /// A quotient is less than a number if the dividend is less than the number times the divisor; and that keeps for what both are multiplied with.
    fn below(&mut self, of: &Division, units: &[Poly], products: &BTreeSet<Vec<Var>>) {
        let Some(divisor) = self.question.product_in(&of.divisor) else { return };
        let quotient = Poly::var(of.quotient);
        let factors: BTreeSet<Vec<Var>> = (products.iter())
            .filter_map(|product| without_all(product, &[of.quotient]))
            .filter(|rest| without_all(rest, &divisor).is_none())
            .collect();
        for bound in self.question.bounds_of(of, units) {
            let bound = multiple(&Poly::constant(1), &bound);
            self.keep(&quotient.minus(&bound), &divisor);
            let below = bound.minus(&Poly::constant(1)).minus(&quotient);
            for factors in &factors {
                self.keep(&below, factors);
                self.keep(&quotient, factors);
            }
        }
    }

    /// What a remainder is multiplied with keeps its bounds.
    fn multiplied(&mut self, of: &Division, products: &BTreeSet<Vec<Var>>) {
        let Some(mut own) = self.question.product_in(&of.divisor) else { return };
        own.push(of.quotient);
        let remainder = of.remainder();
        let most = of.divisor.minus(&Poly::constant(1)).minus(&remainder);
        let factors = products.iter().filter_map(|product| without_all(product, &own));
        let factors: BTreeSet<Vec<Var>> = factors.filter(|rest| !rest.is_empty()).collect();
        for factors in factors {
            self.keep(&remainder, &factors);
            self.keep(&most, &factors);
        }
    }

    /// To divide by one number and then by another one is to divide by `both`, if that is their product.
    fn in_turn(&mut self, first: &Division, second: &Division, both: &Division) {
        let factors = [first, second].map(|one| self.question.product_in(&one.divisor));
        let [Some(first_factors), Some(second_factors)] = factors else { return };
        let mut product = [first_factors, second_factors].concat();
        product.sort_unstable();
        if self.question.product_in(&both.divisor).as_ref() != Some(&product) {
            return;
        }
        let one = Poly::constant(1);
        let wraps = both.divisor.minus(&first.divisor.product(&second.divisor));
        let other = second.dividend.minus(&Poly::var(first.quotient));
        let apart = Poly::var(second.quotient).minus(&Poly::var(both.quotient));
        for side in [apart.times(&BigInt::from(-1)), apart] {
            let when = [
                first.dividend.clone(),
                first.divisor.minus(&one),
                second.divisor.minus(&one),
                wraps.clone(),
                wraps.times(&BigInt::from(-1)),
                other.clone(),
                other.times(&BigInt::from(-1)),
            ];
            self.state(when.to_vec(), &[], multiple(&side, &product));
            self.state(when.to_vec(), &[], side);
        }
    }
}

impl Reading<'_> {
    /// Is a product 0 as a rule?
    fn is_usually_zero(&self, monomial: &[Var]) -> bool {
        monomial.iter().any(|var| self.usually_zero.contains(var))
    }

    fn without_usually_zero(&self, poly: &Poly) -> Poly {
        let mut rest = Poly::default();
        for (monomial, factor) in poly.terms().filter(|(monomial, _)| !self.is_usually_zero(monomial)) {
            rest.add_term(monomial.to_vec(), factor);
        }
        rest
    }

    /// The factors, where a polynomial is a product but for what is 0 as a rule.
    fn product_in(&self, poly: &Poly) -> Option<Vec<Var>> {
        let mut all = poly.terms().filter(|(monomial, _)| !self.is_usually_zero(monomial));
        match (all.next(), all.next()) {
            (Some((monomial, factor)), None) if *factor == BigInt::from(1) => Some(monomial.to_vec()),
            _ => None,
        }
    }
}

fn sorted(mut factors: Vec<Var>) -> Vec<Var> {
    factors.sort_unstable();
    factors
}

impl Question<'_> {
    /// The factors, where a polynomial is a product but for what is 0 as a rule.
    pub fn product_in(&self, poly: &Poly) -> Option<Vec<Var>> {
        self.reading.product_in(poly)
    }

    /// What may bound a quotient: numbers, or products of numbers, with whose product with the divisor something is compared; or else those that the
    /// dividend is compared with.
    pub fn bounds_of(&self, of: &Division, units: &[Poly]) -> BTreeSet<Vec<Var>> {
        let Some(divisor) = self.product_in(&of.divisor) else { return BTreeSet::new() };
        let monomials = units.iter().flat_map(|unit| unit.terms().map(|(monomial, _)| monomial));
        let others = monomials.filter_map(|monomial| without_all(monomial, &divisor));
        let is_no_size = |var: &Var| {
            self.reading.usually_zero.contains(var)
                || self.reading.divisions.iter().any(|one| one.quotient == *var)
        };
        let bounds: BTreeSet<Vec<Var>> =
            others.filter(|rest| !rest.is_empty() && !rest.iter().any(is_no_size)).collect();
        if !bounds.is_empty() {
            return bounds;
        }
        let is_usual = |var: &Var| !self.reading.usually_zero.contains(var);
        let of_dividend = units.iter().filter_map(|unit| {
            let more: Vec<Var> = unit.plus(&of.dividend).variables().into_iter().filter(is_usual).collect();
            let [bound] = more[..] else { return None };
            (unit.coefficient(&[bound]) == BigInt::from(1)).then(|| vec![bound])
        });
        let bounds: BTreeSet<Vec<Var>> = of_dividend.collect();
        if !bounds.is_empty() {
            return bounds;
        }
        // What is divided again is bounded by what bounds it before.
        let dividend = self.product_in(&of.dividend);
        let mut all = self.reading.divisions.iter();
        let inner = all.find(|inner| dividend.as_deref() == Some(&[inner.quotient]));
        inner.map_or_else(BTreeSet::new, |inner| self.bounds_of(inner, units))
    }
}

/// A product without some of its factors, if it has them.
pub(super) fn without_all(product: &[Var], factors: &[Var]) -> Option<Vec<Var>> {
    let less = |rest: Vec<Var>, &factor: &Var| rest.contains(&factor).then(|| without(&rest, factor));
    factors.iter().try_fold(product.to_vec(), less)
}
