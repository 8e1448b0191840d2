//! Loops whose rounds can be counted: a variable that begins with a number, becomes a function of itself alone, and is at last one
//! with which no way leads back.
//!
//! That needs no solver, for floats either, and says how often such a loop goes round at most. Other variables and what is read may end it earlier.

use super::model::Model;
use crate::limits::kernels;
use raddle_smt::{Evaluator, Model as Values, Op, Symbol, Term, Value};

/// How often a loop goes back to its head at most, if a variable counts that.
#[must_use]
pub fn rounds(model: &Model<'_>, number: usize) -> Option<usize> {
    (0..model.heads[number].params.len()).find_map(|place| by(model, number, place))
}

/// The same by the variable at a place.
fn by(model: &Model<'_>, number: usize, place: usize) -> Option<usize> {
    let terms = &model.terms;
    let head = &model.heads[number];
    let [symbol] = terms.variables(&[head.params[place].1])[..] else { return None };
    let own = |term: Term| {
        terms.variables(&[term]).iter().all(|s| *s == symbol) && terms.functions(&[term]).is_empty()
    };
    let mut firsts = head.entries.iter().map(|edge| terms.constant(edge.args[place]));
    let first = firsts.next()??;
    let next = head.backs.first()?.args[place];
    let alike =
        firsts.all(|other| other == Some(first)) && head.backs.iter().all(|edge| edge.args[place] == next);
    if !alike || !own(next) {
        return None;
    }
    // Of each way back the conditions that the variable alone decides.
    let decided = |condition: Term| -> Vec<Term> {
        let all =
            if terms.op(condition) == Op::And { terms.args(condition).to_vec() } else { vec![condition] };
        all.into_iter().filter(|&part| own(part)).collect()
    };
    let ways: Vec<Vec<Term>> = head.backs.iter().map(|edge| decided(edge.condition)).collect();
    if ways.iter().any(Vec::is_empty) {
        return None;
    }
    follow(model, symbol, first, next, &ways)
}

fn follow(model: &Model<'_>, symbol: Symbol, first: u128, next: Term, ways: &[Vec<Term>]) -> Option<usize> {
    let mut now = first;
    for round in 0..kernels::ROUNDS_COUNTED {
        let values = Values::default().with(symbol, Value::Scalar(now));
        let mut evaluator = Evaluator::new(&values, &model.terms);
        let mut open =
            ways.iter().map(|way| way.iter().all(|&c| evaluator.value(c) != Some(Value::Scalar(0))));
        if !open.any(|open| open) {
            return Some(round);
        }
        let after = evaluator.value(next)?.scalar()?;
        if after == now {
            return None;
        }
        now = after;
    }
    None
}
