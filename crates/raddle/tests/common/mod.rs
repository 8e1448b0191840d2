//! What the judges share: settings by environment variables, and random numbers that are the same everywhere.

use crate::cases::number;

/// A number from the environment.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    number(name).unwrap_or(default)
}

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// The numbers of one case: neighbours have nothing in common.
    pub(crate) fn new(seed: u64, case: u64) -> Self {
        let mut random = Self(seed);
        Self(random.next() ^ case.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
