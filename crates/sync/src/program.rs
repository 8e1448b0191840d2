//! Thread programs: what paper 001 (§3.1) keeps of a kernel.
//!
//! ```text
//! P ::= return | c; P        c ::= read g | write g | arrive b n | sync b n
//! ```
//!
//! A [`ThreadProgram`] is straight-line: its maker has unrolled the loops and taken the branches. Here accesses have byte ranges, atomics
//! and values instead of 64-bit variables `g`, and a barrier `b` is any [`BarrierId`]: a named barrier, or the implicit barrier of a
//! `bar.warp.sync`.
//!
//! # What else can be put into this form
//!
//! Nothing below this module knows what a barrier id means, nor that a program belongs to a thread
//! of the GPU. A phase of an mbarrier is one more [`BarrierId`]; a copy engine is one more *agent*
//! with a program of its own, whose start is a barrier at which the issuing thread arrives and the engine
//! syncs, and whose end is the other way round.

use std::fmt;

pub use raddle_machine::barrier::How;

/// An agent of the CTA: a thread, by its linear index, or another agent after the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {}", self.0)
    }
}

/// An index into a table of source locations that the caller owns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(pub u32);

/// The name of a barrier, the paper's `b`. Successive generations share the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BarrierId {
    /// A named barrier of the CTA (PTX ISA `bar`, `barrier`): 0 to 15.
    Named(u32),
    /// The lanes `mask` of a warp (PTX ISA `bar.warp.sync`).
    Warp {
        /// The warp.
        warp: u32,
        /// Its lanes that take part.
        mask: u32,
    },
    /// The edges of the lock-step runs of these lanes of a warp ([`crate::warps::Edge`]).
    Step {
        /// The warp.
        warp: u32,
        /// Its lanes that take part.
        mask: u32,
    },
}

impl fmt::Display for BarrierId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(id) => write!(f, "barrier {id}"),
            Self::Warp { warp, mask } => write!(f, "lanes {mask:#010x} of warp {warp}"),
            Self::Step { warp, mask } => write!(f, "the steps of lanes {mask:#010x} of warp {warp}"),
        }
    }
}

/// A synchronisation command: `sync b n` or `arrive b n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registration {
    /// `sync` or `arrive`.
    pub how: How,
    /// The barrier, `b`.
    pub barrier: BarrierId,
    /// How many threads the generation expects, `n`.
    pub count: u32,
    /// By how much this registration raises the number of those present: 1 in the paper. Hardware
    /// counts whole warps, so in a warp that has only some of its lanes the weights add up to the warp size.
    pub weight: u16,
    /// Where it is in the source.
    pub site: Site,
}

/// The memory that an access is to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Shared memory of the CTA.
    Shared,
    /// Global memory.
    Global,
}

/// What an access does to its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// It reads them.
    Read,
    /// It overwrites them.
    Write,
    /// It reads and writes them in one step (an atomic operation, a reduction).
    Update,
}

impl Kind {
    /// Whether the bytes may change.
    pub fn writes(self) -> bool {
        self != Self::Read
    }
}

/// The threads for which an atomic access is atomic (PTX ISA, *scope*), narrowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The threads of the CTA.
    Cta,
    /// The threads of the cluster.
    Cluster,
    /// The threads of the device.
    Gpu,
    /// All threads of the system.
    System,
}

/// The identity of a stored value: equal identities are provably equal values, for all inputs and
/// in all threads. Unequal ones may still be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// An access to memory: `read g` or `write g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Access {
    /// Shared or global.
    pub space: Space,
    /// The memory object. Different objects do not overlap; a caller without objects uses one for
    /// each space and addresses as offsets.
    pub object: u32,
    /// The first byte, from the start of the object.
    pub offset: u64,
    /// How many bytes.
    pub size: u32,
    /// Read, write or both.
    pub kind: Kind,
    /// `Some` if atomic (any *strong* access of PTX that the caller wants to be taken so).
    pub scope: Option<Scope>,
    /// What it writes, if that has an identity.
    pub value: Option<ValueId>,
    /// Declared volatile. For the report only: volatile accesses race like others.
    pub volatile: bool,
    /// It is not known whether the access takes place (a guard that is unknown). Its races are *possible* ones.
    pub uncertain: bool,
    /// Where it is in the source.
    pub site: Site,
}

impl Access {
    /// A plain access of `size` bytes at `offset` in object 0 of shared memory.
    pub fn shared(kind: Kind, offset: u64, size: u32, site: u32) -> Self {
        Self {
            space: Space::Shared,
            object: 0,
            offset,
            size,
            kind,
            scope: None,
            value: None,
            volatile: false,
            uncertain: false,
            site: Site(site),
        }
    }

    /// The first byte after the access.
    pub fn end(&self) -> u64 {
        self.offset.saturating_add(u64::from(self.size))
    }

    /// Whether the two have a byte in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        (self.space, self.object) == (other.space, other.object)
            && self.offset < other.end()
            && other.offset < self.end()
    }

    /// Whether the two race if nothing orders them: a byte in common, at least one writes, and not
    /// both atomic on the same bytes for threads as far apart as `distance`. (Atomics that overlap partly are
    /// no more atomic to each other than plain accesses: PTX ISA, *morally strong operations*.)
    pub fn conflicts(&self, other: &Self, distance: Scope) -> bool {
        let same_bytes = (self.offset, self.size) == (other.offset, other.size);
        let atomic = same_bytes
            && self.scope.is_some_and(|s| s >= distance)
            && other.scope.is_some_and(|s| s >= distance);
        self.overlaps(other) && (self.kind.writes() || other.kind.writes()) && !atomic
    }

    /// Whether a conflict of the two is benign: both store the same value to the same bytes.
    pub fn same_store(&self, other: &Self) -> bool {
        self.is_store_to_place_of(other) && self.value.is_some() && self.value == other.value
    }

    /// Do both store to the same bytes, of one object?
    pub fn is_store_to_place_of(&self, other: &Self) -> bool {
        self.kind == Kind::Write
            && other.kind == Kind::Write
            && (self.offset, self.size) == (other.offset, other.size)
    }
}

/// A command `c` of a thread program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `read g`, `write g`.
    Access(Access),
    /// `sync b n`, `arrive b n`.
    Register(Registration),
}

impl Command {
    /// `sync b n` at a named barrier.
    pub fn sync(barrier: u32, count: u32, site: u32) -> Self {
        Self::named(How::Sync, barrier, count, site)
    }

    /// `arrive b n` at a named barrier.
    pub fn arrive(barrier: u32, count: u32, site: u32) -> Self {
        Self::named(How::Arrive, barrier, count, site)
    }

    fn named(how: How, barrier: u32, count: u32, site: u32) -> Self {
        let barrier = BarrierId::Named(barrier);
        Self::Register(Registration { how, barrier, count, weight: 1, site: Site(site) })
    }

    /// `bar.warp.sync mask`, executed by a lane of `mask`: a `sync` of exactly these lanes.
    pub fn warp_sync(warp: u32, mask: u32, site: u32) -> Self {
        Self::Register(Registration {
            how: How::Sync,
            barrier: BarrierId::Warp { warp, mask },
            count: mask.count_ones(),
            weight: 1,
            site: Site(site),
        })
    }

    /// Where it is in the source.
    pub fn site(&self) -> Site {
        match self {
            Self::Access(access) => access.site,
            Self::Register(registration) => registration.site,
        }
    }
}

/// What is known of a thread after the last command of its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ThreadEnd {
    /// It returned.
    #[default]
    Exited,
    /// It was blocked in its last command, a `sync`, when the program was recorded. What it would
    /// do afterwards is unknown.
    Blocked,
}

/// What one thread does, from its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadProgram {
    /// Its commands in program order.
    pub commands: Vec<Command>,
    /// What comes after them.
    pub end: ThreadEnd,
}

impl ThreadProgram {
    /// A thread that returns after `commands`.
    pub fn exited(commands: Vec<Command>) -> Self {
        Self { commands, end: ThreadEnd::Exited }
    }
}

/// A CTA: `P_1 ‖ … ‖ P_N`. [`ThreadId`] is the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cta {
    /// The programs of its threads.
    pub threads: Vec<ThreadProgram>,
}

impl Cta {
    /// A CTA whose threads all return.
    pub fn new(programs: Vec<Vec<Command>>) -> Self {
        Self { threads: programs.into_iter().map(ThreadProgram::exited).collect() }
    }

    /// The threads with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ThreadId, &ThreadProgram)> {
        (0..).map(ThreadId).zip(&self.threads)
    }

    /// The command at `at`.
    pub fn command(&self, at: Point) -> Option<&Command> {
        self.threads.get(at.thread.index())?.commands.get(at.index as usize)
    }
}

/// A command by its place: the paper's `c_η`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The thread.
    pub thread: ThreadId,
    /// The index of the command in its program.
    pub index: u32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "command {} of {}", self.index, self.thread)
    }
}
