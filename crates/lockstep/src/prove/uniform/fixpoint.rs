//! Levels are raised until all rules hold.

use super::agreed::agreed;
use super::rounds::{Node, Round, rounds};
use super::sources::Context;
use super::{Rules, Shared, Uniformity};
use crate::normal::Normal;
use raddle_ir::cfg::{Cfg, Dominators};
use raddle_ir::{Address, Block, Function, InstKind, SecondaryMap, Terminator, Value, Values, Var};
use raddle_launch::LaunchSpace;
use std::collections::BTreeSet;

/// What does not change while levels are raised.
struct Kernel<'a> {
    function: &'a Function,
    written: &'a dyn Fn(&Address) -> bool,
    rules: Rules,
    cfg: Cfg,
    doms: Dominators,
    /// The arguments of each edge into a block.
    passed: SecondaryMap<Block, Vec<&'a Values>>,
    /// Where each mutable scalar is set: the block, the value, and the guard.
    sets: SecondaryMap<Var, Vec<(Block, Value, Option<Value>)>>,
    rounds: Vec<Round>,
    /// The blocks whose branches all threads take alike.
    agreed: BTreeSet<Block>,
}

/// The least levels for which all rules hold.
pub(super) fn solve(
    normal: &Normal,
    launch: &LaunchSpace,
    written: &dyn Fn(&Address) -> bool,
    rules: Rules,
) -> Uniformity {
    let (function, loops) = (normal.function(), normal.loops());
    let cfg = Cfg::new(function);
    let mut passed: SecondaryMap<Block, Vec<&Values>> = SecondaryMap::new();
    let mut sets: SecondaryMap<Var, Vec<(Block, Value, Option<Value>)>> = SecondaryMap::new();
    let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    let mut edges = Vec::new();
    for &block in cfg.rpo() {
        let data = &function.blocks[block];
        data.params.iter().for_each(|&v| home[v] = Some(block));
        for &inst in &data.insts {
            let inst = &function.insts[inst];
            inst.results.iter().for_each(|&v| home[v] = Some(block));
            if let InstKind::VarSet(var, value) = inst.kind {
                sets[var].push((block, value, inst.guard.map(|g| g.value)));
            }
        }
        for target in data.term.targets() {
            passed[target.block].push(&target.args);
            edges.push((block, target.block));
        }
    }
    let rounds = rounds(&cfg, loops, &edges);
    let doms = Dominators::new(&cfg);
    let agreed = agreed(normal, &cfg, launch);
    let kernel = Kernel { function, written, rules, cfg, doms, passed, sets, rounds, agreed };
    let number = loops.all().len();
    let mut levels = Uniformity {
        loops: loops.clone(),
        home,
        values: SecondaryMap::new(),
        within: SecondaryMap::new(),
        joins: SecondaryMap::new(),
        entered: vec![Shared::Launch; number],
        exits: vec![Shared::Launch; number],
    };
    // Levels only rise, and there are finitely many.
    while kernel.raise_values(&mut levels) | kernel.raise_control(&mut levels) {}
    levels
}

/// Raises a level; has it changed?
fn raise(level: &mut Shared, to: Shared) -> bool {
    let rises = to > *level;
    *level = to.max(*level);
    rises
}

impl Kernel<'_> {
    fn raise_values(&self, levels: &mut Uniformity) -> bool {
        let mut changed = false;
        for &block in self.cfg.rpo() {
            let data = &self.function.blocks[block];
            for (number, &param) in data.params.iter().enumerate() {
                let level = self.param(levels, block, number);
                changed |= raise(&mut levels.values[param], level);
            }
            for (at, &inst) in data.insts.iter().enumerate() {
                let inst = &self.function.insts[inst];
                if inst.results.is_empty() {
                    continue;
                }
                let level = match inst.kind {
                    InstKind::VarGet(var) if inst.guard.is_none() => self.scalar(levels, var, block, at),
                    _ => {
                        let seen = |v| levels.seen(v, block);
                        let (function, written, rules) = (self.function, self.written, self.rules);
                        Context { function, written, rules, seen: &seen }.results(inst)
                    }
                };
                for &result in &inst.results {
                    changed |= raise(&mut levels.values[result], level);
                }
            }
        }
        changed
    }

    /// A block parameter: what is passed, and, unless all edges pass the same, by which edge a thread came.
    fn param(&self, levels: &Uniformity, block: Block, number: usize) -> Shared {
        let passed = &self.passed[block];
        let first = passed.first().map(|args| args[number]);
        let same = passed.iter().all(|args| Some(args[number]) == first);
        let edge = if same { Shared::Launch } else { levels.joins[block] };
        passed.iter().fold(edge, |level, args| level.max(levels.seen(args[number], block)))
    }

    /// A mutable scalar, where it is read.
    fn scalar(&self, levels: &Uniformity, var: Var, block: Block, at: usize) -> Shared {
        let sets = &self.sets[var];
        if self.function.vars[var].shared.is_some() {
            return Shared::Group;
        }
        if !self.is_set(var, block, at) {
            return Shared::Thread;
        }
        sets.iter().fold(Shared::Launch, |level, &(block, value, guard)| {
            let guard = guard.map_or(Shared::Launch, |g| levels.seen(g, block));
            level.max(levels.seen(value, block)).max(guard).max(levels.control(block))
        })
    }

    /// Has a private scalar been set on every way to this instruction of the block?
    fn is_set(&self, var: Var, block: Block, at: usize) -> bool {
        let sets_it = |&inst: &raddle_ir::Inst| {
            let inst = &self.function.insts[inst];
            inst.guard.is_none() && matches!(inst.kind, InstKind::VarSet(v, _) if v == var)
        };
        if self.function.blocks[block].insts[..at].iter().any(sets_it) {
            return true;
        }
        self.sets[var].iter().any(|&(from, _, guard)| {
            guard.is_none() && from != block && self.doms.dominates(&self.cfg, from, block)
        })
    }

    fn raise_control(&self, levels: &mut Uniformity) -> bool {
        let mut changed = false;
        for (number, round) in self.rounds.iter().enumerate() {
            for (place, node) in round.forks() {
                let level = match node {
                    Node::Block(block) => self.branch(levels, block),
                    Node::Loop(inner) => levels.exits[inner],
                };
                if level == Shared::Launch {
                    continue;
                }
                let parting = round.part(place);
                for join in parting.joins {
                    let head = self.head(levels, join);
                    changed |= raise(&mut levels.joins[head], level);
                }
                for node in parting.between {
                    changed |= match node {
                        Node::Block(block) => raise(&mut levels.within[block], level),
                        Node::Loop(inner) => raise(&mut levels.entered[inner], level),
                    };
                }
                if parting.next_joins {
                    let head = self.head(levels, Node::Loop(number));
                    changed |= raise(&mut levels.joins[head], level);
                }
                if parting.exits {
                    changed |= raise(&mut levels.exits[number], level);
                }
            }
        }
        changed
    }

    fn head(&self, levels: &Uniformity, node: Node) -> Block {
        match node {
            Node::Block(block) => block,
            Node::Loop(number) => levels.loops.all()[number].header,
        }
    }

    /// The level of the choice between a block's edges.
    fn branch(&self, levels: &Uniformity, block: Block) -> Shared {
        match &self.function.blocks[block].term {
            _ if self.agreed.contains(&block) => Shared::Launch,
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => {
                levels.seen(*value, block)
            }
            Terminator::Goto(_) => Shared::Thread,
            Terminator::Jump(_)
            | Terminator::Return
            | Terminator::Exit
            | Terminator::Trap
            | Terminator::Unreachable => Shared::Launch,
        }
    }
}
