//! Where a rule's arithmetic stays within the machine's numbers: the side conditions under which it is one of mathematical integers.
//!
//! A term is cut where it is more than sums, differences and multiples: what is between two cuts is computed modulo `2^w`, so it is the mathematical number if that
//! is within the range of `w` bits, whatever its parts were. The range is that of signed numbers or of unsigned ones, as the number is used: compared as an unsigned number,
//! divided as one, made wider with zeros. A variable is an unsigned number if all its uses are. Conditions that hold by the ranges of what they mention are left out.

use super::model::{Input, Model, Origin};
use super::show::Side;
use crate::limits::kernels;
use raddle_smt::{Op, Sort, Symbol, Term};
use std::collections::BTreeMap;

/// The least and the most.
type Interval = (i128, i128);

/// How a number is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Signed,
    Unsigned,
}

/// How the loops' variables are read.
#[derive(Debug)]
pub(super) struct Readings(BTreeMap<Symbol, Reading>);

/// Is it computed by sums, differences and multiples alone?
fn is_ring(model: &Model<'_>, term: Term) -> bool {
    match model.terms.op(term) {
        Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvNeg => true,
        Op::BvShl => power(model, term).is_some(),
        _ => false,
    }
}

/// `2^n` of a shift by `n`.
fn power(model: &Model<'_>, shift: Term) -> Option<i128> {
    let [_, by] = model.terms.args(shift) else { return None };
    model.terms.constant(*by).filter(|by| *by < 63).map(|by| 1 << by)
}

/// The terms that are not computed by sums, differences and multiples, of which a term is.
fn leaves(model: &Model<'_>, term: Term, into: &mut Vec<Term>) {
    if !is_ring(model, term) {
        into.push(term);
        return;
    }
    let args = model.terms.args(term);
    let args = if model.terms.op(term) == Op::BvShl { &args[..1] } else { args };
    args.iter().for_each(|&arg| leaves(model, arg, into));
}

/// The arguments of an operation that reads them as numbers, and how; `None` where the operation leaves it open.
fn read(model: &Model<'_>, term: Term) -> Vec<(Term, Option<Reading>)> {
    let reading = match model.terms.op(term) {
        Op::BvUlt | Op::BvUle if model.signed_sides(term).is_some() => return Vec::new(),
        Op::BvUlt | Op::BvUle | Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::Zext => Some(Reading::Unsigned),
        Op::BvSlt | Op::BvSle | Op::BvSdiv | Op::BvSrem | Op::BvAshr | Op::Sext => Some(Reading::Signed),
        Op::Eq | Op::Ite | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNot | Op::BvShl | Op::Extract(_) => None,
        _ => return Vec::new(),
    };
    let number = |t: &Term| matches!(model.terms.sort(*t), Sort::Bits(w) if w <= 64);
    model.terms.args(term).iter().copied().filter(number).map(|t| (t, reading)).collect()
}

impl Readings {
    /// How the variables of all loops are used.
    pub(super) fn of(model: &Model<'_>) -> Self {
        let edges = model.heads.iter().flat_map(|h| h.entries.iter().chain(&h.backs));
        let mut roots: Vec<Term> = edges.flat_map(|e| e.args.iter().copied().chain([e.condition])).collect();
        roots.extend(model.heads.iter().flat_map(|h| &h.exits));
        let mut uses: BTreeMap<Symbol, Reading> = BTreeMap::new();
        let mut note = |term: Term, reading: Reading| {
            let mut all = Vec::new();
            leaves(model, term, &mut all);
            for leaf in all {
                if let Op::Var(symbol) = model.terms.op(leaf) {
                    // One signed use makes it a signed number.
                    let of = uses.entry(symbol).or_insert(reading);
                    if reading == Reading::Signed {
                        *of = reading;
                    }
                }
            }
        };
        for term in model.terms.post_order(&roots, |_| false) {
            for (arg, reading) in read(model, term) {
                if let Some(reading) = reading {
                    note(arg, reading);
                }
            }
            let sides = model.signed_sides(term).into_iter().flatten();
            sides.flat_map(|side| side.parts).for_each(|part| note(part, Reading::Signed));
        }
        let mut readings = Self(uses);
        // One that is only computed with is read as its first value is.
        for head in &model.heads {
            for (place, &(_, var)) in head.params.iter().enumerate() {
                if let (Op::Var(symbol), Some(entry)) = (model.terms.op(var), head.entries.first())
                    && !readings.0.contains_key(&symbol)
                    && let Some(reading) = readings.of_parts(model, &[entry.args[place]])
                {
                    readings.0.insert(symbol, reading);
                }
            }
        }
        readings
    }

    /// How a term is read on its own.
    fn own(&self, model: &Model<'_>, term: Term) -> Option<Reading> {
        match model.terms.op(term) {
            Op::Var(symbol) => match model.origins.get(&symbol)? {
                Origin::Input(Input::Param(..)) if model.has_unsigned(term) => Some(Reading::Unsigned),
                Origin::Input(Input::Param(..)) => Some(Reading::Signed),
                Origin::Input(_) => Some(Reading::Unsigned),
                Origin::Any(..) | Origin::Choice(_) => self.0.get(&symbol).copied(),
                Origin::Head(..) => Some(self.0.get(&symbol).copied().unwrap_or(Reading::Signed)),
            },
            Op::BvUdiv | Op::BvUrem | Op::BvLshr | Op::Zext => Some(Reading::Unsigned),
            Op::BvSdiv | Op::BvSrem | Op::BvAshr | Op::Sext => Some(Reading::Signed),
            _ => None,
        }
    }

    /// The side conditions of a rule, as text: of what it demands, and of what the loop's variables become.
    pub(super) fn conditions(
        &self,
        model: &Model<'_>,
        guards: &[Term],
        of: &[Term],
        args: &[Term],
    ) -> Vec<String> {
        let mut all = Vec::new();
        for (&var, &arg) in of.iter().zip(args) {
            if matches!(model.terms.sort(arg), Sort::Bits(w) if w <= 64) {
                self.within(model, (arg, model.terms.width(arg)), self.own(model, var), &mut all);
            }
        }
        let roots: Vec<Term> = guards.iter().chain(args).copied().collect();
        // What has a name is not looked into, and a mask leaves what it cuts as it is.
        for term in model.terms.post_order(&roots, |term| model.names.contains_key(&term)) {
            if model.low_bits(term).is_some() {
                continue;
            }
            for (arg, reading) in read(model, term) {
                let reading = reading.or_else(|| self.of_parts(model, model.terms.args(term)));
                // What is made narrower keeps its value where it fits.
                let narrow = matches!(model.terms.op(term), Op::Extract(0));
                let width = model.terms.width(if narrow { term } else { arg });
                self.within(model, (arg, width), reading, &mut all);
            }
            for (n, side) in model.signed_sides(term).into_iter().flatten().enumerate() {
                let width = model.terms.width(model.terms.args(term)[n]);
                let found = self.of_side(model, &side, width);
                let text = model.sum(&side.parts, Some(side.add), width, kernels::DEPTH_OF_CONDITION);
                say(found, Reading::Signed, width, &text, &mut all);
            }
        }
        all
    }

    /// What a sum of signed numbers can be.
    fn of_side(&self, model: &Model<'_>, side: &Side, width: u32) -> Option<Interval> {
        let mut sum = as_signed(side.add, width);
        for &part in &side.parts {
            sum = plus(sum, self.interval(model, part, Reading::Signed)?)?;
        }
        Some(sum)
    }

    /// The reading of the variables of which terms are made: unsigned if one of them is.
    fn of_parts(&self, model: &Model<'_>, terms: &[Term]) -> Option<Reading> {
        let mut all = Vec::new();
        terms.iter().for_each(|&arg| leaves(model, arg, &mut all));
        let known: Vec<Reading> = all.into_iter().filter_map(|leaf| self.own(model, leaf)).collect();
        known.contains(&Reading::Unsigned).then_some(Reading::Unsigned).or_else(|| known.first().copied())
    }

    /// That a number is within the range that it is read in, of this many bits.
    fn within(
        &self,
        model: &Model<'_>,
        (term, width): (Term, u32),
        reading: Option<Reading>,
        all: &mut Vec<String>,
    ) {
        if width == 1 || model.terms.constant(term).is_some() {
            return;
        }
        let reading = reading.or_else(|| self.own(model, term)).unwrap_or(Reading::Signed);
        let found = self.interval(model, term, reading);
        say(found, reading, width, &model.show(term), all);
    }

    /// What a term can be in mathematical integers, each of its leaves within its own range; `None` if that is too much.
    fn interval(&self, model: &Model<'_>, term: Term, reading: Reading) -> Option<Interval> {
        let terms = &model.terms;
        let width = terms.width(term);
        if let Some(bits) = terms.constant(term) {
            // As it is shown: what is added may be negative.
            return Some(as_signed(bits, width));
        }
        let args = terms.args(term);
        let of = |n: usize| self.interval(model, args[n], reading);
        let fold = |with: fn(Interval, Interval) -> Option<Interval>| {
            (1..args.len()).try_fold(of(0)?, |sum, n| with(sum, of(n)?))
        };
        match terms.op(term) {
            Op::BvAdd => fold(plus),
            Op::BvSub => fold(|a, b| plus(a, (-b.1, -b.0))),
            Op::BvMul => fold(times),
            Op::BvNeg => of(0).map(|(from, to)| (-to, -from)),
            Op::BvShl if is_ring(model, term) => power(model, term).and_then(|by| times(of(0)?, (by, by))),
            Op::Var(symbol) if terms.declaration(symbol).bounds.is_some() => {
                let (least, most) = terms.declaration(symbol).bounds?;
                Some((i128::try_from(least).ok()?, i128::try_from(most).ok()?))
            }
            // What is made wider keeps its value.
            Op::Zext => Some(range(Reading::Unsigned, terms.width(args[0]))),
            Op::Sext => Some(range(Reading::Signed, terms.width(args[0]))),
            _ => Some(range(self.own(model, term).unwrap_or(reading), width)),
        }
    }
}

/// The condition that a number is within the range that it is read in, if it can be outside.
fn say(found: Option<Interval>, reading: Reading, width: u32, text: &str, all: &mut Vec<String>) {
    let (least, most) = range(reading, width);
    let (low, high) = match reading {
        Reading::Signed => (format!("-2^{}", width - 1), format!("2^{}", width - 1)),
        Reading::Unsigned => ("0".to_owned(), format!("2^{width}")),
    };
    let (under, over) = found.map_or((true, true), |(from, to)| (from < least, to > most));
    let condition = match (under, over) {
        (false, false) => return,
        (true, false) => format!("{low} <= {text}"),
        (false, true) => format!("{text} < {high}"),
        (true, true) => format!("{low} <= {text} < {high}"),
    };
    if !all.contains(&condition) {
        all.push(condition);
    }
}

/// A number, read as a signed one.
fn as_signed(bits: u128, width: u32) -> Interval {
    let number = if bits >> (width - 1) & 1 == 1 { bits as i128 - (1 << width) } else { bits as i128 };
    (number, number)
}

/// The numbers of this many bits.
fn range(reading: Reading, width: u32) -> Interval {
    match reading {
        Reading::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        Reading::Unsigned => (0, (1 << width) - 1),
    }
}

fn plus(a: Interval, b: Interval) -> Option<Interval> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn times(a: Interval, b: Interval) -> Option<Interval> {
    let products =
        [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((*products.iter().min()?, *products.iter().max()?))
}
