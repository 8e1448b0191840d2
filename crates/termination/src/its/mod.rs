//! Transition systems over integers: the subjects of termination proofs.
//!
//! A [`System`] has locations, variables and [`Rule`]s. A state is a location with a value for each variable. A rule may be taken from
//! its source location where its guard holds; it goes to its target location and gives all variables new values at once. A rule may have *free
//! values*, numbers that are chosen anew each time: what the guard does not exclude may be chosen. A run begins at one of the start
//! locations with any values, and ends where no rule can be taken. *Termination*: no run is endless, whatever is chosen.
//!
//! Guards are conjunctions; a disjunction is several rules. Values are mathematical integers, or machine integers for variables whose
//! [`Kind`] says so: guards are then about the values, and what is assigned wraps around. [`words`] expresses the same in mathematical
//! integers, so that the method has one arithmetic only.
//!
//! Source: paper 004, §2 and §4 (it calls them integer term rewriting systems); the formats are described in [`text`].

pub mod run;
mod solve;
pub mod text;
pub mod words;

pub use raddle_smt::poly::{Poly, Var};

use num_bigint::BigInt;

/// The number of a location in [`System::locations`].
pub type Location = usize;

/// What values a variable has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Mathematical integers.
    Integer,
    /// Machine integers of `width` bits, at most 128; what is assigned is reduced modulo 2^width.
    Word {
        /// The number of bits.
        width: u32,
        /// Two's complement, or from 0 on.
        signed: bool,
    },
}

/// A transition system.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct System {
    /// The names of the locations.
    pub locations: Vec<String>,
    /// The names of the variables.
    pub variables: Vec<String>,
    /// The kinds of the variables.
    pub kinds: Vec<Kind>,
    /// Where runs begin.
    pub starts: Vec<Location>,
    /// What steps there are.
    pub rules: Vec<Rule>,
}

/// A rule: a set of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// From where.
    pub source: Location,
    /// To where.
    pub target: Location,
    /// All must hold. Variables from the system's count on are the rule's free values.
    pub guard: Vec<Atom>,
    /// What each variable becomes.
    pub update: Vec<Poly>,
    /// How many free values there are.
    pub free: usize,
    /// Where it stands in the text it was read from, from 1 on; 0 if nowhere.
    pub line: u32,
}

/// A polynomial compared with 0.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Atom {
    /// The left side.
    pub poly: Poly,
    /// How it compares with 0.
    pub relation: Relation,
}

/// How a polynomial compares with 0. Over integers nothing else is needed: x > 0 is x - 1 >= 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// At least 0.
    AtLeast,
    /// 0.
    Equal,
}

impl Atom {
    /// `poly >= 0`
    #[must_use]
    pub fn at_least(poly: Poly) -> Self {
        Self { poly, relation: Relation::AtLeast }
    }

    /// `poly = 0`
    #[must_use]
    pub fn equal(poly: Poly) -> Self {
        Self { poly, relation: Relation::Equal }
    }

    /// Whether it holds for given values.
    #[must_use]
    pub fn holds(&self, of: &dyn Fn(Var) -> BigInt) -> bool {
        let value = self.poly.value(of);
        match self.relation {
            Relation::AtLeast => value >= BigInt::ZERO,
            Relation::Equal => value == BigInt::ZERO,
        }
    }

    /// Its polynomial changed.
    #[must_use]
    pub fn map(&self, change: impl FnOnce(&Poly) -> Poly) -> Self {
        Self { poly: change(&self.poly), relation: self.relation }
    }

    /// The strongest atom that means the same, or whether it always holds or never does: coefficients are divided by what they have in
    /// common, and the constant is rounded, as values are integers.
    ///
    /// # Errors
    /// Not one: what always holds is `Err(true)`, and what never does `Err(false)`.
    pub fn simplify(&self) -> Result<Self, bool> {
        if let Some(value) = self.poly.as_constant() {
            return Err(match self.relation {
                Relation::AtLeast => value >= BigInt::ZERO,
                Relation::Equal => value == BigInt::ZERO,
            });
        }
        let gcd = self.poly.content();
        let constant = self.poly.constant_term();
        let rounded = floor(&constant, &gcd);
        if self.relation == Relation::Equal && &rounded * &gcd != constant {
            return Err(false);
        }
        let mut poly = Poly::default();
        for (monomial, c) in self.poly.terms().filter(|(m, _)| !m.is_empty()) {
            poly.add_term(monomial.to_vec(), &(c / &gcd));
        }
        poly.add_term(Vec::new(), &rounded);
        if self.relation == Relation::Equal && poly.terms().last().is_some_and(|(_, c)| *c < BigInt::ZERO) {
            poly = poly.times(&BigInt::from(-1));
        }
        Ok(Self { poly, relation: self.relation })
    }

    /// As text, with names for the variables: positive terms left, negative ones right.
    #[must_use]
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let (mut left, mut right) = (Poly::default(), Poly::default());
        for (monomial, c) in self.poly.terms() {
            if monomial.is_empty() {
                right.add_term(Vec::new(), &-c);
            } else if *c > BigInt::ZERO {
                left.add_term(monomial.to_vec(), c);
            } else {
                right.add_term(monomial.to_vec(), &-c);
            }
        }
        let relation = match self.relation {
            Relation::AtLeast => ">=",
            Relation::Equal => "=",
        };
        // -x >= -3 reads better as x <= 3.
        if left.is_empty() && self.relation == Relation::AtLeast {
            let constant = Poly::constant(right.constant_term());
            return format!(
                "{} <= {}",
                right.minus(&constant).show(name),
                Poly::default().minus(&constant).show(name)
            );
        }
        format!("{} {relation} {}", left.show(name), right.show(name))
    }
}

/// The quotient, rounded down; the divisor is positive.
fn floor(number: &BigInt, divisor: &BigInt) -> BigInt {
    let quotient = number / divisor;
    if *number < BigInt::ZERO && &quotient * divisor != *number { quotient - 1 } else { quotient }
}

impl System {
    /// The name of a variable of a rule: free values are `?1`, `?2`, …
    #[must_use]
    pub fn name(&self, var: Var) -> String {
        self.variables.get(var).cloned().unwrap_or_else(|| format!("?{}", var + 1 - self.variables.len()))
    }

    /// The name of a location.
    #[must_use]
    pub fn location(&self, location: Location) -> &str {
        self.locations.get(location).map_or("?", String::as_str)
    }

    /// An atom over its variables as text.
    #[must_use]
    pub fn show(&self, atom: &Atom) -> String {
        atom.show(&|v| self.name(v))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atom(x: i32, y: i32, constant: i32, relation: Relation) -> Atom {
        let poly = Poly::var(0)
            .times(&x.into())
            .plus(&Poly::var(1).times(&y.into()))
            .plus(&Poly::constant(constant));
        Atom { poly, relation }
    }

    #[test]
    fn atoms_are_made_as_strong_as_integers_allow() {
        // 2x - 4y - 3 >= 0 is x - 2y >= 2 for integers, and 2x - 4y - 3 = 0 has no solution.
        let strong = atom(2, -4, -3, Relation::AtLeast).simplify().unwrap();
        assert_eq!(strong, atom(1, -2, -2, Relation::AtLeast));
        assert_eq!(atom(2, -4, -3, Relation::Equal).simplify(), Err(false));
        assert_eq!(atom(0, 0, 0, Relation::AtLeast).simplify(), Err(true));
    }

    #[test]
    fn atoms_read_well() {
        let name = |v: Var| ["x", "y"][v].to_owned();
        assert_eq!(atom(1, -2, -2, Relation::AtLeast).show(&name), "x >= 2*y + 2");
        assert_eq!(atom(-1, 0, 3, Relation::AtLeast).show(&name), "x <= 3");
        assert_eq!(atom(-1, -1, 0, Relation::AtLeast).show(&name), "x + y <= 0");
        assert_eq!(atom(1, -1, 1, Relation::Equal).show(&name), "x = y - 1");
    }
}
