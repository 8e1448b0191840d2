//! What an access to memory takes: its elements, in order, without a gap.

use raddle_ir::{Function, InstData, InstKind, Type, Value};

/// An element that an instruction reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Element {
    /// What is read or written there; of an atomic, its first operand.
    pub value: Value,
    /// Its type.
    pub ty: Type,
    /// How many bytes lie before it.
    pub before: u32,
}

/// The elements of an access; none for another instruction.
#[must_use]
pub fn elements(function: &Function, data: &InstData) -> Vec<Element> {
    let values: &[Value] = match &data.kind {
        InstKind::Load { .. } => &data.results,
        InstKind::Store { values, .. } => values,
        InstKind::Atomic { args, .. } => args.get(..1).unwrap_or_default(),
        _ => &[],
    };
    let mut end = 0;
    let element = |&value: &Value| {
        let (ty, before) = (function.ty(value), end);
        end += ty.bytes();
        Element { value, ty, before }
    };
    values.iter().map(element).collect()
}

/// How many bytes an access takes.
#[must_use]
pub fn bytes(function: &Function, data: &InstData) -> u32 {
    elements(function, data).last().map_or(0, |last| last.before + last.ty.bytes())
}
