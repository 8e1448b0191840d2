//! Loads and stores (PTX ISA 9.7.9.8 to 9.7.9.12).

use raddle_ir::{Access, Base, InstKind, Order, Scope, Type, Values};

use super::error::{Res, Stop};
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
    let lanes = words.vector();
    let ty = words.ty()?;
    words.done()?;
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
        if values.len() != lanes {
            return Err(Stop::Opaque);
        }
        let values: Values = values.iter().map(|value| body.read(value, ty)).collect::<Res<_>>()?;
        if let (Base::Slot(slot), 0) = (addr.base, addr.offset) {
            body.note(Place::Slot(slot), values[0]);
        }
        body.effect(InstKind::Store { addr, access, values }, &[]);
        return Ok(());
    }
    let [d, address] = operands else { return Err(Stop::Opaque) };
    let addr = body.address(address, space)?;
    let destinations = body.elements(d)?;
    if destinations.len() != lanes {
        return Err(Stop::Opaque);
    }
    let types = vec![ty.ir(); lanes];
    let results = body.effect(InstKind::Load { addr, access }, &types);
    for (d, value) in destinations.iter().zip(results) {
        body.write(d, ty, value)?;
    }
    Ok(())
}

/// What the words say of how memory is accessed.
fn access(words: &mut Words<'_>, uniform: bool) -> Access {
    let mut volatile = words.take("volatile");
    let mmio = words.take("mmio");
    volatile |= mmio;
    let order = words.order().unwrap_or(if mmio { Order::Relaxed } else { Order::Weak });
    let scope = words.scope().unwrap_or(if mmio { Scope::Sys } else { Scope::default() });
    Access { volatile, order, scope, non_coherent: words.take("nc") || uniform }
}
