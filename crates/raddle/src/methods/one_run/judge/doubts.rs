//! When a proof does not hold after all: what happened in the run that makes one schedule say too little about others.

use super::{Answer, Judge};
use crate::subject::taint;
use crate::words::bounds::{Outside, outside};
use crate::words::notes::{give_all, no_members};
use crate::words::unknown::memory::Disturbed;
use crate::words::unknown::{barriers, memory, of_outcome, perhaps_traps};
use raddle_ir::{InstKind, SpecKind};
use raddle_machine::monitor::{Event, Issue};
use raddle_machine::outcome::Outcome;
use raddle_report::Unknown;

impl Judge<'_> {
    /// Why what the run found is no bug yet.
    pub(super) fn shows_nothing(&self) -> Option<Unknown> {
        self.excluded().or_else(|| self.behind_traps()).or_else(|| self.misaligned())
    }

    /// A misaligned access traps on GPUs: what the run found may lie after that.
    fn misaligned(&self) -> Option<Unknown> {
        let site = self.run.recording.misaligned()?;
        Some(memory::misaligned(self.kernel.place(site.loc)))
    }

    /// No launch is like this one: it does not meet what the source assumes. What a function ensures that is known by its contracts only, and what
    /// a built-in function asks of its operands, excludes nothing that came before.
    fn excluded(&self) -> Option<Unknown> {
        let Outcome::Infeasible { site, .. } = self.run.outcome else { return None };
        let kind = site.inst.map(|inst| &self.kernel.function.insts[inst].kind);
        let is_about_launch =
            matches!(kind, Some(InstKind::SpecEnd(SpecKind::Requires | SpecKind::Assume, _)));
        is_about_launch.then(|| of_outcome(self.kernel, &self.run.outcome))
    }

    /// Which threads trap was not known, and the run continued as if none did: what it found may lie after that.
    pub(super) fn behind_traps(&self) -> Option<Unknown> {
        let trap = self.run.recording.issues.iter().find_map(|issue| match issue {
            Issue::MayTrap { site, .. } => Some(site.loc),
            _ => None,
        });
        trap.map(|loc| perhaps_traps(self.kernel.place(loc), self.kernel.terms()))
    }

    /// What is found is no bug where it is not known that it happens.
    pub(super) fn doubt_found(&mut self) {
        let Some(unknown) = self.shows_nothing() else { return };
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.race, &mut self.divergence] {
            if matches!(answer, Answer::Found(_)) {
                *answer = Answer::Unknown(unknown.clone());
            }
        }
    }

    /// Programs of a run that did not end, or that another schedule contradicts, prove nothing about barriers and races.
    pub(super) fn doubt_after_a_failure(&mut self) {
        if self.run.failed.is_none() && self.run.outcome == Outcome::Done {
            return;
        }
        self.in_shared = None;
        let unknown = barriers::schedule_fails();
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.race] {
            if matches!(answer, Answer::Proved) {
                *answer = Answer::Unknown(unknown.clone());
            }
        }
    }

    /// The effect is undefined if a lane is no member of the mask that it gives (PTX ISA, `bar.warp.sync`, `shfl.sync`).
    pub(super) fn doubt_undefined(&mut self) {
        let site = self.run.recording.issues.iter().find_map(|issue| match issue {
            Issue::NotMember { warp, lanes, mask, site } => Some((*warp, *lanes, *mask, *site)),
            _ => None,
        });
        let Some((warp, lanes, mask, site)) = site else { return };
        if let Answer::Found(found) = &mut self.deadlock {
            let (who, place) = (self.kernel.lanes(warp, lanes), self.kernel.place(site.loc));
            let text = no_members(&who, mask, &place, self.kernel.terms());
            let help = give_all(self.kernel.terms());
            for one in found.iter_mut() {
                one.notes.insert(0, text.clone());
                one.help.push(help.clone());
            }
        }
        self.doubt_all(&barriers::no_member(self.kernel.place(site.loc), self.kernel.terms()));
    }

    /// Where barriers may be used wrongly, some threads may be stuck in one schedule and not in another, which decides which threads are
    /// present when a barrier is executed. This does not apply if the lanes of each warp reach the same aligned barriers: they wait for
    /// each other at each of them.
    pub(super) fn doubt_divergence(&mut self) {
        let well = [&self.deadlock, &self.reuse].iter().all(|answer| matches!(answer, Answer::Proved));
        if well || !matches!(self.divergence, Answer::Proved) {
            return;
        }
        let recorder = self.run.beyond.as_ref().unwrap_or(&self.run.recording);
        let warp_size = self.kernel.launch.warp_size.max(1) as usize;
        let waits = |thread: u32| -> Vec<Event> {
            let events = recorder.thread_events(thread);
            events.filter(|event| !matches!(event, Event::Access { .. })).collect()
        };
        let threads: Vec<u32> = (0..recorder.threads()).collect();
        let apart = threads.chunks(warp_size).find_map(|warp| {
            let first = waits(warp[0]);
            warp[1..].iter().find_map(|&thread| self.apart(&first, &waits(thread)))
        });
        // If a run broke off, it is not known what the lanes would have reached, unless there is but one in each warp.
        let broken = warp_size > 1 && recorder.exited.iter().any(|exited| !exited);
        let site = match apart {
            Some(site) => Some(site),
            None if broken => None,
            None => return,
        };
        let at = site.map(|site| self.kernel.place(site.loc));
        let unknown = barriers::warp_apart(at, self.kernel.terms());
        self.divergence = Answer::Unknown(unknown);
    }

    /// The first wait at which two lanes of a warp do not synchronise together.
    fn apart(&self, one: &[Event], other: &[Event]) -> Option<raddle_machine::domain::Site> {
        let mut others = other.iter();
        let aligned =
            |event: &Event| match event.site().inst.map(|inst| &self.kernel.function.insts[inst].kind) {
                Some(InstKind::Barrier(barrier)) => barrier.aligned,
                _ => true,
            };
        let operands = |event: &Event| match *event {
            Event::Barrier { id, count, .. } => (id, count),
            Event::WarpSync { mask, .. } => (mask, 0),
            Event::Access { .. } => (0, 0),
        };
        let together =
            |a: &Event, b: &Event| a.site() == b.site() && operands(a) == operands(b) && aligned(a);
        let first = one.iter().find(|a| !others.next().is_some_and(|b| together(a, b)));
        first.or_else(|| others.next()).map(Event::site)
    }

    /// After an access out of bounds nothing is proved: it may have changed what decides everything else.
    pub(super) fn doubt_out_of_bounds(&mut self) {
        let mut issues = self.run.recording.issues.iter();
        let Some(Outside { unknown, .. }) = issues.find_map(|issue| outside(self.kernel, issue)) else {
            return;
        };
        self.doubt_all(&unknown);
    }

    /// After a misaligned access neither: a GPU stops there.
    pub(super) fn doubt_misaligned(&mut self) {
        if let Some(unknown) = self.misaligned() {
            self.doubt_all(&unknown);
        }
    }

    fn doubt_all(&mut self, unknown: &Unknown) {
        self.in_shared = None;
        if matches!(self.race, Answer::Proved) {
            self.race = Answer::Unknown(unknown.clone());
        }
        self.doubt(unknown);
    }

    /// Where a thread may wait in a loop for what others write, it may never reach what comes after.
    pub(super) fn doubt_behind_waits(&mut self) {
        let determined = matches!(self.race, Answer::Proved) || self.in_shared.is_some();
        let unknown = self.waits_in_memory().or_else(|| self.waits_on_volatile().filter(|_| !determined));
        let Some(unknown) = unknown else { return };
        self.doubt(&unknown);
    }

    /// The same where the loop was followed, as what it reads is known in the schedule that ran. It waits only if what it
    /// reads races.
    pub(super) fn waits_on_volatile(&self) -> Option<Unknown> {
        let loc = taint::waits_on_volatile(self.kernel.function)?;
        Some(memory::loop_may_wait_on_volatile(self.kernel.place(loc), self.kernel.terms()))
    }

    fn doubt(&mut self, unknown: &Unknown) {
        for answer in [&mut self.deadlock, &mut self.reuse, &mut self.divergence] {
            if matches!(answer, Answer::Proved) {
                *answer = Answer::Unknown(unknown.clone());
            }
        }
    }

    /// Where there may be a race, other schedules may read other values: what was proved from this schedule's programs
    /// holds for them only if what synchronises does not depend on memory.
    pub(super) fn doubt_after_a_race(&mut self) {
        let aliased = self.options.launch.may_alias && self.buffers_and_others();
        let why = match self.race {
            Answer::Proved if aliased => Disturbed::ByAlias,
            Answer::Proved => return,
            Answer::Found(_) => Disturbed::ByRace,
            Answer::Unknown(_) => Disturbed::PerhapsByRace,
        };
        let Some(loc) = taint::control_on_memory(self.kernel.function) else { return };
        self.doubt(&memory::control_on_memory(why, self.kernel.place(loc), self.kernel.terms()));
    }
}
