//! Questions whose answer depends on a condition on the inputs of a launch.

use super::super::provided::{self, Provided};
use super::super::setup::Setup;
use super::{Level, Questions};
use crate::limits::{SIZES_IN_BITS, TRIES_IN_VAIN, WORK_BESIDE_CONTEXT};
use raddle_smt::integers::{self, Condition};
use raddle_smt::{Term, Terms};
use std::collections::BTreeSet;

impl Questions<'_> {
    /// The conditions on the inputs of a launch under which these cannot hold together; none without any. `None` where there are no such
    /// conditions, as far as the integers tell. Conditions under which `reached` is impossible, too, would say nothing.
    pub(super) fn impossible_if(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        reached: &[Term],
        formulas: &[Term],
    ) -> Option<BTreeSet<Provided>> {
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
    ) -> Option<BTreeSet<Provided>> {
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
    ) -> Option<BTreeSet<Provided>> {
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
            let text = found.iter().map(|one| provided::provided(terms, setup, one));
            let text = text.collect::<Option<BTreeSet<Provided>>>()?;
            self.can_be_met(terms, &found, reached).then_some(text)
        });
        if provided.is_some() {
            // That was not in vain: what was found is tried first from now on.
            self.work_by_integers = before;
        }
        self.remember(formula, provided.as_ref().is_some_and(BTreeSet::is_empty));
        if let Some(level) = self.levels.last_mut() {
            level.only_if.insert(formula, provided.clone());
        }
        provided
    }

    /// Are there launches that meet these conditions and all that were needed before, in which this is reached? Then they are remembered.
    fn can_be_met(&mut self, terms: &mut Terms, conditions: &[Condition], reached: &[Term]) -> bool {
        if conditions.is_empty() {
            return true;
        }
        let new = conditions.iter().filter(|one| !self.conditions.contains(one));
        let all: Vec<Condition> = self.conditions.iter().chain(new).cloned().collect();
        // Small sizes are easier to find.
        let can = SIZES_IN_BITS.into_iter().any(|bits| {
            let formulas = all.iter().map(|one| one.for_small_inputs(terms, bits));
            let Some(mut formulas) = formulas.collect::<Option<Vec<Term>>>() else { return false };
            formulas.extend(reached);
            let formula = terms.all(&formulas);
            let most = Some(WORK_BESIDE_CONTEXT);
            matches!(self.solve(terms, &[formula], most), raddle_smt::Answer::Sat(_))
        });
        if can {
            self.conditions = all;
        }
        can
    }
}
