//! Loops that do not terminate, as the reference machine shows them.

use super::Kernel;
use crate::confirm::replay::limits::STEPS;
use crate::confirm::replay::schedule::{Schedule, Show};
use crate::confirm::replay::witness;
use crate::subject::launch::launch_of;
use crate::words::launch::reported;
use raddle_report::{Ctas, Diagnostic, Thread, Witness};
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::Endless;

impl Kernel<'_> {
    /// The finding for an endless loop that the reference machine shows.
    pub(super) fn finding(&self, model: &Model<'_>, endless: &Endless) -> Option<Diagnostic> {
        let schedule = self.replayed(model, endless)?;
        let found = self.words().endless(model, endless, STEPS);
        Some(found.witness(self.witness(endless, &schedule)?))
    }

    /// The warning that a loop terminates under a condition only, where an endless run violates it.
    pub(super) fn warning(
        &self,
        model: &Model<'_>,
        condition: &Condition,
        endless: Option<&Endless>,
    ) -> Option<Diagnostic> {
        let endless = endless?;
        // Where it reads what a buffer holds, it may read beyond the buffer.
        let is_seen = endless.contents.is_empty() || self.replayed(model, endless).is_some();
        Some(self.words().conditional(model, condition, endless, is_seen))
    }

    /// The test that shows an endless loop.
    fn witness(&self, endless: &Endless, schedule: &Schedule) -> Option<Witness> {
        let block = self.block_with(&endless.inputs);
        let launch = launch_of(&self.input.module, self.function, block, &self.options.launch).ok()?;
        let cta = schedule.cta.unwrap_or_default();
        let threads = match &schedule.show {
            Show::Endless(of) => vec![Thread::new(u64::from(of.thread), cta, block, launch.warp_size)],
            _ => Vec::new(),
        };
        let told = reported(self.function, &launch, Ctas::One(cta), self.options);
        Some(witness::make(self.input, self.function, &told, threads, schedule, true))
    }
}
