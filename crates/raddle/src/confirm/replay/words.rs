//! Schedules in words.

use crate::confirm::replay::schedule::{Schedule, Scheduler, Show};
use crate::words::events::nth;
use raddle_report::{Terms, words};

/// How the machine schedules threads, in words.
pub(crate) fn sentence(schedule: &Schedule, terms: &Terms) -> String {
    let Terms { thread, threads, warp, lanes, block, .. } = terms;
    let stops = |number: u32, event: u32| format!("{thread} {number} stops before {}", nth(event));
    let who = match schedule.scheduler {
        Scheduler::Independent => format!("each {warp} runs until it blocks"),
        Scheduler::LockStep => format!("all {threads} proceed step by step"),
        Scheduler::WarpSynchronous => format!("the {lanes} of a {warp} run in lock-step"),
        Scheduler::Random(_) => format!("{threads} are interleaved at random, from a fixed seed"),
    };
    match &schedule.show {
        Show::Race(holds) => {
            let holds = holds.each_ref().map(|stop| stops(stop.thread, stop.event));
            format!("{who}; {}", words::list(&holds))
        }
        Show::CrossRace(holds) => {
            let of = holds
                .each_ref()
                .map(|stop| format!("in {} {}", terms.block_at(stop.cta), stops(stop.thread, stop.event)));
            format!("each {block} runs alone; {}", words::list(&of))
        }
        Show::Unfenced(pair) => {
            let pair = pair.each_ref().map(|stop| {
                let before = nth(stop.event);
                format!("{thread} {} before {before}", stop.thread)
            });
            format!("{who}; the next accesses of {} are compared", words::list(&pair))
        }
        Show::Reuse { hold, .. } => format!("{who}; {}", stops(hold.thread, hold.event)),
        Show::GridBarrier { .. } => format!("each {block} runs alone; in it, {who}"),
        _ => who,
    }
}
