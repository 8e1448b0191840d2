//! Free values that are not needed: an equation of the guard gives them, or only the guard mentions them and can express without them
//! whether one exists.

use super::{Atom, Poly, Relation, Rule, Var};
use num_bigint::BigInt;

impl Rule {
    /// Replaces free values that an equation gives, leaves out conditions that always hold, and renumbers the free values that are left. The steps
    /// stay the same. `count` is the number of the system's variables.
    pub fn solve(&mut self, count: usize) {
        while let Some((at, var, poly)) = self.given(count) {
            self.guard.remove(at);
            self.replace(var, &poly);
        }
        while let Some(guard) = self.without_one(count) {
            self.guard = guard;
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

    /// The guard without a free value that only bounds mention: there is one between them if each lower bound is at most each upper
    /// bound (Fourier and Motzkin; exact for integers, as its coefficients are 1 and -1).
    fn without_one(&self, count: usize) -> Option<Vec<Atom>> {
        let (mut used, mut many) = (Vec::new(), Vec::new());
        self.update.iter().for_each(|p| used.extend(p.variables()));
        self.guard.iter().for_each(|a| many.extend(a.poly.variables()));
        many.sort_unstable();
        many.dedup();
        many.into_iter().filter(|v| *v >= count && !used.contains(v)).find_map(|var| self.without(var))
    }

    fn without(&self, var: Var) -> Option<Vec<Atom>> {
        let (bounds, mut rest): (Vec<&Atom>, Vec<&Atom>) =
            self.guard.iter().partition(|a| a.poly.mentions(var));
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for atom in bounds {
            let coefficient = atom.poly.coefficient(&[var]);
            let alone = atom.poly.terms().filter(|(m, _)| m.contains(&var)).count() == 1;
            if !alone || atom.relation == Relation::Equal {
                return None;
            }
            match i8::try_from(&coefficient) {
                Ok(1) => lower.push(&atom.poly),
                Ok(-1) => upper.push(&atom.poly),
                _ => return None,
            }
        }
        if lower.len() * upper.len() > lower.len() + upper.len() {
            return None;
        }
        let between: Vec<Atom> =
            lower.iter().flat_map(|l| upper.iter().map(|u| Atom::at_least(l.plus(u)))).collect();
        rest.extend(&between);
        Some(rest.into_iter().cloned().collect())
    }

    /// Simplifies the guard and renumbers the free values.
    fn tidy(&mut self, count: usize) {
        let mut guard = Vec::new();
        for atom in &self.guard {
            match atom.simplify() {
                Ok(atom) => guard.push(atom),
                Err(true) => {}
                Err(false) => guard.push(Atom::at_least(Poly::constant(-1))),
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

#[cfg(test)]
mod tests {
    use crate::its::text::{Format, print, read};

    #[test]
    fn free_values_that_are_not_needed_are_gone() {
        let solved = |guard: &str| {
            let mut system = read(&format!("f(x, y) -> f(a, y) :|: {guard}"), Format::Koat).unwrap();
            system.rules[0].solve(2);
            print(&system).lines().nth(4).unwrap_or_default().trim().to_owned()
        };
        assert_eq!(solved("a = b + 1 && b = 2*y"), "f(x, y) -> Com_1(f(2*y + 1, y))");
        assert_eq!(solved("b > x && b < y && c > 3"), "f(x, y) -> Com_1(f(free1, y)) :|: y >= x + 2");
        // Halves are not integers, and products of free values stay.
        assert_eq!(solved("2*b = x"), "f(x, y) -> Com_1(f(free1, y)) :|: 2*free2 = x");
        assert_eq!(
            solved("2*b <= x && 2*b >= x"),
            "f(x, y) -> Com_1(f(free1, y)) :|: 2*free2 >= x && x >= 2*free2"
        );
    }
}
