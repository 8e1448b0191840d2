//! Solvers: one trait, four implementations.
//!
//! - [`Z3`](z3::Z3) runs in process;
//! - [`Process`](process::Process) talks SMT-LIB 2 with any solver;
//! - [`Portfolio`](portfolio::Portfolio) asks several at once and takes the first answer;
//! - [`Keep`](keep::Keep) writes each query of another one to a file.
//!
//! [`Choice`](choice::Choice) makes the one of a command line.
//!
//! # Invariants
//!
//! - A limit that is reached, or a solver that dies or gives an answer that is not understood, is [`Answer::Unknown`], with the reason.
//!   Nothing hangs, nothing panics.
//! - Every model is evaluated before it is handed out ([`model`]): all formulas hold in it, by raddle's own
//!   arithmetic. So `Sat` never depends on a solver alone.
//! - `Unsat` does; a portfolio whose solvers disagree says so.
//! - A solver is used with terms of one arena.

pub mod choice;
pub mod keep;
pub mod model;
pub mod portfolio;
pub mod process;
pub mod z3;

use crate::op::Op;
use crate::terms::{Term, Terms};
use crate::value::Model;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a solver says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No values make all formulas true. The assumptions that are to blame: a subset of those given, which contradict what is asserted.
    Unsat(Vec<Term>),
    /// These values do.
    Sat(Model),
    /// It is not known.
    Unknown(Reason),
}

impl Answer {
    /// The answer's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unsat(_) => "unsat",
            Self::Sat(_) => "sat",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time is over.
    Time,
    /// The memory is used up.
    Memory,
    /// [`Cancel`] was called.
    Cancelled,
    /// The solver gave up, and gave this reason.
    Incomplete(String),
    /// The solver could not be run, died, or gave an answer that is not understood.
    Failed(String),
    /// The solver's model does not make all formulas true.
    BadModel(String),
    /// Two solvers disagree: which said unsatisfiable, which said satisfiable.
    Disagreement(String, String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("the solver ran out of time; raise --timeout"),
            Self::Memory => f.write_str("the solver ran out of memory"),
            Self::Cancelled => f.write_str("the solver was stopped"),
            Self::Incomplete(why) => write!(f, "the solver gave up: {why}"),
            Self::Failed(why) => write!(f, "the solver failed: {why}"),
            Self::BadModel(why) => write!(f, "the solver's model is wrong: {why}"),
            Self::Disagreement(unsat, sat) => {
                write!(
                    f,
                    "the solvers disagree: {unsat} says unsatisfiable, {sat} satisfiable; one of them is wrong"
                )
            }
        }
    }
}

/// Stops queries from another thread.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Stops the queries that hold a clone of this.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it called?
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// This much work takes about a millisecond.
const WORK: u64 = 2500;
/// Where work is limited, time is limited, too: to this multiple of what the work usually takes.
const SLACK: u32 = 6;

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// After this time; never, when none.
    pub time: Option<Duration>,
    /// After this much [work](Solver::work); never, when none. Unlike the time, it does not depend on the machine and its load. Only Z3 in
    /// process counts it.
    pub work: Option<u64>,
    /// At this many bytes; never, when none. In process it is about by how much the process grows during the query, where the
    /// system says so (Linux).
    pub memory: Option<u64>,
    /// When this says so.
    pub cancel: Option<Cancel>,
}

impl Limits {
    /// A limit of time only.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Work that usually takes about this time. The time itself is limited too, to a multiple of it, so that the load of the machine
    /// decides nothing.
    #[must_use]
    pub fn about(time: Duration) -> Self {
        let work = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).saturating_mul(WORK);
        Self { work: Some(work), ..Self::time(time.saturating_mul(SLACK)) }
    }

    /// At most this time.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { time: Some(self.time.map_or(time, |most| most.min(time))), ..self }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }
}

/// An incremental solver: formulas are asserted, levels of them opened and closed.
pub trait Solver {
    /// What it is called.
    fn name(&self) -> String;
    /// Opens a level.
    fn push(&mut self);
    /// Closes the last level and forgets what was asserted in it. Without a level there is nothing to do.
    fn pop(&mut self);
    /// Asserts a formula, in the last level.
    fn assert(&mut self, terms: &Terms, formula: Term);
    /// How much work all questions have taken, in Z3's unit of resources: one to ten million a second. 0 where it is not counted.
    fn work(&self) -> u64 {
        0
    }
    /// Can all that is asserted and the assumptions be true together?
    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer;
}

/// The formulas that are asserted, by level.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    pub levels: Vec<Vec<Term>>,
}

impl Default for Stack {
    fn default() -> Self {
        Self { levels: vec![Vec::new()] }
    }
}

impl Stack {
    pub fn push(&mut self) {
        self.levels.push(Vec::new());
    }

    /// False where there is no level to close.
    pub fn pop(&mut self) -> bool {
        let open = self.levels.len() > 1;
        if open {
            self.levels.pop();
        }
        open
    }

    pub fn assert(&mut self, formula: Term) {
        if let Some(level) = self.levels.last_mut() {
            level.push(formula);
        }
    }

    /// All formulas.
    pub fn all(&self) -> impl Iterator<Item = Term> {
        self.levels.iter().flatten().copied()
    }

    /// The formulas and the assumptions.
    pub fn with(&self, assumptions: &[Term]) -> Vec<Term> {
        self.all().chain(assumptions.iter().copied()).collect()
    }

    /// The answer where rewriting has found it: a formula is false, or two contradict each other, or all are true.
    pub fn plain_answer(&self, terms: &Terms, assumptions: &[Term]) -> Option<Answer> {
        let is = |t: Term, value| terms.op(t) == Op::Bool(value);
        if self.all().any(|t| is(t, false)) {
            return Some(Answer::Unsat(Vec::new()));
        }
        if let Some(&wrong) = assumptions.iter().find(|t| is(**t, false)) {
            return Some(Answer::Unsat(vec![wrong]));
        }
        for &a in assumptions {
            let [inner] = terms.args(a) else { continue };
            if terms.op(a) != Op::Not {
                continue;
            }
            if assumptions.contains(inner) {
                return Some(Answer::Unsat(vec![a, *inner]));
            }
        }
        let all = self.all().chain(assumptions.iter().copied());
        all.into_iter().all(|t| is(t, true)).then(|| Answer::Sat(Model::default()))
    }
}
