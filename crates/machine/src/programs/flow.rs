//! The shape of a kernel's control flow, as the machine needs it.
//!
//! - An order of the blocks in which threads that diverged meet again as early as possible: paper 000's sort
//!   order where there is one, a reverse post-order otherwise. The thread that is at the earliest block in
//!   this order runs first.
//! - For a branch whose condition is unknown, the *region* that lies between it and its immediate
//!   post-dominator, to be stepped over (paper 001, footnote 3). Paths that end in a trap do not count: who
//!   takes one aborts the launch, and nothing after it matters.

use raddle_ir::cfg::{Cfg, sort_order};
use raddle_ir::{Block, Function, SecondaryMap, Terminator};
use rustc_hash::FxHashSet;

/// Blocks by their number in the machine's order.
pub(crate) type BlockIndex = usize;

const NONE: usize = usize::MAX;

/// The shape of a kernel's control flow.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    /// The reachable blocks in the order of execution.
    pub(crate) order: Vec<Block>,
    /// The number of each block in the order.
    number: SecondaryMap<Block, u32>,
    succs: Vec<Vec<BlockIndex>>,
    /// Immediate post-dominators: a block, [`END`](Self) (the number of blocks), or none.
    ipdom: Vec<usize>,
}

/// The blocks between a branch and the place where its sides meet again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Region {
    /// The blocks, in order; the branch's own if it lies on a cycle.
    pub(crate) blocks: Vec<BlockIndex>,
    /// Where the sides meet; none at the end of the kernel.
    pub(crate) stop: Option<BlockIndex>,
    /// Can control come back to a block?
    pub(crate) cyclic: bool,
    /// Does each branch in it, and the one before it, have at most one side that does not go at once to where the sides meet? Then lanes
    /// that reach a block of it in lock-step arrive there together, and its blocks are executed in their order: the sides are nested like
    /// the statements of `if`s without `else`, as the place where sides meet post-dominates them, so lanes that reach one of two blocks
    /// wait after it for the lanes that reach the other. (In a cycle only the sides of the branch itself are considered.)
    pub(crate) one_way: bool,
}

impl Flow {
    /// The shape of `function`, which must have a body.
    pub(crate) fn new(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let order = sort_order(function).unwrap_or_else(|_| cfg.rpo().to_vec());
        let mut number = SecondaryMap::with_default(u32::MAX);
        for (n, &block) in order.iter().enumerate() {
            number[block] = n as u32;
        }
        let succs: Vec<Vec<usize>> =
            order.iter().map(|&b| cfg.succs(b).iter().map(|&s| number[s] as usize).collect()).collect();
        let ends: Vec<bool> = order
            .iter()
            .map(|&b| matches!(function.blocks[b].term, Terminator::Return | Terminator::Exit))
            .collect();
        let ipdom = post_dominators(&succs, &ends);
        Self { order, number, succs, ipdom }
    }

    /// The number of a reachable block.
    pub(crate) fn number(&self, block: Block) -> Option<BlockIndex> {
        let n = self.number[block];
        (n != u32::MAX).then_some(n as usize)
    }

    /// Where the sides of the branch that ends a block meet: a block, or the end of the kernel; none if they never meet and do not terminate.
    pub(crate) fn meeting(&self, branch: BlockIndex) -> Option<Option<BlockIndex>> {
        match self.ipdom[branch] {
            NONE => None,
            n if n == self.order.len() => Some(None),
            n => Some(Some(n)),
        }
    }

    /// The region of the branch that ends a block; none if its sides never meet and do not terminate.
    pub(crate) fn region(&self, branch: BlockIndex) -> Option<Region> {
        let stop = self.meeting(branch)?;
        // Most regions are small, and there are as many as branches.
        let mut inside: FxHashSet<usize> = FxHashSet::default();
        let mut work: Vec<usize> = self.succs[branch].clone();
        while let Some(block) = work.pop() {
            if Some(block) != stop && inside.insert(block) {
                work.extend(&self.succs[block]);
            }
        }
        let mut blocks: Vec<usize> = inside.iter().copied().collect();
        blocks.sort_unstable();
        // In this order an edge backwards closes a cycle, or the graph is irreducible and has one.
        let cyclic = blocks.iter().any(|&b| self.succs[b].iter().any(|&s| s <= b && inside.contains(&s)));
        let one_way = self.sides(branch) <= 1
            && blocks.iter().all(|&b| {
                let ways = if cyclic { self.ways(b).len() } else { self.sides(b) };
                b == branch || ways <= 1
            });
        Some(Region { blocks, stop, cyclic, one_way })
    }

    /// Where control may go from a block.
    fn ways(&self, block: BlockIndex) -> Vec<BlockIndex> {
        let mut ways = self.succs[block].clone();
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    /// How many of the ways from a block do not lead at once to where they all meet.
    fn sides(&self, block: BlockIndex) -> usize {
        let meet = self.ipdom[block];
        self.ways(block).into_iter().filter(|&way| way != meet).count()
    }

    /// The branches of a region, `branch` itself among them, whose outcomes together decide whether control reaches a block of
    /// it, if there is no cycle: those that the block is control dependent on (Ferrante, Ottenstein and Warren), directly or by
    /// way of others. None for a block after which there are traps only.
    pub(crate) fn deciders(
        &self,
        branch: BlockIndex,
        region: &Region,
        block: BlockIndex,
    ) -> Option<Vec<BlockIndex>> {
        if self.ipdom[block] == NONE {
            return None;
        }
        let mut deciders = Vec::new();
        let mut work = vec![block];
        while let Some(at) = work.pop() {
            for d in region.blocks.iter().copied().chain([branch]) {
                if self.depends(at, d) && !deciders.contains(&d) {
                    deciders.push(d);
                    if d != branch {
                        work.push(d);
                    }
                }
            }
        }
        deciders.sort_unstable();
        Some(deciders)
    }

    /// Does a block post-dominate a successor of a branch, but not the branch?
    fn depends(&self, block: BlockIndex, branch: BlockIndex) -> bool {
        let (meet, end) = (self.ipdom[branch], self.order.len());
        self.succs[branch].len() > 1
            && self.succs[branch].iter().any(|&succ| {
                let mut at = succ;
                while at != meet && at < end {
                    if at == block {
                        return true;
                    }
                    at = self.ipdom[at];
                }
                false
            })
    }
}

/// Immediate post-dominators of the blocks from which a normal end can be reached, in the graph of these
/// blocks (Cooper, Harvey and Kennedy, on the reversed graph with one end for all).
fn post_dominators(succs: &[Vec<usize>], ends: &[bool]) -> Vec<usize> {
    let n = succs.len();
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (block, succs) in succs.iter().enumerate() {
        for &succ in succs {
            preds[succ].push(block);
        }
    }
    // A post-order of the reversed graph from the end, without recursion.
    let mut seen = vec![false; n];
    let mut post: Vec<usize> = Vec::new();
    for root in (0..n).filter(|&b| ends[b]) {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut stack = vec![(root, 0)];
        while let Some((block, next)) = stack.last_mut() {
            match preds[*block].get(*next) {
                Some(&pred) => {
                    *next += 1;
                    if !seen[pred] {
                        seen[pred] = true;
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
    // `rank`: higher is nearer to the end, which is the root.
    let mut rank = vec![0; n + 1];
    for (place, &block) in post.iter().enumerate() {
        rank[block] = place;
    }
    rank[n] = post.len();
    let mut idom = vec![NONE; n + 1];
    idom[n] = n;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in post.iter().rev() {
            let exits = if ends[block] { Some(n) } else { None };
            let next = succs[block].iter().copied().filter(|&s| seen[s]).chain(exits);
            let new = next.filter(|&s| idom[s] != NONE).reduce(|mut a, mut b| {
                while a != b {
                    while rank[a] < rank[b] {
                        a = idom[a];
                    }
                    while rank[b] < rank[a] {
                        b = idom[b];
                    }
                }
                a
            });
            if let Some(new) = new
                && idom[block] != new
            {
                idom[block] = new;
                changed = true;
            }
        }
    }
    idom.truncate(n);
    idom
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_meet_behind_a_diamond_and_traps_do_not_count() {
        // 0 -> 1 | 2; 1 -> 3; 2 -> 3 | 4 (trap); 3 -> 5 (end)
        let succs = [vec![1, 2], vec![3], vec![3, 4], vec![5], vec![], vec![]];
        let ends = [false, false, false, false, false, true];
        assert_eq!(post_dominators(&succs, &ends), [3, 3, 3, 5, NONE, 6]);
    }

    #[test]
    fn an_endless_loop_has_no_post_dominator() {
        // 0 -> 1 | 2; 1 -> 1; 2 end
        let succs = [vec![1, 2], vec![1], vec![]];
        assert_eq!(post_dominators(&succs, &[false, false, true]), [2, NONE, 3]);
    }
}
