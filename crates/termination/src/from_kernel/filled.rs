//! Arrays that a loop fills: guesses about their content after it.
//!
//! `for (i = 0; i < 4; i++) b[i] = i + 1;` leaves known numbers in the elements, which are variables of the loop. The first rounds are
//! computed with terms, and a variable that is a number from some round on is guessed to be that number once the counter has got that far:
//! `i < 2 || b[1] == 2`.

use super::model::{Edge, Model};
use crate::limits::kernels;
use raddle_smt::sort::signed;
use raddle_smt::{Sort, Term};

/// The guesses about a loop.
pub(super) fn guesses(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let head = model.heads[number].clone();
    let ([entry], [back]) = (head.entries.as_slice(), head.backs.as_slice()) else { return Vec::new() };
    // What begins with a number and steps by one that is always the same is a counter.
    let mut counters = Vec::new();
    for (place, &(_, var)) in head.params.iter().enumerate() {
        let Sort::Bits(width @ ..=64) = model.terms.sort(var) else { continue };
        let step = model.terms.bvsub(back.args[place], var);
        if let (Some(first), Some(step)) =
            (model.terms.constant(entry.args[place]), model.terms.constant(step))
            && step != 0
        {
            counters.push((place, var, signed(first, width), signed(step, width)));
        }
    }
    // Variables that become a function of themselves and counters alone, in a few steps.
    let is_filled = |place: &usize| {
        let of = |place: usize| model.terms.variables(&[head.params[place].1]);
        let mut known: Vec<_> = counters.iter().flat_map(|(counter, ..)| of(*counter)).collect();
        known.extend(of(*place));
        let next = back.args[*place];
        counters.iter().all(|(counter, ..)| counter != place)
            && model.terms.post_order(&[next], |_| false).len() <= kernels::PARTS_OF_ELEMENT
            && model.terms.variables(&[next]).iter().all(|symbol| known.contains(symbol))
    };
    let others: Vec<usize> = (0..head.params.len()).filter(is_filled).collect();
    if counters.is_empty() || others.is_empty() {
        return Vec::new();
    }
    let mut rounds: Vec<Vec<Term>> = vec![entry.args.clone()];
    while rounds.len() < kernels::ROUNDS_FILLED {
        let now = Edge { args: rounds[rounds.len() - 1].clone(), ..entry.clone() };
        let mut next = now.args.clone();
        for place in counters.iter().map(|(counter, ..)| *counter).chain(others.iter().copied()) {
            next[place] = model.after(number, &now, back.args[place]);
        }
        rounds.push(next);
    }
    let mut all = Vec::new();
    for place in others {
        let last = rounds[kernels::ROUNDS_FILLED - 1][place];
        let since = rounds.iter().rposition(|args| args[place] != last).map_or(0, |before| before + 1);
        // One that was a number from the start shows nothing new, and one that is a number only now may be another one next.
        if since == 0 || since + 1 >= kernels::ROUNDS_FILLED || model.terms.constant(last).is_none() {
            continue;
        }
        let is = model.terms.eq(head.params[place].1, last);
        for &(_, counter, first, step) in &counters {
            let then = first + step * since as i128;
            let bound = model.terms.bits(model.terms.width(counter), then as u128);
            let before = match step > 0 {
                true => model.terms.bvslt(counter, bound),
                false => model.terms.bvslt(bound, counter),
            };
            all.push(model.terms.or(before, is));
        }
    }
    all.truncate(kernels::GUESSES_OF_FILLED);
    all
}
