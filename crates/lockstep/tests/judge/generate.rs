//! Random kernels of the paper's language.
//!
//! Two kinds: *structured* ones (conditionals, three shapes of loops, `break` and `continue` of any enclosing loop, switches
//! that fall through, early exits), and *graphs*: blocks that jump forward to anywhere and back to blocks that dominate
//! them. Most writes belong to one thread, so that many kernels are race free; branches depend on counters that all threads
//! share the value of, on the thread, on chance, and on shared variables.

use crate::judge::random::Random;
use raddle_ir::*;

pub struct Kernel {
    pub module: Module,
    pub threads: usize,
    pub domain: u8,
}

impl Kernel {
    pub fn function(&self) -> &Function {
        &self.module.functions[Func::new(0)]
    }

    /// How many shared variables there are: scalars, then the cells of the array.
    pub fn cells(&self) -> usize {
        let arrays = self.module.objects.values().filter_map(|o| o.size);
        self.module.shared_vars.len() + arrays.sum::<u64>() as usize
    }
}

/// All that is generated has one location, which says nothing.
fn loc() -> LocId {
    LocId::new(0)
}

/// The elements of the array, one byte each.
const CELLS: u8 = 2;

struct Gen {
    random: Random,
    f: Function,
    at: Block,
    threads: usize,
    mask: u8,
    private: Vec<Var>,
    shared: Vec<Var>,
    array: Option<Object>,
    /// Enclosing loops: where `continue` and `break` go.
    loops: Vec<(Block, Block)>,
    last: Block,
    budget: usize,
}

/// A condition that can be computed again from private values, or only once.
#[derive(Clone, Copy)]
enum Cond {
    Less(Var, u8),
    Equal(Var, u8),
    /// The counter is at most the thread's number: threads leave a loop one after the other.
    UpTo(Var),
    Thread(u8),
    Havoc,
    Shared(Var, u8),
}

pub fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed);
    let threads = if random.chance(20) { 3 } else { 2 };
    let domain = if random.chance(75) { 2 } else { 4 };
    let mut module = Module { address_bits: 64, ..Module::default() };
    module.sources.intern(Loc::default());
    let mut f = Function::new("k", FunctionKind::Kernel, loc());
    let start = f.add_block(loc());
    let last = f.blocks.next_key();
    let mut gen_ = Gen {
        threads,
        mask: domain - 1,
        private: Vec::new(),
        shared: Vec::new(),
        array: None,
        loops: Vec::new(),
        at: start,
        last,
        budget: 6 + random.below(8),
        random,
        f,
    };
    gen_.last = gen_.block();
    let scalars = 1 + gen_.random.below(2);
    if scalars == 1 && domain == 2 && gen_.random.chance(60) {
        let (name, source_name, source_type) = ("a".to_owned(), None, None);
        let (space, size, init) = (Space::Shared, Some(u64::from(CELLS)), None);
        let (align, element, external, internal) = (1, 1, false, false);
        let object = MemoryObject {
            name,
            source_name,
            source_type,
            space,
            size,
            align,
            element,
            members: Vec::new(),
            init,
            external,
            internal,
        };
        gen_.array = Some(module.objects.push(object));
    }
    for n in 0..scalars {
        module.shared_vars.push(SharedVar { name: format!("s{n}"), ty: Type::I8 });
        let var = VarData { name: format!("s{n}"), ty: Type::I8, shared: Some(n as u32) };
        gen_.shared.push(gen_.f.vars.push(var));
    }
    for n in 0..2 {
        let var = gen_.var(&format!("p{n}"));
        gen_.private.push(var);
        let value = if gen_.random.chance(40) { gen_.thread() } else { gen_.number(n) };
        gen_.set(var, value);
    }
    if gen_.random.chance(60) {
        gen_.statements(0);
        gen_.jump(gen_.last);
    } else {
        gen_.graph();
    }
    gen_.f.blocks[gen_.last].term = Terminator::Return;
    gen_.tidy();
    module.functions.push(gen_.f);
    Kernel { module, threads, domain }
}

impl Gen {
    fn block(&mut self) -> Block {
        self.f.add_block(loc())
    }

    fn var(&mut self, name: &str) -> Var {
        self.f.vars.push(VarData { name: name.to_owned(), ty: Type::I8, shared: None })
    }

    fn emit(&mut self, kind: InstKind, ty: Type) -> Value {
        self.f.append1(self.at, kind, ty, loc())
    }

    fn effect(&mut self, kind: InstKind) -> Inst {
        self.f.append(self.at, kind, &[], loc())
    }

    fn number(&mut self, n: u8) -> Value {
        self.emit(InstKind::Const(u128::from(n)), Type::I8)
    }

    fn pure(&mut self, op: PureOp, ty: Type, args: &[Value]) -> Value {
        self.emit(InstKind::Pure { op, args: args.into() }, ty)
    }

    fn get(&mut self, var: Var) -> Value {
        self.emit(InstKind::VarGet(var), Type::I8)
    }

    fn set(&mut self, var: Var, value: Value) {
        self.effect(InstKind::VarSet(var, value));
    }

    fn thread(&mut self) -> Value {
        let tid = self.emit(InstKind::Special(Special::Tid(0)), Type::I32);
        self.pure(PureOp::Trunc, Type::I8, &[tid])
    }

    fn masked(&mut self, value: Value) -> Value {
        let mask = self.number(self.mask);
        self.pure(PureOp::And, Type::I8, &[value, mask])
    }

    /// `@p` or `@!p`
    fn guard(&mut self) -> Guard {
        let cond = self.any_cond();
        Guard { value: self.value_of(cond), negated: self.random.chance(50) }
    }

    fn barrier(&mut self) -> Inst {
        let id = self.emit(InstKind::Const(0), Type::I32);
        let (op, fence) = (BarrierOp::Sync, FenceFlags::BOTH);
        let barrier = Barrier { op, id, count: None, predicate: None, aligned: true, fence };
        self.effect(InstKind::Barrier(barrier))
    }

    fn jump(&mut self, to: Block) {
        self.f.blocks[self.at].term = Terminator::Jump(Target::new(to));
    }

    fn any_cond(&mut self) -> Cond {
        let private = self.random.pick(&self.private);
        let number = self.random.below(usize::from(self.mask) + 1) as u8;
        match self.random.below(10) {
            0..4 => Cond::Equal(private, number),
            4 => Cond::Less(private, number),
            5..7 => Cond::Thread(self.random.below(self.threads) as u8),
            7 | 8 => Cond::Havoc,
            _ => Cond::Shared(self.random.pick(&self.shared), number),
        }
    }

    fn value_of(&mut self, cond: Cond) -> Value {
        let (op, left, right) = match cond {
            Cond::UpTo(var) => {
                let args = [self.get(var), self.thread()];
                return self.pure(PureOp::Icmp(IntCond::LeU), Type::I1, &args);
            }
            Cond::Less(var, n) => (IntCond::LtU, self.get(var), n),
            Cond::Equal(var, n) | Cond::Shared(var, n) => (IntCond::Eq, self.get(var), n),
            Cond::Thread(n) => (IntCond::Eq, self.thread(), n),
            Cond::Havoc => return self.emit(InstKind::Havoc, Type::I1),
        };
        let right = self.number(right);
        self.pure(PureOp::Icmp(op), Type::I1, &[left, right])
    }

    /// Goes to `then` where the condition holds, else to `other`: by a branch, or by a `goto` with `assume`s, which may
    /// compute the condition again.
    fn branch(&mut self, cond: Cond, then: Block, other: Block) {
        let again = !matches!(cond, Cond::Havoc | Cond::Shared(..));
        let way = self.random.below(4);
        if matches!(cond, Cond::Havoc) && way == 0 {
            self.f.blocks[self.at].term = Terminator::Goto(vec![Target::new(then), Target::new(other)]);
            return;
        }
        if way == 1 || (way == 2 && !again) {
            let cond = self.value_of(cond);
            let (then, other) = (Target::new(then), Target::new(other));
            self.f.blocks[self.at].term = Terminator::Branch { cond, then, other };
            return;
        }
        let from = self.at;
        let known = if way == 2 || way == 0 && again { None } else { Some(self.value_of(cond)) };
        let mut targets = Vec::new();
        for (truth, to) in [(true, then), (false, other)] {
            let head = self.block();
            self.at = head;
            let value = match known {
                Some(value) => value,
                None => self.value_of(cond),
            };
            let value = if truth { value } else { self.pure(PureOp::Not, Type::I1, &[value]) };
            self.effect(InstKind::Assume(value));
            self.jump(to);
            targets.push(Target::new(head));
        }
        self.f.blocks[from].term = Terminator::Goto(targets);
        self.at = from;
    }

    /// Reads or writes an element of the array: mostly a thread's own, or another's.
    fn element(&mut self, object: Object, private: Var) {
        let own = self.random.chance(70);
        let index = if own { self.thread() } else { self.get(private) };
        let shift = self.number(1);
        let index =
            if self.random.chance(40) { self.pure(PureOp::Add, Type::I8, &[index, shift]) } else { index };
        let last = self.number(CELLS - 1);
        let index = self.pure(PureOp::And, Type::I8, &[index, last]);
        let index = self.pure(PureOp::Zext, Type::I64, &[index]);
        let (base, space) = (Base::Object(object), Space::Shared);
        let addr = Address { space, base, index: Some(index), offset: 0 };
        let access = Access::default();
        if self.random.chance(50) {
            let value = self.emit(InstKind::Load { addr, access }, Type::I8);
            self.set(private, value);
        } else {
            let value = self.get(private);
            let value = self.masked(value);
            self.effect(InstKind::Store { addr, access, values: [value].as_slice().into() });
        }
    }

    /// A statement without control flow.
    fn simple(&mut self) {
        if let Some(object) = self.array.filter(|_| self.random.chance(30)) {
            let private = self.random.pick(&self.private);
            return self.element(object, private);
        }
        let private = self.random.pick(&self.private);
        let shared = self.random.pick(&self.shared);
        match self.random.below(21) {
            0..3 => {
                let (old, one) = (self.get(private), self.number(1));
                let sum = self.pure(PureOp::Add, Type::I8, &[old, one]);
                let sum = self.masked(sum);
                self.set(private, sum);
            }
            3 => {
                let any = self.emit(InstKind::Havoc, Type::I8);
                self.set(private, any);
            }
            4..8 => {
                let value = self.get(shared);
                self.set(private, value);
            }
            8..14 => self.write(shared, private),
            14 | 20 => {
                let (old, other) = (self.get(private), self.random.pick(&self.private));
                let other = self.get(other);
                let copy = self.random.chance(60);
                let value = if copy { other } else { self.pure(PureOp::Xor, Type::I8, &[old, other]) };
                self.set(private, value);
            }
            15 => {
                let old = self.get(private);
                let bound = if self.random.chance(85) { self.mask + 1 } else { self.mask };
                let bound = self.number(bound);
                let holds = self.pure(PureOp::Icmp(IntCond::LtU), Type::I1, &[old, bound]);
                let guard = self.random.chance(25).then(|| self.guard());
                let inst = self.effect(InstKind::Assert(holds));
                self.f.insts[inst].guard = guard;
            }
            _ => {
                let guard = self.random.chance(12).then(|| self.guard());
                let inst = self.barrier();
                self.f.insts[inst].guard = guard;
            }
        }
    }

    /// A write of a shared variable: mostly by its owner only.
    fn write(&mut self, shared: Var, private: Var) {
        let value = match self.random.below(6) {
            0 => self.emit(InstKind::Havoc, Type::I8),
            1 => self.number(1),
            2 => self.thread(),
            _ => self.get(private),
        };
        let value = self.masked(value);
        let mine = self.random.chance(85).then(|| self.value_of(Cond::Thread(shared.index() as u8 % 2)));
        let inst = self.effect(InstKind::VarSet(shared, value));
        self.f.insts[inst].guard = mine.map(|value| Guard { value, negated: false });
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.random.below(4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.random.below(12) {
                0 | 1 if depth < 3 => self.conditional(depth),
                2 | 3 if depth < 3 => self.repeat(depth),
                4 if depth < 3 => self.switch(depth),
                5 if depth > 0 => self.leave(),
                6 if depth < 2 && self.random.chance(50) => self.knot(depth),
                _ => self.simple(),
            }
        }
    }

    fn conditional(&mut self, depth: usize) {
        let (then, other, end) = (self.block(), self.block(), self.block());
        let cond = self.any_cond();
        self.branch(cond, then, other);
        for branch in [then, other] {
            self.at = branch;
            if branch == then || self.random.chance(50) {
                self.statements(depth + 1);
            }
            self.jump(end);
        }
        self.at = end;
    }

    /// `while`, `do … while`, or the rotated loop of figure 3, whose head assumes the condition.
    fn repeat(&mut self, depth: usize) {
        let counter = self.counter();
        let limit = 1 + self.random.below(2) as u8;
        let cond = match self.random.below(10) {
            0 => Cond::Equal(self.random.pick(&self.private), 0),
            1 => Cond::Havoc,
            2 | 3 => Cond::UpTo(counter),
            _ => Cond::Less(counter, limit),
        };
        let endless = self.random.chance(3);
        let (head, body, end) = (self.block(), self.block(), self.block());
        match self.random.below(3) {
            0 => {
                self.jump(head);
                self.at = head;
                self.branch(cond, body, end);
                self.at = body;
                self.count(counter, endless);
                self.inside(head, end, depth);
                self.jump(head);
            }
            1 => {
                let latch = self.block();
                self.jump(head);
                self.at = head;
                self.jump(body);
                self.at = body;
                self.inside(latch, end, depth);
                self.jump(latch);
                self.at = latch;
                // The value of a scalar before this pass, needed after the loop.
                let (kept, changed) = (self.private[0], self.private[1]);
                let remember = self.random.chance(50);
                if remember {
                    let value = self.get(changed);
                    self.set(kept, value);
                    let value = self.get(counter);
                    let value = self.masked(value);
                    self.set(changed, value);
                }
                self.count(counter, endless);
                self.branch(cond, head, end);
                if remember {
                    self.at = end;
                    let shared = self.random.pick(&self.shared);
                    self.write(shared, kept);
                }
            }
            _ => {
                let (latch, out) = (self.block(), self.block());
                let cond = if matches!(cond, Cond::Havoc) { Cond::Less(counter, limit) } else { cond };
                self.rotated(head, out);
                self.assumed(cond, head, body, true);
                self.assumed(cond, out, end, false);
                self.at = body;
                self.inside(latch, end, depth);
                self.jump(latch);
                self.at = latch;
                self.count(counter, endless);
                self.rotated(head, out);
            }
        }
        self.at = end;
    }

    /// Two loops, the way back to the outer one's head inside the inner one: the last block of both is the same.
    fn knot(&mut self, depth: usize) {
        let (outer, inner) = (self.counter(), self.counter());
        let [outer_head, inner_head, again, rest, end] = [(); 5].map(|()| self.block());
        self.jump(outer_head);
        self.at = outer_head;
        self.statements(depth + 1);
        self.jump(inner_head);
        self.at = inner_head;
        self.statements(depth + 2);
        self.count(inner, false);
        let cond = self.any_cond();
        self.branch(cond, again, rest);
        self.at = again;
        self.count(outer, false);
        self.branch(Cond::Less(outer, 2), outer_head, rest);
        self.at = rest;
        self.simple();
        let stay = if self.random.chance(50) { Cond::UpTo(inner) } else { Cond::Less(inner, 2) };
        self.branch(stay, inner_head, end);
        self.at = end;
    }

    /// A private scalar that is zero.
    fn counter(&mut self) -> Var {
        let counter = self.var(&format!("c{}", self.f.vars.len()));
        let zero = self.number(0);
        self.set(counter, zero);
        counter
    }

    fn rotated(&mut self, head: Block, out: Block) {
        self.f.blocks[self.at].term = Terminator::Goto(vec![Target::new(head), Target::new(out)]);
    }

    fn assumed(&mut self, cond: Cond, block: Block, to: Block, truth: bool) {
        self.at = block;
        let value = self.value_of(cond);
        let value = if truth { value } else { self.pure(PureOp::Not, Type::I1, &[value]) };
        self.effect(InstKind::Assume(value));
        self.jump(to);
    }

    fn count(&mut self, counter: Var, endless: bool) {
        if !endless {
            let (old, one) = (self.get(counter), self.number(1));
            let sum = self.pure(PureOp::Add, Type::I8, &[old, one]);
            let top = self.number(3);
            let sum = self.pure(PureOp::MinU, Type::I8, &[sum, top]);
            self.set(counter, sum);
        }
    }

    fn inside(&mut self, again: Block, end: Block, depth: usize) {
        self.loops.push((again, end));
        self.statements(depth + 1);
        self.loops.pop();
    }

    /// Cases that fall through, now and then.
    fn switch(&mut self, depth: usize) {
        let (first, second, rest, end) = (self.block(), self.block(), self.block(), self.block());
        let var = self.random.pick(&self.private);
        let value = self.get(var);
        let one = if self.random.chance(20) { second } else { first };
        let targets = vec![Target::new(one), Target::new(second)];
        self.f.blocks[self.at].term = Terminator::Switch { value, targets, default: Target::new(rest) };
        for (case, next) in [(first, second), (second, rest), (rest, end)] {
            self.at = case;
            self.statements(depth + 1);
            let to = if self.random.chance(50) { next } else { end };
            self.jump(to);
        }
        self.at = end;
    }

    /// `break`, `continue`, or the end of the thread, under a condition.
    fn leave(&mut self) {
        let mut to = self.last;
        if !self.loops.is_empty() && self.random.chance(75) {
            let (again, end) = self.loops[self.random.below(self.loops.len())];
            to = if self.random.chance(50) { again } else { end };
        }
        let stay = self.block();
        let cond = self.any_cond();
        self.branch(cond, to, stay);
        self.at = stay;
    }

    /// Blocks that jump anywhere forward, and back to where they come from while there is fuel.
    fn graph(&mut self) {
        let fuel = self.var("fuel");
        let zero = self.number(0);
        self.set(fuel, zero);
        let n = 3 + self.random.below(4);
        let blocks: Vec<Block> = (0..n).map(|_| self.block()).collect();
        self.jump(blocks[0]);
        for (i, &block) in blocks.iter().enumerate() {
            self.at = block;
            for _ in 0..self.random.below(4) {
                self.simple();
            }
            let forward = |gen_: &mut Self| {
                let to = i + 1 + gen_.random.below(3).min(n - i - 1);
                if to >= n { gen_.last } else { blocks[to] }
            };
            let to = forward(self);
            if i > 0 && self.random.chance(40) {
                let back = blocks[self.random.below(i + 1)];
                self.count(fuel, false);
                let limit = 1 + self.random.below(2) as u8;
                let stay = if self.random.chance(25) { Cond::UpTo(fuel) } else { Cond::Less(fuel, limit) };
                if self.random.chance(30) {
                    // Two ways back and one on.
                    let (more, second) = (self.block(), blocks[self.random.below(i + 1)]);
                    self.branch(stay, more, to);
                    self.at = more;
                    let cond = self.any_cond();
                    self.branch(cond, back, second);
                } else {
                    self.branch(stay, back, to);
                }
            } else if self.random.chance(60) {
                let cond = self.any_cond();
                let second = forward(self);
                self.branch(cond, to, second);
            } else {
                self.jump(to);
            }
        }
    }

    /// Lists the blocks in an order that has nothing to do with how they were made, and drops unreachable ones.
    fn tidy(&mut self) {
        let reachable = cfg::Cfg::new(&self.f);
        self.f.order.retain(|&b| reachable.is_reachable(b));
        for i in (2..self.f.order.len()).rev() {
            let j = 1 + self.random.below(i);
            self.f.order.swap(i, j);
        }
    }
}
