//! The verdicts, in words: why proofs fall, and what is reported where no method has said anything.

use crate::evidence::{Entry, Fall, Ledger, Standing};
use crate::words::unknown::prerequisite;
use raddle_report::{
    Assumption, Diagnostic, Location, Property, PropertyResult, Rule, Severity, Terms, Unknown, Verdict,
};

/// The results for the properties `asked`, in their order: each proof depends on proofs only.
pub(crate) fn results(ledger: &Ledger, asked: &[Property], terms: &Terms) -> Vec<PropertyResult> {
    let entries = closed(ledger, asked, terms);
    let mut results: Vec<PropertyResult> = asked
        .iter()
        .filter_map(|&property| entries.iter().find(|entry| entry.property == property))
        .map(result)
        .collect();
    // A bug in a property that was not asked about: properties that depend on others may be open because of it.
    for entry in entries.iter().filter(|entry| entry.standing.is_shown() && !asked.contains(&entry.property))
    {
        let help = format!("--property {} shows a bug", entry.property);
        for result in &mut results {
            if let Verdict::Unknown(unknown) = &mut result.verdict
                && unknown.rule == Rule::UnknownPrerequisite
                && !unknown.help.contains(&help)
            {
                unknown.help.push(help.clone());
            }
        }
    }
    results
}

/// What is known in the end.
pub(crate) fn closed(ledger: &Ledger, asked: &[Property], terms: &Terms) -> Vec<Entry> {
    let mut entries = ledger.close(&|property, fall| fallen(property, fall, asked, terms));
    let refuted: Vec<Property> =
        entries.iter().filter(|entry| entry.standing.is_shown()).map(|entry| entry.property).collect();
    for entry in &mut entries {
        if let Standing::Open(gap) = &mut entry.standing
            && let Some(property) = gap.unless_refuted.filter(|property| refuted.contains(property))
        {
            let name = property.name();
            gap.rule = Rule::UnknownPrerequisite;
            gap.reason = format!("the run that would decide it does not end, see {name}");
            gap.help = vec![fix(property).to_owned()];
        }
        if entry.property == Property::Race && entry.standing.is_shown() {
            entry.findings = beside_races(std::mem::take(&mut entry.findings), terms);
        }
        // Conditions of a proof say nothing where there is none.
        if let Standing::Open(gap) = &entry.standing
            && gap.proved.as_ref().is_none_or(|part| part.scope.conditions.is_empty())
        {
            entry.findings.retain(|one| one.rule != Rule::RaceSizes);
        }
        if entry.standing.is_open() && ledger.standing(entry.property).is_proved() {
            // Without the proof equal writes are known to be equal only where a run has seen them, and conditions are not enough.
            let needs_it = |rule| matches!(rule, Rule::RaceBenign | Rule::RaceSizes);
            entry.findings.retain(|one| !needs_it(one.rule) || one.witness.is_some());
            let findings = std::mem::take(&mut entry.findings).into_iter();
            entry.findings = findings.map(|one| one.equal_in_one_run(terms)).collect();
        }
    }
    entries
}

/// Findings among which there is a race: writes that were equal may differ in other runs, and where they race with others, too, that is what counts.
fn beside_races(findings: Vec<Diagnostic>, terms: &Terms) -> Vec<Diagnostic> {
    let is_equal = |one: &Diagnostic| one.rule == Rule::RaceBenign;
    let (equal, mut others): (Vec<_>, Vec<_>) = findings.into_iter().partition(is_equal);
    let of_races: Vec<Location> =
        others.iter().flat_map(|one| &one.labels).map(|label| label.location.clone()).collect();
    let stands_alone = |one: &Diagnostic| {
        !one.labels.iter().any(|label| of_races.iter().any(|race| race.same_line(&label.location)))
    };
    others.extend(equal.into_iter().filter(stands_alone).map(|one| one.equal_in_one_run(terms)));
    others
}

/// That two methods contradict each other.
pub(crate) fn conflicts(ledger: &Ledger) -> Option<String> {
    let names: Vec<&str> = ledger.conflicts().iter().map(|property| property.name()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "internal error: one method proves {} and a run refutes it; trust the run, and please report this kernel",
            names.join(", ")
        )
    })
}

fn result(entry: &Entry) -> PropertyResult {
    let property = entry.property;
    let findings = entry.findings.clone();
    let verdict = match &entry.standing {
        Standing::Proved(scope) => Verdict::Proved { scope: scope.clone() },
        Standing::Open(gap) => Verdict::Unknown(gap.clone()),
        Standing::Silent => Verdict::Unknown(silent(property)),
        Standing::Shown => return shown(property, findings),
    };
    PropertyResult { property, verdict, diagnostics: findings }
}

/// What a standing is called.
pub(crate) const fn word(standing: &Standing) -> &'static str {
    match standing {
        Standing::Proved(_) => "proved",
        Standing::Shown => "refuted",
        Standing::Open(_) | Standing::Silent => "unknown",
    }
}

/// A barrier that can be removed is a remark; each of them counts.
fn shown(property: Property, findings: Vec<Diagnostic>) -> PropertyResult {
    if findings.iter().any(|finding| finding.severity == Severity::Error) {
        return PropertyResult::from_findings(property, findings, Verdict::Unknown(silent(property)));
    }
    let verdict = Verdict::Refuted { findings: findings.len() as u64, pairs: None };
    PropertyResult { property, verdict, diagnostics: findings }
}

/// What a single run says of what it does not see fail.
fn silent(property: Property) -> Unknown {
    let text = match property {
        Property::Bounds => "one run does not show for all inputs that no access is out of bounds",
        _ => "one run does not show that the contracts hold for all inputs",
    };
    Unknown::new(Rule::UnknownData, text)
}

fn place(entry: &Entry) -> Option<Location> {
    let found = entry.findings.first().and_then(|one| one.labels.first()).map(|label| label.location.clone());
    found.or_else(|| entry.gap()?.location.clone())
}

/// What to do where inputs that show a bug do not occur.
const UNLESS: &str = "; or, if no launch has such inputs, exclude them: integers with --require, contents with --buffer NAME=FILE.npy";

/// What to do about a bug before all else.
const fn fix(property: Property) -> &'static str {
    match property {
        Property::Deadlock => "fix the deadlock first",
        Property::BarrierReuse => "fix the use of this barrier first",
        Property::Race => "fix the race first",
        Property::Divergence => "fix the divergence first",
        Property::Bounds => "fix that access first",
        Property::Termination => "fix the loop first",
        Property::Assert
        | Property::Contract
        | Property::RedundantBarrier
        | Property::BankConflict
        | Property::Coalescing
        | Property::WarpDivergence => "fix that first",
    }
}

/// Why a proof falls.
fn fallen(property: Property, fall: Fall<'_>, asked: &[Property], terms: &Terms) -> Unknown {
    match fall {
        Fall::Premise(premise) => {
            let name = premise.property.name();
            let word = if premise.standing.is_shown() { "refuted" } else { "unknown" };
            let mut unknown = prerequisite(format!("{name} is {word}, and the proof relies on it"));
            unknown.location = place(premise);
            let help = match asked.contains(&premise.property) {
                true if premise.standing.is_shown() => fix(premise.property).to_owned(),
                true => format!("see {name}"),
                false if premise.standing.is_shown() => format!("--property {name} shows a bug"),
                false => format!("--property {name} shows why"),
            };
            unknown.help(help)
        }
        Fall::NotAsked(premise) => prerequisite(format!(
            "the proof of {} relies on {}, which was not asked",
            property.name(),
            premise.name()
        ))
        .help(format!("--property {},{}", property.name(), premise.name())),
        Fall::Assumption(Assumption::InBounds | Assumption::FunctionPointers, refuted) => {
            let text = "the proof assumes that no access is out of bounds, and bounds is refuted";
            let mut unknown = Unknown::new(Rule::UnknownOutOfBounds, text)
                .help(format!("{}{UNLESS}", fix(refuted.property)));
            unknown.location = place(refuted);
            unknown
        }
        Fall::Assumption(assumption, refuted) => {
            let name = refuted.property.name();
            let mut unknown = prerequisite(format!(
                "the proof assumes that {}, and {name} is refuted",
                terms.assumption(&assumption)
            ))
            .help(format!("{}{UNLESS}", fix(refuted.property)));
            unknown.location = place(refuted);
            unknown
        }
        Fall::Circle => prerequisite("the proof relies on itself"),
    }
}
