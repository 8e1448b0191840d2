//! What raddle says: one model, several renderers.
//!
//! A run fills a [`Report`]: for each kernel a launch, for each property asked a [`Verdict`] with its
//! [`Scope`], its findings or its reason, and for a wrong input the errors. The report is plain data
//! ([`model`]); three renderers read it and add nothing:
//!
//! - [`human::render`], for a terminal, with source lines;
//! - [`json::render`], all of the data, as `docs/src/json-schema.json` describes it;
//! - [`sarif::render`], SARIF 2.1.0, for code hosts and editors.
//!
//! Each diagnostic belongs to a [`Rule`], a declaration in [`rules`] with a page of documentation in `docs/src/rules/`. Findings are made
//! from facts in [`finding`], so that a race is worded in one place, in the words of the kernel's language ([`terms`]).
//! Source text comes through the trait [`SourceProvider`]: the crate reads no file.
//!
//! ```
//! use raddle_report::*;
//!
//! let launch = Launch::new([128, 1, 1], [1, 1, 1]);
//! let scope = Scope::every_input(&launch).assuming(Assumption::InBounds);
//! let stuck = Unknown::new(Rule::UnknownData, "a loop bound depends on parameter `k`")
//!     .at(Location::new("gemm.cu", 41, 7))
//!     .help("pass `--arg k=...`");
//! let mut report = Report::new("0.1.0", vec![]);
//! report.kernels.push(
//!     KernelReport::new("gemm", "gemm.cu", launch)
//!         .result(PropertyResult::proved(Property::Divergence, scope))
//!         .result(PropertyResult::unknown(Property::Race, stuck)),
//! );
//! assert_eq!(report.exit_code(), ExitCode::Unknown);
//! println!("{}", human::render(&report, &NoSource, human::Style::default()));
//! ```
//!
//! Invariants:
//! - the same report renders to the same text: nothing here looks at clocks, files, environment or hash maps;
//! - a finding at error level that has a witness was replayed ([`Diagnostic::witness`]);
//! - every verdict of every kernel is in every format, with its scope or its reason: nothing is left out
//!   silently, and a list that the terminal cuts says how much it cuts;
//! - control characters in names or source text never reach the terminal;
//! - this crate knows no method, no IR and no PTX.

mod advice;
mod explain;
pub mod finding;
pub mod graph;
pub mod human;
pub mod json;
pub mod model;
mod page;
pub mod rules;
pub mod sarif;
pub mod source;
pub mod terms;
pub mod words;

pub use model::diagnostic::{Diagnostic, Label, Severity, Witness};
pub use model::explain::{CtaWait, Explanation, MissingOrder, MovedBarrier, RedundantBarrier, WarpWait, Way};
pub use model::facts::{
    Access, AccessKind, Address, Barrier, BarrierMisuse, Count, Deadlock, Divergence, DivergenceRule,
    Elsewhere, Exited, Facts, Misuse, Passed, Race, Registration, RegistrationKind, Reuse, SameCause, Space,
    Unordered, Wait,
};
pub use model::reasoning::{
    Agreement, BarrierReasoning, BranchCondition, Held, Lacking, LoopReasoning, LoopVariable, Reasoning,
    UserInvariant,
};
pub use model::report::{
    ExitCode, FORMAT_VERSION, Input, KernelReport, PropertyResult, Report, Tally, Tool, Tried,
};
pub use model::statistics::{
    FileStatistics, Flow, KernelStatistics, Questions, Sizes, Stage, StageName, Statistics,
};
pub use model::thread::{Thread, Threads};
pub use model::verdict::{Link, Part, Portion, Unknown, Verdict};
pub use raddle_verdict::{
    Argument, Assumption, Ctas, Dim3, Exception, Launch, Location, Options, Property, Scope, Size,
    UnknownProperty,
};
pub use rules::Rule;
pub use source::{NoSource, SourceProvider};
pub use terms::{Language, Terms};
