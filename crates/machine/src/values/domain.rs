//! Value domains: what the machine computes with.
//!
//! The interpreter is one; what a value *is* comes from a [`Domain`]. [`Concrete`](crate::concrete::Concrete)
//! computes with plain bits: for `raddle run`, for the judge, for exhaustive exploration.
//! [`Partial`](crate::partial::Partial) computes with known bits and with unknowns that have names: for the methods that follow one
//! schedule of a launch whose data are not given. In the interpreter, only the treatment of unknown conditions would change for a symbolic
//! domain, which forks at branches.
//!
//! A value has at most 64 bits. The interpreter keeps an `i128` as two of them.

use crate::launches::chosen::Nearly;
use crate::values::linear::Near;
use raddle_ir::{ApproxFn, Func, Inst, LocId, PureOp, Special, Type};
use std::fmt;
use std::hash::Hash;

/// The instruction at which something happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Site {
    /// The instruction; none for a terminator and for what happens before the first instruction.
    pub inst: Option<Inst>,
    /// Where it is in the source.
    pub loc: LocId,
}

/// A memory object of the launch: an index into [`Objects`](crate::objects::Objects).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjectId(pub u32);

/// What makes a value depend on the schedule (design, "Schedule-dependent values").
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Schedule {
    /// The old value that an atomic returns, or what it leaves where operations do not commute.
    Atomic,
    /// A volatile load from memory that threads of other CTAs may write, or of a floating-point number. (Other volatile loads from shared
    /// memory read what plain ones read.)
    Volatile,
    /// A relaxed, acquire or stronger load.
    StrongLoad,
    /// What a relaxed, release or stronger store leaves: another one may come later.
    StrongStore,
    /// `%clock` and its kin.
    Clock,
    /// Which hardware unit a thread runs on: `%warpid`, `%smid`.
    Placement,
    /// `activemask`, and collectives without a member mask.
    ActiveLanes,
    /// `elect`
    Elect,
    /// `match`
    Match,
}

/// Why a value is unknown.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// It is (part of) a kernel parameter that is not given: where in the parameter bank, in bytes.
    Parameter {
        /// The first byte.
        offset: u64,
    },
    /// It is the content of a memory object when the kernel starts.
    Content(ObjectId),
    /// Memory that was never written was read.
    UninitialisedMemory(ObjectId),
    /// A special register whose value the launch does not give.
    Special(Special),
    /// An address that the launch chooses.
    AddressOf(ObjectId),
    /// The address of a function.
    Function,
    /// A register that was never written, or `havoc`.
    Uninitialised,
    /// An instruction that raddle does not model, by name.
    Opaque(String),
    /// A call that is left: its name.
    Call(String),
    /// A function known only up to an error.
    Approximate(ApproxFn),
    /// An operation whose result is not specified: division by zero, `MIN / -1`; of floats, which NaN it makes.
    Unspecified(PureOp),
    /// It differs from schedule to schedule.
    Schedule(Schedule),
    /// It was read from, or through, a place that is unknown itself.
    UnknownAddress,
    /// Bytes of several values, one of them unknown, were read as one.
    MixedBytes,
    /// It was computed or stored where control may or may not reach.
    UnknownControl,
    /// It comes from a lane that did not take part in a collective.
    InactiveLane,
    /// It was computed from unknowns, and too many of them to keep their names.
    TooComplex,
}

impl Reason {
    /// Does the value differ from schedule to schedule?
    #[must_use]
    pub fn is_schedule_dependent(&self) -> bool {
        matches!(self, Self::Schedule(_))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter { offset } => write!(f, "the kernel parameter at byte {offset} is not given"),
            Self::Content(object) => write!(f, "the content of object {} is not given", object.0),
            Self::UninitialisedMemory(_) => f.write_str("the memory is uninitialised"),
            Self::Special(special) => write!(f, "the launch does not fix {special:?}"),
            Self::AddressOf(object) => write!(f, "it is the address of object {}", object.0),
            Self::Function => f.write_str("it is the address of a function"),
            Self::Uninitialised => f.write_str("the register is uninitialised"),
            Self::Opaque(name) => write!(f, "`{name}` is not modelled"),
            Self::Call(name) => write!(f, "the result of `{name}` is unknown"),
            Self::Approximate(function) => {
                write!(f, "the result of {function:?} is specified only up to an error")
            }
            Self::Unspecified(op) if op.makes_nans() => f.write_str("which NaN it is, is not specified"),
            Self::Unspecified(op) => write!(f, "the result of {op:?} is not specified for these operands"),
            Self::Schedule(Schedule::Atomic) => {
                f.write_str("the result of an atomic depends on the schedule")
            }
            Self::Schedule(Schedule::Volatile) => f.write_str("a volatile load depends on the schedule"),
            Self::Schedule(Schedule::StrongLoad) => {
                f.write_str("a relaxed or acquire load depends on the schedule")
            }
            Self::Schedule(Schedule::StrongStore) => {
                f.write_str("the order of atomic stores depends on the schedule")
            }
            Self::Schedule(Schedule::Clock) => f.write_str("the clock differs from run to run"),
            Self::Schedule(Schedule::Placement) => f.write_str("where a thread runs differs from run to run"),
            Self::Schedule(Schedule::ActiveLanes) => {
                f.write_str("which lanes run together depends on the schedule")
            }
            Self::Schedule(Schedule::Elect) => f.write_str("which lane is elected is not specified"),
            Self::Schedule(Schedule::Match) => f.write_str("`match` depends on the schedule"),
            Self::UnknownAddress => f.write_str("it was accessed through an unknown address"),
            Self::MixedBytes => f.write_str("bytes of several values were read as one"),
            Self::UnknownControl => f.write_str("it depends on a branch whose condition is unknown"),
            Self::InactiveLane => f.write_str("it comes from a lane that takes no part in the collective"),
            Self::TooComplex => f.write_str("it is computed from unknown values"),
        }
    }
}

/// The identity of a written value: equal identities are provably equal values, for all inputs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(pub u32);

/// What a domain knows of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placed {
    /// A number.
    Number(u64),
    /// A known distance from the start of an object.
    Object(ObjectId, i64),
    /// Somewhere in an object.
    Within(ObjectId),
    /// A known distance from where the parameter at this byte of the parameter bank points.
    Param(u64, i64),
    /// Somewhere in the buffer that the parameter at this byte of the parameter bank points to.
    WithinParam(u64),
    /// Nothing.
    Unknown,
}

/// What consecutive bytes of memory hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bytes<V> {
    /// One value.
    Value(V),
    /// What was there at the start, in every byte.
    Initial,
    /// Pieces that do not make one value.
    Mixed,
}

/// What the machine computes with: see the [module](self).
pub trait Domain: Clone {
    /// A value of at most 64 bits; bits beyond the width of its type are zero.
    type Value: Copy + Eq + Hash + fmt::Debug;
    /// A byte of memory.
    type Byte: Copy + Eq + Hash + fmt::Debug;

    /// The byte that was never written.
    const INITIAL: Self::Byte;
    /// Is every value a number? Then values that differ between schedules are taken as this schedule gives them.
    const CONCRETE: bool;

    /// The value with these bits.
    fn known(bits: u64) -> Self::Value;

    /// A CTA begins: a number that no other CTA of the domain has, for the names of what its memory held before. The
    /// same for all where unknown values have no names.
    fn begin_cta(&mut self) -> u32 {
        0
    }

    /// The parameter at this byte of the parameter bank is certainly a pointer to a buffer.
    fn declare_pointer(&mut self, offset: u64) {
        let _ = offset;
    }

    /// What functions give from now on that are known up to an error.
    fn compute_nearly(&mut self, nearly: Option<Nearly>) {
        let _ = nearly;
    }

    /// The bits of a value, when it is known.
    fn get(value: Self::Value) -> Option<u64>;

    /// The same, with the bits of one NaN for a NaN of which nothing else is known: for comparisons of what a program does, which do not ask for them.
    fn but_for_nans(&self, value: Self::Value) -> Option<u64> {
        Self::get(value)
    }

    /// The result of a pure operation on values of at most 64 bits; `operand` as for [`raddle_ir::eval()`].
    fn pure(
        &mut self,
        op: PureOp,
        result: Type,
        operand: Type,
        args: &[Self::Value],
        at: Site,
    ) -> Self::Value;

    /// The result of a library function without a definition, where the domain computes it.
    fn function(&mut self, name: &str, args: &[Self::Value], at: Site) -> Option<Self::Value> {
        let _ = (name, args, at);
        None
    }

    /// A value that nothing is known about: a new name, whose causes are `reason` and those of `from`.
    fn unknown(&mut self, reason: Reason, at: Site, from: &[Self::Value]) -> Self::Value;

    /// A value that may be any, and that is not equal to itself either: for places that stand for many
    /// values. Equal for equal `reason` and `at`.
    fn anything(&mut self, reason: Reason, at: Site, from: &[Self::Value]) -> Self::Value;

    /// [Anything](Self::anything) that is one of `from`, for a register if it is unknown which way control reached it: a root of its own
    /// for each register, so that its causes are not those of others. `control` decided.
    fn merged(
        &mut self,
        at: Site,
        register: u32,
        from: &[Self::Value],
        control: Option<&Self::Value>,
    ) -> Self::Value {
        let _ = (register, control);
        self.anything(Reason::UnknownControl, at, from)
    }

    /// A special register that the launch leaves open: the same value for all threads that ask.
    fn special(&mut self, special: Special, at: Site) -> Self::Value;

    /// The address of a function: distinct from every other function's. Its numeric value must not be relied on.
    fn function_address(&mut self, func: Func) -> Self::Value;

    /// Where a call of what lies at an address goes, if that is known.
    fn called(&self, address: Self::Value) -> Option<u64>;

    /// The address of an object, for which the launch has chosen `address`.
    fn base(&mut self, object: ObjectId, address: u64) -> Self::Value;

    /// What `bytes` bytes at `offset` in `object` held at the start, or since it last became unknown
    /// (`version`).
    fn initial(
        &mut self,
        object: ObjectId,
        offset: Self::Value,
        version: u64,
        bytes: u32,
        reason: Reason,
        at: Site,
    ) -> Self::Value;

    /// Where an address points.
    fn place(&self, address: Self::Value) -> Placed;

    /// A value as a number plus something, by the name of that: 0 for nothing. Values with equal names differ by
    /// the difference of their numbers, modulo two to the width of their type.
    fn parts(value: Self::Value) -> (u64, u32);

    /// The value that exceeds another by a number; `mask` has the bits of their type.
    fn shifted(value: Self::Value, by: u64, mask: u64) -> Self::Value;

    /// The form of an unknown address of this type: by which number it exceeds what other addresses exceed by other numbers.
    fn near(&mut self, address: Self::Value, ty: Type) -> Option<Near> {
        let _ = (address, ty);
        None
    }

    /// The number that an address exceeds the start of its object by, unknown or not, if it has one.
    fn offset(&self, address: Self::Value) -> Self::Value;

    /// A byte with this content.
    fn byte(bits: u8) -> Self::Byte;

    /// The content of a byte, when it is known.
    fn get_byte(byte: Self::Byte) -> Option<u8>;

    /// Is it [anything](Self::anything), and nothing else known of it? It cannot become less known.
    fn is_anything(value: Self::Value) -> bool;

    /// Is it one value in each execution, the same wherever this one stands? Not where it stands for many.
    fn is_one(value: Self::Value) -> bool;

    /// Is the byte a piece of a value that cannot become less known?
    fn is_any_byte(&self, byte: Self::Byte) -> bool;

    /// The bytes of a value, lowest first; `out` is as long as the value is wide.
    fn split(&mut self, value: Self::Value, out: &mut [Self::Byte]);

    /// The value of consecutive bytes, lowest first, at most 8.
    fn assemble(&self, bytes: &[Self::Byte]) -> Bytes<Self::Value>;

    /// The value of bytes that are pieces of several values, or of part of one.
    fn mixed(&mut self, bytes: &[Self::Byte], at: Site) -> Self::Value;

    /// The identity of a tuple of values that is written at once; none if it has no name.
    fn identity(&mut self, values: &[Self::Value]) -> Option<ValueId>;

    /// Why a value is unknown: the roots, each once, in a fixed order, at most 16.
    fn causes(&self, value: Self::Value) -> Vec<Cause>;

    /// How many bytes the domain itself has taken, roughly.
    fn footprint(&self) -> u64;
}

/// A root of an unknown value.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cause {
    /// Why.
    pub reason: Reason,
    /// Where it came into the computation, first.
    pub site: Site,
}
