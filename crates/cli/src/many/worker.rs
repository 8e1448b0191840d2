//! One check as a process of its own: what goes wrong in it ends no other one.
//!
//! The process is raddle itself with `--worker`. It writes [`Line`]s to standard output, the last of which is the [`Outcome`], and goes when its
//! standard input ends: that is when whoever started it is no more.

use super::cache::Cache;
use super::layer::Layer;
use super::plan::Job;
use super::told::{self, Line, Outcome, crash};
use crate::args::{Check, Cli};
use crate::{output, stop};
use clap::CommandFactory;
use raddle::Input;
use raddle_compile::Kept;
use raddle_report::Diagnostic;
use std::io::{BufRead, BufReader, Read};
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

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
        Ok(text) => output::print(&text),
        Err(error) => {
            output::tell(&format!("the result cannot be written: {error}"));
            code = 3;
        }
    };
    let Some(outcome) = of_file(file, check, build, &mut tell) else {
        output::tell("a known result is missing");
        return 3;
    };
    tell(Line::Whole(Box::new(outcome)));
    code
}

fn of_file(file: &Path, check: &Check, build: &str, told: &mut dyn FnMut(Line)) -> Option<Outcome> {
    let start = Instant::now();
    let mut options = check.options();
    if let Some(folder) = &check.many.cache {
        options.compile.kept = Some(Kept { folder: folder.clone(), build: build.to_owned() });
    }
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
    let Some((checked, times)) = told::check(file, (&options, check.at_once()), &|_| {}, &mut is_known, told)
    else {
        return known.map(|one| Outcome { cached: true, ..one });
    };
    let mut outcome = Outcome::of(checked, times, start);
    // What is wrong in the input may lie outside of what the key covers.
    if let (Some(cache), Some(key), true) = (&cache, &key, outcome.report.errors.is_empty()) {
        warnings.extend(cache.store(key, &outcome).err());
    }
    outcome.warnings = warnings;
    Some(outcome)
}

fn has_witnesses(outcome: &Outcome) -> bool {
    let results = outcome.report.kernels.iter().flat_map(|kernel| &kernel.results);
    results.flat_map(|result| &result.diagnostics).any(|finding| finding.witness.is_some())
}

/// The side of the run: starts the process, for this number of kernels at once, tells what it says, and waits for its outcome.
///
/// # Errors
/// When it breaks off: what to report.
pub fn ask(
    (job, at_once): (&Job, NonZero<usize>),
    cache: Option<&Path>,
    build: &str,
    told: &mut dyn FnMut(Line),
) -> Result<Outcome, Box<Diagnostic>> {
    let start = Instant::now();
    let ended = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.arg("check").args(job.options.words()).arg(format!("--worker={build}"));
        command.arg(format!("--jobs={at_once}"));
        if let Some(folder) = cache {
            command.arg("--cache").arg(folder);
        }
        run(command.arg("--").arg(&job.file), told)
    });
    let ended = ended.map_err(|error| crash(&job.file, &format!("it cannot be started: {error}")))?;
    let mut outcome = read(&job.file, ended)?;
    if !outcome.cached {
        outcome.seconds = start.elapsed().as_secs_f64();
    }
    Ok(outcome)
}

/// How a process ended.
struct Ended {
    status: ExitStatus,
    /// What it wrote to standard error.
    said: String,
    /// What came of its check, or what its last line has in place of that.
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

fn read(file: &Path, ended: Ended) -> Result<Outcome, Box<Diagnostic>> {
    let Ended { status, said, outcome } = ended;
    let said = said.trim_end();
    if !status.success() {
        return Err(crash(file, &format!("{said}\nit ended with {status}")));
    }
    let outcome = outcome.map(|outcome| *outcome);
    outcome.map_err(|error| crash(file, &format!("{said}\nits result cannot be parsed: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_report::Rule;

    fn of_script(script: &str) -> Result<Outcome, Box<Diagnostic>> {
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
            let error = of_script(script).expect_err("an error");
            assert_eq!(error.rule, Rule::InternalCrash);
            assert!(error.title.contains("`k.cu`") && format!("{error:?}").contains(says), "{error:?}");
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
