//! What runs of CTAs say of a grid, in words.

use crate::evidence::Ledger;
use raddle_report::{Diagnostic, Location, Rule, Terms, Unknown};

/// The error where each CTA of a grid is asked about, and the grid is not given.
pub(crate) fn needs_size(terms: &Terms) -> Diagnostic {
    let Terms { grid_size, option_grid, .. } = terms;
    Diagnostic::new(Rule::InputLaunch, format!("`--cta all` needs the {grid_size}"))
        .help(format!("pass {option_grid}"))
}

/// Why a proof about one CTA is none about the others.
pub(crate) fn one_of_many(cta: [u32; 3], terms: &Terms) -> Unknown {
    let Terms { block, grid, option_grid, .. } = terms;
    let text = format!(
        "what a {block} does depends on its place in the {grid}, and one run covers only {}",
        terms.block_at(cta)
    );
    Unknown::new(Rule::UnknownLaunch, text)
        .help(format!("pass {option_grid} to check every {block}, or --cta X,Y,Z to check one"))
}

/// Why races between CTAs are open after a run of one.
pub(crate) fn one_alone(terms: &Terms) -> Unknown {
    let Terms { block, blocks, option_grid, .. } = terms;
    let text = format!("races between {blocks} are not excluded; one run covers one {block} only");
    Unknown::new(Rule::UnknownLaunch, text).help(format!(
        "pass {option_grid} to compare every {block} with every other one, or --within-cta to leave that out"
    ))
}

/// Why a run says nothing for all CTAs.
pub(crate) fn waits_for_ctas(at: Location, terms: &Terms) -> Unknown {
    let Terms { block, blocks, .. } = terms;
    let text = format!("{blocks} wait for each other here, and one run covers one {block} only");
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// Why the CTAs of a large grid are not compared.
pub(crate) fn too_large(count: u64, most: u64, terms: &Terms) -> Unknown {
    let Terms { grid, blocks, .. } = terms;
    let text = format!("the {grid} has {count} {blocks}, and at most {most} are compared with each other");
    Unknown::new(Rule::UnknownLimit, text).help(smaller(terms))
}

/// What to do about a grid that is too large.
pub(super) fn smaller(terms: &Terms) -> String {
    format!("pass a smaller {}", terms.grid_size)
}

/// The note on what is proved for one CTA.
pub(crate) fn proved_alone(cta: [u32; 3], terms: &Terms) -> String {
    format!("it is proved for {} alone", terms.block_at(cta))
}

/// The note on what was found in one CTA, where others may differ.
pub(crate) fn checked_alone(cta: [u32; 3], terms: &Terms) -> String {
    format!("only {} was checked", terms.block_at(cta))
}

/// Adds to findings in which CTA they are.
pub(crate) fn found_in(cta: [u32; 3], ledger: Ledger, terms: &Terms) -> Ledger {
    let text = happens_in(cta, terms);
    ledger.retold(|finding| finding.notes.insert(0, text.clone()), |_| ())
}

/// Adds to findings and gaps in which CTA they are.
pub(crate) fn seen_in(cta: [u32; 3], part: Ledger, terms: &Terms) -> Ledger {
    let text = happens_in(cta, terms);
    let about = format!("this is about {}", terms.block_at(cta));
    part.retold(|finding| finding.notes.insert(0, text.clone()), |gap| gap.notes.insert(0, about.clone()))
}

fn happens_in(cta: [u32; 3], terms: &Terms) -> String {
    format!("this happens in {}", terms.block_at(cta))
}

/// A CTA waits forever at a barrier of the grid that another one never reaches.
pub(crate) fn grid_deadlock([waits, ends]: [[u32; 3]; 2], at: Location, terms: &Terms) -> Diagnostic {
    let [waits, ends] = [waits, ends].map(|cta| terms.block_at(cta));
    let title = format!("deadlock: {waits} waits at a grid-wide barrier that {ends} never reaches");
    missed(Diagnostic::new(Rule::DeadlockGrid, title), &waits, at, terms)
}

/// A CTA reaches a barrier of the grid, and another one does not.
pub(crate) fn grid_divergence([waits, ends]: [[u32; 3]; 2], at: Location, terms: &Terms) -> Diagnostic {
    let [waits, ends] = [waits, ends].map(|cta| terms.block_at(cta));
    let title = format!("barrier divergence: {waits} reaches a grid-wide barrier, {ends} does not");
    missed(Diagnostic::new(Rule::DivergenceGrid, title), &waits, at, terms)
}

fn missed(found: Diagnostic, waits: &str, at: Location, terms: &Terms) -> Diagnostic {
    let Terms { threads, blocks, .. } = terms;
    found
        .primary(at, format!("{waits} waits here"))
        .help(format!("let all {threads} of all {blocks} reach it, or none"))
}
