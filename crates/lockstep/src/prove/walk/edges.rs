//! Edges on a walk: which way a thread goes, and what it takes along.

use super::super::lanes::{Fork, branches_alike};
use super::super::symbols::Pair;
use super::super::uniform::Shared;
use super::{Env, Incoming, Walk};
use crate::edge::{Edge, When};
use raddle_ir::{Block, Value};
use raddle_smt::{Sort, Term};

impl Walk<'_, '_> {
    /// Follows the edges of a block.
    pub(super) fn leave(&mut self, block: Block, edges: &[Edge], enabled: Term, env: &Env) {
        let mut open = enabled;
        let mut taken = Vec::new();
        for (number, edge) in edges.iter().enumerate() {
            let args: Vec<Option<Term>> = edge.args.iter().map(|&arg| self.values[arg]).collect();
            let mut here = match edge.when {
                When::Always if edges.len() == 1 => enabled,
                When::Always if number + 1 == edges.len() => open,
                When::Always => {
                    let chosen = self.fresh(&format!("edge {block} {number}"), Sort::Bool, Shared::Thread);
                    let not = self.terms.not(chosen);
                    let here = self.terms.and(open, chosen);
                    open = self.terms.and(open, not);
                    here
                }
                When::Is(value, truth) => {
                    let value = self.value(value);
                    let value = if truth { value } else { self.terms.not(value) };
                    self.terms.and(enabled, value)
                }
                When::Equals(value, number) => {
                    let value = self.value(value);
                    let number = self.terms.bits(self.terms.width(value), u128::from(number));
                    let equal = self.terms.eq(value, number);
                    self.terms.and(enabled, equal)
                }
                When::AtLeast(value, number) => {
                    let value = self.value(value);
                    let number = self.terms.bits(self.terms.width(value), u128::from(number));
                    let least = self.terms.bvule(number, value);
                    self.terms.and(enabled, least)
                }
            };
            let mut env = self.counted(block, edge.to, env);
            if let Some(to) = edge.to
                && !self.setup.kernel.guard(to).is_true()
            {
                env = self.met(edge.to, env);
                here = self.guarded(to, &args, here, &env);
            }
            taken.push(here);
            self.follow(edge.to, here, args, &env);
        }
        if taken.len() > 1 && self.setup.lanes && !branches_alike(self.setup, block, Pair::SameCta) {
            self.seen.forks.push(Fork { block, place: self.place.clone(), enabled, taken: taken.clone() });
        }
        // Executions in which no edge may be taken do not continue; well-formedness is decided elsewhere.
        let some = self.terms.any(&taken);
        let some = self.terms.implies(enabled, some);
        self.assume(some);
    }

    /// What the `assume`s at the head of a block ask of a thread that is to enter it.
    fn guarded(&mut self, to: Block, args: &[Option<Term>], mut enabled: Term, env: &Env) -> Term {
        let kernel = self.setup.kernel;
        let guard = kernel.guard(to);
        if guard.is_true() {
            return enabled;
        }
        let function = kernel.function();
        let params = &function.blocks[to].params;
        // What is evaluated here is evaluated for this edge only.
        let results = guard.insts.iter().flat_map(|&inst| &function.insts[inst].results);
        let own: Vec<Value> = params.iter().chain(results).copied().collect();
        let saved: Vec<Option<Term>> = own.iter().map(|&value| self.values[value]).collect();
        params.iter().zip(args).for_each(|(&p, &arg)| self.values[p] = arg);
        let mut env = env.clone();
        for &inst in &guard.insts {
            self.inst(inst, enabled, &mut env);
        }
        for cond in &guard.conds {
            let mut holds = self.value(cond.value);
            if let Some(guard) = cond.guard {
                let when = self.guard(Some(guard));
                holds = self.terms.implies(when, holds);
            }
            enabled = self.terms.and(enabled, holds);
        }
        own.iter().zip(saved).for_each(|(&value, old)| self.values[value] = old);
        enabled
    }

    /// Goes along an edge: out of loops, back to the head of one, or on.
    fn follow(&mut self, to: Option<Block>, enabled: Term, args: Vec<Option<Term>>, env: &Env) {
        if self.terms.is_false(enabled) || self.checking.as_ref().is_some_and(|c| !c.goes(to)) {
            return;
        }
        for frame in self.frames.iter_mut().rev() {
            if let Some(to) = to
                && frame.blocks.contains(&to)
            {
                if frame.head == to {
                    if let Some(back) = &mut frame.back {
                        let again = match frame.round {
                            Some(_) => self.again.iter().map(|&value| self.values[value]).collect(),
                            None => Vec::new(),
                        };
                        back.push(Incoming { enabled, args: args.clone(), again, env: env.clone() });
                    }
                    self.oblige(to, enabled, &args);
                    return;
                }
                break;
            }
            frame.exits.push(enabled);
            if !frame.last && frame.round.is_none() {
                return;
            }
        }
        if let Some(to) = to {
            self.oblige(to, enabled, &args);
            let again = self.again.iter().map(|&value| self.values[value]).collect();
            let incoming = Incoming { enabled, args, again, env: env.clone() };
            self.incoming.entry(to).or_default().push(incoming);
        }
    }
}
