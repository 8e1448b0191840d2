//! Contracts in the two-thread method.
//!
//! A contract is a statement about one thread at one place, so the walks decide it. After a statement that may be assumed the
//! thread is *narrowed*: it continues only where the statement holds. So a statement never affects what precedes it: an
//! assertion is not proved by an assumption that follows it.
//!
//! | contract | is asked | narrows |
//! | --- | --- | --- |
//! | `requires`, `assume` | never: trusted, and named in the scope | always |
//! | `assert`, `ensures` | where it stands, in an arbitrary iteration of the loops around it | never |
//! | `invariant` | on entry of its loop, and after an arbitrary iteration | in an arbitrary iteration, unless it failed |
//!
//! # Invariants
//! The walk of a loop begins with an arbitrary state, in which the invariant is assumed. Two more short walks, from the head
//! to the invariant only, cover the entry of the loop and the start of the next iteration. All invariants are asked together. Consider the
//! first arrival, of all arrivals of an execution, at which an invariant does not hold: all that the thread passed before did hold,
//! so one of these questions finds it. Invariants that fail are dropped, and the rest is asked again until all hold: no
//! invariant is ever trusted.
//!
//! With k-induction ([`Wanted::induction`](super::Wanted)) these walks are longer: one continues from the entry for the first k - 1 rounds; the other covers
//! k consecutive iterations in which the invariant is assumed, and the start of the next. The first arrival that does
//! not hold is one of the first k of its loop, or has k before it that do.
//!
//! # Contracts that read memory
//! The walk of a thread sees the memory of an execution in which the other threads wait since the last barrier. Loads in a contract
//! are not accesses, so no race check shows whether another thread may meanwhile write what they read. A statement holds in all schedules if no
//! other thread can: that is [asked](Method::stable) like a race. Assumptions need no such check: an assumption claims to hold in all
//! schedules, and this is one of them.
//!
//! # Contracts about two threads
//! A contract may speak of the value that an expression has in the other thread. Since the symbols of the two threads differ only in their suffixes,
//! that is the thread's own term with the [suffixes exchanged](super::symbols::other). It is about two threads of one CTA that are at the same
//! place, and is compared in lock-step only: where threads may be in different iterations, such an invariant fails, such an
//! assumption is left out, and such an assertion is asked for any two iterations. It says nothing about threads of different CTAs.
//!
//! # Contracts about a log of accesses
//! See [`super::log`]. Such invariants are not needed, and are left out; such assumptions are not used.
//!
//! # Assumptions that contradict each other
//! See [`super::consistent`].

use super::gaps::Gap;
use super::question::{Context, Questions, Topic, Two, meet};
use super::setup::Setup;
use super::symbols::{Pair, Who};
use super::values::Named;
use super::walk::{Access, Claim, Kind, Seen};
use super::{Answer, Method, What};
use crate::normal::Normal;
use raddle_ir::contracts::{self, About, Invariant};
use raddle_ir::{Block, Inst, InstKind, LocId, SecondaryMap, SpecKind};
use raddle_smt::{Term, Terms};
use raddle_symbolic::Region;
use std::collections::{BTreeMap, BTreeSet};

/// The contracts of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Contracts {
    /// For what lies in a region, its closing marker.
    inside: SecondaryMap<Inst, Option<Inst>>,
    /// The invariants, by the heads of their loops.
    invariants: BTreeMap<Block, Vec<Invariant>>,
    /// Invariants that stand where none can.
    pub misplaced: Vec<Gap>,
    /// Is anything assumed?
    assumes: bool,
    /// Contracts that are not followed: of what nothing is known, and but for assertions and postconditions those of a log.
    logs: BTreeSet<Inst>,
    /// Assertions and postconditions that speak of a log of accesses.
    logged: BTreeSet<Inst>,
    /// What contracts load only to say of which array's log they speak.
    named: BTreeSet<Inst>,
    /// Does one ask which values atomics have found?
    pub takes: bool,
    /// Contracts that speak of two threads.
    of_two: BTreeSet<Inst>,
    /// The heads of loops that are a part of a contract.
    loops: BTreeSet<Block>,
    /// Invariants that may fail.
    candidates: BTreeSet<Inst>,
    /// Assertions that hold after the next barrier for the threads they name: the region evaluated in each.
    instances: BTreeMap<Inst, contracts::Region>,
}

impl Contracts {
    /// The contracts of a kernel.
    #[must_use]
    pub fn new(kernel: &Normal) -> Self {
        let function = kernel.function();
        let regions = contracts::regions(function);
        let mut all = Self::default();
        for region in &regions {
            region.parts.iter().flat_map(|(_, insts)| insts).for_each(|&i| all.inside[i] = Some(region.end));
        }
        all.assumes = regions.iter().any(|r| r.kind.is_trusted());
        for region in &regions {
            let insts = region.parts.iter().flat_map(|(_, insts)| insts);
            let about: Vec<About> = insts.filter_map(|&i| contracts::about(function, i)).collect();
            let loads = about.iter().filter_map(|a| {
                if let About::Log(_, load) | About::Taken(load) = a { Some(*load) } else { None }
            });
            all.named.extend(loads);
            let of_log = about.iter().any(|a| matches!(a, About::Log(..)));
            // Which CTA the other thread is in is about the other thread, too.
            let of_two = about.iter().any(|a| matches!(a, About::Other | About::SameGroup));
            let asked = matches!(region.kind, SpecKind::Assert | SpecKind::Ensures);
            let for_pairs = about.contains(&About::PairInstance);
            // What is said of one thread and of any other cannot be said of that other itself.
            let home = kernel.loops().innermost(region.first);
            let no_loop = region.parts.iter().all(|&(block, _)| kernel.loops().innermost(block) == home);
            if (about.contains(&About::Instance) && !of_two || for_pairs) && no_loop {
                all.instances.insert(region.end, region.clone());
            }
            let of_atomics = about.iter().any(|a| matches!(a, About::Taken(_)));
            all.takes |= of_atomics && asked;
            if about.contains(&About::Unsupported) || of_log && (of_two || !asked) || of_atomics && !asked {
                all.logs.insert(region.end);
            } else if of_log {
                all.logged.insert(region.end);
            }
            if about.contains(&About::Candidate) {
                all.candidates.insert(region.end);
            }
            if of_two {
                all.of_two.insert(region.end);
            }
        }
        for of in kernel.loops().all() {
            let mut insts = of.blocks.iter().flat_map(|&block| &function.blocks[block].insts).peekable();
            if insts.peek().is_some() && insts.all(|&inst| all.inside[inst].is_some()) {
                all.loops.insert(of.header);
            }
        }
        let (placed, misplaced) = contracts::invariants(function, &regions, kernel.loops());
        let gap = |m: contracts::Misplaced| Gap { loc: m.loc, reason: m.to_string() };
        all.misplaced = misplaced.into_iter().map(gap).collect();
        let head_of = |block: Block| kernel.loops().innermost(block).map(|n| kernel.loops().all()[n].header);
        for invariant in placed {
            if invariant.blocks.iter().any(|&block| head_of(block) != Some(invariant.head)) {
                let reason =
                    "this invariant is evaluated in a loop of its own, which is not modelled".to_owned();
                all.misplaced.push(Gap { loc: function.insts[invariant.end].loc, reason });
            }
            all.invariants.entry(invariant.head).or_default().push(invariant);
        }
        all
    }

    /// Is anything assumed?
    #[must_use]
    pub fn assumes(&self) -> bool {
        self.assumes
    }

    /// Is anything assumed in one of these blocks?
    #[must_use]
    pub fn assumes_in(&self, kernel: &Normal, blocks: &BTreeSet<Block>) -> bool {
        let function = kernel.function();
        let is_trusted = |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::SpecEnd(kind, _) if kind.is_trusted());
        self.assumes && blocks.iter().any(|&block| function.blocks[block].insts.iter().any(is_trusted))
    }

    /// Is the loop with this head a part of a contract?
    #[must_use]
    pub fn is_inside(&self, head: Block) -> bool {
        self.loops.contains(&head)
    }

    /// Are there such loops?
    #[must_use]
    pub fn have_loops(&self) -> bool {
        !self.loops.is_empty()
    }

    /// The contract that an instruction belongs to, by its closing marker.
    #[must_use]
    pub fn of(&self, inst: Inst) -> Option<Inst> {
        self.inside[inst]
    }

    /// The blocks from the head of a loop to its last invariant; `None` for a loop without one that counts.
    #[must_use]
    pub fn prefix(&self, head: Block, dropped: &BTreeSet<Inst>) -> Option<BTreeSet<Block>> {
        let counts = |i: &&Invariant| !dropped.contains(&i.end);
        let invariants = self.invariants.get(&head).into_iter().flatten().filter(counts);
        let blocks: BTreeSet<Block> = invariants.flat_map(|i| &i.blocks).copied().collect();
        (!blocks.is_empty()).then_some(blocks)
    }

    /// The invariants of the loop with this head, by their closing markers.
    pub fn ends(&self, head: Block) -> impl Iterator<Item = Inst> {
        self.invariants.get(&head).into_iter().flatten().map(|invariant| invariant.end)
    }

    /// Are all invariants among these?
    fn all_in(&self, dropped: &BTreeSet<Inst>) -> bool {
        self.invariants.values().flatten().all(|i| dropped.contains(&i.end))
    }

    /// Is it an invariant that may fail?
    #[must_use]
    pub fn is_candidate(&self, end: Inst) -> bool {
        self.candidates.contains(&end)
    }

    /// Is the contract one that is not followed?
    #[must_use]
    pub fn is_left_out(&self, end: Inst) -> bool {
        self.logs.contains(&end)
    }

    /// The region evaluated in an assertion that holds after the next barrier for the threads it names.
    #[must_use]
    pub fn instance(&self, end: Inst) -> Option<&contracts::Region> {
        self.instances.get(&end)
    }

    /// Are there such assertions?
    #[must_use]
    pub fn have_instances(&self) -> bool {
        !self.instances.is_empty()
    }

    /// Does the contract speak of a log of accesses, and is that followed?
    #[must_use]
    pub fn of_log(&self, end: Inst) -> bool {
        self.logged.contains(&end)
    }

    /// Are there such contracts?
    #[must_use]
    pub fn have_logs(&self) -> bool {
        !self.logged.is_empty()
    }

    /// Does a contract load this only to say of which array's log it speaks?
    #[must_use]
    pub fn only_names(&self, load: Inst) -> bool {
        self.named.contains(&load)
    }

    /// Does a contract in one of these blocks speak of two threads?
    #[must_use]
    pub fn compare_in(&self, kernel: &Normal, blocks: &BTreeSet<Block>) -> bool {
        let mut insts = blocks.iter().flat_map(|&block| &kernel.function().blocks[block].insts);
        !self.of_two.is_empty() && insts.any(|inst| self.of_two.contains(inst))
    }

    /// Does the contract speak of two threads?
    #[must_use]
    pub fn of_two(&self, end: Inst) -> bool {
        self.of_two.contains(&end)
    }

    /// Where the invariants stand that speak of a log of accesses.
    #[must_use]
    pub fn left_out(&self, kernel: &Normal) -> Vec<LocId> {
        let insts = &kernel.function().insts;
        let invariant = |&&end: &&Inst| matches!(insts[end].kind, InstKind::SpecEnd(SpecKind::Invariant, _));
        let claimed = self.logs.iter().filter(|&&end| !self.is_candidate(end));
        claimed.filter(invariant).map(|&end| insts[end].loc).collect()
    }

    /// Is this an invariant of the loop with this head, which counts?
    #[must_use]
    pub fn is_of(&self, end: Inst, head: Block) -> bool {
        self.invariants.get(&head).is_some_and(|all| all.iter().any(|i| i.end == end))
    }
}

/// When an invariant is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// The loop is entered; or, by k-induction, one of its first rounds begins.
    Entry,
    /// An iteration is over, and the next one begins.
    Next,
}

/// A check of the invariants of a loop: a walk from the loop's head to them.
#[derive(Clone, Debug)]
pub struct Checking {
    /// The loop.
    pub head: Block,
    /// Where the walk goes.
    pub blocks: BTreeSet<Block>,
    /// When.
    pub at: At,
    /// Are both threads in the same iterations?
    pub joint: bool,
}

impl Checking {
    /// Does the walk go there?
    #[must_use]
    pub fn goes(&self, to: Option<Block>) -> bool {
        to.is_some_and(|to| to != self.head && self.blocks.contains(&to))
    }
}

/// What kind of contract an instruction claims; `None` for an assertion that is none.
fn kind(setup: &Setup<'_>, inst: Inst) -> Option<SpecKind> {
    match setup.kernel.function().insts[inst].kind {
        InstKind::SpecEnd(kind, _) => Some(kind),
        _ => None,
    }
}

impl Method<'_, '_> {
    /// Finds the invariants that hold, and drops the others: those, with what is known of each.
    pub(super) fn settle(&mut self, ask: &mut Questions<'_>) -> Result<Vec<(Inst, Answer)>, Gap> {
        self.dropped = self.setup.contracts.logs.clone();
        let mut failing = Vec::new();
        while !self.setup.contracts.all_in(&self.dropped) {
            let main = self.walks(Pair::SameCta, None, &BTreeSet::new())?;
            let mut found = self.claimed(main[0].claims.iter().filter(|c| c.at.is_some()), &main, ask);
            found.extend(self.unasked(&main[0]));
            if found.is_empty() {
                break;
            }
            self.dropped.extend(found.iter().map(|(inst, _)| *inst));
            failing.extend(found);
        }
        Ok(failing)
    }

    /// The invariants that the walk met without making a claim of them: they are not to be relied on.
    fn unasked(&self, seen: &Seen) -> Vec<(Inst, Answer)> {
        let asked: BTreeSet<Inst> = seen.claims.iter().filter(|c| c.at.is_some()).map(|c| c.inst).collect();
        let all = self.setup.contracts.invariants.values().flatten().map(|invariant| invariant.end);
        let unasked = all.filter(|end| !asked.contains(end) && !self.dropped.contains(end));
        let gap = |end: Inst| {
            let loc = self.setup.kernel.function().insts[end].loc;
            Gap { loc, reason: "this invariant was not reached".to_owned() }
        };
        unasked.map(|end| (end, Answer::Unknown(vec![gap(end)]))).collect()
    }

    /// What fails of these claims, in the order of the claims.
    fn claimed<'c>(
        &mut self,
        claims: impl Iterator<Item = &'c Claim>,
        seen: &[Seen; 2],
        ask: &mut Questions<'_>,
    ) -> Vec<(Inst, Answer)> {
        let mut all = Vec::new();
        for claim in claims {
            if self.setup.contracts.of_two(claim.inst) {
                ask.open(self.terms, self.setup, Two::of_cta(seen));
            } else {
                ask.open_one(self.terms, self.setup, &seen[0]);
            }
            let fails = self.terms.not(claim.holds);
            let loc = self.setup.kernel.function().insts[claim.inst].loc;
            let what = match claim.at {
                None if self.setup.kernel.function().insts[claim.inst].kind.address().is_some() => {
                    What::Bounds(claim.inst)
                }
                None => What::Assertion(claim.inst),
                Some(at) => What::Invariant { invariant: claim.inst, entry: at == At::Entry },
            };
            let parts = [claim.enabled, fails];
            let named = claim.named.iter().map(|&(value, term)| Named { who: Who::First, value, term });
            let topic = Topic { what, loc, named: named.collect() };
            let answer = ask.ask(self.terms, self.setup, Pair::SameCta, &parts, &topic);
            all.extend(answer.map(|answer| (claim.inst, answer)));
            ask.end();
        }
        all
    }

    /// Do all assertions hold, and do all postconditions?
    pub(super) fn assertions(
        &mut self,
        main: &[Seen; 2],
        ask: &mut Questions<'_>,
    ) -> Result<[Answer; 2], Gap> {
        let mut failing = self.claimed(main[0].claims.iter().filter(|c| c.at.is_none()), main, ask);
        failing.extend(self.logged(main, ask)?);
        let unstable = self.stable(main, ask)?;
        let mut all = [Vec::new(), Vec::new()];
        let place = |setup: &Setup<'_>, inst| {
            usize::from(!matches!(kind(setup, inst), None | Some(SpecKind::Assert)))
        };
        for (inst, answer) in failing {
            all[place(self.setup, inst)].push(answer);
        }
        for &contract in self
            .setup
            .contracts
            .logs
            .iter()
            .filter(|&&c| !matches!(kind(self.setup, c), Some(SpecKind::Invariant)))
        {
            if kind(self.setup, contract).is_some_and(|kind| !kind.is_trusted()) {
                let reason = "this contract is about something that raddle does not model".to_owned();
                let gap = Gap { loc: self.setup.kernel.function().insts[contract].loc, reason };
                all[place(self.setup, contract)].push(Answer::Unknown(vec![gap]));
            }
        }
        for (contract, read) in unstable {
            let reason = "another thread may write what this contract reads".to_owned();
            let gap = Gap { loc: self.setup.kernel.function().insts[read].loc, reason };
            all[place(self.setup, contract)].push(Answer::Unknown(vec![gap]));
        }
        Ok(all.map(super::joined))
    }

    /// Do all accesses stay in their objects?
    pub(super) fn in_bounds(&mut self, main: &[Seen; 2], ask: &mut Questions<'_>) -> Answer {
        let failing = self.claimed(main[0].bounds.iter(), main, ask);
        let mut all: Vec<Answer> = failing.into_iter().map(|(_, answer)| answer).collect();
        let function = self.setup.kernel.function();
        all.extend(main[0].unbounded.iter().map(|&inst| {
            let reason = "it is unknown to which object this address belongs".to_owned();
            Answer::Unknown(vec![Gap { loc: function.insts[inst].loc, reason }])
        }));
        super::joined(all)
    }

    /// The contracts, with their loads, that read what another thread may write meanwhile.
    fn stable(&mut self, main: &[Seen; 2], ask: &mut Questions<'_>) -> Result<Vec<(Inst, Inst)>, Gap> {
        let mut found = Vec::new();
        if main[0].looks.is_empty() {
            return Ok(found);
        }
        // A barrier that orders the one memory and not the other keeps no thread from writing the other.
        let shared = self.barriers(|fence| fence.shared);
        let global = self.barriers(|fence| fence.global);
        let both = &shared & &global;
        for (stops, in_shared) in [(shared, Some(true)), (global, Some(false)), (both, None)] {
            let setup = self.setup;
            let which = |look: &Access| match look.region {
                Region::Anywhere(_) => in_shared.is_none(),
                region => in_shared == Some(setup.is_of_cta(region)),
            };
            if !main[0].looks.iter().any(which) {
                continue;
            }
            for from in self.segments(main, &stops) {
                let mut seen = self.walks(Pair::SameCta, from, &stops)?;
                seen[0].looks.retain(which);
                let context = self.context(Pair::SameCta, from, &seen, false);
                self.disturbed(Pair::SameCta, &context, &seen, ask, &mut found);
            }
        }
        Ok(found)
    }

    /// Does a contract read what another CTA may write?
    pub(super) fn looks_elsewhere(&mut self, main: &[Seen; 2], ask: &mut Questions<'_>) -> Result<bool, Gap> {
        let mut found = Vec::new();
        if !main[0].looks.is_empty() {
            let seen = self.walks(Pair::OtherCta, None, &BTreeSet::new())?;
            self.disturbed(Pair::OtherCta, &Context::default(), &seen, ask, &mut found);
        }
        Ok(!found.is_empty())
    }

    fn disturbed(
        &mut self,
        pair: Pair,
        context: &Context,
        seen: &[Seen; 2],
        ask: &mut Questions<'_>,
        found: &mut Vec<(Inst, Inst)>,
    ) {
        ask.open(self.terms, self.setup, Two { pair, context, seen });
        for look in &seen[0].looks {
            let Some(contract) = self.setup.contracts.of(look.inst) else { continue };
            let claims = kind(self.setup, contract).is_some_and(|kind| !kind.is_trusted());
            if !claims || self.dropped.contains(&contract) {
                continue;
            }
            let may_change = |w: &&Access| w.kind != Kind::Read && self.setup.meet(w.region, look.region);
            let writes = seen[1].accesses.iter().filter(may_change);
            // CTAs have shared memory of their own.
            for write in writes.filter(|w| pair == Pair::SameCta || !self.setup.is_of_cta(w.region)) {
                if found.contains(&(contract, look.inst)) {
                    break;
                }
                let mut parts = vec![look.enabled, write.enabled];
                parts.extend(meet(self.terms, self.setup, look, write));
                let topic = Topic::race(self.setup, look, write);
                if ask.ask(self.terms, self.setup, pair, &parts, &topic).is_some() {
                    found.push((contract, look.inst));
                }
            }
        }
        ask.end();
    }
}

/// Narrows a thread to where a statement holds.
pub fn narrowed(terms: &mut Terms, enabled: Term, holds: Term) -> (Term, Term) {
    let not = terms.not(holds);
    (terms.and(enabled, holds), terms.and(enabled, not))
}
