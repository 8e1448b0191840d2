//! What a proof leaves out, with its place.

use crate::location::Location;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// An exception of a proof; its text is read after "up to".
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
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

    const fn kind(&self) -> &'static str {
        match self {
            Self::EqualWrites { .. } => "equal-writes",
            Self::BetweenCtas => "between-ctas",
            Self::UnusedInvariant { .. } => "unused-invariant",
            Self::Candidate { .. } => "candidate",
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
                "the invariant at {}, which speaks of a log of accesses (or of what is not followed) and is not needed",
                location.short()
            ),
            Self::Candidate { location } => {
                write!(
                    f,
                    "the invariant at {}, a candidate that is not shown to hold and is not used",
                    location.short()
                )
            }
        }
    }
}

/// As JSON: the kind, the text, and the place where there is one.
impl Serialize for Exception {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields =
            serializer.serialize_struct("Exception", 2 + usize::from(self.location().is_some()))?;
        fields.serialize_field("kind", self.kind())?;
        fields.serialize_field("text", &self.to_string())?;
        if let Some(location) = self.location() {
            fields.serialize_field("location", location)?;
        }
        fields.end()
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
