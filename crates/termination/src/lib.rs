//! Termination (paper 004).
pub mod certificate;
pub mod check;
pub mod decide;
pub mod endless;
pub mod graph;
pub mod invariants;
pub mod its;
pub mod path;
pub mod prepare;
pub mod ranking;
pub mod recurrence;
pub mod search;
pub mod solver;
