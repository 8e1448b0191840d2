//! Inlining: device functions disappear into the kernel before any method sees it.
//!
//! Arguments and results are passed in slots, so a callee's argument slots simply *are* the caller's.
//! Each inlined instruction's location ends in the call site.

use crate::entity::{Block, Entity, Func, Inst, LocId, SecondaryMap, Slot, Value, Var};
use crate::inst::{Base, Callee, InstKind, Target, Terminator};
use crate::module::{Function, Module, ValueDef};
use std::fmt;

/// Why a kernel cannot be inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InlineError {
    /// Functions that call each other in a circle: their names in call order, the first one repeated
    /// at the end, and where the call that closes the circle is.
    Recursion {
        /// The names around the circle.
        cycle: Vec<String>,
        /// The closing call.
        loc: LocId,
    },
    /// A call passes another number of arguments or results than the function takes.
    Arity {
        /// The callee.
        callee: String,
        /// The call.
        loc: LocId,
    },
}

impl fmt::Display for InlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recursion { cycle, .. } => write!(
                f,
                "recursion: {}; raddle inlines every call, so rewrite the recursion as a loop",
                cycle.join(" calls ")
            ),
            Self::Arity { callee, .. } => {
                write!(f, "the call of `{callee}` does not have the parameters that its definition has")
            }
        }
    }
}

impl std::error::Error for InlineError {}

/// A copy of `func` into which every function with a body that it calls, directly or not, is inlined.
///
/// # Errors
/// Recursion, and calls that do not fit their callee.
pub fn inline(module: &mut Module, func: Func) -> Result<Function, InlineError> {
    let mut inliner = Inliner { module, done: SecondaryMap::new(), active: Vec::new() };
    inliner.flatten(func)?;
    Ok(inliner.done[func].take().expect("flattened"))
}

struct Inliner<'m> {
    module: &'m mut Module,
    done: SecondaryMap<Func, Option<Function>>,
    active: Vec<Func>,
}

impl Inliner<'_> {
    /// Puts the flattened form of `func` into `done`.
    fn flatten(&mut self, func: Func) -> Result<(), InlineError> {
        if self.done[func].is_some() {
            return Ok(());
        }
        self.active.push(func);
        let mut function = self.module.functions[func].clone();
        for call in calls(self.module, &function) {
            let loc = function.insts[call.inst].loc;
            if let Some(from) = self.active.iter().position(|&f| f == call.callee) {
                let circle = self.active[from..].iter().chain([&call.callee]);
                let cycle = circle.map(|&f| self.module.functions[f].name.clone()).collect();
                return Err(InlineError::Recursion { cycle, loc });
            }
            self.flatten(call.callee)?;
            let callee = self.done[call.callee].take().expect("flattened");
            let fits = callee.arg_slots.len() == call.args.len() && callee.ret_slots.len() == call.rets.len();
            if !fits {
                return Err(InlineError::Arity { callee: callee.name, loc });
            }
            splice(self.module, &mut function, &callee, &call);
            self.done[call.callee] = Some(callee);
        }
        self.active.pop();
        self.done[func] = Some(function);
        Ok(())
    }
}

/// A call of a function with a body.
struct Call {
    inst: Inst,
    callee: Func,
    args: Vec<Slot>,
    rets: Vec<Slot>,
}

fn calls(module: &Module, function: &Function) -> Vec<Call> {
    let mut found = Vec::new();
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            let InstKind::Call { callee, args, rets } = &function.insts[inst].kind else { continue };
            let callee = match callee {
                Callee::Func(f) => *f,
                Callee::Indirect { target, .. } => match function.def_inst(*target).map(|d| &d.kind) {
                    Some(InstKind::FuncAddr(f)) => *f,
                    _ => continue,
                },
                Callee::External(_) => continue,
            };
            if !module.functions[callee].is_declaration() {
                found.push(Call { inst, callee, args: args.clone(), rets: rets.clone() });
            }
        }
    }
    found
}

/// Replaces the call by the callee's blocks.
fn splice(module: &mut Module, caller: &mut Function, callee: &Function, call: &Call) {
    let site = caller.insts[call.inst].loc;
    let (block, at) = find(caller, call.inst);
    let rest = split(caller, block, at);

    let mut slots: SecondaryMap<Slot, Option<Slot>> = SecondaryMap::new();
    let passed = callee.arg_slots.iter().zip(&call.args).chain(callee.ret_slots.iter().zip(&call.rets));
    for (&inner, &outer) in passed {
        slots[inner] = Some(outer);
    }
    for (slot, object) in callee.slots.iter() {
        if slots[slot].is_none() {
            slots[slot] = Some(caller.slots.push(object.clone()));
        }
    }
    let vars: Vec<Var> = callee.vars.values().map(|v| caller.vars.push(v.clone())).collect();
    let first_value = caller.values.len();
    let first_inst = caller.insts.len();
    let first_block = caller.blocks.len();
    let value = |v: Value| Value::new(first_value + v.index());
    let inst = |i: Inst| Inst::new(first_inst + i.index());
    let block_of = |b: Block| Block::new(first_block + b.index());

    for data in callee.values.values() {
        let mut data = data.clone();
        data.def = match data.def {
            ValueDef::Result(i, n) => ValueDef::Result(inst(i), n),
            ValueDef::Param(b, n) => ValueDef::Param(block_of(b), n),
        };
        caller.values.push(data);
    }
    for data in callee.insts.values() {
        let mut data = data.clone();
        data.for_each_use(|v| *v = value(*v));
        data.results.iter_mut().for_each(|v| *v = value(*v));
        data.loc = module.sources.inline(data.loc, site);
        rebase(&mut data.kind, &slots, &vars);
        caller.insts.push(data);
    }
    for data in callee.blocks.values() {
        let mut data = data.clone();
        data.params.iter_mut().for_each(|v| *v = value(*v));
        data.insts.iter_mut().for_each(|i| *i = inst(*i));
        data.term.for_each_use(|v| *v = value(*v));
        for target in data.term.targets_mut() {
            target.block = block_of(target.block);
        }
        if data.term == Terminator::Return {
            data.term = Terminator::Jump(Target::new(rest));
        }
        data.term_loc = module.sources.inline(data.term_loc, site);
        caller.blocks.push(data);
    }
    caller.blocks[block].term = Terminator::Jump(Target::new(block_of(callee.entry())));
    caller.blocks[block].term_loc = site;
    let place = caller.order.iter().position(|&b| b == rest).expect("in order");
    caller.order.splice(place..place, callee.order.iter().map(|&b| block_of(b)));
}

/// The block and place of a listed instruction.
fn find(function: &Function, inst: Inst) -> (Block, usize) {
    let place = |&b: &Block| Some((b, function.blocks[b].insts.iter().position(|&i| i == inst)?));
    function.order.iter().find_map(place).expect("the call is listed")
}

/// Ends `block` before the instruction at `at`, which is dropped; what follows it moves to a new block.
fn split(function: &mut Function, block: Block, at: usize) -> Block {
    let loc = function.blocks[block].term_loc;
    let rest = function.add_block(loc);
    function.order.pop();
    let place = function.order.iter().position(|&b| b == block).expect("in order");
    function.order.insert(place + 1, rest);
    let tail = function.blocks[block].insts.split_off(at);
    function.blocks[rest].insts = tail[1..].to_vec();
    function.blocks[rest].term = std::mem::replace(&mut function.blocks[block].term, Terminator::Unreachable);
    rest
}

fn rebase(kind: &mut InstKind, slots: &SecondaryMap<Slot, Option<Slot>>, vars: &[Var]) {
    let slot = |s: Slot| slots[s].expect("every slot of the callee has one in the caller");
    let base = |b: &mut Base| {
        if let Base::Slot(s) = b {
            *s = slot(*s);
        }
    };
    if let Some(address) = kind.address_mut() {
        base(&mut address.base);
    }
    match kind {
        InstKind::AddrOf { base: b, .. } => base(b),
        InstKind::VarGet(var) | InstKind::VarSet(var, _) => *var = vars[var.index()],
        InstKind::Call { args, rets, .. } => args.iter_mut().chain(rets).for_each(|s| *s = slot(*s)),
        _ => {}
    }
}
