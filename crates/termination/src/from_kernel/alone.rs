//! A kernel prepared for the analysis of one thread alone.
//!
//! Here nothing asks which accesses to memory are made, or at which barrier threads meet: only what values are. So small [local
//! arrays](raddle_ir::passes::split_arrays) become scalars, and blocks may be [copied](raddle_ir::passes::make_reducible) until each cycle has one head.

use crate::limits::kernels;
use raddle_ir::Function;
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::passes::{compact, construct_ssa, fold, make_reducible, split_arrays};
use std::borrow::Cow;

/// A prepared kernel with local arrays as scalars, and with reducible control flow if that does not take too much.
#[must_use]
pub fn alone(function: &Function) -> Cow<'_, Function> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    if loops.all().is_empty() && loops.irreducible().is_none() {
        return Cow::Borrowed(function);
    }
    let mut own = function.clone();
    let arrays = split_arrays(&mut own, kernels::SELECTIONS);
    if arrays {
        construct_ssa(&mut own);
        fold(&mut own);
    }
    let split = loops.irreducible().is_some() && make_reducible(&mut own, kernels::COPIED_INSTRUCTIONS);
    if !arrays && !split {
        return Cow::Borrowed(function);
    }
    compact(&mut own);
    Cow::Owned(own)
}
