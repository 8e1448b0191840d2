//! The machine: a launch, its memory, and the run of a CTA.
//!
//! Threads are lanes of warps. Lanes of a warp that stand at the same place run together, as a *group*; a
//! branch splits a group, and groups that meet at one place merge. Which lanes run together is an
//! accident of the schedule: every lane is a thread of its own, and any interleaving of the
//! groups' steps is an execution. [`Scheduler`] picks one.

use crate::launches::launch::{BufferContent, Launch, LaunchError, WhichCta};
use crate::launches::logs::Logs;
use crate::launches::objects::{
    ABSOLUTE, LOCAL, ObjectKind, Objects, PARAMS, SCALARS, SHARED, points_to_shared,
};
use crate::programs::program::Program;
use crate::running::converge::Ways;
use crate::running::outcome::{Deadlock, Outcome, Stuck, Unknown, Waiting, WaitingFor};
use crate::running::over::Over;
use crate::states::barrier::Barriers;
use crate::states::memory::{Memory, equal_by_key};
use crate::values::domain::{Domain, ObjectId, Site};
use crate::watching::monitor::{Event, Monitor, lanes};
use crate::watching::visits::Visits;
use raddle_ir::{Function, Module, RelocationTarget};
use raddle_launch::limits::NAMED_BARRIERS;
use rustc_hash::FxHashSet;
use std::hash::Hash;
use std::rc::Rc;
use std::time::Instant;

/// Which of the possible schedules is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scheduler {
    /// Independent threads; a warp runs until it blocks, then the next one.
    #[default]
    Independent,
    /// Independent threads, interleaved at random; the seed fixes the schedule.
    Random(u64),
    /// All threads of the CTA step by step, the ones furthest after first.
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
}

impl Default for Options {
    fn default() -> Self {
        Self { scheduler: Scheduler::Independent, max_steps: 50_000_000, max_bytes: 2 << 30, deadline: None }
    }
}

/// What a lane does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Lane {
    /// There is no such thread.
    Absent,
    /// It can continue: a group holds it.
    Running,
    /// It waits at a barrier of the CTA.
    Barrier {
        id: u32,
        pc: u32,
    },
    /// It waits until the rest of its warp reaches the same aligned barrier.
    Aligned {
        pc: u32,
    },
    /// It waits for the lanes of a mask.
    Lanes {
        mask: u32,
        pc: u32,
    },
    Exited,
    Stuck,
    /// It is held before a step.
    Held {
        pc: u32,
    },
}

/// Lanes that stand at one place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Group {
    pub(crate) pc: u32,
    pub(crate) lanes: u32,
}

/// A warp.
#[derive(Clone, Debug)]
pub(crate) struct Warp<D: Domain> {
    /// By register, then by lane.
    pub(crate) regs: Vec<D::Value>,
    pub(crate) state: Vec<Lane>,
    pub(crate) groups: Vec<Group>,
    /// Paper 000's v_L: by loop, then by lane.
    pub(crate) loops: Vec<u32>,
    /// How many events each lane has made.
    pub(crate) events: Vec<u32>,
    /// The lanes that executed the aligned barrier together at which lanes wait for the rest of the warp.
    pub(crate) came: u32,
    /// In lock-step: the sides of branches that lanes are on.
    pub(crate) ways: Ways,
}

/// What the threads of one barrier generation have in common, for conditions B1 and B2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Textual {
    pub(crate) thread: u32,
    pub(crate) pc: u32,
    pub(crate) loops: Vec<u32>,
}

/// The state of a CTA.
#[derive(Clone, Debug)]
pub(crate) struct Cta<D: Domain> {
    pub(crate) at: WhichCta,
    pub(crate) warps: Vec<Warp<D>>,
    pub(crate) shared: Memory<D>,
    pub(crate) scalars: Memory<D>,
    pub(crate) locals: Vec<Memory<D>>,
    pub(crate) barriers: Barriers,
    /// By barrier: the predicates of a reduction.
    pub(crate) predicates: Vec<Vec<D::Value>>,
    /// By barrier: what the first thread of the generation was at.
    pub(crate) textual: Vec<Option<Textual>>,
    pub(crate) stuck: Vec<Stuck>,
}

equal_by_key!(Warp);
equal_by_key!(Cta);

impl<D: Domain> Warp<D> {
    fn key(&self) -> impl Eq + Hash + '_ {
        (&self.regs, &self.state, &self.groups, &self.loops, &self.events)
    }
}

impl<D: Domain> Cta<D> {
    fn key(&self) -> impl Eq + Hash + '_ {
        let memories = (&self.shared, &self.scalars, &self.locals);
        let barriers = (&self.barriers, &self.predicates, &self.textual);
        (self.at, &self.warps, memories, barriers, &self.stuck)
    }
}

/// A thread that is to stop just before its event with this number (see [`crate::replay`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hold {
    /// The thread, by its linear number.
    pub thread: u32,
    /// The index of the event in the thread's list of a [`Recorder`](crate::monitor::Recorder).
    pub event: u32,
}

/// The reference machine: a kernel and a launch.
#[derive(Clone, Debug)]
pub struct Machine<'p, D: Domain> {
    pub(crate) program: &'p Program<'p>,
    pub(crate) module: &'p Module,
    pub(crate) function: &'p Function,
    pub(crate) launch: Rc<Launch>,
    pub(crate) options: Options,
    pub(crate) domain: D,
    pub(crate) objects: Objects,
    /// By object; those of the CTA are empty here.
    pub(crate) globals: Vec<Memory<D>>,
    pub(crate) cta: Cta<D>,
    pub(crate) width: usize,
    pub(crate) steps: u64,
    /// The instructions that an issue was told of.
    pub(crate) told: FxHashSet<(u8, Site)>,
    pub(crate) over: Option<Over>,
    /// The unknown conditions that a [case](crate::cases) decides, with the branch, and what they are taken for.
    pub(crate) decided: Vec<(D::Value, Site, bool)>,
    pub(crate) regions: Vec<Option<Rc<crate::running::over::Passage>>>,
    /// By warp; empty where no thread is to be held.
    pub(crate) holds: Vec<Vec<Hold>>,
    pub(crate) held: Vec<(Hold, Event)>,
    /// Every lane is a group of its own, and full barriers are recycled by a step of their own.
    pub(crate) exploring: bool,
    pub(crate) random: u64,
    /// Where the launch chooses them.
    pub(crate) logs: Option<Logs>,
    pub(crate) visits: Option<Box<Visits>>,
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
        let cta = Cta {
            at: launch.cta,
            warps: Vec::new(),
            shared: Memory::new(Some(0), D::INITIAL),
            scalars: Memory::new(Some(0), D::INITIAL),
            locals: Vec::new(),
            barriers: Barriers::new(0, 0),
            predicates: Vec::new(),
            textual: Vec::new(),
            stuck: Vec::new(),
        };
        let mut machine = Self {
            program,
            module,
            function,
            launch: Rc::new(launch),
            options,
            domain,
            objects,
            globals: Vec::new(),
            cta,
            width,
            steps: 0,
            told: FxHashSet::default(),
            over: None,
            decided: Vec::new(),
            regions: vec![None; program.starts.len()],
            holds: Vec::new(),
            held: Vec::new(),
            exploring: false,
            random,
            logs: None,
            visits: None,
        };
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

    /// How many steps were taken since the CTA started.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
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
            SHARED => self.cta.shared.known(0, size),
            SCALARS => self.cta.scalars.known(0, size),
            _ => self.globals.get(object.0 as usize).map_or(Vec::new(), |m| m.known(0, size)),
        }
    }

    /// Runs the launch's CTA from its start.
    pub fn run(&mut self, monitor: &mut dyn Monitor) -> Outcome {
        self.run_cta(self.launch.cta, monitor)
    }

    /// Runs one CTA from its start. Global memory stays as the CTAs before left it.
    pub fn run_cta(&mut self, at: WhichCta, monitor: &mut dyn Monitor) -> Outcome {
        self.start(at);
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
                    steps += self.steps;
                    if steps >= self.options.max_steps {
                        return Err(([x, y, z], Outcome::StepLimit { steps, site: None }));
                    }
                }
            }
        }
        Ok(())
    }

    /// What global and constant memory and the parameters hold before the kernel starts.
    fn fill_memory(&mut self) {
        let constants = crate::launches::constants::as_initialised(self.module);
        let loaded = D::CONCRETE || self.launch.chosen.as_ref().is_some_and(|chosen| chosen.loaded);
        for n in 0..self.objects.iter().count() {
            let info = self.objects.info(ObjectId(n as u32)).clone();
            let memory = match info.kind {
                ObjectKind::Shared | ObjectKind::Local | ObjectKind::Scalars => {
                    Memory::new(Some(0), D::INITIAL)
                }
                ObjectKind::Params => Memory::new(info.size, D::INITIAL),
                ObjectKind::Absolute | ObjectKind::Buffer { .. } => Memory::new(info.size, D::INITIAL),
                ObjectKind::Module(id) => {
                    let object = &self.module.objects[id];
                    // The host may have written a variable before the launch; an initialised constant is
                    // taken as it is.
                    let known = loaded || constants[id];
                    let fill = if known && !object.external { D::byte(0) } else { D::INITIAL };
                    Memory::new(info.size, fill)
                }
            };
            self.globals.push(memory);
        }
        let at = crate::launches::objects::nowhere();
        for n in 0..self.globals.len() {
            let ObjectKind::Module(id) = self.objects.info(ObjectId(n as u32)).kind else { continue };
            let Some(init) = &self.module.objects[id].init else { continue };
            if !loaded && !constants[id] {
                continue;
            }
            self.globals[n].fill(0, &init.bytes);
            for relocation in &init.relocations {
                let value = match relocation.target {
                    RelocationTarget::Object(target) => match self.objects.of_module(target) {
                        Some((SHARED, offset)) if !relocation.generic => D::known(offset),
                        Some((id, offset)) => self.address_of(id, offset as i64),
                        None => continue,
                    },
                    RelocationTarget::Func(func) => self.domain.function_address(func),
                };
                let ty = raddle_ir::Type::int(8 * relocation.bytes).unwrap_or(raddle_ir::Type::I64);
                let addend = D::known(relocation.addend as u64 & ty.mask() as u64);
                let value = self.domain.pure(raddle_ir::PureOp::Add, ty, ty, &[value, addend], at);
                self.put(n, relocation.at, value, ty.bytes() as usize);
            }
        }
        for param in
            self.function.params.iter().filter(|param| param.pointer.is_some() && !points_to_shared(param))
        {
            self.domain.declare_pointer(param.offset);
        }
        let launch = Rc::clone(&self.launch);
        for arg in &launch.args {
            let offset = self.function.params[arg.param].offset;
            self.globals[PARAMS.0 as usize].fill(offset, &arg.bytes);
        }
        let shared: Vec<(u64, u64)> = self.objects.shared_params().collect();
        for (param, at) in shared {
            self.put(PARAMS.0 as usize, param, D::known(at), self.module.address_bits as usize / 8);
        }
        for buffer in &launch.buffers {
            let param = &self.function.params[buffer.param];
            if points_to_shared(param) {
                continue;
            }
            let id = self.objects.buffer(param.offset);
            if let BufferContent::Bytes(bytes) = &buffer.content {
                self.globals[id.0 as usize].fill(0, bytes);
            }
            let value = self.address_of(id, 0);
            self.put(PARAMS.0 as usize, param.offset, value, param.size as usize);
        }
    }

    fn put(&mut self, object: usize, offset: u64, value: D::Value, bytes: usize) {
        let mut split = [D::INITIAL; 8];
        self.domain.split(value, &mut split[..bytes.min(8)]);
        self.globals[object].write(offset, &split[..bytes.min(8)]);
    }

    /// The generic address of a place in an object.
    pub(crate) fn address_of(&mut self, id: ObjectId, offset: i64) -> D::Value {
        let address = self.objects.info(id).address;
        let base = self.domain.base(id, address);
        let ty = raddle_ir::Type::int(self.module.address_bits).unwrap_or(raddle_ir::Type::I64);
        let offset = D::known(offset as u64 & ty.mask() as u64);
        self.domain.pure(raddle_ir::PureOp::Add, ty, ty, &[base, offset], crate::launches::objects::nowhere())
    }

    /// Puts a fresh CTA at its first instruction.
    pub(crate) fn start(&mut self, at: WhichCta) {
        let (launch, program) = (Rc::clone(&self.launch), self.program);
        let threads = launch.threads();
        let width = self.width;
        let mut warps = Vec::new();
        for warp in 0..launch.warps() {
            let present = (threads - warp * launch.warp_size).min(launch.warp_size);
            let mask = if present == 32 { u32::MAX } else { (1 << present) - 1 };
            let unset = D::known(0);
            let mut regs = vec![unset; program.registers as usize * width];
            for &(reg, bits) in &program.constants {
                regs[reg as usize * width..(reg as usize + 1) * width].fill(D::known(bits));
            }
            let state = (0..width as u32).map(|l| if l < present { Lane::Running } else { Lane::Absent });
            warps.push(Warp {
                regs,
                state: state.collect(),
                groups: vec![Group { pc: 0, lanes: mask }],
                loops: vec![0; program.loops as usize * width],
                events: vec![0; width],
                came: 0,
                ways: Ways::new(if self.in_step() { width } else { 0 }),
            });
        }
        let size = |id| self.objects.info(id).size;
        let mut shared = Memory::new(size(SHARED), D::INITIAL);
        // What is uninitialised has a name of its own in each CTA.
        shared.version = u64::from(self.domain.begin_cta()) << 32;
        shared.writes = shared.version;
        let mut scalars = Memory::new(size(SCALARS), D::INITIAL);
        (scalars.version, scalars.writes) = (shared.version, shared.writes);
        self.cta = Cta {
            at,
            warps,
            shared,
            scalars,
            locals: (0..threads).map(|_| Memory::new(size(LOCAL), D::INITIAL)).collect(),
            barriers: Barriers::new(NAMED_BARRIERS, launch.most_registered()),
            predicates: vec![Vec::new(); NAMED_BARRIERS as usize],
            textual: vec![None; NAMED_BARRIERS as usize],
            stuck: Vec::new(),
        };
        self.steps = 0;
        self.logs = launch.chosen.as_ref().and_then(|chosen| chosen.logs).map(Logs::new);
        self.held.clear();
        // Where uninitialised mutable scalars are read, each has a name of its own.
        if !D::CONCRETE {
            self.name_uninitialised();
        }
    }

    fn name_uninitialised(&mut self) {
        let site = crate::launches::objects::nowhere();
        let unset = self.domain.anything(crate::values::domain::Reason::Uninitialised, site, &[]);
        let variables = self.program.variables as usize * self.width;
        for warp in &mut self.cta.warps {
            warp.regs[..variables].fill(unset);
        }
    }

    /// Is there memory and time left?
    pub(crate) fn check_limits(&self, monitor: &dyn Monitor) -> Result<(), Stop> {
        self.check_time()?;
        self.check_memory(monitor)
    }

    pub(crate) fn check_time(&self) -> Result<(), Stop> {
        match self.options.deadline {
            Some(deadline) if Instant::now() >= deadline => {
                Err(Box::new(Outcome::TimeLimit { steps: self.steps }))
            }
            _ => Ok(()),
        }
    }

    fn check_memory(&self, monitor: &dyn Monitor) -> Result<(), Stop> {
        let memory: u64 = self.globals.iter().map(Memory::footprint).sum::<u64>()
            + self.cta.locals.iter().map(Memory::footprint).sum::<u64>();
        let bytes = memory + self.domain.footprint() + monitor.footprint();
        if bytes > self.options.max_bytes {
            return Err(Box::new(Outcome::MemoryLimit { bytes }));
        }
        Ok(())
    }

    /// How the run ends, when no thread can continue.
    pub(crate) fn ending(&mut self) -> Outcome {
        let mut waiting = Vec::new();
        let mut exited = Vec::new();
        for warp in 0..self.cta.warps.len() {
            for lane in 0..self.width {
                let thread = self.thread(warp, lane);
                match self.cta.warps[warp].state[lane] {
                    Lane::Exited => exited.push(thread),
                    Lane::Barrier { id, pc } => {
                        let barrier = self.cta.barriers.get(id);
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
                        let present =
                            self.mask_of(warp, |s| matches!(s, Lane::Lanes { mask: m, .. } if m == mask));
                        let at = WaitingFor::Lanes { mask, present };
                        waiting.push(Waiting { thread, at, site: self.program.sites[pc as usize] });
                    }
                    Lane::Absent | Lane::Running | Lane::Stuck | Lane::Held { .. } => {}
                }
            }
        }
        if !self.cta.stuck.is_empty() {
            return Outcome::Unknown(Unknown { stuck: self.cta.stuck.clone(), waiting, exited });
        }
        if !self.held.is_empty() {
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
        let state = &self.cta.warps[warp].state;
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
        for lane in lanes(mask) {
            self.cta.warps[warp].state[lane as usize] = state;
        }
    }

    /// A register of a warp, by lane.
    #[inline]
    pub(crate) fn row(&self, warp: usize, reg: u32) -> &[D::Value] {
        let start = reg as usize * self.width;
        &self.cta.warps[warp].regs[start..start + self.width]
    }

    #[inline]
    pub(crate) fn get(&self, warp: usize, reg: u32, lane: u32) -> D::Value {
        self.cta.warps[warp].regs[reg as usize * self.width + lane as usize]
    }

    #[inline]
    pub(crate) fn set(&mut self, warp: usize, reg: u32, lane: u32, value: D::Value) {
        self.cta.warps[warp].regs[reg as usize * self.width + lane as usize] = value;
    }

    /// Is it the first time that this is reported for this instruction?
    pub(crate) fn first_time(&mut self, what: u8, site: Site) -> bool {
        let first = self.told.insert((what, site));
        if first && let Some(over) = &mut self.over {
            over.told.push((what, site));
        }
        first
    }

    pub(crate) fn is_global(id: ObjectId) -> bool {
        id == ABSOLUTE || id > SCALARS
    }

    /// The memory of an object, as a lane sees it.
    pub(crate) fn memory(&mut self, id: ObjectId, warp: usize, lane: u32) -> &mut Memory<D> {
        match id {
            SHARED => &mut self.cta.shared,
            SCALARS => &mut self.cta.scalars,
            LOCAL => &mut self.cta.locals[warp * self.width + lane as usize],
            _ => {
                let n = id.0 as usize;
                while self.globals.len() <= n {
                    let size = self.objects.info(ObjectId(self.globals.len() as u32)).size;
                    self.globals.push(Memory::new(size, D::INITIAL));
                }
                &mut self.globals[n]
            }
        }
    }
}
