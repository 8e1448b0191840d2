//! What an instruction does besides computing its results: one list for all instructions, used by all methods.
//!
//! [`InstKind::effects`] has a line for each kind of instruction, so a new kind does not compile until it states what it touches, with whom it synchronises,
//! and whether it orders memory.

use crate::inst::{BarrierOp, Callee, InstKind};
use crate::types::Space;

/// The memory that an instruction may read, or write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touches {
    /// None.
    Nothing,
    /// Memory in this space; a generic address may lead to any.
    In(Space),
    /// Any memory.
    Anything,
}

impl Touches {
    /// May it be memory that other threads see?
    #[must_use]
    pub const fn is_visible(self) -> bool {
        match self {
            Self::Nothing | Self::In(Space::Local | Space::Param | Space::Const) => false,
            Self::In(Space::Global | Space::Shared | Space::Cluster | Space::Generic) | Self::Anything => {
                true
            }
        }
    }
}

/// Whom a thread meets at an instruction: it waits for them, or they may wait for it, or they exchange values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meets {
    /// No other thread.
    Nothing,
    /// Lanes of its warp.
    Lanes,
    /// Threads of its CTA.
    Cta,
    /// All CTAs of the grid.
    Grid,
    /// What copies for it.
    Agent,
    /// Perhaps other threads.
    Unknown,
}

/// What an instruction does besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstEffects {
    /// What it may read.
    pub reads: Touches,
    /// What it may write.
    pub writes: Touches,
    /// Whom it meets.
    pub meets: Meets,
    /// May it wait for them?
    pub waits: bool,
    /// Does it order accesses to memory?
    pub orders: bool,
}

impl InstEffects {
    /// Results only.
    pub const NONE: Self = Self {
        reads: Touches::Nothing,
        writes: Touches::Nothing,
        meets: Meets::Nothing,
        waits: false,
        orders: false,
    };

    const ANYTHING: Self = Self {
        reads: Touches::Anything,
        writes: Touches::Anything,
        meets: Meets::Unknown,
        waits: true,
        orders: true,
    };

    pub(crate) const fn meeting(meets: Meets, waits: bool, orders: bool) -> Self {
        Self { meets, waits, orders, ..Self::NONE }
    }

    /// Does it touch memory that other threads see?
    #[must_use]
    pub const fn is_visible(self) -> bool {
        self.reads.is_visible() || self.writes.is_visible()
    }

    /// May it read or write arbitrary memory?
    #[must_use]
    pub const fn touches_anything(self) -> bool {
        matches!(self.reads, Touches::Anything) || matches!(self.writes, Touches::Anything)
    }

    /// May it write arbitrary memory, in any space?
    #[must_use]
    pub const fn writes_anything(self) -> bool {
        matches!(self.writes, Touches::Anything)
    }

    /// Is it a barrier, where threads of a CTA or lanes of a warp meet and see each other's writes? The barrier of a
    /// grid has one of each CTA on both sides.
    #[must_use]
    pub const fn is_barrier(self) -> bool {
        match self.meets {
            Meets::Cta => true,
            Meets::Lanes => self.orders,
            Meets::Nothing | Meets::Grid | Meets::Agent | Meets::Unknown => false,
        }
    }

    /// Do other threads have to reach it, or to wait for it? Lanes that only exchange values do not.
    #[must_use]
    pub const fn synchronises(self) -> bool {
        match self.meets {
            // A copy ends by itself.
            Meets::Nothing | Meets::Agent => false,
            Meets::Lanes => self.waits,
            Meets::Cta | Meets::Grid | Meets::Unknown => true,
        }
    }
}

/// Is it one of the few functions of CUDA's device run-time that every program may call? They touch no other's memory, and order nothing.
#[must_use]
pub fn is_of_device_runtime(name: &str) -> bool {
    matches!(name, "vprintf" | "malloc" | "free" | "__assertfail")
}

impl InstKind {
    /// Does it call a function of CUDA's device run-time?
    #[must_use]
    pub fn is_of_device_runtime(&self) -> bool {
        matches!(self, Self::Call { callee: Callee::External(name), .. } if is_of_device_runtime(name))
    }

    /// What it does besides computing its results. A guard may keep it from doing so.
    #[must_use]
    pub fn effects(&self) -> InstEffects {
        const NONE: InstEffects = InstEffects::NONE;
        let anything_if = |may: bool| if may { Touches::Anything } else { Touches::Nothing };
        match self {
            Self::Const(_)
            | Self::Pure { .. }
            | Self::Havoc
            | Self::Uninitialised
            | Self::Special(_)
            | Self::AddrOf { .. }
            | Self::FuncAddr(_)
            | Self::Assume(_)
            | Self::Assert(_)
            | Self::SpecBegin(_)
            | Self::SpecEnd(..) => NONE,
            // The variable may be a shared scalar.
            Self::VarGet(_) => InstEffects { reads: Touches::In(Space::Shared), ..NONE },
            Self::VarSet(..) => InstEffects { writes: Touches::In(Space::Shared), ..NONE },
            Self::Load { addr, .. } => InstEffects { reads: Touches::In(addr.space), ..NONE },
            Self::Store { addr, .. } => InstEffects { writes: Touches::In(addr.space), ..NONE },
            Self::Atomic { addr, .. } => {
                InstEffects { reads: Touches::In(addr.space), writes: Touches::In(addr.space), ..NONE }
            }
            Self::Fence { .. } => InstEffects { orders: true, ..NONE },
            // Who only arrives is waited for.
            Self::Barrier(barrier) => InstEffects::meeting(Meets::Cta, barrier.op != BarrierOp::Arrive, true),
            Self::WarpSync(_) => InstEffects::meeting(Meets::Lanes, true, true),
            // It exchanges values, and orders no memory; without a member mask it waits for no lane.
            Self::Collective { sync, .. } => InstEffects::meeting(Meets::Lanes, *sync, false),
            Self::Call { .. } => InstEffects::ANYTHING,
            Self::Marker { marker, .. } => marker.effects(),
            Self::Opaque { effects, .. } => InstEffects {
                reads: anything_if(effects.reads),
                writes: anything_if(effects.writes),
                meets: if effects.synchronises { Meets::Unknown } else { Meets::Nothing },
                waits: effects.synchronises,
                orders: effects.synchronises,
            },
        }
    }
}
