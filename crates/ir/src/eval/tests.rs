//! Evaluation against naive models (exhaustively at 8 bits), against Rust's own arithmetic, and
//! against hand-picked lines of the PTX ISA.

use super::{approximate, canonical_nan, eval, eval64, makes_nan};
use crate::op::{ApproxFn, FloatCond, FloatMode, IntCond, PureOp as P, Rounding, Testp};
use crate::types::Type;

const I8: Type = Type::I8;
const I32: Type = Type::I32;
const F32: Type = Type::F32;

fn one(op: P, ty: Type, args: &[u128]) -> u128 {
    eval(op, ty, ty, args).unwrap()
}

fn f32s(op: P, args: &[f32]) -> f32 {
    let bits: Vec<u128> = args.iter().map(|x| u128::from(x.to_bits())).collect();
    f32::from_bits(one(op, F32, &bits) as u32)
}

/// A small deterministic generator, so that tests do not differ from run to run.
fn numbers(seed: u64, n: usize) -> impl Iterator<Item = u64> {
    let mut state = seed | 1;
    (0..n).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Mix in the edges, where mistakes live.
        match state >> 60 {
            0 => 0,
            1 => 1,
            2 => u64::MAX,
            3 => 1 << (state >> 8 & 63),
            _ => state.wrapping_mul(0x2545_f491_4f6c_dd1d),
        }
    })
}

#[test]
fn bytes_exhaustively() {
    let wrap = |x: i32| (x & 0xff) as u128;
    let sat = |x: i32| wrap(x.clamp(-128, 127));
    for a in 0..256u128 {
        let (ua, sa) = (a as i32, i32::from(a as u8 as i8));
        assert_eq!(one(P::Not, I8, &[a]), u128::from(!(a as u8)));
        assert_eq!(one(P::Neg, I8, &[a]), wrap(-sa));
        assert_eq!(one(P::Abs, I8, &[a]), wrap(sa.abs()));
        assert_eq!(one(P::Popc, I8, &[a]), u128::from((a as u8).count_ones()));
        assert_eq!(one(P::Clz, I8, &[a]), u128::from((a as u8).leading_zeros()));
        assert_eq!(one(P::Brev, I8, &[a]), u128::from((a as u8).reverse_bits()));
        assert_eq!(eval(P::Sext, I32, I8, &[a]), Some(u128::from(sa as u32)));
        assert_eq!(eval(P::Zext, I32, I8, &[a]), Some(a));
        for b in 0..256u128 {
            let (ub, sb) = (b as i32, i32::from(b as u8 as i8));
            let expect = [
                (P::Add, wrap(ua + ub)),
                (P::Sub, wrap(ua - ub)),
                (P::Mul, wrap(ua * ub)),
                (P::MulHiU, wrap((ua * ub) >> 8)),
                (P::MulHiS, wrap((sa * sb) >> 8)),
                (P::And, wrap(ua & ub)),
                (P::Or, wrap(ua | ub)),
                (P::Xor, wrap(ua ^ ub)),
                (P::Shl, if ub > 7 { 0 } else { wrap(ua << ub) }),
                (P::ShrU, if ub > 7 { 0 } else { wrap(ua >> ub) }),
                (P::ShrS, wrap(sa >> ub.min(7))),
                (P::MinU, wrap(ua.min(ub))),
                (P::MaxU, wrap(ua.max(ub))),
                (P::MinS, wrap(sa.min(sb))),
                (P::MaxS, wrap(sa.max(sb))),
                (P::AddSatS, sat(sa + sb)),
                (P::SubSatS, sat(sa - sb)),
                (P::Icmp(IntCond::LtU), u128::from(ua < ub)),
                (P::Icmp(IntCond::GeS), u128::from(sa >= sb)),
                (P::Icmp(IntCond::LeS), u128::from(sa <= sb)),
                (P::Icmp(IntCond::Ne), u128::from(ua != ub)),
            ];
            for (op, want) in expect {
                let result = if matches!(op, P::Icmp(_)) { Type::I1 } else { I8 };
                assert_eq!(eval(op, result, I8, &[a, b]), Some(want), "{op:?} {a} {b}");
                assert_eq!(
                    eval64(op, result, I8, &[a as u64, b as u64]),
                    Some(want as u64),
                    "{op:?} {a} {b}"
                );
            }
            let defined = sb != 0 && !(sa == -128 && sb == -1);
            assert_eq!(eval(P::DivU, I8, I8, &[a, b]), (ub != 0).then(|| wrap(ua / ub)));
            assert_eq!(eval(P::RemU, I8, I8, &[a, b]), (ub != 0).then(|| wrap(ua % ub)));
            assert_eq!(eval(P::DivS, I8, I8, &[a, b]), defined.then(|| wrap(sa / sb)));
            assert_eq!(eval(P::RemS, I8, I8, &[a, b]), defined.then(|| wrap(sa % sb)));
        }
    }
}

/// `bfe` and `bfi` bit by bit, as the ISA's pseudo-code has them.
#[test]
fn bit_fields_against_the_isa_s_loop() {
    for a in numbers(7, 40).map(|v| v & 0xffff_ffff) {
        for at in (0..40).chain([255]) {
            for len in (0..40).chain([255]) {
                let bit = |i: u64| a >> i & 1;
                let sign = if len == 0 { 0 } else { bit((at + len - 1).min(31)) };
                let mut want = [0, 0];
                let mut put = 0x5555_5555u64;
                for i in 0..32 {
                    let inside = i < len && at + i <= 31;
                    want[0] |= u64::from(inside && bit(at + i) == 1) << i;
                    want[1] |= if inside { bit(at + i) } else { sign } << i;
                    if inside {
                        put = put & !(1 << (at + i)) | bit(i) << (at + i);
                    }
                }
                assert_eq!(eval64(P::BfeU, I32, I32, &[a, at, len]), Some(want[0]), "{a:#x} {at} {len}");
                assert_eq!(eval64(P::BfeS, I32, I32, &[a, at, len]), Some(want[1]), "{a:#x} {at} {len}");
                assert_eq!(
                    eval64(P::Bfi, I32, I32, &[a, 0x5555_5555, at, len]),
                    Some(put),
                    "{a:#x} {at} {len}"
                );
            }
        }
    }
}

#[test]
fn wide_integers_against_rust() {
    let all: Vec<u64> = numbers(3, 4000).collect();
    for pair in all.windows(4) {
        let (a, b) = (pair[0], pair[1]);
        let w = |v: u64| u128::from(v);
        assert_eq!(one(P::MulHiU, Type::I64, &[w(a), w(b)]), (w(a) * w(b)) >> 64);
        let high = (i128::from(a as i64) * i128::from(b as i64)) >> 64;
        assert_eq!(one(P::MulHiS, Type::I64, &[w(a), w(b)]), w(high as u64));
        let (x, y) = (w(a) << 64 | w(pair[2]), w(b) << 64 | w(pair[3]));
        assert_eq!(one(P::Add, Type::I128, &[x, y]), x.wrapping_add(y));
        assert_eq!(one(P::Mul, Type::I128, &[x, y]), x.wrapping_mul(y));
        assert_eq!(one(P::Clz, Type::I128, &[x]), u128::from(x.leading_zeros()));
        assert_eq!(one(P::AddSatS, Type::I128, &[x, y]), (x as i128).saturating_add(y as i128) as u128);
        let shift = y & 0xff;
        let left = if shift < 128 { x << shift } else { 0 };
        assert_eq!(one(P::Shl, Type::I128, &[x, shift]), left);
    }
    // The high half of a 256-bit product: (2^128 - 1)^2 = 2^256 - 2^129 + 1; and (-1) * (-1) = 1.
    assert_eq!(one(P::MulHiU, Type::I128, &[u128::MAX, u128::MAX]), u128::MAX - 1);
    assert_eq!(one(P::MulHiS, Type::I128, &[u128::MAX, u128::MAX]), 0);
    assert_eq!(one(P::MulHiS, Type::I128, &[u128::MAX, 5]), u128::MAX);
}

#[test]
fn the_fast_path_is_the_slow_path() {
    let ops =
        [P::Add, P::Sub, P::Mul, P::And, P::Or, P::Xor, P::Shl, P::ShrU, P::ShrS, P::Not, P::Neg, P::MinS];
    let fma = [P::FAdd(FloatMode::default()), P::FMul(FloatMode::default()), P::Fma(FloatMode::default())];
    let all: Vec<u64> = numbers(11, 3000).collect();
    for triple in all.windows(3) {
        for ty in [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64] {
            let args = [triple[0], triple[1], triple[2]].map(|v| v & ty.mask() as u64);
            let small = [args[0], args[1] & 0x7f, args[2]];
            for args in [args, small] {
                let wide = args.map(u128::from);
                for op in ops {
                    assert_eq!(
                        eval64(op, ty, ty, &args).map(u128::from),
                        eval(op, ty, ty, &wide),
                        "{op:?} {ty} {args:x?}"
                    );
                }
            }
        }
        let args = [triple[0], triple[1], triple[2]].map(|v| v & 0xffff_ffff);
        for op in fma {
            assert_eq!(
                eval64(op, F32, F32, &args).map(u128::from),
                eval(op, F32, F32, &args.map(u128::from))
            );
        }
    }
}

#[test]
fn funnel_shifts_permutes_and_tables() {
    let (low, high) = (0x89ab_cdef, 0x0123_4567);
    assert_eq!(one(P::ShfLWrap, I32, &[low, high, 36]), 0x1234_5678);
    assert_eq!(one(P::ShfLClamp, I32, &[low, high, 36]), low);
    assert_eq!(one(P::ShfRWrap, I32, &[low, high, 36]), 0x789a_bcde);
    assert_eq!(one(P::ShfRClamp, I32, &[low, high, 36]), high);
    assert_eq!(one(P::Prmt, I32, &[low, high, 0x0123]), 0xefcd_ab89);
    assert_eq!(one(P::Prmt, I32, &[low, high, 0x7654]), high);
    assert_eq!(one(P::Prmt, I32, &[low, high, 0xc8c8]), 0x00ff_00ff);
    assert_eq!(one(P::Lop3(0xf0), I32, &[1, 2, 4]), 1);
    assert_eq!(one(P::Lop3(0x96), I32, &[0b1100, 0b1010, 0b1111]), 0b1001);
    assert_eq!(one(P::BfindU, I32, &[0]), 0xffff_ffff);
    assert_eq!(one(P::BfindS, I32, &[0xffff_ff00]), 7);
}

#[test]
fn floats_to_nearest_are_rust_s() {
    let mode = FloatMode::default();
    let all: Vec<u64> = numbers(5, 3000).collect();
    for triple in all.windows(3) {
        let [a, b, c] = [triple[0], triple[1], triple[2]].map(|v| f32::from_bits(v as u32));
        let same = |x: f32, y: f32| x.to_bits() == y.to_bits() || (x.to_bits() == 0x7fff_ffff && y.is_nan());
        assert!(same(f32s(P::FAdd(mode), &[a, b]), a + b));
        assert!(same(f32s(P::FDiv(mode), &[a, b]), a / b));
        assert!(same(f32s(P::Fma(mode), &[a, b, c]), a.mul_add(b, c)));
        assert!(same(f32s(P::FSqrt(mode), &[a]), a.sqrt()));
        assert!(same(f32s(P::FRcp(mode), &[a]), 1.0 / a));
        let wide = eval(P::FToF(mode), Type::F64, F32, &[u128::from(a.to_bits())]).unwrap();
        assert!(a.is_nan() || f64::from_bits(wide as u64) == f64::from(a));
        for (ty, x) in [(Type::I64, triple[0]), (I32, triple[0] & 0xffff_ffff)] {
            let unsigned = eval(P::UToF(mode), F32, ty, &[u128::from(x)]).unwrap();
            assert_eq!(unsigned as u32, (x as f32).to_bits());
        }
        let signed = eval(P::SToF(mode), Type::F64, Type::I64, &[u128::from(triple[0])]).unwrap();
        assert_eq!(signed as u64, (triple[0] as i64 as f64).to_bits());
    }
}

/// Are these the bits of two floats between which there is none?
fn neighbours(down: u32, up: u32) -> bool {
    let zero = 0x8000_0000;
    match (down >> 31, up >> 31) {
        (0, 0) => down + 1 == up,
        (1, 1) => down == up + 1,
        // From the largest negative number to -0 (rounded from below zero), from +0 to the smallest one.
        _ => (down, up) == (zero + 1, 0) || (down, up) == (zero, 1),
    }
}

/// The directed results enclose the exact one: they differ by one step, and exactly when it is inexact.
#[test]
fn directed_rounding_encloses() {
    let all: Vec<u64> = numbers(9, 2000).collect();
    let at = |rounding| FloatMode { rounding, ..FloatMode::default() };
    for pair in all.windows(2) {
        let [a, b] = [pair[0], pair[1]].map(|v| f32::from_bits(v as u32));
        for op in [P::FAdd as fn(FloatMode) -> P, P::FMul, P::FDiv, P::FSqrt] {
            let args: &[f32] = if op(at(Rounding::Up)).arity() == 1 { &[a] } else { &[a, b] };
            let [down, near, up, zero] = [Rounding::Down, Rounding::Nearest, Rounding::Up, Rounding::Zero]
                .map(|r| f32s(op(at(r)), args));
            if near.is_nan() {
                assert!(down.is_nan() && up.is_nan() && zero.is_nan());
                continue;
            }
            assert!(down <= near && near <= up, "{a} {b}");
            assert!(down == up || neighbours(down.to_bits(), up.to_bits()), "{a} {b}: {down} {up}");
            assert_eq!(zero, if near.is_sign_negative() { up } else { down }, "{a} {b}");
        }
        let x = u128::from(pair[0] >> 1);
        let root = |r| f64::from_bits(eval(P::FSqrt(at(r)), Type::F64, Type::F64, &[x]).unwrap() as u64);
        let (down, up) = (root(Rounding::Down), root(Rounding::Up));
        assert!(down.is_nan() && up.is_nan() || down == up || down.to_bits() + 1 == up.to_bits());
    }
    assert_eq!(f32s(P::FAdd(at(Rounding::Down)), &[1.0, -1.0]).to_bits(), (-0f32).to_bits());
    assert_eq!(f32s(P::FSqrt(at(Rounding::Up)), &[4.0]), 2.0);
}

#[test]
fn flush_saturate_and_canonical_nan() {
    let tiny = f32::from_bits(1);
    let ftz = FloatMode { ftz: true, ..FloatMode::default() };
    let sat = FloatMode { sat: true, ..FloatMode::default() };
    let relu = FloatMode { relu: true, ..FloatMode::default() };
    assert_eq!(f32s(P::FAdd(ftz), &[tiny, tiny]).to_bits(), 0);
    assert_eq!(f32s(P::FMul(ftz), &[f32::MIN_POSITIVE, -0.5]).to_bits(), (-0f32).to_bits());
    assert_eq!(f32s(P::FAdd(sat), &[1.0, 1.0]), 1.0);
    assert_eq!(f32s(P::FAdd(sat), &[f32::NAN, 1.0]).to_bits(), 0);
    assert_eq!(f32s(P::FAdd(relu), &[-3.0, 1.0]).to_bits(), 0);
    assert_eq!(f32s(P::FAdd(relu), &[f32::NAN, 1.0]).to_bits(), 0x7fff_ffff);
    assert_eq!(one(P::FAdd(FloatMode::default()), Type::F16, &[0x7e00, 0]), 0x7fff);
    assert_eq!(eval(P::Fcmp(FloatCond::Eq, true), Type::I1, F32, &[1, 0]), Some(1));
    assert_eq!(eval(P::Fcmp(FloatCond::Eq, false), Type::I1, F32, &[1, 0]), Some(0));
}

/// Results of an H100 (benches/hardware.py) just below the least normal number: it is flushed where it is subnormal after rounding
/// to the precision, whatever the exponent.
#[test]
fn flushes_what_is_subnormal_before_it_loses_digits() {
    let ftz = |rounding| FloatMode { ftz: true, rounding, ..FloatMode::default() };
    let (near, up, down) = (ftz(Rounding::Nearest), ftz(Rounding::Up), ftz(Rounding::Down));
    let single = |op, args: &[u128]| one(op, F32, args);
    // 2^-126 (1 - 2^-24), and 2^-126 (1 - 2^-46), which becomes 2^-126 in every format of 24 bits.
    assert_eq!(single(P::FMul(near), &[0x80_0000, 0x3f7f_ffff]), 0);
    assert_eq!(single(P::FMul(FloatMode::default()), &[0x80_0000, 0x3f7f_ffff]), 0x80_0000);
    assert_eq!(single(P::FMul(near), &[0x80_0001, 0x3f7f_fffe]), 0x80_0000);
    assert_eq!(single(P::FMul(up), &[0x80_0001, 0x3f7f_fffd]), 0);
    assert_eq!(single(P::FMul(down), &[0x8080_0000, 0x3f7f_ffff]), 0x8000_0000);
    assert_eq!(single(P::Fma(near), &[0x80_0000, 0x3f7f_ffff, 0]), 0);
    assert_eq!(single(P::FDiv(up), &[0x80_0001, 0x3f80_0002]), 0);
    assert_eq!(single(P::FDiv(down), &[0x8080_0000, 0x3f80_0001]), 0x8000_0000);
    assert_eq!(one(P::FMul(near), Type::F16, &[0x8400, 0x3bff]), 0x8000);
    assert_eq!(one(P::Fma(near), Type::F16, &[0x400, 0x3bff, 0]), 0);
    let of_double = |mode, bits| eval(P::FToF(mode), F32, Type::F64, &[bits]);
    assert_eq!(of_double(near, 0x380f_ffff_e000_0000), Some(0));
    assert_eq!(of_double(near, 0x380f_ffff_f000_0000), Some(0x80_0000));
    assert_eq!(of_double(down, 0xb80f_ffff_e000_0000), Some(0x8000_0000));
}

/// PTX ISA, `cvt`: `.ftz` applies to single precision only.
#[test]
fn conversions_flush_single_precision_only() {
    let ftz = |rounding| FloatMode { ftz: true, rounding, ..FloatMode::default() };
    assert_eq!(eval(P::FToF(ftz(Rounding::Nearest)), F32, Type::F16, &[0x8002]), Some(0xb400_0000));
    assert_eq!(eval(P::FToF(ftz(Rounding::Nearest)), Type::F16, F32, &[0xb434_65a5]), Some(0x8003));
    assert_eq!(eval(P::FToF(ftz(Rounding::Up)), Type::F16, F32, &[0x19b2_78f6]), Some(1));
    assert_eq!(eval(P::FToF(ftz(Rounding::Up)), Type::F16, F32, &[1]), Some(0));
}

/// Which NaN an operation makes is not specified; one that is moved, or chosen, is the one that it was.
#[test]
fn nans_that_operations_make() {
    let mode = FloatMode::default();
    let made = |op, ty, args: &[u128]| makes_nan(op, ty, one(op, ty, args));
    assert!(made(P::FDiv(mode), F32, &[0, 0]));
    assert!(made(P::FNeg, F32, &[0x7fc0_0000]));
    assert!(!made(P::FNeg, F32, &[0x7f80_0000]));
    assert!(made(P::FMin { nan: false, ftz: false }, Type::F64, &[0x7ff8 << 48, 0x7ff8 << 48]));
    assert!(!made(P::FMin { nan: false, ftz: false }, Type::F64, &[0x7ff8 << 48, 0]));
    assert!(!made(P::FCopysign, F32, &[0, 0x7fc0_0000]));
    assert!(!makes_nan(P::Bitcast, F32, 0x7fc0_0000));
}

#[test]
fn halves() {
    let mode = FloatMode::default();
    // 1 + 2^-11 ties to even; 2049 is not a half.
    assert_eq!(one(P::FAdd(mode), Type::F16, &[0x3c00, 0x1000]), 0x3c00);
    assert_eq!(eval(P::UToF(mode), Type::F16, I32, &[2049]), Some(0x6800));
    assert_eq!(eval(P::UToF(mode), Type::F16, I32, &[70000]), Some(0x7c00));
    assert_eq!(eval(P::FToF(mode), Type::Bf16, F32, &[0x3f80_8000]), Some(0x3f80));
    assert_eq!(eval(P::FToF(mode), F32, Type::Bf16, &[0x3f80]), Some(0x3f80_0000));
    // Every finite half survives the way to f32 and back.
    for bits in 0..0x7c00u128 {
        let wide = eval(P::FToF(mode), F32, Type::F16, &[bits]).unwrap();
        assert_eq!(eval(P::FToF(mode), Type::F16, F32, &[wide]), Some(bits));
    }
}

#[test]
fn floats_to_integers() {
    let mode = |rounding| FloatMode { rounding, ..FloatMode::default() };
    let to = |op: P, ty: Type, x: f32| eval(op, ty, F32, &[u128::from(x.to_bits())]).unwrap();
    let zero = P::FToS(mode(Rounding::Zero));
    assert_eq!(to(zero, I32, -1.9), 0xffff_ffff);
    assert_eq!(to(P::FToS(mode(Rounding::Nearest)), I32, 2.5), 2);
    assert_eq!(to(P::FToS(mode(Rounding::Down)), I32, -0.5), 0xffff_ffff);
    assert_eq!(to(P::FToU(mode(Rounding::Zero)), I32, -7.0), 0);
    assert_eq!(to(zero, I8, 1e9), 0x7f);
    assert_eq!(to(zero, I8, -1e9), 0x80);
    assert_eq!(to(P::FToU(mode(Rounding::Zero)), Type::I64, f32::INFINITY), u128::from(u64::MAX));
    assert_eq!(to(zero, I32, f32::NAN), 0);
    assert_eq!(to(zero, Type::I64, f32::NAN), 1 << 63);
    let nan = u128::from(f64::NAN.to_bits());
    assert_eq!(eval(zero, I32, Type::F64, &[nan]), Some(0x8000_0000));
    assert_eq!(f32s(P::FRound(mode(Rounding::Nearest)), &[3.5]), 4.0);
    assert_eq!(f32s(P::FRound(mode(Rounding::Up)), &[-0.5]).to_bits(), (-0f32).to_bits());
}

#[test]
fn minima_and_maxima() {
    let (min, max) = (P::FMin { nan: false, ftz: false }, P::FMax { nan: false, ftz: false });
    assert_eq!(f32s(min, &[0.0, -0.0]).to_bits(), (-0f32).to_bits());
    assert_eq!(f32s(max, &[-0.0, 0.0]).to_bits(), 0);
    assert_eq!(f32s(min, &[f32::NAN, 3.0]), 3.0);
    assert_eq!(f32s(P::FMax { nan: true, ftz: false }, &[f32::NAN, 3.0]).to_bits(), 0x7fff_ffff);
    assert_eq!(f32s(P::FCopysign, &[-1.0, 2.0]), -2.0);
    assert_eq!(eval(P::Testp(Testp::Subnormal), Type::I1, F32, &[1]), Some(1));
    assert_eq!(eval(P::Testp(Testp::Normal), Type::I1, F32, &[1]), Some(0));
    assert_eq!(eval(P::Testp(Testp::Normal), Type::I1, F32, &[0]), Some(1));
    assert_eq!(eval(P::Testp(Testp::Normal), Type::I1, Type::F64, &[1 << 63]), Some(1));
}

#[test]
fn what_has_no_result() {
    assert_eq!(eval(P::DivU, I32, I32, &[1, 0]), None);
    assert_eq!(eval(P::Approx(crate::op::ApproxFn::Sin), F32, F32, &[0]), None);
    assert_eq!(eval(P::Add, I32, I32, &[1]), None);
    assert_eq!(eval(P::Add, Type::Opaque, Type::Opaque, &[0, 0]), None);
    assert_eq!(eval(P::FAdd(FloatMode::default()), I32, I32, &[0, 0]), None);
}

#[test]
fn an_approximation_is_near_the_function_and_has_no_result_in_eval() {
    let single = |x: f32| u128::from(x.to_bits());
    let near = |f, args: &[f32]| {
        let args: Vec<u128> = args.iter().map(|&x| single(x)).collect();
        assert_eq!(eval(P::Approx(f), F32, F32, &args), None);
        approximate(f, F32, &args)
    };
    assert_eq!(near(ApproxFn::Rsqrt, &[4.0]), Some(single(0.5)));
    assert_eq!(near(ApproxFn::Ex2, &[3.0]), Some(single(8.0)));
    assert_eq!(near(ApproxFn::Lg2, &[0.0]), Some(single(f32::NEG_INFINITY)));
    assert_eq!(near(ApproxFn::Div, &[1.0, 4.0]), Some(single(0.25)));
    assert_eq!(near(ApproxFn::Sqrt, &[-1.0]), Some(canonical_nan(F32)));
    assert_eq!(near(ApproxFn::Div, &[1.0]), None);
    assert_eq!(approximate(ApproxFn::Sin, I32, &[0]), None);
}
