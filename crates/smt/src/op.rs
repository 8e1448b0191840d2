//! Operators: their names, and which arguments they take.
//!
//! There are two kinds. *Core* operators are what rewritten terms are made of. *Surface* operators ([`Op::is_surface`]) exist for the
//! callers that build terms and for the rules; rewriting expresses each by core ones: `or` by a conjunction and `not`, `bvsub`, `bvnot` and
//! `concat` by sums, all other comparisons by `bvult`.

use crate::sort::{MAX_WIDTH, Sort};
use raddle_ir::Rounding;

/// A variable or a function, declared in [`Terms`](crate::Terms).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub(crate) u32);

/// The operator of a term. The meaning is SMT-LIB's, except for the float conversions, which state how they differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "they are SMT-LIB's, by name")]
pub enum Op {
    /// A truth value.
    Bool(bool),
    /// A bit-vector or the bits of a float (NaN: [`Format::nan`](crate::Format::nan)), by its sort.
    Const(u128),
    /// A variable.
    Var(Symbol),
    /// An uninterpreted function applied.
    Apply(Symbol),

    Not,
    /// Of any number of arguments from two on.
    And,
    /// Surface. Of any number of arguments from two on.
    Or,
    /// Surface.
    Xor,
    /// Surface.
    Implies,
    Eq,
    Ite,

    /// Surface.
    BvNot,
    /// Surface.
    BvNeg,
    /// Surface.
    BvSub,
    /// Of any number of arguments from two on, as the following four.
    BvAdd,
    BvMul,
    BvAnd,
    BvOr,
    BvXor,
    BvUdiv,
    BvUrem,
    BvSdiv,
    BvSrem,
    BvShl,
    BvLshr,
    BvAshr,
    /// Surface.
    Concat,
    /// The bits from this one on; how many, the sort says.
    Extract(u32),
    /// Zero extension to the width of the sort.
    Zext,
    /// Sign extension to the width of the sort.
    Sext,
    BvUlt,
    /// Surface, as the following two.
    BvUle,
    BvSlt,
    BvSle,

    /// The array that holds one value everywhere.
    ConstArray,
    Select,
    Store,

    /// The float of these bits.
    FpFromBits,
    /// The bits of this float; those of NaN are [`Format::nan`](crate::Format::nan).
    FpToBits,
    FpNeg,
    FpAbs,
    FpAdd(Rounding),
    FpSub(Rounding),
    FpMul(Rounding),
    FpDiv(Rounding),
    /// x·y + z, rounded once.
    FpFma(Rounding),
    FpSqrt(Rounding),
    /// To an integral number.
    FpRound(Rounding),
    FpEq,
    FpLt,
    FpLe,
    FpIsNan,
    FpIsInf,
    FpIsZero,
    FpIsSubnormal,
    FpIsNegative,
    /// From one format to another.
    FpToFp(Rounding),
    FpFromUnsigned(Rounding),
    FpFromSigned(Rounding),
    /// Only to be used where the rounded number is in range; see [`Terms::fp_to_unsigned`](crate::Terms::fp_to_unsigned).
    FpToUnsigned(Rounding),
    /// Only to be used where the rounded number is in range; see [`Terms::fp_to_signed`](crate::Terms::fp_to_signed).
    FpToSigned(Rounding),
}

impl Op {
    /// Is it one that rewriting expresses by others?
    #[must_use]
    pub const fn is_surface(self) -> bool {
        use Op as O;
        matches!(
            self,
            O::Or
                | O::Xor
                | O::Implies
                | O::BvNot
                | O::BvNeg
                | O::BvSub
                | O::Concat
                | O::BvUle
                | O::BvSlt
                | O::BvSle
        )
    }

    /// May the two arguments be exchanged?
    #[must_use]
    pub const fn is_commutative(self) -> bool {
        use Op as O;
        matches!(
            self,
            O::And
                | O::Or
                | O::Xor
                | O::Eq
                | O::BvAdd
                | O::BvMul
                | O::BvAnd
                | O::BvOr
                | O::BvXor
                | O::FpEq
                | O::FpAdd(_)
                | O::FpMul(_)
        )
    }

    /// Does it take any number of arguments from two on?
    #[must_use]
    pub const fn is_variadic(self) -> bool {
        use Op as O;
        matches!(self, O::And | O::Or | O::BvAdd | O::BvMul | O::BvAnd | O::BvOr | O::BvXor)
    }

    /// The name in SMT-LIB and in the rules; without the indices that the sorts give.
    #[must_use]
    pub const fn name(self) -> &'static str {
        use Op as O;
        match self {
            O::Bool(true) => "true",
            O::Bool(false) => "false",
            O::Const(_) | O::Var(_) | O::Apply(_) => "",
            O::Not => "not",
            O::And => "and",
            O::Or => "or",
            O::Xor => "xor",
            O::Implies => "=>",
            O::Eq => "=",
            O::Ite => "ite",
            O::BvNot => "bvnot",
            O::BvNeg => "bvneg",
            O::BvSub => "bvsub",
            O::BvAdd => "bvadd",
            O::BvMul => "bvmul",
            O::BvAnd => "bvand",
            O::BvOr => "bvor",
            O::BvXor => "bvxor",
            O::BvUdiv => "bvudiv",
            O::BvUrem => "bvurem",
            O::BvSdiv => "bvsdiv",
            O::BvSrem => "bvsrem",
            O::BvShl => "bvshl",
            O::BvLshr => "bvlshr",
            O::BvAshr => "bvashr",
            O::Concat => "concat",
            O::Extract(_) => "extract",
            O::Zext => "zext",
            O::Sext => "sext",
            O::BvUlt => "bvult",
            O::BvUle => "bvule",
            O::BvSlt => "bvslt",
            O::BvSle => "bvsle",
            O::ConstArray => "const",
            O::Select => "select",
            O::Store => "store",
            O::FpFromBits => "fp.from_bits",
            O::FpToBits => "fp.to_bits",
            O::FpNeg => "fp.neg",
            O::FpAbs => "fp.abs",
            O::FpAdd(_) => "fp.add",
            O::FpSub(_) => "fp.sub",
            O::FpMul(_) => "fp.mul",
            O::FpDiv(_) => "fp.div",
            O::FpFma(_) => "fp.fma",
            O::FpSqrt(_) => "fp.sqrt",
            O::FpRound(_) => "fp.roundToIntegral",
            O::FpEq => "fp.eq",
            O::FpLt => "fp.lt",
            O::FpLe => "fp.leq",
            O::FpIsNan => "fp.isNaN",
            O::FpIsInf => "fp.isInfinite",
            O::FpIsZero => "fp.isZero",
            O::FpIsSubnormal => "fp.isSubnormal",
            O::FpIsNegative => "fp.isNegative",
            O::FpToFp(_) => "fp.to_fp",
            O::FpFromUnsigned(_) => "fp.from_unsigned",
            O::FpFromSigned(_) => "fp.from_signed",
            O::FpToUnsigned(_) => "fp.to_ubv",
            O::FpToSigned(_) => "fp.to_sbv",
        }
    }

    /// The rounding direction, if it has one.
    #[must_use]
    pub const fn rounding(self) -> Option<Rounding> {
        use Op as O;
        match self {
            O::FpAdd(r)
            | O::FpSub(r)
            | O::FpMul(r)
            | O::FpDiv(r)
            | O::FpFma(r)
            | O::FpSqrt(r)
            | O::FpRound(r)
            | O::FpToFp(r)
            | O::FpFromUnsigned(r)
            | O::FpFromSigned(r)
            | O::FpToUnsigned(r)
            | O::FpToSigned(r) => Some(r),
            _ => None,
        }
    }

    /// May a term of this sort have this operator and arguments of these sorts? Variables and functions are
    /// checked where their declarations are known.
    #[must_use]
    pub fn takes(self, sort: Sort, args: &[Sort]) -> bool {
        use Op as O;
        use Sort as S;
        if !sort.is_valid() {
            return false;
        }
        match (self, args) {
            (O::Bool(_), []) => sort == S::Bool,
            (O::Const(_), []) => matches!(sort, S::Bits(_) | S::Float(_)),
            (O::Var(_), []) | (O::Apply(_), _) => true,
            (O::Not, [a]) => sort == S::Bool && *a == S::Bool,
            (O::And | O::Or, [_, _, ..]) => sort == S::Bool && args.iter().all(|a| *a == S::Bool),
            (O::Xor | O::Implies, [a, b]) => sort == S::Bool && *a == S::Bool && *b == S::Bool,
            (O::Eq, [a, b]) => sort == S::Bool && a == b,
            (O::Ite, [c, a, b]) => *c == S::Bool && *a == sort && *b == sort,
            (O::BvNot | O::BvNeg, [a]) => matches!(sort, S::Bits(_)) && *a == sort,
            (O::BvAdd | O::BvMul | O::BvAnd | O::BvOr | O::BvXor, [_, _, ..])
            | (
                O::BvSub | O::BvUdiv | O::BvUrem | O::BvSdiv | O::BvSrem | O::BvShl | O::BvLshr | O::BvAshr,
                [_, _],
            ) => matches!(sort, S::Bits(_)) && args.iter().all(|a| *a == sort),
            (O::Concat, [S::Bits(a), S::Bits(b)]) => a + b <= MAX_WIDTH && sort == S::Bits(a + b),
            (O::Extract(low), [S::Bits(a)]) => matches!(sort, S::Bits(width) if low + width <= *a),
            (O::Zext | O::Sext, [S::Bits(a)]) => matches!(sort, S::Bits(width) if width > *a),
            (O::BvUlt | O::BvUle | O::BvSlt | O::BvSle, [S::Bits(a), S::Bits(b)]) => {
                sort == S::Bool && a == b
            }
            (O::ConstArray, [v]) => matches!(sort, S::Array(_, element) if *v == element.into()),
            (O::Select, [S::Array(index, element), i]) => *i == S::Bits(*index) && sort == S::from(*element),
            (O::Store, [a @ S::Array(index, element), i, v]) => {
                sort == *a && *i == S::Bits(*index) && *v == S::from(*element)
            }
            (O::FpFromBits, [S::Bits(a)]) => matches!(sort, S::Float(f) if f.bits() == *a),
            (O::FpToBits, [S::Float(f)]) => sort == S::Bits(f.bits()),
            (O::FpNeg | O::FpAbs | O::FpSqrt(_) | O::FpRound(_), [a]) => {
                matches!(sort, S::Float(_)) && *a == sort
            }
            (O::FpAdd(_) | O::FpSub(_) | O::FpMul(_) | O::FpDiv(_), [a, b]) => {
                matches!(sort, S::Float(_)) && *a == sort && *b == sort
            }
            (O::FpFma(_), [a, b, c]) => matches!(sort, S::Float(_)) && *a == sort && *b == sort && *c == sort,
            (O::FpEq | O::FpLt | O::FpLe, [S::Float(a), S::Float(b)]) => sort == S::Bool && a == b,
            (O::FpIsNan | O::FpIsInf | O::FpIsZero | O::FpIsSubnormal | O::FpIsNegative, [S::Float(_)]) => {
                sort == S::Bool
            }
            (O::FpToFp(_), [S::Float(a)]) => matches!(sort, S::Float(f) if f != *a),
            (O::FpFromUnsigned(_) | O::FpFromSigned(_), [S::Bits(_)]) => matches!(sort, S::Float(_)),
            (O::FpToUnsigned(_) | O::FpToSigned(_), [S::Float(_)]) => matches!(sort, S::Bits(_)),
            _ => false,
        }
    }
}
