//! What is noted on the findings of a run.

use raddle_report::{Barrier, Location, Terms, Threads, words};

/// What lets all threads reach a barrier.
pub(crate) const ALL_REACH: &str =
    "let every thread reach the barrier: guard the work before and after it instead, without an early return";
/// How to check for GPUs on which a thread that has ended is not waited for.
pub(crate) const ENDED_ARRIVE: &str = "the PTX ISA says that threads which end do not hold up a barrier, and NVIDIA that GPUs since Volta do so: --exited arrive checks the kernel by that rule";

/// Where threads are apart after they have diverged once.
pub(crate) fn later_barriers(places: &[Location], terms: &Terms) -> String {
    let places: Vec<String> = places.iter().map(Location::short).collect();
    let barriers = if places.len() == 1 { "the barrier" } else { "the barriers" };
    format!(
        "{} also diverge later, at {barriers} at {}, which may follow from this",
        terms.threads,
        words::list(&places)
    )
}

/// That a deadlock begins with a barrier that is reused too early.
pub(crate) fn begins_with_reuse(barrier: Barrier, terms: &Terms) -> String {
    format!(
        "it begins with {}, which is reused too early: see barrier-reuse. Where every generation gets its own {}, the kernel does \
         not stop here",
        terms.barrier(barrier),
        terms.threads
    )
}

/// That other barriers at the same places are reused too early, too.
pub(crate) fn other_barriers(others: &[Barrier], terms: &Terms) -> Option<String> {
    let name = |one: &Barrier| terms.barrier(*one);
    match others {
        [] => None,
        [one] => Some(format!("the same holds for {}", name(one))),
        [first, .., last] => {
            let (first, last) = (name(first), name(last));
            Some(format!("the same holds for {} more barriers, from {first} to {last}", others.len()))
        }
    }
}

/// That a deadlock comes from lanes that are no members of the mask that they give.
pub(crate) fn no_members(who: &Threads, mask: u32, at: &Location, terms: &Terms) -> String {
    let (verb, them) = (terms.verb(who, "gives", "give"), terms.verb(who, "it", "them"));
    format!(
        "at {} {} {verb} the member mask {mask:#x}, which does not include {them}: the result is undefined, and here they wait",
        at.short(),
        terms.names(who)
    )
}

/// What to do about lanes that are no members of the mask that they give.
pub(crate) fn give_all(terms: &Terms) -> String {
    format!(
        "give a mask with the bit of every {} that reaches this, or let no other {0} reach it",
        terms.lane
    )
}

/// That there are races besides those that are reported.
pub(crate) fn more_races(number: usize) -> String {
    format!("{number} more pairs of accesses race in this kernel")
}

/// With which value of a parameter something was seen.
pub(crate) fn for_value(name: &str, value: u64) -> String {
    format!("this is for `{name}` = {value}")
}

/// Where numbers that a launch passes were chosen.
pub(crate) const EXCLUDE: &str = "if no launch passes such numbers, say what holds of them with --require";
