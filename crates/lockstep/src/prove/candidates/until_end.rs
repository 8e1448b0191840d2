//! Variables that only the last round of a loop changes, as the size of a tile: `if (at + size > n) size = n - at;`.

use super::super::setup::Setup;
use super::{Bound, Candidate, Compared, Relation, compared};
use raddle_ir::{Block, Value};
use raddle_smt::integers::Signs;
use raddle_smt::{Term, Terms};
use std::collections::BTreeSet;

/// Where a loop ends: at its head, a parameter is no longer below a limit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    /// The number of the parameter.
    pub counter: usize,
    /// What it is compared with: the same on each round.
    pub limit: Value,
    /// Does the loop continue where both are equal?
    pub inclusive: bool,
    /// How both are read.
    pub signs: Signs,
}

impl End {
    /// That the loop is at its end, for values of the parameter and of the limit.
    pub(super) fn term(self, terms: &mut Terms, counter: Term, limit: Term) -> Term {
        let continues = match (self.signs, self.inclusive) {
            (Signs::Signed, false) => terms.bvslt(counter, limit),
            (Signs::Signed, true) => terms.bvsle(counter, limit),
            (Signs::Unsigned, false) => terms.bvult(counter, limit),
            (Signs::Unsigned, true) => terms.bvule(counter, limit),
        };
        terms.not(continues)
    }
}

/// That a parameter of a head, by its number, is what the loop was `entered` with, until another one is at an end.
pub(super) fn candidates(
    setup: &Setup<'_>,
    (head, param): (Block, usize),
    blocks: &BTreeSet<Block>,
    entered: &BTreeSet<Bound>,
) -> Vec<Candidate> {
    let others = (0..setup.kernel.function().blocks[head].params.len()).filter(|&counter| counter != param);
    let ends: BTreeSet<End> = others
        .flat_map(|counter| {
            let end = move |one: Compared| {
                let Compared { bound: limit, inclusive, signs, .. } = one;
                End { counter, limit, inclusive, signs }
            };
            compared(setup, blocks, (head, counter)).map(end)
        })
        .collect();
    let with = |end: End| {
        let relation = Relation::UntilEnd(end);
        entered.iter().map(move |&bound| Candidate { param, relation, bound })
    };
    ends.into_iter().flat_map(with).collect()
}
