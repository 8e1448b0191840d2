//! Accesses that locks order, in random small kernels: where no race is proved, no order of the threads shows one.
//!
//! Two threads, of one block or of two, acquire two locks, whose places may depend on a parameter, release them, rightly or not, access memory in between, and do what
//! depends on what they read. All orders of their steps are followed, and in each it is followed by clocks what releases and acquires order (PTX ISA, "Release and Acquire Patterns"). `RADDLE_LOCKS` sets the number of kernels,
//! `RADDLE_LOCKS_SEED` the seed.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Launches, Options, check};
use raddle_report::{Property, Verdict};
use std::collections::HashSet;
use std::fmt::Write;
use std::time::Duration;

/// One of the two locks.
#[derive(Clone, Copy, Debug)]
struct Lock {
    number: usize,
    /// Is the parameter added to the number? The place is computed anew each time.
    computed: bool,
}

impl Lock {
    const fn at(self, parameter: usize) -> usize {
        if self.computed { (self.number + parameter) % 2 } else { self.number }
    }
}

/// What a thread does.
#[derive(Clone, Debug)]
enum Step {
    Access {
        cell: usize,
        writes: bool,
    },
    /// Reads, and executes the body if the number is even.
    Test {
        cell: usize,
        body: Vec<Step>,
    },
    Fence,
    /// Acquires a lock, by a compare-and-swap or an exchange. Without a body it tries until it succeeds; with one it executes that if it succeeds.
    Acquire {
        lock: Lock,
        exchanges: bool,
        orders: bool,
        body: Option<Vec<Step>>,
    },
    /// Releases a lock, by an exchange or a store with an order.
    Release {
        lock: Lock,
        exchanges: bool,
        orders: bool,
    },
    /// One of the threads only.
    First(Vec<Step>),
}

/// The same without nesting: where an operation that does not succeed continues.
#[derive(Clone, Copy, Debug)]
enum Op {
    Access { cell: usize, writes: bool },
    Test { cell: usize, otherwise: usize },
    Fence,
    Acquire { lock: Lock, exchanges: bool, orders: bool, otherwise: usize },
    Release { lock: Lock, exchanges: bool, orders: bool },
    First { otherwise: usize },
}

/// A critical section as it should be, or with something wrong; what lies in it.
fn section(random: &mut Random, depth: u32, computed: bool) -> Vec<Step> {
    let lock = Lock { number: random.below(2), computed };
    let (exchanges, orders) = (random.chance(30), random.chance(25));
    let mut inside = Vec::new();
    if !orders && random.chance(80) {
        inside.push(Step::Fence);
    }
    inside.extend(steps(random, depth, computed));
    let orders_too = random.chance(25);
    if !orders_too && random.chance(80) {
        inside.push(Step::Fence);
    }
    if random.chance(90) {
        let number = if random.chance(90) { lock.number } else { 1 - lock.number };
        let lock = Lock { number, computed: computed != random.chance(5) };
        let stores = orders_too && random.chance(50);
        inside.push(Step::Release { lock, exchanges: !stores, orders: orders_too });
    }
    let acquire = |body| Step::Acquire { lock, exchanges, orders, body };
    match random.chance(50) {
        true => vec![acquire(Some(inside))],
        false => [vec![acquire(None)], inside].concat(),
    }
}

fn steps(random: &mut Random, depth: u32, computed: bool) -> Vec<Step> {
    let mut all = Vec::new();
    for _ in 0..1 + random.below(2) {
        all.extend(match random.below(20) {
            0 => vec![Step::Fence],
            1 => {
                let lock = Lock { number: random.below(2), computed };
                vec![Step::Release { lock, exchanges: true, orders: false }]
            }
            2..4 if depth > 0 => vec![Step::First(steps(random, depth - 1, computed))],
            4..13 if depth > 0 => section(random, depth - 1, computed),
            13 => vec![Step::Test { cell: random.below(2), body: steps(random, 0, computed) }],
            _ if depth < 2 || random.chance(15) => {
                let (cell, writes) = (usize::from(random.chance(25)), random.chance(60));
                vec![Step::Access { cell, writes }]
            }
            _ => section(random, depth - 1, computed),
        });
    }
    all
}

fn flat(steps: &[Step], ops: &mut Vec<Op>) {
    for step in steps {
        let at = ops.len();
        match step {
            &Step::Access { cell, writes } => ops.push(Op::Access { cell, writes }),
            Step::Test { cell, body } => {
                ops.push(Op::Test { cell: *cell, otherwise: at });
                flat(body, ops);
                ops[at] = Op::Test { cell: *cell, otherwise: ops.len() };
            }
            Step::Fence => ops.push(Op::Fence),
            &Step::Release { lock, exchanges, orders } => ops.push(Op::Release { lock, exchanges, orders }),
            &Step::Acquire { lock, exchanges, orders, ref body } => {
                ops.push(Op::Acquire { lock, exchanges, orders, otherwise: at });
                if let Some(body) = body {
                    flat(body, ops);
                    ops[at] = Op::Acquire { lock, exchanges, orders, otherwise: ops.len() };
                }
            }
            Step::First(body) => {
                ops.push(Op::First { otherwise: at });
                flat(body, ops);
                ops[at] = Op::First { otherwise: ops.len() };
            }
        }
    }
}

/// Where a lock lies, after instructions that compute it.
fn place(text: &mut String, Lock { number, computed }: Lock) -> String {
    if !computed {
        return format!("%l + {}", 4 * number);
    }
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "add.u32 %x, %k, {number}; and.b32 %x, %x, 1; mul.wide.u32 %a, %x, 4; add.s64 %a, %l, %a; "
    );
    "%a".to_owned()
}

/// What each thread writes differs from thread to thread and from step to step.
fn text(ops: &[Op], who: &str) -> String {
    let mut text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 .ptr .global .align 4 lock, .param .u64 .ptr .global .align 4 cell, .param .u32 k) {{\n\
         .reg .b32 %x, %who, %k; .reg .b64 %l, %c, %a; .reg .pred %first, %p;\n\
         ld.param.u64 %l, [lock]; ld.param.u64 %c, [cell]; ld.param.u32 %k, [k]; mov.u32 %who, {who}; setp.eq.u32 %first, %who, 0;\n"
    );
    for (n, op) in ops.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "L{n}: ");
        let order = |orders: bool, name: &'static str| if orders { name } else { "" };
        let _ = match *op {
            Op::Access { cell, writes: true } => {
                writeln!(text, "add.u32 %x, %who, {}; st.global.u32 [%c + {}], %x;", 10 * (n + 1), 4 * cell)
            }
            Op::Access { cell, writes: false } => writeln!(text, "ld.global.u32 %x, [%c + {}];", 4 * cell),
            Op::Test { cell, otherwise } => {
                let _ = write!(text, "ld.global.u32 %x, [%c + {}]; and.b32 %x, %x, 1;", 4 * cell);
                writeln!(text, " setp.ne.u32 %p, %x, 0; @%p bra L{otherwise};")
            }
            Op::Fence => writeln!(text, "fence.acq_rel.gpu;"),
            Op::Acquire { lock, exchanges, orders, otherwise } => {
                let (order, place) = (order(orders, ".acquire.gpu"), place(&mut text, lock));
                let _ = match exchanges {
                    true => write!(text, "atom{order}.global.exch.b32 %x, [{place}], 1;"),
                    false => write!(text, "atom{order}.global.cas.b32 %x, [{place}], 0, 1;"),
                };
                writeln!(text, " setp.ne.u32 %p, %x, 0; @%p bra L{otherwise};")
            }
            Op::Release { lock, exchanges: true, orders } => {
                let (order, place) = (order(orders, ".release.gpu"), place(&mut text, lock));
                writeln!(text, "atom{order}.global.exch.b32 %x, [{place}], 0;")
            }
            Op::Release { lock, .. } => {
                let place = place(&mut text, lock);
                writeln!(text, "st.release.gpu.global.u32 [{place}], 0;")
            }
            Op::First { otherwise } => writeln!(text, "@!%first bra L{otherwise};"),
        };
    }
    let _ = writeln!(text, "L{}: ret;\n}}", ops.len());
    text
}

/// By thread: up to which of its accesses.
type Clock = [u32; 2];

fn join(a: &mut Clock, b: Clock) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = b.max(*a);
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: [usize; 2],
    parameter: usize,
    locks: [u32; 2],
    cells: [usize; 2],
    /// What each thread's next access comes after.
    known: [Clock; 2],
    /// The same at its last fence.
    fenced: [Clock; 2],
    /// What its next fence makes known.
    read: [Clock; 2],
    /// What who reads a lock reads of.
    released: [Clock; 2],
    /// The last read and the last write of each cell, by thread.
    done: [[[u32; 2]; 2]; 2],
    races: bool,
}

impl State {
    fn take(&mut self, thread: usize, op: Op) {
        let at = self.at[thread];
        self.at[thread] += 1;
        match op {
            Op::Test { cell, otherwise } => {
                self.take(thread, Op::Access { cell, writes: false });
                self.at[thread] = if self.cells[cell].is_multiple_of(2) { at + 1 } else { otherwise };
            }
            Op::Access { cell, writes } => {
                if writes {
                    self.cells[cell] = thread + 10 * (at + 1);
                }
                let other = 1 - thread;
                let [read, written] = self.done[cell][other];
                let last = if writes { read.max(written) } else { written };
                self.races |= last > self.known[thread][other];
                self.known[thread][thread] += 1;
                self.done[cell][thread][usize::from(writes)] = self.known[thread][thread];
            }
            Op::Fence => {
                join(&mut self.known[thread], self.read[thread]);
                self.fenced[thread] = self.known[thread];
            }
            Op::Acquire { lock, exchanges, orders, otherwise } => {
                let lock = lock.at(self.parameter);
                let to = if orders { &mut self.known[thread] } else { &mut self.read[thread] };
                join(to, self.released[lock]);
                let is_free = self.locks[lock] == 0;
                if exchanges || is_free {
                    self.locks[lock] = 1;
                    join(&mut self.released[lock], self.fenced[thread]);
                }
                if !is_free {
                    self.at[thread] = otherwise;
                }
            }
            Op::Release { lock, exchanges, orders } => {
                let lock = lock.at(self.parameter);
                self.locks[lock] = 0;
                let known = if orders { self.known[thread] } else { self.fenced[thread] };
                if exchanges {
                    join(&mut self.read[thread], self.released[lock]);
                    join(&mut self.released[lock], known);
                } else {
                    self.released[lock] = known;
                }
            }
            Op::First { otherwise } if thread != 0 => self.at[thread] = otherwise,
            Op::First { .. } => {}
        }
    }
}

/// Is there an order of the steps in which the threads race?
fn can_race(ops: &[Op]) -> bool {
    let (mut seen, mut open) = (HashSet::new(), Vec::new());
    let starts = [[0, 0], [0, 5], [5, 0]].into_iter().flat_map(|locks| (0..8).map(move |n| (locks, n)));
    for (locks, n) in starts {
        let nothing = [[0; 2]; 2];
        open.push(State {
            at: [0; 2],
            parameter: n % 2,
            locks,
            cells: [n / 2 % 2, n / 4],
            known: nothing,
            fenced: nothing,
            read: nothing,
            released: nothing,
            done: [nothing; 2],
            races: false,
        });
    }
    while let Some(state) = open.pop() {
        if state.races {
            return true;
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        for thread in 0..2 {
            if let Some(&op) = ops.get(state.at[thread]) {
                let mut after = state.clone();
                after.take(thread, op);
                open.push(after);
            }
        }
    }
    false
}

/// The same where threads neither wait for each other nor learn of each other.
fn without_locks(ops: &[Op]) -> Vec<Op> {
    let without = |op: &Op| match op {
        Op::Acquire { .. } | Op::Release { .. } => Op::Fence,
        op => *op,
    };
    ops.iter().map(without).collect()
}

#[test]
fn no_order_shows_a_race_that_a_lock_excludes() {
    let (count, seed) = (cases("RADDLE_LOCKS", 60, 5_000), setting("RADDLE_LOCKS_SEED", 1));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("locks.ptx");
    let ask = Ask { properties: Some(vec![Property::Race]), ..Ask::default() };
    let (mut racy, mut free, mut by_locks) = (0, 0, 0);
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let computed = random.chance(40);
        let steps = steps(&mut random, 2, computed);
        let (who, threads, blocks) = random.pick(&[("%tid.x", 2, 1), ("%ctaid.x", 1, 2)]);
        let (block, grid) = (Some([threads, 1, 1].map(Some)), Some([blocks, 1, 1].map(Some)));
        let launch = Launches { block, grid, ..Launches::default() };
        let mut options = Options { launch, ask: ask.clone(), ..Options::default() };
        options.time.timeout = Some(Duration::from_secs(3));
        let mut ops = Vec::new();
        flat(&steps, &mut ops);
        let text = text(&ops, who);
        std::fs::write(&file, &text).expect("a file");
        let report = check(&file, &options, &|_| ()).report;
        let [of_kernel] = report.kernels.as_slice() else { panic!("{:?}\n{text}", report.errors) };
        let can_race = can_race(&ops);
        racy += u64::from(can_race);
        free += u64::from(!can_race);
        match &of_kernel.results[0].verdict {
            Verdict::Proved { .. } => assert!(!can_race, "kernel {number} is proved, and races\n{text}"),
            Verdict::Refuted { .. } => {
                assert!(can_race, "kernel {number} is refuted, and does not race\n{text}");
            }
            Verdict::Unknown { .. } => continue,
        }
        by_locks += u64::from(!can_race && self::can_race(&without_locks(&ops)));
    }
    eprintln!("of {count}: {racy} can race, {free} cannot; {by_locks} that race without locks are proved");
    assert!(racy > count / 5 && by_locks > count / 20, "{racy} race, {free} do not, {by_locks} are proved");
}
