//! Random kernels for warps in lock-step, in which what lanes read from shared memory decides where they go and what they access.
//!
//! Lanes read a place twice, with stores by other lanes, branches and loops in between; where the two differ they race. So a method that
//! takes the two to be equal when they are not proves what a run refutes.

use crate::common::Random;
use crate::verdicts::kernel::{Case, Cond, Id, Index, Memory, Place, Stmt, Strength, VARS};

/// Where the second value of a place is put, and the difference.
const AGAIN: usize = 2;
const DIFFERENCE: usize = 3;

/// The case of a seed and a number.
pub(crate) fn case(seed: u64, number: u64) -> Case {
    let random = Random::new(seed ^ 0x1a4e5, number);
    let mut lanes = Lanes { random, budget: 8, read: None };
    let threads = lanes.random.pick(&[2, 3, 4, 4, 4]);
    let warp_size = lanes.random.pick(&[2, 4, 4]);
    let n = lanes.random.chance(50).then(|| lanes.random.below(4) as u32);
    let mut body = Vec::new();
    for memory in [Memory::Shared, Memory::Mirror] {
        body.push(store(memory, Index::Thread(0), 0));
    }
    body.push(barrier());
    let place = lanes.place();
    lanes.read = Some(place);
    if lanes.random.chance(30) {
        lanes.some(&mut body, 1);
    }
    body.push(Stmt::Load { place, to: 1, strength: Strength::Weak, guard: None });
    lanes.some(&mut body, 2);
    body.push(Stmt::Load { place, to: AGAIN, strength: Strength::Weak, guard: None });
    body.push(Stmt::Compute { op: "xor.b32", to: DIFFERENCE, x: 1, y: AGAIN });
    let cond = Cond { var: Some(DIFFERENCE), op: "ne", k: 0 };
    let then = vec![store(Memory::Global, Index::Constant(0), 0)];
    let other = vec![store(Memory::Global, Index::Thread(0), 1)];
    body.push(Stmt::If { cond, then, other });
    Case { block: [threads, 1, 1], warp_size, exited_arrive: false, n, body }
}

fn barrier() -> Stmt {
    Stmt::Barrier { aligned: true, arrive: false, id: Id::Constant(0), count: None, guard: None }
}

fn store(memory: Memory, index: Index, from: usize) -> Stmt {
    let place = Place { memory, index, width: 4, within: 0 };
    Stmt::Store { place, from, strength: Strength::Weak, guard: None }
}

struct Lanes {
    random: Random,
    budget: usize,
    /// The place that is read twice.
    read: Option<Place>,
}

impl Lanes {
    fn var(&mut self) -> usize {
        self.random.below(VARS)
    }

    fn place(&mut self) -> Place {
        if let Some(place) = self.read.filter(|_| self.random.chance(50)) {
            return place;
        }
        let memory = self.random.pick(&[Memory::Shared, Memory::Shared, Memory::Shared, Memory::Mirror]);
        let index = match self.random.below(8) {
            0..=2 => Index::Thread(0),
            3 | 4 => Index::Thread(1),
            5 | 6 => Index::Constant(self.random.below(2) as u32),
            _ => Index::Var(self.var()),
        };
        Place { memory, index, width: 4, within: 0 }
    }

    fn cond(&mut self) -> Cond {
        // Lane 0 may do anything.
        if self.random.chance(50) {
            return Cond { var: None, op: "eq", k: 0 };
        }
        let var = if self.random.chance(50) { None } else { Some(self.var()) };
        Cond { var, op: self.random.pick(&["eq", "ne", "lt", "ge"]), k: self.random.below(3) as u32 }
    }

    fn some(&mut self, body: &mut Vec<Stmt>, depth: usize) {
        for _ in 0..1 + self.random.below(3) {
            let stmt = self.stmt(depth);
            body.push(stmt);
        }
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        self.budget = self.budget.saturating_sub(1);
        let deep = depth > 0 && self.budget > 0;
        match self.random.below(12) {
            0 | 1 => {
                let guard = self.random.chance(40).then(|| self.cond());
                Stmt::Store { place: self.place(), from: self.var(), strength: Strength::Weak, guard }
            }
            2..=4 => {
                Stmt::Load { place: self.place(), to: self.var(), strength: Strength::Weak, guard: None }
            }
            5 => {
                let op = self.random.pick(&["add.u32", "xor.b32", "and.b32"]);
                Stmt::Compute { op, to: self.var(), x: self.var(), y: self.var() }
            }
            6..=8 if deep => {
                let mut blocks = [Vec::new(), Vec::new()];
                self.some(&mut blocks[0], depth - 1);
                if self.random.chance(35) {
                    self.some(&mut blocks[1], depth - 1);
                }
                let [then, other] = blocks;
                Stmt::If { cond: self.cond(), then, other }
            }
            9 | 10 if deep => {
                let mut body = Vec::new();
                self.some(&mut body, depth - 1);
                let times = if self.random.chance(40) { Ok(2) } else { Err(self.var()) };
                Stmt::Loop { times, body }
            }
            11 if self.random.chance(30) => barrier(),
            _ => Stmt::Set { to: self.var(), k: self.random.below(3) as u32 },
        }
    }
}
