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
/// accessed; their conversions go, and those of fields that are used so.
pub(super) fn settle_called_parameters(function: &mut Function) {
    let speaks = |inst: Inst| match &function.insts[inst].kind {
        InstKind::FuncAddr(_) | InstKind::Call { callee: Callee::Indirect { .. }, .. } => true,
        kind => kind.stray_target().is_some(),
    };
    if !insts(function).any(speaks) {
        return;
    }
    let mut replacements = Replacements::default();
    let places: BTreeSet<i64> = insts(function).filter_map(|inst| read(&function.insts[inst].kind)).collect();
    for at in places {
        let number = function.params.iter().position(|param| i64::try_from(param.offset) == Ok(at));
        let carries = carries(function, at);
        if !is_called(function, &carries) || is_accessed(function, number, &carries) {
            continue;
        }
        if let Some(number) = number {
            function.params[number].pointer = None;
        }
        for (from, to) in carries.iter().filter_map(|&value| Some((value, converted(function, value)?))) {
            replacements.replace(from, to);
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

/// The place among the parameters from which a load reads, if that is known.
fn read(kind: &InstKind) -> Option<i64> {
    match kind {
        InstKind::Load { addr: Address { base: Base::Params, index: None, offset, .. }, .. } => Some(*offset),
        _ => None,
    }
}

/// The values that are the parameter, or the field of one, at this place, as far as they are only passed on.
fn carries(function: &Function, at: i64) -> BTreeSet<Value> {
    let mut carries = BTreeSet::new();
    loop {
        let before = carries.len();
        for data in insts(function).map(|inst| &function.insts[inst]) {
            let passes = match &data.kind {
                kind if read(kind) == Some(at) => true,
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

fn is_accessed(function: &Function, number: Option<usize>, carries: &BTreeSet<Value>) -> bool {
    insts(function).filter_map(|inst| function.insts[inst].kind.address()).any(|addr| {
        let of_it = matches!(addr.base, Base::Buffer(buffer) if number == Some(buffer as usize));
        of_it || addr.index.is_some_and(|index| carries.contains(&index))
    })
}

/// What a conversion from or to an address of global memory converts: both are the same number (`docs/src/semantics.md`).
fn converted(function: &Function, value: Value) -> Option<Value> {
    match &function.def_inst(value)?.kind {
        InstKind::Pure {
            op: PureOp::ToGeneric(Space::Global) | PureOp::FromGeneric(Space::Global),
            args,
        } => (function.ty(args[0]) == function.ty(value)).then_some(args[0]),
        _ => None,
    }
}
