//! Structures that are passed by value: each member is a parameter of its own.
//!
//! PTX passes a structure as an array of bytes. What the kernel does with it is about its members: a pointer among them points to a buffer as a parameter does,
//! and a number is an input with a name and a sign.

use crate::dwarf::Member;
use raddle_ir::pointee::{is_pointer, numbers};
use raddle_ir::{KernelParam, Structure, Type};
use std::cmp::Reverse;

/// Arrays among the members that have more elements stay one parameter.
const MOST_ELEMENTS: u64 = 64;
/// More members are one parameter together.
const MOST: usize = 1024;

/// What a structure's parameter becomes: one for each member; itself where none is known. Of members that overlap, as in a union, the largest is taken. What
/// lies between members and belongs to none, as bit-fields do, is a parameter, too.
pub(super) fn members(whole: KernelParam, members: &[Member]) -> Vec<KernelParam> {
    if whole.ty.is_some() || whole.pointer.is_some() {
        return vec![whole];
    }
    let ends = |member: &Member| member.offset.checked_add(member.size);
    let fits = |member: &&Member| member.size > 0 && ends(member).is_some_and(|end| end <= whole.size);
    let mut known: Vec<Member> =
        members.iter().filter(fits).flat_map(|one| one.elements(MOST_ELEMENTS)).collect();
    known.truncate(MOST);
    known.sort_by_key(|member| (member.offset, Reverse(member.size)));
    let (mut all, mut end) = (Vec::new(), 0);
    for member in known {
        if member.offset < end {
            continue;
        }
        all.extend(between(end, member.offset, aligned(end, member.size)));
        end = member.offset + member.size;
        all.push(member);
    }
    if all.is_empty() {
        return vec![whole];
    }
    all.extend(between(end, whole.size, aligned(end, whole.align.into())));
    // Two members may have one name, as one of a base class and one that hides it: neither is meant by it alone.
    let name = |member: &Member| match all.iter().filter(|other| other.name == member.name).count() {
        1 => member.name.clone(),
        _ => format!("{}@{}", member.name, member.offset),
    };
    all.iter().map(|member| one(&whole, Member { name: name(member), ..member.clone() })).collect()
}

/// The next place for what has this size.
fn aligned(at: u64, size: u64) -> u64 {
    at.next_multiple_of(size.next_power_of_two().clamp(1, 16))
}

/// What lies from one place up to another and belongs to no member, unless it only aligns the next one.
fn between(from: u64, to: u64, aligned: u64) -> Option<Member> {
    (from < to && to != aligned).then(|| Member {
        name: format!("+{from}"),
        ty: String::new(),
        offset: from,
        size: to - from,
    })
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
            ("s+22", 38, 10, None),
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
        expect(&[("a", "int", 0, 4), ("b", "long", 0, 8), ("c", "int", 4, 4)], &[("s.b", 8), ("s+8", 24)]);
        expect(
            &[("b", "int", 28, 4), ("c", "long", 28, 8), ("d", "int", u64::MAX, 4)],
            &[("s+0", 28), ("s.b", 4)],
        );
        expect(&[("a", "int", 32, 4), ("empty", "E", 0, 0)], &[("s", 32)]);
        expect(&[], &[("s", 32)]);
        // Bit-fields lie between `a` and `b`; what only aligns is left out.
        expect(
            &[("a", "int", 0, 4), ("b", "int", 8, 4), ("c", "double *", 16, 8), ("d", "char", 24, 1)],
            &[("s.a", 4), ("s+4", 4), ("s.b", 4), ("s.c", 8), ("s.d", 1)],
        );
        // A base class has a member of the same name.
        expect(
            &[("n", "long", 0, 8), ("n", "long", 8, 8), ("a", "char[16]", 16, 16)][..2],
            &[("s.n@0", 8), ("s.n@8", 8), ("s+16", 16)],
        );
        let far = u64::MAX - 15;
        expect(
            &[("n", "long[4]", 0, 32), ("m", "long[4]", far, 32)],
            &[("s.n[0]", 8), ("s.n[1]", 8), ("s.n[2]", 8), ("s.n[3]", 8)],
        );
        // Each element is one.
        assert_eq!(split(&[("a", "char[32]", 0, 32)]).len(), 32);
    }
}
