//! Transition systems as text: three formats that are read, one that is printed.
//!
//! - `.koat` (`rules.rs`): sections `(GOAL …)`, `(STARTTERM (FUNCTIONSYMBOLS f))`, `(VAR …)` and
//!   `(RULES f(x) -> Com_1(g(x + 1)) :|: x > 0 …)`;
//! - `.kittel` (`rules.rs`): rules `f(x) -> g(x + 1) [ x > 0 /\ … ]` alone; runs begin anywhere;
//! - `.simple` (`simple.rs`): a while language;
//! - `.smt2` (`smtlib.rs`): `init_main` and `next_main` of the Termination Problem Database's Integer_Transition_Systems.
//!
//! What all have in common: integers are mathematical; a name that the left side of a rule does not bind is a free value; guards may be any
//! Boolean combination of comparisons of polynomials. `condition.rs` makes several rules of a disjunction.
//!
//! Nothing panics: an [`Error`] says where and what. Nesting is limited, and so is how many rules a disjunction becomes.

mod condition;
mod lex;
mod print;
mod rules;
mod simple;
mod smtlib;

pub use print::print;

use super::System;
use std::fmt;
use std::path::Path;

/// The format of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Sections and rules, as KoAT reads.
    Koat,
    /// Rules alone, as KITTeL reads.
    Kittel,
    /// While programs, as KITTeL reads.
    Simple,
    /// Formulas for the initial states and for steps, as in the Termination Problem Database.
    SmtLib,
}

impl Format {
    /// The format that a file's name says.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "koat" => Some(Self::Koat),
            "kittel" => Some(Self::Kittel),
            "simple" => Some(Self::Simple),
            "smt2" => Some(Self::SmtLib),
            _ => None,
        }
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The line, from 1 on.
    pub line: u32,
    /// The column, in characters, from 1 on.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for Error {}

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Place {
    line: u32,
    column: u32,
}

impl Place {
    fn error(self, message: impl Into<String>) -> Error {
        Error { line: self.line, column: self.column, message: message.into() }
    }
}

/// Reads a transition system.
///
/// # Errors
///
/// The first thing that is not of the format, with its line and column.
pub fn read(text: &str, format: Format) -> Result<System, Error> {
    match format {
        Format::Koat | Format::Kittel => rules::read(text),
        Format::Simple => simple::read(text),
        Format::SmtLib => smtlib::read(text),
    }
}
