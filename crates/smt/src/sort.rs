//! Sorts: what kinds of values terms have.

use raddle_ir::Type;
use std::fmt;

/// The greatest width of a bit-vector.
pub const MAX_WIDTH: u32 = 128;

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// IEEE binary16.
    F16,
    /// bfloat16: the upper half of binary32.
    Bf16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::F16, Self::Bf16, Self::F32, Self::F64];

    /// Bits of the exponent (SMT-LIB's `eb`).
    #[must_use]
    pub const fn exponent(self) -> u32 {
        match self {
            Self::F16 => 5,
            Self::Bf16 | Self::F32 => 8,
            Self::F64 => 11,
        }
    }

    /// Bits of the significand, the hidden one included (SMT-LIB's `sb`).
    #[must_use]
    pub const fn significand(self) -> u32 {
        match self {
            Self::F16 => 11,
            Self::Bf16 => 8,
            Self::F32 => 24,
            Self::F64 => 53,
        }
    }

    /// Bits of a value in memory.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.exponent() + self.significand()
    }

    /// The type of the kernel IR, whose arithmetic evaluates terms of this format.
    #[must_use]
    pub const fn ir(self) -> Type {
        match self {
            Self::F16 => Type::F16,
            Self::Bf16 => Type::Bf16,
            Self::F32 => Type::F32,
            Self::F64 => Type::F64,
        }
    }

    /// The bits of the one NaN that there is; PTX ISA, "Floating Point Instructions".
    #[must_use]
    pub const fn nan(self) -> u128 {
        raddle_ir::eval::canonical_nan(self.ir())
    }

    /// The bits of +∞.
    #[must_use]
    pub const fn infinity(self) -> u128 {
        ((1 << self.exponent()) - 1) << (self.significand() - 1)
    }

    /// The bit of the sign.
    #[must_use]
    pub const fn sign(self) -> u128 {
        1 << (self.bits() - 1)
    }

    /// Do these bits mean NaN?
    #[must_use]
    pub const fn is_nan(self, bits: u128) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }
}

/// A sort without structure; what an array holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// A truth value.
    Bool,
    /// A bit-vector of 1 to [`MAX_WIDTH`] bits.
    Bits(u32),
    /// A floating-point number.
    Float(Format),
}

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A bit-vector of 1 to [`MAX_WIDTH`] bits.
    Bits(u32),
    /// A floating-point number. There is one NaN; the two zeros differ, as in SMT-LIB.
    Float(Format),
    /// An array: the width of its indices, and what it holds.
    Array(u32, Scalar),
}

impl From<Scalar> for Sort {
    fn from(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => Self::Bool,
            Scalar::Bits(width) => Self::Bits(width),
            Scalar::Float(format) => Self::Float(format),
        }
    }
}

impl Sort {
    /// The same without structure; none for an array.
    #[must_use]
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Bool => Some(Scalar::Bool),
            Self::Bits(width) => Some(Scalar::Bits(width)),
            Self::Float(format) => Some(Scalar::Float(format)),
            Self::Array(..) => None,
        }
    }

    /// The width of a bit-vector; none for other sorts.
    #[must_use]
    pub const fn width(self) -> Option<u32> {
        match self {
            Self::Bits(width) => Some(width),
            _ => None,
        }
    }

    /// Is every width one that there is?
    #[must_use]
    pub fn is_valid(self) -> bool {
        let fits = |width| (1..=MAX_WIDTH).contains(&width);
        match self {
            Self::Bool | Self::Float(_) => true,
            Self::Bits(width) => fits(width),
            Self::Array(index, element) => fits(index) && Self::from(element).is_valid(),
        }
    }
}

/// The ones of the lowest `width` bits.
#[must_use]
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The signed number that the lowest `width` bits mean.
#[must_use]
pub const fn signed(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

/// SMT-LIB 2.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bool => f.write_str("Bool"),
            Self::Bits(width) => write!(f, "(_ BitVec {width})"),
            Self::Float(format) => {
                write!(f, "(_ FloatingPoint {} {})", format.exponent(), format.significand())
            }
            Self::Array(index, element) => write!(f, "(Array (_ BitVec {index}) {})", Self::from(element)),
        }
    }
}
