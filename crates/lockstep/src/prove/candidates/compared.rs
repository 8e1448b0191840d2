//! What the counter of a loop is compared with.

use super::super::induction::stays;
use super::super::setup::Setup;
use super::more_than;
use raddle_ir::{Block, Function, Inst, InstKind, IntCond, PureOp, Value};
use raddle_smt::integers::Signs;
use std::collections::BTreeSet;

/// A comparison of a counter, or of what it is going to be next, with what stays the same in the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// The comparison.
    pub inst: Inst,
    /// What the counter is compared with.
    pub bound: Value,
    /// May the loop continue where both are equal?
    pub inclusive: bool,
    /// How both are read.
    pub signs: Signs,
}

/// The comparisons in a loop of these blocks of the parameter of its head with this number.
pub fn compared<'s>(
    setup: &'s Setup<'_>,
    blocks: &'s BTreeSet<Block>,
    (head, number): (Block, usize),
) -> impl Iterator<Item = Compared> + 's {
    let function = setup.kernel.function();
    let param = function.blocks[head].params[number];
    let back =
        blocks.iter().flat_map(|&block| setup.kernel.edges(block)).filter(move |edge| edge.to == Some(head));
    let next: BTreeSet<Value> = back.map(|edge| edge.args[number]).collect();
    comparisons(function, blocks).filter_map(move |(inst, cond, [counter, bound])| {
        // The loop continues where `counter < bound`, or is left where `counter >= bound`.
        let inclusive = match cond {
            IntCond::LtS | IntCond::GeS | IntCond::LtU | IntCond::GeU => false,
            IntCond::LeS | IntCond::GtS | IntCond::LeU | IntCond::GtU => true,
            IntCond::Eq | IntCond::Ne => return None,
        };
        let signs = if cond.is_signed() { Signs::Signed } else { Signs::Unsigned };
        let is_counter = next.contains(&counter) || more_than(function, param, counter).is_some();
        let is_meant = is_counter && stays(setup.kernel, blocks, bound);
        is_meant.then_some(Compared { inst, bound, inclusive, signs })
    })
}

/// The comparisons of integers in these blocks, each with both of its sides as the first one.
pub fn comparisons<'f>(
    function: &'f Function,
    blocks: &'f BTreeSet<Block>,
) -> impl Iterator<Item = (Inst, IntCond, [Value; 2])> + 'f {
    let insts = blocks.iter().flat_map(|&block| &function.blocks[block].insts);
    let sides = insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::Pure { op: PureOp::Icmp(cond), args } => match *args.as_slice() {
            [a, b] => Some([(inst, *cond, [a, b]), (inst, cond.swapped(), [b, a])]),
            _ => None,
        },
        _ => None,
    });
    sides.flatten()
}
