//! Variables that a conjunction gives a value.
//!
//! In `tid = 0 ∧ 64 * tid + n < m` the second member is `n < m`. Solvers do this before they search, but not when they are asked one
//! question after another; and then there is more to rewrite.

use crate::op::Op;
use crate::terms::{Substitution, Term, Terms};
use rustc_hash::FxHashMap;

/// How often values that were inserted may yield further ones.
const MOST_ROUNDS: usize = 4;

impl Terms {
    /// The same formula, in which a variable that its members equate with a number or another variable occurs only in these equations.
    ///
    /// ```
    /// let mut terms = raddle_smt::Terms::new();
    /// let (t, n) = (terms.bounded("t", 32, 0, 63), terms.bounded("n", 32, 0, 9));
    /// let (zero, four) = (terms.bits(32, 0), terms.bits(32, 4));
    /// let product = terms.bvmul(t, n);
    /// let (is_zero, is_more) = (terms.eq(t, zero), terms.bvult(four, product));
    /// let both = terms.all(&[is_zero, is_more]);
    /// let simpler = terms.eliminate(both);
    /// assert!(!terms.is_false(both) && terms.is_false(simpler));
    /// ```
    #[must_use]
    pub fn eliminate(&mut self, formula: Term) -> Term {
        let mut formula = formula;
        // By the variable that is replaced.
        let mut known: Vec<(Term, Term)> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            if self.is_plain() || self.op(formula) != Op::And {
                break;
            }
            let members = self.args(formula).to_vec();
            let mut map: FxHashMap<Term, Term> = FxHashMap::default();
            let mut put: Vec<Term> = Vec::new();
            for &member in &members {
                let Some((variable, value)) = self.gives(member) else { continue };
                let taken =
                    map.contains_key(&variable) || put.contains(&variable) || map.contains_key(&value);
                if taken || known.contains(&(variable, value)) {
                    continue;
                }
                map.insert(variable, value);
                put.push(value);
                known.push((variable, value));
            }
            if map.is_empty() {
                break;
            }
            let mut substitution = Substitution::new(map);
            let mut all: Vec<Term> = members.iter().map(|&member| substitution.apply(self, member)).collect();
            all.extend(known.iter().map(|&(variable, value)| self.eq(variable, value)));
            formula = self.all(&all);
        }
        formula
    }

    /// The variable that a member gives a value, and the value: a number or a variable that was declared before.
    fn gives(&self, member: Term) -> Option<(Term, Term)> {
        let (Op::Eq, &[a, b]) = (self.op(member), self.args(member)) else { return None };
        let is_variable = |term: Term| matches!(self.op(term), Op::Var(_));
        match (is_variable(a), is_variable(b)) {
            (true, true) => Some((a.max(b), a.min(b))),
            (true, false) => self.constant(b).map(|_| (a, b)),
            (false, true) => self.constant(a).map(|_| (b, a)),
            (false, false) => None,
        }
    }
}
