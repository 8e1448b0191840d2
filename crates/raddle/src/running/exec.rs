//! Runs on the reference machine: one CTA, with what is not given as unknowns.

use crate::options::{Launches, Options};
use crate::running::limits::{RANDOM_SCHEDULES, STEPS_BEYOND};
use raddle_ir::{Function, Inst, KernelParam, LocId, Module};
use raddle_machine::HoldReport;
use raddle_machine::launch::{Arg, Launch};
use raddle_machine::machine::{Hold, Machine, Options as MachineOptions, Scheduler};
use raddle_machine::monitor::{Event, Unwatched};
use raddle_machine::objects::Objects;
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::program::Program;
use raddle_machine::record::{WarpRecorder, What};
use raddle_machine::slice::{Buffers, Loads, Stores, Wanted};
use std::collections::BTreeSet;

/// A recorded run of a CTA.
#[derive(Debug)]
pub struct Run {
    /// By which schedule.
    pub scheduler: Scheduler,
    /// How it ended.
    pub outcome: Outcome,
    /// What its threads did.
    pub recording: WarpRecorder,
    /// The stores whose values it records.
    pub values: Stores,
    /// The memory objects.
    pub objects: Objects,
    /// Loads that it does not record: nothing writes to where they read.
    pub untold: BTreeSet<Inst>,
    /// Did the run make use of the alignment of buffers?
    pub used_alignment: bool,
    /// How another schedule ended before, in a deadlock or an error, where this one ends well.
    pub failed: Option<(Scheduler, Outcome)>,
    /// After a deadlock or an error: the recording, and what the threads would do if their waits were over.
    pub beyond: Option<WarpRecorder>,
}

impl Run {
    /// Where the first thread of the CTA reaches barriers of the whole grid, one after another; none if the CTA does not end. All its threads
    /// reach as many, as they are barriers of the CTA too.
    pub fn barriers_of_grid(&self, function: &Function) -> Option<Vec<LocId>> {
        if self.outcome != Outcome::Done {
            return None;
        }
        let behind = function.grid_barriers();
        let recorder = &self.recording;
        let of_first = recorder.warps().first().into_iter().flatten().filter(|entry| entry.lanes & 1 == 1);
        let sites = of_first.filter_map(|&entry| match recorder.act(entry).what {
            What::Barrier(n) => Some(recorder.registrations()[n as usize].site),
            _ => None,
        });
        Some(
            sites
                .filter(|site| site.inst.is_some_and(|i| behind.contains(&i)))
                .map(|site| site.loc)
                .collect(),
        )
    }
}

/// Which schedule comes first.
#[must_use]
pub fn first_scheduler(asked: &Launches) -> Scheduler {
    if asked.warp_synchronous { Scheduler::WarpSynchronous } else { Scheduler::Independent }
}

/// The kernel without steps that affect nothing that is watched; the values of these stores are.
///
/// # Panics
/// When the kernel has no body: that is checked when it is chosen.
#[must_use]
pub fn decode<'m>(
    (module, function): (&'m Module, &'m Function),
    launch: &Launch,
    options: &Options,
    values: &Stores,
) -> Program<'m> {
    // A number may be any buffer's address.
    let is_address = |arg: &Arg| arg.bytes.len() * 8 >= module.address_bits as usize;
    let together = options.launch.may_alias || launch.args.iter().any(is_address);
    let buffers = if together { Buffers::Together } else { Buffers::Apart };
    // Where nothing is known of buffers, a load from one that nothing writes cannot go wrong. For a kernel with several pointers the report
    // says that they are assumed to be disjoint.
    let is_pointer = |param: &&KernelParam| param.pointer.is_some() || param.size == 8;
    let told = function.params.iter().filter(is_pointer).count() > 1;
    let open = launch.buffers.is_empty() && launch.chosen.is_none() && !options.tells_every_load();
    let loads = if told && open { Loads::OfWritten } else { Loads::All };
    let atomics = launch.chosen.as_ref().is_some_and(|chosen| chosen.atomics);
    // The log of a thread may hold any access.
    if launch.chosen.as_ref().is_some_and(|chosen| chosen.logs.is_some()) {
        return Program::decode(module, function).expect("a kernel with a body was chosen");
    }
    let wanted = Wanted { values: values.clone(), buffers, loads, atomics };
    Program::decode_sliced(module, function, &wanted).expect("a kernel with a body was chosen")
}

/// Runs the launch's CTA; values that are not given are unknown. Where a warp running as far as it can leads to a deadlock or an error, a
/// schedule in which all warps continue in step is tried too: it is nearer to what hardware does and to what authors have in mind, and if
/// it ends, its generations show what went wrong.
///
/// # Panics
/// When the launch was not validated, or the kernel has no body: both are checked when they are chosen.
#[must_use]
pub fn run(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: &Options,
    values: &Stores,
    domain: Partial,
) -> (Run, Partial) {
    let program = decode((module, function), launch, options, values);
    let first = first_scheduler(&options.launch);
    let (run, _, domain) = with_holds(&program, launch, options, (first, values), domain, &[]);
    if !matches!(run.outcome, Outcome::Deadlock(_) | Outcome::BarrierError { .. }) {
        return (run, domain);
    }
    let second = (Scheduler::LockStep, values);
    let (other, _, domain) = with_holds(&program, launch, options, second, domain, &[]);
    match other.outcome {
        Outcome::Done => (Run { failed: Some((first, run.outcome)), ..other }, domain),
        _ => (run, domain),
    }
}

/// Looks among other schedules for a run that ends as wanted.
#[must_use]
pub fn search(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: &Options,
    wanted: impl Fn(&Outcome) -> bool,
) -> Option<Run> {
    let program = decode((module, function), launch, options, &Stores::None);
    let random = (1..=RANDOM_SCHEDULES).map(Scheduler::Random);
    let mut runs = std::iter::once(Scheduler::LockStep).chain(random).map(|scheduler| {
        with_holds(&program, launch, options, (scheduler, &Stores::None), Partial::default(), &[]).0
    });
    runs.find(|run| wanted(&run.outcome))
}

/// Runs the launch's CTA with pairs of threads held: for each the events that both stand before at one time, if any; and
/// the memory objects.
///
/// # Panics
/// As [`run`].
#[must_use]
pub fn with_pairs(
    (module, function): (&Module, &Function),
    launch: &Launch,
    options: &Options,
    scheduler: Scheduler,
    pairs: &[[Hold; 2]],
) -> (Vec<Option<[Event; 2]>>, Objects) {
    let program = decode((module, function), launch, options, &Stores::None);
    let limits = limits(options, scheduler);
    let machine = Machine::<Partial>::new(&program, launch.clone(), limits);
    let mut machine = machine.expect("a valid launch");
    let found = match machine.run_before() {
        Ok(()) => machine.run_with_pairs(pairs, &mut Unwatched),
        Err(_) => vec![None; pairs.len()],
    };
    (found, machine.objects().clone())
}

fn limits(options: &Options, scheduler: Scheduler) -> MachineOptions {
    MachineOptions {
        scheduler,
        max_steps: options.run.steps(),
        deadline: options.time.deadline,
        ..MachineOptions::default()
    }
}

/// Runs the launch's CTA with some threads held (see [`raddle_machine::replay`]); the events before which they stand.
///
/// # Panics
/// As [`run`].
#[must_use]
pub fn with_holds(
    program: &Program<'_>,
    launch: &Launch,
    options: &Options,
    (scheduler, values): (Scheduler, &Stores),
    domain: Partial,
    holds: &[Hold],
) -> (Run, Vec<Option<Event>>, Partial) {
    let limits = limits(options, scheduler);
    let machine = Machine::with_domain(program, launch.clone(), limits, domain);
    let mut machine = machine.expect("a valid launch");
    let mut recording = WarpRecorder::new(launch.threads(), launch.warp_size, *values != Stores::None);
    let report = match machine.run_before() {
        Ok(()) => machine.run_with_holds(holds, &mut recording),
        Err(_) => HoldReport { outcome: Outcome::NotRun, held: vec![None; holds.len()] },
    };
    let outcome = report.outcome;
    let objects = machine.objects().clone();
    let beyond = matches!(outcome, Outcome::Deadlock(_) | Outcome::BarrierError { .. }).then(|| {
        let mut beyond = recording.clone();
        machine.run_beyond(STEPS_BEYOND, &mut beyond);
        beyond
    });
    let used_alignment = machine.domain().used_alignment();
    let values = values.clone();
    let untold = program.untold().clone();
    let run =
        Run { scheduler, outcome, recording, values, objects, untold, used_alignment, failed: None, beyond };
    (run, report.held, machine.into_domain())
}
