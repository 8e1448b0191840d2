//! Inlining: device functions disappear into the kernel before any method sees it.
//!
//! Arguments and results are passed in slots, so a callee's argument slots simply *are* the caller's.
//! Each inlined instruction's location ends in the call site. A call under a guard becomes a branch.
//!
//! A call through a function's address is inlined once the address is known, which may take a few rounds
//! of the other passes; so the [`Inliner`] remembers for each call that is left through which functions it
//! came into the kernel, and recursion is found there too. Where the address stays open, [`callees`] makes of
//! the call one for each function that it may be.

mod callees;

use crate::clock::Deadline;
use crate::entity::{Block, Entity, Func, Inst, LocId, SecondaryMap, Slot, Value, Var};
use crate::inst::{Base, Callee, InstKind, Target, Terminator};
use crate::module::{BlockData, Function, Module, ValueDef};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Inlining that makes a function larger than this is an error: this many instructions, blocks, registers and slots.
const MOST_INSTRUCTIONS: usize = 1_000_000;

/// Calls nested deeper than this likewise.
const DEEPEST: usize = 200;

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
    /// A call passes another number of arguments or results than the function takes, or smaller ones.
    Arity {
        /// The callee.
        callee: String,
        /// The call.
        loc: LocId,
    },
    /// Calls are nested too deep, or inlining them makes the kernel too large.
    TooLarge {
        /// The callee of the first call that is too much.
        callee: String,
        /// The call.
        loc: LocId,
    },
    /// There was no time to make the kernel ready.
    Time,
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
                write!(f, "the call of `{callee}` does not match its definition")
            }
            Self::Time => f.write_str("there was not enough time to prepare the kernel"),
            Self::TooLarge { callee, .. } => write!(
                f,
                "inlining the call of `{callee}` makes the kernel too large: calls nest at most {DEEPEST} deep, \
                 and a kernel has at most {MOST_INSTRUCTIONS} instructions, labels and registers"
            ),
        }
    }
}

impl std::error::Error for InlineError {}

/// A copy of `func` into which every function with a body that it calls, directly or not, is inlined.
///
/// # Errors
/// Recursion, calls that do not fit their callee, and kernels that grow beyond all bounds.
pub fn inline(module: &mut Module, func: Func) -> Result<Function, InlineError> {
    Inliner::default().start(module, func).map(|flat| flat.function)
}

/// A function without calls that can be inlined.
#[derive(Clone)]
pub(super) struct Flat {
    /// The function.
    pub(super) function: Function,
    /// For each call that is left, the functions through which it came here, outermost first.
    through: BTreeMap<Inst, Vec<Func>>,
    /// The calls through pointers that stay.
    kept: BTreeSet<Inst>,
}

/// The functions that are flat already, and those that are being made so.
#[derive(Default)]
pub(super) struct Inliner {
    done: BTreeMap<Func, Flat>,
    active: Vec<Func>,
    /// How large functions will be, as far as that was asked.
    sizes: BTreeMap<Func, usize>,
    deadline: Deadline,
}

impl Inliner {
    /// One that gives up at the deadline.
    pub(super) fn new(deadline: Deadline) -> Self {
        Self { deadline, ..Self::default() }
    }

    /// The flat form of `func`.
    pub(super) fn start(&mut self, module: &mut Module, func: Func) -> Result<Flat, InlineError> {
        self.stays_small(module, func)?;
        self.flatten(module, func)?;
        Ok(self.done.remove(&func).expect("flattened"))
    }

    /// Is the flat form of `func` small enough? It is counted before any of it is made.
    fn stays_small(&mut self, module: &Module, func: Func) -> Result<(), InlineError> {
        if self.flat_size(module, func) <= MOST_INSTRUCTIONS {
            return Ok(());
        }
        // The innermost function that is too large, and the largest call in it.
        let mut caller = func;
        for _ in 0..=DEEPEST {
            let largest = calls(module, caller).max_by_key(|&(_, callee)| self.flat_size(module, callee));
            let Some((loc, callee)) = largest else { return Ok(()) };
            if self.flat_size(module, callee) <= MOST_INSTRUCTIONS {
                return Err(InlineError::TooLarge { callee: module.functions[callee].name.clone(), loc });
            }
            caller = callee;
        }
        // Only cyclic or too deeply nested calls get this far.
        Ok(())
    }

    /// How large the flat form of `func` is, without calls through pointers. A circle of calls, which is an error of its own, counts once.
    fn flat_size(&mut self, module: &Module, func: Func) -> usize {
        if let Some(&size) = self.sizes.get(&func) {
            return size;
        }
        let own = size(&module.functions[func]);
        self.sizes.insert(func, own);
        if self.active.len() > DEEPEST {
            return own;
        }
        self.active.push(func);
        let callees: Vec<Func> = calls(module, func).map(|(_, callee)| callee).collect();
        let all =
            callees.into_iter().fold(own, |all, callee| all.saturating_add(self.flat_size(module, callee)));
        self.active.pop();
        self.sizes.insert(func, all);
        all
    }

    /// Inlines the calls of a function, made flat before from `func`, whose callee is known by now.
    /// True if there was one.
    pub(super) fn again(
        &mut self,
        module: &mut Module,
        func: Func,
        flat: &mut Flat,
    ) -> Result<bool, InlineError> {
        self.active = vec![func];
        let result = self.expand(module, flat);
        self.active.clear();
        result
    }

    /// Puts the flat form of `func` into `done`.
    fn flatten(&mut self, module: &mut Module, func: Func) -> Result<(), InlineError> {
        if self.done.contains_key(&func) {
            return Ok(());
        }
        self.active.push(func);
        let function = module.functions[func].clone();
        let mut flat = Flat { function, through: BTreeMap::new(), kept: BTreeSet::new() };
        self.expand(module, &mut flat)?;
        self.active.pop();
        self.done.insert(func, flat);
        Ok(())
    }

    /// Inlines every call whose callee is known and has a body; true if there was one.
    fn expand(&mut self, module: &mut Module, flat: &mut Flat) -> Result<bool, InlineError> {
        let mut found = false;
        let old_order = std::mem::take(&mut flat.function.order);
        let mut order = Vec::with_capacity(old_order.len());
        for block in old_order {
            order.push(block);
            if self.deadline.passed() {
                return Err(InlineError::Time);
            }
            let insts = std::mem::take(&mut flat.function.blocks[block].insts);
            // The block that receives what comes next: a call ends it, and the rest gets a new one.
            let (mut here, mut kept) = (block, Vec::with_capacity(insts.len()));
            for inst in insts {
                let Some(callee) = callee_of(module, &flat.function, inst) else {
                    kept.push(inst);
                    continue;
                };
                found = true;
                let inner = self.inner(module, flat, inst, callee)?;
                let rest = end_block(&mut flat.function, here, &mut kept);
                let mut through = flat.through.remove(&inst).unwrap_or_default();
                through.push(callee);
                splice(module, flat, &inner, &Call { inst, block: here, rest, through }, &mut order);
                self.done.insert(callee, inner);
                order.push(rest);
                here = rest;
            }
            flat.function.blocks[here].insts = kept;
        }
        flat.function.order = order;
        Ok(found)
    }

    /// The flat form of a callee, if the call fits it; taken out of `done`.
    fn inner(
        &mut self,
        module: &mut Module,
        flat: &Flat,
        inst: Inst,
        callee: Func,
    ) -> Result<Flat, InlineError> {
        let loc = flat.function.insts[inst].loc;
        let none = Vec::new();
        let above = self.active.iter().chain(flat.through.get(&inst).unwrap_or(&none));
        let stack: Vec<Func> = above.copied().collect();
        let name = |f: Func| module.functions[f].name.clone();
        if let Some(from) = stack.iter().position(|&f| f == callee) {
            let cycle = stack[from..].iter().chain([&callee]).map(|&f| name(f)).collect();
            return Err(InlineError::Recursion { cycle, loc });
        }
        let too_large = InlineError::TooLarge { callee: name(callee), loc };
        if stack.len() > DEEPEST {
            return Err(too_large);
        }
        self.flatten(module, callee)?;
        let inner = self.done.remove(&callee).expect("flattened");
        let fits = match &flat.function.insts[inst].kind {
            InstKind::Call { args, rets, .. } => {
                fit(&inner.function, &inner.function.arg_slots, &flat.function, args)
                    && fit(&inner.function, &inner.function.ret_slots, &flat.function, rets)
            }
            _ => false,
        };
        if !fits {
            return Err(InlineError::Arity { callee: inner.function.name, loc });
        }
        if size(&flat.function) + size(&inner.function) > MOST_INSTRUCTIONS {
            return Err(too_large);
        }
        Ok(inner)
    }
}

/// Ends a block with these instructions: the block that gets the rest of it, and its terminator.
fn end_block(function: &mut Function, here: Block, insts: &mut Vec<Inst>) -> Block {
    function.blocks[here].insts = std::mem::take(insts);
    let term = std::mem::replace(&mut function.blocks[here].term, Terminator::Unreachable);
    let term_loc = function.blocks[here].term_loc;
    function.blocks.push(BlockData {
        name: None,
        params: Default::default(),
        insts: Vec::new(),
        term,
        term_loc,
    })
}

/// How much there is to copy of a function.
fn size(function: &Function) -> usize {
    function.insts.len() + function.blocks.len() + function.vars.len() + function.slots.len()
}

/// The calls of a function whose callees are known and have bodies: where they are, and whom they call.
fn calls(module: &Module, func: Func) -> impl Iterator<Item = (LocId, Func)> {
    let function = &module.functions[func];
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.filter_map(move |&inst| Some((function.insts[inst].loc, callee_of(module, function, inst)?)))
}

/// Can the caller's slots stand for the callee's?
fn fit(callee: &Function, inner: &[Slot], caller: &Function, outer: &[Slot]) -> bool {
    let holds = |(&i, &o): (&Slot, &Slot)| callee.slots[i].size <= caller.slots[o].size;
    inner.len() == outer.len() && inner.iter().zip(outer).all(holds)
}

/// The function that a call calls, if that is known and has a body.
fn callee_of(module: &Module, function: &Function, inst: Inst) -> Option<Func> {
    let InstKind::Call { callee, .. } = &function.insts[inst].kind else { return None };
    let callee = match callee {
        Callee::Func(f) => *f,
        Callee::Indirect { target, .. } => match function.def_inst(*target)?.kind {
            InstKind::FuncAddr(f) => f,
            _ => return None,
        },
        Callee::External(_) => return None,
    };
    (!module.functions[callee].is_declaration()).then_some(callee)
}

/// A call at the end of `block`, after which control continues in `rest`.
struct Call {
    inst: Inst,
    block: Block,
    rest: Block,
    /// The functions through which the callee's instructions come into the caller, the callee last.
    through: Vec<Func>,
}

/// Puts the callee's blocks where the call was.
fn splice(module: &mut Module, flat: &mut Flat, inner: &Flat, call: &Call, order: &mut Vec<Block>) {
    let (caller, callee) = (&mut flat.function, &inner.function);
    let InstKind::Call { args, rets, .. } = caller.insts[call.inst].kind.clone() else { return };
    let (site, guard) = (caller.insts[call.inst].loc, caller.insts[call.inst].guard);
    let slots = place_slots(caller, callee, &args, &rets);
    let vars: Vec<Var> = callee.vars.values().map(|v| caller.vars.push(v.clone())).collect();
    let first_value = caller.values.len();
    let first_inst = caller.insts.len();
    let first_block = caller.blocks.len();
    let value = |v: Value| Value::new(first_value + v.index());
    let inst = |i: Inst| Inst::new(first_inst + i.index());
    let block_of = |b: Block| Block::new(first_block + b.index());
    // Many instructions share a location.
    let mut known: SecondaryMap<LocId, Option<LocId>> = SecondaryMap::new();
    let mut loc_of = |loc: LocId| *known[loc].get_or_insert_with(|| module.sources.inline(loc, site));

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
        data.loc = loc_of(data.loc);
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
            data.term = Terminator::Jump(Target::new(call.rest));
        }
        data.term_loc = loc_of(data.term_loc);
        caller.blocks.push(data);
    }
    let (into, past) = (Target::new(block_of(callee.entry())), Target::new(call.rest));
    caller.blocks[call.block].term = match guard {
        None => Terminator::Jump(into),
        Some(g) if g.negated => Terminator::Branch { cond: g.value, then: past, other: into },
        Some(g) => Terminator::Branch { cond: g.value, then: into, other: past },
    };
    caller.blocks[call.block].term_loc = site;
    order.extend(callee.order.iter().map(|&b| block_of(b)));
    for (&left, within) in &inner.through {
        flat.through.insert(inst(left), call.through.iter().chain(within).copied().collect());
    }
    let calls = callee.order.iter().flat_map(|&b| &callee.blocks[b].insts);
    for &left in calls.filter(|&&i| matches!(callee.insts[i].kind, InstKind::Call { .. })) {
        flat.through.entry(inst(left)).or_insert_with(|| call.through.clone());
    }
}

/// The caller's slots for the callee's: those that are passed, and new ones for the others.
fn place_slots(
    caller: &mut Function,
    callee: &Function,
    args: &[Slot],
    rets: &[Slot],
) -> SecondaryMap<Slot, Option<Slot>> {
    let mut slots: SecondaryMap<Slot, Option<Slot>> = SecondaryMap::new();
    let passed = callee.arg_slots.iter().zip(args).chain(callee.ret_slots.iter().zip(rets));
    for (&inner, &outer) in passed {
        slots[inner] = Some(outer);
    }
    for (slot, object) in callee.slots.iter() {
        if slots[slot].is_none() {
            let new = caller.slots.push(object.clone());
            caller.slot_fields[new] = callee.slot_fields[slot].clone();
            caller.promoted[new] = callee.promoted[slot].clone();
            slots[slot] = Some(new);
        }
    }
    slots
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
