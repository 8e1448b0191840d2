//! Runs rules: compares a left side with a term, decides conditions, builds the right side.

use super::{Comparison, Kind, Nat, Pattern, Rule, plain};
use crate::facts::{self, Facts};
use crate::op::Op;
use crate::sort::{Format, Sort, mask};
use crate::terms::{Few, Term, Terms};
use crate::word::Bits;
use raddle_ir::Rounding;
use smallvec::SmallVec;

/// The rounding directions, by the number that they have in rules.
pub const ROUNDINGS: [Rounding; 5] =
    [Rounding::Nearest, Rounding::NearestAway, Rounding::Zero, Rounding::Down, Rounding::Up];

/// What the variables of a rule stand for.
#[derive(Clone, Debug, Default)]
pub struct Bindings {
    /// Terms, by slot.
    pub terms: [Option<Term>; 6],
    /// Numbers, by slot.
    pub numbers: [Option<u128>; 6],
}

impl Nat {
    /// The number; none if it is negative or not bound.
    #[must_use]
    pub fn value(&self, terms: &Terms, b: &Bindings) -> Option<u128> {
        match self {
            Self::Number(n) => Some(*n),
            Self::Var(slot) => b.numbers[*slot],
            Self::Width(slot) => terms.sort(b.terms[*slot]?).width().map(u128::from),
            Self::Add(x, y) => x.value(terms, b)?.checked_add(y.value(terms, b)?),
            Self::Sub(x, y) => x.value(terms, b)?.checked_sub(y.value(terms, b)?),
            Self::Min(x, y) => Some(x.value(terms, b)?.min(y.value(terms, b)?)),
            Self::Pow2(x) => 1u128.checked_shl(u32::try_from(x.value(terms, b)?).ok()?),
        }
    }

    /// Compares with a number, which a variable that is not bound yet becomes.
    fn matches(&self, terms: &Terms, number: u128, b: &mut Bindings) -> bool {
        match self {
            Self::Var(slot) => *b.numbers[*slot].get_or_insert(number) == number,
            _ => self.value(terms, b) == Some(number),
        }
    }
}

impl Comparison {
    /// Does it hold?
    #[must_use]
    pub fn holds(&self, terms: &Terms, b: &Bindings) -> bool {
        let pair = |x: &Nat, y: &Nat| Some((x.value(terms, b)?, y.value(terms, b)?));
        match self {
            Self::Eq(x, y) => pair(x, y).is_some_and(|(x, y)| x == y),
            Self::Less(x, y) => pair(x, y).is_some_and(|(x, y)| x < y),
            Self::LessEq(x, y) => pair(x, y).is_some_and(|(x, y)| x <= y),
        }
    }
}

fn kind_fits(kind: Kind, sort: Sort) -> bool {
    match kind {
        Kind::Bits | Kind::Constant => matches!(sort, Sort::Bits(_)),
        Kind::Truth => sort == Sort::Bool,
        Kind::Float => matches!(sort, Sort::Float(_)),
        Kind::Array => matches!(sort, Sort::Array(..)),
        Kind::Any => true,
        Kind::Nat | Kind::Rounding => false,
    }
}

/// The numbers that an operator of a term has in patterns.
fn numbers(op: Op, sort: Sort) -> SmallVec<[u128; 2]> {
    let width = u128::from(sort.width().unwrap_or(0));
    match op {
        Op::Extract(low) => SmallVec::from_slice(&[u128::from(low), width]),
        Op::Zext | Op::Sext => SmallVec::from_slice(&[width]),
        Op::ConstArray => match sort {
            Sort::Array(index, _) => SmallVec::from_slice(&[u128::from(index)]),
            _ => SmallVec::new(),
        },
        _ => op
            .rounding()
            .and_then(|r| ROUNDINGS.iter().position(|known| *known == r))
            .map_or_else(SmallVec::new, |n| SmallVec::from_slice(&[n as u128])),
    }
}

impl Rule {
    /// Applies the rule to a term that is about to be built.
    pub(crate) fn apply(&self, terms: &mut Terms, op: Op, sort: Sort, args: &[Term]) -> Option<Term> {
        let Pattern::Op(_, naturals, patterns) = &self.left else { return None };
        let mut bindings = Bindings::default();
        if self.fits(terms, naturals, patterns, op, sort, args, &mut bindings) && self.holds(terms, &bindings)
        {
            return self.right.build(terms, &bindings);
        }
        if let (true, &[a, b]) = (op.is_commutative(), args) {
            let mut bindings = Bindings::default();
            if self.fits(terms, naturals, patterns, op, sort, &[b, a], &mut bindings)
                && self.holds(terms, &bindings)
            {
                return self.right.build(terms, &bindings);
            }
        }
        None
    }

    fn holds(&self, terms: &Terms, b: &Bindings) -> bool {
        self.only_if.iter().all(|c| c.holds(terms, b))
            && self.when.iter().all(|f| shown(f, terms, b) == Some(true))
    }

    #[expect(clippy::too_many_arguments, reason = "a term that is not built yet is three of them")]
    fn fits(
        &self,
        terms: &Terms,
        naturals: &[Nat],
        patterns: &[Pattern],
        op: Op,
        sort: Sort,
        args: &[Term],
        b: &mut Bindings,
    ) -> bool {
        patterns.len() == args.len()
            && patterns.iter().zip(args).all(|(p, a)| self.matches(terms, p, *a, b))
            // After the arguments, on whose widths they may depend.
            && naturals.iter().zip(numbers(op, sort)).all(|(n, number)| n.matches(terms, number, b))
    }

    fn matches(&self, terms: &Terms, pattern: &Pattern, term: Term, b: &mut Bindings) -> bool {
        match pattern {
            Pattern::Var(slot) => match b.terms[*slot] {
                Some(bound) => bound == term,
                None => {
                    b.terms[*slot] = Some(term);
                    kind_fits(self.terms[*slot].1, terms.sort(term))
                }
            },
            Pattern::Constant(slot) => {
                if !matches!(terms.op(term), Op::Const(_)) || terms.sort(term).width().is_none() {
                    return false;
                }
                *b.terms[*slot].get_or_insert(term) == term
            }
            Pattern::Number(width, number) => match (terms.op(term), terms.sort(term)) {
                (Op::Const(value), Sort::Bits(w)) => {
                    width.matches(terms, u128::from(w), b) && number.matches(terms, value, b)
                }
                _ => false,
            },
            Pattern::Field(at, length) => match (terms.op(term), terms.sort(term)) {
                (Op::Const(value), Sort::Bits(_)) if value != 0 => {
                    let (low, ones) = (value.trailing_zeros(), value.count_ones());
                    value >> low == mask(ones)
                        && at.matches(terms, u128::from(low), b)
                        && length.matches(terms, u128::from(ones), b)
                }
                _ => false,
            },
            Pattern::Op(op, naturals, patterns) => {
                let here = terms.op(term);
                if plain(here) != *op {
                    return false;
                }
                let (sort, args) = (terms.sort(term), terms.args(term));
                if let (true, [p, q], &[x, y]) = (op.is_commutative(), patterns.as_slice(), args) {
                    let before = b.clone();
                    if self.matches(terms, p, x, b) && self.matches(terms, q, y, b) {
                        return true;
                    }
                    *b = before;
                    return self.matches(terms, p, y, b) && self.matches(terms, q, x, b);
                }
                self.fits(terms, naturals, patterns, here, sort, args, b)
            }
        }
    }
}

impl Pattern {
    /// Builds the term; none where a number that it needs is negative or a sort does not fit.
    #[must_use]
    pub fn build(&self, terms: &mut Terms, b: &Bindings) -> Option<Term> {
        let width = |n: u128| u32::try_from(n).ok().filter(|w| (1..=crate::MAX_WIDTH).contains(w));
        match self {
            Self::Var(slot) | Self::Constant(slot) => b.terms[*slot],
            Self::Number(w, n) => {
                let (w, n) = (width(w.value(terms, b)?)?, n.value(terms, b)?);
                (n <= mask(w)).then(|| terms.bits(w, n))
            }
            // A field has no width of its own: its place in an operator gives it.
            Self::Field(..) => None,
            Self::Op(op, naturals, patterns) => {
                let mut args = Few::new();
                for pattern in patterns {
                    // Terms that are already there give a field its width.
                    let arg = match pattern {
                        Self::Field(at, length) => {
                            let like = patterns.iter().find_map(|p| p.build(terms, b))?;
                            let (w, at, n) =
                                (terms.sort(like).width()?, at.value(terms, b)?, length.value(terms, b)?);
                            if at + n > u128::from(w) || n == 0 {
                                return None;
                            }
                            terms.bits(w, mask(n as u32) << at)
                        }
                        other => other.build(terms, b)?,
                    };
                    args.push(arg);
                }
                let naturals: Option<SmallVec<[u128; 2]>> =
                    naturals.iter().map(|n| n.value(terms, b)).collect();
                operator(terms, *op, &naturals?, &args)
            }
        }
    }
}

/// A term with an operator as patterns write it; none where sorts do not fit.
fn operator(terms: &mut Terms, op: Op, naturals: &[u128], args: &[Term]) -> Option<Term> {
    use Op as O;
    let first = args.first().map(|a| terms.sort(*a));
    let (op, sort) = match (op, naturals) {
        (O::Extract(_), &[low, width]) => {
            (O::Extract(u32::try_from(low).ok()?), Sort::Bits(u32::try_from(width).ok()?))
        }
        (O::Zext | O::Sext, &[width]) => {
            if first?.width()? == u32::try_from(width).ok()? {
                return args.first().copied();
            }
            (op, Sort::Bits(width as u32))
        }
        (O::ConstArray, &[index]) => (op, Sort::Array(u32::try_from(index).ok()?, first?.scalar()?)),
        (_, &[e]) => (rounded(op, *ROUNDINGS.get(e as usize)?), first?),
        (O::Bool(_) | O::Not | O::And | O::Or | O::Xor | O::Implies | O::Eq, _)
        | (O::BvUlt | O::BvUle | O::BvSlt | O::BvSle | O::FpEq | O::FpLt | O::FpLe, _)
        | (O::FpIsNan | O::FpIsInf | O::FpIsZero | O::FpIsSubnormal | O::FpIsNegative, _) => (op, Sort::Bool),
        (O::Ite, _) => (op, terms.sort(*args.get(1)?)),
        (O::Concat, _) => (op, Sort::Bits(first?.width()? + terms.sort(*args.get(1)?).width()?)),
        (O::Select, _) => match first? {
            Sort::Array(_, element) => (op, element.into()),
            _ => return None,
        },
        (O::FpToBits, _) => match first? {
            Sort::Float(format) => (op, Sort::Bits(format.bits())),
            _ => return None,
        },
        (O::FpFromBits, _) => {
            // The two formats of 16 bits differ; rules are about one.
            let width = first?.width()?;
            (op, Sort::Float(Format::ALL.into_iter().find(|f| f.bits() == width)?))
        }
        _ => (op, first?),
    };
    let sorts: SmallVec<[Sort; 4]> = args.iter().map(|a| terms.sort(*a)).collect();
    op.takes(sort, &sorts).then(|| terms.make(op, sort, args))
}

fn rounded(op: Op, rounding: Rounding) -> Op {
    use Op as O;
    match op {
        O::FpAdd(_) => O::FpAdd(rounding),
        O::FpSub(_) => O::FpSub(rounding),
        O::FpMul(_) => O::FpMul(rounding),
        O::FpDiv(_) => O::FpDiv(rounding),
        O::FpFma(_) => O::FpFma(rounding),
        O::FpSqrt(_) => O::FpSqrt(rounding),
        O::FpRound(_) => O::FpRound(rounding),
        other => other,
    }
}

/// Do facts show a condition, or that it does not hold?
fn shown(formula: &Pattern, terms: &Terms, b: &Bindings) -> Option<bool> {
    let Pattern::Op(op, _, args) = formula else { return None };
    match (op, args.as_slice()) {
        (Op::Not, [a]) => shown(a, terms, b).map(|holds| !holds),
        (Op::And, [x, y]) => match (shown(x, terms, b), shown(y, terms, b)) {
            (Some(true), other) | (other, Some(true)) => other,
            (Some(false), _) | (_, Some(false)) => Some(false),
            _ => None,
        },
        (Op::Eq, [Pattern::Var(x), Pattern::Var(y)]) => terms.same(b.terms[*x]?, b.terms[*y]?),
        (Op::Eq, [x, y]) => {
            let (x, y) = (known(x, terms, b)?, known(y, terms, b)?);
            if !x.may_equal(&y) {
                return Some(false);
            }
            (x.fixed()? == y.fixed()?).then_some(true)
        }
        (Op::BvUlt, [x, y]) => less(known(x, terms, b)?, known(y, terms, b)?),
        (Op::BvUle, [x, y]) => less(known(y, terms, b)?, known(x, terms, b)?).map(|less| !less),
        (Op::BvSlt, [x, y]) => less(biased(known(x, terms, b)?), biased(known(y, terms, b)?)),
        (Op::BvSle, [x, y]) => {
            less(biased(known(y, terms, b)?), biased(known(x, terms, b)?)).map(|less| !less)
        }
        _ => None,
    }
}

fn less(x: Facts<Bits>, y: Facts<Bits>) -> Option<bool> {
    if x.most.value() < y.least.value() {
        Some(true)
    } else if x.least.value() >= y.most.value() {
        Some(false)
    } else {
        None
    }
}

/// Signed numbers in their order as unsigned ones.
fn biased(x: Facts<Bits>) -> Facts<Bits> {
    use crate::word::Word;
    let sign = x.zeros.constant(1).shl(x.zeros.width() - 1);
    facts::add(&x, &facts::constant(&sign))
}

/// What is known of a bit-vector that a condition computes.
fn known(pattern: &Pattern, terms: &Terms, b: &Bindings) -> Option<Facts<Bits>> {
    match pattern {
        Pattern::Var(slot) | Pattern::Constant(slot) => {
            let term = b.terms[*slot]?;
            terms.sort(term).width().map(|_| terms.facts(term))
        }
        Pattern::Number(width, number) => {
            let width = u32::try_from(width.value(terms, b)?).ok()?;
            Some(facts::constant(&Bits::new(width, number.value(terms, b)?)))
        }
        Pattern::Op(op, naturals, args) => {
            let x = known(args.first()?, terms, b)?;
            let y = args.get(1).and_then(|y| known(y, terms, b));
            let n = |i: usize| u32::try_from(naturals.get(i)?.value(terms, b)?).ok();
            let made = match op {
                Op::BvNot => facts::not(&x),
                Op::BvAnd => facts::and(&x, &y?),
                Op::BvOr => facts::or(&x, &y?),
                Op::BvXor => facts::xor(&x, &y?),
                Op::BvAdd => facts::add(&x, &y?),
                Op::BvSub => {
                    let one = facts::constant(&Bits::new(crate::word::Word::width(&x.ones), 1));
                    facts::add(&facts::add(&x, &facts::not(&y?)), &one)
                }
                Op::Extract(_) => facts::extract(&x, n(0)?, n(1)?),
                Op::Zext => facts::zext(&x, n(0)?),
                _ => return None,
            };
            Some(facts::reduce(&made))
        }
        Pattern::Field(..) => None,
    }
}
