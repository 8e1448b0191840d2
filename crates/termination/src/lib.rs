//! Termination (paper 004).
pub mod certificate;
pub mod check;
pub mod decide;
pub mod graph;
pub mod invariants;
pub mod its;
pub mod prepare;
pub mod ranking;
pub mod solver;
