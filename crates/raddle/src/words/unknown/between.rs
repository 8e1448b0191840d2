//! Why races between the CTAs of a grid are open.

use crate::words::grid;
use crate::words::unknown::memory::{DISJOINT, may_meet};
use crate::words::unknown::perhaps_equal;
use raddle_report::{Location, Rule, Terms, Unknown};

/// There is too much to compare.
pub(crate) fn too_many_accesses(terms: &Terms) -> Unknown {
    let blocks = terms.blocks;
    let text = format!("there are too many accesses to global memory to compare them between {blocks}");
    Unknown::new(Rule::UnknownLimit, text).help(grid::smaller(terms))
}

/// The comparison took too long.
pub(crate) fn late(terms: &Terms) -> Unknown {
    let blocks = terms.blocks;
    let text = format!("comparing the accesses of all {blocks} took longer than the time limit");
    let help = format!("raise it with --timeout SECONDS, or {}", grid::smaller(terms));
    Unknown::new(Rule::UnknownLimit, text).help(help)
}

/// The address of an access is unknown.
pub(crate) fn unplaced(at: Location, terms: &Terms) -> Unknown {
    may_meet(at, terms.block)
}

/// Buffers may overlap.
pub(crate) fn aliased(terms: &Terms) -> Unknown {
    let blocks = terms.blocks;
    let text = format!(
        "pointer parameters may point to the same memory, so accesses of different {blocks} may overlap"
    );
    Unknown::new(Rule::UnknownData, text).help(DISJOINT)
}

/// Two accesses race if both happen.
pub(crate) fn possible(at: Location, terms: &Terms) -> Unknown {
    let text = format!("accesses of two {} race if both happen, which depends on data", terms.blocks);
    Unknown::new(Rule::UnknownData, text).at(at)
}

/// Two writes race if their values differ.
pub(crate) fn equal_writes(at: Location, terms: &Terms) -> Unknown {
    Unknown::new(Rule::UnknownData, perhaps_equal(terms)).at(at)
}
