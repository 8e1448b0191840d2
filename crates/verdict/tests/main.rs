//! The ledger's three operations, on random evidence.

mod cases;
mod close;
mod methods;
mod parts;

use proptest::collection::vec;
use proptest::prelude::*;
use raddle_verdict::{
    Assumption, Ctas, Evidence, Exception, Finding, Gap, Launch, Ledger, Location, Property, Scope,
};

/// A finding is a number; those that agree modulo 4 say the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note(u8);

impl Finding for Note {
    fn is_like(&self, other: &Self) -> bool {
        self.0 % 4 == other.0 % 4
    }
}

/// Reasons, and the part that is proved nevertheless.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Why(Vec<u8>, Option<Scope>);

impl Gap for Why {
    fn also(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    fn join(&mut self, other: &Self) {
        self.1 = self.1.take().zip(other.1.as_ref()).map(|(mut part, other)| {
            part.join(other);
            part
        });
    }

    fn join_proof(&mut self, proof: &Scope) {
        if let Some(part) = &mut self.1 {
            part.join(proof);
        }
    }

    fn part(&self) -> Option<&Scope> {
        self.1.as_ref()
    }

    fn part_mut(&mut self) -> Option<&mut Scope> {
        self.1.as_mut()
    }

    fn without_part(self) -> Self {
        Why(self.0, None)
    }

    fn with_part_of(self, other: &Self) -> Self {
        Why(self.0, other.1.clone())
    }
}

type Book = Ledger<Note, Why>;

const PROPERTIES: [Property; 5] =
    [Property::Race, Property::Divergence, Property::Deadlock, Property::Bounds, Property::Termination];

fn property() -> impl Strategy<Value = Property> {
    (0..PROPERTIES.len()).prop_map(|n| PROPERTIES[n])
}

fn scope() -> impl Strategy<Value = Scope> {
    let assumption = prop_oneof![
        Just(Assumption::InBounds),
        Just(Assumption::TERMINATES),
        Just(Assumption::BarriersRelease),
        Just(Assumption::DisjointPointers),
    ];
    let exception = prop_oneof![
        Just(Exception::BetweenCtas),
        (1..3u32).prop_map(|line| Exception::EqualWrites { location: Location::line("k.cu", line) }),
    ];
    let ctas = prop_oneof![4 => Just(Ctas::All), 1 => Just(Ctas::One([1, 0, 0]))];
    let parts = (
        vec(property(), 0..3),
        vec(assumption, 0..2),
        vec(exception, 0..2),
        vec(1..4u32, 0..3),
        vec(0..3u8, 0..2),
        ctas,
    );
    parts.prop_map(|(stands_on, assumptions, exceptions, dead, conditions, ctas)| {
        let mut scope = Scope::every_input(&Launch::not_given().ctas(ctas));
        for one in stands_on {
            scope = scope.standing_on(one);
        }
        for one in assumptions {
            scope = scope.assuming(one);
        }
        for one in exceptions {
            scope = scope.up_to(one);
        }
        for line in dead {
            scope = scope.dead_code(Location::line("k.cu", line));
        }
        for one in conditions {
            scope = scope.provided(format!("n > {one}"));
        }
        scope
    })
}

fn evidence() -> impl Strategy<Value = Evidence<Note, Why>> {
    let notes = || vec(any::<u8>().prop_map(Note), 0..2);
    let proved = (scope(), notes()).prop_map(|(scope, remarks)| Evidence::Proved { scope, remarks });
    let open = (any::<u8>(), prop::option::of(scope()), notes())
        .prop_map(|(why, part, remarks)| Evidence::Open { gap: Why(vec![why], part), remarks });
    let shown = vec(any::<u8>().prop_map(Note), 1..3).prop_map(|findings| Evidence::Shown { findings });
    prop_oneof![3 => proved, 1 => open, 1 => shown]
}

/// A ledger with some evidence of each property.
fn book(most: usize) -> impl Strategy<Value = Book> {
    vec(vec(evidence(), 0..=most), PROPERTIES.len()).prop_map(|all| {
        let mut book = Book::new(&PROPERTIES);
        for (property, all) in PROPERTIES.into_iter().zip(all) {
            all.into_iter().for_each(|one| book.record(property, one));
        }
        book
    })
}
