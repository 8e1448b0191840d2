//! Schedules of the reference machine that show a finding, what it does under them, and the files they are kept in.

pub(crate) mod endless;
pub(crate) mod inputs;
pub(crate) mod limits;
pub(crate) mod play;
pub(crate) mod schedule;
pub(crate) mod stage;
mod unfenced;
pub(crate) mod wanted;
pub(crate) mod witness;
pub(crate) mod words;
