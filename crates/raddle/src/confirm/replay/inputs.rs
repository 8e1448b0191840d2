//! Inputs that are not given, chosen so that a finding shows: how they are kept in a witness, and how they are reported.
//!
//! No run with open inputs shows whether a kernel leaves different values for *some* input. So it is run with a
//! [choice](raddle_machine::chosen) of all of them, and a finding of that run holds for this choice, which is a part of its schedule.

use crate::subject::buffers::pointee_of;
use crate::subject::names::variable_name;
use crate::subject::params::{param_name, points};
use raddle_ir::{Function, Special, Type};
use raddle_machine::chosen::{Attempt, Chosen, Nearly};
use raddle_machine::domain::{Cause, Reason};
use raddle_machine::launch::{Arg, Launch};
use raddle_machine::logs;
use raddle_machine::variables::{Variables, Written};
use raddle_report::{Argument, words};
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
    /// Do blocks run one after the other?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) in_turn: bool,
    /// Do variables of the module hold what they do when it is loaded?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) loaded: bool,
    /// Or what the host has written?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) written: Option<Variable>,
    /// Which accesses do the logs of threads hold?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) logs: Option<Logged>,
    /// Are images what OpenCL allows?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) images: bool,
    /// The attempt that says what is read where nothing was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uninitialised: Option<u32>,
    /// Which results functions give that are known up to an error: 0 for those of the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) functions: Option<u8>,
}

/// What the host has written to variables of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variable {
    /// What an integer alone is.
    size: u32,
    /// The attempt that says what arrays of integers hold.
    integers: u32,
}

impl Variable {
    fn of(variables: Option<Variables>) -> Option<Self> {
        match variables {
            Some(Variables::Written(Written { size, integers })) => Some(Self { size, integers: integers.0 }),
            Some(Variables::Loaded) | None => None,
        }
    }

    fn written(self) -> Variables {
        Variables::Written(Written { size: self.size, integers: Attempt(self.integers) })
    }
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

/// This many places in buffers are reported.
const MOST_TOLD: usize = 6;
/// This many words of a buffer are reported.
const MOST_WORDS: usize = 4;

impl Inputs {
    /// For which inputs a race is one, for the causes that these inputs decide.
    pub(super) fn note(&self, function: &Function, causes: &[Cause]) -> String {
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
            in_turn: chosen.in_turn,
            loaded: chosen.variables == Some(Variables::Loaded),
            written: Variable::of(chosen.variables),
            logs: chosen.logs.map(Logged::from),
            images: chosen.images,
            uninitialised: chosen.uninitialised.map(|attempt| attempt.0),
            functions: chosen.functions.map(|nearly| nearly.0),
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

    /// What buffers hold, byte by byte: by the place of the pointer to the buffer, and from its start.
    pub(super) fn bytes(&self) -> BTreeMap<(u64, u64), u8> {
        let of = |content: &Content| {
            let pointer = content.pointer;
            (content.offset..).zip(content.bytes.clone()).map(move |(at, byte)| ((pointer, at), byte))
        };
        self.contents.iter().flat_map(of).collect()
    }

    /// The launch with these inputs, and no others chosen.
    pub(crate) fn apply(&self, launch: &mut Launch) {
        if self.is_empty() {
            return;
        }
        let contents = self.bytes();
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
            in_turn: self.in_turn,
            variables: self.written.map(Variable::written).or(self.loaded.then_some(Variables::Loaded)),
            logs: self.logs.map(logs::Choice::from),
            images: self.images,
            uninitialised: self.uninitialised.map(Attempt),
            functions: self.functions.map(Nearly),
        });
    }

    /// By names, as `--arg` takes values; the first words of contents in hexadecimal.
    pub(crate) fn told(&self, function: &Function) -> Vec<Argument> {
        let mut told = Vec::new();
        let values = self.arguments.iter().filter_map(|value| value.told(function));
        told.extend(values.map(|(name, value)| Argument::new(name, value)));
        if let Some([x, y, z]) = self.grid {
            told.push(Argument::new("grid size", format!("{x},{y},{z}")));
        }
        for content in self.contents.iter().take(MOST_TOLD) {
            let from = if content.offset == 0 { String::new() } else { format!("+{}", content.offset) };
            told.push(Argument::new(format!("{}{from}", content.name(function)), content.words(function)));
        }
        if self.contents.len() > MOST_TOLD {
            let more = self.contents.len() - MOST_TOLD;
            told.push(Argument::new(format!("{more} more places"), "as the witness says"));
        }
        if self.loaded {
            told.push(Argument::new("the variables of the module", "as loaded"));
        }
        if let Some(Variable { size, .. }) = self.written {
            told.push(Argument::new(
                "integers of the module",
                format!("{size}, in arrays as the witness says"),
            ));
        }
        if self.in_turn {
            told.push(Argument::new("blocks", "one after the other"));
        }
        if let Some(logs) = self.logs {
            told.push(Argument::new("the log of each thread", logs.words()));
        }
        if self.images {
            told.push(Argument::new("texels", "four channels of 32 bits"));
        }
        if self.functions.is_some() {
            told.push(Argument::new("functions that are known up to an error", "as the host computes them"));
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
        let value = match param.ty {
            Some(ty) => written(&self.bytes, ty, !param.is_unsigned()),
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

    /// The first elements; where the source does not say what they are, the first bytes in words of four, as they lie in memory.
    fn words(&self, function: &Function) -> String {
        let of = function.params.iter().position(|p| (p.offset..p.offset + p.size).contains(&self.pointer));
        let of = of.and_then(|param| pointee_of(function, param)).filter(|of| of.lanes == 1);
        let width = of.map_or(4, |of| of.ty.bytes() as usize);
        let more = if self.bytes.len() > width * MOST_WORDS { ", ..." } else { "" };
        let first = self.bytes.chunks(width).take(MOST_WORDS);
        match of {
            Some(of) => {
                let number = |bytes: &[u8]| written(bytes, of.ty, of.signed);
                format!("[{}{more}]", first.map(number).collect::<Vec<_>>().join(", "))
            }
            None => {
                let words: Vec<String> = first.map(hexadecimal).collect();
                format!("{} bytes {}{}", self.bytes.len(), words.join(" "), more.trim_start_matches(','))
            }
        }
    }
}

/// A number of this type, by its bytes.
fn written(bytes: &[u8], ty: Type, signed: bool) -> String {
    let mut all = [0; 8];
    all.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    let bits = u64::from_le_bytes(all);
    match ty {
        Type::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        ty if ty.is_float() => format!("{:?}", raddle_ir::eval::to_f64(ty, u128::from(bits))),
        _ if !signed => bits.to_string(),
        ty => number(bits, ty).to_string(),
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
