//! Inputs that are worth a run: a launch with all of them chosen, and those with which unordered writes may differ.

use crate::confirm::replay::limits::MOST_LISTED;
use crate::confirm::replay::schedule::Schedule;
use crate::options::Sizes;
use crate::running::exec::Run;
use crate::subject::params::points;
use raddle_ir::contracts::{Required, required_values};
use raddle_ir::{Function, Inst, InstKind, KernelParam, Module, Special};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::domain::{Cause, ValueId};
use raddle_machine::launch::{Arg, BufferContent, Launch, WhichCta};
use raddle_machine::monitor::{AccessKind, Event, Issue, Target};
use raddle_machine::objects::{ABSOLUTE, ObjectKind};
use raddle_machine::{Differ, Partial, Written};
use raddle_report::{Diagnostic, Facts, Location, Severity, Witness};
use raddle_sync::program::{Access, Kind};
use std::collections::BTreeMap;

/// A launch with the inputs chosen that are not given: parameters that hold no pointer, the size of the grid, what buffers hold. What is given of a
/// grid (`grid`) stays.
pub(crate) fn choose(
    module: &Module,
    function: &Function,
    (launch, grid): (&Launch, Option<Sizes>),
    attempt: Attempt,
) -> Launch {
    choose_with(module, function, (launch, grid), attempt, &mut |of| attempt.argument(of))
}

/// The same, with the bytes of such parameters by `argument`.
pub(crate) fn choose_with(
    module: &Module,
    function: &Function,
    (launch, grid): (&Launch, Option<Sizes>),
    attempt: Attempt,
    argument: &mut dyn FnMut(&KernelParam) -> Vec<u8>,
) -> Launch {
    let mut launch = launch.clone();
    let mut chosen = Chosen { attempt: Some(attempt), ..Chosen::default() };
    let required = required_values(function);
    for (param, of) in function.params.iter().enumerate() {
        let given = launch.args.iter().any(|arg| arg.param == param);
        // A buffer is where its pointer says, and nothing more is known of that.
        let points = points(function, param) || launch.buffers.iter().any(|buffer| buffer.param == param);
        let holds_pointer = of.ty.is_none() && of.align >= module.address_bits / 8;
        if !given && !points && !holds_pointer {
            let mut bytes = argument(of);
            required.iter().rev().for_each(|one| put(one, of.offset, &mut bytes));
            launch.args.push(Arg { param, bytes });
            chosen.args.push(param);
        }
    }
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let reads_grid =
        |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::Special(Special::Nctaid(_)));
    if launch.grid.is_none() && insts.any(reads_grid) {
        chosen.grid = true;
        let cta = if let WhichCta::At(cta) = launch.cta { cta } else { [0; 3] };
        let (given, sizes) = (grid.unwrap_or_default(), attempt.grid());
        let free = |dim: usize| sizes[dim].max(cta[dim].saturating_add(1));
        launch.grid = Some([0, 1, 2].map(|dim| given[dim].unwrap_or_else(|| free(dim))));
    }
    launch.chosen = Some(chosen);
    launch
}

/// Puts a value that is required into the bytes of the parameter that begins at `start`, if it lies there.
fn put(required: &Required, start: u64, bytes: &mut [u8]) {
    let size = (required.bits / 8) as usize;
    let at = u64::try_from(required.offset).ok().and_then(|offset| offset.checked_sub(start));
    let place = at.and_then(|at| bytes.get_mut(usize::try_from(at).ok()?..)?.get_mut(..size));
    if let Some(place) = place {
        place.copy_from_slice(&required.value.to_le_bytes()[..size]);
    }
}

/// Was the run settled by what was chosen, as far as these issues go: is nothing left open that decides whether accesses take place, and
/// does nothing end the launch? Where the question is whether accesses stay in their objects, one that does not is an answer.
pub(crate) fn is_settled(run: &Run, issues: &[Issue], for_bounds: bool) -> bool {
    let open = |issue: &Issue| match issue {
        // Inputs that an assumption excludes show nothing; what is claimed excludes none.
        Issue::Spec { kind, .. } => kind.is_trusted(),
        Issue::SteppedOver { .. }
        | Issue::MayTrap { .. }
        | Issue::MayStray { .. }
        | Issue::Opaque { .. }
        | Issue::UnknownAddress { .. } => true,
        Issue::OutOfBounds { .. } | Issue::LeavesArray { .. } => !for_bounds,
        // These are mistakes of their own, and end no launch.
        Issue::PartOfWarp { .. }
        | Issue::Divergence { .. }
        | Issue::Count { .. }
        | Issue::NotMember { .. } => false,
    };
    // A number was taken for an address.
    let stray = |event: Event| matches!(event, Event::Access { target: Target::At(ABSOLUTE, _), .. });
    !issues.iter().any(open) && !run.recording.events().any(stray)
}

/// The launch with the bytes listed that the run has read, if they are few.
pub(crate) fn listed(launch: &Launch, run: &Run) -> Launch {
    let mut launch = launch.clone();
    let Some((chosen, attempt)) = launch.chosen.as_mut().and_then(|c| c.attempt.map(|a| (c, a))) else {
        return launch;
    };
    let before = chosen.contents.clone();
    let given: Vec<usize> = launch
        .buffers
        .iter()
        .filter(|buffer| matches!(buffer.content, BufferContent::Bytes(_)))
        .map(|buffer| buffer.param)
        .collect();
    for event in (0..launch.block.iter().product()).flat_map(|thread| run.recording.thread_events(thread)) {
        let Event::Access { target: Target::At(object, first), size, kind, .. } = event else { continue };
        let ObjectKind::Buffer { offset: pointer, param } = run.objects.info(object).kind else { continue };
        let known = param.is_some_and(|param| given.contains(&(param as usize)));
        if kind == AccessKind::Write || known {
            continue;
        }
        let bytes = first..first + u64::from(size);
        for at in bytes {
            chosen.contents.entry((pointer, at)).or_insert_with(|| attempt.byte(object, at));
        }
        if chosen.contents.len() - before.len() > MOST_LISTED {
            chosen.contents = before;
            return launch;
        }
    }
    chosen.attempt = None;
    launch
}

/// Inputs that make two unordered writes leave different values, if the kernel reaches the writes with them; or that may.
#[derive(Clone, Debug)]
pub struct Wanted {
    attempts: Vec<Attempt>,
    /// Where the writes are.
    places: [Location; 2],
    /// What the values depend on.
    causes: Vec<Cause>,
}

impl Wanted {
    fn new(attempts: Vec<Attempt>, places: [Location; 2], domain: &Partial, accesses: [&Access; 2]) -> Self {
        let values = accesses.into_iter().filter_map(|access| access.value);
        let causes = values.flat_map(|value| domain.written_causes(ValueId(value.0))).collect();
        Self { attempts, places, causes }
    }

    /// Is this the race, or one that is reported together with it?
    fn is(&self, race: &raddle_report::Race) -> bool {
        let [a, b] = &self.places;
        race.all().any(|[first, second]| {
            let (first, second) = (&first.location, &second.location);
            (first.same_line(a) && second.same_line(b)) || (first.same_line(b) && second.same_line(a))
        })
    }
}

/// Do two unordered accesses leave something that depends on their order? Always, unless both are plain writes.
fn differ(domain: &Partial, accesses: [&Access; 2]) -> Differ {
    if accesses.iter().any(|a| a.kind != Kind::Write) {
        return Differ::Always;
    }
    let [a, b] =
        accesses.map(|a| Written { value: a.value.map(|v| ValueId(v.0)), offset: a.offset, size: a.size });
    domain.differ(&a, &b)
}

/// Where it is not known whether two values differ, these inputs are tried.
const ANY: [Attempt; 2] = [Attempt(0), Attempt(1)];

/// Whether two unordered writes leave different values may depend on the inputs: those to try. None if they do for every input.
pub(crate) fn depends(
    domain: &Partial,
    accesses: [&Access; 2],
    place: impl Fn(&Access) -> Location,
) -> Option<Vec<Wanted>> {
    let attempts = match differ(domain, accesses) {
        Differ::Always => return None,
        Differ::Never => return Some(Vec::new()),
        Differ::With(attempts) => attempts,
        Differ::Open => ANY.to_vec(),
    };
    Some(vec![Wanted::new(attempts, accesses.map(place), domain, accesses)])
}

/// The attempts that are worth a run: those that make most of the pairs differ come first.
pub(crate) fn attempts(wanted: &[Wanted]) -> Vec<Attempt> {
    let mut votes: BTreeMap<Attempt, usize> = BTreeMap::new();
    wanted.iter().flat_map(|one| &one.attempts).for_each(|&attempt| *votes.entry(attempt).or_default() += 1);
    let mut attempts: Vec<(Attempt, usize)> = votes.into_iter().collect();
    attempts.sort_by_key(|&(_, votes)| std::cmp::Reverse(votes));
    attempts.into_iter().map(|(attempt, _)| attempt).collect()
}

/// The races that were looked for, of those that a launch with chosen inputs has, with the inputs that their values depend on.
pub(crate) fn shown<'a>(
    wanted: &[Wanted],
    function: &Function,
    found: impl Iterator<Item = &'a Diagnostic>,
) -> Vec<Diagnostic> {
    let told = |one: &Diagnostic| {
        let Some(Facts::Race(race)) = &one.facts else { return None };
        let wanted = wanted.iter().find(|wanted| wanted.is(race))?;
        let witness = one.witness.as_ref().filter(|witness| witness.replayed)?;
        let schedule: Schedule = serde_json::from_value(witness.schedule.clone()).ok()?;
        let inputs = schedule.inputs;
        let mut one = one.clone();
        one.notes.insert(0, inputs.note(function, &wanted.causes));
        Some(one)
    };
    found.filter(|one| one.severity == Severity::Error).filter_map(told).collect()
}

/// Was a witness seen with the contents of buffers that a launch chooses?
pub(crate) fn has_contents(witness: &Witness, launch: &Launch) -> bool {
    let Some(chosen) = &launch.chosen else { return true };
    let Ok(schedule) = serde_json::from_value::<Schedule>(witness.schedule.clone()) else { return false };
    let bytes = schedule.inputs.bytes();
    chosen.contents.iter().all(|(place, byte)| bytes.get(place).is_none_or(|other| other == byte))
}

/// Adds what another CTA has read to the bytes listed so far: everything, or nothing where it is too much.
pub(crate) fn join(all: &mut Option<Chosen>, one: Option<Chosen>) {
    match (all.as_mut(), one) {
        (Some(all), Some(one)) if all.attempt.is_none() && one.attempt.is_none() => {
            all.contents.extend(one.contents);
        }
        (Some(all), Some(Chosen { attempt: Some(attempt), contents, .. })) => {
            all.contents = contents;
            all.attempt = Some(attempt);
        }
        (None, one) => *all = one,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_takes_its_place() {
        let put_all = |required: &[Required], start| {
            let mut bytes = vec![0xff; 8];
            required.iter().for_each(|one| put(one, start, &mut bytes));
            bytes
        };
        let member = Required { offset: 20, bits: 16, value: 0x1234 };
        assert_eq!(put_all(&[member], 16), [0xff, 0xff, 0xff, 0xff, 0x34, 0x12, 0xff, 0xff]);
        let whole = Required { offset: 16, bits: 64, value: 996 };
        assert_eq!(put_all(&[whole], 16), 996_u64.to_le_bytes());
        // Those of other parameters, and values that would reach beyond this one.
        let others = [(8, 32), (24, 32), (20, 64), (-4, 32)];
        let others = others.map(|(offset, bits)| Required { offset, bits, value: 0 });
        assert_eq!(put_all(&others, 16), [0xff; 8]);
    }
}
