//! The meaning of a system: its steps, on values.

use super::{Kind, Location, Rule, System};
use num_bigint::BigInt;

/// A state of a run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State {
    /// Where.
    pub location: Location,
    /// The values of the variables.
    pub values: Vec<BigInt>,
}

impl Kind {
    /// The value of this kind that a number becomes when it is assigned.
    #[must_use]
    pub fn reduce(self, number: BigInt) -> BigInt {
        let Self::Word { width, signed } = self else { return number };
        let size = BigInt::from(1) << width;
        let rest = ((number % &size) + &size) % &size;
        if signed && rest >= BigInt::from(1) << (width - 1) { rest - size } else { rest }
    }

    /// The smallest and the largest value.
    #[must_use]
    pub fn range(self) -> Option<(BigInt, BigInt)> {
        let Self::Word { width, signed } = self else { return None };
        let half = BigInt::from(1) << (width - 1);
        Some(if signed { (-half.clone(), half - 1) } else { (BigInt::ZERO, half * 2 - 1) })
    }
}

impl System {
    /// The state after a step by a rule with these free values, if it can be taken.
    #[must_use]
    pub fn step(&self, state: &State, rule: &Rule, free: &[BigInt]) -> Option<State> {
        if rule.source != state.location || free.len() != rule.free {
            return None;
        }
        let count = self.variables.len();
        let of = |v: usize| if v < count { state.values[v].clone() } else { free[v - count].clone() };
        if !rule.guard.iter().all(|atom| atom.holds(&of)) {
            return None;
        }
        let values = rule.update.iter().zip(&self.kinds).map(|(poly, kind)| kind.reduce(poly.value(&of)));
        Some(State { location: rule.target, values: values.collect() })
    }
}
