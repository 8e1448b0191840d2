//! Why races within a CTA are open, although its accesses were compared.

use crate::subject::kernel::Kernel;
use crate::words::findings::Told;
use crate::words::unknown::memory;
use crate::words::unknown::{perhaps_equal, prerequisite, with_causes};
use raddle_machine::domain::Cause;
use raddle_report::{Location, Rule, Terms, Unknown};
use raddle_sync::TimeLimit;
use raddle_sync::race::Side;

/// The comparison took too long.
pub(crate) fn late() -> Unknown {
    Unknown::new(Rule::UnknownLimit, TimeLimit.to_string()).help("raise --timeout")
}

/// It is not known what barriers order.
pub(crate) fn no_order() -> Unknown {
    prerequisite("the order of the accesses could not be computed")
}

/// There are too many pairs of writes of equal values.
pub(crate) fn too_many_equal() -> Unknown {
    let text = "there are too many races of equal-value writes to compare all pairs of accesses";
    Unknown::new(Rule::UnknownLimit, text).help("check a smaller launch")
}

/// Races besides those that are reported.
pub(crate) fn more(number: usize) -> Unknown {
    let text = format!("{number} more pairs of accesses race and were not checked further");
    Unknown::new(Rule::UnknownLimit, text).help("fix the others first")
}

/// Two accesses race if both happen, which depends on `causes`.
pub(crate) fn possible(kernel: &Kernel<'_>, [first, second]: [Location; 2], causes: &[Cause]) -> Unknown {
    let text = "two accesses race if both happen, which depends on data";
    let mut unknown = Unknown::new(Rule::UnknownData, text).at(first.clone());
    if !first.same_place(&second) {
        unknown = unknown.because(Some(second), "the other access is here");
    }
    with_causes(unknown, kernel, causes)
}

/// Two writes race if their values differ.
pub(crate) fn equal_writes([first, second]: [Location; 2], terms: &Terms) -> Unknown {
    Unknown::new(Rule::UnknownData, perhaps_equal(terms))
        .at(first)
        .because(Some(second), "the other write is here")
}

/// Two accesses that nothing orders and that may or may not meet. The place of the first is not known.
pub(crate) fn unplaced(told: &Told<'_>, sides: [&Side; 2]) -> Unknown {
    let terms = told.kernel.terms();
    let accessed = told.accessed(sides[1]);
    let [this, that] = sides.map(|side| told.access(side));
    let does = format!("{} {} {accessed}", terms.name(&that.thread), that.kind.verb());
    let (name, kind) = (terms.name(&this.thread), that.kind.noun());
    let [at, other] = sides.map(|side| told.kernel.place(told.sites.loc(side.access.site)));
    let unknown = memory::unplaced(at.clone(), terms);
    if at.same_place(&other) {
        unknown.note(format!("{does} here, and nothing orders this {kind} and the access of {name}"))
    } else {
        let text = format!("{does}, and nothing orders this {kind} and the access of {name} there");
        unknown.because(Some(other), text)
    }
}
