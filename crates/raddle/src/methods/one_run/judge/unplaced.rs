//! Accesses whose places are not known.

use super::Judge;
use crate::words::findings::Told;
use crate::words::unknown;
use crate::words::unknown::races;
use raddle_machine::domain::Site;
use raddle_machine::monitor::Issue;
use raddle_report::{Rule, Unknown};
use raddle_sync::race::Race;

impl Judge<'_> {
    /// Two accesses that nothing orders and that may or may not meet.
    pub(super) fn unplaced(&self, told: &Told<'_>, race: &Race) -> Unknown {
        let mut sides = [&race.first, &race.second];
        if told.area(sides[0]).is_none() {
            sides.swap(0, 1);
        }
        let unplaced = self.kernel.place(told.sites.loc(sides[0].access.site));
        let unknown = races::unplaced(told, sides);
        self.blaming(unknown, |at| self.kernel.place(at.loc).same_place(&unplaced))
    }

    /// Adds what the address of an access depends on.
    pub(super) fn blaming(&self, mut unknown: Unknown, is_it: impl Fn(Site) -> bool) -> Unknown {
        let mut issues = self.run.recording.issues.iter();
        let causes = issues.find_map(|issue| match issue {
            Issue::UnknownAddress { site, causes, .. } if is_it(*site) => Some(causes),
            _ => None,
        });
        let Some(causes) = causes else { return unknown };
        if unknown::is_by_schedule(self.kernel, causes) {
            unknown.rule = Rule::UnknownSchedule;
        }
        unknown::with_causes(unknown, self.kernel, causes)
    }
}
