//! From IR to [`Program`]: registers, steps, edges.

use crate::launches::logs::Question;
use crate::launches::objects::SCALARS;
use crate::programs::flow::Flow;
use crate::programs::outputs::Outputs;
use crate::programs::padding::padding;
use crate::programs::program::{AddressRef, BaseRef, Edge, Element, GuardRef, Program, Reg, Step};
use crate::values::domain::Site;
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::contracts::{self, About};
use raddle_ir::passes::pointers_of_values;
use raddle_ir::{
    Access, Base, Block, Callee, Effects, Function, Guard, Inst, InstKind, Language, Meets, Module, PureOp,
    SecondaryMap, Slot, Space, SpecKind, Target, Terminator, Touches, Type, Value, Var, is_of_device_runtime,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Decodes one function.
pub(crate) struct Decoder<'m> {
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
    questions: FxHashMap<u32, Question>,
    pointers: SecondaryMap<Value, Option<Option<Base>>>,
}

fn width(ty: Type) -> u32 {
    if ty == Type::I128 { 2 } else { 1 }
}

impl<'m> Decoder<'m> {
    pub(crate) fn new(module: &'m Module, function: &'m Function) -> Self {
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
            questions: FxHashMap::default(),
            pointers: pointers_of_values(function, module),
        }
    }

    pub(crate) fn run(mut self) -> Program<'m> {
        let loops = self.count_loops();
        let values = self.number_registers();
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
            for edge in step.edges_mut() {
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
            values,
            constants: self.constants,
            loops,
            language: self.module.language,
            flow: self.flow,
            outputs: Outputs::new(self.function),
            untold: BTreeSet::new(),
            questions: self.questions,
            padding: padding(self.function),
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
            insts.iter().any(|&i| self.function.insts[i].kind.effects().meets == Meets::Cta)
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

    /// Values first, then mutable scalars, then constants. How many registers the first take.
    fn number_registers(&mut self) -> u32 {
        let mut constants: Vec<(Value, Type, u128)> = Vec::new();
        for (value, data) in self.function.values.iter() {
            if let Some(bits) = self.function.as_const(value) {
                constants.push((value, data.ty, bits));
                continue;
            }
            self.values[value] = self.registers;
            self.registers += width(data.ty);
        }
        let values = self.registers;
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
        values
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
        let leads = addr.index.filter(|_| addr.base == Base::Absolute).and_then(|index| self.pointers[index]);
        let leads = leads.map(|leads| leads.map(|base| self.base(base)));
        AddressRef { space: addr.space, base, index, ty, offset: addr.offset, leads }
    }

    fn elements(&self, values: &[Value]) -> (Box<[Element]>, u32) {
        let mut elements = Vec::new();
        for &value in values {
            let ty = self.function.ty(value);
            let reg = self.reg(value);
            match ty {
                Type::I128 => {
                    elements.push(Element { reg, bytes: 8, bit: false, float: false });
                    elements.push(Element { reg: reg + 1, bytes: 8, bit: false, float: false });
                }
                _ => {
                    let (bit, float) = (ty == Type::I1, ty.is_float());
                    elements.push(Element { reg, bytes: ty.bytes() as u8, bit, float });
                }
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
                if kind.is_trusted() { Step::Assume { kind, value } } else { Step::Assert { kind, value } }
            }
            InstKind::Assume(value) => Step::Assume { kind: SpecKind::Assume, value: self.reg(*value) },
            InstKind::Assert(value) => Step::Assert { kind: SpecKind::Assert, value: self.reg(*value) },
            InstKind::Pure { op, args } => self.pure(*op, args, result_ty, first.unwrap_or(0)),
            InstKind::Havoc => {
                Step::Unknown { name: Some("a choice of any value".into()), dsts: results.into() }
            }
            InstKind::Uninitialised => Step::Unknown { name: None, dsts: results.into() },
            InstKind::FuncAddr(func) => {
                let (base, dst) = (BaseRef::Function(*func), first.unwrap_or(0));
                Step::AddressOf { base, offset: 0, ty: result_ty, dst }
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
                    let (addr, access) = (scalar(n), Access::default());
                    Step::Load { guard, addr, access, elements, size, silent }
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
                let (addr, access) = (self.address(addr), *access);
                Step::Load { guard, addr, access, elements, size, silent }
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
                        carried: true,
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
            kind if kind.stray_target().is_some() => {
                let target = kind.stray_target().map_or(0, |value| self.reg(value));
                Step::Stray { guard, target }
            }
            InstKind::Marker { marker, args } => {
                let does = marker.effects();
                let effects = Effects {
                    reads: does.reads != Touches::Nothing,
                    writes: does.writes != Touches::Nothing,
                    // What waits for others is done by the barriers around it.
                    synchronises: false,
                };
                Step::Opaque {
                    guard,
                    name: marker.to_string(),
                    args: args.iter().map(|&v| self.reg(v)).collect(),
                    dsts: results.into(),
                    effects,
                    rets: Box::new([]),
                }
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
        if let Some(About::Log(asked, load)) = contracts::about(self.function, inst)
            && let InstKind::Load { addr, .. } = &self.function.insts[load].kind
        {
            let size = self.function.insts[load].results.iter().map(|&v| self.function.ty(v).bytes()).sum();
            let question = Question { asked, array: self.address(addr), size };
            self.questions.insert(self.steps.len() as u32, question);
        }
        self.push(step, site);
    }

    /// The name of a callee and what it may do.
    fn callee(&self, callee: &Callee) -> (String, Effects) {
        match callee {
            Callee::Func(func) => (self.module.functions[*func].name.clone(), Effects::ALL),
            Callee::External(name) => {
                (name.clone(), if is_of_device_runtime(name) { Effects::NONE } else { Effects::ALL })
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
        let in_order = Edge::may_go_in_order(&moves);
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
    AddressRef { space: Space::Shared, base, index: None, ty: Type::I64, offset: 0, leads: None }
}
