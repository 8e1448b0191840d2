//! What is known of quotients and remainders: solvers for bit-vectors, which compute them bit by bit, find it out slowly.
//!
//! Where the divisor `b` is not 0, the remainder of `a` by it is smaller than `b`, and neither it nor the quotient is larger than `a`: as
//! unsigned numbers, or in size for signed ones, whose remainder is 0 or has the sign of `a`. For a constant divisor, all lie between two
//! numbers.

use raddle_smt::sort::{mask, signed};
use raddle_smt::{Op, Sort, Term, Terms};

/// What holds of the quotients and remainders in a formula, whatever their arguments are.
pub fn lemmas(terms: &mut Terms, formula: Term) -> Vec<Term> {
    let divides = |t: &Term| {
        matches!(terms.op(*t), Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem)
            && matches!(terms.sort(*t), Sort::Bits(_))
    };
    let results: Vec<Term> = terms.post_order(&[formula], |_| false).into_iter().filter(divides).collect();
    results.into_iter().map(|result| lemma(terms, result)).collect()
}

fn lemma(terms: &mut Terms, result: Term) -> Term {
    let (op, &[a, b]) = (terms.op(result), terms.args(result)) else { return terms.truth(true) };
    let zero = terms.bits(terms.width(result), 0);
    let signed = matches!(op, Op::BvSdiv | Op::BvSrem);
    if let Some((least, most)) = terms.constant(b).and_then(|by| range(op, terms.width(b), by)) {
        let [least, most] = [least, most].map(|end| terms.bits(terms.width(b), end));
        let within = if signed {
            [terms.bvsle(least, result), terms.bvsle(result, most)]
        } else {
            [terms.bvule(least, result), terms.bvule(result, most)]
        };
        let within = terms.all(&within);
        return if op == Op::BvSrem { signs(terms, result, a, within) } else { within };
    }
    let size = |terms: &mut Terms, x: Term| {
        let (is_less, negated) = (terms.bvslt(x, zero), terms.bvneg(x));
        if signed { terms.ite(is_less, negated, x) } else { x }
    };
    let [of_result, of_a, of_b] = [result, a, b].map(|x| size(terms, x));
    let mut all = vec![terms.bvule(of_result, of_a)];
    if matches!(op, Op::BvUrem | Op::BvSrem) {
        all.push(terms.bvult(of_result, of_b));
    }
    let mut all = terms.all(&all);
    if op == Op::BvSrem {
        all = signs(terms, result, a, all);
    }
    let is_zero = terms.eq(b, zero);
    terms.or(is_zero, all)
}

/// With this: that a remainder is 0 or has the sign of what is divided.
fn signs(terms: &mut Terms, result: Term, a: Term, with: Term) -> Term {
    let zero = terms.bits(terms.width(result), 0);
    let (is_zero, less, below) = (terms.eq(result, zero), terms.bvslt(result, zero), terms.bvslt(a, zero));
    let alike = terms.eq(less, below);
    let signs = terms.or(is_zero, alike);
    terms.and(with, signs)
}

/// The least and the greatest quotient or remainder by a number, signed or unsigned; `None` where the range is not useful.
fn range(op: Op, width: u32, by: u128) -> Option<(u128, u128)> {
    let ones = mask(width);
    if by == 0 || by == ones || width > 64 {
        return None;
    }
    let (size, less) = match signed(by, width) {
        by if by < 0 => (by.unsigned_abs(), true),
        by => (by.unsigned_abs(), false),
    };
    let negated = |number: u128| number.wrapping_neg() & ones;
    // The sizes of the least number and of the greatest one, divided.
    let (least, most) = ((1 << (width - 1)) / size, (ones >> 1) / size);
    Some(match op {
        Op::BvUdiv => (0, ones / by),
        Op::BvUrem => (0, by - 1),
        Op::BvSdiv if less => (negated(most), least),
        Op::BvSdiv => (negated(least), most),
        _ => (negated(size - 1), size - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_smt::{Model as Values, Value};

    fn check(terms: &mut Terms, result: Term, symbols: &[raddle_smt::Symbol]) {
        let zero = terms.bits(5, 0);
        let formula = terms.eq(result, zero);
        let all = lemmas(terms, formula);
        for n in 0..1 << (5 * symbols.len()) {
            let values = symbols.iter().enumerate().fold(Values::default(), |values, (at, &symbol)| {
                values.with(symbol, Value::Scalar(n >> (5 * at) & 31))
            });
            for &lemma in &all {
                assert_eq!(values.holds(terms, lemma), Some(true), "{}: {n}", terms.display(result));
            }
        }
    }

    /// The lemmas hold for all numbers of five bits.
    #[test]
    fn lemmas_hold() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::Bits(5)));
        let (Op::Var(of_a), Op::Var(of_b)) = (terms.op(a), terms.op(b)) else { panic!("variables") };
        let results = [terms.bvudiv(a, b), terms.bvurem(a, b), terms.bvsdiv(a, b), terms.bvsrem(a, b)];
        for result in results {
            assert!(!lemmas(&mut terms, result).is_empty());
            check(&mut terms, result, &[of_a, of_b]);
        }
        for by in 0..32 {
            let by = terms.bits(5, by);
            let results =
                [terms.bvudiv(a, by), terms.bvurem(a, by), terms.bvsdiv(a, by), terms.bvsrem(a, by)];
            for result in results {
                check(&mut terms, result, &[of_a]);
            }
        }
    }
}
