//! What only contracts may speak of: the other thread, the start of the kernel, the log of accesses.

use super::{Ask, inside, position, regions};
use crate::entity::{Block, Inst, LocId, Value};
use crate::inst::{Collective, InstKind, Values};
use crate::module::Function;
use crate::op::{IntCond, PureOp};
use crate::types::Type;

/// CUDA has a vote of the lanes of a warp, `__all`, which has the name of what contracts say of two threads. In a contract it means these: its
/// operand, here and in the other thread.
pub fn votes(function: &mut Function) {
    let parts: Vec<(Block, Inst)> = regions(function)
        .iter()
        .flat_map(|region| {
            region
                .parts
                .iter()
                .flat_map(|(b, insts)| insts.iter().map(|&inst| (*b, inst)))
                .collect::<Vec<_>>()
        })
        .collect();
    for (block, inst) in parts {
        let InstKind::Collective { op: Collective::VoteAll, args, sync: false } = &function.insts[inst].kind
        else {
            continue;
        };
        let &[here] = args.as_slice() else { continue };
        let mut before = |kind: InstKind, ty: Type| -> Value {
            let loc = function.insts[inst].loc;
            let new = function.make_inst(kind, &[ty], loc);
            let at = position(function, block, inst);
            function.blocks[block].insts.insert(at, new);
            function.insts[new].results[0]
        };
        let pure = |op, args: &[Value]| InstKind::Pure { op, args: args.iter().copied().collect::<Values>() };
        let number = before(pure(PureOp::Zext, &[here]), Type::I32);
        let there = before(InstKind::ask(Ask::Other, Values::from_slice(&[number])), Type::I32);
        let zero = before(InstKind::Const(0), Type::I32);
        let there = before(pure(PureOp::Icmp(IntCond::Ne), &[there, zero]), Type::I1);
        function.insts[inst].kind = pure(PureOp::And, &[here, there]);
    }
}

/// Where the kernel itself, not a contract, asks for what only contracts may speak of.
#[must_use]
pub fn outside(function: &Function) -> Vec<LocId> {
    let inside = inside(&regions(function));
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let is_asked = |inst: &&Inst| function.insts[**inst].kind.asked().is_some();
    insts.filter(|&&inst| !inside[inst]).filter(is_asked).map(|&inst| function.insts[inst].loc).collect()
}
