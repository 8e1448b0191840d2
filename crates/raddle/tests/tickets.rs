//! Tickets of counters in random small kernels: where no race is proved, no order of the threads shows one.
//!
//! Three threads reset a counter in shared memory, plainly or atomically, add a constant to it, wait for each other, and write to places that they compute from
//! what they found. All orders of their steps are followed. `RADDLE_TICKETS` sets the number of kernels, `RADDLE_TICKETS_SEED` the seed.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Launches, Options, check};
use raddle_report::{Property, Verdict};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::time::Duration;

const THREADS: usize = 3;
/// Where a thread writes that has no ticket: far from others.
const NONE: i64 = 1000;

/// The threads that take a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    All,
    First,
    Others,
}

impl Who {
    const fn is(self, thread: usize) -> bool {
        match self {
            Self::All => true,
            Self::First => thread == 0,
            Self::Others => thread != 0,
        }
    }

    const fn guard(self) -> &'static str {
        match self {
            Self::All => "",
            Self::First => "@%first ",
            Self::Others => "@!%first ",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Barrier,
    Reset {
        who: Who,
        atomic: bool,
    },
    Add {
        who: Who,
        amount: i64,
    },
    /// Writes the thread's number to element `times * ticket + plus`.
    Store {
        who: Who,
        times: i64,
        plus: i64,
    },
}

impl Step {
    /// Does a thread access the counter here?
    const fn is_of_counter(self, thread: usize) -> bool {
        matches!(self, Self::Reset { who, .. } | Self::Add { who, .. } if who.is(thread))
    }
}

/// Steps before a loop, in it, and after it; how many rounds it makes.
#[derive(Debug)]
struct Kernel {
    parts: [Vec<Step>; 3],
    rounds: usize,
}

impl Kernel {
    fn random(random: &mut Random) -> Self {
        let amount = random.pick(&[1, 1, 2, 3, -1]);
        let times = random.pick(&[1, 1, 2, 3]);
        let part = |random: &mut Random, least: usize, more: usize| {
            let one = |random: &mut Random| {
                let who = random.pick(&[Who::All, Who::All, Who::First, Who::Others]);
                match random.below(10) {
                    0..4 => Step::Barrier,
                    4 => Step::Reset { who: random.pick(&[Who::First, who]), atomic: random.chance(25) },
                    5..8 => Step::Add { who, amount: if random.chance(95) { amount } else { 1 } },
                    _ => Step::Store { who, times, plus: random.below(3) as i64 },
                }
            };
            (0..least + random.below(more)).map(|_| one(random)).collect()
        };
        let parts = [part(random, 0, 4), part(random, 2, 5), part(random, 0, 4)];
        Self { parts, rounds: random.pick(&[1, 2, 2]) }
    }

    fn text(&self) -> String {
        let mut text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 .ptr .global .align 4 out) {{\n\
             .shared .align 4 .b32 c; .reg .b32 %t, %r, %x, %tid; .reg .b64 %o, %a; .reg .pred %first, %p;\n\
             ld.param.u64 %o, [out]; mov.u32 %tid, %tid.x; setp.eq.u32 %first, %tid, 0; mov.u32 %r, 0;\n\
             mad.lo.u32 %t, %tid, {NONE}, {NONE};\n"
        );
        for (number, part) in self.parts.iter().enumerate() {
            if number == 1 {
                text += "L:\n";
            }
            for step in part {
                // Writing to a string cannot fail.
                let _ = match *step {
                    Step::Barrier => writeln!(text, "bar.sync 0;"),
                    Step::Reset { who, atomic: false } => {
                        writeln!(text, "{}st.shared.u32 [c], 0;", who.guard())
                    }
                    Step::Reset { who, atomic: true } => {
                        writeln!(text, "{}atom.shared.exch.b32 %x, [c], 0;", who.guard())
                    }
                    Step::Add { who, amount } => {
                        writeln!(text, "{}atom.shared.add.u32 %t, [c], {amount};", who.guard())
                    }
                    Step::Store { who, times, plus } => writeln!(
                        text,
                        "mul.lo.s32 %x, %t, {times}; add.s32 %x, %x, {plus}; mul.wide.s32 %a, %x, 4; add.s64 %a, %o, %a;\n\
                         {}st.global.u32 [%a], %tid;",
                        who.guard()
                    ),
                };
            }
            if number == 1 {
                let _ = writeln!(text, "add.u32 %r, %r, 1; setp.lt.u32 %p, %r, {}; @%p bra L;", self.rounds);
            }
        }
        text + "ret;\n}\n"
    }

    /// The steps of one thread, in their order.
    fn steps(&self) -> Vec<Step> {
        let [before, within, after] = &self.parts;
        let rounds = std::iter::repeat_n(within, self.rounds).flatten();
        before.iter().chain(rounds).chain(after).copied().collect()
    }
}

/// Where the threads are, and what they have done since the last barrier.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    at: [usize; THREADS],
    tickets: [i64; THREADS],
    counter: i64,
    stored: BTreeSet<(i64, usize)>,
    /// Who has reset the counter plainly, and who accessed it atomically.
    plain: [bool; THREADS],
    atomic: [bool; THREADS],
}

impl State {
    /// Does one of the threads race with another one?
    fn races(&self) -> bool {
        let meet = |&(place, thread): &(i64, usize)| {
            self.stored.iter().any(|&(other, who)| other == place && who != thread)
        };
        // Resets write the same.
        let disturbs = |thread: usize| (0..THREADS).any(|other| other != thread && self.atomic[other]);
        self.stored.iter().any(meet) || (0..THREADS).any(|thread| self.plain[thread] && disturbs(thread))
    }

    fn take(&mut self, thread: usize, step: Step) {
        self.at[thread] += 1;
        match step {
            Step::Reset { who, atomic } if who.is(thread) => {
                self.counter = 0;
                if atomic { self.atomic[thread] = true } else { self.plain[thread] = true }
            }
            Step::Add { who, amount } if who.is(thread) => {
                self.tickets[thread] = self.counter;
                self.counter += amount;
                self.atomic[thread] = true;
            }
            Step::Store { who, times, plus } if who.is(thread) => {
                self.stored.insert((times * self.tickets[thread] + plus, thread));
            }
            _ => {}
        }
    }
}

/// Is there an order of the steps in which two threads race?
fn can_race(steps: &[Step]) -> bool {
    let tickets = [0, 1, 2].map(|thread| NONE * (thread + 1));
    let start = State {
        at: [0; THREADS],
        tickets,
        counter: 0,
        stored: BTreeSet::new(),
        plain: [false; THREADS],
        atomic: [false; THREADS],
    };
    let (mut seen, mut open) = (HashSet::new(), vec![start]);
    while let Some(state) = open.pop() {
        if state.races() {
            return true;
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        let next = state.at.map(|at| steps.get(at).copied());
        if next == [Some(Step::Barrier); THREADS] {
            let mut after =
                State { stored: BTreeSet::new(), plain: [false; THREADS], atomic: [false; THREADS], ..state };
            after.at = after.at.map(|at| at + 1);
            open.push(after);
            continue;
        }
        let steps = next.into_iter().enumerate();
        let open_steps: Vec<(usize, Step)> = steps
            .filter_map(|(thread, step)| Some((thread, step.filter(|&step| step != Step::Barrier)?)))
            .collect();
        // What does not concern the counter comes first: its place in the order does not matter.
        let alone = open_steps.iter().find(|(thread, step)| !step.is_of_counter(*thread));
        for &(thread, step) in alone.map_or(open_steps.as_slice(), std::slice::from_ref) {
            let mut after = state.clone();
            after.take(thread, step);
            open.push(after);
        }
    }
    false
}

#[test]
fn no_order_shows_a_race_that_is_proved_absent() {
    let (count, seed) = (cases("RADDLE_TICKETS", 120, 20_000), setting("RADDLE_TICKETS_SEED", 1));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tickets.ptx");
    let (block, grid) = (Some([THREADS as u32, 1, 1].map(Some)), Some([Some(1); 3]));
    let launch = Launches { block, grid, ..Launches::default() };
    let ask = Ask { properties: Some(vec![Property::Race]), ..Ask::default() };
    let mut options = Options { launch, ask, ..Options::default() };
    options.time.timeout = Some(Duration::from_secs(10));
    let (mut racy, mut proved, mut with_tickets) = (0, 0, 0);
    for number in 0..count {
        let kernel = Kernel::random(&mut Random::new(seed, number));
        let steps = kernel.steps();
        std::fs::write(&file, kernel.text()).expect("a file");
        let report = check(&file, &options, &|_| ()).report;
        let [of_kernel] = report.kernels.as_slice() else { panic!("{:?}\n{}", report.errors, kernel.text()) };
        let can_race = can_race(&steps);
        racy += u64::from(can_race);
        let Verdict::Proved { scope, .. } = &of_kernel.results[0].verdict else { continue };
        assert!(!can_race, "kernel {number} is proved, and races\n{}", kernel.text());
        proved += 1;
        let counts = scope.assumptions.iter().any(|one| one.name().ends_with("counters"));
        with_tickets += u64::from(counts);
    }
    eprintln!("of {count}: {racy} can race, {proved} are proved, {with_tickets} of them by tickets");
    assert!(
        racy > count / 5 && with_tickets > count / 20,
        "{racy} race, {proved} proved, {with_tickets} by tickets"
    );
}
