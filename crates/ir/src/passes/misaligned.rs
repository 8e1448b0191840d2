//! Accesses that are certainly misaligned.
//!
//! An address is a multiple of the size of the whole access, all elements of a vector together; otherwise the behaviour is undefined (PTX ISA, "Addresses as
//! Operands"). Where an object's alignment, the constant part of an address and the known zero low bits of its index show that it is not such a
//! multiple, the access becomes an opaque instruction that may do anything. If this is not known, the access is [assumed](super::aligned) to be aligned.

use super::zeros::low_zeros;
use crate::entity::Inst;
use crate::inst::{Address, Base, Effects, InstKind};
use crate::module::{Function, Module};

/// Makes the accesses of `function`, a kernel of `module`, that are certainly misaligned opaque.
pub fn forbid_misaligned(function: &mut Function, module: &Module) {
    let insts: Vec<Inst> =
        function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied().collect();
    for inst in insts {
        let Some(size) = size(function, inst) else { continue };
        let is_misaligned = function.insts[inst]
            .kind
            .address()
            .is_some_and(|addr| is_misaligned(function, module, addr, size));
        if is_misaligned {
            let data = &mut function.insts[inst];
            let args = data.kind.uses();
            data.kind = InstKind::Opaque {
                name: format!("misaligned {size}-byte access"),
                args,
                effects: Effects::ALL,
            };
        }
    }
}

/// What the address of an access has to be a multiple of: its size, or that of its largest element where that is no power of two.
pub(super) fn size(function: &Function, inst: Inst) -> Option<u32> {
    let data = &function.insts[inst];
    let bytes: Vec<u32> = match &data.kind {
        InstKind::Load { .. } => data.results.iter().map(|&result| function.ty(result).bytes()).collect(),
        InstKind::Store { values, .. } => values.iter().map(|&value| function.ty(value).bytes()).collect(),
        InstKind::Atomic { args, .. } => args.iter().take(1).map(|&arg| function.ty(arg).bytes()).collect(),
        _ => return None,
    };
    let whole: u32 = bytes.iter().sum();
    if whole.is_power_of_two() {
        Some(whole)
    } else {
        bytes.into_iter().max().filter(|size| size.is_power_of_two())
    }
}

fn is_misaligned(function: &Function, module: &Module, addr: &Address, size: u32) -> bool {
    let align = match addr.base {
        Base::Object(object) => module.objects[object].align,
        Base::Slot(slot) => function.slots[slot].align,
        Base::Buffer(number) => function
            .params
            .get(number as usize)
            .and_then(|param| param.pointer)
            .map_or(1, |pointer| pointer.align),
        // Where they begin is not said.
        Base::Params | Base::Absolute => 1,
    };
    let of_index = addr.index.map_or(u32::MAX, |index| low_zeros(function, index));
    let known = align.max(1).trailing_zeros().min(of_index).min(size.trailing_zeros());
    addr.offset.trailing_zeros() < known
}
