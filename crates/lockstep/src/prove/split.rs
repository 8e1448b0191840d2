//! Blocks that end with their barriers, or with waits of lanes for each other.
//!
//! A walk begins after one of these, so a block is cut after each that it holds: the rest becomes a block of its own, to
//! which the first part jumps.

use raddle_ir::{Function, Target, Terminator};

/// The function with every barrier, and every `bar.warp.sync`, last in its block.
#[must_use]
pub fn split(function: &Function) -> Function {
    let mut function = function.clone();
    let mut order = Vec::new();
    for block in std::mem::take(&mut function.order) {
        let mut at = block;
        loop {
            order.push(at);
            let insts = &function.blocks[at].insts;
            let is_barrier = |&i: &raddle_ir::Inst| function.insts[i].kind.effects().is_barrier();
            let Some(barrier) = insts.iter().position(is_barrier) else { break };
            if barrier + 1 == insts.len() && matches!(function.blocks[at].term, Terminator::Jump(_)) {
                break;
            }
            let loc = function.blocks[at].term_loc;
            let rest = function.add_block(loc);
            function.order.pop();
            let insts = function.blocks[at].insts.split_off(barrier + 1);
            function.blocks[rest].insts = insts;
            function.blocks[rest].term =
                std::mem::replace(&mut function.blocks[at].term, Terminator::Jump(Target::new(rest)));
            at = rest;
        }
    }
    function.order = order;
    function
}
