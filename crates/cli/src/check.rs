//! `raddle check`: every kernel of every file, one report.

use crate::args::{Check, Format};
use crate::graph;
use crate::many::plan::Job;
use crate::many::worker::{self, Outcome};
use crate::many::{self, Plan};
use crate::output;
use clap::Parser;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_report::human::{Many, Row};
use raddle_report::{Report, human, json, sarif};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

/// Checks and prints; returns the exit code.
pub fn run(check: &Check) -> u8 {
    if let Some(build) = &check.many.worker {
        return worker::serve(check, build);
    }
    let Plan { jobs, errors, notes, sources, mut given } = many::plan(check);
    let alone = jobs.len() <= 1 && check.many.cache.is_none() && !check.many.summary;
    let mut all = All { sources, ..All::default() };
    all.report.errors = errors;
    let mut graphs = Vec::new();
    if alone || check.graph.is_some() {
        let bar = spinner();
        for (number, job) in jobs.iter().enumerate() {
            if jobs.len() > 1 {
                bar.set_prefix(format!("[{}/{}] ", number + 1, jobs.len()));
            }
            let show = |what: &str| bar.set_message(what.to_owned());
            let (outcome, more) = here(job, &show);
            given.note(&job.given, &outcome);
            all.add(job, outcome);
            graphs.extend(more);
        }
        bar.finish_and_clear();
    } else {
        let bar = progress(jobs.len());
        let outcomes = many::run(&jobs, check, &bar);
        bar.finish_and_clear();
        for (job, outcome) in jobs.iter().zip(outcomes) {
            given.note(&job.given, &outcome);
            all.add(job, outcome);
        }
    }
    let All { mut report, sources, rows } = all;
    given.report(&mut report);
    report.notes.extend(notes);
    if let Some(file) = &check.graph {
        graph::write(file, &graphs, &mut report);
    }
    let text = match check.format {
        Format::Human if alone => human::render(&report, &sources, output::style()),
        Format::Human => {
            let many = Many { rows: &rows, summary: check.many.summary };
            human::render_many(&report, &sources, output::style(), &many)
        }
        Format::Json => json::render(&report),
        Format::Sarif => sarif::render(&report),
    };
    output::print(&text);
    report.exit_code().code()
}

/// The reports of all checks as one.
struct All {
    report: Report,
    sources: BTreeMap<String, String>,
    rows: Vec<Row>,
}

impl Default for All {
    fn default() -> Self {
        let report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        Self { report, sources: BTreeMap::new(), rows: Vec::new() }
    }
}

impl All {
    /// Adds what came of a check. What several checks of one file say of the file is said once.
    fn add(&mut self, job: &Job, outcome: Outcome) {
        let Outcome { report, sources, seconds, cached, .. } = outcome;
        let file = job.file.display().to_string();
        let failed = !report.errors.is_empty();
        self.rows.push(Row { file, kernels: report.kernels.len(), failed, seconds, cached });
        add_new(&mut self.report.inputs, report.inputs);
        add_new(&mut self.report.errors, report.errors);
        self.report.kernels.extend(report.kernels);
        add_new(&mut self.report.notes, report.notes);
        self.sources.extend(sources);
        if let Some(more) = report.statistics {
            let all = self.report.statistics.get_or_insert_default();
            all.files.extend(more.files);
            all.kernels.extend(more.kernels);
        }
    }
}

fn add_new<T: PartialEq>(all: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !all.contains(&one) {
            all.push(one);
        }
    }
}

/// A check in this process.
fn here(job: &Job, progress: &dyn Fn(&str)) -> (Outcome, Vec<Option<raddle_report::graph::Graph>>) {
    let start = std::time::Instant::now();
    let words = ["raddle", "check"].into_iter().map(str::to_owned).chain(job.options.words());
    let words = words.map(std::ffi::OsString::from).chain(["--".into(), job.file.clone().into()]);
    let options = match crate::args::Cli::try_parse_from(words).map(|cli| cli.command) {
        Ok(crate::args::Command::Check(check)) => check.options(),
        _ => return (worker::crashed(&job.file, "its options do not parse"), Vec::new()),
    };
    let checked = raddle::check(&job.file, &options, progress);
    let seconds = start.elapsed().as_secs_f64();
    let (report, sources, missing) = (checked.report, checked.sources, worker::named(&checked.missing));
    (Outcome { report, sources, seconds, cached: false, warnings: Vec::new(), missing }, checked.graphs)
}

/// A spinner with what is being done, after half a second, on a terminal only.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    on_a_terminal(bar, "{spinner} {prefix}{msg} ({elapsed})")
}

/// A bar with how many checks are done.
fn progress(checks: usize) -> ProgressBar {
    let bar = ProgressBar::new(checks as u64);
    on_a_terminal(bar, "{bar:30} {pos}/{len} ({elapsed}, about {eta} more) {msg}")
}

fn on_a_terminal(bar: ProgressBar, template: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
        return bar;
    }
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
