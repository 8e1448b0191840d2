//! The search for endless runs into closed sets.
//!
//! Cycles of rules are tried one after another. Along a cycle the free values are chosen: what an equation gives, what keeps a variable
//! unchanged, what just satisfies a condition, or a small number. What the cycle's guards then say of the values at its beginning is a set;
//! it is made smaller until the cycle leads from it back into it, by adding that a condition that fails afterwards
//!
//! - does not fall (`e(x') >= e(x)`), which is closed for linear loops that go away from their guards,
//! - or holds after the cycle too (its weakest precondition),
//! - or that nothing changes at all (a fixed point).
//!
//! Then a solver looks for a run into the set, along longer and longer sequences of rules. [`Closed::check`] judges what was found.

use crate::endless::{Closed, Steps};
use crate::graph::reachable;
use crate::its::run::State;
use crate::its::{Atom, Location, Poly, Relation, Rule, System, Var};
use crate::limits::proofs;
use crate::path::Path;
use crate::prepare::Prepared;
use crate::ranking::Step;
use crate::solver::{Answer, Deadline, Integers};
use num_bigint::BigInt;
use std::collections::{BTreeSet, VecDeque};

/// An endless run through steps that no ranking function removes. `invariants` are those of the prepared system.
#[must_use]
pub fn find(
    system: &System,
    prepared: &Prepared,
    left: &[Vec<Step>],
    invariants: &dyn Fn(Location) -> Vec<Atom>,
    deadline: Deadline,
) -> Option<Closed> {
    for steps in left {
        for cycle in cycles(prepared, steps) {
            let location = prepared.system.rules[*cycle.first()?].source;
            let rules: Vec<usize> =
                cycle.iter().flat_map(|rule| prepared.chains[*rule].iter().copied()).collect();
            for turn in Turn::all(system, location, &rules, deadline) {
                for set in turn.closed_sets(&invariants(location), deadline) {
                    if deadline.passed() {
                        return None;
                    }
                    let closed = stem(system, prepared, location, &set, deadline).map(|(start, stem)| {
                        Closed { start, stem, location, set, cycle: turn.cycle(system) }
                    });
                    match closed {
                        Some(closed) if closed.check(system, deadline) => return Some(closed),
                        _ => {}
                    }
                }
            }
        }
    }
    None
}

/// Closed walks through the steps, shorter ones first.
fn cycles(prepared: &Prepared, steps: &[Step]) -> Vec<Vec<usize>> {
    let rule = |number: usize| -> &Rule { &prepared.system.rules[number] };
    let mut found = Vec::new();
    let mut open: Vec<Vec<usize>> = steps.iter().map(|s| vec![s.rule]).collect();
    for _ in 0..proofs::RULES_OF_CYCLE {
        let mut longer = Vec::new();
        for walk in &open {
            let (first, last) = (walk[0], walk[walk.len() - 1]);
            if rule(last).target == rule(first).source {
                found.push(walk.clone());
            }
            if found.len() >= proofs::CYCLES || longer.len() > 20 * proofs::CYCLES {
                return found;
            }
            let next =
                steps.iter().filter(|s| rule(s.rule).source == rule(last).target && !walk.contains(&s.rule));
            longer.extend(next.map(|s| [walk.as_slice(), &[s.rule]].concat()));
        }
        open = longer;
    }
    found
}

/// Once around a cycle, with free values chosen.
#[derive(Clone)]
struct Turn {
    /// What the values at the beginning must satisfy. While values are being chosen: over free values too.
    guard: Vec<Atom>,
    /// The values at the end.
    after: Vec<Poly>,
    /// The rules, and which free values each has: indices into `chosen`.
    rules: Vec<(usize, usize)>,
    /// What each free value of the cycle is.
    chosen: Vec<Poly>,
    count: usize,
}

impl Turn {
    /// Some ways to choose the free values of a cycle.
    fn all(system: &System, location: Location, rules: &[usize], deadline: Deadline) -> Vec<Self> {
        let count = system.variables.len();
        let mut turn = Self {
            guard: Vec::new(),
            after: (0..count).map(Poly::var).collect(),
            rules: Vec::new(),
            chosen: Vec::new(),
            count,
        };
        let mut at = location;
        for &number in rules {
            let Some(rule) = system.rules.get(number).filter(|r| r.source == at) else { return Vec::new() };
            let first = count + turn.chosen.len();
            if too_large(rule.guard.iter().map(|a| &a.poly).chain(&rule.update), &turn.after) {
                return Vec::new();
            }
            let mut by =
                |v: Var| if v < count { turn.after[v].clone() } else { Poly::var(first + v - count) };
            let guard: Vec<Atom> =
                rule.guard.iter().map(|atom| atom.map(|p| p.substitute(&mut by))).collect();
            let after: Vec<Poly> = rule.update.iter().map(|p| p.substitute(&mut by)).collect();
            turn.guard.extend(guard);
            turn.after = after;
            turn.rules.push((number, turn.chosen.len()));
            turn.chosen.extend((0..rule.free).map(|n| Poly::var(first + n)));
            at = rule.target;
        }
        let mut done = Vec::new();
        let mut open = vec![turn];
        while let Some(turn) = open.pop() {
            if done.len() >= proofs::CHOICES || open.len() > 10 * proofs::CHOICES || deadline.passed() {
                break;
            }
            match turn.next_choice() {
                None => done.extend(turn.tidy()),
                Some((_, options)) if too_large(turn.polys(), &options) => {}
                Some((var, options)) => {
                    open.extend(options.iter().rev().map(|option| turn.with(var, option)));
                }
            }
        }
        done
    }

    fn polys(&self) -> impl Iterator<Item = &Poly> {
        self.guard.iter().map(|a| &a.poly).chain(&self.after).chain(&self.chosen)
    }

    /// A free value that is not chosen yet, and what it could be.
    fn next_choice(&self) -> Option<(Var, Vec<Poly>)> {
        // What an equation gives comes first: no other value is possible.
        for atom in self.guard.iter().filter(|a| a.relation == Relation::Equal) {
            if let Some((var, poly)) =
                atom.poly.variables().iter().rev().find_map(|v| Some((*v, self.solved(&atom.poly, *v)?)))
            {
                return Some((var, vec![poly]));
            }
        }
        let free: BTreeSet<Var> =
            self.polys().flat_map(Poly::variables).filter(|v| *v >= self.count).collect();
        let var = *free.first()?;
        let mut options = Vec::new();
        for (n, after) in self.after.iter().enumerate() {
            options.extend(self.solved(&after.minus(&Poly::var(n)), var));
        }
        options.extend(self.guard.iter().filter_map(|atom| self.solved(&atom.poly, var)));
        options.extend([0, 1, -1].map(Poly::constant));
        let mut seen = BTreeSet::new();
        options.retain(|option| seen.insert(option.clone()));
        // Where much is to be chosen, the first ideas must be enough.
        options.truncate(if free.len() > 6 { 2 } else { 12 });
        Some((var, options))
    }

    /// For which value of a free value a polynomial is 0.
    fn solved(&self, poly: &Poly, var: Var) -> Option<Poly> {
        let coefficient = poly.coefficient(&[var]);
        let alone = poly.terms().filter(|(m, _)| m.contains(&var)).count() == 1;
        let unit = coefficient == BigInt::from(1) || coefficient == BigInt::from(-1);
        (var >= self.count && alone && unit)
            .then(|| poly.minus(&Poly::var(var).times(&coefficient)).times(&-coefficient))
    }

    fn with(&self, var: Var, value: &Poly) -> Self {
        let by = |p: &Poly| match p.mentions(var) {
            true => p.substitute(&mut |v| if v == var { value.clone() } else { Poly::var(v) }),
            false => p.clone(),
        };
        Self {
            guard: self.guard.iter().map(|atom| atom.map(by)).collect(),
            after: self.after.iter().map(by).collect(),
            rules: self.rules.clone(),
            chosen: self.chosen.iter().map(by).collect(),
            count: self.count,
        }
    }

    /// With a simpler guard, unless it never holds.
    fn tidy(mut self) -> Option<Self> {
        self.guard = tidy(&self.guard)?;
        Some(self)
    }

    /// A function of the values at the end, as one of those at the beginning.
    fn turned(&self, poly: &Poly) -> Poly {
        poly.substitute(&mut |v| self.after[v].clone())
    }

    /// The cycle as [`Closed`] has it.
    fn cycle(&self, system: &System) -> Steps<Poly> {
        let step = |&(rule, first): &(usize, usize)| {
            (rule, self.chosen[first..first + system.rules[rule].free].to_vec())
        };
        self.rules.iter().map(step).collect()
    }

    /// Sets that the turn leads back into, where it can be taken.
    fn closed_sets(&self, invariant: &[Atom], deadline: Deadline) -> Vec<Vec<Atom>> {
        let mut found: Vec<Vec<Atom>> = Vec::new();
        let with: Vec<Atom> = self.guard.iter().chain(invariant).cloned().collect();
        for (first, how) in [
            (&self.guard, Smaller::NotFalling),
            (&self.guard, Smaller::HoldsAfter),
            (&with, Smaller::NotFalling),
        ] {
            if let Some(set) = self.close(first, how, deadline).filter(|set| !found.contains(set)) {
                found.push(set);
            }
        }
        found.extend(self.fixed_points().filter(|set| !found.contains(set)));
        found
    }

    fn close(&self, first: &[Atom], how: Smaller, deadline: Deadline) -> Option<Vec<Atom>> {
        let mut set = tidy(first)?;
        for _ in 0..=proofs::REFINEMENTS {
            if too_large(set.iter().map(|a| &a.poly), &self.after) {
                return None;
            }
            let fails = |atom: &&Atom| !Integers::implies(&set, &[atom.map(|p| self.turned(p))], deadline);
            let failing: Vec<&Atom> = set.iter().filter(fails).collect();
            if failing.is_empty() {
                return Some(set);
            }
            let more: Vec<Atom> = failing
                .iter()
                .map(|atom| match (how, atom.relation) {
                    (Smaller::NotFalling, Relation::AtLeast) => atom.map(|p| self.turned(p).minus(p)),
                    _ => atom.map(|p| self.turned(p)),
                })
                .collect();
            if more.iter().any(|atom| atom.poly.len() > 50 || atom.poly.degree() > 3) {
                return None;
            }
            set.extend(more);
            set = tidy(&set)?;
            let mut question = Integers::new(deadline);
            question.assert(&set);
            if question.check() == Answer::Unsat || deadline.passed() {
                return None;
            }
        }
        None
    }

    /// The values of which those that the guard depends on stay as they are.
    fn fixed_points(&self) -> Option<Vec<Atom>> {
        let mut needed: BTreeSet<Var> = BTreeSet::new();
        let mut left: Vec<Var> = self.guard.iter().flat_map(|a| a.poly.variables()).collect();
        while let Some(var) = left.pop() {
            if needed.insert(var) {
                left.extend(self.after[var].variables());
            }
        }
        let same = needed.iter().map(|v| Atom::equal(self.after[*v].minus(&Poly::var(*v))));
        tidy(&self.guard.iter().cloned().chain(same).collect::<Vec<_>>())
    }
}

/// Whether polynomials would become too large if others took the place of variables.
fn too_large<'a>(polys: impl Iterator<Item = &'a Poly>, by: &[Poly]) -> bool {
    let degree = polys.map(Poly::degree).max().unwrap_or(0);
    let length = by.iter().map(Poly::len).max().unwrap_or(0);
    u32::try_from(degree).ok().and_then(|d| length.checked_pow(d)).is_none_or(|terms| terms > 2000)
}

/// How a set is made smaller.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Smaller {
    NotFalling,
    HoldsAfter,
}

/// Atoms simplified, each once; `None` if one never holds.
fn tidy(atoms: &[Atom]) -> Option<Vec<Atom>> {
    let mut all = BTreeSet::new();
    for atom in atoms {
        match atom.simplify() {
            Ok(atom) => {
                all.insert(atom);
            }
            Err(true) => {}
            Err(false) => return None,
        }
    }
    Some(all.into_iter().collect())
}

/// A run into a set: its first state, and rules with free values.
fn stem(
    system: &System,
    prepared: &Prepared,
    location: Location,
    set: &[Atom],
    deadline: Deadline,
) -> Option<(State, Steps<BigInt>)> {
    let count = system.variables.len();
    let edges: Vec<(usize, usize)> = prepared.system.rules.iter().map(|r| (r.target, r.source)).collect();
    let useful = reachable(prepared.system.locations.len(), &edges, &[location]);
    let mut open = VecDeque::new();
    for (rule, chain) in
        prepared.system.rules.iter().zip(&prepared.chains).filter(|(r, _)| r.source == prepared.start)
    {
        let first = chain.first().map_or(rule.target, |number| system.rules[*number].source);
        open.extend(extend(system, &Path::at(first, count), chain));
    }
    let mut tried = 0;
    while let Some(path) = open.pop_front() {
        tried += 1;
        if tried > proofs::STEMS || deadline.passed() {
            return None;
        }
        if path.target == location {
            let mut question = Integers::new(deadline);
            question.assert(&path.atoms);
            question.assert(&set.iter().map(|a| a.map(|p| path.after(p))).collect::<Vec<_>>());
            if question.check() == Answer::Sat {
                return read(&mut question, &path, system);
            }
        }
        let mut question = Integers::new(deadline);
        question.assert(&path.atoms);
        if question.check() != Answer::Sat {
            continue;
        }
        for (number, rule) in prepared.system.rules.iter().enumerate() {
            if rule.source == path.target && useful[rule.target] {
                open.extend(extend(system, &path, &prepared.chains[number]));
            }
        }
    }
    None
}

/// A path and a chain more, if that begins where the path ends.
fn extend(system: &System, path: &Path, chain: &[usize]) -> Option<Path> {
    let count = system.variables.len();
    chain.iter().try_fold(path.clone(), |path, number| {
        let rule = &system.rules[*number];
        (rule.source == path.target).then(|| path.then(*number, rule, count))
    })
}

fn read(question: &mut Integers, path: &Path, system: &System) -> Option<(State, Steps<BigInt>)> {
    let values = (0..system.variables.len()).map(|v| question.value(v)).collect::<Option<_>>()?;
    let mut steps = Vec::new();
    for &(rule, first) in &path.steps {
        let free =
            (first..first + system.rules[rule].free).map(|v| question.value(v)).collect::<Option<_>>()?;
        steps.push((rule, free));
    }
    Some((State { location: path.source, values }, steps))
}
