//! Why a loop ends: measures of which on each way back to the head the first that changes gets smaller.
//!
//! For measures `f1, …, fk` and each back edge: some `fi` falls, and those before it do not grow. Each measure has finitely many values, so
//! `f1` falls finitely often; from then on it stays, and `f2` falls finitely often; and so on (lexicographic rankings: Bradley, Manna and
//! Sipma 2005; over bit-vectors each order is well-founded, Cook et al. 2010). As an endless run has no last round, it is enough if this
//! holds for the ways back that another one can follow; so a counter that wraps around and thereby leaves the loop does no harm, nor does
//! one that ends a phase of a multiphase loop. And as an event that happens finitely often, such as a write to a counter (`counters`) that
//! lies in no loop, does not happen from some point on, it is enough if this holds for the rounds in which it does not.

use super::finite::{self, Found, States, Width};
use super::holds::{Asker, Known};
use super::linear;
use super::measures::measures;
use super::model::{Edge, Model};
use super::rounds::rounds;
use super::turns::rounds_left;
use raddle_smt::{Answer, Model as Values, Op, Term};
use rustc_hash::FxHashMap;

/// Measures, the first that changes falls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ranking {
    /// The measures, as signed numbers over the loop's variables.
    pub measures: Vec<Term>,
    /// The measures fall on each way back but the last: where the head's variables are such that the loop may be repeated once more.
    pub ahead: bool,
    /// The measures fall except where something else has written a counter in memory: in all but finitely many rounds, if that is written
    /// finitely often.
    pub disturbed: bool,
    /// Instead of measures: how often the loop goes back to its head at most, where that can be [counted](super::rounds).
    pub rounds: Option<usize>,
    /// The table that this number is from, where all [states](super::finite) were explored.
    pub states: Option<States>,
}

impl Model<'_> {
    /// What a term over a loop's variables is after a way back.
    pub fn after(&mut self, number: usize, edge: &Edge, term: Term) -> Term {
        let params = self.heads[number].params.iter().map(|(_, symbol)| *symbol);
        let map: FxHashMap<Term, Term> = params.zip(edge.args.iter().copied()).collect();
        self.terms.substitute(term, &map)
    }

    /// That another way back may follow one.
    pub fn again(&mut self, number: usize, edge: &Edge) -> Term {
        let goes_round = self.goes_round(number);
        self.after(number, edge, goes_round)
    }

    /// What must hold at a loop's head for it to be repeated, as far as its variables and what is the same in all rounds say.
    fn goes_round(&mut self, number: usize) -> Term {
        let backs: Vec<Term> = self.heads[number].backs.iter().map(|edge| edge.condition).collect();
        let mut ways = Vec::new();
        for condition in backs {
            let parts = match self.terms.op(condition) {
                Op::And => self.terms.args(condition).to_vec(),
                _ => vec![condition],
            };
            let own: Vec<Term> = parts.into_iter().filter(|&part| self.outside(number, part, true)).collect();
            ways.push(self.terms.all(&own));
        }
        self.terms.any(&ways)
    }

    /// That a measure falls, or does not grow, on a way back.
    fn falls(&mut self, number: usize, edge: &Edge, measure: Term) -> (Term, Term) {
        let after = self.after(number, edge, measure);
        (self.terms.bvslt(after, measure), self.terms.bvsle(after, measure))
    }
}

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// The measures that a loop's comparisons and variables give.
    Plain,
    /// Also how many rounds are left of a counter that wraps around; then [linear combinations](linear) too, and with all of them only the ways back that are followed by another one.
    Thorough,
}

/// Looks for a ranking of a loop. What `given` says holds on each way.
pub fn rank(
    model: &mut Model<'_>,
    number: usize,
    given: &[Term],
    effort: Effort,
    ask: &mut Asker<'_>,
) -> Option<Ranking> {
    if let Some(rounds) = rounds(model, number) {
        return Some(Ranking { rounds: Some(rounds), ..Ranking::default() });
    }
    if let Some(ranking) = by_measures(model, number, given, effort, ask) {
        return Some(ranking);
    }
    let undisturbed = model.undisturbed(number);
    if model.terms.is_true(undisturbed) || ask.over() {
        return None;
    }
    let given = [given, &[undisturbed]].concat();
    let ranking = by_measures(model, number, &given, effort, ask)?;
    Some(Ranking { disturbed: true, ..ranking })
}

/// The same by measures; `given` holds in each round, or in all but finitely many.
fn by_measures(
    model: &mut Model<'_>,
    number: usize,
    given: &[Term],
    effort: Effort,
    ask: &mut Asker<'_>,
) -> Option<Ranking> {
    let edges = model.heads[number].backs.clone();
    let mut left: Vec<Term> = measures(model, number);
    if effort == Effort::Thorough {
        left.extend(rounds_left(model, number));
    }
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
        });
        let Some(place) = place else {
            if effort == Effort::Plain || ranking.ahead || ask.over() {
                return None;
            }
            ranking.ahead = true;
            let more = linear::measures(model, number);
            left.extend(more.into_iter().filter(|m| !ranking.measures.contains(m)));
            for (edge, condition) in &mut ways {
                let again = model.again(number, edge);
                *condition = model.terms.and(*condition, again);
            }
            continue;
        };
        let measure = left.remove(place);
        ranking.measures.push(measure);
        for (edge, condition) in &mut ways {
            let (falls, _) = model.falls(number, edge, measure);
            let stays = model.terms.not(falls);
            *condition = model.terms.and(*condition, stays);
        }
    }
}

/// Explores all states of a loop, if they are few. The ways into it from which a state is repeated are kept: an endless run may begin
/// there.
pub fn rank_states(model: &mut Model<'_>, number: usize, width: Width) -> Option<Ranking> {
    match finite::finite(model, number, width)? {
        Found::Ends(states) => {
            let rounds = Some(states.most());
            Some(Ranking { rounds, states: Some(states), ..Ranking::default() })
        }
        Found::Again(from) => {
            model.again.insert(number, from);
            None
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

/// Asks once more, with a solver that has seen nothing, whether a ranking is one.
pub fn confirm(
    model: &mut Model<'_>,
    number: usize,
    ranking: &Ranking,
    given: &[Term],
    ask: &mut Asker<'_>,
) -> bool {
    if let Some(states) = &ranking.states {
        return ranking.rounds == Some(states.most()) && finite::check(model, number, states);
    }
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
        if ranking.disturbed {
            all.push(model.undisturbed(number));
        }
        if ranking.ahead {
            all.push(model.again(number, edge));
        }
        all.push(model.terms.not(some));
        matches!(ask.possible(&mut model.terms, &all), Answer::Unsat(_))
    })
}
