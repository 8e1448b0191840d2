//! The facts of a finding: what the monitor or a method saw, without a sentence.
//!
//! [`crate::finding`] turns each into a [`crate::Diagnostic`]. The vocabulary follows paper 001: a barrier
//! is used in *generations* (§4), a thread *registers* at a generation by `sync` or by `arrive` (§3), and
//! happens-before is what orders two accesses. An mbarrier's phase is one more kind of generation.

use super::explain::{Explanation, RedundantBarrier};
use super::thread::{Thread, Threads};
use raddle_verdict::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a finding is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Facts {
    /// Two unordered accesses.
    Race(Box<Race>),
    /// Threads that wait forever.
    Deadlock(Deadlock),
    /// A barrier used against its rules.
    BarrierMisuse(BarrierMisuse),
    /// A barrier whose generations may mix.
    Reuse(Reuse),
    /// A barrier that only some of the threads reach.
    Divergence(Divergence),
    /// A barrier that orders nothing.
    RedundantBarrier(RedundantBarrier),
}

/// An address space of PTX (ISA, "State Spaces").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// `.shared` of one CTA.
    Shared,
    /// `.shared::cluster`.
    Cluster,
    /// `.global`.
    Global,
    /// `.local` of one thread.
    Local,
    /// `.const`.
    Const,
    /// `.param`.
    Param,
    /// A generic address that was not resolved.
    Generic,
}

/// Where in memory an access goes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Address {
    /// The address space.
    pub space: Space,
    /// The array or pointer parameter, by its source name where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<String>,
    /// The element, one index for each dimension, outermost first; empty where element sizes are unknown.
    pub index: Vec<u64>,
    /// The byte within that element, as of a member of a structure.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub within: u64,
    /// The member of the element that begins there: `position.x`, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// The byte within the buffer, or within the address space where the buffer is unknown.
    pub byte: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(byte: &u64) -> bool {
    *byte == 0
}

impl Address {
    /// Element `index` of `buffer`; `byte` is its offset in the buffer.
    #[must_use]
    pub fn element(space: Space, buffer: impl Into<String>, index: &[u64], byte: u64) -> Self {
        Address { space, buffer: Some(buffer.into()), index: index.to_vec(), within: 0, member: None, byte }
    }

    /// A byte of a buffer whose elements are unknown.
    #[must_use]
    pub fn offset(space: Space, buffer: impl Into<String>, byte: u64) -> Self {
        Address { space, buffer: Some(buffer.into()), index: Vec::new(), within: 0, member: None, byte }
    }

    /// A byte of an address space.
    #[must_use]
    pub fn byte(space: Space, byte: u64) -> Self {
        Address { space, buffer: None, index: Vec::new(), within: 0, member: None, byte }
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads atomically.
    AtomicRead,
    /// Writes, or reads and writes, atomically.
    AtomicWrite,
}

impl AccessKind {
    /// Whether the access is atomic.
    #[must_use]
    pub const fn is_atomic(self) -> bool {
        matches!(self, AccessKind::AtomicRead | AccessKind::AtomicWrite)
    }

    /// Whether the access may change memory.
    #[must_use]
    pub const fn is_write(self) -> bool {
        matches!(self, AccessKind::Write | AccessKind::AtomicWrite)
    }

    /// As a noun: `write`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
            AccessKind::AtomicRead => "atomic read",
            AccessKind::AtomicWrite => "atomic update",
        }
    }

    /// As a verb: `writes`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::AtomicRead => "atomically reads",
            AccessKind::AtomicWrite => "atomically updates",
        }
    }
}

/// A barrier, of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "id", rename_all = "kebab-case")]
pub enum Barrier {
    /// `bar`/`barrier` with this id, 0 to 15 (PTX ISA, `barrier`).
    Named(u64),
    /// `bar.warp.sync` of this warp.
    Warp(u64),
    /// `barrier.cluster`.
    Cluster,
    /// The barrier of all blocks of a grid.
    Grid,
    /// The implicit barrier at the end of a kernel (paper 000 §3).
    End,
    /// An mbarrier, by its byte in shared memory.
    Mbarrier(u64),
}

/// How a thread registers at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RegistrationKind {
    /// Arrives and waits.
    Sync,
    /// Arrives and continues.
    Arrive,
}

/// A use of one generation of a barrier by a thread or a set of threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Registration {
    /// Who registers.
    pub threads: Threads,
    /// Where.
    pub location: Location,
    /// Waiting or not.
    pub how: RegistrationKind,
    /// The generation, from 0 (paper 001, figure 3).
    pub generation: u64,
    /// The number of threads that the instruction expects, where it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u64>,
}

/// The last barrier that a thread passed before an access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Passed {
    /// Which barrier.
    pub barrier: Barrier,
    /// Which generation of it, from 0.
    pub generation: u64,
    /// Where.
    pub location: Location,
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Access {
    /// Who.
    pub thread: Thread,
    /// What.
    pub kind: AccessKind,
    /// How many bytes.
    pub bytes: u64,
    /// Where in memory.
    pub address: Address,
    /// Where in the source.
    pub location: Location,
    /// The value read or written, where it is known, as the source would write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether it is not known if the access takes place: it depends on data.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncertain: bool,
    /// The last barrier that the thread passed before; `None` when it had passed none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_barrier: Option<Passed>,
}

/// Why nothing orders two accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Unordered {
    /// No barrier that both threads take part in lies between the accesses.
    NoBarrier,
    /// A barrier lies between them, but this thread only arrives there, and continues without waiting.
    ArriveOnly {
        /// The thread that does not wait.
        thread: Thread,
        /// Where it arrives.
        passed: Passed,
    },
    /// One thread waits at a barrier before its access, but the other one has arrived there before its own.
    ArrivesEarly {
        /// The thread that arrives before its access.
        thread: Thread,
        /// The thread that waits there.
        waits: Thread,
        /// Where the first one arrives.
        passed: Passed,
    },
    /// No barrier lies between them for both threads: one waits at a barrier in which the other takes no part.
    NotAll {
        /// The thread that waits there, before its access.
        waits: Thread,
        /// The other one.
        absent: Thread,
        /// Where it waits.
        passed: Passed,
    },
    /// The threads are in different CTAs.
    DifferentCtas,
    /// Both accesses belong to one instruction of one warp, which does not order its lanes.
    SameInstruction,
    /// Only lock-step execution of their warp, which nothing promises, would order them.
    OnlyLockStep,
    /// All barriers between them leave out the fence flag of this memory.
    Unfenced {
        /// The flag.
        flag: String,
        /// The barriers; none where there are many.
        barriers: Vec<Location>,
    },
    /// Another reason, a full sentence without its full stop.
    Other {
        /// The sentence.
        text: String,
    },
}

/// How many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Count {
    /// The number that was counted.
    pub number: u64,
    /// Whether counting stopped there.
    pub or_more: bool,
}

impl Count {
    /// Exactly `number`.
    #[must_use]
    pub const fn exactly(number: u64) -> Self {
        Count { number, or_more: false }
    }

    /// At least `number`.
    #[must_use]
    pub const fn at_least(number: u64) -> Self {
        Count { number, or_more: true }
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Count { number: self.number.saturating_add(other.number), or_more: self.or_more || other.or_more }
    }
}

/// A data race (design §6): all races of one pair of source lines, of which one is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Race {
    /// One access; the earlier one in the trace or in the source, where there is an order.
    pub first: Access,
    /// The other access.
    pub second: Access,
    /// Why nothing orders them.
    pub unordered: Unordered,
    /// How many pairs of accesses race at these two lines.
    pub pairs: Count,
    /// Whether both always write the same value. Such a race is a warning.
    pub benign: bool,
    /// Which order is missing, and what would bring it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Box<Explanation>>,
    /// Races at other lines that have the same cause: the change that is advised settles them, too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_cause: Vec<SameCause>,
}

/// A race at other lines than the one that is reported, with the same cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct SameCause {
    /// One access.
    pub first: Access,
    /// The other access.
    pub second: Access,
    /// How many pairs of accesses race at these two lines.
    pub pairs: Count,
}

/// One wait of a deadlock: threads at a barrier that never completes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Wait {
    /// Who waits.
    pub threads: Threads,
    /// At which barrier.
    pub barrier: Barrier,
    /// At which generation of it, from 0.
    pub generation: u64,
    /// Where.
    pub location: Location,
    /// How many threads have arrived.
    pub arrived: u64,
    /// How many would have to.
    pub expected: u64,
    /// For whom, where it is known: threads that wait elsewhere, or have exited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<Threads>,
    /// Where those would register, if they came so far; where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<Location>,
}

/// Threads that wait forever.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Deadlock {
    /// The waits. In a cycle each waits for the next one, and the last for the first.
    pub waits: Vec<Wait>,
    /// Whether the waits form a cycle; otherwise the missing threads have ended.
    pub cycle: bool,
    /// Threads that have ended although someone waits for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exited: Option<Exited>,
}

/// Threads that ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exited {
    /// Who.
    pub threads: Threads,
    /// Where.
    pub location: Location,
    /// The branch at which they left the way to the barrier, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Location>,
}

/// How a barrier was used against its rules (the error productions of paper 001 §3.3; PTX ISA, `barrier`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Misuse {
    /// Two registrations at one generation expect different numbers of threads.
    CountMismatch,
    /// More threads register than the generation expects.
    OverArrival,
    /// A generation is complete, but all of its participants only arrived: no thread waits for it.
    ArriveOnly,
    /// The id or the expected number is not one that PTX allows.
    BadOperand,
}

/// A barrier used against its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct BarrierMisuse {
    /// Which rule was broken.
    pub misuse: Misuse,
    /// Which barrier.
    pub barrier: Barrier,
    /// The registration that breaks the rule.
    pub offending: Registration,
    /// One that was there before, where the rule is about two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Registration>,
    /// How many threads have registered, the offending ones included, where that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u64>,
}

/// A barrier whose generations may mix (paper 001, definition 6): nothing makes the later registration
/// wait until the earlier generation is complete and left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Reuse {
    /// Which barrier.
    pub barrier: Barrier,
    /// A participant of the earlier generation, who may lag.
    pub earlier: Registration,
    /// A participant of the later generation, who may come too early.
    pub later: Registration,
    /// How many such pairs of registrations there are at these two lines.
    pub pairs: Count,
}

/// Which rule a divergent barrier breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DivergenceRule {
    /// An `.aligned` barrier of PTX executed by part of a warp.
    Aligned,
    /// Condition B1 of paper 000 §3: one barrier, not reached by all.
    B1,
    /// Condition B2 of paper 000 §3: reached in different iterations of the enclosing loops.
    B2,
}

/// Where the threads are that do not reach a barrier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Elsewhere {
    /// At another barrier, or at the same one in another iteration.
    AtBarrier {
        /// Which.
        location: Location,
    },
    /// They have ended.
    Exited {
        /// Where.
        location: Location,
    },
    /// Somewhere else in the kernel.
    Running {
        /// Where.
        location: Location,
    },
}

/// A barrier that only some of the threads reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Divergence {
    /// The rule.
    pub rule: DivergenceRule,
    /// The barrier.
    pub location: Location,
    /// Those who reach it.
    pub present: Threads,
    /// Those who do not.
    pub absent: Threads,
    /// Where they are.
    pub elsewhere: Elsewhere,
    /// The branch where they parted, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Location>,
}
