//! Steps that neither jump nor synchronise.

use crate::launches::objects::ABSOLUTE;
use crate::programs::program::{Reg, Step};
use crate::running::exec::Active;
use crate::running::machine::{Machine, Once, Stop};
use crate::running::outcome::Outcome;
use crate::values::domain::{Domain, Reason, Site};
use crate::watching::monitor::{Issue, Monitor, lanes};
use raddle_ir::{Effects, Entity, SpecKind};

impl<D: Domain> Machine<'_, D> {
    pub(crate) fn tell_opaque(
        &mut self,
        name: &str,
        effects: Effects,
        site: Site,
        monitor: &mut dyn Monitor,
    ) {
        if effects != Effects::NONE && self.first_time(Once::Opaque, site) {
            monitor.issue(Issue::Opaque { name: name.to_owned(), effects, site });
        }
    }

    /// A step that neither jumps nor synchronises.
    pub(crate) fn effect(
        &mut self,
        warp: usize,
        pc: usize,
        active: Active,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let program = self.program;
        let site = program.sites[pc];
        match &program.steps[pc] {
            Step::Pure { op, result, operand, dst, args, n } => {
                self.pure(warp, active, *op, (*result, *operand), *dst, &args[..usize::from(*n)], site);
            }
            Step::Wide { op, result, dst, args } => {
                for lane in lanes(active.lanes) {
                    self.wide(warp, lane, *op, *result, *dst, args, site);
                }
            }
            Step::Convert { op, result, operand, dst, src } => {
                for lane in lanes(active.lanes) {
                    let from = self.get(warp, *src, lane);
                    let value = self.convert(*op, *result, *operand, from, site);
                    self.set(warp, *dst, lane, value);
                }
            }
            Step::Special { which, ty, dst } => {
                for lane in lanes(active.lanes) {
                    let value = self.special(*which, *ty, warp, lane, site);
                    self.set(warp, *dst, lane, value);
                }
            }
            Step::AddressOf { base, offset, ty, dst } => {
                for lane in lanes(active.lanes) {
                    let value = self.address_value(*base, *offset, *ty, site);
                    self.set(warp, *dst, lane, value);
                }
            }
            Step::Unknown { name, dsts } => {
                let reason = name.clone().map_or(Reason::Uninitialised, Reason::Opaque);
                let uninitialised = reason == Reason::Uninitialised;
                for lane in lanes(active.lanes) {
                    let chosen = if uninitialised { self.uninitialised(warp, lane, site) } else { None };
                    for &dst in dsts {
                        let unknown = || self.domain.unknown(reason.clone(), site, &[]);
                        let value = chosen.map_or_else(unknown, D::known);
                        self.set(warp, dst, lane, value);
                    }
                }
            }
            Step::Copy { guard, dst, src } => {
                let on = self.guarded(warp, active, *guard);
                for lane in lanes(on.lanes) {
                    for (&dst, &src) in dst.iter().zip(src) {
                        let mut value = self.get(warp, src, lane);
                        if on.may >> lane & 1 == 1 {
                            let old = self.get(warp, dst, lane);
                            value = self.either(old, value, site);
                            if value != old {
                                self.note_change();
                            }
                        }
                        self.set(warp, dst, lane, value);
                    }
                }
            }
            Step::Load { guard, addr, access, elements, size, silent } => {
                let on = self.guarded(warp, active, *guard);
                let shape =
                    crate::running::place::Shape { access: *access, size: *size, silent: *silent, site };
                self.load(warp, on, addr, elements, shape, monitor);
            }
            Step::Store { guard, addr, access, elements, size, silent } => {
                let on = self.guarded(warp, active, *guard);
                let shape =
                    crate::running::place::Shape { access: *access, size: *size, silent: *silent, site };
                self.store(warp, on, addr, elements, shape, monitor);
            }
            Step::Atomic { guard, op, ty, addr, access, dst, args, carried } => {
                let on = self.guarded(warp, active, *guard);
                let shape =
                    crate::running::place::Shape { access: *access, size: ty.bytes(), silent: false, site };
                self.atomic(warp, on, (*op, *ty), addr, (*dst, carried.then_some(*args)), shape, monitor);
            }
            Step::Fence => {}
            Step::Assume { kind, value } => {
                for lane in lanes(active.lanes & !active.may) {
                    if D::get(self.get(warp, *value, lane)).is_some_and(|bits| bits & 1 == 0) {
                        let thread = self.thread(warp, lane as usize);
                        return Err(Box::new(Outcome::Infeasible { thread, site }));
                    }
                }
                self.tell_spec(warp, active, *kind, *value, site, monitor);
            }
            Step::Assert { kind, value } => self.tell_spec(warp, active, *kind, *value, site, monitor),
            Step::Stray { guard, target } => {
                let on = self.guarded(warp, active, *guard);
                self.stray(warp, on, *target, site, monitor);
            }
            // There is no other CTA to wait for.
            Step::Opaque { .. } if self.launch.grid == Some([1; 3]) && self.is_grid_sync(site) => {}
            Step::Opaque { guard, name, args, dsts, effects, rets } => {
                let on = self.guarded(warp, active, *guard);
                if on.lanes != 0 {
                    self.tell_opaque(name, *effects, site, monitor);
                }
                if on.lanes != 0 && effects.writes {
                    self.forget_everything();
                }
                for lane in lanes(on.lanes) {
                    let from: Vec<D::Value> = args.iter().map(|&a| self.get(warp, a, lane)).collect();
                    let answer = self.answer(warp, lane, pc).map(D::known);
                    for &dst in dsts {
                        let value = answer.or_else(|| self.of_image(name, &from));
                        let value = value.or_else(|| self.domain.function(name, &from, site));
                        let value = value.unwrap_or_else(|| {
                            self.domain.unknown(Reason::Opaque(name.clone()), site, &from)
                        });
                        self.set(warp, dst, lane, value);
                    }
                    for &(slot, size) in rets {
                        let offset = self.objects.of_slot(slot);
                        self.forget_slot(warp, lane, offset, size, &Reason::Call(name.clone()), site);
                    }
                }
            }
            // Control and synchronisation are `step`'s; `over` lets none of them come here.
            _ => {}
        }
        Ok(())
    }

    /// Is it the wait for all CTAs of the launch?
    fn is_grid_sync(&self, site: Site) -> bool {
        site.inst.is_some_and(|inst| self.function.insts[inst].kind.is_grid_sync())
    }

    /// A call that leads to no function: reported if its target is known. Otherwise it is assumed that control does not get here, just as
    /// accesses are assumed to be in bounds.
    fn stray(&mut self, warp: usize, on: Active, target: Reg, site: Site, monitor: &mut dyn Monitor) {
        for lane in lanes(on.lanes) {
            let Some(at) = self.domain.called(self.get(warp, target, lane)) else {
                if self.first_time(Once::MayStray, site) {
                    monitor.issue(Issue::MayStray { site });
                }
                continue;
            };
            let may = on.may >> lane & 1 == 1;
            if self.first_time(Once::OutOfBounds { may }, site) {
                let (thread, offset) = (self.thread(warp, lane as usize), at as i64);
                monitor.issue(Issue::OutOfBounds { thread, object: ABSOLUTE, offset, size: 1, may, site });
            }
        }
    }

    /// What the launch chose for a variable that nothing has written.
    fn uninitialised(&self, warp: usize, lane: u32, site: Site) -> Option<u64> {
        let attempt = self.launch.chosen.as_ref()?.uninitialised?;
        let inst = site.inst?;
        let thread = if self.program.padding.contains(&inst) { 0 } else { self.first_thread(warp) + lane };
        let ty = self.function.ty(*self.function.insts[inst].results.first()?);
        let byte = attempt.of_thread(thread, (inst.index() as u64) << 32);
        Some(u64::from(byte) & ty.mask() as u64)
    }

    /// A value that is the one or the other.
    pub(crate) fn either(&mut self, old: D::Value, new: D::Value, site: Site) -> D::Value {
        if old == new || D::is_anything(old) {
            return old;
        }
        self.domain.anything(Reason::UnknownControl, site, &[old, new])
    }

    fn tell_spec(
        &mut self,
        warp: usize,
        active: Active,
        kind: SpecKind,
        value: u32,
        site: Site,
        monitor: &mut dyn Monitor,
    ) {
        for lane in lanes(active.lanes) {
            let known = D::get(self.get(warp, value, lane));
            let sure = active.may >> lane & 1 == 0;
            let refuted = known.is_some_and(|bits| bits & 1 == 0);
            let holds = known.is_some_and(|bits| bits & 1 == 1);
            if !holds && self.first_time(Once::Spec { refuted: refuted && sure }, site) {
                let thread = self.thread(warp, lane as usize);
                monitor.issue(Issue::Spec { kind, thread, refuted: refuted && sure, site });
            }
        }
    }
}
