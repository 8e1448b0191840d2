//! Octagons: conjunctions of `±x ± y <= c` and `±x <= c` over integers.
//!
//! Miné, "The octagon abstract domain" (2006). Each variable `x` stands for two, `+x` and `-x`; entry `(i, j)` of the matrix bounds
//! variable `j` minus variable `i`. The matrix is *closed* when each bound is the least that follows from all (shortest paths), with bounds
//! on a single variable rounded for integers and used for pairs (§3.4 there; for integers this is sound, not always the least).
//!
//! A bound that does not fit is left out, which is sound.

use crate::its::{Atom, Poly, Relation, Var};
use crate::limits::invariants;

/// No bound.
const NONE: i64 = i64::MAX;

/// Bounds beyond this are left out, so that sums of them cannot overflow.
const LARGEST: i64 = 1 << 55;

/// An octagon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Octagon {
    /// How many variables.
    count: usize,
    bounds: Vec<i64>,
    empty: bool,
}

fn sum(a: i64, b: i64) -> i64 {
    if a == NONE || b == NONE { NONE } else { fit(i128::from(a) + i128::from(b)) }
}

/// An upper bound as it is kept: weaker if it is too large or too small.
fn fit(bound: i128) -> i64 {
    if bound > i128::from(LARGEST) { NONE } else { i64::try_from(bound).unwrap_or(-LARGEST).max(-LARGEST) }
}

/// A linear term: a variable and its coefficient.
type Linear = (Var, i64);

impl Octagon {
    /// All values.
    #[must_use]
    pub fn all(count: usize) -> Self {
        let size = 2 * count;
        let mut bounds = vec![NONE; size * size];
        for i in 0..size {
            bounds[i * size + i] = 0;
        }
        Self { count, bounds, empty: false }
    }

    /// No values.
    #[must_use]
    pub fn none(count: usize) -> Self {
        Self { empty: true, ..Self::all(count) }
    }

    /// Whether it is known to have no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.empty
    }

    fn at(&self, i: usize, j: usize) -> i64 {
        self.bounds[i * 2 * self.count + j]
    }

    fn lower(&mut self, i: usize, j: usize, bound: i64) {
        let size = 2 * self.count;
        for (i, j) in [(i, j), (j ^ 1, i ^ 1)] {
            let entry = &mut self.bounds[i * size + j];
            *entry = (*entry).min(bound);
        }
    }

    /// Makes all bounds as small as they can be made.
    pub fn close(&mut self) {
        let size = 2 * self.count;
        if self.empty {
            return;
        }
        if self.count <= invariants::RELATED_VARIABLES {
            for k in 0..size {
                let through: Vec<i64> = self.bounds[k * size..(k + 1) * size].to_vec();
                for i in 0..size {
                    let to = self.bounds[i * size + k];
                    if to == NONE {
                        continue;
                    }
                    for (entry, from) in self.bounds[i * size..(i + 1) * size].iter_mut().zip(&through) {
                        if *from != NONE && to + from < *entry {
                            *entry = fit(i128::from(to) + i128::from(*from));
                        }
                    }
                }
            }
        }
        // 2x <= 2c + 1 is x <= c; then x <= a and y <= b give x + y <= a + b.
        for i in 0..size {
            let bound = self.at(i, i ^ 1);
            if bound != NONE {
                self.bounds[i * size + (i ^ 1)] = bound.div_euclid(2) * 2;
            }
        }
        let single: Vec<i64> = (0..size).map(|i| self.at(i, i ^ 1)).collect();
        for i in 0..size {
            if sum(single[i], single[i ^ 1]) < 0 {
                self.empty = true;
            }
            if single[i] == NONE || self.count > invariants::RELATED_VARIABLES {
                continue;
            }
            for j in 0..size {
                let both = sum(single[i], single[j ^ 1]);
                if both != NONE {
                    let entry = &mut self.bounds[i * size + j];
                    *entry = (*entry).min(both.div_euclid(2));
                }
            }
        }
        self.empty |= (0..size).any(|i| self.at(i, i) < 0);
    }

    /// The least upper bound of `a·x` that is known.
    fn most(&self, (var, a): Linear) -> i128 {
        let bound = if a > 0 { self.at(2 * var + 1, 2 * var) } else { self.at(2 * var, 2 * var + 1) };
        if bound == NONE { INFINITE } else { i128::from(bound / 2) * i128::from(a.abs()) }
    }

    /// An upper bound of a sum: of single terms, or of pairs that an octagon bounds together.
    fn upper(&self, terms: &[Linear]) -> i128 {
        let [first, rest @ ..] = terms else { return 0 };
        let mut best = add(self.most(*first), self.upper_single(rest));
        if terms.len() > 5 {
            return best;
        }
        best = best.min(add(self.most(*first), self.upper(rest)));
        for (n, other) in rest.iter().enumerate() {
            if first.1.abs() == other.1.abs() && first.0 != other.0 {
                let pair = self.pair(first.0, first.1 > 0, other.0, other.1 > 0);
                if pair != NONE {
                    let left: Vec<Linear> = [&rest[..n], &rest[n + 1..]].concat();
                    best = best.min(add(i128::from(pair) * i128::from(first.1.abs()), self.upper(&left)));
                }
            }
        }
        best
    }

    fn upper_single(&self, terms: &[Linear]) -> i128 {
        terms.iter().fold(0, |all, term| add(all, self.most(*term)))
    }

    /// The bound of `±x ± y`; `true` is plus.
    fn pair(&self, x: Var, plus_x: bool, y: Var, plus_y: bool) -> i64 {
        // V_j - V_i with V_j = ±x and V_i = -(±y).
        self.at(2 * y + usize::from(plus_y), 2 * x + usize::from(!plus_x))
    }

    /// The least and the largest value of a variable.
    #[must_use]
    pub fn range(&self, var: Var) -> (Option<i64>, Option<i64>) {
        let (low, high) = (self.at(2 * var, 2 * var + 1), self.at(2 * var + 1, 2 * var));
        ((low != NONE).then_some(-(low / 2)), (high != NONE).then_some(high / 2))
    }

    /// Keeps the values for which all atoms hold, or more. It must be closed, and is not any more.
    pub fn meet(&mut self, atoms: &[Atom]) {
        for atom in atoms {
            self.at_least(&atom.poly);
            if atom.relation == Relation::Equal {
                self.at_least(&Poly::default().minus(&atom.poly));
            }
        }
    }

    /// Keeps the values for which a polynomial is at least 0.
    fn at_least(&mut self, poly: &Poly) {
        let mut terms: Vec<Linear> = Vec::new();
        let mut constant = 0_i128;
        for (monomial, c) in poly.terms() {
            let Ok(c) = i64::try_from(c) else { return };
            if c.unsigned_abs() > LARGEST.unsigned_abs() {
                return;
            }
            match monomial {
                [] => constant = add(constant, c.into()),
                [var] => terms.push((*var, c)),
                _ => constant = add(constant, self.most_product(monomial, c)),
            }
        }
        if constant >= INFINITE {
            return;
        }
        if terms.is_empty() {
            self.empty |= constant < 0;
            return;
        }
        // a·x >= -constant - rest, for each term and for pairs with equal coefficients.
        for (n, &(var, a)) in terms.iter().enumerate() {
            let rest: Vec<Linear> = [&terms[..n], &terms[n + 1..]].concat();
            let rest_most = add(constant, self.upper(&rest));
            if rest_most < INFINITE {
                // ∓x <= floor(rest / |a|)
                let bound = fit(2 * rest_most.div_euclid(i128::from(a.abs())));
                let plus = 2 * var + usize::from(a < 0);
                self.lower(plus, plus ^ 1, bound);
            }
            if self.count > invariants::RELATED_VARIABLES {
                continue;
            }
            for (m, &(other, b)) in terms.iter().enumerate().skip(n + 1) {
                if a.abs() != b.abs() {
                    continue;
                }
                let rest: Vec<Linear> =
                    terms.iter().enumerate().filter(|(k, _)| *k != n && *k != m).map(|(_, t)| *t).collect();
                let rest_most = add(constant, self.upper(&rest));
                if rest_most < INFINITE {
                    // -(±x ± y) <= floor(rest / |a|)
                    let bound = fit(rest_most.div_euclid(i128::from(a.abs())));
                    let minus_x = 2 * var + usize::from(a > 0);
                    let plus_y = 2 * other + usize::from(b < 0);
                    self.lower(plus_y, minus_x, bound);
                }
            }
        }
    }

    /// An upper bound of a product of variables, by intervals.
    fn most_product(&self, monomial: &[Var], c: i64) -> i128 {
        let mut product = (i128::from(c), i128::from(c));
        let mut at = 0;
        while at < monomial.len() {
            let var = monomial[at];
            let power = monomial[at..].iter().take_while(|v| **v == var).count();
            at += power;
            let (a, b) = self.range(var);
            let a = a.map_or(-INFINITE, i128::from);
            let b = b.map_or(INFINITE, i128::from);
            let (mut p, mut q) = (1, 1);
            for _ in 0..power {
                (p, q) = times((p, q), (a, b));
            }
            // A square is not negative.
            if power % 2 == 0 {
                p = p.max(0);
            }
            product = times(product, (p, q));
        }
        product.1
    }

    /// The least octagon that contains both. Both must be closed.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        if self.empty || other.empty {
            return if self.empty { other.clone() } else { self.clone() };
        }
        let bounds = self.bounds.iter().zip(&other.bounds).map(|(a, b)| *a.max(b)).collect();
        Self { count: self.count, bounds, empty: false }
    }

    /// An octagon that contains both, chosen so that only finitely many can follow each other: bounds that grow become the next
    /// of `thresholds` (sorted), or are given up.
    #[must_use]
    pub fn widen(&self, other: &Self, thresholds: &[i64]) -> Self {
        if self.empty || other.empty {
            return if self.empty { other.clone() } else { self.clone() };
        }
        let size = 2 * self.count;
        let grown = |n: usize, a: i64, b: i64| {
            if b <= a {
                return a;
            }
            let factor = if n / size == (n % size) ^ 1 { 2 } else { 1 };
            thresholds.iter().map(|t| t * factor).find(|t| *t >= b).unwrap_or(NONE)
        };
        let pairs = self.bounds.iter().zip(&other.bounds).enumerate();
        Self { count: self.count, bounds: pairs.map(|(n, (a, b))| grown(n, *a, *b)).collect(), empty: false }
    }

    /// Whether all values of another one are in it. The other must be closed.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.empty || (!self.empty && self.bounds.iter().zip(&other.bounds).all(|(a, b)| a >= b))
    }

    /// The same with other variables: variable `n` is what `from[n]` was; `None` is one with any value. If it is closed it stays so.
    #[must_use]
    pub fn select(&self, from: &[Option<Var>]) -> Self {
        let mut selected = Self { empty: self.empty, ..Self::all(from.len()) };
        let size = 2 * from.len();
        for i in 0..size {
            let Some(a) = from[i / 2] else { continue };
            for j in 0..size {
                let Some(b) = from[j / 2] else { continue };
                if i != j {
                    selected.bounds[i * size + j] = self.at(2 * a + i % 2, 2 * b + j % 2);
                }
            }
        }
        selected
    }

    /// Atoms that together say the same. Bounds that follow from others are left out. It must be closed.
    #[must_use]
    pub fn atoms(&self) -> Vec<Atom> {
        if self.empty {
            return vec![Atom::at_least(Poly::constant(-1))];
        }
        let size = 2 * self.count;
        let mut kept = self.clone();
        // Bounds of pairs first, so that those of single variables stay.
        let mut order: Vec<(usize, usize)> =
            (0..size).flat_map(|i| (0..size).map(move |j| (i, j))).filter(|(i, j)| i != j).collect();
        order.sort_by_key(|(i, j)| *i == j ^ 1);
        for (i, j) in order {
            let bound = kept.at(i, j);
            if bound == NONE || (i, j) > (j ^ 1, i ^ 1) {
                continue;
            }
            let by_single = i != j ^ 1 && {
                let both = sum(kept.at(i, i ^ 1), kept.at(j ^ 1, j));
                both != NONE && both.div_euclid(2) <= bound
            };
            let by_other = (0..size).any(|k| {
                k != i && k != j && k != i ^ 1 && k != j ^ 1 && sum(kept.at(i, k), kept.at(k, j)) <= bound
            });
            if by_single || (i != j ^ 1 && by_other) {
                for (i, j) in [(i, j), (j ^ 1, i ^ 1)] {
                    kept.bounds[i * size + j] = NONE;
                }
            }
        }
        kept.all_atoms()
    }

    fn all_atoms(&self) -> Vec<Atom> {
        let size = 2 * self.count;
        let signed = |v: usize| Poly::var(v / 2).times(&if v.is_multiple_of(2) { 1 } else { -1 }.into());
        let mut atoms: Vec<Atom> = Vec::new();
        for i in 0..size {
            for j in 0..size {
                let bound = self.at(i, j);
                if i == j || bound == NONE || (i, j) > (j ^ 1, i ^ 1) {
                    continue;
                }
                let back = self.at(j, i);
                let equal = back != NONE && back == -bound;
                let poly = Poly::constant(bound).minus(&signed(j).minus(&signed(i)));
                let atom = if equal { Atom::equal(poly) } else { Atom::at_least(poly) };
                atoms.extend(atom.simplify().ok());
            }
        }
        atoms.sort();
        atoms.dedup();
        atoms
    }
}

/// Larger than all bounds.
const INFINITE: i128 = 1 << 100;

fn add(a: i128, b: i128) -> i128 {
    if a >= INFINITE || b >= INFINITE { INFINITE } else { (a + b).clamp(-INFINITE, INFINITE) }
}

/// The product of two intervals.
fn times(a: (i128, i128), b: (i128, i128)) -> (i128, i128) {
    let product = |x: i128, y: i128| {
        if x == 0 || y == 0 {
            0
        } else {
            x.checked_mul(y).unwrap_or(if (x < 0) == (y < 0) { INFINITE } else { -INFINITE })
        }
    };
    let all = [product(a.0, b.0), product(a.0, b.1), product(a.1, b.0), product(a.1, b.1)];
    let (low, high) = all.iter().fold((INFINITE, -INFINITE), |(l, h), x| (l.min(*x), h.max(*x)));
    (low.max(-INFINITE), high.min(INFINITE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    const COUNT: usize = 3;

    fn points() -> impl Iterator<Item = [i64; COUNT]> {
        (-4..=4).flat_map(|x| (-4..=4).flat_map(move |y| (-4..=4).map(move |z| [x, y, z])))
    }

    fn holds(atoms: &[Atom], point: &[i64; COUNT]) -> bool {
        atoms.iter().all(|atom| atom.holds(&|v| BigInt::from(point[v])))
    }

    /// Random atoms: none that holds is lost, and what is left out when an octagon is written follows from the rest.
    #[test]
    fn octagons_keep_all_values() {
        let mut state = 3_u64;
        let mut random = move |n: i64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % n as u64) as i64
        };
        let octagon = |random: &mut dyn FnMut(i64) -> i64| {
            let mut atoms = Vec::new();
            for _ in 0..1 + random(5) {
                let mut poly = Poly::constant(random(9) - 4);
                for v in 0..COUNT {
                    poly.add_term(vec![v], &BigInt::from(random(5) - 2));
                }
                if random(4) == 0 {
                    poly.add_term(vec![random(3) as usize, random(3) as usize], &BigInt::from(random(3) - 1));
                }
                atoms.push(if random(4) == 0 { Atom::equal(poly) } else { Atom::at_least(poly) });
            }
            let mut octagon = Octagon::all(COUNT);
            for _ in 0..2 {
                octagon.meet(&atoms);
                octagon.close();
            }
            (atoms, octagon)
        };
        let mut narrow = 0;
        for _ in 0..400 {
            let (atoms, a) = octagon(&mut random);
            let (others, b) = octagon(&mut random);
            let (join, wide) = (a.join(&b), a.widen(&a.join(&b), &[-2, 0, 2]));
            let (all, few, both) = (a.all_atoms(), a.atoms(), join.atoms());
            for point in points() {
                if holds(&atoms, &point) {
                    assert!(!a.is_empty() && holds(&few, &point), "{atoms:?} {point:?}");
                } else {
                    narrow += 1;
                }
                if !a.is_empty() {
                    assert_eq!(holds(&few, &point), holds(&all, &point), "{atoms:?} {point:?}");
                }
                if holds(&atoms, &point) || holds(&others, &point) {
                    assert!(holds(&both, &point) && holds(&wide.atoms(), &point));
                }
            }
            assert!(wide.contains(&join) && join.contains(&a) && join.contains(&b));
        }
        assert!(narrow > 1000);
    }
}
