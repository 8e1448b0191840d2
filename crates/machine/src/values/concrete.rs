//! The concrete domain: every value is its bits.
//!
//! What no input gives is taken to be 0, and remembered in [`Concrete::assumed`], so that a run that depends on such a value can say so.
//! [`Concrete::near`] computes functions that are specified only up to an error, and those of the mathematical library, closely enough for
//! a person reading the numbers; it remembers them too.

use crate::values::domain::{Bytes, Cause, Domain, ObjectId, Placed, Reason, Site, ValueId};
use crate::values::host;
use raddle_ir::{Func, PureOp, Special, Type, eval, eval64, functions};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The domain of plain bits.
#[derive(Clone, Debug, Default)]
pub struct Concrete {
    assumed: BTreeSet<(Reason, Site)>,
    /// The functions whose results are the host's; none where they are not asked for.
    near: Option<BTreeSet<(Reason, Site)>>,
    identities: FxHashMap<Vec<u64>, u32>,
}

impl Concrete {
    /// The domain that takes the host's value where a function is known only up to an error. No verdict may depend on it.
    #[must_use]
    pub fn near() -> Self {
        Self { near: Some(BTreeSet::new()), ..Self::default() }
    }

    /// The functions whose results are the host's, each where it is called.
    pub fn approximated(&self) -> impl Iterator<Item = Cause> + '_ {
        let all = self.near.iter().flatten();
        all.map(|(reason, site)| Cause { reason: reason.clone(), site: *site })
    }

    /// The values that were taken to be 0 because nothing gives them.
    pub fn assumed(&self) -> impl Iterator<Item = Cause> + '_ {
        self.assumed.iter().map(|(reason, site)| Cause { reason: reason.clone(), site: *site })
    }

    fn assume(&mut self, reason: Reason, at: Site) -> u64 {
        self.assumed.insert((reason, at));
        0
    }
}

impl Domain for Concrete {
    type Value = u64;
    type Byte = u16;

    const INITIAL: u16 = 256;
    const CONCRETE: bool = true;

    #[inline]
    fn known(bits: u64) -> u64 {
        bits
    }

    #[inline]
    fn get(value: u64) -> Option<u64> {
        Some(value)
    }

    #[inline]
    fn pure(&mut self, op: PureOp, result: Type, operand: Type, args: &[u64], at: Site) -> u64 {
        match eval64(op, result, operand, args) {
            Some(bits) => bits,
            None => match (&mut self.near, op) {
                (Some(near), PureOp::Approx(function)) => {
                    near.insert((without_result(op), at));
                    let wide: SmallVec<[u128; 2]> = args.iter().map(|&bits| u128::from(bits)).collect();
                    eval::approximate(function, result, &wide).unwrap_or(0) as u64
                }
                _ => self.assume(without_result(op), at),
            },
        }
    }

    fn function(&mut self, name: &str, args: &[u64], at: Site) -> Option<u64> {
        let near = self.near.as_mut()?;
        let (_, bits) = host::function(name, args)?;
        near.insert((Reason::Opaque(name.to_owned()), at));
        Some(bits)
    }

    fn unknown(&mut self, reason: Reason, at: Site, _from: &[u64]) -> u64 {
        self.assume(reason, at)
    }

    fn anything(&mut self, reason: Reason, at: Site, _from: &[u64]) -> u64 {
        self.assume(reason, at)
    }

    fn special(&mut self, special: Special, at: Site) -> u64 {
        self.assume(Reason::Special(special), at)
    }

    fn function_address(&mut self, func: Func) -> u64 {
        functions::address(func)
    }

    fn called(&self, address: u64) -> Option<u64> {
        Some(address)
    }

    fn base(&mut self, _object: ObjectId, address: u64) -> u64 {
        address
    }

    fn initial(
        &mut self,
        _object: ObjectId,
        _offset: u64,
        _version: u64,
        _bytes: u32,
        reason: Reason,
        at: Site,
    ) -> u64 {
        self.assume(reason, at)
    }

    #[inline]
    fn place(&self, address: u64) -> Placed {
        Placed::Number(address)
    }

    #[inline]
    fn parts(value: u64) -> (u64, u32) {
        (value, 0)
    }

    #[inline]
    fn shifted(value: u64, by: u64, mask: u64) -> u64 {
        value.wrapping_add(by) & mask
    }

    fn offset(&self, address: u64) -> u64 {
        address
    }

    #[inline]
    fn byte(bits: u8) -> u16 {
        u16::from(bits)
    }

    #[inline]
    fn get_byte(byte: u16) -> Option<u8> {
        u8::try_from(byte).ok()
    }

    fn is_anything(_value: u64) -> bool {
        false
    }

    fn is_one(_value: u64) -> bool {
        true
    }

    fn is_any_byte(&self, _byte: u16) -> bool {
        false
    }

    #[inline]
    fn split(&mut self, value: u64, out: &mut [u16]) {
        for (n, byte) in out.iter_mut().enumerate() {
            *byte = (value >> (8 * n)) as u16 & 0xff;
        }
    }

    #[inline]
    fn assemble(&self, bytes: &[u16]) -> Bytes<u64> {
        let mut value = 0;
        let mut unwritten = 0;
        for (n, &byte) in bytes.iter().enumerate() {
            match byte {
                Self::INITIAL => unwritten += 1,
                _ => value |= u64::from(byte) << (8 * n),
            }
        }
        match unwritten {
            0 => Bytes::Value(value),
            n if n == bytes.len() => Bytes::Initial,
            _ => Bytes::Mixed,
        }
    }

    fn mixed(&mut self, bytes: &[u16], at: Site) -> u64 {
        let mut value = self.assume(Reason::MixedBytes, at);
        for (n, &byte) in bytes.iter().enumerate() {
            value |= u64::from(Self::get_byte(byte).unwrap_or(0)) << (8 * n);
        }
        value
    }

    fn identity(&mut self, values: &[u64]) -> Option<ValueId> {
        if let Some(&id) = self.identities.get(values) {
            return Some(ValueId(id));
        }
        let id = self.identities.len() as u32;
        self.identities.insert(values.to_vec(), id);
        Some(ValueId(id))
    }

    fn causes(&self, _value: u64) -> Vec<Cause> {
        Vec::new()
    }

    fn footprint(&self) -> u64 {
        (self.assumed.len() * 48 + self.identities.len() * 48) as u64
    }
}

/// Why an operation whose operands are known has no result.
pub(crate) fn without_result(op: PureOp) -> Reason {
    match op {
        PureOp::Approx(function) => Reason::Approximate(function),
        _ => Reason::Unspecified(op),
    }
}
