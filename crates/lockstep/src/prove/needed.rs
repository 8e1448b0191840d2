//! Which values matter: those that addresses, guards, branches and assertions are computed from.
//!
//! What a kernel computes with its data is rarely asked: of a matrix product the indices matter and the sums do not. So a walk
//! evaluates only the values found here, and follows the contents only of memory that such a value is loaded from.

use raddle_ir::contracts::{self, About};
use raddle_ir::{Block, Function, Inst, InstKind, Module, SecondaryMap, Terminator, Value, ValueDef};
use raddle_symbolic::Region;
use std::collections::{BTreeMap, BTreeSet};

/// The values that matter, and the regions whose contents do.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    values: SecondaryMap<Value, bool>,
    contents: BTreeSet<Region>,
}

impl Needed {
    /// What a kernel's control, addresses and assertions depend on.
    #[must_use]
    pub fn new(module: &Module, function: &Function) -> Self {
        Self::of(module, function, true, &BTreeSet::new())
    }

    /// The same, and what these instructions write.
    #[must_use]
    pub fn and_written(module: &Module, function: &Function, by: &BTreeSet<Inst>) -> Self {
        Self::of(module, function, true, by)
    }

    /// What its control depends on.
    #[must_use]
    pub fn control(module: &Module, function: &Function) -> Self {
        Self::of(module, function, false, &BTreeSet::new())
    }

    fn of(module: &Module, function: &Function, addresses: bool, by: &BTreeSet<Inst>) -> Self {
        let mut passed: BTreeMap<Block, Vec<&[Value]>> = BTreeMap::new();
        let mut work: Vec<Value> = Vec::new();
        let mut stores: BTreeMap<Region, Vec<Value>> = BTreeMap::new();
        let mut sets: BTreeMap<raddle_ir::Var, Vec<Value>> = BTreeMap::new();
        for &block in &function.order {
            let data = &function.blocks[block];
            for target in data.term.targets() {
                passed.entry(target.block).or_default().push(&target.args);
            }
            if let Terminator::Branch { cond: on, .. } | Terminator::Switch { value: on, .. } = &data.term {
                work.push(*on);
            }
            for &inst in &data.insts {
                writes(module, function, inst, &mut stores, &mut sets);
                if addresses {
                    roots(function, inst, &mut work);
                } else if let InstKind::Assume(value) = &function.insts[inst].kind {
                    // It decides which way a `goto` takes.
                    work.push(*value);
                }
            }
        }
        for &inst in by {
            if let InstKind::Store { values, .. } = &function.insts[inst].kind {
                work.extend(values.iter().copied());
            }
        }
        let mut needed = Self::default();
        while let Some(value) = work.pop() {
            if std::mem::replace(&mut needed.values[value], true) {
                continue;
            }
            let inst = match function.values[value].def {
                ValueDef::Param(block, number) => {
                    let args = passed.get(&block).into_iter().flatten();
                    work.extend(args.filter_map(|args| args.get(usize::from(number))));
                    continue;
                }
                ValueDef::Result(inst, _) => inst,
            };
            let data = &function.insts[inst];
            // It matters where the log is kept, not what lies there.
            match contracts::about(function, inst) {
                Some(About::Log(..)) => continue,
                // What was found matters, and where.
                Some(About::Taken(load)) => {
                    work.extend(atomics(function));
                    work.extend(function.insts[load].kind.address().and_then(|addr| addr.index));
                    work.extend(data.uses().last());
                    continue;
                }
                _ => {}
            }
            work.extend(data.uses());
            let region = match &data.kind {
                InstKind::Load { addr, .. } => Region::of(module, function, addr),
                InstKind::VarGet(var) => {
                    work.extend(sets.get(var).into_iter().flatten());
                    match function.vars[*var].shared {
                        Some(scalar) => Region::Scalar(scalar),
                        None => continue,
                    }
                }
                _ => continue,
            };
            if needed.contents.insert(region) {
                work.extend(stores.get(&region).into_iter().flatten());
            }
        }
        needed
    }

    /// Does a value matter?
    #[must_use]
    pub fn value(&self, value: Value) -> bool {
        self.values[value]
    }

    /// Does it matter what a region holds?
    #[must_use]
    pub fn content(&self, region: Region) -> bool {
        self.contents.contains(&region)
    }
}

/// What an instruction needs whoever uses its results.
fn roots(function: &Function, inst: Inst, work: &mut Vec<Value>) {
    let data = &function.insts[inst];
    if !data.kind.is_removable() {
        work.extend(data.guard.map(|g| g.value));
    }
    work.extend(data.kind.address().and_then(|a| a.index));
    match &data.kind {
        InstKind::Assume(value)
        | InstKind::Assert(value)
        | InstKind::SpecEnd(_, value)
        | InstKind::WarpSync(value) => work.push(*value),
        InstKind::Barrier(barrier) => work.extend([barrier.id].into_iter().chain(barrier.count)),
        _ => {}
    }
}

/// What atomics find.
fn atomics(function: &Function) -> impl Iterator<Item = Value> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let of = |&inst: &Inst| match function.insts[inst].kind {
        InstKind::Atomic { .. } => function.insts[inst].results.to_vec(),
        _ => Vec::new(),
    };
    insts.flat_map(of)
}

/// What is written where.
fn writes(
    module: &Module,
    function: &Function,
    inst: Inst,
    stores: &mut BTreeMap<Region, Vec<Value>>,
    sets: &mut BTreeMap<raddle_ir::Var, Vec<Value>>,
) {
    match &function.insts[inst].kind {
        InstKind::Store { addr, values, .. } => {
            stores.entry(Region::of(module, function, addr)).or_default().extend(values.iter().copied());
        }
        InstKind::VarSet(var, value) => sets.entry(*var).or_default().push(*value),
        _ => {}
    }
}
