//! Inputs for which a counter cannot wrap around.
//!
//! `for (i = 0; i < n; i += s)` ends if `i + s` does not wrap around when `i < n`, and `for (i = 1; i < n; i *= 2)` if `2 * i` does not:
//! this holds for all `i` if it does for `i = n - 1`. So each comparison of a loop with a bound that a launch fixes, and a step that it
//! fixes, gives a condition on the launch. [`super::ranking`] decides whether it is enough.

use super::measures::{Comparison, all_comparisons, wide};
use super::model::{Input, Model, Origin};
use super::show::Place;
use super::written::{Range, literal};
use raddle_ir::{Base, Inst, InstKind, IntCond, Space};
use raddle_smt::{Op, Sort, Term};
use std::collections::BTreeSet;

/// A condition of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The loop that it is for.
    pub number: usize,
    /// What must hold: one statement each, and how a source would write it, in mathematical integers.
    pub terms: Vec<(Term, String)>,
    /// The bound, the largest or smallest value that it can have, and the step, for the search for a launch that violates it.
    pub bound: (Term, u128),
    /// See `bound`.
    pub step: Option<Term>,
    /// Does the loop not terminate with any launch that violates it, once it has gone round? Asked by [`super::decide()`] where the
    /// condition is needed.
    pub exact: bool,
    /// The load that reads the bound, if a launch does not fix it: then the condition is one of all values that it reads.
    pub read: Option<Inst>,
}

/// Factors that counters are multiplied with.
const FACTORS: [u128; 7] = [2, 4, 8, 16, 3, 5, 10];

/// The conditions that may help a loop, weak ones first.
pub fn conditions(model: &mut Model<'_>, number: usize) -> Vec<Condition> {
    let mut weak = Vec::new();
    let mut strong = Vec::new();
    for Comparison { cond, left, right } in all_comparisons(model, number) {
        for (counter, bound) in [(left, right), (right, left)] {
            let read = loaded(model, bound);
            if read.is_none() && !model.of_launch(bound) {
                continue;
            }
            let signed = matches!(cond, IntCond::LtS | IntCond::LeS | IntCond::GtS | IntCond::GeS);
            if let Some(step) = in_memory(model, number, counter)
                && let Some(counter) = Counter::of(model, counter, signed)
            {
                for (which, found) in [(true, &mut weak), (false, &mut strong)] {
                    let terms = stepped(model, (counter, bound, step), signed, true, which);
                    let far = if signed { counter.most() } else { raddle_smt::sort::mask(counter.compared) };
                    found.push(Condition {
                        number,
                        terms,
                        bound: (bound, far),
                        step: None,
                        exact: false,
                        read,
                    });
                }
                continue;
            }
            if !model.outside(number, counter, true) || model.outside(number, counter, false) {
                continue;
            }
            for (which, found) in [(true, &mut weak), (false, &mut strong)] {
                for up in [true, false] {
                    let condition = condition(model, number, (counter, bound), signed, up, which);
                    found.extend(condition.and_then(|condition| match (read, condition.read) {
                        // One place is named, not two.
                        (Some(_), Some(_)) => None,
                        (read, of_step) => Some(Condition { read: read.or(of_step), ..condition }),
                    }));
                }
            }
        }
    }
    weak.extend(strong);
    // A step is considered with the sign with which it is written.
    weak.sort_by_key(|condition| condition.step.is_some_and(|step| model.show(step).starts_with('-')));
    weak.extend(super::floats::conditions(model, number));
    weak.extend(of_params(model, number));
    // What cannot be written cannot be required.
    weak.retain(|condition| condition.terms.iter().all(|(_, text)| !text.contains('…')));
    weak
}

/// What a round adds to a counter in memory, if a term is what an atomic found there.
fn in_memory(model: &mut Model<'_>, number: usize, counter: Term) -> Option<Term> {
    let params = model.heads[number].params.clone();
    let result = params.iter().map(|&(value, _)| value).find(|&value| model.value(value) == counter)?;
    let added = model.added_in_round(number, result)?;
    Some(model.terms.bits(model.terms.width(counter), added))
}

/// The load that a value is read by, conversions aside.
fn loaded(model: &Model<'_>, term: Term) -> Option<Inst> {
    if let [content] = model.terms.functions(&[term])[..] {
        // Of memory that nothing writes: what is read somewhere, converted or not.
        let is_conversion = |t: &Term| matches!(model.terms.op(*t), Op::Zext | Op::Sext | Op::Extract(0));
        let mut read = term;
        while is_conversion(&read) {
            read = model.terms.args(read)[0];
        }
        let is_read = matches!(model.terms.op(read), Op::Apply(_));
        return model.contents.get(&content).filter(|_| is_read).map(|read| read.inst);
    }
    let mut symbols = model.terms.variables(&[term]);
    let symbol = symbols.pop().filter(|_| symbols.is_empty() && model.terms.functions(&[term]).is_empty())?;
    match model.origins[&symbol] {
        // What lies in the thread's own memory is computed by the thread itself: nothing outside can ensure it.
        Origin::Any(_, inst) => match &model.function.insts[inst].kind {
            InstKind::Load { addr, .. }
                if addr.space != Space::Local && !matches!(addr.base, Base::Slot(_)) =>
            {
                Some(inst)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Ranges of the numbers among the parameters that a loop depends on: one that is not 0, then all within what sizes usually are.
fn of_params(model: &mut Model<'_>, number: usize) -> Vec<Condition> {
    let head = model.heads[number].clone();
    let mut terms: Vec<Term> =
        head.entries.iter().chain(&head.backs).flat_map(|e| &e.args).copied().collect();
    for Comparison { left, right, .. } in all_comparisons(model, number) {
        terms.extend([left, right]);
    }
    let mut params: BTreeSet<Term> = BTreeSet::new();
    for symbol in model.terms.variables(&terms) {
        if let Origin::Input(Input::Param(param, ..)) = model.origins[&symbol]
            && model.function.params[param as usize].pointer.is_none()
            && !model.function.params[param as usize].ty.is_some_and(raddle_ir::Type::is_float)
            && let (Sort::Bits(32 | 64), name) =
                (model.terms.declaration(symbol).sort, model.terms.declaration(symbol).name.clone())
        {
            let sort = model.terms.declaration(symbol).sort;
            params.insert(model.terms.var(name, sort));
        }
    }
    let mut all = Vec::new();
    for &param in &params {
        let zero = model.terms.bits(model.terms.width(param), 0);
        let is = model.terms.eq(param, zero);
        let text = format!("{} != 0", model.show(param));
        let terms = vec![(model.terms.not(is), text)];
        all.push(Condition { number, terms, bound: (param, 0), step: None, exact: false, read: None });
    }
    // Signed numbers that are not negative, or positive, one of them or all.
    let signed: Vec<Term> = params.iter().copied().filter(|&param| !model.has_unsigned(param)).collect();
    let groups: Vec<Vec<Term>> = signed.iter().map(|&param| vec![param]).chain([signed.clone()]).collect();
    for least in [0, 1] {
        for group in groups.iter().take(if signed.len() > 1 { groups.len() } else { signed.len() }) {
            let mut terms = Vec::new();
            for &param in group {
                let least_term = model.terms.bits(model.terms.width(param), least);
                let text = format!("{} >= {least}", model.show(param)).replace(" >= 1", " > 0");
                terms.push((model.terms.bvsle(least_term, param), text));
            }
            all.push(Condition { number, terms, bound: (group[0], 0), step: None, exact: false, read: None });
        }
    }
    for bits in [30, 24, 20, 16, 14] {
        let mut terms = Vec::new();
        for &param in &params {
            let width = model.terms.width(param);
            let (one, most) = (model.terms.bits(width, 1), model.terms.bits(width, 1 << bits));
            let name = model.show(param);
            terms.push((model.terms.bvule(one, param), format!("{name} != 0")));
            if !model.has_unsigned(param) {
                let zero = model.terms.bits(width, 0);
                terms.push((model.terms.bvsle(zero, param), format!("{name} >= 0")));
                terms.push((model.terms.bvsle(param, most), format!("{name} <= {}", 1u64 << bits)));
                continue;
            }
            terms.push((model.terms.bvule(param, most), format!("{name} <= {}", 1u64 << bits)));
        }
        if let Some(&bound) = params.first() {
            all.push(Condition { number, terms, bound: (bound, 0), step: None, exact: false, read: None });
        }
    }
    all
}

/// Is a step that a launch fixes an unsigned number of the source, and not one that is subtracted?
fn is_unsigned(model: &Model<'_>, step: Term) -> bool {
    model.terms.constant(step).is_none() && model.has_unsigned(step) && !model.show(step).starts_with('-')
}

/// A step as a source would write it, where it is taken as an unsigned number, or as a signed one.
fn shown_step(model: &Model<'_>, step: Term, natural: bool, around: Place) -> String {
    match model.terms.op(step) {
        // A name has its type.
        Op::Var(_) if natural => model.show(step),
        _ => model.operand(step, !natural, around),
    }
}

/// A counter as it is compared: it may be a narrower number, extended.
#[derive(Clone, Copy)]
struct Counter {
    /// The number itself.
    number: Term,
    /// Its width.
    width: u32,
    /// The width that it is compared with.
    compared: u32,
    /// Is it a signed number?
    signed: bool,
}

impl Counter {
    /// Of a term that is compared as a signed number, or an unsigned one.
    fn of(model: &Model<'_>, term: Term, signed: bool) -> Option<Self> {
        let terms = &model.terms;
        let Sort::Bits(compared) = terms.sort(term) else { return None };
        let plain = Self { number: term, width: compared, compared, signed };
        let counter = match (terms.op(term), terms.args(term)) {
            (Op::Zext, &[number]) => Self { number, width: terms.width(number), signed: false, ..plain },
            (Op::Sext, &[number]) if signed => Self { number, width: terms.width(number), ..plain },
            (Op::Sext, _) => return None,
            _ => plain,
        };
        (compared <= 64).then_some(counter)
    }

    /// The largest number that it can be.
    fn most(&self) -> u128 {
        let ones = raddle_smt::sort::mask(self.width);
        if self.signed { ones >> 1 } else { ones }
    }
}

/// What a counter is a round later, if that is the same on all ways back.
fn after(model: &mut Model<'_>, number: usize, counter: Term) -> Option<Term> {
    let edges = model.heads[number].backs.clone();
    let mut after: Vec<Term> = edges.iter().map(|edge| model.after(number, edge, counter)).collect();
    after.dedup();
    match after.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// The condition under which a counter does not wrap around on its way to its bound; it continues while it is `strict`ly on this side of it.
fn condition(
    model: &mut Model<'_>,
    number: usize,
    (counter, bound): (Term, Term),
    signed: bool,
    up: bool,
    strict: bool,
) -> Option<Condition> {
    let counter = Counter::of(model, counter, signed)?;
    let after = after(model, number, counter.number)?;
    // The bound at which a counter of the bound's own width would wrap around last.
    let width = counter.compared;
    let ones = raddle_smt::sort::mask(width);
    let (far_up, far_down) = if signed { (ones >> 1, (ones >> 1) + 1) } else { (ones, 0) };
    let terms = &mut model.terms;
    let step = if up { terms.bvsub(after, counter.number) } else { terms.bvsub(counter.number, after) };
    let read = loaded(model, step).filter(|_| model.outside(number, step, false));
    if model.of_launch(step) || read.is_some() {
        let terms = stepped(model, (counter, bound, step), signed, up, strict);
        let far = if up { far_up } else { far_down };
        let step = model.terms.constant(step).is_none().then_some(step);
        return Some(Condition { number, terms, bound: (bound, far), step, exact: false, read });
    }
    let factor = up.then(|| {
        FACTORS.into_iter().find(|&factor| {
            let times = model.terms.bits(counter.width, factor);
            model.terms.bvmul(times, counter.number) == after
        })
    });
    let factor = factor.flatten()?;
    let limit = counter.most() / factor + u128::from(strict);
    let text = format!("{} <= {}", model.operand(bound, signed, Place::Side), literal(limit));
    let limit = model.terms.bits(width, limit);
    let holds = if signed { model.terms.bvsle(bound, limit) } else { model.terms.bvule(bound, limit) };
    Some(Condition {
        number,
        terms: vec![(holds, text)],
        bound: (bound, far_up),
        step: None,
        exact: false,
        read: None,
    })
}

/// That a step is positive, and that the last counter before the bound does not wrap around with it.
fn stepped(
    model: &mut Model<'_>,
    (counter, bound, step): (Counter, Term, Term),
    signed: bool,
    up: bool,
    strict: bool,
) -> Vec<(Term, String)> {
    let (most, room) = (counter.most(), counter.compared + 2);
    let natural = !counter.signed && is_unsigned(model, step);
    let terms = &mut model.terms;
    let b = wide(terms, bound, signed);
    // It is taken as the number that is written: each condition is to be true as it stands.
    let s = if natural { terms.zext(room, step) } else { terms.sext(room, step) };
    let zero = terms.bits(counter.width, 0);
    // A step of half the range or more is one in the other direction, unless the source has it as an unsigned number.
    let positive = if natural { terms.bvult(zero, step) } else { terms.bvslt(zero, step) };
    let one = terms.bits(room, u128::from(strict));
    let holds = if up {
        let last = terms.bits(room, most);
        let (end, sum) = (terms.bvadd(last, one), terms.bvadd(b, s));
        terms.bvsle(sum, end)
    } else {
        let least = if counter.signed { most + 1 } else { 0 };
        let first = terms.bits(counter.width, least);
        let first = if counter.signed { terms.sext(room, first) } else { terms.zext(room, first) };
        let (end, rest) = (terms.bvsub(first, one), terms.bvsub(b, s));
        terms.bvsle(end, rest)
    };
    let number = model.terms.constant(step);
    // What a loop compares as an unsigned number may be a signed one in the source.
    let b = model.operand(bound, signed, Place::Side);
    let [alone, s] = [Place::Side, Place::Summand].map(|around| shown_step(model, step, natural, around));
    let range = Range { width: counter.width, most, signed: counter.signed };
    // A number that is more than there is room for is shown as it is.
    let number = number.filter(|&step| step > 0 && step <= most + u128::from(strict));
    let room = match (up, number) {
        (true, Some(step)) => range.above_number(&b, step, strict),
        (false, Some(step)) => range.below_number(&b, step, strict),
        (true, None) => range.above(&b, &s, strict),
        (false, None) => range.below(&b, &s, strict),
    };
    let sign = if natural { format!("{alone} != 0") } else { format!("{alone} > 0") };
    vec![(positive, sign), (holds, room)]
}
