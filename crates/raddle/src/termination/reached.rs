//! Endless loops are run: does a thread come to the loop, and come back to it in the state in which it was before?

use super::{Kernel, STEPS};
use crate::exec;
use crate::options::Options;
use raddle_ir::{InstKind, KernelParam};
use raddle_machine::Site;
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::launch::{Arg, Launch, MOST_RUN, WhichCta};
use raddle_machine::machine::{Machine, Options as MachineOptions};
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::program::Program;
use raddle_machine::slice::Stores;
use raddle_machine::visits::Visit;
use raddle_smt::Solver;
use raddle_termination::from_kernel::endless::{self, Endless, Why};
use raddle_termination::from_kernel::model::Input as Given;
use raddle_termination::from_kernel::reached::{self, Candidate, Content, FILLED, Seen, watched};
use raddle_termination::from_kernel::{Asker, Budget, Decided, Ended, Model};
use std::collections::BTreeMap;

/// So many visits of a loop's head are looked at.
const VISITS: usize = 50_000;
/// From so many of them, the first and the last, it is asked whether the loop ever ends.
const ASKED: usize = 6;

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
    /// Runs launches with which loops may never end, where nothing is known yet, and asks from the states that are seen.
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
            // With what violates a loop's condition it may be a loop within it that never ends.
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
            let (_, visits) = visits(model, candidate.number, &launch)?;
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

    /// Is the loop still running after many steps of the reference machine, and does the thread come back to it as is said?
    pub(super) fn replays(&self, model: &Model<'_>, endless: &Endless) -> bool {
        let Some(launch) = self.launch_with(With::from(endless)) else { return false };
        let options = Options { step_limit: STEPS, ..self.options.clone() };
        let module = &self.input.module;
        let (run, _) = exec::run(module, self.function, &launch, &options, &Stores::None, Partial::default());
        matches!(run.outcome, Outcome::StepLimit { .. }) && comes_back(model, endless, &launch)
    }

    /// The launch that shows an endless loop.
    fn launch_with(&self, with: With<'_>) -> Option<Launch> {
        let of = |input: Given| with.inputs.get(&input).and_then(|&v| u32::try_from(v).ok());
        let [block, at] = [0, 1].map(|which| {
            [0u8, 1, 2].map(|dim| match which {
                0 => self.asked.block[usize::from(dim)]
                    .or(of(Given::Ntid(dim)))
                    .unwrap_or(of(Given::Tid(dim)).unwrap_or(0).saturating_add(1)),
                _ => of(Given::Ctaid(dim)).unwrap_or(0),
            })
        });
        if block.iter().try_fold(1u32, |all, &size| all.checked_mul(size)).is_none_or(|all| all > MOST_RUN) {
            return None;
        }
        let mut launch = Launch::new(block);
        let grid = |dim: u8| self.asked.grid[usize::from(dim)].or(of(Given::Nctaid(dim)));
        launch.grid = Some([0, 1, 2].map(|dim| grid(dim as u8).unwrap_or(at[dim].saturating_add(1))));
        launch.cta = WhichCta::At(at);
        launch.warp_size = self.options.warp_size;
        for (number, param) in self.function.params.iter().enumerate() {
            launch.args.extend(argument(number, param, with.inputs));
        }
        for &(number, value) in &self.asked.args {
            let size = usize::try_from(self.function.params[number as usize].size).unwrap_or(0);
            let bytes = value.to_le_bytes()[..size.min(16)].to_vec();
            launch.args.push(Arg { param: number as usize, bytes });
        }
        if let Some(elsewhere) = with.chosen {
            let unwritten = self.insts().any(|kind| matches!(kind, InstKind::Uninitialised));
            let mut chosen = Chosen {
                attempt: elsewhere.map(Attempt),
                atomics: self.insts().any(|kind| matches!(kind, InstKind::Atomic { .. })),
                uninitialised: unwritten.then_some(Attempt(0)),
                ..Chosen::default()
            };
            for (&param, content) in with.contents {
                let offset = self.function.params.get(param as usize)?.offset;
                let more = content.bytes.keys().copied().filter(|&at| at >= FILLED);
                let all = (0..FILLED).chain(more).map(|at| ((offset, at), content.byte(at)));
                chosen.contents.extend(all);
            }
            launch.chosen = Some(chosen);
        }
        launch.validate(self.function).is_ok().then_some(launch)
    }

    fn insts(&self) -> impl Iterator<Item = &InstKind> {
        let all = self.function.order.iter().flat_map(|&block| &self.function.blocks[block].insts);
        all.map(|&inst| &self.function.insts[inst].kind)
    }
}

/// A parameter with the pieces of it that are given.
fn argument(number: usize, param: &KernelParam, inputs: &BTreeMap<Given, u128>) -> Option<Arg> {
    let mut bytes = vec![0; usize::try_from(param.size).unwrap_or(0)];
    let mut any = false;
    for (&input, &value) in inputs {
        if let Given::Param(of, from, bits) = input
            && of as usize == number
            && param.pointer.is_none()
        {
            any = true;
            for n in 0..u64::from(bits.div_ceil(8)) {
                if let Some(byte) = bytes.get_mut((from + n) as usize) {
                    *byte = (value >> (8 * n)) as u8;
                }
            }
        }
    }
    any.then_some(Arg { param: number, bytes })
}

/// A run of the model's kernel, and the visits of a loop's head.
fn visits(model: &Model<'_>, number: usize, launch: &Launch) -> Option<(Outcome, Vec<Visit>)> {
    let program = Program::decode(model.module, model.function).ok()?;
    let options = MachineOptions { max_steps: STEPS, ..MachineOptions::default() };
    let mut machine = Machine::<Partial>::new(&program, launch.clone(), options).ok()?;
    let values: Vec<_> = watched(model, number).into_iter().map(|(_, _, value)| value).collect();
    Some(machine.run_with_visits(model.heads[number].block, &values, VISITS))
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

/// Does a thread come to the loop, in the state that was seen if one was, and from there back to it, as is said? Where a round takes so long
/// that the run ends within it, it must be in the loop.
fn comes_back(model: &Model<'_>, endless: &Endless, launch: &Launch) -> bool {
    let Some((outcome, visits)) = visits(model, endless.number, launch) else { return false };
    let Outcome::StepLimit { site, .. } = outcome else { return false };
    let tid = |dim: u8| endless.inputs.get(&Given::Tid(dim)).copied();
    let is_thread = |visit: &&Visit| {
        let at = launch.tid(visit.thread);
        (0..3).all(|dim| tid(dim).is_none_or(|tid| tid == u128::from(at[usize::from(dim)])))
    };
    let mut of_it: Vec<&Visit> = visits.iter().filter(is_thread).collect();
    let Some(thread) = of_it.first().map(|visit| visit.thread) else { return false };
    of_it.retain(|visit| visit.thread == thread);
    if let Some(seen) = &endless.seen {
        let Some(begin) = of_it.iter().position(|visit| wide(visit) == seen.values) else { return false };
        of_it.drain(..begin);
    }
    let in_loop = || site.is_some_and(|site| lies_in(model, endless.number, site));
    match &endless.why {
        Why::Closed | Why::Again => of_it.len() > 1 || of_it.len() == 1 && in_loop(),
        Why::Lasso { first, again, state } => {
            let own = watched(model, endless.number);
            let is_there = |visit: &&Visit| {
                state.iter().all(|(place, _, value, _)| {
                    let at = own.iter().position(|(head, p, _)| *head == endless.number && p == place);
                    at.is_none_or(|at| visit.values[at] == u64::try_from(*value).ok())
                })
            };
            let both = [*first, *again].map(|round| of_it.get(round).map(is_there));
            match both {
                [Some(first), Some(again)] => first && again,
                // It takes longer than the run: where buffers hold something by choice, they may hold too little.
                [first, None] => {
                    first.is_none_or(|first| first) && of_it.len() > 1 && endless.contents.is_empty()
                }
                [None, Some(_)] => false,
            }
        }
    }
}

/// Does a step belong to a loop?
fn lies_in(model: &Model<'_>, number: usize, site: Site) -> bool {
    model.loops.all()[number].blocks.iter().any(|&block| {
        let data = &model.function.blocks[block];
        site.inst.map_or(data.term_loc == site.loc, |inst| data.insts.contains(&inst))
    })
}
