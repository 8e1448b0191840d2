//! Accesses out of bounds in a run: each that surely happens refutes the property. That there is none in one run says nothing.

use super::{Answer, Judge};
use crate::schedule::{Show, instruction};
use raddle_machine::monitor::Issue;
use raddle_machine::objects::ObjectKind;
use raddle_report::{Diagnostic, Property, Rule, Unknown};

impl Judge<'_> {
    /// Is it an access to a buffer whose size nobody gave?
    fn is_open(&self, issue: &Issue) -> bool {
        let Issue::OutOfBounds { object, .. } = issue else { return false };
        let info = self.kernel.objects.info(*object);
        matches!(info.kind, ObjectKind::Buffer { .. }) && info.size.is_none()
    }

    /// The accesses of the run that leave their objects. Where nobody asked for them, those count that leave what has a known size.
    pub(super) fn bounds(&self) -> Option<Answer> {
        let asked = self.options.properties.as_ref().is_some_and(|all| all.contains(&Property::Bounds));
        let mut open = None;
        let mut found = Vec::new();
        for issue in &self.run.recording.issues {
            let Some(left) = self.out_of_bounds(issue) else { continue };
            let (Issue::OutOfBounds { thread, site, may, .. } | Issue::LeavesArray { thread, site, may, .. }) =
                *issue
            else {
                continue;
            };
            // What lies in front of a buffer only who launches the kernel knows. With addresses of 32 bits it may be its far end.
            let is_open = self.is_open(issue);
            if !asked && is_open {
                continue;
            }
            if may || is_open && self.kernel.input.module.address_bits == 32 {
                let unknown = Unknown { rule: Rule::UnknownData, ..left };
                open.get_or_insert(unknown);
                continue;
            }
            let show = Show::OutOfBounds(instruction(site));
            let witness = self.seen(&[thread], self.run.scheduler, show);
            let title = match self.kernel.is_stray(site) {
                true => "a call through a pointer leads to no function",
                false => "an access leaves its object",
            };
            let finding = Diagnostic::new(Rule::BoundsOutside, title);
            let finding = finding.primary(self.kernel.place(site.loc), left.reason).witness(witness);
            found.push(left.help.into_iter().fold(finding, Diagnostic::help));
        }
        if !found.is_empty() {
            if let Some(unknown) = self.behind_traps() {
                return Some(Answer::Unknown(unknown));
            }
            return Some(Answer::Found(found));
        }
        open.map(Answer::Unknown)
    }
}
