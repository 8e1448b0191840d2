//! Folding: constants are computed, copies disappear, branches on constants become jumps.
//!
//! Only pure instructions are folded, by the one evaluator that the machine uses too. An `or` that is a sum becomes one.

use super::Replacements;
use super::zeros::{is_sum, low_zeros};
use crate::cfg::Cfg;
use crate::entity::{Block, Inst, SecondaryMap, Value};
use crate::eval::{eval, makes_nan};
use crate::inst::{InstKind, Target, Terminator, Values};
use crate::module::Function;
use crate::null::LOWEST;
use crate::op::{IntCond, PureOp};
use crate::types::Type;

/// Folds `function` until nothing changes, and drops the blocks that can no longer be reached.
pub fn fold(function: &mut Function) {
    loop {
        let changed = fold_values(function) | fold_branches(function);
        merge_chains(function);
        if !changed {
            return;
        }
        super::remove_dead(function);
    }
}

/// What a pure instruction turns out to be.
enum Folded {
    Constant(u128),
    Copy(Value),
    /// The sum of its arguments.
    Sum,
}

fn fold_values(function: &mut Function) -> bool {
    let mut replacements = Replacements::default();
    let mut changed = false;
    for &block in Cfg::new(function).rpo() {
        for inst in function.blocks[block].insts.clone() {
            function.insts[inst].for_each_use(|v| *v = replacements.find(*v));
            match fold_inst(function, inst) {
                None => {}
                Some(Folded::Constant(bits)) => {
                    function.insts[inst].kind = InstKind::Const(bits);
                    changed = true;
                }
                Some(Folded::Sum) => {
                    if let InstKind::Pure { op, .. } = &mut function.insts[inst].kind {
                        *op = PureOp::Add;
                    }
                    changed = true;
                }
                Some(Folded::Copy(value)) => {
                    replacements.replace(function.insts[inst].results[0], value);
                    changed = true;
                }
            }
        }
    }
    replacements.apply(function);
    changed
}

fn fold_inst(function: &Function, inst: Inst) -> Option<Folded> {
    let data = &function.insts[inst];
    let InstKind::Pure { op, args } = &data.kind else { return None };
    let ty = function.ty(data.results[0]);
    let constants: Option<Vec<u128>> = args.iter().map(|&a| function.as_const(a)).collect();
    if let Some(constants) = constants
        && let Some(bits) = eval(*op, ty, operand_type(function, *op, args), &constants)
        && !makes_nan(*op, ty, bits)
    {
        return Some(Folded::Constant(bits));
    }
    simplify(function, *op, args, ty)
}

/// The type that an operation is done in: of its first argument, a condition apart.
fn operand_type(function: &Function, op: PureOp, args: &[Value]) -> Type {
    function.ty(if op == PureOp::Select { args[1] } else { args[0] })
}

/// Identities that hold for every value of the other operands.
fn simplify(function: &Function, op: PureOp, args: &[Value], ty: Type) -> Option<Folded> {
    let constant = |n: usize| function.as_const(args[n]);
    let ones = ty.mask();
    match op {
        PureOp::Bitcast if function.ty(args[0]) == ty => Some(Folded::Copy(args[0])),
        PureOp::Bitcast => inner(function, args[0], PureOp::Bitcast, ty),
        PureOp::Zext | PureOp::Sext | PureOp::Trunc if function.ty(args[0]) == ty => {
            Some(Folded::Copy(args[0]))
        }
        PureOp::Trunc => {
            inner(function, args[0], PureOp::Zext, ty).or_else(|| inner(function, args[0], PureOp::Sext, ty))
        }
        PureOp::Select if args[1] == args[2] => Some(Folded::Copy(args[1])),
        PureOp::Select => match constant(0)? {
            0 => Some(Folded::Copy(args[2])),
            _ => Some(Folded::Copy(args[1])),
        },
        PureOp::Add | PureOp::Or | PureOp::Xor if constant(0) == Some(0) => Some(Folded::Copy(args[1])),
        PureOp::Add | PureOp::Sub | PureOp::Or | PureOp::Xor if constant(1) == Some(0) => {
            Some(Folded::Copy(args[0]))
        }
        PureOp::Or if is_disjoint(function, args) => Some(Folded::Sum),
        PureOp::Shl | PureOp::ShrU | PureOp::ShrS if constant(1) == Some(0) => Some(Folded::Copy(args[0])),
        PureOp::And if constant(0) == Some(ones) => Some(Folded::Copy(args[1])),
        PureOp::And if constant(1) == Some(ones) => Some(Folded::Copy(args[0])),
        PureOp::And if constant(0) == Some(0) || constant(1) == Some(0) => Some(Folded::Constant(0)),
        PureOp::Mul if constant(0) == Some(1) => Some(Folded::Copy(args[1])),
        PureOp::Mul if constant(1) == Some(1) => Some(Folded::Copy(args[0])),
        PureOp::Mul if constant(0) == Some(0) || constant(1) == Some(0) => Some(Folded::Constant(0)),
        PureOp::Icmp(IntCond::Eq) => are_equal(function, args).map(|equal| Folded::Constant(equal.into())),
        PureOp::Icmp(IntCond::Ne) => are_equal(function, args).map(|equal| Folded::Constant((!equal).into())),
        _ => None,
    }
}

/// Are two values equal, one of which is the address of a function? Different functions lie at different addresses, and none at the
/// lowest ones.
fn are_equal(function: &Function, args: &[Value]) -> Option<bool> {
    let of = |value: Value| match function.def_inst(value).map(|inst| &inst.kind) {
        Some(InstKind::FuncAddr(func)) => Some(*func),
        _ => None,
    };
    let number = |value: Value| function.as_const(value).filter(|&bits| bits < u128::from(LOWEST));
    match (of(args[0]), of(args[1])) {
        (Some(a), Some(b)) => Some(a == b),
        (Some(_), None) => number(args[1]).map(|_| false),
        (None, Some(_)) => number(args[0]).map(|_| false),
        (None, None) => None,
    }
}

/// Is one of the two a constant whose bits are certainly zero in the other?
fn is_disjoint(function: &Function, args: &[Value]) -> bool {
    let number = |n: usize, other: usize| {
        function.as_const(args[n]).is_some_and(|bits| is_sum(low_zeros(function, args[other]), bits))
    };
    number(1, 0) || number(0, 1)
}

/// The argument of the operation `undone` that `value` is the result of, if it has type `ty`.
fn inner(function: &Function, value: Value, undone: PureOp, ty: Type) -> Option<Folded> {
    match &function.def_inst(value)?.kind {
        InstKind::Pure { op, args } if *op == undone && function.ty(args[0]) == ty => {
            Some(Folded::Copy(args[0]))
        }
        _ => None,
    }
}

fn fold_branches(function: &mut Function) -> bool {
    let mut changed = false;
    for block in function.order.clone() {
        let target = match &function.blocks[block].term {
            Terminator::Branch { cond, then, other } => match function.as_const(*cond) {
                Some(0) => other.clone(),
                Some(_) => then.clone(),
                None if then == other => then.clone(),
                None => continue,
            },
            Terminator::Switch { value, targets, default } => match function.as_const(*value) {
                Some(bits) => {
                    let chosen = usize::try_from(bits).ok().and_then(|n| targets.get(n));
                    chosen.unwrap_or(default).clone()
                }
                None => continue,
            },
            _ => continue,
        };
        function.blocks[block].term = Terminator::Jump(target);
        changed = true;
    }
    let cfg = Cfg::new(function);
    let before = function.order.len();
    function.order.retain(|&b| cfg.is_reachable(b));
    changed | (function.order.len() != before)
}

/// Joins a block with its only predecessor when that goes nowhere else.
fn merge_chains(function: &mut Function) {
    let cfg = Cfg::new(function);
    let entry = function.entry();
    let mut gone: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut replacements = Replacements::default();
    for &block in cfg.rpo() {
        if gone[block] {
            continue;
        }
        while let Terminator::Jump(Target { block: next, args }) = &function.blocks[block].term {
            let (next, args): (Block, Values) = (*next, args.clone());
            let edges =
                |p: &&Block| function.blocks[**p].term.targets().iter().filter(|t| t.block == next).count();
            let single =
                cfg.preds(next).len() == 1 && cfg.preds(next).iter().map(|p| edges(&p)).sum::<usize>() <= 1;
            // The predecessor may itself have been joined to `block`, so count by the original graph.
            if next == block || next == entry || !single {
                break;
            }
            for (&param, &arg) in function.blocks[next].params.iter().zip(&args) {
                replacements.replace(param, replacements.find(arg));
            }
            let mut moved = std::mem::take(&mut function.blocks[next].insts);
            function.blocks[block].insts.append(&mut moved);
            function.blocks[block].term =
                std::mem::replace(&mut function.blocks[next].term, Terminator::Unreachable);
            function.blocks[block].term_loc = function.blocks[next].term_loc;
            gone[next] = true;
        }
    }
    function.order.retain(|&b| !gone[b]);
    replacements.apply(function);
}
