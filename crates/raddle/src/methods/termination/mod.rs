//! Does each thread of a kernel end (paper 004)? Decided by `raddle-termination` for all inputs and sizes; loops that do not terminate are
//! confirmed by runs.

use crate::evidence::Evidence;
use crate::methods::termination::limits::{ALL, QUESTION};
use crate::options::{CtaChoice, Launches, Options};
use crate::subject::ends::heads;
use crate::subject::input::{Input, place};
use crate::subject::launch::{launch_at, least, space_of};
use crate::words::loops::notes::{NO_LOOPS, Notes};
use crate::words::loops::{Loops, open};
use raddle_ir::clock::Deadline;
use raddle_ir::{Block, Callee, Function, InstKind, Meets, Module, Object};
use raddle_launch::LaunchSpace;
use raddle_machine::constants::as_initialised;
use raddle_report::{Diagnostic, Location, Unknown};
use raddle_smt::Solver;
use raddle_symbolic::pure::partial;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::Endless;
use raddle_termination::from_kernel::{Budget, Decided, Ended, LoopVerdict, Model, alone, decide};
use std::time::Instant;

mod found;
pub(crate) mod limits;
mod reached;
mod scope;

/// The verdict, and the notes on each loop.
pub(crate) struct Terminated {
    pub(crate) evidence: Evidence,
    pub(crate) notes: Vec<String>,
    /// The heads of the loops of which it is not known that they end.
    pub(crate) open: Vec<Block>,
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
    is_possible(input, function, asked, options.launch.cta)?;
    let kernel = Kernel { input, function, options, asked };
    Ok(kernel.decide())
}

/// The launches that are asked about; the smallest one is possible.
pub(crate) fn asked(
    input: &Input,
    function: &Function,
    launches: &Launches,
) -> Result<LaunchSpace, Vec<Diagnostic>> {
    let space = space_of(&input.module, function, launches)?;
    is_possible(input, function, &space, launches.cta)?;
    Ok(space)
}

/// Is the smallest of the launches possible, with these CTAs?
fn is_possible(
    input: &Input,
    function: &Function,
    space: &LaunchSpace,
    ctas: CtaChoice,
) -> Result<(), Vec<Diagnostic>> {
    launch_at(&input.module, function, space, least(space.block), ctas).map(|_| ())
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
            return self.only(Evidence::open(unknown));
        }
        let function = alone(self.function);
        let deadline = Deadline::at(self.options.time.deadline);
        let initialised = initialised(&self.input.module);
        let mut model =
            match Model::by(&self.input.module, &function, self.asked, &initialised, partial, deadline) {
                Ok(model) => model,
                Err(why) => return self.only(Evidence::open(open::no_model(&why))),
            };
        if model.heads.is_empty() {
            let scope = self.scope(&model, &[]);
            let notes = vec![NO_LOOPS.to_owned()];
            return Terminated { evidence: Evidence::proved(scope), notes, open: Vec::new() };
        }
        let (Ok(mut solver), Ok(mut checker)) = (self.options.solver.open(), self.options.solver.open())
        else {
            return self.only(Evidence::open(open::no_solver()));
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
            let why: fn(Location) -> Unknown = match &data.kind {
                InstKind::Call { callee: Callee::Func(_) | Callee::Indirect { .. }, .. } => {
                    open::unknown_call
                }
                // It is assumed to return.
                InstKind::Call { callee: Callee::External(_), .. } => continue,
                kind => match kind.effects().meets {
                    Meets::Unknown => open::may_wait,
                    Meets::Nothing | Meets::Lanes | Meets::Cta | Meets::Grid | Meets::Agent => continue,
                },
            };
            return Some(why(place(self.input, data.loc)));
        }
        None
    }

    /// From what is decided of the loops to evidence.
    fn verdict(&self, model: &mut Model<'_>, decided: &Decided) -> Terminated {
        if !decided.consistent {
            return self.only(Evidence::open(open::contradiction()));
        }
        let (strict_wrap, explain) = (self.options.ask.strict_wrap, self.options.also.explain);
        let notes = Notes { loops: self.words(), decided, strict_wrap, explain }.all(model);
        Terminated { evidence: self.evidence(model, decided), notes, open: self.open(model, decided) }
    }

    /// The heads of the loops that are not known to end. Blocks of a model with copies are not those of the kernel.
    fn open(&self, model: &Model<'_>, decided: &Decided) -> Vec<Block> {
        let is_open = |of: &&LoopVerdict| !matches!(of.ended, Ended::Ranked(_));
        let open: Vec<Block> =
            decided.loops.iter().filter(is_open).map(|of| model.heads[of.number].block).collect();
        let is_copied = !std::ptr::eq(model.function, self.function);
        // No launch meets a condition on the place of a thread for all its threads.
        let of_threads = decided.conditions.iter().any(|(condition, _)| is_of_threads(model, condition));
        if of_threads || is_copied && !open.is_empty() { heads(self.function) } else { open }
    }

    /// The evidence where loops are not examined.
    fn only(&self, evidence: Evidence) -> Terminated {
        Terminated { evidence, notes: Vec::new(), open: heads(self.function) }
    }

    fn evidence(&self, model: &Model<'_>, decided: &Decided) -> Evidence {
        let mut unreplayed = None;
        for of in &decided.loops {
            let Ended::Runs(endless) = &of.ended else { continue };
            if let Some(found) = self.finding(model, endless) {
                return Evidence::Shown { findings: vec![found] };
            }
            unreplayed = Some(endless);
        }
        let strict_wrap = self.options.ask.strict_wrap;
        let is_strict =
            |(condition, _): &&(Condition, Option<Endless>)| strict_wrap || is_of_threads(model, condition);
        let strict: Vec<&(Condition, Option<Endless>)> =
            decided.conditions.iter().filter(is_strict).collect();
        let hidden = strict.iter().find(|(_, shown)| shown.is_none()).map(|(condition, _)| condition);
        let strict: Vec<&Endless> = strict.iter().filter_map(|(_, shown)| shown.as_ref()).collect();
        if let Some(found) = strict.iter().find_map(|endless| self.finding(model, endless)) {
            return Evidence::Shown { findings: vec![found] };
        }
        if let Some(endless) = unreplayed.or(strict.first().copied()) {
            let left = self.leaves_objects(model, endless).map(|site| place(self.input, site.loc));
            return Evidence::open(self.words().not_shown(model, endless, left));
        }
        let open = decided.loops.iter().find_map(|of| match &of.ended {
            Ended::Unknown(reason) => Some(self.words().open(model, of.number, reason)),
            Ended::Ranked(_) | Ended::Runs(_) => None,
        });
        if let Some(unknown) = open {
            return Evidence::open(unknown);
        }
        if let Some(condition) = hidden {
            return Evidence::open(self.words().without_violation(model, condition, strict_wrap));
        }
        let scope = self.scope(model, &decided.conditions);
        let remarks = decided.conditions.iter();
        let remarks =
            remarks.filter_map(|(condition, endless)| self.warning(model, condition, endless.as_ref()));
        Evidence::Proved { scope, remarks: remarks.collect() }
    }

    /// The words for its loops.
    fn words(&self) -> Loops<'_> {
        Loops { input: self.input, function: self.function }
    }
}

/// Is it a condition on the place of a thread? That is none that a launch could meet.
fn is_of_threads(model: &Model<'_>, condition: &Condition) -> bool {
    condition.terms.iter().any(|(term, _)| model.of_thread(*term))
}
