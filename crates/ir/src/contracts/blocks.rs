//! Assumptions about the place of a block.

use crate::entity::{SecondaryMap, Value};
use crate::inst::{InstKind, Special};
use crate::module::{Function, ValueDef};
use crate::types::Space;

/// May something that is taken for true hold for one block of a launch, and not for another? Then a run of one block says nothing about whether the
/// launch meets it. It may if its value depends on the place of the block; one that only some blocks reach is judged in the block that is run.
#[must_use]
pub fn depend_on_block(function: &Function) -> bool {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let stated = insts.filter_map(|&inst| match function.insts[inst].kind {
        InstKind::SpecEnd(kind, value) if kind.is_trusted() => Some(value),
        _ => None,
    });
    let mut seen: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut next: Vec<Value> = stated.collect();
    while let Some(value) = next.pop() {
        if std::mem::replace(&mut seen[value], true) {
            continue;
        }
        match function.values[value].def {
            // Which way a thread takes may depend on its block.
            ValueDef::Param(..) => return uses_block(function),
            ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                InstKind::Special(special) if is_of_block(*special) => return true,
                InstKind::Const(_) | InstKind::Special(_) | InstKind::AddrOf { .. } => {}
                InstKind::Pure { args, .. } => next.extend(args),
                InstKind::Load { addr, .. } if addr.space == Space::Param => next.extend(addr.index),
                _ => return uses_block(function),
            },
        }
    }
    false
}

/// Does the kernel ask where a block is?
fn uses_block(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(function.insts[inst].kind, InstKind::Special(special) if is_of_block(special)))
}

fn is_of_block(special: Special) -> bool {
    matches!(
        special,
        Special::Ctaid(_) | Special::ClusterId(_) | Special::ClusterCtaid(_) | Special::ClusterCtarank
    )
}
