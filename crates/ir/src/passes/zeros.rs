//! The number of low bits of a value that are zero for all values of unknowns.
//!
//! Compilers write `x | 8` for `x + 8` where they know that the bits do not meet: for the second element of an aligned pair.
//! To address resolution, and to everything that takes sums apart, it is a sum again.

use crate::entity::Value;
use crate::inst::{Base, InstKind};
use crate::module::Function;
use crate::op::PureOp;

/// How far definitions are followed.
const DEPTH: u32 = 8;

/// How many low bits of an integer are certainly zero; at most its width.
pub(super) fn low_zeros(function: &Function, value: Value) -> u32 {
    zeros(function, value, DEPTH)
}

/// Is `value | bits` the same as `value + bits`, by this many low bits of `value` that are zero?
pub(super) fn is_sum(zeros: u32, bits: u128) -> bool {
    bits.checked_shr(zeros).unwrap_or(0) == 0
}

fn zeros(function: &Function, value: Value, depth: u32) -> u32 {
    let width = function.ty(value).bits();
    if let Some(bits) = function.as_const(value) {
        return bits.trailing_zeros().min(width);
    }
    let (op, args) = match function.def_inst(value).map(|data| &data.kind) {
        Some(InstKind::Pure { op, args }) => (op, args),
        Some(InstKind::AddrOf { base: Base::Slot(slot), offset }) => {
            return function.slots[*slot]
                .align
                .max(1)
                .trailing_zeros()
                .min(offset.trailing_zeros())
                .min(width);
        }
        _ => return 0,
    };
    let Some(depth) = depth.checked_sub(1) else { return 0 };
    let of = |n: usize| zeros(function, args[n], depth);
    let number = |n: usize| function.as_const(args[n]).and_then(|bits| u32::try_from(bits).ok());
    let found = match op {
        PureOp::Add | PureOp::Sub | PureOp::Or | PureOp::Xor => of(0).min(of(1)),
        PureOp::And => of(0).max(of(1)),
        PureOp::Mul => of(0).saturating_add(of(1)),
        PureOp::Shl => of(0).saturating_add(number(1).unwrap_or(0)),
        PureOp::Select => of(1).min(of(2)),
        PureOp::Zext | PureOp::Sext | PureOp::Trunc | PureOp::ToGeneric(_) | PureOp::FromGeneric(_) => of(0),
        _ => 0,
    };
    found.min(width)
}
