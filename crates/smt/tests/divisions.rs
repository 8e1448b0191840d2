//! Numbers that are taken apart by `/` and `%`, with divisors that are inputs, and put together again: read over the integers.

use crate::rows::conditions;
use raddle_ir::clock::Deadline;
use raddle_smt::integers::{EFFORT, are_impossible};
use raddle_smt::{Sort, Term, Terms};

/// The number of a thread of a one-dimensional grid of `blocks`, in 32 bits, which it may leave.
fn number(terms: &mut Terms, blocks: Term, ending: &str, all: &mut Vec<Term>) -> Term {
    let block = terms.bounded(format!("block{ending}"), 32, 0, (1 << 31) - 2);
    all.push(terms.bvult(block, blocks));
    let thread = terms.bounded(format!("thread{ending}"), 32, 0, 255);
    let size = terms.bits(32, 256);
    let begin = terms.bvmul(block, size);
    terms.bvadd(begin, thread)
}

pub(crate) fn blocks(terms: &mut Terms) -> Term {
    terms.bounded("blocks", 32, 1, (1 << 31) - 1)
}

/// Two threads with different numbers access one element, of 4 bytes, where `place` says, if `guard` holds. What they depend on has `width` bits.
pub(crate) fn meet(
    terms: &mut Terms,
    width: u32,
    guard: impl Fn(&mut Terms, Term) -> Term,
    place: impl Fn(&mut Terms, Term) -> Term,
) -> Vec<Term> {
    let mut all = Vec::new();
    let blocks = blocks(terms);
    let both = ["!1", "!2"].map(|ending| {
        let own = number(terms, blocks, ending, &mut all);
        let own = terms.sext(width, own);
        let guard = guard(terms, own);
        all.push(guard);
        let (at, four) = (place(terms, own), terms.bits(64, 4));
        let at = terms.sext(64, at);
        (own, terms.bvmul(at, four))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same = terms.eq(both[0].0, both[1].0);
    all.push(terms.not(same));
    all
}

/// Quotient and remainder as an instruction gives them: by 0 anything.
pub(crate) fn divided(terms: &mut Terms, a: Term, by: Term) -> [Term; 2] {
    let width = terms.width(a);
    let zero = terms.bits(width, 0);
    let is_zero = terms.eq(by, zero);
    let made = [terms.bvsdiv(a, by), terms.bvsrem(a, by)];
    made.map(|made| {
        let anything = terms.var(format!("anything for {made:?}"), Sort::Bits(width));
        terms.ite(is_zero, anything, made)
    })
}

pub(crate) fn inputs<const N: usize>(terms: &mut Terms, width: u32, names: [&str; N]) -> [Term; N] {
    names.map(|name| terms.var(name, Sort::Bits(width)))
}

#[test]
fn rows_and_columns_are_put_together_again() {
    for width in [32, 64] {
        let mut terms = Terms::new();
        let [columns, total] = inputs(&mut terms, width, ["columns", "total"]);
        let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
        let all = meet(&mut terms, width, guard, |terms, own| {
            let (row, column) = (terms.bvsdiv(own, columns), terms.bvsrem(own, columns));
            let begin = terms.bvmul(row, columns);
            terms.bvadd(begin, column)
        });
        let blocks = blocks(&mut terms);
        let found = conditions(&terms, &all, &[blocks, columns, total]).unwrap();
        // Whatever the divisor is: the sum is the thread's number again.
        assert!(found.is_empty(), "{width}: {found:?}");
    }
}

#[test]
fn a_matrix_is_transposed() {
    let mut terms = Terms::new();
    let [columns, rows] = inputs(&mut terms, 32, ["columns", "rows"]);
    let guard = |terms: &mut Terms, own| {
        let total = terms.bvmul(columns, rows);
        terms.bvslt(own, total)
    };
    let all = meet(&mut terms, 32, guard, |terms, own| {
        let [row, column] = divided(terms, own, columns);
        let begin = terms.bvmul(column, rows);
        terms.bvadd(begin, row)
    });
    let blocks = blocks(&mut terms);
    let found = conditions(&terms, &all, &[blocks, columns, rows]).unwrap();
    assert_eq!(found, ["1 <= columns", "1 <= rows", "blocks <= 8388608", "columns * rows <= 4294967295"]);
}

/// `at % a`, `at / a % b`, `at / (a * b)`.
#[test]
fn three_indices_are_put_together_again() {
    let mut terms = Terms::new();
    let [a, b, total] = inputs(&mut terms, 64, ["a", "b", "total"]);
    let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
    let all = meet(&mut terms, 64, guard, |terms, own| {
        let [rest, first] = divided(terms, own, a);
        let [_, second] = divided(terms, rest, b);
        let plane = terms.bvmul(a, b);
        let [third, _] = divided(terms, own, plane);
        let at = terms.bvmul(third, b);
        let at = terms.bvadd(at, second);
        let at = terms.bvmul(at, a);
        terms.bvadd(at, first)
    });
    let blocks = blocks(&mut terms);
    let found = conditions(&terms, &all, &[blocks, a, b, total]).unwrap();
    let needed = ["1 <= a", "1 <= b", "blocks <= 8388608", "a * b <= 9223372036854775807"];
    assert_eq!(found, needed);
}

/// Of all numbers of 3 bits, 0 and the least number by -1 included; and in school no remainder is as large as the divisor, and no quotient larger than the dividend.
#[test]
fn what_a_division_gives_is_possible() {
    let divided = [Terms::bvudiv, Terms::bvurem, Terms::bvsdiv, Terms::bvsrem];
    for (way, number) in
        divided.iter().zip(0..4).flat_map(|way| (0..64_u128).map(move |number| (way, number)))
    {
        let mut terms = Terms::new();
        let [a, b] = inputs(&mut terms, 3, ["a", "b"]);
        let values = [number >> 3, number & 7].map(|value| terms.bits(3, value));
        let (made, is) = (way.0(&mut terms, a, b), way.0(&mut terms, values[0], values[1]));
        let given = [(a, values[0]), (b, values[1]), (made, is)].map(|(x, y)| terms.eq(x, y));
        let impossible = |terms: &Terms, all: &[Term]| are_impossible(terms, all, Deadline::at(None), EFFORT);
        assert!(!impossible(&terms, &given), "{} {number}", way.1);
        let wrong = if way.1 % 2 == 1 { terms.bvule(b, made) } else { terms.bvult(a, made) };
        let in_school = number >> 3 < 4 && (1..4).contains(&(number & 7));
        assert!(!in_school || impossible(&terms, &[given[0], given[1], wrong]), "{} {number}", way.1);
    }
}

/// The number of columns is not the divisor.
#[test]
fn another_pitch_is_no_way_back() {
    let mut terms = Terms::new();
    let [columns, pitch, total] = inputs(&mut terms, 32, ["columns", "pitch", "total"]);
    let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
    let all = meet(&mut terms, 32, guard, |terms, own| {
        let (row, column) = (terms.bvsdiv(own, columns), terms.bvsrem(own, pitch));
        let begin = terms.bvmul(row, columns);
        terms.bvadd(begin, column)
    });
    let blocks = blocks(&mut terms);
    assert_eq!(conditions(&terms, &all, &[blocks, columns, pitch, total]), None);
}
