//! Counters of loops that leave their width for very large inputs, and the conditions under which they do not.
//!
//! In `for (int i = threadIdx.x; i < n; i += 256)` the counter leaves the numbers of 32 bits if n > 2^31 - 256: then it is negative, and `row[i]` an
//! element of another row. Such sizes are not meant. So where races are not excluded otherwise, all is asked again under conditions such as
//! `n <= 2147483392`, as if the kernel required them: with them, [guesses](super::candidates) like `i >= 0` are invariants. Only races are proved so;
//! each condition is left out that is not needed, and the accesses that two threads can reach they must reach under them, too.

use super::candidates::{Candidates, Compared, compared};
use super::induction::{self, Shape};
use super::lanes::Lanes;
use super::needed::Needed;
use super::outcome::{Answer, Assumptions, Outcome};
use super::provided::{self, Conditions, Otherwise, Provided, Without};
use super::question::{Context, Questions, Two, conflict};
use super::setup::Setup;
use super::symbols::Pair;
use super::walk::{Seen, Way, walk};
use super::{Method, Wanted};
use crate::limits::{OVERRUNS, PLACES, WORK_UNDER_CONDITIONS};
use num_bigint::BigInt;
use raddle_ir::{Block, SecondaryMap, Value};
use raddle_smt::integers::{Condition, Signs};
use raddle_smt::{Op, Term, Terms};
use std::collections::BTreeSet;

/// A condition under which a counter keeps to its width.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Assumed {
    condition: Condition,
    /// The condition, as a term.
    term: Term,
    /// And in words.
    provided: Provided,
    /// The comparison of the counter, and inputs that violate the condition.
    without: Without,
}

/// The conditions under which the counters of a kernel keep to their widths, as far as they are known.
fn conditions(setup: &Setup<'_>, needed: &Needed, terms: &mut Terms) -> Vec<Assumed> {
    let mut all: Vec<Assumed> = Vec::new();
    if setup.kernel.loops().all().is_empty() {
        return all;
    }
    let Some(values) = at_end(setup, needed, terms) else { return all };
    for climb in climbs(setup, terms, &values) {
        for condition in climb.conditions(terms) {
            let values = provided::violations(terms, &condition).into_iter().next().unwrap_or_default();
            let said = provided::worded(terms, setup, &condition, (Otherwise::Overruns, &values));
            let Some(((provided, violated_by), term)) = said.zip(condition.term(terms)) else { continue };
            // No step of 1 leaves a width before the bound does.
            if !terms.is_true(term) && !all.iter().any(|other| implies(&other.condition, &condition)) {
                all.retain(|other| !implies(&condition, &other.condition));
                let without = Without { accesses: [climb.compared.inst; 2], violated_by };
                all.push(Assumed { condition, term, provided, without });
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
fn may_help(outcome: &Outcome, between_ctas: bool) -> bool {
    let is_open =
        outcome.race != Answer::Proved || between_ctas && outcome.race_between_ctas != Answer::Proved;
    let is_apart = outcome.divergence == Answer::Proved && !outcome.control_on_memory;
    (is_open || !outcome.equal_writes.is_empty())
        && is_apart
        && outcome.assumptions == Assumptions::Consistent
}

/// The outcome with the races that conditions exclude, as `attempt` shows: those of the conditions that are needed.
fn excluded(given: Vec<Assumed>, mut attempt: impl FnMut(&[Assumed]) -> Option<Outcome>) -> Option<Outcome> {
    let mut best = attempt(&given)?;
    let (mut needed, mut at) = (given, 0);
    while needed.len() > 1 && at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        let is_as_good = |other: &Outcome| {
            !best.proves_more_than(other) && other.equal_writes.len() <= best.equal_writes.len()
        };
        match attempt(&fewer).filter(is_as_good) {
            Some(other) => (best, needed) = (other, fewer),
            None => at += 1,
        }
    }
    Some(best)
}

/// An outcome with the races that one under conditions excludes, or excludes where both write the same; none if there are no such.
fn improved(outcome: &Outcome, conditional: &Outcome, given: &[Assumed]) -> Option<Outcome> {
    if conditional.assumptions != Assumptions::Consistent || conditional.nowhere.is_some() {
        return None;
    }
    let is_proved = |answer: &Answer| *answer == Answer::Proved;
    // Where threads of one CTA are to write the same.
    let equal_in_cta = |of: &Outcome| &of.equal_writes - &of.equal_between;
    let in_cta = is_proved(&conditional.race)
        && (!is_proved(&outcome.race) || equal_in_cta(conditional).len() < equal_in_cta(outcome).len());
    let between = is_proved(&conditional.race_between_ctas)
        && (!is_proved(&outcome.race_between_ctas)
            || conditional.equal_writes.len() < outcome.equal_writes.len());
    if !in_cta && !between {
        return None;
    }
    let given: Conditions = given.iter().map(|one| (one.provided.clone(), one.without.clone())).collect();
    let with = |conditions: &Conditions| conditions.clone().into_iter().chain(given.clone()).collect();
    // What is proved without conditions stays so.
    let equal_in_cta = equal_in_cta(if in_cta { conditional } else { outcome });
    let equal_writes = &equal_in_cta | &if between { conditional } else { outcome }.equal_writes;
    let mut improved = Outcome {
        equal_between: &equal_writes - &equal_in_cta,
        equal_writes,
        counts: outcome.counts.max(conditional.counts),
        explained: conditional.explained.clone(),
        ..outcome.clone()
    };
    if in_cta {
        improved.race = Answer::Proved;
        improved.provided = with(&conditional.provided);
    }
    if between {
        improved.race_between_ctas = Answer::Proved;
        improved.provided_between = with(&conditional.provided_between);
    }
    Some(improved)
}

impl<'m, 'a> Method<'m, 'a> {
    /// What is known in the end; where it helps, under conditions on counters of loops.
    pub(super) fn best(
        setup: &'m Setup<'a>,
        wanted: &'m Wanted,
        needed: &Needed,
        terms: &'m mut Terms,
        ask: &mut Questions<'_>,
    ) -> Outcome {
        let given = if wanted.conditions { conditions(setup, needed, terms) } else { Vec::new() };
        if given.is_empty() {
            return Method::with_counters(setup, wanted, needed, terms, ask);
        }
        ask.with_few_products(|ask| {
            let outcome = Method::with_counters(setup, wanted, needed, terms, ask);
            if !may_help(&outcome, wanted.between_ctas) {
                return outcome;
            }
            let better = ask.with_work(WORK_UNDER_CONDITIONS, |ask| {
                let end = ask.work().saturating_add(WORK_UNDER_CONDITIONS);
                excluded(given, |given| {
                    if ask.work() >= end {
                        return None;
                    }
                    let assumed = given.iter().map(|one| one.term).collect();
                    let assuming = Setup { assumed, ..setup.clone() };
                    let conditional = Method::with_counters(&assuming, wanted, needed, terms, ask);
                    let improved = improved(&outcome, &conditional, given)?;
                    let mut method = Method::new(&assuming, wanted, needed.clone(), terms);
                    method.reach_all(setup, ask).then_some(improved)
                })
            });
            better.unwrap_or(outcome)
        })
    }
}

impl Method<'_, '_> {
    /// Do any two threads reach, under the conditions that are assumed, the accesses that they reach `without`, and that may race? Where conditions
    /// exclude an access, that has nothing to do with counters.
    fn reach_all(&mut self, without: &Setup<'_>, ask: &mut Questions<'_>) -> bool {
        let launch = self.setup.launch;
        let pairs = [(Pair::SameCta, launch.threads() == Some(1)), (Pair::OtherCta, launch.is_one_block())];
        pairs.into_iter().filter(|(_, is_none)| !is_none).all(|(pair, _)| {
            let Ok(seen) = self.walks(pair, None, &BTreeSet::new()) else { return false };
            let places = places(self.setup, pair, &seen);
            let left = self.but_those((pair, &seen), places, true, ask);
            if left.is_empty() {
                return true;
            }
            let mut plain = Method::new(without, self.wanted, self.needed.clone(), self.terms);
            let Ok(seen) = plain.walks(pair, None, &BTreeSet::new()) else { return false };
            left.len() <= PLACES && plain.but_those((pair, &seen), left, false, ask).is_empty()
        })
    }

    /// Those of the places of which it is not known that two threads can be there, or cannot be.
    fn but_those(
        &mut self,
        (pair, seen): (Pair, &[Seen; 2]),
        places: BTreeSet<[Term; 2]>,
        can: bool,
        ask: &mut Questions<'_>,
    ) -> BTreeSet<[Term; 2]> {
        ask.open(self.terms, self.setup, Two { pair, context: &Context::default(), seen });
        // Most often all can be reached together.
        let all: Vec<Term> = places.iter().flatten().copied().collect();
        let left = match can && ask.are_possible(self.terms, self.setup, pair, &all) == Some(true) {
            true => BTreeSet::new(),
            false if places.len() > PLACES => places,
            false => {
                let is_left =
                    |place: &[Term; 2]| ask.are_possible(self.terms, self.setup, pair, place) != Some(can);
                places.into_iter().filter(is_left).collect()
            }
        };
        ask.end();
        left
    }
}

/// When two threads are at accesses that race if they meet.
fn places(setup: &Setup<'_>, pair: Pair, seen: &[Seen; 2]) -> BTreeSet<[Term; 2]> {
    let [first, second] = seen;
    let both = first.accesses.iter().flat_map(|a| second.accesses.iter().map(move |b| (a, b)));
    both.filter(|(a, b)| conflict(setup, pair, a, b)).map(|(a, b)| [a.enabled, b.enabled]).collect()
}

/// How many elements may be numbered so that the places of elements of 16 bytes do not wrap around in 64 bits.
const PLACES_IN_BITS: u32 = 60;

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
        // What a counter of 64 bits numbers is larger than a byte: its place wraps around before it does.
        let end = if width == 64 { end.min(BigInt::from(1) << PLACES_IN_BITS) } else { end };
        let half: BigInt = &end / 2;
        let less = BigInt::from(u32::from(inclusive));
        let most = BigInt::from(terms.facts(self.step).most.value());
        // An `int` that is compared with a `size_t` is small, or else negative.
        if let (Op::Sext, &[of], Signs::Unsigned) = (terms.op(self.bound), terms.args(self.bound), signs)
            && matches!(terms.op(of), Op::Var(_))
        {
            let sides = [(Vec::new(), BigInt::ZERO), (vec![of], BigInt::from(1))];
            return vec![Condition { sides, signs: Signs::Signed }];
        }
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
