//! Addresses that are not known but differ by known numbers.
//!
//! `o[base + tid]` is at an unknown place, and yet no two threads meet there. Such addresses are brought into the
//! form `c1·t1 + … + cn·tn + addend`, with values `ti` that are not looked into. Everything is computed modulo two to the
//! 32nd: then sums, differences and products by numbers are what they are in integers, and widening a number of 32 bits,
//! by sign or by zeros, or cutting one to 32 bits changes nothing, although the sum that is widened may have wrapped.
//!
//! Two addresses that are equal are equal modulo two to the 32nd as well. So if two accesses have the same terms, and their addends, which
//! are small, lie so far apart that the accesses would not overlap, they do not overlap: for every input. The converse does not hold:
//! addresses of equal terms and addends may differ by a multiple of two to the 32nd. They are certainly equal if they are the same value.

use crate::limits::{FORM_OFFSET, FORM_TERMS};
use crate::values::domain::ObjectId;
use crate::values::term::{Tag, Term, Terms};
use raddle_ir::PureOp;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// An address of which the form is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    /// The terms, by a number.
    pub form: u32,
    /// The addend.
    pub offset: i32,
    /// The name of the address without what was added to it last: of one form and offset, equal names are equal addresses.
    pub name: u32,
}

impl Near {
    /// This many bytes further.
    pub(crate) fn moved(self, by: i64) -> Option<Self> {
        let offset = i64::from(self.offset).checked_add(by).filter(|offset| offset.abs() < FORM_OFFSET)?;
        Some(Self { offset: offset as i32, ..self })
    }
}

/// The terms with their coefficients, by terms.
type Sum = SmallVec<[(Tag, u32); 3]>;

/// All forms of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Forms {
    numbers: FxHashMap<Sum, u32>,
    /// By tag: terms and addend.
    known: FxHashMap<Tag, (Sum, u32)>,
}

impl Forms {
    /// The form of an address that is not known; none if it has no name, or the addend is large.
    pub(crate) fn of(&mut self, terms: &Terms, tag: Tag, addend: i64) -> Option<Near> {
        // Of a larger addend not all bits would be compared.
        if tag.is_anything() || addend.abs() >= FORM_OFFSET {
            return None;
        }
        let bits = addend as u64;
        let (sum, inner) = self.linear(terms, tag);
        let offset = inner.wrapping_add(bits as u32) as i32;
        if i64::from(offset).abs() >= FORM_OFFSET {
            return None;
        }
        let next = self.numbers.len() as u32;
        let form = *self.numbers.entry(sum).or_insert(next);
        Some(Near { form, offset, name: tag.0 })
    }

    fn linear(&mut self, terms: &Terms, tag: Tag) -> (Sum, u32) {
        if let Some(known) = self.known.get(&tag) {
            return known.clone();
        }
        let form = self.compute(terms, tag).unwrap_or_else(|| (Sum::from_slice(&[(tag, 1)]), 0));
        self.known.insert(tag, form.clone());
        form
    }

    /// None for what is not looked into.
    fn compute(&mut self, terms: &Terms, tag: Tag) -> Option<(Sum, u32)> {
        let (sum, addend) = match terms.get(tag)? {
            Term::Sum { ty, parts } if ty.bits() >= 32 => parts.iter().fold((Sum::new(), 0), |sum, part| {
                let of = self.linear(terms, part.of);
                plus(sum, of, part.times as u32)
            }),
            Term::Op { op: PureOp::Zext | PureOp::Sext | PureOp::Trunc, result, operand, args }
                if result.bits() >= 32 && operand.bits() >= 32 && !args[0].tag.is_anything() =>
            {
                let (sum, addend) = self.linear(terms, args[0].tag);
                (sum, addend.wrapping_add(args[0].bits as u32))
            }
            _ => return None,
        };
        (sum.len() <= FORM_TERMS).then_some((sum, addend))
    }
}

/// `x + factor * y`
fn plus((mut sum, addend): (Sum, u32), (other, more): (Sum, u32), factor: u32) -> (Sum, u32) {
    for (tag, by) in other {
        let by = by.wrapping_mul(factor);
        match sum.binary_search_by_key(&tag, |&(known, _)| known) {
            Ok(at) => sum[at].1 = sum[at].1.wrapping_add(by),
            Err(at) => sum.insert(at, (tag, by)),
        }
    }
    sum.retain(|&mut (_, by)| by != 0);
    (sum, addend.wrapping_add(more.wrapping_mul(factor)))
}

/// Places that differ by known numbers, in an object each: their groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    numbers: FxHashMap<(ObjectId, u32), u32>,
    objects: Vec<ObjectId>,
    /// The address of a place, by its name; none where several addresses have the same form and offset.
    names: FxHashMap<(u32, i32), Option<u32>>,
}

impl Groups {
    /// The group of a place in an object.
    pub(crate) fn add(&mut self, object: ObjectId, near: Near) -> u32 {
        let next = self.objects.len() as u32;
        let group = *self.numbers.entry((object, near.form)).or_insert(next);
        if group == next {
            self.objects.push(object);
        }
        let name = self.names.entry((group, near.offset)).or_insert(Some(near.name));
        if *name != Some(near.name) {
            *name = None;
        }
        group
    }

    pub(crate) fn object(&self, group: u32) -> Option<ObjectId> {
        self.objects.get(group as usize).copied()
    }

    pub(crate) fn name(&self, group: u32, offset: i32) -> Option<u32> {
        self.names.get(&(group, offset)).copied().flatten()
    }
}
