//! From a recorded run to a verdict for each property.
//!
//! What each verdict depends on, in this order:
//!
//! - the run must have ended, or be stuck for good: otherwise everything is unknown, for the run's reason;
//! - `deadlock` and `barrier-reuse` are decided on the thread programs (paper 001, figure 4);
//! - `race` is defined for well-synchronised CTAs (definition 8), so it is unknown for others;
//! - where there is a race, the programs hold for other schedules only if control does not depend on memory
//!   ([`crate::subject::taint`]): otherwise what was proved from them becomes unknown.

mod barriers;
mod bounds;
mod contracts;
mod doubts;
mod found;
mod hidden;
mod memory;
mod ordering;
mod programs;
mod races;
mod redundant;
mod scope;
mod shared;
mod unplaced;

use crate::confirm::replay::schedule::{Schedule, Show};
use crate::confirm::replay::stage::{Played, Stage};
use crate::confirm::replay::wanted::Wanted;
use crate::confirm::replay::witness;
use crate::evidence::{Evidence, Ledger, of_findings};
use crate::observe::Observer;
use crate::options::Options;
use crate::running::exec;
use crate::running::exec::Run;
use crate::subject::kernel::Kernel;
use crate::words::unknown;
use raddle_ir::Inst;
use raddle_machine::Partial;
use raddle_machine::machine::Scheduler;
use raddle_machine::outcome::Outcome;
use raddle_report::graph::Graph;
use raddle_report::{Diagnostic, Launch, Portion, Property, StageName, Unknown, Witness};
use raddle_sync::warps::Warps;
use raddle_sync::{Analysis, Stop, analyse};
use std::collections::BTreeSet;

/// Stores whose values must be known to decide whether races between them matter.
#[derive(Debug)]
pub struct WantsValues(pub BTreeSet<Inst>);

/// What is known of a run.
pub(crate) struct Judged {
    /// What it says of the properties asked.
    pub(crate) ledger: Ledger,
    /// Inputs with which there may be races.
    pub(crate) wanted: Vec<Wanted>,
}

/// What a run says of the properties asked.
///
/// # Errors
/// When the run lacks values that matter.
pub(crate) fn judge(
    kernel: &Kernel<'_>,
    run: &Run,
    domain: &Partial,
    launch: &Launch,
    options: &Options,
    properties: &[Property],
    observer: &Observer,
) -> Result<Judged, WantsValues> {
    let mut judge = Judge::new(kernel, run, domain, launch, options, observer);
    judge.decide()?;
    // If a run broke off, it is not known what it would have reached.
    if run.outcome == Outcome::Done && run.failed.is_none() {
        judge.unreached = judge.find_unreached();
    }
    if let Some(mut graph) = judge.graph.take() {
        if !matches!(judge.race, Answer::Found(_)) {
            graph.doubt_races();
        }
        observer.keep(graph);
    }
    let mut ledger = Ledger::new(properties);
    for &property in properties {
        if let Some(evidence) = judge.evidence(property) {
            ledger.record(property, evidence);
        }
    }
    Ok(Judged { ledger, wanted: judge.wanted })
}

/// What is known of a property, before it is put into a report.
#[derive(Clone)]
enum Answer {
    Proved,
    /// Findings at error level, or unreplayed ones at warning level.
    Found(Vec<Diagnostic>),
    Unknown(Unknown),
}

/// A proof that there is no race in shared memory.
#[derive(Clone, Copy, Debug)]
struct InShared {
    /// Does it need that no thread writes to some buffers in global memory?
    on_global: bool,
}

struct Judge<'a> {
    kernel: &'a Kernel<'a>,
    run: &'a Run,
    /// What the values are that were written.
    domain: &'a Partial,
    launch: &'a Launch,
    options: &'a Options,
    observer: &'a Observer,
    deadlock: Answer,
    reuse: Answer,
    divergence: Answer,
    race: Answer,
    /// That there is no race in shared memory, where this is not known of all memory.
    in_shared: Option<InShared>,
    /// The barrier dependence graph, if it is wanted.
    graph: Option<Graph>,
    /// Barriers and accesses to shared memory that no thread reached.
    unreached: Vec<raddle_report::Location>,
    /// Benign races: warnings beside a proof, with the lines for its scope.
    benign: Vec<Diagnostic>,
    /// Inputs with which there may be races.
    wanted: Vec<Wanted>,
}

impl<'a> Judge<'a> {
    fn new(
        kernel: &'a Kernel<'a>,
        run: &'a Run,
        domain: &'a Partial,
        launch: &'a Launch,
        options: &'a Options,
        observer: &'a Observer,
    ) -> Self {
        let nothing = Answer::Proved;
        Self {
            kernel,
            run,
            domain,
            launch,
            options,
            observer,
            deadlock: nothing.clone(),
            reuse: nothing.clone(),
            divergence: nothing.clone(),
            race: nothing,
            in_shared: None,
            graph: None,
            unreached: Vec::new(),
            benign: Vec::new(),
            wanted: Vec::new(),
        }
    }

    fn decide(&mut self) -> Result<(), WantsValues> {
        if let Some(unknown) = self.collectives_apart() {
            self.all_unknown(&unknown);
            return Ok(());
        }
        match &self.run.outcome {
            Outcome::Done | Outcome::Deadlock(_) => self.decide_programs()?,
            Outcome::BarrierError { error, id, warp, lanes, site } => {
                let misuse =
                    self.kernel.barrier_error(&self.run.recording, *error, *id, (*warp, *lanes), *site);
                let show = Show::BarrierError(*id);
                let witness = self.seen(&[], self.run.scheduler, show);
                self.reuse = Answer::Found(vec![
                    Diagnostic::barrier_misuse(misuse, self.kernel.terms()).witness(witness),
                ]);
                self.draw_failure(*warp, *lanes, *site);
                let unknown = unknown::barriers::misused();
                self.deadlock = Answer::Unknown(unknown.clone());
                self.race = Answer::Unknown(unknown);
            }
            outcome => {
                let unknown = unknown::of_outcome(self.kernel, outcome);
                self.all_unknown(&unknown);
            }
        }
        self.decide_divergence();
        self.decide_counts();
        self.doubt_after_a_failure();
        self.doubt_divergence();
        self.doubt_undefined();
        self.doubt_behind_waits();
        self.doubt_out_of_bounds();
        self.doubt_misaligned();
        self.doubt_after_a_race();
        self.doubt_found();
        Ok(())
    }

    fn all_unknown(&mut self, unknown: &Unknown) {
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.race, &mut self.divergence] {
            *answer = Answer::Unknown(unknown.clone());
        }
    }

    /// The analysis of thread programs, within the time that is left.
    fn analyse(&self, warps: &Warps) -> Analysis {
        self.observer.analyse(|| analyse(warps, &Stop { deadline: self.options.time.deadline }))
    }

    /// The witness of a finding that the run itself showed.
    fn seen(&self, threads: &[u32], scheduler: Scheduler, show: Show) -> Witness {
        self.witness(threads, &witness::schedule(self.kernel, scheduler, show), true)
    }

    /// Plays a schedule; its witness says whether the finding showed.
    fn replay(&self, threads: &[u32], show: Show) -> Witness {
        self.replay_seen(threads, show).0
    }

    /// The same, with what was seen.
    fn replay_seen(&self, threads: &[u32], show: Show) -> (Witness, Played) {
        let schedule = witness::schedule(self.kernel, exec::first_scheduler(&self.options.launch), show);
        let Kernel { input, function, launch, .. } = *self.kernel;
        let stage = Stage { input, function, launch, options: self.options };
        let played = self.observer.measure(StageName::Replays, || schedule.play(stage));
        (self.witness(threads, &schedule, played.shows), played)
    }

    fn witness(&self, threads: &[u32], schedule: &Schedule, replayed: bool) -> Witness {
        // A witness names the first of a crowd.
        let threads = threads.iter().take(64).map(|&t| self.kernel.thread(t)).collect();
        let (input, function) = (self.kernel.input, self.kernel.function);
        witness::make(input, function, self.launch, threads, schedule, replayed)
    }

    /// What the run says of a property: nothing of contracts and bounds that it does not see fail.
    fn evidence(&mut self, property: Property) -> Option<Evidence> {
        let answer = match property {
            Property::RedundantBarrier => return Some(self.redundant_barriers()),
            Property::Deadlock => self.deadlock.clone(),
            Property::BarrierReuse => self.reuse.clone(),
            Property::Divergence => self.divergence.clone(),
            Property::Race => self.race.clone(),
            Property::Assert | Property::Contract => self.contracts(property)?,
            Property::Bounds => self.bounds()?,
            _ => Answer::Unknown(unknown::no_method(property)),
        };
        let mut benign =
            if property == Property::Race { std::mem::take(&mut self.benign) } else { Vec::new() };
        // What is written may have been read where threads race.
        if !matches!(answer, Answer::Proved) {
            benign = benign.into_iter().map(|one| one.equal_in_one_run(self.kernel.terms())).collect();
        }
        Some(match answer {
            Answer::Proved => {
                Evidence::Proved { scope: self.scope(property, &benign, None), remarks: benign }
            }
            Answer::Unknown(unknown) => {
                let part = self.in_shared.filter(|_| property == Property::Race);
                let scope = part.map(|part| self.scope(property, &benign, Some(part)));
                let gap = match scope {
                    Some(scope) => unknown.but_proved(Portion::Shared, scope),
                    None => unknown,
                };
                // What is ordered through memory may never happen at the same time.
                let remarks = if self.waits_in_memory().is_some() { Vec::new() } else { benign };
                Evidence::Open { gap, remarks }
            }
            Answer::Found(found) => of_findings([found, benign].concat()),
        })
    }
}
