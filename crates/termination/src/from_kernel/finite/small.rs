//! A loop reduced to few bits.
//!
//! Some of the loop's variables are followed, the *state*. Everything else is replaced: a part that is the same in all rounds and has few
//! values (`n & 7`) is a *constant*; one that may be another value in each round, a *choice*; so is a condition on what is not followed.
//! That may add rounds, and removes none.

use crate::from_kernel::endless::symbol_term;
use crate::from_kernel::model::{Head, Model};
use crate::limits::kernels;
use raddle_smt::sort::mask;
use raddle_smt::{Op, Sort, Symbol, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable that stands for a part of the loop.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its symbol.
    pub symbol: Symbol,
    /// What it stands for.
    pub stands_for: Term,
    /// Its values.
    pub values: Vec<u128>,
}

/// A way into the loop, or back to its head.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// When it is taken, as far as that is followed.
    pub condition: Term,
    /// What the state's variables become.
    pub args: Vec<Term>,
}

/// The loop over few bits.
#[derive(Clone, Debug)]
pub(super) struct Small {
    /// The loop.
    pub number: usize,
    /// The places of the state's variables among the loop's.
    pub places: Vec<usize>,
    /// Their symbols.
    pub state: Vec<Symbol>,
    /// What is the same in all rounds.
    pub constants: Vec<Part>,
    /// What may differ from round to round.
    pub choices: Vec<Part>,
    /// What only the first state depends on.
    pub firsts: Vec<Part>,
    /// Ways in.
    pub entries: Vec<Way>,
    /// Ways back.
    pub backs: Vec<Way>,
}

/// Puts parts in their places.
struct Shrinking<'m, 'a> {
    model: &'m mut Model<'a>,
    number: usize,
    /// The variables of the state.
    state: Vec<Symbol>,
    done: FxHashMap<Term, Term>,
    constants: Vec<Part>,
    choices: Vec<Part>,
    /// Variables of the loop that are not followed and prevent the reduction.
    open: Vec<Symbol>,
    /// No more parts are replaced.
    complete: bool,
    /// This many values a part may have.
    most: usize,
}

impl Small {
    /// The loop with the variables at these places as its state; and the places of variables that conditions on the state depend on, or
    /// that it depends on itself.
    pub(super) fn of(model: &mut Model<'_>, number: usize, places: &[usize]) -> (Option<Self>, Vec<usize>) {
        let head = model.heads[number].clone();
        let state = places.iter().map(|&place| symbol_of(model, head.params[place].1));
        let Some(state) = state.collect::<Option<Vec<Symbol>>>() else { return (None, Vec::new()) };
        let mut shrinking = Shrinking {
            model,
            number,
            state,
            done: FxHashMap::default(),
            constants: Vec::new(),
            choices: Vec::new(),
            open: Vec::new(),
            complete: false,
            most: kernels::VALUES_OF_PART,
        };
        let small = shrinking.all(&head, places);
        let open = std::mem::take(&mut shrinking.open);
        let is_open =
            |place: &usize| symbol_of(model, head.params[*place].1).is_some_and(|s| open.contains(&s));
        (small, (0..head.params.len()).filter(is_open).collect())
    }

    /// Does everything that it is computed from have a value?
    pub(super) fn is_closed(&self, model: &Model<'_>) -> bool {
        let symbols = |parts: &[Part]| parts.iter().map(|part| part.symbol).collect::<Vec<_>>();
        let made_of = |ways: &[Way], known: &[Vec<Symbol>]| {
            ways.iter().flat_map(|way| way.args.iter().chain([&way.condition])).all(|&term| {
                let variables = model.terms.variables(&[term]);
                variables.iter().all(|symbol| known.iter().any(|known| known.contains(symbol)))
                    && model.terms.functions(&[term]).is_empty()
            })
        };
        let constants = symbols(&self.constants);
        made_of(&self.entries, &[constants.clone(), symbols(&self.firsts)])
            && made_of(&self.backs, &[self.state.clone(), constants, symbols(&self.choices)])
    }

    /// Can each way back be closed by the state or what is constant? If not, one is always open, and nothing is shown.
    pub(super) fn decides(&self, model: &Model<'_>) -> bool {
        let known = |symbol: &Symbol| {
            self.state.contains(symbol) || self.constants.iter().any(|part| part.symbol == *symbol)
        };
        self.backs.iter().all(|way| model.terms.variables(&[way.condition]).iter().any(known))
    }
}

/// The symbol of a variable.
fn symbol_of(model: &Model<'_>, variable: Term) -> Option<Symbol> {
    match model.terms.op(variable) {
        Op::Var(symbol) => Some(symbol),
        _ => None,
    }
}

impl Shrinking<'_, '_> {
    fn all(&mut self, head: &Head, places: &[usize]) -> Option<Small> {
        let mut backs = Vec::new();
        for edge in &head.backs {
            let mut args = Vec::new();
            for &place in places {
                args.push(self.shrink(edge.args[place]));
            }
            backs.push((edge.condition, args));
        }
        let mut ways = Vec::new();
        for (condition, args) in backs {
            let condition = self.condition(condition);
            ways.push(args.into_iter().collect::<Option<Vec<Term>>>().map(|args| Way { condition, args }));
        }
        let (constants, choices) = (std::mem::take(&mut self.constants), self.choices.clone());
        self.most = kernels::FIRST_STATES;
        let mut entries = Vec::new();
        for edge in &head.entries {
            let mut args = Vec::new();
            for &place in places {
                args.push(self.first(edge.args[place])?);
            }
            entries.push(Way { condition: self.model.terms.truth(true), args });
        }
        Some(Small {
            number: self.number,
            places: places.to_vec(),
            state: self.state.clone(),
            constants,
            choices,
            firsts: std::mem::take(&mut self.constants),
            entries,
            backs: ways.into_iter().collect::<Option<_>>()?,
        })
    }

    /// A term over the state, constants and choices.
    fn shrink(&mut self, term: Term) -> Option<Term> {
        let mut open = vec![term];
        let mut seen = FxHashSet::default();
        // What can stand as a whole does; of everything else the parts are examined.
        while let Some(part) = open.pop() {
            if seen.insert(part) && !self.done.contains_key(&part) && !self.whole(part) {
                open.extend_from_slice(self.model.terms.args(part));
            }
        }
        for part in self.model.terms.post_order(&[term], |t| self.done.contains_key(&t)) {
            let terms = &mut self.model.terms;
            let args = terms.args(part).iter().map(|arg| self.done.get(arg).copied());
            let args = args.collect::<Option<Vec<Term>>>().filter(|args| !args.is_empty());
            let (op, sort) = (terms.op(part), terms.sort(part));
            // What lies in memory is any value, and so is a condition with a part that is not followed.
            let stands = !self.complete && (matches!(op, Op::Apply(_)) || sort == Sort::Bool);
            match args {
                Some(args) if !matches!(op, Op::Apply(_)) => {
                    let made = terms.make(op, sort, &args);
                    self.done.insert(part, made);
                }
                _ if stands => drop(self.part(part)),
                _ => {}
            }
            self.open.extend(symbol_of(self.model, part).filter(|&symbol| self.is_own(symbol)));
        }
        self.done.get(&term).copied()
    }

    /// Is a term one that is kept, or for which a part can stand?
    fn whole(&mut self, term: Term) -> bool {
        let terms = &self.model.terms;
        let is_state = matches!(terms.op(term), Op::Var(symbol) if self.state.contains(&symbol));
        if terms.constant(term).is_some() || is_state {
            self.done.insert(term, term);
            return true;
        }
        let variables = terms.variables(&[term]);
        if self.complete || variables.iter().any(|&symbol| self.is_own(symbol)) {
            return false;
        }
        // A variable of few values stands for itself, whatever is made of it.
        let is_variable = matches!(terms.op(term), Op::Var(_));
        if let (false, [only], []) = (is_variable, &variables[..], &terms.functions(&[term])[..])
            && self.has_few_values(*only)
        {
            return false;
        }
        self.part(term)
    }

    fn has_few_values(&mut self, symbol: Symbol) -> bool {
        let variable = symbol_term(self.model, symbol);
        values(&self.model.terms, variable, self.most).is_some()
    }

    /// Is it a variable of this loop?
    fn is_own(&self, symbol: Symbol) -> bool {
        let params = &self.model.heads[self.number].params;
        params.iter().any(|(_, var)| self.model.terms.op(*var) == Op::Var(symbol))
    }

    /// A part that stands for a term, if that has few values.
    fn part(&mut self, term: Term) -> bool {
        let Some(values) = values(&self.model.terms, term, self.most) else { return false };
        let constant = self.model.outside(self.number, term, false);
        let var = self.stand_in(term);
        let Some(symbol) = symbol_of(self.model, var) else { return false };
        let part = Part { symbol, stands_for: term, values };
        if constant {
            self.constants.push(part);
        } else {
            self.choices.push(part);
        }
        self.done.insert(term, var);
        true
    }

    /// A variable with a name that no other has.
    fn stand_in(&mut self, term: Term) -> Term {
        let sort = self.model.terms.sort(term);
        self.model.terms.var(format!("in place of {term:?} in {}", self.number), sort)
    }

    /// The parts of a conjunction that are about the state, or about constants that take part already; the others may hold.
    fn condition(&mut self, condition: Term) -> Term {
        let parts = match self.model.terms.op(condition) {
            Op::And => self.model.terms.args(condition).to_vec(),
            _ => vec![condition],
        };
        let mut all = Vec::new();
        for part in parts {
            let variables = self.model.terms.variables(&[part]);
            self.complete = !variables.iter().any(|symbol| self.state.contains(symbol));
            let before = (self.done.clone(), self.constants.clone(), self.choices.clone());
            let shrunk = self.shrink(part);
            self.complete = false;
            // A single choice from which nothing else is computed says nothing.
            let one = shrunk.and_then(|shrunk| symbol_of(self.model, shrunk));
            let is_new =
                |all: &[Part], old: &[Part]| all[old.len()..].iter().any(|part| Some(part.symbol) == one);
            match shrunk {
                Some(shrunk) if !is_new(&self.choices, &before.2) => all.push(shrunk),
                _ => (self.done, self.constants, self.choices) = before,
            }
        }
        self.model.terms.all(&all)
    }

    /// What a variable begins with; any value of its width, if that is not followed.
    fn first(&mut self, term: Term) -> Option<Term> {
        if let Some(term) = self.shrink(term) {
            return Some(term);
        }
        // A state has as many values as there are states at most.
        let Sort::Bits(width @ ..=16) = self.model.terms.sort(term) else { return None };
        let var = self.stand_in(term);
        let symbol = symbol_of(self.model, var)?;
        self.constants.push(Part { symbol, stands_for: term, values: (0..=mask(width)).collect() });
        self.done.insert(term, var);
        Some(var)
    }
}

/// The values that a term may have, as far as its known bits and its interval say, if they are not more than this many.
fn values(terms: &Terms, term: Term, most_values: usize) -> Option<Vec<u128>> {
    let width = match terms.sort(term) {
        Sort::Bool => return Some(vec![0, 1]),
        Sort::Bits(width) => width,
        _ => return None,
    };
    let facts = terms.facts(term);
    let (least, most) = (facts.least.value(), facts.most.value());
    let (zeros, ones) = (facts.zeros.value(), facts.ones.value());
    let fits = |value: &u128| value & zeros == 0 && value & ones == ones;
    if most - least < most_values as u128 {
        return Some((least..=most).filter(fits).collect());
    }
    let free: Vec<u32> = (0..width).filter(|bit| (zeros | ones) >> bit & 1 == 0).collect();
    if 1_u128.checked_shl(free.len() as u32).is_none_or(|count| count > most_values as u128) {
        return None;
    }
    let spread = |n: u128| free.iter().enumerate().fold(ones, |all, (at, bit)| all | (n >> at & 1) << bit);
    Some((0..1 << free.len()).map(spread).filter(|value| (least..=most).contains(value)).collect())
}
