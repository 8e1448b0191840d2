//! The memory objects of a launch, and where they lie.
//!
//! The first five are fixed: the CTA's shared window, each thread's local window, the parameter bank,
//! global memory at numeric addresses, and paper 000's shared scalars. Then come the module's global and constant objects, and the
//! buffers that kernel parameters point to.
//!
//! Shared and local addresses are numbers from 0 on, as in PTX: static shared objects lie one after
//! another, in order and aligned; every `.extern .shared` array begins after them. After all of these lies what
//! parameters that point to shared memory point to (OpenCL's `__local int *`): each has a range of its own, as large
//! as the launch says or as shared memory can be. That these are disjoint, OpenCL demands and others assume.
//! Global objects have numeric addresses only for domains that need numbers.

use crate::launches::launch::Launch;
use crate::values::domain::{ObjectId, Site};
use crate::values::linear::{Groups, Near};
use crate::watching::monitor::Target;
use raddle_ir::{
    Base, Entity, Function, InstKind, KernelParam, LocId, Module, Object, RelocationTarget, Slot, Space,
};
use raddle_launch::limits::SHARED_WINDOW;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The shared memory of the CTA.
pub const SHARED: ObjectId = ObjectId(0);
/// The local memory of the thread that accesses it.
pub const LOCAL: ObjectId = ObjectId(1);
/// The parameter bank of the kernel.
pub const PARAMS: ObjectId = ObjectId(2);
/// Global memory at addresses that are plain numbers; the offset is the address.
pub const ABSOLUTE: ObjectId = ObjectId(3);
/// The mutable scalars that all threads share (paper 000's V_s), 16 bytes each.
pub const SCALARS: ObjectId = ObjectId(4);

/// Where in the param space the slots lie through which functions pass arguments and results: after any
/// kernel's parameters, which are at most 32,764 bytes (PTX ISA 5.1.6.1). Their content is in [`LOCAL`].
pub(crate) const PARAM_SLOTS: u64 = 1 << 20;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// [`SHARED`]
    Shared,
    /// [`LOCAL`]
    Local,
    /// [`PARAMS`]
    Params,
    /// [`ABSOLUTE`]
    Absolute,
    /// [`SCALARS`]
    Scalars,
    /// A global or constant object of the module.
    Module(Object),
    /// The buffer that the pointer at this byte of the parameter bank points to.
    Buffer {
        /// Where the pointer lies in the parameter bank.
        offset: u64,
        /// The number of the parameter that it lies in, if it does.
        param: Option<u32>,
    },
}

/// A memory object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// What it is.
    pub kind: ObjectKind,
    /// Its name for people: in the source where known, else in the PTX text.
    pub name: String,
    /// The space that an access to it is in.
    pub space: Space,
    /// Its size in bytes; unknown for a buffer that is not described.
    pub size: Option<u64>,
    /// The size of an element in bytes, at least 1, for names such as `tile[7]`.
    pub element: u32,
    /// Its address as a number, generic, for the domains that need one.
    pub address: u64,
}

/// A named part of the shared or local window.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name for people; empty for a variable of a thread that has none.
    pub name: String,
    /// Where it begins in the window.
    pub offset: u64,
    /// Its size in bytes; none for an array whose size the launch is to give.
    pub size: Option<u64>,
    /// The size of an element in bytes, at least 1.
    pub element: u32,
}

/// The memory objects of a launch.
#[derive(Clone, Debug)]
pub struct Objects {
    infos: Vec<ObjectInfo>,
    /// Where module objects lie: the object and the offset in it.
    module: FxHashMap<Object, (ObjectId, u64)>,
    /// The variables of a thread, by slot, as parts of the local window.
    slots: Vec<Part>,
    /// The ranges of the local window that slot promotion has turned into values, in order.
    promoted: Vec<(u64, u64)>,
    buffers: BTreeMap<u64, ObjectId>,
    /// By the byte of the parameter bank that holds the pointer: where in the shared window it points.
    shared_params: BTreeMap<u64, u64>,
    by_address: BTreeMap<u64, ObjectId>,
    shared_parts: Vec<Part>,
    no_shared: bool,
    params: Vec<(u64, u64, String, u32)>,
    next_address: u64,
    address_bits: u32,
    groups: Groups,
}

/// Addresses of windows and objects, by the width of an address.
struct Map {
    shared: u64,
    local: u64,
    params: u64,
    scalars: u64,
    objects: u64,
}

impl Map {
    fn new(address_bits: u32) -> Self {
        let unit = if address_bits == 32 { 1 << 24 } else { 1 << 40 };
        Self { shared: 2 * unit, local: 4 * unit, params: 6 * unit, scalars: 7 * unit, objects: 16 * unit }
    }
}

/// Objects lie this far apart, so that an access a little out of bounds hits no other's.
const GAP: u64 = 4096;

impl Objects {
    /// The objects of a launch of `function`.
    #[must_use]
    pub fn new(module: &Module, function: &Function, launch: &Launch) -> Self {
        let map = Map::new(module.address_bits);
        let (mut shared_parts, mut placed, shared_size) = lay_out_shared(module, function, launch);
        let (shared_params, shared_size) =
            lay_out_arguments(function, launch, &mut shared_parts, shared_size);
        // What is not declared as a pointer may be one to shared memory that the launch gives.
        let is_told = |p: &KernelParam| p.pointer.is_some() || p.size * 8 < u64::from(module.address_bits);
        let no_shared = shared_size == 0 && function.params.iter().all(is_told);
        let mut local = 0;
        let (mut slots, mut promoted) = (Vec::new(), Vec::new());
        for (slot, object) in function.slots.iter() {
            local = align(local, object.align);
            slots.push(Part {
                name: object.source_name.clone().unwrap_or_default(),
                offset: local,
                size: object.size,
                element: object.element.max(1),
            });
            let place = |at: u64| local.saturating_add(at);
            promoted.extend(function.promoted[slot].iter().map(|r| (place(r.start), place(r.end))));
            local = local.saturating_add(object.size.unwrap_or(0));
        }
        promoted.sort_unstable();
        let params_size = function.params.iter().map(|p| p.passed().end).max().unwrap_or(0);
        let scalars = 16 * module.shared_vars.len() as u64;
        let fixed = |kind, name: &str, space, size, address| ObjectInfo {
            kind,
            name: name.to_owned(),
            space,
            size,
            element: 1,
            address,
        };
        let infos = vec![
            fixed(ObjectKind::Shared, "shared", Space::Shared, Some(shared_size), map.shared),
            fixed(ObjectKind::Local, "local", Space::Local, Some(local), map.local),
            fixed(ObjectKind::Params, "params", Space::Param, Some(params_size), map.params),
            fixed(ObjectKind::Absolute, "global", Space::Global, None, 0),
            fixed(ObjectKind::Scalars, "scalars", Space::Shared, Some(scalars), map.scalars),
        ];
        let by_address = infos.iter().zip(0..).filter(|(i, _)| i.address != 0);
        let by_address = by_address.map(|(i, n)| (i.address, ObjectId(n))).collect();
        let mut objects = Self {
            infos,
            module: FxHashMap::default(),
            slots,
            promoted,
            buffers: BTreeMap::new(),
            shared_params,
            by_address,
            shared_parts,
            no_shared,
            params: function
                .params
                .iter()
                .zip(0..)
                .map(|(p, n)| (p.offset, p.size, p.source_name.clone().unwrap_or_else(|| p.name.clone()), n))
                .collect(),
            next_address: map.objects,
            address_bits: module.address_bits,
            groups: Groups::default(),
        };
        for (id, object) in module.objects.iter() {
            if object.space == Space::Shared {
                continue;
            }
            let new = objects.add(
                ObjectKind::Module(id),
                object.source_name.clone().unwrap_or_else(|| object.name.clone()),
                object.space,
                object.size,
                object.element,
            );
            placed.insert(id, (new, 0));
        }
        objects.module = placed;
        for buffer in &launch.buffers {
            let Some(param) = function.params.get(buffer.param) else { continue };
            if points_to_shared(param) {
                continue;
            }
            let id = objects.buffer(param.offset);
            objects.resize(id, buffer.content.size());
            objects.infos[id.0 as usize].element = buffer.element.max(1);
        }
        for param in &function.params {
            if param.pointer.is_some() && !points_to_shared(param) {
                objects.buffer(param.offset);
            }
        }
        objects
    }

    /// Has the kernel certainly no shared memory? Then an access to it has no place.
    pub(crate) fn has_no_shared(&self) -> bool {
        self.no_shared
    }

    fn add(
        &mut self,
        kind: ObjectKind,
        name: String,
        space: Space,
        size: Option<u64>,
        element: u32,
    ) -> ObjectId {
        let id = ObjectId(self.infos.len() as u32);
        let address = self.next_address;
        // An object of unknown size gets room that no real buffer exceeds (less where addresses are short).
        let room = if self.address_bits == 32 { 1 << 24 } else { 1 << 40 };
        self.next_address = align(address.saturating_add(size.unwrap_or(room)).saturating_add(GAP), 256);
        self.by_address.insert(address, id);
        self.infos.push(ObjectInfo { kind, name, space, size, element: element.max(1), address });
        id
    }

    fn resize(&mut self, id: ObjectId, size: u64) {
        self.infos[id.0 as usize].size = Some(size);
    }

    /// The buffer that the pointer at this byte of the parameter bank points to, added when new.
    pub fn buffer(&mut self, offset: u64) -> ObjectId {
        if let Some(&id) = self.buffers.get(&offset) {
            return id;
        }
        let inside = self.params.iter().find(|(at, size, ..)| (*at..at + size).contains(&offset));
        let (name, param) = match inside {
            Some((at, _, name, n)) if *at == offset => (name.clone(), Some(*n)),
            Some((at, _, name, n)) => (format!("{name}+{}", offset - at), Some(*n)),
            None => (format!("param+{offset}"), None),
        };
        let id = self.add(ObjectKind::Buffer { offset, param }, name, Space::Global, None, 1);
        self.buffers.insert(offset, id);
        id
    }

    /// The buffers that exist, with the byte of the parameter bank that holds their pointer.
    pub fn buffers(&self) -> impl Iterator<Item = (u64, ObjectId)> + '_ {
        self.buffers.iter().map(|(&offset, &id)| (offset, id))
    }

    /// The pointers to shared memory among the parameters: the byte of the parameter bank that holds one, and where
    /// in [`SHARED`] it points.
    pub fn shared_params(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.shared_params.iter().map(|(&param, &at)| (param, at))
    }

    /// What is known of an object.
    #[must_use]
    pub fn info(&self, id: ObjectId) -> &ObjectInfo {
        &self.infos[id.0 as usize]
    }

    /// The target of an access at an address of this form in an object.
    pub(crate) fn near(&mut self, object: ObjectId, near: Near) -> Target {
        Target::Near { object, group: self.groups.add(object, near), offset: near.offset }
    }

    /// The object of a group of [places](Target::Near).
    #[must_use]
    pub fn of_group(&self, group: u32) -> Option<ObjectId> {
        self.groups.object(group)
    }

    /// Are all accesses at this offset in a group at one address, for every input? If so, a number for that address less its last addend:
    /// addresses with the same number differ by exactly the difference of their offsets.
    #[must_use]
    pub fn name_in_group(&self, group: u32, offset: i32) -> Option<u32> {
        self.groups.name(group, offset)
    }

    /// All objects, by number.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &ObjectInfo)> {
        self.infos.iter().zip(0..).map(|(info, n)| (ObjectId(n), info))
    }

    /// The named parts of the shared window, in order.
    #[must_use]
    pub fn shared_parts(&self) -> &[Part] {
        &self.shared_parts
    }

    /// The part with this number of the shared or the local window: an array, or a slot.
    #[must_use]
    pub fn part(&self, object: ObjectId, number: u32) -> Option<&Part> {
        let parts = match object {
            SHARED => &self.shared_parts,
            LOCAL => &self.slots,
            _ => return None,
        };
        parts.get(number as usize)
    }

    /// Where an object of the module lies: in which object of the launch, and how far in it.
    #[must_use]
    pub fn of_module(&self, object: Object) -> Option<(ObjectId, u64)> {
        self.module.get(&object).copied()
    }

    /// Does an access to the local window touch bytes that are values by now? Then it has left the variable that
    /// it belongs to (see [`raddle_ir::Function::promoted`]).
    #[must_use]
    pub fn is_promoted(&self, offset: u64, size: u32) -> bool {
        let end = offset.saturating_add(u64::from(size));
        let first = self.promoted.partition_point(|&(_, stop)| stop <= offset);
        self.promoted.get(first).is_some_and(|&(start, _)| start < end)
    }

    /// Where a slot lies in the local window.
    #[must_use]
    pub fn of_slot(&self, slot: Slot) -> u64 {
        self.slots.get(slot.index()).map_or(0, |part| part.offset)
    }

    /// The object that a numeric generic address lies in, or just after, and how far in it.
    #[must_use]
    pub fn find(&self, address: u64) -> Option<(ObjectId, u64)> {
        let (&start, &id) = self.by_address.range(..=address).next_back()?;
        let offset = address - start;
        let end = self.info(id).size.map_or(u64::MAX, |s| s + GAP / 2);
        (offset < end).then_some((id, offset))
    }

    /// The name of a place for people: `tile[7]`, `out[12]`, or `smem+5` where it is no whole element.
    #[must_use]
    pub fn describe(&self, id: ObjectId, offset: u64) -> String {
        let info = self.info(id);
        let (name, start, element) = match info.kind {
            ObjectKind::Shared => {
                let part = self.shared_parts.iter().rev().find(|p| p.offset <= offset);
                part.map_or((info.name.as_str(), 0, 1), |p| (p.name.as_str(), p.offset, p.element))
            }
            ObjectKind::Absolute => return format!("global[{offset:#x}]"),
            _ => (info.name.as_str(), 0, info.element),
        };
        let (within, element) = (offset - start, u64::from(element));
        if within % element == 0 {
            format!("{name}[{}]", within / element)
        } else {
            format!("{name}[{}]+{}", within / element, within % element)
        }
    }
}

/// Static shared objects in order, then every array whose size the launch gives, at one place.
fn lay_out_shared(
    module: &Module,
    function: &Function,
    launch: &Launch,
) -> (Vec<Part>, FxHashMap<Object, (ObjectId, u64)>, u64) {
    let used = used_objects(module, function);
    let mut placed = FxHashMap::default();
    let mut parts = Vec::new();
    let mut end = 0;
    let shared = |o: &&(Object, &raddle_ir::MemoryObject)| o.1.space == Space::Shared && used.contains(&o.0);
    let all: Vec<(Object, &raddle_ir::MemoryObject)> = module.objects.iter().collect();
    let part = |object: &raddle_ir::MemoryObject, offset| Part {
        name: object.source_name.clone().unwrap_or_else(|| object.name.clone()),
        offset,
        size: object.size,
        element: object.element.max(1),
    };
    for (id, object) in all.iter().filter(shared) {
        if let Some(size) = object.size {
            let offset = align(end, object.align);
            placed.insert(*id, (SHARED, offset));
            parts.push(part(object, offset));
            end = offset.saturating_add(size);
        }
    }
    let dynamic: Vec<_> = all.iter().filter(shared).filter(|(_, o)| o.size.is_none()).collect();
    let start = dynamic.iter().fold(end, |start, (_, object)| align(start, object.align));
    for (id, object) in &dynamic {
        placed.insert(*id, (SHARED, start));
        parts.push(part(object, start));
    }
    let size = match (dynamic.is_empty(), launch.dynamic_shared) {
        (_, Some(bytes)) => start.saturating_add(bytes),
        (true, None) => end,
        (false, None) => SHARED_WINDOW.max(start),
    };
    (parts, placed, size)
}

/// Does the parameter point to shared memory by its declaration (`.ptr .shared`)?
#[must_use]
pub fn points_to_shared(param: &KernelParam) -> bool {
    param.pointer.is_some_and(|p| p.space == Space::Shared)
}

/// What the parameters that point to shared memory point to, after the rest of the window; and the size of all. A
/// pointer whose value is given points wherever it says.
fn lay_out_arguments(
    function: &Function,
    launch: &Launch,
    parts: &mut Vec<Part>,
    mut end: u64,
) -> (BTreeMap<u64, u64>, u64) {
    let mut places = BTreeMap::new();
    for (n, param) in function.params.iter().enumerate().filter(|(_, p)| points_to_shared(p)) {
        if launch.args.iter().any(|a| a.param == n) {
            end = end.max(SHARED_WINDOW);
            continue;
        }
        let given = launch.buffers.iter().find(|b| b.param == n);
        // Not at 0, which a kernel may take for no pointer.
        let offset = align(end.max(1), 256);
        let size = given.map(|b| b.content.size());
        places.insert(param.offset, offset);
        parts.push(Part {
            name: param.source_name.clone().unwrap_or_else(|| param.name.clone()),
            offset,
            size,
            element: given.map_or(1, |b| b.element.max(1)),
        });
        end = offset.saturating_add(size.unwrap_or(SHARED_WINDOW));
    }
    (places, end)
}

fn used_objects(module: &Module, function: &Function) -> Vec<Object> {
    let mut used = Vec::new();
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            let kind = &function.insts[inst].kind;
            let base = match kind {
                InstKind::AddrOf { base, .. } => Some(*base),
                _ => kind.address().map(|a| a.base),
            };
            if let Some(Base::Object(object)) = base {
                used.push(object);
            }
        }
    }
    // What an initial value points to can be reached through it.
    let mut n = 0;
    while n < used.len() {
        let init = module.objects[used[n]].init.as_ref();
        for relocation in init.iter().flat_map(|init| &init.relocations) {
            if let RelocationTarget::Object(target) = relocation.target
                && !used.contains(&target)
            {
                used.push(target);
            }
        }
        n += 1;
    }
    used
}

fn align(offset: u64, to: u32) -> u64 {
    // What a user gives may be of any size: what is too large is reported where the launch is made.
    offset.checked_next_multiple_of(u64::from(to.max(1))).unwrap_or(u64::MAX)
}

/// The site of what happens before the first instruction.
pub(crate) fn nowhere() -> Site {
    Site { inst: None, loc: LocId::new(0) }
}
