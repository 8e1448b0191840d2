//! Operators mean what the kernel IR's operations of the same kind mean, where those are defined.

use raddle_ir::{IntCond, PureOp, Type, eval};
use raddle_smt::meaning::meaning;
use raddle_smt::{Op, Sort};

/// Edges, and numbers without pattern.
fn numbers(width: u32) -> Vec<u128> {
    let mask = raddle_smt::sort::mask(width);
    let mut state = 0x9e37_79b9_7f4a_7c15u128;
    let mut all: Vec<u128> =
        vec![0, 1, 2, mask, mask >> 1, (mask >> 1) + 1, mask - 1, u128::from(width), 31 & mask];
    for _ in 0..12 {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(7);
        all.push(state >> 5 & mask);
    }
    all.into_iter().map(|n| n & mask).collect()
}

#[test]
fn integers_as_the_kernel_ir_has_them() {
    let pairs = [
        (Op::BvAdd, PureOp::Add),
        (Op::BvSub, PureOp::Sub),
        (Op::BvMul, PureOp::Mul),
        (Op::BvUdiv, PureOp::DivU),
        (Op::BvUrem, PureOp::RemU),
        (Op::BvSdiv, PureOp::DivS),
        (Op::BvSrem, PureOp::RemS),
        (Op::BvAnd, PureOp::And),
        (Op::BvOr, PureOp::Or),
        (Op::BvXor, PureOp::Xor),
        (Op::BvShl, PureOp::Shl),
        (Op::BvLshr, PureOp::ShrU),
        (Op::BvAshr, PureOp::ShrS),
        (Op::Eq, PureOp::Icmp(IntCond::Eq)),
        (Op::BvUlt, PureOp::Icmp(IntCond::LtU)),
        (Op::BvUle, PureOp::Icmp(IntCond::LeU)),
        (Op::BvSlt, PureOp::Icmp(IntCond::LtS)),
        (Op::BvSle, PureOp::Icmp(IntCond::LeS)),
    ];
    for ty in [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64, Type::I128] {
        let sort = Sort::Bits(ty.bits());
        for a in numbers(ty.bits()) {
            for b in numbers(ty.bits()) {
                for (op, pure) in pairs {
                    let truth = matches!(pure, PureOp::Icmp(_));
                    let (result, result_sort) = if truth { (Type::I1, Sort::Bool) } else { (ty, sort) };
                    if let Some(want) = eval(pure, result, ty, &[a, b]) {
                        let got = meaning(op, result_sort, &[(sort, a), (sort, b)]);
                        assert_eq!(got, Some(want), "{op:?} {ty} {a:#x} {b:#x}");
                    }
                }
            }
        }
    }
}

/// SMT-LIB 2.6, theory FixedSizeBitVectors: division by zero has a value.
#[test]
fn division_by_zero() {
    let sort = Sort::Bits(8);
    let value = |op, a| meaning(op, sort, &[(sort, a), (sort, 0)]);
    for a in 0..256 {
        assert_eq!(value(Op::BvUdiv, a), Some(255));
        assert_eq!(value(Op::BvUrem, a), Some(a));
        assert_eq!(value(Op::BvSdiv, a), Some(if a < 128 { 255 } else { 1 }));
        assert_eq!(value(Op::BvSrem, a), Some(a));
    }
}
