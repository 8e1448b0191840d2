//! Loop invariants: guessed by the shape of a loop, kept where they are proved (Houdini).
//!
//! What a closed form does not say of a loop's variables, guesses may: that one is at least what it began with, at most what
//! it is compared with, not negative; where its ways round differ (`ways`), a multiple of a number away from what it began with, a power
//! of two, or what it began with until the last round. A guess is about the state of one thread *each time it is at the head*, or, that a counter
//! keeps to its width, about all its rounds so far. All are assumed together in an arbitrary iteration, and each is checked for the first iteration and for the next one; those that fail are given up, until
//! the rest carry each other (C. Flanagan and K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", 2001). What is left
//! is an invariant: by induction on the rounds of the loop, those of all loops together.

mod compared;
mod until_end;
mod ways;

use compared::comparisons;
pub use compared::{Compared, compared};
pub use until_end::End;

use super::induction::{self, Shape, Sum, stays};
use super::needed::Needed;
use super::setup::Setup;
use crate::limits;
use raddle_ir::{Base, Block, Function, InstKind, PureOp, Value};
use raddle_smt::integers::Signs;
use raddle_smt::{Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// What a variable is compared with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Bound {
    /// A number.
    Number(u128),
    /// A value that is the same on each round, less this number.
    Value(Value, u128),
}

impl Bound {
    /// The value, if it is one.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        match self {
            Self::Number(_) => None,
            Self::Value(value, _) => Some(value),
        }
    }
}

/// How a variable stands to a bound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// At least, as signed numbers.
    LeastSigned,
    /// At most, as signed numbers.
    MostSigned,
    /// At least, as unsigned numbers.
    Least,
    /// At most, as unsigned numbers.
    Most,
    /// A multiple of this number away, as unsigned numbers.
    Congruent(u32),
    /// A power of two or 0, whatever the bound.
    PowerOfTwo,
    /// Equal, or else the loop is at its end: what a variable that only the last round changes is.
    UntilEnd(End),
    /// Never left its width since the loop was entered, as a signed or an unsigned number, whatever the bound: what a sum is that is computed with more bits.
    InWidth(Signs),
}

impl Relation {
    const ORDERS: [Self; 4] = [Self::LeastSigned, Self::MostSigned, Self::Least, Self::Most];

    /// For a value of the parameter and one of the bound; where the loop ends, for those that say so.
    fn term(self, terms: &mut Terms, a: Term, b: Term, end: Option<[Term; 2]>) -> Option<Term> {
        Some(match self {
            Self::LeastSigned => terms.bvsle(b, a),
            Self::MostSigned => terms.bvsle(a, b),
            Self::Least => terms.bvule(b, a),
            Self::Most => terms.bvule(a, b),
            Self::Congruent(modulus) => {
                let width = terms.width(a);
                let (away, modulus) = (terms.bvsub(a, b), terms.bits(width, u128::from(modulus)));
                let (left, zero) = (terms.bvurem(away, modulus), terms.bits(width, 0));
                terms.eq(left, zero)
            }
            Self::PowerOfTwo => {
                let (zero, one) = (terms.bits(terms.width(a), 0), terms.bits(terms.width(a), 1));
                let less = terms.bvsub(a, one);
                let both = terms.bvand(a, less);
                terms.eq(both, zero)
            }
            Self::UntilEnd(of) => {
                let [counter, limit] = end?;
                let (same, is_over) = (terms.eq(a, b), of.term(terms, counter, limit));
                terms.or(same, is_over)
            }
            Self::InWidth(signs) => fits(terms, a, terms.width(b), signs),
        })
    }
}

/// That a number is one of fewer bits.
fn fits(terms: &mut Terms, number: Term, bits: u32, signs: Signs) -> Term {
    let width = terms.width(number);
    match signs {
        Signs::Unsigned => {
            let most = terms.bits(width, (1 << bits) - 1);
            terms.bvule(number, most)
        }
        Signs::Signed => {
            let most = (1_u128 << (bits - 1)) - 1;
            let [least, most] = [!most, most].map(|end| terms.bits(width, end));
            let (above, below) = (terms.bvsle(least, number), terms.bvsle(number, most));
            terms.and(above, below)
        }
    }
}

/// A guess: this parameter of the head is so related to that.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// The number of the parameter.
    pub param: usize,
    /// How.
    pub relation: Relation,
    /// To what.
    pub bound: Bound,
}

/// The values that a guess is about, at a place.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    /// Of the parameter.
    pub param: Term,
    /// Of the bound, if that is a value.
    pub bound: Option<Term>,
    /// Of the parameter and the limit that say whether the loop is at its end.
    pub end: Option<[Term; 2]>,
}

impl Candidate {
    /// What says that the loop is at its end, if that matters.
    #[must_use]
    pub fn end(self) -> Option<End> {
        match self.relation {
            Relation::UntilEnd(end) => Some(end),
            _ => None,
        }
    }

    /// What it speaks of that stays the same in the loop.
    pub fn fixed(self) -> impl Iterator<Item = Value> {
        self.bound.value().into_iter().chain(self.end().map(|end| end.limit))
    }

    /// The guess, for a parameter of this many bits; none where something that it is about has no value here.
    pub fn term(self, terms: &mut Terms, bits: u32, values: Values) -> Option<Term> {
        let bound = match self.bound {
            Bound::Number(number) => terms.bits(bits, number),
            Bound::Value(_, less) => {
                let bound = values.bound?;
                let less = terms.bits(terms.width(bound), less);
                terms.bvsub(bound, less)
            }
        };
        if terms.width(bound) != bits {
            return None;
        }
        self.relation.term(terms, values.param, bound, values.end)
    }
}

/// Guesses, or what is left of them, by the head of the loop.
pub type Candidates = BTreeMap<Block, Vec<Candidate>>;

/// Guesses for all loops of a kernel, of the values that are evaluated.
#[must_use]
pub fn candidates(setup: &Setup<'_>, needed: &Needed) -> Candidates {
    let mut all = Candidates::new();
    let pointers = pointers(setup);
    for of in setup.kernel.loops().all() {
        let blocks: BTreeSet<Block> = of.blocks.iter().copied().collect();
        let params = &setup.kernel.function().blocks[of.header].params;
        let is_guessed = |value: Value| needed.value(value) && !pointers.contains(&value);
        let evaluated = (0..params.len()).filter(|&number| is_guessed(params[number]));
        let found: BTreeSet<Candidate> =
            evaluated.flat_map(|number| of_param(setup, of.header, &blocks, number)).collect();
        if !found.is_empty() {
            all.insert(of.header, found.into_iter().collect());
        }
    }
    all
}

/// Variables that step through memory as addresses: their absolute values are irrelevant and never compared.
fn pointers(setup: &Setup<'_>) -> BTreeSet<Value> {
    let function = setup.kernel.function();
    let mut coming: BTreeMap<Value, Vec<Value>> = BTreeMap::new();
    let mut work = Vec::new();
    for &block in setup.kernel.order() {
        for edge in setup.kernel.edges(block) {
            let params = edge.to.map_or(&[][..], |to| function.blocks[to].params.as_slice());
            for (&param, &arg) in params.iter().zip(&edge.args) {
                coming.entry(param).or_default().push(arg);
            }
        }
        let insts = function.blocks[block].insts.iter().map(|&inst| &function.insts[inst].kind);
        let absolute = insts.filter_map(InstKind::address).filter(|addr| addr.base == Base::Absolute);
        work.extend(absolute.filter_map(|addr| addr.index));
    }
    let mut found = BTreeSet::new();
    while let Some(value) = work.pop() {
        if !found.insert(value) {
            continue;
        }
        work.extend(coming.get(&value).into_iter().flatten());
        // Which addend is the address, and which is scaled or widened to be an index?
        if let Some(InstKind::Pure { op: PureOp::Add | PureOp::Sub, args }) =
            function.def_inst(value).map(|inst| &inst.kind)
        {
            work.extend(args.iter().copied().filter(|&arg| may_be_address(function, arg)));
        }
    }
    found
}

fn may_be_address(function: &Function, value: Value) -> bool {
    function.def_inst(value).is_none_or(|inst| match &inst.kind {
        InstKind::Pure { op, .. } => matches!(op, PureOp::Add | PureOp::Sub),
        InstKind::Load { .. } => true,
        _ => false,
    })
}

/// How much more a value is than a parameter: compilers compare what a variable is going to be next.
fn more_than(function: &Function, param: Value, value: Value) -> Option<u128> {
    if value == param {
        return Some(0);
    }
    let mask = function.ty(param).mask();
    match &function.def_inst(value)?.kind {
        InstKind::Pure { op: PureOp::Add, args } => match *args.as_slice() {
            [a, b] if a == param => function.as_const(b),
            [a, b] if b == param => function.as_const(a),
            _ => None,
        },
        InstKind::Pure { op: PureOp::Sub, args } => match *args.as_slice() {
            [a, b] if a == param => function.as_const(b).map(|less| less.wrapping_neg() & mask),
            _ => None,
        },
        _ => None,
    }
}

fn of_param(setup: &Setup<'_>, head: Block, blocks: &BTreeSet<Block>, number: usize) -> Vec<Candidate> {
    let function = setup.kernel.function();
    let param = function.blocks[head].params[number];
    let ty = function.ty(param);
    if !ty.is_int() || ty.bits() == 1 {
        return Vec::new();
    }
    let mut bounds: BTreeSet<Bound> = [Bound::Number(0), Bound::Number(1)].into();
    let step = induction::step(setup.kernel, head, blocks, number).and_then(|shape| shape.constant());
    // The parameter stands to this value, less a number, as it stands to it where it is compared.
    let mut add = |value: Value, less: u128| match function.as_const(value) {
        Some(number) => {
            let number = number.wrapping_sub(less) & ty.mask();
            bounds.insert(Bound::Number(number));
            // A variable with a step may overshoot a little.
            if let Some(step) = step.filter(|&s| s > 1 && s < limits::STEP_BEYOND_BOUND) {
                bounds.insert(Bound::Number(number.wrapping_add(step - 1) & ty.mask()));
            }
        }
        None if stays(setup.kernel, blocks, value) => {
            bounds.insert(Bound::Value(value, less));
        }
        None => {}
    };
    for &block in setup.kernel.order() {
        for edge in setup.kernel.edges(block) {
            if edge.to == Some(head) && !blocks.contains(&block) {
                add(edge.args[number], 0);
            }
        }
    }
    for (_, _, [counter, other]) in comparisons(function, blocks) {
        if let Some(more) = more_than(function, param, counter) {
            add(other, more);
        }
    }
    let all = bounds
        .into_iter()
        .flat_map(|bound| Relation::ORDERS.map(|relation| Candidate { param: number, relation, bound }));
    // Every unsigned number is at least 0.
    let mut all: Vec<Candidate> =
        all.filter(|c| (c.relation, c.bound) != (Relation::Least, Bound::Number(0))).collect();
    match induction::shape(setup, head, blocks, number) {
        None => {
            all.extend(of_ways(setup, head, blocks, number));
            let entered = firsts(setup, head, blocks, number);
            all.extend(until_end::candidates(setup, (head, number), blocks, &entered));
        }
        Some(Shape::Sum(sum)) if sum != Sum::default() && ty.bits() <= 64 => {
            let signs: BTreeSet<Signs> =
                compared(setup, blocks, (head, number)).map(|one| one.signs).collect();
            let in_width = |signs| Candidate {
                param: number,
                relation: Relation::InWidth(signs),
                bound: Bound::Number(0),
            };
            all.extend(signs.into_iter().map(in_width));
        }
        Some(_) => {}
    }
    all
}

/// What the ways round a loop have in common, where they are not alike.
fn of_ways(setup: &Setup<'_>, head: Block, blocks: &BTreeSet<Block>, number: usize) -> Vec<Candidate> {
    let Some(ways) = ways::ways(setup.kernel, head, blocks, number) else { return Vec::new() };
    match (ways.scaled, u32::try_from(ways.step)) {
        (true, Ok(0)) => {
            let (relation, bound) = (Relation::PowerOfTwo, Bound::Number(0));
            vec![Candidate { param: number, relation, bound }]
        }
        (false, Ok(step)) if step > 1 && step <= limits::MODULUS => {
            // What is a multiple of 6 is one of 2, too, and stays one where it wraps around.
            let moduli = BTreeSet::from([step, 1 << step.trailing_zeros()]);
            let entered = firsts(setup, head, blocks, number);
            let all = moduli
                .into_iter()
                .filter(|&modulus| modulus > 1)
                .flat_map(|modulus| entered.iter().map(move |&bound| (Relation::Congruent(modulus), bound)));
            all.map(|(relation, bound)| Candidate { param: number, relation, bound }).collect()
        }
        _ => Vec::new(),
    }
}

/// What a parameter of a head may be where the loop is entered.
fn firsts(setup: &Setup<'_>, head: Block, blocks: &BTreeSet<Block>, number: usize) -> BTreeSet<Bound> {
    let function = setup.kernel.function();
    let outside = setup.kernel.order().iter().filter(|block| !blocks.contains(block));
    let edges = outside.flat_map(|&block| setup.kernel.edges(block)).filter(|edge| edge.to == Some(head));
    let args = edges.map(|edge| edge.args[number]);
    let bound = |value| match function.as_const(value) {
        Some(number) => Some(Bound::Number(number)),
        None => stays(setup.kernel, blocks, value).then_some(Bound::Value(value, 0)),
    };
    args.filter_map(bound).collect()
}
