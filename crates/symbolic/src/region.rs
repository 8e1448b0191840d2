//! What an access goes to: memory that two accesses can meet in only if both go to it.

use raddle_ir::{Access, Address, Base, Function, InstKind, Module, Object, Order, Space, Type};
use std::collections::BTreeMap;

/// A piece of memory that is disjoint from all others, [`Region::Anywhere`] apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Region {
    /// An object of the module.
    Object(Object),
    /// Dynamic shared memory: all `.extern .shared` arrays begin at its start (PTX ISA, "Kernel Function Parameters").
    Dynamic,
    /// What the kernel parameter with this number points to.
    Buffer(u32),
    /// A shared scalar of paper 000's language.
    Scalar(u32),
    /// An address of this space that derives from no object: it may be anywhere.
    Anywhere(Space),
    /// Memory of the thread alone: local memory, or a parameter or result of a call.
    Own,
    /// Memory that no thread writes: parameters of the kernel, and constants.
    Constant,
}

impl Region {
    /// Where an address lies.
    #[must_use]
    pub fn of(module: &Module, function: &Function, address: &Address) -> Self {
        match (address.space, address.base) {
            (_, Base::Slot(_)) | (Space::Local, _) => Self::Own,
            (_, Base::Params) | (Space::Param | Space::Const, _) => Self::Constant,
            // What is added to an address may be a number, even if it is a parameter as wide as a pointer.
            (space, Base::Buffer(param)) => match function.params.get(param as usize) {
                Some(data) if data.pointer.is_some() => Self::Buffer(param),
                _ => Self::Anywhere(space),
            },
            (_, Base::Object(object)) => {
                let data = &module.objects[object];
                match (data.space, data.size) {
                    (Space::Const | Space::Param, _) => Self::Constant,
                    (Space::Local, _) => Self::Own,
                    (Space::Shared, None | Some(0)) => Self::Dynamic,
                    _ => Self::Object(object),
                }
            }
            (space, Base::Absolute) => Self::Anywhere(space),
        }
    }

    /// Is it memory in which no other thread's write is found, and no write of this one by others?
    #[must_use]
    pub fn is_private(self) -> bool {
        match self {
            Self::Own | Self::Constant => true,
            Self::Object(_) | Self::Dynamic | Self::Buffer(_) | Self::Scalar(_) | Self::Anywhere(_) => false,
        }
    }

    /// May accesses of two threads to the two meet?
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        if self.is_private() || other.is_private() {
            return false;
        }
        match (self, other) {
            (Self::Anywhere(_), Self::Scalar(_)) | (Self::Scalar(_), Self::Anywhere(_)) => false,
            (Self::Anywhere(_), _) | (_, Self::Anywhere(_)) => true,
            _ => self == other,
        }
    }
}

/// How a region is accessed, all accesses of a kernel together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Use {
    /// Does some thread write it?
    pub written: bool,
    /// The width in bits of the elements of all accesses, if they have one; 0 for none yet.
    pub width: Option<u32>,
    /// Is it accessed by strong, volatile or atomic operations?
    pub special: bool,
    /// Is it in memory that each CTA has for itself?
    pub shared: bool,
}

/// How each region is used.
#[must_use]
pub fn uses(module: &Module, function: &Function) -> BTreeMap<Region, Use> {
    let mut all: BTreeMap<Region, Use> = BTreeMap::new();
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let (region, written, types, special): (_, _, Vec<Type>, _) = match &data.kind {
                InstKind::Load { addr, access } => {
                    let types = data.results.iter().map(|&r| function.ty(r)).collect();
                    (Region::of(module, function, addr), false, types, is_special(*access))
                }
                InstKind::Store { addr, access, values } => {
                    let types = values.iter().map(|&v| function.ty(v)).collect();
                    (Region::of(module, function, addr), true, types, is_special(*access))
                }
                InstKind::Atomic { addr, args, .. } => {
                    let types = args.iter().map(|&v| function.ty(v)).collect();
                    (Region::of(module, function, addr), true, types, true)
                }
                InstKind::VarGet(var) | InstKind::VarSet(var, _) => match function.vars[*var].shared {
                    Some(scalar) => {
                        let written = matches!(data.kind, InstKind::VarSet(..));
                        (Region::Scalar(scalar), written, vec![function.vars[*var].ty], false)
                    }
                    None => continue,
                },
                _ => continue,
            };
            let of = all.entry(region).or_insert(Use { width: Some(0), ..Use::default() });
            of.written |= written;
            of.shared |= data.kind.address().is_none_or(|addr| is_of_cta(module, addr));
            of.special |= special;
            for ty in types {
                of.width = match of.width {
                    Some(0) => Some(ty.bits()),
                    width => width.filter(|&w| w == ty.bits()),
                };
            }
        }
    }
    all
}

/// Does an address lie in shared memory, by its space or by the object that it derives from?
#[must_use]
pub fn is_of_cta(module: &Module, addr: &Address) -> bool {
    addr.space == Space::Shared
        || matches!(addr.base, Base::Object(object) if module.objects[object].space == Space::Shared)
}

fn is_special(access: Access) -> bool {
    access.volatile || access.order != Order::Weak
}
