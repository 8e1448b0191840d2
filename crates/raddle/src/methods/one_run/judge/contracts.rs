//! Contracts in a run: those that are false there.

use super::{Answer, Judge};
use crate::confirm::replay::schedule::{Show, instruction};
use crate::confirm::replay::wanted::is_settled;
use crate::running::contracts::{certain, is_false, relies};
use crate::subject::contracts;
use crate::words::contracts::finding;
use raddle_ir::InstKind;
use raddle_machine::monitor::Issue;
use raddle_report::{Diagnostic, Property};

impl Judge<'_> {
    /// The contracts that the run finds false. That one run finds none says nothing.
    pub(super) fn contracts(&self, property: Property) -> Option<Answer> {
        let issues = &self.run.recording.issues;
        // Where something is open, what came before that stands.
        let chosen = self.kernel.launch.chosen.is_some();
        let is_open = relies(issues) || chosen && !is_settled(self.run, issues, false);
        let certain = certain(issues, property, &self.options.ask);
        let issues = if is_open && !certain.is_empty() { certain } else { issues };
        let found = self.false_in(issues, property);
        if !found.is_empty() {
            if let Some(unknown) = self.behind_traps() {
                return Some(Answer::Unknown(unknown));
            }
            return Some(Answer::Found(found));
        }
        let function = self.kernel.function;
        let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        let is_stated = insts.any(|&inst| match function.insts[inst].kind {
            InstKind::SpecEnd(kind, _) => !kind.is_trusted() && contracts::property(kind) == property,
            InstKind::Assert(_) => property == Property::Assert,
            _ => false,
        });
        (!is_stated).then_some(Answer::Proved)
    }

    /// What is false among these.
    fn false_in(&self, issues: &[Issue], property: Property) -> Vec<Diagnostic> {
        let found = issues.iter().filter_map(|issue| match issue {
            Issue::Spec { kind, thread, site, .. } if is_false(issue, property, &self.options.ask) => {
                let found = finding(*kind, self.kernel.place(site.loc), &self.kernel.name_of(*thread));
                let witness = self.seen(&[*thread], self.run.scheduler, Show::Contract(instruction(*site)));
                Some(found.witness(witness))
            }
            _ => None,
        });
        found.collect()
    }
}
