//! Questions about two threads, and who answers them: rewriting where it can, a solver for the rest.

mod conditions;
mod inputs;
mod races;

pub use races::{MOST_BYTES, conflict, meet, overlap};

use super::gaps::Gap;
use super::model;
use super::provided::{Provided, Violation};
use super::setup::Setup;
use super::symbols::{Pair, Who, one_thread, two_threads};
use super::values::{self, Named};
use super::walk::{Access, Seen};
use super::{Answer, Finding, Tally, Wanted, What, joined};
use crate::limits::{
    EFFORT_WHERE_SCALED, TIME_OF_INTEGERS, TRIES_IN_VAIN, WORK_BESIDE_CONTEXT, WORK_BY_INTEGERS,
    WORK_OF_PRODUCT,
};
use raddle_ir::clock::Deadline;
use raddle_ir::{Block, Inst, InstKind, LocId};
use raddle_smt::integers::{self, Condition};
use raddle_smt::{Limits, Op, Reason, Solver, Symbol, Term, Terms, Value};
use raddle_symbolic::address::functions;
use raddle_symbolic::thread::is_input;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Asks a solver, and counts.
pub struct Questions<'q> {
    solver: &'q mut dyn Solver,
    wanted: &'q Wanted,
    /// Is no condition on the inputs looked for, as more is known later?
    is_preliminary: bool,
    /// When all of them have taken too long.
    end: Instant,
    /// And how much the solver will have worked by then, at most.
    most_work: u64,
    asked: Tally,
    /// Why the last question that has no answer has none.
    open: Option<Reason>,
    /// The open levels.
    levels: Vec<Level>,
    /// How much work questions about integers took.
    work_by_integers: u64,
    /// And those about inputs that make more sense.
    work_for_sense: u64,
    /// The conditions on inputs that were needed so far.
    conditions: Vec<Condition>,
    /// How much work a question with products may take that the integers do not decide, if less than others.
    most_of_products: Option<u64>,
    /// How many questions in a row it did not help to ask beside what holds, since a level was opened.
    in_vain: u32,
    /// How many questions in a row with multiples the integers did not decide.
    scaled_in_vain: u32,
    /// How many questions in a row conditions did not help that say that sums do not wrap around, since a level was opened.
    wraps_in_vain: u32,
}

/// Conditions, and inputs that violate them.
type Said = BTreeMap<Provided, Violation>;

/// What conditions exclude.
#[derive(Clone)]
struct Excluded {
    /// The conditions.
    said: Said,
    /// Is it reached in launches that meet them? Otherwise they are needed elsewhere, and say nothing of it.
    is_reached: bool,
}

/// What is known where questions are asked.
#[derive(Default)]
struct Level {
    /// This holds.
    holds: Vec<Term>,
    /// And so do these assumptions about products: the solver hears of them where it answers against them. Bit by bit, all questions would be hard.
    products: Vec<Term>,
    /// And so do these: wide sums that are for the integers only.
    sums: Vec<Term>,
    /// A solver said that these cannot hold beside it. A read and a write of one place, as in `a[i] += x`, ask the same.
    never: BTreeSet<Term>,
    /// Of these the integers say nothing.
    not_by_integers: BTreeSet<Term>,
    /// And these cannot hold under such conditions, if there are some.
    only_if: BTreeMap<Term, Option<Excluded>>,
}

/// What holds of two threads besides what their walks assume.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// This.
    pub holds: Vec<Term>,
    /// What the walks to where theirs begin assume.
    pub assumed: Vec<Term>,
    /// And [sums](Seen::sums) of the walks to where theirs begin.
    pub sums: Vec<Term>,
}

/// Nothing.
static NOTHING: Context = Context { holds: Vec::new(), assumed: Vec::new(), sums: Vec::new() };

/// Two threads and their walks.
#[derive(Clone, Copy)]
pub struct Two<'s> {
    /// How they stand to each other.
    pub pair: Pair,
    /// What holds besides what they assume.
    pub context: &'s Context,
    /// Their walks.
    pub seen: &'s [Seen; 2],
}

impl<'s> Two<'s> {
    /// Threads of one CTA, of whose beginnings nothing is known.
    pub const fn of_cta(seen: &'s [Seen; 2]) -> Self {
        Self { pair: Pair::SameCta, context: &NOTHING, seen }
    }
}

/// What a question is about.
#[derive(Clone, Debug)]
pub struct Topic {
    /// What may go wrong.
    pub what: What,
    /// Where.
    pub loc: LocId,
    /// The variables that it depends on.
    pub named: Vec<Named>,
}

impl Topic {
    /// Two accesses and what their addresses are computed from.
    pub fn race(setup: &Setup<'_>, a: &Access, b: &Access) -> Self {
        let of = |who: Who, access: &Access| {
            access.named.iter().map(move |&(value, term)| Named { who, value, term }).collect::<Vec<_>>()
        };
        let loc = setup.kernel.function().insts[a.inst].loc;
        let named = [of(Who::First, a), of(Who::Second, b)].concat();
        Self { what: What::Race { first: a.inst, second: b.inst }, loc, named }
    }
}

impl<'q> Questions<'q> {
    /// Nothing was asked yet.
    pub fn new(solver: &'q mut dyn Solver, wanted: &'q Wanted) -> Self {
        let most_work = wanted.work.map_or(u64::MAX, |work| solver.work().saturating_add(work));
        Self {
            solver,
            wanted,
            end: Instant::now() + wanted.all,
            is_preliminary: false,
            most_work,
            asked: Tally::default(),
            open: None,
            levels: Vec::new(),
            work_by_integers: 0,
            most_of_products: None,
            work_for_sense: 0,
            conditions: Vec::new(),
            in_vain: 0,
            scaled_in_vain: 0,
            wraps_in_vain: 0,
        }
    }

    /// How many races are looked for.
    pub fn most_races(&self) -> usize {
        self.wanted.most_races
    }

    /// Why the last question that has no answer has none.
    pub fn open_for(&self) -> Option<&Reason> {
        self.open.as_ref()
    }

    /// How many questions were asked, and how many the solver had to answer.
    pub fn asked(&self) -> Tally {
        self.asked
    }

    /// Asks, and gives up questions with products sooner that the integers do not decide: under conditions they decide more.
    pub fn with_few_products<T>(&mut self, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.most_of_products;
        self.most_of_products = Some(WORK_OF_PRODUCT).filter(|_| self.wanted.integers);
        let made = ask(self);
        self.most_of_products = before;
        made
    }

    /// Asks for an answer that may be `preliminary`: without conditions on the inputs, and with little work for products. The integers may do as
    /// much for the answer that counts.
    pub fn preliminarily<T>(&mut self, preliminary: bool, ask: impl FnOnce(&mut Self) -> T) -> T {
        if !preliminary {
            return ask(self);
        }
        let before = (self.is_preliminary, self.work_by_integers);
        self.is_preliminary = true;
        let made = self.with_few_products(ask);
        (self.is_preliminary, self.work_by_integers) = before;
        made
    }

    /// Asks with at most so much work, and as much of the integers as at the beginning.
    pub fn with_work<T>(&mut self, work: u64, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.most_work;
        let limited = before.min(self.solver.work().saturating_add(work));
        self.most_work = limited;
        (self.work_by_integers, self.scaled_in_vain) = (0, 0);
        let made = ask(self);
        // What the integers took counts nowhere.
        self.most_work = before.saturating_add(self.most_work.saturating_sub(limited));
        made
    }

    /// How much work was done, that of the integers included.
    pub fn work(&self) -> u64 {
        self.solver.work().saturating_add(self.work_by_integers)
    }

    /// Forgets conditions that were needed before more was known.
    pub fn anew(&mut self) {
        self.conditions.clear();
    }

    /// Opens a level in which formulas hold.
    pub fn begin(&mut self, terms: &Terms, formulas: &[Term]) {
        self.solver.push();
        formulas.iter().for_each(|&formula| self.solver.assert(terms, formula));
        self.levels.push(Level { holds: formulas.to_vec(), ..Level::default() });
        self.in_vain = 0;
        self.wraps_in_vain = 0;
    }

    /// Does the solver exclude that all these hold together, without what is assumed of products?
    pub fn excludes(&mut self, terms: &Terms, formulas: &[Term]) -> bool {
        self.asked.all += 1;
        self.asked.solved += 1;
        let most = self.most_of_products.filter(|_| integers::multiplies(terms, formulas));
        matches!(self.solve_without_products(terms, formulas, most), raddle_smt::Answer::Unsat(_))
    }

    /// How much time is left for all of them, and how much work.
    fn left(&self) -> Option<(Duration, u64)> {
        let time = self.end.saturating_duration_since(Instant::now());
        let work = self.most_work.saturating_sub(self.solver.work());
        (!time.is_zero() && work > 0).then_some((time, work))
    }

    /// Asks the solver, as long as there is time, and for at most so much work.
    fn solve(&mut self, terms: &Terms, formulas: &[Term], most: Option<u64>) -> raddle_smt::Answer {
        let answer = self.solve_without_products(terms, formulas, most);
        let raddle_smt::Answer::Sat(found) = &answer else { return answer };
        let products: Vec<Term> = self.levels.iter().flat_map(|level| &level.products).copied().collect();
        let is_met = |&product: &Term| found.value(terms, product) == Some(Value::Scalar(1));
        if products.iter().all(is_met) {
            return answer;
        }
        self.solve_without_products(terms, &[formulas, &products].concat(), most)
    }

    /// The same, but for what is assumed of products.
    fn solve_without_products(
        &mut self,
        terms: &Terms,
        formulas: &[Term],
        most: Option<u64>,
    ) -> raddle_smt::Answer {
        let Some((time, work)) = self.left() else {
            return raddle_smt::Answer::Unknown(raddle_smt::Reason::Time);
        };
        let of_one = &self.wanted.limits;
        let limits = Limits {
            time: Some(of_one.time.map_or(time, |most| most.min(time))),
            work: Some(of_one.work.into_iter().chain(most).fold(work, u64::min)),
            ..of_one.clone()
        };
        self.solver.check(terms, formulas, &limits)
    }

    /// Can a formula hold?
    fn decide(&mut self, terms: &mut Terms, formula: Term) -> raddle_smt::Answer {
        // Variables that it gives a value are put in.
        let own = terms.eliminate(formula);
        if self.is_known_never(formula) || terms.is_false(own) {
            return raddle_smt::Answer::Unsat(Vec::new());
        }
        self.asked.solved += 1;
        if self.is_never(terms, formula) {
            return raddle_smt::Answer::Unsat(Vec::new());
        }
        let soon = self.soon_where_scaled(terms, formula, own);
        let most = self.most_of_products.filter(|_| integers::multiplies(terms, &[formula]));
        let answer = match soon {
            Some(answer) => answer,
            None if own == formula => self.solve(terms, &[formula], most),
            None => self.soon(terms, own).unwrap_or_else(|| self.together(terms, formula, most)),
        };
        if matches!(answer, raddle_smt::Answer::Unsat(_)) {
            self.remember(formula, true);
        }
        answer
    }

    /// The answer to a formula with multiples of numbers that are no powers of two, where the solver, or the integers, find one soon: bit by bit, they are
    /// hard. Of wide sums only the integers know.
    fn soon_where_scaled(&mut self, terms: &Terms, formula: Term, own: Term) -> Option<raddle_smt::Answer> {
        let may_ask = self.wanted.integers
            && self.scaled_in_vain < TRIES_IN_VAIN
            && !self.is_not_by_integers(formula)
            && self.has_time_for_integers();
        if !may_ask || !integers::scales(terms, &[formula]) || integers::multiplies(terms, &[formula]) {
            return None;
        }
        let found = match self.solve(terms, &[own], Some(WORK_BESIDE_CONTEXT)) {
            raddle_smt::Answer::Unknown(_) => None,
            raddle_smt::Answer::Sat(found) if self.levels.iter().any(|level| !level.sums.is_empty()) => {
                Some(raddle_smt::Answer::Sat(found))
            }
            decided => return Some(decided),
        };
        let (all, deadline) = (self.about(terms, formula), self.deadline());
        let effort = EFFORT_WHERE_SCALED >> self.scaled_in_vain;
        if self.by_integers(|| integers::are_impossible(terms, &all, deadline, effort)) {
            self.scaled_in_vain = 0;
            return Some(raddle_smt::Answer::Unsat(Vec::new()));
        }
        self.scaled_in_vain += 1;
        self.remember(formula, false);
        found
    }

    fn is_not_by_integers(&self, formula: Term) -> bool {
        self.levels.iter().any(|level| level.not_by_integers.contains(&formula))
    }

    fn has_time_for_integers(&self) -> bool {
        self.work_by_integers < WORK_BY_INTEGERS && self.left().is_some()
    }

    fn is_known_never(&self, formula: Term) -> bool {
        self.levels.iter().any(|level| level.never.contains(&formula))
    }

    /// Do the integers, or does an earlier answer, tell that a formula cannot hold here?
    fn is_never(&mut self, terms: &Terms, formula: Term) -> bool {
        if self.is_known_never(formula) {
            return true;
        }
        if !self.multiplies(terms, formula) {
            return false;
        }
        let (all, deadline) = (self.beside(formula), self.deadline());
        let never = self.by_integers(|| integers::are_impossible(terms, &all, deadline, integers::EFFORT));
        self.remember(formula, never);
        never
    }

    /// Remembers that a formula cannot hold here, or that the integers do not know.
    fn remember(&mut self, formula: Term, never: bool) {
        let Some(level) = self.levels.last_mut() else { return };
        if never {
            level.never.insert(formula);
        } else {
            level.not_by_integers.insert(formula);
        }
    }

    /// Is a formula to be read over the integers: does it multiply terms, as the address of a row does?
    fn multiplies(&self, terms: &Terms, formula: Term) -> bool {
        !self.is_not_by_integers(formula) && self.has_products(terms, formula)
    }

    /// Does a formula multiply, and may the integers be asked?
    fn has_products(&self, terms: &Terms, formula: Term) -> bool {
        self.wanted.integers && self.has_time_for_integers() && integers::multiplies(terms, &[formula])
    }

    /// Asks the integers: that takes nothing from the work of the solver, and has a limit of its own.
    fn by_integers<T>(&mut self, ask: impl FnOnce() -> T) -> T {
        let (answer, work) = integers::measured(ask);
        self.most_work = self.most_work.saturating_add(work);
        self.work_by_integers = self.work_by_integers.saturating_add(work);
        answer
    }

    /// What holds at the open levels, and a formula.
    fn beside(&self, formula: Term) -> Vec<Term> {
        let of = |level: &Level| [&level.holds[..], &level.products, &level.sums].concat();
        self.levels.iter().flat_map(of).chain([formula]).collect()
    }

    /// The same, but for what speaks of other things than it does: of other rounds of a loop, say.
    fn about(&self, terms: &Terms, formula: Term) -> Vec<Term> {
        let own: BTreeSet<Symbol> = terms.variables(&[formula]).into_iter().collect();
        let is_about = |&holds: &Term| {
            let is_known = |symbol| own.contains(&symbol) || is_input(&terms.declaration(symbol).name);
            terms.variables(&[holds]).into_iter().all(is_known)
        };
        self.beside(formula).into_iter().filter(is_about).collect()
    }

    /// What a formula says of the values that it multiplies, and of values that are compared with these: what ends a loop, say, is about
    /// other values.
    fn of_products(terms: &mut Terms, formula: Term) -> Term {
        let parts: Vec<Term> = match terms.op(formula) {
            Op::And => terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let values = |&part: &Term| -> BTreeSet<Symbol> {
            let all = terms.variables(&[part]).into_iter();
            all.filter(|&symbol| !is_input(&terms.declaration(symbol).name)).collect()
        };
        let mut open: Vec<(Term, BTreeSet<Symbol>)> =
            parts.iter().map(|part| (*part, values(part))).collect();
        let (mut kept, mut known) = (Vec::new(), BTreeSet::new());
        loop {
            let is_about = |(part, values): &(Term, BTreeSet<Symbol>)| {
                values.is_empty() || !values.is_disjoint(&known) || integers::multiplies(terms, &[*part])
            };
            let (more, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(is_about);
            if more.is_empty() {
                break;
            }
            known.extend(more.iter().flat_map(|(_, values)| values.iter().copied()));
            kept.extend(more.into_iter().map(|(part, _)| part));
            open = rest;
        }
        terms.all(&kept)
    }

    /// When the integers are to answer at the latest: what their work is worth in time differs.
    fn deadline(&self) -> Deadline {
        Deadline::at(Some(self.end.min(Instant::now() + TIME_OF_INTEGERS)))
    }

    /// An answer that is found soon beside what holds at the open levels, if that helped with the questions before.
    fn soon(&mut self, terms: &Terms, formula: Term) -> Option<raddle_smt::Answer> {
        if self.in_vain == TRIES_IN_VAIN {
            return None;
        }
        let answer = self.solve(terms, &[formula], Some(WORK_BESIDE_CONTEXT >> self.in_vain));
        let is_open = matches!(answer, raddle_smt::Answer::Unknown(_));
        self.in_vain = if is_open { self.in_vain + 1 } else { 0 };
        (!is_open).then_some(answer)
    }

    /// The answer where values of variables are put in in what holds at the open levels, too: what the formula and they have in common, they
    /// have in common again.
    fn together(&mut self, terms: &mut Terms, formula: Term, most: Option<u64>) -> raddle_smt::Answer {
        let all: Vec<Term> = self.levels.iter().flat_map(|level| &level.holds).copied().collect();
        let all = [all, vec![formula]].concat();
        let all = terms.all(&all);
        let all = terms.eliminate(all);
        (0..self.levels.len()).for_each(|_| self.solver.pop());
        let answer = self.solve(terms, &[all], most);
        for level in &self.levels {
            self.solver.push();
            level.holds.iter().for_each(|&formula| self.solver.assert(terms, formula));
        }
        answer
    }

    /// Closes the level.
    pub fn end(&mut self) {
        self.solver.pop();
        self.levels.pop();
    }

    /// Can two threads do what these two do, and all loops end, in a run in which all that is assumed holds?
    pub fn can_end(&mut self, terms: &mut Terms, setup: &Setup<'_>, seen: &[Seen; 2]) -> bool {
        let open = seen.iter().all(|s| s.ends.is_empty());
        self.open(terms, setup, Two::of_cta(seen));
        let ends: Vec<Term> = seen.iter().flat_map(|s| s.ends.iter().chain(&s.kept)).copied().collect();
        let can = open || self.are_possible(terms, setup, Pair::SameCta, &ends) != Some(false);
        self.end();
        can
    }

    /// Is a barrier reached by one thread only?
    pub fn divergence(&mut self, terms: &mut Terms, setup: &Setup<'_>, two: Two<'_>) -> Answer {
        self.open(terms, setup, two);
        let function = setup.kernel.function();
        let stops = two.seen.iter().flat_map(|s| s.stops.keys().copied());
        let stops: BTreeSet<_> = stops.collect();
        let is_last =
            |block: &Block| function.blocks[*block].insts.last() == Some(&setup.kernel.final_barrier());
        let ends: Vec<Term> = stops
            .iter()
            .filter(|at| is_last(at))
            .filter_map(|at| two.seen[1].stops.get(at))
            .copied()
            .collect();
        let end = terms.any(&ends);
        // Where threads that have ended arrive, one may be at the end while others go from barrier to barrier. A barrier with a count waits for that
        // many, whoever has ended.
        let mut insts = setup.kernel.order().iter().flat_map(|&block| &function.blocks[block].insts);
        let counts = |&&inst: &&Inst| matches!(&function.insts[inst].kind, InstKind::Barrier(barrier) if barrier.count.is_some());
        let arrive = setup.launch.exited_arrive && !insts.any(|inst| counts(&inst));
        let mut all = Vec::new();
        for block in stops {
            let never = terms.truth(false);
            let [first, second] = two.seen.each_ref().map(|s| s.stops.get(&block).copied().unwrap_or(never));
            let not = match arrive {
                true if is_last(&block) => continue,
                true => {
                    let ended = terms.or(second, end);
                    terms.not(ended)
                }
                false => terms.not(second),
            };
            let barrier = function.blocks[block].insts.last().copied();
            let barrier = barrier.filter(|_| !is_last(&block));
            let loc = barrier.map_or(function.loc, |b| function.insts[b].loc);
            let topic = Topic { what: What::Divergence { barrier }, loc, named: Vec::new() };
            all.extend(self.ask(terms, setup, two.pair, &[first, not], &topic));
            // In lock-step, threads at a barrier have gone round the loops around it equally often.
            for (&(at, head), &rounds) in &two.seen[0].rounds {
                if at == block
                    && let Some(&others) = two.seen[1].rounds.get(&(at, head))
                {
                    let same = terms.eq(rounds, others);
                    let apart = terms.not(same);
                    all.extend(self.ask(terms, setup, two.pair, &[first, second, apart], &topic));
                }
            }
        }
        self.end();
        joined(all)
    }

    /// Can two threads do what these two do, and no call stray, in a run in which all that is assumed holds?
    pub fn can_lead(&mut self, terms: &mut Terms, setup: &Setup<'_>, seen: &[Seen; 2]) -> bool {
        if seen.iter().all(|s| s.strays.is_empty()) {
            return true;
        }
        self.open(terms, setup, Two::of_cta(seen));
        let kept: Vec<Term> = seen.iter().flat_map(|s| &s.kept).copied().collect();
        let can = self.holds(terms, &kept) != Some(false);
        self.end();
        can
    }

    /// Opens a level with what holds of two threads and of their walks.
    pub fn open(&mut self, terms: &mut Terms, setup: &Setup<'_>, two: Two<'_>) {
        let mut all = two_threads(terms, setup.launch, two.pair);
        all.extend(functions(terms, &setup.functions));
        all.extend(&two.context.holds);
        all.extend(self.positive(terms, setup));
        let of_walks = two.seen.iter().flat_map(|s| &s.assumptions);
        let assumed: Vec<Term> = two.context.assumed.iter().chain(of_walks).copied().collect();
        self.begin_assuming(terms, all, &assumed);
        let of_walks = two.seen.iter().flat_map(|s| &s.sums);
        let sums = two.context.sums.iter().chain(of_walks).copied().collect();
        if let Some(level) = self.levels.last_mut() {
            level.sums = sums;
        }
    }

    /// The same for the first thread alone: there may be no second one.
    pub fn open_one(&mut self, terms: &mut Terms, setup: &Setup<'_>, seen: &Seen) {
        let mut all = one_thread(terms, setup.launch);
        all.extend(functions(terms, &setup.functions));
        all.extend(self.positive(terms, setup));
        self.begin_assuming(terms, all, &seen.assumptions);
    }

    /// Opens a level in which these hold, and what is assumed.
    pub fn begin_assuming(&mut self, terms: &Terms, mut holds: Vec<Term>, assumed: &[Term]) {
        let is_product = |term: &Term| self.wanted.integers && integers::multiplies(terms, &[*term]);
        let parts = assumed.iter().flat_map(|&term| match terms.op(term) {
            Op::And => terms.args(term).to_vec(),
            _ => vec![term],
        });
        let (products, others): (Vec<Term>, Vec<Term>) = parts.partition(is_product);
        holds.extend(others);
        self.begin(terms, &holds);
        if let Some(level) = self.levels.last_mut() {
            level.products = products;
        }
    }

    /// What is assumed of integer parameters.
    fn positive(&self, terms: &mut Terms, setup: &Setup<'_>) -> Vec<Term> {
        self.wanted.positive.iter().filter_map(|&param| model::positive(terms, setup, param)).collect()
    }

    /// Is there an execution in which all of these hold? `None` where the solver does not know. Where they multiply, small inputs are tried first.
    pub fn are_possible(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        formulas: &[Term],
    ) -> Option<bool> {
        let before = self.asked.solved;
        let multiplies = self.wanted.integers && integers::multiplies(terms, formulas);
        let answer = match multiplies && self.are_with_few(terms, setup, pair, formulas) {
            true => Some(true),
            false => self.holds(terms, formulas),
        };
        self.asked.of_reach += self.asked.solved - before;
        answer
    }

    /// Can all of these hold with small inputs, or with small factors?
    fn are_with_few(&mut self, terms: &mut Terms, setup: &Setup<'_>, pair: Pair, formulas: &[Term]) -> bool {
        let most = Some(WORK_BESIDE_CONTEXT);
        if self.small(terms, setup, pair, formulas, most).is_some() {
            return true;
        }
        let small = integers::small_factors(terms, formulas);
        matches!(self.solve(terms, &[formulas, &small].concat(), most), raddle_smt::Answer::Sat(_))
    }

    /// Can all of these hold? `None` where the solver does not know.
    pub fn holds(&mut self, terms: &mut Terms, formulas: &[Term]) -> Option<bool> {
        self.asked.all += 1;
        let all = terms.all(formulas);
        match self.decide(terms, all) {
            raddle_smt::Answer::Unsat(_) => Some(false),
            raddle_smt::Answer::Sat(_) => Some(true),
            raddle_smt::Answer::Unknown(reason) => {
                self.open = Some(reason);
                None
            }
        }
    }

    /// Can all of these hold? `None` if not.
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        pair: Pair,
        formulas: &[Term],
        topic: &Topic,
    ) -> Option<Answer> {
        self.asked.all += 1;
        let all = terms.all(formulas);
        // Products are hard to solve: among small inputs, which have few bits, something is found sooner than among all.
        let is_product = self.wanted.integers && integers::multiplies(terms, &[all]);
        let soon = match is_product && !self.is_known_never(all) {
            true => self.soon_or_never(terms, setup, pair, all),
            false => None,
        };
        let answer = match soon {
            Some(answer) => answer,
            None => match self.decide(terms, all) {
                raddle_smt::Answer::Sat(found) => {
                    let small = self.small(terms, setup, pair, &[all], None);
                    raddle_smt::Answer::Sat(small.unwrap_or(found))
                }
                other => other,
            },
        };
        match answer {
            raddle_smt::Answer::Unsat(_) => None,
            raddle_smt::Answer::Sat(mut found) => {
                // What a contract says of absurd inputs its author has to say.
                let is_stated = matches!(topic.what, What::Assertion(_) | What::Invariant { .. });
                let absurd = match is_stated {
                    true => BTreeSet::new(),
                    false => self.made_sensible(terms, setup, pair, (all, &mut found)),
                };
                let inputs = model::inputs(terms, setup, pair, &found);
                let values = values::values(terms, setup, all, &topic.named, &found);
                Some(Answer::Possible(vec![Finding { what: topic.what, inputs, absurd, values }]))
            }
            raddle_smt::Answer::Unknown(reason) => {
                Some(Answer::Unknown(vec![Gap::unanswered(topic.loc, &reason)]))
            }
        }
    }
}
