//! When work is to stop: handed down to whatever may take long, which asks it now and then.

use std::time::{Duration, Instant};

/// The moment after which no more work is to be done; never by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// At this moment; never if `None`.
    #[must_use]
    pub fn at(end: Option<Instant>) -> Self {
        Self(end)
    }

    /// After this time from now on; never if `None`.
    #[must_use]
    pub fn after(limit: Option<Duration>) -> Self {
        Self(limit.and_then(|limit| Instant::now().checked_add(limit)))
    }

    /// Whether it has come.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.0.is_some_and(|at| Instant::now() >= at)
    }

    /// The time that is left, if there is an end.
    #[must_use]
    pub fn left(&self) -> Option<Duration> {
        Some(self.0?.saturating_duration_since(Instant::now()))
    }
}
