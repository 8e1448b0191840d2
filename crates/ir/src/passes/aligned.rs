//! Aligned accesses, and the assumptions that they need.
//!
//! An address is a multiple of the size of the whole access (PTX ISA, "Addresses as Operands"). For most accesses that follows from the alignment of an object
//! that the kernel names and the low bits of what is added to it. A pointer passed by the launch points, in C and OpenCL C, to an object of its type, so it
//! is aligned to that; whether the type suffices is left to the caller, who knows it ([`Alignment::params`]). The rest is an assumption
//! ([`Alignment::beyond`]): a float read at a byte offset given by a parameter, through a pointer from memory, or in an array of characters.

use super::misaligned::size;
use crate::entity::{SecondaryMap, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::{Function, Module};
use crate::op::PureOp;
use crate::types::Space;
use std::collections::BTreeMap;

/// What a kernel's accesses need in order to be aligned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Alignment {
    /// The alignment in bytes that each pointer parameter must have, by number.
    pub params: BTreeMap<u32, u32>,
    /// Is there an access whose alignment follows neither from the kernel nor from a pointer's type?
    pub beyond: bool,
}

/// What the accesses of `function`, a kernel of `module` whose addresses are resolved, need in order to be aligned.
#[must_use]
pub fn alignment(function: &Function, module: &Module) -> Alignment {
    let zeros = Zeros::of(function, module);
    let mut found = Alignment::default();
    for inst in function.order.iter().flat_map(|&block| &function.blocks[block].insts) {
        let (Some(size), Some(addr)) = (size(function, *inst), function.insts[*inst].kind.address()) else {
            continue;
        };
        let needed = size.trailing_zeros();
        let index = addr.index.map_or(ALL, |index| zeros.low[index]);
        if index.min(addr.offset.trailing_zeros()) < needed {
            found.beyond = true;
            continue;
        }
        match addr.base {
            Base::Buffer(param) => {
                let most = found.params.entry(param).or_insert(size);
                *most = size.max(*most);
            }
            base => found.beyond |= of_base(function, module, base) < needed,
        }
    }
    found
}

/// The largest number of low bits that a value may have.
const ALL: u32 = 128;

/// The number of zero low bits of a base's address. The parameter bank is aligned for any parameter; buffers are handled elsewhere.
fn of_base(function: &Function, module: &Module, base: Base) -> u32 {
    match base {
        Base::Object(object) => module.objects[object].align.max(1).trailing_zeros(),
        Base::Slot(slot) => function.slots[slot].align.max(1).trailing_zeros(),
        Base::Buffer(_) | Base::Params | Base::Absolute => ALL,
    }
}

/// The number of low bits of each value that are zero in all executions.
struct Zeros {
    low: SecondaryMap<Value, u32>,
}

impl Zeros {
    /// The greatest solution: a pointer that walks in steps of 4 stays a multiple of 4.
    fn of(function: &Function, module: &Module) -> Self {
        let mut low: SecondaryMap<Value, u32> = SecondaryMap::new();
        function.values.keys().for_each(|value| low[value] = ALL);
        let mut zeros = Self { low };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in &function.order {
                for &inst in &function.blocks[block].insts {
                    let data = &function.insts[inst];
                    for &result in &data.results {
                        let now = zeros.after(function, module, &data.kind);
                        changed |= zeros.lower(result, now);
                    }
                }
                for target in function.blocks[block].term.targets() {
                    for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                        let now = zeros.low[arg];
                        changed |= zeros.lower(param, now);
                    }
                }
            }
        }
        zeros
    }

    fn lower(&mut self, value: Value, to: u32) -> bool {
        let lower = to < self.low[value];
        if lower {
            self.low[value] = to;
        }
        lower
    }

    fn after(&self, function: &Function, module: &Module, kind: &InstKind) -> u32 {
        match kind {
            InstKind::Const(0) => ALL,
            InstKind::Const(bits) => bits.trailing_zeros(),
            InstKind::Pure { op, args } => self.pure(function, *op, args),
            InstKind::AddrOf { base, offset } => {
                of_base(function, module, *base).min(offset.trailing_zeros())
            }
            InstKind::Load { addr, .. } if is_pointer(function, addr) => ALL,
            _ => 0,
        }
    }

    fn pure(&self, function: &Function, op: PureOp, args: &[Value]) -> u32 {
        let of = |n: usize| self.low[args[n]];
        let number = |n: usize| function.as_const(args[n]).and_then(|bits| u32::try_from(bits).ok());
        match op {
            PureOp::Add | PureOp::Sub | PureOp::Or | PureOp::Xor | PureOp::RemU | PureOp::RemS => {
                of(0).min(of(1))
            }
            PureOp::MinU | PureOp::MaxU | PureOp::MinS | PureOp::MaxS => of(0).min(of(1)),
            PureOp::And => of(0).max(of(1)),
            PureOp::Mul => of(0).saturating_add(of(1)).min(ALL),
            PureOp::Shl => of(0).saturating_add(number(1).unwrap_or(0)).min(ALL),
            PureOp::ShrU | PureOp::ShrS => of(0).saturating_sub(number(1).unwrap_or(ALL)),
            PureOp::Select => of(1).min(of(2)),
            PureOp::Neg
            | PureOp::Zext
            | PureOp::Sext
            | PureOp::Trunc
            | PureOp::Bitcast
            | PureOp::ToGeneric(_)
            | PureOp::FromGeneric(_) => of(0),
            _ => 0,
        }
    }
}

/// Is it a load of a pointer that the launch passes, as a parameter or in a structure?
fn is_pointer(function: &Function, addr: &Address) -> bool {
    let holds = |at: u64| {
        let mut params = function.params.iter();
        let param = params.find(|param| param.offset <= at && at < param.offset + param.size);
        param.is_some_and(|param| param.pointer.is_some() || param.ty.is_none())
    };
    addr.space == Space::Param && addr.base == Base::Params && u64::try_from(addr.offset).is_ok_and(holds)
}
