//! The checker of proofs: independent of how they were found.
//!
//! It works on the rules as they were read (machine integers are encoded first, [`crate::its::words`]), enumerates the paths between cut points itself, writes each as
//! a formula with variables of its own for each state on the way, and asks a solver of integers whether
//!
//! 1. each cycle that can be reached passes a cut point;
//! 2. invariants hold where a run comes first, and after each path if they held before it;
//! 3. each ranking does what [`Ranking`](crate::certificate::Ranking) says on the paths of its component, and no cycle is left at the end.
//!
//! No answer in time is a rejection.

use crate::certificate::Certificate;
use crate::graph::{cyclic_components, reachable};
use crate::its::words::over_integers;
use crate::its::{Atom, Location, Poly, Rule, System};
use crate::path::Path;
use crate::solver::{Answer, Deadline, Integers};
use std::fmt;

/// How many paths are enumerated.
const PATHS: usize = 20_000;

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
        /// Where the path begins.
        location: Location,
    },
    /// There is a cycle that no ranking breaks.
    CycleLeft {
        /// A location on it.
        location: Location,
    },
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
            Self::Increases { ranking, location } => {
                let location = system.location(*location);
                format!("ranking {} may grow on a path from `{location}`", ranking + 1)
            }
            Self::CycleLeft { location } => {
                format!("no ranking breaks a cycle through `{}`", system.location(*location))
            }
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
/// Why it does not, or that nobody knows.
pub fn check(certificate: &Certificate, system: &System, deadline: Deadline) -> Result<(), Rejection> {
    let system = over_integers(system);
    let count = system.variables.len();
    let cut = |location: Location| certificate.invariants.contains_key(&location);
    let invariant = |location: Location| certificate.invariants.get(&location).map_or(&[][..], Vec::as_slice);

    let rules: Vec<&Rule> = system.rules.iter().filter(|r| !r.never()).collect();
    let edges: Vec<(usize, usize)> = rules.iter().map(|r| (r.source, r.target)).collect();
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
            if remaining.len() > PATHS {
                return Err(Rejection::TooLarge);
            }
        }
    }
    rank(certificate, &system, remaining, deadline)
}

/// The third question.
fn rank(
    certificate: &Certificate,
    system: &System,
    mut remaining: Vec<Path>,
    deadline: Deadline,
) -> Result<(), Rejection> {
    let components = |paths: &[Path]| {
        let edges: Vec<(usize, usize)> = paths.iter().map(|p| (p.source, p.target)).collect();
        cyclic_components(system.locations.len(), &edges)
    };
    for (number, ranking) in certificate.rankings.iter().enumerate() {
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
                kept.ok_or(Rejection::Increases { ranking: number, location: path.source })?;
                left.push(path);
            }
            remaining = left;
        }
    }
    match components(&remaining).first() {
        Some(component) => Err(Rejection::CycleLeft { location: component[0] }),
        None => Ok(()),
    }
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
    rules: Vec<&'a Rule>,
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
            for rule in self.rules.iter().filter(|r| r.source == path.target && self.to_cut[r.target]) {
                let longer = path.then(0, rule, self.count);
                if (self.cut)(rule.target) {
                    paths.push(longer);
                } else if self.possible(&longer, given) {
                    open.push(longer);
                }
                if paths.len() + open.len() > PATHS || self.deadline.passed() {
                    return Err(Rejection::TooLarge);
                }
            }
        }
        Ok(paths)
    }

    fn possible(&self, path: &Path, given: &[Atom]) -> bool {
        let mut question = Integers::new(self.deadline);
        question.assert(given);
        question.assert(&path.atoms);
        question.check() != Answer::Unsat
    }
}
