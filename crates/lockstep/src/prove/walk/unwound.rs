//! Loops that are unwound: their first rounds, one after the other, instead of an arbitrary one (paper 000, §7).
//!
//! A loop in a contract that makes few rounds, as `__forall(i, 0, 8, e)` does, is walked whole in any case.
//!
//! What is found so may be a bug whose inputs are real. That nothing is found proves nothing: executions that make more rounds are
//! left out, and the unwound program is not well-formed, as the last round has no way on.

use super::super::needed::Needed;
use super::super::order::Item;
use super::super::setup::Setup;
use super::{Frame, Walk};
use crate::limits;
use raddle_ir::{Block, Terminator, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_, '_> {
    /// Walks all rounds of a loop in a contract, one after the other, if it is plain that there are few.
    pub(super) fn all_rounds(&mut self, head: Block, body: &[Item], item: &Item) -> bool {
        let (seen, values, incoming) = (self.seen.clone(), self.values.clone(), self.incoming.clone());
        let (unwound, in_step) = (self.unwound, self.in_step);
        let all = self.rounds_of(head, body, item, limits::ROUNDS_IN_CONTRACT);
        if all {
            self.in_step = in_step;
        } else {
            (self.seen, self.values, self.incoming) = (seen, values, incoming);
            (self.unwound, self.in_step) = (unwound, in_step);
        }
        all
    }

    /// Walks the first rounds of a loop: are there no more?
    pub(super) fn rounds_of(&mut self, head: Block, body: &[Item], item: &Item, most: u32) -> bool {
        let mut blocks = BTreeSet::new();
        item.blocks(&mut blocks);
        // The loop is left at its head at the latest, after the last round.
        for round in 0..=most {
            if self.unwound >= limits::ROUNDS_UNWOUND {
                break;
            }
            let Some((enabled, env)) = self.enter(head) else { return true };
            self.unwound += 1;
            self.frames.push(Frame {
                head,
                blocks: blocks.clone(),
                last: false,
                round: Some(round),
                // Both threads are in this round.
                joint: true,
                exits: Vec::new(),
                failed: Vec::new(),
                back: Some(Vec::new()),
                rises: BTreeMap::new(),
            });
            let place = self.place.len();
            self.place.push_str(&format!("/{head}#{round}"));
            self.block(head, enabled, env);
            self.items(body);
            self.place.truncate(place);
            let back = self.frames.pop().and_then(|frame| frame.back).unwrap_or_default();
            if !back.is_empty() {
                self.incoming.insert(head, back);
            }
        }
        // Threads that would repeat the loop once more are left out.
        let more: Vec<_> =
            self.incoming.remove(&head).unwrap_or_default().iter().map(|i| i.enabled).collect();
        let more = self.terms.any(&more);
        let enough = self.terms.not(more);
        self.assume(enough);
        self.terms.is_true(enough)
    }

    /// The rounds that the walk is in.
    pub(super) fn at_rounds(&self) -> Vec<u32> {
        self.frames.iter().filter_map(|frame| frame.round).collect()
    }
}

/// The values of loops that are used outside them: each round has another.
pub(super) fn escaping(setup: &Setup<'_>, needed: &Needed, is_unwound: impl Fn(Block) -> bool) -> Vec<Value> {
    let function = setup.kernel.function();
    let loops = setup.kernel.loops();
    let mut found = BTreeSet::new();
    for &block in setup.kernel.order() {
        let data = &function.blocks[block];
        let of_insts = data.insts.iter().flat_map(|&inst| function.insts[inst].uses());
        let on = match &data.term {
            Terminator::Branch { cond: on, .. } | Terminator::Switch { value: on, .. } => Some(*on),
            _ => None,
        };
        let passed = data.term.targets().into_iter().flat_map(|target| target.args.iter().copied());
        for value in of_insts.chain(on).chain(passed) {
            let home = setup.defined[value].and_then(|home| loops.innermost(home));
            let mut left = std::iter::successors(home, |&number| loops.all()[number].parent)
                .filter(|&number| !loops.contains(number, block));
            if needed.value(value) && left.any(|number| is_unwound(loops.all()[number].header)) {
                found.insert(value);
            }
        }
    }
    found.into_iter().collect()
}
