//! Loop variables in closed form: the value of a variable after k rounds.
//!
//! A parameter of a loop's head that every path through the body changes alike is a function of its first value and of the number of
//! rounds k, exactly, in the arithmetic of machine integers:
//!
//! | each round | after k rounds |
//! | --- | --- |
//! | `p` | `p0` |
//! | `p + c`, c the same on each round, also computed in a wider type and cut | `p0 + c · k`, modulo two to the width |
//! | `p << n` | `p0 << n · k`, 0 from the width on |
//! | `p >> n`, unsigned or signed | `p0 >> n · k` |
//! | `p / 2^n`, rounded to zero | `±(|p0| >> n · k)`: division to zero composes |
//!
//! All variables of a loop share its k, which keeps the relations between them; and none of this needs a condition on
//! wrap-around. k has 64 bits: no loop makes more rounds.

use super::setup::Setup;
use crate::limits;
use crate::normal::Normal;
use raddle_ir::{
    Base, Block, Function, Inst, InstKind, PureOp, SecondaryMap, Space, Special, Value, ValueDef,
};
use raddle_smt::{Term, Terms};
use raddle_symbolic::pure::always_divides;
use std::collections::BTreeSet;

/// How a parameter of a loop's head changes on each round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// By this sum; nothing for one that stays as it is.
    Sum(Sum),
    /// To the left by this many bits.
    Left(u32),
    /// To the right, zeros coming in.
    Right(u32),
    /// To the right, the sign coming in.
    Arithmetic(u32),
    /// Divided by two to this, as a signed number, rounded to zero.
    Divided(u32),
}

/// A constant and values that are the same on each round, those with `true` subtracted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Added on each round, modulo two to the width.
    pub constant: u128,
    /// Added too, or subtracted: their low bits, where they are wider.
    pub parts: Vec<(Value, bool)>,
}

impl Sum {
    /// What is added, with this many bits; none if one of its values has none.
    pub fn term(
        &self,
        terms: &mut Terms,
        values: &SecondaryMap<Value, Option<Term>>,
        width: u32,
    ) -> Option<Term> {
        let mut sum = terms.bits(width, self.constant);
        for &(part, minus) in &self.parts {
            let part = terms.resize(width, values[part]?);
            sum = if minus { terms.bvsub(sum, part) } else { terms.bvadd(sum, part) };
        }
        Some(sum)
    }
}

impl Shape {
    /// The constant that is added on each round, if only that is.
    pub fn constant(&self) -> Option<u128> {
        match self {
            Self::Sum(sum) if sum.parts.is_empty() => Some(sum.constant),
            _ => None,
        }
    }

    /// The values that it is computed from.
    pub fn parts(&self) -> impl Iterator<Item = Value> {
        let parts = if let Self::Sum(sum) = self { sum.parts.as_slice() } else { &[] };
        parts.iter().map(|&(part, _)| part)
    }
}

/// A loop, as a part of a kernel.
struct Round<'k> {
    kernel: &'k Normal,
    function: &'k Function,
    blocks: &'k BTreeSet<Block>,
    head: Block,
    param: Value,
}

/// The shape of the parameter with this number of the head of a loop of these blocks.
#[must_use]
pub fn shape(setup: &Setup<'_>, head: Block, blocks: &BTreeSet<Block>, number: usize) -> Option<Shape> {
    let shape = step(setup.kernel, head, blocks, number)?;
    let stays = shape == Shape::Sum(Sum::default());
    (stays || !setup.without_closed_forms).then_some(shape)
}

/// The same, whether closed forms are used or not: how the parameter changes on each round.
#[must_use]
pub fn step(kernel: &Normal, head: Block, blocks: &BTreeSet<Block>, number: usize) -> Option<Shape> {
    let function = kernel.function();
    let param = function.blocks[head].params[number];
    if !function.ty(param).is_int() || function.ty(param).bits() == 1 {
        return None;
    }
    // In a part of a loop that is entered after its head, a value may come from the previous round.
    let mut with_this_head = kernel.loops().all().iter().filter(|of| of.header == head);
    if !with_this_head.any(|of| blocks.iter().all(|b| of.blocks.contains(b))) {
        return None;
    }
    let round = Round { kernel, function, blocks, head, param };
    let mut shapes = round.incoming(head, number).into_iter().map(|arg| round.of(arg));
    let first = shapes.next()??;
    shapes.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

impl Round<'_> {
    /// What blocks of the loop pass to a parameter.
    fn incoming(&self, block: Block, number: usize) -> Vec<Value> {
        let edges = self.blocks.iter().flat_map(|&b| self.kernel.edges(b));
        edges.filter(|e| e.to == Some(block)).map(|e| e.args[number]).collect()
    }

    fn of(&self, value: Value) -> Option<Shape> {
        if let Some(sum) = self.sum(value, &mut Vec::new()) {
            return Some(Shape::Sum(sum));
        }
        let InstKind::Pure { op, args } = &self.function.def_inst(value)?.kind else { return None };
        let [a, b] = args.as_slice() else { return None };
        let by = |v: Value| self.function.as_const(v).filter(|&n| n < 128).map(|n| n as u32);
        let power = |v: Value| self.function.as_const(v).filter(|n| n.is_power_of_two()).map(u128::ilog2);
        let (a_is, b_is) = (*a == self.param, *b == self.param);
        let width = self.function.ty(value).bits();
        match op {
            PureOp::Shl if a_is => by(*b).map(Shape::Left),
            PureOp::ShrU if a_is => by(*b).map(Shape::Right),
            PureOp::ShrS if a_is => by(*b).map(Shape::Arithmetic),
            PureOp::ShrS => by(*b).filter(|&n| self.is_rounded(*a, n)).map(Shape::Divided),
            PureOp::Mul if a_is => power(*b).map(Shape::Left),
            PureOp::Mul if b_is => power(*a).map(Shape::Left),
            PureOp::DivU if a_is => power(*b).map(Shape::Right),
            // The highest power is negative.
            PureOp::DivS if a_is => power(*b).filter(|&n| n + 1 < width).map(Shape::Divided),
            _ => None,
        }
    }

    /// Is a value the parameter, plus two to the n less one if it is negative? That shifted by n is the quotient, and
    /// how compilers divide: `p + ((p >> w-1) >>> w-n)`, or for n = 1 `p + (p >>> w-1)`.
    fn is_rounded(&self, value: Value, n: u32) -> bool {
        let width = self.function.ty(value).bits();
        let pure = |v: Value, op: PureOp| match &self.function.def_inst(v)?.kind {
            InstKind::Pure { op: is, args } if *is == op => <[Value; 2]>::try_from(args.as_slice()).ok(),
            _ => None,
        };
        let by = |v: Value, n: u32| self.function.as_const(v) == Some(u128::from(n));
        let Some([a, b]) = pure(value, PureOp::Add) else { return false };
        let more = if a == self.param { b } else { a };
        let Some([of, far]) = pure(more, PureOp::ShrU) else { return false };
        let sign = of == self.param && n == 1
            || pure(of, PureOp::ShrS).is_some_and(|[p, far]| p == self.param && by(far, width - 1));
        (a == self.param || b == self.param) && n > 0 && n < width && by(far, width - n) && sign
    }

    /// How a value differs from the parameter, in the low bits that the parameter has: those of a sum are the same in every type.
    fn sum(&self, value: Value, on_the_way: &mut Vec<Value>) -> Option<Sum> {
        if value == self.param {
            return Some(Sum::default());
        }
        if self.function.ty(value).bits() < self.function.ty(self.param).bits() {
            return None;
        }
        match self.function.values[value].def {
            ValueDef::Param(block, number) => {
                // What another variable of the loop is in this round, it is not when the next one begins.
                let varies = block == self.head || on_the_way.contains(&value);
                if varies || !self.blocks.contains(&block) {
                    return None;
                }
                on_the_way.push(value);
                let args = self.incoming(block, usize::from(number));
                let mut args = args.into_iter().filter(|&arg| arg != value);
                let first = self.sum(args.next()?, on_the_way)?;
                let alike = args.all(|arg| self.sum(arg, on_the_way).as_ref() == Some(&first));
                on_the_way.pop();
                alike.then_some(first)
            }
            ValueDef::Result(inst, _) => {
                let InstKind::Pure { op, args } = &self.function.insts[inst].kind else { return None };
                match (op, args.as_slice()) {
                    (PureOp::Add, &[a, b]) => {
                        let (of, by) = match self.sum(a, on_the_way) {
                            Some(sum) => (sum, b),
                            None => (self.sum(b, on_the_way)?, a),
                        };
                        self.plus(of, by, false)
                    }
                    (PureOp::Sub, &[a, b]) => self.plus(self.sum(a, on_the_way)?, b, true),
                    (PureOp::Zext | PureOp::Sext | PureOp::Trunc, &[a]) => self.sum(a, on_the_way),
                    _ => None,
                }
            }
        }
    }

    fn plus(&self, mut sum: Sum, by: Value, minus: bool) -> Option<Sum> {
        if let Some(constant) = self.function.as_const(by) {
            let new =
                if minus { sum.constant.wrapping_sub(constant) } else { sum.constant.wrapping_add(constant) };
            sum.constant = new & self.function.ty(self.param).mask();
            return Some(sum);
        }
        stays(self.kernel, self.blocks, by).then(|| {
            sum.parts.push((by, minus));
            sum.parts.sort_unstable();
            sum
        })
    }
}

/// Is a value the same on each round of a loop of these blocks: from outside it, or computed from such?
#[must_use]
pub fn stays(kernel: &Normal, blocks: &BTreeSet<Block>, value: Value) -> bool {
    stays_within(kernel.function(), blocks, value, limits::DEPTH_OF_INVARIANT_VALUE)
}

fn stays_within(function: &Function, blocks: &BTreeSet<Block>, value: Value, depth: u32) -> bool {
    match function.values[value].def {
        ValueDef::Param(block, _) => !blocks.contains(&block),
        ValueDef::Result(inst, _) => {
            let stays = |v: Value| depth > 0 && stays_within(function, blocks, v, depth - 1);
            blocks.iter().all(|&b| !function.blocks[b].insts.contains(&inst))
                || is_fixed(function, inst) && function.insts[inst].uses().into_iter().all(stays)
        }
    }
}

/// Is what an instruction computes a function of its operands, whenever it is executed?
pub fn is_fixed(function: &Function, inst: Inst) -> bool {
    match &function.insts[inst].kind {
        InstKind::Load { addr, .. } => addr.space == Space::Param && addr.base == Base::Params,
        InstKind::Special(special) => !matches!(special, Special::Clock | Special::WarpId | Special::SmId),
        // Where it is not specified it is no function of the operands.
        InstKind::Pure { op: PureOp::DivU | PureOp::RemU | PureOp::DivS | PureOp::RemS, args } => {
            always_divides(function, args[1], true)
        }
        kind => kind.is_pure(),
    }
}

/// The value after `count` rounds (64 bits) of a parameter that began as `start`.
pub fn after(
    terms: &mut Terms,
    values: &SecondaryMap<Value, Option<Term>>,
    start: Term,
    shape: &Shape,
    count: Term,
) -> Option<Term> {
    let width = terms.width(start);
    Some(match shape {
        Shape::Sum(sum) => {
            let step = sum.term(terms, values, width)?;
            let count = terms.resize(width, count);
            let all = terms.bvmul(step, count);
            terms.bvadd(start, all)
        }
        Shape::Left(by) => {
            let by = amount(terms, *by, width, count);
            terms.bvshl(start, by)
        }
        Shape::Right(by) => {
            let by = amount(terms, *by, width, count);
            terms.bvlshr(start, by)
        }
        Shape::Arithmetic(by) => {
            let by = amount(terms, *by, width, count);
            terms.bvashr(start, by)
        }
        Shape::Divided(by) => {
            let by = amount(terms, *by, width, count);
            let zero = terms.bits(width, 0);
            let negative = terms.bvslt(start, zero);
            let minus = terms.bvneg(start);
            let down = terms.bvlshr(minus, by);
            let down = terms.bvneg(down);
            let up = terms.bvlshr(start, by);
            terms.ite(negative, down, up)
        }
    })
}

/// How far `count` shifts by `by` go together, in `width` bits; the width for all that are further.
fn amount(terms: &mut Terms, by: u32, width: u32, count: Term) -> Term {
    if by == 0 {
        return terms.bits(width, 0);
    }
    // From this many rounds on everything is shifted out.
    let most = terms.bits(64, u128::from(width.div_ceil(by)));
    let few = terms.bvult(count, most);
    let (one, gone) = (terms.bits(width, u128::from(by)), terms.bits(width, u128::from(width)));
    let count = terms.resize(width, count);
    let far = terms.bvmul(one, count);
    terms.ite(few, far, gone)
}
