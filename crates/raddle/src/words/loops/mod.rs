//! Loops in words: where they are, with which inputs they do not terminate, and under which conditions they end.

pub(crate) mod ends;

use crate::subject::buffers::pointee_of;
use crate::subject::input::{Input, place};
use crate::subject::loops::asks;
use crate::subject::names;
use crate::subject::params::param_name;
use raddle_ir::{Function, Type};
use raddle_report::Location;
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::{Endless, Followed, Why};
use raddle_termination::from_kernel::model::Input as Given;
use raddle_termination::from_kernel::reached::Content;

/// This many elements of a buffer are shown.
const SHOWN: usize = 4;
/// How a condition on something that has no name before the kernel runs is stated.
pub(crate) const STATED: &str =
    "`__requires` cannot name this value: keep it in a variable and state the condition with `__assume`";

/// A kernel, for describing its loops.
pub(crate) struct Loops<'a> {
    pub(crate) input: &'a Input,
    /// As the machine runs it; the model may be of one with copies of blocks.
    pub(crate) function: &'a Function,
}

impl Loops<'_> {
    /// Where a loop begins.
    pub(crate) fn at(&self, model: &Model<'_>, number: usize) -> Location {
        let data = &model.function.blocks[asks(model.function, model.heads[number].block)];
        place(self.input, data.term_loc)
    }

    /// A condition with the place at which its bound is read.
    pub(crate) fn written(&self, model: &Model<'_>, condition: &Condition, text: &str) -> String {
        let Some(read) = condition.read else { return text.to_owned() };
        let at = place(self.input, model.function.insts[read].loc).short();
        let what = format!("the value read at {at}");
        let read =
            ["(a value from memory that is never written)", "a value from memory that is never written"];
        let text = read.into_iter().fold(text.to_owned(), |text, read| text.replace(read, &what));
        text.replace("a value from memory", &what)
    }

    /// What a launch that shows an endless loop fixes, in the source's names.
    pub(crate) fn inputs(&self, model: &Model<'_>, endless: &Endless) -> String {
        let relevant = endless.inputs.iter().filter(|(input, _)| {
            matches!(
                input,
                Given::Param(..) | Given::Tid(_) | Given::Ntid(_) | Given::Ctaid(_) | Given::Nctaid(_)
            )
        });
        let all: Vec<String> = relevant
            .map(|(&input, &value)| {
                let text = match input {
                    Given::Param(number, 0, bits) => match self.function.params[number as usize].ty {
                        Some(ty) if ty.is_float() && ty.bits() == bits => shown(value, ty),
                        _ if self.is_unsigned(number, 0, bits) => value.to_string(),
                        _ => signed(value, bits),
                    },
                    Given::Param(number, at, bits) if self.is_unsigned(number, at, bits) => value.to_string(),
                    Given::Param(_, _, bits) => signed(value, bits),
                    _ => value.to_string(),
                };
                format!("{} = {text}", model.input_name(input))
            })
            .collect();
        let all = [all, self.held(endless)].concat();
        if all.is_empty() { "any input".to_owned() } else { all.join(", ") }
    }

    /// What buffers hold that a loop, or the way to it, depends on.
    fn held(&self, endless: &Endless) -> Vec<String> {
        let one = |(&param, content): (&u32, &Content)| {
            let data = &self.function.params[param as usize];
            let name = names::variable_name(param_name(data));
            let size = content.size();
            let mut starts: Vec<u64> = content.bytes.keys().map(|at| at / size).collect();
            starts.dedup();
            starts.retain(|at| content.number(at * size, size) != content.default);
            let of = pointee_of(self.function, param as usize);
            let number = |value: u128| match of {
                Some(of) if of.ty.is_int() && !of.signed => value.to_string(),
                _ => signed(value, content.bits),
            };
            let mut texts: Vec<String> = starts
                .iter()
                .take(SHOWN)
                .map(|at| format!("{} at [{at}]", number(content.number(at * size, size))))
                .collect();
            if starts.len() > SHOWN {
                texts.push("…".to_owned());
            }
            if texts.is_empty() {
                return format!("every element of {name} = {}", number(content.default));
            }
            texts.push(format!("{} elsewhere", number(content.default)));
            format!("{name} holding {}", texts.join(", "))
        };
        endless.contents.iter().map(one).collect()
    }

    /// Does the source have a parameter, or these bits of it, as an unsigned number?
    fn is_unsigned(&self, number: u32, at: u64, bits: u32) -> bool {
        self.function.params[number as usize].is_unsigned(at, u64::from(bits / 8))
    }
}

/// A place with the calls through which control comes there: `k.cu:25 (called at k.cu:31)`.
pub(crate) fn called(at: &Location) -> String {
    let calls: Vec<String> = at.calls().map(|call| format!("at {}", call.short())).collect();
    if calls.is_empty() { at.short() } else { format!("{} (called {})", at.short(), calls.join(", ")) }
}

/// What happens with an input that violates a condition.
pub(crate) fn otherwise(endless: &Endless) -> &'static str {
    match &endless.why {
        // Where a float is so large that the next one is more than a step away, the sum is the same float.
        Why::Lasso { state, .. } if state.iter().any(|(.., ty)| ty.is_float()) => {
            "its counter can stand still, and it may not terminate"
        }
        _ => "it may not terminate",
    }
}

/// The note on sums in conditions: that they are not the sums of mathematics.
pub(crate) fn computed(texts: &[String]) -> Option<String> {
    let compared = |text: &String| {
        let text = text.trim_matches('`');
        let end =
            [" <= ", " < ", " >= ", " > ", " != ", " == "].iter().filter_map(|sign| text.find(sign)).min()?;
        let side = &text[..end];
        [" + ", " - ", " * ", " << "].iter().any(|sign| side.contains(sign)).then(|| side.to_owned())
    };
    let side = texts.iter().find_map(compared)?;
    Some(format!("`{side}` is computed as in the kernel, where it may wrap around"))
}

/// Is a condition the weakest there is, or only one that is enough?
pub(crate) fn how_weak(exact: bool) -> &'static str {
    if exact {
        "no weaker condition suffices: with every input that violates it, the loop does not terminate once it repeats"
    } else {
        "this suffices, but may be stronger than needed: the loop may also terminate with some inputs that violate it"
    }
}

/// `after 3 rounds i = 0 again, as after 1`.
pub(crate) fn comes_back(first: usize, again: usize, state: &[Followed]) -> String {
    let state: Vec<String> =
        state.iter().map(|(_, name, v, ty)| format!("{name} = {}", shown(*v, *ty))).collect();
    let state = if state.is_empty() { "everything".to_owned() } else { state.join(", ") };
    let rounds = if again == 1 { "iteration" } else { "iterations" };
    let before = if first == 0 { "at the beginning".to_owned() } else { format!("after {first}") };
    format!("after {again} {rounds} {state} again, as {before}")
}

/// A value of a variable as a number: what a float is, an integer as a signed one.
pub(crate) fn shown(value: u128, ty: Type) -> String {
    match ty {
        Type::F32 => format!("{:?}", f32::from_bits(value as u32)),
        ty if ty.is_float() => format!("{:?}", raddle_ir::eval::to_f64(ty, value)),
        ty => signed(value, ty.bits()),
    }
}

pub(crate) fn signed(value: u128, width: u32) -> String {
    if width < 128 && width > 1 && value >> (width - 1) & 1 == 1 {
        return format!("-{}", (1u128 << width) - value);
    }
    value.to_string()
}
