//! Instructions and terminators.
//!
//! An instruction is either *pure* (its results are a function of its arguments: [`PureOp`],
//! evaluated in one place, `eval`) or has an effect, and then it may carry a [`Guard`]:
//! a thread for which the guard is false does not execute it, and its results are then unspecified
//! (lowering follows a guarded load by a select).

use crate::entity::{Block, Func, LocId, Object, Slot, Value, Var};
use crate::marker::Marker;
use crate::op::PureOp;
use crate::types::{Order, Scope, Space};
use smallvec::SmallVec;

/// A short list of values.
pub type Values = SmallVec<[Value; 4]>;

/// A predicate on an instruction: `@p` or `@!p` of PTX.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard {
    /// The predicate, of type `i1`.
    pub value: Value,
    /// Execute when the predicate is false.
    pub negated: bool,
}

/// An instruction: what it does, what it defines, where it comes from.
#[derive(Clone, PartialEq, Debug)]
pub struct InstData {
    /// What it does.
    pub kind: InstKind,
    /// Only pure instructions never carry one.
    pub guard: Option<Guard>,
    /// The values it defines, typed in the function's value table.
    pub results: SmallVec<[Value; 2]>,
    /// Where it comes from.
    pub loc: LocId,
}

/// The thing an address is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Base {
    /// Nothing: index plus offset is the address itself, in the space of the access.
    Absolute,
    /// A memory object of the module.
    Object(Object),
    /// A memory object of the thread.
    Slot(Slot),
    /// The parameter bank of the kernel.
    Params,
    /// The buffer that the kernel parameter with this number points to (the pointer's own value).
    Buffer(u32),
}

/// An address: `base + index + offset`, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Address {
    /// The address space of the access.
    pub space: Space,
    /// What it is relative to.
    pub base: Base,
    /// A dynamic part, of the width of addresses in the space (32 or 64 bits).
    pub index: Option<Value>,
    /// A constant part, in bytes.
    pub offset: i64,
}

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Access {
    /// Declared volatile.
    pub volatile: bool,
    /// Its order; [`Order::Weak`] for a plain access.
    pub order: Order,
    /// Its scope, of meaning for strong accesses only.
    pub scope: Scope,
    /// Read through the non-coherent path (`ld.global.nc`, `ldu`).
    pub non_coherent: bool,
}

impl Access {
    /// Is it one step for the threads of its scope, as an atomic is: has it an order (PTX ISA, "Strong Operations")? A volatile one counts as a plain one.
    #[must_use]
    pub fn is_strong(self) -> bool {
        self.order != Order::Weak && !self.volatile
    }
}

/// What an atomic does with the old value `x` and its operands `a` (and `b`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AtomicOp {
    /// `x & a`
    And,
    /// `x | a`
    Or,
    /// `x ^ a`
    Xor,
    /// `x + a`
    Add,
    /// `x >= a ? 0 : x + 1`
    Inc,
    /// `x == 0 || x > a ? a : x - 1`
    Dec,
    /// Unsigned minimum.
    MinU,
    /// Unsigned maximum.
    MaxU,
    /// Signed minimum.
    MinS,
    /// Signed maximum.
    MaxS,
    /// `x + a`, floating point.
    FAdd,
    /// Floating-point minimum.
    FMin,
    /// Floating-point maximum.
    FMax,
    /// `a`
    Exch,
    /// `x == a ? b : x`
    Cas,
}

/// What a thread does at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum BarrierOp {
    /// Register and block until the generation completes.
    Sync,
    /// Register and continue.
    Arrive,
    /// Sync, and count the participants' true predicates.
    RedPopc,
    /// Sync, and reduce the predicates by conjunction.
    RedAnd,
    /// Sync, and reduce the predicates by disjunction.
    RedOr,
}

/// Which memory a barrier makes visible (OpenCL's fence flags; CUDA's barriers order both).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FenceFlags {
    /// Shared memory (`CLK_LOCAL_MEM_FENCE`).
    pub shared: bool,
    /// Global memory (`CLK_GLOBAL_MEM_FENCE`).
    pub global: bool,
    /// Some threads may come with flags that order more.
    pub varies: bool,
}

impl FenceFlags {
    /// Shared and global memory.
    pub const BOTH: Self = Self { shared: true, global: true, varies: false };
}

/// A barrier instruction: PTX's `bar`/`barrier` (ISA, "Parallel Synchronization") and the barriers
/// of CUDA and OpenCL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Barrier {
    /// What the thread does.
    pub op: BarrierOp,
    /// The name of the barrier, 0 to 15, as an `i32`.
    pub id: Value,
    /// How many threads take part, as an `i32`; all of the CTA when absent.
    pub count: Option<Value>,
    /// The predicate of a reduction, after any negation.
    pub predicate: Option<Value>,
    /// Declared to be executed by all threads of the warp together.
    pub aligned: bool,
    /// What it makes visible.
    pub fence: FenceFlags,
}

/// How a shuffle picks its source lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Shuffle {
    /// The lane with the given number.
    Idx,
    /// `lane - delta`
    Up,
    /// `lane + delta`
    Down,
    /// `lane ^ mask`
    Bfly,
}

/// An operation that the lanes of a warp perform together.
///
/// Arguments are listed per operation; `mask` is the member mask, absent for the forms without
/// `.sync`, in which the lanes that take part are those that happen to execute it together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Collective {
    /// `value, b, c[, mask]` -> `value, in-range predicate`
    Shfl(Shuffle),
    /// `predicate[, mask]` -> `i1`
    VoteAll,
    /// `predicate[, mask]` -> `i1`
    VoteAny,
    /// `predicate[, mask]` -> `i1`
    VoteUni,
    /// `predicate[, mask]` -> `i32`
    VoteBallot,
    /// `value, mask` -> `i32`
    MatchAny,
    /// `value, mask` -> `i32, i1`
    MatchAll,
    /// `value, mask` -> value of the value's type
    Redux(AtomicOp),
    /// `mask` -> `i32` leader lane, `i1` is leader
    Elect,
    /// no argument -> `i32`
    ActiveMask,
}

/// Special registers (PTX ISA, "Special Registers").
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Special {
    /// `%tid`, by dimension 0 to 2.
    Tid(u8),
    /// `%ntid`
    Ntid(u8),
    /// `%ctaid`
    Ctaid(u8),
    /// `%nctaid`
    Nctaid(u8),
    /// `%laneid`
    LaneId,
    /// `%warpid`, not a function of `%tid` by the ISA.
    WarpId,
    /// `%nwarpid`: how many warp identifiers there may be, not how many warps a CTA has.
    NwarpId,
    /// `WARP_SZ`: how many lanes a warp has.
    WarpSize,
    /// `%smid`
    SmId,
    /// `%nsmid`
    NsmId,
    /// `%gridid`
    GridId,
    /// `%lanemask_eq`
    LaneMaskEq,
    /// `%lanemask_le`
    LaneMaskLe,
    /// `%lanemask_lt`
    LaneMaskLt,
    /// `%lanemask_ge`
    LaneMaskGe,
    /// `%lanemask_gt`
    LaneMaskGt,
    /// `%clock`, `%clock_hi`, `%clock64`, `%globaltimer…`, `%pm…`: differ from read to read.
    Clock,
    /// `%dynamic_smem_size`
    DynamicSmemSize,
    /// `%total_smem_size`
    TotalSmemSize,
    /// `%clusterid`
    ClusterId(u8),
    /// `%nclusterid`
    NclusterId(u8),
    /// `%cluster_ctaid`
    ClusterCtaid(u8),
    /// `%cluster_nctaid`
    ClusterNctaid(u8),
    /// `%cluster_ctarank`
    ClusterCtarank,
    /// `%cluster_nctarank`
    ClusterNctarank,
    /// `%is_explicit_cluster`
    IsExplicitCluster,
    /// `%envreg<n>`, set by the driver.
    EnvReg(u8),
}

/// Who is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module that has a body.
    Func(Func),
    /// A function that is only declared.
    External(String),
    /// The function whose address the value holds; the candidates where the source lists them.
    Indirect {
        /// The address.
        target: Value,
        /// The functions it may be, where `.calltargets` says so.
        candidates: Vec<Func>,
    },
}

/// What an opaque instruction may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Effects {
    /// May read memory.
    pub reads: bool,
    /// May write memory.
    pub writes: bool,
    /// May order threads or block.
    pub synchronises: bool,
}

impl Effects {
    /// Results only.
    pub const NONE: Self = Self { reads: false, writes: false, synchronises: false };
    /// Anything at all.
    pub const ALL: Self = Self { reads: true, writes: true, synchronises: true };
}

/// What a specification region states (contracts of C sources; see `raddle.h`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SpecKind {
    /// Holds when the kernel starts.
    Requires,
    /// Holds when it ends.
    Ensures,
    /// Holds at this point.
    Assert,
    /// Taken to hold at this point.
    Assume,
    /// Holds each time control is at the loop head that follows.
    Invariant,
    /// What a function ensures that is known by its contracts only: taken to hold at this point.
    Promise,
    /// What a built-in function asks of its operands, where the language leaves open what it gives for others: taken to hold at this
    /// point.
    Operands,
}

impl SpecKind {
    /// Is it taken for true, rather than proved?
    #[must_use]
    pub const fn is_trusted(self) -> bool {
        matches!(self, Self::Requires | Self::Assume | Self::Promise | Self::Operands)
    }
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    /// A constant of the result's type; bits beyond its width are zero.
    Const(u128),
    /// A pure operation.
    Pure {
        /// The operation.
        op: PureOp,
        /// Its arguments.
        args: Values,
    },
    /// Any value of the result's type: `havoc` of paper 000.
    Havoc,
    /// The same, of a variable that nothing has written.
    Uninitialised,
    /// A special register.
    Special(Special),
    /// The address of an object in the object's own space, plus `offset` bytes.
    AddrOf {
        /// The object; not [`Base::Absolute`].
        base: Base,
        /// Bytes added.
        offset: i64,
    },
    /// The address of a function.
    FuncAddr(Func),
    /// Reads a mutable scalar.
    VarGet(Var),
    /// Writes a mutable scalar.
    VarSet(Var, Value),
    /// Reads consecutive elements, one for each result, each as wide as its result's type.
    Load {
        /// Where.
        addr: Address,
        /// How.
        access: Access,
    },
    /// Writes consecutive elements.
    Store {
        /// Where.
        addr: Address,
        /// How.
        access: Access,
        /// What; each as wide as its type.
        values: Values,
    },
    /// Reads and writes one element in one step; the result, when there, is the old value.
    Atomic {
        /// What it computes.
        op: AtomicOp,
        /// Where.
        addr: Address,
        /// How.
        access: Access,
        /// Its operands: one, or two for [`AtomicOp::Cas`].
        args: Values,
    },
    /// Orders the thread's own accesses.
    Fence {
        /// In which way.
        order: Order,
        /// For whom.
        scope: Scope,
    },
    /// A CTA barrier.
    Barrier(Barrier),
    /// `bar.warp.sync`: the lanes in the mask (an `i32`) wait for each other.
    WarpSync(Value),
    /// A warp collective.
    Collective {
        /// Which.
        op: Collective,
        /// Its arguments, as [`Collective`] lists them.
        args: Values,
        /// Does its last argument hold a member mask, which synchronises the members?
        sync: bool,
    },
    /// Only executions in which the value is true continue (paper 000, §3.1).
    Assume(Value),
    /// An execution in which the value is false is an error.
    Assert(Value),
    /// Opens a specification region: what follows, up to its end, is not part of the program.
    SpecBegin(SpecKind),
    /// Closes a specification region with the value that it states.
    SpecEnd(SpecKind, Value),
    /// A call; parameters and results are passed in slots, in order.
    Call {
        /// Who is called.
        callee: Callee,
        /// The slots that hold the arguments.
        args: Vec<Slot>,
        /// The slots that receive the results.
        rets: Vec<Slot>,
    },
    /// Something that PTX has no instruction for.
    Marker {
        /// The marker.
        marker: Marker,
        /// The values it reads.
        args: Values,
    },
    /// An instruction that raddle does not model: its results are unknown.
    Opaque {
        /// Its name, as written.
        name: String,
        /// The values it reads.
        args: Values,
        /// What it may do besides.
        effects: Effects,
    },
}

impl InstKind {
    /// Is it a barrier of the whole CTA, which names no number of threads?
    #[must_use]
    pub const fn is_barrier_of_all(&self) -> bool {
        matches!(self, Self::Barrier(barrier) if barrier.count.is_none())
    }
}

/// A jump's target and the arguments for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The block.
    pub block: Block,
    /// One value for each of its parameters.
    pub args: Values,
}

impl Target {
    /// A target without arguments.
    #[must_use]
    pub fn new(block: Block) -> Self {
        Self { block, args: Values::new() }
    }
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Terminator {
    /// Goes to the target.
    Jump(Target),
    /// Goes to the first target when the value (an `i1`) is true, else to the second.
    Branch {
        /// The condition.
        cond: Value,
        /// Where to when true.
        then: Target,
        /// Where to when false.
        other: Target,
    },
    /// Goes to the target whose number the value has; to the default when there is none.
    Switch {
        /// The number.
        value: Value,
        /// The targets of 0, 1, ….
        targets: Vec<Target>,
        /// The target of all other numbers.
        default: Target,
    },
    /// Goes to any of the targets (paper 000's `goto`).
    Goto(Vec<Target>),
    /// Leaves the function; a kernel's thread ends.
    Return,
    /// The thread ends.
    Exit,
    /// The launch is aborted with an error.
    Trap,
    /// Control does not come here; the front end says why it believes so.
    Unreachable,
}

impl Terminator {
    /// The targets, in order.
    pub fn targets(&self) -> SmallVec<[&Target; 2]> {
        match self {
            Self::Jump(t) => SmallVec::from_slice(&[t]),
            Self::Branch { then, other, .. } => SmallVec::from_slice(&[then, other]),
            Self::Switch { targets, default, .. } => targets.iter().chain([default]).collect(),
            Self::Goto(targets) => targets.iter().collect(),
            Self::Return | Self::Exit | Self::Trap | Self::Unreachable => SmallVec::new(),
        }
    }

    /// The targets, in order, mutable.
    pub fn targets_mut(&mut self) -> SmallVec<[&mut Target; 2]> {
        match self {
            Self::Jump(t) => [t].into_iter().collect(),
            Self::Branch { then, other, .. } => [then, other].into_iter().collect(),
            Self::Switch { targets, default, .. } => targets.iter_mut().chain([default]).collect(),
            Self::Goto(targets) => targets.iter_mut().collect(),
            Self::Return | Self::Exit | Self::Trap | Self::Unreachable => SmallVec::new(),
        }
    }

    /// The values that the terminator uses, target arguments included.
    #[must_use]
    pub fn uses(&self) -> Values {
        let mut all = Values::new();
        match self {
            Self::Branch { cond, .. } => all.push(*cond),
            Self::Switch { value, .. } => all.push(*value),
            _ => {}
        }
        for target in self.targets() {
            all.extend(target.args.iter().copied());
        }
        all
    }

    /// Calls `f` on every value the terminator uses, target arguments included.
    pub fn for_each_use(&mut self, mut f: impl FnMut(&mut Value)) {
        match self {
            Self::Branch { cond, .. } => f(cond),
            Self::Switch { value, .. } => f(value),
            _ => {}
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(&mut f);
        }
    }
}

/// Calls `f` on each value that an instruction kind uses: by reference with `iter`, by mutable
/// reference with `iter_mut`. The one list of what is used.
macro_rules! each_use {
    ($kind:expr, $iter:ident, $f:ident) => {
        match $kind {
            Self::Const(_)
            | Self::Havoc
            | Self::Uninitialised
            | Self::Special(_)
            | Self::AddrOf { .. }
            | Self::FuncAddr(_)
            | Self::VarGet(_)
            | Self::Fence { .. }
            | Self::SpecBegin(_) => {}
            Self::Pure { args, .. }
            | Self::Marker { args, .. }
            | Self::Opaque { args, .. }
            | Self::Collective { args, .. } => {
                args.$iter().for_each($f);
            }
            Self::VarSet(_, v)
            | Self::WarpSync(v)
            | Self::Assume(v)
            | Self::Assert(v)
            | Self::SpecEnd(_, v) => $f(v),
            Self::Load { addr, .. } => addr.index.$iter().for_each($f),
            Self::Store { addr, values, .. } => {
                addr.index.$iter().for_each(&mut $f);
                values.$iter().for_each($f);
            }
            Self::Atomic { addr, args, .. } => {
                addr.index.$iter().for_each(&mut $f);
                args.$iter().for_each($f);
            }
            Self::Barrier(Barrier { id, count, predicate, .. }) => {
                $f(id);
                count.$iter().for_each(&mut $f);
                predicate.$iter().for_each($f);
            }
            Self::Call { callee, .. } => {
                if let Callee::Indirect { target, .. } = callee {
                    $f(target);
                }
            }
        }
    };
}

impl InstKind {
    /// The address of a memory access.
    #[must_use]
    pub fn address(&self) -> Option<&Address> {
        match self {
            Self::Load { addr, .. } | Self::Store { addr, .. } | Self::Atomic { addr, .. } => Some(addr),
            _ => None,
        }
    }

    /// The address of a memory access, mutable.
    pub fn address_mut(&mut self) -> Option<&mut Address> {
        match self {
            Self::Load { addr, .. } | Self::Store { addr, .. } | Self::Atomic { addr, .. } => Some(addr),
            _ => None,
        }
    }

    /// How a load, a store or an atomic accesses memory.
    #[must_use]
    pub fn access(&self) -> Option<Access> {
        match self {
            Self::Load { access, .. } | Self::Store { access, .. } | Self::Atomic { access, .. } => {
                Some(*access)
            }
            _ => None,
        }
    }

    /// For whom it accesses memory in one step: the scope of an atomic, and of a [strong](Access::is_strong) load or store.
    #[must_use]
    pub fn strength(&self) -> Option<Scope> {
        let is_one_step = |access: &Access| access.is_strong() || matches!(self, Self::Atomic { .. });
        self.access().filter(is_one_step).map(|access| access.scope)
    }

    /// Are the results a function of the arguments and of nothing else?
    #[must_use]
    pub fn is_pure(&self) -> bool {
        matches!(self, Self::Const(_) | Self::Pure { .. } | Self::AddrOf { .. } | Self::FuncAddr(_))
            || matches!(self, Self::Special(s) if *s != Special::Clock)
    }

    /// May it be deleted when nothing uses its results?
    #[must_use]
    pub fn is_removable(&self) -> bool {
        self.is_pure()
            || matches!(self, Self::Havoc | Self::Uninitialised | Self::Special(_) | Self::VarGet(_))
            || matches!(self, Self::Opaque { effects, .. } if *effects == Effects::NONE)
            || self.as_marker().is_some_and(Marker::is_removable)
    }

    /// Calls `f` on every value that the instruction uses (its guard apart).
    pub fn for_each_use(&mut self, mut f: impl FnMut(&mut Value)) {
        each_use!(self, iter_mut, f);
    }

    /// The values that the instruction uses (its guard apart), in the order of
    /// [`for_each_use`](Self::for_each_use).
    #[must_use]
    pub fn uses(&self) -> Values {
        let mut all = Values::new();
        let mut f = |value: &Value| all.push(*value);
        each_use!(self, iter, f);
        all
    }
}

impl InstData {
    /// Calls `f` on every value that the instruction uses, its guard included.
    pub fn for_each_use(&mut self, mut f: impl FnMut(&mut Value)) {
        self.kind.for_each_use(&mut f);
        if let Some(guard) = &mut self.guard {
            f(&mut guard.value);
        }
    }

    /// The values that the instruction uses, its guard included.
    #[must_use]
    pub fn uses(&self) -> Values {
        let mut all = self.kind.uses();
        all.extend(self.guard.map(|g| g.value));
        all
    }
}
