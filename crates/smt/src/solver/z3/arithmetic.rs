//! Questions about polynomials over integers or rationals.
//!
//! A thin layer: constraints become Z3's terms, an answer is `Sat` with values, `Unsat` or `Unknown`. (Transition systems have
//! mathematical integers; bit-vectors are read so in `integers`.)

use crate::poly::{Poly, Var};
use num_bigint::BigInt;
use raddle_ir::clock::Deadline;
use std::collections::BTreeMap;
use std::str::FromStr;
use z3::ast::{Bool, Int, Real};
use z3::{Params, SatResult};

/// A polynomial that is compared with 0.
pub trait Constraint {
    /// The polynomial's terms: the variables of each, once for each time that they are factors, and the coefficient.
    fn terms(&self) -> impl Iterator<Item = (&[Var], &BigInt)>;
    /// Is the polynomial equal to 0? Otherwise it is at least 0.
    fn is_equation(&self) -> bool;
}

/// A formula about integers. Its parts are named by their numbers in a list in which they come before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// One that always holds, or never.
    Truth(bool),
    /// One of which nothing is known, by a number of its own.
    Free(usize),
    /// The polynomial is at least 0.
    NotNegative(Poly),
    /// The part does not hold.
    Not(usize),
    /// All of these hold.
    All(Vec<usize>),
    /// At least one of these holds.
    Any(Vec<usize>),
}

/// How much a single question may cost, in Z3's unit of resources: about a second. Unlike a time, it is the same on every machine.
const EFFORT: u32 = 2_000_000;

/// Milliseconds that are left, at least 1.
fn milliseconds(deadline: &Deadline) -> Option<u32> {
    Some(u32::try_from(deadline.left()?.as_millis()).unwrap_or(u32::MAX).max(1))
}

/// What a solver says of all that was asserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It cannot hold.
    Unsat,
    /// It can; [`Integers::value`] and [`Rationals::value`] say how.
    Sat,
    /// It is not known, in this time.
    Unknown,
}

/// A solver of integer questions.
pub struct Integers {
    solver: z3::Solver,
    vars: BTreeMap<Var, Int>,
    deadline: Deadline,
    model: Option<z3::Model>,
    /// A number could not be passed to Z3: none of its answers counts.
    broken: bool,
}

fn parameters(deadline: &Deadline, effort: u32) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", effort);
    if let Some(left) = milliseconds(deadline) {
        params.set_u32("timeout", left);
    }
    params
}

impl Integers {
    /// For questions that must be answered by then.
    #[must_use]
    pub fn new(deadline: Deadline) -> Self {
        Self::with(&parameters(&deadline, EFFORT), deadline)
    }

    /// The same with so much work for each question, in Z3's unit of resources, for questions that are linear, and a seed for the search.
    #[must_use]
    pub fn linear(deadline: Deadline, effort: u32, seed: u32) -> Self {
        let mut params = parameters(&deadline, effort);
        params.set_u32("random_seed", seed);
        // Z3's older simplex is faster with many cases: 0.3 s in place of 1.4 s for a question of `inner_points_of_a_box` (tests/rows.rs).
        params.set_u32("smt.arith.solver", 2);
        Self::with(&params, deadline)
    }

    fn with(params: &Params, deadline: Deadline) -> Self {
        let solver = z3::Solver::new();
        solver.set_params(params);
        Self { solver, vars: BTreeMap::new(), deadline, model: None, broken: false }
    }

    fn var(&mut self, var: Var) -> Int {
        self.vars.entry(var).or_insert_with(|| Int::new_const(format!("x{var}"))).clone()
    }

    /// Z3's term of a polynomial.
    fn polynomial<'p>(&mut self, terms: impl Iterator<Item = (&'p [Var], &'p BigInt)>) -> Int {
        let terms: Vec<Int> = terms
            .map(|(monomial, c)| {
                let mut factors: Vec<Int> = monomial.iter().map(|v| self.var(*v)).collect();
                if *c != BigInt::from(1) || factors.is_empty() {
                    factors.insert(0, number(c, &mut self.broken));
                }
                if factors.len() == 1 { factors.remove(0) } else { Int::mul(&factors) }
            })
            .collect();
        match terms.len() {
            0 => Int::from_i64(0),
            1 => terms[0].clone(),
            _ => Int::add(&terms),
        }
    }

    fn formula(&mut self, constraint: &impl Constraint) -> Bool {
        let (polynomial, zero) = (self.polynomial(constraint.terms()), Int::from_i64(0));
        if constraint.is_equation() { polynomial.eq(zero) } else { polynomial.ge(zero) }
    }

    fn all(&mut self, constraints: &[impl Constraint]) -> Bool {
        let parts: Vec<Bool> = constraints.iter().map(|one| self.formula(one)).collect();
        Bool::and(&parts)
    }

    /// All of these hold.
    pub fn assert(&mut self, constraints: &[impl Constraint]) {
        for constraint in constraints {
            let it = self.formula(constraint);
            self.solver.assert(it);
        }
    }

    /// At least one of these does not hold.
    pub fn refute(&mut self, constraints: &[impl Constraint]) {
        let it = self.all(constraints).not();
        self.solver.assert(it);
    }

    /// All constraints of at least one of these lists hold.
    pub fn assert_some(&mut self, lists: &[Vec<impl Constraint>]) {
        let parts: Vec<Bool> = lists.iter().map(|l| self.all(l)).collect();
        self.solver.assert(Bool::or(&parts));
    }

    /// These formulas hold, by their numbers in the list.
    pub fn assert_formulas(&mut self, formulas: &[Formula], hold: &[usize]) {
        let made = self.made(formulas);
        hold.iter().for_each(|&n| self.solver.assert(&made[n]));
    }

    /// Of the formulas that are `given` among those that hold, the positions of those with which they cannot hold together; `None` if they can, or that
    /// is not known.
    pub fn core(&mut self, formulas: &[Formula], hold: &[usize], given: &[usize]) -> Option<Vec<usize>> {
        let made = self.made(formulas);
        let others = hold.iter().filter(|n| !given.contains(n));
        others.for_each(|&n| self.solver.assert(&made[n]));
        let names: Vec<Bool> = (0..given.len()).map(|at| Bool::new_const(format!("given{at}"))).collect();
        for (name, &n) in names.iter().zip(given) {
            self.solver.assert(name.implies(&made[n]));
        }
        if self.broken || self.deadline.passed() || self.solver.check_assumptions(&names) != SatResult::Unsat
        {
            return None;
        }
        let core = self.solver.get_unsat_core();
        Some((0..given.len()).filter(|&at| core.contains(&names[at])).collect())
    }

    /// Z3's formulas.
    fn made(&mut self, formulas: &[Formula]) -> Vec<Bool> {
        let mut made: Vec<Bool> = Vec::with_capacity(formulas.len());
        for formula in formulas {
            let parts = |numbers: &[usize]| numbers.iter().map(|&n| made[n].clone()).collect::<Vec<_>>();
            made.push(match formula {
                Formula::Truth(value) => Bool::from_bool(*value),
                Formula::Free(number) => Bool::new_const(format!("b{number}")),
                Formula::NotNegative(poly) => {
                    let polynomial = self.polynomial(poly.terms());
                    polynomial.ge(Int::from_i64(0))
                }
                Formula::Not(part) => made[*part].not(),
                Formula::All(numbers) => Bool::and(&parts(numbers)),
                Formula::Any(numbers) => Bool::or(&parts(numbers)),
            });
        }
        made
    }

    /// What is asserted from here on is forgotten by [`Integers::pop`].
    pub fn push(&mut self) {
        self.solver.push();
    }

    /// Forgets what was asserted since the last [`Integers::push`].
    pub fn pop(&mut self) {
        self.solver.pop(1);
    }

    /// Whether all that was asserted can hold together.
    pub fn check(&mut self) -> Answer {
        self.model = None;
        if self.broken || self.deadline.passed() {
            return Answer::Unknown;
        }
        match self.solver.check() {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown,
            SatResult::Sat => {
                self.model = self.solver.get_model();
                if self.model.is_some() { Answer::Sat } else { Answer::Unknown }
            }
        }
    }

    /// The value of a variable after the answer `Sat`; 0 where any value does.
    pub fn value(&mut self, var: Var) -> Option<BigInt> {
        let term = self.var(var);
        let value = self.model.as_ref()?.eval(&term, true)?.to_string();
        match value.strip_prefix("(- ").and_then(|v| v.strip_suffix(')')) {
            Some(size) => BigInt::from_str(size).ok().map(|n| -n),
            None => BigInt::from_str(&value).ok(),
        }
    }

    /// Whether these constraints imply those, for all values: `false` if that is unknown.
    #[must_use]
    pub fn implies(given: &[impl Constraint], then: &[impl Constraint], deadline: Deadline) -> bool {
        let mut question = Self::new(deadline);
        question.assert(given);
        question.refute(then);
        question.check() == Answer::Unsat
    }
}

/// Z3's numeral.
fn number(number: &BigInt, broken: &mut bool) -> Int {
    match i64::try_from(number) {
        Ok(small) => Int::from_i64(small),
        Err(_) => Int::from_str(&number.to_string()).unwrap_or_else(|()| {
            *broken = true;
            Int::from_i64(0)
        }),
    }
}

/// A linear programme over rationals: variables, linear constraints, and choices between lists of them.
pub struct Rationals {
    solver: z3::Solver,
    vars: BTreeMap<Var, Real>,
    deadline: Deadline,
    model: Option<z3::Model>,
    /// See [`Integers`].
    broken: bool,
}

impl Rationals {
    /// For questions that must be answered by then.
    #[must_use]
    pub fn new(deadline: Deadline) -> Self {
        let solver = z3::Solver::new();
        solver.set_params(&parameters(&deadline, 4 * EFFORT));
        Self { solver, vars: BTreeMap::new(), deadline, model: None, broken: false }
    }

    fn var(&mut self, var: Var) -> Real {
        self.vars.entry(var).or_insert_with(|| Real::new_const(format!("r{var}"))).clone()
    }

    fn formula(&mut self, constraint: &impl Constraint) -> Bool {
        let terms: Vec<Real> = constraint
            .terms()
            .map(|(monomial, c)| {
                let c = Real::from_int(&number(c, &mut self.broken));
                match monomial {
                    [] => c,
                    _ => {
                        let mut factors: Vec<Real> = monomial.iter().map(|v| self.var(*v)).collect();
                        factors.insert(0, c);
                        Real::mul(&factors)
                    }
                }
            })
            .collect();
        let sum = if terms.is_empty() { Real::from_rational(0, 1) } else { Real::add(&terms) };
        let zero = Real::from_rational(0, 1);
        if constraint.is_equation() { sum.eq(zero) } else { sum.ge(zero) }
    }

    /// All of these hold.
    pub fn assert(&mut self, constraints: &[impl Constraint]) {
        for constraint in constraints {
            let it = self.formula(constraint);
            self.solver.assert(it);
        }
    }

    /// All constraints of at least one of these lists hold.
    pub fn assert_some(&mut self, lists: &[Vec<impl Constraint>]) {
        let mut parts = Vec::new();
        for list in lists {
            let atoms: Vec<Bool> = list.iter().map(|one| self.formula(one)).collect();
            parts.push(Bool::and(&atoms));
        }
        self.solver.assert(Bool::or(&parts));
    }

    /// See [`Integers::push`].
    pub fn push(&mut self) {
        self.solver.push();
    }

    /// See [`Integers::pop`].
    pub fn pop(&mut self) {
        self.solver.pop(1);
    }

    /// Whether all that was asserted can hold together.
    pub fn check(&mut self) -> Answer {
        self.model = None;
        if self.broken || self.deadline.passed() {
            return Answer::Unknown;
        }
        match self.solver.check() {
            SatResult::Unsat => Answer::Unsat,
            SatResult::Unknown => Answer::Unknown,
            SatResult::Sat => {
                self.model = self.solver.get_model();
                if self.model.is_some() { Answer::Sat } else { Answer::Unknown }
            }
        }
    }

    /// The value of a variable after the answer `Sat`, as numerator and denominator, if they are small enough.
    pub fn value(&mut self, var: Var) -> Option<(i64, i64)> {
        let term = self.var(var);
        self.model.as_ref()?.eval(&term, true)?.as_rational()
    }
}
