//! Loads through a pointer that was chosen just before: `*(a < b ? &s[i] : &s[j])`, as `std::min` and `std::max` give references.
//!
//! The ways on which the pointer was chosen meet in a block that has it as a parameter, and the block begins with the load. Instead, the load is
//! made at the end of each way, and the block gets what it has read. Each thread makes the same accesses in the same order; but the address
//! of each load is now one that is known, and no longer one of two. The ways begin at one branch and only read, so it does not matter either which
//! way lanes take first that run in lock-step.

use crate::InstEffects;
use crate::cfg::{Cfg, Dominators};
use crate::effects::Touches;
use crate::entity::{Block, Inst, SecondaryMap, Value};
use crate::inst::{InstKind, Terminator};
use crate::module::Function;
use crate::passes::Replacements;
use std::collections::{BTreeMap, BTreeSet};

/// This many ways at most: each gets its own copy of the load.
const WAYS: usize = 4;

/// Makes such loads where their pointers are chosen; true if there were any.
pub(super) fn load_where_chosen(function: &mut Function) -> bool {
    let cfg = Cfg::new(function);
    let doms = Dominators::new(&cfg);
    let mut replacements = Replacements::default();
    // Ways that no thread takes have to pass as many values as the others.
    let mut ends_of_ways: SecondaryMap<Block, usize> = SecondaryMap::new();
    for &block in &function.order {
        for target in function.blocks[block].term.targets() {
            ends_of_ways[target.block] += 1;
        }
    }
    for block in function.order.clone() {
        let ways = cfg.preds(block).to_vec();
        if function.blocks[block].params.is_empty() || ends_of_ways[block] != ways.len() {
            continue;
        }
        let Some(&[branch]) = ways.first().map(|&way| cfg.preds(way)) else { continue };
        // Nothing else is done on these ways, or follows on them, and none is one of a loop.
        let only_reads = |&inst: &Inst| {
            let effects = function.insts[inst].kind.effects();
            InstEffects { reads: Touches::Nothing, ..effects } == InstEffects::NONE
        };
        let ends = |&way: &Block| {
            matches!(function.blocks[way].term, Terminator::Jump(_))
                && *cfg.preds(way) == [branch]
                && !doms.dominates(&cfg, block, way)
                && function.blocks[way].insts.iter().all(only_reads)
        };
        if !(2..=WAYS).contains(&ways.len()) || !ways.iter().all(ends) {
            continue;
        }
        while let Some(chain) = first_load(function, block, &replacements) {
            move_load(function, block, &ways, &chain, &mut replacements);
        }
    }
    replacements.apply(function);
    replacements.any()
}

/// The load before any other effect in a block, if a parameter of the block decides its address: last, after what its address is computed by here.
fn first_load(function: &Function, block: Block, replacements: &Replacements) -> Option<Vec<Inst>> {
    let data = &function.blocks[block];
    let mut of_params: BTreeSet<Value> = data.params.iter().copied().collect();
    let mut made: BTreeMap<Value, Inst> = BTreeMap::new();
    for &inst in &data.insts {
        let one = &function.insts[inst];
        if let InstKind::Load { addr, .. } = &one.kind {
            let index = addr.index.map(|index| replacements.find(index));
            let index = index.filter(|index| one.guard.is_none() && of_params.contains(index))?;
            let mut needed = BTreeSet::new();
            let mut open = vec![index];
            while let Some(value) = open.pop() {
                if let Some(&by) = made.get(&value)
                    && needed.insert(by)
                {
                    open.extend(function.insts[by].uses().iter().map(|&used| replacements.find(used)));
                }
            }
            let is_computed = |by: &Inst| is_computed(&function.insts[*by].kind);
            let chain = data.insts.iter().copied().filter(|other| needed.contains(other));
            return needed.iter().all(is_computed).then(|| chain.chain([inst]).collect());
        }
        if one.kind.effects() != InstEffects::NONE || one.guard.is_some() {
            return None;
        }
        made.extend(one.results.iter().map(|&result| (result, inst)));
        if one.uses().iter().any(|&value| of_params.contains(&replacements.find(value))) {
            of_params.extend(&one.results);
        }
    }
    None
}

/// Does it give the same each time it is evaluated?
fn is_computed(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Const(_) | InstKind::Pure { .. } | InstKind::AddrOf { .. })
}

fn move_load(
    function: &mut Function,
    block: Block,
    ways: &[Block],
    chain: &[Inst],
    replacements: &mut Replacements,
) {
    let Some(&load) = chain.last() else { return };
    for &way in ways {
        let Terminator::Jump(target) = &function.blocks[way].term else { continue };
        let params = function.blocks[block].params.iter().copied();
        let mut here: BTreeMap<Value, Value> = params.zip(target.args.iter().copied()).collect();
        for &inst in chain {
            let one = function.insts[inst].clone();
            let mut kind = one.kind;
            kind.for_each_use(|value| {
                let used = replacements.find(*value);
                *value = here.get(&used).copied().unwrap_or(used);
            });
            let types: Vec<_> = one.results.iter().map(|&result| function.ty(result)).collect();
            let copy = function.append(way, kind, &types, one.loc);
            let results = function.insts[copy].results.clone();
            here.extend(one.results.iter().copied().zip(results));
        }
        let read: Vec<Value> = function.insts[load].results.iter().map(|result| here[result]).collect();
        if let Terminator::Jump(target) = &mut function.blocks[way].term {
            target.args.extend(read);
        }
    }
    for result in function.insts[load].results.clone() {
        let ty = function.ty(result);
        let param = function.add_param(block, ty);
        replacements.replace(result, param);
    }
    function.blocks[block].insts.retain(|&inst| inst != load);
}
