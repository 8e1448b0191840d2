//! Renumbering: unused entries are removed and the rest numbered in program order.
//!
//! Methods keep dense maps over values, instructions and blocks, so dead entries cost them memory; and a
//! function whose numbers follow its text is easier to read.

use crate::entity::{Block, Entity, PrimaryMap, SecondaryMap, Value, Var};
use crate::inst::InstKind;
use crate::module::{BlockData, Function, ValueDef};

/// Drops the blocks, instructions, values and scalars that the program order does not reach by listing,
/// and numbers the others in the order of the text. Slots keep their numbers.
pub fn compact(function: &mut Function) {
    let mut old = Old {
        values: std::mem::take(&mut function.values),
        value_of: SecondaryMap::with_default(None),
        var_of: SecondaryMap::with_default(None),
    };
    let mut old_insts = std::mem::take(&mut function.insts);
    let mut old_blocks = std::mem::take(&mut function.blocks);
    let old_vars = std::mem::take(&mut function.vars);
    let mut block_of: SecondaryMap<Block, Option<Block>> = SecondaryMap::with_default(None);
    for (n, &block) in function.order.iter().enumerate() {
        block_of[block] = Some(Block::new(n));
    }
    for block in std::mem::take(&mut function.order) {
        let empty = BlockData {
            name: None,
            params: Default::default(),
            insts: Vec::new(),
            term: crate::inst::Terminator::Unreachable,
            term_loc: old_blocks[block].term_loc,
        };
        let mut data = std::mem::replace(&mut old_blocks[block], empty);
        let new = function.blocks.next_key();
        for (n, param) in data.params.iter_mut().enumerate() {
            *param = old.define(function, *param, ValueDef::Param(new, n as u16));
        }
        for inst in &mut data.insts {
            let mut moved = old_insts[*inst].clone();
            // The old one is not read again: instructions are listed once.
            old_insts[*inst].kind = InstKind::Havoc;
            let number = function.insts.next_key();
            for (n, result) in moved.results.iter_mut().enumerate() {
                *result = old.define(function, *result, ValueDef::Result(number, n as u16));
            }
            if let InstKind::VarGet(var) | InstKind::VarSet(var, _) = &mut moved.kind {
                *var = old.scalar(function, &old_vars, *var);
            }
            *inst = function.insts.push(moved);
        }
        function.order.push(function.blocks.push(data));
    }
    // Uses may come before definitions in the text, so they are renumbered when all are known.
    let value =
        |v: &mut Value| *v = old.value_of[*v].expect("a value that is used is defined in a listed block");
    for inst in function.insts.values_mut() {
        inst.for_each_use(value);
    }
    for data in function.blocks.values_mut() {
        data.term.for_each_use(value);
        for target in data.term.targets_mut() {
            target.block = block_of[target.block].expect("a target is a listed block");
        }
    }
}

/// The old tables, and what their entries are called now.
struct Old {
    values: PrimaryMap<Value, crate::module::ValueData>,
    value_of: SecondaryMap<Value, Option<Value>>,
    var_of: SecondaryMap<Var, Option<Var>>,
}

impl Old {
    fn define(&mut self, function: &mut Function, value: Value, def: ValueDef) -> Value {
        let mut data = self.values[value].clone();
        data.def = def;
        let new = function.values.push(data);
        self.value_of[value] = Some(new);
        new
    }

    fn scalar(
        &mut self,
        function: &mut Function,
        vars: &PrimaryMap<Var, crate::module::VarData>,
        var: Var,
    ) -> Var {
        *self.var_of[var].get_or_insert_with(|| function.vars.push(vars[var].clone()))
    }
}
