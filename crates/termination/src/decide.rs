//! The whole way from a system to a verdict.

use crate::certificate::{Certificate, Ranking};
use crate::check::check;
use crate::endless::Endless;
use crate::invariants::octagon::Octagon;
use crate::invariants::{excluded, octagons};
use crate::its::words::over_integers;
use crate::its::{Atom, Location, System};
use crate::prepare::{Prepared, prepare};
use crate::ranking::{Ranked, Step, rank};
use crate::solver::{Answer, Deadline, Integers};

/// What is known of a system's termination.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Each run ends.
    Terminates(Certificate),
    /// A run is endless.
    Runs(Endless),
    /// Nobody knows.
    Unknown(String),
}

/// Decides.
#[must_use]
pub fn decide(system: &System, deadline: Deadline) -> Verdict {
    let integers = over_integers(system);
    let prepared = prepare(&integers);
    let Some(octagons) = octagons(&prepared.system, deadline) else {
        return Verdict::Unknown("time (invariants)".to_owned());
    };
    let steps = steps(&prepared.system, &octagons, deadline);
    let ranked = rank(&prepared.system, &octagons, steps, deadline);
    if deadline.passed() {
        return Verdict::Unknown("time (ranking)".to_owned());
    }
    if let Some(left) = ranked.left.first() {
        let invariants = |location: Location| -> Vec<Atom> {
            octagons[location].atoms().iter().map(|a| a.map(|p| p.rename(&mut |v| prepared.variables[v]))).collect()
        };
        let found = crate::recurrence::find(&integers, &prepared, &ranked.left, &invariants, deadline);
        if let Some(endless) = found.filter(|endless| endless.check(system, deadline)) {
            return Verdict::Runs(endless);
        }
        let locs: Vec<&str> = left.iter().map(|s| prepared.system.location(prepared.system.rules[s.rule].source)).collect();
        return Verdict::Unknown(format!("no ranking function for {} rules at {}", left.len(), locs[0]));
    }
    let certificate = certificate(&prepared, &octagons, &ranked);
    match check(&certificate, system, deadline) {
        Ok(()) => Verdict::Terminates(certificate),
        Err(rejection) => Verdict::Unknown(format!("proof rejected: {}", rejection.show(system))),
    }
}

/// The steps that can be taken, as far as invariants and a solver tell.
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

/// The proof in the variables of the system that was asked about.
fn certificate(prepared: &Prepared, octagons: &[Octagon], ranked: &Ranked) -> Certificate {
    let rename = |poly: &crate::its::Poly| poly.rename(&mut |v| prepared.variables[v]);
    let invariants =
        prepared.cuts.iter().map(|l| (*l, octagons[*l].atoms().iter().map(|a| a.map(rename)).collect())).collect();
    let rankings = ranked.rankings.iter().map(|ranking| Ranking {
        functions: ranking
            .functions
            .iter()
            .map(|f| f.iter().map(|(l, p): (&Location, _)| (*l, rename(p))).collect())
            .collect(),
    });
    Certificate { invariants, rankings: rankings.collect() }
}
