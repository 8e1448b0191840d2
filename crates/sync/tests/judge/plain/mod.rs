//! The plain algorithm: paper 001, §4.2, thread by thread and pair by pair.
//!
//! It is the oracle of the fast one (`src/`), which works on classes of threads and sweeps; the judge compares
//! this one with all interleavings on small CTAs, and the fast one with this one on large ones. Nothing else uses it.

#![allow(dead_code, missing_docs)]

pub mod generation;
pub mod happens_before;
pub mod race;
pub mod trace;
pub mod wellsync;

use happens_before::HappensBefore;
use raddle_sync::program::Cta;
use trace::{Outcome, Schedule, Trace};
use wellsync::Reuse;

/// What it says of a CTA.
pub struct Plain {
    pub trace: Trace,
    /// Empty also where the run does not reach `done`.
    pub violations: Vec<Reuse>,
}

pub fn analyse(cta: &Cta) -> Plain {
    let trace = [Schedule::InTurn, Schedule::InTurnFromTheLast, Schedule::ToTheBlock]
        .into_iter()
        .map(|schedule| trace::run(cta, schedule))
        .find(|trace| trace.outcome == Outcome::Done)
        .unwrap_or_else(|| trace::run(cta, Schedule::InTurn));
    if trace.outcome != Outcome::Done {
        return Plain { trace, violations: Vec::new() };
    }
    let hb = HappensBefore::new(cta, &trace).expect("the CTAs of the judge are small");
    let violations = wellsync::violations(cta, &trace, &hb);
    Plain { trace, violations }
}
