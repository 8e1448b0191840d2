//! Structures that are passed by value: each member is a parameter of its own.
//!
//! PTX passes a structure as an array of bytes. What the kernel does with it is about its members: a pointer among them points to a buffer as a parameter does,
//! and a number is an input with a name and a sign.

use crate::dwarf::Member;
use raddle_ir::pointee::{is_pointer, numbers};
use raddle_ir::{KernelParam, Structure, Type};
use std::cmp::Reverse;
use std::ops::Range;

/// Arrays among the members that have more elements stay one parameter.
pub(super) const MOST_ELEMENTS: u64 = 64;
/// More members are one parameter together.
pub(super) const MOST: usize = 1024;

/// What a structure's parameter becomes: one for each member; itself where none is known. Of members that overlap, as in a union, the largest is taken. What
/// else lies between members that are taken, as bit-fields do, is a parameter, too; what only aligns them is none.
pub(super) fn members(whole: KernelParam, members: &[Member]) -> Vec<KernelParam> {
    if whole.ty.is_some() || whole.pointer.is_some() {
        return vec![whole];
    }
    let ends = |member: &Member| member.offset.checked_add(member.size);
    let fits = |member: &&Member| member.size > 0 && ends(member).is_some_and(|end| end <= whole.size);
    let known: Vec<&Member> = members.iter().filter(fits).collect();
    let named = known.iter().filter(|member| !member.name.is_empty());
    let mut named: Vec<Member> = named.flat_map(|one| one.elements(MOST_ELEMENTS)).take(MOST).collect();
    named.sort_by_key(|member| (member.offset, Reverse(member.size)));
    let (mut all, mut end) = (Vec::new(), 0);
    for member in named {
        if member.offset < end {
            continue;
        }
        all.extend(other(&known, end..member.offset));
        end = member.offset + member.size;
        all.push(member);
    }
    if all.is_empty() {
        return vec![whole];
    }
    all.extend(other(&known, end..whole.size));
    // Two members may have one name, as one of a base class and one that hides it: neither is meant by it alone.
    let name = |member: &Member| match all.iter().filter(|other| other.name == member.name).count() {
        1 => member.name.clone(),
        _ => format!("{}@{}", member.name, member.offset),
    };
    all.iter().map(|member| one(&whole, Member { name: name(member), ..member.clone() })).collect()
}

/// What lies within these bytes, none of which belongs to a member that is taken.
fn other(known: &[&Member], within: Range<u64>) -> Option<Member> {
    let parts = known
        .iter()
        .map(|member| member.offset.max(within.start)..(member.offset + member.size).min(within.end));
    let parts: Vec<Range<u64>> = parts.filter(|part| !part.is_empty()).collect();
    let offset = parts.iter().map(|part| part.start).min()?;
    let end = parts.iter().map(|part| part.end).max()?;
    Some(Member { name: format!("+{offset}"), offset, size: end - offset, ..Member::default() })
}

fn one(whole: &KernelParam, member: Member) -> KernelParam {
    let name = whole.source_name.clone().unwrap_or_else(|| whole.name.clone());
    let ty = whole.source_type.clone().unwrap_or_default();
    let offset = whole.offset + member.offset;
    let dot = if member.name.starts_with('+') { "" } else { "." };
    KernelParam {
        name: format!("{}{dot}{}", whole.name, member.name),
        source_name: Some(format!("{name}{dot}{}", member.name)),
        of: Some(Structure { name, ty, offset: whole.offset, size: whole.size }),
        offset,
        size: member.size,
        align: 1 << offset.trailing_zeros().min(whole.align.max(1).trailing_zeros()),
        ty: scalar(&member),
        signed: false,
        pointer: None,
        pointee: member.pointee,
        members: Vec::new(),
        source_type: Some(member.ty).filter(|ty| !ty.is_empty()),
    }
}

/// The type of a member that is one number or pointer: an enumeration, and what has another name, is an integer.
fn scalar(member: &Member) -> Option<Type> {
    if member.ty.is_empty() || member.ty.ends_with(']') {
        return None;
    }
    let number = numbers(&member.ty).filter(|of| u64::from(of.ty.bytes()) == member.size);
    match number.filter(|_| !is_pointer(&member.ty)) {
        Some(of) => Some(of.ty),
        None => u32::try_from(member.size * 8).ok().filter(|bits| *bits <= 64).and_then(Type::int),
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
            pointee: None,
            members: Vec::new(),
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
            pointee: None,
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
    fn of_what_overlaps_the_largest_is_taken_and_nothing_is_lost() {
        let names = |all: &[(&str, &str, u64, u64)]| -> Vec<(String, u64)> {
            split(all).into_iter().map(|(name, _, size, _)| (name, size)).collect()
        };
        let expect = |all: &[(&str, &str, u64, u64)], expected: &[(&str, u64)]| {
            let expected: Vec<_> = expected.iter().map(|&(name, size)| (name.to_owned(), size)).collect();
            assert_eq!(names(all), expected);
        };
        expect(&[("a", "int", 0, 4), ("b", "long", 0, 8), ("c", "int", 4, 4)], &[("s.b", 8)]);
        expect(&[("b", "int", 28, 4), ("c", "long", 28, 8), ("d", "int", u64::MAX, 4)], &[("s.b", 4)]);
        // One begins within another one.
        expect(&[("a", "int", 0, 4), ("b", "long", 2, 8)], &[("s.a", 4), ("s+4", 6)]);
        expect(&[("a", "int", 32, 4), ("empty", "E", 0, 0)], &[("s", 32)]);
        expect(&[], &[("s", 32)]);
        // Bit-fields lie beside `a` and between `b` and `c`; what only aligns is left out.
        expect(
            &[
                ("a", "short", 0, 2),
                ("", "", 0, 4),
                ("b", "int", 4, 4),
                ("", "", 8, 1),
                ("", "", 8, 2),
                ("c", "float *", 16, 8),
            ],
            &[("s.a", 2), ("s+2", 2), ("s.b", 4), ("s+8", 2), ("s.c", 8)],
        );
        expect(&[("", "", 0, 4)], &[("s", 32)]);
        // A base class has a member of the same name.
        expect(&[("n", "long", 0, 8), ("n", "long", 8, 8)], &[("s.n@0", 8), ("s.n@8", 8)]);
        let far = u64::MAX - 15;
        expect(
            &[("n", "long[4]", 0, 32), ("m", "long[4]", far, 32)],
            &[("s.n[0]", 8), ("s.n[1]", 8), ("s.n[2]", 8), ("s.n[3]", 8)],
        );
        // Each element is one.
        assert_eq!(split(&[("a", "char[32]", 0, 32)]).len(), 32);
    }
}
