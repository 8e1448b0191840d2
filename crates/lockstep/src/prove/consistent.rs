//! Are a kernel's assumptions satisfiable? A contradiction implies everything.
//!
//! raddle asks whether one thread, and whether two threads, can
//!
//! 1. pass each assumption that they reach: in the first round of the loops around it, then in any;
//! 2. leave each loop that contains an assumption, and reach the end of the kernel. An assumption may exclude only a later
//!    round (`while (i < 10) { __assume(i < 5); i++; }`): each round has a state that meets it, and no run has all of them. For that the
//!    [invariants](super::houdini) of such loops are inferred even if no proof needs them.
//!
//! If not, there is no verdict. Each *no* is exact, since walks cover all executions; *yes* is only as precise as what is known about loops.
//!
//! A single access may be unreachable without a contradiction: then a proof says nothing about it, and the report says so.

use super::gaps::Gap;
use super::question::{Questions, Two};
use super::symbols::Pair;
use super::walk::{Seen, is_round};
use super::{Method, explained};
use raddle_ir::{Block, Inst, LocId};
use raddle_smt::{Sort, Term};
use raddle_symbolic::Region;
use raddle_symbolic::thread::are_inputs;
use std::collections::{BTreeMap, BTreeSet};

/// A thread at an assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Given {
    /// Where.
    pub inst: Inst,
    /// When it comes there.
    pub before: Term,
    /// When it gets beyond.
    pub after: Term,
}

/// A thread at a loop in whose rounds something is assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaving {
    /// The head of the loop.
    pub head: Block,
    /// When it comes there.
    pub before: Term,
    /// When it leaves the loop, all assumptions met.
    pub after: Term,
}

impl Method<'_, '_> {
    /// An assumption that no thread, or no pair of threads, can pass although it is reached; or a loop that they cannot leave.
    ///
    /// # Errors
    /// If it is unknown whether there is one.
    pub(super) fn contradiction(&mut self, ask: &mut Questions<'_>) -> Result<Option<Gap>, Gap> {
        if !self.setup.contracts.assumes() {
            return Ok(None);
        }
        let main = self.walks(Pair::SameCta, None, &BTreeSet::new())?;
        let main = &main;
        for given in together(&main[0].given, &main[1].given) {
            let both = given.len() > 1;
            let before: Vec<Term> = given.iter().map(|g| g.before).collect();
            let after: Vec<Term> = given.iter().map(|g| g.after).collect();
            if self.possible(both, &before, main, ask) == Some(false) {
                continue;
            }
            let loc = self.setup.kernel.function().insts[given[0].inst].loc;
            // If no thread passes the first round, there are no others.
            let first = self.first_rounds(&[before.as_slice(), &after].concat());
            let behind = match first.is_empty() || {
                let before = [before.as_slice(), &first].concat();
                self.possible(both, &before, main, ask) != Some(true)
            } {
                true => None,
                false => self.possible(both, &[after.as_slice(), &first].concat(), main, ask),
            };
            let behind = match behind {
                Some(false) => Some(false),
                _ => self.possible(both, &after, main, ask),
            };
            let who = match behind {
                Some(true) => continue,
                Some(false) if !both => "no thread can satisfy this one",
                Some(false) if given[0].inst == given[1].inst => {
                    "no two threads of a block can satisfy this one"
                }
                Some(false) => "no two threads of a block can satisfy both this one and another",
                None => return Err(open(loc, ask)),
            };
            return Ok(Some(contradiction(loc, who)));
        }
        self.never_left(main, ask)
    }

    /// A loop with an assumption that no thread, or no pair of threads, can leave although it is reached; or the
    /// end of a kernel with such a loop, if no thread reaches it.
    fn never_left(&mut self, main: &[Seen; 2], ask: &mut Questions<'_>) -> Result<Option<Gap>, Gap> {
        let kernel = self.setup.kernel;
        let function = kernel.function();
        let [first, second] = main;
        for of in &first.leaving {
            let loc = explained::head(function, of.head);
            let others = second.leaving.iter().find(|other| other.head == of.head);
            for (before, after) in
                alone_and_together((of.before, of.after), others.map(|o| (o.before, o.after)))
            {
                if self.possible(before.len() > 1, &before, main, ask) != Some(false)
                    && !self.some_do(&after, main, loc, ask)?
                {
                    let who = if before.len() > 1 { "no two threads of a block" } else { "no thread" };
                    return Ok(Some(contradiction(
                        loc,
                        &format!("{who} that satisfies them in every iteration can leave this loop"),
                    )));
                }
            }
        }
        if first.leaving.is_empty() {
            return Ok(None);
        }
        let last = kernel.final_barrier();
        let is_last = |block: Block| function.blocks[block].insts.last() == Some(&last);
        let ends = main.each_ref().map(|seen| {
            let at_end = seen.starts.iter().filter(|((block, _), _)| is_last(*block));
            at_end.map(|(_, start)| start.enabled).collect::<Vec<Term>>()
        });
        let [end, other] = ends.map(|ends| self.terms.any(&ends));
        let always = self.terms.truth(true);
        for (before, after) in alone_and_together((always, end), Some((always, other))) {
            if self.possible(before.len() > 1, &before, main, ask) != Some(false)
                && !self.some_do(&after, main, function.loc, ask)?
            {
                let who = if after.len() > 1 { "no two threads of a block get" } else { "no thread gets" };
                return Ok(Some(contradiction(function.loc, &format!("{who} to the end of the kernel"))));
            }
        }
        Ok(None)
    }

    /// Can all of these hold?
    fn some_do(
        &mut self,
        all: &[Term],
        main: &[Seen; 2],
        loc: LocId,
        ask: &mut Questions<'_>,
    ) -> Result<bool, Gap> {
        self.possible(all.len() > 1, all, main, ask).ok_or_else(|| open(loc, ask))
    }

    /// The accesses that no thread satisfying the assumptions reaches.
    ///
    /// # Errors
    /// If a cycle has two entries.
    pub(super) fn out_of_reach(&mut self, ask: &mut Questions<'_>) -> Result<BTreeSet<Inst>, Gap> {
        let mut found = BTreeSet::new();
        if !self.setup.contracts.assumes() {
            return Ok(found);
        }
        let main = &self.walks(Pair::SameCta, None, &BTreeSet::new())?;
        let function = self.setup.kernel.function();
        for &inst in self.setup.kernel.order().iter().flat_map(|&b| &function.blocks[b].insts) {
            let Some(address) = function.insts[inst].kind.address() else { continue };
            let is_own = Region::of(self.setup.module, function, address).is_private();
            if !is_own && self.setup.contracts.of(inst).is_none() {
                found.insert(inst);
            }
        }
        let mut reached: BTreeMap<Term, bool> = BTreeMap::new();
        for (inst, enabled) in main[0].accesses.iter().map(|access| (access.inst, access.enabled)) {
            let can = match reached.get(&enabled) {
                Some(&can) => can,
                None => self.possible(false, &[enabled], main, ask) != Some(false),
            };
            reached.insert(enabled, can);
            if can {
                found.remove(&inst);
            }
        }
        Ok(found)
    }

    /// The calls through pointers that may lead to no function.
    pub(super) fn strays(&mut self, ask: &mut Questions<'_>) -> BTreeSet<Inst> {
        let function = self.setup.kernel.function();
        let insts = self.setup.kernel.order().iter().flat_map(|&b| &function.blocks[b].insts).copied();
        let all: BTreeSet<Inst> =
            insts.filter(|&i| function.insts[i].kind.stray_target().is_some()).collect();
        if all.is_empty() {
            return all;
        }
        let Ok(main) = self.walks(Pair::SameCta, None, &BTreeSet::new()) else { return all };
        let may = |(_, strays): &&(Inst, Term)| self.possible(false, &[*strays], &main, ask) != Some(false);
        main[0].strays.iter().filter(may).map(|&(inst, _)| inst).collect()
    }

    /// That the rounds that formulas speak of are the first of their loops.
    fn first_rounds(&mut self, formulas: &[Term]) -> Vec<Term> {
        let mut first = Vec::new();
        for symbol in self.terms.variables(formulas) {
            let data = self.terms.declaration(symbol);
            if let (Sort::Bits(width), true) = (data.sort, is_round(&data.name)) {
                let (name, zero) = (data.name.clone(), self.terms.bits(width, 0));
                let round = self.terms.var(name, Sort::Bits(width));
                first.push(self.terms.eq(round, zero));
            }
        }
        first
    }

    /// Can all of these hold, for any thread, or for two different ones?
    fn possible(
        &mut self,
        both: bool,
        formulas: &[Term],
        seen: &[Seen; 2],
        ask: &mut Questions<'_>,
    ) -> Option<bool> {
        // Whatever else a walk saw, there is an execution for each choice of inputs that are assumed.
        let nothing = || Seen { assumptions: self.setup.assumed.clone(), ..Seen::default() };
        let nothing = [nothing(), nothing()];
        let seen = if are_inputs(self.terms, formulas) { &nothing } else { seen };
        if both {
            ask.open(self.terms, self.setup, Two::of_cta(seen));
        } else {
            ask.open_one(self.terms, self.setup, &seen[0]);
        }
        let answer = ask.are_possible(self.terms, self.setup, Pair::SameCta, formulas);
        ask.end();
        answer
    }
}

/// The assumptions that are asked about: each alone, of two threads at one, of two threads at two. (The other order of two is this one
/// with the threads exchanged.)
fn together(first: &[Given], second: &[Given]) -> Vec<Vec<Given>> {
    let pairs = |which: fn(Inst, Inst) -> bool| {
        first.iter().flat_map(move |&a| {
            second.iter().filter(move |b| which(a.inst, b.inst)).map(move |&b| vec![a, b])
        })
    };
    let alone = first.iter().map(|&given| vec![given]);
    alone.chain(pairs(|a, b| a == b)).chain(pairs(|a, b| a < b)).collect()
}

/// One thread's formulas before and after, and two threads'.
fn alone_and_together(one: (Term, Term), other: Option<(Term, Term)>) -> Vec<(Vec<Term>, Vec<Term>)> {
    let both = other.map(|other| (vec![one.0, other.0], vec![one.1, other.1]));
    [(vec![one.0], vec![one.1])].into_iter().chain(both).collect()
}

fn contradiction(loc: LocId, who: &str) -> Gap {
    Gap { loc, reason: format!("the assumptions contradict each other or the launch: {who}") }
}

fn open(loc: LocId, ask: &Questions<'_>) -> Gap {
    let why = ask.open_for().map_or_else(String::new, |why| format!(": {why}"));
    Gap { loc, reason: format!("it is unknown whether the assumptions contradict each other{why}") }
}
