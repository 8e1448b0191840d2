//! What an address is made from: which object it points into, whatever its offset is.
//!
//! An address is the sum of one pointer and of numbers. So a sum with exactly one addend that is certainly a pointer points into that
//! pointer's object (that it stays inside is the assumption `in-bounds`). A kernel parameter that is not declared a pointer may be one or a
//! number; it is taken for a pointer only where all other addends are certainly numbers. A difference of pointers turns a sum into an
//! address of something else: `p + (q - p)` points to where `q` does.
//!
//! An [`Origin`] is what is known of a value in this respect. It survives where the value itself loses its name, as in a
//! loop that is stepped over: the pointer that walks through a buffer still points into it.

use crate::launches::objects::{PARAMS, SHARED};
use crate::values::domain::ObjectId;
use crate::values::partial::PValue;
use crate::values::term::{Multiple, Tag, Terms};
use raddle_ir::{IntCond, PureOp, Type};

/// What a value is, as an addend of an address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Origin {
    /// Certainly no address.
    Number,
    /// A number, or an address of something.
    #[default]
    Any,
    /// An address in an object.
    Object(ObjectId),
    /// The value of the parameter at this byte of the parameter bank, or an address near it. Is it declared a pointer?
    Param(u64, bool),
    /// A number, an address of something, or a part of one, as a quotient is: multiples of it may be an address again.
    Part,
    /// Perhaps a difference of addresses, or more than one: a sum with it says nothing.
    Mixed,
}

impl Origin {
    /// Is it certainly an address?
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
                (false, false) if x == Self::Part || y == Self::Part => Self::Part,
                (false, false) => Self::Any,
            },
        }
    }

    /// Of a difference.
    fn minus(self, other: Self) -> Self {
        match (self, other) {
            (x, Self::Number) => x,
            (x, y) if x.is_address() && x == y => Self::Number,
            (Self::Number, Self::Part) => Self::Part,
            // A number less a number is a number; a number less something else is not known to be one.
            (Self::Number, y) if !y.is_address() && y != Self::Mixed => Self::Number,
            _ => Self::Mixed,
        }
    }

    /// Of a value that is one or the other.
    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (x, y) if x == y => x,
            (Self::Mixed, _) | (_, Self::Mixed) => Self::Mixed,
            (Self::Part, _) | (_, Self::Part) => Self::Part,
            _ => Self::Any,
        }
    }

    /// Of a value that was chosen by another one. By a distance of two addresses it may be put together again.
    pub(crate) fn decided_by(self, condition: Self) -> Self {
        if condition == Self::Mixed { Self::Mixed } else { self }
    }

    /// Of a quotient, or of the high bits: 16 times the sixteenth part of an address is an address.
    fn part(self) -> Self {
        match self {
            Self::Number => self,
            _ => self.otherwise(Self::Part),
        }
    }

    /// What becomes of a value under an operation that makes this of others. An address in it may reappear.
    fn otherwise(self, result: Self) -> Self {
        if self.is_address() || self == Self::Mixed { Self::Mixed } else { result }
    }

    /// Of a multiple, by a number or by another value.
    fn times(self, ty: Type, factor: Option<u64>) -> Self {
        let unused = 64 - ty.bits().clamp(1, 64);
        let large = |factor: u64| (((factor << unused) as i64) >> unused).unsigned_abs() >= 1 << 31;
        match self {
            Self::Part | Self::Mixed => self,
            Self::Number if factor.is_none() => Self::Number,
            // Half of an address may be shifted to its place by a multiplication; and what is not known may be 1.
            _ if factor.is_none_or(large) => self.otherwise(Self::Any),
            _ => self.otherwise(Self::Number),
        }
    }
}

impl Terms {
    /// The origin of a value loaded from memory.
    pub(crate) fn origin_of_content(&self, object: ObjectId, offset: PValue, bytes: u32) -> Origin {
        match bytes {
            ..=2 => Origin::Number,
            4 | 8 if object == PARAMS && offset.tag == Tag::KNOWN => {
                Origin::Param(offset.bits, self.pointers.contains(&offset.bits))
            }
            _ => Origin::Any,
        }
    }

    /// Of a sum: what is added first, then what is taken away. A multiple of an address is none.
    pub(crate) fn origin_of_sum(&self, ty: Type, parts: &[Multiple]) -> Origin {
        let minus_one = ty.mask() as u64;
        let added = parts.iter().filter(|part| part.times != minus_one || ty.bits() == 1);
        let sum = added.fold(Origin::Number, |sum, part| {
            let of = self.origin(part.of);
            sum.plus(if part.times == 1 { of } else { of.times(ty, Some(part.times)) })
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
            P::Select => of(1).or(of(2)).decided_by(of(0)),
            P::MinU | P::MaxU | P::MinS | P::MaxS => of(0).or(of(1)),
            P::Zext | P::Sext if operand.bits() <= 32 => match of(0) {
                address if address.is_address() => Origin::Any,
                Origin::Mixed => Origin::Mixed,
                _ => Origin::Number,
            },
            P::Zext | P::Sext | P::Trunc if of(0) == Origin::Number => Origin::Number,
            P::Mul => {
                let known = |n: usize| (args[n].tag == Tag::KNOWN).then_some(args[n].bits);
                match (of(0).times(operand, known(1)), of(1).times(operand, known(0))) {
                    (Origin::Number, other) | (other, Origin::Number) => other,
                    (x, y) => x.or(y),
                }
            }
            // Two addresses of one object differ by a number, and null is no address of any.
            P::Icmp(_) if of(0).is_address() && of(0) == of(1) => Origin::Number,
            P::Icmp(IntCond::Eq | IntCond::Ne) if of(0).is_address() && args[1] == PValue::known(0) => {
                Origin::Number
            }
            P::Icmp(IntCond::Eq | IntCond::Ne) if of(1).is_address() && args[0] == PValue::known(0) => {
                Origin::Number
            }
            // What is known of an address, bit by bit, is enough to rebuild it.
            P::Icmp(_) | P::Fcmp(..) | P::Popc | P::Clz | P::BfindU | P::BfindS => {
                args.iter().fold(Origin::Number, |result, arg| self.origin(arg.tag).otherwise(result))
            }
            P::ShrU | P::ShrS | P::DivU | P::DivS => of(0).part(),
            // What is left is the address itself, if the divisor is large.
            P::RemU | P::RemS if args[1].tag == Tag::KNOWN && args[1].bits < 1 << 31 => {
                of(0).otherwise(Origin::Number)
            }
            // A shared address has 32 bits.
            P::Trunc if of(0) == Origin::Object(SHARED) => Origin::Any,
            P::RemU | P::RemS => of(0).part(),
            P::MulHiU | P::MulHiS => of(0).part().or(of(1).part()),
            _ => {
                let all = || args.iter().map(|arg| self.origin(arg.tag));
                let other = if all().any(|of| of == Origin::Part) { Origin::Part } else { Origin::Any };
                all().fold(other, |result, of| of.otherwise(result))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Origin as O;
    use raddle_ir::Type;

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
    fn a_multiple_of_a_part_may_be_an_address() {
        let ty = Type::I64;
        assert_eq!([N, P].map(|of| of.times(ty, Some(8))), [O::Number, O::Mixed]);
        assert_eq!(
            [P, N, O::Any, O::Number].map(|of| of.times(ty, None)),
            [O::Mixed, O::Any, O::Any, O::Number]
        );
        assert_eq!([N, P].map(|of| of.part().times(ty, Some(16))), [O::Part, O::Mixed], "(p >> 4) << 4");
        assert_eq!([N, P].map(|of| of.part().times(ty, None)), [O::Part, O::Mixed], "p / n * n");
        assert_eq!(P.minus(Q).part().times(ty, Some(4)), O::Mixed, "a[b - a]");
        assert_eq!(O::Number.part().times(ty, Some(4)), O::Number);
        // It may be the pointer, and the parameter the number.
        assert_eq!(N.plus(O::Part), O::Part);
        assert_eq!(P.plus(O::Part), P);
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
