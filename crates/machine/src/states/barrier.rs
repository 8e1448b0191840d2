//! Named barriers: the state machine of paper 001 §3, rule by rule.
//!
//! A CTA owns a fixed set of barriers (16 on every GPU so far, PTX ISA `bar`/`barrier`). The paper
//! maps each barrier name to a triple `(I, A, n)`: the threads blocked by `sync`, the threads that
//! `arrive`d, and the number of threads expected, `⊥` while no thread has registered. [`Barrier`] is
//! that triple, [`Barriers`] the map. *Registering* means `sync` or `arrive`:
//!
//! | rule of §3.3 | here |
//! | --- | --- |
//! | first `arrive`/`sync` configures the barrier | [`Barrier::register`], count was `⊥` |
//! | later `arrive`/`sync`, `0 < |I|+|A| < n` | [`Barrier::register`] |
//! | recycle, `|I|+|A| = n` | [`Barrier::recycle`] |
//! | error: `|I|+|A| = n` already | [`BarrierError::OverArrival`] |
//! | error: count `m ≠ n` | [`BarrierError::CountMismatch`] |
//!
//! The error rules are the same for `sync` and `arrive` ("not shown" in the paper). A thread may
//! `arrive` and then register again in the same generation: both count, as in the paper.
//!
//! # Is over-arrival reachable?
//!
//! Yes, and only in one place. The rule that lets a thread take a step demands that *no* barrier is
//! full, so after the registration that fills a barrier the next ordinary step can only be its
//! recycling. But the last rule of §3.3, which takes the CTA to `err` when a thread's step is `err`,
//! has no such premise. So in the one state between filling and recycling, a thread that stands
//! before another registration of the full barrier may take the CTA to `err`: two independent pairs
//! of threads that use one barrier without order between them over-arrive in some schedule. That is why
//! filling and recycling are two steps here: [`Registered::Full`] says that the recycling is due. A machine
//! that runs one schedule calls [`Barriers::register_eagerly`], which recycles at once and so takes
//! the schedule without that error; an exhaustive explorer takes the two steps apart.
//!
//! # Warps
//!
//! Real kernels register warp-wise, so threads are named by (warp, lane) and one call registers any
//! lanes of one warp. Hardware counts warps, not lanes (PTX ISA: "the arrival count is incremented
//! by the warp size, not the number of active threads"), so the amount by which a registration raises
//! the count is a parameter, `weight`; it equals the number of lanes where threads count one by one.

use std::fmt;
use std::hash::{Hash, Hasher};

/// How a thread registers at a barrier (paper 001 §3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum How {
    /// `sync`: register and block until the generation completes. `bar.sync`, `bar.red`.
    Sync,
    /// `arrive`: register and continue. `bar.arrive`.
    Arrive,
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sync => "sync",
            Self::Arrive => "arrive",
        })
    }
}

/// A multiset of threads, as bit masks per warp, in a form that is equal for equal multisets.
///
/// Sorted by warp. A lane that occurs twice stands in two *layers* of its warp: the first mask of a
/// warp holds the lanes that occur at least once, the second those that occur at least twice, ….
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lanes(Vec<(u32, u32)>);

impl Lanes {
    /// Adds `lanes` (bit i is lane i) of `warp`.
    fn add(&mut self, warp: u32, mut lanes: u32) {
        let mut at = self.0.partition_point(|&(w, _)| w < warp);
        while lanes != 0 {
            match self.0.get_mut(at) {
                Some((w, layer)) if *w == warp => {
                    let again = *layer & lanes;
                    *layer |= lanes;
                    lanes = again;
                    at += 1;
                }
                _ => {
                    self.0.insert(at, (warp, lanes));
                    return;
                }
            }
        }
    }

    /// The lanes of `warp` that occur at least once.
    pub fn of_warp(&self, warp: u32) -> u32 {
        let at = self.0.partition_point(|&(w, _)| w < warp);
        self.0.get(at).map_or(0, |&(w, mask)| if w == warp { mask } else { 0 })
    }

    /// `(warp, mask)` in order of warps; a warp comes twice where a lane occurs twice.
    pub fn masks(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.0.iter().copied()
    }

    /// Whether no thread is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a successful registration led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Registered {
    /// More threads must register. A `sync` is now blocked.
    Waiting,
    /// That was the last one: the barrier is to be recycled next. A `sync` counts as blocked until then.
    Full,
}

/// A generation that completed: the effect of the recycle rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Completion {
    /// Which generation, counted from 1 as in figure 3 of paper 001.
    pub generation: u32,
    /// The threads that blocked at the barrier and continue now.
    pub woken: Lanes,
}

/// Why a registration takes the CTA to `err`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BarrierError {
    /// The barrier is configured for another number of threads.
    CountMismatch {
        /// The count that configured this generation.
        expected: u32,
        /// The count of the registration that fails.
        given: u32,
    },
    /// More threads register than the generation expects.
    OverArrival {
        /// The number of threads that the generation expects.
        expected: u32,
        /// How many had registered before.
        registered: u32,
        /// By how much the failing registration would have raised that.
        weight: u32,
    },
    /// A count of 0, or one above the number of threads that a CTA may have.
    InvalidCount {
        /// The count of the registration.
        given: u32,
        /// The largest legal count.
        most: u32,
    },
    /// There is no barrier of this number.
    InvalidId {
        /// The number asked for.
        id: u32,
        /// How many barriers there are.
        barriers: u32,
    },
    /// A lane that is blocked at this very barrier registers again: the caller let a disabled thread run.
    Blocked {
        /// The warp.
        warp: u32,
        /// Those of its lanes that are blocked already.
        lanes: u32,
    },
}

impl fmt::Display for BarrierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CountMismatch { expected, given } => write!(
                f,
                "this generation of the barrier was configured for {expected} threads, but this \
                 registration gives {given}: all participants must give the same count"
            ),
            Self::OverArrival { expected, registered, weight } => write!(
                f,
                "{registered} of {expected} threads have registered, and {weight} more register in the same \
                 generation: order them after its completion, or raise the count"
            ),
            Self::InvalidCount { given: 0, .. } => {
                f.write_str("a barrier cannot expect 0 threads: give the number of threads that take part")
            }
            Self::InvalidCount { given, most } => {
                write!(f, "a barrier cannot expect {given} threads: a block has at most {most}")
            }
            Self::InvalidId { id, barriers } => {
                write!(
                    f,
                    "there is no barrier {id}: a block has barriers 0 to {}",
                    barriers.saturating_sub(1)
                )
            }
            Self::Blocked { warp, lanes } => {
                write!(
                    f,
                    "lanes {lanes:#x} of warp {warp} are blocked at this barrier and cannot register again"
                )
            }
        }
    }
}

impl std::error::Error for BarrierError {}

/// One barrier: the triple `(I, A, n)` of paper 001 §3.2, and how often it was recycled.
///
/// Equality and hash are those of the triple: the number of recyclings is a name for the report, no part of the state, so that an
/// exhaustive search over a loop returns to a state that it knows.
#[derive(Clone, Debug, Default)]
pub struct Barrier {
    /// `I`.
    synced: Lanes,
    /// `A`.
    arrived: Lanes,
    /// `n`; 0 is `⊥`.
    expected: u32,
    /// `|I| + |A|`, in weights. Equals neither list's length where hardware counts whole warps.
    registered: u32,
    recycled: u32,
}

impl PartialEq for Barrier {
    fn eq(&self, other: &Self) -> bool {
        (&self.synced, &self.arrived, self.expected, self.registered)
            == (&other.synced, &other.arrived, other.expected, other.registered)
    }
}

impl Eq for Barrier {}

impl Hash for Barrier {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.synced, &self.arrived, self.expected, self.registered).hash(state);
    }
}

impl Barrier {
    /// Registers `lanes` of `warp` (bit i is lane i), raising the count by `weight`, in a
    /// generation that is to have `count` threads.
    ///
    /// # Errors
    /// The error productions of §3.3, a count of 0, and a lane that is blocked here already. After
    /// an error the barrier is as before.
    pub fn register(
        &mut self,
        how: How,
        warp: u32,
        lanes: u32,
        weight: u32,
        count: u32,
    ) -> Result<Registered, BarrierError> {
        if count == 0 {
            return Err(BarrierError::InvalidCount { given: 0, most: u32::MAX });
        }
        if self.expected != 0 && self.expected != count {
            return Err(BarrierError::CountMismatch { expected: self.expected, given: count });
        }
        if self.is_full() || weight > count - self.registered {
            return Err(BarrierError::OverArrival { expected: count, registered: self.registered, weight });
        }
        let blocked = self.synced.of_warp(warp) & lanes;
        if blocked != 0 {
            return Err(BarrierError::Blocked { warp, lanes: blocked });
        }
        self.expected = count;
        self.registered += weight;
        match how {
            How::Sync => self.synced.add(warp, lanes),
            How::Arrive => self.arrived.add(warp, lanes),
        }
        Ok(if self.is_full() { Registered::Full } else { Registered::Waiting })
    }

    /// The recycle rule: if all expected threads have registered, wakes the blocked ones and
    /// returns the barrier to its unconfigured state. `None` if it is not full.
    pub fn recycle(&mut self) -> Option<Completion> {
        if !self.is_full() {
            return None;
        }
        self.recycled += 1;
        self.expected = 0;
        self.registered = 0;
        self.arrived.0.clear();
        Some(Completion { generation: self.recycled, woken: std::mem::take(&mut self.synced) })
    }

    /// Whether the generation is complete and only its recycling is due.
    pub fn is_full(&self) -> bool {
        self.expected != 0 && self.registered == self.expected
    }

    /// The number of threads that the current generation expects; `None` while unconfigured.
    pub fn expected(&self) -> Option<u32> {
        (self.expected != 0).then_some(self.expected)
    }

    /// How many have registered in the current generation, in weights.
    pub fn registered(&self) -> u32 {
        self.registered
    }

    /// The threads that block here.
    pub fn synced(&self) -> &Lanes {
        &self.synced
    }

    /// The threads that arrived without blocking.
    pub fn arrived(&self) -> &Lanes {
        &self.arrived
    }

    /// The generation that the next registration belongs to, counted from 1.
    pub fn generation(&self) -> u32 {
        self.recycled + 1
    }
}

/// The barrier map of a CTA.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barriers {
    barriers: Vec<Barrier>,
    most: u32,
}

impl Barriers {
    /// `barriers` unconfigured barriers in a CTA that has at most `most` threads.
    pub fn new(barriers: u32, most: u32) -> Self {
        Self { barriers: vec![Barrier::default(); barriers as usize], most }
    }

    /// Registers lanes of a warp at barrier `id`: see [`Barrier::register`].
    ///
    /// # Errors
    /// As [`Barrier::register`]; and an unknown `id`, or a `count` above the CTA's threads.
    pub fn register(
        &mut self,
        id: u32,
        how: How,
        warp: u32,
        lanes: u32,
        weight: u32,
        count: u32,
    ) -> Result<Registered, BarrierError> {
        let barriers = self.barriers.len() as u32;
        let Some(barrier) = self.barriers.get_mut(id as usize) else {
            return Err(BarrierError::InvalidId { id, barriers });
        };
        if count == 0 || count > self.most {
            return Err(BarrierError::InvalidCount { given: count, most: self.most });
        }
        barrier.register(how, warp, lanes, weight, count)
    }

    /// Recycles barrier `id` if it is full: see [`Barrier::recycle`].
    pub fn recycle(&mut self, id: u32) -> Option<Completion> {
        self.barriers.get_mut(id as usize)?.recycle()
    }

    /// Registers and, if that fills the barrier, recycles it at once: a step of a machine that
    /// follows one schedule. `Some` if the generation completed.
    ///
    /// # Errors
    /// As [`Barriers::register`].
    pub fn register_eagerly(
        &mut self,
        id: u32,
        how: How,
        warp: u32,
        lanes: u32,
        weight: u32,
        count: u32,
    ) -> Result<Option<Completion>, BarrierError> {
        self.register(id, how, warp, lanes, weight, count)?;
        Ok(self.recycle(id))
    }

    /// Barrier `id`, if there is one.
    pub fn get(&self, id: u32) -> Option<&Barrier> {
        self.barriers.get(id as usize)
    }

    /// All barriers with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &Barrier)> {
        (0..).zip(&self.barriers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(of: &Lanes) -> Vec<(u32, u32)> {
        of.masks().collect()
    }

    #[test]
    fn a_producer_and_a_consumer_warp() {
        let mut all = Barriers::new(16, 1024);
        assert_eq!(all.register_eagerly(1, How::Sync, 0, !0, 32, 64), Ok(None));
        let barrier = all.get(1).unwrap();
        assert_eq!((barrier.expected(), barrier.registered(), barrier.generation()), (Some(64), 32, 1));
        let done = all.register_eagerly(1, How::Arrive, 1, !0, 32, 64).unwrap().unwrap();
        assert_eq!((done.generation, lanes(&done.woken)), (1, vec![(0, !0)]));
        let barrier = all.get(1).unwrap();
        assert_eq!((barrier.expected(), barrier.registered(), barrier.generation()), (None, 0, 2));
    }

    #[test]
    fn a_count_mismatch_is_an_error_and_changes_nothing() {
        let mut all = Barriers::new(16, 1024);
        all.register(0, How::Sync, 0, 1, 1, 2).unwrap();
        let before = all.clone();
        assert_eq!(
            all.register(0, How::Arrive, 0, 2, 1, 3),
            Err(BarrierError::CountMismatch { expected: 2, given: 3 })
        );
        assert_eq!(all, before);
    }

    #[test]
    fn over_arrival_between_filling_and_recycling() {
        let mut all = Barriers::new(16, 1024);
        assert_eq!(all.register(0, How::Arrive, 0, 1, 1, 2), Ok(Registered::Waiting));
        assert_eq!(all.register(0, How::Arrive, 0, 2, 1, 2), Ok(Registered::Full));
        let over = BarrierError::OverArrival { expected: 2, registered: 2, weight: 1 };
        assert_eq!(all.register(0, How::Sync, 0, 4, 1, 2), Err(over));
        assert_eq!(all.register(0, How::Arrive, 0, 4, 1, 2), Err(over));
        // Other barriers are not affected, and the recycled one takes new threads.
        assert_eq!(all.recycle(1), None);
        assert!(all.recycle(0).unwrap().woken.is_empty());
        assert_eq!(all.register(0, How::Sync, 0, 4, 1, 7), Ok(Registered::Waiting));
    }

    #[test]
    fn a_warp_that_crosses_the_count_over_arrives() {
        let mut all = Barriers::new(16, 1024);
        all.register(0, How::Sync, 0, !0, 32, 48).unwrap();
        assert_eq!(
            all.register(0, How::Sync, 1, !0, 32, 48),
            Err(BarrierError::OverArrival { expected: 48, registered: 32, weight: 32 })
        );
    }

    #[test]
    fn a_thread_may_arrive_twice_and_then_sync_in_one_generation() {
        let mut all = Barriers::new(16, 1024);
        all.register(0, How::Arrive, 3, 1, 1, 3).unwrap();
        all.register(0, How::Arrive, 3, 1, 1, 3).unwrap();
        assert_eq!(lanes(all.get(0).unwrap().arrived()), [(3, 1), (3, 1)]);
        let done = all.register_eagerly(0, How::Sync, 3, 1, 1, 3).unwrap().unwrap();
        assert_eq!(lanes(&done.woken), [(3, 1)]);
    }

    #[test]
    fn a_blocked_lane_cannot_register() {
        let mut all = Barriers::new(16, 1024);
        all.register(0, How::Sync, 0, 0b0110, 2, 8).unwrap();
        assert_eq!(
            all.register(0, How::Sync, 0, 0b1100, 2, 8),
            Err(BarrierError::Blocked { warp: 0, lanes: 0b0100 })
        );
    }

    #[test]
    fn wrong_ids_and_counts() {
        let mut all = Barriers::new(16, 1024);
        assert_eq!(
            all.register(16, How::Sync, 0, 1, 1, 2),
            Err(BarrierError::InvalidId { id: 16, barriers: 16 })
        );
        assert_eq!(
            all.register(0, How::Sync, 0, 1, 1, 0),
            Err(BarrierError::InvalidCount { given: 0, most: 1024 })
        );
        assert_eq!(
            all.register(0, How::Sync, 0, 1, 1, 1056),
            Err(BarrierError::InvalidCount { given: 1056, most: 1024 })
        );
        assert_eq!(all, Barriers::new(16, 1024));
    }

    #[test]
    fn generations_may_differ_in_their_counts_and_do_not_tell_states_apart() {
        let mut all = Barriers::new(1, 64);
        let fresh = all.clone();
        for (generation, count) in [(1, 1), (2, 5), (3, 2)] {
            for lane in 0..count {
                let done = all.register_eagerly(0, How::Sync, 0, 1 << lane, 1, count).unwrap();
                assert_eq!(done.map(|d| d.generation), (lane + 1 == count).then_some(generation));
            }
        }
        assert_eq!(all, fresh);
    }

    #[test]
    fn equal_multisets_of_lanes_are_equal() {
        let (mut a, mut b) = (Lanes::default(), Lanes::default());
        for (warp, mask) in [(1, 0b01), (0, 0b11), (1, 0b11), (1, 0b01)] {
            a.add(warp, mask);
        }
        for (warp, mask) in [(1, 0b01), (1, 0b01), (0, 0b10), (1, 0b11), (0, 0b01)] {
            b.add(warp, mask);
        }
        assert_eq!(a, b);
        assert_eq!(lanes(&a), [(0, 0b11), (1, 0b11), (1, 0b01), (1, 0b01)]);
    }
}
