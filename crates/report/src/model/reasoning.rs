//! How two threads were compared for all inputs: what was found of loops and barriers, and what a proof lacked.
//!
//! Formulas are written as the source would write them; `i0` is what `i` is where the loop is entered, `rounds` the number
//! of rounds that are over.

use raddle_verdict::Location;
use raddle_verdict::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was found, and used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reasoning {
    /// The loops, by their heads.
    pub loops: Vec<LoopReasoning>,
    /// The barriers.
    pub barriers: Vec<BarrierReasoning>,
    /// What failed proofs lacked: variables of loops that may be too much in an arbitrary round.
    pub lacking: Vec<Lacking>,
}

/// Which threads agree on something, wherever they are at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// All threads of the launch.
    Launch,
    /// All threads of a CTA.
    Cta,
    /// No two threads need to agree.
    None,
}

/// What was found of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoopReasoning {
    /// Its head.
    pub location: Location,
    /// Which threads leave it in the same round.
    pub left_by: Agreement,
    /// Its variables.
    pub variables: Vec<LoopVariable>,
    /// What was guessed and proved to hold at its head.
    pub invariants: Vec<String>,
    /// What was guessed and could not be proved.
    pub given_up: Vec<String>,
    /// The invariants that the source gives.
    pub contracts: Vec<UserInvariant>,
}

/// A variable of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LoopVariable {
    /// What it is called.
    pub name: String,
    /// What it is after `rounds` rounds, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
}

/// An invariant of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UserInvariant {
    /// Where it is.
    pub location: Location,
    /// What became of it.
    pub held: Held,
    /// Why it is not known, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What became of an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    /// It is proved, and used.
    Proved,
    /// It may fail where the loop is entered.
    FailsOnEntry,
    /// It may fail after a round that began with it.
    FailsAfterRound,
    /// It is not known.
    Unknown,
    /// It is about a log of accesses, and there is none.
    LeftOut,
}

/// On what a barrier depends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BarrierReasoning {
    /// Where it is.
    pub location: Location,
    /// Which threads agree on whether they reach it. If those of a CTA do, no solver was needed.
    pub agreed_by: Agreement,
    /// The conditions that it depends on.
    pub conditions: Vec<BranchCondition>,
}

/// A condition of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BranchCondition {
    /// The branch.
    pub location: Location,
    /// The condition.
    pub text: String,
    /// Which threads agree on it.
    pub agreed_by: Agreement,
}

/// A variable of a loop of which a proof would have to know more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lacking {
    /// What could not be proved.
    pub property: Property,
    /// The loop.
    pub location: Location,
    /// The variable.
    pub variable: String,
    /// With this value at the head of the loop something goes wrong; an invariant would have to exclude it.
    pub value: String,
}
