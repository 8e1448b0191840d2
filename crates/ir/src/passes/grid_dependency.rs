//! Waits for the grids before this one (PTX ISA, `griddepcontrol`), which may still write memory when the kernel starts.
//!
//! Where each thread waits before its first access to global memory, the kernel is one that starts when those grids have ended: what a thread
//! finds in memory is what they have left there. So the waits are removed. In other kernels a wait stays an instruction after which memory may be
//! another one, since some thread may have touched memory before.

use crate::cfg::{Cfg, Dominators};
use crate::effects::Touches;
use crate::entity::{Block, Inst};
use crate::inst::InstKind;
use crate::module::Function;
use crate::types::Space;

/// The instruction's name.
const WAIT: &str = "griddepcontrol.wait";

/// Removes the waits if each access to global memory comes after one, in its own thread.
pub(super) fn remove_first_waits(function: &mut Function) {
    let place = |block: Block| function.blocks[block].insts.iter().position(|&inst| is_wait(function, inst));
    let waits: Vec<(Block, usize)> =
        function.order.iter().filter_map(|&block| Some((block, place(block)?))).collect();
    if waits.is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    let doms = Dominators::new(&cfg);
    let comes_after = |block: Block, at: usize| {
        waits.iter().any(|&(wait, first)| match wait == block {
            true => first < at,
            false => doms.dominates(&cfg, wait, block),
        })
    };
    let are_after = |&block: &Block| {
        let mut insts = function.blocks[block].insts.iter().enumerate();
        insts.all(|(at, &inst)| {
            is_wait(function, inst) || !is_of_grids(function, inst) || comes_after(block, at)
        })
    };
    if !function.order.iter().filter(|&&block| cfg.is_reachable(block)).all(are_after) {
        return;
    }
    for (block, _) in waits {
        let insts = std::mem::take(&mut function.blocks[block].insts).into_iter();
        function.blocks[block].insts = insts.filter(|&inst| !is_wait(function, inst)).collect();
    }
}

/// Does every thread that gets here wait?
fn is_wait(function: &Function, inst: Inst) -> bool {
    let one = &function.insts[inst];
    one.guard.is_none() && matches!(&one.kind, InstKind::Opaque { name, .. } if name == WAIT)
}

/// May it touch memory that other grids see?
fn is_of_grids(function: &Function, inst: Inst) -> bool {
    let effects = function.insts[inst].kind.effects();
    [effects.reads, effects.writes].into_iter().any(|touches| match touches {
        Touches::Nothing | Touches::In(Space::Local | Space::Param | Space::Const | Space::Shared) => false,
        Touches::In(Space::Global | Space::Cluster | Space::Generic) | Touches::Anything => true,
    })
}
