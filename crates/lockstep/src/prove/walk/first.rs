//! k-induction: rounds of a loop one after the other, for its invariants only.
//!
//! An invariant may follow from what it says of the k rounds before, and not of one. So it is asked in each of the first k rounds; and, for an arbitrary iteration and the k - 1 ones
//! that follow it, all of which begin with it, in the one after these. The rounds that are walked for that are *quiet*: their accesses
//! and assertions are those of the arbitrary iteration, and no thread leaves the loop in them. A loop in such a round is summed up by its last
//! iteration; its own invariants are asked about in the arbitrary iteration, too.

use super::super::contracts::Checking;
use super::super::order::Item;
use super::{Env, Frame, Incoming, Walk};
use raddle_ir::Block;
use raddle_smt::Term;
use std::collections::{BTreeMap, BTreeSet};

impl Walk<'_, '_> {
    /// Walks the first rounds of a loop, but for the last of them, and asks about its invariants after each.
    pub(super) fn first_rounds(
        &mut self,
        checking: &Checking,
        body: &[Item],
        blocks: &BTreeSet<Block>,
        mut at: (Term, Env),
    ) {
        let head = checking.head;
        for round in 1..self.induction {
            let back = self.quiet_round(checking, body, blocks, at, &format!("^{round}"));
            self.incoming.insert(head, back);
            let Some(next) = self.enter(head) else { return };
            let place = self.place.len();
            self.place.push_str(&format!("/{head}^{round}"));
            self.check(checking, body, next.clone());
            self.place.truncate(place);
            at = next;
        }
    }

    /// Walks the rounds after an arbitrary iteration, from its ways back on: the ways back of the last of them.
    pub(super) fn more_rounds(
        &mut self,
        checking: &Checking,
        body: &[Item],
        blocks: &BTreeSet<Block>,
        mut back: Vec<Incoming>,
    ) -> Vec<Incoming> {
        for round in 1..self.induction {
            self.incoming.insert(checking.head, back);
            let Some(at) = self.enter(checking.head) else { return Vec::new() };
            back = self.quiet_round(checking, body, blocks, at, &format!("*+{round}"));
        }
        back
    }

    /// Walks one round: the ways back to the head.
    fn quiet_round(
        &mut self,
        checking: &Checking,
        body: &[Item],
        blocks: &BTreeSet<Block>,
        (enabled, env): (Term, Env),
        name: &str,
    ) -> Vec<Incoming> {
        let head = checking.head;
        self.frames.push(Frame {
            head,
            blocks: blocks.clone(),
            last: false,
            round: None,
            joint: checking.joint,
            exits: Vec::new(),
            failed: Vec::new(),
            back: Some(Vec::new()),
            rises: BTreeMap::new(),
        });
        let (place, before) = (self.place.len(), std::mem::replace(&mut self.quiet, true));
        self.place.push_str(&format!("/{head}{name}"));
        self.promised.clear();
        self.invariants(head, enabled);
        self.block(head, enabled, env);
        self.items(body);
        self.promised.clear();
        self.place.truncate(place);
        self.quiet = before;
        self.frames.pop().and_then(|frame| frame.back).unwrap_or_default()
    }
}
