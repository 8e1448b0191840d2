//! What the library does besides checking: it runs, replays and prints.

pub(crate) mod ablation;
pub(crate) mod doctor;
pub(crate) mod ir_text;
pub(crate) mod list;
pub(crate) mod lockstep_text;
pub(crate) mod recorded;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod systems_text;
pub(crate) mod terminate;
pub(crate) mod two_threads;
