//! Extended-precision arithmetic (PTX ISA 9.7.2): `add.cc`, `addc`, `sub.cc`, `subc`, `mad.cc`, `madc`.
//!
//! The carry flag `CC.CF` is one more mutable scalar. After a subtraction it holds the borrow.

use raddle_ir::{IntCond, PureOp, Type, Value, Var};

use super::error::{Res, Stop};
use super::function::Body;
use super::integer::{Half, half, product};
use super::types::Words;
use crate::ast::Instruction;

/// An instruction that reads or writes the carry flag.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let carries_out = words.take("cc");
    let ty = words.ty()?;
    let (operation, carries_in) = match inst.opcode.text.strip_suffix('c') {
        Some(operation) => (operation, true),
        None => (inst.opcode.text, false),
    };
    let half = if operation == "mad" { Some(half(words)?) } else { None };
    words.done()?;
    if ty.lanes > 1 || half == Some(Half::Both) || !ty.ir().is_int() || ty.ir() == Type::I1 {
        return Err(Stop::Opaque);
    }
    let (d, a, b) = match (half, inst.operands.as_slice()) {
        (None, [d, a, b]) => (d, body.read(a, ty)?, body.read(b, ty)?),
        (Some(half), [d, a, b, c]) => {
            let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
            let (product, _) = product(body, a, b, ty, half)?;
            (d, product, body.read(c, ty)?)
        }
        _ => return Err(Stop::Opaque),
    };
    let flag = flag(body);
    let (op, less) = if operation == "sub" {
        // A borrow: the left operand is smaller than the right.
        (PureOp::Sub, (|a, b, _| [a, b]) as fn(Value, Value, Value) -> [Value; 2])
    } else {
        // A carry: the sum is smaller than an operand.
        (PureOp::Add, (|a, _, sum| [sum, a]) as fn(Value, Value, Value) -> [Value; 2])
    };
    let step = |body: &mut Body<'_, '_, '_>, a, b| {
        let value = body.same(op, &[a, b]);
        let out = body.op(PureOp::Icmp(IntCond::LtU), &less(a, b, value), Type::I1);
        (value, out)
    };
    let (mut value, mut out) = step(body, a, b);
    if carries_in {
        let carry = body.get(flag);
        let carry = body.op(PureOp::Zext, &[carry], ty.ir());
        let (sum, second) = step(body, value, carry);
        value = sum;
        out = body.same(PureOp::Or, &[out, second]);
    }
    body.write(d, ty, value)?;
    if carries_out {
        body.set(flag, out);
    }
    Ok(())
}

fn flag(body: &mut Body<'_, '_, '_>) -> Var {
    match body.carry {
        Some(flag) => flag,
        None => {
            let flag = body.register("CC.CF", Type::I1);
            body.carry = Some(flag);
            flag
        }
    }
}
