//! Two accesses that barriers keep apart without ordering them: those barriers leave out the fence flag of the memory.
//!
//! The machine is sequentially consistent, and its threads wait at such a barrier, so the two threads cannot be held together. The run
//! itself shows the race: both accesses take place, they conflict, and the same number of barriers that order the memory precedes each.

use crate::confirm::replay::schedule::{Schedule, Stop};
use crate::confirm::replay::stage::{Played, Stage, conflict};
use crate::running::programs;
use crate::words::events::{act, nth};
use raddle_ir::{Function, Space};
use raddle_machine::barrier::How;
use raddle_machine::monitor::Event;
use raddle_report::{Count, words};
use raddle_sync::program::Scope;

impl Schedule {
    pub(super) fn unfenced(&self, stage: Stage<'_>, stops: [Stop; 2]) -> Played {
        let ran = self.run(stage, self.cta, &[]);
        let kernel = ran.kernel(stage);
        let (mut seen, mut sides) = (Vec::new(), Vec::new());
        for Stop { thread, event } in stops {
            let who = kernel.name_of(thread);
            let mut events = ran.run.recording.thread_events(thread);
            let before: Vec<Event> = events.by_ref().take(event as usize).collect();
            let Some(access) = events.next() else {
                seen.push(format!("{who} does not reach {}", nth(event)));
                continue;
            };
            let ordered = orders(stage.function, &before, &access);
            if let Some(ordered) = ordered {
                let barriers = before.iter().filter(|event| matches!(event, Event::Barrier { .. })).count();
                let what = act(&kernel, &access);
                let barriers = words::count(Count::exactly(barriers as u64), "barrier", "barriers");
                seen.push(format!("{who} {what}, after {barriers}, of which {ordered} order that memory"));
            }
            sides.push((access, ordered));
        }
        let objects = &ran.run.objects;
        let shows = match sides.as_slice() {
            [(a, Some(m)), (b, Some(n))] => {
                let apart = stops[0].thread != stops[1].thread && m == n;
                apart
                    && !stage.options.launch.warp_synchronous
                    && !stage.function.has_fences()
                    && conflict(stage, [(a, objects), (b, objects)], Scope::Cta)
            }
            _ => false,
        };
        Played { shows, seen }
    }
}

/// How many barriers of these events order the memory of an access; none if something else may order it, or it is no access that certainly
/// takes place.
fn orders(function: &Function, before: &[Event], access: &Event) -> Option<usize> {
    let Event::Access { space, may: false, .. } = access else { return None };
    let mut count = 0;
    for event in before {
        match event {
            Event::Access { .. } => {}
            Event::WarpSync { memory, .. } => (!memory).then_some(())?,
            Event::Barrier { how, id, site, .. } => {
                let fence = programs::fence(function, *site)?;
                (*how == How::Sync && *id == 0 && !fence.varies).then_some(())?;
                count += usize::from(if *space == Space::Shared { fence.shared } else { fence.global });
            }
        }
    }
    Some(count)
}
