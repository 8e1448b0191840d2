//! What is true of products of integers, stated for those that occur.
//!
//! Each lemma is true of all integers (Z3 proves the kinds, `tests/integers.rs`), so stating it loses no solution.

use super::formula::Question;
use crate::poly::{Poly, Var};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// More lemmas are not stated.
const MOST: usize = 1200;
/// No lemma is about a product of more variables.
pub(super) const DEGREE: usize = 4;
/// But that a product is a multiple of the rest, for a value of one factor, is stated of products of this many factors.
const DEGREE_OF_FIXED: usize = 6;
/// A quotient of this many values is taken to have each of them; one of more, to be 0, as where nothing wraps around.
const FEW: i32 = 4;
/// Cases of the quotients in one polynomial.
const CASES: usize = 8;

/// If all of the one are at least 0, so is the other.
pub(super) struct Lemma {
    pub if_not_negative: Vec<Poly>,
    pub then_not_negative: Poly,
}

pub(super) struct Lemmas<'q> {
    pub question: &'q Question<'q>,
    all: Vec<Lemma>,
    stated: BTreeSet<(Vec<Poly>, Poly)>,
}

/// The lemmas about the products in a question, and in the conditions that are given besides.
pub(super) fn about(question: &Question<'_>, given: &[Poly]) -> Vec<Lemma> {
    let mut lemmas = Lemmas { question, all: Vec::new(), stated: BTreeSet::new() };
    let units = question.units();
    let known = || units.iter().chain(given).chain(&question.reading.facts);
    let products: BTreeSet<Vec<Var>> = known()
        .chain(&question.differences)
        .flat_map(|poly| poly.terms().map(|(monomial, _)| monomial.to_vec()))
        .filter(|monomial| monomial.len() > 1)
        .collect();
    // Divisions and rows first: without them nothing is decided.
    lemmas.of_usual();
    lemmas.of_divisions(&units, &products);
    for difference in &question.differences {
        lemmas.of_rows(difference, DEGREE);
    }
    for product in &products {
        for (var, rest) in factors(product) {
            lemmas.within(var, &rest);
            // What bounds a number bounds its lowest bits, as long as they are all of it.
            for other in question.reading.alike(var) {
                let mut of_var = |v| Poly::var(if v == other { var } else { v });
                for poly in known().filter(|poly| poly.is_linear() && poly.mentions(other)) {
                    lemmas.keep(&poly.substitute(&mut of_var), &rest);
                }
            }
        }
    }
    for (product, _) in given.iter().flat_map(Poly::terms) {
        lemmas.no_less(product);
    }
    // Of the products that came with lemmas, the signs.
    let new: BTreeSet<Vec<Var>> = (lemmas.all.iter().map(|lemma| &lemma.then_not_negative))
        .flat_map(|poly| poly.terms().map(|(monomial, _)| monomial.to_vec()))
        .filter(|monomial| monomial.len() > 1 && !products.contains(monomial))
        .collect();
    for product in &new {
        for (var, rest) in factors(product) {
            if question.reading.ranges[var].0 == BigInt::ZERO {
                lemmas.keep(&Poly::var(var), &rest);
            }
        }
    }
    lemmas.all
}

/// Each factor of a product, with the others.
fn factors(product: &[Var]) -> BTreeMap<Var, Vec<Var>> {
    product.iter().map(|&var| (var, without(product, var))).collect()
}

/// A product without one of its factors.
pub(super) fn without(product: &[Var], factor: Var) -> Vec<Var> {
    let mut rest = product.to_vec();
    if let Some(at) = rest.iter().position(|&v| v == factor) {
        rest.remove(at);
    }
    rest
}

/// A polynomial times variables.
pub(super) fn multiple(poly: &Poly, factors: &[Var]) -> Poly {
    let mut multiple = Poly::default();
    for (monomial, factor) in poly.terms() {
        multiple.add_term([monomial, factors].concat(), factor);
    }
    multiple
}

/// What a variable is multiplied with.
fn coefficient(poly: &Poly, var: Var) -> Poly {
    let mut sum = Poly::default();
    for (monomial, factor) in poly.terms().filter(|(monomial, _)| monomial.contains(&var)) {
        sum.add_term(without(monomial, var), factor);
    }
    sum
}

impl Lemmas<'_> {
    /// What is multiplied lies in its interval.
    fn within(&mut self, var: Var, rest: &[Var]) {
        let (least, most) = &self.question.reading.ranges[var];
        self.keep(&Poly::var(var).minus(&Poly::constant(least.clone())), rest);
        self.keep(&Poly::constant(most.clone()).minus(&Poly::var(var)), rest);
        self.fixed(var, rest);
    }

    /// A multiple is no less: a product of inputs is at least each of them.
    fn no_less(&mut self, product: &[Var]) {
        for (var, rest) in factors(product).into_iter().filter(|(_, rest)| !rest.is_empty()) {
            self.keep(&Poly::var(var).minus(&Poly::constant(1)), &rest);
            self.no_less(&rest);
        }
    }

    /// The values of a quotient for which lemmas are stated; none for another variable.
    fn values(&self, var: Var) -> Vec<BigInt> {
        let (least, most) = &self.question.reading.ranges[var];
        if !self.question.reading.usually_zero.contains(&var) {
            return Vec::new();
        }
        if most - least >= BigInt::from(FEW) {
            return vec![BigInt::ZERO];
        }
        let mut values = vec![least.clone()];
        while values[values.len() - 1] < *most {
            values.push(&values[values.len() - 1] + BigInt::from(1));
        }
        values
    }

    /// A polynomial for values of its quotients, with the conditions that say so.
    fn cases(&self, poly: &Poly) -> Vec<(Vec<Poly>, Poly)> {
        let mut all = vec![(Vec::new(), poly.clone())];
        for var in poly.variables() {
            let values = self.values(var);
            if values.is_empty() || all.len() * values.len() > CASES {
                continue;
            }
            let with = |(conditions, poly): &(Vec<Poly>, Poly), value: &BigInt| {
                let number = Poly::constant(value.clone());
                let both = [Poly::var(var).minus(&number), number.minus(&Poly::var(var))];
                let put = poly.substitute(&mut |v| if v == var { number.clone() } else { Poly::var(v) });
                ([conditions.as_slice(), &both].concat(), put)
            };
            all = all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect();
        }
        all
    }

    /// A product with a quotient is a multiple of the rest, for each value of the quotient.
    fn fixed(&mut self, quotient: Var, rest: &[Var]) {
        for value in self.values(quotient) {
            let above = Poly::var(quotient).minus(&Poly::constant(value));
            let below = above.times(&BigInt::from(-1));
            for side in [&above, &below] {
                let then = multiple(side, rest);
                self.state_up_to(DEGREE_OF_FIXED, vec![above.clone(), below.clone()], &[], then);
            }
        }
    }

    /// A factor that is not negative keeps the sign of an inequality.
    pub fn keep(&mut self, poly: &Poly, factors: &[Var]) {
        for (mut conditions, poly) in self.cases(poly) {
            let then = multiple(&poly, factors);
            conditions.insert(0, poly);
            self.state(conditions, factors, then);
        }
    }

    pub fn state(&mut self, conditions: Vec<Poly>, factors: &[Var], then: Poly) {
        self.state_up_to(DEGREE, conditions, factors, then);
    }

    fn state_up_to(&mut self, degree: usize, mut conditions: Vec<Poly>, factors: &[Var], then: Poly) {
        if self.all.len() >= MOST || then.degree() > degree {
            return;
        }
        for &factor in factors {
            if self.question.reading.ranges[factor].0 < BigInt::ZERO {
                conditions.push(Poly::var(factor));
            }
        }
        if self.stated.insert((conditions.clone(), then.clone())) {
            self.all.push(Lemma { if_not_negative: conditions, then_not_negative: then });
        }
    }

    /// Two places are a pitch apart for each row between them, if there are some.
    pub fn of_rows(&mut self, difference: &Poly, depth: usize) {
        let pitches: BTreeSet<Var> =
            difference.terms().filter(|(m, _)| m.len() > 1).flat_map(|(m, _)| m.iter().copied()).collect();
        for pitch in pitches {
            let rows = coefficient(difference, pitch);
            // A multiple of a variable is no distance of rows.
            let is_multiple = rows.variables().into_iter().any(|v| rows.terms().all(|(m, _)| m.contains(&v)));
            if rows.len() < 2 || rows.mentions(pitch) || is_multiple {
                continue;
            }
            let (none, one) = (rows.times(&BigInt::from(-1)), Poly::constant(1));
            for side in [&rows, &none] {
                self.keep(&side.minus(&one), &[pitch]);
                // No row between them: then nothing.
                for (mut conditions, side) in self.cases(side) {
                    let then = multiple(&side, &[pitch]);
                    conditions.extend([side.times(&BigInt::from(-1)), side]);
                    self.state(conditions, &[], then);
                }
            }
            if depth > 1 {
                self.of_rows(&rows, depth - 1);
            }
        }
    }
}
