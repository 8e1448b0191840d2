//! Questions to a solver.

use super::decide::Budget;
use raddle_smt::{Answer, Limits, Model as Values, Solver, Term, Terms};
use std::time::Instant;

/// Asks a solver within a budget.
pub struct Asker<'s> {
    solver: &'s mut dyn Solver,
    budget: Budget,
    end: Option<Instant>,
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
        Self { solver, budget, end: Instant::now().checked_add(budget.all), asked: 0, late: false }
    }

    /// Is the time over?
    #[must_use]
    pub fn over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// From now on this is given, until [`Self::forget`].
    pub fn given(&mut self, terms: &Terms, formulas: &[Term]) {
        self.solver.push();
        for &formula in formulas {
            self.solver.assert(terms, formula);
        }
    }

    /// What was given last is not any more.
    pub fn forget(&mut self) {
        self.solver.pop();
    }

    /// Can these be true together, with what is given?
    pub fn possible(&mut self, terms: &Terms, formulas: &[Term]) -> Answer {
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        let time = left.map_or(self.budget.question, |left| left.min(self.budget.question));
        if time.is_zero() {
            self.late = true;
            return Answer::Unknown(raddle_smt::Reason::Time);
        }
        self.asked += 1;
        let answer = self.solver.check(terms, formulas, &Limits::time(time));
        if matches!(answer, Answer::Unknown(_)) {
            self.late = true;
        }
        answer
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
