//! Parameters that are pointers to functions.
//!
//! Compilers convert every pointer that a kernel is given into an address of global memory and back, so such a parameter looks like a
//! pointer to memory. It is none: it is a number, which is compared with the addresses of functions and called.

use super::Replacements;
use crate::entity::{Inst, Value};
use crate::inst::{Address, Base, Callee, InstKind};
use crate::module::Function;
use crate::op::{IntCond, PureOp};
use crate::types::Space;
use std::collections::BTreeSet;

/// Takes the mark of pointers to memory from the parameters that are called, or compared with functions, and through which nothing is
/// accessed; their conversions go.
pub(super) fn settle_called_parameters(function: &mut Function) {
    let mut replacements = Replacements::default();
    for number in 0..function.params.len() {
        if function.params[number].pointer.is_none() {
            continue;
        }
        let carries = carries(function, function.params[number].offset);
        if is_called(function, &carries) && !is_accessed(function, number as u32, &carries) {
            function.params[number].pointer = None;
            for (from, to) in carries.iter().filter_map(|&value| Some((value, converted(function, value)?))) {
                replacements.replace(from, to);
            }
        }
    }
    if replacements.any() {
        replacements.apply(function);
        super::remove_dead(function);
    }
}

fn insts(function: &Function) -> impl Iterator<Item = Inst> {
    function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied()
}

/// The values that are the parameter at this place, as far as they are only passed on.
fn carries(function: &Function, at: u64) -> BTreeSet<Value> {
    let is_read = |addr: &Address| addr.base == Base::Params && addr.index.is_none() && addr.offset as u64 == at;
    let mut carries = BTreeSet::new();
    loop {
        let before = carries.len();
        for data in insts(function).map(|inst| &function.insts[inst]) {
            let passes = match &data.kind {
                InstKind::Load { addr, .. } => is_read(addr),
                InstKind::Pure { op, args } => passes_on(*op) && args.iter().any(|arg| carries.contains(arg)),
                _ => false,
            };
            if passes {
                carries.extend(data.results.iter().copied());
            }
        }
        for target in function.order.iter().flat_map(|&block| function.blocks[block].term.targets()) {
            let params = &function.blocks[target.block].params;
            let passed = params.iter().zip(&target.args).filter(|(_, arg)| carries.contains(*arg));
            let passed: Vec<Value> = passed.map(|(&param, _)| param).collect();
            carries.extend(passed);
        }
        if carries.len() == before {
            return carries;
        }
    }
}

fn passes_on(op: PureOp) -> bool {
    matches!(op, PureOp::Bitcast | PureOp::FromGeneric(_) | PureOp::ToGeneric(_) | PureOp::Select)
}

fn is_called(function: &Function, carries: &BTreeSet<Value>) -> bool {
    let is_address = |value: &Value| {
        function.def_inst(*value).is_some_and(|data| matches!(data.kind, InstKind::FuncAddr(_)))
    };
    insts(function).any(|inst| match &function.insts[inst].kind {
        InstKind::Call { callee: Callee::Indirect { target, .. }, .. } => carries.contains(target),
        InstKind::Pure { op: PureOp::Icmp(IntCond::Eq | IntCond::Ne), args } => {
            args.iter().any(|arg| carries.contains(arg)) && args.iter().any(is_address)
        }
        kind => kind.stray_target().is_some_and(|target| carries.contains(&target)),
    })
}

fn is_accessed(function: &Function, number: u32, carries: &BTreeSet<Value>) -> bool {
    insts(function).filter_map(|inst| function.insts[inst].kind.address()).any(|addr| {
        addr.base == Base::Buffer(number) || addr.index.is_some_and(|index| carries.contains(&index))
    })
}

/// What a conversion from or to an address of global memory converts: both are the same number (`docs/src/semantics.md`).
fn converted(function: &Function, value: Value) -> Option<Value> {
    match &function.def_inst(value)?.kind {
        InstKind::Pure { op: PureOp::ToGeneric(Space::Global) | PureOp::FromGeneric(Space::Global), args } => {
            (function.ty(args[0]) == function.ty(value)).then_some(args[0])
        }
        _ => None,
    }
}
