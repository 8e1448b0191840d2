//! Property tests of the IR: whatever valid function a random byte string describes, it round-trips
//! through the text form, passes keep it valid and keep its meaning; graphs against naive definitions.
//!
//! [`generate`] makes modules out of bytes (so that proptest can shrink them), [`interpret`] runs one
//! thread and records everything that another thread could see.

mod alone;
mod garbage;
mod generate;
mod graphs;
mod interpret;
mod meaning;
mod pointers;
mod roundtrip;
