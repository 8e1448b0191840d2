//! Beyond a deadlock: what the waiting threads would do next, to explain which threads each of them waits for.
//!
//! All waits are taken to be over, whatever they wait for, and the run continues. What is recorded then is no execution; it shows which
//! registrations each thread still owes, as far as that does not depend on what it waited for.

use crate::limits::RELEASES;
use crate::running::machine::Machine;
use crate::running::outcome::Outcome;
use crate::states::barrier::Barriers;
use crate::states::state::{Group, Lane};
use crate::values::domain::Domain;
use crate::watching::monitor::Monitor;
use raddle_launch::limits::NAMED_BARRIERS;

impl<D: Domain> Machine<'_, D> {
    /// Continues after a deadlock as if every wait were over, for at most this many steps. The events go to the
    /// monitor as if they followed those of the run.
    pub fn run_beyond(&mut self, steps: u64, monitor: &mut dyn Monitor) {
        self.options.max_steps = self.state.steps.saturating_add(steps);
        for _ in 0..RELEASES {
            if !self.release() || !matches!(self.resume(monitor), Outcome::Deadlock(_)) {
                return;
            }
        }
    }

    /// Lets every waiting lane continue after what it waits at. Was there one?
    fn release(&mut self) -> bool {
        self.state.cta.barriers = Barriers::new(NAMED_BARRIERS, self.launch.most_registered());
        self.state.cta.predicates.iter_mut().for_each(Vec::clear);
        self.state.cta.textual.fill(None);
        let mut any = false;
        for warp in 0..self.state.cta.warps.len() {
            self.state.cta.warps[warp].came = 0;
            for lane in 0..self.width {
                let pc = match self.state.cta.warps[warp].lanes[lane] {
                    Lane::Barrier { pc, .. } | Lane::Aligned { pc } | Lane::Lanes { pc, .. } => pc,
                    _ => continue,
                };
                any = true;
                self.set_state(warp, 1 << lane, Lane::Running);
                self.join(warp, Group { pc: pc + 1, lanes: 1 << lane });
            }
        }
        any
    }
}
