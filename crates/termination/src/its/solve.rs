//! Free values that an equation of the guard gives are replaced by what it says.

use super::{Poly, Relation, Rule, Var};
use num_bigint::BigInt;

impl Rule {
    /// Replaces free values that an equation gives, leaves out conditions that always hold, and renumbers the free values that are left. The steps
    /// stay the same. `count` is the number of the system's variables.
    pub fn solve(&mut self, count: usize) {
        while let Some((at, var, poly)) = self.given(count) {
            self.guard.remove(at);
            self.replace(var, &poly);
        }
        self.tidy(count);
    }

    /// An equation that gives a free value, the value and what it is.
    fn given(&self, count: usize) -> Option<(usize, Var, Poly)> {
        for (at, atom) in self.guard.iter().enumerate().filter(|(_, a)| a.relation == Relation::Equal) {
            for var in atom.poly.variables().into_iter().filter(|v| *v >= count) {
                let coefficient = atom.poly.coefficient(&[var]);
                let alone = atom.poly.terms().filter(|(m, _)| m.contains(&var)).count() == 1;
                if alone && (coefficient == BigInt::from(1) || coefficient == BigInt::from(-1)) {
                    let rest = atom.poly.minus(&Poly::var(var).times(&coefficient));
                    return Some((at, var, rest.times(&-coefficient)));
                }
            }
        }
        None
    }

    fn replace(&mut self, var: Var, by: &Poly) {
        let mut to = |v: Var| if v == var { by.clone() } else { Poly::var(v) };
        for atom in self.guard.iter_mut().filter(|a| a.poly.mentions(var)) {
            atom.poly = atom.poly.substitute(&mut to);
        }
        for poly in self.update.iter_mut().filter(|p| p.mentions(var)) {
            *poly = poly.substitute(&mut to);
        }
    }

    /// Simplifies the guard and renumbers the free values.
    fn tidy(&mut self, count: usize) {
        let mut guard = Vec::new();
        for atom in &self.guard {
            match atom.simplify() {
                Ok(atom) => guard.push(atom),
                Err(true) => {}
                Err(false) => guard.push(super::Atom::at_least(Poly::constant(-1))),
            }
        }
        guard.sort();
        guard.dedup();
        self.guard = guard;
        let polys = self.guard.iter().map(|a| &a.poly).chain(&self.update);
        let mut used: Vec<Var> = polys.flat_map(Poly::variables).filter(|v| *v >= count).collect();
        used.sort_unstable();
        used.dedup();
        let mut to = |v: Var| used.iter().position(|u| *u == v).map_or(v, |at| count + at);
        self.guard.iter_mut().for_each(|atom| atom.poly = atom.poly.rename(&mut to));
        self.update.iter_mut().for_each(|poly| *poly = poly.rename(&mut to));
        self.free = used.len();
    }

    /// Whether the guard says plainly that the rule is never taken.
    #[must_use]
    pub fn never(&self) -> bool {
        self.guard.iter().any(|atom| atom.simplify() == Err(false))
    }
}
