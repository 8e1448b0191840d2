//! What a kernel says it reads and writes: `__reads_from(p)`, `__writes_to(p)`.
//!
//! If it says so of any array, then it reads (writes) none but those of which it says so. That is seen from where its accesses are: each
//! that is elsewhere becomes an assertion that control does not get there. For an access that derives from no array it is unknown.

use super::{Ask, Region, at_head, named_load};
use crate::entity::{Block, Inst};
use crate::inst::{Address, Base, Guard, InstKind, SpecKind, Values};
use crate::module::Function;
use crate::op::PureOp;
use crate::types::{Space, Type};
use std::collections::BTreeSet;

/// Decides what a kernel says of its arrays.
pub(super) fn resolve(function: &mut Function, regions: &[Region]) {
    let inside: BTreeSet<Inst> =
        regions.iter().flat_map(|region| &region.parts).flat_map(|(_, insts)| insts).copied().collect();
    for kind in [Kind::Read, Kind::Write] {
        let asked: Vec<Inst> =
            inside.iter().copied().filter(|&inst| asks(function, inst) == Some(kind)).collect();
        if !asked.is_empty() {
            let head = at_head(function, regions);
            let all = |inst: &Inst| {
                let mut of = regions
                    .iter()
                    .filter(|region| region.parts.iter().any(|(_, insts)| insts.contains(inst)));
                of.all(|region| head.contains(&region.begin))
            };
            // One that stands elsewhere is one of some launches, or of some threads.
            let known = asked.iter().all(all);
            decide(function, &inside, kind, (&asked, known));
        }
    }
}

/// A way to access memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
}

/// Of which accesses does an instruction say to what array they go?
fn asks(function: &Function, inst: Inst) -> Option<Kind> {
    let (Ask::Footprint, args) = function.insts[inst].kind.asked()? else { return None };
    match function.as_const(*args.first()?)? {
        0 => Some(Kind::Read),
        _ => Some(Kind::Write),
    }
}

/// The array that an instruction names, and the load by which it does.
fn named(function: &Function, inst: Inst) -> Option<(Base, Inst)> {
    let (_, args) = function.insts[inst].kind.asked()?;
    let load = named_load(function, *args.get(2)?)?;
    let base = function.insts[load].kind.address()?.base;
    matches!(base, Base::Buffer(_) | Base::Object(_)).then_some((base, load))
}

fn decide(function: &mut Function, inside: &BTreeSet<Inst>, kind: Kind, (asked, known): (&[Inst], bool)) {
    let all: Option<Vec<(Base, Inst)>> = asked.iter().map(|&inst| named(function, inst)).collect();
    let bases: Vec<Base> = all.iter().flatten().map(|&(base, _)| base).collect();
    let accesses: Vec<(Block, Inst, Address)> = function
        .order
        .iter()
        .flat_map(|&block| function.blocks[block].insts.iter().map(move |&inst| (block, inst)))
        .filter(|(_, inst)| !inside.contains(inst))
        .filter_map(|(block, inst)| Some((block, inst, accessed(function, inst, kind)?)))
        .filter(|(_, _, addr)| !bases.contains(&addr.base))
        .collect();
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let unknown_code = insts.any(|&inst| function.insts[inst].kind.effects().touches_anything());
    let unknown = !known || unknown_code || accesses.iter().any(|(_, _, addr)| addr.base == Base::Absolute);
    let Some(all) = all.filter(|_| !unknown) else {
        for &inst in asked {
            function.insts[inst].kind.give_up();
        }
        return;
    };
    asked.iter().for_each(|&inst| function.insts[inst].kind = InstKind::Const(1));
    // Nothing is read to name the arrays.
    all.iter().for_each(|&(_, load)| function.insts[load].kind = InstKind::Const(0));
    accesses.iter().for_each(|&(block, inst, _)| forbid(function, block, inst));
}

/// Where an instruction accesses memory so, unless it is memory of the thread, or constant.
fn accessed(function: &Function, inst: Inst, kind: Kind) -> Option<Address> {
    let addr = match (&function.insts[inst].kind, kind) {
        (InstKind::Load { addr, .. }, Kind::Read)
        | (InstKind::Store { addr, .. }, Kind::Write)
        | (InstKind::Atomic { addr, .. }, _) => addr,
        _ => return None,
    };
    let own = matches!(addr.space, Space::Local | Space::Param | Space::Const)
        || matches!(addr.base, Base::Slot(_) | Base::Params);
    (!own).then_some(*addr)
}

/// Asserts that an instruction is not executed.
fn forbid(function: &mut Function, block: Block, inst: Inst) {
    let (loc, guard) = (function.insts[inst].loc, function.insts[inst].guard);
    let begin = function.make_inst(InstKind::SpecBegin(SpecKind::Assert), &[], loc);
    // It is not, if its guard says so.
    let (kind, value) = match guard {
        Some(Guard { value, negated: true }) => (None, Some(value)),
        Some(Guard { value, negated: false }) => {
            (Some(InstKind::Pure { op: PureOp::Not, args: Values::from_slice(&[value]) }), None)
        }
        None => (Some(InstKind::Const(0)), None),
    };
    let never = kind.map(|kind| function.make_inst(kind, &[Type::I1], loc));
    let Some(holds) = value.or_else(|| never.map(|inst| function.insts[inst].results[0])) else { return };
    let end = function.make_inst(InstKind::SpecEnd(SpecKind::Assert, holds), &[], loc);
    let insts = &mut function.blocks[block].insts;
    let at = insts.iter().position(|&other| other == inst).unwrap_or(0);
    insts.splice(at..at, [Some(begin), never, Some(end)].into_iter().flatten());
}
