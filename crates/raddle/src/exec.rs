//! Runs on the reference machine: one CTA with unknowns, and the replays of findings.

use crate::options::Options;
use crate::programs::{Recording, Sites, command};
use raddle_ir::{Function, Module};
use raddle_machine::launch::Launch;
use raddle_machine::machine::{Hold, Machine, Options as MachineOptions, Scheduler};
use raddle_machine::monitor::Event;
use raddle_machine::objects::Objects;
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::program::Program;
use raddle_sync::program::{Command, Scope};

/// A recorded run of a CTA.
#[derive(Debug)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// What its threads did.
    pub recording: Recording,
    /// The memory objects.
    pub objects: Objects,
    /// Did the run make use of the alignment of buffers?
    pub used_alignment: bool,
    /// How another schedule ended before, in a deadlock or an error, where this one ends well.
    pub failed: Option<Outcome>,
    /// After a deadlock or an error: the recording, and what the threads would do if their waits were over.
    pub beyond: Option<Recording>,
}

/// How many steps the threads of a deadlock are followed further, to tell for whom they wait.
const STEPS_BEYOND: u64 = 1_000_000;

fn machine_options(options: &Options) -> MachineOptions {
    MachineOptions {
        scheduler: if options.warp_synchronous { Scheduler::WarpSynchronous } else { Scheduler::Independent },
        max_steps: options.step_limit,
        deadline: options.deadline,
        ..MachineOptions::default()
    }
}

/// Runs the launch's CTA; values that nobody gave are unknown. Where a warp running as far as it can leads to a
/// deadlock or an error, a schedule in which all warps go on in step is tried too: it is nearer to what hardware does and
/// to what authors have in mind, and if it ends, its generations tell what went wrong.
///
/// # Panics
/// When the launch was not validated, or the kernel has no body: both are checked when they are chosen.
#[must_use]
pub fn run(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: &Options,
    domain: Partial,
) -> (Run, Partial) {
    let first = machine_options(options);
    let (run, domain) = with_options(module, function, launch, first, domain, &[]);
    if !matches!(run.outcome, Outcome::Deadlock(_) | Outcome::BarrierError { .. }) {
        return (run, domain);
    }
    let second = MachineOptions { scheduler: Scheduler::LockStep, ..first };
    let (other, domain) = with_options(module, function, launch, second, domain, &[]);
    match other.outcome {
        Outcome::Done => (Run { failed: Some(run.outcome), ..other }, domain),
        _ => (run, domain),
    }
}

fn with_options(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: MachineOptions,
    domain: Partial,
    holds: &[Hold],
) -> (Run, Partial) {
    let program = Program::decode(module, function).expect("a kernel with a body was chosen");
    let machine = Machine::with_domain(&program, launch.clone(), options, domain);
    let mut machine = machine.expect("a valid launch");
    let mut recording = Recording::new(launch.threads());
    let outcome = machine.run_with_holds(holds, &mut recording).outcome;
    let objects = machine.objects().clone();
    let beyond = matches!(outcome, Outcome::Deadlock(_) | Outcome::BarrierError { .. }).then(|| {
        let mut beyond = recording.clone();
        machine.run_beyond(STEPS_BEYOND, &mut beyond);
        beyond
    });
    let used_alignment = machine.domain().used_alignment();
    let run = Run { outcome, recording, objects, used_alignment, failed: None, beyond };
    (run, machine.into_domain())
}

/// Are both accesses about to happen at the same time in some schedule? Each thread is held just before its own,
/// all others run as far as they can; then both are next, they conflict, and nothing makes one wait.
#[must_use]
pub fn replay_race(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: &Options,
    holds: [Hold; 2],
) -> bool {
    let program = Program::decode(module, function).expect("a kernel with a body was chosen");
    let machine = Machine::<Partial>::new(&program, launch.clone(), machine_options(options));
    let mut machine = machine.expect("a valid launch");
    let mut recording = Recording::new(launch.threads());
    let held = machine.run_with_holds(&holds, &mut recording).held;
    let [Some(first), Some(second)] = held.as_slice() else { return false };
    conflict(module, *first, *second)
}

/// Do two events touch the same bytes, one of them writing, not both atomically?
fn conflict(module: &Module, first: Event, second: Event) -> bool {
    let mut sites = Sites::default();
    let mut access = |event: Event| match command(&event, 0, &module.sources, &mut sites) {
        Command::Access(access) => Some(access),
        Command::Register(_) => None,
    };
    match (access(first), access(second)) {
        (Some(a), Some(b)) => a.conflicts(&b, Scope::Cta),
        _ => false,
    }
}

/// Can the later registration happen while the earlier generation still waits for a participant? That one is held
/// just before it registers, and all others run as far as they can.
#[must_use]
pub fn replay_reuse(
    module: &Module,
    function: &Function,
    launch: &Launch,
    options: &Options,
    lagging: Hold,
    early: Hold,
) -> bool {
    if lagging.thread == early.thread {
        return false;
    }
    let options = machine_options(options);
    let (run, _) = with_options(module, function, launch, options, Partial::default(), &[lagging]);
    let done = |hold: Hold| run.recording.recorder.threads[hold.thread as usize].len() > hold.event as usize;
    done(early) && !done(lagging)
}
