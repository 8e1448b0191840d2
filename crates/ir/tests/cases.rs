//! How many cases a test with random inputs tries: a few in `./dev test`, which everyone runs, and all of them in
//! `./dev judges`. Other crates take this file by its path.

#![allow(dead_code)] // Each crate uses a part.

/// A number from the environment.
pub(crate) fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

/// As many as the test's own variable says. Otherwise `few`, or with `RADDLE_JUDGES=N`, N times `all`.
pub(crate) fn cases(variable: &str, few: u64, all: u64) -> u64 {
    let many = || Some(number("RADDLE_JUDGES")? * all);
    number(variable).or_else(many).unwrap_or(few)
}

/// How many threads such a test uses. Tests run side by side, one for each processor, so one is enough; with `RADDLE_JUDGES` few
/// tests run for long, and each uses all processors.
pub(crate) fn workers() -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    number("RADDLE_JUDGES").map_or(1, |_| all())
}
