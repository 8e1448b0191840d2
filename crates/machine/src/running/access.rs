//! Loads, stores and atomics.
//!
//! An access is resolved lane by lane to a place in an object, checked against the object's bounds, carried out, and reported to the
//! monitor once for each space that its lanes go to.
//!
//! Where it is not known whether a store happens, the place holds either value afterwards; where it is not
//! known where it goes, all that it may hit becomes unknown.

use crate::launches::objects::{LOCAL, ObjectKind, PARAMS, SCALARS, SHARED};
use crate::programs::program::{AddressRef, Element};
use crate::running::exec::Active;
use crate::running::machine::Machine;
use crate::running::place::{LANES, Place, Places, Shape};
use crate::values::domain::{Bytes, Domain, ObjectId, Reason, Schedule, Site, ValueId};
use crate::watching::monitor::{AccessKind, Event, Monitor, Target, WarpAccess, lanes};
use raddle_ir::{AtomicOp, FloatMode, IntCond, Order, PureOp, Space, Type};

impl<D: Domain> Machine<'_, D> {
    /// Reports to the monitor, once for each space.
    #[allow(clippy::too_many_arguments)]
    fn tell(
        &mut self,
        warp: usize,
        on: Active,
        places: &Places<D::Value>,
        kind: AccessKind,
        shape: Shape,
        values: &[Option<ValueId>],
        monitor: &mut dyn Monitor,
    ) {
        if shape.silent {
            return;
        }
        let mut targets = [Target::Unknown; LANES];
        let mut by_space: [(Space, u32); 3] = [(Space::Shared, 0), (Space::Global, 0), (Space::Generic, 0)];
        let number = |space| match space {
            Space::Shared | Space::Cluster => 0,
            Space::Generic => 2,
            _ => 1,
        };
        match places {
            Places::Alike(like, _) if !self.is_seen(like) => return,
            Places::Alike(like, offsets) => {
                for (target, &at) in targets.iter_mut().zip(offsets) {
                    *target =
                        if let Target::At(id, _) = like.target { Target::At(id, at) } else { like.target };
                }
                by_space[number(like.space)].1 = on.lanes;
            }
            Places::Each(places) => {
                for lane in lanes(on.lanes) {
                    let Some(place) = &places[lane as usize] else { continue };
                    targets[lane as usize] = place.target;
                    if self.is_seen(place) {
                        by_space[number(place.space)].1 |= 1 << lane;
                    }
                }
            }
        }
        self.tell_apart(on.lanes, places, &mut targets);
        for (space, mask) in by_space {
            if mask == 0 {
                continue;
            }
            let access = WarpAccess {
                warp: warp as u32,
                first_thread: self.first_thread(warp),
                lanes: mask,
                group: on.group,
                may: on.may & mask,
                site: shape.site,
                kind,
                access: shape.access,
                space,
                size: shape.size,
                targets: &targets[..self.width],
                values,
            };
            monitor.access(&access);
            self.log(warp, (mask, on.may & mask), kind, &targets);
            // While a branch is stepped over, they are counted when they are reported.
            if !self.is_stepping_over() {
                self.count_events(warp, mask);
            }
        }
    }

    pub(crate) fn count_events(&mut self, warp: usize, mask: u32) {
        let events = &mut self.state.cta.warps[warp].events;
        lanes(mask).for_each(|lane| events[lane as usize] += 1);
    }

    /// The content of up to 8 bytes.
    pub(crate) fn read(
        &mut self,
        id: ObjectId,
        offset: u64,
        bytes: u32,
        warp: usize,
        lane: u32,
        site: Site,
    ) -> D::Value {
        let mut buffer = [D::INITIAL; 8];
        let buffer = &mut buffer[..bytes.min(8) as usize];
        let version = self.look(id, warp, lane).map_or(0, |memory| {
            memory.read(offset, buffer);
            memory.version
        });
        if version as u32 == 0 {
            let thread = self.first_thread(warp) + lane;
            self.choose(id, offset, thread, buffer);
        }
        match self.domain.assemble(buffer) {
            Bytes::Value(value) => value,
            Bytes::Mixed => self.domain.mixed(buffer, site),
            Bytes::Initial => self.initial(id, D::known(offset), version, bytes, site),
        }
    }

    /// Fills the bytes that were neither given nor written with what the launch chose for an object.
    fn choose(&self, id: ObjectId, offset: u64, thread: u32, bytes: &mut [D::Byte]) {
        let Some(chosen) = &self.launch.chosen else { return };
        let kind = self.objects.info(id).kind;
        for (byte, at) in bytes.iter_mut().zip(offset..).filter(|(byte, _)| **byte == D::INITIAL) {
            let bits = match (kind, id) {
                (ObjectKind::Buffer { offset: pointer, .. }, _) => chosen.byte(pointer, id, at),
                (_, SHARED) => chosen.uninitialised.map(|attempt| attempt.byte(id, at)),
                (_, LOCAL) => chosen.uninitialised.map(|attempt| attempt.of_thread(thread, at)),
                _ => None,
            };
            if let Some(bits) = bits {
                *byte = D::byte(bits);
            }
        }
    }

    fn initial(&mut self, id: ObjectId, offset: D::Value, version: u64, bytes: u32, site: Site) -> D::Value {
        let reason = match id {
            _ if version as u32 != 0 => Reason::UnknownAddress,
            SHARED | LOCAL | SCALARS => Reason::UninitialisedMemory(id),
            PARAMS => Reason::Parameter { offset: D::get(offset).unwrap_or(0) },
            _ => Reason::Content(id),
        };
        // Each thread has a local memory of its own, and no name for what it holds.
        if id == LOCAL {
            return self.domain.unknown(reason, site, &[]);
        }
        self.domain.initial(id, offset, version, bytes, reason, site)
    }

    pub(crate) fn load(
        &mut self,
        warp: usize,
        mut on: Active,
        addr: &AddressRef,
        elements: &[Element],
        shape: Shape,
        monitor: &mut dyn Monitor,
    ) {
        let before = on.lanes;
        let places = self.resolve_all(warp, &mut on, addr, shape, (false, !elements.is_empty()), monitor);
        let site = shape.site;
        for lane in lanes(before & !on.lanes) {
            for element in elements {
                let value = self.domain.unknown(Reason::UnknownAddress, site, &[]);
                self.set(warp, element.reg, lane, value);
            }
        }
        // What all lanes read at one place is one number. (An unknown one may have a name for each of them.)
        let mut same: Option<smallvec::SmallVec<[D::Value; 4]>> = None;
        let one_place = !elements.is_empty() && places.is_one_place(on.lanes);
        let mut loading = if elements.is_empty() { 0 } else { on.lanes };
        if self.has_no_name(&places, elements, shape) {
            for element in elements {
                let value = self.domain.anything(Reason::Schedule(Schedule::Volatile), site, &[]);
                lanes(loading).for_each(|lane| self.set(warp, element.reg, lane, value));
            }
            loading = 0;
        }
        for lane in lanes(loading) {
            if let Some(values) = &same {
                for (element, &value) in elements.iter().zip(values) {
                    self.set(warp, element.reg, lane, value);
                }
                continue;
            }
            let Some(place) = places.get(lane) else { continue };
            let mut at = 0;
            for element in elements {
                let value = self.load_one(warp, lane, &place, at, element, shape);
                let value = match D::get(value) {
                    Some(bits) if element.bit => D::known(bits & 1),
                    None if element.bit => {
                        self.domain.pure(PureOp::Trunc, Type::I1, Type::I8, &[value], site)
                    }
                    _ => value,
                };
                self.set(warp, element.reg, lane, value);
                at += u64::from(element.bytes);
            }
            let shared = matches!(place.target, Target::At(id, _) if id != LOCAL);
            if one_place && shared {
                let values = elements.iter().map(|e| self.get(warp, e.reg, lane));
                let values: smallvec::SmallVec<[D::Value; 4]> = values.collect();
                same = values.iter().all(|&v| D::get(v).is_some()).then_some(values);
            }
        }
        self.tell(warp, on, &places, AccessKind::Read, shape, &[], monitor);
    }

    /// Do atomics, volatile and strong loads find what the run's own order makes them find?
    fn is_in_order(&self) -> bool {
        D::CONCRETE || self.launch.chosen.as_ref().is_some_and(|chosen| chosen.atomics)
    }

    /// Does the load read volatile numbers from shared memory that are not followed? A floating-point number is not: addresses rarely
    /// depend on one, and following it would cost much. See [`Self::load_one`] for the others.
    fn has_no_name(&self, places: &Places<D::Value>, elements: &[Element], shape: Shape) -> bool {
        let Places::Alike(Place { target: Target::At(SHARED, _), .. }, _) = places else { return false };
        let is_followed = |element: &Element| !element.float || element.bit || element.bytes == 0;
        !self.is_in_order()
            && shape.access.volatile
            && !shape.silent
            && self.is_visible(SHARED)
            && !elements.iter().any(is_followed)
    }

    fn load_one(
        &mut self,
        warp: usize,
        lane: u32,
        place: &Place<D::Value>,
        at: u64,
        element: &Element,
        shape: Shape,
    ) -> D::Value {
        let (site, bytes) = (shape.site, u32::from(element.bytes));
        if bytes == 0 {
            return self.domain.unknown(Reason::Opaque("a fragment".into()), site, &[]);
        }
        let from = place.address;
        let id = match place.target {
            Target::At(id, _) | Target::Within(id) | Target::Near { object: id, .. } => id,
            Target::Unknown => return self.domain.unknown(Reason::UnknownAddress, site, from.as_slice()),
        };
        if !self.is_in_order() && self.is_visible(id) && !shape.silent {
            // Threads of this CTA alone write its shared memory: if no two accesses race, there is one value (docs/src/semantics.md).
            // A floating-point number is not followed: addresses rarely depend on one, and following it would cost much.
            let reason = Reason::Schedule(Schedule::Volatile);
            if shape.access.volatile && id != SHARED {
                return self.domain.unknown(reason, site, &[]);
            }
            if shape.access.volatile && element.float {
                return self.domain.anything(reason, site, &[]);
            }
            if shape.access.order != Order::Weak {
                return self.domain.unknown(Reason::Schedule(Schedule::StrongLoad), site, &[]);
            }
        }
        // In a loop that is stepped over, one load stands for many.
        let blurred = self.blurs(id);
        match place.target {
            Target::At(id, offset) => {
                let value = self.read(id, offset + at, bytes, warp, lane, site);
                if blurred && D::get(value).is_none() {
                    return self.domain.anything(Reason::UnknownControl, site, &[value]);
                }
                value
            }
            _ if blurred || id == LOCAL => {
                self.domain.anything(Reason::UnknownAddress, site, from.as_slice())
            }
            _ => {
                let memory = self.look(id, warp, lane);
                let (version, writes) = memory.map_or((0, 0), |memory| (memory.version, memory.writes));
                let Some(address) = from else {
                    return self.domain.unknown(Reason::UnknownAddress, site, &[]);
                };
                // The name of what is somewhere in the object now: by its number of writes until now.
                let name = self.domain.offset(address);
                let name = self.domain.pure(PureOp::Add, Type::I64, Type::I64, &[name, D::known(at)], site);
                let reason = if version as u32 == 0 { Reason::Content(id) } else { Reason::UnknownAddress };
                self.domain.initial(id, name, writes, bytes, reason, site)
            }
        }
    }

    pub(crate) fn store(
        &mut self,
        warp: usize,
        mut on: Active,
        addr: &AddressRef,
        elements: &[Element],
        shape: Shape,
        monitor: &mut dyn Monitor,
    ) {
        let places = self.resolve_all(warp, &mut on, addr, shape, (true, false), monitor);
        let site = shape.site;
        // A store whose values nothing asks for ([`mod@crate::programs::slice`]) has no elements.
        let named = monitor.wants_values() && !shape.silent && !elements.is_empty();
        if elements.is_empty() {
            self.count_write(on.lanes, &places);
        }
        let mut ids = [None; LANES];
        let is_known = matches!(places, Places::Alike(Place { target: Target::At(..), .. }, _));
        let storing = if elements.is_empty() && is_known { 0 } else { on.lanes };
        for lane in lanes(storing) {
            let Some(place) = places.get(lane) else { continue };
            let may = on.may >> lane & 1 == 1;
            if named {
                let values: smallvec::SmallVec<[D::Value; 4]> =
                    elements.iter().map(|e| self.get(warp, e.reg, lane)).collect();
                ids[lane as usize] = self.domain.identity(&values);
            }
            let Target::At(id, offset) = place.target else {
                self.forget(place.target, place.space, warp, lane);
                continue;
            };
            let mut at = 0;
            for element in elements {
                let mut value = self.get(warp, element.reg, lane);
                let bytes = usize::from(element.bytes);
                // Other strong accesses may come before or after it without a race: which is last?
                if !D::CONCRETE && shape.access.order != Order::Weak && self.is_visible(id) {
                    let reason = Reason::Schedule(Schedule::StrongStore);
                    value = self.domain.unknown(reason, site, &[value]);
                }
                self.write(id, offset + at, value, bytes, may, warp, lane, site);
                at += u64::from(element.bytes);
            }
        }
        let values = if named { &ids[..self.width] } else { &[] };
        self.tell(warp, on, &places, AccessKind::Write, shape, values, monitor);
    }

    #[allow(clippy::too_many_arguments)]
    fn write(
        &mut self,
        id: ObjectId,
        offset: u64,
        value: D::Value,
        bytes: usize,
        may: bool,
        warp: usize,
        lane: u32,
        site: Site,
    ) {
        let bytes = bytes.min(8);
        let mut value = value;
        if may {
            let mut before = [D::INITIAL; 8];
            if let Some(memory) = self.look(id, warp, lane) {
                memory.read(offset, &mut before[..bytes]);
            }
            if before[..bytes].iter().all(|&b| self.domain.is_any_byte(b)) {
                // Nothing is less known than before, but what is there may be something else now.
                self.memory(id, warp, lane).count_write();
                return self.note_write(id);
            }
            let old = self.read(id, offset, bytes as u32, warp, lane, site);
            value = self.either(old, value, site);
            if value != old {
                self.note_change_in(id);
            }
        }
        let mut buffer = [D::INITIAL; 8];
        self.domain.split(value, &mut buffer[..bytes]);
        self.memory(id, warp, lane).write(offset, &buffer[..bytes]);
        self.note_write(id);
    }

    /// A write to shared memory counts even if nothing asks for its value: what is read at an unknown place of the window has the number of
    /// writes in its name ([`mod@crate::slice`]).
    fn count_write(&mut self, mask: u32, places: &Places<D::Value>) {
        let is_shared = |place: Place<D::Value>| matches!(place.target, Target::At(SHARED, _));
        if lanes(mask).any(|lane| places.get(lane).is_some_and(is_shared)) {
            self.memory(SHARED, 0, 0).count_write();
            self.note_write(SHARED);
        }
    }

    /// A write that may go anywhere in the target.
    fn forget(&mut self, target: Target, space: Space, warp: usize, lane: u32) {
        match target {
            Target::At(id, _) | Target::Within(id) | Target::Near { object: id, .. } => {
                self.forget_object(id, warp, lane);
            }
            Target::Unknown => {
                let all: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
                for id in all {
                    if Self::is_global(id) && self.objects.info(id).space != Space::Const {
                        self.forget_object(id, warp, lane);
                    }
                }
                if space == Space::Generic {
                    for id in [SHARED, LOCAL] {
                        self.forget_object(id, warp, lane);
                    }
                }
            }
        }
    }

    fn forget_object(&mut self, id: ObjectId, warp: usize, lane: u32) {
        self.memory(id, warp, lane).forget();
        self.note_forgotten(id);
    }

    /// After an instruction that may write anywhere.
    pub(crate) fn forget_everything(&mut self) {
        for warp in 0..self.state.cta.warps.len() {
            for lane in lanes(self.existing(warp)) {
                self.forget(Target::Within(LOCAL), Space::Local, warp, lane);
            }
        }
        self.forget(Target::Unknown, Space::Generic, 0, 0);
        self.forget(Target::Within(SCALARS), Space::Shared, 0, 0);
    }

    /// Makes the bytes of a slot unknown.
    pub(crate) fn forget_slot(
        &mut self,
        warp: usize,
        lane: u32,
        offset: u64,
        size: u64,
        reason: &Reason,
        site: Site,
    ) {
        let mut at = 0;
        while at < size {
            let bytes = (size - at).min(8) as usize;
            let value = self.domain.unknown(reason.clone(), site, &[]);
            let mut buffer = [D::INITIAL; 8];
            // Pieces of one value each; a slot of 3 bytes holds pieces of a value of 3 bytes.
            self.domain.split(value, &mut buffer[..bytes]);
            self.memory(LOCAL, warp, lane).write(offset + at, &buffer[..bytes]);
            at += bytes as u64;
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn atomic(
        &mut self,
        warp: usize,
        mut on: Active,
        (op, ty): (AtomicOp, Type),
        addr: &AddressRef,
        (dst, args): (Option<u32>, Option<[u32; 2]>),
        shape: Shape,
        monitor: &mut dyn Monitor,
    ) {
        let places = self.resolve_all(warp, &mut on, addr, shape, (true, false), monitor);
        let site = shape.site;
        let by_schedule = Reason::Schedule(Schedule::Atomic);
        let in_order = self.is_in_order();
        if args.is_none() {
            self.count_write(on.lanes, &places);
        }
        for lane in lanes(on.lanes) {
            let Some(place) = places.get(lane) else { continue };
            let may = on.may >> lane & 1 == 1;
            let mut old = None;
            match (place.target, args) {
                (Target::At(id, offset), Some(args)) => {
                    let operands = args.map(|reg| self.get(warp, reg, lane));
                    let bytes = ty.bytes();
                    let before = self.read(id, offset, bytes, warp, lane, site);
                    let after = if in_order || op == AtomicOp::Add {
                        // Sums of integers are the same in every order.
                        // PTX ISA, `atom`: sums of single precision are flushed in global memory, and not in shared memory.
                        let ftz = ty == Type::F32 && id != SHARED && id != SCALARS;
                        self.updated((op, ftz), ty, before, operands, site)
                    } else {
                        self.domain.unknown(by_schedule.clone(), site, &operands[..1])
                    };
                    self.write(id, offset, after, bytes as usize, may, warp, lane, site);
                    old = Some(before);
                }
                (Target::At(..), None) => {}
                (target, _) => self.forget(target, place.space, warp, lane),
            }
            if let Some(dst) = dst {
                let value = match old {
                    Some(old) if in_order => old,
                    _ => self.domain.unknown(by_schedule.clone(), site, &[]),
                };
                self.set(warp, dst, lane, value);
            }
        }
        self.tell(warp, on, &places, AccessKind::Atomic(op), shape, &[], monitor);
    }

    /// What an atomic leaves (PTX ISA, `atom`).
    fn updated(
        &mut self,
        (op, ftz): (AtomicOp, bool),
        ty: Type,
        old: D::Value,
        args: [D::Value; 2],
        site: Site,
    ) -> D::Value {
        let [a, b] = args;
        let mut two = |op, x, y| self.domain.pure(op, ty, ty, &[x, y], site);
        let (zero, one) = (D::known(0), D::known(1));
        match op {
            AtomicOp::And => two(PureOp::And, old, a),
            AtomicOp::Or => two(PureOp::Or, old, a),
            AtomicOp::Xor => two(PureOp::Xor, old, a),
            AtomicOp::Add => two(PureOp::Add, old, a),
            AtomicOp::MinU => two(PureOp::MinU, old, a),
            AtomicOp::MaxU => two(PureOp::MaxU, old, a),
            AtomicOp::MinS => two(PureOp::MinS, old, a),
            AtomicOp::MaxS => two(PureOp::MaxS, old, a),
            AtomicOp::FAdd => two(PureOp::FAdd(FloatMode { ftz, ..FloatMode::default() }), old, a),
            AtomicOp::FMin => two(PureOp::FMin { nan: false, ftz: false }, old, a),
            AtomicOp::FMax => two(PureOp::FMax { nan: false, ftz: false }, old, a),
            AtomicOp::Exch => a,
            AtomicOp::Inc => {
                let next = two(PureOp::Add, old, one);
                let inside = self.below(old, a, ty, site);
                self.domain.pure(PureOp::Select, ty, ty, &[inside, next, zero], site)
            }
            AtomicOp::Dec => {
                let next = two(PureOp::Sub, old, one);
                // Inside: 0 < x <= a, that is, x - 1 < a without wrapping.
                let inside = self.below(next, a, ty, site);
                self.domain.pure(PureOp::Select, ty, ty, &[inside, next, a], site)
            }
            AtomicOp::Cas => {
                let bits = Type::int(ty.bits()).unwrap_or(ty);
                let same = self.domain.pure(PureOp::Icmp(IntCond::Eq), Type::I1, bits, &[old, a], site);
                self.domain.pure(PureOp::Select, ty, ty, &[same, b, old], site)
            }
        }
    }

    /// The event that a lane's next access will be, if it will be one that others can see.
    pub(crate) fn next_access(
        &mut self,
        warp: usize,
        lane: u32,
        addr: &AddressRef,
        shape: Shape,
        kind: AccessKind,
    ) -> Option<Event> {
        if shape.silent {
            return None;
        }
        let place = self.resolve(warp, lane, addr, shape.size, shape.site);
        let target = match (place.target, place.near) {
            (Target::Within(id), Some(near)) => self.objects.near(id, near),
            (target, _) => target,
        };
        (self.is_seen(&place) && place.outside.is_none()).then_some(Event::Access {
            space: place.space,
            target,
            size: shape.size,
            kind,
            access: shape.access,
            value: None,
            may: false,
            site: shape.site,
        })
    }
}
