//! One check as a process of its own: a crash in it does not affect the others.
//!
//! The process is raddle itself with `--worker`. It writes [`Line`]s to standard output, the last of which is the [`Outcome`], and exits when its
//! standard input ends, which happens when its parent exits.

use super::cache::Cache;
use super::layer::Layer;
use super::plan::Job;
use crate::args::{Check, Cli};
use crate::stop;
use clap::{CommandFactory, Parser};
use raddle::{Cancel, Checked, Input, Options, Session};
use raddle_report::{Diagnostic, KernelReport, Report, Rule};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
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
    /// The time that each kernel took, where known.
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

/// A line that a check writes while it runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Line {
    /// The kernels to be checked, as reported if the run is stopped now.
    Left(Vec<KernelReport>),
    /// The next of them is done.
    Kernel(Box<Part>),
    /// The outcome, at the end.
    Whole(Box<Outcome>),
}

/// The result for one kernel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The report; none if the input is wrong.
    pub kernel: Option<KernelReport>,
    /// The sources that it quotes, except those sent before.
    pub sources: BTreeMap<String, String>,
    /// The time it took.
    pub seconds: f64,
}

/// Parameters as the options name them.
fn named(parameters: &[raddle::Key]) -> Vec<String> {
    parameters.iter().map(ToString::to_string).collect()
}

/// Checks a file and writes the result of each kernel; nothing if the result `is_known` once the file is read.
pub fn check(
    file: &Path,
    options: &Options,
    doing: &dyn Fn(&str),
    is_known: &mut dyn FnMut(&Input) -> bool,
    told: &mut dyn FnMut(Line),
) -> Option<(Checked, Vec<f64>)> {
    doing(&format!("reading {}", file.display()));
    let mut session = Session::open(file, options, &Cancel::default());
    if session.input().is_some_and(is_known) {
        return None;
    }
    told(Line::Left(session.unreached()));
    let (mut times, mut sent) = (Vec::new(), BTreeSet::new());
    while let Some(name) = session.next_kernel() {
        doing(&format!("checking {name}"));
        let start = Instant::now();
        let kernel = session.check_next().and_then(Result::ok).cloned();
        let seconds = start.elapsed().as_secs_f64();
        times.extend(kernel.as_ref().map(|_| seconds));
        let mut sources = BTreeMap::new();
        if let Some(kernel) = &kernel {
            let all = session.so_far().sources.iter();
            let files = files_of(kernel);
            let new = all.filter(|(file, _)| files.contains(*file) && sent.insert((*file).clone()));
            sources.extend(new.map(|(file, text)| (file.clone(), text.clone())));
        }
        told(Line::Kernel(Box::new(Part { kernel, sources, seconds })));
    }
    Some((session.finish(), times))
}

/// The options of a check.
pub fn options_of(job: &Job) -> Option<Options> {
    let words = ["raddle", "check"].into_iter().map(str::to_owned).chain(job.options.words());
    let words = words.map(OsString::from).chain(["--".into(), job.file.clone().into()]);
    match Cli::try_parse_from(words).ok()?.command {
        crate::args::Command::Check(check) => Some(check.options()),
        _ => None,
    }
}

/// The outcome of a check.
pub fn outcome(checked: Checked, times: Vec<f64>, start: Instant) -> Outcome {
    let Checked { report, sources, missing, .. } = checked;
    let sources = shown(&report, sources);
    let (missing, seconds) = (named(&missing), start.elapsed().as_secs_f64());
    Outcome { report, sources, seconds, times, cached: false, warnings: Vec::new(), missing }
}

/// The side of the process: checks its one file.
pub fn serve(check: &Check, build: &str) -> u8 {
    stop::leave_to_parent();
    // Whoever waits for the result holds the other end.
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(3);
    });
    let Some(file) = check.files.first() else { return 3 };
    let mut code = 0;
    let mut tell = |line: Line| match serde_json::to_string(&line) {
        Ok(text) => crate::output::print(&text),
        Err(error) => {
            eprintln!("the result cannot be written: {error}");
            code = 3;
        }
    };
    let outcome = of_file(file, check, build, &mut tell);
    tell(Line::Whole(Box::new(outcome)));
    code
}

fn of_file(file: &Path, check: &Check, build: &str, told: &mut dyn FnMut(Line)) -> Outcome {
    let start = Instant::now();
    let options = check.options();
    let words = Cli::command()
        .try_get_matches_from(std::env::args_os())
        .ok()
        .and_then(|matches| matches.subcommand_matches("check").map(Layer::of_matches))
        .unwrap_or_default()
        .words();
    // Queries are wanted as files, and a result from the cache asks none.
    let cache = check.many.cache.as_deref().filter(|_| check.keep_queries.is_none());
    let cache = cache.map(|folder| Cache::new(folder, build));
    let mut key = None;
    let mut known: Option<Outcome> = None;
    let mut warnings = Vec::new();
    let mut is_known = |input: &Input| {
        let Some(cache) = &cache else { return false };
        let found = cache.key(input, &words, &options);
        match cache.load(&found) {
            // Witnesses are wanted as files.
            Ok(outcome) => known = outcome.filter(|one| check.witnesses.is_none() || !has_witnesses(one)),
            Err(warning) => warnings.push(warning),
        }
        key = Some(found);
        known.is_some()
    };
    let Some((checked, times)) = self::check(file, &options, &|_| {}, &mut is_known, told) else {
        let known = known.map(|one| Outcome { cached: true, ..one });
        return known.unwrap_or_else(|| crashed(file, "a known result is missing"));
    };
    let mut outcome = outcome(checked, times, start);
    // What is wrong in the input may lie outside of what the key covers.
    if let (Some(cache), Some(key), true) = (&cache, &key, outcome.report.errors.is_empty()) {
        warnings.extend(cache.store(key, &outcome).err());
    }
    outcome.warnings = warnings;
    outcome
}

fn has_witnesses(outcome: &Outcome) -> bool {
    let results = outcome.report.kernels.iter().flat_map(|kernel| &kernel.results);
    results.flat_map(|result| &result.diagnostics).any(|finding| finding.witness.is_some())
}

/// Of the texts those that some place of the report lies in.
fn shown(report: &Report, mut sources: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let files = files_of(report);
    sources.retain(|file, _| files.contains(file));
    sources
}

/// The files that a report's locations name.
fn files_of(report: &impl Serialize) -> BTreeSet<String> {
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

/// The parent's side: starts the process, passes its lines on, and waits for its outcome.
pub fn ask(job: &Job, cache: Option<&Path>, build: &str, told: &mut dyn FnMut(Line)) -> Outcome {
    let start = Instant::now();
    let ended = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg("check").args(job.options.words()).arg(format!("--worker={build}"));
        if let Some(folder) = cache {
            command.arg("--cache").arg(folder);
        }
        run(command.arg("--").arg(&job.file), told)
    });
    let mut outcome = match ended {
        Ok(ended) => read(&job.file, ended),
        Err(error) => crashed(&job.file, &format!("it cannot be started: {error}")),
    };
    if !outcome.cached {
        outcome.seconds = start.elapsed().as_secs_f64();
    }
    outcome
}

/// How a process ended.
struct Ended {
    status: ExitStatus,
    /// What it wrote to standard error.
    said: String,
    /// The outcome of its check, or the last line in place of it.
    outcome: Result<Box<Outcome>, String>,
}

fn run(command: &mut Command, told: &mut dyn FnMut(Line)) -> std::io::Result<Ended> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // Held until the process has ended.
    let stdin = child.stdin.take();
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let said = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = err.map(|mut err| err.read_to_end(&mut said));
        String::from_utf8_lossy(&said).into_owned()
    });
    let mut outcome = Err("it wrote nothing".to_owned());
    for line in out.into_iter().flat_map(|out| BufReader::new(out).lines()) {
        match line.map_err(|error| error.to_string()).and_then(|line| parsed(&line)) {
            Ok(Line::Whole(whole)) => outcome = Ok(whole),
            Ok(line) => told(line),
            Err(error) => outcome = Err(error),
        }
    }
    let status = child.wait()?;
    drop(stdin);
    Ok(Ended { status, said: said.join().unwrap_or_default(), outcome })
}

fn parsed(line: &str) -> Result<Line, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

fn read(file: &Path, ended: Ended) -> Outcome {
    let Ended { status, said, outcome } = ended;
    let said = said.trim_end();
    if !status.success() {
        return crashed(file, &format!("{said}\nit ended with {status}"));
    }
    outcome.map_or_else(
        |error| crashed(file, &format!("{said}\nits result cannot be parsed: {error}")),
        |one| *one,
    )
}

/// The report of a check that broke off.
pub fn crashed(file: &Path, said: &str) -> Outcome {
    let title = format!("raddle itself failed while it checked `{}`", file.display());
    let error = Diagnostic::new(Rule::InternalCrash, title).verbatim(said.trim());
    let help =
        "this is a bug in raddle, or it ran out of memory; nothing is known about the kernels of this file";
    let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
    report.errors.push(error.help(help));
    let (sources, times, warnings, missing) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
    Outcome { report, sources, seconds: 0.0, times, cached: false, warnings, missing }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_script(script: &str) -> Outcome {
        let ended = run(Command::new("sh").args(["-c", script]), &mut |_| {}).expect("a shell");
        read(Path::new("k.cu"), ended)
    }

    #[test]
    fn a_process_that_breaks_off_is_an_error_of_its_file() {
        for (script, says) in [
            ("echo \"thread 'main' panicked at x.rs:1\" >&2; exit 101", "panicked at x.rs:1"),
            ("kill -ABRT $$", "SIGABRT"),
            ("echo '{'", "cannot be parsed"),
        ] {
            let outcome = of_script(script);
            let error = outcome.report.errors.first().expect("an error");
            assert_eq!(error.rule, Rule::InternalCrash);
            assert!(error.title.contains("`k.cu`") && format!("{error:?}").contains(says), "{error:?}");
            assert_eq!(outcome.report.exit_code().code(), 3);
        }
    }

    #[test]
    fn a_process_keeps_its_input_open_until_it_has_ended() {
        // `read` fails at the end of the input; within the second there is none.
        let script = "timeout 1 cat; test $? = 124 && exit 7";
        let ended = run(Command::new("sh").args(["-c", script]), &mut |_| {}).expect("a shell");
        assert_eq!(ended.status.code(), Some(7));
    }
}
