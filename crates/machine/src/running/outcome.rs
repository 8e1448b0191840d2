//! How a run of a CTA ends.

use crate::states::barrier::BarrierError;
use crate::values::domain::{Cause, Site};
use std::fmt;

/// How a run of a CTA ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Every thread returned.
    Done,
    /// No thread can continue, and some thread waits.
    Deadlock(Deadlock),
    /// A registration takes the CTA to `err` (paper 001 §3.3).
    BarrierError {
        /// Which rule.
        error: BarrierError,
        /// The barrier.
        id: u32,
        /// The warp that registers.
        warp: u32,
        /// Its lanes that register.
        lanes: u32,
        /// The instruction.
        site: Site,
    },
    /// Some threads could not be followed any further; those that did not depend on them ran on.
    Unknown(Unknown),
    /// The limit of steps was reached: the kernel may run forever, or just longer.
    StepLimit {
        /// How many steps were taken.
        steps: u64,
        /// Where the threads were that would have continued; none between two CTAs.
        site: Option<Site>,
    },
    /// The limit of memory was reached.
    MemoryLimit {
        /// How many bytes were in use, roughly.
        bytes: u64,
    },
    /// The time was over ([`Options::deadline`](crate::machine::Options::deadline)).
    TimeLimit {
        /// How many steps were taken.
        steps: u64,
    },
    /// A thread trapped.
    Trap {
        /// The thread, by its linear number.
        thread: u32,
        /// Where.
        site: Site,
    },
    /// An assumption is false: there is no such execution (paper 000, §3.2).
    Infeasible {
        /// The thread, by its linear number.
        thread: u32,
        /// The assumption.
        site: Site,
    },
    /// A CTA before it did not end ([`Chosen::in_turn`](crate::chosen::Chosen::in_turn)), so it was not run.
    NotRun,
    /// All that can run has run, and some threads are held (see [`crate::replay`]).
    Held,
}

/// A CTA in which no thread can continue.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deadlock {
    /// The threads that wait, in order.
    pub waiting: Vec<Waiting>,
    /// The threads that have returned, in order.
    pub exited: Vec<u32>,
}

/// A thread that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The thread, by its linear number.
    pub thread: u32,
    /// For what.
    pub at: WaitingFor,
    /// The instruction.
    pub site: Site,
}

/// What a thread waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaitingFor {
    /// A generation of a named barrier.
    Barrier {
        /// The barrier.
        id: u32,
        /// The generation, counted from 1.
        generation: u32,
        /// How many threads it expects.
        expected: u32,
        /// How many have registered.
        registered: u32,
    },
    /// Other lanes of its warp.
    Lanes {
        /// The lanes that it waits for, itself among them.
        mask: u32,
        /// Those that have come.
        present: u32,
    },
}

/// Threads that could not be followed, and what the others reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unknown {
    /// Who, where and why; not empty.
    pub stuck: Vec<Stuck>,
    /// The threads that wait, in order; they may wait for those.
    pub waiting: Vec<Waiting>,
    /// The threads that have returned, in order.
    pub exited: Vec<u32>,
}

/// Threads of a warp that cannot be followed any further.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stuck {
    /// The warp.
    pub warp: u32,
    /// Its lanes.
    pub lanes: u32,
    /// The instruction or terminator.
    pub site: Site,
    /// What of it is unknown.
    pub what: StuckAt,
    /// Why stepping over was not possible: the instruction in the way.
    pub obstacle: Option<Site>,
    /// Where the unknown comes from.
    pub causes: Vec<Cause>,
}

/// What threads cannot be followed through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StuckAt {
    /// The condition of a branch.
    Branch,
    /// The number that a switch goes by.
    Switch,
    /// A choice that the program leaves open (`goto`).
    Choice,
    /// The guard of a barrier or collective.
    Guard,
    /// The number of a barrier.
    BarrierId,
    /// The number of threads that a barrier expects.
    BarrierCount,
    /// The member mask of a warp-wide operation.
    MemberMask,
    /// An instruction that is not modelled and may synchronise.
    Opaque,
}

impl fmt::Display for StuckAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Branch => "the condition of a branch",
            Self::Switch => "the value of a switch",
            Self::Choice => "a nondeterministic choice",
            Self::Guard => "the guard of a synchronising instruction",
            Self::BarrierId => "the number of a barrier",
            Self::BarrierCount => "the number of threads that a barrier expects",
            Self::MemberMask => "the member mask of a warp-wide operation",
            Self::Opaque => "an instruction that is not modelled and may synchronise",
        })
    }
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("every thread returned"),
            Self::Deadlock(d) => write!(
                f,
                "{} threads wait, {} have returned, and no thread can continue",
                d.waiting.len(),
                d.exited.len()
            ),
            Self::BarrierError { error, id, warp, .. } => write!(f, "warp {warp} at barrier {id}: {error}"),
            Self::Unknown(u) => match u.stuck.first() {
                Some(stuck) => write!(f, "{} is unknown", stuck.what),
                None => f.write_str("unknown"),
            },
            Self::StepLimit { steps, .. } => write!(
                f,
                "the kernel did not end within {} steps: it may not terminate, or need a higher limit",
                grouped(*steps)
            ),
            Self::MemoryLimit { bytes } => {
                write!(
                    f,
                    "the run took {} MiB of memory, more than its limit: it may not terminate, or be too long to follow",
                    bytes >> 20
                )
            }
            Self::TimeLimit { steps: 0 } => write!(f, "the time was over before the run began"),
            Self::TimeLimit { steps } => {
                write!(
                    f,
                    "the kernel did not end within the time limit, in which it took {} steps",
                    grouped(*steps)
                )
            }
            Self::Trap { thread, .. } => write!(f, "thread {thread} traps"),
            Self::Infeasible { thread, .. } => write!(f, "an assumption is false for thread {thread}"),
            Self::NotRun => f.write_str("a CTA before it does not end"),
            Self::Held => f.write_str("threads are held"),
        }
    }
}
