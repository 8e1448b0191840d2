//! The parser of the text form.
//!
//! Entities are numbered by their spelling, and each kind must be dense and in order where it is
//! defined (files, locations, objects, slots, scalars); values and blocks may come in any order, since the
//! passes leave gaps. The parser checks what it must to build the module; the rest is the validator's.
//!
//! | file | reads |
//! | --- | --- |
//! | `words` | what all else is made of: words, numbers, names, lists |
//! | `module` | a module's declarations |
//! | `function` | a function: its declarations, blocks, terminators |
//! | `inst` | an instruction |

mod function;
mod inst;
mod module;
mod words;

use super::lex::Lexer;
use crate::module::Module;
use std::fmt;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a module.
///
/// # Errors
/// The first thing that is not as the printer would write it, with its place.
pub fn parse(text: &str) -> Result<Module> {
    let mut parser = Parser { lexer: Lexer::new(text), module: Module::default() };
    parser.module()?;
    Ok(parser.module)
}

struct Parser<'s> {
    lexer: Lexer<'s>,
    module: Module,
}
