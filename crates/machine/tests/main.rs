//! The reference machine.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod barriers;
mod common;
mod concrete;
mod constants;
mod explore;
mod function_pointers;
mod partial;
mod races;
mod shared_arguments;
mod slice;
mod soundness;
mod states;
