//! What threads do, and for what they wait, in words.

use crate::running::programs;
use crate::subject::kernel::Kernel;
use raddle_machine::domain::ObjectId;
use raddle_machine::monitor::{AccessKind, Event, Target};

/// An event, as what a thread does.
pub(crate) fn act(kernel: &Kernel<'_>, event: &Event) -> String {
    let place = kernel.place(event.site().loc);
    match event {
        Event::Access { target, size, kind, .. } => {
            let what = match kind {
                AccessKind::Read => "a read",
                AccessKind::Write => "a write",
                AccessKind::Atomic(_) => "an atomic update",
            };
            let of = match target {
                Target::At(object, offset) => {
                    format!("`{}` ({size} bytes)", kernel.address(*object, *offset, *size))
                }
                Target::Near { group, offset, .. } => {
                    let (object, offset) = programs::near(*group, *offset);
                    format!("`{}` ({size} bytes)", kernel.address(ObjectId(object), offset, *size))
                }
                Target::Within(_) | Target::Unknown => "an unknown place".to_owned(),
            };
            format!("{what} of {of} at {place}")
        }
        Event::Barrier { id, count, .. } => {
            format!("its registration at barrier {id} of {count} threads at {place}")
        }
        Event::WarpSync { .. } => format!("a wait for lanes of its warp at {place}"),
    }
}

/// Who waits where, one sentence for each place.
pub(crate) fn waits(deadlock: &raddle_report::Deadlock) -> Vec<String> {
    let wait = |wait: &raddle_report::Wait| {
        let (threads, verb) = (&wait.threads, wait.threads.verb("waits", "wait"));
        let (barrier, location) = (&wait.barrier, &wait.location);
        format!(
            "{threads} {verb} at {barrier} ({location}): {} of {} have arrived",
            wait.arrived, wait.expected
        )
    };
    deadlock.waits.iter().map(wait).collect()
}
