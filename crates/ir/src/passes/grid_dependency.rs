//! Waits for the grids before this one (PTX ISA, `griddepcontrol`), which may still write memory when the kernel starts.
//!
//! Where no thread can have touched global memory before such a wait, the kernel is one that starts when those grids have ended, and memory
//! at the start is memory after the wait. So the wait is removed. Elsewhere it stays an instruction after which memory may be another one.

use crate::cfg::Cfg;
use crate::effects::Touches;
use crate::entity::{Block, Inst};
use crate::inst::InstKind;
use crate::module::Function;
use crate::types::Space;
use std::collections::BTreeSet;

/// The instruction's name.
const WAIT: &str = "griddepcontrol.wait";

/// Removes the waits before which no thread touches global memory.
pub(super) fn remove_first_waits(function: &mut Function) {
    let is_wait = |function: &Function, inst: Inst| matches!(&function.insts[inst].kind, InstKind::Opaque { name, .. } if name == WAIT);
    let order = function.order.clone();
    let holds = |block: &Block| function.blocks[*block].insts.iter().any(|&inst| is_wait(function, inst));
    let blocks: Vec<Block> = order.into_iter().filter(holds).collect();
    if blocks.is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    for block in blocks {
        // What control may come from, the block itself only if it lies on a cycle.
        let mut before = BTreeSet::new();
        let mut next = cfg.preds(block).to_vec();
        while let Some(one) = next.pop() {
            if before.insert(one) {
                next.extend(cfg.preds(one));
            }
        }
        let touches = |inst: &Inst| !is_wait(function, *inst) && is_of_grids(function, *inst);
        if before.iter().any(|one| function.blocks[*one].insts.iter().any(touches)) {
            continue;
        }
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut untouched = true;
        let kept = insts.into_iter().filter(|&inst| {
            untouched &= is_wait(function, inst) || !is_of_grids(function, inst);
            !(untouched && is_wait(function, inst))
        });
        let kept = kept.collect();
        function.blocks[block].insts = kept;
    }
}

/// May it touch memory that other grids see?
fn is_of_grids(function: &Function, inst: Inst) -> bool {
    let effects = function.insts[inst].kind.effects();
    [effects.reads, effects.writes].into_iter().any(|touches| match touches {
        Touches::Nothing | Touches::In(Space::Local | Space::Param | Space::Const | Space::Shared) => false,
        Touches::In(Space::Global | Space::Cluster | Space::Generic) | Touches::Anything => true,
    })
}
