//! SSA construction: private mutable scalars become values (Cytron et al., pruned by liveness).
//!
//! A scalar that may be read before it is written gets a `havoc` in the entry block: an
//! uninitialised register holds any value, the same one each time it is read.

use super::Replacements;
use crate::cfg::{Cfg, Dominators};
use crate::entity::{Block, Entity, SecondaryMap, Value, Var};
use crate::inst::InstKind;
use crate::module::Function;

/// Replaces the reads and writes of every private scalar by SSA values and block parameters.
/// Scalars shared by all threads stay. A scalar whose name does not begin with `%` (a PTX register's
/// does) gives its name to the values written to it. Blocks that the entry does not reach are dropped.
pub fn construct_ssa(function: &mut Function) {
    let cfg = Cfg::new(function);
    function.order.retain(|&b| cfg.is_reachable(b));
    let doms = Dominators::new(&cfg);
    let frontiers = dominance_frontiers(&cfg, &doms);
    let params = place_params(function, &cfg, &frontiers);
    rename(function, &cfg, &doms, &params);
}

/// For each block, the blocks where its dominance ends.
fn dominance_frontiers(cfg: &Cfg, doms: &Dominators) -> SecondaryMap<Block, Vec<Block>> {
    let mut frontiers: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    for &join in cfg.rpo() {
        let idom = doms.idom(cfg, join);
        for &pred in cfg.preds(join) {
            let mut runner = Some(pred);
            while runner != idom {
                let Some(at) = runner else { break };
                if frontiers[at].last() != Some(&join) {
                    frontiers[at].push(join);
                }
                runner = doms.idom(cfg, at);
            }
        }
    }
    frontiers
}

/// Where each scalar is written, and where it is read before being written in the same block.
struct Accesses {
    defs: Vec<Vec<Block>>,
    exposed: Vec<Vec<Block>>,
}

fn accesses(function: &Function) -> Accesses {
    let n = function.vars.len();
    let mut result = Accesses { defs: vec![Vec::new(); n], exposed: vec![Vec::new(); n] };
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            match function.insts[inst].kind {
                InstKind::VarGet(var) => {
                    let v = var.index();
                    if result.defs[v].last() != Some(&block) && result.exposed[v].last() != Some(&block) {
                        result.exposed[v].push(block);
                    }
                }
                InstKind::VarSet(var, _) if result.defs[var.index()].last() != Some(&block) => {
                    result.defs[var.index()].push(block);
                }
                _ => {}
            }
        }
    }
    result
}

/// Adds a block parameter for each private scalar wherever different writes meet and the scalar is live.
fn place_params(
    function: &mut Function,
    cfg: &Cfg,
    frontiers: &SecondaryMap<Block, Vec<Block>>,
) -> SecondaryMap<Block, Vec<Var>> {
    let accesses = accesses(function);
    let mut placed: SecondaryMap<Block, Vec<Var>> = SecondaryMap::new();
    // Stamps instead of cleared sets: one entry per block, compared with the scalar's number.
    let mut live_stamp: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut def_stamp: SecondaryMap<Block, u32> = SecondaryMap::new();
    let mut put_stamp: SecondaryMap<Block, u32> = SecondaryMap::new();
    for var in function.vars.keys().filter(|&v| function.vars[v].shared.is_none()) {
        let stamp = var.index() as u32 + 1;
        let (defs, exposed) = (&accesses.defs[var.index()], &accesses.exposed[var.index()]);
        for &block in defs {
            def_stamp[block] = stamp;
        }
        let mut work = exposed.clone();
        while let Some(block) = work.pop() {
            if live_stamp[block] == stamp {
                continue;
            }
            live_stamp[block] = stamp;
            let through = cfg.preds(block).iter().filter(|&&p| def_stamp[p] != stamp);
            work.extend(through);
        }
        let mut work = defs.clone();
        while let Some(block) = work.pop() {
            for &join in &frontiers[block] {
                if live_stamp[join] == stamp && put_stamp[join] != stamp {
                    put_stamp[join] = stamp;
                    placed[join].push(var);
                    work.push(join);
                }
            }
        }
    }
    for &block in cfg.rpo() {
        for &var in &placed[block] {
            let ty = function.vars[var].ty;
            let value = function.add_param(block, ty);
            name_after(function, value, var);
        }
    }
    placed
}

fn name_after(function: &mut Function, value: Value, var: Var) {
    let name = &function.vars[var].name;
    if !name.starts_with('%') && function.values[value].name.is_none() {
        function.values[value].name = Some(name.clone());
    }
}

/// Walks the dominator tree with the current value of each scalar at hand.
fn rename(function: &mut Function, cfg: &Cfg, doms: &Dominators, placed: &SecondaryMap<Block, Vec<Var>>) {
    let mut replacements = Replacements::default();
    let mut current: Vec<Vec<Value>> = vec![Vec::new(); function.vars.len()];
    let entry = function.entry();
    let mut havocs = Vec::new();
    enum Step {
        Enter(Block),
        Leave(Vec<Var>),
    }
    let mut stack = vec![Step::Enter(entry)];
    while let Some(step) = stack.pop() {
        let block = match step {
            Step::Leave(vars) => {
                for var in vars {
                    current[var.index()].pop();
                }
                continue;
            }
            Step::Enter(block) => block,
        };
        let mut written = Vec::new();
        let first = function.blocks[block].params.len() - placed[block].len();
        for (n, &var) in placed[block].iter().enumerate() {
            current[var.index()].push(function.blocks[block].params[first + n]);
            written.push(var);
        }
        let mut read = |function: &mut Function, current: &mut Vec<Vec<Value>>, var: Var| match current
            [var.index()]
        .last()
        {
            Some(&value) => value,
            None => {
                let (ty, loc) = (function.vars[var].ty, function.loc);
                let inst = function.make_inst(InstKind::Uninitialised, &[ty], loc);
                havocs.push(inst);
                let value = function.insts[inst].results[0];
                name_after(function, value, var);
                // At the bottom of the stack: it holds wherever nothing else was written.
                current[var.index()].insert(0, value);
                value
            }
        };
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            match function.insts[inst].kind {
                InstKind::VarGet(var) if function.vars[var].shared.is_none() => {
                    let value = read(function, &mut current, var);
                    replacements.replace(function.insts[inst].results[0], value);
                }
                InstKind::VarSet(var, value) if function.vars[var].shared.is_none() => {
                    let value = replacements.find(value);
                    name_after(function, value, var);
                    current[var.index()].push(value);
                    written.push(var);
                }
                _ => kept.push(inst),
            }
        }
        function.blocks[block].insts = kept;
        let mut term =
            std::mem::replace(&mut function.blocks[block].term, crate::inst::Terminator::Unreachable);
        for target in term.targets_mut() {
            for &var in &placed[target.block] {
                let value = read(function, &mut current, var);
                target.args.push(value);
            }
        }
        function.blocks[block].term = term;
        stack.push(Step::Leave(written));
        stack.extend(doms.children(cfg, block).map(Step::Enter));
    }
    function.blocks[entry].insts.splice(0..0, havocs);
    replacements.apply(function);
}
