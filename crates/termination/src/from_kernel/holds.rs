//! Questions to a solver.

use super::decide::Budget;
use super::division;
use super::rounding;
use crate::limits::kernels;
use raddle_smt::{Answer, Limits, Model as Values, Op, Solver, Term, Terms, Value, integers};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// Asks a solver within a budget.
pub struct Asker<'s> {
    solver: &'s mut dyn Solver,
    budget: Budget,
    end: Option<Instant>,
    /// Results of floating-point operations, with the variables that stand for them.
    results: FxHashMap<Term, Term>,
    /// What is known of them.
    facts: Vec<Term>,
    /// What is given of products, by level: the solver hears of it where it answers against it. Bit by bit, all questions would be hard.
    products: Vec<Vec<Term>>,
    /// How many questions were asked.
    pub asked: usize,
    /// Was an answer missing for lack of time?
    pub late: bool,
}

/// What is known of a claim.
#[derive(Clone, Debug)]
pub enum Known {
    /// It holds.
    True,
    /// It does not hold for these values.
    False(Values),
    /// The solver does not say.
    Unknown,
}

impl<'s> Asker<'s> {
    /// With a solver of which nothing was asked yet.
    pub fn new(solver: &'s mut dyn Solver, budget: Budget) -> Self {
        Self {
            solver,
            budget,
            end: Instant::now().checked_add(budget.all),
            results: FxHashMap::default(),
            facts: Vec::new(),
            products: Vec::new(),
            asked: 0,
            late: false,
        }
    }

    /// Are [invariants](super::invariants) computed?
    #[must_use]
    pub fn infers(&self) -> bool {
        self.budget.invariants
    }

    /// Is the time over?
    #[must_use]
    pub fn over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// From now on some time (`RESERVE`) less is left, but not less than two thirds; returns the end as it was.
    pub fn hasten(&mut self) -> Option<Instant> {
        let whole = self.end;
        if let Some(end) = whole {
            let left = end.saturating_duration_since(Instant::now());
            self.end = end.checked_sub(kernels::RESERVE.min(left / 3));
        }
        whole
    }

    /// Gives the time back.
    pub fn relax(&mut self, end: Option<Instant>) {
        self.end = end;
    }

    /// A formula without floating-point arithmetic: the result of each operation is a variable, of which some facts (`rounding::facts`) are given from then on.
    pub fn plain(&mut self, terms: &mut Terms, formula: Term) -> Term {
        let results = results(terms, formula);
        if results.is_empty() {
            return formula;
        }
        let new: Vec<Term> =
            results.into_iter().filter(|result| !self.results.contains_key(result)).collect();
        for result in new {
            let (variable, facts) = rounding::facts(terms, result);
            self.results.insert(result, variable);
            for fact in facts {
                let fact = self.plain(terms, fact);
                self.facts.push(fact);
            }
        }
        terms.substitute(formula, &self.results)
    }

    /// From now on this is given, until [`Self::forget`].
    pub fn given(&mut self, terms: &mut Terms, formulas: &[Term]) {
        self.solver.push();
        let mut products = Vec::new();
        for &formula in formulas {
            let formula = self.plain(terms, formula);
            for lemma in division::lemmas(terms, formula) {
                self.solver.assert(terms, lemma);
            }
            let parts =
                if terms.op(formula) == Op::And { terms.args(formula).to_vec() } else { vec![formula] };
            for part in parts {
                match integers::multiplies(terms, &[part]) {
                    true => products.push(part),
                    false => self.solver.assert(terms, part),
                }
            }
        }
        self.products.push(products);
    }

    /// Drops what was given last.
    pub fn forget(&mut self) {
        self.solver.pop();
        self.products.pop();
    }

    /// Can these be true together, with what is given?
    pub fn possible(&mut self, terms: &mut Terms, formulas: &[Term]) -> Answer {
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            self.late = true;
            return Answer::Unknown(raddle_smt::Reason::Time);
        }
        self.asked += 1;
        let mut all: Vec<Term> = formulas.iter().map(|&f| self.plain(terms, f)).collect();
        all.extend(&self.facts);
        let asked = all.len();
        for n in 0..asked {
            all.extend(division::lemmas(terms, all[n]));
        }
        let limits = Limits::about(self.budget.question);
        let limits = left.map_or(limits.clone(), |left| limits.within(left));
        let answer = self.answer(terms, all, &limits);
        if matches!(answer, Answer::Unknown(_)) {
            self.late = true;
        }
        answer
    }

    /// What the solver says, which hears last of what is given of products.
    fn answer(&mut self, terms: &mut Terms, mut all: Vec<Term>, limits: &Limits) -> Answer {
        let products: Vec<Term> = self.products.iter().flatten().copied().collect();
        let own: Vec<Term> = all.iter().copied().filter(|&one| integers::multiplies(terms, &[one])).collect();
        if !own.is_empty() {
            let small = integers::small_factors(terms, &own);
            let few = Limits::about(kernels::SMALL);
            let few = limits.time.map_or(few.clone(), |left| few.within(left));
            let answer = self.solver.check(terms, &[&all[..], &products, &small].concat(), &few);
            if matches!(answer, Answer::Sat(_)) {
                return answer;
            }
        }
        let answer = self.solver.check(terms, &all, limits);
        let Answer::Sat(values) = &answer else { return answer };
        if products.iter().all(|&product| values.value(terms, product) == Some(Value::Scalar(1))) {
            return answer;
        }
        all.extend(products);
        self.solver.check(terms, &all, limits)
    }

    /// Does a claim follow from what is given?
    pub fn holds(&mut self, terms: &mut Terms, claim: Term) -> Known {
        let fails = terms.not(claim);
        if terms.is_false(fails) {
            return Known::True;
        }
        match self.possible(terms, &[fails]) {
            Answer::Unsat(_) => Known::True,
            Answer::Sat(values) => Known::False(values),
            Answer::Unknown(_) => Known::Unknown,
        }
    }
}

/// The results of floating-point operations in a formula, without those that others of them are computed from.
fn results(terms: &Terms, formula: Term) -> Vec<Term> {
    let (mut open, mut seen, mut all) = (vec![formula], FxHashSet::default(), Vec::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::FpToBits => all.push(term),
            _ => open.extend(terms.args(term)),
        }
    }
    all
}
