//! Calls through pointers whose target is not one known function: one direct call for each possible target.
//!
//! The pointer is compared with the address of each; after the last comparison comes a [stray call](InstKind::stray_call), for a pointer
//! that matches none. The possible targets of a pointer are
//!
//! - the functions and numbers among which branches and selections of the kernel choose it;
//! - else the functions that PTX lists at the call (`.calltargets`);
//! - else each function whose address the module takes somewhere, if its parameters match the call.
//!
//! A target that cannot be inlined keeps a call through the pointer, which no method follows: one without a body, or one through
//! which the call itself was reached. A recursion that the kernel certainly enters has one known target and is an error.

use super::super::externs::{LARGEST, element};
use super::{Flat, Inliner, end_block, fit};
use crate::entity::{Block, Func, Inst, LocId, Slot, Value};
use crate::inst::{Access, Address, Base, Callee, InstKind, Target, Terminator, Values};
use crate::module::{BlockData, Function, FunctionKind, Module, RelocationTarget, ValueDef};
use crate::op::{IntCond, PureOp};
use crate::types::{Space, Type};
use std::collections::BTreeSet;

/// A pointer is compared with at most this many functions.
const MOST_CALLEES: usize = 16;

/// A kernel that would have more instructions by such a call keeps the call.
const MOST_GROWN: usize = 50_000;

/// Limit on values searched for the alternatives of a pointer.
const MOST_LOOKED: usize = 256;

/// What stands in tables of virtual functions for those that are not there: who calls it has strayed (Itanium C++ ABI, 3.2.6).
const NONE: [&str; 2] = ["__cxa_pure_virtual", "__cxa_deleted_virtual"];

/// Where a call through a pointer may go.
struct Callees {
    /// To these, each with whether it can be inlined.
    functions: Vec<(Func, bool)>,
    /// To what is none of them?
    strays: bool,
}

impl Inliner {
    /// Makes of each call through a pointer one for each function that it may go to. True if there was one.
    pub(in crate::passes) fn choose(&mut self, module: &mut Module, func: Func, flat: &mut Flat) -> bool {
        let of = &flat.function;
        let is_open = |&inst: &Inst| indirect(of, inst).is_some() && !flat.kept.contains(&inst);
        if !of.order.iter().flat_map(|&block| of.blocks[block].insts.iter()).any(is_open) {
            return false;
        }
        self.active = vec![func];
        let taken = taken(module);
        let mut found = false;
        let old_order = std::mem::take(&mut flat.function.order);
        // The edges give the alternatives of a value.
        flat.function.order.clone_from(&old_order);
        let mut order = Vec::with_capacity(old_order.len());
        for block in old_order {
            order.push(block);
            let insts = std::mem::take(&mut flat.function.blocks[block].insts);
            let (mut here, mut kept) = (block, Vec::with_capacity(insts.len()));
            for inst in insts {
                let Some(callees) = self.callees(module, flat, inst, &taken) else {
                    kept.push(inst);
                    continue;
                };
                found = true;
                let rest = end_block(&mut flat.function, here, &mut kept);
                fan_out(flat, inst, &callees, (here, rest), &mut order);
                order.push(rest);
                here = rest;
            }
            flat.function.blocks[here].insts = kept;
        }
        flat.function.order = order;
        self.active.clear();
        found
    }

    /// Where a call through a pointer may go; none for other instructions, and for calls that are kept.
    fn callees(
        &mut self,
        module: &mut Module,
        flat: &mut Flat,
        inst: Inst,
        taken: &BTreeSet<Func>,
    ) -> Option<Callees> {
        let (target, listed) = indirect(&flat.function, inst)?;
        if flat.kept.contains(&inst) {
            return None;
        }
        let callees = self.find(module, flat, inst, (target, &listed), taken);
        if callees.is_none() {
            flat.kept.insert(inst);
        }
        callees
    }

    fn find(
        &mut self,
        module: &mut Module,
        flat: &Flat,
        inst: Inst,
        (target, listed): (Value, &[Func]),
        taken: &BTreeSet<Func>,
    ) -> Option<Callees> {
        let caller = &flat.function;
        let InstKind::Call { args, rets, .. } = &caller.insts[inst].kind else { return None };
        if Some(caller.ty(target)) != Type::int(module.address_bits) {
            return None;
        }
        let chosen = chosen(caller, target);
        let strays = chosen.as_ref().is_none_or(|chosen| chosen.numbers);
        let (is_chosen, among) = match chosen {
            Some(chosen) => (true, chosen.functions),
            None if !listed.is_empty() => (false, listed.iter().copied().collect()),
            None => (false, taken.clone()),
        };
        let mut functions = Vec::new();
        let mut size = caller.insts.len();
        for func in among {
            let callee = &module.functions[func];
            let fits =
                fit(callee, &callee.arg_slots, caller, args) && fit(callee, &callee.ret_slots, caller, rets);
            let is_none = NONE.contains(&callee.name.as_str());
            if (is_none || !fits && !callee.is_declaration()) && !is_chosen {
                continue;
            }
            let device = callee.kind == FunctionKind::Device && !callee.is_declaration();
            let again = self.active.contains(&func)
                || flat.through.get(&inst).is_some_and(|through| through.contains(&func));
            let inner = if fits && device && !again { self.size(module, func) } else { None };
            size += inner.unwrap_or(0);
            functions.push((func, inner.is_some()));
        }
        // The target is unknown, or one of several numbers: certainly a mistake, but a run has to show which.
        let none = functions.is_empty() && caller.as_const(target).is_none();
        (!none && functions.len() <= MOST_CALLEES && size <= MOST_GROWN)
            .then_some(Callees { functions, strays })
    }

    /// How many instructions a function has, flat; none if it cannot be made so.
    fn size(&mut self, module: &mut Module, func: Func) -> Option<usize> {
        let depth = self.active.len();
        match self.flatten(module, func) {
            Ok(()) => self.done.get(&func).map(|flat| flat.function.insts.len()),
            Err(_) => {
                self.active.truncate(depth);
                None
            }
        }
    }
}

/// The pointer of a call, and what PTX says of where it goes.
fn indirect(function: &Function, inst: Inst) -> Option<(Value, Vec<Func>)> {
    match &function.insts[inst].kind {
        InstKind::Call { callee: Callee::Indirect { target, candidates }, .. } => {
            Some((*target, candidates.clone()))
        }
        _ => None,
    }
}

/// The functions whose addresses are taken somewhere in the module.
fn taken(module: &Module) -> BTreeSet<Func> {
    let mut taken = BTreeSet::new();
    for function in module.functions.values() {
        for &inst in function.order.iter().flat_map(|&block| &function.blocks[block].insts) {
            if let InstKind::FuncAddr(func) = function.insts[inst].kind {
                taken.insert(func);
            }
        }
    }
    let inits = module.objects.values().filter_map(|object| object.init.as_ref());
    for relocation in inits.flat_map(|init| &init.relocations) {
        if let RelocationTarget::Func(func) = relocation.target {
            taken.insert(func);
        }
    }
    taken
}

/// What a pointer is chosen from.
#[derive(Default)]
struct Chosen {
    functions: BTreeSet<Func>,
    /// Numbers too?
    numbers: bool,
}

/// What a value is chosen from by branches and selections, where that is functions and numbers only.
fn chosen(function: &Function, value: Value) -> Option<Chosen> {
    let mut chosen = Chosen::default();
    let (mut open, mut seen) = (vec![value], BTreeSet::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        if seen.len() > MOST_LOOKED {
            return None;
        }
        match function.values[value].def {
            ValueDef::Param(block, nth) => {
                if block == function.entry() {
                    return None;
                }
                let targets = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
                let entering = targets.filter(|target| target.block == block);
                open.extend(entering.filter_map(|target| target.args.get(nth as usize)));
            }
            ValueDef::Result(inst, _) => match &function.insts[inst].kind {
                InstKind::FuncAddr(func) => {
                    chosen.functions.insert(*func);
                }
                InstKind::Const(_) => chosen.numbers = true,
                InstKind::Pure { op: PureOp::Select, args } => open.extend(&args[1..]),
                _ => return None,
            },
        }
    }
    Some(chosen)
}

/// Puts comparisons and calls between the end of a block and the rest of what it was.
fn fan_out(
    flat: &mut Flat,
    inst: Inst,
    callees: &Callees,
    (here, rest): (Block, Block),
    order: &mut Vec<Block>,
) {
    let through = flat.through.remove(&inst);
    let function = &mut flat.function;
    let data = function.insts[inst].clone();
    let InstKind::Call { callee: Callee::Indirect { target, .. }, args, rets } = data.kind.clone() else {
        return;
    };
    let (loc, ty) = (data.loc, function.ty(target));
    let mut new_block = |function: &mut Function| {
        let (params, insts) = (Default::default(), Vec::new());
        let term = Terminator::Jump(Target::new(rest));
        let block = function.blocks.push(BlockData { name: None, params, insts, term, term_loc: loc });
        order.push(block);
        block
    };
    let mut at = new_block(function);
    let (into, past) = (Target::new(at), Target::new(rest));
    function.blocks[here].term = match data.guard {
        None => Terminator::Jump(into),
        Some(g) if g.negated => Terminator::Branch { cond: g.value, then: past, other: into },
        Some(g) => Terminator::Branch { cond: g.value, then: into, other: past },
    };
    function.blocks[here].term_loc = loc;
    for (n, &(func, is_inlined)) in callees.functions.iter().enumerate() {
        let is_last = n + 1 == callees.functions.len() && !callees.strays;
        let goes = if is_last {
            at
        } else {
            let address = function.append1(at, InstKind::FuncAddr(func), ty, loc);
            let (op, args) = (PureOp::Icmp(IntCond::Eq), Values::from_slice(&[target, address]));
            let cond = function.append1(at, InstKind::Pure { op, args }, Type::I1, loc);
            let (goes, next) = (new_block(function), new_block(function));
            let (then, other) = (Target::new(goes), Target::new(next));
            function.blocks[at].term = Terminator::Branch { cond, then, other };
            at = next;
            goes
        };
        let callee = match is_inlined {
            true => Callee::Func(func),
            false => Callee::Indirect { target, candidates: vec![func] },
        };
        let kind = InstKind::Call { callee, args: args.clone(), rets: rets.clone() };
        let call = function.append(goes, kind, &[], loc);
        if !is_inlined {
            flat.kept.insert(call);
        }
        if let Some(through) = &through {
            flat.through.insert(call, through.clone());
        }
    }
    if callees.strays {
        function.append(at, InstKind::stray_call(target), &[], loc);
        for &slot in &rets {
            no_result(function, at, slot, loc);
        }
    }
}

/// Fills the slot of a result that no thread reaches.
fn no_result(function: &mut Function, block: Block, slot: Slot, loc: LocId) {
    let ty = element(function, slot);
    let size = function.slots[slot].size.unwrap_or(0).min(LARGEST);
    let zero = function.append1(block, InstKind::Const(0), ty, loc);
    for at in (0..size).step_by(ty.bytes() as usize) {
        let space = match function.slots[slot].space {
            Space::Local => Space::Local,
            _ => Space::Param,
        };
        let addr = Address { space, base: Base::Slot(slot), index: None, offset: at as i64 };
        let values = Values::from_slice(&[zero]);
        function.append(block, InstKind::Store { addr, access: Access::default(), values }, &[], loc);
    }
}
