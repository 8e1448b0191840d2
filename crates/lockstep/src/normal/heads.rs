//! `assume`s at block heads.

use crate::edge::{computes, guard};
use raddle_ir::{Block, Function, InstKind, Target, Terminator};

/// Splits blocks so that every `assume` stands at the head of a block, after nothing but instructions that compute its
/// condition from private values, and puts an empty block in front of a start that assumes.
///
/// "The first statement of a block is always an `assume` and only variables from V_p appear in the guard. No
/// other `assume`s occur in blocks and the first statement of *Start* is `assume true`" (§3.1). A value that was read
/// from shared state is private: the read stays in the block in front, where it is an access like any other.
pub fn guard_heads(function: &mut Function) {
    let mut at = 0;
    while at < function.order.len() {
        let block = function.order[at];
        if let Some(place) = late_assume(function, block) {
            split(function, block, place, at);
        }
        at += 1;
    }
    let entry = function.entry();
    if !guard(function, entry).is_true() {
        let start = function.add_block(function.loc);
        function.blocks[start].term = Terminator::Jump(Target::new(entry));
        function.order.pop();
        function.order.insert(0, start);
    }
}

/// The place of the first `assume` that does not stand at the head.
fn late_assume(function: &Function, block: Block) -> Option<usize> {
    let mut head = true;
    function.blocks[block].insts.iter().position(|&inst| {
        let assume = matches!(function.insts[inst].kind, InstKind::Assume(_));
        head &= assume || computes(function, inst);
        assume && !head
    })
}

/// Moves the instructions from `place` on into a new block, the next in program order.
fn split(function: &mut Function, block: Block, place: usize, at: usize) {
    let loc = function.blocks[block].term_loc;
    let rest = function.add_block(loc);
    function.order.pop();
    function.order.insert(at + 1, rest);
    let name = function.blocks[block].name.as_ref().map(|name| format!("{name}'"));
    let insts = function.blocks[block].insts.split_off(place);
    let term = std::mem::replace(&mut function.blocks[block].term, Terminator::Jump(Target::new(rest)));
    let data = &mut function.blocks[rest];
    (data.name, data.insts, data.term) = (name, insts, term);
}
