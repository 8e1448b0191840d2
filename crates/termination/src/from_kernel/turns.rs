//! Measures of variables that are not stepped to and fro: sizes, zeros at the end, and counters that wrap around.
//!
//! - *The size* `|x|`, of what is divided, or reaches 0 from both sides (`while (n != 0) n /= 2;`, Euclid's remainders), and the distance
//!   `|a - b|` of two sides of a comparison.
//! - *The zeros at a number's end*, of what is doubled until it is 0. `~x & (x - 1)` has a one for each of them.
//! - *How many rounds are left* of a counter whose step is odd: modulo `2^w` it reaches each number, so also to the one after
//!   the bound that the loop is left at. The step has an inverse, and `(bound - x) * inverse` falls by 1 each time. A step that is `2^k` times an odd number
//!   changes all bits but the `k` lowest, and these are counted.

use super::measures::{Comparison, comparisons, wide};
use super::model::Model;
use crate::limits::kernels;
use raddle_ir::IntCond;
use raddle_smt::sort::{mask, signed};
use raddle_smt::{Op, Sort, Term};

/// The sizes of a loop's variables and of distances, and the zeros at the end of variables, where steps are not constant.
pub fn sizes(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    let turning = turning(model, number);
    if turning.is_empty() {
        return all;
    }
    for Comparison { left, right, .. } in comparisons(model, number) {
        let mentioned = model.terms.variables(&[left, right]);
        let moves = |place: &usize| {
            let var = model.heads[number].params[*place].1;
            model.terms.variables(&[var]).iter().any(|symbol| mentioned.contains(symbol))
        };
        if model.terms.width(left) <= kernels::BITS_OF_TURNS && turning.iter().any(moves) {
            let [a, b] = [left, right].map(|side| wide(&mut model.terms, side, true));
            let distance = model.terms.bvsub(a, b);
            all.push(size(model, distance));
        }
    }
    for &place in &turning {
        let var = wide(&mut model.terms, model.heads[number].params[place].1, true);
        all.push(size(model, var));
    }
    for &place in &turning {
        all.extend(zeros(model, number, place));
    }
    all
}

/// The variables whose steps are not the same in all rounds.
fn turning(model: &mut Model<'_>, number: usize) -> Vec<usize> {
    let (floats, lasts) = (super::floats::kinds(model, number), super::counters::lasts(model, number));
    let places = 0..model.heads[number].params.len();
    let is_number = |place: &usize| floats[*place].is_none() && !lasts[*place];
    places.filter(is_number).filter(|&place| step(model, number, place).is_none()).collect()
}

/// What is added to a variable in each round, if it is a number that is always the same; `None` as well for a variable of more than
/// `BITS_OF_TURNS` bits.
fn step(model: &mut Model<'_>, number: usize, place: usize) -> Option<Term> {
    let var = model.heads[number].params[place].1;
    if !matches!(model.terms.sort(var), Sort::Bits(width) if width <= kernels::BITS_OF_TURNS) {
        return Some(var);
    }
    let nexts: Vec<Term> = model.heads[number].backs.iter().map(|edge| edge.args[place]).collect();
    let steps: Vec<Term> = nexts.into_iter().map(|next| model.terms.bvsub(next, var)).collect();
    let first = *steps.first()?;
    (model.outside(number, first, false) && steps.iter().all(|step| *step == first)).then_some(first)
}

/// `|x|`, of a number with bits to spare.
fn size(model: &mut Model<'_>, number: Term) -> Term {
    let terms = &mut model.terms;
    let zero = terms.bits(terms.width(number), 0);
    let (is_less, negated) = (terms.bvslt(number, zero), terms.bvneg(number));
    terms.ite(is_less, negated, number)
}

/// What falls when the zeros at a variable's end get more, if there is a product or a shift in what it becomes.
fn zeros(model: &mut Model<'_>, number: usize, place: usize) -> Option<Term> {
    let var = model.heads[number].params[place].1;
    let nexts: Vec<Term> = model.heads[number].backs.iter().map(|edge| edge.args[place]).collect();
    let grows = |term: &Term| matches!(model.terms.op(*term), Op::BvMul | Op::BvShl);
    if !model.terms.post_order(&nexts, |_| false).iter().any(grows) {
        return None;
    }
    let name = model.show(var);
    let terms = &mut model.terms;
    let width = terms.width(var);
    let (one, others) = (terms.bits(width, 1), terms.bvnot(var));
    let less = terms.bvsub(var, one);
    let ones = terms.bvand(others, less);
    let ones = terms.zext(width + 2, ones);
    let measure = terms.bvneg(ones);
    model.names.entry(ones).or_insert_with(|| format!("ctz({name})"));
    model.names.entry(measure).or_insert_with(|| format!("-ctz({name})"));
    Some(measure)
}

/// How many rounds are left until a counter with a constant step reaches where the loop is left, modulo the width.
pub fn rounds_left(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    for Comparison { cond, left, right } in comparisons(model, number) {
        let width = model.terms.width(left);
        if width > kernels::BITS_OF_TURNS {
            continue;
        }
        // Where the loop is left if it continues while the comparison holds, and while it does not.
        let beyond: &[u128] = match cond {
            IntCond::LeS | IntCond::LeU | IntCond::GtS | IntCond::GtU => &[0, 1],
            IntCond::LtS | IntCond::LtU | IntCond::GeS | IntCond::GeU => &[0, mask(width)],
            IntCond::Eq | IntCond::Ne => &[0],
        };
        let distance = model.terms.bvsub(right, left);
        // What is made wider is counted in its own width.
        let of = |side: Term| match (model.terms.op(side), model.terms.args(side)) {
            (Op::Zext | Op::Sext, &[inner]) => model.terms.width(inner),
            (Op::Const(_), _) => 1,
            _ => width,
        };
        let width = of(left).max(of(right));
        let whole = distance;
        let distance = model.terms.extract(0, width, whole);
        let Some(step) = constant_step(model, number, distance) else { continue };
        for &beyond in beyond {
            let text = match signed(beyond, width) {
                0 => model.show(whole),
                1 => format!("{} + 1", model.show(whole)),
                _ => format!("{} - 1", model.show(whole)),
            };
            let beyond = model.terms.bits(width, beyond);
            let distance = model.terms.bvadd(distance, beyond);
            let shift = step.trailing_zeros();
            let terms = &mut model.terms;
            let counted = terms.extract(shift, width - shift, distance);
            let inverse = terms.bits(width - shift, inverse(step >> shift));
            let rounds = terms.bvmul(counted, inverse);
            let measure = terms.zext(width + 2, rounds);
            if !all.contains(&measure) {
                all.push(measure);
                let step = signed(step, width);
                model.names.entry(measure).or_insert_with(|| format!("({text}) / {step} modulo 2^{width}"));
            }
        }
    }
    all
}

/// What a distance falls by on each way back, if that is one number other than 0.
fn constant_step(model: &mut Model<'_>, number: usize, distance: Term) -> Option<u128> {
    let edges = model.heads[number].backs.clone();
    let mut steps = Vec::new();
    for edge in &edges {
        let after = model.after(number, edge, distance);
        let step = model.terms.bvsub(distance, after);
        steps.push(model.terms.constant(step)?);
    }
    let first = *steps.first()?;
    (first != 0 && steps.iter().all(|step| *step == first)).then_some(first)
}

/// The inverse of an odd number, modulo a power of two (Newton's iteration: each step doubles the bits that are right).
fn inverse(odd: u128) -> u128 {
    (0..7).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::inverse;

    #[test]
    fn inverses() {
        for odd in [1, 3, 5, 7, 255, 0x1234_5679, u128::MAX, u128::MAX / 3] {
            assert_eq!(odd.wrapping_mul(inverse(odd)), 1, "{odd}");
        }
    }
}
