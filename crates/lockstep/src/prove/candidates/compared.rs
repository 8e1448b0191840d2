//! What the counter of a loop is compared with.

use super::super::induction::stays;
use super::super::setup::Setup;
use super::more_than;
use raddle_ir::{Block, Inst, InstKind, IntCond, PureOp, Value};
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
    let insts = blocks.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.filter_map(move |&inst| {
        let InstKind::Pure { op: PureOp::Icmp(cond), args } = &function.insts[inst].kind else { return None };
        let [a, b] = *args.as_slice() else { return None };
        let is_counter = |value: Value| next.contains(&value) || more_than(function, param, value).is_some();
        // The loop continues where `counter < bound`, or is left where `counter >= bound`.
        let (bound, inclusive) = match cond {
            IntCond::LtS | IntCond::GeS | IntCond::LtU | IntCond::GeU if is_counter(a) => (b, false),
            IntCond::LeS | IntCond::GtS | IntCond::LeU | IntCond::GtU if is_counter(a) => (b, true),
            IntCond::GtS | IntCond::LeS | IntCond::GtU | IntCond::LeU if is_counter(b) => (a, false),
            IntCond::GeS | IntCond::LtS | IntCond::GeU | IntCond::LtU if is_counter(b) => (a, true),
            _ => return None,
        };
        let is_signed = matches!(cond, IntCond::LtS | IntCond::LeS | IntCond::GtS | IntCond::GeS);
        let signs = if is_signed { Signs::Signed } else { Signs::Unsigned };
        stays(setup.kernel, blocks, bound).then_some(Compared { inst, bound, inclusive, signs })
    })
}
