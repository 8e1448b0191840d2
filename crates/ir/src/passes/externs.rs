//! Calls of functions without a body, assumed to compute a value and do nothing else.
//!
//! Such a function is unknown: it may write and wait for other threads. If the user states that it does neither, a call
//! is replaced by an arbitrary result, element by element, each time. Functions known to do more are kept.

use crate::Space;
use crate::entity::{Block, Entity, Inst, LocId, Slot};
use crate::inst::{Access, Address, Base, Callee, Effects, InstKind, Values};
use crate::module::{Function, Language, Module};
use crate::types::Type;

/// What stands in front of a function's name where an instruction gives what the function returns.
pub const RETURNED: &str = "returned by ";

/// The part of a result beyond this many bytes stays unwritten and so is arbitrary.
pub(super) const LARGEST: u64 = 1 << 12;

/// The built-in functions of OpenCL C, up to version 3.0, that write, wait, or order memory: how their names begin.
const WITH_EFFECTS: &[&str] = &[
    "async_work_group_",
    "atom_",
    "atomic_",
    "barrier",
    "capture_event_profiling_info",
    "commit_",
    "create_user_event",
    "enqueue_",
    "intel_sub_group_",
    "mem_fence",
    "read_mem_fence",
    "read_pipe",
    "release_event",
    "reserve_",
    "retain_event",
    "set_user_event_status",
    "sub_group_",
    "vstore",
    "wait_group_events",
    "work_group_",
    "write_image",
    "write_mem_fence",
    "write_pipe",
];

/// What clang calls in their place: pipes, and kernels that kernels launch.
const CALLED_INSTEAD: &[&str] = &[
    "__commit_",
    "__enqueue_kernel_",
    "__opencl_atomic_",
    "__read_pipe",
    "__reserve_",
    "__sub_group_",
    "__work_group_",
    "__write_pipe",
];

/// What raddle's own headers call: mathematics, and what waits, or what they know no meaning of (`crates/compile/src/externs.rs`).
const OWN: &str = "__raddle_";

/// The built-in functions that give a second result through a pointer.
const THROUGH_POINTERS: &[&str] = &["fract", "frexp", "lgamma_r", "modf", "remquo", "sincos"];

/// Is it a built-in function, of OpenCL or raddle's headers, that does more than return a value? Such a function cannot be declared to do
/// nothing else. In CUDA, OpenCL's names belong to the user.
#[must_use]
pub fn has_effects(language: Language, name: &str) -> bool {
    if let Some(own) = name.strip_prefix(OWN) {
        return !own.starts_with("math_");
    }
    if language == Language::Cuda {
        return false;
    }
    let Some(mangled) = name.strip_prefix("_Z") else {
        return CALLED_INSTEAD.iter().any(|start| name.starts_with(start));
    };
    let name = mangled.trim_start_matches(|c: char| c.is_ascii_digit());
    WITH_EFFECTS.iter().any(|start| name.starts_with(start))
        || THROUGH_POINTERS.iter().any(|whole| mangled.starts_with(&format!("{}{whole}", whole.len())))
}

/// Replaces the calls of functions that have no body in the module, but for those that [have effects](has_effects). Calls through pointers
/// stay.
pub fn assume_pure_calls(module: &mut Module) {
    let language = module.language;
    let declared: Vec<Option<String>> =
        module.functions.values().map(|f| f.is_declaration().then(|| f.name.clone())).collect();
    let address = if module.address_bits == 64 { Type::I64 } else { Type::I32 };
    for function in module.functions.values_mut() {
        for block in function.order.clone() {
            for inst in std::mem::take(&mut function.blocks[block].insts) {
                let callee = match &function.insts[inst].kind {
                    InstKind::Call { callee: Callee::External(name), .. } => Some(name.clone()),
                    InstKind::Call { callee: Callee::Func(func), .. } => declared[func.index()].clone(),
                    _ => None,
                };
                // What is passed or returned in pieces that cannot be followed value by value may hold anything.
                let small = match &function.insts[inst].kind {
                    InstKind::Call { args, rets, .. } => {
                        are_small(function, args) && are_small(function, rets)
                    }
                    _ => false,
                };
                match callee.filter(|name| small && !has_effects(language, name)) {
                    Some(name) => replace(function, block, inst, (&name, address)),
                    None => function.blocks[block].insts.push(inst),
                }
            }
        }
    }
}

/// Appends to a block what is left of a call.
fn replace(function: &mut Function, block: Block, call: Inst, (name, address): (&str, Type)) {
    let data = function.insts[call].clone();
    let InstKind::Call { rets, args, .. } = data.kind else { return };
    let name = format!("{RETURNED}{name}");
    // What is as wide as an address may be one that was passed, and parts of a structure parts of one.
    let wide = |function: &Function, slot: &Slot| {
        function.slots[*slot].size.unwrap_or(0) >= u64::from(address.bytes())
    };
    let passed = match rets.iter().any(|slot| wide(function, slot)) {
        true => passed(function, block, &args, address, data.loc),
        false => Values::new(),
    };
    for slot in rets {
        let ty = element(function, slot);
        let size = function.slots[slot].size.unwrap_or(0);
        for at in (0..size).step_by(ty.bytes() as usize) {
            let args = if wide(function, &slot) { passed.clone() } else { Values::new() };
            let kind = InstKind::Opaque { name: name.clone(), args, effects: Effects::NONE };
            let value = function.append1(block, kind, ty, data.loc);
            let space = match function.slots[slot].space {
                Space::Local => Space::Local,
                _ => Space::Param,
            };
            let addr = Address { space, base: Base::Slot(slot), index: None, offset: at as i64 };
            let values = Values::from_slice(&[value]);
            let store = InstKind::Store { addr, access: Access::default(), values };
            let store = function.append(block, store, &[], data.loc);
            function.insts[store].guard = data.guard;
        }
    }
}

/// Can the contents of these slots be followed value by value?
pub(crate) fn are_small(function: &Function, slots: &[Slot]) -> bool {
    slots.iter().all(|&slot| function.slots[slot].size.unwrap_or(0) <= LARGEST)
}

/// What may be addresses in these slots, which [are small](are_small).
pub(crate) fn passed(
    function: &mut Function,
    block: Block,
    slots: &[Slot],
    address: Type,
    loc: LocId,
) -> Values {
    let mut all = Values::new();
    for &slot in slots {
        let space = match function.slots[slot].space {
            Space::Local => Space::Local,
            _ => Space::Param,
        };
        let size = function.slots[slot].size.unwrap_or(0);
        let width = u64::from(address.bytes());
        for at in (0..(size / width) * width).step_by(width as usize) {
            let addr = Address { space, base: Base::Slot(slot), index: None, offset: at as i64 };
            let load = InstKind::Load { addr, access: Access::default() };
            all.push(function.append1(block, load, address, loc));
        }
    }
    all
}

/// The type of a slot's elements, if they fill it.
pub(super) fn element(function: &Function, slot: Slot) -> Type {
    let data = &function.slots[slot];
    let fills = data.element != 0 && data.size.unwrap_or(0).is_multiple_of(u64::from(data.element));
    Type::int(if fills { data.element * 8 } else { 8 }).unwrap_or(Type::I8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_functions_with_effects_are_known_by_their_names() {
        for name in [
            "_Z12atomic_storePVU7_Atomicii",
            "_Z21work_group_reduce_addi",
            "_Z5frexpfPi",
            "_Z7barrierj",
            "__write_pipe_2",
        ] {
            assert!(has_effects(Language::OpenCl, name), "{name}");
            assert!(!has_effects(Language::Cuda, name), "{name}");
        }
        for language in [Language::Cuda, Language::OpenCl] {
            assert!(has_effects(language, "__raddle_opaque_group"));
            assert!(has_effects(language, "__raddle_grid_sync"));
            assert!(!has_effects(language, "__raddle_math_sinf"));
        }
        for name in ["_Z3sinf", "_Z5fractDv4_f", "_Z12get_work_dimv", "my_function", "frexp"] {
            let writes = name.starts_with("_Z5fract");
            assert_eq!(has_effects(Language::OpenCl, name), writes, "{name}");
        }
    }
}
