//! The text form of the IR, `.rir`: it round-trips, and is what tests are written in.
//!
//! ```text
//! module cuda address 64
//! file0 = "scan.cu"
//! loc0 = ptx 12 at file0:3:5
//! obj0 = shared "tile" size 256 align 4 element 4
//!
//! kernel "scan" { !loc0
//!   param "n" offset 0 size 4 align 4 type i32
//! block0():
//!   v0 = special i32 tid.x !loc0
//!   v1 = const i32 0x2 !loc0
//!   v2 = shl i32 v0, v1 as "byte" !loc0
//!   v3 = load i32 shared[obj0 + v2 + 0] !loc0
//!   return !loc0
//! }
//! ```
//!
//! An entity is spelled as its [`Display`](std::fmt::Display) writes it. The type after an operation's
//! name is that of its result. Locations (`!loc0`) may be left out, and names are optional throughout.

mod lex;
mod names;
mod parse;
mod print;

pub use names::{op_name, special_name};
pub use parse::{ParseError, parse};
pub use print::{print_function, print_inst};
pub(crate) use print::{print_terminator, spec_name};
