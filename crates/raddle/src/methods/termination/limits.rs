//! What bounds the proof of termination. Where a limit leaves a loop open, the reason says so.

use std::time::Duration;

/// Time for one question.
pub(crate) const QUESTION: Duration = Duration::from_secs(2);
/// Time for all questions about a kernel, where the user gives none.
pub(crate) const ALL: Duration = Duration::from_secs(20);
/// States seen in a run, the first and the last, from which it is asked whether the loop ever ends.
pub(crate) const ASKED: usize = 6;
