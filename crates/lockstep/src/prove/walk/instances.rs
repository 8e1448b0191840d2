//! What is asserted before a barrier, for each thread that comes there, holds behind it for any of them.
//!
//! A barrier invariant (GPUVerify's `__barrier_invariant_1` and its like) is asserted by every thread, about memory that no other thread writes before the barrier: that
//! is asked of assertions anyway. Behind the barrier memory is the same for all, and what the thread number t has asserted is still true. So the statement is
//! evaluated once more, in the memory behind the barrier, with t for the thread's own number.
//!
//! That is so only if the thread number t exists, if it has come by the assertion, and if the statement says nothing else of the thread than its number: what is private to a thread is no function
//! of it. It is a condition of what comes behind the barrier, not of the assertion itself: that must hold without.

use super::super::contracts::narrowed;
use super::super::symbols::{self, Who};
use super::{Env, Walk};
use raddle_ir::contracts::{self, About};
use raddle_ir::{Inst, InstKind};
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

    /// Behind a barrier, with its memory: when the thread goes on, if the promises are kept.
    pub(super) fn instantiate(&mut self, mut enabled: Term, env: &mut Env) -> Term {
        let promised = std::mem::take(&mut self.promised);
        let one_dimension = self.setup.launch.block[1..] == [Some(1); 2];
        for promise in promised.into_iter().filter(|_| one_dimension) {
            self.again_at_barrier = true;
            let holds = self.evaluated(promise.end, enabled, env);
            self.again_at_barrier = false;
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

    /// What an assertion says in this memory.
    fn evaluated(&mut self, end: Inst, enabled: Term, env: &mut Env) -> Option<Term> {
        let InstKind::SpecEnd(_, value) = self.setup.kernel.function().insts[end].kind else { return None };
        let function = self.setup.kernel.function();
        let insts = self.setup.contracts.instance(end)?.to_vec();
        let results = insts.iter().flat_map(|&inst| &function.insts[inst].results);
        let before: Vec<_> = results.map(|&result| (result, self.values[result])).collect();
        let mut own = env.clone();
        insts.iter().for_each(|&inst| self.inst(inst, enabled, &mut own));
        let holds = self.value(value);
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
