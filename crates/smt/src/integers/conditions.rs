//! Conditions on the inputs of a launch, without which something is possible that is not meant: a product wraps around, or rows overlap.

use super::divisions::Division;
use super::formula::Question;
use super::lemmas::without;
use super::reading::Reading;
use super::{EFFORT, Signs, is_impossible};
use crate::poly::{Poly, Var, greatest_common_divisor};
use crate::sort::{MAX_WIDTH, signed};
use crate::terms::{Term, Terms};
use num_bigint::BigInt;
use raddle_ir::clock::Deadline;
use std::collections::BTreeSet;

/// More candidates are not tried.
const MOST: usize = 12;
/// How much it may cost to see that a condition is not needed.
const EFFORT_TO_LEAVE_OUT: u32 = EFFORT / 4;

/// What a launch fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// An argument of the kernel. A condition on it is preferred.
    Argument,
    /// A size of a block.
    Size,
    /// A size of the grid.
    Grid,
}

/// A condition: a product of inputs, times a number, is at most so large, or an input is at most another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Both sides: factors, and a number with which they are multiplied. Without factors it is the number.
    pub sides: [(Vec<Term>, BigInt); 2],
    /// How inputs are read as integers.
    pub signs: Signs,
}

impl Condition {
    /// The inputs that it speaks of, each once for each time that it is a factor.
    pub fn inputs(&self) -> impl Iterator<Item = Term> {
        self.sides.iter().flat_map(|(factors, _)| factors).copied()
    }

    /// The condition over bit-vectors that are wide enough for its products. `None` if none are.
    #[must_use]
    pub fn term(&self, terms: &mut Terms) -> Option<Term> {
        let sides = self.sides.clone().map(|(factors, times)| {
            let bits = factors.iter().map(|&f| u64::from(terms.width(f))).sum::<u64>() + times.bits();
            let times = u128::try_from(times).ok().filter(|_| bits < u64::from(MAX_WIDTH))?;
            let start = terms.bits(MAX_WIDTH, times);
            Some(factors.iter().fold(start, |product, &factor| {
                let wide = match self.signs {
                    Signs::Signed => terms.sext(MAX_WIDTH, factor),
                    Signs::Unsigned => terms.zext(MAX_WIDTH, factor),
                };
                terms.bvmul(product, wide)
            }))
        });
        let [Some(left), Some(right)] = sides else { return None };
        Some(terms.bvsle(left, right))
    }

    /// Does it hold for these inputs? `value` says what the bits of an input are, as an unsigned number.
    #[must_use]
    pub fn holds(&self, terms: &Terms, value: &dyn Fn(Term) -> u128) -> bool {
        let number = |term: Term| match self.signs {
            Signs::Signed => BigInt::from(signed(value(term), terms.width(term))),
            Signs::Unsigned => BigInt::from(value(term)),
        };
        let side = |(factors, times): &(Vec<Term>, BigInt)| {
            factors.iter().fold(times.clone(), |product, &factor| product * number(factor))
        };
        side(&self.sides[0]) <= side(&self.sides[1])
    }
}

impl Question<'_> {
    /// The polynomial that a condition says to be at least 0. `None` if the question does not speak of its inputs, or reads them otherwise.
    pub(super) fn given(&self, condition: &Condition) -> Option<Poly> {
        if condition.signs != self.reading.signs {
            return None;
        }
        let mut poly = Poly::default();
        for (sign, (factors, times)) in [-1, 1].into_iter().zip(&condition.sides) {
            let factors = factors.iter().map(|term| self.reading.unknowns.get(term).copied());
            poly.add_term(factors.collect::<Option<Vec<Var>>>()?, &(times * BigInt::from(sign)));
        }
        Some(poly)
    }
}

/// What may be a condition.
struct Candidates<'q, 't> {
    question: &'q Question<'t>,
    /// What holds in every solution.
    units: Vec<Poly>,
    input: &'q dyn Fn(Term) -> Option<Input>,
}

/// Conditions under which a question has no solution. None of them can be left out, as far as the solver sees that.
pub(super) fn weakest(
    question: &Question<'_>,
    input: &dyn Fn(Term) -> Option<Input>,
    deadline: Deadline,
) -> Option<Vec<Condition>> {
    let candidates = Candidates { question, units: question.units(), input };
    let mut others: Vec<Condition> = candidates.orders().into_iter().chain(candidates.positive()).collect();
    let whole = |bits: u32| BigInt::from(1) << bits;
    if !question.reading.divisions.is_empty() {
        // What is known of a quotient is known of dividends that are not negative.
        others.extend(candidates.multiples_in_sums(&|width| whole(width - 1)));
    }
    let products: Vec<Vec<Condition>> = if question.multiplies() {
        limits(question).iter().map(|limit| candidates.products(limit)).collect()
    } else {
        // What is less than an input may be as large as the width holds, one less than the input.
        let limits: [&dyn Fn(u32) -> BigInt; 3] =
            [&|width| whole(width - 1) - 1, &|width| whole(width) - 1, &whole];
        limits.map(|limit| candidates.multiples_in_sums(limit)).to_vec()
    };
    // What the strongest conditions leave possible, weaker ones do, too.
    let mut needed: Option<Vec<Condition>> = None;
    for products in products {
        let all: Vec<Condition> = others.iter().cloned().chain(products).collect();
        // With products that is known already.
        let is_known = all.is_empty() && question.multiplies();
        if is_known || !is_impossible(question, &all, deadline, question.effort()) {
            break;
        }
        needed = Some(all);
    }
    let mut needed = needed?;
    let mut at = 0;
    while at < needed.len() {
        let mut fewer = needed.clone();
        fewer.remove(at);
        if is_impossible(question, &fewer, deadline, EFFORT_TO_LEAVE_OUT) {
            needed = fewer;
        } else {
            at += 1;
        }
    }
    Some(needed)
}

/// The products of variables in a polynomial.
fn several(poly: &Poly) -> Vec<Vec<Var>> {
    poly.terms().map(|(monomial, _)| monomial.to_vec()).filter(|monomial| monomial.len() > 1).collect()
}

/// The largest numbers that products are compared with, the strongest condition first: what the widths hold that products may leave.
fn limits(question: &Question<'_>) -> Vec<BigInt> {
    let ends = question.reading.left.iter().flat_map(|&width| [width - 1, width]);
    ends.map(|bits| (BigInt::from(1) << bits) - BigInt::from(1)).collect()
}

impl Candidates<'_, '_> {
    fn kind(&self, var: Var) -> Option<Input> {
        self.question.input(var).and_then(self.input)
    }

    fn is_input(&self, var: Var) -> bool {
        self.kind(var).is_some()
    }

    /// The inputs that bound a variable from above, as comparisons say: arguments, or else sizes of the launch.
    fn bounds(&self, var: Var) -> BTreeSet<Var> {
        self.multiples(var).into_iter().map(|(input, _)| input).collect()
    }

    /// The same, each with two numbers a and b: a times the variable is at most b times the input.
    fn multiples(&self, var: Var) -> Vec<(Var, [BigInt; 2])> {
        let mut all: Vec<(Var, [BigInt; 2])> = Vec::new();
        for poly in self.units.iter().filter(|poly| poly.is_linear()) {
            let own = -poly.coefficient(&[var]);
            if own <= BigInt::ZERO {
                continue;
            }
            for input in poly.variables().into_iter().filter(|&input| self.is_input(input)) {
                let its = poly.coefficient(&[input]);
                if its > BigInt::ZERO && !all.iter().any(|(other, _)| *other == input) {
                    all.push((input, [own.clone(), its]));
                }
            }
        }
        let is_argument = |input: Var| self.kind(input) == Some(Input::Argument);
        // A comparison with an argument says nothing of a number that wraps around before.
        if self.question.multiplies() && all.iter().any(|&(input, _)| is_argument(input)) {
            all.retain(|&(input, _)| is_argument(input));
        }
        all
    }

    /// That products of inputs, as large as the products in addresses become, are at most so large.
    fn products(&self, limit: &BigInt) -> Vec<Condition> {
        let mut products: BTreeSet<(Vec<Var>, BigInt)> = BTreeSet::new();
        let Reading { divisions, usually_zero, .. } = &self.question.reading;
        // What is divided is more than the remainder, and than the quotient times the divisor: that it is large says nothing. Nor does what is 0 as a rule.
        let says_nothing = |var: &Var| {
            let is_of =
                |one: &Division| one.quotient == *var || !self.is_input(*var) && one.dividend.mentions(*var);
            usually_zero.contains(var) || divisions.iter().any(is_of)
        };
        for monomial in self.question.differences.iter().flat_map(several) {
            if !monomial.iter().any(says_nothing) {
                products.extend(self.largest(&monomial));
            }
        }
        products.extend(self.products_of_divisions().map(|monomial| (monomial, BigInt::from(1))));
        // A product of fewer sizes is no larger.
        let is_part = |a: &[Var], b: &[Var]| a.len() < b.len() && a.iter().all(|v| b.contains(v));
        let largest: Vec<(Vec<Var>, BigInt)> = products
            .iter()
            .filter(|(a, times)| !products.iter().any(|(b, more)| is_part(a, b) && times <= more))
            .cloned()
            .collect();
        let made = largest.into_iter().take(MOST).filter_map(|(factors, times)| {
            let factors = factors.iter().map(|&v| self.question.input(v)).collect::<Option<Vec<Term>>>()?;
            let sides = [(factors, times), (Vec::new(), limit.clone())];
            Some(Condition { sides, signs: self.question.reading.signs })
        });
        made.collect()
    }

    /// That multiples in sums without products are at most the limit for the width of the sum: `1024 * block + thread` wraps around where there are many blocks.
    /// What leaves the fewest values comes first, and is the first that is left out if it is not needed.
    fn multiples_in_sums(&self, limit: &dyn Fn(u32) -> BigInt) -> Vec<Condition> {
        let mut all: BTreeSet<(BigInt, Vec<Var>)> = BTreeSet::new();
        for (sum, width) in &self.question.reading.sums {
            for (monomial, times) in sum.terms() {
                for (factors, most) in self.largest(monomial) {
                    let values = limit(*width) / (most * BigInt::from(times.magnitude().clone()));
                    let ranges = factors.iter().map(|&factor| &self.question.reading.ranges[factor].1);
                    if ranges.product::<BigInt>() > values {
                        all.insert((values, factors));
                    }
                }
            }
        }
        let made = all.into_iter().take(MOST).filter_map(|(values, factors)| {
            let factors = factors.iter().map(|&v| self.question.input(v)).collect::<Option<Vec<Term>>>()?;
            let sides = [(factors, BigInt::from(1)), (Vec::new(), values)];
            Some(Condition { sides, signs: self.question.reading.signs })
        });
        made.collect()
    }

    /// Products of inputs by which numbers are divided, or with which such numbers are compared.
    fn products_of_divisions(&self) -> impl Iterator<Item = Vec<Var>> {
        let divisors = self.question.reading.divisions.iter().map(|one| &one.divisor);
        let units = self.units.iter().filter(|_| !self.question.reading.divisions.is_empty());
        let products = divisors.chain(units).flat_map(several);
        products.filter(|product| product.iter().all(|&var| self.is_input(var)))
    }

    /// What a product is at most: each factor that is no input is replaced by inputs that bound it, or by a number.
    fn largest(&self, monomial: &[Var]) -> Vec<(Vec<Var>, BigInt)> {
        let mut all = vec![(Vec::new(), BigInt::from(1))];
        for &factor in monomial {
            if self.is_input(factor) {
                all.iter_mut().for_each(|(factors, _)| factors.push(factor));
                continue;
            }
            let bounds = self.bounds(factor);
            let most = &self.question.reading.ranges[factor].1 + BigInt::from(1);
            let number =
                all.iter().map(|(factors, times): &(Vec<Var>, BigInt)| (factors.clone(), times * &most));
            all = if bounds.is_empty() {
                number.collect()
            } else {
                let with = |bound: Var| {
                    all.iter()
                        .map(move |(factors, times)| ([factors.as_slice(), &[bound]].concat(), times.clone()))
                };
                bounds.into_iter().flat_map(with).collect()
            };
        }
        for (factors, _) in &mut all {
            factors.sort_unstable();
        }
        all.retain(|(factors, _)| !factors.is_empty());
        all
    }

    /// That sizes, which bound rows and columns or divide numbers, are at least 1. (A pitch that is no size may be 0, and then all rows are one.)
    fn positive(&self) -> Vec<Condition> {
        let variables = self.question.differences.iter().flat_map(Poly::variables);
        let mut sizes: BTreeSet<Var> =
            variables.filter(|&var| !self.is_input(var)).flat_map(|var| self.bounds(var)).collect();
        let divisors = self.question.reading.divisions.iter().flat_map(|one| one.divisor.variables());
        sizes
            .extend(divisors.filter(|&var| self.is_input(var)).chain(self.products_of_divisions().flatten()));
        sizes.retain(|&size| self.question.reading.ranges[size].0 < BigInt::from(1));
        let made = sizes.into_iter().take(MOST).filter_map(|size| {
            let term = self.question.input(size)?;
            let sides = [(Vec::new(), BigInt::from(1)), (vec![term], BigInt::from(1))];
            Some(Condition { sides, signs: self.question.reading.signs })
        });
        made.collect()
    }

    /// That a row is at most as long as the pitch, where both are inputs. That a row is no longer than the grid is wide is only asked of one whose only
    /// column is the number of a block.
    fn orders(&self) -> Vec<Condition> {
        let mut all: Vec<Condition> = Vec::new();
        for Row { row, pitch, column, within, is_only, times: [of_column, of_row] } in self.rows() {
            // A pitch of what it bounds itself is none of rows: `row * rows`.
            if [row, column].iter().any(|&var| self.bounds(var).contains(&pitch)) {
                continue;
            }
            for (length, [own, its]) in self.multiples(column) {
                let is_meant = match self.kind(length) {
                    Some(Input::Argument) => true,
                    Some(Input::Grid) => is_only,
                    _ => false,
                };
                let left =
                    std::iter::once(length).chain(within.iter().copied()).map(|var| self.question.input(var));
                let (Some(left), Some(right)) = (left.collect(), self.question.input(pitch)) else {
                    continue;
                };
                let (of_left, of_right) = (&of_column * its, &of_row * own);
                let common = greatest_common_divisor(of_left.clone(), of_right.clone());
                let sides = [(left, of_left / &common), (vec![right], of_right / &common)];
                let made = Condition { sides, signs: self.question.reading.signs };
                if is_meant && !all.contains(&made) && all.len() < MOST {
                    all.push(made);
                }
            }
        }
        all
    }

    /// The rows of all differences: products with a pitch, which is an input, and, for each, the columns that are added to them.
    fn rows(&self) -> Vec<Row> {
        let mut all = Vec::new();
        for difference in &self.question.differences {
            let products: Vec<(&[Var], &BigInt)> = difference.terms().collect();
            for &(product, of_row) in &products {
                let Some((row, inputs)) = self.parts(product) else { continue };
                for &pitch in inputs.iter().filter(|&&pitch| !self.divides(row, pitch)) {
                    let shared = without(&inputs, pitch);
                    let columns: Vec<(Var, Vec<Var>, &BigInt)> = products
                        .iter()
                        .filter_map(|&(other, times)| {
                            let (column, mut within) =
                                self.parts(other).filter(|&(column, _)| column != row)?;
                            for factor in &shared {
                                within.remove(within.iter().position(|other| other == factor)?);
                            }
                            (!within.contains(&pitch)).then_some((column, within, times))
                        })
                        .collect();
                    for (column, within, of_column) in &columns {
                        // Both threads have one.
                        let is_only = columns.iter().filter(|(_, other, _)| other == within).count() <= 2;
                        let times = [*of_column, of_row].map(|times| times.magnitude().clone().into());
                        all.push(Row { row, pitch, column: *column, within: within.clone(), is_only, times });
                    }
                }
            }
        }
        all
    }

    /// Is a variable the quotient by a pitch? The two are then what is divided, but for the remainder.
    fn divides(&self, quotient: Var, pitch: Var) -> bool {
        let divisions = &self.question.reading.divisions;
        divisions.iter().any(|one| one.quotient == quotient && one.divisor.mentions(pitch))
    }

    /// The only factor of a product that is no input, and the others.
    fn parts(&self, product: &[Var]) -> Option<(Var, Vec<Var>)> {
        let (inputs, rest): (Vec<Var>, Vec<Var>) = product.iter().partition(|&&factor| self.is_input(factor));
        let [one] = rest[..] else { return None };
        Some((one, inputs))
    }
}

/// A row times its pitch, and a column that is added to it: with `y * height * pitch + x * height`, `pitch` is that of `y`, and `x` a column; so is `x` of
/// `y * plane + x * pitch`, within the pitch.
struct Row {
    /// The number of the row.
    row: Var,
    pitch: Var,
    column: Var,
    /// What the column is multiplied with, besides what the row is multiplied with.
    within: Vec<Var>,
    /// Is it the only such column of the row?
    is_only: bool,
    /// The numbers that the column is multiplied with, and the row.
    times: [BigInt; 2],
}
