//! The machine: a launch, its memory, and the run of a CTA.
//!
//! Threads are lanes of warps. Lanes of a warp that stand at the same place run together, as a *group*; a
//! branch splits a group, and groups that meet at one place merge. Which lanes run together is an
//! accident of the schedule: every lane is a thread of its own, and any interleaving of the
//! groups' steps is an execution. [`Scheduler`] picks one.

use crate::launches::launch::{Launch, LaunchError, WhichCta};
use crate::launches::objects::{ABSOLUTE, LOCAL, Objects, SCALARS, SHARED};
use crate::limits::{BYTES, STEPS};
use crate::programs::passage::Passage;
use crate::programs::program::{Program, Step};
use crate::running::open::AtOpen;
use crate::running::outcome::{Deadlock, Outcome, Unknown, Waiting, WaitingFor};
use crate::running::over::Over;
use crate::states::memory::Memory;
use crate::states::state::{Lane, State};
use crate::values::domain::{Domain, ObjectId, Site};
use crate::watching::monitor::{Monitor, Unwatched, lanes};
use crate::watching::visits::Visits;
use raddle_ir::{Function, Module};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::time::Instant;

pub use crate::states::state::Hold;

/// Which of the possible schedules is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheduler {
    /// Independent threads; a warp runs until it blocks, then the next one.
    #[default]
    Independent,
    /// Independent threads, interleaved at random; the seed fixes the schedule.
    Random(u64),
    /// All threads of the CTA step by step, the least advanced first.
    LockStep,
    /// SIMD: the lanes of a warp step together until they part at a branch, and meet again where its sides do
    /// (`converge.rs`). A monitor may rely on it: one [`WarpAccess`](crate::monitor::WarpAccess) is one instant.
    WarpSynchronous,
}

/// How a run is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which schedule.
    pub scheduler: Scheduler,
    /// How many steps a CTA may take; a step is one instruction of one group of lanes.
    pub max_steps: u64,
    /// How many bytes of memory a run may take, roughly.
    pub max_bytes: u64,
    /// When a run is given up.
    pub deadline: Option<Instant>,
    /// What lanes do at a branch whose condition is unknown.
    pub at_open: AtOpen,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            scheduler: Scheduler::Independent,
            max_steps: STEPS,
            max_bytes: BYTES,
            deadline: None,
            at_open: AtOpen::default(),
        }
    }
}

/// What is reported of an instruction once only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Once {
    Opaque,
    Spec { refuted: bool },
    OutOfBounds { may: bool },
    LeavesArray { may: bool },
    UnknownAddress,
    Divergence { condition: u8 },
    NotMember,
    SteppedOver,
    MayStray,
}

/// The reference machine: a kernel and a launch, who takes the steps, and where they have led.
///
/// All but the [state](State) is the same for every state of a run, or only grows: what has a name in the domain, and a place among the
/// objects, has it in all of them.
#[derive(Clone, Debug)]
pub struct Machine<'p, D: Domain> {
    pub(crate) program: &'p Program<'p>,
    pub(crate) module: &'p Module,
    pub(crate) function: &'p Function,
    pub(crate) launch: Rc<Launch>,
    pub(crate) options: Options,
    pub(crate) domain: D,
    pub(crate) objects: Objects,
    pub(crate) width: usize,
    /// Every lane is a group of its own, and full barriers are recycled by a step of their own.
    pub(crate) exploring: bool,
    /// By warp; empty where no thread is to be held.
    pub(crate) holds: Vec<Vec<Hold>>,
    /// By block: the way from its branch to where the sides meet, once it is asked for.
    pub(crate) passages: Vec<Option<Rc<Passage>>>,
    /// What has been reported, and of which instruction.
    pub(crate) told: FxHashSet<(Once, Site)>,
    pub(crate) visits: Option<Box<Visits>>,
    /// While a branch is stepped over.
    pub(crate) over: Option<Over>,
    pub(crate) state: State<D>,
}

/// An early end of a run.
pub(crate) type Stop = Box<Outcome>;

impl<'p, D: Domain + Default> Machine<'p, D> {
    /// A machine for a launch of a decoded kernel.
    ///
    /// # Errors
    /// When the launch is not possible.
    pub fn new(program: &'p Program<'p>, launch: Launch, options: Options) -> Result<Self, LaunchError> {
        Self::with_domain(program, launch, options, D::default())
    }
}

impl<'p, D: Domain> Machine<'p, D> {
    /// As [`Machine::new`], with a domain that was used before: its names continue to mean the same.
    ///
    /// # Errors
    /// When the launch is not possible.
    pub fn with_domain(
        program: &'p Program<'p>,
        launch: Launch,
        options: Options,
        domain: D,
    ) -> Result<Self, LaunchError> {
        let (module, function) = (program.module, program.function);
        launch.can_run(function)?;
        let objects = Objects::new(module, function, &launch);
        let width = launch.warp_size as usize;
        let random = match options.scheduler {
            Scheduler::Random(seed) => seed.wrapping_mul(2).wrapping_add(0x9e37_79b9_7f4a_7c15) | 1,
            _ => 1,
        };
        let state = State::new(launch.cta, random);
        let mut machine = Self {
            program,
            module,
            function,
            launch: Rc::new(launch),
            options,
            domain,
            objects,
            width,
            exploring: false,
            holds: Vec::new(),
            passages: vec![None; program.starts.len()],
            told: FxHashSet::default(),
            visits: None,
            over: None,
            state,
        };
        let chosen = machine.launch.chosen.as_ref();
        machine.domain.compute_nearly(chosen.and_then(|chosen| chosen.functions));
        machine.fill_memory();
        let at = machine.launch.cta;
        machine.start(at);
        Ok(machine)
    }

    /// The memory objects of the launch.
    #[must_use]
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The launch.
    #[must_use]
    pub fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The domain, with the names of the unknowns.
    #[must_use]
    pub fn domain(&self) -> &D {
        &self.domain
    }

    /// Gives the domain back, for the next machine.
    #[must_use]
    pub fn into_domain(self) -> D {
        self.domain
    }

    /// Which CTA runs.
    #[must_use]
    pub fn cta(&self) -> WhichCta {
        self.state.cta.at
    }

    /// How many steps were taken since the CTA started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.state.steps
    }

    /// The bytes of a global or constant object, a buffer, or the CTA's shared memory, as far as they are known.
    #[must_use]
    pub fn bytes(&self, object: ObjectId) -> Vec<Option<u8>> {
        self.first_bytes(object, u64::MAX)
    }

    /// The first of its [`bytes`](Self::bytes), at most this many: a buffer may be larger than this process can hold.
    #[must_use]
    pub fn first_bytes(&self, object: ObjectId, most: u64) -> Vec<Option<u8>> {
        let size = self.objects.info(object).size.unwrap_or(0).min(most) as usize;
        match object {
            SHARED => self.state.cta.shared.known(0, size),
            SCALARS => self.state.cta.scalars.known(0, size),
            _ => self.state.globals.get(object.0 as usize).map_or(Vec::new(), |m| m.known(0, size)),
        }
    }

    /// A copy of where the run stands. It costs little: see [`State::fork`].
    pub fn fork(&mut self) -> State<D> {
        self.state.fork()
    }

    /// Goes to a state that this machine was in: [`resume_for`](Self::resume_for) runs on from there. What is reported once is
    /// not reported again.
    pub fn restore(&mut self, state: State<D>) {
        self.state = state;
    }

    /// Runs on from where the run stands, for at most `steps` more steps: [`Outcome::StepLimit`] if it can continue then.
    pub fn resume_for(&mut self, steps: u64, monitor: &mut dyn Monitor) -> Outcome {
        self.options.max_steps = self.state.steps.saturating_add(steps);
        self.resume(monitor)
    }

    /// Runs the launch's CTA from its start.
    pub fn run(&mut self, monitor: &mut dyn Monitor) -> Outcome {
        self.run_cta(self.launch.cta, monitor)
    }

    /// Runs the CTAs before the launch's own, where that is [chosen](crate::chosen::Chosen::in_turn), and goes to the start of the launch's own.
    ///
    /// # Errors
    /// How the first of them ends that does not end in [`Outcome::Done`].
    pub fn run_before(&mut self) -> Result<(), Outcome> {
        let in_turn = self.launch.chosen.as_ref().is_some_and(|chosen| chosen.in_turn);
        let (WhichCta::At(own), Some(grid), true) = (self.launch.cta, self.launch.grid, in_turn) else {
            return Ok(());
        };
        let number = |[x, y, z]: [u32; 3]| (z, y, x);
        let all =
            (0..grid[2]).flat_map(|z| (0..grid[1]).flat_map(move |y| (0..grid[0]).map(move |x| [x, y, z])));
        for at in all.take_while(|&at| number(at) < number(own)) {
            match self.run_cta(WhichCta::At(at), &mut Unwatched) {
                Outcome::Done => {}
                other => return Err(other),
            }
        }
        // What they did is not reported.
        self.told.clear();
        self.start(self.launch.cta);
        Ok(())
    }

    /// Runs one CTA from its start. Global memory stays as the CTAs before left it.
    pub fn run_cta(&mut self, at: WhichCta, monitor: &mut dyn Monitor) -> Outcome {
        self.start(at);
        monitor.start(at);
        self.resume(monitor)
    }

    /// Runs all CTAs of the grid, one after another; a grid that is not given has one.
    /// The step limit is also one for all of them together.
    ///
    /// # Errors
    /// The first CTA that does not end in [`Outcome::Done`], and how it ends.
    pub fn run_grid(&mut self, monitor: &mut dyn Monitor) -> Result<(), ([u32; 3], Outcome)> {
        let grid = self.launch.grid.unwrap_or([1, 1, 1]);
        let mut steps = 0;
        for z in 0..grid[2] {
            for y in 0..grid[1] {
                for x in 0..grid[0] {
                    match self.run_cta(WhichCta::At([x, y, z]), monitor) {
                        Outcome::Done => {}
                        other => return Err(([x, y, z], other)),
                    }
                    // A grid may be larger than anyone can wait for.
                    steps += self.state.steps;
                    if steps >= self.options.max_steps {
                        return Err(([x, y, z], Outcome::StepLimit { steps, site: None }));
                    }
                }
            }
        }
        Ok(())
    }

    /// Are there steps, time and memory left, before the step at `pc`?
    pub(crate) fn check_limits(&self, pc: u32, monitor: &dyn Monitor) -> Result<(), Stop> {
        let steps = self.state.steps;
        if steps >= self.options.max_steps {
            return Err(Box::new(Outcome::StepLimit { steps, site: Some(self.program.sites[pc as usize]) }));
        }
        self.check_time()?;
        self.check_memory(monitor)
    }

    pub(crate) fn check_time(&self) -> Result<(), Stop> {
        match self.options.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(Box::new(Outcome::TimeLimit { steps: self.state.steps }))
            }
            _ => Ok(()),
        }
    }

    fn check_memory(&self, monitor: &dyn Monitor) -> Result<(), Stop> {
        let bytes = self.state.footprint() + self.domain.footprint() + monitor.footprint();
        if bytes > self.options.max_bytes {
            return Err(Box::new(Outcome::MemoryLimit { bytes }));
        }
        Ok(())
    }

    /// How the run ends, when no thread can continue.
    pub(crate) fn ending(&mut self) -> Outcome {
        let mut waiting = Vec::new();
        let mut exited = Vec::new();
        for warp in 0..self.state.cta.warps.len() {
            for lane in 0..self.width {
                let thread = self.thread(warp, lane);
                match self.state.cta.warps[warp].lanes[lane] {
                    Lane::Exited => exited.push(thread),
                    Lane::Barrier { id, pc } => {
                        let barrier = self.state.cta.barriers.get(id);
                        let at = WaitingFor::Barrier {
                            id,
                            generation: barrier.map_or(0, |b| b.generation()),
                            expected: barrier.and_then(|b| b.expected()).unwrap_or(0),
                            registered: barrier.map_or(0, |b| b.registered()),
                        };
                        waiting.push(Waiting { thread, at, site: self.program.sites[pc as usize] });
                    }
                    Lane::Aligned { pc } => {
                        let mask = self.living(warp);
                        let present = self.mask_of(warp, |s| s == Lane::Aligned { pc });
                        let at = WaitingFor::Lanes { mask, present };
                        waiting.push(Waiting { thread, at, site: self.program.sites[pc as usize] });
                    }
                    Lane::Lanes { mask, pc } => {
                        // What others wait at counts only if they may meet these there.
                        let meets = |other: u32| {
                            let is_sync =
                                |pc: u32| matches!(self.program.steps[pc as usize], Step::WarpSync { .. });
                            other == pc || is_sync(other) && is_sync(pc)
                        };
                        let present = self.mask_of(
                            warp,
                            |s| matches!(s, Lane::Lanes { mask: m, pc } if m == mask && meets(pc)),
                        );
                        let for_ended = self.program.steps[pc as usize].waits_for_ended();
                        let ended = if for_ended { 0 } else { self.mask_of(warp, |s| s == Lane::Exited) };
                        let mask = mask & self.existing(warp) & !ended;
                        let at = WaitingFor::Lanes { mask, present };
                        waiting.push(Waiting { thread, at, site: self.program.sites[pc as usize] });
                    }
                    Lane::Absent | Lane::Running | Lane::Stuck | Lane::Held { .. } => {}
                }
            }
        }
        if !self.state.cta.stuck.is_empty() {
            return Outcome::Unknown(Unknown { stuck: self.state.cta.stuck.clone(), waiting, exited });
        }
        if !self.state.held.is_empty() {
            return Outcome::Held;
        }
        if waiting.is_empty() { Outcome::Done } else { Outcome::Deadlock(Deadlock { waiting, exited }) }
    }

    /// The linear number of a thread.
    pub(crate) fn thread(&self, warp: usize, lane: usize) -> u32 {
        (warp * self.width + lane) as u32
    }

    pub(crate) fn first_thread(&self, warp: usize) -> u32 {
        (warp * self.width) as u32
    }

    pub(crate) fn mask_of(&self, warp: usize, what: impl Fn(Lane) -> bool) -> u32 {
        let state = &self.state.cta.warps[warp].lanes;
        (0..self.width).fold(0, |mask, lane| mask | u32::from(what(state[lane])) << lane)
    }

    /// The lanes that exist and have not returned.
    pub(crate) fn living(&self, warp: usize) -> u32 {
        self.mask_of(warp, |s| !matches!(s, Lane::Absent | Lane::Exited))
    }

    /// The lanes that exist.
    pub(crate) fn existing(&self, warp: usize) -> u32 {
        self.mask_of(warp, |s| s != Lane::Absent)
    }

    pub(crate) fn set_state(&mut self, warp: usize, mask: u32, state: Lane) {
        let all = &mut self.state.cta.warps[warp].lanes;
        lanes(mask).for_each(|lane| all[lane as usize] = state);
    }

    /// A register of a warp, by lane.
    #[inline]
    pub(crate) fn row(&self, warp: usize, reg: u32) -> &[D::Value] {
        let start = reg as usize * self.width;
        &self.state.cta.warps[warp].regs[start..start + self.width]
    }

    #[inline]
    pub(crate) fn get(&self, warp: usize, reg: u32, lane: u32) -> D::Value {
        self.state.cta.warps[warp].regs[reg as usize * self.width + lane as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, warp: usize, reg: u32, lane: u32, value: D::Value) {
        self.state.cta.warps[warp].regs[reg as usize * self.width + lane as usize] = value;
    }

    pub(crate) fn is_global(id: ObjectId) -> bool {
        id == ABSOLUTE || id > SCALARS
    }

    /// The memory of an object, as a lane sees it; none where the object is new and nothing has been written there yet.
    #[inline]
    pub(crate) fn look(&self, id: ObjectId, warp: usize, lane: u32) -> Option<&Memory<D>> {
        match id {
            SHARED => Some(&self.state.cta.shared),
            SCALARS => Some(&self.state.cta.scalars),
            LOCAL => self.state.cta.warps[warp].locals.get(lane as usize),
            _ => self.state.globals.get(id.0 as usize),
        }
    }

    /// The same, to be written.
    pub(crate) fn memory(&mut self, id: ObjectId, warp: usize, lane: u32) -> &mut Memory<D> {
        match id {
            SHARED => &mut self.state.cta.shared,
            SCALARS => &mut self.state.cta.scalars,
            LOCAL => &mut self.state.cta.warps[warp].locals[lane as usize],
            _ => {
                let n = id.0 as usize;
                while self.state.globals.len() <= n {
                    let size = self.objects.info(ObjectId(self.state.globals.len() as u32)).size;
                    self.state.globals.push(Memory::new(size, D::INITIAL));
                }
                &mut self.state.globals[n]
            }
        }
    }
}
