//! Loops in words: where they are, and with which inputs they do not terminate. Why they end, and under which conditions, and why that is
//! open, each has a file of its own.

pub(crate) mod conditions;
pub(crate) mod endless;
pub(crate) mod ends;
pub(crate) mod notes;
pub(crate) mod open;

use crate::subject::buffers::pointee_of;
use crate::subject::input::{Input, place};
use crate::subject::loops::asks;
use crate::subject::names;
use crate::subject::params::param_name;
use raddle_ir::{Function, Type};
use raddle_report::Location;
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::endless::Endless;
use raddle_termination::from_kernel::model::Input as Given;
use raddle_termination::from_kernel::reached::Content;

/// This many elements of a buffer are shown.
const SHOWN: usize = 4;

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
                        _ if self.is_unsigned(number) => value.to_string(),
                        _ => signed(value, bits),
                    },
                    Given::Param(number, ..) if self.is_unsigned(number) => value.to_string(),
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

    /// Does the source have a parameter as an unsigned number?
    fn is_unsigned(&self, number: u32) -> bool {
        self.function.params[number as usize].is_unsigned()
    }
}

/// A place with the calls through which control comes there: `k.cu:25 (called at k.cu:31)`.
pub(crate) fn called(at: &Location) -> String {
    let calls: Vec<String> = at.calls().map(|call| format!("at {}", call.short())).collect();
    if calls.is_empty() { at.short() } else { format!("{} (called {})", at.short(), calls.join(", ")) }
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
