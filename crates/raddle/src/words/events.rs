//! What threads do, and what they wait for, in words.

use crate::running::programs;
use crate::subject::kernel::Kernel;
use raddle_machine::domain::ObjectId;
use raddle_machine::monitor::{AccessKind, Event, Target};
use raddle_report::{Barrier, Terms};

/// An event, as what a thread does.
pub(crate) fn act(kernel: &Kernel<'_>, event: &Event) -> String {
    let place = kernel.place(event.site().loc);
    let terms = kernel.terms();
    let at = |object, offset, size: u32| {
        format!("`{}` ({size} bytes)", terms.address(&kernel.address(object, offset, size)))
    };
    match event {
        Event::Access { target, size, kind, .. } => {
            let what = match kind {
                AccessKind::Read => "a read",
                AccessKind::Write => "a write",
                AccessKind::Atomic(_) => "an atomic update",
            };
            let of = match target {
                Target::At(object, offset) => at(*object, *offset, *size),
                Target::Near { group, offset, .. } => {
                    let (object, offset) = programs::near(*group, *offset);
                    at(ObjectId(object), offset, *size)
                }
                Target::Within(_) | Target::Unknown => "an unknown place".to_owned(),
            };
            format!("{what} of {of} at {place}")
        }
        Event::Barrier { id, count, .. } => {
            let barrier = terms.barrier(Barrier::Named(u64::from(*id)));
            format!("its registration at {barrier} of {count} {} at {place}", terms.threads)
        }
        Event::WarpSync { .. } => format!("a wait for {} of its {} at {place}", terms.lanes, terms.warp),
    }
}

/// Who waits where, one sentence for each place.
pub(crate) fn waits(deadlock: &raddle_report::Deadlock, terms: &Terms) -> Vec<String> {
    let wait = |wait: &raddle_report::Wait| {
        let (threads, verb) = (terms.names(&wait.threads), terms.verb(&wait.threads, "waits", "wait"));
        let (barrier, location) = (terms.barrier(wait.barrier), &wait.location);
        format!(
            "{threads} {verb} at {barrier} ({location}): {} of {} have arrived",
            wait.arrived, wait.expected
        )
    };
    deadlock.waits.iter().map(wait).collect()
}
