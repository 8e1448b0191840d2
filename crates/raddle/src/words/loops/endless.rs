//! Loops that do not terminate, in words: what is found, and why it was not shown.

use crate::words::loops::{Loops, shown};
use raddle_report::{Diagnostic, Location, Rule, Unknown, words};
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::endless::{Endless, Followed, Why};

impl Loops<'_> {
    /// The finding for an endless loop; its replay was still in the loop after this many steps.
    pub(crate) fn endless(&self, model: &Model<'_>, endless: &Endless, steps: u64) -> Diagnostic {
        let at = self.at(model, endless.number);
        let (title, with) = match self.inputs(model, endless) {
            any if any == "any input" => ("this loop does not terminate".to_owned(), ""),
            inputs => (format!("this loop does not terminate with {inputs}"), "with these inputs "),
        };
        let why = match &endless.why {
            Why::Closed => format!("{with}every iteration is followed by another, whatever it reads"),
            Why::Again => "every iteration starts another one".to_owned(),
            Why::Lasso { state, .. } if state.is_empty() => "every iteration starts another one".to_owned(),
            Why::Lasso { first, again, state } => {
                format!("{}: so it repeats forever", comes_back(*first, *again, state))
            }
        };
        let found = Diagnostic::new(Rule::TerminationEndless, title).primary(at, why);
        found.note(format!("the replay was still in the loop after {} steps", words::grouped(steps)))
    }

    /// The reason where the reference machine does not show that a loop is endless; in that run an access may leave its object at `left`.
    pub(crate) fn not_shown(&self, model: &Model<'_>, endless: &Endless, left: Option<Location>) -> Unknown {
        let unknown = match left {
            Some(left) => {
                let text =
                    "a loop may not terminate, but an access is out of bounds in the run that shows it";
                Unknown::new(Rule::UnknownOutOfBounds, text).at(left).help(
                    "fix that access first; or, if no launch has such inputs, exclude them with --require",
                )
            }
            None => {
                let text = "a loop may not terminate, but the reference machine does not show it";
                Unknown::new(Rule::UnknownUnreplayed, text).at(self.at(model, endless.number))
            }
        };
        unknown.note(format!("with {}", self.inputs(model, endless)))
    }
}

/// `after 3 rounds i = 0 again, as after 1`.
pub(super) fn comes_back(first: usize, again: usize, state: &[Followed]) -> String {
    let state: Vec<String> = state.iter().map(equals).collect();
    let state = if state.is_empty() { "everything".to_owned() } else { state.join(", ") };
    let rounds = if again == 1 { "iteration" } else { "iterations" };
    let before = if first == 0 { "at the beginning".to_owned() } else { format!("after {first}") };
    format!("after {again} {rounds} {state} again, as {before}")
}

/// `i = 0`: a variable of a loop with what it is again.
pub(crate) fn equals((_, name, value, ty): &Followed) -> String {
    format!("{name} = {}", shown(*value, *ty))
}
