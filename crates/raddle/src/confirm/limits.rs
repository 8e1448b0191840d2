//! What bounds the runs that confirm candidates.

/// Blocks: of a grid of this many, all are run with chosen values.
pub(crate) const MOST_CTAS: u64 = 16;
/// Blocks that run one after the other: each of them is run once more for each that comes after it.
pub(crate) const MOST_IN_TURN: u64 = 4;
/// Steps of a block in a launch that is tried with all inputs chosen: there are several for each kernel, and small ones are enough.
pub(crate) const STEPS_OF_CONCRETE: u64 = 100_000;
/// Steps of a block in such a launch that is tried once more, as it took too many.
pub(crate) const STEPS_OF_LONG: u64 = 3_000_000;
/// Such launches that leave everything open before no more are tried: something in the kernel cannot be followed.
pub(crate) const UNSETTLED: usize = 6;
/// Integer arguments up to this one are tried once more, increased by [`LARGER`]: a round chosen by the solver may need more rounds before
/// it.
pub(crate) const SMALL: u128 = 64;
/// By this much.
pub(crate) const LARGER: u128 = 3;
/// Bytes of a buffer that are filled at least: more than a block reads at once, as a rule.
pub(crate) const LEAST_BYTES: u64 = 4096;
