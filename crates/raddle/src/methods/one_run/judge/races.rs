//! Races within a CTA: those that the machine can show, those that only a wait without order of memory hides, and
//! why races cannot be excluded.

use super::ordering::Ordering;
use super::programs::hold;
use super::{Answer, Judge, WantsValues};
use crate::confirm::replay::schedule::{Schedule, Show, Stop};
use crate::confirm::replay::stage::Stage;
use crate::confirm::replay::{wanted, witness};
use crate::methods::one_run::limits::{MOST_ALONE, MOST_RACES_REPORTED};
use crate::running::programs::{Programs, Weaker};
use crate::running::{exec, places};
use crate::subject::kernel::Kernel;
use crate::subject::taint;
use crate::words::explain::MOST_EXPLAINED;
use crate::words::findings::Told;
use crate::words::unknown::{self, perhaps_equal, waits_for_ctas};
use crate::words::weak;
use raddle_ir::contracts::is_specification;
use raddle_ir::{Inst, LocId, Marker};
use raddle_machine::domain::{Cause, ObjectId, Reason, Site};
use raddle_machine::machine::Hold;
use raddle_machine::monitor::{AccessKind, Event, Issue, Target};
use raddle_machine::slice::Stores;
use raddle_report::{Count, Diagnostic, Facts, Location, Rule, StageName, Terms, Unknown, Unordered};
use raddle_sync::program::{Access, Kind};
use raddle_sync::race::{Class, Race};
use raddle_sync::{Analysis, RaceVerdict, TimeLimit};
use std::collections::BTreeSet;

/// The object that an event writes.
fn writes(event: Event) -> Option<ObjectId> {
    match event {
        Event::Access {
            target: Target::At(object, _) | Target::Within(object) | Target::Near { object, .. },
            kind,
            ..
        } if kind != AccessKind::Read => Some(object),
        _ => None,
    }
}

/// The reason for an access whose address is unknown.
fn may_meet(terms: &Terms) -> String {
    format!("the address of this access is unknown, and an access of another {} may overlap it", terms.thread)
}

/// Do such races take place in this launch?
fn is_certain(class: Class) -> bool {
    matches!(class, Class::Harmful | Class::Benign)
}

/// A harmful race.
struct Found {
    told: raddle_report::Race,
    /// Its threads just before their accesses.
    holds: [Hold; 2],
    /// Could both be held there at one time?
    shown: bool,
    /// The number of further pairs of accesses of the same lines that race for the same array.
    alike: u64,
    /// The number of others that are not reported.
    more: usize,
}

impl Found {
    /// Merges another race of the same lines and the same array; it replaces this one if only it can be shown. Its threads race there, too.
    fn join(&mut self, other: Self) {
        let pairs = [self.told.pairs, other.told.pairs];
        let alike = self.alike + 1;
        if other.shown && !self.shown {
            *self = other;
        }
        self.alike = alike;
        self.told.pairs = Count {
            number: pairs[0].number.saturating_add(pairs[1].number),
            or_more: pairs.iter().any(|count| count.or_more),
        };
    }
}

impl Judge<'_> {
    /// Races that the machine can show first; then those that only a wait without order of memory hides.
    pub(super) fn decide_races(
        &mut self,
        told: &Told<'_>,
        analysis: &Analysis,
        recorded: &Programs,
    ) -> Result<(), WantsValues> {
        let weaker: Vec<_> =
            recorded.weaker.iter().map(|weaker| (weaker, self.analyse(&weaker.warps))).collect();
        let analyses = || std::iter::once(analysis).chain(weaker.iter().map(|(_, analysis)| analysis));
        let is_free = |analysis: &Analysis| matches!(&analysis.races, RaceVerdict::Decided(races) if races.races.is_empty());
        if !analyses().all(is_free)
            && let Some(unknown) = self.waits_on_volatile()
            && self.prove_shared(recorded, analyses()).is_none()
        {
            self.race = Answer::Unknown(unknown);
            return Ok(());
        }
        if self.run.values == Stores::None {
            self.values_matter(recorded, analyses())?;
        }
        let mut doubts = Vec::new();
        let found = self.races(told, analysis, &mut doubts, MOST_EXPLAINED);
        let mut found: Vec<Diagnostic> = found.into_iter().map(|race| self.told(race)).collect();
        for (weaker, analysis) in &weaker {
            let told = Told::new(told.kernel, &weaker.warps, analysis, told.sites);
            let mut unordered = Vec::new();
            let hidden = self.races(&told, analysis, &mut unordered, 0);
            doubts.extend(
                unordered
                    .into_iter()
                    .map(|unknown| unknown.note(weak::why(weaker.weak, self.kernel.terms()))),
            );
            let first = hidden.first().map(|race| Diagnostic::race(race.told.clone(), self.kernel.terms()));
            doubts.extend(first.map(|race| self.hidden(&race, weaker)));
            found.extend(self.unfenced(hidden, weaker, &found));
        }
        let unmodelled = || self.unmodelled_memory().or_else(|| self.aliased_reads());
        let doubt = self.waits_in_memory().or_else(unmodelled).or(doubts.into_iter().next());
        let trapped = self.traps_by_schedule().filter(|_| !found.is_empty());
        self.race = match (self.waits_in_memory().or(trapped), doubt) {
            // Order through memory is not modelled: what looks like a race may be none.
            (Some(unknown), _) => Answer::Unknown(unknown),
            _ if !found.is_empty() => Answer::Found(found),
            (None, Some(unknown)) => Answer::Unknown(unknown),
            (None, None) => Answer::Proved,
        };
        if matches!(self.race, Answer::Unknown(_)) {
            self.in_shared = self.prove_shared(recorded, analyses());
        }
        Ok(())
    }

    /// The races hidden only by barriers that leave out a flag, as far as a run shows them, without those that show in any case.
    fn unfenced(&self, hidden: Vec<Found>, weaker: &Weaker, found: &[Diagnostic]) -> Vec<Diagnostic> {
        let Some(flag) = weaker.flag else { return Vec::new() };
        let Kernel { input, function, launch, .. } = *self.kernel;
        let stage = Stage { input, function, launch, options: self.options };
        let waits = || self.waits_of(weaker);
        let told = hidden.into_iter().map(|Found { mut told, holds, .. }| {
            told.unordered = Unordered::Unfenced { flag: flag.to_owned(), barriers: waits().collect() };
            let (race, wait) =
                (Diagnostic::race(told, self.kernel.terms()), weak::lacks(weaker.weak, self.kernel.terms()));
            let race = waits().fold(race, |race, place| race.secondary(place, wait.clone()));
            (race.help(format!("add {flag} to the flags of the barrier")), holds)
        });
        let is_known = |race: &Diagnostic| {
            let Some(Facts::Race(race)) = &race.facts else { return false };
            found.iter().any(|known| matches!(&known.facts, Some(Facts::Race(known)) if known.is_like(race)))
        };
        let new = told.filter(|(race, _)| !is_known(race));
        let told = new.take(MOST_ALONE).filter_map(|(race, holds)| {
            let show = Show::Unfenced(holds.map(Stop::from));
            let schedule = witness::schedule(self.kernel, self.run.scheduler, show);
            let shows = self.observer.measure(StageName::Replays, || schedule.play(stage).shows);
            let witness = self.witness(&holds.map(|hold| hold.thread), &schedule, shows);
            shows.then(|| race.witness(witness))
        });
        told.collect()
    }

    /// The waits that order no memory. Of many, the race does not say which one it is.
    fn waits_of(&self, weaker: &Weaker) -> impl Iterator<Item = Location> {
        let mut places: Vec<Location> = weaker.waits.iter().map(|&loc| self.kernel.place(loc)).collect();
        places.dedup_by(|a, b| a.same_place(b));
        if places.len() > 3 {
            places.clear();
        }
        places.into_iter()
    }

    /// A race hidden only by waits that do not order memory.
    fn hidden(&self, race: &Diagnostic, weaker: &Weaker) -> Unknown {
        let terms = self.kernel.terms();
        let mut unknown = Unknown::new(Rule::UnknownUnmodelled, weak::why(weaker.weak, terms));
        let mut labels = race.labels.iter().filter(|label| label.primary);
        if let Some(first) = labels.next() {
            unknown = unknown.at(first.location.clone()).note(format!("{} there", first.text));
        }
        for other in labels {
            unknown = unknown.because(Some(other.location.clone()), other.text.clone());
        }
        let waits = self.waits_of(weaker);
        waits.fold(unknown, |unknown, place| unknown.because(Some(place), weak::lacks(weaker.weak, terms)))
    }

    /// What the branches depend on that were stepped over: whether the accesses after them happen.
    fn stepped_over(&self) -> Vec<Cause> {
        let mut all: Vec<Cause> = Vec::new();
        for issue in &self.run.recording.issues {
            if let Issue::SteppedOver { causes, .. } = issue {
                let new = causes.iter().filter(|c| !all.iter().any(|known| known.reason == c.reason));
                all.extend(new.cloned().collect::<Vec<Cause>>());
            }
        }
        all
    }

    /// Asks for the values of the stores that race with each other.
    fn values_matter<'a>(
        &self,
        recorded: &Programs,
        analyses: impl Iterator<Item = &'a Analysis>,
    ) -> Result<(), WantsValues> {
        let mut sites = BTreeSet::new();
        for analysis in analyses {
            let RaceVerdict::Decided(races) = &analysis.races else { continue };
            // For accesses that perhaps do not meet, equal values say nothing; for others they are known.
            let open = |race: &&Race| !matches!(race.class, Class::Unplaced | Class::Benign);
            for race in races.races.iter().filter(open) {
                let sides = [&race.first.access, &race.second.access];
                if sides.iter().all(|access| access.kind == Kind::Write) {
                    sites.extend(sides.map(|access| access.site));
                }
            }
        }
        let stores: BTreeSet<Inst> = recorded.instructions(&sites).collect();
        if stores.is_empty() { Ok(()) } else { Err(WantsValues(stores)) }
    }

    /// The harmful races of an analysis as findings; benign ones are kept apart, and what is not decided is a doubt. Those
    /// that are to be explained are replayed.
    fn races(
        &mut self,
        told: &Told<'_>,
        analysis: &Analysis,
        doubts: &mut Vec<Unknown>,
        most_explained: usize,
    ) -> Vec<Found> {
        let races = match &analysis.races {
            RaceVerdict::Decided(races) => races,
            RaceVerdict::TimeLimit => {
                doubts.push(Unknown::new(Rule::UnknownLimit, TimeLimit.to_string()).help("raise --timeout"));
                return Vec::new();
            }
            RaceVerdict::Undecided => {
                doubts.push(unknown::prerequisite("the order of the accesses could not be computed"));
                return Vec::new();
            }
        };
        let mut found: Vec<Found> = Vec::new();
        if races.truncated {
            let text = "there are too many races of equal-value writes to compare all pairs of accesses";
            doubts.push(Unknown::new(Rule::UnknownLimit, text).help("check a smaller launch"));
        }
        // The bad ones first; of a group the first is enough.
        let mut all: Vec<&Race> = races.races.iter().collect();
        all.sort_by_key(|race| race.class);
        let more = all.len().saturating_sub(MOST_RACES_REPORTED);
        all.truncate(MOST_RACES_REPORTED);
        let truncated = races.truncated || more > 0;
        let mut ordering = Ordering::new(told, analysis, self.options.time.deadline, most_explained);
        // Those that may take place come last, before the benign ones, and cannot be shown.
        let certain: Vec<&Race> = all.iter().copied().filter(|race| is_certain(race.class)).collect();
        let shown = if most_explained > 0 { self.replay_races(&certain) } else { vec![false; certain.len()] };
        let mut shown = shown.into_iter();
        for race in all {
            let shown = is_certain(race.class) && shown.next().unwrap_or(false);
            let holds = [race.first.at, race.second.at].map(hold);
            let diagnostic = || Diagnostic::race(told.race(race, truncated), self.kernel.terms());
            match race.class {
                Class::Possible => {
                    let [first, second] = [&race.first, &race.second]
                        .map(|side| self.kernel.place(told.sites.loc(side.access.site)));
                    let text = "two accesses race if both happen, which depends on data";
                    let mut unknown = Unknown::new(Rule::UnknownData, text).at(first.clone());
                    if !first.same_place(&second) {
                        unknown = unknown.because(Some(second), "the other access is here");
                    }
                    doubts.push(unknown::with_causes(unknown, self.kernel, &self.stepped_over()));
                }
                Class::Unplaced => doubts.push(self.unplaced(told, race)),
                Class::Benign if !self.options.ask.strict_benign => {
                    // What takes place for some inputs only cannot be shown by the machine.
                    let may = [&race.first, &race.second].iter().any(|side| side.access.uncertain);
                    let benign = match may {
                        true => diagnostic(),
                        false => self.with_race_witness(diagnostic(), holds, shown),
                    };
                    if !self.benign.iter().any(|d| d.labels == benign.labels) {
                        self.benign.push(benign);
                    }
                }
                Class::Harmful if !self.options.ask.strict_benign && self.depends(told, race) => {
                    doubts.push(
                        Unknown::new(Rule::UnknownData, perhaps_equal(self.kernel.terms()))
                            .at(self.kernel.place(told.sites.loc(race.first.access.site)))
                            .because(
                                Some(self.kernel.place(told.sites.loc(race.second.access.site))),
                                "the other write is here",
                            ),
                    );
                }
                Class::Benign | Class::Harmful => {
                    let mut new = Found { told: told.race(race, truncated), holds, shown, alike: 0, more: 0 };
                    let like = found.iter_mut().find(|known| known.told.is_like(&new.told));
                    if like.as_ref().is_none_or(|known| shown && !known.shown) {
                        new.told = ordering.explain(self, race, new.told);
                    }
                    match like {
                        Some(known) => known.join(new),
                        None => found.push(new),
                    }
                }
            }
        }
        // What is known of the others says more.
        if more > 0 {
            let text = format!("{more} more pairs of accesses race and were not checked further");
            doubts.push(Unknown::new(Rule::UnknownLimit, text).help("fix the others first"));
        }
        if more > 0
            && let Some(last) = found.last_mut()
        {
            last.more = more;
        }
        found
    }

    /// A loop that was stepped over and whose end depends on memory that other threads write: it may wait for them,
    /// and what comes after it may be ordered by that.
    pub(super) fn waits_in_memory(&self) -> Option<Unknown> {
        let written: BTreeSet<ObjectId> = self.run.recording.events().filter_map(writes).collect();
        // What the loop reads anew in each round; a value that is merely computed in it carries no news from others.
        let may_change = |cause: &Cause| match &cause.reason {
            Reason::Parameter { .. }
            | Reason::Special(_)
            | Reason::AddressOf(_)
            | Reason::Function
            | Reason::Uninitialised => false,
            Reason::UnknownControl | Reason::Approximate(_) | Reason::Unspecified(_) => false,
            Reason::Content(object) | Reason::UninitialisedMemory(object) => written.contains(object),
            _ => true,
        };
        self.run.recording.issues.iter().find_map(|issue| match issue {
            Issue::SteppedOver { site, cyclic: true, causes, .. } if causes.iter().any(may_change) => {
                let is_specified = |cause: &Cause| matches!(&cause.reason, Reason::Opaque(name) if is_specification(name));
                let text = match causes.iter().any(is_specified) {
                    true => "only the contracts of a function here are known".to_owned(),
                    false => format!(
                        "a loop here may wait for other {} through memory, and order through memory is not modelled",
                        self.kernel.terms().threads
                    ),
                };
                let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(self.kernel.place(site.loc));
                Some(unknown::with_causes(unknown, self.kernel, causes))
            }
            _ => None,
        })
    }

    /// A branch that was stepped over, on what other threads do, after which a thread may trap: a thread that gets past it may be ordered
    /// after them, as after a loop that waits.
    fn traps_by_schedule(&self) -> Option<Unknown> {
        let issues = &self.run.recording.issues;
        if !issues.iter().any(|issue| matches!(issue, Issue::MayTrap { .. })) {
            return None;
        }
        let by_schedule = |cause: &Cause| matches!(cause.reason, Reason::Schedule(_));
        issues.iter().find_map(|issue| match issue {
            Issue::SteppedOver { site, causes, .. } if causes.iter().any(by_schedule) => {
                let Terms { thread, threads, .. } = self.kernel.terms();
                let text = format!(
                    "a {thread} that does not trap here may be ordered with other {threads} through memory, which is not modelled"
                );
                let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(self.kernel.place(site.loc));
                Some(unknown::with_causes(unknown, self.kernel, causes))
            }
            _ => None,
        })
    }

    /// Is it unknown whether two written values differ? If some inputs make them differ, these are kept.
    fn depends(&mut self, told: &Told<'_>, race: &Race) -> bool {
        let place = |access: &Access| self.kernel.place(told.sites.loc(access.site));
        let wanted = wanted::depends(self.domain, [&race.first.access, &race.second.access], place);
        wanted.map(|wanted| self.wanted.extend(wanted)).is_some()
    }

    fn told(&self, Found { told, holds, shown, alike, more }: Found) -> Diagnostic {
        let mut race = Diagnostic::race(told, self.kernel.terms());
        race.severity = raddle_report::Severity::Error;
        if alike > 0 {
            race = race.note(Diagnostic::more_accesses(alike));
        }
        if more > 0 {
            race = race.note(format!("{more} more pairs of accesses race in this kernel"));
        }
        self.with_race_witness(race, holds, shown)
    }

    fn with_race_witness(&self, diagnostic: Diagnostic, holds: [Hold; 2], shown: bool) -> Diagnostic {
        let schedule = self.race_schedule(holds);
        diagnostic.witness(self.witness(&holds.map(|h| h.thread), &schedule, shown))
    }

    fn race_schedule(&self, holds: [Hold; 2]) -> Schedule {
        witness::schedule(
            self.kernel,
            exec::first_scheduler(&self.options.launch),
            Show::Race(holds.map(Stop::from)),
        )
    }

    /// Which races does the machine show? One run shows most of them; some of those that it does not reach are held alone.
    fn replay_races(&self, races: &[&Race]) -> Vec<bool> {
        let Some(first) = races.first() else { return Vec::new() };
        let holds: Vec<[Hold; 2]> =
            races.iter().map(|race| [race.first.at, race.second.at].map(hold)).collect();
        let Kernel { input, function, launch, .. } = *self.kernel;
        let stage = Stage { input, function, launch, options: self.options };
        self.observer.measure(StageName::Replays, || {
            let together = self.race_schedule([first.first.at, first.second.at].map(hold));
            let mut shown = together.play_races(stage, &holds);
            let others = shown.iter_mut().zip(&holds).filter(|(shown, _)| !**shown);
            for (shown, &holds) in others.take(MOST_ALONE) {
                *shown = self.race_schedule(holds).play(stage).shows;
            }
            shown
        })
    }

    /// Why races cannot be excluded although none was found among the accesses whose places are known.
    fn unmodelled_memory(&self) -> Option<Unknown> {
        for issue in &self.run.recording.issues {
            let Issue::Opaque { name, effects, site } = issue else { continue };
            let marker = site.inst.and_then(|inst| self.kernel.function.insts[inst].kind.as_marker());
            if marker == Some(Marker::GridSync) {
                return Some(waits_for_ctas(self.kernel.place(site.loc), self.kernel.terms()));
            }
            if marker == Some(Marker::CopyUnwaited) {
                let text = "this copy may still run at the next barrier or at the end: not every path waits for its event with wait_group_events before";
                return Some(
                    Unknown::new(Rule::UnknownOpaque, text)
                        .at(self.kernel.place(site.loc))
                        .help("wait for its event with wait_group_events before the next barrier"),
                );
            }
            if effects.reads || effects.writes {
                let what = if effects.writes { "may write" } else { "may read" };
                let threads = self.kernel.terms().threads;
                let text = format!("`{name}` is not modelled and {what} memory that other {threads} use");
                return Some(Unknown::new(Rule::UnknownOpaque, text).at(self.kernel.place(site.loc)));
            }
        }
        if let Some(loc) = self.reaches_other_ctas() {
            let Terms { block, shared, .. } = self.kernel.terms();
            let text = format!(
                "this may access the {shared} of another {block} of the cluster, which is not modelled"
            );
            return Some(Unknown::new(Rule::UnknownUnmodelled, text).at(self.kernel.place(loc)));
        }
        let site = places::possible_conflict(&self.run.recording).map(|site| (site, "an access to it"));
        let alias = || {
            let site = places::possible_alias(&self.run.recording).filter(|_| self.options.launch.may_alias);
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
        let unknown =
            Unknown::new(Rule::UnknownData, may_meet(self.kernel.terms())).at(self.kernel.place(site.loc));
        Some(self.blaming(unknown, |at| at == site))
    }

    /// The first access through the window of the cluster. One that certainly leads to the CTA's own memory has been turned into one to
    /// shared memory before.
    pub(super) fn reaches_other_ctas(&self) -> Option<LocId> {
        let function = self.kernel.function;
        let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let is_it = |inst: &&Inst| {
            function.insts[**inst].kind.address().is_some_and(|addr| addr.space == raddle_ir::Space::Cluster)
        };
        insts.find(is_it).map(|&inst| function.insts[inst].loc)
    }

    /// With `--may-alias`: what a thread writes through one pointer it may read through another, so what is read is not known. An
    /// access that depends on it may be another one, even if no other thread comes near these buffers.
    fn aliased_reads(&self) -> Option<Unknown> {
        if !self.options.launch.may_alias || !self.buffers_and_others() {
            return None;
        }
        let loc = taint::accesses_on_memory(self.kernel.function, !self.benign.is_empty())?;
        let text = "pointer parameters may point to the same memory, and a value that this depends on may be read from there";
        let unknown = Unknown::new(Rule::UnknownData, text).at(self.kernel.place(loc));
        Some(unknown.help("leave out --may-alias to assume that they are disjoint"))
    }

    /// Two accesses that nothing orders and that may or may not meet.
    fn unplaced(&self, told: &Told<'_>, race: &Race) -> Unknown {
        let mut sides = [&race.first, &race.second];
        if told.area(sides[0]).is_none() {
            sides.swap(0, 1);
        }
        let [unplaced, other] = sides.map(|side| self.kernel.place(told.sites.loc(side.access.site)));
        let terms = self.kernel.terms();
        let mut unknown = Unknown::new(Rule::UnknownData, may_meet(terms)).at(unplaced.clone());
        let accessed = told.accessed(sides[1]);
        let [this, that] = sides.map(|side| told.access(side));
        let does = format!("{} {} {accessed}", terms.name(&that.thread), that.kind.verb());
        let (this, kind) = (terms.name(&this.thread), that.kind.noun());
        if unplaced.same_place(&other) {
            let text = format!("{does} here, and nothing orders this {kind} and the access of {this}");
            unknown = unknown.note(text);
        } else {
            let text = format!("{does}, and nothing orders this {kind} and the access of {this} there");
            unknown = unknown.because(Some(other), text);
        }
        self.blaming(unknown, |at| self.kernel.place(at.loc).same_place(&unplaced))
    }

    /// Adds what the address of an access depends on.
    fn blaming(&self, mut unknown: Unknown, is_it: impl Fn(Site) -> bool) -> Unknown {
        let mut issues = self.run.recording.issues.iter();
        let causes = issues.find_map(|issue| match issue {
            Issue::UnknownAddress { site, causes, .. } if is_it(*site) => Some(causes),
            _ => None,
        });
        let Some(causes) = causes else { return unknown };
        if unknown::is_by_schedule(self.kernel, causes) {
            unknown.rule = Rule::UnknownSchedule;
        }
        unknown::with_causes(unknown, self.kernel, causes)
    }
}
