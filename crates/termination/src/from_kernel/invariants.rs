//! What loops' variables satisfy each time control is at the head.
//!
//! Many guesses are made, and those that do not hold on entry, or not after a round, are given up, until none fails any more (Houdini,
//! Flanagan and Leino 2001): what is left is inductive. The shapes are those that had to be given by hand in paper 004 (§6: the counter is
//! positive; the step is positive; the counter is at most its bound), and what counters that are shifted, stepped by more than one, or
//! searched by halves need. What the source states as an invariant is a guess too: it is used if it is inductive. Where that is not enough,
//! relations between two variables (`relations`) are guessed as well.

use super::holds::{Asker, Known};
use super::measures::{Comparison, comparisons};
use super::model::{Model, Origin};
use crate::limits::kernels;
use raddle_ir::{Inst, InstKind, SpecKind};
use raddle_smt::{Answer, Model as Values, Op, Sort, Term, Terms};

/// For each loop what holds at its head.
pub type Invariants = Vec<Vec<Term>>;

/// What may be assumed on a way that begins in a block at this place of the order: of each loop whose head comes before, what holds at it.
pub fn assumed(model: &mut Model<'_>, invariants: &Invariants, place: usize) -> Vec<Term> {
    let mut all = model.facts.clone();
    for (number, of) in invariants.iter().enumerate() {
        if of.is_empty() || model.place(model.heads[number].block) > place {
            continue;
        }
        let reached = model.reached(number);
        let holds = model.terms.all(of);
        let holds = model.terms.implies(reached, holds);
        all.push(holds);
    }
    all
}

/// The guesses that are inductive together.
pub fn infer(model: &mut Model<'_>, more: &[Term], ask: &mut Asker<'_>) -> Invariants {
    let count = model.heads.len();
    if !ask.infers() {
        return vec![Vec::new(); count];
    }
    let mut left: Invariants = (0..count).map(|number| guesses(model, number)).collect();
    loop {
        let mut changed = false;
        for number in 0..count {
            let head = model.heads[number].clone();
            for edge in head.entries.iter().chain(&head.backs) {
                if left[number].is_empty() {
                    break;
                }
                let place = model.place(edge.from);
                let mut given = assumed(model, &left, place);
                given.extend_from_slice(more);
                given.push(edge.condition);
                let guesses = left[number].clone();
                let after: Vec<Term> = guesses.iter().map(|&g| model.after(number, edge, g)).collect();
                let failing = failing(&mut model.terms, &given, &after, ask);
                if failing.iter().any(|f| *f) {
                    let mut keep = failing.iter().map(|f| !f);
                    left[number].retain(|_| keep.next().unwrap_or(false));
                    changed = true;
                }
            }
        }
        if !changed {
            return left;
        }
        if ask.over() {
            return vec![Vec::new(); count];
        }
    }
}

/// Which of the claims do not follow, or are not known to.
fn failing(terms: &mut Terms, given: &[Term], claims: &[Term], ask: &mut Asker<'_>) -> Vec<bool> {
    let mut fails: Vec<bool> = claims.iter().map(|&c| terms.is_false(c)).collect();
    let claims: Vec<Term> = claims.iter().map(|&c| ask.plain(terms, c)).collect();
    ask.given(terms, given);
    loop {
        let open: Vec<Term> = claims.iter().zip(&fails).filter(|(_, f)| !**f).map(|(c, _)| *c).collect();
        let all = terms.all(&open);
        match ask.holds(terms, all) {
            Known::True => break,
            Known::False(values) => {
                let before = fails.iter().filter(|f| **f).count();
                mark(terms, &claims, &values, &mut fails);
                if fails.iter().filter(|f| **f).count() == before {
                    fails.fill(true);
                    break;
                }
            }
            // One by one.
            Known::Unknown => {
                for (claim, fails) in claims.iter().zip(&mut fails) {
                    *fails = *fails || !matches!(ask.holds(terms, *claim), Known::True);
                }
                break;
            }
        }
    }
    ask.forget();
    fails
}

fn mark(terms: &Terms, claims: &[Term], values: &Values, fails: &mut [bool]) {
    for (claim, fails) in claims.iter().zip(fails) {
        *fails = *fails || values.holds(terms, *claim) != Some(true);
    }
}

/// What may hold at a loop's head.
fn guesses(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let head = model.heads[number].clone();
    let bounds = comparisons(model, number);
    let mut all = Vec::new();
    let mut firsts = Vec::new();
    let floats = super::floats::kinds(model, number);
    for (place, &(_, var)) in head.params.iter().enumerate() {
        let Sort::Bits(width) = model.terms.sort(var) else { continue };
        if width > 64 || floats[place].is_some() {
            continue;
        }
        let first = first(model, number, place);
        if !is_any(model, first) {
            firsts.push((var, first));
        }
        of_variable(model, number, place, var, first, &mut all);
        for bound in &bounds {
            of_bound(model, number, var, bound, &mut all);
        }
    }
    for (n, &(x, x0)) in firsts.iter().enumerate() {
        for &(y, y0) in &firsts[n + 1..] {
            let terms = &mut model.terms;
            if terms.width(x) != terms.width(y) {
                continue;
            }
            all.extend([terms.bvsle(x, y), terms.bvsle(y, x), terms.bvule(x, y), terms.bvule(y, x)]);
            let (dx, dy) = (terms.bvsub(x, x0), terms.bvsub(y, y0));
            let sum = terms.bvadd(dx, dy);
            let zero = terms.bits(terms.width(x), 0);
            all.extend([terms.eq(dx, dy), terms.eq(sum, zero)]);
        }
    }
    all.extend(super::floats::guesses(model, number));
    all.extend(super::counters::guesses(model, number));
    all.extend(super::filled::guesses(model, number));
    // What the source says comes first.
    all.splice(0..0, stated(model, number));
    let mut unique: Vec<Term> = Vec::new();
    for guess in all {
        if !model.terms.is_true(guess) && !unique.contains(&guess) {
            unique.push(guess);
        }
    }
    unique.truncate(kernels::GUESSES);
    let related = model.related.get(&number).cloned().unwrap_or_default();
    for guess in related {
        if !model.terms.is_true(guess) && unique.len() < 2 * kernels::GUESSES && !unique.contains(&guess) {
            unique.push(guess);
        }
    }
    unique
}

/// What the source states of a loop as its invariant, part by part: a guess like the others.
fn stated(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let function = model.function;
    let mut all = Vec::new();
    for &block in &model.loops.all()[number].blocks.clone() {
        if model.loops.innermost(block) != Some(number) || !model.needed.blocks[block] {
            continue;
        }
        for &inst in &function.blocks[block].insts {
            let InstKind::SpecEnd(SpecKind::Invariant, value) = function.insts[inst].kind else { continue };
            let stated = model.value(value);
            match model.terms.op(stated) {
                Op::And => all.extend_from_slice(model.terms.args(stated)),
                _ => all.push(stated),
            }
        }
    }
    all.retain(|&stated| model.outside(number, stated, true));
    all
}

/// What a variable is when the loop is entered.
pub fn first(model: &mut Model<'_>, number: usize, place: usize) -> Term {
    let entries = model.heads[number].entries.clone();
    let mut all = entries.iter().rev();
    let Some(last) = all.next() else { return model.heads[number].params[place].1 };
    all.fold(last.args[place], |other, edge| model.terms.ite(edge.condition, edge.args[place], other))
}

/// Is it the value of a variable that nothing was assigned to yet?
fn is_any(model: &Model<'_>, term: Term) -> bool {
    let Op::Var(symbol) = model.terms.op(term) else { return false };
    let any =
        |inst: Inst| matches!(model.function.insts[inst].kind, InstKind::Havoc | InstKind::Uninitialised);
    matches!(model.origins[&symbol], Origin::Any(_, inst) if any(inst))
}

fn of_variable(
    model: &mut Model<'_>,
    number: usize,
    place: usize,
    var: Term,
    first: Term,
    all: &mut Vec<Term>,
) {
    let backs = model.heads[number].backs.clone();
    let begins_anywhere = is_any(model, first);
    let terms = &mut model.terms;
    let width = terms.width(var);
    let (zero, one) = (terms.bits(width, 0), terms.bits(width, 1));
    let is_zero = terms.eq(var, zero);
    all.extend([terms.not(is_zero), terms.bvslt(zero, var), terms.bvsle(zero, var)]);
    // A variable that begins with any value has no first one to be compared with.
    if begins_anywhere {
        return;
    }
    all.extend([
        terms.bvsle(first, var),
        terms.bvsle(var, first),
        terms.bvule(first, var),
        terms.bvule(var, first),
    ]);
    // A power of two, as counters that are shifted are.
    let less = terms.bvsub(var, one);
    let lower = terms.bvand(var, less);
    all.push(terms.eq(lower, zero));
    // A flag.
    if terms.constant(first).is_some_and(|first| first <= 1) {
        all.push(terms.bvule(var, one));
    }
    for edge in backs {
        let step = model.terms.bvsub(edge.args[place], var);
        if !model.outside(number, step, false) {
            continue;
        }
        // The lowest bit of the step divides the distance to the beginning.
        let terms = &mut model.terms;
        let less = terms.bvneg(step);
        let lowest = terms.bvand(step, less);
        let mask = terms.bvsub(lowest, one);
        let distance = terms.bvsub(var, first);
        let rest = terms.bvand(distance, mask);
        all.push(terms.eq(rest, zero));
    }
}

/// A variable against the other side of a comparison that the loop may be left by.
fn of_bound(model: &mut Model<'_>, number: usize, var: Term, comparison: &Comparison, all: &mut Vec<Term>) {
    for bound in [comparison.left, comparison.right] {
        if bound == var
            || model.terms.width(bound) != model.terms.width(var)
            || !model.outside(number, bound, false)
        {
            continue;
        }
        let terms = &mut model.terms;
        all.extend([
            terms.bvsle(var, bound),
            terms.bvsle(bound, var),
            terms.bvule(var, bound),
            terms.bvule(bound, var),
        ]);
    }
}

/// Asks once more whether invariants hold on entry and after each round.
pub fn confirm(model: &mut Model<'_>, invariants: &Invariants, more: &[Term], ask: &mut Asker<'_>) -> bool {
    for number in 0..model.heads.len() {
        if invariants[number].is_empty() {
            continue;
        }
        let head = model.heads[number].clone();
        for edge in head.entries.iter().chain(&head.backs) {
            let place = model.place(edge.from);
            let mut question = assumed(model, invariants, place);
            question.extend_from_slice(more);
            question.push(edge.condition);
            let claims = model.terms.all(&invariants[number]);
            let after = model.after(number, edge, claims);
            question.push(model.terms.not(after));
            if !matches!(ask.possible(&mut model.terms, &question), Answer::Unsat(_)) {
                return false;
            }
        }
    }
    true
}
