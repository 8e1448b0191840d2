//! The blocks of a cut graph, loops nested: what a walk goes through.
//!
//! A walk begins after a barrier and ends at the next ones. So its graph is the kernel's without the edges that
//! leave the blocks which end in a barrier: *stops*. A loop of the kernel that passes a barrier in each round is not a
//! loop of that graph. The remaining cycles are nested: a strongly connected component with one entry
//! is a loop with that head; without the edges back to the head, its blocks are decomposed in the same way (F. Bourdoncle,
//! "Efficient chaotic iteration strategies with widenings", 1993: a weak topological order).

use crate::normal::Normal;
use raddle_ir::{Block, SecondaryMap};
use std::collections::BTreeSet;

/// A block, or a loop around blocks and loops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A block that lies in no further loop.
    Block(Block),
    /// A loop.
    Loop {
        /// Where it is entered, and where all its back edges go.
        head: Block,
        /// What is in it besides the head, in order.
        body: Vec<Item>,
    },
}

impl Item {
    /// All blocks in it.
    pub fn blocks(&self, all: &mut BTreeSet<Block>) {
        match self {
            Self::Block(block) => {
                all.insert(*block);
            }
            Self::Loop { head, body } => {
                all.insert(*head);
                body.iter().for_each(|item| item.blocks(all));
            }
        }
    }
}

/// A cycle that is entered at two blocks, these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoEntries(pub Block, pub Block);

/// The blocks that can be reached from some without leaving a stop, those among them, in an order in which edges go forwards, back edges of loops apart.
///
/// # Errors
/// When a cycle is entered at two blocks.
pub fn order(kernel: &Normal, starts: &[Block], stops: &BTreeSet<Block>) -> Result<Vec<Item>, TwoEntries> {
    let mut succs: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &block in kernel.order() {
        if !stops.contains(&block) {
            succs[block] = kernel.edges(block).into_iter().filter_map(|e| e.to).collect();
        }
    }
    decompose(&succs, starts, &kernel.order().iter().copied().collect())
}

/// The part of the graph that the roots reach within some blocks.
fn decompose(
    succs: &SecondaryMap<Block, Vec<Block>>,
    roots: &[Block],
    within: &BTreeSet<Block>,
) -> Result<Vec<Item>, TwoEntries> {
    let components = components(succs, roots, within);
    let reached: BTreeSet<Block> = components.iter().flatten().copied().collect();
    let item = |component: Vec<Block>| {
        let inside: BTreeSet<Block> = component.iter().copied().collect();
        let from_outside =
            reached.iter().filter(|b| !inside.contains(b)).flat_map(|&b| &succs[b]).chain(roots).copied();
        let entries: BTreeSet<Block> = from_outside.filter(|b| inside.contains(b)).collect();
        let mut entries = entries.into_iter();
        // A component is reached from somewhere.
        let head = entries.next().unwrap_or(component[0]);
        if component.len() == 1 && !succs[head].contains(&head) {
            return Ok(Item::Block(head));
        }
        if let Some(second) = entries.next() {
            return Err(TwoEntries(head, second));
        }
        let rest: BTreeSet<Block> = inside.iter().copied().filter(|&b| b != head).collect();
        let roots: Vec<Block> = succs[head].iter().copied().filter(|b| rest.contains(b)).collect();
        Ok(Item::Loop { head, body: decompose(succs, &roots, &rest)? })
    };
    components.into_iter().map(item).collect()
}

/// The strongly connected components that the roots reach within some blocks, in topological order (R. Tarjan,
/// "Depth-first search and linear graph algorithms", 1972).
fn components(
    succs: &SecondaryMap<Block, Vec<Block>>,
    roots: &[Block],
    within: &BTreeSet<Block>,
) -> Vec<Vec<Block>> {
    /// The number of a block that has its component already.
    const DONE: u32 = u32::MAX;
    // 0: not seen yet.
    let mut number: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut low: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut open: Vec<Block> = Vec::new();
    let mut found: Vec<Vec<Block>> = Vec::new();
    let mut seen = 0;
    for &root in roots {
        // Blocks on the way, each with how many of its successors were looked at.
        let mut way: Vec<(Block, usize)> = Vec::new();
        if number[root] == 0 {
            way.push((root, 0));
        }
        while let Some((block, next)) = way.last_mut() {
            let block = *block;
            if *next == 0 {
                seen += 1;
                number[block] = seen;
                low[block] = seen;
                open.push(block);
            }
            let succ = succs[block].get(*next).copied();
            *next += 1;
            if let Some(succ) = succ {
                if within.contains(&succ) && number[succ] == 0 {
                    way.push((succ, 0));
                } else if within.contains(&succ) && number[succ] != DONE {
                    low[block] = low[block].min(number[succ]);
                }
                continue;
            }
            way.pop();
            if let Some(&(before, _)) = way.last() {
                low[before] = low[before].min(low[block]);
            }
            if low[block] == number[block] {
                let place = open.iter().rposition(|&b| b == block).unwrap_or(0);
                let component = open.split_off(place);
                component.iter().for_each(|&b| number[b] = DONE);
                found.push(component);
            }
        }
    }
    found.reverse();
    found
}
