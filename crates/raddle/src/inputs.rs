//! Inputs that nobody gave, chosen so that a finding shows: how they are kept in a witness, and how they are told.
//!
//! Whether a kernel leaves different values for *some* input, no run with open inputs tells. So it is run with a
//! [choice](raddle_machine::chosen) of all of them, and a finding of that run holds for this choice, which is a part of its
//! [`Schedule`](crate::schedule::Schedule).

use crate::exec::Run;
use crate::launch::{param_name, points};
use crate::names::variable_name;
use crate::schedule::Schedule;
use raddle_ir::contracts::{Required, required_values};
use raddle_ir::{Function, Inst, InstKind, Module, Special, Type};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::domain::{Cause, Reason, ValueId};
use raddle_machine::launch::{Arg, BufferContent, Launch, WhichCta};
use raddle_machine::logs;
use raddle_machine::monitor::{AccessKind, Event, Issue, Target};
use raddle_machine::objects::{ABSOLUTE, ObjectKind};
use raddle_machine::{Differ, Partial, Written};
use raddle_report::{Argument, Diagnostic, Facts, Location, Severity, words};
use raddle_sync::program::{Access, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Chosen inputs, as a witness keeps them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inputs {
    /// The size of the grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) grid: Option<[u32; 3]>,
    /// The values of parameters.
    pub(crate) arguments: Vec<Value>,
    /// What buffers hold when the kernel starts.
    pub(crate) contents: Vec<Content>,
    /// The attempt that fills what is not listed, where it is too much to be listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) attempt: Option<u32>,
    /// Are the results of atomics those of the schedule?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) atomics: bool,
    /// Do variables of the module hold what they do when it is loaded?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) loaded: bool,
    /// Which accesses do the logs of threads hold?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) logs: Option<Logged>,
    /// Are images what OpenCL allows?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) images: bool,
    /// The attempt that says what is read where nothing was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uninitialised: Option<u32>,
}

/// The machine's choices of what logs hold, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Logged {
    /// Nothing.
    Nothing,
    /// The first access since the last barrier.
    First,
    /// The last one.
    Last,
}

impl Logged {
    /// In words.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::First => "the first access since the last barrier",
            Self::Last => "the last access",
        }
    }
}

impl From<logs::Choice> for Logged {
    fn from(choice: logs::Choice) -> Self {
        match choice {
            logs::Choice::Nothing => Self::Nothing,
            logs::Choice::First => Self::First,
            logs::Choice::Last => Self::Last,
        }
    }
}

impl From<Logged> for logs::Choice {
    fn from(logged: Logged) -> Self {
        match logged {
            Logged::Nothing => Self::Nothing,
            Logged::First => Self::First,
            Logged::Last => Self::Last,
        }
    }
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Value {
    /// The number of the parameter.
    pub(crate) parameter: usize,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
}

/// Bytes of a buffer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Content {
    /// The byte of the parameter bank that holds the pointer to the buffer.
    pub(crate) pointer: u64,
    /// The first byte, from the start of the buffer.
    pub(crate) offset: u64,
    /// From there on.
    pub(crate) bytes: Vec<u8>,
}

/// So many bytes of buffers are listed.
const MOST_LISTED: usize = 4096;
/// So many places in buffers are told.
const MOST_TOLD: usize = 6;
/// So many words of a buffer are told.
const MOST_WORDS: usize = 4;

/// A launch with the inputs chosen that nobody gave: parameters that hold no pointer, the size of the grid, what buffers hold.
pub(crate) fn choose(module: &Module, function: &Function, launch: &Launch, attempt: Attempt) -> Launch {
    let mut launch = launch.clone();
    let mut chosen = Chosen { attempt: Some(attempt), ..Chosen::default() };
    let required = required_values(function);
    for (param, of) in function.params.iter().enumerate() {
        let given = launch.args.iter().any(|arg| arg.param == param);
        // A buffer is where its pointer says, and nothing more is known of that.
        let points = points(function, param) || launch.buffers.iter().any(|buffer| buffer.param == param);
        let holds_pointer = of.ty.is_none() && of.align >= module.address_bits / 8;
        if !given && !points && !holds_pointer {
            let mut bytes = attempt.argument(of);
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
        let sizes = attempt.grid();
        launch.grid = Some([0, 1, 2].map(|dim| sizes[dim].max(cta[dim].saturating_add(1))));
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

/// Was the run settled by what was chosen, as far as these issues go: is nothing left open that decides whether accesses take place, and is there nothing
/// that ends a launch? Where it is asked whether accesses stay in their objects, one that does not is an answer.
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

/// Inputs that make two unordered writes leave different values, if the kernel comes to the writes with them; or that may.
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

    /// Is this the race, or one that is told together with it?
    fn is(&self, race: &raddle_report::Race) -> bool {
        let [a, b] = &self.places;
        let (first, second) = (&race.first.location, &race.second.location);
        (first.same_line(a) && second.same_line(b)) || (first.same_line(b) && second.same_line(a))
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

/// Whether two unordered writes leave different values may depend on the inputs: those to try. None if they do whatever the inputs are.
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

/// Adds what another CTA has read to what is listed of some: everything, or nothing where it is too much.
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

impl Inputs {
    /// For which inputs a race is one, as far as these are among the causes.
    fn note(&self, function: &Function, causes: &[Cause]) -> String {
        let names = |value: &&Value| {
            let param = &function.params[value.parameter];
            let bytes = param.offset..param.offset + param.size;
            causes.iter().any(|c| matches!(c.reason, Reason::Parameter { offset } if bytes.contains(&offset)))
        };
        let mut of: Vec<String> =
            self.arguments.iter().filter(names).filter_map(|value| value.equation(function)).collect();
        if let Some([x, y, z]) = self
            .grid
            .filter(|_| causes.iter().any(|c| matches!(c.reason, Reason::Special(Special::Nctaid(_)))))
        {
            of.push(format!("a grid of {x},{y},{z}"));
        }
        if causes.iter().any(|c| matches!(c.reason, Reason::Content(_))) {
            let mut names: Vec<String> =
                self.contents.iter().map(|content| format!("`{}`", content.name(function))).collect();
            names.dedup();
            of.push(match names.is_empty() {
                true => "chosen contents of buffers".to_owned(),
                false => format!("chosen contents of {}", words::list(&names)),
            });
        }
        match of.is_empty() {
            true => "this is for the inputs of the witness".to_owned(),
            false => format!("this is for {}", words::list(&of)),
        }
    }

    /// What was chosen of a launch.
    pub(crate) fn of(launch: &Launch) -> Self {
        let Some(chosen) = &launch.chosen else { return Self::default() };
        let value = |&parameter: &usize| {
            let arg = launch.args.iter().find(|arg| arg.param == parameter)?;
            Some(Value { parameter, bytes: arg.bytes.clone() })
        };
        let mut contents: Vec<Content> = Vec::new();
        for (&(pointer, offset), &byte) in &chosen.contents {
            match contents.last_mut() {
                Some(last) if (last.pointer, last.offset + last.bytes.len() as u64) == (pointer, offset) => {
                    last.bytes.push(byte);
                }
                _ => contents.push(Content { pointer, offset, bytes: vec![byte] }),
            }
        }
        Self {
            grid: launch.grid.filter(|_| chosen.grid),
            arguments: chosen.args.iter().filter_map(value).collect(),
            contents,
            attempt: chosen.attempt.map(|attempt| attempt.0),
            atomics: chosen.atomics,
            loaded: chosen.loaded,
            logs: chosen.logs.map(Logged::from),
            images: chosen.images,
            uninitialised: chosen.uninitialised.map(|attempt| attempt.0),
        }
    }

    /// Was nothing chosen?
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Do the contents lie in buffers that there can be?
    ///
    /// # Errors
    /// What is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let beyond = |content: &&Content| content.offset.checked_add(content.bytes.len() as u64).is_none();
        match self.contents.iter().find(beyond) {
            Some(content) => Err(format!("no buffer has a byte {}", content.offset)),
            None => Ok(()),
        }
    }

    /// The launch with these inputs, and no others chosen.
    pub(crate) fn apply(&self, launch: &mut Launch) {
        if self.is_empty() {
            return;
        }
        let mut contents = BTreeMap::new();
        for content in &self.contents {
            let at = content.offset..;
            contents.extend(at.zip(&content.bytes).map(|(at, &byte)| ((content.pointer, at), byte)));
        }
        for Value { parameter: param, bytes } in &self.arguments {
            launch.args.retain(|arg| arg.param != *param);
            launch.args.push(Arg { param: *param, bytes: bytes.clone() });
        }
        launch.grid = self.grid.or(launch.grid);
        launch.chosen = Some(Chosen {
            args: self.arguments.iter().map(|value| value.parameter).collect(),
            grid: self.grid.is_some(),
            contents,
            attempt: self.attempt.map(Attempt),
            atomics: self.atomics,
            loaded: self.loaded,
            logs: self.logs.map(logs::Choice::from),
            images: self.images,
            uninitialised: self.uninitialised.map(Attempt),
        });
    }

    /// By names, as `--arg` takes values; the first words of contents in hexadecimal.
    pub(crate) fn told(&self, function: &Function) -> Vec<Argument> {
        let mut told = Vec::new();
        for (name, value) in self.arguments.iter().filter_map(|value| value.told(function)) {
            told.push(Argument::new(name, value));
        }
        if let Some([x, y, z]) = self.grid {
            told.push(Argument::new("gridDim", format!("{x},{y},{z}")));
        }
        for content in self.contents.iter().take(MOST_TOLD) {
            let from = if content.offset == 0 { String::new() } else { format!("+{}", content.offset) };
            told.push(Argument::new(format!("{}{from}", content.name(function)), content.words()));
        }
        if self.contents.len() > MOST_TOLD {
            let more = self.contents.len() - MOST_TOLD;
            told.push(Argument::new(format!("{more} more places"), "as the witness says"));
        }
        if self.loaded {
            told.push(Argument::new("the variables of the module", "as loaded"));
        }
        if let Some(logs) = self.logs {
            told.push(Argument::new("the log of each thread", logs.words()));
        }
        if self.images {
            told.push(Argument::new("texels", "four channels of 32 bits"));
        }
        if self.uninitialised.is_some() {
            told.push(Argument::new("what nothing has written", "as the witness says"));
        }
        told
    }

    /// Does the kernel get these from the witness: the parameter, or what it points to?
    pub(crate) fn gives(&self, function: &Function, number: usize) -> bool {
        let param = &function.params[number];
        let within = |content: &Content| (param.offset..param.offset + param.size).contains(&content.pointer);
        self.arguments.iter().any(|value| value.parameter == number)
            || self.contents.iter().any(within)
            || (self.attempt.is_some() && points(function, number))
    }
}

impl Value {
    /// Name and value.
    fn told(&self, function: &Function) -> Option<(String, String)> {
        let param = function.params.get(self.parameter)?;
        let mut bytes = [0; 8];
        bytes.iter_mut().zip(&self.bytes).for_each(|(to, from)| *to = *from);
        let bits = u64::from_le_bytes(bytes);
        let value = match param.ty {
            Some(Type::F32) => format!("{:?}", f32::from_bits(bits as u32)),
            Some(ty) if ty.is_float() => format!("{:?}", raddle_ir::eval::to_f64(ty, u128::from(bits))),
            Some(_) if param.is_unsigned(0, param.size) => bits.to_string(),
            Some(ty) => number(bits, ty).to_string(),
            None => hexadecimal(&self.bytes),
        };
        Some((variable_name(param_name(param)), value))
    }

    /// The same as an equation.
    pub(crate) fn equation(&self, function: &Function) -> Option<String> {
        self.told(function).map(|(name, value)| format!("`{name}` = {value}"))
    }
}

impl Content {
    /// The name of what points to the buffer.
    fn name(&self, function: &Function) -> String {
        let of = function.params.iter().find(|p| (p.offset..p.offset + p.size).contains(&self.pointer));
        variable_name(of.map_or("param", param_name))
    }

    /// The first bytes, in words of four as they lie in memory.
    fn words(&self) -> String {
        let words: Vec<String> = self.bytes.chunks(4).take(MOST_WORDS).map(hexadecimal).collect();
        let more = if self.bytes.len() > 4 * MOST_WORDS { " ..." } else { "" };
        format!("{} bytes {}{more}", self.bytes.len(), words.join(" "))
    }
}

/// Two digits for each byte, as they lie in memory.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An integer, taken as a signed one.
fn number(bits: u64, ty: Type) -> i64 {
    let unused = 64 - ty.bits().clamp(1, 64);
    ((bits << unused) as i64) >> unused
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
        // Those of other parameters, and what would reach beyond this one.
        let others = [(8, 32), (24, 32), (20, 64), (-4, 32)];
        let others = others.map(|(offset, bits)| Required { offset, bits, value: 0 });
        assert_eq!(put_all(&others, 16), [0xff; 8]);
    }
}
