//! What a measure says of the variables: `n - i` gets smaller where `i` grows towards `n`.

use super::model::Model;
use raddle_smt::{Op, Term};

/// How a loop comes nearer to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// The first grows, towards the second, which is the same in all rounds.
    Towards(Term, Term),
    /// It grows.
    Grows(Term),
    /// The first gets smaller, towards the second, which is the same in all rounds.
    Down(Term, Term),
    /// It gets smaller.
    Falls(Term),
}

impl Model<'_> {
    /// What a measure that falls says.
    pub fn progress(&mut self, number: usize, measure: Term) -> Progress {
        let turned = self.terms.bvneg(measure);
        if self.names.contains_key(&turned) {
            return Progress::Grows(turned);
        }
        if self.names.contains_key(&measure) {
            return Progress::Falls(measure);
        }
        let parts: Vec<Term> = match self.terms.op(measure) {
            Op::BvAdd | Op::BvSub => self.terms.args(measure).to_vec(),
            _ => vec![measure],
        };
        let mut moving = parts.iter().copied().filter(|&part| !self.outside(number, part, false));
        let (Some(part), None) = (moving.next(), moving.next()) else { return Progress::Falls(measure) };
        if self.names.contains_key(&part) {
            return Progress::Falls(measure);
        }
        let second = self.terms.op(measure) == Op::BvSub && parts[1] == part;
        let negated = self.terms.bvneg(part);
        let grows = if second { part } else { negated };
        if !second && !self.show(part).starts_with('-') {
            let bound = self.terms.bvsub(part, measure);
            return if self.terms.constant(bound) == Some(0) {
                Progress::Falls(measure)
            } else {
                Progress::Down(part, bound)
            };
        }
        if self.show(grows).starts_with('-') {
            return Progress::Falls(measure);
        }
        let bound = self.terms.bvadd(measure, grows);
        match self.terms.constant(bound) {
            Some(0) => Progress::Grows(grows),
            _ => Progress::Towards(grows, bound),
        }
    }
}
