//! Constant memory that the kernel writes.
//!
//! PTX has no store to constant memory, but a compiler emits one through a generic address where a source writes a `__constant__`
//! array. Methods ignore constant memory, since nothing writes it. So a constant array that this kernel
//! writes becomes a global array here, shared by all threads of the grid.

use crate::entity::{Object, SecondaryMap};
use crate::inst::{Base, InstKind};
use crate::module::{Function, Module};
use crate::op::PureOp;
use crate::types::Space;

/// Makes the constants that `function`, a kernel of `module`, writes ones of global memory.
pub fn share_written_constants(function: &mut Function, module: &mut Module) {
    let kinds = || {
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        insts.map(|&inst| &function.insts[inst].kind)
    };
    let written = |kind: &InstKind| match kind {
        InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => Some(addr.base),
        _ => None,
    };
    let taken = |kind: &InstKind| match kind {
        InstKind::AddrOf { base, .. } => Some(*base),
        _ => None,
    };
    // A store through a pointer may go to whatever an address was taken of for more than an access.
    let anywhere = kinds().filter_map(written).any(|base| base == Base::Absolute);
    let through = kinds().filter_map(taken).filter(|_| anywhere);
    let mut moved: SecondaryMap<Object, bool> = SecondaryMap::new();
    let mut any = false;
    for base in kinds().filter_map(written).chain(through) {
        let Base::Object(object) = base else { continue };
        let data = &mut module.objects[object];
        if data.space == Space::Const {
            data.space = Space::Global;
            moved[object] = true;
            any = true;
        }
    }
    if !any {
        return;
    }
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            let kind = &mut function.insts[inst].kind;
            match kind {
                // Addresses of both are generic ones as they are.
                InstKind::Pure { op: PureOp::ToGeneric(space) | PureOp::FromGeneric(space), .. }
                    if *space == Space::Const =>
                {
                    *space = Space::Global;
                }
                _ => {
                    if let Some(addr) = kind.address_mut()
                        && addr.space == Space::Const
                        && match addr.base {
                            Base::Object(object) => moved[object],
                            base => base == Base::Absolute,
                        }
                    {
                        addr.space = Space::Global;
                    }
                }
            }
        }
    }
}
