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
use crate::term::{Multiple, Tag, Term, Terms};
use raddle_ir::{PureOp, Type};

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

impl Terms {
    /// What a term that is made now is, as an addend of an address.
    pub(crate) fn origin_of_term(&self, term: &Term) -> Origin {
        match term {
            Term::Base(object) => Origin::Object(*object),
            Term::Special(_) | Term::Initial { bytes: ..=2, .. } => Origin::Number,
            Term::Initial { object: PARAMS, offset, bytes: 4 | 8, .. } if offset.tag == Tag::KNOWN => {
                Origin::Param(offset.bits, self.pointers.contains(&offset.bits))
            }
            Term::Initial { .. } => Origin::Any,
            Term::Sum { ty, parts } => self.origin_of_sum(*ty, parts),
            Term::Op { op, operand, args, .. } => self.origin_of(*op, *operand, args),
        }
    }

    /// Of a sum: what is added first, then what is taken away. A multiple of an address is none.
    fn origin_of_sum(&self, ty: Type, parts: &[Multiple]) -> Origin {
        let minus_one = ty.mask() as u64;
        let added = parts.iter().filter(|part| part.times != minus_one || ty.bits() == 1);
        let sum = added.fold(Origin::Number, |sum, part| {
            sum.plus(match part.times {
                1 => self.origin(part.of),
                times => of_product(ty, [Some(times), None]),
            })
        });
        let taken = parts.iter().filter(|part| part.times == minus_one && ty.bits() != 1);
        taken.fold(sum, |sum, part| sum.minus(self.origin(part.of)))
    }

    /// The same for the result of an operation.
    pub(crate) fn origin_of(&self, op: PureOp, operand: Type, args: &[PValue]) -> Origin {
        use PureOp as P;
        let of = |n: usize| self.origin(args[n].tag);
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
            P::Mul => {
                of_product(operand, [0, 1].map(|n| (args[n].tag == Tag::KNOWN).then_some(args[n].bits)))
            }
            P::ShrU | P::ShrS if operand.bits() <= 32 || of(0) == Origin::Number => Origin::Number,
            P::Icmp(_) | P::Fcmp(..) | P::Popc | P::Clz | P::BfindU | P::BfindS => Origin::Number,
            P::DivU | P::DivS | P::RemU | P::RemS | P::MulHiU | P::MulHiS => Origin::Number,
            _ => Origin::Any,
        }
    }
}

/// Of a product with these factors, as far as they are known. Half of an address may be shifted to its place by a
/// multiplication.
fn of_product(ty: Type, factors: [Option<u64>; 2]) -> Origin {
    let unused = 64 - ty.bits().clamp(1, 64);
    let large = |factor: u64| (((factor << unused) as i64) >> unused).unsigned_abs() >= 1 << 31;
    if factors.into_iter().flatten().any(large) { Origin::Any } else { Origin::Number }
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
