//! What lowering rejects, and how it reports it.
//!
//! An instruction that raddle does not know is not an error: it becomes opaque. An error is a text that no assembler would accept: a name
//! that is not declared, a label that is not there, a register of a type that cannot hold what is asked of it.

use raddle_ir::Space;
use std::fmt;

use crate::ast::Span;
use crate::source::{LineIndex, Position};

/// Something that makes a PTX module meaningless.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// The bytes that are wrong.
    pub span: Span,
    /// Where they begin.
    pub position: Position,
    /// The function whose body they are in.
    pub function: Option<String>,
    /// The place in the source that `.loc` names there: file, line, column.
    pub source: Option<(String, u32, u32)>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A register, variable, parameter or function that no scope declares.
    UndefinedName(String),
    /// A label that is not in an enclosing scope.
    UndefinedLabel(String),
    /// A second declaration of a name in one scope.
    Duplicate(String),
    /// An access to one state space by the name of a variable in another one.
    Elsewhere {
        /// The address, as written.
        address: String,
        /// Where the variable is.
        own: Space,
        /// Where the instruction accesses it.
        space: Space,
    },
    /// An operand that cannot hold, or be read as, what the instruction asks for.
    Type {
        /// The operand, as written.
        operand: String,
        /// What it is.
        is: String,
        /// What the instruction needs.
        needs: String,
    },
    /// A declaration in a place where there can be none of its kind.
    Misplaced(String),
    /// A type that a register or variable cannot have.
    UnknownType(String),
    /// A barrier number that does not exist; the hardware has 0 to 15.
    BarrierId(i64),
    /// A constant expression without a value.
    Constant(&'static str),
    /// A variable, or its initial value, larger than an address space or than raddle holds.
    TooLarge(String),
    /// An initialiser with more elements than its array.
    TooManyInitialisers,
    /// A call with arguments or results that the function does not declare.
    Call(String),
    /// A `brx.idx` without a `.branchtargets` list of its targets.
    BranchTable,
    /// A jump whose operands name no target.
    Jump(String),
    /// A vector access of a number or size of elements that no instruction has.
    Vector(String),
    /// A specification region whose kind is not a constant of `raddle.h`.
    SpecKind,
    /// Nothing was wrong in the part that was read when the time was over.
    Late,
}

impl LowerError {
    /// The error at `span` of `source`.
    pub(super) fn new(source: &str, lines: &LineIndex, span: Span, problem: Problem) -> Self {
        Self { span, position: lines.position(source, span.start), function: None, source: None, problem }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UndefinedName(name) => {
                write!(f, "`{name}` is not declared in this scope; declare it or correct its spelling")
            }
            Self::UndefinedLabel(name) => {
                write!(f, "no label `{name}` in this scope or around it; add it or correct its spelling")
            }
            Self::Duplicate(name) => {
                write!(f, "`{name}` is declared twice in one scope; rename one or put it in a scope `{{ }}`")
            }
            Self::Elsewhere { address, own, space } => {
                write!(
                    f,
                    "`{address}` is in {own} space, but the access is to {space} space; access it as {own}"
                )
            }
            Self::Type { operand, is, needs } => {
                write!(
                    f,
                    "`{operand}` is {is}, but the instruction needs {needs}; convert it with `cvt` or `mov`"
                )
            }
            Self::Misplaced(name) => {
                write!(
                    f,
                    "`{name}` cannot be declared here in its state space; move it into a function or out of it"
                )
            }
            Self::UnknownType(name) => {
                write!(f, "`.{name}` is not a type of registers or variables here")
            }
            Self::BarrierId(id) => {
                write!(f, "barrier {id} does not exist; barriers are numbered 0 to 15")
            }
            Self::Constant(why) => write!(f, "{why}; write a constant"),
            Self::Late => f.write_str("there was not enough time"),
            Self::TooLarge(name) => write!(f, "`{name}` is too large; make it smaller"),
            Self::TooManyInitialisers => write!(f, "more initial values than elements; remove some"),
            Self::Call(why) => write!(f, "{why}; make the call agree with the function's declaration"),
            Self::BranchTable => {
                write!(f, "`brx.idx` needs a `.branchtargets` list in scope; add one that lists its labels")
            }
            Self::Jump(opcode) => {
                write!(f, "`{opcode}` does not have these operands; see the PTX ISA for its forms")
            }
            Self::Vector(why) => write!(f, "{why}; see `.vec` in the PTX ISA for the forms that exist"),
            Self::SpecKind => {
                write!(f, "a specification region needs a constant kind; use the macros of `raddle.h`")
            }
        }
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column}: {}", self.problem)
    }
}

impl std::error::Error for LowerError {}

/// Why an instruction was not lowered exactly.
#[derive(Debug)]
pub(super) enum Stop {
    /// Not known in this form: it becomes opaque.
    Opaque,
    /// Meaningless.
    Error(Span, Problem),
}

/// The result of lowering a part of an instruction.
pub(super) type Res<T> = Result<T, Stop>;
