//! All interleavings of a small launch.
//!
//! Depth first over the states of a CTA on plain numbers, each state once. A step is one instruction of one
//! thread. This is the semantics itself, and what every method is tested against; it is for a few threads and
//! a few instructions.
//!
//! A barrier that is full is recycled by a step of its own. Until then only one thing can happen besides: a
//! thread that stands before a registration of that barrier takes the CTA to `err` (see [`crate::barrier`]).
//!
//! # Partial-order reduction
//!
//! Only steps that other threads can notice are worth interleaving: accesses to shared and global memory,
//! barriers, waits, exits. With [`ExploreOptions::partial_order`] each thread runs on at once until it stands before such a
//! step. What it skips commutes with every step of every other thread, so endings, final memories and races
//! stay the same; a test compares.

use crate::launches::launch::{Launch, LaunchError};
use crate::limits::{LOCAL_STEPS, STATES};
use crate::programs::program::{Program, Step};
use crate::running::machine::{Machine, Options, Stop};
use crate::running::outcome::Outcome;
use crate::states::state::{self, Group, Lane};
use crate::values::concrete::Concrete;
use crate::values::domain::Site;
use crate::watching::monitor::{AccessKind, Event, Issue, Recorder, Target};
use raddle_ir::Space;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::time::Instant;

/// How to explore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExploreOptions {
    /// Interleave only the steps that other threads can notice.
    pub partial_order: bool,
    /// Give up after this many states.
    pub max_states: usize,
    /// Give up then.
    pub deadline: Option<Instant>,
}

impl Default for ExploreOptions {
    fn default() -> Self {
        Self { partial_order: true, max_states: STATES, deadline: None }
    }
}

/// How an interleaving ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// Every thread returned.
    Done,
    /// Some thread waits, and no thread can continue.
    Deadlock,
    /// A registration at a barrier failed.
    BarrierError,
    /// A thread trapped.
    Trap,
    /// An assumption is false.
    Infeasible,
    /// A thread could not be followed.
    Unknown,
}

/// What all interleavings reach.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Exploration {
    /// How they end.
    pub endings: BTreeSet<Ending>,
    /// What shared memory and then the buffers hold where they end in [`Ending::Done`]; none for a byte
    /// that was not written.
    pub finals: BTreeSet<Vec<Option<u8>>>,
    /// The pairs of instructions of two threads that touch a common byte at the same time, at least one of
    /// them writing, and not both atomic; the lesser first.
    pub races: BTreeSet<(Site, Site)>,
    /// What else was reported, once for each instruction.
    pub issues: Vec<Issue>,
    /// How many states there are.
    pub states: usize,
    /// Were all of them seen?
    pub complete: bool,
}

/// Explores all interleavings of the launch's CTA.
///
/// # Errors
/// When the launch is not possible.
pub fn explore(
    program: &Program<'_>,
    launch: Launch,
    options: ExploreOptions,
) -> Result<Exploration, LaunchError> {
    let mut machine =
        Machine::<Concrete>::new(program, launch, Options { max_steps: u64::MAX, ..Options::default() })?;
    machine.exploring = true;
    let mut recorder = Recorder::new(0);
    let mut explorer =
        Explorer { machine, options, result: Exploration::default(), seen: FxHashSet::default() };
    explorer.run(&mut recorder);
    explorer.result.issues = recorder.issues;
    explorer.result.states = explorer.seen.len();
    Ok(explorer.result)
}

/// A state on plain numbers.
type State = state::State<Concrete>;

struct Explorer<'p> {
    machine: Machine<'p, Concrete>,
    options: ExploreOptions,
    result: Exploration,
    seen: FxHashSet<State>,
}

impl Explorer<'_> {
    fn run(&mut self, recorder: &mut Recorder) {
        self.result.complete = true;
        for warp in &mut self.machine.state.cta.warps {
            let start = std::mem::take(&mut warp.groups);
            for group in start {
                warp.groups.extend(
                    crate::watching::monitor::lanes(group.lanes)
                        .map(|lane| Group { pc: group.pc, lanes: 1 << lane }),
                );
            }
        }
        let mut stack = Vec::new();
        match self.settle(recorder) {
            Ok(()) => self.push(&mut stack),
            Err(outcome) => self.end(&outcome),
        }
        while let Some(state) = stack.pop() {
            let late = self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || self.seen.len() >= self.options.max_states {
                self.result.complete = false;
                return;
            }
            self.successors(&state, &mut stack, recorder);
        }
    }

    /// Puts the machine's state on the stack if it is new.
    fn push(&mut self, stack: &mut Vec<State>) {
        leave_out_the_way(&mut self.machine.state);
        let state = self.machine.fork();
        if self.seen.insert(state.clone()) {
            stack.push(state);
        }
    }

    fn successors(&mut self, state: &State, stack: &mut Vec<State>, recorder: &mut Recorder) {
        let full = state.cta.barriers.iter().find(|(_, b)| b.is_full()).map(|(id, _)| id);
        let threads: Vec<(usize, Group)> = (0..state.cta.warps.len())
            .flat_map(|w| state.cta.warps[w].groups.iter().map(move |&g| (w, g)))
            .collect();
        self.machine.restore(state.clone());
        if let Some(id) = full {
            for &(warp, group) in &threads {
                let lane = group.lanes.trailing_zeros();
                let next = self.machine.next_registration(warp, lane, group.pc as usize);
                if matches!(next, Some(Event::Barrier { id: at, .. }) if at == id) && self.stands(warp, group)
                {
                    self.result.endings.insert(Ending::BarrierError);
                }
            }
            self.machine.recycle(id);
            self.finish(Ok(()), stack, recorder);
            return;
        }
        self.find_races(&threads);
        if threads.is_empty() {
            let parts = self.machine.register_parts(recorder);
            let done = match parts {
                Ok(false) => self.machine.register_ended(recorder),
                other => other,
            };
            match done {
                Ok(true) => self.finish(Ok(()), stack, recorder),
                Ok(false) => {
                    let outcome = self.machine.ending();
                    self.end(&outcome);
                }
                Err(outcome) => self.end(&outcome),
            }
            return;
        }
        for (warp, group) in threads {
            self.machine.restore(state.clone());
            let done = self.advance(warp, group, recorder);
            self.finish(done, stack, recorder);
        }
    }

    /// Will the step be executed, its guard being true?
    fn stands(&self, warp: usize, group: Group) -> bool {
        let Step::Barrier { guard, .. } = &self.machine.program.steps[group.pc as usize] else {
            return false;
        };
        let active = crate::running::exec::Active::sure(group.lanes);
        self.machine.guarded(warp, active, *guard).lanes != 0
    }

    /// One step of one thread.
    fn advance(&mut self, warp: usize, group: Group, recorder: &mut Recorder) -> Result<(), Stop> {
        let groups = &mut self.machine.state.cta.warps[warp].groups;
        let place = groups.iter().position(|g| *g == group).unwrap_or(0);
        let mut group = groups.swap_remove(place);
        self.machine.state.steps = 1;
        self.machine.step(warp, &mut group, recorder)?;
        self.machine.join(warp, group);
        Ok(())
    }

    fn finish(&mut self, done: Result<(), Stop>, stack: &mut Vec<State>, recorder: &mut Recorder) {
        match done.and_then(|()| self.settle(recorder)) {
            Ok(()) => self.push(stack),
            Err(outcome) => self.end(&outcome),
        }
    }

    /// Runs every thread until it stands before a step that others can notice.
    fn settle(&mut self, recorder: &mut Recorder) -> Result<(), Stop> {
        if !self.options.partial_order {
            return Ok(());
        }
        for warp in 0..self.machine.state.cta.warps.len() {
            let mut fuel = LOCAL_STEPS;
            loop {
                let program = self.machine.program;
                let groups = &self.machine.state.cta.warps[warp].groups;
                let local = groups.iter().copied().find(|g| is_local(&program.steps[g.pc as usize]));
                let Some(group) = local else { break };
                if fuel == 0 {
                    self.result.complete = false;
                    return Err(Box::new(Outcome::StepLimit {
                        steps: u64::from(LOCAL_STEPS),
                        site: Some(program.sites[group.pc as usize]),
                    }));
                }
                fuel -= 1;
                self.advance(warp, group, recorder)?;
            }
        }
        Ok(())
    }

    fn end(&mut self, outcome: &Outcome) {
        let ending = match outcome {
            Outcome::Done => Ending::Done,
            Outcome::Deadlock(_) => Ending::Deadlock,
            Outcome::BarrierError { .. } => Ending::BarrierError,
            Outcome::Trap { .. } => Ending::Trap,
            Outcome::Infeasible { .. } => Ending::Infeasible,
            Outcome::StepLimit { .. } | Outcome::MemoryLimit { .. } | Outcome::TimeLimit { .. } => {
                Ending::Unknown
            }
            Outcome::Unknown(_) | Outcome::NotRun | Outcome::Held => Ending::Unknown,
        };
        self.result.endings.insert(ending);
        if ending == Ending::Done {
            let machine = &self.machine;
            let mut all = machine.bytes(crate::launches::objects::SHARED);
            let buffers: Vec<_> = machine.objects.buffers().map(|(_, id)| id).collect();
            for id in buffers {
                all.extend(machine.bytes(id));
            }
            self.result.finals.insert(all);
        }
    }

    /// Threads that stand before conflicting accesses.
    fn find_races(&mut self, threads: &[(usize, Group)]) {
        let mut next = Vec::new();
        for &(warp, group) in threads {
            if let Some(event) = self.next_event(warp, group) {
                next.push(event);
            }
        }
        for (n, a) in next.iter().enumerate() {
            for b in &next[n + 1..] {
                if conflict(a, b) {
                    let (a, b) = (a.site(), b.site());
                    self.result.races.insert((a.min(b), a.max(b)));
                }
            }
        }
    }

    fn next_event(&mut self, warp: usize, group: Group) -> Option<Event> {
        let program = self.machine.program;
        let site = program.sites[group.pc as usize];
        let lane = group.lanes.trailing_zeros();
        if self.machine.state.cta.warps[warp].lanes[lane as usize] != Lane::Running {
            return None;
        }
        let (guard, addr, access, size, silent, kind) = match &program.steps[group.pc as usize] {
            Step::Load { guard, addr, access, size, silent, .. } => {
                (*guard, addr, *access, *size, *silent, AccessKind::Read)
            }
            Step::Store { guard, addr, access, size, silent, .. } => {
                (*guard, addr, *access, *size, *silent, AccessKind::Write)
            }
            Step::Atomic { guard, op, ty, addr, access, .. } => {
                (*guard, addr, *access, ty.bytes(), false, AccessKind::Atomic(*op))
            }
            _ => return None,
        };
        let active = crate::running::exec::Active::sure(group.lanes);
        if self.machine.guarded(warp, active, guard).lanes == 0 {
            return None;
        }
        let shape = crate::running::place::Shape { access, size, silent, site };
        self.machine.next_access(warp, lane, addr, shape, kind)
    }
}

/// Forgets what cannot affect what happens after a state and only distinguishes it by the way that led to it. What is already forgotten is
/// not written, and stays shared.
fn leave_out_the_way(state: &mut State) {
    for warp in &mut state.cta.warps {
        if !warp.groups.is_sorted() {
            warp.groups.sort_unstable();
        }
        if warp.events.iter().any(|&events| events != 0) {
            warp.events.fill(0);
        }
        if warp.locals.iter().any(|memory| memory.writes != 0) {
            warp.locals.iter_mut().for_each(|memory| memory.writes = 0);
        }
    }
    for predicates in &mut state.cta.predicates {
        predicates.sort_unstable();
    }
    for memory in state.globals.iter_mut().chain([&mut state.cta.shared, &mut state.cta.scalars]) {
        memory.writes = 0;
    }
}

/// Can neither the step be noticed by other threads nor notice them?
fn is_local(step: &Step) -> bool {
    let private = |space| matches!(space, Space::Local | Space::Param | Space::Const);
    match step {
        Step::Load { addr, .. } | Step::Store { addr, .. } | Step::Atomic { addr, .. } => private(addr.space),
        Step::Barrier { .. } | Step::WarpSync { .. } | Step::Collective { .. } => false,
        Step::Exit | Step::Trap | Step::Assume { .. } | Step::Assert { .. } | Step::Stray { .. } => false,
        Step::Opaque { effects, .. } => *effects == raddle_ir::Effects::NONE,
        _ => true,
    }
}

/// Do two accesses touch a common byte, at least one writing, and not both atomic on the same bytes?
fn conflict(a: &Event, b: &Event) -> bool {
    let (
        Event::Access { target: Target::At(x, i), size: m, kind: k, .. },
        Event::Access { target: Target::At(y, j), size: n, kind: l, .. },
    ) = (a, b)
    else {
        return false;
    };
    let overlap = x == y && *i < j + u64::from(*n) && *j < i + u64::from(*m);
    let reads = *k == AccessKind::Read && *l == AccessKind::Read;
    let atomic = a.atomic_scope().is_some() && b.atomic_scope().is_some() && (i, m) == (j, n);
    overlap && !reads && !atomic
}
