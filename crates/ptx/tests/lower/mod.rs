//! Lowering: what each family of instructions computes, what shape it has, what is an error, and
//! that nothing panics.

mod errors;
mod machine;
mod semantics;
mod shapes;
mod soup;
