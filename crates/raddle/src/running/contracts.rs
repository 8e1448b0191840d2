//! Contracts in a run: what it assumes, and what it finds false.

use crate::options::Ask;
use crate::subject::contracts::property;
use raddle_ir::{Function, InstKind, SpecKind};
use raddle_machine::domain::Site;
use raddle_machine::monitor::Issue;
use raddle_report::Property;

/// The issues of a run up to the first statement that is false, if nothing was assumed before and every access was in bounds. What
/// functions ensure after that does not matter, nor what leaves its object there; whether the launch meets another assumption does.
pub(crate) fn certain<'i>(issues: &'i [Issue], of: Property, ask: &Ask) -> &'i [Issue] {
    let other = |issue: &Issue| matches!(issue, Issue::Spec { kind, .. } if kind.is_trusted() && *kind != SpecKind::Promise);
    let first = issues.iter().position(|issue| is_false(issue, of, ask));
    let known = first.map_or(&[][..], |first| &issues[..=first]);
    let leaves = |issue: &Issue| matches!(issue, Issue::OutOfBounds { .. } | Issue::LeavesArray { .. });
    if relies(known) || known.iter().any(leaves) || issues.iter().any(other) { &[] } else { known }
}

/// Is something assumed?
pub(crate) fn relies(issues: &[Issue]) -> bool {
    issues.iter().any(|issue| matches!(issue, Issue::Spec { kind, .. } if kind.is_trusted()))
}

/// Is it a statement about operands of a built-in function?
pub(crate) fn of_operands(function: &Function, site: Site) -> bool {
    let kind = site.inst.map(|inst| &function.insts[inst].kind);
    matches!(kind, Some(InstKind::SpecEnd(SpecKind::Operands, _)))
}

/// Is it a statement that is false, and that the property is about?
pub(crate) fn is_false(issue: &Issue, of: Property, ask: &Ask) -> bool {
    let Issue::Spec { kind, refuted: true, .. } = issue else { return false };
    let may_fail = ask.candidates && *kind == SpecKind::Invariant;
    !kind.is_trusted() && property(*kind) == of && !may_fail
}

/// The properties that a run refutes before it makes any assumption.
pub(crate) fn certainly_refuted(issues: &[Issue], ask: &Ask) -> Vec<Property> {
    let refuted = |&of: &Property| !certain(issues, of, ask).is_empty();
    [Property::Assert, Property::Contract].into_iter().filter(refuted).collect()
}
