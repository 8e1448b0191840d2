//! Values that may be an address of an unnamed object.
//!
//! A value in memory, or a parameter as wide as an address, may be an address. Where such a value is added to a parameter that may be a number, it
//! is unknown which of the two is the pointer. A value widened from fewer bits than an address is a number, and so is a small multiple of
//! it: the index that a kernel loads. A value composed from parts or from results of comparisons, or used in any other way, may be an address again.

use super::weights::{Counts, Weights, weights};
use crate::entity::{SecondaryMap, Value};
use crate::inst::{Base, InstKind};
use crate::module::{Function, Module};
use crate::op::PureOp;

/// What a value may hold; a later one stands for more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Holds {
    /// No part of an address.
    #[default]
    Number,
    /// What fits in fewer bits than an address has, widened.
    Widened,
    /// A small multiple of that, or a sum of such.
    Scaled,
    /// An address, or any part of one.
    Address,
}

/// What is known of the values that are added to pointers.
pub(super) struct Strangers {
    strange: SecondaryMap<Value, bool>,
    weights: Weights,
    own_is_meant: bool,
}

impl Strangers {
    /// May it be an address that lay in memory or in a parameter, or be computed from one?
    pub(super) fn may_be_address(&self, value: Value) -> bool {
        self.strange[value]
    }

    /// Is what is the thread's own, or a constant, meant where it is not known what is added to its address?
    pub(super) fn own_is_meant(&self) -> bool {
        self.own_is_meant
    }

    /// Does an address [count](super::weights) in it, so that it is no number?
    pub(super) fn counts(&self, value: Value) -> Counts {
        self.weights[value]
    }
}

/// Finds them. Is what is the thread's own, or a constant, meant where it is not known what is added to its address?
pub(super) fn strangers(function: &Function, module: &Module, own_is_meant: bool) -> Strangers {
    let mut holds: SecondaryMap<Value, Holds> = SecondaryMap::new();
    loop {
        let mut changed = false;
        let mut raise = |holds: &mut SecondaryMap<Value, Holds>, value: Value, by: Holds| {
            changed |= by > holds[value];
            holds[value] = holds[value].max(by);
        };
        for &block in &function.order {
            for &inst in &function.blocks[block].insts {
                let by = made(function, module, &holds, &function.insts[inst].kind);
                for &result in &function.insts[inst].results {
                    raise(&mut holds, result, by);
                }
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let by = holds[arg];
                    raise(&mut holds, param, by);
                }
            }
        }
        if !changed {
            let values = function.order.iter().flat_map(|&block| {
                let block = &function.blocks[block];
                let results = block.insts.iter().flat_map(|&inst| &function.insts[inst].results);
                block.params.iter().chain(results)
            });
            let mut strange = SecondaryMap::new();
            for &value in values {
                strange[value] = holds[value] == Holds::Address;
            }
            return Strangers { strange, weights: weights(function, module), own_is_meant };
        }
    }
}

/// What the results of an instruction may hold.
fn made(function: &Function, module: &Module, holds: &SecondaryMap<Value, Holds>, kind: &InstKind) -> Holds {
    let narrow = |bytes: u64| bytes * 8 < u64::from(module.address_bits);
    match kind {
        InstKind::Const(_) | InstKind::Special(_) => Holds::Number,
        // A parameter that is narrower than an address.
        InstKind::Load { addr, .. } if addr.base == Base::Params && addr.index.is_none() => {
            let is_number = |param: &&crate::module::KernelParam| {
                i64::try_from(param.offset) == Ok(addr.offset) && param.ty.is_some() && narrow(param.size)
            };
            if function.params.iter().any(|param| is_number(&param)) { Holds::Number } else { Holds::Address }
        }
        InstKind::Pure { op, args } => {
            let most = args.iter().map(|&arg| holds[arg]).max().unwrap_or_default();
            let factor = || args.iter().filter_map(|&arg| function.as_const(arg)).next();
            match (op, most) {
                (_, Holds::Number) => Holds::Number,
                (PureOp::Zext | PureOp::Sext, _) if narrow(u64::from(function.ty(args[0]).bytes())) => {
                    Holds::Widened
                }
                (PureOp::Add | PureOp::Sub, most) => most,
                // A choice of two small numbers is as good as a bit.
                (PureOp::Select, _) => {
                    let small = |n: usize| function.as_const(args[n]).is_some_and(|bits| bits < 1 << 16);
                    match (holds[args[0]], holds[args[1]].max(holds[args[2]])) {
                        (Holds::Number, arms) => arms,
                        (_, Holds::Number) if small(1) && small(2) => Holds::Widened,
                        _ => Holds::Address,
                    }
                }
                (PureOp::Shl, Holds::Widened) if factor().is_some_and(|bits| bits < 16) => Holds::Scaled,
                (PureOp::Mul, Holds::Widened) if factor().is_some_and(|factor| factor < 1 << 16) => {
                    Holds::Scaled
                }
                _ => Holds::Address,
            }
        }
        _ => Holds::Address,
    }
}
