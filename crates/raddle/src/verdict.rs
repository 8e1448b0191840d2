//! From a recorded run to a verdict for each property.
//!
//! What each verdict stands on, in this order:
//!
//! - the run must have ended, or be stuck for good: otherwise everything is unknown, for the run's reason;
//! - `deadlock` and `barrier-reuse` are decided on the thread programs (paper 001, figure 4);
//! - `race` is defined for well-synchronised CTAs (definition 8), so it is unknown for others;
//! - where there is a race, the programs hold for other schedules only if control does not depend on memory
//!   ([`crate::taint`]): otherwise what was proved from them becomes unknown.

use crate::check::Kernel;
use crate::exec::{self, Run};
use crate::findings::Told;
use crate::options::{CtaChoice, Options};
use crate::programs::{Making, Programs, Recording, Sites, programs};
use crate::{places, taint, unknown, witness};
use raddle_ir::{Entity, InstKind, Language, Space, SpecKind};
use raddle_machine::domain::{Cause, ObjectId, Reason, ValueId};
use raddle_machine::machine::Hold;
use raddle_machine::monitor::{AccessKind, Event, Issue, Recorder, Target};
use raddle_machine::objects::{ObjectKind, SHARED};
use raddle_machine::outcome::{Outcome, WaitingFor};
use raddle_machine::{Partial, Written};
use raddle_report::{
    Assumption, Barrier, Diagnostic, Divergence, DivergenceRule, Elsewhere, Launch, Property, PropertyResult,
    Rule, Scope, Unknown, Verdict,
};
use raddle_sync::program::{Access, Kind, Point};
use raddle_sync::race::Class;
use raddle_sync::{Analysis, Failure, RaceVerdict, Synchronisation, analyse};
use std::collections::BTreeSet;

/// The answers to the properties asked, in their order.
#[must_use]
pub fn results(
    kernel: &Kernel<'_>,
    run: &Run,
    domain: &Partial,
    launch: &Launch,
    options: &Options,
    properties: &[Property],
) -> Vec<PropertyResult> {
    let mut judge = Judge::new(kernel, run, domain, launch, options);
    properties.iter().map(|&property| judge.result(property)).collect()
}

/// The object that an event writes.
fn writes(event: &Event) -> Option<ObjectId> {
    match event {
        Event::Access { target: Target::At(object, _) | Target::Within(object), kind, .. }
            if *kind != AccessKind::Read =>
        {
            Some(*object)
        }
        _ => None,
    }
}

/// What is said of two writes of which [`perhaps_equal`] holds.
pub(crate) const PERHAPS_EQUAL: &str =
    "two threads write this unordered; the values could not be shown to differ, nor to be equal";

/// Are both accesses plain writes that, as far as is known, may leave equal values for all inputs?
pub(crate) fn perhaps_equal(domain: &Partial, accesses: [&Access; 2], free: bool) -> bool {
    let [a, b] =
        accesses.map(|a| Written { value: a.value.map(|v| ValueId(v.0)), offset: a.offset, size: a.size });
    accesses.iter().all(|a| a.kind == Kind::Write) && domain.differ(&a, &b, free) != Some(true)
}

/// May the inputs that are not given be anything? Not where the kernel assumes something of them.
pub(crate) fn free_inputs(recorder: &Recorder) -> bool {
    let assumes =
        |issue: &Issue| matches!(issue, Issue::Spec { kind: SpecKind::Requires | SpecKind::Assume, .. });
    !recorder.issues.iter().any(assumes)
}

/// The event of the machine that a command stands for.
fn hold(recorded: &Programs, at: Point) -> Hold {
    Hold { thread: at.thread.0, event: recorded.event(at.index) }
}

/// What is known of a property, before it is put into a report.
#[derive(Clone)]
enum Answer {
    Proved,
    /// Findings at error level, or unreplayed ones at warning level.
    Found(Vec<Diagnostic>),
    Unknown(Unknown),
}

struct Judge<'a> {
    kernel: &'a Kernel<'a>,
    run: &'a Run,
    /// What the values are that were written.
    domain: &'a Partial,
    launch: &'a Launch,
    options: &'a Options,
    deadlock: Answer,
    reuse: Answer,
    divergence: Answer,
    race: Answer,
    /// Barriers and accesses to shared memory that no thread came to.
    unreached: Vec<raddle_report::Location>,
    /// Benign races: warnings beside a proof, with the lines for its scope.
    benign: Vec<Diagnostic>,
}

impl<'a> Judge<'a> {
    fn new(
        kernel: &'a Kernel<'a>,
        run: &'a Run,
        domain: &'a Partial,
        launch: &'a Launch,
        options: &'a Options,
    ) -> Self {
        let nothing = Answer::Proved;
        let mut judge = Self {
            kernel,
            run,
            domain,
            launch,
            options,
            deadlock: nothing.clone(),
            reuse: nothing.clone(),
            divergence: nothing.clone(),
            race: nothing,
            unreached: Vec::new(),
            benign: Vec::new(),
        };
        judge.decide();
        judge.unreached = judge.find_unreached();
        judge
    }

    fn decide(&mut self) {
        match &self.run.outcome {
            Outcome::Done | Outcome::Deadlock(_) => self.decide_programs(),
            Outcome::BarrierError { error, id, warp, lanes, site } => {
                let misuse = self.kernel.barrier_error(
                    &self.run.recording.recorder,
                    *error,
                    *id,
                    (*warp, *lanes),
                    *site,
                );
                let witness = self.witness(&[], serde_json::json!({ "schedule": "independent" }), true);
                self.reuse = Answer::Found(vec![Diagnostic::barrier_misuse(misuse).witness(witness)]);
                let unknown = unknown::prerequisite("a barrier is used against its rules, see barrier-reuse");
                self.deadlock = Answer::Unknown(unknown.clone());
                self.race = Answer::Unknown(unknown);
            }
            outcome => {
                let unknown = unknown::of_outcome(self.kernel, outcome);
                self.deadlock = Answer::Unknown(unknown.clone());
                self.reuse = Answer::Unknown(unknown.clone());
                self.race = Answer::Unknown(unknown.clone());
                self.divergence = Answer::Unknown(unknown);
            }
        }
        self.decide_divergence();
        self.decide_counts();
        self.doubt_after_a_failure();
        self.doubt_divergence();
        self.doubt_undefined();
        self.doubt_behind_waits();
        self.doubt_out_of_bounds();
        self.doubt_after_a_race();
    }

    /// The deadlock with its cycle of waits, from what the threads would have done next.
    fn explained(&self) -> Option<raddle_report::Deadlock> {
        let mut sites = Sites::default();
        let recorded = self.programs_of(self.run.beyond.as_ref()?, &mut sites);
        let analysis = analyse(&recorded.waits);
        let told = Told { kernel: self.kernel, cta: &recorded.waits, trace: &analysis.trace, sites: &sites };
        match &analysis.synchronisation {
            Synchronisation::Failed(Failure::Deadlock(found)) => Some(told.deadlock(found)),
            _ => None,
        }
    }

    fn programs(&self, sites: &mut Sites) -> Programs {
        self.programs_of(&self.run.recording, sites)
    }

    fn programs_of(&self, recording: &Recording, sites: &mut Sites) -> Programs {
        let making = Making {
            function: self.kernel.function,
            sources: &self.kernel.input.module.sources,
            warp_size: self.kernel.launch.warp_size,
            warp_synchronous: self.options.warp_synchronous,
        };
        programs(recording, making, sites)
    }

    fn decide_programs(&mut self) {
        let mut sites = Sites::default();
        let recorded = self.programs(&mut sites);
        let analysis = analyse(&recorded.waits);
        let told = Told { kernel: self.kernel, cta: &recorded.waits, trace: &analysis.trace, sites: &sites };
        let not_well = |what: &str| {
            Answer::Unknown(unknown::prerequisite(format!("races are defined only where {what}")))
        };
        match &analysis.synchronisation {
            Synchronisation::Well => self.decide_races(&told, &analysis, &recorded),
            Synchronisation::Reuse { violations, .. } => {
                let found = violations.iter().map(|violation| {
                    let [lagging, early] = [violation.lagging, violation.early].map(|at| hold(&recorded, at));
                    let replayed = self.replay_reuse(lagging, early);
                    let threads = [lagging.thread, early.thread];
                    let schedule = serde_json::json!({
                        "hold": { "thread": lagging.thread, "event": lagging.event },
                        "until": { "thread": early.thread, "event": early.event },
                    });
                    Diagnostic::reuse(told.reuse(violation))
                        .witness(self.witness(&threads, schedule, replayed))
                });
                self.reuse = Answer::Found(found.collect());
                self.deadlock = Answer::Unknown(unknown::prerequisite(
                    "generations of a barrier may mix, see barrier-reuse: then threads may wait for ever",
                ));
                self.race = not_well("no barrier is reused too early, see barrier-reuse");
            }
            Synchronisation::Failed(Failure::Error { at, error }) => {
                if let Some(misuse) = told.misuse(*at, *error) {
                    let witness =
                        self.witness(&[at.thread.0], serde_json::json!({ "schedule": "in turn" }), false);
                    self.reuse = Answer::Found(vec![Diagnostic::barrier_misuse(misuse).witness(witness)]);
                }
                let unknown =
                    unknown::prerequisite("a barrier may be used against its rules, see barrier-reuse");
                self.deadlock = Answer::Unknown(unknown);
                self.race = not_well("barriers are used by their rules, see barrier-reuse");
            }
            Synchronisation::Unknown(reason) if self.run.outcome == Outcome::Done => {
                let unknown = Unknown::new(Rule::UnknownLimit, reason.to_string());
                self.deadlock = Answer::Unknown(unknown.clone());
                self.reuse = Answer::Unknown(unknown.clone());
                self.race = Answer::Unknown(unknown);
            }
            Synchronisation::Failed(Failure::Deadlock(_)) | Synchronisation::Unknown(_) => {
                self.reuse =
                    Answer::Unknown(unknown::prerequisite("the run ends in a deadlock, see deadlock"));
                self.race = not_well("there is no deadlock, see deadlock");
            }
        }
        if let Outcome::Deadlock(seen) = &self.run.outcome {
            let deadlock = self.explained().unwrap_or_else(|| self.kernel.machine_deadlock(seen));
            let threads: Vec<u32> = seen.waiting.iter().map(|w| w.thread).collect();
            let witness = self.witness(&threads, serde_json::json!({ "schedule": "independent" }), true);
            self.deadlock = Answer::Found(vec![Diagnostic::deadlock(deadlock).witness(witness)]);
        } else if let Some(Outcome::Deadlock(seen)) = &self.run.failed {
            let threads: Vec<u32> = seen.waiting.iter().map(|w| w.thread).collect();
            let witness = self.witness(&threads, serde_json::json!({ "schedule": "independent" }), true);
            self.deadlock = Answer::Found(vec![
                Diagnostic::deadlock(self.kernel.machine_deadlock(seen)).witness(witness),
            ]);
        } else if let Synchronisation::Failed(Failure::Deadlock(found)) = &analysis.synchronisation {
            // The machine's own schedule ends, these do not: a possible deadlock.
            let witness = self.witness(&[], serde_json::json!({ "schedule": "in turn" }), false);
            self.deadlock = Answer::Found(vec![Diagnostic::deadlock(told.deadlock(found)).witness(witness)]);
        }
    }

    /// Races that the machine can show first; then those that only a wait without order of memory hides.
    fn decide_races(&mut self, told: &Told<'_>, analysis: &Analysis, recorded: &Programs) {
        let mut doubts = Vec::new();
        let found = self.races(told, analysis, recorded, &mut doubts);
        for (weaker, why) in recorded.weaker() {
            let analysis = analyse(weaker);
            let told = Told { cta: weaker, trace: &analysis.trace, ..*told };
            let mut unordered = Vec::new();
            let hidden = self.races(&told, &analysis, recorded, &mut unordered);
            doubts.extend(unordered);
            if let Some(first) = hidden.into_iter().next() {
                let mut unknown = Unknown::new(Rule::UnknownUnmodelled, why).note(first.title.clone());
                if let Some(location) = first.location() {
                    unknown = unknown.at(location.clone());
                }
                doubts.push(unknown);
            }
        }
        let doubt = self.waits_in_memory().or_else(|| self.unmodelled_memory()).or(doubts.into_iter().next());
        self.race = match (self.waits_in_memory(), doubt) {
            // Order through memory is not modelled: what looks like a race may be none.
            (Some(unknown), _) => Answer::Unknown(unknown),
            _ if !found.is_empty() => Answer::Found(found),
            (None, Some(unknown)) => Answer::Unknown(unknown),
            (None, None) => Answer::Proved,
        };
    }

    /// The harmful races of an analysis as findings; benign ones are kept apart, and what is not decided is a doubt.
    fn races(
        &mut self,
        told: &Told<'_>,
        analysis: &Analysis,
        recorded: &Programs,
        doubts: &mut Vec<Unknown>,
    ) -> Vec<Diagnostic> {
        let RaceVerdict::Decided(races) = &analysis.races else {
            doubts.push(unknown::prerequisite("the order of the accesses could not be computed"));
            return Vec::new();
        };
        let mut found = Vec::new();
        if races.truncated {
            let text = "so many equal-value writes race that not all pairs of accesses were compared";
            doubts.push(Unknown::new(Rule::UnknownLimit, text).help("check a smaller launch"));
        }
        for race in &races.races {
            let holds = [race.first.at, race.second.at].map(|at| hold(recorded, at));
            let diagnostic = || Diagnostic::race(told.race(race, races.truncated));
            match race.class {
                Class::Possible => doubts.push(
                    Unknown::new(
                        Rule::UnknownData,
                        "two accesses race if both happen, which depends on data",
                    )
                    .at(self.kernel.place(told.sites.loc(race.first.access.site)))
                    .because(
                        Some(self.kernel.place(told.sites.loc(race.second.access.site))),
                        "the other access is here",
                    ),
                ),
                Class::Benign if !self.options.strict_benign => {
                    let benign = self.with_race_witness(diagnostic(), holds);
                    if !self.benign.iter().any(|d| d.labels == benign.labels) {
                        self.benign.push(benign);
                    }
                }
                Class::Harmful
                    if !self.options.strict_benign
                        && perhaps_equal(
                            self.domain,
                            [&race.first.access, &race.second.access],
                            free_inputs(&self.run.recording.recorder),
                        ) =>
                {
                    doubts.push(
                        Unknown::new(Rule::UnknownData, PERHAPS_EQUAL)
                            .at(self.kernel.place(told.sites.loc(race.first.access.site)))
                            .because(
                                Some(self.kernel.place(told.sites.loc(race.second.access.site))),
                                "the other write is here",
                            ),
                    );
                }
                Class::Benign | Class::Harmful => {
                    let mut diagnostic = diagnostic();
                    diagnostic.severity = raddle_report::Severity::Error;
                    found.push(self.with_race_witness(diagnostic, holds));
                }
            }
        }
        found
    }

    /// A loop that was stepped over and whose end depends on memory that other threads write: it may wait for them,
    /// and what comes behind it may be ordered by that.
    fn waits_in_memory(&self) -> Option<Unknown> {
        let written: BTreeSet<ObjectId> =
            self.run.recording.recorder.threads.iter().flatten().filter_map(writes).collect();
        // What the loop reads anew each time round; a value that is merely computed in it is no news from others.
        let may_change = |cause: &Cause| match &cause.reason {
            Reason::Parameter { .. } | Reason::Special(_) | Reason::AddressOf(_) | Reason::Uninitialised => {
                false
            }
            Reason::UnknownControl | Reason::Approximate(_) | Reason::Unspecified(_) => false,
            Reason::Content(object) | Reason::UninitialisedMemory(object) => written.contains(object),
            _ => true,
        };
        self.run.recording.recorder.issues.iter().find_map(|issue| match issue {
            Issue::SteppedOver { site, cyclic: true, causes, .. } if causes.iter().any(may_change) => {
                let text = "a loop here may wait for other threads through memory, and order through memory is not modelled";
                let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(self.kernel.place(site.loc));
                Some(unknown::with_causes(unknown, self.kernel, causes))
            }
            _ => None,
        })
    }

    fn with_race_witness(&self, diagnostic: Diagnostic, holds: [Hold; 2]) -> Diagnostic {
        let replayed = exec::replay_race(
            &self.kernel.input.module,
            self.kernel.function,
            self.kernel.launch,
            self.options,
            holds,
        );
        let list: Vec<_> =
            holds.iter().map(|h| serde_json::json!({ "thread": h.thread, "event": h.event })).collect();
        let schedule = serde_json::json!({ "hold": list });
        diagnostic.witness(self.witness(&holds.map(|h| h.thread), schedule, replayed))
    }

    fn replay_reuse(&self, lagging: Hold, early: Hold) -> bool {
        let module = &self.kernel.input.module;
        exec::replay_reuse(module, self.kernel.function, self.kernel.launch, self.options, lagging, early)
    }

    fn witness(
        &self,
        threads: &[u32],
        schedule: serde_json::Value,
        replayed: bool,
    ) -> raddle_report::Witness {
        witness::make(self.kernel, self.launch, threads, schedule, replayed)
    }

    /// Why races cannot be excluded although none was found among the accesses whose places are known.
    fn unmodelled_memory(&self) -> Option<Unknown> {
        for issue in &self.run.recording.recorder.issues {
            let Issue::Opaque { name, effects, site } = issue else { continue };
            if effects.reads || effects.writes {
                let what = if effects.writes { "may write" } else { "may read" };
                let text = format!("`{name}` is not modelled and {what} memory that other threads use");
                return Some(Unknown::new(Rule::UnknownOpaque, text).at(self.kernel.place(site.loc)));
            }
        }
        let site =
            places::possible_conflict(&self.run.recording.recorder).map(|site| (site, "an access to it"));
        let alias = || {
            let site =
                places::possible_alias(&self.run.recording.recorder).filter(|_| self.options.may_alias);
            site.map(|site| (site, "alias"))
        };
        let (site, why) = site.or_else(alias)?;
        if why == "alias" {
            let text = "pointer parameters may point to the same memory, so this write may race";
            return Some(
                Unknown::new(Rule::UnknownData, text)
                    .at(self.kernel.place(site.loc))
                    .help("leave out --may-alias to assume that they are disjoint"),
            );
        }
        let text = "the address of this access is not known, and another thread's access may meet it";
        let mut unknown = Unknown::new(Rule::UnknownData, text).at(self.kernel.place(site.loc));
        for issue in &self.run.recording.recorder.issues {
            if let Issue::UnknownAddress { site: at, causes, .. } = issue
                && *at == site
            {
                unknown = unknown::with_causes(unknown, self.kernel, causes);
                break;
            }
        }
        Some(unknown)
    }

    fn decide_divergence(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        let divergences =
            self.run.recording.recorder.issues.iter().filter_map(|issue| self.kernel.divergence(issue));
        for divergence in divergences.chain(self.missing_at_the_end()) {
            let same = |d: &Diagnostic| d.location() == Some(&divergence.location);
            if found.iter().any(same) {
                continue;
            }
            let threads: Vec<u32> = [&divergence.present, &divergence.absent]
                .iter()
                .filter_map(|t| t.ranges.first().map(|r| r[0] as u32))
                .collect();
            let witness = self.witness(&threads, serde_json::json!({ "schedule": "independent" }), true);
            found.push(Diagnostic::divergence(divergence).witness(witness));
        }
        if !found.is_empty() {
            self.divergence = Answer::Found(found);
        }
    }

    /// In CUDA and OpenCL, threads that have ended are at the implicit barrier at the kernel's end: others at a
    /// barrier of all threads then diverge from them (paper 000, §4).
    fn missing_at_the_end(&self) -> Option<Divergence> {
        let Outcome::Deadlock(deadlock) = &self.run.outcome else { return None };
        if self.kernel.input.module.language == Language::Ptx || deadlock.exited.is_empty() {
            return None;
        }
        let at_all = |inst: raddle_ir::Inst| matches!(&self.kernel.function.insts[inst].kind, InstKind::Barrier(b) if b.count.is_none());
        let waiting: Vec<_> = deadlock
            .waiting
            .iter()
            .filter(|w| matches!(w.at, WaitingFor::Barrier { .. }) && w.site.inst.is_some_and(at_all))
            .collect();
        let first = waiting.first()?;
        let here = waiting.iter().filter(|w| w.site.loc == first.site.loc).map(|w| w.thread);
        Some(Divergence {
            rule: DivergenceRule::B1,
            location: self.kernel.place(first.site.loc),
            present: self.kernel.threads(here),
            absent: self.kernel.threads(deadlock.exited.iter().copied()),
            elsewhere: Elsewhere::Exited { location: self.kernel.end_place() },
            branch: None,
        })
    }

    /// A count that is no multiple of the warp size is not one that PTX allows.
    fn decide_counts(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for issue in &self.run.recording.recorder.issues {
            let Issue::Count { warp, lanes, count, site } = issue else { continue };
            let offending = self.kernel.registration_at(*warp, *lanes, *site, 1, Some(u64::from(*count)));
            if found.iter().any(|d| d.location() == Some(&offending.location)) {
                continue;
            }
            let misuse = raddle_report::BarrierMisuse {
                misuse: raddle_report::Misuse::BadOperand,
                barrier: Barrier::Named(self.barrier_id(*site)),
                offending,
                earlier: None,
                arrived: None,
            };
            let witness = self.witness(&[], serde_json::json!({ "schedule": "independent" }), true);
            found.push(Diagnostic::barrier_misuse(misuse).witness(witness));
        }
        if !found.is_empty() {
            self.reuse = match std::mem::replace(&mut self.reuse, Answer::Proved) {
                Answer::Found(mut more) => {
                    more.extend(found);
                    Answer::Found(more)
                }
                _ => Answer::Found(found),
            };
        }
    }

    fn barrier_id(&self, site: raddle_machine::domain::Site) -> u64 {
        let events = self.run.recording.recorder.threads.iter().flatten();
        let mut ids = events.filter_map(|event| match event {
            Event::Barrier { id, site: at, .. } if *at == site => Some(u64::from(*id)),
            _ => None,
        });
        ids.next().unwrap_or(0)
    }

    /// Programs of a run that did not end, or that another schedule contradicts, prove nothing about barriers and races.
    fn doubt_after_a_failure(&mut self) {
        if self.run.failed.is_none() && self.run.outcome == Outcome::Done {
            return;
        }
        let unknown = unknown::prerequisite("a schedule ends in a deadlock or in an error at a barrier");
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.race] {
            if matches!(answer, Answer::Proved) {
                *answer = Answer::Unknown(unknown.clone());
            }
        }
    }

    /// What a lane does that is no member of the mask that it gives is undefined (PTX ISA, `bar.warp.sync`, `shfl.sync`).
    fn doubt_undefined(&mut self) {
        let site = self.run.recording.recorder.issues.iter().find_map(|issue| match issue {
            Issue::NotMember { site, .. } => Some(*site),
            _ => None,
        });
        let Some(site) = site else { return };
        let text = "a lane executes this although its member mask lacks the lane: what happens is undefined";
        let unknown = Unknown::new(Rule::UnknownPrerequisite, text).at(self.kernel.place(site.loc));
        if matches!(self.race, Answer::Proved) {
            self.race = Answer::Unknown(unknown.clone());
        }
        self.doubt(&unknown);
    }

    /// Where barriers may be used wrongly, some threads may be stuck in one schedule and not in another, and who is there
    /// when a barrier is executed depends on it. Not so if the lanes of each warp come to the same aligned barriers: they
    /// wait for each other at each of them.
    fn doubt_divergence(&mut self) {
        let well = [&self.deadlock, &self.reuse].iter().all(|answer| matches!(answer, Answer::Proved));
        if well || !matches!(self.divergence, Answer::Proved) {
            return;
        }
        let recorder = &self.run.beyond.as_ref().unwrap_or(&self.run.recording).recorder;
        let warp_size = self.kernel.launch.warp_size.max(1) as usize;
        let mut warps = recorder.threads.chunks(warp_size);
        let apart = warps.find_map(|warp| warp[1..].iter().find_map(|thread| self.apart(&warp[0], thread)));
        // Of a run that broke off it is not known what the lanes would have come to, unless there is but one in each warp.
        let broken = warp_size > 1 && recorder.exited.iter().any(|exited| !exited);
        let site = match apart {
            Some(site) => Some(site),
            None if broken => None,
            None => return,
        };
        let text = "threads of a warp do not synchronise together here, so whether they diverge depends on who waits for ever";
        let mut unknown = unknown::prerequisite(text).help("see deadlock and barrier-reuse");
        if let Some(site) = site {
            unknown = unknown.at(self.kernel.place(site.loc));
        }
        self.divergence = Answer::Unknown(unknown);
    }

    /// The first event at which two lanes of a warp do not synchronise together.
    fn apart(&self, one: &[Event], other: &[Event]) -> Option<raddle_machine::domain::Site> {
        let synchronises = |event: &&Event| !matches!(event, Event::Access { .. });
        let mut others = other.iter().filter(synchronises);
        let aligned =
            |event: &Event| match event.site().inst.map(|inst| &self.kernel.function.insts[inst].kind) {
                Some(InstKind::Barrier(barrier)) => barrier.aligned,
                _ => true,
            };
        let operands = |event: &Event| match *event {
            Event::Barrier { id, count, .. } => (id, count),
            Event::WarpSync { mask, .. } => (mask, 0),
            Event::Access { .. } => (0, 0),
        };
        let together =
            |a: &Event, b: &Event| a.site() == b.site() && operands(a) == operands(b) && aligned(a);
        let first = one.iter().filter(synchronises).find(|a| !others.next().is_some_and(|b| together(a, b)));
        first.or_else(|| others.next()).map(Event::site)
    }

    /// After an access out of bounds nothing is proved: it may have changed what decides everything else.
    fn doubt_out_of_bounds(&mut self) {
        let out = self.run.recording.recorder.issues.iter().find_map(|issue| match *issue {
            Issue::OutOfBounds { thread, object, offset, size, may, site } => {
                Some((thread, object, offset, size, may, site))
            }
            _ => None,
        });
        let Some((thread, object, offset, size, may, site)) = out else { return };
        let info = self.kernel.objects.info(object);
        let verb = if may { "may access" } else { "accesses" };
        let whose = match info.kind {
            ObjectKind::Shared => "shared memory".to_owned(),
            ObjectKind::Local => "its variable in local memory".to_owned(),
            _ => format!("`{}`", crate::names::variable_name(&info.name)),
        };
        let size_known = info.size.filter(|_| info.kind != ObjectKind::Local);
        let bytes = size_known.map_or(String::new(), |size| format!(", which has {size} bytes"));
        let text = format!(
            "{} {verb} {size} bytes at byte {offset} of {whose}{bytes}: out of bounds",
            self.kernel.thread(thread)
        );
        let unknown = Unknown::new(Rule::UnknownPrerequisite, text).at(self.kernel.place(site.loc));
        if matches!(self.race, Answer::Proved) {
            self.race = Answer::Unknown(unknown.clone());
        }
        self.doubt(&unknown);
    }

    /// Where a thread may wait in a loop for what others write, it may never come to what is behind.
    fn doubt_behind_waits(&mut self) {
        let Some(unknown) = self.waits_in_memory() else { return };
        self.doubt(&unknown);
    }

    fn doubt(&mut self, unknown: &Unknown) {
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.divergence] {
            if matches!(answer, Answer::Proved) {
                *answer = Answer::Unknown(unknown.clone());
            }
        }
    }

    /// Where there may be a race, other schedules may read other values: what was proved from this schedule's programs
    /// holds for them only if what synchronises does not depend on memory.
    fn doubt_after_a_race(&mut self) {
        let aliased = self.options.may_alias && self.buffers_and_others();
        let (text, help) = match self.race {
            Answer::Proved if aliased => {
                ("pointer parameters may point to the same memory", "leave out --may-alias")
            }
            Answer::Proved => return,
            Answer::Found(_) => ("there is a data race", "mend the race first"),
            Answer::Unknown(_) => ("there may be a data race", "see race"),
        };
        let Some(loc) = taint::control_on_memory(self.kernel.function) else { return };
        let text = format!("{text}, and how threads synchronise depends here on values read from memory");
        self.doubt(&unknown::prerequisite(text).at(self.kernel.place(loc)).help(help));
    }

    fn result(&mut self, property: Property) -> PropertyResult {
        let answer = match property {
            Property::Deadlock => self.deadlock.clone(),
            Property::BarrierReuse => self.reuse.clone(),
            Property::Divergence => self.divergence.clone(),
            Property::Race => self.race.clone(),
            _ => Answer::Unknown(Unknown::new(
                Rule::UnknownUnmodelled,
                format!("no method for `{property}` is built yet"),
            )),
        };
        let benign = if property == Property::Race { std::mem::take(&mut self.benign) } else { Vec::new() };
        let mut result = match answer {
            Answer::Unknown(unknown) => PropertyResult::unknown(property, unknown),
            Answer::Proved => PropertyResult::proved(property, self.scope(property, &benign)),
            Answer::Found(found) => {
                let doubtful = found.first().and_then(Diagnostic::location).cloned();
                let mut unknown =
                    Unknown::new(Rule::UnknownUnreplayed, "a finding could not be replayed on the machine");
                if let Some(location) = doubtful {
                    unknown = unknown.at(location);
                }
                PropertyResult::from_findings(property, found, Verdict::Unknown(unknown))
            }
        };
        for diagnostic in benign {
            result = result.diagnostic(diagnostic);
        }
        result
    }

    fn scope(&self, property: Property, benign: &[Diagnostic]) -> Scope {
        let mut scope = Scope::every_input(self.launch);
        let function = self.kernel.function;
        let pointers = function.params.iter().filter(|p| p.pointer.is_some() || p.size == 8).count();
        let several = pointers > 1 || self.buffers_and_others();
        let accesses = |space: Space| {
            function.order.iter().flat_map(|&b| &function.blocks[b].insts).any(|&i| {
                function.insts[i]
                    .kind
                    .address()
                    .is_some_and(|a| a.space == space || a.space == Space::Generic)
            })
        };
        // What is in memory matters to races, and to barriers that depend on it.
        let concerned = property == Property::Race || taint::control_on_memory(function).is_some();
        // OpenCL itself demands that what `__local` arguments point to is disjoint from all else.
        let to_shared = self.kernel.input.module.language != Language::OpenCl
            && function.params.iter().any(raddle_machine::objects::points_to_shared);
        let to_global = accesses(Space::Global) && several && !self.options.may_alias;
        if concerned && (to_global || to_shared) {
            scope = scope.assuming(Assumption::disjoint_pointers());
        }
        if concerned && (accesses(Space::Global) || accesses(Space::Shared)) {
            scope = scope.assuming(Assumption::in_bounds());
        }
        if property == Property::Race {
            scope = scope.standing_on(Property::Deadlock).standing_on(Property::BarrierReuse);
        }
        let alone = self.launch.grid.as_ref().is_some_and(|g| g.to_string() == "1");
        let shares = accesses(Space::Global) || accesses(Space::Cluster);
        if concerned && shares && !alone && self.options.cta != CtaChoice::All {
            scope = scope.up_to("races between CTAs (--grid N --cta all looks for them)");
        }
        if self.run.used_alignment {
            let text = "every buffer begins at a multiple of 256 bytes";
            scope = scope.assuming(Assumption::new("aligned-buffers", text));
        }
        let constants = self.kernel.input.module.objects.values();
        if constants.filter(|o| o.space == Space::Const).any(|o| o.init.is_some()) && accesses(Space::Const) {
            let text = "initialised constants keep their values";
            scope = scope.assuming(Assumption::new("constants-as-initialised", text));
        }
        if self.options.warp_synchronous {
            scope = scope.assuming(Assumption::warp_synchronous());
        }
        let cyclic = |issue: &Issue| matches!(issue, Issue::SteppedOver { cyclic: true, .. });
        if self.run.recording.recorder.issues.iter().any(cyclic) {
            scope = scope.assuming(Assumption::terminates());
        }
        if self.run.recording.recorder.issues.iter().any(|issue| matches!(issue, Issue::MayTrap { .. })) {
            scope = scope.provided("no thread traps");
        }
        for diagnostic in benign {
            if let Some(location) = diagnostic.location() {
                scope = scope.up_to(format!("equal-value writes at {}", location.short()));
            }
        }
        for location in &self.unreached {
            scope = scope.dead_code(location.clone());
        }
        scope
    }

    /// Are a buffer and another object of global memory accessed? Pointers may lie in structures too.
    fn buffers_and_others(&self) -> bool {
        let events = self.run.recording.recorder.threads.iter().flatten();
        let mut objects = BTreeSet::new();
        objects.extend(events.filter_map(|event| match event {
            Event::Access { target: Target::At(object, _) | Target::Within(object), .. } => Some(*object),
            _ => None,
        }));
        objects.remove(&SHARED);
        let buffer = |&id: &ObjectId| matches!(self.kernel.objects.info(id).kind, ObjectKind::Buffer { .. });
        objects.len() > 1 && objects.iter().any(buffer)
    }

    /// Barriers and accesses to shared memory that no thread came to.
    fn find_unreached(&self) -> Vec<raddle_report::Location> {
        let function = self.kernel.function;
        let mut reached = vec![false; function.insts.len()];
        for event in self.run.recording.recorder.threads.iter().flatten() {
            if let Some(inst) = event.site().inst {
                reached[inst.index()] = true;
            }
        }
        let mut places: Vec<raddle_report::Location> = Vec::new();
        for &inst in function.order.iter().flat_map(|&b| &function.blocks[b].insts) {
            let data = &function.insts[inst];
            let seen = match &data.kind {
                InstKind::Barrier(_) | InstKind::WarpSync(_) => true,
                kind => kind.address().is_some_and(|a| a.space == Space::Shared),
            };
            if seen && !reached[inst.index()] {
                let place = self.kernel.place(data.loc);
                if !places.iter().any(|p| p.same_line(&place)) {
                    places.push(place);
                }
            }
        }
        places
    }
}
