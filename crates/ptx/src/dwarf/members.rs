//! The members of structures.

use super::{Context, MAX_CHAIN, Reader};
use gimli::{AttributeValue, DebuggingInformationEntry, UnitOffset};

/// A member that is no structure itself; or the bytes in which bit-fields lie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Member {
    /// The way to it from the structure on: `grid.width`. Empty for bit-fields.
    pub name: String,
    /// Its type in the source: `unsigned int`, `int[4]`. Empty for bit-fields.
    pub ty: String,
    /// Where it begins in the structure, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Of a pointer, the size in bytes of what it points to, where known.
    pub pointee: Option<u64>,
}

impl Member {
    /// The elements of one that is an array of at most `most`, and all have one size; itself otherwise.
    #[must_use]
    pub fn elements(&self, most: u64) -> Vec<Self> {
        let Some((counts, element)) = dimensions(&self.ty) else { return vec![self.clone()] };
        let all = counts.iter().try_fold(1_u64, |all, &n| all.checked_mul(n)).unwrap_or(u64::MAX);
        let has_end = self.offset.checked_add(self.size).is_some();
        if all == 0 || all > most || !self.size.is_multiple_of(all) || !has_end {
            return vec![self.clone()];
        }
        let size = self.size / all;
        let place = |number: u64| {
            let (mut rest, mut places) = (number, String::new());
            for &count in counts.iter().rev() {
                places.insert_str(0, &format!("[{}]", rest % count));
                rest /= count;
            }
            places
        };
        (0..all)
            .map(|number| Self {
                name: self.name.clone() + &place(number),
                ty: element.to_owned(),
                offset: self.offset + number * size,
                size,
                pointee: None,
            })
            .collect()
    }
}

/// The numbers of elements in each dimension of a type that is an array, as `int[4][2]`, and the type of an element.
#[must_use]
pub fn dimensions(ty: &str) -> Option<(Vec<u64>, &str)> {
    let (element, counts) = ty.split_once('[')?;
    let counts = counts.strip_suffix(']')?.split("][");
    Some((counts.map(|count| count.parse().ok()).collect::<Option<_>>()?, element.trim_end()))
}

/// The largest number of members of a parameter that are named.
const MOST: usize = 256;

/// A member as its structure declares it.
struct Part {
    ty: UnitOffset,
    /// Empty for a base class, and for an inner structure without a name.
    name: String,
    /// Where it begins in the structure, in bytes.
    offset: u64,
    /// Of a bit-field, in how many bytes it lies.
    bits: Option<u64>,
}

impl<'a> Context<'a> {
    /// The members of a type that is a structure, those of structures within it in their place; none of another type.
    pub(super) fn members(&self, ty: UnitOffset) -> gimli::Result<Vec<Member>> {
        let mut all = Vec::new();
        self.add_members(ty, ("", 0), MAX_CHAIN, &mut all)?;
        Ok(all)
    }

    /// Adds the members of the type with this name at this place; the type itself if it is no structure.
    fn add_members(
        &self,
        ty: UnitOffset,
        (name, at): (&str, u64),
        chain: u32,
        all: &mut Vec<Member>,
    ) -> gimli::Result<()> {
        let entry = self.unit.entry(ty)?;
        let inner = entry.attr_value(gimli::DW_AT_type)?;
        match (entry.tag(), inner) {
            (
                gimli::DW_TAG_typedef | gimli::DW_TAG_const_type | gimli::DW_TAG_volatile_type,
                Some(AttributeValue::UnitRef(inner)),
            ) if chain > 0 => self.add_members(inner, (name, at), chain - 1, all),
            (gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type | gimli::DW_TAG_union_type, _) => {
                if chain == 0 {
                    return Ok(());
                }
                let mut tree = self.unit.entries_tree(Some(ty))?;
                let mut children = tree.root()?.children();
                while let Some(child) = children.next()? {
                    let Some(Part { ty, name: part, offset, bits }) = self.part(child.entry())? else {
                        continue;
                    };
                    let Some(at) = at.checked_add(offset) else { continue };
                    if let Some(size) = bits {
                        if all.len() < MOST {
                            all.push(Member { offset: at, size, ..Member::default() });
                        }
                        continue;
                    }
                    // A member without a name, as a base or an inner union, has its members' names.
                    let dot = if name.is_empty() || part.is_empty() { "" } else { "." };
                    self.add_members(ty, (&format!("{name}{dot}{part}"), at), chain - 1, all)?;
                }
                Ok(())
            }
            _ => {
                let pointee = self.pointee(ty)?;
                let (ty, size) = self.ty(ty, MAX_CHAIN)?;
                if let Some(size) = size.filter(|_| !name.is_empty() && all.len() < MOST) {
                    all.push(Member { name: name.to_owned(), ty, offset: at, size, pointee });
                }
                Ok(())
            }
        }
    }

    /// A member or a base class; `None` for one that lies elsewhere.
    fn part(&self, entry: &DebuggingInformationEntry<'_, '_, Reader<'a>>) -> gimli::Result<Option<Part>> {
        if !matches!(entry.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
            return Ok(None);
        }
        for other in [gimli::DW_AT_external, gimli::DW_AT_declaration] {
            if entry.attr_value(other)?.is_some() {
                return Ok(None);
            }
        }
        let number = |at| entry.attr_value(at).map(|value| value.and_then(|value| value.udata_value()));
        let mut offset = match entry.attr_value(gimli::DW_AT_data_member_location)? {
            // Members of unions need not say that they begin where it begins.
            None => Some(0),
            Some(AttributeValue::Exprloc(expression)) => self.distance(expression.0),
            // DWARF 2 writes an expression as a block.
            Some(AttributeValue::Block(bytes)) => self.distance(bytes),
            Some(value) => value.udata_value(),
        };
        let Some(AttributeValue::UnitRef(ty)) = entry.attr_value(gimli::DW_AT_type)? else { return Ok(None) };
        let name = match entry.attr_value(gimli::DW_AT_name)? {
            Some(value) if entry.tag() == gimli::DW_TAG_member => {
                self.dwarf.attr_string(self.unit, value)?.to_string_lossy().into_owned()
            }
            _ => String::new(),
        };
        let mut bits = None;
        if let Some(width) = number(gimli::DW_AT_bit_size)? {
            // Where it begins among the bits of the structure; before DWARF 4, in which bytes it lies.
            bits = match number(gimli::DW_AT_data_bit_offset)? {
                Some(first) => {
                    offset = Some(first / 8);
                    (first % 8).checked_add(width).map(|bits| bits.div_ceil(8))
                }
                None => number(gimli::DW_AT_byte_size)?.or(self.ty(ty, MAX_CHAIN)?.1),
            };
            if bits.is_none() {
                return Ok(None);
            }
        }
        Ok(offset.map(|offset| Part { ty, name, offset, bits }))
    }

    /// The number that a member's location adds to the structure's own.
    fn distance(&self, bytes: Reader<'a>) -> Option<u64> {
        let mut operations = gimli::Expression(bytes).operations(self.unit.encoding());
        match (operations.next().ok()??, operations.next().ok()?) {
            (gimli::Operation::PlusConstant { value }, None) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_has_elements() {
        let table =
            Member { name: "in.a".into(), ty: "int[2][3]".into(), offset: 8, size: 24, pointee: None };
        let all = table.elements(6);
        let last = Member { name: "in.a[1][2]".into(), ty: "int".into(), offset: 28, size: 4, pointee: None };
        assert_eq!((all.len(), all.last()), (6, Some(&last)));
        assert_eq!(table.elements(5), std::slice::from_ref(&table));
        let far = Member { offset: u64::MAX - 8, ..table.clone() };
        assert_eq!(far.elements(6), std::slice::from_ref(&far));
        for (ty, size) in [("int[]", 24), ("int[0]", 24), ("int[5]", 24), ("int", 4), ("float *", 8)] {
            let other = Member { ty: ty.into(), size, ..table.clone() };
            assert_eq!(other.elements(64), std::slice::from_ref(&other), "{ty}");
        }
    }
}
