//! Places in source text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A place in a source file, or in a PTX file where there is no source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Location {
    /// The file as the user, or the debug information, names it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The column after the last character of the place, where it is known; on the same line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_column: Option<u32>,
    /// The function that holds the place, where it is not the kernel itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// Where the function that holds the place was inlined, innermost call first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inlined_at: Option<Box<Location>>,
    /// The line of the instruction in the PTX, from 1, where `file` is a source file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ptx_line: Option<u32>,
}

impl Location {
    /// A whole line.
    #[must_use]
    pub fn line(file: impl Into<String>, line: u32) -> Self {
        Location {
            file: file.into(),
            line,
            column: None,
            end_column: None,
            function: None,
            inlined_at: None,
            ptx_line: None,
        }
    }

    /// A line and column; column 0 means that only the line is known, as in DWARF.
    #[must_use]
    pub fn new(file: impl Into<String>, line: u32, column: u32) -> Self {
        let column = (column > 0).then_some(column);
        Location { column, ..Location::line(file, line) }
    }

    /// The same place, ending before `end_column`.
    #[must_use]
    pub fn until(mut self, end_column: u32) -> Self {
        self.end_column = Some(end_column);
        self
    }

    /// The same place, in `function`, which was inlined at `call`.
    #[must_use]
    pub fn inlined(mut self, function: impl Into<String>, call: Location) -> Self {
        self.function = Some(function.into());
        self.inlined_at = Some(Box::new(call));
        self
    }

    /// The same place, with the line of its instruction in the PTX.
    #[must_use]
    pub fn with_ptx_line(mut self, line: u32) -> Self {
        self.ptx_line = Some(line);
        self
    }

    /// `file:line`, as running text names a place; an option by its name.
    #[must_use]
    pub fn short(&self) -> String {
        match self.is_option() {
            true => self.file.clone(),
            false => format!("{}:{}", self.file, self.line),
        }
    }

    /// Is it a place in an option of the command line, whose values count as its lines?
    #[must_use]
    pub fn is_option(&self) -> bool {
        self.file.starts_with("--")
    }

    /// The same line of the same file; columns and inlining do not count.
    #[must_use]
    pub fn same_line(&self, other: &Location) -> bool {
        self.file == other.file && self.line == other.line
    }

    /// The same line and column of the same file; inlining does not count.
    #[must_use]
    pub fn same_place(&self, other: &Location) -> bool {
        self.same_line(other) && self.column == other.column
    }

    /// The calls through which the place was inlined, innermost first.
    pub fn calls(&self) -> impl Iterator<Item = &Location> {
        std::iter::successors(self.inlined_at.as_deref(), |at| at.inlined_at.as_deref())
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        match self.column {
            Some(column) => write!(f, ":{column}"),
            None => Ok(()),
        }
    }
}
