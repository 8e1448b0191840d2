//! How many cases proptest tries: see [`crate::cases`]. Other crates take this file by its path.

use crate::cases::cases;
use proptest::test_runner::Config;

/// As many as `PROPTEST_CASES` says. Otherwise `few`, or with `RADDLE_JUDGES=N`, N times `all`.
pub(crate) fn config(few: u32, all: u32) -> Config {
    let cases = cases("PROPTEST_CASES", few.into(), all.into()).try_into().expect("a number of 32 bits");
    Config { cases, failure_persistence: None, ..Config::default() }
}
