//! Structures that are passed by value: each member is a parameter of its own.
//!
//! PTX passes a structure as an array of bytes. What the kernel does with it is about its members: a pointer among them points to a buffer as a parameter does,
//! and a number is an input with a name and a sign.

use crate::dwarf::Member;
use raddle_ir::pointee::{is_pointer, numbers};
use raddle_ir::{KernelParam, Structure, Type};

/// Arrays of more elements stay one parameter.
const MOST_ELEMENTS: u64 = 64;

/// What a structure's parameter becomes: one for each member; itself where none is known. Of members that overlap, as in a union, the first is taken.
pub(super) fn members(whole: KernelParam, members: &[Member]) -> Vec<KernelParam> {
    if whole.ty.is_some() || whole.pointer.is_some() {
        return vec![whole];
    }
    let mut all: Vec<Member> = members.iter().flat_map(|member| member.elements(MOST_ELEMENTS)).collect();
    all.sort_by_key(|member| member.offset);
    let mut end = 0;
    all.retain(|member| {
        let next = member.offset.checked_add(member.size).filter(|&next| next <= whole.size);
        let fits = member.size > 0 && member.offset >= end;
        end = next.filter(|_| fits).unwrap_or(end);
        fits && next.is_some()
    });
    if all.is_empty() { vec![whole] } else { all.iter().map(|member| one(&whole, member)).collect() }
}

fn one(whole: &KernelParam, member: &Member) -> KernelParam {
    let name = whole.source_name.clone().unwrap_or_else(|| whole.name.clone());
    let ty = whole.source_type.clone().unwrap_or_default();
    let offset = whole.offset + member.offset;
    KernelParam {
        name: format!("{}.{}", whole.name, member.name),
        source_name: Some(format!("{name}.{}", member.name)),
        source_type: Some(member.ty.clone()),
        of: Some(Structure { name, ty, offset: whole.offset, size: whole.size }),
        offset,
        size: member.size,
        align: 1 << offset.trailing_zeros().min(whole.align.max(1).trailing_zeros()),
        ty: scalar(member),
        signed: false,
        pointer: None,
    }
}

/// The type of a member that is one number or pointer.
fn scalar(member: &Member) -> Option<Type> {
    let number =
        numbers(&member.ty).filter(|of| u64::from(of.ty.bytes()) == member.size && !member.ty.ends_with(']'));
    // An enumeration, or what has another name.
    let other = || u32::try_from(member.size * 8).ok().filter(|bits| *bits <= 64).and_then(Type::int);
    match number {
        Some(of) if !is_pointer(&member.ty) => Some(of.ty),
        _ if member.ty.ends_with(']') => None,
        _ => other(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(all: &[(&str, &str, u64, u64)]) -> Vec<(String, u64, u64, Option<Type>)> {
        let whole = KernelParam {
            name: "k_param_1".into(),
            source_name: Some("s".into()),
            source_type: Some("S".into()),
            of: None,
            offset: 16,
            size: 32,
            align: 8,
            ty: None,
            signed: false,
            pointer: None,
        };
        let member = |&(name, ty, offset, size): &(&str, &str, u64, u64)| Member {
            name: name.into(),
            ty: ty.into(),
            offset,
            size,
        };
        let all: Vec<Member> = all.iter().map(member).collect();
        let split = members(whole, &all).into_iter();
        split.map(|one| (one.source_name.unwrap_or_default(), one.offset, one.size, one.ty)).collect()
    }

    #[test]
    fn members_have_names_places_and_types() {
        let all = split(&[
            ("n", "int", 0, 4),
            ("p", "float *", 8, 8),
            ("e", "Kind", 16, 1),
            ("f", "half[2]", 18, 4),
        ]);
        let expected = [
            ("s.n", 16, 4, Some(Type::I32)),
            ("s.p", 24, 8, Some(Type::I64)),
            ("s.e", 32, 1, Some(Type::I8)),
            ("s.f[0]", 34, 2, Some(Type::F16)),
            ("s.f[1]", 36, 2, Some(Type::F16)),
        ];
        assert_eq!(all, expected.map(|(name, offset, size, ty)| (name.to_owned(), offset, size, ty)));
    }

    #[test]
    fn of_what_overlaps_or_does_not_fit_the_first_is_taken() {
        let names = |all: &[(&str, &str, u64, u64)]| -> Vec<String> {
            split(all).into_iter().map(|(name, ..)| name).collect()
        };
        assert_eq!(names(&[("a", "int", 0, 4), ("b", "long", 0, 8), ("c", "int", 4, 4)]), ["s.a", "s.c"]);
        assert_eq!(names(&[("a", "int", 28, 4), ("b", "long", 28, 8), ("c", "int", u64::MAX, 4)]), ["s.a"]);
        assert_eq!(names(&[("a", "int", 32, 4), ("empty", "E", 0, 0)]), ["s"]);
        assert_eq!(names(&[]), ["s"]);
        // More elements than are taken apart.
        assert_eq!(split(&[("a", "char[32]", 0, 32)]).len(), 32);
    }
}
