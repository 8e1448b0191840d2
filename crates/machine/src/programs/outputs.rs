//! Which objects of global memory a kernel seems to write.
//!
//! Many a kernel reads a matrix at thousands of addresses that are unknown, and writes elsewhere. By how much these addresses
//! differ matters only if some thread writes there. This is what a look at the kernel tells, before it is run: from where the
//! addresses of its stores and atomics come, followed back through sums, conversions and block parameters.
//!
//! It is a guess, and nothing rests on it: places in an object that is guessed to be only read are reported less exactly
//! ([`Target::Within`](crate::Target)), and what is written after all conflicts with all of them.

use crate::launches::objects::ObjectKind;
use raddle_ir::{Base, Function, InstKind, Object, PureOp, SecondaryMap, Space, Value, ValueDef};
use std::collections::BTreeSet;

/// The objects that are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// The bytes of the parameter bank from which their addresses come.
    params: BTreeSet<u64>,
    objects: BTreeSet<Object>,
    /// Some address has no known origin: it may point anywhere.
    any: bool,
}

impl Outputs {
    pub(crate) fn new(function: &Function) -> Self {
        let mut outputs = Self::default();
        let mut work: Vec<Value> = Vec::new();
        for &inst in function.order.iter().flat_map(|&block| &function.blocks[block].insts) {
            let addr = match &function.insts[inst].kind {
                InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => addr,
                kind => {
                    outputs.any |= kind.effects().writes_anything();
                    continue;
                }
            };
            match (addr.space, addr.base) {
                (Space::Shared | Space::Local | Space::Param, _) => {}
                (_, Base::Absolute) => match addr.index {
                    Some(index) => work.push(index),
                    None => outputs.any = true,
                },
                (_, base) => outputs.base(function, base),
            }
        }
        let mut seen: SecondaryMap<Value, bool> = SecondaryMap::new();
        while let Some(value) = work.pop() {
            if !std::mem::replace(&mut seen[value], true) {
                outputs.follow(function, value, &mut work);
            }
        }
        outputs
    }

    fn base(&mut self, function: &Function, base: Base) {
        match base {
            Base::Object(object) => _ = self.objects.insert(object),
            Base::Buffer(number) => match function.params.get(number as usize) {
                Some(param) => _ = self.params.insert(param.offset),
                None => self.any = true,
            },
            Base::Slot(_) => {}
            Base::Params | Base::Absolute => self.any = true,
        }
    }

    fn follow(&mut self, function: &Function, value: Value, work: &mut Vec<Value>) {
        let inst = match function.values[value].def {
            ValueDef::Result(inst, _) => inst,
            ValueDef::Param(block, n) => {
                for &from in &function.order {
                    for target in function.blocks[from].term.targets() {
                        if target.block == block {
                            work.extend(target.args.get(usize::from(n)));
                        }
                    }
                }
                return;
            }
        };
        match &function.insts[inst].kind {
            InstKind::AddrOf { base, .. } => self.base(function, *base),
            InstKind::Load { addr, .. } => match u64::try_from(addr.offset) {
                Ok(offset) if addr.base == Base::Params && addr.index.is_none() => {
                    self.params.insert(offset);
                }
                // What is loaded may be an index, or an address.
                _ => self.any |= function.ty(value).bits() > 32,
            },
            InstKind::Pure { op, args } => match op {
                PureOp::Select => work.extend(&args[1..]),
                PureOp::Add
                | PureOp::Sub
                | PureOp::And
                | PureOp::Or
                | PureOp::ToGeneric(_)
                | PureOp::FromGeneric(_)
                | PureOp::Bitcast => work.extend(args),
                _ => {}
            },
            InstKind::Const(_) | InstKind::Special(_) => {}
            _ => self.any |= function.ty(value).bits() > 32,
        }
    }

    /// May the kernel write to an object of this kind?
    pub(crate) fn may_hold(&self, kind: ObjectKind) -> bool {
        match kind {
            ObjectKind::Buffer { offset, .. } => self.any || self.params.contains(&offset),
            ObjectKind::Module(object) => self.any || self.objects.contains(&object),
            _ => true,
        }
    }
}
