//! Counters of loops that leave their width for very large inputs, and the conditions under which they do not.
//!
//! In `for (int i = threadIdx.x; i < n; i += 256)` the counter leaves the numbers of 32 bits if n > 2^31 - 256: then it is negative, and `row[i]` an
//! element of another row. Nobody means that. So where races are not excluded otherwise, all is asked again under conditions such as
//! `n <= 2147483392`, as if the kernel required them: with them, [guesses](super::candidates) like `i >= 0` are invariants. Only races are proved so;
//! each condition is left out that is not needed, and what a thread can reach it must reach under them, too.

use super::candidates::{Candidates, Compared, compared};
use super::induction::{self, Shape};
use super::lanes::Lanes;
use super::needed::Needed;
use super::outcome::{Answer, Assumptions, Outcome};
use super::provided::{self, Conditions, Otherwise, Provided};
use super::setup::Setup;
use super::walk::{Way, walk};
use crate::limits::OVERRUNS;
use num_bigint::BigInt;
use raddle_ir::{Block, Inst, SecondaryMap, Value};
use raddle_smt::integers::{Condition, Signs};
use raddle_smt::{Op, Term, Terms};
use std::collections::BTreeSet;

/// A condition under which a counter keeps to its width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    condition: Condition,
    /// The condition, as a term.
    pub term: Term,
    /// And in words.
    provided: Provided,
    /// The comparison of the counter.
    compare: Inst,
}

/// The conditions under which the counters of a kernel keep to their widths, as far as they are known.
pub fn conditions(setup: &Setup<'_>, needed: &Needed, terms: &mut Terms) -> Vec<Kept> {
    let mut all: Vec<Kept> = Vec::new();
    if setup.kernel.loops().all().is_empty() {
        return all;
    }
    let Some(values) = at_end(setup, needed, terms) else { return all };
    for climb in climbs(setup, terms, &values) {
        for condition in climb.conditions(terms) {
            let provided = provided::worded(terms, setup, &condition, Otherwise::Overruns);
            let Some((provided, term)) = provided.zip(condition.term(terms)) else { continue };
            if !all.iter().any(|other| implies(&other.condition, &condition)) {
                all.retain(|other| !implies(&condition, &other.condition));
                all.push(Kept { condition, term, provided, compare: climb.compared.inst });
            }
        }
    }
    all.truncate(OVERRUNS);
    all
}

/// What a thread has computed when it is at the end of the kernel; what is the same in all rounds of a loop is that there, too.
fn at_end(
    setup: &Setup<'_>,
    needed: &Needed,
    terms: &mut Terms,
) -> Option<SecondaryMap<Value, Option<Term>>> {
    let (lanes, stops, nothing, none) =
        (Lanes::default(), BTreeSet::new(), Candidates::new(), BTreeSet::new());
    let seen = walk(setup, needed, terms, Way::through(&lanes, &stops, &nothing, &none)).ok()?;
    let last = setup.kernel.final_barrier();
    let is_last = |block: Block| setup.kernel.function().blocks[block].insts.last() == Some(&last);
    seen.starts.into_iter().find(|((block, _), _)| is_last(*block)).map(|(_, start)| start.values)
}

/// Is a condition on the same inputs as another one, and at least as strong?
fn implies(condition: &Condition, other: &Condition) -> bool {
    let [[left, right], [of, most]] = [condition, other].map(|one| &one.sides);
    condition.signs == other.signs && left == of && right.0 == most.0 && right.1 <= most.1
}

/// May conditions exclude races that are not excluded? That the threads pass the same barriers must not stand on conditions.
pub fn may_help(outcome: &Outcome, between_ctas: bool) -> bool {
    let is_open =
        outcome.race != Answer::Proved || between_ctas && outcome.race_between_ctas != Answer::Proved;
    let is_apart = outcome.divergence == Answer::Proved && !outcome.control_on_memory;
    (is_open || !outcome.equal_writes.is_empty())
        && is_apart
        && outcome.assumptions == Assumptions::Consistent
}

/// An outcome, with the races that conditions exclude, as `attempt` shows: those of the conditions that are needed.
pub fn excluded(outcome: Outcome, given: Vec<Kept>, mut attempt: impl FnMut(&[Kept]) -> Outcome) -> Outcome {
    if given.is_empty() {
        return outcome;
    }
    let Some(mut best) = improved(&outcome, &attempt(&given), &given) else { return outcome };
    let (mut needed, mut at) = (given, 0);
    while needed.len() > 1 && at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        match improved(&outcome, &attempt(&fewer), &fewer) {
            Some(other) if !best.proves_more_than(&other) => (best, needed) = (other, fewer),
            _ => at += 1,
        }
    }
    best
}

/// An outcome, with the races that one under conditions excludes; none if that excludes no more, or excludes what is to be compared.
fn improved(outcome: &Outcome, conditional: &Outcome, given: &[Kept]) -> Option<Outcome> {
    let is_reached = conditional.assumptions == Assumptions::Consistent
        && conditional.nowhere.is_none()
        && conditional.out_of_reach.is_subset(&outcome.out_of_reach);
    if !is_reached {
        return None;
    }
    let is_proved = |answer: &Answer| *answer == Answer::Proved;
    let equal_within = |of: &Outcome| of.equal_writes.difference(&of.equal_between).count();
    // Of one of them at least more is excluded, and of none less.
    let within = is_proved(&conditional.race)
        && (!is_proved(&outcome.race) || equal_within(conditional) < equal_within(outcome));
    let between = is_proved(&conditional.race_between_ctas)
        && (!is_proved(&outcome.race_between_ctas)
            || conditional.equal_writes.len() < outcome.equal_writes.len());
    let is_worse = is_proved(&outcome.race) && !is_proved(&conditional.race)
        || is_proved(&outcome.race_between_ctas) && !is_proved(&conditional.race_between_ctas)
        || !conditional.equal_writes.is_subset(&outcome.equal_writes) && is_proved(&outcome.race);
    if is_worse || !(within || between) {
        return None;
    }
    let given: Conditions = given.iter().map(|kept| (kept.provided.clone(), [kept.compare; 2])).collect();
    let with = |mut conditions: Conditions| {
        conditions.extend(given.clone());
        conditions
    };
    let mut improved = Outcome {
        race: conditional.race.clone(),
        race_between_ctas: conditional.race_between_ctas.clone(),
        equal_writes: conditional.equal_writes.clone(),
        equal_between: conditional.equal_between.clone(),
        provided_between: with(conditional.provided_between.clone()),
        counts: outcome.counts.max(conditional.counts),
        ..outcome.clone()
    };
    if within {
        improved.provided = with(conditional.provided.clone());
    }
    Some(improved)
}

/// A counter of a loop that goes up to something.
struct Climb {
    compared: Compared,
    /// What it is compared with.
    bound: Term,
    /// What is added in each round.
    step: Term,
}

impl Climb {
    /// That the bound is so small that a step from below it does not leave the width. If the step is an input, too, each gets half of the width.
    fn conditions(&self, terms: &Terms) -> Vec<Condition> {
        let Compared { inclusive, signs, .. } = self.compared;
        let width = terms.width(self.bound);
        let end = BigInt::from(1) << if signs == Signs::Signed { width - 1 } else { width };
        let half: BigInt = &end / 2;
        let less = BigInt::from(u32::from(inclusive));
        let most = BigInt::from(terms.facts(self.step).most.value());
        let Some(bound) = product(terms, self.bound).filter(|(factors, _)| !factors.is_empty()) else {
            return Vec::new();
        };
        let at_most = |of, limit| Condition { sides: [of, (Vec::new(), limit)], signs };
        match product(terms, self.step) {
            _ if most <= half => vec![at_most(bound, end - most - less)],
            Some(step) if !step.0.is_empty() => vec![at_most(bound, &half - less), at_most(step, half)],
            _ => Vec::new(),
        }
    }
}

/// The counters of a kernel that go up.
fn climbs(setup: &Setup<'_>, terms: &mut Terms, values: &SecondaryMap<Value, Option<Term>>) -> Vec<Climb> {
    let function = setup.kernel.function();
    let mut all = Vec::new();
    for of in setup.kernel.loops().all() {
        let blocks: BTreeSet<Block> = of.blocks.iter().copied().collect();
        for (number, &param) in function.blocks[of.header].params.iter().enumerate() {
            let Some(Shape::Sum(sum)) = induction::shape(setup, of.header, &blocks, number) else { continue };
            let Some(step) = sum.term(terms, values, function.ty(param).bits()) else { continue };
            if terms.constant(step) != Some(0) {
                let climb =
                    |compared: Compared| Some(Climb { compared, bound: values[compared.bound]?, step });
                all.extend(compared(setup, &blocks, (of.header, number)).filter_map(climb));
            }
        }
    }
    all
}

/// A term as a product of variables, and a number.
fn product(terms: &Terms, term: Term) -> Option<(Vec<Term>, BigInt)> {
    let factors = match terms.op(term) {
        Op::BvMul => terms.args(term).to_vec(),
        _ => vec![term],
    };
    let mut product = (Vec::new(), BigInt::from(1));
    for factor in factors {
        match (terms.constant(factor), terms.op(factor)) {
            (Some(number), _) => product.1 *= number,
            (None, Op::Var(_)) => product.0.push(factor),
            _ => return None,
        }
    }
    Some(product)
}
