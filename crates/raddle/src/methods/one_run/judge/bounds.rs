//! Accesses out of bounds in a run: each that certainly happens refutes the property. That there is none proves the property only where the run knows where
//! each access goes.

use super::{Answer, Judge};
use crate::confirm::replay::schedule::{Show, instruction};
use crate::subject::kernel::Kernel;
use crate::subject::known_sizes::Known;
use crate::words::bounds::outside;
use raddle_ir::null::may_be_at_numbers;
use raddle_ir::{Address, Base, Space};
use raddle_machine::domain::ObjectId;
use raddle_machine::monitor::Issue;
use raddle_machine::objects::ObjectKind;
use raddle_machine::outcome::Outcome;
use raddle_report::{Diagnostic, Property, Rule, Unknown};

impl Judge<'_> {
    /// Is it an access to a buffer whose size is not given?
    fn is_open(&self, issue: &Issue) -> bool {
        let Issue::OutOfBounds { object, .. } = issue else { return false };
        let info = self.kernel.objects.info(*object);
        matches!(info.kind, ObjectKind::Buffer { .. }) && info.size.is_none()
    }

    /// Does the run show that every access to something of known size is within it? It does if it has followed all threads to their ends,
    /// knew where each such access goes, and saw none outside: then every schedule has these accesses, unless threads race.
    fn are_all_in_bounds(&self) -> bool {
        let (run, function) = (self.run, self.kernel.function);
        let is_known = |id: Option<ObjectId>| id.is_none_or(|id| self.kernel.objects.info(id).size.is_some());
        let passes = |issue: &Issue| match issue {
            Issue::UnknownAddress { object, .. } => !is_known(*object),
            Issue::SteppedOver { .. } => true,
            Issue::PartOfWarp { .. }
            | Issue::MayStray { .. }
            | Issue::Divergence { .. }
            | Issue::Count { .. }
            | Issue::NotMember { .. }
            | Issue::OutOfBounds { .. }
            | Issue::LeavesArray { .. }
            | Issue::Opaque { .. }
            | Issue::Spec { .. }
            | Issue::MayTrap { .. } => false,
        };
        // For private and constant memory the run does not report accesses at unknown places.
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let tells = |base: Base| match base {
            Base::Buffer(_) => true,
            Base::Object(object) => {
                matches!(self.kernel.input.module.objects[object].space, Space::Shared | Space::Global)
            }
            Base::Slot(_) | Base::Absolute | Base::Params => false,
        };
        let is_open = |addr: &Address| addr.index.is_some() && !tells(addr.base);
        let mut addresses = insts.filter_map(|&inst| function.insts[inst].kind.address());
        run.outcome == Outcome::Done
            && run.failed.is_none()
            && run.recording.issues.iter().all(passes)
            && !addresses.any(is_open)
            && !function.strays()
            && !self.options.launch.may_alias
            && !may_be_at_numbers(function)
            && self.sizes().are_some()
    }

    /// What the kernel accesses, by whether its size is known.
    pub(super) fn sizes(&self) -> Known {
        let Kernel { input, function, launch, .. } = *self.kernel;
        Known::of(&input.module, function, &launch.buffers, launch.dynamic_shared)
    }

    /// The accesses of the run that leave their objects. If bounds were not asked for, only those count that leave something of known size.
    pub(super) fn bounds(&self) -> Option<Answer> {
        let asked = self.options.ask.properties.as_ref().is_some_and(|all| all.contains(&Property::Bounds));
        let mut open = None;
        let mut found = Vec::new();
        for issue in &self.run.recording.issues {
            let Some(outside) = outside(self.kernel, issue) else { continue };
            let (Issue::OutOfBounds { thread, offset, site, may, .. }
            | Issue::LeavesArray { thread, offset, site, may, .. }) = *issue
            else {
                continue;
            };
            // What lies in front of a buffer only the caller of the kernel knows. With addresses of 32 bits it may be its far end.
            let is_open = self.is_open(issue);
            if !asked && is_open {
                continue;
            }
            if may || is_open && self.kernel.input.module.address_bits == 32 {
                let unknown = Unknown { rule: Rule::UnknownData, ..outside.unknown };
                open.get_or_insert(unknown);
                continue;
            }
            let show = Show::OutOfBounds(instruction(site));
            let one = outside.finding(self.kernel.place(site.loc));
            // A read and a write of one statement leave the same place.
            let one = (thread, offset, one);
            let is_same = |(of, at, known): &(_, _, Diagnostic)| {
                let here = known.location().zip(one.2.location());
                (*of, *at) == (one.0, one.1) && here.is_some_and(|(known, here)| known.same_place(here))
            };
            if !found.iter().any(is_same) {
                let witness = self.seen(&[thread], self.run.scheduler, show);
                found.push((one.0, one.1, one.2.witness(witness)));
            }
        }
        if !found.is_empty() {
            if let Some(unknown) = self.shows_nothing() {
                return Some(Answer::Unknown(unknown));
            }
            return Some(Answer::Found(found.into_iter().map(|(.., one)| one).collect()));
        }
        open.map(Answer::Unknown).or_else(|| self.are_all_in_bounds().then_some(Answer::Proved))
    }
}
