//! Where in its body a loop is left: what an iteration is.
//!
//! The number of times that control goes back to a loop's head is the number of times that the body of `while (i < n) …` is run, and one
//! less than that of `do … while (i < n)`, or of a loop that a `break` leaves after a store. In a report, iterations are the bodies that
//! begin.

use super::model::Model;
use raddle_ir::{Block, InstKind, Terminator, Value};
use raddle_smt::{Op, Term};
use std::collections::BTreeSet;

impl Model<'_> {
    /// Is a loop left only before its body has done anything? If that is not seen, a body may begin and not return to the head.
    #[must_use]
    pub fn is_left_first(&self, number: usize) -> bool {
        let all = &self.loops.all()[number].blocks;
        let head = self.heads[number].block;
        // Blocks after which something has been done.
        let mut behind: BTreeSet<Block> =
            all.iter().copied().filter(|&block| self.does(number, block)).collect();
        let mut open: Vec<Block> = behind.iter().copied().collect();
        while let Some(block) = open.pop() {
            for target in self.function.blocks[block].term.targets() {
                if target.block != head && all.contains(&target.block) && behind.insert(target.block) {
                    open.push(target.block);
                }
            }
        }
        let leaves = |block: &Block| {
            let targets = self.function.blocks[*block].term.targets();
            targets.is_empty() || targets.iter().any(|target| !all.contains(&target.block))
        };
        !behind.iter().any(leaves) && !self.is_left_by_next(number) && self.only_asks(number, leaves)
    }

    /// Does what comes before the loop is left only compute whether it is? What is computed there and used after, or in the next iteration, may be a part of the body.
    fn only_asks(&self, number: usize, leaves: impl Fn(&Block) -> bool) -> bool {
        let all = &self.loops.all()[number].blocks;
        let head = self.heads[number].block;
        // The blocks on the ways from the head to where the loop is left.
        let mut before: BTreeSet<Block> = all.iter().copied().filter(leaves).collect();
        let mut grows = true;
        while grows {
            let to = |block: &Block| {
                let targets = self.function.blocks[*block].term.targets();
                targets.iter().any(|target| target.block != head && before.contains(&target.block))
            };
            let more: Vec<Block> =
                all.iter().copied().filter(|block| !before.contains(block) && to(block)).collect();
            grows = !more.is_empty();
            before.extend(more);
        }
        let mut computed: BTreeSet<Value> = BTreeSet::new();
        for &block in &before {
            let data = &self.function.blocks[block];
            computed.extend(data.insts.iter().flat_map(|&inst| &self.function.insts[inst].results));
            if block != head {
                computed.extend(&data.params);
            }
        }
        self.function.order.iter().all(|block| {
            let data = &self.function.blocks[*block];
            let own = before.contains(block);
            let by_insts = || data.insts.iter().flat_map(|&inst| self.function.insts[inst].uses());
            let passed = data.term.targets().into_iter().all(|target| {
                let within = own && target.block != head && before.contains(&target.block);
                within || !target.args.iter().any(|value| computed.contains(value))
            });
            let asked = match &data.term {
                Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                    own || !computed.contains(value)
                }
                _ => true,
            };
            passed && asked && (own || !by_insts().any(|value| computed.contains(&value)))
        })
    }

    /// Does a block do what others can see, or belong to a loop within this one?
    fn does(&self, number: usize, block: Block) -> bool {
        let quiet = |kind: &InstKind| {
            kind.is_pure()
                || matches!(kind, InstKind::Load { .. } | InstKind::Const(_) | InstKind::Special(_))
        };
        self.loops.innermost(block) != Some(number)
            || self.function.blocks[block].insts.iter().any(|&inst| !quiet(&self.function.insts[inst].kind))
    }

    /// Does it depend on what a variable becomes whether the loop continues, as in `do i++; while (i < n);`?
    fn is_left_by_next(&self, number: usize) -> bool {
        let head = &self.heads[number];
        let conditions: Vec<Term> = head.backs.iter().map(|edge| edge.condition).collect();
        let mentioned: BTreeSet<Term> = self.terms.post_order(&conditions, |_| false).into_iter().collect();
        let mut nexts = head.backs.iter().flat_map(|edge| edge.args.iter().zip(&head.params));
        nexts.any(|(next, (_, var))| {
            next != var && !matches!(self.terms.op(*next), Op::Const(_)) && mentioned.contains(next)
        })
    }
}
