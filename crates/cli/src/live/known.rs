//! What is known of one check: what it has said, and what is left of it.

use crate::graph::NoGraph;
use crate::many::plan::Job;
use crate::many::told::{Outcome, Part, Read, crash, options_of};
use raddle_report::graph::Graph;
use raddle_report::human::Row;
use raddle_report::{Diagnostic, KernelReport, Report, Rule, Unknown, Verdict, words};

/// What is known of a check.
pub struct Known {
    pub job: Job,
    command: String,
    is_part: bool,
    /// What is known by now.
    pub so_far: Outcome,
    /// The graph of each kernel of the report.
    pub graphs: Vec<Result<Graph, NoGraph>>,
    /// The kernels that were left once the file was read; nothing before that.
    left: Option<Vec<One>>,
    /// How many kernels there are, and how many are done.
    pub all: usize,
    pub count: usize,
    /// Has it ended?
    pub is_done: bool,
    /// The how many'th it was of those that are complete.
    pub number: Option<usize>,
}

/// A kernel of a check.
enum One {
    /// It is not done; its report, if the run is stopped.
    Left(Box<KernelReport>),
    /// It is done, but one that comes before it is not.
    Done(Box<Part>),
    /// It is in the report, and so are those that come before it.
    Reported,
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
            count: 0,
            is_done: false,
            number: None,
        }
    }

    /// Its file is read.
    pub fn read(&mut self, read: Read) {
        let Read { part, left, missing } = read;
        self.count = part.report.kernels.len();
        self.all = self.count + left.len();
        self.left = Some(left.into_iter().map(|kernel| One::Left(Box::new(kernel))).collect());
        self.so_far.missing = missing;
        self.merge(part);
    }

    /// The kernel of this number is done, among those that were left; its name.
    pub fn add(&mut self, nth: usize, part: Box<Part>) -> String {
        let one = self.left.as_mut().and_then(|left| left.get_mut(nth));
        let before = one.map(|one| std::mem::replace(one, One::Done(part)));
        self.count += 1;
        while let Some(part) = self.next_done() {
            self.merge(part);
        }
        match before {
            Some(One::Left(kernel)) => kernel.name,
            _ => String::new(),
        }
    }

    /// What came of the kernel that comes next in the report, if it is done.
    fn next_done(&mut self) -> Option<Part> {
        let one = self.left.iter_mut().flatten().find(|one| !matches!(one, One::Reported))?;
        match std::mem::replace(one, One::Reported) {
            One::Done(part) => Some(*part),
            before => {
                *one = before;
                None
            }
        }
    }

    fn merge(&mut self, part: Part) {
        self.so_far.times.extend(part.report.kernels.iter().map(|_| part.seconds));
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
        self.leave(not_finished);
        self.so_far.report.errors.push(error);
    }

    /// Is everything said?
    pub fn is_complete(&self) -> bool {
        self.is_done || self.left.is_some() && self.count == self.all
    }

    /// The run is stopped: what is left is reported as unknown.
    pub fn stop(&mut self) {
        match options_of(&self.job) {
            _ if self.left.is_some() => self.leave(|kernel| kernel),
            Some(options) => {
                let kernels = raddle::unreached(&self.job.file, &options).into_iter();
                self.left = Some(kernels.map(|kernel| One::Left(Box::new(kernel))).collect());
                self.leave(|kernel| kernel);
            }
            None => self.crashed(*crash(&self.job.file, "its options do not parse")),
        }
    }

    /// Reports the kernels that were not checked, each after those that come before it.
    fn leave(&mut self, report: impl Fn(KernelReport) -> KernelReport) {
        for one in self.left.take().into_iter().flatten() {
            match one {
                One::Left(kernel) => {
                    self.graphs.push(Err(NoGraph::Unchecked));
                    self.so_far.report.kernels.push(report(*kernel));
                }
                One::Done(part) => self.merge(*part),
                One::Reported => {}
            }
        }
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
