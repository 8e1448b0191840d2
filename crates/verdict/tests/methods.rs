//! Across methods: the strongest answer stays, whichever comes first.

use super::{Book, PROPERTIES, Why, book, evidence};
use proptest::collection::vec;
use proptest::prelude::*;
use raddle_verdict::{Assumption, Discount, Evidence, Finding, Gap, Property, Standing};

fn rank(standing: &Standing<Why>) -> u8 {
    match standing {
        Standing::Silent => 0,
        Standing::Open(_) => 1,
        Standing::Proved(_) => 2,
        Standing::Shown => 3,
    }
}

proptest! {
    #[test]
    fn evidence_never_weakens_what_is_known(mut book in book(2), more in evidence()) {
        let before = rank(&book.standing(Property::Race));
        let others: Vec<_> = book.entries().filter(|entry| entry.property != Property::Race).collect();
        book.record(Property::Race, more.clone());
        let own = match more {
            Evidence::Open { .. } => 1,
            Evidence::Proved { .. } => 2,
            Evidence::Shown { .. } => 3,
        };
        prop_assert_eq!(rank(&book.standing(Property::Race)), before.max(own));
        // Nothing else changes.
        let after: Vec<_> = book.entries().filter(|entry| entry.property != Property::Race).collect();
        prop_assert_eq!(others, after);
    }

    #[test]
    fn the_order_of_methods_does_not_matter(all in vec(evidence(), 0..5)) {
        let of = |all: &mut dyn Iterator<Item = &Evidence<_, _>>| {
            let mut book = Book::new(&PROPERTIES);
            all.for_each(|one| book.record(Property::Race, one.clone()));
            (rank(&book.standing(Property::Race)), book.conflicts())
        };
        prop_assert_eq!(of(&mut all.iter()), of(&mut all.iter().rev()));
    }

    #[test]
    fn a_witness_beside_a_proof_of_everything_is_a_conflict(all in vec(evidence(), 0..4)) {
        let mut book = Book::new(&[Property::Race]);
        all.iter().for_each(|one| book.record(Property::Race, one.clone()));
        let shown = all.iter().any(|one| matches!(one, Evidence::Shown { .. }));
        let proved = all.iter().any(|one| matches!(one, Evidence::Proved { scope, .. } if scope.is_whole()));
        prop_assert_eq!(!book.conflicts().is_empty(), shown && proved);
        prop_assert_eq!(book.standing(Property::Race).is_shown(), shown);
    }

    #[test]
    fn what_does_not_count_any_more_leaves_its_reason(mut book in book(3), keep in any::<bool>()) {
        let but = if keep { vec![Property::Race] } else { Vec::new() };
        let race = book.entry(Property::Race);
        book.discount(&Discount::Witnesses { but: but.clone() }, &Why(vec![99], None));
        let shown = |property| book.standing(property).is_shown();
        prop_assert!(PROPERTIES.into_iter().filter(|one| !but.contains(one)).all(|one| !shown(one)));
        if keep {
            prop_assert_eq!(book.entry(Property::Race), race);
        }
    }

    #[test]
    fn a_proof_that_does_not_count_proves_nothing_and_keeps_its_remarks(mut book in book(3), keep in any::<bool>()) {
        let but = if keep { vec![Property::Race] } else { Vec::new() };
        let before: Vec<_> = book.entries().collect();
        book.discount(&Discount::Proofs { but: but.clone() }, &Why(vec![99], None));
        for (old, new) in before.into_iter().zip(book.entries()) {
            if but.contains(&old.property) || old.standing.is_shown() {
                prop_assert_eq!(old.standing, new.standing);
                continue;
            }
            prop_assert!(new.standing.is_open());
            prop_assert!(new.gap().and_then(|gap| gap.part()).is_none());
            if old.standing.is_proved() {
                prop_assert!(old.findings.iter().all(|one| new.findings.iter().any(|known| known.is_like(one))));
            }
        }
    }

    #[test]
    fn a_refutation_that_is_weighed_again_is_what_it_became(mut book in book(3), keep in any::<bool>()) {
        let before: Vec<_> = book.entries().collect();
        book.weigh(|property, findings| match property {
            Property::Race if keep => Evidence::Shown { findings },
            _ => Evidence::Open { gap: Why(vec![99], None), remarks: findings },
        });
        for (old, new) in before.into_iter().zip(book.entries()) {
            if !old.standing.is_shown() || keep && old.property == Property::Race {
                prop_assert_eq!(old, new);
            } else {
                prop_assert!(!new.standing.is_shown());
            }
        }
    }

    #[test]
    fn a_proof_with_a_doubted_assumption_does_not_count(all in vec(evidence(), 0..4), at in 0..5usize) {
        let assumption = Assumption::DisjointPointers;
        let counts = |one: &Evidence<_, _>| matches!(one, Evidence::Proved { scope, .. } if !scope.assumptions.contains(&assumption));
        let mut book = Book::new(&[Property::Race]);
        for (n, one) in all.iter().enumerate() {
            if n == at {
                book.doubt(assumption.clone(), Why(vec![99], None));
            }
            book.record(Property::Race, one.clone());
        }
        if at >= all.len() {
            book.doubt(assumption.clone(), Why(vec![99], None));
        }
        let shown = all.iter().any(|one| matches!(one, Evidence::Shown { .. }));
        let standing = book.standing(Property::Race);
        prop_assert_eq!(standing.is_shown(), shown);
        prop_assert_eq!(standing.is_proved(), !shown && all.iter().any(counts));
    }

    #[test]
    fn absorbing_is_recording_one_after_another(one in book(2), other in book(2)) {
        let mut both = one.clone();
        both.absorb(&other);
        for property in PROPERTIES {
            let ranks = [&one, &other].map(|book| rank(&book.standing(property)));
            prop_assert_eq!(rank(&both.standing(property)), ranks[0].max(ranks[1]));
        }
        let mut none = Book::new(&PROPERTIES);
        none.absorb(&one);
        prop_assert_eq!(none, one);
    }
}
