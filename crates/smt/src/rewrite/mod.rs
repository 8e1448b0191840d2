//! Rewriting: what [`Terms::make`] turns a term into that is about to be built.
//!
//! In this order: constants are computed ([`crate::meaning`]); sums, products, conjunctions and comparisons go through their
//! procedures, which give each a normal form; everything else, and what the procedures leave, goes through the
//! [rules](crate::rules); what is left gets its [facts](crate::facts) and, if these leave one number only, is that number.
//!
//! Normal forms:
//! - a *sum* ([`sum`]) is a constant plus multiples of different terms, in the order of their numbers;
//! - a *conjunction* ([`conjunction`]) is flat, sorted, without a member and its negation; `or` is one, negated;
//! - a *comparison* ([`compare`]) is `=` or `bvult`, with the terms of a difference on the side where they are positive.
//!
//! The arguments of a rewritten term are rewritten. Rewriting a term again gives itself.

pub(crate) mod bitwise;
pub(crate) mod compare;
pub(crate) mod conjunction;
pub(crate) mod sum;

use crate::facts::{self, Facts};
use crate::meaning::meaning;
use crate::op::Op;
use crate::rules::Rules;
use crate::sort::Sort;
use crate::terms::{Few, Term, Terms};
use crate::word::Bits;
use smallvec::SmallVec;
use sum::Sum;

/// How deep rewriting may call itself before it leaves terms as they are, so that it never runs out of stack.
const DEEP: u32 = 400;

impl Terms {
    /// The rewritten term. The sorts fit.
    pub(crate) fn rewritten(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        if args.is_empty() {
            let facts = match (op, sort) {
                (Op::Const(value), Sort::Bits(width)) => facts::constant(&Bits::new(width, value)),
                // Declared variables have theirs already.
                _ => Facts::nothing(sort.width().unwrap_or(1)),
            };
            return self.intern(op, sort, args, facts);
        }
        if let Some(value) = self.computed(op, sort, args) {
            return self.scalar(sort, value);
        }
        if self.depth >= DEEP {
            return self.kept(op, sort, args);
        }
        self.depth += 1;
        let term = self.normal(op, sort, args);
        self.depth -= 1;
        term
    }

    fn computed(&self, op: Op, sort: Sort, args: &[Term]) -> Option<u128> {
        let mut values: SmallVec<[(Sort, u128); 4]> = SmallVec::new();
        for arg in args {
            values.push((self.sort(*arg), self.constant(*arg)?));
        }
        meaning(op, sort, &values)
    }

    /// The constant of a sort without structure.
    pub(crate) fn scalar(&mut self, sort: Sort, value: u128) -> Term {
        match sort {
            Sort::Bool => self.rewritten(Op::Bool(value == 1), sort, &[]),
            _ => self.rewritten(Op::Const(value), sort, &[]),
        }
    }

    fn normal(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        use Op as O;
        match (op, args) {
            (O::BvAdd | O::BvSub | O::BvNeg | O::BvNot | O::BvMul, _) => self.arithmetic(op, sort, args),
            (O::Concat, &[a, b]) => self.concatenated(sort, a, b),
            (O::And, _) => self.conjunction(args),
            (O::Or, _) => {
                let negated: Few = args.iter().map(|a| self.not(*a)).collect();
                let all = self.conjunction(&negated);
                self.not(all)
            }
            (O::BvAnd | O::BvOr | O::BvXor, _) => self.bitwise(op, sort, args),
            (O::Eq, &[a, b]) => self.equality(a, b),
            (O::BvUlt, &[a, b]) => self.less(a, b),
            (O::Extract(low), &[a]) => self.part(low, sort.width().unwrap_or(1), a),
            (O::Zext | O::Sext, &[a]) if self.op(a) == O::BvAdd || self.op(a) == O::BvMul => {
                let extended = self.extended_sum(op, sort.width().unwrap_or(1), a);
                extended.unwrap_or_else(|| self.ruled(op, sort, args))
            }
            (O::Ite, &[c, a, b]) => {
                let offset = self.offset_choice(sort, c, a, b);
                offset.unwrap_or_else(|| self.ruled(op, sort, args))
            }
            (O::FpAdd(_) | O::FpMul(_) | O::FpEq, &[a, b]) if b < a => self.ruled(op, sort, &[b, a]),
            (O::Select, &[array, index]) => self.read(sort, array, index),
            (O::Store, &[array, index, value]) => self.stored(sort, array, index, value),
            _ => self.ruled(op, sort, args),
        }
    }

    /// What the first rule that applies makes of a term; the term, if none does.
    pub(crate) fn ruled(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let rules = Rules::get();
        for &number in rules.of(op) {
            if let Some(term) = rules.all[number].apply(self, op, sort, args) {
                debug_assert_eq!(self.sort(term), sort, "rule {}", rules.all[number].name);
                return term;
            }
        }
        self.kept(op, sort, args)
    }

    /// The term as it is, or its only value.
    pub(crate) fn kept(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let facts = self.facts_of(op, sort, args);
        match (sort, facts.fixed()) {
            (Sort::Bits(_), Some(value)) => self.scalar(sort, value),
            _ => self.intern(op, sort, args, facts),
        }
    }

    /// What is known of a term that is about to be built.
    fn facts_of(&self, op: Op, sort: Sort, args: &[Term]) -> Facts<Bits> {
        let Sort::Bits(width) = sort else { return Facts::nothing(1) };
        let of = |i: usize| self.facts(args[i]);
        let fold = |f: fn(&Facts<Bits>, &Facts<Bits>) -> Facts<Bits>| {
            args.iter().skip(1).fold(of(0), |all, a| f(&all, &self.facts(*a)))
        };
        let made = match op {
            Op::BvAdd => self.sum_facts(&Sum::of_args(self, width, args)),
            Op::BvMul => match (self.constant(args[0]), args) {
                (Some(factor), &[_, term]) => self.multiple_facts(term, factor),
                _ => self.product_facts(width, args),
            },
            Op::BvAnd => fold(facts::and),
            Op::BvOr => fold(facts::or),
            Op::BvXor => fold(facts::xor),
            Op::BvUrem => facts::urem(&of(0), &of(1)),
            Op::BvUdiv if of(1).least.value() > 0 => {
                let most = of(0).most.value() / of(1).least.value();
                let least = of(0).least.value() / of(1).most.value();
                Facts::between(Bits::new(width, least), Bits::new(width, most))
            }
            Op::BvLshr => facts::lshr(&of(0)),
            Op::Extract(low) => facts::extract(&of(0), low, width),
            Op::Zext => facts::zext(&of(0), width),
            Op::Sext => facts::sext(&of(0), width),
            Op::Ite => facts::either(&of(1), &of(2)),
            _ => return Facts::nothing(width),
        };
        facts::reduce(&made)
    }

    /// `ite` of two terms that differ by a constant: the term, plus the constant or 0 (lemma ite-offset).
    fn offset_choice(&mut self, sort: Sort, c: Term, a: Term, b: Term) -> Option<Term> {
        let width = sort.width()?;
        if a == b || self.constant(a).is_some() || self.constant(b).is_some() || self.constant(c).is_some() {
            return None;
        }
        let mut difference = Sum::of(self, a);
        difference.add(&Sum::of(self, b), crate::sort::mask(width));
        if !difference.parts.is_empty() {
            return None;
        }
        let (step, zero) = (self.bits(width, difference.constant), self.bits(width, 0));
        let choice = self.ite(c, step, zero);
        Some(self.bvadd(b, choice))
    }

    /// A read looks through writes: rules select-store-same and select-store-other, along a chain of any length.
    fn read(&mut self, sort: Sort, mut array: Term, index: Term) -> Term {
        while let (Op::Store, &[inner, at, value]) = (self.op(array), self.args(array)) {
            match self.same(at, index) {
                Some(true) => return value,
                Some(false) => array = inner,
                None => break,
            }
        }
        self.ruled(Op::Select, sort, &[array, index])
    }

    /// Writes at indices that certainly differ are in the order of the indices' numbers (lemma store-order).
    fn stored(&mut self, sort: Sort, array: Term, index: Term, value: Term) -> Term {
        if let (Op::Store, &[inner, before, old]) = (self.op(array), self.args(array))
            && before > index
            && self.same(before, index) == Some(false)
        {
            let first = self.make(Op::Store, sort, &[inner, index, value]);
            return self.make(Op::Store, sort, &[first, before, old]);
        }
        self.ruled(Op::Store, sort, &[array, index, value])
    }
}
