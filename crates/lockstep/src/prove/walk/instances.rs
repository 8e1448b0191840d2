//! What is asserted before a barrier, for each thread that comes there, holds behind it for any of them.
//!
//! A barrier invariant (GPUVerify's `__barrier_invariant_1` and its like) is asserted by every thread, about memory that no other thread writes before the barrier: that
//! is asked of assertions anyway. The thread itself may write it, so the statement is asserted once more where the thread comes to the barrier, with the same question.
//! Behind the barrier memory is the same for all, as far as the barrier orders it, and what the thread number t has asserted is still true. So the statement is
//! evaluated in the memory behind the barrier, with t for the thread's own number.
//!
//! That is so only if the thread number t exists, if it has come by the assertion, if the statement says nothing else of the thread than its number (what is private to a thread is no function
//! of it), and if it reads memory only whose content is followed and which the barrier orders. It is a condition of what comes behind the barrier, not of the assertion itself: that must hold without.

use super::super::contracts::narrowed;
use super::super::region::Region;
use super::super::symbols::{self, Who};
use super::{Claim, Env, Walk};
use raddle_ir::contracts::{self, About};
use raddle_ir::{Block, FenceFlags, Inst, InstKind, Space};
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

/// An assertion for threads behind the next barrier.
pub(super) struct Promise {
    /// Its closing marker.
    end: Inst,
    /// When the thread has made it.
    enabled: Term,
    /// The numbers of the threads.
    threads: Vec<Term>,
}

impl Walk<'_, '_> {
    /// A thread has evaluated an assertion, perhaps one for threads behind the next barrier.
    pub(super) fn promise(&mut self, end: Inst, enabled: Term) {
        let Some(insts) = self.setup.contracts.instance(end).filter(|_| self.instances) else { return };
        let function = self.setup.kernel.function();
        let mut threads = Vec::new();
        for &inst in insts {
            if let (Some(About::Instance), InstKind::Opaque { args, .. }) =
                (contracts::about(function, inst), &function.insts[inst].kind)
            {
                threads.push(self.value(args[1]));
            }
        }
        self.promised.push(Promise { end, enabled, threads });
    }

    /// In front of a barrier: what was promised must still hold. What it cannot be kept for is forgotten.
    pub(super) fn reassert(&mut self, block: Block, fence: FenceFlags, enabled: Term, env: &mut Env) {
        let one_dimension = self.setup.launch.block[1..] == [Some(1); 2];
        let promised = std::mem::take(&mut self.promised);
        for promise in promised.into_iter().filter(|_| one_dimension) {
            if !self.reads_what_is_ordered(promise.end, fence) {
                continue;
            }
            let enabled = self.terms.and(enabled, promise.enabled);
            let Some(holds) = self.evaluated((promise.end, &format!("/to {block}")), enabled, env) else {
                continue;
            };
            if self.counts() {
                self.seen.claims.push(Claim {
                    inst: promise.end,
                    enabled,
                    holds,
                    at: None,
                    named: Vec::new(),
                });
            }
            self.promised.push(promise);
        }
    }

    /// Does a statement read nothing but memory whose content is followed, and which the barrier orders where somebody writes it?
    fn reads_what_is_ordered(&self, end: Inst, fence: FenceFlags) -> bool {
        let function = self.setup.kernel.function();
        let fenced = self.fenced(fence);
        let is_written = |region: &Region| self.setup.uses.get(region).is_some_and(|used| used.written);
        let insts = self.setup.contracts.instance(end).unwrap_or_default();
        insts.iter().filter_map(|&inst| function.insts[inst].kind.address()).all(|addr| {
            let region = Region::of(self.setup.module, function, addr);
            let is_constant = matches!(addr.space, Space::Param | Space::Const);
            let is_ordered = !is_written(&region) || fenced.contains(&region);
            is_constant || region != Region::Private && self.followed(region).is_some() && is_ordered
        })
    }

    /// Behind a barrier, with its memory: when the thread goes on, if the promises are kept.
    pub(super) fn instantiate(&mut self, block: Block, mut enabled: Term, env: &mut Env) -> Term {
        for promise in std::mem::take(&mut self.promised) {
            self.behind_barrier = true;
            let holds = self.evaluated((promise.end, &format!("/behind {block}")), enabled, env);
            self.behind_barrier = false;
            let Some(holds) = holds.filter(|&holds| self.is_of_number(&[holds, promise.enabled])) else {
                continue;
            };
            for thread in promise.threads {
                let Some(kept) = self.instance(holds, promise.enabled, thread) else { continue };
                let (after, fails) = narrowed(self.terms, enabled, kept);
                self.frames.iter_mut().for_each(|frame| frame.failed.push(fails));
                let kept = self.terms.implies(enabled, kept);
                self.seen.kept.push(kept);
                enabled = after;
            }
        }
        enabled
    }

    /// What an assertion says in this memory, at a place of its own.
    fn evaluated(&mut self, (end, place): (Inst, &str), enabled: Term, env: &mut Env) -> Option<Term> {
        let InstKind::SpecEnd(_, value) = self.setup.kernel.function().insts[end].kind else { return None };
        let function = self.setup.kernel.function();
        let insts = self.setup.contracts.instance(end)?.to_vec();
        let results = insts.iter().flat_map(|&inst| &function.insts[inst].results);
        let before: Vec<_> = results.map(|&result| (result, self.values[result])).collect();
        let mut own = env.clone();
        let length = self.place.len();
        self.place.push_str(place);
        self.again_at_barrier = true;
        insts.iter().for_each(|&inst| self.inst(inst, enabled, &mut own));
        let holds = self.value(value);
        self.again_at_barrier = false;
        self.place.truncate(length);
        before.into_iter().for_each(|(result, term)| self.values[result] = term);
        Some(holds)
    }

    /// Do formulas say nothing of the thread but its number, and where its CTA is?
    fn is_of_number(&mut self, formulas: &[Term]) -> bool {
        let endings = Who::BOTH.map(Who::ending);
        self.terms.variables(formulas).into_iter().all(|symbol| {
            let name = &self.terms.declaration(symbol).name;
            match endings.iter().find_map(|ending| name.strip_suffix(ending)) {
                Some(own) => own == "tid.x" || own.starts_with("ctaid"),
                None => true,
            }
        })
    }

    /// That a statement about the thread's number holds for this one.
    fn instance(&mut self, holds: Term, made: Term, thread: Term) -> Option<Term> {
        let Sort::Bits(32) = self.terms.sort(thread) else { return None };
        let (own, size) = (
            symbols::tid(self.terms, self.setup.launch, self.who, 0),
            symbols::ntid(self.terms, self.setup.launch, 0),
        );
        let exchanged = FxHashMap::from_iter([(own, thread)]);
        let [holds, made] = [holds, made].map(|formula| self.terms.substitute(formula, &exchanged));
        let exists = self.terms.bvult(thread, size);
        let there = self.terms.and(exists, made);
        Some(self.terms.implies(there, holds))
    }
}
