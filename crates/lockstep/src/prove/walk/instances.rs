//! What is asserted before a barrier, for each thread that comes there, holds after it for any of them.
//!
//! A barrier invariant (GPUVerify's `__barrier_invariant_1` and its like) is asserted by every thread, about memory that no other thread writes before the barrier: that
//! is asked of assertions anyway. The thread itself may write it, so the statement is asserted once more where the thread reaches the barrier, with the same question.
//! After the barrier memory is the same for all, as far as the barrier orders it, and what the thread number t has asserted is still true. So the statement is
//! evaluated in the memory after the barrier, with t for the thread's own number.
//!
//! That is so only if
//! - the thread number t exists, and has come by the assertion;
//! - the statement says nothing else of the thread than its number: what is private to a thread is no function of it;
//! - the barrier orders all memory that the statement reads and some thread writes;
//! - thread t itself has written nothing since the assertion that makes it false. Where its memory, or a variable, may have changed, the statement is
//!   evaluated at the barrier, and is one more [claim](Claim) there.
//!
//! It is a condition of what comes after the barrier, not of the assertion itself: that must hold without.
//!
//! # Two threads
//! A binary one is asserted of each two different threads, each of which finds in it what the other one's values are. After the barrier it holds for two numbers s
//! and t, if they differ and both threads have come by the assertion: s for the number of the thread, t for that of the other. Whether they have come by may depend on what was
//! assumed of the two. One about a single
//! number that speaks of the other thread is not used: the number may be the other's.

use super::super::contracts::narrowed;
use super::super::symbols::{self, Who};
use super::{Claim, Env, Walk};
use raddle_ir::contracts::{self, About};
use raddle_ir::{Block, FenceFlags, Inst, InstKind, Value};
use raddle_smt::{Sort, Term};
use raddle_symbolic::Region;
use raddle_symbolic::thread::ntid;
use rustc_hash::FxHashMap;

/// An assertion for threads after the next barrier.
pub(super) struct Promise {
    /// Its closing marker.
    end: Inst,
    /// When the thread has made it.
    enabled: Term,
    /// What it said then.
    holds: Term,
    /// The numbers of the threads: of one, or of two.
    threads: Vec<Vec<Term>>,
}

impl Walk<'_, '_> {
    /// A thread has evaluated an assertion, perhaps one for threads after the next barrier.
    pub(super) fn promise(&mut self, end: Inst, enabled: Term) {
        let Some(region) = self.setup.contracts.instance(end).filter(|_| self.instances) else { return };
        let function = self.setup.kernel.function();
        let InstKind::SpecEnd(_, value) = function.insts[end].kind else { return };
        let mut threads = Vec::new();
        for &inst in region.parts.iter().flat_map(|(_, insts)| insts) {
            if let (Some(About::Instance | About::PairInstance), InstKind::Marker { args, .. }) =
                (contracts::about(function, inst), &function.insts[inst].kind)
            {
                let numbers: Vec<Value> = args.iter().skip(1).copied().collect();
                threads.push(numbers.into_iter().map(|number| self.value(number)).collect());
            }
        }
        let holds = self.value(value);
        self.promised.push(Promise { end, enabled, holds, threads });
    }

    /// A thread reaches a barrier: keeps the promises that are about memory which this one orders. What the thread may have changed since, it says again.
    pub(super) fn still_promised(&mut self, (block, fence): (Block, FenceFlags), enabled: Term, env: &Env) {
        for mut promise in std::mem::take(&mut self.promised) {
            if !self.is_ordered(promise.end, fence) {
                continue;
            }
            let looks = self.seen.looks.len();
            let place = format!("/to {block}");
            let Some(holds) = self.evaluated((promise.end, &place), enabled, env) else { continue };
            if holds == promise.holds {
                self.seen.looks.truncate(looks);
            } else {
                promise.enabled = self.terms.and(promise.enabled, enabled);
                if self.counts() {
                    let mut holds = holds;
                    if self.setup.contracts.of_two(promise.end) {
                        let both = symbols::other(self.terms, promise.enabled);
                        holds = self.terms.implies(both, holds);
                    }
                    let claim = Claim {
                        inst: promise.end,
                        enabled: promise.enabled,
                        holds,
                        at: None,
                        named: Vec::new(),
                    };
                    self.seen.claims.push(claim);
                }
            }
            self.promised.push(promise);
        }
    }

    /// Does a barrier with such fences order all that an assertion reads and that may be written?
    fn is_ordered(&self, end: Inst, fence: FenceFlags) -> bool {
        let function = self.setup.kernel.function();
        let fenced = self.fenced(fence);
        let parts = self.setup.contracts.instance(end).map_or(&[][..], |region| &region.parts);
        parts.iter().flat_map(|(_, insts)| insts).all(|&inst| {
            let region = match &function.insts[inst].kind {
                InstKind::Load { addr, .. } => Region::of(self.setup.module, function, addr),
                InstKind::VarGet(var) => match function.vars[*var].shared {
                    Some(scalar) => Region::Scalar(scalar),
                    None => return true,
                },
                _ => return true,
            };
            let mut written = self.setup.uses.iter().filter(|(_, used)| used.written);
            written.all(|(&other, _)| !self.setup.meet(region, other) || fenced.contains(&other))
        })
    }

    /// After a barrier, with its memory: when the thread continues, if the promises are kept.
    pub(super) fn instantiate(&mut self, block: Block, mut enabled: Term, env: &Env) -> Term {
        let one_dimension = self.setup.launch.block[1..] == [Some(1); 2];
        let promised = std::mem::take(&mut self.promised);
        for promise in promised.into_iter().filter(|_| one_dimension) {
            self.behind_barrier = true;
            let holds = self.evaluated((promise.end, &format!("/after {block}")), enabled, env);
            self.behind_barrier = false;
            let of_two = self.setup.contracts.of_two(promise.end);
            let Some(holds) = holds.filter(|&holds| self.is_of_numbers(&[holds, promise.enabled], of_two))
            else {
                continue;
            };
            for threads in promise.threads {
                let Some(kept) = self.instance(holds, promise.enabled, &threads) else { continue };
                let (after, fails) = narrowed(self.terms, enabled, kept);
                self.frames.iter_mut().for_each(|frame| frame.failed.push(fails));
                let kept = self.terms.implies(enabled, kept);
                self.seen.kept.push(kept);
                enabled = after;
            }
        }
        enabled
    }

    /// What an assertion says in this memory, at a place of its own: what is not followed is another value there.
    fn evaluated(&mut self, (end, place): (Inst, &str), enabled: Term, env: &Env) -> Option<Term> {
        let kernel = self.setup.kernel;
        let InstKind::SpecEnd(_, value) = kernel.function().insts[end].kind else { return None };
        let region = self.setup.contracts.instance(end)?;
        let part = |block: Block| region.parts.iter().find(|&&(of, _)| of == block);
        let (values, in_step, forks) = (self.values.clone(), self.in_step, self.seen.forks.len());
        let mut holds = None;
        let length = self.place.len();
        self.place.push_str(place);
        self.again_at_barrier = true;
        // A condition may branch, but not go round.
        for &(block, ref insts) in kernel.order().iter().filter_map(|&block| part(block)) {
            let here = if block == region.first { Some((enabled, env.clone())) } else { self.enter(block) };
            let Some((enabled, mut own)) = here else { continue };
            insts.iter().for_each(|&inst| self.inst(inst, enabled, &mut own));
            if block == region.last {
                holds = Some(self.value(value));
            } else {
                self.leave(block, &kernel.edges(block), enabled, &own);
            }
        }
        self.again_at_barrier = false;
        self.place.truncate(length);
        self.seen.forks.truncate(forks);
        (self.values, self.in_step) = (values, in_step);
        holds
    }

    /// Do formulas say nothing of the thread but its number, and where its CTA is? And of the other thread, if that may be, no more?
    fn is_of_numbers(&mut self, formulas: &[Term], of_two: bool) -> bool {
        let own = self.who.ending();
        self.terms.variables(formulas).into_iter().all(|symbol| {
            let name = &self.terms.declaration(symbol).name;
            let of = Who::BOTH.map(Who::ending).into_iter().find_map(|e| Some((e, name.strip_suffix(e)?)));
            match of {
                Some((ending, number)) => {
                    number == "tid.x" && (ending == own || of_two) || number.starts_with("ctaid")
                }
                None => true,
            }
        })
    }

    /// That a statement about the thread's number holds for this one; or one about two numbers for these two, if they differ.
    fn instance(&mut self, holds: Term, made: Term, threads: &[Term]) -> Option<Term> {
        if threads.iter().any(|&thread| self.terms.sort(thread) != Sort::Bits(32)) {
            return None;
        }
        let size = ntid(self.terms, self.setup.launch, 0);
        let own = self.thread().tid(self.terms, 0);
        let other = symbols::other(self.terms, own);
        let mut there = Vec::new();
        // When each of them makes it may speak of the other: what is assumed of two threads does.
        let of = |numbers: &[Term]| -> FxHashMap<Term, Term> {
            [own, other].into_iter().zip(numbers.iter().copied()).collect()
        };
        let mut numbers = threads.to_vec();
        for &thread in threads {
            there.push(self.terms.bvult(thread, size));
            there.push(self.terms.substitute(made, &of(&numbers)));
            numbers.reverse();
        }
        let exchanged = of(threads);
        if let &[one, other] = threads {
            let same = self.terms.eq(one, other);
            there.push(self.terms.not(same));
        }
        let holds = self.terms.substitute(holds, &exchanged);
        let there = self.terms.all(&there);
        Some(self.terms.implies(there, holds))
    }
}
