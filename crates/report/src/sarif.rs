//! The report as SARIF 2.1.0 (OASIS standard), for code hosts and editors.
//!
//! Each finding is a result of kind `fail`. A proof is a result of kind `pass`, an unknown one of kind
//! `open`; the standard gives both the level `none` (§3.27.10), so each unknown is also a notification at
//! level `warning`, as are errors in the input at level `error`. The two places of a race are a location
//! and a related one, the waits of a deadlock the thread flows of a code flow.

use crate::model::diagnostic::{Diagnostic, Label, Severity};
use crate::model::facts::{Deadlock, Facts};
use crate::model::report::{ExitCode, KernelReport, Report};
use crate::model::verdict::Verdict;
use crate::rules::Rule;
use crate::words;
use raddle_verdict::Location;
use raddle_verdict::Property;
use serde_json::{Map, Value, json};

/// The report as indented SARIF with a final newline.
#[must_use]
pub fn render(report: &Report) -> String {
    let rules = Rules::of(report);
    let results: Vec<Value> =
        report.kernels.iter().flat_map(|kernel| kernel_results(kernel, &rules)).collect();
    let artifacts: Vec<Value> =
        report.inputs.iter().map(|input| json!({ "location": { "uri": uri(&input.file) } })).collect();
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": report.tool.name,
                "version": report.tool.version,
                "rules": rules.descriptors(),
            } },
            "invocations": [invocation(report)],
            "artifacts": artifacts,
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// The rules and properties that a log speaks of, in the order of their declaration.
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

    fn descriptors(&self) -> Vec<Value> {
        let rules = self.rules.iter().map(|rule| {
            json!({
                "id": rule.id(),
                "shortDescription": { "text": rule.summary() },
                "help": { "text": rule.explanation(), "markdown": rule.explanation() },
                "defaultConfiguration": { "level": level(rule.severity()) },
            })
        });
        let properties = self.properties.iter().map(|property| {
            json!({
                "id": property.name(),
                "shortDescription": { "text": format!("Proves: {}.", property.claim()) },
                "defaultConfiguration": { "level": "none" },
            })
        });
        rules.chain(properties).collect()
    }

    fn index_of_rule(&self, rule: Rule) -> Option<usize> {
        self.rules.iter().position(|other| *other == rule)
    }

    fn index_of_property(&self, property: Property) -> Option<usize> {
        let at = self.properties.iter().position(|other| *other == property)?;
        Some(self.rules.len() + at)
    }
}

fn kernel_results(kernel: &KernelReport, rules: &Rules) -> Vec<Value> {
    let mut values = Vec::new();
    for result in &kernel.results {
        let about = json!({
            "kernel": kernel.name,
            "property": result.property,
            "launch": kernel.launch.to_string(),
            "verdict": result.verdict.word(),
        });
        for diagnostic in &result.diagnostics {
            let mut value = finding(diagnostic, rules, &about);
            // Where nobody gave a launch, each finding has its own.
            if let Some(witness) = &diagnostic.witness {
                value["properties"]["launch"] = json!(witness.launch.to_string());
            }
            values.push(value);
        }
        match &result.verdict {
            Verdict::Proved { scope } => values.push(json!({
                "ruleId": result.property,
                "ruleIndex": rules.index_of_property(result.property),
                "kind": "pass",
                "level": "none",
                "message": { "text": format!(
                    "kernel {}: {} ({}). {}",
                    kernel.name, result.property.claim(), result.property, words::scope(scope)
                ) },
                "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(&kernel.file) } } }],
                "properties": about,
            })),
            Verdict::Unknown(unknown) => {
                let mut diagnostic = words::unknown(unknown, &[result.property]);
                diagnostic.notes.extend(words::tried(&kernel.tried));
                let mut value = finding(&diagnostic, rules, &about);
                value["kind"] = json!("open");
                value["level"] = json!("none");
                values.push(value);
            }
            Verdict::Refuted { .. } => {}
        }
    }
    values
}

fn finding(diagnostic: &Diagnostic, rules: &Rules, about: &Value) -> Value {
    let mut value = json!({
        "ruleId": diagnostic.rule,
        "ruleIndex": rules.index_of_rule(diagnostic.rule),
        "kind": "fail",
        "level": level(diagnostic.severity),
        "message": { "text": text(diagnostic) },
        "properties": about,
    });
    let (first, rest) = split(&diagnostic.labels);
    value["locations"] = first.map(|label| json!([location(label)])).unwrap_or_else(|| json!([]));
    let related: Vec<Value> = rest
        .enumerate()
        .map(|(id, label)| {
            let mut place = location(label);
            place["id"] = json!(id);
            place
        })
        .collect();
    if !related.is_empty() {
        value["relatedLocations"] = json!(related);
    }
    if let Some(Facts::Deadlock(deadlock)) = &diagnostic.facts {
        value["codeFlows"] = json!([code_flow(deadlock, diagnostic)]);
    }
    value
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
fn code_flow(deadlock: &Deadlock, diagnostic: &Diagnostic) -> Value {
    let flows: Vec<Value> = deadlock
        .waits
        .iter()
        .zip(&diagnostic.labels)
        .map(|(wait, label)| {
            json!({
                "id": wait.threads.to_string(),
                "locations": [{ "location": location(label) }],
            })
        })
        .collect();
    json!({ "message": { "text": diagnostic.title }, "threadFlows": flows })
}

fn location(label: &Label) -> Value {
    let mut value = physical(&label.location);
    if !label.text.is_empty() {
        value["message"] = json!({ "text": label.text });
    }
    value
}

fn physical(location: &Location) -> Value {
    let mut region = Map::new();
    // SARIF's lines and columns begin at 1; a line of 0, as of code without a place, has no region.
    if location.line > 0 {
        region.insert("startLine".to_owned(), json!(location.line));
        if let Some(column) = location.column.filter(|column| *column > 0) {
            region.insert("startColumn".to_owned(), json!(column));
            if let Some(end) = location.end_column.filter(|end| *end > column) {
                region.insert("endColumn".to_owned(), json!(end));
            }
        }
    }
    let mut place = json!({ "artifactLocation": { "uri": uri(&location.file) } });
    if !region.is_empty() {
        place["region"] = Value::Object(region);
    }
    json!({ "physicalLocation": place })
}

fn invocation(report: &Report) -> Value {
    let mut notifications: Vec<Value> = report.errors.iter().map(notification).collect();
    for kernel in &report.kernels {
        for (unknown, properties) in words::unknowns(&kernel.results) {
            let mut diagnostic = words::unknown(unknown, &properties);
            diagnostic.title = format!("kernel {}: {}", kernel.name, diagnostic.title);
            diagnostic.notes.extend(words::tried(&kernel.tried));
            notifications.push(notification(&diagnostic));
        }
    }
    let exit = report.exit_code();
    json!({
        "executionSuccessful": exit != ExitCode::BadInput,
        "exitCode": exit.code(),
        "exitCodeDescription": exit.meaning(),
        "toolExecutionNotifications": notifications,
    })
}

fn notification(diagnostic: &Diagnostic) -> Value {
    let places: Vec<Value> = diagnostic.labels.iter().map(location).collect();
    json!({
        "associatedRule": { "id": diagnostic.rule },
        "level": level(diagnostic.severity),
        "message": { "text": text(diagnostic) },
        "locations": places,
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Help => "note",
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
