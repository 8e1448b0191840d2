//! Logs of accesses of threads elsewhere, for contracts about all threads (`__global_assert` and the like).
//!
//! A thread elsewhere may have done anything the kernel does; so of such a log it is known only that nothing is in it where the kernel has no such access at
//! all. A run knows what each thread has done: it can answer where nothing but logs, parameters and numbers decides, as these are the same
//! for all threads.

use super::{About, Ask, LogPart, LoggedKind, Region};
use crate::entity::{Inst, Value};
use crate::inst::{Address, Base, InstKind};
use crate::marker::Marker;
use crate::module::Function;
use crate::types::Space;
use std::collections::BTreeSet;

/// Resolves each such log to empty or unknown; if `logs` are tracked, queries that a run can answer stay.
pub(super) fn resolve(function: &mut Function, regions: &[Region], logs: bool) {
    let same: BTreeSet<Inst> = regions
        .iter()
        .filter(|region| logs && is_same_for_all(function, region))
        .flat_map(|region| &region.parts)
        .flat_map(|(_, insts)| insts)
        .copied()
        .collect();
    let stated: BTreeSet<Inst> =
        regions.iter().flat_map(|region| &region.parts).flat_map(|(_, insts)| insts).copied().collect();
    for &inst in &stated {
        let Some((Ask::LogEverywhere, args)) = function.insts[inst].kind.asked() else { continue };
        let Some(load) = names(function, args).filter(|_| is_empty(function, &stated, args)) else {
            if !same.contains(&inst) {
                function.insts[inst].kind = InstKind::unsupported();
            }
            continue;
        };
        function.insts[inst].kind = InstKind::Const(0);
        // Nothing is read to name the array.
        if !is_used(function, load) {
            function.insts[load].kind = InstKind::Const(0);
        }
    }
}

/// Is a contract computed without branches, of logs, parameters and numbers only?
fn is_same_for_all(function: &Function, region: &Region) -> bool {
    let InstKind::SpecEnd(_, value) = function.insts[region.end].kind else { return false };
    let (mut open, mut seen) = (vec![value], BTreeSet::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(inst) = super::definition(function, value) else { return false };
        match &function.insts[inst].kind {
            InstKind::Const(_) => {}
            InstKind::Pure { args, .. } => open.extend(args),
            InstKind::Load { addr, .. } if addr.base == Base::Params && addr.index.is_none() => {}
            InstKind::Marker { marker: Marker::Ask(Ask::LogEverywhere), args } => {
                let load = names(function, args).and_then(|load| function.insts[load].kind.address());
                let Some(addr) = load else { return false };
                open.extend(addr.index);
            }
            InstKind::Marker { marker: Marker::Ask(Ask::Stated), args } => {
                open.extend(args.first());
            }
            _ => return false,
        }
    }
    region.first == region.last
}

/// The load that names the array.
fn names(function: &Function, args: &[Value]) -> Option<Inst> {
    match super::log(function, args, true) {
        Some(About::Log(_, load)) => Some(load),
        _ => None,
    }
}

/// Does something but a change of its type use what an instruction gives?
fn is_used(function: &Function, inst: Inst) -> bool {
    let results = &function.insts[inst].results;
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let mut users =
        insts.filter(|&&user| function.insts[user].uses().iter().any(|value| results.contains(value)));
    let passes_on =
        |user: Inst| matches!(&function.insts[user].kind, InstKind::Pure { args, .. } if args.len() == 1);
    users.any(|&user| !passes_on(user) || is_used(function, user))
}

/// Is it asked whether there is an access, and has the kernel none of this kind to this array?
fn is_empty(function: &Function, stated: &BTreeSet<Inst>, args: &[Value]) -> bool {
    let Some(About::Log(asked, load)) = super::log(function, args, true) else { return false };
    let Some(named) = function.insts[load].kind.address() else { return false };
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    asked.part == LogPart::Is
        && insts.all(|inst| {
            let kind = &function.insts[*inst].kind;
            stated.contains(inst)
                || match kind {
                    InstKind::Load { addr, .. } => asked.kind != LoggedKind::Read || is_apart(addr, named),
                    InstKind::Store { addr, .. } => asked.kind != LoggedKind::Write || is_apart(addr, named),
                    InstKind::Atomic { addr, .. } => {
                        asked.kind != LoggedKind::Atomic || is_apart(addr, named)
                    }
                    kind => !kind.effects().touches_anything(),
                }
        })
}

/// Do two addresses certainly lie in different memory?
fn is_apart(one: &Address, other: &Address) -> bool {
    let kind = |space| match space {
        Space::Global => Some(0),
        Space::Shared => Some(1),
        Space::Local | Space::Param => Some(2),
        Space::Const | Space::Generic | Space::Cluster => None,
    };
    let spaces = matches!((kind(one.space), kind(other.space)), (Some(one), Some(other)) if one != other);
    let objects = matches!((one.base, other.base), (Base::Object(one), Base::Object(other)) if one != other);
    spaces || objects
}
