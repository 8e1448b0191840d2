//! What an address is made from: which object it points into, whatever its offset is.
//!
//! An address is the sum of one pointer and of numbers. So a sum with exactly one addend that is surely a pointer points
//! into that pointer's object (that it stays inside is the assumption `in-bounds`). A kernel parameter that nobody
//! declared a pointer may be one or a number; it is taken for a pointer only where all other addends are surely numbers.
//! A difference of pointers turns a sum into an address of something else: `p + (q - p)` points to where `q` does.
//!
//! An [`Origin`] is what is known of a value in this respect. It survives where the value itself loses its name, as in a
//! loop that is stepped over: the pointer that walks through a buffer still points into it.

use crate::domain::ObjectId;
use crate::objects::PARAMS;
use crate::partial::PValue;
use crate::term::{Tag, Term, Terms};
use raddle_ir::{PureOp, Type};
use rustc_hash::FxHashSet;

/// What a value is, as an addend of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Origin {
    /// Surely no address.
    Number,
    /// A number, or an address of something.
    #[default]
    Any,
    /// An address in an object.
    Object(ObjectId),
    /// The value of the parameter at this byte of the parameter bank, or an address near it. Is it declared a pointer?
    Param(u64, bool),
    /// Perhaps a difference of addresses, or more than one: a sum with it says nothing.
    Mixed,
}

impl Origin {
    /// Is it an address for sure?
    fn is_address(self) -> bool {
        matches!(self, Self::Object(_) | Self::Param(_, true))
    }

    /// Of a sum.
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::Number, x) | (x, Self::Number) => x,
            (x, y) => match (x.is_address(), y.is_address()) {
                (true, true) => Self::Mixed,
                (true, false) => x,
                (false, true) => y,
                (false, false) => Self::Any,
            },
        }
    }

    /// Of a difference.
    fn minus(self, other: Self) -> Self {
        match (self, other) {
            (x, Self::Number) => x,
            (x, y) if x.is_address() && x == y => Self::Number,
            // Whatever is taken from a number is a number too, or nothing was a number.
            (Self::Number, y) if !y.is_address() && y != Self::Mixed => Self::Number,
            _ => Self::Mixed,
        }
    }

    /// Of a value that is the one or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (x, y) if x == y => x,
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            _ => Self::Any,
        }
    }
}

/// How deep terms are looked into.
const FUEL: u32 = 32;

impl Terms {
    /// What a value is made from. `pointers` are the parameters that are declared so.
    pub(crate) fn origin(&self, tag: Tag, pointers: &FxHashSet<u64>) -> Origin {
        self.origin_within(tag, pointers, FUEL)
    }

    /// The same for the result of an operation.
    pub(crate) fn origin_of(
        &self,
        op: PureOp,
        operand: Type,
        args: &[PValue],
        pointers: &FxHashSet<u64>,
    ) -> Origin {
        self.origin_of_op(op, operand, args, pointers, FUEL)
    }

    fn origin_within(&self, tag: Tag, pointers: &FxHashSet<u64>, fuel: u32) -> Origin {
        if tag == Tag::KNOWN {
            return Origin::Number;
        }
        let Some(term) = self.get(tag) else { return self.origin_of_anything(tag) };
        match term {
            _ if fuel == 0 => Origin::Mixed,
            Term::Base(object) => Origin::Object(*object),
            Term::Special(_) | Term::Initial { bytes: ..=2, .. } => Origin::Number,
            Term::Initial { object: PARAMS, offset, bytes: 4 | 8, .. } if offset.tag == Tag::KNOWN => {
                Origin::Param(offset.bits, pointers.contains(&offset.bits))
            }
            Term::Initial { .. } | Term::Fresh(_) => Origin::Any,
            Term::Op { op, operand, args, .. } => self.origin_of_op(*op, *operand, args, pointers, fuel - 1),
        }
    }

    fn origin_of_op(
        &self,
        op: PureOp,
        operand: Type,
        args: &[PValue],
        pointers: &FxHashSet<u64>,
        fuel: u32,
    ) -> Origin {
        use PureOp as P;
        let of = |n: usize| self.origin_within(args[n].tag, pointers, fuel);
        match op {
            // A mask cuts the low bits of an address off, or sets them.
            P::Add | P::And | P::Or => of(0).plus(of(1)),
            P::Sub => of(0).minus(of(1)),
            P::Neg => Origin::Number.minus(of(0)),
            P::Select => of(1).or(of(2)),
            P::MinU | P::MaxU | P::MinS | P::MaxS => of(0).or(of(1)),
            P::Zext | P::Sext if operand.bits() <= 32 => match of(0) {
                address if address.is_address() => Origin::Any,
                Origin::Mixed => Origin::Mixed,
                _ => Origin::Number,
            },
            P::Zext | P::Sext | P::Trunc if of(0) == Origin::Number => Origin::Number,
            // Half of an address may be shifted to its place by a multiplication.
            P::Mul => {
                let unused = 64 - operand.bits().clamp(1, 64);
                let large = |value: &PValue| {
                    let factor = ((value.bits << unused) as i64) >> unused;
                    value.tag == Tag::KNOWN && factor.unsigned_abs() >= 1 << 31
                };
                if args.iter().any(large) { Origin::Any } else { Origin::Number }
            }
            P::ShrU | P::ShrS if operand.bits() <= 32 || of(0) == Origin::Number => Origin::Number,
            P::Icmp(_) | P::Fcmp(..) | P::Popc | P::Clz | P::BfindU | P::BfindS => Origin::Number,
            P::DivU | P::DivS | P::RemU | P::RemS | P::MulHiU | P::MulHiS => Origin::Number,
            _ => Origin::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Origin as O;

    const P: O = O::Param(0, true);
    const Q: O = O::Param(8, true);
    /// A parameter that may be a pointer or a number.
    const N: O = O::Param(16, false);

    #[test]
    fn a_sum_points_where_its_one_pointer_does() {
        for (x, y, sum) in [
            (P, O::Number, P),
            (P, O::Any, P),
            (P, N, P),
            (N, O::Number, N),
            (P, Q, O::Mixed),
            // Either may be the pointer.
            (N, O::Any, O::Any),
            (N, O::Param(24, false), O::Any),
            (P, O::Mixed, O::Mixed),
        ] {
            assert_eq!((x.plus(y), y.plus(x)), (sum, sum), "{x:?} + {y:?}");
        }
    }

    #[test]
    fn a_difference_of_pointers_leads_elsewhere() {
        for (x, y, difference) in [
            (P, O::Number, P),
            (P, P, O::Number),
            (P, Q, O::Mixed),
            (N, O::Param(24, false), O::Mixed),
            (O::Any, N, O::Mixed),
            (O::Number, N, O::Number),
            (O::Number, P, O::Mixed),
        ] {
            assert_eq!(x.minus(y), difference, "{x:?} - {y:?}");
        }
        assert_eq!(P.plus(Q.minus(P)), O::Mixed, "p + (q - p)");
    }
}
