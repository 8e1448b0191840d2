//! What bounds the comparison of two threads. Where a limit leaves something open, the reason names the question.

use std::time::Duration;

/// Time for all questions about a kernel, where the user gives none; counted in the solver's work, so that verdicts do not depend on the machine.
pub(crate) const ALL: Duration = Duration::from_secs(10);
/// Time for one question, where the user gives none or little.
pub(crate) const QUESTION: Duration = Duration::from_secs(5);
/// One question may take this part of the time that is left: a hard one leaves time for others.
pub(crate) const PART: u32 = 8;
/// Bytes of memory for one question.
pub(crate) const MEMORY: u64 = 4 << 30;
/// Candidates that are run for a property.
pub(crate) const MOST_FINDINGS: usize = 2;
/// The same where loops were unwound: each round has its own.
pub(crate) const MOST_UNWOUND: usize = 8;
/// Instructions: a longer kernel whose lanes work together is not compared. What lanes exchange is unknown, and so are most of the
/// addresses; the solver takes long to find that out.
pub(crate) const LONG: usize = 5000;
