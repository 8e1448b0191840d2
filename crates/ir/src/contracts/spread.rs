//! Invariants of all loops of a function.
//!
//! Such an invariant is written once, anywhere in the function, and evaluated at the head of each of its loops. A front end
//! spreads it while variables of the source are still variables, so that each copy reads what they hold at its loop.

use super::{Region, copy, nothing, regions};
use crate::cfg::{Cfg, Dominators, Loops};
use crate::entity::{Block, Inst};
use crate::inst::{Target, Terminator};
use crate::module::Function;
use std::collections::BTreeMap;

/// Puts a copy of each region that one of these markers opens at the head of each loop; what is left in its own place
/// states nothing.
///
/// No value may go from outside such a region into it: its instructions read variables and memory.
pub fn spread(function: &mut Function, begins: &[Inst]) {
    let regions: Vec<Region> = regions(function).into_iter().filter(|r| begins.contains(&r.begin)).collect();
    if regions.is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let heads: Vec<Block> = loops.all().iter().map(|l| l.header).collect();
    for head in heads {
        let loc = function.blocks[head].term_loc;
        let rest = function.add_block(loc);
        function.blocks[rest].insts = std::mem::take(&mut function.blocks[head].insts);
        let term = std::mem::replace(&mut function.blocks[head].term, Terminator::Jump(Target::new(rest)));
        function.blocks[rest].term = term;
        // A region that lies in the head itself has moved on with it.
        let moved = |block: Block| if block == head { rest } else { block };
        let mut at = head;
        for region in &regions {
            let mut region = region.clone();
            region.first = moved(region.first);
            region.last = moved(region.last);
            region.parts.iter_mut().for_each(|(block, _)| *block = moved(*block));
            at = copy(function, &region, &BTreeMap::new(), at);
        }
    }
    // The regions again: blocks have changed.
    for region in self::regions(function).iter().filter(|r| begins.contains(&r.begin)) {
        nothing(function, region);
    }
}
