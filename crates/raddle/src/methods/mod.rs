//! The methods. Each takes a kernel at the launches of the question, and yields evidence.

pub(crate) mod one_run;
pub(crate) mod termination;
pub(crate) mod two_threads;
