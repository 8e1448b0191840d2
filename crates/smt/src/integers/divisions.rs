//! Quotients and remainders by terms.
//!
//! The quotient is an unknown, and the remainder is the dividend less the quotient times the divisor: so `at / m * m + at % m` is `at`, as polynomials, and nothing has to be
//! known of either. What else is true of them is stated as lemmas.

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
}

impl Division {
    fn remainder(&self) -> Poly {
        self.dividend.minus(&Poly::var(self.quotient).product(&self.divisor))
    }
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
    /// The quotient of two terms, or the remainder: `which` is 0 or 1. The `term` itself if they are too large.
    pub fn divided_by(&mut self, term: Term, [a, by]: [Term; 2], signs: Signs, which: usize) -> Number {
        let (dividend, divisor) = (self.number(a, signs), self.number(by, signs));
        if divisor.poly.len() * 2 + dividend.poly.len() > MOST_PARTS {
            return self.unknown(term);
        }
        if let Some(known) = self.divided.get(&(a, by, signs)) {
            return known[which].clone();
        }
        let made = self.division(&dividend, &divisor, (self.terms.width(term), signs));
        self.divided.insert((a, by, signs), made.clone());
        made[which].clone()
    }

    /// Quotient and remainder of bit-vectors of a width. By 0 the quotient has all bits, or is 1 or -1, and the remainder is the dividend: in each case the dividend
    /// is the quotient times the divisor, and the remainder. Modulo 2^width that is so of the least number and -1, too.
    fn division(&mut self, dividend: &Number, divisor: &Number, (width, signs): (u32, Signs)) -> [Number; 2] {
        let half = whole(width) / BigInt::from(2);
        // As far from 0 as the dividend, at most.
        let towards_zero =
            (dividend.least.clone().min(BigInt::ZERO), dividend.most.clone().max(BigInt::ZERO));
        let (least, most) = match signs {
            _ if divisor.least > BigInt::ZERO => towards_zero.clone(),
            Signs::Unsigned => (BigInt::ZERO, whole(width) - BigInt::from(1)),
            Signs::Signed => (-&half, &half - BigInt::from(1)),
        };
        let quotient = self.fresh(least.clone(), most.clone());
        let made = Division { dividend: dividend.poly.clone(), divisor: divisor.poly.clone(), quotient };
        let quotient = Number { poly: Poly::var(quotient), least, most };
        let mut rest = dividend.minus(&quotient.product(divisor));
        // The remainder is the number itself, not only modulo 2^width.
        if signs == Signs::Unsigned || divisor.least >= BigInt::ZERO || dividend.least > -half {
            rest = self.in_range(rest.poly, towards_zero);
        }
        self.divisions.push(made);
        [quotient, rest]
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

impl Lemmas<'_> {
    /// What is true of quotients and remainders where the dividend is not negative and the divisor is at least 1.
    pub fn of_divisions(&mut self, units: &[Poly], products: &BTreeSet<Vec<Var>>) {
        let one = Poly::constant(1);
        let all = &self.question.reading.divisions;
        for (at, of) in all.iter().enumerate() {
            let quotient = Poly::var(of.quotient);
            let when = || vec![of.dividend.clone(), of.divisor.minus(&one)];
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
            let divides =
                |inner: &&Division| self.question.product_in(&of.dividend) == Some(vec![inner.quotient]);
            for inner in all.iter().filter(divides).collect::<Vec<_>>() {
                for both in all.iter().filter(|both| both.dividend == inner.dividend) {
                    self.in_turn(inner, of, both);
                }
            }
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

impl Question<'_> {
    /// The factors, where a polynomial is a product but for what is 0 as a rule.
    pub fn product_in(&self, poly: &Poly) -> Option<Vec<Var>> {
        let usually_zero = &self.reading.usually_zero;
        let is_zero = |monomial: &[Var]| monomial.iter().any(|var| usually_zero.contains(var));
        let mut all = poly.terms().filter(|(monomial, _)| !is_zero(monomial));
        match (all.next(), all.next()) {
            (Some((monomial, factor)), None) if *factor == BigInt::from(1) => Some(monomial.to_vec()),
            _ => None,
        }
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
        of_dividend.collect()
    }
}

/// A product without some of its factors, if it has them.
pub(super) fn without_all(product: &[Var], factors: &[Var]) -> Option<Vec<Var>> {
    let less = |rest: Vec<Var>, &factor: &Var| rest.contains(&factor).then(|| without(&rest, factor));
    factors.iter().try_fold(product.to_vec(), less)
}
