//! Every transfer function of `raddle_smt::facts` is proved by Z3, from the code that is also run: if the arguments are as
//! their facts say, the result is as its facts say. Widths 1 to 16, 32 and 64.

use raddle_smt::facts::{self, Facts};
use raddle_smt::solver::z3::Z3;
use raddle_smt::word::{Formula, Word};
use raddle_smt::{Answer, Limits, Op, Solver, Sort, Term, Terms};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

const WIDTHS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 32, 64];

struct Setting {
    terms: Rc<RefCell<Terms>>,
    assumed: Vec<Term>,
}

impl Setting {
    fn new() -> Self {
        Self { terms: Rc::new(RefCell::new(Terms::plain())), assumed: Vec::new() }
    }

    fn word(&self, name: &str, width: u32) -> Formula {
        let term = self.terms.borrow_mut().var(name, Sort::Bits(width));
        Formula { terms: Rc::clone(&self.terms), term }
    }

    /// The formula that a word is as its facts say; in parts.
    fn described(&self, word: &Formula, facts: &Facts<Formula>) -> [Term; 4] {
        let zero = word.constant(0);
        let equal = |a: &Formula, b: &Formula| self.terms.borrow_mut().eq(a.term, b.term);
        [
            equal(&word.and(&facts.zeros), &zero),
            equal(&word.and(&facts.ones), &facts.ones),
            facts.least.le(word).term,
            word.le(&facts.most).term,
        ]
    }

    /// A word with any facts, which it has.
    fn any(&mut self, name: &str, width: u32) -> (Formula, Facts<Formula>) {
        let word = self.word(name, width);
        let part = |part: &str| self.word(&format!("{name}.{part}"), width);
        let facts =
            Facts { zeros: part("zeros"), ones: part("ones"), least: part("least"), most: part("most") };
        let described = self.described(&word, &facts);
        self.assumed.extend(described);
        (word, facts)
    }

    /// Proves that the result has these facts.
    fn prove(&self, what: &str, result: Term, facts: &Facts<Formula>) {
        let result = Formula { terms: Rc::clone(&self.terms), term: result };
        for (part, claim) in ["zeros", "ones", "least", "most"].iter().zip(self.described(&result, facts)) {
            let wrong = self.terms.borrow_mut().not(claim);
            let mut solver = Z3::for_logic("QF_BV");
            let terms = self.terms.borrow();
            for &formula in self.assumed.iter().chain([&wrong]) {
                solver.assert(&terms, formula);
            }
            let answer = solver.check(&terms, &[], &Limits::time(Duration::from_secs(100)));
            assert!(matches!(answer, Answer::Unsat(_)), "{what}, {part}: {answer:?}");
        }
    }
}

fn one(name: &str, op: Op, f: impl Fn(&Facts<Formula>) -> Facts<Formula>) {
    for width in WIDTHS {
        let mut setting = Setting::new();
        let (a, facts) = setting.any("a", width);
        let result = setting.terms.borrow_mut().make(op, Sort::Bits(width), &[a.term]);
        setting.prove(&format!("{name} at {width} bits"), result, &f(&facts));
    }
}

fn two(name: &str, op: Op, f: impl Fn(&Facts<Formula>, &Facts<Formula>) -> Facts<Formula>) {
    for width in WIDTHS {
        let mut setting = Setting::new();
        let (a, a_facts) = setting.any("a", width);
        let (b, b_facts) = setting.any("b", width);
        let result = setting.terms.borrow_mut().make(op, Sort::Bits(width), &[a.term, b.term]);
        setting.prove(&format!("{name} at {width} bits"), result, &f(&a_facts, &b_facts));
    }
}

/// Some numbers below a width, its ends among them.
fn below(width: u32) -> impl Iterator<Item = u32> {
    (0..width).filter(move |n| width <= 8 || [0, 1, 2, 7, width / 2, width - 2, width - 1].contains(n))
}

#[test]
fn bitwise_operators() {
    one("bvnot", Op::BvNot, facts::not);
    two("bvand", Op::BvAnd, facts::and);
    two("bvor", Op::BvOr, facts::or);
    two("bvxor", Op::BvXor, facts::xor);
}

#[test]
fn sums() {
    two("bvadd", Op::BvAdd, facts::add);
}

#[test]
fn remainders_and_shifts_by_unknown_numbers() {
    two("bvurem", Op::BvUrem, facts::urem);
    two("bvlshr", Op::BvLshr, |a, _| facts::lshr(a));
}

#[test]
fn shifts_extensions_and_parts() {
    for width in WIDTHS {
        for n in below(width) {
            let mut setting = Setting::new();
            let (a, facts) = setting.any("a", width);
            setting.prove(&format!("shl by {n} at {width} bits"), a.shl(n).term, &facts::shl(&facts, n));
            if n > 0 {
                setting.prove(
                    &format!("zext by {n}"),
                    a.zext(width + n).term,
                    &facts::zext(&facts, width + n),
                );
                setting.prove(
                    &format!("sext by {n}"),
                    a.sext(width + n).term,
                    &facts::sext(&facts, width + n),
                );
            }
            for length in below(width - n).map(|l| l + 1) {
                let what = format!("{length} bits from {n} of {width}");
                setting.prove(&what, a.extract(n, length).term, &facts::extract(&facts, n, length));
            }
        }
    }
}

#[test]
fn choices_constants_and_combinations() {
    for width in WIDTHS {
        let mut setting = Setting::new();
        let (a, a_facts) = setting.any("a", width);
        let (b, b_facts) = setting.any("b", width);
        let choice = {
            let mut terms = setting.terms.borrow_mut();
            let c = terms.var("c", Sort::Bool);
            terms.ite(c, a.term, b.term)
        };
        setting.prove(&format!("ite at {width} bits"), choice, &facts::either(&a_facts, &b_facts));
        setting.prove(&format!("constant at {width} bits"), a.term, &facts::constant(&a));
        setting.prove(&format!("reduce at {width} bits"), a.term, &facts::reduce(&a_facts));
        // The same word with facts from two sources.
        let other = setting.described(&a, &b_facts);
        setting.assumed.extend(other);
        setting.prove(&format!("meet at {width} bits"), a.term, &facts::meet(&a_facts, &b_facts));
    }
}
