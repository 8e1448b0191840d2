//! Terms of logic, as simple as they can be made without a solver, and solvers for what is left.
//!
//! Methods that prove (lock-step verification of paper 000, later papers 002 to 004) speak to this crate only: they build
//! [`Terms`] over Booleans, bit-vectors, arrays, IEEE floats and uninterpreted functions, and ask a [`Solver`] whether formulas
//! can be true together. What they get is [`Answer::Unsat`], [`Answer::Sat`] with a [`Model`], or [`Answer::Unknown`] with a
//! [`Reason`].
//!
//! ```
//! use raddle_smt::{Answer, Limits, Solver, Terms, solver::z3::Z3};
//!
//! let mut terms = Terms::new();
//! // Two threads write a[4 * thread] and a[4 * other + 1]: rewriting sees that they never meet.
//! let (thread, other) = (terms.bounded("thread", 32, 0, 255), terms.bounded("other", 32, 0, 255));
//! let (four, one) = (terms.bits(32, 4), terms.bits(32, 1));
//! let (a, b) = (terms.bvmul(four, thread), terms.bvmul(four, other));
//! let b = terms.bvadd(b, one);
//! let meet = terms.eq(a, b);
//! assert_eq!(terms.constant(meet), Some(0));
//!
//! // What it does not see, a solver does.
//! let product = terms.bvmul(thread, other);
//! let limit = terms.bits(32, 60_000);
//! let large = terms.bvult(limit, product);
//! let Answer::Sat(model) = Z3::new().check(&terms, &[large], &Limits::default()) else { panic!() };
//! assert!(model.value(&terms, product).unwrap().scalar().unwrap() > 60_000);
//! ```
//!
//! # The idea
//!
//! Most questions about addresses are decided by arithmetic that is always the same: a sum is a sum whatever the order in which it was
//! computed, the lower bits of a multiple of 32 are 0, a store at one index does not change another one. So
//! - [`terms`] hold each term once, and [`Terms::make`] *rewrites* what it builds: sums to a constant plus multiples of
//!   different terms, bitwise operators, conjunctions and comparisons to normal forms;
//! - [`facts`], known bits and an interval, go with every bit-vector, so that most comparisons are decided when they are built;
//! - the [`rules`] are data, stated once: the statement is what runs and what Z3 proves, at widths 1 to 16, 32 and 64. The transfer
//!   functions of the facts are written over a [`word::Word`], which is a number when they run and a formula when they are
//!   proved;
//! - [`meaning`] says what every operator means on values; [`Evaluator`] computes terms, and checks every model that a solver gives.
//!
//! The rewriting follows what SMT solvers do before they search (normal forms of sums, known bits, reads over writes; SMT-LIB 2.6
//! gives the meaning of all operators, the PTX ISA that of NaN's bits, and of minima and conversions); that every rule is proved
//! from its own statement is ours.
//!
//! # Invariants
//!
//! - A term means the same rewritten or not, for all values of its variables ([bounded](Terms::bounded) ones: for all values within
//!   their bounds, which every solver receives).
//! - A term's arguments have smaller numbers; building the same again gives the same number; equal calls in the same order
//!   give the same arena. No hash order reaches anything that comes out.
//! - Sorts are checked when a term is built: a mistake is a panic, because it is one in the program and never in its input.
//! - A solver never hangs, and a model that does not hold is not handed out.
//!
//! Nothing here knows kernels, threads or launches; of the IR only how floats are computed.

mod build;
mod eliminate;
pub mod facts;
pub mod integers;
pub mod meaning;
mod op;
pub mod poly;
mod rewrite;
pub mod rules;
pub mod sexpr;
pub mod smtlib;
pub mod solver;
pub mod sort;
pub mod terms;
mod value;
pub mod word;

pub use op::{Op, Symbol};
pub use raddle_ir::Rounding;
pub use solver::{Answer, Cancel, Limits, Reason, Solver};
pub use sort::{Format, MAX_WIDTH, Scalar, Sort};
pub use terms::{Declaration, Substitution, Term, Terms};
pub use value::{ArrayValue, Evaluator, Model, Value};
