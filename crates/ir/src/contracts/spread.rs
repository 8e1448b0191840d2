//! Invariants of all loops of a function.
//!
//! Such an invariant is written once, anywhere in the function, and evaluated at the head of each of its loops. A front end
//! spreads it while variables of the source are still variables, so that each copy reads what they hold at its loop.
//!
//! A compiler computes once what an invariant and the code before it have in common. At a loop that comes earlier nothing
//! has been computed yet, so a copy begins with that: with what is computed from constants and the place in the launch. An invariant
//! that needs more is one that no method follows.

use super::{Region, copy, definition, nothing, regions, unfollowed};
use crate::cfg::{Cfg, Dominators, Loops};
use crate::entity::{Block, Inst, Var};
use crate::inst::{InstKind, Target, Terminator};
use crate::module::Function;
use std::collections::{BTreeMap, BTreeSet};

/// Puts a copy of each region that one of these markers opens at the head of each loop; what is left in its own place
/// states nothing.
///
/// No value may go from outside such a region into it: its instructions read variables and memory.
pub fn spread(function: &mut Function, begins: &[Inst]) {
    let asked = |function: &Function| -> Vec<Region> {
        regions(function).into_iter().filter(|r| begins.contains(&r.begin)).collect()
    };
    if asked(function).is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg, &dominators);
    let heads: Vec<Block> = loops.all().iter().map(|l| l.header).collect();
    let known =
        |block: Block| heads.iter().all(|&head| block != head && dominators.dominates(&cfg, block, head));
    for region in asked(function) {
        if missing(function, &region, &known).is_none() {
            unfollowed::give_up(function, &region);
        }
    }
    let mut regions = asked(function);
    for region in &mut regions {
        let missing = missing(function, region, &known).unwrap_or_default();
        region.parts[0].1.splice(0..0, missing);
    }
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

/// The instructions that compute what a region reads and does not set itself, in order, where `known` does not say that it is known at all loops.
/// Nothing, where they do more than that.
fn missing(function: &Function, region: &Region, known: &dyn Fn(Block) -> bool) -> Option<Vec<Inst>> {
    let own: BTreeSet<Inst> = region.parts.iter().flat_map(|(_, insts)| insts).copied().collect();
    let places: BTreeMap<Inst, (usize, usize)> = (0..)
        .zip(&function.order)
        .flat_map(|(n, &block)| {
            (0..).zip(&function.blocks[block].insts).map(move |(at, &inst)| (inst, (n, at)))
        })
        .collect();
    let sets = |var: Var| -> Vec<Inst> {
        let is_set =
            |inst: &&Inst| matches!(function.insts[**inst].kind, InstKind::VarSet(set, _) if set == var);
        places.keys().filter(is_set).copied().filter(|inst| !own.contains(inst)).collect()
    };
    let set_here = |var: Var| {
        own.iter().any(|&inst| matches!(function.insts[inst].kind, InstKind::VarSet(set, _) if set == var))
    };
    let reads =
        |inst: Inst| if let InstKind::VarGet(var) = function.insts[inst].kind { Some(var) } else { None };
    let mut open: Vec<Var> =
        own.iter().filter_map(|&inst| reads(inst)).filter(|&var| !set_here(var)).collect();
    let mut taken: BTreeSet<Inst> = BTreeSet::new();
    let mut seen: BTreeSet<Var> = BTreeSet::new();
    while let Some(var) = open.pop() {
        if !seen.insert(var) {
            continue;
        }
        let sets = sets(var);
        let of_block = |inst: &Inst| function.order[places[inst].0];
        if sets.iter().any(|inst| known(of_block(inst))) || sets.is_empty() {
            continue;
        }
        let [set] = sets.as_slice() else { return None };
        let mut insts = vec![*set];
        while let Some(inst) = insts.pop() {
            if !taken.insert(inst) {
                continue;
            }
            match &function.insts[inst].kind {
                InstKind::Const(_) | InstKind::Pure { .. } | InstKind::Special(_) | InstKind::VarSet(..) => {}
                InstKind::VarGet(var) => open.push(*var),
                _ => return None,
            }
            if function.insts[inst].guard.is_some() {
                return None;
            }
            for value in function.insts[inst].uses() {
                insts.push(definition(function, value)?);
            }
        }
    }
    let mut taken: Vec<Inst> = taken.into_iter().collect();
    taken.sort_by_key(|inst| places[inst]);
    Some(taken)
}
