//! Launches: what a run starts from.
//!
//! Sizes and arguments ([`launch`]), the objects of memory and where they lie ([`objects`]), what those of the module hold
//! ([`constants`], [`variables`]), and what a run takes for inputs that are not given ([`chosen`], [`cases`], [`images`], [`logs`]).

pub mod cases;
pub mod chosen;
pub mod constants;
pub mod images;
pub mod launch;
pub mod logs;
pub mod objects;
pub mod variables;
