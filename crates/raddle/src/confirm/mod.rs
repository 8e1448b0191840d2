//! What may be wrong is run: only what the reference machine shows is an error.

pub(crate) mod candidates;
pub(crate) mod choices;
pub(crate) mod concrete;
pub(crate) mod limits;
pub(crate) mod replay;
