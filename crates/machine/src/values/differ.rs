//! Do two written values differ for some input? By trying.
//!
//! Two unordered writes are harmless where they leave equal bytes for all inputs, and a bug where some input makes them differ. Equal names
//! prove the first ([`ValueId`]); unequal names prove nothing. So the two terms are computed for inputs that are [chosen](crate::chosen):
//! if the results differ, the kernel is to be run with these inputs, as it may not allow them, or never reach the writes. If they never
//! differ, it stays open.
//!
//! Only what the launch leaves free and what depends on nothing else is chosen: parameters, and what global memory holds when the kernel
//! starts, byte by byte, so that overlapping reads agree. A value that depends on anything else (the schedule, memory that was never
//! initialised, an address, an instruction that is not modelled) is not computed. Functions that are specified up to an error are computed
//! as exactly as the format allows, which every such specification permits.

use crate::launches::chosen::Attempt;
use crate::launches::objects::{LOCAL, SCALARS, SHARED};
use crate::limits::{ATTEMPTS, COMPUTED_TERMS, DIFFERENCES};
use crate::values::domain::{Cause, Domain, ValueId};
use crate::values::partial::{PValue, Partial};
use crate::values::term::{Tag, Term};
use raddle_ir::{ApproxFn, PureOp, Special, Type, eval, eval64};
use rustc_hash::FxHashMap;

/// A write, as far as its value is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// What is written, where it has an identity.
    pub value: Option<ValueId>,
    /// The first byte, from the start of the object.
    pub offset: u64,
    /// How many bytes.
    pub size: u32,
}

/// How two written values differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Differ {
    /// They are the same, whatever the inputs are.
    Never,
    /// Whatever the inputs are, they are not the same.
    Always,
    /// They are not the same with each of these inputs, if the kernel reaches the writes with them.
    With(Vec<Attempt>),
    /// That is not known.
    Open,
}

impl Partial {
    /// Do two writes to one object leave different values in a byte that both write?
    #[must_use]
    pub fn differ(&self, a: &Written, b: &Written) -> Differ {
        let same_bytes = (a.offset, a.size) == (b.offset, b.size);
        if same_bytes && a.value.is_some() && a.value == b.value {
            return Differ::Never;
        }
        let values = a.value.zip(b.value).and_then(|(a, b)| self.written(a).zip(self.written(b)));
        let Some((x, y)) = values else { return Differ::Open };
        // One name with two addends.
        let apart = |(p, q): (&PValue, &PValue)| p.tag == q.tag && p.bits != q.bits;
        if same_bytes && x.len() == y.len() && x.iter().zip(y).any(apart) {
            return Differ::Always;
        }
        let with = |attempt| {
            let mut inputs = Inputs { partial: self, attempt, values: FxHashMap::default() };
            let (p, q) = inputs.bytes(x, a.size).zip(inputs.bytes(y, b.size))?;
            let in_b = |at: u64| q.get(usize::try_from(at.checked_sub(b.offset)?).ok()?).copied();
            Some((a.offset..).zip(p).any(|(at, byte)| in_b(at).is_some_and(|other| other != byte)))
        };
        // Of values that need no inputs. Where functions are up to an error, equal results need not be.
        let known = x.iter().chain(y).all(|v| v.tag == Tag::KNOWN);
        match with(None) {
            Some(true) => return Differ::Always,
            Some(false) if known => return Differ::Never,
            _ => {}
        }
        let attempts = (0..ATTEMPTS).map(Attempt).filter(|&attempt| with(Some(attempt)) == Some(true));
        let attempts: Vec<Attempt> = attempts.take(DIFFERENCES).collect();
        if attempts.is_empty() { Differ::Open } else { Differ::With(attempts) }
    }

    /// What a written value depends on.
    #[must_use]
    pub fn written_causes(&self, value: ValueId) -> Vec<Cause> {
        self.written(value).into_iter().flatten().flat_map(|&value| self.causes(value)).collect()
    }
}

/// Values with one choice of all inputs, or without any.
struct Inputs<'a> {
    partial: &'a Partial,
    attempt: Option<Attempt>,
    /// What the terms are; none for one that is not computed.
    values: FxHashMap<Tag, Option<u64>>,
}

impl Inputs<'_> {
    /// The bytes that a write of these values leaves.
    fn bytes(&mut self, values: &[PValue], size: u32) -> Option<Vec<u8>> {
        let each = size as usize / values.len().max(1);
        if each == 0 || each > 8 || each * values.len() != size as usize {
            return None;
        }
        let mut bytes = Vec::with_capacity(size as usize);
        for &value in values {
            bytes.extend_from_slice(&self.value(value)?.to_le_bytes()[..each]);
        }
        Some(bytes)
    }

    fn value(&mut self, value: PValue) -> Option<u64> {
        if value.tag == Tag::KNOWN {
            return Some(value.bits);
        }
        let term = self.partial.terms.get(value.tag)?;
        let mask = match &term {
            Term::Op { result: ty, .. } | Term::Sum { ty, .. } => ty.mask() as u64,
            Term::Initial { bytes, .. } => u64::MAX >> (64 - 8 * (*bytes).clamp(1, 8)),
            Term::Special(_) => u64::from(u32::MAX),
            Term::Base(_) | Term::Function(_) => return None,
        };
        let root = match self.values.get(&value.tag) {
            Some(&known) => known?,
            None => {
                let computed = if self.values.len() < COMPUTED_TERMS {
                    self.compute(&term).map(|v| v & mask)
                } else {
                    None
                };
                self.values.insert(value.tag, computed);
                computed?
            }
        };
        Some(root.wrapping_add(value.bits) & mask)
    }

    fn compute(&mut self, term: &Term) -> Option<u64> {
        match term {
            Term::Op { op, result, operand, args } => {
                let mut bits = [0; 4];
                for (bits, &arg) in bits.iter_mut().zip(args) {
                    *bits = self.value(arg)?;
                }
                let bits = &bits[..args.len().min(4)];
                match op {
                    PureOp::Approx(function) => approximate(*function, *result, bits),
                    _ => eval64(*op, *result, *operand, bits),
                }
            }
            Term::Sum { parts, .. } => parts.iter().try_fold(0u64, |sum, part| {
                let of = self.value(PValue { bits: 0, tag: part.of })?;
                Some(sum.wrapping_add(of.wrapping_mul(part.times)))
            }),
            // A cell that is known to be unwritten. Shared and local memory hold nothing then.
            Term::Initial { object, offset, version, bytes } => {
                let own = matches!(*object, SHARED | LOCAL | SCALARS);
                if own || *version as u32 != 0 || offset.tag != Tag::KNOWN {
                    return None;
                }
                let attempt = self.attempt?;
                let byte = |n| u64::from(attempt.byte(*object, offset.bits.wrapping_add(n))) << (8 * n);
                Some((0..u64::from(*bytes).min(8)).map(byte).sum())
            }
            // Every grid has a CTA (0,0,0); one that is not given may be as large as this.
            Term::Special(Special::Ctaid(_)) => self.attempt.map(|_| 0),
            Term::Special(Special::Nctaid(d)) => {
                Some(u64::from(self.attempt?.grid()[usize::from(*d).min(2)]))
            }
            Term::Special(_) | Term::Base(_) | Term::Function(_) => None,
        }
    }
}

/// The function as exactly as its type allows.
fn approximate(function: ApproxFn, ty: Type, args: &[u64]) -> Option<u64> {
    let args: Vec<u128> = args.iter().map(|&bits| u128::from(bits)).collect();
    let y = eval::approximate(function, ty, &args)?;
    // Which NaN it is, is not specified.
    (!eval::to_f64(ty, y).is_nan()).then_some(y as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::domain::{ObjectId, Reason, Schedule, Site};

    fn here() -> Site {
        crate::launches::objects::nowhere()
    }

    fn cell(p: &mut Partial, offset: u64) -> PValue {
        let object = ObjectId(6);
        p.initial(object, PValue::known(offset), 0, 4, Reason::Content(object), here())
    }

    fn op(p: &mut Partial, op: PureOp, args: &[PValue]) -> PValue {
        p.pure(op, Type::I32, Type::I32, args, here())
    }

    /// Do they, written to the same four bytes?
    fn differ(p: &mut Partial, a: PValue, b: PValue) -> Differ {
        let [a, b] = [a, b].map(|v| Written { value: p.identity(&[v]), offset: 0, size: 4 });
        p.differ(&a, &b)
    }

    fn depends(differ: &Differ) -> bool {
        matches!(differ, Differ::With(attempts) if !attempts.is_empty())
    }

    #[test]
    fn inputs_can_be_chosen_apart() {
        let p = &mut Partial::default();
        let (x, y) = (cell(p, 0), cell(p, 4));
        assert!(depends(&differ(p, x, y)));
        assert_eq!(differ(p, x, x), Differ::Never);
        assert!(depends(&differ(p, x, PValue::known(7))));
        assert_eq!(differ(p, PValue::known(8), PValue::known(7)), Differ::Always);
        assert_eq!(differ(p, PValue::known(8), PValue::known(8)), Differ::Never);
        // Whatever it is, one more is something else.
        assert_eq!(differ(p, x, PValue { bits: 1, ..x }), Differ::Always);
    }

    #[test]
    fn an_attempt_that_is_told_of_makes_the_difference() {
        let p = &mut Partial::default();
        let x = cell(p, 8);
        let Differ::With(attempts) = differ(p, x, PValue::known(2)) else { panic!("some do") };
        for attempt in attempts {
            let bytes = [8, 9, 10, 11].map(|at| attempt.byte(ObjectId(6), at));
            assert_ne!(u32::from_le_bytes(bytes), 2);
        }
    }

    #[test]
    fn equal_by_arithmetic_stays_open() {
        let p = &mut Partial::default();
        let (x, y) = (cell(p, 0), cell(p, 4));
        // max(x, y) = x + y - min(x, y)
        let max = op(p, PureOp::MaxU, &[x, y]);
        let (min, sum) = (op(p, PureOp::MinU, &[x, y]), op(p, PureOp::Add, &[x, y]));
        let other = op(p, PureOp::Sub, &[sum, min]);
        assert_ne!(max, other, "the names do not show it");
        assert_eq!(differ(p, max, other), Differ::Open);
        assert!(depends(&differ(p, max, min)));
    }

    #[test]
    fn overlapping_reads_agree() {
        let p = &mut Partial::default();
        let x = cell(p, 0);
        let object = ObjectId(6);
        let high = p.initial(object, PValue::known(2), 0, 2, Reason::Content(object), here());
        let wide = p.pure(PureOp::Zext, Type::I32, Type::I16, &[high], here());
        let shifted = op(p, PureOp::ShrU, &[x, PValue::known(16)]);
        assert_eq!(differ(p, wide, shifted), Differ::Open, "they are the same two bytes");
    }

    #[test]
    fn what_is_no_input_is_not_chosen() {
        let p = &mut Partial::default();
        let atomic = |p: &mut Partial| p.unknown(Reason::Schedule(Schedule::Atomic), here(), &[]);
        let (a, b) = (atomic(p), atomic(p));
        assert_eq!(differ(p, a, b), Differ::Open);
        let one_more = op(p, PureOp::Add, &[a, PValue::known(1)]);
        assert_eq!(differ(p, a, one_more), Differ::Always, "whatever it is");
        let new = |p: &mut Partial, object, offset, version| {
            p.initial(object, PValue::known(offset), version, 4, Reason::Content(object), here())
        };
        let (s, t) = (new(p, SHARED, 0, 0), new(p, SHARED, 4, 0));
        assert_eq!(differ(p, s, t), Differ::Open, "it was never written");
        let (u, v) = (new(p, ObjectId(6), 0, 1), new(p, ObjectId(6), 4, 1));
        assert_eq!(differ(p, u, v), Differ::Open, "some thread wrote somewhere");
        let any = p.anything(Reason::UnknownControl, here(), &[]);
        assert_eq!(differ(p, any, PValue::known(0)), Differ::Open);
    }

    #[test]
    fn only_bytes_that_both_write_count() {
        let p = &mut Partial::default();
        let wide = p.identity(&[PValue::known(0x0102_0304)]);
        let narrow = p.identity(&[PValue::known(0x0102)]);
        let at = |value, offset, size| Written { value, offset, size };
        assert_eq!(p.differ(&at(wide, 0, 4), &at(narrow, 2, 2)), Differ::Never);
        assert_eq!(p.differ(&at(narrow, 2, 2), &at(wide, 0, 4)), Differ::Never);
        assert_eq!(p.differ(&at(wide, 0, 4), &at(narrow, 0, 2)), Differ::Always);
    }

    #[test]
    fn functions_up_to_an_error() {
        let p = &mut Partial::default();
        let approx = PureOp::Approx(ApproxFn::Ex2);
        let float = |p: &mut Partial, x| p.pure(approx, Type::F32, Type::F32, &[x], here());
        let (x, y) = (cell(p, 0), cell(p, 4));
        let (e, f) = (float(p, x), float(p, y));
        assert!(depends(&differ(p, e, f)));
        let one = PValue::known(u64::from(1f32.to_bits()));
        assert_eq!(float(p, one), float(p, one), "one name for one argument");
        let two = float(p, one);
        assert_eq!(differ(p, two, PValue::known(0)), Differ::Always);
    }
}
