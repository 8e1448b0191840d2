//! For which lanes those of a warp wait.
//!
//! `bar.warp.sync` and most collectives wait only for those members of their masks that have not ended. Whether a member ends without coming to
//! the n-th wait of a mask depends on what it does only, so all that come know it of each other: that wait is one of the others.

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

    /// Lanes reach a wait. Returns for which members they wait, and which of them do: members that do not exist take no part, and in most waits
    /// those that have ended do not either.
    pub(super) fn come(
        &mut self,
        coming: u32,
        wait: &Wait,
        (existing, exited): (u32, &impl Fn(&u32) -> bool),
    ) -> BTreeMap<u32, u32> {
        let come = self.come.entry(wait.mask).or_insert([0; LANES as usize]);
        let all = self.all.get(&wait.mask);
        let mut members = BTreeMap::new();
        for lane in lanes(coming) {
            let nth = come[lane as usize];
            come[lane as usize] += 1;
            let stays_away = |member: &u32| all.is_none_or(|all| all[*member as usize] <= nth);
            let all = wait.mask & existing;
            let ended = lanes(all).filter(|member| !wait.ended && stays_away(member) && exited(member));
            let mask = ended.fold(all, |mask, member| mask & !(1 << member));
            *members.entry(mask).or_insert(0) |= 1 << lane;
        }
        members
    }
}
