//! What is known of one check: what it has said, and what is left of it.

use crate::graph::NoGraph;
use crate::many::plan::Job;
use crate::many::told::{Outcome, Part, Read, crash, options_of};
use raddle_report::graph::Graph;
use raddle_report::human::Row;
use raddle_report::{Diagnostic, KernelReport, Report, Rule, Unknown, Verdict, words};
use std::collections::VecDeque;

/// What is known of a check.
pub struct Known {
    pub job: Job,
    command: String,
    is_part: bool,
    /// What is known by now.
    pub so_far: Outcome,
    /// The graph of each kernel of the report.
    pub graphs: Vec<Result<Graph, NoGraph>>,
    /// The kernels that are left, as they are reported if the run is stopped; nothing before the file is read.
    left: Option<VecDeque<KernelReport>>,
    /// How many kernels there are.
    pub all: usize,
    /// Has it ended?
    pub is_done: bool,
    /// The how many'th it was of those that are complete.
    pub number: Option<usize>,
}

impl Known {
    /// Nothing yet.
    pub fn new(job: Job, options: &[String], is_part: bool) -> Self {
        let file = job.file.display().to_string();
        let words: Vec<&str> =
            ["raddle", "check", &file].into_iter().chain(options.iter().map(String::as_str)).collect();
        let command = words.into_iter().map(words::quoted).collect::<Vec<_>>().join(" ");
        Self {
            job,
            command,
            is_part,
            so_far: Outcome::nothing(),
            graphs: Vec::new(),
            left: None,
            all: 0,
            is_done: false,
            number: None,
        }
    }

    /// Its file is read.
    pub fn read(&mut self, read: Read) {
        let Read { part, left, missing } = read;
        self.all = part.report.kernels.len() + left.len();
        self.left = Some(left.into());
        self.so_far.missing = missing;
        self.merge(part);
    }

    /// The next kernel is done; its name.
    pub fn add(&mut self, part: Part) -> String {
        let next = self.left.as_mut().and_then(VecDeque::pop_front);
        if !part.report.kernels.is_empty() {
            self.so_far.times.push(part.seconds);
        }
        self.merge(part);
        next.map(|kernel| kernel.name).unwrap_or_default()
    }

    fn merge(&mut self, part: Part) {
        self.so_far.seconds += part.seconds;
        self.so_far.sources.extend(part.sources);
        self.graphs.extend(part.graphs.into_iter().map(|graph| graph.ok_or(NoGraph::NotFollowed)));
        add(&mut self.so_far.report, part.report);
    }

    /// It has ended as it should.
    pub fn done(&mut self, outcome: Outcome) {
        self.all = outcome.report.kernels.len();
        self.so_far = outcome;
        self.is_done = true;
    }

    /// It broke off. What it said before stays.
    pub fn crashed(&mut self, error: Diagnostic) {
        let left = self.left.take().unwrap_or_default();
        self.leave(left.into_iter().map(not_finished).collect());
        self.so_far.report.errors.push(error);
    }

    /// How many kernels are done.
    pub fn count(&self) -> usize {
        self.all - self.left.as_ref().map_or(0, VecDeque::len).min(self.all)
    }

    /// Is everything said?
    pub fn is_complete(&self) -> bool {
        self.is_done || self.left.as_ref().is_some_and(VecDeque::is_empty)
    }

    /// The run is stopped: what is left is reported as unknown.
    pub fn stop(&mut self) {
        match (self.left.take(), options_of(&self.job)) {
            (Some(left), _) => self.leave(left.into()),
            (None, Some(options)) => self.leave(raddle::unreached(&self.job.file, &options)),
            (None, None) => self.crashed(*crash(&self.job.file, "its options do not parse")),
        }
    }

    /// These kernels were not checked.
    fn leave(&mut self, kernels: Vec<KernelReport>) {
        self.graphs.extend(kernels.iter().map(|_| Err(NoGraph::Unchecked)));
        self.so_far.report.kernels.extend(kernels);
        self.is_done = true;
    }

    /// Its line in the table.
    pub fn row(&self, outcome: &Outcome) -> Row {
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

/// The report of a kernel that was not finished when its check broke off.
fn not_finished(mut kernel: KernelReport) -> KernelReport {
    let reason = "raddle itself failed before this kernel was finished";
    let help = "if it ran out of memory, run fewer checks at a time (`--jobs 1`)";
    for result in &mut kernel.results {
        result.verdict = Verdict::Unknown(Unknown::new(Rule::UnknownLimit, reason).help(help));
    }
    kernel
}

/// Adds one report to another. What both say of a file is said once.
pub fn add(all: &mut Report, report: Report) {
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
