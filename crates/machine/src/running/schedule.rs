//! Who runs next: the schedulers.

use crate::limits::TURN;
use crate::running::machine::{Machine, Scheduler, Stop};
use crate::running::outcome::Outcome;
use crate::states::state::Group;
use crate::values::domain::Domain;
use crate::watching::monitor::Monitor;

impl<D: Domain> Machine<'_, D> {
    /// Runs on from where the CTA stands.
    pub(crate) fn resume(&mut self, monitor: &mut dyn Monitor) -> Outcome {
        match self.run_to_end(monitor) {
            Ok(()) => self.ending(),
            Err(outcome) => *outcome,
        }
    }

    fn run_to_end(&mut self, monitor: &mut dyn Monitor) -> Result<(), Stop> {
        let mut turn = 0;
        loop {
            let Some((warp, group, budget)) = self.pick(&mut turn) else {
                if self.register_parts(monitor)? || self.register_ended(monitor)? {
                    continue;
                }
                return Ok(());
            };
            self.check_time()?;
            self.slice(warp, group, budget, monitor)?;
        }
    }

    /// Who runs next, and for how many steps.
    fn pick(&mut self, turn: &mut usize) -> Option<(usize, usize, u64)> {
        let warps = self.state.cta.warps.len();
        match self.options.scheduler {
            Scheduler::Independent | Scheduler::WarpSynchronous => {
                for n in 0..warps {
                    let warp = (*turn + n) % warps;
                    if !self.state.cta.warps[warp].groups.is_empty() {
                        // The next turn is the next warp's: this one has blocked, or its slice is over.
                        *turn = (warp + 1) % warps;
                        let count = self.state.cta.warps[warp].groups.len();
                        // Mostly the least advanced group; now and then another, so that none starves. In lock-step one side of a branch
                        // may starve the other, and lanes must not run on from where they are to meet.
                        let group = if count > 1 && !self.in_step() && (self.state.steps / TURN) % 4 == 3 {
                            (self.state.steps / TURN) as usize / 4 % count
                        } else {
                            self.furthest_behind(warp)?
                        };
                        return Some((warp, group, TURN));
                    }
                }
                None
            }
            Scheduler::LockStep => {
                let of =
                    |w: usize| self.furthest_behind(w).map(|g| (self.state.cta.warps[w].groups[g].pc, w, g));
                let (_, warp, group) = (0..warps).filter_map(of).min()?;
                Some((warp, group, 1))
            }
            Scheduler::Random(_) => {
                let all: Vec<(usize, usize)> = (0..warps)
                    .flat_map(|w| (0..self.state.cta.warps[w].groups.len()).map(move |g| (w, g)))
                    .collect();
                let (warp, mut group) = *all.get(self.next_random() as usize % all.len().max(1))?;
                let lanes = self.state.cta.warps[warp].groups[group].lanes;
                let part = lanes & self.next_random();
                if self.next_random().is_multiple_of(4) && part != 0 && part != lanes {
                    let groups = &mut self.state.cta.warps[warp].groups;
                    let pc = groups[group].pc;
                    groups[group].lanes = lanes & !part;
                    groups.push(Group { pc, lanes: part });
                    group = groups.len() - 1;
                }
                Some((warp, group, 1 + u64::from(self.next_random() % 24)))
            }
        }
    }

    fn furthest_behind(&self, warp: usize) -> Option<usize> {
        let groups = &self.state.cta.warps[warp].groups;
        (0..groups.len()).min_by_key(|&g| groups[g].pc)
    }

    fn next_random(&mut self) -> u32 {
        self.state.random ^= self.state.random << 13;
        self.state.random ^= self.state.random >> 7;
        self.state.random ^= self.state.random << 17;
        (self.state.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    }

    /// A group is to run.
    fn take(&mut self, warp: usize, group: usize, monitor: &mut dyn Monitor) -> Group {
        let group = self.state.cta.warps[warp].groups.swap_remove(group);
        if self.in_step() {
            monitor.together(warp as u32, group.lanes);
        }
        group
    }

    /// Runs a group, and those of its warp that it meets, for some steps.
    fn slice(
        &mut self,
        warp: usize,
        group: usize,
        mut budget: u64,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let stay = matches!(self.options.scheduler, Scheduler::Random(_));
        let mut current = self.take(warp, group, monitor);
        loop {
            let steps = self.state.steps;
            if (steps >= self.options.max_steps || steps & 0xfff == 0)
                && let Err(limit) = self.check_limits(current.pc, monitor)
            {
                self.join(warp, current);
                return Err(limit);
            }
            self.state.steps += 1;
            let jumped = self.step(warp, &mut current, monitor)?;
            if jumped {
                self.arrive(warp, current.pc, current.lanes);
            }
            budget -= 1;
            let waiting = !self.state.cta.warps[warp].groups.is_empty();
            if current.lanes == 0 {
                if budget == 0 || stay || !waiting {
                    return Ok(());
                }
                let Some(next) = self.furthest_behind(warp) else { return Ok(()) };
                current = self.take(warp, next, monitor);
            } else if budget == 0 {
                self.join(warp, current);
                return Ok(());
            } else if jumped && waiting && !stay {
                self.join(warp, current);
                let Some(next) = self.furthest_behind(warp) else { return Ok(()) };
                current = self.take(warp, next, monitor);
            }
        }
    }
}
