//! How long two threads are compared.
//!
//! Where the user gives no time, the work of the solver is counted in its place, so that verdicts do not depend on the machine and on what
//! else it does.

use crate::methods::two_threads::limits::{MEMORY, PART, QUESTION};
use crate::options::Options;
use raddle_smt::Limits;
use std::time::{Duration, Instant};

/// Limits for the questions about a kernel.
#[derive(Clone)]
pub(crate) struct Effort {
    /// Of one question.
    pub(crate) of_one: Limits,
    /// The time of all.
    pub(crate) time: Duration,
    /// The work of all; unlimited if none.
    pub(crate) work: Option<u64>,
}

impl Effort {
    /// Limits of about this time, or of the rest of the user's time if that is less. None if it is over.
    pub(crate) fn about(options: &Options, time: Duration) -> Option<Self> {
        // Only Z3 in process counts its work.
        let counts = options.solver.in_process && options.solver.commands.is_empty();
        let limits = |time| if counts { Limits::about(time) } else { Limits::time(time) };
        let (of_one, all) = (Limits { memory: Some(MEMORY), ..limits(QUESTION.min(time)) }, limits(time));
        let all = left(options)?.map_or(all.clone(), |left| all.within(left));
        Some(Self { of_one, time: all.time.unwrap_or(time), work: all.work })
    }

    /// The time that the user gave, or about this much. None if it is over.
    pub(crate) fn given_or(options: &Options, time: Duration) -> Option<Self> {
        let Some(left) = left(options)? else { return Self::about(options, time) };
        let of_one = Limits { memory: Some(MEMORY), ..Limits::time(left.min(QUESTION.max(left / PART))) };
        Some(Self { of_one, time: left, work: None })
    }
}

/// What is left of the time that the user gave, if any was given. None if it is over.
fn left(options: &Options) -> Option<Option<Duration>> {
    let left = options.time.deadline.map(|end| end.saturating_duration_since(Instant::now()));
    (left != Some(Duration::ZERO)).then_some(left)
}
