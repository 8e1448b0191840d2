//! What is known of quotients and remainders: solvers for bit-vectors, which compute them bit by bit, find it out slowly.
//!
//! Where the divisor `b` is not 0, the remainder of `a` by it is smaller than `b`, and neither it nor the quotient is larger than `a`: as unsigned numbers,
//! or in size for signed ones, whose remainder is 0 or has the sign of `a`.

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
    let size = |terms: &mut Terms, x: Term| {
        let (is_less, negated) = (terms.bvslt(x, zero), terms.bvneg(x));
        if signed { terms.ite(is_less, negated, x) } else { x }
    };
    let [of_result, of_a, of_b] = [result, a, b].map(|x| size(terms, x));
    let mut all = vec![terms.bvule(of_result, of_a)];
    if matches!(op, Op::BvUrem | Op::BvSrem) {
        all.push(terms.bvult(of_result, of_b));
    }
    if op == Op::BvSrem {
        let (is_zero, less, below) =
            (terms.eq(result, zero), terms.bvslt(result, zero), terms.bvslt(a, zero));
        let alike = terms.eq(less, below);
        all.push(terms.or(is_zero, alike));
    }
    let (is_zero, all) = (terms.eq(b, zero), terms.all(&all));
    terms.or(is_zero, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_smt::{Model as Values, Value};

    /// What is said holds of all numbers of five bits.
    #[test]
    fn lemmas_hold() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::Bits(5)));
        let (Op::Var(of_a), Op::Var(of_b)) = (terms.op(a), terms.op(b)) else { panic!("variables") };
        let results = [terms.bvudiv(a, b), terms.bvurem(a, b), terms.bvsdiv(a, b), terms.bvsrem(a, b)];
        for result in results {
            let zero = terms.bits(5, 0);
            let formula = terms.eq(result, zero);
            let all = lemmas(&mut terms, formula);
            assert!(!all.is_empty());
            for (x, y) in (0..32).flat_map(|x| (0..32).map(move |y| (x, y))) {
                let values = Values::default().with(of_a, Value::Scalar(x)).with(of_b, Value::Scalar(y));
                for &lemma in &all {
                    assert_eq!(values.holds(&terms, lemma), Some(true), "{x} and {y}");
                }
            }
        }
    }
}
