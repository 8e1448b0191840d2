//! Blocks that do the same: random small kernels that do not ask which block they are in.
//!
//! Three threads write shared memory and two buffers, read them, and wait for each other, in straight code, under conditions and in a loop. All blocks do the
//! same, so one is executed, and what it reads and writes is compared with itself, as another block does the same at any time. A kernel that is proved free
//! of races has no two such accesses but writes of one value. `RADDLE_ALIKE` sets the number of kernels, `RADDLE_ALIKE_SEED` the seed.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Launches, Options, check};
use raddle_report::{Property, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

const THREADS: usize = 3;

/// The threads that take a step, or the inputs for which all do.
#[derive(Clone, Copy, Debug)]
enum If {
    Always,
    First,
    Others,
    /// Where the parameter `n` is not 0.
    Input,
}

impl If {
    const fn holds(self, thread: usize, n: i64) -> bool {
        match self {
            Self::Always => true,
            Self::First => thread == 0,
            Self::Others => thread != 0,
            Self::Input => n != 0,
        }
    }

    const fn predicate(self) -> &'static str {
        match self {
            Self::Always => "%always",
            Self::First => "%first",
            Self::Others => "%others",
            Self::Input => "%input",
        }
    }
}

/// A number that a thread has.
#[derive(Clone, Copy, Debug)]
enum Number {
    Thread,
    /// That of the thread counted from the other end.
    Opposite,
    Round,
    Two,
    /// What it has read last.
    Read,
}

impl Number {
    const fn register(self) -> &'static str {
        match self {
            Self::Thread => "%tid",
            Self::Opposite => "%opposite",
            Self::Round => "%r",
            Self::Two => "%two",
            Self::Read => "%x",
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Memory {
    Shared,
    Buffer(usize),
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Barrier,
    Write { to: Memory, at: Number, what: Number, only: If, branches: bool },
    Read { from: Memory, at: Number },
}

#[derive(Debug)]
struct Kernel {
    parts: [Vec<Step>; 3],
    rounds: i64,
}

impl Kernel {
    fn random(random: &mut Random) -> Self {
        let part = |random: &mut Random, least: usize, more: usize, loops: bool| {
            let number = |random: &mut Random| match random.below(if loops { 9 } else { 7 }) {
                0..3 => Number::Thread,
                3 => Number::Opposite,
                4 => Number::Two,
                5..7 => Number::Read,
                _ => Number::Round,
            };
            let one = |random: &mut Random| match random.below(12) {
                0..3 => Step::Barrier,
                3..5 => Step::Read {
                    from: if random.chance(80) {
                        Memory::Shared
                    } else {
                        Memory::Buffer(random.pick(&[0, 1]))
                    },
                    at: number(random),
                },
                _ => Step::Write {
                    to: if random.chance(10) {
                        Memory::Buffer(1)
                    } else {
                        random.pick(&[Memory::Shared, Memory::Buffer(0)])
                    },
                    at: number(random),
                    what: number(random),
                    only: random.pick(&[If::Always, If::Always, If::First, If::Others, If::Input]),
                    branches: random.chance(50),
                },
            };
            (0..least + random.below(more)).map(|_| one(random)).collect()
        };
        let mut parts: [Vec<Step>; 3] =
            [part(random, 0, 2, false), part(random, 0, 2, true), part(random, 0, 3, false)];
        if random.chance(75) {
            // Values go through shared memory.
            let own = Step::Write {
                to: Memory::Shared,
                at: Number::Thread,
                what: Number::Read,
                only: If::Always,
                branches: false,
            };
            let given = Step::Read { from: Memory::Buffer(1), at: Number::Thread };
            let other = Step::Read { from: Memory::Shared, at: Number::Opposite };
            parts[0].splice(0..0, [given, own, Step::Barrier, other]);
            let only = random.pick(&[If::Always, If::First, If::Others, If::Input]);
            let (at, branches) = (random.pick(&[Number::Thread, Number::Opposite]), random.chance(50));
            let out = Step::Write { to: Memory::Buffer(0), at, what: Number::Read, only, branches };
            let into = random.below(3);
            parts[into].push(out);
        }
        Self { parts, rounds: random.pick(&[1, 2, 2]) }
    }

    fn text(&self) -> String {
        let pointer = ".param .u64 .ptr .global .align 4";
        let mut text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k({pointer} a, {pointer} b, .param .u32 n) {{\n\
             .shared .align 4 .b32 s[1024]; .reg .b32 %r, %x, %n, %two, %tid, %opposite; .reg .b64 %m0, %m1, %m2, %at; .reg .pred %always, %first, %others, %input, %p;\n\
             ld.param.u64 %m0, [a]; ld.param.u64 %m1, [b]; ld.param.u32 %n, [n]; mov.u64 %m2, s; mov.u32 %tid, %tid.x; mov.u32 %r, 0; mov.u32 %two, 2;\n\
             setp.eq.u32 %always, %r, 0; setp.eq.u32 %first, %tid, 0; setp.ne.u32 %others, %tid, 0; setp.ne.u32 %input, %n, 0; mov.u32 %x, %tid; sub.u32 %opposite, %two, %tid;\n"
        );
        let mut label = 0;
        for (number, part) in self.parts.iter().enumerate() {
            if number == 1 {
                text += "L:\n";
            }
            for step in part {
                let (memory, at) = match *step {
                    Step::Barrier => {
                        text += "bar.sync 0;\n";
                        continue;
                    }
                    Step::Write { to, at, .. } => (to, at),
                    Step::Read { from, at } => (from, at),
                };
                let (space, base) = match memory {
                    Memory::Shared => ("shared", "%m2".to_owned()),
                    Memory::Buffer(number) => ("global", format!("%m{number}")),
                };
                label += 1;
                // Writing to a string cannot fail.
                let _ = writeln!(text, "mul.wide.u32 %at, {}, 4; add.u64 %at, {base}, %at;", at.register());
                let _ = match *step {
                    Step::Write { what, only, branches: true, .. } => writeln!(
                        text,
                        "@!{} bra S{label}; st.{space}.u32 [%at], {}; S{label}:",
                        only.predicate(),
                        what.register()
                    ),
                    Step::Write { what, only, .. } => {
                        writeln!(text, "@{} st.{space}.u32 [%at], {};", only.predicate(), what.register())
                    }
                    _ => writeln!(text, "ld.{space}.u32 %x, [%at];"),
                };
            }
            if number == 1 {
                let _ = writeln!(text, "add.u32 %r, %r, 1; setp.lt.u32 %p, %r, {}; @%p bra L;", self.rounds);
            }
        }
        text + "ret;\n}\n"
    }

    /// The steps of a thread in their order, each with the number of the round.
    fn steps(&self) -> Vec<(Step, i64)> {
        let [before, within, after] = &self.parts;
        let of = |part: &[Step], round: i64| part.iter().map(|&step| (step, round)).collect::<Vec<_>>();
        let rounds = (0..self.rounds).flat_map(|round| of(within, round));
        of(before, 0).into_iter().chain(rounds).chain(of(after, self.rounds)).collect()
    }

    /// What a block reads and writes in the buffers; none if it reads shared memory that it has not written.
    fn executed(&self, n: i64, contents: i64) -> Option<Accesses> {
        let (mut shared, mut accesses) = (BTreeMap::new(), Accesses::default());
        let mut reads = [0, 1, 2];
        let steps = self.steps();
        for interval in steps.split(|(step, _)| matches!(step, Step::Barrier)) {
            for thread in 0..THREADS {
                for &(step, round) in interval {
                    let value = |number: Number, reads: &[i64; THREADS]| match number {
                        Number::Thread => thread as i64,
                        Number::Opposite => (THREADS - 1 - thread) as i64,
                        Number::Round => round,
                        Number::Two => 2,
                        Number::Read => reads[thread],
                    };
                    match step {
                        Step::Write { to, at, what, only, .. } if only.holds(thread, n) => {
                            let (at, what) = (value(at, &reads), value(what, &reads));
                            match to {
                                Memory::Shared => drop(shared.insert(at, what)),
                                Memory::Buffer(buffer) => drop(accesses.writes.insert((buffer, at, what))),
                            }
                        }
                        Step::Read { from, at } => {
                            let at = value(at, &reads);
                            reads[thread] = match from {
                                Memory::Shared => *shared.get(&at)?,
                                Memory::Buffer(buffer) => {
                                    accesses.reads.insert((buffer, at));
                                    contents
                                }
                            };
                        }
                        _ => {}
                    }
                }
            }
        }
        Some(accesses)
    }
}

/// The elements of buffers that a block reads, and writes, with the values.
#[derive(Default)]
struct Accesses {
    reads: BTreeSet<(usize, i64)>,
    writes: BTreeSet<(usize, i64, i64)>,
}

impl Accesses {
    /// Does it conflict with another block that does the same at any time?
    fn conflict(&self) -> bool {
        let places: BTreeSet<(usize, i64)> =
            self.writes.iter().map(|&(buffer, at, _)| (buffer, at)).collect();
        places.len() < self.writes.len() || places.intersection(&self.reads).next().is_some()
    }
}

#[test]
fn no_blocks_that_do_the_same_conflict_where_no_race_is_proved() {
    let (count, seed) = (cases("RADDLE_ALIKE", 250, 20_000), setting("RADDLE_ALIKE_SEED", 1));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("alike.ptx");
    let block = Some([THREADS as u32, 1, 1].map(Some));
    let launch = Launches { block, ..Launches::default() };
    let ask = Ask { properties: Some(vec![Property::Race]), ..Ask::default() };
    let mut options = Options { launch, ask, ..Options::default() };
    options.time.timeout = Some(Duration::from_secs(10));
    let (mut conflicting, mut proved, mut of_memory) = (0, 0, 0);
    for number in 0..count {
        let kernel = Kernel::random(&mut Random::new(seed, number));
        std::fs::write(&file, kernel.text()).expect("a file");
        let report = check(&file, &options, &|_| ()).report;
        let [of_kernel] = report.kernels.as_slice() else { panic!("{:?}\n{}", report.errors, kernel.text()) };
        let inputs = [0, 1].into_iter().flat_map(|n| [0, 5].map(|contents| (n, contents)));
        let conflicts =
            inputs.filter_map(|(n, contents)| kernel.executed(n, contents)).any(|all| all.conflict());
        conflicting += u64::from(conflicts);
        let Verdict::Proved { scope, .. } = &of_kernel.results[0].verdict else { continue };
        assert!(!conflicts, "kernel {number} is proved, and blocks conflict\n{}", kernel.text());
        proved += u64::from(!scope.up_to.is_empty());
        of_memory += u64::from(scope.assumptions.iter().any(|one| one.name() == "initialised-memory"));
    }
    eprintln!(
        "of {count}: {conflicting} conflict, {proved} proved up to equal writes, {of_memory} of them with what is in shared memory"
    );
    assert!(
        conflicting > count / 5 && of_memory > count / 50,
        "{conflicting} conflict, {proved} proved, {of_memory} with what is in shared memory"
    );
}
