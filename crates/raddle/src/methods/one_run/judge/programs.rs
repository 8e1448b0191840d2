//! What the thread programs say: deadlock and barrier reuse, and races where the CTA is well-synchronised.

use super::{Answer, Judge, WantsValues};
use crate::confirm::replay::schedule::{Show, ranges};
use crate::running::exec;
use crate::running::exec::Run;
use crate::running::programs::{Making, Programs, Sites, programs};
use crate::subject::kernel::Kernel;
use crate::words::findings::{Told, barrier};
use crate::words::notes::{ALL_REACH, ENDED_ARRIVE, begins_with_reuse, other_barriers};
use crate::words::unknown::barriers;
use crate::words::unknown::barriers::{Ill, no_races};
use raddle_ir::{Inst, InstKind, Language};
use raddle_machine::machine::{Hold, Scheduler};
use raddle_machine::outcome::{Deadlock, Outcome};
use raddle_machine::record::WarpRecorder;
use raddle_report::{Barrier, Diagnostic, Facts, Severity, StageName, Witness};
use raddle_sync::explain::mixing;
use raddle_sync::program::{BarrierId, Command, Point, Registration};
use raddle_sync::wellsync::Reuse;
use raddle_sync::{Analysis, Failure, Synchronisation};

/// The event of the machine that a command stands for.
pub(super) fn hold(at: Point) -> Hold {
    Hold { thread: at.thread.0, event: at.index }
}

impl Judge<'_> {
    /// The deadlock with its cycle of waits, from what the threads would have done next.
    fn explained(&self) -> Option<raddle_report::Deadlock> {
        let mut sites = Sites::default();
        let recorded = self.programs_of(self.run.beyond.as_ref()?, &mut sites);
        let analysis = self.analyse(&recorded.waits);
        let told = Told::new(self.kernel, &recorded.waits, &analysis, &sites);
        match &analysis.synchronisation {
            Synchronisation::Failed(Failure::Deadlock(found)) => Some(told.deadlock(found)),
            _ => None,
        }
    }

    pub(super) fn programs(&self, sites: &mut Sites) -> Programs {
        self.programs_of(&self.run.recording, sites)
    }

    fn programs_of(&self, recording: &WarpRecorder, sites: &mut Sites) -> Programs {
        let making = Making {
            function: self.kernel.function,
            sources: &self.kernel.input.module.sources,
            objects: self.kernel.objects,
            warp_synchronous: self.options.launch.warp_synchronous,
            unplaced: true,
        };
        self.observer.measure(StageName::Programs, || programs(recording, making, sites))
    }

    /// The graph of a run that ended when lanes of a warp misused a barrier at `site`. It says nothing of races.
    pub(super) fn draw_failure(&mut self, warp: u32, mask: u32, site: raddle_machine::domain::Site) {
        let Some(limit) = self.observer.graph_limit() else { return };
        let mut sites = Sites::default();
        let recorded = self.programs(&mut sites);
        let analysis = self.analyse(&recorded.waits);
        let told = Told::new(self.kernel, &recorded.waits, &analysis, &sites);
        let mut graph = told.graph(&analysis, self.launch, limit);
        graph.marks.clear();
        graph.more_marks = 0;
        let failing = self.kernel.lanes(warp, mask);
        for column in &mut graph.columns {
            let inside =
                |range: &[u64; 2]| failing.ranges.iter().any(|f| f[0] <= range[0] && range[0] <= f[1]);
            if column.threads.ranges.iter().any(inside) {
                column.end = raddle_report::graph::End::Failed { location: self.kernel.place(site.loc) };
            }
        }
        self.graph = Some(graph);
    }

    pub(super) fn decide_programs(&mut self) -> Result<(), WantsValues> {
        let mut sites = Sites::default();
        let recorded = self.programs(&mut sites);
        let analysis = self.analyse(&recorded.waits);
        let told = Told::new(self.kernel, &recorded.waits, &analysis, &sites);
        self.observer.sizes(&analysis);
        self.graph = self.observer.graph_limit().map(|limit| told.graph(&analysis, self.launch, limit));
        match &analysis.synchronisation {
            Synchronisation::Well => {
                self.find_arrive_only(&told, &analysis);
                self.decide_races(&told, &analysis, &recorded)?;
            }
            Synchronisation::Reuse { violations, .. } => {
                let found = by_place(&told, violations);
                let found = found.iter().map(|(one, others)| self.reused(&told, &analysis, one, others));
                self.reuse = Answer::Found(found.collect());
                self.deadlock = Answer::Unknown(barriers::generations_mix());
                self.race = Answer::Unknown(no_races(Ill::Reuse));
            }
            Synchronisation::Failed(Failure::Error { at, error }) => {
                let found = self.misuse_elsewhere().or_else(|| {
                    let show = Show::BarrierError(barrier_of(&told, *at));
                    let witness = self.replay(&[at.thread.0], show);
                    Some(
                        Diagnostic::barrier_misuse(told.misuse(*at, *error)?, self.kernel.terms())
                            .witness(witness),
                    )
                });
                if let Some(found) = found {
                    self.reuse = Answer::Found(vec![found]);
                }
                self.deadlock = Answer::Unknown(barriers::perhaps_misused());
                self.race = Answer::Unknown(no_races(Ill::Misuse));
            }
            Synchronisation::Unknown(reason) if self.run.outcome == Outcome::Done => {
                let unknown = barriers::not_analysed(reason);
                self.deadlock = Answer::Unknown(unknown.clone());
                self.reuse = Answer::Unknown(unknown.clone());
                self.race = Answer::Unknown(unknown);
            }
            Synchronisation::Failed(Failure::Deadlock(_)) | Synchronisation::Unknown(_) => {
                self.reuse = Answer::Unknown(barriers::after_deadlock());
                self.race = Answer::Unknown(no_races(Ill::Deadlock));
            }
        }
        if matches!(self.run.outcome, Outcome::Deadlock(_)) {
            self.find_reuse_behind();
        }
        if let Outcome::Deadlock(seen) = &self.run.outcome {
            // Programs do not tell a shuffle from another wait of the same lanes.
            let insts = &self.kernel.function.insts;
            let is_collective = |inst| matches!(insts[inst].kind, InstKind::Collective { .. });
            let exact = seen.waiting.iter().any(|waiting| waiting.site.inst.is_some_and(is_collective));
            let explained = if exact { None } else { self.explained() };
            let deadlock = explained.unwrap_or_else(|| self.kernel.machine_deadlock(seen));
            let witness = self.stuck(seen, self.run.scheduler);
            let found = self.after_reuse(Diagnostic::deadlock(deadlock, self.kernel.terms()));
            let found = self.ended_may_arrive(found, seen);
            self.deadlock = Answer::Found(vec![found.witness(witness)]);
        } else if let Some((scheduler, Outcome::Deadlock(seen))) = &self.run.failed {
            let deadlock = self.kernel.machine_deadlock(seen);
            let witness = self.stuck(seen, *scheduler);
            let found = self.after_reuse(Diagnostic::deadlock(deadlock, self.kernel.terms()));
            let found = self.ended_may_arrive(found, seen);
            self.deadlock = Answer::Found(vec![found.witness(witness)]);
        } else if let Synchronisation::Failed(Failure::Deadlock(found)) = &analysis.synchronisation {
            // The machine's own schedule ends, these do not.
            let deadlock = self.deadlock_elsewhere().unwrap_or_else(|| {
                let witness = self.replay(&[], Show::Deadlock(Vec::new()));
                Diagnostic::deadlock(told.deadlock(found), self.kernel.terms()).witness(witness)
            });
            self.deadlock = Answer::Found(vec![deadlock]);
        }
        Ok(())
    }

    /// Says how to check a kernel for GPUs on which threads that have ended count as arrived, where that may help.
    fn ended_may_arrive(&self, deadlock: Diagnostic, seen: &Deadlock) -> Diagnostic {
        let insts = &self.kernel.function.insts;
        let of_grid =
            |inst: Inst| self.kernel.function.grid_syncs().any(|wait| insts[wait].loc == insts[inst].loc);
        let of_all = |inst: Inst| insts[inst].kind.is_barrier_of_all() && !of_grid(inst);
        let waits_for_all = seen.waiting.iter().all(|waiting| waiting.site.inst.is_some_and(of_all));
        let is_nvidia = self.kernel.input.module.language != Language::OpenCl;
        let is_asked = self.options.launch.exited_arrive;
        match is_nvidia && waits_for_all && !is_asked && !seen.exited.is_empty() {
            true => deadlock.help(ALL_REACH).help(ENDED_ARRIVE),
            false => deadlock,
        }
    }

    /// Notes on a deadlock that it begins with a barrier that is reused too early, if it does.
    fn after_reuse(&self, deadlock: Diagnostic) -> Diagnostic {
        let Answer::Found(reuse) = &self.reuse else { return deadlock };
        let Some(Facts::Reuse(reuse)) = reuse.first().and_then(|first| first.facts.as_ref()) else {
            return deadlock;
        };
        deadlock.note(begins_with_reuse(reuse.barrier, self.kernel.terms()))
    }

    /// A barrier that is reused too early, replayed; `others` are at the same places.
    fn reused(
        &self,
        told: &Told<'_>,
        analysis: &Analysis,
        violation: &Reuse,
        others: &[Barrier],
    ) -> Diagnostic {
        let [lagging, early] = [violation.lagging, violation.early].map(hold);
        let show = Show::Reuse { hold: lagging.into(), past: early.into() };
        let (witness, played) = self.replay_seen(&[lagging.thread, early.thread], show);
        let mut found = Diagnostic::reuse(told.reuse(violation), self.kernel.terms());
        found.notes.extend(other_barriers(others, self.kernel.terms()));
        found.notes.extend(told.lags(violation));
        if let Some(order) = analysis.order(told.cta).filter(|_| played.shows) {
            found = found.note(told.mixing(&mixing(&order, violation), &played.seen));
        }
        found.witness(witness)
    }

    /// A run that ends in a deadlock may do so because generations of a barrier mix. If another schedule of the same programs, followed
    /// beyond the places where they wait, ends, its generations show that; its findings count as far as the machine shows them.
    fn find_reuse_behind(&mut self) {
        let Some(beyond) = &self.run.beyond else { return };
        let mut sites = Sites::default();
        let recorded = self.programs_of(beyond, &mut sites);
        let analysis = self.analyse(&recorded.waits);
        let Synchronisation::Reuse { violations, .. } = &analysis.synchronisation else { return };
        let told = Told::new(self.kernel, &recorded.waits, &analysis, &sites);
        let found = by_place(&told, violations);
        let found = found.iter().map(|(one, others)| self.reused(&told, &analysis, one, others));
        let shown: Vec<Diagnostic> = found.filter(|one| one.severity == Severity::Error).collect();
        if !shown.is_empty() {
            self.reuse = Answer::Found(shown);
            self.race = Answer::Unknown(no_races(Ill::Reuse));
        }
    }

    /// Generations that complete although no thread waits for them, one for each barrier and place.
    fn find_arrive_only(&mut self, told: &Told<'_>, analysis: &Analysis) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for node in &analysis.trace.nodes {
            let BarrierId::Named(id) = node.barrier else { continue };
            if !node.complete || node.syncs().next().is_some() {
                continue;
            }
            let misuse = told.arrive_only(node);
            if found.iter().any(|d| d.location() == Some(&misuse.offending.location)) {
                continue;
            }
            let show = Show::ArriveOnly { barrier: id, generation: node.generation };
            let witness = self.replay(&[], show);
            found.push(Diagnostic::barrier_misuse(misuse, self.kernel.terms()).witness(witness));
        }
        if !found.is_empty() {
            self.reuse = Answer::Found(found);
        }
    }

    /// The witness of a deadlock that the machine saw.
    pub(super) fn stuck(&self, seen: &Deadlock, scheduler: Scheduler) -> Witness {
        let threads: Vec<u32> = seen.waiting.iter().map(|w| w.thread).collect();
        let show = Show::Deadlock(ranges(threads.iter().copied()));
        self.seen(&threads, scheduler, show)
    }

    fn search(&self, wanted: fn(&Outcome) -> bool) -> Option<Run> {
        let Kernel { input, function, launch, .. } = *self.kernel;
        let search = || exec::search(&input.module, function, launch, self.options, wanted);
        self.observer.measure(StageName::Replays, search)
    }

    /// A misuse that only other schedules than that of the run reach, if the machine reaches one.
    fn misuse_elsewhere(&self) -> Option<Diagnostic> {
        let run = self.search(|outcome| matches!(outcome, Outcome::BarrierError { .. }))?;
        let Outcome::BarrierError { error, id, warp, lanes, site } = run.outcome else { return None };
        let recorder = &run.recording;
        let misuse = self.kernel.barrier_error(recorder, error, id, (warp, lanes), site);
        let witness = self.seen(&[], run.scheduler, Show::BarrierError(id));
        Some(Diagnostic::barrier_misuse(misuse, self.kernel.terms()).witness(witness))
    }

    /// The same for a deadlock.
    fn deadlock_elsewhere(&self) -> Option<Diagnostic> {
        let run = self.search(|outcome| matches!(outcome, Outcome::Deadlock(_)))?;
        let Outcome::Deadlock(seen) = &run.outcome else { return None };
        let witness = self.stuck(seen, run.scheduler);
        Some(Diagnostic::deadlock(self.kernel.machine_deadlock(seen), self.kernel.terms()).witness(witness))
    }
}

/// Of violations at the same places the first one, which counts for all, and the other barriers that are reused so there.
fn by_place(told: &Told<'_>, violations: &[Reuse]) -> Vec<(Reuse, Vec<Barrier>)> {
    let mut found: Vec<(Reuse, Vec<Barrier>)> = Vec::new();
    let places =
        |one: &Reuse| [one.lagging, one.early].map(|at| told.cta.command(at).map(|command| command.site()));
    for one in violations {
        match found.iter_mut().find(|(first, _)| places(first) == places(one)) {
            Some((first, others)) => {
                first.count += one.count;
                others.push(barrier(told.trace.node(one.earlier).barrier));
            }
            None => found.push((one.clone(), Vec::new())),
        }
    }
    found
}

/// The number of the named barrier that a command registers at.
fn barrier_of(told: &Told<'_>, at: Point) -> u32 {
    match told.cta.command(at) {
        Some(Command::Register(Registration { barrier: BarrierId::Named(id), .. })) => id,
        _ => u32::MAX,
    }
}
