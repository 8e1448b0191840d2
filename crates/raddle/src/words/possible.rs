//! What two threads leave open, in words: what may go wrong and was not shown by a run, and why they say nothing.

use crate::subject::input::{Input, place};
use crate::subject::names;
use crate::subject::params::{param_name, text};
use crate::words::loops::signed;
use crate::words::unknown;
use raddle_ir::pointee::Pointee;
use raddle_ir::{Function, Inst, Type, eval};
use raddle_launch::LaunchSpace;
use raddle_lockstep::prove::{Content, Finding, Gap, Place, Valued, What};
use raddle_machine::chosen::Attempt;
use raddle_report::{Diagnostic, Dim3, Location, Property, Rule, Severity, Terms, Unknown};

/// Why two threads are not asked about a property.
pub(crate) fn lanes_wait(terms: &Terms) -> String {
    let Terms { threads, warp, lanes, .. } = terms;
    format!(
        "two {threads} cannot be compared for all inputs: {lanes} of a {warp} may wait for each other here"
    )
}

/// Why they prove nothing of what waits.
pub(crate) fn may_wait(at: &Location, terms: &Terms) -> String {
    let (Terms { thread, threads, .. }, at) = (terms, at.short());
    format!(
        "two {threads} cannot be compared for all inputs at {at}: a {thread} may wait in a loop for what another one writes"
    )
}

/// A write that two threads make unordered and with the same value, for all inputs; those of one block do not where it is only `between`
/// blocks.
pub(crate) fn equal_write(at: Location, between: bool, terms: &Terms) -> Diagnostic {
    let Terms { threads, blocks, .. } = terms;
    let of = if between { format!("{threads} of different {blocks}") } else { format!("several {threads}") };
    let title = format!("{of} may write the same bytes here, always with the same value");
    Diagnostic::new(Rule::RaceBenign, title).primary(at, "whichever write is last, the value is the same")
}

/// The inputs with which a run shows something.
pub(crate) fn for_inputs(given: &[String]) -> String {
    match given.is_empty() {
        true => "this is for the inputs of the witness".to_owned(),
        false => format!("this is for {}", given.join(", ")),
    }
}

/// The kernel and its launches, for describing what may go wrong.
pub(crate) struct Possible<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) space: &'a LaunchSpace,
}

impl Possible<'_> {
    /// Reports what is open, as no run showed it. If threads are seen to part at a barrier (`parting` is refuted), that is the reason why
    /// what they do together is open.
    pub(crate) fn left_open(
        &self,
        findings: &[Finding],
        property: Property,
        parting: Option<Property>,
    ) -> Unknown {
        let Some(first) = findings.first() else {
            return unknown::prerequisite(lanes_wait(self.input.terms()));
        };
        match (first.what, parting) {
            (What::Divergence { .. }, Some(parting)) => {
                let threads = self.input.terms().threads;
                let text = format!(
                    "two {threads} cannot be compared for all inputs: that requires that all {threads} reach each barrier"
                );
                unknown::prerequisite(text).help(format!("fix the {parting} first"))
            }
            _ if matches!(property, Property::Assert | Property::Contract | Property::Bounds) => {
                contract_open(self.input, self.function, first).note(self.sentence(first))
            }
            _ => unknown::prerequisite(self.sentence(first)),
        }
    }

    /// Adds the invariants that are not shown to hold, where a run has refuted something else: what it shows may come from them.
    pub(crate) fn with_invariants(&self, findings: &[Finding], mut seen: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for finding in findings {
            let What::Invariant { invariant, .. } = finding.what else { continue };
            let at = place(self.input, self.function.insts[invariant].loc);
            if seen.iter().any(|one| one.location().is_some_and(|known| known.same_place(&at))) {
                continue;
            }
            let open = contract_open(self.input, self.function, finding);
            let mut found = Diagnostic::new(Rule::ContractInvariant, "a loop invariant may be false")
                .primary(at, open.reason)
                .note(self.sentence(finding));
            found.severity = Severity::Warning;
            found.help = open.help;
            seen.push(found);
        }
        seen
    }

    /// The scalar parameters with what the solver gives them.
    fn arguments(&self, finding: &Finding) -> Vec<String> {
        let told = |(&param, &value): (&u32, &u128)| {
            let data = self.function.params.get(param as usize).filter(|data| data.pointer.is_none())?;
            let name = names::variable_name(param_name(data));
            // A variable of that name shows it too.
            let known = finding.values.iter().any(|valued| valued.name == name && valued.thread.is_none());
            (!known).then_some(())?;
            Some(format!("`{name}` = {}", text(data.ty?, value)?))
        };
        finding.inputs.args.iter().filter_map(told).collect()
    }

    /// What may go wrong, in a sentence.
    fn sentence(&self, finding: &Finding) -> String {
        let terms = self.input.terms();
        let [first, second] = finding.inputs.threads;
        // Two threads are compared there, too; one of them is meant.
        let one = first == second || matches!(finding.what, What::Bounds(_));
        let of = |place: Place| {
            let [x, y, z] = place.tid;
            format!("{} ({x},{y},{z}) of {}", terms.thread, terms.block_at(place.cta))
        };
        let who = if one { of(first) } else { format!("{} and {}", of(first), of(second)) };
        let size = self
            .space
            .has_free_block()
            .then(|| format!("{} {}", terms.block_size, Dim3::fixed(finding.inputs.block)));
        let values = values(&finding.values, one, terms);
        let values = [Vec::from_iter(size), self.arguments(finding), values].concat().join(", ");
        let with = if values.is_empty() { values } else { format!(", with {values}") };
        format!(
            "comparing two {} for all inputs, raddle could not {}: for {who}{with}; raddle could not reproduce it in a run",
            terms.threads,
            self.unproved(finding)
        )
    }

    /// What could not be proved, to be read after "could not".
    fn unproved(&self, finding: &Finding) -> String {
        let Terms { threads, .. } = self.input.terms();
        let at = |inst: Inst| place(self.input, self.function.insts[inst].loc).short();
        let excluded = match finding.what {
            What::Race { first, second } if at(first) == at(second) => {
                format!("the accesses at {} conflict", at(first))
            }
            What::Race { first, second } => {
                format!("the accesses at {} and {} conflict", at(first), at(second))
            }
            What::Divergence { barrier: Some(barrier) } => {
                format!("only one of the {threads} reaches the barrier at {}", at(barrier))
            }
            What::Divergence { barrier: None } => {
                format!("only one of the {threads} reaches the end of the kernel")
            }
            What::Bounds(inst) if self.function.insts[inst].kind.stray_target().is_some() => {
                format!("the call at {} leads to no function", at(inst))
            }
            What::Bounds(inst) => format!("the access at {} is out of bounds", at(inst)),
            // A trap is an assertion that the kernel's own text does not have.
            What::Assertion(inst) if !self.function.insts.contains(inst) => "the kernel traps".to_owned(),
            What::Assertion(inst) => format!("the contract at {} is false", at(inst)),
            What::Invariant { invariant, entry: true } => {
                return format!(
                    "prove that the invariant at {} holds where the loop is entered",
                    at(invariant)
                );
            }
            What::Invariant { invariant, entry: false } => {
                return format!(
                    "prove that the invariant at {} still holds after an iteration that began with it",
                    at(invariant)
                );
            }
        };
        format!("rule out that {excluded}")
    }
}

/// Why the comparison of two threads says nothing.
pub(crate) fn no_help(input: &Input, gap: &Gap) -> String {
    let at = place(input, gap.loc).short();
    let terms = input.terms();
    format!(
        "two {} could not be compared for all inputs at {at}: {}",
        terms.threads,
        terms.translated(&gap.reason)
    )
}

/// Variables of the source with their values, of both threads or of the first alone.
fn values(all: &[Valued], one: bool, terms: &Terms) -> Vec<String> {
    let shown = |valued: &Valued| {
        let whose = match valued.thread {
            Some(_) if one => String::new(),
            None => String::new(),
            Some(0) => format!(" in the first {}", terms.thread),
            Some(_) => format!(" in the second {}", terms.thread),
        };
        let free = if valued.arbitrary.is_some() { " (in an arbitrary iteration)" } else { "" };
        format!("`{}` = {}{whose}{free}", valued.name, valued.number())
    };
    all.iter().filter(|valued| !one || valued.thread != Some(1)).map(shown).collect()
}

/// What a buffer of these elements holds: ``every element of `in` = -1``. Some of it may be in the witness.
pub(crate) fn holding(
    name: &str,
    content: &Content,
    pointee: Option<Pointee>,
    elsewhere: Option<Attempt>,
) -> String {
    let number = |value: u128| match pointee {
        Some(of) if of.ty.is_float() && of.ty.bits() == content.width => {
            text(of.ty, value).unwrap_or_else(|| special(of.ty, value))
        }
        Some(of) if of.ty.is_int() && of.signed => signed(value, content.width),
        _ => value.to_string(),
    };
    let element = u64::from(content.width / 8).max(1);
    let shown = content.elements.iter().take(4);
    let mut all: Vec<String> =
        shown.map(|(at, &value)| format!("{} at [{}]", number(value), at / element)).collect();
    if content.elements.len() > 4 {
        all.push("…".to_owned());
    }
    let default = number(content.default);
    all.push(match elsewhere {
        None if all.is_empty() => return format!("every element of `{name}` = {default}"),
        None => format!("{default} elsewhere"),
        Some(attempt) if all.is_empty() => held(attempt).to_owned(),
        Some(attempt) => format!("{} elsewhere", held(attempt)),
    });
    format!("`{name}` holding {}", all.join(", "))
}

/// What a buffer holds that an attempt fills.
pub(crate) fn held(attempt: Attempt) -> &'static str {
    match attempt {
        Attempt::SMALL => "numbers from 0 to 3",
        Attempt::ZEROS => "zeros",
        Attempt::INCREASING => "the numbers 0, 1, 2 and so on",
        Attempt::FLOATS => "floats from 0.25 to 4",
        _ => "numbers that `--witnesses DIR` saves",
    }
}

/// A float that is no number.
fn special(ty: Type, bits: u128) -> String {
    match eval::to_f64(ty, bits) {
        infinite if infinite.is_infinite() => infinite.to_string(),
        nan if nan.is_nan() => format!("NaN ({bits:#x})"),
        number => number.to_string(),
    }
}

/// A contract that may fail.
fn contract_open(input: &Input, function: &Function, finding: &Finding) -> Unknown {
    let (at, text) = match finding.what {
        What::Invariant { invariant, entry: true } => {
            (Some(invariant), "this invariant may be false when the loop is entered")
        }
        What::Invariant { invariant, entry: false } => {
            (Some(invariant), "this invariant may be false after an iteration that begins with it")
        }
        What::Bounds(inst) if function.insts[inst].kind.stray_target().is_some() => {
            (Some(inst), "this call may lead to no function")
        }
        What::Bounds(inst) => (Some(inst), "this access may be out of bounds"),
        What::Assertion(inst) if function.insts.contains(inst) => (Some(inst), "this contract may be false"),
        _ => (None, "the kernel may trap"),
    };
    let mut unknown = Unknown::new(Rule::UnknownUnreplayed, text);
    if let Some(inst) = at {
        unknown = unknown.at(place(input, function.insts[inst].loc));
    }
    if matches!(finding.what, What::Invariant { entry: false, .. }) {
        unknown = unknown.help("state in the invariant what each iteration needs at its beginning");
    }
    unknown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_buffer_have_the_sign_of_its_type() {
        let content = Content { width: 32, default: 1 << 31, elements: [(8, 7)].into() };
        let whole = Content { elements: [].into(), ..content };
        let of = |ty: &str, content| holding("in", content, raddle_ir::pointee::pointee(ty), None);
        assert_eq!(of("const int *", &whole), "every element of `in` = -2147483648");
        assert_eq!(of("const unsigned int *", &whole), "every element of `in` = 2147483648");
        assert_eq!(of("float *", &whole), "every element of `in` = -0.0");
        let not_a_number = Content { default: 0x7f80_0001, elements: [].into(), ..content };
        assert_eq!(of("float *", &not_a_number), "every element of `in` = NaN (0x7f800001)");
        assert_eq!(of("int *", &content), "`in` holding 7 at [2], -2147483648 elsewhere");
    }
}
