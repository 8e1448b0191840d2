//! Integer operations at every width from 1 to 128 bits.

use crate::op::{IntCond, PureOp};
use crate::types::Type;

/// The result of an integer operation; see [`super::eval`].
pub(super) fn eval(op: PureOp, result: Type, operand: Type, args: &[u128]) -> Option<u128> {
    use PureOp as P;
    let bits = operand.bits();
    let mask = operand.mask();
    let a = args[0];
    let b = args.get(1).copied().unwrap_or(0);
    let c = args.get(2).copied().unwrap_or(0);
    let signed = |v: u128| sign_extend(v, bits);
    let (least, most) = signed_range(bits);
    Some(match op {
        P::Not => !a & mask,
        P::Neg => a.wrapping_neg() & mask,
        P::Abs => signed(a).unsigned_abs() & mask,
        P::Popc => u128::from(a.count_ones()),
        P::Clz => u128::from(a.leading_zeros() - (128 - bits)),
        P::Brev => a.reverse_bits() >> (128 - bits),
        P::BfindU => highest_one(a),
        P::BfindS => highest_one(if signed(a) < 0 { !a & mask } else { a }),

        P::Add => a.wrapping_add(b) & mask,
        P::Sub => a.wrapping_sub(b) & mask,
        P::Mul => a.wrapping_mul(b) & mask,
        P::MulHiU if bits <= 64 => (a * b) >> bits,
        P::MulHiU => high_product(a, b),
        P::MulHiS if bits <= 64 => ((signed(a) * signed(b)) >> bits) as u128 & mask,
        P::MulHiS => {
            // The unsigned product counts each negative factor 2^128 too high.
            let less = if signed(a) < 0 { b } else { 0 }.wrapping_add(if signed(b) < 0 { a } else { 0 });
            high_product(a, b).wrapping_sub(less)
        }
        P::DivU => a.checked_div(b)?,
        P::RemU => a.checked_rem(b)?,
        P::DivS if signed(a) == least && signed(b) == -1 => return None,
        P::RemS if signed(a) == least && signed(b) == -1 => return None,
        P::DivS => signed(a).checked_div(signed(b))? as u128 & mask,
        P::RemS => signed(a).checked_rem(signed(b))? as u128 & mask,
        P::And => a & b,
        P::Or => a | b,
        P::Xor => a ^ b,
        P::Shl => (if b < u128::from(bits) { a << b } else { 0 }) & mask,
        P::ShrU => {
            if b < u128::from(bits) {
                a >> b
            } else {
                0
            }
        }
        P::ShrS => (signed(a) >> b.min(127)) as u128 & mask,
        P::MinU => a.min(b),
        P::MaxU => a.max(b),
        P::MinS => signed(a).min(signed(b)) as u128 & mask,
        P::MaxS => signed(a).max(signed(b)) as u128 & mask,
        P::AddSatS => signed(a).saturating_add(signed(b)).clamp(least, most) as u128 & mask,
        P::SubSatS => signed(a).saturating_sub(signed(b)).clamp(least, most) as u128 & mask,

        P::BfeU => extract(a, b as u32 & 0xff, c as u32 & 0xff, bits, false),
        P::BfeS => extract(a, b as u32 & 0xff, c as u32 & 0xff, bits, true),
        P::Bfi => {
            let (at, len) = (c as u32 & 0xff, args[3] as u32 & 0xff);
            if at >= bits {
                b
            } else {
                let field = low_ones(len) << at & mask;
                (b & !field) | (a << at & field)
            }
        }
        P::ShfLWrap => funnel_left(a, b, c as u32 & 31),
        P::ShfLClamp => funnel_left(a, b, c.min(32) as u32),
        P::ShfRWrap => funnel_right(a, b, c as u32 & 31),
        P::ShfRClamp => funnel_right(a, b, c.min(32) as u32),
        P::Prmt => permute(a, b, c),
        P::Lop3(table) => (0..8u32).filter(|row| table >> row & 1 == 1).fold(0, |sum, row| {
            let term = |v: u128, bit: u32| if row >> bit & 1 == 1 { v } else { !v };
            sum | (term(a, 2) & term(b, 1) & term(c, 0) & mask)
        }),

        P::Icmp(cond) => u128::from(compare(cond, a, b, signed(a), signed(b))),
        P::Trunc => a & result.mask(),
        P::Zext => a,
        P::Sext => signed(a) as u128 & result.mask(),
        _ => return None,
    })
}

/// The value of a bit pattern of `bits` bits read as a signed number.
pub(super) fn sign_extend(value: u128, bits: u32) -> i128 {
    let unused = 128 - bits;
    ((value << unused) as i128) >> unused
}

/// The least and the greatest signed number of `bits` bits.
pub(super) fn signed_range(bits: u32) -> (i128, i128) {
    (i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))
}

fn highest_one(v: u128) -> u128 {
    v.checked_ilog2().map_or(0xffff_ffff, u128::from)
}

fn low_ones(n: u32) -> u128 {
    if n >= 128 { u128::MAX } else { (1 << n) - 1 }
}

/// The high half of a 256-bit product, by halves of 64 bits.
fn high_product(a: u128, b: u128) -> u128 {
    const LOW: u128 = u64::MAX as u128;
    let (ah, al, bh, bl) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let carry = (al * bl) >> 64;
    let (m1, m2) = (ah * bl, al * bh);
    let middle = carry + (m1 & LOW) + (m2 & LOW);
    ah * bh + (m1 >> 64) + (m2 >> 64) + (middle >> 64)
}

/// `bfe`: where the field leaves the word, and where `len` is 0, the sign bit is what the ISA says.
fn extract(a: u128, at: u32, len: u32, bits: u32, signed: bool) -> u128 {
    let mask = low_ones(bits);
    let sign = signed && len != 0 && a >> (at + len - 1).min(bits - 1) & 1 == 1;
    let present = len.min(bits.saturating_sub(at));
    let field = if present == 0 { 0 } else { a >> at & low_ones(present) };
    if sign { (field | !low_ones(present)) & mask } else { field }
}

fn funnel_left(low: u128, high: u128, by: u32) -> u128 {
    ((high << 32 | low) << by) >> 32 & 0xffff_ffff
}

fn funnel_right(low: u128, high: u128, by: u32) -> u128 {
    (high << 32 | low) >> by & 0xffff_ffff
}

fn permute(a: u128, b: u128, selectors: u128) -> u128 {
    let bytes = ((b as u64) << 32 | (a as u64 & 0xffff_ffff)).to_le_bytes();
    (0..4).fold(0, |sum, n| {
        let selector = (selectors >> (4 * n)) as usize & 15;
        let byte = bytes[selector & 7];
        let byte = match selector & 8 {
            0 => byte,
            _ if byte & 0x80 != 0 => 0xff,
            _ => 0,
        };
        sum | u128::from(byte) << (8 * n)
    })
}

fn compare(cond: IntCond, a: u128, b: u128, sa: i128, sb: i128) -> bool {
    match cond {
        IntCond::Eq => a == b,
        IntCond::Ne => a != b,
        IntCond::LtU => a < b,
        IntCond::LeU => a <= b,
        IntCond::GtU => a > b,
        IntCond::GeU => a >= b,
        IntCond::LtS => sa < sb,
        IntCond::LeS => sa <= sb,
        IntCond::GtS => sa > sb,
        IntCond::GeS => sa >= sb,
    }
}

#[inline]
pub(super) fn compare64(cond: IntCond, a: u64, b: u64, sa: i64, sb: i64) -> bool {
    match cond {
        IntCond::Eq => a == b,
        IntCond::Ne => a != b,
        IntCond::LtU => a < b,
        IntCond::LeU => a <= b,
        IntCond::GtU => a > b,
        IntCond::GeU => a >= b,
        IntCond::LtS => sa < sb,
        IntCond::LeS => sa <= sb,
        IntCond::GtS => sa > sb,
        IntCond::GeS => sa >= sb,
    }
}
