//! Random valid modules from bytes.
//!
//! The kernel has scalars, slots with source variables, objects in shared and global memory, a pointer
//! parameter, device functions that it calls, and any control flow at all. Dynamic indices stay inside
//! the variable that they index, since the passes rely on that; nothing that depends on where a slot
//! lies is stored where others see it.

use raddle_ir::*;
use smallvec::SmallVec;

/// Bytes read as decisions; zeros when they are used up.
pub struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn done(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

fn object(name: &str, space: Space, size: u64) -> MemoryObject {
    let (name, source_name) = (name.to_owned(), None);
    MemoryObject {
        name,
        source_name,
        source_type: Some("int[4]".to_owned()),
        space,
        size: Some(size),
        align: 8,
        element: 4,
        members: vec![Field { name: "x.y".to_owned(), offset: 0, size: 4 }],
        init: None,
        external: false,
        internal: false,
    }
}

fn param(name: &str, offset: u64, ty: Type) -> KernelParam {
    let size = u64::from(ty.bytes());
    KernelParam {
        name: name.to_owned(),
        source_name: None,
        source_type: None,
        pointee: (size == 8).then_some(12),
        members: vec![Field { name: "z".to_owned(), offset: 8, size: 4 }],
        of: Some(Structure { name: "in".to_owned(), ty: "In".to_owned(), offset: 0, size: offset + size }),
        offset,
        size,
        align: size as u32,
        ty: Some(ty),
        signed: ty == Type::I32,
        pointer: None,
    }
}

/// A module whose last function is a kernel.
pub fn module(bytes: &[u8]) -> (Module, Func) {
    let mut choices = Choices::new(bytes);
    let mut module = Module { address_bits: 64, ..Module::default() };
    let loc = module.sources.intern(Loc::default());
    module.objects.push(object("tile", Space::Shared, 64));
    module.objects.push(object("out", Space::Global, 64));
    module.shared_vars.push(SharedVar { name: "S".to_owned(), ty: Type::I32 });
    let helpers = choices.below(3);
    for n in 0..helpers {
        let function = Function::new(format!("helper{n}"), FunctionKind::Device, loc);
        let function = fill(&mut choices, function, n, loc);
        module.functions.push(function);
    }
    let mut kernel = Function::new("kernel", FunctionKind::Kernel, loc);
    kernel.params = vec![param("p", 0, Type::I64), param("n", 8, Type::I32), param("q", 16, Type::I64)];
    if choices.below(2) == 1 {
        kernel.params[2].pointer = Some(PointerInfo { space: Space::Generic, align: 4 });
    }
    let kernel = fill(&mut choices, kernel, helpers, loc);
    let id = module.functions.push(kernel);
    (module, id)
}

/// The types of the private scalars.
const VARS: [Type; 6] = [Type::I32, Type::I32, Type::I64, Type::I1, Type::F32, Type::I8];

fn fill(choices: &mut Choices, mut function: Function, helpers: usize, loc: LocId) -> Function {
    for (n, ty) in VARS.into_iter().enumerate() {
        let name = if n % 2 == 0 { format!("%r{n}") } else { format!("x{n}") };
        function.vars.push(VarData { name, ty, shared: None });
    }
    function.vars.push(VarData { name: "S".to_owned(), ty: Type::I32, shared: Some(0) });
    if function.kind == FunctionKind::Device {
        for (n, list) in [(0, &mut function.arg_slots), (1, &mut function.ret_slots)] {
            let slot = function.slots.push(object(&format!("p{n}"), Space::Param, 4));
            list.push(slot);
        }
    }
    let frame = function.slots.push(object("depot", Space::Local, 48));
    let field = |name: &str, offset, size| Field { name: name.to_owned(), offset, size };
    if choices.below(4) != 0 {
        function.slot_fields[frame] = vec![
            field("a", 0, 4),
            field("b", 4, 4),
            field("xs", 8, 16),
            field("w", 24, 8),
            field("ys", 32, 16),
        ];
    }
    let pass: Vec<Slot> =
        (0..2).map(|n| function.slots.push(object(&format!("c{n}"), Space::Param, 4))).collect();

    let entry = function.add_block(loc);
    let count = 1 + choices.below(6);
    let blocks: Vec<Block> = (0..count).map(|_| function.add_block(loc)).collect();
    for &block in &blocks {
        for _ in 0..choices.below(3) {
            let ty = choices.pick(&[Type::I32, Type::I64, Type::I1]);
            function.add_param(block, ty);
        }
    }
    let mut body = Body {
        choices,
        function,
        frame,
        pass,
        helpers,
        loc,
        block: entry,
        common: Vec::new(),
        pool: Vec::new(),
    };
    body.statements(4);
    body.common = std::mem::take(&mut body.pool);
    body.terminator(&blocks);
    for &block in &blocks {
        body.block = block;
        body.pool = body.common.clone();
        body.pool.extend(body.function.blocks[block].params.iter().copied());
        body.statements(8);
        body.terminator(&blocks);
    }
    body.function
}

struct Body<'c, 'b> {
    choices: &'c mut Choices<'b>,
    function: Function,
    frame: Slot,
    /// The slots that calls pass an argument and a result in.
    pass: Vec<Slot>,
    helpers: usize,
    loc: LocId,
    block: Block,
    /// Values of the entry, which dominates all.
    common: Vec<Value>,
    /// Values that may be used here; addresses are not among them.
    pool: Vec<Value>,
}

impl Body<'_, '_> {
    fn one(&mut self, kind: InstKind, ty: Type) -> Value {
        self.function.append1(self.block, kind, ty, self.loc)
    }

    fn op(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        self.one(InstKind::Pure { op, args: Values::from_slice(args) }, ty)
    }

    fn effect(&mut self, kind: InstKind, results: &[Type]) -> SmallVec<[Value; 2]> {
        let inst = self.function.append(self.block, kind, results, self.loc);
        self.function.insts[inst].results.clone()
    }

    fn guard_last(&mut self, guard: Guard) {
        let inst = *self.function.blocks[self.block].insts.last().expect("one was appended");
        self.function.insts[inst].guard = Some(guard);
    }

    fn konst(&mut self, bits: u128, ty: Type) -> Value {
        self.one(InstKind::Const(bits & ty.mask()), ty)
    }

    /// A value of a type: from the pool if there is one, else a constant.
    fn value(&mut self, ty: Type) -> Value {
        let fitting: Vec<Value> = self.pool.iter().copied().filter(|&v| self.function.ty(v) == ty).collect();
        if fitting.is_empty() || self.choices.below(4) == 0 {
            let bits = self.choices.pick(&[0, 1, 2, 4, 31, 0x80, 0x7fff_ffff, u128::MAX]);
            return self.konst(bits, ty);
        }
        self.choices.pick(&fitting)
    }

    fn keep(&mut self, value: Value) {
        self.pool.push(value);
    }

    fn statements(&mut self, most: usize) {
        for _ in 0..1 + self.choices.below(most) {
            if self.choices.done() {
                return;
            }
            match self.choices.below(16) {
                0..=3 => self.pure(),
                4 | 5 => self.scalar(),
                6..=8 => self.slot(),
                9 => self.slot_by_address(),
                10 | 11 => self.memory(),
                12 => self.buffer(),
                13 => self.synchronise(),
                14 => self.call(),
                _ => self.specify(),
            }
        }
    }

    fn pure(&mut self) {
        use PureOp as P;
        let ty = self.choices.pick(&[Type::I32, Type::I64, Type::I8, Type::I1, Type::I16, Type::I128]);
        let value = match self.choices.below(9) {
            0 | 1 => {
                let op = self.choices.pick(&[
                    P::Add,
                    P::Sub,
                    P::Mul,
                    P::And,
                    P::Or,
                    P::Xor,
                    P::MinS,
                    P::MaxU,
                    P::DivU,
                    P::RemS,
                    P::MulHiU,
                ]);
                let args = [self.value(ty), self.value(ty)];
                self.op(op, &args, ty)
            }
            2 => {
                let op = self.choices.pick(&[P::Shl, P::ShrU, P::ShrS]);
                let args = [self.value(ty), self.value(Type::I32)];
                self.op(op, &args, ty)
            }
            3 => {
                let cond = self.choices.pick(&[IntCond::Eq, IntCond::Ne, IntCond::LtS, IntCond::GeU]);
                let args = [self.value(ty), self.value(ty)];
                self.op(P::Icmp(cond), &args, Type::I1)
            }
            4 => {
                let args = [self.value(Type::I1), self.value(ty), self.value(ty)];
                self.op(P::Select, &args, ty)
            }
            5 => {
                let to = self.choices.pick(&[Type::I32, Type::I64, Type::I8, Type::I1]);
                let arg = self.value(ty);
                let extend = self.choices.pick(&[P::Zext, P::Sext]);
                let op = if to.bits() < ty.bits() { P::Trunc } else { extend };
                self.op(op, &[arg], to)
            }
            6 => {
                let to = self.choices.pick(&[Type::F32, Type::I32]);
                let from = if to == Type::F32 { Type::I32 } else { Type::F32 };
                let arg = self.value(from);
                self.op(P::Bitcast, &[arg], to)
            }
            7 => {
                let special = self.choices.pick(&[Special::Tid(0), Special::Ntid(0), Special::LaneId]);
                self.one(InstKind::Special(special), Type::I32)
            }
            _ => self.one(InstKind::Havoc, ty),
        };
        self.keep(value);
    }

    fn scalar(&mut self) {
        let var = Var::new(self.choices.below(VARS.len() + 1));
        let ty = self.function.vars[var].ty;
        if self.choices.below(2) == 0 {
            let value = self.one(InstKind::VarGet(var), ty);
            self.keep(value);
        } else {
            let value = self.value(ty);
            self.effect(InstKind::VarSet(var, value), &[]);
        }
    }

    fn some_access(&mut self) -> Access {
        Access { volatile: self.choices.below(12) == 11, ..Access::default() }
    }

    fn types(&mut self) -> Vec<Type> {
        let ty =
            self.choices.pick(&[Type::I32, Type::I32, Type::I32, Type::F32, Type::I64, Type::I8, Type::I16]);
        if self.choices.below(6) == 5 { vec![ty, ty] } else { vec![ty] }
    }

    /// A load, a store, or a guarded one of either.
    fn access(&mut self, addr: Address, types: &[Type]) {
        let access = self.some_access();
        let guard = match self.choices.below(4) {
            0 => Some(Guard { value: self.value(Type::I1), negated: self.choices.below(2) == 0 }),
            _ => None,
        };
        if self.choices.below(2) == 0 {
            let values: Values = types.iter().map(|&ty| self.value(ty)).collect();
            self.effect(InstKind::Store { addr, access, values }, &[]);
            if let Some(guard) = guard {
                self.guard_last(guard);
            }
            return;
        }
        let results = self.effect(InstKind::Load { addr, access }, types);
        match guard {
            None => self.pool.extend(results),
            Some(guard) => {
                // What a thread loads that does not execute the load is unspecified: never look at it.
                self.guard_last(guard);
                for value in results {
                    let ty = self.function.ty(value);
                    let other = self.value(ty);
                    let (yes, no) = if guard.negated { (other, value) } else { (value, other) };
                    let chosen = self.op(PureOp::Select, &[guard.value, yes, no], ty);
                    self.keep(chosen);
                }
            }
        }
    }

    /// An access to a slot at a constant offset, which may overlap others in part.
    fn slot(&mut self) {
        if self.choices.below(6) == 0 {
            let slot = match (self.function.kind, self.choices.below(2)) {
                (FunctionKind::Device, 0) => self.function.arg_slots[0],
                (FunctionKind::Device, _) => self.function.ret_slots[0],
                (_, n) => self.pass[n],
            };
            return self.access(
                Address { space: Space::Param, base: Base::Slot(slot), index: None, offset: 0 },
                &[Type::I32],
            );
        }
        let types = self.types();
        let offset = self.choices.pick(&[0, 4, 8, 12, 16, 20, 24, 32, 36, 2, 5, 26]);
        self.access(
            Address { space: Space::Local, base: Base::Slot(self.frame), index: None, offset },
            &types,
        );
    }

    /// An access to an array in the slot through a computed address.
    fn slot_by_address(&mut self) {
        let (start, last) = self.choices.pick(&[(8, 12), (32, 12), (8, 12), (0, 0), (24, 4)]);
        let mut address = self.one(InstKind::AddrOf { base: Base::Slot(self.frame), offset: 0 }, Type::I64);
        let mut space = Space::Local;
        if self.choices.below(2) == 0 {
            address = self.op(PureOp::ToGeneric(Space::Local), &[address], Type::I64);
            space = Space::Generic;
        }
        let step = self.choices.pick(&[0, 4]).min(last);
        match self.choices.below(4) {
            // The variable itself, or a place in it.
            0 => address = self.plus(address, start + step),
            // `&a[step + i]`
            1 => {
                address = self.plus(address, start + step);
                address = self.plus_index(address, last - step);
            }
            // `(&a[step + i])[-step]`
            2 => {
                address = self.plus(address, start + step);
                address = self.plus_index(address, last - step);
                address = self.plus(address, -step);
            }
            // From the end of an array down.
            _ if last == 12 => {
                address = self.plus(address, start + 16);
                let index = self.index(12);
                let down = self.konst((-4i128) as u128, Type::I64);
                let down = self.op(PureOp::Sub, &[down, index], Type::I64);
                address = self.op(PureOp::Add, &[address, down], Type::I64);
            }
            _ => address = self.plus(address, start),
        }
        if space == Space::Generic && self.choices.below(3) == 0 {
            let asked = self.choices.pick(&[Space::Local, Space::Shared, Space::Global]);
            let is = self.op(PureOp::IsSpace(asked), &[address], Type::I1);
            self.keep(is);
        }
        let ty = self.choices.pick(&[Type::I32, Type::F32, Type::I8]);
        self.access(Address { space, base: Base::Absolute, index: Some(address), offset: 0 }, &[ty]);
    }

    /// A multiple of 4 that is at most `last`, which is 0, 4, 8 or 12.
    fn index(&mut self, last: i64) -> Value {
        let raw = self.value(Type::I32);
        let mask = self.konst(last as u128 & 12, Type::I32);
        let index = self.op(PureOp::And, &[raw, mask], Type::I32);
        self.op(PureOp::Zext, &[index], Type::I64)
    }

    fn plus_index(&mut self, address: Value, last: i64) -> Value {
        let index = self.index(last);
        self.op(PureOp::Add, &[address, index], Type::I64)
    }

    fn plus(&mut self, address: Value, bytes: i64) -> Value {
        let ty = self.function.ty(address);
        let bytes = self.konst(bytes as u128, ty);
        self.op(PureOp::Add, &[address, bytes], ty)
    }

    /// An access to an object, by name or through an address of 32 or 64 bits in any spelling.
    fn memory(&mut self) {
        let (object, own) =
            self.choices.pick(&[(Object::new(0), Space::Shared), (Object::new(1), Space::Global)]);
        let types = self.types();
        let offset = self.choices.pick(&[0, 4, 8, 16, 60]);
        if self.choices.below(3) == 0 {
            return self
                .access(Address { space: own, base: Base::Object(object), index: None, offset }, &types);
        }
        let narrow = own == Space::Shared && self.choices.below(2) == 0;
        let ty = if narrow { Type::I32 } else { Type::I64 };
        let mut address = self.one(InstKind::AddrOf { base: Base::Object(object), offset }, ty);
        let mut space = own;
        if !narrow && self.choices.below(2) == 0 {
            address = self.op(PureOp::ToGeneric(own), &[address], ty);
            space = Space::Generic;
        }
        for _ in 0..self.choices.below(3) {
            let raw = self.value(Type::I32);
            let index = if narrow {
                raw
            } else {
                let mask = self.konst(63, Type::I32);
                let small = self.op(PureOp::And, &[raw, mask], Type::I32);
                self.op(PureOp::Zext, &[small], Type::I64)
            };
            let op = if narrow && self.choices.below(4) == 0 { PureOp::Sub } else { PureOp::Add };
            address = self.op(op, &[address, index], ty);
        }
        if space == Space::Generic && self.choices.below(3) == 0 {
            address = self.op(PureOp::FromGeneric(own), &[address], ty);
            space = own;
        }
        let offset = self.choices.pick(&[0, 0, 4, -4]);
        self.access(Address { space, base: Base::Absolute, index: Some(address), offset }, &types);
    }

    /// An access through a pointer parameter (kernels only), or a read of a parameter.
    fn buffer(&mut self) {
        if self.function.kind == FunctionKind::Device {
            return self.pure();
        }
        let load = |at| InstKind::Load {
            addr: Address { space: Space::Param, base: Base::Params, index: None, offset: at },
            access: Access::default(),
        };
        if self.choices.below(3) == 0 {
            let value = self.effect(load(8), &[Type::I32])[0];
            return self.keep(value);
        }
        let at = self.choices.pick(&[0, 16]);
        let mut address = self.effect(load(at), &[Type::I64])[0];
        let mut space = self.choices.pick(&[Space::Global, Space::Generic]);
        match self.choices.below(3) {
            0 => {
                address = self.op(PureOp::FromGeneric(Space::Global), &[address], Type::I64);
                space = Space::Global;
            }
            1 => {
                address = self.op(PureOp::ToGeneric(Space::Global), &[address], Type::I64);
                space = Space::Generic;
            }
            _ => {}
        }
        let index = match self.choices.below(3) {
            0 => self.konst(8, Type::I64),
            1 => self.effect(load(16), &[Type::I64])[0],
            _ => {
                let raw = self.value(Type::I32);
                self.op(PureOp::Sext, &[raw], Type::I64)
            }
        };
        address = self.op(PureOp::Add, &[address, index], Type::I64);
        let types = self.types();
        self.access(Address { space, base: Base::Absolute, index: Some(address), offset: 0 }, &types);
    }

    fn synchronise(&mut self) {
        match self.choices.below(4) {
            0 => {
                let id = self.konst(0, Type::I32);
                let fence = FenceFlags::BOTH;
                let (count, predicate) = (None, None);
                self.effect(
                    InstKind::Barrier(Barrier {
                        op: BarrierOp::Sync,
                        id,
                        count,
                        predicate,
                        aligned: true,
                        fence,
                    }),
                    &[],
                );
            }
            1 => {
                self.effect(InstKind::Fence { order: Order::AcqRel, scope: Scope::Gpu }, &[]);
            }
            2 => {
                let addr = Address {
                    space: Space::Shared,
                    base: Base::Object(Object::new(0)),
                    index: None,
                    offset: 4,
                };
                let args = Values::from_slice(&[self.value(Type::I32)]);
                let access = Access { order: Order::Relaxed, ..Access::default() };
                let old =
                    self.effect(InstKind::Atomic { op: AtomicOp::Add, addr, access, args }, &[Type::I32]);
                self.pool.extend(old);
            }
            _ => {
                let args = Values::from_slice(&[self.value(Type::I32)]);
                let effects = self.choices.pick(&[Effects::NONE, Effects::ALL]);
                let value =
                    self.effect(InstKind::Opaque { name: "tex".to_owned(), args, effects }, &[Type::I32])[0];
                self.keep(value);
            }
        }
    }

    fn call(&mut self) {
        if self.helpers == 0 {
            return self.scalar();
        }
        let func = Func::new(self.choices.below(self.helpers));
        let passed = self.value(Type::I32);
        let at = |slot| Address { space: Space::Param, base: Base::Slot(slot), index: None, offset: 0 };
        let (arg, ret) = (self.pass[0], self.pass[1]);
        let values = Values::from_slice(&[passed]);
        self.effect(InstKind::Store { addr: at(arg), access: Access::default(), values }, &[]);
        let callee = match self.choices.below(3) {
            0 => {
                let target = self.pointer_to(func);
                Callee::Indirect { target, candidates: Vec::new() }
            }
            _ => Callee::Func(func),
        };
        let guard =
            (self.choices.below(4) == 0).then(|| Guard { value: self.value(Type::I1), negated: false });
        self.effect(InstKind::Call { callee, args: vec![arg], rets: vec![ret] }, &[]);
        if let Some(guard) = guard {
            self.guard_last(guard);
        }
        let result =
            self.effect(InstKind::Load { addr: at(ret), access: Access::default() }, &[Type::I32])[0];
        self.keep(result);
    }

    /// The address of a function: plain, one of two, or opaque to analysis.
    fn pointer_to(&mut self, func: Func) -> Value {
        let address = self.one(InstKind::FuncAddr(func), Type::I64);
        match self.choices.below(3) {
            0 => address,
            1 => {
                let other = Func::new(self.choices.below(self.helpers));
                let other = self.one(InstKind::FuncAddr(other), Type::I64);
                let cond = self.value(Type::I1);
                self.op(PureOp::Select, &[cond, address, other], Type::I64)
            }
            _ => {
                let key = self.value(Type::I64);
                let hidden = self.op(PureOp::Xor, &[address, key], Type::I64);
                self.op(PureOp::Xor, &[hidden, key], Type::I64)
            }
        }
    }

    fn specify(&mut self) {
        let value = self.value(Type::I1);
        match self.choices.below(3) {
            0 => self.effect(InstKind::Assume(value), &[]),
            1 => self.effect(InstKind::Assert(value), &[]),
            _ => {
                self.effect(InstKind::SpecBegin(SpecKind::Invariant), &[]);
                self.effect(InstKind::SpecEnd(SpecKind::Invariant, value), &[])
            }
        };
    }

    fn target(&mut self, blocks: &[Block]) -> Target {
        let block = self.choices.pick(blocks);
        let params = self.function.blocks[block].params.clone();
        Target { block, args: params.iter().map(|&p| self.value(self.function.ty(p))).collect() }
    }

    fn terminator(&mut self, blocks: &[Block]) {
        let term = match self.choices.below(10) {
            0 | 1 => Terminator::Return,
            2 => [Terminator::Exit, Terminator::Trap, Terminator::Unreachable][self.choices.below(3)].clone(),
            3 | 4 => Terminator::Jump(self.target(blocks)),
            5..=7 => {
                let cond = self.value(Type::I1);
                Terminator::Branch { cond, then: self.target(blocks), other: self.target(blocks) }
            }
            8 => {
                let value = self.value(Type::I32);
                let targets = (0..self.choices.below(3)).map(|_| self.target(blocks)).collect();
                Terminator::Switch { value, targets, default: self.target(blocks) }
            }
            _ => Terminator::Goto((0..1 + self.choices.below(2)).map(|_| self.target(blocks)).collect()),
        };
        self.function.blocks[self.block].term = term;
    }
}
