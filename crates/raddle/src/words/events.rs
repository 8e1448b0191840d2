//! What threads do, and what they wait for, in words.

use crate::running::programs;
use crate::subject::kernel::Kernel;
use raddle_machine::domain::ObjectId;
use raddle_machine::monitor::{AccessKind, Event, Target};
use raddle_report::{Barrier, Terms};

/// An event, as what a thread does: `registers at barrier 1 (k.cu:4)`.
pub(crate) fn act(kernel: &Kernel<'_>, event: &Event) -> String {
    let place = kernel.place(event.site().loc);
    let terms = kernel.terms();
    let at = |object, offset, size: u32| {
        format!("`{}` ({size} bytes)", terms.address(&kernel.address(object, offset, size)))
    };
    match event {
        Event::Access { target, size, kind, .. } => {
            let what = match kind {
                AccessKind::Read => "reads",
                AccessKind::Write => "writes",
                AccessKind::Atomic(_) => "atomically updates",
            };
            let of = match target {
                Target::At(object, offset) => at(*object, *offset, *size),
                Target::Near { group, offset, .. } => {
                    let (object, offset) = programs::near(*group, *offset);
                    at(ObjectId(object), offset, *size)
                }
                Target::Within(_) | Target::Unknown => "an unknown place".to_owned(),
            };
            format!("{what} {of} at {place}")
        }
        Event::Barrier { id, .. } => {
            let barrier = terms.barrier(Barrier::Named(u64::from(*id)));
            format!("registers at {barrier} ({})", place.short())
        }
        Event::WarpSync { .. } => format!("waits for {} of its {} at {place}", terms.lanes, terms.warp),
    }
}

/// The event of a thread with this number, counted from 0: `its 9th access or barrier`.
pub(crate) fn nth(event: u32) -> String {
    let number = u64::from(event) + 1;
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("its {number}{ending} access or barrier")
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

#[cfg(test)]
mod tests {
    use super::nth;

    #[test]
    fn events_are_counted_from_the_first() {
        let ordinals = [0, 1, 2, 3, 10, 11, 12, 20, 111].map(nth);
        let expected = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"];
        assert_eq!(ordinals, expected.map(|ordinal| format!("its {ordinal} access or barrier")));
    }
}
