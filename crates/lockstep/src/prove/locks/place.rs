//! Where a lock lies: an address, with the expression that its index is computed by. A kernel computes the address anew where it releases the lock.

use raddle_ir::{Base, Function, Inst, InstKind, PureOp, Space, Special, Type, Value, ValueDef};

/// An expression is no larger than this; what would make it larger is a value of its own.
const MOST: u32 = 200;

/// The place of a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    space: Space,
    base: Base,
    index: Option<Expr>,
    offset: i64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Expr {
    /// Some value.
    Value(Value),
    Number(Type, u128),
    Special(Special),
    Address(Base, i64),
    Applied(PureOp, Type, Vec<Self>),
}

impl Place {
    /// Of an access to memory.
    #[must_use]
    pub fn of(function: &Function, inst: Inst) -> Option<Self> {
        let addr = function.insts[inst].kind.address()?;
        let mut left = MOST;
        let index = addr.index.map(|index| Expr::of(function, index, &mut left));
        Some(Self { space: addr.space, base: addr.base, index, offset: addr.offset })
    }

    /// Is it computed from one of these values?
    #[must_use]
    pub fn is_of(&self, values: &[Value]) -> bool {
        self.index.as_ref().is_some_and(|index| index.is_of(values))
    }
}

impl Expr {
    /// `left`: how much larger it may become.
    fn of(function: &Function, value: Value, left: &mut u32) -> Self {
        let Some(inst) = repeated(function, value).filter(|_| *left > 0) else { return Self::Value(value) };
        *left -= 1;
        match &function.insts[inst].kind {
            InstKind::Const(bits) => Self::Number(function.ty(value), *bits),
            InstKind::Special(special) => Self::Special(*special),
            InstKind::AddrOf { base, offset } => Self::Address(*base, *offset),
            InstKind::Pure { op, args } => {
                let args = args.iter().map(|&arg| Self::of(function, arg, left));
                Self::Applied(*op, function.ty(value), args.collect())
            }
            _ => Self::Value(value),
        }
    }

    fn is_of(&self, values: &[Value]) -> bool {
        match self {
            Self::Value(value) => values.contains(value),
            Self::Number(..) | Self::Special(_) | Self::Address(..) => false,
            Self::Applied(.., args) => args.iter().any(|arg| arg.is_of(values)),
        }
    }
}

/// The instruction that computes a value, if it gives the same wherever it is computed from the same.
#[must_use]
pub fn repeated(function: &Function, value: Value) -> Option<Inst> {
    let ValueDef::Result(inst, _) = function.values[value].def else { return None };
    let data = &function.insts[inst];
    let repeats = match &data.kind {
        InstKind::Const(_) | InstKind::AddrOf { .. } => true,
        InstKind::Special(special) => matches!(
            special,
            Special::Tid(_) | Special::Ntid(_) | Special::Ctaid(_) | Special::Nctaid(_) | Special::LaneId
        ),
        // By 0 they give anything.
        InstKind::Pure { op, .. } => {
            !matches!(op, PureOp::DivU | PureOp::RemU | PureOp::DivS | PureOp::RemS | PureOp::Approx(_))
        }
        _ => false,
    };
    (repeats && data.guard.is_none()).then_some(inst)
}
