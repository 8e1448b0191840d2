//! What the comparison of two threads says of contracts.

use raddle_lockstep::prove::{Answer, Outcome};
use raddle_report::Property;

/// What lock-step verification says of a property of single threads: assertions, contracts, or bounds.
pub(super) fn answer(outcome: &Outcome, property: Property) -> &Answer {
    match property {
        Property::Assert => &outcome.assertions,
        Property::Bounds => &outcome.bounds,
        _ => &outcome.contracts,
    }
}

/// The method's model of memory is right only if there is no race, given the order that barriers make: is that known? That something else
/// keeps threads apart is not enough.
pub(super) fn orderly(outcome: &Outcome) -> bool {
    outcome.race == Answer::Proved
}

/// May writes of other CTAs matter to the contracts?
pub(super) fn between_ctas(outcome: &Outcome) -> bool {
    outcome.race_between_ctas != Answer::Proved || outcome.looks_at_other_ctas
}
