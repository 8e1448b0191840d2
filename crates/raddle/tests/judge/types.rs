//! The C types that a generated function uses.

/// A scalar type; its C name is in `prelude.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    I128,
    U128,
    F16,
    F32,
    F64,
}

impl Ty {
    /// The types, the common ones more than once.
    pub(crate) const ALL: [Self; 22] = [
        Self::Bool,
        Self::I8,
        Self::U8,
        Self::I16,
        Self::U16,
        Self::I32,
        Self::I32,
        Self::I32,
        Self::U32,
        Self::U32,
        Self::U32,
        Self::I64,
        Self::I64,
        Self::U64,
        Self::U64,
        Self::I128,
        Self::U128,
        Self::F16,
        Self::F32,
        Self::F32,
        Self::F64,
        Self::F64,
    ];

    pub(crate) const INTEGERS: [Self; 8] =
        [Self::I8, Self::U8, Self::I16, Self::U16, Self::I32, Self::U32, Self::I64, Self::U64];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::I128 => "i128",
            Self::U128 => "u128",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    pub(crate) fn is_wide(self) -> bool {
        matches!(self, Self::I128 | Self::U128)
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128)
    }

    /// The width of an integer in bits.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::Bool => 1,
            Self::I8 | Self::U8 => 8,
            Self::I16 | Self::U16 | Self::F16 => 16,
            Self::I32 | Self::U32 | Self::F32 => 32,
            Self::I64 | Self::U64 | Self::F64 => 64,
            Self::I128 | Self::U128 => 128,
        }
    }

    /// C's integer promotion: what is shifted is at least an `int`.
    pub(crate) fn promoted_bits(self) -> u32 {
        self.bits().max(32)
    }
}
