//! Z3, in process: the only module that names the crate `z3`.
//!
//! - [`Z3`] answers questions about raddle's terms: bit-vectors, arrays and floats;
//! - [`arithmetic`] answers questions about polynomials over integers or rationals.

pub mod arithmetic;
mod terms;

pub(crate) use terms::work_so_far;
pub use terms::{Z3, check_script};
