//! Sums of multiples of unknowns, in a normal form.
//!
//! A pointer that walks through a matrix, `p += pitch`, is `p`, `p + pitch`, `p + 2·pitch`, … As sums of two these would be terms as high
//! as the loop is long: names run out, and finding that they begin with `p` soon becomes too costly. So everything that is linear (sums,
//! differences, products by numbers, shifts to the left by numbers) becomes one term `c1·t1 + … + cn·tn`, modulo two to the width of the
//! type, where no `ti` is a sum itself; the number that is added besides belongs to the value ([`PValue`]). Its height is that of its
//! highest part, and one.
//!
//! Modulo two to the width all of this is what it is in integers, wrapped or not: no value is said to be in any
//! range. Nothing passes through a conversion: a sum in 32 bits that is widened stays one unknown there, as it may have wrapped.
//!
//! A sum of more than [`PARTS`] becomes a part itself. Then two ways to add the same may have two names: less is known,
//! nothing is wrong.

use crate::limits::PARTS;
use crate::values::nodes::Shape;
use crate::values::partial::PValue;
use crate::values::term::{Multiple, Multiples, Tag, Terms};
use raddle_ir::Type;

impl Terms {
    /// `x + factor·y`; none if it has no name.
    pub(crate) fn sum(&mut self, x: PValue, factor: u64, y: PValue, ty: Type) -> Option<PValue> {
        let mask = ty.mask() as u64;
        let factor = factor & mask;
        let bits = x.bits.wrapping_add(y.bits.wrapping_mul(factor)) & mask;
        if factor == 0 || y.tag == Tag::KNOWN {
            return Some(PValue { bits, tag: x.tag });
        }
        if x.tag.is_anything() || y.tag.is_anything() {
            let same = x.tag == Tag::KNOWN && factor == 1;
            return same.then_some(PValue { bits, tag: y.tag });
        }
        let mut parts = self.multiples(x.tag, ty);
        for part in self.multiples(y.tag, ty) {
            add(&mut parts, Multiple { times: part.times.wrapping_mul(factor), ..part }, mask);
        }
        if parts.len() > PARTS {
            parts = Multiples::from_slice(&[Multiple { of: x.tag, times: 1 }]);
            add(&mut parts, Multiple { of: y.tag, times: factor }, mask);
        }
        let tag = match parts.as_slice() {
            [] => Tag::KNOWN,
            [Multiple { of, times: 1 }] => *of,
            _ if self.ran_out() || !parts.iter().all(|part| self.may_build_on(part.of)) => return None,
            _ => {
                let zeros = |part: &Multiple| self.zeros(part.of) + part.times.trailing_zeros();
                let zeros = parts.iter().map(zeros).min().unwrap_or(0);
                self.add(ty, &parts, zeros)
            }
        };
        Some(PValue { bits, tag })
    }

    /// A value without its addend.
    fn multiples(&self, tag: Tag, ty: Type) -> Multiples {
        match self.shape(tag) {
            Some(Shape::Sum { ty: known, .. }) if known == ty => self.parts_of(tag),
            _ if tag == Tag::KNOWN => Multiples::new(),
            _ => Multiples::from_slice(&[Multiple { of: tag, times: 1 }]),
        }
    }
}

fn add(sum: &mut Multiples, part: Multiple, mask: u64) {
    match sum.binary_search_by_key(&part.of, |known| known.of) {
        Ok(at) => {
            sum[at].times = sum[at].times.wrapping_add(part.times) & mask;
            if sum[at].times == 0 {
                sum.remove(at);
            }
        }
        Err(_) if part.times & mask == 0 => {}
        Err(at) => sum.insert(at, Multiple { times: part.times & mask, ..part }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::domain::{Domain, Reason};
    use crate::values::origin::Origin;
    use crate::values::partial::Partial;
    use crate::values::term::Term;
    use raddle_ir::{PureOp, eval64};
    use std::collections::BTreeMap;

    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            self.0 >> (self.0 >> 59)
        }

        fn below(&mut self, n: usize) -> usize {
            (self.next() % n as u64) as usize
        }
    }

    /// What a value is, where the unknowns are these numbers.
    fn evaluate(partial: &Partial, value: PValue, ty: Type, unknowns: &BTreeMap<Tag, u64>) -> u64 {
        let root = match partial.terms.get(value.tag) {
            _ if value.tag == Tag::KNOWN => 0,
            Some(Term::Sum { ty: of, parts }) => {
                assert_eq!(of, ty);
                let part = |part: &Multiple| {
                    let of = PValue { bits: 0, tag: part.of };
                    part.times.wrapping_mul(evaluate(partial, of, ty, unknowns))
                };
                parts.iter().map(part).fold(0, u64::wrapping_add)
            }
            Some(Term::Op { op, result, operand, args }) => {
                let args: Vec<u64> =
                    args.iter().map(|&arg| evaluate(partial, arg, operand, unknowns)).collect();
                eval64(op, result, operand, &args).expect("an operation of the test")
            }
            _ => unknowns[&value.tag],
        };
        let sum = root.wrapping_add(value.bits) & ty.mask() as u64;
        let zeros = partial.terms.zeros(value.tag).min(63);
        assert_eq!(root & ty.mask() as u64 & ((1 << zeros) - 1), 0, "the low bits of a term");
        sum
    }

    /// A random expression, by its value among the names and by its number.
    fn expression(
        random: &mut Random,
        partial: &mut Partial,
        ty: Type,
        depth: u32,
        unknowns: &BTreeMap<Type, Vec<(PValue, u64)>>,
    ) -> (PValue, u64) {
        use PureOp as P;
        let at = crate::launches::objects::nowhere();
        if depth == 0 || random.below(8) == 0 {
            return match random.below(4) {
                0 => {
                    let bits = random.next() & ty.mask() as u64;
                    (PValue::known(bits), bits)
                }
                _ => unknowns[&ty][random.below(3)],
            };
        }
        let op = [
            P::Add,
            P::Add,
            P::Add,
            P::Sub,
            P::Sub,
            P::Mul,
            P::Shl,
            P::Neg,
            P::And,
            P::Or,
            P::Xor,
            P::Zext,
            P::Sext,
            P::Trunc,
        ][random.below(14)];
        let (result, operand, arity) = match op {
            P::Zext | P::Sext if ty == Type::I8 => {
                return expression(random, partial, ty, depth - 1, unknowns);
            }
            P::Trunc if ty == Type::I64 => return expression(random, partial, ty, depth - 1, unknowns),
            P::Zext | P::Sext => {
                (ty, [Type::I8, Type::I16, Type::I32].into_iter().rfind(|t| t.bits() < ty.bits()), 1)
            }
            P::Trunc => (ty, [Type::I16, Type::I32, Type::I64].into_iter().find(|t| t.bits() > ty.bits()), 1),
            P::Neg => (ty, Some(ty), 1),
            _ => (ty, Some(ty), 2),
        };
        let operand = operand.expect("there is one");
        let mut args: Vec<(PValue, u64)> =
            (0..arity).map(|_| expression(random, partial, operand, depth - 1, unknowns)).collect();
        if matches!(op, P::Mul | P::Shl) && random.below(4) != 0 {
            let bits = random.next() % (2 * u64::from(ty.bits()));
            args[1] = (PValue::known(bits & ty.mask() as u64), bits & ty.mask() as u64);
        }
        let (values, numbers): (Vec<PValue>, Vec<u64>) = args.into_iter().unzip();
        let number = eval64(op, result, operand, &numbers).expect("it is specified");
        (partial.pure(op, result, operand, &values, at), number)
    }

    const WIDTHS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];

    fn unknown(partial: &mut Partial) -> PValue {
        partial.unknown(Reason::Uninitialised, crate::launches::objects::nowhere(), &[])
    }

    /// Whatever a value is named, it is what the operations that made it computed.
    #[test]
    fn names_stand_for_what_was_computed() {
        let random = &mut Random(7);
        for _ in 0..3000 {
            let partial = &mut Partial::default();
            let (mut unknowns, mut numbers) = (BTreeMap::new(), BTreeMap::new());
            for ty in WIDTHS {
                let all: Vec<(PValue, u64)> =
                    (0..3).map(|_| (unknown(partial), random.next() & ty.mask() as u64)).collect();
                numbers.extend(all.iter().map(|(value, number)| (value.tag, *number)));
                unknowns.insert(ty, all);
            }
            for ty in WIDTHS {
                let (value, number) = expression(random, partial, ty, 6, &unknowns);
                assert_eq!(evaluate(partial, value, ty, &numbers), number, "{value:?}, {ty}");
            }
        }
    }

    #[test]
    fn the_order_of_additions_does_not_matter() {
        let p = &mut Partial::default();
        let at = crate::launches::objects::nowhere();
        let [a, b, c] = [(); 3].map(|()| unknown(p));
        let mut op = |op, x, y| p.pure(op, Type::I32, Type::I32, &[x, y], at);
        let (ab, bc) = (op(PureOp::Add, a, b), op(PureOp::Add, b, c));
        assert_eq!(op(PureOp::Add, ab, c), op(PureOp::Add, a, bc));
        let difference = op(PureOp::Sub, ab, a);
        assert_eq!(difference, b);
        // Three times a, and what is left when it is taken away twice.
        let two = op(PureOp::Add, a, a);
        let three = op(PureOp::Mul, a, PValue::known(3));
        assert_eq!(op(PureOp::Sub, three, two), a);
        assert_eq!(op(PureOp::Add, two, a), three);
        // Modulo two to the 32nd, half of it twice is nothing.
        let half = op(PureOp::Shl, a, PValue::known(31));
        assert_eq!(op(PureOp::Add, half, half), PValue::known(0));
    }

    #[test]
    fn a_widened_sum_is_one_unknown() {
        let p = &mut Partial::default();
        let at = crate::launches::objects::nowhere();
        let x = unknown(p);
        let more = p.pure(PureOp::Add, Type::I32, Type::I32, &[x, PValue::known(1)], at);
        let [wide, wider] = [x, more].map(|v| p.pure(PureOp::Zext, Type::I64, Type::I32, &[v], at));
        let sum = p.pure(PureOp::Add, Type::I64, Type::I64, &[wide, PValue::known(1)], at);
        assert_ne!(sum, wider, "x may be the largest number");
    }

    /// A term does not grow with the loop that makes it, and keeps the object that it points into.
    #[test]
    fn a_walk_through_a_buffer_stays_in_it() {
        let p = &mut Partial::default();
        let at = crate::launches::objects::nowhere();
        let parameter = |p: &mut Partial, offset: u64, bytes| {
            let reason = Reason::Parameter { offset };
            p.initial(crate::launches::objects::PARAMS, PValue::known(offset), 0, bytes, reason, at)
        };
        let (start, pitch) = (parameter(p, 0, 8), parameter(p, 8, 4));
        let pitch = p.pure(PureOp::Sext, Type::I64, Type::I32, &[pitch], at);
        let mut walking = start;
        for _ in 0..1000 {
            walking = p.pure(PureOp::Add, Type::I64, Type::I64, &[walking, pitch], at);
        }
        assert_eq!(p.terms.origin(walking.tag), Origin::Param(0, false));
        for _ in 0..1000 {
            walking = p.pure(PureOp::Sub, Type::I64, Type::I64, &[walking, pitch], at);
        }
        assert_eq!(walking, start);
    }

    #[test]
    fn a_long_sum_becomes_a_part() {
        let p = &mut Partial::default();
        let at = crate::launches::objects::nowhere();
        let all: Vec<PValue> = (0..40).map(|_| unknown(p)).collect();
        let mut sum = PValue::known(0);
        for &one in &all {
            sum = p.pure(PureOp::Add, Type::I64, Type::I64, &[sum, one], at);
        }
        let numbers: BTreeMap<Tag, u64> = all.iter().map(|value| value.tag).zip(1..).collect();
        assert_eq!(evaluate(p, sum, Type::I64, &numbers), 40 * 41 / 2);
        let mut terms = vec![sum.tag];
        while let Some(Term::Sum { parts, .. }) = terms.pop().and_then(|tag| p.terms.get(tag)) {
            assert!(parts.len() <= PARTS);
            terms.extend(parts.iter().map(|part| part.of));
        }
    }
}
