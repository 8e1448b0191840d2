//! Which memory an access may touch.
//!
//! The windows (shared, local, parameters, scalars), each object of the module, and the rest of global memory (buffers, and what lies at
//! numbers) are distinguished. An access through a pointer goes to that rest, or to whatever the kernel, or an initialiser, takes the
//! generic address of, and to nothing else: where an unknown address lies cannot be said, and a write to it needs no value and is always
//! carried out.
//! Buffers are distinguished ([`Buffers::Apart`]) where no address is in an index: then the sum of a parameter's value and an
//! index is a place in that parameter's buffer, and so is what is computed from one parameter and numbers ([`super::provenance`]). An
//! address gets into an index through an explicit load of a parameter as wide as one, a generic address, or an initialiser that holds
//! one ([`Memory::mixes`]).
//!
//! In the shared window the arrays are distinguished by the array that an instruction names, if it has a size. An access at a
//! known place outside that array makes an [issue](crate::monitor::Issue::LeavesArray), after which nothing is proved. One at an unknown
//! place of the window reads no content: what it loads has a name, of which the number of writes to the window is a part.
//! So a write that is not carried out still counts as one. All other accesses to the window may touch all of it.

use super::Buffers;
use super::provenance::{self, Origin};
use crate::launches::objects::SCALARS;
use crate::programs::program::{AddressRef, BaseRef, Element, Program, Reg, Step};
use raddle_ir::{Access, Entity, Object, Order, PureOp, RelocationTarget, Space};

const SHARED: u8 = 1;
const LOCAL: u8 = 2;
const PARAMS: u8 = 4;
const SCALAR: u8 = 8;
/// Buffers, and what lies at numbers.
const REST: u8 = 16;
const ALL: u8 = 31;

/// A set of memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Reach {
    kinds: u8,
    /// One object in global or constant memory.
    object: Option<Object>,
    /// One array in the shared window.
    array: Option<Object>,
    /// The buffer of the parameter at this byte.
    pub(super) buffer: Option<u64>,
    /// All objects whose generic addresses are taken.
    taken: bool,
}

impl Reach {
    const NOTHING: Self = Self { kinds: 0, object: None, array: None, buffer: None, taken: false };
    pub(super) const LOCAL: Self = Self { kinds: LOCAL, ..Self::NOTHING };
    pub(super) const PARAMS: Self = Self { kinds: PARAMS, ..Self::NOTHING };

    fn is_perhaps_shared(self) -> bool {
        self.kinds & SHARED != 0 || self.array.is_some()
    }
}

/// The memory of a program, and what of it is needed.
pub(super) struct Memory {
    /// The windows whose generic addresses are taken.
    windows: u8,
    /// By object of the module: is its generic address taken?
    taken: Vec<bool>,
    /// By object of the module: is it one whose accesses nothing observes (constant memory)?
    constant: Vec<bool>,
    kinds: u8,
    objects: Vec<bool>,
    /// Is one of the objects needed whose addresses are taken?
    some_taken: bool,
    /// Is one of the arrays needed that are shared?
    some_array: bool,
    /// The buffers that are needed, where they are distinguished.
    some_buffers: Vec<u64>,
    buffers: Buffers,
    /// Are the results of atomics known?
    atomics: bool,
    /// By register, where buffers are distinguished: what addresses are in it.
    origins: Vec<Origin>,
}

impl Memory {
    pub(super) fn new(program: &Program<'_>, buffers: Buffers, atomics: bool) -> Self {
        let module = program.module;
        let numbers = buffers == Buffers::Numbers;
        let count = module.objects.iter().count();
        let mut memory = Self {
            windows: if numbers { ALL } else { 0 },
            taken: vec![numbers; count],
            constant: module.objects.iter().map(|(_, o)| o.space == Space::Const).collect(),
            kinds: 0,
            objects: vec![false; count],
            some_taken: false,
            some_array: false,
            some_buffers: Vec::new(),
            buffers,
            atomics,
            origins: Vec::new(),
        };
        let is_shared = |object: Object| module.objects[object].space == Space::Shared;
        let take = |object: Object, memory: &mut Self| memory.taken[object.index()] = true;
        for step in &program.steps {
            match step {
                Step::Convert { op: PureOp::ToGeneric(space), .. } => {
                    memory.windows |= match space {
                        Space::Shared | Space::Cluster => SHARED,
                        Space::Local => LOCAL,
                        Space::Param => PARAMS | LOCAL,
                        _ => 0,
                    }
                }
                // The address of a shared object is a number, its place in the window.
                Step::AddressOf { base: BaseRef::Object(object), .. } if !is_shared(*object) => {
                    take(*object, &mut memory);
                }
                _ => {}
            }
        }
        for (_, object) in module.objects.iter() {
            for relocation in object.init.iter().flat_map(|init| &init.relocations) {
                match relocation.target {
                    RelocationTarget::Object(target) if is_shared(target) => memory.windows |= SHARED,
                    RelocationTarget::Object(target) => take(target, &mut memory),
                    RelocationTarget::Func(_) => {}
                }
            }
        }
        if buffers == Buffers::Apart {
            memory.origins = provenance::origins(program, memory.windows & PARAMS != 0);
        }
        memory
    }

    /// What an access may touch, by what resolving its address may reach.
    /// (`silent`: what it does outside its array makes no issue.)
    pub(super) fn reach(&self, program: &Program<'_>, addr: &AddressRef, silent: bool) -> Reach {
        let only = |kinds| Reach { kinds, ..Reach::default() };
        let pointer = |kinds| Reach { kinds: kinds | REST | self.windows, taken: true, ..Reach::default() };
        let has_size = |object: Object| program.module.objects[object].size.is_some_and(|size| size > 0);
        match addr.base {
            BaseRef::Slot(_) => only(LOCAL),
            BaseRef::Params => only(PARAMS),
            BaseRef::Fixed(SCALARS, _) => only(SCALAR),
            BaseRef::Function(_) => only(0),
            BaseRef::Fixed(..) => pointer(ALL),
            BaseRef::Object(object) if program.module.objects[object].space == Space::Shared => {
                let stays = has_size(object) && !silent && !self.numbers();
                if stays { Reach { array: Some(object), ..Reach::default() } } else { only(SHARED) }
            }
            BaseRef::Object(object) => Reach { object: Some(object), ..Reach::default() },
            BaseRef::Buffer(param) if self.buffers == Buffers::Apart && is_global(addr.space) => {
                Reach { buffer: Some(param), ..Reach::default() }
            }
            BaseRef::Absolute if self.pointed(addr).is_some() => {
                Reach { buffer: self.pointed(addr), ..Reach::default() }
            }
            BaseRef::Absolute | BaseRef::Buffer(_) => match addr.space {
                Space::Shared => only(SHARED),
                Space::Local => only(LOCAL),
                Space::Param => only(PARAMS | LOCAL),
                Space::Generic | Space::Cluster => pointer(SHARED | LOCAL),
                Space::Global | Space::Const => pointer(0),
            },
        }
    }

    /// Needs more of it. Was that new?
    pub(super) fn need(&mut self, what: Reach) -> bool {
        let before = (self.kinds, self.some_taken);
        self.kinds |= what.kinds;
        self.some_array |= what.array.is_some();
        let mut new = false;
        if let Some(buffer) = what.buffer.filter(|buffer| !self.some_buffers.contains(buffer)) {
            self.some_buffers.push(buffer);
            new = true;
        }
        for n in 0..self.objects.len() {
            let named = [what.object, what.array].into_iter().flatten().any(|object| object.index() == n);
            if (named || what.taken && self.taken[n]) && !self.objects[n] {
                self.objects[n] = true;
                self.some_taken |= self.taken[n];
                new = true;
            }
        }
        new || before != (self.kinds, self.some_taken)
    }

    /// The buffers that the program may write, by parameter; `None` where that may be any.
    pub(super) fn written_buffers(&self, program: &Program<'_>) -> Option<Vec<u64>> {
        let mut buffers = Vec::new();
        for step in &program.steps {
            let reach = match step {
                Step::Store { addr, silent, .. } => self.reach(program, addr, *silent),
                Step::Atomic { addr, .. } => self.reach(program, addr, false),
                Step::Opaque { effects, .. } if effects.writes => return None,
                _ => continue,
            };
            if reach.kinds & REST != 0 {
                return None;
            }
            buffers.extend(reach.buffer);
        }
        Some(buffers)
    }

    /// Is some of this needed?
    pub(super) fn meets(&self, what: Reach) -> bool {
        self.kinds & what.kinds != 0
            || what.object.is_some_and(|object| self.objects[object.index()])
            || what.array.is_some_and(|array| self.kinds & SHARED != 0 || self.objects[array.index()])
            || what.kinds & SHARED != 0 && self.some_array
            || what.kinds & REST != 0 && !self.some_buffers.is_empty()
            || what.buffer.is_some_and(|buffer| self.kinds & REST != 0 || self.some_buffers.contains(&buffer))
            || what.taken && self.some_taken
    }

    /// Is the result of such a load unknown whatever the memory holds, as the schedule may change it?
    pub(super) fn is_by_schedule(
        &self,
        access: &Access,
        elements: &[Element],
        silent: bool,
        what: Reach,
    ) -> bool {
        let followed = what.is_perhaps_shared() && !elements.iter().all(|element| element.float);
        let strong = access.volatile && !followed || access.order != Order::Weak;
        let private = what.kinds & (LOCAL | PARAMS) != 0
            || what.object.is_some_and(|object| self.constant[object.index()])
            || what.taken
                && self.taken.iter().zip(&self.constant).any(|(taken, constant)| *taken && *constant);
        strong && !silent && !private && !self.numbers() && !self.atomics
    }

    /// Does a step put an address where an index may lead from one buffer to another: into another address, or, if its `content` is
    /// carried out, into memory?
    pub(super) fn mixes(&self, step: &Step, content: bool) -> bool {
        let is_address = |reg: &Reg| !matches!(self.origins[*reg as usize], Origin::Number | Origin::Loaded);
        let index = |addr: &AddressRef| {
            let strange = addr.index.filter(|index| is_address(index));
            strange.is_some() && self.pointed(addr).is_none()
        };
        match step {
            Step::Load { addr, .. } => index(addr),
            Step::Store { addr, elements, .. } => {
                index(addr) || content && elements.iter().any(|element| is_address(&element.reg))
            }
            Step::Atomic { addr, args, .. } => index(addr) || content && args.iter().any(is_address),
            _ => false,
        }
    }

    /// The buffer that an address points into whose index holds the address of a parameter: without a base, or with that parameter as its
    /// base, as for a distance from it.
    fn pointed(&self, addr: &AddressRef) -> Option<u64> {
        match (addr.base, self.origins.get(addr.index? as usize)?) {
            (BaseRef::Absolute, Origin::Buffer { param, .. })
                if is_global(addr.space)
                    && addr.leads.is_none_or(|leads| leads == Some(BaseRef::Buffer(*param))) =>
            {
                Some(*param)
            }
            (BaseRef::Buffer(at), Origin::Buffer { param, .. }) if at == *param => Some(at),
            _ => None,
        }
    }

    /// May the register hold an address of an unknown object?
    pub(super) fn is_any_address(&self, reg: usize) -> bool {
        self.origins[reg] == Origin::Any
    }

    pub(super) fn tells_buffers_apart(&self) -> bool {
        self.buffers == Buffers::Apart
    }

    fn numbers(&self) -> bool {
        self.buffers == Buffers::Numbers
    }

    /// Is it the result of an atomic that is unknown whatever the memory holds?
    pub(super) fn hides_atomics(&self) -> bool {
        !self.numbers() && !self.atomics
    }
}

/// Is it an access to memory of the thread's own, or that nothing writes, at a place that certainly exists? It makes
/// no event, and nothing can be wrong with it.
pub(super) fn is_unseen(program: &Program<'_>, addr: &AddressRef, size: u32) -> bool {
    if addr.index.is_some() || addr.offset < 0 {
        return false;
    }
    let function = program.function;
    let (start, end) = (addr.offset as u64, (addr.offset as u64).saturating_add(u64::from(size)));
    match addr.base {
        BaseRef::Params => function.params.iter().any(|p| end <= p.passed().end),
        BaseRef::Slot(slot) => {
            let touches = |range: &std::ops::Range<u64>| range.start < end && start < range.end;
            function.slots[slot].size.is_some_and(|size| end <= size)
                && !function.promoted[slot].iter().any(touches)
        }
        BaseRef::Object(object) => {
            let object = &program.module.objects[object];
            object.space == Space::Const && object.size.is_some_and(|size| end <= size)
        }
        _ => false,
    }
}

fn is_global(space: Space) -> bool {
    matches!(space, Space::Global | Space::Const)
}
