//! Kernels, decoded once: from IR to a dense list of steps over numbered registers.
//!
//! Every SSA value and every private mutable scalar has a register (an `i128` has two, low half first);
//! constants have registers too, filled when a warp starts. Blocks lie in the order of `flow`, so
//! that a lower place in the list is earlier in the order of execution. The parameters of a block become parallel
//! moves on the edges to it.

use crate::domain::{ObjectId, Site};
use crate::flow::Flow;
use crate::objects::SCALARS;
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::{
    Access, AtomicOp, BarrierOp, Base, Block, Callee, Collective, Effects, Function, Guard, Inst, InstKind,
    Language, Module, PureOp, SecondaryMap, Slot, Space, SpecKind, Special, Target, Terminator, Type, Value,
    Var,
};
use std::fmt;

/// The number of a register.
pub(crate) type Reg = u32;

/// What an address is relative to, resolved as far as the module allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BaseRef {
    /// Nothing.
    Absolute,
    /// An object of the module.
    Object(raddle_ir::Object),
    /// A slot of the thread.
    Slot(Slot),
    /// The parameter bank.
    Params,
    /// What the pointer at this byte of the parameter bank points to.
    Buffer(u64),
    /// A fixed object of the launch.
    Fixed(ObjectId, u64),
}

/// An address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AddressRef {
    pub(crate) space: Space,
    pub(crate) base: BaseRef,
    pub(crate) index: Option<Reg>,
    /// The type of the index, or of addresses in the space.
    pub(crate) ty: Type,
    pub(crate) offset: i64,
}

/// A register and how many bytes (bits, of the last one) it takes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub(crate) reg: Reg,
    pub(crate) bytes: u8,
    /// A predicate: one bit of its byte.
    pub(crate) bit: bool,
}

/// A guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuardRef {
    pub(crate) reg: Reg,
    pub(crate) negated: bool,
}

/// A jump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The first step of the target.
    pub(crate) to: u32,
    /// The number of the target.
    pub(crate) block: u32,
    /// Parallel moves: destination, source.
    pub(crate) moves: Box<[(Reg, Reg)]>,
    /// May the moves be done one after another?
    pub(crate) in_order: bool,
    /// Loop counters that start again, and the one that counts (paper 000's v_L).
    pub(crate) left: Box<[u32]>,
    pub(crate) entered: Option<u32>,
}

/// A step: an instruction or a terminator.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    Pure {
        op: PureOp,
        result: Type,
        operand: Type,
        dst: Reg,
        args: [Reg; 4],
        n: u8,
    },
    /// A pure operation with an `i128` somewhere.
    Wide {
        op: PureOp,
        result: Type,
        dst: Reg,
        args: Box<[(Reg, Type)]>,
    },
    /// To or from a generic address, or the question which it is.
    Convert {
        op: PureOp,
        result: Type,
        operand: Type,
        dst: Reg,
        src: Reg,
    },
    Special {
        which: Special,
        ty: Type,
        dst: Reg,
    },
    AddressOf {
        base: BaseRef,
        offset: i64,
        ty: Type,
        dst: Reg,
    },
    /// Any value: `havoc`, and results without a content that raddle models.
    Unknown {
        name: Option<String>,
        dsts: Box<[Reg]>,
    },
    Copy {
        guard: Option<GuardRef>,
        dst: Box<[Reg]>,
        src: Box<[Reg]>,
    },
    Load {
        guard: Option<GuardRef>,
        addr: AddressRef,
        access: Access,
        elements: Box<[Element]>,
        size: u32,
        silent: bool,
    },
    Store {
        guard: Option<GuardRef>,
        addr: AddressRef,
        access: Access,
        elements: Box<[Element]>,
        size: u32,
        silent: bool,
    },
    Atomic {
        guard: Option<GuardRef>,
        op: AtomicOp,
        ty: Type,
        addr: AddressRef,
        access: Access,
        dst: Option<Reg>,
        args: [Reg; 2],
    },
    Fence,
    Barrier {
        guard: Option<GuardRef>,
        op: BarrierOp,
        id: Reg,
        count: Option<Reg>,
        predicate: Option<Reg>,
        dst: Option<Reg>,
        aligned: bool,
    },
    WarpSync {
        guard: Option<GuardRef>,
        mask: Reg,
    },
    Collective {
        guard: Option<GuardRef>,
        op: Collective,
        args: Box<[Reg]>,
        dsts: Box<[Reg]>,
        ty: Type,
        mask: Option<Reg>,
    },
    Assume {
        kind: SpecKind,
        value: Reg,
    },
    Assert {
        kind: SpecKind,
        value: Reg,
    },
    Opaque {
        guard: Option<GuardRef>,
        name: String,
        args: Box<[Reg]>,
        dsts: Box<[Reg]>,
        effects: Effects,
        /// Slots that receive results of a call.
        rets: Box<[(Slot, u64)]>,
    },
    Jump(Edge),
    Branch {
        cond: Reg,
        then: Edge,
        other: Edge,
        block: u32,
    },
    Switch {
        value: Reg,
        edges: Box<[Edge]>,
        block: u32,
    },
    Choice {
        edges: Box<[Edge]>,
        block: u32,
    },
    Exit,
    Trap,
}

/// A kernel, decoded.
#[derive(Clone, Debug)]
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) function: &'m Function,
    pub(crate) steps: Vec<Step>,
    pub(crate) sites: Vec<Site>,
    /// The first step of each block.
    pub(crate) starts: Vec<u32>,
    /// How many registers a thread has; the first `variables` of them are no constants.
    pub(crate) registers: u32,
    pub(crate) variables: u32,
    pub(crate) constants: Vec<(Reg, u64)>,
    /// How many loops count their iterations for condition B2.
    pub(crate) loops: u32,
    pub(crate) language: Language,
    pub(crate) flow: Flow,
}

/// Why a function cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// It has no body.
    Declaration(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declaration(name) => {
                write!(f, "`{name}` is only declared: link the module that defines it")
            }
        }
    }
}

impl std::error::Error for DecodeError {}

impl<'m> Program<'m> {
    /// Decodes a kernel, which has been [prepared](raddle_ir::passes::prepare).
    ///
    /// # Errors
    /// When the function has no body.
    pub fn decode(module: &'m Module, function: &'m Function) -> Result<Self, DecodeError> {
        if function.is_declaration() {
            return Err(DecodeError::Declaration(function.name.clone()));
        }
        Ok(Decoder::new(module, function).run())
    }

    /// The kernel.
    #[must_use]
    pub fn function(&self) -> &'m Function {
        self.function
    }

    /// The module that it lies in.
    #[must_use]
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// How many steps the program has: instructions and terminators.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Has it no step? Never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

struct Decoder<'m> {
    module: &'m Module,
    function: &'m Function,
    flow: Flow,
    values: SecondaryMap<Value, Reg>,
    vars: SecondaryMap<Var, Reg>,
    registers: Reg,
    constants: Vec<(Reg, u64)>,
    steps: Vec<Step>,
    sites: Vec<Site>,
    /// The loops that a block lies in, by their counters.
    counters: SecondaryMap<Block, Vec<u32>>,
    headers: SecondaryMap<Block, Option<u32>>,
}

fn width(ty: Type) -> u32 {
    if ty == Type::I128 { 2 } else { 1 }
}

impl<'m> Decoder<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Self {
        Self {
            module,
            function,
            flow: Flow::new(function),
            values: SecondaryMap::new(),
            vars: SecondaryMap::new(),
            registers: 0,
            constants: Vec::new(),
            steps: Vec::new(),
            sites: Vec::new(),
            counters: SecondaryMap::new(),
            headers: SecondaryMap::new(),
        }
    }

    fn run(mut self) -> Program<'m> {
        let loops = self.count_loops();
        self.number_registers();
        let variables = self.registers - self.constants.len() as u32;
        let depth = self.specification_depth();
        let mut starts = Vec::new();
        for (n, mut inside) in depth.into_iter().enumerate() {
            let block = self.flow.order[n];
            starts.push(self.steps.len() as u32);
            for &inst in &self.function.blocks[block].insts {
                self.instruction(inst, &mut inside);
            }
            self.terminator(block, n as u32);
        }
        for step in &mut self.steps {
            let edges: Vec<&mut Edge> = match step {
                Step::Jump(edge) => vec![edge],
                Step::Branch { then, other, .. } => vec![then, other],
                Step::Switch { edges, .. } | Step::Choice { edges, .. } => edges.iter_mut().collect(),
                _ => Vec::new(),
            };
            for edge in edges {
                edge.to = starts[edge.block as usize];
            }
        }
        Program {
            module: self.module,
            function: self.function,
            steps: self.steps,
            sites: self.sites,
            starts,
            registers: self.registers,
            variables,
            constants: self.constants,
            loops,
            language: self.module.language,
            flow: self.flow,
        }
    }

    /// Numbers the loops that contain a barrier, where the language asks about them.
    fn count_loops(&mut self) -> u32 {
        if self.module.language == Language::Ptx {
            return 0;
        }
        let cfg = Cfg::new(self.function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let synchronises = |block: &Block| {
            let insts = &self.function.blocks[*block].insts;
            insts.iter().any(|&i| matches!(self.function.insts[i].kind, InstKind::Barrier(_)))
        };
        let mut next = 0;
        for one in loops.all() {
            if one.blocks.iter().any(synchronises) {
                for &block in &one.blocks {
                    self.counters[block].push(next);
                }
                self.headers[one.header] = Some(next);
                next += 1;
            }
        }
        next
    }

    fn number_registers(&mut self) {
        let mut constants: Vec<(Value, Type, u128)> = Vec::new();
        for (value, data) in self.function.values.iter() {
            if let Some(bits) = self.function.as_const(value) {
                constants.push((value, data.ty, bits));
                continue;
            }
            self.values[value] = self.registers;
            self.registers += width(data.ty);
        }
        for (var, data) in self.function.vars.iter() {
            self.vars[var] = self.registers;
            self.registers += width(data.ty);
        }
        for (value, ty, bits) in constants {
            self.values[value] = self.registers;
            for half in 0..width(ty) {
                self.constants.push((self.registers, (bits >> (64 * half)) as u64));
                self.registers += 1;
            }
        }
    }

    /// How deep in specification regions each block begins; the front end nests them properly.
    fn specification_depth(&self) -> Vec<u32> {
        let n = self.flow.order.len();
        let mut depth: Vec<Option<u32>> = vec![None; n];
        depth[0] = Some(0);
        let mut work = vec![0];
        while let Some(at) = work.pop() {
            let block = &self.function.blocks[self.flow.order[at]];
            let mut inside = depth[at].unwrap_or(0);
            for &inst in &block.insts {
                match self.function.insts[inst].kind {
                    InstKind::SpecBegin(_) => inside += 1,
                    InstKind::SpecEnd(..) => inside = inside.saturating_sub(1),
                    _ => {}
                }
            }
            for target in block.term.targets() {
                if let Some(to) = self.flow.number(target.block)
                    && depth[to].is_none()
                {
                    depth[to] = Some(inside);
                    work.push(to);
                }
            }
        }
        depth.into_iter().map(|d| d.unwrap_or(0)).collect()
    }

    fn push(&mut self, step: Step, site: Site) {
        self.steps.push(step);
        self.sites.push(site);
    }

    fn reg(&self, value: Value) -> Reg {
        self.values[value]
    }

    fn regs(&self, value: Value) -> Vec<Reg> {
        let first = self.reg(value);
        (first..first + width(self.function.ty(value))).collect()
    }

    fn guard(&self, guard: Option<Guard>) -> Option<GuardRef> {
        guard.map(|g| GuardRef { reg: self.reg(g.value), negated: g.negated })
    }

    fn base(&self, base: Base) -> BaseRef {
        match base {
            Base::Absolute => BaseRef::Absolute,
            Base::Object(object) => BaseRef::Object(object),
            Base::Slot(slot) => BaseRef::Slot(slot),
            Base::Params => BaseRef::Params,
            Base::Buffer(n) => {
                BaseRef::Buffer(self.function.params.get(n as usize).map_or(u64::MAX, |p| p.offset))
            }
        }
    }

    fn address(&self, addr: &raddle_ir::Address) -> AddressRef {
        let generic = Type::int(self.module.address_bits).unwrap_or(Type::I64);
        let ty = addr.index.map_or(generic, |v| self.function.ty(v));
        let (index, base) = (addr.index.map(|v| self.reg(v)), self.base(addr.base));
        AddressRef { space: addr.space, base, index, ty, offset: addr.offset }
    }

    fn elements(&self, values: &[Value]) -> (Box<[Element]>, u32) {
        let mut elements = Vec::new();
        for &value in values {
            let ty = self.function.ty(value);
            let reg = self.reg(value);
            match ty {
                Type::I128 => {
                    elements.push(Element { reg, bytes: 8, bit: false });
                    elements.push(Element { reg: reg + 1, bytes: 8, bit: false });
                }
                _ => elements.push(Element { reg, bytes: ty.bytes() as u8, bit: ty == Type::I1 }),
            }
        }
        let size = elements.iter().map(|e| u32::from(e.bytes)).sum();
        (elements.into(), size)
    }

    fn instruction(&mut self, inst: Inst, depth: &mut u32) {
        let data = &self.function.insts[inst];
        let site = Site { inst: Some(inst), loc: data.loc };
        let guard = self.guard(data.guard);
        let silent = *depth > 0;
        let results: Vec<Reg> = data.results.iter().flat_map(|&v| self.regs(v)).collect();
        let first = results.first().copied();
        let result_ty = data.results.first().map_or(Type::Opaque, |&v| self.function.ty(v));
        let step = match &data.kind {
            InstKind::Const(_) => return,
            InstKind::SpecBegin(_) => {
                *depth += 1;
                return;
            }
            InstKind::SpecEnd(kind, value) => {
                *depth = depth.saturating_sub(1);
                let (kind, value) = (*kind, self.reg(*value));
                match kind {
                    SpecKind::Requires | SpecKind::Assume => Step::Assume { kind, value },
                    SpecKind::Ensures | SpecKind::Assert | SpecKind::Invariant => {
                        Step::Assert { kind, value }
                    }
                }
            }
            InstKind::Assume(value) => Step::Assume { kind: SpecKind::Assume, value: self.reg(*value) },
            InstKind::Assert(value) => Step::Assert { kind: SpecKind::Assert, value: self.reg(*value) },
            InstKind::Pure { op, args } => self.pure(*op, args, result_ty, first.unwrap_or(0)),
            InstKind::Havoc => Step::Unknown { name: None, dsts: results.into() },
            InstKind::FuncAddr(_) => {
                Step::Unknown { name: Some("the address of a function".into()), dsts: results.into() }
            }
            InstKind::Special(which) => {
                Step::Special { which: *which, ty: result_ty, dst: first.unwrap_or(0) }
            }
            InstKind::AddrOf { base, offset } => {
                let (base, dst) = (self.base(*base), first.unwrap_or(0));
                Step::AddressOf { base, offset: *offset, ty: result_ty, dst }
            }
            InstKind::VarGet(var) => match self.function.vars[*var].shared {
                None => {
                    let src = self.vars[*var];
                    let src = (src..src + results.len() as u32).collect();
                    Step::Copy { guard: None, dst: results.into(), src }
                }
                Some(n) => {
                    let (elements, size) = self.elements(&data.results);
                    Step::Load { guard, addr: scalar(n), access: Access::default(), elements, size, silent }
                }
            },
            InstKind::VarSet(var, value) => match self.function.vars[*var].shared {
                None => {
                    let src = self.regs(*value);
                    let dst = self.vars[*var];
                    let dst = (dst..dst + src.len() as u32).collect();
                    Step::Copy { guard, dst, src: src.into() }
                }
                Some(n) => {
                    let (elements, size) = self.elements(&[*value]);
                    Step::Store { guard, addr: scalar(n), access: Access::default(), elements, size, silent }
                }
            },
            InstKind::Load { addr, access } => {
                let (elements, size) = self.elements(&data.results);
                Step::Load { guard, addr: self.address(addr), access: *access, elements, size, silent }
            }
            InstKind::Store { addr, access, values } => {
                let (elements, size) = self.elements(values);
                Step::Store { guard, addr: self.address(addr), access: *access, elements, size, silent }
            }
            InstKind::Atomic { op, addr, access, args } => {
                let ty = self.function.ty(args[0]);
                if ty == Type::I128 || ty == Type::Opaque {
                    Step::Opaque {
                        guard,
                        name: format!("{op:?} of {ty}"),
                        args: args.iter().map(|&v| self.reg(v)).collect(),
                        dsts: results.into(),
                        effects: Effects::ALL,
                        rets: Box::new([]),
                    }
                } else {
                    let operand = |n: usize| args.get(n).map_or(0, |&v| self.reg(v));
                    let args = [operand(0), operand(1)];
                    Step::Atomic {
                        guard,
                        op: *op,
                        ty,
                        addr: self.address(addr),
                        access: *access,
                        dst: first,
                        args,
                    }
                }
            }
            InstKind::Fence { .. } => Step::Fence,
            InstKind::Barrier(b) => Step::Barrier {
                guard,
                op: b.op,
                id: self.reg(b.id),
                count: b.count.map(|v| self.reg(v)),
                predicate: b.predicate.map(|v| self.reg(v)),
                dst: first,
                aligned: b.aligned,
            },
            InstKind::WarpSync(mask) => Step::WarpSync { guard, mask: self.reg(*mask) },
            InstKind::Collective { op, args, sync } => {
                let mut regs: Vec<Reg> = args.iter().map(|&v| self.reg(v)).collect();
                let mask = if *sync { regs.pop() } else { None };
                let ty = args.first().map_or(Type::I32, |&v| self.function.ty(v));
                Step::Collective { guard, op: *op, args: regs.into(), dsts: results.into(), ty, mask }
            }
            InstKind::Call { callee, rets, .. } => {
                let (name, effects) = self.callee(callee);
                if name == "__assertfail" {
                    self.push(Step::Trap, site);
                    return;
                }
                let size = |slot: &Slot| self.function.slots[*slot].size.unwrap_or(0);
                let rets = rets.iter().map(|slot| (*slot, size(slot))).collect();
                Step::Opaque { guard, name, args: Box::new([]), dsts: results.into(), effects, rets }
            }
            InstKind::Opaque { name, args, effects } => Step::Opaque {
                guard,
                name: name.clone(),
                args: args.iter().map(|&v| self.reg(v)).collect(),
                dsts: results.into(),
                effects: *effects,
                rets: Box::new([]),
            },
        };
        self.push(step, site);
    }

    /// The name of a callee and what it may do. The few functions of CUDA's device run-time that every
    /// program may call are known to touch nobody else's memory and to order nothing.
    fn callee(&self, callee: &Callee) -> (String, Effects) {
        match callee {
            Callee::Func(func) => (self.module.functions[*func].name.clone(), Effects::ALL),
            Callee::External(name) => {
                let harmless = matches!(name.as_str(), "vprintf" | "malloc" | "free" | "__assertfail");
                (name.clone(), if harmless { Effects::NONE } else { Effects::ALL })
            }
            Callee::Indirect { .. } => ("an indirect call".to_owned(), Effects::ALL),
        }
    }

    fn pure(&self, op: PureOp, args: &[Value], result: Type, dst: Reg) -> Step {
        let types: Vec<Type> = args.iter().map(|&v| self.function.ty(v)).collect();
        let operand = match op {
            PureOp::Select => types.get(1).copied().unwrap_or(result),
            _ => types.first().copied().unwrap_or(result),
        };
        let regs: Vec<Reg> = args.iter().map(|&v| self.reg(v)).collect();
        if let PureOp::ToGeneric(_) | PureOp::FromGeneric(_) | PureOp::IsSpace(_) = op {
            return Step::Convert { op, result, operand, dst, src: regs[0] };
        }
        if result == Type::Opaque || types.contains(&Type::Opaque) {
            return Step::Unknown { name: Some(format!("{op:?} of a fragment")), dsts: Box::new([dst]) };
        }
        if result == Type::I128 || types.contains(&Type::I128) {
            return Step::Wide { op, result, dst, args: regs.into_iter().zip(types).collect() };
        }
        let mut four = [0; 4];
        for (four, reg) in four.iter_mut().zip(&regs) {
            *four = *reg;
        }
        Step::Pure { op, result, operand, dst, args: four, n: regs.len().min(4) as u8 }
    }

    fn terminator(&mut self, block: Block, n: u32) {
        let data = &self.function.blocks[block];
        let step = match &data.term {
            Terminator::Jump(target) => Step::Jump(self.edge(block, target)),
            Terminator::Branch { cond, then, other } => Step::Branch {
                cond: self.reg(*cond),
                then: self.edge(block, then),
                other: self.edge(block, other),
                block: n,
            },
            Terminator::Switch { value, targets, default } => {
                let edges = targets.iter().chain([default]).map(|t| self.edge(block, t)).collect();
                Step::Switch { value: self.reg(*value), edges, block: n }
            }
            Terminator::Goto(targets) => {
                Step::Choice { edges: targets.iter().map(|t| self.edge(block, t)).collect(), block: n }
            }
            Terminator::Return | Terminator::Exit => Step::Exit,
            Terminator::Trap | Terminator::Unreachable => Step::Trap,
        };
        let site = Site { inst: None, loc: data.term_loc };
        self.push(step, site);
    }

    fn edge(&self, from: Block, target: &Target) -> Edge {
        let params = &self.function.blocks[target.block].params;
        let moves: Vec<(Reg, Reg)> = params
            .iter()
            .zip(&target.args)
            .flat_map(|(&to, &from)| self.regs(to).into_iter().zip(self.regs(from)))
            .filter(|(to, from)| to != from)
            .collect();
        let in_order =
            moves.iter().enumerate().all(|(n, (to, _))| moves[n + 1..].iter().all(|(_, from)| from != to));
        let inside = &self.counters[target.block];
        let left: Vec<u32> = self.counters[from].iter().copied().filter(|l| !inside.contains(l)).collect();
        Edge {
            to: 0,
            block: self.flow.number(target.block).unwrap_or(0) as u32,
            moves: moves.into(),
            in_order,
            left: left.into(),
            entered: self.headers[target.block],
        }
    }
}

/// The place of a shared scalar.
fn scalar(n: u32) -> AddressRef {
    let base = BaseRef::Fixed(SCALARS, 16 * u64::from(n));
    AddressRef { space: Space::Shared, base, index: None, ty: Type::I64, offset: 0 }
}

/// The type of a special register's or collective's result never has more than 64 bits.
pub(crate) fn mask_of(ty: Type) -> u64 {
    ty.mask() as u64
}
