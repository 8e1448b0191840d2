//! Launches with which a loop never ends.
//!
//! A launch is chosen such that a thread surely comes to the loop, whatever it reads. Then either
//! - whatever the loop's variables are (within the invariants), and whatever is read, each round leads back to the head: a set that is closed; or
//! - the variables that the exits depend on are followed from round to round, as nothing else decides them, and are at last what they were before: a lasso.
//!
//! The first is confirmed by a solver, the second by evaluation; neither depends on how it was found.

use super::holds::{Asker, Known};
use super::invariants::{Invariants, assumed};
use super::model::{Edge, Input, Model, Origin};
use raddle_ir::{Rounding, Type, eval};
use raddle_smt::{Answer, Evaluator, Model as Values, Sort, Symbol, Term, Value};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// So many rounds are followed.
const ROUNDS: usize = 20_000;

/// So many rounds are to go back when a launch is chosen.
const AHEAD: usize = 5;

/// Floats are tried as these, with which sums and products often stay what they are. A solver that knows nothing of their arithmetic does not choose them.
const SPECIAL: [f64; 4] = [0.0, 1.0, -1.0, f64::INFINITY];
/// So many floats of a launch are tried as all of these.
const MOST_FLOATS: u32 = 3;

/// A launch, and why a loop never ends with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endless {
    /// The loop.
    pub number: usize,
    /// What the launch fixes, as far as it matters.
    pub inputs: BTreeMap<Input, u128>,
    /// Why.
    pub why: Why,
}

/// Why a loop never ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Each round leads back to the head, whatever the loop's variables are.
    Closed,
    /// After so many rounds the variables are what they were after so many.
    Lasso {
        /// When the state is there first.
        first: usize,
        /// When it is there again.
        again: usize,
        /// The variables then: name, bits, and the type that these are of.
        state: Vec<(String, u128, Type)>,
    },
}

/// Looks for a launch with which a loop never ends; `more` is what it must satisfy.
pub fn find(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    more: &[Term],
    ask: &mut Asker<'_>,
) -> Option<Endless> {
    let head = model.heads[number].clone();
    // That the first round goes back as well makes a better choice.
    let entry = head.entries.first()?.clone();
    let mut again = Vec::new();
    for edge in &head.backs {
        again.push(model.after(number, &entry, edge.condition));
    }
    let again = model.terms.any(&again);
    let stands = stands(model, number);
    if !can_be_chosen(model, number) {
        return None;
    }
    let mut wanted = model.facts.clone();
    wanted.extend(products(model));
    wanted.extend_from_slice(more);
    wanted.extend([entry.condition, again]);
    // First a launch for which a round may change nothing; then any, then one for which some rounds more go back; then special floats.
    let mut attempts = vec![stands, model.terms.truth(true), rounds(model, number, &entry)];
    attempts.push(super::standing::undecided(model, number));
    attempts.extend(special_floats(model, number));
    for also in attempts {
        if ask.over() {
            return None;
        }
        wanted.push(also);
        let answer = ask.possible(&mut model.terms, &wanted);
        wanted.pop();
        let Answer::Sat(values) = answer else { continue };
        let (inputs, fixed) = fixed(model, &values);
        if !comes(model, number, &fixed, ask) {
            continue;
        }
        let why = match closed(model, number, invariants, &fixed, ask) {
            true => Some(Why::Closed),
            false => lasso(model, number, &values),
        };
        if let Some(why) = why {
            return Some(Endless { number, inputs, why });
        }
    }
    None
}

/// That the floats of a launch that a loop depends on are [special](SPECIAL), in each way.
fn special_floats(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let relevant = relevant(model, number);
    let mut floats = Vec::new();
    for symbol in model.terms.variables(&relevant) {
        if let Origin::Input(Input::Param(param, 0, bits)) = model.origins[&symbol]
            && let Some(ty) = model.function.params[param as usize].ty
            && ty.is_float()
            && ty.bits() == bits
        {
            floats.push((symbol, ty));
        }
    }
    let count = u32::try_from(floats.len()).unwrap_or(u32::MAX);
    if count == 0 || count > MOST_FLOATS {
        return Vec::new();
    }
    let mut ways = Vec::new();
    for way in 0..SPECIAL.len().pow(count) {
        let mut equal = Vec::new();
        for (n, &(symbol, ty)) in (0..).zip(&floats) {
            let value = SPECIAL[way / SPECIAL.len().pow(n) % SPECIAL.len()];
            let var = symbol_term(model, symbol);
            let number = model.terms.bits(ty.bits(), eval::from_f64(ty, value, Rounding::Nearest));
            equal.push(model.terms.eq(var, number));
        }
        ways.push(model.terms.all(&equal));
    }
    ways
}

/// What a loop does, as far as it is followed.
fn relevant(model: &Model<'_>, number: usize) -> Vec<Term> {
    let edges = || model.heads[number].entries.iter().chain(&model.heads[number].backs);
    edges().flat_map(|edge| std::iter::once(edge.condition).chain(edge.args.iter().copied())).collect()
}

/// That the first few rounds behind a way into a loop go back.
fn rounds(model: &mut Model<'_>, number: usize, entry: &Edge) -> Term {
    let head = model.heads[number].clone();
    let mut state = entry.clone();
    let mut all = Vec::new();
    for _ in 0..AHEAD {
        let ways: Vec<Term> =
            head.backs.iter().map(|edge| model.after(number, &state, edge.condition)).collect();
        all.push(model.terms.any(&ways));
        let mut args = Vec::new();
        for place in 0..head.params.len() {
            let mut ends: Vec<Term> = Vec::new();
            for edge in &head.backs {
                ends.push(model.after(number, &state, edge.args[place]));
            }
            let Some(mut arg) = ends.pop() else { return model.terms.truth(false) };
            for (&way, end) in ways.iter().zip(ends).rev() {
                arg = model.terms.ite(way, end, arg);
            }
            args.push(arg);
        }
        state.args = args;
    }
    model.terms.all(&all)
}

/// That a round changes nothing, from a state that may be one of any round.
fn stands(model: &mut Model<'_>, number: usize) -> Term {
    let head = model.heads[number].clone();
    let mut all = Vec::new();
    for edge in &head.backs {
        let mut same = vec![edge.condition];
        for ((_, var), &after) in head.params.iter().zip(&edge.args) {
            same.push(model.terms.eq(*var, after));
        }
        all.push(model.terms.all(&same));
    }
    model.terms.any(&all)
}

/// Asks once more, another solver, whether a loop never ends.
pub fn confirm(
    model: &mut Model<'_>,
    endless: &Endless,
    invariants: &Invariants,
    ask: &mut Asker<'_>,
) -> bool {
    let mut values = Values::default();
    for (symbol, origin) in &model.origins {
        if let Origin::Input(input) = origin
            && let Some(value) = endless.inputs.get(input)
        {
            values.variables.insert(*symbol, Value::Scalar(*value));
        }
    }
    let mut lawful = model.facts.clone();
    lawful.extend(products(model));
    let (_, fixed) = fixed(model, &values);
    let number = endless.number;
    lawful.iter().all(|&fact| values.holds(&model.terms, fact) == Some(true))
        && comes(model, number, &fixed, ask)
        && match &endless.why {
            Why::Closed => closed(model, number, invariants, &fixed, ask),
            Why::Lasso { .. } => lasso(model, number, &values).as_ref() == Some(&endless.why),
        }
}

/// Does a thread of a launch surely come to the loop?
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
fn products(model: &mut Model<'_>) -> Vec<Term> {
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
fn symbol_term(model: &mut Model<'_>, symbol: Symbol) -> Term {
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

/// The values of all inputs, and that they have them.
fn fixed(model: &mut Model<'_>, values: &Values) -> (BTreeMap<Input, u128>, Vec<Term>) {
    let mut symbols: Vec<Symbol> = model.origins.keys().copied().collect();
    symbols.sort_unstable();
    let (mut inputs, mut equal) = (BTreeMap::new(), Vec::new());
    for symbol in symbols {
        let Origin::Input(input) = model.origins[&symbol] else { continue };
        let least = model.terms.declaration(symbol).bounds.map_or(0, |(least, _)| least);
        let value = values.variables.get(&symbol).and_then(Value::scalar).unwrap_or(least);
        inputs.insert(input, value);
        let var = symbol_term(model, symbol);
        let is = match model.terms.sort(var) {
            Sort::Bool => {
                let truth = model.terms.truth(value == 1);
                model.terms.eq(var, truth)
            }
            Sort::Bits(width) => {
                let number = model.terms.bits(width, value);
                model.terms.eq(var, number)
            }
            _ => continue,
        };
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

/// What a launch fixes, as numbers for its variables.
fn numbers(model: &mut Model<'_>, values: &Values) -> FxHashMap<Term, Term> {
    let inputs: Vec<Symbol> =
        model.origins.iter().filter(|(_, o)| matches!(o, Origin::Input(_))).map(|(s, _)| *s).collect();
    let mut map = FxHashMap::default();
    for symbol in inputs {
        let Some(value) = values.variables.get(&symbol).and_then(Value::scalar) else { continue };
        let var = symbol_term(model, symbol);
        let number = match model.terms.sort(var) {
            Sort::Bool => model.terms.truth(value == 1),
            Sort::Bits(width) => model.terms.bits(width, value),
            _ => continue,
        };
        map.insert(var, number);
    }
    map
}

/// Follows the loop's variables.
fn lasso(model: &mut Model<'_>, number: usize, values: &Values) -> Option<Why> {
    let mut head = model.heads[number].clone();
    // With the launch put in, less depends on what is not known.
    let launch = numbers(model, values);
    for edge in &mut head.backs {
        edge.condition = model.terms.substitute(edge.condition, &launch);
        for arg in &mut edge.args {
            *arg = model.terms.substitute(*arg, &launch);
        }
    }
    // The variables that the way back depends on, and those that they become depend on.
    let mut needed: BTreeSet<usize> = BTreeSet::new();
    let place_of = |model: &Model<'_>, term: Term| -> Option<Vec<usize>> {
        let mut places = Vec::new();
        for symbol in model.terms.variables(&[term]) {
            match &model.origins[&symbol] {
                Origin::Input(_) => {}
                Origin::Head(of, value) if *of == number => {
                    places.push(head.params.iter().position(|(v, _)| v == value)?);
                }
                _ => return None,
            }
        }
        model.terms.functions(&[term]).is_empty().then_some(places)
    };
    let mut open = Vec::new();
    for edge in &head.backs {
        open.extend(place_of(model, edge.condition)?);
    }
    while let Some(place) = open.pop() {
        if needed.insert(place) {
            for edge in &head.backs {
                open.extend(place_of(model, edge.args[place])?);
            }
        }
    }
    let entry = head.entries.first()?;
    let symbol_of = |model: &Model<'_>, place: usize| model.terms.variables(&[head.params[place].1])[0];
    let mut state = Vec::new();
    for &place in &needed {
        state.push(values.value(&model.terms, entry.args[place])?.scalar()?);
    }
    let symbols: Vec<Symbol> = needed.iter().map(|&place| symbol_of(model, place)).collect();
    let mut seen: BTreeMap<Vec<u128>, usize> = BTreeMap::new();
    let mut now = values.clone();
    for round in 0..ROUNDS {
        if let Some(&first) = seen.get(&state) {
            let show = |(n, &place): (usize, &usize)| {
                (model.name(symbols[n]), state[n], model.function.ty(head.params[place].0))
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
