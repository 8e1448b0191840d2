//! Conjunctions: flat, sorted, without repetition; the lemmas `and-…` of `bool.rules` are the steps.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{Few, Term, Terms};
use smallvec::SmallVec;

/// Conjunctions of more members are not searched for pairs that a rule makes one.
const PAIRS: usize = 12;

impl Terms {
    /// What a term is not.
    fn opposite(&self, term: Term) -> Option<Term> {
        match (self.op(term), self.args(term)) {
            (Op::Not, &[inner]) => Some(inner),
            _ => None,
        }
    }

    /// Is one the negation of the other?
    fn opposed(&self, a: Term, b: Term) -> bool {
        self.opposite(a) == Some(b) || self.opposite(b) == Some(a)
    }

    /// The conjunction of these.
    pub(crate) fn conjunction(&mut self, args: &[Term]) -> Term {
        let mut members = Few::new();
        for &arg in args {
            if self.op(arg) == Op::And {
                members.extend_from_slice(self.args(arg));
            } else {
                members.push(arg);
            }
        }
        loop {
            members.retain(|m| self.op(*m) != Op::Bool(true));
            members.sort_unstable();
            members.dedup();
            let holds = |t: &Term| members.binary_search(t).is_ok();
            let contradiction = members
                .iter()
                .any(|m| self.op(*m) == Op::Bool(false) || self.opposite(*m).is_some_and(|o| holds(&o)));
            if contradiction {
                return self.truth(false);
            }
            match members[..] {
                [] => return self.truth(true),
                [one] => return one,
                _ => {}
            }
            if !self.propagate(&mut members) && !self.resolve(&mut members) && !self.pair(&mut members) {
                return self.intern(Op::And, Sort::Bool, &members, crate::facts::Facts::nothing(1));
            }
        }
    }

    /// Lemmas and-absorb and and-unit: members within a negated conjunction.
    fn propagate(&mut self, members: &mut Few) -> bool {
        // The members are sorted, and so is what they negate.
        let mut negated: Few = members.iter().filter_map(|member| self.opposite(*member)).collect();
        negated.sort_unstable();
        for at in 0..members.len() {
            let Some(inner) = self.opposite(members[at]).filter(|inner| self.op(*inner) == Op::And) else {
                continue;
            };
            let inner = Few::from_slice(self.args(inner));
            let here = |t: Term| members.binary_search(&t).is_ok();
            let opposed = |t: Term| negated.binary_search(&t).is_ok() || self.opposite(t).is_some_and(here);
            if inner.iter().any(|i| opposed(*i)) {
                members.remove(at);
                return true;
            }
            let left: Few = inner.iter().copied().filter(|i| !here(*i)).collect();
            if left.len() < inner.len() {
                let left = self.conjunction(&left);
                let member = self.not(left);
                members.remove(at);
                self.insert(members, member);
                return true;
            }
        }
        false
    }

    fn insert(&self, members: &mut Few, member: Term) {
        if self.op(member) == Op::And {
            members.extend_from_slice(self.args(member));
        } else {
            members.push(member);
        }
    }

    /// Lemmas and-subsume, and-resolve and and-resolve-all: of two negated conjunctions, the one that follows, and what is settled in the other. With these,
    /// the condition of the point where two sides of a branch meet is expressed by the terms at the branch's beginning.
    fn resolve(&mut self, members: &mut Few) -> bool {
        let inner = |at: usize| self.opposite(members[at]).filter(|inner| self.op(*inner) == Op::And);
        let negated: SmallVec<[(usize, Term); PAIRS]> =
            (0..members.len()).filter_map(|at| Some((at, inner(at)?))).collect();
        if negated.len() > PAIRS {
            return false;
        }
        for &(_, one) in &negated {
            for &(at, other) in negated.iter().filter(|(_, other)| *other != one) {
                let others = self.args(other);
                let mut missing = self.args(one).iter().filter(|m| others.binary_search(m).is_err());
                match (missing.next(), missing.next()) {
                    (None, _) => {
                        members.remove(at);
                        return true;
                    }
                    (Some(&open), None) => {
                        let Some(left) = self.without_opposite(others, open, self.args(one)) else {
                            continue;
                        };
                        let left = self.conjunction(&left);
                        let member = self.not(left);
                        members.remove(at);
                        self.insert(members, member);
                        return true;
                    }
                    _ => {}
                }
            }
        }
        false
    }

    /// The members of a conjunction but those that say the opposite of a term: one, or all that the term denies together, as far as they are not among
    /// those that stay. `None`: none do.
    fn without_opposite(&self, members: &[Term], term: Term, stay: &[Term]) -> Option<Few> {
        let mut left = Few::from_slice(members);
        if let Some(settled) = members.iter().position(|&m| self.opposed(m, term)) {
            left.remove(settled);
            return Some(left);
        }
        let denied = self.opposite(term).filter(|inner| self.op(*inner) == Op::And)?;
        let denied = self.args(denied);
        let has_all = denied.iter().all(|m| members.binary_search(m).is_ok());
        left.retain(|m| denied.binary_search(m).is_err() || stay.binary_search(m).is_ok());
        has_all.then_some(left)
    }

    /// The rules about two members.
    fn pair(&mut self, members: &mut Few) -> bool {
        if members.len() > PAIRS {
            return false;
        }
        let compares = |t: Term| {
            let t = self.opposite(t).unwrap_or(t);
            matches!(self.op(t), Op::Eq | Op::BvUlt)
        };
        let comparing: Few = members.iter().copied().filter(|m| compares(*m)).collect();
        for (n, &a) in comparing.iter().enumerate() {
            for &b in &comparing[n + 1..] {
                if let Some(one) = self.pair_rule(a, b) {
                    members.retain(|m| *m != a && *m != b);
                    self.insert(members, one);
                    return true;
                }
            }
        }
        false
    }

    fn pair_rule(&mut self, a: Term, b: Term) -> Option<Term> {
        let rules = crate::rules::Rules::get();
        rules.of(Op::And).iter().find_map(|n| rules.all[*n].apply(self, Op::And, Sort::Bool, &[a, b]))
    }
}
