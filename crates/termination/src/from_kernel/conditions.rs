//! Inputs for which a counter cannot wrap around.
//!
//! `for (i = 0; i < n; i += s)` ends if `i + s` does not wrap around when `i < n`, and `for (i = 1; i < n; i *= 2)` if `2 * i` does not: that is so for all `i` if it is
//! for `i = n - 1`. So each comparison of a loop with a bound that a launch fixes, and a step that it fixes, gives a condition of the
//! launch. Whether it is enough is for [`super::ranking`] to say.

use super::measures::{Comparison, all_comparisons, wide};
use super::model::{Input, Model, Origin};
use raddle_ir::{Inst, InstKind, IntCond};
use raddle_smt::{Op, Sort, Term};
use std::collections::BTreeSet;

/// A condition of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The loop that it is for.
    pub number: usize,
    /// What must hold: one statement each, and how a source would write it, in mathematical integers.
    pub terms: Vec<(Term, String)>,
    /// The bound, the largest or smallest value that it can have, and the step, for who looks for a launch that violates it.
    pub bound: (Term, u128),
    /// See `bound`.
    pub step: Option<Term>,
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
            let counts = model.outside(number, counter, true) && !model.outside(number, counter, false);
            if !counts || read.is_none() && !model.of_launch(bound) {
                continue;
            }
            let signed = matches!(cond, IntCond::LtS | IntCond::LeS | IntCond::GtS | IntCond::GeS);
            for (which, found) in [(true, &mut weak), (false, &mut strong)] {
                for up in [true, false] {
                    let condition = condition(model, number, (counter, bound), signed, up, which);
                    found.extend(condition.map(|condition| Condition { read, ..condition }));
                }
            }
        }
    }
    weak.extend(strong);
    // A step is meant the way round in which it is written.
    weak.sort_by_key(|condition| condition.step.is_some_and(|step| model.show(step).starts_with('-')));
    weak.extend(super::floats::conditions(model, number));
    weak.extend(of_params(model, number));
    // What cannot be written cannot be asked of anybody.
    weak.retain(|condition| condition.terms.iter().all(|(_, text)| !text.contains('…')));
    weak
}

/// The load that a value is read by, conversions aside.
fn loaded(model: &Model<'_>, term: Term) -> Option<Inst> {
    let mut symbols = model.terms.variables(&[term]);
    let symbol = symbols.pop().filter(|_| symbols.is_empty() && model.terms.functions(&[term]).is_empty())?;
    match model.origins[&symbol] {
        Origin::Any(_, inst) if matches!(model.function.insts[inst].kind, InstKind::Load { .. }) => {
            Some(inst)
        }
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
        all.push(Condition { number, terms, bound: (param, 0), step: None, read: None });
    }
    for bits in [30, 24, 14] {
        let mut terms = Vec::new();
        for &param in &params {
            let width = model.terms.width(param);
            let (one, most) = (model.terms.bits(width, 1), model.terms.bits(width, 1 << bits));
            let name = model.show(param);
            terms.push((model.terms.bvule(one, param), format!("{name} != 0")));
            terms.push((model.terms.bvule(param, most), format!("0 <= {name} <= {}", 1u64 << bits)));
        }
        if let Some(&bound) = params.first() {
            all.push(Condition { number, terms, bound: (bound, 0), step: None, read: None });
        }
    }
    all
}

/// In parentheses, unless it is one name or number, or a conversion: what stands beside it binds to all of it.
fn enclosed(text: String) -> String {
    let is_one = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '(' | ')'));
    if is_one || text.starts_with('(') { text } else { format!("({text})") }
}

/// A bound as a source would write it: what a loop compares as an unsigned number may be a signed one there.
fn shown(model: &Model<'_>, bound: Term, signed: bool) -> String {
    enclosed(model.operand(bound, signed))
}

/// Is a step that a launch fixes an unsigned number of the source, and not one that is taken away?
fn is_unsigned(model: &Model<'_>, step: Term) -> bool {
    model.terms.constant(step).is_none() && model.has_unsigned(step) && !model.show(step).starts_with('-')
}

/// A step as a source would write it, where it is taken for an unsigned number, or for a signed one.
fn shown_step(model: &Model<'_>, step: Term, natural: bool) -> String {
    match model.terms.op(step) {
        // A name has its type.
        Op::Var(_) if natural => model.show(step),
        _ => shown(model, step, !natural),
    }
}

/// The condition under which a counter does not wrap around on its way to its bound; it goes on while it is `strict`ly on this side of it.
fn condition(
    model: &mut Model<'_>,
    number: usize,
    (counter, bound): (Term, Term),
    signed: bool,
    up: bool,
    strict: bool,
) -> Option<Condition> {
    let Sort::Bits(width) = model.terms.sort(counter) else { return None };
    if width > 64 {
        return None;
    }
    let edges = model.heads[number].backs.clone();
    let mut after: Vec<Term> = edges.iter().map(|edge| model.after(number, edge, counter)).collect();
    after.dedup();
    let [after] = after.as_slice() else { return None };
    let ones = raddle_smt::sort::mask(width);
    let most = if signed { ones >> 1 } else { ones };
    let terms = &mut model.terms;
    let step = if up { terms.bvsub(*after, counter) } else { terms.bvsub(counter, *after) };
    if model.of_launch(step) {
        let natural = !signed && is_unsigned(model, step);
        let terms = &mut model.terms;
        let (b, s) = (wide(terms, bound, signed), wide(terms, step, signed));
        let zero = terms.bits(width, 0);
        let most_shown = most + u128::from(strict);
        // A step of half the range or more is one in the other direction, unless the source has it as an unsigned number.
        let positive = if natural { terms.bvult(zero, step) } else { terms.bvslt(zero, step) };
        let one = terms.bits(width + 2, u128::from(strict));
        let (end, holds) = if up {
            let last = terms.bits(width + 2, most);
            let (room, sum) = (terms.bvadd(last, one), terms.bvadd(b, s));
            (most, terms.bvsle(sum, room))
        } else {
            let least = if signed { most + 1 } else { 0 };
            let first = terms.bits(width, least);
            let first = wide(terms, first, signed);
            let (room, rest) = (terms.bvsub(first, one), terms.bvsub(b, s));
            (least, terms.bvsle(room, rest))
        };
        let (b, s) = (shown(model, bound, signed), shown_step(model, step, natural));
        let room = match (up, signed) {
            (true, _) => match model.terms.constant(step) {
                Some(step) if step <= most_shown => format!("{b} <= {}", most_shown - step),
                _ => format!("{b} + {s} <= {most_shown}"),
            },
            (false, true) => format!("{b} - {s} >= -{}", most_shown + 1),
            (false, false) if strict => format!("{b} + 1 >= {s}"),
            (false, false) => format!("{b} >= {s}"),
        };
        let sign = if natural { format!("{s} != 0") } else { format!("{s} > 0") };
        let terms = vec![(positive, sign), (holds, room)];
        let step = model.terms.constant(step).is_none().then_some(step);
        return Some(Condition { number, terms, bound: (bound, end), step, read: None });
    }
    let factor = up.then(|| {
        FACTORS.into_iter().find(|&factor| {
            let times = model.terms.bits(width, factor);
            model.terms.bvmul(times, counter) == *after
        })
    });
    let factor = factor.flatten()?;
    let limit = most / factor + u128::from(strict);
    let text = format!("{} <= {limit}", shown(model, bound, signed));
    let limit = model.terms.bits(width, limit);
    let holds = if signed { model.terms.bvsle(bound, limit) } else { model.terms.bvule(bound, limit) };
    Some(Condition { number, terms: vec![(holds, text)], bound: (bound, most), step: None, read: None })
}
