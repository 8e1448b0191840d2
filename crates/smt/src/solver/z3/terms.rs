//! Questions about raddle's terms.
//!
//! Terms become Z3's terms once each. Z3's operators are found by their SMT-LIB names ([`crate::smtlib::head`]): a line of
//! SMT-LIB with the operator is read, and the operator taken out of what Z3 made of it. So there is one table of names for
//! the text and for Z3.

use crate::op::{Op, Symbol};
use crate::sexpr::{Sexpr, read_all};
use crate::smtlib;
use crate::solver::model::{Ask, Question, model};
use crate::solver::{Answer, Limits, Reason, Solver, Stack};
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Once;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use z3::ast::{Ast, Bool, Dynamic};
use z3::{FuncDecl, Params, SatResult, StatisticsValue};

/// How often another thread's wish to stop is checked.
const LOOK: Duration = Duration::from_millis(5);

/// How much [work](Solver::work) a question may take of the solver that keeps what it has learnt from question to question: about 0.4 s.
/// One that takes more is asked anew, all formulas at once: Z3 then chooses from more engines, and simplifies everything first.
const QUICK: u64 = 1_000_000;
/// And how much time, if the work goes slowly.
const QUICK_TIME: Duration = Duration::from_secs(4);

/// Z3's own defaults are slower where numbers are cut, extended and multiplied by powers of two, as in addresses (docs/src/evaluation.md).
const PARAMETERS: [(&str, &str); 3] =
    [("rewriter.mul2concat", "true"), ("rewriter.elim_sign_ext", "false"), ("sat.gc", "psm")];

/// Z3, in process. It belongs to the thread that made it.
pub struct Z3 {
    solver: z3::Solver,
    /// The logic that it is for, if not for all.
    logic: Option<String>,
    stack: Stack,
    /// Z3's terms.
    known: FxHashMap<Term, Dynamic>,
    /// The terms whose conditions are asserted, by level.
    said: Vec<FxHashSet<Term>>,
    /// What must be asserted where a term is used.
    conditions: FxHashMap<Term, Vec<Bool>>,
    heads: FxHashMap<(String, Vec<Sort>), Head>,
    symbols: FxHashMap<Symbol, FuncDecl>,
    /// What went wrong while formulas were asserted.
    failure: Option<String>,
    /// How much work all questions have taken.
    work: u64,
    /// Where Z3's own count stood after the last one.
    count: u32,
    /// Did the solver that keeps what it has learnt leave its last question open?
    left_open: bool,
}

/// An operator of Z3, with its rounding direction.
struct Head {
    decl: FuncDecl,
    rounding: Option<Dynamic>,
}

impl Default for Z3 {
    fn default() -> Self {
        Self::new()
    }
}

impl Z3 {
    /// For formulas of all kinds.
    #[must_use]
    pub fn new() -> Self {
        Self::with(None)
    }

    /// For formulas about addresses of kernels: faster with those, slower where variables are multiplied. The setting remains for Z3 in
    /// this process.
    #[must_use]
    pub fn for_addresses() -> Self {
        static SET: Once = Once::new();
        SET.call_once(|| PARAMETERS.iter().for_each(|(name, value)| z3::set_global_param(name, value)));
        Self::new()
    }

    /// For one of SMT-LIB's logics: `QF_BV` for bit-vectors and Booleans only is the fast one.
    #[must_use]
    pub fn for_logic(logic: &str) -> Self {
        Self::with(Some(logic.to_owned()))
    }

    fn with(logic: Option<String>) -> Self {
        let solver = fresh(logic.as_deref());
        let count = count(&solver).unwrap_or_default();
        Self {
            solver,
            logic,
            stack: Stack::default(),
            known: FxHashMap::default(),
            heads: FxHashMap::default(),
            symbols: FxHashMap::default(),
            said: vec![FxHashSet::default()],
            conditions: FxHashMap::default(),
            failure: None,
            work: 0,
            count,
            left_open: false,
        }
    }

    /// Forgets all formulas and terms, so that terms of another arena can come.
    pub fn reset(&mut self) {
        self.solver.reset();
        self.stack = Stack::default();
        self.known.clear();
        self.said = vec![FxHashSet::default()];
        self.conditions.clear();
        self.symbols.clear();
        self.failure = None;
    }

    /// Replaces a solver that was interrupted by another one: Z3 may crash when it is asked again.
    fn renew(&mut self, terms: &Terms) -> Result<(), String> {
        self.solver = fresh(self.logic.as_deref());
        self.said = vec![FxHashSet::default()];
        for (number, level) in self.stack.levels.clone().into_iter().enumerate() {
            if number > 0 {
                self.solver.push();
                self.said.push(FxHashSet::default());
            }
            for formula in level {
                let made = self.formula(terms, formula)?;
                self.solver.assert(&made);
            }
        }
        Ok(())
    }

    /// The version of the library, as numbers separated by dots.
    #[must_use]
    pub fn version() -> String {
        z3::full_version().to_owned()
    }

    /// Z3's term of a term.
    fn term(&mut self, terms: &Terms, term: Term) -> Result<Dynamic, String> {
        for part in terms.post_order(&[term], |t| self.known.contains_key(&t)) {
            let made = self.step(terms, part)?;
            self.known.insert(part, made);
        }
        self.known.get(&term).cloned().ok_or_else(|| "a term is missing".into())
    }

    fn step(&mut self, terms: &Terms, term: Term) -> Result<Dynamic, String> {
        let (op, sort) = (terms.op(term), terms.sort(term));
        let args: Vec<Dynamic> = terms.args(term).iter().map(|a| self.known[a].clone()).collect();
        let sorts: Vec<Sort> = terms.args(term).iter().map(|a| terms.sort(*a)).collect();
        let refs: Vec<&dyn Ast> = args.iter().map(|a| a as &dyn Ast).collect();
        match op {
            Op::Bool(truth) => Ok(Bool::from_bool(truth).into()),
            Op::Const(number) => self.number(sort, number),
            Op::Var(symbol) => {
                let made = self.call(terms, symbol, &[])?;
                let bounds = self.bounds(terms, symbol, &made)?;
                self.conditions.insert(term, bounds);
                Ok(made)
            }
            Op::Apply(symbol) => self.call(terms, symbol, &refs),
            Op::FpToBits => {
                let text = format!("(declare-const {} {sort})", smtlib::bits_name(term));
                let own = example(&text, &smtlib::bits_name(term), sort)?;
                let Sort::Float(format) = sorts[0] else { return Err("not the bits of a float".into()) };
                let back = self.applied(Op::FpFromBits, sorts[0], &[sort], &[&own])?;
                let equal = self.applied(Op::Eq, Sort::Bool, &[sorts[0]; 2], &[&back, refs[0]])?;
                let nan = self.applied(Op::FpIsNan, Sort::Bool, &sorts, &refs)?;
                let bits = self.number(sort, format.nan())?;
                let quiet = self.applied(Op::Eq, Sort::Bool, &[sort; 2], &[&own, &bits])?;
                let rule = self.applied(Op::Implies, Sort::Bool, &[Sort::Bool; 2], &[&nan, &quiet])?;
                self.conditions.insert(term, vec![truth(&equal)?, truth(&rule)?]);
                Ok(own)
            }
            Op::And | Op::Or | Op::Xor => self.applied(op, sort, &sorts, &refs),
            // Z3's bit-vector operators take two arguments.
            _ if op.is_variadic() => {
                let mut all = args[0].clone();
                for arg in &args[1..] {
                    all = self.applied(op, sort, &sorts[..2], &[&all, arg])?;
                }
                Ok(all)
            }
            _ => self.applied(op, sort, &sorts, &refs),
        }
    }

    fn number(&mut self, sort: Sort, number: u128) -> Result<Dynamic, String> {
        if let Sort::Bits(width) = sort {
            let made = z3::ast::BV::from_str(width, &number.to_string());
            return made.map(Into::into).ok_or_else(|| format!("Z3 has no number {number}"));
        }
        if sort == Sort::Bool {
            return Ok(Bool::from_bool(number == 1).into());
        }
        let Sort::Float(format) = sort else { return Err("an array is not a number".into()) };
        let bits = Sort::Bits(format.bits());
        let number = self.number(bits, number)?;
        self.applied(Op::FpFromBits, sort, &[bits], &[&number])
    }

    /// A variable or a function applied.
    fn call(&mut self, terms: &Terms, symbol: Symbol, args: &[&dyn Ast]) -> Result<Dynamic, String> {
        if let Some(known) = self.symbols.get(&symbol) {
            return Ok(known.apply(args));
        }
        let declaration = terms.declaration(symbol);
        let name = smtlib::name(terms, symbol);
        let sorts: Vec<String> = declaration.arguments.iter().map(ToString::to_string).collect();
        let mut text = format!("(declare-fun {name} ({}) {})", sorts.join(" "), declaration.sort);
        let mut expression = name.clone();
        if !sorts.is_empty() {
            expression = format!("({name}");
            for (n, sort) in sorts.iter().enumerate() {
                text += &format!("(declare-const a{n} {sort})");
                expression += &format!(" a{n}");
            }
            expression += ")";
        }
        let decl = example(&text, &expression, declaration.sort)?.decl();
        let made = decl.apply(args);
        self.symbols.insert(symbol, decl);
        Ok(made)
    }

    /// What is declared of a variable's values.
    fn bounds(&mut self, terms: &Terms, symbol: Symbol, variable: &Dynamic) -> Result<Vec<Bool>, String> {
        let declaration = terms.declaration(symbol);
        let Some((least, most)) = declaration.bounds else { return Ok(Vec::new()) };
        let sort = declaration.sort;
        let (least, most) = (self.number(sort, least)?, self.number(sort, most)?);
        let pairs = [(&least, variable), (variable, &most)];
        let mut within = |(a, b): (&Dynamic, &Dynamic)| {
            truth(&self.applied(Op::BvUle, Sort::Bool, &[sort; 2], &[a, b])?)
        };
        Ok(vec![within(pairs[0])?, within(pairs[1])?])
    }

    /// An operator applied to Z3's terms.
    fn applied(&mut self, op: Op, sort: Sort, sorts: &[Sort], args: &[&dyn Ast]) -> Result<Dynamic, String> {
        let head = smtlib::head(op, sort, sorts);
        let key = (head, sorts.to_vec());
        if !self.heads.contains_key(&key) {
            let mut text = String::new();
            let mut expression = format!("({}", key.0);
            for (n, sort) in sorts.iter().enumerate() {
                text += &format!("(declare-const a{n} {sort})");
                expression += &format!(" a{n}");
            }
            let example = example(&text, &(expression + ")"), sort)?;
            let rounding = op.rounding().and_then(|_| example.nth_child(0));
            self.heads.insert(key.clone(), Head { decl: example.decl(), rounding });
        }
        let Some(Head { decl, rounding }) = self.heads.get(&key) else { return Err("no operator".into()) };
        Ok(match rounding {
            Some(rounding) => {
                let mut all: Vec<&dyn Ast> = vec![rounding];
                all.extend_from_slice(args);
                decl.apply(&all)
            }
            None => decl.apply(args),
        })
    }

    /// Z3's term of a formula; also asserts what the formula needs.
    fn formula(&mut self, terms: &Terms, formula: Term) -> Result<Bool, String> {
        let made = self.term(terms, formula)?;
        let new = terms.post_order(&[formula], |t| self.said.iter().any(|level| level.contains(&t)));
        for term in new {
            for condition in self.conditions.get(&term).into_iter().flatten() {
                self.solver.assert(condition);
            }
            if let Some(level) = self.said.last_mut() {
                level.insert(term);
            }
        }
        truth(&made)
    }

    fn checked(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Result<Answer, String> {
        let mut made = Vec::new();
        for &assumption in assumptions {
            made.push(self.formula(terms, assumption)?);
        }
        let quick = Limits {
            time: Some(limits.time.map_or(QUICK_TIME, |time| time.min(QUICK_TIME))),
            work: Some(limits.work.map_or(QUICK, |work| work.min(QUICK))),
            ..limits.clone()
        };
        let (start, before) = (Instant::now(), self.work);
        let (mut result, mut stopped) = (SatResult::Unknown, None);
        let mut asserted = self.solver.get_assertions();
        // Where no level is open it has learnt little.
        if !self.left_open || self.stack.levels.len() > 1 {
            (result, stopped) = watched(&self.solver, &made, &quick);
            self.counts();
            self.left_open = result == SatResult::Unknown;
            if self.left_open {
                asserted = self.solver.get_assertions();
                self.renew(terms)?;
            }
        }
        let mut anew = None;
        let left = Limits {
            time: limits.time.map(|time| time.saturating_sub(start.elapsed())),
            work: limits.work.map(|work| work.saturating_sub(self.work - before)),
            ..limits.clone()
        };
        let is_over = left.time.is_some_and(|time| time.is_zero()) || left.work == Some(0);
        if result == SatResult::Unknown && stopped.is_none() && !is_over {
            let solver: &z3::Solver = anew.insert(z3::Solver::new());
            asserted.iter().chain(&made).for_each(|formula| solver.assert(formula));
            (result, stopped) = watched(solver, &[], &left);
            self.counts();
        }
        Ok(match result {
            // For a question that was asked anew, every assumption may be needed.
            SatResult::Unsat if anew.is_some() => Answer::Unsat(assumptions.to_vec()),
            SatResult::Unsat => {
                let core = self.solver.get_unsat_core();
                let blamed = assumptions.iter().zip(&made).filter(|(_, m)| core.contains(m));
                Answer::Unsat(blamed.map(|(t, _)| *t).collect())
            }
            SatResult::Sat => {
                let found = anew.as_ref().unwrap_or(&self.solver).get_model().ok_or("Z3 has no model")?;
                model(terms, &self.stack.with(assumptions), &mut Values { z3: self, model: found })
            }
            SatResult::Unknown => {
                if let Some(reason) = stopped {
                    return Ok(Answer::Unknown(reason));
                }
                let why = anew.as_ref().and_then(z3::Solver::get_reason_unknown);
                Answer::Unknown(why.map_or(Reason::Time, |why| reason(&why)))
            }
        })
    }

    /// Adds up the work of a question that has its answer.
    fn counts(&mut self) {
        if let Some(count) = count(&self.solver) {
            self.work += u64::from(count.wrapping_sub(self.count));
            self.count = count;
        }
    }
}

/// Where Z3's own count of its work stands, which all solvers of a thread share.
fn count(solver: &z3::Solver) -> Option<u32> {
    match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => Some(count),
        _ => None,
    }
}

/// How much work all solvers of this thread have taken so far, in Z3's unit of resources, modulo 2^32.
pub(crate) fn work_so_far() -> u32 {
    count(&z3::Solver::new()).unwrap_or_default()
}

fn fresh(logic: Option<&str>) -> z3::Solver {
    logic.map_or_else(z3::Solver::new, |logic| z3::Solver::new_for_logic(logic).unwrap_or_default())
}

/// Asks Z3, and interrupts it when another thread wants it or when it takes too much memory: its own limit of memory is
/// not one for all of its engines. The reason, if it was interrupted.
fn watched(solver: &z3::Solver, assumptions: &[Bool], limits: &Limits) -> (SatResult, Option<Reason>) {
    solver.set_params(&parameters(limits));
    if limits.cancel.is_none() && limits.memory.is_none() {
        return (solver.check_assumptions(assumptions), None);
    }
    if limits.is_cancelled() {
        return (SatResult::Unknown, Some(Reason::Cancelled));
    }
    let context = solver.get_context().clone();
    let handle = context.handle();
    let (done, watch) = channel::<()>();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(move || {
            let start = resident();
            let mut reason = None;
            while watch.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let grown = resident().saturating_sub(start);
                if limits.is_cancelled() {
                    reason = Some(Reason::Cancelled);
                } else if limits.memory.is_some_and(|most| grown > most) {
                    reason = Some(Reason::Memory);
                }
                if reason.is_some() {
                    handle.interrupt();
                }
            }
            reason
        });
        let result = solver.check_assumptions(assumptions);
        drop(done);
        (result, watcher.join().unwrap_or_default())
    })
}

/// How much memory this process has, in bytes; 0 where the system does not say.
fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * PAGE
}

fn parameters(limits: &Limits) -> Params {
    let mut params = Params::new();
    let time = limits.time.map_or(u32::MAX, |t| u32::try_from(t.as_millis()).unwrap_or(u32::MAX).max(1));
    params.set_u32("timeout", time);
    // 0 is no limit.
    params.set_u32("rlimit", limits.work.map_or(0, |w| u32::try_from(w).unwrap_or(u32::MAX).max(1)));
    params
}

/// What Z3's reason means.
fn reason(why: &str) -> Reason {
    match why {
        "timeout" | "canceled" | "interrupted from keyboard" | "max. resource limit exceeded" => Reason::Time,
        _ if why.contains("memory") || why.contains("memout") => Reason::Memory,
        _ => Reason::Incomplete(why.to_owned()),
    }
}

fn truth(term: &Dynamic) -> Result<Bool, String> {
    term.as_bool().ok_or_else(|| format!("{term} is not a formula"))
}

/// What Z3 makes of an expression of this sort.
fn example(declarations: &str, expression: &str, sort: Sort) -> Result<Dynamic, String> {
    let reader = z3::Solver::new();
    reader.from_string(format!("{declarations}(declare-const %it {sort})(assert (= {expression} %it))"));
    let made = reader.get_assertions().first().and_then(|equation| equation.nth_child(0));
    made.ok_or_else(|| format!("Z3 does not understand {expression}"))
}

impl Solver for Z3 {
    fn name(&self) -> String {
        format!("Z3 {}", Self::version())
    }

    fn push(&mut self) {
        self.stack.push();
        self.said.push(FxHashSet::default());
        self.solver.push();
    }

    fn pop(&mut self) {
        if self.stack.pop() {
            self.solver.pop(1);
            self.said.pop();
        }
    }

    fn assert(&mut self, terms: &Terms, formula: Term) {
        self.stack.assert(formula);
        match self.formula(terms, formula) {
            Ok(made) => self.solver.assert(&made),
            Err(why) => self.failure = Some(why),
        }
    }

    fn work(&self) -> u64 {
        self.work
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer {
        if let Some(answer) = self.stack.plain_answer(terms, assumptions) {
            return answer;
        }
        if let Some(why) = &self.failure {
            return Answer::Unknown(Reason::Failed(why.clone()));
        }
        self.checked(terms, assumptions, limits).unwrap_or_else(|why| Answer::Unknown(Reason::Failed(why)))
    }
}

/// Values out of a model of Z3.
struct Values<'a> {
    z3: &'a mut Z3,
    model: z3::Model,
}

impl Ask for Values<'_> {
    fn ask(&mut self, terms: &Terms, questions: &[Question]) -> Result<Vec<Sexpr>, Reason> {
        let mut answers = Vec::new();
        for question in questions {
            answers.push(self.one(terms, question).map_err(Reason::Failed)?);
        }
        Ok(answers)
    }
}

impl Values<'_> {
    fn one(&mut self, terms: &Terms, question: &Question) -> Result<Sexpr, String> {
        let term = match *question {
            Question::Term(term) => self.z3.term(terms, term)?,
            Question::At(array, index) => {
                let sort = terms.declaration(array).sort;
                let Sort::Array(width, element) = sort else { return Err("no array".into()) };
                let array = self.z3.call(terms, array, &[])?;
                let index = self.z3.number(Sort::Bits(width), index)?;
                self.z3.applied(Op::Select, element.into(), &[sort, Sort::Bits(width)], &[&array, &index])?
            }
        };
        let value = self.model.eval(&term, true).ok_or("Z3's model has no value")?;
        let text = value.to_string();
        read_all(&text)?.into_iter().next().ok_or_else(|| format!("{text} is not a value"))
    }
}

/// Checks a script of SMT-LIB 2, whatever it declares: for statements that terms cannot make, as those about integers.
#[must_use]
pub fn check_script(script: &str, limits: &Limits) -> Option<bool> {
    let solver = z3::Solver::new();
    solver.from_string(script);
    if solver.get_assertions().is_empty() {
        return None;
    }
    solver.set_params(&parameters(limits));
    match solver.check() {
        SatResult::Sat => Some(true),
        SatResult::Unsat => Some(false),
        SatResult::Unknown => None,
    }
}
