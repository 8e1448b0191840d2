//! Verdicts of lock-step verification (paper 000), for what one run does not decide.
//!
//! A run of the reference machine decides a kernel whose barriers and addresses do not depend on what it does not know.
//! For the others, `raddle-lockstep` compares two arbitrary threads for all inputs. What it proves becomes a verdict; what may
//! go wrong comes with inputs, and with those the kernel is run: a bug that is seen then is reported with them, and one that is
//! not seen leaves the verdict unknown.

mod contracts;
pub(crate) mod effort;
pub(crate) mod limits;
mod nothing;
mod reasoning;
mod scope;

use crate::evidence::{Entry, Evidence, Ledger};
use crate::methods::two_threads::contracts::{answer, between_ctas, orderly};
use crate::methods::two_threads::limits::{LONG, MOST_FINDINGS, MOST_UNWOUND};
use crate::observe::Observer;
use crate::options::Options;
use crate::subject::ends::Ends;
use crate::subject::input::{Input, place};
use crate::subject::known_sizes::Known;
use crate::subject::taint;
use crate::words::contracts::disorderly;
use crate::words::possible::{Possible, equal_write, lanes_wait, may_wait, no_help};
use crate::words::provided::conditional;
use crate::words::unknown;
use effort::Effort;
use raddle_ir::clock::Deadline;
use raddle_ir::contracts::Required;
use raddle_ir::{Function, Inst, InstKind, Meets};
use raddle_launch::{Arg, LaunchSpace};
use raddle_lockstep::prove;
use raddle_lockstep::prove::{Answer, Finding, Gap, Outcome, Provided, Without};
use raddle_machine::launch::Launch;
use raddle_report::{
    Assumption, Diagnostic, Exception, Location, Part, Portion, Property, Rule, StageName, Unknown,
};
use raddle_smt::Solver;
use raddle_verdict::Finding as _;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The properties asked about, and the kernel.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) launch: &'a Launch,
    /// The launches that are asked about; what is free in a block is 1 in the launch.
    pub(crate) space: &'a LaunchSpace,
    pub(crate) options: &'a Options,
    /// The properties that the user asks.
    pub(crate) properties: &'a [Property],
    pub(crate) observer: &'a Observer,
    /// Which loops end.
    pub(crate) ends: &'a Ends<'a>,
}

/// What two threads say of a property.
pub(crate) enum Said<'o> {
    /// This is known.
    Evidence(Evidence),
    /// It may go wrong with the inputs of these: they are to be run.
    Candidates(&'o [Finding]),
}

impl Asked<'_> {
    /// What two threads say of a property that is open. What may go wrong matters only if it `is_needed`.
    pub(crate) fn says<'o>(&self, outcome: &'o Outcome, entry: &Entry, is_needed: bool) -> Option<Said<'o>> {
        let property = entry.property;
        let within = settled_part(entry).is_some_and(|part| part.of == Portion::WithinCta);
        // A race verdict depends on divergence, which is open where lanes wait for each other.
        if !of_contracts(property) && !within && self.lanes_wait(outcome) {
            return Some(Said::Evidence(Evidence::open(unknown::prerequisite(lanes_wait(
                self.input.terms(),
            )))));
        }
        let (mut answer, between) = answers(outcome, property);
        if within {
            answer = &Answer::Proved;
        }
        // Races between CTAs count where they are asked for.
        let between = between.filter(|_| self.asks_between());
        match (answer, between) {
            (Answer::Proved, _) if property == Property::Race && self.minds(outcome) => None,
            // The question is whether it continues at all.
            (Answer::Proved, _) if self.may_wait_for_ever(property).is_some() => {
                self.may_wait_for_ever(property).map(Evidence::open)
            }
            (Answer::Proved, _)
                if self.on_memory(property, outcome)
                    && of_contracts(property)
                    && (!orderly(outcome) || self.asks_between() && between_ctas(outcome)) =>
            {
                let alone = !self.asks_between() || self.launch.grid == Some([1; 3]);
                Some(Evidence::open(disorderly(property, alone, self.input.terms())))
            }
            (Answer::Proved, _) if property == Property::Bounds && self.sizes().are_all_open() => {
                Some(Evidence::open(self.sizes().unknown()))
            }
            (Answer::Proved, None | Some(Answer::Proved)) => Some(self.proved(outcome, entry)),
            _ if !is_needed => None,
            (Answer::Possible(findings), _) | (_, Some(Answer::Possible(findings))) => {
                return Some(Said::Candidates(findings));
            }
            (Answer::Unknown(gaps), _) | (_, Some(Answer::Unknown(gaps))) => self.note(gaps, property),
        }
        .map(|evidence| Said::Evidence(self.but_within(outcome, entry, evidence)))
    }

    /// Compares two threads; none if the time is over, or there is no solver.
    pub(crate) fn outcome(&self, settled: Settled, bounds: bool, effort: Effort) -> Option<Outcome> {
        self.outcome_if(BTreeSet::new(), settled, bounds, effort)
    }

    /// Is a property that may go wrong proved if no integer parameter is 0 or negative that has to be so for it to go wrong? Then these parameters.
    pub(crate) fn proved_if_positive(
        &self,
        outcome: &Outcome,
        (entry, bounds): (&Entry, bool),
        settled: Settled,
        effort: Effort,
    ) -> Option<BTreeSet<u32>> {
        let (answer, between) = answers(outcome, entry.property);
        let possible = [Some(answer), between].into_iter().flatten();
        let findings: Vec<&Finding> = possible
            .filter_map(|answer| if let Answer::Possible(findings) = answer { Some(findings) } else { None })
            .flatten()
            .collect();
        if findings.is_empty() || findings.iter().any(|finding| finding.absurd.is_empty()) {
            return None;
        }
        let positive: BTreeSet<u32> = findings.iter().flat_map(|finding| &finding.absurd).copied().collect();
        let outcome = self.outcome_if(positive.clone(), settled, bounds, effort)?;
        let can_be = outcome.assumptions == prove::Assumptions::Consistent && outcome.nowhere.is_none();
        match self.says(&outcome, entry, true).filter(|_| can_be)? {
            Said::Evidence(Evidence::Proved { scope, .. }) if scope.conditions.is_empty() => Some(positive),
            _ => None,
        }
    }

    /// The outcome; where threads may part at a barrier because they divide by 0, that is taken to give equal results.
    fn outcome_if(
        &self,
        positive: BTreeSet<u32>,
        settled: Settled,
        bounds: bool,
        effort: Effort,
    ) -> Option<Outcome> {
        let outcome = self.outcome_with(positive.clone(), settled, bounds, effort.clone(), false)?;
        let may_help = outcome.divergence != Answer::Proved && self.options.two_threads.find_bugs.is_none();
        if !may_help || !prove::may_divide_by_zero(self.function) {
            return Some(outcome);
        }
        let equal = self.outcome_with(positive, settled, bounds, effort, true);
        Some(equal.filter(|equal| equal.divergence == Answer::Proved).unwrap_or(outcome))
    }

    fn outcome_with(
        &self,
        positive: BTreeSet<u32>,
        settled: Settled,
        bounds: bool,
        effort: Effort,
        equal_quotients: bool,
    ) -> Option<Outcome> {
        let mut solver = self.options.solver.open().ok()?;
        let wanted = prove::Wanted {
            limits: effort.of_one,
            all: effort.time,
            deadline: Deadline::at(self.options.time.deadline),
            work: effort.work,
            bounds,
            unwind: self.options.two_threads.find_bugs,
            between_ctas: self.asks_between(),
            induction: self.options.two_threads.k_induction.max(1),
            candidates: self.options.ask.candidates,
            adversarial: self.options.two_threads.adversarial,
            equal_quotients,
            no_race_in_shared: settled.in_shared,
            no_race_in_cta: settled.in_cta,
            integers: self.options.solver.in_process,
            positive,
            conditions: !self.options.ask.strict_wrap && self.options.two_threads.find_bugs.is_none(),
            compare: self.options.two_threads.compare,
            most_races: self.most_findings(),
            without: self.options.two_threads.without,
        };
        let (module, launch) = (&self.input.module, self.asked_launch());
        // What the kernel requires is assumed, and its proofs say so, as they do of what is given.
        let given: Vec<Required> = launch.args.iter().filter_map(|arg| given(self.function, arg)).collect();
        let function = raddle_ir::contracts::with_known_values(self.function, &given);
        let solver: &mut dyn Solver = &mut solver;
        let outcome = self
            .observer
            .measure(StageName::TwoThreads, || prove::prove(module, &function, &launch, solver, &wanted));
        self.observer.questions(outcome.asked);
        Some(outcome)
    }

    /// The launches, as the method takes them.
    fn asked_launch(&self) -> Cow<'_, LaunchSpace> {
        let is_given = self.launch.grid.is_some() || self.options.launch.grid.is_some();
        if is_given {
            Cow::Borrowed(self.space)
        } else {
            Cow::Owned(self.space.clone().looked_at(self.function))
        }
    }

    /// Are races between threads of different CTAs asked about?
    fn asks_between(&self) -> bool {
        !self.options.ask.within_cta && self.space.cta.is_none()
    }

    /// What is open between CTAs may be proved within each.
    pub(crate) fn but_within(&self, outcome: &Outcome, entry: &Entry, evidence: Evidence) -> Evidence {
        match evidence {
            Evidence::Open { gap, mut remarks }
                if entry.property == Property::Race
                    && outcome.race == Answer::Proved
                    && !self.minds(outcome) =>
            {
                let Evidence::Proved { mut scope, remarks: of_proof } = self.proved(outcome, entry) else {
                    return Evidence::Open { gap, remarks };
                };
                remarks.extend(of_proof.into_iter().filter(|one| one.rule == Rule::RaceSizes));
                scope.up_to.retain(|one| *one != Exception::BetweenCtas);
                Evidence::Open { gap: gap.but_proved(Portion::WithinCta, scope), remarks }
            }
            other => other,
        }
    }

    /// May what is read from memory matter?
    fn on_memory(&self, property: Property, outcome: &Outcome) -> bool {
        let stated = match property {
            Property::Bounds => self.function.strays() || taint::bounds_on_memory(self.function).is_some(),
            _ => of_contracts(property) && taint::contracts_on_memory(self.function).is_some(),
        };
        stated || outcome.control_on_memory
    }

    /// May a thread wait in a loop for another one, where it is asked whether threads wait forever? What is proved relies on the proof that
    /// there is no race.
    fn may_wait_for_ever(&self, property: Property) -> Option<Unknown> {
        let asked = matches!(property, Property::Deadlock | Property::BarrierReuse);
        let loc = asked.then(|| taint::waits_without_races(self.function)).flatten()?;
        Some(unknown::prerequisite(may_wait(&place(self.input, loc), self.input.terms())))
    }

    /// Are there writes of equal values that count as races for the user?
    fn minds(&self, outcome: &Outcome) -> bool {
        self.options.ask.strict_benign && !outcome.equal_writes.is_empty()
    }

    /// The lines of accesses that no thread reaches, where no thread reaches another access of the line.
    fn dead(&self, out_of_reach: &BTreeSet<Inst>) -> Vec<Location> {
        if out_of_reach.is_empty() {
            return Vec::new();
        }
        let line = |inst: &Inst| place(self.input, self.function.insts[*inst].loc);
        let accesses = self.function.order.iter().flat_map(|&block| &self.function.blocks[block].insts);
        let reached = accesses.filter(|&inst| {
            self.function.insts[*inst].kind.address().is_some() && !out_of_reach.contains(inst)
        });
        let reached: Vec<Location> = reached.map(line).collect();
        let dead = out_of_reach.iter().map(line);
        dead.filter(|place| !reached.iter().any(|known| known.same_line(place))).collect()
    }

    fn proved(&self, outcome: &Outcome, entry: &Entry) -> Evidence {
        let property = entry.property;
        let mut scope = self.scope(outcome, property);
        let mut remarks = Vec::new();
        let is_own = outcome.race == Answer::Proved && !outcome.race_was_known;
        if let Some(part) = settled_part(entry).filter(|_| !is_own) {
            scope.join(&part.scope);
            // What runs did not reach, of all that a block does, is dead.
            scope.dead_code =
                if part.of == Portion::WithinCta { part.scope.dead_code.clone() } else { Vec::new() };
            // What only looked like a race between blocks is none.
            let is_excepted = |one: &&Diagnostic| {
                let excepted = |location| part.scope.up_to.contains(&Exception::EqualWrites { location });
                one.rule == Rule::RaceBenign && one.location().cloned().is_some_and(excepted)
            };
            remarks.extend(entry.findings.iter().filter(is_excepted).cloned());
        }
        for place in self.dead(&outcome.out_of_reach) {
            scope = scope.dead_code(place);
        }
        if property == Property::Race {
            for told in outcome.equal_writes.iter().map(|&inst| self.equal_write(outcome, inst)) {
                if !remarks.iter().any(|known| known.is_like(&told)) {
                    remarks.push(told);
                }
            }
            remarks.extend(self.conditions(outcome).map(|(condition, without)| {
                let at = |inst: Inst| place(self.input, self.function.insts[inst].loc);
                let places = without.accesses.map(at);
                conditional((condition, &without.violated_by), places, self.input.terms())
            }));
        }
        Evidence::Proved { scope, remarks }
    }

    /// The conditions under which no threads race.
    fn conditions<'o>(&self, outcome: &'o Outcome) -> impl Iterator<Item = (&'o Provided, &'o Without)> {
        let between = outcome.race_between_ctas == Answer::Proved;
        let more = move |(one, _): &(&Provided, _)| between && !outcome.provided.contains_key(one);
        // Inputs that violate a condition may be known for threads of two CTAs only.
        let known = move |(one, without): (&'o Provided, &'o Without)| {
            let other =
                outcome.provided_between.get(one).filter(|_| between && without.violated_by.is_empty());
            (one, other.unwrap_or(without))
        };
        outcome.provided.iter().map(known).chain(outcome.provided_between.iter().filter(more))
    }

    fn equal_write(&self, outcome: &Outcome, inst: Inst) -> Diagnostic {
        let at = place(self.input, self.function.insts[inst].loc);
        equal_write(at, outcome.equal_between.contains(&inst), self.input.terms())
    }

    /// The words for what may go wrong.
    pub(crate) fn possible(&self) -> Possible<'_> {
        Possible { input: self.input, function: self.function, space: self.space }
    }

    /// How many findings are run.
    pub(crate) fn most_findings(&self) -> usize {
        if self.options.two_threads.find_bugs.is_some() { MOST_UNWOUND } else { MOST_FINDINGS }
    }

    /// Is the comparison asked of the property?
    pub(crate) fn follows(&self, property: Property) -> bool {
        decides(property) && !self.is_long_and_of_warps()
    }

    /// Is it a long kernel whose lanes work together? What they compute is then unknown, and so are most of the addresses: the solver takes
    /// seconds to find that out.
    fn is_long_and_of_warps(&self) -> bool {
        let of_warp = |kind: &InstKind| kind.effects().meets == Meets::Lanes;
        self.insts().count() > LONG && (self.options.launch.warp_synchronous || self.insts().any(of_warp))
    }

    /// A thread that waits forever for what another one writes does not terminate.
    fn terminates(&self, property: Property) -> Assumption {
        let waits = matches!(property, Property::Deadlock | Property::BarrierReuse) && self.waits_in_memory();
        if waits { Assumption::TERMINATES_THOUGH_WAITING } else { Assumption::TERMINATES }
    }

    /// May a thread wait for what another one writes, perhaps forever?
    fn waits_in_memory(&self) -> bool {
        self.insts().any(|kind| match kind {
            InstKind::Atomic { .. } => true,
            InstKind::Load { access, .. } => access.volatile || access.order != raddle_ir::Order::Weak,
            _ => false,
        })
    }

    /// What the kernel accesses, by whether its size is known.
    fn sizes(&self) -> Known {
        Known::of(&self.input.module, self.function, &self.launch.buffers, self.launch.dynamic_shared)
    }

    /// May a lane of a warp wait forever for others that do not come?
    fn lanes_wait(&self, outcome: &Outcome) -> bool {
        let waits = |kind: &InstKind| {
            let does = kind.effects();
            does.meets == Meets::Lanes && does.waits
        };
        !outcome.lanes_meet && self.insts().any(waits)
    }

    /// The instructions of the kernel.
    pub(crate) fn insts(&self) -> impl Iterator<Item = &InstKind> {
        let insts = self.function.order.iter().flat_map(|&b| &self.function.blocks[b].insts);
        insts.map(|&inst| &self.function.insts[inst].kind)
    }

    fn note(&self, gaps: &[Gap], property: Property) -> Option<Evidence> {
        let first = gaps.first()?;
        Some(Evidence::open(if of_contracts(property) {
            let reason = self.input.terms().translated(&first.reason);
            Unknown::new(Rule::UnknownData, reason).at(place(self.input, first.loc))
        } else {
            unknown::prerequisite(no_help(self.input, first))
        }))
    }
}

/// What runs have proved of races for all inputs, in every CTA.
#[derive(Clone, Copy, Default)]
pub(crate) struct Settled {
    /// No two threads race in shared memory.
    in_shared: bool,
    /// No two threads of a CTA race at all.
    in_cta: bool,
}

impl Settled {
    /// Nothing where warps run in lock-step: the walk may need the races that it would leave out to find what a lane reads that another has
    /// written.
    pub(crate) fn by(ledger: &Ledger, options: &Options) -> Self {
        if options.launch.warp_synchronous {
            return Self::default();
        }
        let race = ledger.entry(Property::Race);
        let part = race.as_ref().and_then(settled_part);
        Self { in_shared: part.is_some(), in_cta: part.is_some_and(|part| part.of == Portion::WithinCta) }
    }
}

/// What is proved of races in every CTA, although not of all of them.
fn settled_part(entry: &Entry) -> Option<&Part> {
    let part = entry.gap().filter(|_| entry.property == Property::Race)?.proved.as_ref()?;
    (!part.scope.is_of_one_cta()).then_some(part)
}

/// What the outcome says of a property: within a CTA, and between CTAs.
fn answers(outcome: &Outcome, property: Property) -> (&Answer, Option<&Answer>) {
    match property {
        Property::Race => (&outcome.race, Some(&outcome.race_between_ctas)),
        property if of_contracts(property) => (answer(outcome, property), None),
        // With barriers of the whole CTA only, threads that pass the same ones neither wait forever nor fall back.
        _ => (&outcome.divergence, None),
    }
}

/// Does the method decide the property?
pub(crate) fn decides(property: Property) -> bool {
    let of_threads = matches!(
        property,
        Property::Race | Property::Divergence | Property::Deadlock | Property::BarrierReuse
    );
    of_threads || of_contracts(property)
}

/// Does it ask whether all threads reach each barrier?
pub(crate) fn is_of_meeting(property: Property) -> bool {
    matches!(property, Property::Deadlock | Property::Divergence)
}

/// Is it about single threads, as contracts are?
pub(crate) fn of_contracts(property: Property) -> bool {
    matches!(property, Property::Assert | Property::Contract | Property::Bounds)
}

/// The number that is given for a parameter.
fn given(function: &Function, arg: &Arg) -> Option<Required> {
    let param = function.params.get(arg.param)?;
    let mut bytes = [0; 16];
    bytes.get_mut(..arg.bytes.len())?.copy_from_slice(&arg.bytes);
    Some(Required {
        offset: i64::try_from(param.offset).ok()?,
        bits: u32::try_from(8 * arg.bytes.len()).ok()?,
        value: u128::from_le_bytes(bytes),
    })
}
