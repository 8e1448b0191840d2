//! Address resolution: from an address held in a value to (object, index, offset).
//!
//! One walk in reverse post-order follows addresses from the objects they derive from through
//! additions, subtractions of numbers, and copies between spaces. Each access whose address derives from an object is
//! rewritten to name it, and a generic access to an object of a known space becomes one of that space.
//! An `or` that is a sum, because the object is aligned, is taken for one.
//! A constant distance from an object becomes one [`AddrOf`](InstKind::AddrOf), so that slot promotion
//! sees which variable's address is taken, and a question for the space of a known object is answered.
//!
//! Sums are taken apart only in the width of the address itself: an index that is added up in 32 bits
//! and then widened stays one index, so wrap-around is kept. Where a parameter that may be a number is added to what
//! may be an address (`strangers`), or a pointer to what another pointer counts in (`weights`), nothing is known. A block parameter that derives from one object whichever way a thread came (`meets`), as
//! a pointer that a loop advances does, has its distance from the object as an index.
//!
//! The constant part of an address in a slot lies in the source variable that the address was taken of:
//! `p[-1]` after `p = &a[i]` keeps its -1 in the index where `a + -1` would name the variable before `a`.

use super::meets::meeting;
use super::most::at_most;
use super::strangers::{Strangers, strangers};
use super::weights::Counts;
use super::zeros::{is_sum, low_zeros};
use crate::cfg::Cfg;
use crate::entity::{Block, Inst, LocId, SecondaryMap, Slot, Value};
use crate::inst::{Access, Address, Base, InstKind, Values};
use crate::module::{Field, Function, Module};
use crate::op::PureOp;
use crate::types::{Space, Type};

/// What an address derives from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Derived {
    pub(super) base: Base,
    /// The space in which the value is an address: the base's own, or generic.
    space: Space,
    /// Whether it is certainly an address: an object's, a declared pointer, or one converted between spaces. A value
    /// loaded from a parameter as wide as an address may be a number.
    pub(super) sure: bool,
}

/// An address taken apart: `base + index + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    from: Derived,
    index: Option<Value>,
    offset: i64,
    /// The offset when the index was added.
    origin: i64,
}

/// Rewrites the addresses of all accesses of `function`, a kernel of `module`.
pub fn resolve_addresses(function: &mut Function, module: &Module) {
    resolve(function, module, true);
}

/// The same; are variables of the thread, and constants, `meant` where what is added to their addresses only may be a distance to somewhere else?
pub(super) fn resolve(function: &mut Function, module: &Module, meant: bool) {
    let mut known: SecondaryMap<Value, Option<Parts>> = SecondaryMap::new();
    let strangers = strangers(function, module, meant);
    let meeting = meeting(function, module, &strangers);
    for &block in Cfg::new(function).rpo() {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for param in function.blocks[block].params.clone() {
            known[param] =
                meeting.one(param).map(|from| distance(function, module, (block, param), from, &mut kept));
        }
        for inst in insts {
            rewrite_access(function, module, &known, inst, &mut kept);
            answer_space(function, module, &known, inst);
            let mut made = Vec::new();
            let parts = parts_of(function, module, &known, &strangers, inst, &mut made);
            if let (Some(parts), [result]) = (parts, function.insts[inst].results.as_slice()) {
                known[*result] = Some(parts);
                name_distance(function, module, inst, parts, &mut kept);
            }
            kept.push(inst);
            kept.extend(made);
        }
        function.blocks[block].insts = kept;
    }
}

/// The parts of a block parameter that derives from an object: its distance from the object's beginning is computed.
fn distance(
    function: &mut Function,
    module: &Module,
    (block, param): (Block, Value),
    from: Derived,
    before: &mut Vec<Inst>,
) -> Parts {
    let loc = function.blocks[block].term_loc;
    let index = behind(function, module, param, from, loc, before);
    Parts { from, index: Some(index), offset: 0, origin: 0 }
}

/// The offset of an address from the beginning of its object.
fn behind(
    function: &mut Function,
    module: &Module,
    value: Value,
    from: Derived,
    loc: LocId,
    before: &mut Vec<Inst>,
) -> Value {
    let ty = function.ty(value);
    let start = match from.base {
        Base::Buffer(number) => {
            let offset = function.params[number as usize].offset as i64;
            let addr = Address { space: Space::Param, base: Base::Params, index: None, offset };
            append(function, InstKind::Load { addr, access: Access::default() }, ty, loc, before)
        }
        base => {
            let own = append(function, InstKind::AddrOf { base, offset: 0 }, ty, loc, before);
            match home(function, module, base) {
                Some(home) if home != from.space => {
                    let args = Values::from_slice(&[own]);
                    append(function, InstKind::Pure { op: PureOp::ToGeneric(home), args }, ty, loc, before)
                }
                _ => own,
            }
        }
    };
    let args = Values::from_slice(&[value, start]);
    append(function, InstKind::Pure { op: PureOp::Sub, args }, ty, loc, before)
}

/// An address at a value that derives from an object, with the object named; none where it is no address there, or of a constant, which not every access may
/// have.
pub(super) fn named(
    function: &mut Function,
    module: &Module,
    (address, value): (&Address, Value),
    from: Derived,
    loc: LocId,
    before: &mut Vec<Inst>,
) -> Option<Address> {
    let space = seen_in(function, module, from, address.space)?;
    if space == Space::Const {
        return None;
    }
    let index = Some(behind(function, module, value, from, loc, before));
    Some(Address { space, base: from.base, index, offset: address.offset })
}

/// The space of an access, through an address, to what it derives from; none where it is no address in the access's space.
fn seen_in(function: &Function, module: &Module, from: Derived, space: Space) -> Option<Space> {
    let home = home(function, module, from.base);
    let known = if from.space == Space::Generic { space } else { from.space };
    holds(home, from, space).then(|| home.unwrap_or(known))
}

/// The space that what an address derives from lies in; none for a buffer that is not declared to lie in one.
fn home(function: &Function, module: &Module, base: Base) -> Option<Space> {
    match base {
        Base::Object(object) => Some(module.objects[object].space),
        Base::Slot(slot) => Some(function.slots[slot].space),
        Base::Params => Some(Space::Param),
        Base::Buffer(number) => {
            let pointer = function.params.get(number as usize)?.pointer?;
            (pointer.space != Space::Generic).then_some(pointer.space)
        }
        Base::Absolute => None,
    }
}

/// Is the value an address in `space`? A global address is its own generic one (PTX ISA, "Generic
/// Addressing"), and a buffer that nothing says the space of is taken for global.
fn holds(home: Option<Space>, from: Derived, space: Space) -> bool {
    let global = |space| matches!(space, Space::Global | Space::Generic);
    // The window of the cluster holds that of the CTA, at the same addresses.
    let own = from.space == Space::Shared && space == Space::Cluster;
    from.space == space || own || home.is_none_or(global) && global(from.space) && global(space)
}

fn rewrite_access(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    inst: Inst,
    before: &mut Vec<Inst>,
) {
    let Some(address) = function.insts[inst].kind.address().copied() else { return };
    let (Base::Absolute, Some(index)) = (address.base, address.index) else { return };
    let Some(parts) = known[index] else { return };
    let from = parts.from;
    let Some(space) = seen_in(function, module, from, address.space) else { return };
    let offset = address.offset.wrapping_add(parts.offset);
    let mut resolved = Address { space, base: from.base, index: parts.index, offset };
    if let (Base::Slot(slot), Some(index)) = (from.base, parts.index)
        && variable(function, slot, offset) != variable(function, slot, parts.origin)
    {
        let (ty, loc) = (function.ty(index), function.insts[inst].loc);
        let distance = offset.wrapping_sub(parts.origin) as u64;
        let distance = append(function, InstKind::Const(u128::from(distance) & ty.mask()), ty, loc, before);
        let args = Values::from_slice(&[index, distance]);
        let index = append(function, InstKind::Pure { op: PureOp::Add, args }, ty, loc, before);
        resolved = Address { index: Some(index), offset: parts.origin, ..resolved };
    }
    *function.insts[inst].kind.address_mut().expect("it has an address") = resolved;
}

/// The number of the source variable that lies at an offset of a slot.
fn variable(function: &Function, slot: Slot, offset: i64) -> Option<usize> {
    let offset = u64::try_from(offset).ok()?;
    let holds = |f: &Field| f.offset <= offset && offset - f.offset < f.size;
    function.slot_fields[slot].iter().position(holds)
}

pub(super) fn append(
    function: &mut Function,
    kind: InstKind,
    ty: Type,
    loc: LocId,
    before: &mut Vec<Inst>,
) -> Value {
    let inst = function.make_inst(kind, &[ty], loc);
    before.push(inst);
    function.insts[inst].results[0]
}

/// `is_space` of an address of a known object is a constant.
fn answer_space(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    inst: Inst,
) {
    let InstKind::Pure { op: PureOp::IsSpace(asked), args } = &function.insts[inst].kind else { return };
    let Some(parts) = known[args[0]].filter(|p| p.from.space == Space::Generic) else { return };
    // The cluster's window holds shared memory of other CTAs too, and a buffer may lie anywhere.
    if let Some(home) = home(function, module, parts.from.base)
        && *asked != Space::Cluster
    {
        function.insts[inst].kind = InstKind::Const(u128::from(home == *asked));
    }
}

/// An addition or subtraction that gives an object's address at a constant distance becomes that address.
fn name_distance(function: &mut Function, module: &Module, inst: Inst, parts: Parts, before: &mut Vec<Inst>) {
    let data = &function.insts[inst];
    let is_sum = matches!(data.kind, InstKind::Pure { op: PureOp::Add | PureOp::Sub | PureOp::Or, .. });
    if !is_sum || parts.index.is_some() {
        return;
    }
    let base = parts.from.base;
    let Some(home) = home(function, module, base).filter(|_| !matches!(base, Base::Buffer(_))) else {
        return;
    };
    let (ty, loc) = (function.ty(data.results[0]), data.loc);
    let address = InstKind::AddrOf { base, offset: parts.offset };
    function.insts[inst].kind = if parts.from.space == home {
        address
    } else {
        let own = append(function, address, ty, loc, before);
        InstKind::Pure { op: PureOp::ToGeneric(home), args: Values::from_slice(&[own]) }
    };
}

/// The parts of the address that an instruction computes, if it computes one. Where an index is added
/// to an address that has one, the sum of the two is `made`, to be listed after the instruction.
fn parts_of(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    strangers: &Strangers,
    inst: Inst,
    made: &mut Vec<Inst>,
) -> Option<Parts> {
    let data = &function.insts[inst];
    let loc = data.loc;
    match &data.kind {
        &InstKind::AddrOf { offset, .. } => {
            let from = beginning(function, module, inst)?;
            Some(Parts { from, index: None, offset, origin: offset })
        }
        InstKind::Load { .. } => {
            Some(Parts { from: beginning(function, module, inst)?, index: None, offset: 0, origin: 0 })
        }
        InstKind::Pure { op, args } => {
            let (op, args) = (*op, args.clone());
            pure_parts(function, module, known, strangers, (op, &args), loc, made)
        }
        _ => None,
    }
}

/// What an instruction gives the address of: an object, or the buffer that a parameter points to.
pub(super) fn beginning(function: &Function, module: &Module, inst: Inst) -> Option<Derived> {
    let data = &function.insts[inst];
    match &data.kind {
        &InstKind::AddrOf { base, .. } => {
            Some(Derived { base, space: home(function, module, base)?, sure: true })
        }
        InstKind::Load { addr, .. } if data.guard.is_none() => {
            let ([result], Base::Params, None) = (data.results.as_slice(), addr.base, addr.index) else {
                return None;
            };
            let bytes = u64::from(function.ty(*result).bytes());
            let is_whole = |p: &crate::module::KernelParam| {
                i64::try_from(p.offset) == Ok(addr.offset) && p.size == bytes && p.ty.is_some()
            };
            if bytes * 8 != u64::from(module.address_bits) {
                return None;
            }
            let number = function.params.iter().position(is_whole)?;
            let pointer = function.params[number].pointer;
            let space = pointer.map_or(Space::Generic, |p| p.space);
            Some(Derived { base: Base::Buffer(number as u32), space, sure: pointer.is_some() })
        }
        _ => None,
    }
}

/// Of two summands, each with what it derives from: the number of the address.
fn address_of_sum(
    module: &Module,
    strangers: &Strangers,
    args: &[Value],
    of: &dyn Fn(Value) -> Option<Derived>,
) -> Option<usize> {
    let number = match (of(args[0]), of(args[1])) {
        (Some(_), None) => 0,
        (None, Some(_)) => 1,
        (Some(parts), Some(number)) if parts.sure && !number.sure => 0,
        (Some(number), Some(parts)) if parts.sure && !number.sure => 1,
        _ => return None,
    };
    let (address, other) = (of(args[number])?, args[1 - number]);
    let is_lost = leads_away(module, strangers, address.base, other)
        || !address.sure && strangers.may_be_address(other);
    (!is_lost).then_some(number)
}

/// Does what is added to an address lead from its object to another one, as a distance of two pointers does? What only may be such a distance is none where the address is
/// the thread's own, or a constant's: people do not walk from there.
fn leads_away(module: &Module, strangers: &Strangers, base: Base, distance: Value) -> bool {
    match strangers.counts(distance) {
        Counts::None => false,
        Counts::Perhaps => !(strangers.own_is_meant() && is_own(module, base)),
        Counts::Certainly => true,
    }
}

/// Does no other thread see changes there, as in a variable of the thread and in constants?
fn is_own(module: &Module, base: Base) -> bool {
    match base {
        Base::Slot(_) => true,
        Base::Object(object) => module.objects[object].space == Space::Const,
        _ => false,
    }
}

/// What an address is in another space, where it is one there.
fn converted(function: &Function, module: &Module, op: PureOp, from: Derived) -> Option<Derived> {
    let home = home(function, module, from.base);
    match op {
        PureOp::ToGeneric(space) => {
            holds(home, from, space).then_some(Derived { space: Space::Generic, sure: true, ..from })
        }
        PureOp::FromGeneric(space) => {
            let fits = home.map_or(matches!(space, Space::Global | Space::Const), |home| home == space);
            (fits && holds(home, from, Space::Generic)).then_some(Derived { space, sure: true, ..from })
        }
        _ => None,
    }
}

/// What the result of an instruction derives from, by what its operands do; not at which distance.
pub(super) fn derived(
    function: &Function,
    module: &Module,
    strangers: &Strangers,
    inst: Inst,
    of: &dyn Fn(Value) -> Option<Derived>,
) -> Option<Derived> {
    let InstKind::Pure { op, args } = &function.insts[inst].kind else {
        return beginning(function, module, inst);
    };
    match op {
        PureOp::Add => of(args[address_of_sum(module, strangers, args, of)?]),
        PureOp::Sub if of(args[1]).is_none() && !strangers.may_be_address(args[1]) => {
            of(args[0]).filter(|from| !leads_away(module, strangers, from.base, args[1]))
        }
        _ => converted(function, module, *op, of(*args.first()?)?),
    }
}

fn pure_parts(
    function: &mut Function,
    module: &Module,
    known: &SecondaryMap<Value, Option<Parts>>,
    strangers: &Strangers,
    (op, args): (PureOp, &Values),
    loc: LocId,
    made: &mut Vec<Inst>,
) -> Option<Parts> {
    match op {
        PureOp::Add => {
            let address =
                address_of_sum(module, strangers, args, &|value| known[value].map(|parts| parts.from))?;
            let (parts, other) = (known[args[address]]?, args[1 - address]);
            Some(match constant(function, other) {
                Some(c) => Parts { offset: parts.offset.wrapping_add(c), ..parts },
                None => plus(function, parts, other, loc, made),
            })
        }
        PureOp::Or => {
            let (parts, other) = match (known[args[0]], known[args[1]]) {
                (Some(parts), None) => (parts, args[1]),
                (None, Some(parts)) => (parts, args[0]),
                _ => return None,
            };
            let low = zeros(function, module, &parts);
            match function.as_const(other) {
                Some(bits) => is_sum(low, bits)
                    .then(|| Parts { offset: parts.offset.wrapping_add(bits as i64), ..parts }),
                // Whatever it is, its bits do not meet those of the address.
                None => {
                    is_sum(low, at_most(function, other)).then(|| plus(function, parts, other, loc, made))
                }
            }
        }
        PureOp::Sub => {
            let parts = known[args[0]]?;
            if let Some(c) = constant(function, args[1]) {
                return Some(Parts { offset: parts.offset.wrapping_sub(c), ..parts });
            }
            // Less an address it is a distance.
            if known[args[1]].is_some()
                || strangers.may_be_address(args[1])
                || leads_away(module, strangers, parts.from.base, args[1])
            {
                return None;
            }
            let ty = function.ty(args[1]);
            let from = match parts.index {
                Some(index) => index,
                None => append(function, InstKind::Const(0), ty, loc, made),
            };
            let args = Values::from_slice(&[from, args[1]]);
            let index = append(function, InstKind::Pure { op: PureOp::Sub, args }, ty, loc, made);
            let origin = if parts.index.is_some() { parts.origin } else { parts.offset };
            Some(Parts { index: Some(index), origin, ..parts })
        }
        PureOp::ToGeneric(_) | PureOp::FromGeneric(_) => {
            let parts = known[args[0]]?;
            Some(Parts { from: converted(function, module, op, parts.from)?, ..parts })
        }
        // A 32-bit address of an object, widened or narrowed: only where nothing can wrap.
        PureOp::Zext | PureOp::Trunc => {
            let parts = known[args[0]]?;
            let plain = parts.index.is_none() && (0..1 << 31).contains(&parts.offset);
            (plain && matches!(parts.from.space, Space::Shared | Space::Local)).then_some(parts)
        }
        _ => None,
    }
}

/// An address and an index more.
fn plus(function: &mut Function, parts: Parts, other: Value, loc: LocId, made: &mut Vec<Inst>) -> Parts {
    let Some(index) = parts.index else {
        return Parts { index: Some(other), origin: parts.offset, ..parts };
    };
    let args = Values::from_slice(&[index, other]);
    let ty = function.ty(other);
    let sum = append(function, InstKind::Pure { op: PureOp::Add, args }, ty, loc, made);
    Parts { index: Some(sum), ..parts }
}

/// How many low bits of an address are zero: by the alignment of its object, its index and its offset.
fn zeros(function: &Function, module: &Module, parts: &Parts) -> u32 {
    let align = match parts.from.base {
        Base::Object(object) => module.objects[object].align,
        Base::Slot(slot) => function.slots[slot].align,
        Base::Params | Base::Buffer(_) | Base::Absolute => 1,
    };
    let index = parts.index.map_or(u32::MAX, |index| low_zeros(function, index));
    align.max(1).trailing_zeros().min(parts.offset.trailing_zeros()).min(index)
}

/// The signed value of an integer constant.
fn constant(function: &Function, value: Value) -> Option<i64> {
    let bits = function.as_const(value)?;
    match function.ty(value) {
        Type::I32 => Some(i64::from(bits as u32 as i32)),
        Type::I64 => Some(bits as i64),
        _ => None,
    }
}
