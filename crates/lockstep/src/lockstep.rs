//! The lock-step program φ(P): all threads, statement by statement (§4.2, table 3).
//!
//! Every private variable v stands for a vector ⟨v_t⟩ over all threads t; so do `active` and `next`. Shared state is there
//! once. A statement that names a block B is executed by the threads that are *enabled*: `active_t = B` and, where the
//! instruction carries a guard p, `p_t`.
//!
//! | π(P) | φ(P) | here |
//! | --- | --- | --- |
//! | `v := (active = B) ? e : v`, v private | `⟨v_t⟩ := ⟨(active_t = B) ? e_t : v_t⟩` | [`Stmt::Vector`], [`Stmt::Read`] where e reads shared state |
//! | the same, v shared | `v := ψ(⟨active_t = B, e_t⟩)`: the value of one of the enabled threads, any of them | [`Stmt::Psi`] |
//! | `assert (active = B) ⇒ e` | `assert ⋀ ((active_t = B) ⇒ e_t)` | [`Stmt::Assert`] |
//! | `barrier (active = B)` | `assert (⋁ active_t = B) ⇒ (⋀ active_t = B)` | [`Stmt::Barrier`] |
//! | `active := Start` | `⟨active_t⟩ := ⟨Start⟩` | [`Stmt::Start`] |
//! | `next :∈ {…}` | `⟨next_t⟩ :∈ ⟨{…}⟩` | [`Stmt::Choose`] |
//! | `assume (active = B) ⇒ e` | `assume ⋀ ((active_t = B) ⇒ e_t)` | [`Stmt::Guards`] |
//! | back block: `assume active = H` | `assume ⋁ (active_t = H)` | [`Stmt::Some`] |
//! | exit block: `assume active ≠ H` | `assume ⋀ (active_t ≠ H)` | [`Stmt::None`] |
//!
//! # Races
//! Definition 4.1: two distinct threads access one shared location, at least one writes, and no barrier is reduced in between. A
//! thread accesses what a statement reads or writes while it is enabled; *every* enabled thread of a ψ writes. A barrier
//! assertion that no thread is enabled at separates nothing: taken to the letter ("no barrier is reduced between the
//! accesses") it would, and a barrier on a path that nothing takes would hide races.

use crate::flat::{Label, Node};
use crate::normal::Normal;
use crate::predicate::{self, Predicated};
use raddle_ir::{BarrierOp, Block, Function, Inst, InstKind, Space};

/// A statement of φ(P). `Some` and `None` of the paper's ⋁ and ⋀ range over all threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `⟨active_t⟩ := ⟨Start⟩`
    Start(Block),
    /// A vector assignment of private results, computed from private values: pure instructions, special registers,
    /// `havoc`, reads and writes of private scalars.
    Vector {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
        /// Do disabled threads keep the old value? Where not, theirs may be anything.
        hold: bool,
    },
    /// A vector assignment that reads shared state: reads of shared scalars, loads. Enabled threads read.
    Read {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
        /// As for [`Stmt::Vector`].
        hold: bool,
    },
    /// A ψ: writes of shared scalars, stores. All enabled threads write; the value of any of them stays.
    Psi {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
    },
    /// Enabled threads read and write in one step each, in any order: atomics.
    Update {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
        /// As for [`Stmt::Vector`].
        hold: bool,
    },
    /// An assertion of every enabled thread.
    Assert {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
    },
    /// A barrier assertion: where some thread is enabled, all are.
    Barrier {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
    },
    /// An instruction that the construction has no rule for: barriers that are not of the whole group, warp collectives and
    /// `warp_sync`, fences, specification regions, calls, opaque instructions.
    Other {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
        /// As for [`Stmt::Vector`].
        hold: bool,
    },
    /// `⟨next_t⟩ :∈ ⟨{E1, …, En}⟩`, the edges of B.
    Choose(Block),
    /// `assume ⋀ ((active_t = B) ⇒ ⋀ (next_t = Ei ⇒ condition(Ei)_t))`
    Guards(Block),
    /// Every thread with `active_t = B` passes the arguments of its edge to the parameters of that edge's target.
    Pass(Block),
    /// `⟨active_t⟩ := ⟨(active_t = B) ? to(next_t) : active_t⟩`
    Move(Block),
    /// `assume ⋁ (active_t = H)`: back to the loop's head while some thread has to.
    Some(Block),
    /// `assume ⋀ (active_t ≠ H)`: out of the loop when no thread stays.
    None(Block),
}

/// φ(P).
#[derive(Clone, Debug)]
pub struct LockStep {
    /// P.
    pub kernel: Normal,
    /// The line; the first node is *Start*. Edges go to the next node, but for those of a loop's last block to the loop's
    /// back block, and of that to the head.
    pub nodes: Vec<Node<Stmt>>,
}

impl LockStep {
    /// The lock-step program of a kernel.
    #[must_use]
    pub fn new(kernel: &Normal) -> Self {
        Self::of(Predicated::new(kernel))
    }

    /// The lock-step form of a predicated program (table 3).
    #[must_use]
    pub fn of(program: Predicated) -> Self {
        let Predicated { kernel, nodes } = program;
        let function = kernel.function();
        let lift = |node: Node<predicate::Stmt>| Node {
            label: node.label,
            stmts: node.stmts.into_iter().map(|s| stmt(function, s)).collect(),
            goto: node.goto,
        };
        let nodes = nodes.into_iter().map(lift).collect();
        Self { kernel, nodes }
    }

    /// The place of a node.
    #[must_use]
    pub fn place(&self, label: Label) -> Option<usize> {
        self.nodes.iter().position(|n| n.label == label)
    }
}

/// Table 3a.
fn stmt(function: &Function, stmt: predicate::Stmt) -> Stmt {
    use predicate::Stmt as P;
    match stmt {
        P::Start(block) => Stmt::Start(block),
        P::Inst { block, inst, hold } => lift(function, block, inst, hold),
        P::Choose(block) => Stmt::Choose(block),
        P::Guards(block) => Stmt::Guards(block),
        P::Pass(block) => Stmt::Pass(block),
        P::Move(block) => Stmt::Move(block),
        P::At(head) => Stmt::Some(head),
        P::NotAt(head) => Stmt::None(head),
    }
}

/// The lock-step form of an instruction of `block`.
fn lift(function: &Function, block: Block, inst: Inst, hold: bool) -> Stmt {
    let shared_var = |var| function.vars[var].shared.is_some();
    match &function.insts[inst].kind {
        InstKind::Const(_)
        | InstKind::Pure { .. }
        | InstKind::Havoc
        | InstKind::Uninitialised
        | InstKind::Special(_)
        | InstKind::AddrOf { .. }
        | InstKind::FuncAddr(_) => Stmt::Vector { block, inst, hold },
        InstKind::VarGet(var) if shared_var(*var) => Stmt::Read { block, inst, hold },
        InstKind::VarSet(var, _) if shared_var(*var) => Stmt::Psi { block, inst },
        InstKind::VarGet(_) => Stmt::Vector { block, inst, hold },
        // A scalar is read wherever it may be: disabled threads keep it.
        InstKind::VarSet(..) => Stmt::Vector { block, inst, hold: true },
        InstKind::Load { addr, .. } if !is_private(addr.space) => Stmt::Read { block, inst, hold },
        InstKind::Store { addr, .. } if !is_private(addr.space) => Stmt::Psi { block, inst },
        InstKind::Load { .. } => Stmt::Vector { block, inst, hold },
        InstKind::Store { .. } => Stmt::Vector { block, inst, hold: true },
        InstKind::Atomic { .. } => Stmt::Update { block, inst, hold },
        InstKind::Assert(_) => Stmt::Assert { block, inst },
        InstKind::Barrier(barrier) if barrier.op != BarrierOp::Arrive && barrier.count.is_none() => {
            Stmt::Barrier { block, inst }
        }
        InstKind::Barrier(_)
        | InstKind::Fence { .. }
        | InstKind::WarpSync(_)
        | InstKind::Collective { .. }
        | InstKind::SpecBegin(_)
        | InstKind::SpecEnd(..)
        | InstKind::Call { .. }
        | InstKind::Marker { .. }
        | InstKind::Opaque { .. }
        // A normal kernel assumes at block heads only, and those have been moved into edges.
        | InstKind::Assume(_) => Stmt::Other { block, inst, hold },
    }
}

/// Does every thread have its own memory in the space, or one that nothing writes?
fn is_private(space: Space) -> bool {
    matches!(space, Space::Local | Space::Param | Space::Const)
}
