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
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

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
    /// The kernel of this number is done, from 0, among those that were left once the file was read.
    Kernel(usize, Box<Part>),
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

impl Part {
    /// What is new of a file or of a kernel: with those of `texts` that it shows lines of, but for what was `said`.
    fn of<'a>(
        checked: &Checked,
        texts: impl IntoIterator<Item = (&'a String, &'a String)>,
        said: &mut BTreeSet<String>,
        time: Duration,
    ) -> Self {
        let files = files_of(&checked.report);
        let is_new = |(file, _): &(&String, &String)| files.contains(*file) && said.insert((*file).clone());
        let sources =
            texts.into_iter().filter(is_new).map(|(file, text)| (file.clone(), text.clone())).collect();
        let (report, graphs) = (checked.report.clone(), checked.graphs.clone());
        Self { report, sources, seconds: time.as_secs_f64(), graphs }
    }
}

/// Checks a file, some number of its kernels at once, and tells what comes of each; nothing if the result `is_known` once the file is read.
pub fn check(
    file: &Path,
    (options, at_once): (&Options, NonZero<usize>),
    doing: &dyn Fn(&str),
    is_known: &mut dyn FnMut(&Input) -> bool,
    told: &mut dyn FnMut(Line),
) -> Option<(Checked, Vec<f64>)> {
    doing(&format!("reading {}", file.display()));
    let start = Instant::now();
    let mut session = Session::open(file, options);
    if session.input().is_some_and(is_known) {
        return None;
    }
    let mut said = BTreeSet::new();
    let read = session.so_far();
    let texts = read.sources.clone();
    let part = Part::of(read, &texts, &mut said, start.elapsed());
    told(Line::Read(Box::new(Read { part, left: session.unreached(), missing: named(&read.missing) })));
    let mut times = BTreeMap::new();
    session.go_on(at_once, &mut |event| match event {
        Event::Started { kernel } => doing(&format!("checking {kernel}")),
        Event::Done { nth, kernel, time } => {
            if !kernel.report.kernels.is_empty() {
                times.insert(nth, time.as_secs_f64());
            }
            let part = Part::of(kernel, texts.iter().chain(&kernel.sources), &mut said, time);
            told(Line::Kernel(nth, Box::new(part)));
        }
    });
    Some((session.finish(), times.into_values().collect()))
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
