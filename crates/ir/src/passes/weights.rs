//! How often the addresses that the code names count in a value: as `p - q` is once `p`, and minus once `q`.
//!
//! An address is one pointer plus numbers. What is added to a pointer is a number only if no address counts in it: `q - p` leads from `p` to
//! where `q` points, so the sum belongs to the object of `q`. A difference of two addresses of one object is a number.
//!
//! What memory holds was put there by somebody else, and is a number, unless the kernel stores something in which addresses count. Then it
//! may be anything. A variable of the thread holds what the thread puts into it.

use super::address::beginning;
use crate::entity::{SecondaryMap, Slot, Value};
use crate::inst::{Address, Base, InstKind};
use crate::module::{Function, Module};
use crate::op::PureOp;
use crate::types::Type;
use std::collections::BTreeMap;

/// What counts in a value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Weight {
    /// The value was not come upon yet.
    #[default]
    Unseen,
    /// These addresses so many times; none of them never.
    Sum(BTreeMap<Base, i64>),
    /// Some of them in some way.
    Any,
}

/// By value: does an address count in it?
pub(super) type Weights = SecondaryMap<Value, bool>;

/// How the functions of the device headers begin that tell where a texel lies in its image, and what it says.
const OF_IMAGE: &str = "__raddle_math_image_";

/// So many addresses are told apart in one value.
const MOST: usize = 4;

impl Weight {
    fn number() -> Self {
        Self::Sum(BTreeMap::new())
    }

    fn of(base: Base) -> Self {
        Self::Sum(BTreeMap::from([(base, 1)]))
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

    /// The one, and the other so many times.
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
    /// Is there nothing more to come, so that what nothing was put into is a number?
    complete: bool,
}

/// What was stored in a slot, by the first byte, if that is a constant, and the number of bytes.
#[derive(Clone, PartialEq, Eq, Default)]
struct Cells(BTreeMap<(Option<i64>, u32), Weight>);

impl Cells {
    fn put(&mut self, at: Option<i64>, bytes: u32, weight: &Weight) {
        let cell = self.0.entry((at, bytes)).or_default();
        *cell = cell.or(weight);
    }

    /// What so many bytes hold. Of a part of a value, or of parts of several, it is known at most that they are numbers.
    fn read(&self, at: Option<i64>, bytes: u32) -> Weight {
        let mut held = Weight::Unseen;
        for (&(from, size), weight) in &self.0 {
            let (meets, whole) = match (at, from) {
                (Some(at), Some(from)) => {
                    let (end, last) =
                        (from.saturating_add(i64::from(size)), at.saturating_add(i64::from(bytes)));
                    (from < last && at < end, at == from)
                }
                _ => (true, true),
            };
            if meets {
                let is_value = whole && size == bytes || weight.is_number();
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
    let mut known: SecondaryMap<Value, Weight> = SecondaryMap::new();
    let mut stored = Stored::default();
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
                let begins = beginning(function, module, inst).filter(|from| from.sure);
                let mut from = 0;
                for &result in &data.results {
                    let bytes = function.ty(result).bytes();
                    let by = match begins {
                        Some(from) => Weight::of(from.base),
                        None => made(&known, &stored, &data.kind, (from, bytes)),
                    };
                    raise(&mut known, result, &by);
                    from += i64::from(bytes);
                }
                stored.put(function, &known, &data.kind);
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let by = known[arg].clone();
                    raise(&mut known, param, &by);
                }
            }
        }
        if changed || stored != before {
            continue;
        }
        if stored.complete {
            let mut counts = Weights::new();
            for (value, _) in function.values.iter() {
                counts[value] = !known[value].is_number();
            }
            return counts;
        }
        stored.complete = true;
    }
}

/// The object that an address lies in, as far as is known.
fn object(known: &SecondaryMap<Value, Weight>, addr: &Address) -> Option<Base> {
    match (addr.base, addr.index.map(|index| &known[index])) {
        (Base::Absolute, Some(Weight::Sum(all))) if all.len() == 1 => {
            all.iter().find(|&(_, &times)| times == 1).map(|(&base, _)| base)
        }
        (Base::Absolute, _) => None,
        (base, _) => Some(base),
    }
}

/// Is it not known yet where an address leads?
fn is_open(known: &SecondaryMap<Value, Weight>, addr: &Address) -> bool {
    addr.base == Base::Absolute && addr.index.is_some_and(|index| known[index] == Weight::Unseen)
}

/// Where an address in a slot lies, if that is a constant.
fn offset(addr: &Address) -> Option<i64> {
    (addr.index.is_none() && addr.base != Base::Absolute).then_some(addr.offset)
}

impl Stored {
    fn put(&mut self, function: &Function, known: &SecondaryMap<Value, Weight>, kind: &InstKind) {
        // Where it leads is known later.
        if kind.address().is_some_and(|addr| is_open(known, addr)) {
            return;
        }
        let (addr, values) = match kind {
            InstKind::Store { addr, values, .. } => (addr, values),
            // What it makes of what was there is a number, or nobody knows.
            InstKind::Atomic { addr, args, .. } => {
                let counts = args.iter().any(|&arg| !known[arg].is_number());
                match object(known, addr) {
                    Some(Base::Slot(slot)) if counts => {
                        self.slots.entry(slot).or_default().put(None, 0, &Weight::Any);
                    }
                    _ => self.elsewhere |= counts,
                }
                return;
            }
            // What is called gives back what it computes from its arguments.
            InstKind::Call { args, rets, .. } => {
                if args.iter().any(|slot| self.slots.get(slot).is_some_and(Cells::counts)) {
                    for &ret in rets {
                        self.slots.entry(ret).or_default().put(None, 0, &Weight::Any);
                    }
                }
                return;
            }
            _ => return,
        };
        let (base, mut at) = (object(known, addr), offset(addr));
        for &value in values {
            let (weight, ty) = (&known[value], function.ty(value));
            // A fragment may have any size.
            at = at.filter(|_| ty != Type::Opaque);
            match base {
                Some(Base::Slot(slot)) => self.slots.entry(slot).or_default().put(at, ty.bytes(), weight),
                // Two pointers that come back from there have a distance.
                _ => self.elsewhere |= !weight.is_number(),
            }
            at = at.map(|at| at + i64::from(ty.bytes()));
        }
    }

    /// What lies so far behind an address, in so many bytes.
    fn read(&self, known: &SecondaryMap<Value, Weight>, addr: &Address, (from, bytes): (i64, u32)) -> Weight {
        match object(known, addr) {
            _ if self.elsewhere => Weight::Any,
            Some(Base::Slot(slot)) => {
                let at = offset(addr).map(|at| at + from);
                let held = self.slots.get(&slot).map(|cells| cells.read(at, bytes)).unwrap_or_default();
                // Something may be put there yet.
                if self.complete && held == Weight::Unseen { Weight::number() } else { held }
            }
            None if self.slots.values().any(Cells::counts) => Weight::Any,
            _ => Weight::number(),
        }
    }
}

/// What counts in a result of an instruction that names no address; of what is read, it is so many bytes, so far behind the address.
fn made(known: &SecondaryMap<Value, Weight>, stored: &Stored, kind: &InstKind, part: (i64, u32)) -> Weight {
    match kind {
        InstKind::Load { addr, .. } if addr.base == Base::Params => Weight::number(),
        InstKind::Load { addr, .. } | InstKind::Atomic { addr, .. } => {
            // Where it leads is known later.
            if is_open(known, addr) { Weight::Unseen } else { stored.read(known, addr, part) }
        }
        InstKind::Pure { op, args } => {
            let of = |n: usize| &known[args[n]];
            match op {
                PureOp::Add => of(0).plus(of(1), 1),
                PureOp::Sub => of(0).plus(of(1), -1),
                PureOp::Select => of(1).or(of(2)),
                PureOp::ToGeneric(_) | PureOp::FromGeneric(_) => of(0).clone(),
                PureOp::Icmp(_) => Weight::number(),
                _ => nonlinear(known, args),
            }
        }
        // Of an image it is asked by its address, and what is told of it is a number.
        InstKind::Opaque { name, .. } if name.starts_with(OF_IMAGE) => Weight::number(),
        InstKind::Opaque { args, .. } => nonlinear(known, args),
        InstKind::Collective { args, .. } => nonlinear(known, args),
        _ => Weight::number(),
    }
}

fn nonlinear(known: &SecondaryMap<Value, Weight>, args: &[Value]) -> Weight {
    if args.iter().any(|&arg| known[arg] == Weight::Unseen) {
        // One that is Any is so in the end.
        return Weight::Unseen;
    }
    if args.iter().all(|&arg| known[arg].is_number()) { Weight::number() } else { Weight::Any }
}
