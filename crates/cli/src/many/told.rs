//! What a check says: part by part while it runs, and all of it at the end.

use super::plan::Job;
use crate::args::{Cli, Command};
use clap::Parser;
use raddle::{Checked, Event, Input, Options, Session};
use raddle_report::graph::Graph;
use raddle_report::{Diagnostic, KernelReport, Report, Rule};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

/// What came of a check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// Texts that it shows lines of, by file name.
    pub sources: BTreeMap<String, String>,
    /// How long the check took, compilation included.
    pub seconds: f64,
    /// How long each kernel took, as far as that is known.
    #[serde(default)]
    pub times: Vec<f64>,
    /// Was it done earlier?
    #[serde(default)]
    pub cached: bool,
    /// What to tell of the cache.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The parameters that no kernel has, of those that a kernel need not have.
    #[serde(default)]
    pub missing: Vec<String>,
}

/// What a check says while it runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Line {
    /// The file is read.
    Read(Box<Read>),
    /// The next of its kernels is done.
    Kernel(Box<Part>),
    /// All of it, at the end.
    Whole(Box<Outcome>),
}

/// What is known once a file is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Read {
    /// What is said of the file.
    pub part: Part,
    /// The kernels that are to be checked, as they are reported if the run is stopped now.
    pub left: Vec<KernelReport>,
    /// The parameters that no kernel has, of those that a kernel need not have.
    pub missing: Vec<String>,
}

/// What is new since the line before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// What is added to the report. A kernel that cannot be checked adds errors, if they were not said before.
    pub report: Report,
    /// The texts that it shows lines of, without those that came before.
    pub sources: BTreeMap<String, String>,
    /// How long it took.
    pub seconds: f64,
    /// The graph of each kernel of the report, within this process: graphs are written by the one that checks.
    #[serde(skip)]
    pub graphs: Vec<Option<Graph>>,
}

impl Outcome {
    /// Of a check of which nothing is known yet.
    pub fn nothing() -> Self {
        Self {
            report: Report::new(env!("CARGO_PKG_VERSION"), Vec::new()),
            sources: BTreeMap::new(),
            seconds: 0.0,
            times: Vec::new(),
            cached: false,
            warnings: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Of a check that is done.
    pub fn of(checked: Checked, times: Vec<f64>, start: Instant) -> Self {
        let Checked { report, mut sources, missing, .. } = checked;
        let files = files_of(&report);
        sources.retain(|file, _| files.contains(file));
        let (missing, seconds) = (named(&missing), start.elapsed().as_secs_f64());
        Self { report, sources, seconds, times, missing, ..Self::nothing() }
    }
}

/// How much of a check is said.
#[derive(Default)]
struct Said {
    kernels: usize,
    errors: usize,
    statistics: usize,
    sources: BTreeSet<String>,
}

impl Said {
    /// What is known of the file.
    fn read(&mut self, session: &Session, seconds: f64) -> Read {
        let so_far = session.so_far();
        let mut part = self.part(so_far, seconds);
        part.report.inputs.clone_from(&so_far.report.inputs);
        part.report.notes.clone_from(&so_far.report.notes);
        part.report.statistics.clone_from(&so_far.report.statistics);
        Read { part, left: session.unreached(), missing: named(&so_far.missing) }
    }

    /// What is new in kernels and errors.
    fn part(&mut self, so_far: &Checked, seconds: f64) -> Part {
        let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        report.kernels = rest(&so_far.report.kernels, self.kernels);
        report.errors = rest(&so_far.report.errors, self.errors);
        if let Some(all) = &so_far.report.statistics {
            let of_kernels = &mut report.statistics.get_or_insert_default().kernels;
            *of_kernels = rest(&all.kernels, self.statistics);
            self.statistics = all.kernels.len();
        }
        let graphs = rest(&so_far.graphs, self.kernels);
        (self.kernels, self.errors) = (so_far.report.kernels.len(), so_far.report.errors.len());
        let files = files_of(&report);
        let mut sources = so_far.sources.clone();
        sources.retain(|file, _| files.contains(file) && self.sources.insert(file.clone()));
        Part { report, sources, seconds, graphs }
    }
}

fn rest<T: Clone>(all: &[T], from: usize) -> Vec<T> {
    all.iter().skip(from).cloned().collect()
}

/// Checks a file, and tells what comes of each kernel; nothing if the result `is_known` once the file is read.
pub fn check(
    file: &Path,
    options: &Options,
    doing: &dyn Fn(&str),
    is_known: &mut dyn FnMut(&Input) -> bool,
    told: &mut dyn FnMut(Line),
) -> Option<(Checked, Vec<f64>)> {
    doing(&format!("reading {}", file.display()));
    let mut start = Instant::now();
    let mut session = Session::open(file, options);
    if session.input().is_some_and(is_known) {
        return None;
    }
    let (mut said, mut times) = (Said::default(), Vec::new());
    told(Line::Read(Box::new(said.read(&session, start.elapsed().as_secs_f64()))));
    session.go_on(&mut |event| match event {
        Event::Started { kernel } => {
            doing(&format!("checking {kernel}"));
            start = Instant::now();
        }
        Event::Done { done, so_far } => {
            let seconds = start.elapsed().as_secs_f64();
            times.extend(done.report.map(|_| seconds));
            told(Line::Kernel(Box::new(said.part(so_far, seconds))));
        }
    });
    Some((session.finish(), times))
}

/// The options of a check.
pub fn options_of(job: &Job) -> Option<Options> {
    let words = ["raddle", "check"].into_iter().map(str::to_owned).chain(job.options.words());
    let words = words.map(OsString::from).chain(["--".into(), job.file.clone().into()]);
    match Cli::try_parse_from(words).ok()?.command {
        Command::Check(check) => Some(check.options()),
        _ => None,
    }
}

/// The error of a check that broke off.
pub fn crash(file: &Path, said: &str) -> Box<Diagnostic> {
    let title = format!("raddle itself failed while it checked `{}`", file.display());
    let help = "this is a bug in raddle, or it ran out of memory; the kernels of this file that it had not finished are unknown";
    Box::new(Diagnostic::new(Rule::InternalCrash, title).verbatim(said.trim()).help(help))
}

/// Parameters as the options name them.
fn named(parameters: &[raddle::Key]) -> Vec<String> {
    parameters.iter().map(ToString::to_string).collect()
}

/// The files that places of a report lie in.
fn files_of(report: &Report) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    places(&serde_json::to_value(report).unwrap_or_default(), &mut files);
    files
}

fn places(value: &Value, files: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| places(item, files)),
        Value::Object(members) => {
            if let (Some(Value::String(file)), Some(_)) = (members.get("file"), members.get("line")) {
                files.insert(file.clone());
            }
            members.values().for_each(|member| places(member, files));
        }
        _ => {}
    }
}
