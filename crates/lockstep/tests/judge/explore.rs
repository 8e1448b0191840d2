//! All reductions of a finite transition system.
//!
//! A depth-first walk over states. A reduction is infinite if and only if a state repeats on its path; what does not bear on the
//! future of a state but for an error (loop counters) may be left out of the key that decides that.

use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// One step.
pub enum Next {
    /// To a state.
    State(Vec<u8>),
    /// Successful termination, with these final shared stores.
    Done(Vec<u8>),
    /// Termination with *error*.
    Error,
    /// Termination with *infeasible*.
    Infeasible,
}

pub trait System {
    fn initial(&self, shared: &[u8]) -> Vec<u8>;
    /// All steps from a state: at least one.
    fn next(&self, state: &[u8], out: &mut Vec<Next>);
    /// The part of a state that must repeat for the system to run forever.
    fn recurring(&self, state: &[u8]) -> Vec<u8>;
    /// Has there been a race on the way to this state?
    fn raced(&self, state: &[u8]) -> bool;
}

/// What all maximal reductions from one initial store have in common.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Some reduction ends in *error*.
    pub error: bool,
    /// Some reduction is infinite.
    pub infinite: bool,
    /// Some reduction that does not end in *infeasible* has a race.
    pub race: bool,
    /// The shared stores at successful termination.
    pub finals: BTreeSet<Vec<u8>>,
}

impl Summary {
    /// Race free and terminating.
    pub fn good(&self) -> bool {
        !self.error && !self.infinite && !self.race
    }
}

/// Too many states.
#[derive(Debug)]
pub struct TooLarge;

/// How to explore.
#[derive(Clone, Copy)]
pub struct Limits {
    pub states: usize,
    /// Stop as soon as it is known that the system is not race free and terminating. Races count at once then, which is
    /// right where every state can go on without *infeasible*.
    pub stop: bool,
}

struct Frame {
    state: Vec<u8>,
    recurring: Vec<u8>,
    steps: Vec<Next>,
    alive: bool,
}

pub fn explore(system: &impl System, shared: &[u8], limits: Limits) -> Result<Summary, TooLarge> {
    let mut summary = Summary::default();
    // Finished states, and whether some reduction from them does not end in *infeasible*.
    let mut finished: FxHashMap<Vec<u8>, bool> = FxHashMap::default();
    let mut path: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut frames: Vec<Frame> = Vec::new();
    let open = |state: Vec<u8>, path: &mut FxHashSet<Vec<u8>>, summary: &mut Summary| {
        if limits.stop && system.raced(&state) {
            summary.race = true;
        }
        let recurring = system.recurring(&state);
        path.insert(recurring.clone());
        let mut steps = Vec::new();
        system.next(&state, &mut steps);
        assert!(!steps.is_empty(), "a state without steps is stuck, and no rule says so");
        Frame { state, recurring, steps, alive: false }
    };
    frames.push(open(system.initial(shared), &mut path, &mut summary));
    while let Some(frame) = frames.last_mut() {
        if limits.stop && !summary.good() {
            return Ok(summary);
        }
        let Some(step) = frame.steps.pop() else {
            let frame = frames.pop().expect("it is there");
            path.remove(&frame.recurring);
            summary.race |= frame.alive && system.raced(&frame.state);
            if let Some(parent) = frames.last_mut() {
                parent.alive |= frame.alive;
            }
            finished.insert(frame.state, frame.alive);
            if finished.len() > limits.states {
                return Err(TooLarge);
            }
            continue;
        };
        match step {
            Next::Done(store) => {
                frame.alive = true;
                summary.finals.insert(store);
            }
            Next::Error => {
                frame.alive = true;
                summary.error = true;
            }
            Next::Infeasible => {}
            Next::State(state) => {
                if let Some(&alive) = finished.get(&state) {
                    frame.alive |= alive;
                } else if path.contains(&system.recurring(&state)) {
                    frame.alive = true;
                    summary.infinite = true;
                } else {
                    frames.push(open(state, &mut path, &mut summary));
                }
            }
        }
    }
    Ok(summary)
}
