//! Where differences between threads come from: the level of what an instruction computes.

use super::{Rules, Shared};
use raddle_ir::{
    Address, Barrier, BarrierOp, Base, Function, InstData, InstKind, Order, PureOp, Space, Special, Value,
};
use raddle_symbolic::pure::always_divides;
use raddle_symbolic::reader::{Source, source};

/// What the levels of an instruction's results depend on.
pub(super) struct Context<'a> {
    pub function: &'a Function,
    /// May the kernel write there?
    pub written: &'a dyn Fn(&Address) -> bool,
    pub rules: Rules,
    /// The level of a value where the instruction stands.
    pub seen: &'a dyn Fn(Value) -> Shared,
}

impl Context<'_> {
    /// The level of the results of an instruction; reads of mutable scalars apart.
    pub(super) fn results(&self, data: &InstData) -> Shared {
        // Without its guard its results are unspecified.
        if data.guard.is_some() {
            return Shared::Thread;
        }
        match &data.kind {
            InstKind::Const(_) | InstKind::FuncAddr(_) => Shared::Launch,
            InstKind::AddrOf { base, .. } => place(*base),
            InstKind::Pure { op, args } => self.all(args).max(self.operation(*op, args)),
            InstKind::Special(special) => register(*special),
            InstKind::Load { addr, access } => {
                // Of volatile memory, that of the CTA alone is written by its threads only; and volatile accesses race like any other.
                if access.volatile && addr.space != Space::Shared || access.order != Order::Weak {
                    return Shared::Thread;
                }
                place(addr.base).max(self.all(addr.index.as_slice())).max(self.memory(addr))
            }
            InstKind::Barrier(barrier) => self.reduction(barrier),
            InstKind::Opaque { .. } => match source(&data.kind) {
                Source::Applied(args) => self.all(args),
                _ => Shared::Thread,
            },
            InstKind::VarGet(_)
            | InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::Atomic { .. }
            | InstKind::Collective { .. }
            | InstKind::Call { .. }
            | InstKind::Marker { .. } => Shared::Thread,
            InstKind::VarSet(..)
            | InstKind::Store { .. }
            | InstKind::Fence { .. }
            | InstKind::WarpSync(_)
            | InstKind::Assume(_)
            | InstKind::Assert(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => Shared::Launch,
        }
    }

    fn all(&self, values: &[Value]) -> Shared {
        values.iter().map(|&v| (self.seen)(v)).max().unwrap_or_default()
    }

    /// What an operation adds to the levels of its arguments.
    fn operation(&self, op: PureOp, args: &[Value]) -> Shared {
        match op {
            // Not specified for some arguments, and then no function of them (see `raddle_symbolic::pure`).
            PureOp::DivU | PureOp::RemU | PureOp::DivS | PureOp::RemS => {
                let signed = matches!(op, PureOp::DivS | PureOp::RemS);
                let is_function =
                    self.rules.equal_quotients || always_divides(self.function, args[1], signed);
                if is_function { Shared::Launch } else { Shared::Thread }
            }
            PureOp::ToGeneric(space) | PureOp::FromGeneric(space) | PureOp::IsSpace(space) => match space {
                Space::Global | Space::Const | Space::Param => Shared::Launch,
                Space::Shared | Space::Cluster => Shared::Group,
                Space::Local | Space::Generic => Shared::Thread,
            },
            _ => Shared::Launch,
        }
    }

    /// What the memory adds to the level of an address.
    fn memory(&self, addr: &Address) -> Shared {
        let space = match (addr.space, addr.base) {
            // A generic address of nothing may point to the thread's own memory; what a parameter points to, and objects of the
            // module, are not there.
            (Space::Generic, Base::Buffer(_)) => Space::Global,
            (Space::Generic, Base::Object(_)) => Space::Shared,
            (space, _) => space,
        };
        match space {
            Space::Const | Space::Param => Shared::Launch,
            _ if self.rules.adversarial => Shared::Thread,
            Space::Global if !(self.written)(addr) => Shared::Launch,
            // Two groups do not wait for each other; and each has a shared memory of its own.
            Space::Global | Space::Shared => Shared::Group,
            Space::Local | Space::Generic | Space::Cluster => Shared::Thread,
        }
    }

    /// A reduction gives all threads of the CTA one result, if all of them take part.
    fn reduction(&self, barrier: &Barrier) -> Shared {
        let all = barrier.count.is_none();
        match barrier.op {
            BarrierOp::RedPopc | BarrierOp::RedAnd | BarrierOp::RedOr if all => {
                Shared::Group.max((self.seen)(barrier.id))
            }
            _ => Shared::Thread,
        }
    }
}

/// The level of the address of an object.
fn place(base: Base) -> Shared {
    match base {
        Base::Slot(_) => Shared::Thread,
        // An address in shared memory is the same number in every CTA.
        Base::Absolute | Base::Object(_) | Base::Params | Base::Buffer(_) => Shared::Launch,
    }
}

/// The level of a special register (PTX ISA, "Special Registers"). What the ISA does not promise to stay the same is the
/// thread's own.
fn register(special: Special) -> Shared {
    match special {
        Special::Ntid(_)
        | Special::Nctaid(_)
        | Special::WarpSize
        | Special::GridId
        | Special::DynamicSmemSize
        | Special::TotalSmemSize
        | Special::NclusterId(_)
        | Special::ClusterNctaid(_)
        | Special::ClusterNctarank
        | Special::IsExplicitCluster
        | Special::EnvReg(_) => Shared::Launch,
        Special::Ctaid(_) | Special::ClusterId(_) | Special::ClusterCtaid(_) | Special::ClusterCtarank => {
            Shared::Group
        }
        Special::Tid(_)
        | Special::LaneId
        | Special::WarpId
        | Special::NwarpId
        | Special::SmId
        | Special::NsmId
        | Special::LaneMaskEq
        | Special::LaneMaskLe
        | Special::LaneMaskLt
        | Special::LaneMaskGe
        | Special::LaneMaskGt
        | Special::Clock => Shared::Thread,
    }
}
