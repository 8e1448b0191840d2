//! The two-thread reduction: verdicts for all inputs (paper 000, §2 and §6).
//!
//! # The idea
//! A race needs two threads, and so does divergence: one that reaches a barrier and one that does not. So two arbitrary
//! distinct threads stand for all: what cannot go wrong for them cannot go wrong. The lock-step program φ(P) of two threads, with
//! values replaced by [terms](raddle_smt), yields a formula for each question.
//!
//! # From barrier to barrier
//! φ(P) is not executed as it stands. Barriers limit how two threads interact, so φ(P) falls into *segments*, each from
//! a barrier (or the start) to the next ones:
//!
//! 1. **The state at each barrier.** One walk of each thread through the whole kernel finds under which conditions it
//!    reaches a barrier, and with which values, as terms over symbols: inputs, and for each loop around the barrier a symbol
//!    for what an arbitrary iteration begins with. Both threads are in the same iteration there, by the next point.
//! 2. **Divergence.** From each barrier, both threads walk to the next ones. Each of those must be reached by both or by none. If
//!    that holds for all segments, both threads pass the same barriers in the same order: by induction on their number.
//! 3. **Races in a CTA.** Between barriers threads are independent of each other. So two accesses race if and only if one thread can
//!    make the one and another thread the other *in one segment*: the conditions of the two walks, the same bytes, different threads.
//!    There is no order within a segment that would have to be respected, so nothing has to be logged, and a loop without
//!    barriers is summarised by one arbitrary iteration for each thread.
//!    Only if this leaves something open are loop invariants inferred and all questions asked again.
//! 4. **Races between CTAs.** No barrier orders them: the accesses of the whole kernel are compared.
//! 5. **Contracts** are about one thread; they are asked of the walk of point 1.
//!
//! # What is shared memory?
//! After a barrier both threads of a CTA see the same memory, of which nothing else is known: *equality abstraction*. In
//! between, a thread sees its own writes and no others': what another thread wrote in this segment, it must not read, for that is a
//! race (this is the circular argument that paper 000 makes too: the first race of an execution is found before any value is
//! wrong). Memory that nothing writes is the same for all threads at all times.
//!
//! # What a proof stands on
//! - Theorem 5.2: the kernel terminates. Only divergence needs it here; a race is also found in loops that do not terminate.
//! - Races: no divergence; and divergence no races, if barriers depend on what is in memory that the kernel writes. That is no
//!   circle: each is about the moment at which something goes wrong for the first time.
//! - Accesses are aligned and in bounds; different pointer parameters are disjoint.
//! - Where the caller knows of [no race in a CTA](Wanted::no_race_in_cta), that is not asked again: the caller has to name the
//!   source of that knowledge.
//!
//! What is not modelled is a [gap](Gap): then there is no verdict.

mod alike;
mod candidates;
mod compare;
mod consistent;
mod contracts;
mod counters;
mod explained;
mod gaps;
mod houdini;
mod induction;
mod lane_memory;
mod lanes;
mod locks;
mod log;
mod model;
mod naming;
mod needed;
mod order;
mod outcome;
mod overruns;
mod part;
mod provided;
mod question;
mod setup;
mod split;
mod symbols;
mod uniform;
mod values;
mod walk;

pub use candidates::Relation;
pub use compare::Compare;
pub use explained::{Condition, Explained, Form, Guess, Held, OfBarrier, OfLoop, Variable};
pub use gaps::Gap;
use gaps::Question;
pub use model::{Content, Inputs, Place};
pub use outcome::{Answer, Assumptions, Counts, Finding, Outcome, Tally, What};
pub use part::Part;
pub use provided::{Conditions, Otherwise, Provided, Violation, Without};
pub use raddle_symbolic::Region;
pub use uniform::{Shared, Uniformity};
pub use values::Valued;

use crate::normal::{Normal, normalise};
use explained::Guessed;
use lane_memory::LaneMemory;
use lanes::{InStep, Lanes};
use needed::Needed;
use question::{Context, Questions, Two};
use raddle_ir::clock::Deadline;
use raddle_ir::{Block, FenceFlags, Function, Inst, InstKind, LocId, Module, PureOp};
use raddle_launch::LaunchSpace;
use raddle_smt::{Limits, Solver, Terms};
use raddle_symbolic::pure::always_divides;
use setup::Setup;
use std::collections::BTreeSet;
use std::time::Duration;
use symbols::{Pair, Who};
use walk::{Access, Barrier, From, Seen, Way, walk};

/// What is asked besides races, divergence and contracts, and how much time there is.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The limits of a question to the solver.
    pub limits: Limits,
    /// So long may all questions together take.
    pub all: Duration,
    /// No work is begun after that: walks, too, are given up then.
    pub deadline: Deadline,
    /// And so much [work](Solver::work) of the solver; any, when none.
    pub work: Option<u64>,
    /// Do accesses stay in their objects?
    pub bounds: bool,
    /// How many rounds of each loop are followed, instead of arbitrary ones: nothing is proved then.
    pub unwind: Option<u32>,
    /// Are races between threads of different CTAs asked for?
    pub between_ctas: bool,
    /// For invariants of the source, how many rounds that keep them must lead to one more: more than 1 is k-induction.
    pub induction: u32,
    /// Are the invariants of the source candidates, that may fail?
    pub candidates: bool,
    /// May each load yield anything, except from parameters and constants? Otherwise threads read equal values after a barrier.
    pub adversarial: bool,
    /// Does an integer that is divided by 0 give one result for the same operands? PTX says of the result that it is unspecified, and specific to
    /// the machine.
    pub equal_quotients: bool,
    /// Is it known already that, for all inputs and in all CTAs, no two threads race in shared memory?
    pub no_race_in_shared: bool,
    /// Is it known that no two threads of one CTA race at all?
    pub no_race_in_cta: bool,
    /// Are questions about products read over the integers, too?
    pub integers: bool,
    /// Do proofs count that hold under a condition on the inputs only: that no product in an address and no counter of a loop wraps around, and rows do not
    /// overlap?
    pub conditions: bool,
    /// Integer parameters that are at least 1.
    pub positive: BTreeSet<u32>,
    /// How accesses are compared: the same is found, in more or less time.
    pub compare: Compare,
    /// The search ends after this many pairs of accesses that may race, whatever they write: a proof is out of reach then.
    pub most_races: usize,
    /// The part of the method that is left out, for measurements: less is proved then.
    pub without: Option<Part>,
}

/// Is there a division of integers whose divisor may be 0, as far as the code says?
#[must_use]
pub fn may_divide_by_zero(function: &Function) -> bool {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.into_iter().any(|&inst| match &function.insts[inst].kind {
        InstKind::Pure { op: PureOp::DivU | PureOp::RemU, args } => !always_divides(function, args[1], false),
        InstKind::Pure { op: PureOp::DivS | PureOp::RemS, args } => !always_divides(function, args[1], true),
        _ => false,
    })
}

/// Verifies a prepared kernel. Of one without a normal form, whose control flow is irreducible, nothing is known.
pub fn prove(
    module: &Module,
    function: &Function,
    launch: &LaunchSpace,
    solver: &mut dyn Solver,
    wanted: &Wanted,
) -> Outcome {
    let kernel = match normalise(&split::split(function)) {
        Ok(kernel) => kernel,
        Err(error) => return Outcome::unknown(&[Gap::not_normal(function, &error)]),
    };
    let gaps = gaps::gaps(&kernel, launch, Question::All);
    if !gaps.is_empty() {
        return between_ctas(module, &kernel, launch, solver, wanted, &gaps);
    }
    if wanted.deadline.passed() {
        return Outcome::unknown(&[Gap::late(&kernel)]);
    }
    let mut setup = Setup::new(module, &kernel, launch, wanted);
    if !setup.contracts.misplaced.is_empty() {
        return Outcome::unknown(&setup.contracts.misplaced);
    }
    let needed = Needed::new(module, kernel.function());
    let mut terms = if wanted.without == Some(Part::Rewriting) { Terms::plain() } else { Terms::new() };
    let mut ask = Questions::new(solver, wanted);
    let gaps = gaps::ill_formed(&kernel, &mut terms, &mut ask);
    if !gaps.is_empty() {
        return Outcome { asked: ask.asked(), ..Outcome::unknown(&gaps) };
    }
    let mut shared = None;
    if setup.reads_in_lock_step(&needed) {
        setup.lane_memory = Some(LaneMemory::new(module, &kernel));
        shared = Some(Method::best(&setup, wanted, &needed, &mut terms, &mut ask));
        setup.lane_memory = None;
    }
    // What lanes share is all that they know of it, not even what they have written themselves.
    let outcome = match shared {
        Some(outcome) if outcome.is_proved(wanted.between_ctas) => outcome,
        shared => {
            let own = Method::best(&setup, wanted, &needed, &mut terms, &mut ask);
            shared.filter(|shared| shared.race == Answer::Proved && own.race != Answer::Proved).unwrap_or(own)
        }
    };
    let outcome = Outcome { asked: ask.asked(), ..outcome };
    if wanted.between_ctas && wanted.unwind.is_none() && !wanted.adversarial {
        alike::added(outcome, module, function, launch)
    } else {
        outcome
    }
}

/// Verifies what can be verified of a kernel whose barriers are not modelled: where threads of one CTA are known not to race, that threads of two
/// do not. Contracts are about executions that come past barriers, so there must be none.
fn between_ctas(
    module: &Module,
    kernel: &Normal,
    launch: &LaunchSpace,
    solver: &mut dyn Solver,
    wanted: &Wanted,
    gaps: &[Gap],
) -> Outcome {
    let is_asked =
        wanted.between_ctas && wanted.no_race_in_cta && !launch.is_one_block() && wanted.unwind.is_none();
    let states = !raddle_ir::contracts::regions(kernel.function()).is_empty();
    if !is_asked || states || !gaps::gaps(kernel, launch, Question::BetweenCtas).is_empty() {
        return Outcome::unknown(gaps);
    }
    let mut setup = Setup::new(module, kernel, launch, wanted);
    let needed = Needed::new(module, kernel.function());
    let mut terms = Terms::new();
    let mut ask = Questions::new(solver, wanted);
    if !gaps::ill_formed(kernel, &mut terms, &mut ask).is_empty() {
        return Outcome { asked: ask.asked(), ..Outcome::unknown(gaps) };
    }
    if setup.reads_in_lock_step(&needed) {
        setup.lane_memory = Some(LaneMemory::new(module, kernel));
    }
    // What CTAs do between barriers of the grid, all have to reach.
    if !setup.of_grid.is_empty() {
        return Outcome { asked: ask.asked(), ..Outcome::unknown(gaps) };
    }
    let mut attempt = |small_counters| {
        let (mut equal_writes, mut provided) = (BTreeSet::new(), Conditions::new());
        let answer = Method { small_counters, ..Method::new(&setup, wanted, needed.clone(), &mut terms) }
            .only_between_ctas(&mut ask, (&mut equal_writes, &mut provided));
        let (answer, counts) = answer.unwrap_or_else(|gap| (Answer::Unknown(vec![gap]), Counts::Nothing));
        (answer, counts, equal_writes, provided)
    };
    let mut tried = attempt(false);
    if tried.0 != Answer::Proved && tried.1 != Counts::Nothing {
        let small = attempt(true);
        tried = if small.0 == Answer::Proved { small } else { tried };
    }
    let (race_between_ctas, counts, equal_writes, provided) = tried;
    let equal_between = equal_writes.clone();
    Outcome {
        race_between_ctas,
        equal_writes,
        equal_between,
        provided_between: provided,
        counts,
        asked: ask.asked(),
        ..Outcome::unknown(gaps)
    }
}

/// Why nothing is proved where the assumption that no call strays excludes all executions of two threads.
const NOWHERE: &str =
    "a call through a pointer here never leads to a function of this file with these parameters";

struct Method<'m, 'a> {
    setup: &'m Setup<'a>,
    wanted: &'m Wanted,
    needed: Needed,
    terms: &'m mut Terms,
    /// What holds at the heads of loops, and what was guessed in vain.
    guessed: Guessed,
    /// The user's invariants that do not hold, as far as is known.
    dropped: BTreeSet<Inst>,
    /// The same with what is known of each.
    failing: Vec<(Inst, Answer)>,
    /// What is known of lanes of a warp, once barriers do not diverge.
    lanes: Lanes,
    /// Are assertions before barriers used after them? Sound if all assertions hold.
    instances: bool,
    /// Is it assumed that counters stay small?
    small_counters: bool,
}

impl<'m, 'a> Method<'m, 'a> {
    fn new(setup: &'m Setup<'a>, wanted: &'m Wanted, needed: Needed, terms: &'m mut Terms) -> Self {
        Self {
            setup,
            wanted,
            needed,
            terms,
            guessed: Guessed::default(),
            dropped: BTreeSet::new(),
            failing: Vec::new(),
            lanes: Lanes::default(),
            instances: false,
            small_counters: false,
        }
    }

    /// What is known in the end.
    fn verified(mut self, ask: &mut Questions<'_>) -> Outcome {
        let mut outcome = self.outcome(ask).unwrap_or_else(|gap| Outcome::unknown(&[gap]));
        if outcome.assumptions == Assumptions::Consistent {
            outcome.out_of_reach = self.out_of_reach(ask).unwrap_or_default();
            outcome.strays = self.strays(ask);
        }
        Outcome { explained: self.explained(), ..outcome }
    }
}

impl Method<'_, '_> {
    /// The outcome; it uses assertions before barriers after them if all assertions hold that way.
    fn outcome(&mut self, ask: &mut Questions<'_>) -> Result<Outcome, Gap> {
        // Between an assertion and the barrier another lane may write what it is about, in lock-step.
        let last = self.setup.lane_memory.is_none();
        // And a thread that breaks what it has asserted may end before it, where those arrive.
        let last = last && !self.setup.launch.exited_arrive;
        if last && self.setup.contracts.have_instances() && self.wanted.unwind.is_none() {
            self.instances = true;
            let outcome = self.outcome_so(ask)?;
            // What another CTA writes meanwhile is no matter of races that the kernel itself has.
            let disturbed = outcome.looks_at_other_ctas && self.wanted.between_ctas;
            if outcome.assertions == Answer::Proved && !disturbed {
                return Ok(outcome);
            }
            self.instances = false;
            self.guessed = Guessed::default();
        }
        self.outcome_so(ask)
    }

    /// The same, with invariants only where it needs some.
    fn outcome_so(&mut self, ask: &mut Questions<'_>) -> Result<Outcome, Gap> {
        self.failing = self.settle(ask)?;
        if let Some(gap) = self.contradiction(ask)? {
            return Ok(Outcome::contradictory(gap));
        }
        // With invariants of loops more is decided, under weaker conditions.
        let preliminary = self.has_loops() && self.wanted.unwind.is_none();
        let outcome = ask.preliminarily(preliminary, |ask| self.attempt(ask))?;
        if let Some(rounds) = self.wanted.unwind {
            return Ok(outcome.unwound(rounds, self.setup.kernel.function().loc));
        }
        // Assumptions may exclude a later round of a loop only, which its invariants show.
        let is_final = outcome.is_proved(self.wanted.between_ctas);
        if is_final && !self.assumes_in_loops() {
            return Ok(outcome);
        }
        self.with_invariants(ask, outcome, is_final)
    }

    fn has_loops(&self) -> bool {
        !self.setup.kernel.loops().all().is_empty()
    }

    /// The outcome with invariants of loops, if it `is_final` only in that these may contradict what is assumed.
    fn with_invariants(
        &mut self,
        ask: &mut Questions<'_>,
        mut outcome: Outcome,
        is_final: bool,
    ) -> Result<Outcome, Gap> {
        if let Some(gap) = self.find_invariants(ask)? {
            return Ok(Outcome::contradictory(gap));
        }
        if is_final {
            return Ok(outcome);
        }
        if !self.guessed.kept.is_empty() && !self.failing.is_empty() {
            self.failing = self.settle(ask)?;
        }
        // Without loops nothing was left for later.
        if self.has_loops() {
            outcome = self.attempt(ask)?;
        }
        // Does it matter which of two writes is the last?
        let mut evaluated = BTreeSet::new();
        loop {
            let writes = self.racing_writes(&outcome);
            if writes.is_subset(&evaluated) {
                return Ok(outcome);
            }
            evaluated.extend(writes);
            self.needed = Needed::and_written(self.setup.module, self.setup.kernel.function(), &evaluated);
            if let Some(gap) = self.find_invariants(ask)? {
                return Ok(Outcome::contradictory(gap));
            }
            outcome = self.attempt(ask)?;
        }
    }

    /// Is an invariant one that may fail?
    fn is_candidate(&self, end: Inst) -> bool {
        self.wanted.candidates || self.setup.contracts.is_candidate(end)
    }

    /// Where the candidates stand that are not known to hold.
    fn given_up(&self) -> Vec<LocId> {
        let ends = self.failing.iter().map(|(end, _)| *end).filter(|&end| self.is_candidate(end));
        ends.map(|end| self.setup.kernel.function().insts[end].loc).collect()
    }

    /// Is something assumed in the rounds of a loop?
    fn assumes_in_loops(&self) -> bool {
        let kernel = self.setup.kernel;
        let blocks = kernel.loops().all().iter().flat_map(|of| of.blocks.iter().copied()).collect();
        self.setup.contracts.assumes_in(kernel, &blocks)
    }

    /// Guesses, of what is evaluated, what holds at the heads of loops. With that, an assumption in a loop may exclude all rounds: then
    /// everything would follow from it.
    fn find_invariants(&mut self, ask: &mut Questions<'_>) -> Result<Option<Gap>, Gap> {
        let unused = self.wanted.without == Some(Part::Guesses);
        if unused && !self.assumes_in_loops() {
            return Ok(None);
        }
        self.guessed =
            houdini::invariants(self.setup, &self.needed, self.terms, (&self.dropped, self.instances), ask)
                .map_err(|unwalked| Gap::unwalked(self.setup.kernel, unwalked))?;
        let found = if self.guessed.kept.is_empty() { Ok(None) } else { self.contradiction(ask) };
        if unused {
            self.guessed = Guessed::default();
        }
        found
    }

    /// The stores that may race, if nothing else goes wrong.
    fn racing_writes(&self, outcome: &Outcome) -> BTreeSet<Inst> {
        let answers = [&outcome.race, &outcome.race_between_ctas];
        // Where something else goes wrong too, equal values do not help.
        let to_equal = answers.into_iter().filter(|answer| self.lost(answer) == 0);
        to_equal.flat_map(pairs).flatten().collect()
    }

    /// How many races there may be that equal values do not make benign.
    fn lost(&self, answer: &Answer) -> usize {
        let function = self.setup.kernel.function();
        let is_store = |inst: &Inst| matches!(function.insts[*inst].kind, InstKind::Store { .. });
        let is_known = |inst: &Inst| match &function.insts[*inst].kind {
            InstKind::Store { values, .. } => values.iter().all(|&v| self.needed.value(v)),
            _ => false,
        };
        pairs(answer).filter(|pair| !pair.iter().all(is_store) || pair.iter().all(is_known)).count()
    }

    /// The answers, with the user's invariants but for these, which fail.
    fn attempt(&mut self, ask: &mut Questions<'_>) -> Result<Outcome, Gap> {
        ask.anew();
        let main = self.walks(Pair::SameCta, None, &BTreeSet::new())?;
        let [assertions, ensures] = self.assertions(&main, ask)?;
        let bounds = if self.wanted.bounds { self.in_bounds(&main, ask) } else { Answer::Proved };
        let looks_at_other_ctas = !self.setup.launch.is_one_block()
            && (!self.wanted.between_ctas || self.looks_elsewhere(&main, ask)?);
        let is_claimed = |(end, _): &&(Inst, Answer)| !self.is_candidate(*end);
        let claimed = self.failing.iter().filter(is_claimed).map(|(_, answer)| answer.clone());
        let contracts = joined([ensures].into_iter().chain(claimed).collect());
        let mut divergence = self.divergence(Pair::SameCta, &main, ask)?;
        if divergence == Answer::Proved && self.waits_for_ctas() {
            let main = self.walks(Pair::OtherCta, None, &BTreeSet::new())?;
            divergence = self.divergence(Pair::OtherCta, &main, ask)?;
        }
        let (mut equal_writes, mut equal_between) = (BTreeSet::new(), BTreeSet::new());
        let (mut provided, mut provided_between) = (Conditions::new(), Conditions::new());
        let loc = self.setup.kernel.function().loc;
        let unknown = |reason: &str| Answer::Unknown(vec![Gap { loc, reason: reason.to_owned() }]);
        // Of executions in which all loops end everything holds, where there are none.
        let several = self.setup.launch.threads() != Some(1);
        if several && divergence == Answer::Proved && !ask.can_end(self.terms, self.setup, &main) {
            divergence = unknown("a loop here does not terminate");
        }
        // And of those in which no call leads to no function.
        let stray = main[0].strays.first().map(|(inst, _)| self.setup.kernel.function().insts[*inst].loc);
        let stray = stray.filter(|_| several && !ask.can_lead(self.terms, self.setup, &main));
        let in_step = if divergence == Answer::Proved { self.in_step(ask)? } else { InStep::default() };
        let lanes_meet = self.lanes_meet(&in_step);
        if lanes_meet {
            self.lanes.waits = lanes::meeting_places(self.setup, &in_step);
        }
        let mut race = match &divergence {
            _ if self.wanted.no_race_in_cta => Answer::Proved,
            Answer::Proved => self.races(&main, &in_step, ask, (&mut equal_writes, &mut provided))?,
            other => other.clone(),
        };
        let control_on_memory = self.control_on_memory();
        if control_on_memory && race != Answer::Proved && divergence == Answer::Proved {
            divergence = unknown("that requires that the kernel has no races");
        }
        let race_between_ctas = if self.setup.launch.is_one_block() {
            Answer::Proved
        } else if matches!(race, Answer::Possible(_)) {
            unknown("threads of one block may race")
        } else if !self.wanted.between_ctas {
            unknown("races between blocks are not asked for")
        } else if divergence != Answer::Proved && !self.setup.of_grid.is_empty() {
            unknown("that requires that all threads reach the barriers of the grid")
        } else {
            self.races_between_ctas(ask, (&mut equal_between, &mut provided_between))?
        };
        equal_between.retain(|write| !equal_writes.contains(write));
        equal_writes.extend(&equal_between);
        // What a thread finds where CTAs race decides to which barriers of the grid it comes.
        if control_on_memory && self.waits_for_ctas() && race_between_ctas != Answer::Proved {
            let why = "that requires that the kernel has no races between blocks";
            [&mut divergence, &mut race]
                .into_iter()
                .filter(|a| **a == Answer::Proved)
                .for_each(|a| *a = unknown(why));
        }
        let counts = self.counts(&main);
        Ok(Outcome {
            divergence,
            race,
            race_was_known: self.wanted.no_race_in_shared || self.wanted.no_race_in_cta,
            race_between_ctas,
            assertions,
            contracts,
            bounds,
            left_out: self.setup.contracts.left_out(self.setup.kernel),
            given_up: self.given_up(),
            looks_at_other_ctas,
            assumptions: Assumptions::Consistent,
            nowhere: stray.map(|loc| Gap { loc, reason: NOWHERE.to_owned() }),
            out_of_reach: BTreeSet::new(),
            strays: BTreeSet::new(),
            equal_writes,
            equal_between,
            provided,
            provided_between,
            control_on_memory,
            counts,
            initialised: false,
            equal_quotients: self.wanted.equal_quotients,
            lanes_meet,
            asked: ask.asked(),
            explained: Explained::default(),
        })
    }

    /// Do barriers depend on what is in memory that the kernel writes?
    fn control_on_memory(&self) -> bool {
        let control = Needed::control(self.setup.module, self.setup.kernel.function());
        let uses = &self.setup.uses;
        let written =
            |region: Region| uses.iter().any(|(&other, used)| used.written && self.setup.meet(region, other));
        uses.keys().any(|&region| control.content(region) && written(region))
    }

    /// Both threads' walks from a barrier, or from the start.
    fn walks(
        &mut self,
        pair: Pair,
        from: Option<(&Barrier, &[Seen; 2])>,
        stops: &BTreeSet<Block>,
    ) -> Result<[Seen; 2], Gap> {
        let mut seen = Vec::new();
        for (number, who) in Who::BOTH.into_iter().enumerate() {
            let start = from.and_then(|(block, main)| Some((block, main[number].starts.get(block)?)));
            let from = start.map_or(From::Entry, |(block, start)| From::Barrier(block.0, start));
            let way = Way {
                pair,
                who,
                from,
                lanes: &self.lanes,
                stops,
                candidates: &self.guessed.kept,
                dropped: &self.dropped,
                unwind: self.wanted.unwind,
                induction: self.wanted.induction,
                guessing: false,
                instances: self.instances,
            };
            let walked = walk(self.setup, &self.needed, self.terms, way);
            seen.push(walked.map_err(|unwalked| Gap::unwalked(self.setup.kernel, unwalked))?);
        }
        let second = seen.pop().unwrap_or_default();
        Ok([seen.pop().unwrap_or_default(), second])
    }

    /// The blocks that end in a barrier with such fences.
    fn barriers(&self, fences: impl Fn(FenceFlags) -> bool) -> BTreeSet<Block> {
        let function = self.setup.kernel.function();
        let ends = |b: &&Block| match function.blocks[**b].insts.last().map(|&i| &function.insts[i].kind) {
            Some(InstKind::Barrier(barrier)) => fences(barrier.fence),
            _ => false,
        };
        self.setup.kernel.order().iter().filter(ends).copied().collect()
    }

    /// Where segments begin: at the start, and after each barrier that both threads can reach.
    fn segments<'s>(
        &self,
        main: &'s [Seen; 2],
        stops: &BTreeSet<Block>,
    ) -> Vec<Option<(&'s Barrier, &'s [Seen; 2])>> {
        let [first, second] = main;
        let both = |b: &&Barrier| stops.contains(&b.0) && second.starts.contains_key(*b);
        let behind = first.starts.keys().filter(both).map(|b| Some((b, main)));
        [None].into_iter().chain(behind).collect()
    }

    /// Are there barriers at which CTAs wait for each other?
    fn waits_for_ctas(&self) -> bool {
        !self.setup.of_grid.is_empty() && !self.setup.launch.is_one_block()
    }

    /// Do both threads reach the same barriers that make them wait for each other?
    fn divergence(&mut self, pair: Pair, main: &[Seen; 2], ask: &mut Questions<'_>) -> Result<Answer, Gap> {
        let stops = match pair {
            Pair::SameWarp | Pair::SameCta => self.barriers(|_| true),
            Pair::OtherCta => self.setup.of_grid.clone(),
        };
        let mut all = Vec::new();
        for from in self.segments(main, &stops) {
            let seen = self.walks(pair, from, &stops)?;
            let context = self.context(pair, from, &seen, true);
            let two = Two { pair, context: &context, seen: &seen };
            all.push(ask.divergence(self.terms, self.setup, two));
        }
        Ok(joined(all))
    }

    /// Races between CTAs, and nothing else, up to writes of equal values; and what is assumed of counters.
    fn only_between_ctas(
        &mut self,
        ask: &mut Questions<'_>,
        (equal, provided): (&mut BTreeSet<Inst>, &mut Conditions),
    ) -> Result<(Answer, Counts), Gap> {
        let main = self.walks(Pair::OtherCta, None, &BTreeSet::new())?;
        let counts = self.counts(&main);
        let mut evaluated = BTreeSet::new();
        loop {
            equal.clear();
            provided.clear();
            let answer = self.races_between_ctas(ask, (equal, provided))?;
            let writes: BTreeSet<Inst> =
                if self.lost(&answer) == 0 { pairs(&answer).flatten().collect() } else { BTreeSet::new() };
            if writes.is_subset(&evaluated) {
                return Ok((answer, counts));
            }
            evaluated.extend(writes);
            self.needed = Needed::and_written(self.setup.module, self.setup.kernel.function(), &evaluated);
        }
    }

    /// Nothing but barriers of the grid orders two CTAs.
    fn races_between_ctas(
        &mut self,
        ask: &mut Questions<'_>,
        (equal, provided): (&mut BTreeSet<Inst>, &mut Conditions),
    ) -> Result<Answer, Gap> {
        let pair = Pair::OtherCta;
        let main = self.walks(pair, None, &BTreeSet::new())?;
        let stops = self.setup.of_grid.clone();
        let mut all = Vec::new();
        for from in self.segments(&main, &stops) {
            let seen = if stops.is_empty() { main.clone() } else { self.walks(pair, from, &stops)? };
            let context = self.context(pair, from, &seen, false);
            let two = Two { pair, context: &context, seen: &seen };
            all.push(ask.races(
                self.terms,
                self.setup,
                two,
                |shared| !shared,
                |_, _| false,
                (equal, provided),
            ));
        }
        Ok(joined(all))
    }

    fn races(
        &mut self,
        main: &[Seen; 2],
        in_step: &InStep,
        ask: &mut Questions<'_>,
        (equal, provided): (&mut BTreeSet<Inst>, &mut Conditions),
    ) -> Result<Answer, Gap> {
        let mut all = Vec::new();
        let shared = self.barriers(|fence| fence.shared);
        let global = self.barriers(|fence| fence.global);
        let same = shared == global;
        let of_warp = match self.lanes.waits.is_empty() {
            true => None,
            false => Some(self.walks(Pair::SameWarp, None, &BTreeSet::new())?),
        };
        let pairs = [(Pair::SameCta, Some(main)), (Pair::SameWarp, of_warp.as_ref())];
        for (stops, of_shared) in [(shared, true), (global, false)] {
            if same && !of_shared {
                continue;
            }
            for (pair, main) in pairs.into_iter().filter_map(|(pair, main)| Some((pair, main?))) {
                let stops = if pair == Pair::SameWarp { &stops | &self.lanes.waits } else { stops.clone() };
                // The start comes last: where loops have no rounds, conditions that are needed elsewhere may exclude all that is left.
                for from in self.segments(main, &stops).into_iter().rev() {
                    let seen = self.walks(pair, from, &stops)?;
                    let context = self.context(pair, from, &seen, false);
                    let which = |shared| same || shared == of_shared;
                    let two = Two { pair, context: &context, seen: &seen };
                    let (setup, needed, of_warp) = (self.setup, &self.needed, of_warp.is_some());
                    let ordered = |a: &Access, b: &Access| of_warp || in_step.ordered(setup, needed, a, b);
                    all.push(ask.races(self.terms, self.setup, two, which, ordered, (equal, provided)));
                    if all.iter().map(|answer| self.lost(answer)).sum::<usize>() >= ask.most_races() {
                        return Ok(joined(all));
                    }
                }
            }
        }
        Ok(joined(all))
    }

    /// What is assumed of counters.
    fn counts(&self, main: &[Seen; 2]) -> Counts {
        match main.iter().all(|seen| seen.counts.is_empty()) {
            true => Counts::Nothing,
            false if self.small_counters => Counts::Small,
            false => Counts::NoWrap,
        }
    }

    /// What holds in a segment.
    fn context(
        &mut self,
        pair: Pair,
        from: Option<(&Barrier, &[Seen; 2])>,
        seen: &[Seen; 2],
        ending: bool,
    ) -> Context {
        let main = from.map(|(_, main)| main);
        let (mut assumed, mut sums) = (Vec::new(), Vec::new());
        let mut all = counters::facts(self.terms, self.setup, pair, (main, seen), self.small_counters);
        if let Some((block, main)) = from {
            for thread in main {
                all.extend(thread.starts.get(block).map(|s| s.enabled));
                assumed.extend(&thread.assumptions);
                sums.extend(&thread.sums);
                all.extend(thread.ends.iter().filter(|_| ending));
            }
        }
        for thread in seen {
            all.extend(thread.ends.iter().chain(&thread.kept).filter(|_| ending));
        }
        Context { holds: all, assumed, sums }
    }
}

/// The pairs of accesses that may race.
fn pairs(answer: &Answer) -> impl Iterator<Item = [Inst; 2]> {
    let findings = if let Answer::Possible(findings) = answer { findings.as_slice() } else { &[] };
    findings.iter().filter_map(|finding| match finding.what {
        What::Race { first, second } => Some([first, second]),
        _ => None,
    })
}

/// The answer to all of several questions.
fn joined(answers: Vec<Answer>) -> Answer {
    let mut findings = Vec::new();
    let mut gaps: Vec<Gap> = Vec::new();
    for answer in answers {
        match answer {
            Answer::Proved => {}
            Answer::Possible(more) => findings.extend(more),
            Answer::Unknown(more) => gaps.extend(more),
        }
    }
    if !findings.is_empty() {
        Answer::Possible(findings)
    } else if !gaps.is_empty() {
        Answer::Unknown(gaps)
    } else {
        Answer::Proved
    }
}
