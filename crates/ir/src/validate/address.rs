//! Addresses and memory accesses.

use super::{At, Checker, Rule};
use crate::inst::{Access, Address, AtomicOp, Base};
use crate::module::FunctionKind;
use crate::types::{Order, Space, Type};

impl Checker<'_> {
    pub(super) fn address(&mut self, at: At, addr: &Address) {
        if let Some(ty) = addr.index.and_then(|v| self.type_of(v))
            && !matches!(ty, Type::I32 | Type::I64)
        {
            self.error(
                Rule::Address,
                at,
                format!("the dynamic part of an address is an i32 or i64, not an {ty}"),
            );
        }
        if let Err(message) = self.home(addr.base).and_then(|home| fits(addr.space, &home)) {
            self.error(Rule::Address, at, message);
        }
    }

    /// The spaces in which what an address is relative to can be accessed; an empty list stands for all.
    fn home(&self, base: Base) -> Result<Vec<Space>, String> {
        let kernel = self.function.kind == FunctionKind::Kernel;
        match base {
            Base::Absolute => Ok(Vec::new()),
            Base::Object(object) => match self.module.objects.get(object).map(|o| o.space) {
                Some(Space::Shared) => Ok(vec![Space::Shared, Space::Cluster]),
                Some(space) => Ok(vec![space]),
                None => Err(format!("{object} does not exist")),
            },
            Base::Slot(slot) => match self.function.slots.get(slot) {
                Some(object) => Ok(vec![object.space]),
                None => Err(format!("{slot} does not exist")),
            },
            Base::Params if kernel => Ok(vec![Space::Param]),
            Base::Params => Err("only a kernel has a parameter bank".to_owned()),
            Base::Buffer(_) if !kernel => Err("only a kernel's parameters point to buffers".to_owned()),
            Base::Buffer(number) => {
                let Some(param) = self.function.params.get(number as usize) else {
                    return Err(format!("the kernel has no parameter {number}"));
                };
                if param.size * 8 != u64::from(self.module.address_bits) {
                    return Err(format!("parameter {number} is not as wide as an address"));
                }
                Ok(match param.pointer.map(|p| p.space) {
                    Some(space) if space != Space::Generic => vec![space],
                    _ => vec![Space::Global, Space::Const, Space::Generic],
                })
            }
        }
    }

    /// The base of an [`AddrOf`](crate::InstKind::AddrOf).
    pub(super) fn address_of(&mut self, at: At, base: Base, results: &[Type]) {
        if base == Base::Absolute {
            self.error(Rule::Address, at, "an absolute address is a constant");
        } else if let Err(message) = self.home(base) {
            self.error(Rule::Address, at, message);
        }
        if !matches!(results, [Type::I32 | Type::I64]) {
            self.error(Rule::Result, at, "an address is one i32 or i64");
        }
    }

    pub(super) fn elements(&mut self, at: At, base: Base, types: &[Type]) {
        for &ty in types {
            let slot = matches!(base, Base::Slot(_));
            if ty == Type::Opaque || (ty == Type::I1 && !slot) {
                self.error(Rule::Element, at, format!("a value of type {ty} has no form in memory"));
            }
        }
    }

    pub(super) fn load_order(&mut self, at: At, access: Access) {
        if matches!(access.order, Order::Release | Order::AcqRel | Order::SeqCst) {
            self.error(Rule::OrderOfAccess, at, format!("a load cannot be {}", access.order));
        }
    }

    pub(super) fn store_order(&mut self, at: At, access: Access) {
        if matches!(access.order, Order::Acquire | Order::AcqRel | Order::SeqCst) || access.non_coherent {
            let what = if access.non_coherent { "non-coherent".to_owned() } else { access.order.to_string() };
            self.error(Rule::OrderOfAccess, at, format!("a store cannot be {what}"));
        }
    }

    pub(super) fn atomic(&mut self, at: At, op: AtomicOp, args: &[Type], results: &[Type]) {
        let wanted = if op == AtomicOp::Cas { 2 } else { 1 };
        if args.len() != wanted {
            return self.error(Rule::Arity, at, format!("it takes {wanted} arguments, not {}", args.len()));
        }
        let ty = args[0];
        let fits = match op {
            AtomicOp::FAdd | AtomicOp::FMin | AtomicOp::FMax => ty.is_float(),
            AtomicOp::Exch | AtomicOp::Cas => ty.bits() >= 8,
            _ => ty.is_int() && ty != Type::I1,
        };
        if !fits || args.iter().any(|&t| t != ty) {
            self.error(Rule::OperandType, at, format!("it does not take arguments of type {}", join(args)));
        }
        if results.len() > 1 || results.iter().any(|&t| t != ty) {
            self.error(Rule::Result, at, format!("it gives the old value, of type {ty}, or nothing"));
        }
    }
}

fn fits(space: Space, home: &[Space]) -> Result<(), String> {
    if home.is_empty() || home.contains(&space) {
        return Ok(());
    }
    let names: Vec<&str> = home.iter().map(|s| s.name()).collect();
    Err(format!(
        "the access is to {space} space, but what it is relative to lies in {} space",
        names.join(" or ")
    ))
}

/// Types with commas between them.
pub(super) fn join(types: &[Type]) -> String {
    types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")
}
