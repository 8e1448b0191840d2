//! The semantics of lock-step programs: one thread runs φ(P) (figures 4 and 6), and data races (definition 4.1).
//!
//! A state lies between two nodes; all choices inside a node (havoc, ψ, next) are explored.

use super::code::{Code, Op};
use super::explore::{Next, System};
use raddle_ir::{Block, Entity, Inst};
use raddle_lockstep::edge::Guard;
use raddle_lockstep::lockstep::Stmt;
use raddle_lockstep::{Label, LockStep};
use std::collections::{BTreeMap, BTreeSet};

/// `active` of a thread that has gone to *End*.
const END: u8 = u8::MAX;

/// What a disabled thread gets where it need not keep anything: no value that a program would like to see.
const GARBAGE: u8 = 0xa5;

/// A rule of the paper read in another way, to see that the judge notices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    #[default]
    Ours,
    /// Definition 4.1 to the letter: a barrier assertion separates accesses even if no thread is enabled.
    EveryBarrierSeparates,
    /// A ψ takes a value of a disabled thread, too.
    PsiOfAll,
    /// Assertions of disabled threads count.
    AssertOfAll,
    /// The parameters of a target are assigned whatever edge is chosen.
    PassAlways,
    /// A barrier needs some thread only: no assertion.
    NoBarrierAssertion,
    /// `assume ⋀ (active_t = H)` in back blocks, and the contrary in exit blocks: the loop ends when one thread is done.
    BackTogether,
}

pub struct Together<'p> {
    pub program: &'p LockStep,
    code: &'p Code,
    reading: Reading,
    /// The places of the nodes that each node goes to.
    goto: Vec<Vec<u8>>,
}

/// A state between two statements.
#[derive(Clone)]
struct State {
    bytes: Vec<u8>,
}

impl<'p> Together<'p> {
    pub fn new(program: &'p LockStep, code: &'p Code, reading: Reading) -> Self {
        let place = |&label: &Label| {
            u8::try_from(program.place(label).expect("a node of this label")).expect("few nodes")
        };
        let goto = program.nodes.iter().map(|n| n.goto.iter().map(place).collect()).collect();
        Self { program, code, reading, goto }
    }

    fn base(&self, t: usize) -> usize {
        3 * self.code.shared + 2 + t * (2 + self.code.slots)
    }

    fn raced_at(&self) -> usize {
        3 * self.code.shared
    }

    fn active(&self, state: &State, t: usize) -> u8 {
        state.bytes[self.base(t)]
    }

    fn slots<'s>(&self, state: &'s State, t: usize) -> &'s [u8] {
        &state.bytes[self.base(t) + 2..self.base(t) + 2 + self.code.slots]
    }

    fn set(&self, state: &mut State, t: usize, slot: usize, value: u8) {
        let at = self.base(t) + 2 + slot;
        state.bytes[at] = value;
    }

    fn threads(&self) -> std::ops::Range<usize> {
        0..self.code.threads
    }

    fn in_block(&self, state: &State, t: usize, block: Block) -> bool {
        self.active(state, t) == number(block)
    }

    fn enabled(&self, state: &State, t: usize, block: Block, inst: Inst) -> bool {
        let guard = self.program.kernel.function().insts[inst].guard;
        let holds = guard.is_none_or(|g| (self.slots(state, t)[g.value.index()] == 1) != g.negated);
        self.in_block(state, t, block) && holds
    }

    fn access(&self, state: &mut State, t: usize, var: usize, write: bool) {
        let (reads, writes) = (self.code.shared + 2 * var, self.code.shared + 2 * var + 1);
        let me = 1 << t;
        let others = if write { state.bytes[reads] | state.bytes[writes] } else { state.bytes[writes] };
        if others & !me != 0 {
            let raced = self.raced_at();
            state.bytes[raced] = 1;
        }
        state.bytes[if write { writes } else { reads }] |= me;
    }

    /// Executes one statement: the states after it; none is *infeasible*, `Err` is *error*.
    fn execute(&self, state: State, stmt: &Stmt) -> Result<Vec<State>, ()> {
        match *stmt {
            Stmt::Start(block) => {
                let mut state = state;
                for t in self.threads() {
                    let at = self.base(t);
                    state.bytes[at] = number(block);
                }
                Ok(vec![state])
            }
            Stmt::Vector { block, inst, hold } => Ok(self.vector(&state, block, inst, hold)),
            Stmt::Read { block, inst, hold } => {
                let step = self.code.steps[inst].as_ref().expect("compiled");
                let Op::Read(place) = step.op else { panic!("a read of the shared store") };
                let mut next = state.clone();
                for t in self.threads() {
                    if self.enabled(&state, t, block, inst) {
                        let var = place.cell(self.slots(&state, t));
                        self.set(&mut next, t, step.dst, state.bytes[var]);
                        self.access(&mut next, t, var, false);
                    } else if !hold {
                        self.set(&mut next, t, step.dst, GARBAGE);
                    }
                }
                Ok(vec![next])
            }
            Stmt::Psi { block, inst } => Ok(self.psi(state, block, inst)),
            Stmt::Assert { block, inst } => {
                let Some(Op::Assert(cond)) = self.code.steps[inst].as_ref().map(|s| s.op.clone()) else {
                    panic!("an assertion")
                };
                let counts =
                    |t: usize| self.enabled(&state, t, block, inst) || self.reading == Reading::AssertOfAll;
                if self.threads().any(|t| counts(t) && self.slots(&state, t)[cond] != 1) {
                    return Err(());
                }
                Ok(vec![state])
            }
            Stmt::Barrier { block, inst } => self.barrier(state, block, inst),
            Stmt::Choose(block) => {
                let ways = self.code.ways[block].len() as u8;
                let mut states = vec![state];
                for t in self.threads() {
                    let choose = |s: State| -> Vec<State> {
                        let to_choose = self.in_block(&s, t, block);
                        (0..if to_choose { ways } else { 1 })
                            .map(|n| {
                                let mut s = s.clone();
                                s.bytes[self.base(t) + 1] = n;
                                s
                            })
                            .collect()
                    };
                    states = states.into_iter().flat_map(choose).collect();
                }
                Ok(states)
            }
            Stmt::Guards(block) => {
                let holds = |t: usize| !self.in_block(&state, t, block) || self.may_take(&state, t, block);
                let feasible = self.threads().all(holds);
                Ok(if feasible { vec![state] } else { Vec::new() })
            }
            Stmt::Pass(block) => {
                let mut next = state.clone();
                for t in self.threads().filter(|&t| self.in_block(&state, t, block)) {
                    for (n, way) in self.code.ways[block].iter().enumerate() {
                        let taken = n == usize::from(state.bytes[self.base(t) + 1]);
                        if taken || self.reading == Reading::PassAlways {
                            for &(param, arg) in &way.copies {
                                self.set(&mut next, t, param, self.slots(&state, t)[arg]);
                            }
                        }
                    }
                }
                Ok(vec![next])
            }
            Stmt::Move(block) => {
                let mut next = state.clone();
                for t in self.threads().filter(|&t| self.in_block(&state, t, block)) {
                    let at = self.base(t);
                    let to = self.code.ways[block][usize::from(state.bytes[at + 1])].to;
                    next.bytes[at] = to.map_or(END, number);
                }
                Ok(vec![next])
            }
            Stmt::Some(head) => Ok(self.assume(state, head, true)),
            Stmt::None(head) => Ok(self.assume(state, head, false)),
            Stmt::Update { .. } | Stmt::Other { .. } => panic!("the paper's language has no {stmt:?}"),
        }
    }

    fn assume(&self, state: State, head: Block, back: bool) -> Vec<State> {
        let at_head = |t: usize| self.in_block(&state, t, head);
        let go_back = match self.reading {
            Reading::BackTogether => self.threads().all(at_head),
            _ => self.threads().any(at_head),
        };
        if go_back == back { vec![state] } else { Vec::new() }
    }

    fn vector(&self, state: &State, block: Block, inst: Inst, hold: bool) -> Vec<State> {
        let step = self.code.steps[inst].as_ref().expect("compiled");
        let mut next = state.clone();
        let mut havoc: Vec<usize> = Vec::new();
        for t in self.threads() {
            let slots = self.slots(state, t);
            let (slot, value) = match &step.op {
                Op::Const(bits) => (step.dst, *bits),
                Op::Pure { op, ty, operand, args } => (step.dst, Code::pure(*op, *ty, *operand, args, slots)),
                Op::Tid => (step.dst, t as u8),
                Op::Get(var) => (step.dst, slots[*var]),
                Op::Set(var, from) => (*var, slots[*from]),
                Op::Havoc(_) => (step.dst, GARBAGE),
                other => panic!("{other:?} is no vector assignment"),
            };
            let enabled = self.enabled(state, t, block, inst);
            if enabled && matches!(step.op, Op::Havoc(_)) {
                havoc.push(t);
            }
            if enabled {
                self.set(&mut next, t, slot, value);
            } else if !hold {
                self.set(&mut next, t, slot, GARBAGE);
            }
        }
        let mut states = vec![next];
        let Op::Havoc(ty) = step.op else { return states };
        for t in havoc {
            let any = |s: State| -> Vec<State> {
                let one = |value| {
                    let mut s = s.clone();
                    self.set(&mut s, t, step.dst, value);
                    s
                };
                self.code.havoc(ty).map(one).collect()
            };
            states = states.into_iter().flat_map(any).collect();
        }
        states
    }

    fn psi(&self, mut state: State, block: Block, inst: Inst) -> Vec<State> {
        let step = self.code.steps[inst].as_ref().expect("compiled");
        let Op::Write(place, from) = step.op else { panic!("a write of the shared store") };
        // What may be written to each cell.
        let mut writes: BTreeMap<usize, BTreeSet<u8>> = BTreeMap::new();
        for t in self.threads() {
            if self.enabled(&state, t, block, inst) {
                let var = place.cell(self.slots(&state, t));
                self.access(&mut state, t, var, true);
                writes.entry(var).or_default().insert(self.slots(&state, t)[from]);
            }
        }
        if self.reading == Reading::PsiOfAll {
            for t in self.threads() {
                let slots = self.slots(&state, t);
                writes.values_mut().for_each(|values| {
                    values.insert(slots[from]);
                });
            }
        }
        let mut states = vec![state];
        for (var, values) in writes {
            let with = |state: State| {
                let one = move |&value: &u8| {
                    let mut state = state.clone();
                    state.bytes[var] = value;
                    state
                };
                values.iter().map(one).collect::<Vec<_>>()
            };
            states = states.into_iter().flat_map(with).collect();
        }
        states
    }

    fn barrier(&self, mut state: State, block: Block, inst: Inst) -> Result<Vec<State>, ()> {
        let enabled = self.threads().filter(|&t| self.enabled(&state, t, block, inst)).count();
        let divergent = enabled != 0 && enabled != self.code.threads;
        if divergent && self.reading != Reading::NoBarrierAssertion {
            return Err(());
        }
        if enabled != 0 || self.reading == Reading::EveryBarrierSeparates {
            state.bytes[self.code.shared..3 * self.code.shared].fill(0);
        }
        Ok(vec![state])
    }

    /// The condition of the chosen edge, and the guard of the block that it leads to, with the edge's arguments.
    fn may_take(&self, state: &State, t: usize, block: Block) -> bool {
        let way = &self.code.ways[block][usize::from(state.bytes[self.base(t) + 1])];
        let slots = self.slots(state, t);
        let no_guard = Guard::default();
        let guard = way.to.map_or(&no_guard, |to| self.program.kernel.guard(to));
        Code::holds(way.when, slots) && guard_holds(self.code, guard, slots, &way.copies, t)
    }
}

/// Evaluates a guard for one thread.
pub fn guard_holds(code: &Code, guard: &Guard, slots: &[u8], copies: &[(usize, usize)], t: usize) -> bool {
    if guard.is_true() {
        return true;
    }
    let mut scratch = slots.to_vec();
    for &(param, arg) in copies {
        scratch[param] = slots[arg];
    }
    for &inst in &guard.insts {
        let step = code.steps[inst].as_ref().expect("compiled");
        scratch[step.dst] = match &step.op {
            Op::Const(bits) => *bits,
            Op::Pure { op, ty, operand, args } => Code::pure(*op, *ty, *operand, args, &scratch),
            Op::Tid => t as u8,
            Op::Get(var) => scratch[*var],
            other => panic!("{other:?} in a guard"),
        };
    }
    guard.conds.iter().all(|cond| {
        let off = cond.guard.is_some_and(|g| (scratch[g.value.index()] == 1) == g.negated);
        off || scratch[cond.value.index()] == 1
    })
}

fn number(block: Block) -> u8 {
    u8::try_from(block.index()).expect("few blocks")
}

impl System for Together<'_> {
    fn initial(&self, shared: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; self.base(self.code.threads)];
        bytes[..shared.len()].copy_from_slice(shared);
        bytes
    }

    fn next(&self, state: &[u8], out: &mut Vec<Next>) {
        let node_at = 3 * self.code.shared + 1;
        let node = &self.program.nodes[usize::from(state[node_at])];
        let mut states = vec![State { bytes: state.to_vec() }];
        for stmt in &node.stmts {
            let mut behind = Vec::new();
            for state in states {
                match self.execute(state, stmt) {
                    Ok(next) => behind.extend(next),
                    Err(()) => out.push(Next::Error),
                }
            }
            states = behind;
        }
        for mut state in states {
            if let Label::Block(block) = node.label {
                for t in self.threads() {
                    let base = self.base(t);
                    state.bytes[base + 1] = 0;
                    for &temp in &self.code.temps[block] {
                        state.bytes[base + 2 + temp] = 0;
                    }
                }
            }
            if node.goto.is_empty() {
                out.push(Next::Done(state.bytes[..self.code.shared].to_vec()));
            }
            for &to in &self.goto[usize::from(state.bytes[node_at])] {
                let mut bytes = state.bytes.clone();
                bytes[node_at] = to;
                out.push(Next::State(bytes));
            }
        }
        if out.is_empty() {
            out.push(Next::Infeasible);
        }
    }

    fn recurring(&self, state: &[u8]) -> Vec<u8> {
        state.to_vec()
    }

    fn raced(&self, state: &[u8]) -> bool {
        state[self.raced_at()] != 0
    }
}
