//! A loop that does not terminate: a thread reaches it, and returns to it as claimed, in a run that is not over after many steps.
//!
//! One thread's visits of the loop's head are followed. If the loop's variables alone decide how it continues, and are at one visit what
//! they were at an earlier one, it repeats forever between the two. Otherwise each iteration is known to lead back, whatever is read; a run
//! can then show that it does.

use crate::confirm::replay::limits::{STEPS, VISITS};
use crate::confirm::replay::schedule::{Endless, Goes, Schedule, Variable};
use crate::confirm::replay::stage::{Played, Stage};
use crate::subject::input::place;
use crate::subject::loops::asks;
use crate::words::unknown::ended;
use raddle_ir::Entity;
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::{Block, Function, Module, Value};
use raddle_machine::Site;
use raddle_machine::launch::Launch;
use raddle_machine::machine::{Machine, Options as MachineOptions, Scheduler};
use raddle_machine::monitor::{Issue, Monitor};
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::program::Program;
use raddle_machine::visits::Visit;
use raddle_report::{Count, words};
use raddle_termination::from_kernel::alone;

impl Schedule {
    pub(super) fn endless(&self, stage: Stage<'_>, endless: &Endless) -> Played {
        let mut options = stage.options.clone();
        options.run.step_limit = Some(STEPS);
        let ran = self.run(Stage { options: &options, ..stage }, self.cta, &[]);
        if !matches!(ran.run.outcome, Outcome::StepLimit { .. }) {
            return Played { shows: false, seen: vec![ended(&ran.run.outcome, stage.terms())] };
        }
        let kernel = ran.kernel(stage);
        let function = alone(stage.function);
        let launch = self.launch_of(stage.launch, self.cta);
        let thread = kernel.name_of(endless.thread);
        let unseen = |what: String| Played { shows: false, seen: vec![what] };
        let Some(found) = endless.followed(&stage.input.module, &function, &launch, self.scheduler.into())
        else {
            return unseen(format!("{thread} does not reach the loop as the witness says"));
        };
        if let Some(site) = found.left {
            let at = place(stage.input, site.loc);
            return unseen(format!(
                "an access at {} is out of bounds: what follows is undefined",
                at.short()
            ));
        }
        let head = Block::new(endless.head as usize);
        let at = place(stage.input, function.blocks[asks(&function, head)].term_loc);
        let mut seen = vec![format!("after {} steps the kernel is still running", words::grouped(STEPS))];
        let (shows, what) = endless.goes_on(&found);
        let number = found.visits.len() as u64;
        let count = if found.all { Count::exactly(number) } else { Count::at_least(number) };
        let begins = words::count(count, "iteration", "iterations");
        seen.push(format!("{thread} begins {begins} of the loop at {}", at.short()));
        seen.extend(what);
        Played { shows, seen }
    }
}

/// What a run shows of a thread and a loop.
struct Found {
    /// The watched variables at each visit, from the one at which following begins.
    visits: Vec<Visit>,
    /// Are these all?
    all: bool,
    /// Does the run end within the loop?
    within: bool,
    /// Where an access leaves its object: what the run shows after it is not what a device does.
    left: Option<Site>,
}

impl Endless {
    /// All variables that are watched, each once.
    fn watched(&self) -> Vec<u32> {
        let state: &[Variable] = if let Goes::Repeats { state, .. } = &self.goes { state } else { &[] };
        let mut all: Vec<u32> = self.from.iter().chain(state).map(|variable| variable.value).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Are the variables at a visit in this state?
    fn is_at(&self, visit: &Visit, state: &[Variable]) -> bool {
        let watched = self.watched();
        state.iter().all(|variable| {
            let at = watched.binary_search(&variable.value);
            at.is_ok_and(|at| visit.values.get(at) == Some(&variable.bits))
        })
    }

    /// The thread's visits of the head, from the state at which following begins; `None` where it does not get there, or the run ends.
    fn followed(
        &self,
        module: &Module,
        function: &Function,
        launch: &Launch,
        scheduler: Scheduler,
    ) -> Option<Found> {
        let watched = self.watched();
        let known = |value: &u32| (*value as usize) < function.values.len();
        if self.head as usize >= function.blocks.len() || !watched.iter().all(known) {
            return None;
        }
        let values: Vec<Value> = watched.iter().map(|&value| Value::new(value as usize)).collect();
        let head = Block::new(self.head as usize);
        let Visited { outcome, mut visits, left } =
            visits(module, function, (head, &values), launch, scheduler)?;
        let Outcome::StepLimit { site, .. } = outcome else { return None };
        let all = visits.len() < VISITS;
        visits.retain(|visit| visit.thread == self.thread);
        let begin = visits.iter().position(|visit| self.is_at(visit, &self.from))?;
        visits.drain(..begin);
        Some(Found { visits, all, within: site.is_some_and(|site| lies_in(function, head, site)), left })
    }

    /// Does it continue as claimed? Where a round takes so long that the run ends within it, the run must be in the loop.
    fn goes_on(&self, found: &Found) -> (bool, Option<String>) {
        let visits = &found.visits;
        let Goes::Repeats { first, again, state, may_take_longer } = &self.goes else {
            let back = "with these inputs every iteration is followed by another, whatever it reads";
            return (visits.len() > 1 || visits.len() == 1 && found.within, Some(back.to_owned()));
        };
        let there = [first, again].map(|&round| visits.get(round as usize).map(|v| self.is_at(v, state)));
        let told: Vec<&str> = state.iter().filter_map(|variable| variable.told.as_deref()).collect();
        let is = if told.is_empty() { "all that it depends on is".to_owned() } else { told.join(", ") };
        let before = if *first == 0 { "at the beginning".to_owned() } else { format!("after {first}") };
        let rounds = if *again == 1 { "iteration" } else { "iterations" };
        let repeats = format!("after {again} {rounds} {is} again, as {before}: so it repeats forever");
        match there {
            [Some(true), Some(true)] => (true, Some(repeats)),
            [None | Some(true), None] if *may_take_longer && visits.len() > 1 => {
                (true, Some(format!("{repeats}; the run is over before that")))
            }
            _ => (false, None),
        }
    }
}

/// What was seen in a run.
pub(crate) struct Visited {
    /// How it ended.
    pub(crate) outcome: Outcome,
    /// The first visits of the block.
    pub(crate) visits: Vec<Visit>,
    /// Where an access leaves its object, or may.
    pub(crate) left: Option<Site>,
}

/// The first access that leaves its object, or may.
#[derive(Default)]
struct Outside(Option<Site>);

impl Monitor for Outside {
    fn issue(&mut self, issue: Issue) {
        if let Issue::OutOfBounds { site, .. } | Issue::LeavesArray { site, .. } = issue {
            self.0.get_or_insert(site);
        }
    }
}

/// A run of a kernel, and the first visits of a block with these values.
pub(crate) fn visits(
    module: &Module,
    function: &Function,
    (block, values): (Block, &[Value]),
    launch: &Launch,
    scheduler: Scheduler,
) -> Option<Visited> {
    let program = Program::decode(module, function).ok()?;
    let options = MachineOptions { max_steps: STEPS, scheduler, ..MachineOptions::default() };
    let mut machine = Machine::<Partial>::new(&program, launch.clone(), options).ok()?;
    let mut outside = Outside::default();
    let (outcome, visits) = machine.run_with_visits(block, values, VISITS, &mut outside);
    Some(Visited { outcome, visits, left: outside.0 })
}

/// Does a step belong to the loop with this head?
fn lies_in(function: &Function, head: Block, site: Site) -> bool {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let of_it = loops.all().iter().filter(|of| of.header == head);
    of_it.flat_map(|of| &of.blocks).any(|&block| {
        let data = &function.blocks[block];
        site.inst.map_or(data.term_loc == site.loc, |inst| data.insts.contains(&inst))
    })
}
