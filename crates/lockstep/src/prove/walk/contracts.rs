//! Contracts on a walk: what each does to the thread that evaluates it.

use super::super::consistent::Given;
use super::super::contracts::{At, Checking, narrowed};
use super::super::log;
use super::super::order::Item;
use super::super::symbols::{self, Pair, Who};
use super::super::uniform::Shared;
use super::{Access, Claim, Env, OfLog, Took, Walk};
use raddle_ir::contracts::{self, About};
use raddle_ir::{Address, Block, Inst, InstKind, SpecKind, Value};
use raddle_smt::{Sort, Term};
use raddle_symbolic::Region;
use std::collections::BTreeSet;

impl Walk<'_, '_> {
    /// The blocks from the head of a loop to its invariants, if they are to be asked about here.
    pub(super) fn checked(&self, head: Block) -> Option<BTreeSet<Block>> {
        let asked =
            self.who == Who::First && self.pair == Pair::SameCta && self.stops.is_empty() && self.counts();
        (asked && !self.guessing).then(|| self.setup.contracts.prefix(head, self.dropped)).flatten()
    }

    /// Walks from the head of a loop to its invariants.
    pub(super) fn check(&mut self, checking: &Checking, body: &[Item], (enabled, env): (Term, Env)) {
        let place = self.place.len();
        let head = checking.head;
        self.place.push_str(&format!("/{head}{}", if checking.at == At::Entry { ">" } else { "+" }));
        let within = |item: &&Item| matches!(item, Item::Block(block) if checking.blocks.contains(block));
        self.checking = Some(checking.clone());
        self.invariants(head, enabled);
        self.block(head, enabled, env);
        for item in body.iter().filter(within) {
            self.items(std::slice::from_ref(item));
        }
        self.checking = None;
        self.place.truncate(place);
    }

    /// What a contract does to a thread that has evaluated it: when the thread continues.
    pub(super) fn contract(&mut self, inst: Inst, enabled: Term) -> Term {
        let InstKind::SpecEnd(kind, value) = self.setup.kernel.function().insts[inst].kind else {
            return enabled;
        };
        let contracts = &self.setup.contracts;
        if contracts.is_left_out(inst) {
            return enabled;
        }
        let mut holds = self.value(value);
        if contracts.of_log(inst) {
            if self.counts() {
                let named = self.named(value);
                let claim = Claim { inst, enabled, holds, at: None, named };
                let (before, in_loop) = (self.seen.accesses.len(), !self.frames.is_empty());
                self.seen.logged.push(OfLog { claim, before, in_loop });
            }
            return enabled;
        }
        let together = self.in_step
            && self.pair == Pair::SameCta
            && self.frames.iter().all(|f| f.joint)
            && self.checking.as_ref().is_none_or(|c| c.joint);
        if contracts.of_two(inst) {
            if self.pair == Pair::OtherCta || kind.is_trusted() && !together {
                return enabled;
            }
            let both = symbols::other(self.terms, enabled);
            holds = self.terms.implies(both, holds);
            if kind == SpecKind::Invariant && !together {
                holds = self.terms.truth(false);
            }
        }
        let named = self.named(value);
        let claim = |at| Claim { inst, enabled, holds, at, named: named.clone() };
        match kind {
            SpecKind::Assert | SpecKind::Ensures => {
                if self.counts() {
                    self.seen.claims.push(claim(None));
                }
                if !contracts.of_two(inst) || together {
                    self.promise(inst, enabled);
                }
                return enabled;
            }
            SpecKind::Invariant => {
                if self.dropped.contains(&inst) {
                    return enabled;
                }
                if let Some(checking) = &self.checking
                    && self.setup.contracts.is_of(inst, checking.head)
                {
                    self.seen.claims.push(claim(Some(checking.at)));
                }
                // It is going to be dropped.
                if contracts.of_two(inst) && !together {
                    return enabled;
                }
            }
            SpecKind::Requires | SpecKind::Assume | SpecKind::Promise | SpecKind::Operands => {}
        }
        let (after, fails) = narrowed(self.terms, enabled, holds);
        if kind.is_trusted() && self.counts() {
            self.seen.given.push(Given { inst, before: enabled, after });
        }
        // Whether loops end is no question where the contract fails.
        self.frames.iter_mut().for_each(|frame| frame.failed.push(fails));
        let kept = self.terms.implies(enabled, holds);
        self.seen.kept.push(kept);
        after
    }

    /// Evaluates what a contract asks of the two threads, or of the log.
    pub(super) fn of_contract(&mut self, inst: Inst, args: &[Value]) -> bool {
        let function = self.setup.kernel.function();
        let (Some(about), [result]) =
            (contracts::about(function, inst), function.insts[inst].results.as_slice())
        else {
            return false;
        };
        let term = match (about, args) {
            (About::Other, &[value]) => {
                let value = self.value(value);
                symbols::other(self.terms, value)
            }
            (About::Log(asked, load), _) => match log::asked(self.terms, self.setup, asked, load) {
                Some(term) => self.terms.resize(function.ty(*result).bits(), term),
                None => return false,
            },
            (About::Taken(load), &[_, value]) => {
                let value = self.value(value);
                match self.has_taken(inst, load, value) {
                    Some(term) => self.terms.resize(function.ty(*result).bits(), term),
                    None => return false,
                }
            }
            (About::Candidate, &[value]) => self.value(value),
            (About::Instance, &[value, _]) | (About::PairInstance, &[value, _, _]) => self.value(value),
            (About::SameGroup, _) => {
                let width = function.ty(*result).bits();
                self.terms.bits(width, u128::from(self.pair == Pair::SameCta))
            }
            _ => return false,
        };
        self.values[*result] = Some(term);
        true
    }

    /// Notes what an atomic has found.
    pub(super) fn took(&mut self, inst: Inst, addr: &Address, enabled: Term) {
        let function = self.setup.kernel.function();
        if let [result] = function.insts[inst].results.as_slice()
            && let Some(found) = self.values[*result]
        {
            let region = Region::of(self.setup.module, function, addr);
            let offset = self.offset(addr);
            self.taken.push(Took { place: self.place.clone(), region, offset, enabled, found });
        }
    }

    /// Has an atomic found a value at a place, 1 or 0? One of this round has, or, for all that is known, an earlier one or
    /// another thread's.
    fn has_taken(&mut self, inst: Inst, load: Inst, value: Term) -> Option<Term> {
        let function = self.setup.kernel.function();
        let addr = function.insts[load].kind.address()?;
        let region = Region::of(self.setup.module, function, addr);
        let offset = self.offset(addr);
        let here = std::mem::take(&mut self.taken);
        let mut all = Vec::new();
        for took in here.iter().filter(|took| took.region == region && took.place == self.place) {
            if self.terms.width(took.found) > self.terms.width(value) {
                continue;
            }
            let there = self.terms.eq(took.offset, offset);
            // The number may be meant with its sign or without.
            let width = self.terms.width(value);
            let wide = [self.terms.zext(width, took.found), self.terms.sext(width, took.found)];
            let same = wide.map(|found| self.terms.eq(found, value));
            let same = self.terms.or(same[0], same[1]);
            let both = self.terms.and(there, same);
            all.push(self.terms.and(took.enabled, both));
        }
        self.taken = here;
        all.push(self.fresh(&format!("{inst} elsewhere"), Sort::Bool, Shared::Thread));
        let any = self.terms.any(&all);
        let (one, zero) = (self.terms.bits(64, 1), self.terms.bits(64, 0));
        Some(self.terms.ite(any, one, zero))
    }

    /// Notes an access, or what a contract reads.
    pub(super) fn saw(&mut self, access: Access) {
        if self.behind_barrier {
            return;
        }
        match self.setup.contracts.of(access.inst) {
            Some(_) => self.seen.looks.push(access),
            None => self.seen.accesses.push(access),
        }
    }
}
