//! Memory that is not modelled: why races cannot be excluded, although none was found among the accesses whose places are known.

use super::Judge;
use crate::running::places;
use crate::subject::taint;
use crate::words::grid::waits_for_ctas;
use crate::words::unknown::memory;
use raddle_ir::{Inst, LocId, Marker, Space};
use raddle_machine::domain::{Cause, ObjectId, Reason};
use raddle_machine::monitor::{AccessKind, Event, Issue, Target};
use raddle_report::Unknown;
use std::collections::BTreeSet;

impl Judge<'_> {
    /// Why races cannot be excluded.
    pub(super) fn unmodelled_memory(&self) -> Option<Unknown> {
        let terms = self.kernel.terms();
        for issue in &self.run.recording.issues {
            let Issue::Opaque { name, effects, site } = issue else { continue };
            let at = self.kernel.place(site.loc);
            let marker = site.inst.and_then(|inst| self.kernel.function.insts[inst].kind.as_marker());
            if marker == Some(Marker::GridSync) {
                return Some(waits_for_ctas(at, terms));
            }
            if marker == Some(Marker::CopyUnwaited) {
                return Some(memory::copy_unwaited(at));
            }
            if effects.reads || effects.writes {
                return Some(memory::opaque(name, effects.writes, at, terms));
            }
        }
        if let Some(loc) = self.reaches_other_ctas() {
            return Some(memory::in_cluster(self.kernel.place(loc), terms));
        }
        if let Some(site) = places::possible_conflict(&self.run.recording) {
            let unknown = memory::unplaced(self.kernel.place(site.loc), terms);
            return Some(self.blaming(unknown, |at| at == site));
        }
        if !self.options.launch.may_alias {
            return None;
        }
        let site = places::possible_alias(&self.run.recording)?;
        Some(memory::aliased_write(self.kernel.place(site.loc)))
    }

    /// A loop that was stepped over and whose end depends on memory that other threads write: it may wait for them,
    /// and what comes after it may be ordered by that.
    pub(super) fn waits_in_memory(&self) -> Option<Unknown> {
        let written: BTreeSet<ObjectId> = self.run.recording.events().filter_map(writes).collect();
        // What the loop reads anew in each round; a value that is merely computed in it carries no news from others.
        let may_change = |cause: &Cause| match &cause.reason {
            Reason::Parameter { .. }
            | Reason::Special(_)
            | Reason::AddressOf(_)
            | Reason::Function
            | Reason::Uninitialised => false,
            Reason::UnknownControl | Reason::Approximate(_) | Reason::Unspecified(_) => false,
            Reason::Content(object) | Reason::UninitialisedMemory(object) => written.contains(object),
            _ => true,
        };
        self.run.recording.issues.iter().find_map(|issue| match issue {
            Issue::SteppedOver { site, cyclic: true, causes, .. } if causes.iter().any(may_change) => {
                Some(memory::loop_may_wait(self.kernel, site.loc, causes))
            }
            _ => None,
        })
    }

    /// A branch that was stepped over, on what other threads do, after which a thread may trap: a thread that gets past it may be ordered
    /// after them, as after a loop that waits.
    pub(super) fn traps_by_schedule(&self) -> Option<Unknown> {
        let issues = &self.run.recording.issues;
        if !issues.iter().any(|issue| matches!(issue, Issue::MayTrap { .. })) {
            return None;
        }
        let by_schedule = |cause: &Cause| matches!(cause.reason, Reason::Schedule(_));
        issues.iter().find_map(|issue| match issue {
            Issue::SteppedOver { site, causes, .. } if causes.iter().any(by_schedule) => {
                Some(memory::trap_may_order(self.kernel, site.loc, causes))
            }
            _ => None,
        })
    }

    /// The first access through the window of the cluster. One that certainly leads to the CTA's own memory has been turned into one to
    /// shared memory before.
    pub(super) fn reaches_other_ctas(&self) -> Option<LocId> {
        let function = self.kernel.function;
        let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let is_it = |inst: &&Inst| {
            function.insts[**inst].kind.address().is_some_and(|addr| addr.space == Space::Cluster)
        };
        insts.find(is_it).map(|&inst| function.insts[inst].loc)
    }

    /// With `--may-alias`: what a thread writes through one pointer it may read through another, so what is read is not known. An
    /// access that depends on it may be another one, even if no other thread comes near these buffers.
    pub(super) fn aliased_reads(&self) -> Option<Unknown> {
        if !self.options.launch.may_alias || !self.buffers_and_others() {
            return None;
        }
        let loc = taint::accesses_on_memory(self.kernel.function, !self.benign.is_empty())?;
        Some(memory::aliased_read(self.kernel.place(loc)))
    }
}

/// The object that an event writes.
fn writes(event: Event) -> Option<ObjectId> {
    match event {
        Event::Access {
            target: Target::At(object, _) | Target::Within(object) | Target::Near { object, .. },
            kind,
            ..
        } if kind != AccessKind::Read => Some(object),
        _ => None,
    }
}
