//! Where a run stands.
//!
//! A [`State`] is data: where the threads of the CTA stand and what their registers, memory and barriers hold. Who takes the steps, the
//! [`Machine`](crate::Machine), is the same for all states of a run. So a state can be cloned, and run on more than once: large
//! parts of it are shared until one of the clones writes them.

use crate::launches::launch::WhichCta;
use crate::launches::logs::Logs;
use crate::running::outcome::Stuck;
use crate::states::barrier::Barriers;
use crate::states::memory::{Memory, equal_by_key};
use crate::states::part::Part;
use crate::states::ways::Ways;
use crate::values::domain::{Domain, Site};
use crate::watching::monitor::Event;
use std::hash::Hash;

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
    pub(crate) lanes: Vec<Lane>,
    pub(crate) groups: Vec<Group>,
    /// Paper 000's v_L: by loop, then by lane.
    pub(crate) loops: Vec<u32>,
    /// How many events each lane has made.
    pub(crate) events: Vec<u32>,
    /// The lanes that together executed the aligned barrier at which lanes wait for the rest of the warp.
    pub(crate) came: u32,
    /// In lock-step: the sides of branches that lanes are on.
    pub(crate) ways: Ways,
    /// The local memory of each thread.
    pub(crate) locals: Vec<Memory<D>>,
}

impl<D: Domain> Default for Warp<D> {
    /// A warp without lanes.
    fn default() -> Self {
        Self {
            regs: Vec::new(),
            lanes: Vec::new(),
            groups: Vec::new(),
            loops: Vec::new(),
            events: Vec::new(),
            came: 0,
            ways: Ways::new(0),
            locals: Vec::new(),
        }
    }
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
    pub(crate) warps: Vec<Part<Warp<D>>>,
    pub(crate) shared: Memory<D>,
    pub(crate) scalars: Memory<D>,
    pub(crate) barriers: Barriers,
    /// By barrier: the predicates of a reduction.
    pub(crate) predicates: Vec<Vec<D::Value>>,
    /// By barrier: what the first thread of the generation was at.
    pub(crate) textual: Vec<Option<Textual>>,
    pub(crate) stuck: Vec<Stuck>,
}

/// A thread that is to stop just before its event with this number (see [`crate::replay`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hold {
    /// The thread, by its linear number.
    pub thread: u32,
    /// The index of the event in the thread's list of a [`Recorder`](crate::monitor::Recorder).
    pub event: u32,
}

/// The state of a run: see the [module](self).
///
/// Two states are equal if threads, memory and barriers are: whatever can happen after one can happen after the other. The number of steps
/// taken, and what a random scheduler does next, are left out.
#[derive(Clone, Debug)]
pub struct State<D: Domain> {
    /// By object; those of the CTA are empty here.
    pub(crate) globals: Vec<Memory<D>>,
    pub(crate) cta: Cta<D>,
    /// How many steps were taken since the CTA started.
    pub(crate) steps: u64,
    /// What a random scheduler does next.
    pub(crate) random: u64,
    /// The unknown conditions that a [case](crate::cases) decides, with the branch, and what they are taken for.
    pub(crate) decided: Vec<(D::Value, Site, bool)>,
    /// The threads that are held.
    pub(crate) held: Vec<(Hold, Event)>,
    /// Where the launch chooses them.
    pub(crate) logs: Option<Logs>,
}

equal_by_key!(Warp);
equal_by_key!(Cta);
equal_by_key!(State);

impl<D: Domain> Warp<D> {
    fn key(&self) -> impl Eq + Hash + '_ {
        (&self.regs, &self.lanes, &self.groups, &self.loops, &self.events, &self.locals)
    }
}

impl<D: Domain> Cta<D> {
    fn key(&self) -> impl Eq + Hash + '_ {
        let barriers = (&self.barriers, &self.predicates, &self.textual);
        (self.at, &self.warps, (&self.shared, &self.scalars), barriers, &self.stuck)
    }
}

impl<D: Domain> State<D> {
    fn key(&self) -> impl Eq + Hash + '_ {
        (&self.globals, &self.cta)
    }

    /// A state without threads and memory.
    pub(crate) fn new(at: WhichCta, random: u64) -> Self {
        let cta = Cta {
            at,
            warps: Vec::new(),
            shared: Memory::new(Some(0), D::INITIAL),
            scalars: Memory::new(Some(0), D::INITIAL),
            barriers: Barriers::new(0, 0),
            predicates: Vec::new(),
            textual: Vec::new(),
            stuck: Vec::new(),
        };
        let (decided, held) = (Vec::new(), Vec::new());
        Self { globals: Vec::new(), cta, steps: 0, random, decided, held, logs: None }
    }

    /// A copy that costs little, whatever the state holds: registers and memory are copied when this state or that one writes them,
    /// a warp or a page at a time.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        for warp in &mut self.cta.warps {
            warp.share(|warp| warp.locals.iter_mut().for_each(Memory::share));
        }
        for memory in self.globals.iter_mut().chain([&mut self.cta.shared, &mut self.cta.scalars]) {
            memory.share();
        }
        self.clone()
    }

    /// The bytes of memory that it takes, roughly, if nothing is shared.
    pub(crate) fn footprint(&self) -> u64 {
        let locals = self.cta.warps.iter().flat_map(|warp| &warp.locals);
        self.globals.iter().chain(locals).map(Memory::footprint).sum()
    }
}
