//! Playing a schedule: does the finding show?

use crate::confirm::replay::schedule::{Schedule, Show, Stop, StopIn, instruction, ranges};
use crate::confirm::replay::stage::{Played, Stage, conflict};
use crate::running::exec;
use crate::words::events::{act, nth, waits};
use crate::words::unknown::ended;
use raddle_machine::barrier::How;
use raddle_machine::domain::Site;
use raddle_machine::machine::Hold;
use raddle_machine::monitor::{Event, Issue, lanes};
use raddle_machine::outcome::Outcome;
use raddle_machine::record::What;
use raddle_report::{Count, words};
use raddle_sync::program::Scope;

/// The barrier that an issue about divergence is reported for.
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
        let kernel = (&stage.input.module, stage.function);
        let (found, objects) = exec::with_pairs(kernel, &launch, stage.options, self.scheduler.into(), races);
        let shows = |events: &Option<[Event; 2]>| {
            events.as_ref().is_some_and(|[a, b]| conflict(stage, [(a, &objects), (b, &objects)], Scope::Cta))
        };
        found.iter().map(shows).collect()
    }

    fn cross_race(&self, stage: Stage<'_>, stops: [StopIn; 2]) -> Played {
        let [first, second] = stops.map(|StopIn { cta, thread, event }| {
            let stop = Stop { thread, event };
            let ran = self.run(stage, Some(cta), &[stop]);
            let block = stage.terms().block_at(cta);
            let seen = format!("in {block}, {}", ran.next(stage, stop, ran.held[0]));
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
            let block = stage.terms().block_at(cta);
            let ran = self.run(stage, Some(cta), &[]);
            let came = ran.run.barriers_of_grid(stage.function);
            seen.push(match &came {
                Some(came) => {
                    let barriers = words::count(Count::exactly(came.len() as u64), "barrier", "barriers");
                    format!("run alone, {block} reaches {barriers} of the whole grid before it ends")
                }
                None => format!("{block} does not end: {}", ended(&ran.run.outcome, stage.terms())),
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
                let joins = match event {
                    Event::Barrier { generation, .. } => format!(" and joins generation {generation}"),
                    _ => String::new(),
                };
                let thread = kernel.name_of(past.thread);
                format!("{thread} {}{joins}", act(&kernel, &event))
            }
            None => format!("{} does not reach {}", kernel.name_of(past.thread), nth(past.event)),
        };
        // A barrier does not take the registration of the other one, or, once that has registered, the next one.
        let of_it = |at: u32| match done {
            Some(Event::Barrier { id, .. }) => id == at,
            Some(_) => false,
            None => ran.fails_at(past),
        };
        if let Outcome::BarrierError { id, .. } = &ran.run.outcome
            && of_it(*id)
        {
            let before = match ran.held[0] {
                Some(_) => ran.next(stage, hold, ran.held[0]),
                None => format!("{} has not registered", kernel.name_of(hold.thread)),
            };
            let late = match done {
                Some(_) => late,
                None => format!("{} registers", kernel.name_of(past.thread)),
            };
            let seen = vec![before, late, ended(&ran.run.outcome, stage.terms())];
            return Played { shows: hold.thread != past.thread, seen };
        }
        let seen = vec![ran.next(stage, hold, ran.held[0]), late];
        Played { shows: hold.thread != past.thread && ran.held[0].is_some() && done.is_some(), seen }
    }

    /// Runs on to the end, and examines it and what was seen on the way.
    fn ending(&self, stage: Stage<'_>) -> Played {
        let ran = self.run(stage, self.cta, &[]);
        let kernel = ran.kernel(stage);
        let outcome = &ran.run.outcome;
        let issues = &ran.run.recording.issues;
        let terms = stage.terms();
        let mut seen = vec![ended(outcome, terms)];
        let shows = match &self.show {
            Show::Deadlock(expected) => match outcome {
                Outcome::Deadlock(deadlock) => {
                    let waiting = ranges(deadlock.waiting.iter().map(|w| w.thread));
                    seen.extend(waits(&kernel.machine_deadlock(deadlock), terms));
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
                    seen.push(format!(
                        "{came} of {} {} arrive at it, first at {place}",
                        first.count, terms.threads
                    ));
                }
                complete && all.iter().all(|(_, r)| r.how == How::Arrive)
            }
            Show::Operand(inst) => issues.iter().any(|issue| match issue {
                Issue::Count { count, site, .. } if instruction(*site) == *inst => {
                    let place = kernel.place(site.loc);
                    seen.push(format!("the barrier at {place} expects {count} {}", terms.threads));
                    true
                }
                Issue::NotMember { mask, site, .. } if instruction(*site) == *inst => {
                    seen.push(format!("the mask is {mask:#x} at {}", kernel.place(site.loc)));
                    true
                }
                _ => false,
            }),
            Show::Divergence(inst) => issues.iter().any(|issue| {
                let here = divergence_site(issue).is_some_and(|site| instruction(site) == *inst);
                let found = kernel.divergence(issue).filter(|_| here);
                if let Some(found) = &found {
                    let (present, absent) = (&found.present, &found.absent);
                    let verb = terms.verb(present, "is", "are");
                    let (present, absent) = (terms.names(present), terms.names(absent));
                    seen.push(format!("{present} {verb} at {}, {absent} not", found.location));
                }
                found.is_some()
            }),
            Show::Contract(inst) => issues.iter().any(|issue| match issue {
                Issue::Spec { thread, refuted: true, site, .. } if instruction(*site) == *inst => {
                    let place = kernel.place(site.loc);
                    seen.push(format!("the contract at {place} is false for {}", kernel.name_of(*thread)));
                    true
                }
                _ => false,
            }),
            Show::OutOfBounds(inst) => issues.iter().any(|issue| match issue {
                Issue::OutOfBounds { thread, offset, may: false, site, .. }
                | Issue::LeavesArray { thread, offset, may: false, site, .. }
                    if instruction(*site) == *inst =>
                {
                    let (thread, place) = (kernel.name_of(*thread), kernel.place(site.loc));
                    seen.push(format!("{thread} accesses byte {offset}, out of bounds, at {place}"));
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
}
