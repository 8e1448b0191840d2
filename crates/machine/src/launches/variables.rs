//! What variables of the module hold when the kernel starts, chosen.

use crate::launches::chosen::Attempt;
use crate::values::domain::ObjectId;
use raddle_ir::pointee::numbers;
use raddle_ir::{Base, Entity, Function, InstKind, MemoryObject, Module, Object, Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// At most this many bytes of a variable are written; the others are unknown.
const MOST_BYTES: u64 = 1 << 16;

/// What variables of the module hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variables {
    /// What they do when the module is loaded: what it initialises them with, or zeros (PTX ISA, "Initializers"). Constants that it does not initialise are
    /// unknown: no host leaves them at that.
    Loaded,
    /// What the host, or another kernel, has written since, to those from which the kernel only reads integers or floats of 32 bits. The others hold what they do when
    /// the module is loaded: what it writes itself, as counters that are reset, and what may be an address.
    Written(Written),
}

/// What has been written to variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// An integer alone is this number.
    pub size: u32,
    /// Arrays of integers hold what this says; arrays of floats [`Attempt::FLOATS`].
    pub integers: Attempt,
}

impl Written {
    /// The variables that have been written before the kernel starts, with their bytes.
    #[must_use]
    pub fn variables(self, module: &Module, kernel: &Function) -> BTreeMap<Object, Vec<u8>> {
        let numbers = only_numbers_read(module, kernel).into_iter();
        numbers.filter_map(|object| Some((object, self.bytes(object, &module.objects[object])?))).collect()
    }

    fn bytes(self, object: Object, of: &MemoryObject) -> Option<Vec<u8>> {
        let number = numbers(of.source_type.as_deref()?)?;
        let bytes = of.size?.min(MOST_BYTES);
        let attempt = match number.ty {
            Type::I32 if bytes == 4 => return Some(self.size.to_le_bytes().to_vec()),
            Type::I32 => self.integers,
            Type::F32 => Attempt::FLOATS,
            _ => return None,
        };
        let object = ObjectId(object.index() as u32);
        Some((0..bytes).map(|at| attempt.byte(object, at)).collect())
    }
}

/// The variables of which it is seen that a kernel only reads numbers from them, by name: it neither writes them, nor takes their address, nor reads what may be an
/// address.
fn only_numbers_read(module: &Module, kernel: &Function) -> BTreeSet<Object> {
    let address = Type::int(module.address_bits);
    let (mut read, mut others) = (BTreeSet::new(), BTreeSet::new());
    for &inst in kernel.order.iter().flat_map(|&block| &kernel.blocks[block].insts) {
        let data = &kernel.insts[inst];
        let is_number = |&value: &Value| Some(kernel.ty(value)) != address;
        let (base, only_numbers) = match &data.kind {
            InstKind::Load { addr, .. } => (addr.base, data.results.iter().all(is_number)),
            InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => (addr.base, false),
            InstKind::AddrOf { base, .. } => (*base, false),
            _ => continue,
        };
        if let Base::Object(object) = base {
            let all = if only_numbers { &mut read } else { &mut others };
            all.insert(object);
        }
    }
    read.difference(&others).copied().collect()
}
