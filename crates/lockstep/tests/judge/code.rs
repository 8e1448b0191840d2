//! Kernels of the paper's language, ready to be executed: instructions over byte-sized slots of a thread.
//!
//! Values take one byte: `i1` and `i8`, and larger types as long as their values are small. The domain of `havoc` and of
//! initial shared stores is 0..D.

use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::*;

/// What an instruction does to a thread and to the shared store.
#[derive(Clone, Debug)]
pub enum Op {
    Const(u8),
    Pure { op: PureOp, ty: Type, operand: Type, args: Vec<usize> },
    Havoc(Type),
    Tid,
    Get(usize),
    Set(usize, usize),
    Read(Place),
    Write(Place, usize),
    Assume(usize),
    Assert(usize),
    Barrier,
}

/// A shared variable: the one with this number, or the cell of an array with this first cell and the index in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    first: usize,
    index: Option<usize>,
}

impl Place {
    pub fn cell(self, slots: &[u8]) -> usize {
        self.first + self.index.map_or(0, |slot| usize::from(slots[slot]))
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Step {
    pub op: Op,
    /// The slot of the result.
    pub dst: usize,
    /// The instruction's own guard: slot and the truth that enables.
    pub guard: Option<(usize, bool)>,
}

/// A way out: target, assignments of parameters, and the terminator's condition.
#[derive(Clone, Debug)]
pub struct Way {
    pub to: Option<Block>,
    pub copies: Vec<(usize, usize)>,
    pub when: (Test, usize, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    Always,
    Equal,
    AtLeast,
}

/// A kernel for a number of threads and a domain.
pub struct Code {
    pub threads: usize,
    pub domain: u8,
    pub shared: usize,
    /// Slots of a thread: values, then mutable scalars.
    pub slots: usize,
    /// The slots of private mutable scalars: the paper's V_p.
    pub private: Vec<usize>,
    pub steps: SecondaryMap<Inst, Option<Step>>,
    pub blocks: SecondaryMap<Block, Vec<Inst>>,
    pub ways: SecondaryMap<Block, Vec<Way>>,
    pub is_trap: SecondaryMap<Block, bool>,
    /// The slots of values that are used in the block of their definition only.
    pub temps: SecondaryMap<Block, Vec<usize>>,
    pub entry: Block,
    pub loops: Loops,
}

impl Code {
    /// `cells`: how many shared variables there are, the cells of an array after the scalars.
    pub fn new(function: &Function, threads: usize, domain: u8, cells: usize) -> Self {
        let var_slot = |var: Var| function.values.len() + var.index();
        let slot = |value: Value| value.index();
        let cfg = Cfg::new(function);
        let mut code = Self {
            threads,
            domain,
            shared: cells,
            slots: function.values.len() + function.vars.len(),
            private: function
                .vars
                .iter()
                .filter(|(_, v)| v.shared.is_none())
                .map(|(var, _)| var_slot(var))
                .collect(),
            steps: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            ways: SecondaryMap::new(),
            is_trap: SecondaryMap::new(),
            temps: SecondaryMap::new(),
            entry: function.entry(),
            loops: Loops::new(&cfg, &Dominators::new(&cfg)),
        };
        for &block in cfg.rpo() {
            let data = &function.blocks[block];
            code.blocks[block] = data.insts.clone();
            for &inst in &data.insts {
                code.steps[inst] = Some(step(function, inst, &slot, &var_slot));
            }
            code.ways[block] = ways(function, block);
            code.is_trap[block] = matches!(data.term, Terminator::Trap | Terminator::Unreachable);
            code.temps[block] = temps(function, &cfg, block);
        }
        code
    }

    /// Evaluates a pure operation; what has no defined result is 0.
    pub fn pure(op: PureOp, ty: Type, operand: Type, args: &[usize], slots: &[u8]) -> u8 {
        let mut values = [0; 4];
        for (value, &slot) in values.iter_mut().zip(args) {
            *value = u64::from(slots[slot]);
        }
        eval64(op, ty, operand, &values[..args.len()]).unwrap_or(0) as u8
    }

    /// The values that `havoc` may give.
    pub fn havoc(&self, ty: Type) -> std::ops::Range<u8> {
        0..if ty == Type::I1 { 2 } else { self.domain }
    }

    pub fn holds(test: (Test, usize, u8), slots: &[u8]) -> bool {
        let (test, slot, number) = test;
        match test {
            Test::Always => true,
            Test::Equal => slots[slot] == number,
            Test::AtLeast => slots[slot] >= number,
        }
    }
}

fn step(
    function: &Function,
    inst: Inst,
    slot: &impl Fn(Value) -> usize,
    var_slot: &impl Fn(Var) -> usize,
) -> Step {
    let data = &function.insts[inst];
    let ty = data.results.first().map_or(Type::I1, |&r| function.ty(r));
    let op = match &data.kind {
        InstKind::Const(bits) => Op::Const(*bits as u8),
        InstKind::Pure { op, args } => {
            let operand = function.ty(args[usize::from(*op == PureOp::Select)]);
            Op::Pure { op: *op, ty, operand, args: args.iter().map(|&a| slot(a)).collect() }
        }
        InstKind::Havoc | InstKind::Uninitialised => Op::Havoc(ty),
        InstKind::Special(Special::Tid(0)) => Op::Tid,
        InstKind::VarGet(var) => match function.vars[*var].shared {
            Some(n) => Op::Read(Place { first: n as usize, index: None }),
            None => Op::Get(var_slot(*var)),
        },
        InstKind::VarSet(var, value) => match function.vars[*var].shared {
            Some(n) => Op::Write(Place { first: n as usize, index: None }, slot(*value)),
            None => Op::Set(var_slot(*var), slot(*value)),
        },
        InstKind::Load { addr, .. } => Op::Read(array(function, addr, slot)),
        InstKind::Store { addr, values, .. } => Op::Write(array(function, addr, slot), slot(values[0])),
        InstKind::Assume(value) => Op::Assume(slot(*value)),
        InstKind::Assert(value) => Op::Assert(slot(*value)),
        InstKind::Barrier(_) => Op::Barrier,
        other => panic!("the paper's language has no {other:?}"),
    };
    let guard = data.guard.map(|g| (slot(g.value), !g.negated));
    Step { op, dst: data.results.first().map_or(usize::MAX, |&r| slot(r)), guard }
}

/// An element of the only array, of one-byte elements, which lies after the shared scalars.
fn array(function: &Function, addr: &Address, slot: &impl Fn(Value) -> usize) -> Place {
    let scalars = function.vars.values().filter(|v| v.shared.is_some()).count();
    Place { first: scalars + addr.offset as usize, index: addr.index.map(slot) }
}

fn ways(function: &Function, block: Block) -> Vec<Way> {
    let term = &function.blocks[block].term;
    let whens: Vec<(Test, usize, u8)> = match term {
        Terminator::Branch { cond, .. } => {
            vec![(Test::Equal, cond.index(), 1), (Test::Equal, cond.index(), 0)]
        }
        Terminator::Switch { value, targets, .. } => (0..targets.len() as u8)
            .map(|n| (Test::Equal, value.index(), n))
            .chain([(Test::AtLeast, value.index(), targets.len() as u8)])
            .collect(),
        _ => vec![(Test::Always, 0, 0); term.targets().len()],
    };
    if term.targets().is_empty() {
        return vec![Way { to: None, copies: Vec::new(), when: (Test::Always, 0, 0) }];
    }
    let way = |(target, when): (&Target, (Test, usize, u8))| {
        let params = &function.blocks[target.block].params;
        let copies = params.iter().zip(&target.args).map(|(p, a)| (p.index(), a.index())).collect();
        Way { to: Some(target.block), copies, when }
    };
    term.targets().into_iter().zip(whens).map(way).collect()
}

/// Values defined in the block and used nowhere else.
fn temps(function: &Function, cfg: &Cfg, block: Block) -> Vec<usize> {
    let mut outside: SecondaryMap<Value, bool> = SecondaryMap::new();
    for &other in cfg.rpo().iter().filter(|&&b| b != block) {
        let data = &function.blocks[other];
        let uses = data.insts.iter().flat_map(|&i| function.insts[i].uses()).chain(data.term.uses());
        uses.for_each(|v| outside[v] = true);
    }
    let insts = function.blocks[block].insts.iter();
    let results = insts.flat_map(|&i| function.insts[i].results.iter().copied());
    results.filter(|&v| !outside[v]).map(|v| v.index()).collect()
}
