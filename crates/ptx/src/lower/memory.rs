//! Loads and stores (PTX ISA 9.7.9.8 to 9.7.9.12).

use raddle_ir::{Access, Address, Base, InstKind, Order, Scope, Space, Type, Values};
use std::ops::Range;

use super::error::{Problem, Res, Stop};
use super::function::{Body, Place};
use super::types::{Ty, Words};
use crate::ast::Instruction;

/// `ld`, `ldu`, `st`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let store = inst.opcode.text == "st";
    if words.take("async") || words.take("bulk") {
        return Err(Stop::Opaque);
    }
    let access = access(words, inst.opcode.text == "ldu");
    let policies = words.cache_hints();
    let space = words.space();
    no_other_vector(inst)?;
    let lanes = words.vector();
    let ty = words.ty()?;
    words.done()?;
    exists(inst, lanes, ty, space)?;
    let operands = inst.operands.as_slice();
    let operands = operands.get(..operands.len().saturating_sub(policies)).unwrap_or_default();
    // A predicate has no form in memory.
    if ty == Ty::PRED || ty.ir() == Type::Opaque {
        return Err(Stop::Opaque);
    }
    if store {
        let [address, values] = operands else { return Err(Stop::Opaque) };
        let addr = body.address(address, space)?;
        let values = body.elements(values)?;
        fits(inst, lanes, values.len())?;
        let values: Values = values.iter().map(|value| body.read(value, ty)).collect::<Res<_>>()?;
        if let (Base::Slot(slot), 0) = (addr.base, addr.offset) {
            body.note(Place::Slot(slot), values[0]);
        }
        for (addr, part) in parts(addr, access, ty, lanes) {
            body.effect(InstKind::Store { addr, access, values: Values::from_slice(&values[part]) }, &[]);
        }
        return Ok(());
    }
    let [d, address] = operands else { return Err(Stop::Opaque) };
    let addr = body.address(address, space)?;
    let destinations = body.elements(d)?;
    fits(inst, lanes, destinations.len())?;
    let types = vec![ty.ir(); lanes];
    let mut results = Vec::new();
    for (addr, part) in parts(addr, access, ty, lanes) {
        results.extend(body.effect(InstKind::Load { addr, access }, &types[part]));
    }
    for (d, value) in destinations.iter().zip(results) {
        body.write(d, ty, value)?;
    }
    Ok(())
}

/// The accesses that a vector access is: of a strong one each element is an access of its own, in no order (PTX ISA, "Vector Data-types").
fn parts(addr: Address, access: Access, ty: Ty, lanes: usize) -> Vec<(Address, Range<usize>)> {
    if !access.is_strong() {
        return vec![(addr, 0..lanes)];
    }
    let bytes = i64::from(ty.ir().bytes());
    let place = |lane: usize| Address { offset: addr.offset.wrapping_add(lane as i64 * bytes), ..addr };
    (0..lanes).map(|lane| (place(lane), lane..lane + 1)).collect()
}

fn vector_error(inst: &Instruction<'_>, why: String) -> Stop {
    Stop::Error(inst.opcode.span, Problem::Vector(why))
}

/// A vector has 2, 4 or 8 elements: a word like `.v3` is an error, not one of future PTX.
pub(super) fn no_other_vector(inst: &Instruction<'_>) -> Res<()> {
    let count = |word: &str| word.strip_prefix('v').and_then(|digits| digits.parse::<u32>().ok());
    let wrong = inst.modifiers.iter().find(|word| count(word.text).is_some_and(|n| !matches!(n, 2 | 4 | 8)));
    wrong.map_or(Ok(()), |word| {
        Err(vector_error(inst, format!("`.{}` does not exist: a vector has 2, 4 or 8 elements", word.text)))
    })
}

/// The vectors that exist have 128 bits at most; in global memory also 256, of elements of 32 or 64 bits.
fn exists(inst: &Instruction<'_>, lanes: usize, ty: Ty, space: Option<Space>) -> Res<()> {
    let bits = lanes as u32 * ty.bits * ty.lanes;
    let is_wide =
        bits == 256 && matches!(ty.bits * ty.lanes, 32 | 64) && matches!(space, None | Some(Space::Global));
    if lanes == 1 || is_wide || bits <= 128 && lanes < 8 {
        return Ok(());
    }
    let where_to = space.map_or(String::new(), |space| format!(" in {space} memory"));
    let why = format!("an access to {lanes} elements of type {}{where_to} does not exist", ty.name());
    Err(vector_error(inst, why))
}

/// An access has as many registers as elements.
pub(super) fn fits(inst: &Instruction<'_>, lanes: usize, registers: usize) -> Res<()> {
    let why = || {
        let elements = if lanes == 1 { "1 element".to_owned() } else { format!("{lanes} elements") };
        format!("an access to {elements} names {registers} registers")
    };
    if lanes == registers { Ok(()) } else { Err(vector_error(inst, why())) }
}

/// What the words say about how memory is accessed.
fn access(words: &mut Words<'_>, uniform: bool) -> Access {
    let mut volatile = words.take("volatile");
    let mmio = words.take("mmio");
    volatile |= mmio;
    let order = words.order().unwrap_or(if mmio { Order::Relaxed } else { Order::Weak });
    let scope = words.scope().unwrap_or(if mmio { Scope::Sys } else { Scope::default() });
    Access { volatile, order, scope, non_coherent: words.take("nc") || uniform }
}
