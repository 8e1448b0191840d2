//! Paper 001's semantics (§3.3) over all interleavings: the judge.
//!
//! Written rule by rule from the paper, and sharing no code with what it judges: neither the
//! barriers of `raddle-machine` nor the tracer. States are explored once each; what definitions 4 to 8 quantify over
//! ("for all traces") is read off the edges of the state graph, since each edge lies on some trace. [`enumerate`]
//! computes the same from the definitions, trace by trace, for programs that are small enough.

use raddle_sync::program::{BarrierId, Command, Cta, How};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

pub(crate) const THREADS: usize = 4;
pub(crate) const BARRIERS: usize = 3;
/// Commands of one thread.
pub(crate) const LENGTH: usize = 18;

/// `(I, A, n)`. Of `A` only its size matters; `n = 0` is `⊥`. `present` is `|I| + |A|`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Triple {
    synced: u8,
    present: u8,
    n: u8,
}

impl Triple {
    fn full(self) -> bool {
        self.n != 0 && self.present == self.n
    }
}

/// `(E, B)`, the rest of each program as the index of its next command, and the recyclings so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct State {
    next: [u8; THREADS],
    enabled: [bool; THREADS],
    barriers: [Triple; BARRIERS],
    recycled: [u8; BARRIERS],
}

impl State {
    /// The command that the thread is at.
    pub(crate) fn next(&self, thread: usize) -> usize {
        self.next[thread] as usize
    }
}

/// A step: the commands that it executes (in the sense of definition 3), and where it leads.
pub(crate) struct Step {
    pub(crate) executes: Vec<(usize, usize)>,
    /// `None` is `err`.
    pub(crate) to: Option<State>,
}

/// Which reading of §3.3 to explore.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// To the letter: a CTA goes to `err` whenever a thread can, full barrier or not.
    Letter,
    /// A full barrier is recycled before anything else happens, so no thread over-arrives.
    RecycleFirst,
}

pub(crate) struct Explorer<'a> {
    programs: Vec<&'a [Command]>,
    reading: Reading,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(cta: &'a Cta, reading: Reading) -> Self {
        assert!(cta.threads.len() <= THREADS);
        let programs: Vec<&[Command]> =
            cta.threads.iter().map(|program| program.commands.as_slice()).collect();
        assert!(programs.iter().all(|commands| commands.len() <= LENGTH));
        Self { programs, reading }
    }

    pub(crate) fn initial(&self) -> State {
        State {
            next: [0; THREADS],
            enabled: [true; THREADS],
            barriers: [Triple::default(); BARRIERS],
            recycled: [0; BARRIERS],
        }
    }

    fn command(&self, state: &State, thread: usize) -> Option<&'a Command> {
        self.programs[thread].get(state.next[thread] as usize)
    }

    pub(crate) fn all_returned(&self, state: &State) -> bool {
        (0..self.programs.len()).all(|thread| self.command(state, thread).is_none())
    }

    /// Runs just the first `prefixes[t]` commands of each thread t.
    pub(crate) fn run_prefixes(&self, prefixes: &[u32]) -> Result<State, String> {
        let mut state = self.initial();
        'steps: loop {
            for (thread, &prefix) in prefixes.iter().enumerate() {
                if let Some(b) = (0..BARRIERS).find(|&b| state.barriers[b].full()) {
                    state = self.recycle(&state, b).to.ok_or("err")?;
                    continue 'steps;
                }
                let step =
                    self.thread_step(&state, thread).filter(|_| u32::from(state.next[thread]) < prefix);
                if let Some(step) = step {
                    state = step.to.ok_or("err")?;
                    continue 'steps;
                }
            }
            let done = prefixes.iter().zip(state.next).all(|(&prefix, next)| prefix == u32::from(next));
            return if done { Ok(state) } else { Err(format!("{prefixes:?}: stuck at {:?}", state.next)) };
        }
    }

    /// Every rule of §3.3 that applies.
    pub(crate) fn steps(&self, state: &State) -> Vec<Step> {
        let mut steps = Vec::new();
        let full = (0..BARRIERS).find(|&b| state.barriers[b].full());
        if let Some(b) = full {
            steps.push(self.recycle(state, b));
            if self.reading == Reading::RecycleFirst {
                return steps;
            }
        }
        for thread in 0..self.programs.len() {
            // The rule that takes a CTA to err has no premise about full barriers, the one for steps has.
            let step = self.thread_step(state, thread);
            steps.extend(step.filter(|step| full.is_none() || step.to.is_none()));
        }
        steps
    }

    fn recycle(&self, state: &State, b: usize) -> Step {
        let mut to = *state;
        let mut executes = Vec::new();
        for thread in (0..self.programs.len()).filter(|thread| state.barriers[b].synced >> thread & 1 != 0) {
            executes.push((thread, state.next[thread] as usize));
            to.next[thread] += 1;
            to.enabled[thread] = true;
        }
        to.barriers[b] = Triple::default();
        to.recycled[b] += 1;
        Step { executes, to: Some(to) }
    }

    fn thread_step(&self, state: &State, thread: usize) -> Option<Step> {
        let command = self.command(state, thread)?;
        if !state.enabled[thread] {
            return None;
        }
        let mut to = *state;
        let executed = vec![(thread, state.next[thread] as usize)];
        let Command::Register(registration) = command else {
            to.next[thread] += 1;
            return Some(Step { executes: executed, to: Some(to) });
        };
        let BarrierId::Named(b) = registration.barrier else { panic!("the judge knows named barriers only") };
        let (m, weight) = (registration.count as u8, registration.weight as u8);
        let triple = &mut to.barriers[b as usize];
        let mismatch = triple.n != 0 && triple.n != m;
        if mismatch || triple.full() || triple.present + weight > m {
            return Some(Step { executes: Vec::new(), to: None });
        }
        triple.n = m;
        triple.present += weight;
        if registration.how == How::Sync {
            triple.synced |= 1 << thread;
            to.enabled[thread] = false;
            return Some(Step { executes: Vec::new(), to: Some(to) });
        }
        to.next[thread] += 1;
        Some(Step { executes: executed, to: Some(to) })
    }

    /// The generation that an executed command gets in the step from `from`, as figure 3 counts.
    pub(crate) fn generation(&self, from: &State, (thread, index): (usize, usize)) -> Option<u8> {
        match &self.programs[thread][index] {
            Command::Register(registration) => match registration.barrier {
                BarrierId::Named(b) => Some(from.recycled[b as usize] + 1),
                BarrierId::Warp { .. } | BarrierId::Step { .. } => None,
            },
            Command::Access(_) => None,
        }
    }
}

/// What all traces together say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    pub(crate) deadlock: bool,
    pub(crate) err: bool,
    /// For thread and command the generations that it gets, as a set of bits.
    pub(crate) generations: Vec<Vec<u32>>,
    /// `before[t][i][u]` is the least j such that in some trace command i of thread t has a smaller time
    /// than command j of thread u. Right only if all traces reach `done`.
    before: Vec<Vec<[u8; THREADS]>>,
    pub(crate) states: usize,
}

impl Truth {
    /// Definition 6.
    pub(crate) fn well_synchronised(&self, cta: &Cta) -> bool {
        let is_registration =
            |(t, i): (usize, usize)| matches!(cta.threads[t].commands[i], Command::Register(_));
        !self.deadlock
            && !self.err
            && commands(cta)
                .filter(|&c| is_registration(c))
                .all(|(t, i)| self.generations[t][i].count_ones() == 1)
    }

    /// Whether in some trace `t(c1) < t(c2)`.
    pub(crate) fn strictly_before(&self, c1: (usize, usize), c2: (usize, usize)) -> bool {
        c2.1 >= self.before[c1.0][c1.1][c2.0] as usize
    }
}

pub(crate) fn commands(cta: &Cta) -> impl Iterator<Item = (usize, usize)> + '_ {
    cta.threads.iter().enumerate().flat_map(|(t, program)| (0..program.commands.len()).map(move |i| (t, i)))
}

/// Explores the state graph.
pub(crate) fn explore(cta: &Cta, reading: Reading) -> Truth {
    let explorer = Explorer::new(cta, reading);
    let mut truth = Truth {
        deadlock: false,
        err: false,
        generations: cta.threads.iter().map(|program| vec![0; program.commands.len()]).collect(),
        before: cta.threads.iter().map(|program| vec![[u8::MAX; THREADS]; program.commands.len()]).collect(),
        states: 0,
    };
    let mut known = FxHashSet::default();
    let mut open = vec![explorer.initial()];
    known.insert(explorer.initial());
    while let Some(state) = open.pop() {
        let steps = explorer.steps(&state);
        truth.deadlock |= steps.is_empty() && !explorer.all_returned(&state);
        for step in steps {
            let Some(to) = step.to else {
                truth.err = true;
                continue;
            };
            for &(thread, index) in &step.executes {
                if let Some(generation) = explorer.generation(&state, (thread, index)) {
                    truth.generations[thread][index] |= 1 << generation;
                }
                // Whatever is still to come after this step is strictly later.
                for (other, least) in truth.before[thread][index].iter_mut().enumerate() {
                    *least = (*least).min(to.next[other]);
                }
            }
            if known.insert(to) {
                open.push(to);
            }
        }
    }
    truth.states = known.len();
    truth
}

/// What the definitions say, trace by trace.
#[derive(Default)]
pub(crate) struct Enumerated {
    pub(crate) traces: usize,
    /// The maps `Gen(τ)`; 0 for unexecuted commands.
    pub(crate) generations: BTreeSet<Vec<Vec<u8>>>,
    /// Pairs `(c1, c2)` with `t(τ, c1) < t(τ, c2)` for some τ, both executed.
    pub(crate) strictly: BTreeSet<((usize, usize), (usize, usize))>,
}

/// Walks every trace; `None` if there are more than `most`.
pub(crate) fn enumerate(cta: &Cta, most: usize) -> Option<Enumerated> {
    let explorer = Explorer::new(cta, Reading::Letter);
    let mut all = Enumerated::default();
    let mut walk = Walk {
        generation: cta.threads.iter().map(|program| vec![0; program.commands.len()]).collect(),
        order: Vec::new(),
    };
    walk.from(&explorer, &explorer.initial(), &mut all, most).then_some(all)
}

struct Walk {
    generation: Vec<Vec<u8>>,
    /// The commands executed at each step so far.
    order: Vec<Vec<(usize, usize)>>,
}

impl Walk {
    fn from(&mut self, explorer: &Explorer<'_>, state: &State, all: &mut Enumerated, most: usize) -> bool {
        let steps = explorer.steps(state);
        if steps.is_empty() || explorer.all_returned(state) {
            return self.end(all, most);
        }
        steps.into_iter().all(|step| {
            let Some(to) = step.to else { return self.end(all, most) };
            for &(t, i) in &step.executes {
                self.generation[t][i] = explorer.generation(state, (t, i)).unwrap_or(0);
            }
            self.order.push(step.executes);
            let within = self.from(explorer, &to, all, most);
            for (t, i) in self.order.pop().unwrap_or_default() {
                self.generation[t][i] = 0;
            }
            within
        })
    }

    fn end(&self, all: &mut Enumerated, most: usize) -> bool {
        all.traces += 1;
        all.generations.insert(self.generation.clone());
        for (at, earlier) in self.order.iter().enumerate() {
            for later in self.order[at + 1..].iter().flatten() {
                all.strictly.extend(earlier.iter().map(|&c| (c, *later)));
            }
        }
        all.traces <= most
    }
}
