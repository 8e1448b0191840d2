//! Do two written values differ for some input? By trying.
//!
//! Two unordered writes are harmless where they leave equal bytes for all inputs, and a bug where some input makes
//! them differ. Equal names prove the first ([`ValueId`]); unequal names prove nothing. So the two terms are computed
//! for inputs that are chosen here: if they come out different once, that input shows it. If they never do, it
//! stays open.
//!
//! Chosen freely is only what the launch leaves free and what depends on nothing else: parameters, and what global
//! memory holds when the kernel starts, byte by byte, so that overlapping reads agree. A value that stands on anything
//! else (the schedule, memory that nobody initialised, an address, an instruction that is not modelled) is not
//! computed. Functions that are specified up to an error are computed as exactly as the format allows, which
//! every such specification permits.

use crate::domain::ValueId;
use crate::objects::{LOCAL, SCALARS, SHARED};
use crate::partial::{PValue, Partial};
use crate::term::{Tag, Term};
use raddle_ir::{ApproxFn, PureOp, Rounding, Special, Type, eval, eval64};
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

/// How many inputs are tried.
const ATTEMPTS: u64 = 32;
/// Terms of more parts than this are not computed.
const MOST_PARTS: usize = 1 << 16;

impl Partial {
    /// Do two writes to one object leave different values in a byte that both write? `Some(true)`: for some input they do;
    /// `Some(false)`: for no input; `None`: neither is shown. Where the inputs are not `free` (the kernel
    /// assumes something of them), only what differs for all of them counts.
    #[must_use]
    pub fn differ(&self, a: &Written, b: &Written, free: bool) -> Option<bool> {
        let same_bytes = (a.offset, a.size) == (b.offset, b.size);
        if same_bytes && a.value.is_some() && a.value == b.value {
            return Some(false);
        }
        let (x, y) = (self.written(a.value?)?, self.written(b.value?)?);
        // One name with two addends.
        let apart = |(p, q): (&PValue, &PValue)| p.tag == q.tag && p.bits != q.bits;
        if same_bytes && x.len() == y.len() && x.iter().zip(y).any(apart) {
            return Some(true);
        }
        let known = x.iter().chain(y).all(|v| v.tag == Tag::KNOWN);
        let attempts = match (known, free) {
            (true, _) => 1,
            (false, true) => ATTEMPTS,
            (false, false) => 0,
        };
        let differs = (0..attempts).any(|attempt| {
            let mut inputs = Inputs { partial: self, attempt, values: FxHashMap::default() };
            let bytes = inputs.bytes(x, a.size).zip(inputs.bytes(y, b.size));
            bytes.is_some_and(|(p, q)| {
                let in_b = |at: u64| q.get(usize::try_from(at.checked_sub(b.offset)?).ok()?).copied();
                (a.offset..).zip(p).any(|(at, byte)| in_b(at).is_some_and(|other| other != byte))
            })
        });
        if differs { Some(true) } else { known.then_some(false) }
    }
}

/// One choice of all inputs.
struct Inputs<'a> {
    partial: &'a Partial,
    attempt: u64,
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
        let mask = match term {
            Term::Op { result: ty, .. } | Term::Sum { ty, .. } => ty.mask() as u64,
            Term::Initial { bytes, .. } => u64::MAX >> (64 - 8 * (*bytes).clamp(1, 8)),
            Term::Special(_) => u64::from(u32::MAX),
            Term::Base(_) => return None,
        };
        let root = match self.values.get(&value.tag) {
            Some(&known) => known?,
            None => {
                let computed =
                    if self.values.len() < MOST_PARTS { self.compute(term).map(|v| v & mask) } else { None };
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
            // A cell of which it is known that nobody wrote it. Shared and local memory hold nothing then.
            Term::Initial { object, offset, version, bytes } => {
                let own = matches!(*object, SHARED | LOCAL | SCALARS);
                if own || *version as u32 != 0 || offset.tag != Tag::KNOWN {
                    return None;
                }
                let bytes = (0..u64::from(*bytes).min(8))
                    .map(|n| u64::from(self.byte(object.0, offset.bits.wrapping_add(n))) << (8 * n));
                Some(bytes.sum())
            }
            // Every grid has a CTA (0,0,0); one that is not given may be as large as this.
            Term::Special(Special::Ctaid(_)) => Some(0),
            Term::Special(Special::Nctaid(d)) => Some(60_000 + self.random(u64::from(*d)) % 5000),
            Term::Special(_) | Term::Base(_) => None,
        }
    }

    /// A byte of memory at the start: small numbers, any bits, and floats that are not far from 1 take turns.
    fn byte(&self, object: u32, offset: u64) -> u8 {
        let random = self.random(u64::from(object) << 40 ^ offset);
        match (self.attempt % 4, offset % 4) {
            (0, 0) => (random % 4) as u8,
            (1, 0) | (2, _) | (3, 0..3) => random as u8,
            (3, _) => [0x3f, 0x40, 0xbf][(random % 3) as usize],
            _ => 0,
        }
    }

    /// A number that looks random and is the same for the same input of the same attempt (the finaliser of SplitMix64).
    fn random(&self, input: u64) -> u64 {
        let mut x = input.wrapping_add((self.attempt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

/// The function as exactly as its type allows.
fn approximate(function: ApproxFn, ty: Type, args: &[u64]) -> Option<u64> {
    let arg = |n: usize| args.get(n).map(|&bits| eval::to_f64(ty, u128::from(bits)));
    let x = arg(0)?;
    let y = match function {
        ApproxFn::Rcp => 1.0 / x,
        ApproxFn::Sqrt => x.sqrt(),
        ApproxFn::Rsqrt => 1.0 / x.sqrt(),
        ApproxFn::Sin => x.sin(),
        ApproxFn::Cos => x.cos(),
        ApproxFn::Lg2 => x.log2(),
        ApproxFn::Ex2 => x.exp2(),
        ApproxFn::Tanh => x.tanh(),
        ApproxFn::Div => x / arg(1)?,
    };
    // Which NaN it is, is not specified.
    (!y.is_nan()).then(|| eval::from_f64(ty, y, Rounding::Nearest) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Domain, ObjectId, Reason, Schedule, Site};

    fn here() -> Site {
        crate::objects::nowhere()
    }

    fn cell(p: &mut Partial, offset: u64) -> PValue {
        let object = ObjectId(6);
        p.initial(object, PValue::known(offset), 0, 4, Reason::Content(object), here())
    }

    fn op(p: &mut Partial, op: PureOp, args: &[PValue]) -> PValue {
        p.pure(op, Type::I32, Type::I32, args, here())
    }

    /// Do they, written to the same four bytes?
    fn differ(p: &mut Partial, a: PValue, b: PValue) -> Option<bool> {
        let [a, b] = [a, b].map(|v| Written { value: p.identity(&[v]), offset: 0, size: 4 });
        p.differ(&a, &b, true)
    }

    #[test]
    fn inputs_can_be_chosen_apart() {
        let p = &mut Partial::default();
        let (x, y) = (cell(p, 0), cell(p, 4));
        assert_eq!(differ(p, x, y), Some(true));
        assert_eq!(differ(p, x, x), Some(false));
        assert_eq!(differ(p, x, PValue::known(7)), Some(true));
        assert_eq!(differ(p, PValue::known(8), PValue::known(7)), Some(true));
        // Not if the kernel assumes something of them; but then still what differs anyway.
        let [a, b, c] = [x, y, PValue { bits: 1, ..x }].map(|v| p.identity(&[v]));
        let at = |value| Written { value, offset: 0, size: 4 };
        assert_eq!(p.differ(&at(a), &at(b), false), None);
        assert_eq!(p.differ(&at(a), &at(c), false), Some(true));
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
        assert_eq!(differ(p, max, other), None);
        assert_eq!(differ(p, max, min), Some(true));
    }

    #[test]
    fn overlapping_reads_agree() {
        let p = &mut Partial::default();
        let x = cell(p, 0);
        let object = ObjectId(6);
        let high = p.initial(object, PValue::known(2), 0, 2, Reason::Content(object), here());
        let wide = p.pure(PureOp::Zext, Type::I32, Type::I16, &[high], here());
        let shifted = op(p, PureOp::ShrU, &[x, PValue::known(16)]);
        assert_eq!(differ(p, wide, shifted), None, "they are the same two bytes");
    }

    #[test]
    fn what_is_no_input_is_not_chosen() {
        let p = &mut Partial::default();
        let atomic = |p: &mut Partial| p.unknown(Reason::Schedule(Schedule::Atomic), here(), &[]);
        let (a, b) = (atomic(p), atomic(p));
        assert_eq!(differ(p, a, b), None);
        let one_more = op(p, PureOp::Add, &[a, PValue::known(1)]);
        assert_eq!(differ(p, a, one_more), Some(true), "whatever it is");
        let new = |p: &mut Partial, object, offset, version| {
            p.initial(object, PValue::known(offset), version, 4, Reason::Content(object), here())
        };
        let (s, t) = (new(p, SHARED, 0, 0), new(p, SHARED, 4, 0));
        assert_eq!(differ(p, s, t), None, "nobody wrote it");
        let (u, v) = (new(p, ObjectId(6), 0, 1), new(p, ObjectId(6), 4, 1));
        assert_eq!(differ(p, u, v), None, "somebody wrote somewhere");
        let any = p.anything(Reason::UnknownControl, here(), &[]);
        assert_eq!(differ(p, any, PValue::known(0)), None);
    }

    #[test]
    fn only_bytes_that_both_write_count() {
        let p = &mut Partial::default();
        let wide = p.identity(&[PValue::known(0x0102_0304)]);
        let narrow = p.identity(&[PValue::known(0x0102)]);
        let at = |value, offset, size| Written { value, offset, size };
        assert_eq!(p.differ(&at(wide, 0, 4), &at(narrow, 2, 2), true), Some(false));
        assert_eq!(p.differ(&at(narrow, 2, 2), &at(wide, 0, 4), true), Some(false));
        assert_eq!(p.differ(&at(wide, 0, 4), &at(narrow, 0, 2), true), Some(true));
    }

    #[test]
    fn functions_up_to_an_error() {
        let p = &mut Partial::default();
        let approx = PureOp::Approx(ApproxFn::Ex2);
        let float = |p: &mut Partial, x| p.pure(approx, Type::F32, Type::F32, &[x], here());
        let (x, y) = (cell(p, 0), cell(p, 4));
        let (e, f) = (float(p, x), float(p, y));
        assert_eq!(differ(p, e, f), Some(true));
        let one = PValue::known(u64::from(1f32.to_bits()));
        assert_eq!(float(p, one), float(p, one), "one name for one argument");
        let two = float(p, one);
        assert_eq!(differ(p, two, PValue::known(0)), Some(true));
    }
}
