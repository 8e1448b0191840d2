//! The library's interface: from a file and options to a [`Report`](raddle_report::Report).
//!
//! This is the one place where methods meet. [`check`] loads the input, prepares each kernel, runs it on the
//! reference machine, hands the recorded thread programs to `raddle-sync`, replays each finding on the machine, and
//! states a verdict for each property with its scope or its reason. [`run`] and [`replay`] execute; [`ir_text`]
//! prints.
//!
//! Nothing here knows a terminal or a command line.

mod commands;
mod confirm;
mod evidence;
mod methods;
mod observe;
mod options;
mod plan;
mod running;
mod session;
mod subject;
mod words;

#[doc(hidden)]
pub use commands::ablation::{Measured, WITHOUT, Without, ablated};
pub use commands::doctor::{Installed, doctor};
pub use commands::ir_text::ir_text;
pub use commands::list::list;
pub use commands::lockstep_text::{Emit, lockstep_text};
#[doc(hidden)]
pub use commands::recorded::recorded;
pub use commands::replay::replay;
pub use commands::run::{Ran, run};
pub use commands::systems_text::systems_text;
pub use commands::terminate::{TerminationFormat, terminate};
#[doc(hidden)]
pub use commands::two_threads::two_threads;
pub use options::{
    Also, Ask, BufferSpec, CtaChoice, DEFAULT_STEPS, Extent, Key, Launches, MOST_STEPS, Options, Requirement,
    Running, Sizes, Time, TwoThreads, Which,
};
pub use raddle_compile::{CompileOptions, Compiler};
pub use raddle_lockstep::prove::Part;
pub use raddle_smt::solver::choice::Choice as SolverChoice;
pub use session::{Checked, Event, Session, check, unreached};
pub use subject::input::Input;
pub use subject::load::load;
pub use subject::names::source_name;

use raddle_report::Diagnostic;
use std::collections::BTreeMap;

/// Why nothing could be done: the input or the options are wrong.
#[derive(Clone, Debug, Default)]
pub struct Failed {
    /// What is wrong, by the `input/…` rules.
    pub errors: Vec<Diagnostic>,
    /// Source texts by file name, for showing the lines.
    pub sources: BTreeMap<String, String>,
}
