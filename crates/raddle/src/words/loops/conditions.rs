//! Loops that terminate under a condition, in words.

use crate::subject::input::place;
use crate::words::loops::Loops;
use crate::words::loops::endless::comes_back;
use raddle_ir::contracts::Requirement;
use raddle_report::{Diagnostic, Rule, Unknown};
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::{Endless, Why};

impl Loops<'_> {
    /// A condition with the place at which its bound is read.
    pub(crate) fn written(&self, model: &Model<'_>, condition: &Condition, text: &str) -> String {
        let Some(read) = condition.read else { return text.to_owned() };
        let at = place(self.input, model.function.insts[read].loc).short();
        let what = format!("the value read at {at}");
        let read =
            ["(a value from memory that is never written)", "a value from memory that is never written"];
        let text = read.into_iter().fold(text.to_owned(), |text, read| text.replace(read, &what));
        text.replace("a value from memory", &what)
    }

    /// The parts of a condition, all of which are to hold.
    pub(super) fn quoted(&self, model: &Model<'_>, condition: &Condition) -> Vec<String> {
        let texts = condition.terms.iter().map(|(_, text)| self.written(model, condition, text));
        texts.map(|text| format!("`{text}`")).collect()
    }

    /// The warning about a loop that terminates under a condition. `endless` violates it; was it seen that the loop then does not terminate?
    pub(crate) fn conditional(
        &self,
        model: &Model<'_>,
        condition: &Condition,
        endless: &Endless,
        is_seen: bool,
    ) -> Diagnostic {
        let texts = self.quoted(model, condition);
        let title =
            format!("this loop terminates if {}; otherwise {}", texts.join(" and "), otherwise(endless));
        let inputs = self.inputs(model, endless);
        let mut found = Diagnostic::new(Rule::TerminationCondition, title)
            .primary(self.at(model, condition.number), "")
            .note(match is_seen {
                true => format!("it does not terminate with {inputs}"),
                false => format!(
                    "it may not terminate with {inputs}; the reference machine does not show it, perhaps because an access leaves its buffer"
                ),
            });
        if let Why::Lasso { first, again, state } = &endless.why
            && !state.is_empty()
            && is_seen
        {
            found = found.note(comes_back(*first, *again, state));
        }
        match computed(&texts) {
            Some(computed) => found = found.note(computed),
            // Requirements do not wrap around; and what names a variable of the kernel is none of its launches.
            None => {
                let wanted: Vec<String> =
                    condition.terms.iter().map(|(_, text)| self.written(model, condition, text)).collect();
                let fits = |text: &String| {
                    Requirement::parse(text).is_ok_and(|requirement| requirement.fits(self.function).is_ok())
                };
                if wanted.iter().all(fits) {
                    let options: Vec<String> =
                        wanted.iter().map(|text| format!("--require '{text}'")).collect();
                    found =
                        found.help(format!("if all launches satisfy it, say so with {}", options.join(" ")));
                }
            }
        }
        found
            .note(how_weak(condition.exact))
            .help("with --strict-wrap, a proof under such a condition does not count")
    }

    /// The reason where a loop terminates under a condition and nothing is known to violate it; with `--strict-wrap` that is not enough.
    pub(crate) fn without_violation(
        &self,
        model: &Model<'_>,
        condition: &Condition,
        strict_wrap: bool,
    ) -> Unknown {
        let text =
            "a loop is proved to terminate under a condition only, and raddle has no input that violates it";
        let unknown = Unknown::new(Rule::UnknownUnreplayed, text)
            .at(self.at(model, condition.number))
            .note(format!("it terminates if {}", self.quoted(model, condition).join(" and ")));
        match strict_wrap {
            true => unknown.help("without --strict-wrap it is proved under that condition"),
            false => unknown,
        }
    }
}

/// What happens with an input that violates a condition.
fn otherwise(endless: &Endless) -> &'static str {
    match &endless.why {
        // Where a float is so large that the next one is more than a step away, the sum is the same float.
        Why::Lasso { state, .. } if state.iter().any(|(.., ty)| ty.is_float()) => {
            "its counter can stand still, and it may not terminate"
        }
        _ => "it may not terminate",
    }
}

/// The note on sums in conditions: that they are not the sums of mathematics.
pub(super) fn computed(texts: &[String]) -> Option<String> {
    let compared = |text: &String| {
        let text = text.trim_matches('`');
        let end =
            [" <= ", " < ", " >= ", " > ", " != ", " == "].iter().filter_map(|sign| text.find(sign)).min()?;
        let side = &text[..end];
        [" + ", " - ", " * ", " << "].iter().any(|sign| side.contains(sign)).then(|| side.to_owned())
    };
    let side = texts.iter().find_map(compared)?;
    Some(format!("`{side}` is computed as in the kernel, where it may wrap around"))
}

/// Is a condition the weakest there is, or only one that is enough?
pub(super) fn how_weak(exact: bool) -> &'static str {
    if exact {
        "no weaker condition suffices: with any input that violates it, the loop never ends once it has begun a second iteration"
    } else {
        "this suffices, but may be stronger than needed: the loop may also terminate with some inputs that violate it"
    }
}
