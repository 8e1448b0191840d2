//! `mov`, packing and unpacking included, and conversions of addresses between spaces
//! (PTX ISA 9.7.9).

use raddle_ir::{PureOp, Type, Value, Values};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Ty, Words};
use crate::ast::{Instruction, Operand};

/// `mov`, `cvta`, `isspacep`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    match (inst.opcode.text, inst.operands.as_slice()) {
        ("mov", [d, a]) => mov(body, d, a, words),
        ("cvta", [d, a]) => {
            let to = words.take("to");
            let space = words.space().ok_or(Stop::Opaque)?;
            let ty = words.ty()?;
            words.done()?;
            let op = if to { PureOp::FromGeneric(space) } else { PureOp::ToGeneric(space) };
            // `cvta.shared.u64 %rd, x+4`: the operand may be any address.
            let a = body.read(a, ty)?;
            let value = body.same(op, &[a]);
            body.write(d, ty, value)
        }
        ("isspacep", [p, a]) => {
            let space = words.space().ok_or(Stop::Opaque)?;
            words.done()?;
            let ty = Ty::bits(body.address_type().bits());
            let a = body.read(a, ty)?;
            let value = body.op(PureOp::IsSpace(space), &[a], Type::I1);
            body.write(p, Ty::PRED, value)
        }
        _ => Err(Stop::Opaque),
    }
}

fn mov<'src>(
    body: &mut Body<'_, '_, 'src>,
    d: &Operand<'src>,
    a: &Operand<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let lanes = words.vector();
    let ty = words.ty()?;
    words.done()?;
    let (to, from) = (body.elements(d)?, body.elements(a)?);
    if lanes > 1 {
        // Vector register to vector register, element by element.
        if to.len() != lanes || from.len() != lanes {
            return Err(Stop::Opaque);
        }
        let values: Values = from.iter().map(|a| body.read(a, ty)).collect::<Res<_>>()?;
        for (d, value) in to.iter().zip(values) {
            body.write(d, ty, value)?;
        }
        return Ok(());
    }
    let part = |count: usize| -> Res<Ty> {
        let bits = (ty.bits * ty.lanes) as usize;
        if count == 0
            || !bits.is_multiple_of(count)
            || Type::int((bits / count) as u32).is_none_or(|t| t == Type::I1)
        {
            return Err(Stop::Opaque);
        }
        Ok(Ty::bits((bits / count) as u32))
    };
    let value: Value = if matches!(a, Operand::Vector(..)) {
        let part = part(from.len())?;
        let parts: Values = from.iter().map(|a| body.read(a, part)).collect::<Res<_>>()?;
        let whole = Type::int(ty.bits * ty.lanes).ok_or(Stop::Opaque)?;
        let packed = body.pack(&parts, whole);
        body.resize(packed, ty.ir(), false)
    } else {
        body.read(a, ty)?
    };
    if !matches!(d, Operand::Vector(..)) {
        return body.write(d, ty, value);
    }
    let part = part(to.len())?;
    let whole = Type::int(ty.bits * ty.lanes).ok_or(Stop::Opaque)?;
    let value = body.resize(value, whole, false);
    let parts = body.unpack(value, Ty { lanes: to.len() as u32, ..part });
    for (d, value) in to.iter().zip(parts) {
        body.write(d, part, value)?;
    }
    Ok(())
}
