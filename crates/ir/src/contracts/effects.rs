//! Contracts with side effects.
//!
//! Other compilers drop contracts, so a kernel must behave the same without them: a contract writes no memory, does
//! not wait, and what it computes is used only inside it. `__requires(n = 1)` for `n == 1` is a mistake that would prove
//! something about another kernel.

use super::{Region, inside, insts_of};
use crate::entity::{Inst, LocId, Slot};
use crate::inst::{Address, Base, InstKind};
use crate::module::Function;

/// Where contracts have an effect outside; at most one place for each contract. Variables of the source are checked as
/// long as they lie in slots.
#[must_use]
pub fn effects(function: &Function, regions: &[Region]) -> Vec<LocId> {
    let inside = inside(regions);
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let outside = insts.copied().filter(|&inst| !inside[inst]);
    let outside: Vec<Place> = outside.filter_map(|inst| loaded(function, inst)).collect();
    // What a contract stores itself it may load: each copy of one has the same variables.
    let foreign: Vec<Vec<Place>> = regions.iter().map(|region| taken_over(function, region)).collect();
    let found = regions.iter().zip(0..).filter_map(|(region, number)| {
        let others = foreign.iter().zip(0..).filter(|&(_, other)| other != number).flat_map(|(read, _)| read);
        let read: Vec<&Place> = outside.iter().chain(others).collect();
        let shows = |inst: &Inst| {
            let stored = stored(function, *inst).filter(|place| is_variable(function, place));
            acts(function, *inst) || stored.is_some_and(|place| read.iter().any(|read| place.meets(read)))
        };
        insts_of(region).find(shows).map(|inst| function.insts[inst].loc)
    });
    found.collect()
}

/// May it be a variable of the source? What a slot holds beside those that are known is the compiler's.
fn is_variable(function: &Function, place: &Place) -> bool {
    let fields = &function.slot_fields[place.slot];
    let Some((start, end)) = place.bytes else { return true };
    let of = |offset: u64, size: u64| start < offset.saturating_add(size) as i64 && (offset as i64) < end;
    fields.is_empty() || fields.iter().any(|field| of(field.offset, field.size))
}

/// What a contract loads and does not store.
fn taken_over(function: &Function, region: &Region) -> Vec<Place> {
    let own: Vec<Place> = insts_of(region).filter_map(|inst| stored(function, inst)).collect();
    let read = insts_of(region).filter_map(|inst| loaded(function, inst));
    read.filter(|place| !own.iter().any(|own| own.meets(place))).collect()
}

/// Bytes of a slot; without numbers where the address has an index.
pub(super) struct Place {
    slot: Slot,
    bytes: Option<(i64, i64)>,
}

impl Place {
    fn of(addr: &Address, size: u32) -> Option<Self> {
        let Base::Slot(slot) = addr.base else { return None };
        let end = addr.offset.saturating_add(i64::from(size));
        Some(Self { slot, bytes: addr.index.is_none().then_some((addr.offset, end)) })
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        let apart = match (self.bytes, other.bytes) {
            (Some((start, end)), Some((from, to))) => end <= from || to <= start,
            _ => false,
        };
        self.slot == other.slot && !apart
    }
}

pub(super) fn loaded(function: &Function, inst: Inst) -> Option<Place> {
    let data = &function.insts[inst];
    let InstKind::Load { addr, .. } = &data.kind else { return None };
    Place::of(addr, data.results.iter().map(|&result| function.ty(result).bytes()).sum())
}

pub(super) fn stored(function: &Function, inst: Inst) -> Option<Place> {
    let InstKind::Store { addr, values, .. } = &function.insts[inst].kind else { return None };
    Place::of(addr, values.iter().map(|&value| function.ty(value).bytes()).sum())
}

/// Does an instruction do more than compute?
fn acts(function: &Function, inst: Inst) -> bool {
    match &function.insts[inst].kind {
        InstKind::Store { addr, .. } => !matches!(addr.base, Base::Slot(_)),
        InstKind::VarSet(var, _) => function.vars[*var].shared.is_some(),
        // What it does is seen once it is inlined; of one that stays, nothing is known, and nothing is proved.
        InstKind::Call { .. } => false,
        kind => {
            let effects = kind.effects();
            effects.writes.is_visible() || effects.waits || effects.synchronises() || effects.orders
        }
    }
}
