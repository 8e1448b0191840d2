//! What bounds the first checks of a kernel, before more is done.

use std::time::Duration;

/// Of the time for a kernel, one part of this many is for termination, where more is asked.
pub(crate) const PART_OF_LOOPS: u32 = 3;

/// Blocks: a grid of at most this many is run block by block, without first trying all of them at once.
pub(crate) const FEW: u64 = 8;
/// Steps of a first run, and of all where a loop is known not to terminate: about a second, and enough to find most bugs. What two threads prove needs no run to its end.
pub(crate) const SHORT: u64 = 5_000_000;
/// Rounds of each loop that are followed where arbitrary ones leave something open.
pub(crate) const ROUNDS: u32 = 2;
/// Time for the questions about them.
pub(crate) const TIME: Duration = Duration::from_secs(5);
/// Steps of a block at a size that is tried: far more than a small launch takes, and over in a moment.
pub(crate) const STEPS_OF_TRIED: u64 = 500_000;
