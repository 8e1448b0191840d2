//! Proofs of termination, as data.

use crate::its::{Atom, Location, Poly};
use std::collections::BTreeMap;

/// A proof that a system terminates; [`crate::check::check`] says whether it is one.
///
/// *Cut points* are the locations with an entry in `invariants`: each cycle passes one of them. A *path* leads from a cut point to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certificate {
    /// For each cut point what holds there in all runs: when a run first reaches it, and after each path if it held before.
    pub invariants: BTreeMap<Location, Vec<Atom>>,
    /// Why paths are not taken infinitely often. Each removes some.
    pub rankings: Vec<Ranking>,
    /// If cycles are left: the paths in them, as the rules that each consists of.
    pub paths: Vec<Vec<usize>>,
    /// Why no two of these paths follow each other infinitely often: rankings in which a location is a number of `paths`, the path that comes next,
    /// and a step is from one to another that can follow it. So functions may differ from path to path.
    pub by_path: Vec<Ranking>,
}

/// Why some of the paths of a strongly connected component are taken only finitely often: functions `f1, …, fd` of the variables, one
/// for each location and `n` from 1 to `d`.
///
/// A path is *removed* if for the values before (`f`) and after (`f'`) it
///
/// - `f1 - f1' >= 1`, `f2 - f2' + f1 >= 1`, …, `fd - fd' + f(d-1) >= 1`, and
/// - `fd >= 0`.
///
/// Each other path of the component increases none of them. With one function that is a linear ranking function (Podelski and
/// Rybalchenko 2004); several make a lexicographic one of the list of rankings (Bradley, Manna and Sipma 2005; Alias et al. 2010). With
/// more functions it is a nested one (Leike and Heizmann 2014; Ben-Amram and Genaim 2017): if removed paths were taken infinitely often,
/// `f1` would fall below any number, from then on `f2` too, …, and at last `fd` below 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// `f1`, …, `fd`, each for the locations of the component.
    pub functions: Vec<BTreeMap<Location, Poly>>,
}

impl Ranking {
    /// The locations that it is for.
    pub fn locations(&self) -> impl Iterator<Item = Location> {
        self.functions.first().into_iter().flat_map(|f| f.keys().copied())
    }

    /// The conditions under which a step from one of its locations to another is removed. `update` says what the variables become.
    #[must_use]
    pub fn removed(&self, source: Location, target: Location, update: &dyn Fn(&Poly) -> Poly) -> Vec<Atom> {
        let one = Poly::constant(1);
        let mut atoms = Vec::new();
        let mut earlier: Option<&Poly> = None;
        for function in &self.functions {
            let (Some(before), Some(after)) = (function.get(&source), function.get(&target)) else {
                return vec![Atom::at_least(Poly::constant(-1))];
            };
            let fall = before.minus(&update(after)).minus(&one);
            atoms.push(Atom::at_least(earlier.map_or_else(|| fall.clone(), |e| fall.plus(e))));
            earlier = Some(before);
        }
        atoms.extend(earlier.map(|last| Atom::at_least(last.clone())));
        atoms
    }

    /// The conditions under which the step increases nothing.
    #[must_use]
    pub fn kept(&self, source: Location, target: Location, update: &dyn Fn(&Poly) -> Poly) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for function in &self.functions {
            let (Some(before), Some(after)) = (function.get(&source), function.get(&target)) else {
                return vec![Atom::at_least(Poly::constant(-1))];
            };
            atoms.push(Atom::at_least(before.minus(&update(after))));
        }
        atoms
    }
}
