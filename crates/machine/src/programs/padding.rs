//! Elements of vectors that fill up: a vector of three is written as one of four.
//!
//! The last element was never written, and its value does not matter. So where a store has elements that are computed from what nothing has
//! written, and others that are not, the former are the same for all threads in a run that [chooses](crate::chosen::Chosen::uninitialised) them.

use raddle_ir::{Block, Function, Inst, InstKind, Value, ValueDef};
use std::collections::BTreeSet;

/// The instructions that stand for such elements.
pub(crate) fn padding(function: &Function) -> BTreeSet<Inst> {
    let mut found = BTreeSet::new();
    let insts = || function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    if !insts().any(|&inst| matches!(function.insts[inst].kind, InstKind::Uninitialised)) {
        return found;
    }
    for &inst in insts() {
        let InstKind::Store { values, .. } = &function.insts[inst].kind else { continue };
        if values.len() < 2 {
            continue;
        }
        let sources: Vec<Option<BTreeSet<Inst>>> =
            values.iter().map(|&value| unwritten(function, value)).collect();
        if sources.iter().any(Option::is_none) {
            found.extend(sources.into_iter().flatten().flatten());
        }
    }
    found
}

/// The uninitialised values that a value is computed from, if it is computed from nothing else but constants.
fn unwritten(function: &Function, value: Value) -> Option<BTreeSet<Inst>> {
    let (mut open, mut seen, mut found) = (vec![value], BTreeSet::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Param(block, nth) => open.extend(incoming(function, block, nth as usize)),
            ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                InstKind::Uninitialised => {
                    found.insert(inst);
                }
                InstKind::Const(_) => {}
                InstKind::Pure { args, .. } => open.extend(args.iter().copied()),
                _ => return None,
            },
        }
    }
    (!found.is_empty()).then_some(found)
}

fn incoming(function: &Function, block: Block, nth: usize) -> Vec<Value> {
    let targets = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
    targets
        .filter(|target| target.block == block)
        .filter_map(|target| target.args.get(nth).copied())
        .collect()
}
