//! Functions that are known by their contracts only.
//!
//! Of a function whose name begins with `__spec` the contracts in its body are all that is known. A call asserts what it requires, and then it
//! does anything that the rest allows. So its body becomes
//!
//! ```text
//! result = anything
//! do {
//!     for each array that it says it reads or writes: logged = whether or not, at = anywhere
//!     assume what it ensures, of this result and of these accesses
//!     for any one such array: if (logged) access the element that `at` lies in
//! } while (anything, for at most 2^32 rounds)
//! assume what it ensures of what is in memory
//! ```
//!
//! Each access that its postconditions allow is one of some round, and what is written is anything, addresses that were passed among it. A log of accesses of which a
//! postcondition speaks holds the access of the round.

mod logs;
mod names;

pub(super) use logs::{LENGTH, Logged, answer, names, told};
pub use names::is_specification;

use super::returns::named;
use super::{Ask, LoggedKind, position, regions};
use crate::entity::{Block, Inst, LocId, Value, Var};
use crate::inst::{Access, Address, Base, Effects, InstKind, Target, Terminator, Values};
use crate::module::{Function, FunctionKind, VarData};
use crate::op::{IntCond, PureOp};
use crate::passes::{are_small, passed};
use crate::types::{Space, Type};
use names::last_name;

/// What the number of rounds is called that are left, of which function.
pub const ROUNDS: &str = "rounds";

/// Where the postconditions of such a function are evaluated, and the accesses that they may speak of.
#[derive(Clone, Debug)]
pub(super) struct Specified {
    /// The head of the rounds, in front of the accesses of one.
    round: Block,
    /// The only return.
    end: Block,
    footprints: Vec<Footprint>,
}

/// An array that is accessed.
#[derive(Clone, Debug)]
struct Footprint {
    kind: LoggedKind,
    /// The size of an access in bytes.
    size: u32,
    /// Where the pointer leads, as it is loaded from, and the variable that keeps what the address is computed from.
    address: Address,
    from: Option<Var>,
    /// Whether this round makes an access (1 or 0), and its distance from the pointer in bytes.
    logged: Var,
    at: Var,
    loc: LocId,
}

/// Gives a function that is known by its contracts the body that does what they allow; none for any other.
/// `address` is the type of addresses.
pub(super) fn rewrite(function: &mut Function, address: Type) -> Option<Specified> {
    if function.kind == FunctionKind::Kernel || !is_specification(&function.name) {
        return None;
    }
    let footprints = footprints(function);
    let loc = function.loc;
    let [first, round, end] = [(); 3].map(|()| function.add_block(loc));
    let old = function.order.iter().copied().filter(|block| ![first, round, end].contains(block));
    for block in old.collect::<Vec<_>>() {
        // What is said to return something, and has no code for it, ends in a trap.
        if matches!(
            function.blocks[block].term,
            Terminator::Return | Terminator::Trap | Terminator::Unreachable
        ) {
            function.blocks[block].term = Terminator::Jump(Target::new(first));
        }
    }
    let rounds = var(function, ROUNDS, Type::I32);
    if !are_small(function, &function.arg_slots) || !are_small(function, &function.ret_slots) {
        let unknown = unknown_code(function);
        function.append(end, unknown, &[], loc);
        function.blocks[first].term = Terminator::Jump(Target::new(end));
        function.blocks[end].term = Terminator::Return;
        return Some(Specified { round: first, end, footprints: Vec::new() });
    }
    let known = Known { passed: passed(function, first, &function.arg_slots.clone(), address, loc), address };
    return_anything(function, first, &known, loc);
    let many = anything(function, first, Type::I32, None, loc);
    function.append(first, InstKind::VarSet(rounds, many), &[], loc);
    function.blocks[first].term = Terminator::Jump(Target::new(round));
    choose(function, round, &footprints);
    let at = function.add_block(loc);
    let ways: Vec<Block> = footprints.iter().map(|one| access(function, one, at, &known)).collect();
    // One of them, on a way of its own: none comes before another.
    function.blocks[round].term = match ways.as_slice() {
        [] => Terminator::Jump(Target::new(at)),
        &[one] => Terminator::Jump(Target::new(one)),
        all => {
            let value = anything(function, round, Type::I32, None, loc);
            let targets: Vec<Target> = all.iter().map(|&way| Target::new(way)).collect();
            Terminator::Switch { value, default: targets[0].clone(), targets }
        }
    };
    let left = function.append1(at, InstKind::VarGet(rounds), Type::I32, loc);
    let [none, one] = [0, 1].map(|n| function.append1(at, InstKind::Const(n), Type::I32, loc));
    let fewer = pure(function, at, PureOp::Sub, &[left, one], Type::I32, loc);
    function.append(at, InstKind::VarSet(rounds, fewer), &[], loc);
    let is_last = pure(function, at, PureOp::Icmp(IntCond::Eq), &[left, none], Type::I1, loc);
    let (then, other) = (Target::new(end), Target::new(round));
    function.blocks[at].term = match footprints.is_empty() {
        true => Terminator::Jump(then),
        false => Terminator::Branch { cond: is_last, then, other },
    };
    function.blocks[end].term = Terminator::Return;
    Some(Specified { round, end, footprints })
}

/// Makes the remaining footprints, in functions that have code, unknown.
pub(super) fn give_up(function: &mut Function) {
    if function.kind == FunctionKind::Kernel {
        return;
    }
    for inst in function.insts.values_mut() {
        if inst.kind.asks(Ask::Footprint) {
            inst.kind.give_up();
        }
    }
}

/// The footprints of a function, which from now on are no contracts.
fn footprints(function: &mut Function) -> Vec<Footprint> {
    let mut found = Vec::new();
    for region in regions(function) {
        let insts: Vec<(Block, Inst)> = region
            .parts
            .iter()
            .flat_map(|(block, insts)| insts.iter().map(move |&inst| (*block, inst)))
            .collect();
        let asked = insts.iter().find(|(_, inst)| function.insts[*inst].kind.asks(Ask::Footprint));
        let Some(&(block, asked)) = asked else { continue };
        let args: Values = function.insts[asked].kind.uses();
        for (block, marker) in [(region.first, region.begin), (region.last, region.end)] {
            function.blocks[block].insts.retain(|&inst| inst != marker);
        }
        function.insts[asked].kind = match footprint(function, &insts, asked, &args) {
            Some(one) => {
                found.push(one);
                InstKind::Const(0)
            }
            // It does not tell of which array it speaks.
            None => unknown_code(function),
        };
        debug_assert!(function.blocks[block].insts.contains(&asked));
    }
    found
}

fn footprint(
    function: &mut Function,
    insts: &[(Block, Inst)],
    asked: Inst,
    args: &[Value],
) -> Option<Footprint> {
    let &[kind, size, _] = args else { return None };
    let loc = function.insts[asked].loc;
    let kind = match function.as_const(kind)? {
        0 => LoggedKind::Read,
        _ => LoggedKind::Write,
    };
    let size = u32::try_from(function.as_const(size)?).ok()?;
    // What is loaded from slots is what was passed.
    let address =
        |inst: Inst| function.insts[inst].kind.address().filter(|addr| !matches!(addr.base, Base::Slot(_)));
    let named: Vec<Inst> =
        named(function, asked).into_iter().filter(|&inst| address(inst).is_some()).collect();
    let &[load] = named.as_slice() else { return None };
    let &(block, _) = insts.iter().find(|&&(_, inst)| inst == load)?;
    let addr = *address(load)?;
    let from = addr.index.map(|index| {
        let from = var(function, "pointer", function.ty(index));
        let keep = function.make_inst(InstKind::VarSet(from, index), &[], loc);
        let at = position(function, block, load);
        function.blocks[block].insts.insert(at, keep);
        from
    });
    // Nothing is read to name it.
    function.insts[load].kind = InstKind::Const(0);
    let logged = var(function, "logged", Type::I64);
    let at = var(function, "at", Type::I64);
    Some(Footprint { kind, size, address: addr, from, logged, at, loc })
}

/// What reads and writes anything.
fn unknown_code(function: &Function) -> InstKind {
    let effects = Effects { synchronises: false, ..Effects::ALL };
    InstKind::Opaque { name: last_name(&function.name), args: Values::new(), effects }
}

fn var(function: &mut Function, name: &str, ty: Type) -> Var {
    let name = format!("{name} of {}", last_name(&function.name));
    function.vars.push(VarData { name, ty, shared: None })
}

/// What a value may hold, or a part of.
struct Known {
    /// What was passed, as far as it may be addresses.
    passed: Values,
    address: Type,
}

/// A value of which nothing is known but whose doing it is, and that it may be an address that was passed, or a part of one.
fn anything(function: &mut Function, block: Block, ty: Type, known: Option<&Known>, loc: LocId) -> Value {
    let name = last_name(&function.name);
    let args = known.map_or_else(Values::new, |known| known.passed.clone());
    let kind = InstKind::Opaque { name, args, effects: Effects::NONE };
    function.append1(block, kind, ty, loc)
}

fn pure(function: &mut Function, block: Block, op: PureOp, args: &[Value], ty: Type, loc: LocId) -> Value {
    function.append1(block, InstKind::Pure { op, args: Values::from_slice(args) }, ty, loc)
}

/// Puts anything into the results.
fn return_anything(function: &mut Function, block: Block, known: &Known, loc: LocId) {
    for slot in function.ret_slots.clone() {
        let size = function.slots[slot].size.unwrap_or(0);
        // What is narrower than an address holds none; parts of a structure may be parts of one.
        let known = Some(known).filter(|known| size >= u64::from(known.address.bytes()));
        let mut at = 0;
        while at < size {
            let ty = widest(size - at);
            let value = anything(function, block, ty, known, loc);
            let addr =
                Address { space: Space::Param, base: Base::Slot(slot), index: None, offset: at as i64 };
            let kind =
                InstKind::Store { addr, access: Access::default(), values: Values::from_slice(&[value]) };
            function.append(block, kind, &[], loc);
            at += u64::from(ty.bytes());
        }
    }
}

/// The widest type that fits into this many bytes.
fn widest(bytes: u64) -> Type {
    match bytes {
        8.. => Type::I64,
        4..8 => Type::I32,
        2..4 => Type::I16,
        _ => Type::I8,
    }
}

/// How an element of this size is accessed, one piece at a time: the number of pieces, and the number and type of values in each.
fn pieces(size: u32) -> (u32, usize, Type) {
    match size {
        1 | 2 | 4 | 8 => (1, 1, widest(u64::from(size))),
        16 => (1, 4, Type::I32),
        _ if size.is_multiple_of(4) && size > 0 => (size / 4, 1, Type::I32),
        _ => (size.max(1), 1, Type::I8),
    }
}

/// Chooses the accesses of a round: anywhere.
fn choose(function: &mut Function, block: Block, footprints: &[Footprint]) {
    for &Footprint { logged, at, loc, .. } in footprints {
        let is = anything(function, block, Type::I1, None, loc);
        let is = pure(function, block, PureOp::Zext, &[is], Type::I64, loc);
        function.append(block, InstKind::VarSet(logged, is), &[], loc);
        let bytes = anything(function, block, Type::I64, None, loc);
        function.append(block, InstKind::VarSet(at, bytes), &[], loc);
    }
}

/// Makes the access of a round, and continues to another block. Where in an element an access begins and how many bytes it covers is left to the function: so the whole
/// element in which it begins is accessed, or any piece of it.
fn access(function: &mut Function, footprint: &Footprint, other: Block, known: &Known) -> Block {
    let &Footprint { kind, size, ref address, from, logged, at, loc } = footprint;
    let [block, then] = [(); 2].map(|()| function.add_block(loc));
    let is = function.append1(block, InstKind::VarGet(logged), Type::I64, loc);
    let none = function.append1(block, InstKind::Const(0), Type::I64, loc);
    let is = pure(function, block, PureOp::Icmp(IntCond::Ne), &[is, none], Type::I1, loc);
    function.blocks[block].term =
        Terminator::Branch { cond: is, then: Target::new(then), other: Target::new(other) };
    let number = |function: &mut Function, n: u64| {
        function.append1(then, InstKind::Const(u128::from(n)), Type::I64, loc)
    };
    let (many, values, ty) = pieces(size);
    let mut index = function.append1(then, InstKind::VarGet(at), Type::I64, loc);
    let size = u64::from(size.max(1));
    if size.is_power_of_two() {
        let begins = number(function, !(size - 1));
        index = pure(function, then, PureOp::And, &[index, begins], Type::I64, loc);
    } else {
        let whole = number(function, size);
        let within = pure(function, then, PureOp::RemU, &[index, whole], Type::I64, loc);
        index = pure(function, then, PureOp::Sub, &[index, within], Type::I64, loc);
    }
    if many > 1 {
        let piece = anything(function, then, Type::I64, None, loc);
        let all = number(function, u64::from(many));
        let piece = pure(function, then, PureOp::RemU, &[piece, all], Type::I64, loc);
        let bytes = number(function, u64::from(ty.bytes()));
        let behind = pure(function, then, PureOp::Mul, &[piece, bytes], Type::I64, loc);
        index = pure(function, then, PureOp::Add, &[index, behind], Type::I64, loc);
    }
    if let Some(from) = from {
        let ty = function.vars[from].ty;
        if ty != Type::I64 {
            index = pure(function, then, PureOp::Trunc, &[index], ty, loc);
        }
        let start = function.append1(then, InstKind::VarGet(from), ty, loc);
        index = pure(function, then, PureOp::Add, &[start, index], ty, loc);
    }
    let addr = Address { index: Some(index), ..*address };
    let types = vec![ty; values];
    if kind == LoggedKind::Read {
        function.append(then, InstKind::Load { addr, access: Access::default() }, &types, loc);
    } else {
        let values = types.iter().map(|&ty| anything(function, then, ty, Some(known), loc)).collect();
        function.append(then, InstKind::Store { addr, access: Access::default(), values }, &[], loc);
    }
    function.blocks[then].term = Terminator::Jump(Target::new(other));
    block
}

impl Specified {
    /// Where a postcondition is evaluated.
    pub(super) fn place(&self, reads_memory: bool) -> Block {
        if reads_memory { self.end } else { self.round }
    }
}
