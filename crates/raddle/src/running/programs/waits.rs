//! Which lanes are left alone in a warp collective.
//!
//! Most collectives wait only for those members of their masks that have not ended. A wait in [`raddle_sync`] is one for all members. So
//! one that a member misses by having ended becomes no wait at all: a collective orders no memory.

use raddle_machine::monitor::lanes;
use raddle_machine::record::{Entry, Wait, WarpRecorder, What};
use raddle_sync::warps::LANES;
use std::collections::BTreeMap;

/// The waits of a warp's lanes for each other, by their mask: how often each lane comes, and how often it has come.
pub(super) struct Waits {
    all: BTreeMap<u32, [u32; LANES as usize]>,
    come: BTreeMap<u32, [u32; LANES as usize]>,
}

impl Waits {
    pub(super) fn of(entries: &[Entry], recorder: &WarpRecorder) -> Self {
        let mut waits = Self { all: BTreeMap::new(), come: BTreeMap::new() };
        for entry in entries {
            if let What::WarpSync(n) = recorder.act(*entry).what {
                let times = waits.all.entry(recorder.waits()[n as usize].mask).or_insert([0; LANES as usize]);
                lanes(entry.lanes).for_each(|lane| times[lane as usize] += 1);
            }
        }
        waits
    }

    /// Lanes reach a wait. Returns those that wait only for members that have ended, at a collective that does not wait for these.
    pub(super) fn come(&mut self, coming: u32, wait: &Wait, exited: &impl Fn(&u32) -> bool) -> u32 {
        let come = self.come.entry(wait.mask).or_insert([0; LANES as usize]);
        let all = self.all.get(&wait.mask);
        let mut alone = 0;
        for lane in lanes(coming) {
            let nth = come[lane as usize];
            come[lane as usize] += 1;
            let stays_away = |member: &u32| all.is_none_or(|all| all[*member as usize] <= nth);
            let mut missing = lanes(wait.mask).filter(stays_away).peekable();
            let ended = missing.peek().is_some() && missing.all(|member| exited(&member));
            alone |= u32::from(ended && !wait.ended) << lane;
        }
        alone
    }
}
