//! The passes that are for methods which look at values only, on programs that give them something to do: arrays in a slot at dynamic indices, and any
//! graph of blocks.

use crate::props::interpret::{Run, run};
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::passes::{construct_ssa, make_reducible, remove_dead, split_arrays};
use raddle_ir::*;

/// Steps of the run before a pass.
const FUEL: usize = 300;

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

struct Program {
    random: Random,
    function: Function,
    block: Block,
    loc: LocId,
    vars: Vec<Var>,
    frame: Slot,
    /// What is wide enough for each array's elements.
    element: [Type; 2],
}

impl Program {
    fn one(&mut self, kind: InstKind, ty: Type) -> Value {
        self.function.append1(self.block, kind, ty, self.loc)
    }

    fn op(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        self.one(InstKind::Pure { op, args: Values::from_slice(args) }, ty)
    }

    fn number(&mut self, bits: u128, ty: Type) -> Value {
        self.one(InstKind::Const(bits), ty)
    }

    fn read(&mut self) -> Value {
        let var = self.random.pick(&self.vars.clone());
        self.one(InstKind::VarGet(var), Type::I32)
    }

    fn read_as(&mut self, ty: Type) -> Value {
        let value = self.read();
        match ty {
            Type::I32 => value,
            Type::F32 => self.op(PureOp::Bitcast, &[value], ty),
            Type::I64 => self.op(PureOp::Sext, &[value], ty),
            _ => self.op(PureOp::Trunc, &[value], ty),
        }
    }

    fn write(&mut self, value: Value) {
        let value = match self.function.ty(value) {
            Type::I32 => value,
            Type::F32 => self.op(PureOp::Bitcast, &[value], Type::I32),
            Type::I64 => self.op(PureOp::Trunc, &[value], Type::I32),
            _ => self.op(PureOp::Zext, &[value], Type::I32),
        };
        let var = self.random.pick(&self.vars.clone());
        self.function.append(self.block, InstKind::VarSet(var, value), &[], self.loc);
    }

    /// An element of an array of four, or two or more at once at a constant place.
    fn element(&mut self) {
        let (start, ty) = self.random.pick(&[(0, self.element[0]), (32, self.element[1])]);
        let bytes = i64::from(ty.bytes());
        let mut addr =
            Address { space: Space::Local, base: Base::Slot(self.frame), index: None, offset: start };
        let mut types = vec![ty];
        match self.random.below(4) {
            0 => {
                let wide = self.random.pick(&[ty, Type::I32, Type::I64]);
                if (ty.bytes()..=4 * ty.bytes()).contains(&wide.bytes()) && ty.is_int() {
                    types = vec![wide];
                }
                addr.offset += self.random.below(4 * ty.bytes() as usize / types[0].bytes() as usize) as i64
                    * i64::from(types[0].bytes());
            }
            1 => {
                types = vec![ty, ty];
                addr.offset += bytes * self.random.below(3) as i64;
            }
            how => {
                let most = self.number(3, Type::I32);
                let index = self.read();
                let index = self.op(PureOp::And, &[index, most], Type::I32);
                let index = self.op(PureOp::Zext, &[index], Type::I64);
                let size = self.number(bytes as u128, Type::I64);
                let mut index = self.op(PureOp::Mul, &[index, size], Type::I64);
                if how == 3 && start > 0 && self.element == [Type::I64; 2] {
                    // The constant part lies before the array, in the other one.
                    let further = self.number(16, Type::I64);
                    index = self.op(PureOp::Add, &[index, further], Type::I64);
                    addr.offset -= 16;
                }
                addr.index = Some(index);
            }
        }
        let access = Access::default();
        let negated = self.random.below(2) == 0;
        let guard = (self.random.below(4) == 0).then(|| self.truth()).map(|value| Guard { value, negated });
        if self.random.below(2) == 0 {
            let values: Values = types.iter().map(|&ty| self.read_as(ty)).collect();
            let store =
                self.function.append(self.block, InstKind::Store { addr, access, values }, &[], self.loc);
            self.function.insts[store].guard = guard;
            return;
        }
        let load = self.function.append(self.block, InstKind::Load { addr, access }, &types, self.loc);
        for result in self.function.insts[load].results.clone() {
            self.write(result);
        }
    }

    fn truth(&mut self) -> Value {
        let cond = self.random.pick(&[IntCond::LtS, IntCond::LtU, IntCond::Ne]);
        let args = [self.read(), self.read()];
        self.op(PureOp::Icmp(cond), &args, Type::I1)
    }

    fn statement(&mut self) {
        match self.random.below(6) {
            0 => {
                let (value, index) = (self.read(), None);
                let offset = 4 * self.random.below(4) as i64;
                let addr =
                    Address { space: Space::Global, base: Base::Object(Object::new(0)), index, offset };
                let kind =
                    InstKind::Store { addr, access: Access::default(), values: Values::from_slice(&[value]) };
                self.function.append(self.block, kind, &[], self.loc);
            }
            1 | 2 => {
                let op = self.random.pick(&[PureOp::Add, PureOp::Sub, PureOp::Xor, PureOp::Mul]);
                let args = [self.read(), self.read()];
                let value = self.op(op, &args, Type::I32);
                self.write(value);
            }
            3 => {
                let number = self.random.pick(&[1, 2, 3, 5, 0x1_0007, u128::from(u32::MAX)]);
                let (value, number) = (self.read(), self.number(number, Type::I32));
                let value = self.op(PureOp::Add, &[value, number], Type::I32);
                self.write(value);
            }
            _ => self.element(),
        }
    }

    fn target(&mut self, blocks: &[Block]) -> Target {
        let block = self.random.pick(blocks);
        let params = self.function.blocks[block].params.len();
        Target { block, args: (0..params).map(|_| self.read()).collect() }
    }
}

fn object(space: Space, size: u64) -> MemoryObject {
    MemoryObject {
        name: "memory".to_owned(),
        source_name: None,
        source_type: None,
        space,
        size: Some(size),
        align: 8,
        element: 4,
        members: Vec::new(),
        init: None,
        external: false,
        internal: false,
    }
}

fn program(seed: u64) -> (Module, Function) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut module = Module { address_bits: 64, ..Module::default() };
    let loc = module.sources.intern(Loc::default());
    module.objects.push(object(Space::Global, 16));
    let mut function = Function::new("kernel", FunctionKind::Kernel, loc);
    let frame = function.slots.push(object(Space::Local, 64));
    let element = [0, 1].map(|_| random.pick(&[Type::I32, Type::F32, Type::I16, Type::I64, Type::I8]));
    let field = |name: &str, offset, ty: Type| Field {
        name: name.to_owned(),
        offset,
        size: 4 * u64::from(ty.bytes()),
    };
    function.slot_fields[frame] = vec![field("a", 0, element[0]), field("b", 32, element[1])];
    let var = |n| VarData { name: format!("v{n}"), ty: Type::I32, shared: None };
    let vars: Vec<Var> = (0..4).map(|n| function.vars.push(var(n))).collect();
    let block = function.add_block(loc);
    let blocks: Vec<Block> = (0..2 + random.below(6)).map(|_| function.add_block(loc)).collect();
    for &block in &blocks {
        for _ in 0..random.below(2) {
            function.add_param(block, Type::I32);
        }
    }
    let mut program = Program { random, function, block, loc, vars, frame, element };
    for block in [block].into_iter().chain(blocks.iter().copied()) {
        program.block = block;
        for param in program.function.blocks[block].params.clone() {
            program.write(param);
        }
        for _ in 0..2 + program.random.below(5) {
            program.statement();
        }
        let term = match program.random.below(8) {
            0 if block != program.function.entry() => Terminator::Return,
            0 | 1 => Terminator::Goto(vec![program.target(&blocks), program.target(&blocks)]),
            2 => Terminator::Jump(program.target(&blocks)),
            _ => {
                let cond = program.truth();
                Terminator::Branch { cond, then: program.target(&blocks), other: program.target(&blocks) }
            }
        };
        program.function.blocks[block].term = term;
    }
    (module, program.function)
}

fn is_reducible(function: &Function) -> bool {
    let cfg = Cfg::new(function);
    Loops::new(&cfg, &Dominators::new(&cfg)).irreducible().is_none()
}

fn same(module: &Module, original: &Run, function: &Function, pass: &str, seed: u64) {
    let text = || text::print_function(module, function);
    if let Err(errors) = validate(module, function) {
        panic!("seed {seed}, after {pass}: {}\n{}", errors[0], text());
    }
    let after = run(module, function, 40 * FUEL);
    let common = original.events.len().min(after.events.len());
    let is_same = match original.memory {
        Some(_) => *original == after,
        None => {
            original.events[..common] == after.events[..common] && after.events.len() >= original.events.len()
        }
    };
    assert!(is_same, "seed {seed}: {pass} changes the meaning\n{}", text());
}

#[test]
fn arrays_and_cycles_keep_the_meaning() {
    let cases = crate::cases::cases("PROPTEST_CASES", 500, 5000);
    let (mut arrays, mut cycles, mut given_up) = (0, 0, 0);
    for seed in 0..cases {
        let (module, mut function) = program(seed);
        let original = run(&module, &function, FUEL);
        construct_ssa(&mut function);
        same(&module, &original, &function, "construct_ssa", seed);
        if split_arrays(&mut function, 2000) {
            arrays += 1;
            same(&module, &original, &function, "split_arrays", seed);
            construct_ssa(&mut function);
            same(&module, &original, &function, "construct_ssa after split_arrays", seed);
        }
        remove_dead(&mut function);
        let was_reducible = is_reducible(&function);
        let before = text::print_function(&module, &function);
        match make_reducible(&mut function, 4000) {
            true => {
                cycles += usize::from(!was_reducible);
                same(&module, &original, &function, "make_reducible", seed);
                assert!(
                    is_reducible(&function),
                    "seed {seed}:\n{before}\n{}",
                    text::print_function(&module, &function)
                );
            }
            false => {
                given_up += 1;
                assert_eq!(before, text::print_function(&module, &function), "nothing is changed");
            }
        }
    }
    assert!(arrays > cases as usize / 10 && cycles > cases as usize / 10, "{arrays} arrays, {cycles} cycles");
    assert!(given_up < cycles / 4, "{given_up} given up, {cycles} not");
}

/// The copies are bounded.
#[test]
fn what_grows_too_large_is_left() {
    let irreducible = (0..200).map(program).find(|(_, function)| !is_reducible(function));
    let (module, mut function) = irreducible.expect("one of 200 graphs");
    construct_ssa(&mut function);
    let before = text::print_function(&module, &function);
    assert!(!make_reducible(&mut function, 0));
    assert_eq!(before, text::print_function(&module, &function));
}
