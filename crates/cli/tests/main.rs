//! The binary `raddle` as a user runs it.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod architecture;
mod bad_input;
mod bounds;
#[path = "../../ir/tests/cases.rs"]
mod cases;
mod common;
mod conditions;
mod contracts;
mod docs;
mod explanations;
mod free_sizes;
mod graph;
mod headers;
mod host_launches;
mod inputs;
mod kernels;
mod languages;
mod launch_limits;
mod list;
mod lockstep;
mod many;
mod modules;
mod no_launch;
#[cfg(unix)]
mod nvcc;
mod plain_words;
#[cfg(target_os = "linux")]
mod portable;
mod progress;
mod reasoning;
mod reports;
mod require;
mod required;
mod sentences;
mod sizes;
mod solvers;
#[cfg(unix)]
mod stopped;
mod structures;
mod templates;
mod terminate;
mod termination;
mod witnesses;
