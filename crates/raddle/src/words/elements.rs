//! The name of a place in an array: `tile[3][4]`, by what the source says of its elements.

use crate::subject::buffers::declared as declared_size;
use crate::subject::input::Input;
use crate::subject::names::variable_name;
use raddle_ir::pointee::pointee;
use raddle_ir::{Field, Function, MemoryObject};
use raddle_machine::objects::ObjectKind;
use raddle_report::Address;

/// What the source says of the elements of an array.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements<'a> {
    /// The size of one in bytes.
    pub size: Option<u32>,
    /// How many there are in each dimension, none for a variable that is no array.
    pub dims: Option<Vec<u64>>,
    /// The members of one that is a structure.
    pub members: &'a [Field],
}

impl<'a> Elements<'a> {
    /// Those of an object in global memory. `declared` is the size that PTX or the launch gives: 1 where they do not.
    pub(crate) fn of(input: &'a Input, function: &'a Function, kind: ObjectKind, declared: u32) -> Self {
        let size = size_of_element(input, function, kind, declared);
        match kind {
            ObjectKind::Module(id) => Self { size, ..Self::of_variable(&input.module.objects[id]) },
            ObjectKind::Buffer { param: Some(param), .. } => {
                Self { size, members: &function.params[param as usize].members, ..Self::default() }
            }
            _ => Self { size, ..Self::default() },
        }
    }

    /// Those of an array in shared memory; the module may not know it. `declared` is the size that PTX gives.
    pub(crate) fn of_part(object: Option<&'a MemoryObject>, declared: u32) -> Self {
        let size = (declared > 1).then_some(declared);
        object.map_or(Self { size, ..Self::default() }, Self::of_variable)
    }

    /// Those of a variable of the module.
    fn of_variable(object: &'a MemoryObject) -> Self {
        let size = is_bytes(object).then_some(1).or((object.element > 1).then_some(object.element));
        Self { size, dims: object.source_type.as_deref().and_then(dimensions), members: &object.members }
    }
}

/// The size of an element of an object in global memory, where anything but an access gives it. `declared` is what PTX or the launch says:
/// 1 where they do not.
fn size_of_element(input: &Input, function: &Function, kind: ObjectKind, declared: u32) -> Option<u32> {
    let by_source = match kind {
        ObjectKind::Buffer { param: Some(param), .. } => declared_size(function, param as usize),
        ObjectKind::Module(id) => is_bytes(&input.module.objects[id]).then_some(1),
        _ => None,
    };
    by_source.or((declared > 1).then_some(declared))
}

/// A byte of a variable, by what is known of its elements. PTX declares most arrays as bytes; where the source gives no type, the access does.
pub(crate) fn element(
    space: raddle_report::Space,
    name: &str,
    &Elements { size: declared, ref dims, members }: &Elements<'_>,
    byte: u64,
    accessed: u32,
) -> Address {
    let name = variable_name(name);
    if dims.as_deref() == Some(&[]) {
        return Address { member: member(members, byte, accessed), ..Address::offset(space, name, byte) };
    }
    let scalar = matches!(accessed, 1 | 2 | 4 | 8).then_some(accessed);
    let size = u64::from(declared.or(scalar).unwrap_or(0));
    // A narrower access may be to a part of an element, as a member of a structure is.
    let within = byte.checked_rem(size).unwrap_or(0);
    if size == 0 || within != 0 && (scalar.is_none() || declared.is_none_or(|size| size <= accessed)) {
        return Address::offset(space, name, byte);
    }
    // The last index runs fastest; the first takes what is left.
    let mut rest = byte / size;
    let inner = dims.as_deref().unwrap_or_default().iter().skip(1).rev();
    let mut index: Vec<u64> = inner
        .map(|&length| {
            let last = rest % length;
            rest /= length;
            last
        })
        .collect();
    index.push(rest);
    index.reverse();
    let member = member(members, within, accessed);
    Address { within, member, ..Address::element(space, name, &index, byte) }
}

/// The member of a structure that an access to this byte of it begins with: not for one to all of a larger structure.
pub(crate) fn member(members: &[Field], within: u64, accessed: u32) -> Option<String> {
    let is_it = |field: &&Field| field.offset == within && u64::from(accessed) <= field.size;
    members.iter().find(is_it).map(|field| field.name.clone())
}

/// Is it an array of bytes, such as `char[64]`? Where the source's type is not known, one that may begin anywhere is.
fn is_bytes(object: &MemoryObject) -> bool {
    match &object.source_type {
        Some(ty) => {
            let element = ty.split_once('[').and_then(|(element, _)| pointee(&format!("{element} *")));
            element.is_some_and(|element| element.bytes() == 1)
        }
        None => object.align == 1,
    }
}

/// The dimensions of a type as the source writes it, none for one that is no array: `int[4][2]` has 4 and 2. The first may
/// be open (0). Nothing where the type is not a variable's own, such as `int (*)[4]`.
fn dimensions(ty: &str) -> Option<Vec<u64>> {
    let Some((element, dims)) = ty.split_once('[') else { return Some(Vec::new()) };
    if element.contains('(') {
        return None;
    }
    let mut lengths: Vec<u64> = Vec::new();
    for (n, length) in dims.strip_suffix(']')?.split("][").enumerate() {
        match length.parse() {
            Ok(length @ 1..) => lengths.push(length),
            _ if n == 0 && length.is_empty() => lengths.push(0),
            _ => return None,
        }
    }
    Some(lengths)
}

#[cfg(test)]
mod tests {
    use super::{Elements, dimensions, element};
    use raddle_ir::Field;

    #[test]
    fn places_are_written_as_the_source_indexes_them() {
        let place = |ty: &str, size, byte, bytes| {
            let members = [("x", 0), ("y", 4), ("z", 8)];
            let members = members.map(|(name, offset)| Field { name: name.into(), offset, size: 4 });
            let members = if ty.starts_with("Named") { &members[..] } else { &[] };
            let elements = Elements { size, dims: dimensions(ty), members };
            let place = element(raddle_report::Space::Shared, "t", &elements, byte, bytes);
            raddle_report::Language::Cuda.terms().address(&place)
        };
        assert_eq!(place("float[32][33]", Some(4), 4 * (2 * 33 + 5), 4), "t[2][5]");
        assert_eq!(place("float[2][3][4]", Some(4), 4 * 23, 4), "t[1][2][3]");
        assert_eq!(place("float[8]", Some(4), 28, 4), "t[7]");
        assert_eq!(place("Pair[4]", Some(12), 28, 4), "t[2] + 0x4");
        assert_eq!(place("float[]", None, 28, 4), "t[7]");
        assert_eq!(place("char[]", Some(1), 28, 4), "t[28]");
        assert_eq!(place("int", Some(4), 0, 4), "t");
        assert_eq!(place("Pair", Some(8), 4, 4), "t + 0x4");
        assert_eq!(place("Named[4]", Some(12), 28, 4), "t[2].y");
        assert_eq!(place("Named[4]", Some(12), 29, 1), "t[2] + 0x5");
        assert_eq!(place("Named[4]", Some(12), 28, 8), "t[2] + 0x4");
        assert_eq!(place("Named", Some(12), 8, 4), "t.z");
        // After the end: the first index continues.
        assert_eq!(place("float[2][3]", Some(4), 4 * 7, 4), "t[2][1]");
    }
}
