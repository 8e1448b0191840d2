//! Pure operations: functions of their arguments, evaluated by `eval`.
//!
//! Shifts take an amount of any integer type, read as unsigned, and shift by amounts beyond the
//! width as PTX does: all bits leave (`shl`, `shr.u`) or are copies of the sign (`shr.s`).
//! Division by zero and `MIN / -1` have no defined result: evaluation gives none.

use crate::types::Type;

/// An IEEE rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Rounding {
    /// To nearest, ties to even (`.rn`).
    #[default]
    Nearest,
    /// To nearest, ties away from zero (`.rna`).
    NearestAway,
    /// Towards zero (`.rz`).
    Zero,
    /// Towards negative infinity (`.rm`).
    Down,
    /// Towards positive infinity (`.rp`).
    Up,
}

/// How a floating-point operation treats its result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FloatMode {
    /// The rounding direction.
    pub rounding: Rounding,
    /// Subnormal inputs and results become zero of the same sign (`.ftz`).
    pub ftz: bool,
    /// The result is clamped to [0, 1], NaN to 0 (`.sat`).
    pub sat: bool,
    /// Negative results become +0, NaN the canonical NaN (`.relu`).
    pub relu: bool,
}

/// A comparison of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum IntCond {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Unsigned less.
    LtU,
    /// Unsigned less or equal.
    LeU,
    /// Unsigned greater.
    GtU,
    /// Unsigned greater or equal.
    GeU,
    /// Signed less.
    LtS,
    /// Signed less or equal.
    LeS,
    /// Signed greater.
    GtS,
    /// Signed greater or equal.
    GeS,
}

impl IntCond {
    /// Does it read its sides as signed numbers?
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::LtS | Self::LeS | Self::GtS | Self::GeS)
    }

    /// What holds where the comparison does not.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::LtU => Self::GeU,
            Self::LeU => Self::GtU,
            Self::GtU => Self::LeU,
            Self::GeU => Self::LtU,
            Self::LtS => Self::GeS,
            Self::LeS => Self::GtS,
            Self::GtS => Self::LeS,
            Self::GeS => Self::LtS,
        }
    }

    /// The comparison with its sides exchanged.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Eq | Self::Ne => self,
            Self::LtU => Self::GtU,
            Self::LeU => Self::GeU,
            Self::GtU => Self::LtU,
            Self::GeU => Self::LeU,
            Self::LtS => Self::GtS,
            Self::LeS => Self::GeS,
            Self::GtS => Self::LtS,
            Self::GeS => Self::LeS,
        }
    }
}

/// A comparison of floats. The `u` forms are true when an operand is NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatCond {
    /// Equal.
    Eq,
    /// Less or greater.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Equal or unordered.
    Equ,
    /// Not equal or unordered.
    Neu,
    /// Less or unordered.
    Ltu,
    /// Less, equal or unordered.
    Leu,
    /// Greater or unordered.
    Gtu,
    /// Greater, equal or unordered.
    Geu,
    /// Neither is NaN.
    Num,
    /// One is NaN.
    Nan,
}

/// A function whose result PTX bounds only by an error: evaluation gives none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ApproxFn {
    /// `rcp.approx`
    Rcp,
    /// `sqrt.approx`
    Sqrt,
    /// `rsqrt.approx`
    Rsqrt,
    /// `sin.approx`
    Sin,
    /// `cos.approx`
    Cos,
    /// `lg2.approx`
    Lg2,
    /// `ex2.approx`
    Ex2,
    /// `tanh.approx`
    Tanh,
    /// `div.approx`, `div.full`: two arguments.
    Div,
}

/// A pure operation. Unless said otherwise all arguments and the result have one type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum PureOp {
    // Integers, one argument.
    /// Bitwise complement.
    Not,
    /// Two's complement negation.
    Neg,
    /// Absolute value; the minimum stays itself.
    Abs,
    /// Number of one bits, as `i32`.
    Popc,
    /// Number of leading zero bits, as `i32`.
    Clz,
    /// Bits in reverse order.
    Brev,
    /// Position of the highest one bit as `i32`, -1 for none.
    BfindU,
    /// Position of the highest bit that differs from the sign as `i32`, -1 for none.
    BfindS,

    // Integers, two arguments.
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Low half of the product.
    Mul,
    /// High half of the unsigned product.
    MulHiU,
    /// High half of the signed product.
    MulHiS,
    /// Unsigned quotient.
    DivU,
    /// Signed quotient, towards zero.
    DivS,
    /// Unsigned remainder.
    RemU,
    /// Signed remainder, with the sign of the dividend.
    RemS,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Exclusive or.
    Xor,
    /// Left shift.
    Shl,
    /// Logical right shift.
    ShrU,
    /// Arithmetic right shift.
    ShrS,
    /// Unsigned minimum.
    MinU,
    /// Unsigned maximum.
    MaxU,
    /// Signed minimum.
    MinS,
    /// Signed maximum.
    MaxS,
    /// Sum, clamped to the signed range.
    AddSatS,
    /// Difference, clamped to the signed range.
    SubSatS,

    // Integers, three and more arguments.
    /// `a ? b : c`, `a` an `i1`, `b` and `c` of the result's type (any).
    Select,
    /// Bits of `a` from position `b`, `c` many, zero-extended (`bfe.u`); positions as `i32`, low byte.
    BfeU,
    /// The same, sign-extended (`bfe.s`).
    BfeS,
    /// `b` with `a` put at position `c`, `d` bits long (`bfi`); positions as `i32`, low byte.
    Bfi,
    /// High half of `b:a << c` (`shf.l`), `c` modulo 32 (`wrap`).
    ShfLWrap,
    /// High half of `b:a << c`, `c` at most 32 (`clamp`).
    ShfLClamp,
    /// Low half of `b:a >> c` (`shf.r`), `c` modulo 32.
    ShfRWrap,
    /// Low half of `b:a >> c`, `c` at most 32.
    ShfRClamp,
    /// Four bytes of `b:a` picked by `c` (`prmt`, default mode).
    Prmt,
    /// Any function of three bits, by its truth table (`lop3`).
    Lop3(u8),

    // Comparisons, result `i1`.
    /// Of integers (or equal-typed bit patterns).
    Icmp(IntCond),
    /// Of floats; the flag is `.ftz`.
    Fcmp(FloatCond, bool),

    // Conversions.
    /// Low bits.
    Trunc,
    /// Zero extension.
    Zext,
    /// Sign extension.
    Sext,
    /// The same bits as another type of equal width.
    Bitcast,
    /// Unsigned integer to float.
    UToF(FloatMode),
    /// Signed integer to float.
    SToF(FloatMode),
    /// Float to unsigned integer, clamped. NaN becomes 0, but the highest bit alone where the source
    /// is `f64` or the result has 64 bits or more.
    FToU(FloatMode),
    /// Float to signed integer, clamped; NaN as for [`FToU`](Self::FToU) (PTX ISA, `cvt`).
    FToS(FloatMode),
    /// Float to float of another or the same format.
    FToF(FloatMode),
    /// Float to an integral value in its own format (`cvt.rni` etc.).
    FRound(FloatMode),

    // Floats.
    /// Negation.
    FNeg,
    /// Absolute value.
    FAbs,
    /// Square root, correctly rounded.
    FSqrt(FloatMode),
    /// Reciprocal, correctly rounded.
    FRcp(FloatMode),
    /// Sum.
    FAdd(FloatMode),
    /// Difference.
    FSub(FloatMode),
    /// Product.
    FMul(FloatMode),
    /// Quotient, correctly rounded.
    FDiv(FloatMode),
    /// `a * b + c`, rounded once.
    Fma(FloatMode),
    /// Minimum: the number if one operand is NaN, -0 below +0.
    FMin {
        /// NaN if any operand is.
        nan: bool,
        /// Subnormals are zero.
        ftz: bool,
    },
    /// Maximum.
    FMax {
        /// NaN if any operand is.
        nan: bool,
        /// Subnormals are zero.
        ftz: bool,
    },
    /// The magnitude of the second argument with the sign of the first (`copysign`).
    FCopysign,
    /// Is the float finite / infinite / a number / NaN / normal / subnormal (`testp`)? Result `i1`.
    Testp(Testp),
    /// A function known only up to an error.
    Approx(ApproxFn),

    // Address spaces: an address in a space to and from a generic one; widths as the values'.
    /// Address of the space to generic address.
    ToGeneric(crate::types::Space),
    /// Generic address to address of the space.
    FromGeneric(crate::types::Space),
    /// Is the generic address one of this space? Result `i1`.
    IsSpace(crate::types::Space),
}

/// What `testp` asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Testp {
    /// Neither infinite nor NaN.
    Finite,
    /// Infinite.
    Infinite,
    /// Not NaN.
    Number,
    /// NaN.
    NotANumber,
    /// Normal.
    Normal,
    /// Subnormal.
    Subnormal,
}

impl PureOp {
    /// Is it an operation on floats that computes: one whose result may be a NaN that is none of its arguments?
    #[must_use]
    pub const fn makes_nans(self) -> bool {
        use PureOp as P;
        matches!(
            self,
            P::FNeg
                | P::FAbs
                | P::FSqrt(_)
                | P::FRcp(_)
                | P::FToF(_)
                | P::FRound(_)
                | P::FAdd(_)
                | P::FSub(_)
                | P::FMul(_)
                | P::FDiv(_)
                | P::Fma(_)
                | P::FMin { .. }
                | P::FMax { .. }
        )
    }

    /// Do the first two operands of this operation on floats commute, to the bit? -0 is below +0 for minima and maxima; and the NaN that single and half
    /// precision make is one, whatever the order, as on an H100. In double precision a result has the payload of one of its operands.
    #[must_use]
    pub const fn commutes(self, operand: Type) -> bool {
        use PureOp as P;
        let is_commutative =
            matches!(self, P::FAdd(_) | P::FMul(_) | P::Fma(_) | P::FMin { .. } | P::FMax { .. });
        is_commutative && !matches!(operand, Type::F64)
    }

    /// How many arguments it takes.
    #[must_use]
    pub const fn arity(self) -> usize {
        use PureOp as P;
        match self {
            P::Not | P::Neg | P::Abs | P::Popc | P::Clz | P::Brev | P::BfindU | P::BfindS => 1,
            P::Trunc | P::Zext | P::Sext | P::Bitcast => 1,
            P::UToF(_) | P::SToF(_) | P::FToU(_) | P::FToS(_) | P::FToF(_) | P::FRound(_) => 1,
            P::FNeg | P::FAbs | P::FSqrt(_) | P::FRcp(_) | P::Testp(_) => 1,
            P::ToGeneric(_) | P::FromGeneric(_) | P::IsSpace(_) => 1,
            P::Approx(ApproxFn::Div) => 2,
            P::Approx(_) => 1,
            P::Select | P::BfeU | P::BfeS | P::Prmt | P::Lop3(_) | P::Fma(_) => 3,
            P::ShfLWrap | P::ShfLClamp | P::ShfRWrap | P::ShfRClamp => 3,
            P::Bfi => 4,
            P::Add | P::Sub | P::Mul | P::MulHiU | P::MulHiS => 2,
            P::DivU | P::DivS | P::RemU | P::RemS => 2,
            P::And | P::Or | P::Xor | P::Shl | P::ShrU | P::ShrS => 2,
            P::MinU | P::MaxU | P::MinS | P::MaxS | P::AddSatS | P::SubSatS => 2,
            P::Icmp(_) | P::Fcmp(..) => 2,
            P::FAdd(_) | P::FSub(_) | P::FMul(_) | P::FDiv(_) => 2,
            P::FMin { .. } | P::FMax { .. } | P::FCopysign => 2,
        }
    }
}
