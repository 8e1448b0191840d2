//! What is known about how a finding comes about, beyond the finding itself.
//!
//! Nothing here is a guess: a barrier that would order a race was moved, a wait inserted, and the kernel's synchronisation analysed
//! again; a schedule was played on the reference machine.

use super::facts::{AccessKind, Barrier, Passed, RegistrationKind};
use super::thread::{Thread, Threads};
use raddle_verdict::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// On which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Before it.
    Before,
    /// After it.
    #[serde(rename = "behind")]
    After,
    /// Between the read and the write of one line.
    Between,
}

/// How far threads that race know of each other. Either of two such orders would settle the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MissingOrder {
    /// Those whose access would come first.
    pub from: Threads,
    /// Those whose access would come later.
    pub to: Threads,
    /// The last registration of the first that happens before the access of the others; `None`: none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Passed>,
    /// Where the others learn that the access is over; `None`: nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learns: Option<Passed>,
}

/// A barrier on the wrong side of an access: moved, it orders the race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MovedBarrier {
    /// The barrier.
    pub barrier: Barrier,
    /// The instruction that is to be moved.
    pub location: Location,
    /// What it does.
    pub how: RegistrationKind,
    /// To which side of the access.
    pub way: Way,
    /// The access.
    pub over: Location,
    /// What it does.
    pub access: AccessKind,
    /// A thread that does both.
    pub thread: Thread,
}

/// A wait of lanes of a warp for each other that would order the race, with others of this list if there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WarpWait {
    /// The access that it is to be next to.
    pub location: Location,
    /// What that does.
    pub access: AccessKind,
    /// On which side.
    pub way: Way,
    /// The lanes that are there, where they are always the same; all of the warp if `whole`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lanes: Option<u32>,
    /// Are they always all lanes of the warp?
    pub whole: bool,
}

/// A barrier of all threads of the CTA that would order the race, with others of this list if there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CtaWait {
    /// The access that it is to be next to.
    pub location: Location,
    /// What that does.
    pub access: AccessKind,
    /// On which side.
    pub way: Way,
    /// Do all threads make the access? Otherwise the barrier has to stand outside of what only some do.
    pub whole: bool,
    /// Is the access in the condition at the end of a loop?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_loop_end: bool,
}

/// Why two accesses race, and what would order them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Explanation {
    /// The orders that are missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingOrder>,
    /// The smallest move of a barrier that orders the race; `None`: none was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<MovedBarrier>,
    /// Does each thread read it and write it back, in one statement? Then it is an update, which is not atomic.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub updates: bool,
    /// Where lanes of a warp would have to wait for each other; all of these together order the race.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warp_waits: Vec<WarpWait>,
    /// Where all threads of the CTA would have to wait for each other; looked for where nothing else helps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cta_waits: Vec<CtaWait>,
}

/// A barrier that orders nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct RedundantBarrier {
    /// Which barriers.
    pub barriers: Vec<Barrier>,
    /// The instructions that meet there; they go together.
    pub locations: Vec<Location>,
    /// How often they meet.
    pub generations: u64,
    /// One that is needed if this one goes, and could go if this one stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<Location>,
}
