//! Where an access goes.
//!
//! An address is resolved to a place in an object, and checked against the object's bounds. Lanes of a warp mostly go to
//! one object, at addresses that differ by numbers only: then one of them is resolved, and the others by subtraction.

use crate::launches::objects::{ABSOLUTE, LOCAL, ObjectKind, PARAM_SLOTS, PARAMS, Part, SHARED};
use crate::programs::program::{AddressRef, BaseRef};
use crate::running::exec::Active;
use crate::running::machine::{Machine, Once};
use crate::values::domain::{Domain, ObjectId, Placed, Site};
use crate::values::linear::Near;
use crate::watching::monitor::{Issue, Monitor, Target, lanes};
use raddle_ir::null::LOWEST;
use raddle_ir::{Access, Entity, PureOp, Space, Type};
use std::ops::Range;

/// What the accesses of an instruction have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) access: Access,
    pub(crate) size: u32,
    /// In a specification region: no access of the program.
    pub(crate) silent: bool,
    pub(crate) site: Site,
}

/// Where a lane's access goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<V> {
    pub(crate) target: Target,
    /// The space of what it hits, as far as that is known.
    pub(crate) space: Space,
    /// The address, when it is not a known place: what to blame.
    pub(crate) address: Option<V>,
    /// It leaves its object: by how much from its start.
    pub(crate) outside: Option<(ObjectId, i64)>,
    /// It leaves the array of shared memory, or the variable of the thread, that the instruction names: the window, the number of the
    /// part, and how far from the start of that.
    pub(crate) strays: Option<(ObjectId, u32, i64)>,
    /// Of a place somewhere in an object: its address among others that differ by numbers.
    pub(crate) near: Option<Near>,
}

/// How many lanes a warp has at most.
pub(crate) const LANES: usize = 32;

/// Where the lanes of a warp access.
// It lives on the stack for one step.
#[allow(clippy::large_enum_variant)]
pub(crate) enum Places<V> {
    /// All like this one; where that is a place in an object, at these offsets in it.
    Alike(Place<V>, [u64; LANES]),
    /// One by one.
    Each(Box<[Option<Place<V>>; LANES]>),
}

/// A part of the shared or the local window that an instruction names.
struct Array {
    window: ObjectId,
    /// The number of the [`Part`].
    number: u32,
    /// Where it lies in the window.
    bytes: Range<u64>,
}

impl Array {
    /// Do accesses of a size lie in it that begin from `least` to `most`?
    fn holds(&self, least: u64, most: u64, size: u32) -> bool {
        least >= self.bytes.start
            && most.checked_add(u64::from(size)).is_some_and(|end| end <= self.bytes.end)
    }
}

impl<V: Copy> Places<V> {
    /// Where a lane accesses; none for one that takes no part.
    pub(crate) fn get(&self, lane: u32) -> Option<Place<V>> {
        match self {
            Self::Alike(like, offsets) => Some(match like.target {
                Target::At(id, _) => Place { target: Target::At(id, offsets[lane as usize]), ..*like },
                // Here they are the differences from the first.
                _ => {
                    let near = like.near.and_then(|near| near.moved(offsets[lane as usize] as i64));
                    Place { near, ..*like }
                }
            }),
            Self::Each(all) => all[lane as usize],
        }
    }

    /// Do all lanes access one known place?
    pub(crate) fn is_one_place(&self, mask: u32) -> bool {
        match self {
            Self::Alike(Place { target: Target::At(_, first), .. }, offsets) => {
                lanes(mask).all(|lane| offsets[lane as usize] == *first)
            }
            _ => false,
        }
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Where an address points, for a lane.
    pub(crate) fn resolve(
        &mut self,
        warp: usize,
        lane: u32,
        addr: &AddressRef,
        size: u32,
        site: Site,
    ) -> Place<D::Value> {
        let index = addr.index.map(|reg| self.get(warp, reg, lane));
        let fixed = match addr.base {
            BaseRef::Absolute => None,
            BaseRef::Object(object) => self.objects.of_module(object),
            BaseRef::Slot(slot) => Some((LOCAL, self.objects.of_slot(slot))),
            BaseRef::Params => Some((PARAMS, 0)),
            BaseRef::Fixed(id, at) => Some((id, at)),
            // What it points to is its value's business: it may be a given number.
            BaseRef::Buffer(_) | BaseRef::Function(_) => None,
        };
        if let Some((id, start)) = fixed {
            let Some(index) = index else {
                let place = self.at(id, (start as i64).wrapping_add(addr.offset), size);
                return self.in_its_array(place, addr, size);
            };
            return match D::get(index) {
                Some(bits) => {
                    let shift = 64 - addr.ty.bits().clamp(1, 64);
                    let index = ((bits << shift) as i64) >> shift;
                    let place =
                        self.at(id, (start as i64).wrapping_add(index).wrapping_add(addr.offset), size);
                    self.in_its_array(place, addr, size)
                }
                None => {
                    let place = self.somewhere(Target::Within(id), self.objects.info(id).space, index);
                    self.nearby(place, addr.ty, (start as i64).wrapping_add(addr.offset))
                }
            };
        }
        let mask = addr.ty.mask() as u64;
        let offset = D::known(addr.offset as u64 & mask);
        let mut address = match (addr.base, index) {
            (BaseRef::Buffer(param), index) => {
                let pointer_ty = Type::int(self.module.address_bits).unwrap_or(Type::I64);
                let pointer = self.read(PARAMS, param, pointer_ty.bytes(), warp, lane, site);
                match index {
                    Some(index) => self.domain.pure(PureOp::Add, addr.ty, addr.ty, &[pointer, index], site),
                    None => pointer,
                }
            }
            (_, Some(index)) => index,
            (_, None) => D::known(0),
        };
        if addr.offset != 0 {
            address = self.domain.pure(PureOp::Add, addr.ty, addr.ty, &[address, offset], site);
        }
        let place = self.point(address, addr.space, size);
        // What lies in a window of its own does whatever the address is.
        let is_free = matches!(addr.space, Space::Global | Space::Const | Space::Generic);
        if let (Some(leads), Target::Within(object), true) = (addr.leads, place.target, is_free)
            && !leads.is_some_and(|base| self.is_object(base, object))
        {
            return self.somewhere(Target::Unknown, addr.space, address);
        }
        self.nearby(place, addr.ty, 0)
    }

    /// Is it the object of a base?
    fn is_object(&mut self, base: BaseRef, object: ObjectId) -> bool {
        match base {
            BaseRef::Object(of) => self.objects.of_module(of).is_some_and(|(id, _)| id == object),
            BaseRef::Slot(_) => object == LOCAL,
            BaseRef::Params => object == PARAMS,
            BaseRef::Buffer(param) => self.objects.buffer(param) == object,
            BaseRef::Absolute | BaseRef::Fixed(..) | BaseRef::Function(_) => false,
        }
    }

    /// Finds out by what an unknown place in an object differs from others. In a loop that is stepped over an address has
    /// one name, and is many. Where no thread seems to write, it does not matter.
    fn nearby(&mut self, mut place: Place<D::Value>, ty: Type, start: i64) -> Place<D::Value> {
        if let (Target::Within(id), Some(address)) = (place.target, place.address)
            && !self.is_repeated()
            && self.is_visible(id)
            && self.program.outputs.may_hold(self.objects.info(id).kind)
        {
            let near = self.domain.near(address, ty);
            place.near = near.and_then(|near| near.moved(start));
        }
        place
    }

    /// Where all lanes go somewhere into one object, but to addresses that differ by numbers: tells by which. (If each had
    /// a group of its own, there would be too many of them.)
    pub(crate) fn tell_apart(&mut self, mask: u32, places: &Places<D::Value>, targets: &mut [Target; LANES]) {
        let Some(first) = lanes(mask).next().and_then(|lane| places.get(lane)) else { return };
        let (Target::Within(object), Some(like)) = (first.target, first.near) else { return };
        let mut all = [like; LANES];
        for lane in lanes(mask) {
            let near = match places {
                Places::Alike(place, offsets) => {
                    place.near.and_then(|near| near.moved(offsets[lane as usize] as i64))
                }
                Places::Each(places) => places[lane as usize].and_then(|place| {
                    place.near.filter(|near| place.target == first.target && near.form == like.form)
                }),
            };
            let Some(near) = near else { return };
            all[lane as usize] = near;
        }
        for lane in lanes(mask) {
            targets[lane as usize] = self.objects.near(object, all[lane as usize]);
        }
    }

    /// Where an address of a space points.
    fn point(&mut self, address: D::Value, space: Space, size: u32) -> Place<D::Value> {
        let window = match space {
            Space::Shared | Space::Cluster => Some(SHARED),
            Space::Local => Some(LOCAL),
            Space::Param => Some(PARAMS),
            Space::Global | Space::Const | Space::Generic => None,
        };
        let placed = self.domain.place(address);
        if let Some(window) = window {
            return match placed {
                Placed::Number(n @ PARAM_SLOTS..) if window == PARAMS => {
                    self.at(LOCAL, (n - PARAM_SLOTS) as i64, size)
                }
                Placed::Number(n) => self.at(window, n as i64, size),
                Placed::Object(id, offset) if id == window => self.at(window, offset, size),
                // Perhaps another CTA's shared memory.
                _ if space == Space::Cluster => self.somewhere(Target::Unknown, Space::Generic, address),
                _ => self.somewhere(Target::Within(window), self.objects.info(window).space, address),
            };
        }
        match placed {
            Placed::Number(n) if D::CONCRETE => match self.objects.find(n) {
                Some((id, offset)) => self.at(id, offset as i64, size),
                None => {
                    let mut place = self.at(ABSOLUTE, n as i64, size);
                    place.outside = Some((ABSOLUTE, n as i64));
                    place
                }
            },
            Placed::Number(n) => self.at(ABSOLUTE, n as i64, size),
            Placed::Object(id, offset) => self.at(id, self.signed(id, offset), size),
            Placed::Within(id) => self.somewhere(Target::Within(id), self.objects.info(id).space, address),
            Placed::Param(param, offset) => {
                let id = self.objects.buffer(param);
                self.at(id, self.signed(id, offset), size)
            }
            Placed::WithinParam(param) => {
                let id = self.objects.buffer(param);
                self.somewhere(Target::Within(id), Space::Global, address)
            }
            Placed::Unknown => self.somewhere(Target::Unknown, space, address),
        }
    }

    /// An offset in an object, as addresses of 32 bits have it: what is beyond its end, or beyond half of all addresses where the end is
    /// unknown, lies in front of it.
    fn signed(&self, id: ObjectId, offset: i64) -> i64 {
        let end = self.objects.info(id).size.unwrap_or(1 << 31);
        let short = self.module.address_bits == 32 && offset as u64 >= end;
        if short { i64::from(offset as u32 as i32) } else { offset }
    }

    fn at(&self, id: ObjectId, offset: i64, size: u32) -> Place<D::Value> {
        let info = self.objects.info(id);
        let inside = match info.size {
            _ if id == ABSOLUTE => offset as u64 >= LOWEST,
            Some(bytes) => offset >= 0 && (offset as u64).saturating_add(u64::from(size)) <= bytes,
            None => offset >= 0,
        };
        let inside = inside && !(id == LOCAL && self.objects.is_promoted(offset as u64, size));
        let outside = (!inside).then_some((id, offset));
        Place {
            target: Target::At(id, offset as u64),
            space: info.space,
            address: None,
            outside,
            strays: None,
            near: None,
        }
    }

    /// The array of shared memory or the variable of a thread that an instruction names, if its size is known.
    fn array_of(&self, addr: &AddressRef) -> Option<Array> {
        let (window, number) = match addr.base {
            BaseRef::Object(object) => {
                let (SHARED, start) = self.objects.of_module(object)? else { return None };
                let mut parts = self.objects.shared_parts().iter();
                let is_whole = |part: &Part| part.offset == start && part.size.is_some_and(|size| size > 0);
                (SHARED, parts.position(is_whole)? as u32)
            }
            BaseRef::Slot(slot) => (LOCAL, slot.index() as u32),
            _ => return None,
        };
        let part = self.objects.part(window, number)?;
        Some(Array { window, number, bytes: part.offset..part.offset.checked_add(part.size?)? })
    }

    /// Marks an access that leaves the array or variable that its instruction names. What lies beside a variable of a thread is none of
    /// the program's business: nothing is accessed there.
    fn in_its_array(&self, mut place: Place<D::Value>, addr: &AddressRef, size: u32) -> Place<D::Value> {
        let Some(array) = self.array_of(addr) else { return place };
        let Target::At(window, at) = place.target else { return place };
        let is_left = window == array.window && !array.holds(at, at, size);
        if is_left && (window == LOCAL || place.outside.is_none()) {
            let offset = (at as i64).wrapping_sub(array.bytes.start as i64);
            place.strays = Some((window, array.number, offset));
            place.outside = place.outside.or((window == LOCAL).then_some((window, at as i64)));
        }
        place
    }

    fn somewhere(&self, target: Target, space: Space, address: D::Value) -> Place<D::Value> {
        let nowhere = target == Target::Within(SHARED) && self.objects.has_no_shared();
        let outside = nowhere.then_some((SHARED, 0));
        Place { target, space, address: Some(address), outside, strays: None, near: None }
    }

    /// Resolves an access for all lanes; those that leave their object are reported and drop out. The flags: does it write, and does
    /// anything ask for what it reads?
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn resolve_all(
        &mut self,
        warp: usize,
        on: &mut Active,
        addr: &AddressRef,
        shape: Shape,
        (writes, reads): (bool, bool),
        monitor: &mut dyn Monitor,
    ) -> Places<D::Value> {
        if let Some(places) = self.resolve_alike(warp, on.lanes, addr, shape, reads) {
            if let Places::Alike(like, _) = &places {
                self.tell_unknown(like, shape, writes, monitor);
            }
            return places;
        }
        let mut places = Box::new([None; LANES]);
        let mut told = false;
        for lane in lanes(on.lanes) {
            let place = self.resolve(warp, lane, addr, shape.size, shape.site);
            let may = on.may >> lane & 1 == 1;
            if let Some((object, offset)) = place.outside {
                on.lanes &= !(1 << lane);
                on.may &= !(1 << lane);
                let thread = self.thread(warp, lane as usize);
                if !shape.silent && self.first_time(Once::OutOfBounds { may }, shape.site) {
                    let (size, site) = (shape.size, shape.site);
                    monitor.issue(match place.strays {
                        Some((object, part, offset)) => {
                            Issue::LeavesArray { thread, object, part, offset, size, may, site }
                        }
                        None => Issue::OutOfBounds { thread, object, offset, size, may, site },
                    });
                }
                continue;
            }
            if let Some((object, part, offset)) = place.strays
                && !shape.silent
                && self.first_time(Once::LeavesArray { may }, shape.site)
            {
                let (thread, size, site) = (self.thread(warp, lane as usize), shape.size, shape.site);
                monitor.issue(Issue::LeavesArray { thread, object, part, offset, size, may, site });
            }
            if place.address.is_some() && !told {
                told = self.tell_unknown(&place, shape, writes, monitor);
            }
            places[lane as usize] = Some(place);
        }
        Places::Each(places)
    }

    /// Reports an access whose address is unknown. Has it been reported?
    fn tell_unknown(
        &mut self,
        place: &Place<D::Value>,
        shape: Shape,
        writes: bool,
        monitor: &mut dyn Monitor,
    ) -> bool {
        let Some(address) = place.address else { return false };
        if shape.silent || !self.is_seen(place) {
            return false;
        }
        if self.first_time(Once::UnknownAddress, shape.site) {
            let object = match place.target {
                Target::Within(id) => Some(id),
                _ => None,
            };
            let causes = self.domain.causes(address);
            let (space, site) = (place.space, shape.site);
            monitor.issue(Issue::UnknownAddress { space, object, writes, site, causes });
        }
        true
    }

    /// Is the object one whose accesses others can see?
    pub(crate) fn is_visible(&self, id: ObjectId) -> bool {
        let info = self.objects.info(id);
        !matches!(info.kind, ObjectKind::Local | ObjectKind::Params) && info.space != Space::Const
    }

    /// Can others see what happens there?
    pub(crate) fn is_seen(&self, place: &Place<D::Value>) -> bool {
        match place.target {
            Target::At(id, _) | Target::Within(id) | Target::Near { object: id, .. } => self.is_visible(id),
            Target::Unknown => place.space != Space::Const,
        }
    }

    /// Resolves an access for all lanes at once, where the addresses differ by numbers from that of the first lane, and all lie in one
    /// object. `None` where that does not hold, or is not seen to.
    fn resolve_alike(
        &mut self,
        warp: usize,
        mask: u32,
        addr: &AddressRef,
        shape: Shape,
        reads: bool,
    ) -> Option<Places<D::Value>> {
        if mask == 0 {
            return None;
        }
        let first = mask.trailing_zeros();
        let like = self.resolve(warp, first, addr, shape.size, shape.site);
        if like.outside.is_some() || like.strays.is_some() {
            return None;
        }
        let Some(index) = addr.index else {
            let at = if let Target::At(_, at) = like.target { at } else { 0 };
            return Some(Places::Alike(like, [at; LANES]));
        };
        let values = self.row(warp, index);
        let (from, root) = D::parts(values[first as usize]);
        let mut bits = [from; LANES];
        let mut roots = 0;
        for (lane, (bits, &value)) in bits.iter_mut().zip(values).enumerate() {
            let (number, other) = D::parts(value);
            let active = mask >> lane & 1;
            roots |= (other ^ root) * active;
            *bits = if active == 1 { number } else { from };
        }
        if roots != 0 {
            return None;
        }
        let Target::At(id, at) = like.target else {
            // Unknown in the same way. The address is part of the name of what is read there.
            let same = root != 0 && (!reads || bits.iter().all(|&bits| bits == from));
            let unused = 64 - addr.ty.bits().clamp(1, 64);
            let gap = |bits: u64| ((bits.wrapping_sub(from) << unused) as i64 >> unused) as u64;
            return same.then(|| Places::Alike(like, bits.map(gap)));
        };
        match addr.base {
            BaseRef::Absolute | BaseRef::Buffer(_) => {
                // A number is a place by itself, or in one of the windows; which one may change on the way.
                if root == 0 && (D::CONCRETE || addr.space == Space::Param) {
                    return None;
                }
                let all = addr.ty.mask() as u64;
                bits.iter_mut().for_each(|bits| *bits = at.wrapping_add(bits.wrapping_sub(from)) & all);
            }
            _ => {
                let unused = 64 - addr.ty.bits().clamp(1, 64);
                let signed = |bits: u64| ((bits << unused) as i64 >> unused) as u64;
                let start = at.wrapping_sub(signed(from));
                bits.iter_mut().for_each(|bits| *bits = start.wrapping_add(signed(*bits)));
            }
        }
        if bits[first as usize] != at {
            return None;
        }
        let info = self.objects.info(id);
        let end = match info.size {
            _ if id == ABSOLUTE => None,
            Some(size) => Some(size),
            None => Some(i64::MAX as u64),
        };
        let size = u64::from(shape.size);
        let begin = if id == ABSOLUTE { LOWEST } else { 0 };
        let inside = |at: u64| {
            at >= begin && end.is_none_or(|end| at <= i64::MAX as u64 && at.saturating_add(size) <= end)
        };
        let (least, most) = bits.iter().fold((at, at), |(least, most), &at| (least.min(at), most.max(at)));
        let inside = inside(least) && inside(most);
        let whole = id != LOCAL || bits.iter().all(|&at| !self.objects.is_promoted(at, shape.size));
        let own = !matches!(id, SHARED | LOCAL)
            || self.array_of(addr).is_none_or(|array| array.holds(least, most, shape.size));
        (inside && whole && own).then_some(Places::Alike(like, bits))
    }
}
