//! What a proof leaves out, with its place.

use crate::location::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An exception of a proof; its text is read after "up to".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", into = "Written")]
#[schemars(with = "Written")]
pub enum Exception {
    /// Unordered writes of equal values.
    EqualWrites {
        /// Where they are.
        location: Location,
    },
    /// Races between blocks of the grid, which `--within-cta` leaves out.
    BetweenCtas,
    /// An invariant about a log of accesses, which nothing needs.
    UnusedInvariant {
        /// Where it stands.
        location: Location,
    },
    /// An invariant that is a candidate and not known to hold.
    Candidate {
        /// Where it stands.
        location: Location,
    },
}

impl Exception {
    /// Where it is, if it has a place.
    #[must_use]
    pub const fn location(&self) -> Option<&Location> {
        match self {
            Self::EqualWrites { location }
            | Self::UnusedInvariant { location }
            | Self::Candidate { location } => Some(location),
            Self::BetweenCtas => None,
        }
    }

    const fn kind(&self) -> Kind {
        match self {
            Self::EqualWrites { .. } => Kind::EqualWrites,
            Self::BetweenCtas => Kind::BetweenCtas,
            Self::UnusedInvariant { .. } => Kind::UnusedInvariant,
            Self::Candidate { .. } => Kind::Candidate,
        }
    }
}

impl fmt::Display for Exception {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EqualWrites { location } => write!(f, "equal-value writes at {}", location.short()),
            Self::BetweenCtas => f.write_str("races between blocks"),
            Self::UnusedInvariant { location } => write!(
                f,
                "the invariant at {}, which is about a log of accesses (or something that is not modelled) and is not needed",
                location.short()
            ),
            Self::Candidate { location } => {
                write!(
                    f,
                    "the invariant at {}, a candidate that was not proved and is not used",
                    location.short()
                )
            }
        }
    }
}

/// As JSON: the kind, the text, and the place where there is one.
/// An exception as JSON has it: with its text, for readers that show it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Exception")]
struct Written {
    /// What is left out.
    kind: Kind,
    /// To be read after: up to.
    text: String,
    /// Where it is, if it has a place.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
}

/// The kind of an exception.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Kind {
    EqualWrites,
    BetweenCtas,
    UnusedInvariant,
    Candidate,
}

impl From<Exception> for Written {
    fn from(exception: Exception) -> Self {
        let location = exception.location().cloned();
        Self { kind: exception.kind(), text: exception.to_string(), location }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_lost_in_json() {
        let location = Location::new("a.cu", 7, 3);
        for one in [Exception::BetweenCtas, Exception::EqualWrites { location }] {
            let json = serde_json::to_string(&one).unwrap();
            assert_eq!(serde_json::from_str::<Exception>(&json).unwrap(), one);
        }
        let text = Exception::EqualWrites { location: Location::line("a.cu", 7) }.to_string();
        assert_eq!(text, "equal-value writes at a.cu:7");
    }
}
