//! `raddle check`: every kernel of every file, one report.

use crate::args::Check;
use crate::live::Live;
use crate::many::plan::Job;
use crate::many::told::{self, Line, Outcome, crash, options_of};
use crate::many::{self, Plan, worker};
use crate::stop;
use raddle_report::Diagnostic;
use std::num::NonZero;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Checks and prints; returns the exit code.
pub fn run(check: &Check) -> u8 {
    if let Some(build) = &check.many.worker {
        return worker::serve(check, build);
    }
    let plan: Plan = many::plan(check);
    let jobs = plan.jobs.clone();
    let one_by_one =
        jobs.len() <= 1 && check.many.cache.is_none() && !check.many.summary || check.graph.is_some();
    let live = Arc::new(Mutex::new(Live::new(check, plan, one_by_one)));
    let at_a_signal = {
        let live = Arc::clone(&live);
        move || {
            let code = locked(&live).end();
            if let Some(code) = code {
                std::process::exit(code.into());
            }
        }
    };
    // Where no handler can be set a signal ends the run at once.
    let stopped = stop::on_signal(at_a_signal).unwrap_or_default();
    // Results that arrive after the signal come from interrupted checks.
    let now = || Some(locked(&live)).filter(|_| !stopped.load(Ordering::Relaxed));
    if one_by_one {
        for (at, job) in jobs.iter().enumerate() {
            let number = if jobs.len() > 1 { format!("[{}/{}] ", at + 1, jobs.len()) } else { String::new() };
            let doing = |what: &str| {
                if let Some(live) = now() {
                    live.doing(&format!("{number}{what}"));
                }
            };
            let mut told = |line: Line| {
                if let Some(mut live) = now() {
                    live.told(at, line);
                }
            };
            let outcome = here(job, check.at_once(), &doing, &mut told);
            if let Some(mut live) = now() {
                live.done(at, outcome);
            }
        }
    } else {
        let told = |at: usize, line: Line| {
            if let Some(mut live) = now() {
                live.told(at, line);
            }
        };
        let done = |at: usize, outcome: Result<Outcome, Box<Diagnostic>>| {
            if let Some(mut live) = now() {
                live.done(at, outcome);
            }
        };
        many::run(&jobs, check, &told, &done);
    }
    let code = now().and_then(|mut live| live.end());
    code.unwrap_or_else(|| {
        // The signal thread prints and ends the process.
        loop {
            std::thread::park();
        }
    })
}

fn locked(live: &Mutex<Live>) -> MutexGuard<'_, Live> {
    live.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A check in this process, with this number of kernels at once; the error, if it cannot be done.
fn here(
    job: &Job,
    at_once: NonZero<usize>,
    doing: &dyn Fn(&str),
    told: &mut dyn FnMut(Line),
) -> Result<Outcome, Box<Diagnostic>> {
    let start = Instant::now();
    let options = options_of(job).ok_or_else(|| crash(&job.file, "its options do not parse"))?;
    let checked = told::check(&job.file, (&options, at_once), doing, &mut |_| false, told);
    let (checked, times) = checked.ok_or_else(|| crash(&job.file, "nothing was known of it"))?;
    Ok(Outcome::of(checked, times, start))
}
