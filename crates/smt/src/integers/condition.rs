//! A condition on the inputs of a launch.

use super::Signs;
use super::formula::Question;
use crate::poly::{Poly, Var};
use crate::sort::{MAX_WIDTH, signed};
use crate::terms::{Term, Terms};
use num_bigint::BigInt;

/// What a launch fixes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Input {
    /// An argument of the kernel. A condition on it is preferred.
    Argument {
        /// Which one.
        number: usize,
        /// Has its type a sign? Unknown where nothing says so.
        signed: Option<bool>,
    },
    /// A size of a block.
    Size,
    /// A size of the grid.
    Grid,
}

impl Input {
    /// Is it an argument of the kernel?
    #[must_use]
    pub fn is_argument(self) -> bool {
        matches!(self, Self::Argument { .. })
    }
}

/// A condition: a product of inputs, times a number, is at most so large, or an input is at most another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Both sides: factors, and a number with which they are multiplied. Without factors it is the number.
    pub sides: [(Vec<Term>, BigInt); 2],
    /// How inputs are read as integers.
    pub signs: Signs,
}

impl Condition {
    /// The inputs that it speaks of, each once for each time that it is a factor.
    pub fn inputs(&self) -> impl Iterator<Item = Term> {
        self.sides.iter().flat_map(|(factors, _)| factors).copied()
    }

    /// The condition over bit-vectors that are wide enough for its products. `None` if none are, or if a number in it is negative.
    #[must_use]
    pub fn term(&self, terms: &mut Terms) -> Option<Term> {
        self.width(terms).and_then(|_| self.of_width(terms, MAX_WIDTH))
    }

    /// The same for inputs of at most this many bits, or fewer where products need that; and that they have no more.
    #[must_use]
    pub fn for_small_inputs(&self, terms: &mut Terms, bits: u32) -> Option<Term> {
        let mut small = self.clone();
        let mut all = Vec::new();
        for (factors, times) in &mut small.sides {
            let left = u32::try_from(u64::from(MAX_WIDTH - 1).checked_sub(times.bits())?).ok()?;
            let each = bits.min(left / u32::try_from(factors.len().max(1)).ok()?).max(1);
            for factor in factors.iter_mut() {
                let width = terms.width(*factor);
                if width > each {
                    let lowest = terms.extract(0, each, *factor);
                    let again = extended(terms, self.signs, width, lowest);
                    all.push(terms.eq(again, *factor));
                    *factor = lowest;
                }
            }
        }
        let width = small.width(terms)?;
        all.push(small.of_width(terms, width)?);
        Some(terms.all(&all))
    }

    /// How many bits both sides need, and one more for a sign. `None` if no bit-vector has this many.
    fn width(&self, terms: &Terms) -> Option<u32> {
        let side = |(factors, times): &(Vec<Term>, BigInt)| {
            factors.iter().map(|&factor| u64::from(terms.width(factor))).sum::<u64>() + times.bits()
        };
        let width = self.sides.iter().map(side).max()? + 1;
        u32::try_from(width).ok().filter(|width| *width <= MAX_WIDTH)
    }

    /// The condition over bit-vectors of a width that is large enough. `None` if a number in it is negative.
    fn of_width(&self, terms: &mut Terms, width: u32) -> Option<Term> {
        let sides = self.sides.clone().map(|(factors, times)| {
            let start = terms.bits(width, u128::try_from(times).ok()?);
            Some(factors.iter().fold(start, |product, &factor| {
                let wide = extended(terms, self.signs, width, factor);
                terms.bvmul(product, wide)
            }))
        });
        let [Some(left), Some(right)] = sides else { return None };
        Some(terms.bvsle(left, right))
    }

    /// Does it hold for these inputs? `value` says what the bits of an input are, as an unsigned number.
    #[must_use]
    pub fn holds(&self, terms: &Terms, value: &dyn Fn(Term) -> u128) -> bool {
        let number = |term: Term| match self.signs {
            Signs::Signed => BigInt::from(signed(value(term), terms.width(term))),
            Signs::Unsigned => BigInt::from(value(term)),
        };
        let side = |(factors, times): &(Vec<Term>, BigInt)| {
            factors.iter().fold(times.clone(), |product, &factor| product * number(factor))
        };
        side(&self.sides[0]) <= side(&self.sides[1])
    }
}

fn extended(terms: &mut Terms, signs: Signs, width: u32, term: Term) -> Term {
    match signs {
        Signs::Signed => terms.sext(width, term),
        Signs::Unsigned => terms.zext(width, term),
    }
}

impl Question<'_> {
    /// How many inputs are read otherwise than their types say.
    pub(super) fn against_types(&self, input: &dyn Fn(Term) -> Option<Input>) -> usize {
        let is_signed = self.reading.signs == Signs::Signed;
        let is_against = |&&term: &&Term| match input(term) {
            Some(Input::Argument { signed, .. }) => signed.is_some_and(|signed| signed != is_signed),
            _ => false,
        };
        self.reading.unknowns.keys().filter(is_against).count()
    }

    /// The polynomial that a condition says to be at least 0. `None` if the question does not speak of its inputs, or reads them otherwise.
    pub(super) fn given(&self, condition: &Condition) -> Option<Poly> {
        if condition.signs != self.reading.signs {
            return None;
        }
        let mut poly = Poly::default();
        for (sign, (factors, times)) in [-1, 1].into_iter().zip(&condition.sides) {
            let factors = factors.iter().map(|&term| self.variable(term));
            poly.add_term(factors.collect::<Option<Vec<Var>>>()?, &(times * BigInt::from(sign)));
        }
        Some(poly)
    }
}
