//! The notes on the loops of a kernel that end.

use crate::subject::input::place;
use crate::words::loops::conditions::{computed, how_weak};
use crate::words::loops::ends::why;
use crate::words::loops::{Loops, called};
use raddle_ir::contracts::ROUNDS;
use raddle_ir::{Marker, Value};
use raddle_report::Location;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::{Decided, Ended, Model};

/// The note on a kernel without loops.
pub(crate) const NO_LOOPS: &str = "the kernel has no loops";
/// How a condition on something that has no name before the kernel runs is stated.
const STATED: &str =
    "`__requires` cannot name this value: keep it in a variable and state the condition with `__assume`";

/// What is known of a kernel's loops, and how it is reported.
pub(crate) struct Notes<'a> {
    pub(crate) loops: Loops<'a>,
    pub(crate) decided: &'a Decided,
    /// A loop that ends for some inputs only does not count as one that ends: `--strict-wrap`.
    pub(crate) strict_wrap: bool,
    /// Invariants are named too: `--explain`.
    pub(crate) explain: bool,
}

impl Notes<'_> {
    /// The notes: one for all calls of a function with a loop, or one for each call where they differ.
    pub(crate) fn all(&self, model: &mut Model<'_>) -> Vec<String> {
        let loops = &self.decided.loops;
        let places: Vec<Location> = loops.iter().map(|of| self.loops.at(model, of.number)).collect();
        let all = loops.iter().zip(&places);
        let all: Vec<Option<String>> =
            all.map(|(of, at)| self.note(model, (of.number, &at.short()))).collect();
        let mut notes: Vec<String> = Vec::new();
        for ((of, at), note) in loops.iter().zip(&places).zip(&all) {
            let mut others = places.iter().zip(&all).filter(|(other, _)| other.same_line(at));
            let note = match others.all(|(_, other)| other == note) {
                true => note.clone(),
                false => self.note(model, (of.number, &called(at))),
            };
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        notes
    }

    /// The note on a loop that ends; `at` is where it begins.
    fn note(&self, model: &mut Model<'_>, (number, at): (usize, &str)) -> Option<String> {
        let text = self.ends(model, (number, at))?;
        let own: Vec<&Condition> = self
            .decided
            .conditions
            .iter()
            .map(|(condition, _)| condition)
            .filter(|condition| condition.number == number)
            .collect();
        let texts: Vec<String> =
            own.iter().flat_map(|condition| self.loops.quoted(model, condition)).collect();
        if texts.is_empty() {
            return Some(text);
        }
        let mut note = format!("if {}, {text}", texts.join(" and "));
        if !self.is_warned_of(number) {
            let exact = own.iter().all(|condition| condition.exact);
            let more = [Some(how_weak(exact).to_owned()), computed(&texts)];
            more.into_iter().flatten().for_each(|more| note.push_str(&format!("; {more}")));
        }
        let mut terms = own.iter().flat_map(|condition| &condition.terms);
        let local = terms.find_map(|(term, _)| model.local_name(*term));
        let is_read = own.iter().any(|condition| condition.read.is_some());
        Some(match local {
            _ if is_read => format!("{note}; {STATED}"),
            Some(name) => format!(
                "{note}; `{name}` is a variable of the kernel, which `__requires` cannot name: state the condition with `__assume` after the variable is set"
            ),
            None => note,
        })
    }

    /// Is the condition of a loop fully reported in a warning of its own?
    fn is_warned_of(&self, number: usize) -> bool {
        let proved = self.decided.loops.iter().all(|of| matches!(of.ended, Ended::Ranked(_)));
        let mut own = self.decided.conditions.iter().filter(|(condition, _)| condition.number == number);
        proved && !self.strict_wrap && own.all(|(_, shown)| shown.is_some())
    }

    /// Why, and how soon.
    fn ends(&self, model: &mut Model<'_>, (number, at): (usize, &str)) -> Option<String> {
        let of = &self.decided.loops[number];
        let Ended::Ranked(ranking) = &of.ended else { return None };
        if is_specified(model, number) || self.is_copy(model, number) {
            return None;
        }
        if of.dead {
            let thread = self.loops.input.terms().thread;
            return Some(format!("the loop at {at} is dead: no {thread} reaches it"));
        }
        let mut text = why(model, (number, at), (ranking, of.trips.as_ref()));
        let invariants: Vec<String> = self.decided.invariants[number]
            .iter()
            .filter(|_| self.explain && !ranking.measures.is_empty())
            .map(|&i| format!("`{}`", model.show(i)))
            .collect();
        if !invariants.is_empty() {
            text.push_str(&format!("; always {}", invariants.join(", ")));
        }
        Some(text)
    }

    /// Is it the loop of an asynchronous copy? The source has only the call.
    fn is_copy(&self, model: &Model<'_>, number: usize) -> bool {
        let (at, function) = (self.loops.at(model, number), model.function);
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let mut copies = insts.filter(|&&inst| function.insts[inst].kind.as_marker() == Some(Marker::Copy));
        copies.any(|&copy| place(self.loops.input, function.insts[copy].loc).same_place(&at))
    }
}

/// Is it the loop of a function that is known by its contracts only? It is not in the source.
fn is_specified(model: &Model<'_>, number: usize) -> bool {
    let named = |value: Value| model.function.values[value].name.as_deref();
    let rounds = |name: &str| name.strip_prefix(ROUNDS).is_some_and(|rest| rest.starts_with(' '));
    model.heads[number].params.iter().any(|&(value, _)| named(value).is_some_and(rounds))
}
