//! Waits that do not order some memory, in words.

use crate::running::programs::Weak;
use raddle_report::{Diagnostic, Language, Location, Race, Rule, Terms, Unknown, Unordered};
use raddle_sync::program::Space;

/// Why a race is hidden by such waits only.
pub(crate) fn why(weak: Weak, terms: &Terms) -> String {
    let Some((flag, space)) = weak.flag() else {
        let add = match terms.language {
            Language::Cuda => "__syncwarp()",
            Language::OpenCl => "sub_group_barrier(CLK_LOCAL_MEM_FENCE)",
            Language::Ptx => "bar.warp.sync",
        };
        return format!(
            "two accesses are kept apart only by a shuffle or a vote, which makes the {} wait but does not order their memory accesses; \
             add `{add}`",
            terms.lanes
        );
    };
    let memory = if space == Space::Shared { terms.shared } else { "global memory" };
    format!(
        "two accesses to {memory} are kept apart only by a barrier without {flag}, which does not order them"
    )
}

/// What such a wait lacks.
fn lacks(weak: Weak, terms: &Terms) -> String {
    match weak.flag() {
        None => format!("the {} wait here, but this orders no memory accesses", terms.lanes),
        Some((flag, _)) => format!("this barrier lacks {flag}"),
    }
}

/// The finding for a race that only barriers without this flag hide.
pub(crate) fn unfenced(
    mut race: Race,
    flag: &str,
    weak: Weak,
    waits: &[Location],
    terms: &Terms,
) -> Diagnostic {
    race.unordered = Unordered::Unfenced { flag: flag.to_owned(), barriers: waits.to_vec() };
    let found = Diagnostic::race(race, terms);
    let found = waits.iter().fold(found, |found, wait| found.secondary(wait.clone(), lacks(weak, terms)));
    found.help(add(flag))
}

/// How a barrier gets the flag.
fn add(flag: &str) -> String {
    format!(
        "add {flag} to the flags of the barrier: `barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)` orders both memories"
    )
}

/// The reason for a race that only such waits hide, where no run shows it. Memory fences may order it together with them.
pub(crate) fn hidden(
    race: &Diagnostic,
    weak: Weak,
    (waits, fences): (&[Location], &[Location]),
    terms: &Terms,
) -> Unknown {
    let mut unknown = Unknown::new(Rule::UnknownUnmodelled, why(weak, terms));
    if let Some((flag, _)) = weak.flag() {
        unknown = unknown.help(add(flag));
        if let Some(fence) = fences.first() {
            let text = "raddle does not model what this fence orders together with the barrier";
            let note =
                "`mem_fence`, `read_mem_fence` and `write_mem_fence` make no work-item wait for another one";
            unknown = unknown.because(Some(fence.clone()), text).note(note);
        }
    }
    let mut labels = race.labels.iter().filter(|label| label.primary);
    if let Some(first) = labels.next() {
        unknown = unknown.at(first.location.clone()).note(format!("{} there", first.text));
    }
    for other in labels {
        unknown = unknown.because(Some(other.location.clone()), other.text.clone());
    }
    waits.iter().fold(unknown, |unknown, wait| unknown.because(Some(wait.clone()), lacks(weak, terms)))
}
