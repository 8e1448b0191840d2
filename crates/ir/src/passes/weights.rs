//! How often the addresses that the code names count in a value: as `p - q` is once `p`, and minus once `q`.
//!
//! An address is one pointer plus numbers. What is added to a pointer is a number only if no address counts in it: `q - p` leads from `p` to
//! where `q` points, so the sum belongs to the object of `q`. A difference of two addresses of one object is a number.
//!
//! What memory holds was put there by somebody else, and is a number, unless the kernel stores something in which addresses count. Then it
//! may be anything. A variable of the thread may hold one pointer, and no other thing is said of it.

use super::address::beginning;
use crate::entity::{SecondaryMap, Slot, Value};
use crate::inst::{Base, InstKind};
use crate::module::{Function, Module};
use crate::op::PureOp;
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

    /// Is it one pointer and numbers?
    fn is_pointer(&self) -> bool {
        matches!(self, Self::Sum(all) if all.len() == 1 && all.values().all(|&times| times == 1))
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
    slots: BTreeMap<Slot, Weight>,
    /// Is there a value anywhere in which addresses count, pointers in the thread's own variables apart?
    elsewhere: bool,
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
                let by = match beginning(function, module, inst) {
                    Some(from) if from.sure => Weight::of(from.base),
                    _ => made(&known, &stored, &data.kind),
                };
                data.results.iter().for_each(|&result| raise(&mut known, result, &by));
                stored.put(&known, &data.kind);
            }
            for target in function.blocks[block].term.targets() {
                for (&param, &arg) in function.blocks[target.block].params.iter().zip(&target.args) {
                    let by = known[arg].clone();
                    raise(&mut known, param, &by);
                }
            }
        }
        if !changed && stored == before {
            let mut counts = Weights::new();
            for (value, _) in function.values.iter() {
                counts[value] = !known[value].is_number();
            }
            return counts;
        }
    }
}

impl Stored {
    fn put(&mut self, known: &SecondaryMap<Value, Weight>, kind: &InstKind) {
        let (addr, values) = match kind {
            InstKind::Store { addr, values, .. } => (addr, values),
            InstKind::Atomic { addr, args, .. } => (addr, args),
            // What is called gives back what it computes from its arguments.
            InstKind::Call { args, rets, .. } => {
                let counts = |slot: &Slot| self.slots.get(slot).is_some_and(|weight| !weight.is_number());
                if args.iter().any(counts) {
                    self.slots.extend(rets.iter().map(|&ret| (ret, Weight::Any)));
                }
                return;
            }
            _ => return,
        };
        for &value in values {
            let weight = &known[value];
            let counts = !weight.is_number();
            match addr.base {
                Base::Slot(slot) => {
                    let slot = self.slots.entry(slot).or_default();
                    *slot = slot.or(weight);
                    self.elsewhere |= counts && !weight.is_pointer();
                }
                // Two pointers that come back from there have a distance.
                _ => self.elsewhere |= counts,
            }
        }
    }

    /// What lies somewhere.
    fn read(&self, base: Base) -> Weight {
        match base {
            _ if self.elsewhere => Weight::Any,
            Base::Slot(slot) => match self.slots.get(&slot) {
                Some(Weight::Unseen) | None => Weight::number(),
                Some(weight) if weight.is_pointer() || weight.is_number() => weight.clone(),
                Some(_) => Weight::Any,
            },
            _ => Weight::number(),
        }
    }
}

/// What counts in the results of an instruction that names no address.
fn made(known: &SecondaryMap<Value, Weight>, stored: &Stored, kind: &InstKind) -> Weight {
    match kind {
        InstKind::Load { addr, .. } if addr.base == Base::Params => Weight::number(),
        InstKind::Load { addr, .. } | InstKind::Atomic { addr, .. } => stored.read(addr.base),
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
