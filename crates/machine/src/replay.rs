//! Replay of witnesses: hold threads before an event, and let all others run.
//!
//! Two accesses at which two threads are held at the same time can come in either order: if they
//! overlap and conflict, the race is real. A thread held before its registration at a barrier while another
//! registers for the next generation shows that the barrier is reused without order.

use crate::domain::Domain;
use crate::machine::{Group, Hold, Lane, Machine};
use crate::monitor::{AccessKind, Event, Monitor, lanes};
use crate::outcome::Outcome;
use crate::program::Step;

/// What came of holding threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoldReport {
    /// How the others ended: [`Outcome::Held`] if all that could run has run.
    pub outcome: Outcome,
    /// For each hold, in order: the event that the thread stands before; none if it did not come there.
    pub held: Vec<Option<Event>>,
}

impl<D: Domain> Machine<'_, D> {
    /// Runs the launch's CTA from its start with threads held: each stops just before its event with the
    /// given number, and all others run as far as they can.
    pub fn run_with_holds(&mut self, holds: &[Hold], monitor: &mut dyn Monitor) -> HoldReport {
        self.holds = holds.to_vec();
        let outcome = self.run(monitor);
        let held = std::mem::take(&mut self.held);
        self.holds.clear();
        let find = |hold: &Hold| held.iter().find(|(h, _)| h == hold).map(|&(_, event)| event);
        HoldReport { outcome, held: holds.iter().map(find).collect() }
    }

    /// Takes the lanes out of a group that are to be held before its step.
    pub(crate) fn hold(&mut self, warp: usize, group: &mut Group) {
        let pc = group.pc as usize;
        let site = self.program.sites[pc];
        let program = self.program;
        for n in 0..self.holds.len() {
            let hold = self.holds[n];
            let (w, lane) = (hold.thread as usize / self.width, hold.thread % self.width as u32);
            if w != warp || group.lanes >> lane & 1 == 0 {
                continue;
            }
            if self.cta.warps[warp].events[lane as usize] != hold.event {
                continue;
            }
            let guard = match &program.steps[pc] {
                Step::Load { guard, .. }
                | Step::Store { guard, .. }
                | Step::Atomic { guard, .. }
                | Step::Barrier { guard, .. }
                | Step::WarpSync { guard, .. }
                | Step::Collective { guard, .. } => *guard,
                _ => continue,
            };
            let active = crate::exec::Active::sure(1 << lane);
            let on = self.guarded(warp, active, guard);
            if lanes(on.lanes & !on.may).next().is_none() {
                continue;
            }
            let event = match &program.steps[pc] {
                Step::Load { addr, access, size, silent, .. } => {
                    let shape = crate::place::Shape { access: *access, size: *size, silent: *silent, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Read)
                }
                Step::Store { addr, access, size, silent, .. } => {
                    let shape = crate::place::Shape { access: *access, size: *size, silent: *silent, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Write)
                }
                Step::Atomic { op, ty, addr, access, .. } => {
                    let size = ty.bytes();
                    let shape = crate::place::Shape { access: *access, size, silent: false, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Atomic(*op))
                }
                Step::Barrier { .. } => self.next_registration(warp, lane, pc),
                Step::WarpSync { mask, .. } => self.next_wait(warp, lane, *mask, true, pc),
                Step::Collective { mask: Some(mask), .. } => self.next_wait(warp, lane, *mask, false, pc),
                _ => None,
            };
            if let Some(event) = event {
                group.lanes &= !(1 << lane);
                self.cta.warps[warp].state[lane as usize] = Lane::Held { pc: group.pc };
                self.held.push((hold, event));
            }
        }
    }

    fn next_wait(&self, warp: usize, lane: u32, mask: u32, memory: bool, pc: usize) -> Option<Event> {
        let given = D::get(self.get(warp, mask, lane))? as u32;
        let mask = given & self.existing(warp) | 1 << lane;
        Some(Event::WarpSync { mask, memory, site: self.program.sites[pc] })
    }
}
