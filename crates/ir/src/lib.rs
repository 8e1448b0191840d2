//! raddle's kernel IR: one representation of GPU kernels for every method.
//!
//! SSA with block parameters over typed indices (Cranelift's style). A [`Module`] holds memory
//! objects, functions and a source map; a [`Function`] holds values, instructions and blocks.
//!
//! A front end may leave two things to passes: *mutable scalars* ([`Var`]: PTX registers, paper
//! 000's variables), which passes turn into SSA values where they are private, and *slots*
//! ([`Slot`]: `.local` memory), which become mutable scalars where nothing but plain loads and
//! stores touches them.
//!
//! What every method needs is in the language itself: barriers, warp collectives and atomics are
//! instructions of their own; so are nondeterministic `goto`, `havoc`, `assume`, `assert` and
//! specification regions; an access names its object and offset wherever provenance allows, and every
//! instruction knows its source location. What raddle does not model is an *opaque* instruction,
//! which says what it may do.
//!
//! This crate knows nothing of PTX text, of compilers, of solvers, or of any method.

pub mod cfg;
pub mod clock;
pub mod contracts;
pub mod copies;
mod effects;
mod entity;
pub mod eval;
pub mod functions;
mod inst;
mod marker;
mod module;
pub mod null;
mod op;
pub mod passes;
pub mod pointee;
mod source;
pub mod text;
mod types;
pub mod validate;

pub use effects::*;
pub use entity::*;
pub use eval::{eval, eval64};
pub use inst::*;
pub use marker::Marker;
pub use module::*;
pub use op::*;
pub use source::*;
pub use types::*;
pub use validate::{Invalid, validate, validate_module};
