//! Slot promotion: thread-local memory that only plain accesses touch becomes scalars.
//!
//! clang puts all locals of a function in one slot, so the unit of promotion is a *region*: a source
//! variable (a [`Field`](crate::module::Field) that DWARF describes), or the gap between two of them.
//! In a region whose address is not taken and whose accesses all have constant offsets, those *cells* are promoted that accesses either
//! cover whole or miss; a load may take a part of an integer, as casts and shifts do. An access at a dynamic index belongs to the region
//! that its constant part points into (accesses are in bounds: design, "Aliasing"); the promoted ranges
//! are noted in the function, so that the machine detects violations.
//!
//! A scalar takes the variable's name, so that its values are named as in the source.

use crate::cfg::Cfg;
use crate::entity::{Entity, Inst, LocId, SecondaryMap, Slot, Value, Var};
use crate::inst::{Access, Address, Base, InstKind, Values};
use crate::module::{Function, ValueDef, VarData};
use crate::op::PureOp;
use crate::types::{Order, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Turns the regions of slots that can be into mutable scalars; true if there was one.
pub fn promote_slots(function: &mut Function) -> bool {
    let plans = plan(function);
    let mut vars: SecondaryMap<Slot, BTreeMap<u64, Var>> = SecondaryMap::new();
    let mut promoted = false;
    for (slot, plan) in plans {
        for (&at, &ty) in plan.cells.iter().filter(|&(&at, &ty)| !plan.cell_stays(at, ty)) {
            let name = cell_name(function, slot, at);
            let var = function.vars.push(VarData { name, ty, shared: None });
            vars[slot].insert(at, var);
            function.promoted[slot].push(at..at + u64::from(ty.bytes()));
            promoted = true;
        }
    }
    if promoted {
        rewrite(function, &vars);
    }
    promoted
}

/// What is to become of a slot.
struct Plan {
    size: u64,
    /// The source variables, by offset.
    fields: Vec<Range<u64>>,
    /// Whether each region stays in memory: first the variables, then the gaps before each of them and after the last.
    stays: Vec<bool>,
    /// The cells that accesses at constant offsets touch, with the type of the first access seen.
    cells: BTreeMap<u64, Type>,
    /// The widest integers that are stored or loaded, by offset.
    widest: BTreeMap<u64, Type>,
    /// What accesses touch that take several values at once.
    together: BTreeSet<(u64, u64)>,
    /// What stays, as accesses to it overlap in part or differ in type: from and to, in order and apart.
    mixed: Vec<(u64, u64)>,
    /// Offsets whose address is taken.
    ends: BTreeSet<u64>,
}

impl Plan {
    /// The region that an offset lies in.
    fn region(&self, at: u64) -> usize {
        let after = self.fields.partition_point(|f| f.start <= at);
        match after.checked_sub(1) {
            Some(n) if self.fields[n].contains(&at) => n,
            _ => self.fields.len() + after,
        }
    }

    /// The region at an offset stays; of one that is out of range, all do.
    fn keep(&mut self, at: i64) {
        match u64::try_from(at) {
            Ok(at) if at <= self.size => {
                let region = self.region(at);
                self.stays[region] = true;
            }
            _ => self.keep_all(),
        }
    }

    /// The region at an offset stays, if it is no variable.
    fn keep_between(&mut self, at: u64) {
        let region = self.region(at);
        self.stays[region] |= region >= self.fields.len();
    }

    /// Every region stays.
    fn keep_all(&mut self) {
        self.stays.fill(true);
    }

    /// The address of an offset is taken. At the end of an array or structure it may be the
    /// one past its last element, from which a pointer may move back.
    fn take_address(&mut self, at: i64) {
        self.keep(at);
        self.ends.extend(u64::try_from(at));
    }

    /// Notes the widest integer at an offset.
    fn measure(&mut self, addr: &Address, ty: Type) {
        if let (Ok(at), None, true) = (u64::try_from(addr.offset), addr.index, is_integer(ty)) {
            let widest = self.widest.entry(at).or_insert(ty);
            if widest.bits() < ty.bits() {
                *widest = ty;
            }
        }
    }

    /// The same as [`Self::access`] of a load, which may take a part of an integer: then it says nothing of the cell.
    fn load(&mut self, addr: &Address, access: Access, types: &[Type]) {
        if let (Ok(at), None, [ty]) = (u64::try_from(addr.offset), addr.index, types)
            && is_integer(*ty)
            && access.order == Order::Weak
            && self.is_part(at, *ty)
        {
            return;
        }
        self.access(addr, access, types);
    }

    /// Does it lie in a wider integer?
    fn is_part(&self, at: u64, ty: Type) -> bool {
        let end = at + u64::from(ty.bytes());
        let mut before = self.widest.range(..=at);
        before.any(|(start, wide)| wide.bits() > ty.bits() && start + u64::from(wide.bytes()) >= end)
    }

    fn access(&mut self, addr: &Address, access: Access, types: &[Type]) {
        let (Ok(mut at), None) = (u64::try_from(addr.offset), addr.index) else {
            return self.take_address(addr.offset);
        };
        let first = at;
        for &ty in types {
            let end = at + u64::from(ty.bytes());
            if end > self.size || ty == Type::Opaque {
                return self.keep_all();
            }
            if access.order != Order::Weak {
                self.keep(at as i64);
                self.keep(end as i64 - 1);
            }
            let cell = *self.cells.entry(at).or_insert(ty);
            if cell.bits() != ty.bits() {
                self.mixed.push((at, end.max(at + u64::from(cell.bytes()))));
            }
            if self.region(at) != self.region(end - 1) {
                self.keep(at as i64);
                self.keep(end as i64 - 1);
            }
            at = end;
        }
        if types.len() > 1 {
            self.together.insert((first, at));
        }
        // An access is rewritten as a whole, so one that touches several variables keeps them all.
        if self.region(first) != self.region(at.saturating_sub(1)) {
            for ty in types.iter().rev() {
                at -= u64::from(ty.bytes());
                self.keep(at as i64);
            }
        }
    }

    /// Arrays and structures past whose end a pointer may point stay, and so do gaps.
    fn separate_ends(&mut self) {
        for at in std::mem::take(&mut self.ends) {
            if at > 0 {
                self.keep_between(at - 1);
            }
            let Some(field) = self.fields.iter().position(|f| f.end == at && f.start < at) else { continue };
            let whole = self.fields[field].clone();
            let scalar = self
                .cells
                .get(&whole.start)
                .is_some_and(|ty| u64::from(ty.bytes()) == whole.end - whole.start);
            if !scalar {
                self.stays[field] = true;
            }
        }
    }

    /// Cells that overlap in part stay in memory, and so does what is accessed together with such.
    fn separate(&mut self) {
        let spans: Vec<(u64, u64)> =
            self.cells.iter().map(|(&at, ty)| (at, at + u64::from(ty.bytes()))).collect();
        let mut reach = (0, 0);
        for (start, end) in spans {
            if start < reach.1 {
                self.mixed.push((reach.0, end.max(reach.1)));
            }
            if end > reach.1 {
                reach = (start, end);
            }
        }
        loop {
            merge(&mut self.mixed);
            let more =
                |&&(start, end): &&(u64, u64)| self.touches_mixed(start, end) && !self.is_mixed(start, end);
            let grown: Vec<_> = self.together.iter().filter(more).copied().collect();
            if grown.is_empty() {
                return;
            }
            self.mixed.extend(grown);
        }
    }

    /// Does a range touch what stays?
    fn touches_mixed(&self, start: u64, end: u64) -> bool {
        let after = self.mixed.partition_point(|range| range.1 <= start);
        self.mixed.get(after).is_some_and(|range| range.0 < end)
    }

    /// Does all of a range stay?
    fn is_mixed(&self, start: u64, end: u64) -> bool {
        let after = self.mixed.partition_point(|range| range.1 <= start);
        self.mixed.get(after).is_some_and(|range| range.0 <= start && end <= range.1)
    }

    /// Does a cell stay in memory?
    fn cell_stays(&self, at: u64, ty: Type) -> bool {
        self.stays[self.region(at)] || self.touches_mixed(at, at + u64::from(ty.bytes()))
    }
}

/// Sorts ranges, and makes one of those that overlap.
fn merge(ranges: &mut Vec<(u64, u64)>) {
    ranges.sort_unstable();
    ranges.dedup_by(|next, last| {
        let overlap = next.0 < last.1;
        if overlap {
            last.1 = last.1.max(next.1);
        }
        overlap
    });
}

pub(super) fn cell_name(function: &Function, slot: Slot, at: u64) -> String {
    let object = &function.slots[slot];
    let field =
        function.slot_fields[slot].iter().find(|f| (f.offset..f.offset.saturating_add(f.size)).contains(&at));
    let (name, at) = match (field, &object.source_name) {
        (Some(field), _) => (field.name.clone(), at - field.offset),
        (None, Some(name)) => (name.clone(), at),
        (None, None) => (format!("%{}", object.name), at),
    };
    if at == 0 { name } else { format!("{name}+{at}") }
}

/// Numbers of whole bytes, of which a part can be taken.
pub(super) fn is_integer(ty: Type) -> bool {
    matches!(ty, Type::I8 | Type::I16 | Type::I32 | Type::I64)
}

/// The integer of as many bits.
pub(super) fn integer(ty: Type) -> Type {
    match ty.bits() {
        8 => Type::I8,
        16 => Type::I16,
        32 => Type::I32,
        _ => Type::I64,
    }
}

/// The widest integers of each slot.
fn measure(function: &Function, plans: &mut [(Slot, Plan)]) {
    for &inst in function.order.iter().flat_map(|&block| &function.blocks[block].insts) {
        let data = &function.insts[inst];
        let (addr, values) = match &data.kind {
            InstKind::Load { addr, .. } => (addr, data.results.as_slice()),
            InstKind::Store { addr, values, .. } => (addr, values.as_slice()),
            _ => continue,
        };
        if let (Base::Slot(slot), [value]) = (addr.base, values) {
            plans[slot.index()].1.measure(addr, function.ty(*value));
        }
    }
}

fn plan(function: &Function) -> Vec<(Slot, Plan)> {
    let mut plans: Vec<(Slot, Plan)> = function.slots.keys().map(|s| (s, empty_plan(function, s))).collect();
    measure(function, &mut plans);
    for &block in &function.order {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            let types = |values: &[Value]| values.iter().map(|&v| function.ty(v)).collect::<Vec<_>>();
            match &data.kind {
                InstKind::AddrOf { base: Base::Slot(slot), offset } => {
                    plans[slot.index()].1.take_address(*offset);
                }
                InstKind::Call { args, rets, .. } => {
                    args.iter().chain(rets).for_each(|slot| plans[slot.index()].1.keep_all());
                }
                InstKind::Atomic { addr, .. } => {
                    if let Base::Slot(slot) = addr.base {
                        plans[slot.index()].1.keep(addr.offset);
                    }
                }
                InstKind::Load { addr, access } => {
                    if let Base::Slot(slot) = addr.base {
                        plans[slot.index()].1.load(addr, *access, &types(&data.results));
                    }
                }
                InstKind::Store { addr, access, values } => {
                    if let Base::Slot(slot) = addr.base {
                        plans[slot.index()].1.access(addr, *access, &types(values));
                    }
                }
                _ => {}
            }
        }
    }
    // What a device function is passed and gives back its caller sees; what a lost address points to, anyone.
    for slot in function.arg_slots.iter().chain(&function.ret_slots).chain(&lost(function)) {
        plans[slot.index()].1.keep_all();
    }
    for (slot, plan) in &mut plans {
        plan.separate();
        plan.separate_ends();
        // A scalar has no initial value.
        if function.slots[*slot].init.is_some() {
            plan.keep_all();
        }
    }
    plans
}

/// The slots whose address goes where its distance from the slot is lost: through a scalar, or through
/// arithmetic that [`resolve_addresses`](super::resolve_addresses) does not take apart.
pub(super) fn lost(function: &Function) -> Vec<Slot> {
    let mut lost = Vec::new();
    // The values that are the address of a place in a slot.
    let mut place: SecondaryMap<Value, Option<Slot>> = SecondaryMap::new();
    for &block in Cfg::new(function).rpo() {
        for &inst in &function.blocks[block].insts {
            let data = &function.insts[inst];
            match &data.kind {
                InstKind::AddrOf { base: Base::Slot(slot), .. } => place[data.results[0]] = Some(*slot),
                InstKind::VarSet(_, value) => lost.extend(place[*value]),
                InstKind::Pure { op, args } => match op {
                    PureOp::ToGeneric(_) | PureOp::FromGeneric(_) | PureOp::Zext | PureOp::Trunc => {
                        place[data.results[0]] = place[args[0]];
                    }
                    PureOp::Icmp(_) | PureOp::IsSpace(_) | PureOp::Select => {}
                    PureOp::Add | PureOp::Sub if !args.iter().any(|&a| function.as_const(a).is_some()) => {}
                    _ => lost.extend(args.iter().filter_map(|&a| place[a])),
                },
                _ => {}
            }
        }
    }
    lost
}

/// The source variables of a slot, by offset. Variables of disjoint scopes may share memory: then they are one region.
pub(super) fn regions(function: &Function, slot: Slot) -> Vec<Range<u64>> {
    let mut fields: Vec<Range<u64>> =
        function.slot_fields[slot].iter().map(|f| f.offset..f.offset.saturating_add(f.size)).collect();
    fields.sort_by_key(|f| (f.start, f.end));
    fields.dedup_by(|next, last| {
        let overlap = next.start < last.end;
        if overlap {
            last.end = last.end.max(next.end);
        }
        overlap
    });
    fields
}

fn empty_plan(function: &Function, slot: Slot) -> Plan {
    let fields = regions(function, slot);
    let stays = vec![false; 2 * fields.len() + 1];
    Plan {
        size: function.slots[slot].size.unwrap_or(0),
        fields,
        stays,
        cells: BTreeMap::new(),
        widest: BTreeMap::new(),
        together: BTreeSet::new(),
        mixed: Vec::new(),
        ends: BTreeSet::new(),
    }
}

fn rewrite(function: &mut Function, vars: &SecondaryMap<Slot, BTreeMap<u64, Var>>) {
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let access = match function.insts[inst].kind.address() {
                Some(&Address { base: Base::Slot(slot), index: None, offset, .. }) => {
                    Some((&vars[slot], offset as u64))
                }
                _ => None,
            };
            match access {
                Some((cells, at)) if cells.contains_key(&at) => {
                    rewrite_access(function, cells, at, inst, &mut kept);
                }
                Some((cells, at)) => match around(function, cells, at, inst) {
                    Some((start, var)) => rewrite_part(function, var, at - start, inst, &mut kept),
                    None => kept.push(inst),
                },
                None => kept.push(inst),
            }
        }
        function.blocks[block].insts = kept;
    }
}

/// The cell around what an access takes.
fn around(function: &Function, cells: &BTreeMap<u64, Var>, at: u64, inst: Inst) -> Option<(u64, Var)> {
    let (&start, &var) = cells.range(..=at).next_back()?;
    let [result] = function.insts[inst].results.as_slice() else { return None };
    let end = at + u64::from(function.ty(*result).bytes());
    (end <= start + u64::from(function.vars[var].ty.bytes())).then_some((start, var))
}

/// Replaces a load of a part of a scalar, this many bytes after its beginning.
fn rewrite_part(function: &mut Function, var: Var, from: u64, inst: Inst, kept: &mut Vec<Inst>) {
    let data = function.insts[inst].clone();
    let (ty, loc) = (function.vars[var].ty, data.loc);
    let old = add(function, InstKind::VarGet(var), ty, loc, kept);
    let mut part = cast(function, old, integer(ty), loc, kept);
    if from > 0 {
        let by = add(function, InstKind::Const(u128::from(8 * from)), integer(ty), loc, kept);
        let args = Values::from_slice(&[part, by]);
        part = add(function, InstKind::Pure { op: PureOp::ShrU, args }, integer(ty), loc, kept);
    }
    let args = Values::from_slice(&[part]);
    becomes(function, data.results[0], InstKind::Pure { op: PureOp::Trunc, args }, loc, kept);
}

/// The result keeps its index: it becomes that of another instruction.
pub(super) fn becomes(
    function: &mut Function,
    result: Value,
    kind: InstKind,
    loc: LocId,
    kept: &mut Vec<Inst>,
) {
    let inst = function.make_inst(kind, &[], loc);
    function.insts[inst].results.push(result);
    function.values[result].def = ValueDef::Result(inst, 0);
    kept.push(inst);
}

/// Replaces a load or a store by reads and writes of scalars.
fn rewrite_access(
    function: &mut Function,
    cells: &BTreeMap<u64, Var>,
    mut at: u64,
    inst: Inst,
    kept: &mut Vec<Inst>,
) {
    let data = function.insts[inst].clone();
    if let InstKind::Store { values, .. } = &data.kind {
        for &value in values {
            let var = cells[&at];
            let ty = function.vars[var].ty;
            at += u64::from(function.ty(value).bytes());
            let mut new = cast(function, value, ty, data.loc, kept);
            if let Some(guard) = data.guard {
                let old = add(function, InstKind::VarGet(var), ty, data.loc, kept);
                let (yes, no) = if guard.negated { (old, new) } else { (new, old) };
                let args = Values::from_slice(&[guard.value, yes, no]);
                new = add(function, InstKind::Pure { op: PureOp::Select, args }, ty, data.loc, kept);
            }
            kept.push(function.make_inst(InstKind::VarSet(var, new), &[], data.loc));
        }
        return;
    }
    if let [result] = data.results.as_slice()
        && function.vars[cells[&at]].ty.bits() > function.ty(*result).bits()
    {
        return rewrite_part(function, cells[&at], 0, inst, kept);
    }
    for &result in &data.results {
        let var = cells[&at];
        at += u64::from(function.ty(result).bytes());
        let old = add(function, InstKind::VarGet(var), function.vars[var].ty, data.loc, kept);
        let args = Values::from_slice(&[old]);
        becomes(function, result, InstKind::Pure { op: PureOp::Bitcast, args }, data.loc, kept);
    }
}

pub(super) fn add(
    function: &mut Function,
    kind: InstKind,
    ty: Type,
    loc: LocId,
    kept: &mut Vec<Inst>,
) -> Value {
    let inst = function.make_inst(kind, &[ty], loc);
    kept.push(inst);
    function.insts[inst].results[0]
}

pub(super) fn cast(
    function: &mut Function,
    value: Value,
    ty: Type,
    loc: LocId,
    kept: &mut Vec<Inst>,
) -> Value {
    if function.ty(value) == ty {
        return value;
    }
    let args = Values::from_slice(&[value]);
    add(function, InstKind::Pure { op: PureOp::Bitcast, args }, ty, loc, kept)
}
