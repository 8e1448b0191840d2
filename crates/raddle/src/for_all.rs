//! Verdicts of lock-step verification (paper 000), for what one run does not decide.
//!
//! A run of the reference machine decides a kernel whose barriers and addresses do not depend on what it does not know.
//! For the others, `raddle-lockstep` compares two arbitrary threads for all inputs. What it proves becomes a verdict; what may
//! go wrong comes with inputs, and with those the kernel is run: a bug that is seen then is told with them, and one that is
//! not seen leaves the verdict unknown.

mod choices;
mod effort;
mod found;
mod many;
mod nothing;
mod reasoning;
mod sizes;
mod unwound;

use crate::contracts;
use crate::ctas::Checked;
use crate::input::{Input, load};
use crate::ir_text::{choose, inline_error, place};
use crate::launch::{block_of, granted, launch_of, least, reported, sizes};
use crate::observe::Observer;
use crate::options::{CtaChoice, Options, Sizes};
use crate::taint;
use crate::work_dim;
use effort::Effort;
use raddle_ir::{Function, Inst, InstKind, Meets};
use raddle_lockstep::prove::{self, Answer, Assumptions, Gap, Outcome};
use raddle_machine::launch::{BufferContent, Launch};
use raddle_report::{
    Assumption, Ctas, Diagnostic, Property, PropertyResult, Reasoning, Rule, Scope, Space, StageName,
    Unknown, Verdict,
};
use raddle_smt::Solver;
use std::path::Path;
use std::time::Duration;

/// About how long all questions about a kernel may take, where no time is given.
const ALL: Duration = Duration::from_secs(10);
/// Why a property is not asked of two threads.
const LANES: &str =
    "comparing two threads for all inputs does not help: lanes of a warp may wait for each other here";
/// Kernels of more instructions are not compared where the lanes of a warp work together.
const LONG: usize = 5000;
/// What is asked, and of what.
pub(crate) struct Asked<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) launch: &'a Launch,
    /// The block size; what is left free in it is 1 in the launch.
    pub(crate) block: Sizes,
    pub(crate) options: &'a Options,
    pub(crate) observer: &'a Observer,
}

impl Asked<'_> {
    /// Adds what lock-step verification knows to the results of runs; what it found and used, if it was asked.
    pub(crate) fn improve(&self, checked: &mut Checked) -> Option<Reasoning> {
        // Where an access is seen to leave its object, the assumption that none does is false.
        // Only whether others do is still a question.
        let outside = checked.out_of_bounds;
        let open = |r: &PropertyResult| {
            matches!(&r.verdict, Verdict::Unknown(u) if u.rule != Rule::UnknownOutOfBounds)
                && decides(r.property)
                && (!outside || r.property == Property::Bounds)
        };
        // A bug of a run in which an assumption may not have held shows nothing.
        if checked.takes_for_granted {
            contracts::perhaps_contradict(None, &mut checked.results, &checked.certain);
        }
        // What a kernel does with operands that a function is not defined for nobody knows.
        if checked.undefined {
            return None;
        }
        if outside && !checked.results.iter().any(open) {
            return None;
        }
        if !outside && !contracts::assumes(self.function) {
            self.without_cause(checked);
        }
        for result in checked.results.iter_mut().filter(|r| open(r) && !self.follows(r.property)) {
            if let Verdict::Unknown(unknown) = &mut result.verdict {
                unknown.notes.push(LANES.to_owned());
            }
        }
        let open = |r: &PropertyResult| open(r) && self.follows(r.property);
        let assumes = contracts::assumes(self.function);
        // What is taken for granted of calls must be possible.
        let is_asked = assumes || self.function.strays();
        if !is_asked && (self.options.may_alias || !checked.results.iter().any(open)) {
            return None;
        }
        let bounds = checked.results.iter().any(|r| r.property == Property::Bounds);
        let outcome = Effort::given_or(self.options, ALL)
            .and_then(|effort| self.outcome(checked.results.iter().any(shared_is_settled), bounds, effort));
        match outcome.as_ref().map(|outcome| &outcome.assumptions) {
            Some(Assumptions::Contradict(gap)) => {
                contracts::contradict(self.input, self.function, gap, &mut checked.results);
                return None;
            }
            Some(Assumptions::Consistent) => {}
            Some(Assumptions::Open(gaps)) if assumes => {
                let why = gaps.first().map(|gap| self.gap(gap));
                contracts::perhaps_contradict(why, &mut checked.results, &checked.certain);
            }
            None if assumes => contracts::perhaps_contradict(None, &mut checked.results, &checked.certain),
            _ => {}
        }
        let nowhere = outcome.as_ref().and_then(|outcome| outcome.nowhere.clone());
        if let Some(gap) = &nowhere {
            let others = checked.results.iter_mut().filter(|r| r.property != Property::Bounds);
            let proved = others.filter(|r| !matches!(r.verdict, Verdict::Refuted { .. }));
            proved
                .for_each(|r| contracts::contradict(self.input, self.function, gap, std::slice::from_mut(r)));
        }
        let outcome = outcome.filter(|_| !self.options.may_alias)?;
        // Where threads part at a barrier, that is what the others are open for.
        let (first, others): (Vec<_>, Vec<_>) =
            (0..checked.results.len()).partition(|&n| is_of_meeting(checked.results[n].property));
        for n in first.into_iter().chain(others) {
            let excluded = nowhere.is_some() && checked.results[n].property != Property::Bounds;
            if open(&checked.results[n]) && !excluded {
                let parting = checked
                    .results
                    .iter()
                    .find(|r| is_of_meeting(r.property) && matches!(r.verdict, Verdict::Refuted { .. }));
                let parting = parting.map(|r| r.property);
                self.result(&outcome, &mut checked.results[n], parting);
            }
        }
        if nowhere.is_none() {
            self.with_choices(checked, !outcome.left_out.is_empty());
        }
        Some(self.reasoning(&outcome, &checked.results))
    }

    fn outcome(&self, no_race_in_shared: bool, bounds: bool, effort: Effort) -> Option<Outcome> {
        let mut solver = self.options.solver.open().ok()?;
        let wanted = prove::Wanted {
            limits: effort.of_one,
            all: effort.time,
            work: effort.work,
            bounds,
            unwind: self.options.find_bugs,
            between_ctas: !self.options.within_cta,
            induction: self.options.k_induction.max(1),
            candidates: self.options.candidates,
            adversarial: self.options.adversarial,
            no_race_in_shared,
            compare: self.options.compare,
            most_races: self.most_findings(),
            without: self.options.without,
        };
        let (module, launch) = (&self.input.module, self.asked_launch());
        // What the kernel requires is taken for granted, and its proofs say so.
        let function = raddle_ir::contracts::with_required_values(self.function);
        let solver: &mut dyn Solver = &mut solver;
        let outcome = self
            .observer
            .measure(StageName::TwoThreads, || prove::prove(module, &function, &launch, solver, &wanted));
        self.observer.questions(outcome.asked);
        Some(outcome)
    }

    /// The launch, as the method takes it.
    fn asked_launch(&self) -> prove::Launch {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |all, &b| all << 8 | u128::from(b));
        let args = self.launch.args.iter().filter(|arg| arg.bytes.len() <= 16);
        let size = |content: &BufferContent| content.size();
        let given = self.launch.grid.map(|grid| grid.map(Some)).or(self.options.free_grid);
        let most = self.function.bounds.max_threads.unwrap_or(1024).min(1024);
        let launch = prove::Launch {
            block: self.block,
            most_threads: u32::try_from(most).unwrap_or(1024),
            grid: given.unwrap_or([None; 3]),
            warp_size: self.launch.warp_size,
            warp_synchronous: self.options.warp_synchronous,
            args: args.map(|arg| (arg.param as u32, number(&arg.bytes))).collect(),
            buffers: self.launch.buffers.iter().map(|b| (b.param as u32, size(&b.content))).collect(),
            dynamic_shared: self.launch.dynamic_shared,
        };
        if given.is_some() { launch } else { launch.looked_at(self.function) }
    }

    fn result(&self, outcome: &Outcome, result: &mut PropertyResult, parting: Option<Property>) {
        // A race stands on divergence, which lanes that wait for each other leave open.
        if !of_contracts(result.property) && self.lanes_wait(outcome) {
            if let Verdict::Unknown(unknown) = &mut result.verdict {
                unknown.notes.push(LANES.to_owned());
            }
            return;
        }
        let all_ctas = self.options.cta == CtaChoice::All && !self.options.within_cta;
        let (answer, between) = answers(outcome, result.property);
        // Races between CTAs are told where they are asked for, or where nothing else is known.
        let between =
            between.filter(|_| all_ctas || self.options.find_bugs.is_none() && !self.options.within_cta);
        match (answer, between) {
            (Answer::Proved, _) if result.property == Property::Race && self.minds(outcome) => {}
            // That it goes on then is what is asked.
            (Answer::Proved, _) if self.waits_for_ever(result) => {}
            (Answer::Proved, _)
                if self.on_memory(result.property, outcome)
                    && of_contracts(result.property)
                    && (!contracts::orderly(outcome) || all_ctas && contracts::between_ctas(outcome)) =>
            {
                *result = PropertyResult::unknown(result.property, contracts::disorderly(result.property));
            }
            (Answer::Proved, _) if result.property == Property::Bounds && self.sizes().are_all_open() => {
                *result = PropertyResult::unknown(Property::Bounds, self.sizes().unknown());
            }
            (Answer::Proved, None | Some(Answer::Proved)) => self.proved(outcome, result),
            (Answer::Proved, Some(_)) if !all_ctas => self.proved(outcome, result),
            (Answer::Possible(findings), _) | (_, Some(Answer::Possible(findings))) => {
                match self.run(findings, result.property) {
                    Some(seen) => {
                        *result = seen;
                        self.add_invariants(findings, result);
                    }
                    None => self.leave_open(findings, result, parting),
                }
            }
            (Answer::Unknown(gaps), _) | (_, Some(Answer::Unknown(gaps))) => self.note(gaps, result),
        }
    }

    /// May it matter what is read from memory?
    fn on_memory(&self, property: Property, outcome: &Outcome) -> bool {
        let stated = match property {
            Property::Bounds => true,
            _ => of_contracts(property) && taint::contracts_on_memory(self.function).is_some(),
        };
        stated || outcome.control_on_memory
    }

    /// May a thread wait in a loop for another one, where it is asked whether threads wait for ever? It is told.
    fn waits_for_ever(&self, result: &mut PropertyResult) -> bool {
        let asked = matches!(result.property, Property::Deadlock | Property::BarrierReuse);
        let Some(loc) = asked.then(|| taint::waits_for_others(self.function)).flatten() else { return false };
        if let Verdict::Unknown(unknown) = &mut result.verdict {
            let at = place(self.input, loc);
            let text = format!(
                "comparing two threads for all inputs does not help: at {} a thread may wait in a loop for what another one writes",
                at.short()
            );
            unknown.notes.push(text);
        }
        true
    }

    /// Are there writes of equal values that the user minds?
    fn minds(&self, outcome: &Outcome) -> bool {
        self.options.strict_benign && !outcome.equal_writes.is_empty()
    }

    fn proved(&self, outcome: &Outcome, result: &mut PropertyResult) {
        let property = result.property;
        let mut scope = self.scope(outcome, property);
        let mut benign = Vec::new();
        if let Verdict::Unknown(Unknown { proved: Some(part), .. }) = &result.verdict
            && shared_is_settled(result)
        {
            crate::ctas::both(&mut scope, &part.scope);
            benign.extend(result.diagnostics.extract_if(.., |one| one.rule == Rule::RaceBenign));
        }
        let out_of_reach = outcome.out_of_reach.iter().map(|&inst| self.function.insts[inst].loc);
        for at in out_of_reach.map(|loc| place(self.input, loc)) {
            if !scope.dead_code.iter().any(|other| other.same_line(&at)) {
                scope = scope.dead_code(at);
            }
        }
        *result = PropertyResult::proved(property, scope);
        result.diagnostics.extend(benign);
        if property == Property::Race {
            result.diagnostics.extend(outcome.equal_writes.iter().map(|&inst| self.equal_write(inst)));
        }
    }

    fn equal_write(&self, inst: Inst) -> Diagnostic {
        let title =
            "several threads write here, and nothing orders them; for all inputs they write the same value";
        Diagnostic::new(Rule::RaceBenign, title).primary(
            place(self.input, self.function.insts[inst].loc),
            "the last write wins, and all are equal",
        )
    }

    /// Is the comparison asked of the property?
    fn follows(&self, property: Property) -> bool {
        decides(property) && !self.is_long_and_of_warps()
    }

    /// Is it a long kernel whose lanes work together? What they compute so is unknown, and mostly its addresses with it: the solver takes
    /// seconds to find that out.
    fn is_long_and_of_warps(&self) -> bool {
        let of_warp = |kind: &InstKind| kind.effects().meets == Meets::Lanes;
        self.insts().count() > LONG && (self.options.warp_synchronous || self.insts().any(of_warp))
    }

    /// A thread that waits for ever for what another one writes does not terminate.
    fn terminates(&self, property: Property) -> Assumption {
        let waits = matches!(property, Property::Deadlock | Property::BarrierReuse) && self.waits_in_memory();
        if waits { Assumption::terminates_though_waiting() } else { Assumption::terminates() }
    }

    /// May a thread wait for what another one writes, perhaps for ever?
    fn waits_in_memory(&self) -> bool {
        self.insts().any(|kind| match kind {
            InstKind::Atomic { .. } => true,
            InstKind::Load { access, .. } => access.volatile || access.order != raddle_ir::Order::Weak,
            _ => false,
        })
    }

    /// May a lane of a warp wait for ever for others that do not come?
    fn lanes_wait(&self, outcome: &Outcome) -> bool {
        let waits = |kind: &InstKind| {
            let does = kind.effects();
            does.meets == Meets::Lanes && does.waits
        };
        !outcome.lanes_meet && self.insts().any(waits)
    }

    fn insts(&self) -> impl Iterator<Item = &InstKind> {
        let insts = self.function.order.iter().flat_map(|&b| &self.function.blocks[b].insts);
        insts.map(|&inst| &self.function.insts[inst].kind)
    }

    fn scope(&self, outcome: &Outcome, property: Property) -> Scope {
        let mut launch = reported(self.function, self.launch, Ctas::All, self.options);
        launch.block = Some(sizes(self.block));
        let mut scope = Scope::every_input(&launch);
        for given in launch.args.iter().chain(&launch.buffers) {
            scope = scope.with(&given.name, &given.value);
        }
        scope = scope
            .assuming(Assumption::disjoint_pointers())
            .assuming(if property == Property::Bounds {
                let text = "every access to a buffer, an array or dynamic shared memory whose size is not given is within it";
                Assumption::new("in-bounds", text)
            } else {
                Assumption::in_bounds()
            })
            .assuming(self.terminates(property));
        if let Some(condition) = self.sizes().condition().filter(|_| property == Property::Bounds) {
            scope = scope.provided(condition);
        }
        if property != Property::Bounds && !outcome.strays.is_empty() {
            scope = scope.assuming(Assumption::function_pointers());
        }
        if self.launch.grid.is_none() {
            let text = match self.options.free_grid {
                Some(_) => "the launch has fewer than 2^31 threads in each dimension",
                None => {
                    "the launch has fewer than 2^31 threads in each dimension, and one CTA in each dimension beyond the \
                     first that the kernel does not look at"
                }
            };
            scope = scope.assuming(Assumption::new("launch-size", text));
        }
        if self.options.warp_synchronous {
            scope = scope.assuming(Assumption::warp_synchronous());
        }
        if outcome.counts {
            let text = "no counter is added to so often that it comes back to a value";
            scope = scope.assuming(Assumption::new("counters", text));
        }
        for inst in outcome.equal_writes.iter().filter(|_| property == Property::Race) {
            let at = place(self.input, self.function.insts[*inst].loc).short();
            scope = scope.up_to(format!("equal-value writes at {at}"));
        }
        if property != Property::Divergence {
            scope = scope.standing_on(Property::Divergence);
        }
        let on_memory = property == Property::Race || self.on_memory(property, outcome);
        if property != Property::Race && on_memory {
            scope = scope.standing_on(Property::Race);
        }
        scope = contracts::assuming(
            self.input,
            self.function,
            granted(&self.input.module, self.function, self.launch, scope),
        );
        if property == Property::Contract {
            scope = contracts::up_to(self.input, outcome, scope);
        }
        let elsewhere = outcome.race_between_ctas != Answer::Proved
            || of_contracts(property) && contracts::between_ctas(outcome);
        if on_memory && elsewhere {
            scope = scope.up_to(contracts::races_between_ctas(self.options));
        }
        scope
    }

    fn note(&self, gaps: &[Gap], result: &mut PropertyResult) {
        if let (Some(first), Verdict::Unknown(unknown)) = (gaps.first(), &mut result.verdict) {
            if of_contracts(result.property) {
                *unknown =
                    Unknown::new(Rule::UnknownData, first.reason.clone()).at(place(self.input, first.loc));
                return;
            }
            unknown.notes.push(self.gap(first));
        }
    }

    /// Why the comparison of two threads says nothing.
    fn gap(&self, gap: &Gap) -> String {
        let at = place(self.input, gap.loc).short();
        format!("comparing two threads for all inputs does not help: {at}: {}", gap.reason)
    }
}

/// What lock-step verification alone says of a kernel: for tests and measurements.
///
/// # Errors
/// When the input or the launch is wrong, or the kernel has no normal form.
pub fn two_threads(file: &Path, kernel: &str, options: &Options) -> Result<Outcome, String> {
    let text = |errors: Vec<Diagnostic>| {
        errors.iter().map(|error| error.title.clone()).collect::<Vec<_>>().join("; ")
    };
    let mut input = load(file, &options.compile).map_err(text)?;
    let func = choose(&input, &[kernel.to_owned()]).map_err(text)?[0];
    let prepared = raddle_ir::passes::prepare(&mut input.module, func);
    let mut function = prepared.map_err(|e| text(vec![inline_error(&input, &e)]))?;
    work_dim::settle(&mut function, options);
    contracts::place(&input, func, &mut function).map_err(text)?;
    let block = block_of(&function, options).ok_or("no block size is given")?;
    let launch = launch_of(&input.module, &function, least(block), options).map_err(text)?;
    let observer = Observer::of_kernel(false, None);
    let asks_bounds = options.properties.as_ref().is_some_and(|all| all.contains(&Property::Bounds));
    let asked =
        Asked { input: &input, function: &function, launch: &launch, block, options, observer: &observer };
    let effort = Effort::given_or(options, ALL).ok_or("the time is over")?;
    asked.outcome(false, asks_bounds, effort).ok_or_else(|| "the control flow is irreducible".to_owned())
}

/// Is it proved of all CTAs that no threads race in shared memory?
fn shared_is_settled(result: &PropertyResult) -> bool {
    result.property == Property::Race
        && matches!(&result.verdict, Verdict::Unknown(Unknown { proved: Some(part), .. })
            if part.space == Space::Shared && !matches!(part.scope.launch.ctas, Ctas::One(_)))
}

/// What the outcome says of a property: within a CTA, and between CTAs.
fn answers(outcome: &Outcome, property: Property) -> (&Answer, Option<&Answer>) {
    match property {
        Property::Race => (&outcome.race, Some(&outcome.race_between_ctas)),
        property if of_contracts(property) => (contracts::answer(outcome, property), None),
        // With barriers of the whole CTA only, threads that pass the same ones neither wait for ever nor lag behind.
        _ => (&outcome.divergence, None),
    }
}

/// Does the method decide the property?
fn decides(property: Property) -> bool {
    let of_threads = matches!(
        property,
        Property::Race | Property::Divergence | Property::Deadlock | Property::BarrierReuse
    );
    of_threads || of_contracts(property)
}

/// Does it say where all threads come to each barrier?
fn is_of_meeting(property: Property) -> bool {
    matches!(property, Property::Deadlock | Property::Divergence)
}

/// Is it about single threads, as contracts are?
fn of_contracts(property: Property) -> bool {
    matches!(property, Property::Assert | Property::Contract | Property::Bounds)
}
