//! The three verdicts and the scope of a proof (design §3). There is no fourth.

use super::facts::Count;
use crate::rules::Rule;
use raddle_verdict::{Gap, Location, Property, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The answer to one property of one kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Verdict {
    /// It holds, within the scope.
    Proved {
        /// For which launches and inputs, under which assumptions.
        scope: Scope,
    },
    /// It does not hold: the diagnostics at error level show it, each by a replayed witness.
    Refuted {
        /// How many findings, each one pair of source lines.
        findings: u64,
        /// How many pairs of accesses, over all findings, where that can be counted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pairs: Option<Count>,
    },
    /// It is not known whether it holds.
    Unknown(Unknown),
}

impl Verdict {
    /// `proved`, `refuted` or `unknown`.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Verdict::Proved { .. } => "proved",
            Verdict::Refuted { .. } => "refuted",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// One link of the chain from what stopped raddle back to what it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// What depends on what, such as ``the loop bound depends on `n` ``.
    pub text: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// A portion of a property that may be proved by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Portion {
    /// The accesses to shared memory.
    Shared,
    /// What the threads of one block do to each other.
    WithinCta,
}

impl Portion {
    /// As reports write it after the property: `shared`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Portion::Shared => "shared",
            Portion::WithinCta => "within a block",
        }
    }
}

/// What is proved of a property although the whole is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// Which portion holds.
    pub of: Portion,
    /// For which launches and inputs, under which assumptions.
    pub scope: Scope,
}

/// Why there is no answer, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct Unknown {
    /// The kind of obstacle, one of the `unknown/…` rules.
    pub rule: Rule,
    /// The reason, one line without a full stop.
    pub reason: String,
    /// Where the obstacle is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
    /// From the obstacle back to the unknown: the first link is nearest to the obstacle.
    pub chain: Vec<Link>,
    /// What was tried, what is known nevertheless.
    pub notes: Vec<String>,
    /// What would help, best first.
    pub help: Vec<String>,
    /// The property whose bug would be the reason, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless_refuted: Option<Property>,
    /// The part that is proved nevertheless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Box<Part>>,
}

impl Unknown {
    /// No answer for `reason`; `rule` is one of the `unknown/…` rules.
    #[must_use]
    pub fn new(rule: Rule, reason: impl Into<String>) -> Self {
        Unknown {
            rule,
            reason: reason.into(),
            location: None,
            chain: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            unless_refuted: None,
            proved: None,
        }
    }

    /// Adds that a bug in this property would be the reason.
    #[must_use]
    pub const fn unless_refuted(mut self, property: Property) -> Self {
        self.unless_refuted = Some(property);
        self
    }

    /// Adds that a portion of the property is proved.
    #[must_use]
    pub fn but_proved(mut self, of: Portion, scope: Scope) -> Self {
        self.proved = Some(Box::new(Part { of, scope }));
        self
    }

    /// Places the obstacle.
    #[must_use]
    pub fn at(mut self, location: Location) -> Self {
        self.location = Some(location);
        self
    }

    /// Adds a link of the chain with its place.
    #[must_use]
    pub fn because(mut self, location: Option<Location>, text: impl Into<String>) -> Self {
        self.chain.push(Link { text: text.into(), location });
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds something that would help.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
}

/// The ledger asks how reasons join.
impl Gap for Unknown {
    fn also(&mut self, other: Self) {
        for note in std::iter::once(other.reason).chain(other.notes) {
            if !self.notes.contains(&note) && note != self.reason {
                self.notes.push(note);
            }
        }
        for help in other.help {
            if !self.help.contains(&help) {
                self.help.push(help);
            }
        }
        self.proved = self.proved.take().or(other.proved);
    }

    fn join(&mut self, other: &Self) {
        self.proved = match (self.proved.take(), &other.proved) {
            (Some(mut part), Some(of_other)) => {
                // What holds of all memory holds of shared memory.
                if of_other.of == Portion::Shared {
                    part.of = Portion::Shared;
                }
                part.scope.join(&of_other.scope);
                Some(part)
            }
            _ => None,
        };
    }

    fn join_proof(&mut self, proof: &Scope) {
        if let Some(part) = &mut self.proved {
            part.scope.join(proof);
        }
    }

    fn part(&self) -> Option<&Scope> {
        self.proved.as_ref().map(|part| &part.scope)
    }

    fn part_mut(&mut self) -> Option<&mut Scope> {
        self.proved.as_mut().map(|part| &mut part.scope)
    }

    fn without_part(self) -> Self {
        Unknown { proved: None, ..self }
    }

    fn with_part_of(self, other: &Self) -> Self {
        Unknown { proved: other.proved.clone(), ..self }
    }
}
