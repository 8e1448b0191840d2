//! Predication: π(P), the program of one thread with its control flow flattened (§4.1, tables 1 and 2).
//!
//! A private variable `active` says which block the thread has to execute next. In block B:
//!
//! | statement of P | statement of π(P) |
//! | --- | --- |
//! | `v := e` | `v := (active = B) ? e : v` |
//! | `havoc v` | `havoc v_havoc; v := (active = B) ? v_havoc : v` |
//! | `assert e` | `assert (active = B) ⇒ e` |
//! | `skip` | `skip` (the IR has none) |
//! | `barrier` | `barrier (active = B)` |
//! | `goto B1, …, Bn` | `next :∈ {B1, …, Bn}`; `assume (active = B) ⇒ ⋀ (next = Bi ⇒ guard(Bi))`; `active := (active = B) ? next : active`; `goto next(B)` |
//!
//! The guards are evaluated *before* `active` changes, as table 2 has it and figure 5 has not. Between the two, the
//! thread passes the arguments of its edge to the parameters of the block that it goes to.
//!
//! # When a disabled thread has to keep a value
//! An SSA value is read in blocks that its definition dominates. Let L be the innermost loop around the definition in D. A
//! thread that is enabled at a use inside L was enabled at D in the same pass of L: every path from L's
//! head to the use that stays in the iteration passes D. So what a disabled thread computes at D is not read in L, and
//! only a use *outside* L asks that a thread that has left L keeps its value while others continue in it: then `hold` is true.
//! (Without a loop there is one pass.) Block parameters and mutable scalars are always kept.

use crate::edge::{Guard, When};
use crate::flat::{Node, flatten};
use crate::normal::Normal;
use raddle_ir::{Block, Inst, InstKind, SecondaryMap, Value, ValueDef};

/// A statement of π(P). Those that name a block B are executed by a thread with `active = B`; for others they do nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `active := Start`
    Start(Block),
    /// An instruction of B, predicated as table 1 has it for its kind.
    Inst {
        /// B.
        block: Block,
        /// The instruction.
        inst: Inst,
        /// Does a disabled thread keep the old value of a result? Where not, it may have any.
        hold: bool,
    },
    /// `next :∈ {E1, …, En}`, the edges of B.
    Choose(Block),
    /// `assume (active = B) ⇒ ⋀ (next = Ei ⇒ condition(Ei))`
    Guards(Block),
    /// `params(to(Ei)) := (active = B ∧ next = Ei) ? args(Ei) : params(to(Ei))`, all at once.
    Pass(Block),
    /// `active := (active = B) ? to(next) : active`
    Move(Block),
    /// `assume active = H`, of the back block of the loop with head H.
    At(Block),
    /// `assume active ≠ H`, of its exit block.
    NotAt(Block),
}

/// π(P).
#[derive(Clone, Debug)]
pub struct Predicated {
    /// P.
    pub kernel: Normal,
    /// The line; the first node is *Start*.
    pub nodes: Vec<Node<Stmt>>,
}

impl Predicated {
    /// Predicates a kernel along its sort order.
    #[must_use]
    pub fn new(kernel: &Normal) -> Self {
        Self::in_order(kernel, kernel.order())
    }

    /// Predicates a kernel along any order of its blocks. What comes out means the same as the kernel for a sort order only.
    #[must_use]
    pub fn in_order(kernel: &Normal, order: &[Block]) -> Self {
        let holds = holds(kernel);
        let start = kernel.order()[0];
        let stmts = |block| {
            let mut stmts = predicate(kernel, block, &holds);
            if block == start {
                stmts.insert(0, Stmt::Start(start));
            }
            stmts
        };
        let nodes = flatten(kernel, order, stmts, Stmt::At, Stmt::NotAt);
        Self { kernel: kernel.clone(), nodes }
    }
}

/// The statements of one block (table 2, its jump apart).
fn predicate(kernel: &Normal, block: Block, holds: &SecondaryMap<Value, bool>) -> Vec<Stmt> {
    let function = kernel.function();
    let mut stmts = Vec::new();
    for &inst in &function.blocks[block].insts {
        let data = &function.insts[inst];
        // guard(B) has been moved into B's predecessors.
        if !matches!(data.kind, InstKind::Assume(_)) {
            let hold = data.results.iter().any(|&v| holds[v]);
            stmts.push(Stmt::Inst { block, inst, hold });
        }
    }
    stmts.push(Stmt::Choose(block));
    let edges = kernel.edges(block);
    let guarded = |to: Option<Block>| to.is_some_and(|to| !kernel.guard(to).is_true());
    if edges.iter().any(|e| e.when != When::Always || guarded(e.to)) {
        stmts.push(Stmt::Guards(block));
    }
    if edges.iter().any(|e| !e.args.is_empty()) {
        stmts.push(Stmt::Pass(block));
    }
    stmts.push(Stmt::Move(block));
    stmts
}

/// The values that a disabled thread has to keep: those used outside the innermost loop around their definition.
#[must_use]
pub fn holds(kernel: &Normal) -> SecondaryMap<Value, bool> {
    let (function, loops) = (kernel.function(), kernel.loops());
    let mut home: SecondaryMap<Inst, Option<Block>> = SecondaryMap::new();
    for &block in kernel.order() {
        function.blocks[block].insts.iter().for_each(|&inst| home[inst] = Some(block));
    }
    let mut holds: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut used = |value: Value, block: Block, recomputed: &[Inst]| {
        let ValueDef::Result(inst, _) = function.values[value].def else { return };
        let inner = home[inst].and_then(|b| loops.innermost(b));
        let inside = inner.is_none_or(|number| loops.contains(number, block));
        holds[value] |= !inside && !recomputed.contains(&inst);
    };
    let no_guard = Guard::default();
    for &block in kernel.order() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            function.insts[inst].uses().into_iter().for_each(|v| used(v, block, &[]));
        }
        data.term.uses().into_iter().for_each(|v| used(v, block, &[]));
        // The guards of the targets are evaluated here.
        for edge in kernel.edges(block) {
            let guard = edge.to.map_or(&no_guard, |to| kernel.guard(to));
            for &inst in &guard.insts {
                function.insts[inst].uses().into_iter().for_each(|v| used(v, block, &guard.insts));
            }
            for cond in &guard.conds {
                used(cond.value, block, &guard.insts);
                cond.guard.into_iter().for_each(|g| used(g.value, block, &guard.insts));
            }
        }
    }
    holds
}
