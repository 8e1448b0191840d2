//! The members of structures.

use super::{Context, MAX_CHAIN, Reader};
use gimli::{AttributeValue, DebuggingInformationEntry, UnitOffset};
use raddle_ir::Member;

/// The largest number of members of a parameter that are named.
const MOST: usize = 256;

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
                    let Some((of, part, offset)) = self.member(child.entry())? else { continue };
                    // A member without a name, as a base or an inner union, has its members' names.
                    let dot = if name.is_empty() || part.is_empty() { "" } else { "." };
                    let Some(at) = at.checked_add(offset) else { continue };
                    self.add_members(of, (&format!("{name}{dot}{part}"), at), chain - 1, all)?;
                }
                Ok(())
            }
            _ => {
                let (source_type, size) = self.ty(ty, MAX_CHAIN)?;
                if let Some(size) = size.filter(|_| !name.is_empty() && all.len() < MOST) {
                    all.push(Member { name: name.to_owned(), source_type, offset: at, size });
                }
                Ok(())
            }
        }
    }

    /// Type, name and offset of a member or a base class; `None` for a part of a byte, or one that lies elsewhere.
    fn member(
        &self,
        entry: &DebuggingInformationEntry<'_, '_, Reader<'a>>,
    ) -> gimli::Result<Option<(UnitOffset, String, u64)>> {
        if !matches!(entry.tag(), gimli::DW_TAG_member | gimli::DW_TAG_inheritance) {
            return Ok(None);
        }
        for other in [gimli::DW_AT_bit_size, gimli::DW_AT_external, gimli::DW_AT_declaration] {
            if entry.attr_value(other)?.is_some() {
                return Ok(None);
            }
        }
        let offset = match entry.attr_value(gimli::DW_AT_data_member_location)? {
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
        Ok(offset.map(|offset| (ty, name, offset)))
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
