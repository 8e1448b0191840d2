//! Small thread-local arrays become scalars, one per element, even if accessed at dynamic indices.
//!
//! Handles what [slot promotion](super::slots) leaves in memory, region by region. If no address in a region is taken and all plain accesses at dynamic
//! indices have elements of one size, each element becomes a scalar. A load at a dynamic index selects the element whose
//! address it is, or an arbitrary value if there is none; a store changes only that element. An access at a constant offset may take several elements
//! at once, as copies and initialisations do.
//!
//! Code grows by a selection for each access and element, so this is only for methods that use values and ignore memory accesses.

use super::most::{at_most, is_multiple};
use super::slots::{add, becomes, cast, cell_name, integer, is_integer, lost, regions};
use crate::entity::{Inst, LocId, SecondaryMap, Slot, Value, Var};
use crate::inst::{Access, Address, Base, InstKind, Values};
use crate::module::{Field, Function, VarData};
use crate::op::{IntCond, PureOp};
use crate::types::{Order, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Turns small arrays in slots into mutable scalars; true if there was one. `most` limits the selections.
pub fn split_arrays(function: &mut Function, most: usize) -> bool {
    let mut arrays: SecondaryMap<Slot, Vec<Array>> = SecondaryMap::new();
    let mut left = most;
    for (slot, found) in plans(function) {
        let cells: usize = found.iter().map(|array| array.count()).sum();
        let cost = cells * found.iter().map(|array| array.dynamic).sum::<usize>();
        if cost == 0 || cost > left {
            continue;
        }
        left -= cost;
        for mut array in found {
            for number in 0..array.count() as u64 {
                let at = array.range.start + number * u64::from(array.ty.bytes());
                let name = element_name(function, slot, &array, at);
                let var = function.vars.push(VarData { name, ty: array.ty, shared: None });
                array.cells.insert(at, var);
            }
            function.promoted[slot].push(array.range.clone());
            arrays[slot].push(array);
        }
    }
    if left == most {
        return false;
    }
    rewrite(function, &arrays);
    true
}

/// `a[2]`, where the array's name is known and it is one.
fn element_name(function: &Function, slot: Slot, array: &Array, at: u64) -> String {
    let is_array =
        |f: &&Field| f.offset == array.range.start && f.size == array.range.end - array.range.start;
    match function.slot_fields[slot].iter().find(is_array) {
        Some(field) => {
            format!("{}[{}]", field.name, (at - field.offset) / u64::from(array.ty.bytes().max(1)))
        }
        None => cell_name(function, slot, at),
    }
}

/// A region whose elements may become scalars.
#[derive(Clone, Debug)]
struct Array {
    range: Range<u64>,
    /// The type of its elements.
    ty: Type,
    /// Accesses at dynamic indices.
    dynamic: usize,
    /// Does nothing speak against it?
    fits: bool,
    cells: BTreeMap<u64, Var>,
}

impl Array {
    fn count(&self) -> usize {
        ((self.range.end - self.range.start) / u64::from(self.ty.bytes().max(1))) as usize
    }
}

/// The arrays of a slot.
struct Plan {
    arrays: Vec<Array>,
    /// Is there an access to an unknown array?
    spoilt: bool,
    /// Arrays, by where they begin, of which some access may be to either: none can stay in memory alone.
    together: Vec<(u64, u64)>,
}

impl Plan {
    fn of(function: &Function, slot: Slot) -> Self {
        let object = &function.slots[slot];
        let mut ranges = regions(function, slot);
        if ranges.is_empty() {
            ranges.push(0..object.size.unwrap_or(0));
        }
        let gone = |range: &Range<u64>| {
            function.promoted[slot].iter().any(|p| p.start < range.end && range.start < p.end)
        };
        ranges.retain(|range| range.end <= object.size.unwrap_or(0) && !gone(range));
        let array = |range| Array { range, ty: Type::Opaque, dynamic: 0, fits: true, cells: BTreeMap::new() };
        let arrays = ranges.into_iter().map(array).collect();
        Self { arrays, spoilt: object.init.is_some(), together: Vec::new() }
    }

    /// The array that an offset lies in.
    fn at(&mut self, offset: i64) -> Option<&mut Array> {
        let at = u64::try_from(offset).ok()?;
        self.arrays.iter_mut().find(|array| array.range.contains(&at))
    }

    /// The array at an offset stays in memory, and so does one that ends there: a pointer past its last element may be moved back into it.
    fn keep(&mut self, offset: i64) {
        for array in &mut self.arrays {
            let holds =
                u64::try_from(offset).is_ok_and(|at| array.range.contains(&at) || array.range.end == at);
            array.fits &= !holds;
        }
    }

    /// An access at a dynamic index says what elements are. One that begins where an array ends may go down from there, unless the index only goes `up`: then
    /// it may be to the one and to the other.
    fn dynamic(&mut self, addr: &Address, access: Access, types: &[Type], up: bool) {
        let here = |array: &&Array| u64::try_from(addr.offset).is_ok_and(|at| array.range.contains(&at));
        let ends = |array: &&Array| u64::try_from(addr.offset).is_ok_and(|at| array.range.end == at);
        let behind = self.arrays.iter().find(here).map(|array| array.range.start);
        let Some(behind) = behind else {
            self.spoilt = true;
            return;
        };
        self.dynamic_in(behind, addr, access, types);
        if !up && let Some(before) = self.arrays.iter().find(ends).map(|array| array.range.start) {
            self.dynamic_in(before, addr, access, types);
            self.together.push((before, behind));
        }
    }

    /// The same for the array that begins at this offset.
    fn dynamic_in(&mut self, start: u64, addr: &Address, access: Access, types: &[Type]) {
        let [first, ..] = types else { return };
        let Some(array) = self.arrays.iter_mut().find(|array| array.range.start == start) else { return };
        if array.dynamic == 0 {
            array.ty = *first;
        }
        array.dynamic += types.len();
        let bytes = u64::from(first.bytes()).max(1);
        array.fits &= is_plain(access)
            && *first != Type::Opaque
            && u64::from(first.bits()) == 8 * bytes
            && types.iter().all(|ty| ty.bits() == array.ty.bits())
            && (addr.offset as u64 - array.range.start).is_multiple_of(bytes)
            && (array.range.end - array.range.start).is_multiple_of(bytes);
    }

    /// An access at a constant offset takes whole elements.
    fn constant(&mut self, addr: &Address, access: Access, types: &[Type]) {
        let mut at = addr.offset;
        for ty in types {
            let bytes = i64::from(ty.bytes());
            self.keep_crossed(at, bytes);
            let Some(array) = self.at(at) else {
                at += bytes;
                continue;
            };
            let element = u64::from(array.ty.bytes()).max(1);
            let same = ty.bits() == array.ty.bits();
            array.fits &= is_plain(access)
                && (at as u64 - array.range.start).is_multiple_of(element)
                && at as u64 + bytes as u64 <= array.range.end
                && (same || is_integer(*ty) && u64::from(ty.bytes()).is_multiple_of(element));
            at += bytes;
        }
    }

    /// The arrays that become scalars.
    fn fitting(mut self) -> Vec<Array> {
        let mut fitting: BTreeSet<u64> =
            self.arrays.iter().filter(|a| a.fits && a.dynamic > 0).map(|a| a.range.start).collect();
        while let Some(at) =
            self.together.iter().position(|(a, b)| fitting.contains(a) != fitting.contains(b))
        {
            let (a, b) = self.together.swap_remove(at);
            fitting.remove(&a);
            fitting.remove(&b);
        }
        self.arrays.retain(|array| fitting.contains(&array.range.start));
        self.arrays
    }

    /// What an access runs into from an array before stays.
    fn keep_crossed(&mut self, at: i64, bytes: i64) {
        for array in &mut self.arrays {
            let start = i64::try_from(array.range.start).unwrap_or(i64::MAX);
            array.fits &= !(at < start && start < at.saturating_add(bytes));
        }
    }
}

fn is_plain(access: Access) -> bool {
    !access.volatile && access.order == Order::Weak
}

/// What loads and stores access, and with which types.
fn accessed(function: &Function, inst: Inst) -> Option<(&Address, Access, Vec<Type>)> {
    let data = &function.insts[inst];
    let types = |values: &[Value]| values.iter().map(|&v| function.ty(v)).collect();
    match &data.kind {
        InstKind::Load { addr, access } => Some((addr, *access, types(&data.results))),
        InstKind::Store { addr, access, values } => Some((addr, *access, types(values))),
        _ => None,
    }
}

/// The arrays that can become scalars.
fn plans(function: &Function) -> Vec<(Slot, Vec<Array>)> {
    let mut plans: Vec<Plan> = function.slots.keys().map(|slot| Plan::of(function, slot)).collect();
    let number: BTreeMap<Slot, usize> =
        function.slots.keys().enumerate().map(|(n, slot)| (slot, n)).collect();
    // What elements are is known when all accesses at dynamic indices have been seen.
    for dynamic in [true, false] {
        for &inst in function.order.iter().flat_map(|&block| &function.blocks[block].insts) {
            match &function.insts[inst].kind {
                InstKind::AddrOf { base: Base::Slot(slot), offset } => plans[number[slot]].keep(*offset),
                InstKind::Atomic { addr: Address { base: Base::Slot(slot), offset, .. }, .. } => {
                    plans[number[slot]].keep(*offset);
                }
                InstKind::Call { args, rets, .. } => {
                    args.iter().chain(rets).for_each(|slot| plans[number[slot]].spoilt = true);
                }
                _ => {}
            }
            if let Some((addr, access, types)) = accessed(function, inst)
                && let Base::Slot(slot) = addr.base
                && addr.index.is_some() == dynamic
            {
                let plan = &mut plans[number[&slot]];
                match dynamic {
                    true => {
                        let up = addr.index.is_none_or(|index| goes_up(function, index, addr.offset));
                        plan.dynamic(addr, access, &types, up);
                    }
                    false => plan.constant(addr, access, &types),
                }
            }
        }
    }
    for slot in function.arg_slots.iter().chain(&function.ret_slots).chain(&lost(function)) {
        plans[number[slot]].spoilt = true;
    }
    let slots = function.slots.keys().zip(plans).filter(|(_, plan)| !plan.spoilt);
    slots.map(|(slot, plan)| (slot, plan.fitting())).collect()
}

/// Does an index lead up from an offset, for all its values?
fn goes_up(function: &Function, index: Value, offset: i64) -> bool {
    last(function, index, offset).is_some()
}

/// The last place that an index leads to, upwards from an offset; `None` if it may lead down.
fn last(function: &Function, index: Value, offset: i64) -> Option<i64> {
    i64::try_from(at_most(function, index)).ok().and_then(|most| offset.checked_add(most))
}

fn rewrite(function: &mut Function, arrays: &SecondaryMap<Slot, Vec<Array>>) {
    for block in function.order.clone() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let all = match accessed(function, inst) {
                Some((Address { base: Base::Slot(slot), offset, .. }, ..)) => {
                    let all = &arrays[*slot];
                    let belongs = |a: &Array| u64::try_from(*offset).is_ok_and(|at| a.range.contains(&at));
                    all.iter().any(belongs).then_some(all)
                }
                _ => None,
            };
            match all {
                Some(all) => Rewriter { function, kept: &mut kept, inst, arrays: all }.access(),
                None => kept.push(inst),
            }
        }
        function.blocks[block].insts = kept;
    }
}

/// Replaces an access.
struct Rewriter<'a> {
    function: &'a mut Function,
    kept: &'a mut Vec<Inst>,
    inst: Inst,
    /// The arrays of the slot. An index may lead out of the one that the constant part points into: addresses say which element is meant.
    arrays: &'a [Array],
}

impl Rewriter<'_> {
    fn access(mut self) {
        let data = self.function.insts[self.inst].clone();
        let Some(&addr) = data.kind.address() else { return };
        let mut at = addr.offset;
        if let InstKind::Store { values, .. } = &data.kind {
            for &value in values {
                let bytes = i64::from(self.function.ty(value).bytes());
                match addr.index {
                    Some(index) => self.store_at(index, at, value),
                    None => self.store(at as u64, value),
                }
                at += bytes;
            }
            return;
        }
        for &result in &data.results {
            let bytes = i64::from(self.function.ty(result).bytes());
            let value = match addr.index {
                Some(index) => self.load_at(index, at, self.function.ty(result)),
                None => self.load(at as u64, self.function.ty(result)),
            };
            let args = Values::from_slice(&[value]);
            let kind = InstKind::Pure { op: PureOp::Bitcast, args };
            becomes(self.function, result, kind, data.loc, self.kept);
            at += bytes;
        }
    }

    fn loc(&self) -> LocId {
        self.function.insts[self.inst].loc
    }

    fn add(&mut self, kind: InstKind, ty: Type) -> Value {
        let loc = self.loc();
        add(self.function, kind, ty, loc, self.kept)
    }

    fn op(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        self.add(InstKind::Pure { op, args: Values::from_slice(args) }, ty)
    }

    fn cast(&mut self, value: Value, ty: Type) -> Value {
        let loc = self.loc();
        cast(self.function, value, ty, loc, self.kept)
    }

    /// The elements of a size, by their offsets.
    fn cells(&self, bits: u32) -> Vec<(u64, Var, Type)> {
        let fitting = self.arrays.iter().filter(|array| array.ty.bits() == bits);
        fitting.flat_map(|array| array.cells.iter().map(|(&at, &var)| (at, var, array.ty))).collect()
    }

    /// The condition that an index, plus this offset in bytes, selects an element.
    fn is_at(&mut self, index: Value, offset: i64, at: u64) -> Value {
        let ty = self.function.ty(index);
        let distance = (at as i64).wrapping_sub(offset) as u128 & ty.mask();
        let distance = self.add(InstKind::Const(distance), ty);
        self.op(PureOp::Icmp(IntCond::Eq), &[index, distance], Type::I1)
    }

    /// The elements that an index may lead to, and whether it certainly selects one of them.
    fn reached(&self, index: Value, offset: i64, bits: u32) -> (Vec<(u64, Var, Type)>, bool) {
        let mut all = self.cells(bits);
        let Some(last) = last(self.function, index, offset) else { return (all, false) };
        all.retain(|&(at, ..)| (offset..=last).contains(&(at as i64)));
        let first = all.first().is_some_and(|&(at, ..)| at as i64 == offset);
        let bytes = u64::from(bits / 8);
        let close = all.windows(2).all(|two| two[0].0 + bytes == two[1].0);
        let end = all.last().is_some_and(|&(at, ..)| at as i64 + bytes as i64 > last);
        let surely = first && close && end && is_multiple(self.function, index, bytes);
        (all, surely)
    }

    fn load_at(&mut self, index: Value, offset: i64, ty: Type) -> Value {
        let (mut cells, surely) = self.reached(index, offset, ty.bits());
        let mut found = match cells.pop_if(|_| surely) {
            Some((_, var, cell)) => {
                let value = self.add(InstKind::VarGet(var), cell);
                self.cast(value, ty)
            }
            None => self.add(InstKind::Havoc, ty),
        };
        for (at, var, cell) in cells {
            let here = self.is_at(index, offset, at);
            let value = self.add(InstKind::VarGet(var), cell);
            let value = self.cast(value, ty);
            found = self.op(PureOp::Select, &[here, value, found], ty);
        }
        found
    }

    fn store_at(&mut self, index: Value, offset: i64, value: Value) {
        let (cells, _) = self.reached(index, offset, self.function.ty(value).bits());
        for (at, var, cell) in cells {
            let here = self.is_at(index, offset, at);
            let new = self.cast(value, cell);
            let old = self.add(InstKind::VarGet(var), cell);
            let new = self.op(PureOp::Select, &[here, new, old], cell);
            self.set(var, new);
        }
    }

    /// Writes a scalar, if the access is executed.
    fn set(&mut self, var: Var, mut new: Value) {
        let ty = self.function.vars[var].ty;
        if let Some(guard) = self.function.insts[self.inst].guard {
            let old = self.add(InstKind::VarGet(var), ty);
            let (yes, no) = if guard.negated { (old, new) } else { (new, old) };
            new = self.op(PureOp::Select, &[guard.value, yes, no], ty);
        }
        let inst = self.function.make_inst(InstKind::VarSet(var, new), &[], self.loc());
        self.kept.push(inst);
    }

    /// The elements that an access at a constant offset takes.
    fn taken(&self, at: u64, ty: Type) -> Vec<(Var, Type)> {
        let array = self.arrays.iter().find(|array| array.range.contains(&at));
        let cells = array
            .into_iter()
            .flat_map(|a| a.cells.range(at..at + u64::from(ty.bytes())).map(|(_, &v)| (v, a.ty)));
        cells.collect()
    }

    fn load(&mut self, at: u64, ty: Type) -> Value {
        let taken = self.taken(at, ty);
        let mut all: Option<Value> = None;
        for (number, (var, cell)) in taken.into_iter().enumerate() {
            let value = self.add(InstKind::VarGet(var), cell);
            if cell.bits() == ty.bits() {
                return value;
            }
            let value = self.cast(value, integer(cell));
            let mut part = self.op(PureOp::Zext, &[value], ty);
            if number > 0 {
                let by = self.add(InstKind::Const(number as u128 * u128::from(cell.bits())), ty);
                part = self.op(PureOp::Shl, &[part, by], ty);
            }
            all = Some(match all {
                Some(before) => self.op(PureOp::Or, &[before, part], ty),
                None => part,
            });
        }
        all.unwrap_or_else(|| self.add(InstKind::Havoc, ty))
    }

    fn store(&mut self, at: u64, value: Value) {
        let ty = self.function.ty(value);
        for (number, (var, cell)) in self.taken(at, ty).into_iter().enumerate() {
            let mut part = value;
            if cell.bits() != ty.bits() {
                if number > 0 {
                    let by = self.add(InstKind::Const(number as u128 * u128::from(cell.bits())), ty);
                    part = self.op(PureOp::ShrU, &[part, by], ty);
                }
                part = self.op(PureOp::Trunc, &[part], integer(cell));
            }
            let part = self.cast(part, cell);
            self.set(var, part);
        }
    }
}
