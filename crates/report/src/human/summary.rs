//! The table of a run over many files: for each kernel its launch, its verdicts, and how long its file took.

use super::Style;
use super::paint::{Paint, clean};
use super::table::shorten;
use crate::model::report::{KernelReport, Report};
use crate::words;
use raddle_verdict::{Ctas, Property};

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

/// What the time takes.
const TIME: usize = 8;

/// What verdicts take where they are listed.
const LIST: usize = 30;

/// The table, with a line of totals. Where the terminal is wide enough each property has a column, else the verdicts are listed.
pub(super) fn table(report: &Report, rows: &[Row], paint: Paint, style: Style) -> String {
    let results = || report.kernels.iter().flat_map(|kernel| &kernel.results);
    let asked: Vec<Property> = Property::ALL
        .into_iter()
        .filter(|property| results().any(|result| result.property == *property))
        .collect();
    let lines = lines(report, rows);
    let heads = ["file", "kernel", "launch"];
    let mut widths = [0, 1, 2].map(|column| {
        let texts = lines.iter().map(|line| line.texts[column].chars().count());
        texts.max().unwrap_or(0).max(heads[column].len())
    });
    let columns: usize = asked.iter().map(|&property| column(property) + 2).sum();
    // Two spaces stand before each column.
    let fixed = 2 * widths.len() + 2 + TIME;
    let listed = widths.iter().sum::<usize>() + fixed + columns > style.width;
    if listed {
        let room = style.width.saturating_sub(fixed + 2 + LIST);
        while widths.iter().sum::<usize>() > room
            && let Some(widest) = widths.iter_mut().max().filter(|width| **width > LEAST)
        {
            *widest -= 1;
        }
    }
    let texts = |texts: [&str; 3]| -> String {
        let cell = |(text, width): (&str, usize)| format!("  {:width$}", shorten(text, width));
        texts.into_iter().zip(widths).map(cell).collect()
    };
    let time = |text: &str| format!("  {text:>TIME$}");
    let verdict_heads = match listed {
        true => "  verdicts".to_owned(),
        false => asked.iter().map(|&property| format!("  {:7}", property.name())).collect(),
    };
    let head = texts(heads) + &time("time") + &verdict_heads;
    let mut out = format!("{}\n", paint.dim(&head));
    for line in &lines {
        let [file, kernel, launch] = &line.texts;
        let verdicts = match (line.kernel, listed) {
            (None, _) => "  ".to_owned() + &paint.verdict("refuted", "error"),
            (Some(kernel), true) => "  ".to_owned() + &list(kernel, paint),
            (Some(kernel), false) => asked.iter().map(|&property| cell(kernel, property, paint)).collect(),
        };
        let text = texts([file, kernel, launch]) + &time(&line.time) + &verdicts;
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out.push('\n');
    out.push_str(&totals(report, rows));
    out
}

struct Line<'r> {
    texts: [String; 3],
    kernel: Option<&'r KernelReport>,
    time: String,
}

fn lines<'r>(report: &'r Report, rows: &[Row]) -> Vec<Line<'r>> {
    let mut lines = Vec::new();
    let mut kernels = report.kernels.iter();
    for row in rows {
        let time = if row.cached { "cached".to_owned() } else { format!("{:.1} s", row.seconds) };
        let file = clean(&row.file);
        if row.failed {
            let texts = [file.clone(), "-".to_owned(), "-".to_owned()];
            lines.push(Line { texts, kernel: None, time: time.clone() });
        }
        for (number, kernel) in kernels.by_ref().take(row.kernels).enumerate() {
            let launch = match kernel.tried.is_empty() {
                true => short(kernel),
                false => "not given".to_owned(),
            };
            // The time is that of the file.
            let time = if number == 0 && !row.failed { time.clone() } else { "\"".to_owned() };
            let texts = [file.clone(), clean(&kernel.name), clean(&launch)];
            lines.push(Line { texts, kernel: Some(kernel), time });
        }
    }
    lines
}

/// How wide a property's column is.
fn column(property: Property) -> usize {
    property.name().len().max(7)
}

fn cell(kernel: &KernelReport, property: Property, paint: Paint) -> String {
    let result = kernel.results.iter().find(|result| result.property == property);
    let word = result.map_or("-", |result| result.verdict.word());
    format!("  {}{}", paint.verdict(word, word), " ".repeat(column(property) - word.len()))
}

/// `race refuted, 3 proved`: what is not proved has a name, unless nothing is.
fn list(kernel: &KernelReport, paint: Paint) -> String {
    let mut parts = Vec::new();
    for word in ["refuted", "unknown", "proved"] {
        let of = kernel.results.iter().filter(|result| result.verdict.word() == word);
        let names: Vec<String> = of.map(|result| result.property.name().to_owned()).collect();
        let text = match names.len() {
            0 => continue,
            all if word == "proved" || all == kernel.results.len() => format!("{all} {word}"),
            _ => format!("{} {word}", words::list(&names)),
        };
        parts.push(paint.verdict(word, &text));
    }
    parts.join(", ")
}

/// `128, grid 4` in place of `block 128, grid 4, every block`.
fn short(kernel: &KernelReport) -> String {
    let (terms, launch) = (kernel.terms(), &kernel.launch);
    let one = (!matches!(launch.ctas, Ctas::All | Ctas::OneForAll(_))).then(|| terms.ctas(launch.ctas));
    let block = match &launch.block {
        Some(block) => block.to_string(),
        None => format!("no {} given", terms.block_size),
    };
    let grid = launch.grid.as_ref().map(|grid| terms.grid_of(grid));
    let given = launch.args.iter().chain(&launch.buffers).map(ToString::to_string);
    let parts = [block].into_iter().chain(grid).chain(one).chain(given).chain(launch.options.changed());
    parts.collect::<Vec<String>>().join(", ")
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
    // A sum of no floats is -0.
    let fresh = rows.iter().filter(|row| !row.cached);
    let seconds = fresh.fold(0.0, |sum, row| sum + row.seconds);
    text.push_str(&format!("; {seconds:.1} s of checking\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::report::PropertyResult;
    use crate::model::verdict::Unknown;
    use crate::rules::Rule;
    use raddle_verdict::{Launch, Scope};

    fn report() -> (Report, Vec<Row>) {
        let mut report = Report::new("1", Vec::new());
        for name in ["scan", "a_kernel_with_a_long_name"] {
            let launch = Launch::new([128, 1, 1], [2, 1, 1]);
            let unknown = Unknown::new(Rule::UnknownData, "a loop bound is not known");
            let scope = Scope::every_input(&launch);
            let kernel = KernelReport::new(name, "sdk/scan.cu", launch)
                .result(PropertyResult::proved(Property::Race, scope))
                .result(PropertyResult::unknown(Property::Deadlock, unknown));
            report.kernels.push(kernel);
        }
        let row = |file: &str, kernels, failed, cached| Row {
            file: file.to_owned(),
            kernels,
            failed,
            seconds: 1.25,
            cached,
        };
        let rows = vec![row("bad.cu", 0, true, false), row("sdk/scan.cu", 2, false, true)];
        (report, rows)
    }

    fn drawn(width: usize) -> String {
        let (report, rows) = report();
        table(&report, &rows, Paint::new(false), Style { width, ..Style::default() })
    }

    #[test]
    fn a_wide_table_has_a_column_for_each_property() {
        let text = drawn(120);
        assert!(text.starts_with("  file         kernel                     launch"), "{text}");
        assert!(text.contains("launch                        time  race     deadlock\n"), "{text}");
        assert!(text.contains("128, grid 2, CTA (0,0,0)    cached  proved   unknown\n"), "{text}");
        assert!(text.contains("1.2 s  error\n"), "{text}");
        assert!(text.contains("\"  proved   unknown\n"), "the time is the file's: {text}");
        let totals = "2 kernels of 2 files: 0 proved, 0 refuted, 2 not decided; 1 check with an error; 1 check from the cache; 1.2 s";
        assert!(text.contains(totals), "{text}");
        let (report, rows) = report();
        let text = super::totals(&report, &rows[1..]);
        assert!(text.ends_with("; 0.0 s of checking\n"), "{text}");
    }

    #[test]
    fn a_narrow_table_lists_what_is_not_proved() {
        let text = drawn(84);
        assert!(
            text.contains("  verdicts\n") && text.contains("cached  deadlock unknown, 1 proved\n"),
            "{text}"
        );
        assert!(text.contains("  a_ker..._name  "), "{text}");
        assert!(text.lines().take(4).all(|line| line.chars().count() <= 84), "{text}");
    }
}
