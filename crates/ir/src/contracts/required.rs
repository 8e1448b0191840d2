//! Parameters that are given, or that a kernel requires to have one value.
//!
//! `__requires(n == 64)` fixes `n` to 64 for the rest of the kernel. A method that assumes the requirements need not rederive
//! that in each query: each use of the parameter is replaced by the number. The requirement itself stays as it
//! is, so that a contradiction between requirements is still found.

use super::{Region, regions};
use crate::entity::{Inst, Value};
use crate::inst::{Address, Base, InstKind, SpecKind};
use crate::module::{Function, ValueDef};
use crate::op::{IntCond, PureOp};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// A value that a kernel requires of a parameter, or of a member of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Required {
    /// The byte of the parameter bank at which it lies.
    pub offset: i64,
    /// How wide it is.
    pub bits: u32,
    /// What it is.
    pub value: u128,
}

/// The values that a kernel requires of its parameters, in the order in which it does.
#[must_use]
pub fn required_values(function: &Function) -> Vec<Required> {
    values_of(function, &requirements(function))
}

fn requirements(function: &Function) -> Vec<Region> {
    regions(function).into_iter().filter(|region| region.kind == SpecKind::Requires).collect()
}

fn values_of(function: &Function, required: &[Region]) -> Vec<Required> {
    let mut known = Vec::new();
    for region in required {
        let InstKind::SpecEnd(_, holds) = function.insts[region.end].kind else { continue };
        stated(function, holds, &mut known);
    }
    known
}

/// The kernel with the values that are given for its parameters, and with those that it requires, for who takes its requirements for granted.
/// Instructions and values keep their numbers.
#[must_use]
pub fn with_known_values<'f>(function: &'f Function, given: &[Required]) -> Cow<'f, Function> {
    let required = requirements(function);
    let known = [given, &values_of(function, &required)].concat();
    // Of two values that contradict each other the first will do: the second requirement is false then.
    let value_of = |offset: i64, bits: u32| {
        known.iter().find(|one| (one.offset, one.bits) == (offset, bits)).map(|one| one.value)
    };
    let found: Vec<(Inst, Value, u128)> = function
        .order
        .iter()
        .flat_map(|&block| &function.blocks[block].insts)
        .filter_map(|&inst| {
            let (value, offset) = parameter(function, inst)?;
            Some((inst, value, value_of(offset, function.ty(value).bits())?))
        })
        .collect();
    if found.is_empty() {
        return Cow::Borrowed(function);
    }
    let own: BTreeSet<Inst> =
        required.iter().flat_map(|region| &region.parts).flat_map(|(_, insts)| insts).copied().collect();
    let mut function = function.clone();
    for (load, value, bits) in found {
        let number =
            function.make_inst(InstKind::Const(bits), &[function.ty(value)], function.insts[load].loc);
        let new = function.insts[number].results[0];
        for block in function.order.clone() {
            let insts = &mut function.blocks[block].insts;
            if let Some(at) = insts.iter().position(|&inst| inst == load) {
                insts.insert(at + 1, number);
            }
            for inst in function.blocks[block].insts.clone() {
                if !own.contains(&inst) {
                    function.insts[inst].for_each_use(|used| {
                        if *used == value {
                            *used = new;
                        }
                    });
                }
            }
            function.blocks[block].term.for_each_use(|used| {
                if *used == value {
                    *used = new;
                }
            });
        }
    }
    Cow::Owned(function)
}

/// The parameter that an instruction reads: what it is as a value, and at which byte of the parameter bank it lies.
fn parameter(function: &Function, inst: Inst) -> Option<(Value, i64)> {
    let data = &function.insts[inst];
    match (&data.kind, data.results.as_slice(), &data.guard) {
        (
            InstKind::Load { addr: Address { base: Base::Params, index: None, offset, .. }, .. },
            &[value],
            None,
        ) => function.ty(value).is_int().then_some((value, *offset)),
        _ => None,
    }
}

/// Adds the parameters that are one number where a value is not 0: their place, their width in bits, the number.
fn stated(function: &Function, holds: Value, known: &mut Vec<Required>) {
    let ValueDef::Result(inst, _) = function.values[holds].def else { return };
    let InstKind::Pure { op, args } = &function.insts[inst].kind else { return };
    let is = |value: Value, number: u128| function.as_const(value) == Some(number);
    match (op, args.as_slice()) {
        (PureOp::And, &[a, b]) => {
            // Of two numbers that are 0 or 1, both are 1.
            let bits = [a, b].iter().all(|&part| is_truth(function, part));
            [a, b].into_iter().filter(|_| bits).for_each(|part| stated(function, part, known));
        }
        (PureOp::Zext, &[a]) => stated(function, a, known),
        (PureOp::Select, &[cond, yes, no])
            if !is(yes, 0) && function.as_const(yes).is_some() && is(no, 0) =>
        {
            stated(function, cond, known);
        }
        (PureOp::Icmp(IntCond::Ne), &[a, zero]) if is(zero, 0) => stated(function, a, known),
        (PureOp::Icmp(IntCond::Eq), &[a, b]) => {
            for (value, number) in [(a, b), (b, a)] {
                known.extend(equals(function, value, number));
            }
        }
        _ => {}
    }
}

/// Is a value 0 or 1?
fn is_truth(function: &Function, value: Value) -> bool {
    if function.ty(value).bits() == 1 {
        return true;
    }
    let ValueDef::Result(inst, _) = function.values[value].def else { return false };
    match &function.insts[inst].kind {
        InstKind::Pure { op: PureOp::Select, args } => {
            args[1..].iter().all(|&arg| function.as_const(arg).is_some_and(|bits| bits <= 1))
        }
        InstKind::Pure { op: PureOp::And, args } => args.iter().all(|&arg| is_truth(function, arg)),
        InstKind::Pure { op: PureOp::Zext, args } => is_truth(function, args[0]),
        _ => false,
    }
}

/// The parameter that a value is read from, perhaps made wider, and what it is where the value is this number.
fn equals(function: &Function, value: Value, number: Value) -> Option<Required> {
    let number = function.as_const(number)?;
    let ValueDef::Result(inst, _) = function.values[value].def else { return None };
    if let Some((value, offset)) = parameter(function, inst) {
        return Some(Required { offset, bits: function.ty(value).bits(), value: number });
    }
    let InstKind::Pure { op, args } = &function.insts[inst].kind else { return None };
    let ValueDef::Result(narrow, _) = function.values[*args.first()?].def else { return None };
    let (read, offset) = parameter(function, narrow)?;
    let (ty, wide) = (function.ty(read), function.ty(value));
    let bits = number & ty.mask();
    let widened = match op {
        PureOp::Zext => bits,
        PureOp::Sext if bits >> (ty.bits() - 1) & 1 == 1 => bits | (wide.mask() & !ty.mask()),
        PureOp::Sext => bits,
        _ => return None,
    };
    (widened == number).then_some(Required { offset, bits: ty.bits(), value: bits })
}
