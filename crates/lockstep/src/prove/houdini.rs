//! Which guesses are invariants (see [`candidates`](super::candidates)).

use super::candidates::{Candidates, candidates};
use super::explained::Guessed;
use super::lanes::Lanes;
use super::needed::Needed;
use super::question::Questions;
use super::setup::Setup;
use super::walk::{Guess, Seen, Unwalked, Way, walk};
use raddle_ir::Inst;
use raddle_smt::{Term, Terms};
use std::collections::BTreeSet;

/// The guesses that carry each other.
///
/// # Errors
/// When no walk leads through the kernel.
pub fn invariants(
    setup: &Setup<'_>,
    needed: &Needed,
    terms: &mut Terms,
    (dropped, instances): (&BTreeSet<Inst>, bool),
    ask: &mut Questions<'_>,
) -> Result<Guessed, Unwalked> {
    let guesses = candidates(setup, needed);
    if guesses.is_empty() {
        return Ok(Guessed::default());
    }
    let (stops, lanes) = (BTreeSet::new(), Lanes::default());
    let way = Way { guessing: true, instances, ..Way::through(&lanes, &stops, &guesses, dropped) };
    let seen = walk(setup, needed, terms, way)?;
    let left = fixpoint(setup, terms, &seen, ask);
    let mut guessed = Guessed::default();
    for (head, all) in guesses {
        for (number, candidate) in all.into_iter().enumerate() {
            let of: &mut Candidates =
                if left.contains(&(head, number)) { &mut guessed.kept } else { &mut guessed.dropped };
            of.entry(head).or_default().push(candidate);
        }
    }
    Ok(guessed)
}

/// Drops guesses until the remaining ones hold whenever they are assumed.
///
/// When a thread reaches a loop, guesses about the loop's iterations must not be assumed yet: two contradictory guesses
/// would prove each other. So each obligation may use only the guesses about what precedes it.
fn fixpoint(setup: &Setup<'_>, terms: &mut Terms, seen: &Seen, ask: &mut Questions<'_>) -> BTreeSet<Guess> {
    let mut left: BTreeSet<Guess> = seen.guesses.iter().map(|(guess, _)| *guess).collect();
    // Of a size that is given the walk knows it all.
    if setup.launch.threads().is_some() {
        ask.begin_assuming(terms, Vec::new(), &seen.assumptions);
    } else {
        ask.open_one(terms, setup, seen);
    }
    let failing: Vec<Term> = seen.obligations.iter().map(|o| terms.not(o.holds)).collect();
    loop {
        let before = left.len();
        for (obligation, &fails) in seen.obligations.iter().zip(&failing) {
            if !left.contains(&obligation.guess) {
                continue;
            }
            let earlier = seen.guesses[..obligation.after].iter().filter(|(guess, _)| left.contains(guess));
            let mut formulas: Vec<Term> = earlier.map(|(_, term)| *term).collect();
            formulas.push(fails);
            if !ask.excludes(terms, &formulas) {
                left.remove(&obligation.guess);
            }
        }
        if left.len() == before {
            break;
        }
    }
    ask.end();
    left
}
