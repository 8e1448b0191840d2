//! Loops over few bits: all their states are explored.
//!
//! Where the variables that decide whether a loop continues have few values together, such as an 8-bit number, or one that is masked in
//! each round, no measure need be found: from the states in which the loop is entered, all that follow are computed. Either one is
//! repeated; then the loop may not terminate, and [a launch](super::endless) that enters it in that way is tried first. Or none is; then
//! the largest number of rounds that may follow each state is a measure, and the table of these numbers is a certificate. To [check] it,
//! nothing need be searched: each state in which the loop is entered stands in the table, and each way back leads to a state that stands
//! there with a smaller number.
//!
//! What is not followed may be anything (`small`), so more may seem possible than is.

mod small;

use super::model::Model;
use crate::limits::kernels;
use raddle_smt::{Evaluator, Model as Values, Symbol, Term, Value};
use rustc_hash::FxHashMap;
use small::{Part, Small};
use std::collections::BTreeMap;

/// All states that a loop's head is seen in, by some of its variables, and how many rounds may follow.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct States {
    /// The variables, by their places among the loop's.
    pub places: Vec<usize>,
    /// For each state, which is the values of the variables and of what is the same in all rounds, how often control returns to the head at
    /// most.
    pub left: BTreeMap<Vec<u128>, usize>,
}

impl States {
    /// How often the loop goes back to its head at most.
    #[must_use]
    pub fn most(&self) -> usize {
        self.left.values().copied().max().unwrap_or(0)
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The loop ends.
    Ends(States),
    /// From these ways into it a state is repeated, if what is not followed allows it.
    Again(Vec<Term>),
}

/// Which variables are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Those of few bits.
    Few,
    /// Any.
    Any,
}

/// Explores all states of a loop, if they are few.
pub fn finite(model: &mut Model<'_>, number: usize, width: Width) -> Option<Found> {
    let mut again = None;
    for places in sets(model, number, width) {
        let Some(small) = Small::of(model, number, &places).0.filter(|small| small.decides(model)) else {
            continue;
        };
        match explore(model, &small, width) {
            Some(Found::Ends(states)) => return Some(Found::Ends(states)),
            found => again = again.or(found),
        }
    }
    again
}

/// Is this a table for a loop? Only the choice of the variables is taken over from the search.
pub fn check(model: &mut Model<'_>, number: usize, states: &States) -> bool {
    let Some(small) = Small::of(model, number, &states.places).0.filter(|small| small.is_closed(model))
    else {
        return false;
    };
    let Some(firsts) = firsts(model, &small, kernels::STATES) else { return false };
    firsts.iter().all(|first| states.left.contains_key(first))
        && states.left.iter().all(|(state, left)| {
            let follows = |next: Vec<u128>| states.left.get(&next).is_some_and(|less| less < left);
            nexts(model, &small, state).is_some_and(|all| all.into_iter().all(follows))
        })
}

/// The sets of variables that are tried: all that decide; those that one depends on; those that one is computed from, with conditions on
/// others open.
fn sets(model: &mut Model<'_>, number: usize, width: Width) -> Vec<Vec<usize>> {
    let head = model.heads[number].clone();
    let own: Vec<Vec<Symbol>> = head.params.iter().map(|(_, var)| model.terms.variables(&[*var])).collect();
    let conditions: Vec<Term> = head.backs.iter().map(|edge| edge.condition).collect();
    let mentioned = model.terms.variables(&conditions);
    let deciding = (0..own.len()).filter(|&place| own[place].iter().any(|symbol| mentioned.contains(symbol)));
    let deciding: Vec<usize> = deciding.collect();
    let bits = |model: &Model<'_>, places: &[usize]| -> u32 {
        places.iter().map(|&place| model.terms.sort(head.params[place].1).width().unwrap_or(1)).sum()
    };
    let mut all: Vec<Vec<usize>> = Vec::new();
    let seeds = std::iter::once(deciding.clone()).chain(deciding.iter().map(|&place| vec![place]));
    for mut places in seeds.collect::<Vec<_>>() {
        let mut smaller = None;
        loop {
            let (small, open) = Small::of(model, number, &places);
            if small.is_some() && smaller.is_none() {
                smaller = Some(places.clone());
            }
            let more: Vec<usize> = open.into_iter().filter(|place| !places.contains(place)).collect();
            if more.is_empty() {
                break;
            }
            places.extend(more);
            places.sort_unstable();
        }
        for set in [Some(places), smaller].into_iter().flatten() {
            let few = bits(model, &set) <= kernels::BITS_OF_STATE;
            if !set.is_empty()
                && few == (width == Width::Few)
                && !all.contains(&set)
                && all.len() < kernels::SETS_OF_VARIABLES
            {
                all.push(set);
            }
        }
    }
    all
}

/// Each choice of values for some parts, if they are not more than this many.
fn choices(parts: &[&Part], most: usize) -> Option<Vec<Vec<(Symbol, u128)>>> {
    let mut all: Vec<Vec<(Symbol, u128)>> = vec![Vec::new()];
    for part in parts {
        if all.len() * part.values.len() > most {
            return None;
        }
        let with =
            |one: &Vec<(Symbol, u128)>, value: &u128| [one.clone(), vec![(part.symbol, *value)]].concat();
        all = all.iter().flat_map(|one| part.values.iter().map(move |value| with(one, value))).collect();
    }
    Some(all)
}

fn values_of(all: &[(Symbol, u128)]) -> Values {
    all.iter().fold(Values::default(), |values, &(symbol, value)| values.with(symbol, Value::Scalar(value)))
}

/// The states that the loop is entered in; `None` if they are more than this many.
fn firsts(model: &Model<'_>, small: &Small, most: usize) -> Option<Vec<Vec<u128>>> {
    let parts: Vec<&Part> = small.constants.iter().chain(&small.firsts).collect();
    let mut all = Vec::new();
    for choice in choices(&parts, most)? {
        let values = values_of(&choice);
        let mut evaluator = Evaluator::new(&values, &model.terms);
        for entry in &small.entries {
            let mut state = Vec::new();
            for &arg in &entry.args {
                state.push(evaluator.value(arg)?.scalar()?);
            }
            state.extend(choice[..small.constants.len()].iter().map(|(_, value)| *value));
            all.push(state);
        }
    }
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// The states that may follow one; `None` if that is not known.
fn nexts(model: &Model<'_>, small: &Small, state: &[u128]) -> Option<Vec<Vec<u128>>> {
    let symbols = small.state.iter().copied().chain(small.constants.iter().map(|part| part.symbol));
    let known: Vec<(Symbol, u128)> = symbols.zip(state.iter().copied()).collect();
    let parts: Vec<&Part> = small.choices.iter().collect();
    let mut all = Vec::new();
    for choice in choices(&parts, kernels::ROUNDS_OF_STATES)? {
        let values = values_of(&[known.clone(), choice].concat());
        let mut evaluator = Evaluator::new(&values, &model.terms);
        for back in &small.backs {
            if evaluator.value(back.condition)?.scalar()? == 0 {
                continue;
            }
            let mut next = Vec::new();
            for &arg in &back.args {
                next.push(evaluator.value(arg)?.scalar()?);
            }
            next.extend_from_slice(&state[small.state.len()..]);
            if !all.contains(&next) {
                all.push(next);
            }
        }
    }
    Some(all)
}

/// Explores all states.
fn explore(model: &mut Model<'_>, small: &Small, width: Width) -> Option<Found> {
    if !small.is_closed(model) {
        return None;
    }
    let most = if width == Width::Few { kernels::STATES } else { kernels::STATES_OF_WIDE };
    let firsts = firsts(model, small, most)?;
    let each: usize = small.choices.iter().map(|part| part.values.len()).try_fold(1, usize::checked_mul)?;
    let mut numbers: FxHashMap<Vec<u128>, usize> = FxHashMap::default();
    let mut states: Vec<Vec<u128>> = Vec::new();
    let mut number = |state: Vec<u128>, states: &mut Vec<Vec<u128>>| {
        *numbers.entry(state.clone()).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        })
    };
    for first in &firsts {
        number(first.clone(), &mut states);
    }
    let mut follow: Vec<Vec<usize>> = Vec::new();
    while follow.len() < states.len() {
        if states.len() > most || follow.len().checked_mul(each)? > kernels::ROUNDS_OF_STATES {
            return None;
        }
        let nexts = nexts(model, small, &states[follow.len()])?;
        follow.push(nexts.into_iter().map(|next| number(next, &mut states)).collect());
    }
    let left = left(&follow);
    if left.iter().all(Option::is_some) {
        let left = states.into_iter().zip(left.into_iter().flatten()).collect();
        return Some(Found::Ends(States { places: small.places.clone(), left }));
    }
    let endless = (0..firsts.len()).filter(|&first| left[first].is_none()).take(kernels::STATES_REPORTED);
    let endless: Vec<Vec<u128>> = endless.map(|first| states[first].clone()).collect();
    Some(Found::Again(endless.iter().map(|state| entered(model, small, state)).collect()))
}

/// How many rounds may follow each state at most; `None` where one is repeated.
fn left(follow: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); follow.len()];
    for (state, nexts) in follow.iter().enumerate() {
        nexts.iter().for_each(|&next| before[next].push(state));
    }
    let mut open: Vec<usize> = follow.iter().map(Vec::len).collect();
    let mut done: Vec<usize> = (0..follow.len()).filter(|&state| open[state] == 0).collect();
    let mut left: Vec<Option<usize>> = vec![None; follow.len()];
    while let Some(state) = done.pop() {
        // All that follow it are known.
        let most = follow[state].iter().filter_map(|&next| left[next]).map(|left| left + 1).max();
        left[state] = Some(most.unwrap_or(0));
        for &earlier in &before[state] {
            open[earlier] -= 1;
            if open[earlier] == 0 {
                done.push(earlier);
            }
        }
    }
    left
}

/// That the loop is entered in a state.
fn entered(model: &mut Model<'_>, small: &Small, state: &[u128]) -> Term {
    let mut all = Vec::new();
    let Some(entry) = model.heads[small.number].entries.first().cloned() else {
        return model.terms.truth(false);
    };
    let args = small.places.iter().map(|&place| entry.args[place]);
    let parts = args.chain(small.constants.iter().map(|part| part.stands_for));
    for (part, &value) in parts.collect::<Vec<_>>().into_iter().zip(state) {
        if let Some(value) = model.number_like(part, value) {
            all.push(model.terms.eq(part, value));
        }
    }
    model.terms.all(&all)
}
