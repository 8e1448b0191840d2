//! Counters in memory that are only added to (paper 004, figure 9b).
//!
//! If nothing writes an array or buffer but atomics that add a positive constant, then each of its cells only grows, whichever thread adds,
//! as long as it does not wrap around (an assumption, by name): as a signed number where it is only compared as one, otherwise as an
//! unsigned one. So what one thread gets from such an atomic at one place in memory grows from round to round of a loop. That alone ends no
//! loop: a counter that nothing reads wraps around to 0 at last. What falls is its distance to a bound that the loop compares it with, and
//! only up to there. To express this, the loop gets a variable of its own: one more than what the atomic gave last, and 0 before.
//!
//! If something else writes the counter, for example `if (threadIdx.x == 0) *next = 0;` before a barrier, then what the next round gets may
//! be anything, at any time: a thread of another block may get there late. But where all such writes are executed finitely often, be it by
//! thousands of threads, an endless run has only finitely many rounds that are *disturbed*: it is enough that something falls in all
//! others. A write is executed finitely often if each loop that it lies in ends for another reason ([`super::decide()`] checks that);
//! outside of loops each thread executes it once. (A write that sets the counter so high that it wraps around soon after disturbs twice.)
//!
//! What the thread itself adds in a round may make the counter wrap around, whatever the others do: then nothing is known of what the next round gets, and the
//! variable is 0 again.

use super::measures::{Comparison, all_comparisons};
use super::model::{Model, Origin};
use super::path::Path;
use raddle_ir::{AtomicOp, Block, Function, Inst, InstKind, IntCond, Module, PureOp, Value};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::Region;

/// The positive number that an atomic adds, whatever it finds.
fn added(function: &Function, kind: &InstKind) -> Option<u128> {
    let InstKind::Atomic { op, args, .. } = kind else { return None };
    let arg = *args.first()?;
    let (mask, bits) = (function.ty(arg).mask(), function.ty(arg).bits());
    match (op, function.as_const(arg)?) {
        (AtomicOp::Add, number) => Some(number).filter(|&number| number > 0 && number <= mask >> 1),
        // One that wraps around to 0 only from the highest number.
        (AtomicOp::Inc, number) => (number == mask && bits >= 32).then_some(1),
        _ => None,
    }
}

/// What else writes what an atomic adds to, with the blocks in which it does; `None` if the atomic is none that counts, or if that is not known.
fn others(module: &Module, function: &Function, inst: Inst) -> Option<Vec<(Block, Inst)>> {
    let data = &function.insts[inst];
    let (Some(addr), None) = (data.kind.address(), data.guard) else { return None };
    let of = Region::of(module, function, addr);
    if !matches!(of, Region::Object(_) | Region::Buffer(_)) || added(function, &data.kind).is_none() {
        return None;
    }
    let mut all = Vec::new();
    for &block in &function.order {
        for &other in &function.blocks[block].insts {
            match &function.insts[other].kind {
                kind @ (InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. }) => {
                    let there = Region::of(module, function, addr);
                    let counts = added(function, kind).is_some() && same_width(function, inst, other);
                    match there {
                        Region::Constant => return None,
                        Region::Anywhere(_) => all.push((block, other)),
                        _ if there == of && !counts => all.push((block, other)),
                        _ => {}
                    }
                }
                kind if kind.effects().writes_anything() => return None,
                _ => {}
            }
        }
    }
    Some(all)
}

/// Does the kernel write to a buffer beside the counter, or to anything beside a counter in a buffer? Then they are assumed to be disjoint.
fn written_elsewhere(module: &Module, function: &Function, inst: Inst) -> bool {
    let places = |inst: Inst| match &function.insts[inst].kind {
        InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
            Some(Region::of(module, function, addr))
        }
        _ => None,
    };
    let of = places(inst);
    let mut others =
        function.order.iter().flat_map(|&b| &function.blocks[b].insts).filter_map(|&i| places(i));
    let apart = |there: &Region| match (&of, there) {
        (_, Region::Own | Region::Constant) => true,
        (Some(of), there) if of == there => true,
        (Some(Region::Object(_)), Region::Object(_)) => true,
        _ => false,
    };
    !others.all(|there| apart(&there))
}

fn same_width(function: &Function, one: Inst, other: Inst) -> bool {
    let width = |inst: Inst| match &function.insts[inst].kind {
        InstKind::Atomic { args, .. } => args.first().map(|&a| function.ty(a).bits()),
        _ => None,
    };
    width(one) == width(other)
}

/// What else writes a counter of a loop.
#[derive(Clone, Debug)]
pub struct Disturbed {
    /// That it did, since the round before.
    pub(super) when: Term,
    /// The writes, with the blocks in which they lie.
    pub(super) by: Vec<(Block, Inst)>,
}

impl Model<'_> {
    /// That nothing else has written a loop's counters since the round before.
    pub(super) fn undisturbed(&mut self, number: usize) -> Term {
        let all: Vec<Term> = self.disturbed.get(&number).into_iter().flatten().map(|of| of.when).collect();
        let any = self.terms.any(&all);
        self.terms.not(any)
    }

    /// The loops in which something else writes a loop's counters.
    pub(super) fn disturbing(&self, number: usize) -> Vec<usize> {
        let by = self.disturbed.get(&number).into_iter().flatten().flat_map(|of| &of.by);
        let blocks: Vec<Block> = by.map(|(block, _)| *block).collect();
        (0..self.heads.len()).filter(|&n| blocks.iter().any(|&block| self.loops.contains(n, block))).collect()
    }

    /// What writes the memory that an atomic counts in, in a loop, if that is why it is no counter.
    #[must_use]
    pub fn disturbs(&self, atomic: Inst) -> Option<Inst> {
        let all = others(self.module, self.function, atomic)?;
        all.into_iter().find(|(block, _)| self.loops.innermost(*block).is_some()).map(|(_, inst)| inst)
    }

    /// The counters that a loop adds to, not in a loop within it, with the blocks in which it does.
    fn counters(&self, number: usize) -> Vec<(Block, Inst, Value)> {
        let mut all = Vec::new();
        if self.launch.may_alias {
            return all;
        }
        for &block in &self.loops.all()[number].blocks {
            if self.loops.innermost(block) != Some(number) {
                continue;
            }
            for &inst in &self.function.blocks[block].insts {
                if let [result] = self.function.insts[inst].results.as_slice()
                    && self.needed.values[*result]
                    && self.function.ty(*result).bits() <= 32
                    && let Some(others) = others(self.module, self.function, inst)
                    && !others.iter().any(|(block, _)| self.loops.contains(number, *block))
                {
                    all.push((block, inst, *result));
                }
            }
        }
        all
    }

    /// What the thread adds to a counter in a round of its loop, at most; nothing, if that is not known.
    pub(super) fn added_in_round(&self, number: usize, result: Value) -> Option<u128> {
        let (_, inst, _) = self.counters(number).into_iter().find(|(_, _, r)| *r == result)?;
        let of = |inst: Inst| {
            self.function.insts[inst].kind.address().map(|addr| Region::of(self.module, self.function, addr))
        };
        let mut sum = 0_u128;
        for &block in &self.loops.all()[number].blocks {
            for &other in &self.function.blocks[block].insts {
                if let Some(number_added) = added(self.function, &self.function.insts[other].kind)
                    && of(other) == of(inst)
                {
                    // One in a loop within it adds any number of times.
                    (self.loops.innermost(block) == Some(number)).then_some(())?;
                    sum = sum.checked_add(number_added)?;
                }
            }
        }
        Some(sum)
    }

    /// A variable of the loop for each of its counters.
    pub(super) fn enter_counters(&mut self, number: usize) {
        for (_, _, result) in self.counters(number) {
            let sort = Sort::Bits(self.function.ty(result).bits() + 1);
            let last = self.fresh(&format!("last {result}"), sort, Origin::Head(number, result));
            self.heads[number].params.push((result, last));
        }
    }

    /// What is known of an atomic's result when it is executed: it is more than the last one.
    pub(super) fn count(&mut self, block: Block, inst: Inst, path: &Path) {
        if !matches!(self.function.insts[inst].kind, InstKind::Atomic { .. }) {
            return;
        }
        let Some(number) = self.loops.innermost(block) else { return };
        let Some(&(_, _, result)) = self.counters(number).iter().find(|(_, i, _)| *i == inst) else { return };
        let addr = self.function.insts[inst].kind.address().and_then(|addr| addr.index);
        let index = addr.map(|index| self.value(index));
        let last = self.heads[number].params.iter().find(|(v, _)| *v == result).map(|(_, last)| *last);
        let Some(last) = last.filter(|_| index.is_none_or(|index| self.outside(number, index, false))) else {
            return;
        };
        let next = self.counted(result);
        let mut more = self.terms.bvult(last, next);
        if let Some(writes) = others(self.module, self.function, inst).filter(|writes| !writes.is_empty()) {
            let disturbed = self.fresh(&format!("disturbed {result}"), Sort::Bool, Origin::Any(block, inst));
            more = self.terms.or(more, disturbed);
            self.disturbed.entry(number).or_default().push(Disturbed { when: disturbed, by: writes });
        }
        let here = path.term(&mut self.terms);
        let fact = self.terms.implies(here, more);
        self.facts.push(fact);
        self.assumed.counters = true;
        self.assumed.unwritten |= written_elsewhere(self.module, self.function, inst);
    }

    /// One more than an atomic's result, with a bit more: a signed one counts from the least of its type.
    fn counted(&mut self, result: Value) -> Term {
        let width = self.function.ty(result).bits() + 1;
        let value = self.value(result);
        let value = from_least(&mut self.terms, value, is_signed(self.function, result));
        let (value, one) = (self.terms.zext(width, value), self.terms.bits(width, 1));
        self.terms.bvadd(value, one)
    }

    /// What a counter's variable is after a way to the head.
    pub(super) fn last_count(&mut self, number: usize, from: Block, (result, last): (Value, Term)) -> Term {
        if !self.loops.contains(number, from) {
            return self.terms.bits(self.terms.width(last), 0);
        }
        let block = self.counters(number).iter().find(|(_, _, r)| *r == result).map(|(block, _, _)| *block);
        let Some(path) = block.and_then(|block| self.paths[block].clone()) else { return last };
        let here = path.term(&mut self.terms);
        let next = self.counted(result);
        let width = self.terms.width(next);
        let most = raddle_smt::sort::mask(width - 1);
        // With what is added in the round the counter is still a number of its width.
        let added = self.added_in_round(number, result).filter(|&added| added <= most);
        let next = match added {
            Some(added) => {
                let room = self.terms.bits(width, most + 1 - added);
                let (fits, zero) = (self.terms.bvule(next, room), self.terms.bits(width, 0));
                self.terms.ite(fits, next, zero)
            }
            None => self.terms.bits(width, 0),
        };
        self.terms.ite(here, next, last)
    }
}

/// A value, and the parameters of blocks that it is given to.
fn passed_on(function: &Function, value: Value) -> Vec<Value> {
    let mut all = vec![value];
    let mut at = 0;
    while let Some(&value) = all.get(at) {
        at += 1;
        for &block in &function.order {
            for target in function.blocks[block].term.targets() {
                let params = target.args.iter().zip(&function.blocks[target.block].params);
                let given = params.filter(|(arg, _)| **arg == value).map(|(_, param)| *param);
                for param in given.collect::<Vec<_>>() {
                    if !all.contains(&param) {
                        all.push(param);
                    }
                }
            }
        }
    }
    all
}

/// Is a value compared as a signed number only?
fn is_signed(function: &Function, value: Value) -> bool {
    let values = passed_on(function, value);
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let compared = insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::Pure { op: PureOp::Icmp(cond), args } if args.iter().any(|arg| values.contains(arg)) => {
            Some(*cond)
        }
        _ => None,
    });
    let (signed, other): (Vec<IntCond>, Vec<IntCond>) =
        compared.partition(|cond| matches!(cond, IntCond::LtS | IntCond::LeS | IntCond::GtS | IntCond::GeS));
    !signed.is_empty() && other.is_empty()
}

/// A number as its distance from the least of its type, an unsigned number.
fn from_least(terms: &mut Terms, value: Term, signed: bool) -> Term {
    if !signed {
        return value;
    }
    let width = terms.width(value);
    let least = terms.bits(width, 1 << (width - 1));
    terms.bvadd(value, least)
}

/// Is it one of a loop's variables that stand for counters?
fn is_last(model: &Model<'_>, number: usize, value: Value) -> bool {
    !model.function.blocks[model.heads[number].block].params.contains(&value)
}

/// Which of a loop's variables are not of the source.
pub(super) fn lasts(model: &Model<'_>, number: usize) -> Vec<bool> {
    model.heads[number].params.iter().map(|&(value, _)| is_last(model, number, value)).collect()
}

/// The loop's variables that hold what an atomic has found in the round before: `for (i = atomicAdd(c, 1); i < n; i = atomicAdd(c, 1))`.
fn carriers(model: &mut Model<'_>, number: usize, value: Value) -> Vec<Term> {
    let result = model.value(value);
    let head = &model.heads[number];
    let carries = |place: &usize| head.backs.iter().all(|edge| edge.args[*place] == result);
    (0..head.params.len()).filter(carries).map(|place| head.params[place].1).collect()
}

/// How such variables relate to the counter: it was what they hold, or has not been read yet.
pub(super) fn guesses(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    for (value, last) in model.heads[number].params.clone() {
        if !is_last(model, number, value) {
            continue;
        }
        for carrier in carriers(model, number, value) {
            let signed = is_signed(model.function, value);
            let width = model.terms.width(last);
            let terms = &mut model.terms;
            let from = from_least(terms, carrier, signed);
            let (from, one) = (terms.zext(width, from), terms.bits(width, 1));
            let counted = terms.bvadd(from, one);
            all.push(terms.bvule(last, counted));
        }
    }
    all
}

/// How far counters are from bounds that the loop compares them with; 0 from there on.
pub(super) fn measures(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let counters: Vec<(Value, Term)> = model.heads[number]
        .params
        .iter()
        .copied()
        .filter(|(value, _)| is_last(model, number, *value))
        .collect();
    let mut all = Vec::new();
    if counters.is_empty() {
        return all;
    }
    let comparisons = all_comparisons(model, number);
    for (value, last) in counters {
        let result = model.value(value);
        let mut counts = vec![result];
        counts.extend(carriers(model, number, value));
        for &Comparison { left, right, .. } in &comparisons {
            let (bound, counted) = if counts.contains(&left) { (right, left) } else { (left, right) };
            if !counts.contains(&counted) || !model.outside(number, bound, false) {
                continue;
            }
            let name = format!("{} - {}", model.show(bound), model.show(counted));
            let signed = is_signed(model.function, value);
            let terms = &mut model.terms;
            let width = terms.width(last) + 2;
            let bound = from_least(terms, bound, signed);
            let (bound, last) = (terms.zext(width, bound), terms.zext(width, last));
            let (one, zero) = (terms.bits(width, 1), terms.bits(width, 0));
            let (beyond, end) = (terms.bvult(bound, last), terms.bvadd(bound, one));
            let left = terms.bvsub(end, last);
            let measure = terms.ite(beyond, zero, left);
            model.names.insert(measure, name);
            all.push(measure);
        }
    }
    all
}
