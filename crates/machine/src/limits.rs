//! Where the machine cuts work off, and why there.
//!
//! No limit makes an answer wrong: what lies beyond it is less known, or is given up, and that is said. The limits of the languages and
//! the hardware are those of `raddle_launch::limits`.

// A run.

/// Steps that a run may take by default. A step is one instruction of one group of lanes: this many take about a
/// minute. Beyond it: [`Outcome::StepLimit`](crate::Outcome::StepLimit).
pub const STEPS: u64 = 50_000_000;

/// Bytes of memory that a run may take by default, roughly. Beyond it:
/// [`Outcome::MemoryLimit`](crate::Outcome::MemoryLimit).
pub const BYTES: u64 = 2 << 30;

/// Steps of a warp before another that can run gets its turn, so that none starves.
pub(crate) const TURN: u64 = 20_000;

/// How often, after a deadlock, all waits are taken to be over. Beyond it the explanation of the deadlock ends.
pub(crate) const RELEASES: u32 = 10_000;

// Branches on unknown conditions.

/// How often a region with a cycle is swept. Each sweep but the last makes some place less known. Beyond it: the lanes
/// are given up.
pub(crate) const SWEEPS: u32 = 200;

/// How many lanes of a warp are asked for the causes of their conditions where lanes are given up: the others' are mostly the same.
pub(crate) const BLAMED: usize = 4;

// All interleavings.

/// States that are explored by default. Beyond it the exploration is not complete.
pub const STATES: usize = 1_000_000;

/// Steps of a thread between two that other threads can notice. Beyond it the thread is taken to loop, and the exploration is not
/// complete.
pub(crate) const LOCAL_STEPS: u32 = 100_000;

// Unknown values.

/// Unknown values that have a name by default. Beyond it a value has its causes only, and equals no other.
pub(crate) const NAMES: usize = 1 << 20;

/// How many times more names are given to values that are not computed from others: each takes less room.
pub(crate) const FRESH_NAMES: usize = 8;

/// The height of a term with a name. Loops over data make terms as high as they are long, which are compared and walked again and
/// again. Beyond it: as beyond [`NAMES`].
pub(crate) const HEIGHT: u8 = 64;

/// The parts of a sum. One of more parts becomes a part itself, so two ways to add the same may have two names.
pub(crate) const PARTS: usize = 8;

/// The predicates of a barrier reduction that its result is computed from one by one, if some are unknown. Beyond it the result is
/// unknown and has a name of its own.
pub(crate) const PREDICATES: usize = 64;

/// The causes that are collected for an unknown value.
pub(crate) const CAUSES: usize = 16;

/// The terms that are visited to collect them.
pub(crate) const TERMS_FOR_CAUSES: usize = 100_000;

// Unknown addresses.

/// The terms of a form that says by how much unknown addresses differ. An address of more is somewhere in its object.
pub(crate) const FORM_TERMS: usize = 8;

/// The bytes by which addresses of one form may differ, in either direction: the difference of two is to fit 32 bits with a
/// sign. Beyond it an address is somewhere in its object.
pub(crate) const FORM_OFFSET: i64 = 1 << 30;

// Values that may differ.

/// The inputs that are tried to make two values differ. Beyond it, it stays open whether they do.
pub(crate) const ATTEMPTS: u32 = 32;

/// Of the inputs that made a difference, how many are passed on: each is run.
pub(crate) const DIFFERENCES: usize = 4;

/// The terms of a value that is computed for one input. A larger one stays open.
pub(crate) const COMPUTED_TERMS: usize = 1 << 16;
