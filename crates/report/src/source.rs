//! Where source text comes from.

use std::collections::BTreeMap;

/// Gives the text of source files. Whoever calls a renderer decides where from: the disk, a map, nowhere.
pub trait SourceProvider {
    /// The text of `file`, named as in a [`crate::Location`]; `None` where there is none, and then the
    /// renderer prints the location alone.
    fn source(&self, file: &str) -> Option<&str>;
}

/// No source text at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSource;

impl SourceProvider for NoSource {
    fn source(&self, _file: &str) -> Option<&str> {
        None
    }
}

impl SourceProvider for BTreeMap<String, String> {
    fn source(&self, file: &str) -> Option<&str> {
        self.get(file).map(String::as_str)
    }
}
