//! Instances and cases: evidence about a part says little about the rest.

use super::{Book, PROPERTIES, Why, book};
use proptest::collection::vec;
use proptest::prelude::*;
use raddle_verdict::{Property, Standing};

/// Races are asked of an instance, or of cases, and so are deadlocks.
fn asked(property: Property) -> bool {
    matches!(property, Property::Race | Property::Deadlock)
}

fn alone(mut why: Why) -> Why {
    why.0.push(77);
    why
}

/// Reasons by an odd number have a rank.
fn rank(why: &Why) -> Option<u8> {
    why.0.first().copied().filter(|first| first % 2 == 1)
}

/// What is said of a property, as a word.
fn word(book: &Book, property: Property) -> &'static str {
    match book.standing(property) {
        Standing::Silent => "silent",
        Standing::Open(_) => "open",
        Standing::Proved(_) => "proved",
        Standing::Shown => "shown",
    }
}

proptest! {
    #[test]
    fn an_instance_shows_bugs_and_proves_nothing(all in book(2), one in book(2)) {
        let joined = all.with_instance(&one, asked, alone);
        for property in PROPERTIES {
            let (before, of_one, after) = (word(&all, property), word(&one, property), word(&joined, property));
            let counts = asked(property) && before == "open";
            prop_assert_eq!(after, if counts && of_one == "shown" { "shown" } else { before });
            if !counts {
                prop_assert_eq!(all.entry(property), joined.entry(property));
            }
            if let (true, "open", Standing::Open(why)) = (counts, of_one, joined.standing(property)) {
                let own = match one.standing(property) {
                    Standing::Open(own) => own,
                    _ => unreachable!("it is open"),
                };
                prop_assert_eq!(&why.0, &own.0, "its reason is the better one");
            }
            if let (true, "proved", Standing::Open(why)) = (counts, of_one, joined.standing(property)) {
                prop_assert_eq!(why.0.last(), Some(&77), "it is proved of one alone");
            }
        }
    }

    #[test]
    fn what_is_proved_of_all_nevertheless_stays_beside_an_instance(all in book(1), one in book(1)) {
        let joined = all.with_instance(&one, asked, alone);
        for property in PROPERTIES {
            if let (Standing::Open(Why(_, Some(part))), Standing::Open(after)) =
                (all.standing(property), joined.standing(property))
            {
                prop_assert_eq!(after.1, Some(part));
            }
        }
    }

    #[test]
    fn cases_prove_together_and_show_nothing(whole in book(1), cases in vec(book(2), 1..4)) {
        let joined = whole.by_cases(&cases, asked, rank);
        for property in PROPERTIES {
            let before = word(&whole, property);
            let all_proved = cases.iter().all(|case| word(case, property) == "proved");
            let after = word(&joined, property);
            if !asked(property) {
                prop_assert_eq!(whole.entry(property), joined.entry(property));
                continue;
            }
            prop_assert!(after != "shown" || before == "shown", "perhaps a case never occurs");
            prop_assert!(!all_proved || after == "proved");
            prop_assert!(after != "proved" || all_proved || before == "proved");
            let Standing::Proved(scope) = joined.standing(property) else { continue };
            for case in cases.iter().filter(|_| all_proved) {
                let Standing::Proved(part) = case.standing(property) else { unreachable!("all are proved") };
                prop_assert!(part.assumptions.iter().all(|one| scope.assumptions.contains(one)));
                prop_assert!(part.up_to.iter().all(|one| scope.up_to.contains(one)));
                prop_assert!(scope.dead_code.iter().all(|one| part.dead_code.contains(one)));
            }
        }
    }

    #[test]
    fn the_reason_is_that_of_a_case_with_the_lowest_rank(whole in book(1), cases in vec(book(1), 1..4)) {
        let joined = whole.by_cases(&cases, asked, rank);
        for property in PROPERTIES.into_iter().filter(|&property| asked(property)) {
            let ranks = cases.iter().filter_map(|case| match case.standing(property) {
                Standing::Open(why) => rank(&why),
                _ => None,
            });
            let all_proved = cases.iter().all(|case| word(case, property) == "proved");
            if let (Some(lowest), Standing::Open(why), false) = (ranks.min(), joined.standing(property), all_proved) {
                prop_assert_eq!(rank(&why), Some(lowest));
                let in_all = cases.iter().all(|case| match case.standing(property) {
                    Standing::Open(why) => why.1.is_some(),
                    Standing::Proved(_) => true,
                    _ => false,
                });
                prop_assert!(why.1.is_none() || in_all, "what is proved of one case is not proved of all");
            }
        }
    }
}
