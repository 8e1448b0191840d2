//! Barriers whose fence flags the source computes.
//!
//! A front end that does not know the flags of an OpenCL barrier emits a barrier for each possible value and branches
//! to the right one. If the flags turn out constant, folding keeps one. Otherwise threads may
//! arrive with different flags at what is still one barrier; it orders what all of these would.

use crate::cfg::Cfg;
use crate::entity::{Block, Inst};
use crate::inst::{Barrier, FenceFlags, InstKind, Target, Terminator};
use crate::module::Function;
use std::collections::BTreeSet;

/// Puts one barrier in the place of those among which is chosen.
pub fn merge_barriers(function: &mut Function) {
    let cfg = Cfg::new(function);
    let found: Vec<_> = function.order.iter().filter_map(|&block| choice(function, &cfg, block)).collect();
    for (block, ways, barrier, after) in found {
        let loc = function.insts[barrier].loc;
        let InstKind::Barrier(data) = function.insts[barrier].kind.clone() else { continue };
        let fences: Vec<FenceFlags> =
            ways.iter().filter_map(|&way| Some(alone(function, way)?.1.fence)).collect();
        let fence = FenceFlags {
            shared: fences.iter().all(|fence| fence.shared),
            global: fences.iter().all(|fence| fence.global),
            varies: true,
        };
        let id = InstKind::Const(function.as_const(data.id).unwrap_or_default());
        let id = function.append1(block, id, function.ty(data.id), loc);
        function.append(block, InstKind::Barrier(Barrier { fence, id, ..data }), &[], loc);
        function.blocks[block].term = Terminator::Jump(Target::new(after));
        function.order.retain(|other| !ways.contains(other));
    }
}

/// A block that ends in a choice among barriers that differ only in their flags: their blocks, one of the barriers, and the successor.
fn choice(function: &Function, cfg: &Cfg, block: Block) -> Option<(Block, BTreeSet<Block>, Inst, Block)> {
    let term = &function.blocks[block].term;
    let (Terminator::Switch { .. } | Terminator::Branch { .. }) = term else { return None };
    let ways: BTreeSet<Block> = term.targets().iter().map(|target| target.block).collect();
    let (barrier, first, after) = alone(function, *ways.first()?)?;
    let alike = |&way: &Block| {
        let own = cfg.preds(way).iter().all(|&pred| pred == block);
        own && alone(function, way).is_some_and(|(inst, other, to)| {
            // They stand at one place of the source.
            let here = function.insts[inst].loc == function.insts[barrier].loc;
            let id = function.as_const(first.id);
            let same = id.is_some() && function.as_const(other.id) == id;
            here && to == after && same && Barrier { fence: first.fence, id: first.id, ..*other } == *first
        })
    };
    (ways.len() > 1 && ways.iter().all(alike)).then_some((block, ways, barrier, after))
}

/// The barrier that is all of a block apart from constants, and the block's successor.
fn alone(function: &Function, block: Block) -> Option<(Inst, &Barrier, Block)> {
    let data = &function.blocks[block];
    let (Some((&inst, constants)), Terminator::Jump(to)) = (data.insts.split_last(), &data.term) else {
        return None;
    };
    if !constants.iter().all(|&inst| matches!(function.insts[inst].kind, InstKind::Const(_))) {
        return None;
    }
    match &function.insts[inst].kind {
        InstKind::Barrier(barrier) if to.args.is_empty() && function.insts[inst].results.is_empty() => {
            Some((inst, barrier, to.block))
        }
        _ => None,
    }
}
