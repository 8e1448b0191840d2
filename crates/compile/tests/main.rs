//! Sources to PTX, with the compilers of this machine.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod built_ins;
mod compile;
mod door;
mod precompiled;
