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

mod bounds;
mod contracts;
mod edges;
mod first;
mod guesses;
mod inst;
mod instances;
mod lanes;
mod locks;
mod loops;
mod memory;
mod unwound;

pub use loops::is_round;

use crate::limits;
use guesses::Risen;
use instances::Promise;

use super::candidates::Candidates;
use super::consistent::{Given, Leaving};
use super::contracts::{At, Checking};
use super::counters::Counter;
use super::lanes::{Fork, Lanes};
use super::needed::Needed;
use super::order::{Item, TwoEntries, order};
use super::setup::Setup;
use super::symbols::{self, Pair, Who, sort};
use super::uniform::Shared;
use raddle_ir::{Block, Guard, Inst, InstKind, Scope, SecondaryMap, Space, Value, Var};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::{Region, Thread};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// How an access takes part in races.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic.
    Atomic,
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
    /// For whom it is one step: of an atomic, and of a load or a store with an order.
    pub strong: Option<Scope>,
    /// How many bytes.
    pub bytes: u32,
    /// When.
    pub enabled: Term,
    /// Where in the region: 64 bits.
    pub offset: Term,
    /// What is written, where that [matters](Needed::and_written).
    pub written: Vec<Term>,
    /// The locks that the thread holds, where they order the access.
    pub locks: Vec<Held>,
    /// The variables of the source that the address is computed from, as they are there.
    pub named: Vec<(Value, Term)>,
}

/// A lock that a thread holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// What it lies in.
    pub region: Region,
    /// Where: 64 bits.
    pub offset: Term,
    /// Which threads it keeps apart.
    pub scope: Scope,
}

/// A thread at an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The instruction.
    pub inst: Inst,
    /// When the thread is there.
    pub enabled: Term,
    /// What is claimed.
    pub holds: Term,
    /// For an invariant, when it is looked at.
    pub at: Option<At>,
    /// The variables of the source that it speaks of, as they are there.
    pub named: Vec<(Value, Term)>,
}

/// A thread at an assertion about the log of its accesses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfLog {
    /// The assertion.
    pub claim: Claim,
    /// How many of the walk's [accesses](Seen::accesses) it has seen before.
    pub before: usize,
    /// Is it in a loop? Then there may be more, of earlier rounds.
    pub in_loop: bool,
}

/// A guess about a loop: the loop's head, and the guess's number among its guesses.
pub type Guess = (Block, usize);

/// A thread reaches the head of a loop, where a guess is to hold.
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
    /// What is known of it.
    pub counter: Counter,
    /// When it is executed.
    pub enabled: Term,
    /// Where the counter lies.
    pub offset: Term,
    /// What it was before.
    pub result: Term,
    /// Atomic to whom.
    pub scope: Scope,
}

/// An atomic that has found something.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Took {
    /// The loops around it, and which of their rounds.
    place: String,
    region: Region,
    offset: Term,
    enabled: Term,
    found: Term,
}

/// A barrier, by its block and the rounds of the loops around it that are unwound: none where loops are not.
pub type Barrier = (Block, Vec<u32>);

/// A thread after a barrier.
#[derive(Clone, Debug)]
pub struct Start {
    /// When it is there.
    pub enabled: Term,
    /// What it has computed.
    pub values: SecondaryMap<Value, Option<Term>>,
    env: Env,
}

/// What was seen on a walk.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The accesses that races are about.
    pub accesses: Vec<Access>,
    /// The assertions.
    pub claims: Vec<Claim>,
    /// The assertions about the log of accesses since the walk began.
    pub logged: Vec<OfLog>,
    /// That accesses stay in their objects, where it is not plain that they do.
    pub bounds: Vec<Claim>,
    /// The calls through pointers that lead to no function, and when.
    pub strays: Vec<(Inst, Term)>,
    /// Accesses of which it is not known what they are to stay in.
    pub unbounded: BTreeSet<Inst>,
    /// The assumptions.
    pub given: Vec<Given>,
    /// The loops in whose rounds something is assumed.
    pub leaving: Vec<Leaving>,
    /// What contracts read of memory that is not the thread's own.
    pub looks: Vec<Access>,
    /// What holds of the symbols.
    pub assumptions: Vec<Term>,
    /// Invariants that are for the integers only: bit by bit, such wide sums are too hard.
    pub sums: Vec<Term>,
    /// What holds if every loop ends.
    pub ends: Vec<Term>,
    /// What a guess says in an arbitrary iteration, by the head and the number of the guess.
    pub guesses: Vec<(Guess, Term)>,
    /// What must hold for a guess to be an invariant.
    pub obligations: Vec<Obligation>,
    /// The branches on which threads may not agree, where it matters which lanes are together.
    pub forks: Vec<Fork>,
    /// The results of atomics that count.
    pub counts: Vec<Count>,
    /// What holds if the thread meets its assumptions and invariants.
    pub kept: Vec<Term>,
    /// For each stop, when it is reached.
    pub stops: BTreeMap<Block, Term>,
    /// For each stop and each loop around it, how often the thread has gone round since the walk began or the loop was entered.
    pub rounds: BTreeMap<(Block, Block), Term>,
    /// For each barrier that the walk went through, how; for each round of loops that are unwound.
    pub starts: BTreeMap<Barrier, Start>,
}

/// What a thread has besides values.
#[derive(Clone, Debug, Default)]
struct Env {
    vars: BTreeMap<Var, Term>,
    memory: BTreeMap<Region, Term>,
    /// How often it has gone round the loops that meet barriers, by their heads, since the walk began or the loop was entered. Without an
    /// entry: not once.
    rounds: BTreeMap<Block, Term>,
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
    /// In this round, one of those that are unwound?
    round: Option<u32>,
    joint: bool,
    /// When it is left.
    exits: Vec<Term>,
    /// When a contract fails in it: then the thread goes nowhere.
    failed: Vec<Term>,
    /// The ways to the next iteration, where they are of interest.
    back: Option<Vec<Incoming>>,
    /// How parameters of the head have become what they are, by their numbers; of those that rounds add to.
    rises: BTreeMap<usize, Risen>,
}

/// Where a walk begins.
#[derive(Clone, Copy)]
pub enum From<'w> {
    /// At the kernel's entry.
    Entry,
    /// After the barrier at the end of this block.
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
    /// What is known of lanes of a warp.
    pub lanes: &'w Lanes,
    /// The blocks where it ends: in barriers. Without any, it goes through them, both threads together.
    pub stops: &'w BTreeSet<Block>,
    /// What is guessed, or known, at the heads of loops.
    pub candidates: &'w Candidates,
    /// The user's invariants that are not to be relied on.
    pub dropped: &'w BTreeSet<Inst>,
    /// How many rounds of each loop are walked, instead of arbitrary ones.
    pub unwind: Option<u32>,
    /// How many rounds that keep the user's invariants must lead to one more.
    pub induction: u32,
    /// Are these guesses, to be checked?
    pub guessing: bool,
    /// May what is asserted of all threads before a barrier be used after it?
    pub instances: bool,
}

impl<'w> Way<'w> {
    /// A thread's way through the whole kernel, beside another thread of its CTA.
    pub const fn through(
        lanes: &'w Lanes,
        stops: &'w BTreeSet<Block>,
        candidates: &'w Candidates,
        dropped: &'w BTreeSet<Inst>,
    ) -> Self {
        Self {
            pair: Pair::SameCta,
            who: Who::First,
            from: From::Entry,
            lanes,
            stops,
            candidates,
            dropped,
            unwind: None,
            induction: 1,
            guessing: false,
            instances: false,
        }
    }
}

/// Why a walk was not made, or not to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwalked {
    /// The cut graph has a cycle with two entries.
    TwoEntries(TwoEntries),
    /// It visits more than [`BLOCKS_VISITED`](limits::BLOCKS_VISITED) blocks.
    Long,
    /// The time is over.
    Late,
}

/// Walks.
///
/// # Errors
/// When the cut graph has a cycle with two entries, and when the walk takes too long.
pub fn walk(setup: &Setup<'_>, needed: &Needed, terms: &mut Terms, way: Way<'_>) -> Result<Seen, Unwalked> {
    if setup.deadline.passed() {
        return Err(Unwalked::Late);
    }
    let kernel = setup.kernel;
    let mut walk = Walk {
        setup,
        needed,
        terms,
        pair: way.pair,
        who: way.who,
        lanes: way.lanes,
        stops: way.stops,
        candidates: way.candidates,
        dropped: way.dropped,
        unwind: way.unwind,
        unwound: 0,
        induction: way.induction,
        quiet: false,
        guessing: way.guessing,
        instances: way.instances,
        promised: Vec::new(),
        again_at_barrier: false,
        behind_barrier: false,
        taken: Vec::new(),
        values: SecondaryMap::new(),
        incoming: BTreeMap::new(),
        frames: Vec::new(),
        again: Vec::new(),
        in_step: true,
        place: String::new(),
        checking: None,
        visited: 0,
        given_up: None,
        seen: Seen::default(),
    };
    setup.assumed.iter().for_each(|&term| walk.assume(term));
    let starts = match way.from {
        From::Entry => vec![kernel.order()[0]],
        From::Barrier(block, _) => kernel.edges(block).iter().filter_map(|e| e.to).collect(),
    };
    let items = order(kernel, &starts, way.stops).map_err(Unwalked::TwoEntries)?;
    if way.unwind.is_some() || setup.contracts.have_loops() {
        let is_unwound = |head| way.unwind.is_some() || setup.contracts.is_inside(head);
        walk.again = unwound::escaping(setup, needed, is_unwound);
    }
    match way.from {
        From::Entry => {
            let enabled = walk.terms.truth(true);
            let at = Incoming { enabled, args: Vec::new(), again: Vec::new(), env: Env::default() };
            walk.incoming.insert(kernel.order()[0], vec![at]);
            if !way.stops.is_empty() {
                walk.place = "start".to_owned();
            }
        }
        From::Barrier(block, start) => {
            walk.place = format!("{block}");
            walk.values = start.values.clone();
            walk.again.extend(again(setup, needed, &start.values, &items));
            walk.again.sort_unstable();
            walk.again.dedup();
            let enabled = walk.terms.truth(true);
            let env = Env { rounds: BTreeMap::new(), ..start.env.clone() };
            walk.leave(block, &kernel.edges(block), enabled, &env);
        }
    }
    walk.items(&items);
    walk.given_up.map_or(Ok(walk.seen), Err)
}

/// The values that a walk has at its beginning and may compute again: from the next round of a loop around the barrier. A block that
/// is reached with and without that has the one or the other.
fn again(
    setup: &Setup<'_>,
    needed: &Needed,
    values: &SecondaryMap<Value, Option<Term>>,
    items: &[Item],
) -> Vec<Value> {
    let mut blocks = BTreeSet::new();
    items.iter().for_each(|item| item.blocks(&mut blocks));
    let function = setup.kernel.function();
    let defined = blocks.iter().flat_map(|&b| {
        let data = &function.blocks[b];
        data.params.iter().chain(data.insts.iter().flat_map(|&i| &function.insts[i].results)).copied()
    });
    defined.filter(|&v| values[v].is_some() && needed.value(v)).collect()
}

struct Walk<'w, 'a> {
    setup: &'w Setup<'a>,
    needed: &'w Needed,
    terms: &'w mut Terms,
    pair: Pair,
    who: Who,
    lanes: &'w Lanes,
    stops: &'w BTreeSet<Block>,
    candidates: &'w Candidates,
    dropped: &'w BTreeSet<Inst>,
    guessing: bool,
    instances: bool,
    /// What was asserted since the last barrier for threads after the next one.
    promised: Vec<Promise>,
    /// Is such an assertion evaluated again?
    again_at_barrier: bool,
    /// In the memory after the barrier, where no other thread writes yet?
    behind_barrier: bool,
    /// How many rounds of each loop are walked, instead of arbitrary ones.
    unwind: Option<u32>,
    /// How many rounds were walked so.
    unwound: usize,
    /// How many rounds that keep the user's invariants must lead to one more.
    induction: u32,
    /// Is this a round that is walked for the sake of the next one only?
    quiet: bool,
    values: SecondaryMap<Value, Option<Term>>,
    incoming: BTreeMap<Block, Vec<Incoming>>,
    frames: Vec<Frame>,
    /// Values that are computed again on the way.
    again: Vec<Value>,
    /// Have both threads, where both are here, gone round the loops around this block equally often since the walk began?
    in_step: bool,
    /// Where the walk is: a part of the names of its symbols.
    place: String,
    /// Is this a walk to the invariants of a loop only?
    checking: Option<Checking>,
    /// What atomics have found, where contracts ask for it.
    taken: Vec<Took>,
    /// How many blocks were visited.
    visited: u32,
    /// Why the walk goes no further, if it does not: then nothing that it has seen counts.
    given_up: Option<Unwalked>,
    seen: Seen,
}

impl<'a> Walk<'_, 'a> {
    /// The thread that walks.
    fn thread(&self) -> Thread<'a> {
        symbols::thread(self.setup.launch, self.pair, self.who)
    }
}

impl Walk<'_, '_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            if self.gives_up() {
                return;
            }
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

    /// Is the walk to be given up, before one more block?
    fn gives_up(&mut self) -> bool {
        self.visited += 1;
        if self.visited > limits::BLOCKS_VISITED {
            self.given_up = Some(Unwalked::Long);
        } else if self.given_up.is_none() && self.setup.deadline.passed() {
            self.given_up = Some(Unwalked::Late);
        }
        self.given_up.is_some()
    }

    /// Is the walk in an iteration that both threads are in?
    fn joint(&self) -> bool {
        self.in_step && self.checking.is_none() && self.frames.iter().all(|f| f.joint)
    }

    /// Do the accesses seen now count? In the last iteration of a loop they are those of an arbitrary one.
    fn counts(&self) -> bool {
        self.checking.is_none() && !self.quiet && self.frames.iter().all(|f| !f.last)
    }

    /// Have both threads one value here of something on which this many agree?
    fn agrees(&self, agreed: Shared) -> bool {
        agreed <= self.pair.shared() && self.joint()
    }

    /// A symbol for something that is not known here.
    fn fresh(&mut self, what: &str, sort: Sort, agreed: Shared) -> Term {
        let ending = if self.agrees(agreed) { "" } else { self.who.ending() };
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
        self.in_step = self.keeps_step(block, &env);
        // An assumption at its head has looked at that already.
        if self.setup.kernel.guard(block).is_true() {
            env = self.met(Some(block), Cow::Owned(env)).into_owned();
        }
        Some((enabled, env))
    }

    /// Are the rounds that both threads have gone when they reach a block with this the same?
    fn keeps_step(&mut self, block: Block, env: &Env) -> bool {
        let loops = self.setup.kernel.loops();
        let around = std::iter::successors(loops.innermost(block), |&n| loops.all()[n].parent);
        let mut heads =
            around.map(|n| loops.all()[n].header).filter(|head| self.setup.meeting.contains(head));
        heads.all(|head| {
            let rounds = self.rounds(head, env);
            symbols::other(self.terms, rounds) == rounds
        })
    }

    /// Executes a block, and follows its edges.
    fn block(&mut self, block: Block, mut enabled: Term, mut env: Env) {
        let kernel = self.setup.kernel;
        for &inst in &kernel.function().blocks[block].insts {
            self.inst(inst, enabled, &mut env);
            enabled = self.contract(inst, enabled);
            enabled = self.stray(inst, enabled);
        }
        let last = kernel.function().blocks[block].insts.last();
        let last = last.map(|&i| &kernel.function().insts[i].kind);
        if let Some(InstKind::Barrier(barrier)) = last {
            self.still_promised((block, barrier.fence), enabled, &env);
        }
        if self.stops.contains(&block) {
            self.stop(block, enabled, &env);
            return;
        }
        match last {
            Some(InstKind::Barrier(barrier)) => {
                enabled = self.barrier(block, barrier.fence, enabled, &mut env);
            }
            Some(InstKind::WarpSync(_)) => self.warp_wait(block, enabled, &mut env),
            _ => {}
        }
        self.leave(block, &kernel.edges(block), enabled, &env);
    }

    /// Stops.
    fn stop(&mut self, block: Block, enabled: Term, env: &Env) {
        let loops = self.setup.kernel.loops();
        let around = std::iter::successors(loops.innermost(block), |&n| loops.all()[n].parent);
        for head in around.map(|n| loops.all()[n].header) {
            let now = self.rounds(head, env);
            let before = self.seen.rounds.get(&(block, head)).copied();
            let rounds = before.map_or(now, |before| self.terms.ite(enabled, now, before));
            self.seen.rounds.insert((block, head), rounds);
        }
        let before = self.seen.stops.get(&block).copied();
        let reached = before.map_or(enabled, |before| self.terms.or(before, enabled));
        self.seen.stops.insert(block, reached);
    }

    /// How often the thread has gone round the loop with this head.
    fn rounds(&mut self, head: Block, env: &Env) -> Term {
        env.rounds.get(&head).copied().unwrap_or_else(|| self.terms.bits(64, 0))
    }

    /// The same along an edge, by which a loop may be entered or gone round once more.
    fn counted<'e>(&mut self, from: Block, to: Option<Block>, env: &'e Env) -> Cow<'e, Env> {
        let Some(head) = to.filter(|to| self.setup.meeting.contains(to)) else { return Cow::Borrowed(env) };
        let loops = self.setup.kernel.loops();
        let mut own = env.clone();
        if loops.innermost(head).is_some_and(|number| loops.contains(number, from)) {
            let (before, one) = (self.rounds(head, env), self.terms.bits(64, 1));
            own.rounds.insert(head, self.terms.bvadd(before, one));
        } else {
            own.rounds.remove(&head);
        }
        Cow::Owned(own)
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
        let term = self.fresh(&format!("{value} unseen"), sort(ty), Shared::Thread);
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
}
