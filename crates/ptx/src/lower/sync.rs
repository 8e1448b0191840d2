//! Barriers and fences (PTX ISA 9.7.13.1 to 9.7.13.4).

use raddle_ir::{Barrier, BarrierOp, FenceFlags, InstKind, Order, Scope, Type, Value};

use super::error::{Problem, Res, Stop};
use super::function::Body;
use super::types::{Ty, Words};
use crate::ast::{Instruction, Operand};

/// `bar`, `barrier`, `membar`, `fence`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    match inst.opcode.text {
        "membar" => {
            let scope = words.pick(|w| {
                Some(match w {
                    "cta" => Scope::Cta,
                    "gl" => Scope::Gpu,
                    "sys" => Scope::Sys,
                    _ => return None,
                })
            });
            words.done()?;
            let scope = scope.ok_or(Stop::Opaque)?;
            body.effect(InstKind::Fence { order: Order::SeqCst, scope }, &[]);
            Ok(())
        }
        "fence" => fence(body, words),
        _ => barrier(body, inst, words),
    }
}

fn fence<'src>(body: &mut Body<'_, '_, 'src>, words: &mut Words<'src>) -> Res<()> {
    let order = words.order().unwrap_or(Order::AcqRel);
    let scope = words.scope().ok_or(Stop::Opaque)?;
    words.done()?;
    body.effect(InstKind::Fence { order, scope }, &[]);
    Ok(())
}

fn barrier<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let operands = inst.operands.as_slice();
    if words.take("warp") {
        words.take("sync");
        words.done()?;
        let [mask] = operands else { return Err(Stop::Opaque) };
        let mask = body.read(mask, Ty::U32)?;
        body.effect(InstKind::WarpSync(mask), &[]);
        return Ok(());
    }
    words.take("cta");
    // `bar` is short for `barrier` with `.aligned`.
    let aligned = words.take("aligned") || inst.opcode.text == "bar";
    let operation = words.first().unwrap_or("sync");
    let reduction = match operation {
        "sync" => None,
        "arrive" => None,
        "red" => words.pick(|w| {
            Some(match w {
                "popc" => BarrierOp::RedPopc,
                "and" => BarrierOp::RedAnd,
                "or" => BarrierOp::RedOr,
                _ => return None,
            })
        }),
        _ => return Err(Stop::Opaque),
    };
    if operation == "red" {
        let (Some(op), ty) = (reduction, words.ty()?) else { return Err(Stop::Opaque) };
        words.done()?;
        let (d, id, count, predicate) = match operands {
            [d, id, predicate] => (d, id, None, predicate),
            [d, id, count, predicate] => (d, id, Some(count), predicate),
            _ => return Err(Stop::Opaque),
        };
        let (id, count) = names(body, id, count)?;
        let predicate = Some(body.predicate(predicate)?);
        let result = if op == BarrierOp::RedPopc { Type::I32 } else { Type::I1 };
        let barrier = Barrier { op, id, count, predicate, aligned, fence: FenceFlags::BOTH };
        let value = body.effect(InstKind::Barrier(barrier), &[result])[0];
        return body.write(d, ty, value);
    }
    words.done()?;
    let op = if operation == "arrive" { BarrierOp::Arrive } else { BarrierOp::Sync };
    let (id, count) = match operands {
        [id] if op == BarrierOp::Sync => names(body, id, None)?,
        [id, count] => names(body, id, Some(count))?,
        _ => return Err(Stop::Opaque),
    };
    let barrier = Barrier { op, id, count, predicate: None, aligned, fence: FenceFlags::BOTH };
    body.effect(InstKind::Barrier(barrier), &[]);
    Ok(())
}

/// The barrier's number and the count of its participants.
fn names<'src>(
    body: &mut Body<'_, '_, 'src>,
    id: &Operand<'src>,
    count: Option<&Operand<'src>>,
) -> Res<(Value, Option<Value>)> {
    if let Some(number) = body.immediate(id)
        && !(0..16).contains(&number)
    {
        return Err(Stop::Error(id.span(), Problem::BarrierId(number)));
    }
    let id = body.read(id, Ty::U32)?;
    let count = count.map(|count| body.read(count, Ty::U32)).transpose()?;
    Ok((id, count))
}

/// A barrier for all threads of the CTA, as the built-in functions of CUDA and OpenCL make it.
pub(super) fn whole_barrier(body: &mut Body<'_, '_, '_>, fence: FenceFlags) {
    let id = body.konst(0, Type::I32);
    let barrier = Barrier { op: BarrierOp::Sync, id, count: None, predicate: None, aligned: true, fence };
    body.effect(InstKind::Barrier(barrier), &[]);
}

/// A barrier of all threads of the CTA that reduces a predicate and orders no memory: its result.
pub(super) fn whole_reduction(body: &mut Body<'_, '_, '_>, op: BarrierOp, predicate: Value) -> Value {
    let id = body.konst(0, Type::I32);
    let fence = FenceFlags { shared: false, global: false, varies: false };
    let barrier = Barrier { op, id, count: None, predicate: Some(predicate), aligned: true, fence };
    let result = if op == BarrierOp::RedPopc { Type::I32 } else { Type::I1 };
    body.effect(InstKind::Barrier(barrier), &[result])[0]
}
