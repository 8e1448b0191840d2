//! Kernels in which nothing can go wrong, whatever they compute, and even if they never end: nobody waits, or nobody accesses what others see.

use super::Asked;
use crate::ctas::Checked;
use crate::launch::{reported, sizes};
use crate::taint;
use raddle_ir::{InstKind, Meets, Touches};
use raddle_report::{Assumption, Ctas, Property, PropertyResult, Scope, Verdict};

impl Asked<'_> {
    /// Proves what needs no more than a look at the instructions.
    pub(super) fn without_cause(&self, checked: &mut Checked) {
        let open = |result: &PropertyResult| matches!(result.verdict, Verdict::Unknown(_));
        for result in checked.results.iter_mut().filter(|result| open(result)) {
            let cause = match result.property {
                Property::Race => accesses,
                Property::Deadlock | Property::BarrierReuse | Property::Divergence => waits,
                _ => continue,
            };
            if !self.insts().any(cause) {
                let mut launch = reported(self.function, self.launch, Ctas::All, self.options);
                launch.block = Some(sizes(self.block));
                let mut scope = Scope::every_input(&launch);
                // Who waits for ever in a loop of its own waits at no barrier; but that is worth a word.
                if result.property == Property::Deadlock && taint::waits_for_others(self.function).is_some() {
                    scope = scope.assuming(Assumption::terminates_though_waiting());
                }
                *result = PropertyResult::proved(result.property, scope);
            }
        }
    }
}

/// May it access memory that others see, or do what is not known?
fn accesses(kind: &InstKind) -> bool {
    let does = kind.effects();
    does.is_visible() || does.meets == Meets::Unknown
}

/// May it wait for others, or they for it? What is not modelled and touches memory may have them wait there.
fn waits(kind: &InstKind) -> bool {
    let does = kind.effects();
    match does.meets {
        Meets::Nobody | Meets::Agent => [does.reads, does.writes].contains(&Touches::Anything),
        Meets::Lanes | Meets::Cta | Meets::Grid | Meets::Unknown => true,
    }
}
