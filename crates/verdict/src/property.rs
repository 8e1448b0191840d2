//! The properties that can be asked of a kernel (design §3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A question about a kernel, to which evidence gives an answer.
///
/// Its name, in kebab case, is the same on the command line, in JSON and in SARIF, and never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// No two accesses race.
    Race,
    /// No barrier is reached by only some of the threads that the language requires there.
    Divergence,
    /// No thread waits forever at a barrier, and no barrier is used against its rules.
    Deadlock,
    /// No generation of a named barrier can mix with another one.
    BarrierReuse,
    /// Every thread ends.
    Termination,
    /// Every assertion holds.
    Assert,
    /// Every contract holds.
    Contract,
    /// Every access is within its buffer.
    Bounds,
    /// The lanes of a warp use different banks of shared memory.
    BankConflict,
    /// The lanes of a warp use few segments of global memory.
    Coalescing,
    /// The lanes of a warp take the same branches.
    WarpDivergence,
    /// Every barrier is needed.
    RedundantBarrier,
}

impl Property {
    /// All properties, in the order in which reports list them.
    pub const ALL: [Property; 12] = [
        Property::Race,
        Property::Divergence,
        Property::Deadlock,
        Property::BarrierReuse,
        Property::Termination,
        Property::Assert,
        Property::Contract,
        Property::Bounds,
        Property::BankConflict,
        Property::Coalescing,
        Property::WarpDivergence,
        Property::RedundantBarrier,
    ];

    /// The stable name, as `--property` takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Property::Race => "race",
            Property::Divergence => "divergence",
            Property::Deadlock => "deadlock",
            Property::BarrierReuse => "barrier-reuse",
            Property::Termination => "termination",
            Property::Assert => "assert",
            Property::Contract => "contract",
            Property::Bounds => "bounds",
            Property::BankConflict => "bank-conflict",
            Property::Coalescing => "coalescing",
            Property::WarpDivergence => "warp-divergence",
            Property::RedundantBarrier => "redundant-barrier",
        }
    }

    /// Is it violated at some moment of an execution, so that proofs of several may each assume that none of them was violated before?
    /// Termination is not: no moment shows that an execution never ends.
    #[must_use]
    pub const fn is_safety(self) -> bool {
        !matches!(self, Property::Termination)
    }

    /// What a proof of the property says, as half a sentence.
    #[must_use]
    pub const fn claim(self) -> &'static str {
        match self {
            Property::Race => "no data race",
            Property::Divergence => "no barrier divergence",
            Property::Deadlock => "no deadlock",
            Property::BarrierReuse => "every barrier is reused safely",
            Property::Termination => "every thread ends",
            Property::Assert => "every assertion holds",
            Property::Contract => "every contract holds",
            Property::Bounds => "every access is in bounds",
            Property::BankConflict => "no bank conflict",
            Property::Coalescing => "every access coalesces",
            Property::WarpDivergence => "no warp diverges",
            Property::RedundantBarrier => "every barrier is needed",
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no property's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownProperty(
    /// The name as it was given.
    pub String,
);

impl fmt::Display for UnknownProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
        write!(f, "`{}` is not a property; the properties are {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownProperty {}

impl FromStr for Property {
    type Err = UnknownProperty;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Property::ALL.into_iter().find(|p| p.name() == name).ok_or_else(|| UnknownProperty(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_with_json_and_parse_back() {
        for property in Property::ALL {
            let json = serde_json::to_value(property).unwrap();
            assert_eq!(json, property.name());
            assert_eq!(property.name().parse(), Ok(property));
        }
    }

    #[test]
    fn a_wrong_name_lists_the_right_ones() {
        let error = "races".parse::<Property>().unwrap_err().to_string();
        assert!(error.starts_with("`races` is not a property; the properties are race, divergence"));
    }
}
