//! Is a condition the weakest there is: does a loop end with no launch that violates it?
//!
//! The set of the launches that violate a condition is no single launch, so no run can be followed. But often each round leads back with
//! all of them: the invariants that hold under the violated condition show it (a set that is closed, as for [one launch](super::endless)).
//! A condition of several statements is violated at the first that fails; each case is asked about by itself.

use super::conditions::Condition;
use super::endless::closed;
use super::holds::Asker;
use super::invariants::{self, Invariants, infer};
use super::model::Model;
use raddle_smt::{Answer, Term};

/// Why no launch that violates a condition ends: for each of its statements what holds where it is the first that fails.
#[derive(Debug)]
pub struct Exact(Vec<(Vec<Term>, Invariants)>);

/// Searches for a reason why no launch that violates a condition ends, once the loop has gone round.
pub fn exact(model: &mut Model<'_>, condition: &Condition, ask: &mut Asker<'_>) -> Option<Exact> {
    // What is read there may be a different value each time.
    if condition.read.is_some() || !condition.terms.iter().all(|(term, _)| model.of_launch(*term)) {
        return None;
    }
    let number = condition.number;
    let goes_round = goes_round(model, number);
    let (mut cases, mut before) = (Vec::new(), Vec::new());
    for &(term, _) in &condition.terms {
        let mut given: Vec<Term> = before.clone();
        given.extend([model.terms.not(term), goes_round]);
        before.push(term);
        // An impossible case would imply anything.
        if ask.over() || !possible(model, number, &given, ask) {
            return None;
        }
        let mut found: Invariants = vec![Vec::new(); model.heads.len()];
        if !leads_back(model, number, &found, &given, ask) {
            found = infer(model, &given, ask);
            if !leads_back(model, number, &found, &given, ask) {
                return None;
            }
        }
        cases.push((given, found));
    }
    Some(Exact(cases))
}

/// Can a thread reach the loop with this given, as far as one can see?
fn possible(model: &mut Model<'_>, number: usize, given: &[Term], ask: &mut Asker<'_>) -> bool {
    let mut all = model.facts.clone();
    all.extend_from_slice(given);
    all.push(model.reached(number));
    matches!(ask.possible(&mut model.terms, &all), Answer::Sat(_))
}

/// Asks once more, another solver.
pub fn confirm(model: &mut Model<'_>, number: usize, exact: &Exact, ask: &mut Asker<'_>) -> bool {
    exact.0.iter().all(|(given, invariants)| {
        invariants::confirm(model, invariants, given, ask)
            && leads_back(model, number, invariants, given, ask)
    })
}

/// Does each round lead back, for all launches that satisfy this?
fn leads_back(
    model: &mut Model<'_>,
    number: usize,
    invariants: &Invariants,
    given: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    let mut given = given.to_vec();
    given.push(model.reached(number));
    closed(model, number, invariants, &given, ask)
}

/// That the first round goes back, as far as only the launch decides that.
fn goes_round(model: &mut Model<'_>, number: usize) -> Term {
    let head = model.heads[number].clone();
    let mut ways = Vec::new();
    for entry in &head.entries {
        for edge in &head.backs {
            let back = model.after(number, entry, edge.condition);
            ways.push(model.terms.and(entry.condition, back));
        }
    }
    let any = model.terms.any(&ways);
    if model.of_launch(any) { any } else { model.terms.truth(true) }
}
