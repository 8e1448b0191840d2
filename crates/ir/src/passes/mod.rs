//! Passes over functions: from what a front end leaves to what the methods read.
//!
//! [`prepare`] makes one kernel ready: it inlines device functions, turns private scalars and slots
//! into SSA values, folds, and resolves addresses. Each pass keeps the meaning of the kernel,
//! including every access to memory that another thread could see: loads are never removed, never
//! moved, never invented.

mod address;
mod aligned;
mod arrays;
mod called;
mod choices;
mod chosen_loads;
mod compact;
mod dce;
mod externs;
mod flags;
mod fold;
mod forward;
mod grid_dependency;
mod inline;
mod meets;
mod misaligned;
mod most;
mod pointers;
mod slots;
mod split;
mod ssa;
mod strangers;
mod variables;
mod weights;
mod written;
mod zeros;

pub use address::resolve_addresses;
pub use arrays::split_arrays;
pub use choices::split_choices;
pub use compact::compact;
pub use dce::remove_dead;
pub use externs::{RETURNED, assume_pure_calls, has_effects};
pub(crate) use externs::{are_small, passed};
pub use flags::merge_barriers;
pub use fold::fold;
pub use inline::{InlineError, inline};
pub use misaligned::forbid_misaligned;
pub use most::{at_most, is_multiple};
pub use pointers::infer_pointers;
pub use slots::promote_slots;
pub use split::make_reducible;
pub use ssa::construct_ssa;
pub use weights::{pointers_of_values, rebuilds_pointers};
pub use written::share_written_constants;

use crate::clock::Deadline;
use crate::contracts;
use crate::copies::mark_unwaited;
use crate::entity::{Func, SecondaryMap, Value};
use crate::inst::InstKind;
use crate::module::{Assumed, Function, Module};
use crate::op::PureOp;

/// The kernel `func`, ready for the methods: no calls to functions with bodies, no private
/// mutable scalars, no slots that could be values; addresses resolved, constants folded, everything
/// numbered in program order.
///
/// # Errors
/// When its call graph has a cycle, when a call does not fit its callee, and when it grows beyond all bounds.
pub fn prepare(module: &mut Module, func: Func) -> Result<Function, InlineError> {
    prepare_by(module, func, Deadline::default())
}

/// The same, as long as there is time.
///
/// # Errors
/// As [`prepare`]; and [`InlineError::Time`].
pub fn prepare_by(module: &mut Module, func: Func, deadline: Deadline) -> Result<Function, InlineError> {
    passes(module, func, |_| {}, deadline)
}

/// The same; `watch` sees the kernel each time before slots become values.
///
/// # Errors
/// As [`prepare_by`].
pub fn prepare_watched(
    module: &mut Module,
    func: Func,
    watch: impl FnMut(&Function),
    deadline: Deadline,
) -> Result<Function, InlineError> {
    passes(module, func, watch, deadline)
}

fn passes(
    module: &mut Module,
    func: Func,
    mut watch: impl FnMut(&Function),
    deadline: Deadline,
) -> Result<Function, InlineError> {
    let in_time = || if deadline.passed() { Err(InlineError::Time) } else { Ok(()) };
    let mut inliner = inline::Inliner::new(deadline);
    let mut flat = inliner.start(module, func)?;
    contracts::merge_nested(&mut flat.function);
    in_time()?;
    construct_ssa(&mut flat.function);
    variables::separate_variables(&mut flat.function);
    in_time()?;
    infer_pointers(&mut flat.function, module);
    // First what is kept in variables is found out.
    let mut meant = false;
    loop {
        in_time()?;
        fold(&mut flat.function);
        in_time()?;
        address::resolve(&mut flat.function, module, meant);
        in_time()?;
        let forwarded = forward::forward(&mut flat.function);
        in_time()?;
        remove_dead(&mut flat.function);
        in_time()?;
        watch(&flat.function);
        // Folding may have found out who is called, promotion may yet find out.
        let inlined = inliner.again(module, func, &mut flat)?;
        in_time()?;
        let changed = promote_slots(&mut flat.function) || inlined || forwarded;
        in_time()?;
        if !changed && !meant {
            meant = true;
            continue;
        }
        // What is not known who it is by now may be one of several.
        if !changed && !inliner.choose(module, func, &mut flat) {
            let mut function = flat.function;
            called::settle_called_parameters(&mut function);
            in_time()?;
            if chosen_loads::load_where_chosen(&mut function) {
                fold(&mut function);
                address::resolve(&mut function, module, true);
                remove_dead(&mut function);
            }
            in_time()?;
            if split_choices(&mut function, module) {
                fold(&mut function);
                remove_dead(&mut function);
            }
            forbid_misaligned(&mut function, module);
            in_time()?;
            grid_dependency::remove_first_waits(&mut function);
            merge_barriers(&mut function);
            mark_unwaited(&mut function);
            compact(&mut function);
            share_written_constants(&mut function, module);
            function.assumed = Assumed {
                not_rebuilt: rebuilds_pointers(&function, module),
                to_global: asks_for_space(&function),
                alignment: aligned::assumes_alignment(&function, module),
            };
            return Ok(function);
        }
        contracts::merge_nested(&mut flat.function);
        construct_ssa(&mut flat.function);
        variables::separate_variables(&mut flat.function);
    }
}

/// Is the space of a pointer still asked for? Of an object that the kernel names it is known by now.
fn asks_for_space(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(function.insts[inst].kind, InstKind::Pure { op: PureOp::IsSpace(_), .. }))
}

/// Values to be replaced by other values, followed to the end of each chain.
#[derive(Default)]
pub(crate) struct Replacements {
    by: SecondaryMap<Value, Option<Value>>,
    any: bool,
}

impl Replacements {
    /// From now on `old` is `new`.
    pub(crate) fn replace(&mut self, old: Value, new: Value) {
        debug_assert_ne!(old, new);
        self.by[old] = Some(new);
        self.any = true;
    }

    /// What `value` is now.
    pub(crate) fn find(&self, mut value: Value) -> Value {
        while let Some(next) = self.by[value] {
            value = next;
        }
        value
    }

    /// Was anything replaced?
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Rewrites every use in the function; a source name moves to the value that stays.
    pub(crate) fn apply(&self, function: &mut Function) {
        if !self.any {
            return;
        }
        for value in function.values.keys() {
            let new = self.find(value);
            if new != value && function.values[new].name.is_none() {
                function.values[new].name = function.values[value].name.take();
            }
        }
        for &block in &function.order {
            let data = &mut function.blocks[block];
            for &inst in &data.insts {
                function.insts[inst].for_each_use(|v| *v = self.find(*v));
            }
            data.term.for_each_use(|v| *v = self.find(*v));
        }
    }
}
