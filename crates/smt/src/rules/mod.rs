//! The rules of rewriting, as data.
//!
//! A rule is *stated once*, in one of the `.rules` files beside this one:
//!
//! ```text
//! (rule bvudiv-power (bvudiv x (pow2 i)) (bvlshr x (bv (width x) i)))
//! (rule bvor-disjoint (bvor x y) (bvadd x y) (when (= (bvand x y) (bv (width x) 0))))
//! ```
//!
//! From this statement come both
//! - the *rewriting*: [`matching`] compares a term that is about to be built with the left side and builds the right side;
//! - the *obligation*: `tests/rules` builds both sides in a plain arena, at widths 1 to 16, 32 and 64 and for every choice
//!   of the numbers, and Z3 proves that they are equal wherever the condition holds.
//!
//! A `lemma` is stated and proved alike, but it is not run by matching: it is a step of the procedures in
//! `crate::rewrite` (sums, conjunctions, comparisons), which name it.
//!
//! # The language
//!
//! - `x y z` are bit-vectors, `k m` constant ones, `p q r` Booleans, `f g h` floats, `a b` arrays, `t u v` of any sort.
//! - `i j n w` are natural numbers, `e` is a rounding direction. `_` is a number that does not matter, another one at each place.
//! - `(bv w i)` is the number i with w bits; `(pow2 i)` on a left side a constant 2^i, `(field i n)` a constant whose ones are
//!   n bits from bit i on.
//! - `(extract i w x)` is w bits from bit i on; `(zext w x)`, `(sext w x)` extend *to* w bits.
//! - numbers are computed with `+ - min pow2` and `(width x)`; a negative one makes a rule not applicable.
//! - `(if C)`: C compares numbers with `= < <=`.
//! - `(when F)`: F is a formula. The rule applies where [facts](crate::facts) show F; the obligation assumes F.

pub mod matching;
mod read;

use crate::op::Op;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

pub use matching::Bindings;

/// The texts of the rules, by file.
pub const TEXTS: [(&str, &str); 6] = [
    ("bool.rules", include_str!("bool.rules")),
    ("sums.rules", include_str!("sums.rules")),
    ("bits.rules", include_str!("bits.rules")),
    ("compare.rules", include_str!("compare.rules")),
    ("array.rules", include_str!("array.rules")),
    ("float.rules", include_str!("float.rules")),
];

/// A natural number in a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nat {
    /// This one.
    Number(u128),
    /// The variable in this slot.
    Var(usize),
    /// The width of the term in this slot.
    Width(usize),
    /// Sum.
    Add(Box<Nat>, Box<Nat>),
    /// Difference, if there is one.
    Sub(Box<Nat>, Box<Nat>),
    /// The smaller one.
    Min(Box<Nat>, Box<Nat>),
    /// Two to this power.
    Pow2(Box<Nat>),
}

/// A term in a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// The term in this slot.
    Var(usize),
    /// The constant term in this slot.
    Constant(usize),
    /// A bit-vector: its width, and its number.
    Number(Nat, Nat),
    /// A constant whose ones are this number of bits from a bit on.
    Field(Nat, Nat),
    /// An operator, its numbers, its arguments. The operator's own payload is not meant.
    Op(Op, Vec<Nat>, Vec<Pattern>),
}

/// A comparison of numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Equal.
    Eq(Nat, Nat),
    /// Less.
    Less(Nat, Nat),
    /// Less or equal.
    LessEq(Nat, Nat),
}

/// The kind of a variable of a rule: what its first letter says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A bit-vector.
    Bits,
    /// A constant bit-vector.
    Constant,
    /// A Boolean.
    Truth,
    /// A float.
    Float,
    /// An array.
    Array,
    /// A term of any sort.
    Any,
    /// A natural number.
    Nat,
    /// A rounding direction: a number below 5.
    Rounding,
}

/// A rule: where the left side matches and the conditions hold, the right side is the same.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Is it only a step of a procedure?
    pub lemma: bool,
    /// The left side.
    pub left: Pattern,
    /// The right side.
    pub right: Pattern,
    /// The conditions on numbers.
    pub only_if: Vec<Comparison>,
    /// The conditions on terms.
    pub when: Vec<Pattern>,
    /// The term variables: name and kind, by slot.
    pub terms: Vec<(String, Kind)>,
    /// The number variables: name and kind, by slot.
    pub numbers: Vec<(String, Kind)>,
}

/// All rules, in the order in which they are tried.
#[derive(Debug)]
pub struct Rules {
    /// The rules.
    pub all: Vec<Rule>,
    /// Numbers of the rules that are run, by the operator of the left side.
    by_op: FxHashMap<Op, Vec<usize>>,
}

impl Rules {
    /// The rules of the files. They are part of the program, and its tests read them.
    #[must_use]
    pub fn get() -> &'static Self {
        static RULES: LazyLock<Rules> = LazyLock::new(|| {
            let all: Vec<Rule> = TEXTS
                .iter()
                .flat_map(|(file, text)| read::rules(text).unwrap_or_else(|e| panic!("{file}: {e}")))
                .collect();
            let mut by_op: FxHashMap<Op, Vec<usize>> = FxHashMap::default();
            for (number, rule) in all.iter().enumerate().filter(|(_, rule)| !rule.lemma) {
                let Pattern::Op(op, ..) = &rule.left else {
                    panic!("{}: the left side is not an operator", rule.name)
                };
                by_op.entry(*op).or_default().push(number);
            }
            Rules { all, by_op }
        });
        &RULES
    }

    /// Reads rules from a text.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Vec<Rule>, String> {
        read::rules(text)
    }

    /// The rules for a term with this operator.
    pub(crate) fn of(&self, op: Op) -> &[usize] {
        self.by_op.get(&plain(op)).map_or(&[], Vec::as_slice)
    }
}

/// The operator without what patterns say by numbers.
pub(crate) fn plain(op: Op) -> Op {
    use Op as O;
    match op {
        O::Extract(_) => O::Extract(0),
        O::FpAdd(_) => O::FpAdd(Default::default()),
        O::FpSub(_) => O::FpSub(Default::default()),
        O::FpMul(_) => O::FpMul(Default::default()),
        O::FpDiv(_) => O::FpDiv(Default::default()),
        O::FpFma(_) => O::FpFma(Default::default()),
        O::FpSqrt(_) => O::FpSqrt(Default::default()),
        O::FpRound(_) => O::FpRound(Default::default()),
        other => other,
    }
}

/// How many numbers an operator has in patterns.
pub(crate) fn numbers_of(op: Op) -> usize {
    match op {
        Op::Extract(_) => 2,
        Op::Zext | Op::Sext | Op::ConstArray => 1,
        _ => usize::from(op.rounding().is_some()),
    }
}
