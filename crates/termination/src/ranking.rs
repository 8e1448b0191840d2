//! Linear ranking functions by Farkas' lemma.
//!
//! For a strongly connected component, the search is for a function for each location, linear in the variables with coefficients to be
//! found, that no rule increases, and that at least one rule decreases and bounds from below ([`Ranking`]). The rules that are decreased
//! are removed; what is left falls into smaller components, until nothing is left (the greedy construction of lexicographic functions of
//! Alias, Darte, Feautrier and Gonnord, 2010, is complete whichever function is taken first).
//!
//! That a linear function is at least 0 for all values that satisfy linear inequalities `a·x + b >= 0` is, over the rationals, the same as that it is a sum of
//! them with factors that are not negative, and of a number that is not negative (Farkas). So the coefficients are the solutions of linear constraints,
//! and a solver for rationals finds them. A monomial such as `x*y` is one more unknown there, with what is known of products.
//!
//! Sources: Podelski and Rybalchenko 2004, Bradley, Manna and Sipma 2005; nested functions: Leike and Heizmann 2014.

use crate::certificate::Ranking;
use crate::graph::cyclic_components;
use crate::invariants::octagon::Octagon;
use crate::its::{Atom, Location, Poly, Relation, Rule, Var};
use crate::limits::proofs;
use crate::solver::{Answer, Deadline, Integers, Rationals};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// A rule with all that is known where it is taken.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its number among the system's rules.
    pub rule: usize,
    source: Location,
    target: Location,
    /// What holds of the values before it and of its free values.
    pub given: Vec<Atom>,
    update: Vec<Poly>,
    /// How many free values there are.
    free: usize,
}

impl Step {
    /// A rule that is taken where `invariant` holds.
    #[must_use]
    pub fn new(number: usize, rule: &Rule, invariant: &[Atom]) -> Self {
        let given: BTreeSet<Atom> = invariant.iter().chain(&rule.guard).cloned().collect();
        Self {
            rule: number,
            source: rule.source,
            target: rule.target,
            given: given.into_iter().collect(),
            update: rule.update.clone(),
            free: rule.free,
        }
    }

    /// This step where another one can follow it, as a step between their numbers.
    fn before(&self, next: &Self, (source, target): (usize, usize), count: usize) -> Self {
        let mut by = |v: Var| if v < count { self.update[v].clone() } else { Poly::var(v + self.free) };
        let mut step = Self { source, target, free: self.free + next.free, ..self.clone() };
        step.given.extend(next.given.iter().map(|atom| atom.map(|p| p.substitute(&mut by))));
        step
    }

    /// A function of the values after, as one of those before.
    fn after(&self, function: &Poly) -> Poly {
        function.substitute(&mut |v| self.update[v].clone())
    }
}

/// What is known of the products that occur: squares are not negative and not less than what is squared, and factors with lower bounds `a`,
/// `b` satisfy `(x - a)(y - b) >= 0` (McCormick).
fn facts(steps: &mut [Step], octagons: &[Octagon], count: usize) {
    for step in steps {
        let polys = step.given.iter().map(|a| &a.poly).chain(&step.update);
        let products: BTreeSet<Vec<Var>> =
            polys.flat_map(Poly::terms).filter(|(m, _)| m.len() == 2).map(|(m, _)| m.to_vec()).collect();
        for product in products {
            if product[0] == product[1] {
                let x = Poly::var(product[0]);
                step.given.push(Atom::at_least(x.product(&x).minus(&x)));
                step.given.push(Atom::at_least(x.product(&x).plus(&x)));
            }
            let away = |v: Var| -> Vec<Poly> {
                let (low, high) = if v < count { octagons[step.source].range(v) } else { (None, None) };
                let low = low.map(|c| Poly::var(v).minus(&Poly::constant(c)));
                let high = high.map(|c| Poly::constant(c).minus(&Poly::var(v)));
                low.into_iter().chain(high).collect()
            };
            for a in away(product[0]) {
                for b in away(product[1]) {
                    step.given.push(Atom::at_least(a.product(&b)));
                }
            }
        }
    }
}

/// The result of the search: the functions that were found, and the steps that are still in cycles, one list for each component.
#[derive(Clone, Debug, Default)]
pub struct Ranked {
    /// In the order in which they remove steps.
    pub rankings: Vec<Ranking>,
    /// What is left.
    pub left: Vec<Vec<Step>>,
}

/// Removes steps until none is left, or no function is found.
#[must_use]
pub fn rank(count: usize, octagons: &[Octagon], mut steps: Vec<Step>, deadline: Deadline) -> Ranked {
    facts(&mut steps, octagons, count);
    take_away(count, steps, deadline)
}

fn take_away(count: usize, steps: Vec<Step>, deadline: Deadline) -> Ranked {
    let mut ranked = Ranked::default();
    let mut work = vec![steps];
    while let Some(steps) = work.pop() {
        let edges: Vec<(usize, usize)> = steps.iter().map(|s| (s.source, s.target)).collect();
        let locations = edges.iter().map(|(a, b)| a.max(b) + 1).max().unwrap_or(0);
        for component in cyclic_components(locations, &edges) {
            let inside = |s: &&Step| component.contains(&s.source) && component.contains(&s.target);
            let mut steps: Vec<Step> = steps.iter().filter(inside).cloned().collect();
            let found = function(count, &component, &steps, deadline);
            let before = steps.len();
            if let Some(ranking) = &found {
                steps.retain(|s| !is_removed(s, ranking, deadline));
            }
            match found {
                Some(ranking) if steps.len() < before => {
                    ranked.rankings.push(ranking);
                    work.push(steps);
                }
                _ => ranked.left.push(steps),
            }
        }
    }
    ranked
}

/// What is left of [`rank`], once more, with a function for each step instead of each location: for the step that comes next. Rankings are
/// over the numbers of the steps that are returned. Steps that nothing can follow drop out by themselves.
#[must_use]
pub fn rank_by_step(count: usize, left: &[Vec<Step>], deadline: Deadline) -> (Vec<usize>, Ranked) {
    let nodes: Vec<&Step> = left.iter().flatten().collect();
    let mut pairs = Vec::new();
    for (n, first) in nodes.iter().enumerate() {
        for (m, second) in nodes.iter().enumerate().filter(|(_, s)| s.source == first.target) {
            let pair = first.before(second, (n, m), count);
            let mut question = Integers::new(deadline);
            question.assert(&pair.given);
            if pairs.len() < proofs::PAIRS_OF_STEPS && question.check() != Answer::Unsat {
                pairs.push(pair);
            }
        }
    }
    let ranked = if pairs.len() < proofs::PAIRS_OF_STEPS {
        take_away(count, pairs, deadline)
    } else {
        Ranked { left: left.to_vec(), ..Ranked::default() }
    };
    (nodes.iter().map(|s| s.rule).collect(), ranked)
}

fn is_removed(step: &Step, ranking: &Ranking, deadline: Deadline) -> bool {
    let removed = ranking.removed(step.source, step.target, &|f| step.after(f));
    Integers::implies(&step.given, &removed, deadline)
}

/// A ranking that removes at least one step.
fn function(count: usize, component: &[Location], steps: &[Step], deadline: Deadline) -> Option<Ranking> {
    let size: usize = steps.iter().map(|s| s.given.len()).sum();
    let depth = if size > proofs::CONDITIONS { 1 } else { proofs::NESTED_FUNCTIONS };
    (1..=depth).find_map(|depth| Search::new(count, component, depth).solve(steps, deadline))
}

/// An expression whose coefficients are linear in the unknowns of the search.
type Template = BTreeMap<Vec<Var>, Poly>;

/// The unknowns of one search, numbered as they come.
struct Search<'a> {
    count: usize,
    component: &'a [Location],
    depth: usize,
    unknowns: usize,
}

impl<'a> Search<'a> {
    fn new(count: usize, component: &'a [Location], depth: usize) -> Self {
        Self { count, component, depth, unknowns: depth * component.len() * (count + 1) }
    }

    /// The unknown coefficient of a variable in a function, or its constant for `variable == count`.
    fn coefficient(&self, function: usize, location: Location, variable: usize) -> Var {
        let place = self.component.iter().position(|l| *l == location).unwrap_or(0);
        (function * self.component.len() + place) * (self.count + 1) + variable
    }

    fn fresh(&mut self) -> Poly {
        self.unknowns += 1;
        Poly::var(self.unknowns - 1)
    }

    /// A multiple of a function before a step, or of the one after it, added.
    fn add(&self, to: &mut Template, function: usize, factor: i32, step: &Step, after: bool) {
        let location = if after { step.target } else { step.source };
        let mut add = |monomial: &[Var], c: &BigInt, unknown: Var| {
            let entry = to.entry(monomial.to_vec()).or_default();
            entry.add_term(vec![unknown], &(c * factor));
        };
        for v in 0..self.count {
            let unknown = self.coefficient(function, location, v);
            if after {
                step.update[v].terms().for_each(|(m, c)| add(m, c, unknown));
            } else {
                add(&[v], &BigInt::from(1), unknown);
            }
        }
        add(&[], &BigInt::from(1), self.coefficient(function, location, self.count));
    }

    /// That a template is at least 0 wherever some atoms hold.
    fn farkas(&mut self, given: &[Atom], template: &Template) -> Vec<Atom> {
        let mut rest = template.clone();
        rest.entry(Vec::new()).or_default();
        let mut conditions = Vec::new();
        for atom in given {
            let factor = self.fresh();
            if atom.relation == Relation::AtLeast {
                conditions.push(Atom::at_least(factor.clone()));
            }
            for (monomial, c) in atom.poly.terms() {
                let entry = rest.entry(monomial.to_vec()).or_default();
                *entry = entry.minus(&factor.times(c));
            }
        }
        conditions.extend(rest.into_iter().map(|(monomial, poly)| {
            if monomial.is_empty() { Atom::at_least(poly) } else { Atom::equal(poly) }
        }));
        conditions
    }

    fn solve(mut self, steps: &[Step], deadline: Deadline) -> Option<Ranking> {
        let mut programme = Rationals::new(deadline);
        let mut removals = Vec::new();
        for step in steps {
            if deadline.passed() {
                return None;
            }
            let mut removal = Vec::new();
            for function in 0..self.depth {
                // f - f' + (the one before) >= removed, where 1 is a removed step and 0 another one.
                let mut template = Template::new();
                self.add(&mut template, function, 1, step, false);
                self.add(&mut template, function, -1, step, true);
                let mut strict = template.clone();
                if function > 0 {
                    self.add(&mut strict, function - 1, 1, step, false);
                }
                let one = strict.entry(Vec::new()).or_default();
                *one = one.minus(&Poly::constant(1));
                if self.depth == 1 {
                    // One proof for both: it falls by some number that is not negative, and by 1 if the step is removed.
                    let fall = self.fresh();
                    let constant = template.entry(Vec::new()).or_default();
                    *constant = constant.minus(&fall);
                    programme.assert(&self.farkas(&step.given, &template));
                    programme.assert(&[Atom::at_least(fall.clone())]);
                    removal.push(Atom::at_least(fall.minus(&Poly::constant(1))));
                } else {
                    removal.extend(self.farkas(&step.given, &strict));
                }
            }
            let mut bound = Template::new();
            self.add(&mut bound, self.depth - 1, 1, step, false);
            removal.extend(self.farkas(&step.given, &bound));
            removals.push(removal);
        }
        // All at once gives the shortest proof; nested functions are searched for in this form only.
        programme.push();
        removals.iter().for_each(|removal| programme.assert(removal));
        let mut answer = programme.check();
        if answer != Answer::Sat {
            programme.pop();
            if self.depth > 1 || removals.len() < 2 {
                return None;
            }
            programme.assert_some(&removals);
            answer = programme.check();
        }
        if answer == Answer::Sat { self.read(&mut programme) } else { None }
    }

    /// The functions that were found, with whole coefficients.
    fn read(&self, programme: &mut Rationals) -> Option<Ranking> {
        let unknowns = self.depth * self.component.len() * (self.count + 1);
        let values: Vec<(i64, i64)> = (0..unknowns).map(|u| programme.value(u)).collect::<Option<_>>()?;
        let scale = values.iter().try_fold(1_i128, |all, (_, d)| {
            let d = i128::from(*d);
            let lcm = all.checked_mul(d / gcd(all, d))?;
            (lcm < 1 << 60).then_some(lcm)
        })?;
        let whole = |unknown: Var| {
            let (n, d) = values[unknown];
            BigInt::from(n) * BigInt::from(scale / i128::from(d))
        };
        let functions = (0..self.depth).map(|function| {
            let of = |location: &Location| {
                let mut poly = Poly::default();
                for v in 0..=self.count {
                    let monomial = if v < self.count { vec![v] } else { Vec::new() };
                    poly.add_term(monomial, &whole(self.coefficient(function, *location, v)));
                }
                (*location, poly)
            };
            self.component.iter().map(of).collect()
        });
        Some(Ranking { functions: functions.collect() })
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs().max(1)
}
