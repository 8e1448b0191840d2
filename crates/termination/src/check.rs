//! The checker of proofs: independent of how they were found.
//!
//! It works on the rules as they were read (machine integers are encoded first, [`crate::its::words`]), enumerates the paths between cut points itself, writes each as
//! a formula with variables of its own for each state on the way, and asks a solver of integers whether
//!
//! 1. each cycle that can be reached passes a cut point;
//! 2. invariants hold where a run first arrives, and after each path if they held before it;
//! 3. each ranking does what [`Ranking`] says on the paths of its component, and no cycle is left at the end.
//!
//! No answer in time is a rejection.

use crate::certificate::{Certificate, Ranking};
use crate::graph::{cyclic_components, reachable};
use crate::its::words::over_integers;
use crate::its::{Atom, Location, Poly, Rule, System};
use crate::limits::proofs;
use crate::path::Path;
use crate::solver::{Answer, Deadline, Integers};
use std::fmt;

/// Why a proof was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A cycle passes no cut point.
    NotCut {
        /// A location on it.
        location: Location,
    },
    /// An invariant was not confirmed.
    Invariant {
        /// Where it should hold.
        location: Location,
    },
    /// A ranking is not for all locations of a component.
    Component {
        /// Which ranking, from 0 on.
        ranking: usize,
    },
    /// On a path a ranking was confirmed neither to fall nor to stay.
    Increases {
        /// Which ranking, from 0 on.
        ranking: usize,
    },
    /// There is a cycle that no ranking breaks.
    CycleLeft {
        /// A location on it.
        location: Location,
    },
    /// An invariant or a function mentions something that is no variable of the system.
    Variable,
    /// There are too many paths, or there was not enough time.
    TooLarge,
}

impl Rejection {
    /// As text, with the system's names.
    #[must_use]
    pub fn show(&self, system: &System) -> String {
        match self {
            Self::NotCut { location } => {
                format!("a cycle through `{}` has no cut point", system.location(*location))
            }
            Self::Invariant { location } => {
                format!("the invariant at `{}` was not confirmed", system.location(*location))
            }
            Self::Component { ranking } => {
                format!("ranking {} leaves out a part of its component", ranking + 1)
            }
            Self::Increases { ranking } => {
                format!("ranking {} may grow on a path of its component", ranking + 1)
            }
            Self::CycleLeft { location } => {
                format!("no ranking breaks a cycle through `{}`", system.location(*location))
            }
            Self::Variable => "it mentions something that is not a variable of the system".to_owned(),
            Self::TooLarge => "there are too many paths to check, or there was not enough time".to_owned(),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&System::default()))
    }
}

/// Whether a certificate proves that a system terminates.
///
/// # Errors
///
/// Why it does not, or that it is unknown.
pub fn check(certificate: &Certificate, system: &System, deadline: Deadline) -> Result<(), Rejection> {
    let system = over_integers(system);
    let count = system.variables.len();
    let functions = certificate.rankings.iter().chain(&certificate.by_path).flat_map(|r| &r.functions);
    let invariants = certificate.invariants.values().flatten().map(|atom| &atom.poly);
    let mut polys = functions.flat_map(|f| f.values()).chain(invariants);
    if polys.any(|poly| poly.variables().last().is_some_and(|v| *v >= count)) {
        return Err(Rejection::Variable);
    }
    let cut = |location: Location| certificate.invariants.contains_key(&location);
    let invariant = |location: Location| certificate.invariants.get(&location).map_or(&[][..], Vec::as_slice);

    let rules: Vec<(usize, &Rule)> = system.rules.iter().enumerate().filter(|(_, r)| !r.never()).collect();
    let edges: Vec<(usize, usize)> = rules.iter().map(|(_, r)| (r.source, r.target)).collect();
    let seen = reachable(system.locations.len(), &edges, &system.starts);
    let uncut: Vec<(usize, usize)> =
        edges.iter().filter(|(a, b)| seen[*a] && !cut(*a) && !cut(*b)).copied().collect();
    if let Some(component) = cyclic_components(system.locations.len(), &uncut).first() {
        return Err(Rejection::NotCut { location: component[0] });
    }

    let paths = Paths { rules, count, deadline, to_cut: to_cut(&system, &edges, &cut), cut: &cut };
    for &start in &system.starts {
        if cut(start) {
            hold(&[], invariant(start), deadline).ok_or(Rejection::Invariant { location: start })?;
        } else {
            for path in paths.from(start, &[])? {
                let holds = hold(&path.atoms, &after(&path, invariant(path.target)), deadline);
                holds.ok_or(Rejection::Invariant { location: path.target })?;
            }
        }
    }
    let mut remaining = Vec::new();
    for (&location, invariants) in &certificate.invariants {
        for mut path in paths.from(location, invariants)? {
            if !paths.possible(&path, invariants) {
                continue;
            }
            path.atoms.extend(invariants.iter().cloned());
            let holds = hold(&path.atoms, &after(&path, invariant(path.target)), deadline);
            holds.ok_or(Rejection::Invariant { location: path.target })?;
            remaining.push(path);
            if remaining.len() > proofs::PATHS_CHECKED {
                return Err(Rejection::TooLarge);
            }
        }
    }
    let remaining = rank(&certificate.rankings, remaining, deadline)?;
    let pairs = paths.pairs(certificate, &remaining)?;
    let remaining = rank(&certificate.by_path, pairs, deadline)?;
    match in_cycles(&remaining).first() {
        Some(path) => Err(Rejection::CycleLeft { location: origin(certificate, &system, path.source) }),
        None => Ok(()),
    }
}

/// Where a path of the certificate begins.
fn origin(certificate: &Certificate, system: &System, number: usize) -> Location {
    let first = certificate.paths.get(number).and_then(|path| path.first());
    first.and_then(|rule| system.rules.get(*rule)).map_or(0, |rule| rule.source)
}

/// The cyclic components of paths as edges.
fn components(paths: &[Path]) -> Vec<Vec<Location>> {
    let edges: Vec<(usize, usize)> = paths.iter().map(|p| (p.source, p.target)).collect();
    let count = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
    cyclic_components(count, &edges)
}

/// The paths that are within a component.
fn in_cycles(paths: &[Path]) -> Vec<&Path> {
    let components = components(paths);
    let inside = |p: &&Path| components.iter().any(|c| c.contains(&p.source) && c.contains(&p.target));
    paths.iter().filter(inside).collect()
}

/// What is left of some paths when rankings have removed theirs.
fn rank(rankings: &[Ranking], mut remaining: Vec<Path>, deadline: Deadline) -> Result<Vec<Path>, Rejection> {
    for (number, ranking) in rankings.iter().enumerate() {
        let ours: Vec<Location> = ranking.locations().collect();
        for component in components(&remaining) {
            if component.iter().all(|l| !ours.contains(l)) {
                continue;
            }
            if component.iter().any(|l| !ours.contains(l)) {
                return Err(Rejection::Component { ranking: number });
            }
            let mut left = Vec::new();
            for path in remaining {
                if !component.contains(&path.source) || !component.contains(&path.target) {
                    left.push(path);
                    continue;
                }
                let after = |f: &Poly| path.after(f);
                if hold(&path.atoms, &ranking.removed(path.source, path.target, &after), deadline).is_some() {
                    continue;
                }
                let kept = hold(&path.atoms, &ranking.kept(path.source, path.target, &after), deadline);
                kept.ok_or(Rejection::Increases { ranking: number })?;
                left.push(path);
            }
            remaining = left;
        }
    }
    Ok(remaining)
}

fn after(path: &Path, atoms: &[Atom]) -> Vec<Atom> {
    atoms.iter().map(|atom| atom.map(|p| path.after(p))).collect()
}

/// Whether a solver confirms that these atoms imply those.
fn hold(given: &[Atom], then: &[Atom], deadline: Deadline) -> Option<()> {
    (then.is_empty() || Integers::implies(given, then, deadline)).then_some(())
}

/// From which locations a cut point is reached.
fn to_cut(system: &System, edges: &[(usize, usize)], cut: &dyn Fn(Location) -> bool) -> Vec<bool> {
    let back: Vec<(usize, usize)> = edges.iter().map(|(a, b)| (*b, *a)).collect();
    let cuts: Vec<Location> = (0..system.locations.len()).filter(|l| cut(*l)).collect();
    reachable(system.locations.len(), &back, &cuts)
}

struct Paths<'a> {
    rules: Vec<(usize, &'a Rule)>,
    count: usize,
    deadline: Deadline,
    to_cut: Vec<bool>,
    cut: &'a dyn Fn(Location) -> bool,
}

impl Paths<'_> {
    /// The paths from a location to the next cut point. Those that cannot be taken where `given` holds are left out early.
    fn from(&self, location: Location, given: &[Atom]) -> Result<Vec<Path>, Rejection> {
        let mut paths = Vec::new();
        let mut open = vec![Path::at(location, self.count)];
        while let Some(path) = open.pop() {
            let next = self.rules.iter().filter(|(_, r)| r.source == path.target && self.to_cut[r.target]);
            for (number, rule) in next {
                let longer = path.then(*number, rule, self.count);
                if (self.cut)(rule.target) {
                    paths.push(longer);
                } else if self.possible(&longer, given) {
                    open.push(longer);
                }
                if paths.len() + open.len() > proofs::PATHS_CHECKED || self.deadline.passed() {
                    return Err(Rejection::TooLarge);
                }
            }
        }
        Ok(paths)
    }

    /// Two paths of a cycle one after another, as paths between their numbers in the certificate; those that cannot follow each other are left out.
    fn pairs(&self, certificate: &Certificate, remaining: &[Path]) -> Result<Vec<Path>, Rejection> {
        let cycles = in_cycles(remaining);
        let mut numbers = Vec::new();
        for path in &cycles {
            let rules: Vec<usize> = path.steps.iter().map(|(rule, _)| *rule).collect();
            let number = certificate.paths.iter().position(|p| *p == rules);
            numbers.push(number.ok_or(Rejection::CycleLeft { location: path.source })?);
        }
        let mut pairs = Vec::new();
        for (first, source) in cycles.iter().zip(&numbers) {
            for (second, target) in cycles.iter().zip(&numbers).filter(|(p, _)| p.source == first.target) {
                let mut pair = (*first).clone();
                let rule = |number: usize| self.rules.iter().find(|(n, _)| *n == number).map(|(_, r)| *r);
                for (number, _) in &second.steps {
                    let rule = rule(*number).ok_or(Rejection::TooLarge)?;
                    pair = pair.then(*number, rule, self.count);
                }
                // The functions after the step are about the values after the first path.
                pair.end.clone_from(&first.end);
                (pair.source, pair.target) = (*source, *target);
                if self.possible(&pair, &[]) {
                    pairs.push(pair);
                }
                if pairs.len() > proofs::PATHS_CHECKED || self.deadline.passed() {
                    return Err(Rejection::TooLarge);
                }
            }
        }
        Ok(pairs)
    }

    fn possible(&self, path: &Path, given: &[Atom]) -> bool {
        let mut question = Integers::new(self.deadline);
        question.assert(given);
        question.assert(&path.atoms);
        question.check() != Answer::Unsat
    }
}
