//! Where the method gives up: how much it examines before it leaves a question open or shortens a report.
//!
//! A limit never decides a verdict; at most it leaves one unknown. Limits of launches and hardware are in `raddle_launch::limits`.

use std::time::Duration;

/// Instructions of a kernel. Each barrier has its own walk, so the work grows quadratically.
pub const INSTRUCTIONS: usize = 20_000;

/// Blocks that one walk visits. Each loop is walked twice as often as the one around it, so a walk can be exponential in their nesting depth.
pub const BLOCKS_VISITED: u32 = 200_000;

/// Rounds of a loop in a contract, which is walked completely: larger loops in contracts are rare.
pub const ROUNDS_IN_CONTRACT: u32 = 64;

/// Unwound rounds of all loops in a walk, including nested ones: every round is walked, so their numbers multiply.
pub const ROUNDS_UNWOUND: usize = 512;

/// Instructions between a value and its sources when deciding whether a loop leaves the value unchanged: each is visited
/// once for each use.
pub const DEPTH_OF_INVARIANT_VALUE: u32 = 16;

/// The largest modulus guessed for a loop variable: remainders by larger ones are slow to decide, and rare.
pub const MODULUS: u32 = 1 << 16;

/// The largest step of a loop variable for which it is guessed that it may overshoot its bound.
pub const STEP_BEYOND_BOUND: u128 = 1 << 16;

/// Conditions on counters of loops that are assumed at most: each is left out once, to see whether it is needed.
pub const OVERRUNS: usize = 4;

/// Pairs of places of which it is asked, one by one, whether two threads reach them, where they are not reached together.
pub const PLACES: usize = 64;

/// Bytes of a piece in which accesses are compared: larger ones gain nothing over comparing pair by pair.
pub const BYTES_OF_PIECE: u64 = 1 << 24;

/// Solver work, in its own unit, spent on a query next to the standing context, where values could be substituted
/// instead: about 0.4 s.
pub const WORK_BESIDE_CONTEXT: u64 = 1_000_000;

/// The same for a question with multiples of numbers that are no powers of two, as the integers read it: about 0.3 s.
pub const EFFORT_WHERE_SCALED: u32 = 1_000_000;

/// Consecutive failures of one of those, each with half the work of the one before, after which it is no longer tried.
pub const TRIES_IN_VAIN: u32 = 3;

/// How many bits sizes have where a launch is looked for that meets conditions, one after the other.
pub const SIZES_IN_BITS: [u32; 3] = [6, 10, 64];

/// Solver work spent in vain on all questions of a kernel that are read over the integers: about 10 s.
pub const WORK_BY_INTEGERS: u64 = 40_000_000;

/// Bits that the guards after a block depend on, if all their values are enumerated.
pub const BITS_ENUMERATED: u32 = 16;

/// Combinations of values that are tried for such guards.
pub const COMBINATIONS_TRIED: usize = 1 << 16;

/// Operations computed for all those combinations together: a large condition gets fewer combinations.
pub const OPERATIONS_COMPUTED: usize = 1 << 22;

/// Values searched for the names of variables in an address or statement: a report names few.
pub const VALUES_LOOKED_AT_FOR_NAMES: usize = 32;

/// Variables of a finding whose values are reported: more are not read.
pub const VALUES_REPORTED: usize = 12;

/// Nesting depth of operators in the text of a value; anything deeper is named by its line.
pub const DEPTH_OF_TEXT: u32 = 4;

/// What counters stay below where that is assumed, because no proof was found without: `ticket * 3` does not wrap around then, nor do most numbers that
/// are computed from tickets.
pub const SMALL_COUNTER: u128 = 1 << 24;

/// Integer parameters of which it is asked, one by one, whether a finding needs them to be 0 or negative.
pub const MOST_ABSURD: usize = 8;

/// Solver work spent on all attempts under conditions on counters of loops, that of the integers included: about 5 s. What is begun is ended.
pub const WORK_UNDER_CONDITIONS: u64 = 15_000_000;

/// Time for one question that is read over the integers, conditions included, where their work takes much longer than usual: the
/// same work took 50 s in one case. Others end long before.
pub const TIME_OF_INTEGERS: Duration = Duration::from_secs(10);

/// Solver work spent bit by bit on a question with products that the integers do not decide: about 0.7 s.
pub const WORK_OF_PRODUCT: u64 = 2_000_000;

/// Solver work spent on looking for inputs of findings that make more sense, per kernel: about 2 s.
pub const WORK_FOR_SENSE: u64 = 8_000_000;
