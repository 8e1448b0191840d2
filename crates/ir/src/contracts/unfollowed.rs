//! Contracts that no method follows.
//!
//! Of such a contract it matters where it stands, and nothing else. Its evaluation may be long, and branch, in the head of a loop
//! above all: so what is left of it is one value of which nothing is known.

use super::{About, Region, about, position, states_nothing};
use crate::entity::{Block, Inst, Value};
use crate::inst::{InstKind, SpecKind};
use crate::module::Function;
use crate::types::Type;
use std::collections::BTreeSet;

/// Does a contract speak of what no method follows? Of a log of accesses something is known where it is asked only, or where all
/// `logs` are followed.
fn is_unfollowed(function: &Function, region: &Region, logs: bool) -> bool {
    let asked = logs || matches!(region.kind, SpecKind::Assert | SpecKind::Ensures);
    let mut insts = region.parts.iter().flat_map(|(_, insts)| insts);
    insts.any(|&inst| match about(function, inst) {
        Some(About::Unsupported) => true,
        Some(About::Log(..)) => !asked,
        // What atomics found is known where they are, and not of rounds before.
        Some(About::Taken(_)) => !matches!(region.kind, SpecKind::Assert | SpecKind::Ensures),
        _ => false,
    })
}

/// Leaves of each contract that no method follows where it stands.
pub(super) fn simplify(function: &mut Function, regions: &[Region], logs: bool) {
    // Last to first: a block split after a contract keeps what precedes it.
    for region in regions.iter().rev() {
        let of_function = super::returns::is_of_function(function, region);
        if !of_function && is_unfollowed(function, region, logs) && !is_used(function, region) {
            simplify_one(function, region);
        }
    }
}

/// Is a value computed in a contract used after it?
fn is_used(function: &Function, region: &Region) -> bool {
    let own: BTreeSet<Inst> = region.parts.iter().flat_map(|(_, insts)| insts).copied().collect();
    let inner = || region.parts.iter().map(|&(block, _)| block).filter(|&block| block != region.first);
    let mut defined: BTreeSet<Value> =
        inner().flat_map(|block| function.blocks[block].params.to_vec()).collect();
    defined.extend(own.iter().flat_map(|&inst| function.insts[inst].results.to_vec()));
    let ends = |block: Block| block != region.last && region.parts.iter().any(|&(part, _)| part == block);
    function.order.iter().any(|&block| {
        let data = &function.blocks[block];
        let others = data.insts.iter().filter(|&inst| *inst != region.end && !own.contains(inst));
        let used = others.flat_map(|&inst| function.insts[inst].uses()).any(|value| defined.contains(&value));
        used || !ends(block) && data.term.uses().into_iter().any(|value| defined.contains(&value))
    })
}

/// Makes the value of a contract unknown and keeps its evaluation, parts of which may be used later.
pub(super) fn give_up(function: &mut Function, region: &Region) {
    let InstKind::SpecEnd(kind, value) = function.insts[region.end].kind else { return };
    let (loc, ty) = (function.insts[region.end].loc, function.ty(value));
    let unknown = function.make_inst(InstKind::unsupported(), &[ty], loc);
    let at = position(function, region.last, region.end);
    function.blocks[region.last].insts.insert(at, unknown);
    function.insts[region.end].kind = InstKind::SpecEnd(kind, function.insts[unknown].results[0]);
}

fn simplify_one(function: &mut Function, region: &Region) {
    let loc = function.insts[region.end].loc;
    let value = match states_nothing(function, region) {
        true => InstKind::Const(1),
        false => InstKind::unsupported(),
    };
    let value = function.make_inst(value, &[Type::I1], loc);
    let begin = position(function, region.first, region.begin);
    let end = position(function, region.last, region.end);
    let rest = function.blocks[region.last].insts[end..].to_vec();
    function.blocks[region.first].insts.truncate(begin + 1);
    function.blocks[region.first].insts.push(value);
    function.blocks[region.first].insts.extend(rest);
    function.insts[region.end].kind = InstKind::SpecEnd(region.kind, function.insts[value].results[0]);
    if region.first != region.last {
        function.blocks[region.first].term = function.blocks[region.last].term.clone();
        function.blocks[region.first].term_loc = function.blocks[region.last].term_loc;
        let inner: BTreeSet<Block> =
            region.parts.iter().map(|&(block, _)| block).filter(|&block| block != region.first).collect();
        function.order.retain(|block| !inner.contains(block));
    }
}
