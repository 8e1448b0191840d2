//! Contracts in contracts: a sum that is assumed not to overflow, in a condition; a device function with contracts of its own, called there.
//!
//! What is evaluated in a contract is no part of the kernel, so what is asserted within is not asked. What is assumed there is
//! assumed of the contract: one that is to be proved holds where the assumption does not, one that is trusted holds together with it.
//! Of a built-in function whose operands are not those that it is defined for nothing is known: no contract holds that asks it.

use super::position;
use crate::entity::{Block, Inst, SecondaryMap, Value, Var};
use crate::inst::{InstKind, SpecKind};
use crate::module::{Function, VarData};
use crate::op::PureOp;
use crate::types::Type;
use std::collections::BTreeMap;

/// A region within a region.
struct Nested {
    /// The opening marker of the outermost region.
    outer: Inst,
    /// A marker of the inner one.
    marker: Inst,
    /// Its block.
    block: Block,
}

/// Makes regions within regions part of the outermost ones; variables of the function are variables still. What is not opened and closed in
/// pairs stays as it is, for [`validate`](crate::validate::validate) to tell.
pub fn merge_nested(function: &mut Function) {
    let Some((nested, ends)) = found(function).filter(|(nested, _)| !nested.is_empty()) else { return };
    // Each outermost region has a variable for what is assumed in it, and one for whether operands are those of their functions.
    let mut held: BTreeMap<(Inst, bool), Var> = BTreeMap::new();
    for Nested { outer, marker, block } in nested {
        if let InstKind::SpecEnd(kind, value) = function.insts[marker].kind
            && kind.is_trusted()
        {
            let holds = *held.entry((outer, kind == SpecKind::Operands)).or_insert_with(|| {
                let name = "held".to_owned();
                function.vars.push(VarData { name, ty: Type::I1, shared: None })
            });
            let so_far = get(function, holds, block, marker);
            let both = op(function, PureOp::And, &[so_far, value], block, marker);
            put(function, InstKind::VarSet(holds, both), None, block, marker);
        }
        let at = position(function, block, marker);
        function.blocks[block].insts.remove(at);
    }
    for (&(outer, of_operands), &holds) in &held {
        let Some(begin) = function.order.iter().copied().find(|&b| function.blocks[b].insts.contains(&outer))
        else {
            continue;
        };
        // In front of the region: it begins with nothing assumed.
        let truth = constant(function, 1, begin, outer);
        put(function, InstKind::VarSet(holds, truth), None, begin, outer);
        for &(block, end) in &ends[&outer] {
            let InstKind::SpecEnd(kind, value) = function.insts[end].kind else { continue };
            let assumed = get(function, holds, block, end);
            let stated = if kind.is_trusted() || of_operands {
                op(function, PureOp::And, &[assumed, value], block, end)
            } else {
                let truth = constant(function, 1, block, end);
                let not = op(function, PureOp::Xor, &[assumed, truth], block, end);
                op(function, PureOp::Or, &[not, value], block, end)
            };
            function.insts[end].kind = InstKind::SpecEnd(kind, stated);
        }
    }
}

/// The closing markers of each outermost region.
type Ends = BTreeMap<Inst, Vec<(Block, Inst)>>;

/// Markers within regions; and the ends of the outermost ones. Nothing, where ways to a block disagree on what is open, or what is open is not
/// closed.
fn found(function: &Function) -> Option<(Vec<Nested>, Ends)> {
    let (mut nested, mut ends) = (Vec::new(), Ends::new());
    if function.is_declaration() {
        return None;
    }
    let mut at_head: SecondaryMap<Block, Option<Vec<Inst>>> = SecondaryMap::new();
    at_head[function.entry()] = Some(Vec::new());
    let mut work = vec![function.entry()];
    while let Some(block) = work.pop() {
        let mut open = at_head[block].clone().unwrap_or_default();
        for &inst in &function.blocks[block].insts {
            match function.insts[inst].kind {
                InstKind::SpecBegin(_) => {
                    open.push(inst);
                    if let [outer, _, ..] = open[..] {
                        nested.push(Nested { outer, marker: inst, block });
                    }
                }
                InstKind::SpecEnd(..) => match open[..] {
                    [outer, _, ..] => {
                        nested.push(Nested { outer, marker: inst, block });
                        open.pop();
                    }
                    [outer] => {
                        ends.entry(outer).or_default().push((block, inst));
                        open.pop();
                    }
                    [] => return None,
                },
                _ => {}
            }
        }
        for target in function.blocks[block].term.targets() {
            match &at_head[target.block] {
                None => {
                    at_head[target.block] = Some(open.clone());
                    work.push(target.block);
                }
                Some(known) if *known != open => return None,
                Some(_) => {}
            }
        }
    }
    nested.iter().all(|n| ends.contains_key(&n.outer)).then_some((nested, ends))
}

/// Puts an instruction in front of another one; its result, if it has one.
fn put(
    function: &mut Function,
    kind: InstKind,
    ty: Option<Type>,
    block: Block,
    before: Inst,
) -> Option<Value> {
    let loc = function.insts[before].loc;
    let inst = function.make_inst(kind, ty.as_slice(), loc);
    let at = position(function, block, before);
    function.blocks[block].insts.insert(at, inst);
    function.insts[inst].results.first().copied()
}

fn one(function: &mut Function, kind: InstKind, block: Block, before: Inst) -> Value {
    put(function, kind, Some(Type::I1), block, before).expect("it has a result")
}

fn get(function: &mut Function, var: Var, block: Block, before: Inst) -> Value {
    one(function, InstKind::VarGet(var), block, before)
}

fn constant(function: &mut Function, bits: u128, block: Block, before: Inst) -> Value {
    one(function, InstKind::Const(bits), block, before)
}

fn op(function: &mut Function, op: PureOp, args: &[Value], block: Block, before: Inst) -> Value {
    one(function, InstKind::Pure { op, args: args.iter().copied().collect() }, block, before)
}
