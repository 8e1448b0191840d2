//! Atomics (PTX ISA 9.7.13.4 to 9.7.13.6).
//!
//! A packed or vector atomic is atomic element by element, so it is one atomic for each.

use raddle_ir::{Access, AtomicOp, InstKind, Order, Value, Values};

use super::error::{Res, Stop};
use super::function::Body;
use super::memory::{fits, no_other_vector};
use super::types::{Kind, Ty, Words};
use crate::ast::{Instruction, Operand};

/// `atom` and `red`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    if inst.has("async") {
        return Err(Stop::Opaque);
    }
    let reduction = inst.opcode.text == "red";
    let access = Access {
        order: words.order().unwrap_or(Order::Relaxed),
        scope: words.scope().unwrap_or_default(),
        ..Access::default()
    };
    // The flush of subnormals that `.noftz` denies is a matter of the value alone.
    words.take("noftz");
    let policies = words.cache_hints();
    let space = words.space();
    no_other_vector(inst)?;
    let lanes = words.vector();
    let operation = words
        .pick(|w| {
            matches!(w, "and" | "or" | "xor" | "cas" | "exch" | "add" | "inc" | "dec" | "min" | "max")
                .then(|| w.to_owned())
        })
        .ok_or(Stop::Opaque)?;
    let ty = words.ty()?;
    words.done()?;
    let op = atomic_op(&operation, ty).ok_or(Stop::Opaque)?;
    let operands = inst.operands.as_slice();
    let operands = operands.get(..operands.len().saturating_sub(policies)).unwrap_or_default();
    let (d, operands) = match operands {
        [d, rest @ ..] if !reduction => (Some(d), rest),
        rest => (None, rest),
    };
    let ([address, args @ ..], true) = (operands, ty.bits * ty.lanes >= 16) else { return Err(Stop::Opaque) };
    if args.len() != if op == AtomicOp::Cas { 2 } else { 1 } {
        return Err(Stop::Opaque);
    }
    let addr = body.address(address, space)?;
    // The arguments of each element: vector by vector, lane by lane.
    let mut elements: Vec<Values> = vec![Values::new(); lanes * ty.lanes as usize];
    for arg in args {
        let parts = body.elements(arg)?;
        fits(inst, lanes, parts.len())?;
        for (n, part) in parts.iter().enumerate() {
            let value = body.read(part, ty)?;
            for (lane, value) in body.unpack(value, ty).into_iter().enumerate() {
                elements[n * ty.lanes as usize + lane].push(value);
            }
        }
    }
    let destinations = match d {
        Some(d) => {
            let destinations = body.elements(d)?;
            // `_`: the old values are thrown away.
            if matches!(d, Operand::Discard(_)) {
                Vec::new()
            } else if destinations.len() == lanes {
                destinations
            } else {
                return Err(Stop::Opaque);
            }
        }
        None => Vec::new(),
    };
    let lane = ty.lane().ir();
    let results: &[_] = if destinations.is_empty() { &[] } else { &[lane] };
    let mut old: Vec<Value> = Vec::new();
    for (n, args) in elements.into_iter().enumerate() {
        let mut addr = addr;
        addr.offset = addr.offset.wrapping_add(n as i64 * i64::from(lane.bytes()));
        old.extend(body.effect(InstKind::Atomic { op, addr, access, args }, results));
    }
    for (d, old) in destinations.iter().zip(old.chunks(ty.lanes as usize)) {
        let value = if ty.lanes == 1 { old[0] } else { body.pack(old, ty.ir()) };
        body.write(d, ty, value)?;
    }
    Ok(())
}

fn atomic_op(operation: &str, ty: Ty) -> Option<AtomicOp> {
    let float = ty.is_float();
    Some(match (operation, ty.kind) {
        ("exch", _) => AtomicOp::Exch,
        ("cas", _) if ty.lanes == 1 => AtomicOp::Cas,
        ("add", _) if float => AtomicOp::FAdd,
        ("min", _) if float => AtomicOp::FMin,
        ("max", _) if float => AtomicOp::FMax,
        _ if float => return None,
        ("and", _) => AtomicOp::And,
        ("or", _) => AtomicOp::Or,
        ("xor", _) => AtomicOp::Xor,
        ("add", _) => AtomicOp::Add,
        ("inc", _) => AtomicOp::Inc,
        ("dec", _) => AtomicOp::Dec,
        ("min", Kind::Signed) => AtomicOp::MinS,
        ("max", Kind::Signed) => AtomicOp::MaxS,
        ("min", _) => AtomicOp::MinU,
        ("max", _) => AtomicOp::MaxU,
        _ => return None,
    })
}
