//! The solver's questions, about [atoms](Atom).

use crate::its::{Atom, Relation, Var};
use num_bigint::BigInt;

pub use raddle_ir::clock::Deadline;
pub use raddle_smt::solver::z3::arithmetic::{Answer, Integers, Rationals};

impl raddle_smt::solver::z3::arithmetic::Constraint for Atom {
    fn terms(&self) -> impl Iterator<Item = (&[Var], &BigInt)> {
        self.poly.terms()
    }

    fn is_equation(&self) -> bool {
        self.relation == Relation::Equal
    }
}
