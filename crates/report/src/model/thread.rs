//! Threads, and sets of threads, as a report names them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

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

/// `thread 33`, or `thread 33 (1,2,0)` where the coordinates say more than the number.
impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {}", self.linear)?;
        let [x, y, z] = self.tid;
        if u64::from(x) == self.linear && y == 0 && z == 0 {
            return Ok(());
        }
        write!(f, " ({x},{y},{z})")
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

    /// A short name: `warp 0`, `warps 1-3`, or the threads themselves.
    #[must_use]
    pub fn short(&self) -> String {
        match self.whole_warps() {
            Some([a, b]) if a == b => format!("warp {a}"),
            Some([a, b]) => format!("warps {a}-{b}"),
            None => self.numbers(),
        }
    }

    /// `a` for a single thread or warp, else `b`: `waits` or `wait`.
    #[must_use]
    pub fn verb(&self, a: &'static str, b: &'static str) -> &'static str {
        let one_warp = self.whole_warps().is_some_and(|[a, b]| a == b);
        if one_warp || self.count() == 1 { a } else { b }
    }

    fn numbers(&self) -> String {
        // A set of scattered threads is cut: the first ranges show the pattern, JSON has the rest.
        const SHOWN: usize = 4;
        let mut text = String::from(if self.count() == 1 { "thread " } else { "threads " });
        for (i, [first, last]) in self.ranges.iter().take(SHOWN).enumerate() {
            if i > 0 {
                text.push_str(", ");
            }
            if first == last {
                text.push_str(&first.to_string());
            } else {
                text.push_str(&format!("{first}-{last}"));
            }
        }
        let rest: u64 =
            self.ranges.iter().skip(SHOWN).map(|[a, b]| b.saturating_sub(*a).saturating_add(1)).sum();
        if rest > 0 {
            text.push_str(&format!(" and {rest} more"));
        }
        text
    }
}

/// One thread as a set.
impl From<Thread> for Threads {
    fn from(thread: Thread) -> Self {
        // Thread = warp · size + lane; a warp of number 0 does not tell its size, and a single thread
        // needs none.
        let size = thread.linear.saturating_sub(thread.lane).checked_div(thread.warp).unwrap_or(0);
        Threads {
            cta: thread.cta,
            ranges: vec![[thread.linear, thread.linear]],
            warp_size: u32::try_from(size).unwrap_or(0),
        }
    }
}

/// `warp 0 (threads 0-31)`, or only the threads.
impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole_warps() {
            Some(_) => write!(f, "{} ({})", self.short(), self.numbers()),
            None => f.write_str(&self.numbers()),
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
        assert_eq!(thread.to_string(), "thread 70 (6,0,2)");
        assert_eq!(Thread::new(33, [0; 3], [128, 1, 1], 32).to_string(), "thread 33");
        assert_eq!(Thread::new(3, [0; 3], [0; 3], 0).lane, 0);
    }

    #[test]
    fn sets_are_named_by_warps_where_they_are_warps() {
        let set = |numbers: &[u64]| Threads::new(numbers.iter().copied(), [0; 3], 32).to_string();
        assert_eq!(Threads::new(0..32, [0; 3], 32).to_string(), "warp 0 (threads 0-31)");
        assert_eq!(Threads::new(32..128, [0; 3], 32).to_string(), "warps 1-3 (threads 32-127)");
        assert_eq!(set(&[3, 1, 2, 9]), "threads 1-3, 9");
        assert_eq!(set(&[7]), "thread 7");
        let both = Threads::new([1, 2], [0; 3], 32).with(&Threads::new([3, 9], [0; 3], 32));
        assert_eq!(both.to_string(), "threads 1-3, 9");
        assert_eq!(set(&[0, 2, 4, 6, 8, 10]), "threads 0, 2, 4, 6 and 2 more");
    }
}
