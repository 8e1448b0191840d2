//! Ways out of a block, and the guards of the blocks that they lead to.
//!
//! Paper 000 has one terminator, `goto B1, …, Bn`, and guard(Bi) at the head of each target says when it may be
//! chosen (§3.1). The terminators of the IR are the same with conditions of their own: each is a list of [`Edge`]s, and an
//! edge may be taken when its [`When`] *and* its target's [`Guard`] hold.

use raddle_ir::{Block, Function, Inst, InstKind, Special, Terminator, Value};

/// The terminator's own condition for an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// Always: `goto`, `jump`.
    Always,
    /// The `i1` has this truth value: `branch`.
    Is(Value, bool),
    /// The integer has this value: `switch`.
    Equals(Value, u64),
    /// The integer, read as unsigned, has at least this value: the default of `switch`.
    AtLeast(Value, u64),
}

/// A way out of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where to; `None` is the paper's *End*.
    pub to: Option<Block>,
    /// One value for each parameter of the target.
    pub args: Vec<Value>,
    /// When it may be taken, the target's guard apart.
    pub when: When,
}

/// The ways out of a block of a normal kernel, in the terminator's order.
///
/// `return` is the edge to *End*; so are the other terminators without targets, which a normal kernel does not have.
#[must_use]
pub fn edges(function: &Function, block: Block) -> Vec<Edge> {
    let term = &function.blocks[block].term;
    let whens: Vec<When> = match term {
        Terminator::Jump(_) => vec![When::Always],
        Terminator::Branch { cond, .. } => vec![When::Is(*cond, true), When::Is(*cond, false)],
        Terminator::Switch { value, targets, .. } => {
            let cases = (0..targets.len() as u64).map(|n| When::Equals(*value, n));
            cases.chain([When::AtLeast(*value, targets.len() as u64)]).collect()
        }
        Terminator::Goto(targets) => vec![When::Always; targets.len()],
        Terminator::Return | Terminator::Exit | Terminator::Trap | Terminator::Unreachable => {
            return vec![Edge { to: None, args: Vec::new(), when: When::Always }];
        }
    };
    let edge = |(target, when): (&raddle_ir::Target, When)| Edge {
        to: Some(target.block),
        args: target.args.to_vec(),
        when,
    };
    term.targets().into_iter().zip(whens).map(edge).collect()
}

/// guard(B): the condition that `assume`s at the head of a block state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Guard {
    /// The instructions at the head that compute it, in order: pure ones and reads of private scalars. They are
    /// evaluated at the end of a predecessor, the block's parameters standing for the edge's arguments.
    pub insts: Vec<Inst>,
    /// What must hold: all of these.
    pub conds: Vec<Cond>,
}

/// One `assume`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cond {
    /// The assumed value, an `i1`.
    pub value: Value,
    /// The guard of the `assume` itself: where it is false nothing is assumed.
    pub guard: Option<raddle_ir::Guard>,
}

impl Guard {
    /// Is it true without looking? (The paper's `assume true`.)
    #[must_use]
    pub fn is_true(&self) -> bool {
        self.conds.is_empty()
    }
}

/// May the instruction come before an `assume` at a block's head: does it only compute, from private values?
#[must_use]
pub fn computes(function: &Function, inst: Inst) -> bool {
    match &function.insts[inst].kind {
        InstKind::VarGet(var) => function.vars[*var].shared.is_none(),
        InstKind::Special(Special::Clock) => false,
        kind => kind.is_pure(),
    }
}

/// guard(B): what the `assume`s before the first instruction that is neither one of them nor only computes state.
#[must_use]
pub fn guard(function: &Function, block: Block) -> Guard {
    let mut guard = Guard::default();
    let mut waiting = Vec::new();
    for &inst in &function.blocks[block].insts {
        let data = &function.insts[inst];
        match data.kind {
            InstKind::Assume(value) => {
                guard.insts.append(&mut waiting);
                guard.conds.push(Cond { value, guard: data.guard });
            }
            _ if computes(function, inst) => waiting.push(inst),
            _ => break,
        }
    }
    guard
}
