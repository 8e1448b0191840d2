//! The sort order of paper 000, §4: a total order of the blocks in which
//!
//! 1. if there is a path from B to C, then B comes before C, unless a back edge occurs on the path;
//! 2. the blocks of a loop are consecutive.

use super::{Cfg, Dominators, Irreducible, Loops};
use crate::entity::{Block, SecondaryMap};
use crate::module::Function;
use std::collections::BTreeMap;

/// The reachable blocks of `function` in a sort order.
///
/// # Errors
/// When the control flow is irreducible: then there is none.
pub fn sort_order(function: &Function) -> Result<Vec<Block>, Irreducible> {
    let cfg = Cfg::new(function);
    let doms = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &doms);
    match loops.irreducible() {
        Some(edge) => Err(edge),
        None => Ok(order_region(&cfg, &loops, None, cfg.rpo())),
    }
}

/// Orders the blocks of one loop (or of the function, `region` = none): sorts topologically what lies
/// directly in it, each inner loop being one node, then puts each inner loop's own order in its place.
fn order_region(cfg: &Cfg, loops: &Loops, region: Option<usize>, blocks: &[Block]) -> Vec<Block> {
    // A node is represented by the header of its inner loop, or by the block itself.
    let node_of = |block: Block| {
        let mut at = loops.innermost(block);
        let mut node = block;
        while at != region {
            let inner = &loops.all()[at.expect("the region encloses the block")];
            node = inner.header;
            at = inner.parent;
        }
        node
    };
    let header = region.map(|r| loops.all()[r].header);
    let inside = |block: Block| region.is_none_or(|r| loops.contains(r, block));

    let mut waiting: SecondaryMap<Block, usize> = SecondaryMap::new();
    let mut nodes: Vec<Block> = Vec::new();
    let mut edges: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &block in blocks {
        let from = node_of(block);
        if from == block {
            nodes.push(block);
        }
        for &succ in cfg.succs(block) {
            if !inside(succ) || Some(succ) == header {
                continue;
            }
            let to = node_of(succ);
            if to != from {
                edges[from].push(to);
                waiting[to] += 1;
            }
        }
    }
    // Kahn's algorithm, ready nodes in reverse post-order.
    let mut ready: BTreeMap<usize, Block> = BTreeMap::new();
    let number = |b: Block| cfg.number(b).expect("reachable");
    for &node in nodes.iter().filter(|&&n| waiting[n] == 0) {
        ready.insert(number(node), node);
    }
    let mut order = Vec::with_capacity(blocks.len());
    while let Some((_, node)) = ready.pop_first() {
        let inner = loops.innermost(node).filter(|_| loops.innermost(node) != region);
        match inner {
            None => order.push(node),
            Some(_) => {
                let child = outermost_within(loops, node, region);
                order.extend(order_region(cfg, loops, Some(child), &loops.all()[child].blocks));
            }
        }
        for &to in &edges[node] {
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.insert(number(to), to);
            }
        }
    }
    order
}

/// The outermost loop around `block` that lies directly in `region`.
fn outermost_within(loops: &Loops, block: Block, region: Option<usize>) -> usize {
    let mut at = loops.innermost(block).expect("the block lies in a loop");
    while loops.all()[at].parent != region {
        at = loops.all()[at].parent.expect("the region encloses the loop");
    }
    at
}
