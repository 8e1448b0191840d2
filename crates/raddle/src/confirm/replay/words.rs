//! Schedules in words.

use crate::confirm::replay::schedule::{Schedule, Scheduler, Show, StopIn};
use raddle_report::words;

/// What the machine is told to do, in words.
pub(crate) fn sentence(schedule: &Schedule) -> String {
    let stop = |thread: u32, event: u32| format!("thread {thread} before its event {event}");
    let who = match schedule.scheduler {
        Scheduler::Independent => "each warp runs until it blocks",
        Scheduler::LockStep => "all threads go on step by step",
        Scheduler::WarpSynchronous => "the lanes of a warp go on in lock-step",
        Scheduler::Random(_) => "threads are interleaved at random, as the seed says",
    };
    match &schedule.show {
        Show::Race([a, b]) => {
            let (a, b) = (stop(a.thread, a.event), stop(b.thread, b.event));
            format!("{who}; held are {a} and {b}")
        }
        Show::CrossRace(stops) => {
            let of = |s: &StopIn| {
                let [x, y, z] = s.cta;
                format!("{} in CTA ({x},{y},{z})", stop(s.thread, s.event))
            };
            format!("each CTA runs alone; held are {}", words::list(&stops.each_ref().map(of)))
        }
        Show::Unfenced([a, b]) => {
            let (a, b) = (stop(a.thread, a.event), stop(b.thread, b.event));
            format!("{who}; compared are the next accesses of {a} and {b}")
        }
        Show::Reuse { hold, .. } => format!("{who}; held is {}", stop(hold.thread, hold.event)),
        Show::GridBarrier { .. } => format!("each CTA runs alone; in it, {who}"),
        _ => who.to_owned(),
    }
}
