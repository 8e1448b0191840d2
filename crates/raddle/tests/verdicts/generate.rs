//! Random kernels: mostly well-behaved, with now and then a mistake of each kind, so that every verdict is met.

use crate::common::Random;
use crate::verdicts::kernel::{Case, Cond, Id, Index, Memory, Place, Stmt, Strength, VARS};

impl Random {
    /// A number below `n`.
    fn under(&mut self, n: u32) -> u32 {
        self.below(n as usize) as u32
    }
}

/// The case of a seed and a number.
pub(crate) fn case(seed: u64, number: u64) -> Case {
    let mut random = Random::new(seed, number);
    let loops = random.chance(25);
    let block = if loops {
        random.pick(&[[2, 1, 1], [2, 1, 1], [2, 1, 1], [3, 1, 1]])
    } else {
        random.pick(&[[2, 1, 1], [2, 1, 1], [3, 1, 1], [4, 1, 1], [1, 2, 1], [2, 2, 1], [1, 3, 1]])
    };
    let warp_size = random.pick(&[1, 1, 2, 2, 4]);
    let n = random.chance(50).then(|| random.under(4));
    let threads: u32 = block.iter().product();
    let style = Style {
        data: random.chance(50),
        strong: random.chance(25),
        volatile: random.chance(40),
        named: random.chance(40),
        warps: random.chance(35),
        private: random.below(100),
    };
    let length = 2 + random.under(if threads > 2 { 5 } else { 7 });
    let mut generator = Generator { random, threads, warp_size, style, budget: length + 3 };
    let mut body = Vec::new();
    if loops {
        generator.rounds(&mut body);
    } else if generator.random.chance(35) {
        generator.exchange(&mut body);
    } else {
        for _ in 0..length {
            generator.push(&mut body, 2);
        }
    }
    Case { block, warp_size, exited_arrive: number.is_multiple_of(3), n, body }
}

/// What a kernel is made of.
struct Style {
    /// Loads from buffers.
    data: bool,
    /// Atomics and strong accesses.
    strong: bool,
    /// Volatile accesses, and a second shared array.
    volatile: bool,
    /// Barriers with numbers and counts.
    named: bool,
    /// Warp-wide operations.
    warps: bool,
    /// How often a thread accesses its own word, in percent.
    private: usize,
}

struct Generator {
    random: Random,
    threads: u32,
    warp_size: u32,
    style: Style,
    budget: u32,
}

impl Generator {
    fn var(&mut self) -> usize {
        self.random.under(VARS as u32) as usize
    }

    fn index(&mut self) -> Index {
        if self.random.chance(self.style.private) {
            return Index::Thread(0);
        }
        match self.random.under(5) {
            0 | 1 => Index::Constant(self.random.under(3)),
            2 => Index::Thread(0),
            3 => Index::Thread(1),
            _ => Index::Var(self.var()),
        }
    }

    fn place(&mut self) -> Place {
        // What is atomic is worth most where several threads meet.
        if self.style.strong && self.random.chance(60) {
            return Place { memory: Memory::Shared, index: Index::Constant(0), width: 4, within: 0 };
        }
        let memory = match self.random.under(4) {
            0 => Memory::Global,
            1 if self.style.volatile => Memory::Mirror,
            _ => Memory::Shared,
        };
        let width = self.random.pick(&[4, 4, 4, 4, 2, 1]);
        let within = width * self.random.under(4 / width);
        Place { memory, index: self.index(), width, within }
    }

    fn cond(&mut self) -> Cond {
        let var = if self.random.chance(60) { None } else { Some(self.var()) };
        let (op, k) = (self.random.pick(&["eq", "ne", "lt", "ge"]), self.random.under(3));
        Cond { var, op, k }
    }

    fn guard(&mut self, percent: usize) -> Option<Cond> {
        self.random.chance(percent).then(|| self.cond())
    }

    fn strength(&mut self) -> Strength {
        match self.random.under(4) {
            0..=2 if self.style.volatile => Strength::Volatile,
            _ if !self.style.strong => Strength::Weak,
            0 | 1 => Strength::Relaxed,
            2 => Strength::Volatile,
            _ => Strength::Weak,
        }
    }

    /// A number of participants: most often what all warps make together.
    fn count(&mut self) -> Option<u32> {
        let warps = self.threads.div_ceil(self.warp_size);
        match self.random.under(4) {
            0 => None,
            1 => Some(self.warp_size * (1 + self.random.under(warps))),
            _ => Some(self.warp_size * warps),
        }
    }

    fn mask(&mut self) -> u32 {
        let lanes = self.warp_size.min(self.threads);
        let all = (1 << lanes) - 1;
        if self.random.chance(75) { all } else { 1 + self.random.under(all) }
    }

    fn barrier(&mut self) -> Stmt {
        if !self.style.named {
            let guard = self.guard(3);
            return Stmt::Barrier { aligned: true, arrive: false, id: Id::Constant(0), count: None, guard };
        }
        let id = match self.random.under(12) {
            0 => Id::Var(self.var()),
            1..=3 => Id::Constant(1),
            _ => Id::Constant(0),
        };
        let arrive = self.random.chance(20);
        let count = if arrive { self.count().or(Some(self.warp_size)) } else { self.count() };
        Stmt::Barrier { aligned: self.random.chance(50), arrive, id, count, guard: self.guard(10) }
    }

    fn block(&mut self, depth: u32) -> Vec<Stmt> {
        let mut block = Vec::new();
        for _ in 0..1 + self.random.under(2) {
            self.push(&mut block, depth);
        }
        block
    }

    /// Threads write one place, and after a barrier what they read there decides which of them reach another.
    fn exchange(&mut self, body: &mut Vec<Stmt>) {
        let index = if self.random.chance(80) { Index::Constant(0) } else { self.index() };
        let place = Place { memory: Memory::Shared, index, width: 4, within: 0 };
        let whole =
            Stmt::Barrier { aligned: true, arrive: false, id: Id::Constant(0), count: None, guard: None };
        for _ in 0..1 + self.random.under(2) {
            let from = self.var();
            body.push(match self.random.under(3) {
                0 if self.style.strong => {
                    Stmt::Atomic { op: self.random.pick(&["add", "max", "or"]), place, from, to: None }
                }
                _ => Stmt::Store { place, from, strength: self.strength(), guard: self.guard(50) },
            });
        }
        if self.random.chance(30) {
            self.push(body, 1);
        }
        body.push(if self.random.chance(85) { whole.clone() } else { self.barrier() });
        let to = self.var();
        let strength = if self.style.volatile { self.strength() } else { Strength::Weak };
        body.push(Stmt::Load { place, to, strength, guard: None });
        if self.style.volatile && self.random.chance(50) {
            let place = Place { memory: Memory::Mirror, index: Index::Var(to), width: 4, within: 0 };
            body.push(Stmt::Store {
                place,
                from: self.var(),
                strength: self.strength(),
                guard: self.guard(50),
            });
        }
        if self.random.chance(30) {
            self.push(body, 1);
        }
        let cond = Cond { var: Some(to), ..self.cond() };
        let then = vec![if self.random.chance(70) { whole } else { self.barrier() }];
        body.push(match self.random.under(3) {
            0 => Stmt::If {
                cond: self.cond(),
                then: vec![Stmt::If { cond, then, other: Vec::new() }],
                other: Vec::new(),
            },
            _ => Stmt::If { cond, then, other: Vec::new() },
        });
    }

    /// A loop with barriers that carries values from round to round, and what is left of them after it. All accesses are weak: what threads
    /// see is decided by barriers alone.
    fn rounds(&mut self, body: &mut Vec<Stmt>) {
        for _ in 0..self.random.under(3) {
            body.push(self.carried(60));
        }
        let mut round: Vec<Stmt> = (0..2 + self.random.under(4)).map(|_| self.carried(30)).collect();
        let whole =
            Stmt::Barrier { aligned: true, arrive: false, id: Id::Constant(0), count: None, guard: None };
        for _ in 0..1 + self.random.under(2) {
            let at = self.random.under(round.len() as u32 + 1) as usize;
            let barrier = if self.random.chance(80) {
                whole.clone()
            } else {
                Stmt::If { cond: self.cond(), then: vec![whole.clone()], other: Vec::new() }
            };
            round.insert(at, barrier);
        }
        let times = if self.random.chance(70) { Err(1) } else { Ok(2 + self.random.under(2)) };
        body.push(Stmt::Loop { times, body: round });
        for _ in 0..1 + self.random.under(2) {
            body.push(self.carried(20));
        }
    }

    /// Something of a loop that carries values.
    fn carried(&mut self, guarded: usize) -> Stmt {
        let memory = self.random.pick(&[Memory::Shared, Memory::Shared, Memory::Global]);
        let place = Place { memory, index: self.index(), width: 4, within: 0 };
        match self.random.under(8) {
            0 | 1 => {
                Stmt::Load { place, to: self.var(), strength: Strength::Weak, guard: self.guard(guarded) }
            }
            2..=4 => {
                let from = self.var();
                Stmt::Store { place, from, strength: Strength::Weak, guard: self.guard(guarded) }
            }
            5 => {
                let sum = Stmt::Compute { op: "add.u32", to: self.var(), x: self.var(), y: self.var() };
                Stmt::Loop { times: Ok(2), body: vec![sum] }
            }
            6 => Stmt::If { cond: self.cond(), then: vec![self.carried(0)], other: Vec::new() },
            _ => Stmt::Compute {
                op: self.random.pick(&["add.u32", "xor.b32", "mul.lo.u32"]),
                to: self.var(),
                x: self.var(),
                y: self.var(),
            },
        }
    }

    /// A statement, and often one that depends on what it reads.
    fn push(&mut self, body: &mut Vec<Stmt>, depth: u32) {
        let stmt = self.stmt(depth);
        let read = match stmt {
            Stmt::Load { to, .. }
            | Stmt::Data { to, .. }
            | Stmt::Poll { to, .. }
            | Stmt::Atomic { to: Some(to), .. }
            | Stmt::Reduce { to, .. }
            | Stmt::Shuffle { var: to, .. }
            | Stmt::Vote { to, .. } => Some(to),
            _ => None,
        };
        body.push(stmt);
        let Some(var) = read.filter(|_| self.random.chance(40)) else { return };
        let cond = Cond { var: Some(var), ..self.cond() };
        body.push(match self.random.under(9) {
            0 => Stmt::Exit { guard: cond },
            8 => {
                let place = Place { index: Index::Var(var), ..self.place() };
                Stmt::Store { place, from: self.var(), strength: self.strength(), guard: self.guard(15) }
            }
            1 => Stmt::Loop { times: Err(var), body: vec![self.barrier()] },
            2 | 3 => {
                let strength = self.strength();
                Stmt::Store { place: self.place(), from: self.var(), strength, guard: Some(cond) }
            }
            _ => {
                let other = if self.random.chance(30) { vec![self.barrier()] } else { Vec::new() };
                Stmt::If { cond, then: vec![self.barrier()], other }
            }
        });
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        self.budget = self.budget.saturating_sub(1);
        loop {
            return match self.random.under(27) {
                0 => {
                    let op = self.random.pick(&["add.u32", "xor.b32", "and.b32", "or.b32", "mul.lo.u32"]);
                    Stmt::Compute { op, to: self.var(), x: self.var(), y: self.var() }
                }
                1 => Stmt::Set { to: self.var(), k: self.random.under(4) },
                2..=6 => Stmt::Store {
                    place: self.place(),
                    from: self.var(),
                    strength: self.strength(),
                    guard: self.guard(25),
                },
                7..=9 => Stmt::Load {
                    place: self.place(),
                    to: self.var(),
                    strength: self.strength(),
                    guard: self.guard(15),
                },
                10 if self.style.data => Stmt::Data { index: self.index(), to: self.var() },
                11 | 12 if self.style.strong => {
                    let place = Place { width: 4, within: 0, ..self.place() };
                    let (op, to) = match self.random.chance(50) {
                        true => {
                            (self.random.pick(&["add", "exch", "or", "max", "cas", "inc"]), Some(self.var()))
                        }
                        false => (self.random.pick(&["add", "add", "or", "max"]), None),
                    };
                    Stmt::Atomic { op, place, from: self.var(), to }
                }
                13..=17 => self.barrier(),
                18 => Stmt::Reduce {
                    op: self.random.pick(&["popc", "and", "or"]),
                    count: if self.style.named { self.count() } else { None },
                    of: self.cond(),
                    to: self.var(),
                },
                19 if self.style.warps => Stmt::WarpSync { mask: self.mask() },
                20 if self.style.warps => match self.random.under(5) {
                    0 => Stmt::ActiveMask { to: self.var() },
                    1 | 2 => Stmt::Vote {
                        how: self.random.pick(&["ballot", "any", "all"]),
                        of: self.cond(),
                        mask: self.mask(),
                        to: self.var(),
                    },
                    _ => Stmt::Shuffle {
                        how: self.random.pick(&["idx", "bfly", "down", "up"]),
                        by: self.random.under(3),
                        mask: self.mask(),
                        var: self.var(),
                    },
                },
                21 if self.random.chance(30) => Stmt::Exit { guard: self.cond() },
                22 if self.style.strong => Stmt::Fence,
                23 | 24 if depth > 0 && self.budget > 0 => {
                    let other = if self.random.chance(40) { self.block(depth - 1) } else { Vec::new() };
                    Stmt::If { cond: self.cond(), then: self.block(depth - 1), other }
                }
                25 if depth > 0 && self.budget > 0 => {
                    let times =
                        if self.random.chance(60) { Ok(1 + self.random.under(2)) } else { Err(self.var()) };
                    Stmt::Loop { times, body: self.block(depth - 1) }
                }
                26 if self.style.volatile => {
                    Stmt::Poll { index: self.index(), to: self.var(), k: self.random.under(3) }
                }
                _ => continue,
            };
        }
    }
}
