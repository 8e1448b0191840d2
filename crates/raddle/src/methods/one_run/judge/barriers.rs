//! Barriers that only some of the threads reach, and operands that PTX does not allow.

use super::{Answer, Judge};
use crate::confirm::replay::play::divergence_site;
use crate::confirm::replay::schedule::{Show, instruction, ranges};
use crate::words::notes::later_barriers;
use crate::words::unknown::barriers::collectives_apart;
use raddle_ir::{Inst, InstKind, Language};
use raddle_machine::monitor::{Event, Issue, lanes as lanes_of};
use raddle_machine::outcome::{Outcome, Waiting, WaitingFor};
use raddle_report::{Barrier, Diagnostic, Divergence, DivergenceRule, Elsewhere, Location, Unknown};

impl Judge<'_> {
    pub(super) fn decide_divergence(&mut self) {
        let seen = self.run.recording.issues.iter().filter_map(|issue| {
            let show = Show::Divergence(instruction(divergence_site(issue)?));
            Some((self.kernel.divergence(issue)?, show))
        });
        let mut told: Vec<(Divergence, Show)> = Vec::new();
        for (divergence, show) in seen.chain(self.missing_at_the_end()) {
            // The other part of the same warp, at a barrier of its own: one event.
            let other = told.iter_mut().find(|(one, _)| {
                let is_open = !matches!(one.elsewhere, Elsewhere::AtBarrier { .. });
                one.rule == divergence.rule
                    && is_open
                    && one.present == divergence.absent
                    && one.absent == divergence.present
            });
            match other {
                Some((one, _)) => one.elsewhere = Elsewhere::AtBarrier { location: divergence.location },
                None => told.push((divergence, show)),
            }
        }
        // Threads that have parted are also apart at what follows: the first place is the fault.
        let mut told = told.into_iter();
        let Some((first, show)) = told.next() else { return };
        let mut later: Vec<Location> = Vec::new();
        for (divergence, _) in told {
            let at = divergence.location;
            if !at.same_place(&first.location) && !later.iter().any(|known| known.same_line(&at)) {
                later.push(at);
            }
        }
        let threads: Vec<u32> = [&first.present, &first.absent]
            .iter()
            .filter_map(|t| t.ranges.first().map(|r| r[0] as u32))
            .collect();
        let witness = self.seen(&threads, self.run.scheduler, show);
        let mut found = Diagnostic::divergence(first, self.kernel.terms());
        if !later.is_empty() {
            found = found.note(later_barriers(&later, self.kernel.terms()));
        }
        self.divergence = Answer::Found(vec![found.witness(witness)]);
    }

    /// In CUDA and OpenCL, threads that have ended are at the implicit barrier at the kernel's end: others at a
    /// barrier of all threads then diverge from them (paper 000, §4).
    fn missing_at_the_end(&self) -> Option<(Divergence, Show)> {
        let Outcome::Deadlock(deadlock) = &self.run.outcome else { return None };
        let arrive = self.kernel.launch.exited_arrive || deadlock.exited.is_empty();
        if self.kernel.input.module.language == Language::Ptx || arrive {
            return None;
        }
        let at_all = |inst: Inst| self.kernel.function.insts[inst].kind.is_barrier_of_all();
        let waiting: Vec<_> = deadlock
            .waiting
            .iter()
            .filter(|w| matches!(w.at, WaitingFor::Barrier { .. }) && w.site.inst.is_some_and(at_all))
            .collect();
        let first = waiting.first()?;
        let here = waiting.iter().filter(|w| w.site.loc == first.site.loc).map(|w| w.thread);
        let location = self.kernel.place(first.site.loc);
        let divergence = Divergence {
            rule: DivergenceRule::B1,
            branch: self.kernel.parting(&[&location]),
            location,
            present: self.kernel.threads(here),
            absent: self.kernel.threads(deadlock.exited.iter().copied()),
            elsewhere: Elsewhere::Exited { location: self.kernel.end_place() },
        };
        let show = Show::Deadlock(ranges(deadlock.waiting.iter().map(|w| w.thread)));
        Some((divergence, show))
    }

    /// Lanes that wait for each other at two instructions of the same kind, qualifiers and mask: the PTX ISA lets them meet there, and the
    /// machine does not.
    pub(super) fn collectives_apart(&self) -> Option<Unknown> {
        let failed = self.run.failed.iter().map(|(_, outcome)| outcome);
        let deadlock = [&self.run.outcome].into_iter().chain(failed).find_map(|outcome| match outcome {
            Outcome::Deadlock(deadlock) => Some(deadlock),
            _ => None,
        })?;
        let insts = &self.kernel.function.insts;
        let kind = |w: &Waiting| match (w.at, w.site.inst.map(|inst| &insts[inst].kind)) {
            (WaitingFor::Lanes { mask, .. }, Some(InstKind::Collective { op, .. })) => Some((mask, op)),
            _ => None,
        };
        let warp = |w: &Waiting| w.thread / self.launch.options.warp_size.max(1);
        let apart = |a: &Waiting, b: &Waiting| {
            warp(a) == warp(b) && a.site.inst != b.site.inst && kind(a).is_some() && kind(a) == kind(b)
        };
        let mut pairs = deadlock.waiting.iter().flat_map(|a| deadlock.waiting.iter().map(move |b| (a, b)));
        let (first, second) = pairs.find(|(a, b)| apart(a, b))?;
        let places = [first, second].map(|waiting| self.kernel.place(waiting.site.loc));
        Some(collectives_apart(places, self.kernel.terms()))
    }

    /// A count that is no multiple of the warp size is not one that PTX allows, and neither is a mask without the lane that gives it.
    pub(super) fn decide_counts(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        for issue in &self.run.recording.issues {
            if let Issue::NotMember { warp, lanes, mask, site } = issue {
                let one = self.kernel.no_member(&self.kernel.lanes(*warp, *lanes), *mask, *site);
                let threads: Vec<u32> =
                    lanes_of(*lanes).map(|lane| warp * self.kernel.launch.warp_size + lane).collect();
                let witness = self.seen(&threads, self.run.scheduler, Show::Operand(instruction(*site)));
                found.push(one.witness(witness));
                continue;
            }
            let Issue::Count { warp, lanes, count, site } = issue else { continue };
            let offending = self.kernel.registration_at(*warp, *lanes, *site, 1, Some(u64::from(*count)));
            if found.iter().any(|d| d.location() == Some(&offending.location)) {
                continue;
            }
            let misuse = raddle_report::BarrierMisuse {
                misuse: raddle_report::Misuse::BadOperand,
                barrier: Barrier::Named(self.barrier_id(*site)),
                offending,
                earlier: None,
                arrived: None,
            };
            let witness = self.seen(&[], self.run.scheduler, Show::Operand(instruction(*site)));
            found.push(Diagnostic::barrier_misuse(misuse, self.kernel.terms()).witness(witness));
        }
        if !found.is_empty() {
            self.reuse = match std::mem::replace(&mut self.reuse, Answer::Proved) {
                Answer::Found(mut more) => {
                    more.extend(found);
                    Answer::Found(more)
                }
                _ => Answer::Found(found),
            };
        }
    }

    fn barrier_id(&self, site: raddle_machine::domain::Site) -> u64 {
        let events = self.run.recording.events();
        let mut ids = events.filter_map(|event| match event {
            Event::Barrier { id, site: at, .. } if at == site => Some(u64::from(id)),
            _ => None,
        });
        ids.next().unwrap_or(0)
    }
}
