//! `__array_snapshot(to, from)`: from here on contracts find in the array `to` what `from` holds here.
//!
//! No method follows the copy. A contract that reads it says something of which nothing is known; all others stay as they are. If the kernel itself
//! accesses the array, nothing is known of the snapshot either.

use super::{Ask, Region, named_load};
use crate::entity::Inst;
use crate::inst::{Base, InstKind, SpecKind};
use crate::module::Function;
use std::collections::BTreeSet;

/// Makes what is read from copies unknown.
pub(super) fn resolve(function: &mut Function, regions: &[Region]) {
    let stated: BTreeSet<Inst> =
        regions.iter().flat_map(|region| &region.parts).flat_map(|(_, insts)| insts).copied().collect();
    let is_snapshot = |inst: &Inst| function.insts[*inst].kind.asks(Ask::Snapshot);
    let snapshots: Vec<Inst> = stated.iter().copied().filter(is_snapshot).collect();
    if snapshots.is_empty() {
        return;
    }
    let named: BTreeSet<Inst> = snapshots.iter().flat_map(|&inst| names(function, inst)).collect();
    let copies: Option<BTreeSet<Base>> = snapshots.iter().map(|&inst| copy(function, inst)).collect();
    // An address that derives from no array may lead anywhere.
    let meets =
        |base: Base| copies.as_ref().is_none_or(|copies| base == Base::Absolute || copies.contains(&base));
    let reached: Vec<Inst> = function
        .order
        .iter()
        .flat_map(|&block| &function.blocks[block].insts)
        .copied()
        .filter(|&inst| !named.contains(&inst))
        .filter(|&inst| function.insts[inst].kind.address().is_some_and(|addr| meets(addr.base)))
        .collect();
    let alone = copies.is_some() && reached.iter().all(|inst| stated.contains(inst));
    for inst in snapshots {
        function.insts[inst].kind = if alone { InstKind::Const(1) } else { InstKind::unsupported() };
    }
    // What is read of a variable of the thread may be no load any more.
    if copies.is_none() {
        for region in regions.iter().filter(|region| region.kind != SpecKind::Requires) {
            super::unfollowed::give_up(function, region);
        }
    }
    named.into_iter().for_each(|load| function.insts[load].kind = InstKind::Const(0));
    for inst in reached.into_iter().filter(|inst| stated.contains(inst)) {
        if matches!(function.insts[inst].kind, InstKind::Load { .. }) {
            function.insts[inst].kind = InstKind::unsupported();
        }
    }
}

/// The loads by which a snapshot names its arrays.
fn names(function: &Function, snapshot: Inst) -> Vec<Inst> {
    let (_, args) = function.insts[snapshot].kind.asked().unwrap_or((Ask::Snapshot, &[]));
    args.iter().filter_map(|&first| named_load(function, first)).collect()
}

/// The array that a snapshot is put into.
fn copy(function: &Function, snapshot: Inst) -> Option<Base> {
    let (_, args) = function.insts[snapshot].kind.asked()?;
    let base = function.insts[named_load(function, *args.first()?)?].kind.address()?.base;
    matches!(base, Base::Buffer(_) | Base::Object(_)).then_some(base)
}
