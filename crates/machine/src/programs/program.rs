//! Kernels, decoded once: from IR to a dense list of steps over numbered registers.
//!
//! Every SSA value and every private mutable scalar has a register (an `i128` has two, low half first);
//! constants have registers too, filled when a warp starts. Blocks lie in the order of `flow`, so
//! that a lower place in the list is earlier in the order of execution. The parameters of a block become parallel
//! moves on the edges to it.

use crate::launches::logs::Question;
use crate::programs::decode::Decoder;
use crate::programs::flow::Flow;
use crate::programs::outputs::Outputs;
use crate::values::domain::{ObjectId, Site};
use raddle_ir::{
    Access, AtomicOp, BarrierOp, Collective, Effects, Func, Function, Inst, Language, Module, PureOp, Slot,
    Space, SpecKind, Special, Type,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::fmt;

/// The number of a register.
pub(crate) type Reg = u32;

/// What an address is relative to, resolved as far as the module allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BaseRef {
    /// Nothing.
    Absolute,
    /// An object of the module.
    Object(raddle_ir::Object),
    /// A slot of the thread.
    Slot(Slot),
    /// The parameter bank.
    Params,
    /// What the pointer at this byte of the parameter bank points to.
    Buffer(u64),
    /// A fixed object of the launch.
    Fixed(ObjectId, u64),
    /// A function.
    Function(Func),
}

/// An address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AddressRef {
    pub(crate) space: Space,
    pub(crate) base: BaseRef,
    pub(crate) index: Option<Reg>,
    /// The type of the index, or of addresses in the space.
    pub(crate) ty: Type,
    pub(crate) offset: i64,
    /// For an index without a base: the object of the one pointer that it holds besides numbers, if it does. Set where that matters for
    /// addresses.
    pub(crate) leads: Option<Option<BaseRef>>,
}

/// A register and how many bytes (bits, of the last one) it takes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub(crate) reg: Reg,
    pub(crate) bytes: u8,
    /// A predicate: one bit of its byte.
    pub(crate) bit: bool,
    /// A floating-point number.
    pub(crate) float: bool,
}

/// A guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GuardRef {
    pub(crate) reg: Reg,
    pub(crate) negated: bool,
}

/// A jump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// The first step of the target.
    pub(crate) to: u32,
    /// The number of the target.
    pub(crate) block: u32,
    /// Parallel moves: destination, source.
    pub(crate) moves: Box<[(Reg, Reg)]>,
    /// May the moves be done one after another?
    pub(crate) in_order: bool,
    /// Loop counters that start again, and the one that counts (paper 000's v_L).
    pub(crate) left: Box<[u32]>,
    pub(crate) entered: Option<u32>,
}

/// A step: an instruction or a terminator.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Step {
    Pure {
        op: PureOp,
        result: Type,
        operand: Type,
        dst: Reg,
        args: [Reg; 4],
        n: u8,
    },
    /// A pure operation with an `i128` somewhere.
    Wide {
        op: PureOp,
        result: Type,
        dst: Reg,
        args: Box<[(Reg, Type)]>,
    },
    /// To or from a generic address, or the question which it is.
    Convert {
        op: PureOp,
        result: Type,
        operand: Type,
        dst: Reg,
        src: Reg,
    },
    Special {
        which: Special,
        ty: Type,
        dst: Reg,
    },
    AddressOf {
        base: BaseRef,
        offset: i64,
        ty: Type,
        dst: Reg,
    },
    /// Any value: `havoc`, and results without a content that raddle models.
    Unknown {
        name: Option<String>,
        dsts: Box<[Reg]>,
    },
    Copy {
        guard: Option<GuardRef>,
        dst: Box<[Reg]>,
        src: Box<[Reg]>,
    },
    Load {
        guard: Option<GuardRef>,
        addr: AddressRef,
        access: Access,
        elements: Box<[Element]>,
        size: u32,
        silent: bool,
    },
    Store {
        guard: Option<GuardRef>,
        addr: AddressRef,
        access: Access,
        elements: Box<[Element]>,
        size: u32,
        silent: bool,
    },
    Atomic {
        guard: Option<GuardRef>,
        op: AtomicOp,
        ty: Type,
        addr: AddressRef,
        access: Access,
        dst: Option<Reg>,
        args: [Reg; 2],
        /// Does it really affect memory? Not where nothing observes that ([`mod@crate::slice`]).
        carried: bool,
    },
    Fence,
    Barrier {
        guard: Option<GuardRef>,
        op: BarrierOp,
        id: Reg,
        count: Option<Reg>,
        predicate: Option<Reg>,
        dst: Option<Reg>,
        aligned: bool,
    },
    WarpSync {
        guard: Option<GuardRef>,
        mask: Reg,
    },
    Collective {
        guard: Option<GuardRef>,
        op: Collective,
        args: Box<[Reg]>,
        dsts: Box<[Reg]>,
        ty: Type,
        mask: Option<Reg>,
    },
    Assume {
        kind: SpecKind,
        value: Reg,
    },
    Assert {
        kind: SpecKind,
        value: Reg,
    },
    /// A call of something that is none of the functions that may be called there.
    Stray {
        guard: Option<GuardRef>,
        target: Reg,
    },
    Opaque {
        guard: Option<GuardRef>,
        name: String,
        args: Box<[Reg]>,
        dsts: Box<[Reg]>,
        effects: Effects,
        /// Slots that receive results of a call.
        rets: Box<[(Slot, u64)]>,
    },
    Jump(Edge),
    Branch {
        cond: Reg,
        then: Edge,
        other: Edge,
        block: u32,
    },
    Switch {
        value: Reg,
        edges: Box<[Edge]>,
        block: u32,
    },
    Choice {
        edges: Box<[Edge]>,
        block: u32,
    },
    Exit,
    Trap,
}

impl Edge {
    /// May parallel moves be done one after another?
    pub(crate) fn may_go_in_order(moves: &[(Reg, Reg)]) -> bool {
        moves.iter().enumerate().all(|(n, (to, _))| moves[n + 1..].iter().all(|(_, from)| from != to))
    }
}

impl Step {
    /// If it waits for the lanes of a mask: for those that have ended, too? `bar.warp.sync` does not (CUDA C++ Programming Guide, `__syncwarp`: "all
    /// non-exited threads named in mask"), nor do `shfl.sync`, `vote.sync`, `match.sync` and `redux.sync` (PTX ISA); `elect.sync` names
    /// all threads of the mask.
    pub(crate) fn waits_for_ended(&self) -> bool {
        matches!(self, Self::Collective { op: Collective::Elect, .. })
    }

    /// The edges that leave a terminator.
    pub(crate) fn edges(&self) -> SmallVec<[&Edge; 2]> {
        match self {
            Self::Jump(edge) => SmallVec::from_slice(&[edge]),
            Self::Branch { then, other, .. } => SmallVec::from_slice(&[then, other]),
            Self::Switch { edges, .. } | Self::Choice { edges, .. } => edges.iter().collect(),
            _ => SmallVec::new(),
        }
    }

    /// The edges that leave a terminator, mutable.
    pub(crate) fn edges_mut(&mut self) -> SmallVec<[&mut Edge; 2]> {
        match self {
            Self::Jump(edge) => [edge].into_iter().collect(),
            Self::Branch { then, other, .. } => [then, other].into_iter().collect(),
            Self::Switch { edges, .. } | Self::Choice { edges, .. } => edges.iter_mut().collect(),
            _ => SmallVec::new(),
        }
    }
}

/// A kernel, decoded.
#[derive(Clone, Debug)]
pub struct Program<'m> {
    pub(crate) module: &'m Module,
    pub(crate) function: &'m Function,
    pub(crate) steps: Vec<Step>,
    pub(crate) sites: Vec<Site>,
    /// The first step of each block.
    pub(crate) starts: Vec<u32>,
    /// How many registers a thread has; the first `variables` of them are no constants.
    pub(crate) registers: u32,
    pub(crate) variables: u32,
    /// The first of these are SSA values, each in a register of its own; none where registers are shared.
    pub(crate) values: u32,
    pub(crate) constants: Vec<(Reg, u64)>,
    /// How many loops count their iterations for condition B2.
    pub(crate) loops: u32,
    pub(crate) language: Language,
    pub(crate) flow: Flow,
    pub(crate) outputs: Outputs,
    /// Loads that make no event: [`Loads::OfWritten`](crate::Loads::OfWritten).
    pub(crate) untold: BTreeSet<Inst>,
    /// By step: what contracts ask of logs.
    pub(crate) questions: FxHashMap<u32, Question>,
    /// Uninitialised values that only fill up vectors.
    pub(crate) padding: BTreeSet<Inst>,
}

/// Why a function cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DecodeError {
    /// It has no body.
    Declaration(String),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declaration(name) => {
                write!(f, "`{name}` is only declared: link the module that defines it")
            }
        }
    }
}

impl std::error::Error for DecodeError {}

impl<'m> Program<'m> {
    /// Decodes a kernel, which has been [prepared](raddle_ir::passes::prepare).
    ///
    /// # Errors
    /// When the function has no body.
    pub fn decode(module: &'m Module, function: &'m Function) -> Result<Self, DecodeError> {
        if function.is_declaration() {
            return Err(DecodeError::Declaration(function.name.clone()));
        }
        Ok(Decoder::new(module, function).run())
    }

    /// The kernel.
    #[must_use]
    pub fn function(&self) -> &'m Function {
        self.function
    }

    /// The module that it lies in.
    #[must_use]
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// How many steps the program has: instructions and terminators.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Has it no step? Never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

/// The type of a special register's or collective's result never has more than 64 bits.
pub(crate) fn mask_of(ty: Type) -> u64 {
    ty.mask() as u64
}
