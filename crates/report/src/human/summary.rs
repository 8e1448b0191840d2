//! The table of a run over many files: a line for each kernel, the worst first, with the command that shows it in full.

use super::Style;
use super::paint::{Paint, clean};
use crate::model::report::{KernelReport, Report};
use crate::words;
use raddle_verdict::Ctas;
use std::collections::BTreeMap;
use std::fmt;

/// One check of a file, with what is not in the report because it differs from run to run.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The file.
    pub file: String,
    /// The command that shows all of its kernels in full, for a shell.
    pub command: String,
    /// Whether that command shows more kernels than were asked for, so that a kernel has to be named.
    pub is_part: bool,
    /// How many kernels of the report belong to it; they follow those of the rows before.
    pub kernels: usize,
    /// How long each of them took, in seconds, as far as that is known.
    pub times: Vec<f64>,
    /// Whether something is wrong in the input.
    pub failed: bool,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Whether it was done by an earlier run.
    pub cached: bool,
}

/// A run over many files.
#[derive(Clone, Copy, Debug)]
pub struct Many<'a> {
    /// The checks, in the order of the report's kernels.
    pub rows: &'a [Row],
    /// Whether each kernel is shown in full above the table.
    pub in_full: bool,
}

/// The columns of a verdict, and of a time.
const VERDICT: usize = 7;
const TIME: usize = 8;

/// How bad a line is; the worst comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Error,
    Refuted,
    Unknown,
    Proved,
}

impl Rank {
    fn of(kernel: &KernelReport) -> Self {
        let tally = kernel.tally();
        match (tally.refuted, tally.unknown, tally.proved) {
            (1.., _, _) => Self::Refuted,
            (0, 0, 1..) => Self::Proved,
            _ => Self::Unknown,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Refuted => "refuted",
            Self::Unknown => "unknown",
            Self::Proved => "proved",
        }
    }

    /// The word whose colour it has.
    const fn colour(self) -> &'static str {
        if matches!(self, Self::Error) { "refuted" } else { self.word() }
    }
}

/// A line of the table.
struct Line {
    rank: Rank,
    open: Open,
    launch: String,
    time: String,
    command: String,
}

/// What is not proved: `deadlock, race; 4 unknown`.
#[derive(Clone, Default)]
struct Open {
    /// The properties that are refuted, or else those that are unknown.
    names: Vec<&'static str>,
    /// What follows them: `; 4 unknown`.
    rest: String,
}

impl Open {
    /// At most this many columns, if naming fewer properties is enough for that: `deadlock and 1 more; 4 unknown`. No word is cut.
    fn within(&self, width: usize) -> String {
        let whole = self.to_string();
        if whole.chars().count() <= width {
            return whole;
        }
        let of = |shown: usize| match self.names.len() - shown {
            0 => whole.clone(),
            more => format!("{} and {more} more{}", self.names[..shown].join(", "), self.rest),
        };
        let fits = |text: &String| text.chars().count() <= width;
        (1..self.names.len()).rev().map(of).find(fits).unwrap_or_else(|| of(self.names.len().min(1)))
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.names.join(", "), self.rest)
    }
}

/// The table, with a line of totals.
pub(super) fn table(report: &Report, rows: &[Row], paint: Paint, style: Style) -> String {
    let mut lines = lines(report, rows);
    // A stable sort: within a verdict the order of the files stays.
    lines.sort_by_key(|line| line.rank);
    // Where the command alone does not show which line is meant.
    let has_twins = has_twins(&lines);
    let launches = |line: &Line| if has_twins { line.launch.clone() } else { String::new() };
    let longest = |text: &dyn Fn(&Line) -> usize| lines.iter().map(text).max().unwrap_or(0);
    let count = |text: &str| text.chars().count();
    let command = longest(&|line| count(&line.command));
    let launch = longest(&|line| count(&launches(line)));
    let launch = if has_twins { launch.max("launch".len()) + 2 } else { 0 };
    // Nothing stands to the right of the commands: where words are too long to fit, those run over the width.
    let room = style.width.saturating_sub(2 + VERDICT + 2 + launch + TIME + 2 + 2 + command);
    let open = longest(&|line| count(&line.open.within(room))).max("not proved".len());
    let draw = |verdict: &str, what: &str, at: &str, time: &str, shown_by: &str| {
        let at = if has_twins { format!("  {at:0$}", launch - 2) } else { String::new() };
        let text = format!("  {verdict}  {what:open$}{at}  {time:>TIME$}  {shown_by}");
        text.trim_end().to_owned() + "\n"
    };
    let head = draw(&format!("{:VERDICT$}", "verdict"), "not proved", "launch", "time", "in full");
    let mut out = paint.dim(head.trim_end()) + "\n";
    for line in &lines {
        let verdict = paint.verdict(line.rank.colour(), &format!("{:VERDICT$}", line.rank.word()));
        out.push_str(&draw(&verdict, &line.open.within(room), &line.launch, &line.time, &line.command));
    }
    out.push('\n');
    out.push_str(&totals(report, rows));
    out
}

/// Does a command stand in more lines than one? Then the launches differ.
fn has_twins(lines: &[Line]) -> bool {
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    lines.iter().for_each(|line| *times.entry(&line.command).or_default() += 1);
    times.values().any(|times| *times > 1)
}

fn lines(report: &Report, rows: &[Row]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut kernels = report.kernels.iter();
    for row in rows {
        let time = |seconds: f64| if row.cached { "cached".to_owned() } else { format!("{seconds:.1} s") };
        if row.failed {
            let (launch, time, command) = (String::new(), time(row.seconds), row.command.clone());
            lines.push(Line { rank: Rank::Error, open: Open::default(), launch, time, command });
        }
        for (number, kernel) in kernels.by_ref().take(row.kernels).enumerate() {
            let (seconds, of_file) = (row.times.get(number), row.seconds);
            let seconds = seconds.copied().or((row.kernels == 1).then_some(of_file));
            let launch = match kernel.tried.is_empty() {
                true => clean(&short(kernel)),
                false => "not given".to_owned(),
            };
            lines.push(Line {
                rank: Rank::of(kernel),
                open: open(kernel),
                launch,
                time: seconds.map_or_else(|| "-".to_owned(), time),
                command: clean(&command(row, kernel, report)),
            });
        }
    }
    lines
}

/// `race; 2 unknown`, `deadlock, race`: what is refuted, or else what is unknown.
fn open(kernel: &KernelReport) -> Open {
    let names = |word: &str| -> Vec<&'static str> {
        let of = kernel.results.iter().filter(|result| result.verdict.word() == word);
        of.map(|result| result.property.name()).collect()
    };
    let (refuted, unknown) = (names("refuted"), names("unknown"));
    let text = |rest: String| Open { names: Vec::new(), rest };
    // What is unknown without a size may be proved with one.
    let no_size = || format!("no {}", kernel.terms().block_size);
    match (refuted.len(), unknown.len()) {
        (0, 0) => Open::default(),
        (0, _) if !kernel.tried.is_empty() => text(no_size()),
        (_, _) if !kernel.tried.is_empty() => Open { names: refuted, rest: format!("; {}", no_size()) },
        (0, n) if n == kernel.results.len() && n > 1 => text(format!("all {n} properties")),
        (0, _) => Open { names: unknown, rest: String::new() },
        (_, 0) => Open { names: refuted, rest: String::new() },
        (_, n) => Open { names: refuted, rest: format!("; {n} unknown") },
    }
}

/// What shows this kernel in full: the command of its file, with the kernel's name where the file has several.
fn command(row: &Row, kernel: &KernelReport, report: &Report) -> String {
    let of_file = || report.kernels.iter().filter(|other| other.file == kernel.file);
    if !row.is_part && of_file().all(|other| other.raw_name == kernel.raw_name) {
        return row.command.clone();
    }
    let is_told_apart = of_file().all(|other| other.name != kernel.name || other.raw_name == kernel.raw_name);
    let name = if is_told_apart { &kernel.name } else { &kernel.raw_name };
    format!("{} --kernel {}", row.command, words::quoted(name))
}

/// A kernel in a few words: `refuted (race; 2 unknown)`, `proved`.
#[must_use]
pub fn in_short(kernel: &KernelReport) -> String {
    let (word, open) = (Rank::of(kernel).word(), open(kernel).to_string());
    if open.is_empty() { word.to_owned() } else { format!("{word} ({open})") }
}

/// `128, grid 4` in place of `block size 128, grid 4, every block`.
fn short(kernel: &KernelReport) -> String {
    let (terms, launch) = (kernel.terms(), &kernel.launch);
    let one = (!matches!(launch.ctas, Ctas::All | Ctas::OneForAll(_))).then(|| terms.ctas(launch.ctas));
    let block = match &launch.block {
        Some(block) => block.to_string(),
        None => format!("no {} given", terms.block_size),
    };
    let grid = launch.grid.as_ref().map(|grid| terms.grid_of(grid));
    let given = launch.args.iter().chain(&launch.buffers).map(ToString::to_string);
    let parts = [block]
        .into_iter()
        .chain(grid)
        .chain(one)
        .chain(given)
        .chain(launch.required())
        .chain(launch.options.changed());
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
    use crate::model::verdict::Verdict;
    use crate::rules::Rule;
    use raddle_verdict::{Launch, Property, Scope};

    fn report() -> (Report, Vec<Row>) {
        let mut report = Report::new("1", Vec::new());
        let launch = || Launch::new([128, 1, 1], [2, 1, 1]);
        let proved = |property| PropertyResult::proved(property, Scope::every_input(&launch()));
        for (name, file) in [("fine", "fine.cu"), ("scan", "sdk/scan.cu"), ("a_kernel<int>", "sdk/scan.cu")] {
            let unknown = Unknown::new(Rule::UnknownData, "a loop bound is not known");
            let kernel = KernelReport::new(name, file, launch()).result(proved(Property::Race));
            let last = match name {
                "fine" => proved(Property::Deadlock),
                "scan" => PropertyResult::unknown(Property::Deadlock, unknown),
                _ => {
                    let verdict = Verdict::Refuted { findings: 1, pairs: None };
                    PropertyResult { property: Property::Deadlock, verdict, diagnostics: Vec::new() }
                }
            };
            report.kernels.push(kernel.result(last));
        }
        let row = |file: &str, times: &[f64], failed, cached| Row {
            file: file.to_owned(),
            command: format!("raddle check {file}"),
            is_part: false,
            kernels: times.len(),
            times: times.to_vec(),
            failed,
            seconds: 1.25,
            cached,
        };
        let rows = vec![
            row("fine.cu", &[1.25], false, false),
            row("bad.cu", &[], true, false),
            row("sdk/scan.cu", &[0.5, 0.75], false, true),
        ];
        (report, rows)
    }

    fn drawn(rows: &[Row], report: &Report) -> String {
        table(report, rows, Paint::new(false), Style::default())
    }

    #[test]
    fn the_worst_comes_first_with_the_command_that_shows_it() {
        let (report, rows) = report();
        let expected = "  verdict  not proved      time  in full
  error                   1.2 s  raddle check bad.cu
  refuted  deadlock      cached  raddle check sdk/scan.cu --kernel 'a_kernel<int>'
  unknown  deadlock      cached  raddle check sdk/scan.cu --kernel scan
  proved                  1.2 s  raddle check fine.cu

3 kernels of 3 files: 1 proved, 1 refuted, 1 not decided; 1 check with an error; 1 check from the cache; 2.5 s of checking
";
        assert_eq!(drawn(&rows, &report), expected);
        let totals = super::totals(&report, &rows[2..]);
        assert!(totals.ends_with("; 0.0 s of checking\n"), "{totals}");
    }

    #[test]
    fn properties_are_left_out_and_no_word_is_cut() {
        let open = |names: &[&'static str], rest: &str| Open { names: names.to_vec(), rest: rest.to_owned() };
        let some = open(&["deadlock", "race"], "; 4 unknown");
        assert_eq!(some.within(25), "deadlock, race; 4 unknown");
        assert_eq!(some.within(24), "deadlock and 1 more; 4 unknown");
        assert_eq!(some.within(5), "deadlock and 1 more; 4 unknown");
        let many = open(&["deadlock", "barrier-reuse", "divergence", "race"], "");
        assert_eq!(many.within(40), "deadlock, barrier-reuse and 2 more");
        assert_eq!(many.within(30), "deadlock and 3 more");
        assert_eq!(open(&["bounds"], "; 6 unknown").within(3), "bounds; 6 unknown");
        assert_eq!(open(&[], "no block size").within(3), "no block size");
    }

    #[test]
    fn a_long_command_runs_over_the_width() {
        let (report, mut rows) = report();
        rows[2].command += &" --define=A_LONG_NAME".repeat(4);
        let text = drawn(&rows, &report);
        assert!(
            text.contains("  refuted  deadlock      cached  raddle check sdk/scan.cu --define"),
            "{text}"
        );
    }

    #[test]
    fn launches_are_shown_where_they_tell_lines_apart() {
        let (mut report, mut rows) = report();
        let mut again = report.kernels[0].clone();
        again.launch = Launch::new([64, 1, 1], [2, 1, 1]);
        report.kernels.insert(1, again);
        rows.insert(1, rows[0].clone());
        let text = drawn(&rows, &report);
        assert!(text.starts_with("  verdict  not proved  launch"), "{text}");
        assert!(text.contains("  128, grid 2") && text.contains("  64, grid 2"), "{text}");
    }
}
