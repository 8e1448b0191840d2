//! Schedules in words.

use crate::confirm::replay::schedule::{Schedule, Scheduler, Show, StopIn};
use raddle_report::{Terms, words};

/// How the machine schedules threads, in words.
pub(crate) fn sentence(schedule: &Schedule, terms: &Terms) -> String {
    let Terms { thread, threads, warp, lanes, block, .. } = terms;
    let stop = |number: u32, event: u32| format!("{thread} {number} before its event {event}");
    let who = match schedule.scheduler {
        Scheduler::Independent => format!("each {warp} runs until it blocks"),
        Scheduler::LockStep => format!("all {threads} proceed step by step"),
        Scheduler::WarpSynchronous => format!("the {lanes} of a {warp} run in lock-step"),
        Scheduler::Random(_) => format!("{threads} are interleaved at random, from a fixed seed"),
    };
    match &schedule.show {
        Show::Race([a, b]) => {
            let (a, b) = (stop(a.thread, a.event), stop(b.thread, b.event));
            format!("{who}; {a} and {b} are held")
        }
        Show::CrossRace(stops) => {
            let of = |s: &StopIn| format!("{} in {}", stop(s.thread, s.event), terms.block_at(s.cta));
            format!("each {block} runs alone; {} are held", words::list(&stops.each_ref().map(of)))
        }
        Show::Unfenced([a, b]) => {
            let (a, b) = (stop(a.thread, a.event), stop(b.thread, b.event));
            format!("{who}; the next accesses of {a} and {b} are compared")
        }
        Show::Reuse { hold, .. } => format!("{who}; {} is held", stop(hold.thread, hold.event)),
        Show::GridBarrier { .. } => format!("each {block} runs alone; in it, {who}"),
        _ => who,
    }
}
