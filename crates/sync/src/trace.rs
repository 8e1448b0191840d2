//! One run of a CTA: the trace τ of figure 4, line 1, and the generations that it assigns.
//!
//! Any trace that reaches `done` will do (theorem 1 of paper 001), so this takes a cheap one: classes register as a
//! whole, a full barrier is recycled at once, and only registrations matter. The run ends as §3.3 says a run can
//! end: `done`, deadlock or `err`; or, where programs were recorded up to a block only, at the end of what is known.
//! A CTA that is not well-synchronised may end differently under another [`Schedule`].

use crate::class::{ClassId, Classes, Split};
use crate::generation::{DynamicBarrier, NodeId, Participant, Passage};
use crate::program::{BarrierId, How, Point, ThreadEnd, ThreadId};
use crate::warps::{Action, WarpRegistration, Warps, lanes};
use raddle_machine::barrier::{Barrier, BarrierError, Registered};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Who runs next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Schedule {
    /// The classes register in turn. Hardware comes near to this, and authors have it in mind.
    InTurn,
    /// So, but the last one is the first.
    InTurnFromTheLast,
    /// A class runs until it blocks or returns, the one with the smallest number first.
    ToTheBlock,
}

/// How the run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All threads returned.
    Done,
    /// No thread can take a step; these are blocked, each at the command named, by thread.
    Deadlock(Vec<Point>),
    /// A registration took the CTA to `err`.
    Error {
        /// The failing command.
        at: Point,
        /// What it violates.
        error: BarrierError,
    },
    /// A thread got past the last command that is known of it ([`ThreadEnd::Blocked`]).
    Cut(ThreadId),
}

/// A run and the dynamic barriers that it formed.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How it ended.
    pub outcome: Outcome,
    /// Every generation of every barrier in which some thread registered.
    pub nodes: Vec<DynamicBarrier>,
    /// The complete ones in the order in which they completed: a topological order of happens-before.
    pub completed: Vec<NodeId>,
    /// The generations of each barrier, first to last. A generation that never completes comes last.
    pub generations: BTreeMap<BarrierId, Vec<NodeId>>,
    /// For each class the registrations that it executed, in program order.
    pub passages: Vec<Vec<Passage>>,
}

impl Trace {
    /// The dynamic barrier `id`.
    pub fn node(&self, id: NodeId) -> &DynamicBarrier {
        &self.nodes[id.index()]
    }

    /// The registration of a class at a position of its warp, if it was executed.
    pub fn passage(&self, class: ClassId, position: u32) -> Option<&Passage> {
        let passages = self.passages.get(class as usize)?;
        let found = passages.binary_search_by_key(&position, |passage| passage.position).ok()?;
        Some(&passages[found])
    }
}

/// Runs a CTA to its end.
///
/// # Errors
/// When a generation completes in the midst of a class.
pub fn run(warps: &Warps, classes: &Classes, schedule: Schedule) -> Result<Trace, Split> {
    let mut run = Run {
        warps,
        classes,
        trace: Trace {
            outcome: Outcome::Done,
            nodes: Vec::new(),
            completed: Vec::new(),
            generations: BTreeMap::new(),
            passages: vec![Vec::new(); classes.len()],
        },
        barriers: FxHashMap::default(),
        time: 0,
    };
    run.trace.outcome = run.follow(schedule)?;
    Ok(run.trace)
}

/// A barrier as the run goes.
#[derive(Default)]
struct Live {
    state: Barrier,
    /// The current generation, once some thread registered in it.
    node: Option<NodeId>,
}

/// Why a registration is none.
enum Refusal {
    Split,
    Error(BarrierError),
}

struct Run<'a> {
    warps: &'a Warps,
    classes: &'a Classes,
    trace: Trace,
    barriers: FxHashMap<BarrierId, Live>,
    /// How many registrations there were.
    time: u32,
}

impl Run<'_> {
    fn follow(&mut self, schedule: Schedule) -> Result<Outcome, Split> {
        let count = self.classes.len();
        let mut next = vec![0_usize; count];
        let mut blocked = vec![false; count];
        let mut ready: VecDeque<ClassId> = (0..count as ClassId).collect();
        if schedule == Schedule::InTurnFromTheLast {
            ready.make_contiguous().reverse();
        }
        while let Some(id) = ready.pop_front() {
            let class = self.classes.get(id);
            let warp = &self.warps.warps[class.warp as usize];
            let Some(&position) = class.registrations.get(next[id as usize]) else {
                if class.end == ThreadEnd::Blocked {
                    return Ok(Outcome::Cut(ThreadId(warp.first + class.first_lane())));
                }
                continue;
            };
            let Action::Register(registration) = warp.events[position as usize].action() else { continue };
            let registration = &self.warps.registrations[registration as usize];
            next[id as usize] += 1;
            let woken = match self.register(id, position, registration) {
                Ok(woken) => woken,
                Err(Refusal::Split) => return Err(Split),
                Err(Refusal::Error(error)) => {
                    let at = self.warps.point(class.warp as usize, position, class.first_lane());
                    return Ok(Outcome::Error { at, error });
                }
            };
            blocked[id as usize] = registration.registration.how == How::Sync;
            for &other in &woken {
                blocked[other as usize] = false;
            }
            let runs_on = registration.registration.how == How::Arrive;
            match schedule {
                Schedule::InTurn | Schedule::InTurnFromTheLast => {
                    ready.extend(woken.into_iter().chain(runs_on.then_some(id)));
                }
                Schedule::ToTheBlock => {
                    woken.into_iter().rev().chain(runs_on.then_some(id)).for_each(|c| ready.push_front(c));
                }
            }
        }
        let mut stuck = Vec::new();
        for (id, class) in self.classes.all.iter().enumerate().filter(|(id, _)| blocked[*id]) {
            let position = class.registrations[next[id] - 1];
            stuck
                .extend(lanes(class.lanes).map(|lane| self.warps.point(class.warp as usize, position, lane)));
        }
        stuck.sort_unstable();
        Ok(if stuck.is_empty() { Outcome::Done } else { Outcome::Deadlock(stuck) })
    }

    /// Registers and recycles; returns the blocked classes that continue, in the order in which they arrived.
    fn register(
        &mut self,
        id: ClassId,
        position: u32,
        registration: &WarpRegistration,
    ) -> Result<Vec<ClassId>, Refusal> {
        let class = self.classes.get(id);
        let (how, barrier, count) = (
            registration.registration.how,
            registration.registration.barrier,
            registration.registration.count,
        );
        let weight = registration.weight(class.lanes);
        let live = self.barriers.entry(barrier).or_default();
        let registered = match live.state.register(how, class.warp, class.lanes, weight, count) {
            Ok(registered) => registered,
            Err(BarrierError::OverArrival { .. }) if class.is_shared() => return Err(Refusal::Split),
            Err(error) => return Err(Refusal::Error(error)),
        };
        let node = *live.node.get_or_insert_with(|| {
            let node = NodeId(self.trace.nodes.len() as u32);
            self.trace.nodes.push(DynamicBarrier {
                barrier,
                generation: live.state.generation(),
                count,
                complete: false,
                participants: Vec::new(),
            });
            self.trace.generations.entry(barrier).or_default().push(node);
            node
        });
        self.time += 1;
        let passages = &mut self.trace.passages[id as usize];
        let participant = Participant { class: id, ordinal: passages.len() as u32, how };
        passages.push(Passage { position, node, how, time: self.time });
        let dynamic = &mut self.trace.nodes[node.index()];
        dynamic.participants.push(participant);
        if registered == Registered::Waiting {
            return Ok(Vec::new());
        }
        live.state.recycle();
        live.node = None;
        dynamic.complete = true;
        self.trace.completed.push(node);
        Ok(dynamic.syncs().map(|participant| participant.class).collect())
    }
}
