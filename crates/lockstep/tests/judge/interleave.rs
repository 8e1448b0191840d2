//! The interleaving semantics of a kernel (paper 000, figure 4), and data races (definition 3.1).
//!
//! It runs the kernel as it was written, not its normal form: a thread that ends waits at the implicit final barrier.
//!
//! In `plain` mode every instruction and every jump is a step, and each thread may take the next one. Otherwise a thread
//! that is not about to touch the shared store, nor at a barrier, continues alone: such steps commute with all steps of
//! others. (Where it continues forever, so does the kernel.)

use super::code::{Code, Op, Way};
use super::explore::{Next, System};
use raddle_ir::{Block, Entity};

/// The number of the block of a thread that has ended.
const ENDED: u8 = u8::MAX;

/// Loop counters stay here: a loop of these kernels that is entered that often never ends.
pub const COUNTED: u8 = 20;

pub struct Interleaving<'c> {
    pub code: &'c Code,
    pub plain: bool,
}

/// Where things lie in a state: shared store, readers and writers since the last barrier (a bit for each thread), whether there was
/// a race; then for each thread its block, its place in it, its slots, its loop counters.
struct Layout {
    log: usize,
    raced: usize,
    threads: usize,
    stride: usize,
    counters: usize,
}

impl Interleaving<'_> {
    fn layout(&self) -> Layout {
        let shared = self.code.shared;
        let counters = 2 + self.code.slots;
        let stride = counters + self.code.loops.all().len();
        Layout { log: shared, raced: 3 * shared, threads: 3 * shared + 1, stride, counters }
    }

    fn at(&self, t: usize) -> usize {
        let layout = self.layout();
        layout.threads + t * layout.stride
    }

    fn block(&self, state: &[u8], t: usize) -> Option<Block> {
        let number = state[self.at(t)];
        (number != ENDED).then(|| Block::new(usize::from(number)))
    }

    /// The instruction that a thread executes next; none at a jump or after its end.
    fn op(&self, state: &[u8], t: usize) -> Option<&Op> {
        let inst = self.code.blocks[self.block(state, t)?].get(usize::from(state[self.at(t) + 1]))?;
        self.code.steps[*inst].as_ref().map(|s| &s.op)
    }

    fn waits(&self, state: &[u8], t: usize) -> bool {
        self.block(state, t).is_none()
            || (matches!(self.op(state, t), Some(Op::Barrier)) && self.enabled(state, t))
    }

    fn enabled(&self, state: &[u8], t: usize) -> bool {
        let Some(block) = self.block(state, t) else { return false };
        let inst = self.code.blocks[block][usize::from(state[self.at(t) + 1])];
        let slots = self.at(t) + 2;
        self.code.steps[inst]
            .as_ref()
            .is_some_and(|s| s.guard.is_none_or(|(g, truth)| (state[slots + g] == 1) == truth))
    }

    fn is_private(&self, state: &[u8], t: usize) -> bool {
        match self.op(state, t) {
            Some(Op::Read(_) | Op::Write(..) | Op::Barrier) => !self.enabled(state, t),
            Some(_) => true,
            None => self.block(state, t).is_some(),
        }
    }

    /// One step of a thread (rules of figures 4a and 4b).
    fn step(&self, state: &[u8], t: usize, out: &mut Vec<Next>) {
        let block = self.block(state, t).expect("it has not ended");
        let place = usize::from(state[self.at(t) + 1]);
        let Some(&inst) = self.code.blocks[block].get(place) else {
            if self.code.is_trap[block] {
                return out.push(Next::Error);
            }
            let slots = self.at(t) + 2;
            let ways = self.code.ways[block].iter();
            let ways = ways.filter(|w| Code::holds(w.when, &state[slots..]));
            out.extend(ways.map(|way| Next::State(self.jump(state, t, block, way))));
            return;
        };
        let step = self.code.steps[inst].as_ref().expect("a compiled instruction");
        let slots = self.at(t) + 2;
        let mut next = state.to_vec();
        next[slots - 1] += 1;
        if !self.enabled(state, t) {
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
            Op::Assume(cond) if value(*cond) == 0 => return out.push(Next::Infeasible),
            Op::Assert(cond) if value(*cond) == 0 => return out.push(Next::Error),
            Op::Assume(_) | Op::Assert(_) => {}
            Op::Barrier => unreachable!("a barrier is a step of all threads"),
        }
        out.push(Next::State(next));
    }

    fn jump(&self, state: &[u8], t: usize, from: Block, way: &Way) -> Vec<u8> {
        let mut next = state.to_vec();
        let slots = self.at(t) + 2;
        for &(param, arg) in &way.copies {
            next[slots + param] = state[slots + arg];
        }
        for &temp in &self.code.temps[from] {
            next[slots + temp] = 0;
        }
        next[slots - 1] = 0;
        next[slots - 2] = way.to.map_or(ENDED, |b| u8::try_from(b.index()).expect("few blocks"));
        // Loop counters: one more at each head, zero outside.
        let counters = self.at(t) + self.layout().counters;
        for (number, inner) in self.code.loops.all().iter().enumerate() {
            let counter = &mut next[counters + number];
            match way.to {
                Some(to) if to == inner.header => *counter = COUNTED.min(*counter + 1),
                Some(to) if self.code.loops.contains(number, to) => {}
                _ => *counter = 0,
            }
        }
        next
    }

    fn log(&self, state: &mut [u8], var: usize, t: usize, write: bool) {
        let layout = self.layout();
        let me = 1 << t;
        let (reads, writes) = (layout.log + 2 * var, layout.log + 2 * var + 1);
        let others = if write { state[reads] | state[writes] } else { state[writes] };
        if others & !me != 0 {
            state[layout.raced] = 1;
        }
        state[if write { writes } else { reads }] |= me;
    }

    /// All threads wait: the rules BARRIER_S, BARRIER_F and TERMINATION.
    fn meet(&self, state: &[u8]) -> Next {
        let layout = self.layout();
        let place = |t: usize| &state[self.at(t)..self.at(t) + 2];
        let counters = |t: usize| &state[self.at(t) + layout.counters..self.at(t) + layout.stride];
        let all = |same: &dyn Fn(usize) -> bool| (1..self.code.threads).all(same);
        let ended = |t: usize| self.block(state, t).is_none();
        if (0..self.code.threads).any(ended) {
            let together = (0..self.code.threads).all(ended);
            return if together { Next::Done(state[..layout.log].to_vec()) } else { Next::Error };
        }
        if !all(&|t| place(t) == place(0)) || !all(&|t| counters(t) == counters(0)) {
            return Next::Error;
        }
        let mut next = state.to_vec();
        next[layout.log..layout.raced].fill(0);
        for t in 0..self.code.threads {
            next[self.at(t) + 1] += 1;
        }
        Next::State(next)
    }

    /// Steps of one thread, up to a state in which it is about to do what others may see, or at a loop's head.
    fn run(&self, state: &[u8], t: usize, out: &mut Vec<Next>) {
        let mut work = vec![Next::State(state.to_vec())];
        let mut first = true;
        while let Some(next) = work.pop() {
            match next {
                Next::State(state) if first || (self.is_private(&state, t) && !self.at_head(&state, t)) => {
                    first = false;
                    self.step(&state, t, &mut work);
                }
                Next::Infeasible => {}
                next => out.push(next),
            }
        }
    }

    fn at_head(&self, state: &[u8], t: usize) -> bool {
        state[self.at(t) + 1] == 0
            && self.block(state, t).is_some_and(|b| self.code.loops.all().iter().any(|l| l.header == b))
    }

    /// The shared store and V_p of each thread.
    pub fn stores(&self, state: &[u8]) -> Vec<u8> {
        let mut stores = state[..self.code.shared].to_vec();
        for t in 0..self.code.threads {
            stores.extend(self.code.private.iter().map(|slot| state[self.at(t) + 2 + slot]));
        }
        stores
    }

    /// The block of each thread.
    pub fn labels(&self, state: &[u8]) -> Vec<u8> {
        (0..self.code.threads).map(|t| state[self.at(t)]).collect()
    }
}

impl System for Interleaving<'_> {
    fn initial(&self, shared: &[u8]) -> Vec<u8> {
        let layout = self.layout();
        let mut state = vec![0; layout.threads + self.code.threads * layout.stride];
        state[..shared.len()].copy_from_slice(shared);
        for t in 0..self.code.threads {
            state[self.at(t)] = self.code.entry.index() as u8;
        }
        state
    }

    fn next(&self, state: &[u8], out: &mut Vec<Next>) {
        let threads = 0..self.code.threads;
        if threads.clone().all(|t| self.waits(state, t)) {
            return out.push(self.meet(state));
        }
        if self.plain {
            threads.filter(|&t| !self.waits(state, t)).for_each(|t| self.step(state, t, out));
            return;
        }
        match threads.clone().find(|&t| self.is_private(state, t)) {
            Some(t) => self.run(state, t, out),
            None => threads.filter(|&t| !self.waits(state, t)).for_each(|t| self.run(state, t, out)),
        }
        if out.is_empty() {
            out.push(Next::Infeasible);
        }
    }

    fn recurring(&self, state: &[u8]) -> Vec<u8> {
        let layout = self.layout();
        let mut key = state.to_vec();
        for t in 0..self.code.threads {
            key[self.at(t) + layout.counters..self.at(t) + layout.stride].fill(0);
        }
        key
    }

    fn raced(&self, state: &[u8]) -> bool {
        state[self.layout().raced] != 0
    }
}
