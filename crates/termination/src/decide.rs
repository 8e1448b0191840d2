//! The whole way from a system to a verdict.

use crate::certificate::{Certificate, Ranking};
use crate::check::{Rejection, check};
use crate::endless::Endless;
use crate::invariants::octagon::Octagon;
use crate::invariants::{excluded, octagons};
use crate::its::words::over_integers;
use crate::its::{Atom, Location, System};
use crate::prepare::{Prepared, prepare};
use crate::ranking::{Step, rank, rank_by_step};
use crate::recurrence::find;
use crate::search::lasso;
use crate::solver::{Answer, Deadline, Integers};
use std::collections::BTreeSet;

/// What is known of a system's termination.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Each run ends.
    Terminates(Certificate),
    /// A run is endless.
    Runs(Endless),
    /// Unknown.
    Unknown(Reason),
}

/// Why it is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There was not enough time.
    Time,
    /// Neither a ranking function nor an endless run was found for cycles through these locations.
    Undecided(Vec<Location>),
    /// A proof was found that the checker did not confirm.
    Unconfirmed(Rejection),
}

/// Decides whether a system terminates. Every answer was checked: a proof by [`check`], an endless run by [`Endless::check`].
#[must_use]
pub fn decide(system: &System, deadline: Deadline) -> Verdict {
    let integers = over_integers(system);
    let prepared = prepare(&integers);
    let Some(octagons) = octagons(&prepared.system, deadline) else { return Verdict::Unknown(Reason::Time) };
    let steps = steps(&prepared.system, &octagons, deadline);
    let count = prepared.system.variables.len();
    let ranked = rank(count, &octagons, steps, deadline);
    let (nodes, by_step) = rank_by_step(count, &ranked.left, deadline);
    if by_step.left.is_empty() {
        let certificate = certificate(&prepared, &octagons, &ranked.rankings, &nodes, &by_step.rankings);
        return match check(&certificate, system, deadline) {
            Ok(()) => Verdict::Terminates(certificate),
            Err(_) if deadline.passed() => Verdict::Unknown(Reason::Time),
            Err(rejection) => Verdict::Unknown(Reason::Unconfirmed(rejection)),
        };
    }
    // A step once for each that may follow it.
    let left: Vec<Vec<Step>> = by_step.left.into_iter().map(once).collect();
    let invariants = |location: Location| whole(&prepared, &octagons[location].atoms());
    let lasso = || lasso(system, deadline).map(Endless::Lasso);
    let closed = || find(&integers, &prepared, &left, &invariants, deadline).map(Endless::Closed);
    match lasso().or_else(closed).filter(|endless| endless.check(system, deadline)) {
        Some(endless) => Verdict::Runs(endless),
        None if deadline.passed() => Verdict::Unknown(Reason::Time),
        None => {
            let steps = left.iter().flatten();
            let locations: BTreeSet<Location> = steps.map(|s| prepared.system.rules[s.rule].source).collect();
            Verdict::Unknown(Reason::Undecided(locations.into_iter().collect()))
        }
    }
}

/// Atoms over the variables that are left as ones over all.
fn whole(prepared: &Prepared, atoms: &[Atom]) -> Vec<Atom> {
    atoms.iter().map(|atom| atom.map(|p| p.rename(&mut |v| prepared.variables[v]))).collect()
}

/// The steps that can be taken, as far as invariants and a solver show.
fn steps(system: &System, octagons: &[Octagon], deadline: Deadline) -> Vec<Step> {
    let count = system.variables.len();
    let invariants: Vec<_> = octagons.iter().map(Octagon::atoms).collect();
    let mut steps = Vec::new();
    for (number, rule) in system.rules.iter().enumerate() {
        if system.starts.contains(&rule.source) || excluded(rule, &octagons[rule.source], count) {
            continue;
        }
        let step = Step::new(number, rule, &invariants[rule.source]);
        let mut question = Integers::new(deadline);
        question.assert(&step.given);
        if question.check() != Answer::Unsat {
            steps.push(step);
        }
    }
    steps
}

/// Each rule's step once.
fn once(steps: Vec<Step>) -> Vec<Step> {
    let mut seen = BTreeSet::new();
    steps.into_iter().filter(|step| seen.insert(step.rule)).collect()
}

/// The proof in the variables of the system that was asked about.
fn certificate(
    prepared: &Prepared,
    octagons: &[Octagon],
    rankings: &[Ranking],
    nodes: &[usize],
    by_step: &[Ranking],
) -> Certificate {
    let invariants = prepared.cuts.iter().map(|l| (*l, whole(prepared, &octagons[*l].atoms()))).collect();
    let renamed = |rankings: &[Ranking]| {
        let mut rankings = rankings.to_vec();
        for poly in rankings.iter_mut().flat_map(|r| &mut r.functions).flat_map(|f| f.values_mut()) {
            *poly = poly.rename(&mut |v| prepared.variables[v]);
        }
        rankings
    };
    let paths = nodes.iter().map(|rule| prepared.chains[*rule].clone()).collect();
    Certificate { invariants, rankings: renamed(rankings), paths, by_path: renamed(by_step) }
}
