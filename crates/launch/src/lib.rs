//! The launches that are asked about.
//!
//! Some sizes are given, the others are free: every size that the language allows is meant. So a question is about a set of launches, a
//! [`LaunchSpace`], and a run is about one point of it. The limits of the languages and the hardware are written down here and nowhere else
//! ([`limits`]); a proof for a free size names the limit that it has used.

mod given;
pub mod limits;
mod space;

pub use given::{Arg, Buffer, BufferContent};
pub use limits::Limits;
pub use space::{Extent, LaunchSpace, Sizes};
