//! What may fall from round to round.
//!
//! A measure is a term over a loop's variables, read as a signed number. It has finitely many values, so what always falls ends. Those that are tried
//! come from the loop itself: the distance between the two sides of a comparison that the loop may be left by, in mathematical integers (with bits
//! enough) and modulo the width (`i != n` with `i++` ends even if `i` begins above `n`), and each variable, upwards and downwards, signed and
//! unsigned.

use super::model::Model;
use raddle_ir::{Block, Function, InstKind, IntCond, PureOp, Terminator, Value, ValueDef};
use raddle_smt::{Sort, Term};
use std::collections::BTreeSet;

/// A comparison of integers that a loop may be left by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Comparison {
    /// How the sides compare.
    pub cond: IntCond,
    /// The left side.
    pub left: Term,
    /// The right side.
    pub right: Term,
}

/// The comparisons that conditions of a loop's exits are made of, over the loop's variables and what is computed outside.
pub fn comparisons(model: &mut Model<'_>, number: usize) -> Vec<Comparison> {
    let mut all = all_comparisons(model, number);
    all.retain(|one| [one.left, one.right].iter().all(|&t| model.outside(number, t, true)));
    all
}

/// The same, including those that involve what is computed anew in each round.
pub fn all_comparisons(model: &mut Model<'_>, number: usize) -> Vec<Comparison> {
    let function = model.function;
    let mut open: Vec<Value> = Vec::new();
    for &block in &model.loops.all()[number].blocks {
        if let Terminator::Branch { cond, .. } = &function.blocks[block].term {
            open.push(*cond);
        }
    }
    open.reverse();
    let (mut seen, mut found) = (BTreeSet::new(), Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) || !model.needed.values[value] {
            continue;
        }
        match function.values[value].def {
            ValueDef::Param(block, place) if model.loops.contains(number, block) => {
                open.extend(arguments(function, model, block, usize::from(place)));
            }
            ValueDef::Param(..) => {}
            ValueDef::Result(inst, _) => {
                let InstKind::Pure { op, args } = &function.insts[inst].kind else { continue };
                match op {
                    PureOp::Icmp(cond) => {
                        let (left, right) = (model.value(args[0]), model.value(args[1]));
                        let words =
                            [left, right].iter().all(|t| matches!(model.terms.sort(*t), Sort::Bits(_)));
                        let one = Comparison { cond: *cond, left, right };
                        if words && !found.contains(&one) {
                            found.push(one);
                        }
                        open.extend(args.iter().filter(|&&a| function.ty(a) == raddle_ir::Type::I1));
                    }
                    PureOp::And
                    | PureOp::Or
                    | PureOp::Xor
                    | PureOp::Not
                    | PureOp::Select
                    | PureOp::Zext
                    | PureOp::Trunc => {
                        open.extend(args.iter().rev());
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// What a block's parameter gets from inside of a loop.
pub(super) fn arguments(function: &Function, model: &Model<'_>, block: Block, place: usize) -> Vec<Value> {
    let mut all = Vec::new();
    for &pred in model.cfg.preds(block) {
        let targets = function.blocks[pred].term.targets();
        all.extend(targets.iter().filter(|t| t.block == block).map(|t| t.args[place]));
    }
    all
}

/// The measures of a loop that are tried, the most informative first.
pub fn measures(model: &mut Model<'_>, number: usize) -> Vec<Term> {
    let mut all = Vec::new();
    let mut add = |term: Term| {
        if !all.contains(&term) {
            all.push(term);
        }
    };
    for Comparison { cond, left, right } in comparisons(model, number) {
        let terms = &mut model.terms;
        let width = terms.width(left);
        if width > 64 {
            continue;
        }
        let signed = matches!(cond, IntCond::LtS | IntCond::LeS | IntCond::GtS | IntCond::GeS);
        let equal = matches!(cond, IntCond::Eq | IntCond::Ne);
        if equal {
            for (a, b) in [(right, left), (left, right)] {
                let distance = terms.bvsub(a, b);
                add(terms.zext(width + 2, distance));
            }
        }
        let ways: &[bool] = if equal {
            &[true, false]
        } else if signed {
            &[true]
        } else {
            &[false]
        };
        for &signed in ways {
            let [a, b] = [left, right].map(|t| wide(terms, t, signed));
            let falls = matches!(cond, IntCond::GtS | IntCond::GeS | IntCond::GtU | IntCond::GeU);
            let (first, second) = (terms.bvsub(b, a), terms.bvsub(a, b));
            let both = if falls { [second, first] } else { [first, second] };
            both.into_iter().for_each(&mut add);
        }
    }
    let floats = super::floats::kinds(model, number);
    let lasts = super::counters::lasts(model, number);
    let params = model.heads[number].params.clone();
    for (place, (_, var)) in params.into_iter().enumerate() {
        if floats[place].is_some() || lasts[place] {
            continue;
        }
        let terms = &mut model.terms;
        let var = match terms.sort(var) {
            Sort::Bool => terms.from_truth(1, var),
            Sort::Bits(width) if width <= 64 => var,
            _ => continue,
        };
        for signed in [true, false] {
            let up = wide(terms, var, signed);
            add(up);
            add(terms.bvneg(up));
        }
    }
    let sizes = super::turns::sizes(model, number);
    all.extend(sizes);
    all.extend(super::floats::measures(model, number));
    // For a counter in memory, hardly anything else says what it falls by.
    all.splice(0..0, super::counters::measures(model, number));
    // What cannot be written in the source's names comes last.
    all.sort_by_key(|&measure| model.show(measure).contains('…'));
    all
}

/// A number with two bits more, so that a difference does not wrap around.
pub fn wide(terms: &mut raddle_smt::Terms, term: Term, signed: bool) -> Term {
    let width = terms.width(term) + 2;
    if signed { terms.sext(width, term) } else { terms.zext(width, term) }
}
