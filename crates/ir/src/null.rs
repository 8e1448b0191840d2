//! Accesses at addresses that are no pointers, but numbers of the code.
//!
//! Nothing that a kernel can access lies at the lowest addresses of generic and global memory; the null pointer is one of them.

use crate::entity::{Inst, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::{Function, ValueDef};
use crate::op::PureOp;
use crate::types::Space;
use std::collections::BTreeSet;

/// Below this address nothing lies.
pub const LOWEST: u64 = 4096;

/// Limit on instructions searched for the origin of an address.
const MOST_LOOKED: usize = 64;

/// May an access, or a call, be at a number of the code: is what its address is computed from, by some way, the null pointer or one of the lowest
/// numbers? A number that is added to a pointer counts too.
#[must_use]
pub fn may_be_at_numbers(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| {
        let kind = &function.insts[inst].kind;
        let addr = kind.address().filter(|addr| is_loose(addr));
        let index = addr.and_then(|addr| addr.index).or_else(|| kind.stray_target());
        index.is_some_and(|index| may_be_number(function, index))
    })
}

/// May an address be chosen from alternatives, one of which is such a number?
fn may_be_number(function: &Function, index: Value) -> bool {
    let (mut open, mut seen) = (vec![(index, false)], BTreeSet::new());
    while let Some((value, chosen)) = open.pop() {
        if !seen.insert((value, chosen)) || seen.len() > MOST_LOOKED {
            continue;
        }
        match function.values[value].def {
            ValueDef::Param(block, nth) => {
                let targets = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
                let entering = targets.filter(|target| target.block == block);
                open.extend(entering.filter_map(|target| Some((*target.args.get(nth as usize)?, true))));
            }
            ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                InstKind::Const(bits) if chosen && *bits < u128::from(LOWEST) => return true,
                InstKind::Pure { op: PureOp::Select, args } => {
                    open.extend(args[1..].iter().map(|&arg| (arg, true)));
                }
                InstKind::Pure { op: PureOp::Add, args } => {
                    open.extend(args.iter().map(|&arg| (arg, chosen)));
                }
                InstKind::Pure { args, .. } if args.len() == 1 => open.push((args[0], chosen)),
                _ => {}
            },
        }
    }
    false
}

/// Is it an address of generic or global memory of which it is not known what it points into?
fn is_loose(addr: &Address) -> bool {
    addr.base == Base::Absolute && matches!(addr.space, Space::Generic | Space::Global)
}

/// The accesses at numbers, of which none is known to be an address; and the calls of what lies there.
pub fn at_numbers(function: &Function) -> impl Iterator<Item = Inst> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
    insts.filter(|&inst| {
        let kind = &function.insts[inst].kind;
        kind.address().is_some_and(|addr| is_number(function, addr))
            || kind.stray_target().is_some_and(|target| is_of_numbers(function, target))
    })
}

/// Is an address of generic or global memory computed from constants and the number of the thread only? One that is a constant
/// is taken for a null pointer if it is among the lowest.
#[must_use]
pub fn is_number(function: &Function, addr: &Address) -> bool {
    if !is_loose(addr) {
        return false;
    }
    match addr.index {
        None => (0..LOWEST as i64).contains(&addr.offset),
        Some(index) => is_of_numbers(function, index),
    }
}

/// Is a value computed from constants and the number of the thread only?
fn is_of_numbers(function: &Function, value: Value) -> bool {
    let (mut open, mut looked) = (vec![value], 0);
    while let Some(value) = open.pop() {
        looked += 1;
        let inst = match function.values[value].def {
            ValueDef::Result(inst, _) if looked <= MOST_LOOKED => inst,
            _ => return false,
        };
        match &function.insts[inst].kind {
            InstKind::Const(_) | InstKind::Special(_) => {}
            InstKind::Pure { args, .. } => open.extend::<Vec<Value>>(args.to_vec()),
            _ => return false,
        }
    }
    true
}
