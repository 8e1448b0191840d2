//! Bit-vectors as polynomials over integers, with the interval in which each lies.

use super::Signs;
use super::divisions::{Division, Usual, is_division, quotient};
use crate::op::Op;
use crate::poly::{Poly, Var};
use crate::sort::signed;
use crate::terms::{Term, Terms};
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A polynomial of more terms is not multiplied out: what it stands for is an unknown.
pub(super) const MOST_PARTS: usize = 40;

/// A number as a polynomial, and the least and the greatest number that it may be.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub poly: Poly,
    pub least: BigInt,
    pub most: BigInt,
}

impl Number {
    pub fn constant(number: impl Into<BigInt>) -> Self {
        let number = number.into();
        Self { poly: Poly::constant(number.clone()), least: number.clone(), most: number }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self {
            poly: self.poly.plus(&other.poly),
            least: &self.least + &other.least,
            most: &self.most + &other.most,
        }
    }

    pub fn times(&self, factor: &BigInt) -> Self {
        let (a, b) = (&self.least * factor, &self.most * factor);
        let (least, most) = if a <= b { (a, b) } else { (b, a) };
        Self { poly: self.poly.times(factor), least, most }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&BigInt::from(-1)))
    }

    pub fn product(&self, other: &Self) -> Self {
        let ends = [
            &self.least * &other.least,
            &self.least * &other.most,
            &self.most * &other.least,
            &self.most * &other.most,
        ];
        let least = ends.iter().min().cloned().unwrap_or_default();
        let most = ends.iter().max().cloned().unwrap_or_default();
        Self { poly: self.poly.product(&other.poly), least, most }
    }

    /// The same, known to lie between two numbers.
    fn within(mut self, least: BigInt, most: BigInt) -> Self {
        self.least = self.least.max(least);
        self.most = self.most.min(most);
        self
    }
}

/// 2^width.
pub(super) fn whole(width: u32) -> BigInt {
    BigInt::from(1) << width
}

/// The quotient, rounded down.
fn floor(a: &BigInt, b: &BigInt) -> BigInt {
    let quotient = a / b;
    let exact = &quotient * b == *a;
    if !exact && (*a < BigInt::ZERO) != (*b < BigInt::ZERO) { quotient - 1 } else { quotient }
}

/// Bit-vectors that are read.
pub(super) struct Reading<'t> {
    pub terms: &'t Terms,
    /// How bit-vectors that may be negative or large are read.
    pub signs: Signs,
    /// Terms of which all bits matter.
    whole: FxHashSet<Term>,
    /// How many of the highest bits of a term do not matter, if some.
    idle: FxHashMap<Term, u32>,
    /// The interval of each variable.
    pub ranges: Vec<(BigInt, BigInt)>,
    /// Polynomials that are at least 0, as what is read is defined so.
    pub facts: Vec<Poly>,
    /// The variables of terms that are no arithmetic.
    pub unknowns: FxHashMap<Term, Var>,
    /// The variables of quotients that are read as the question reads numbers.
    pub quotients: FxHashMap<Term, Var>,
    residues: FxHashMap<Term, Number>,
    numbers: FxHashMap<(Term, Signs), Number>,
    /// The lowest bits of variables.
    lowest: FxHashMap<(Var, u32), Number>,
    /// The variables whose lowest bits others are.
    lowest_of: FxHashMap<Var, Var>,
    /// `ite`s that were met: their conditions are no arithmetic.
    pub choices: Vec<Term>,
    /// Divisions of which more is known under conditions.
    pub divisions: Vec<Division>,
    /// By what quotients differ from other ways to write them.
    pub usual: Vec<Usual>,
    /// Quotient and remainder of terms.
    pub divided: FxHashMap<(Term, Term, Signs), [Number; 2]>,
    /// Variables that are 0 as a rule: how often 2^width is taken away, and by what a division by 0 differs.
    pub usually_zero: BTreeSet<Var>,
    /// The widths that products may leave.
    pub left: BTreeSet<u32>,
    /// Sums without products that may leave a width, with this width.
    pub sums: Vec<(Poly, u32)>,
}

impl<'t> Reading<'t> {
    /// Of terms that are given in an order in which parts come first. All bits of `is_whole` terms matter.
    pub fn new(terms: &'t Terms, order: &[Term], is_whole: &dyn Fn(Term) -> bool, signs: Signs) -> Self {
        let mut whole: FxHashSet<Term> = order.iter().copied().filter(|&term| is_whole(term)).collect();
        // What is divided, by what, and what that makes.
        for &term in order.iter().filter(|&&term| is_division(terms, term)) {
            whole.extend(terms.args(term).iter().copied().chain([term]));
        }
        let mut idle = idle(terms, order);
        idle.retain(|term, _| !whole.contains(term));
        Self {
            terms,
            signs,
            whole,
            idle,
            ranges: Vec::new(),
            facts: Vec::new(),
            unknowns: FxHashMap::default(),
            quotients: FxHashMap::default(),
            residues: FxHashMap::default(),
            numbers: FxHashMap::default(),
            lowest: FxHashMap::default(),
            lowest_of: FxHashMap::default(),
            choices: Vec::new(),
            divisions: Vec::new(),
            usual: Vec::new(),
            divided: FxHashMap::default(),
            usually_zero: BTreeSet::new(),
            left: BTreeSet::new(),
            sums: Vec::new(),
        }
    }

    /// The number of a bit-vector, unsigned or signed.
    pub fn number(&mut self, term: Term, signs: Signs) -> Number {
        if let Some(known) = self.numbers.get(&(term, signs)) {
            return known.clone();
        }
        let width = self.terms.width(term);
        let residue = self.residue(term);
        let mut number = self.reduced(&residue, width, signs);
        if signs == Signs::Unsigned {
            let facts = self.terms.facts(term);
            number = number.within(facts.least.value().into(), facts.most.value().into());
        }
        self.numbers.insert((term, signs), number.clone());
        number
    }

    /// A number modulo 2^width, in the range of the unsigned or signed numbers of this width.
    pub fn reduced(&mut self, residue: &Number, width: u32, signs: Signs) -> Number {
        let whole = whole(width);
        let start = match signs {
            Signs::Signed => -(&whole / BigInt::from(2)),
            Signs::Unsigned => BigInt::ZERO,
        };
        let end = &start + &whole - BigInt::from(1);
        let first = floor(&(&residue.least - &start), &whole);
        let last = floor(&(&residue.most - &start), &whole);
        let is_one = first == last;
        let quotient = if is_one {
            Number::constant(first)
        } else {
            let var = self.fresh(first.clone(), last.clone());
            self.usually_zero.insert(var);
            Number { poly: Poly::var(var), least: first, most: last }
        };
        let mut number = residue.minus(&quotient.times(&whole));
        if !is_one {
            if number.poly.is_linear() {
                self.sums.push((residue.poly.clone(), width));
            } else {
                self.left.insert(width);
            }
            self.facts.push(number.poly.minus(&Poly::constant(start.clone())));
            self.facts.push(Poly::constant(end.clone()).minus(&number.poly));
            (number.least, number.most) = (start, end);
        }
        number
    }

    /// The variables that are lowest bits of the same number as this one, with that number, and itself: they differ for huge numbers only.
    pub fn alike(&self, var: Var) -> Vec<Var> {
        let Some(&of) = self.lowest_of.get(&var) else { return vec![var] };
        let others = self.lowest_of.iter().filter(|&(_, &other)| other == of);
        let mut all: Vec<Var> = others.map(|(&other, _)| other).chain([of]).collect();
        all.sort_unstable();
        all
    }

    /// A new variable of an interval.
    pub fn fresh(&mut self, least: BigInt, most: BigInt) -> Var {
        self.ranges.push((least, most));
        self.ranges.len() - 1
    }

    /// A number that is equal to a bit-vector modulo 2^width.
    pub fn residue(&mut self, term: Term) -> Number {
        if let Some(known) = self.residues.get(&term) {
            return known.clone();
        }
        let made = self.residue_of(term);
        if let Some((_, _, signs)) = quotient(self.terms, term)
            && let Some(var) = made.poly.variables().pop_first().filter(|&var| made.poly == Poly::var(var))
            && (signs == self.signs || self.is_read_alike(term, &made))
        {
            self.quotients.insert(term, var);
        }
        let made = self.without_idle_bits(term, made);
        self.residues.insert(term, made.clone());
        made
    }

    /// Is a term the same number with a sign and without one?
    fn is_read_alike(&self, term: Term, number: &Number) -> bool {
        number.least >= BigInt::ZERO && number.most < whole(self.terms.width(term) - 1)
    }

    fn residue_of(&mut self, term: Term) -> Number {
        let terms = self.terms;
        let width = terms.width(term);
        match (terms.op(term), terms.args(term)) {
            (Op::Const(value), _) => Number::constant(signed(value, width)),
            (Op::BvAdd, args) => {
                let parts: Vec<Number> = args.iter().map(|&a| self.residue(a)).collect();
                let sum = parts.iter().fold(Number::constant(0), |sum, part| sum.plus(part));
                if sum.poly.len() <= MOST_PARTS { sum } else { self.unknown(term) }
            }
            (Op::BvMul, args) => {
                let factors: Vec<Number> = args.iter().map(|&a| self.residue(a)).collect();
                let parts = factors.iter().fold(1_usize, |all, f| all.saturating_mul(f.poly.len().max(1)));
                if parts > MOST_PARTS {
                    return self.unknown(term);
                }
                factors.iter().fold(Number::constant(1), |product, factor| product.product(factor))
            }
            (Op::Sext, &[inner]) => self.number(inner, Signs::Signed),
            (Op::Zext, &[inner]) => self.number(inner, Signs::Unsigned),
            (Op::Extract(0), &[inner]) if self.whole.contains(&inner) => self.residue(inner),
            (Op::Extract(0), &[inner]) => {
                let residue = self.residue(inner);
                self.cut_off(residue, width)
            }
            (op @ (Op::BvUdiv | Op::BvUrem), &[a, by]) => {
                let which = usize::from(op == Op::BvUrem);
                match terms.constant(by) {
                    Some(0) => self.unknown(term),
                    Some(by) => self.divided(a, by)[which].clone(),
                    None => self.divided_by(term, [a, by], Signs::Unsigned, which),
                }
            }
            (op @ (Op::BvSdiv | Op::BvSrem), &[a, by]) => {
                self.divided_by(term, [a, by], Signs::Signed, usize::from(op == Op::BvSrem))
            }
            (Op::Extract(low), &[inner]) if low + width == terms.width(inner) && low < 127 => {
                let [quotient, _] = self.divided(inner, 1 << low);
                quotient
            }
            // As where a number has no sign: the highest of its lower 32 bits is 0.
            (Op::Extract(low), &[inner]) if low < 127 => {
                let residue = self.residue(inner);
                let lower = self.cut_off(residue, low + width);
                let lower = self.reduced(&lower, low + width, Signs::Unsigned);
                let [quotient, _] = self.quotient(&lower, 1 << low);
                quotient
            }
            (Op::BvAnd, &[mask, inner]) => match terms.constant(mask) {
                Some(mask) if mask < u128::MAX / 2 && (mask + 1).is_power_of_two() => {
                    let [_, rest] = self.divided(inner, mask + 1);
                    rest
                }
                _ => self.unknown(term),
            },
            (Op::Ite, &[_, then, otherwise]) => {
                self.choices.push(term);
                match [otherwise, then].into_iter().find(|&side| is_division(terms, side)) {
                    Some(division) => self.or_other(division),
                    None => self.unknown(term),
                }
            }
            _ => self.unknown(term),
        }
    }

    /// A variable for what matters of a term, if not all of its bits do. In `8 * round` of 32 bits that is a number of 29 bits: what is multiplied with it
    /// then is not multiplied with a quotient, too.
    fn without_idle_bits(&mut self, term: Term, number: Number) -> Number {
        let Some(idle) = self.idle.get(&term) else { return number };
        let width = self.terms.width(term) - idle;
        if width < 2 { number } else { self.named(number, width, Signs::Signed) }
    }

    /// The lowest bits of a variable, as a variable of its own: what is known of the one, and of the other, is known of few numbers then.
    fn cut_off(&mut self, number: Number, width: u32) -> Number {
        let Some(var) = number.poly.variables().pop_first().filter(|&var| number.poly == Poly::var(var))
        else {
            return number;
        };
        if let Some(known) = self.lowest.get(&(var, width)) {
            return known.clone();
        }
        // A number of rounds is the same as long as it has no more bits. All bits of a counter's own type are read as they are with a sign: that is more often easy.
        let is_part = number.least >= BigInt::ZERO && !matches!(width, 8 | 16 | 32);
        let signs = if is_part { self.signs } else { Signs::Signed };
        let made = if width > 1 { self.named(number, width, signs) } else { number };
        self.lowest.insert((var, width), made.clone());
        made
    }

    /// A variable for a number modulo 2^width, if that is another one.
    fn named(&mut self, number: Number, width: u32, signs: Signs) -> Number {
        let start = match signs {
            Signs::Signed => -(whole(width) / BigInt::from(2)),
            Signs::Unsigned => BigInt::ZERO,
        };
        if number.least >= start && number.most < &start + whole(width) {
            return number;
        }
        let reduced = self.reduced(&number, width, signs);
        let var = self.fresh(reduced.least.clone(), reduced.most.clone());
        if let Some(of) = number.poly.variables().pop_first().filter(|&of| number.poly == Poly::var(of)) {
            self.lowest_of.insert(var, of);
        }
        let difference = Poly::var(var).minus(&reduced.poly);
        self.facts.push(difference.times(&BigInt::from(-1)));
        self.facts.push(difference);
        Number { poly: Poly::var(var), ..reduced }
    }

    /// Quotient and remainder of an unsigned term by a number.
    fn divided(&mut self, term: Term, by: u128) -> [Number; 2] {
        let number = self.number(term, Signs::Unsigned);
        self.quotient(&number, by)
    }

    /// Quotient and remainder of a number that is not negative by a number.
    fn quotient(&mut self, number: &Number, by: u128) -> [Number; 2] {
        let by = BigInt::from(by);
        let (first, last) = (floor(&number.least, &by), floor(&number.most, &by));
        if first == last {
            let quotient = Number::constant(first);
            let rest = number.minus(&quotient.times(&by));
            return [quotient, rest];
        }
        let var = self.fresh(first.clone(), last.clone());
        let quotient = Number { poly: Poly::var(var), least: first, most: last };
        let mut rest = number.minus(&quotient.times(&by));
        let most = &by - BigInt::from(1);
        self.facts.push(rest.poly.clone());
        self.facts.push(Poly::constant(most.clone()).minus(&rest.poly));
        (rest.least, rest.most) = (BigInt::ZERO, most);
        [quotient, rest]
    }

    /// A term that is no arithmetic, as an integer of its own.
    pub fn unknown(&mut self, term: Term) -> Number {
        let width = self.terms.width(term);
        let facts = self.terms.facts(term);
        let (mut least, mut most) = (BigInt::from(facts.least.value()), BigInt::from(facts.most.value()));
        let half = whole(width) / BigInt::from(2);
        if self.signs == Signs::Signed && most >= half {
            (least, most) =
                if least >= half { (least - whole(width), most - whole(width)) } else { (-&half, &half - 1) };
        }
        let var = self.fresh(least.clone(), most.clone());
        self.unknowns.insert(term, var);
        Number { poly: Poly::var(var), least, most }
    }
}

/// How many of the highest bits of terms do not matter, where some do not.
fn idle(terms: &Terms, order: &[Term]) -> FxHashMap<Term, u32> {
    // What a term's user leaves idle of it, at least.
    let mut all: FxHashMap<Term, u32> = FxHashMap::default();
    for &term in order.iter().rev() {
        let own = all.get(&term).copied().unwrap_or_default();
        let args = terms.args(term);
        let by_number = args.first().and_then(|&first| terms.constant(first));
        let of_args = match terms.op(term) {
            Op::BvAdd => own,
            Op::BvMul => own + by_number.map_or(0, u128::trailing_zeros),
            Op::Extract(0) => own + terms.width(args[0]) - terms.width(term),
            _ => 0,
        };
        for &arg in args.iter().filter(|&&arg| terms.sort(arg).width().is_some()) {
            let idle = of_args.min(terms.width(arg));
            all.entry(arg).and_modify(|least| *least = idle.min(*least)).or_insert(idle);
        }
    }
    // Those that are made of others are read with all their bits.
    let is_defined = |term: &Term| matches!(terms.op(*term), Op::BvAdd | Op::BvMul | Op::Const(_) | Op::Ite);
    all.retain(|term, idle| *idle > 0 && !is_defined(term));
    all
}
