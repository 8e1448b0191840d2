//! The report as SARIF 2.1.0 (OASIS standard), for code hosts and editors.
//!
//! Each finding is a result of kind `fail`. A proof is a result of kind `pass`, an unknown one of kind
//! `open`; the standard gives both the level `none` (§3.27.10), so each unknown is also a notification at
//! level `warning`, as are errors in the input at level `error`. The two places of a race are a location
//! and a related one, the waits of a deadlock the thread flows of a code flow.

use crate::model::diagnostic::{Diagnostic, Label, Severity};
use crate::model::facts::{Deadlock, Facts};
use crate::model::report::{ExitCode, KernelReport, PropertyResult, Report};
use crate::model::verdict::Verdict;
use crate::rules::Rule;
use crate::terms::Terms;
use crate::words;
use raddle_verdict::Property;
use serde_json::{Value, json};
use serde_sarif::sarif::{
    Artifact, ArtifactLocation, CodeFlow, Invocation, Location, Message, MultiformatMessageString,
    Notification, PhysicalLocation, PropertyBag, Region, ReportingConfiguration, ReportingDescriptor,
    ReportingDescriptorReference, Result as Finding, ResultKind, ResultLevel, Run, Sarif, ThreadFlow,
    ThreadFlowLocation, Tool, ToolComponent,
};

/// The schema of the standard.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The report as indented SARIF with a final newline.
#[must_use]
pub fn render(report: &Report) -> String {
    let rules = Rules::of(report);
    let results: Vec<Finding> =
        report.kernels.iter().flat_map(|kernel| kernel_results(kernel, &rules)).collect();
    let artifact = |file: &str| Artifact::builder().location(artifact_location(file)).build();
    let driver = ToolComponent::builder()
        .name(&report.tool.name)
        .version(&report.tool.version)
        .rules(rules.descriptors())
        .build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .invocations(vec![invocation(report)])
        .artifacts(report.inputs.iter().map(|input| artifact(&input.file)).collect::<Vec<_>>())
        .column_kind("unicodeCodePoints")
        .results(results)
        .build();
    let log = Sarif::builder().schema(SCHEMA).version("2.1.0").runs(vec![run]).build();
    let value = serde_json::to_value(&log).unwrap_or_else(|error| {
        // No type of the standard can fail to serialise: the only map has text as keys.
        json!({ "error": format!("the report cannot be written as SARIF: {error}") })
    });
    format!("{value:#}\n")
}

/// The rules and properties that a log names, in the order of their declaration.
struct Rules {
    rules: Vec<Rule>,
    properties: Vec<Property>,
}

impl Rules {
    fn of(report: &Report) -> Self {
        let results = || report.kernels.iter().flat_map(|kernel| &kernel.results);
        let mut rules: Vec<Rule> = report
            .errors
            .iter()
            .chain(results().flat_map(|result| &result.diagnostics))
            .map(|diagnostic| diagnostic.rule)
            .collect();
        let mut properties = Vec::new();
        for result in results() {
            match &result.verdict {
                Verdict::Proved { .. } => properties.push(result.property),
                Verdict::Unknown(unknown) => rules.push(unknown.rule),
                Verdict::Refuted { .. } => {}
            }
        }
        rules.sort_unstable();
        rules.dedup();
        properties.sort_unstable();
        properties.dedup();
        Rules { rules, properties }
    }

    fn descriptors(&self) -> Vec<ReportingDescriptor> {
        let at = |level: ResultLevel| ReportingConfiguration::builder().level(level.to_string()).build();
        let short = |text: String| MultiformatMessageString::builder().text(text).build();
        let rules = self.rules.iter().map(|rule| {
            let page = rule.explanation();
            ReportingDescriptor::builder()
                .id(rule.id())
                .short_description(short(rule.summary().to_owned()))
                .help(MultiformatMessageString::builder().text(&page).markdown(&page).build())
                .default_configuration(at(level(rule.severity())))
                .build()
        });
        let properties = self.properties.iter().map(|property| {
            ReportingDescriptor::builder()
                .id(property.name())
                .short_description(short(format!("Proves: {}.", property.claim())))
                .default_configuration(at(ResultLevel::None))
                .build()
        });
        rules.chain(properties).collect()
    }

    fn index_of_rule(&self, rule: Rule) -> Option<i64> {
        let at = self.rules.iter().position(|other| *other == rule)?;
        i64::try_from(at).ok()
    }

    fn index_of_property(&self, property: Property) -> Option<i64> {
        let at = self.properties.iter().position(|other| *other == property)?;
        i64::try_from(self.rules.len() + at).ok()
    }
}

fn kernel_results(kernel: &KernelReport, rules: &Rules) -> Vec<Finding> {
    let (mut found, terms) = (Vec::new(), kernel.terms());
    for result in &kernel.results {
        for diagnostic in &result.diagnostics {
            // Where no launch was given, each finding has its own.
            let launch = diagnostic.witness.as_ref().map_or(&kernel.launch, |witness| &witness.launch);
            found.push(finding(diagnostic, rules, about(kernel, result, &terms.launch(launch)), terms));
        }
        let about = about(kernel, result, &terms.launch(&kernel.launch));
        match &result.verdict {
            Verdict::Proved { scope } => {
                let (claim, property) = (result.property.claim(), result.property);
                let text =
                    format!("kernel {}: {claim} ({property}). {}", kernel.name, words::scope(scope, terms));
                let file =
                    PhysicalLocation::builder().artifact_location(artifact_location(&kernel.file)).build();
                let mut proof = Finding::builder()
                    .rule_id(property.name())
                    .kind(ResultKind::Pass)
                    .level(ResultLevel::None)
                    .message(message(text))
                    .locations(vec![Location::builder().physical_location(file).build()])
                    .properties(about)
                    .build();
                proof.rule_index = rules.index_of_property(property);
                found.push(proof);
            }
            Verdict::Unknown(unknown) => {
                let mut diagnostic = words::unknown(unknown, &[result.property], terms);
                diagnostic.notes.extend(words::tried(kernel));
                let mut open = finding(&diagnostic, rules, about, terms);
                open.kind = Some(ResultKind::Open);
                open.level = Some(ResultLevel::None);
                found.push(open);
            }
            Verdict::Refuted { .. } => {}
        }
    }
    found
}

/// What a result is about: kernel, property, launch and verdict.
fn about(kernel: &KernelReport, result: &PropertyResult, launch: &str) -> PropertyBag {
    let members = [
        ("kernel", kernel.name.as_str()),
        ("property", result.property.name()),
        ("launch", launch),
        ("verdict", result.verdict.word()),
    ];
    let members = members.map(|(name, value)| (name.to_owned(), Value::from(value)));
    PropertyBag { tags: None, additional_properties: members.into() }
}

fn finding(diagnostic: &Diagnostic, rules: &Rules, about: PropertyBag, terms: &Terms) -> Finding {
    let (first, rest) = split(&diagnostic.labels);
    let mut found = Finding::builder()
        .rule_id(diagnostic.rule.id())
        .kind(ResultKind::Fail)
        .level(level(diagnostic.severity))
        .message(message(text(diagnostic)))
        .locations(first.into_iter().map(location).collect::<Vec<_>>())
        .properties(about)
        .build();
    found.rule_index = rules.index_of_rule(diagnostic.rule);
    let related: Vec<Location> =
        (0..).zip(rest).map(|(id, label)| Location { id: Some(id), ..location(label) }).collect();
    found.related_locations = (!related.is_empty()).then_some(related);
    if let Some(Facts::Deadlock(deadlock)) = &diagnostic.facts {
        found.code_flows = Some(vec![code_flow(deadlock, diagnostic, terms)]);
    }
    found
}

/// The first primary label, and all the others.
fn split(labels: &[Label]) -> (Option<&Label>, impl Iterator<Item = &Label>) {
    let first = labels.iter().position(|label| label.primary);
    let rest = labels.iter().enumerate().filter(move |(at, _)| Some(*at) != first).map(|(_, l)| l);
    (first.map(|at| &labels[at]), rest)
}

/// A title and everything else that a terminal would show without source lines.
fn text(diagnostic: &Diagnostic) -> String {
    let mut text = diagnostic.title.clone();
    let is_told = |label: &&Label| !label.text.is_empty() && diagnostic.verbatim.is_none();
    for label in diagnostic.labels.iter().filter(is_told) {
        text.push_str(&format!("\n{}: {}", label.location.short(), label.text));
    }
    for note in diagnostic.all_notes() {
        text.push_str(&format!("\nnote: {note}"));
    }
    for help in &diagnostic.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    if let Some(verbatim) = &diagnostic.verbatim {
        text.push_str(&format!("\n{verbatim}"));
    }
    text
}

/// One thread flow for each wait: the threads' last step.
fn code_flow(deadlock: &Deadlock, diagnostic: &Diagnostic, terms: &Terms) -> CodeFlow {
    let waits = deadlock.waits.iter().zip(&diagnostic.labels);
    let flows = waits.map(|(wait, label)| {
        let last = ThreadFlowLocation::builder().location(location(label)).build();
        ThreadFlow::builder().id(terms.names(&wait.threads)).locations(vec![last]).build()
    });
    let flows: Vec<ThreadFlow> = flows.collect();
    CodeFlow::builder().message(message(diagnostic.title.clone())).thread_flows(flows).build()
}

fn message(text: String) -> Message {
    Message::builder().text(text).build()
}

fn artifact_location(file: &str) -> ArtifactLocation {
    ArtifactLocation::builder().uri(uri(file)).build()
}

fn location(label: &Label) -> Location {
    let place = &label.location;
    // SARIF's lines and columns begin at 1; a line of 0, as of code without a place, has no region.
    let region = (place.line > 0).then(|| {
        let column = place.column.filter(|column| *column > 0);
        let end = place.end_column.filter(|end| column.is_some_and(|column| *end > column));
        Region {
            start_line: Some(place.line.into()),
            start_column: column.map(i64::from),
            end_column: end.map(i64::from),
            ..Region::default()
        }
    });
    let artifact_location = Some(artifact_location(&place.file));
    let physical = PhysicalLocation { artifact_location, region, ..PhysicalLocation::default() };
    let text = (!label.text.is_empty()).then(|| message(label.text.clone()));
    Location { physical_location: Some(physical), message: text, ..Location::default() }
}

fn invocation(report: &Report) -> Invocation {
    let mut notifications: Vec<Notification> = report.errors.iter().map(notification).collect();
    for kernel in &report.kernels {
        for (unknown, properties) in words::unknowns(&kernel.results) {
            let mut diagnostic = words::unknown(unknown, &properties, kernel.terms());
            diagnostic.title = format!("kernel {}: {}", kernel.name, diagnostic.title);
            diagnostic.notes.extend(words::tried(kernel));
            notifications.push(notification(&diagnostic));
        }
    }
    let exit = report.exit_code();
    Invocation::builder()
        .execution_successful(exit != ExitCode::BadInput)
        .exit_code(exit.code())
        .exit_code_description(exit.meaning())
        .tool_execution_notifications(notifications)
        .build()
}

fn notification(diagnostic: &Diagnostic) -> Notification {
    let rule = ReportingDescriptorReference::builder().id(diagnostic.rule.id()).build();
    Notification::builder()
        .associated_rule(rule)
        .level(level(diagnostic.severity).to_string())
        .message(message(text(diagnostic)))
        .locations(diagnostic.labels.iter().map(location).collect::<Vec<_>>())
        .build()
}

fn level(severity: Severity) -> ResultLevel {
    match severity {
        Severity::Error => ResultLevel::Error,
        Severity::Warning => ResultLevel::Warning,
        Severity::Note | Severity::Help => ResultLevel::Note,
    }
}

/// A path as a URI reference (RFC 3986): an absolute path with scheme `file`, a relative one as it is.
fn uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(uri("a b/ü.cu"), "a%20b/%C3%BC.cu");
        assert_eq!(uri("/tmp/k.ptx"), "file:///tmp/k.ptx");
        assert_eq!(uri(r"dir\k.ptx"), "dir/k.ptx");
        assert_eq!(uri("a:b"), "a%3Ab");
    }
}
