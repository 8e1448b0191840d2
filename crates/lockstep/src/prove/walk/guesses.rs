//! Guesses on a walk: what they say at the heads of loops, and what has to hold where a thread reaches one.

use super::super::candidates::{Bound, Candidate, Relation, Values};
use super::super::induction::Shape;
use super::{Guess, Obligation, Walk};
use raddle_ir::Block;
use raddle_smt::integers::Signs;
use raddle_smt::{Term, Terms};
use std::collections::BTreeMap;

/// How a parameter of the head of a loop has become what it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Risen {
    /// It is what the loop is entered with.
    Entered,
    /// What it was at first, and a step for each round; the number of rounds has 64 bits.
    Rounds { first: Term, step: Term, count: Term },
    /// What it was in the round before, and a step.
    Step { before: Term, step: Term },
}

/// What a guess says at a place.
struct Said {
    guess: Guess,
    term: Term,
    /// Is it for the integers only? So wide a sum is too hard bit by bit.
    is_wide: bool,
}

impl Risen {
    /// That it has kept to its bits: so does the sum, computed with more of them. Each with whether it is for the integers only.
    fn in_width(self, terms: &mut Terms, bits: u32, candidate: Candidate, signs: Signs) -> Vec<(Term, bool)> {
        let wide = |terms: &mut Terms, width: u32, term: Term| match signs {
            Signs::Signed => terms.sext(width, term),
            Signs::Unsigned => terms.zext(width, term),
        };
        let mut all = Vec::new();
        let (sum, is_wide) = match self {
            Self::Entered => return vec![(terms.truth(true), false)],
            Self::Step { before, step } => {
                let [before, step] = [before, step].map(|term| wide(terms, bits + 1, term));
                (terms.bvadd(before, step), false)
            }
            Self::Rounds { first, step, count } => {
                // A step is at least 1. (No loop has 2^64 rounds.)
                let most = terms.bits(64, u128::from(u64::MAX >> (64 - bits)));
                let (none, few) = (terms.bits(bits, 0), terms.bvule(count, most));
                let stays = terms.eq(step, none);
                all.push((terms.or(stays, few), false));
                let width = bits + 64;
                let [first, step] = [first, step].map(|term| wide(terms, width, term));
                let count = terms.zext(width, count);
                let product = terms.bvmul(step, count);
                (terms.bvadd(first, product), true)
            }
        };
        let fits = candidate.term(terms, bits, Values { param: sum, bound: None, end: None });
        all.extend(fits.map(|term| (term, is_wide)));
        all
    }
}

impl Walk<'_, '_> {
    /// In the innermost loop, a parameter of the head has become what it is by rounds of this shape.
    pub(super) fn rises(&mut self, number: usize, first: Term, shape: &Shape, count: Term) {
        let Shape::Sum(sum) = shape else { return };
        let width = self.terms.width(first);
        if let Some(step) = sum.term(self.terms, &self.values, width)
            && let Some(frame) = self.frames.last_mut()
        {
            frame.rises.insert(number, Risen::Rounds { first, step, count });
        }
    }

    /// What the candidates of a head say of the values of its parameters, and of how they have become so.
    fn said(
        &mut self,
        head: Block,
        args: &[Option<Term>],
        risen: impl Fn(usize) -> Option<Risen>,
    ) -> Vec<Said> {
        let kernel = self.setup.kernel;
        let candidates = self.candidates.get(&head).map_or(&[][..], Vec::as_slice);
        if let Some(of) = kernel.loops().all().iter().find(|l| l.header == head) {
            let blocks = of.blocks.iter().copied().collect();
            candidates.iter().flat_map(|c| c.fixed()).for_each(|value| self.settle(value, &blocks));
        }
        let params = &kernel.function().blocks[head].params;
        let mut all = Vec::new();
        for (number, &candidate) in candidates.iter().enumerate() {
            let bits = kernel.function().ty(params[candidate.param]).bits();
            let bound = match candidate.bound {
                Bound::Number(_) => None,
                Bound::Value(value, _) => self.values[value],
            };
            let guess = (head, number);
            if let Relation::InWidth(signs) = candidate.relation {
                let Some(risen) = risen(candidate.param) else { continue };
                let in_width = risen.in_width(self.terms, bits, candidate, signs).into_iter();
                all.extend(in_width.map(|(term, is_wide)| Said { guess, term, is_wide }));
            } else if let Some(param) = args[candidate.param] {
                let end = candidate.end().and_then(|end| args[end.counter].zip(self.values[end.limit]));
                let values = Values { param, bound, end: end.map(<[Term; 2]>::from) };
                let term = candidate.term(self.terms, bits, values);
                all.extend(term.map(|term| Said { guess, term, is_wide: false }));
            }
        }
        all
    }

    /// At the head of a loop its invariants hold.
    pub(super) fn invariants(&mut self, head: Block, enabled: Term) {
        if !self.candidates.contains_key(&head) {
            return;
        }
        let params = &self.setup.kernel.function().blocks[head].params;
        let args: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        let frame = self.frames.last().filter(|frame| frame.head == head);
        let rises = frame.map_or_else(BTreeMap::new, |frame| frame.rises.clone());
        for Said { guess, term, is_wide } in self.said(head, &args, |param| rises.get(&param).copied()) {
            let term = self.terms.implies(enabled, term);
            match (self.guessing, is_wide) {
                (true, true) => {}
                (true, false) => self.seen.guesses.push((guess, term)),
                (false, true) => self.seen.sums.push(term),
                (false, false) => self.assume(term),
            }
        }
    }

    /// A thread reaches the head of a loop: its guesses are to hold.
    pub(super) fn oblige(&mut self, head: Block, enabled: Term, args: &[Option<Term>]) {
        if !self.guessing || !self.candidates.contains_key(&head) {
            return;
        }
        let params = &self.setup.kernel.function().blocks[head].params;
        let before: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        let again =
            self.frames.iter().rev().find(|frame| frame.head == head).map(|frame| frame.rises.clone());
        let risen = |param: usize| match &again {
            None => Some(Risen::Entered),
            Some(rises) => match (before[param], rises.get(&param)?) {
                (Some(before), &Risen::Rounds { step, .. }) => Some(Risen::Step { before, step }),
                _ => None,
            },
        };
        let count = self.candidates[&head].len();
        let said = self.said(head, args, risen).into_iter().map(|said| (said.guess, said.term));
        let said: BTreeMap<Guess, Term> = said.collect();
        for number in 0..count {
            let guess = (head, number);
            // What cannot be said here is not known to hold.
            let holds = said.get(&guess).copied().unwrap_or_else(|| self.terms.truth(false));
            let term = self.terms.implies(enabled, holds);
            if !self.terms.is_true(term) {
                let after = self.seen.guesses.len();
                self.seen.obligations.push(Obligation { guess, holds: term, after });
            }
        }
    }
}
