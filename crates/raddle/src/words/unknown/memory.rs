//! Why accesses are open: order through memory that is not modelled, what may be done to memory, and places that are not known.

use crate::subject::kernel::Kernel;
use crate::words::unknown::{prerequisite, with_causes};
use raddle_ir::LocId;
use raddle_ir::contracts::is_specification;
use raddle_machine::domain::{Cause, Reason};
use raddle_report::{Location, Rule, Terms, Unknown};

/// What to do where buffers that may overlap leave something open.
pub(super) const DISJOINT: &str = "leave out --may-alias to assume that they are disjoint";

/// An access at an unknown place, which one of another thread, or of another CTA, may meet.
pub(super) fn may_meet(at: Location, other: &str) -> Unknown {
    let text =
        format!("the address of this access is unknown, and an access of another {other} may overlap it");
    Unknown::new(Rule::UnknownData, text).at(at)
}

/// The same for one of another thread.
pub(crate) fn unplaced(at: Location, terms: &Terms) -> Unknown {
    may_meet(at, terms.thread)
}

/// An access at a place that is no multiple of its size.
pub(crate) fn misaligned(at: Location) -> Unknown {
    let text = "an access here is not at a multiple of its size, and what happens then is undefined";
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// A loop that was stepped over, whose end depends on memory that others write, or on a function that is known by its contracts only.
pub(crate) fn loop_may_wait(kernel: &Kernel<'_>, loc: LocId, causes: &[Cause]) -> Unknown {
    let is_specified =
        |cause: &Cause| matches!(&cause.reason, Reason::Opaque(name) if is_specification(name));
    let text = match causes.iter().any(is_specified) {
        true => "only the contracts of a function here are known".to_owned(),
        false => format!(
            "the code here may wait for other {} through memory, and order through memory is not modelled",
            kernel.terms().threads
        ),
    };
    let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(kernel.place(loc));
    with_causes(unknown, kernel, causes)
}

/// A loop that was followed, and may wait through volatile memory.
pub(crate) fn loop_may_wait_on_volatile(at: Location, terms: &Terms) -> Unknown {
    let text = format!(
        "a loop here may wait for other {} through volatile memory, and order through memory is not modelled",
        terms.threads
    );
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// A thread may trap after a branch on what other threads do.
pub(crate) fn trap_may_order(kernel: &Kernel<'_>, loc: LocId, causes: &[Cause]) -> Unknown {
    let Terms { thread, threads, .. } = kernel.terms();
    let text = format!(
        "a {thread} that does not trap here may be ordered with other {threads} through memory, which is not modelled"
    );
    let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(kernel.place(loc));
    with_causes(unknown, kernel, causes)
}

/// An asynchronous copy that may still run.
pub(crate) fn copy_unwaited(at: Location) -> Unknown {
    let text = "this copy may still run at the next barrier or at the end: not every path waits for its event with wait_group_events before";
    Unknown::new(Rule::UnknownOpaque, text)
        .at(at)
        .help("wait for its event with wait_group_events before the next barrier")
}

/// An instruction that may write memory, or read it.
pub(crate) fn opaque(name: &str, writes: bool, at: Location, terms: &Terms) -> Unknown {
    let what = if writes { "may write" } else { "may read" };
    let text = format!("`{name}` is not modelled and {what} memory that other {} use", terms.threads);
    Unknown::new(Rule::UnknownOpaque, text).at(at)
}

/// An access to the shared memory of another CTA.
pub(crate) fn in_cluster(at: Location, terms: &Terms) -> Unknown {
    let Terms { block, shared, .. } = terms;
    let text =
        format!("this may access the {shared} of another {block} of the cluster, which is not modelled");
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// A write that may meet others because buffers may overlap.
pub(crate) fn aliased_write(at: Location) -> Unknown {
    let text = "pointer parameters may point to the same memory, so this write may race";
    Unknown::new(Rule::UnknownData, text).at(at).help(DISJOINT)
}

/// An access that depends on what others may write because buffers may overlap.
pub(crate) fn aliased_read(at: Location) -> Unknown {
    let text = "pointer parameters may point to the same memory, and a value that this depends on may be read from there";
    Unknown::new(Rule::UnknownData, text).at(at).help(DISJOINT)
}

/// Why what threads read may differ from schedule to schedule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Disturbed {
    /// Buffers may overlap.
    ByAlias,
    /// Threads race.
    ByRace,
    /// They may race.
    PerhapsByRace,
}

/// How threads synchronise depends on what they read.
pub(crate) fn control_on_memory(why: Disturbed, at: Location, terms: &Terms) -> Unknown {
    let (text, help) = match why {
        Disturbed::ByAlias => ("pointer parameters may point to the same memory", "leave out --may-alias"),
        Disturbed::ByRace => ("there is a data race", "fix the race first"),
        Disturbed::PerhapsByRace => ("there may be a data race", "see race"),
    };
    let threads = terms.threads;
    let text = format!("{text}, and how {threads} synchronise depends here on values read from memory");
    prerequisite(text).at(at).help(help)
}
