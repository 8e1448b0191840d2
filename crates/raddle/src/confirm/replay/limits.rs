//! What bounds replays, and what a witness keeps.

/// Steps that are run to see that a loop continues.
pub(crate) const STEPS: u64 = 300_000;
/// Visits of a loop's head that are examined.
pub(crate) const VISITS: usize = 50_000;
/// Bytes of buffers that a witness lists; where a run reads more, it keeps the attempt that fills them.
pub(crate) const MOST_LISTED: usize = 4096;
