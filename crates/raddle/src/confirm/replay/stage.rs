//! Runs of a schedule, with the threads held that it holds.

use crate::confirm::replay::schedule::{Schedule, Stop};
use crate::options::Options;
use crate::running::exec::Run;
use crate::running::programs::Sites;
use crate::running::{exec, programs};
use crate::subject::input::Input;
use crate::subject::kernel::Kernel;
use crate::words::events::{act, nth};
use raddle_ir::Function;
use raddle_machine::domain::ObjectId;
use raddle_machine::launch::Launch;
use raddle_machine::machine::Hold;
use raddle_machine::monitor::{Event, Target};
use raddle_machine::objects::{ObjectKind, Objects};
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::slice::Stores;
use raddle_report::Terms;
use raddle_sync::program::{Access, Scope};

/// The kernel, the launch and the limits of a schedule.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) launch: &'a Launch,
    pub(crate) options: &'a Options,
}

impl Stage<'_> {
    /// The words of the kernel's language.
    pub(crate) fn terms(&self) -> &'static Terms {
        self.input.terms()
    }
}

/// The result of playing a schedule.
#[derive(Debug)]
pub(crate) struct Played {
    /// Did the finding show?
    pub(crate) shows: bool,
    /// What was seen, in sentences without a full stop.
    pub(crate) seen: Vec<String>,
}

impl Schedule {
    /// Runs a CTA of the launch by the schedule, with these threads held.
    pub(super) fn run(&self, stage: Stage<'_>, cta: Option<[u32; 3]>, holds: &[Stop]) -> Held {
        let launch = self.launch_of(stage.launch, cta);
        let holds: Vec<Hold> = holds.iter().map(|&stop| stop.into()).collect();
        let scheduler = self.scheduler.into();
        let program =
            exec::decode((&stage.input.module, stage.function), &launch, stage.options, &Stores::None);
        let (run, held, _) = exec::with_holds(
            &program,
            &launch,
            stage.options,
            (scheduler, &Stores::None),
            Partial::default(),
            &holds,
        );
        Held { run, held, launch, cta: cta.unwrap_or_default() }
    }
}

/// A run with some threads held.
pub(super) struct Held {
    pub(super) run: Run,
    pub(super) held: Vec<Option<Event>>,
    launch: Launch,
    cta: [u32; 3],
}

impl Held {
    pub(super) fn kernel<'a>(&'a self, stage: Stage<'a>) -> Kernel<'a> {
        Kernel {
            input: stage.input,
            function: stage.function,
            launch: &self.launch,
            cta: self.cta,
            objects: &self.run.objects,
        }
    }

    /// Does the run end because this event of a thread is a registration that a barrier does not take?
    pub(super) fn fails_at(&self, stop: Stop) -> bool {
        let Outcome::BarrierError { warp, lanes, .. } = &self.run.outcome else { return false };
        let width = self.launch.warp_size.max(1);
        let is_there = *warp == stop.thread / width && lanes >> (stop.thread % width) & 1 == 1;
        let before = self.run.recording.thread_events(stop.thread).count();
        is_there && before == stop.event as usize
    }

    /// What a thread that is held would do next.
    pub(super) fn next(&self, stage: Stage<'_>, stop: Stop, held: Option<Event>) -> String {
        let kernel = self.kernel(stage);
        let thread = kernel.name_of(stop.thread);
        match held {
            Some(event) => format!("{thread} stops before it {}", act(&kernel, &event)),
            None => format!("{thread} does not reach {}", nth(stop.event)),
        }
    }
}

/// From where the places of two accesses are counted.
#[derive(PartialEq, Eq)]
enum Of {
    Object(ObjectKind),
    /// An address by its name in a group.
    Address(u32, u32),
}

/// Do two events touch the same bytes, one of them writing, not both atomically for threads as far apart as this?
pub(super) fn conflict(stage: Stage<'_>, events: [(&Event, &Objects); 2], distance: Scope) -> bool {
    let mut sites = Sites::default();
    let mut access = |(event, objects): (&Event, &Objects)| -> Option<(Access, _)> {
        let access = programs::access(event, &stage.input.module.sources, &mut sites)?;
        let of = match event {
            // The same distance from a place may be another address, unless it was computed in the same way.
            Event::Access { target: Target::Near { group, offset, .. }, .. } if distance == Scope::Cta => {
                Of::Address(*group, objects.name_in_group(*group, *offset)?)
            }
            // Where it goes is not known.
            Event::Access { target: Target::Near { .. } | Target::Within(_) | Target::Unknown, .. } => {
                return None;
            }
            _ => Of::Object(objects.info(ObjectId(access.object)).kind),
        };
        (access.size > 0).then_some((access, of))
    };
    let [first, second] = events;
    match (access(first), access(second)) {
        (Some((a, of_a)), Some((b, of_b))) => {
            // Objects may have other numbers in another run.
            of_a == of_b && a.conflicts(&Access { object: a.object, ..b }, distance)
        }
        _ => false,
    }
}
