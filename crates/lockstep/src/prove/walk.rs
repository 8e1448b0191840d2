//! The walk of one thread from one barrier to the next: under which conditions, and where, it accesses what.
//!
//! Blocks are visited in the [order](super::order) of the cut graph, each once. A block is *enabled* under the disjunction
//! of the conditions of the edges that lead to it: that is `active = B` of the lock-step program, as a term. A thread's values are
//! terms over symbols; parameters of blocks, mutable scalars and the contents of memory are chosen by the edge.
//!
//! # Loops
//! A loop of the cut graph has no barrier on any round. It is walked twice:
//! 1. in an **arbitrary iteration**: what the loop changes is anything that its [shape](super::induction) and the invariants allow. The
//!    accesses of this walk are those of all iterations;
//! 2. in the **last iteration**: the same with other symbols; here the ways out are followed, and *one of them is taken*: theorem
//!    5.2 speaks of terminating kernels. So what follows the loop is enabled as the loop was.
//!
//! # What two threads share
//! Where both threads are in the same iteration (a *joint* frame: of a loop that meets a barrier on each round, or the last
//! iteration of a loop that is left uniformly), a value on which threads of a CTA [agree](super::uniform) has one symbol for both.

mod contracts;

use super::candidates::{Bound, Candidates};
use super::contracts::{At, Checking, Given};
use super::induction;
use super::needed::Needed;
use super::order::{Item, TwoEntries, order};
use super::pure;
use super::region::Region;
use super::setup::Setup;
use super::symbols::{self, Pair, Who, sort};
use super::uniform::Shared;
use crate::edge::{Edge, When};
use raddle_ir::{
    Address, Base, Block, FenceFlags, Guard, Inst, InstKind, Scope, SecondaryMap, Space, Special, Type,
    Value, ValueDef, Var,
};
use raddle_smt::{Scalar, Sort, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// How an access takes part in races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic of this scope.
    Atomic(Scope),
}

/// An access of a thread, in one iteration or in any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The instruction.
    pub inst: Inst,
    /// What it accesses.
    pub region: Region,
    /// In which space.
    pub space: Space,
    /// How.
    pub kind: Kind,
    /// How many bytes.
    pub bytes: u32,
    /// When.
    pub enabled: Term,
    /// Where in the region: 64 bits.
    pub offset: Term,
    /// What is written, where that [matters](Needed::and_written).
    pub written: Vec<Term>,
}

/// A thread at an assertion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The instruction.
    pub inst: Inst,
    /// When the thread is there.
    pub enabled: Term,
    /// What is claimed.
    pub holds: Term,
    /// For an invariant, when it is looked at.
    pub at: Option<At>,
}

/// A guess about a loop: the loop's head, and the guess's number among its guesses.
pub type Guess = (Block, usize);

/// A thread comes to the head of a loop, where a guess is to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// The guess.
    pub guess: Guess,
    /// That it holds, if the thread comes there.
    pub holds: Term,
    /// How many [guesses](Seen::guesses) speak of what was before: only these may be used.
    pub after: usize,
}

/// An atomic addition of one constant to a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// The counter's region.
    pub region: Region,
    /// When it is executed.
    pub enabled: Term,
    /// Where the counter lies.
    pub offset: Term,
    /// What it was before.
    pub result: Term,
}

/// A thread behind a barrier.
#[derive(Clone, Debug)]
pub struct Start {
    /// When it is there.
    pub enabled: Term,
    values: SecondaryMap<Value, Option<Term>>,
    env: Env,
}

/// What was seen on a walk.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The accesses that races are about.
    pub accesses: Vec<Access>,
    /// The assertions.
    pub claims: Vec<Claim>,
    /// The assumptions.
    pub given: Vec<Given>,
    /// What contracts read of memory that is not the thread's own.
    pub looks: Vec<Access>,
    /// What holds of the symbols.
    pub assumptions: Vec<Term>,
    /// What holds if every loop ends.
    pub ends: Vec<Term>,
    /// What a guess says in an arbitrary iteration, by the head and the number of the guess.
    pub guesses: Vec<(Guess, Term)>,
    /// What must hold for a guess to be an invariant.
    pub obligations: Vec<Obligation>,
    /// The results of atomics that count.
    pub counts: Vec<Count>,
    /// What holds if the thread meets its assumptions and invariants.
    pub kept: Vec<Term>,
    /// For each stop, when it is reached.
    pub stops: BTreeMap<Block, Term>,
    /// For each barrier that the walk went through, how.
    pub starts: BTreeMap<Block, Start>,
}

/// What a thread has besides values.
#[derive(Clone, Debug, Default)]
struct Env {
    vars: BTreeMap<Var, Term>,
    memory: BTreeMap<Region, Term>,
}

/// A thread that comes along an edge.
#[derive(Clone)]
struct Incoming {
    enabled: Term,
    args: Vec<Option<Term>>,
    /// The values of [`Walk::again`].
    again: Vec<Option<Term>>,
    env: Env,
}

/// A loop that the walk is in.
struct Frame {
    head: Block,
    blocks: BTreeSet<Block>,
    /// In the last iteration, or in an arbitrary one?
    last: bool,
    joint: bool,
    /// When it is left.
    exits: Vec<Term>,
    /// The ways to the next iteration, where they are of interest.
    back: Option<Vec<Incoming>>,
}

/// Where a walk begins.
#[derive(Clone, Copy)]
pub enum From<'w> {
    /// At the kernel's entry.
    Entry,
    /// Behind the barrier at the end of this block.
    Barrier(Block, &'w Start),
}

/// What a walk is about.
#[derive(Clone, Copy)]
pub struct Way<'w> {
    /// Which threads.
    pub pair: Pair,
    /// Which of them.
    pub who: Who,
    /// Where it begins.
    pub from: From<'w>,
    /// The blocks where it ends: in barriers. Without any, it goes through them, both threads together.
    pub stops: &'w BTreeSet<Block>,
    /// What is guessed, or known, at the heads of loops.
    pub candidates: &'w Candidates,
    /// The user's invariants that are not to be relied on.
    pub dropped: &'w BTreeSet<Inst>,
    /// Are these guesses, to be checked?
    pub guessing: bool,
}

/// Walks.
///
/// # Errors
/// When the cut graph has a cycle with two entries.
pub fn walk(setup: &Setup<'_>, needed: &Needed, terms: &mut Terms, way: Way<'_>) -> Result<Seen, TwoEntries> {
    let kernel = setup.kernel;
    let mut walk = Walk {
        setup,
        needed,
        terms,
        pair: way.pair,
        who: way.who,
        stops: way.stops,
        candidates: way.candidates,
        dropped: way.dropped,
        guessing: way.guessing,
        values: SecondaryMap::new(),
        incoming: BTreeMap::new(),
        frames: Vec::new(),
        again: Vec::new(),
        place: String::new(),
        checking: None,
        seen: Seen::default(),
    };
    let first = match way.from {
        From::Entry => {
            let entry = kernel.order()[0];
            let enabled = walk.terms.truth(true);
            let at = Incoming { enabled, args: Vec::new(), again: Vec::new(), env: Env::default() };
            walk.incoming.insert(entry, vec![at]);
            if !way.stops.is_empty() {
                walk.place = "start".to_owned();
            }
            vec![entry]
        }
        From::Barrier(block, start) => {
            walk.place = format!("{block}");
            walk.values = start.values.clone();
            walk.again = again(setup, needed, &start.values, block, way.stops)?;
            let edges = kernel.edges(block);
            let enabled = walk.terms.truth(true);
            walk.leave(block, &edges, enabled, &start.env);
            edges.iter().filter_map(|e| e.to).collect()
        }
    };
    if let [first] = first.as_slice() {
        let items = order(kernel, *first, way.stops)?;
        walk.items(&items);
    }
    Ok(walk.seen)
}

/// The values that a walk has at its beginning and may compute again: from the next round of a loop around the barrier. A block that
/// is reached with and without that has the one or the other.
fn again(
    setup: &Setup<'_>,
    needed: &Needed,
    values: &SecondaryMap<Value, Option<Term>>,
    block: Block,
    stops: &BTreeSet<Block>,
) -> Result<Vec<Value>, TwoEntries> {
    let mut blocks = BTreeSet::new();
    for next in setup.kernel.edges(block).into_iter().filter_map(|e| e.to) {
        order(setup.kernel, next, stops)?.iter().for_each(|item| item.blocks(&mut blocks));
    }
    let function = setup.kernel.function();
    let defined = blocks.iter().flat_map(|&b| {
        let data = &function.blocks[b];
        data.params.iter().chain(data.insts.iter().flat_map(|&i| &function.insts[i].results)).copied()
    });
    Ok(defined.filter(|&v| values[v].is_some() && needed.value(v)).collect())
}

struct Walk<'w, 'a> {
    setup: &'w Setup<'a>,
    needed: &'w Needed,
    terms: &'w mut Terms,
    pair: Pair,
    who: Who,
    stops: &'w BTreeSet<Block>,
    candidates: &'w Candidates,
    dropped: &'w BTreeSet<Inst>,
    guessing: bool,
    values: SecondaryMap<Value, Option<Term>>,
    incoming: BTreeMap<Block, Vec<Incoming>>,
    frames: Vec<Frame>,
    /// Values that are computed again on the way.
    again: Vec<Value>,
    /// Where the walk is: a part of the names of its symbols.
    place: String,
    /// Is this a walk to the invariants of a loop only?
    checking: Option<Checking>,
    seen: Seen,
}

impl Walk<'_, '_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Block(block) => {
                    if let Some((enabled, env)) = self.enter(*block) {
                        self.invariants(*block, enabled);
                        self.block(*block, enabled, env);
                    }
                }
                Item::Loop { head, body } => self.looped(*head, body, item),
            }
        }
    }

    /// Is the walk in an iteration that both threads are in?
    fn joint(&self) -> bool {
        self.checking.is_none() && self.frames.iter().all(|f| f.joint)
    }

    /// Do the accesses seen now count? In the last iteration of a loop they are those of an arbitrary one.
    fn counts(&self) -> bool {
        self.checking.is_none() && self.frames.iter().all(|f| !f.last)
    }

    /// A symbol for something that is not known here.
    fn fresh(&mut self, what: &str, sort: Sort, agreed: Shared) -> Term {
        let shared = self.pair == Pair::SameCta && agreed <= Shared::Group && self.joint();
        let ending = if shared { "" } else { self.who.ending() };
        self.terms.var(format!("{what}@{}{ending}", self.place), sort)
    }

    /// The thread at the beginning of a block: parameters are given their values.
    fn enter(&mut self, block: Block) -> Option<(Term, Env)> {
        let incoming = self.incoming.remove(&block)?;
        let enabled: Vec<Term> = incoming.iter().map(|i| i.enabled).collect();
        let enabled = self.terms.any(&enabled);
        if self.terms.is_false(enabled) {
            return None;
        }
        let mut from = incoming.into_iter().rev();
        let Incoming { mut args, mut again, mut env, .. } = from.next()?;
        for other in from {
            let new = other.args.into_iter().chain(other.again);
            for (old, new) in args.iter_mut().chain(&mut again).zip(new) {
                *old = old.zip(new).map(|(old, new)| self.terms.ite(other.enabled, new, old));
            }
            env = self.merge(other.enabled, &other.env, &env);
        }
        for (&value, term) in self.again.iter().zip(again) {
            self.values[value] = term;
        }
        for (&param, arg) in self.setup.kernel.function().blocks[block].params.iter().zip(args) {
            self.values[param] = arg;
        }
        Some((enabled, env))
    }

    fn merge(&mut self, when: Term, then: &Env, other: &Env) -> Env {
        let mut merged = Env::default();
        for (&var, &value) in then.vars.iter().filter(|(var, _)| other.vars.contains_key(var)) {
            merged.vars.insert(var, self.terms.ite(when, value, other.vars[&var]));
        }
        let regions: BTreeSet<Region> = then.memory.keys().chain(other.memory.keys()).copied().collect();
        for region in regions {
            let (a, b) = (self.content(region, then), self.content(region, other));
            if let Some((a, b)) = a.zip(b) {
                merged.memory.insert(region, self.terms.ite(when, a, b));
            }
        }
        merged
    }

    /// Executes a block, and follows its edges.
    fn block(&mut self, block: Block, mut enabled: Term, mut env: Env) {
        let kernel = self.setup.kernel;
        for &inst in &kernel.function().blocks[block].insts {
            self.inst(inst, enabled, &mut env);
            enabled = self.contract(inst, enabled);
        }
        if self.stops.contains(&block) {
            let before = self.seen.stops.get(&block).copied();
            let reached = before.map_or(enabled, |before| self.terms.or(before, enabled));
            self.seen.stops.insert(block, reached);
            return;
        }
        let last = kernel.function().blocks[block].insts.last();
        if let Some(InstKind::Barrier(barrier)) = last.map(|&i| &kernel.function().insts[i].kind) {
            self.barrier(block, barrier.fence, enabled, &mut env);
        }
        self.leave(block, &kernel.edges(block), enabled, &env);
    }

    /// Behind a barrier both threads see the same memory.
    fn barrier(&mut self, block: Block, fence: FenceFlags, enabled: Term, env: &mut Env) {
        for (region, used) in &self.setup.uses {
            let fenced = if used.shared { fence.shared } else { fence.global };
            if used.written
                && fenced
                && let Some(width) = self.followed(*region)
            {
                let sort = Sort::Array(64, Scalar::Bits(width));
                let content = self.fresh(&format!("memory {region:?} {block}"), sort, Shared::Group);
                env.memory.insert(*region, content);
            }
        }
        if self.counts() {
            let start = Start { enabled, values: self.values.clone(), env: env.clone() };
            self.seen.starts.insert(block, start);
        }
    }

    /// Follows the edges of a block.
    fn leave(&mut self, block: Block, edges: &[Edge], enabled: Term, env: &Env) {
        let mut open = enabled;
        let mut taken = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let args: Vec<Option<Term>> = edge.args.iter().map(|&arg| self.values[arg]).collect();
            let mut here = match edge.when {
                When::Always if edges.len() == 1 => enabled,
                When::Always if number + 1 == edges.len() => open,
                When::Always => {
                    let chosen = self.fresh(&format!("edge {block} {number}"), Sort::Bool, Shared::Thread);
                    let not = self.terms.not(chosen);
                    let here = self.terms.and(open, chosen);
                    open = self.terms.and(open, not);
                    here
                }
                When::Is(value, truth) => {
                    let value = self.value(value);
                    let value = if truth { value } else { self.terms.not(value) };
                    self.terms.and(enabled, value)
                }
                When::Equals(value, number) => {
                    let value = self.value(value);
                    let number = self.terms.bits(self.terms.width(value), u128::from(number));
                    let equal = self.terms.eq(value, number);
                    self.terms.and(enabled, equal)
                }
                When::AtLeast(value, number) => {
                    let value = self.value(value);
                    let number = self.terms.bits(self.terms.width(value), u128::from(number));
                    let least = self.terms.bvule(number, value);
                    self.terms.and(enabled, least)
                }
            };
            if let Some(to) = edge.to {
                here = self.guarded(to, &args, here, env);
            }
            taken.push(here);
            self.follow(edge.to, here, args, env);
        }
        // Executions in which no edge may be taken do not go on; well-formedness is decided elsewhere.
        let some = self.terms.any(&taken);
        let some = self.terms.implies(enabled, some);
        self.assume(some);
    }

    /// What the `assume`s at the head of a block ask of a thread that is to enter it.
    fn guarded(&mut self, to: Block, args: &[Option<Term>], mut enabled: Term, env: &Env) -> Term {
        let kernel = self.setup.kernel;
        let guard = kernel.guard(to);
        if guard.is_true() {
            return enabled;
        }
        let params = &kernel.function().blocks[to].params;
        let saved: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        params.iter().zip(args).for_each(|(&p, &arg)| self.values[p] = arg);
        let mut env = env.clone();
        for &inst in &guard.insts {
            self.inst(inst, enabled, &mut env);
        }
        for cond in &guard.conds {
            let mut holds = self.value(cond.value);
            if let Some(guard) = cond.guard {
                let when = self.guard(Some(guard));
                holds = self.terms.implies(when, holds);
            }
            enabled = self.terms.and(enabled, holds);
        }
        params.iter().zip(saved).for_each(|(&p, old)| self.values[p] = old);
        enabled
    }

    /// Goes along an edge: out of loops, back to the head of one, or on.
    fn follow(&mut self, to: Option<Block>, enabled: Term, args: Vec<Option<Term>>, env: &Env) {
        if self.terms.is_false(enabled) || self.checking.as_ref().is_some_and(|c| !c.goes(to)) {
            return;
        }
        for frame in self.frames.iter_mut().rev() {
            if let Some(to) = to
                && frame.blocks.contains(&to)
            {
                if frame.head == to {
                    if let Some(back) = &mut frame.back {
                        back.push(Incoming {
                            enabled,
                            args: args.clone(),
                            again: Vec::new(),
                            env: env.clone(),
                        });
                    }
                    self.oblige(to, enabled, &args);
                    return;
                }
                break;
            }
            frame.exits.push(enabled);
            if !frame.last {
                return;
            }
        }
        if let Some(to) = to {
            self.oblige(to, enabled, &args);
            let again = self.again.iter().map(|&value| self.values[value]).collect();
            let incoming = Incoming { enabled, args, again, env: env.clone() };
            self.incoming.entry(to).or_default().push(incoming);
        }
    }

    /// Walks a loop, in an arbitrary iteration and in the last one.
    fn looped(&mut self, head: Block, body: &[Item], item: &Item) {
        let Some((enabled, env)) = self.enter(head) else { return };
        let mut blocks = BTreeSet::new();
        item.blocks(&mut blocks);
        let kernel = self.setup.kernel;
        let params = &kernel.function().blocks[head].params;
        let entry: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        let is_barrier = |&i: &Inst| matches!(kernel.function().insts[i].kind, InstKind::Barrier(_));
        let meets = blocks.iter().any(|&b| kernel.function().blocks[b].insts.iter().any(is_barrier));
        let together = self.stops.is_empty() && meets;
        // A part of a loop of the kernel is left for a barrier too.
        let mut with_this_head = kernel.loops().all().iter().filter(|of| of.header == head);
        let whole = with_this_head.any(|of| of.blocks.iter().all(|b| blocks.contains(b)));
        let uniform = whole && self.setup.uniform.exits(head) <= Shared::Group
            || blocks.iter().all(|&b| self.branches_alike(b));
        let checks = self.checked(head);
        let checks =
            checks.map(|blocks| Checking { head, blocks, at: At::Entry, joint: uniform && together });
        if let Some(checking) = &checks {
            self.check(checking, body, (enabled, env.clone()));
        }
        for last in [false, true] {
            if !last && !self.counts() {
                continue;
            }
            let joint = uniform && (last || together);
            self.frames.push(Frame {
                head,
                blocks: blocks.clone(),
                last,
                joint,
                exits: Vec::new(),
                back: (!last && checks.is_some()).then(Vec::new),
            });
            let place = self.place.len();
            self.place.push_str(&format!("/{head}{}", if last { "." } else { "*" }));
            let env = self.anywhere_in(head, &blocks, &entry, &env);
            self.invariants(head, enabled);
            self.block(head, enabled, env);
            self.items(body);
            self.place.truncate(place);
            let frame = self.frames.pop();
            if let Some(checking) = &checks
                && let Some(back) = frame.as_ref().and_then(|f| f.back.clone())
            {
                self.incoming.insert(head, back);
                if let Some(next) = self.enter(head) {
                    self.check(&Checking { at: At::Next, ..checking.clone() }, body, next);
                }
            }
            if last && let Some(frame) = frame {
                let left = self.terms.any(&frame.exits);
                let left = self.terms.implies(enabled, left);
                if !self.terms.is_true(left) {
                    self.seen.ends.push(left);
                }
            }
        }
    }

    /// Do the threads that are at the end of a block at the same moment take the same edge?
    fn branches_alike(&self, block: Block) -> bool {
        let edges = self.setup.kernel.edges(block);
        edges.iter().all(|edge| match edge.when {
            When::Always => edges.len() == 1,
            When::Is(value, _) | When::Equals(value, _) | When::AtLeast(value, _) => {
                self.setup.uniform.seen(value, block) <= Shared::Group
            }
        })
    }

    /// The state at the head of a loop in some iteration.
    fn anywhere_in(
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
                let term = self.fresh(&format!("{value}"), sort(function.ty(value)), agreed);
                self.values[value] = Some(term);
            }
        }
        let count = self.fresh("round", Sort::Bits(64), Shared::Group);
        for (number, &param) in function.blocks[head].params.iter().enumerate() {
            if !self.needed.value(param) {
                continue;
            }
            let shape = induction::shape(kernel, head, blocks, number);
            let parts: Vec<Value> = shape.iter().flat_map(|shape| shape.parts()).collect();
            parts.into_iter().for_each(|part| self.settle(part, blocks));
            let known = entry[number]
                .zip(shape)
                .and_then(|(start, shape)| induction::after(self.terms, &self.values, start, &shape, count));
            let value = known.unwrap_or_else(|| {
                let agreed = self.setup.uniform.value(param);
                self.fresh(&format!("{param}"), sort(function.ty(param)), agreed)
            });
            self.values[param] = Some(value);
        }
        let mut env = env.clone();
        for &block in blocks {
            for &inst in &function.blocks[block].insts {
                self.forget(inst, &mut env);
            }
        }
        env
    }

    /// Computes a value of a loop that is the same on each round.
    fn settle(&mut self, value: Value, blocks: &BTreeSet<Block>) {
        let ValueDef::Result(inst, _) = self.setup.kernel.function().values[value].def else { return };
        if self.setup.defined[value].is_some_and(|b| blocks.contains(&b)) {
            let operands = self.setup.kernel.function().insts[inst].uses();
            operands.into_iter().for_each(|operand| self.settle(operand, blocks));
            let always = self.terms.truth(true);
            self.inst(inst, always, &mut Env::default());
        }
    }

    /// What the candidates of a head say of the values of its parameters.
    fn said(&mut self, head: Block, args: &[Option<Term>]) -> Vec<(Guess, Term)> {
        let candidates = self.candidates.get(&head).map_or(&[][..], Vec::as_slice);
        let mut all = Vec::new();
        for (number, candidate) in candidates.iter().enumerate() {
            let bound = match candidate.bound {
                Bound::Number(_) => None,
                Bound::Value(value) => self.values[value],
            };
            if let Some(value) = args[candidate.param]
                && let Some(term) = candidate.term(self.terms, value, bound)
            {
                all.push(((head, number), term));
            }
        }
        all
    }

    /// At the head of a loop its invariants hold.
    fn invariants(&mut self, head: Block, enabled: Term) {
        if !self.candidates.contains_key(&head) {
            return;
        }
        let kernel = self.setup.kernel;
        let bounds: Vec<Value> = self.candidates[&head].iter().filter_map(|c| c.bound.value()).collect();
        if let Some(of) = kernel.loops().all().iter().find(|l| l.header == head) {
            let blocks = of.blocks.iter().copied().collect();
            bounds.into_iter().for_each(|bound| self.settle(bound, &blocks));
        }
        let params = &kernel.function().blocks[head].params;
        let args: Vec<Option<Term>> = params.iter().map(|&p| self.values[p]).collect();
        for (guess, term) in self.said(head, &args) {
            let term = self.terms.implies(enabled, term);
            if self.guessing {
                self.seen.guesses.push((guess, term));
            } else {
                self.assume(term);
            }
        }
    }

    /// A thread comes to the head of a loop: its guesses are to hold.
    fn oblige(&mut self, head: Block, enabled: Term, args: &[Option<Term>]) {
        if !self.guessing || !self.candidates.contains_key(&head) {
            return;
        }
        let bounds: Vec<Value> = self.candidates[&head].iter().filter_map(|c| c.bound.value()).collect();
        if let Some(of) = self.setup.kernel.loops().all().iter().find(|l| l.header == head) {
            let blocks = of.blocks.iter().copied().collect();
            bounds.into_iter().for_each(|bound| self.settle(bound, &blocks));
        }
        let count = self.candidates[&head].len();
        let said: BTreeMap<Guess, Term> = self.said(head, args).into_iter().collect();
        for number in 0..count {
            let guess = (head, number);
            // What cannot be said here is not known to hold.
            let holds = said.get(&guess).copied().unwrap_or_else(|| self.terms.truth(false));
            let term = self.terms.implies(enabled, holds);
            if !self.terms.is_true(term) {
                let after = self.seen.guesses.len();
                self.seen.obligations.push(Obligation { guess, holds: term, after });
            }
        }
    }

    /// Forgets what an instruction writes.
    fn forget(&mut self, inst: Inst, env: &mut Env) {
        let function = self.setup.kernel.function();
        match &function.insts[inst].kind {
            InstKind::VarSet(var, _) => {
                let ty = function.vars[*var].ty;
                let value = self.fresh(&function.vars[*var].name, sort(ty), Shared::Thread);
                env.vars.insert(*var, value);
            }
            InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if let Some(width) = self.followed(region) {
                    let sort = Sort::Array(64, Scalar::Bits(width));
                    let content = self.fresh(&format!("memory {region:?}"), sort, Shared::Thread);
                    env.memory.insert(region, content);
                }
            }
            _ => {}
        }
    }

    fn assume(&mut self, term: Term) {
        if !self.terms.is_true(term) {
            self.seen.assumptions.push(term);
        }
    }

    /// The term of a value; anything for one that the walk did not come across.
    fn value(&mut self, value: Value) -> Term {
        if let Some(term) = self.values[value] {
            return term;
        }
        let ty = self.setup.kernel.function().ty(value);
        let term = self.fresh(&format!("{value}"), sort(ty), Shared::Thread);
        self.values[value] = Some(term);
        term
    }

    fn guard(&mut self, guard: Option<Guard>) -> Term {
        match guard {
            None => self.terms.truth(true),
            Some(Guard { value, negated }) => {
                let value = self.value(value);
                if negated { self.terms.not(value) } else { value }
            }
        }
    }

    fn inst(&mut self, inst: Inst, enabled: Term, env: &mut Env) {
        let kernel = self.setup.kernel;
        let function = kernel.function();
        let data = &function.insts[inst];
        let here = match data.guard {
            Some(_) => {
                let guard = self.guard(data.guard);
                self.terms.and(enabled, guard)
            }
            None => enabled,
        };
        match &data.kind {
            InstKind::Load { addr, .. } => {
                self.access(inst, addr, Kind::Read, here);
                for (number, &result) in data.results.iter().enumerate() {
                    if self.needed.value(result) {
                        let term = self.load(inst, addr, number, result, env);
                        self.values[result] = Some(term);
                    }
                }
            }
            InstKind::Store { addr, values, .. } => {
                self.access(inst, addr, Kind::Write, here);
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if self.followed(region).is_some() {
                    let mut offset = self.offset(addr);
                    for &value in values {
                        let (term, ty) = (self.value(value), function.ty(value));
                        self.store(region, offset, term, here, env);
                        let bytes = self.terms.bits(64, u128::from(ty.bytes()));
                        offset = self.terms.bvadd(offset, bytes);
                    }
                }
            }
            InstKind::Atomic { addr, access, .. } => {
                self.access(inst, addr, Kind::Atomic(access.scope), here);
                self.results(inst, Shared::Thread);
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if let [result] = data.results.as_slice()
                    && self.setup.counters.contains(&region)
                    && let Some(result) = self.values[*result]
                {
                    let offset = self.offset(addr);
                    self.seen.counts.push(Count { region, enabled: here, offset, result });
                }
            }
            InstKind::VarSet(var, value) => {
                let term = self.value(*value);
                if let Some(scalar) = function.vars[*var].shared {
                    self.scalar(inst, scalar, function.vars[*var].ty, Kind::Write, here);
                    let zero = self.terms.bits(64, 0);
                    self.store(Region::Scalar(scalar), zero, term, here, env);
                } else {
                    // A scalar that was never assigned has any value.
                    let old = self.var(*var, env);
                    let new = self.terms.ite(here, term, old);
                    env.vars.insert(*var, new);
                }
            }
            InstKind::VarGet(var) => {
                let ty = function.vars[*var].ty;
                let term = match function.vars[*var].shared {
                    Some(scalar) => {
                        self.scalar(inst, scalar, ty, Kind::Read, here);
                        let zero = self.terms.bits(64, 0);
                        self.read(Region::Scalar(scalar), zero, ty, data.results[0], env)
                    }
                    None => self.var(*var, env),
                };
                self.values[data.results[0]] = Some(term);
            }
            InstKind::Assert(value) => {
                let holds = self.value(*value);
                if self.counts() {
                    self.seen.claims.push(Claim { inst, enabled: here, holds, at: None });
                }
            }
            InstKind::Barrier(_) => self.results(inst, Shared::Group),
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Special(_)
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_) => {
                let result = data.results[0];
                if self.needed.value(result) {
                    let term = self.computed(inst);
                    self.values[result] = Some(term);
                }
            }
            InstKind::Opaque { args, .. } if self.of_two(inst, args) => {}
            InstKind::Havoc
            | InstKind::Collective { .. }
            | InstKind::Opaque { .. }
            | InstKind::Call { .. } => self.results(inst, Shared::Thread),
            // Assumes are part of the edges that lead to their block.
            InstKind::Assume(_)
            | InstKind::Fence { .. }
            | InstKind::WarpSync(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => {}
        }
    }

    /// Results that may be anything.
    fn results(&mut self, inst: Inst, agreed: Shared) {
        let function = self.setup.kernel.function();
        for &result in &function.insts[inst].results {
            if self.needed.value(result) {
                let term = self.fresh(&format!("{result}"), sort(function.ty(result)), agreed);
                self.values[result] = Some(term);
            }
        }
    }

    /// What is computed from values of the thread.
    fn computed(&mut self, inst: Inst) -> Term {
        let function = self.setup.kernel.function();
        let data = &function.insts[inst];
        let result = data.results[0];
        let ty = function.ty(result);
        let known = match &data.kind {
            InstKind::Const(bits) if ty == Type::I1 => Some(self.terms.truth(*bits & 1 == 1)),
            InstKind::Const(bits) => Some(self.terms.bits(ty.bits(), *bits)),
            InstKind::Pure { op, args } => {
                // The operand's type is the second argument's for a select.
                let which = usize::from(*op == raddle_ir::PureOp::Select);
                let operand = args.get(which).map_or(ty, |&a| function.ty(a));
                let args: Vec<Term> = args.iter().map(|&a| self.value(a)).collect();
                let meaning = pure::partial(self.terms, *op, ty, operand, &args);
                meaning.map(|pure::Meaning { value, defined }| {
                    if self.terms.is_true(defined) {
                        return value;
                    }
                    let any = self.fresh(&format!("{result}"), sort(ty), Shared::Thread);
                    self.terms.ite(defined, value, any)
                })
            }
            InstKind::Special(special) => self.special(*special, ty),
            InstKind::AddrOf { base, offset } => Some(self.address_of(*base, *offset, ty)),
            InstKind::FuncAddr(func) => Some(self.terms.var(format!("{func}"), sort(ty))),
            _ => None,
        };
        known.unwrap_or_else(|| self.fresh(&format!("{result}"), sort(ty), Shared::Thread))
    }

    fn special(&mut self, special: Special, ty: Type) -> Option<Term> {
        let term = symbols::special(self.terms, self.setup.launch, self.pair, self.who, special)?;
        match (self.terms.sort(term), ty) {
            (Sort::Bool, Type::I1) => Some(term),
            (Sort::Bits(_), ty) if ty.is_int() && ty != Type::I1 => Some(self.terms.resize(ty.bits(), term)),
            _ => None,
        }
    }

    fn address_of(&mut self, base: Base, offset: i64, ty: Type) -> Term {
        let ending = if matches!(base, Base::Slot(_)) { self.who.ending() } else { "" };
        let start = self.terms.var(format!("address {base:?}:{}{ending}", ty.bits()), sort(ty));
        let offset = self.terms.bits(ty.bits(), offset as u128);
        self.terms.bvadd(start, offset)
    }

    /// Where an access lies in its region: as a signed number of 64 bits.
    fn offset(&mut self, addr: &Address) -> Term {
        let mut constant = self.terms.bits(64, addr.offset as u128);
        // Of an address that may be anywhere, where it is.
        if let (Base::Buffer(param), Region::Anywhere(_)) =
            (addr.base, Region::of(self.setup.module, self.setup.kernel.function(), addr))
            && let Some(data) = self.setup.kernel.function().params.get(param as usize)
        {
            let start = self.terms.var(format!("parameter {}:64", data.offset), Sort::Bits(64));
            constant = self.terms.bvadd(start, constant);
        }
        let Some(index) = addr.index else { return constant };
        let index = self.value(index);
        let width = self.terms.width(index);
        if width == 64 {
            return self.terms.bvadd(index, constant);
        }
        // Addresses of 32 bits wrap around at 32 bits.
        let constant = self.terms.bits(width, addr.offset as u128);
        let sum = self.terms.bvadd(index, constant);
        self.terms.sext(64, sum)
    }

    fn access(&mut self, inst: Inst, addr: &Address, kind: Kind, enabled: Term) {
        let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
        if region == Region::Private || !self.counts() || self.terms.is_false(enabled) {
            return;
        }
        let function = self.setup.kernel.function();
        let data = &function.insts[inst];
        let types: Vec<Type> = match &data.kind {
            InstKind::Store { values, .. } => values.iter().map(|&v| function.ty(v)).collect(),
            InstKind::Atomic { args, .. } => args.iter().take(1).map(|&v| function.ty(v)).collect(),
            _ => data.results.iter().map(|&r| function.ty(r)).collect(),
        };
        let bytes = types.iter().map(|ty| ty.bytes()).sum();
        let offset = self.offset(addr);
        let space = addr.space;
        let written = match &data.kind {
            InstKind::Store { values, .. } if values.iter().all(|&v| self.needed.value(v)) => {
                values.iter().map(|&v| self.value(v)).collect()
            }
            _ => Vec::new(),
        };
        self.saw(Access { inst, region, space, kind, bytes, enabled, offset, written });
    }

    fn scalar(&mut self, inst: Inst, scalar: u32, ty: Type, kind: Kind, enabled: Term) {
        if self.counts() && !self.terms.is_false(enabled) {
            let (region, offset) = (Region::Scalar(scalar), self.terms.bits(64, 0));
            let (space, bytes) = (Space::Shared, ty.bytes().max(1));
            let written = Vec::new();
            self.saw(Access { inst, region, space, kind, bytes, enabled, offset, written });
        }
    }

    fn var(&mut self, var: Var, env: &mut Env) -> Term {
        let data = &self.setup.kernel.function().vars[var];
        if let Some(&term) = env.vars.get(&var) {
            return term;
        }
        let term = self.terms.var(format!("{}{}", data.name, self.who.ending()), sort(data.ty));
        env.vars.insert(var, term);
        term
    }

    /// A result of a load.
    fn load(&mut self, inst: Inst, addr: &Address, number: usize, result: Value, env: &Env) -> Term {
        let function = self.setup.kernel.function();
        let ty = function.ty(result);
        let before: u32 =
            function.insts[inst].results[..number].iter().map(|&r| function.ty(r).bytes()).sum();
        let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
        if region != Region::Private {
            let offset = self.offset(addr);
            let before = self.terms.bits(64, u128::from(before));
            let offset = self.terms.bvadd(offset, before);
            return self.read(region, offset, ty, result, env);
        }
        let at = addr.offset.wrapping_add(i64::from(before));
        match (addr.base, addr.index) {
            (Base::Params, None) => self.param(at, ty),
            // What nobody writes is the same for all.
            (Base::Params | Base::Object(_) | Base::Absolute, _)
                if matches!(addr.space, Space::Param | Space::Const)
                    && ty != Type::I1
                    && ty != Type::Opaque =>
            {
                let name = format!("constant {:?} {:?}:{}", addr.space, addr.base, ty.bits());
                let array = self.terms.array(name, 64, Scalar::Bits(ty.bits()));
                let offset = self.offset(addr);
                let before = self.terms.bits(64, u128::from(before));
                let offset = self.terms.bvadd(offset, before);
                self.terms.select(array, offset)
            }
            _ => self.fresh(&format!("{result}"), sort(ty), Shared::Thread),
        }
    }

    /// A parameter of the kernel.
    fn param(&mut self, at: i64, ty: Type) -> Term {
        let params = &self.setup.kernel.function().params;
        let found = params.iter().position(|p| p.offset as i64 == at && p.size == u64::from(ty.bytes()));
        if let Some(number) = found
            && ty != Type::I1
            && let Some(&value) = self.setup.launch.args.get(&(number as u32))
        {
            return self.terms.bits(ty.bits(), value);
        }
        self.terms.var(format!("parameter {at}:{}", ty.bits()), sort(ty))
    }

    /// The width of the elements of a region whose content the walk follows.
    fn followed(&self, region: Region) -> Option<u32> {
        let used = self.setup.uses.get(&region)?;
        let wild = |(other, of): (&Region, &super::region::Use)| {
            matches!(other, Region::Anywhere(_)) && of.written && region.meets(*other)
        };
        if !self.needed.content(region)
            || used.special
            || matches!(region, Region::Private | Region::Anywhere(_))
            || self.setup.uses.iter().any(wild)
        {
            return None;
        }
        // Predicates are kept as Booleans, and no array holds those.
        used.width.filter(|&w| w > 1)
    }

    /// What a region holds for the thread, where that is followed.
    fn content(&mut self, region: Region, env: &Env) -> Option<Term> {
        if let Some(&content) = env.memory.get(&region) {
            return Some(content);
        }
        let width = self.followed(region)?;
        // At the start: global memory is the same for all, shared memory for a CTA.
        let shared = match region {
            Region::Object(object) => self.setup.module.objects[object].space == Space::Shared,
            Region::Dynamic => true,
            _ => false,
        };
        let ending = if shared && self.pair == Pair::OtherCta { self.who.ending() } else { "" };
        Some(self.terms.array(format!("memory {region:?}{ending}"), 64, Scalar::Bits(width)))
    }

    /// What a load finds.
    fn read(&mut self, region: Region, offset: Term, ty: Type, result: Value, env: &Env) -> Term {
        if let Some(content) = self.content(region, env) {
            return self.terms.select(content, offset);
        }
        let agreed = self.setup.uniform.value(result);
        self.fresh(&format!("{result}"), sort(ty), agreed)
    }

    fn store(&mut self, region: Region, offset: Term, value: Term, enabled: Term, env: &mut Env) {
        if let Some(old) = self.content(region, env) {
            let new = self.terms.store(old, offset, value);
            let new = self.terms.ite(enabled, new, old);
            env.memory.insert(region, new);
        }
    }
}
