//! Accesses through a pointer that is one of a few: one access for each object that it may point into.
//!
//! Where two ways meet, on each of which a pointer was set to another buffer, the pointer is a block parameter ([`meeting`]). It is given a companion, the
//! *choice*: the number of the object, which each way passes along with the address. An access through the pointer becomes one for each object, guarded by the choice; what
//! they read is put together by it again. So each access names its object, and nothing is known less well than before.

use super::address::{append, named};
use super::meets::{Meeting, meeting};
use super::strangers::strangers;
use crate::cfg::Cfg;
use crate::entity::{Block, Inst, SecondaryMap, Value};
use crate::inst::{Address, Base, Guard, InstKind, Values};
use crate::module::{Function, Module, ValueDef};
use crate::op::{IntCond, PureOp};
use crate::types::{Order, Type};
use std::collections::BTreeSet;

/// Splits the accesses of `function`, a kernel of `module`, through pointers that are one of a few; true if there were any.
pub fn split_choices(function: &mut Function, module: &Module) -> bool {
    let strangers = strangers(function, module, true);
    let meeting = meeting(function, module, &strangers);
    let chosen = |value: Value| meeting.among(value).is_some_and(|among| among.len() > 1);
    let mut roots: BTreeSet<Value> = BTreeSet::new();
    let blocks = function.order.clone();
    let splits = |function: &Function, inst: Inst| {
        let data = &function.insts[inst];
        let index = through(&data.kind).filter(|_| data.guard.is_none());
        index.filter(|&index| chosen(index))
    };
    for &inst in blocks.iter().flat_map(|&block| &function.blocks[block].insts) {
        if let Some(index) = splits(function, inst) {
            roots.extend(root(function, &meeting, index));
        }
    }
    if roots.is_empty() {
        return false;
    }
    let Some(choice) = Choice::new(function, &meeting, roots) else { return false };
    for block in blocks {
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for inst in insts {
            let split = splits(function, inst)
                .and_then(|index| Some((index, choice.of[root(function, &meeting, index)?]?)));
            match split {
                Some((index, number)) => choice.split(function, module, inst, (index, number), &mut kept),
                None => kept.push(inst),
            }
        }
        function.blocks[block].insts = kept;
    }
    true
}

/// The address of a plain access whose object is not known.
fn through(kind: &InstKind) -> Option<Value> {
    let (addr, access) = match kind {
        InstKind::Load { addr, access } | InstKind::Store { addr, access, .. } => (addr, access),
        _ => return None,
    };
    let plain = access.order == Order::Weak && !access.volatile && addr.base == Base::Absolute;
    addr.index.filter(|_| plain)
}

/// The block parameter that an address which is one of a few is computed from.
fn root(function: &Function, meeting: &Meeting, mut value: Value) -> Option<Value> {
    loop {
        let Some(data) = function.def_inst(value) else { return Some(value) };
        let InstKind::Pure { args, .. } = &data.kind else { return None };
        value = *args.iter().find(|&&arg| meeting.among(arg).is_some_and(|among| among.len() > 1))?;
    }
}

/// What a way passes along with a pointer.
enum Passed {
    /// The number of its object.
    Number(usize),
    /// The companion of another block parameter.
    Of(Value),
}

/// The companions of pointers that are one of a few.
struct Choice<'a> {
    meeting: &'a Meeting,
    /// What their numbers stand for.
    objects: Vec<Base>,
    of: SecondaryMap<Value, Option<Value>>,
}

impl<'a> Choice<'a> {
    /// Makes those of block parameters, and of all that are passed to them; none if one of these is not known.
    fn new(function: &mut Function, meeting: &'a Meeting, roots: BTreeSet<Value>) -> Option<Self> {
        let mut choice = Self { meeting, objects: Vec::new(), of: SecondaryMap::new() };
        // Nothing is known where no thread arrives from, and any number is possible.
        let reached: BTreeSet<Block> = Cfg::new(function).rpo().iter().copied().collect();
        let mut open: Vec<Value> = roots.into_iter().collect();
        let mut all: BTreeSet<Value> = BTreeSet::new();
        while let Some(param) = open.pop() {
            if !all.insert(param) {
                continue;
            }
            for arg in passed(function, &reached, param) {
                if meeting.among(arg)?.len() > 1 {
                    open.push(root(function, meeting, arg)?);
                }
            }
        }
        for &param in &all {
            for from in meeting.among(param)? {
                if !choice.objects.contains(&from.base) {
                    choice.objects.push(from.base);
                }
            }
        }
        // What goes along each edge is settled before anything is changed.
        let mut along: Vec<(Block, usize, Passed)> = Vec::new();
        for &block in &function.order {
            for (target, of) in function.blocks[block].term.targets().into_iter().enumerate() {
                for &param in &all {
                    let ValueDef::Param(to, number) = function.values[param].def else { return None };
                    if of.block == to {
                        let arg = Some(of.args[usize::from(number)]).filter(|_| reached.contains(&block));
                        along.push((block, target, choice.passes(function, arg)?));
                    }
                }
            }
        }
        for &param in &all {
            if let ValueDef::Param(block, _) = function.values[param].def {
                choice.of[param] = Some(function.add_param(block, Type::I32));
            }
        }
        for (block, target, passed) in along {
            let loc = function.blocks[block].term_loc;
            let number = match passed {
                Passed::Number(number) => {
                    function.append1(block, InstKind::Const(number as u128), Type::I32, loc)
                }
                Passed::Of(param) => choice.of[param]?,
            };
            function.blocks[block].term.targets_mut()[target].args.push(number);
        }
        Some(choice)
    }

    /// What goes along with a value that is passed on; from where no thread comes, anything.
    fn passes(&self, function: &Function, value: Option<Value>) -> Option<Passed> {
        let Some(value) = value else { return Some(Passed::Number(0)) };
        match self.meeting.one(value) {
            Some(from) => self.objects.iter().position(|other| *other == from.base).map(Passed::Number),
            None => root(function, self.meeting, value).map(Passed::Of),
        }
    }

    /// Makes an access one for each object.
    fn split(
        &self,
        function: &mut Function,
        module: &Module,
        inst: Inst,
        (index, number): (Value, Value),
        kept: &mut Vec<Inst>,
    ) {
        let data = function.insts[inst].clone();
        let loc = data.loc;
        let among = self.meeting.among(index).unwrap_or_default();
        let mut addresses: Vec<(usize, Address)> = Vec::new();
        let before = kept.len();
        for &from in among {
            let which = self.objects.iter().position(|other| *other == from.base);
            let address =
                data.kind.address().and_then(|addr| named(function, module, (addr, index), from, loc, kept));
            match which.zip(address) {
                Some(found) => addresses.push(found),
                None => {
                    kept.truncate(before);
                    kept.push(inst);
                    return;
                }
            }
        }
        let mut results: Option<Vec<Value>> = None;
        for (which, address) in addresses {
            let which = append(function, InstKind::Const(which as u128), Type::I32, loc, kept);
            let args = Values::from_slice(&[number, which]);
            let is_it =
                append(function, InstKind::Pure { op: PureOp::Icmp(IntCond::Eq), args }, Type::I1, loc, kept);
            let types: Vec<Type> = data.results.iter().map(|&result| function.ty(result)).collect();
            let mut kind = data.kind.clone();
            if let Some(addr) = kind.address_mut() {
                *addr = address;
            }
            let access = function.make_inst(kind, &types, loc);
            function.insts[access].guard = Some(Guard { value: is_it, negated: false });
            kept.push(access);
            let found = function.insts[access].results.to_vec();
            results = Some(match results {
                None => found,
                Some(others) => {
                    let chosen = found.into_iter().zip(others).zip(&types).map(|((found, other), &ty)| {
                        let args = Values::from_slice(&[is_it, found, other]);
                        append(function, InstKind::Pure { op: PureOp::Select, args }, ty, loc, kept)
                    });
                    chosen.collect()
                }
            });
        }
        // The results keep their names: they become copies.
        for (&result, from) in data.results.iter().zip(results.unwrap_or_default()) {
            let args = Values::from_slice(&[from]);
            super::slots::becomes(function, result, InstKind::Pure { op: PureOp::Bitcast, args }, loc, kept);
        }
    }
}

/// What is passed to a block parameter, from where a thread may come.
fn passed(function: &Function, reached: &BTreeSet<Block>, param: Value) -> Vec<Value> {
    let ValueDef::Param(to, number) = function.values[param].def else { return Vec::new() };
    let targets = reached.iter().flat_map(|&block| function.blocks[block].term.targets());
    targets.filter(|target| target.block == to).map(|target| target.args[usize::from(number)]).collect()
}
