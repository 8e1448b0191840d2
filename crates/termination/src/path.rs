//! Runs as formulas: each state on the way has variables of its own.

use crate::its::{Atom, Location, Poly, Rule, Var};

/// A path: steps from one location to another.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where it begins.
    pub source: Location,
    /// Where it ends.
    pub target: Location,
    /// What must hold of all values on the way. The variables' values at the beginning are the system's variables.
    pub atoms: Vec<Atom>,
    /// The variables' values at the end.
    pub end: Vec<Var>,
    /// The rules, each with the first of its free values.
    pub steps: Vec<(usize, Var)>,
    /// The first variable that is not used yet.
    next: Var,
}

impl Path {
    /// No step yet.
    #[must_use]
    pub fn at(location: Location, count: usize) -> Self {
        let end = (0..count).collect();
        Self { source: location, target: location, atoms: Vec::new(), end, steps: Vec::new(), next: count }
    }

    /// The path and one step more, by the rule with this number.
    #[must_use]
    pub fn then(&self, number: usize, rule: &Rule, count: usize) -> Self {
        let mut path = self.clone();
        path.target = rule.target;
        let first = self.next;
        path.next += rule.free;
        path.steps.push((number, first));
        let mut here = |v: Var| if v < count { self.end[v] } else { first + v - count };
        path.atoms.extend(rule.guard.iter().map(|atom| atom.map(|p| p.rename(&mut here))));
        for (var, value) in rule.update.iter().enumerate() {
            let value = value.rename(&mut here);
            path.end[var] = value.as_var().unwrap_or_else(|| {
                path.atoms.push(Atom::equal(Poly::var(path.next).minus(&value)));
                path.next += 1;
                path.next - 1
            });
        }
        path
    }

    /// A function of the values at the end.
    #[must_use]
    pub fn after(&self, function: &Poly) -> Poly {
        function.rename(&mut |v| self.end.get(v).copied().unwrap_or(v))
    }
}
