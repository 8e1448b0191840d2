//! The schedules of witnesses, and what the machine does under them.
//!
//! A finding is shown by one run of the reference machine, or two: a scheduler, and for races and reuse the threads that
//! are held just before one of their events while all others run as far as they can ([`raddle_machine::replay`]). That is
//! all that a [`Schedule`] says, and all that [`Schedule::play`] needs besides kernel and launch. So what `raddle check`
//! calls replayed and what `raddle replay` runs are the same function.

use crate::check::Kernel;
use crate::exec::{self, Run};
use crate::input::Input;
use crate::inputs::Inputs;
use crate::options::Options;
use crate::programs::{self, Sites};
use raddle_ir::{Entity, Function};
use raddle_machine::barrier::How;
use raddle_machine::domain::{ObjectId, Site};
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::machine::{Hold, Scheduler as MachineScheduler};
use raddle_machine::monitor::{AccessKind, Event, Issue, Target, lanes};
use raddle_machine::objects::{ObjectKind, Objects};
use raddle_machine::outcome::Outcome;
use raddle_machine::partial::Partial;
use raddle_machine::record::What;
use raddle_machine::slice::Stores;
use raddle_report::{Count, words};
use raddle_sync::program::{Access, Scope};
use serde::{Deserialize, Serialize};

pub(crate) mod endless;
mod unfenced;

/// A concrete schedule, and what is to be seen under it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Schedule {
    /// The CTA that runs; none for any of them: `%ctaid` is unknown, and nothing depends on it.
    pub(crate) cta: Option<[u32; 3]>,
    /// Who runs next.
    pub(crate) scheduler: Scheduler,
    /// What is done and seen.
    pub(crate) show: Show,
    /// What was chosen of what nobody gave.
    #[serde(default, skip_serializing_if = "Inputs::is_empty")]
    pub(crate) inputs: Inputs,
}

/// The machine's schedulers, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Scheduler {
    /// A warp runs until it blocks, then the next one.
    Independent,
    /// All threads step by step.
    LockStep,
    /// The lanes of a warp step together.
    WarpSynchronous,
    /// Interleaved at random, fixed by a seed.
    Random(u64),
}

impl From<MachineScheduler> for Scheduler {
    fn from(scheduler: MachineScheduler) -> Self {
        match scheduler {
            MachineScheduler::Independent => Self::Independent,
            MachineScheduler::LockStep => Self::LockStep,
            MachineScheduler::WarpSynchronous => Self::WarpSynchronous,
            MachineScheduler::Random(seed) => Self::Random(seed),
        }
    }
}

impl From<Scheduler> for MachineScheduler {
    fn from(scheduler: Scheduler) -> Self {
        match scheduler {
            Scheduler::Independent => Self::Independent,
            Scheduler::LockStep => Self::LockStep,
            Scheduler::WarpSynchronous => Self::WarpSynchronous,
            Scheduler::Random(seed) => Self::Random(seed),
        }
    }
}

/// A thread just before one of its events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    /// The thread, by its linear number.
    pub(crate) thread: u32,
    /// The number of the event among the thread's accesses to shared and global memory, barriers and warp-wide waits.
    pub(crate) event: u32,
}

impl From<Hold> for Stop {
    fn from(hold: Hold) -> Self {
        Self { thread: hold.thread, event: hold.event }
    }
}

impl From<Stop> for Hold {
    fn from(stop: Stop) -> Self {
        Self { thread: stop.thread, event: stop.event }
    }
}

/// The same in one of several CTAs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopIn {
    pub(crate) cta: [u32; 3],
    pub(crate) thread: u32,
    pub(crate) event: u32,
}

/// What is done, and what is then to be seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Show {
    /// Both threads are held. Their next accesses conflict, and may come in either order.
    Race([Stop; 2]),
    /// Both threads make their accesses, which conflict, and no barrier between them orders that memory: its flags leave it out. The
    /// threads stand just before the accesses.
    Unfenced([Stop; 2]),
    /// As [`Race`](Self::Race), for threads of two CTAs, which nothing orders: each CTA runs alone.
    CrossRace([StopIn; 2]),
    /// One thread is held before it registers at a barrier; the other one gets past its own registration for a later
    /// generation.
    Reuse {
        /// The one that is held.
        hold: Stop,
        /// The event that the other one gets past.
        past: Stop,
    },
    /// Of two CTAs, each of which runs alone and ends, the one comes to more barriers of the whole grid than the other: there it waits for
    /// ever.
    GridBarrier {
        /// The one that waits.
        waits: [u32; 3],
        /// The one that ends.
        ends: [u32; 3],
    },
    /// Nobody can go on, and these threads, as ranges with both ends, wait.
    Deadlock(Vec<[u32; 2]>),
    /// A registration at this barrier breaks its rules (paper 001, §3.3).
    BarrierError(u32),
    /// A generation of a barrier completes in which all participants only arrive.
    ArriveOnly {
        /// The barrier.
        barrier: u32,
        /// The generation, counted from 1.
        generation: u32,
    },
    /// The barrier that is this instruction of the prepared kernel is given an operand that PTX forbids.
    Operand(u32),
    /// Not all threads that have to come to the barrier that is this instruction do.
    Divergence(u32),
    /// The contract whose evaluation ends with this instruction is false.
    Contract(u32),
    /// The access that is this instruction leaves its object.
    OutOfBounds(u32),
    /// A thread comes to a loop and never leaves it.
    Endless(endless::Endless),
}

/// The kernel, the launch and the limits of a schedule.
#[derive(Clone, Copy)]
pub(crate) struct Stage<'a> {
    pub(crate) input: &'a Input,
    pub(crate) function: &'a Function,
    pub(crate) launch: &'a Launch,
    pub(crate) options: &'a Options,
}

/// What came of a schedule.
#[derive(Debug)]
pub(crate) struct Played {
    /// Did the finding show?
    pub(crate) shows: bool,
    /// What was seen, in sentences without a full stop.
    pub(crate) seen: Vec<String>,
}

/// Ranges, both ends included, of ascending numbers.
pub(crate) fn ranges(numbers: impl IntoIterator<Item = u32>) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for n in numbers {
        match ranges.last_mut() {
            Some([_, last]) if last.checked_add(1) == Some(n) => *last = n,
            _ => ranges.push([n, n]),
        }
    }
    ranges
}

/// The number by which a schedule names an instruction; there is none that is no instruction.
pub(crate) fn instruction(site: Site) -> u32 {
    site.inst.map_or(u32::MAX, |inst| inst.index() as u32)
}

/// The barrier that an issue about divergence is told of.
pub(crate) fn divergence_site(issue: &Issue) -> Option<Site> {
    match issue {
        Issue::PartOfWarp { site, .. } | Issue::Divergence { first_site: site, .. } => Some(*site),
        _ => None,
    }
}

impl Schedule {
    /// Runs the schedule and looks.
    pub(crate) fn play(&self, stage: Stage<'_>) -> Played {
        match &self.show {
            Show::Race(holds) => self.race(stage, *holds),
            Show::CrossRace(stops) => self.cross_race(stage, *stops),
            Show::Unfenced(stops) => self.unfenced(stage, *stops),
            Show::Reuse { hold, past } => self.reuse(stage, *hold, *past),
            Show::GridBarrier { waits, ends } => self.at_grid(stage, [*waits, *ends]),
            Show::Endless(endless) => self.endless(stage, endless),
            Show::Deadlock(_)
            | Show::BarrierError(_)
            | Show::ArriveOnly { .. }
            | Show::Operand(_)
            | Show::Divergence(_)
            | Show::Contract(_)
            | Show::OutOfBounds(_) => self.ending(stage),
        }
    }

    /// The launch with this CTA, and the inputs that were chosen.
    fn launch_of(&self, launch: &Launch, cta: Option<[u32; 3]>) -> Launch {
        let mut launch = launch.clone();
        launch.cta = cta.map_or(WhichCta::Any, WhichCta::At);
        self.inputs.apply(&mut launch);
        launch
    }

    fn run(&self, stage: Stage<'_>, cta: Option<[u32; 3]>, holds: &[Stop]) -> Held {
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

    fn race(&self, stage: Stage<'_>, holds: [Stop; 2]) -> Played {
        let ran = self.run(stage, self.cta, &holds);
        let seen = holds.iter().zip(&ran.held).map(|(stop, held)| ran.next(stage, *stop, *held)).collect();
        let shows = match ran.held.as_slice() {
            [Some(a), Some(b)] => conflict(stage, [(a, &ran.run.objects), (b, &ran.run.objects)], Scope::Cta),
            _ => false,
        };
        Played { shows, seen }
    }

    /// Plays the schedules of many races, each with its two threads held, in as few runs as it takes: which of them show?
    pub(crate) fn play_races(&self, stage: Stage<'_>, races: &[[Hold; 2]]) -> Vec<bool> {
        let launch = self.launch_of(stage.launch, self.cta);
        let (found, objects) = exec::with_pairs(stage, &launch, self.scheduler.into(), races);
        let shows = |events: &Option<[Event; 2]>| {
            events.as_ref().is_some_and(|[a, b]| conflict(stage, [(a, &objects), (b, &objects)], Scope::Cta))
        };
        found.iter().map(shows).collect()
    }

    fn cross_race(&self, stage: Stage<'_>, stops: [StopIn; 2]) -> Played {
        let [first, second] = stops.map(|StopIn { cta, thread, event }| {
            let stop = Stop { thread, event };
            let ran = self.run(stage, Some(cta), &[stop]);
            let [x, y, z] = cta;
            let seen = format!("in CTA ({x},{y},{z}), {}", ran.next(stage, stop, ran.held[0]));
            (ran, seen)
        });
        let shows = match (first.0.held[0], second.0.held[0]) {
            (Some(a), Some(b)) if stops[0].cta != stops[1].cta => {
                conflict(stage, [(&a, &first.0.run.objects), (&b, &second.0.run.objects)], Scope::Gpu)
            }
            _ => false,
        };
        Played { shows, seen: vec![first.1, second.1] }
    }

    fn at_grid(&self, stage: Stage<'_>, ctas: [[u32; 3]; 2]) -> Played {
        let (mut seen, mut numbers) = (Vec::new(), Vec::new());
        for cta in ctas {
            let [x, y, z] = cta;
            let ran = self.run(stage, Some(cta), &[]);
            let came = crate::ctas::comes_to_barriers_of_grid(stage.function, &ran.run);
            seen.push(match &came {
                Some(came) => {
                    let barriers = words::count(Count::exactly(came.len() as u64), "barrier", "barriers");
                    format!("alone, CTA ({x},{y},{z}) comes to {barriers} of the whole grid before it ends")
                }
                None => format!("CTA ({x},{y},{z}) does not end: {}", ran.run.outcome),
            });
            numbers.push(came.map(|came| came.len()));
        }
        let shows = matches!(numbers.as_slice(), [Some(more), Some(less)] if less < more);
        Played { shows, seen }
    }

    fn reuse(&self, stage: Stage<'_>, hold: Stop, past: Stop) -> Played {
        let ran = self.run(stage, self.cta, &[hold]);
        let kernel = ran.kernel(stage);
        let done = ran.run.recording.thread_events(past.thread).nth(past.event as usize);
        let late = match done {
            Some(event) => {
                let in_generation = match event {
                    Event::Barrier { generation, .. } => format!(", in generation {generation}"),
                    _ => String::new(),
                };
                let thread = kernel.thread(past.thread);
                format!("meanwhile {thread} does {}{in_generation}", act(&kernel, &event))
            }
            None => format!("{} does not come to its event {}", kernel.thread(past.thread), past.event),
        };
        let seen = vec![ran.next(stage, hold, ran.held[0]), late];
        Played { shows: hold.thread != past.thread && ran.held[0].is_some() && done.is_some(), seen }
    }

    /// Runs on to the end, and looks at it and at what was seen on the way.
    fn ending(&self, stage: Stage<'_>) -> Played {
        let ran = self.run(stage, self.cta, &[]);
        let kernel = ran.kernel(stage);
        let outcome = &ran.run.outcome;
        let issues = &ran.run.recording.issues;
        let mut seen = vec![outcome.to_string()];
        let shows = match &self.show {
            Show::Deadlock(expected) => match outcome {
                Outcome::Deadlock(deadlock) => {
                    let waiting = ranges(deadlock.waiting.iter().map(|w| w.thread));
                    seen.extend(waits(&kernel.machine_deadlock(deadlock)));
                    waiting == *expected
                }
                _ => false,
            },
            Show::BarrierError(barrier) => {
                if let Outcome::BarrierError { site, .. } = outcome {
                    seen.push(format!("it is at {}", kernel.place(site.loc)));
                }
                matches!(outcome, Outcome::BarrierError { id, .. } if id == barrier)
            }
            Show::ArriveOnly { barrier, generation } => {
                let recorder = &ran.run.recording;
                let entries =
                    recorder.warps().iter().flatten().filter_map(|&entry| match recorder.act(entry).what {
                        What::Barrier(n) => Some((entry.lanes, &recorder.registrations()[n as usize])),
                        _ => None,
                    });
                let all: Vec<_> =
                    entries.filter(|(_, r)| (r.id, r.generation) == (*barrier, *generation)).collect();
                let came: u32 =
                    all.iter().flat_map(|(mask, r)| lanes(*mask).map(move |lane| r.weight(lane))).sum();
                let complete = all.first().is_some_and(|(_, first)| came == first.count);
                if let Some((_, first)) = all.first() {
                    let place = kernel.place(first.site.loc);
                    seen.push(format!("{came} of {} threads arrive at it, first at {place}", first.count));
                }
                complete && all.iter().all(|(_, r)| r.how == How::Arrive)
            }
            Show::Operand(inst) => issues.iter().any(|issue| match issue {
                Issue::Count { count, site, .. } if instruction(*site) == *inst => {
                    seen.push(format!("the barrier at {} is given {count} threads", kernel.place(site.loc)));
                    true
                }
                _ => false,
            }),
            Show::Divergence(inst) => issues.iter().any(|issue| {
                let here = divergence_site(issue).is_some_and(|site| instruction(site) == *inst);
                let found = kernel.divergence(issue).filter(|_| here);
                if let Some(found) = &found {
                    let (present, absent) = (&found.present, &found.absent);
                    let verb = present.verb("is", "are");
                    seen.push(format!("{present} {verb} at {}, {absent} not", found.location));
                }
                found.is_some()
            }),
            Show::Contract(inst) => issues.iter().any(|issue| match issue {
                Issue::Spec { thread, refuted: true, site, .. } if instruction(*site) == *inst => {
                    let place = kernel.place(site.loc);
                    seen.push(format!("{} finds the contract at {place} false", kernel.thread(*thread)));
                    true
                }
                _ => false,
            }),
            Show::OutOfBounds(inst) => issues.iter().any(|issue| match issue {
                Issue::OutOfBounds { thread, offset, may: false, site, .. }
                | Issue::LeavesArray { thread, offset, may: false, site, .. }
                    if instruction(*site) == *inst =>
                {
                    let (thread, place) = (kernel.thread(*thread), kernel.place(site.loc));
                    seen.push(format!("{thread} leaves its object at {place}, for byte {offset}"));
                    true
                }
                _ => false,
            }),
            Show::Race(_)
            | Show::CrossRace(_)
            | Show::Unfenced(_)
            | Show::Reuse { .. }
            | Show::GridBarrier { .. }
            | Show::Endless(_) => false,
        };
        Played { shows, seen }
    }

    /// What the machine is told to do, in words.
    pub(crate) fn sentence(&self) -> String {
        let stop = |thread: u32, event: u32| format!("thread {thread} before its event {event}");
        let who = match self.scheduler {
            Scheduler::Independent => "each warp runs until it blocks",
            Scheduler::LockStep => "all threads go on step by step",
            Scheduler::WarpSynchronous => "the lanes of a warp go on in lock-step",
            Scheduler::Random(_) => "threads are interleaved at random, as the seed says",
        };
        match &self.show {
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

    /// Does the schedule speak of threads, CTAs and inputs that the launch has, and can the machine run it?
    ///
    /// # Errors
    /// What it lacks.
    pub(crate) fn validate(&self, function: &Function, launch: &Launch) -> Result<(), String> {
        self.inputs.validate()?;
        let ctas: Vec<Option<[u32; 3]>> = match &self.show {
            Show::CrossRace(stops) => stops.iter().map(|stop| Some(stop.cta)).collect(),
            Show::GridBarrier { waits, ends } => vec![Some(*waits), Some(*ends)],
            _ => vec![self.cta],
        };
        for cta in ctas {
            self.launch_of(launch, cta).can_run(function).map_err(|error| error.to_string())?;
        }
        let stops = match &self.show {
            Show::Race(stops) | Show::Unfenced(stops) => stops.map(|s| s.thread).to_vec(),
            Show::CrossRace(stops) => stops.map(|s| s.thread).to_vec(),
            Show::Reuse { hold, past } => vec![hold.thread, past.thread],
            Show::Endless(endless) => vec![endless.thread],
            Show::Deadlock(waiting) => waiting.iter().map(|range| range[1]).collect(),
            Show::GridBarrier { .. }
            | Show::BarrierError(_)
            | Show::ArriveOnly { .. }
            | Show::Operand(_)
            | Show::Divergence(_)
            | Show::Contract(_)
            | Show::OutOfBounds(_) => Vec::new(),
        };
        match stops.into_iter().find(|&thread| thread >= launch.threads()) {
            Some(thread) => {
                Err(format!("it speaks of thread {thread}, and the block has {}", launch.threads()))
            }
            None => Ok(()),
        }
    }
}

/// A run with some threads held.
struct Held {
    run: Run,
    held: Vec<Option<Event>>,
    launch: Launch,
    cta: [u32; 3],
}

impl Held {
    fn kernel<'a>(&'a self, stage: Stage<'a>) -> Kernel<'a> {
        Kernel {
            input: stage.input,
            function: stage.function,
            launch: &self.launch,
            cta: self.cta,
            objects: &self.run.objects,
        }
    }

    /// What a thread that is held would do next.
    fn next(&self, stage: Stage<'_>, stop: Stop, held: Option<Event>) -> String {
        let kernel = self.kernel(stage);
        let thread = kernel.thread(stop.thread);
        match held {
            Some(event) => format!("{thread} is held, and its next step is {}", act(&kernel, &event)),
            None => format!("{thread} does not come to its event {}", stop.event),
        }
    }
}

/// An event, as what a thread does.
fn act(kernel: &Kernel<'_>, event: &Event) -> String {
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

/// From where the places of two accesses are counted.
#[derive(PartialEq, Eq)]
enum Of {
    Object(ObjectKind),
    /// An address by its name in a group.
    Address(u32, u32),
}

/// Do two events touch the same bytes, one of them writing, not both atomically for threads as far apart as this?
fn conflict(stage: Stage<'_>, events: [(&Event, &Objects); 2], distance: Scope) -> bool {
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
