//! What a proof is about (design §3): launches, inputs, assumptions, exceptions, and the proofs it stands on.

use crate::assumption::Assumption;
use crate::exception::Exception;
use crate::launch::{Argument, Ctas, Launch};
use crate::location::Location;
use crate::property::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a proof is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
    /// The other properties of a joint proof: none of them can be violated first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together_with: Vec<Property>,
    /// What the proof leaves out.
    pub up_to: Vec<Exception>,
    /// Barriers, accesses and exits that no thread reaches.
    pub dead_code: Vec<Location>,
}

fn add<T: Clone + PartialEq>(all: &mut Vec<T>, more: &[T]) {
    for one in more {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
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
            together_with: Vec::new(),
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
        add(&mut self.assumptions, &[assumption]);
        self
    }

    /// The same, standing on the proof of `property`.
    #[must_use]
    pub fn standing_on(mut self, property: Property) -> Self {
        add(&mut self.stands_on, &[property]);
        self
    }

    /// The same up to an exception.
    #[must_use]
    pub fn up_to(mut self, exception: Exception) -> Self {
        add(&mut self.up_to, &[exception]);
        self
    }

    /// The same, naming code that no thread reaches; once for each line.
    #[must_use]
    pub fn dead_code(mut self, location: Location) -> Self {
        if !self.dead_code.iter().any(|known| known.same_line(&location)) {
            self.dead_code.push(location);
        }
        self
    }

    /// Does it hold of one block of the grid alone?
    #[must_use]
    pub const fn is_of_one_cta(&self) -> bool {
        matches!(self.launch.ctas, Ctas::One(_))
    }

    /// Does it leave out races between blocks?
    #[must_use]
    pub fn is_within_ctas(&self) -> bool {
        self.up_to.contains(&Exception::BetweenCtas)
    }

    /// Does it hold of everything that is asked, so that nothing can be shown beside it?
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.conditions.is_empty() && self.up_to.is_empty() && !self.is_of_one_cta()
    }

    /// Joins what a proof of another part is about: what either assumes or leaves out, and what is dead in both. Where either is of
    /// one block alone, so is the whole.
    pub fn join(&mut self, other: &Scope) {
        if other.is_of_one_cta() {
            self.launch.ctas = other.launch.ctas;
        }
        add(&mut self.inputs, &other.inputs);
        add(&mut self.conditions, &other.conditions);
        add(&mut self.assumptions, &other.assumptions);
        add(&mut self.up_to, &other.up_to);
        add(&mut self.stands_on, &other.stands_on);
        self.dead_code.retain(|place| other.dead_code.contains(place));
    }

    /// Adds what a premise adds to the proof that stands on it: its conditions, that it leaves out races between blocks, and that it is about one
    /// block alone.
    pub(crate) fn inherit(&mut self, premise: &Scope) {
        add(&mut self.conditions, &premise.conditions);
        if premise.is_of_one_cta() {
            self.launch.ctas = premise.launch.ctas;
        }
        if premise.is_within_ctas() {
            add(&mut self.up_to, &[Exception::BetweenCtas]);
        }
    }
}
