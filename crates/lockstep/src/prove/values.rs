//! What the solver says of the variables of the source, where something may go wrong.
//!
//! Two kinds of values are reported: those of the variables that an access or a contract is computed from, as they are there; and
//! those of variables of loops of which nothing is known in an arbitrary round: there a proof lacks an invariant.

use super::explained::head;
use super::naming;
use super::setup::Setup;
use super::symbols::Who;
use crate::limits;
use raddle_ir::passes::pointers_of_values;
use raddle_ir::{LocId, Type, Value, ValueDef};
use raddle_smt::{Model, Term, Terms};
use std::collections::BTreeMap;

/// A variable of the source with what the solver gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    /// What it is called.
    pub name: String,
    /// Whose it is: 0 for the first thread, 1 for the second; `None` for both.
    pub thread: Option<usize>,
    /// Its type.
    pub ty: Type,
    /// Its bits.
    pub bits: u128,
    /// Does it contain an address?
    pub pointer: bool,
    /// The loop in whose arbitrary round nothing is known of it.
    pub arbitrary: Option<LocId>,
}

impl Valued {
    /// Its value as a number, an address in hexadecimal digits.
    #[must_use]
    pub fn number(&self) -> String {
        if self.pointer { format!("{:#x}", self.bits) } else { naming::number(self.ty, self.bits) }
    }
}

/// A variable of the source, and its term at some moment of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// Whose.
    pub who: Who,
    /// The variable.
    pub value: Value,
    /// What it is.
    pub term: Term,
}

/// What a model says of variables and of the loops in a formula.
pub fn values(
    terms: &Terms,
    setup: &Setup<'_>,
    formula: Term,
    named: &[Named],
    model: &Model,
) -> Vec<Valued> {
    let function = setup.kernel.function();
    let arbitrary = arbitrary(terms, setup, formula, model);
    let pointers = pointers_of_values(function, setup.module);
    let mut all: Vec<Valued> = Vec::new();
    let mut add = |who: Option<Who>, value: Value, bits: u128| {
        let of = |who: Who| arbitrary.get(&(value, Some(who))).or(arbitrary.get(&(value, None)));
        let arbitrary = who.map_or(arbitrary.get(&(value, None)), of).map(|found| found.0);
        let thread = who.map(|who| usize::from(who == Who::Second));
        // What no variable of the source holds has no name that a reader knows.
        if function.values[value].name.is_none()
            && !matches!(function.values[value].def, ValueDef::Result(..))
        {
            return;
        }
        let name = naming::text(setup.module, function, value);
        let pointer = pointers[value].is_some() && function.ty(value).bits() >= 32;
        let one = Valued { name, thread, ty: function.ty(value), bits, pointer, arbitrary };
        let known = |o: &Valued| o.name == one.name && (o.thread == one.thread || o.thread.is_none());
        if all.len() < limits::VALUES_REPORTED && !all.iter().any(known) {
            all.push(one);
        }
    };
    for one in named {
        let inputs = terms.variables(&[one.term]);
        // Of what the model leaves open nothing is said, nor of numbers.
        if inputs.is_empty() || !inputs.iter().all(|symbol| model.variables.contains_key(symbol)) {
            continue;
        }
        if let Some(bits) = model.value(terms, one.term).and_then(|value| value.scalar()) {
            let own = |name: &str| Who::BOTH.iter().any(|who| name.ends_with(who.ending()));
            let differs = inputs.iter().any(|&symbol| own(&terms.declaration(symbol).name));
            add(differs.then_some(one.who), one.value, bits);
        }
    }
    for (&(value, who), &(_, bits)) in &arbitrary {
        add(who, value, bits);
    }
    all
}

/// The variables of loops that may be anything in an arbitrary round: by variable and thread, the loop and the number.
fn arbitrary(
    terms: &Terms,
    setup: &Setup<'_>,
    formula: Term,
    model: &Model,
) -> BTreeMap<(Value, Option<Who>), (LocId, u128)> {
    let function = setup.kernel.function();
    let heads = setup.kernel.loops().all().iter().map(|of| of.header);
    let params: BTreeMap<String, (Value, LocId)> = heads
        .flat_map(|block| function.blocks[block].params.iter().map(move |&p| (block, p)))
        .map(|(block, param)| (param.to_string(), (param, head(function, block))))
        .collect();
    let mut all = BTreeMap::new();
    for symbol in terms.variables(&[formula]) {
        let name = &terms.declaration(symbol).name;
        let who = Who::BOTH.into_iter().find(|who| name.ends_with(who.ending()));
        let stem = who.map_or(name.as_str(), |who| name.trim_end_matches(who.ending()));
        let Some((of, place)) = stem.split_once('@') else { continue };
        let Some(&(value, loc)) = params.get(of) else { continue };
        debug_assert!(matches!(function.values[value].def, ValueDef::Param(..)));
        // In the first round it is what the loop was entered with.
        let round = |ending: &str| terms.symbol(&format!("round@{place}{ending}"));
        let round = who.and_then(|who| round(who.ending())).or_else(|| round(""));
        let first = round.and_then(|round| model.variables.get(&round)?.scalar()) == Some(0);
        if let Some(bits) = model.variables.get(&symbol).and_then(|value| value.scalar())
            && !first
        {
            all.insert((value, who), (loc, bits));
        }
    }
    all
}
