//! Reports in all formats.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod common;
mod formats;
mod human;
mod rules;
