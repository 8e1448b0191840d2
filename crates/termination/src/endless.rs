//! Endless runs, as data, and their checker.

use crate::its::run::State;
use crate::its::words::over_integers;
use crate::its::{Atom, Kind, Location, Poly, System, Var};
use crate::solver::{Deadline, Integers};
use num_bigint::BigInt;

/// Steps: numbers of rules, each with its free values.
pub type Steps<T> = Vec<(usize, Vec<T>)>;

/// An endless run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Endless {
    /// A run to a state that was passed before.
    Lasso(Lasso),
    /// A run into a set that a cycle of rules leads back into, again and again.
    Closed(Closed),
}

/// A run that reaches a state that it has passed before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lasso {
    /// Where the run begins.
    pub start: State,
    /// Its steps: rules of the system with their free values.
    pub steps: Steps<BigInt>,
    /// After how many steps it was first in the state that it ends in.
    pub back: usize,
}

/// Steps to a state of a *closed set*, and a cycle of rules that leads from each state of the set to one of it (Gupta et al.,
/// "Proving non-termination", 2008: a recurrent set).
///
/// Rules are numbers of the system over mathematical integers ([`over_integers`]), which is the system itself if it has no machine integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// Where the run begins.
    pub start: State,
    /// Its first steps: rules with their free values.
    pub stem: Steps<BigInt>,
    /// Where the closed set is.
    pub location: Location,
    /// The closed set: the values for which all of these hold.
    pub set: Vec<Atom>,
    /// The cycle: rules with their free values, chosen by the values at its beginning.
    pub cycle: Steps<Poly>,
}

impl Endless {
    /// Whether it is an endless run of a system.
    #[must_use]
    pub fn check(&self, system: &System, deadline: Deadline) -> bool {
        match self {
            Self::Lasso(lasso) => lasso.check(system),
            Self::Closed(closed) => closed.check(system, deadline),
        }
    }
}

/// Whether a run of a system may begin in a state.
fn begins(system: &System, state: &State) -> bool {
    let in_range = |(value, kind): (&BigInt, &Kind)| kind.reduce(value.clone()) == *value;
    system.starts.contains(&state.location)
        && state.values.len() == system.variables.len()
        && state.values.iter().zip(&system.kinds).all(in_range)
}

impl Lasso {
    /// Whether the run can be run, and ends where it was.
    #[must_use]
    pub fn check(&self, system: &System) -> bool {
        let mut states = vec![self.start.clone()];
        if !begins(system, &self.start) {
            return false;
        }
        for (rule, free) in &self.steps {
            let next =
                system.rules.get(*rule).and_then(|rule| system.step(&states[states.len() - 1], rule, free));
            let Some(next) = next else { return false };
            states.push(next);
        }
        self.back < self.steps.len() && states[self.back] == states[states.len() - 1]
    }
}

impl Closed {
    /// Whether it is an endless run: the stem is run, and a solver confirms that in the set each step of the cycle can be
    /// taken and that the set is reached again.
    #[must_use]
    pub fn check(&self, system: &System, deadline: Deadline) -> bool {
        let integers = over_integers(system);
        let variables = self.set.iter().flat_map(|atom| atom.poly.variables());
        if variables.max().is_some_and(|v| v >= system.variables.len()) {
            return false;
        }
        let ends_in_set = self.run(system, &integers).is_some_and(|state| {
            state.location == self.location
                && self.set.iter().all(|atom| atom.holds(&|v| state.values[v].clone()))
        });
        ends_in_set && !self.cycle.is_empty() && self.is_closed(&integers, deadline)
    }

    /// The state after the stem.
    fn run(&self, system: &System, integers: &System) -> Option<State> {
        let first = begins(system, &self.start).then(|| self.start.clone())?;
        self.stem
            .iter()
            .try_fold(first, |state, (rule, free)| integers.step(&state, integers.rules.get(*rule)?, free))
    }

    fn is_closed(&self, integers: &System, deadline: Deadline) -> bool {
        let count = integers.variables.len();
        let mut location = self.location;
        let mut values: Vec<Poly> = (0..count).map(Poly::var).collect();
        let mut needed = Vec::new();
        for (number, choices) in &self.cycle {
            let Some(rule) = integers.rules.get(*number) else { return false };
            let only_variables = choices.iter().flat_map(Poly::variables).all(|v| v < count);
            if rule.source != location || choices.len() != rule.free || !only_variables {
                return false;
            }
            let mut by = |v: Var| if v < count { values[v].clone() } else { choices[v - count].clone() };
            needed.extend(rule.guard.iter().map(|atom| atom.map(|p| p.substitute(&mut by))));
            let after: Vec<Poly> = rule.update.iter().map(|p| p.substitute(&mut by)).collect();
            values = after;
            location = rule.target;
        }
        needed.extend(self.set.iter().map(|atom| atom.map(|p| p.substitute(&mut |v| values[v].clone()))));
        location == self.location
            && needed.iter().all(|atom| Integers::implies(&self.set, std::slice::from_ref(atom), deadline))
    }
}
