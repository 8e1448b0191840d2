//! Where a pointer points, asked in a contract: to which array, and how far into it.
//!
//! The header lets the contract load the first byte, so that address resolution tells what the load is relative to; then what is asked is
//! arithmetic, and the load goes. Of a pointer that may lead into any array nothing is known.

use super::{Ask, Region, definition, named_load};
use crate::entity::{Entity, Inst, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::Function;
use crate::op::PureOp;
use crate::types::Type;

/// Puts arithmetic in the place of what is asked of pointers in contracts.
pub(super) fn resolve(function: &mut Function, regions: &[Region]) {
    let insts: Vec<_> = regions
        .iter()
        .flat_map(|region| &region.parts)
        .flat_map(|(block, insts)| insts.iter().map(|&inst| (*block, inst)))
        .collect();
    for (block, inst) in insts {
        let Some((Ask::Pointer, &[asked, first])) = function.insts[inst].kind.asked() else { continue };
        let Some(load) = named_load(function, first) else { continue };
        let InstKind::Load { addr, .. } = function.insts[load].kind else { continue };
        let before = match function.as_const(asked) {
            Some(0) if array(&addr).is_some() => offset(function, inst, &addr),
            Some(1) => array(&addr).map(|number| constant(function, inst, number)),
            _ => None,
        };
        let Some(before) = before else { continue };
        let all = &mut function.blocks[block].insts;
        let at = all.iter().position(|&i| i == inst).unwrap_or(0);
        all.splice(at..at, before);
        remove_unused(function, first);
    }
}

/// A number for the array that an address is relative to.
pub(super) fn array(addr: &Address) -> Option<u128> {
    match addr.base {
        Base::Buffer(param) => Some(2 * u128::from(param) + 1),
        Base::Object(object) => Some(2 * object.index() as u128 + 2),
        Base::Absolute | Base::Slot(_) | Base::Params => None,
    }
}

/// Makes an instruction compute a number; nothing is needed before it.
fn constant(function: &mut Function, inst: Inst, number: u128) -> Vec<Inst> {
    function.insts[inst].kind = InstKind::Const(number);
    Vec::new()
}

/// Makes an instruction compute the offset of an address: the instructions that are needed before it.
fn offset(function: &mut Function, inst: Inst, addr: &Address) -> Option<Vec<Inst>> {
    let loc = function.insts[inst].loc;
    let bits = u128::from(addr.offset as u64);
    let Some(index) = addr.index else { return Some(constant(function, inst, bits)) };
    let mut before = Vec::new();
    let wide = match function.ty(index) {
        Type::I64 => index,
        Type::I32 => {
            let kind = InstKind::Pure { op: PureOp::Sext, args: [index].into_iter().collect() };
            before.push(function.make_inst(kind, &[Type::I64], loc));
            function.insts[before[0]].results[0]
        }
        _ => return None,
    };
    let number = function.make_inst(InstKind::Const(bits), &[Type::I64], loc);
    before.push(number);
    let args = [wide, function.insts[number].results[0]].into_iter().collect();
    function.insts[inst].kind = InstKind::Pure { op: PureOp::Add, args };
    Some(before)
}

/// Removes the computation of an unused value, down to the load.
fn remove_unused(function: &mut Function, mut value: Value) {
    loop {
        let used = |inst: &Inst| function.insts[*inst].uses().contains(&value);
        let is_used = function.order.iter().any(|&block| {
            let data = &function.blocks[block];
            data.insts.iter().any(used) || data.term.uses().contains(&value)
        });
        let Some(inst) = definition(function, value).filter(|_| !is_used) else { return };
        let next = match &function.insts[inst].kind {
            InstKind::Pure { args, .. } if args.len() == 1 => Some(args[0]),
            InstKind::Load { .. } => None,
            _ => return,
        };
        for &block in &function.order {
            function.blocks[block].insts.retain(|&other| other != inst);
        }
        let Some(next) = next else { return };
        value = next;
    }
}
