//! The branches that decide which threads reach a place.

use raddle_ir::cfg::{Cfg, Dominators, Loops, PostDominators};
use raddle_ir::{
    Base, Block, Function, Inst, InstKind, LocId, SecondaryMap, Special, Terminator, Value, ValueDef,
};
use std::collections::BTreeSet;

/// On what it depends whether a thread reaches a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decided {
    /// On the thread, or on what it reads: not all threads of a block need reach it together.
    pub(crate) by_thread: bool,
    /// On arguments, or on what is read: with other inputs other threads reach it.
    pub(crate) by_inputs: bool,
}

/// On what it depends whether threads reach the instructions of a place of the source.
pub(crate) fn decided(function: &Function, loc: LocId) -> Decided {
    let cfg = Cfg::new(function);
    let deciding = deciding(&cfg);
    let is_there = |&&block: &&Block| {
        let insts: &[Inst] = &function.blocks[block].insts;
        cfg.is_reachable(block) && insts.iter().any(|&inst| function.insts[inst].loc == loc)
    };
    // A branch decides on what decides on the place.
    let mut blocks: BTreeSet<Block> = BTreeSet::new();
    let mut open: Vec<Block> = function.order.iter().filter(is_there).copied().collect();
    while let Some(block) = open.pop() {
        open.extend(deciding[block].iter().copied().filter(|&branch| blocks.insert(branch)));
    }
    let conditions = blocks.iter().filter_map(|&block| match &function.blocks[block].term {
        Terminator::Branch { cond, .. } => Some(*cond),
        Terminator::Switch { value, .. } => Some(*value),
        _ => None,
    });
    sources(function, conditions.collect())
}

/// Is the condition at the end of a loop at a place: one that leads back to where the loop begins, and out of it?
pub(crate) fn ends_loop(function: &Function, is_there: impl Fn(LocId) -> bool) -> bool {
    let cfg = Cfg::new(function);
    let doms = Dominators::new(&cfg);
    let leads_back = |&&block: &&Block| {
        let ways = cfg.succs(block);
        ways.len() > 1 && ways.iter().any(|&way| doms.dominates(&cfg, way, block))
    };
    cfg.rpo().iter().filter(leads_back).any(|&block| is_there(function.blocks[block].term_loc))
}

/// Is an instruction of a place in a loop?
pub(crate) fn in_loop(function: &Function, loc: LocId) -> bool {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let is_there =
        |block: &Block| function.blocks[*block].insts.iter().any(|&inst| function.insts[inst].loc == loc);
    cfg.rpo().iter().any(|block| loops.innermost(*block).is_some() && is_there(block))
}

/// The branches that decide whether each block is reached: of their ways some lead through it, and not all.
fn deciding(cfg: &Cfg) -> SecondaryMap<Block, Vec<Block>> {
    let after = PostDominators::new(cfg);
    let mut all: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &branch in cfg.rpo().iter().filter(|&&block| cfg.succs(block).len() > 1) {
        let end = after.ipdom(branch);
        for &way in cfg.succs(branch) {
            let mut at = Some(way);
            while let Some(block) = at.filter(|_| at != end) {
                if !all[block].contains(&branch) {
                    all[block].push(branch);
                }
                at = after.ipdom(block);
            }
        }
    }
    all
}

/// On what values depend.
fn sources(function: &Function, mut open: Vec<Value>) -> Decided {
    let mut decided = Decided::default();
    let mut seen: BTreeSet<Value> = BTreeSet::new();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                InstKind::Load { addr, .. } if addr.base == Base::Params => decided.by_inputs = true,
                InstKind::Special(
                    Special::Tid(_) | Special::LaneId | Special::WarpId | Special::LaneMaskEq,
                ) => decided.by_thread = true,
                InstKind::Const(_) | InstKind::Special(_) | InstKind::AddrOf { .. } => {}
                InstKind::Pure { .. } | InstKind::Call { .. } => open.extend(function.insts[inst].uses()),
                // What is read, or not known.
                _ => decided = Decided { by_thread: true, by_inputs: true },
            },
            ValueDef::Param(block, number) => {
                let ways = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
                let ways = ways.filter(|target| target.block == block);
                open.extend(ways.filter_map(|target| target.args.get(usize::from(number)).copied()));
            }
        }
    }
    decided
}
