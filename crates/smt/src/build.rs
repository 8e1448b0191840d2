//! The operators as methods of [`Terms`]: what a program calls.
//!
//! All of them panic when sorts do not fit: that is a mistake in the program, not in its input.

use crate::op::{Op, Symbol};
use crate::sort::{Format, Scalar, Sort, mask};
use crate::terms::{Term, Terms};
use raddle_ir::Rounding;

/// Methods for operators: name, arguments, operator, and how the sort follows from the arguments.
macro_rules! operators {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),+) = $op:expr, $sort:ident;)+) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, $($arg: Term),+) -> Term {
            let sort = operators!(@$sort self, $($arg),+);
            self.make($op, sort, &[$($arg),+])
        }
    )+};
    (@truth $self:ident, $($arg:ident),+) => { Sort::Bool };
    (@same $self:ident, $first:ident $(, $arg:ident)*) => { $self.sort($first) };
    (@second $self:ident, $first:ident, $second:ident $(, $arg:ident)*) => { $self.sort($second) };
}

/// The same with a rounding direction.
macro_rules! rounded {
    ($($(#[$doc:meta])* $name:ident($first:ident $(, $arg:ident)*) = $op:ident;)+) => {$(
        $(#[$doc])*
        #[track_caller]
        pub fn $name(&mut self, rounding: Rounding, $first: Term $(, $arg: Term)*) -> Term {
            self.make(Op::$op(rounding), self.sort($first), &[$first $(, $arg)*])
        }
    )+};
}

impl Terms {
    /// A truth value.
    pub fn truth(&mut self, value: bool) -> Term {
        self.make(Op::Bool(value), Sort::Bool, &[])
    }

    /// A bit-vector: the lowest bits of a number.
    #[track_caller]
    pub fn bits(&mut self, width: u32, value: u128) -> Term {
        self.make(Op::Const(value & mask(width)), Sort::Bits(width), &[])
    }

    /// A float, by its bits.
    #[track_caller]
    pub fn float(&mut self, format: Format, bits: u128) -> Term {
        let bits = if format.is_nan(bits) { format.nan() } else { bits };
        self.make(Op::Const(bits), Sort::Float(format), &[])
    }

    /// A function applied.
    #[track_caller]
    pub fn apply(&mut self, function: Symbol, args: &[Term]) -> Term {
        self.make(Op::Apply(function), self.declaration(function).sort, args)
    }

    /// True when all are.
    #[track_caller]
    pub fn all(&mut self, args: &[Term]) -> Term {
        match args {
            [] => self.truth(true),
            [one] => *one,
            _ => self.make(Op::And, Sort::Bool, args),
        }
    }

    /// True when one is.
    #[track_caller]
    pub fn any(&mut self, args: &[Term]) -> Term {
        match args {
            [] => self.truth(false),
            [one] => *one,
            _ => self.make(Op::Or, Sort::Bool, args),
        }
    }

    operators! {
        /// Not.
        not(a) = Op::Not, truth;
        /// And.
        and(a, b) = Op::And, truth;
        /// Or.
        or(a, b) = Op::Or, truth;
        /// Exactly one.
        xor(a, b) = Op::Xor, truth;
        /// If the first, then the second.
        implies(a, b) = Op::Implies, truth;
        /// Equal; of floats: the same value, NaN equal to itself, the zeros different ([`Terms::fp_eq`] is IEEE's).
        eq(a, b) = Op::Eq, truth;
        /// `a` if the condition, `b` otherwise.
        ite(condition, a, b) = Op::Ite, second;
        /// Every bit inverted.
        bvnot(a) = Op::BvNot, same;
        /// -a.
        bvneg(a) = Op::BvNeg, same;
        /// a - b.
        bvsub(a, b) = Op::BvSub, same;
        /// a + b.
        bvadd(a, b) = Op::BvAdd, same;
        /// a · b.
        bvmul(a, b) = Op::BvMul, same;
        /// Bit by bit.
        bvand(a, b) = Op::BvAnd, same;
        /// Bit by bit.
        bvor(a, b) = Op::BvOr, same;
        /// Bit by bit.
        bvxor(a, b) = Op::BvXor, same;
        /// Unsigned quotient; all ones where `b` is 0.
        bvudiv(a, b) = Op::BvUdiv, same;
        /// Unsigned remainder; `a` where `b` is 0.
        bvurem(a, b) = Op::BvUrem, same;
        /// Signed quotient, rounded to zero; 1 or -1, against the sign of `a`, where `b` is 0.
        bvsdiv(a, b) = Op::BvSdiv, same;
        /// Signed remainder, with the sign of `a`; `a` where `b` is 0.
        bvsrem(a, b) = Op::BvSrem, same;
        /// Shift to the left; 0 from the width on.
        bvshl(a, b) = Op::BvShl, same;
        /// Shift to the right; 0 from the width on.
        bvlshr(a, b) = Op::BvLshr, same;
        /// Shift to the right that copies the sign; only signs from the width on.
        bvashr(a, b) = Op::BvAshr, same;
        /// Unsigned less.
        bvult(a, b) = Op::BvUlt, truth;
        /// Unsigned less or equal.
        bvule(a, b) = Op::BvUle, truth;
        /// Signed less.
        bvslt(a, b) = Op::BvSlt, truth;
        /// Signed less or equal.
        bvsle(a, b) = Op::BvSle, truth;
        /// The array with a value at an index.
        store(array, index, value) = Op::Store, same;
        /// The other sign.
        fp_neg(a) = Op::FpNeg, same;
        /// Without sign.
        fp_abs(a) = Op::FpAbs, same;
        /// IEEE's equality: NaN differs from itself, the zeros are equal.
        fp_eq(a, b) = Op::FpEq, truth;
        /// Less.
        fp_lt(a, b) = Op::FpLt, truth;
        /// Less or equal.
        fp_le(a, b) = Op::FpLe, truth;
        /// Is it NaN?
        fp_is_nan(a) = Op::FpIsNan, truth;
        /// Is it infinite?
        fp_is_inf(a) = Op::FpIsInf, truth;
        /// Is it a zero?
        fp_is_zero(a) = Op::FpIsZero, truth;
        /// Is it subnormal?
        fp_is_subnormal(a) = Op::FpIsSubnormal, truth;
        /// Does it have a negative sign? NaN has none.
        fp_is_negative(a) = Op::FpIsNegative, truth;
    }

    rounded! {
        /// a + b.
        fp_add(a, b) = FpAdd;
        /// a - b.
        fp_sub(a, b) = FpSub;
        /// a · b.
        fp_mul(a, b) = FpMul;
        /// a / b.
        fp_div(a, b) = FpDiv;
        /// a · b + c, rounded once.
        fp_fma(a, b, c) = FpFma;
        /// The square root.
        fp_sqrt(a) = FpSqrt;
        /// To an integral number.
        fp_round(a) = FpRound;
    }

    /// The bits of `a`, then those of `b`, which is the lower part.
    #[track_caller]
    pub fn concat(&mut self, a: Term, b: Term) -> Term {
        self.make(Op::Concat, Sort::Bits(self.width(a) + self.width(b)), &[a, b])
    }

    /// `width` bits of `a`, from bit `low` on.
    #[track_caller]
    pub fn extract(&mut self, low: u32, width: u32, a: Term) -> Term {
        self.make(Op::Extract(low), Sort::Bits(width), &[a])
    }

    /// The same unsigned number at a width that is not smaller.
    #[track_caller]
    pub fn zext(&mut self, width: u32, a: Term) -> Term {
        if width == self.width(a) { a } else { self.make(Op::Zext, Sort::Bits(width), &[a]) }
    }

    /// The same signed number at a width that is not smaller.
    #[track_caller]
    pub fn sext(&mut self, width: u32, a: Term) -> Term {
        if width == self.width(a) { a } else { self.make(Op::Sext, Sort::Bits(width), &[a]) }
    }

    /// The lowest bits, or the same unsigned number at a greater width.
    #[track_caller]
    pub fn resize(&mut self, width: u32, a: Term) -> Term {
        if width < self.width(a) { self.extract(0, width, a) } else { self.zext(width, a) }
    }

    /// 1 for true and 0 for false.
    #[track_caller]
    pub fn from_truth(&mut self, width: u32, a: Term) -> Term {
        let (one, zero) = (self.bits(width, 1), self.bits(width, 0));
        self.ite(a, one, zero)
    }

    /// Is it not 0?
    #[track_caller]
    pub fn nonzero(&mut self, a: Term) -> Term {
        let zero = self.bits(self.width(a), 0);
        let is_zero = self.eq(a, zero);
        self.not(is_zero)
    }

    /// The array that holds one value at all indices of this width.
    #[track_caller]
    pub fn const_array(&mut self, index: u32, value: Term) -> Term {
        let sort = self.sort(value);
        let element = sort.scalar().unwrap_or_else(|| panic!("an array of {sort}"));
        self.make(Op::ConstArray, Sort::Array(index, element), &[value])
    }

    /// What an array holds at an index.
    #[track_caller]
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let sort = self.sort(array);
        let Sort::Array(_, element) = sort else { panic!("a term of sort {sort} where an array is needed") };
        self.make(Op::Select, element.into(), &[array, index])
    }

    /// An array variable.
    #[track_caller]
    pub fn array(&mut self, name: impl Into<String>, index: u32, element: Scalar) -> Term {
        self.var(name, Sort::Array(index, element))
    }

    /// The float with these bits.
    #[track_caller]
    pub fn fp_from_bits(&mut self, format: Format, a: Term) -> Term {
        self.make(Op::FpFromBits, Sort::Float(format), &[a])
    }

    /// The bits of a float; those of NaN are [`Format::nan`].
    #[track_caller]
    pub fn fp_to_bits(&mut self, a: Term) -> Term {
        let format = self.format(a);
        self.make(Op::FpToBits, Sort::Bits(format.bits()), &[a])
    }

    /// The format of a float.
    ///
    /// # Panics
    /// When the term is no float: a mistake in the program.
    #[must_use]
    #[track_caller]
    pub fn format(&self, a: Term) -> Format {
        let sort = self.sort(a);
        let Sort::Float(format) = sort else { panic!("a term of sort {sort} where a float is needed") };
        format
    }

    /// The number in another format.
    #[track_caller]
    pub fn fp_to_fp(&mut self, rounding: Rounding, format: Format, a: Term) -> Term {
        if self.format(a) == format {
            return a;
        }
        self.make(Op::FpToFp(rounding), Sort::Float(format), &[a])
    }

    /// The float of an unsigned number.
    #[track_caller]
    pub fn fp_from_unsigned(&mut self, rounding: Rounding, format: Format, a: Term) -> Term {
        self.make(Op::FpFromUnsigned(rounding), Sort::Float(format), &[a])
    }

    /// The float of a signed number.
    #[track_caller]
    pub fn fp_from_signed(&mut self, rounding: Rounding, format: Format, a: Term) -> Term {
        self.make(Op::FpFromSigned(rounding), Sort::Float(format), &[a])
    }

    /// The unsigned number of a float, rounded; clamped to what the width has, 0 for NaN.
    #[track_caller]
    pub fn fp_to_unsigned(&mut self, rounding: Rounding, width: u32, a: Term) -> Term {
        let range = (0, mask(width));
        self.fp_to_integer(Op::FpToUnsigned(rounding), rounding, width, range, a)
    }

    /// The signed number of a float, rounded; clamped to what the width has, 0 for NaN.
    #[track_caller]
    pub fn fp_to_signed(&mut self, rounding: Rounding, width: u32, a: Term) -> Term {
        let least = 1 << (width - 1);
        self.fp_to_integer(Op::FpToSigned(rounding), rounding, width, (least, mask(width) ^ least), a)
    }

    fn fp_to_integer(
        &mut self,
        op: Op,
        rounding: Rounding,
        width: u32,
        range: (u128, u128),
        a: Term,
    ) -> Term {
        let format = self.format(a);
        let signed = matches!(op, Op::FpToSigned(_));
        let ir = format.ir();
        // Powers of two: exact, or beyond the format's numbers and then infinite.
        let end = 2f64.powi(width as i32 - i32::from(signed));
        let bits = |x| raddle_ir::eval::from_f64(ir, x, Rounding::Nearest);
        let (start, end) = (bits(if signed { -end } else { 0.0 }), bits(end));
        let (start, end) = (self.float(format, start), self.float(format, end));
        let rounded = self.fp_round(rounding, a);
        // The least number itself is clamped to itself.
        let (low, high) = (self.fp_le(rounded, start), self.fp_le(end, rounded));
        let (least, most) = (self.bits(width, range.0), self.bits(width, range.1));
        let inside = self.make(op, Sort::Bits(width), &[a]);
        let zero = self.bits(width, 0);
        let nan = self.fp_is_nan(a);
        let clamped = self.ite(high, most, inside);
        let clamped = self.ite(low, least, clamped);
        self.ite(nan, zero, clamped)
    }

    /// PTX ISA, `min`: the number is taken if the other is NaN; -0 is below +0.
    #[track_caller]
    pub fn fp_min(&mut self, a: Term, b: Term) -> Term {
        self.extremum(a, b, true)
    }

    /// PTX ISA, `max`: the number is taken if the other is NaN; -0 is below +0.
    #[track_caller]
    pub fn fp_max(&mut self, a: Term, b: Term) -> Term {
        self.extremum(a, b, false)
    }

    fn extremum(&mut self, a: Term, b: Term, least: bool) -> Term {
        let less = if least { self.fp_lt(a, b) } else { self.fp_lt(b, a) };
        let equal = self.fp_eq(a, b);
        // Of equal numbers only the zeros differ.
        let sign = self.fp_is_negative(if least { a } else { b });
        let tie = self.and(equal, sign);
        let first = self.or(less, tie);
        let number = self.ite(first, a, b);
        let (a_nan, b_nan) = (self.fp_is_nan(a), self.fp_is_nan(b));
        let number = self.ite(b_nan, a, number);
        self.ite(a_nan, b, number)
    }
}
