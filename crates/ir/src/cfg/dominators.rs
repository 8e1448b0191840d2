//! Dominators and post-dominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").

use super::Cfg;
use crate::entity::Block;

const NONE: u32 = u32::MAX;

/// Immediate dominators of the nodes `0..n` of a graph numbered in reverse post-order from root 0.
fn immediate_dominators(n: usize, preds: impl Fn(usize) -> Vec<usize>) -> Vec<u32> {
    let mut idom = vec![NONE; n];
    if n == 0 {
        return idom;
    }
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for node in 1..n {
            let known = preds(node).into_iter().filter(|&p| idom[p] != NONE);
            let Some(new) = known.reduce(|a, b| meet(&idom, a, b)) else { continue };
            if idom[node] != new as u32 {
                idom[node] = new as u32;
                changed = true;
            }
        }
    }
    idom
}

fn meet(idom: &[u32], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while a > b {
            a = idom[a] as usize;
        }
        while b > a {
            b = idom[b] as usize;
        }
    }
    a
}

/// The dominator tree of the reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// By reverse post-order number; the entry is its own.
    idom: Vec<u32>,
    /// Entry and exit times of a walk over the tree: `a` dominates `b` iff `b`'s span lies in `a`'s.
    span: Vec<(u32, u32)>,
    children: Vec<Vec<u32>>,
}

impl Dominators {
    /// The dominator tree of a graph.
    #[must_use]
    pub fn new(cfg: &Cfg) -> Self {
        let number = |b: &Block| cfg.number(*b).expect("predecessors are reachable");
        let n = cfg.rpo().len();
        let idom = immediate_dominators(n, |node| cfg.preds(cfg.rpo()[node]).iter().map(number).collect());
        let mut children = vec![Vec::new(); n];
        for node in 1..n {
            children[idom[node] as usize].push(node as u32);
        }
        let mut span = vec![(0, 0); n];
        let mut time = 0;
        let mut stack = vec![(0, 0)];
        while let Some((node, next)) = stack.last_mut() {
            if *next == 0 {
                span[*node].0 = time;
                time += 1;
            }
            match children[*node].get(*next) {
                Some(&child) => {
                    *next += 1;
                    stack.push((child as usize, 0));
                }
                None => {
                    span[*node].1 = time;
                    stack.pop();
                }
            }
        }
        Self { idom, span, children }
    }

    /// The immediate dominator of a reachable block other than the entry.
    #[must_use]
    pub fn idom(&self, cfg: &Cfg, block: Block) -> Option<Block> {
        let n = cfg.number(block)?;
        (n != 0).then(|| cfg.rpo()[self.idom[n] as usize])
    }

    /// Does every path from the entry to `b` pass `a`? False when one of them is unreachable.
    #[must_use]
    pub fn dominates(&self, cfg: &Cfg, a: Block, b: Block) -> bool {
        let (Some(a), Some(b)) = (cfg.number(a), cfg.number(b)) else { return false };
        self.span[a].0 <= self.span[b].0 && self.span[b].1 <= self.span[a].1
    }

    /// The blocks that `block` immediately dominates.
    pub fn children<'a>(&'a self, cfg: &'a Cfg, block: Block) -> impl DoubleEndedIterator<Item = Block> + 'a {
        let of = cfg.number(block).map_or(&[][..], |n| &self.children[n]);
        of.iter().map(|&c| cfg.rpo()[c as usize])
    }
}

/// The post-dominators of the blocks from which an exit can be reached.
///
/// All exits (returns, traps, …) lead to one virtual end, which is not a block of the function: a block whose
/// immediate post-dominator is that end has none.
#[derive(Clone, Debug)]
pub struct PostDominators {
    idom: crate::entity::SecondaryMap<Block, Option<Block>>,
}

impl PostDominators {
    /// The post-dominators of a graph.
    #[must_use]
    pub fn new(cfg: &Cfg) -> Self {
        // Number the blocks in reverse post-order of the reversed graph, the virtual end being 0.
        let exits: Vec<Block> = cfg.rpo().iter().copied().filter(|&b| cfg.succs(b).is_empty()).collect();
        let mut number = vec![NONE; cfg.rpo().len()];
        let index = |b: Block| cfg.number(b).expect("reachable");
        let mut post: Vec<Block> = Vec::new();
        for &exit in &exits {
            if number[index(exit)] != NONE {
                continue;
            }
            number[index(exit)] = 0;
            let mut stack = vec![(exit, 0)];
            while let Some((block, next)) = stack.last_mut() {
                match cfg.preds(*block).get(*next) {
                    Some(&pred) => {
                        *next += 1;
                        if number[index(pred)] == NONE {
                            number[index(pred)] = 0;
                            stack.push((pred, 0));
                        }
                    }
                    None => {
                        post.push(*block);
                        stack.pop();
                    }
                }
            }
        }
        let order: Vec<Block> = post.into_iter().rev().collect();
        for (n, &block) in order.iter().enumerate() {
            number[index(block)] = n as u32 + 1;
        }
        let idom = immediate_dominators(order.len() + 1, |node| {
            let block = order[node - 1];
            if cfg.succs(block).is_empty() {
                return vec![0];
            }
            let succs = cfg.succs(block).iter().map(|&s| number[index(s)]);
            succs.filter(|&s| s != NONE).map(|s| s as usize).collect()
        });
        let mut result = crate::entity::SecondaryMap::new();
        for (n, &block) in order.iter().enumerate() {
            result[block] = (idom[n + 1] as usize).checked_sub(1).map(|i| order[i]);
        }
        Self { idom: result }
    }

    /// The first block other than itself that every path from `block` to an exit passes, if there is one.
    #[must_use]
    pub fn ipdom(&self, block: Block) -> Option<Block> {
        self.idom[block]
    }
}
