//! Threads, and sets of threads. [`crate::Terms`] names them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thread of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Thread {
    /// The number within the CTA: x + y·|x| + z·|x|·|y|.
    pub linear: u64,
    /// `%tid` as x, y, z.
    pub tid: [u32; 3],
    /// `%ctaid` as x, y, z.
    pub cta: [u32; 3],
    /// The warp within the CTA.
    pub warp: u64,
    /// The lane within the warp.
    pub lane: u64,
}

impl Thread {
    /// The thread with number `linear` of CTA `cta`; `block` gives the CTA's extents, `warp_size` is in
    /// threads. An extent or warp size of 0 counts as 1, so that no input can divide by zero.
    #[must_use]
    pub fn new(linear: u64, cta: [u32; 3], block: [u32; 3], warp_size: u32) -> Self {
        let (x, y) = (u64::from(block[0].max(1)), u64::from(block[1].max(1)));
        let warp_size = u64::from(warp_size.max(1));
        // The truncation is only reached by a `linear` outside the block, which no launch has.
        let tid = [(linear % x) as u32, (linear / x % y) as u32, (linear / x / y) as u32];
        Thread { linear, tid, cta, warp: linear / warp_size, lane: linear % warp_size }
    }
}

/// A set of threads of one CTA, as ranges of their linear numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Threads {
    /// `%ctaid` as x, y, z.
    pub cta: [u32; 3],
    /// Disjoint ranges `[first, last]`, both included, ascending.
    pub ranges: Vec<[u64; 2]>,
    /// The size of a warp in threads.
    pub warp_size: u32,
}

impl Threads {
    /// The set of the given linear numbers, in any order.
    #[must_use]
    pub fn new(linear: impl IntoIterator<Item = u64>, cta: [u32; 3], warp_size: u32) -> Self {
        let mut numbers: Vec<u64> = linear.into_iter().collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut ranges: Vec<[u64; 2]> = Vec::new();
        for n in numbers {
            match ranges.last_mut() {
                Some(last) if last[1].checked_add(1) == Some(n) => last[1] = n,
                _ => ranges.push([n, n]),
            }
        }
        Threads { cta, ranges, warp_size }
    }

    /// This set and another one of the same CTA.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        let all = self.ranges.iter().chain(&other.ranges);
        Self::new(all.flat_map(|&[first, last]| first..=last), self.cta, self.warp_size)
    }

    /// The threads that are in both sets, of the same CTA; none if there are none.
    #[must_use]
    pub fn common(&self, other: &Self) -> Option<Self> {
        let mut ranges: Vec<[u64; 2]> = Vec::new();
        for &[first, last] in &self.ranges {
            let parts = other.ranges.iter().map(|&[a, b]| [first.max(a), last.min(b)]);
            ranges.extend(parts.filter(|[first, last]| first <= last));
        }
        let ranges = Some(ranges).filter(|ranges| !ranges.is_empty())?;
        Some(Threads { cta: self.cta, ranges, warp_size: self.warp_size })
    }

    /// How many threads the set holds.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|[first, last]| last.saturating_sub(*first).saturating_add(1)).sum()
    }

    /// The range of warps, first and last, where the set is exactly one run of whole warps.
    #[must_use]
    pub fn whole_warps(&self) -> Option<[u64; 2]> {
        let size = u64::from(self.warp_size);
        match self.ranges.as_slice() {
            [[first, last]] if size > 1 && first % size == 0 && last % size == size - 1 => {
                Some([first / size, last / size])
            }
            _ => None,
        }
    }
}

/// One thread as a set.
impl From<Thread> for Threads {
    fn from(thread: Thread) -> Self {
        // Thread = warp · size + lane; the size does not follow for a warp of number 0, and a single thread needs none.
        let size = thread.linear.saturating_sub(thread.lane).checked_div(thread.warp).unwrap_or(0);
        Threads {
            cta: thread.cta,
            ranges: vec![[thread.linear, thread.linear]],
            warp_size: u32::try_from(size).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_follow_from_the_number() {
        let thread = Thread::new(70, [1, 0, 0], [8, 4, 4], 32);
        assert_eq!((thread.tid, thread.warp, thread.lane), ([6, 0, 2], 2, 6));
        assert_eq!(Thread::new(3, [0; 3], [0; 3], 0).lane, 0);
    }

    #[test]
    fn sets_are_ranges_and_perhaps_whole_warps() {
        let set = |numbers: &[u64]| Threads::new(numbers.iter().copied(), [0; 3], 32);
        assert_eq!(Threads::new(32..128, [0; 3], 32).whole_warps(), Some([1, 3]));
        assert_eq!(set(&[3, 1, 2, 9]).whole_warps(), None);
        assert_eq!(set(&[1, 2, 3, 9]).common(&set(&[2, 3, 4, 9])), Some(set(&[2, 3, 9])));
        assert_eq!(set(&[1, 2]).common(&set(&[0, 3])), None);
        let both = set(&[1, 2]).with(&set(&[3, 9]));
        assert_eq!((both.ranges.clone(), both.count()), (vec![[1, 3], [9, 9]], 4));
    }
}
