//! Why it is open which barriers are needed.

use crate::words::unknown::prerequisite;
use raddle_report::{Location, Property, Rule, Terms, Unknown};

/// The time is over.
pub(crate) fn late() -> Unknown {
    Unknown::new(Rule::UnknownLimit, "there is no time to look for redundant barriers")
}

/// The run does not show how threads synchronise.
pub(crate) fn no_programs(terms: &Terms) -> Unknown {
    prerequisite(format!("it is unknown how the {} synchronise", terms.threads))
}

/// A property that barriers may be needed for is refuted or unknown; `word` says which.
pub(crate) fn open_property(property: Property, word: &str) -> Unknown {
    let text =
        format!("whether a barrier is needed is decided by one run, and in that run `{property}` is {word}");
    prerequisite(text).help(format!("see {property}"))
}

/// All CTAs are asked about.
pub(crate) fn all_ctas(terms: &Terms) -> Unknown {
    let block = terms.block;
    let text = format!("which barriers are needed is decided for one {block}, not for all together");
    Unknown::new(Rule::UnknownUnmodelled, text).help("leave out --cta all, or name one by --cta X,Y,Z")
}

/// The address of an access is unknown.
pub(crate) fn unplaced(at: Location, terms: &Terms) -> Unknown {
    let threads = terms.threads;
    let text = format!(
        "the address of this access is unknown, and barriers may order it with accesses of other {threads}"
    );
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// CTAs may communicate.
pub(crate) fn communication(at: Location, terms: &Terms) -> Unknown {
    let Terms { block, blocks, option_alone, .. } = terms;
    let text = format!("{blocks} may communicate here, and barriers order that too");
    Unknown::new(Rule::UnknownUnmodelled, text)
        .at(at)
        .help(format!("if the launch has one {block}, say so with {option_alone}"))
}
