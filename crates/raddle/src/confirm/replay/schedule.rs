//! The schedules of witnesses, and what the machine does under them.
//!
//! A finding is shown by one run of the reference machine, or two: a scheduler, and for races and reuse the threads that
//! are held just before one of their events while all others run as far as they can ([`raddle_machine::replay`]). That is
//! all that a [`Schedule`] says, and all that playing it needs besides kernel and launch. So what `raddle check`
//! calls replayed and what `raddle replay` runs are the same function.

use crate::confirm::replay::inputs::Inputs;
use raddle_ir::Entity;
use raddle_ir::Function;
use raddle_machine::domain::Site;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::machine::{Hold, Scheduler as MachineScheduler};
use serde::{Deserialize, Serialize};

/// A concrete schedule, and what is to be seen under it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Schedule {
    /// The CTA that runs; none for any of them: `%ctaid` is unknown, and nothing depends on it.
    pub(crate) cta: Option<[u32; 3]>,
    /// Who runs next.
    pub(crate) scheduler: Scheduler,
    /// What is done and seen.
    pub(crate) show: Show,
    /// What was chosen of what is not given.
    #[serde(default, skip_serializing_if = "Inputs::is_empty")]
    pub(crate) inputs: Inputs,
}

/// The machine's schedulers, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scheduler {
    /// A warp runs until it blocks, then the next one.
    Independent,
    /// All threads step by step.
    LockStep,
    /// The lanes of a warp step together.
    WarpSynchronous,
    /// Interleaved at random, fixed by a seed.
    Random(u64),
}

impl From<MachineScheduler> for Scheduler {
    fn from(scheduler: MachineScheduler) -> Self {
        match scheduler {
            MachineScheduler::Independent => Self::Independent,
            MachineScheduler::LockStep => Self::LockStep,
            MachineScheduler::WarpSynchronous => Self::WarpSynchronous,
            MachineScheduler::Random(seed) => Self::Random(seed),
        }
    }
}

impl From<Scheduler> for MachineScheduler {
    fn from(scheduler: Scheduler) -> Self {
        match scheduler {
            Scheduler::Independent => Self::Independent,
            Scheduler::LockStep => Self::LockStep,
            Scheduler::WarpSynchronous => Self::WarpSynchronous,
            Scheduler::Random(seed) => Self::Random(seed),
        }
    }
}

/// A thread just before one of its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    /// The thread, by its linear number.
    pub(crate) thread: u32,
    /// The number of the event among the thread's accesses to shared and global memory, barriers and warp-wide waits.
    pub(crate) event: u32,
}

impl From<Hold> for Stop {
    fn from(hold: Hold) -> Self {
        Self { thread: hold.thread, event: hold.event }
    }
}

impl From<Stop> for Hold {
    fn from(stop: Stop) -> Self {
        Self { thread: stop.thread, event: stop.event }
    }
}

/// The same in one of several CTAs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopIn {
    pub(crate) cta: [u32; 3],
    pub(crate) thread: u32,
    pub(crate) event: u32,
}

/// What is done, and what is then to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Show {
    /// Both threads are held. Their next accesses conflict, and may come in either order.
    Race([Stop; 2]),
    /// Both threads make their accesses, which conflict, and no barrier between them orders that memory: its flags leave it out. The
    /// threads stand just before the accesses.
    Unfenced([Stop; 2]),
    /// As [`Race`](Self::Race), for threads of two CTAs, which nothing orders: each CTA runs alone.
    CrossRace([StopIn; 2]),
    /// One thread is held before it registers at a barrier; the other one gets past its own registration for a later
    /// generation, or fails at it, as the generation before is still open and has another count.
    Reuse {
        /// The one that is held.
        hold: Stop,
        /// The event that the other one gets past, or at which it fails.
        past: Stop,
    },
    /// Of two CTAs, each of which runs alone and ends, one reaches more barriers of the whole grid than the other: there it waits forever.
    GridBarrier {
        /// The one that waits.
        waits: [u32; 3],
        /// The one that ends.
        ends: [u32; 3],
    },
    /// No thread can continue, and these threads, as ranges with both ends, wait.
    Deadlock(Vec<[u32; 2]>),
    /// A registration at this barrier breaks its rules (paper 001, §3.3).
    BarrierError(u32),
    /// A generation of a barrier completes in which all participants only arrive.
    ArriveOnly {
        /// The barrier.
        barrier: u32,
        /// The generation, counted from 1.
        generation: u32,
    },
    /// The barrier that is this instruction of the prepared kernel is given an operand that PTX forbids.
    Operand(u32),
    /// Not all threads that have to reach the barrier that is this instruction do.
    Divergence(u32),
    /// The contract whose evaluation ends with this instruction is false.
    Contract(u32),
    /// The access that is this instruction leaves its object.
    OutOfBounds(u32),
    /// A thread reaches a loop and never leaves it.
    Endless(Endless),
}

/// Ranges, both ends included, of ascending numbers.
pub(crate) fn ranges(numbers: impl IntoIterator<Item = u32>) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for n in numbers {
        match ranges.last_mut() {
            Some([_, last]) if last.checked_add(1) == Some(n) => *last = n,
            _ => ranges.push([n, n]),
        }
    }
    ranges
}

/// The number by which a schedule names an instruction; there is none that is no instruction.
pub(crate) fn instruction(site: Site) -> u32 {
    site.inst.map_or(u32::MAX, |inst| inst.index() as u32)
}

/// The visits of a loop's head by a thread, and how it continues from them. Blocks and values are those of the kernel as its loops are
/// [looked at](raddle_termination::from_kernel::alone).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Endless {
    /// The thread, by its linear number.
    pub(crate) thread: u32,
    /// The block that is the loop's head.
    pub(crate) head: u32,
    /// The state from which the thread is followed, if it is not the one in which it first reaches the loop.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) from: Vec<Variable>,
    /// How the loop continues from there.
    pub(crate) goes: Goes,
}

/// How a loop continues.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Goes {
    /// Each iteration leads back to the head, whatever is read.
    Back,
    /// The variables that decide how it continues are after some iterations what they were after fewer.
    Repeats {
        /// After this many for the first time.
        first: u32,
        /// After this many again.
        again: u32,
        /// The variables; none where nothing that changes decides it.
        state: Vec<Variable>,
        /// Is it also shown by a run that ends before that?
        may_take_longer: bool,
    },
}

/// A variable with what it is at a visit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variable {
    /// The value in the kernel that holds it.
    pub(crate) value: u32,
    /// Its name in the source, or what stands for it, and its value; nothing where it is not shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) told: Option<String>,
    /// Its bits; nothing where they are not known.
    pub(crate) bits: Option<u64>,
}

impl Schedule {
    /// The launch with this CTA, and the inputs that were chosen.
    pub(super) fn launch_of(&self, launch: &Launch, cta: Option<[u32; 3]>) -> Launch {
        let mut launch = launch.clone();
        launch.cta = cta.map_or(WhichCta::Any, WhichCta::At);
        self.inputs.apply(&mut launch);
        launch
    }

    /// Does the schedule refer to threads, CTAs and inputs that the launch has, and can the machine run it?
    ///
    /// # Errors
    /// What it lacks.
    pub(crate) fn validate(&self, function: &Function, launch: &Launch) -> Result<(), String> {
        self.inputs.validate()?;
        let ctas: Vec<Option<[u32; 3]>> = match &self.show {
            Show::CrossRace(stops) => stops.iter().map(|stop| Some(stop.cta)).collect(),
            Show::GridBarrier { waits, ends } => vec![Some(*waits), Some(*ends)],
            _ => vec![self.cta],
        };
        for cta in ctas {
            self.launch_of(launch, cta).can_run(function).map_err(|error| error.to_string())?;
        }
        let stops = match &self.show {
            Show::Race(stops) | Show::Unfenced(stops) => stops.map(|s| s.thread).to_vec(),
            Show::CrossRace(stops) => stops.map(|s| s.thread).to_vec(),
            Show::Reuse { hold, past } => vec![hold.thread, past.thread],
            Show::Endless(endless) => vec![endless.thread],
            Show::Deadlock(waiting) => waiting.iter().map(|range| range[1]).collect(),
            Show::GridBarrier { .. }
            | Show::BarrierError(_)
            | Show::ArriveOnly { .. }
            | Show::Operand(_)
            | Show::Divergence(_)
            | Show::Contract(_)
            | Show::OutOfBounds(_) => Vec::new(),
        };
        match stops.into_iter().find(|&thread| thread >= launch.threads()) {
            Some(thread) => Err(format!("it names thread {thread}, but the block has {}", launch.threads())),
            None => Ok(()),
        }
    }
}
