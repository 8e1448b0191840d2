//! Conversions between integer and float formats (PTX ISA 9.7.9.21, 9.7.9.22).
//!
//! Formats of less than 16 bits and `tf32` are not modelled: their conversions are opaque.

use raddle_ir::{FloatMode, PureOp, Rounding, Type, Value};

use super::error::{Res, Stop};
use super::float::{is_nan, is_scalar_float};
use super::function::Body;
use super::types::{Ty, Words};
use crate::ast::{Instruction, Operand};

/// `cvt` and `cvt.pack`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    if words.take("pack") {
        return pack(body, inst, words);
    }
    let integral = words.integer_rounding();
    let rounded = inst.modifiers.iter().any(|w| matches!(w.text, "rn" | "rz" | "rm" | "rp" | "rna"));
    let mode = words.float_mode();
    let (to, from) = (words.ty()?, words.ty()?);
    words.done()?;
    if rounded && integral.is_some() {
        return Err(Stop::Opaque);
    }
    match inst.operands.as_slice() {
        [d, a] => {
            let a = body.read(a, from)?;
            let value = scalar(body, a, to, from, mode, integral)?;
            body.write(d, to, value)
        }
        // Two numbers into one packed result, the first in the upper half.
        [d, a, b] if to.is_float() && to.lanes == 2 && from == Ty::F32 && integral.is_none() => {
            let (a, b) = (body.read(a, from)?, body.read(b, from)?);
            let lane = to.lane();
            let high = scalar(body, a, lane, from, mode, None)?;
            let low = scalar(body, b, lane, from, mode, None)?;
            let value = body.pack(&[low, high], to.ir());
            body.write(d, to, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// One number to another format.
fn scalar(
    body: &mut Body<'_, '_, '_>,
    a: Value,
    to: Ty,
    from: Ty,
    mode: FloatMode,
    integral: Option<Rounding>,
) -> Res<Value> {
    if to.lanes > 1 || from.lanes > 1 || to == Ty::PRED || from == Ty::PRED {
        return Err(Stop::Opaque);
    }
    match (is_scalar_float(to), is_scalar_float(from)) {
        (false, false) => {
            if integral.is_some() || mode != (FloatMode { sat: mode.sat, ..FloatMode::default() }) {
                return Err(Stop::Opaque);
            }
            let a = if mode.sat { saturate(body, a, to, from) } else { a };
            Ok(body.resize(a, to.ir(), from.is_signed()))
        }
        (true, false) => {
            let op = if from.is_signed() { PureOp::SToF(mode) } else { PureOp::UToF(mode) };
            if integral.is_some() { Err(Stop::Opaque) } else { Ok(body.op(op, &[a], to.ir())) }
        }
        (false, true) => {
            // The conversion clamps as `.sat` does anyway.
            let mode = FloatMode { rounding: integral.ok_or(Stop::Opaque)?, sat: false, ..mode };
            let op = if to.is_signed() { PureOp::FToS(mode) } else { PureOp::FToU(mode) };
            let value = body.op(op, &[a], to.ir());
            if from.bits < 64 && to.bits < 64 {
                return Ok(value);
            }
            // For a NaN, conversions from or to 64 bits give the number with just the top bit.
            let nan = is_nan(body, a);
            let top = body.konst(1 << (to.bits - 1), to.ir());
            Ok(body.select(nan, top, value))
        }
        (true, true) => match integral {
            Some(rounding) if to == from => {
                let mode = FloatMode { rounding, ..mode };
                Ok(body.op(PureOp::FRound(mode), &[a], to.ir()))
            }
            Some(_) => Err(Stop::Opaque),
            None => Ok(body.op(PureOp::FToF(mode), &[a], to.ir())),
        },
    }
}

/// An integer clamped to the range of another type, still in its own type.
fn saturate(body: &mut Body<'_, '_, '_>, a: Value, to: Ty, from: Ty) -> Value {
    let ty = from.ir();
    // How many bits a number that is not negative may have in either type.
    let magnitude = |ty: Ty| if ty.is_signed() { ty.bits - 1 } else { ty.bits };
    let mut value = a;
    if magnitude(to) < magnitude(from) {
        let top = body.konst((1 << magnitude(to)) - 1, ty);
        let op = if from.is_signed() { PureOp::MinS } else { PureOp::MinU };
        value = body.same(op, &[value, top]);
    }
    if from.is_signed() {
        let lowest = match to.is_signed() {
            false => Some(0),
            true if to.bits < from.bits => Some(u128::MAX << (to.bits - 1)),
            true => None,
        };
        if let Some(lowest) = lowest {
            let lowest = body.konst(lowest, ty);
            value = body.same(PureOp::MaxS, &[value, lowest]);
        }
    }
    value
}

/// `cvt.pack.sat.u8.s32.b32 d, a, b, c`: `a` and `b` clamped and put side by side below `c`.
fn pack<'src>(body: &mut Body<'_, '_, 'src>, inst: &Instruction<'src>, words: &mut Words<'src>) -> Res<()> {
    let sat = words.take("sat");
    let (bits, signed) = words
        .pick(|w| {
            let signed = w.starts_with('s');
            let bits = match w.get(1..)? {
                "2" => 2,
                "4" => 4,
                "8" => 8,
                "16" => 16,
                _ => return None,
            };
            (signed || w.starts_with('u')).then_some((bits, signed))
        })
        .ok_or(Stop::Opaque)?;
    let from = words.ty()?;
    let below = words.pick(Ty::parse);
    words.done()?;
    if !sat || from.ir() != Type::I32 || !from.is_signed() {
        return Err(Stop::Opaque);
    }
    let (d, a, b, c): (_, _, _, Option<&Operand<'src>>) = match (inst.operands.as_slice(), below) {
        ([d, a, b], None) if bits == 16 => (d, a, b, None),
        ([d, a, b, c], Some(below)) if below == Ty::bits(32) => (d, a, b, Some(c)),
        _ => return Err(Stop::Opaque),
    };
    let mut clamped = |operand: &Operand<'src>| -> Res<Value> {
        let value = body.read(operand, from)?;
        let (low, high) =
            if signed { (u128::MAX << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let (low, high) = (body.konst(low, Type::I32), body.konst(high, Type::I32));
        let value = body.same(PureOp::MaxS, &[value, low]);
        let value = body.same(PureOp::MinS, &[value, high]);
        let mask = body.konst((1 << bits) - 1, Type::I32);
        Ok(body.same(PureOp::And, &[value, mask]))
    };
    let (a, b) = (clamped(a)?, clamped(b)?);
    let by = body.konst(bits, Type::I32);
    let a = body.same(PureOp::Shl, &[a, by]);
    let mut value = body.same(PureOp::Or, &[a, b]);
    if let Some(c) = c {
        let c = body.read(c, Ty::bits(32))?;
        let by = body.konst(2 * bits, Type::I32);
        let c = body.same(PureOp::Shl, &[c, by]);
        value = body.same(PureOp::Or, &[value, c]);
    }
    body.write(d, Ty::bits(32), value)
}
