//! Does synchronisation depend on memory?
//!
//! The thread programs come from one schedule. Where there is no race every schedule reads the same values, so
//! the programs are those of every schedule. Where there may be one, their *synchronising* commands are so still if which
//! barriers the threads come to, and how, does not depend on anything that they read from memory that others write.
//! (Which addresses they access may differ; only the race verdict speaks of that.) This is what is decided here, once for each
//! kernel, by following values forward.

use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, LocId, Order, SecondaryMap, Space, Terminator, Value};
use std::collections::BTreeSet;

/// The first place where the way to a barrier, or an operand of one, depends on a value read from shared or
/// global memory; none if there is no such place.
#[must_use]
pub fn control_on_memory(function: &Function) -> Option<LocId> {
    first_on_memory(function, None, synchronises, depends)
}

/// The same where accesses to shared memory count too: whether a thread comes to one, where that goes, and what these
/// `stores` write. If there is no such place, all schedules synchronise, and access shared memory, alike, whatever they
/// read. What `steady` loads read is taken to be always the same.
///
/// What is in shared memory is followed too. That is right where no two accesses to it race (but for two that write the same value):
/// suppose that in some schedule a load from shared memory reads something else, and take the first one. The stores that
/// come before it are the same in both schedules, in the same order, and what they write is what earlier loads read.
#[must_use]
pub fn shared_on_memory(
    function: &Function,
    steady: &BTreeSet<Inst>,
    stores: &BTreeSet<Inst>,
) -> Option<LocId> {
    first_on_memory(
        function,
        Some(steady),
        |kind| synchronises(kind) || may_be_shared(kind),
        |function, inst, tainted| {
            let data = &function.insts[inst];
            let on_memory = || {
                let index = data.kind.address().and_then(|address| address.index);
                index.into_iter().chain(data.guard.map(|guard| guard.value)).any(|value| tainted[value])
            };
            depends(function, inst, tainted)
                || may_be_shared(&data.kind) && on_memory()
                || stores.contains(&inst) && data.uses().iter().any(|&value| tainted[value])
        },
    )
}

type Tainted = SecondaryMap<Value, bool>;

/// The first instruction that depends on what is read from memory, or branch on that which decides whether a thread comes to
/// something that matters.
fn first_on_memory(
    function: &Function,
    steady: Option<&BTreeSet<Inst>>,
    matters: impl Fn(&InstKind) -> bool,
    depends: impl Fn(&Function, Inst, &Tainted) -> bool,
) -> Option<LocId> {
    let cfg = Cfg::new(function);
    let post = PostDominators::new(&cfg);
    let tainted = tainted_values(function, &cfg, &post, steady);
    for &block in cfg.rpo() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            if depends(function, inst, &tainted) {
                return Some(function.insts[inst].loc);
            }
        }
        if is_tainted(&data.term, &tainted) && region_matters(function, &cfg, &post, block, &matters) {
            return Some(data.term_loc);
        }
    }
    None
}

fn may_be_shared(kind: &InstKind) -> bool {
    let space = kind.address().map(|address| address.space);
    matches!(space, Some(Space::Shared | Space::Cluster | Space::Generic))
}

/// Does it read shared memory, and nothing else, and not as an atomic does? A volatile load races like any other.
fn loads_shared(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { addr, access, .. } => addr.space == Space::Shared && access.order == Order::Weak,
        _ => false,
    }
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
/// private memory stores one. With `steady` loads, whose results are not tainted, through shared memory likewise.
fn tainted_values(
    function: &Function,
    cfg: &Cfg,
    post: &PostDominators,
    steady: Option<&BTreeSet<Inst>>,
) -> Tainted {
    let mut tainted = Tainted::new();
    // A memory that a tainted value was stored to taints every later load from it.
    let (mut private, mut shared) = (false, steady.is_none());
    let stores = |kind: &InstKind| matches!(kind, InstKind::Store { .. } | InstKind::Atomic { .. });
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.rpo() {
            let data = &function.blocks[block];
            for &id in &data.insts {
                let inst = &function.insts[id];
                let used = inst.uses().iter().any(|&v| tainted[v]);
                let at_private = inst.kind.address().is_some_and(|a| is_private(a.space));
                if used && !private && at_private && inst.results.is_empty() {
                    (private, changed) = (true, true);
                }
                let updates = matches!(inst.kind, InstKind::Atomic { .. });
                if !shared && stores(&inst.kind) && may_be_shared(&inst.kind) && (used || updates) {
                    (shared, changed) = (true, true);
                }
                let source = match steady {
                    Some(steady) if steady.contains(&id) => false,
                    _ if loads_shared(&inst.kind) => shared,
                    _ => is_source(&inst.kind),
                };
                if used || private && at_private || source {
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
                let inside = |matters: &dyn Fn(&InstKind) -> bool| {
                    let mut insts = region.iter().flat_map(|&inside| &function.blocks[inside].insts);
                    insts.any(|&inst| {
                        stores(&function.insts[inst].kind) && matters(&function.insts[inst].kind)
                    })
                };
                if !private && inside(&|kind| kind.address().is_some_and(|a| is_private(a.space))) {
                    (private, changed) = (true, true);
                }
                if !shared && inside(&may_be_shared) {
                    (shared, changed) = (true, true);
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

/// Does the way on depend on a tainted value?
fn is_tainted(term: &Terminator, tainted: &Tainted) -> bool {
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

/// Does the branch decide whether threads come to something that matters, or end?
fn region_matters(
    function: &Function,
    cfg: &Cfg,
    post: &PostDominators,
    branch: Block,
    matters: impl Fn(&InstKind) -> bool,
) -> bool {
    let (blocks, end) = region(cfg, post, branch);
    end.is_none()
        || blocks.iter().any(|&block| {
            let data = &function.blocks[block];
            data.term.targets().is_empty()
                || data.insts.iter().any(|&inst| matters(&function.insts[inst].kind))
        })
}

fn synchronises(kind: &InstKind) -> bool {
    match kind {
        InstKind::Barrier(_) | InstKind::WarpSync(_) => true,
        // Without a member mask it makes nobody wait.
        InstKind::Collective { sync, .. } => *sync,
        InstKind::Opaque { effects, .. } => effects.synchronises,
        InstKind::Call { .. } => true,
        _ => false,
    }
}

/// Do the operands of a synchronisation depend on memory?
fn depends(function: &Function, inst: Inst, tainted: &Tainted) -> bool {
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
