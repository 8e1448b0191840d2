//! What is open because threads do not synchronise well, or may not.

use crate::words::unknown::prerequisite;
use raddle_report::{Location, Rule, Terms, Unknown};
use raddle_sync::Reason;

/// Why a CTA is not well-synchronised: then races are not defined.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ill {
    /// A barrier is reused too early.
    Reuse,
    /// A barrier is misused.
    Misuse,
    /// There is a deadlock.
    Deadlock,
}

/// Why races are open then.
pub(crate) fn no_races(why: Ill) -> Unknown {
    let what = match why {
        Ill::Reuse => "no barrier is reused too early, see barrier-reuse",
        Ill::Misuse => "barriers are used correctly, see barrier-reuse",
        Ill::Deadlock => "there is no deadlock, see deadlock",
    };
    prerequisite(format!("races are defined only if {what}"))
}

/// Why deadlock is open where a barrier is reused too early.
pub(crate) fn generations_mix() -> Unknown {
    prerequisite("generations of a barrier may mix, see barrier-reuse: waits may then last forever")
}

/// What depends on a barrier that the run misuses.
pub(crate) fn misused() -> Unknown {
    prerequisite("a barrier is misused, see barrier-reuse")
}

/// What depends on a barrier that some schedule misuses.
pub(crate) fn perhaps_misused() -> Unknown {
    prerequisite("a barrier may be misused, see barrier-reuse")
}

/// The thread programs were not analysed.
pub(crate) fn not_analysed(why: &Reason) -> Unknown {
    Unknown::new(Rule::UnknownLimit, why.to_string())
}

/// What lies after a deadlock.
pub(crate) fn after_deadlock() -> Unknown {
    prerequisite("the run ends in a deadlock, see deadlock")
}

/// What one schedule does not show because another one goes wrong.
pub(crate) fn schedule_fails() -> Unknown {
    prerequisite("a schedule ends in a deadlock or in a misused barrier")
}

/// A lane is no member of the mask that it gives.
pub(crate) fn no_member(at: Location, terms: &Terms) -> Unknown {
    let lane = terms.lane;
    let text = format!(
        "a {lane} executes this although its member mask does not include the {lane}: the result is undefined, see barrier-reuse"
    );
    prerequisite(text).at(at)
}

/// Lanes wait for each other at two instructions of the same kind.
pub(crate) fn collectives_apart([first, second]: [Location; 2], terms: &Terms) -> Unknown {
    let Terms { warp, lanes, .. } = terms;
    let text = format!(
        "{lanes} of a {warp} wait here for {lanes} at another instruction of the same kind; whether the two instructions meet is not modelled"
    );
    let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(first);
    unknown.because(Some(second), "the others wait here")
}

/// Why divergence is open where threads may be stuck: some of a warp synchronise apart, at a place that may be known.
pub(crate) fn warp_apart(at: Option<Location>, terms: &Terms) -> Unknown {
    let Terms { threads, warp, .. } = terms;
    let text = format!(
        "{threads} of a {warp} do not synchronise together here, so whether they diverge depends on which of them wait forever"
    );
    let unknown = prerequisite(text).help("see deadlock and barrier-reuse");
    match at {
        Some(at) => unknown.at(at),
        None => unknown,
    }
}
