//! The coefficients of named addresses in a value: `p - q` has coefficient 1 of `p` and -1 of `q`.
//!
//! An address is one pointer plus numbers. What is added to a pointer is a number only if no address has a coefficient in it: `q - p` leads from `p` to
//! where `q` points, so the sum belongs to the object of `q`. A difference of two addresses of one object is a number.
//!
//! Memory contents are written by others and are numbers, unless the kernel stores a value that contains addresses. Then it
//! may be anything. A thread-local variable holds what the thread stores in it; a module variable initialised with addresses holds pointers.
//!
//! Any other result computed from an address carries information about it: a comparison, a vote, a count of leading zeros, a table read at an index
//! that depends on one. Enough of these can rebuild an address, so the result is not a number. Two comparisons reveal nothing about distances between objects: that
//! of two addresses of one object, and that of an address with null. Flow through *control* is not tracked: a number set on one side of a branch is a
//! number, whatever decides the branch. That is an assumption, and [`rebuilds_pointers`] says where it is made.

use super::address::beginning;
use super::slots::regions as variables_of;
use crate::contracts::regions;
use crate::entity::{Object, SecondaryMap, Slot, Value};
use crate::inst::{Address, Base, InstKind, Terminator};
use crate::module::{Function, Module, RelocationTarget};
use crate::op::{IntCond, PureOp};
use crate::types::{Space, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What counts in a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Weight {
    /// The value was not come upon yet.
    #[default]
    Unseen,
    /// These addresses, each this many times, never 0.
    Sum(BTreeMap<Source, i64>),
    /// Some of them in some way.
    Any,
}

/// Do addresses count in a value?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Counts {
    /// None does.
    #[default]
    None,
    /// Perhaps some do.
    Perhaps,
    /// It is known which do, and how often.
    Certainly,
}

/// By value.
pub(super) type Weights = SecondaryMap<Value, Counts>;

/// For each value that contains addresses: the object of its single pointer, besides numbers; none if they occur in another way and
/// the target is unknown.
#[must_use]
pub fn pointers_of_values(function: &Function, module: &Module) -> SecondaryMap<Value, Option<Option<Base>>> {
    let known = find(function, module, Parameters::Pointers);
    let mut pointers = SecondaryMap::new();
    for (value, _) in function.values.iter() {
        pointers[value] = match &known[value] {
            weight if weight.is_number() => None,
            Weight::Sum(all) if all.len() == 1 => match all.first_key_value() {
                Some((Source::Named(place), 1)) => Some(Some(place.0)),
                // Where it leads is what memory says.
                Some((Source::Held(_), 1)) => None,
                _ => Some(None),
            },
            _ => Some(None),
        };
    }
    pointers
}

/// Is it assumed of a prepared kernel that control rebuilds no distance of two pointers from what it learns about addresses? So it is where an address decides a branch,
/// or a guard; where what is added to the address of a variable of the thread, or of a constant, may be such a distance; and where what is added to a
/// pointer parameter is an address by itself elsewhere in the kernel.
#[must_use]
pub fn rebuilds_pointers(function: &Function, module: &Module) -> bool {
    let known = find(function, module, Parameters::UsedAsPointers);
    let tells = |value: Value| !known[value].is_number();
    let is_named = |base: Base| matches!(base, Base::Slot(_) | Base::Object(_) | Base::Buffer(_));
    let leads_away = |addr: &Address| is_named(addr.base) && addr.index.is_some_and(tells);
    // What contracts compute decides nothing in the program.
    let (mut stating, mut within) = (BTreeSet::new(), BTreeSet::new());
    for region in regions(function) {
        for (block, insts) in region.parts {
            stating.extend(insts);
            within.extend(Some(block).filter(|&block| block != region.last));
        }
    }
    function.order.iter().any(|&block| {
        let data = &function.blocks[block];
        let by_control = match &data.term {
            Terminator::Branch { cond: value, .. } | Terminator::Switch { value, .. } => tells(*value),
            Terminator::Jump(_)
            | Terminator::Goto(_)
            | Terminator::Return
            | Terminator::Exit
            | Terminator::Trap
            | Terminator::Unreachable => false,
        };
        let mut insts =
            data.insts.iter().filter(|inst| !stating.contains(inst)).map(|&inst| &function.insts[inst]);
        by_control && !within.contains(&block)
            || insts.any(|data| {
                data.guard.is_some_and(|guard| tells(guard.value))
                    || data.kind.address().is_some_and(leads_away)
            })
    })
}

/// Which parameters count as addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    /// Those that are certainly pointers.
    Pointers,
    /// Those, and the ones through which something is accessed.
    UsedAsPointers,
}

/// An object; of a slot, the bytes that an address may lead to: those of the source variable that it was taken of, and of the one before if it is the end of that.
type Place = (Base, i64, i64);

/// What an address is known by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// By what the code names.
    Named(Place),
    /// It lay in memory, and this value is it, plus numbers.
    Held(Value),
}

/// The source variables of slots, by offset.
struct Variables(BTreeMap<Slot, Vec<Range<u64>>>);

impl Variables {
    fn of(function: &Function) -> Self {
        Self(function.slots.keys().map(|slot| (slot, variables_of(function, slot))).collect())
    }

    /// The place that an address of an object at this offset leads to.
    fn place(&self, base: Base, offset: i64) -> Place {
        match (base, u64::try_from(offset)) {
            (Base::Slot(slot), Ok(at)) => {
                let (mut from, to) = self.around(slot, at);
                if at == from && at > 0 {
                    from = self.around(slot, at - 1).0;
                }
                let end = |at: u64| i64::try_from(at).unwrap_or(i64::MAX);
                (base, end(from), end(to))
            }
            _ => (base, i64::MIN, i64::MAX),
        }
    }

    /// The variable at an offset, or what lies between two of them.
    fn around(&self, slot: Slot, at: u64) -> (u64, u64) {
        let variables = self.0.get(&slot).map_or(&[][..], Vec::as_slice);
        let before = variables.iter().take_while(|variable| variable.start <= at).last();
        let after = variables.iter().find(|variable| variable.start > at);
        match before {
            Some(variable) if variable.contains(&at) => (variable.start, variable.end),
            _ => (before.map_or(0, |v| v.end), after.map_or(u64::MAX, |v| v.start)),
        }
    }
}

/// Numbers below this are small: alignments are.
const PAGE: u128 = 4096;

/// How the functions of the device headers begin that tell where a texel lies in its image, and what it says.
const OF_IMAGE: &str = "__raddle_math_image_";

/// Limit on distinct addresses in one value.
const MOST: usize = 4;

impl Weight {
    fn number() -> Self {
        Self::Sum(BTreeMap::new())
    }

    fn of(place: Place) -> Self {
        Self::Sum(BTreeMap::from([(Source::Named(place), 1)]))
    }

    fn held(value: Value) -> Self {
        Self::Sum(BTreeMap::from([(Source::Held(value), 1)]))
    }

    /// The same in another value, which may have it from another round of a loop.
    fn within(&self, value: Value) -> Self {
        let Self::Sum(all) = self else { return self.clone() };
        let held = all.iter().filter(|(source, _)| matches!(source, Source::Held(_))).count();
        match (held, all.len(), all.values().next()) {
            (0, ..) => self.clone(),
            (1, 1, Some(1)) => Self::held(value),
            _ => Self::Any,
        }
    }

    /// Is it one address, plus numbers?
    fn is_pointer(&self) -> bool {
        matches!(self, Self::Sum(all) if all.len() == 1 && all.values().all(|&count| count == 1))
    }

    /// Is it an address in shared or local memory, in its own window?
    fn is_near(&self, function: &Function, module: &Module) -> bool {
        let Self::Sum(all) = self else { return false };
        let near = |source: &Source| match *source {
            Source::Named((Base::Object(object), ..)) => module.objects[object].space == Space::Shared,
            Source::Named((Base::Slot(slot), ..)) => function.slots[slot].space == Space::Local,
            Source::Named(_) | Source::Held(_) => false,
        };
        self.is_pointer() && all.keys().all(near)
    }

    fn is_number(&self) -> bool {
        matches!(self, Self::Unseen) || matches!(self, Self::Sum(all) if all.is_empty())
    }

    /// The one or the other.
    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Unseen, one) | (one, Self::Unseen) => one.clone(),
            (one, other) if one == other => one.clone(),
            _ => Self::Any,
        }
    }

    /// Adds a multiple of the other.
    fn plus(&self, other: &Self, times: i64) -> Self {
        let (Self::Sum(one), Self::Sum(other)) = (self, other) else {
            return match (self, other) {
                (Self::Any, _) | (_, Self::Any) => Self::Any,
                _ => Self::Unseen,
            };
        };
        let mut all = one.clone();
        for (&base, &count) in other {
            let Some(sum) =
                count.checked_mul(times).and_then(|n| n.checked_add(*all.entry(base).or_default()))
            else {
                return Self::Any;
            };
            all.insert(base, sum);
        }
        all.retain(|_, count| *count != 0);
        if all.len() > MOST { Self::Any } else { Self::Sum(all) }
    }
}

/// What memory may hold.
#[derive(Clone, PartialEq, Eq, Default)]
struct Stored {
    /// By slot.
    slots: BTreeMap<Slot, Cells>,
    /// Is there a value anywhere else in which addresses count?
    elsewhere: bool,
    /// Is there a write to an unknown place, so that a variable may hold a number instead?
    astray: bool,
    /// Is there nothing more to come, so that what nothing was put into is a number?
    complete: bool,
}

/// What was stored in a slot: between which bytes, and how many.
#[derive(Clone, PartialEq, Eq, Default)]
struct Cells(BTreeMap<Extent, Weight>);

/// First byte, end, and the size of each piece.
type Extent = (i64, i64, u32);

impl Cells {
    fn put(&mut self, extent: Extent, weight: &Weight) {
        let cell = self.0.entry(extent).or_default();
        *cell = cell.or(weight);
    }

    /// The content of these bytes. Parts of one or several values are known at most to be numbers.
    fn read(&self, (from, to, bytes): Extent) -> Weight {
        let is_exact = |from: i64, to: i64, bytes: u32| to.checked_sub(from) == Some(i64::from(bytes));
        let mut held = Weight::Unseen;
        for (&(start, end, size), weight) in &self.0 {
            if start < to && from < end {
                let apart = is_exact(from, to, bytes) && is_exact(start, end, size) && from != start;
                let is_value = size == bytes && !apart || weight.is_number();
                held = held.or(if is_value { weight } else { &Weight::Any });
            }
        }
        held
    }

    fn counts(&self) -> bool {
        self.0.values().any(|weight| !weight.is_number())
    }
}

/// Finds out.
pub(super) fn weights(function: &Function, module: &Module) -> Weights {
    let known = find(function, module, Parameters::Pointers);
    let mut counts = Weights::new();
    for (value, _) in function.values.iter() {
        counts[value] = match &known[value] {
            weight if weight.is_number() => Counts::None,
            Weight::Sum(_) => Counts::Certainly,
            _ => Counts::Perhaps,
        };
    }
    counts
}

fn find(function: &Function, module: &Module, parameters: Parameters) -> SecondaryMap<Value, Weight> {
    let insts = || function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let through = |base: Base| {
        insts().any(|&inst| function.insts[inst].kind.address().is_some_and(|addr| addr.base == base))
    };
    let count = |base: Base| parameters == Parameters::UsedAsPointers && through(base);
    let mut known: SecondaryMap<Value, Weight> = SecondaryMap::new();
    let mut stored = Stored::default();
    let variables = Variables::of(function);
    loop {
        let mut changed = false;
        let mut raise = |known: &mut SecondaryMap<Value, Weight>, value: Value, by: &Weight| {
            let joined = known[value].or(by);
            if joined != known[value] {
                known[value] = joined;
                changed = true;
            }
        };
        let before = stored.clone();
        for &block in &function.order {
            for &inst in &function.blocks[block].insts {
                let data = &function.insts[inst];
                let begins = beginning(function, module, inst).filter(|from| from.sure || count(from.base));
                let mut from = 0;
                for &result in &data.results {
                    let bytes = function.ty(result).bytes();
                    let by = match (begins, &data.kind) {
                        (Some(from), InstKind::AddrOf { offset, .. }) => {
                            Weight::of(variables.place(from.base, *offset))
                        }
                        (Some(from), _) => Weight::of(variables.place(from.base, 0)),
                        (None, kind) => {
                            let lies = |addr: &Address| place(&variables, &known, addr);
                            if holds_pointer(module, kind, &lies, (from, bytes)) {
                                Weight::held(result)
                            } else {
                                let by =
                                    made((function, module), &known, &stored, kind, &lies, (from, bytes));
                                if matches!(kind, InstKind::Pure { .. }) { by } else { by.within(result) }
                            }
                        }
                    };
                    raise(&mut known, result, &by);
                    from += i64::from(bytes);
                }
                stored.put(function, &known, &variables, &data.kind);
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let by = known[arg].within(param);
                    raise(&mut known, param, &by);
                }
            }
        }
        if changed || stored != before {
            continue;
        }
        if stored.complete {
            return known;
        }
        stored.complete = true;
    }
}

/// What an access may lead to, as far as is known.
fn place(variables: &Variables, known: &SecondaryMap<Value, Weight>, addr: &Address) -> Option<Place> {
    match (addr.base, addr.index.map(|index| &known[index])) {
        (Base::Absolute, Some(Weight::Sum(all))) if all.len() == 1 => match all.first_key_value() {
            Some((&Source::Named(place), 1)) => Some(place),
            _ => None,
        },
        (Base::Absolute, _) => None,
        (base, _) => Some(variables.place(base, addr.offset)),
    }
}

/// Does a load of this size at this offset from the address yield a pointer from the module's initialiser?
fn holds_pointer(
    module: &Module,
    kind: &InstKind,
    lies: &dyn Fn(&Address) -> Option<Place>,
    (behind, bytes): (i64, u32),
) -> bool {
    let InstKind::Load { addr, .. } = kind else { return false };
    if addr.base == Base::Params || u64::from(bytes) * 8 != u64::from(module.address_bits) {
        return false;
    }
    let of = |object: Object| {
        let init = module.objects[object].init.as_ref();
        let relocations = init.into_iter().flat_map(|init| &init.relocations);
        relocations.filter(|r| matches!(r.target, RelocationTarget::Object(_))).map(|r| r.at)
    };
    match lies(addr) {
        Some((Base::Object(object), ..)) if addr.base != Base::Absolute && addr.index.is_none() => {
            let start = addr.offset.saturating_add(behind);
            let meets = |at: i64| at < start + i64::from(bytes) && start < at + i64::from(bytes);
            of(object).any(|at| i64::try_from(at).is_ok_and(meets))
        }
        Some((Base::Object(object), ..)) => of(object).next().is_some(),
        Some(_) => false,
        None => module.objects.keys().any(|object| of(object).next().is_some()),
    }
}

/// The bytes of an access to a slot at this offset from its address; a fragment may have any size.
fn extent(addr: &Address, (_, from, to): Place, behind: i64, bytes: u32) -> Extent {
    let is_constant = addr.base != Base::Absolute && addr.index.is_none() && bytes > 0;
    let start = addr.offset.saturating_add(behind);
    if is_constant { (start, start.saturating_add(i64::from(bytes)), bytes) } else { (from, to, bytes) }
}

/// Does the place of an access tell something of addresses, besides that of the object that it lies in?
fn tells(known: &SecondaryMap<Value, Weight>, addr: &Address) -> bool {
    addr.index
        .map(|index| &known[index])
        .is_some_and(|index| !(index.is_number() || addr.base == Base::Absolute && index.is_pointer()))
}

/// Is it not known yet where an address leads?
fn is_open(known: &SecondaryMap<Value, Weight>, addr: &Address) -> bool {
    addr.base == Base::Absolute && addr.index.is_some_and(|index| known[index] == Weight::Unseen)
}

impl Stored {
    fn put(
        &mut self,
        function: &Function,
        known: &SecondaryMap<Value, Weight>,
        variables: &Variables,
        kind: &InstKind,
    ) {
        // Where it leads is known later.
        if kind.address().is_some_and(|addr| is_open(known, addr)) {
            return;
        }
        // Where something lies tells as much as what it is.
        let where_it_lies = kind.address().is_some_and(|addr| tells(known, addr));
        let (addr, values) = match kind {
            InstKind::Store { addr, values, .. } => (addr, values),
            // What was there is something else now.
            InstKind::Atomic { addr, args, .. } => {
                let counts = where_it_lies || args.iter().any(|&arg| !known[arg].is_number());
                let by = if counts { Weight::Any } else { Weight::number() };
                self.put_somewhere(addr, place(variables, known, addr), &by);
                return;
            }
            // A shared scalar.
            InstKind::VarSet(_, value) => {
                self.elsewhere |= !known[*value].is_number();
                return;
            }
            // What is called gives back what it computes from its arguments.
            // And it may write anything anywhere.
            InstKind::Call { args, rets, .. } => {
                let counts = args.iter().any(|slot| self.slots.get(slot).is_some_and(Cells::counts));
                let by = if counts { Weight::Any } else { Weight::number() };
                for &ret in rets {
                    self.slots.entry(ret).or_default().put((0, i64::MAX, 0), &by);
                }
                self.astray = true;
                self.elsewhere |= counts;
                return;
            }
            _ => return,
        };
        let lies = place(variables, known, addr);
        let mut behind = 0;
        for &value in values {
            let (weight, ty) = (&known[value], function.ty(value));
            let weight = if where_it_lies { &Weight::Any } else { weight };
            match lies {
                Some(place @ (Base::Slot(slot), ..)) if ty != Type::Opaque => {
                    let extent = extent(addr, place, behind, ty.bytes());
                    self.slots.entry(slot).or_default().put(extent, weight);
                }
                _ => self.put_somewhere(addr, lies, weight),
            }
            behind += i64::from(ty.bytes());
        }
    }

    /// Puts a value of which it is not known at which bytes of an object it lies.
    fn put_somewhere(&mut self, addr: &Address, place: Option<Place>, weight: &Weight) {
        match place {
            Some((Base::Slot(slot), from, to)) => {
                self.slots.entry(slot).or_default().put((from, to, 0), weight);
            }
            // Two pointers that come back from there have a distance.
            _ => self.elsewhere |= !weight.is_number(),
        }
        // It may be a variable of the thread.
        self.astray |= place.is_none() && !matches!(addr.space, Space::Global | Space::Shared | Space::Const);
    }

    /// The content of this many bytes at this offset from an address.
    fn read(&self, addr: &Address, lies: Option<Place>, (behind, bytes): (i64, u32)) -> Weight {
        match lies {
            _ if self.elsewhere => Weight::Any,
            Some(place @ (Base::Slot(slot), ..)) => {
                let extent = extent(addr, place, behind, bytes);
                let mut held = self.slots.get(&slot).map(|cells| cells.read(extent)).unwrap_or_default();
                if self.astray && held != Weight::Unseen {
                    held = held.or(&Weight::number());
                }
                // Something may be put there yet.
                if self.complete && held == Weight::Unseen { Weight::number() } else { held }
            }
            None if self.slots.values().any(Cells::counts) => Weight::Any,
            _ => Weight::number(),
        }
    }
}

/// The addresses in a result of an instruction that names none; for a load, of this many bytes at this offset from the address.
fn made(
    (function, module): (&Function, &Module),
    known: &SecondaryMap<Value, Weight>,
    stored: &Stored,
    kind: &InstKind,
    lies: &dyn Fn(&Address) -> Option<Place>,
    part: (i64, u32),
) -> Weight {
    match kind {
        InstKind::Load { addr, .. } if addr.base == Base::Params => Weight::number(),
        InstKind::Load { addr, .. } | InstKind::Atomic { addr, .. } => {
            match addr {
                // Where it leads is known later.
                addr if is_open(known, addr) => Weight::Unseen,
                addr if tells(known, addr) => Weight::Any,
                addr => stored.read(addr, lies(addr), part),
            }
        }
        InstKind::VarGet(_) if stored.elsewhere => Weight::Any,
        InstKind::Pure { op, args } => {
            let of = |n: usize| &known[args[n]];
            let constant = |n: usize| function.as_const(args[n]);
            let small = |n: usize| constant(n).is_some_and(|bits| bits < PAGE);
            let rounds =
                |n: usize| constant(n).is_some_and(|bits| !bits & function.ty(args[n]).mask() < PAGE);
            match op {
                PureOp::Add => of(0).plus(of(1), 1),
                PureOp::Sub => of(0).plus(of(1), -1),
                PureOp::Select if !of(0).is_number() && args[1] != args[2] => nonlinear(known, args),
                PureOp::Select => of(1).or(of(2)),
                PureOp::ToGeneric(_) | PureOp::FromGeneric(_) => of(0).clone(),
                PureOp::Icmp(cond) => {
                    let is_null_check = matches!(cond, IntCond::Eq | IntCond::Ne)
                        && (small(0) && of(1).is_pointer() || small(1) && of(0).is_pointer());
                    let is_of_one_object = of(0).is_pointer() && of(0) == of(1);
                    let is_number = is_null_check || is_of_one_object;
                    if is_number { Weight::number() } else { nonlinear(known, args) }
                }
                // An address in a window that 32 bits have room for stays the same.
                PureOp::Trunc | PureOp::Zext if part.1 >= 4 && of(0).is_near(function, module) => {
                    of(0).clone()
                }
                // All addresses of an object lie in one window.
                PureOp::IsSpace(_) if of(0).is_pointer() => Weight::number(),
                // A sum or a difference with a small number.
                PureOp::Or if small(1) => of(0).clone(),
                PureOp::Or if small(0) => of(1).clone(),
                PureOp::And if rounds(1) => of(0).clone(),
                PureOp::And if rounds(0) => of(1).clone(),
                _ => nonlinear(known, args),
            }
        }
        // An image is identified by its address; a query returns a number.
        InstKind::Opaque { name, args, .. }
            if name.starts_with(OF_IMAGE)
                && args.iter().all(|&arg| known[arg].is_number() || known[arg].is_pointer()) =>
        {
            Weight::number()
        }
        InstKind::Opaque { args, .. } | InstKind::Marker { args, .. } | InstKind::Collective { args, .. } => {
            nonlinear(known, args)
        }
        InstKind::Barrier(barrier) => nonlinear(known, barrier.predicate.as_slice()),
        InstKind::Const(_)
        | InstKind::Special(_)
        | InstKind::Havoc
        | InstKind::Uninitialised
        | InstKind::AddrOf { .. }
        | InstKind::FuncAddr(_)
        | InstKind::VarGet(_) => Weight::number(),
        // They have no results.
        InstKind::VarSet(..)
        | InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::WarpSync(_)
        | InstKind::Assume(_)
        | InstKind::Assert(_)
        | InstKind::SpecBegin(_)
        | InstKind::SpecEnd(..)
        | InstKind::Call { .. } => Weight::number(),
    }
}

fn nonlinear(known: &SecondaryMap<Value, Weight>, args: &[Value]) -> Weight {
    if args.iter().any(|&arg| known[arg] == Weight::Unseen) {
        // One that is Any is so in the end.
        return Weight::Unseen;
    }
    if args.iter().all(|&arg| known[arg].is_number()) { Weight::number() } else { Weight::Any }
}
