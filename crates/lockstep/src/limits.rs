//! Where the method gives up: how much it looks at before it leaves a question open, or a report shorter.
//!
//! A limit never decides a verdict; at most it leaves one unknown. What launches and the hardware limit is in `raddle_launch::limits`.

/// Instructions of a kernel. Each barrier has a walk of its own, so the work grows with the square of them.
pub const INSTRUCTIONS: usize = 20_000;

/// Blocks that one walk visits. Each loop is walked twice as often as the one around it, so a walk can be exponentially long in their depth.
pub const BLOCKS_VISITED: u32 = 200_000;

/// Rounds of a loop in a contract, which is walked whole: contracts say little with more.
pub const ROUNDS_IN_CONTRACT: u32 = 64;

/// Rounds of all loops that are unwound in a walk, those of loops in them included: every round is walked, so their number multiplies.
pub const ROUNDS_UNWOUND: usize = 512;

/// Instructions between a value and what it is computed from, when it is asked whether a loop leaves the value as it is: each is looked at
/// once for each use.
pub const DEPTH_OF_INVARIANT_VALUE: u32 = 16;

/// The largest number that is guessed to divide what a loop variable takes: remainders by larger ones are slow to decide, and rare.
pub const MODULUS: u32 = 1 << 16;

/// The largest step of a loop variable that is guessed to end up to a step beyond its bound.
pub const STEP_BEYOND_BOUND: u128 = 1 << 16;

/// Bytes of a piece that accesses are compared in: larger ones gain nothing over comparing pair by pair.
pub const BYTES_OF_PIECE: u64 = 1 << 24;

/// Work of the solver, in its own unit, that goes into a question beside what holds anyway, where it could be asked with values put in
/// there too: about 0.4 s.
pub const WORK_BESIDE_CONTEXT: u64 = 1_000_000;

/// Questions in a row for which that was in vain, each with half the work of the one before, until it is not tried any more.
pub const TRIES_IN_VAIN: u32 = 3;

/// Bits that the guards after a block depend on, where all their values are tried.
pub const BITS_ENUMERATED: u32 = 16;

/// Combinations of values that are tried for such guards.
pub const COMBINATIONS_TRIED: usize = 1 << 16;

/// Operations that are computed for all those combinations together: of a large condition fewer are tried.
pub const OPERATIONS_COMPUTED: usize = 1 << 22;

/// Values that are looked at for names of variables after an address or a statement: a report names few.
pub const VALUES_LOOKED_AT_FOR_NAMES: usize = 32;

/// Variables of a finding whose values are reported: more are not read.
pub const VALUES_REPORTED: usize = 12;

/// Operators within each other in the text of a value; what lies deeper is named by its line.
pub const DEPTH_OF_TEXT: u32 = 4;
