//! Evidence and findings in words.

pub(crate) mod bounds;
mod branches;
pub(crate) mod closing;
pub(crate) mod contracts;
pub(crate) mod elements;
pub(crate) mod events;
pub(crate) mod explain;
pub(crate) mod findings;
mod graph;
pub(crate) mod grid;
pub(crate) mod launch;
pub(crate) mod loops;
pub(crate) mod notes;
mod parting;
pub(crate) mod possible;
pub(crate) mod provided;
pub(crate) mod unknown;
pub(crate) mod weak;
