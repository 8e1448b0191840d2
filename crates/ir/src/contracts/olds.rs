//! What contracts ask for of the start: `__old_int(e)`.
//!
//! Such a postcondition is evaluated at the end, where what it asks for is a scalar that was assigned at the head. One scalar holds one value, so
//! what is asked for anew in each round of a loop is not followed.

use super::{Ask, Region, position};
use crate::cfg::Loops;
use crate::entity::{Inst, Var};
use crate::inst::InstKind;
use crate::module::{Function, VarData};
use std::collections::BTreeMap;

/// What is asked for of the start in each round of a loop is not followed: it is kept once.
pub(super) fn forget_rounds(function: &mut Function, regions: &[Region], loops: &Loops) {
    for region in regions {
        let home = loops.innermost(region.first);
        let inner = region.parts.iter().filter(|(block, _)| loops.innermost(*block) != home);
        for &inst in inner.flat_map(|(_, insts)| insts) {
            if function.insts[inst].kind.asks(Ask::Old) {
                function.insts[inst].kind = InstKind::unsupported();
            }
        }
    }
}

/// Keeps what regions ask for of the start: for each such instruction, the scalar that is assigned its operand.
pub(super) fn remember(function: &mut Function, regions: &[Region]) -> BTreeMap<Inst, Var> {
    let mut olds = BTreeMap::new();
    let parts = regions.iter().flat_map(|region| region.parts.iter().map(move |part| (region, part)));
    for (region, (block, insts)) in parts {
        for &inst in insts {
            let data = &function.insts[inst];
            let Some((Ask::Old, args)) = data.kind.asked() else { continue };
            let (Some(&value), loc) = (args.first(), data.loc) else { continue };
            let ty = function.ty(value);
            let var = function.vars.push(VarData { name: format!("old {inst}"), ty, shared: None });
            if *block != region.first && *block != region.last {
                // The evaluation at the end may take paths not taken at the start: old values there are unknown.
                let unknown = function.make_inst(InstKind::unsupported(), &[ty], loc);
                let nothing = function.insts[unknown].results[0];
                let set = function.make_inst(InstKind::VarSet(var, nothing), &[], loc);
                let at = position(function, region.first, region.begin);
                function.blocks[region.first].insts.splice(at..at, [unknown, set]);
            }
            let set = function.make_inst(InstKind::VarSet(var, value), &[], loc);
            let at = position(function, *block, inst);
            function.blocks[*block].insts.insert(at, set);
            olds.insert(inst, var);
        }
    }
    olds
}
