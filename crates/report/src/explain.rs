//! How explanations of races, and barriers that order nothing, are worded.

use crate::model::diagnostic::Diagnostic;
use crate::model::explain::{MissingOrder, RedundantBarrier};
use crate::model::facts::{Facts, Passed, Race};
use crate::rules::Rule;
use crate::words;

/// Why nothing orders two accesses, in sentences without a full stop.
pub(crate) fn notes(race: &Race) -> Vec<String> {
    let Some(explanation) = &race.explanation else { return Vec::new() };
    let which = |passed: Option<&Passed>| passed.map(|p| (p.barrier, p.generation));
    let known: Vec<_> = explanation.missing.iter().map(|order| which(order.known.as_ref())).collect();
    let passed = [&race.first, &race.second].map(|access| which(access.last_barrier.as_ref()));
    match known[..] {
        // That both passed one barrier last, and know no more of each other, is said already.
        [a, b] if a == b && passed == [a, b] => Vec::new(),
        [Some(a), Some(b)] if a == b => {
            let known = explanation.missing[0].known.as_ref().map(generation).unwrap_or_default();
            vec![format!("at their accesses they know of each other only up to {known}")]
        }
        _ => explanation.missing.iter().map(missing).collect(),
    }
}

/// `generation 3 of barrier 2 (k.cu:41)`.
fn generation(passed: &Passed) -> String {
    format!("generation {} of {} ({})", passed.generation, passed.barrier, passed.location.short())
}

/// `at its access, warp 1 knows warp 0 only up to generation 3 of barrier 2 (k.cu:41)`.
fn missing(order: &MissingOrder) -> String {
    let MissingOrder { from, to, known, learns } = order;
    let (knows, it_learns) = (to.verb("knows", "know"), to.verb("it learns", "they learn"));
    let (from, to) = (from.short(), to.short());
    let up_to = match known {
        Some(known) => format!("{to} {knows} {from} only up to {}", generation(known)),
        None => format!("{to} {knows} nothing of {from} yet"),
    };
    let later = match learns {
        Some(learns) => format!("; that the access of {from} is over, {it_learns} at {}", generation(learns)),
        None => String::new(),
    };
    format!("at its access, {up_to}{later}")
}

impl Diagnostic {
    /// A barrier that orders nothing.
    #[must_use]
    pub fn redundant_barrier(redundant: RedundantBarrier) -> Self {
        let RedundantBarrier { barriers, locations, generations, instead_of } = &redundant;
        let names: Vec<String> = barriers.iter().map(ToString::to_string).collect();
        let shown: &[String] = if names.len() > 2 { &[] } else { &names };
        let of =
            if shown.is_empty() { " of barriers".to_owned() } else { format!(" of {}", words::list(shown)) };
        let title = match locations.len() {
            1 => format!("this use{of} is redundant: without it every verdict stays as it is"),
            n => format!("these {n} uses{of} are redundant: without them every verdict stays as it is"),
        };
        let mut found = Diagnostic::new(Rule::RedundantBarrier, title);
        for location in locations {
            found = found.primary(location.clone(), "orders no two accesses that nothing else orders");
        }
        if locations.len() > 1 {
            found =
                found.note("these instructions meet in the same generations: they go together or not at all");
        }
        if *generations > 1 {
            found = found.note(format!("{} times in this launch", words::grouped(*generations)));
        }
        if let Some(other) = instead_of {
            found = found.note(format!("either this one or the one at {} can go, not both", other.short()));
        }
        found = found.note("confirmed by a run of the kernel without it; other sizes or inputs may need it");
        found.facts = Some(Facts::RedundantBarrier(redundant));
        found
    }
}
