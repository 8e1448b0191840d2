//! Bit-vectors read over the integers, where products of variables decide.
//!
//! # The idea
//! The most common address there is, `row * pitch + column`, multiplies variables. Two of them differ if the rows or the columns do and each
//! column is less than the pitch; but a solver of bit-vectors takes such a product apart into single bits, and rarely finishes. Over the integers it is a
//! line of school mathematics. So formulas are read over the integers (`reading.rs`, `formula.rs`):
//! - a bit-vector of width w is a polynomial minus 2^w times a *quotient*, an integer of its own, where the polynomial may leave the width: nothing
//!   is assumed about wrapping around;
//! - each product of variables is one more unknown, about which lemmas are stated (`lemmas.rs`): a factor that is not negative keeps an inequality, and a difference of
//!   rows that is not 0 puts at least a pitch between two places;
//! - a quotient by a term is an unknown, and the remainder a polynomial with it (`divisions.rs`);
//! - what is not arithmetic is an unknown. So there are at least the solutions that the bit-vectors have: what is impossible over the integers is
//!   impossible.
//!
//! What remains is linear, and Z3's solver of linear integer arithmetic answers in milliseconds.
//!
//! If a product may wrap around, there are solutions that are not meant. [`impossible_if`] looks for the conditions on the inputs of a launch without
//! which there are none (`conditions.rs`, `pitches.rs`), as `rows * pitch <= 2147483647`.

mod condition;
mod conditions;
mod divisions;
mod formula;
mod lemmas;
mod pitches;
mod reading;

pub use condition::{Condition, Input};
pub use divisions::{Divisor, quotient};

use crate::op::Op;
use crate::solver::z3::arithmetic::{Answer, Integers};
use crate::solver::z3::work_so_far;
use crate::sort::{Sort, signed};
use crate::terms::{Term, Terms};
use formula::Question;
use raddle_ir::clock::Deadline;

/// How bit-vectors that may be negative or large are read: by their signed numbers or by their unsigned ones. What is impossible either way is impossible;
/// the one that the kernel means is found by trying.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Signs {
    /// From -2^(w-1) to 2^(w-1) - 1.
    Signed,
    /// From 0 to 2^w - 1.
    Unsigned,
}

/// How much one question may cost as a rule, in Z3's unit of resources: about half a second.
pub const EFFORT: u32 = 4_000_000;
/// The same for one without products: it is answered soon, or not at all.
const EFFORT_OF_SUMS: u32 = EFFORT / 4;
/// Terms that are read at most: larger formulas are left to the bit-vectors.
const MOST_TERMS: usize = 5000;

/// Does a formula multiply terms that are no constants?
#[must_use]
pub fn multiplies(terms: &Terms, formulas: &[Term]) -> bool {
    terms.post_order(formulas, |_| false).into_iter().any(|term| is_product(terms, term))
}

/// That the variables which formulas multiply are from -64 to 63: bit by bit, a product of such is found sooner than one of any.
#[must_use]
pub fn small_factors(terms: &mut Terms, formulas: &[Term]) -> Vec<Term> {
    let all = terms.post_order(formulas, |_| false);
    let products: Vec<Term> = all.into_iter().filter(|&t| is_product(terms, t)).collect();
    let parts = terms.post_order(&products, |_| false).into_iter();
    let factors: Vec<Term> = parts
        .filter(|&part| matches!((terms.op(part), terms.sort(part)), (Op::Var(_), Sort::Bits(8..))))
        .collect();
    let small = |terms: &mut Terms, factor| {
        let width = terms.width(factor);
        let (least, most) = (terms.bits(width, 64), terms.bits(width, 127));
        let above_least = terms.bvadd(factor, least);
        terms.bvule(above_least, most)
    };
    factors.into_iter().map(|factor| small(terms, factor)).collect()
}

/// Is a term a product of terms that are no constants?
fn is_product(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::BvMul
        && terms.args(term).iter().filter(|&&a| terms.constant(a).is_none()).count() > 1
}

/// Does a formula multiply terms by numbers that are no powers of two?
#[must_use]
pub fn scales(terms: &Terms, formulas: &[Term]) -> bool {
    let is_odd = |&term: &Term| {
        let number = terms.constant(term).map(|number| signed(number, terms.width(term)).unsigned_abs());
        number.is_some_and(|number| !number.is_power_of_two())
    };
    let is_scaled = |t: Term| terms.op(t) == Op::BvMul && terms.args(t).iter().any(is_odd);
    terms.post_order(formulas, |_| false).into_iter().any(is_scaled)
}

/// Can these formulas not hold together, as the integers tell with at most so much effort for each way to read them? `false` where that is not known.
#[must_use]
pub fn are_impossible(terms: &Terms, formulas: &[Term], deadline: Deadline, effort: u32) -> bool {
    signs(terms, formulas).into_iter().any(|signs| {
        Question::read(terms, formulas, &|_| false, signs)
            .is_some_and(|question| is_impossible(&question, &[], deadline, effort))
    })
}

/// The conditions on inputs, terms that `input` knows, under which these formulas cannot hold together; none without any. `None` if no such
/// conditions are found. Those that are `known` to be needed for other formulas are tried first.
#[must_use]
pub fn impossible_if(
    terms: &Terms,
    formulas: &[Term],
    input: &dyn Fn(Term) -> Option<Input>,
    known: &[Condition],
    deadline: Deadline,
) -> Option<Vec<Condition>> {
    let questions = signs(terms, formulas)
        .into_iter()
        .filter_map(|signs| Question::read(terms, formulas, &|term| input(term).is_some(), signs));
    let mut questions: Vec<Question<'_>> = questions.collect();
    questions.sort_by_key(|question| question.against_types(input));
    // What is needed anyway costs nothing more.
    for question in questions.iter().filter(|_| !known.is_empty()) {
        let given: Vec<Condition> =
            known.iter().filter(|one| question.given(one).is_some()).cloned().collect();
        if !given.is_empty() && is_impossible(question, &given, deadline, question.effort()) {
            return Some(given);
        }
    }
    // Without products the solver knows as much.
    let unconditional =
        |question: &Question<'_>| question.multiplies() && is_impossible(question, &[], deadline, EFFORT);
    if questions.iter().any(unconditional) {
        return Some(Vec::new());
    }
    // Where numbers may be read with a sign and without one, as their types say, or else that which needs less.
    let mut best: Option<Vec<Condition>> = None;
    for (nth, question) in questions.iter().enumerate() {
        let is_worse = || question.against_types(input) > questions[nth - 1].against_types(input);
        if best.as_ref().is_some_and(|best| best.len() == 1 || is_worse()) {
            break;
        }
        let found = conditions::weakest(question, input, known, deadline);
        best = best.into_iter().chain(found).min_by_key(Vec::len);
    }
    best
}

/// The ways to read formulas: as they compare and extend numbers that may be negative or large.
fn signs(terms: &Terms, formulas: &[Term]) -> Vec<Signs> {
    let is_open = |term: Term| terms.facts(term).most.value() >> (terms.width(term) - 1) != 0;
    // A comparison of signed numbers is one of unsigned numbers, after half of 2^width is added to each.
    let is_moved = |term: Term| terms.added(term) >> (terms.width(term) - 2) != 0;
    let (mut signed, mut unsigned) = (false, false);
    for term in terms.post_order(formulas, |_| false) {
        match (terms.op(term), terms.args(term)) {
            (Op::Sext, &[inner]) => signed |= is_open(inner),
            (Op::Zext, &[inner]) => unsigned |= is_open(inner),
            (Op::BvSlt | Op::BvSle, _) => signed = true,
            (Op::BvUlt | Op::BvUle, &[a, b]) if terms.width(a) > 1 => {
                let moved = is_moved(a) || is_moved(b);
                signed |= moved;
                // That an offset is less than a number says nothing of its parts.
                let sides = [a, b].map(|side| terms.constant(side).is_none());
                unsigned |= !moved && sides == [true; 2] && (is_open(a) || is_open(b));
            }
            _ => {}
        }
    }
    match (signed, unsigned) {
        (true, false) => vec![Signs::Signed],
        (false, true) => vec![Signs::Unsigned],
        _ => vec![Signs::Signed, Signs::Unsigned],
    }
}

/// What something returns, and how much work Z3 took for it, in its unit of resources.
pub fn measured<T>(of: impl FnOnce() -> T) -> (T, u64) {
    let before = work_so_far();
    let made = of();
    (made, work_so_far().wrapping_sub(before).into())
}

impl Question<'_> {
    fn effort(&self) -> u32 {
        if self.multiplies() { EFFORT } else { EFFORT_OF_SUMS }
    }
}

fn is_impossible(question: &Question<'_>, given: &[Condition], deadline: Deadline, effort: u32) -> bool {
    is_impossible_with(question, given, deadline, (effort, 0))
}

/// The same with a seed for the search.
fn is_impossible_with(
    question: &Question<'_>,
    given: &[Condition],
    deadline: Deadline,
    (effort, seed): (u32, u32),
) -> bool {
    let (formulas, hold) = question.linear(given);
    let mut solver = Integers::linear(deadline, effort, seed);
    solver.assert_formulas(&formulas, &hold);
    solver.check() == Answer::Unsat
}
