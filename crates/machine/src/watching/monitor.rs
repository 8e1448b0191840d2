//! What a run reports to its monitor.
//!
//! The machine calls a [`Monitor`] at each access to shared or global memory, each registration at a barrier, each synchronisation of a
//! warp, each exit, and when something is wrong or unknown. Calls are warp-wide; for each thread they come in program order. Accesses to
//! local and constant memory and to parameters do not concern other threads and make no event.
//!
//! *May*: an event that may or may not happen, because it is guarded by, or lies after, an unknown condition.
//!
//! [`Recorder`] sorts the events by thread.

use crate::launches::launch::WhichCta;
use crate::states::barrier::How;
use crate::values::domain::{Cause, ObjectId, Site, ValueId};
use raddle_ir::{Access, AtomicOp, Effects, Scope, Space, SpecKind};

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes in one step.
    Atomic(AtomicOp),
}

/// Where an access goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// To this byte of this object.
    At(ObjectId, u64),
    /// Somewhere into this object.
    Within(ObjectId),
    /// Somewhere into this object, and by this offset from the other places of a group: accesses whose offsets lie so that
    /// they would not overlap do not overlap ([`crate::linear`]).
    Near {
        /// The object.
        object: ObjectId,
        /// The group; it belongs to the object.
        group: u32,
        /// From an unknown place.
        offset: i32,
    },
    /// Unknown: any object of its space, and any space where that is generic.
    Unknown,
}

/// An access by lanes of a warp: one instruction.
#[derive(Clone, Copy, Debug)]
pub struct WarpAccess<'a> {
    /// The warp.
    pub warp: u32,
    /// The linear number of its lane 0.
    pub first_thread: u32,
    /// The lanes that access.
    pub lanes: u32,
    /// The lanes that executed the instruction together, including those that its guard kept from accessing; none if it is not known which
    /// did.
    pub group: u32,
    /// Those of `lanes` that only may access.
    pub may: u32,
    /// The instruction.
    pub site: Site,
    /// What it does.
    pub kind: AccessKind,
    /// Volatility, order and scope, as declared.
    pub access: Access,
    /// The space: shared or global; generic where the target is unknown.
    pub space: Space,
    /// How many bytes each lane accesses.
    pub size: u32,
    /// Where to, by lane.
    pub targets: &'a [Target],
    /// What is written, by lane; empty unless the monitor [wants it](Monitor::wants_values).
    pub values: &'a [Option<ValueId>],
}

/// A registration at a named barrier by lanes of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BarrierEvent {
    /// The warp.
    pub warp: u32,
    /// The linear number of its lane 0.
    pub first_thread: u32,
    /// The lanes that register.
    pub lanes: u32,
    /// The lanes that executed the instruction together, including those that its guard kept from registering.
    pub group: u32,
    /// The instruction.
    pub site: Site,
    /// `sync` or `arrive`.
    pub how: How,
    /// The barrier.
    pub id: u32,
    /// How many threads the generation expects.
    pub count: u32,
    /// Does the instruction give the count?
    pub explicit: bool,
    /// The generation, counted from 1.
    pub generation: u32,
    /// The lane that counts for those that the last warp lacks, and for how many besides itself.
    pub extra: (u32, u32),
}

impl BarrierEvent {
    /// By how much a lane raises the count.
    #[must_use]
    pub fn weight(&self, lane: u32) -> u32 {
        if lane == self.extra.0 { 1 + self.extra.1 } else { 1 }
    }
}

/// Lanes of a warp that wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpSyncEvent {
    /// The warp.
    pub warp: u32,
    /// The linear number of its lane 0.
    pub first_thread: u32,
    /// The lanes that came now; those of `mask` that came before were reported before.
    pub lanes: u32,
    /// The lanes that executed the instruction together, including those that its guard kept from waiting.
    pub group: u32,
    /// The mask, with the lanes themselves. Lanes wait for those with the same mask, whether or not all of it exist.
    pub mask: u32,
    /// The lanes of the warp that exist.
    pub existing: u32,
    /// Does it order memory accesses? `bar.warp.sync` does, a collective does not.
    pub memory: bool,
    /// Does it wait for lanes of the mask that have ended?
    pub ended: bool,
    /// The instruction.
    pub site: Site,
}

/// A side finding, or the reason why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Issue {
    /// An aligned barrier or collective is executed by a part of the lanes of a warp.
    PartOfWarp {
        /// The warp.
        warp: u32,
        /// The lanes at the instruction.
        lanes: u32,
        /// The lanes that the warp has, those that have returned included.
        all: u32,
        /// Those that have returned.
        exited: u32,
        /// The instruction.
        site: Site,
    },
    /// A call through a pointer may lead to no function: it is assumed that it does not.
    MayStray {
        /// The call.
        site: Site,
    },
    /// Threads at a barrier of all threads are at different ones (paper 000, condition B1), or at the same
    /// one in different iterations of a loop (B2).
    Divergence {
        /// Which condition: 1 or 2.
        condition: u8,
        /// One thread, by its linear number.
        first: u32,
        /// The barrier that it is at.
        first_site: Site,
        /// Another thread.
        second: u32,
        /// The barrier that it is at.
        second_site: Site,
    },
    /// A barrier expects a number of threads that is no multiple of the warp size (PTX ISA, `bar`).
    Count {
        /// The warp.
        warp: u32,
        /// The lanes.
        lanes: u32,
        /// The count.
        count: u32,
        /// The instruction.
        site: Site,
    },
    /// A lane executes a warp-wide operation whose member mask lacks it.
    NotMember {
        /// The warp.
        warp: u32,
        /// The lanes.
        lanes: u32,
        /// The mask.
        mask: u32,
        /// The instruction.
        site: Site,
    },
    /// An access leaves its object. It is not carried out and makes no event.
    OutOfBounds {
        /// The thread, by its linear number.
        thread: u32,
        /// The object.
        object: ObjectId,
        /// Where it begins, from the start of the object.
        offset: i64,
        /// How many bytes it takes.
        size: u32,
        /// May it not happen?
        may: bool,
        /// The instruction.
        site: Site,
    },
    /// An access leaves the array of shared memory, or the variable of a thread, that its instruction names. In shared memory it is
    /// carried out, in another array's bytes or between them; among the variables of a thread it is not, and makes no event.
    LeavesArray {
        /// The thread, by its linear number.
        thread: u32,
        /// The window: shared or local memory.
        object: ObjectId,
        /// The array: the number of its [part](crate::objects::Part) in the window.
        part: u32,
        /// Where it begins, from the start of the array.
        offset: i64,
        /// How many bytes it takes.
        size: u32,
        /// May it not happen?
        may: bool,
        /// The instruction.
        site: Site,
    },
    /// The address of an access is unknown; reported once for each instruction.
    UnknownAddress {
        /// The space: shared, global, or generic.
        space: Space,
        /// The object, where that is known.
        object: Option<ObjectId>,
        /// Does it write?
        writes: bool,
        /// The instruction.
        site: Site,
        /// Where the unknown comes from.
        causes: Vec<Cause>,
    },
    /// An instruction that is not modelled and does more than give results; reported once for each instruction.
    Opaque {
        /// Its name.
        name: String,
        /// What it may do.
        effects: Effects,
        /// The instruction.
        site: Site,
    },
    /// A statement of the specification is false, or its value unknown.
    Spec {
        /// What kind of statement.
        kind: SpecKind,
        /// The thread, by its linear number.
        thread: u32,
        /// Is it known to be false?
        refuted: bool,
        /// The instruction.
        site: Site,
    },
    /// A branch on an unknown condition was stepped over; reported once for each branch.
    SteppedOver {
        /// The warp that came first.
        warp: u32,
        /// The branch.
        site: Site,
        /// Is there a loop in what was stepped over? That it ends is assumed.
        cyclic: bool,
        /// Where the unknown comes from.
        causes: Vec<Cause>,
    },
    /// A thread may trap, after an unknown condition.
    MayTrap {
        /// The warp.
        warp: u32,
        /// The lanes.
        lanes: u32,
        /// The terminator.
        site: Site,
    },
}

/// What watches a run. Every method has an empty default.
pub trait Monitor {
    /// A CTA starts, of several that run one after another.
    fn start(&mut self, cta: WhichCta) {
        let _ = cta;
    }
    /// Lanes of a warp access shared or global memory.
    fn access(&mut self, access: &WarpAccess<'_>) {
        let _ = access;
    }
    /// Lanes of a warp register at a barrier.
    fn barrier(&mut self, event: &BarrierEvent) {
        let _ = event;
    }
    /// Lanes of a warp reach where they wait for each other.
    fn warp_sync(&mut self, event: &WarpSyncEvent) {
        let _ = event;
    }
    /// In lock-step: these lanes of a warp, and no others, continue together from here.
    fn together(&mut self, warp: u32, lanes: u32) {
        let _ = (warp, lanes);
    }
    /// Lanes of a warp return.
    fn exit(&mut self, warp: u32, first_thread: u32, lanes: u32) {
        let _ = (warp, first_thread, lanes);
    }
    /// Something is wrong or unknown.
    fn issue(&mut self, issue: Issue) {
        let _ = issue;
    }
    /// Are the identities of written values asked for? They cost time and memory.
    fn wants_values(&self) -> bool {
        false
    }
    /// How many bytes it holds, roughly: they count towards the run's limit.
    fn footprint(&self) -> u64 {
        0
    }
}

/// Nothing watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Monitor for Unwatched {}

/// What a thread does that others can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// An access to shared or global memory.
    Access {
        /// The space: shared, global, or generic where the target is unknown.
        space: Space,
        /// Where to.
        target: Target,
        /// How many bytes.
        size: u32,
        /// What it does.
        kind: AccessKind,
        /// Volatility, order and scope, as declared.
        access: Access,
        /// What is written, where it has an identity.
        value: Option<ValueId>,
        /// It may not happen.
        may: bool,
        /// The instruction.
        site: Site,
    },
    /// A registration at a named barrier.
    Barrier {
        /// `sync` or `arrive`.
        how: How,
        /// The barrier.
        id: u32,
        /// How many threads the generation expects.
        count: u32,
        /// By how much the thread raises the count.
        weight: u32,
        /// The generation in this run, counted from 1.
        generation: u32,
        /// The instruction.
        site: Site,
    },
    /// A wait for other lanes of the warp.
    WarpSync {
        /// All lanes that take part.
        mask: u32,
        /// Does it order memory accesses?
        memory: bool,
        /// The instruction.
        site: Site,
    },
}

impl Event {
    /// The instruction.
    #[must_use]
    pub fn site(&self) -> Site {
        match self {
            Self::Access { site, .. } | Self::Barrier { site, .. } | Self::WarpSync { site, .. } => *site,
        }
    }

    /// The scope at which an access is atomic, if it is: an atomic operation, or any strong access.
    #[must_use]
    pub fn atomic_scope(&self) -> Option<Scope> {
        match self {
            Self::Access { kind, access, .. } => {
                let is_one_step = access.is_strong() || matches!(kind, AccessKind::Atomic(_));
                is_one_step.then_some(access.scope)
            }
            _ => None,
        }
    }
}

/// Sorts the events of a run by thread.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// What each thread did, by its linear number, in program order.
    pub threads: Vec<Vec<Event>>,
    /// Has the thread returned?
    pub exited: Vec<bool>,
    /// What was wrong or unknown, in the order of the run.
    pub issues: Vec<Issue>,
}

impl Recorder {
    /// A recorder for a CTA of this many threads.
    #[must_use]
    pub fn new(threads: u32) -> Self {
        Self {
            threads: vec![Vec::new(); threads as usize],
            exited: vec![false; threads as usize],
            issues: Vec::new(),
        }
    }

    /// How many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }

    /// Was there no event?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn push(&mut self, thread: u32, event: Event) {
        if let Some(events) = self.threads.get_mut(thread as usize) {
            events.push(event);
        }
    }
}

/// The lanes of a mask, in order.
pub fn lanes(mask: u32) -> impl Iterator<Item = u32> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(lane)
    })
}

impl Monitor for Recorder {
    fn access(&mut self, a: &WarpAccess<'_>) {
        for lane in lanes(a.lanes) {
            let event = Event::Access {
                space: a.space,
                target: a.targets[lane as usize],
                size: a.size,
                kind: a.kind,
                access: a.access,
                value: a.values.get(lane as usize).copied().flatten(),
                may: a.may >> lane & 1 == 1,
                site: a.site,
            };
            self.push(a.first_thread + lane, event);
        }
    }

    fn barrier(&mut self, b: &BarrierEvent) {
        for lane in lanes(b.lanes) {
            let (how, id, count) = (b.how, b.id, b.count);
            let (weight, generation, site) = (b.weight(lane), b.generation, b.site);
            self.push(b.first_thread + lane, Event::Barrier { how, id, count, weight, generation, site });
        }
    }

    fn warp_sync(&mut self, w: &WarpSyncEvent) {
        for lane in lanes(w.lanes) {
            let event = Event::WarpSync { mask: w.mask, memory: w.memory, site: w.site };
            self.push(w.first_thread + lane, event);
        }
    }

    fn exit(&mut self, _warp: u32, first_thread: u32, mask: u32) {
        for lane in lanes(mask) {
            if let Some(exited) = self.exited.get_mut((first_thread + lane) as usize) {
                *exited = true;
            }
        }
    }

    fn issue(&mut self, issue: Issue) {
        self.issues.push(issue);
    }

    fn wants_values(&self) -> bool {
        true
    }
}
