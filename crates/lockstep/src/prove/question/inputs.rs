//! The inputs of what may go wrong: small ones, of which no integer is 0 or negative where there are such.

use super::super::model;
use super::super::setup::Setup;
use super::super::symbols::Pair;
use super::Questions;
use crate::limits::{MOST_ABSURD, WORK_BESIDE_CONTEXT, WORK_FOR_SENSE};
use raddle_smt::{Answer, Model, Term, Terms};
use std::collections::BTreeSet;

impl Questions<'_> {
    /// Puts inputs that make sense in place of those that were found, where there are such. Otherwise the integer parameters of which one has to be 0 or
    /// negative, as far as that is known.
    pub(super) fn made_sensible(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        (formula, found): (Term, &mut Model),
    ) -> BTreeSet<u32> {
        let args = model::inputs(terms, setup, pair, found).args;
        let absurd = model::absurd(setup, &args);
        if absurd.is_empty() || self.work_for_sense >= WORK_FOR_SENSE {
            return BTreeSet::new();
        }
        match self.sensible(terms, setup, pair, (formula, &absurd)) {
            Ok(sensible) => {
                if let Some(sensible) = sensible {
                    *found = sensible;
                }
                BTreeSet::new()
            }
            Err(needed) => needed,
        }
    }

    /// What the integers, or small inputs, soon say of a formula with products.
    pub(super) fn soon_or_never(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        formula: Term,
    ) -> Option<Answer> {
        let answer = match self.is_never(terms, formula) {
            true => Some(Answer::Unsat(Vec::new())),
            false => {
                let small = self.small(terms, setup, pair, &[formula], Some(WORK_BESIDE_CONTEXT));
                small.map(Answer::Sat)
            }
        };
        self.asked.solved += usize::from(answer.is_some());
        answer
    }

    /// Small inputs with which these hold: they are easier to read, and to run.
    pub(super) fn small(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        formulas: &[Term],
        most: Option<u64>,
    ) -> Option<Model> {
        let free = setup.launch.threads().is_none();
        let blocks = model::SMALL_BLOCKS.into_iter().take(if free { usize::MAX } else { 1 });
        blocks.into_iter().find_map(|block| {
            let mut wanted = model::small(terms, setup, pair, block);
            wanted.extend(formulas);
            match self.solve(terms, &wanted, most) {
                Answer::Sat(small) => Some(small),
                _ => None,
            }
        })
    }

    /// Inputs of which no integer is 0 or negative, as some `absurd` ones are; none if that is not known. That takes nothing from the work for other
    /// questions.
    ///
    /// # Errors
    /// Where there are no such inputs: those parameters of which one must be.
    fn sensible(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        (formula, absurd): (Term, &BTreeSet<u32>),
    ) -> Result<Option<Model>, BTreeSet<u32>> {
        let params = 0..setup.kernel.function().params.len() as u32;
        let all: Vec<(u32, Term)> =
            params.filter_map(|param| Some((param, model::positive(terms, setup, param)?))).collect();
        let with = |terms: &mut Terms, all: &[(u32, Term)]| {
            let all: Vec<Term> = all.iter().map(|&(_, positive)| positive).chain([formula]).collect();
            terms.all(&all)
        };
        let before = self.solver.work();
        let formula = with(terms, &all);
        let made = match self.decide(terms, formula) {
            Answer::Sat(found) => Ok(Some(self.small(terms, setup, pair, &[formula], None).unwrap_or(found))),
            Answer::Unknown(_) => Ok(None),
            Answer::Unsat(_) => {
                let mut needed = all;
                // Those that were absurd are left out last.
                needed.sort_by_key(|(param, _)| absurd.contains(param));
                for (param, _) in needed.clone().into_iter().take(MOST_ABSURD) {
                    let mut fewer = needed.clone();
                    fewer.retain(|(other, _)| *other != param);
                    let formula = with(terms, &fewer);
                    if matches!(self.decide(terms, formula), Answer::Unsat(_)) {
                        needed = fewer;
                    }
                }
                Err(needed.into_iter().map(|(param, _)| param).collect())
            }
        };
        let spent = self.solver.work().saturating_sub(before);
        self.most_work = self.most_work.saturating_add(spent);
        self.work_for_sense = self.work_for_sense.saturating_add(spent);
        made
    }
}
