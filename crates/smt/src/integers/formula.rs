//! Formulas over bit-vectors as formulas over integers.

use super::condition::Condition;
use super::lemmas;
use super::reading::{Number, Reading, whole};
use super::{MOST_TERMS, Signs};
use crate::op::Op;
use crate::poly::{Poly, Var};
use crate::solver::z3::arithmetic::Formula;
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Formulas that were read.
pub(super) struct Question<'t> {
    pub reading: Reading<'t>,
    /// The formulas and their parts.
    parts: Vec<Formula>,
    /// Those that hold.
    hold: Vec<usize>,
    /// The differences of two sides that are compared, modulo a power of two.
    pub differences: Vec<Poly>,
    known: FxHashMap<Term, usize>,
    /// How many formulas are unknown.
    free: usize,
}

impl<'t> Question<'t> {
    /// Reads formulas that hold together; all bits of `is_whole` terms matter. `None` if they are too large.
    pub fn read(
        terms: &'t Terms,
        formulas: &[Term],
        is_whole: &dyn Fn(Term) -> bool,
        signs: Signs,
    ) -> Option<Self> {
        let order = terms.post_order(formulas, |_| false);
        if order.len() > MOST_TERMS {
            return None;
        }
        let mut question = Self {
            reading: Reading::new(terms, &order, is_whole, signs),
            parts: Vec::new(),
            hold: Vec::new(),
            differences: Vec::new(),
            known: FxHashMap::default(),
            free: 0,
        };
        question.reading.divisions_first(&order);
        // Parts come first, so no recursion is deeper than a term's arithmetic.
        for term in order {
            match terms.sort(term) {
                Sort::Bool => {
                    let made = question.formula(term);
                    question.known.insert(term, made);
                }
                Sort::Bits(_) => {
                    question.reading.residue(term);
                }
                _ => {}
            }
        }
        for formula in formulas {
            let at = question.known.get(formula).copied()?;
            question.hold.push(at);
        }
        question.choose();
        Some(question)
    }

    fn part(&mut self, formula: Formula) -> usize {
        self.parts.push(formula);
        self.parts.len() - 1
    }

    fn not(&mut self, part: usize) -> usize {
        self.part(Formula::Not(part))
    }

    fn free(&mut self) -> usize {
        self.free += 1;
        self.part(Formula::Free(self.free))
    }

    /// That a polynomial is at least 0.
    fn not_negative(&mut self, poly: Poly) -> usize {
        if let Some(value) = poly.as_constant() {
            return self.part(Formula::Truth(value >= BigInt::ZERO));
        }
        self.part(Formula::NotNegative(poly))
    }

    /// That a number is 0.
    fn zero(&mut self, number: &Number) -> usize {
        let (poly, negative) = (number.poly.clone(), number.poly.times(&BigInt::from(-1)));
        let both = [self.not_negative(poly), self.not_negative(negative)];
        self.part(Formula::All(both.to_vec()))
    }

    /// A formula whose parts are known.
    fn formula(&mut self, term: Term) -> usize {
        let terms = self.reading.terms;
        let args = terms.args(term);
        let are_formulas = args.iter().all(|a| self.known.contains_key(a));
        let parts: Vec<usize> = args.iter().filter_map(|a| self.known.get(a).copied()).collect();
        match (terms.op(term), args) {
            (Op::Bool(value), _) => self.part(Formula::Truth(value)),
            (Op::Not, _) => self.not(parts[0]),
            (Op::And, _) => self.part(Formula::All(parts)),
            (Op::Or, _) => self.part(Formula::Any(parts)),
            (Op::Implies, _) => {
                let not = self.not(parts[0]);
                self.part(Formula::Any(vec![not, parts[1]]))
            }
            (Op::Ite, _) if are_formulas => self.choice(parts[0], parts[1], parts[2]),
            (Op::Eq, _) if are_formulas => {
                let not = self.not(parts[1]);
                self.choice(parts[0], parts[1], not)
            }
            (Op::Xor, _) => {
                let not = self.not(parts[1]);
                self.choice(parts[0], not, parts[1])
            }
            (Op::Eq, &[a, b]) if matches!(terms.sort(a), Sort::Bits(_)) => self.equal(a, b),
            (Op::BvUlt, &[a, b]) => self.less(a, b, Signs::Unsigned, 1),
            (Op::BvUle, &[a, b]) => self.less(a, b, Signs::Unsigned, 0),
            (Op::BvSlt, &[a, b]) => self.less(a, b, Signs::Signed, 1),
            (Op::BvSle, &[a, b]) => self.less(a, b, Signs::Signed, 0),
            _ => self.free(),
        }
    }

    fn choice(&mut self, condition: usize, then: usize, otherwise: usize) -> usize {
        let not = self.not(condition);
        let first = self.part(Formula::All(vec![condition, then]));
        let second = self.part(Formula::All(vec![not, otherwise]));
        self.part(Formula::Any(vec![first, second]))
    }

    fn less(&mut self, a: Term, b: Term, signs: Signs, by: i32) -> usize {
        let (a, b) = (self.reading.number(a, signs), self.reading.number(b, signs));
        let difference = b.minus(&a).minus(&Number::constant(by));
        self.differences.push(difference.poly.clone());
        self.not_negative(difference.poly)
    }

    fn equal(&mut self, a: Term, b: Term) -> usize {
        let width = self.reading.terms.width(a);
        let (x, y) = (self.reading.residue(a), self.reading.residue(b));
        let mut difference = x.minus(&y);
        self.differences.push(difference.poly.clone());
        // A difference that is smaller than 2^width is a multiple of it only if it is 0.
        if difference.least <= -whole(width) || difference.most >= whole(width) {
            difference = self.reading.reduced(&difference, width, Signs::Signed);
        }
        self.zero(&difference)
    }

    /// What holds of each `ite`: it is the one or the other.
    fn choose(&mut self) {
        for term in std::mem::take(&mut self.reading.choices) {
            let &[condition, then, otherwise] = self.reading.terms.args(term) else { continue };
            let Some(&condition) = self.known.get(&condition) else { continue };
            let is_then = self.equal(term, then);
            let is_otherwise = self.equal(term, otherwise);
            let chosen = self.choice(condition, is_then, is_otherwise);
            self.hold.push(chosen);
        }
    }

    /// The polynomials that are at least 0 wherever all formulas hold, as one of these says.
    pub fn units(&self) -> Vec<Poly> {
        let mut all: Vec<Poly> = Vec::new();
        let mut open = self.hold.clone();
        while let Some(part) = open.pop() {
            let poly = match &self.parts[part] {
                Formula::All(parts) => {
                    open.extend(parts);
                    continue;
                }
                Formula::NotNegative(poly) => poly.clone(),
                Formula::Not(part) => match &self.parts[*part] {
                    Formula::NotNegative(poly) => Poly::constant(-1).minus(poly),
                    _ => continue,
                },
                Formula::Any(_) | Formula::Truth(_) | Formula::Free(_) => continue,
            };
            if !all.contains(&poly) {
                all.push(poly);
            }
        }
        all
    }

    /// Does it compare products of variables?
    pub fn multiplies(&self) -> bool {
        self.differences.iter().any(|difference| !difference.is_linear())
    }

    /// The variable of a term.
    pub fn variable(&self, term: Term) -> Option<Var> {
        self.reading.unknowns.get(&term).or_else(|| self.reading.quotients.get(&term)).copied()
    }

    /// The term that a variable stands for, if it does so for all of its bits.
    pub fn input(&self, var: Var) -> Option<Term> {
        let mut all = self.reading.unknowns.iter().chain(&self.reading.quotients);
        all.find(|(_, v)| **v == var).map(|(&term, _)| term)
    }

    /// How many formulas hold by themselves.
    pub fn stated(&self) -> usize {
        self.hold.len()
    }

    /// The formulas with products as unknowns, the lemmas about these, and what is given; and the numbers of those that hold.
    pub fn linear(&self, given: &[Condition]) -> (Vec<Formula>, Vec<usize>) {
        let (mut parts, mut hold) = (self.parts.clone(), self.hold.clone());
        let mut assert = |formula: Formula| {
            parts.push(formula);
            hold.push(parts.len() - 1);
        };
        let given: Vec<Poly> = given.iter().filter_map(|one| self.given(one)).collect();
        given.iter().chain(&self.reading.facts).for_each(|poly| assert(Formula::NotNegative(poly.clone())));
        for (var, (least, most)) in self.reading.ranges.iter().enumerate() {
            assert(Formula::NotNegative(Poly::var(var).minus(&Poly::constant(least.clone()))));
            assert(Formula::NotNegative(Poly::constant(most.clone()).minus(&Poly::var(var))));
        }
        for lemma in lemmas::about(self, &given) {
            let mut cases = Vec::new();
            for poly in lemma.if_not_negative {
                parts.push(Formula::NotNegative(poly));
                parts.push(Formula::Not(parts.len() - 1));
                cases.push(parts.len() - 1);
            }
            parts.push(Formula::NotNegative(lemma.then_not_negative));
            cases.push(parts.len() - 1);
            parts.push(Formula::Any(cases));
            hold.push(parts.len() - 1);
        }
        let mut variables = Linear { next: self.reading.ranges.len(), ..Linear::default() };
        for part in &mut parts {
            if let Formula::NotNegative(poly) = part {
                *poly = variables.linear(poly);
            }
        }
        for poly in variables.differences_are() {
            parts.push(Formula::NotNegative(poly));
            hold.push(parts.len() - 1);
        }
        (parts, hold)
    }
}

/// Variables for what linear arithmetic does not have, and for what it has trouble to see.
#[derive(Default)]
struct Linear {
    next: Var,
    /// Products of variables.
    products: BTreeMap<Vec<Var>, Var>,
    /// Differences of two variables.
    differences: BTreeMap<[Var; 2], Var>,
}

impl Linear {
    /// A polynomial in which each product of variables is a variable, and so is the difference of two with one coefficient: `250 * c - 250 * d` lies between
    /// -249 and 249 only if `c - d` is 0, which no bounds of `c` and `d` say.
    fn linear(&mut self, poly: &Poly) -> Poly {
        let mut linear = Poly::default();
        let mut multiples: Vec<(Var, &BigInt)> = Vec::new();
        for (monomial, factor) in poly.terms() {
            let var = match monomial {
                [] => {
                    linear.add_term(Vec::new(), factor);
                    continue;
                }
                [var] => *var,
                several => *self.products.entry(several.to_vec()).or_insert_with(|| fresh(&mut self.next)),
            };
            let opposite = multiples
                .iter()
                .position(|(_, other)| **other == -factor && factor.magnitude() != &1_u8.into());
            match opposite {
                None => multiples.push((var, factor)),
                Some(at) => {
                    let (other, of_other) = multiples.swap_remove(at);
                    let (pair, factor) =
                        if var < other { ([var, other], factor) } else { ([other, var], of_other) };
                    let difference = *self.differences.entry(pair).or_insert_with(|| fresh(&mut self.next));
                    linear.add_term(vec![difference], factor);
                }
            }
        }
        multiples.into_iter().for_each(|(var, factor)| linear.add_term(vec![var], factor));
        linear
    }

    /// That the differences are what they stand for: polynomials that are at least 0.
    fn differences_are(&self) -> Vec<Poly> {
        let both = |(&[a, b], &difference): (&[Var; 2], &Var)| {
            let zero = Poly::var(a).minus(&Poly::var(b)).minus(&Poly::var(difference));
            [zero.times(&BigInt::from(-1)), zero]
        };
        self.differences.iter().flat_map(both).collect()
    }
}

/// A variable that is not used yet.
fn fresh(next: &mut Var) -> Var {
    *next += 1;
    *next - 1
}
