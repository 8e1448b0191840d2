//! Accesses at addresses that are no pointers, but numbers of the code.
//!
//! Nothing that a kernel can access lies at the lowest addresses of generic and global memory; the null pointer is one of them.

use crate::entity::{Inst, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::{Function, ValueDef};
use crate::types::Space;

/// Below this address nothing lies.
pub const LOWEST: u64 = 4096;

/// So many instructions are looked at to tell what an address is computed from.
const MOST_LOOKED: usize = 64;

/// The accesses at numbers, of which none is known to be an address.
pub fn at_numbers(function: &Function) -> impl Iterator<Item = Inst> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
    insts.filter(|&inst| function.insts[inst].kind.address().is_some_and(|addr| is_number(function, addr)))
}

/// Is an address of generic or global memory computed from constants and the number of the thread only? One that is a constant
/// is taken for a null pointer if it is among the lowest.
#[must_use]
pub fn is_number(function: &Function, addr: &Address) -> bool {
    if addr.base != Base::Absolute || !matches!(addr.space, Space::Generic | Space::Global) {
        return false;
    }
    let Some(index) = addr.index else { return (0..LOWEST as i64).contains(&addr.offset) };
    let (mut open, mut looked) = (vec![index], 0);
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
