//! Functions without a body whose meaning is known: the markers of raddle's own headers, the
//! device runtime of CUDA, the work-item functions of OpenCL, and mathematics.
//!
//! Every other function without a body stays a call to unknown code.

use raddle_ir::contracts::Ask;
use raddle_ir::{
    BarrierOp, Callee, Effects, FenceFlags, Func, FunctionKind, InstKind, Language, Marker, Order, PureOp,
    Scope, Slot, Space, SpecKind, Special, Target, Terminator, Type, Value, Values,
};

use super::call::passed;
use super::error::{Problem, Res, Stop};
use super::function::{Body, Place};
use super::sync::{whole_barrier, whole_reduction};
use crate::ast::Span;

/// The kinds of specification region, by their numbers in `raddle.h`.
const SPEC_KINDS: [SpecKind; 7] = [
    SpecKind::Assert,
    SpecKind::Assume,
    SpecKind::Requires,
    SpecKind::Ensures,
    SpecKind::Invariant,
    SpecKind::Invariant,
    SpecKind::Operands,
];

/// Added to the kind's number for a contract that is about threads elsewhere too.
const EVERYWHERE: u128 = 8;

/// The kind of an invariant of all loops of its function.
const FUNCTION_WIDE: u128 = 5;

/// The prefix of the functions that `__axiom` of `raddle.h` makes.
const AXIOM: &str = "__raddle_axiom_";

/// The prefix of the functions for the queries of contracts.
const CONTRACT: &str = "__raddle_contract_";

/// The module's axioms hold at the head of each kernel, as preconditions.
pub(super) fn axioms(body: &mut Body<'_, '_, '_>) {
    let named = body.cx.functions.iter().filter(|(name, _)| name.starts_with(AXIOM));
    let mut axioms: Vec<(u32, Func)> = named
        .filter(|(_, callable)| callable.ast.body.is_some() && callable.ast.params.is_empty())
        .filter_map(|(name, callable)| Some((name[AXIOM.len()..].parse().ok()?, callable.func?)))
        .collect();
    axioms.sort_unstable();
    for (_, axiom) in axioms {
        body.effect(InstKind::SpecBegin(SpecKind::Requires), &[]);
        let ret = body.temporary("axiom", 4);
        body.effect(InstKind::Call { callee: Callee::Func(axiom), args: Vec::new(), rets: vec![ret] }, &[]);
        let value = body.load_slot(ret, 0, Type::I32);
        let holds = body.nonzero(value);
        body.effect(InstKind::SpecEnd(SpecKind::Requires, holds), &[]);
    }
}

/// A device function is part of each kernel that calls it: what it requires is to be proved for the call. What it ensures is left for its
/// returns.
fn of_function(body: &Body<'_, '_, '_>, kind: SpecKind) -> SpecKind {
    match kind {
        SpecKind::Requires if body.func.kind == FunctionKind::Device => SpecKind::Assert,
        kind => kind,
    }
}

/// Lowers a call of a function without a body, if its meaning is known. The arguments are in `args`.
pub(super) fn lower(
    body: &mut Body<'_, '_, '_>,
    name: &str,
    span: Span,
    args: &[Slot],
    rets: &[Slot],
) -> Res<bool> {
    // These are names as clang mangles OpenCL's functions; in CUDA they are the user's own.
    if name.starts_with("_Z") && body.cx.module.language == Language::Cuda {
        return Ok(false);
    }
    match (name, args, rets) {
        ("__raddle_spec_begin", [kind], []) => {
            body.everywhere = constant(body, *kind).is_some_and(|kind| kind >= EVERYWHERE);
            if constant(body, *kind) == Some(FUNCTION_WIDE) {
                body.current.forget();
                let block = body.here();
                body.effect(InstKind::SpecBegin(SpecKind::Invariant), &[]);
                let begin = body.func.blocks[block].insts.last().copied();
                body.function_wide.extend(begin);
            } else {
                let kind = of_function(body, spec_kind(body, *kind, span)?);
                let block = body.here();
                body.effect(InstKind::SpecBegin(kind), &[]);
                if kind == SpecKind::Ensures && body.func.kind == FunctionKind::Device {
                    body.ensures.extend(body.func.blocks[block].insts.last().copied());
                }
            }
        }
        ("__raddle_spec_end", [kind, value], []) => {
            let stated = spec_kind(body, *kind, span)?;
            let value = passed(body, *value).ok_or(Stop::Opaque)?;
            let holds = body.nonzero(value);
            let kind = of_function(body, stated);
            body.effect(InstKind::SpecEnd(kind, holds), &[]);
        }
        ("__raddle_cl_barrier" | "_Z7barrierj" | "_Z18work_group_barrierj", [flags], []) => {
            cl_barrier(body, *flags)?;
        }
        ("__to_global" | "__to_local" | "__to_private", [pointer], [ret]) => {
            let space = match name {
                "__to_global" => Space::Global,
                "__to_local" => Space::Shared,
                _ => Space::Local,
            };
            let pointer = passed(body, *pointer).ok_or(Stop::Opaque)?;
            let is = body.op(PureOp::IsSpace(space), &[pointer], Type::I1);
            let there = body.same(PureOp::FromGeneric(space), &[pointer]);
            let null = body.konst(0, body.func.ty(pointer));
            let value = body.select(is, there, null);
            give(body, *ret, value);
        }
        ("__raddle_cl_all", [value], [ret]) => work_group(body, BarrierOp::RedAnd, Some(*value), *ret)?,
        ("__raddle_cl_any", [value], [ret]) => work_group(body, BarrierOp::RedOr, Some(*value), *ret)?,
        ("__raddle_cl_agreed", [], [ret]) => work_group(body, BarrierOp::RedPopc, None, *ret)?,
        ("__raddle_cl_copy", [_, _], [ret]) => {
            let ty = body.address_type();
            let event = copy_marker(body, Marker::Copy, args, &[ty])?;
            event.into_iter().for_each(|event| give(body, *ret, event));
        }
        ("__raddle_cl_copied", [], []) => drop(copy_marker(body, Marker::CopyEnd, args, &[])?),
        (name, _, []) if name.starts_with("__raddle_cl_wait") => {
            drop(copy_marker(body, Marker::CopyWait, args, &[])?);
        }
        ("_Z9mem_fencej" | "_Z14read_mem_fencej" | "_Z15write_mem_fencej", [_], []) => {
            // Which memory it orders, its argument says: so it is none that orders all, in both directions.
            let order = if name == "_Z14read_mem_fencej" { Order::Acquire } else { Order::Release };
            body.effect(InstKind::Fence { order, scope: Scope::Cta }, &[]);
        }
        ("__raddle_grid_sync", [], []) => {
            whole_barrier(body, FenceFlags::BOTH);
            body.effect(InstKind::marker(Marker::GridSync), &[]);
            whole_barrier(body, FenceFlags::BOTH);
        }
        (name, ..) if name.starts_with(CONTRACT) => ask(body, &name[CONTRACT.len()..], args, rets)?,
        ("vprintf" | "printf", ..) => unknown_results(body, name, args, rets),
        ("__raddle_cl_work_dim" | "_Z12get_work_dimv", [], [ret]) => {
            let dimensions = body.one(InstKind::marker(Marker::WorkDim), Type::I32);
            give(body, *ret, dimensions);
        }
        ("__assertfail" | "__assert_fail", ..) => body.end(Terminator::Trap),
        (_, _, [ret]) => match work_item(body, name, args) {
            Some(value) => give(body, *ret, value),
            None if is_pure(name) => unknown_results(body, name, args, rets),
            None => return Ok(false),
        },
        _ => return Ok(false),
    }
    Ok(true)
}

/// The constant that a call sequence put into a slot.
fn constant(body: &Body<'_, '_, '_>, slot: Slot) -> Option<u128> {
    body.constants.get(&Place::Slot(slot)).copied()
}

fn spec_kind(body: &Body<'_, '_, '_>, slot: Slot, span: Span) -> Res<SpecKind> {
    let number = constant(body, slot).map(|kind| if kind >= EVERYWHERE { kind - EVERYWHERE } else { kind });
    let kind = number.and_then(|kind| SPEC_KINDS.get(usize::try_from(kind).ok()?).copied());
    kind.ok_or(Stop::Error(span, Problem::SpecKind))
}

/// OpenCL's `barrier`: flag 1 is local memory, flag 2 global.
///
/// At `-O0` the flags come out of a local variable, so that only later passes see that they are constant: there is one barrier for each of
/// their values, and folding keeps the right one.
fn cl_barrier(body: &mut Body<'_, '_, '_>, flags: Slot) -> Res<()> {
    let fence = |flags: u128| FenceFlags { shared: flags & 1 != 0, global: flags & 2 != 0, varies: false };
    if let Some(flags) = constant(body, flags) {
        whole_barrier(body, fence(flags));
        return Ok(());
    }
    let flags = passed(body, flags).ok_or(Stop::Opaque)?;
    let three = body.konst(3, body.func.ty(flags));
    let value = body.same(PureOp::And, &[flags, three]);
    let cases = [0, 1, 2, 3].map(|flags| (fence(flags), body.new_block(None)));
    let after = body.new_block(None);
    let targets: Vec<Target> = cases.iter().map(|&(_, block)| Target::new(block)).collect();
    let default = targets[0].clone();
    body.end(Terminator::Switch { value, targets, default });
    for (fence, block) in cases {
        body.place(block);
        whole_barrier(body, fence);
        body.end(Terminator::Jump(Target::new(after)));
    }
    body.place(after);
    Ok(())
}

/// A barrier of the work-group that orders no memory and gives all its work-items one value: whether all or whether any of their values are
/// true; or, if they give none, anything.
fn work_group(body: &mut Body<'_, '_, '_>, op: BarrierOp, value: Option<Slot>, ret: Slot) -> Res<()> {
    let predicate = match value {
        Some(value) => {
            let value = passed(body, value).ok_or(Stop::Opaque)?;
            body.nonzero(value)
        }
        None => body.one(InstKind::Havoc, Type::I1),
    };
    let mut result = whole_reduction(body, op, predicate);
    if body.func.ty(result) == Type::I1 {
        result = body.op(PureOp::Zext, &[result], Type::I32);
    }
    give(body, ret, result);
    Ok(())
}

/// A marker of [asynchronous copies](raddle_ir::copies): its results.
fn copy_marker(
    body: &mut Body<'_, '_, '_>,
    marker: Marker,
    args: &[Slot],
    results: &[Type],
) -> Res<Vec<Value>> {
    let args: Option<Values> = args.iter().map(|&slot| passed(body, slot)).collect();
    let kind = InstKind::Marker { marker, args: args.ok_or(Stop::Opaque)? };
    Ok(body.effect(kind, results).to_vec())
}

/// The query of a contract, by the name of the header's function.
fn ask(body: &mut Body<'_, '_, '_>, name: &str, args: &[Slot], rets: &[Slot]) -> Res<()> {
    let &[ret] = rets else { return Err(Stop::Opaque) };
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let what = match plain {
        "other" => Ask::Other,
        "old" => Ask::Old,
        "instance" => Ask::Instance,
        "pair_instance" => Ask::PairInstance,
        "candidate" => Ask::Candidate,
        "same_group" => Ask::SameGroup,
        "taken" => Ask::Taken,
        // A thread elsewhere has a log too.
        "log" if body.everywhere => Ask::LogEverywhere,
        "log" => Ask::Log,
        "pointer" => Ask::Pointer,
        "snapshot" => Ask::Snapshot,
        "footprint" => Ask::Footprint,
        "returned" => Ask::Returned,
        _ => Ask::Unsupported,
    };
    // What has to be known when the contract is read is a constant at the call.
    let known = match what {
        Ask::Returned => 1,
        Ask::Footprint => 2,
        _ => 0,
    };
    let mut all = Values::new();
    for (n, &slot) in args.iter().enumerate() {
        all.push(match n < known {
            true => {
                let number = constant(body, slot).ok_or(Stop::Opaque)?;
                body.konst(number, Type::I32)
            }
            false => passed(body, slot).ok_or(Stop::Opaque)?,
        });
    }
    let bits = match what {
        // A narrow result is returned in a wider place.
        Ask::Returned => name[plain.len()..].parse().ok(),
        _ => body.func.slots[ret].size.and_then(|size| u32::try_from(8 * size).ok()),
    };
    let ty = bits.and_then(Type::int).ok_or(Stop::Opaque)?;
    let value = body.one(InstKind::ask(what, all), ty);
    give(body, ret, value);
    Ok(())
}

/// Puts unknown values into the slots of the results; what the function reads is in its arguments.
fn unknown_results(body: &mut Body<'_, '_, '_>, name: &str, args: &[Slot], rets: &[Slot]) {
    let args: Values = args.iter().filter_map(|&slot| passed(body, slot)).collect();
    for &ret in rets {
        let (size, element) = (body.func.slots[ret].size.unwrap_or(0), body.func.slots[ret].element);
        let bits = if element == 0 || size % u64::from(element) != 0 { 8 } else { element * 8 };
        let ty = Type::int(bits).unwrap_or(Type::I8);
        // A result is a scalar or a small structure; each element is a value of its own.
        for at in (0..size.min(1 << 12)).step_by(ty.bytes() as usize) {
            // Each is another function of the arguments.
            let name = if at == 0 { name.to_owned() } else { format!("{name}@{at}") };
            let kind = InstKind::Opaque { name, args: args.clone(), effects: Effects::NONE };
            let value = body.one(kind, ty);
            body.store_slot(ret, at as i64, value);
        }
    }
}

/// Puts a result into its slot, at the slot's width.
fn give(body: &mut Body<'_, '_, '_>, ret: Slot, value: Value) {
    let bytes = body.func.slots[ret].size.and_then(|size| u32::try_from(size).ok());
    if let Some(ty) = bytes.and_then(|bytes| Type::int(bytes.checked_mul(8)?)) {
        let value = body.resize(value, ty, false);
        body.store_slot(ret, 0, value);
    }
}

/// The value of one of OpenCL's work-item functions. Its offset of global numbers is zero.
fn work_item(body: &mut Body<'_, '_, '_>, name: &str, args: &[Slot]) -> Option<Value> {
    let (query, outside): (fn(&mut Body<'_, '_, '_>, u8) -> Value, u128) = match name {
        "_Z12get_local_idj" => (|b, d| special(b, Special::Tid(d)), 0),
        "_Z12get_group_idj" => (|b, d| special(b, Special::Ctaid(d)), 0),
        "_Z14get_local_sizej" | "_Z23get_enqueued_local_sizej" => (|b, d| special(b, Special::Ntid(d)), 1),
        "_Z14get_num_groupsj" => (|b, d| special(b, Special::Nctaid(d)), 1),
        "_Z13get_global_idj" => (global_id, 0),
        "_Z15get_global_sizej" => (
            |b, d| {
                let (groups, size) = (special(b, Special::Nctaid(d)), special(b, Special::Ntid(d)));
                b.same(PureOp::Mul, &[groups, size])
            },
            1,
        ),
        "_Z17get_global_offsetj" => (|b, _| b.konst(0, Type::I64), 0),
        _ => return None,
    };
    let [dimension] = args else { return None };
    if let Some(dimension) = constant(body, *dimension) {
        return Some(match u8::try_from(dimension) {
            Ok(d @ 0..=2) => query(body, d),
            _ => body.konst(outside, Type::I64),
        });
    }
    let dimension = passed(body, *dimension)?;
    let ty = body.func.ty(dimension);
    let mut value = body.konst(outside, Type::I64);
    for d in 0..3 {
        let number = body.konst(u128::from(d), ty);
        let is = body.op(PureOp::Icmp(raddle_ir::IntCond::Eq), &[dimension, number], Type::I1);
        let known = query(body, d);
        value = body.select(is, known, value);
    }
    Some(value)
}

/// A special register as OpenCL's `size_t`.
fn special(body: &mut Body<'_, '_, '_>, special: Special) -> Value {
    let value = body.one(InstKind::Special(special), Type::I32);
    body.op(PureOp::Zext, &[value], Type::I64)
}

fn global_id(body: &mut Body<'_, '_, '_>, dimension: u8) -> Value {
    let (group, size) = (special(body, Special::Ctaid(dimension)), special(body, Special::Ntid(dimension)));
    let first = body.same(PureOp::Mul, &[group, size]);
    let local = special(body, Special::Tid(dimension));
    body.same(PureOp::Add, &[first, local])
}

/// Is this a mathematical function, which neither reads nor writes memory?
fn is_pure(name: &str) -> bool {
    if name.starts_with("__raddle_math_") || name.starts_with("__uninterpreted_function_") {
        return true;
    }
    // A constant sampler: a number for another number.
    if name == "__translate_sampler_initializer" {
        return true;
    }
    // libdevice, but for the functions that give a second result through a pointer.
    if let Some(name) = name.strip_prefix("__nv_") {
        return !["sincos", "modf", "frexp", "remquo", "fast_sincos"].iter().any(|p| name.starts_with(p));
    }
    // The C library's, in double and (with an `f`) in single precision.
    MATH.binary_search(&name).is_ok()
        || name.strip_suffix('f').is_some_and(|n| MATH.binary_search(&n).is_ok())
}

/// The functions of C's `math.h` without pointers.
const MATH: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "ilogb",
    "ldexp",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "nextafter",
    "pow",
    "powi",
    "remainder",
    "rint",
    "round",
    "rsqrt",
    "scalbn",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mathematics_is_pure_unless_it_writes_through_a_pointer() {
        assert!(MATH.is_sorted());
        for pure in ["sinf", "pow", "erff", "fmaf", "__nv_sinf", "__raddle_math_exp"] {
            assert!(is_pure(pure), "{pure}");
        }
        for other in ["modff", "frexp", "sincosf", "__nv_sincosf", "__nv_modf", "malloc", "f"] {
            assert!(!is_pure(other), "{other}");
        }
    }
}
