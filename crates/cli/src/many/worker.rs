//! One check as a process of its own: what goes wrong in it ends no other one.
//!
//! The process is raddle itself with `--worker`. It writes an [`Outcome`] to standard output, and goes when its standard input ends: that is
//! when whoever started it is no more.

use super::cache::Cache;
use super::layer::Layer;
use super::plan::Job;
use crate::args::{Check, Cli};
use clap::CommandFactory;
use raddle::Input;
use raddle_report::{Diagnostic, Report, Rule};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};
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

/// Parameters as the options name them.
pub fn named(parameters: &[raddle::Key]) -> Vec<String> {
    parameters.iter().map(ToString::to_string).collect()
}

/// The side of the process: checks its one file.
pub fn serve(check: &Check, build: &str) -> u8 {
    // Whoever waits for the result holds the other end.
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(3);
    });
    let Some(file) = check.files.first() else { return 3 };
    let outcome = of_file(file, check, build);
    match serde_json::to_string(&outcome) {
        Ok(text) => {
            crate::output::print(&text);
            0
        }
        Err(error) => {
            eprintln!("the result cannot be written: {error}");
            3
        }
    }
}

fn of_file(file: &Path, check: &Check, build: &str) -> Outcome {
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
    let checked = raddle::check_unless(file, &options, &|_| {}, &mut is_known);
    let Some(checked) = checked else {
        let known = known.map(|one| Outcome { cached: true, ..one });
        return known.unwrap_or_else(|| crashed(file, "a known result is missing"));
    };
    let sources = shown(&checked.report, checked.sources);
    let seconds = start.elapsed().as_secs_f64();
    let missing = named(&checked.missing);
    let report = checked.report;
    let mut outcome = Outcome { report, sources, seconds, cached: false, warnings: Vec::new(), missing };
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
    let mut files = BTreeSet::new();
    places(&serde_json::to_value(report).unwrap_or_default(), &mut files);
    sources.retain(|file, _| files.contains(file));
    sources
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

/// The side of the run: starts the process, and waits for what it says.
pub fn ask(job: &Job, cache: Option<&Path>, build: &str) -> Outcome {
    let start = Instant::now();
    let output = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg("check").args(job.options.words()).arg(format!("--worker={build}"));
        if let Some(folder) = cache {
            command.arg("--cache").arg(folder);
        }
        run(command.arg("--").arg(&job.file))
    });
    let mut outcome = match output {
        Ok(output) => read(&job.file, &output),
        Err(error) => crashed(&job.file, &format!("it cannot be started: {error}")),
    };
    if !outcome.cached {
        outcome.seconds = start.elapsed().as_secs_f64();
    }
    outcome
}

fn run(command: &mut Command) -> std::io::Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // Held until the process has ended.
    let stdin = child.stdin.take();
    let output = child.wait_with_output();
    drop(stdin);
    output
}

fn read(file: &Path, output: &Output) -> Outcome {
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return crashed(file, &format!("{}\nit ended with {}", said.trim_end(), output.status));
    }
    match serde_json::from_slice(&output.stdout) {
        Ok(outcome) => outcome,
        Err(error) => crashed(file, &format!("{}\nits result cannot be parsed: {error}", said.trim_end())),
    }
}

/// The report of a check that broke off.
pub fn crashed(file: &Path, said: &str) -> Outcome {
    let title = format!("raddle itself failed while it checked `{}`", file.display());
    let error = Diagnostic::new(Rule::InternalCrash, title).verbatim(said.trim());
    let help =
        "this is a bug in raddle, or it ran out of memory; nothing is known about the kernels of this file";
    let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
    report.errors.push(error.help(help));
    let (sources, warnings, missing) = (BTreeMap::new(), Vec::new(), Vec::new());
    Outcome { report, sources, seconds: 0.0, cached: false, warnings, missing }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_script(script: &str) -> Outcome {
        let output = run(Command::new("sh").args(["-c", script])).expect("a shell");
        read(Path::new("k.cu"), &output)
    }

    #[test]
    fn a_process_that_breaks_off_is_an_error_of_its_file() {
        for (script, says) in [
            ("echo \"thread 'main' panicked at x.rs:1\" >&2; exit 101", "panicked at x.rs:1"),
            ("kill -ABRT $$", "SIGABRT"),
            ("echo '{'", "does not parse"),
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
        let output = run(Command::new("sh").args(["-c", script])).expect("a shell");
        assert_eq!(output.status.code(), Some(7));
    }
}
