//! Where functions lie.
//!
//! A program can compare addresses of functions, and call what lies there: so each needs a number. It is raddle's choice, and no proof
//! depends on more of it than that different functions lie at different places, none of them at the lowest addresses
//! ([`null::LOWEST`](crate::null::LOWEST)) or at another number that a kernel has.

use crate::entity::{Entity, Func};

/// Where the first function lies: in front of every object, in addresses of 32 and of 64 bits.
const FIRST: u64 = 1 << 27;

/// The distance from each function to the next.
const STEP: u64 = 256;

/// The address of a function.
#[must_use]
pub fn address(func: Func) -> u64 {
    FIRST + STEP * func.index() as u64
}
