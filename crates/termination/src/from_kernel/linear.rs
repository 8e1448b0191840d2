//! Linear measures by Farkas' lemma: a loop as a transition system of mathematical integers.
//!
//! The measures that [`super::measures`] reads off a loop are single variables and the distances that it compares. Where a combination is needed that no
//! comparison mentions (`x -= 2, y++` or `x++, y -= 2`: the sum falls), the loop becomes a [`System`]: numbers that do not wrap around, read as signed or as
//! unsigned ones, with whatever is not linear left open. The functions that [`ranking`](crate::ranking) finds for it, simple, nested (multiphase) or
//! lexicographic, are measures to be tried.
//!
//! Nothing here is believed. Whether a measure falls is asked of the loop's own bit-vectors, as for all others, so a system that says too
//! much or too little only costs time.

use super::measures::wide;
use super::model::{Edge, Model};
use crate::graph::cyclic_components;
use crate::invariants::octagons;
use crate::its::{Atom, Kind, Poly, Relation, Rule, System, Var};
use crate::limits::kernels;
use crate::ranking::{Step, rank};
use crate::solver::Deadline;
use num_bigint::BigInt;
use raddle_smt::{Op, Sort, Term};

/// Bits for coefficients and for what is added.
const ROOM: u32 = 24;

/// Bits for sums of two variables.
const OCTAGON: u32 = 4;

/// A value or condition in cases: what holds in each, and what the value is there.
type Cases = Vec<(Vec<Atom>, Poly)>;

/// A case of a way: a rule whose free values are numbered from [`FREE`] on.
struct Case {
    source: usize,
    guard: Vec<Atom>,
    update: Vec<Poly>,
    free: usize,
}

/// A loop's variables, and other terms that are the same in all its rounds, as variables of a system.
struct Reader<'m, 'a> {
    model: &'m mut Model<'a>,
    number: usize,
    signed: bool,
    /// The terms of the system's variables: the loop's own first.
    known: Vec<Term>,
    /// Terms that may be anything in a round: free values of the rule that is being read.
    free: Vec<Term>,
    /// What is known of the free values.
    facts: Vec<Atom>,
}

/// Measures of a loop, as terms of enough bits that they are exact, in the order in which they were found. They are searched for once.
pub fn measures(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    if let Some(known) = model.linear.get(&number) {
        return known.clone();
    }
    let mut all = Vec::new();
    for signed in [true, false] {
        let Some((system, known)) = read(model, number, signed) else { continue };
        for poly in functions(&system) {
            if let Some(measure) = term(model, &poly, &known, signed, ROOM)
                && !all.contains(&measure)
            {
                all.push(measure);
            }
        }
    }
    model.linear.insert(number, all.clone());
    all
}

/// The functions that make the loop of a system end, as far as they are found.
fn functions(system: &System) -> Vec<Poly> {
    let deadline = Deadline::after(Some(kernels::LINEAR_TIME));
    let Some(octagons) = octagons(system, deadline) else { return Vec::new() };
    let count = system.variables.len();
    let steps = system.rules.iter().enumerate().filter(|(_, rule)| rule.source == HEAD);
    let steps = steps.map(|(n, rule)| Step::new(n, rule, &octagons[HEAD].atoms())).collect();
    let ranked = rank(count, &octagons, steps, deadline);
    let functions = ranked.rankings.iter().flat_map(|ranking| &ranking.functions);
    functions
        .filter_map(|function| function.get(&HEAD))
        .filter(|f| f.as_constant().is_none())
        .cloned()
        .collect()
}

/// What octagons say of two variables of a loop, one of them its own, as guesses.
pub(super) fn octagonal(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let own: Vec<Term> = model.heads[number].params.iter().map(|(_, var)| *var).collect();
    let mut all = Vec::new();
    for signed in [true, false] {
        let Some((system, known)) = read(model, number, signed) else { continue };
        let Some(found) = octagons(&system, Deadline::after(Some(kernels::LINEAR_TIME))) else { continue };
        for atom in found[HEAD].atoms() {
            let variables = atom.poly.variables();
            if variables.len() == 2
                && variables.iter().any(|&var| own.contains(&known[var]))
                && atom.poly.constant_term().magnitude() < BigInt::from(kernels::COEFFICIENT).magnitude()
                && let Some(left) = term(model, &atom.poly, &known, signed, OCTAGON)
            {
                let zero = model.terms.bits(model.terms.width(left), 0);
                all.push(match atom.relation {
                    Relation::AtLeast => model.terms.bvsle(zero, left),
                    Relation::Equal => model.terms.eq(left, zero),
                });
            }
        }
    }
    all
}

/// Where the system begins, and the loop's head.
const START: usize = 0;
/// See [`START`].
const HEAD: usize = 1;

/// A loop as a system, with the terms that its variables stand for. It has the runs of the loop in which nothing wraps around, and more.
#[must_use]
pub fn system(model: &mut Model<'_>, number: usize, signed: bool) -> Option<System> {
    read(model, number, signed).map(|(system, _)| system)
}

fn read(model: &mut Model<'_>, number: usize, signed: bool) -> Option<(System, Vec<Term>)> {
    let head = model.heads[number].clone();
    let floats = super::floats::kinds(model, number);
    let lasts = super::counters::lasts(model, number);
    let is_number = |place: usize, model: &Model<'_>, term: Term| {
        floats[place].is_none() && !lasts[place] && matches!(model.terms.sort(term), Sort::Bits(w) if w <= 64)
    };
    let places: Vec<usize> =
        (0..head.params.len()).filter(|&n| is_number(n, model, head.params[n].1)).collect();
    let known: Vec<Term> = places.iter().map(|&n| head.params[n].1).collect();
    let mut reader = Reader { model, number, signed, known, free: Vec::new(), facts: Vec::new() };
    let mut cases: Vec<Case> = Vec::new();
    for (source, edge) in head.entries.iter().map(|e| (START, e)).chain(head.backs.iter().map(|e| (HEAD, e)))
    {
        for (guard, update) in reader.edge(edge, &places) {
            cases.push(Case { source, guard, update, free: reader.free.len() });
        }
    }
    let facts = reader.of_launches();
    let known = reader.known;
    let count = known.len();
    if count == 0 || cases.len() > 4 * kernels::LINEAR_CASES {
        return None;
    }
    let mut system = System {
        locations: vec!["start".into(), "head".into()],
        variables: known.iter().map(|&t| model.show(t)).collect(),
        kinds: vec![Kind::Integer; count],
        starts: vec![START],
        rules: Vec::new(),
    };
    for Case { source, guard, mut update, free } in cases {
        // Free values were numbered from far above; what is the same in all rounds stays.
        let mut to = |v: Var| if v < FREE { v } else { count + v - FREE };
        let guard = guard.iter().chain(&facts).map(|atom| atom.map(|p| p.rename(&mut to))).collect();
        update.iter_mut().for_each(|poly| *poly = poly.rename(&mut to));
        update.extend((update.len()..count).map(Poly::var));
        let mut rule = Rule { source, target: HEAD, guard, update, free, line: 0 };
        rule.solve(count);
        system.rules.push(rule);
    }
    let edges: Vec<(usize, usize)> = system.rules.iter().map(|r| (r.source, r.target)).collect();
    (!cyclic_components(2, &edges).is_empty()).then_some((system, known))
}

/// Free values are variables from here on until it is known how many others there are.
const FREE: Var = 1 << 20;

impl Reader<'_, '_> {
    /// A way in cases: what holds, and what the variables become.
    fn edge(&mut self, edge: &Edge, places: &[usize]) -> Vec<(Vec<Atom>, Vec<Poly>)> {
        self.free.clear();
        self.facts.clear();
        let mut all: Vec<(Vec<Atom>, Vec<Poly>)> =
            self.condition(edge.condition, true).into_iter().map(|atoms| (atoms, Vec::new())).collect();
        for &place in places {
            let values = self.value(edge.args[place]);
            let mut next = Vec::new();
            for (atoms, update) in &all {
                for (more, value) in &values {
                    next.push((
                        [atoms.as_slice(), more].concat(),
                        [update.as_slice(), std::slice::from_ref(value)].concat(),
                    ));
                }
            }
            if next.len() > kernels::LINEAR_CASES {
                let any = self.open(edge.args[place]);
                next = all
                    .into_iter()
                    .map(|(a, u)| (a, [u.as_slice(), std::slice::from_ref(&any)].concat()))
                    .collect();
            }
            all = next;
        }
        for (atoms, _) in &mut all {
            atoms.extend(self.facts.iter().cloned());
        }
        all
    }

    /// What is known of all states: the bounds of launch sizes, what holds of every launch, and that unsigned numbers are not negative.
    fn of_launches(&mut self) -> Vec<Atom> {
        self.free.clear();
        self.facts.clear();
        let mut all = Vec::new();
        for fact in self.model.facts.clone() {
            if let [atoms] = self.condition(fact, true).as_slice()
                && self.free.is_empty()
            {
                all.extend_from_slice(atoms);
            }
            self.free.clear();
            self.facts.clear();
        }
        for (var, &term) in self.known.iter().enumerate() {
            let terms = &self.model.terms;
            let bounds = match terms.op(term) {
                Op::Var(symbol) => terms.declaration(symbol).bounds,
                _ => None,
            };
            if let Some((least, most)) = bounds {
                all.push(Atom::at_least(Poly::var(var).minus(&Poly::constant(least))));
                all.push(Atom::at_least(Poly::constant(most).minus(&Poly::var(var))));
            } else if !self.signed {
                all.push(Atom::at_least(Poly::var(var)));
            }
        }
        all
    }

    /// The variable of a term of which nothing more is known.
    fn open(&mut self, term: Term) -> Poly {
        if let Some(var) = self.known.iter().position(|t| *t == term) {
            return Poly::var(var);
        }
        let width = self.model.terms.sort(term).width().unwrap_or(1);
        if self.model.outside(self.number, term, false) && width <= 64 {
            self.known.push(term);
            return Poly::var(self.known.len() - 1);
        }
        let place = self.free.iter().position(|t| *t == term).unwrap_or_else(|| {
            self.free.push(term);
            self.free.len() - 1
        });
        Poly::var(FREE + place)
    }

    /// A new free value.
    fn fresh(&mut self, of: Term) -> Poly {
        self.free.push(of);
        Poly::var(FREE + self.free.len() - 1)
    }

    fn number(&self, bits: u128, width: u32) -> BigInt {
        if self.signed { as_signed(bits, width) } else { BigInt::from(bits) }
    }

    /// What is added or multiplied with: a large number stands for a negative one.
    fn part(&mut self, term: Term) -> Cases {
        match self.model.terms.constant(term) {
            Some(bits) => vec![(Vec::new(), Poly::constant(as_signed(bits, self.model.terms.width(term))))],
            None => self.value(term),
        }
    }

    /// A term of bits in cases, as if nothing wrapped around.
    fn value(&mut self, term: Term) -> Cases {
        let terms = &self.model.terms;
        let Some(width) = terms.sort(term).width() else { return vec![(Vec::new(), self.open(term))] };
        if let Some(bits) = terms.constant(term) {
            return vec![(Vec::new(), Poly::constant(self.number(bits, width)))];
        }
        if self.known.contains(&term) {
            return vec![(Vec::new(), self.open(term))];
        }
        let (op, args) = (terms.op(term), terms.args(term).to_vec());
        let found = match op {
            Op::Zext | Op::Sext | Op::Extract(0) => Some(self.value(args[0])),
            Op::BvAdd => self.fold(&args, |a, b| Some(a.plus(b))),
            Op::BvSub => self.fold(&args, |a, b| Some(a.minus(b))),
            Op::BvMul => self.fold(&args, |a, b| {
                let constant = a.as_constant().is_some() || b.as_constant().is_some();
                constant.then(|| a.product(b))
            }),
            Op::BvNeg => self.fold(&args, |a, _| Some(a.clone())).map(negated),
            Op::BvShl => self.power(args[1]).map(|power| {
                let values = self.value(args[0]);
                values.into_iter().map(|(c, p)| (c, p.times(&power))).collect()
            }),
            Op::BvLshr | Op::BvAshr => self.power(args[1]).and_then(|by| self.quotient(term, args[0], &by)),
            Op::BvUdiv | Op::BvSdiv => self
                .model
                .terms
                .constant(args[1])
                .filter(|by| *by > 0 && *by < 1 << 30)
                .and_then(|by| self.quotient(term, args[0], &BigInt::from(by))),
            Op::Ite => {
                let mut all = Vec::new();
                for (holds, arm) in [(true, args[1]), (false, args[2])] {
                    let conditions = self.condition(args[0], holds);
                    for (atoms, value) in self.value(arm) {
                        all.extend(
                            conditions.iter().map(|c| ([c.as_slice(), &atoms].concat(), value.clone())),
                        );
                    }
                }
                Some(all)
            }
            _ => None,
        };
        found
            .filter(|cases| cases.len() <= kernels::LINEAR_CASES)
            .unwrap_or_else(|| vec![(Vec::new(), self.open(term))])
    }

    /// `2^n` for a shift by a number.
    fn power(&self, by: Term) -> Option<BigInt> {
        self.model.terms.constant(by).filter(|by| *by < 63).map(|by| BigInt::from(1) << by)
    }

    /// A quotient that is rounded down: a free value `q` with `0 <= x - by * q < by`.
    fn quotient(&mut self, term: Term, of: Term, by: &BigInt) -> Option<Cases> {
        let values = self.value(of);
        let [(atoms, value)] = values.as_slice() else { return None };
        let quotient = self.fresh(term);
        let rest = value.minus(&quotient.times(by));
        self.facts.push(Atom::at_least(rest.clone()));
        self.facts.push(Atom::at_least(Poly::constant(by - BigInt::from(1)).minus(&rest)));
        Some(vec![(atoms.clone(), quotient)])
    }

    fn fold(&mut self, args: &[Term], with: impl Fn(&Poly, &Poly) -> Option<Poly>) -> Option<Cases> {
        let (first, rest) = args.split_first()?;
        let mut all = self.part(*first);
        for &arg in rest {
            let values = self.part(arg);
            let mut next = Vec::new();
            for (c, a) in &all {
                for (d, b) in &values {
                    next.push(([c.as_slice(), d].concat(), with(a, b)?));
                }
            }
            if next.len() > kernels::LINEAR_CASES {
                return None;
            }
            all = next;
        }
        Some(all)
    }

    /// The cases in which a condition holds, or does not; what is not understood may always be.
    fn condition(&mut self, term: Term, holds: bool) -> Vec<Vec<Atom>> {
        let (op, args) = (self.model.terms.op(term), self.model.terms.args(term).to_vec());
        let one = Poly::constant(1);
        let any = || vec![Vec::new()];
        let all = match (op, holds) {
            (Op::Bool(value), _) => return if value == holds { any() } else { Vec::new() },
            (Op::Not, _) => self.condition(args[0], !holds),
            (Op::And, true) | (Op::Or, false) => {
                let mut all = any();
                for &arg in &args {
                    let some = self.condition(arg, holds);
                    let both = all.iter().flat_map(|a| some.iter().map(|b| [a.as_slice(), b].concat()));
                    let both: Vec<Vec<Atom>> = both.collect();
                    // If a part is missing, the rest still holds.
                    if both.len() <= kernels::LINEAR_CASES {
                        all = both;
                    }
                }
                all
            }
            (Op::And, false) | (Op::Or, true) => {
                args.iter().flat_map(|&arg| self.condition(arg, holds)).collect()
            }
            (Op::BvUlt | Op::BvSlt, true) => {
                self.order(term, |a, b| vec![Atom::at_least(b.minus(a).minus(&one))])
            }
            (Op::BvUlt | Op::BvSlt, false) => self.order(term, |a, b| vec![Atom::at_least(a.minus(b))]),
            (Op::BvUle | Op::BvSle, true) => self.order(term, |a, b| vec![Atom::at_least(b.minus(a))]),
            (Op::BvUle | Op::BvSle, false) => {
                self.order(term, |a, b| vec![Atom::at_least(a.minus(b).minus(&one))])
            }
            // A test of the highest bit is one of the sign.
            (Op::Eq, _) if self.model.signed_number(term).is_some() => {
                let number = self.model.signed_number(term).unwrap_or(term);
                let zero = vec![(Vec::new(), Poly::constant(0))];
                let half = Poly::constant(BigInt::from(1) << (self.model.terms.width(number) - 1));
                let values = self.value(number);
                let signed = self.signed;
                between(&values, &zero, |a, _| {
                    let below = if signed { a.times(&BigInt::from(-1)) } else { half.minus(a) }.minus(&one);
                    let beyond = if signed { a.clone() } else { a.minus(&half) };
                    // Negative numbers are the lower ones, or the upper ones.
                    vec![Atom::at_least(if holds == signed { beyond } else { below })]
                })
            }
            (Op::Eq, true) if self.of_bits(&args) => {
                self.compare(&args, |a, b| vec![Atom::equal(a.minus(b))])
            }
            (Op::Eq, false) if self.of_bits(&args) => {
                let mut less = self.compare(&args, |a, b| vec![Atom::at_least(b.minus(a).minus(&one))]);
                less.extend(self.compare(&args, |a, b| vec![Atom::at_least(a.minus(b).minus(&one))]));
                less
            }
            _ => return any(),
        };
        if all.len() > kernels::LINEAR_CASES { any() } else { all }
    }

    fn of_bits(&self, args: &[Term]) -> bool {
        args.iter().all(|&a| matches!(self.model.terms.sort(a), Sort::Bits(w) if w <= 64))
    }

    fn compare(&mut self, args: &[Term], atoms: impl Fn(&Poly, &Poly) -> Vec<Atom>) -> Vec<Vec<Atom>> {
        let (left, right) = (self.value(args[0]), self.value(args[1]));
        between(&left, &right, atoms)
    }

    /// The same of a comparison in an order.
    fn order(&mut self, term: Term, atoms: impl Fn(&Poly, &Poly) -> Vec<Atom>) -> Vec<Vec<Atom>> {
        let Some(sides) = self.model.signed_sides(term) else {
            let args = self.model.terms.args(term).to_vec();
            return self.compare(&args, atoms);
        };
        let width = self.model.terms.width(self.model.terms.args(term)[0]);
        let [left, right] = sides.map(|side| {
            let add = vec![(Vec::new(), Poly::constant(as_signed(side.add, width)))];
            if side.parts.is_empty() {
                return Some(add);
            }
            self.fold(&side.parts, |a, b| Some(a.plus(b))).map(|sum| sums(&sum, &add))
        });
        let (Some(left), Some(right)) = (left, right) else { return vec![Vec::new()] };
        between(&left, &right, atoms)
    }
}

/// All sums of two values in cases.
fn sums(left: &Cases, right: &Cases) -> Cases {
    let both = left.iter().flat_map(|(c, a)| right.iter().map(move |(d, b)| (c, a, d, b)));
    both.map(|(c, a, d, b)| ([c.as_slice(), d].concat(), a.plus(b))).collect()
}

/// What relates two values, in their cases.
fn between(left: &Cases, right: &Cases, atoms: impl Fn(&Poly, &Poly) -> Vec<Atom>) -> Vec<Vec<Atom>> {
    let both = left.iter().flat_map(|(c, a)| right.iter().map(move |(d, b)| (c, a, d, b)));
    both.map(|(c, a, d, b)| [c.as_slice(), d.as_slice(), &atoms(a, b)].concat()).collect()
}

/// A number, read as a signed one.
fn as_signed(bits: u128, width: u32) -> BigInt {
    let negative = width < 128 && bits >> (width - 1) & 1 == 1;
    BigInt::from(bits) - if negative { BigInt::from(1) << width } else { BigInt::ZERO }
}

fn negated(cases: Cases) -> Cases {
    cases.into_iter().map(|(c, p)| (c, p.times(&BigInt::from(-1)))).collect()
}

/// A function as a term that is read as a signed number and, with this many bits more than its variables, does not wrap around.
fn term(model: &mut Model<'_>, poly: &Poly, known: &[Term], signed: bool, room: u32) -> Option<Term> {
    let mut parts: Vec<(i64, Option<Term>)> = Vec::new();
    for (monomial, c) in poly.terms() {
        let c = i64::try_from(c).ok()?;
        match monomial {
            // A constant addend does not matter to what falls; a small number makes it read well.
            [] => parts.extend((c.abs() < kernels::COEFFICIENT).then_some((c, None))),
            [var] if c.abs() <= kernels::COEFFICIENT => parts.push((c, Some(*known.get(*var)?))),
            _ => return None,
        }
    }
    let widths = parts.iter().filter_map(|(_, t)| t.map(|t| model.terms.width(t)));
    let width = widths.max()?.max(ROOM) + room + parts.len().ilog2();
    let mut sum = Vec::new();
    for (c, of) in parts {
        let factor = model.terms.bits(width, (c as i128 as u128) & raddle_smt::sort::mask(width));
        sum.push(match of {
            None => factor,
            Some(of) => {
                let of = wide(&mut model.terms, of, signed);
                let of = if signed { model.terms.sext(width, of) } else { model.terms.zext(width, of) };
                model.terms.bvmul(factor, of)
            }
        });
    }
    sum.into_iter().reduce(|a, b| model.terms.bvadd(a, b))
}
