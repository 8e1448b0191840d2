//! Variables of a thread as objects of their own.
//!
//! A compiler puts all local variables of a function in one frame, and an access that leaves its variable is out of bounds, whatever
//! lies beside it. So a slot becomes one slot for each source variable that DWARF places in it ([`Field`]), and one for whatever lies
//! between two of them, as temporaries do.
//!
//! To which variable an address belongs is decided where it is taken: compilers add the place of the variable to the beginning of the
//! frame, and everything else to that sum. So this comes before sums are folded. A frame whose beginning is used in any other
//! way stays as it is.

use super::address::append;
use super::slots::regions;
use crate::cfg::Cfg;
use crate::entity::{Inst, SecondaryMap, Slot, Value};
use crate::inst::{Base, InstKind, Values};
use crate::module::{Field, Function, MemoryObject};
use crate::op::PureOp;
use crate::types::Space;
use std::collections::BTreeMap;
use std::ops::Range;

/// Makes each source variable that lies in a slot a slot of its own.
pub(super) fn separate_variables(function: &mut Function) {
    let mut frames = frames(function);
    if frames.is_empty() {
        return;
    }
    let starts = starts(function, &frames);
    for &block in &function.order {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            for slot in misused(function, &frames, &starts, inst) {
                frames.remove(&slot);
            }
        }
        for start in data.term.uses().iter().filter_map(|&value| starts[value]) {
            frames.remove(&start.slot);
        }
    }
    let parts: BTreeMap<Slot, Vec<Part>> =
        frames.into_iter().map(|(slot, ranges)| (slot, divide(function, slot, ranges))).collect();
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            if let Some((start, at, _)) = place(function, &starts, inst)
                && let Some(parts) = parts.get(&start.slot)
            {
                let part = parts.iter().find(|part| part.range.contains(&at)).expect("it was looked for");
                rewrite(function, inst, start, (part.slot, at - part.start), &mut kept);
            }
            kept.push(inst);
        }
        function.blocks[block].insts = kept;
    }
}

/// The beginning of a frame, as a value.
#[derive(Clone, Copy)]
struct Start {
    slot: Slot,
    /// As a generic address, or as one in local memory?
    generic: bool,
}

/// A part of a frame, as a slot of its own.
struct Part {
    range: Range<u64>,
    slot: Slot,
    /// Where in the frame the slot begins.
    start: u64,
}

/// The frames: slots that hold more than one variable, and how they are divided.
fn frames(function: &Function) -> BTreeMap<Slot, Vec<Range<u64>>> {
    let is_frame = |&slot: &Slot| {
        let object = &function.slots[slot];
        object.space == Space::Local && object.init.is_none() && function.promoted[slot].is_empty()
    };
    let slots = function.slots.keys().filter(is_frame);
    let with_ranges = slots.map(|slot| (slot, ranges(function, slot)));
    with_ranges.filter(|(_, ranges)| ranges.len() > 1).collect()
}

/// The variables of a slot and what lies between them, in order.
fn ranges(function: &Function, slot: Slot) -> Vec<Range<u64>> {
    let mut all = Vec::new();
    let mut end = 0;
    for variable in regions(function, slot) {
        all.extend((end < variable.start).then_some(end..variable.start));
        end = variable.end;
        all.push(variable);
    }
    let size = function.slots[slot].size.unwrap_or(0);
    all.extend((end < size && end > 0).then_some(end..size));
    all
}

/// The values that are the beginning of a frame.
fn starts(
    function: &Function,
    frames: &BTreeMap<Slot, Vec<Range<u64>>>,
) -> SecondaryMap<Value, Option<Start>> {
    let mut starts: SecondaryMap<Value, Option<Start>> = SecondaryMap::new();
    for &block in Cfg::new(function).rpo() {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let start = match &data.kind {
                &InstKind::AddrOf { base: Base::Slot(slot), offset: 0 } if frames.contains_key(&slot) => {
                    Some(Start { slot, generic: false })
                }
                InstKind::Pure { op: PureOp::ToGeneric(Space::Local), args } => starts[args[0]]
                    .filter(|start| !start.generic)
                    .map(|start| Start { generic: true, ..start }),
                _ => None,
            };
            if let ([result], Some(start)) = (data.results.as_slice(), start) {
                starts[*result] = Some(start);
            }
        }
    }
    starts
}

/// The place in a frame that an instruction accesses or takes the address of: how far from the beginning, and how many bytes.
fn place(
    function: &Function,
    starts: &SecondaryMap<Value, Option<Start>>,
    inst: Inst,
) -> Option<(Start, u64, u64)> {
    let data = &function.insts[inst];
    let (start, at, size) = match &data.kind {
        InstKind::Pure { op: PureOp::Add, args } => {
            let (start, by) = match (starts[args[0]], starts[args[1]]) {
                (Some(start), None) => (start, args[1]),
                (None, Some(start)) => (start, args[0]),
                _ => return None,
            };
            (start, i64::try_from(function.as_const(by)?).ok()?, 1)
        }
        &InstKind::AddrOf { base: Base::Slot(slot), offset: at @ 1.. } => {
            (Start { slot, generic: false }, at, 1)
        }
        kind => {
            let addr = kind.address()?;
            let start = match (addr.base, addr.index) {
                (Base::Absolute, Some(index)) => starts[index]?,
                (Base::Slot(slot), None) => Start { slot, generic: false },
                _ => return None,
            };
            (start, addr.offset, u64::from(super::misaligned::size(function, inst)?))
        }
    };
    Some((start, u64::try_from(at).ok()?, size))
}

/// The frames that an instruction uses in a way that does not say which variable is meant.
fn misused(
    function: &Function,
    frames: &BTreeMap<Slot, Vec<Range<u64>>>,
    starts: &SecondaryMap<Value, Option<Start>>,
    inst: Inst,
) -> Vec<Slot> {
    let data = &function.insts[inst];
    let named = match &data.kind {
        InstKind::Call { args, rets, .. } => args.iter().chain(rets).copied().collect(),
        &InstKind::AddrOf { base: Base::Slot(slot), offset } if offset != 0 => vec![slot],
        kind => match kind.address().map(|addr| addr.base) {
            Some(Base::Slot(slot)) => vec![slot],
            _ => Vec::new(),
        },
    };
    let mut used: Vec<Slot> =
        data.uses().iter().filter_map(|&value| starts[value]).map(|start| start.slot).collect();
    // The beginning as a generic address is the beginning.
    if data.results.first().is_some_and(|&result| starts[result].is_some()) {
        used.clear();
    }
    used.extend(named);
    let fits = |slot: Slot| {
        let Some((start, at, size)) = place(function, starts, inst) else { return false };
        let within = |range: &Range<u64>| range.contains(&at) && range.end - at >= size;
        start.slot == slot && frames.get(&slot).is_some_and(|ranges| ranges.iter().any(within))
    };
    // One that stores the beginning at a place in the frame uses it twice.
    let once = used.len() == 1;
    used.retain(|&slot| !(once && fits(slot)));
    used
}

/// The slots that a frame becomes.
fn divide(function: &mut Function, slot: Slot, ranges: Vec<Range<u64>>) -> Vec<Part> {
    let frame = function.slots[slot].clone();
    let fields = std::mem::take(&mut function.slot_fields[slot]);
    let mut parts = Vec::with_capacity(ranges.len());
    for range in ranges {
        let inside = fields.iter().filter(|field| range.contains(&field.offset));
        let fields: Vec<Field> =
            inside.map(|field| Field { offset: field.offset - range.start, ..field.clone() }).collect();
        // What has no name, such as a temporary, may rely on the alignment of the frame: its slot begins where that does.
        let align = u64::from(frame.align.max(1));
        let start = if fields.is_empty() { range.start - range.start % align } else { range.start };
        let size = range.end - start;
        let source_name = match fields.as_slice() {
            [field] if field.size == size => Some(field.name.clone()),
            _ => None,
        };
        let name = format!("{}+{start}", frame.name);
        // As far as the place in the frame says.
        let align = frame.align.max(1).min(1 << start.trailing_zeros().min(30));
        let part =
            function.slots.push(MemoryObject { name, source_name, size: Some(size), align, ..frame.clone() });
        function.slot_fields[part] = fields;
        parts.push(Part { range, slot: part, start });
    }
    function.slots[slot].size = Some(0);
    parts
}

/// Lets an instruction use a slot, at an offset, instead of the frame.
fn rewrite(
    function: &mut Function,
    inst: Inst,
    start: Start,
    (part, at): (Slot, u64),
    before: &mut Vec<Inst>,
) {
    let (base, offset) = (Base::Slot(part), at as i64);
    let loc = function.insts[inst].loc;
    let address = InstKind::AddrOf { base, offset };
    let generic =
        |own| InstKind::Pure { op: PureOp::ToGeneric(Space::Local), args: Values::from_slice(&[own]) };
    if let Some(addr) = function.insts[inst].kind.address().copied() {
        let index = addr.index.map(|old| {
            let ty = function.ty(old);
            let own = append(function, InstKind::AddrOf { base, offset: 0 }, ty, loc, before);
            if start.generic { append(function, generic(own), ty, loc, before) } else { own }
        });
        let addr = function.insts[inst].kind.address_mut().expect("it has one");
        addr.offset = offset;
        match index {
            Some(index) => addr.index = Some(index),
            None => addr.base = base,
        }
        return;
    }
    function.insts[inst].kind = if start.generic {
        let ty = function.ty(function.insts[inst].results[0]);
        let own = append(function, address, ty, loc, before);
        generic(own)
    } else {
        address
    };
}
