//! The known-or-unknown domain: a value is `term + addend`.
//!
//! A known value has no term. An unknown one is a *named* term ([`crate::term`]) plus a known addend, modulo two to the width of its type.
//! So moving a pointer costs nothing; two addresses in one buffer can be compared; and equal tags with equal addends are equal values,
//! whatever the inputs are. From every unknown the chain leads back to its [causes](crate::domain::Reason), which a report asks the user to
//! give.
//!
//! Assumed here, and to be named in a scope: a buffer begins at a multiple of 256 bytes
//! ([`Partial::used_alignment`]) and no object wraps around the end of the address space.

use crate::launches::chosen::Nearly;
use crate::launches::objects::PARAMS;
use crate::values::concrete::without_result;
use crate::values::domain::{Bytes, Cause, Domain, ObjectId, Placed, Reason, Site, ValueId};
use crate::values::host;
use crate::values::intern::Interner;
use crate::values::linear::{Forms, Near};
use crate::values::nodes::Shape;
use crate::values::origin::Origin;
use crate::values::term::{Tag, Term, Terms};
use raddle_ir::{Entity, FloatMode, Func, IntCond, PureOp, Special, Type, eval, eval64, functions};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A value of the [`Partial`] domain: `term(tag) + bits`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PValue {
    /// The addend; the whole value when the tag is [`Tag::KNOWN`].
    pub bits: u64,
    /// The name of the unknown part.
    pub tag: Tag,
}

impl PValue {
    pub(crate) const fn known(bits: u64) -> Self {
        Self { bits, tag: Tag::KNOWN }
    }

    const fn of(tag: Tag) -> Self {
        Self { bits: 0, tag }
    }

    fn is_known(self) -> bool {
        self.tag == Tag::KNOWN
    }

    /// The value without its addend.
    fn root(self) -> Self {
        Self::of(self.tag)
    }
}

/// The alignment that buffers and module objects are assumed to have, as a power of two.
const ALIGNMENT_BITS: u32 = 8;
/// Bytes 0 to 255 are known; then the initial one; then pieces of stored values.
const PIECES: u32 = 512;
/// An addend below this leaves an address in its object, as no object wraps around the address space.
const SMALL: i64 = 1 << 40;

/// The domain of known bits and named unknowns.
#[derive(Clone, Debug, Default)]
pub struct Partial {
    pub(crate) terms: Terms,
    forms: Forms,
    /// The stored values that bytes in memory are pieces of, each with its length in bytes.
    stored: Interner<(PValue, u8)>,
    /// What was written at once.
    identities: Interner<SmallVec<[PValue; 1]>>,
    used_alignment: bool,
    ctas: u32,
    /// What functions give that are known up to an error.
    nearly: Option<Nearly>,
    /// Unknown values that are NaNs, each with the bits of one: which one it is, is not specified, how it compares and converts is known.
    nans: FxHashMap<Tag, u64>,
}

impl Partial {
    /// A domain that gives at most this many unknown values a name; others keep their causes only. More is known with more
    /// names; fewer take less time and memory.
    #[must_use]
    pub fn with_names(most: usize) -> Self {
        let mut domain = Self::default();
        domain.terms.limit(most);
        domain
    }

    /// The result of a function that is known up to an error, where one is taken.
    fn approximate(&self, op: PureOp, ty: Type, args: &[u64]) -> Option<u64> {
        let (PureOp::Approx(function), Some(nearly)) = (op, self.nearly) else { return None };
        let wide: SmallVec<[u128; 2]> = args.iter().map(|&bits| u128::from(bits)).collect();
        let bits = eval::approximate(function, ty, &wide)? as u64;
        Some(nearly.of(ty, bits, (&format!("{function:?}"), args)))
    }

    /// Were there more unknown values than it had names for?
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.terms.ran_out()
    }

    /// Did a result need that buffers are aligned to 256 bytes?
    #[must_use]
    pub fn used_alignment(&self) -> bool {
        self.used_alignment
    }

    /// The values of an identity.
    pub(crate) fn written(&self, id: ValueId) -> Option<&[PValue]> {
        self.identities.all.get(id.0 as usize).map(SmallVec::as_slice)
    }

    /// The NaN that an operation makes. Below double precision it is the same for all; otherwise, and where the format changes, for the same operands.
    fn nan(&mut self, op: PureOp, result: Type, operand: Type, args: &[PValue], at: Site) -> PValue {
        let reason = without_result(op);
        let bits = eval::canonical_nan(result) as u64;
        let tag = if result != Type::F64 && !matches!(op, PureOp::FToF(_)) {
            let sum = (PureOp::FAdd(FloatMode::default()), result, result);
            self.terms.op(sum, &[PValue::known(bits); 2], 0, Some((reason, at)))
        } else if args.iter().all(|arg| arg.is_known()) {
            self.terms.op((op, result, operand), args, 0, Some((reason, at)))
        } else if self.terms.may_name(args) {
            self.terms.op((op, result, operand), args, 0, None)
        } else {
            self.terms.fresh(reason, at, args)
        };
        // Without a name it is a value among others.
        if !tag.is_anything() {
            self.nans.insert(tag, bits);
        }
        PValue::of(tag)
    }

    /// What an operation makes of operands that are known but for the bits of NaNs, where those do not matter.
    fn of_nans(
        &mut self,
        op: PureOp,
        result: Type,
        operand: Type,
        args: &[PValue],
        at: Site,
    ) -> Option<PValue> {
        use PureOp as P;
        let reads_no_bits =
            op.makes_nans() || matches!(op, P::Fcmp(..) | P::Testp(_) | P::FToU(_) | P::FToS(_));
        if self.nans.is_empty() || !reads_no_bits {
            return None;
        }
        let numbers: SmallVec<[u64; 4]> =
            args.iter().map(|&arg| self.but_for_nans(arg)).collect::<Option<_>>()?;
        let bits = eval64(op, result, operand, &numbers)?;
        Some(match eval::makes_nan(op, result, bits.into()) {
            true => self.nan(op, result, operand, args, at),
            false => PValue::known(bits),
        })
    }

    fn op(&mut self, op: PureOp, result: Type, operand: Type, args: &[PValue], at: Site) -> PValue {
        if !self.terms.may_name(args) {
            let origin = self.terms.origin_of(op, operand, args);
            return PValue::of(self.terms.anything_in(Reason::TooComplex, at, None, origin, args));
        }
        let zeros = |v: &PValue| match v.tag {
            Tag::KNOWN if v.bits == 0 => 64,
            Tag::KNOWN => v.bits.trailing_zeros(),
            tag if v.bits == 0 => self.terms.zeros(tag),
            tag => self.terms.zeros(tag).min(v.bits.trailing_zeros()),
        };
        let low = match op {
            PureOp::Mul => zeros(&args[0]) + zeros(&args[1]),
            PureOp::Or | PureOp::Xor => zeros(&args[0]).min(zeros(&args[1])),
            PureOp::And => zeros(&args[0]).max(zeros(&args[1])),
            PureOp::Zext | PureOp::Sext | PureOp::Trunc => zeros(&args[0]),
            PureOp::Select => zeros(&args[1]).min(zeros(&args[2])),
            _ => 0,
        };
        PValue::of(self.terms.op((op, result, operand), args, low, None))
    }

    /// `x + factor·y`, which is the result of `op` on `args`.
    fn sum(
        &mut self,
        (x, factor, y): (PValue, u64, PValue),
        op: PureOp,
        ty: Type,
        args: &[PValue],
        at: Site,
    ) -> PValue {
        match self.terms.sum(x, factor, y, ty) {
            Some(sum) => sum,
            None => self.op(op, ty, ty, args, at),
        }
    }

    /// The results that need no new term; the arguments are not all known.
    fn simplify(
        &mut self,
        op: PureOp,
        result: Type,
        operand: Type,
        args: &[PValue],
        at: Site,
    ) -> Option<PValue> {
        use PureOp as P;
        let mask = operand.mask() as u64;
        let (x, y) = (args[0], args.get(1).copied().unwrap_or(PValue::known(0)));
        // For commutative operations: the known one second.
        let (u, k) = if x.is_known() { (y, x) } else { (x, y) };
        let same = x == y && !x.tag.is_anything();
        let zero = PValue::known(0);
        Some(match op {
            P::Add if k.is_known() => plus(u, k.bits, mask),
            P::Add => self.sum((x, 1, y), op, operand, args, at),
            P::Sub if y.is_known() => plus(x, y.bits.wrapping_neg(), mask),
            P::Sub => self.sum((x, mask, y), op, operand, args, at),
            P::Neg => self.sum((zero, mask, x), op, operand, args, at),
            P::Mul if k.is_known() => self.sum((zero, k.bits, u), op, operand, args, at),
            P::Mul if y.tag < x.tag => self.op(op, result, operand, &[y, x], at),
            P::Shl if y.is_known() => match y.bits {
                s if s < u64::from(operand.bits()) => {
                    let factor = PValue::known(1 << s);
                    self.sum((zero, factor.bits, x), P::Mul, operand, &[x, factor], at)
                }
                _ => PValue::known(0),
            },
            P::ShrU | P::ShrS if y == PValue::known(0) => x,
            P::ShrU if y.is_known() && y.bits >= u64::from(operand.bits()) => PValue::known(0),
            P::And | P::Or if same => x,
            P::And | P::Or | P::Xor if k.is_known() => return self.masked(op, u, k.bits, mask),
            P::Xor if same => PValue::known(0),
            P::MinU | P::MaxU | P::MinS | P::MaxS if same => x,
            P::Select if x.is_known() => args[if x.bits & 1 == 1 { 1 } else { 2 }],
            P::Select if args[1] == args[2] && !args[1].tag.is_anything() => args[1],
            P::Icmp(cond) => return self.compare(cond, x, y, mask),
            P::Bitcast if result.bits() == operand.bits() => x,
            // One name for both orders.
            P::And | P::Or | P::Xor | P::MinU | P::MaxU | P::MinS | P::MaxS | P::MulHiU | P::MulHiS
                if (y.tag, y.bits) < (x.tag, x.bits) =>
            {
                self.op(op, result, operand, &[y, x], at)
            }
            P::Fma(_) if op.commutes(operand) && (y.tag, y.bits) < (x.tag, x.bits) => {
                self.op(op, result, operand, &[y, x, args[2]], at)
            }
            _ if op.commutes(operand) && (y.tag, y.bits) < (x.tag, x.bits) => {
                self.op(op, result, operand, &[y, x], at)
            }
            P::Trunc => match self.terms.get(x.tag) {
                Some(Term::Op { op: P::Zext | P::Sext, operand: narrow, args, .. }) if narrow == result => {
                    plus(args[0], x.bits, result.mask() as u64)
                }
                _ => {
                    let low = self.op(op, result, operand, &[x.root()], at);
                    plus(low, x.bits, result.mask() as u64)
                }
            },
            _ => return None,
        })
    }

    /// A bitwise operation with a known operand: identities, and what alignment decides.
    fn masked(&mut self, op: PureOp, x: PValue, k: u64, mask: u64) -> Option<PValue> {
        match (op, k) {
            (PureOp::And, 0) => return Some(PValue::known(0)),
            (PureOp::And, k) if k == mask => return Some(x),
            (PureOp::Or | PureOp::Xor, 0) => return Some(x),
            (PureOp::Or, k) if k == mask => return Some(PValue::known(k)),
            _ => {}
        }
        // The low bits are the addend's, where the term has none.
        let low = match self.terms.zeros(x.tag) {
            0 => return None,
            n if n >= 64 => u64::MAX,
            n => (1 << n) - 1,
        };
        let result = match op {
            PureOp::And if k & !low == 0 => PValue::known(x.bits & k),
            PureOp::And if k & !low == mask & !low => PValue { bits: x.bits & (k | !low) & mask, tag: x.tag },
            PureOp::Or if k & !low == 0 => PValue { bits: x.bits | k, tag: x.tag },
            PureOp::Xor if k & !low == 0 => PValue { bits: x.bits ^ k, tag: x.tag },
            _ => return None,
        };
        self.used_alignment = true;
        Some(result)
    }

    fn compare(&self, cond: IntCond, x: PValue, y: PValue, mask: u64) -> Option<PValue> {
        let known = |b: bool| Some(PValue::known(u64::from(b)));
        if x.tag.is_anything() || y.tag.is_anything() {
            return None;
        }
        if x.tag == y.tag {
            match cond {
                IntCond::Eq => return known(x.bits == y.bits),
                IntCond::Ne => return known(x.bits != y.bits),
                _ if x.bits == y.bits => {
                    return known(matches!(cond, IntCond::LeU | IntCond::GeU | IntCond::LeS | IntCond::GeS));
                }
                _ => {}
            }
            // Addresses in one object: no object wraps around the address space.
            let (a, b) = (self.distance(x, mask)?, self.distance(y, mask)?);
            return match cond {
                IntCond::LtU => known(a < b),
                IntCond::LeU => known(a <= b),
                IntCond::GtU => known(a > b),
                IntCond::GeU => known(a >= b),
                _ => None,
            };
        }
        // Functions lie apart; and a number leads to the function that lies there.
        if let (Some(a), Some(b)) = (self.is_at(x), self.is_at(y)) {
            match cond {
                IntCond::Eq => return known(a == b),
                IntCond::Ne => return known(a != b),
                _ => return None,
            }
        }
        // An address in an object is not null.
        let (address, other) = if x.is_known() { (y, x) } else { (x, y) };
        if other == PValue::known(0) && self.distance(address, mask).is_some_and(|d| d >= 0) {
            match cond {
                IntCond::Eq => return known(false),
                IntCond::Ne => return known(true),
                _ => {}
            }
        }
        None
    }

    /// The number that a value is, or where the function lies whose address it is.
    fn is_at(&self, value: PValue) -> Option<u64> {
        match self.terms.shape(value.tag) {
            Some(Shape::Function(number)) if value.bits == 0 => {
                Some(functions::address(Func::new(number as usize)))
            }
            _ => Self::get(value),
        }
    }

    /// The distance of an address from the start of its object, when it is small.
    fn distance(&self, address: PValue, mask: u64) -> Option<i64> {
        let shift = mask.leading_zeros();
        let signed = ((address.bits << shift) as i64) >> shift;
        let object = matches!(self.terms.shape(address.tag), Some(Shape::Base(_)));
        (object && signed.abs() < SMALL.min((mask >> 2) as i64)).then_some(signed)
    }
}

fn plus(x: PValue, addend: u64, mask: u64) -> PValue {
    PValue { bits: x.bits.wrapping_add(addend) & mask, tag: x.tag }
}

impl Domain for Partial {
    type Value = PValue;
    type Byte = u32;

    const INITIAL: u32 = 256;
    const CONCRETE: bool = false;

    #[inline]
    fn known(bits: u64) -> PValue {
        PValue::known(bits)
    }

    #[inline]
    fn get(value: PValue) -> Option<u64> {
        value.is_known().then_some(value.bits)
    }

    fn but_for_nans(&self, value: PValue) -> Option<u64> {
        let of_nan = || self.nans.get(&value.tag).copied().filter(|_| value.bits == 0);
        Self::get(value).or_else(of_nan)
    }

    #[inline]
    fn pure(&mut self, op: PureOp, result: Type, operand: Type, args: &[PValue], at: Site) -> PValue {
        // The commonest of all: an address and a number.
        if let (PureOp::Add, [x, y]) = (op, args)
            && x.is_known() != y.is_known()
        {
            let (unknown, known) = if x.is_known() { (*y, *x) } else { (*x, *y) };
            return plus(unknown, known.bits, operand.mask() as u64);
        }
        let mut bits = [0; 4];
        let mut all_known = true;
        for (bits, arg) in bits.iter_mut().zip(args) {
            *bits = arg.bits;
            all_known &= arg.is_known();
        }
        if all_known {
            let bits = &bits[..args.len().min(4)];
            return match eval64(op, result, operand, bits).or_else(|| self.approximate(op, result, bits)) {
                Some(bits) if eval::makes_nan(op, result, bits.into()) => {
                    self.nan(op, result, operand, args, at)
                }
                Some(bits) => PValue::known(bits),
                // Known up to an error, but the same wherever it is computed.
                None if matches!(op, PureOp::Approx(_)) => {
                    let root = Some((without_result(op), at));
                    PValue::of(self.terms.op((op, result, operand), args, 0, root))
                }
                None => PValue::of(self.terms.fresh(without_result(op), at, &[])),
            };
        }
        if let Some(value) = self.of_nans(op, result, operand, args, at) {
            return value;
        }
        match self.simplify(op, result, operand, args, at) {
            Some(value) => value,
            None => self.op(op, result, operand, args, at),
        }
    }

    fn function(&mut self, name: &str, args: &[PValue], _at: Site) -> Option<PValue> {
        let nearly = self.nearly.filter(|_| host::is_library(name))?;
        let args: Option<SmallVec<[u64; 4]>> = args.iter().map(|&arg| Self::get(arg)).collect();
        let args = args?;
        let (ty, bits) = host::function(name, &args)?;
        Some(PValue::known(nearly.of(ty, bits, (name, args.as_slice()))))
    }

    fn compute_nearly(&mut self, nearly: Option<Nearly>) {
        self.nearly = nearly;
    }

    fn begin_cta(&mut self) -> u32 {
        self.ctas += 1;
        self.ctas - 1
    }

    fn unknown(&mut self, reason: Reason, at: Site, from: &[PValue]) -> PValue {
        PValue::of(self.terms.fresh(reason, at, from))
    }

    fn anything(&mut self, reason: Reason, at: Site, from: &[PValue]) -> PValue {
        PValue::of(self.terms.anything(reason, at, from))
    }

    fn merged(&mut self, at: Site, register: u32, from: &[PValue], control: Option<&PValue>) -> PValue {
        let mut origins = from.iter().map(|value| self.terms.origin(value.tag));
        let origin = origins.next().map_or(Origin::Any, |first| origins.fold(first, Origin::or));
        let origin = control.map_or(origin, |control| origin.decided_by(self.terms.origin(control.tag)));
        let from: SmallVec<[PValue; 4]> = from.iter().chain(control).copied().collect();
        PValue::of(self.terms.anything_in(Reason::UnknownControl, at, Some(register), origin, &from))
    }

    fn declare_pointer(&mut self, offset: u64) {
        self.terms.pointers.insert(offset);
    }

    fn special(&mut self, special: Special, at: Site) -> PValue {
        PValue::of(self.terms.special(special, (Reason::Special(special), at)))
    }

    fn function_address(&mut self, func: Func) -> PValue {
        let root = (Reason::Function, crate::launches::objects::nowhere());
        PValue::of(self.terms.function(func.index() as u32, root))
    }

    fn called(&self, address: PValue) -> Option<u64> {
        self.is_at(address)
    }

    fn base(&mut self, object: ObjectId, _address: u64) -> PValue {
        // No site: an address is made in many places, and the object identifies it.
        let root = (Reason::AddressOf(object), crate::launches::objects::nowhere());
        PValue::of(self.terms.base(object, ALIGNMENT_BITS, root))
    }

    fn initial(
        &mut self,
        object: ObjectId,
        offset: PValue,
        version: u64,
        bytes: u32,
        reason: Reason,
        at: Site,
    ) -> PValue {
        // Parameters are few, and all addresses begin with one.
        let parameter = object == PARAMS && offset.is_known();
        if !parameter && !self.terms.may_name(&[offset]) {
            return PValue::of(self.terms.anything(reason, at, &[offset]));
        }
        PValue::of(self.terms.initial((object, offset), version, bytes, (reason, at)))
    }

    #[inline]
    fn place(&self, address: PValue) -> Placed {
        if address.is_known() {
            return Placed::Number(address.bits);
        }
        let exact = matches!(self.terms.shape(address.tag), Some(Shape::Base(_) | Shape::Initial { .. }));
        match (self.terms.origin(address.tag), exact) {
            (Origin::Object(object), true) => Placed::Object(object, address.bits as i64),
            (Origin::Object(object), false) => Placed::Within(object),
            (Origin::Param(param, _), true) => Placed::Param(param, address.bits as i64),
            (Origin::Param(param, _), false) => Placed::WithinParam(param),
            (Origin::Number | Origin::Any | Origin::Part | Origin::Mixed, _) => Placed::Unknown,
        }
    }

    #[inline]
    fn parts(value: PValue) -> (u64, u32) {
        (value.bits, value.tag.0)
    }

    #[inline]
    fn shifted(value: PValue, by: u64, mask: u64) -> PValue {
        plus(value, by, mask)
    }

    fn near(&mut self, address: PValue, ty: Type) -> Option<Near> {
        let unused = 64 - ty.bits().clamp(1, 64);
        let addend = ((address.bits << unused) as i64) >> unused;
        self.forms.of(&self.terms, address.tag, addend)
    }

    fn offset(&self, address: PValue) -> PValue {
        match self.terms.shape(address.tag) {
            Some(Shape::Base(_)) => PValue::known(address.bits),
            _ => address,
        }
    }

    #[inline]
    fn byte(bits: u8) -> u32 {
        u32::from(bits)
    }

    #[inline]
    fn get_byte(byte: u32) -> Option<u8> {
        u8::try_from(byte).ok()
    }

    fn is_anything(value: PValue) -> bool {
        value.tag.is_bottom()
    }

    fn is_one(value: PValue) -> bool {
        !value.tag.is_anything()
    }

    fn is_any_byte(&self, byte: u32) -> bool {
        byte >= PIECES && self.stored.all[((byte - PIECES) / 8) as usize].0.tag.is_bottom()
    }

    #[inline]
    fn split(&mut self, value: PValue, out: &mut [u32]) {
        if value.is_known() {
            for (n, byte) in out.iter_mut().enumerate() {
                *byte = (value.bits >> (8 * n)) as u32 & 0xff;
            }
            return;
        }
        let id = self.stored.number((value, out.len() as u8));
        for (n, byte) in out.iter_mut().enumerate() {
            *byte = PIECES + id * 8 + n as u32;
        }
    }

    #[inline]
    fn assemble(&self, bytes: &[u32]) -> Bytes<PValue> {
        let mut value = 0;
        let mut known = 0;
        let mut unwritten = 0;
        for (n, &byte) in bytes.iter().enumerate() {
            match byte {
                0..=255 => {
                    known += 1;
                    value |= u64::from(byte) << (8 * n);
                }
                Self::INITIAL => unwritten += 1,
                _ => {}
            }
        }
        if known == bytes.len() {
            return Bytes::Value(PValue::known(value));
        }
        if unwritten == bytes.len() {
            return Bytes::Initial;
        }
        if let Some((stored, first)) = self.pieces(bytes) {
            let (value, width) = self.stored.all[stored];
            if first == 0 && usize::from(width) == bytes.len() {
                return Bytes::Value(value);
            }
        }
        Bytes::Mixed
    }

    fn mixed(&mut self, bytes: &[u32], at: Site) -> PValue {
        if let (Some((stored, first)), Some(narrow)) = (self.pieces(bytes), Type::int(8 * bytes.len() as u32))
        {
            // Part of one value: shift it down and cut it off.
            let (value, width) = self.stored.all[stored];
            if let Some(wide) = Type::int(8 * u32::from(width)) {
                let by = PValue::known(8 * u64::from(first));
                let shifted = self.pure(PureOp::ShrU, wide, wide, &[value, by], at);
                return self.pure(PureOp::Trunc, narrow, wide, &[shifted], at);
            }
        }
        let mut from: SmallVec<[PValue; 8]> = SmallVec::new();
        for &byte in bytes.iter().filter(|&&b| b >= PIECES) {
            let value = self.stored.all[((byte - PIECES) / 8) as usize].0;
            if !from.contains(&value) {
                from.push(value);
            }
        }
        if from.iter().any(|v| v.tag.is_anything()) {
            return PValue::of(self.terms.anything(Reason::MixedBytes, at, &from));
        }
        PValue::of(self.terms.fresh(Reason::MixedBytes, at, &from))
    }

    fn identity(&mut self, values: &[PValue]) -> Option<ValueId> {
        if values.iter().any(|v| v.tag.is_anything()) {
            return None;
        }
        Some(ValueId(self.identities.number(SmallVec::from_slice(values))))
    }

    fn causes(&self, value: PValue) -> Vec<Cause> {
        self.terms.causes(value.tag)
    }

    fn footprint(&self) -> u64 {
        self.terms.footprint() + (self.stored.footprint() + self.identities.footprint()) as u64
    }
}

impl Partial {
    /// Are these consecutive bytes of one stored value? Its number, and the first byte's place in it.
    fn pieces(&self, bytes: &[u32]) -> Option<(usize, u32)> {
        let first = bytes[0].checked_sub(PIECES)?;
        let consecutive = bytes.iter().zip(bytes[0]..).all(|(&b, want)| b == want);
        let (stored, at) = ((first / 8) as usize, first % 8);
        (consecutive && at as usize + bytes.len() <= usize::from(self.stored.all[stored].1))
            .then_some((stored, at))
    }
}
