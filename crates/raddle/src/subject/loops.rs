//! The place of a loop in the source.

use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::{Block, Function};

/// The block that tests whether a loop continues: the head, the one that goes back, or the first that may leave it.
pub(crate) fn asks(function: &Function, head: Block) -> Block {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let Some(number) = loops.innermost(head).filter(|&number| loops.all()[number].header == head) else {
        return head;
    };
    let leaves = |block: Block| cfg.succs(block).iter().any(|&to| !loops.contains(number, to));
    let back = cfg.preds(head).iter().copied().find(|&block| loops.contains(number, block) && leaves(block));
    let within = |block: &&Block| loops.contains(number, **block) && leaves(**block);
    let first = || cfg.rpo().iter().find(within).copied();
    if leaves(head) { head } else { back.or_else(first).unwrap_or(head) }
}
