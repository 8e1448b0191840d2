//! Contracts that GPUVerify would not take.
//!
//! A suite that is to stay usable with both tools must not have them: GPUVerify wants an invariant computed at the head of its loop
//! without a branch, and one of a whole function to be about nothing but memory and what the function does not change.

use super::effects::{loaded, stored};
use super::{Region, inside, insts_of, regions, states_nothing};
use crate::entity::LocId;
use crate::inst::{InstKind, SpecKind};
use crate::module::Function;
use std::collections::BTreeSet;
use std::fmt;

/// Why GPUVerify would not take an invariant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unportable {
    /// It is computed with branches, so it is not at the head of its loop.
    Branches,
    /// One of a whole function calls a function.
    Calls,
    /// One of a whole function is about a variable that the function changes.
    Changes,
}

impl fmt::Display for Unportable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Branches => "an invariant that is computed with branches",
            Self::Calls => "an invariant of all loops that calls a function",
            Self::Changes => "an invariant of all loops about a variable that the function changes",
        })
    }
}

impl Unportable {
    /// What to write in its place.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::Branches => "write `&`, `|` and `__ite` for `&&`, `||` and `?:`",
            Self::Calls => "write out what the function computes",
            Self::Changes => "write an `__invariant` at the head of each loop that it is about",
        }
    }
}

/// What GPUVerify would not take of a function, as a front end leaves it. The macros of the header branch, too: what is said to be computed with branches
/// may be written without.
#[must_use]
pub fn unportable(function: &Function) -> Vec<(Unportable, LocId)> {
    let calls = |region: &Region| {
        insts_of(region).any(|inst| matches!(function.insts[inst].kind, InstKind::Call { .. }))
    };
    let invariants = regions(function).into_iter().filter(|r| r.kind == SpecKind::Invariant);
    let found = invariants.flat_map(|region| {
        let branches = (region.parts.len() > 1).then_some(Unportable::Branches);
        let calls = (is_spread(function, &region) && calls(&region)).then_some(Unportable::Calls);
        let loc = function.insts[region.begin].loc;
        branches.into_iter().chain(calls).map(move |why| (why, loc))
    });
    found.collect()
}

/// Where invariants of all loops of a function stand, as a front end leaves it.
#[must_use]
pub fn function_wide(function: &Function) -> Vec<LocId> {
    let regions = regions(function).into_iter().filter(|r| r.kind == SpecKind::Invariant);
    regions.filter(|r| is_spread(function, r)).map(|r| function.insts[r.begin].loc).collect()
}

/// An invariant that was spread states nothing in its own place.
fn is_spread(function: &Function, region: &Region) -> bool {
    states_nothing(function, region)
}

/// The invariants of all loops, which stand in these places, about variables that a kernel changes; while variables lie in slots.
#[must_use]
pub fn about_variables(function: &Function, wide: &BTreeSet<LocId>) -> Vec<(Unportable, LocId)> {
    let regions = regions(function);
    let inside = inside(&regions);
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
    let stores: Vec<_> =
        insts.filter(|&inst| !inside[inst]).filter_map(|inst| stored(function, inst)).collect();
    // It is set once, where it begins.
    let changes = |region: &Region| {
        let mut loads = insts_of(region).filter_map(|inst| loaded(function, inst));
        loads.any(|place| stores.iter().filter(|store| store.meets(&place)).count() > 1)
    };
    let places = regions.iter().map(|region| (region, function.insts[region.begin].loc));
    let found = places.filter(|(region, loc)| wide.contains(loc) && changes(region));
    found.map(|(_, loc)| (Unportable::Changes, loc)).collect()
}
