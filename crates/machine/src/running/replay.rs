//! Replay of witnesses: hold threads before an event, and let all others run.
//!
//! Two accesses at which two threads are held at the same time can come in either order: if they
//! overlap and conflict, the race is real. A thread held before its registration at a barrier while another
//! registers for the next generation shows that the barrier is reused without order.

use crate::programs::program::Step;
use crate::running::machine::Machine;
use crate::running::outcome::Outcome;
use crate::states::state::{Group, Hold, Lane};
use crate::values::domain::Domain;
use crate::watching::monitor::{AccessKind, Event, Monitor, lanes};
use rustc_hash::{FxHashMap, FxHashSet};

/// The result of holding threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoldReport {
    /// How the others ended: [`Outcome::Held`] if all that could run has run.
    pub outcome: Outcome,
    /// For each hold, in order: the event that the thread stands before; none if the thread did not get there.
    pub held: Vec<Option<Event>>,
}

impl<D: Domain> Machine<'_, D> {
    /// Runs the launch's CTA from its start with threads held: each stops just before its event with the
    /// given number, and all others run as far as they can.
    pub fn run_with_holds(&mut self, holds: &[Hold], monitor: &mut dyn Monitor) -> HoldReport {
        self.set_holds(holds.iter().copied());
        let outcome = self.run(monitor);
        let held = std::mem::take(&mut self.state.held);
        self.holds.clear();
        let find = |hold: &Hold| held.iter().find(|(h, _)| h == hold).map(|&(_, event)| event);
        HoldReport { outcome, held: holds.iter().map(find).collect() }
    }

    /// The same for many pairs of threads in one run: for each pair the events that the two stand before at the same time, if the run
    /// reaches that. All are held at their first event; when no thread can continue, the pairs that stand there are recorded, and threads
    /// that no other pair needs continue. Where every pair waits for another one, the first of them is given up; held alone it may be seen.
    pub fn run_with_pairs(
        &mut self,
        pairs: &[[Hold; 2]],
        monitor: &mut dyn Monitor,
    ) -> Vec<Option<[Event; 2]>> {
        let mut found = vec![None; pairs.len()];
        let mut open: Vec<usize> = (0..pairs.len()).collect();
        self.set_holds(pairs.iter().flatten().copied());
        let mut outcome = self.run(monitor);
        while outcome == Outcome::Held {
            let held: FxHashMap<Hold, Event> = self.state.held.iter().copied().collect();
            open.retain(|&n| {
                let [first, second] = pairs[n].map(|hold| held.get(&hold).copied());
                found[n] = first.zip(second).map(|(a, b)| [a, b]);
                found[n].is_none()
            });
            if open.is_empty() {
                break;
            }
            let needed: FxHashSet<Hold> = open.iter().flat_map(|&n| pairs[n]).collect();
            if self.state.held.iter().all(|(hold, _)| needed.contains(hold)) {
                let Some(stuck) =
                    open.iter().position(|&n| pairs[n].iter().any(|hold| held.contains_key(hold)))
                else {
                    break;
                };
                open.remove(stuck);
                continue;
            }
            self.set_holds(needed.iter().copied());
            self.let_go(&needed);
            outcome = self.resume(monitor);
        }
        self.holds.clear();
        self.state.held.clear();
        found
    }

    fn set_holds(&mut self, holds: impl Iterator<Item = Hold>) {
        self.holds = vec![Vec::new(); self.launch.warps() as usize];
        for hold in holds {
            if let Some(of_warp) = self.holds.get_mut(hold.thread as usize / self.width) {
                of_warp.push(hold);
            }
        }
        for of_warp in &mut self.holds {
            of_warp.sort_unstable_by_key(|hold| (hold.thread, hold.event));
            of_warp.dedup();
        }
    }

    /// Lets held threads continue that are not needed any more.
    fn let_go(&mut self, needed: &FxHashSet<Hold>) {
        let (stay, go) =
            std::mem::take(&mut self.state.held).into_iter().partition(|(hold, _)| needed.contains(hold));
        self.state.held = stay;
        let go: Vec<(Hold, Event)> = go;
        for (hold, _) in go {
            let (warp, lane) = (hold.thread as usize / self.width, hold.thread % self.width as u32);
            if let Lane::Held { pc } = self.state.cta.warps[warp].lanes[lane as usize] {
                self.set_state(warp, 1 << lane, Lane::Running);
                self.join(warp, Group { pc, lanes: 1 << lane });
            }
        }
    }

    /// Takes the lanes out of a group that are to be held before its step.
    pub(crate) fn hold(&mut self, warp: usize, group: &mut Group) {
        let pc = group.pc as usize;
        let site = self.program.sites[pc];
        let program = self.program;
        for n in 0..self.holds[warp].len() {
            let hold = self.holds[warp][n];
            let lane = hold.thread % self.width as u32;
            if group.lanes >> lane & 1 == 0 {
                continue;
            }
            if self.state.cta.warps[warp].events[lane as usize] != hold.event {
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
            let active = crate::running::exec::Active::sure(1 << lane);
            let on = self.guarded(warp, active, guard);
            if lanes(on.lanes & !on.may).next().is_none() {
                continue;
            }
            let event = match &program.steps[pc] {
                Step::Load { addr, access, size, silent, .. } => {
                    let shape =
                        crate::running::place::Shape { access: *access, size: *size, silent: *silent, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Read)
                }
                Step::Store { addr, access, size, silent, .. } => {
                    let shape =
                        crate::running::place::Shape { access: *access, size: *size, silent: *silent, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Write)
                }
                Step::Atomic { op, ty, addr, access, .. } => {
                    let size = ty.bytes();
                    let shape = crate::running::place::Shape { access: *access, size, silent: false, site };
                    self.next_access(warp, lane, addr, shape, AccessKind::Atomic(*op))
                }
                Step::Barrier { .. } => self.next_registration(warp, lane, pc),
                Step::WarpSync { mask, .. } => self.next_wait(warp, lane, *mask, true, pc),
                Step::Collective { mask: Some(mask), .. } => self.next_wait(warp, lane, *mask, false, pc),
                _ => None,
            };
            if let Some(event) = event {
                group.lanes &= !(1 << lane);
                self.state.cta.warps[warp].lanes[lane as usize] = Lane::Held { pc: group.pc };
                self.state.held.push((hold, event));
            }
        }
    }

    fn next_wait(&self, warp: usize, lane: u32, mask: u32, memory: bool, pc: usize) -> Option<Event> {
        let given = D::get(self.get(warp, mask, lane))? as u32;
        let mask = given | 1 << lane;
        Some(Event::WarpSync { mask, memory, site: self.program.sites[pc] })
    }
}
