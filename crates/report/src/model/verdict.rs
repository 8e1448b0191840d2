//! The three verdicts and the scope of a proof (design §3). There is no fourth.

use super::facts::{Count, Space};
use super::launch::{Argument, Launch};
use super::location::Location;
use super::property::Property;
use crate::rules::Rule;
use serde::{Deserialize, Serialize};

/// The answer to one property of one kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        /// How many pairs of threads, over all findings, where that can be counted.
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

/// An assumption that a proof makes, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assumption {
    /// The stable name, in kebab case.
    pub name: String,
    /// What it says, to be read after "assuming that".
    pub text: String,
}

impl Assumption {
    /// An assumption by name and text; the text is read after "assuming that".
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Assumption { name: name.into(), text: text.into() }
    }

    /// Distinct pointer parameters are disjoint (design §6, Aliasing).
    #[must_use]
    pub fn disjoint_pointers() -> Self {
        Self::new("disjoint-pointers", "distinct pointer parameters point to disjoint buffers")
    }

    /// Every access is within its buffer (design §6, Aliasing).
    #[must_use]
    pub fn in_bounds() -> Self {
        Self::new("in-bounds", "every access is within its buffer")
    }

    /// No pointer is rebuilt from what control learns about addresses.
    #[must_use]
    pub fn pointers_not_rebuilt() -> Self {
        let text =
            "the kernel does not rebuild the distance of two pointers from branches that addresses decide";
        Self::new("pointers-not-rebuilt", text)
    }

    /// A pointer whose space is asked for points to global memory if the kernel was given it.
    #[must_use]
    pub fn global_pointers() -> Self {
        Self::new(
            "global-pointers",
            "pointer parameters whose space the kernel asks for point to global memory",
        )
    }

    /// Every call through a pointer leads to a function that is there.
    #[must_use]
    pub fn function_pointers() -> Self {
        let text =
            "pointers to functions that are called lead to functions of this file that take these parameters";
        Self::new("function-pointers", text)
    }

    /// The kernel terminates.
    #[must_use]
    pub fn terminates() -> Self {
        Self::new("terminates", "the kernel terminates")
    }

    /// The same of a kernel whose loops may wait for what other threads write.
    #[must_use]
    pub fn terminates_though_waiting() -> Self {
        Self::new(
            "terminates",
            "the kernel terminates, also where a loop waits for what another thread writes",
        )
    }

    /// The lanes of a warp run in lock-step.
    #[must_use]
    pub fn warp_synchronous() -> Self {
        Self::new("warp-synchronous", "the lanes of a warp run in lock-step")
    }
}

/// What a proof is about: launches, inputs, assumptions, and the proofs it stands on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// The launch; an extent `*` stands for every one. Its arguments are those that the user gave.
    pub launch: Launch,
    /// Inputs that the proof fixes: the arguments and buffers that the user gave. Empty: every input.
    pub inputs: Vec<Argument>,
    /// Conditions on the inputs under which it holds, as the source would write them; all must be met.
    pub conditions: Vec<String>,
    /// Assumptions, by name.
    pub assumptions: Vec<Assumption>,
    /// Proofs that this one needs; each is another result of the same kernel.
    pub stands_on: Vec<Property>,
    /// Exceptions: the proof holds up to these, each to be read after "up to".
    pub up_to: Vec<String>,
    /// Barriers, accesses and exits that no thread reaches.
    pub dead_code: Vec<Location>,
}

impl Scope {
    /// Every input of `launch`, without any assumption.
    #[must_use]
    pub fn every_input(launch: &Launch) -> Self {
        Scope {
            launch: launch.clone(),
            inputs: Vec::new(),
            conditions: Vec::new(),
            assumptions: Vec::new(),
            stands_on: Vec::new(),
            up_to: Vec::new(),
            dead_code: Vec::new(),
        }
    }

    /// The same, only for inputs with this value.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl std::fmt::Display) -> Self {
        self.inputs.push(Argument::new(name, value));
        self
    }

    /// The same, only where `condition` is met.
    #[must_use]
    pub fn provided(mut self, condition: impl Into<String>) -> Self {
        self.conditions.push(condition.into());
        self
    }

    /// The same under one more assumption.
    #[must_use]
    pub fn assuming(mut self, assumption: Assumption) -> Self {
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
        self
    }

    /// The same, standing on the proof of `property`.
    #[must_use]
    pub fn standing_on(mut self, property: Property) -> Self {
        if !self.stands_on.contains(&property) {
            self.stands_on.push(property);
        }
        self
    }

    /// The same up to an exception, to be read after "up to": `equal-value writes at a.cu:7`.
    #[must_use]
    pub fn up_to(mut self, exception: impl Into<String>) -> Self {
        let exception = exception.into();
        if !self.up_to.contains(&exception) {
            self.up_to.push(exception);
        }
        self
    }

    /// The same, naming code that no thread reaches.
    #[must_use]
    pub fn dead_code(mut self, location: Location) -> Self {
        self.dead_code.push(location);
        self
    }
}

/// One link of the chain from what stopped raddle back to what it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Link {
    /// What depends on what, such as ``the loop bound depends on `n` ``.
    pub text: String,
    /// Where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// What is proved of a property although the whole is not known.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Part {
    /// It holds of the accesses to this memory.
    pub space: Space,
    /// For which launches and inputs, under which assumptions.
    pub scope: Scope,
}

/// Why there is no answer, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
            proved: None,
        }
    }

    /// Adds that the property is proved of the accesses to one memory.
    #[must_use]
    pub fn but_proved(mut self, space: Space, scope: Scope) -> Self {
        self.proved = Some(Box::new(Part { space, scope }));
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
