//! How many rounds a loop takes at most, as a function of its first values.
//!
//! A loop with a single measure `m` that is at least 1 whenever the loop is repeated, and falls by at least `d` each time, is repeated at
//! most `m0 / d` times, rounded up, where `m0` is its value on entry. Where a variable is multiplied by a number on its way to a bound, or
//! divided by one on its way to 0, the number of rounds is a logarithm. Where the result is negative, the loop is not repeated at all. All
//! of this is for readers of the report: no proof depends on it, but each part is asked of the solver that checks proofs.

use super::holds::{Asker, Known};
use super::measures::wide;
use super::model::{Edge, Model, Origin};
use super::ranking::Ranking;
use crate::limits::kernels;
use raddle_ir::{Block, Value};
use raddle_smt::{Op, Sort, Term};
use rustc_hash::FxHashMap;

/// Factors by which variables grow or fall.
const FACTORS: [u128; 7] = [2, 4, 8, 16, 3, 5, 10];

/// Up to this many bits a number has in the sources.
const WIDTHS: u32 = 64;

/// What is known of the number of rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trips {
    /// The measure is at least this, 0 or 1, whenever the loop is repeated.
    pub least: u32,
    /// How many rounds the loop takes at most.
    pub most: Option<Most>,
    /// Is `most` never negative, and is each logarithm one of 1 or more? Otherwise the loop may not be repeated at all.
    pub proper: bool,
}

/// How many rounds a loop takes at most: how often control goes back to its head each time that it is entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Most {
    /// A number divided by another number and rounded up.
    Sum {
        /// The number, a term of what the loop begins with.
        of: Term,
        /// What it is divided by; nothing stands for 1.
        by: Option<Term>,
    },
    /// One more than the logarithm to base `base`, rounded down, of `of / first`.
    Logarithm {
        /// Base.
        base: u128,
        /// A term of what the loop begins with.
        of: Term,
        /// A number.
        first: u128,
    },
}

/// What is known of the rounds of a loop that ends by one measure, if it is never below 0; `given` holds on each way back.
pub fn trips(
    model: &mut Model<'_>,
    number: usize,
    ranking: &Ranking,
    given: &[Term],
    ask: &mut Asker<'_>,
) -> Option<Trips> {
    let [measure] = ranking.measures.as_slice() else { return None };
    if ranking.disturbed {
        return None;
    }
    let measure = *measure;
    let least = [1, 0].into_iter().find(|&least| {
        let bound = model.terms.bits(model.terms.width(measure), least);
        let holds = model.terms.bvsle(bound, measure);
        always(model, number, given, ask, |_, _| holds)
    })?;
    let least = u32::from(least == 1);
    if ranking.ahead || model.names.contains_key(&measure) {
        return Some(Trips { least, most: None, proper: false });
    }
    let most = logarithm(model, number, (measure, least), given, ask)
        .or_else(|| sum(model, number, (measure, least), given, ask));
    let proper = most.as_ref().is_some_and(|most| is_proper(model, number, most, given, ask));
    Some(Trips { least, most, proper })
}

/// Is a bound a number of rounds wherever the loop is entered?
fn is_proper(model: &mut Model<'_>, number: usize, most: &Most, given: &[Term], ask: &mut Asker<'_>) -> bool {
    let (of, least) = match most {
        Most::Sum { of, .. } => (*of, 0),
        Most::Logarithm { of, first, .. } => (*of, *first),
    };
    let least = model.terms.bits(model.terms.width(of), least);
    let claim = model.terms.bvsle(least, of);
    let entries = model.heads[number].entries.clone();
    entries.iter().all(|edge| {
        ask.given(&mut model.terms, given);
        ask.given(&mut model.terms, &[edge.condition]);
        let known = ask.holds(&mut model.terms, claim);
        ask.forget();
        ask.forget();
        matches!(known, Known::True)
    })
}

/// Does something hold on each way back? It may depend on what the loop's variables become.
fn always(
    model: &mut Model<'_>,
    number: usize,
    given: &[Term],
    ask: &mut Asker<'_>,
    mut claim: impl FnMut(&mut Model<'_>, &Edge) -> Term,
) -> bool {
    let edges = model.heads[number].backs.clone();
    edges.iter().all(|edge| {
        let claim = claim(model, edge);
        ask.given(&mut model.terms, given);
        ask.given(&mut model.terms, &[edge.condition]);
        let claim = ask.plain(&mut model.terms, claim);
        let known = ask.holds(&mut model.terms, claim);
        ask.forget();
        ask.forget();
        matches!(known, Known::True)
    })
}

/// A term over a loop's variables as it is when the loop is entered. A variable whose first value cannot be written in the source's names
/// stays what it is; then its first value is meant.
fn at_first(model: &mut Model<'_>, number: usize, term: Term) -> Term {
    let params = model.heads[number].params.clone();
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for (place, &(_, symbol)) in params.iter().enumerate() {
        let first = super::invariants::first(model, number, place);
        let text = model.show(first);
        if !text.contains('…') && text.len() <= kernels::LENGTH_OF_FIRST {
            map.insert(symbol, first);
        }
    }
    model.terms.substitute(term, &map)
}

/// What a variable becomes, if it is the same on all ways back.
fn next(model: &Model<'_>, number: usize, place: usize) -> Option<Term> {
    let mut all = model.heads[number].backs.iter().map(|edge| edge.args[place]);
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

fn sum(
    model: &mut Model<'_>,
    number: usize,
    (measure, least): (Term, u32),
    given: &[Term],
    ask: &mut Asker<'_>,
) -> Option<Most> {
    let width = model.terms.width(measure);
    // A measure that may be 0 when the loop goes round counts one round more; it has bits to spare.
    let also = model.terms.bits(width, u128::from(1 - least));
    let of = at_first(model, number, measure);
    let of = model.terms.bvadd(of, also);
    // What the variables of the measure step by.
    let mut by = None;
    for (var, next, bits) in counters(model, number, measure) {
        if bits >= width {
            continue;
        }
        for (a, b) in [(next, var), (var, next)] {
            let step = model.terms.bvsub(a, b);
            // Where no thread repeats the loop, any bound would hold.
            let is_step = |step: u128| step > 1 && step >> (bits - 1) == 0;
            if !model.outside(number, step, false)
                || model.terms.constant(step).is_some_and(|step| !is_step(step))
            {
                continue;
            }
            let unsigned = model.terms.constant(step).is_none() && model.has_unsigned(step);
            let terms = &mut model.terms;
            let step_wide = if unsigned { terms.zext(width, step) } else { terms.sext(width, step) };
            let zero = model.terms.bits(width, 0);
            let falls = always(model, number, given, ask, |model, edge| {
                let after = model.after(number, edge, measure);
                let fall = model.terms.bvsub(measure, after);
                let enough = model.terms.bvsle(step_wide, fall);
                let positive = model.terms.bvslt(zero, step_wide);
                model.terms.and(enough, positive)
            });
            if falls {
                by = Some(step);
            }
        }
    }
    Some(Most::Sum { of, by })
}

/// The variables of a measure, what they become, and how wide they are.
fn counters(model: &Model<'_>, number: usize, measure: Term) -> Vec<(Term, Term, u32)> {
    let mentioned = model.terms.variables(&[measure]);
    let mut found = Vec::new();
    for (place, &(_, var)) in model.heads[number].params.iter().enumerate() {
        let is_mentioned = model.terms.variables(&[var]).iter().any(|symbol| mentioned.contains(symbol));
        if let (true, Some(next), Sort::Bits(bits)) =
            (is_mentioned, next(model, number, place), model.terms.sort(var))
            && bits <= WIDTHS
        {
            found.push((var, next, bits));
        }
    }
    found
}

/// A variable that is multiplied on its way to a bound, or divided on its way to 0.
fn logarithm(
    model: &mut Model<'_>,
    number: usize,
    (measure, least): (Term, u32),
    given: &[Term],
    ask: &mut Asker<'_>,
) -> Option<Most> {
    let width = model.terms.width(measure);
    for (var, next, bits) in counters(model, number, measure) {
        if bits + 2 > width {
            continue;
        }
        for signed in [true, false] {
            let wide_var = wide(&mut model.terms, var, signed);
            let wide_var =
                if signed { model.terms.sext(width, wide_var) } else { model.terms.zext(width, wide_var) };
            // The measure is the variable, perhaps less a number, and the variable is positive.
            let less = model.terms.bvsub(wide_var, measure);
            let lowest = model.terms.constant(less).map(|less| less + u128::from(least));
            let lowest = lowest.filter(|&lowest| lowest > 0 && lowest >> (bits - 1) == 0);
            let divided = lowest.is_some();
            // The measure is the distance to a bound that does not change.
            let bound = model.terms.bvadd(measure, wide_var);
            let bounded = model.outside(number, bound, false);
            let factor = FACTORS.into_iter().find(|&factor| {
                let by = model.terms.bits(bits, factor);
                let shift = model.terms.bits(bits, u128::from(factor.ilog2()));
                let terms = &mut model.terms;
                let shifted = [terms.bvlshr(var, shift), terms.bvashr(var, shift)].contains(&next);
                let quotient = [terms.bvudiv(var, by), terms.bvsdiv(var, by)].contains(&next);
                let product = terms.bvmul(by, var) == next;
                if divided { quotient || shifted && factor.is_power_of_two() } else { product }
            });
            let Some(base) = factor else { continue };
            if let Some(first) = lowest {
                // It is at least that whenever the loop is repeated.
                let of = at_first(model, number, wide_var);
                return Some(Most::Logarithm { base, of, first });
            }
            let first = at_first(model, number, var);
            let first = model.terms.constant(first);
            let Some(first) = first.filter(|&first| bounded && first > 0 && first >> (bits - 1) == 0) else {
                continue;
            };
            let exact = always(model, number, given, ask, |model, _| {
                let terms = &mut model.terms;
                let [before, after] = [var, next].map(|t| {
                    let t = wide(terms, t, signed);
                    if signed { terms.sext(bits + 6, t) } else { terms.zext(bits + 6, t) }
                });
                let by = terms.bits(bits + 6, base);
                let product = terms.bvmul(by, before);
                terms.eq(product, after)
            });
            if exact {
                return Some(Most::Logarithm { base, of: bound, first });
            }
        }
    }
    None
}

impl Trips {
    /// The variables of a loop whose first values the bound refers to, by their names.
    #[must_use]
    pub fn firsts(&self, model: &Model<'_>, number: usize) -> Vec<String> {
        let own = self.mentioned(model).into_iter();
        own.filter(|(of, _)| *of == number).map(|(_, value)| value_name(model, value)).collect()
    }

    /// The variables of outer loops that have changed since the start of the iteration that the bound refers to.
    #[must_use]
    pub fn changed(&self, model: &Model<'_>, number: usize) -> Vec<String> {
        let head = model.heads[number].block;
        let is_around = |of: usize| of != number && model.loops.contains(of, head);
        let around = self.mentioned(model).into_iter().filter(|&(of, _)| is_around(of));
        let is_changed = |&(of, value): &(usize, Value)| {
            let mut blocks = model.loops.all()[of].blocks.iter();
            blocks.any(|&block| model.place(block) <= model.place(head) && has_other(model, block, value))
        };
        around.filter(is_changed).map(|(_, value)| value_name(model, value)).collect()
    }

    /// Does the bound refer to variables as a loop before has left them, which may be others when this one begins? They have no name then.
    #[must_use]
    pub fn is_of_before(&self, model: &Model<'_>, number: usize) -> bool {
        let head = model.heads[number].block;
        self.mentioned(model).into_iter().any(|(of, value)| {
            if of == number || model.loops.contains(of, head) {
                return false;
            }
            let begin = model.heads[of].block;
            let within = &model.loops.all()[of].blocks;
            let is_left_within = within
                .iter()
                .any(|&b| b != begin && model.cfg.succs(b).iter().any(|&to| !model.loops.contains(of, to)));
            let between = |&block: &Block| {
                let place = model.place(block);
                !model.loops.contains(of, block) && model.place(begin) < place && place < model.place(head)
            };
            let mut blocks = model.cfg.rpo().iter().copied().filter(between).chain([begin]);
            is_left_within || blocks.any(|block| has_other(model, block, value))
        })
    }

    /// The variables of loops that a bound mentions.
    fn mentioned(&self, model: &Model<'_>) -> Vec<(usize, Value)> {
        let terms = match self.most {
            Some(Most::Sum { of, by }) => [Some(of), by],
            Some(Most::Logarithm { of, .. }) => [Some(of), None],
            None => return Vec::new(),
        };
        let terms: Vec<Term> = terms.into_iter().flatten().collect();
        let mentioned = model.terms.variables(&terms).into_iter();
        mentioned
            .filter_map(|s| match model.origins[&s] {
                Origin::Head(of, value) => Some((of, value)),
                _ => None,
            })
            .collect()
    }
}

/// Does a block have another value for a variable of the source?
fn has_other(model: &Model<'_>, block: Block, value: Value) -> bool {
    let Some(name) = &model.function.values[value].name else { return false };
    let data = &model.function.blocks[block];
    let results = data.insts.iter().flat_map(|&inst| &model.function.insts[inst].results);
    let mut all = results.chain(&data.params).copied();
    all.any(|other| other != value && model.function.values[other].name.as_ref() == Some(name))
}

fn value_name(model: &Model<'_>, value: Value) -> String {
    model.function.values[value].name.clone().unwrap_or_else(|| format!("{value}"))
}

impl Model<'_> {
    /// Does a term read a variable of a loop as an unsigned number? Of others the text says it.
    #[must_use]
    pub fn takes_unsigned(&self, term: Term) -> bool {
        let is_of_loop = |t: Term| {
            let mut variables = self.terms.variables(&[t]).into_iter();
            variables.any(|symbol| matches!(self.origins[&symbol], Origin::Head(..)))
        };
        let zext = |t: &Term| self.terms.op(*t) == Op::Zext && is_of_loop(self.terms.args(*t)[0]);
        self.terms.post_order(&[term], |_| false).iter().any(zext)
    }
}
