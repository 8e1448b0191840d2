//! The first rounds of each loop, where arbitrary rounds leave something open; and the reverse.
//!
//! In an arbitrary round a variable without a closed form may have values that it never has, and a run with the solver's inputs does not
//! show what it found. Inputs for the first rounds are more often real. A user who asks for the first rounds only still wants a bug that
//! arbitrary ones show. This proves nothing.

use super::Plan;
use crate::evidence::{Entry, Evidence};
use crate::methods::one_run::checked::Checked;
use crate::methods::two_threads::effort::Effort;
use crate::methods::two_threads::{Asked, Settled};
use crate::plan::limits::{ROUNDS, TIME};
use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_report::Property;

impl Plan<'_> {
    /// Refutes what is still open, if the first rounds of loops show a bug; or arbitrary ones, where the user asked for the first.
    pub(super) fn unwound(&self, checked: &mut Checked) {
        let options = self.asked.options;
        let is_done = options.launch.may_alias || checked.out_of_bounds || checked.undefined;
        let needed = self.needed(&checked.ledger);
        let open = |entry: &Entry| {
            needed.contains(&entry.property)
                && self.is_open(entry, false)
                && self.asked.follows(entry.property)
        };
        let open: Vec<Entry> = checked.ledger.entries().filter(open).collect();
        if is_done || open.is_empty() || !self.has_loops() {
            return;
        }
        let Some(effort) = Effort::about(options, TIME) else { return };
        let rounds = if options.two_threads.find_bugs.is_none() { Some(ROUNDS) } else { None };
        let mut options = options.clone();
        options.two_threads.find_bugs = rounds;
        let plan = Plan { asked: Asked { options: &options, ..self.asked } };
        let bounds = checked.ledger.entry(Property::Bounds).is_some();
        let Some(outcome) = plan.asked.outcome(Settled::default(), bounds, effort) else { return };
        for entry in open {
            if let Some(seen @ Evidence::Shown { .. }) = plan.evidence(&outcome, &entry, true, None) {
                checked.ledger.record(entry.property, seen);
            }
        }
    }

    fn has_loops(&self) -> bool {
        let cfg = Cfg::new(self.asked.function);
        !Loops::new(&cfg, &Dominators::new(&cfg)).all().is_empty()
    }
}
