//! Addresses as numbers: where functions, objects and buffers lie is not known, but each lies somewhere.

use raddle_ir::{Base, Func, Type, null};
use raddle_smt::{Sort, Term, Terms};
use std::collections::BTreeMap;

/// Where something begins, as a number of a type. The ending distinguishes what each thread has for itself.
pub fn start(terms: &mut Terms, base: Base, ty: Type, ending: &str) -> Term {
    let ending = if matches!(base, Base::Slot(_)) { ending } else { "" };
    terms.var(format!("address {base:?}:{}{ending}", ty.bits()), Sort::Bits(ty.bits()))
}

/// The address of a function.
pub fn function(terms: &mut Terms, func: Func, width: u32) -> Term {
    terms.var(format!("{func}"), Sort::Bits(width))
}

/// What holds of the addresses of functions: they are different, and none is among the lowest. No proof depends on more.
pub fn functions(terms: &mut Terms, functions: &BTreeMap<Func, u32>) -> Vec<Term> {
    let all: Vec<(Term, u32)> =
        functions.iter().map(|(&f, &width)| (function(terms, f, width), width)).collect();
    let mut facts = Vec::new();
    for (n, &(address, width)) in all.iter().enumerate() {
        let lowest = terms.bits(width, u128::from(null::LOWEST));
        facts.push(terms.bvule(lowest, address));
        for &(other, _) in all[..n].iter().filter(|(_, other)| *other == width) {
            let same = terms.eq(address, other);
            facts.push(terms.not(same));
        }
    }
    facts
}
