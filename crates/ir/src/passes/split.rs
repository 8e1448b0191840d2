//! Node splitting: irreducible control flow becomes reducible by copies of blocks.
//!
//! A cycle with several entries has no head. One of them, `h`, is made the head: the part of the cycle that the other
//! entries reach before `h` is copied, and those entries lead to the copy instead. Then only `h` is an entry of a
//! cycle through `h`; the remaining cycles, in the copy and after `h`, are split in the same way (Hecht and Ullman 1974; the choice of one
//! head for each cycle follows Janssen and Corporaal 1997). Each path of the old graph corresponds to one of the new graph with the same instructions, and
//! vice versa. The growth can be exponential in the depth of such cycles, so it is bounded.
//!
//! Copies of a block define copies of values. So each value that is used in another block becomes a mutable scalar first, and SSA form is made again.

use super::construct_ssa;
use crate::cfg::{Cfg, Dominators, Loops};
use crate::entity::{Block, Inst, SecondaryMap, Value, Var};
use crate::inst::{InstKind, Target, Terminator};
use crate::module::{Function, ValueDef, VarData};
use std::collections::{BTreeMap, BTreeSet};

/// Makes the control flow of `function` reducible. False, without a change, if that would copy more than this many instructions.
pub fn make_reducible(function: &mut Function, most: usize) -> bool {
    let cfg = Cfg::new(function);
    if Loops::new(&cfg, &Dominators::new(&cfg)).irreducible().is_none() {
        return true;
    }
    let mut work = function.clone();
    work.order.retain(|&b| cfg.is_reachable(b));
    hoist(&mut work);
    params_to_scalars(&mut work);
    values_to_scalars(&mut work);
    let mut graph = Graph::of(&work);
    if !graph.reduce(most) {
        return false;
    }
    graph.build(&mut work);
    construct_ssa(&mut work);
    super::remove_dead(&mut work);
    *function = work;
    true
}

/// What depends on nothing is computed in the entry: copies of it would have to be recognised as the same.
fn hoist(function: &mut Function) {
    let mut hoisted = Vec::new();
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let (free, rest): (Vec<Inst>, Vec<Inst>) = insts.into_iter().partition(|&inst| {
            let data = &function.insts[inst];
            data.kind.is_pure() && data.kind.uses().is_empty() && data.guard.is_none()
        });
        hoisted.extend(free);
        function.blocks[block].insts = rest;
    }
    let entry = function.entry();
    function.blocks[entry].insts.splice(0..0, hoisted);
}

fn scalar(function: &mut Function, value: Value) -> Var {
    let data = &function.values[value];
    let name = data.name.clone().unwrap_or_else(|| format!("%{value}"));
    let ty = data.ty;
    function.vars.push(VarData { name, ty, shared: None })
}

/// Parameters of blocks become scalars, which are written on the way there.
fn params_to_scalars(function: &mut Function) {
    let mut passed: SecondaryMap<Block, Vec<Var>> = SecondaryMap::new();
    for block in function.order.clone() {
        let loc = function.blocks[block].term_loc;
        let params = std::mem::take(&mut function.blocks[block].params);
        let mut reads = Vec::new();
        for param in params {
            let var = scalar(function, param);
            passed[block].push(var);
            let inst = function.make_inst(InstKind::VarGet(var), &[], loc);
            function.insts[inst].results.push(param);
            function.values[param].def = ValueDef::Result(inst, 0);
            reads.push(inst);
        }
        function.blocks[block].insts.splice(0..0, reads);
    }
    for block in function.order.clone() {
        let loc = function.blocks[block].term_loc;
        let mut term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
        let alone = matches!(term, Terminator::Jump(_));
        for target in term.targets_mut() {
            let args = std::mem::take(&mut target.args);
            if args.is_empty() {
                continue;
            }
            let vars = passed[target.block].clone();
            // One of several ways gets a block of its own.
            let at = if alone { block } else { function.add_block(loc) };
            for (var, arg) in vars.into_iter().zip(args) {
                function.append(at, InstKind::VarSet(var, arg), &[], loc);
            }
            if !alone {
                function.blocks[at].term = Terminator::Jump(Target::new(target.block));
                target.block = at;
            }
        }
        function.blocks[block].term = term;
    }
}

/// Values that are used in another block than their own become scalars; those of the entry may be used everywhere.
fn values_to_scalars(function: &mut Function) {
    let entry = function.entry();
    let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            for &result in &function.insts[inst].results {
                home[result] = Some(block);
            }
        }
    }
    let mut vars: BTreeMap<Value, Var> = BTreeMap::new();
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
        let mut used: Vec<Value> = insts.iter().flat_map(|&inst| function.insts[inst].uses()).collect();
        used.extend(term.uses());
        used.retain(|&value| home[value] != Some(block) && home[value] != Some(entry));
        used.sort_unstable();
        used.dedup();
        let loc = function.blocks[block].term_loc;
        let mut reads = Vec::new();
        let mut by: BTreeMap<Value, Value> = BTreeMap::new();
        for value in used {
            let var = *vars.entry(value).or_insert_with(|| scalar(function, value));
            let ty = function.ty(value);
            let inst = function.make_inst(InstKind::VarGet(var), &[ty], loc);
            by.insert(value, function.insts[inst].results[0]);
            reads.push(inst);
        }
        let replace = |value: &mut Value| *value = by.get(value).copied().unwrap_or(*value);
        for &inst in &insts {
            function.insts[inst].for_each_use(replace);
        }
        term.for_each_use(replace);
        function.blocks[block].term = term;
        function.blocks[block].insts = reads.into_iter().chain(insts).collect();
    }
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            kept.push(inst);
            let loc = function.insts[inst].loc;
            for result in function.insts[inst].results.clone() {
                if let Some(&var) = vars.get(&result) {
                    kept.push(function.make_inst(InstKind::VarSet(var, result), &[], loc));
                }
            }
        }
        function.blocks[block].insts = kept;
    }
}

/// The graph, with copies.
struct Graph {
    /// What each node is a copy of; first all blocks themselves, the entry before all.
    of: Vec<Block>,
    /// Where each target of its terminator leads.
    succs: Vec<Vec<usize>>,
    /// How many instructions it has, and one more.
    weight: Vec<usize>,
}

impl Graph {
    fn of(function: &Function) -> Self {
        let mut number: SecondaryMap<Block, usize> = SecondaryMap::new();
        for (n, &block) in function.order.iter().enumerate() {
            number[block] = n;
        }
        let succs = function.order.iter().map(|&b| {
            let targets = function.blocks[b].term.targets();
            targets.iter().map(|target| number[target.block]).collect()
        });
        let weight = function.order.iter().map(|&b| function.blocks[b].insts.len() + 1);
        Self { of: function.order.clone(), succs: succs.collect(), weight: weight.collect() }
    }

    /// Splits until each cycle has one entry; false if that would copy more than this many instructions.
    fn reduce(&mut self, most: usize) -> bool {
        let mut left = most;
        let mut regions: Vec<BTreeSet<usize>> = vec![(0..self.of.len()).collect()];
        while let Some(region) = regions.pop() {
            for mut cycle in self.cycles(&region) {
                let entries = self.entries(&cycle);
                let rated = entries.iter().map(|&head| self.rated(&cycle, &entries, head));
                let Some((_, head, part)) = rated.min() else { continue };
                let cost: usize = part.iter().map(|&n| self.weight[n]).sum();
                if cost > left {
                    return false;
                }
                left -= cost;
                if !part.is_empty() {
                    regions.push(self.copy(&cycle, &part));
                }
                cycle.remove(&head);
                regions.push(cycle);
            }
        }
        true
    }

    /// How bad a choice of a head is, with it and the part that is copied. The entry of the function is the only choice; otherwise a good head leaves few
    /// blocks in inner cycles, as that of an outer loop does, and few to be copied.
    fn rated(
        &self,
        cycle: &BTreeSet<usize>,
        entries: &[usize],
        head: usize,
    ) -> ((bool, usize, usize), usize, BTreeSet<usize>) {
        let part = self.before(cycle, entries, head);
        let mut rest = cycle.clone();
        rest.remove(&head);
        let inner: usize = self.cycles(&rest).iter().map(BTreeSet::len).sum();
        let cost = part.iter().map(|&n| self.weight[n]).sum();
        ((head != 0 && cycle.contains(&0), inner, cost), head, part)
    }

    /// The strongly connected components of a region that have a cycle, by their least nodes.
    fn cycles(&self, region: &BTreeSet<usize>) -> Vec<BTreeSet<usize>> {
        let mut back: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for &node in region {
            for &succ in self.succs[node].iter().filter(|s| region.contains(s)) {
                back.entry(succ).or_default().push(node);
            }
        }
        // Kosaraju: by the order in which a search leaves the nodes, then against the edges.
        let (mut left, mut seen) = (Vec::new(), BTreeSet::new());
        for &start in region {
            let mut stack = vec![(start, 0)];
            if !seen.insert(start) {
                continue;
            }
            while let Some((node, next)) = stack.last_mut() {
                match self.succs[*node].get(*next) {
                    Some(&succ) => {
                        *next += 1;
                        if region.contains(&succ) && seen.insert(succ) {
                            stack.push((succ, 0));
                        }
                    }
                    None => {
                        left.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        let (mut taken, mut all) = (BTreeSet::new(), Vec::new());
        for &start in left.iter().rev() {
            let mut open = vec![start];
            let mut component = BTreeSet::new();
            while let Some(node) = open.pop() {
                if taken.insert(node) {
                    component.insert(node);
                    open.extend(back.get(&node).into_iter().flatten());
                }
            }
            let first = component.first().copied();
            if component.len() > 1 || first.is_some_and(|n| self.succs[n].contains(&n)) {
                all.push(component);
            }
        }
        all
    }

    /// The nodes of a cycle that are entered from elsewhere.
    fn entries(&self, cycle: &BTreeSet<usize>) -> Vec<usize> {
        let mut entries: BTreeSet<usize> = cycle.iter().copied().filter(|&n| n == 0).collect();
        for node in (0..self.of.len()).filter(|n| !cycle.contains(n)) {
            entries.extend(self.succs[node].iter().filter(|s| cycle.contains(s)));
        }
        entries.into_iter().collect()
    }

    /// The part of a cycle that its other entries reach before `head`.
    fn before(&self, cycle: &BTreeSet<usize>, entries: &[usize], head: usize) -> BTreeSet<usize> {
        let mut open: Vec<usize> = entries.iter().copied().filter(|&e| e != head).collect();
        let mut part = BTreeSet::new();
        while let Some(node) = open.pop() {
            if part.insert(node) {
                open.extend(self.succs[node].iter().filter(|&&s| s != head && cycle.contains(&s)));
            }
        }
        part
    }

    /// Copies a part of a cycle and returns the copy; edges from outside lead to it.
    fn copy(&mut self, cycle: &BTreeSet<usize>, part: &BTreeSet<usize>) -> BTreeSet<usize> {
        let first = self.of.len();
        let copies: BTreeMap<usize, usize> =
            part.iter().enumerate().map(|(n, &node)| (node, first + n)).collect();
        for node in (0..first).filter(|n| !cycle.contains(n)) {
            for succ in &mut self.succs[node] {
                *succ = copies.get(succ).copied().unwrap_or(*succ);
            }
        }
        for &node in part {
            let succs =
                self.succs[node].iter().map(|succ| copies.get(succ).copied().unwrap_or(*succ)).collect();
            self.of.push(self.of[node]);
            self.succs.push(succs);
            self.weight.push(self.weight[node]);
        }
        copies.into_values().collect()
    }

    /// Makes the copies, and leads the jumps to where they go now.
    fn build(&self, function: &mut Function) {
        let originals = function.order.len();
        let mut blocks: Vec<Block> = function.order.clone();
        for &of in &self.of[originals..] {
            let copy = copied(function, of);
            blocks.push(copy);
        }
        for (node, &block) in blocks.iter().enumerate() {
            for (target, &succ) in
                function.blocks[block].term.targets_mut().into_iter().zip(&self.succs[node])
            {
                target.block = blocks[succ];
            }
        }
        // A copy comes after its original.
        let mut place: SecondaryMap<Block, usize> = SecondaryMap::new();
        for (node, &block) in blocks[..originals].iter().enumerate() {
            place[block] = node;
        }
        let mut order: Vec<(usize, usize)> =
            self.of.iter().enumerate().map(|(n, &of)| (place[of], n)).collect();
        order.sort_unstable();
        function.order = order.into_iter().map(|(_, node)| blocks[node]).collect();
    }
}

/// A copy of a block, whose values are used in it only.
fn copied(function: &mut Function, of: Block) -> Block {
    let data = function.blocks[of].clone();
    let block = function.add_block(data.term_loc);
    let mut by: BTreeMap<Value, Value> = BTreeMap::new();
    for &inst in &data.insts {
        let mut new = function.insts[inst].clone();
        new.for_each_use(|value| *value = by.get(value).copied().unwrap_or(*value));
        let number = function.insts.next_key();
        for (n, result) in new.results.iter_mut().enumerate() {
            let mut value = function.values[*result].clone();
            value.def = ValueDef::Result(number, n as u16);
            let value = function.values.push(value);
            by.insert(*result, value);
            *result = value;
        }
        let number = function.insts.push(new);
        function.blocks[block].insts.push(number);
    }
    let mut term = data.term;
    term.for_each_use(|value| *value = by.get(value).copied().unwrap_or(*value));
    function.blocks[block].term = term;
    function.blocks[block].name = data.name;
    block
}
