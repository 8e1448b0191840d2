//! Removes instructions whose results nothing uses, and block parameters that carry nothing.

use super::Replacements;
use crate::cfg::Cfg;
use crate::entity::{SecondaryMap, Value};
use crate::inst::{InstKind, Target, Terminator};
use crate::module::{Function, ValueDef};
use smallvec::SmallVec;

/// Removes unused removable instructions and unused or redundant block parameters.
/// Nothing with an effect goes, and no load does. Blocks that the entry does not reach are dropped.
pub fn remove_dead(function: &mut Function) {
    let cfg = Cfg::new(function);
    function.order.retain(|&b| cfg.is_reachable(b));
    merge_params(function);
    let live = live_values(function);
    for &block in &function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let keep = |inst: &_| {
            let data = &function.insts[*inst];
            !is_removable(function, &data.kind) || data.results.iter().any(|&r| live[r])
        };
        let insts: Vec<_> = insts.into_iter().filter(keep).collect();
        function.blocks[block].insts = insts;
    }
    drop_params(function, |value| live[value]);
}

/// A read of a scalar that other threads write is an access like a load: it stays.
fn is_removable(function: &Function, kind: &InstKind) -> bool {
    match kind {
        InstKind::VarGet(var) => function.vars[*var].shared.is_none(),
        _ => kind.is_removable(),
    }
}

/// The values that something with an effect depends on.
fn live_values(function: &Function) -> SecondaryMap<Value, bool> {
    let mut live: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut work: Vec<Value> = Vec::new();
    for &block in &function.order {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            if !is_removable(function, &function.insts[inst].kind) {
                work.extend(function.insts[inst].uses());
            }
        }
        match &data.term {
            Terminator::Branch { cond, .. } => work.push(*cond),
            Terminator::Switch { value, .. } => work.push(*value),
            _ => {}
        }
    }
    let cfg = Cfg::new(function);
    while let Some(value) = work.pop() {
        if live[value] {
            continue;
        }
        live[value] = true;
        match function.values[value].def {
            ValueDef::Result(inst, _) => work.extend(function.insts[inst].uses()),
            ValueDef::Param(block, number) => {
                for &pred in cfg.preds(block) {
                    for target in function.blocks[pred].term.targets() {
                        if target.block == block {
                            work.push(target.args[number as usize]);
                        }
                    }
                }
            }
        }
    }
    live
}

/// Replaces each block parameter that has the same value on every way in.
fn merge_params(function: &mut Function) {
    loop {
        let mut incoming: SecondaryMap<Value, Incoming> = SecondaryMap::with_default(Incoming::None);
        let mut note = |function: &Function, target: &Target| {
            for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                incoming[param] = match incoming[param] {
                    _ if arg == param => incoming[param],
                    Incoming::None => Incoming::One(arg),
                    Incoming::One(other) if other == arg => Incoming::One(other),
                    _ => Incoming::Many,
                };
            }
        };
        for &block in &function.order {
            for target in function.blocks[block].term.targets() {
                note(function, target);
            }
        }
        let mut replacements = Replacements::default();
        for &block in &function.order {
            for &param in &function.blocks[block].params {
                if let Incoming::One(value) = incoming[param]
                    && replacements.find(value) != param
                {
                    replacements.replace(param, value);
                }
            }
        }
        if !replacements.any() {
            return;
        }
        replacements.apply(function);
        drop_params(function, |value| replacements.find(value) == value);
    }
}

#[derive(Clone, Copy)]
enum Incoming {
    None,
    One(Value),
    Many,
}

/// Drops the block parameters for which `keep` is false, with the arguments for them.
/// The entry block keeps all of its own.
fn drop_params(function: &mut Function, keep: impl Fn(Value) -> bool) {
    let order = function.order.clone();
    let mut kept: SecondaryMap<crate::entity::Block, Option<Vec<bool>>> = SecondaryMap::new();
    for &block in &order[1..] {
        let flags: Vec<bool> = function.blocks[block].params.iter().map(|&p| keep(p)).collect();
        if flags.iter().all(|&k| k) {
            continue;
        }
        let params: SmallVec<[Value; 4]> =
            function.blocks[block].params.iter().copied().filter(|&p| keep(p)).collect();
        for (n, &param) in params.iter().enumerate() {
            function.values[param].def = ValueDef::Param(block, n as u16);
        }
        function.blocks[block].params = params;
        kept[block] = Some(flags);
    }
    for &block in &order {
        for target in function.blocks[block].term.targets_mut() {
            if let Some(flags) = &kept[target.block] {
                let mut n = 0;
                target.args.retain(|_| {
                    n += 1;
                    flags[n - 1]
                });
            }
        }
    }
}
