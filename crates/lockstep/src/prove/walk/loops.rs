//! Loops on a walk: an arbitrary iteration, the last one, and what holds at their heads.

use super::super::consistent::Leaving;
use super::super::contracts::{At, Checking};
use super::super::induction;
use super::super::lanes::branches_alike;
use super::super::order::Item;
use super::super::symbols::{Pair, Who, sort};
use super::super::uniform::Shared;
use super::{Env, Frame, Walk};
use raddle_ir::{Block, FenceFlags, Inst, InstKind, Marker, Meets, Value, ValueDef};
use raddle_smt::{Sort, Term};
use raddle_symbolic::Region;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How many rounds of a loop are over: the beginning of the symbol's name.
const ROUND: &str = "round";

/// Is it such a symbol, of a round that is any?
pub fn is_round(name: &str) -> bool {
    let name = Who::BOTH.iter().find_map(|who| name.strip_suffix(who.ending())).unwrap_or(name);
    name.strip_prefix(ROUND).is_some_and(|rest| rest.starts_with('@') && rest.ends_with('*'))
}

impl Walk<'_, '_> {
    /// Walks a loop, in an arbitrary iteration and in the last one.
    pub(super) fn looped(&mut self, head: Block, body: &[Item], item: &Item) {
        if let Some(most) = self.unwind {
            self.rounds_of(head, body, item, most);
            return;
        }
        if self.setup.contracts.is_inside(head) && self.all_rounds(head, body, item) {
            return;
        }
        let Some((enabled, env)) = self.enter(head) else { return };
        self.promised.clear();
        let mut blocks = BTreeSet::new();
        item.blocks(&mut blocks);
        let kernel = self.setup.kernel;
        let params = &kernel.function().blocks[head].params;
        let entry: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        let meets = match self.pair {
            Pair::SameCta => {
                let is_barrier = |&i: &Inst| kernel.function().insts[i].kind.effects().meets == Meets::Cta;
                blocks.iter().any(|&b| kernel.function().blocks[b].insts.iter().any(is_barrier))
            }
            Pair::SameWarp => blocks.iter().any(|&b| self.meets_lanes(b)),
            Pair::OtherCta => blocks.iter().any(|b| self.setup.of_grid.contains(b)),
        };
        // No barrier keeps threads together in a loop without one. But the walk through the whole kernel compares no accesses of a
        // CTA; where it is asked what two threads are to each other, it takes both in the same round. So does a
        // walk that asks where lanes part.
        let compared = || self.pair == Pair::SameCta && self.setup.contracts.compare_in(kernel, &blocks);
        let together = self.stops.is_empty() && (meets || compared())
            || self.lanes.in_one_round && self.lanes.heads.contains(&head);
        // A part of a loop of the kernel is left for a barrier too.
        let mut with_this_head = kernel.loops().all().iter().filter(|of| of.header == head);
        let whole = with_this_head
            .any(|of| of.blocks.len() == blocks.len() && of.blocks.iter().all(|b| blocks.contains(b)));
        let uniform = whole && self.setup.uniform.exits(head) <= self.pair.shared()
            || blocks.iter().all(|&b| branches_alike(self.setup, b, self.pair))
            || self.pair == Pair::SameWarp && self.lanes.heads.contains(&head);
        let checks = self.checked(head);
        let checks =
            checks.map(|blocks| Checking { head, blocks, at: At::Entry, joint: uniform && together });
        let in_step = self.in_step;
        if let Some(checking) = &checks {
            self.check(checking, body, (enabled, env.clone()));
            self.first_rounds(checking, body, &blocks, (enabled, env.clone()));
        }
        for last in [false, true] {
            if !last && !self.counts() {
                continue;
            }
            self.in_step = in_step;
            let joint = uniform && (last || together);
            self.frames.push(Frame {
                head,
                blocks: blocks.clone(),
                last,
                round: None,
                joint,
                exits: Vec::new(),
                failed: Vec::new(),
                back: (!last && checks.is_some()).then(Vec::new),
                rises: BTreeMap::new(),
            });
            let place = self.place.len();
            self.place.push_str(&format!("/{head}{}", if last { "." } else { "*" }));
            let env = self.anywhere_in(head, &blocks, &entry, &env);
            self.invariants(head, enabled);
            self.block(head, enabled, env);
            self.stayed(head);
            self.items(body);
            self.place.truncate(place);
            let frame = self.frames.pop();
            if let Some(checking) = &checks
                && let Some(back) = frame.as_ref().and_then(|f| f.back.clone())
            {
                let back = self.more_rounds(checking, body, &blocks, back);
                self.incoming.insert(head, back);
                if let Some(next) = self.enter(head) {
                    self.check(&Checking { at: At::Next, ..checking.clone() }, body, next);
                }
            }
            if last && let Some(frame) = frame {
                let after = self.terms.any(&frame.exits);
                if self.counts() && self.setup.contracts.assumes_in(kernel, &blocks) {
                    self.seen.leaving.push(Leaving { head, before: enabled, after });
                }
                let failed = self.terms.any(&frame.failed);
                let left = self.terms.or(after, failed);
                let left = self.terms.implies(enabled, left);
                if !self.terms.is_true(left) {
                    self.seen.ends.push(left);
                }
            }
            self.promised.clear();
        }
    }

    /// Do lanes of a warp meet at the end of the block?
    fn meets_lanes(&self, block: Block) -> bool {
        let function = self.setup.kernel.function();
        let is_barrier = |&inst: &Inst| function.insts[inst].kind.effects().meets == Meets::Cta;
        self.lanes.waits.contains(&block) || function.blocks[block].insts.iter().any(is_barrier)
    }

    /// How many rounds of the innermost loop are over.
    fn count(&mut self) -> Term {
        self.fresh(ROUND, Sort::Bits(64), self.pair.shared())
    }

    /// In a later round than the first, the thread did not leave the loop at the head in the round before. That can be said where
    /// what decides about it changes with the number of rounds only.
    fn stayed(&mut self, head: Block) {
        let function = self.setup.kernel.function();
        let is_contract = |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::SpecEnd(..));
        let Some(frame) = self.frames.last() else { return };
        let left = self.terms.any(&frame.exits);
        if self.terms.is_false(left) || function.blocks[head].insts.iter().any(is_contract) {
            return;
        }
        let count = self.count();
        let here = format!("@{}", self.place);
        for symbol in self.terms.variables(&[left]) {
            let name = &self.terms.declaration(symbol).name;
            let name = Who::BOTH.iter().find_map(|who| name.strip_suffix(who.ending())).unwrap_or(name);
            if name.ends_with(&here) && name != format!("{ROUND}{here}") {
                return;
            }
        }
        let (zero, one) = (self.terms.bits(64, 0), self.terms.bits(64, 1));
        let before = self.terms.bvsub(count, one);
        let left = self.terms.substitute(left, &FxHashMap::from_iter([(count, before)]));
        let stayed = self.terms.not(left);
        let first = self.terms.eq(count, zero);
        let holds = self.terms.or(first, stayed);
        self.assume(holds);
    }

    /// The state at the head of a loop in some iteration.
    pub(super) fn anywhere_in(
        &mut self,
        head: Block,
        blocks: &BTreeSet<Block>,
        entry: &[Option<Term>],
        env: &Env,
    ) -> Env {
        let kernel = self.setup.kernel;
        let function = kernel.function();
        for index in 0..self.again.len() {
            let value = self.again[index];
            if self.setup.defined[value].is_some_and(|b| blocks.contains(&b)) {
                let agreed = self.setup.uniform.outside(value);
                let term = self.fresh(&format!("{value} before"), sort(function.ty(value)), agreed);
                self.values[value] = Some(term);
            }
        }
        let count = self.count();
        for (number, &param) in function.blocks[head].params.iter().enumerate() {
            // What it was when the loop was entered says nothing of later rounds.
            if !self.needed.value(param) {
                self.values[param] = None;
                continue;
            }
            let shape = induction::shape(self.setup, head, blocks, number);
            let parts: Vec<Value> = shape.iter().flat_map(|shape| shape.parts()).collect();
            parts.into_iter().for_each(|part| self.settle(part, blocks));
            let known = entry[number].zip(shape).and_then(|(start, shape)| {
                self.rises(number, start, &shape, count);
                induction::after(self.terms, &self.values, start, &shape, count)
            });
            let value = known.unwrap_or_else(|| {
                let agreed = self.setup.uniform.value(param);
                let later = self.fresh(&format!("{param}"), sort(function.ty(param)), agreed);
                // In the first round it is what the loop was entered with.
                match entry[number] {
                    Some(entry) => {
                        let zero = self.terms.bits(64, 0);
                        let first = self.terms.eq(count, zero);
                        self.terms.ite(first, entry, later)
                    }
                    None => later,
                }
            });
            self.values[param] = Some(value);
        }
        let mut env = env.clone();
        for &of in self.setup.meeting.iter().filter(|of| blocks.contains(of)) {
            let rounds = if of == head {
                let before = self.rounds(head, &env);
                self.terms.bvadd(before, count)
            } else {
                self.fresh(&format!("rounds of {of}"), Sort::Bits(64), self.pair.shared())
            };
            env.rounds.insert(of, rounds);
        }
        for &block in blocks {
            for &inst in &function.blocks[block].insts {
                self.forget(inst, &mut env);
            }
        }
        env
    }

    /// Computes a value of a loop that is the same on each round.
    pub(super) fn settle(&mut self, value: Value, blocks: &BTreeSet<Block>) {
        let ValueDef::Result(inst, _) = self.setup.kernel.function().values[value].def else { return };
        if self.setup.defined[value].is_some_and(|b| blocks.contains(&b)) {
            let operands = self.setup.kernel.function().insts[inst].uses();
            operands.into_iter().for_each(|operand| self.settle(operand, blocks));
            let always = self.terms.truth(true);
            self.inst(inst, always, &mut Env::default());
        }
    }

    /// Forgets what an instruction writes, or shows of what others have written.
    pub(super) fn forget(&mut self, inst: Inst, env: &mut Env) {
        let function = self.setup.kernel.function();
        match &function.insts[inst].kind {
            InstKind::VarSet(var, _) => {
                let data = &function.vars[*var];
                match data.shared {
                    Some(scalar) => self.forget_content(Region::Scalar(scalar), env),
                    None => {
                        let value =
                            self.fresh(&format!("scalar {}", data.name), sort(data.ty), Shared::Thread);
                        env.vars.insert(*var, value);
                    }
                }
            }
            InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
                self.forget_content(Region::of(self.setup.module, function, addr), env);
            }
            InstKind::Barrier(barrier) => {
                for region in self.fenced(barrier.fence) {
                    self.forget_content(region, env);
                }
            }
            InstKind::WarpSync(_) | InstKind::Marker { marker: Marker::CopyWait, .. } => {
                for region in self.fenced(FenceFlags::BOTH) {
                    self.forget_content(region, env);
                }
            }
            // Barriers stand around the wait for other CTAs. Of the others that may write there is a gap.
            InstKind::Marker {
                marker:
                    Marker::GridSync
                    | Marker::StrayCall
                    | Marker::Copy
                    | Marker::CopyEnd
                    | Marker::CopyUnwaited
                    | Marker::CopyAlone
                    | Marker::WorkDim
                    | Marker::Ask(_),
                ..
            }
            | InstKind::Opaque { .. }
            | InstKind::Call { .. } => {}
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::Special(_)
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_)
            | InstKind::VarGet(_)
            | InstKind::Load { .. }
            | InstKind::Fence { .. }
            | InstKind::Collective { .. }
            | InstKind::Assume(_)
            | InstKind::Assert(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => {}
        }
    }
}
