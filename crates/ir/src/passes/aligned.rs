//! Aligned accesses, and the assumption that they need.
//!
//! An address is a multiple of the size of the whole access (PTX ISA, "Addresses as Operands"). For most accesses that follows from the
//! alignment of an object that the kernel names and the low bits of what is added to it. A pointer passed by the launch points, in C and
//! OpenCL C, to an object of its type, so it is aligned to that; where no type is known, as in PTX, it has the alignment that is declared
//! (`.ptr`), or else what its accesses need. The rest is an assumption: a float read at a byte offset given by a parameter, through a pointer
//! from memory, or in an array of characters.

use super::misaligned::size;
use crate::entity::{SecondaryMap, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::{Function, KernelParam, Module};
use crate::op::PureOp;
use crate::pointee::alignment;
use crate::types::Space;

/// Is there an access whose alignment follows neither from the kernel nor from a pointer's type? `function` is a kernel of `module` with
/// resolved addresses.
#[must_use]
pub fn assumes_alignment(function: &Function, module: &Module) -> bool {
    let zeros = Zeros::of(function, module);
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| {
        let (Some(size), Some(addr)) = (size(function, inst), function.insts[inst].kind.address()) else {
            return false;
        };
        let index = addr.index.map_or(ALL, |index| zeros.low[index]);
        let base = of_base(function, module, addr.base);
        index.min(addr.offset.trailing_zeros()).min(base) < size.trailing_zeros()
    })
}

/// The largest number of low bits that a value may have.
const ALL: u32 = 128;

/// The number of zero low bits of a base's address. The parameter bank is aligned for any parameter.
fn of_base(function: &Function, module: &Module, base: Base) -> u32 {
    match base {
        Base::Object(object) => module.objects[object].align.max(1).trailing_zeros(),
        Base::Slot(slot) => function.slots[slot].align.max(1).trailing_zeros(),
        Base::Buffer(param) => of_parameter(&function.params[param as usize]),
        Base::Params | Base::Absolute => ALL,
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
                        let bytes = u64::from(function.ty(result).bytes());
                        let now = zeros.after(function, module, &data.kind, bytes);
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

    /// Of a result of this many bytes.
    fn after(&self, function: &Function, module: &Module, kind: &InstKind, bytes: u64) -> u32 {
        match kind {
            InstKind::Const(0) => ALL,
            InstKind::Const(bits) => bits.trailing_zeros(),
            InstKind::Pure { op, args } => self.pure(function, *op, args),
            InstKind::AddrOf { base, offset } => {
                of_base(function, module, *base).min(offset.trailing_zeros())
            }
            InstKind::Load { addr, .. } => of_passed(function, addr, bytes),
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

/// The number of zero low bits of a pointer that is a parameter.
fn of_parameter(param: &KernelParam) -> u32 {
    let typed = param.source_type.as_deref().and_then(alignment);
    let declared = param.pointer.map(|pointer| pointer.align).filter(|&align| align > 1);
    let otherwise = if param.of.is_some() { 0 } else { ALL };
    typed.or(declared).map_or(otherwise, u32::trailing_zeros)
}

/// The same of what is loaded: a pointer that the launch passes, as a parameter or in a structure.
fn of_passed(function: &Function, addr: &Address, bytes: u64) -> u32 {
    let (Space::Param, Base::Params, None) = (addr.space, addr.base, addr.index) else { return 0 };
    let Ok(at) = u64::try_from(addr.offset) else { return 0 };
    let is_it = |param: &&KernelParam| (param.offset, param.size) == (at, bytes) && param.pointer.is_some();
    function.params.iter().find(is_it).map_or(0, of_parameter)
}
