//! Endless loops are run: does a thread reach the loop, and return to it in the state in which it was before?

use super::Kernel;
use crate::confirm::replay::endless::{Visited, visits};
use crate::confirm::replay::inputs::Inputs;
use crate::confirm::replay::schedule;
use crate::confirm::replay::schedule::{Goes, Schedule, Show, Variable};
use crate::confirm::replay::stage::Stage;
use crate::methods::termination::limits::ASKED;
use crate::running::exec;
use crate::subject::launch::launch_of;
use crate::words::loops::endless::equals;
use raddle_ir::Entity;
use raddle_ir::{Function, InstKind, KernelParam, Special, Value};
use raddle_machine::Site;
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::launch::{Arg, Launch, MOST_RUN, WhichCta};
use raddle_machine::visits::Visit;
use raddle_smt::Solver;
use raddle_termination::from_kernel::endless::{Endless, Followed, Why};
use raddle_termination::from_kernel::model::Input as Given;
use raddle_termination::from_kernel::reached::{Candidate, Content, FILLED, Seen, watched};
use raddle_termination::from_kernel::{Asker, Budget, Decided, Ended, Model, endless, reached};
use std::collections::BTreeMap;

/// A launch's inputs, what buffers hold, and how what is left open is chosen, if it is.
#[derive(Clone, Copy)]
struct With<'a> {
    inputs: &'a BTreeMap<Given, u128>,
    contents: &'a BTreeMap<u32, Content>,
    chosen: Option<Option<u32>>,
}

impl<'a> From<&'a Endless> for With<'a> {
    fn from(endless: &'a Endless) -> Self {
        let chosen = endless.seen.as_ref().map(|seen| seen.elsewhere);
        Self { inputs: &endless.inputs, contents: &endless.contents, chosen }
    }
}

impl Kernel<'_> {
    /// Runs launches with which loops may not terminate, where nothing is known yet, and asks from the states that are seen.
    pub(super) fn reach(
        &self,
        model: &mut Model<'_>,
        decided: &mut Decided,
        (solver, checker): (&mut dyn Solver, &mut dyn Solver),
        budget: Budget,
    ) {
        let (mut ask, mut check) = (Asker::new(solver, budget), Asker::new(checker, budget));
        for candidate in std::mem::take(&mut decided.open) {
            let open = match candidate.violates {
                Some(place) => decided.conditions.get(place).is_some_and(|(_, shown)| shown.is_none()),
                None => matches!(decided.loops[candidate.number].ended, Ended::Unknown(_)),
            };
            if !open || ask.over() {
                continue;
            }
            let plain = decided.plain.clone();
            let mut found = self.found_by_run(model, &candidate, &plain, &mut ask);
            // If this violates a loop's condition, it may be an inner loop that does not terminate.
            if candidate.violates.is_some() {
                let block = |inner: usize| model.heads[inner].block;
                let within = |&inner: &usize| {
                    inner != candidate.number && model.loops.contains(candidate.number, block(inner))
                };
                let within: Vec<usize> = (0..model.heads.len()).filter(within).collect();
                for number in within {
                    let inner = Candidate { number, ..candidate.clone() };
                    found = found.or_else(|| self.found_by_run(model, &inner, &plain, &mut ask));
                }
            }
            let Some(found) = found else { continue };
            if !endless::confirm(model, &found, &plain, &mut check) {
                continue;
            }
            match candidate.violates {
                Some(place) => decided.conditions[place].1 = Some(found),
                None => decided.loops[candidate.number].ended = Ended::Runs(found),
            }
        }
    }

    /// The endless run that a run with a candidate leads to.
    fn found_by_run(
        &self,
        model: &mut Model<'_>,
        candidate: &Candidate,
        invariants: &raddle_termination::from_kernel::invariants::Invariants,
        ask: &mut Asker<'_>,
    ) -> Option<Endless> {
        for elsewhere in [None, Some(0)] {
            let with =
                With { inputs: &candidate.inputs, contents: &candidate.contents, chosen: Some(elsewhere) };
            let launch = self.launch_with(with)?;
            let visits = self.visits(model, candidate.number, &launch)?.visits;
            let states = some_of(&visits);
            for visit in states {
                let mut of_thread = candidate.clone();
                let tid = launch.tid(visit.thread);
                for (input, value) in &mut of_thread.inputs {
                    if let Given::Tid(dim) = input {
                        *value = u128::from(tid[usize::from(*dim) % 3]);
                    }
                }
                let seen = Seen { values: wide(&visit), elsewhere };
                if let Some(found) = reached::endless(model, &of_thread, &seen, invariants, ask) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// The schedule that shows an endless loop, if the reference machine sees it: many steps are taken, and the thread returns to the loop
    /// as claimed.
    pub(super) fn replayed(&self, model: &Model<'_>, endless: &Endless) -> Option<Schedule> {
        let chosen = self.launch_with(With::from(endless))?;
        let WhichCta::At(cta) = chosen.cta else { return None };
        let thread = self.thread(model, endless, &chosen)?;
        let schedule = Schedule {
            cta: Some(cta),
            scheduler: exec::first_scheduler(&self.options.launch).into(),
            show: Show::Endless(followed(model, endless, thread)),
            inputs: Inputs::of(&chosen),
        };
        let launch = launch_of(&self.input.module, self.function, chosen.block, &self.options.launch).ok()?;
        let (input, function, options) = (self.input, self.function, self.options);
        let played = schedule.play(Stage { input, function, launch: &launch, options });
        played.shows.then_some(schedule)
    }

    /// Where an access leaves its object, or may, in the run that would show an endless loop.
    pub(super) fn leaves_objects(&self, model: &Model<'_>, endless: &Endless) -> Option<Site> {
        let launch = self.launch_with(With::from(endless))?;
        self.visits(model, endless.number, &launch)?.left
    }

    /// The thread that is in an endless loop: where none is given, the first one that gets there.
    fn thread(&self, model: &Model<'_>, endless: &Endless, launch: &Launch) -> Option<u32> {
        let tid = [0, 1, 2].map(|dim| endless.inputs.get(&Given::Tid(dim)).copied());
        let is_it = |thread: &u32| {
            let at = launch.tid(*thread);
            tid.iter().zip(at).all(|(tid, at)| tid.is_none_or(|tid| tid == u128::from(at)))
        };
        let mut all = (0..launch.threads()).filter(is_it);
        let first = all.next()?;
        if all.next().is_none() {
            return Some(first);
        }
        let visits = self.visits(model, endless.number, launch)?.visits;
        visits.iter().map(|visit| visit.thread).find(is_it)
    }

    /// A run of the model's kernel, and the visits of a loop's head.
    fn visits(&self, model: &Model<'_>, number: usize, launch: &Launch) -> Option<Visited> {
        let values: Vec<_> = watched(model, number).into_iter().map(|(_, _, value)| value).collect();
        let head = (model.heads[number].block, &values[..]);
        visits(model.module, model.function, head, launch, exec::first_scheduler(&self.options.launch))
    }

    /// The launch that shows an endless loop.
    fn launch_with(&self, with: With<'_>) -> Option<Launch> {
        let of = |input: Given| with.inputs.get(&input).and_then(|&v| u32::try_from(v).ok());
        let block = self.block_with(with.inputs);
        let at = self.asked.cta.unwrap_or([0u8, 1, 2].map(|dim| of(Given::Ctaid(dim)).unwrap_or(0)));
        if block.iter().try_fold(1u32, |all, &size| all.checked_mul(size)).is_none_or(|all| all > MOST_RUN) {
            return None;
        }
        let mut launch = launch_of(&self.input.module, self.function, block, &self.options.launch).ok()?;
        let mut chosen = Chosen::default();
        let grid = |dim: u8| self.asked.grid[usize::from(dim)].or(of(Given::Nctaid(dim)));
        chosen.grid = launch.grid.is_none() && self.insts().any(asks_for_grid);
        if chosen.grid {
            launch.grid = Some([0, 1, 2].map(|dim| grid(dim as u8).unwrap_or(at[dim].saturating_add(1))));
        }
        launch.cta = WhichCta::At(at);
        for arg in arguments(self.function, with.inputs) {
            // What is given stays as it is: a wide piece says nothing of it.
            if launch.args.iter().all(|given| given.param != arg.param) {
                chosen.args.push(arg.param);
                launch.args.push(arg);
            }
        }
        if let Some(elsewhere) = with.chosen {
            let unwritten = self.insts().any(|kind| matches!(kind, InstKind::Uninitialised));
            chosen.attempt = elsewhere.map(Attempt);
            chosen.atomics = self.insts().any(|kind| matches!(kind, InstKind::Atomic { .. }));
            chosen.uninitialised = unwritten.then_some(Attempt(0));
            for (&param, content) in with.contents {
                let offset = self.function.params.get(param as usize)?.offset;
                let more = content.bytes.keys().copied().filter(|&at| at >= FILLED);
                let all = (0..FILLED).chain(more).map(|at| ((offset, at), content.byte(at)));
                chosen.contents.extend(all);
            }
        }
        launch.chosen = Some(chosen);
        launch.validate(self.function).is_ok().then_some(launch)
    }

    /// The size of a block that is given, or chosen; otherwise one that is just large enough for the thread.
    pub(super) fn block_with(&self, inputs: &BTreeMap<Given, u128>) -> [u32; 3] {
        let of = |input: Given| inputs.get(&input).and_then(|&v| u32::try_from(v).ok());
        [0u8, 1, 2].map(|dim| {
            let given = self.asked.block[usize::from(dim)].or(of(Given::Ntid(dim)));
            given.unwrap_or(of(Given::Tid(dim)).unwrap_or(0).saturating_add(1))
        })
    }

    fn insts(&self) -> impl Iterator<Item = &InstKind> {
        let all = self.function.order.iter().flat_map(|&block| &self.function.blocks[block].insts);
        all.map(|&inst| &self.function.insts[inst].kind)
    }
}

/// The parameters of which pieces are given, with these; a piece may reach from one member of a structure into the next.
fn arguments(function: &Function, inputs: &BTreeMap<Given, u128>) -> Vec<Arg> {
    let mut all: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (&input, &value) in inputs {
        let Given::Param(of, from, bits) = input else { continue };
        let Some(start) = function.params.get(of as usize).map(|param| param.offset + from) else { continue };
        for n in 0..u64::from(bits.div_ceil(8)) {
            let holds =
                |param: &KernelParam| (param.offset..param.offset + param.size).contains(&(start + n));
            let Some(number) = function.params.iter().position(holds) else { continue };
            let param = &function.params[number];
            if param.pointer.is_none() {
                let bytes = all.entry(number).or_insert_with(|| vec![0; param.size as usize]);
                bytes[(start + n - param.offset) as usize] = (value >> (8 * n)) as u8;
            }
        }
    }
    all.into_iter().map(|(param, bytes)| Arg { param, bytes }).collect()
}

/// Does an instruction depend on the size of the grid?
fn asks_for_grid(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Special(Special::Nctaid(_))) || kind.is_grid_sync()
}

/// The first and the last of different visits.
fn some_of(visits: &[Visit]) -> Vec<Visit> {
    let mut first: Vec<Visit> = Vec::new();
    for visit in visits.iter().take(8 * ASKED).chain(visits.iter().rev().take(ASKED)) {
        if !first.contains(visit) {
            first.push(visit.clone());
        }
    }
    let behind = first.len().saturating_sub(ASKED / 2).max(ASKED / 2);
    let last = first.split_off(behind.min(first.len()));
    first.truncate(ASKED / 2);
    first.extend(last);
    first
}

fn wide(visit: &Visit) -> Vec<Option<u128>> {
    visit.values.iter().map(|value| value.map(u128::from)).collect()
}

/// What to observe of a thread in an endless loop.
fn followed(model: &Model<'_>, endless: &Endless, thread: u32) -> schedule::Endless {
    let own = watched(model, endless.number);
    let variable = |value: Value, bits: Option<u128>, told: Option<String>| Variable {
        value: value.index() as u32,
        told,
        bits: bits.and_then(|bits| u64::try_from(bits).ok()),
    };
    let from = endless.seen.iter().flat_map(|seen| own.iter().zip(&seen.values));
    let from = from.map(|((_, _, value), bits)| variable(*value, *bits, None)).collect();
    let goes = match &endless.why {
        Why::Closed | Why::Again => Goes::Back,
        Why::Lasso { first, again, state } => {
            let of_run = |one: &Followed| {
                let (place, _, bits, _) = one;
                let (_, _, value) = own.iter().find(|(head, p, _)| *head == endless.number && p == place)?;
                Some(variable(*value, Some(*bits), Some(equals(one))))
            };
            Goes::Repeats {
                first: *first as u32,
                again: *again as u32,
                state: state.iter().filter_map(of_run).collect(),
                // Where buffers hold something by choice, they may hold too little.
                may_take_longer: endless.contents.is_empty(),
            }
        }
    };
    schedule::Endless { thread, head: model.heads[endless.number].block.index() as u32, from, goes }
}
