//! Which parameters are pointers, where no declaration says so.
//!
//! nvcc and clang leave `.ptr` out. But what `cvta` converts is an address (PTX ISA 9.7.9, `cvta`). A parameter
//! all of whose uses are such conversions is a pointer, whatever way control goes; one that is used in another way beside them
//! may be a number there. A comparison tells nothing and changes nothing. A pointer may also be passed on to functions that
//! access it without a conversion, as the members of a class do, and so is a member of a structure, whose address the kernel takes. So each
//! parameter as wide as an address that the source declares as a pointer is one, too.
//!
//! This is to be asked before addresses are [resolved](super::resolve_addresses), as that rewrites uses.

use crate::entity::{SecondaryMap, Value};
use crate::inst::{Base, InstKind};
use crate::module::{Function, KernelParam, Module, PointerInfo};
use crate::op::PureOp;
use crate::pointee::is_pointer;
use crate::types::Space;

/// What is known of a parameter.
#[derive(Clone, Copy, Default)]
struct Uses {
    converted: bool,
    otherwise: bool,
}

/// Marks the parameters of a kernel that are pointers by their use. (The space that they point to is not marked: the
/// accesses have it.)
pub fn infer_pointers(function: &mut Function, module: &Module) {
    let mut uses = vec![Uses::default(); function.params.len()];
    let mut loaded: SecondaryMap<Value, Option<usize>> = SecondaryMap::new();
    let insts = || function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    for &inst in insts() {
        let data = &function.insts[inst];
        let (base, index, offset, bytes) = match &data.kind {
            InstKind::Load { addr, .. } => {
                let bytes = data.results.iter().map(|&result| u64::from(function.ty(result).bytes())).sum();
                (addr.base, addr.index, addr.offset, Some(bytes))
            }
            InstKind::AddrOf { base, offset } => (*base, None, *offset, None),
            kind => match kind.address() {
                Some(addr) => (addr.base, addr.index, addr.offset, None),
                None => continue,
            },
        };
        if base != Base::Params {
            continue;
        }
        let at = u64::try_from(offset).unwrap_or(0);
        for (number, param) in function.params.iter().enumerate() {
            let whole =
                index.is_none() && (at, bytes) == (param.offset, Some(param.size)) && param.ty.is_some();
            let end = param.offset.saturating_add(param.size);
            let touched = match bytes {
                Some(bytes) => at < end && param.offset < at.saturating_add(bytes),
                // Whose address is taken, of that any byte may be accessed; of others none.
                None => param.passed().contains(&at),
            };
            if let (true, [result]) = (whole, data.results.as_slice()) {
                loaded[*result] = Some(number);
            } else if index.is_some() || touched {
                uses[number].otherwise = true;
            }
        }
    }
    for &inst in insts() {
        let data = &function.insts[inst];
        for value in data.uses() {
            let Some(number) = loaded[value] else { continue };
            match &data.kind {
                InstKind::Pure { op: PureOp::FromGeneric(space) | PureOp::ToGeneric(space), .. }
                    if *space == Space::Global =>
                {
                    uses[number].converted = true;
                }
                InstKind::Pure { op: PureOp::Icmp(_), .. } => {}
                _ => uses[number].otherwise = true,
            }
        }
    }
    for &block in &function.order {
        for target in function.blocks[block].term.targets() {
            for &value in &target.args {
                if let Some(number) = loaded[value] {
                    uses[number].otherwise = true;
                }
            }
        }
    }
    let is_declared =
        |param: &KernelParam| param.ty.is_some() && param.source_type.as_deref().is_some_and(is_pointer);
    for (param, uses) in function.params.iter_mut().zip(uses) {
        let wide = param.size * 8 == u64::from(module.address_bits);
        let is_used = uses.converted && !uses.otherwise;
        if wide && (is_declared(param) || is_used) && param.pointer.is_none() {
            param.pointer = Some(PointerInfo { space: Space::Generic, align: 1 });
        }
    }
}
