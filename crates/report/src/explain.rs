//! How explanations of races, and barriers that order nothing, are worded.

use crate::model::diagnostic::Diagnostic;
use crate::model::explain::{MissingOrder, RedundantBarrier};
use crate::model::facts::{Facts, Passed, Race};
use crate::rules::Rule;
use crate::terms::Terms;
use crate::words;

/// Why nothing orders two accesses, in sentences without a full stop.
pub(crate) fn notes(race: &Race, terms: &Terms) -> Vec<String> {
    let Some(explanation) = &race.explanation else { return Vec::new() };
    let which = |passed: Option<&Passed>| passed.map(|p| (p.barrier, p.generation));
    let known: Vec<_> = explanation.missing.iter().map(|order| which(order.known.as_ref())).collect();
    let passed = [&race.first, &race.second].map(|access| which(access.last_barrier.as_ref()));
    match known[..] {
        // Already stated if both passed one barrier last, and know no more of each other.
        [a, b] if a == b && passed == [a, b] => Vec::new(),
        [Some(a), Some(b)] if a == b => {
            let known = explanation.missing[0].known.as_ref().map(|passed| generation(passed, terms));
            let known = known.unwrap_or_default();
            vec![format!(
                "the last barrier that orders the two {} before their accesses is {known}",
                terms.threads
            )]
        }
        _ => explanation.missing.iter().map(|order| missing(order, terms)).collect(),
    }
}

/// `generation 3 of barrier 2 (k.cu:41)`.
fn generation(passed: &Passed, terms: &Terms) -> String {
    let barrier = terms.barrier(passed.barrier);
    format!("generation {} of {barrier} ({})", passed.generation, passed.location.short())
}

/// `at its access, warp 1 has synchronised with warp 0 only up to generation 3 of barrier 2 (k.cu:41)`.
fn missing(order: &MissingOrder, terms: &Terms) -> String {
    let MissingOrder { from, to, known, learns } = order;
    let verb = |one, many| terms.verb(to, one, many);
    let (its, has, learn) = (verb("its", "their"), verb("has", "have"), verb("it learns", "they learn"));
    let (from, to) = (terms.short(from), terms.short(to));
    let up_to = match known {
        Some(known) => format!("{to} {has} synchronised with {from} only up to {}", generation(known, terms)),
        None => format!("{to} {has} not synchronised with {from} yet"),
    };
    let later = match learns {
        Some(learns) => {
            let generation = generation(learns, terms);
            format!("; {learn} only at {generation} that the access of {from} is complete")
        }
        None => String::new(),
    };
    format!("at {its} access, {up_to}{later}")
}

impl Diagnostic {
    /// A barrier that orders nothing.
    #[must_use]
    pub fn redundant_barrier(redundant: RedundantBarrier, terms: &Terms) -> Self {
        let RedundantBarrier { barriers, locations, generations, instead_of } = &redundant;
        let names: Vec<String> = barriers.iter().map(|&barrier| terms.barrier(barrier)).collect();
        let shown: &[String] = if names.len() > 2 { &[] } else { &names };
        let of =
            if shown.is_empty() { " of barriers".to_owned() } else { format!(" of {}", words::list(shown)) };
        let title = match locations.len() {
            1 => format!("this use{of} is redundant: every verdict is the same without it"),
            n => format!("these {n} uses{of} are redundant: every verdict is the same without them"),
        };
        let mut found = Diagnostic::new(Rule::RedundantBarrier, title);
        for location in locations {
            found = found.primary(location.clone(), "all accesses are ordered without it, too");
        }
        if locations.len() > 1 {
            found =
                found.note("these instructions belong to the same generations: remove all of them or none");
        }
        if *generations > 1 {
            found = found.note(format!("{} times in this launch", words::grouped(*generations)));
        }
        if let Some(other) = instead_of {
            found = found
                .note(format!("you can remove either this one or the one at {}, not both", other.short()));
        }
        found = found.note("confirmed by running the kernel without it; other sizes or inputs may need it");
        found.facts = Some(Facts::RedundantBarrier(redundant));
        found
    }
}
