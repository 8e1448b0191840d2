//! What a user may want besides verdicts: sizes and costs (`--stats`), and the barrier dependence graph (`--graph`).
//!
//! An [`Observer`] is handed along the check of a file or of a kernel. What is not asked for costs nothing, and no clock is read.

use raddle_lockstep::prove::Tally;
use raddle_report::graph::Graph;
use raddle_report::{Questions, Sizes, Stage, StageName};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Collects what is asked for.
#[derive(Debug, Default)]
pub struct Observer {
    stats: bool,
    graph: Option<usize>,
    /// When the check of the kernel began.
    began: Option<Instant>,
    seen: Mutex<Seen>,
}

/// What was seen.
#[derive(Debug, Default)]
pub struct Seen {
    /// What was done, by first time; of one name together.
    pub stages: Vec<Stage>,
    /// Of the CTA that was analysed last.
    pub sizes: Option<Sizes>,
    /// How often a CTA was run.
    pub runs: u64,
    /// What was asked about two threads.
    pub questions: Option<Questions>,
    /// The graph of the first CTA with something wrong in it, or else of the first.
    pub graph: Option<Graph>,
}

impl Observer {
    /// For the reading of a file.
    pub fn of_file(stats: bool) -> Self {
        Self { stats, ..Self::default() }
    }

    /// For the check of a kernel that begins now; with graphs of this many dynamic barriers.
    pub fn of_kernel(stats: bool, graph: Option<usize>) -> Self {
        Self { stats, graph, began: stats.then(Instant::now), seen: Mutex::default() }
    }

    /// For a look that is taken at the same time, and may turn out not to be needed.
    pub fn beside(&self) -> Self {
        Self { stats: self.stats, ..Self::default() }
    }

    /// Adds what such a look has seen; its time is not added, as it was spent beside that of others.
    pub fn take(&self, beside: &Self) {
        let (mut seen, beside) = (self.seen(), beside.seen());
        seen.runs += beside.runs;
        seen.questions = sum(seen.questions, beside.questions);
        seen.sizes = beside.sizes.or(seen.sizes);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something, and adds what it costs to a stage.
    pub fn measure<T>(&self, stage: StageName, act: impl FnOnce() -> T) -> T {
        if !self.stats {
            return act();
        }
        let began = Instant::now();
        let result = act();
        self.add(stage, began.elapsed());
        result
    }

    fn add(&self, stage: StageName, time: Duration) {
        let mut seen = self.seen();
        seen.runs += u64::from(stage == StageName::Run);
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let peak_memory = peak_memory();
        match seen.stages.iter_mut().find(|known| known.stage == stage) {
            Some(known) => {
                known.microseconds = known.microseconds.saturating_add(microseconds);
                known.peak_memory = peak_memory;
            }
            None => seen.stages.push(Stage { stage, microseconds, peak_memory }),
        }
    }

    /// Analyses thread programs, and adds what the parts cost to their stages.
    pub fn analyse(&self, act: impl FnOnce() -> raddle_sync::Analysis) -> raddle_sync::Analysis {
        if !self.stats {
            return act();
        }
        let began = Instant::now();
        let analysis = act();
        let raddle_sync::Statistics { reuse, races, .. } = analysis.statistics;
        let ordering = began.elapsed().saturating_sub(reuse + races);
        for (stage, time) in
            [(StageName::Ordering, ordering), (StageName::Reuse, reuse), (StageName::Races, races)]
        {
            self.add(stage, time);
        }
        analysis
    }

    /// Adds what was asked about two threads.
    pub fn questions(&self, asked: Tally) {
        let [all, solved, of_reach] = [asked.all, asked.solved, asked.of_reach].map(|n| n as u64);
        let new = Questions { asked: all, solver: solved, of_reach };
        let mut seen = self.seen();
        seen.questions = sum(seen.questions, Some(new));
    }

    /// Remembers how large a CTA is.
    pub fn sizes(&self, analysis: &raddle_sync::Analysis) {
        if !self.stats {
            return;
        }
        let of = &analysis.statistics;
        let searched = matches!(analysis.races, raddle_sync::RaceVerdict::Decided(_));
        self.seen().sizes = Some(Sizes {
            threads: of.threads,
            classes: of.classes,
            dynamic_barriers: of.dynamic_barriers,
            shared_addresses: searched.then_some(of.sizes.shared_locations),
            commands: of.commands,
            accesses: of.accesses,
            merged_accesses: searched.then_some(of.sizes.merged),
        });
    }

    /// With how many dynamic barriers a graph is to be drawn, if one is wanted.
    pub fn graph_limit(&self) -> Option<usize> {
        self.graph
    }

    /// Keeps a graph, unless one of another CTA is of more interest.
    pub fn keep(&self, graph: Graph) {
        let mut seen = self.seen();
        let known = &mut seen.graph;
        let better = |old: &Graph| old.launch == graph.launch || (graph.is_bad() && !old.is_bad());
        if known.as_ref().is_none_or(better) {
            *known = Some(graph);
        }
    }

    /// All that was seen.
    pub fn into_seen(self) -> Seen {
        if let Some(began) = self.began {
            let stages = self.seen().stages.iter().map(|stage| stage.microseconds).sum();
            self.add(StageName::Rest, began.elapsed().saturating_sub(Duration::from_micros(stages)));
        }
        self.seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

fn sum(a: Option<Questions>, b: Option<Questions>) -> Option<Questions> {
    let (Some(x), Some(y)) = (a, b) else { return a.or(b) };
    let [asked, solver] = [x.asked + y.asked, x.solver + y.solver];
    Some(Questions { asked, solver, of_reach: x.of_reach + y.of_reach })
}

/// The peak memory of the process so far, in bytes, from Linux (proc(5), `VmHWM`).
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}
