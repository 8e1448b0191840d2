//! Safe reuse of barriers: lines 18 to 23 of figure 4, with line 18 corrected.
//!
//! A CTA is well-synchronised (definition 6 of paper 001) if every registration has the same generation,
//! not 0, in every trace. Given one trace that reaches `done`, that holds iff (theorem 1 and its converse)
//!
//! > for each registration `c1` in generation k of a barrier, and each registration `c2` in
//! > generation k+1 of the same barrier: the command `c3` just before `c2` in its thread exists,
//! > and `R(c1, c3)`.
//!
//! Three points where the letter of figure 4 matters or misleads (`tests/judge` holds each against all
//! interleavings):
//!
//! - Figure 4's line 18 ranges over the `sync`s of generation k only. Then a generation that has
//!   only `arrive`s is never checked. `c1` is *any* registration.
//! - `c3; c2 ∈ T` does not hold where `c2` is the first command of its thread. Such a `c2` can be
//!   executed before everything else, so it is a violation, not a pair to be skipped.
//! - `R` is not reflexive for `arrive`s. It matters if a thread's `arrive` may be the last of an
//!   arrive-only generation and the thread's next command registers at that barrier again (`c1 = c3`): the
//!   thread can be there before the barrier is recycled, and the semantics lets it over-arrive (see
//!   [`raddle_machine::barrier`]). For a `sync`, `R(c1, c1)` holds, and the case is safe: the thread continues only after the recycling.
//!
//! If generation k has a `sync` s, one test per `c2` does: every registration of the generation is
//! `R`-before s, so `R(s, c3)` gives all `R(c1, c3)`, and conversely `R(s, c3)` is one of them.
//! Checking dangling generations needs nothing of its own: they have a predecessor, and no successor.

use super::generation::{DynamicBarrier, NodeId};
use super::happens_before::HappensBefore;
use super::trace::Trace;
use raddle_sync::program::{Command, Cta, Point, Site};
use rustc_hash::FxHashMap;

/// A registration of one generation that the next generation's does not wait for: a barrier is
/// reused before its earlier use is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reuse {
    /// The earlier generation, k.
    pub earlier: NodeId,
    /// The later one, k + 1.
    pub later: NodeId,
    /// The registration of generation k that may lag, `c1`. Where the generation has `sync`s it is one of
    /// them, and stands for the generation's completion.
    pub lagging: Point,
    /// The registration of generation k + 1 that may come too early, `c2`.
    pub early: Point,
    /// The command just before `early`, `c3`, that `lagging` is not ordered before. `None`: `early` is its
    /// thread's first command.
    pub after: Option<Point>,
    /// How many pairs of registrations of this barrier at these two sites are unordered so; this is the first.
    pub count: u64,
}

/// The violations of safe reuse in a CTA whose `trace` reached `done`, one for each barrier and pair of
/// sites, in the order in which the trace reaches them. Empty iff the CTA is well-synchronised.
pub fn violations(cta: &Cta, trace: &Trace, hb: &HappensBefore) -> Vec<Reuse> {
    let mut found = Vec::new();
    for generations in trace.generations.values() {
        let mut first: FxHashMap<(Option<Site>, Option<Site>), usize> = FxHashMap::default();
        for pair in generations.windows(2) {
            let (earlier, later) = (pair[0], pair[1]);
            for c1 in representatives(trace.node(earlier)) {
                for c2 in trace.node(later).participants.iter().map(|participant| participant.at) {
                    let c3 = c2.index.checked_sub(1).map(|index| Point { index, ..c2 });
                    if c3.is_some_and(|c3| hb.ordered(trace, c1, c3)) {
                        continue;
                    }
                    let sites = (cta.command(c1).map(Command::site), cta.command(c2).map(Command::site));
                    let at = *first.entry(sites).or_insert_with(|| {
                        found.push(Reuse { earlier, later, lagging: c1, early: c2, after: c3, count: 0 });
                        found.len() - 1
                    });
                    found[at].count += 1;
                }
            }
        }
    }
    found.sort_by_key(|reuse| trace.passage(reuse.early).map(|passage| passage.time));
    found
}

/// Registrations of a generation such that what comes after these comes after all: its last `sync`, or
/// all where there are only `arrive`s.
fn representatives(node: &DynamicBarrier) -> Vec<Point> {
    match node.syncs().next_back() {
        Some(sync) => vec![sync.at],
        None => node.participants.iter().map(|participant| participant.at).collect(),
    }
}
