//! The control-flow graph of a function: order, dominators, natural loops, reducibility.
//!
//! Only blocks that the entry reaches take part. All results are deterministic functions of the
//! function's block order.

mod dominators;
mod loops;
mod sort_order;
mod structured;

pub use dominators::{Dominators, PostDominators};
pub use loops::{Irreducible, Loop, Loops};
pub use sort_order::sort_order;
pub use structured::Flow;

use crate::entity::{Block, SecondaryMap};
use crate::module::Function;

/// Predecessors, successors and a reverse post-order of a function's reachable blocks.
#[derive(Clone, Debug)]
pub struct Cfg {
    preds: SecondaryMap<Block, Vec<Block>>,
    succs: SecondaryMap<Block, Vec<Block>>,
    rpo: Vec<Block>,
    number: SecondaryMap<Block, u32>,
}

const UNREACHED: u32 = u32::MAX;

impl Cfg {
    /// The graph of `function`, which must have a body.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let mut succs: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        let mut from: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
        for &block in &function.order {
            let mut out: Vec<Block> = Vec::new();
            for target in function.blocks[block].term.targets() {
                if from[target.block] != Some(block) {
                    from[target.block] = Some(block);
                    out.push(target.block);
                }
            }
            succs[block] = out;
        }
        let rpo = reverse_post_order(function.entry(), &succs);
        let mut number = SecondaryMap::with_default(UNREACHED);
        let mut preds: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
        for (n, &block) in rpo.iter().enumerate() {
            number[block] = n as u32;
            for &succ in &succs[block] {
                preds[succ].push(block);
            }
        }
        Self { preds, succs, rpo, number }
    }

    /// The blocks with an edge to `block`, each once.
    #[must_use]
    pub fn preds(&self, block: Block) -> &[Block] {
        &self.preds[block]
    }

    /// The blocks that `block` has an edge to, each once.
    #[must_use]
    pub fn succs(&self, block: Block) -> &[Block] {
        &self.succs[block]
    }

    /// The reachable blocks in reverse post-order; the entry is first.
    #[must_use]
    pub fn rpo(&self) -> &[Block] {
        &self.rpo
    }

    /// The place of a reachable block in the reverse post-order.
    #[must_use]
    pub fn number(&self, block: Block) -> Option<usize> {
        match self.number[block] {
            UNREACHED => None,
            n => Some(n as usize),
        }
    }

    /// Does the entry reach the block?
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.number(block).is_some()
    }
}

/// Depth-first without recursion, so that long functions do not exhaust the stack.
fn reverse_post_order(entry: Block, succs: &SecondaryMap<Block, Vec<Block>>) -> Vec<Block> {
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut post = Vec::new();
    let mut stack = vec![(entry, 0)];
    seen[entry] = true;
    while let Some((block, next)) = stack.last_mut() {
        match succs[*block].get(*next) {
            Some(&succ) => {
                *next += 1;
                if !seen[succ] {
                    seen[succ] = true;
                    stack.push((succ, 0));
                }
            }
            None => {
                post.push(*block);
                stack.pop();
            }
        }
    }
    post.reverse();
    post
}
