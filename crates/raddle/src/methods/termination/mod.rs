//! Does each thread of a kernel end (paper 004)? Decided by `raddle-termination` for all inputs and sizes; loops that do not terminate are
//! confirmed by runs.

use crate::confirm::replay::limits::STEPS;
use crate::confirm::replay::schedule::{Schedule, Show};
use crate::confirm::replay::witness;
use crate::evidence::Evidence;
use crate::methods::termination::limits::{ALL, QUESTION};
use crate::options::Options;
use crate::subject::input::{Input, place};
use crate::subject::launch::{fixed, launch_at, launch_of, least, space_of};
use crate::subject::limits::{block_limit, grid_limit, sizes};
use crate::words::contracts::assuming;
use crate::words::launch::{of_pointers, reported, reported_options, ruled_out};
use crate::words::loops::ends::why;
use crate::words::loops::{Loops, STATED, called, comes_back, computed, how_weak, otherwise};
use raddle_ir::clock::Deadline;
use raddle_ir::contracts::ROUNDS;
use raddle_ir::{Callee, Function, InstKind, Meets, Module, Object, Value};
use raddle_launch::LaunchSpace;
use raddle_machine::constants::as_initialised;
use raddle_report::{
    Assumption, Ctas, Diagnostic, Dim3, Location, Rule, Scope, Size, Thread, Unknown, Witness, words,
};
use raddle_smt::Solver;
use raddle_symbolic::pure::partial;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::{Endless, Why};
use raddle_termination::from_kernel::model::NoModel;
use raddle_termination::from_kernel::{Budget, Decided, Ended, Model, Reason, alone, decide};
use std::time::Instant;

pub(crate) mod limits;
mod reached;

/// The verdict, and the notes on each loop.
pub(crate) struct Terminated {
    pub(crate) evidence: Evidence,
    pub(crate) notes: Vec<String>,
}

/// Decides whether a kernel terminates.
///
/// # Errors
/// When an argument is wrong.
pub(crate) fn terminates(
    input: &Input,
    function: &Function,
    asked: &LaunchSpace,
    options: &Options,
) -> Result<Terminated, Vec<Diagnostic>> {
    is_possible(input, function, asked, options)?;
    let kernel = Kernel { input, function, options, asked };
    Ok(kernel.decide())
}

/// The launches that are asked about; the smallest one is possible.
pub(crate) fn asked(
    input: &Input,
    function: &Function,
    options: &Options,
) -> Result<LaunchSpace, Vec<Diagnostic>> {
    let space = space_of(&input.module, function, &options.launch)?;
    is_possible(input, function, &space, options)?;
    Ok(space)
}

/// Is the smallest of the launches possible?
fn is_possible(
    input: &Input,
    function: &Function,
    space: &LaunchSpace,
    options: &Options,
) -> Result<(), Vec<Diagnostic>> {
    launch_at(&input.module, function, space, least(space.block), options.launch.cta).map(|_| ())
}

/// The variables that are taken to be as the module initialises them.
pub(crate) fn initialised(module: &Module) -> Vec<Object> {
    let all = as_initialised(module);
    module.objects.keys().filter(|&object| all[object]).collect()
}

struct Kernel<'a> {
    input: &'a Input,
    /// As the machine runs it; the model may be of one with [copies of blocks](alone).
    function: &'a Function,
    options: &'a Options,
    asked: &'a LaunchSpace,
}

impl Kernel<'_> {
    fn decide(&self) -> Terminated {
        if let Some(unknown) = self.calls() {
            return only(Evidence::open(unknown));
        }
        let function = alone(self.function);
        let deadline = Deadline::at(self.options.time.deadline);
        let initialised = initialised(&self.input.module);
        let mut model =
            match Model::by(&self.input.module, &function, self.asked, &initialised, partial, deadline) {
                Ok(model) => model,
                Err(why @ NoModel::Late) => {
                    let unknown = Unknown::new(Rule::UnknownLimit, why.to_string()).help("raise --timeout");
                    return only(Evidence::open(unknown));
                }
                Err(why @ NoModel::Irreducible(_)) => {
                    let unknown = Unknown::new(Rule::UnknownUnmodelled, why.to_string())
                        .help("write the loop with a single entry: splitting its blocks makes it too large");
                    return only(Evidence::open(unknown));
                }
            };
        if model.heads.is_empty() {
            let scope = self.scope(&model, &[]);
            let notes = vec!["the kernel has no loops".to_owned()];
            return Terminated { evidence: Evidence::proved(scope), notes };
        }
        let (Ok(mut solver), Ok(mut checker)) = (self.options.solver.open(), self.options.solver.open())
        else {
            let unknown = Unknown::new(Rule::UnknownLimit, "the solver is not available");
            return only(Evidence::open(unknown));
        };
        let left = self.options.time.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let budget = Budget::of(QUESTION, left.unwrap_or(ALL));
        let (solver, checker): (&mut dyn Solver, &mut dyn Solver) = (&mut solver, &mut checker);
        let began = Instant::now();
        let mut decided = decide(&mut model, solver, checker, budget);
        let left = Budget { all: budget.all.saturating_sub(began.elapsed()), ..budget };
        self.reach(&mut model, &mut decided, (solver, checker), left);
        // A loop that no launch is seen to reach is not reported as not terminating.
        for (condition, shown) in &mut decided.conditions {
            condition.exact &= shown.is_some();
        }
        self.verdict(&mut model, &decided)
    }

    /// Calls of functions that are not known: it is unknown whether they return.
    fn calls(&self) -> Option<Unknown> {
        let insts = self.function.order.iter().flat_map(|&b| &self.function.blocks[b].insts);
        for &inst in insts {
            let data = &self.function.insts[inst];
            let text = match &data.kind {
                InstKind::Call { callee: Callee::Func(_) | Callee::Indirect { .. }, .. } => {
                    "the called function is unknown, and so is whether it returns"
                }
                // It is assumed to return.
                InstKind::Call { callee: Callee::External(_), .. } => continue,
                kind => match kind.effects().meets {
                    Meets::Unknown => "an instruction that is not modelled may wait",
                    Meets::Nothing | Meets::Lanes | Meets::Cta | Meets::Grid | Meets::Agent => continue,
                },
            };
            let at = place(self.input, data.loc);
            return Some(Unknown::new(Rule::UnknownOpaque, text).at(at));
        }
        None
    }

    fn verdict(&self, model: &mut Model<'_>, decided: &Decided) -> Terminated {
        if !decided.consistent {
            let text = "the assumptions of the source contradict each other, so no run satisfies them";
            let unknown = Unknown::new(Rule::UnknownContradiction, text);
            return only(Evidence::open(unknown));
        }
        let notes = self.notes(model, decided);
        let runs = decided.loops.iter().filter_map(|of| match &of.ended {
            Ended::Runs(endless) => Some(endless),
            _ => None,
        });
        let mut unreplayed = None;
        for endless in runs {
            if let Some(found) = self.finding(model, endless) {
                return Terminated { evidence: Evidence::Shown { findings: vec![found] }, notes };
            }
            unreplayed = Some(endless);
        }
        // A condition on the place of a thread is none that a launch could meet.
        let of_threads =
            |condition: &Condition| condition.terms.iter().any(|(term, _)| model.of_thread(*term));
        let strict: Vec<&(Condition, Option<Endless>)> = decided
            .conditions
            .iter()
            .filter(|(condition, _)| self.options.ask.strict_wrap || of_threads(condition))
            .collect();
        let hidden = strict.iter().find(|(_, shown)| shown.is_none()).map(|(condition, _)| condition);
        let strict: Vec<&Endless> = strict.iter().filter_map(|(_, shown)| shown.as_ref()).collect();
        if let Some(found) = strict.iter().find_map(|endless| self.finding(model, endless)) {
            return Terminated { evidence: Evidence::Shown { findings: vec![found] }, notes };
        }
        if let Some(endless) = unreplayed.or(strict.first().copied()) {
            let unknown = match self.leaves_objects(model, endless) {
                Some(site) => {
                    let text =
                        "a loop may not terminate, but an access is out of bounds in the run that shows it";
                    Unknown::new(Rule::UnknownOutOfBounds, text).at(place(self.input, site.loc)).help(
                        "fix that access first, or state with `__requires` which inputs the kernel supports",
                    )
                }
                None => {
                    let text = "a loop may not terminate, but the reference machine does not show it";
                    Unknown::new(Rule::UnknownUnreplayed, text).at(self.words().at(model, endless.number))
                }
            };
            let unknown = unknown.note(format!("with {}", self.words().inputs(model, endless)));
            return Terminated { evidence: Evidence::open(unknown), notes };
        }
        if let Some(unknown) = decided.loops.iter().find_map(|of| self.unknown(model, of.number, &of.ended)) {
            return Terminated { evidence: Evidence::open(unknown), notes };
        }
        if let Some(condition) = hidden {
            let text = "a loop is proved to terminate under a condition only, and raddle has no input that violates it";
            let terms = condition.terms.iter().map(|(_, text)| self.words().written(model, condition, text));
            let terms: Vec<String> = terms.map(|text| format!("`{text}`")).collect();
            let mut unknown = Unknown::new(Rule::UnknownUnreplayed, text)
                .at(self.words().at(model, condition.number))
                .note(format!("it terminates if {}", terms.join(" and ")));
            if self.options.ask.strict_wrap {
                unknown = unknown.help("without --strict-wrap it is proved under that condition");
            }
            return Terminated { evidence: Evidence::open(unknown), notes };
        }
        let scope = self.scope(model, &decided.conditions);
        let warnings = decided.conditions.iter();
        let remarks =
            warnings.filter_map(|(condition, endless)| self.condition(model, condition, endless.as_ref()));
        Terminated { evidence: Evidence::Proved { scope, remarks: remarks.collect() }, notes }
    }

    /// Is the condition of a loop fully reported in a warning of its own?
    fn is_warned_of(&self, decided: &Decided, number: usize) -> bool {
        let proved = decided.loops.iter().all(|of| matches!(of.ended, Ended::Ranked(_)));
        let mut own = decided.conditions.iter().filter(|(condition, _)| condition.number == number);
        proved && !self.options.ask.strict_wrap && own.all(|(_, shown)| shown.is_some())
    }

    /// The notes on the loops that end: one for all calls of a function with a loop, or one for each call where they differ.
    fn notes(&self, model: &mut Model<'_>, decided: &Decided) -> Vec<String> {
        let places: Vec<Location> =
            decided.loops.iter().map(|of| self.words().at(model, of.number)).collect();
        let all = decided.loops.iter().zip(&places);
        let all: Vec<Option<String>> =
            all.map(|(of, at)| self.note(model, decided, (of.number, &at.short()))).collect();
        let mut notes: Vec<String> = Vec::new();
        for ((of, at), note) in decided.loops.iter().zip(&places).zip(&all) {
            let mut others = places.iter().zip(&all).filter(|(other, _)| other.same_line(at));
            let note = match others.all(|(_, other)| other == note) {
                true => note.clone(),
                false => self.note(model, decided, (of.number, &called(at))),
            };
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
        notes
    }

    /// The note on a loop that ends; `at` is where it begins.
    fn note(&self, model: &mut Model<'_>, decided: &Decided, (number, at): (usize, &str)) -> Option<String> {
        let text = self.ends(model, decided, (number, at))?;
        let of_it = decided.conditions.iter().filter(|(condition, _)| condition.number == number);
        let terms =
            of_it.flat_map(|(condition, _)| condition.terms.iter().map(move |(_, text)| (condition, text)));
        let texts: Vec<String> = terms
            .map(|(condition, text)| format!("`{}`", self.words().written(model, condition, text)))
            .collect();
        if texts.is_empty() {
            return Some(text);
        }
        let exact = decided.conditions.iter().all(|(c, _)| c.number != number || c.exact);
        let mut note = format!("if {}, {text}", texts.join(" and "));
        if !self.is_warned_of(decided, number) {
            let more = [Some(how_weak(exact).to_owned()), computed(&texts)];
            more.into_iter().flatten().for_each(|more| note.push_str(&format!("; {more}")));
        }
        let own: Vec<&Condition> = decided
            .conditions
            .iter()
            .map(|(condition, _)| condition)
            .filter(|c| c.number == number)
            .collect();
        let mut terms = own.iter().flat_map(|condition| &condition.terms);
        let local = terms.find_map(|(term, _)| model.local_name(*term));
        let is_read = own.iter().any(|condition| condition.read.is_some());
        Some(match local {
            _ if is_read => format!("{note}; {STATED}"),
            Some(name) => format!(
                "{note}; `{name}` is a variable of the kernel, which `__requires` cannot name: state the condition with `__assume` after the variable is set"
            ),
            None => note,
        })
    }

    /// Why, and how soon.
    fn ends(&self, model: &mut Model<'_>, decided: &Decided, (number, at): (usize, &str)) -> Option<String> {
        let Ended::Ranked(ranking) = &decided.loops[number].ended else { return None };
        if is_specified(model, number) {
            return None;
        }
        if decided.loops[number].dead {
            return Some(format!("the loop at {at} is dead: no {} reaches it", self.input.terms().thread));
        }
        let trips = decided.loops[number].trips.as_ref();
        let mut text = why(model, (number, at), (ranking, trips));
        let invariants: Vec<String> = decided.invariants[number]
            .iter()
            .filter(|_| self.options.also.explain && !ranking.measures.is_empty())
            .map(|&i| format!("`{}`", model.show(i)))
            .collect();
        if !invariants.is_empty() {
            text.push_str(&format!("; always {}", invariants.join(", ")));
        }
        Some(text)
    }

    fn unknown(&self, model: &Model<'_>, number: usize, ended: &Ended) -> Option<Unknown> {
        let at = self.words().at(model, number);
        let place = |inst: &raddle_ir::Inst| place(self.input, model.function.insts[*inst].loc);
        Some(match ended {
            Ended::Ranked(_) | Ended::Runs(_) => return None,
            Ended::Unknown(Reason::Waits(inst)) => {
                let thread = self.input.terms().thread;
                let text = format!("the loop waits for another {thread} at {}", place(inst).short());
                Unknown::new(Rule::UnknownSchedule, text).at(at).help(format!(
                    "raddle does not track the other {thread}'s progress; use a barrier instead of this loop"
                ))
            }
            Ended::Unknown(Reason::Atomic(inst)) => {
                let threads = self.input.terms().threads;
                let text = format!(
                    "the number of iterations depends on the result of an atomic, which other {threads} may change"
                );
                let why = match model.disturbs(*inst) {
                    Some(write) => {
                        let there = place(&write).short();
                        format!(
                            "this may be any value, because the counter is also written at {there}, in a loop: other {threads} may write it repeatedly"
                        )
                    }
                    None => "this may be any value".to_owned(),
                };
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .because(Some(place(inst)), why)
                    .help("bound the loop by a counter of its own as well; raddle follows an atomic counter that only counts up and is otherwise written finitely often")
            }
            Ended::Unknown(Reason::Data(inst)) => {
                let text = "the number of iterations depends on values that are read from memory or computed in a way that raddle does not follow";
                let why = match model.writes(*inst) {
                    Some(write) => {
                        let there = place(&write).short();
                        format!("this may be any value, because the kernel writes it at {there}")
                    }
                    None => "this may be any value".to_owned(),
                };
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .because(Some(place(inst)), why)
                    .help("bound the loop by a counter as well")
            }
            Ended::Unknown(Reason::NoRanking) => {
                let text = "raddle found neither a value that decreases in each iteration of the loop nor an input for which it does not terminate";
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .help("give the sizes of the launch, and arguments with --arg")
            }
            Ended::Unknown(Reason::Time | Reason::Unconfirmed) => Unknown::new(
                Rule::UnknownLimit,
                "the solver did not decide in time whether the loop terminates",
            )
            .at(at)
            .help("raise --timeout"),
        })
    }

    fn scope(&self, model: &Model<'_>, conditions: &[(Condition, Option<Endless>)]) -> Scope {
        let mut scope = Scope::every_input(&self.launch(self.asked.block, self.asked.grid));
        for (key, text) in &self.options.launch.args {
            scope = scope.with(key.to_string(), text);
        }
        let waiting = |kind: &InstKind| match kind.effects().meets {
            Meets::Lanes | Meets::Cta | Meets::Grid => true,
            // A copy ends by itself; and what is not known has an assumption, or no proof, of its own.
            Meets::Nothing | Meets::Agent | Meets::Unknown => false,
        };
        let insts = || self.function.order.iter().flat_map(|&b| &self.function.blocks[b].insts);
        if insts().any(|&inst| waiting(&self.function.insts[inst].kind)) {
            scope = scope.assuming(Assumption::BarriersRelease);
        }
        if let Some(text) = fixed(self.asked.block)
            .and_then(|block| ruled_out(self.input.module.language, self.function, block))
        {
            scope = scope.assuming(Assumption::DemandedSize { text });
        }
        if model.assumed.unwritten && !self.options.launch.may_alias {
            scope = scope.assuming(Assumption::DisjointPointers);
        }
        let own = |kind: &InstKind| matches!(kind, InstKind::Store { .. } | InstKind::Atomic { .. });
        let writes = !model.heads.is_empty() && insts().any(|&inst| own(&self.function.insts[inst].kind));
        if writes {
            scope = scope.assuming(Assumption::InBounds);
        }
        if writes || model.assumed.unwritten {
            scope = of_pointers(self.function, scope);
        }
        if self.function.strays() {
            scope = scope.assuming(Assumption::FunctionPointers);
        }
        if model.assumed.constants {
            scope = scope.assuming(Assumption::ConstantsAsInitialised);
        }
        if model.assumed.counters {
            scope = scope.assuming(Assumption::Counters);
        }
        if model.assumed.launch_size {
            scope = scope.assuming(Assumption::LaunchSize { unread_are_one: false });
        }
        if model.assumed.block_limit {
            scope = scope.assuming(block_limit(self.asked));
        }
        if model.assumed.grid_limit {
            scope = scope.assuming(grid_limit(self.asked));
        }
        let external = |kind: &InstKind| matches!(kind, InstKind::Call { callee: Callee::External(_), .. });
        if insts().any(|&inst| external(&self.function.insts[inst].kind)) {
            scope = scope.assuming(Assumption::CallsReturn);
        }
        for (condition, _) in conditions {
            for (_, text) in &condition.terms {
                scope = scope.provided(self.words().written(model, condition, text));
            }
        }
        assuming(self.input, self.function, scope)
    }

    /// The words for its loops.
    fn words(&self) -> Loops<'_> {
        Loops { input: self.input, function: self.function }
    }

    fn launch(&self, block: [Option<u32>; 3], grid: [Option<u32>; 3]) -> raddle_report::Launch {
        let mut launch = raddle_report::Launch::not_given().ctas(self.asked.cta.into());
        launch.block = Some(sizes(block));
        launch.grid = Some(Dim3(grid.map(|n| n.map_or(Size::Free, Size::Fixed))));
        launch.options = reported_options(self.options);
        launch
    }

    /// The finding for an endless loop that the reference machine shows.
    fn finding(&self, model: &Model<'_>, endless: &Endless) -> Option<Diagnostic> {
        let schedule = self.replayed(model, endless)?;
        let at = self.words().at(model, endless.number);
        let title = match self.words().inputs(model, endless) {
            any if any == "any input" => "this loop does not terminate".to_owned(),
            inputs => format!("this loop does not terminate with {inputs}"),
        };
        let why = match &endless.why {
            Why::Closed => "every iteration starts another one, whatever values it reads".to_owned(),
            Why::Again => "every iteration starts another one".to_owned(),
            Why::Lasso { state, .. } if state.is_empty() => "every iteration starts another one".to_owned(),
            Why::Lasso { first, again, state } => {
                format!("{}: so it repeats forever", comes_back(*first, *again, state))
            }
        };
        let found = Diagnostic::new(Rule::TerminationEndless, title).primary(at, why);
        let steps = words::grouped(STEPS);
        let found = found.note(format!("the replay was still in the loop after {steps} steps"));
        Some(found.witness(self.witness(endless, &schedule)?))
    }

    /// The test that shows an endless loop.
    fn witness(&self, endless: &Endless, schedule: &Schedule) -> Option<Witness> {
        let block = self.block_with(&endless.inputs);
        let launch = launch_of(&self.input.module, self.function, block, &self.options.launch).ok()?;
        let cta = schedule.cta.unwrap_or_default();
        let threads = match &schedule.show {
            Show::Endless(of) => vec![Thread::new(u64::from(of.thread), cta, block, launch.warp_size)],
            _ => Vec::new(),
        };
        let told = reported(self.function, &launch, Ctas::One(cta), self.options);
        Some(witness::make(self.input, self.function, &told, threads, schedule, true))
    }

    fn condition(
        &self,
        model: &Model<'_>,
        condition: &Condition,
        endless: Option<&Endless>,
    ) -> Option<Diagnostic> {
        let endless = endless?;
        let texts = condition.terms.iter().map(|(_, text)| self.words().written(model, condition, text));
        let texts: Vec<String> = texts.map(|text| format!("`{text}`")).collect();
        let title =
            format!("this loop terminates if {}; otherwise {}", texts.join(" and "), otherwise(endless));
        let note = how_weak(condition.exact);
        let inputs = self.words().inputs(model, endless);
        // Where it reads what a buffer holds, it may read beyond the buffer.
        let is_seen = endless.contents.is_empty() || self.replayed(model, endless).is_some();
        let mut found = Diagnostic::new(Rule::TerminationCondition, title)
            .primary(self.words().at(model, condition.number), "")
            .note(match is_seen {
                true => format!("it does not terminate with {inputs}"),
                false => format!(
                    "it may not terminate with {inputs}; the reference machine does not show it, perhaps because an access leaves its buffer"
                ),
            });
        if let Why::Lasso { first, again, state } = &endless.why
            && !state.is_empty()
            && is_seen
        {
            found = found.note(comes_back(*first, *again, state));
        }
        if let Some(computed) = computed(&texts) {
            found = found.note(computed);
        }
        Some(found.note(note).help("--strict-wrap makes this an error"))
    }
}

/// Is it the loop of a function that is known by its contracts only? It is not in the source.
fn is_specified(model: &Model<'_>, number: usize) -> bool {
    let named = |value: Value| model.function.values[value].name.as_deref();
    let rounds = |name: &str| name.strip_prefix(ROUNDS).is_some_and(|rest| rest.starts_with(' '));
    model.heads[number].params.iter().any(|&(value, _)| named(value).is_some_and(rounds))
}

fn only(evidence: Evidence) -> Terminated {
    Terminated { evidence, notes: Vec::new() }
}
