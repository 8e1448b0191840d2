//! Launches with which a loop does not terminate.
//!
//! A launch is chosen such that a thread certainly reaches the loop, whatever it reads; or [a run](super::reached) shows that one gets
//! there. Then either
//! - whatever the loop's variables are (within the invariants), and whatever is read, each round leads back to the head: a set that is closed;
//! - or this holds for those variables with which the loop is repeated at all; or
//! - the variables that the exits depend on are followed from round to round, as nothing else decides them, and are at last what they were before: a lasso.
//!
//! The first two are confirmed by a solver, the third by evaluation; none depends on how it was found.

use super::attempts::{attempts, relevant};
use super::holds::{Asker, Known};
use super::invariants::{Invariants, assumed};
use super::model::{Input, Model, Origin};
use super::reached::{Candidate, Content, Seen};
use crate::limits::kernels;
use raddle_ir::Type;
use raddle_smt::{Answer, Evaluator, Model as Values, Op, Sort, Symbol, Term, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A launch, and why a loop does not terminate with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    /// The loop.
    pub number: usize,
    /// What the launch fixes, as far as it matters.
    pub inputs: BTreeMap<Input, u128>,
    /// What buffers hold, by the number of the parameter, where that was chosen.
    pub contents: BTreeMap<u32, Content>,
    /// What a run saw when the thread reached the loop, if it does not certainly get there.
    pub seen: Option<Seen>,
    /// Why.
    pub why: Why,
}

/// Why a loop does not terminate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Each round leads back to the head, whatever the loop's variables are.
    Closed,
    /// Each round leads to where the loop is repeated, if it was repeated before.
    Again,
    /// After this many rounds the variables are what they were after this many.
    Lasso {
        /// When the state is there first.
        first: usize,
        /// When it is there again.
        again: usize,
        /// The variables then: the place among the loop's, name, bits, and the type that these are of.
        state: Vec<Followed>,
    },
}

/// A variable that is followed: its place among the loop's, its name, its bits, and the type that these are of.
pub type Followed = (usize, String, u128, Type);

/// Searches for a launch with which a loop does not terminate; `more` is what it must satisfy. Those that were tried in vain are kept: with
/// one of them a run may show more.
pub fn find(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    (more, in_vain): (&[Term], &mut Vec<Candidate>),
    ask: &mut Asker<'_>,
) -> Option<Endless> {
    // That the first round goes back as well makes a better choice.
    let entry = model.heads[number].entries.first()?.clone();
    if !can_be_chosen(model, number) {
        return None;
    }
    let again = goes_back(model, number, &entry.args);
    let mut wanted = model.facts.clone();
    wanted.extend(products(model));
    wanted.extend_from_slice(more);
    wanted.extend([entry.condition, again]);
    for also in attempts(model, number, &entry) {
        if ask.over() {
            return None;
        }
        wanted.push(also);
        let answer = ask.possible(&mut model.terms, &wanted);
        wanted.pop();
        let Answer::Sat(values) = answer else { continue };
        let (inputs, fixed) = fixed(model, &values);
        if comes(model, number, &fixed, ask)
            && let Some(why) = why_with(model, number, invariants, (&fixed, &inputs), ask)
        {
            return Some(Endless { number, inputs, contents: BTreeMap::new(), seen: None, why });
        }
        Candidate::of(model, number, inputs, &values).keep(in_vain);
    }
    None
}

/// Why a loop does not terminate with a launch from the state that it is entered with.
fn why_with(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    (fixed, inputs): (&[Term], &BTreeMap<Input, u128>),
    ask: &mut Asker<'_>,
) -> Option<Why> {
    let values = values(model, inputs);
    why(model, number, invariants, (fixed, &values, None), ask)
}

/// Why a loop does not terminate with a launch, from the state that it is entered with or from another one, where that is known.
pub(super) fn why(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    (fixed, values, state): (&[Term], &Values, Option<&[Option<u128>]>),
    ask: &mut Asker<'_>,
) -> Option<Why> {
    if closed(model, number, invariants, fixed, ask) {
        return Some(Why::Closed);
    }
    if let Some(lasso) = lasso(model, number, values, state) {
        return Some(lasso);
    }
    begins(model, number, values, state)
        .then(|| again(model, number, invariants, fixed, ask))?
        .then_some(Why::Again)
}

/// Asks another solver once more whether a loop does not terminate. Whether a thread gets there is asked too, unless a run has shown it.
pub fn confirm(
    model: &mut Model<'_>,
    endless: &Endless,
    invariants: &Invariants,
    ask: &mut Asker<'_>,
) -> bool {
    if endless.seen.is_some() {
        return super::reached::why(model, endless, invariants, ask).as_ref() == Some(&endless.why);
    }
    let values = values(model, &endless.inputs);
    let mut lawful = model.facts.clone();
    lawful.extend(products(model));
    let (_, fixed) = fixed(model, &values);
    let number = endless.number;
    lawful.iter().all(|&fact| values.holds(&model.terms, fact) == Some(true))
        && comes(model, number, &fixed, ask)
        && match &endless.why {
            Why::Closed => closed(model, number, invariants, &fixed, ask),
            Why::Again => {
                begins(model, number, &values, None) && again(model, number, invariants, &fixed, ask)
            }
            Why::Lasso { .. } => lasso(model, number, &values, None).as_ref() == Some(&endless.why),
        }
}

/// The values of inputs as those of their symbols.
pub(super) fn values(model: &Model<'_>, inputs: &BTreeMap<Input, u128>) -> Values {
    let mut values = Values::default();
    for (symbol, origin) in &model.origins {
        if let Origin::Input(input) = origin
            && let Some(value) = inputs.get(input)
        {
            values.variables.insert(*symbol, Value::Scalar(*value));
        }
    }
    values
}

/// That a round goes back to the head, with these values for its variables.
fn goes_back(model: &mut Model<'_>, number: usize, args: &[Term]) -> Term {
    let head = model.heads[number].clone();
    let params = head.params.iter().map(|(_, symbol)| *symbol);
    let map: FxHashMap<Term, Term> = params.zip(args.iter().copied()).collect();
    let mut ways = Vec::new();
    for edge in &head.backs {
        ways.push(model.terms.substitute(edge.condition, &map));
    }
    model.terms.any(&ways)
}

/// Is a loop certainly repeated, from the state that it is entered with or from another one? What is not fixed counts for nothing.
fn begins(model: &mut Model<'_>, number: usize, values: &Values, state: Option<&[Option<u128>]>) -> bool {
    let args = match state {
        None => match model.heads[number].entries.first() {
            Some(entry) => entry.args.clone(),
            None => return false,
        },
        Some(state) => model.with_state(number, state),
    };
    let back = goes_back(model, number, &args);
    let numbers = numbers(model, number, values);
    let back = model.terms.substitute(back, &numbers);
    model.terms.is_true(back)
}

/// Does each round lead to where the loop is repeated? That must not depend on anything that a round reads.
fn again(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    fixed: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    let head = model.heads[number].clone();
    if !head.backs.iter().all(|edge| model.outside(number, edge.condition, true)) {
        return false;
    }
    let mut given = assumed(model, invariants, model.place(head.block));
    given.extend_from_slice(fixed);
    head.backs.iter().all(|edge| {
        let next = goes_back(model, number, &edge.args);
        ask.given(&mut model.terms, &given);
        ask.given(&mut model.terms, &[edge.condition]);
        let known = ask.holds(&mut model.terms, next);
        ask.forget();
        ask.forget();
        matches!(known, Known::True)
    })
}

impl Model<'_> {
    /// The variables of a loop as numbers, where a state says what they are, and as themselves elsewhere.
    fn with_state(&mut self, number: usize, state: &[Option<u128>]) -> Vec<Term> {
        let params = self.heads[number].params.clone();
        let is = |(place, (_, var)): (usize, (_, Term))| match state.get(place).copied().flatten() {
            Some(value) => self.number_like(var, value).unwrap_or(var),
            None => var,
        };
        params.into_iter().enumerate().map(is).collect()
    }

    /// A number of the sort of a term.
    pub(super) fn number_like(&mut self, term: Term, value: u128) -> Option<Term> {
        match self.terms.sort(term) {
            Sort::Bool => Some(self.terms.truth(value & 1 == 1)),
            Sort::Bits(width) => Some(self.terms.bits(width, value)),
            _ => None,
        }
    }
}

/// Does a thread of a launch certainly reach the loop?
fn comes(model: &mut Model<'_>, number: usize, fixed: &[Term], ask: &mut Asker<'_>) -> bool {
    let Some(entry) = model.heads[number].entries.first().map(|e| e.condition) else { return false };
    let mut given = model.facts.clone();
    given.extend_from_slice(fixed);
    ask.given(&mut model.terms, &given);
    let comes = ask.holds(&mut model.terms, entry);
    ask.forget();
    matches!(comes, Known::True)
}

/// That products of sizes are products.
pub(super) fn products(model: &mut Model<'_>) -> Vec<Term> {
    let mut of: BTreeMap<Input, Symbol> = BTreeMap::new();
    for (symbol, origin) in &model.origins {
        if let Origin::Input(input) = origin {
            of.insert(*input, *symbol);
        }
    }
    let mut all = Vec::new();
    for dim in 0..3 {
        for (product, factor) in
            [(Input::Begin(dim), Input::Ctaid(dim)), (Input::All(dim), Input::Nctaid(dim))]
        {
            if let (Some(&p), Some(&a), Some(&b)) =
                (of.get(&product), of.get(&factor), of.get(&Input::Ntid(dim)))
            {
                let [p, a, b] = [p, a, b].map(|symbol| {
                    let term = symbol_term(model, symbol);
                    model.terms.zext(64, term)
                });
                let times = model.terms.bvmul(a, b);
                all.push(model.terms.eq(p, times));
            }
        }
    }
    all
}

/// The variable of a symbol.
pub(super) fn symbol_term(model: &mut Model<'_>, symbol: Symbol) -> Term {
    let declared = model.terms.declaration(symbol).clone();
    match (declared.bounds, declared.sort) {
        (Some((least, most)), Sort::Bits(width)) => model.terms.bounded(declared.name, width, least, most),
        (_, sort) => model.terms.var(declared.name, sort),
    }
}

/// Can all that the loop depends on be chosen: sizes, and numbers among the parameters, no piece of one twice?
fn can_be_chosen(model: &Model<'_>, number: usize) -> bool {
    let relevant = relevant(model, number);
    let mut pieces = Vec::new();
    for symbol in model.terms.variables(&relevant) {
        match model.origins[&symbol] {
            Origin::Input(Input::Other) => return false,
            Origin::Input(Input::Param(param, at, bits)) => {
                let data = &model.function.params[param as usize];
                if data.pointer.is_some() || data.ty.is_none() {
                    return false;
                }
                pieces.push((param, at, u64::from(bits.div_ceil(8))));
            }
            _ => {}
        }
    }
    pieces.sort_unstable();
    pieces.windows(2).all(|two| two[0].0 != two[1].0 || two[0].1 + two[0].2 <= two[1].1)
}

/// The values of all inputs, and the statements that they have them.
pub(super) fn fixed(model: &mut Model<'_>, values: &Values) -> (BTreeMap<Input, u128>, Vec<Term>) {
    let mut symbols: Vec<Symbol> = model.origins.keys().copied().collect();
    symbols.sort_unstable();
    let (mut inputs, mut equal) = (BTreeMap::new(), Vec::new());
    for symbol in symbols {
        let Origin::Input(input) = model.origins[&symbol] else { continue };
        let least = model.terms.declaration(symbol).bounds.map_or(0, |(least, _)| least);
        let value = values.variables.get(&symbol).and_then(Value::scalar).unwrap_or(least);
        inputs.insert(input, value);
        let var = symbol_term(model, symbol);
        let Some(number) = model.number_like(var, value) else { continue };
        let is = model.terms.eq(var, number);
        equal.push(is);
    }
    (inputs, equal)
}

/// Does each round lead back?
pub(super) fn closed(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    fixed: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    let head = model.heads[number].clone();
    let place = model.place(head.block);
    let mut given = assumed(model, invariants, place);
    given.extend_from_slice(fixed);
    let back: Vec<Term> = head.backs.iter().map(|edge| edge.condition).collect();
    let back = model.terms.any(&back);
    ask.given(&mut model.terms, &given);
    let known = ask.holds(&mut model.terms, back);
    ask.forget();
    matches!(known, Known::True)
}

/// What is fixed, as numbers for its variables; and what holds on each way into the loop, as true.
fn numbers(model: &mut Model<'_>, number: usize, values: &Values) -> FxHashMap<Term, Term> {
    let mut map = FxHashMap::default();
    let entries: Vec<Vec<Term>> = model.heads[number]
        .entries
        .iter()
        .map(|entry| match model.terms.op(entry.condition) {
            Op::And => model.terms.args(entry.condition).to_vec(),
            _ => vec![entry.condition],
        })
        .collect();
    let truth = model.terms.truth(true);
    for &part in entries.first().into_iter().flatten() {
        if entries.iter().all(|parts| parts.contains(&part)) {
            map.insert(part, truth);
        }
    }
    for (&symbol, value) in &values.variables {
        let var = symbol_term(model, symbol);
        if let Some(number) = value.scalar().and_then(|value| model.number_like(var, value)) {
            map.insert(var, number);
        }
    }
    map
}

/// The places of a loop's variables that a term depends on, if it depends on nothing else but memory whose content is given.
fn places(model: &Model<'_>, number: usize, term: Term, values: &Values) -> Option<Vec<usize>> {
    let mut places = Vec::new();
    for symbol in model.terms.variables(&[term]) {
        match &model.origins[&symbol] {
            Origin::Head(of, value) if *of == number => {
                places.push(model.heads[number].params.iter().position(|(v, _)| v == value)?);
            }
            _ => return None,
        }
    }
    let given = |symbol: &Symbol| values.functions.contains_key(symbol);
    model.terms.functions(&[term]).iter().all(given).then_some(places)
}

/// Follows the loop's variables, from a state or from where it is entered. `values` is what is fixed while it runs.
fn lasso(
    model: &mut Model<'_>,
    number: usize,
    values: &Values,
    state: Option<&[Option<u128>]>,
) -> Option<Why> {
    let mut head = model.heads[number].clone();
    // With the launch substituted, less depends on unknowns.
    let launch = numbers(model, number, values);
    for edge in &mut head.backs {
        edge.condition = model.terms.substitute(edge.condition, &launch);
        for arg in &mut edge.args {
            *arg = model.terms.substitute(*arg, &launch);
        }
    }
    // The variables that the way back depends on, and those that their next values depend on.
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let mut open = Vec::new();
    for edge in &head.backs {
        open.extend(places(model, number, edge.condition, values)?);
    }
    while let Some(place) = open.pop() {
        if needed.insert(place) {
            for edge in &head.backs {
                open.extend(places(model, number, edge.args[place], values)?);
            }
        }
    }
    let begin = match state {
        Some(state) => needed.iter().map(|&place| state.get(place).copied().flatten()).collect(),
        None => {
            let entry = head.entries.first()?;
            let mut begin = Vec::new();
            for &place in &needed {
                let first = model.terms.substitute(entry.args[place], &launch);
                begin.push(model.terms.constant(first));
            }
            begin.into_iter().collect::<Option<Vec<u128>>>()
        }
    };
    let mut state: Vec<u128> = begin?;
    let symbol_of = |model: &Model<'_>, place: usize| model.terms.variables(&[head.params[place].1])[0];
    let symbols: Vec<Symbol> = needed.iter().map(|&place| symbol_of(model, place)).collect();
    let mut seen: BTreeMap<Vec<u128>, usize> = BTreeMap::new();
    let mut now = values.clone();
    for round in 0..kernels::ROUNDS_FOLLOWED {
        if let Some(&first) = seen.get(&state) {
            let show = |(n, &place): (usize, &usize)| {
                (place, model.name(symbols[n]), state[n], model.function.ty(head.params[place].0))
            };
            let state = needed.iter().enumerate().map(show).collect();
            return Some(Why::Lasso { first, again: round, state });
        }
        seen.insert(state.clone(), round);
        for (symbol, value) in symbols.iter().zip(&state) {
            now.variables.insert(*symbol, Value::Scalar(*value));
        }
        let mut evaluator = Evaluator::new(&now, &model.terms);
        let edge = head.backs.iter().find(|e| evaluator.value(e.condition) == Some(Value::Scalar(1)))?;
        state =
            needed.iter().map(|&place| evaluator.value(edge.args[place])?.scalar()).collect::<Option<_>>()?;
    }
    None
}
