//! Kernels in which nothing can go wrong, whatever they compute, and even if they do not terminate: no thread waits, or no thread accesses
//! memory that others see.

use super::Asked;
use crate::evidence::{Evidence, Ledger};
use crate::subject::limits::sizes;
use crate::subject::taint;
use crate::words::launch::reported;
use raddle_ir::{InstKind, Meets, Touches};
use raddle_report::{Assumption, Ctas, Property, Scope};

impl Asked<'_> {
    /// Proves what needs no more than a look at the instructions.
    pub(crate) fn without_cause(&self, ledger: &mut Ledger) {
        let open: Vec<Property> =
            ledger.entries().filter(|entry| entry.standing.is_open()).map(|entry| entry.property).collect();
        for property in open {
            let cause = match property {
                Property::Race => accesses,
                Property::Deadlock | Property::BarrierReuse | Property::Divergence => waits,
                _ => continue,
            };
            if !self.insts().any(cause) {
                let mut launch = reported(self.function, self.launch, Ctas::All, self.options);
                launch.block = Some(sizes(self.space.block));
                let mut scope = Scope::every_input(&launch);
                // A thread that waits forever in a loop of its own waits at no barrier; but that deserves a note.
                if property == Property::Deadlock && taint::waits_for_others(self.function).is_some() {
                    scope = scope.assuming(Assumption::TERMINATES_THOUGH_WAITING);
                }
                ledger.record(property, Evidence::proved(scope));
            }
        }
    }
}

/// May it access memory that others see, or do something unknown?
fn accesses(kind: &InstKind) -> bool {
    let does = kind.effects();
    does.is_visible() || does.meets == Meets::Unknown
}

/// May it wait for others, or they for it? What is not modelled and touches memory may have them wait there.
fn waits(kind: &InstKind) -> bool {
    let does = kind.effects();
    match does.meets {
        Meets::Nothing | Meets::Agent => [does.reads, does.writes].contains(&Touches::Anything),
        Meets::Lanes | Meets::Cta | Meets::Grid | Meets::Unknown => true,
    }
}
