//! How many cases proptest tries: see [`crate::cases`]. Other crates take this file by its path.

use crate::cases::{cases, number};
use proptest::test_runner::{Config, RngSeed};

/// As many as `PROPTEST_CASES` says. Otherwise `few`, or with `RADDLE_JUDGES=N`, N times `all`: other ones each
/// time, where `./dev test` always takes the same.
pub(crate) fn config(few: u32, all: u32) -> Config {
    let cases = cases("PROPTEST_CASES", few.into(), all.into()).try_into().expect("a number of 32 bits");
    let rng_seed = number("RADDLE_JUDGES").map_or(RngSeed::Fixed(1), |_| RngSeed::Random);
    Config { cases, failure_persistence: None, rng_seed, ..Config::default() }
}
