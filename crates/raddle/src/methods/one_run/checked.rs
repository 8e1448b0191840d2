//! What runs say of a kernel.

use crate::evidence::Ledger;
use raddle_machine::domain::{Cause, Site};
use raddle_report::{Ctas, Diagnostic, Property, Unknown};

/// What runs say of a kernel, and the CTAs that were run.
pub(crate) struct Checked {
    pub(crate) ctas: Ctas,
    pub(crate) ledger: Ledger,
    /// Was an access seen that leaves its object?
    pub(crate) out_of_bounds: bool,
    /// Why the assumption that no access is out of bounds is doubted: an access of one CTA was seen that is, or may be.
    pub(crate) outside: Option<Unknown>,
    /// Is something assumed of which it is unknown whether it held?
    pub(crate) takes_for_granted: bool,
    /// The properties that remain refuted: by what comes before that.
    pub(crate) certain: Vec<Property>,
    /// Does each launch give a built-in function operands that it is not defined for?
    pub(crate) undefined: bool,
    /// Was a run cut off, as it took too many steps?
    pub(crate) cut: bool,
    /// The branch that the run stopped at, if [cases](super::cases) may help.
    pub(crate) open: Option<Open>,
}

impl Checked {
    /// The findings that show a property wrong, if a run did that and nothing is assumed in it.
    pub(crate) fn shown(&self, property: Property) -> Option<Vec<Diagnostic>> {
        let entry = self.ledger.entry(property)?;
        entry.standing.is_shown().then_some(entry.findings)
    }
}

/// A branch at which a run stops, on a condition that a case may decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Open {
    /// The branch.
    pub(super) branch: Site,
    /// What its condition depends on.
    pub(super) causes: Vec<Cause>,
}
