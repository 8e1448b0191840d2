//! Does synchronisation depend on memory?
//!
//! The thread programs come from one schedule. Where there is no race every schedule reads the same values, so
//! the programs are those of every schedule. Where there may be one, their *synchronising* commands are so still if which
//! barriers the threads come to, and how, does not depend on anything that they read from memory that others write.
//! (Which addresses they access may differ; only the race verdict speaks of that.) This is what is decided here, once for each
//! kernel, by following values forward.

use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, LocId, SecondaryMap, Space, Terminator, Value};

/// The first place where the way to a barrier, or an operand of one, depends on a value read from shared or
/// global memory; none if there is no such place.
#[must_use]
pub fn control_on_memory(function: &Function) -> Option<LocId> {
    let cfg = Cfg::new(function);
    let post = PostDominators::new(&cfg);
    let tainted = tainted_values(function, &cfg, &post);
    for &block in cfg.rpo() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            if depends(function, inst, &tainted) {
                return Some(function.insts[inst].loc);
            }
        }
        if is_tainted(&data.term, &tainted) && region_matters(function, &cfg, &post, block) {
            return Some(data.term_loc);
        }
    }
    None
}

/// Is the result of the instruction read from memory that other threads may write?
fn is_source(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { addr, .. } => {
            matches!(addr.space, Space::Shared | Space::Global | Space::Generic | Space::Cluster)
        }
        InstKind::Atomic { .. } | InstKind::VarGet(_) | InstKind::Opaque { .. } | InstKind::Call { .. } => {
            true
        }
        // What other threads hold may have been read by them.
        InstKind::Collective { .. } | InstKind::Barrier(_) => true,
        _ => false,
    }
}

/// Follows values forward through operations, block parameters and private memory; and through control: behind a
/// branch on a tainted value, up to where its ways meet again, every block parameter is tainted, and every store to
/// private memory stores one.
fn tainted_values(function: &Function, cfg: &Cfg, post: &PostDominators) -> SecondaryMap<Value, bool> {
    let mut tainted: SecondaryMap<Value, bool> = SecondaryMap::new();
    // A private memory that a tainted value was stored to taints every later load from it.
    let mut private = false;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.rpo() {
            let data = &function.blocks[block];
            for &inst in &data.insts {
                let inst = &function.insts[inst];
                let used = inst.uses().iter().any(|&v| tainted[v]);
                let at_private = inst.kind.address().is_some_and(|a| is_private(a.space));
                if used && !private && at_private && inst.results.is_empty() {
                    (private, changed) = (true, true);
                }
                if used || private && at_private || is_source(&inst.kind) {
                    for &result in &inst.results {
                        changed |= !std::mem::replace(&mut tainted[result], true);
                    }
                }
            }
            for target in data.term.targets() {
                let params = &function.blocks[target.block].params;
                for (&param, &arg) in params.iter().zip(&target.args) {
                    if tainted[arg] {
                        changed |= !std::mem::replace(&mut tainted[param], true);
                    }
                }
            }
            if is_tainted(&data.term, &tainted) {
                let (region, end) = region(cfg, post, block);
                if !private && region.iter().any(|&inside| stores_privately(function, inside)) {
                    (private, changed) = (true, true);
                }
                for inside in region.into_iter().chain(end) {
                    for &param in &function.blocks[inside].params {
                        changed |= !std::mem::replace(&mut tainted[param], true);
                    }
                }
            }
        }
    }
    tainted
}

fn is_private(space: Space) -> bool {
    matches!(space, Space::Local | Space::Param)
}

fn stores_privately(function: &Function, block: Block) -> bool {
    function.blocks[block].insts.iter().any(|&inst| match &function.insts[inst].kind {
        InstKind::Store { addr, .. } => is_private(addr.space),
        _ => false,
    })
}

/// Does the way on depend on a tainted value?
fn is_tainted(term: &Terminator, tainted: &SecondaryMap<Value, bool>) -> bool {
    match term {
        Terminator::Branch { cond, .. } => tainted[*cond],
        Terminator::Switch { value, .. } => tainted[*value],
        _ => false,
    }
}

/// The blocks between a branch and the block where all ways meet again, and that block.
fn region(cfg: &Cfg, post: &PostDominators, branch: Block) -> (Vec<Block>, Option<Block>) {
    let end = post.ipdom(branch);
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut blocks = Vec::new();
    let mut work: Vec<Block> = cfg.succs(branch).to_vec();
    while let Some(block) = work.pop() {
        if Some(block) == end || std::mem::replace(&mut seen[block], true) {
            continue;
        }
        blocks.push(block);
        work.extend_from_slice(cfg.succs(block));
    }
    (blocks, end)
}

/// Does the branch decide whether threads synchronise, or end?
fn region_matters(function: &Function, cfg: &Cfg, post: &PostDominators, branch: Block) -> bool {
    let (blocks, end) = region(cfg, post, branch);
    end.is_none()
        || blocks.iter().any(|&block| {
            let data = &function.blocks[block];
            data.term.targets().is_empty()
                || data.insts.iter().any(|&inst| match &function.insts[inst].kind {
                    InstKind::Barrier(_) | InstKind::WarpSync(_) => true,
                    // Without a member mask it makes nobody wait.
                    InstKind::Collective { sync, .. } => *sync,
                    InstKind::Opaque { effects, .. } => effects.synchronises,
                    InstKind::Call { .. } => true,
                    _ => false,
                })
        })
}

/// Do the operands of a synchronisation depend on memory?
fn depends(function: &Function, inst: Inst, tainted: &SecondaryMap<Value, bool>) -> bool {
    let data = &function.insts[inst];
    let guard = data.guard.is_some_and(|g| tainted[g.value]);
    match &data.kind {
        InstKind::Barrier(b) => guard || tainted[b.id] || b.count.is_some_and(|c| tainted[c]),
        InstKind::WarpSync(mask) => guard || tainted[*mask],
        InstKind::Collective { args, sync, .. } => {
            *sync && (guard || args.last().is_some_and(|&mask| tainted[mask]))
        }
        InstKind::Opaque { effects, .. } => effects.synchronises,
        _ => false,
    }
}
