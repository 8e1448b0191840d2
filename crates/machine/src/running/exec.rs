//! One step of a group of lanes: dispatch, control flow, and pure computation.

use crate::launches::launch::WhichCta;
use crate::launches::objects::{ABSOLUTE, LOCAL, ObjectKind, PARAM_SLOTS, PARAMS, SHARED};
use crate::programs::program::{BaseRef, Edge, GuardRef, Reg, Step, mask_of};
use crate::running::group::Truth;
use crate::running::machine::{Group, Lane, Machine, Stop};
use crate::running::outcome::{Outcome, Stuck, StuckAt};
use crate::values::domain::{Domain, Placed, Reason, Schedule, Site};
use crate::watching::monitor::{Issue, Monitor, lanes};
use raddle_ir::{Effects, Entity, IntCond, PureOp, Space, SpecKind, Special, Type};

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
                    self.leave(warp, *block, open, *cond, StuckAt::Branch, site, monitor)?;
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
                    self.leave(warp, *block, open, *value, StuckAt::Switch, site, monitor)?;
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
                    self.leave_choice(warp, *block, lanes, site, monitor)?;
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
            // It waits for no thread, so it does not matter if it is known who executes it.
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
                        if let Some(stuck) = self.cta.stuck.last_mut() {
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
        self.cta.stuck.push(Stuck { warp: warp as u32, lanes: mask, site, what, obstacle, causes });
    }

    /// Moves lanes along an edge: block parameters, and paper 000's loop counters.
    pub(crate) fn follow(&mut self, warp: usize, edge: &Edge, mask: u32) {
        if mask == 0 {
            return;
        }
        let width = self.width;
        let regs = &mut self.cta.warps[warp].regs;
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
        let loops = &mut self.cta.warps[warp].loops;
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
        self.complete_collectives(warp);
        self.register_aligned(warp, monitor)
    }

    pub(crate) fn tell_opaque(
        &mut self,
        name: &str,
        effects: Effects,
        site: Site,
        monitor: &mut dyn Monitor,
    ) {
        if effects != Effects::NONE && self.first_time(0, site) {
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

    /// A call that leads to no function: told where it is known where it leads. Otherwise it is assumed that control does not
    /// come here, as it is that accesses are in bounds.
    fn stray(&mut self, warp: usize, on: Active, target: Reg, site: Site, monitor: &mut dyn Monitor) {
        for lane in lanes(on.lanes) {
            let Some(at) = self.domain.called(self.get(warp, target, lane)) else {
                if self.first_time(12, site) {
                    monitor.issue(Issue::MayStray { site });
                }
                continue;
            };
            let may = on.may >> lane & 1 == 1;
            if self.first_time(if may { 4 } else { 3 }, site) {
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
        let value = self.domain.anything(Reason::UnknownControl, site, &[old, new]);
        if value != old
            && let Some(over) = &mut self.over
        {
            over.changed = true;
        }
        value
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
            if !holds && self.first_time(if refuted && sure { 1 } else { 2 }, site) {
                let thread = self.thread(warp, lane as usize);
                monitor.issue(Issue::Spec { kind, thread, refuted: refuted && sure, site });
            }
        }
    }

    /// A pure operation on 128-bit values, half by half where that says more.
    #[allow(clippy::too_many_arguments)]
    fn wide(
        &mut self,
        warp: usize,
        lane: u32,
        op: PureOp,
        result: Type,
        dst: u32,
        args: &[(u32, Type)],
        site: Site,
    ) {
        let zero = D::known(0);
        let mut halves = [[zero; 2]; 4];
        for (half, &(reg, ty)) in halves.iter_mut().zip(args) {
            half[0] = self.get(warp, reg, lane);
            if ty == Type::I128 {
                half[1] = self.get(warp, reg + 1, lane);
            }
        }
        let [x, y, z, _] = halves;
        let mut both =
            |op, a: D::Value, b: D::Value| self.domain.pure(op, Type::I64, Type::I64, &[a, b], site);
        let by_halves = match op {
            PureOp::Zext => Some([x[0], zero]),
            PureOp::Bitcast => Some(x),
            PureOp::And | PureOp::Or | PureOp::Xor => Some([both(op, x[0], y[0]), both(op, x[1], y[1])]),
            PureOp::Trunc if result.bits() == 64 => Some([x[0], zero]),
            PureOp::Shl if D::get(y[0]) == Some(64) => Some([zero, x[0]]),
            PureOp::ShrU if D::get(y[0]) == Some(64) => Some([x[1], zero]),
            PureOp::Select => D::get(x[0]).map(|c| if c & 1 == 1 { y } else { z }),
            _ => None,
        };
        let value = by_halves.unwrap_or_else(|| {
            let mut bits = [0u128; 4];
            let mut known = true;
            for (bits, half) in bits.iter_mut().zip(&halves) {
                match (D::get(half[0]), D::get(half[1])) {
                    (Some(low), Some(high)) => *bits = u128::from(high) << 64 | u128::from(low),
                    _ => known = false,
                }
            }
            let operand = args.get(usize::from(op == PureOp::Select)).map_or(result, |a| a.1);
            let done =
                if known { raddle_ir::eval(op, result, operand, &bits[..args.len().min(4)]) } else { None };
            match done {
                Some(bits) => [D::known(bits as u64), D::known((bits >> 64) as u64)],
                None => {
                    let from: Vec<D::Value> = halves.iter().flatten().copied().collect();
                    let reason =
                        if known { crate::values::concrete::without_result(op) } else { Reason::TooComplex };
                    [
                        self.domain.unknown(reason.clone(), site, &from),
                        self.domain.unknown(reason, site, &from),
                    ]
                }
            }
        });
        self.set(warp, dst, lane, value[0]);
        if result == Type::I128 {
            self.set(warp, dst + 1, lane, value[1]);
        }
    }

    /// Address-space conversions. A generic address of shared or local memory is the window's base plus
    /// the address in the space; other spaces have generic addresses to begin with.
    fn convert(&mut self, op: PureOp, result: Type, operand: Type, value: D::Value, site: Site) -> D::Value {
        let window = |space| match space {
            Space::Shared | Space::Cluster => Some(SHARED),
            Space::Local => Some(LOCAL),
            Space::Param => Some(PARAMS),
            _ => None,
        };
        let resize = |domain: &mut D, value, from: Type, to: Type| match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Less => domain.pure(PureOp::Zext, to, from, &[value], site),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => domain.pure(PureOp::Trunc, to, from, &[value], site),
        };
        match op {
            PureOp::ToGeneric(space) => {
                let value = resize(&mut self.domain, value, operand, result);
                let Some(window) = window(space) else { return value };
                if let (PARAMS, Placed::Number(n @ PARAM_SLOTS..)) = (window, self.domain.place(value)) {
                    return self.address_of(LOCAL, (n - PARAM_SLOTS) as i64);
                }
                let base = self.address_of(window, 0);
                self.domain.pure(PureOp::Add, result, result, &[value, base], site)
            }
            PureOp::FromGeneric(space) => {
                let Some(window) = window(space) else {
                    return resize(&mut self.domain, value, operand, result);
                };
                let base = self.address_of(window, 0);
                let distance = self.domain.pure(PureOp::Sub, operand, operand, &[value, base], site);
                resize(&mut self.domain, distance, operand, result)
            }
            PureOp::IsSpace(space) => {
                let object = match self.domain.place(value) {
                    Placed::Object(id, _) | Placed::Within(id) => Some(id),
                    Placed::Param(..) | Placed::WithinParam(_) => Some(crate::launches::objects::ABSOLUTE),
                    Placed::Number(address) if D::CONCRETE => self.objects.find(address).map(|(id, _)| id),
                    Placed::Number(_) => Some(crate::launches::objects::ABSOLUTE),
                    Placed::Unknown => None,
                };
                match object {
                    Some(id) => {
                        let is = self.objects.info(id).space;
                        let cluster = space == Space::Cluster && is == Space::Shared;
                        D::known(u64::from(is == space || cluster))
                    }
                    None if D::CONCRETE => D::known(u64::from(space == Space::Global)),
                    None => self.domain.pure(op, result, operand, &[value], site),
                }
            }
            _ => value,
        }
    }

    /// The address that an [`InstKind::AddrOf`](raddle_ir::InstKind::AddrOf) gives, in the object's own space.
    pub(crate) fn address_value(&mut self, base: BaseRef, offset: i64, ty: Type, site: Site) -> D::Value {
        let number = |n: u64| D::known(n.wrapping_add(offset as u64) & mask_of(ty));
        match base {
            BaseRef::Absolute | BaseRef::Params => number(0),
            BaseRef::Slot(slot) if self.function.slots[slot].space == Space::Param => {
                number(PARAM_SLOTS + self.objects.of_slot(slot))
            }
            BaseRef::Slot(slot) => number(self.objects.of_slot(slot)),
            BaseRef::Fixed(_, at) => number(at),
            BaseRef::Object(object) => match self.objects.of_module(object) {
                Some((SHARED, at)) => number(at),
                Some((id, at)) => self.address_of(id, (at as i64).wrapping_add(offset)),
                None => self.domain.unknown(Reason::UnknownAddress, site, &[]),
            },
            BaseRef::Function(func) => self.domain.function_address(func),
            BaseRef::Buffer(param) => {
                let pointer = self.read(PARAMS, param, ty.bytes(), 0, 0, site);
                let by = D::known(offset as u64 & mask_of(ty));
                self.domain.pure(PureOp::Add, ty, ty, &[pointer, by], site)
            }
        }
    }

    fn special(&mut self, which: Special, ty: Type, warp: usize, lane: u32, site: Site) -> D::Value {
        let launch = &self.launch;
        let thread = self.thread(warp, lane as usize);
        let pick = |all: [u32; 3], d: u8| all.get(usize::from(d)).map_or(0, |&n| u64::from(n));
        let cta = match self.cta.at {
            WhichCta::At(at) => Some(at),
            WhichCta::Any => None,
        };
        let no_cluster = self.function.bounds.cluster.is_none();
        let below = |n: u32| if n >= 32 { u32::MAX } else { (1 << n) - 1 };
        let bits = match which {
            Special::Tid(d) => Some(pick(launch.tid(thread), d)),
            Special::Ntid(d) => Some(pick(launch.block, d)),
            Special::Ctaid(d) => cta.map(|c| pick(c, d)),
            Special::Nctaid(d) => launch.grid.map(|g| pick(g, d)),
            Special::LaneId => Some(u64::from(lane)),
            Special::WarpSize => Some(u64::from(launch.warp_size)),
            Special::LaneMaskEq => Some(1 << lane),
            Special::LaneMaskLt => Some(u64::from(below(lane))),
            Special::LaneMaskLe => Some(u64::from(below(lane + 1))),
            Special::LaneMaskGe => Some(u64::from(!below(lane))),
            Special::LaneMaskGt => Some(u64::from(!below(lane + 1))),
            Special::DynamicSmemSize => launch.dynamic_shared,
            // A launch without clusters makes each CTA a cluster of its own (PTX ISA, `%clusterid`).
            Special::ClusterId(d) if no_cluster => cta.map(|c| pick(c, d)),
            Special::NclusterId(d) if no_cluster => launch.grid.map(|g| pick(g, d)),
            Special::ClusterCtaid(_) | Special::ClusterCtarank if no_cluster => Some(0),
            Special::ClusterNctaid(_) | Special::ClusterNctarank if no_cluster => Some(1),
            Special::IsExplicitCluster => Some(u64::from(!no_cluster)),
            _ => None,
        };
        if let Some(bits) = bits {
            return D::known(bits & mask_of(ty));
        }
        match which {
            Special::Clock => self.domain.unknown(Reason::Schedule(Schedule::Clock), site, &[]),
            Special::WarpId | Special::SmId | Special::GridId => {
                self.domain.unknown(Reason::Schedule(Schedule::Placement), site, &[])
            }
            // The same dimension may be read at two widths; the names are the low half's.
            _ if ty.bits() > 32 => {
                let low = self.domain.special(which, site);
                self.domain.pure(PureOp::Zext, ty, Type::I32, &[low], site)
            }
            _ => {
                let whole = self.domain.special(which, site);
                match ty.bits() {
                    32 => whole,
                    _ => self.domain.pure(PureOp::Trunc, ty, Type::I32, &[whole], site),
                }
            }
        }
    }

    /// Is it the wait for all CTAs of the launch?
    fn is_grid_sync(&self, site: Site) -> bool {
        site.inst.is_some_and(|inst| self.function.insts[inst].kind.is_grid_sync())
    }

    /// Is the object one whose accesses others can see?
    pub(crate) fn is_visible(&self, id: crate::values::domain::ObjectId) -> bool {
        let info = self.objects.info(id);
        !matches!(info.kind, ObjectKind::Local | ObjectKind::Params) && info.space != Space::Const
    }

    /// `a < b`, unsigned, for numbers of the machine itself.
    pub(crate) fn below(&mut self, a: D::Value, b: D::Value, ty: Type, site: Site) -> D::Value {
        self.domain.pure(PureOp::Icmp(IntCond::LtU), Type::I1, ty, &[a, b], site)
    }
}
