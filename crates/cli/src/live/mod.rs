//! A run in progress: what is known of each check, and what of it is printed. A kernel is printed as soon as it is done, and those before
//! it; where only the table is wanted, and in formats that are one document, everything is printed at the end, or when the run is stopped.

mod known;

use crate::args::{Check, Format};
use crate::graph::{self, GraphFile};
use crate::many::Plan;
use crate::many::given::AllGiven;
use crate::many::inputs::is_pattern;
use crate::many::told::{Line, Outcome};
use crate::output;
use crate::progress::{Progress, Shows};
use known::{Known, add};
use raddle_report::human::{Many, Row};
use raddle_report::{Diagnostic, Report, human, json, sarif};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A run in progress.
pub struct Live {
    format: Format,
    /// Is there one check only, which needs no table?
    is_alone: bool,
    /// Is each kernel printed in full?
    in_full: bool,
    graph: Option<GraphFile>,
    checks: Vec<Known>,
    /// What is said of the run as a whole.
    report: Report,
    sources: BTreeMap<String, String>,
    given: AllGiven,
    progress: Progress,
    /// How many checks are printed, and how many kernels of the next one.
    printed: (usize, usize),
    /// The errors that are printed.
    said: Vec<Diagnostic>,
    /// How many checks are complete.
    complete: usize,
    /// Is all printed?
    is_over: bool,
}

impl Live {
    /// A run of which nothing is done yet.
    pub fn new(check: &Check, plan: Plan, one_by_one: bool) -> Self {
        let Plan { jobs, errors, notes, sources, given, options, is_part } = plan;
        let is_alone = jobs.len() <= 1 && check.many.cache.is_none() && !check.many.summary;
        let is_named =
            |file: &PathBuf| file.is_file() || !file.is_dir() && !is_pattern(&file.to_string_lossy());
        let are_named = check.files.iter().all(is_named);
        let in_full = is_alone || check.many.full || !check.many.summary && are_named;
        let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        (report.errors, report.notes) = (errors, notes);
        let progress = Progress::new(jobs.len(), one_by_one, Shows::of(check));
        Self {
            format: check.format,
            is_alone,
            in_full,
            graph: check.graph.clone(),
            checks: jobs.into_iter().map(|job| Known::new(job, &options, is_part)).collect(),
            report,
            sources,
            given,
            progress,
            printed: (0, 0),
            said: Vec::new(),
            complete: 0,
            is_over: false,
        }
    }

    /// What is being done.
    pub fn doing(&self, what: &str) {
        self.progress.doing(what);
    }

    /// What a check says.
    pub fn told(&mut self, at: usize, line: Line) {
        let Some(known) = self.checks.get_mut(at) else { return };
        match line {
            Line::Read(read) => {
                known.read(*read);
                self.count(at);
                // There was no time to read these.
                self.show_from(at, 0);
            }
            Line::Kernel(nth, part) => {
                let verdict = part.report.kernels.first().map_or_else(|| "error".to_owned(), human::in_short);
                let seconds = part.seconds;
                let name = known.add(nth, part);
                let count = known.count;
                self.count(at);
                self.show(at, count, &format!("{name}: {verdict}, {seconds:.1} s"));
            }
            Line::Whole(_) => {}
        }
        self.print();
    }

    /// How a check ended: what came of it, or the error, if it broke off.
    pub fn done(&mut self, at: usize, outcome: Result<Outcome, Box<Diagnostic>>) {
        let Some(known) = self.checks.get_mut(at) else { return };
        let (shown, count) = (known.so_far.report.kernels.len(), known.count);
        let is_empty = known.all == 0;
        let mut failed = outcome.is_err();
        match outcome {
            Ok(outcome) => {
                self.progress.warn(&outcome.warnings);
                known.done(outcome);
            }
            Err(error) => known.crashed(*error),
        }
        self.progress.check(&known.job.file.display().to_string());
        failed |= is_empty && !known.so_far.report.errors.is_empty();
        self.count(at);
        match failed {
            true => self.show(at, count, "error"),
            false => self.show_from(at, shown),
        }
        self.print();
    }

    /// Counts a check that is complete, once.
    fn count(&mut self, at: usize) {
        let known = &mut self.checks[at];
        if known.number.is_none() && known.is_complete() {
            self.complete += 1;
            known.number = Some(self.complete);
        }
    }

    /// Shows the kernels of a check from one on, which were not checked now.
    fn show_from(&self, at: usize, first: usize) {
        let Outcome { report, cached, .. } = &self.checks[at].so_far;
        for (nth, kernel) in (1..).zip(&report.kernels).skip(first) {
            let more = if *cached { ", cached" } else { "" };
            self.show(at, nth, &format!("{}: {}{more}", kernel.name, human::in_short(kernel)));
        }
    }

    /// Shows how far the run is: `what` is said of the kernel of this number in its file.
    fn show(&self, at: usize, nth: usize, what: &str) {
        let known = &self.checks[at];
        let (number, all) = match self.checks.len() {
            1 => (nth, known.all),
            all => (known.number.unwrap_or(self.complete), all),
        };
        self.progress.line(number, all, &format!("{}: {what}", known.job.file.display()));
    }

    /// Prints what is done and comes next.
    fn print(&mut self) {
        if self.format != Format::Human || !self.in_full {
            return;
        }
        let style = output::style();
        let mut text = new_errors(&mut self.said, &self.report.errors, &self.sources);
        while let Some(known) = self.checks.get(self.printed.0) {
            let Outcome { report, sources, .. } = &known.so_far;
            let new = report.kernels.iter().skip(self.printed.1);
            text.extend(new.map(|kernel| human::kernel(kernel, sources, style)));
            self.printed.1 = report.kernels.len();
            if !known.is_done {
                break;
            }
            // After the kernels, whenever they are known: the report does not depend on time.
            text.push_str(&new_errors(&mut self.said, &report.errors, sources));
            self.printed = (self.printed.0 + 1, 0);
        }
        if !text.is_empty() {
            self.progress.print(&text);
        }
    }

    /// Prints what is left, of a run that is over or stopped; the exit code. Nothing where that was done.
    pub fn end(&mut self) -> Option<u8> {
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        self.progress.end();
        let is_cut = self.checks.iter().any(|known| !known.is_complete());
        self.checks.iter_mut().filter(|known| !known.is_done).for_each(Known::stop);
        self.print();
        let (mut report, sources, rows) = self.whole();
        if is_cut {
            report.notes.insert(0, "the run was stopped before everything was checked".to_owned());
        }
        if let Some(file) = &self.graph {
            let graphs: Vec<_> =
                self.checks.iter_mut().flat_map(|known| std::mem::take(&mut known.graphs)).collect();
            graph::write(file, &graphs, &mut report);
        }
        let style = output::style();
        let text = match self.format {
            Format::Human => {
                let many = Many { rows: &rows, in_full: self.in_full };
                let many = (!self.is_alone).then_some(&many);
                new_errors(&mut self.said, &report.errors, &sources) + &human::ending(&report, style, many)
            }
            Format::Json => json::render(&report),
            Format::Sarif => sarif::render(&report),
        };
        output::print(&text);
        Some(report.exit_code().code())
    }

    /// The reports of all checks as one, with the texts that it shows lines of, and a row for each check.
    fn whole(&mut self) -> (Report, BTreeMap<String, String>, Vec<Row>) {
        let (mut report, mut sources) = (self.report.clone(), self.sources.clone());
        let notes = std::mem::take(&mut report.notes);
        let mut rows = Vec::new();
        for known in &mut self.checks {
            let outcome = std::mem::replace(&mut known.so_far, Outcome::nothing());
            self.given.note(&known.job.given, &outcome);
            rows.push(known.row(&outcome));
            add(&mut report, outcome.report);
            sources.extend(outcome.sources);
        }
        self.given.report(&mut report);
        report.notes.extend(notes);
        (report, sources, rows)
    }
}

/// Errors that are not printed yet, as text.
fn new_errors(
    said: &mut Vec<Diagnostic>,
    errors: &[Diagnostic],
    sources: &BTreeMap<String, String>,
) -> String {
    let new: Vec<Diagnostic> = errors.iter().filter(|error| !said.contains(error)).cloned().collect();
    let text = human::errors(&new, sources, output::style());
    said.extend(new);
    text
}
