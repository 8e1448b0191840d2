//! Invariants: what holds of the variables' values whenever a run is at a location.
//!
//! A forward abstract interpretation (Cousot and Cousot, 1977) with [octagons](octagon): from the start location along all rules until
//! nothing is new. Where rules form a cycle bounds that grow are widened, first to numbers that the guards mention, and afterwards two
//! descending passes regain what that lost. The guards and updates of a rule are one set of atoms over the values before, the free values
//! and the values after, so polynomials of any kind are used as far as intervals bound them.
//!
//! The result is not trusted: [`crate::check`] asks a solver whether it is inductive.

pub mod octagon;

use crate::graph::cyclic_components;
use crate::its::{Atom, Location, Poly, Rule, System, Var};
use crate::limits::invariants;
use crate::solver::Deadline;
use octagon::Octagon;
use std::collections::BTreeSet;

/// An octagon for each location, or `None` if there was not enough time.
#[must_use]
pub fn octagons(system: &System, deadline: Deadline) -> Option<Vec<Octagon>> {
    let count = system.variables.len();
    let mut at = vec![Octagon::none(count); system.locations.len()];
    for &start in &system.starts {
        at[start] = Octagon::all(count);
    }
    let edges: Vec<(usize, usize)> = system.rules.iter().map(|r| (r.source, r.target)).collect();
    let mut on_cycle = vec![false; system.locations.len()];
    for location in cyclic_components(system.locations.len(), &edges).concat() {
        on_cycle[location] = true;
    }
    let order = order(system);
    let thresholds = thresholds(system);
    let mut changes = vec![0; system.locations.len()];
    let mut left: BTreeSet<(usize, Location)> = system.starts.iter().map(|l| (order[*l], *l)).collect();
    while let Some((_, location)) = left.pop_first() {
        for rule in system.rules.iter().filter(|r| r.source == location) {
            if deadline.passed() {
                return None;
            }
            let to = rule.target;
            let after = step(rule, &at[location], count);
            if at[to].contains(&after) {
                continue;
            }
            let mut before = at[to].clone();
            before.close();
            let both = before.join(&after);
            at[to] = match changes[to] {
                n if !on_cycle[to] || n < invariants::CHANGES_BEFORE_WIDENING => both,
                n if n < invariants::CHANGES_WITH_THRESHOLDS => at[to].widen(&both, &thresholds),
                _ => at[to].widen(&both, &[]),
            };
            changes[to] += 1;
            left.insert((order[to], to));
        }
    }
    let mut locations: Vec<Location> = (0..system.locations.len()).collect();
    locations.sort_by_key(|l| order[*l]);
    for _ in 0..invariants::DESCENDING_PASSES {
        for &location in locations.iter().filter(|l| !system.starts.contains(l)) {
            let mut all = Octagon::none(count);
            for rule in system.rules.iter().filter(|r| r.target == location) {
                if deadline.passed() {
                    return None;
                }
                all = all.join(&step(rule, &at[rule.source], count));
            }
            at[location] = all;
        }
    }
    at.iter_mut().for_each(Octagon::close);
    Some(at)
}

/// What holds after a rule if this held before; closed.
fn step(rule: &Rule, before: &Octagon, count: usize) -> Octagon {
    if before.is_empty() {
        return Octagon::none(count);
    }
    // Variables before, free values, and those variables after that the rule changes.
    let changed: Vec<Var> = (0..count).filter(|v| rule.update[*v].as_var() != Some(*v)).collect();
    let mut from: Vec<Option<Var>> = (0..count).map(Some).collect();
    from.resize(count + rule.free + changed.len(), None);
    let mut wide = before.select(&from);
    wide.close();
    let mut atoms = rule.guard.clone();
    for (n, var) in changed.iter().enumerate() {
        let after = Poly::var(count + rule.free + n);
        atoms.push(Atom::equal(after.minus(&rule.update[*var])));
    }
    for _ in 0..2 {
        wide.meet(&atoms);
        wide.close();
        if wide.is_empty() {
            return Octagon::none(count);
        }
    }
    let place = |v: Var| changed.iter().position(|c| *c == v).map_or(v, |n| count + rule.free + n);
    wide.select(&(0..count).map(|v| Some(place(v))).collect::<Vec<_>>())
}

/// Whether no value allows a rule, as far as octagons show.
#[must_use]
pub fn excluded(rule: &Rule, before: &Octagon, count: usize) -> bool {
    step(rule, before, count).is_empty()
}

/// A number for each location such that all rules go upwards except those that close cycles: reverse postorder.
fn order(system: &System) -> Vec<usize> {
    let count = system.locations.len();
    let mut seen = vec![false; count];
    let mut post = Vec::new();
    for &start in &system.starts {
        let mut calls: Vec<(Location, usize)> = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            calls.push((start, 0));
        }
        while let Some((location, from)) = calls.pop() {
            let next = system.rules.iter().enumerate().skip(from);
            let next = next
                .filter(|(_, r)| r.source == location && !seen[r.target])
                .map(|(n, r)| (n, r.target))
                .next();
            match next {
                Some((rule, target)) => {
                    calls.push((location, rule + 1));
                    seen[target] = true;
                    calls.push((target, 0));
                }
                None => post.push(location),
            }
        }
    }
    let mut order = vec![usize::MAX; count];
    for (n, location) in post.iter().rev().enumerate() {
        order[*location] = n;
    }
    order
}

/// Numbers around those that guards and updates mention.
fn thresholds(system: &System) -> Vec<i64> {
    let mut all = BTreeSet::from([0]);
    for rule in &system.rules {
        let polys = rule.guard.iter().map(|a| &a.poly).chain(&rule.update);
        for constant in
            polys.filter_map(|p| i64::try_from(p.constant_term()).ok()).filter(|c| c.unsigned_abs() < 1 << 50)
        {
            for c in [constant - 1, constant, constant + 1] {
                all.extend([c, -c]);
            }
        }
    }
    // Many numbers would cost many rounds.
    if all.len() > 40 { vec![-1, 0, 1] } else { all.into_iter().collect() }
}
