//! The table of a run over many files: for each kernel its launch, its verdicts, and how long its file took.

use super::Style;
use super::paint::{Paint, clean};
use super::table::shorten;
use crate::model::property::Property;
use crate::model::report::{KernelReport, Report};

/// One check of a file, with what is not in the report because it differs from run to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The file.
    pub file: String,
    /// How many kernels of the report are its; they follow those of the rows before.
    pub kernels: usize,
    /// Whether something is wrong in the input.
    pub failed: bool,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was done by an earlier run.
    pub cached: bool,
}

/// A run over many files.
#[derive(Clone, Copy, Debug)]
pub struct Many<'a> {
    /// The checks, in the order of the report's kernels.
    pub rows: &'a [Row],
    /// Only the table, not each kernel.
    pub summary: bool,
}

/// The least columns for a text that is shortened.
const LEAST: usize = 12;

/// The table, with a line of totals.
pub(super) fn table(report: &Report, rows: &[Row], paint: Paint, style: Style) -> String {
    let results = || report.kernels.iter().flat_map(|kernel| &kernel.results);
    let asked: Vec<Property> = Property::ALL
        .into_iter()
        .filter(|property| results().any(|result| result.property == *property))
        .collect();
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut kernels = report.kernels.iter();
    for row in rows {
        let mine: Vec<&KernelReport> = kernels.by_ref().take(row.kernels).collect();
        let time = if row.cached { "cached".to_owned() } else { format!("{:.1} s", row.seconds) };
        let none = (mine.is_empty() && row.failed).then(|| Line {
            texts: [clean(&row.file), "-".to_owned(), "error".to_owned()],
            kernel: None,
            time: time.clone(),
        });
        lines.extend(none);
        for (number, kernel) in mine.into_iter().enumerate() {
            let launch = match kernel.tried.is_empty() {
                true => short(&kernel.launch.to_string()),
                false => "not given".to_owned(),
            };
            lines.push(Line {
                texts: [clean(&row.file), clean(&kernel.name), clean(&launch)],
                kernel: Some(kernel),
                // The time is that of the file.
                time: if number == 0 { time.clone() } else { "\"".to_owned() },
            });
        }
    }
    let heads = ["file", "kernel", "launch"];
    let mut widths = [0, 1, 2].map(|column| {
        let texts = lines.iter().map(|line| line.texts[column].chars().count());
        texts.max().unwrap_or(0).max(heads[column].len())
    });
    let columns: usize = asked.iter().map(|property| property.name().len().max(7) + 2).sum();
    // Two spaces before each column; the time has eight.
    let room = style.width.saturating_sub(3 * 2 + columns + 2 + 8);
    while widths.iter().sum::<usize>() > room
        && let Some(widest) = widths.iter_mut().max().filter(|width| **width > LEAST)
    {
        *widest -= 1;
    }
    let [file, kernel, launch] = widths;
    let mut head = format!("  {:file$}  {:kernel$}  {:launch$}", "file", "kernel", "launch");
    for property in &asked {
        head.push_str(&format!("  {:7}", property.name()));
    }
    head.push_str(&format!("  {:>8}", "time"));
    let mut out = format!("{}\n", paint.dim(&head));
    for line in &lines {
        for (text, width) in line.texts.iter().zip(widths) {
            out.push_str(&format!("  {:width$}", shorten(text, width)));
        }
        for property in &asked {
            let word = line.verdict(*property);
            let column = property.name().len().max(7);
            out.push_str("  ");
            out.push_str(&paint.verdict(word, word));
            out.push_str(&" ".repeat(column - word.len()));
        }
        out.push_str(&format!("  {:>8}\n", line.time));
    }
    out.push('\n');
    out.push_str(&totals(report, rows));
    out
}

/// `128, grid 4` in place of `block 128, grid 4, every CTA`.
fn short(launch: &str) -> String {
    let launch = launch.strip_prefix("block ").unwrap_or(launch);
    launch.replacen(", every CTA", "", 1)
}

struct Line<'r> {
    texts: [String; 3],
    kernel: Option<&'r KernelReport>,
    time: String,
}

impl Line<'_> {
    fn verdict(&self, property: Property) -> &'static str {
        let mut results = self.kernel.iter().flat_map(|kernel| &kernel.results);
        results.find(|result| result.property == property).map_or("-", |result| result.verdict.word())
    }
}

fn totals(report: &Report, rows: &[Row]) -> String {
    let counted = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut files: Vec<&str> = rows.iter().map(|row| row.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    let kernels = report.kernels.iter();
    let proved = kernels.clone().filter(|kernel| {
        let tally = kernel.tally();
        tally.proved > 0 && tally.refuted + tally.unknown == 0
    });
    let refuted = kernels.filter(|kernel| kernel.tally().refuted > 0).count();
    let proved = proved.count();
    let mut text = format!(
        "{} of {}: {proved} proved, {refuted} refuted, {} not decided",
        counted(report.kernels.len(), "kernel", "kernels"),
        counted(files.len(), "file", "files"),
        report.kernels.len() - proved - refuted,
    );
    let failed = rows.iter().filter(|row| row.failed).count();
    if failed > 0 {
        text.push_str(&format!("; {} with an error", counted(failed, "check", "checks")));
    }
    let cached = rows.iter().filter(|row| row.cached).count();
    if cached > 0 {
        text.push_str(&format!("; {} from the cache", counted(cached, "check", "checks")));
    }
    let seconds: f64 = rows.iter().filter(|row| !row.cached).map(|row| row.seconds).sum();
    text.push_str(&format!("; {seconds:.1} s of checking\n"));
    text
}
