//! The report for a terminal.
//!
//! For each kernel: a line with its launch; the findings, errors first, each with its source lines; the
//! reasons of what is unknown, each once, however many properties share it; a table with one line for
//! each property; what the proofs assume. After several kernels a table of all of them, and at the very
//! end one line with the tally and what the exit code means. Errors in the input come first of all, and statistics last,
//! where they are asked for.

mod paint;
mod reasoning;
mod snippet;
mod statistics;
mod summary;
mod table;

use crate::finding;
use crate::model::diagnostic::{Diagnostic, Severity};
use crate::model::facts::{Elsewhere, Facts};
use crate::model::report::{ExitCode, KernelReport, PropertyResult, Report};
use crate::model::verdict::{Unknown, Verdict};
use crate::rules::Rule;
use crate::source::SourceProvider;
use crate::terms::Terms;
use crate::words;
use paint::{Paint, clean, clean_lines, wrap};
use raddle_verdict::{Property, Scope};
use snippet::Snippets;
use std::collections::BTreeSet;
pub use summary::{Many, Row, in_short};

/// How to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours; the caller looks at NO_COLOR and at the terminal.
    pub colour: bool,
    /// Whether frames use Unicode's box characters, or ASCII.
    pub unicode: bool,
    /// The width of the terminal in columns; prose wraps there.
    pub width: usize,
    /// How many findings to show in full for each kernel; the table counts all.
    pub findings: usize,
}

impl Default for Style {
    fn default() -> Self {
        Style { colour: false, unicode: false, width: 100, findings: 20 }
    }
}

/// The report as text for a terminal, ending with a newline: [`errors`], each [`kernel`], and the [`ending`].
#[must_use]
pub fn render(report: &Report, sources: &dyn SourceProvider, style: Style) -> String {
    let mut out = errors(&report.errors, sources, style);
    out.extend(report.kernels.iter().map(|one| kernel(one, sources, style)));
    out + &ending(report, style, None)
}

/// What is wrong with the input.
#[must_use]
pub fn errors(errors: &[Diagnostic], sources: &dyn SourceProvider, style: Style) -> String {
    let mut snippets = Snippets::new(sources, style);
    errors.iter().map(|error| snippets.render(error) + "\n").collect()
}

/// All of one kernel.
#[must_use]
pub fn kernel(kernel: &KernelReport, sources: &dyn SourceProvider, style: Style) -> String {
    let mut out = String::new();
    write_kernel(&mut out, kernel, &mut Snippets::new(sources, style), Paint::new(style.colour), style);
    out
}

/// What stands below all kernels: a table of them, where rules are explained, remarks, the tally and statistics.
#[must_use]
pub fn ending(report: &Report, style: Style, many: Option<&Many<'_>>) -> String {
    let paint = Paint::new(style.colour);
    let table = match many {
        Some(many) if !many.rows.is_empty() => summary::table(report, many.rows, paint, style) + "\n",
        None if report.kernels.len() > 1 => table::kernels(&report.kernels, paint, style) + "\n",
        _ => String::new(),
    };
    let explain = explain(report, style, many.is_none_or(|many| many.in_full));
    table + &remarks(report, style) + &explain + &end(report, paint)
}

/// Where the rules that were named are explained: of errors, and of the kernels where they are shown.
fn explain(report: &Report, style: Style, kernels: bool) -> String {
    let shown = report.kernels.iter().filter(|_| kernels).flat_map(findings);
    let mut rules: Vec<Rule> =
        report.errors.iter().map(|error| error.rule).chain(shown.map(|one| one.rule)).collect();
    rules.sort_unstable();
    rules.dedup();
    let ids: Vec<String> = rules.iter().map(ToString::to_string).collect();
    let text = match ids.as_slice() {
        [] => return String::new(),
        [id] => format!("raddle explain {id} shows what the rule means and how to fix it"),
        ids => format!("raddle explain RULE shows what a rule means and how to fix it: {}", words::list(ids)),
    };
    wrap(&text, 0, 2, style.width) + "\n"
}

/// Remarks, with an empty line after them: a compiler's warning may be the only hint of a bug.
fn remarks(report: &Report, style: Style) -> String {
    let mut out = String::new();
    for note in &report.notes {
        // What has lines, such as a compiler's words, keeps them.
        match note.trim_end().contains('\n') {
            true => out.push_str(&clean_lines(&format!("note: {note}"))),
            false => out.push_str(&wrap(&format!("note: {}", clean(note)), 0, 6, style.width)),
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The tally, statistics.
fn end(report: &Report, paint: Paint) -> String {
    let mut out = closing(report, paint);
    if let Some(all) = &report.statistics {
        out.push_str(&statistics::render(all, paint));
    }
    out
}

/// One diagnostic alone, as it stands within a report; ends with a newline.
#[must_use]
pub fn diagnostic(diagnostic: &Diagnostic, sources: &dyn SourceProvider, style: Style) -> String {
    Snippets::new(sources, style).render(diagnostic)
}

/// Why nothing is known of a kernel: the run had no time for it, or was stopped.
fn not_looked_at(kernel: &KernelReport) -> Option<&Unknown> {
    let mut reasons = kernel.results.iter().map(|result| match &result.verdict {
        Verdict::Unknown(unknown) if unknown.rule == Rule::UnknownLimit && unknown.location.is_none() => {
            Some(unknown)
        }
        _ => None,
    });
    let first = reasons.next()??;
    let says_more = !kernel.notes.is_empty()
        || !kernel.tried.is_empty()
        || kernel.results.iter().any(|result| !result.diagnostics.is_empty());
    (kernel.results.len() > 1 && !says_more && reasons.all(|other| other == Some(first))).then_some(first)
}

fn write_kernel(
    out: &mut String,
    kernel: &KernelReport,
    snippets: &mut Snippets<'_>,
    paint: Paint,
    style: Style,
) {
    let header = format!("kernel {}", clean(&kernel.name));
    out.push_str(&paint.bold(&header));
    if let Some(why) = not_looked_at(kernel) {
        let launch = kernel.terms().launch(&kernel.launch);
        let line =
            format!(" ({}): {launch}: unknown: {}; {}", kernel.file, why.reason, words::list(&why.help));
        out.push_str(&format!("{}\n\n", clean(&line)));
        return;
    }
    let launch = match kernel.tried.as_slice() {
        [] => kernel.terms().launch(&kernel.launch),
        tried => {
            let sizes: Vec<String> = tried.iter().map(words::size).collect();
            format!("no {} given; tried {}", kernel.terms().block_size, words::list(&sizes))
        }
    };
    out.push_str(&format!(" ({}): {}\n\n", clean(&kernel.file), clean(&launch)));

    let shown = findings(kernel);
    for diagnostic in shown.iter().take(style.findings) {
        out.push_str(&snippets.render(diagnostic));
        out.push('\n');
    }
    if shown.len() > style.findings {
        let rest = shown.len() - style.findings;
        out.push_str(&format!("... and {rest} more; `--format json` has them all\n\n"));
    }

    out.push_str(&table::properties(kernel, paint, style));
    out.push_str(&footings(kernel, style));
    if let Some(reasoning) = &kernel.reasoning {
        out.push_str(&reasoning::render(reasoning, kernel, style.width));
    }
    for tried in words::tried(kernel) {
        out.push_str(&wrap(&clean(&tried), 2, 4, style.width));
    }
    for note in &kernel.notes {
        out.push_str(&wrap(&format!("note: {}", clean(note)), 2, 8, style.width));
    }
    out.push('\n');
}

/// All findings of a kernel: errors, then warnings with the unknowns among them, then notes. What several unknowns have in common is said
/// once.
fn findings(kernel: &KernelReport) -> Vec<Diagnostic> {
    let all = kernel.results.iter().flat_map(|result| result.diagnostics.iter().cloned()).collect();
    let mut all = one_event(all, kernel.terms());
    let mut said = BTreeSet::new();
    for (unknown, properties) in words::unknowns(&kernel.results) {
        let mut told = words::unknown(unknown, &properties, kernel.terms());
        told.notes.retain(|note| said.insert(note.clone()));
        told.help.retain(|help| said.insert(help.clone()));
        all.push(told);
    }
    // A stable sort: within a severity the order of the results stays.
    all.sort_by_key(|diagnostic| diagnostic.severity);
    all
}

/// A barrier that threads do not reach because they end is divergence, and a deadlock of those that wait for them: one finding says both.
fn one_event(mut all: Vec<Diagnostic>, terms: &Terms) -> Vec<Diagnostic> {
    let place =
        |one: &Diagnostic| one.labels.iter().find(|label| label.primary).map(|label| label.location.clone());
    let is_deadlock = |one: &Diagnostic| matches!(one.rule, Rule::DeadlockExited | Rule::DeadlockGrid);
    let Some(deadlock) = all.iter().position(is_deadlock) else { return all };
    let at = place(&all[deadlock]);
    let required = |one: &Diagnostic| match &one.facts {
        Some(Facts::Divergence(divergence)) => {
            let ended = matches!(divergence.elsewhere, Elsewhere::Exited { .. });
            ended.then(|| finding::required(divergence.rule, terms))
        }
        _ => (one.rule == Rule::DivergenceGrid).then(|| {
            let Terms { thread, grid, .. } = terms;
            format!("every {thread} of the {grid} has to reach the same {grid}-wide barriers")
        }),
    };
    let same = |one: &Diagnostic| required(one).filter(|_| place(one) == at);
    if let Some((number, required)) =
        all.iter().enumerate().find_map(|(number, one)| Some((number, same(one)?)))
    {
        let id = all[number].rule;
        all[deadlock].notes.push(format!("this is barrier divergence ({id}), too: {required}"));
        all.remove(number);
    }
    all
}

/// What the proofs depend on, each sentence once, with the properties it is about where not all share it.
fn footings(kernel: &KernelReport, style: Style) -> String {
    let proofs: Vec<(String, &Scope)> = kernel
        .results
        .iter()
        .filter_map(|result| match &result.verdict {
            Verdict::Proved { scope } => Some((result.property.name().to_owned(), scope)),
            Verdict::Unknown(unknown) => {
                let part = unknown.proved.as_ref()?;
                Some((words::part(result.property, part), &part.scope))
            }
            Verdict::Refuted { .. } => None,
        })
        .collect();
    let terms = kernel.terms();
    let by = |of: &dyn Fn(&Scope) -> Vec<String>| {
        let all = proofs
            .iter()
            .flat_map(|(name, scope)| of(scope).into_iter().map(move |text| (text, name.as_str())));
        grouped(all)
    };
    let by_names =
        grouped(by(&|scope| words::assumed(scope, terms)).into_iter().map(|(text, names)| (names, text)));
    let assumptions = by_names.into_iter().map(|(names, texts)| (words::assuming(&texts), names));
    let others = by(&|scope| words::footing(scope, terms));
    let mut out = String::new();
    for (sentence, names) in assumptions.chain(others) {
        // Of several, that it is about all of them.
        let all = names.len() > 1 && names.len() == proofs.len();
        let subject = if all { "all that is proved".to_owned() } else { words::list(&names) };
        out.push_str(&wrap(&format!("{subject}: {}", clean(&sentence)), 2, 4, style.width));
    }
    out
}

/// The values of each key, in the order in which they come.
fn grouped<K: PartialEq, V>(all: impl Iterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in all {
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Does a proof not hold for some inputs of its launch, or leave something out?
fn is_limited(report: &Report) -> bool {
    report.kernels.iter().flat_map(|kernel| &kernel.results).any(|result| match &result.verdict {
        Verdict::Proved { scope } => !scope.is_whole(),
        _ => false,
    })
}

fn closing(report: &Report, paint: Paint) -> String {
    let tally = report.tally();
    let exit = report.exit_code();
    let mut parts = Vec::new();
    let mut part = |n: usize, text: String| {
        if n > 0 {
            parts.push(text);
        }
    };
    let errors = report.errors.len();
    let noun = if errors == 1 { "error" } else { "errors" };
    part(errors, paint.severity(Severity::Error, &format!("{errors} {noun} in the input")));
    part(tally.refuted, paint.verdict("refuted", &format!("{} refuted", tally.refuted)));
    part(tally.proved, paint.verdict("proved", &format!("{} proved", tally.proved)));
    part(tally.unknown, paint.verdict("unknown", &format!("{} unknown", tally.unknown)));
    if parts.is_empty() {
        parts.push("nothing asked".to_owned());
    }
    // After a table that counts kernels.
    if report.kernels.len() > 1 {
        parts[0].insert_str(0, "properties: ");
    }
    let leaves = |result: &PropertyResult| matches!(&result.verdict, Verdict::Unknown(u) if u.rule == Rule::UnknownOutOfBounds);
    let is_in_bounds = |kernel: &KernelReport| {
        let proved = |one: &PropertyResult| {
            one.property == Property::Bounds && matches!(one.verdict, Verdict::Proved { .. })
        };
        kernel.results.iter().any(proved)
    };
    let refuted = || {
        report.kernels.iter().flat_map(|k| &k.results).filter_map(|result| match result.verdict {
            Verdict::Refuted { findings, .. } => Some((result.property, findings)),
            _ => None,
        })
    };
    let removable = words::removable(refuted());
    let meaning = match exit {
        ExitCode::Refuted if refuted().all(|(property, _)| property == Property::RedundantBarrier) => {
            &removable
        }
        ExitCode::Unknown
            if report.kernels.iter().any(|k| k.results.iter().any(leaves) && !is_in_bounds(k)) =>
        {
            "an access is or may be out of bounds, so not everything is proved"
        }
        ExitCode::Unknown
            if report.kernels.iter().flat_map(|k| &k.tried).any(|one| !one.refuted.is_empty()) =>
        {
            "a bug was found at a size that was tried, which may be one that is never launched"
        }
        ExitCode::Proved if is_limited(report) => "everything asked is proved, with exceptions or conditions",
        _ => exit.meaning(),
    };
    let left_out = report.left_out();
    let left_out =
        if left_out.is_empty() { String::new() } else { format!("; not asked: {}", words::list(&left_out)) };
    format!("{}: {meaning}{left_out} (exit code {})\n", parts.join(", "), exit.code())
}
