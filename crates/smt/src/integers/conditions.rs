//! Conditions on the inputs of a launch, without which something is possible that is not meant: a product wraps around, or rows overlap.

use super::condition::{Condition, Input};
use super::divisions::Division;
use super::formula::Question;
use super::reading::{Reading, whole};
use super::{EFFORT, is_impossible, is_impossible_with};
use crate::poly::{Poly, Var};
use crate::solver::z3::arithmetic::Integers;
use crate::terms::Term;
use num_bigint::BigInt;
use raddle_ir::clock::Deadline;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// More candidates are not tried.
pub(super) const MOST: usize = 12;
/// How much it may cost to see that all conditions are enough, which is worth more: then there is an answer.
const EFFORT_WITH_ALL: u32 = 4 * EFFORT;
/// The number of tries, each with another seed: where one search takes long, another one is often short.
const TRIES_WITH_ALL: u32 = 2;
/// The same of conditions that are tried where the first ones are not enough.
const EFFORT_OF_OTHER_WAYS: u32 = EFFORT / 2;
/// How much it may cost to see that a condition is not needed.
const EFFORT_TO_LEAVE_OUT: u32 = EFFORT;
/// The same where there are many.
const EFFORT_AMONG_MANY: u32 = 4 * EFFORT;

/// Of more conditions those that the solver has used are tried first without the others.
const MANY: usize = 12;

/// What may be a condition.
pub(super) struct Candidates<'q, 't> {
    pub question: &'q Question<'t>,
    /// What holds in every solution.
    pub units: Vec<Poly>,
    input: &'q dyn Fn(Term) -> Option<Input>,
}

/// Conditions under which a question has no solution. None of them can be left out, as far as the solver sees that. Of two ways in which pitches may be nested
/// that is preferred of which more is `known` to be needed for other questions.
pub(super) fn weakest(
    question: &Question<'_>,
    input: &dyn Fn(Term) -> Option<Input>,
    known: &[Condition],
    deadline: Deadline,
) -> Option<Vec<Condition>> {
    let candidates = Candidates { question, units: question.units(), input };
    let positive = candidates.positive();
    let sums = candidates.multiples_in_sums(&|width| whole(width - 1));
    let with_sums = [positive.as_slice(), &sums].concat();
    let others = match question.reading.divisions.is_empty() {
        // What is known of a quotient is known of dividends that are not negative.
        false => vec![with_sums],
        true if question.multiplies() && !sums.is_empty() => vec![positive, with_sums],
        true => vec![positive],
    };
    let products: Vec<Vec<Condition>> = if question.multiplies() {
        limits(question).iter().map(|limit| candidates.products(limit)).collect()
    } else {
        // What is less than an input may be as large as the width holds, one less than the input.
        let limits: [&dyn Fn(u32) -> BigInt; 3] =
            [&|width| whole(width - 1) - 1, &|width| whole(width) - 1, &whole];
        limits.map(|limit| candidates.multiples_in_sums(limit)).to_vec()
    };
    let mut nestings = candidates.nestings();
    nestings.sort_by_key(|nesting| Reverse(nesting.iter().filter(|one| known.contains(one)).count()));
    let enough = |(nth, (others, nesting)): (usize, (&Vec<Condition>, &Vec<Condition>))| {
        let (effort, tries) = match (nth, question.multiplies()) {
            (0, true) => (EFFORT_WITH_ALL, TRIES_WITH_ALL),
            (_, true) => (EFFORT_OF_OTHER_WAYS, 1),
            (_, false) => (question.effort(), 1),
        };
        // What the strongest conditions leave possible, weaker ones do, too.
        let mut enough: Option<Vec<Condition>> = None;
        for products in &products {
            let own = nesting.iter().filter(|one| !others.contains(one));
            let all: Vec<Condition> = own.chain(others).chain(products).cloned().collect();
            // With products that is known already.
            let is_known = all.is_empty() && question.multiplies();
            let is_impossible = |seed| is_impossible_with(question, &all, deadline, (effort, seed));
            // Of weaker conditions nothing depends on it.
            let tries = if enough.is_none() { tries } else { 1 };
            if is_known || !(0..tries).any(is_impossible) {
                break;
            }
            enough = Some(all);
        }
        enough
    };
    let ways = others.iter().flat_map(|others| nestings.iter().map(move |nesting| (others, nesting)));
    let mut needed = ways.enumerate().find_map(enough)?;
    let is_many = needed.len() > MANY;
    let effort = if is_many { EFFORT_AMONG_MANY } else { EFFORT_TO_LEAVE_OUT };
    if is_many {
        needed = used(question, &needed, deadline).unwrap_or(needed);
    }
    // Where numbers are divided, what one search does not see another one may.
    let searches = if question.reading.divisions.is_empty() { 1 } else { 2 };
    for seed in 0..searches {
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            if is_impossible_with(question, &fewer, deadline, (effort, seed)) {
                needed = fewer;
            } else {
                at += 1;
            }
        }
    }
    Some(needed)
}

/// The conditions that the solver has used to see that all of them are enough, if those are enough, too.
fn used(question: &Question<'_>, all: &[Condition], deadline: Deadline) -> Option<Vec<Condition>> {
    let all: Vec<Condition> = all.iter().filter(|one| question.given(one).is_some()).cloned().collect();
    let (formulas, hold) = question.linear(&all);
    // What is given comes after what the question says.
    let given = &hold[question.stated()..][..all.len()];
    let mut solver = Integers::linear(deadline, EFFORT_AMONG_MANY, 0);
    let core = solver.core(&formulas, &hold, given)?;
    let used: Vec<Condition> = core.into_iter().map(|at| all[at].clone()).collect();
    is_impossible(question, &used, deadline, EFFORT_AMONG_MANY).then_some(used)
}

/// Are all factors of the one among those of the other, which has more?
fn is_part(a: &[Var], b: &[Var]) -> bool {
    a.len() < b.len() && a.iter().all(|v| b.contains(v))
}

/// The products of variables in a polynomial.
fn several(poly: &Poly) -> Vec<Vec<Var>> {
    poly.terms().map(|(monomial, _)| monomial.to_vec()).filter(|monomial| monomial.len() > 1).collect()
}

/// What products may be at most.
struct Limit {
    /// The number.
    most: BigInt,
    /// By what products are multiplied before they are compared with it: of `64 * row * pitch` in 32 bits, 26 bits of the product matter.
    times: BigInt,
}

/// What products are compared with, the strongest condition first: what the widths hold that products may leave.
fn limits(question: &Question<'_>) -> Vec<Limit> {
    let ends = question.reading.left.iter().flat_map(|&width| [(width, 1), (width, 0)]);
    let limit = |(width, sign): (u32, u32)| {
        let more = if (INDEX / 2 + 1..INDEX).contains(&width) { INDEX - width } else { 0 };
        Limit { most: whole(width + more - sign) - 1, times: whole(more) }
    };
    ends.map(limit).collect()
}

/// The bits of an index that an author does not expect to wrap around.
const INDEX: u32 = 32;

impl Candidates<'_, '_> {
    pub fn kind(&self, var: Var) -> Option<Input> {
        self.question.input(var).and_then(self.input)
    }

    pub fn is_input(&self, var: Var) -> bool {
        self.kind(var).is_some()
    }

    /// The inputs that bound a variable from above, as comparisons say: arguments, or else sizes of the launch.
    pub fn bounds(&self, var: Var) -> BTreeSet<Var> {
        self.multiples(var).into_iter().map(|(input, _)| input).collect()
    }

    /// The same, each with two numbers a and b: a times the variable is at most b times the input. What bounds a number bounds its lowest bits.
    pub fn multiples(&self, var: Var) -> Vec<(Var, [BigInt; 2])> {
        let alike = self.question.reading.alike(var);
        let mut all: Vec<(Var, [BigInt; 2])> = Vec::new();
        for poly in self.units.iter().filter(|poly| poly.is_linear()) {
            let of = |var: &Var| -poly.coefficient(&[*var]);
            let Some(own) = alike.iter().map(of).find(|own| *own > BigInt::ZERO) else { continue };
            for input in poly.variables().into_iter().filter(|&input| self.is_input(input)) {
                let its = poly.coefficient(&[input]);
                if its > BigInt::ZERO && !all.iter().any(|(other, _)| *other == input) {
                    all.push((input, [own.clone(), its]));
                }
            }
        }
        let is_argument = |input: Var| self.kind(input).is_some_and(Input::is_argument);
        // A comparison with an argument says nothing of a number that wraps around before.
        if self.question.multiplies() && all.iter().any(|&(input, _)| is_argument(input)) {
            all.retain(|&(input, _)| is_argument(input));
        }
        all
    }

    /// That products of inputs, as large as the products in addresses become, are at most so large.
    fn products(&self, limit: &Limit) -> Vec<Condition> {
        let mut products: BTreeSet<(Vec<Var>, BigInt)> = BTreeSet::new();
        let Reading { divisions, usually_zero, .. } = &self.question.reading;
        // What is divided is more than the remainder, and than the quotient times the divisor: that it is large says nothing. Nor does what is 0 as a rule.
        let says_nothing = |var: &Var| {
            let is_of =
                |one: &Division| one.quotient == *var || !self.is_input(*var) && one.dividend.mentions(*var);
            usually_zero.contains(var) || divisions.iter().any(is_of)
        };
        for (monomial, own) in self.question.differences.iter().flat_map(Poly::terms) {
            if monomial.len() < 2 || monomial.iter().any(says_nothing) {
                continue;
            }
            let largest = self.largest(monomial);
            // Nothing else bounds the number of a block, so what it is multiplied with counts: `256 * gridDim.x * pitch`.
            let is_grid = |factors: &[Var]| factors.iter().any(|&one| self.kind(one) == Some(Input::Grid));
            let of_grid = largest.iter().filter(|(factors, _)| is_grid(factors));
            let own = BigInt::from(own.magnitude().clone());
            products.extend(of_grid.map(|(factors, times)| (factors.clone(), times * &own)));
            products.extend(largest);
        }
        products.extend(self.products_of_divisions().map(|monomial| (monomial, BigInt::from(1))));
        products.extend(self.products_of_quotients());
        // A product of fewer sizes is no larger.
        let mut largest: Vec<(Vec<Var>, BigInt)> = products
            .iter()
            .filter(|(a, times)| !products.iter().any(|(b, more)| is_part(a, b) && times <= more))
            .cloned()
            .collect();
        // The strongest is the first that is left out if it is not needed.
        largest.sort_by(|(_, times), (_, others)| others.cmp(times));
        let made = largest.into_iter().take(MOST).filter_map(|(factors, times)| {
            let factors = factors.iter().map(|&v| self.question.input(v)).collect::<Option<Vec<Term>>>()?;
            let sides = [(factors, times * &limit.times), (Vec::new(), limit.most.clone())];
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
                let mut limit = limit(*width);
                // What is less than an input may be one less than it.
                if monomial.iter().all(|&var| self.is_input(var)) && limit.magnitude().count_ones() == 1 {
                    limit -= 1;
                }
                for (factors, most) in self.largest(monomial) {
                    let values = &limit / (most * BigInt::from(times.magnitude().clone()));
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

    /// What a quotient is multiplied with, besides its divisor, times what bounds it.
    fn products_of_quotients(&self) -> Vec<(Vec<Var>, BigInt)> {
        let mut all = Vec::new();
        let divisions = &self.question.reading.divisions;
        for of in divisions {
            let mut bounds = self.question.bounds_of(of, &self.units);
            // One quotient may be known by several divisions; fewer factors say less.
            let others = divisions.iter().filter(|other| other.quotient == of.quotient);
            let known: BTreeSet<Vec<Var>> =
                others.flat_map(|other| self.question.bounds_of(other, &self.units)).collect();
            bounds.retain(|bound| !known.iter().any(|less| is_part(less, bound)));
            for (product, _) in self.question.differences.iter().flat_map(Poly::terms) {
                let Some((row, inputs)) = self.parts(product) else { continue };
                if row == of.quotient && !inputs.iter().any(|&one| self.divides(row, one)) {
                    all.extend(bounds.iter().map(|bound| {
                        let mut factors = [inputs.as_slice(), bound].concat();
                        factors.sort_unstable();
                        (factors, BigInt::from(1))
                    }));
                }
            }
        }
        all
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
            let most = self.question.reading.ranges[factor].1.clone();
            let most = self.limit(factor).into_iter().chain([most.clone()]).min().unwrap_or(most) + 1;
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

    /// That sizes, which bound rows and columns or divide numbers, are at least 1.
    fn positive(&self) -> Vec<Condition> {
        let variables = self.question.differences.iter().flat_map(Poly::variables);
        let mut sizes: BTreeSet<Var> =
            variables.filter(|&var| !self.is_input(var)).flat_map(|var| self.bounds(var)).collect();
        let divisors = self.question.reading.divisions.iter().flat_map(|one| one.divisor.variables());
        sizes
            .extend(divisors.filter(|&var| self.is_input(var)).chain(self.products_of_divisions().flatten()));
        sizes.into_iter().filter_map(|size| self.at_least_one(size)).take(MOST).collect()
    }

    /// That an input is at least 1; none if it is, anyway.
    pub fn at_least_one(&self, input: Var) -> Option<Condition> {
        if self.question.reading.ranges[input].0 >= BigInt::from(1) {
            return None;
        }
        let term = self.question.input(input)?;
        let sides = [(Vec::new(), BigInt::from(1)), (vec![term], BigInt::from(1))];
        Some(Condition { sides, signs: self.question.reading.signs })
    }

    /// What a variable is at most, as a comparison with a number says.
    pub fn limit(&self, var: Var) -> Option<BigInt> {
        let Reading { usually_zero, .. } = &self.question.reading;
        let mut where_nothing_wraps =
            |var: Var| if usually_zero.contains(&var) { Poly::default() } else { Poly::var(var) };
        let units: Vec<Poly> =
            self.units.iter().map(|unit| unit.substitute(&mut where_nothing_wraps)).collect();
        let limits = |var: Var| {
            units.iter().filter_map(move |unit| {
                let is_limit = unit.coefficient(&[var]) == BigInt::from(-1);
                is_limit.then(|| unit.plus(&Poly::var(var)).as_constant()).flatten()
            })
        };
        self.question.reading.alike(var).into_iter().flat_map(limits).min()
    }

    /// Is a variable the quotient by a pitch? The two are then what is divided, but for the remainder.
    pub fn divides(&self, quotient: Var, pitch: Var) -> bool {
        let divisions = &self.question.reading.divisions;
        divisions.iter().any(|one| one.quotient == quotient && one.divisor.mentions(pitch))
    }

    /// The only factor of a product that is no input, and the others. None of a product that is 0 as a rule.
    pub fn parts(&self, product: &[Var]) -> Option<(Var, Vec<Var>)> {
        let (inputs, rest): (Vec<Var>, Vec<Var>) = product.iter().partition(|&&factor| self.is_input(factor));
        let [one] = rest[..] else { return None };
        (!self.question.reading.usually_zero.contains(&one)).then_some((one, inputs))
    }
}
