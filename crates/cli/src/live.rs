//! A run in progress: what is known about each check and what has been printed. A kernel is printed as soon as it and all before
//! it are done; with the table only, and in formats that are one document, everything is printed at the end or when the run is stopped.

use crate::args::{Check, Format};
use crate::graph::{self, GraphFile};
use crate::many::Plan;
use crate::many::given::AllGiven;
use crate::many::inputs::is_pattern;
use crate::many::plan::Job;
use crate::many::worker::{Line, Outcome, Part, options_of};
use crate::output;
use crate::progress::Progress;
use raddle_report::graph::Graph;
use raddle_report::human::{Many, Row};
use raddle_report::{Diagnostic, KernelReport, Report, human, json, sarif, words};
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
    /// The report on the run as a whole.
    report: Report,
    sources: BTreeMap<String, String>,
    given: AllGiven,
    progress: Progress,
    /// The number of checks printed, and of kernels printed of the next check.
    printed: (usize, usize),
    /// The errors already printed.
    said: Vec<Diagnostic>,
    /// The number of checks done.
    done: usize,
    /// Has everything been printed?
    is_over: bool,
}

/// What is known about a check.
struct Known {
    job: Job,
    command: String,
    is_part: bool,
    kernels: Vec<KernelReport>,
    times: Vec<f64>,
    sources: BTreeMap<String, String>,
    /// The remaining kernels, as reported if the run is stopped; `None` until the file is read.
    left: Option<Vec<KernelReport>>,
    /// The number of kernels.
    all: usize,
    outcome: Option<Outcome>,
    graphs: Vec<Option<Graph>>,
}

impl Known {
    fn new(job: Job, options: &[String], is_part: bool) -> Self {
        let file = job.file.display().to_string();
        let words: Vec<&str> =
            ["raddle", "check", &file].into_iter().chain(options.iter().map(String::as_str)).collect();
        let command = words.into_iter().map(words::quoted).collect::<Vec<_>>().join(" ");
        let (kernels, times, sources, graphs) = (Vec::new(), Vec::new(), BTreeMap::new(), Vec::new());
        Self { job, command, is_part, kernels, times, sources, left: None, all: 0, outcome: None, graphs }
    }

    fn add(&mut self, part: Part) {
        if let Some(left) = self.left.as_mut().filter(|left| !left.is_empty()) {
            left.remove(0);
        }
        if let Some(kernel) = part.kernel {
            self.kernels.push(kernel);
            self.times.push(part.seconds);
        }
        self.sources.extend(part.sources);
    }

    /// Turns what is known of the check so far into its outcome, when the run is stopped.
    fn stopped(&mut self) {
        let file = &self.job.file;
        let unread =
            || options_of(&self.job).map(|options| raddle::unreached(file, &options)).unwrap_or_default();
        let left = self.left.take().unwrap_or_else(unread);
        let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        report.kernels = self.kernels.iter().cloned().chain(left).collect();
        let (sources, times) = (self.sources.clone(), self.times.clone());
        let seconds = times.iter().sum();
        let (warnings, missing) = (Vec::new(), Vec::new());
        self.graphs.resize(report.kernels.len(), None);
        self.outcome = Some(Outcome { report, sources, seconds, times, cached: false, warnings, missing });
    }
}

impl Live {
    /// A run that has not started.
    pub fn new(check: &Check, plan: Plan, one_by_one: bool) -> Self {
        let Plan { jobs, errors, notes, sources, given, options, is_part } = plan;
        let is_alone = jobs.len() <= 1 && check.many.cache.is_none() && !check.many.summary;
        let is_named =
            |file: &PathBuf| file.is_file() || !file.is_dir() && !is_pattern(&file.to_string_lossy());
        let are_named = check.files.iter().all(is_named);
        let in_full = is_alone || check.many.full || !check.many.summary && are_named;
        let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        (report.errors, report.notes) = (errors, notes);
        let progress = Progress::new(jobs.len(), one_by_one);
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
            done: 0,
            is_over: false,
        }
    }

    /// Shows the current activity.
    pub fn doing(&self, what: &str) {
        self.progress.doing(what);
    }

    /// Handles a line from a check.
    pub fn told(&mut self, at: usize, line: Line) {
        let Some(known) = self.checks.get_mut(at) else { return };
        match line {
            Line::Left(left) => {
                known.all = left.len();
                known.left = Some(left);
            }
            Line::Kernel(part) => {
                let seconds = part.seconds;
                let kernel = part.kernel.clone();
                known.add(*part);
                if let Some(kernel) = kernel {
                    self.shows(at, &kernel, Some(seconds));
                }
                self.print();
            }
            Line::Whole(_) => {}
        }
    }

    /// Handles the outcome of a check.
    pub fn done(&mut self, at: usize, outcome: Outcome, graphs: Vec<Option<Graph>>) {
        let Some(known) = self.checks.get_mut(at) else { return };
        self.progress.check(&known.job.file.display().to_string(), &outcome.warnings);
        known.graphs = graphs;
        known.all = outcome.report.kernels.len();
        let told = known.kernels.len();
        let new: Vec<KernelReport> = outcome.report.kernels.iter().skip(told).cloned().collect();
        known.outcome = Some(outcome);
        for kernel in new {
            self.shows(at, &kernel, None);
        }
        self.done += 1;
        self.print();
    }

    /// A kernel is done.
    fn shows(&self, at: usize, kernel: &KernelReport, seconds: Option<f64>) {
        let known = &self.checks[at];
        let (number, all) = match self.checks.len() {
            1 => (known.kernels.len().max(1), known.all),
            all => (self.done + 1, all),
        };
        self.progress.kernel(number.min(all), all, kernel, seconds);
    }

    /// Prints what is done and due next.
    fn print(&mut self) {
        if self.format != Format::Human || !self.in_full {
            return;
        }
        let style = output::style();
        let mut text = self.new_errors(&self.report.errors.clone(), &self.sources.clone());
        while let Some(known) = self.checks.get(self.printed.0) {
            let (kernels, sources, errors) = match &known.outcome {
                Some(outcome) => (&outcome.report.kernels, &outcome.sources, outcome.report.errors.clone()),
                None => (&known.kernels, &known.sources, Vec::new()),
            };
            let new = kernels.iter().skip(self.printed.1);
            let new: String = new.map(|kernel| human::kernel(kernel, sources, style)).collect();
            let (count, is_done, sources) = (kernels.len(), known.outcome.is_some(), sources.clone());
            text.push_str(&self.new_errors(&errors, &sources));
            text.push_str(&new);
            self.printed.1 = count;
            if !is_done {
                break;
            }
            self.printed = (self.printed.0 + 1, 0);
        }
        if !text.is_empty() {
            self.progress.print(&text);
        }
    }

    /// Errors that are not printed yet.
    fn new_errors(&mut self, errors: &[Diagnostic], sources: &BTreeMap<String, String>) -> String {
        let new: Vec<Diagnostic> =
            errors.iter().filter(|error| !self.said.contains(error)).cloned().collect();
        self.said.extend(new.iter().cloned());
        human::errors(&new, sources, output::style())
    }

    /// Prints the rest of a run that is over or `stopped` and returns the exit code; `None` if that was done before.
    pub fn end(&mut self, stopped: bool) -> Option<u8> {
        if std::mem::replace(&mut self.is_over, true) {
            return None;
        }
        self.progress.end();
        let unfinished = self.checks.iter_mut().filter(|known| known.outcome.is_none());
        unfinished.for_each(Known::stopped);
        self.print();
        let (mut report, sources, rows) = self.whole(stopped);
        if let Some(file) = &self.graph {
            let graphs: Vec<Option<Graph>> =
                self.checks.iter().flat_map(|known| known.graphs.clone()).collect();
            graph::write(file, &graphs, &mut report);
        }
        let style = output::style();
        let text = match self.format {
            Format::Human => {
                let many = Many { rows: &rows, in_full: self.in_full };
                let many = (!self.is_alone).then_some(&many);
                self.new_errors(&report.errors, &sources) + &human::ending(&report, style, many)
            }
            Format::Json => json::render(&report),
            Format::Sarif => sarif::render(&report),
        };
        output::print(&text);
        Some(report.exit_code().code())
    }

    /// Merges the reports of all checks, with the sources that it quotes and a row for each check.
    fn whole(&mut self, stopped: bool) -> (Report, BTreeMap<String, String>, Vec<Row>) {
        let (mut report, mut sources) = (self.report.clone(), self.sources.clone());
        let notes = std::mem::take(&mut report.notes);
        let mut rows = Vec::new();
        for known in &mut self.checks {
            let Some(outcome) = known.outcome.take() else { continue };
            self.given.note(&known.job.given, &outcome);
            rows.push(known.row(&outcome));
            add(&mut report, outcome.report);
            sources.extend(outcome.sources);
        }
        if stopped {
            report.notes.push("the run was stopped before everything was checked".to_owned());
        } else {
            self.given.report(&mut report);
        }
        report.notes.extend(notes);
        (report, sources, rows)
    }
}

impl Known {
    fn row(&self, outcome: &Outcome) -> Row {
        Row {
            file: self.job.file.display().to_string(),
            command: self.command.clone(),
            is_part: self.is_part,
            kernels: outcome.report.kernels.len(),
            times: outcome.times.clone(),
            failed: !outcome.report.errors.is_empty(),
            seconds: outcome.seconds,
            cached: outcome.cached,
        }
    }
}

/// Adds the report of a check. What several checks say about one file is kept once.
fn add(all: &mut Report, report: Report) {
    add_new(&mut all.inputs, report.inputs);
    add_new(&mut all.errors, report.errors);
    all.kernels.extend(report.kernels);
    add_new(&mut all.notes, report.notes);
    if let Some(more) = report.statistics {
        let statistics = all.statistics.get_or_insert_default();
        statistics.files.extend(more.files);
        statistics.kernels.extend(more.kernels);
    }
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}
