//! Evidence and ledgers with this crate's findings and reasons.

use raddle_report::{Diagnostic, Rule, Severity, Unknown};

/// What is known of each property of a kernel.
pub(crate) type Ledger = raddle_verdict::Ledger<Diagnostic, Unknown>;
/// What a method says of a property.
pub(crate) type Evidence = raddle_verdict::Evidence<Diagnostic, Unknown>;
/// What is known of one property.
pub(crate) type Entry = raddle_verdict::Entry<Diagnostic, Unknown>;
/// How a property stands.
pub(crate) type Standing = raddle_verdict::Standing<Unknown>;
/// Why a proof falls.
pub(crate) type Fall<'a> = raddle_verdict::Fall<'a, Diagnostic, Unknown>;

/// Findings show a bug if one of them was replayed. Otherwise the first of them is where it is open.
pub(crate) fn of_findings(findings: Vec<Diagnostic>) -> Evidence {
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return Evidence::Shown { findings };
    }
    let gap = Unknown::new(
        Rule::UnknownUnreplayed,
        "a finding could not be replayed on raddle's reference machine",
    );
    let gap = match findings.first().and_then(Diagnostic::location) {
        Some(location) => gap.at(location.clone()),
        None => gap,
    };
    Evidence::Open { gap, remarks: findings }
}

/// The reason of the gap, if the property is open for one.
pub(crate) fn rule(entry: &Entry) -> Option<Rule> {
    entry.gap().map(|gap| gap.rule)
}
