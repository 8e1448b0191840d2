//! One step of a group of lanes: where control goes.

use crate::programs::program::{Edge, GuardRef, Step};
use crate::running::group::Truth;
use crate::running::machine::{Machine, Stop};
use crate::running::open::Open;
use crate::running::outcome::{Outcome, Stuck, StuckAt};
use crate::states::state::{Group, Lane};
use crate::values::domain::{Domain, Reason, Site};
use crate::watching::monitor::{Monitor, lanes};

/// The lanes that execute a step: those that certainly do, and those of which it is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Active {
    /// All of them.
    pub(crate) lanes: u32,
    /// Those of which it is not known.
    pub(crate) may: u32,
    /// All that reached the step together, those included that its guard stops.
    pub(crate) group: u32,
}

impl Active {
    /// Lanes that certainly execute a step together.
    pub(crate) fn sure(lanes: u32) -> Self {
        Self { lanes, may: 0, group: lanes }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Takes one step. `group` is moved on, and loses the lanes that wait, end, split off or get stuck.
    /// Returns whether control jumped.
    pub(crate) fn step(
        &mut self,
        warp: usize,
        group: &mut Group,
        monitor: &mut dyn Monitor,
    ) -> Result<bool, Stop> {
        let program = self.program;
        let pc = group.pc as usize;
        let site = program.sites[pc];
        if !self.holds.is_empty() {
            self.hold(warp, group);
            if group.lanes == 0 {
                return Ok(false);
            }
        }
        match &program.steps[pc] {
            Step::Jump(edge) => {
                self.follow(warp, edge, group.lanes);
                group.pc = edge.to;
                return Ok(true);
            }
            Step::Branch { cond, then, other, block } => {
                let Truth { mut yes, mut open } = self.truth(warp, *cond, group.lanes);
                if open != 0 && !self.launch.cases.is_empty() {
                    let cased = self.by_case(warp, *cond, *block, open, site);
                    yes |= cased.yes;
                    open = cased.open;
                }
                let no = group.lanes & !yes & !open;
                if open != 0 {
                    self.at_open_condition(warp, *block, open, *cond, StuckAt::Branch, site, monitor)?;
                }
                self.part(warp, *block, [(then.to, yes), (other.to, no)].into_iter());
                self.follow(warp, then, yes);
                self.follow(warp, other, no);
                let (first, second) =
                    if then.to <= other.to { ((then, yes), (other, no)) } else { ((other, no), (then, yes)) };
                let (stay, leave) = if first.1 != 0 { (first, second) } else { (second, first) };
                self.join(warp, Group { pc: leave.0.to, lanes: leave.1 });
                *group = Group { pc: stay.0.to, lanes: stay.1 };
                return Ok(true);
            }
            Step::Switch { value, edges, block } => {
                let mut open = 0;
                let mut taken = vec![0u32; edges.len()];
                for lane in lanes(group.lanes) {
                    match D::get(self.get(warp, *value, lane)) {
                        Some(n) => taken[(n as usize).min(edges.len() - 1)] |= 1 << lane,
                        None => open |= 1 << lane,
                    }
                }
                if open != 0 {
                    self.at_open_condition(warp, *block, open, *value, StuckAt::Switch, site, monitor)?;
                }
                self.part(warp, *block, edges.iter().map(|edge| edge.to).zip(taken.iter().copied()));
                for (edge, &mask) in edges.iter().zip(&taken) {
                    self.follow(warp, edge, mask);
                    self.join(warp, Group { pc: edge.to, lanes: mask });
                }
                group.lanes = 0;
                return Ok(true);
            }
            Step::Choice { edges, block } => {
                if let [only] = &edges[..] {
                    self.follow(warp, only, group.lanes);
                    group.pc = only.to;
                } else {
                    let lanes = std::mem::take(&mut group.lanes);
                    let (block, what) = (*block, StuckAt::Choice);
                    self.at_open(&Open { warp, lanes, block, by: &[], what, site }, monitor)?;
                }
                return Ok(true);
            }
            Step::Exit => {
                let lanes = std::mem::take(&mut group.lanes);
                self.exit(warp, lanes, monitor)?;
            }
            Step::Trap => {
                let thread = self.thread(warp, group.lanes.trailing_zeros() as usize);
                return Err(Box::new(Outcome::Trap { thread, site }));
            }
            Step::Barrier { .. } => self.barrier(warp, group, monitor)?,
            Step::WarpSync { guard, mask } => {
                if let Some(on) = self.sure(warp, group, *guard, site) {
                    self.warp_sync(warp, group, on, *mask, monitor);
                }
            }
            // It waits for no thread, so it does not matter whether it is known who executes it.
            Step::Collective { guard, mask: None, .. } => {
                let on = self.guarded(warp, Active::sure(group.lanes), *guard);
                let sure = self.in_step() && on.may == 0 && on.lanes == self.living(warp);
                self.perform(warp, on.lanes, group.pc, sure);
                group.pc += 1;
            }
            Step::Collective { guard, mask: Some(mask), .. } => {
                if let Some(on) = self.sure(warp, group, *guard, site) {
                    self.collective(warp, group, on, *mask, monitor);
                }
            }
            Step::Opaque { effects, guard, name, .. } if effects.synchronises => {
                self.tell_opaque(name, *effects, site, monitor);
                if let Some(on) = self.sure(warp, group, *guard, site) {
                    group.lanes &= !on;
                    self.stick(warp, on, site, StuckAt::Opaque, None, &[]);
                    if on != 0 {
                        let reason = Reason::Opaque(name.clone());
                        let causes = vec![crate::values::domain::Cause { reason, site }];
                        if let Some(stuck) = self.state.cta.stuck.last_mut() {
                            stuck.causes = causes;
                        }
                    }
                }
                group.pc += 1;
            }
            _ => {
                self.effect(warp, pc, Active::sure(group.lanes), monitor)?;
                group.pc += 1;
            }
        }
        Ok(false)
    }

    /// The lanes for which a guard holds and for which it is open.
    pub(crate) fn guarded(&self, warp: usize, active: Active, guard: Option<GuardRef>) -> Active {
        let Some(guard) = guard else { return active };
        let Truth { yes, open } = self.truth(warp, guard.reg, active.lanes);
        let sure = if guard.negated { active.lanes & !yes & !open } else { yes };
        Active { lanes: sure | open, may: active.may & sure | open, group: active.group }
    }

    /// The lanes that certainly execute a synchronising step; those with an open guard get stuck. None, with
    /// the group moved on, when no thread executes it.
    pub(crate) fn sure(
        &mut self,
        warp: usize,
        group: &mut Group,
        guard: Option<GuardRef>,
        site: Site,
    ) -> Option<u32> {
        let on = self.guarded(warp, Active::sure(group.lanes), guard);
        if on.may != 0 {
            let lane = on.may.trailing_zeros();
            let from = guard.map(|g| self.get(warp, g.reg, lane));
            self.stick(warp, on.may, site, StuckAt::Guard, None, from.as_slice());
            group.lanes &= !on.may;
        }
        let sure = on.lanes & !on.may;
        if sure == 0 {
            group.pc += 1;
            return None;
        }
        Some(sure)
    }

    /// Gives up on lanes.
    pub(crate) fn stick(
        &mut self,
        warp: usize,
        mask: u32,
        site: Site,
        what: StuckAt,
        obstacle: Option<Site>,
        from: &[D::Value],
    ) {
        if mask == 0 {
            return;
        }
        self.set_state(warp, mask, Lane::Stuck);
        let mut causes = Vec::new();
        for &value in from {
            for cause in self.domain.causes(value) {
                if !causes.contains(&cause) {
                    causes.push(cause);
                }
            }
        }
        self.state.cta.stuck.push(Stuck { warp: warp as u32, lanes: mask, site, what, obstacle, causes });
    }

    /// Moves lanes along an edge: block parameters, and paper 000's loop counters.
    pub(crate) fn follow(&mut self, warp: usize, edge: &Edge, mask: u32) {
        if mask == 0 {
            return;
        }
        let width = self.width;
        let regs = &mut self.state.cta.warps[warp].regs;
        let all = mask.count_ones() as usize == width;
        if edge.in_order {
            for &(to, from) in &edge.moves {
                let (to, from) = (to as usize * width, from as usize * width);
                if all {
                    regs.copy_within(from..from + width, to);
                    continue;
                }
                for lane in lanes(mask) {
                    regs[to + lane as usize] = regs[from + lane as usize];
                }
            }
        } else {
            let mut values: smallvec::SmallVec<[D::Value; 16]> = smallvec::SmallVec::new();
            for lane in lanes(mask) {
                values.clear();
                values
                    .extend(edge.moves.iter().map(|&(_, from)| regs[from as usize * width + lane as usize]));
                for (&(to, _), &value) in edge.moves.iter().zip(&values) {
                    regs[to as usize * width + lane as usize] = value;
                }
            }
        }
        self.count_loops(warp, edge, mask);
        if self.visits.is_some() {
            self.visit(warp, edge, mask);
        }
    }

    pub(crate) fn count_loops(&mut self, warp: usize, edge: &Edge, mask: u32) {
        if edge.left.is_empty() && edge.entered.is_none() {
            return;
        }
        let width = self.width;
        let loops = &mut self.state.cta.warps[warp].loops;
        for lane in lanes(mask) {
            for &left in &edge.left {
                loops[left as usize * width + lane as usize] = 0;
            }
            if let Some(entered) = edge.entered {
                loops[entered as usize * width + lane as usize] += 1;
            }
        }
    }

    /// Ends lanes.
    pub(crate) fn exit(&mut self, warp: usize, mask: u32, monitor: &mut dyn Monitor) -> Result<(), Stop> {
        self.set_state(warp, mask, Lane::Exited);
        monitor.exit(warp as u32, self.first_thread(warp), mask);
        self.complete_waits(warp);
        self.register_aligned(warp, monitor)
    }
}
