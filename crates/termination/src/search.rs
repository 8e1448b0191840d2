//! Endless runs that reach a state twice, found by running the system.
//!
//! From some values (small ones, and the least and the largest of machine integers) all steps are followed depth first, with small free
//! values, up to a limit. Loops that wrap around are found here: after some rounds a counter has a value that it had before.

use crate::endless::{Lasso, Steps};
use crate::its::run::State;
use crate::its::{Kind, System};
use crate::limits::systems;
use crate::solver::Deadline;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// The least and largest of small numbers.
const SMALL: [i64; 5] = [0, 1, -1, 2, 10];

/// A run to a state that was passed before, if a short search meets one.
#[must_use]
pub fn lasso(system: &System, deadline: Deadline) -> Option<Lasso> {
    let mut steps = systems::STEPS;
    for values in first_values(system) {
        for &location in &system.starts {
            if steps == 0 || deadline.passed() {
                return None;
            }
            let limit = steps.min(systems::STEPS_FROM_ONE);
            let (found, used) = from(system, State { location, values: values.clone() }, limit);
            if found.is_some() {
                return found;
            }
            steps -= used;
        }
    }
    None
}

/// What the variables are at first: all alike, then mixed.
fn first_values(system: &System) -> Vec<Vec<BigInt>> {
    let of = |kind: &Kind, choice: usize| match (kind.range(), choice) {
        (Some((low, _)), 5) => low,
        (Some((_, high)), 6) => high,
        (_, choice) => kind.reduce(BigInt::from(SMALL[choice % SMALL.len()])),
    };
    let machine = system.kinds.iter().any(|kind| *kind != Kind::Integer);
    let choices = if machine { SMALL.len() + 2 } else { SMALL.len() };
    let mut all: Vec<Vec<BigInt>> =
        (0..choices).map(|choice| system.kinds.iter().map(|kind| of(kind, choice)).collect()).collect();
    let mut state = 1_u64;
    for _ in 0..systems::MIXED_STATES {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        all.push(system.kinds.iter().map(|kind| of(kind, next() % choices)).collect());
    }
    all
}

/// Depth first from one state; also how many steps were made.
fn from(system: &System, start: State, limit: usize) -> (Option<Lasso>, usize) {
    let mut used = 0;
    let mut seen = BTreeSet::from([start.clone()]);
    let mut places = BTreeMap::from([(start.clone(), 0)]);
    let mut steps: Steps<BigInt> = Vec::new();
    let mut states = vec![start.clone()];
    let mut open = vec![next(system, &start)];
    while let Some(here) = open.last_mut() {
        let Some((rule, free, state)) = here.pop() else {
            open.pop();
            steps.pop();
            states.pop().inspect(|state| {
                places.remove(state);
            });
            continue;
        };
        used += 1;
        if let Some(&back) = places.get(&state) {
            steps.push((rule, free));
            return (Some(Lasso { start, steps, back }), used);
        }
        if used >= limit {
            break;
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        steps.push((rule, free));
        places.insert(state.clone(), steps.len());
        open.push(next(system, &state));
        states.push(state);
    }
    (None, used)
}

/// What a state leads to, the last one first.
fn next(system: &System, state: &State) -> Vec<(usize, Vec<BigInt>, State)> {
    let mut all = Vec::new();
    for (number, rule) in system.rules.iter().enumerate().filter(|(_, r)| r.source == state.location) {
        for free in choices(rule.free) {
            let next = system.step(state, rule, &free);
            all.extend(next.filter(is_small).map(|next| (number, free, next)));
        }
    }
    all.reverse();
    all
}

/// Whether no value is so large that it will hardly be repeated.
fn is_small(state: &State) -> bool {
    state.values.iter().all(|value| value.bits() <= 200)
}

/// Some free values: each of a few small ones where there are few, else all alike.
fn choices(free: usize) -> Vec<Vec<BigInt>> {
    let small = SMALL[..3].iter().map(|n| BigInt::from(*n));
    match free {
        0 => vec![Vec::new()],
        1 | 2 => (0..free).fold(vec![Vec::new()], |all, _| {
            let longer = |values: &Vec<BigInt>| {
                let values = values.clone();
                small.clone().map(move |n| [values.as_slice(), &[n]].concat()).collect::<Vec<_>>()
            };
            all.iter().flat_map(longer).collect()
        }),
        _ => small.map(|n| vec![n; free]).collect(),
    }
}
