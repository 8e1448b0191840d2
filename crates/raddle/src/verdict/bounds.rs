//! Accesses out of bounds in a run: each that surely happens refutes the property. That there is none in one run proves nothing.

use super::{Answer, Judge};
use crate::schedule::{Show, instruction};
use raddle_machine::monitor::Issue;
use raddle_report::{Diagnostic, Rule, Unknown};

impl Judge<'_> {
    /// The accesses of the run that leave their objects.
    pub(super) fn bounds(&self) -> Answer {
        let mut open = None;
        let mut found = Vec::new();
        for issue in &self.run.recording.issues {
            let Some(left) = self.out_of_bounds(issue) else { continue };
            let (Issue::OutOfBounds { thread, site, may, .. } | Issue::LeavesArray { thread, site, may, .. }) =
                *issue
            else {
                continue;
            };
            if may {
                let unknown = Unknown { rule: Rule::UnknownData, ..left };
                open.get_or_insert(unknown);
                continue;
            }
            let show = Show::OutOfBounds(instruction(site));
            let witness = self.seen(&[thread], self.run.scheduler, show);
            let finding = Diagnostic::new(Rule::BoundsOutside, "an access leaves its object");
            let finding = finding.primary(self.kernel.place(site.loc), left.reason).witness(witness);
            found.push(left.help.into_iter().fold(finding, Diagnostic::help));
        }
        if !found.is_empty() {
            if let Some(unknown) = self.behind_traps() {
                return Answer::Unknown(unknown);
            }
            return Answer::Found(found);
        }
        let text = "one run does not show that all accesses stay in their objects for all inputs";
        Answer::Unknown(open.unwrap_or_else(|| Unknown::new(Rule::UnknownData, text)))
    }
}
