//! Questions whose answer depends on a condition on the inputs of a launch.

use super::super::provided;
use super::super::setup::Setup;
use super::{Excluded, Level, Questions, Said};
use crate::limits::{SIZES_IN_BITS, TRIES_IN_VAIN, WORK_BESIDE_CONTEXT};
use raddle_smt::integers::{self, Condition};
use raddle_smt::{Answer, Term, Terms};
use std::collections::BTreeSet;

/// What is known of launches that violate a condition, and in which two accesses are reached.
#[derive(PartialEq, Eq)]
enum Violated {
    /// There are none: what the kernel requires, or asks before an access, implies the condition.
    Never,
    /// There are some, with these inputs.
    With(Vec<(Term, u128)>),
    /// Not known.
    Perhaps,
}

impl Violated {
    fn values(&self) -> &[(Term, u128)] {
        if let Self::With(values) = self { values } else { &[] }
    }
}

impl Questions<'_> {
    /// The conditions on the inputs of a launch under which these cannot hold together; none without any. `None` where there are no such
    /// conditions, as far as the integers tell. Conditions under which `reached` is impossible, too, would say nothing.
    pub(super) fn impossible_if(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        reached: &[Term],
        formulas: &[Term],
    ) -> Option<Excluded> {
        // That the integers know of no answer without conditions says nothing of one with conditions.
        let multiplies = |ask: &Self, terms: &Terms, formula| {
            let is_new = ask.levels.iter().all(|level| !level.only_if.contains_key(&formula));
            is_new && ask.has_products(terms, formula)
        };
        self.under_conditions(terms, setup, reached, formulas, multiplies)
    }

    /// The same for what can hold as far as the solver knows, and multiplies nothing but with numbers: the number of a block times 1024, in 32 bits, wraps around where
    /// there are many blocks.
    pub(super) fn impossible_unless_it_wraps(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        reached: &[Term],
        formulas: &[Term],
    ) -> Option<Excluded> {
        let asked = self.asked.all;
        let found = self.under_conditions(terms, setup, reached, formulas, |ask, terms, formula| {
            ask.wanted.integers
                && ask.wraps_in_vain < TRIES_IN_VAIN
                && ask.has_time_for_integers()
                && !integers::multiplies(terms, &[formula])
        });
        if self.asked.all > asked {
            self.wraps_in_vain = if found.is_some() { 0 } else { self.wraps_in_vain + 1 };
        }
        found
    }

    /// What an earlier question found, or this one, if it may be asked.
    fn under_conditions(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        reached: &[Term],
        formulas: &[Term],
        may_ask: impl Fn(&Self, &Terms, Term) -> bool,
    ) -> Option<Excluded> {
        let formula = terms.all(formulas);
        // What was found where less holds counts here, too.
        let found = |level: &Level| level.only_if.get(&formula).cloned().flatten();
        if let Some(known) = self.levels.iter().find_map(found) {
            return Some(known);
        }
        if self.levels.last().is_some_and(|level| level.only_if.contains_key(&formula)) {
            return None;
        }
        if !self.wanted.conditions || self.is_preliminary || !may_ask(self, terms, formula) {
            return None;
        }
        self.asked.all += 1;
        self.asked.solved += 1;
        // Without what speaks of other things, lemmas are stated about what matters.
        let mut ways = vec![self.beside(formula)];
        if integers::multiplies(terms, &[formula]) {
            let of_products = Self::of_products(terms, formula);
            ways.insert(0, self.about(terms, of_products));
            ways.dedup();
        }
        let input = |term: Term| provided::input(terms, setup, term).map(|one| one.kind);
        let (known, before) = (self.conditions.clone(), self.work_by_integers);
        let mut found = None;
        for formulas in &ways {
            let deadline = self.deadline();
            found = self.by_integers(|| integers::impossible_if(terms, formulas, &input, &known, deadline));
            if found.is_some() || !self.has_time_for_integers() {
                break;
            }
        }
        let provided = found.and_then(|found| {
            let (mut needed, mut said) = (Vec::new(), Said::new());
            for one in found {
                let violated = self.violated(terms, &one, reached);
                if violated != Violated::Never {
                    said.extend([provided::provided(terms, setup, &one, violated.values())?]);
                    needed.push(one);
                }
            }
            let is_known = needed.iter().all(|one| self.conditions.contains(one));
            let is_reached = self.can_be_met(terms, &needed, reached);
            (is_reached || is_known).then_some(Excluded { said, is_reached })
        });
        if provided.is_some() {
            // That was not in vain: what was found is tried first from now on.
            self.work_by_integers = before;
        }
        self.remember(formula, provided.as_ref().is_some_and(|excluded| excluded.said.is_empty()));
        if let Some(level) = self.levels.last_mut() {
            level.only_if.insert(formula, provided.clone());
        }
        provided
    }

    /// Is this reached in launches that violate a condition?
    fn violated(&mut self, terms: &mut Terms, condition: &Condition, reached: &[Term]) -> Violated {
        // Simple values are easier to read than those of a solver.
        let most = Some(WORK_BESIDE_CONTEXT);
        for values in provided::violations(terms, condition) {
            let mut all = reached.to_vec();
            for &(input, value) in &values {
                let value = terms.bits(terms.width(input), value);
                all.push(terms.eq(input, value));
            }
            if matches!(self.solve(terms, &all, most), Answer::Sat(_)) {
                return Violated::With(values);
            }
        }
        let Some(holds) = condition.term(terms) else { return Violated::Perhaps };
        let all = [reached, &[terms.not(holds)]].concat();
        match self.solve(terms, &all, most) {
            Answer::Unsat(_) => Violated::Never,
            Answer::Sat(found) => {
                let inputs: BTreeSet<Term> = condition.inputs().collect();
                let value = |input: Term| Some((input, found.value(terms, input)?.scalar()?));
                Violated::With(inputs.into_iter().filter_map(value).collect())
            }
            Answer::Unknown(_) => {
                let formula = terms.all(&all);
                let (all, deadline) = (self.beside(formula), self.deadline());
                let ask = || integers::are_impossible(terms, &all, deadline, integers::EFFORT);
                if self.by_integers(ask) { Violated::Never } else { Violated::Perhaps }
            }
        }
    }

    /// Are there launches that meet these conditions and all that were needed before, in which this is reached? Then they are remembered.
    fn can_be_met(&mut self, terms: &mut Terms, conditions: &[Condition], reached: &[Term]) -> bool {
        if conditions.is_empty() {
            return true;
        }
        let new = conditions.iter().filter(|one| !self.conditions.contains(one));
        let all: Vec<Condition> = self.conditions.iter().chain(new).cloned().collect();
        let most = Some(WORK_BESIDE_CONTEXT);
        let simple = provided::simple_launch(terms, &all).is_some_and(|mut formulas| {
            formulas.extend(reached);
            matches!(self.solve(terms, &formulas, most), Answer::Sat(_))
        });
        // Small sizes are easier to find.
        let can = simple
            || SIZES_IN_BITS.into_iter().any(|bits| {
                let formulas = all.iter().map(|one| one.for_small_inputs(terms, bits));
                let Some(mut formulas) = formulas.collect::<Option<Vec<Term>>>() else { return false };
                formulas.extend(reached);
                let formula = terms.all(&formulas);
                matches!(self.solve(terms, &[formula], most), Answer::Sat(_))
            });
        if can {
            self.conditions = all;
        }
        can
    }
}
