//! Logs of accesses, of which the postconditions of such functions speak.
//!
//! Which array an access goes to is known when a kernel is prepared. So a mark [tells](Specified::tell) of the accesses of a round, in terms of what is known
//! of pointers then; and each question about a log is [answered](answer) by what the mark tells.

use super::{Footprint, Specified, pure};
use crate::contracts::pointers;
use crate::contracts::{About, Ask, LogPart, LoggedKind, about, definition};
use crate::entity::{Block, Inst, Value};
use crate::inst::{Access, Address, InstKind, Values};
use crate::module::Function;
use crate::op::PureOp;
use crate::types::Type;

/// The number of values that describe an access: its kind, its array, whether there is one, and where.
pub(in crate::contracts) const LENGTH: usize = 4;

/// An access of such a function, as a mark tells of it.
#[derive(Clone, Debug)]
pub(in crate::contracts) struct Logged {
    kind: Option<LoggedKind>,
    /// The number of the array, if it is known.
    array: Option<u128>,
    /// Is there one (1 or 0), and where, in bytes from the array's beginning?
    is: Value,
    at: Value,
}

impl Specified {
    /// What a mark says about the accesses of a round, for [`told`]: for each its kind, its array, whether there is one, and where.
    pub(in crate::contracts) fn tell(&self, function: &mut Function, block: Block) -> Vec<Value> {
        let one = |function: &mut Function, footprint: &Footprint| {
            let &Footprint { kind, ref address, from, logged, at, loc, .. } = footprint;
            let kind = InstKind::Const(u128::from(kind == LoggedKind::Write));
            let kind = function.append1(block, kind, Type::I32, loc);
            let index = from.map(|from| {
                let ty = function.vars[from].ty;
                function.append1(block, InstKind::VarGet(from), ty, loc)
            });
            let addr = Address { index, ..*address };
            let first = InstKind::Load { addr, access: Access::default() };
            let [array, start] = [1, 0].map(|what| {
                let first = function.append1(block, first.clone(), Type::I8, loc);
                let what = function.append1(block, InstKind::Const(what), Type::I32, loc);
                let args = Values::from_slice(&[what, first]);
                function.append1(block, InstKind::ask(Ask::Pointer, args), Type::I64, loc)
            });
            let is = function.append1(block, InstKind::VarGet(logged), Type::I64, loc);
            let at = function.append1(block, InstKind::VarGet(at), Type::I64, loc);
            let at = pure(function, block, PureOp::Add, &[start, at], Type::I64, loc);
            [kind, array, is, at]
        };
        self.footprints.iter().flat_map(|footprint| one(function, footprint)).collect()
    }
}

/// An access, from what [`Specified::tell`] says of it.
pub(in crate::contracts) fn told(function: &Function, &[kind, array, is, at]: &[Value; LENGTH]) -> Logged {
    let kind = function.as_const(kind).map(|kind| match kind {
        0 => LoggedKind::Read,
        _ => LoggedKind::Write,
    });
    Logged { kind, array: function.as_const(array), is, at }
}

/// What answers a question about a log, if it is one about these accesses. Of two to one array in one round, the log may hold either.
pub(in crate::contracts) fn answer(function: &Function, inst: Inst, accesses: &[Logged]) -> Option<Value> {
    let Some(About::Log(asked, load)) = about(function, inst) else { return None };
    let array = pointers::array(function.insts[load].kind.address()?)?;
    if asked.elsewhere || accesses.iter().any(|access| access.array.is_none()) {
        return None;
    }
    let mut of_it =
        accesses.iter().filter(|access| access.kind == Some(asked.kind) && access.array == Some(array));
    let (access, None) = (of_it.next()?, of_it.next()) else { return None };
    match asked.part {
        LogPart::Is => Some(access.is),
        LogPart::Start => Some(access.at),
        // Of how many bytes it takes nothing is known.
        LogPart::Byte => None,
    }
}

/// What is computed for nothing but to name the array that a question about a log is about.
pub(in crate::contracts) fn names(function: &Function, asks: Inst) -> Vec<Inst> {
    let mut found = Vec::new();
    let first = match function.insts[asks].kind.asked() {
        Some((Ask::Log, args)) => args.get(1).copied(),
        _ => None,
    };
    let mut next = first;
    while let Some(value) = next {
        let uses = |inst: &&Inst| function.insts[**inst].uses().contains(&value);
        let users =
            function.order.iter().flat_map(|&block| &function.blocks[block].insts).filter(uses).count();
        let Some(inst) = definition(function, value).filter(|_| users == 1) else { break };
        found.push(inst);
        next = match &function.insts[inst].kind {
            InstKind::Pure { args, .. } if args.len() == 1 => Some(args[0]),
            _ => None,
        };
    }
    found
}
