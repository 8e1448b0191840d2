//! Does control depend on memory?
//!
//! The thread programs come from one schedule. Where there is no race every schedule reads the same values, so
//! the programs are those of every schedule. Where there is a race, that holds still if what the threads *do*
//! (which barriers they come to, which shared addresses they access) does not depend on anything that they read
//! from memory that others write. This is what is decided here, once for each kernel, by following values forward.

use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, LocId, SecondaryMap, Space, Terminator, Value};

/// The first place where control, a barrier operand or a shared address depends on a value read from shared or
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
        // What other lanes hold may have been read by them.
        InstKind::Collective { .. } => true,
        _ => false,
    }
}

/// Follows values forward through operations, block parameters and local memory; and through control: behind a
/// branch on a tainted value, up to where its ways meet again, every block parameter is tainted.
fn tainted_values(function: &Function, cfg: &Cfg, post: &PostDominators) -> SecondaryMap<Value, bool> {
    let mut tainted: SecondaryMap<Value, bool> = SecondaryMap::new();
    // A private memory that a tainted value was stored to taints every later load from it.
    let mut local = false;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.rpo() {
            let data = &function.blocks[block];
            for &inst in &data.insts {
                let inst = &function.insts[inst];
                let used = inst.uses().iter().any(|&v| tainted[v]);
                let space = inst.kind.address().map(|a| a.space);
                if used && !local && space == Some(Space::Local) && inst.results.is_empty() {
                    (local, changed) = (true, true);
                }
                let from_local = local && space == Some(Space::Local);
                if used || from_local || is_source(&inst.kind) {
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

/// Is there something behind the branch that another thread could notice not happening?
fn region_matters(function: &Function, cfg: &Cfg, post: &PostDominators, branch: Block) -> bool {
    let (blocks, end) = region(cfg, post, branch);
    end.is_none()
        || blocks.iter().any(|&block| {
            let data = &function.blocks[block];
            data.term.targets().is_empty()
                || data.insts.iter().any(|&inst| match &function.insts[inst].kind {
                    InstKind::Barrier(_) | InstKind::WarpSync(_) | InstKind::Collective { .. } => true,
                    InstKind::Opaque { effects, .. } => effects.synchronises,
                    InstKind::Call { .. } => true,
                    kind => kind.address().is_some_and(|a| is_seen(a.space)),
                })
        })
}

fn is_seen(space: Space) -> bool {
    matches!(space, Space::Shared | Space::Generic | Space::Cluster)
}

/// Do the operands of a synchronisation, or the address or guard of a shared access, depend on memory?
fn depends(function: &Function, inst: Inst, tainted: &SecondaryMap<Value, bool>) -> bool {
    let data = &function.insts[inst];
    let guard = data.guard.is_some_and(|g| tainted[g.value]);
    match &data.kind {
        InstKind::Barrier(b) => guard || tainted[b.id] || b.count.is_some_and(|c| tainted[c]),
        InstKind::WarpSync(mask) => guard || tainted[*mask],
        InstKind::Collective { args, sync, .. } => {
            guard || *sync && args.last().is_some_and(|&mask| tainted[mask])
        }
        InstKind::Opaque { effects, .. } => effects.synchronises,
        kind => {
            kind.address().is_some_and(|a| is_seen(a.space) && (guard || a.index.is_some_and(|i| tainted[i])))
        }
    }
}
