//! Types of values, address spaces, memory orders and scopes.

use std::fmt;

/// The type of an SSA value or of a mutable scalar.
///
/// Integers are bit-vectors without a sign; operations say how they read them. Packed vectors
/// (`f16x2`, `u8x4`) are integers that operations take apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Type {
    /// A predicate.
    I1,
    /// An 8-bit integer.
    I8,
    /// A 16-bit integer.
    I16,
    /// A 32-bit integer.
    I32,
    /// A 64-bit integer.
    I64,
    /// A 128-bit integer.
    I128,
    /// IEEE binary16.
    F16,
    /// bfloat16.
    Bf16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// A fragment whose content raddle does not model (tensor-core operands, tokens).
    Opaque,
}

impl Type {
    /// All types, in the order of their declaration.
    pub const ALL: [Self; 11] = [
        Self::I1,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::I128,
        Self::F16,
        Self::Bf16,
        Self::F32,
        Self::F64,
        Self::Opaque,
    ];

    /// Width in bits; 0 for [`Type::Opaque`].
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 | Self::Bf16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 => 64,
            Self::I128 => 128,
            Self::Opaque => 0,
        }
    }

    /// Bytes that a value takes in memory; a predicate takes one.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// The mask of the bits that a value of this type has.
    #[must_use]
    pub const fn mask(self) -> u128 {
        match self.bits() {
            0 => 0,
            128 => u128::MAX,
            n => (1 << n) - 1,
        }
    }

    /// The integer type of `bits` bits, if there is one.
    #[must_use]
    pub const fn int(bits: u32) -> Option<Self> {
        Some(match bits {
            1 => Self::I1,
            8 => Self::I8,
            16 => Self::I16,
            32 => Self::I32,
            64 => Self::I64,
            128 => Self::I128,
            _ => return None,
        })
    }

    /// Is it an integer type (predicates included)?
    #[must_use]
    pub const fn is_int(self) -> bool {
        matches!(self, Self::I1 | Self::I8 | Self::I16 | Self::I32 | Self::I64 | Self::I128)
    }

    /// Is it a floating-point type?
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64)
    }

    /// The spelling in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::I1 => "i1",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::I128 => "i128",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Opaque => "opaque",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An address space (PTX ISA, "State Spaces").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Space {
    /// Seen by every thread of the launch.
    Global,
    /// One memory per CTA.
    Shared,
    /// One memory per thread.
    Local,
    /// Constant memory.
    Const,
    /// Kernel parameters.
    Param,
    /// Any of the others, distinguished by the address.
    Generic,
    /// The shared memory of any CTA of the cluster.
    Cluster,
}

impl Space {
    /// All spaces, in the order of their declaration.
    pub const ALL: [Self; 7] =
        [Self::Global, Self::Shared, Self::Local, Self::Const, Self::Param, Self::Generic, Self::Cluster];

    /// The spelling in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Local => "local",
            Self::Const => "const",
            Self::Param => "param",
            Self::Generic => "generic",
            Self::Cluster => "cluster",
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The order of a memory access or fence (PTX ISA, "Memory Consistency Model").
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Order {
    /// A plain access: takes no part in synchronisation.
    #[default]
    Weak,
    /// A strong access without ordering of its own.
    Relaxed,
    /// Later accesses stay later.
    Acquire,
    /// Earlier accesses stay earlier.
    Release,
    /// Both.
    AcqRel,
    /// Both, and in one total order.
    SeqCst,
}

impl Order {
    /// All orders, in the order of their declaration.
    pub const ALL: [Self; 6] =
        [Self::Weak, Self::Relaxed, Self::Acquire, Self::Release, Self::AcqRel, Self::SeqCst];

    /// The spelling in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Weak => "weak",
            Self::Relaxed => "relaxed",
            Self::Acquire => "acquire",
            Self::Release => "release",
            Self::AcqRel => "acq_rel",
            Self::SeqCst => "seq_cst",
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The set of threads for which an atomic access or a fence holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Scope {
    /// The threads of the CTA.
    Cta,
    /// The threads of the cluster.
    Cluster,
    /// The threads of the device; PTX's default for atomics.
    #[default]
    Gpu,
    /// All threads of the system, the host's too.
    Sys,
}

impl Scope {
    /// All scopes, from the narrowest to the widest.
    pub const ALL: [Self; 4] = [Self::Cta, Self::Cluster, Self::Gpu, Self::Sys];

    /// The spelling in the text form.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cta => "cta",
            Self::Cluster => "cluster",
            Self::Gpu => "gpu",
            Self::Sys => "sys",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
