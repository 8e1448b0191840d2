//! What holds of a module and of a function's declarations.

use super::{At, Checker, Invalid, Rule, validate};
use crate::entity::Slot;
use crate::module::{FunctionKind, MemoryObject, Module, RelocationTarget};
use crate::types::Space;
use rustc_hash::FxHashSet;

/// Checks a module and all of its functions.
///
/// # Errors
/// Everything that is wrong, in the order of the module's text.
pub fn validate_module(module: &Module) -> Result<(), Vec<Invalid>> {
    let mut errors = Errors(Vec::new());
    if !matches!(module.address_bits, 32 | 64) {
        let message = format!("an address has 32 or 64 bits, not {}", module.address_bits);
        errors.add(Rule::AddressBits, At::Module, "module".to_owned(), message);
    }
    locations(module, &mut errors);
    for (id, object) in module.objects.iter() {
        if let Err(message) = object_of_module(module, object) {
            errors.add(Rule::Object, At::Object(id), id.to_string(), message);
        }
    }
    unique(&mut errors, module.objects.iter().map(|(id, o)| (At::Object(id), id.to_string(), &o.name)));
    unique(
        &mut errors,
        module.shared_vars.iter().map(|v| (At::Module, format!("shared var {:?}", v.name), &v.name)),
    );
    unique(
        &mut errors,
        module.functions.iter().map(|(id, f)| (At::Func(id), format!("{:?}", f.name), &f.name)),
    );
    for function in module.functions.values() {
        if let Err(more) = validate(module, function) {
            errors.0.extend(more);
        }
    }
    if errors.0.is_empty() { Ok(()) } else { Err(errors.0) }
}

struct Errors(Vec<Invalid>);

impl Errors {
    fn add(&mut self, rule: Rule, at: At, text: String, message: impl Into<String>) {
        self.0.push(Invalid { rule, at, function: String::new(), text, message: message.into() });
    }
}

fn unique<'a>(errors: &mut Errors, names: impl Iterator<Item = (At, String, &'a String)>) {
    let mut seen = FxHashSet::default();
    for (at, text, name) in names {
        if !seen.insert(name) {
            errors.add(Rule::UniqueName, at, text, format!("the name {name:?} is already in use"));
        }
    }
}

fn locations(module: &Module, errors: &mut Errors) {
    for (id, loc) in module.sources.locs() {
        if loc.source.is_some_and(|pos| !module.sources.files.contains(pos.file)) {
            errors.add(Rule::Location, At::Loc(id), id.to_string(), "its file is not one of the module's");
        }
        if loc.inlined_at.is_some_and(|site| site >= id) {
            errors.add(
                Rule::Location,
                At::Loc(id),
                id.to_string(),
                "the call site it was inlined at must come before it",
            );
        }
    }
}

fn object_of_module(module: &Module, object: &MemoryObject) -> Result<(), String> {
    if object.space == Space::Generic || object.space == Space::Cluster {
        return Err(format!("an object cannot lie in {} space", object.space));
    }
    if object.size.is_none() && !object.external && object.space != Space::Shared {
        return Err("only an external or a shared object may have no size".to_owned());
    }
    memory_object(module, object)
}

/// What holds of objects and of slots.
fn memory_object(module: &Module, object: &MemoryObject) -> Result<(), String> {
    if !object.align.is_power_of_two() {
        return Err(format!("the alignment {} is not a power of two", object.align));
    }
    if object.element == 0 {
        return Err("its elements have no size".to_owned());
    }
    let Some(init) = &object.init else { return Ok(()) };
    let size = object.size.unwrap_or(0);
    if init.bytes.len() as u64 > size {
        return Err(format!("{} initial bytes do not fit into {size}", init.bytes.len()));
    }
    let mut end = 0;
    for reloc in &init.relocations {
        if reloc.at < end {
            return Err("its relocations overlap or are out of order".to_owned());
        }
        end = reloc.at.saturating_add(u64::from(reloc.bytes));
        if end > size {
            return Err(format!("the relocation at {} leaves the object", reloc.at));
        }
        let exists = match reloc.target {
            RelocationTarget::Object(target) => module.objects.contains(target),
            RelocationTarget::Func(target) => module.functions.contains(target),
        };
        if !exists {
            return Err(format!("the relocation at {} names nothing that exists", reloc.at));
        }
    }
    Ok(())
}

impl Checker<'_> {
    /// Parameters, slots, scalars.
    pub(super) fn declarations(&mut self) {
        self.parameters();
        for (slot, object) in self.function.slots.iter() {
            if let Err(message) = self.slot(slot, object) {
                self.error(Rule::Slot, At::Slot(slot), message);
            }
        }
        let mut seen = FxHashSet::default();
        for &slot in self.function.arg_slots.iter().chain(&self.function.ret_slots) {
            if !self.function.slots.contains(slot) {
                self.error(
                    Rule::Slot,
                    At::Slot(slot),
                    "an argument or result is passed in a slot that does not exist",
                );
            } else if !seen.insert(slot) {
                self.error(
                    Rule::Slot,
                    At::Slot(slot),
                    "two arguments or results are passed in this one slot",
                );
            }
        }
        for (var, data) in self.function.vars.iter() {
            let Some(number) = data.shared else { continue };
            match self.module.shared_vars.get(number as usize) {
                Some(shared) if shared.ty == data.ty && shared.name == data.name => {}
                Some(shared) => {
                    let message = format!("the shared scalar is {:?} of type {}", shared.name, shared.ty);
                    self.error(Rule::Scalar, At::Var(var), message);
                }
                None => self.error(
                    Rule::Scalar,
                    At::Var(var),
                    format!("the module has no shared scalar {number}"),
                ),
            }
        }
    }

    fn parameters(&mut self) {
        let function = self.function;
        if function.kind == FunctionKind::Device && !function.params.is_empty() {
            self.error(
                Rule::Parameter,
                At::Function,
                "a device function takes its arguments in slots, not in a parameter bank",
            );
        }
        if function.kind == FunctionKind::Kernel
            && !(function.arg_slots.is_empty() && function.ret_slots.is_empty())
        {
            self.error(
                Rule::Parameter,
                At::Function,
                "a kernel takes its arguments in its parameter bank, not in slots",
            );
        }
        let mut end = 0;
        for (n, param) in function.params.iter().enumerate() {
            if param.offset < end {
                self.error(
                    Rule::Parameter,
                    At::Param(n),
                    "it overlaps the parameter before it, or comes out of order",
                );
            }
            end = param.offset.saturating_add(param.size);
            if let Some(ty) = param.ty
                && u64::from(ty.bytes()) != param.size
            {
                let message =
                    format!("its size is {}, but its type {ty} takes {} bytes", param.size, ty.bytes());
                self.error(Rule::Parameter, At::Param(n), message);
            }
            if param.pointer.is_some() && param.size * 8 != u64::from(self.module.address_bits) {
                let message = format!("a pointer takes {} bits here", self.module.address_bits);
                self.error(Rule::Parameter, At::Param(n), message);
            }
        }
    }

    fn slot(&self, slot: Slot, object: &MemoryObject) -> Result<(), String> {
        if !matches!(object.space, Space::Local | Space::Param) {
            return Err(format!("a slot lies in local or param space, not in {}", object.space));
        }
        let Some(size) = object.size else { return Err("a slot has a size".to_owned()) };
        memory_object(self.module, object)?;
        for field in &self.function.slot_fields[slot] {
            if field.offset.checked_add(field.size).is_none_or(|end| end > size) {
                return Err(format!("the variable {:?} does not lie inside it", field.name));
            }
        }
        for range in &self.function.promoted[slot] {
            if range.start >= range.end || range.end > size {
                return Err(format!(
                    "the promoted range {} to {} does not lie inside it",
                    range.start, range.end
                ));
            }
        }
        Ok(())
    }
}
