//! The source's names of what DWARF places: parameters, variables in slots, objects.
//!
//! Names decorate reports; where a variable lies in a frame also makes it an object of its own. What does not fit its slot is left out.

use raddle_ir::{Entity, Field, Function, Module, Slot};

use super::structures;
use crate::ast;
use crate::dwarf::{self, FunctionInfo, Location, Member, Variable};

/// Gives a module the names that its DWARF sections hold.
pub(super) fn apply(module: &mut Module, ast: &ast::Module<'_>) {
    if !ast.items.iter().any(|item| matches!(item, ast::Item::Section(_))) {
        return;
    }
    let info = dwarf::debug_info(ast);
    for variable in &info.globals {
        name_object(module, variable, None);
    }
    for function in &info.functions {
        for variable in &function.variables {
            name_object(module, variable, Some(&function.symbol));
        }
        if let Some(id) = module.function(&function.symbol) {
            name_function(&mut module.functions[id], function);
        }
    }
}

/// The places in memory of a variable: a PTX name, and how far in.
fn places(variable: &Variable) -> impl Iterator<Item = (&str, i64)> {
    variable.locations.iter().filter_map(|location| match location {
        Location::Memory { symbol, offset } => Some((symbol.as_str(), *offset)),
        Location::Frame(_) | Location::Register(_) => None,
    })
}

fn name_object(module: &mut Module, variable: &Variable, function: Option<&str>) {
    for (symbol, offset) in places(variable) {
        if offset != 0 {
            continue;
        }
        // A function's own variable may have been renamed, see `unique_object_name`.
        let renamed = function.map(|function| format!("{function}.{symbol}"));
        let object = module
            .objects
            .values_mut()
            .find(|object| renamed.as_ref() == Some(&object.name) || object.name == symbol);
        if let Some(object) = object {
            object.source_name = Some(variable.name.clone());
            object.source_type = Some(variable.ty.clone());
            object.members = fields(&variable.of_element);
            // Compilers declare arrays as bytes; the source's type says what an element is.
            if let (Some(length @ 1..), Some(size)) = (elements(&variable.ty), object.size)
                && size % length == 0
            {
                object.element = u32::try_from(size / length).unwrap_or(object.element);
            }
        }
    }
}

/// The members that have names, those that are arrays as their elements.
fn fields(members: &[Member]) -> Vec<Field> {
    let named = members.iter().filter(|member| !member.name.is_empty());
    let all = named.flat_map(|member| member.elements(structures::MOST_ELEMENTS)).take(structures::MOST);
    all.map(|Member { name, offset, size, .. }| Field { name, offset, size }).collect()
}

/// How many elements an array type such as `int[4][2]` has; none for another type.
fn elements(ty: &str) -> Option<u64> {
    let (counts, _) = dwarf::dimensions(ty)?;
    counts.iter().try_fold(1_u64, |all, &count| all.checked_mul(count))
}

fn name_function(function: &mut Function, info: &FunctionInfo) {
    // A compiler copies parameters into its frame, so their places say nothing of the parameter
    // bank; but they come in order, and before those of functions inlined.
    let parameters: Vec<&Variable> = info.variables.iter().filter(|variable| variable.parameter).collect();
    if parameters.len() >= function.params.len() {
        let named = std::mem::take(&mut function.params).into_iter().zip(&parameters);
        let all = named.flat_map(|(mut param, variable)| {
            param.source_name = Some(variable.name.clone());
            param.source_type = Some(variable.ty.clone());
            param.pointee = variable.pointee;
            param.members = fields(&variable.of_element);
            // Parameters of functions inlined may be taken for its own where one has no name.
            let is_it = variable.size.is_none_or(|size| size == param.size);
            structures::members(param, if is_it { &variable.members } else { &[] })
        });
        function.params = all.collect();
    }
    for variable in &info.variables {
        for (symbol, offset) in places(variable) {
            if let Some(slot) = function.slots.keys().find(|&slot| function.slots[slot].name == symbol) {
                name_slot(function, slot, variable, offset);
            }
        }
    }
    for n in 0..function.slots.len() {
        function.slot_fields[Slot::new(n)].sort_by_key(|field| field.offset);
    }
}

fn name_slot(function: &mut Function, slot: Slot, variable: &Variable, offset: i64) {
    let (Ok(offset), Some(size)) = (u64::try_from(offset), variable.size) else { return };
    let whole = function.slots[slot].size.unwrap_or(0);
    if size == 0 || offset.checked_add(size).is_none_or(|end| end > whole) {
        return;
    }
    if (offset, size) == (0, whole) {
        function.slots[slot].source_name = Some(variable.name.clone());
    }
    function.slot_fields[slot].push(Field { name: variable.name.clone(), offset, size });
}

#[cfg(test)]
mod tests {
    use super::elements;

    #[test]
    fn an_array_has_elements() {
        assert_eq!(elements("int[4][2]"), Some(8));
        assert_eq!(elements("float[64]"), Some(64));
        assert_eq!(elements("int"), None);
        assert_eq!(elements("int[]"), None);
        assert_eq!(elements("int[4] *"), None);
    }
}
