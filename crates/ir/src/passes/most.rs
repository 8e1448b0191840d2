//! Upper bounds of indices, for all values of unknowns.
//!
//! An index that is masked (`n & 3`), shifted or a remainder cannot lead out of an array that is long enough.

use super::zeros::low_zeros;
use crate::entity::Value;
use crate::inst::{InstKind, Special};
use crate::module::Function;
use crate::op::PureOp;

/// The most lanes of a warp.
const LANES: u128 = 32;

/// How far definitions are followed.
const DEPTH: u32 = 8;

/// The largest number that an unsigned integer can be, as far as masks, shifts and divisions say.
#[must_use]
pub fn at_most(function: &Function, value: Value) -> u128 {
    most(function, value, DEPTH)
}

/// Is an unsigned integer certainly a multiple of a power of two?
#[must_use]
pub fn is_multiple(function: &Function, value: Value, of: u64) -> bool {
    of.is_power_of_two() && low_zeros(function, value) >= of.trailing_zeros()
}

fn most(function: &Function, value: Value, depth: u32) -> u128 {
    let all = function.ty(value).mask();
    if let Some(bits) = function.as_const(value) {
        return bits & all;
    }
    let (op, args) = match function.def_inst(value).map(|data| &data.kind) {
        Some(InstKind::Pure { op, args }) => (op, args),
        Some(InstKind::Special(Special::WarpSize)) => return LANES,
        _ => return all,
    };
    let Some(depth) = depth.checked_sub(1) else { return all };
    let of = |n: usize| most(function, args[n], depth);
    let number = |n: usize| function.as_const(args[n]);
    // What may not fit is any number.
    let fits = |most: Option<u128>| most.filter(|&most| most <= all).unwrap_or(all);
    match op {
        PureOp::And => of(0).min(of(1)),
        PureOp::Zext => of(0),
        PureOp::Trunc => fits(Some(of(0))),
        // The highest bit is not set, so nothing is copied.
        PureOp::Sext if of(0) <= function.ty(args[0]).mask() >> 1 => of(0),
        PureOp::Add => fits(of(0).checked_add(of(1))),
        PureOp::Mul => fits(of(0).checked_mul(of(1))),
        PureOp::Shl => {
            let by = number(1).and_then(|by| u32::try_from(by).ok());
            fits(by.filter(|&by| by < 64).and_then(|by| of(0).checked_mul(1 << by)))
        }
        PureOp::ShrU => match number(1) {
            Some(by) if by < u128::from(function.ty(value).bits()) => of(0) >> by,
            _ => of(0),
        },
        PureOp::RemU => match function.def_inst(args[1]).map(|data| &data.kind) {
            Some(&InstKind::Const(by)) if by > 0 => of(0).min(by - 1),
            Some(InstKind::Special(Special::WarpSize)) => of(0).min(LANES - 1),
            _ => all,
        },
        // The lowest byte of the length gives the number of bits.
        PureOp::BfeU => match number(2).map(|length| length & 0xff) {
            Some(length) if length < u128::from(function.ty(value).bits()) => (1 << length) - 1,
            _ => all,
        },
        PureOp::MinU => of(0).min(of(1)),
        PureOp::MaxU => of(0).max(of(1)),
        PureOp::Select => of(1).max(of(2)),
        _ => all,
    }
}
