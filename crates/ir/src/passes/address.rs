//! Address resolution: from an address held in a value to (object, index, offset).
//!
//! One walk in reverse post-order follows addresses from the objects they derive from through
//! additions and copies between spaces. Each access whose address derives from an object is
//! rewritten to name it, and a generic access to an object of a known space becomes one of that space.
//!
//! Sums are taken apart only in the width of the address itself: an index that is added up in 32 bits
//! and then widened stays one index, so wrap-around is kept. Addresses that meet in a block parameter
//! (a pointer that a loop advances) stay as they are.

use crate::cfg::Cfg;
use crate::entity::{Inst, SecondaryMap, Value};
use crate::inst::{Address, Base, InstKind, Values};
use crate::module::{Function, Module};
use crate::op::PureOp;
use crate::types::{Space, Type};

/// An address taken apart: `base + index + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    base: Base,
    index: Option<Value>,
    offset: i64,
    /// The space in which the value is an address: the base's own, or generic.
    space: Space,
}

/// Rewrites the addresses of all accesses of `function`, a kernel of `module`.
pub fn resolve_addresses(function: &mut Function, module: &Module) {
    let mut known: SecondaryMap<Value, Option<Parts>> = SecondaryMap::new();
    for &block in Cfg::new(function).rpo() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            kept.push(inst);
            rewrite_access(function, module, &known, inst);
            let mut sum = None;
            let parts = parts_of(function, module, &known, inst, &mut sum);
            kept.extend(sum);
            if let (Some(parts), [result]) = (parts, function.insts[inst].results.as_slice()) {
                known[*result] = Some(parts);
            }
        }
        function.blocks[block].insts = kept;
    }
}

/// The space an object lies in; none for a buffer, which the launch gives.
fn home(function: &Function, module: &Module, base: Base) -> Option<Space> {
    match base {
        Base::Object(object) => Some(module.objects[object].space),
        Base::Slot(slot) => Some(function.slots[slot].space),
        Base::Params => Some(Space::Param),
        Base::Buffer(_) | Base::Absolute => None,
    }
}

fn rewrite_access(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    inst: Inst,
) {
    let Some(address) = function.insts[inst].kind.address().copied() else { return };
    let (Base::Absolute, Some(index)) = (address.base, address.index) else { return };
    let Some(parts) = known[index] else { return };
    let space = match home(function, module, parts.base) {
        Some(home) if address.space == parts.space || address.space == home && parts.space == home => home,
        None if address.space == Space::Generic || address.space == parts.space => address.space,
        None if parts.space == Space::Generic && address.space == Space::Global => Space::Global,
        _ => return,
    };
    let offset = address.offset.wrapping_add(parts.offset);
    let resolved = Address { space, base: parts.base, index: parts.index, offset };
    *function.insts[inst].kind.address_mut().expect("it has an address") = resolved;
}

/// The parts of the address that an instruction computes, if it computes one. Where an index is added
/// to an address that has one, the sum of the two is made (`sum`), to be listed behind the instruction.
fn parts_of(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    inst: Inst,
    sum: &mut Option<Inst>,
) -> Option<Parts> {
    let data = &function.insts[inst];
    let loc = data.loc;
    match &data.kind {
        &InstKind::AddrOf { base, offset } => {
            Some(Parts { base, index: None, offset, space: home(function, module, base)? })
        }
        InstKind::Load { addr, .. } if data.guard.is_none() => {
            let ([result], Base::Params, None) = (data.results.as_slice(), addr.base, addr.index) else {
                return None;
            };
            let bytes = u64::from(function.ty(*result).bytes());
            let is_whole = |p: &crate::module::KernelParam| {
                i64::try_from(p.offset) == Ok(addr.offset) && p.size == bytes && p.ty.is_some()
            };
            if bytes * 8 != u64::from(module.address_bits) {
                return None;
            }
            let number = function.params.iter().position(is_whole)?;
            let space = function.params[number].pointer.map_or(Space::Generic, |p| p.space);
            Some(Parts { base: Base::Buffer(number as u32), index: None, offset: 0, space })
        }
        InstKind::Pure { op, args } => {
            let (op, args) = (*op, args.clone());
            pure_parts(function, module, known, (op, &args), loc, sum)
        }
        _ => None,
    }
}

fn pure_parts(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    (op, args): (PureOp, &Values),
    loc: crate::entity::LocId,
    sum: &mut Option<Inst>,
) -> Option<Parts> {
    match op {
        PureOp::Add => {
            let (parts, other) = match (known[args[0]], known[args[1]]) {
                (Some(parts), None) => (parts, args[1]),
                (None, Some(parts)) => (parts, args[0]),
                _ => return None,
            };
            match (constant(function, other), parts.index) {
                (Some(c), _) => Some(Parts { offset: parts.offset.wrapping_add(c), ..parts }),
                (None, None) => Some(Parts { index: Some(other), ..parts }),
                (None, Some(index)) => {
                    let ty = function.ty(other);
                    let args = Values::from_slice(&[index, other]);
                    let made = function.make_inst(InstKind::Pure { op: PureOp::Add, args }, &[ty], loc);
                    *sum = Some(made);
                    Some(Parts { index: Some(function.insts[made].results[0]), ..parts })
                }
            }
        }
        PureOp::Sub => {
            let parts = known[args[0]]?;
            let c = constant(function, args[1])?;
            Some(Parts { offset: parts.offset.wrapping_sub(c), ..parts })
        }
        PureOp::ToGeneric(space) => {
            let parts = known[args[0]]?;
            (parts.space == space || parts.space == Space::Generic)
                .then_some(Parts { space: Space::Generic, ..parts })
        }
        PureOp::FromGeneric(space) => {
            let parts = known[args[0]]?;
            let fits = home(function, module, parts.base).is_none_or(|home| home == space);
            (parts.space == Space::Generic && fits).then_some(Parts { space, ..parts })
        }
        // A 32-bit address of an object, widened or narrowed: only where nothing can wrap.
        PureOp::Zext | PureOp::Trunc => {
            let parts = known[args[0]]?;
            let plain = parts.index.is_none() && (0..1 << 31).contains(&parts.offset);
            (plain && matches!(parts.space, Space::Shared | Space::Local)).then_some(parts)
        }
        _ => None,
    }
}

/// The signed value of an integer constant.
fn constant(function: &Function, value: Value) -> Option<i64> {
    let bits = function.as_const(value)?;
    match function.ty(value) {
        Type::I32 => Some(i64::from(bits as u32 as i32)),
        Type::I64 => Some(bits as i64),
        _ => None,
    }
}
