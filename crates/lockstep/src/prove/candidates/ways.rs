//! Variables that no closed form describes: what all ways round the loop have in common.
//!
//! A variable that one branch moves on by 4 and another by 6 moves by a multiple of 2; one that is doubled in one branch and
//! left in another stays a power of two if it was one. Loops in loops go through the same search, since their heads are
//! joins like others.

use crate::normal::Normal;
use raddle_ir::{Block, Function, InstKind, PureOp, Value, ValueDef};
use std::collections::BTreeSet;

/// How a variable may change on one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    /// By multiples of this: 0 if by nothing.
    pub(super) step: u128,
    /// Multiplied with, or divided by, a power of two?
    pub(super) scaled: bool,
}

impl Ways {
    const NONE: Self = Self { step: 0, scaled: false };

    fn join(self, other: Self) -> Self {
        Self { step: gcd(self.step, other.step), scaled: self.scaled || other.scaled }
    }
}

/// How the parameter of a head may change, if each way round is of a known kind.
pub(super) fn ways(kernel: &Normal, head: Block, blocks: &BTreeSet<Block>, number: usize) -> Option<Ways> {
    let search = Search { kernel, head, blocks, param: kernel.function().blocks[head].params[number] };
    search.incoming(head, number, &mut BTreeSet::new())
}

struct Search<'k> {
    kernel: &'k Normal,
    head: Block,
    blocks: &'k BTreeSet<Block>,
    param: Value,
}

impl Search<'_> {
    /// What all that the loop passes to a parameter have in common.
    fn incoming(&self, block: Block, number: usize, seen: &mut BTreeSet<Value>) -> Option<Ways> {
        let edges = self.blocks.iter().flat_map(|&from| self.kernel.edges(from));
        let mut all = edges.filter(|edge| edge.to == Some(block)).map(|edge| edge.args[number]);
        all.try_fold(Ways::NONE, |ways, arg| Some(ways.join(self.of(arg, seen)?)))
    }

    /// How a value of the loop comes from the parameter.
    fn of(&self, value: Value, seen: &mut BTreeSet<Value>) -> Option<Ways> {
        // What was looked at already has its part in the whole.
        if value == self.param || !seen.insert(value) {
            return Some(Ways::NONE);
        }
        let function = self.kernel.function();
        match function.values[value].def {
            ValueDef::Param(block, _) if block == self.head || !self.blocks.contains(&block) => None,
            ValueDef::Param(block, number) => self.incoming(block, usize::from(number), seen),
            ValueDef::Result(inst, _) => {
                let InstKind::Pure { op, args } = &function.insts[inst].kind else { return None };
                let by = |step: u128, ways: Ways| Ways { step: gcd(ways.step, step), ..ways };
                match (op, args.as_slice()) {
                    (PureOp::Add | PureOp::Sub, &[a, b]) if factor(function, b) > 1 => {
                        Some(by(factor(function, b), self.of(a, seen)?))
                    }
                    (PureOp::Add, &[a, b]) if factor(function, a) > 1 => {
                        Some(by(factor(function, a), self.of(b, seen)?))
                    }
                    (PureOp::Select, &[_, a, b]) => Some(self.of(a, seen)?.join(self.of(b, seen)?)),
                    (PureOp::Shl | PureOp::ShrU, &[a, _]) => Some(Ways { scaled: true, ..self.of(a, seen)? }),
                    (PureOp::Mul | PureOp::DivU, &[a, b]) if is_power(function, b) => {
                        Some(Ways { scaled: true, ..self.of(a, seen)? })
                    }
                    (PureOp::Mul, &[a, b]) if is_power(function, a) => {
                        Some(Ways { scaled: true, ..self.of(b, seen)? })
                    }
                    _ => None,
                }
            }
        }
    }
}

fn is_power(function: &Function, value: Value) -> bool {
    function.as_const(value).is_some_and(u128::is_power_of_two)
}

/// A number that a value is a multiple of, in the arithmetic of its width: a power of two if it may wrap around.
fn factor(function: &Function, value: Value) -> u128 {
    let (bits, mask) = (function.ty(value).bits(), function.ty(value).mask());
    if let Some(number) = function.as_const(value) {
        // A number that is subtracted has its sign turned.
        return if number >> (bits - 1) & 1 == 1 { number.wrapping_neg() & mask } else { number };
    }
    let Some(InstKind::Pure { op, args }) = function.def_inst(value).map(|inst| &inst.kind) else { return 1 };
    let even = |number: u128| 1 << number.trailing_zeros().min(bits - 1);
    match (op, args.as_slice()) {
        (PureOp::Shl, &[_, by]) => function.as_const(by).map_or(1, |by| 1 << by.min(u128::from(bits - 1))),
        (PureOp::Mul, &[a, b]) => [a, b].iter().find_map(|&v| function.as_const(v)).map_or(1, even),
        _ => 1,
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::gcd;

    #[test]
    fn nothing_divides_less_than_anything() {
        assert_eq!([gcd(0, 6), gcd(4, 6), gcd(6, 0), gcd(0, 0)], [6, 2, 6, 0]);
    }
}
