//! Why a loop ends: measures of which on each way back to the head the first that changes gets smaller.
//!
//! For measures `f1, …, fk` and each back edge: some `fi` falls, and those before it do not grow. Each measure has finitely many values, so
//! `f1` falls finitely often; from then on it stays, and `f2` falls finitely often; and so on (lexicographic rankings: Bradley,
//! Manna and Sipma 2005; over bit-vectors each order is well-founded, Cook et al. 2010).

use super::holds::{Asker, Known};
use super::measures::measures;
use super::model::{Edge, Model};
use super::rounds::rounds;
use raddle_smt::{Answer, Model as Values, Term};
use rustc_hash::FxHashMap;

/// Measures, the first that changes falls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranking {
    /// The measures, as signed numbers over the loop's variables.
    pub measures: Vec<Term>,
    /// The measure is at least 0 whenever the loop goes round once more, where there is only one and that is known: then it is no smaller than the number of rounds
    /// that are still to come.
    pub bounded: bool,
    /// Instead of measures: how often the loop goes back to its head at most, where that can be [counted](super::rounds).
    pub rounds: Option<usize>,
}

impl Model<'_> {
    /// What a term over a loop's variables is after a way back.
    pub fn after(&mut self, number: usize, edge: &Edge, term: Term) -> Term {
        let params = self.heads[number].params.iter().map(|(_, symbol)| *symbol);
        let map: FxHashMap<Term, Term> = params.zip(edge.args.iter().copied()).collect();
        self.terms.substitute(term, &map)
    }

    /// That a measure falls, or does not grow, on a way back.
    fn falls(&mut self, number: usize, edge: &Edge, measure: Term) -> (Term, Term) {
        let after = self.after(number, edge, measure);
        (self.terms.bvslt(after, measure), self.terms.bvsle(after, measure))
    }
}

/// Looks for a ranking of a loop. What `given` says holds on each way.
pub fn rank(model: &mut Model<'_>, number: usize, given: &[Term], ask: &mut Asker<'_>) -> Option<Ranking> {
    if let Some(rounds) = rounds(model, number) {
        return Some(Ranking { rounds: Some(rounds), ..Ranking::default() });
    }
    let edges = model.heads[number].backs.clone();
    let mut left: Vec<Term> = measures(model, number);
    let mut ways: Vec<(Edge, Term)> = edges.into_iter().map(|edge| (edge.clone(), edge.condition)).collect();
    let mut ranking = Ranking::default();
    let mut seen: Vec<(usize, Values)> = Vec::new();
    loop {
        ways.retain(|(_, condition)| {
            if model.terms.is_false(*condition) {
                return false;
            }
            ask.given(&mut model.terms, given);
            let possible = !matches!(ask.possible(&mut model.terms, &[*condition]), Answer::Unsat(_));
            ask.forget();
            possible
        });
        if ways.is_empty() {
            ranking.bounded = bounded(model, number, &ranking, given, ask);
            return Some(ranking);
        }
        // First one that falls on all ways, then one that falls on some.
        seen.clear();
        let all =
            |model: &mut Model<'_>, ask: &mut Asker<'_>, seen: &mut Vec<(usize, Values)>, measure, strict| {
                ways.iter().enumerate().all(|(n, (edge, condition))| {
                    let (falls, stays) = model.falls(number, edge, measure);
                    let claim = if strict { falls } else { stays };
                    follows(model, ask, (given, *condition), claim, (n, seen))
                })
            };
        let strict = left.iter().position(|&m| all(model, ask, &mut seen, m, true));
        if let Some(place) = strict {
            ranking.measures.push(left.remove(place));
            ways.clear();
            continue;
        }
        let place = left.iter().position(|&m| {
            !ask.over() && all(model, ask, &mut seen, m, false) && {
                ways.iter().any(|(edge, condition)| {
                    let (falls, _) = model.falls(number, edge, m);
                    ask.given(&mut model.terms, given);
                    let some = matches!(ask.possible(&mut model.terms, &[*condition, falls]), Answer::Sat(_));
                    ask.forget();
                    some
                })
            }
        })?;
        let measure = left.remove(place);
        ranking.measures.push(measure);
        for (edge, condition) in &mut ways {
            let (falls, _) = model.falls(number, edge, measure);
            let stays = model.terms.not(falls);
            *condition = model.terms.and(*condition, stays);
        }
    }
}

/// Does a claim follow? Values that refuted one before are tried first.
fn follows(
    model: &mut Model<'_>,
    ask: &mut Asker<'_>,
    (given, condition): (&[Term], Term),
    claim: Term,
    (way, seen): (usize, &mut Vec<(usize, Values)>),
) -> bool {
    let claim = ask.plain(&mut model.terms, claim);
    if seen.iter().any(|(w, values)| *w == way && values.holds(&model.terms, claim) == Some(false)) {
        return false;
    }
    ask.given(&mut model.terms, given);
    ask.given(&mut model.terms, &[condition]);
    let known = ask.holds(&mut model.terms, claim);
    ask.forget();
    ask.forget();
    if let Known::False(values) = &known {
        seen.push((way, values.clone()));
    }
    matches!(known, Known::True)
}

/// Is the only measure never below 0 when the loop goes round?
fn bounded(
    model: &mut Model<'_>,
    number: usize,
    ranking: &Ranking,
    given: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    let [measure] = ranking.measures.as_slice() else { return false };
    let zero = model.terms.bits(model.terms.width(*measure), 0);
    let at_least = model.terms.bvsle(zero, *measure);
    let edges = model.heads[number].backs.clone();
    edges.iter().all(|edge| {
        ask.given(&mut model.terms, given);
        ask.given(&mut model.terms, &[edge.condition]);
        let known = ask.holds(&mut model.terms, at_least);
        ask.forget();
        ask.forget();
        matches!(known, Known::True)
    })
}

/// Asks once more, with a solver that has seen nothing, whether a ranking is one.
pub fn confirm(
    model: &mut Model<'_>,
    number: usize,
    ranking: &Ranking,
    given: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    if ranking.rounds.is_some() {
        return rounds(model, number) == ranking.rounds;
    }
    let edges = model.heads[number].backs.clone();
    edges.iter().all(|edge| {
        let mut some = model.terms.truth(false);
        let mut before = model.terms.truth(true);
        for &measure in &ranking.measures {
            let (falls, stays) = model.falls(number, edge, measure);
            let here = model.terms.and(before, falls);
            some = model.terms.or(some, here);
            before = model.terms.and(before, stays);
        }
        let mut all = given.to_vec();
        all.push(edge.condition);
        all.push(model.terms.not(some));
        matches!(ask.possible(&mut model.terms, &all), Answer::Unsat(_))
    })
}
