//! Termination of kernels against exhaustive search.
//!
//! Random programs of the grammar of paper 004, §3 (assignments, arrays, `if`, `while`, `barrier`) become functions of the kernel IR, and are run:
//! - alone, with an array of its own, over words of 8 bits, from each value of the parameters: no proof of a program that loops, none that it loops of one that
//!   stops, and no condition that is said to be exact with which it stops otherwise; and so are programs of jumps to anywhere, whose control flow is irreducible;
//! - alone and with `--strict-wrap`, programs of several loops, by the whole way from a file to a verdict: no proof where there is an endless run for some parameters, no
//!   refutation where there is none;
//! - by two and by three threads over small words, in all interleavings (K-STEP, K-BARRIER): no proof where there is an infinite execution (theorem 3); so are
//!   queues that threads draw from by atomics, and set back.
//!
//! `RADDLE_TERMINATION` sets the number of programs, `RADDLE_TERMINATION_SEED` the seed.

#[allow(dead_code)] // It is shared by several judges.
mod few_bits;
mod queues;
mod rounds;
mod several;

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::passes::construct_ssa;
use raddle_ir::{
    Access, Address, AtomicOp, Barrier, BarrierOp, Base, Block, FenceFlags, Function, FunctionKind, InstKind,
    IntCond, KernelParam, Loc, LocId, MemoryObject, Module, PureOp, Space, Special, Target, Terminator, Type,
    Value, Var, VarData,
};
use raddle_launch::LaunchSpace;
use raddle_smt::solver::z3::Z3;
use raddle_symbolic::pure::partial;
use raddle_termination::from_kernel::model::{Input, Origin};
use raddle_termination::from_kernel::trips::Most;
use raddle_termination::from_kernel::{
    Asker, Budget, Ended, LoopVerdict, Model, alone, decide, finite, ranking,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Variables: the first two are parameters, or, of several threads, the first is the thread's number.
const VARS: usize = 3;
/// Elements of the shared array, or of the thread's own.
const CELLS: u8 = 2;

#[derive(Clone, Debug)]
enum Expr {
    Const(u8),
    Var(usize),
    Cell(Box<Expr>),
    Op(PureOp, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
struct Cond(IntCond, Expr, Expr);

#[derive(Clone, Debug)]
enum Stmt {
    Set(usize, Expr),
    Store(Expr, Expr),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    While(Cond, Vec<Stmt>),
    Barrier,
    /// `v = atomicAdd(&cells[c], by)`.
    Take(usize, u8, u8),
}

/// What programs are made of.
struct Shape {
    /// Results are reduced to this many bits.
    mask: u8,
    /// Several share an array and the barrier; one alone has parameters in place of its number.
    threads: u8,
}

impl Shape {
    fn shared(&self) -> bool {
        self.threads > 1
    }
}

fn expr(random: &mut Random, shape: &Shape, depth: u32) -> Expr {
    const OPS: [PureOp; 10] = [
        PureOp::Add,
        PureOp::Add,
        PureOp::Sub,
        PureOp::Mul,
        PureOp::Shl,
        PureOp::ShrU,
        PureOp::ShrS,
        PureOp::And,
        PureOp::Xor,
        PureOp::MinS,
    ];
    match random.below(if depth == 0 { 5 } else { 10 }) {
        0 | 1 => Expr::Const([0, 1, 2, 3, 5, 255, 128, 7][random.below(8)] & shape.mask),
        4 if shape.shared() || random.below(2) == 0 => Expr::Cell(Box::new(Expr::Var(random.below(VARS)))),
        2..=4 => Expr::Var(random.below(VARS)),
        _ => {
            let op = OPS[random.below(OPS.len())];
            Expr::Op(op, Box::new(expr(random, shape, depth - 1)), Box::new(expr(random, shape, depth - 1)))
        }
    }
}

fn cond(random: &mut Random, shape: &Shape) -> Cond {
    const CONDS: [IntCond; 8] = [
        IntCond::Eq,
        IntCond::Ne,
        IntCond::LtU,
        IntCond::LeU,
        IntCond::LtS,
        IntCond::LeS,
        IntCond::GtS,
        IntCond::GeU,
    ];
    let left = if random.below(4) > 0 { Expr::Var(random.below(VARS)) } else { expr(random, shape, 1) };
    Cond(CONDS[random.below(8)], left, expr(random, shape, 0))
}

fn stmts(random: &mut Random, shape: &Shape, depth: u32, count: usize) -> Vec<Stmt> {
    (0..1 + random.below(count)).map(|_| stmt(random, shape, depth)).collect()
}

/// The counters that loops have often step; the others are whatever comes.
fn stmt(random: &mut Random, shape: &Shape, depth: u32) -> Stmt {
    match random.below(if depth == 0 { 4 } else { 9 }) {
        0 => Stmt::Set(random.below(VARS), expr(random, shape, 1)),
        1 | 2 => {
            let var = random.below(VARS);
            let op = [PureOp::Add, PureOp::Sub, PureOp::Shl, PureOp::ShrU, PureOp::ShrS][random.below(5)];
            Stmt::Set(
                var,
                Expr::Op(op, Box::new(Expr::Var(var)), Box::new(Expr::Const(1 + random.below(2) as u8))),
            )
        }
        3 if shape.shared() && random.below(2) == 0 => Stmt::Barrier,
        3 if shape.shared() || random.below(2) == 0 => {
            Stmt::Store(expr(random, shape, 0), expr(random, shape, 1))
        }
        3 => Stmt::Set(random.below(VARS), expr(random, shape, 2)),
        4 | 5 => {
            let other = if random.below(2) == 0 { stmts(random, shape, depth - 1, 2) } else { Vec::new() };
            Stmt::If(cond(random, shape), stmts(random, shape, depth - 1, 2), other)
        }
        _ => Stmt::While(cond(random, shape), stmts(random, shape, depth - 1, 3)),
    }
}

// ---- As a function of the kernel IR.

struct Builder<'a> {
    function: Function,
    block: Block,
    loc: LocId,
    vars: Vec<Var>,
    cells: (Space, Base),
    shape: &'a Shape,
}

impl Builder<'_> {
    fn pure(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        let kind = InstKind::Pure { op, args: args.iter().copied().collect() };
        self.function.append1(self.block, kind, ty, self.loc)
    }

    fn number(&mut self, number: u128, ty: Type) -> Value {
        self.function.append1(self.block, InstKind::Const(number), ty, self.loc)
    }

    fn masked(&mut self, value: Value) -> Value {
        if self.shape.mask == 255 {
            return value;
        }
        let mask = self.number(u128::from(self.shape.mask), Type::I8);
        self.pure(PureOp::And, &[value, mask], Type::I8)
    }

    fn cell(&mut self, index: Value) -> Address {
        let most = self.number(u128::from(CELLS - 1), Type::I8);
        let index = self.pure(PureOp::And, &[index, most], Type::I8);
        let index = self.pure(PureOp::Zext, &[index], Type::I32);
        let (space, base) = self.cells;
        Address { space, base, index: Some(index), offset: 0 }
    }

    fn expr(&mut self, expr: &Expr) -> Value {
        match expr {
            Expr::Const(number) => self.number(u128::from(*number), Type::I8),
            Expr::Var(var) => {
                self.function.append1(self.block, InstKind::VarGet(self.vars[*var]), Type::I8, self.loc)
            }
            Expr::Cell(index) => {
                let index = self.expr(index);
                let addr = self.cell(index);
                let kind = InstKind::Load { addr, access: Access::default() };
                self.function.append1(self.block, kind, Type::I8, self.loc)
            }
            Expr::Op(op, a, b) => {
                let args = [self.expr(a), self.expr(b)];
                let value = self.pure(*op, &args, Type::I8);
                self.masked(value)
            }
        }
    }

    fn cond(&mut self, Cond(cond, a, b): &Cond) -> Value {
        let args = [self.expr(a), self.expr(b)];
        self.pure(PureOp::Icmp(*cond), &args, Type::I1)
    }

    fn end(&mut self, term: Terminator) {
        self.function.blocks[self.block].term = term;
    }

    fn branch(&mut self, cond: &Cond, then: Block, other: Block) {
        let cond = self.cond(cond);
        self.end(Terminator::Branch { cond, then: Target::new(then), other: Target::new(other) });
    }

    fn all(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Set(var, value) => {
                    let value = self.expr(value);
                    self.function.append(self.block, InstKind::VarSet(self.vars[*var], value), &[], self.loc);
                }
                Stmt::Store(index, value) => {
                    let (index, value) = (self.expr(index), self.expr(value));
                    let addr = self.cell(index);
                    let values = [value].into_iter().collect();
                    let kind = InstKind::Store { addr, access: Access::default(), values };
                    self.function.append(self.block, kind, &[], self.loc);
                }
                Stmt::Take(var, cell, by) => {
                    let addr = Address {
                        space: self.cells.0,
                        base: self.cells.1,
                        index: None,
                        offset: i64::from(*cell),
                    };
                    let by = self.number(u128::from(*by), Type::I8);
                    let args = [by].into_iter().collect();
                    let kind = InstKind::Atomic { op: AtomicOp::Add, addr, access: Access::default(), args };
                    let found = self.function.append1(self.block, kind, Type::I8, self.loc);
                    self.function.append(self.block, InstKind::VarSet(self.vars[*var], found), &[], self.loc);
                }
                Stmt::Barrier => {
                    let id = self.number(0, Type::I32);
                    let barrier = Barrier {
                        op: BarrierOp::Sync,
                        id,
                        count: None,
                        predicate: None,
                        aligned: true,
                        fence: FenceFlags::BOTH,
                    };
                    self.function.append(self.block, InstKind::Barrier(barrier), &[], self.loc);
                }
                Stmt::If(cond, then, other) => {
                    let [first, second, after] = [(); 3].map(|()| self.function.add_block(self.loc));
                    self.branch(cond, first, second);
                    for (block, part) in [(first, then), (second, other)] {
                        self.block = block;
                        self.all(part);
                        self.end(Terminator::Jump(Target::new(after)));
                    }
                    self.block = after;
                }
                Stmt::While(cond, body) => {
                    let [head, inside, after] = [(); 3].map(|()| self.function.add_block(self.loc));
                    self.end(Terminator::Jump(Target::new(head)));
                    self.block = head;
                    self.branch(cond, inside, after);
                    self.block = inside;
                    self.all(body);
                    self.end(Terminator::Jump(Target::new(head)));
                    self.block = after;
                }
            }
        }
    }
}

/// The program as a kernel. Alone, its first two variables are parameters; otherwise the first is the number of the thread.
fn kernel(program: &[Stmt], shape: &Shape) -> (Module, Function) {
    kernel_of(shape, |builder| {
        builder.all(program);
        builder.end(Terminator::Return);
    })
}

/// The same of a list of commands, with a block for each.
fn kernel_of_commands(code: &[Command], shape: &Shape) -> (Module, Function) {
    kernel_of(shape, |builder| {
        let blocks: Vec<Block> = (0..=code.len()).map(|_| builder.function.add_block(builder.loc)).collect();
        builder.end(Terminator::Jump(Target::new(blocks[0])));
        for (at, command) in code.iter().enumerate() {
            builder.block = blocks[at];
            let mut next = blocks[at + 1];
            match command {
                Command::Set(var, value) => builder.all(&[Stmt::Set(*var, value.clone())]),
                Command::Store(index, value) => builder.all(&[Stmt::Store(index.clone(), value.clone())]),
                Command::Barrier => builder.all(&[Stmt::Barrier]),
                Command::Take(var, cell, by) => builder.all(&[Stmt::Take(*var, *cell, *by)]),
                Command::Unless(cond, to) => {
                    builder.branch(cond, next, blocks[*to]);
                    continue;
                }
                Command::Jump(to) => next = blocks[*to],
            }
            builder.end(Terminator::Jump(Target::new(next)));
        }
        builder.block = blocks[code.len()];
        builder.end(Terminator::Return);
    })
}

fn kernel_of(shape: &Shape, body: impl FnOnce(&mut Builder<'_>)) -> (Module, Function) {
    let mut module = Module { address_bits: 64, ..Module::default() };
    let loc = module.sources.intern(Loc::default());
    let mut array = MemoryObject {
        name: "cells".into(),
        source_name: None,
        source_type: None,
        space: Space::Shared,
        size: Some(u64::from(CELLS)),
        align: 1,
        element: 1,
        members: Vec::new(),
        init: None,
        external: false,
        internal: false,
    };
    let mut function = Function::new("program", FunctionKind::Kernel, loc);
    for n in 0..2u64 {
        function.params.push(KernelParam {
            name: format!("p{n}"),
            source_name: None,
            source_type: None,
            pointee: None,
            members: Vec::new(),
            of: None,
            offset: n,
            size: 1,
            align: 1,
            ty: Some(Type::I8),
            signed: false,
            pointer: None,
        });
    }
    let vars =
        (0..VARS).map(|n| function.vars.push(VarData { name: format!("v{n}"), ty: Type::I8, shared: None }));
    let vars: Vec<Var> = vars.collect();
    let cells = if shape.shared() {
        (Space::Shared, Base::Object(module.objects.push(array)))
    } else {
        array.space = Space::Local;
        (Space::Local, Base::Slot(function.slots.push(array)))
    };
    let block = function.add_block(loc);
    let mut builder = Builder { function, block, loc, vars, cells, shape };
    for n in 0..VARS {
        let value = match n {
            0 if shape.shared() => {
                let tid = builder.function.append1(block, InstKind::Special(Special::Tid(0)), Type::I32, loc);
                builder.pure(PureOp::Trunc, &[tid], Type::I8)
            }
            0 | 1 if !shape.shared() => {
                let addr = Address { space: Space::Param, base: Base::Params, index: None, offset: n as i64 };
                builder.function.append1(
                    block,
                    InstKind::Load { addr, access: Access::default() },
                    Type::I8,
                    loc,
                )
            }
            _ => builder.number(0, Type::I8),
        };
        builder.function.append(block, InstKind::VarSet(builder.vars[n], value), &[], loc);
    }
    if !shape.shared() {
        for n in 0..CELLS {
            let addr = Address { space: cells.0, base: cells.1, index: None, offset: i64::from(n) };
            let values = [builder.number(0, Type::I8)].into_iter().collect();
            let kind = InstKind::Store { addr, access: Access::default(), values };
            builder.function.append(builder.block, kind, &[], loc);
        }
    }
    body(&mut builder);
    let mut function = builder.function;
    construct_ssa(&mut function);
    (module, function)
}

// ---- As steps.

/// A program as a list of commands; a jump names a place in it.
#[derive(Clone, Debug)]
enum Command {
    Set(usize, Expr),
    Store(Expr, Expr),
    /// Continues if it holds, else at this place.
    Unless(Cond, usize),
    Jump(usize),
    Barrier,
    Take(usize, u8, u8),
}

fn commands(stmts: &[Stmt], into: &mut Vec<Command>) {
    for stmt in stmts {
        match stmt {
            Stmt::Set(var, value) => into.push(Command::Set(*var, value.clone())),
            Stmt::Store(index, value) => into.push(Command::Store(index.clone(), value.clone())),
            Stmt::Barrier => into.push(Command::Barrier),
            Stmt::Take(var, cell, by) => into.push(Command::Take(*var, *cell, *by)),
            Stmt::If(cond, then, other) => {
                let branch = into.len();
                into.push(Command::Unless(cond.clone(), 0));
                commands(then, into);
                let jump = into.len();
                into.push(Command::Jump(0));
                into[branch] = Command::Unless(cond.clone(), into.len());
                commands(other, into);
                into[jump] = Command::Jump(into.len());
            }
            Stmt::While(cond, body) => {
                let branch = into.len();
                into.push(Command::Unless(cond.clone(), 0));
                commands(body, into);
                into.push(Command::Jump(branch));
                into[branch] = Command::Unless(cond.clone(), into.len());
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Thread {
    at: usize,
    vars: [u8; VARS],
}

fn value(expr: &Expr, vars: &[u8; VARS], cells: &[u8], mask: u8) -> u8 {
    match expr {
        Expr::Const(number) => *number,
        Expr::Var(var) => vars[*var],
        Expr::Cell(index) => cells[usize::from(value(index, vars, cells, mask) & (CELLS - 1))],
        Expr::Op(op, a, b) => {
            let args = [a, b].map(|e| u128::from(value(e, vars, cells, mask)));
            raddle_ir::eval(*op, Type::I8, Type::I8, &args).expect("a result") as u8 & mask
        }
    }
}

fn step(code: &[Command], thread: &mut Thread, cells: &mut [u8], mask: u8) {
    match &code[thread.at] {
        Command::Set(var, e) => thread.vars[*var] = value(e, &thread.vars, cells, mask),
        Command::Store(index, e) => {
            let at = usize::from(value(index, &thread.vars, cells, mask) & (CELLS - 1));
            cells[at] = value(e, &thread.vars, cells, mask);
        }
        Command::Unless(Cond(cond, a, b), to) => {
            let args = [a, b].map(|e| u128::from(value(e, &thread.vars, cells, mask)));
            let holds = raddle_ir::eval(PureOp::Icmp(*cond), Type::I1, Type::I8, &args).expect("a result");
            if holds == 0 {
                thread.at = *to;
                return;
            }
        }
        Command::Jump(to) => {
            thread.at = *to;
            return;
        }
        Command::Barrier => {}
        Command::Take(var, cell, by) => {
            let cell = &mut cells[usize::from(*cell)];
            (thread.vars[*var], *cell) = (*cell, cell.wrapping_add(*by));
        }
    }
    thread.at += 1;
}

/// Does the program end with the first parameters, and with none of the second with which it repeats a loop?
fn is_right(code: &[Command], mask: u8, ends: &[[u8; 2]], never: &[[u8; 2]]) -> bool {
    ends.iter().all(|&params| ends_alone(code, mask, params))
        && never.iter().all(|&params| !goes_round(code, mask, params) || !ends_alone(code, mask, params))
}

/// Does it reach a place twice?
fn goes_round(code: &[Command], mask: u8, params: [u8; 2]) -> bool {
    let mut thread = Thread { at: 0, vars: [params[0], params[1], 0] };
    let mut cells = [0; CELLS as usize];
    let mut seen = BTreeSet::new();
    while thread.at < code.len() {
        if !seen.insert(thread.at) {
            return true;
        }
        step(code, &mut thread, &mut cells, mask);
    }
    false
}

/// Does the program end, alone, with these parameters?
fn ends_alone(code: &[Command], mask: u8, params: [u8; 2]) -> bool {
    let mut thread = Thread { at: 0, vars: [params[0], params[1], 0] };
    let mut cells = [0; CELLS as usize];
    let mut seen = BTreeSet::new();
    while thread.at < code.len() {
        let may_repeat = matches!(code[thread.at], Command::Unless(..) | Command::Jump(_));
        if may_repeat && !seen.insert((thread.clone(), cells)) {
            return false;
        }
        step(code, &mut thread, &mut cells, mask);
    }
    true
}

type State = (Vec<Thread>, [u8; CELLS as usize]);

/// The states after one step of some thread (K-STEP), or of all at a barrier; those that have ended release it (K-BARRIER).
fn next(code: &[Command], (threads, cells): &State, mask: u8) -> Vec<State> {
    let running = |t: &Thread| t.at < code.len();
    let waits = |t: &Thread| running(t) && matches!(code[t.at], Command::Barrier);
    let mut all = Vec::new();
    for n in 0..threads.len() {
        if running(&threads[n]) && !waits(&threads[n]) {
            let (mut threads, mut cells) = (threads.clone(), *cells);
            step(code, &mut threads[n], &mut cells, mask);
            all.push((threads, cells));
        }
    }
    if threads.iter().any(waits) && threads.iter().all(|t| waits(t) || !running(t)) {
        let mut threads = threads.clone();
        threads.iter_mut().filter(|t| running(t)).for_each(|t| t.at += 1);
        all.push((threads, *cells));
    }
    all
}

/// Counters are not followed beyond this.
const COUNTED: u8 = 20;

/// Is there an infinite execution of this many threads? None if there are too many states.
fn runs_for_ever(code: &[Command], shape: &Shape) -> Option<bool> {
    let mask = shape.mask;
    let mut beyond = false;
    let mut known: BTreeMap<State, bool> = BTreeMap::new();
    for cells in [[0; CELLS as usize], [1, 2]] {
        let threads = (0..shape.threads).map(|n| Thread { at: 0, vars: [n, 0, 0] }).collect();
        let start: State = (threads, cells);
        if known.contains_key(&start) {
            continue;
        }
        // False while a state is on the way, true when all after it is known.
        let mut stack = vec![(start.clone(), next(code, &start, mask))];
        known.insert(start, false);
        while let Some((state, open)) = stack.last_mut() {
            let Some(to) = open.pop() else {
                known.insert(state.clone(), true);
                stack.pop();
                continue;
            };
            match known.get(&to) {
                Some(true) => {}
                Some(false) => return Some(true),
                // That a counter wraps around is excluded by an assumption.
                None if to.1.iter().any(|&cell| cell > COUNTED) => beyond = true,
                None if known.len() > 60_000 => return None,
                None => {
                    known.insert(to.clone(), false);
                    let behind = next(code, &to, mask);
                    stack.push((to, behind));
                }
            }
        }
    }
    (!beyond).then_some(false)
}

// ---- The verdicts.

#[derive(Debug)]
enum Said {
    /// For the first parameters, all where the condition holds; and not for the second, once the loop goes round.
    Ends(Vec<[u8; 2]>, Vec<[u8; 2]>),
    /// With these parameters, or any.
    Runs([u8; 2]),
    Nothing,
}

fn said((module, function): &(Module, Function), shape: &Shape) -> Said {
    let function = alone(function);
    let block = shape.shared().then_some(u32::from(shape.threads));
    let launch =
        LaunchSpace { block: [block, Some(1), Some(1)], grid: [Some(1); 3], ..LaunchSpace::default() };
    let Ok(mut model) = Model::new(module, &function, &launch, &[], partial) else {
        return Said::Nothing;
    };
    let budget = Budget::of(Duration::from_secs(2), Duration::from_secs(6));
    let decided = decide(&mut model, &mut Z3::new(), &mut Z3::new(), budget);
    for of in &decided.loops {
        match &of.ended {
            Ended::Runs(endless) => {
                let param = |n| endless.inputs.get(&Input::Param(n, 0, 8)).map_or(0, |&v| v as u8);
                return Said::Runs([param(0), param(1)]);
            }
            Ended::Unknown(_) => return Said::Nothing,
            Ended::Ranked(_) => {}
        }
    }
    for of in &decided.loops {
        altered_is_rejected(&mut model, of, budget);
    }
    let exact = decided.loops.len() == 1 && decided.conditions.iter().all(|(condition, _)| condition.exact);
    let (mut all, mut never): (Vec<[u8; 2]>, Vec<[u8; 2]>) = (Vec::new(), Vec::new());
    for p in 0..=255u8 {
        for q in (0..=255u8).step_by(if shape.shared() { 255 } else { 5 }) {
            let mut values = raddle_smt::Model::default();
            for (symbol, origin) in &model.origins {
                if let raddle_termination::from_kernel::model::Origin::Input(Input::Param(n, ..)) = origin {
                    let value = u128::from([p, q][*n as usize]);
                    values = values.with(*symbol, raddle_smt::Value::Scalar(value));
                }
            }
            let holds = |term| values.holds(&model.terms, term) == Some(true);
            if decided.conditions.iter().flat_map(|(c, _)| &c.terms).all(|(term, _)| holds(*term)) {
                all.push([p, q]);
            } else if exact {
                never.push([p, q]);
            }
        }
    }
    Said::Ends(all, never)
}

/// How many loops were proved to end by a table of all their states.
static BY_STATES: AtomicUsize = AtomicUsize::new(0);

/// How many loops were proved to end though their counters are set back.
static DISTURBED: AtomicUsize = AtomicUsize::new(0);

/// What falls does not rise: a reversed ranking is none; and neither is a table in which a state's number is too small, or a state is
/// missing.
fn altered_is_rejected(model: &mut Model<'_>, of: &LoopVerdict, budget: Budget) {
    let Ended::Ranked(ranking) = &of.ended else { return };
    DISTURBED.fetch_add(usize::from(ranking.disturbed), Ordering::Relaxed);
    if let Some(states) = &ranking.states {
        BY_STATES.fetch_add(1, Ordering::Relaxed);
        for (state, &left) in states.left.iter().step_by(1 + states.left.len() / 5) {
            let mut altered = states.clone();
            match left {
                0 => drop(altered.left.remove(state)),
                _ => drop(altered.left.insert(state.clone(), left - 1)),
            }
            assert!(!finite::check(model, of.number, &altered), "{state:?} of {states:?}");
        }
    }
    let mut altered = ranking.clone();
    for measure in &mut altered.measures {
        *measure = model.terms.bvneg(*measure);
    }
    let facts = model.facts.clone();
    let mut solver = Z3::new();
    let mut ask = Asker::new(&mut solver, budget);
    let is_one = ranking::confirm(model, of.number, &altered, &facts, &mut ask);
    assert!(altered.measures.is_empty() || !is_one, "{altered:?} of {of:?}");
}

/// How many random programs of each kind.
fn how_many() -> u64 {
    cases("RADDLE_TERMINATION", 30, 60)
}

/// Random programs against what is known of them. Counts those that were proved to end, and to run forever.
fn judge(shape: &Shape, verify: impl Fn(&[Command], &Said) -> bool) -> (usize, usize) {
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 0);
    let (mut ends, mut runs) = (0, 0);
    for number in 0..how_many() {
        let program = stmts(&mut random, shape, 2, 3);
        let mut code = Vec::new();
        commands(&program, &mut code);
        if !code.iter().any(|c| matches!(c, Command::Jump(_))) {
            continue;
        }
        let said = said(&kernel(&program, shape), shape);
        assert!(verify(&code, &said), "program {number}, of which is said: {said:?}\n{program:#?}");
        match said {
            Said::Ends(..) => ends += 1,
            Said::Runs(_) => runs += 1,
            Said::Nothing => {}
        }
    }
    eprintln!("{} threads: {ends} end, {runs} run for ever", shape.threads);
    (ends, runs)
}

/// Random commands that jump to anywhere.
fn tangle(random: &mut Random, shape: &Shape) -> Vec<Command> {
    let count = 3 + random.below(7);
    let command = |random: &mut Random| match random.below(7) {
        0 => Command::Jump(random.below(count + 1)),
        1..=3 => Command::Unless(cond(random, shape), random.below(count + 1)),
        _ => match stmt(random, shape, 0) {
            Stmt::Store(index, value) => Command::Store(index, value),
            Stmt::Set(var, value) => Command::Set(var, value),
            _ => unreachable!("a statement without parts"),
        },
    };
    (0..count).map(|_| command(random)).collect()
}

#[test]
fn one_thread_that_jumps_anywhere() {
    let shape = Shape { mask: 255, threads: 1 };
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 7);
    let (mut ends, mut runs, mut seen) = (0, 0, 0);
    while seen < how_many() {
        let code = tangle(&mut random, &shape);
        let kernel = kernel_of_commands(&code, &shape);
        let cfg = Cfg::new(&kernel.1);
        if Loops::new(&cfg, &Dominators::new(&cfg)).irreducible().is_none() {
            continue;
        }
        seen += 1;
        let said = said(&kernel, &shape);
        let right = match &said {
            Said::Ends(all, never) => is_right(&code, 255, all, never),
            Said::Runs(params) => !ends_alone(&code, 255, *params),
            Said::Nothing => true,
        };
        assert!(right, "program {seen}, of which is said: {said:?}\n{code:#?}");
        match said {
            // A program that never repeats says nothing.
            Said::Ends(all, _) => ends += usize::from(!all.is_empty()),
            Said::Runs(_) => runs += 1,
            Said::Nothing => {}
        }
    }
    eprintln!("of {seen} irreducible programs {ends} end, {runs} run for ever");
    assert!(ends > 0 && runs > 0, "something is decided: {ends}, {runs}");
}

#[test]
fn one_thread_alone() {
    let (ends, runs) = judge(&Shape { mask: 255, threads: 1 }, |code, said| match said {
        Said::Ends(all, never) => is_right(code, 255, all, never),
        Said::Runs(params) => !ends_alone(code, 255, *params),
        Said::Nothing => true,
    });
    assert!(ends > 0 && runs > 0, "something is decided: {ends}, {runs}");
}

fn theorem_3(threads: u8) {
    let shape = Shape { mask: 3, threads };
    let (ends, _) = judge(&shape, |code, said| match said {
        Said::Ends(..) => runs_for_ever(code, &shape) != Some(true),
        Said::Runs(_) => runs_for_ever(code, &shape) != Some(false),
        Said::Nothing => true,
    });
    assert!(ends > 0, "something is proved");
}

#[test]
fn theorem_3_of_two_threads() {
    theorem_3(2);
}

#[test]
fn theorem_3_of_three_threads() {
    theorem_3(3);
}
