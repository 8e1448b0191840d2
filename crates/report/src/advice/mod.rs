//! What to do about a race.

use crate::model::explain::{CtaWait, MovedBarrier, WarpWait, Way};
use crate::model::facts::{AccessKind, Barrier, Race, RegistrationKind, Space, Unordered};
use crate::terms::{Language, Terms};
use crate::words;
use raddle_verdict::Location;

/// What fixes a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice<'a> {
    /// One atomic operation in place of a read and a write.
    Update,
    /// To move a barrier that is there.
    Move(&'a MovedBarrier),
    /// Waits of lanes of a warp.
    Warp(&'a [WarpWait]),
    /// Barriers of the block.
    Cta(&'a [CtaWait]),
    /// To make the other access atomic as well.
    Atomic,
    /// Only a barrier of the grid orders blocks.
    Launch,
}

/// The best advice for a race; `None`: there is no good one.
///
/// No order fixes an update: one of two would still be lost. A wait of lanes is for threads of one warp, a barrier of the block for those
/// of one block, and each is advised only where the analysis found it to order the race. Two atomic accesses race because their scope is
/// too narrow, and at an OpenCL barrier because a flag is missing: that is said with the finding.
fn advice(race: &Race) -> Option<Advice<'_>> {
    let (a, b) = (&race.first, &race.second);
    let atomics = [a, b].into_iter().filter(|access| access.kind.is_atomic()).count();
    if race.benign || atomics == 2 || matches!(race.unordered, Unordered::Unfenced { .. }) {
        return None;
    }
    let explanation = race.explanation.as_deref();
    if explanation.is_some_and(|explanation| explanation.updates) {
        return Some(Advice::Update);
    }
    if a.thread.cta != b.thread.cta {
        return Some(if atomics == 1 { Advice::Atomic } else { Advice::Launch });
    }
    let explanation = explanation?;
    if let Some(moved) = &explanation.moved {
        return Some(Advice::Move(moved));
    }
    let in_many_places = race.unordered == Unordered::OnlyLockStep && !race.same_cause.is_empty();
    let in_many_places = in_many_places && explanation.cta_waits.is_empty();
    // Where a part of a warp is at a counter of several blocks, no wait orders all that are.
    let shared_by_blocks =
        a.address.space == Space::Global && explanation.warp_waits.iter().any(|wait| !wait.whole);
    if atomics == 1 && shared_by_blocks {
        return Some(Advice::Atomic);
    }
    if a.thread.warp == b.thread.warp && (!explanation.warp_waits.is_empty() || in_many_places) {
        return Some(Advice::Warp(&explanation.warp_waits));
    }
    if !explanation.cta_waits.is_empty() {
        return Some(Advice::Cta(&explanation.cta_waits));
    }
    (atomics == 1).then_some(Advice::Atomic)
}

/// The advice as a sentence without its full stop.
pub(crate) fn help(race: &Race, terms: &Terms) -> Option<String> {
    let Terms { threads, block, blocks, .. } = terms;
    Some(match advice(race)? {
        Advice::Update => {
            format!(
                "both {threads} read and write it: if each update must count, make it {}",
                update(terms.language)
            )
        }
        Advice::Move(found) => moved(found, terms),
        // OpenCL has no waits of lanes.
        Advice::Warp(_) if terms.language == Language::OpenCl => format!(
            "add `{}` wherever one of these accesses follows another one, where every {} of the {} reaches it",
            terms.wait(race.first.address.space),
            terms.thread,
            terms.block
        ),
        Advice::Warp(waits) => warp_waits(waits, terms),
        Advice::Cta(waits) => cta_waits(waits, race, terms),
        Advice::Atomic => {
            let plain = if race.first.kind.is_atomic() { &race.second } else { &race.first };
            let or = match plain.kind {
                AccessKind::Read => ", or use the value that the atomic update returns",
                _ => "",
            };
            format!("make the {} at {} atomic as well{or}", plain.kind.noun(), plain.location.short())
        }
        Advice::Launch => {
            let orders = match terms.language {
                Language::OpenCl => format!("no barrier orders {blocks}"),
                _ => format!("only a barrier of the whole grid orders {blocks}"),
            };
            format!(
                "give each {block} elements of its own, or move one of the accesses to a later launch: {orders}"
            )
        }
    })
}

/// How an update is made atomic.
fn update(language: Language) -> &'static str {
    match language {
        Language::Cuda => "atomic (`atomicAdd`)",
        Language::OpenCl => "atomic (`atomic_add`)",
        Language::Ptx => "atomic (`atom` or `red`)",
    }
}

fn side(way: Way) -> &'static str {
    match way {
        Way::Before => "before",
        Way::After => "after",
        Way::Between => "within",
    }
}

/// `move the arrive at barrier 0 (k.cu:10) after the read at k.cu:13`.
fn moved(moved: &MovedBarrier, terms: &Terms) -> String {
    let how = match moved.how {
        RegistrationKind::Sync => "wait",
        RegistrationKind::Arrive => "arrive",
    };
    let [barrier, access] = in_one_function(&moved.location, &moved.over);
    let called = match access.same_line(&moved.over) {
        true => String::new(),
        false => format!(" (called at {})", access.short()),
    };
    let call = match (terms.language, moved.barrier, moved.how) {
        (Language::Cuda, Barrier::Named(0), RegistrationKind::Sync) => "`__syncthreads()` at ",
        _ => "",
    };
    format!(
        "move the {how} at {} ({call}{}) {} the {} at {}{called}; this orders the two accesses and changes nothing else",
        terms.barrier(moved.barrier),
        barrier.short(),
        side(moved.way),
        moved.access.noun(),
        moved.over.short()
    )
}

/// The two lines of one function to which two places belong: each the place itself, or the call through which it is reached.
fn in_one_function<'a>(a: &'a Location, b: &'a Location) -> [&'a Location; 2] {
    let path = |at: &'a Location| -> Vec<&'a Location> { [at].into_iter().chain(at.calls()).collect() };
    let (a, b) = (path(a), path(b));
    let apart = a.iter().rev().zip(b.iter().rev()).find(|(a, b)| !a.same_place(b));
    apart.map_or([a[0], b[0]], |(&a, &b)| [a, b])
}

/// ``add `__syncwarp()` before the read at k.cu:13``; for no places, or too many to name, between all of the accesses.
fn warp_waits(waits: &[WarpWait], terms: &Terms) -> String {
    let mut places: Vec<String> =
        waits.iter().map(|wait| beside(wait.way, wait.access, &wait.location)).collect();
    places.dedup();
    let place = match places.len() {
        1..=MOST_PLACES => words::list(&places),
        _ => "wherever one of these accesses follows another one, also between what one statement reads and what it writes".to_owned(),
    };
    let (what, where_all) = match waits.iter().all(|wait| wait.whole) {
        true => (
            format!("`{}`", warp_wait(terms.language).0),
            format!(", where every lane of the {} reaches it", terms.warp),
        ),
        // Which lanes are there may depend on the inputs of this run.
        false => {
            let (_, call, ballot) = warp_wait(terms.language);
            (
                format!("`{call}(mask)`"),
                format!(
                    ", where `mask` has the lanes that take the branch (a `{ballot}` before it gives them); lanes of other {} are not \
                     ordered by it",
                    terms.warps
                ),
            )
        }
    };
    format!(
        "add {what} {place}{where_all}; these accesses then no longer rely on lock-step. If every GPU that runs this \
         executes a {} in lock-step (those before Volta), --warp-synchronous checks it by that rule",
        terms.warp
    )
}

/// At most this many places for waits are named.
const MOST_PLACES: usize = 4;

/// The wait of all lanes of a warp, the name of the call, and what gives a mask of lanes.
fn warp_wait(language: Language) -> (&'static str, &'static str, &'static str) {
    match language {
        Language::Ptx => ("bar.warp.sync 0xffffffff", "bar.warp.sync", "vote.sync.ballot"),
        Language::Cuda | Language::OpenCl => ("__syncwarp()", "__syncwarp", "__ballot_sync"),
    }
}

/// On one side of an access of a race, or between the read and the write of its line.
fn beside(way: Way, kind: AccessKind, location: &Location) -> String {
    let (access, at) = (kind.noun(), location.short());
    match way {
        Way::Between => format!("between the read and the write at {at}"),
        Way::Before | Way::After => format!("{} the {access} at {at}", side(way)),
    }
}

/// ``add `__syncthreads()` before the read at k.cu:13``.
fn cta_waits(waits: &[CtaWait], race: &Race, terms: &Terms) -> String {
    let place = |wait: &CtaWait| {
        let place = beside(wait.way, wait.access, &wait.location);
        match wait.at_loop_end && wait.way == Way::After {
            // That is no line of the loop.
            true => format!("{place} (at the beginning of the loop's body, and after the loop)"),
            false => place,
        }
    };
    let mut places: Vec<String> = waits.iter().map(place).collect();
    places.dedup();
    if let Some(gap) = gap(waits) {
        places = vec![gap];
    }
    let Terms { thread, threads, block, .. } = terms;
    let what = terms.wait(race.first.address.space);
    let where_all = match waits.iter().all(|wait| wait.whole) {
        true => String::new(),
        false => format!(
            ", where every {thread} of the {block} reaches it: outside of branches that only some of them take"
        ),
    };
    // Blocks may share what lies in global memory.
    let alone = match race.first.address.space {
        Space::Global => format!("; this orders {threads} of one {block}, and not of several"),
        _ => String::new(),
    };
    format!("add `{what}` {}{where_all}{alone}", words::list(&places))
}

/// `between the write at k.cu:4 and the read at k.cu:7`, where one barrier is both after the one and before the other.
fn gap(waits: &[CtaWait]) -> Option<String> {
    let (after, before) = match waits {
        [a, b] if (a.way, b.way) == (Way::After, Way::Before) => (a, b),
        [b, a] if (a.way, b.way) == (Way::After, Way::Before) => (a, b),
        _ => return None,
    };
    let [from, to] = [after, before].map(|wait| &wait.location);
    let text = || {
        format!(
            "between the {} at {} and the {} at {}",
            after.access.noun(),
            from.short(),
            before.access.noun(),
            to.short()
        )
    };
    let same_code =
        (&from.file, &from.function, &from.inlined_at) == (&to.file, &to.function, &to.inlined_at);
    (same_code && from.line < to.line).then(text)
}

#[cfg(test)]
mod tests;
