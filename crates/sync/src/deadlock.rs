//! Why no thread can continue: the barriers that wait, for which threads, and the cycle.
//!
//! When a run is stuck, every blocked thread waits for its barrier's generation to fill up. The
//! generation can only be filled by threads that register at that barrier later in their
//! programs, and those that could are blocked too, or the run would continue. So from each waiting
//! barrier lead edges to the barriers at which the threads are blocked that it waits for; following them
//! ends in a cycle or at a barrier that no thread will reach any more.

use crate::class::Classes;
use crate::generation::{DynamicBarrier, Participant};
use crate::program::{BarrierId, How, Point, ThreadEnd, ThreadId};
use crate::trace::Trace;
use crate::warps::{Action, WarpRegistration, Warps, lanes};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A thread that would register at a waiting barrier, but is blocked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The registration that it does not reach; the first one.
    pub at: Point,
    /// Where it is blocked: an index into [`Deadlock::waiting`].
    pub blocked_at: usize,
}

/// A barrier at which threads are blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The barrier.
    pub barrier: BarrierId,
    /// Its generation, which is incomplete.
    pub generation: u32,
    /// How many threads it expects.
    pub count: u32,
    /// How many of them have registered, in weights.
    pub registered: u32,
    /// The commands at which threads are blocked here.
    pub blocked: Vec<Point>,
    /// The `arrive`s in this generation.
    pub arrived: Vec<Point>,
    /// The threads that would still register here, were they not blocked.
    pub expects: Vec<Expected>,
    /// Blocked threads of which nothing is known after their block; they might register here.
    pub unknown: Vec<ThreadId>,
}

/// A step of a cyclic wait: a thread that is blocked at one barrier and owes a registration to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The waiting barrier, an index into [`Deadlock::waiting`].
    pub barrier: usize,
    /// A thread that is blocked there: the command at which it is.
    pub blocked: Point,
    /// The command after it that would register at the barrier of the step before (for the first step, of the last).
    pub owes: Point,
}

/// A stuck run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The barriers that wait, by id.
    pub waiting: Vec<Waiting>,
    /// The shortest cycle of waits: each step's barrier waits for the registration that the next
    /// step's thread owes, the last one's for the first's. Empty if no wait is cyclic.
    pub cycle: Vec<Step>,
    /// Threads that have returned and so never arrive.
    pub exited: Vec<ThreadId>,
}

impl Deadlock {
    /// The waiting barriers that no thread will reach any more: all others have returned, or are
    /// blocked for good and would not arrive here. Indices into `waiting`.
    pub fn abandoned(&self) -> impl Iterator<Item = usize> + '_ {
        let none = |w: &Waiting| w.expects.is_empty() && w.unknown.is_empty();
        self.waiting.iter().enumerate().filter(move |(_, w)| none(w)).map(|(at, _)| at)
    }
}

/// Explains a run that got stuck with the threads at `stuck` blocked, sorted by thread.
pub fn explain(warps: &Warps, classes: &Classes, trace: &Trace, stuck: &[Point]) -> Deadlock {
    let look = Look { warps, classes };
    let mut waiting: Vec<Waiting> = Vec::new();
    let mut index: FxHashMap<BarrierId, usize> = FxHashMap::default();
    for (&barrier, generations) in &trace.generations {
        let Some(dynamic) = generations.last().map(|&node| trace.node(node)) else { continue };
        if dynamic.complete || dynamic.syncs().next().is_none() {
            continue;
        }
        index.insert(barrier, waiting.len());
        waiting.push(look.waiting(dynamic));
    }
    for (class, passages) in classes.all.iter().zip(&trace.passages) {
        let Some(last) = passages.last().filter(|p| p.how == How::Sync && !trace.node(p.node).complete)
        else {
            continue;
        };
        let Some(&here) = index.get(&trace.node(last.node).barrier) else { continue };
        let warp = class.warp as usize;
        let mut owed = vec![false; waiting.len()];
        for &position in &class.registrations[passages.len()..] {
            let Some(&there) =
                look.registration(warp, position).and_then(|r| index.get(&r.registration.barrier))
            else {
                continue;
            };
            // The thread blocked here has registered in this generation: the generation does not wait for its own next registration.
            if there == here || std::mem::replace(&mut owed[there], true) {
                continue;
            }
            let at = lanes(class.lanes).map(|lane| warps.point(warp, position, lane));
            waiting[there].expects.extend(at.map(|at| Expected { at, blocked_at: here }));
        }
        if class.end == ThreadEnd::Blocked {
            let first = warps.warps[warp].first;
            let threads = || lanes(class.lanes).map(|lane| ThreadId(first + lane));
            waiting.iter_mut().for_each(|w| w.unknown.extend(threads()));
        }
    }
    let blocked = |thread: ThreadId| stuck.binary_search_by_key(&thread, |at| at.thread).is_ok();
    let all = warps.warps.iter().flat_map(|warp| lanes(warp.lanes).map(|lane| ThreadId(warp.first + lane)));
    let exited = all.filter(|&thread| !blocked(thread)).collect();
    let cycle = shortest_cycle(&waiting, stuck);
    Deadlock { waiting, cycle, exited }
}

struct Look<'a> {
    warps: &'a Warps,
    classes: &'a Classes,
}

impl Look<'_> {
    fn registration(&self, warp: usize, position: u32) -> Option<&WarpRegistration> {
        match self.warps.warps[warp].events[position as usize].action() {
            Action::Register(id) => Some(&self.warps.registrations[id as usize]),
            Action::Access(_) | Action::Nothing => None,
        }
    }

    /// An incomplete generation.
    fn waiting(&self, dynamic: &DynamicBarrier) -> Waiting {
        let place = |p: &Participant| {
            let class = self.classes.get(p.class);
            (class, class.warp as usize, class.registrations[p.ordinal as usize])
        };
        let points = |sync: bool| {
            let of_kind = dynamic.participants.iter().filter(|p| (p.how == How::Sync) == sync);
            let mut points: Vec<Point> = of_kind
                .flat_map(|p| {
                    let (class, warp, position) = place(p);
                    lanes(class.lanes).map(move |lane| self.warps.point(warp, position, lane))
                })
                .collect();
            points.sort_unstable();
            points
        };
        let weight = |p: &Participant| {
            let (class, warp, position) = place(p);
            self.registration(warp, position).map_or(0, |r| r.weight(class.lanes))
        };
        Waiting {
            barrier: dynamic.barrier,
            generation: dynamic.generation,
            count: dynamic.count,
            registered: dynamic.participants.iter().map(weight).sum(),
            blocked: points(true),
            arrived: points(false),
            expects: Vec::new(),
            unknown: Vec::new(),
        }
    }
}

/// Breadth first from each waiting barrier back to itself.
fn shortest_cycle(waiting: &[Waiting], stuck: &[Point]) -> Vec<Step> {
    let mut best: Vec<Step> = Vec::new();
    for start in 0..waiting.len() {
        // The wait through which a barrier was reached first.
        let mut came: Vec<Option<(usize, Expected)>> = vec![None; waiting.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for &expected in &waiting[at].expects {
                if came[expected.blocked_at].is_none() {
                    came[expected.blocked_at] = Some((at, expected));
                    queue.push_back(expected.blocked_at);
                }
            }
        }
        let mut steps = Vec::new();
        let mut at = start;
        while let Some((from, expected)) = came[at] {
            let thread = expected.at.thread;
            if let Ok(found) = stuck.binary_search_by_key(&thread, |at| at.thread) {
                steps.push(Step { barrier: at, blocked: stuck[found], owes: expected.at });
            }
            at = from;
            if at == start {
                break;
            }
        }
        steps.reverse();
        let closed = came[start].is_some();
        if closed && (best.is_empty() || steps.len() < best.len()) {
            best = steps;
        }
    }
    best
}
