//! Parts of the method that a measurement may leave out (docs, "Evaluation").
//!
//! Without a part less is proved, or the same in more time, and nothing else: each part adds facts that hold, or writes the same in another way.

use std::str::FromStr;

/// A part of the method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Loop variables as functions of the number of rounds. Without it a variable that changes has an arbitrary value after the first round;
    /// invariants are guessed for it as for the others.
    ClosedForms,
    /// Guessed invariants. Without them, only those of the source are known about loops. Whether assumptions in loops contradict
    /// each other is still decided with guesses: a proof needs to know.
    Guesses,
    /// Normal forms, rules, known bits and intervals of terms. Without it every question goes to the solver, as it is built.
    Rewriting,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ClosedForms, Self::Guesses, Self::Rewriting];

    /// Its name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClosedForms => "closed-forms",
            Self::Guesses => "guesses",
            Self::Rewriting => "rewriting",
        }
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let part = Self::ALL.into_iter().find(|part| part.name() == name);
        part.ok_or_else(|| format!("no part of the method is called `{name}`"))
    }
}
