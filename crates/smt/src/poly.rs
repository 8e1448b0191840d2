//! Polynomials with integer coefficients, of any size.
//!
//! A polynomial is a map from monomials to coefficients other than 0; a monomial is the sorted list of its variables, each as
//! often as its power. So equal polynomials are equal values, and most are sums of few terms.

use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// A variable, by its number.
pub type Var = usize;

/// A polynomial with integer coefficients.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Poly {
    /// No coefficient is 0.
    terms: BTreeMap<Vec<Var>, BigInt>,
}

impl Poly {
    /// A number.
    pub fn constant(number: impl Into<BigInt>) -> Self {
        Self::default().with(Vec::new(), &number.into())
    }

    /// A variable.
    #[must_use]
    pub fn var(var: Var) -> Self {
        Self::default().with(vec![var], &BigInt::from(1))
    }

    /// A coefficient times a monomial, added.
    fn with(mut self, monomial: Vec<Var>, coefficient: &BigInt) -> Self {
        self.add_term(monomial, coefficient);
        self
    }

    /// Adds a coefficient times a monomial, whose variables come in any order.
    pub fn add_term(&mut self, mut monomial: Vec<Var>, coefficient: &BigInt) {
        monomial.sort_unstable();
        let sum = self.terms.get(&monomial).map_or_else(|| coefficient.clone(), |c| c + coefficient);
        if sum == BigInt::ZERO {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
    }

    /// The terms: monomials with their coefficients, which are not 0, in an order that depends on nothing else.
    pub fn terms(&self) -> impl Iterator<Item = (&[Var], &BigInt)> {
        self.terms.iter().map(|(m, c)| (m.as_slice(), c))
    }

    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (m, c) in &other.terms {
            sum.add_term(m.clone(), c);
        }
        sum
    }

    /// The difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (m, c) in &other.terms {
            sum.add_term(m.clone(), &-c);
        }
        sum
    }

    /// A multiple.
    #[must_use]
    pub fn times(&self, factor: &BigInt) -> Self {
        if *factor == BigInt::ZERO {
            return Self::default();
        }
        Self { terms: self.terms.iter().map(|(m, c)| (m.clone(), c * factor)).collect() }
    }

    /// The product.
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                product.add_term([m.as_slice(), n.as_slice()].concat(), &(c * d));
            }
        }
        product
    }

    /// The number, if there are no variables.
    #[must_use]
    pub fn as_constant(&self) -> Option<BigInt> {
        match self.terms.len() {
            0 => Some(BigInt::ZERO),
            1 => self.terms.get(&Vec::new()).cloned(),
            _ => None,
        }
    }

    /// The variable, if it is one and nothing else.
    #[must_use]
    pub fn as_var(&self) -> Option<Var> {
        match self.terms.first_key_value() {
            Some((m, c)) if self.terms.len() == 1 && m.len() == 1 && *c == BigInt::from(1) => Some(m[0]),
            _ => None,
        }
    }

    /// The constant term.
    #[must_use]
    pub fn constant_term(&self) -> BigInt {
        self.coefficient(&[])
    }

    /// The coefficient of a monomial, whose variables are sorted.
    #[must_use]
    pub fn coefficient(&self, monomial: &[Var]) -> BigInt {
        self.terms.get(monomial).cloned().unwrap_or_default()
    }

    /// Whether each term has at most one variable, to the first power.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        self.terms.keys().all(|m| m.len() <= 1)
    }

    /// The largest power sum of a term.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or(0)
    }

    /// The variables that occur.
    #[must_use]
    pub fn variables(&self) -> BTreeSet<Var> {
        self.terms.keys().flatten().copied().collect()
    }

    /// Whether a variable occurs.
    #[must_use]
    pub fn mentions(&self, var: Var) -> bool {
        self.terms.keys().any(|m| m.contains(&var))
    }

    /// Each variable replaced by a polynomial, all at once.
    #[must_use]
    pub fn substitute(&self, by: &mut dyn FnMut(Var) -> Self) -> Self {
        let mut sum = Self::default();
        for (monomial, c) in &self.terms {
            let mut product = Self::constant(c.clone());
            for v in monomial {
                product = product.product(&by(*v));
            }
            for (m, c) in product.terms {
                sum.add_term(m, &c);
            }
        }
        sum
    }

    /// Each variable replaced by a variable.
    #[must_use]
    pub fn rename(&self, to: &mut dyn FnMut(Var) -> Var) -> Self {
        let mut sum = Self::default();
        for (monomial, c) in &self.terms {
            sum.add_term(monomial.iter().map(|v| to(*v)).collect(), c);
        }
        sum
    }

    /// The value for given values of the variables.
    #[must_use]
    pub fn value(&self, of: &dyn Fn(Var) -> BigInt) -> BigInt {
        self.terms
            .iter()
            .map(|(m, c)| m.iter().fold(c.clone(), |product, v| product * of(*v)))
            .fold(BigInt::ZERO, |sum, term| sum + term)
    }

    /// The largest number that divides all coefficients but that of the constant term; 0 for a constant.
    #[must_use]
    pub fn content(&self) -> BigInt {
        self.terms
            .iter()
            .filter(|(m, _)| !m.is_empty())
            .fold(BigInt::ZERO, |gcd, (_, c)| greatest_common_divisor(gcd, c.clone()))
    }

    /// As text, with names for the variables.
    #[must_use]
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> String {
        let mut text = String::new();
        // Variables first, the constant last: as people write.
        for (monomial, c) in
            self.terms.iter().filter(|(m, _)| !m.is_empty()).chain(self.terms.get_key_value(&Vec::new()))
        {
            let negative = *c < BigInt::ZERO;
            let size = if negative { -c } else { c.clone() };
            text += match (text.is_empty(), negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let mut factors: Vec<String> = monomial.iter().map(|v| name(*v)).collect();
            if size != BigInt::from(1) || factors.is_empty() {
                factors.insert(0, size.to_string());
            }
            text += &factors.join("*");
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}

/// Euclid's algorithm; never negative.
pub(crate) fn greatest_common_divisor(mut a: BigInt, mut b: BigInt) -> BigInt {
    while b != BigInt::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < BigInt::ZERO { -a } else { a }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(poly: &Poly) -> String {
        poly.show(&|v| ["x", "y"][v].to_owned())
    }

    #[test]
    fn equal_polynomials_are_equal_values() {
        let (x, y) = (Poly::var(0), Poly::var(1));
        let square = x.plus(&y).product(&x.plus(&y));
        assert_eq!(show(&square), "x*x + 2*x*y + y*y");
        assert_eq!(square.minus(&square), Poly::default());
        assert_eq!(show(&x.minus(&Poly::constant(3))), "x - 3");
        assert_eq!(x.product(&y), y.product(&x));
    }

    #[test]
    fn substitution_is_all_at_once() {
        let (x, y) = (Poly::var(0), Poly::var(1));
        let swapped = x.minus(&y).substitute(&mut |v| Poly::var(1 - v));
        assert_eq!(show(&swapped), "-x + y");
        let value = x.product(&y).plus(&Poly::constant(1)).value(&|v| BigInt::from(v + 2));
        assert_eq!(value, BigInt::from(7));
    }

    #[test]
    fn content_leaves_the_constant_out() {
        let p = Poly::var(0)
            .times(&BigInt::from(-4))
            .plus(&Poly::var(1).times(&BigInt::from(6)))
            .plus(&Poly::constant(3));
        assert_eq!(p.content(), BigInt::from(2));
        assert_eq!(Poly::constant(3).content(), BigInt::ZERO);
    }
}
