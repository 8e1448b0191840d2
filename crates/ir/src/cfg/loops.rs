//! Natural loops and reducibility (paper 000, §3.1: "cycles in a CFG are guaranteed to form natural loops").

use super::{Cfg, Dominators};
use crate::entity::{Block, SecondaryMap};
use std::fmt;

/// A natural loop: one header, which dominates every block of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The single entry.
    pub header: Block,
    /// The sources of the back edges.
    pub latches: Vec<Block>,
    /// All blocks, the header and those of inner loops included, in reverse post-order.
    pub blocks: Vec<Block>,
    /// The number of the innermost loop around this one.
    pub parent: Option<usize>,
    /// How many loops a block of this loop lies in at least: 1 for an outermost loop.
    pub depth: u32,
}

/// An edge that enters a cycle elsewhere than at its header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Irreducible {
    /// The edge's source.
    pub from: Block,
    /// The edge's target, which does not dominate the source though the edge closes a cycle.
    pub to: Block,
}

impl fmt::Display for Irreducible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the edge from {} to {} closes a cycle that can be entered elsewhere: the control flow is irreducible",
            self.from, self.to
        )
    }
}

impl std::error::Error for Irreducible {}

/// The natural loops of a function, outer loops before inner ones.
#[derive(Clone, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: SecondaryMap<Block, Option<usize>>,
    irreducible: Option<Irreducible>,
}

impl Loops {
    /// The loops of a graph. Back edges with the same header make one loop.
    #[must_use]
    pub fn new(cfg: &Cfg, doms: &Dominators) -> Self {
        let mut irreducible = None;
        let mut loops: Vec<Loop> = Vec::new();
        for (n, &header) in cfg.rpo().iter().enumerate() {
            let retreating = |&&p: &&Block| cfg.number(p).is_some_and(|p| p >= n);
            let mut latches = Vec::new();
            for &from in cfg.preds(header).iter().filter(retreating) {
                if doms.dominates(cfg, header, from) {
                    latches.push(from);
                } else if irreducible.is_none() {
                    irreducible = Some(Irreducible { from, to: header });
                }
            }
            if !latches.is_empty() {
                let blocks = body(cfg, header, &latches);
                loops.push(Loop { header, latches, blocks, parent: None, depth: 1 });
            }
        }
        // Headers come in reverse post-order, so an enclosing loop comes before the loops in it.
        let mut innermost: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
        for number in 0..loops.len() {
            let parent = innermost[loops[number].header];
            loops[number].parent = parent;
            loops[number].depth = parent.map_or(1, |p| loops[p].depth + 1);
            for &block in &loops[number].blocks {
                innermost[block] = Some(number);
            }
        }
        Self { loops, innermost, irreducible }
    }

    /// The loops; a loop's number is its place.
    #[must_use]
    pub fn all(&self) -> &[Loop] {
        &self.loops
    }

    /// The number of the innermost loop that a block lies in.
    #[must_use]
    pub fn innermost(&self, block: Block) -> Option<usize> {
        self.innermost[block]
    }

    /// Does a block lie in the loop with this number?
    #[must_use]
    pub fn contains(&self, number: usize, block: Block) -> bool {
        let mut at = self.innermost[block];
        while let Some(inner) = at {
            if inner == number {
                return true;
            }
            at = self.loops[inner].parent;
        }
        false
    }

    /// The first edge that makes the graph irreducible, if it is.
    #[must_use]
    pub fn irreducible(&self) -> Option<Irreducible> {
        self.irreducible
    }
}

/// The blocks that reach a latch without passing the header.
fn body(cfg: &Cfg, header: Block, latches: &[Block]) -> Vec<Block> {
    let mut inside: SecondaryMap<Block, bool> = SecondaryMap::new();
    inside[header] = true;
    let mut blocks = vec![header];
    let mut work: Vec<Block> = latches.to_vec();
    while let Some(block) = work.pop() {
        if !inside[block] {
            inside[block] = true;
            blocks.push(block);
            work.extend_from_slice(cfg.preds(block));
        }
    }
    blocks.sort_by_key(|&b| cfg.number(b));
    blocks
}
