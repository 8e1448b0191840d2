//! One thing that the user should know: a finding, a warning, or an error in the input.

use super::facts::Facts;
use super::thread::Thread;
use crate::rules::Rule;
use raddle_verdict::Location;
use raddle_verdict::{Argument, Ctas, Launch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// A bug, with a witness that was replayed; or an input that cannot be read.
    Error,
    /// Something that may be a bug, or keeps raddle from an answer.
    Warning,
    /// Something worth knowing.
    Note,
    /// Something to do.
    Help,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
            Severity::Help => "help",
        })
    }
}

/// A place with what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// The place.
    pub location: Location,
    /// What is to be said; may be empty.
    pub text: String,
    /// Whether the diagnostic is about this place, rather than explained by it.
    pub primary: bool,
}

/// A concrete test that shows a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Witness {
    /// The file that holds the kernel.
    pub file: String,
    /// The kernel's name as PTX has it.
    pub kernel: String,
    /// The launch.
    pub launch: Launch,
    /// The inputs beyond the launch's arguments and buffers, as chosen by raddle.
    pub inputs: Vec<Argument>,
    /// Whether a note of the finding says what matters of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noted: bool,
    /// The threads that the finding is about.
    pub threads: Vec<Thread>,
    /// The schedule, in the reference machine's own form.
    pub schedule: serde_json::Value,
    /// Whether the reference machine, given this witness, showed the finding again.
    pub replayed: bool,
    /// The file that the witness was written to, for `raddle replay`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_to: Option<String>,
}

/// One thing that the user should know.
///
/// Findings are made from facts by [`Diagnostic::race`] and its neighbours in [`crate::finding`], which
/// word title, labels and notes; everything else by [`Diagnostic::new`] and the methods that add to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Diagnostic {
    /// Which rule speaks; it has a page of documentation.
    pub rule: Rule,
    /// How bad it is.
    pub severity: Severity,
    /// One line, without a full stop.
    pub title: String,
    /// Places, in the order in which they are reported.
    pub labels: Vec<Label>,
    /// What else is known, most important first.
    pub notes: Vec<String>,
    /// What to do about it, best first.
    pub help: Vec<String>,
    /// Text of another tool, as it wrote it: what a compiler has to say about the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verbatim: Option<String>,
    /// The facts it is made of, for programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// The test that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

impl Diagnostic {
    /// A diagnostic with the rule's own severity and nothing but a title.
    #[must_use]
    pub fn new(rule: Rule, title: impl Into<String>) -> Self {
        Diagnostic {
            rule,
            severity: rule.severity(),
            title: title.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            verbatim: None,
            facts: None,
            witness: None,
        }
    }

    /// Adds a place that the diagnostic is about.
    #[must_use]
    pub fn primary(mut self, location: Location, text: impl Into<String>) -> Self {
        self.labels.push(Label { location, text: text.into(), primary: true });
        self
    }

    /// Adds a place that explains it.
    #[must_use]
    pub fn secondary(mut self, location: Location, text: impl Into<String>) -> Self {
        self.labels.push(Label { location, text: text.into(), primary: false });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds something to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Attaches text of another tool, as it wrote it.
    #[must_use]
    pub fn verbatim(mut self, text: impl Into<String>) -> Self {
        self.verbatim = Some(text.into());
        self
    }

    /// Attaches the test that shows the finding. One that was not replayed makes an error a warning, and
    /// its title says "possible": an error from raddle is a bug that the reference machine has seen.
    #[must_use]
    pub fn witness(mut self, witness: Witness) -> Self {
        if !witness.replayed && self.severity == Severity::Error {
            self.severity = Severity::Warning;
            self.title = format!("possible {}", self.title);
        }
        self.witness = Some(witness);
        self
    }

    /// The place that the diagnostic is about first of all.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        self.labels.iter().find(|label| label.primary).map(|label| &label.location)
    }

    /// All notes, those about inlining and the witness included, as every renderer shows them.
    #[must_use]
    pub fn all_notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        for label in &self.labels {
            let Some(calls) = inlining(&label.location) else { continue };
            if !notes.contains(&calls) {
                notes.push(calls);
            }
        }
        if let Some(witness) = &self.witness {
            notes.push(witness.sentence());
        }
        notes
    }
}

/// `gemm.cuh:12 is in `load`, inlined at gemm.cu:88, inlined at …`, for a place that was inlined.
fn inlining(location: &Location) -> Option<String> {
    location.inlined_at.as_ref()?;
    let mut text = location.short();
    if let Some(function) = &location.function {
        text.push_str(&format!(" is in `{function}`"));
    }
    for (i, call) in location.calls().enumerate() {
        text.push_str(if i == 0 && location.function.is_none() { " is" } else { "," });
        text.push_str(&format!(" inlined at {}", call.short()));
    }
    Some(text)
}

impl Witness {
    /// The one block that ran, if it is not the first, at which a reader would look.
    fn block(&self) -> Option<[u32; 3]> {
        let Ctas::One(block) = self.launch.ctas else { return None };
        (block != [0; 3] && self.threads.iter().all(|thread| thread.cta == block)).then_some(block)
    }

    /// What the witness is, where it lies and how to run it.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = String::from(if self.replayed {
            "replayed on raddle's reference machine"
        } else {
            "not reproduced on raddle's reference machine"
        });
        let mut inputs: Vec<String> = Vec::new();
        if !self.noted {
            inputs.extend(self.inputs.iter().map(ToString::to_string));
        }
        if let Some([x, y, z]) = self.block() {
            text.push_str(&format!(" in block ({x},{y},{z})"));
        }
        if !inputs.is_empty() {
            text.push_str(&format!(", with {}", inputs.join(", ")));
        }
        if let Some(file) = &self.written_to {
            text.push_str(&format!("; run it again with `raddle replay {file}`"));
        }
        text
    }
}

/// The ledger asks which findings are the same.
impl raddle_verdict::Finding for Diagnostic {
    fn is_like(&self, other: &Self) -> bool {
        let places = |one: &Self| -> Vec<Location> {
            one.labels.iter().filter(|label| label.primary).map(|label| label.location.clone()).collect()
        };
        self.rule == other.rule && self.severity == other.severity && places(self) == places(other)
    }
}
