//! What to give so that a run can be followed: all parameters that its way depends on at once, and not one after the other.

use crate::subject::kernel::Kernel;
use crate::subject::params::{key_of, points};
use raddle_ir::{Base, Function, InstKind, KernelParam, PureOp, Special, Terminator, Type, Value, ValueDef};
use raddle_report::Dim3;
use std::collections::{BTreeMap, BTreeSet};

/// What the way of threads, and the places that they access, depend on.
#[derive(Default)]
struct Needed {
    /// Parameters, by number.
    params: BTreeSet<usize>,
    /// The size of the grid.
    grid: bool,
    /// In which dimensions the place of the block matters.
    place: BTreeSet<usize>,
    /// Of parameters that are multiplied with each other, how many are.
    factors: BTreeMap<usize, u32>,
}

/// An example of what is not given: `--grid 2,2 --arg width=64`, with sizes that are multiples of the block; `None`: all is given.
pub(super) fn example(kernel: &Kernel<'_>) -> Option<String> {
    let (function, launch) = (kernel.function, kernel.launch);
    let needed = needed(function);
    let mut grid = [1_u32; 3];
    for &dimension in &needed.place {
        grid[dimension] = 2;
    }
    let grid = launch.grid.unwrap_or(grid);
    let mut text: Vec<String> = Vec::new();
    if launch.grid.is_none() && (needed.grid || !needed.place.is_empty()) {
        let option = kernel.terms().option_grid.split(' ').next().unwrap_or_default();
        text.push(format!("{option} {}", Dim3::fixed(grid)));
    }
    let along = |dimension: usize| u64::from(launch.block[dimension]) * u64::from(grid[dimension]);
    let size = (0..3).map(along).max().unwrap_or(1);
    for &param in &needed.params {
        let given = launch.args.iter().any(|arg| arg.param == param);
        let Some(ty) = function.params[param].ty else { continue };
        if given || points(function, param) {
            continue;
        }
        let value = match ty {
            Type::F32 | Type::F64 => "1.0".to_owned(),
            ty if ty.is_int() && ty.bits() <= 8 => "1".to_owned(),
            // Of the sizes of a tensor, whose product counts its elements, each is smaller.
            ty if ty.is_int() => match needed.factors.get(&param) {
                Some(&factors) => (1_u64 << size.ilog2().div_ceil(factors).max(1)).to_string(),
                None => size.to_string(),
            },
            _ => continue,
        };
        text.push(format!("--arg {}={value}", key_of(function, param)));
    }
    (!text.is_empty()).then(|| text.join(" "))
}

/// The parameter at a place of the parameter bank.
fn param_at(function: &Function, offset: i64) -> Option<usize> {
    let holds =
        |param: &KernelParam| (param.offset as i64..(param.offset + param.size) as i64).contains(&offset);
    function.params.iter().position(holds)
}

/// More products within each other are not looked at.
const DEPTH: u32 = 8;

/// The parameters of which a value is the product, if it is one of parameters only.
fn factors(function: &Function, value: Value, depth: u32) -> Option<BTreeSet<usize>> {
    let depth = depth.checked_sub(1)?;
    let ValueDef::Result(inst, _) = function.values[value].def else { return None };
    match &function.insts[inst].kind {
        InstKind::Load { addr, .. } if addr.base == Base::Params => {
            param_at(function, addr.offset).map(|param| BTreeSet::from([param]))
        }
        InstKind::Pure { op: PureOp::Mul | PureOp::Sext | PureOp::Zext | PureOp::Trunc, args } => {
            let parts: Option<Vec<BTreeSet<usize>>> =
                args.iter().map(|&arg| factors(function, arg, depth)).collect();
            Some(parts?.into_iter().flatten().collect())
        }
        _ => None,
    }
}

/// Follows branches, addresses and operands of barriers back to where their values come from.
fn needed(function: &Function) -> Needed {
    let mut needed = Needed::default();
    let mut seen: BTreeSet<Value> = BTreeSet::new();
    let mut work: Vec<Value> = Vec::new();
    for &block in &function.order {
        let data = &function.blocks[block];
        work.extend(match &data.term {
            Terminator::Branch { cond, .. } => Some(*cond),
            Terminator::Switch { value, .. } => Some(*value),
            _ => None,
        });
        for &inst in &data.insts {
            let data = &function.insts[inst];
            work.extend(data.guard.map(|guard| guard.value));
            work.extend(data.kind.address().and_then(|address| address.index));
            if data.kind.effects().synchronises() {
                work.extend(data.uses());
            }
        }
    }
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Result(inst, _) => {
                let data = &function.insts[inst];
                match &data.kind {
                    InstKind::Load { addr, .. } if addr.base == Base::Params => {
                        needed.params.extend(param_at(function, addr.offset));
                    }
                    InstKind::Pure { op: PureOp::Mul, .. } => {
                        if let Some(all) = factors(function, value, DEPTH).filter(|all| all.len() > 1) {
                            for &param in &all {
                                let most = needed.factors.entry(param).or_default();
                                *most = (*most).max(u32::try_from(all.len()).unwrap_or(u32::MAX));
                            }
                        }
                        work.extend(data.uses());
                    }
                    InstKind::Special(Special::Nctaid(_)) => needed.grid = true,
                    InstKind::Special(Special::Ctaid(axis)) => drop(needed.place.insert(*axis as usize)),
                    kind if kind.address().is_some() => {}
                    _ => work.extend(data.uses()),
                }
            }
            ValueDef::Param(block, number) => {
                let ways = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
                let ways = ways.filter(|target| target.block == block);
                work.extend(ways.filter_map(|target| target.args.get(usize::from(number)).copied()));
            }
        }
    }
    needed
}
