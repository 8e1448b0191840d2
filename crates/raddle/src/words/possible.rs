//! What two threads leave open, in words: what may go wrong and was not shown by a run, and why they say nothing.

use crate::subject::input::{Input, place};
use crate::subject::names;
use crate::subject::params::param_name;
use crate::words::unknown;
use raddle_ir::{Function, Inst, Type};
use raddle_launch::LaunchSpace;
use raddle_lockstep::prove::{Finding, Gap, Valued, What};
use raddle_report::{Diagnostic, Dim3, Property, Rule, Severity, Terms, Unknown};

/// Why two threads are not asked about a property.
pub(crate) fn lanes_wait(terms: &Terms) -> String {
    let Terms { threads, warp, lanes, .. } = terms;
    format!("the method of two {threads} does not apply: {lanes} of a {warp} may wait for each other here")
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
                let text = format!("two {threads} are compared only where all {threads} reach each barrier");
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
            let mut found = Diagnostic::new(Rule::ContractInvariant, "a loop invariant may not hold")
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
        // A trap is an assertion that the kernel's own text does not have.
        let at = |inst: Inst| match self.function.insts.get(inst) {
            Some(data) => place(self.input, data.loc).short(),
            None => "a trap".to_owned(),
        };
        let [first, second] = finding.inputs.threads;
        let what = match finding.what {
            What::Race { first, second } => format!("the accesses at {} and {}", at(first), at(second)),
            What::Divergence { barrier: Some(barrier) } => format!("the barrier at {}", at(barrier)),
            What::Divergence { barrier: None } => "the end of the kernel".to_owned(),
            What::Bounds(inst) if self.function.insts[inst].kind.stray_target().is_some() => {
                format!("the call at {}", at(inst))
            }
            What::Bounds(inst) => format!("the access at {}", at(inst)),
            What::Assertion(inst) => format!("the contract at {}", at(inst)),
            What::Invariant { invariant, entry } => {
                let when = if entry {
                    "where the loop is entered"
                } else {
                    "after an arbitrary iteration that began with it"
                };
                format!("the invariant at {} {when}", at(invariant))
            }
        };
        let size = self
            .space
            .has_free_block()
            .then(|| format!("{} {}", self.input.terms().block_size, Dim3::fixed(finding.inputs.block)));
        let Terms { threads, blocks, .. } = self.input.terms();
        let values =
            [Vec::from_iter(size), self.arguments(finding), values(&finding.values)].concat().join(", ");
        let with = if values.is_empty() { values } else { format!(", with {values}") };
        format!(
            "the method of two {threads} leaves {what} open, for {threads} {:?} and {:?} of {blocks} {:?} and {:?}{with}; \
             a run with these did not show a bug",
            first.tid, second.tid, first.cta, second.cta
        )
    }
}

/// Why the comparison of two threads says nothing.
pub(crate) fn no_help(input: &Input, gap: &Gap) -> String {
    let at = place(input, gap.loc).short();
    format!("the method of two {} does not apply: {at}: {}", input.terms().threads, gap.reason)
}

/// Variables of the source with their values.
fn values(all: &[Valued]) -> Vec<String> {
    let one = |valued: &Valued| {
        let whose = match valued.thread {
            None => "",
            Some(0) => " in the first",
            Some(_) => " in the second",
        };
        let free = if valued.arbitrary.is_some() { " (in an arbitrary iteration)" } else { "" };
        format!("`{}` = {}{whose}{free}", valued.name, valued.number())
    };
    all.iter().map(one).collect()
}

/// A value as the command line takes it.
pub(crate) fn text(ty: Type, value: u128) -> Option<String> {
    let signed = |bits: u32| ((value << (128 - bits)) as i128) >> (128 - bits);
    match ty {
        Type::F32 => Some(f32::from_bits(value as u32)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        Type::F64 => Some(f64::from_bits(value as u64)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        ty if ty.is_int() && ty.bits() <= 64 => Some(signed(ty.bits()).to_string()),
        _ => None,
    }
}

/// A contract that may fail.
fn contract_open(input: &Input, function: &Function, finding: &Finding) -> Unknown {
    let (at, text) = match finding.what {
        What::Invariant { invariant, entry: true } => {
            (Some(invariant), "this invariant may not hold when the loop is entered")
        }
        What::Invariant { invariant, entry: false } => {
            (Some(invariant), "this invariant may not hold after an iteration that begins with it")
        }
        What::Bounds(inst) if function.insts[inst].kind.stray_target().is_some() => {
            (Some(inst), "this call may not lead to a function")
        }
        What::Bounds(inst) => (Some(inst), "this access may leave its object"),
        What::Assertion(inst) if function.insts.contains(inst) => (Some(inst), "this contract may not hold"),
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
