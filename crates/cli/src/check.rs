//! `raddle check`: every kernel of every file, one report.

use crate::args::Check;
use crate::live::Live;
use crate::many::plan::Job;
use crate::many::worker::{self, Line, Outcome, options_of};
use crate::many::{self, Plan};
use crate::stop;
use raddle_report::graph::Graph;
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
            let code = locked(&live).end(true);
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
            let (outcome, graphs) = here(job, &doing, &mut told);
            if let Some(mut live) = now() {
                live.done(at, outcome, graphs);
            }
        }
    } else {
        let told = |at: usize, line: Line| {
            if let Some(mut live) = now() {
                live.told(at, line);
            }
        };
        let done = |at: usize, outcome: Outcome| {
            if let Some(mut live) = now() {
                live.done(at, outcome, Vec::new());
            }
        };
        many::run(&jobs, check, &told, &done);
    }
    let code = now().and_then(|mut live| live.end(false));
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

/// A check in this process.
fn here(job: &Job, doing: &dyn Fn(&str), told: &mut dyn FnMut(Line)) -> (Outcome, Vec<Option<Graph>>) {
    let start = Instant::now();
    let Some(options) = options_of(job) else {
        return (worker::crashed(&job.file, "its options do not parse"), Vec::new());
    };
    match worker::check(&job.file, &options, doing, &mut |_| false, told) {
        Some((mut checked, times)) => {
            let graphs = std::mem::take(&mut checked.graphs);
            (worker::outcome(checked, times, start), graphs)
        }
        None => (worker::crashed(&job.file, "nothing was known of it"), Vec::new()),
    }
}
