//! Barriers of the CTA, and waits within a warp.
//!
//! Lanes register one by one (design, "Exited threads do not arrive"), so a warp of which some lanes have
//! returned does not fill its part of a barrier. The lanes that a partial last warp lacks are counted
//! together with its highest lane, because counts are given in whole warps (PTX ISA, `bar`).
//!
//! An *aligned* barrier is one that all live lanes of the warp execute together. Here lanes of a warp may
//! reach it one after another, which is only this schedule's doing: they wait for the rest. If the rest can
//! never come, they were only a part of the warp, and that is reported.

use crate::limits::PREDICATES;
use crate::programs::program::{Reg, Step};
use crate::running::machine::{Machine, Once, Stop};
use crate::running::outcome::{Outcome, StuckAt};
use crate::states::barrier::{Completion, How, Registered};
use crate::states::state::{Group, Lane, Textual};
use crate::values::domain::{Domain, Reason};
use crate::watching::monitor::{BarrierEvent, Event, Issue, Monitor, WarpSyncEvent, lanes};
use raddle_ir::{BarrierOp, Language, PureOp, Type};
use std::collections::BTreeMap;

/// How threads register at a barrier.
#[derive(Clone, Copy)]
struct Registering {
    id: u32,
    how: How,
    expected: u32,
    /// Does the instruction give the count?
    explicit: bool,
    pc: u32,
}

impl<D: Domain> Machine<'_, D> {
    /// A step at a barrier.
    pub(crate) fn barrier(
        &mut self,
        warp: usize,
        group: &mut Group,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let program = self.program;
        let pc = group.pc;
        let Step::Barrier { guard, id, count, aligned, .. } = &program.steps[pc as usize] else {
            return Ok(());
        };
        let site = program.sites[pc as usize];
        let Some(mut on) = self.sure(warp, group, *guard, site) else { return Ok(()) };
        // Those for which the guard is false continue.
        let together = group.lanes;
        self.join(warp, Group { pc: pc + 1, lanes: together & !on });
        group.lanes = 0;
        for (reg, what) in [(Some(*id), StuckAt::BarrierId), (*count, StuckAt::BarrierCount)] {
            let Some(reg) = reg else { continue };
            let open = self.unknown_lanes(warp, reg, on);
            if open != 0 {
                let value = self.get(warp, reg, open.trailing_zeros());
                self.stick(warp, open, site, what, None, &[value]);
                on &= !open;
            }
        }
        if *aligned {
            self.state.cta.warps[warp].came |= together;
            self.set_state(warp, on, Lane::Aligned { pc });
            self.register_aligned(warp, monitor)
        } else {
            self.register(warp, on, together, pc, monitor)
        }
    }

    fn unknown_lanes(&self, warp: usize, reg: Reg, mask: u32) -> u32 {
        let unknown = |&lane: &u32| D::get(self.get(warp, reg, lane)).is_none();
        lanes(mask).filter(unknown).fold(0, |open, lane| open | 1 << lane)
    }

    /// Registers the lanes that wait at an aligned barrier, if all live lanes of the warp have come.
    pub(crate) fn register_aligned(&mut self, warp: usize, monitor: &mut dyn Monitor) -> Result<(), Stop> {
        let waiting = self.mask_of(warp, |s| matches!(s, Lane::Aligned { .. }));
        if waiting == 0 || waiting != self.living(warp) {
            return Ok(());
        }
        let Lane::Aligned { pc } = self.state.cta.warps[warp].lanes[waiting.trailing_zeros() as usize] else {
            return Ok(());
        };
        if self.mask_of(warp, |s| s == Lane::Aligned { pc }) != waiting {
            return Ok(());
        }
        // Lanes that have returned do not execute the barrier either.
        let (all, site) = (self.due(warp), self.program.sites[pc as usize]);
        if waiting != all {
            let exited = self.mask_of(warp, |s| matches!(s, Lane::Exited));
            monitor.issue(Issue::PartOfWarp { warp: warp as u32, lanes: waiting, all, exited, site });
        }
        let together = std::mem::take(&mut self.state.cta.warps[warp].came);
        self.register(warp, waiting, together | waiting, pc, monitor)
    }

    /// No thread can run: lanes that wait at an aligned barrier for others that cannot come register as
    /// they are, which is reported. Returns whether some thread did.
    pub(crate) fn register_parts(&mut self, monitor: &mut dyn Monitor) -> Result<bool, Stop> {
        for warp in 0..self.state.cta.warps.len() {
            // Those that are stuck or held might have come.
            if self.mask_of(warp, |s| matches!(s, Lane::Stuck | Lane::Held { .. })) != 0 {
                continue;
            }
            let first = self.state.cta.warps[warp].lanes.iter().find_map(|&s| match s {
                Lane::Aligned { pc } => Some(pc),
                _ => None,
            });
            let Some(pc) = first else { continue };
            let part = self.mask_of(warp, |s| s == Lane::Aligned { pc });
            let site = self.program.sites[pc as usize];
            let all = self.due(warp);
            if part != all {
                let exited = self.mask_of(warp, |s| matches!(s, Lane::Exited));
                monitor.issue(Issue::PartOfWarp { warp: warp as u32, lanes: part, all, exited, site });
            }
            self.state.cta.warps[warp].came &= !part;
            self.register(warp, part, part, pc, monitor)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// The lanes of a warp that an aligned barrier is to be executed by.
    fn due(&self, warp: usize) -> u32 {
        if self.launch.exited_arrive { self.living(warp) } else { self.existing(warp) }
    }

    /// No thread can run: if threads that have ended count as arrived, those register at the barriers of the whole CTA at which others wait. They do as
    /// if they executed the barriers, and nothing else. Returns whether some thread did.
    pub(crate) fn register_ended(&mut self, monitor: &mut dyn Monitor) -> Result<bool, Stop> {
        if !self.launch.exited_arrive {
            return Ok(false);
        }
        let waits = |lane: &Lane| match *lane {
            Lane::Barrier { id, pc } => {
                let step = &self.program.steps[pc as usize];
                matches!(step, Step::Barrier { count: None, .. }).then_some((id, pc))
            }
            _ => None,
        };
        let waiting: BTreeMap<u32, u32> =
            self.state.cta.warps.iter().flat_map(|warp| warp.lanes.iter().filter_map(waits)).collect();
        let mut any = false;
        for (id, pc) in waiting {
            for warp in 0..self.state.cta.warps.len() {
                let there = self.state.cta.barriers.get(id).map_or(0, |b| b.synced().of_warp(warp as u32));
                let ended = self.mask_of(warp, |s| matches!(s, Lane::Exited)) & !there;
                if ended != 0 {
                    any = true;
                    let all = self.state.cta.warps.len() as u32 * self.width as u32;
                    let at = Registering { id, how: How::Sync, expected: all, explicit: false, pc };
                    if self.register_at(warp, (ended, ended), at, monitor)? && !self.exploring {
                        self.recycle(id);
                        break;
                    }
                }
            }
        }
        Ok(any)
    }

    /// Registers lanes at a barrier. Is it full then?
    fn register_at(
        &mut self,
        warp: usize,
        (lanes, together): (u32, u32),
        at: Registering,
        monitor: &mut dyn Monitor,
    ) -> Result<bool, Stop> {
        let Registering { id, how, expected, explicit, pc } = at;
        let site = self.program.sites[pc as usize];
        let extra = self.extra(warp);
        let weight = lanes.count_ones() + if lanes >> extra.0 & 1 == 1 { extra.1 } else { 0 };
        let generation = self.state.cta.barriers.get(id).map_or(0, |b| b.generation());
        let done = self.state.cta.barriers.register(id, how, warp as u32, lanes, weight, expected);
        let registered = done
            .map_err(|error| Box::new(Outcome::BarrierError { error, id, warp: warp as u32, lanes, site }))?;
        monitor.barrier(&BarrierEvent {
            warp: warp as u32,
            first_thread: self.first_thread(warp),
            lanes,
            group: together,
            site,
            how,
            id,
            count: expected,
            explicit,
            generation,
            extra,
        });
        self.count_events(warp, lanes);
        Ok(registered == Registered::Full)
    }

    /// Registers lanes that stand at a barrier whose operands are known.
    /// `together`: the lanes that executed it.
    fn register(
        &mut self,
        warp: usize,
        on: u32,
        together: u32,
        pc: u32,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let program = self.program;
        let Step::Barrier { op, id, count, predicate, .. } = &program.steps[pc as usize] else {
            return Ok(());
        };
        let site = program.sites[pc as usize];
        let mut rest = on;
        while rest != 0 {
            let operands = |machine: &Self, lane| {
                let number = |reg: Reg| D::get(machine.get(warp, reg, lane)).unwrap_or(0) as u32;
                (number(*id), count.map(number))
            };
            let (id, given) = operands(self, rest.trailing_zeros());
            let same = lanes(rest).filter(|&l| operands(self, l) == (id, given)).fold(0, |m, l| m | 1 << l);
            rest &= !same;
            let all = self.state.cta.warps.len() as u32 * self.width as u32;
            let expected = given.unwrap_or(all);
            if expected % self.width as u32 != 0 {
                monitor.issue(Issue::Count { warp: warp as u32, lanes: same, count: expected, site });
            }
            if given.is_none() {
                self.check_textual(warp, same, id, pc, monitor);
            }
            let how = if *op == BarrierOp::Arrive { How::Arrive } else { How::Sync };
            let at = Registering { id, how, expected, explicit: given.is_some(), pc };
            let full = self.register_at(warp, (same, together), at, monitor)?;
            let first = self.first_thread(warp);
            if let Some(logs) = &mut self.state.logs {
                lanes(same).for_each(|lane| logs.forget(first + lane));
            }
            if let Some(predicate) = predicate {
                for lane in lanes(same) {
                    let value = self.get(warp, *predicate, lane);
                    self.state.cta.predicates[id as usize].push(value);
                }
            }
            match how {
                How::Sync => self.set_state(warp, same, Lane::Barrier { id, pc }),
                How::Arrive => {
                    self.set_state(warp, same, Lane::Running);
                    self.join(warp, Group { pc: pc + 1, lanes: same });
                }
            }
            if full && !self.exploring {
                self.recycle(id);
            }
        }
        Ok(())
    }

    /// Completes a generation that is full: wakes its threads.
    pub(crate) fn recycle(&mut self, id: u32) {
        let Some(Completion { woken, .. }) = self.state.cta.barriers.recycle(id) else { return };
        self.state.cta.textual[id as usize] = None;
        let predicates = std::mem::take(&mut self.state.cta.predicates[id as usize]);
        let woken: Vec<(u32, u32)> = woken.masks().collect();
        for (warp, mask) in woken {
            let warp = warp as usize;
            let mut groups: Vec<Group> = Vec::new();
            for lane in lanes(mask) {
                let Lane::Barrier { pc, .. } = self.state.cta.warps[warp].lanes[lane as usize] else {
                    continue;
                };
                if let Step::Barrier { op, dst: Some(dst), .. } = &self.program.steps[pc as usize] {
                    let value = self.reduce(*op, &predicates, pc);
                    self.set(warp, *dst, lane, value);
                }
                match groups.iter_mut().find(|group| group.pc == pc + 1) {
                    Some(group) => group.lanes |= 1 << lane,
                    None => groups.push(Group { pc: pc + 1, lanes: 1 << lane }),
                }
            }
            for group in groups {
                self.set_state(warp, group.lanes, Lane::Running);
                self.join(warp, group);
            }
        }
    }

    /// The result of `bar.red` (PTX ISA): over the predicates of the threads of the generation.
    fn reduce(&mut self, op: BarrierOp, predicates: &[D::Value], pc: u32) -> D::Value {
        let known: Vec<Option<bool>> = predicates.iter().map(|&p| D::get(p).map(|b| b & 1 == 1)).collect();
        let (yes, no) = (known.contains(&Some(true)), known.contains(&Some(false)));
        let open = known.contains(&None);
        match op {
            BarrierOp::RedAnd if no => return D::known(0),
            BarrierOp::RedAnd if !open => return D::known(1),
            BarrierOp::RedOr if yes => return D::known(1),
            BarrierOp::RedOr if !open => return D::known(0),
            BarrierOp::RedPopc if !open => {
                return D::known(known.iter().filter(|&&k| k == Some(true)).count() as u64);
            }
            _ => {}
        }
        let site = self.program.sites[pc as usize];
        // One after another, so that equal generations give equal names.
        let (mut sum, ty) = match op {
            BarrierOp::RedAnd => (D::known(1), Type::I1),
            BarrierOp::RedOr => (D::known(0), Type::I1),
            _ => (D::known(0), Type::I32),
        };
        if predicates.len() > PREDICATES {
            return self.domain.unknown(Reason::TooComplex, site, predicates);
        }
        for &predicate in predicates {
            sum = match op {
                BarrierOp::RedAnd => self.domain.pure(PureOp::And, ty, ty, &[sum, predicate], site),
                BarrierOp::RedOr => self.domain.pure(PureOp::Or, ty, ty, &[sum, predicate], site),
                _ => {
                    let one = self.domain.pure(PureOp::Zext, ty, Type::I1, &[predicate], site);
                    self.domain.pure(PureOp::Add, ty, ty, &[sum, one], site)
                }
            };
        }
        sum
    }

    /// The highest lane of a partial warp, and how many lanes it lacks.
    pub(crate) fn extra(&self, warp: usize) -> (u32, u32) {
        let existing = self.existing(warp);
        let count = existing.count_ones();
        (count.saturating_sub(1), self.width as u32 - count)
    }

    /// Conditions B1 and B2 of paper 000, §3: all threads of a generation are at the same barrier, in the
    /// same iteration of every loop around it.
    fn check_textual(&mut self, warp: usize, mask: u32, id: u32, pc: u32, monitor: &mut dyn Monitor) {
        if self.program.language == Language::Ptx || self.state.cta.textual.len() <= id as usize {
            return;
        }
        for lane in lanes(mask) {
            let loops: Vec<u32> = (0..self.program.loops as usize)
                .map(|l| self.state.cta.warps[warp].loops[l * self.width + lane as usize])
                .collect();
            let thread = self.thread(warp, lane as usize);
            let here = Textual { thread, pc, loops };
            match &self.state.cta.textual[id as usize] {
                None => self.state.cta.textual[id as usize] = Some(here),
                Some(first) => {
                    let condition = match (first.pc == here.pc, first.loops == here.loops) {
                        (false, _) => 1,
                        (true, false) => 2,
                        (true, true) => continue,
                    };
                    let (first, first_pc) = (first.thread, first.pc);
                    let (first_site, second_site) =
                        (self.program.sites[first_pc as usize], self.program.sites[pc as usize]);
                    if self.first_time(Once::Divergence { condition }, second_site) {
                        let second = thread;
                        monitor.issue(Issue::Divergence {
                            condition,
                            first,
                            first_site,
                            second,
                            second_site,
                        });
                    }
                }
            }
        }
    }

    /// A step at `bar.warp.sync`.
    pub(crate) fn warp_sync(
        &mut self,
        warp: usize,
        group: &mut Group,
        on: u32,
        mask: Reg,
        monitor: &mut dyn Monitor,
    ) {
        let (pc, together) = (group.pc, group.lanes);
        self.join(warp, Group { pc: pc + 1, lanes: together & !on });
        group.lanes = 0;
        let Some(masks) = self.come(warp, on, together, pc, mask, true, monitor) else { return };
        for m in masks {
            self.complete_sync(warp, m);
        }
    }

    /// Lets the lanes of a mask that wait at a `bar.warp.sync` continue, if all members that have not ended have come.
    pub(crate) fn complete_sync(&mut self, warp: usize, mask: u32) {
        // A lane at a collective waits for others at that collective.
        let steps = &self.program.steps;
        let here = |pc: u32| matches!(steps[pc as usize], Step::WarpSync { .. });
        let came = self.mask_of(warp, |s| matches!(s, Lane::Lanes { mask: m, pc } if m == mask && here(pc)));
        let ended = self.mask_of(warp, |s| s == Lane::Exited);
        if mask & self.existing(warp) & !ended & !came != 0 {
            return;
        }
        for lane in lanes(came) {
            let Lane::Lanes { pc, .. } = self.state.cta.warps[warp].lanes[lane as usize] else { continue };
            self.set_state(warp, 1 << lane, Lane::Running);
            self.join(warp, Group { pc: pc + 1, lanes: 1 << lane });
        }
    }

    /// Lanes reach the place where they wait for the members of their masks. Returns the masks, each once; none if no thread is left.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn come(
        &mut self,
        warp: usize,
        on: u32,
        together: u32,
        pc: u32,
        mask: Reg,
        memory: bool,
        monitor: &mut dyn Monitor,
    ) -> Option<Vec<u32>> {
        let site = self.program.sites[pc as usize];
        let open = self.unknown_lanes(warp, mask, on);
        if open != 0 {
            let value = self.get(warp, mask, open.trailing_zeros());
            self.stick(warp, open, site, StuckAt::MemberMask, None, &[value]);
        }
        let on = on & !open;
        let mut masks: Vec<u32> = Vec::new();
        for lane in lanes(on) {
            let given = D::get(self.get(warp, mask, lane)).unwrap_or(0) as u32;
            if given >> lane & 1 == 0 && self.first_time(Once::NotMember, site) {
                monitor.issue(Issue::NotMember { warp: warp as u32, lanes: 1 << lane, mask: given, site });
            }
            // A lane that is no member still waits with the members: nothing better is specified.
            let members = given | 1 << lane;
            self.state.cta.warps[warp].lanes[lane as usize] = Lane::Lanes { mask: members, pc };
            if !masks.contains(&members) {
                masks.push(members);
            }
        }
        for &m in &masks {
            let came = lanes(on)
                .filter(|&l| self.state.cta.warps[warp].lanes[l as usize] == Lane::Lanes { mask: m, pc })
                .fold(0, |all, l| all | 1 << l);
            monitor.warp_sync(&WarpSyncEvent {
                warp: warp as u32,
                first_thread: self.first_thread(warp),
                lanes: came,
                group: together,
                mask: m,
                existing: self.existing(warp),
                memory,
                ended: self.program.steps[pc as usize].waits_for_ended(),
                site,
            });
            self.count_events(warp, came);
        }
        (!masks.is_empty()).then_some(masks)
    }

    /// The event that a lane's registration at a barrier will be.
    pub(crate) fn next_registration(&self, warp: usize, lane: u32, pc: usize) -> Option<Event> {
        let Step::Barrier { op, id, count, .. } = &self.program.steps[pc] else { return None };
        let number = |reg: Reg| D::get(self.get(warp, reg, lane)).map(|bits| bits as u32);
        let id = number(*id)?;
        let count = match count {
            Some(reg) => number(*reg)?,
            None => self.state.cta.warps.len() as u32 * self.width as u32,
        };
        let extra = self.extra(warp);
        Some(Event::Barrier {
            how: if *op == BarrierOp::Arrive { How::Arrive } else { How::Sync },
            id,
            count,
            weight: if lane == extra.0 { 1 + extra.1 } else { 1 },
            generation: self.state.cta.barriers.get(id).map_or(0, |b| b.generation()),
            site: self.program.sites[pc],
        })
    }
}
