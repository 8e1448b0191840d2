//! The library's face: from a file and options to a [`Report`](raddle_report::Report).
//!
//! This is the one place where methods meet. [`check`] loads the input, prepares each kernel, runs it on the
//! reference machine, hands the recorded thread programs to `raddle-sync`, replays each finding on the machine, and
//! states a verdict for each property with its scope or its reason. [`run`] and [`replay`] execute; [`ir_text`]
//! prints.
//!
//! Nothing here knows a terminal or a command line.

mod ablation;
mod cases;
mod check;
mod closing;
mod contracts;
mod ctas;
mod elements;
mod evidence;
mod exec;
mod explain;
mod findings;
mod for_all;
mod free;
mod graph;
mod input;
mod inputs;
mod ir_text;
mod known_sizes;
mod launch;
mod lockstep;
mod lockstep_text;
mod names;
mod observe;
mod options;
mod places;
mod pointee;
mod portable;
mod programs;
mod recorded;
mod replay;
mod run;
mod said;
mod schedule;
mod taint;
mod terminate;
mod termination;
mod tries;
mod unknown;
mod verdict;
mod witness;
mod work_dim;

#[doc(hidden)]
pub use ablation::{Measured, WITHOUT, Without, ablated};
pub use check::{Checked, Kernel, check, check_unless};
#[doc(hidden)]
pub use for_all::two_threads;
pub use input::{Input, from_ptx, load};
pub use ir_text::ir_text;
pub use launch::fixed;
pub use lockstep_text::{Emit, lockstep_text};
pub use names::{demangled, source_name};
pub use options::{BufferSpec, CtaChoice, DEFAULT_PROPERTIES, Extent, Key, MOST_STEPS, Options, Sizes};
pub use raddle_compile::{CompileOptions, Compiler};
pub use raddle_lockstep::prove::Part;
pub use raddle_smt::solver::choice::Choice as SolverChoice;
#[doc(hidden)]
pub use recorded::recorded;
pub use replay::replay;
pub use run::{Ran, run};
pub use terminate::{TerminationFormat, terminate};
#[doc(hidden)]
pub use termination::meaning;
pub use termination::systems_text;

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
