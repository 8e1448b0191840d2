//! `bvand`, `bvor`, `bvxor`: flat, sorted, one constant at most; the lemmas in `bits.rules` are the steps.

use super::sum::Sum;
use crate::op::Op;
use crate::sort::{Sort, mask};
use crate::terms::{Few, Term, Terms};

impl Terms {
    /// The bitwise operator of these arguments.
    pub(crate) fn bitwise(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let width = sort.width().unwrap_or(1);
        let ones = mask(width);
        let unit = if op == Op::BvAnd { ones } else { 0 };
        let mut constant = unit;
        let mut members = Few::new();
        for &arg in args {
            let own = [arg];
            let inner = if self.op(arg) == op { self.args(arg) } else { &own };
            for &member in inner {
                match (op, self.constant(member)) {
                    (_, None) => members.push(member),
                    (Op::BvAnd, Some(value)) => constant &= value,
                    (Op::BvOr, Some(value)) => constant |= value,
                    (_, Some(value)) => constant ^= value,
                }
            }
        }
        members.sort_unstable();
        if op == Op::BvXor {
            // Equal ones cancel in pairs.
            let mut left = Few::new();
            for &member in &members {
                if left.last() == Some(&member) {
                    left.pop();
                } else {
                    left.push(member);
                }
            }
            members = left;
        } else {
            members.dedup();
        }
        let absorbed = constant == ones ^ unit && op != Op::BvXor;
        if absorbed || members.is_empty() {
            return self.scalar(sort, constant);
        }
        if let Some((a, b)) = self.complements(width, &members) {
            if op != Op::BvXor {
                return self.scalar(sort, ones ^ unit);
            }
            members.retain(|m| *m != a && *m != b);
            let rest = self.scalar(sort, constant ^ ones);
            members.push(rest);
            return if members.len() == 1 { rest } else { self.bitwise(op, sort, &members) };
        }
        if op == Op::BvXor && constant == ones {
            let rest = if members.len() == 1 { members[0] } else { self.bitwise(op, sort, &members) };
            return self.bvnot(rest);
        }
        if constant != unit {
            let constant = self.scalar(sort, constant);
            members.insert(0, constant);
        }
        match members[..] {
            [one] => one,
            [_, _] => self.ruled(op, sort, &members),
            _ => self.kept(op, sort, &members),
        }
    }

    /// Two of these of which one is the other inverted: their sum is -1.
    fn complements(&self, width: u32, members: &[Term]) -> Option<(Term, Term)> {
        for (n, &a) in members.iter().enumerate() {
            for &b in &members[n + 1..] {
                if self.op(a) != Op::BvAdd && self.op(b) != Op::BvAdd {
                    continue;
                }
                let mut sum = Sum::of(self, a);
                sum.add(&Sum::of(self, b), 1);
                if sum.parts.is_empty() && sum.constant == mask(width) {
                    return Some((a, b));
                }
            }
        }
        None
    }
}
