//! At most one loop head among the successors of a block.

use super::loops;
use crate::edge::{Guard, guard};
use raddle_ir::cfg::Cfg;
use raddle_ir::{Block, Function, Inst, InstKind, SecondaryMap, Target, Terminator, Value};

/// Puts blocks on edges to loop heads, so that "if a block B ends with `goto B1, …, Bn` then at most one of B1, …, Bn
/// is a loop head" (§4).
///
/// The guard of such a head moves into the new blocks, on *all* edges to it: left at the head, it would be the
/// only guard after a block that comes from somewhere else, and the kernel would no longer be well-formed
/// (definition 5.1 asks for a tautology).
pub fn one_loop_head(function: &mut Function) {
    let cfg = Cfg::new(function);
    let mut is_head: SecondaryMap<Block, bool> = SecondaryMap::new();
    for inner in loops(function).all() {
        is_head[inner.header] = true;
    }
    let many = |block: Block| cfg.succs(block).iter().filter(|&&s| is_head[s]).count() > 1;
    let crowded: Vec<Block> = cfg.rpo().iter().copied().filter(|&b| many(b)).collect();
    let mut heads: Vec<Block> =
        crowded.iter().flat_map(|&b| cfg.succs(b)).copied().filter(|&s| is_head[s]).collect();
    heads.sort_unstable();
    heads.dedup();
    for head in heads {
        let guard = guard(function, head);
        for &pred in cfg.preds(head) {
            if !guard.is_true() || crowded.contains(&pred) {
                detour(function, pred, head, &guard);
            }
        }
        if !guard.is_true() {
            let insts = &function.insts;
            function.blocks[head].insts.retain(|&i| !matches!(insts[i].kind, InstKind::Assume(_)));
        }
    }
}

/// Leads the edges from `pred` to `head` through a new block that holds the head's guard.
fn detour(function: &mut Function, pred: Block, head: Block, guard: &Guard) {
    let loc = function.blocks[pred].term_loc;
    let block = function.add_block(loc);
    let mut new: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
    let mut args = Vec::new();
    for param in function.blocks[head].params.clone() {
        let copy = function.add_param(block, function.ty(param));
        new[param] = Some(copy);
        args.push(copy);
    }
    for &inst in &guard.insts {
        copy(function, block, inst, &mut new);
    }
    for cond in &guard.conds {
        let value = new[cond.value].unwrap_or(cond.value);
        let assume = function.append(block, InstKind::Assume(value), &[], loc);
        function.insts[assume].guard =
            cond.guard.map(|g| raddle_ir::Guard { value: new[g.value].unwrap_or(g.value), ..g });
    }
    function.blocks[block].term = Terminator::Jump(Target { block: head, args: args.into_iter().collect() });
    for target in function.blocks[pred].term.targets_mut() {
        if target.block == head {
            target.block = block;
        }
    }
}

/// Copies an instruction, its uses renamed, and renames its results from now on.
fn copy(function: &mut Function, block: Block, inst: Inst, new: &mut SecondaryMap<Value, Option<Value>>) {
    let mut kind = function.insts[inst].kind.clone();
    kind.for_each_use(|v| *v = new[*v].unwrap_or(*v));
    let results = function.insts[inst].results.clone();
    let types: Vec<_> = results.iter().map(|&r| function.ty(r)).collect();
    let copied = function.append(block, kind, &types, function.insts[inst].loc);
    for (old, &fresh) in results.iter().zip(&function.insts[copied].results) {
        new[*old] = Some(fresh);
    }
}
