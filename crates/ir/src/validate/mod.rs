//! The validator: is a module, a function, what every pass and method may rely on?
//!
//! It runs after every pass in tests. Each invariant has a name, the [`Rule`] that an error carries,
//! and a file under `tests/filetests/validate/` that breaks it:
//!
//! **The module**
//! - `address-bits`: a generic address has 32 or 64 bits.
//! - `unique-name`: no two functions, no two objects and no two shared scalars share a name.
//! - `location`: a location's file exists, and the call site that it was inlined at comes before it
//!   (so chains end); every location that a function uses exists.
//! - `object`: an object of the module lies in global, shared, constant or parameter space or is a
//!   `.local` of module scope, its alignment is a power of two, its elements have a size, its initial
//!   bytes and relocations lie inside it and do not overlap, what a relocation names exists, and only
//!   an external or a shared object has no size.
//!
//! **What a function declares**
//! - `parameter`: parameters of a kernel do not overlap, one with a type has the type's size, and a pointer
//!   is as wide as an address; a device function has none, a kernel has no argument and result slots.
//! - `slot`: a slot lies in local or parameter space, its size is known, and what holds of the alignment,
//!   elements and initial bytes of an object holds of it; source variables and promoted ranges lie inside it; argument and
//!   result slots exist and are all different.
//! - `scalar`: a scalar that is shared names one of the module's, and has its type and name.
//!
//! **Blocks**
//! - `order`: the program order lists existing blocks, each once; only a function without a body lists none.
//! - `entry`: the entry has no parameters, and nothing jumps to it.
//! - `listed-once`: an instruction is listed at most once, in one block, and exists.
//! - `definition`: each result and each block parameter is a value whose definition says just that.
//! - `dominance`: a use of a value is dominated by its definition. In a block that the entry does not reach
//!   the definition need only be listed.
//! - `target`: a jump leads to a listed block and passes one value of the right type for each parameter;
//!   a `goto` has a target.
//! - `condition`: a branch's condition is an `i1`, a switch's value an integer that is not a predicate.
//!
//! **Instructions**
//! - `guard`: a guard is an `i1`, and only what touches memory, other threads or shared scalars, calls, or
//!   is opaque carries one. Pure instructions never do.
//! - `arity`: the instruction has the number of arguments that it takes.
//! - `operand-type`: each argument has a type that the instruction takes.
//! - `result`: it has the results that it gives, of their types.
//! - `constant`: a constant has no bits beyond its type's width.
//! - `address`: what an address is relative to exists, and lies in the space of the access (a shared object
//!   also in the cluster's); a dynamic part is an `i32` or `i64`. [`Base::Params`](crate::Base::Params)
//!   and [`Base::Buffer`](crate::Base::Buffer) occur in kernels only, and a buffer is a parameter as wide as an
//!   address, in the space that it is declared to point to, or else in global, constant or generic space.
//! - `element`: what is loaded and stored has a whole number of bytes; a predicate (one byte, 0 or 1)
//!   only goes through slots.
//! - `order-of-access`: a load does not release, a store does not acquire, a fence orders something.
//! - `reference`: functions, scalars and slots that an instruction names exist; a device function is called,
//!   not a kernel; no slot receives a result of a call twice, or passes an argument and receives a result.
//!
//! **Specification**
//! - `spec-region`: on every path regions open and close in pairs of one kind, are not nested, and none is
//!   open where the function is left.
//!
//! An `assume` may stand anywhere; that it stands at the head of a block is a property of paper 000's
//! programs, not of the IR. Whether a call has its callee's parameters is the inliner's
//! [error](crate::passes::InlineError::Arity), since a user's program may have it wrong.

mod address;
mod blocks;
mod insts;
mod module;
mod pure;
mod spec;

pub use module::validate_module;

use crate::entity::{Block, Func, Inst, LocId, Object, Slot, Var};
use crate::module::{Function, Module};
use std::fmt;

/// The invariants; the module's page says what each means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// `address-bits`
    AddressBits,
    /// `unique-name`
    UniqueName,
    /// `location`
    Location,
    /// `object`
    Object,
    /// `parameter`
    Parameter,
    /// `slot`
    Slot,
    /// `scalar`
    Scalar,
    /// `order`
    Order,
    /// `entry`
    Entry,
    /// `listed-once`
    ListedOnce,
    /// `definition`
    Definition,
    /// `dominance`
    Dominance,
    /// `target`
    Target,
    /// `condition`
    Condition,
    /// `guard`
    Guard,
    /// `arity`
    Arity,
    /// `operand-type`
    OperandType,
    /// `result`
    Result,
    /// `constant`
    Constant,
    /// `address`
    Address,
    /// `element`
    Element,
    /// `order-of-access`
    OrderOfAccess,
    /// `reference`
    Reference,
    /// `spec-region`
    SpecRegion,
}

impl Rule {
    /// All rules.
    pub const ALL: [Self; 24] = [
        Self::AddressBits,
        Self::UniqueName,
        Self::Location,
        Self::Object,
        Self::Parameter,
        Self::Slot,
        Self::Scalar,
        Self::Order,
        Self::Entry,
        Self::ListedOnce,
        Self::Definition,
        Self::Dominance,
        Self::Target,
        Self::Condition,
        Self::Guard,
        Self::Arity,
        Self::OperandType,
        Self::Result,
        Self::Constant,
        Self::Address,
        Self::Element,
        Self::OrderOfAccess,
        Self::Reference,
        Self::SpecRegion,
    ];

    /// The rule's name, as the page of the module spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::AddressBits => "address-bits",
            Self::UniqueName => "unique-name",
            Self::Location => "location",
            Self::Object => "object",
            Self::Parameter => "parameter",
            Self::Slot => "slot",
            Self::Scalar => "scalar",
            Self::Order => "order",
            Self::Entry => "entry",
            Self::ListedOnce => "listed-once",
            Self::Definition => "definition",
            Self::Dominance => "dominance",
            Self::Target => "target",
            Self::Condition => "condition",
            Self::Guard => "guard",
            Self::Arity => "arity",
            Self::OperandType => "operand-type",
            Self::Result => "result",
            Self::Constant => "constant",
            Self::Address => "address",
            Self::Element => "element",
            Self::OrderOfAccess => "order-of-access",
            Self::Reference => "reference",
            Self::SpecRegion => "spec-region",
        }
    }
}

/// The thing that breaks a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum At {
    /// The module as a whole.
    Module,
    /// A location.
    Loc(LocId),
    /// An object of the module.
    Object(Object),
    /// A function.
    Func(Func),
    /// The function at hand.
    Function,
    /// A kernel parameter, by number.
    Param(usize),
    /// A slot.
    Slot(Slot),
    /// A scalar.
    Var(Var),
    /// A block.
    Block(Block),
    /// An instruction in a block.
    Inst(Block, Inst),
    /// The end of a block.
    Terminator(Block),
}

/// A broken invariant: what, where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    /// The invariant.
    pub rule: Rule,
    /// What breaks it.
    pub at: At,
    /// The function in which it is broken; empty for the module's own.
    pub function: String,
    /// What breaks it, as the text form spells it.
    pub text: String,
    /// Why, and what would be right.
    pub message: String,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.text)?;
        if let At::Inst(block, _) | At::Terminator(block) = self.at {
            write!(f, " in {block}")?;
        }
        if !self.function.is_empty() {
            write!(f, " of {:?}", self.function)?;
        }
        write!(f, ": {} (invariant `{}`)", self.message, self.rule.name())
    }
}

impl std::error::Error for Invalid {}

/// Checks one function; `module` is the one it belongs to, or was taken from.
///
/// # Errors
/// Everything that is wrong, in the order of the function's text. Where a definition or the order of the
/// blocks is broken, what depends on it is not looked at.
pub fn validate(module: &Module, function: &Function) -> Result<(), Vec<Invalid>> {
    let mut checker = Checker { module, function, errors: Vec::new() };
    checker.declarations();
    if checker.structure() {
        checker.instructions();
        checker.dominance();
        checker.spec_regions();
    }
    checker.finish()
}

/// A function under examination.
struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
    errors: Vec<Invalid>,
}

impl Checker<'_> {
    fn error(&mut self, rule: Rule, at: At, message: impl Into<String>) {
        let text = self.text(at);
        let function = self.function.name.clone();
        self.errors.push(Invalid { rule, at, function, text, message: message.into() });
    }

    /// How the text form spells the thing.
    fn text(&self, at: At) -> String {
        match at {
            At::Module => "module".to_owned(),
            At::Loc(loc) => loc.to_string(),
            At::Object(object) => object.to_string(),
            At::Func(func) => func.to_string(),
            At::Function => self.function.name.clone(),
            At::Param(n) => format!("param {:?}", self.function.params[n].name),
            At::Slot(slot) => slot.to_string(),
            At::Var(var) => var.to_string(),
            At::Block(block) => block.to_string(),
            At::Inst(_, inst) => crate::text::print_inst(self.function, inst),
            At::Terminator(block) => crate::text::print_terminator(self.function, block),
        }
    }

    fn finish(self) -> Result<(), Vec<Invalid>> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.errors) }
    }
}
