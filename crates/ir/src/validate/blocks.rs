//! Blocks: their order, their ends, definitions and dominance.

use super::{At, Checker, Rule};
use crate::cfg::{Cfg, Dominators};
use crate::entity::{Block, Inst, SecondaryMap, Value};
use crate::inst::{Target, Terminator, Values};
use crate::module::ValueDef;
use crate::types::Type;

/// Where a value is defined: block and place, block parameters coming first.
type Place = Option<(Block, usize)>;

impl Checker<'_> {
    /// Order, listing and definitions; false when the rest cannot be looked at.
    pub(super) fn structure(&mut self) -> bool {
        let before = self.errors.len();
        let function = self.function;
        let mut listed: SecondaryMap<Block, bool> = SecondaryMap::new();
        for &block in &function.order {
            if !function.blocks.contains(block) {
                self.error(
                    Rule::Order,
                    At::Block(block),
                    "the program order lists a block that does not exist",
                );
                return false;
            }
            if listed[block] {
                self.error(Rule::Order, At::Block(block), "the program order lists this block twice");
                return false;
            }
            listed[block] = true;
        }
        if !self.module.sources.contains(function.loc) {
            self.error(Rule::Location, At::Function, "its location does not exist");
        }
        let mut seen: SecondaryMap<Inst, bool> = SecondaryMap::new();
        for &block in &function.order {
            let data = &function.blocks[block];
            for (n, &param) in data.params.iter().enumerate() {
                self.definition(At::Block(block), param, ValueDef::Param(block, n as u16));
            }
            for &inst in &data.insts {
                if !function.insts.contains(inst) {
                    self.error(
                        Rule::ListedOnce,
                        At::Block(block),
                        format!("it lists {inst}, which does not exist"),
                    );
                    continue;
                }
                let at = At::Inst(block, inst);
                for (n, &result) in function.insts[inst].results.iter().enumerate() {
                    self.definition(at, result, ValueDef::Result(inst, n as u16));
                }
                if seen[inst] {
                    self.error(Rule::ListedOnce, at, "it is listed twice");
                }
                seen[inst] = true;
                if !self.module.sources.contains(function.insts[inst].loc) {
                    self.error(Rule::Location, at, "its location does not exist");
                }
            }
            if !self.module.sources.contains(data.term_loc) {
                self.error(Rule::Location, At::Terminator(block), "its location does not exist");
            }
        }
        if self.errors.len() > before {
            return false;
        }
        for &block in &function.order {
            self.targets(block, &listed);
        }
        self.errors.len() == before
    }

    fn definition(&mut self, at: At, value: Value, def: ValueDef) {
        if !self.function.values.contains(value) {
            self.error(Rule::Definition, at, format!("it defines {value}, which does not exist"));
        } else if self.function.values[value].def != def {
            self.error(
                Rule::Definition,
                at,
                format!("it defines {value}, but {value} says that it is defined elsewhere"),
            );
        }
    }

    fn targets(&mut self, block: Block, listed: &SecondaryMap<Block, bool>) {
        let function = self.function;
        let at = At::Terminator(block);
        let term = &function.blocks[block].term;
        if matches!(term, Terminator::Goto(targets) if targets.is_empty()) {
            self.error(Rule::Target, at, "a `goto` needs a target");
        }
        for target in term.targets() {
            if !function.blocks.contains(target.block) || !listed[target.block] {
                self.error(Rule::Target, at, format!("{} is not a block of the function", target.block));
            } else if target.block == function.entry() {
                self.error(Rule::Entry, at, "nothing may jump to the entry: put an empty block before it");
            } else {
                self.arguments(at, target);
            }
        }
        if block == function.entry() && !function.blocks[block].params.is_empty() {
            self.error(
                Rule::Entry,
                At::Block(block),
                "the entry has parameters, but nothing passes arguments to it",
            );
        }
    }

    fn arguments(&mut self, at: At, target: &Target) {
        let params = &self.function.blocks[target.block].params;
        if params.len() != target.args.len() {
            let message =
                format!("{} takes {} arguments, not {}", target.block, params.len(), target.args.len());
            self.error(Rule::Target, at, message);
            return;
        }
        for (&param, &arg) in params.iter().zip(&target.args) {
            let Some(ty) = self.function.values.get(arg).map(|v| v.ty) else { continue };
            let wanted = self.function.ty(param);
            if ty != wanted {
                let message = format!(
                    "{} takes a value of type {wanted} for {param}, but {arg} has type {ty}",
                    target.block
                );
                self.error(Rule::Target, at, message);
            }
        }
    }

    /// The type of a block's condition.
    pub(super) fn condition(&mut self, block: Block) {
        let at = At::Terminator(block);
        match self.function.blocks[block].term {
            Terminator::Branch { cond, .. } => match self.type_of(cond) {
                Some(Type::I1) | None => {}
                Some(ty) => {
                    self.error(
                        Rule::Condition,
                        at,
                        format!("a branch takes an i1, but {cond} has type {ty}"),
                    );
                }
            },
            Terminator::Switch { value, .. } => match self.type_of(value) {
                Some(ty) if !ty.is_int() || ty == Type::I1 => {
                    let message =
                        format!("a switch takes an integer of 8 bits or more, but {value} has type {ty}");
                    self.error(Rule::Condition, at, message);
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// The type of a value, if it exists; that it exists is [`Rule::Dominance`]'s business.
    pub(super) fn type_of(&self, value: Value) -> Option<Type> {
        self.function.values.get(value).map(|v| v.ty)
    }

    /// Definitions dominate uses.
    pub(super) fn dominance(&mut self) {
        let function = self.function;
        if function.is_declaration() {
            return;
        }
        let cfg = Cfg::new(function);
        let doms = Dominators::new(&cfg);
        let mut defined: SecondaryMap<Value, Place> = SecondaryMap::new();
        for &block in &function.order {
            let data = &function.blocks[block];
            for &param in &data.params {
                defined[param] = Some((block, 0));
            }
            for (n, &inst) in data.insts.iter().enumerate() {
                for &result in &function.insts[inst].results {
                    defined[result] = Some((block, n + 1));
                }
            }
        }
        for &block in &function.order {
            let reachable = cfg.is_reachable(block);
            let available = |value: Value, at: usize| match defined[value] {
                None => Err("is not defined in any block of the function"),
                Some(_) if !reachable => Ok(()),
                Some((home, place)) if home == block && place < at => Ok(()),
                Some((home, _)) if home == block => Err("is used before it is defined"),
                Some((home, _)) if doms.dominates(&cfg, home, block) => Ok(()),
                Some(_) => Err("is not defined on every path that leads here"),
            };
            let data = &function.blocks[block];
            for (n, &inst) in data.insts.iter().enumerate() {
                for value in distinct(function.insts[inst].uses()) {
                    if let Err(why) = available(value, n + 1) {
                        self.error(Rule::Dominance, At::Inst(block, inst), format!("{value} {why}"));
                    }
                }
            }
            for value in distinct(data.term.uses()) {
                if let Err(why) = available(value, usize::MAX) {
                    self.error(Rule::Dominance, At::Terminator(block), format!("{value} {why}"));
                }
            }
        }
    }
}

fn distinct(mut values: Values) -> Values {
    values.sort_unstable();
    values.dedup();
    values
}
