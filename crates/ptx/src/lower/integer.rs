//! Integer arithmetic (PTX ISA 9.7.1); the shared opcodes go to [`super::float`] by their type.

use raddle_ir::{Effects, InstKind, IntCond, PureOp, Type, Value, Values};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Kind, Ty, Words};
use super::{carry, float};
use crate::ast::{Instruction, Operand};

/// `add` … `max`, of integers or floats.
pub(super) fn arithmetic<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let is_float =
        inst.modifiers.iter().rev().find_map(|word| Ty::parse(word.text)).ok_or(Stop::Opaque)?.is_float();
    if is_float {
        return float::lower(body, inst, words);
    }
    if inst.has("cc") {
        return carry::lower(body, inst, words);
    }
    let (opcode, operands) = (inst.opcode.text, inst.operands.as_slice());
    let ty = words.ty()?;
    match opcode {
        "add" | "sub" => {
            let sat = words.take("sat");
            words.done()?;
            let op = match (opcode, sat, ty.kind, ty.bits) {
                ("add", false, ..) => PureOp::Add,
                ("sub", false, ..) => PureOp::Sub,
                ("add", true, Kind::Signed, 32) => PureOp::AddSatS,
                (_, true, Kind::Signed, 32) => PureOp::SubSatS,
                _ => return Err(Stop::Opaque),
            };
            binary(body, operands, ty, |_| op)
        }
        "mul" => {
            let half = half(words)?;
            words.done()?;
            let [d, a, b] = operands else { return Err(Stop::Opaque) };
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let (value, ty) = product(body, a, b, ty, half)?;
            body.write(d, ty, value)
        }
        "mad" => {
            let half = half(words)?;
            let sat = words.take("sat");
            words.done()?;
            let [d, a, b, c] = operands else { return Err(Stop::Opaque) };
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let (value, wide) = product(body, a, b, ty, half)?;
            let c = body.read(c, wide)?;
            let op = match (sat, half, ty.kind, ty.bits) {
                (false, ..) => PureOp::Add,
                (true, Half::High, Kind::Signed, 32) => PureOp::AddSatS,
                _ => return Err(Stop::Opaque),
            };
            let value = body.same(op, &[value, c]);
            body.write(d, wide, value)
        }
        "div" | "rem" => {
            words.done()?;
            let op = match (opcode, ty.is_signed()) {
                ("div", true) => PureOp::DivS,
                ("div", false) => PureOp::DivU,
                (_, true) => PureOp::RemS,
                (_, false) => PureOp::RemU,
            };
            binary(body, operands, ty, |_| op)
        }
        "abs" | "neg" => {
            words.done()?;
            let op = if opcode == "abs" { PureOp::Abs } else { PureOp::Neg };
            let [d, a] = operands else { return Err(Stop::Opaque) };
            let a = body.read(a, ty)?;
            let value = body.lanes(ty, &[a], |body, args| body.same(op, args));
            body.write(d, ty, value)
        }
        "min" | "max" => {
            let relu = words.take("relu");
            words.done()?;
            if relu && !ty.is_signed() {
                return Err(Stop::Opaque);
            }
            let op = match (opcode, ty.is_signed()) {
                ("min", true) => PureOp::MinS,
                ("min", false) => PureOp::MinU,
                (_, true) => PureOp::MaxS,
                (_, false) => PureOp::MaxU,
            };
            let [d, a, b] = operands else { return Err(Stop::Opaque) };
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let value = body.lanes(ty, &[a, b], |body, args| {
                let value = body.same(op, args);
                if !relu {
                    return value;
                }
                let lane = body.func.ty(value);
                let zero = body.konst(0, lane);
                body.same(PureOp::MaxS, &[value, zero])
            });
            body.write(d, ty, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// An operation of two operands and a result of one type, lane by lane.
fn binary<'src>(
    body: &mut Body<'_, '_, 'src>,
    operands: &[Operand<'src>],
    ty: Ty,
    op: impl Fn(Ty) -> PureOp,
) -> Res<()> {
    let [d, a, b] = operands else { return Err(Stop::Opaque) };
    let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
    let value = body.lanes(ty, &[a, b], |body, args| body.same(op(ty), args));
    body.write(d, ty, value)
}

/// Which part of a product an instruction gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// `.lo`
    Low,
    /// `.hi`
    High,
    /// `.wide`: both.
    Both,
}

/// Takes `.lo`, `.hi` or `.wide`.
pub(super) fn half(words: &mut Words<'_>) -> Res<Half> {
    let read = |w: &str| match w {
        "lo" => Some(Half::Low),
        "hi" => Some(Half::High),
        "wide" => Some(Half::Both),
        _ => None,
    };
    words.pick(read).ok_or(Stop::Opaque)
}

/// A product, or a half of it, and its type.
pub(super) fn product(
    body: &mut Body<'_, '_, '_>,
    a: Value,
    b: Value,
    ty: Ty,
    half: Half,
) -> Res<(Value, Ty)> {
    if ty.lanes > 1 || ty.kind == Kind::Pred {
        return Err(Stop::Opaque);
    }
    let op = match half {
        Half::Low => PureOp::Mul,
        Half::High if ty.is_signed() => PureOp::MulHiS,
        Half::High => PureOp::MulHiU,
        Half::Both => {
            let wide = Ty { bits: ty.bits * 2, ..ty };
            if !matches!(wide.bits, 16 | 32 | 64) {
                return Err(Stop::Opaque);
            }
            let a = body.resize(a, wide.ir(), ty.is_signed());
            let b = body.resize(b, wide.ir(), ty.is_signed());
            return Ok((body.same(PureOp::Mul, &[a, b]), wide));
        }
    };
    Ok((body.same(op, &[a, b]), ty))
}

/// The integer operations that have no float form.
pub(super) fn bits<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let (opcode, operands) = (inst.opcode.text, inst.operands.as_slice());
    if opcode == "dp4a" || opcode == "dp2a" {
        return dot_product(body, inst, words);
    }
    let ty = words.ty()?;
    if ty.lanes > 1 || ty.is_float() || ty.kind == Kind::Pred {
        return Err(Stop::Opaque);
    }
    match (opcode, operands) {
        ("mul24", [d, a, b]) => {
            let half = half(words)?;
            words.done()?;
            let value = product24(body, a, b, ty, half)?;
            body.write(d, ty, value)
        }
        ("mad24", [d, a, b, c]) => {
            let half = half(words)?;
            let sat = words.take("sat");
            words.done()?;
            let op = match (sat, half, ty.kind) {
                (false, ..) => PureOp::Add,
                (true, Half::High, Kind::Signed) => PureOp::AddSatS,
                _ => return Err(Stop::Opaque),
            };
            let value = product24(body, a, b, ty, half)?;
            let c = body.read(c, ty)?;
            let value = body.same(op, &[value, c]);
            body.write(d, ty, value)
        }
        ("sad", [d, a, b, c]) => {
            words.done()?;
            let (a, b, c) = (body.read(a, ty)?, body.read(b, ty)?, body.read(c, ty)?);
            let less = if ty.is_signed() { IntCond::LtS } else { IntCond::LtU };
            let less = body.op(PureOp::Icmp(less), &[a, b], Type::I1);
            let (down, up) = (body.same(PureOp::Sub, &[a, b]), body.same(PureOp::Sub, &[b, a]));
            let distance = body.select(less, up, down);
            let value = body.same(PureOp::Add, &[c, distance]);
            body.write(d, ty, value)
        }
        ("popc" | "clz", [d, a]) => {
            words.done()?;
            let a = body.read(a, ty)?;
            let op = if opcode == "popc" { PureOp::Popc } else { PureOp::Clz };
            let value = body.op(op, &[a], Type::I32);
            body.write(d, Ty::U32, value)
        }
        ("bfind", [d, a]) => {
            let shift = words.take("shiftamt");
            words.done()?;
            let a = body.read(a, ty)?;
            let op = if ty.is_signed() { PureOp::BfindS } else { PureOp::BfindU };
            let mut value = body.op(op, &[a], Type::I32);
            if shift {
                // How far left the found bit can go; still -1 where there is none.
                let none = body.konst(u128::MAX, Type::I32);
                let top = body.konst(u128::from(ty.bits - 1), Type::I32);
                let is_none = body.op(PureOp::Icmp(IntCond::Eq), &[value, none], Type::I1);
                let amount = body.same(PureOp::Sub, &[top, value]);
                value = body.select(is_none, none, amount);
            }
            body.write(d, Ty::U32, value)
        }
        ("brev", [d, a]) => {
            words.done()?;
            let a = body.read(a, ty)?;
            let value = body.same(PureOp::Brev, &[a]);
            body.write(d, ty, value)
        }
        ("bfe", [d, a, position, length]) => {
            words.done()?;
            let a = body.read(a, ty)?;
            let (position, length) = (body.read(position, Ty::U32)?, body.read(length, Ty::U32)?);
            let op = if ty.is_signed() { PureOp::BfeS } else { PureOp::BfeU };
            let value = body.same(op, &[a, position, length]);
            let value = within_bytes(body, inst, ty, [position, length], value);
            body.write(d, ty, value)
        }
        ("bfi", [d, a, b, position, length]) => {
            words.done()?;
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let (position, length) = (body.read(position, Ty::U32)?, body.read(length, Ty::U32)?);
            let value = body.same(PureOp::Bfi, &[a, b, position, length]);
            let value = within_bytes(body, inst, ty, [position, length], value);
            body.write(d, ty, value)
        }
        ("szext", [d, a, b]) => {
            let wrap = wrap(words)?;
            words.done()?;
            let (a, width) = (body.read(a, ty)?, body.read(b, Ty::U32)?);
            let width = amount(body, width, wrap);
            let zero = body.konst(0, Type::I32);
            let op = if ty.is_signed() { PureOp::BfeS } else { PureOp::BfeU };
            let value = body.same(op, &[a, zero, width]);
            body.write(d, ty, value)
        }
        ("bmsk", [d, a, b]) => {
            let wrap = wrap(words)?;
            words.done()?;
            let (position, length) = (body.read(a, Ty::U32)?, body.read(b, Ty::U32)?);
            let (position, length) = (amount(body, position, wrap), amount(body, length, wrap));
            let ones = body.konst(u128::MAX, Type::I32);
            let above = body.same(PureOp::Shl, &[ones, length]);
            let mask = body.same(PureOp::Not, &[above]);
            let value = body.same(PureOp::Shl, &[mask, position]);
            body.write(d, ty, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// Position and length of a field "are restricted to the 8-bit value range" (PTX ISA, `bfe` and `bfi`). In 32 bits an H100 takes their lowest
/// bytes, as the ISA's code does, and in 64 bits the whole numbers: beyond the range nothing is known of the result there.
fn within_bytes<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    ty: Ty,
    numbers: [Value; 2],
    value: Value,
) -> Value {
    let is_byte = |&number: &Value| body.func.as_const(number).is_some_and(|bits| bits <= 0xff);
    let open: Vec<Value> = numbers.into_iter().filter(|number| !is_byte(number)).collect();
    if ty.bits < 64 || open.is_empty() {
        return value;
    }
    let most = body.konst(0xff, Type::I32);
    let mut value = value;
    for number in open {
        let kind = InstKind::Opaque {
            name: super::opaque::name(inst),
            args: Values::from_slice(&numbers),
            effects: Effects::NONE,
        };
        let unknown = body.one(kind, ty.ir());
        let within = body.op(PureOp::Icmp(IntCond::LeU), &[number, most], Type::I1);
        value = body.select(within, value, unknown);
    }
    value
}

/// Takes `.wrap` (true) or `.clamp`.
fn wrap(words: &mut Words<'_>) -> Res<bool> {
    let read = |w: &str| match w {
        "wrap" => Some(true),
        "clamp" => Some(false),
        _ => None,
    };
    words.pick(read).ok_or(Stop::Opaque)
}

/// An amount of bits, modulo 32 or at most 32.
fn amount(body: &mut Body<'_, '_, '_>, value: Value, wrap: bool) -> Value {
    let (op, limit) = if wrap { (PureOp::And, 31) } else { (PureOp::MinU, 32) };
    let limit = body.konst(limit, Type::I32);
    body.same(op, &[value, limit])
}

/// Bits 31..0 (`.lo`) or 47..16 (`.hi`) of the product of the low 24 bits of the operands.
fn product24<'src>(
    body: &mut Body<'_, '_, 'src>,
    a: &Operand<'src>,
    b: &Operand<'src>,
    ty: Ty,
    half: Half,
) -> Res<Value> {
    if ty.bits != 32 || half == Half::Both {
        return Err(Stop::Opaque);
    }
    let signed = ty.is_signed();
    let mut factor = |operand| {
        let value = body.read(operand, ty)?;
        let eight = body.konst(8, Type::I32);
        let left = body.same(PureOp::Shl, &[value, eight]);
        let low = body.same(if signed { PureOp::ShrS } else { PureOp::ShrU }, &[left, eight]);
        Ok(body.resize(low, Type::I64, signed))
    };
    let (a, b) = (factor(a)?, factor(b)?);
    let mut value = body.same(PureOp::Mul, &[a, b]);
    if half == Half::High {
        let sixteen = body.konst(16, Type::I32);
        value = body.same(PureOp::ShrU, &[value, sixteen]);
    }
    Ok(body.resize(value, Type::I32, false))
}

/// `dp4a`: four bytes by four bytes; `dp2a`: two halves by the low or high two bytes.
fn dot_product<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let high = if inst.opcode.text == "dp2a" { Some(half(words)? == Half::High) } else { None };
    let (left, right) = (words.ty()?, words.ty()?);
    words.done()?;
    let [d, a, b, c] = inst.operands.as_slice() else { return Err(Stop::Opaque) };
    let (a, b, c) = (body.read(a, left)?, body.read(b, right)?, body.read(c, Ty::bits(32))?);
    if left.bits != 32 || right.bits != 32 {
        return Err(Stop::Opaque);
    }
    let mut lane = |value, ty: Ty, bits: u32, number: u32| {
        let position = body.konst(u128::from(bits * number), Type::I32);
        let length = body.konst(u128::from(bits), Type::I32);
        body.same(if ty.is_signed() { PureOp::BfeS } else { PureOp::BfeU }, &[value, position, length])
    };
    let pairs: Vec<(Value, Value)> = match high {
        None => (0..4).map(|n| (lane(a, left, 8, n), lane(b, right, 8, n))).collect(),
        Some(high) => {
            let first = if high { 2 } else { 0 };
            (0..2).map(|n| (lane(a, left, 16, n), lane(b, right, 8, first + n))).collect()
        }
    };
    let mut sum = c;
    for (x, y) in pairs {
        let product = body.same(PureOp::Mul, &[x, y]);
        sum = body.same(PureOp::Add, &[sum, product]);
    }
    body.write(d, Ty::U32, sum)
}
