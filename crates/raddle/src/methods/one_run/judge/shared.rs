//! Races in shared memory alone, where those in global memory are not decided.
//!
//! Global addresses often depend on sizes that are not given, and shared ones rarely do. So a part of the answer may be known: that no two
//! accesses to shared memory race. It is a proof only if a race in global memory could not affect it. What threads do in shared memory, and
//! how they synchronise, has to be the same in all schedules: it must not depend on what is read from memory ([`crate::subject::taint`]),
//! except from buffers that nothing writes. The same holds for what is written where two threads write the same value.

use super::{InShared, Judge};
use crate::running::places;
use crate::running::programs::Programs;
use crate::subject::taint;
use crate::subject::taint::Followed;
use raddle_ir::Inst;
use raddle_machine::monitor::Issue;
use raddle_sync::program::Space;
use raddle_sync::race::{Class, Race};
use raddle_sync::{Analysis, RaceVerdict};
use std::collections::BTreeSet;

impl Judge<'_> {
    /// The proof that there is no race in shared memory, if there is one. The race verdict depends on these analyses only.
    pub(super) fn prove_shared<'a>(
        &self,
        recorded: &Programs,
        analyses: impl Iterator<Item = &'a Analysis>,
    ) -> Option<InShared> {
        let in_shared =
            |race: &&Race| [&race.first, &race.second].iter().any(|side| side.access.space == Space::Shared);
        let mut equal = BTreeSet::new();
        for analysis in analyses {
            let RaceVerdict::Decided(races) = &analysis.races else { return None };
            if races.truncated {
                return None;
            }
            for race in races.races.iter().filter(in_shared) {
                if race.class != Class::Benign || self.options.ask.strict_benign {
                    return None;
                }
                equal.extend([race.first.access.site, race.second.access.site]);
            }
        }
        let recording = &self.run.recording;
        let opaque =
            |issue: &Issue| matches!(issue, Issue::Opaque { effects, .. } if effects.reads || effects.writes);
        if recording.issues.iter().any(opaque)
            || self.waits_in_memory().is_some()
            || places::perhaps_shared(recording)
            || self.reaches_other_ctas().is_some()
        {
            return None;
        }
        let stores: BTreeSet<Inst> = recorded.instructions(&equal).collect();
        let depends = |steady: &BTreeSet<Inst>| {
            let (module, in_lock_step) = (&self.kernel.input.module, self.options.launch.warp_synchronous);
            let followed = Followed { module, steady, in_lock_step };
            taint::shared_on_memory(self.kernel.function, &followed, &stores).is_some()
        };
        if !depends(&BTreeSet::new()) {
            return Some(InShared { on_global: false });
        }
        let steady = match self.options.launch.may_alias {
            true => BTreeSet::new(),
            false => &places::steady_loads(recording) | &self.run.untold,
        };
        (!depends(&steady)).then_some(InShared { on_global: true })
    }
}
