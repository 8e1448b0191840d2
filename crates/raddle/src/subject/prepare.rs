//! From a kernel of an input to the form that the methods take: inlined, in SSA form, with contracts where they are evaluated.

use crate::options::{Options, Within};
use crate::subject::input::{Input, place};
use crate::subject::{Unprepared, contracts, names, work_dim};
use raddle_ir::clock::Deadline;
use raddle_ir::passes::{InlineError, prepare_by};
use raddle_ir::{Base, Func, Function, Inst, InstKind, Module, Object, PureOp, Space, Value};
use raddle_report::{Diagnostic, Rule};
use std::collections::BTreeSet;

/// A kernel as the methods take it, but for what the launch settles in it, and with its contracts where the source has them.
///
/// # Errors
/// When it recurses, has a call that does not fit, grows too large, or the time is over.
pub(crate) fn inlined(input: &mut Input, func: Func, deadline: Deadline) -> Result<Function, Unprepared> {
    prepare_by(&mut input.module, func, deadline).map_err(|error| match error {
        InlineError::Time => Unprepared::Late,
        error => Unprepared::Wrong(vec![inline_error(input, &error)]),
    })
}

/// Settles what the launch does, and puts contracts where they are evaluated. Returns the note on `get_work_dim()`, if the kernel calls it.
///
/// # Errors
/// One for each contract that stands where it cannot, or one that the time is over.
pub(crate) fn settle(
    input: &Input,
    func: Func,
    function: &mut Function,
    options: &Options,
    deadline: Deadline,
) -> Result<Option<String>, Unprepared> {
    let dimensions = work_dim::settle(function, &options.launch);
    contracts::place(input, func, function, deadline)?;
    Ok(dimensions)
}

/// Makes two buffers one, where the launch passes one pointer for both: the second parameter is read in the place of the first one. Are they one
/// everywhere? A load may read several parameters at once, or one that is computed.
///
/// Calls are inlined, and a copy or an opaque instruction takes pointers as values: nothing else names a parameter.
pub(crate) fn one_buffer(function: &mut Function, within: &[Within]) -> bool {
    let mut everywhere = true;
    for &Within { kept, gone, apart } in within {
        let (Some(to), Some(from)) = (function.params.get(kept), function.params.get(gone)) else { continue };
        let (to, from, end) = (to.offset as i64, from.offset as i64, (from.offset + from.size) as i64);
        let mut read = Vec::new();
        for inst in function.insts.keys() {
            let bytes: u32 =
                function.insts[inst].results.iter().map(|&value| function.ty(value).bytes().max(1)).sum();
            let named = match &mut function.insts[inst].kind {
                InstKind::Load { addr, .. } if addr.base == Base::Params => {
                    let (first, last) = (addr.offset, addr.offset + i64::from(bytes));
                    match addr.index.is_none() && from <= first && last <= end {
                        true => {
                            addr.offset += to - from;
                            read.push(inst);
                        }
                        false => everywhere &= addr.index.is_none() && (last <= from || end <= first),
                    }
                    continue;
                }
                InstKind::AddrOf { base, offset } => (base, offset),
                kind => match kind.address_mut() {
                    Some(addr) => (&mut addr.base, &mut addr.offset),
                    None => continue,
                },
            };
            let (base, offset) = named;
            everywhere &= *base != Base::Params;
            if *base == Base::Buffer(gone as u32) {
                *base = Base::Buffer(kept as u32);
                *offset += apart;
            }
        }
        if apart != 0 {
            everywhere &= read.into_iter().all(|load| add(function, load, apart));
        }
    }
    everywhere
}

/// Adds bytes to the pointer that a load reads, wherever it is used. Is it one pointer that it reads?
fn add(function: &mut Function, load: Inst, bytes: i64) -> bool {
    let (&[value], loc) = (&function.insts[load].results[..], function.insts[load].loc) else { return false };
    let ty = function.ty(value);
    if !ty.is_int() || ty.bits() != 64 {
        return false;
    }
    let number = function.make_inst(InstKind::Const(u128::from(bytes.cast_unsigned())), &[ty], loc);
    let args = [value, function.insts[number].results[0]].into_iter().collect();
    let sum = function.make_inst(InstKind::Pure { op: PureOp::Add, args }, &[ty], loc);
    let new = function.insts[sum].results[0];
    let mut replace = |used: &mut Value| {
        if *used == value {
            *used = new;
        }
    };
    for block in function.order.clone() {
        for inst in function.blocks[block].insts.clone() {
            if inst != sum {
                function.insts[inst].for_each_use(&mut replace);
            }
        }
        function.blocks[block].term.for_each_use(&mut replace);
        if let Some(at) = function.blocks[block].insts.iter().position(|&inst| inst == load) {
            function.blocks[block].insts.splice(at + 1..at + 1, [number, sum]);
        }
    }
    true
}

/// A kernel as the methods take it, however long that takes.
///
/// # Errors
/// As those of [`inlined`] and [`settle`].
pub(crate) fn prepare(input: &mut Input, func: Func, options: &Options) -> Result<Function, Vec<Diagnostic>> {
    let never = Deadline::default();
    let mut function = inlined(input, func, never).map_err(Unprepared::into_errors)?;
    one_buffer(&mut function, &options.launch.within);
    settle(input, func, &mut function, options, never).map_err(Unprepared::into_errors)?;
    Ok(function)
}

/// The variables in constant memory.
pub(crate) fn constants(module: &Module) -> BTreeSet<Object> {
    module.objects.iter().filter(|(_, data)| data.space == Space::Const).map(|(object, _)| object).collect()
}

/// A write to a variable in constant memory, which the kernel names.
pub(crate) fn writes_constant(
    input: &Input,
    function: &Function,
    constants: &BTreeSet<Object>,
) -> Option<Diagnostic> {
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let written = |&&inst: &&Inst| match &function.insts[inst].kind {
        InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => match addr.base {
            Base::Object(object) => constants.contains(&object).then_some((object, inst)),
            _ => None,
        },
        _ => None,
    };
    let (object, inst) = insts.clone().find_map(|inst| written(&inst))?;
    let data = &input.module.objects[object];
    let name = names::variable_name(data.source_name.as_ref().unwrap_or(&data.name));
    let title = format!("`{name}` is in constant memory, which a kernel cannot write");
    let error =
        Diagnostic::new(Rule::InputInvalid, title).primary(place(input, function.insts[inst].loc), "");
    Some(error.help("declare it `__device__`, or pass a buffer"))
}

/// Recursion, or a call that does not fit.
fn inline_error(input: &Input, error: &InlineError) -> Diagnostic {
    let (rule, loc) = match error {
        InlineError::Time => return Diagnostic::new(Rule::UnknownLimit, error.to_string()),
        InlineError::Recursion { loc, .. } => (Rule::InputRecursion, *loc),
        InlineError::Arity { loc, .. } | InlineError::TooLarge { loc, .. } => (Rule::InputInvalid, *loc),
    };
    let mut title = error.to_string();
    if let InlineError::Recursion { cycle, .. } = error {
        for name in cycle {
            title = title.replace(name.as_str(), &names::source_name(name));
        }
    }
    let place = place(input, loc);
    Diagnostic::new(rule, title).primary(place, "")
}
