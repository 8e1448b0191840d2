//! PTX's types, and the dotted words of an instruction.
//!
//! An instruction is read by *taking* the words it knows from its list of modifiers; when one is left over the instruction is not known in
//! this form and becomes opaque. So a modifier of future PTX is never ignored by accident.

use raddle_ir::{FloatMode, Order, Rounding, Scope, Space, Type};
use smallvec::SmallVec;

use super::error::{Res, Stop};
use crate::ast;

/// How an instruction reads the bits of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `.b`: no interpretation.
    Bits,
    /// `.u`
    Unsigned,
    /// `.s`
    Signed,
    /// `.f`
    Float,
    /// `.bf`
    Bfloat,
    /// `.pred`
    Pred,
}

/// A type of PTX, possibly packed (PTX ISA 5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ty {
    /// How a lane is read.
    pub kind: Kind,
    /// Bits of a lane.
    pub bits: u32,
    /// Lanes; 1 for a type that is not packed.
    pub lanes: u32,
}

impl Ty {
    pub(super) const PRED: Self = Self { kind: Kind::Pred, bits: 1, lanes: 1 };
    pub(super) const U32: Self = Self { kind: Kind::Unsigned, bits: 32, lanes: 1 };
    pub(super) const F32: Self = Self { kind: Kind::Float, bits: 32, lanes: 1 };

    /// The untyped bits of this width.
    pub(super) const fn bits(bits: u32) -> Self {
        Self { kind: Kind::Bits, bits, lanes: 1 }
    }

    /// The type with this name, if raddle gives it a meaning.
    pub(super) fn parse(name: &str) -> Option<Self> {
        if name == "pred" {
            return Some(Self::PRED);
        }
        let (scalar, lanes) = match name {
            "f16x2" | "bf16x2" | "u16x2" | "s16x2" | "f32x2" => (&name[..name.len() - 2], 2),
            "u8x4" | "s8x4" => (&name[..2], 4),
            _ => (name, 1),
        };
        let (kind, digits) = if let Some(digits) = scalar.strip_prefix("bf") {
            (Kind::Bfloat, digits)
        } else {
            let kind = match scalar.as_bytes().first()? {
                b'b' => Kind::Bits,
                b'u' => Kind::Unsigned,
                b's' => Kind::Signed,
                b'f' => Kind::Float,
                _ => return None,
            };
            (kind, &scalar[1..])
        };
        let bits = match digits {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" => 64,
            "128" => 128,
            _ => return None,
        };
        let real = match kind {
            Kind::Float => matches!(bits, 16 | 32 | 64),
            Kind::Bfloat => bits == 16,
            Kind::Unsigned | Kind::Signed => bits <= 64,
            Kind::Bits | Kind::Pred => true,
        };
        real.then_some(Self { kind, bits, lanes })
    }

    /// One lane of it.
    pub(super) const fn lane(self) -> Self {
        Self { lanes: 1, ..self }
    }

    /// Is it a float, or lanes of floats?
    pub(super) const fn is_float(self) -> bool {
        matches!(self.kind, Kind::Float | Kind::Bfloat)
    }

    /// Is it read as a signed integer?
    pub(super) fn is_signed(self) -> bool {
        self.kind == Kind::Signed
    }

    /// The IR type of the whole: a packed type is one integer.
    pub(super) fn ir(self) -> Type {
        match (self.lanes, self.kind, self.bits) {
            (1, Kind::Pred, _) => Type::I1,
            (1, Kind::Bfloat, _) => Type::Bf16,
            (1, Kind::Float, 16) => Type::F16,
            (1, Kind::Float, 32) => Type::F32,
            (1, Kind::Float, _) => Type::F64,
            _ => Type::int(self.bits * self.lanes).unwrap_or(Type::Opaque),
        }
    }

    /// The spelling in PTX.
    pub(super) fn name(self) -> String {
        let kind = match self.kind {
            Kind::Bits => "b",
            Kind::Unsigned => "u",
            Kind::Signed => "s",
            Kind::Float => "f",
            Kind::Bfloat => "bf",
            Kind::Pred => return ".pred".to_owned(),
        };
        match self.lanes {
            1 => format!(".{kind}{}", self.bits),
            n => format!(".{kind}{}x{n}", self.bits),
        }
    }
}

/// The modifiers of an instruction that are not consumed yet.
pub(super) struct Words<'src> {
    words: SmallVec<[&'src str; 8]>,
}

impl<'src> Words<'src> {
    pub(super) fn new(inst: &ast::Instruction<'src>) -> Self {
        Self { words: inst.modifiers.iter().map(|word| word.text).collect() }
    }

    /// Takes `word`; was it there?
    pub(super) fn take(&mut self, word: &str) -> bool {
        self.pick(|w| (w == word).then_some(())).is_some()
    }

    /// Takes the first word for which `read` has a meaning.
    pub(super) fn pick<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (at, meaning) = self.words.iter().enumerate().find_map(|(n, w)| Some((n, read(w)?)))?;
        self.words.remove(at);
        Some(meaning)
    }

    /// Takes the first word, whatever it is.
    pub(super) fn first(&mut self) -> Option<&'src str> {
        (!self.words.is_empty()).then(|| self.words.remove(0))
    }

    /// Takes the next type.
    pub(super) fn ty(&mut self) -> Res<Ty> {
        self.pick(Ty::parse).ok_or(Stop::Opaque)
    }

    /// Every word has been taken.
    pub(super) fn done(&self) -> Res<()> {
        if self.words.is_empty() { Ok(()) } else { Err(Stop::Opaque) }
    }

    /// Takes a state space.
    pub(super) fn space(&mut self) -> Option<Space> {
        self.pick(space)
    }

    /// Takes `.v2`, `.v4` or `.v8`: how many elements; 1 without.
    pub(super) fn vector(&mut self) -> usize {
        let lanes = |w: &str| match w {
            "v2" => Some(2),
            "v4" => Some(4),
            "v8" => Some(8),
            _ => None,
        };
        self.pick(lanes).unwrap_or(1)
    }

    /// Takes a scope.
    pub(super) fn scope(&mut self) -> Option<Scope> {
        self.pick(|w| {
            Some(match w {
                "cta" => Scope::Cta,
                "cluster" => Scope::Cluster,
                "gpu" => Scope::Gpu,
                "sys" => Scope::Sys,
                _ => return None,
            })
        })
    }

    /// Takes a memory order.
    pub(super) fn order(&mut self) -> Option<Order> {
        self.pick(|w| {
            Some(match w {
                "weak" => Order::Weak,
                "relaxed" => Order::Relaxed,
                "acquire" => Order::Acquire,
                "release" => Order::Release,
                "acq_rel" => Order::AcqRel,
                "sc" => Order::SeqCst,
                _ => return None,
            })
        })
    }

    /// Takes a rounding direction of floats.
    pub(super) fn rounding(&mut self) -> Option<Rounding> {
        self.pick(|w| {
            Some(match w {
                "rn" => Rounding::Nearest,
                "rna" => Rounding::NearestAway,
                "rz" => Rounding::Zero,
                "rm" => Rounding::Down,
                "rp" => Rounding::Up,
                _ => return None,
            })
        })
    }

    /// Takes a rounding direction to integers.
    pub(super) fn integer_rounding(&mut self) -> Option<Rounding> {
        self.pick(|w| {
            Some(match w {
                "rni" => Rounding::Nearest,
                "rzi" => Rounding::Zero,
                "rmi" => Rounding::Down,
                "rpi" => Rounding::Up,
                _ => return None,
            })
        })
    }

    /// Takes all words of a float operation that concern its result.
    pub(super) fn float_mode(&mut self) -> FloatMode {
        FloatMode {
            rounding: self.rounding().unwrap_or_default(),
            ftz: self.take("ftz"),
            sat: self.take("sat"),
            relu: self.take("relu"),
        }
    }

    /// Takes hints to the caches, which have no meaning for what a program computes; the count is
    /// of the operands that they add (a cache policy).
    pub(super) fn cache_hints(&mut self) -> usize {
        let mut operands = 0;
        while let Some(policy) = self.pick(|w| {
            let hint = matches!(w, "ca" | "cg" | "cs" | "lu" | "cv" | "wb" | "wt" | "unified")
                || w.starts_with("L1::")
                || w.starts_with("L2::");
            hint.then_some(w == "L2::cache_hint")
        }) {
            operands += usize::from(policy);
        }
        operands
    }
}

/// The state space that a word of an instruction names.
pub(super) fn space(word: &str) -> Option<Space> {
    Some(match word {
        "global" => Space::Global,
        "shared" | "shared::cta" => Space::Shared,
        "shared::cluster" => Space::Cluster,
        "local" => Space::Local,
        "const" => Space::Const,
        "param" | "param::entry" | "param::func" => Space::Param,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_a_width_and_a_reading() {
        let ir = |name| Ty::parse(name).map(Ty::ir);
        assert_eq!(ir("u8"), Some(Type::I8));
        assert_eq!(ir("b128"), Some(Type::I128));
        assert_eq!(ir("f16x2"), Some(Type::I32));
        assert_eq!(ir("f32x2"), Some(Type::I64));
        assert_eq!(ir("bf16"), Some(Type::Bf16));
        assert_eq!(ir("pred"), Some(Type::I1));
        for unknown in ["", "b", "f8", "e4m3x2", "tf32", "s128", "bf32", "texref", "b1024", "é"] {
            assert_eq!(ir(unknown), None, "{unknown}");
        }
    }
}
