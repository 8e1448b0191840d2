//! What bounds the work of runs and of judging them. Where a limit leaves something open, the reason names it.

/// Runs: how many choices of inputs are tried for races that depend on what is written.
pub(crate) const MOST_ATTEMPTS: usize = 4;
/// Steps of a run with chosen inputs, for each block: such runs are many, and have to be short.
pub(crate) const STEPS_WITH_INPUTS: u64 = 500_000;
/// Blocks of a grid that are run one after another, and compared with each other.
pub(crate) const MOST_CTAS: u64 = 4096;
/// Names of unknown values in a run that follows what is written, where the verdict depends on whether two writes are equal.
pub(crate) const MANY_NAMES: usize = 1 << 21;
/// Bytes that the names of unknown values shared by blocks may take: a fraction of what one block may need. Beyond it the next block begins
/// with none, and values of different blocks are not compared.
pub(crate) const NAMES_SHARED: u64 = 64 << 20;
/// Accesses to global memory that are compared between blocks: beyond it they would take too much memory.
pub(crate) const MOST_ACCESSES: usize = 1 << 25;
/// Names of unknown values in the run of one block for all: enough for branches, barriers and shared addresses.
pub(crate) const FEW_NAMES: usize = 1 << 15;
/// Names in the run of one block beside it, at first.
pub(crate) const SOME_NAMES: usize = 1 << 17;
/// Conditions that are distinguished as cases: with four of them up to 16 runs.
pub(crate) const MOST_CONDITIONS: usize = 4;
/// Values of a parameter that are tried: flags, modes and small sizes.
pub(crate) const TRIED_VALUES: [u64; 10] = [0, 1, 2, 3, 4, 16, 64, 100, 128, 1000];
/// Races that are reported, by pairs of places; nothing reads more.
pub(crate) const MOST_RACES_REPORTED: usize = 200;
/// Races that do not show in one run with the others, and are run alone.
pub(crate) const MOST_ALONE: usize = 16;
