//! Many kernels: which checks there are ([`inputs`], [`config`], [`mod@plan`]), each as a process of its own ([`worker`]), with results that are
//! kept ([`cache`]). While it runs, a check says what it has ([`told`]).

mod cache;
mod config;
pub mod given;
pub mod inputs;
mod layer;
pub mod plan;
pub mod told;
pub mod worker;

use crate::args::{Check, Cli};
use clap::CommandFactory;
use given::AllGiven;
use layer::Layer;
use plan::{Configs, Job};
use raddle_report::Diagnostic;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use told::{Line, Outcome};

/// What is to be done.
#[derive(Default)]
pub struct Plan {
    /// The checks, in order.
    pub jobs: Vec<Job>,
    /// What is wrong with the inputs, or with a configuration; then there is nothing to do.
    pub errors: Vec<Diagnostic>,
    /// Remarks about the run.
    pub notes: Vec<String>,
    /// Texts that errors show lines of.
    pub sources: BTreeMap<String, String>,
    /// What configurations give for parameters.
    pub given: AllGiven,
    /// The options of the command line that concern each check, for a command that shows one in full.
    pub options: Vec<String>,
    /// Do these options leave out kernels?
    pub is_part: bool,
}

/// The checks of a command line.
pub fn plan(check: &Check) -> Plan {
    let matches = Cli::command().try_get_matches_from(std::env::args_os()).ok();
    let above = matches.and_then(|matches| matches.subcommand_matches("check").map(Layer::of_matches));
    let above = above.unwrap_or_default();
    let (files, mut errors) = inputs::files(&check.files);
    let mut configs = Configs::default();
    let mut jobs: Vec<Job> =
        files.iter().flat_map(|file| configs.jobs(file, check.many.config.as_deref(), &above)).collect();
    if !configs.errors.is_empty() {
        // A launch that is not read would be one that is not given.
        jobs.clear();
    }
    let mut notes = configs.idle();
    if let (Some(config), Some(file)) = (&check.many.config, configs.outside.first()) {
        let more = match configs.outside.len() {
            1 => String::new(),
            all => format!(" and {} more", all - 1),
        };
        let text = format!(
            "{} does not apply to `{}`{more}: it covers only files below its own folder",
            config.display(),
            file.display()
        );
        notes.push(text);
    }
    errors.append(&mut configs.errors);
    if jobs.len() > 1 {
        folders_of_their_own(&mut jobs);
    }
    let mut given = std::mem::take(&mut configs.given);
    let is_part = above.has("kernel") || above.has("except");
    if !is_part && check.many.partition.is_none() {
        given.complete(&files, |path| configs.get(path));
    }
    if let Some(partition) = check.many.partition {
        jobs = partition.of(jobs);
    }
    if let Some(folder) = &check.many.cache
        && let Err(error) = cache::prepare(folder)
    {
        errors.push(error);
        jobs.clear();
    }
    let sources = configs.sources;
    Plan { jobs, errors, notes, sources, given, options: of_each(check, above), is_part }
}

/// The options of the command line that concern each check, without those that say which kernels there are, and which files are written.
fn of_each(check: &Check, above: Layer) -> Vec<String> {
    let of_the_run = ["kernel", "except", "witnesses", "keep_queries", "graph"];
    let options = of_the_run.into_iter().fold(above, |options, id| options.with(id, Vec::new()));
    let config = check.many.config.iter().map(|config| format!("--config={}", config.display()));
    options.words().into_iter().chain(config).collect()
}

/// Files that checks write have the same names, so each check writes them into a folder of its own.
fn folders_of_their_own(jobs: &mut [Job]) {
    let mut times: BTreeMap<String, u32> = BTreeMap::new();
    for job in jobs {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name: String = job.file.to_string_lossy().chars().map(plain).collect();
        let time = times.entry(name.clone()).or_default();
        *time += 1;
        if *time > 1 {
            name = format!("{name}-{time}");
        }
        for id in ["witnesses", "keep_queries"] {
            let below = |folder: &String| Path::new(folder).join(&name).display().to_string();
            let values = job.options.values(id).iter().map(below).collect();
            job.options = std::mem::take(&mut job.options).with(id, values);
        }
    }
}

/// Does all checks, several at a time. `told` hears what each says, by its number, and `done` what came of it, or the error, if it broke off.
pub fn run(
    jobs: &[Job],
    check: &Check,
    told: &(dyn Fn(usize, Line) + Sync),
    done: &(dyn Fn(usize, Result<Outcome, Box<Diagnostic>>) + Sync),
) {
    let build = check.many.cache.as_deref().map(cache::build);
    let build = build.as_deref().unwrap_or("none");
    let at_once = check.at_once();
    let threads = at_once.get().min(jobs.len());
    // Where there are fewer files than checks that run at once, each file has several.
    let of_each = NonZero::new(at_once.get() / threads.max(1)).unwrap_or(NonZero::<usize>::MIN);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(at) else { break };
            done(
                at,
                worker::ask((job, of_each), check.many.cache.as_deref(), build, &mut |line| told(at, line)),
            );
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}
