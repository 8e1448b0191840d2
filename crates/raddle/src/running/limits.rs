//! What bounds the work of runs, beyond the steps that the user allows.

/// Steps: how far the threads of a deadlock are followed as if their waits were over, to see which threads they wait for.
pub(crate) const STEPS_BEYOND: u64 = 1_000_000;
/// Schedules: how many random ones are tried to see an end that some schedule must have.
pub(crate) const RANDOM_SCHEDULES: u64 = 6;
/// Instructions: a stored value that more of them compute is not compared with another one.
pub(crate) const MOST_COMPUTED: usize = 1 << 12;
