//! Across parts: a witness of one part is enough, and a proof needs all of them.

use super::{Book, Note, PROPERTIES, Why, book};
use proptest::collection::vec;
use proptest::prelude::*;
use raddle_verdict::{Entry, Standing};

fn whole(parts: &[Book]) -> Book {
    let mut whole = Book::new(&[]);
    parts.iter().for_each(|part| whole.add_part(part));
    whole
}

fn of_each(parts: &[Book], n: usize) -> Vec<Entry<Note, Why>> {
    parts.iter().filter_map(|part| part.entry(PROPERTIES[n])).collect()
}

/// What an entry says, with its lists in order.
fn content(entry: &Entry<Note, Why>) -> (String, Vec<u8>) {
    let mut notes: Vec<u8> = entry.findings.iter().map(|note| note.0 % 4).collect();
    notes.sort_unstable();
    notes.dedup();
    let text = match &entry.standing {
        Standing::Silent => "silent".to_owned(),
        // The order of the parts decides which reason comes first.
        Standing::Open(Why(_, part)) => format!("open {}", part.is_some()),
        Standing::Shown => return ("shown".to_owned(), Vec::new()),
        Standing::Proved(scope) => {
            let mut lists = [
                scope.conditions.clone(),
                scope.assumptions.iter().map(|one| one.name().to_owned()).collect(),
                scope.up_to.iter().map(ToString::to_string).collect(),
                scope.stands_on.iter().map(|one| one.name().to_owned()).collect(),
                scope.dead_code.iter().map(|one| one.line.to_string()).collect(),
            ];
            lists.iter_mut().for_each(|list| list.sort());
            format!("{lists:?} {}", scope.is_of_one_cta())
        }
    };
    (text, notes)
}

proptest! {
    #[test]
    fn a_proof_needs_all_parts_and_has_the_exceptions_of_each(parts in vec(book(2), 1..4)) {
        let whole = whole(&parts);
        for (n, &property) in PROPERTIES.iter().enumerate() {
            let entry = whole.entry(property).expect("it is asked");
            let each = of_each(&parts, n);
            let all = |is: &dyn Fn(&Standing<Why>) -> bool| each.iter().all(|entry| is(&entry.standing));
            let any = |is: &dyn Fn(&Standing<Why>) -> bool| each.iter().any(|entry| is(&entry.standing));
            prop_assert_eq!(entry.standing.is_shown(), any(&Standing::is_shown));
            prop_assert_eq!(entry.standing.is_proved(), all(&Standing::is_proved));
            let Standing::Proved(scope) = &entry.standing else { continue };
            for part in each.iter().filter_map(Entry::scope) {
                prop_assert!(part.up_to.iter().all(|one| scope.up_to.contains(one)));
                prop_assert!(part.assumptions.iter().all(|one| scope.assumptions.contains(one)));
                prop_assert!(part.conditions.iter().all(|one| scope.conditions.contains(one)));
                prop_assert!(part.stands_on.iter().all(|one| scope.stands_on.contains(one)));
                prop_assert!(scope.dead_code.iter().all(|one| part.dead_code.contains(one)));
                prop_assert!(!part.is_of_one_cta() || scope.is_of_one_cta());
            }
            for entry in &each {
                let is_told = |note: &Note| whole.entry(property).is_some_and(|all| all.findings.iter().any(|one| one.0 % 4 == note.0 % 4));
                prop_assert!(entry.findings.iter().all(is_told));
            }
        }
    }

    #[test]
    fn the_order_of_parts_does_not_matter(parts in vec(book(2), 1..4)) {
        let reversed: Vec<Book> = parts.iter().rev().cloned().collect();
        let contents = |book: &Book| book.entries().map(|entry| content(&entry)).collect::<Vec<_>>();
        prop_assert_eq!(contents(&whole(&parts)), contents(&whole(&reversed)));
    }

    #[test]
    fn how_parts_are_grouped_does_not_matter(parts in vec(book(2), 2..5), at in 1..4usize) {
        let (first, second) = parts.split_at(at.min(parts.len() - 1));
        let grouped = [whole(first), whole(second)];
        let contents = |book: &Book| book.entries().map(|entry| content(&entry)).collect::<Vec<_>>();
        prop_assert_eq!(contents(&whole(&parts)), contents(&whole(&grouped)));
    }

    #[test]
    fn a_part_that_comes_twice_adds_nothing(part in book(2)) {
        let contents = |book: &Book| book.entries().map(|entry| content(&entry)).collect::<Vec<_>>();
        prop_assert_eq!(contents(&whole(&[part.clone(), part.clone()])), contents(&whole(&[part])));
    }
}
