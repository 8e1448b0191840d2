//! Where lanes of a warp are together in lock-step, without an access there.
//!
//! In lock-step lanes that are together take each step together: what one of them did before comes before what any of them does then. An
//! access records who was together ([`Act::group`](crate::record::Act)). But lanes may be together between two accesses only, as in `if (t
//! == 0) s[0] = 1; if (t == 1) x = s[0];`, where all of them are in front of the second branch. Such a *meeting* is kept, unless it makes
//! no difference: unless they were all together when one of them last was with others, or made an access. So there are no more of them than
//! accesses require, and none in a loop without accesses.

use crate::watching::monitor::lanes;

/// The meetings of a warp's lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    /// Sets of lanes that were together when one of them last appeared. Empty outside of lock-step.
    together: Vec<u32>,
    /// In order: before which event of the warp, by its number, and who.
    pub(crate) all: Vec<(usize, u32)>,
}

impl Meetings {
    /// Lanes are together, before the event of this number.
    pub(crate) fn meet(&mut self, before: usize, mask: u32) {
        if self.together.iter().any(|set| mask & !set == 0) {
            return;
        }
        // At first all are.
        if !self.together.is_empty() {
            self.all.push((before, mask));
        }
        self.put(mask);
    }

    /// Lanes of a group make an access; of no group if it is not known who was together.
    pub(crate) fn access(&mut self, mask: u32, group: u32) {
        match group {
            _ if self.together.is_empty() => {}
            0 => lanes(mask).for_each(|lane| self.put(1 << lane)),
            _ => self.put(group),
        }
    }

    fn put(&mut self, mask: u32) {
        if !self.together.contains(&mask) {
            self.together.iter_mut().for_each(|set| *set &= !mask);
            self.together.retain(|&set| set != 0);
            self.together.push(mask);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meeting_is_kept_where_it_makes_a_difference() {
        let mut meetings = Meetings::default();
        meetings.access(1, 1);
        assert_eq!(meetings.together, [], "not in lock-step");
        meetings.meet(0, 15);
        // Two sides without an access meet: there is nothing to report.
        for side in [3, 12, 15, 3, 12, 15] {
            meetings.meet(0, side);
        }
        assert_eq!(meetings.all, []);
        meetings.access(1, 1);
        meetings.meet(1, 1);
        meetings.meet(1, 14);
        meetings.meet(1, 15);
        meetings.meet(1, 15);
        meetings.access(2, 15);
        meetings.meet(2, 15);
        assert_eq!(meetings.all, [(1, 15)]);
        meetings.access(6, 0);
        meetings.meet(3, 6);
        assert_eq!(meetings.all, [(1, 15), (3, 6)]);
    }
}
