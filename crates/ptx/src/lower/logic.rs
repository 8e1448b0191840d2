//! Logic and shifts (PTX ISA 9.7.8), `prmt` (9.7.9.7).

use raddle_ir::{IntCond, PureOp, Type};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Ty, Words};
use crate::ast::{Instruction, Operand};

/// `and` … `prmt`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let (opcode, operands) = (inst.opcode.text, inst.operands.as_slice());
    let ty = words.ty()?;
    if ty.lanes > 1 || ty.is_float() {
        return Err(Stop::Opaque);
    }
    match (opcode, operands) {
        ("and" | "or" | "xor", [d, a, b]) => {
            words.done()?;
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let op = match opcode {
                "and" => PureOp::And,
                "or" => PureOp::Or,
                _ => PureOp::Xor,
            };
            let value = body.same(op, &[a, b]);
            body.write(d, ty, value)
        }
        ("not", [d, a]) => {
            words.done()?;
            let a = body.read(a, ty)?;
            let value = body.same(PureOp::Not, &[a]);
            body.write(d, ty, value)
        }
        ("cnot", [d, a]) => {
            words.done()?;
            let a = body.read(a, ty)?;
            let zero = body.konst(0, ty.ir());
            let is_zero = body.op(PureOp::Icmp(IntCond::Eq), &[a, zero], Type::I1);
            let value = if ty == Ty::PRED { is_zero } else { body.op(PureOp::Zext, &[is_zero], ty.ir()) };
            body.write(d, ty, value)
        }
        ("shl" | "shr", [d, a, amount]) => {
            words.done()?;
            if ty == Ty::PRED {
                return Err(Stop::Opaque);
            }
            let a = body.read(a, ty)?;
            let amount = body.read(amount, Ty::U32)?;
            let op = match (opcode, ty.is_signed()) {
                ("shl", _) => PureOp::Shl,
                (_, true) => PureOp::ShrS,
                (_, false) => PureOp::ShrU,
            };
            let value = body.same(op, &[a, amount]);
            body.write(d, ty, value)
        }
        ("shf", [d, a, b, amount]) => {
            let left = words.pick(|w| match w {
                "l" => Some(true),
                "r" => Some(false),
                _ => None,
            });
            let wrap = words.pick(|w| match w {
                "wrap" => Some(true),
                "clamp" => Some(false),
                _ => None,
            });
            words.done()?;
            let op = match (left, wrap) {
                (Some(true), Some(true)) => PureOp::ShfLWrap,
                (Some(true), Some(false)) => PureOp::ShfLClamp,
                (Some(false), Some(true)) => PureOp::ShfRWrap,
                (Some(false), Some(false)) => PureOp::ShfRClamp,
                _ => return Err(Stop::Opaque),
            };
            if ty.bits != 32 {
                return Err(Stop::Opaque);
            }
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let amount = body.read(amount, Ty::U32)?;
            let value = body.same(op, &[a, b, amount]);
            body.write(d, ty, value)
        }
        ("lop3", _) => lop3(body, operands, ty, words),
        ("prmt", [d, a, b, control]) => {
            let mode = words.first();
            words.done()?;
            if ty.bits != 32 {
                return Err(Stop::Opaque);
            }
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let mut control = body.read(control, ty)?;
            if let Some(mode) = mode {
                // The low two bits of the operand pick one of four controls of the general form.
                let table = controls(mode).ok_or(Stop::Opaque)?;
                let table = body.konst(u128::from(table), Type::I64);
                let three = body.konst(3, Type::I32);
                let pick = body.same(PureOp::And, &[control, three]);
                let four = body.konst(4, Type::I32);
                let amount = body.same(PureOp::Shl, &[pick, four]);
                let picked = body.same(PureOp::ShrU, &[table, amount]);
                let picked = body.op(PureOp::Trunc, &[picked], Type::I16);
                control = body.op(PureOp::Zext, &[picked], Type::I32);
            }
            let value = body.same(PureOp::Prmt, &[a, b, control]);
            body.write(d, ty, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// The controls of `prmt`'s modes: 16 bits for each value of the operand's low two bits, lowest
/// first; a digit is the number of a source byte, the last that of the lowest result byte.
fn controls(mode: &str) -> Option<u64> {
    Some(match mode {
        "f4e" => 0x6543_5432_4321_3210,
        "b4e" => 0x0123_7012_6701_5670,
        "rc8" => 0x3333_2222_1111_0000,
        "ecl" => 0x3333_3222_3211_3210,
        "ecr" => 0x3210_2210_1110_0000,
        "rc16" => 0x3232_1010_3232_1010,
        _ => return None,
    })
}

/// `lop3.b32 d, a, b, c, table` and `lop3.or.b32 d|p, a, b, c, table, q`.
fn lop3<'src>(
    body: &mut Body<'_, '_, 'src>,
    operands: &[Operand<'src>],
    ty: Ty,
    words: &mut Words<'src>,
) -> Res<()> {
    let combine = words.pick(|w| match w {
        "and" => Some(PureOp::And),
        "or" => Some(PureOp::Or),
        _ => None,
    });
    words.done()?;
    let (d, a, b, c, table, q) = match (combine, operands) {
        (None, [d, a, b, c, table]) => (d, a, b, c, table, None),
        (Some(op), [d, a, b, c, table, q]) => (d, a, b, c, table, Some((op, q))),
        _ => return Err(Stop::Opaque),
    };
    let table = body.immediate(table).ok_or(Stop::Opaque)?;
    let table = u8::try_from(table & 0xff).map_err(|_| Stop::Opaque)?;
    let (a, b, c) = (body.read(a, ty)?, body.read(b, ty)?, body.read(c, ty)?);
    let value = body.same(PureOp::Lop3(table), &[a, b, c]);
    let (d, p) = body.pair(d);
    let predicate = match (p, q) {
        (Some(p), Some((op, q))) => {
            let q = body.predicate(q)?;
            let nonzero = body.nonzero(value);
            Some((p, body.same(op, &[nonzero, q])))
        }
        (None, None) => None,
        _ => return Err(Stop::Opaque),
    };
    body.write(d, ty, value)?;
    match predicate {
        Some((p, value)) => body.write(p, Ty::PRED, value),
        None => Ok(()),
    }
}
