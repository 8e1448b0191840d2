//! Boolean combinations of comparisons, and what they become: alternatives, each a conjunction of atoms.

use crate::its::{Atom, Poly};
use crate::limits::systems;

/// A condition on the values of variables.
#[derive(Clone, Debug)]
pub enum Condition {
    True,
    False,
    /// The left side compared with the right side.
    Compare(Comparison, Poly, Poly),
    And(Vec<Condition>),
    Or(Vec<Condition>),
}

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Different,
}

impl Condition {
    /// The opposite.
    pub fn negate(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::And(parts) => Self::Or(parts.into_iter().map(Self::negate).collect()),
            Self::Or(parts) => Self::And(parts.into_iter().map(Self::negate).collect()),
            Self::Compare(comparison, a, b) => {
                let opposite = match comparison {
                    Comparison::Less => Comparison::AtLeast,
                    Comparison::AtMost => Comparison::Greater,
                    Comparison::Greater => Comparison::AtMost,
                    Comparison::AtLeast => Comparison::Less,
                    Comparison::Equal => Comparison::Different,
                    Comparison::Different => Comparison::Equal,
                };
                Self::Compare(opposite, a, b)
            }
        }
    }

    /// The conjunctions of which at least one must hold, or `None` if there are too many. One that never holds is left out.
    pub fn alternatives(&self) -> Option<Vec<Vec<Atom>>> {
        match self {
            Self::True => Some(vec![Vec::new()]),
            Self::False => Some(Vec::new()),
            Self::Compare(comparison, a, b) => Some(compare(*comparison, a, b)),
            Self::Or(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(part.alternatives()?);
                    if all.len() > systems::RULES_OF_ONE {
                        return None;
                    }
                }
                Some(all)
            }
            Self::And(parts) => {
                let mut all: Vec<Vec<Atom>> = vec![Vec::new()];
                for part in parts {
                    let next = part.alternatives()?;
                    if let [only] = next.as_slice() {
                        all.iter_mut().for_each(|one| one.extend(only.iter().cloned()));
                        continue;
                    }
                    if all.len().saturating_mul(next.len()) > systems::RULES_OF_ONE {
                        return None;
                    }
                    all = all
                        .iter()
                        .flat_map(|one| next.iter().map(|other| [one.as_slice(), other].concat()))
                        .collect();
                }
                Some(all)
            }
        }
    }
}

/// A comparison as alternatives of atoms over integers.
fn compare(comparison: Comparison, a: &Poly, b: &Poly) -> Vec<Vec<Atom>> {
    let one = Poly::constant(1);
    let (less, greater) = (b.minus(a).minus(&one), a.minus(b).minus(&one));
    let atoms = match comparison {
        Comparison::Less => vec![Atom::at_least(less)],
        Comparison::AtMost => vec![Atom::at_least(b.minus(a))],
        Comparison::Greater => vec![Atom::at_least(greater)],
        Comparison::AtLeast => vec![Atom::at_least(a.minus(b))],
        Comparison::Equal => vec![Atom::equal(a.minus(b))],
        Comparison::Different => vec![Atom::at_least(less), Atom::at_least(greater)],
    };
    atoms
        .into_iter()
        .filter_map(|atom| match atom.simplify() {
            Ok(atom) => Some(vec![atom]),
            Err(true) => Some(Vec::new()),
            Err(false) => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(comparison: Comparison, a: Poly, b: i32) -> Condition {
        Condition::Compare(comparison, a, Poly::constant(b))
    }

    #[test]
    fn disjunctions_are_multiplied_out() {
        let (x, y) = (Poly::var(0), Poly::var(1));
        let both =
            Condition::And(vec![is(Comparison::Different, x.clone(), 0), is(Comparison::Different, y, 1)]);
        assert_eq!(both.alternatives().unwrap().len(), 4);
        assert_eq!(both.clone().negate().alternatives().unwrap().len(), 2);
        let many = Condition::And(vec![is(Comparison::Different, x, 0); 13]);
        assert!(many.alternatives().is_none(), "2^13 is above the limit");
        assert!(Condition::And(vec![both, Condition::False]).alternatives().unwrap().is_empty());
    }
}
