//! Which values matter: those that branches depend on from which a loop can still be reached (the slice of paper 004, §5).

use super::floats;
use raddle_ir::cfg::{Cfg, Loops};
use raddle_ir::{Block, Function, InstKind, PureOp, SecondaryMap, Terminator, Value, ValueDef};

/// Blocks and values that matter.
#[derive(Debug)]
pub struct Needed {
    /// Values of which terms are made.
    pub values: SecondaryMap<Value, bool>,
    /// Blocks from which a loop's head can be reached.
    pub blocks: SecondaryMap<Block, bool>,
}

impl Needed {
    /// Those of a function.
    #[must_use]
    pub fn of(function: &Function, cfg: &Cfg, loops: &Loops) -> Self {
        let mut blocks: SecondaryMap<Block, bool> = SecondaryMap::new();
        let mut open: Vec<Block> = loops.all().iter().map(|l| l.header).collect();
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut blocks[block], true) {
                open.extend_from_slice(cfg.preds(block));
            }
        }
        let mut values: SecondaryMap<Value, bool> = SecondaryMap::new();
        let mut open = Vec::new();
        for &block in cfg.rpo().iter().filter(|&&b| blocks[b]) {
            match &function.blocks[block].term {
                Terminator::Branch { cond, .. } => open.push(*cond),
                Terminator::Switch { value, .. } => open.push(*value),
                _ => {}
            }
            for &inst in &function.blocks[block].insts {
                if let InstKind::Assume(value) | InstKind::SpecEnd(_, value) = function.insts[inst].kind {
                    open.push(value);
                }
            }
        }
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut values[value], true) {
                continue;
            }
            match function.values[value].def {
                ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                    InstKind::Pure { op, args } if is_followed(function, *op, args) => {
                        open.extend(args.iter().copied());
                    }
                    InstKind::Load { addr, .. } => open.extend(addr.index),
                    InstKind::Atomic { addr, args, .. } => {
                        open.extend(addr.index);
                        open.extend(args.iter().copied());
                    }
                    _ => {}
                },
                ValueDef::Param(block, number) => {
                    for &pred in cfg.preds(block) {
                        for target in function.blocks[pred].term.targets() {
                            if target.block == block {
                                open.push(target.args[usize::from(number)]);
                            }
                        }
                    }
                }
            }
        }
        Self { values, blocks }
    }
}

/// Is it an operation on integers? Of what is computed from floating-point numbers only [some](floats) is.
#[must_use]
pub fn is_followed(function: &Function, op: PureOp, args: &[Value]) -> bool {
    let of_floats = args.iter().any(|&a| function.ty(a).is_float());
    !of_floats || floats::is_followed(function, op, args)
}
