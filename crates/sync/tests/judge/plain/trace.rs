//! One run of a CTA: the trace τ of figure 4, line 1, and the generations that it assigns.
//!
//! Any trace that reaches `done` will do (theorem 1 of paper 001), so this takes a cheap one: a full barrier is
//! recycled at once, and only registrations matter. The run ends as §3.3 says a run can end: `done`, deadlock
//! or `err`; or, where programs were recorded up to a block only, at the end of what is known.
//! A CTA that is not well-synchronised may end differently under another [`Schedule`].

use super::generation::{DynamicBarrier, NodeId, Participant, Passage};
use raddle_machine::barrier::{Barrier, BarrierError, Registered};
use raddle_sync::program::{BarrierId, Command, Cta, How, Point, Registration, ThreadEnd, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

pub use raddle_sync::trace::{Outcome, Schedule};

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
    /// For each thread the registrations that it executed, in program order.
    pub passages: Vec<Vec<Passage>>,
}

impl Trace {
    /// The generation that a registration took part in: its node. `None` for other commands and
    /// for registrations that were not executed.
    pub fn node_of(&self, at: Point) -> Option<NodeId> {
        self.passage(at).map(|passage| passage.node)
    }

    /// The registration at `at`, if it is one that was executed.
    pub fn passage(&self, at: Point) -> Option<&Passage> {
        let passages = self.passages.get(at.thread.index())?;
        let found = passages.binary_search_by_key(&at.index, |passage| passage.index).ok()?;
        Some(&passages[found])
    }

    /// The dynamic barrier `id`.
    pub fn node(&self, id: NodeId) -> &DynamicBarrier {
        &self.nodes[id.index()]
    }
}

/// Runs `cta` to its end.
pub fn run(cta: &Cta, schedule: Schedule) -> Trace {
    let mut run = Run {
        trace: Trace {
            outcome: Outcome::Done,
            nodes: Vec::new(),
            completed: Vec::new(),
            generations: BTreeMap::new(),
            passages: vec![Vec::new(); cta.threads.len()],
        },
        barriers: FxHashMap::default(),
        time: 0,
    };
    run.trace.outcome = run.follow(cta, schedule);
    run.trace
}

/// A barrier as the run goes.
#[derive(Default)]
struct Live {
    state: Barrier,
    /// The current generation, once some thread registered in it.
    node: Option<NodeId>,
}

struct Run {
    trace: Trace,
    barriers: FxHashMap<BarrierId, Live>,
    /// How many registrations there were.
    time: u32,
}

impl Run {
    fn follow(&mut self, cta: &Cta, schedule: Schedule) -> Outcome {
        let mut next = vec![0_u32; cta.threads.len()];
        let mut blocked = vec![false; cta.threads.len()];
        let mut ready: VecDeque<ThreadId> = cta.iter().map(|(thread, _)| thread).collect();
        if schedule == Schedule::InTurnFromTheLast {
            ready.make_contiguous().reverse();
        }
        while let Some(thread) = ready.pop_front() {
            let program = &cta.threads[thread.index()];
            let rest = program.commands.iter().enumerate().skip(next[thread.index()] as usize);
            let mut registrations = rest.filter_map(|(index, command)| match command {
                Command::Register(registration) => Some((index as u32, registration)),
                Command::Access(_) => None,
            });
            let Some((index, registration)) = registrations.next() else {
                if program.end == ThreadEnd::Blocked {
                    return Outcome::Cut(thread);
                }
                continue;
            };
            next[thread.index()] = index + 1;
            blocked[thread.index()] = registration.how == How::Sync;
            let at = Point { thread, index };
            let woken = match self.register(at, registration) {
                Ok(woken) => woken,
                Err(error) => return Outcome::Error { at, error },
            };
            for &other in &woken {
                blocked[other.index()] = false;
            }
            let runs_on = registration.how == How::Arrive;
            match schedule {
                Schedule::InTurn | Schedule::InTurnFromTheLast => {
                    ready.extend(woken.into_iter().chain(runs_on.then_some(thread)));
                }
                Schedule::ToTheBlock => {
                    woken
                        .into_iter()
                        .rev()
                        .chain(runs_on.then_some(thread))
                        .for_each(|t| ready.push_front(t));
                }
            }
        }
        let stuck: Vec<Point> = cta
            .iter()
            .filter(|(thread, _)| blocked[thread.index()])
            .map(|(thread, _)| Point { thread, index: next[thread.index()] - 1 })
            .collect();
        if stuck.is_empty() { Outcome::Done } else { Outcome::Deadlock(stuck) }
    }

    /// Registers and recycles; returns the blocked threads that continue, in the order in which they arrived.
    fn register(&mut self, at: Point, registration: &Registration) -> Result<Vec<ThreadId>, BarrierError> {
        let Registration { how, barrier, count, weight, .. } = *registration;
        let live = self.barriers.entry(barrier).or_default();
        // A thread is (warp, lane) to the barrier; any injective naming does.
        let (warp, lane) = (at.thread.0 / 32, 1 << (at.thread.0 % 32));
        let registered = live.state.register(how, warp, lane, u32::from(weight), count)?;
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
        let passages = &mut self.trace.passages[at.thread.index()];
        let participant = Participant { at, ordinal: passages.len() as u32, how };
        passages.push(Passage { index: at.index, node, how, time: self.time });
        self.time += 1;
        let dynamic = &mut self.trace.nodes[node.index()];
        dynamic.participants.push(participant);
        if registered == Registered::Waiting {
            return Ok(Vec::new());
        }
        live.state.recycle();
        live.node = None;
        dynamic.complete = true;
        self.trace.completed.push(node);
        Ok(dynamic.syncs().map(|participant| participant.at.thread).collect())
    }
}
