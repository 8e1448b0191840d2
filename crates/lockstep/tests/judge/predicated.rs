//! The interleaving semantics of predicated programs: every thread runs π(P) (figure 4, with BARRIER_SKIP).

use crate::judge::code::{Code, Op};
use crate::judge::explore::{Next, System};
use crate::judge::interleave::COUNTED;
use raddle_ir::{Block, Entity, Inst};
use raddle_lockstep::edge::Guard;
use raddle_lockstep::predicate::Stmt;
use raddle_lockstep::{Label, Predicated};

const END: u8 = u8::MAX;

/// A state: shared store, readers and writers, whether there was a race; then for each thread its node, its place in it,
/// `active`, `next`, its slots, its loop counters.
pub struct Walking<'p> {
    program: &'p Predicated,
    code: &'p Code,
    heads: Vec<Block>,
}

impl<'p> Walking<'p> {
    pub fn new(program: &'p Predicated, code: &'p Code) -> Self {
        let heads = program.kernel.loops().all().iter().map(|l| l.header).collect();
        Self { program, code, heads }
    }

    fn at(&self, t: usize) -> usize {
        3 * self.code.shared + 1 + t * (4 + self.code.slots + self.heads.len())
    }

    fn counters(&self, t: usize) -> std::ops::Range<usize> {
        self.at(t) + 4 + self.code.slots..self.at(t + 1)
    }

    fn slots<'s>(&self, state: &'s [u8], t: usize) -> &'s [u8] {
        &state[self.at(t) + 4..self.at(t) + 4 + self.code.slots]
    }

    fn stmt(&self, state: &[u8], t: usize) -> Option<&Stmt> {
        let at = self.at(t);
        self.program.nodes.get(usize::from(state[at]))?.stmts.get(usize::from(state[at + 1]))
    }

    fn ended(&self, state: &[u8], t: usize) -> bool {
        state[self.at(t)] == END
    }

    fn is_active(&self, state: &[u8], t: usize, block: Block) -> bool {
        usize::from(state[self.at(t) + 2]) == block.index()
    }

    fn enabled(&self, state: &[u8], t: usize, block: Block, inst: Inst) -> bool {
        let step = self.code.steps[inst].as_ref().expect("compiled");
        let guard = step.guard.is_none_or(|(g, truth)| (self.slots(state, t)[g] == 1) == truth);
        self.is_active(state, t, block) && guard
    }

    fn waits(&self, state: &[u8], t: usize) -> bool {
        let at_barrier = match self.stmt(state, t) {
            Some(&Stmt::Inst { block, inst, .. }) => {
                matches!(self.code.steps[inst].as_ref().map(|s| &s.op), Some(Op::Barrier))
                    && self.enabled(state, t, block, inst)
            }
            _ => false,
        };
        at_barrier || self.ended(state, t)
    }

    fn meet(&self, state: &[u8]) -> Next {
        let threads = 0..self.code.threads;
        if threads.clone().all(|t| self.ended(state, t)) {
            return Next::Done(state[..self.code.shared].to_vec());
        }
        let same = |t: usize| {
            state[self.at(t)..self.at(t) + 2] == state[self.at(0)..self.at(0) + 2]
                && state[self.counters(t)] == state[self.counters(0)]
        };
        if !threads.clone().all(same) {
            return Next::Error;
        }
        let mut next = state.to_vec();
        next[self.code.shared..3 * self.code.shared].fill(0);
        threads.for_each(|t| next[self.at(t) + 1] += 1);
        Next::State(next)
    }

    fn step(&self, state: &[u8], t: usize, out: &mut Vec<Next>) {
        let at = self.at(t);
        let mut next = state.to_vec();
        let Some(stmt) = self.stmt(state, t) else { return self.go_on(state, t, out) };
        next[at + 1] += 1;
        match *stmt {
            Stmt::Start(block) => next[at + 2] = block.index() as u8,
            Stmt::Inst { block, inst, .. } => return self.inst(state, next, t, (block, inst), out),
            Stmt::Choose(block) => {
                for n in 0..self.code.ways[block].len() as u8 {
                    next[at + 3] = n;
                    out.push(Next::State(next.clone()));
                }
                return;
            }
            Stmt::Guards(block) => {
                if self.is_active(state, t, block) && !self.may_take(state, t, block) {
                    return out.push(Next::Infeasible);
                }
            }
            Stmt::Pass(block) | Stmt::Move(block) if !self.is_active(state, t, block) => {}
            Stmt::Pass(block) => {
                let way = &self.code.ways[block][usize::from(state[at + 3])];
                for &(param, arg) in &way.copies {
                    next[at + 4 + param] = state[at + 4 + arg];
                }
            }
            Stmt::Move(block) => {
                let way = &self.code.ways[block][usize::from(state[at + 3])];
                next[at + 2] = way.to.map_or(END, |b| b.index() as u8);
            }
            Stmt::At(head) if !self.is_active(state, t, head) => return out.push(Next::Infeasible),
            Stmt::NotAt(head) if self.is_active(state, t, head) => return out.push(Next::Infeasible),
            Stmt::At(_) | Stmt::NotAt(_) => {}
        }
        out.push(Next::State(next));
    }

    /// The jump at the end of a node.
    fn go_on(&self, state: &[u8], t: usize, out: &mut Vec<Next>) {
        let at = self.at(t);
        let node = &self.program.nodes[usize::from(state[at])];
        let mut next = state.to_vec();
        next[at + 1] = 0;
        next[at + 3] = 0;
        if let Label::Block(block) = node.label {
            self.code.temps[block].iter().for_each(|slot| next[at + 4 + slot] = 0);
        }
        if node.goto.is_empty() {
            next[at] = END;
            self.counters(t).for_each(|c| next[c] = 0);
            return out.push(Next::State(next));
        }
        for label in &node.goto {
            let mut next = next.clone();
            let place = self.program.nodes.iter().position(|n| n.label == *label).expect("a node");
            next[at] = place as u8;
            for (counter, &head) in self.counters(t).zip(&self.heads) {
                match *label {
                    Label::Block(block) if block == head => next[counter] = COUNTED.min(next[counter] + 1),
                    Label::Exit(of) if of == head => next[counter] = 0,
                    _ => {}
                }
            }
            out.push(Next::State(next));
        }
    }

    /// Table 1.
    fn inst(
        &self,
        state: &[u8],
        mut next: Vec<u8>,
        t: usize,
        (block, inst): (Block, Inst),
        out: &mut Vec<Next>,
    ) {
        let step = self.code.steps[inst].as_ref().expect("compiled");
        let slots = self.at(t) + 4;
        if !self.enabled(state, t, block, inst) {
            return out.push(Next::State(next));
        }
        let value = |slot: usize| state[slots + slot];
        match &step.op {
            Op::Const(bits) => next[slots + step.dst] = *bits,
            Op::Pure { op, ty, operand, args } => {
                next[slots + step.dst] = Code::pure(*op, *ty, *operand, args, &state[slots..]);
            }
            Op::Havoc(ty) => {
                for value in self.code.havoc(*ty) {
                    next[slots + step.dst] = value;
                    out.push(Next::State(next.clone()));
                }
                return;
            }
            Op::Tid => next[slots + step.dst] = t as u8,
            Op::Get(var) => next[slots + step.dst] = value(*var),
            Op::Set(var, from) => next[slots + *var] = value(*from),
            Op::Read(place) => {
                let var = place.cell(&state[slots..]);
                next[slots + step.dst] = state[var];
                self.log(&mut next, var, t, false);
            }
            Op::Write(place, from) => {
                let var = place.cell(&state[slots..]);
                next[var] = value(*from);
                self.log(&mut next, var, t, true);
            }
            Op::Assert(cond) if value(*cond) == 0 => return out.push(Next::Error),
            Op::Assert(_) => {}
            Op::Barrier => unreachable!("an enabled barrier is a step of all threads"),
            Op::Assume(_) => unreachable!("guards have been moved"),
        }
        out.push(Next::State(next));
    }

    fn log(&self, state: &mut [u8], var: usize, t: usize, write: bool) {
        let (reads, writes) = (self.code.shared + 2 * var, self.code.shared + 2 * var + 1);
        let others = if write { state[reads] | state[writes] } else { state[writes] };
        if others & !(1 << t) != 0 {
            state[3 * self.code.shared] = 1;
        }
        state[if write { writes } else { reads }] |= 1 << t;
    }

    fn may_take(&self, state: &[u8], t: usize, block: Block) -> bool {
        let way = &self.code.ways[block][usize::from(state[self.at(t) + 3])];
        let slots = self.slots(state, t);
        let no_guard = Guard::default();
        let guard = way.to.map_or(&no_guard, |to| self.program.kernel.guard(to));
        Code::holds(way.when, slots)
            && crate::judge::together::guard_holds(self.code, guard, slots, &way.copies, t)
    }

    /// The shared store and V_p of each thread.
    pub fn stores(&self, state: &[u8]) -> Vec<u8> {
        let mut stores = state[..self.code.shared].to_vec();
        for t in 0..self.code.threads {
            stores.extend(self.code.private.iter().map(|&slot| self.slots(state, t)[slot]));
        }
        stores
    }

    /// `active` of each thread.
    pub fn labels(&self, state: &[u8]) -> Vec<u8> {
        (0..self.code.threads).map(|t| state[self.at(t) + 2]).collect()
    }
}

impl System for Walking<'_> {
    fn initial(&self, shared: &[u8]) -> Vec<u8> {
        let mut state = vec![0; self.at(self.code.threads)];
        state[..shared.len()].copy_from_slice(shared);
        // `active := Start` is the first statement; before it nothing asks.
        (0..self.code.threads).for_each(|t| state[self.at(t) + 2] = self.code.entry.index() as u8);
        state
    }

    fn next(&self, state: &[u8], out: &mut Vec<Next>) {
        let mut threads = (0..self.code.threads).filter(|&t| !self.waits(state, t)).peekable();
        if threads.peek().is_none() {
            return out.push(self.meet(state));
        }
        threads.for_each(|t| self.step(state, t, out));
    }

    fn recurring(&self, state: &[u8]) -> Vec<u8> {
        let mut key = state.to_vec();
        (0..self.code.threads).for_each(|t| key[self.counters(t)].fill(0));
        key
    }

    fn raced(&self, state: &[u8]) -> bool {
        state[3 * self.code.shared] != 0
    }
}
