//! The subject of a check: an input, its kernels as the methods take them, and the launches of the question.

use raddle_report::{Diagnostic, Rule, StageName};

pub(crate) mod buffers;
pub(crate) mod choose;
pub(crate) mod contracts;
pub(crate) mod ends;
pub(crate) mod host;
pub(crate) mod input;
pub(crate) mod kernel;
pub(crate) mod known_sizes;
pub(crate) mod launch;
pub(crate) mod limits;
pub(crate) mod load;
pub(crate) mod loops;
pub(crate) mod names;
pub(crate) mod params;
mod portable;
pub(crate) mod prepare;
pub(crate) mod requirements;
pub(crate) mod taint;
pub(crate) mod work_dim;

/// Why a kernel could not be prepared.
pub(crate) enum Unprepared {
    /// The time was over.
    Late,
    /// It recurses, has a call that does not fit, or states contracts where they cannot be evaluated.
    Wrong(Vec<Diagnostic>),
}

impl Unprepared {
    /// The same as diagnostics.
    pub(crate) fn into_errors(self) -> Vec<Diagnostic> {
        match self {
            Self::Late => vec![Diagnostic::new(Rule::UnknownLimit, load::late(StageName::Prepare))],
            Self::Wrong(errors) => errors,
        }
    }
}
