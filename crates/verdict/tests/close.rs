//! Closing: no proof stands on what is not proved.

use super::{Book, PROPERTIES, Why, book};
use proptest::prelude::*;
use raddle_verdict::{Assumption, Evidence, Launch, Ledger, Property, Scope, Standing};
use std::collections::BTreeSet;

fn closed(book: &Book) -> Vec<raddle_verdict::Entry<super::Note, Why>> {
    book.close(&|_, _| Why(vec![77], None))
}

/// The largest set of proofs that support each other, by leaving out of all sets those that do not.
fn largest(book: &Book) -> BTreeSet<Property> {
    let scopes: Vec<(Property, Scope)> =
        book.entries().filter_map(|entry| Some((entry.property, entry.scope()?.clone()))).collect();
    let is_refuted = |property| book.standing(property).is_shown();
    let supports = |set: &BTreeSet<Property>| {
        scopes.iter().filter(|(property, _)| set.contains(property)).all(|(property, scope)| {
            let refuted = |one: &Assumption| one.property().is_some_and(is_refuted);
            scope.stands_on.iter().all(|premise| set.contains(premise))
                && !scope.assumptions.iter().any(refuted)
                && !reaches(&scopes, *property, Property::Termination, *property)
        })
    };
    let all: Vec<Property> = scopes.iter().map(|(property, _)| *property).collect();
    let sets = (0..1u32 << all.len()).map(|bits| {
        all.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1).map(|(_, &property)| property).collect()
    });
    let good: Vec<BTreeSet<Property>> = sets.filter(|set| supports(set)).collect();
    good.into_iter().max_by_key(BTreeSet::len).unwrap_or_default()
}

/// Does a walk over premises lead from one property by way of another one to a third?
fn reaches(scopes: &[(Property, Scope)], from: Property, by: Property, to: Property) -> bool {
    let next = |at: Property| -> Vec<Property> {
        scopes.iter().filter(|(one, _)| *one == at).flat_map(|(_, scope)| scope.stands_on.clone()).collect()
    };
    let all = |at: Property| {
        let (mut seen, mut stack) = (BTreeSet::new(), next(at));
        while let Some(one) = stack.pop() {
            if seen.insert(one) {
                stack.extend(next(one));
            }
        }
        seen
    };
    let to_by = from == by || all(from).contains(&by);
    to_by && all(by).contains(&to)
}

proptest! {
    #[test]
    fn what_stands_is_the_largest_set_that_supports_itself(book in book(2)) {
        let stands: BTreeSet<Property> =
            closed(&book).into_iter().filter(|entry| entry.standing.is_proved()).map(|entry| entry.property).collect();
        prop_assert_eq!(stands, largest(&book));
    }

    #[test]
    fn proofs_stand_on_proofs_without_a_circle(book in book(2)) {
        let entries = closed(&book);
        let proved: BTreeSet<Property> =
            entries.iter().filter(|entry| entry.standing.is_proved()).map(|entry| entry.property).collect();
        let scopes: Vec<(Property, Scope)> =
            entries.iter().filter_map(|entry| Some((entry.property, entry.scope()?.clone()))).collect();
        for (property, scope) in &scopes {
            prop_assert!(scope.stands_on.iter().chain(&scope.together_with).all(|one| proved.contains(one)));
            prop_assert!(!reaches(&scopes, *property, *property, *property), "{scope:?}");
            // What a premise is proved under, this is proved under.
            for premise in scope.stands_on.iter().chain(&scope.together_with) {
                let of = &scopes.iter().find(|(one, _)| one == premise).expect("it is proved").1;
                prop_assert!(of.conditions.iter().all(|one| scope.conditions.contains(one)));
                prop_assert!(!of.is_within_ctas() || scope.is_within_ctas());
            }
            let in_it = |other: &Property| scopes.iter().any(|(one, of)| one == other && of.together_with.contains(property));
            prop_assert!(scope.together_with.iter().all(in_it), "joint proofs are mutual");
        }
    }

    #[test]
    fn witnesses_and_gaps_stay_and_nothing_is_proved_anew(book in book(2)) {
        for (before, after) in book.entries().zip(closed(&book)) {
            prop_assert_eq!(before.property, after.property);
            prop_assert_eq!(before.standing.is_shown(), after.standing.is_shown());
            prop_assert!(before.standing.is_proved() || !after.standing.is_proved());
            prop_assert_eq!(before.findings, after.findings);
        }
    }

    #[test]
    fn the_order_of_properties_does_not_matter(book in book(2)) {
        let mut reversed = Book::new(&PROPERTIES.iter().rev().copied().collect::<Vec<_>>());
        book.entries().for_each(|entry| reversed.record_entry(entry));
        let mut other = closed(&reversed);
        other.reverse();
        let words = |entries: &[raddle_verdict::Entry<super::Note, Why>]| -> Vec<(Property, bool, bool)> {
            entries.iter().map(|e| (e.property, e.standing.is_proved(), e.standing.is_shown())).collect()
        };
        prop_assert_eq!(words(&closed(&book)), words(&other));
    }
}

fn proof(change: impl FnOnce(Scope) -> Scope) -> Evidence<super::Note, Why> {
    Evidence::proved(change(Scope::every_input(&Launch::not_given().ctas(raddle_verdict::Ctas::All))))
}

fn entry(book: &Ledger<super::Note, Why>, property: Property) -> Standing<Why> {
    let entry = closed(book).into_iter().find(|entry| entry.property == property);
    entry.expect("it is asked").standing
}

fn scope_of(book: &Book, property: Property) -> Scope {
    match entry(book, property) {
        Standing::Proved(scope) => scope,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_proof_of_termination_takes_the_place_of_the_assumption() {
    let mut book = Book::new(&PROPERTIES);
    let assuming = |s: Scope| s.assuming(Assumption::TERMINATES).assuming(Assumption::InBounds);
    book.record(Property::Race, proof(assuming));
    book.record(Property::Deadlock, proof(|s| s));
    assert_eq!(scope_of(&book, Property::Race).assumptions.len(), 2);
    book.record(Property::Termination, proof(|s| s.provided("n <= 4").assuming(Assumption::BarriersRelease)));
    let race = scope_of(&book, Property::Race);
    assert_eq!(race.assumptions, [Assumption::InBounds]);
    assert_eq!(race.stands_on, [Property::Termination]);
    assert_eq!(race.conditions, ["n <= 4"]);
    // What does not assume it is as it was.
    assert!(scope_of(&book, Property::Deadlock).conditions.is_empty());
}

#[test]
fn two_that_stand_on_each_other_are_proved_together() {
    let mut book = Book::new(&PROPERTIES);
    book.record(Property::Race, proof(|s| s.standing_on(Property::Divergence)));
    book.record(Property::Divergence, proof(|s| s.standing_on(Property::Race)));
    book.record(Property::Bounds, proof(|s| s.standing_on(Property::Race)));
    assert_eq!(scope_of(&book, Property::Race).together_with, [Property::Divergence]);
    assert_eq!(scope_of(&book, Property::Divergence).together_with, [Property::Race]);
    assert_eq!(scope_of(&book, Property::Bounds).stands_on, [Property::Race]);
    // If one of them falls, all do.
    book.record(Property::Divergence, Evidence::Shown { findings: Vec::new() });
    assert!(entry(&book, Property::Race).is_open());
    assert!(entry(&book, Property::Bounds).is_open());
}

#[test]
fn a_circle_through_termination_stands_on_nothing() {
    let mut book = Book::new(&PROPERTIES);
    book.record(Property::Race, proof(|s| s.standing_on(Property::Termination)));
    book.record(Property::Termination, proof(|s| s.standing_on(Property::Race)));
    assert!(entry(&book, Property::Race).is_open());
    assert!(entry(&book, Property::Termination).is_open());
}

#[test]
fn an_assumption_that_is_refuted_or_doubted_supports_nothing() {
    let mut book = Book::new(&PROPERTIES);
    book.record(Property::Race, proof(|s| s.assuming(Assumption::InBounds)));
    book.record(Property::Deadlock, proof(|s| s.assuming(Assumption::DisjointPointers)));
    book.record(Property::Termination, proof(|s| s.assuming(Assumption::BarriersRelease)));
    book.record(Property::Bounds, Evidence::Shown { findings: Vec::new() });
    book.doubt(Assumption::DisjointPointers, Why(vec![5], None));
    assert_eq!(entry(&book, Property::Race), Standing::Open(Why(vec![77], None)));
    assert_eq!(entry(&book, Property::Deadlock), Standing::Open(Why(vec![5], None)));
    assert!(entry(&book, Property::Termination).is_proved());
}
